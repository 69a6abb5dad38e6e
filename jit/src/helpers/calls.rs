//! Calls of any callable. A host whose functions are compiled puts its own in their places.

use super::{helpers, operands};
use runtime::{Args, Owned, Raised, Rt, Value};

helpers! {
    /// `a(…)`.
    Call fn call(rt, words: *const Value, count: usize) -> Owned {
        // SAFETY: machine code passes its operands so.
        let all = unsafe { operands(words, count) };
        rt.call(all[0], &all[1..])
    }

    /// As `call`, after a method was looked up.
    CallMethod fn call_method(rt, words: *const Value, count: usize) -> Owned {
        // SAFETY: machine code passes its operands so.
        let all = unsafe { operands(words, count) };
        rt.call(all[0], method_arguments(all))
    }

    /// As `call`, with keywords.
    CallKw fn call_keywords(rt, names: Value, words: *const Value, count: usize) -> Owned {
        // SAFETY: machine code passes its operands so.
        let all = unsafe { operands(words, count) };
        with_names(rt, all[0], &all[1..], names)
    }

    /// As `call_method`, with keywords.
    CallMethodKw fn call_method_keywords(rt, names: Value, words: *const Value, count: usize) -> Owned {
        // SAFETY: machine code passes its operands so.
        let all = unsafe { operands(words, count) };
        with_names(rt, all[0], method_arguments(all), names)
    }

    /// `a(*b, **c)`.
    CallEx fn call_spread(rt, a: Value, b: Value, c: Value) -> Owned {
        let spread = rt.spread(a, b, c)?;
        rt.call_args(a, &Args::with_keywords(&spread.values, &spread.names))
    }
}

/// The arguments among the operands of `CallMethod` or `CallMethodKw`: the receiver is the first, if there is one.
///
/// # Panics
/// If there are fewer than two operands.
pub fn method_arguments(all: &[Value]) -> &[Value] {
    if all[1].is_empty() { &all[2..] } else { &all[1..] }
}

fn with_names(rt: &Rt, callable: Value, values: &[Value], names: Value) -> Result<Owned, Raised> {
    rt.call_args(callable, &Args::with_keywords(values, rt.as_tuple(names).unwrap_or(&[])))
}
