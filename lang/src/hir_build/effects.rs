//! What an instruction does to registers: which it reads, takes and writes. The liveness of locals, the placement of phis and the
//! translation all read it from here.

use crate::bytecode::{Field, Insn, Op, USE_A, USE_B, USE_C, VARIABLE};
use crate::front::validate::base_count;

/// What a register holds after an instruction has written it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    /// A value.
    Value,
    /// Nothing.
    Nothing,
    /// A value or nothing.
    Either,
}

/// Whether the translation of `op` can fail with an exception, so that a handler needs an edge. What is not listed can; what is listed
/// cannot fail at all, or leaves by a guard, behind which the interpreter raises.
pub(super) fn may_raise(op: Op) -> bool {
    !matches!(
        op,
        Op::Nop
            | Op::LoadConst
            | Op::Move
            | Op::Clear
            | Op::CheckBound
            | Op::DelFast
            | Op::LoadDeref
            | Op::StoreDeref
            | Op::DelDeref
            | Op::Is
            | Op::Jump
            | Op::JumpBack
            | Op::JumpIfNone
            | Op::JumpIs
            | Op::Return
            | Op::ReturnConst
            | Op::PushExc
            | Op::PopExc
            | Op::LoadAssertionError
            | Op::LoadNotImplementedError
    )
}

/// Whether the instruction works on the namespace in local 0.
fn uses_namespace(insn: &Insn) -> bool {
    match insn.op {
        Op::LoadName | Op::StoreName | Op::DelName | Op::LoadClassDeref => true,
        Op::ImportStar => insn.n & VARIABLE != 0,
        _ => false,
    }
}

/// The registers whose values the instruction looks at.
pub(super) fn for_each_read(insn: &Insn, mut f: impl FnMut(u16)) {
    for field in insn.op.fields() {
        match field {
            // `Clear` only lets go.
            Field::A if insn.op == Op::Clear => {}
            Field::A => f(insn.a),
            Field::B => f(insn.b),
            Field::C => {
                f(insn.c);
                if matches!(insn.op, Op::GetSlice | Op::SetSlice) {
                    f(insn.c + 1);
                }
            }
            Field::Base => (0..base_count(insn)).for_each(|k| f(insn.b + k as u16)),
            Field::Cell => f(insn.d as u16),
            Field::Dst
            | Field::DstBase
            | Field::Count
            | Field::Imm
            | Field::Name
            | Field::Const
            | Field::Target
            | Field::Number
            | Field::Small
            | Field::Site
            | Field::Feedback => {}
        }
    }
    if uses_namespace(insn) {
        f(0);
    }
}

/// The registers that are empty once the instruction has its operands: those it consumes.
pub(super) fn for_each_taken(insn: &Insn, mut f: impl FnMut(u16)) {
    // The number of `MakeFunction` is none of flags.
    let uses = if insn.op == Op::MakeFunction { 0 } else { insn.n };
    let whole_a = matches!(insn.op, Op::PopExc | Op::Reraise);
    for field in insn.op.fields() {
        match field {
            Field::A if uses & USE_A != 0 || whole_a => f(insn.a),
            Field::B if uses & USE_B != 0 => f(insn.b),
            Field::C if matches!(insn.op, Op::GetSlice | Op::SetSlice) => {
                f(insn.c);
                f(insn.c + 1);
            }
            Field::C if uses & USE_C != 0 => f(insn.c),
            Field::Base => (0..base_count(insn)).for_each(|k| f(insn.b + k as u16)),
            Field::A
            | Field::B
            | Field::C
            | Field::Cell
            | Field::Dst
            | Field::DstBase
            | Field::Count
            | Field::Imm
            | Field::Name
            | Field::Const
            | Field::Target
            | Field::Number
            | Field::Small
            | Field::Site
            | Field::Feedback => {}
        }
    }
}

/// The registers that the instruction writes if it succeeds, and what they hold then. A variable that was checked counts as written.
pub(super) fn for_each_write(insn: &Insn, mut f: impl FnMut(u16, Holds)) {
    match insn.op {
        Op::Clear | Op::DelFast => f(insn.a, Holds::Nothing),
        Op::CheckBound | Op::MakeCell => f(insn.a, Holds::Value),
        Op::LoadMethod | Op::LoadSuperMethod => {
            f(insn.a, Holds::Value);
            f(insn.a + 1, Holds::Either);
        }
        _ => crate::front::validate::written(insn).for_each(|reg| f(reg as u16, Holds::Value)),
    }
}

/// Whether the instruction writes registers.
pub(super) fn writes(insn: &Insn) -> bool {
    let mut any = false;
    for_each_write(insn, |_, _| any = true);
    any
}
