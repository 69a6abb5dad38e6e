//! Local simplification: what follows from the types and definitions of an instruction's operands.
//!
//! 1. A copy, guard or check that adds nothing to its operand's type is its operand.
//! 2. Unboxing what was boxed gives what was put in the box; unboxing a constant gives a constant.
//! 3. The truth of a truth value is itself; of a small integer, a comparison with zero.

use crate::analysis::{Cfg, Replacements, replace_uses};
use crate::constant::Constant;
use crate::function::{Function, Imm, InstData};
use crate::opcode::{CmpOp, Opcode};
use crate::ty::Type;
use crate::{InstId, ValueId};

/// Simplifies every reachable instruction once, operands before users. Says how many there were to simplify.
pub(super) fn run(func: &mut Function) -> usize {
    let mut replaced = Replacements::new();
    let mut dead: Vec<InstId> = Vec::new();
    let order: Vec<InstId> = Cfg::compute(func).rpo().iter().flat_map(|&block| func.insts(block)).collect();
    for inst in order {
        let Some(value) = simpler(func, inst, &mut replaced) else { continue };
        replaced.insert(func.result(inst), value);
        dead.push(inst);
    }
    if dead.is_empty() {
        return 0;
    }
    replace_uses(func, &mut replaced);
    for &inst in &dead {
        func.remove_inst(inst);
    }
    dead.len()
}

/// A value that can stand for the instruction's result.
fn simpler(func: &mut Function, inst: InstId, replaced: &mut Replacements) -> Option<ValueId> {
    let data = func.inst(inst);
    let operand = replaced.get(*data.args.first()?);
    match data.op {
        Opcode::Assign | Opcode::RefineType | Opcode::GuardType | Opcode::CheckExc | Opcode::CheckVar => {
            func.ty(operand).is_subtype(func.ty(func.result(inst))).then_some(operand)
        }
        Opcode::UnboxDouble => unboxed(func, inst, operand, replaced),
        Opcode::UnboxInt => boxed_in(func, operand, Opcode::BoxInt, replaced),
        Opcode::IsTrue => boxed_in(func, operand, Opcode::BoxBool, replaced),
        Opcode::CBoolNot => boxed_in(func, operand, Opcode::CBoolNot, replaced),
        Opcode::Truth => truth(func, inst, operand),
        _ => None,
    }
}

/// The operand of the instruction with this opcode that made `value`, itself or as a copy.
fn boxed_in(func: &Function, value: ValueId, boxing: Opcode, replaced: &mut Replacements) -> Option<ValueId> {
    let mut value = value;
    loop {
        let data = func.inst(func.value(value).def);
        if data.op == boxing {
            return Some(replaced.get(data.args[0]));
        }
        value = replaced.get(func.copied_operand(data)?);
    }
}

fn unboxed(func: &mut Function, inst: InstId, operand: ValueId, replaced: &mut Replacements) -> Option<ValueId> {
    if let Some(double) = boxed_in(func, operand, Opcode::BoxDouble, replaced) {
        return Some(double);
    }
    let bits = match func.ty(operand).known_value().map(|id| func.constant(id)) {
        Some(&Constant::Float(bits)) => bits,
        _ => return None,
    };
    let id = func.intern_constant(Constant::CDouble(bits));
    let (ty, line) = (func.constant_type(id), func.inst(inst).line);
    let data = InstData::new(Opcode::Const, &[]).imms(&[Imm::Const(id)]).line(line);
    let made = func.insert_inst_before(inst, data, &[ty]);
    Some(func.result(made))
}

fn truth(func: &mut Function, inst: InstId, operand: ValueId) -> Option<ValueId> {
    if func.ty(operand).is_subtype(Type::IMMORTAL_BOOL) {
        return Some(operand);
    }
    if !func.ty(operand).is_subtype(Type::SMALL_INT) {
        return None;
    }
    let line = func.inst(inst).line;
    let zero = func.intern_constant(Constant::Int(0));
    let ty = func.constant_type(zero);
    let zero = InstData::new(Opcode::Const, &[]).imms(&[Imm::Const(zero)]).line(line);
    let zero = func.insert_inst_before(inst, zero, &[ty]);
    let zero = func.result(zero);
    let differs = InstData::new(Opcode::SmallIntCompare, &[operand, zero]).imms(&[Imm::CmpOp(CmpOp::Ne)]).line(line);
    let differs = func.insert_inst_before(inst, differs, &[Type::C_BOOL]);
    let differs = func.result(differs);
    let boxed = InstData::new(Opcode::BoxBool, &[differs]).line(line);
    let boxed = func.insert_inst_before(inst, boxed, &[Type::IMMORTAL_BOOL]);
    Some(func.result(boxed))
}
