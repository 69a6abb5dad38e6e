//! Leaving machine code in the middle: the registers of the activation are what the exit says, and the interpreter goes on.

use super::enter::value;
use crate::bytecode::Op;
use crate::interp::code::Code;
use crate::interp::run::{self, Exit, Fault};
use crate::interp::stack::Activation;
use crate::interp::{Vm, unwind};
use ::jit::context::{Context, Registers};
use ::jit::jit::{ExitInfo, ExitWord};
use hir::{RefKind, ValueId};
use runtime::{Exc, Owned, Raised, Res, Rt, Value};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What machine code calls to leave: the result is the function's.
///
/// # Safety
/// As [`ExitHook`](::jit::context::ExitHook): called by code that was entered for the activation on top.
pub(super) unsafe extern "C" fn exit_hook(
    context: *mut Context,
    number: u32,
    registers: *const Registers,
    frame: *const u8,
    address: *const u8,
) -> u64 {
    // SAFETY: the context's runtime and host are those of the engine that the code runs in.
    let (rt, vm) = unsafe { (&*(*context).rt, &*(*context).host.cast_const().cast::<Vm>()) };
    let result = catch_unwind(AssertUnwindSafe(|| {
        let machine = vm.machine().ok_or(Raised)?;
        let function = machine.compiler.code_map().find(address).ok_or(Raised)?;
        let exit = &function.exits()[number as usize];
        // SAFETY: the registers and the frame are the exit's.
        let values = unsafe { exit.read(&*registers, frame) };
        leave(rt, vm, exit, values)
    }));
    match result {
        Ok(Ok(result)) => result.into_raw().as_ptr().expose_provenance() as u64,
        Ok(Err(Raised)) => 0,
        Err(_) => {
            let Raised = rt.raise(Exc::SystemError, "internal error: leaving machine code panicked");
            0
        }
    }
}

fn leave(rt: &Rt, vm: &Vm, exit: &ExitInfo, values: Vec<(ValueId, RefKind, ExitWord)>) -> Res {
    let act = vm.current.get();
    // SAFETY: the activation is on top; its code is alive.
    let code = unsafe { &*(*act).code };
    let Some(frame) = exit.frames.first() else { return Err(Raised) };
    let (pc, mut error) = (frame.pc, exit.error);
    if let Err(Raised) = restore(rt, act, code, &frame.slots, values) {
        error = true;
    }
    if let Some(machine) = vm.machine() {
        machine.stats.exit(&exit.reason);
        if !error {
            note_guess(machine, code, &exit.reason, pc);
        }
    }
    // A guard's instruction is executed again; one that failed is over.
    // SAFETY: the state's instruction is one of the code's.
    unsafe { (*act).pc = code.insns.as_ptr().add(pc as usize + usize::from(error)).cast_mut().cast() };
    if error {
        let again = is_again(rt, code, pc);
        unwind::unwind(rt, vm, Fault { raised: Raised, again })?;
    }
    match run::run(rt, vm)? {
        Exit::Returned(v) | Exit::Yielded(v) => Ok(v),
    }
}

/// Whether the pending exception, raised by instruction `pc`, gets no new traceback entry there.
pub(super) fn is_again(rt: &Rt, code: &Code, pc: u32) -> bool {
    let handled = rt.handled.get();
    match code.insns.get(pc as usize).map(|insn| insn.get().op) {
        Some(Op::Reraise) => true,
        Some(Op::RaiseAgain) => !handled.is_empty() && rt.pending.get() == handled,
        _ => false,
    }
}

/// Remembers that a guard failed; a guess that is wrong too often is given up, and the code compiled anew.
fn note_guess(machine: &super::Machine, code: &Code, reason: &str, pc: u32) {
    if matches!(reason, "Poll" | "GuardQuiet" | "handler") {
        return;
    }
    let mut versions = code.jit.versions.borrow_mut();
    let failures = versions.failures.entry(pc).or_default();
    *failures += 1;
    if *failures > machine.mode.wrong_guesses() && versions.compilations < super::code_state::MAX_COMPILATIONS {
        versions.failures.remove(&pc);
        versions.doubtful.insert(pc);
        versions.entry = None;
        versions.headers.clear();
    }
}

/// Gives the registers of the activation the values of an exit.
///
/// # Errors
/// MemoryError; the registers have something else in them then.
fn restore(
    rt: &Rt,
    act: *mut Activation,
    code: &Code,
    slots: &[Option<ValueId>],
    values: Vec<(ValueId, RefKind, ExitWord)>,
) -> Result<(), Raised> {
    let mut result = Ok(());
    let mut held: Vec<(ValueId, Value, Option<Owned>)> = Vec::with_capacity(values.len());
    for (id, kind, word) in values {
        let (word, made) = match to_word(rt, word) {
            Ok(found) => found,
            Err(raised) => {
                result = Err(raised);
                (Value::none(), None)
            }
        };
        let owned = made.or_else(|| (kind == RefKind::Owned).then(|| Owned::from_raw_option(word)).flatten());
        held.push((id, word, owned));
    }
    let mut registers = vec![Value::EMPTY; code.nregs];
    for (register, slot) in registers.iter_mut().zip(slots) {
        let Some(id) = slot else { continue };
        // A reference that the code owned moves; where it had none left, the register gets one of its own.
        let moved = held.iter_mut().find(|(held, _, owned)| held == id && owned.is_some());
        *register = match moved {
            Some((_, _, owned)) => owned.take().map_or(Value::EMPTY, Owned::into_raw),
            None => match held.iter().find(|(held, ..)| held == id) {
                Some((_, word, _)) if !word.is_empty() => word.own().into_raw(),
                _ => Value::EMPTY,
            },
        };
    }
    let mut old = Vec::with_capacity(code.nregs);
    for (reg, value) in registers.into_iter().enumerate() {
        // SAFETY: the window has room for the code's registers.
        old.push(unsafe { (*act).regs.add(reg).replace(value) });
    }
    // What the frame does not name goes, the highest register first.
    drop(held);
    old.into_iter().rev().for_each(Value::decref);
    result
}

/// The word of a value at an exit, and the reference to it if it had to be made.
fn to_word(rt: &Rt, word: ExitWord) -> Result<(Value, Option<Owned>), Raised> {
    let made = match word {
        ExitWord::Word(bits) => return Ok((value(bits), None)),
        ExitWord::Bool(truth) => return Ok((Value::bool(truth), None)),
        ExitWord::Int(number) => rt.int(number)?,
        ExitWord::Double(number) => rt.float(number)?,
    };
    Ok((*made, Some(made)))
}
