//! What is found out about a function before it runs: which types its values will be tested for.
//!
//! Most types are wide, and a value picked from all objects would fail most guards at once. So values are mostly picked
//! from those that pass a test that the function makes.

use super::trap::{Fault, Step};
use crate::{Entity, Function, Imm, InstData, Opcode, Spec, Type, ValueId};

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Plan {
    /// By value: what it is tested for.
    hints: Vec<Option<Type>>,
    /// By number of the argument: its type, and whether the caller keeps it.
    args: Vec<Option<(Type, bool)>>,
}

/// Most arguments a function may have here: the number is an immediate, and the table is dense.
const MAX_ARGS: u32 = 1 << 16;

impl Plan {
    /// Looks at every instruction once.
    pub(super) fn new(func: &Function) -> Step<Plan> {
        let bound = func.value_bound();
        let mut plan = Plan { hints: vec![None; bound], args: Vec::new() };
        let mut roots: Vec<u32> = (0..bound as u32).collect();
        for block in func.blocks() {
            for inst in func.insts(block) {
                let data = func.inst(inst);
                if let (Some(from), Some(to)) = (func.copied_operand(data), data.results.first()) {
                    roots[to.index()] = roots[from.index()];
                }
                if let (Some(ty), Some(&value)) = (tested(func, data), data.args.first()) {
                    plan.narrow(roots[value.index()], ty);
                }
                if let (Opcode::LoadArg | Opcode::TakeArg, Some(&Imm::Index(index)), Some(&value)) =
                    (data.op, data.imms.first(), data.results.first())
                {
                    plan.argument(index, func.ty(value), data.op == Opcode::LoadArg)?;
                }
            }
        }
        plan.look_through_phis(func, &roots);
        Ok(plan)
    }

    fn narrow(&mut self, root: u32, ty: Type) {
        let hint = &mut self.hints[root as usize];
        // Of tests that exclude each other, the first.
        let both = hint.map_or(ty, |hint| hint.meet(ty));
        if !both.is_bottom() {
            *hint = Some(both);
        }
    }

    /// What a phi is tested for, its inputs had better be.
    fn look_through_phis(&mut self, func: &Function, roots: &[u32]) {
        for block in func.blocks().rev() {
            for phi in func.phis(block) {
                let data = func.inst(phi);
                let Some(hint) = data.results.first().and_then(|&result| self.hint(result)) else { continue };
                for &input in &data.args {
                    if func.get_value(input).is_some_and(|value| hint.intersects(func.type_of_id(value.ty))) {
                        self.narrow(roots[input.index()], hint);
                    }
                }
            }
        }
    }

    fn argument(&mut self, index: u32, ty: Type, kept: bool) -> Step<()> {
        if index >= MAX_ARGS {
            return Err(Fault::malformed("an argument with an absurd number"));
        }
        let index = index as usize;
        if self.args.len() <= index {
            self.args.resize(index + 1, None);
        }
        // An argument that is loaded twice is both.
        let (other, was_kept) = self.args[index].unwrap_or((ty, false));
        self.args[index] = Some((other.meet(ty), kept || was_kept));
        Ok(())
    }

    /// The type of an argument, and whether the caller keeps it.
    pub(super) fn arg(&self, index: u32) -> (Type, bool) {
        self.args.get(index as usize).copied().flatten().unwrap_or((Type::BOTTOM, false))
    }

    /// What a value is tested for.
    pub(super) fn hint(&self, value: ValueId) -> Option<Type> {
        self.hints.get(value.index()).copied().flatten()
    }
}

/// The type that an instruction tests its first operand for.
fn tested(func: &Function, data: &InstData) -> Option<Type> {
    match (data.op, *data.imms.first()?) {
        (Opcode::GuardType | Opcode::RefineType | Opcode::IsType | Opcode::CondBranchType, Imm::Type(id)) => {
            Some(func.type_of_id(id))
        }
        (Opcode::GuardIs, Imm::Const(id)) => Some(func.constant_type(id)),
        (Opcode::GuardShape, Imm::Shape(shape)) => Some(Type::INSTANCE.with_spec(Spec::Shape(shape))),
        _ => None,
    }
}
