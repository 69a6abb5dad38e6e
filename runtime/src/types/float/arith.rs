//! Arithmetic and comparisons of floats.

use super::value;
use crate::error::{Exc, Raised, Res};
use crate::native::Args;
use crate::ops::{BinOp, CmpOp};
use crate::rt::Rt;
use crate::text::float_repr::truncate;
use crate::types::int::{Int, Number};
use crate::value::{Owned, Value};
use std::cmp::Ordering;

/// Whether floats have the operator.
pub(crate) fn has_operator(op: BinOp) -> bool {
    matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::TrueDiv | BinOp::FloorDiv | BinOp::Mod | BinOp::Pow)
}

/// `x op y`; `None` for an operator that floats do not have.
pub(crate) fn float_op(rt: &Rt, op: BinOp, x: f64, y: f64) -> Option<Res> {
    Some(match op {
        BinOp::Add => rt.float(x + y),
        BinOp::Sub => rt.float(x - y),
        BinOp::Mul => rt.float(x * y),
        BinOp::TrueDiv | BinOp::FloorDiv | BinOp::Mod if y == 0.0 => Err(division_by_zero(rt)),
        BinOp::TrueDiv => rt.float(x / y),
        BinOp::FloorDiv => rt.float(floor_divmod(x, y).0),
        BinOp::Mod => rt.float(modulo(x, y)),
        BinOp::Pow => pow(rt, x, y),
        _ => return None,
    })
}

#[cold]
fn division_by_zero(rt: &Rt) -> Raised {
    rt.raise(Exc::ZeroDivisionError, "division by zero")
}

/// The remainder with the sign of `y`, which is not zero.
fn modulo(x: f64, y: f64) -> f64 {
    let r = x % y;
    if r == 0.0 {
        0f64.copysign(y)
    } else if (y < 0.0) != (r < 0.0) {
        r + y
    } else {
        r
    }
}

/// Quotient rounded down and remainder; `y` is not zero.
fn floor_divmod(x: f64, y: f64) -> (f64, f64) {
    let rest = x % y;
    // `x - rest` is nearly a multiple of `y`, so the quotient is nearly whole.
    let mut quotient = (x - rest) / y;
    let rest = if rest == 0.0 {
        0f64.copysign(y)
    } else if (y < 0.0) != (rest < 0.0) {
        quotient -= 1.0;
        rest + y
    } else {
        rest
    };
    if quotient == 0.0 {
        return (0f64.copysign(x / y), rest);
    }
    let whole = quotient.floor();
    (if quotient - whole > 0.5 { whole + 1.0 } else { whole }, rest)
}

/// A float operand: a float, or an int converted.
///
/// # Errors
/// OverflowError for an int past the largest float.
fn operand(rt: &Rt, v: Value) -> Result<Option<f64>, Raised> {
    if let Some(f) = rt.as_float(v) {
        return Ok(Some(f));
    }
    if rt.is_int(v) { rt.int_to_f64(v).map(Some) } else { Ok(None) }
}

/// A special method: `a op b` if both are floats or ints, otherwise `NotImplemented`.
pub(super) fn operator(rt: &Rt, op: BinOp, a: Value, b: Value) -> Res {
    let (Some(x), Some(y)) = (operand(rt, a)?, operand(rt, b)?) else {
        return Ok(Value::not_implemented().own());
    };
    float_op(rt, op, x, y).unwrap_or_else(|| Ok(Value::not_implemented().own()))
}

/// `divmod(x, y)`.
///
/// # Errors
/// ZeroDivisionError, MemoryError.
pub(crate) fn divmod(rt: &Rt, x: f64, y: f64) -> Result<(Owned, Owned), Raised> {
    if y == 0.0 {
        return Err(division_by_zero(rt));
    }
    let (quotient, rest) = floor_divmod(x, y);
    Ok((rt.float(quotient)?, rt.float(rest)?))
}

pub(super) fn dunder_divmod(rt: &Rt, a: Value, b: Value) -> Res {
    let (Some(x), Some(y)) = (operand(rt, a)?, operand(rt, b)?) else {
        return Ok(Value::not_implemented().own());
    };
    let (quotient, rest) = divmod(rt, x, y)?;
    rt.pair(*quotient, *rest)
}

/// What `pow` with a modulus raises when a float takes part.
#[cold]
pub(crate) fn no_modulus(rt: &Rt) -> Raised {
    rt.type_error("pow() 3rd argument not allowed unless all arguments are integers")
}

pub(super) fn dunder_pow(rt: &Rt, a: Value, b: Value, modulus: Option<Value>) -> Res {
    if modulus.is_some_and(|m| !m.is_none()) {
        return Err(no_modulus(rt));
    }
    operator(rt, BinOp::Pow, a, b)
}

/// `x ** y`.
///
/// # Errors
/// ZeroDivisionError for zero to a negative power; OverflowError for a result past the largest float; ValueError for a negative
/// number to a fractional power, which would be a complex number.
pub(crate) fn pow(rt: &Rt, x: f64, y: f64) -> Res {
    if x == 0.0 && y < 0.0 {
        return Err(rt.raise(Exc::ZeroDivisionError, "zero to a negative power"));
    }
    if x < 0.0 && x.is_finite() && y.is_finite() && y.floor() != y {
        return Err(rt.value_error("negative number to a fractional power: complex numbers are not supported"));
    }
    // The C library's function follows the same rules for infinities, NaN and signs.
    let result = x.powf(y);
    if result.is_infinite() && x.is_finite() && y.is_finite() {
        let text = rt.str("Numerical result out of range")?;
        return Err(rt.raise_with(Exc::OverflowError, &[Value::int(34), *text]));
    }
    rt.float(result)
}

/// Which is larger, an int or a float; `None` for NaN. Exact at any size.
fn compare_with_int(i: Int<'_>, f: f64) -> Option<Ordering> {
    const EXACT: u64 = 1 << 53;
    if f.is_nan() {
        return None;
    }
    if let Int::Small(i) = i
        && i.unsigned_abs() <= EXACT
    {
        return (i as f64).partial_cmp(&f);
    }
    let Ok(whole) = truncate(f) else {
        return Some(if f > 0.0 { Ordering::Less } else { Ordering::Greater });
    };
    Some((*i.big()).cmp(&whole).then_with(|| {
        // Equal whole parts: the fraction decides.
        0.0.partial_cmp(&(f - f.trunc())).unwrap_or(Ordering::Equal)
    }))
}

pub(super) fn compare(rt: &Rt, args: &Args<'_>, op: CmpOp) -> Res {
    let x = value(rt, args.get(0));
    let other = args.get(1);
    if let Some(y) = rt.as_float(other) {
        return Ok(Value::bool(op.holds_f64(x, y)).own());
    }
    match Int::of(rt, other) {
        Some(i) => Ok(Value::bool(holds(op.swapped(), compare_with_int(i, x))).own()),
        None => Ok(Value::not_implemented().own()),
    }
}

/// `a op b` of exact ints, bools and floats; `None` for other values.
pub(crate) fn fast_compare(op: CmpOp, a: Value, b: Value) -> Option<bool> {
    Some(match (Number::exact(a)?, Number::exact(b)?) {
        (Number::Int(x), Number::Int(y)) => op.holds(x.cmp(y)),
        (Number::Float(x), Number::Float(y)) => op.holds_f64(x, y),
        (Number::Int(x), Number::Float(y)) => holds(op, compare_with_int(x, y)),
        (Number::Float(x), Number::Int(y)) => holds(op.swapped(), compare_with_int(y, x)),
    })
}

/// What an operator says of an ordering that NaN leaves open.
fn holds(op: CmpOp, ordering: Option<Ordering>) -> bool {
    ordering.map_or(op == CmpOp::Ne, |o| op.holds(o))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ints_and_floats_compare_exactly() {
        let big = 1i64 << 53;
        assert_eq!(compare_with_int(Int::Small(big + 1), big as f64), Some(Ordering::Greater));
        assert_eq!(compare_with_int(Int::Small(-big - 1), -(big as f64)), Some(Ordering::Less));
        assert_eq!(compare_with_int(Int::Small(1), 1.5), Some(Ordering::Less));
        assert_eq!(compare_with_int(Int::Small(i64::MAX), f64::INFINITY), Some(Ordering::Less));
        assert_eq!(compare_with_int(Int::Small(0), f64::NAN), None);
        let huge = dashu_int::IBig::from(1) << 2000;
        assert_eq!(compare_with_int(Int::Big(&huge), f64::MAX), Some(Ordering::Greater));
    }

    #[test]
    fn floor_division_keeps_signs() {
        assert_eq!(floor_divmod(7.5, -2.0), (-4.0, -0.5));
        assert!(floor_divmod(-0.0, 5.0).0.is_sign_negative());
        assert!(floor_divmod(-0.0, 5.0).1.is_sign_positive());
        assert_eq!(floor_divmod(-1.5, f64::INFINITY), (-1.0, f64::INFINITY));
    }
}
