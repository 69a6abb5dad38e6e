//! Running machine code instead of the loop.

use super::Machine;
use super::code_state::Compiled;
use super::stats::count;
use crate::bytecode::Insn;
use crate::interp::code::Code;
use crate::interp::run::Regs;
use crate::interp::stack::{Activation, Role};
use crate::interp::{Vm, call, unwind};
use ::jit::jit::Arg;
use runtime::{Owned, Raised, Res, Rt, Value};

/// Native stack that must be left to enter machine code; with less the interpreter goes on, which needs none for calls.
const RESERVE: usize = 256 << 10;

/// Whether there is native stack for machine code.
fn has_room(rt: &Rt) -> bool {
    let here = 0u8;
    (&raw const here).addr() > rt.stack_limit.get() + RESERVE
}

/// Goes on with the activation that a call of a hosted function has pushed: as machine code, whose result is then delivered, if there is
/// some for its code; otherwise nothing happens.
///
/// # Errors
/// What the function raised; its activation is gone then.
#[inline(always)]
pub(crate) fn start(rt: &Rt, vm: &Vm) -> Result<(), Raised> {
    // SAFETY: the caller has pushed an activation, whose code is alive.
    let code = unsafe { &*(*vm.current.get()).code };
    if code.jit.is_called() { start_hot(rt, vm, code) } else { Ok(()) }
}

#[cold]
#[inline(never)]
fn start_hot(rt: &Rt, vm: &Vm, code: &Code) -> Result<(), Raised> {
    let Some((machine, version)) = version(rt, vm, code) else { return Ok(()) };
    count(&machine.stats.calls);
    let frame = Frame::take(vm.current.get());
    let result = run(rt, vm, machine, &version);
    frame.deliver(rt, vm, result).map(|_| ())
}

/// As [`start`], for an activation that was entered from native code: its result, if machine code ran.
pub(crate) fn start_entry(rt: &Rt, vm: &Vm) -> Option<Res> {
    // SAFETY: the caller has pushed an activation, whose code is alive.
    let code = unsafe { &*(*vm.current.get()).code };
    if !code.jit.is_called() {
        return None;
    }
    let (machine, version) = version(rt, vm, code)?;
    count(&machine.stats.calls);
    Some(run(rt, vm, machine, &version))
}

fn version<'m>(rt: &Rt, vm: &'m Vm, code: &Code) -> Option<(&'m Machine, std::rc::Rc<Compiled>)> {
    // More calls, or turns, than can be counted.
    let Some(machine) = vm.machine() else {
        code.jit.give_up();
        return None;
    };
    if !has_room(rt) {
        return None;
    }
    Some((machine, machine.version_for_call(rt, code)?))
}

/// What became of an activation that went on as machine code.
pub(crate) enum Turned {
    /// There is no machine code: it goes on in the loop.
    Not,
    /// It has ended; its result went to the activation below.
    Delivered,
    /// It has ended, and so does the loop.
    Returned(Owned),
}

/// Why an activation ended that went on as machine code.
pub(crate) enum Failed {
    /// An exception goes to the activation below.
    Below(Raised),
    /// An exception leaves the loop.
    Out(Raised),
}

/// Goes on with activation `act`, on top, at the loop header `header` as machine code, if there is some.
#[cold]
#[inline(never)]
pub(crate) fn turn(rt: &Rt, vm: &Vm, act: *mut Activation, header: *mut Insn) -> Result<Turned, Failed> {
    // SAFETY: the activation is on top, its code alive; the header is one of its instructions.
    let (code, pc) = unsafe {
        let code = &*(*act).code;
        (code, header.cast_const().offset_from(code.insns.as_ptr().cast::<Insn>()) as u32)
    };
    let Some(machine) = vm.machine() else {
        code.jit.give_up();
        return Ok(Turned::Not);
    };
    // A frame object that somebody holds shows the locals, and takes them over.
    // SAFETY: as above.
    let stays = unsafe { (*act).role.is_generator() || (*act).frame.is_shared() };
    if stays || !has_room(rt) {
        return Ok(Turned::Not);
    }
    let Some(version) = machine.version_from(rt, code, pc) else { return Ok(Turned::Not) };
    if !has_cells(act, code) {
        return Ok(Turned::Not);
    }
    count(&machine.stats.loops);
    let frame = Frame::take(act);
    let outermost = frame.role == Role::Entry;
    let result = run(rt, vm, machine, &version);
    match frame.deliver(rt, vm, result) {
        Ok(None) => Ok(Turned::Delivered),
        Ok(Some(value)) => Ok(Turned::Returned(value)),
        Err(raised) if outermost => Err(Failed::Out(raised)),
        Err(raised) => Err(Failed::Below(raised)),
    }
}

/// Whether the registers that machine code takes for cells hold nothing else.
fn has_cells(act: *mut Activation, code: &Code) -> bool {
    let cells = code.proto.is_cell.iter().enumerate().filter(|(_, is_cell)| **is_cell).map(|(reg, _)| reg);
    let is_fine = |reg: usize| {
        // SAFETY: locals lie inside the activation's window.
        let held = unsafe { (*act).regs.add(reg).read() };
        held.is_empty() || held.has_shape(runtime::object::shape_id::CELL)
    };
    cells.chain(code.nlocals - code.nfree..code.nlocals).all(is_fine)
}

/// Who waits for the result of an activation whose role is `Entry` while machine code runs it.
struct Frame {
    role: Role,
    extra: Value,
}

impl Frame {
    fn take(act: *mut Activation) -> Frame {
        // SAFETY: the activation is on top.
        unsafe {
            let role = std::mem::replace(&mut (*act).role, Role::Entry);
            Frame { role, extra: std::mem::replace(&mut (*act).extra, Value::EMPTY) }
        }
    }

    /// Passes the result on; gives it back if native code waits for it.
    fn deliver(self, rt: &Rt, vm: &Vm, result: Res) -> Result<Option<Owned>, Raised> {
        if self.role == Role::Entry {
            return result.map(Some);
        }
        let instance = Owned::from_raw_option(self.extra);
        call::pass_on(rt, vm, instance, result?)?;
        Ok(None)
    }
}

/// Runs the activation on top, whose role is `Entry`, to its end.
fn run(rt: &Rt, vm: &Vm, machine: &Machine, version: &Compiled) -> Res {
    let depth = vm.depth.get();
    let act = vm.current.get();
    // SAFETY: the activation is on top. Its window owns the arguments that the code takes, and outlives it; the context is prepared by the
    // compiler, its hooks are this module's.
    let word = unsafe {
        let window = (*act).regs.expose_provenance() as u64;
        machine.compiler.call(&version.function, machine.context(), &[Arg::Int(window)])
    };
    let result = Owned::from_raw_option(value(word)).ok_or(Raised);
    // An exit has ended the activation already.
    if vm.depth.get() == depth {
        if version.from_header {
            // Comprehensions' variables that the code had no use for.
            // SAFETY: as above.
            unsafe { unwind::clear_down(Regs((*act).regs), (*(*act).code).nregs, (*(*act).code).nlocals) };
        }
        call::pop_activation(rt, vm, act);
    }
    result
}

/// The value of a word that machine code gave.
pub(super) fn value(word: u64) -> Value {
    Value::from_ptr(std::ptr::with_exposed_provenance_mut::<u8>(word as usize))
}
