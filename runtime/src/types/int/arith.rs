//! Arithmetic and bitwise operators of integers.

use super::{Int, Number, power};
use crate::error::{Exc, Raised, Res};
use crate::number::MAX_INT_BITS;
use crate::object::shape_id;
use crate::ops::BinOp;
use crate::rt::Rt;
use crate::types::float;
use crate::value::{Owned, Value};
use dashu_int::ops::{BitTest, DivRem};
use dashu_int::{IBig, UBig};

/// `a op b` when both are exact ints, bools or floats and the operator is one of numbers: no class can have a say then.
#[inline]
pub fn fast_binary(rt: &Rt, op: BinOp, a: Value, b: Value) -> Option<Res> {
    if a.is_small_int() && b.is_small_int() {
        if let Some(i) = small(op, a.small_int_unchecked(), b.small_int_unchecked()) {
            return Some(rt.int(i));
        }
    } else if let (Some(x), Some(y)) = (in_word(a), in_word(b)) {
        match op {
            BinOp::Add => return Some(rt.float(x + y)),
            BinOp::Sub => return Some(rt.float(x - y)),
            BinOp::Mul => return Some(rt.float(x * y)),
            BinOp::TrueDiv if y != 0.0 => return Some(rt.float(x / y)),
            _ => {}
        }
    } else if !may_be_number(a) {
        return None;
    }
    numbers(rt, op, a, b)
}

/// A number kept in the word, as a float.
#[inline(always)]
fn in_word(v: Value) -> Option<f64> {
    if v.is_word_float() { Some(v.word_float_unchecked()) } else { v.as_small_int().map(|i| i as f64) }
}

/// Whether this is an exact int, bool or float.
#[inline]
fn may_be_number(v: Value) -> bool {
    !v.is_ptr() || matches!(v.shape(), shape_id::INT | shape_id::FLOAT | shape_id::BOOL)
}

/// `x op y` of small integers if the result is an integer of 64 bits and no exception is due.
#[inline]
fn small(op: BinOp, x: i64, y: i64) -> Option<i64> {
    Some(match op {
        // 63-bit operands cannot overflow 64 bits here.
        BinOp::Add => x + y,
        BinOp::Sub => x - y,
        BinOp::Mul => x.checked_mul(y)?,
        BinOp::FloorDiv if y != 0 => {
            let (q, r) = (x / y, x % y);
            if r != 0 && (r ^ y) < 0 { q - 1 } else { q }
        }
        BinOp::Mod if y != 0 => {
            let r = x % y;
            if r != 0 && (r ^ y) < 0 { r + y } else { r }
        }
        BinOp::And => x & y,
        BinOp::Or => x | y,
        BinOp::Xor => x ^ y,
        BinOp::RShift if y >= 0 => x >> y.min(63),
        BinOp::LShift if (0..62).contains(&y) && x.unsigned_abs() < 1 << (62 - y) => x << y,
        BinOp::Pow if y >= 0 => power::small(x, y)?,
        _ => return None,
    })
}

/// The operators of exact numbers that are not both small integers or have no small result.
#[inline(never)]
fn numbers(rt: &Rt, op: BinOp, a: Value, b: Value) -> Option<Res> {
    let (x, y) = (Number::exact(a)?, Number::exact(b)?);
    match (x, y) {
        (Number::Int(x), Number::Int(y)) => {
            let bools = matches!(op, BinOp::And | BinOp::Or | BinOp::Xor)
                && a.has_shape(shape_id::BOOL)
                && b.has_shape(shape_id::BOOL);
            let result = int_op(rt, op, x, y)?;
            Some(if bools { result.map(|i| Value::bool(*i == Value::int(1)).own()) } else { result })
        }
        (Number::Float(x), Number::Float(y)) => float::float_op(rt, op, x, y),
        (Number::Int(_), Number::Float(_)) | (Number::Float(_), Number::Int(_)) if !float::has_operator(op) => None,
        (Number::Int(x), Number::Float(y)) => Some(match x.to_f64() {
            Some(x) => float::float_op(rt, op, x, y)?,
            None => Err(too_large_for_float(rt)),
        }),
        (Number::Float(x), Number::Int(y)) => Some(match y.to_f64() {
            Some(y) => float::float_op(rt, op, x, y)?,
            None => Err(too_large_for_float(rt)),
        }),
    }
}

#[cold]
pub(super) fn too_large_for_float(rt: &Rt) -> Raised {
    rt.overflow_error("int too large to convert to float")
}

#[cold]
pub(super) fn division_by_zero(rt: &Rt) -> Raised {
    rt.raise(Exc::ZeroDivisionError, "division by zero")
}

/// A special method: `a op b` if both are ints (of any class), otherwise `NotImplemented`.
pub(super) fn operator(rt: &Rt, op: BinOp, a: Value, b: Value) -> Res {
    match (Int::of(rt, a), Int::of(rt, b)) {
        (Some(x), Some(y)) => int_op(rt, op, x, y).unwrap_or_else(|| Ok(Value::not_implemented().own())),
        _ => Ok(Value::not_implemented().own()),
    }
}

/// Raises MemoryError if an integer of `bits` bits is not to be made.
///
/// # Errors
/// MemoryError.
#[inline]
pub(super) fn room(rt: &Rt, bits: usize) -> Result<(), Raised> {
    const ALWAYS: usize = 1 << 16;
    if bits <= ALWAYS { Ok(()) } else { room_for_many(rt, bits) }
}

#[cold]
fn room_for_many(rt: &Rt, bits: usize) -> Result<(), Raised> {
    // The result, and as much again while it is computed.
    if bits > MAX_INT_BITS || !rt.heap_allows(bits / 4) {
        return Err(rt.memory_error());
    }
    rt.poll()
}

/// `x op y`; `None` for an operator that integers do not have.
fn int_op(rt: &Rt, op: BinOp, x: Int<'_>, y: Int<'_>) -> Option<Res> {
    if let (Some(a), Some(b)) = (x.as_i128(), y.as_i128())
        && let Some(i) = wide(op, a, b)
    {
        return Some(rt.int_i128(i));
    }
    Some(match op {
        BinOp::Add => add(rt, x, y),
        BinOp::Sub => sub(rt, x, y),
        BinOp::Mul => mul(rt, x, y),
        BinOp::TrueDiv => true_div(rt, x, y),
        BinOp::FloorDiv => floor_div(rt, x, y),
        BinOp::Mod => modulo(rt, x, y),
        BinOp::Pow => power::pow(rt, x, y),
        BinOp::LShift => shift_left(rt, x, y),
        BinOp::RShift => shift_right(rt, x, y),
        BinOp::And => bitwise(rt, x, y, |a, b| a & b),
        BinOp::Or => bitwise(rt, x, y, |a, b| a | b),
        BinOp::Xor => bitwise(rt, x, y, |a, b| a ^ b),
        BinOp::MatMul => return None,
    })
}

/// `x op y` if that needs no more than 128 bits.
fn wide(op: BinOp, x: i128, y: i128) -> Option<i128> {
    match op {
        BinOp::Add => x.checked_add(y),
        BinOp::Sub => x.checked_sub(y),
        BinOp::Mul => x.checked_mul(y),
        BinOp::And => Some(x & y),
        BinOp::Or => Some(x | y),
        BinOp::Xor => Some(x ^ y),
        BinOp::RShift if (0..128).contains(&y) => Some(x >> y),
        BinOp::LShift if (0..64).contains(&y) && i64::try_from(x).is_ok() => Some(x << y),
        BinOp::Mod if y != 0 => {
            let r = x.checked_rem(y)?;
            Some(if r != 0 && (r ^ y) < 0 { r + y } else { r })
        }
        BinOp::FloorDiv if y != 0 => {
            let q = x.checked_div(y)?;
            Some(if (x ^ y) < 0 && q * y != x { q - 1 } else { q })
        }
        _ => None,
    }
}

fn add(rt: &Rt, x: Int<'_>, y: Int<'_>) -> Res {
    room(rt, x.bit_len().max(y.bit_len()))?;
    rt.int_big(match (x, y) {
        (Int::Small(x), Int::Small(y)) => IBig::from(x) + y,
        (Int::Big(x), Int::Big(y)) => x + y,
        (Int::Big(x), Int::Small(y)) | (Int::Small(y), Int::Big(x)) => x + y,
    })
}

fn sub(rt: &Rt, x: Int<'_>, y: Int<'_>) -> Res {
    room(rt, x.bit_len().max(y.bit_len()))?;
    rt.int_big(match (x, y) {
        (Int::Small(x), Int::Small(y)) => IBig::from(x) - y,
        (Int::Big(x), Int::Big(y)) => x - y,
        (Int::Big(x), Int::Small(y)) => x - y,
        (Int::Small(x), Int::Big(y)) => x - y,
    })
}

fn mul(rt: &Rt, x: Int<'_>, y: Int<'_>) -> Res {
    room(rt, x.bit_len() + y.bit_len())?;
    rt.int_big(match (x, y) {
        (Int::Small(x), Int::Small(y)) => IBig::from(x) * y,
        (Int::Big(x), Int::Big(y)) => x * y,
        (Int::Big(x), Int::Small(y)) | (Int::Small(y), Int::Big(x)) => x * y,
    })
}

fn bitwise(rt: &Rt, x: Int<'_>, y: Int<'_>, op: fn(&IBig, &IBig) -> IBig) -> Res {
    room(rt, x.bit_len().max(y.bit_len()))?;
    rt.int_big(op(&x.big(), &y.big()))
}

/// Quotient rounded down, and the remainder with the divisor's sign; `y` is not zero.
pub(crate) fn divmod_floor(x: &IBig, y: &IBig) -> (IBig, IBig) {
    let (q, r) = x.div_rem(y);
    if r.is_zero() || (r < IBig::ZERO) == (*y < IBig::ZERO) { (q, r) } else { (q - 1, r + y) }
}

fn floor_div(rt: &Rt, x: Int<'_>, y: Int<'_>) -> Res {
    if matches!(y, Int::Small(0)) {
        return Err(division_by_zero(rt));
    }
    room(rt, x.bit_len())?;
    rt.int_big(divmod_floor(&x.big(), &y.big()).0)
}

fn modulo(rt: &Rt, x: Int<'_>, y: Int<'_>) -> Res {
    match (x, y) {
        (_, Int::Small(0)) => Err(division_by_zero(rt)),
        (Int::Big(x), Int::Small(y)) => {
            let r = x % y;
            rt.int(if r != 0 && (r ^ y) < 0 { r + y } else { r })
        }
        _ => {
            room(rt, x.bit_len())?;
            rt.int_big(divmod_floor(&x.big(), &y.big()).1)
        }
    }
}

/// `divmod(x, y)`, each part an int.
///
/// # Errors
/// ZeroDivisionError, MemoryError.
pub(crate) fn divmod(rt: &Rt, x: Int<'_>, y: Int<'_>) -> Result<(Owned, Owned), Raised> {
    if let (Int::Small(x), Int::Small(y)) = (x, y)
        && y != 0
        && let Some(q) = x.checked_div(y)
    {
        let r = x % y;
        let (q, r) = if r != 0 && (r ^ y) < 0 { (q - 1, r + y) } else { (q, r) };
        return Ok((rt.int(q)?, rt.int(r)?));
    }
    if matches!(y, Int::Small(0)) {
        return Err(division_by_zero(rt));
    }
    room(rt, x.bit_len())?;
    let (q, r) = divmod_floor(&x.big(), &y.big());
    Ok((rt.int_big(q)?, rt.int_big(r)?))
}

/// A count of bits to shift by: `None` for one that no memory could hold the result of.
fn shift_count(rt: &Rt, y: Int<'_>) -> Result<Option<usize>, Raised> {
    match y {
        _ if y.is_negative() => Err(rt.value_error("negative shift count")),
        Int::Small(y) => Ok(Some(y as usize)),
        Int::Big(_) => Ok(None),
    }
}

fn shift_left(rt: &Rt, x: Int<'_>, y: Int<'_>) -> Res {
    let count = shift_count(rt, y)?;
    if matches!(x, Int::Small(0)) {
        return rt.int(0);
    }
    // As many bits as CPython's own counter of digits holds.
    const MOST: usize = i64::MAX as usize - 60;
    let Some(count) = count.filter(|c| *c <= MOST) else {
        return Err(rt.overflow_error("too many digits in integer"));
    };
    room(rt, x.bit_len().saturating_add(count))?;
    rt.int_big(match x {
        Int::Small(x) => IBig::from(x) << count,
        Int::Big(x) => x << count,
    })
}

fn shift_right(rt: &Rt, x: Int<'_>, y: Int<'_>) -> Res {
    let count = shift_count(rt, y)?;
    match (x, count) {
        (Int::Small(x), Some(count)) => rt.int(x >> count.min(63)),
        (Int::Big(x), Some(count)) if count < x.bit_len() => rt.int_big(x >> count),
        (x, _) => rt.int(if x.is_negative() { -1 } else { 0 }),
    }
}

fn true_div(rt: &Rt, x: Int<'_>, y: Int<'_>) -> Res {
    const EXACT: u64 = 1 << 53;
    match (x, y) {
        (_, Int::Small(0)) => Err(division_by_zero(rt)),
        (Int::Small(x), Int::Small(y)) if x.unsigned_abs() <= EXACT && y.unsigned_abs() <= EXACT => {
            rt.float(x as f64 / y as f64)
        }
        _ => {
            let negative = x.is_negative() != y.is_negative();
            let (_, a) = x.big().into_owned().into_parts();
            let (_, b) = y.big().into_owned().into_parts();
            match quotient(&a, &b) {
                Some(q) => rt.float(if negative { -q } else { q }),
                None => Err(rt.overflow_error("integer division result too large for a float")),
            }
        }
    }
}

/// `a / b` rounded once to the nearest float, ties to even; `None` past the largest. `b` is not zero.
fn quotient(a: &UBig, b: &UBig) -> Option<f64> {
    const MANTISSA: i64 = f64::MANTISSA_DIGITS as i64;
    const LOWEST: i64 = f64::MIN_EXP as i64;
    const HIGHEST: i64 = f64::MAX_EXP as i64;
    if a.is_zero() {
        return Some(0.0);
    }
    let difference = a.bit_len() as i64 - b.bit_len() as i64;
    if difference > HIGHEST {
        return None;
    }
    if difference < LOWEST - MANTISSA - 1 {
        return Some(0.0);
    }
    // Scale so that the integer quotient has two or three bits more than a mantissa (fewer for a subnormal result), and keep
    // in its last bit whether anything was cut off.
    let shift = difference.max(LOWEST) - MANTISSA - 2;
    let (q, cut) = if shift <= 0 {
        let (q, r) = (a << shift.unsigned_abs() as usize).div_rem(b);
        (q, !r.is_zero())
    } else {
        let count = shift as usize;
        let lost = a.trailing_zeros().is_some_and(|zeros| zeros < count);
        let (q, r) = (a >> count).div_rem(b);
        (q, lost || !r.is_zero())
    };
    let q = u64::try_from(&q).unwrap_or(u64::MAX) | u64::from(cut);
    let bits = i64::from(64 - q.leading_zeros());
    let extra = (bits.max(LOWEST - shift) - MANTISSA) as u32;
    // Round half to even at bit `extra`.
    let half = 1u64 << (extra - 1);
    let odd = q >> extra & 1;
    let rounded = (q + (half - 1) + odd) >> extra << extra;
    let value = rounded as f64;
    let top = shift + i64::from(64 - rounded.leading_zeros());
    if top > HIGHEST {
        return None;
    }
    Some(scale(value, shift))
}

/// `x × 2^exponent` where the result is exact: in two steps, since the power alone may be out of range.
fn scale(x: f64, exponent: i64) -> f64 {
    let power = |e: i64| f64::from_bits(((e + 1023) as u64) << 52);
    let first = exponent.clamp(-1000, 1000);
    x * power(first) * power(exponent - first)
}

/// Bits that an integer takes when it is shown in base 2: its length, at least 1.
pub(crate) fn shown_bits(x: Int<'_>) -> usize {
    x.bit_len().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floor_division_and_modulo_agree_with_the_definition() {
        for x in -20i64..=20 {
            for y in (-7i64..=7).filter(|y| *y != 0) {
                let of_wide = |op| wide(op, x.into(), y.into()).map(|i| i as i64);
                assert_eq!(of_wide(BinOp::FloorDiv), small(BinOp::FloorDiv, x, y), "{x} // {y}");
                assert_eq!(of_wide(BinOp::Mod), small(BinOp::Mod, x, y), "{x} % {y}");
                let q = (x as f64 / y as f64).floor() as i64;
                assert_eq!(small(BinOp::FloorDiv, x, y), Some(q), "{x} // {y}");
                assert_eq!(small(BinOp::Mod, x, y), Some(x - q * y), "{x} % {y}");
                let (bq, br) = divmod_floor(&IBig::from(x), &IBig::from(y));
                assert_eq!((bq, br), (IBig::from(q), IBig::from(x - q * y)));
            }
        }
    }

    #[test]
    fn quotients_are_rounded_once() {
        let big = |text: &str| UBig::from_str_radix(text, 10).expect("digits");
        assert_eq!(quotient(&big("1"), &big("3")), Some(1.0 / 3.0));
        assert_eq!(quotient(&(UBig::ONE << 1024), &UBig::ONE), None);
        assert_eq!(quotient(&((UBig::ONE << 1024) - UBig::ONE), &UBig::ONE), None);
        assert_eq!(quotient(&((UBig::ONE << 1024) - (UBig::ONE << 970)), &UBig::ONE), None);
        let below = (UBig::ONE << 1024) - (UBig::ONE << 970) - UBig::ONE;
        assert_eq!(quotient(&below, &UBig::ONE), Some(f64::MAX));
        assert_eq!(quotient(&UBig::ONE, &(UBig::ONE << 1074)), Some(f64::from_bits(1)));
        assert_eq!(quotient(&UBig::ONE, &(UBig::ONE << 1075)), Some(0.0));
        assert_eq!(quotient(&big("3"), &(UBig::ONE << 1075)), Some(f64::from_bits(2)));
        assert_eq!(quotient(&big("9007199254740993"), &UBig::ONE), Some(9007199254740992.0));
    }
}
