//! Registers and conventions of x86-64 as Tally uses them.
//!
//! - `r15` holds the context in compiled code, always. `rbp` is the frame pointer, so that frames form a chain. `r11` and `xmm15` are scratch.
//! - Compiled code calls compiled code with arguments in [`INT_ARGS`] and [`FLOAT_ARGS`], and calls everything else by the system's convention with
//!   the context first. Results come in `rax` or `xmm0`. `rbx`, `rbp` and `r12` to `r15` are preserved.

use regalloc2::{MachineEnv, PReg, PRegSet, RegClass};

const fn int(number: usize) -> PReg {
    PReg::new(number, RegClass::Int)
}

const fn float(number: usize) -> PReg {
    PReg::new(number, RegClass::Float)
}

pub(crate) const RAX: PReg = int(0);
pub(crate) const RCX: PReg = int(1);
pub(crate) const RDX: PReg = int(2);
pub(crate) const RBX: PReg = int(3);
pub(crate) const RSI: PReg = int(6);
pub(crate) const RDI: PReg = int(7);
pub(crate) const R8: PReg = int(8);
pub(crate) const R9: PReg = int(9);
pub(crate) const R10: PReg = int(10);
pub(crate) const R11: PReg = int(11);
pub(crate) const R12: PReg = int(12);
pub(crate) const R13: PReg = int(13);
pub(crate) const R14: PReg = int(14);
pub(crate) const XMM0: PReg = float(0);

/// Where a callee's address stands at an indirect call.
pub(crate) const CALLEE: PReg = R10;
/// Scratch registers.
pub(crate) const SCRATCH: PReg = R11;
pub(crate) const FLOAT_SCRATCH: PReg = float(15);

/// Integer and reference arguments of compiled functions.
pub(crate) const INT_ARGS: [PReg; 6] = [RDI, RSI, RDX, RCX, R8, R9];
/// Integer arguments of the system's convention.
pub(crate) const SYSTEM_ARGS: [PReg; 6] = INT_ARGS;
/// Float arguments of both.
pub(crate) const FLOAT_ARGS: [PReg; 8] =
    [float(0), float(1), float(2), float(3), float(4), float(5), float(6), float(7)];

/// Registers that a call does not preserve, in the order in which they are preferred.
const CALLER_SAVED: [PReg; 8] = [RAX, RCX, RDX, RSI, RDI, R8, R9, R10];
/// Registers that a function preserves for its caller.
pub(crate) const CALLEE_SAVED: [PReg; 4] = [RBX, R12, R13, R14];

/// What a call destroys.
pub(crate) fn caller_saved() -> PRegSet {
    let mut set = PRegSet::empty();
    for reg in CALLER_SAVED.into_iter().chain((0..15).map(float)) {
        set.add(reg);
    }
    set
}

/// The registers that the allocator may use.
pub(crate) fn environment() -> MachineEnv {
    let set = |regs: &mut dyn Iterator<Item = PReg>| {
        let mut set = PRegSet::empty();
        regs.for_each(|reg| set.add(reg));
        set
    };
    let none = PRegSet::empty();
    MachineEnv {
        preferred_regs_by_class: [set(&mut CALLER_SAVED.into_iter()), set(&mut (0..15).map(float)), none],
        non_preferred_regs_by_class: [set(&mut CALLEE_SAVED.into_iter()), none, none],
        scratch_by_class: [Some(SCRATCH), Some(FLOAT_SCRATCH), None],
        fixed_stack_slots: Vec::new(),
    }
}

/// The registers beyond the first `budget` of each class, in which no value may live from one instruction to the next.
pub(crate) fn beyond(budget: usize) -> PRegSet {
    let mut set = PRegSet::empty();
    for reg in CALLER_SAVED.into_iter().chain(CALLEE_SAVED).skip(budget) {
        set.add(reg);
    }
    for number in budget.min(15)..15 {
        set.add(float(number));
    }
    set
}
