//! Leaving machine code in the middle: activations are made of what the exit says, one for the function and one for each that was inlined
//! in it, and the interpreter goes on.

use super::Machine;
use super::enter::value;
use super::stats::count;
use crate::bytecode::Op;
use crate::hir_build::UNSEEN;
use crate::interp::call::{self, Frame};
use crate::interp::code::{Code, code_of};
use crate::interp::run::{self, Exit, Fault};
use crate::interp::stack::Role;
use crate::interp::{Vm, frames, unwind};
use ::jit::CompiledFunction;
use ::jit::context::{Context, Registers};
use ::jit::jit::{ExitWord, FrameInfo};
use hir::{RefKind, ValueId};
use runtime::{Exc, Owned, Raised, Res, Rt, Value};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What machine code calls to leave: the result is the function's.
///
/// # Safety
/// As [`ExitHook`](::jit::context::ExitHook): called by code of this engine, whose function stands below the frame pointer.
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
        // SAFETY: the registers and the frame are the exit's; the function that runs is the word below the frame pointer.
        let (values, callee) = unsafe { (exit.read(&*registers, frame), value(frame.cast::<u64>().sub(1).read())) };
        leave(rt, vm, machine, (&function, number), values, callee)
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

fn leave(
    rt: &Rt,
    vm: &Vm,
    machine: &Machine,
    (function, number): (&CompiledFunction, u32),
    values: Vec<(ValueId, RefKind, ExitWord)>,
    callee: Value,
) -> Res {
    let (exit, forced) = (&function.exits()[number as usize], function.take_forced(number));
    let address = function.code().entry();
    let outer_code = code_of(frames::function_code(rt, callee));
    let mut error = exit.error;
    let mut held = Held::new(rt, values).unwrap_or_else(|(held, Raised)| {
        error = true;
        held
    });
    let pc = exit.frames.first().map_or(0, |frame| frame.pc);
    machine.stats.exit(&exit.reason);
    // The call is the activation's from here on, and those that were inlined go on not counting.
    let depth = vm.depth.get();
    let room = i32::try_from(exit.frames.len()).unwrap_or(i32::MAX);
    vm.room().set(vm.room().get() + room);
    let pushed = push_all(rt, vm, &exit.frames, &mut held, callee, error);
    // What the frames do not name goes.
    drop(held);
    if pushed.is_err() && vm.depth.get() == depth {
        vm.room().set(vm.room().get() - room);
        return Err(Raised);
    }
    // SAFETY: an activation was pushed; its code is alive.
    let code = unsafe { &*(*vm.current.get()).code };
    if pushed.is_err() {
        // The call that the activation on top executes has failed.
        error = true;
    }
    // At the start of a call there may be no loop ahead at which the interpreter would see an interrupt.
    let is_start = &*exit.reason == "CheckStack" && !error;
    if is_start && rt.interrupt.load(std::sync::atomic::Ordering::Relaxed) && rt.take_interrupt() {
        let Raised = rt.raise_with(Exc::KeyboardInterrupt, &[]);
        // SAFETY: an activation is on top, at an instruction, which counts as the one that failed.
        unsafe { (*vm.current.get()).pc = (*vm.current.get()).pc.add(1) };
        error = true;
    }
    if !error && forced {
        count(&machine.stats.forced);
    } else if !error {
        note_guess(machine, outer_code, address, code, &exit.reason, pc);
    } else {
        let again = pushed.is_ok() && is_again(rt, code, pc);
        if let Err(Raised) = unwind::unwind(rt, vm, Fault { raised: Raised, again }) {
            vm.room().set(vm.room().get() - room);
            return Err(Raised);
        }
    }
    let result = run::run(rt, vm);
    vm.room().set(vm.room().get() - room);
    match result? {
        Exit::Returned(v) | Exit::Yielded(v) => Ok(v),
    }
}

/// Pushes the activations, that of the machine code's own function first. In the frame of an inlined function the function and, if it is the
/// `__init__` of a call of a class, the instance come before the registers.
fn push_all(rt: &Rt, vm: &Vm, frames: &[FrameInfo], held: &mut Held, callee: Value, error: bool) -> Result<(), Raised> {
    let innermost = frames.len() - 1;
    for (depth, frame) in frames.iter().rev().enumerate() {
        let (func, extra, slots) = match &frame.slots[..] {
            slots if depth == 0 => (callee.own(), Value::EMPTY, slots),
            [func, extra, slots @ ..] => {
                let func = held.take(*func).ok_or(Raised)?;
                (func, held.take(*extra).map_or(Value::EMPTY, Owned::into_raw), slots)
            }
            _ => return Err(Raised),
        };
        let role = match depth {
            0 => Role::Entry,
            _ if extra.is_empty() => Role::Call,
            _ => Role::Init,
        };
        let code = code_of(frames::function_code(rt, *func));
        // A guard's instruction is executed again; one that failed is over, as is a call.
        let next = frame.pc as usize + usize::from(error || depth < innermost);
        push(rt, vm, func, code, next, extra, role, |k| {
            slots.get(k).copied().flatten().and_then(|id| held.take(Some(id)))
        })?;
    }
    Ok(())
}

/// Pushes an activation in the middle of its code.
#[allow(clippy::too_many_arguments)]
fn push(
    rt: &Rt,
    vm: &Vm,
    func: Owned,
    code: &Code,
    pc: usize,
    extra: Value,
    role: Role,
    mut register: impl FnMut(usize) -> Option<Owned>,
) -> Result<(), Raised> {
    let window = vm.top();
    // SAFETY: one past the window; checked before it is used.
    let top = unsafe { window.add(code.nregs) };
    let globals = match rt.as_function(*func) {
        Some(function) => function.globals.get(),
        None => code.only_globals().unwrap_or(Value::EMPTY),
    };
    let frame = Frame { func: *func, code, globals, regs: window, top, extra, role };
    if let Err(raised) = call::push_resumed(rt, vm, frame) {
        extra.decref();
        return Err(raised);
    }
    // The activation owns the function now.
    let _ = func.into_raw();
    // SAFETY: the window has room for the code's registers; the instruction is one of the code's.
    unsafe {
        for k in 0..code.nregs {
            window.add(k).write(register(k).map_or(Value::EMPTY, Owned::into_raw));
        }
        (*vm.current.get()).pc = code.insns.as_ptr().add(pc).cast_mut().cast();
    }
    Ok(())
}

/// The values of an exit.
struct Held(Vec<(ValueId, Value, Option<Owned>)>);

impl Held {
    /// Makes words of all values.
    ///
    /// # Errors
    /// No memory for one of them: something else stands for it.
    fn new(rt: &Rt, values: Vec<(ValueId, RefKind, ExitWord)>) -> Result<Held, (Held, Raised)> {
        let mut failed = false;
        let mut held = Vec::with_capacity(values.len());
        for (id, kind, word) in values {
            let (word, made) = to_word(rt, word).unwrap_or_else(|Raised| {
                failed = true;
                (Value::none(), None)
            });
            let owned = made.or_else(|| (kind == RefKind::Owned).then(|| Owned::from_raw_option(word)).flatten());
            held.push((id, word, owned));
        }
        if failed { Err((Held(held), Raised)) } else { Ok(Held(held)) }
    }

    /// A reference to a value: one that the code owned moves; where it has none left, there is a new one.
    fn take(&mut self, id: Option<ValueId>) -> Option<Owned> {
        let id = id?;
        let mut same = self.0.iter_mut().filter(|(held, ..)| *held == id);
        if let Some(owned) = same.find_map(|(_, _, owned)| owned.take()) {
            return Some(owned);
        }
        let word = self.0.iter().find(|(held, ..)| *held == id)?.1;
        word.some().map(Value::own)
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

/// How often an instruction that had never been executed is executed by the interpreter before the code is compiled anew.
const UNSEEN_PATIENCE: u32 = 4;

/// Remembers that a guard failed; a guess that is wrong too often is given up, and the code compiled anew. `outer` is the code whose version,
/// whose machine code begins at `address`, failed; `code` that of the instruction, which may have been inlined.
fn note_guess(machine: &Machine, outer: &Code, address: *const u8, code: &Code, reason: &str, pc: u32) {
    if matches!(reason, "Poll" | "GuardQuiet" | "handler" | "CheckStack") {
        return;
    }
    let mut versions = code.jit.versions.borrow_mut();
    let at_first = if reason == UNSEEN { UNSEEN_PATIENCE } else { machine.mode.wrong_guesses() };
    let patience = versions.patience(at_first);
    let failures = versions.failures.entry(pc).or_default();
    *failures += 1;
    // What had never been executed is no guess: the interpreter is seeing it now.
    let unseen = reason == UNSEEN;
    if *failures <= patience {
        return;
    }
    versions.failures.remove(&pc);
    if !unseen {
        *versions.doubtful.entry(pc).or_default() += 1;
    }
    // What else is wrong now and then is not guessed again either.
    let others: Vec<u32> = versions.failures.iter().filter(|(_, count)| **count >= 5).map(|(&pc, _)| pc).collect();
    for pc in others {
        versions.failures.remove(&pc);
        *versions.doubtful.entry(pc).or_default() += 1;
    }
    drop(versions);
    outer.jit.retire_one(address, !std::ptr::eq(outer, code));
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
