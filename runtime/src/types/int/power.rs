//! Powers of integers.

use super::Int;
use super::arith::room;
use crate::error::{Exc, Raised, Res};
use crate::rt::Rt;
use crate::types::float;
use crate::value::Value;
use dashu_int::fast_div::ConstDivisor;
use dashu_int::modular::Reduced;
use dashu_int::ops::{BitTest, ExtendedGcd};
use dashu_int::{IBig, Sign, UBig};

/// `x ** y` if that fits 64 bits; `y` is not negative.
pub(super) fn small(x: i64, y: i64) -> Option<i64> {
    if matches!(x, 0 | 1) {
        return Some(if y == 0 { 1 } else { x });
    }
    let mut exponent = u32::try_from(y).ok().filter(|y| *y <= 64 || x == -1)?;
    let (mut base, mut result) = (x, 1i64);
    loop {
        if exponent & 1 == 1 {
            result = result.checked_mul(base)?;
        }
        exponent >>= 1;
        if exponent == 0 {
            return Some(result);
        }
        base = base.checked_mul(base)?;
    }
}

/// `x ** y`.
///
/// # Errors
/// ZeroDivisionError for zero to a negative power; OverflowError and MemoryError for results that are too large.
pub(super) fn pow(rt: &Rt, x: Int<'_>, y: Int<'_>) -> Res {
    if y.is_negative() {
        return match (x.to_f64(), y.to_f64()) {
            (Some(x), Some(y)) => float::pow(rt, x, y),
            _ => Err(super::arith::too_large_for_float(rt)),
        };
    }
    if let (Int::Small(x), Int::Small(y)) = (x, y)
        && let Some(i) = small(x, y)
    {
        return rt.int(i);
    }
    if let Int::Small(base @ -1..=1) = x {
        // Only the exponent is large: its last bit decides.
        let odd = y.big().bit(0);
        return rt.int(if base == -1 && !odd { 1 } else { base });
    }
    let Int::Small(y) = y else { return Err(rt.memory_error()) };
    let bits = ((x.bit_len() - 1) as u128 * y as u128).min(usize::MAX as u128) as usize;
    room(rt, bits)?;
    let (sign, magnitude) = x.big().into_owned().into_parts();
    let power = magnitude_pow(rt, &magnitude, y as u64, bits)?;
    rt.int_big(IBig::from_parts(
        if sign == Sign::Negative && y & 1 == 1 { Sign::Negative } else { Sign::Positive },
        power,
    ))
}

/// `base ** exponent` by squaring; large ones look for an interrupt between the steps.
fn magnitude_pow(rt: &Rt, base: &UBig, exponent: u64, bits: usize) -> Result<UBig, Raised> {
    const SHORT: usize = 1 << 18;
    // Factors of two are a shift at the end.
    let twos = base.trailing_zeros().unwrap_or(0);
    let odd = base >> twos;
    let shift = twos * exponent as usize;
    if odd.is_one() {
        return Ok(UBig::ONE << shift);
    }
    if bits <= SHORT {
        return Ok(odd.pow(exponent as usize) << shift);
    }
    let mut result = odd.clone();
    for bit in (0..63 - exponent.leading_zeros()).rev() {
        rt.poll()?;
        result = result.sqr();
        if exponent >> bit & 1 == 1 {
            result *= &odd;
        }
    }
    Ok(result << shift)
}

/// `int.__pow__` and its reflection.
pub(super) fn dunder_pow(rt: &Rt, a: Value, b: Value, modulus: Option<Value>) -> Res {
    let (Some(x), Some(y)) = (Int::of(rt, a), Int::of(rt, b)) else {
        return Ok(Value::not_implemented().own());
    };
    match modulus.filter(|m| !m.is_none()) {
        None => pow(rt, x, y),
        Some(m) => match Int::of(rt, m) {
            Some(m) => modular_power(rt, x, y, m),
            None => Ok(Value::not_implemented().own()),
        },
    }
}

/// `pow(x, y, m)`.
///
/// # Errors
/// ValueError for a modulus of zero, or a negative exponent of a base without an inverse.
pub(crate) fn modular_power(rt: &Rt, x: Int<'_>, y: Int<'_>, m: Int<'_>) -> Res {
    if matches!(m, Int::Small(0)) {
        return Err(rt.value_error("pow() 3rd argument cannot be 0"));
    }
    if let (Int::Small(x), Int::Small(y @ 0..), Int::Small(m)) = (x, y, m)
        && m.unsigned_abs() < 1 << 32
    {
        return rt.int(small_modular(x, y, m));
    }
    room(rt, m.bit_len() * 2)?;
    let negative = m.is_negative();
    let (_, modulus) = m.big().into_owned().into_parts();
    let (sign, exponent) = y.big().into_owned().into_parts();
    let mut base = rem_euclid(&x.big(), &modulus);
    if sign == Sign::Negative {
        base =
            inverse(&base, &modulus).ok_or_else(|| rt.value_error("base is not invertible for the given modulus"))?;
    }
    let result = if modulus.is_one() { UBig::ZERO } else { reduced_power(rt, base, &exponent, modulus.clone())? };
    rt.int_big(if negative && !result.is_zero() { IBig::from(result) - IBig::from(modulus) } else { result.into() })
}

/// The modulus is under 32 bits, so that products fit.
fn small_modular(x: i64, y: i64, m: i64) -> i64 {
    let modulus = m.unsigned_abs();
    let mut base = (i128::from(x)).rem_euclid(i128::from(modulus)) as u64;
    let (mut exponent, mut result) = (y as u64, 1 % modulus);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % modulus;
        }
        base = base * base % modulus;
        exponent >>= 1;
    }
    if m < 0 && result != 0 { result as i64 + m } else { result as i64 }
}

fn rem_euclid(x: &IBig, modulus: &UBig) -> UBig {
    use dashu_int::ops::RemEuclid;
    x.rem_euclid(modulus.as_ibig())
}

/// The inverse of `base` below `modulus`, if there is one.
fn inverse(base: &UBig, modulus: &UBig) -> Option<UBig> {
    let (divisor, factor, _) = base.gcd_ext(modulus);
    divisor.is_one().then(|| rem_euclid(&factor, modulus))
}

/// `base ** exponent` modulo `modulus` (which is not 1), four bits of the exponent at a time when it is long.
fn reduced_power(rt: &Rt, base: UBig, exponent: &UBig, modulus: UBig) -> Result<UBig, Raised> {
    const SHORT: usize = 1 << 18;
    let work = exponent.bit_len().saturating_mul(modulus.bit_len());
    let ring = ConstDivisor::new(modulus);
    let base = ring.reduce(base);
    if work <= SHORT {
        return Ok(base.pow(exponent).residue());
    }
    let one = ring.reduce(1u8);
    let mut powers: Vec<Reduced<'_>> = vec![one.clone()];
    for i in 0..15 {
        powers.push(&powers[i] * &base);
    }
    let mut result = one;
    for window in (0..exponent.bit_len().div_ceil(4)).rev() {
        rt.poll()?;
        for _ in 0..4 {
            result = result.sqr();
        }
        let digit = (0..4).filter(|k| exponent.bit(window * 4 + k)).map(|k| 1 << k).sum::<usize>();
        if digit > 0 {
            result *= &powers[digit];
        }
    }
    Ok(result.residue())
}

/// `pow(a, b, m)` of any values.
///
/// # Errors
/// TypeError if no class knows how; what the methods raise.
pub(crate) fn ternary(rt: &Rt, a: Value, b: Value, m: Value) -> Res {
    use crate::names::Dunder;
    let (ca, cb) = (rt.class_of(a), rt.class_of(b));
    let left = rt.type_special(ca, Dunder::Pow);
    let right = if ca == cb { None } else { rt.type_special(cb, Dunder::Rpow) };
    let derived = right.is_some() && rt.is_subclass(cb, ca) && rt.type_special(ca, Dunder::Rpow) != right;
    let calls = [(right.filter(|_| derived), b, a), (left, a, b), (right.filter(|_| !derived), b, a)];
    for (method, receiver, other) in calls {
        let Some(method) = method else { continue };
        let result = rt.call_special(method, receiver, &[other, m])?;
        if !result.is_not_implemented() {
            return Ok(result);
        }
    }
    if rt.as_float(m).is_some() && Int::of(rt, a).is_some() && Int::of(rt, b).is_some() {
        return Err(float::no_modulus(rt));
    }
    let names = [a, b, m].map(|v| rt.type_name(v));
    Err(rt.raise(
        Exc::TypeError,
        format!("unsupported operand type(s) for ** or pow(): '{}', '{}', '{}'", names[0], names[1], names[2]),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_powers_stop_at_64_bits() {
        assert_eq!(small(2, 62), Some(1 << 62));
        assert_eq!(small(-2, 63), Some(i64::MIN));
        assert_eq!(small(2, 63), None);
        assert_eq!(small(0, 0), Some(1));
        assert_eq!(small(-1, 1 << 20), Some(1));
        assert_eq!(small(10, 18), Some(1_000_000_000_000_000_000));
        assert_eq!(small(10, 19), None);
        assert_eq!(small_modular(-3, 5, 7), 2);
        assert_eq!(small_modular(2, 3, -5), -2);
    }
}
