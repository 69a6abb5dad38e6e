//! What is found out about a function before it runs: which types its values will be tested for.
//!
//! Most types are wide, and a value picked from all objects would fail most guards at once. So values are mostly picked
//! from those that pass a test that the function makes.

use super::heap::Place;
use super::places::{place_read, representative};
use super::trap::{Fault, Step};
use crate::{Entity, Function, Imm, InstData, Opcode, Spec, Type, ValueId};

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Plan {
    /// By value: what it is tested for.
    hints: Vec<Option<Type>>,
    /// What the contents of places are tested for, wherever they are loaded.
    places: Vec<(Place, Type)>,
    /// By number.
    args: Vec<Option<Arg>>,
}

/// An argument.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arg {
    pub(super) ty: Type,
    /// Whether the caller keeps it.
    pub(super) kept: bool,
    /// The first value that is it.
    pub(super) value: ValueId,
}

/// Most arguments a function may have here: the number is an immediate, and the table is dense.
const MAX_ARGS: u32 = 1 << 16;

impl Plan {
    /// Looks at every instruction once.
    pub(super) fn new(func: &Function) -> Step<Plan> {
        let bound = func.value_bound();
        let mut plan = Plan { hints: vec![None; bound], places: Vec::new(), args: Vec::new() };
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
                    plan.argument(index, Arg { ty: func.ty(value), kept: data.op == Opcode::LoadArg, value })?;
                }
            }
        }
        plan.look_through_phis(func, &roots);
        plan.look_into_memory(func);
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

    fn look_into_memory(&mut self, func: &Function) {
        for inst in func.blocks().flat_map(|block| func.insts(block)) {
            let data = func.inst(inst);
            let hint = data.results.first().and_then(|&result| self.hint(result));
            let (Some(hint), Some(place)) = (hint, place_read(func, data)) else { continue };
            match self.places.iter_mut().find(|known| known.0 == place) {
                Some((_, known)) if hint.intersects(*known) => *known = hint.meet(*known),
                Some(_) => {}
                None => self.places.push((place, hint)),
            }
        }
    }

    /// What the contents of a place are tested for.
    pub(super) fn place_hint(&self, place: Place) -> Option<Type> {
        let place = representative(place);
        self.places.iter().find(|known| known.0 == place).map(|known| known.1)
    }

    fn argument(&mut self, index: u32, arg: Arg) -> Step<()> {
        if index >= MAX_ARGS {
            return Err(Fault::malformed("an argument with an absurd number"));
        }
        let index = index as usize;
        if self.args.len() <= index {
            self.args.resize(index + 1, None);
        }
        // An argument that is loaded twice is of both types.
        let first = self.args[index].unwrap_or(arg);
        self.args[index] = Some(Arg { ty: first.ty.meet(arg.ty), kept: first.kept || arg.kept, value: first.value });
        Ok(())
    }

    /// Bound of the arguments' numbers.
    pub(super) fn arg_count(&self) -> u32 {
        self.args.len() as u32
    }

    /// The argument of this number, if the function takes it.
    pub(super) fn arg(&self, index: u32) -> Option<Arg> {
        self.args.get(index as usize).copied().flatten()
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
