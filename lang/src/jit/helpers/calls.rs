//! Calls.

use super::{Running, helpers};
use crate::interp::call;
use ::jit::helpers::calls::method_arguments;
use runtime::object::shape_id;
use runtime::{Args, Owned, Res, Value};

helpers! {
    /// `a(…)`.
    Call fn call(r, words: *const Value, count: usize) -> Owned {
        // SAFETY: machine code passes its operands so.
        let all = unsafe { std::slice::from_raw_parts(words, count) };
        value(r, all[0], &Args::positional_only(&all[1..]))
    }

    /// As `call`, after a method was looked up.
    CallMethod fn call_method(r, words: *const Value, count: usize) -> Owned {
        // SAFETY: machine code passes its operands so.
        let all = unsafe { std::slice::from_raw_parts(words, count) };
        value(r, all[0], &Args::positional_only(method_arguments(all)))
    }

    /// As `call`, with keywords.
    CallKw fn call_keywords(r, names: Value, words: *const Value, count: usize) -> Owned {
        // SAFETY: machine code passes its operands so.
        let all = unsafe { std::slice::from_raw_parts(words, count) };
        value(r, all[0], &Args::with_keywords(&all[1..], r.rt.as_tuple(names).unwrap_or(&[])))
    }

    /// As `call_method`, with keywords.
    CallMethodKw fn call_method_keywords(r, names: Value, words: *const Value, count: usize) -> Owned {
        // SAFETY: machine code passes its operands so.
        let all = unsafe { std::slice::from_raw_parts(words, count) };
        value(r, all[0], &Args::with_keywords(method_arguments(all), r.rt.as_tuple(names).unwrap_or(&[])))
    }
}

/// Calls a value; a hosted function without a detour.
fn value(r: &Running<'_>, callable: Value, args: &Args<'_>) -> Res {
    if callable.has_shape(shape_id::FUNCTION) {
        call::call_function(r.rt, callable, args)
    } else {
        r.rt.call_args(callable, args)
    }
}
