//! Exceptions: raising, handlers, and leaving activations.

use crate::bytecode::{Insn, USE_A, USE_B, USE_C};
use crate::interp::code::Code;
use crate::interp::globals::context;
use crate::interp::run::{Fault, Regs};
use crate::interp::stack::{Activation, Role};
use crate::interp::{Vm, call, frames, generators};
use runtime::object::{TracebackObj, shape_id};
use runtime::{Owned, Raised, Rt, Slot, Value};
use std::cell::Cell;

/// `raise` without operand.
pub(crate) fn raise_again(rt: &Rt) -> Fault {
    match rt.raise_handled() {
        Some(raised) => Fault { raised, again: true },
        None => Fault { raised: rt.nothing_to_reraise(), again: false },
    }
}

/// `raise a`.
pub(crate) fn raise(rt: &Rt, regs: Regs, i: Insn) -> Raised {
    rt.raise_value(regs.own(i.a, i.n & USE_A != 0))
}

/// `raise a from b`.
pub(crate) fn raise_from(rt: &Rt, regs: Regs, i: Insn) -> Raised {
    let (v, cause) = (regs.own(i.a, i.n & USE_A != 0), regs.own(i.b, i.n & USE_B != 0));
    rt.raise_value_from(v, cause)
}

/// A handler begins.
pub(crate) fn push_exc(rt: &Rt, act: *mut Activation, regs: Regs, i: Insn) {
    let exc = regs.get(i.b).own();
    // SAFETY: the activation is running.
    let outer = unsafe { if (*act).role.is_generator() { (*act).outer_handled } else { Value::EMPTY } };
    // A generator may be resumed elsewhere: what is handled outside is looked up anew when the handler ends.
    let before = rt.handled.own().filter(|h| outer.is_empty() || h.value() != outer);
    rt.handled.set(exc);
    regs.set(i.a, before.unwrap_or_else(|| Value::none().own()));
}

/// A handler ends.
pub(crate) fn pop_exc(rt: &Rt, act: *mut Activation, regs: Regs, i: Insn) {
    let before = Owned::from_raw(regs.take(i.a));
    // SAFETY: the activation is running.
    let outer = unsafe { (*act).outer_handled };
    let restored = if before.is_none() { outer.some().map(Value::own) } else { Some(before) };
    rt.handled.set_option(restored);
}

/// `a` = whether exception `b` matches `c`.
pub(crate) fn exc_match(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let result = rt.exception_matches(regs.get(i.b), regs.get(i.c));
    regs.consume(i.c, i.n & USE_C != 0);
    regs.consume(i.b, i.n & USE_B != 0);
    regs.set_raw(i.a, Value::bool(result?));
    Ok(())
}

/// Adds a traceback entry for activation `act` to `exc`.
pub(crate) fn add_traceback(rt: &Rt, act: *mut Activation, exc: Value, pc: u32) -> Result<(), Raised> {
    let (code, _) = context(act);
    let frame = frames::frame_of(rt, act)?;
    add_entry(rt, frame, code, exc, pc)
}

/// Adds a traceback entry for instruction `pc` of the code that `frame` runs.
pub(crate) fn add_entry(rt: &Rt, frame: Owned, code: &Code, exc: Value, pc: u32) -> Result<(), Raised> {
    let data = rt.exception_data(exc);
    let entry = TracebackObj {
        head: Rt::fresh_header(shape_id::TRACEBACK),
        next: Slot::from_option(data.traceback.take()),
        frame: Slot::new(frame),
        pc: Cell::new(pc),
        line: Cell::new(code.pos(pc).line),
    };
    let entry = rt.alloc_fixed(shape_id::TRACEBACK, entry)?;
    data.traceback.set(entry);
    Ok(())
}

/// Index of the instruction that activation `act` was executing.
pub(crate) fn current_pc(act: *mut Activation) -> u32 {
    // SAFETY: the activation is valid and its program counter, up to date, points just past the instruction.
    unsafe {
        let start = (*(*act).code).insns.as_ptr().cast::<Insn>();
        ((*act).pc.cast_const().offset_from(start) as u32).saturating_sub(1)
    }
}

/// Finds the handler of a fault: releases temporaries, leaves activations, up to the one the loop was entered for.
///
/// # Errors
/// The exception, if it leaves that activation.
pub(crate) fn unwind(rt: &Rt, vm: &Vm, fault: Fault) -> Result<(), Raised> {
    let mut again = fault.again;
    let mut exc = rt.take_raised(fault.raised);
    vm.stats.unwinds.set(vm.stats.unwinds.get() + 1);
    loop {
        let act = vm.current.get();
        let pc = current_pc(act);
        if !again && add_traceback(rt, act, *exc, pc).is_err() {
            exc = rt.take_raised(Raised);
        }
        again = false;
        let (code, _) = context(act);
        // SAFETY: the activation is on top.
        let (regs, role) = unsafe { (Regs((*act).regs), (*act).role) };
        if let Some(handler) = code.handler(pc) {
            clear_down(regs, code.nregs, handler.depth as usize);
            regs.set(handler.depth, exc);
            // SAFETY: handler targets of verified code are instructions of the same code.
            unsafe { (*act).pc = code.insns.as_ptr().add(handler.target as usize).cast_mut().cast() };
            return Ok(());
        }
        clear_down(regs, code.nregs, code.nlocals);
        if role.is_generator() {
            exc = generators::finish_with_error(rt, vm, act, exc);
        } else {
            call::pop_activation(rt, vm, act);
        }
        match role {
            Role::Entry | Role::Generator => return Err(rt.reraise_object(exc)),
            Role::Call | Role::Init | Role::GeneratorFor => {}
        }
    }
}

/// An exception thrown into the generator on top, which has run nothing yet, leaves it at once: no handler covers its start.
pub(crate) fn leave_unstarted(rt: &Rt, vm: &Vm, exc: Owned) -> Raised {
    let act = vm.current.get();
    let mut exc = exc;
    if add_traceback(rt, act, *exc, 0).is_err() {
        exc = rt.take_raised(Raised);
    }
    let exc = generators::finish_with_error(rt, vm, act, exc);
    rt.reraise_object(exc)
}

/// Releases the temporaries from the highest down to register `depth`.
pub(crate) fn clear_down(regs: Regs, nregs: usize, depth: usize) {
    for k in (depth..nregs).rev() {
        let v = regs.get(k as u16);
        if v.is_ptr() {
            regs.clear(k as u16);
        }
    }
}
