//! Tests: setting the flags and acting on them.

use super::{Emitter, reg};
use crate::context;
use crate::lir::{Base, Cond, Src, Test, Width};
use dynasmrt::{DynamicLabel, DynasmApi, DynasmLabelApi, dynasm};
use hir::CmpOp;
use regalloc2::Allocation;
use std::slice::Iter;

/// What the flags say once they are set.
#[derive(Clone, Copy, Debug)]
pub(super) enum Flags {
    Cond(Cond),
    /// Unsigned above, or above or equal: false for NaN.
    Above(bool),
    /// The opposite: true for NaN.
    NotAbove(bool),
    /// Floats equal (or not), where NaN is unequal to all.
    FloatEqual(bool),
}

impl Emitter<'_> {
    /// Sets the flags for a test.
    pub(super) fn set_flags(&mut self, test: &Test, allocs: &mut Iter<'_, Allocation>) -> Flags {
        let mut next = || allocs.next().map_or(0, |&allocation| reg(allocation));
        match *test {
            Test::Compare(cond, width, _, src) => {
                let a = next();
                // The assembler may evaluate an operand more than once.
                let b = if let Src::Reg(_) = src { next() } else { 0 };
                match (src, width) {
                    (Src::Reg(_), Width::W64) => dynasm!(self.asm; .arch x64; cmp Rq(a), Rq(b)),
                    (Src::Reg(_), _) => dynasm!(self.asm; .arch x64; cmp Rd(a), Rd(b)),
                    (Src::Imm(0), Width::W64) if matches!(cond, Cond::Equal | Cond::NotEqual) => {
                        dynasm!(self.asm; .arch x64; test Rq(a), Rq(a));
                    }
                    (Src::Imm(imm), Width::W64) => dynasm!(self.asm; .arch x64; cmp Rq(a), imm),
                    (Src::Imm(imm), _) => dynasm!(self.asm; .arch x64; cmp Rd(a), imm),
                }
                Flags::Cond(cond)
            }
            Test::Bits(cond, _, mask) => {
                let a = next();
                if (0..=127).contains(&mask) {
                    dynasm!(self.asm; .arch x64; test Rb(a), mask as i8);
                } else {
                    dynasm!(self.asm; .arch x64; test Rq(a), mask);
                }
                Flags::Cond(cond)
            }
            Test::Memory(cond, width, mem, imm) => {
                let base = if mem.base == Base::Context { CONTEXT } else { next() };
                let disp = mem.disp;
                match width {
                    Width::W8 => near!(self.asm, base + disp; (cmp BYTE) (, imm as i8)),
                    Width::W32 => near!(self.asm, base + disp; (cmp DWORD) (, imm)),
                    Width::W64 => near!(self.asm, base + disp; (cmp QWORD) (, imm)),
                }
                Flags::Cond(cond)
            }
            Test::StackLow => {
                dynasm!(self.asm; .arch x64; cmp rsp, QWORD [r15 + context::STACK_LIMIT]);
                Flags::Cond(Cond::Below)
            }
            Test::Float(cmp, _, _) | Test::NotFloat(cmp, _, _) => {
                let (a, b) = (next(), next());
                match cmp {
                    CmpOp::Lt | CmpOp::Le => dynasm!(self.asm; .arch x64; ucomisd Rx(b), Rx(a)),
                    _ => dynasm!(self.asm; .arch x64; ucomisd Rx(a), Rx(b)),
                }
                match (cmp, matches!(test, Test::Float(..))) {
                    (CmpOp::Lt | CmpOp::Gt, true) => Flags::Above(false),
                    (CmpOp::Le | CmpOp::Ge, true) => Flags::Above(true),
                    (CmpOp::Lt | CmpOp::Gt, false) => Flags::NotAbove(false),
                    (CmpOp::Le | CmpOp::Ge, false) => Flags::NotAbove(true),
                    (CmpOp::Eq, yes) => Flags::FloatEqual(yes),
                    (CmpOp::Ne, yes) => Flags::FloatEqual(!yes),
                }
            }
        }
    }

    /// Jumps if the flags say yes.
    pub(super) fn jump_if(&mut self, flags: Flags, to: DynamicLabel) {
        match flags {
            Flags::Cond(cond) => self.jump_cond(cond, to),
            Flags::Above(false) => dynasm!(self.asm; .arch x64; ja =>to),
            Flags::Above(true) => dynasm!(self.asm; .arch x64; jae =>to),
            Flags::NotAbove(false) => dynasm!(self.asm; .arch x64; jbe =>to),
            Flags::NotAbove(true) => dynasm!(self.asm; .arch x64; jb =>to),
            Flags::FloatEqual(true) => {
                let skip = self.asm.new_dynamic_label();
                dynasm!(self.asm; .arch x64; jp =>skip; je =>to; =>skip);
            }
            Flags::FloatEqual(false) => dynasm!(self.asm; .arch x64; jp =>to; jne =>to),
        }
    }

    /// Jumps if the flags say no.
    pub(super) fn jump_unless(&mut self, flags: Flags, to: DynamicLabel) {
        self.jump_if(
            match flags {
                Flags::Cond(cond) => Flags::Cond(cond.negated()),
                Flags::Above(or_equal) => Flags::NotAbove(or_equal),
                Flags::NotAbove(or_equal) => Flags::Above(or_equal),
                Flags::FloatEqual(equal) => Flags::FloatEqual(!equal),
            },
            to,
        );
    }

    fn jump_cond(&mut self, cond: Cond, to: DynamicLabel) {
        match cond {
            Cond::Equal => dynasm!(self.asm; .arch x64; je =>to),
            Cond::NotEqual => dynasm!(self.asm; .arch x64; jne =>to),
            Cond::Less => dynasm!(self.asm; .arch x64; jl =>to),
            Cond::LessEqual => dynasm!(self.asm; .arch x64; jle =>to),
            Cond::Greater => dynasm!(self.asm; .arch x64; jg =>to),
            Cond::GreaterEqual => dynasm!(self.asm; .arch x64; jge =>to),
            Cond::Below => dynasm!(self.asm; .arch x64; jb =>to),
            Cond::AboveEqual => dynasm!(self.asm; .arch x64; jae =>to),
        }
    }

    /// 1 or 0 in a register, which no operand of the test shares.
    pub(super) fn set(&mut self, flags: Flags, dst: u8) {
        match flags {
            Flags::Cond(Cond::Equal) => dynasm!(self.asm; .arch x64; sete Rb(dst)),
            Flags::Cond(Cond::NotEqual) => dynasm!(self.asm; .arch x64; setne Rb(dst)),
            Flags::Cond(Cond::Less) => dynasm!(self.asm; .arch x64; setl Rb(dst)),
            Flags::Cond(Cond::LessEqual) => dynasm!(self.asm; .arch x64; setle Rb(dst)),
            Flags::Cond(Cond::Greater) => dynasm!(self.asm; .arch x64; setg Rb(dst)),
            Flags::Cond(Cond::GreaterEqual) => dynasm!(self.asm; .arch x64; setge Rb(dst)),
            Flags::Cond(Cond::Below) => dynasm!(self.asm; .arch x64; setb Rb(dst)),
            Flags::Cond(Cond::AboveEqual) => dynasm!(self.asm; .arch x64; setae Rb(dst)),
            Flags::Above(false) => dynasm!(self.asm; .arch x64; seta Rb(dst)),
            Flags::Above(true) => dynasm!(self.asm; .arch x64; setae Rb(dst)),
            Flags::NotAbove(false) => dynasm!(self.asm; .arch x64; setbe Rb(dst)),
            Flags::NotAbove(true) => dynasm!(self.asm; .arch x64; setb Rb(dst)),
            Flags::FloatEqual(equal) => {
                // Parity set means NaN: r11 gets the answer for that case.
                if equal {
                    dynasm!(self.asm; .arch x64; setnp r11b; sete Rb(dst); and Rb(dst), r11b);
                } else {
                    dynasm!(self.asm; .arch x64; setp r11b; setne Rb(dst); or Rb(dst), r11b);
                }
            }
        }
        dynasm!(self.asm; .arch x64; movzx Rd(dst), Rb(dst));
    }
}

/// The hardware number of the register that holds the context.
pub(super) const CONTEXT: u8 = 15;
