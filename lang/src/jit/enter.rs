//! Running machine code instead of the loop.
//!
//! A function that runs as machine code has no activation: its arguments are in registers, and should it leave in the middle, `leave` makes
//! one. Whoever calls it here, from the interpreter or native code, keeps its arguments (or, where ends of lives can be seen, passes them on).

use super::Machine;
use super::code_state::Compiled;
use super::compile::{MAX_REGISTER_ARGS, word};
use super::stats::count;
use crate::bytecode::Insn;
use crate::hir_build;
use crate::interp::code::{Code, code_of};
use crate::interp::stack::{Activation, Role};
use crate::interp::{Vm, call as calls, frames};
use ::jit::context::Context;
use runtime::object::{FunctionObj, shape_id};
use runtime::{Exc, Owned, Raised, Res, Rt, Value};
use smallvec::SmallVec;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Native stack that machine code leaves for what it calls; with less the interpreter goes on, which needs none for calls.
const RESERVE: usize = 256 << 10;

/// Whether there is native stack for machine code.
fn has_room(rt: &Rt) -> bool {
    let here = 0u8;
    (&raw const here).addr() > rt.stack_limit.get() + RESERVE
}

/// The arguments of a call.
pub(crate) enum Given<'a> {
    /// The caller keeps them.
    Kept(&'a [Value]),
    /// In registers of the interpreter, which keeps them, or loses them if they are consumed.
    Registers(*mut Value, usize),
    /// They go with the call.
    Passed(SmallVec<[Owned; 6]>),
}

/// Counts a call of the code. Whether it may go to machine code: there is some, or it is time to make some.
#[inline(always)]
pub(crate) fn wants(code: &Code) -> bool {
    !code.jit.entry.get().is_null() || code.jit.is_called()
}

/// Whether a call of code that [wants](wants) it goes to machine code, which is made if there is none.
pub(crate) fn can(rt: &Rt, vm: &Vm, code: &Code) -> bool {
    // More calls than can be counted.
    let Some(machine) = vm.machine() else {
        code.jit.give_up();
        return false;
    };
    has_room(rt) && (!code.jit.entry.get().is_null() || machine.prepare_call(rt, code))
}

/// Calls `f`, a function of this code, as machine code, if [that can be](can). The arguments are those of all its parameters.
#[inline(never)]
pub(crate) fn call(rt: &Rt, vm: &Vm, f: Value, code: &Code, given: Given<'_>) -> Option<Res> {
    if can(rt, vm, code) { Some(go(rt, vm, f, code, given)) } else { None }
}

/// Calls `f`, a function of this code, as machine code, if there is some that takes these arguments of all its parameters as they are.
#[inline(always)]
pub(crate) fn at_once(rt: &Rt, vm: &Vm, f: Value, code: &Code, args: &[Value]) -> Option<Res> {
    let entry = code.jit.entry.get();
    if entry.is_null() || args.len() > MAX_REGISTER_ARGS {
        return None;
    }
    let machine = vm.machine().filter(|machine| !machine.observed() && has_room(rt))?;
    count(&machine.stats.calls);
    let mut six = [0; 6];
    six.iter_mut().zip(args).for_each(|(to, value)| *to = word(*value));
    Some(machine.enter(rt, entry, f, six))
}

/// Calls `f`, a function of this code, as machine code, which [can be](can).
pub(crate) fn go(rt: &Rt, vm: &Vm, f: Value, code: &Code, given: Given<'_>) -> Res {
    let Some(machine) = vm.machine() else { return Err(rt.raise(Exc::SystemError, "there is no machine code")) };
    count(&machine.stats.calls);
    run(rt, machine, f, code, given)
}

fn run(rt: &Rt, machine: &Machine, f: Value, code: &Code, given: Given<'_>) -> Res {
    let consumed = machine.observed();
    let mut words: SmallVec<[u64; 8]> = SmallVec::new();
    let mut kept: SmallVec<[Owned; 6]> = SmallVec::new();
    match given {
        Given::Kept(values) if consumed => words.extend(values.iter().map(|v| word(v.own().into_raw()))),
        Given::Kept(values) => words.extend(values.iter().copied().map(word)),
        Given::Registers(regs, n) => {
            for k in 0..n {
                // SAFETY: the caller's: as many registers hold the arguments.
                words.push(word(unsafe {
                    if consumed { regs.add(k).replace(Value::EMPTY) } else { regs.add(k).read() }
                }));
            }
        }
        Given::Passed(values) if consumed => words.extend(values.into_iter().map(|v| word(v.into_raw()))),
        Given::Passed(values) => {
            words.extend(values.iter().map(|v| word(v.value())));
            kept = values;
        }
    }
    let entry = code.jit.entry.get();
    let result = if words.len() <= MAX_REGISTER_ARGS {
        let mut six = [0; 6];
        six[..words.len()].copy_from_slice(&words);
        machine.enter(rt, entry, f, six)
    } else {
        let address = words.as_mut_ptr().expose_provenance() as u64;
        machine.enter(rt, entry, f, [address, 0, 0, 0, 0, 0])
    };
    while let Some(last) = kept.pop() {
        drop(last);
    }
    result
}

impl Machine {
    /// Runs machine code.
    fn enter(&self, rt: &Rt, entry: *const u8, f: Value, words: [u64; 6]) -> Res {
        let context = self.context();
        let running = self.running.get();
        self.running.set(running + 1);
        // SAFETY: the context is this machine's, prepared by its compiler, its hooks are this module's and `leave`'s; the caller passes what the
        // code takes. The code is that of a version, which stays while somebody runs.
        let word = unsafe {
            (*context).stack_limit = rt.stack_limit.get() + RESERVE;
            if running == 0 {
                self.compiler.call_words(entry, context, word(f), words)
            } else {
                self.compiler.call_words_inside(entry, context, word(f), words)
            }
        };
        self.running.set(running);
        Owned::from_raw_option(value(word)).ok_or(Raised)
    }
}

/// What machine code calls for a function that has none: compiles it, or runs it otherwise.
///
/// # Safety
/// As [`CallHook`](::jit::context::CallHook).
pub(super) unsafe extern "C" fn call_hook(context: *mut Context, function: u64, registers: *const [u64; 6]) -> u64 {
    // SAFETY: the context's runtime is that of the engine that the code runs in.
    let rt = unsafe { &*(*context).rt };
    let result = catch_unwind(AssertUnwindSafe(|| {
        let f = value(function);
        // SAFETY: direct calls are of functions, with all their arguments where the convention says.
        let args = unsafe {
            let code = code_of((*f.as_ptr().cast::<FunctionObj>()).code.get());
            let count = hir_build::parameters(&code.proto);
            let words = if count <= MAX_REGISTER_ARGS {
                registers.cast::<Value>()
            } else {
                value((*registers)[0]).as_ptr().cast::<Value>().cast_const()
            };
            std::slice::from_raw_parts(words, count)
        };
        calls::call_function(rt, f, &runtime::Args::positional_only(args))
    }));
    match result {
        Ok(Ok(result)) => word(result.into_raw()),
        Ok(Err(Raised)) => 0,
        Err(_) => {
            let Raised = rt.raise(Exc::SystemError, "internal error: a call from machine code panicked");
            0
        }
    }
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
    let frame = Frame::pop(rt, vm, act);
    let rest = frame.take_rest(code, &version);
    let entry = version.function.code().entry();
    let window = frame.regs.expose_provenance() as u64;
    let result = machine.enter(rt, entry, *frame.func, [window, 0, 0, 0, 0, 0]);
    rest.into_iter().rev().for_each(drop);
    let outermost = frame.role == Role::Entry;
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
        held.is_empty() || held.has_shape(shape_id::CELL)
    };
    cells.chain(code.nlocals - code.nfree..code.nlocals).all(is_fine)
}

/// What is left of an activation that goes on as machine code: its registers still stand in the window, until other activations use it.
struct Frame {
    func: Owned,
    regs: *mut Value,
    role: Role,
    extra: Value,
}

impl Frame {
    /// Takes the activation on top away.
    fn pop(rt: &Rt, vm: &Vm, act: *mut Activation) -> Frame {
        // SAFETY: the activation is on top; its references move out.
        unsafe {
            frames::forget(act);
            let frame = Frame {
                func: Owned::from_raw((*act).func),
                regs: (*act).regs,
                role: (*act).role,
                extra: std::mem::replace(&mut (*act).extra, Value::EMPTY),
            };
            calls::drop_activation(rt, vm, act);
            frame
        }
    }

    /// The registers that the version does not take.
    fn take_rest(&self, code: &Code, version: &Compiled) -> SmallVec<[Owned; 8]> {
        let untaken = (0..code.nregs).filter(|&reg| !version.takes.contains(&(reg as u32)));
        // SAFETY: the window has the code's registers, and nobody has used it since.
        untaken.filter_map(|reg| Owned::from_raw_option(unsafe { self.regs.add(reg).replace(Value::EMPTY) })).collect()
    }

    /// Passes the result on; gives it back if native code waits for it.
    fn deliver(self, rt: &Rt, vm: &Vm, result: Res) -> Result<Option<Owned>, Raised> {
        let instance = Owned::from_raw_option(self.extra);
        let result = result?;
        drop(self.func);
        if self.role == Role::Entry {
            return Ok(Some(result));
        }
        calls::pass_on(rt, vm, instance, result)?;
        Ok(None)
    }
}

/// The value of a word that machine code gave.
pub(super) fn value(word: u64) -> Value {
    Value::from_ptr(std::ptr::with_exposed_provenance_mut::<u8>(word as usize))
}
