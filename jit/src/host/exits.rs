//! Where machine code leaves in the middle and the language goes on.

use super::{Host, words};
use crate::context::{Context, Registers};
use crate::jit::{ExitInfo, ExitWord};
use hir::{RefKind, Type, ValueId};
use runtime::{Exc, Owned, Raised, Rt, Value};
use std::panic::{AssertUnwindSafe, catch_unwind};

pub(super) type ExitHandler = Box<dyn Fn(&Host, HostExit) -> Result<Datum, Raised>>;

/// A value of the language, or a machine value.
#[derive(Clone, Debug)]
pub enum Datum {
    /// A value of the language, with its reference.
    Object(Owned),
    /// A machine integer.
    Int(i64),
    /// A machine float.
    Double(f64),
    /// A machine truth value.
    Bool(bool),
}

impl Datum {
    /// As a value of the language.
    ///
    /// # Errors
    /// MemoryError.
    pub fn into_object(self, rt: &Rt) -> Result<Owned, Raised> {
        match self {
            Datum::Object(object) => Ok(object),
            Datum::Int(value) => rt.int(value),
            Datum::Double(value) => rt.float(value),
            Datum::Bool(value) => Ok(Value::bool(value).own()),
        }
    }
}

/// A frame state, with its values.
#[derive(Debug)]
pub struct ExitFrame {
    /// The code that the frame is of, as the function's builder named it.
    pub code: Box<str>,
    /// Where in it.
    pub pc: u32,
    /// Its registers; nothing where the frame state has nothing, or the value is missing.
    pub slots: Vec<Option<Datum>>,
}

/// An exit that was taken.
#[derive(Debug)]
pub struct HostExit {
    /// The function that was left.
    pub function: Box<str>,
    /// Why: the guard's opcode, or what the `Deopt` says.
    pub reason: Box<str>,
    /// Whether an exception is pending. Otherwise a guard failed, and its instruction has done nothing yet.
    pub error: bool,
    /// The line of the source, or 0.
    pub line: u32,
    /// The frames, innermost first.
    pub frames: Vec<ExitFrame>,
}

/// As [`ExitHook`](crate::context::ExitHook).
///
/// # Safety
/// Called by code that a host entered.
pub(super) unsafe extern "C" fn exit_hook(
    context: *mut Context,
    number: u32,
    registers: *const Registers,
    frame: *const u8,
    address: *const u8,
) -> u64 {
    // SAFETY: the context names the host that entered the code.
    let host = unsafe { &*(*context).host.cast_const().cast::<Host>() };
    let result = catch_unwind(AssertUnwindSafe(|| {
        let unknown = || host.rt.raise(Exc::SystemError, "machine code left by an exit that is not known");
        let function = host.jit.code_map().find(address).ok_or_else(unknown)?;
        let info = function.exits().get(number as usize).ok_or_else(unknown)?;
        function.take_forced(number);
        // SAFETY: the registers and the frame are the exit's.
        let values = unsafe { info.read(&*registers, frame) };
        let exit = HostExit {
            function: function.name().into(),
            reason: info.reason.clone(),
            error: info.error,
            line: info.line,
            frames: frames(info, values),
        };
        let result = function.signature().result;
        bits(&host.rt, result, go_on(host, exit)?)
    }));
    let result = result.unwrap_or_else(|panic| Err(super::internal_error(host, &*panic)));
    // SAFETY: the context is the host's; nobody holds a reference into it.
    unsafe { (*context).pending = u64::from(result.is_err()) };
    result.unwrap_or(0)
}

/// As [`OverflowHook`](crate::context::OverflowHook): RecursionError.
///
/// # Safety
/// Called by code that a host entered.
pub(super) unsafe extern "C" fn overflow_hook(context: *mut Context, ints: *const [u64; 6], address: *const u8) -> u64 {
    // SAFETY: the context names the host that entered the code.
    let host = unsafe { &*(*context).host.cast_const().cast::<Host>() };
    let result = catch_unwind(AssertUnwindSafe(|| {
        if let Some(function) = host.jit.code_map().find(address) {
            let mut words = super::Words::new(&function);
            // SAFETY: the routine stored the arguments there.
            words.ints[..6].copy_from_slice(unsafe { &*ints });
            if function.passing() == crate::lower::ArgPassing::Registers {
                words.release_taken();
            }
        }
        host.rt.stack_error()
    }));
    if let Err(panic) = result {
        let Raised = super::internal_error(host, &*panic);
    }
    // SAFETY: the context is the host's; nobody holds a reference into it.
    unsafe { (*context).pending = 1 };
    0
}

/// What the language does at an exit.
fn go_on(host: &Host, exit: HostExit) -> Result<Datum, Raised> {
    match &host.on_exit {
        Some(handler) => handler(host, exit),
        None if exit.error => Err(Raised),
        None => {
            let message = format!("{} left machine code by {}, and nobody goes on", exit.function, exit.reason);
            Err(host.rt.raise(Exc::SystemError, message))
        }
    }
}

/// The frames of an exit. A reference that the code owned moves to the first slot that names it; others get references of their own.
fn frames(info: &ExitInfo, values: Vec<(ValueId, RefKind, ExitWord)>) -> Vec<ExitFrame> {
    let mut held: Vec<(ValueId, ExitWord, Option<Owned>)> = values
        .into_iter()
        .map(|(id, kind, word)| {
            let owned = match word {
                ExitWord::Word(bits) if kind == RefKind::Owned => Owned::from_raw_option(value_of(bits)),
                _ => None,
            };
            (id, word, owned)
        })
        .collect();
    let mut slot = |id: ValueId| {
        if let Some((.., owned)) = held.iter_mut().find(|(held, _, owned)| *held == id && owned.is_some()) {
            return owned.take().map(Datum::Object);
        }
        let &(_, word, _) = held.iter().find(|(held, ..)| *held == id)?;
        match word {
            ExitWord::Word(bits) => value_of(bits).some().map(|value| Datum::Object(value.own())),
            ExitWord::Int(value) => Some(Datum::Int(value)),
            ExitWord::Double(value) => Some(Datum::Double(value)),
            ExitWord::Bool(value) => Some(Datum::Bool(value)),
        }
    };
    let frame = |frame: &crate::jit::FrameInfo| ExitFrame {
        code: frame.code.clone(),
        pc: frame.pc,
        slots: frame.slots.iter().map(|id| id.and_then(&mut slot)).collect(),
    };
    info.frames.iter().map(frame).collect()
}

/// The result of a function that gives type `ty`, made of what the language went on to.
fn bits(rt: &Rt, ty: Type, datum: Datum) -> Result<u64, Raised> {
    let wrong = || rt.raise(Exc::SystemError, "after an exit, the result is not what the function gives");
    match datum {
        Datum::Int(value) if ty.is_subtype(Type::C_INT64) => Ok(value as u64),
        Datum::Double(value) if ty.is_subtype(Type::C_DOUBLE) => Ok(value.to_bits()),
        Datum::Bool(value) if ty.is_subtype(Type::C_BOOL) => Ok(u64::from(value)),
        datum if ty.is_machine() => {
            let value = datum.into_object(rt)?;
            let found = if ty.is_subtype(Type::C_INT64) {
                rt.as_i64(*value).filter(|_| rt.is_int(*value)).map(|value| value as u64)
            } else if ty.is_subtype(Type::C_DOUBLE) {
                rt.as_float(*value).map(f64::to_bits)
            } else {
                words::truth(*value).map(u64::from).filter(|_| ty.is_subtype(Type::C_BOOL))
            };
            found.ok_or_else(wrong)
        }
        datum => {
            let value = datum.into_object(rt)?;
            if words::is_of(rt, *value, ty) { Ok(crate::natives::word_of(value.into_raw())) } else { Err(wrong()) }
        }
    }
}

/// The value of a word.
pub(crate) fn value_of(word: u64) -> Value {
    Value::from_ptr(std::ptr::with_exposed_provenance_mut::<u8>(word as usize))
}
