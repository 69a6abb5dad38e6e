//! The functions that machine code calls and that need the interpreter: names, imports, functions, tracebacks.

mod attributes;
mod calls;
mod definitions;
mod exceptions;
mod names;

use super::enter::value;
use super::lookups::Lookups;
use crate::interp::code::{Code, code_of};
use crate::interp::{Vm, frames};
use ::jit::context::Context;
use hir::Opcode;
use runtime::{Exc, Owned, Raised, Rt, Value};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a helper works on.
struct Running<'e> {
    rt: &'e Rt,
    vm: &'e Vm,
    context: *mut Context,
}

/// What a helper gives, and how machine code sees it.
trait Answer {
    type Word;
    fn word(self) -> Self::Word;
    const FAILED: Self::Word;
}

/// A new reference.
impl Answer for Owned {
    type Word = Value;
    const FAILED: Value = Value::EMPTY;
    fn word(self) -> Value {
        self.into_raw()
    }
}

/// A reference that somebody else keeps, or the empty word.
impl Answer for Value {
    type Word = Value;
    const FAILED: Value = Value::EMPTY;
    fn word(self) -> Value {
        self
    }
}

/// It was done.
impl Answer for () {
    type Word = u64;
    const FAILED: u64 = 0;
    fn word(self) -> u64 {
        1
    }
}

/// Runs the body of a helper. A panic becomes a pending exception: nothing unwinds through machine code.
fn answer<T: Answer>(context: *mut Context, body: impl FnOnce(&Running<'_>) -> Result<T, Raised>) -> T::Word {
    // SAFETY: machine code passes the context that it was entered with, whose runtime and host are those of its engine.
    let running = unsafe { Running { rt: &*(*context).rt, vm: &*(*context).host.cast_const().cast::<Vm>(), context } };
    match catch_unwind(AssertUnwindSafe(|| body(&running))) {
        Ok(Ok(result)) => result.word(),
        Ok(Err(Raised)) => T::FAILED,
        Err(_) => {
            let Raised = running.rt.raise(Exc::SystemError, "internal error: a helper of machine code panicked");
            T::FAILED
        }
    }
}

impl Running<'_> {
    /// What runs: a function, or a code object; for helpers that [want](wants_function) it.
    fn function(&self) -> Value {
        // SAFETY: machine code has put it there just now.
        value(unsafe { (*self.context).function })
    }

    /// Its code.
    fn code(&self) -> &Code {
        code_of(frames::function_code(self.rt, self.function()))
    }

    /// Its globals.
    fn globals(&self) -> Value {
        match self.rt.as_function(self.function()) {
            Some(function) => function.globals.get(),
            None => self.code().only_globals().unwrap_or(Value::EMPTY),
        }
    }

    /// What was found before in objects of many shapes.
    fn lookups(&self) -> &Lookups {
        match self.vm.machine() {
            Some(machine) => &machine.lookups,
            None => unreachable!("helpers are called by machine code"),
        }
    }

    /// Passes a second result.
    fn second(&self, value: Option<Owned>) {
        let value = value.map_or(Value::EMPTY, Owned::into_raw);
        // SAFETY: the context is that of the code that calls, which waits.
        unsafe { (*self.context).second = value.as_ptr().expose_provenance() as u64 };
    }
}

/// Defines the helpers of a family of opcodes, and `install`.
macro_rules! helpers {
    ($( $(#[doc = $doc:literal])+ $op:ident fn $name:ident($running:ident $(, $arg:ident: $ty:ty)*) -> $result:ty $body:block )+) => {
        $(
            $(#[doc = $doc])+
            extern "C" fn $name(
                context: *mut ::jit::context::Context $(, $arg: $ty)*
            ) -> <$result as $crate::jit::helpers::Answer>::Word {
                $crate::jit::helpers::answer::<$result>(context, |$running| $body)
            }
        )+

        /// Puts the family's helpers into the context's table.
        pub(super) fn install(context: &mut ::jit::context::Context) {
            $( context.helpers[hir::Opcode::$op as usize] = $name as *const u8; )+
        }
    };
}
use helpers;

/// Whether the helper of an opcode asks what function runs.
pub(super) fn wants_function(op: Opcode) -> bool {
    use Opcode::*;
    matches!(
        op,
        LoadGlobal
            | LoadGlobalCached
            | StoreGlobal
            | DelGlobal
            | LoadName
            | ImportName
            | ImportStar
            | LoadNameOrCell
            | MakeFunction
            | TakeExc
    )
}

/// Puts all helpers into the context's table: those of this module, in the place of those that know the runtime only.
pub(super) fn install(context: &mut Context) {
    ::jit::helpers::install(context);
    attributes::install(context);
    calls::install(context);
    names::install(context);
    definitions::install(context);
    exceptions::install(context);
}
