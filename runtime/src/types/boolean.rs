//! Methods of bool.

use super::int::Int;
use crate::error::Res;
use crate::native::{Args, NativeDef};
use crate::object::Kind;
use crate::rt::Rt;
use crate::value::Value;

/// Methods.
pub const METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(cls, *args, **kwargs)", new),
    NativeDef::new("__repr__", "(self, /)", |rt, args| rt.intern(if args.get(0).is_true() { "True" } else { "False" })),
    NativeDef::new("__invert__", "(self, /)", |rt, args| {
        rt.warn_deprecated(INVERSION);
        rt.int(!i64::from(args.get(0).is_true()))
    }),
    NativeDef::new("__and__", "(self, value, /)", |rt, args| operator(rt, args, |a, b| a & b, |a, b| a & b)),
    NativeDef::new("__rand__", "(self, value, /)", |rt, args| operator(rt, args, |a, b| a & b, |a, b| a & b)),
    NativeDef::new("__or__", "(self, value, /)", |rt, args| operator(rt, args, |a, b| a | b, |a, b| a | b)),
    NativeDef::new("__ror__", "(self, value, /)", |rt, args| operator(rt, args, |a, b| a | b, |a, b| a | b)),
    NativeDef::new("__xor__", "(self, value, /)", |rt, args| operator(rt, args, |a, b| a ^ b, |a, b| a ^ b)),
    NativeDef::new("__rxor__", "(self, value, /)", |rt, args| operator(rt, args, |a, b| a ^ b, |a, b| a ^ b)),
];

const INVERSION: &str = "Bitwise inversion '~' on bool is deprecated and will be removed in Python 3.16. This returns the \
    bitwise inversion of the underlying int object and is usually not what you expect from negating a bool. Use the 'not' \
    operator for boolean negation or ~int(x) if you really want the bitwise inversion of the underlying int.";

fn new(rt: &Rt, args: &Args<'_>) -> Res {
    super::class_to_make(rt, args, Kind::Bool)?;
    if !args.names().is_empty() {
        return Err(rt.type_error("bool() takes no keyword arguments"));
    }
    match args.positional() {
        [_] => Ok(Value::bool(false).own()),
        [_, x] => Ok(Value::bool(rt.truth(*x)?).own()),
        more => Err(rt.type_error(format!("bool expected at most 1 argument, got {}", more.len() - 1))),
    }
}

/// A bitwise operator: a bool of two bools, otherwise int's.
fn operator(
    rt: &Rt,
    args: &Args<'_>,
    bools: fn(bool, bool) -> bool,
    ints: fn(&dashu_int::IBig, &dashu_int::IBig) -> dashu_int::IBig,
) -> Res {
    let (a, b) = (args.get(0), args.get(1));
    if rt.kind_of(b) == Kind::Bool {
        return Ok(Value::bool(bools(a.is_true(), b.is_true())).own());
    }
    match (Int::of(rt, a), Int::of(rt, b)) {
        (Some(x), Some(y)) => rt.int_big(ints(&x.big(), &y.big())),
        _ => Ok(Value::not_implemented().own()),
    }
}
