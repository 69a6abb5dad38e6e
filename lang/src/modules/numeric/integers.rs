//! The functions of `math` on integers of any size.

use dashu_int::ops::{BitTest, Gcd, SquareRoot};
use dashu_int::{IBig, UBig};
use runtime::text::parse_number::{IntRef, int_to_float};
use thiserror::Error;

use super::special::{MathError, log, log2, log10};

/// Why a product was not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Stopped {
    /// The result would have more bits than the caller allows.
    #[error("integer too large")]
    TooLarge,
    /// The caller asked to stop.
    #[error("interrupted")]
    Interrupted,
}

/// What a caller is asked now and then: true to stop.
pub type Stop<'a> = &'a dyn Fn() -> bool;

/// Products of so many factors ask whether to stop.
const ASK_FROM: u64 = 1024;

fn ask(stop: Stop<'_>, factors: u64) -> Result<(), Stopped> {
    if factors >= ASK_FROM && stop() { Err(Stopped::Interrupted) } else { Ok(()) }
}

/// The greatest common divisor of small integers, never negative.
pub fn gcd(a: i64, b: i64) -> u64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    if a == 0 || b == 0 {
        return a | b;
    }
    let twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        if a > b {
            std::mem::swap(&mut a, &mut b);
        }
        b -= a;
    }
    a << twos
}

/// The greatest common divisor, never negative.
pub fn big_gcd(a: &IBig, b: &IBig) -> UBig {
    let zero = IBig::ZERO;
    let magnitude = |value: &IBig| value.clone().into_parts().1;
    if *a == zero {
        magnitude(b)
    } else if *b == zero {
        magnitude(a)
    } else {
        a.gcd(b)
    }
}

/// The least common multiple, never negative.
pub fn big_lcm(a: &IBig, b: &IBig) -> UBig {
    let divisor = big_gcd(a, b);
    if divisor == UBig::ZERO {
        return UBig::ZERO;
    }
    let (_, a) = a.clone().into_parts();
    let (_, b) = b.clone().into_parts();
    a / divisor * b
}

/// The integer square root of a small integer; negative ones are the caller's error
/// (`isqrt() argument must be nonnegative`).
pub fn isqrt(n: u64) -> u64 {
    n.isqrt()
}

/// The integer square root.
pub fn big_isqrt(n: &UBig) -> UBig {
    n.sqrt()
}

/// The product of the integers from `first` to `last`, both included, halved until the pieces are small.
fn range_product(first: u64, last: u64, stop: Stop<'_>) -> Result<UBig, Stopped> {
    if first > last {
        return Ok(UBig::ONE);
    }
    if last - first < 8 {
        return Ok((first..=last).fold(UBig::ONE, |product, factor| product * factor));
    }
    ask(stop, last - first)?;
    let middle = first + (last - first) / 2;
    Ok(range_product(first, middle, stop)? * range_product(middle + 1, last, stop)?)
}

/// About how many bits a product of `count` factors up to `largest` has, at most.
pub fn product_bits(count: u64, largest_bits: usize) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX).saturating_mul(largest_bits)
}

fn bits_of(n: u64) -> usize {
    (64 - n.leading_zeros()) as usize
}

/// `n!`.
///
/// # Errors
/// It may have more than `max_bits` bits, or `stop` says so.
pub fn factorial(n: u64, max_bits: usize, stop: Stop<'_>) -> Result<UBig, Stopped> {
    if product_bits(n, bits_of(n)) > max_bits {
        return Err(Stopped::TooLarge);
    }
    range_product(2, n, stop)
}

/// `math.perm(n, k)`: `n × (n − 1) × … × (n − k + 1)`, 0 for a `k` above `n`.
///
/// # Errors
/// It may have more than `max_bits` bits, or `stop` says so.
pub fn perm(n: &UBig, k: u64, max_bits: usize, stop: Stop<'_>) -> Result<UBig, Stopped> {
    if UBig::from(k) > *n {
        return Ok(UBig::ZERO);
    }
    if product_bits(k, n.bit_len()) > max_bits {
        return Err(Stopped::TooLarge);
    }
    falling_product(n, k, stop)
}

fn falling_product(n: &UBig, k: u64, stop: Stop<'_>) -> Result<UBig, Stopped> {
    match u64::try_from(n) {
        Ok(n) => range_product(n - k + 1, n, stop),
        Err(_) => big_falling_product(n, k, stop),
    }
}

fn big_falling_product(n: &UBig, k: u64, stop: Stop<'_>) -> Result<UBig, Stopped> {
    if k <= 8 {
        return Ok((0..k).fold(UBig::ONE, |product, below| product * (n - below)));
    }
    ask(stop, k)?;
    let half = k / 2;
    Ok(big_falling_product(n, half, stop)? * big_falling_product(&(n - half), k - half, stop)?)
}

/// `math.comb(n, k)` for a `k` that the caller has made the smaller of `k` and `n − k` if that helps;
/// 0 for a `k` above `n`.
///
/// # Errors
/// The product it is computed from may have more than `max_bits` bits, or `stop` says so.
pub fn comb(n: &UBig, k: u64, max_bits: usize, stop: Stop<'_>) -> Result<UBig, Stopped> {
    if UBig::from(k) > *n {
        return Ok(UBig::ZERO);
    }
    let k = u64::try_from(n - k).map_or(k, |other| k.min(other));
    if product_bits(k, n.bit_len()) > max_bits {
        return Err(Stopped::TooLarge);
    }
    Ok(falling_product(n, k, stop)? / range_product(2, k, stop)?)
}

/// A positive integer as a mantissa in [0.5, 1) and an exponent, the mantissa rounded half to even.
pub fn frexp(n: &UBig) -> (f64, usize) {
    let bits = n.bit_len();
    if bits <= 64 {
        let (mantissa, exponent) = super::parts::frexp(u64::try_from(n).unwrap_or(0) as f64);
        return (mantissa, usize::try_from(exponent).unwrap_or(0));
    }
    // The top 64 bits, the lowest of them set when anything below is: rounding then sees all of it.
    let shift = bits - 64;
    let top = u64::try_from(n >> shift).unwrap_or(u64::MAX);
    let below = n.trailing_zeros().is_some_and(|zeros| zeros < shift);
    let (mantissa, exponent) = super::parts::frexp((top | u64::from(below)) as f64);
    (mantissa, shift + usize::try_from(exponent).unwrap_or(0))
}

/// A logarithm of an integer, however large; not positive ones are the caller's error
/// (`expected a positive input`).
fn log_of(n: &UBig, function: fn(f64) -> Result<f64, MathError>) -> Result<f64, MathError> {
    if let Some(x) = int_to_float(IntRef::Big(&IBig::from(n.clone()))) {
        return function(x);
    }
    let (mantissa, exponent) = frexp(n);
    Ok(function(2.0)? * exponent as f64 + function(mantissa)?)
}

/// Natural logarithm of a positive integer.
///
/// # Errors
/// The integer is zero.
pub fn log_int(n: &UBig) -> Result<f64, MathError> {
    log_of(n, log)
}

/// Logarithm of a positive integer to base 2.
///
/// # Errors
/// The integer is zero.
pub fn log2_int(n: &UBig) -> Result<f64, MathError> {
    log_of(n, log2)
}

/// Logarithm of a positive integer to base 10.
///
/// # Errors
/// The integer is zero.
pub fn log10_int(n: &UBig) -> Result<f64, MathError> {
    log_of(n, log10)
}
