//! Floats: the table of methods.

mod arith;
mod convert;
mod methods;

pub(crate) use arith::{divmod, fast_compare, float_op, has_operator, no_modulus, pow};
pub(crate) use methods::format_with;
pub use methods::hash_f64;

use crate::native::{GetSetDef, NativeDef};
use crate::ops::{BinOp, CmpOp};
use crate::value::Value;

/// Methods.
pub const METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(cls, *args, **kwargs)", convert::new),
    NativeDef::new("__repr__", "(self, /)", methods::repr),
    NativeDef::new("__hash__", "(self, /)", methods::hash),
    NativeDef::new("__format__", "(self, format_spec, /)", methods::dunder_format),
    NativeDef::new("__lt__", "(self, value, /)", |rt, args| arith::compare(rt, args, CmpOp::Lt)),
    NativeDef::new("__le__", "(self, value, /)", |rt, args| arith::compare(rt, args, CmpOp::Le)),
    NativeDef::new("__eq__", "(self, value, /)", |rt, args| arith::compare(rt, args, CmpOp::Eq)),
    NativeDef::new("__ne__", "(self, value, /)", |rt, args| arith::compare(rt, args, CmpOp::Ne)),
    NativeDef::new("__gt__", "(self, value, /)", |rt, args| arith::compare(rt, args, CmpOp::Gt)),
    NativeDef::new("__ge__", "(self, value, /)", |rt, args| arith::compare(rt, args, CmpOp::Ge)),
    NativeDef::new("__add__", "(self, value, /)", |rt, args| arith::operator(rt, BinOp::Add, args.get(0), args.get(1))),
    NativeDef::new("__radd__", "(self, value, /)", |rt, args| {
        arith::operator(rt, BinOp::Add, args.get(1), args.get(0))
    }),
    NativeDef::new("__sub__", "(self, value, /)", |rt, args| arith::operator(rt, BinOp::Sub, args.get(0), args.get(1))),
    NativeDef::new("__rsub__", "(self, value, /)", |rt, args| {
        arith::operator(rt, BinOp::Sub, args.get(1), args.get(0))
    }),
    NativeDef::new("__mul__", "(self, value, /)", |rt, args| arith::operator(rt, BinOp::Mul, args.get(0), args.get(1))),
    NativeDef::new("__rmul__", "(self, value, /)", |rt, args| {
        arith::operator(rt, BinOp::Mul, args.get(1), args.get(0))
    }),
    NativeDef::new("__truediv__", "(self, value, /)", |rt, args| {
        arith::operator(rt, BinOp::TrueDiv, args.get(0), args.get(1))
    }),
    NativeDef::new("__rtruediv__", "(self, value, /)", |rt, args| {
        arith::operator(rt, BinOp::TrueDiv, args.get(1), args.get(0))
    }),
    NativeDef::new("__floordiv__", "(self, value, /)", |rt, args| {
        arith::operator(rt, BinOp::FloorDiv, args.get(0), args.get(1))
    }),
    NativeDef::new("__rfloordiv__", "(self, value, /)", |rt, args| {
        arith::operator(rt, BinOp::FloorDiv, args.get(1), args.get(0))
    }),
    NativeDef::new("__mod__", "(self, value, /)", |rt, args| arith::operator(rt, BinOp::Mod, args.get(0), args.get(1))),
    NativeDef::new("__rmod__", "(self, value, /)", |rt, args| {
        arith::operator(rt, BinOp::Mod, args.get(1), args.get(0))
    }),
    NativeDef::new("__divmod__", "(self, value, /)", |rt, args| arith::dunder_divmod(rt, args.get(0), args.get(1))),
    NativeDef::new("__rdivmod__", "(self, value, /)", |rt, args| arith::dunder_divmod(rt, args.get(1), args.get(0))),
    NativeDef::new("__pow__", "(self, value, mod=None, /)", |rt, args| {
        arith::dunder_pow(rt, args.get(0), args.get(1), args.opt(2))
    }),
    NativeDef::new("__rpow__", "(self, value, mod=None, /)", |rt, args| {
        arith::dunder_pow(rt, args.get(1), args.get(0), args.opt(2))
    }),
    NativeDef::new("__neg__", "(self, /)", methods::neg),
    NativeDef::new("__pos__", "(self, /)", methods::exact),
    NativeDef::new("__abs__", "(self, /)", methods::abs),
    NativeDef::new("__bool__", "(self, /)", methods::truth),
    NativeDef::new("__int__", "(self, /)", methods::trunc),
    NativeDef::new("__float__", "(self, /)", methods::exact),
    NativeDef::new("__round__", "(self, ndigits=None, /)", methods::round),
    NativeDef::new("__trunc__", "(self, /)", methods::trunc),
    NativeDef::new("__floor__", "(self, /)", methods::floor),
    NativeDef::new("__ceil__", "(self, /)", methods::ceil),
    NativeDef::new("__getnewargs__", "(self, /)", |rt, args| {
        let exact = methods::exact(rt, args)?;
        rt.tuple_from(&[*exact])
    }),
    NativeDef::new("__getformat__", "(cls, typestr, /)", methods::getformat),
    NativeDef::new("__sizeof__", "(self, /)", |rt, _| rt.int(24)),
    NativeDef::new("conjugate", "(self, /)", methods::exact),
    NativeDef::new("as_integer_ratio", "(self, /)", methods::as_integer_ratio),
    NativeDef::new("is_integer", "(self, /)", methods::is_integer),
    NativeDef::new("hex", "(self, /)", methods::hex),
    NativeDef::new("fromhex", "(cls, string, /)", convert::fromhex),
    NativeDef::new("from_number", "(cls, number, /)", convert::from_number),
];

/// Computed attributes.
pub const GETSETS: &[GetSetDef] = &[
    GetSetDef { name: "real", get: methods::exact_of, set: None },
    GetSetDef { name: "imag", get: |rt, _| rt.float(0.0), set: None },
];

/// The value of a float whose kind the caller has checked.
fn value(rt: &crate::rt::Rt, v: Value) -> f64 {
    rt.as_float(v).unwrap_or(0.0)
}
