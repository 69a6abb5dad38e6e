//! The functions that machine code calls for opcodes without code of their own ([`lower::generic`](crate::lower)), as far as the runtime alone
//! can do what they say. [`install`] puts them into a context; a host that has more to say overrides entries of the table.
//!
//! # Contract
//!
//! A helper does what the contract of its opcode says ([`hir::Contract`]):
//!
//! 1. It gets the context, the opcode's immediates as words, and its operands: as arguments, or as an address of words and their number
//!    ([`passing`](crate::lower::passing)). Names and constants are references that outlive the call.
//! 2. Operands that the opcode steals are the helper's, also when it fails. All others are borrowed, and alive until it returns.
//! 3. Its result is an owned reference if the contract says it is new, and a borrowed one otherwise; a machine truth value is 0 or 1; the end
//!    of an iteration is [`ITER_DONE_WORD`](crate::ITER_DONE_WORD). Zero means that an exception is pending in the runtime's context. A second result goes to
//!    [`Context::second`], which is zero after a failure.
//! 4. It never unwinds: a panic becomes a pending SystemError.

mod attributes;
pub mod calls;
mod containers;
mod exceptions;
mod items;
mod iteration;
mod operators;
mod outcome;
mod slots;
pub mod types;

use crate::context::Context;
use outcome::Outcome;
use runtime::{Exc, Raised, Rt, Value};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Defines the helpers of a family of opcodes, and `install`, which puts them into a context's table.
///
/// ```text
/// Opcode fn name(rt, first: Type, …) -> Outcome { body }
/// ```
/// The body is a function's that may raise: it gives `Result<Outcome, Raised>`. Before it there may be `, at once { quick }`: where that
/// gives `Some(Outcome)`, without running code of the language and without a chance of panic, that is it.
macro_rules! helpers {
    ($( $(#[doc = $doc:literal])+ $op:ident fn $name:ident($rt:ident $(, $arg:ident: $ty:ty)* $(,)?) -> $result:ty
        $(, at once $quick:block)? $body:block )+) => {
        $(
            $(#[doc = $doc])+
            extern "C" fn $name(
                context: *mut crate::context::Context $(, $arg: $ty)*
            ) -> <$result as crate::helpers::outcome::Outcome>::Word {
                $(
                    let quick = |$rt: &runtime::Rt| -> Option<$result> { $quick };
                    // SAFETY: machine code runs in a context that outlives it, whose runtime was set by the host that installed the helpers.
                    if let Some(outcome) = quick(unsafe { &*(*context).rt }) {
                        return crate::helpers::outcome::Outcome::word(outcome);
                    }
                )?
                crate::helpers::run::<$result>(context, |$rt| $body)
            }
        )+

        /// Puts the family's helpers into the context's table.
        pub(super) fn install(context: &mut crate::context::Context) {
            $( context.helpers[hir::Opcode::$op as usize] = $name as *const u8; )+
        }
    };
}
use helpers;

/// Puts all helpers of this module into the context's table.
pub fn install(context: &mut Context) {
    operators::install(context);
    attributes::install(context);
    slots::install(context);
    items::install(context);
    iteration::install(context);
    containers::install(context);
    calls::install(context);
    exceptions::install(context);
    types::install(context);
}

/// A [`FreeHook`](crate::context::FreeHook): releases an object of the runtime whose count became zero.
///
/// # Safety
/// `object` is the word of such an object, and nothing uses it any more.
pub unsafe extern "C" fn free(context: *mut Context, object: u64) {
    run::<bool>(context, |rt| {
        let value = Value::from_ptr(std::ptr::with_exposed_provenance_mut::<u8>(object as usize));
        // SAFETY: the caller's promise.
        unsafe { rt.dealloc_dead(value) };
        Ok(true)
    });
}

/// Runs the body of a helper: what it gives becomes the word that machine code gets.
///
/// Helpers are reached only from machine code, which passes the context it was entered with.
fn run<T: Outcome>(context: *mut Context, body: impl FnOnce(&Rt) -> Result<T, Raised>) -> T::Word {
    // SAFETY: machine code runs in a context that outlives it, whose runtime was set by the host that installed the helpers.
    let rt = unsafe { &*(*context).rt };
    let result = match catch_unwind(AssertUnwindSafe(|| body(rt))) {
        Ok(result) => result,
        Err(panic) => Err(internal_error(rt, &*panic)),
    };
    match result {
        Ok(outcome) => {
            if let Some(second) = outcome.second() {
                // SAFETY: as above; nobody else uses the field now.
                unsafe { (*context).second = second };
            }
            outcome.word()
        }
        Err(Raised) => {
            if T::HAS_SECOND {
                // SAFETY: as above.
                unsafe { (*context).second = 0 };
            }
            T::FAILED
        }
    }
}

/// Makes a panic a pending exception.
#[cold]
fn internal_error(rt: &Rt, panic: &(dyn Any + Send)) -> Raised {
    let message = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    rt.raise(Exc::SystemError, format!("internal error: {}", message.unwrap_or("a helper of machine code panicked")))
}

/// The operands of a helper that gets them in memory.
///
/// # Safety
/// They are as many words, and stay while the helper runs.
unsafe fn operands<'a>(words: *const Value, count: usize) -> &'a [Value] {
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(words, count) }
}
