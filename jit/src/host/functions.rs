//! Compiled functions as objects of the language, which the `Call` instruction calls.

use super::{Host, run_native};
use crate::context::Context;
use crate::jit::CompiledFunction;
use crate::natives::word_of;
use runtime::boxed::NativeObject;
use runtime::{NativeDef, Owned, Raised, Value};

/// The object. It holds no references: what a closure captures is the language's.
struct FunctionObject {
    code: CompiledFunction,
}

impl NativeObject for FunctionObject {
    const NAME: &'static str = "compiled_function";
    const METHODS: &'static [NativeDef] = &[];

    fn visit(&self, _: &mut dyn FnMut(Value)) {}
}

impl Host {
    /// A new object for a compiled function: [`call_object`](Self::call_object) and HIR's `Call` call it.
    ///
    /// # Errors
    /// MemoryError; a SystemError if the function is another host's.
    pub fn function_object(&self, code: CompiledFunction) -> Result<Owned, Raised> {
        self.check_owner(&code)?;
        self.rt.new_boxed(FunctionObject { code })
    }

    /// Calls an object: a [compiled function](Self::function_object), or whatever else the runtime can call.
    ///
    /// # Errors
    /// What it raises; a TypeError if it cannot be called.
    pub fn call_object(&self, callee: Value, args: &[Value]) -> Result<Owned, Raised> {
        // The object may die during the call; its code does not.
        match self.rt.boxed::<FunctionObject>(callee).map(|object| object.code.clone()) {
            Some(code) => self.call(&code, args),
            None => self.rt.call(callee, args),
        }
    }
}

/// The helper of `Call`, by the contract in [`helpers`](crate::helpers).
pub(super) extern "C" fn call(context: *mut Context, words: *const Value, count: usize) -> u64 {
    run_native(context, |host| {
        // SAFETY: machine code passes its operands so; they stay while the helper runs.
        let all = unsafe { std::slice::from_raw_parts(words, count) };
        host.call_object(all[0], &all[1..]).map(|result| word_of(result.into_raw()))
    })
}
