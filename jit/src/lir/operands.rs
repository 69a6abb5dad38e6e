//! The operands of LIR instructions, for register allocation. Emission reads the allocator's answer in the same order.

use super::{Base, By, Callee, Lir, Mem, Src, Test, VReg};
use crate::exit::Exits;
use crate::machine;
use regalloc2::{Operand, OperandConstraint, OperandKind, OperandPos, PRegSet, RegClass};

/// Collects the operands of one instruction: definitions first, then uses in the order of the fields, then the exit's values.
///
/// Definitions and uses of one instruction may share a register, except that what an exit needs stays untouched until the
/// instruction ends.
pub(crate) fn collect(inst: &Lir, exits: &Exits, out: &mut Vec<Operand>) -> PRegSet {
    let mut clobbers = PRegSet::empty();
    match inst {
        Lir::Params(params) => params_at_entry(params, out),
        Lir::Imm { dst, .. } | Lir::FloatImm { dst, .. } => out.push(Operand::reg_def(*dst)),
        Lir::Load { dst, mem, .. } | Lir::LoadFloat { dst, mem } | Lir::Lea { dst, mem } => {
            out.push(Operand::reg_def(*dst));
            memory(mem, out);
        }
        Lir::Store { mem, src, .. } => {
            memory(mem, out);
            source(src, out);
        }
        Lir::StoreOut { src, .. } => source(src, out),
        Lir::OutArea { dst } | Lir::Callee { dst } => out.push(Operand::reg_def(*dst)),
        Lir::StoreFloat { mem, src } => {
            memory(mem, out);
            out.push(Operand::reg_use(*src));
        }
        Lir::Alu { dst, a, b, exit, .. } | Lir::Mul { dst, a, b, exit } => {
            reuse(*dst, *a, out);
            late_source(b, out);
            if let Some(exit) = exit {
                exits.operands(*exit, out);
            }
        }
        Lir::Divide { quotient, remainder, a, b } => {
            out.push(Operand::reg_fixed_def(*quotient, machine::RAX));
            out.push(Operand::reg_fixed_def(*remainder, machine::RDX));
            out.push(Operand::reg_fixed_use(*a, machine::RAX));
            // Not in rdx, which the dividend's upper half fills first.
            out.push(Operand::reg_use_at_end(*b));
        }
        Lir::Shift { dst, a, by, .. } => {
            reuse(*dst, *a, out);
            if let By::Reg(by) = by {
                out.push(Operand::new(
                    *by,
                    OperandConstraint::FixedReg(machine::RCX),
                    OperandKind::Use,
                    OperandPos::Late,
                ));
            }
        }
        Lir::Set { dst, test: which } => {
            // The register is cleared before the test.
            out.push(Operand::reg_def_at_start(*dst));
            test(which, out);
        }
        Lir::Float { dst, a, b, .. } => {
            reuse(*dst, *a, out);
            out.push(Operand::reg_use_at_end(*b));
        }
        Lir::FloatNeg { dst, a } => reuse(*dst, *a, out),
        Lir::IntToFloat { dst, a } | Lir::UnboxFloat { dst, a, .. } | Lir::BoxFloat { dst, a } => {
            out.push(Operand::reg_def(*dst));
            out.push(Operand::reg_use(*a));
        }
        Lir::ExitIf { test: which, exit } => {
            test(which, out);
            exits.operands(*exit, out);
        }
        Lir::Exit { exit } => exits.operands(*exit, out),
        Lir::Call { callee, args, dst } => {
            clobbers = machine::caller_saved();
            call(callee, args, *dst, &mut clobbers, out);
        }
        Lir::CallCode { callee, args, dst, .. } => {
            clobbers = machine::caller_saved();
            clobbers.remove(machine::RAX);
            out.push(Operand::reg_fixed_def(*dst, machine::RAX));
            out.push(Operand::reg_fixed_use(*callee, machine::CALLEE));
            passed(args, 0, out);
        }
        Lir::Incref { value, .. } | Lir::Decref { value, .. } | Lir::Return { value } => returned(inst, *value, out),
        Lir::Branch { test: which, .. } => test(which, out),
        Lir::Jump { .. } | Lir::Trap => {}
    }
    clobbers
}

fn params_at_entry(params: &[VReg], out: &mut Vec<Operand>) {
    let (mut ints, mut floats) = (0, 0);
    for &param in params {
        let (list, next) = match param.class() {
            RegClass::Int => (&machine::INT_ARGS[..], &mut ints),
            RegClass::Float | RegClass::Vector => (&machine::FLOAT_ARGS[..], &mut floats),
        };
        out.push(Operand::reg_fixed_def(param, list[*next]));
        *next += 1;
    }
}

fn returned(inst: &Lir, value: VReg, out: &mut Vec<Operand>) {
    out.push(match (inst, value.class()) {
        (Lir::Return { .. }, RegClass::Int) => Operand::reg_fixed_use(value, machine::RAX),
        (Lir::Return { .. }, _) => Operand::reg_fixed_use(value, machine::XMM0),
        _ => Operand::reg_use(value),
    });
}

fn call(callee: &Callee, args: &[VReg], dst: Option<VReg>, clobbers: &mut PRegSet, out: &mut Vec<Operand>) {
    if let Some(dst) = dst {
        let result = if dst.class() == RegClass::Int { machine::RAX } else { machine::XMM0 };
        clobbers.remove(result);
        out.push(Operand::reg_fixed_def(dst, result));
    }
    if let Callee::Reg(callee) = callee {
        out.push(Operand::reg_fixed_use(*callee, machine::CALLEE));
    }
    // The context takes the first register.
    passed(args, 1, out);
}

/// Arguments in their registers, from integer register number `ints` on.
fn passed(args: &[VReg], ints: usize, out: &mut Vec<Operand>) {
    let (mut ints, mut floats) = (ints, 0);
    for &arg in args {
        let (list, next) = match arg.class() {
            RegClass::Int => (&machine::INT_ARGS[..], &mut ints),
            RegClass::Float | RegClass::Vector => (&machine::FLOAT_ARGS[..], &mut floats),
        };
        out.push(Operand::reg_fixed_use(arg, list[*next]));
        *next += 1;
    }
}

fn reuse(dst: VReg, a: VReg, out: &mut Vec<Operand>) {
    let at = out.len();
    // The index counts from the instruction's first operand.
    debug_assert_eq!(dst.class(), a.class());
    out.push(Operand::reg_reuse_def(dst, 1));
    out.push(Operand::reg_use(a));
    debug_assert_eq!(out.len(), at + 2);
}

fn memory(mem: &Mem, out: &mut Vec<Operand>) {
    if let Base::Reg(base) = mem.base {
        out.push(Operand::reg_use(base));
    }
    if let Some((index, _)) = mem.index {
        out.push(Operand::reg_use(index));
    }
}

fn source(src: &Src, out: &mut Vec<Operand>) {
    if let Src::Reg(reg) = src {
        out.push(Operand::reg_use(*reg));
    }
}

/// A second operand that must not share the register of the result, which is written first.
fn late_source(src: &Src, out: &mut Vec<Operand>) {
    if let Src::Reg(reg) = src {
        out.push(Operand::reg_use_at_end(*reg));
    }
}

fn test(test: &Test, out: &mut Vec<Operand>) {
    match test {
        Test::Compare(_, _, a, b) => {
            out.push(Operand::reg_use_at_end(*a));
            late_source(b, out);
        }
        Test::Bits(_, a, _) => out.push(Operand::reg_use_at_end(*a)),
        Test::Memory(_, _, mem, _) => {
            if let Base::Reg(base) = mem.base {
                out.push(Operand::reg_use_at_end(base));
            }
            if let Some((index, _)) = mem.index {
                out.push(Operand::reg_use_at_end(index));
            }
        }
        Test::StackLow => {}
        Test::Float(_, a, b) | Test::NotFloat(_, a, b) => {
            out.push(Operand::reg_use_at_end(*a));
            out.push(Operand::reg_use_at_end(*b));
        }
    }
}
