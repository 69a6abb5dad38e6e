//! Integers: the table of methods, and the fast paths of arithmetic.

mod arith;
mod bytes;
mod convert;
mod format;
mod methods;
mod power;

pub use arith::fast_binary;
pub(crate) use arith::{divmod, shown_bits};
pub(in crate::types) use convert::digits_of;
pub use format::decimal;
pub(crate) use format::format_with;
pub(crate) use power::{modular_power, ternary as ternary_power};

use crate::native::{GetSetDef, NativeDef};
use crate::object::{IntObj, Kind};
use crate::ops::{BinOp, CmpOp};
use crate::rt::Rt;
use crate::text::parse_number::IntRef;
use crate::value::Value;
use dashu_int::IBig;
use std::borrow::Cow;

/// Methods.
pub const METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(cls, *args, **kwargs)", convert::new),
    NativeDef::new("__repr__", "(self, /)", format::repr),
    NativeDef::new("__hash__", "(self, /)", methods::hash),
    NativeDef::new("__format__", "(self, format_spec, /)", format::dunder_format),
    NativeDef::new("__lt__", "(self, value, /)", |rt, args| methods::compare(rt, args, CmpOp::Lt)),
    NativeDef::new("__le__", "(self, value, /)", |rt, args| methods::compare(rt, args, CmpOp::Le)),
    NativeDef::new("__eq__", "(self, value, /)", |rt, args| methods::compare(rt, args, CmpOp::Eq)),
    NativeDef::new("__ne__", "(self, value, /)", |rt, args| methods::compare(rt, args, CmpOp::Ne)),
    NativeDef::new("__gt__", "(self, value, /)", |rt, args| methods::compare(rt, args, CmpOp::Gt)),
    NativeDef::new("__ge__", "(self, value, /)", |rt, args| methods::compare(rt, args, CmpOp::Ge)),
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
    NativeDef::new("__divmod__", "(self, value, /)", |rt, args| methods::dunder_divmod(rt, args.get(0), args.get(1))),
    NativeDef::new("__rdivmod__", "(self, value, /)", |rt, args| methods::dunder_divmod(rt, args.get(1), args.get(0))),
    NativeDef::new("__pow__", "(self, value, mod=None, /)", |rt, args| {
        power::dunder_pow(rt, args.get(0), args.get(1), args.opt(2))
    }),
    NativeDef::new("__rpow__", "(self, value, mod=None, /)", |rt, args| {
        power::dunder_pow(rt, args.get(1), args.get(0), args.opt(2))
    }),
    NativeDef::new("__lshift__", "(self, value, /)", |rt, args| {
        arith::operator(rt, BinOp::LShift, args.get(0), args.get(1))
    }),
    NativeDef::new("__rlshift__", "(self, value, /)", |rt, args| {
        arith::operator(rt, BinOp::LShift, args.get(1), args.get(0))
    }),
    NativeDef::new("__rshift__", "(self, value, /)", |rt, args| {
        arith::operator(rt, BinOp::RShift, args.get(0), args.get(1))
    }),
    NativeDef::new("__rrshift__", "(self, value, /)", |rt, args| {
        arith::operator(rt, BinOp::RShift, args.get(1), args.get(0))
    }),
    NativeDef::new("__and__", "(self, value, /)", |rt, args| arith::operator(rt, BinOp::And, args.get(0), args.get(1))),
    NativeDef::new("__rand__", "(self, value, /)", |rt, args| {
        arith::operator(rt, BinOp::And, args.get(1), args.get(0))
    }),
    NativeDef::new("__or__", "(self, value, /)", |rt, args| arith::operator(rt, BinOp::Or, args.get(0), args.get(1))),
    NativeDef::new("__ror__", "(self, value, /)", |rt, args| arith::operator(rt, BinOp::Or, args.get(1), args.get(0))),
    NativeDef::new("__xor__", "(self, value, /)", |rt, args| arith::operator(rt, BinOp::Xor, args.get(0), args.get(1))),
    NativeDef::new("__rxor__", "(self, value, /)", |rt, args| {
        arith::operator(rt, BinOp::Xor, args.get(1), args.get(0))
    }),
    NativeDef::new("__neg__", "(self, /)", methods::neg),
    NativeDef::new("__pos__", "(self, /)", methods::exact),
    NativeDef::new("__abs__", "(self, /)", methods::abs),
    NativeDef::new("__invert__", "(self, /)", methods::invert),
    NativeDef::new("__bool__", "(self, /)", methods::truth),
    NativeDef::new("__int__", "(self, /)", methods::exact),
    NativeDef::new("__float__", "(self, /)", methods::float),
    NativeDef::new("__index__", "(self, /)", methods::exact),
    NativeDef::new("__round__", "(self, ndigits=None, /)", methods::round),
    NativeDef::new("__trunc__", "(self, /)", methods::exact),
    NativeDef::new("__floor__", "(self, /)", methods::exact),
    NativeDef::new("__ceil__", "(self, /)", methods::exact),
    NativeDef::new("__getnewargs__", "(self, /)", |rt, args| {
        let exact = methods::exact(rt, args)?;
        rt.tuple_from(&[*exact])
    }),
    NativeDef::new("__sizeof__", "(self, /)", methods::sizeof),
    NativeDef::new("conjugate", "(self, /)", methods::exact),
    NativeDef::new("bit_length", "(self, /)", methods::bit_length),
    NativeDef::new("bit_count", "(self, /)", methods::bit_count),
    NativeDef::new("to_bytes", "(self, /, length=1, byteorder='big', *, signed=False)", bytes::to_bytes),
    NativeDef::new("from_bytes", "(cls, /, bytes, byteorder='big', *, signed=False)", bytes::from_bytes),
    NativeDef::new("as_integer_ratio", "(self, /)", |rt, args| {
        let exact = methods::exact(rt, args)?;
        rt.pair(*exact, Value::int(1))
    }),
    NativeDef::new("is_integer", "(self, /)", |_, _| Ok(Value::bool(true).own())),
];

/// Computed attributes.
pub const GETSETS: &[GetSetDef] = &[
    GetSetDef { name: "real", get: methods::exact_of, set: None },
    GetSetDef { name: "imag", get: |_, _| Ok(Value::int(0).own()), set: None },
    GetSetDef { name: "numerator", get: methods::exact_of, set: None },
    GetSetDef { name: "denominator", get: |_, _| Ok(Value::int(1).own()), set: None },
];

/// The prime that hashes of numbers are reduced by: 2⁶¹ − 1.
pub const HASH_MODULUS: i64 = (1 << 61) - 1;

/// Hash of an integer, as in CPython.
#[inline]
pub fn hash_i64(i: i64) -> i64 {
    if (-1..HASH_MODULUS).contains(&i) {
        return if i == -1 { -2 } else { i };
    }
    let h = (i.unsigned_abs() % HASH_MODULUS as u64) as i64;
    match if i < 0 { -h } else { h } {
        -1 => -2,
        h => h,
    }
}

/// Hash of a big integer, as in CPython.
pub fn hash_big(i: &IBig) -> i64 {
    match i % HASH_MODULUS {
        -1 => -2,
        h => h,
    }
}

/// A `__hash__` result beyond 63 bits, reduced as CPython does.
pub fn wrap_hash(i: &IBig) -> i64 {
    match i64::try_from(i) {
        Ok(-1) => -2,
        Ok(i) => i,
        Err(_) => hash_big(i),
    }
}

/// An integer operand, borrowed from its object.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Int<'a> {
    /// Any integer of 64 bits.
    Small(i64),
    /// One of more than 64 bits.
    Big(&'a IBig),
}

impl<'a> Int<'a> {
    /// The value of an int, a bool or an instance of a subclass. The caller keeps `v` alive.
    #[inline]
    pub(crate) fn of(rt: &Rt, v: Value) -> Option<Int<'a>> {
        if let Some(i) = v.as_small_int() {
            return Some(Int::Small(i));
        }
        match rt.kind_of_ptr(v)? {
            Kind::Int => Some(Int::of_object(v)),
            Kind::Bool => Some(Int::Small(i64::from(v.is_true()))),
            _ => None,
        }
    }

    /// The value of a heap integer.
    fn of_object(v: Value) -> Int<'a> {
        // SAFETY: callers have checked the kind.
        let big = unsafe { &v.layout::<IntObj>().value };
        match i64::try_from(big) {
            Ok(i) => Int::Small(i),
            Err(_) => Int::Big(big),
        }
    }

    /// The value if 128 bits hold it.
    #[inline]
    pub(crate) fn as_i128(self) -> Option<i128> {
        match self {
            Int::Small(i) => Some(i.into()),
            Int::Big(i) => i128::try_from(i).ok(),
        }
    }

    /// As a big integer.
    pub(crate) fn big(self) -> Cow<'a, IBig> {
        match self {
            Int::Small(i) => Cow::Owned(IBig::from(i)),
            Int::Big(i) => Cow::Borrowed(i),
        }
    }

    /// Bits of the magnitude.
    pub(crate) fn bit_len(self) -> usize {
        use dashu_int::ops::BitTest;
        match self {
            Int::Small(i) => (64 - i.unsigned_abs().leading_zeros()) as usize,
            Int::Big(i) => i.bit_len(),
        }
    }

    /// Whether it is below zero.
    pub(crate) fn is_negative(self) -> bool {
        match self {
            Int::Small(i) => i < 0,
            Int::Big(i) => *i < IBig::ZERO,
        }
    }

    /// The nearest float, ties to even; `None` past the largest.
    pub(crate) fn to_f64(self) -> Option<f64> {
        crate::text::parse_number::int_to_float(self.as_ref())
    }

    /// For the functions that write numbers.
    pub(crate) fn as_ref(self) -> IntRef<'a> {
        match self {
            Int::Small(i) => IntRef::Small(i),
            Int::Big(i) => IntRef::Big(i),
        }
    }
}

/// What an exact built-in number is to arithmetic.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Number<'a> {
    /// An int or a bool.
    Int(Int<'a>),
    /// A float.
    Float(f64),
}

impl<'a> Number<'a> {
    /// An exact int, bool or float; `None` for other values and for instances of subclasses.
    #[inline]
    pub(crate) fn exact(v: Value) -> Option<Number<'a>> {
        use crate::object::{FloatObj, shape_id};
        if let Some(i) = v.as_small_int() {
            return Some(Number::Int(Int::Small(i)));
        }
        if v.is_word_float() {
            return Some(Number::Float(v.word_float_unchecked()));
        }
        match v.shape() {
            shape_id::INT => Some(Number::Int(Int::of_object(v))),
            shape_id::BOOL => Some(Number::Int(Int::Small(i64::from(v.is_true())))),
            // SAFETY: the shape says the layout.
            shape_id::FLOAT => Some(Number::Float(unsafe { v.layout::<FloatObj>() }.value)),
            _ => None,
        }
    }
}
