//! Methods and unary operators of integers.

use super::{Int, arith, hash_big, hash_i64};
use crate::error::Res;
use crate::native::Args;
use crate::object::shape_id;
use crate::ops::CmpOp;
use crate::rt::Rt;
use crate::value::Value;
use dashu_int::IBig;
use dashu_int::ops::{Abs, BitTest};

/// The receiver, which the caller of the native has checked to be an int.
fn this<'a>(rt: &Rt, args: &Args<'a>) -> Int<'a> {
    Int::of(rt, args.get(0)).unwrap_or(Int::Small(0))
}

pub(super) fn hash(rt: &Rt, args: &Args<'_>) -> Res {
    rt.int(match this(rt, args) {
        Int::Small(i) => hash_i64(i),
        Int::Big(i) => hash_big(i),
    })
}

pub(super) fn compare(rt: &Rt, args: &Args<'_>, op: CmpOp) -> Res {
    Ok(match Int::of(rt, args.get(1)) {
        Some(other) => Value::bool(op.holds(this(rt, args).cmp(other))).own(),
        None => Value::not_implemented().own(),
    })
}

impl Int<'_> {
    /// Which is larger.
    pub(crate) fn cmp(self, other: Int<'_>) -> std::cmp::Ordering {
        use std::cmp::Ordering;
        match (self, other) {
            (Int::Small(x), Int::Small(y)) => x.cmp(&y),
            (Int::Big(x), Int::Big(y)) => x.cmp(y),
            // A big one is beyond every small one.
            (Int::Small(_), y) => {
                if y.is_negative() {
                    Ordering::Greater
                } else {
                    Ordering::Less
                }
            }
            (x, Int::Small(_)) => {
                if x.is_negative() {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
            }
        }
    }
}

/// The value as an exact int.
pub(super) fn exact(rt: &Rt, args: &Args<'_>) -> Res {
    exact_of(rt, args.get(0))
}

pub(super) fn exact_of(rt: &Rt, v: Value) -> Res {
    if v.is_small_int() || v.has_shape(shape_id::INT) {
        return Ok(v.own());
    }
    match Int::of(rt, v) {
        Some(Int::Small(i)) => rt.int(i),
        Some(Int::Big(i)) => rt.int_big(i.clone()),
        None => Err(rt.type_error("an integer is required")),
    }
}

pub(super) fn neg(rt: &Rt, args: &Args<'_>) -> Res {
    rt.int_big(match this(rt, args) {
        Int::Small(i) => -IBig::from(i),
        Int::Big(i) => -i,
    })
}

pub(super) fn invert(rt: &Rt, args: &Args<'_>) -> Res {
    match this(rt, args) {
        Int::Small(i) => rt.int(!i),
        Int::Big(i) => rt.int_big(!i),
    }
}

pub(super) fn abs(rt: &Rt, args: &Args<'_>) -> Res {
    match this(rt, args) {
        Int::Small(i) => rt.int_u64(i.unsigned_abs()),
        Int::Big(i) => rt.int_big(i.abs()),
    }
}

pub(super) fn truth(rt: &Rt, args: &Args<'_>) -> Res {
    Ok(Value::bool(!matches!(this(rt, args), Int::Small(0))).own())
}

pub(super) fn float(rt: &Rt, args: &Args<'_>) -> Res {
    match this(rt, args).to_f64() {
        Some(f) => rt.float(f),
        None => Err(arith::too_large_for_float(rt)),
    }
}

/// The size that CPython's object of the value has: a header and digits of 30 bits.
pub(super) fn sizeof(rt: &Rt, args: &Args<'_>) -> Res {
    rt.int(24 + 4 * this(rt, args).bit_len().div_ceil(30).max(1) as i64)
}

pub(super) fn bit_length(rt: &Rt, args: &Args<'_>) -> Res {
    rt.int(this(rt, args).bit_len() as i64)
}

pub(super) fn bit_count(rt: &Rt, args: &Args<'_>) -> Res {
    rt.int(match this(rt, args) {
        Int::Small(i) => i64::from(i.unsigned_abs().count_ones()),
        Int::Big(i) => i.clone().into_parts().1.count_ones() as i64,
    })
}

pub(super) fn dunder_divmod(rt: &Rt, a: Value, b: Value) -> Res {
    match (Int::of(rt, a), Int::of(rt, b)) {
        (Some(x), Some(y)) => {
            let (q, r) = arith::divmod(rt, x, y)?;
            rt.pair(*q, *r)
        }
        _ => Ok(Value::not_implemented().own()),
    }
}

/// `round(i, ndigits)`: to a multiple of a power of ten, ties to the even one.
pub(super) fn round(rt: &Rt, args: &Args<'_>) -> Res {
    let Some(digits) = args.opt(1).filter(|d| !d.is_none()) else { return exact(rt, args) };
    let digits = rt.index_clamped(digits)?;
    if digits >= 0 {
        return exact(rt, args);
    }
    let value = this(rt, args);
    // A number of b bits has fewer than b / 3 + 2 decimal digits; rounding off more than that leaves nothing.
    if digits.unsigned_abs() > (value.bit_len() / 3 + 2) as u64 {
        return rt.int(0);
    }
    let unit = IBig::from(10).pow(digits.unsigned_abs() as usize);
    let value = value.big();
    let (quotient, rest) = arith::divmod_floor(&value, &unit);
    let twice = &rest * 2;
    let up = twice > unit || (twice == unit && quotient.bit(0));
    rt.int_big(if up { &*value - rest + unit } else { &*value - rest })
}
