//! Instructions that find out again what one before them found: what passes look for that remove them.

use super::state::Generator;
use crate::{Exit, Imm, InstData, Opcode, Type, ValueId, World};

/// How far back in the block.
const REACH: usize = 24;

/// Whether an instruction can find the same again.
fn is_repeated(op: Opcode) -> bool {
    use Opcode::*;
    matches!(
        op,
        GuardType
            | GuardIs
            | GuardShape
            | GuardCode
            | GuardArity
            | GuardClass
            | CheckVar
            | GuardQuiet
            | LoadMethodCached
            | LoadGlobalCached
            | LoadCell
            | ListLen
            | ListGet
            | TupleGet
            | SmallIntBinary
            | UnboxInt
            | UnboxDouble
            | IsType
            | LoadSlot
    )
}

impl Generator<'_> {
    /// One of the last instructions again, of operands that are still there or copies of them. Says whether there was one.
    pub fn again(&mut self) -> bool {
        let mut found: Vec<InstData> = Vec::new();
        let mut at = self.func.last_inst(self.block);
        for _ in 0..REACH {
            let Some(inst) = at else { break };
            let data = self.func.inst(inst);
            if is_repeated(data.op)
                && (data.op != Opcode::LoadSlot || self.shape.world == World::Quiet)
                && let Some(args) = self.still_there(data)
            {
                found.push(InstData::new(data.op, &args).imms(&data.imms));
            }
            at = self.func.prev_inst(inst);
        }
        if found.is_empty() {
            return false;
        }
        let index = self.below(found.len());
        let mut data = found.swap_remove(index);
        if data.op == Opcode::LoadSlot {
            let shape: Vec<Imm> = data.imms[..1].to_vec();
            data.args[0] = self.copy(InstData::new(Opcode::GuardShape, &data.args).imms(&shape));
        }
        if !data.op.is_copy() {
            let exits = data.op.info().contract.exit == Exit::Guard;
            self.finish(data, exits);
        } else if self.types_of(&data).iter().all(|ty| !ty.is_bottom()) {
            self.copy(data);
        }
        true
    }

    /// The operands of an instruction, or copies of them with the types that it asks for, as far as they are there.
    fn still_there(&self, data: &InstData) -> Option<Vec<ValueId>> {
        let wanted = data.op.info().operands.fixed;
        let arg = |(&arg, &ty): (&ValueId, &Type)| {
            let fits = |value: &ValueId| self.func.ty(*value).is_subtype(ty) && self.root(*value) == self.root(arg);
            self.state.values().find(fits)
        };
        data.args.iter().zip(wanted).map(arg).collect()
    }

    /// What copies go back to.
    fn root(&self, mut value: ValueId) -> ValueId {
        while let Some(copied) = self.func.copied_operand(self.func.inst(self.func.value(value).def)) {
            value = copied;
        }
        value
    }
}
