//! Floats as text and as exact ratios: `repr`, `float.hex`, `float.fromhex`, `round`.

use std::fmt::Write;

use dashu_int::{IBig, UBig};
use thiserror::Error;

use super::decimal::{Buffer, Decimal, write_fixed};

/// `repr` of a float: the shortest digits that read back, with an exponent below 1e-4 and from 1e16 on.
pub fn repr_float(x: f64) -> String {
    let mut out = String::with_capacity(24);
    push_float(x, &mut out);
    out
}

/// Appends `repr` of a float.
pub fn push_float(x: f64, out: &mut String) {
    if !x.is_finite() {
        out.push_str(if x.is_nan() {
            "nan"
        } else if x > 0.0 {
            "inf"
        } else {
            "-inf"
        });
        return;
    }
    let magnitude = x.abs();
    if x == 0.0 || (1e-4..1e16).contains(&magnitude) {
        out.push_str(zmij::Buffer::new().format_finite(x));
        return;
    }
    if x.is_sign_negative() {
        out.push('-');
    }
    let decimal = Decimal::shortest(x);
    push_scientific(decimal.digits(), decimal.point, 'e', out);
}

/// Appends `d.ddde±xx`; the point is left out after a single digit.
pub(super) fn push_scientific(digits: &[u8], point: i32, letter: char, out: &mut String) {
    push_digits(&digits[..1], out);
    if digits.len() > 1 {
        out.push('.');
        push_digits(&digits[1..], out);
    }
    push_exponent(point - 1, letter, out);
}

/// Appends an exponent with its sign and at least two digits.
pub(super) fn push_exponent(exponent: i32, letter: char, out: &mut String) {
    out.push(letter);
    out.push(if exponent < 0 { '-' } else { '+' });
    if exponent.abs() < 10 {
        out.push('0');
    }
    push_integer(u64::from(exponent.unsigned_abs()), out);
}

pub(super) fn push_digits(digits: &[u8], out: &mut String) {
    out.extend(digits.iter().map(|&digit| char::from(digit)));
}

pub(super) fn push_zeros(count: usize, out: &mut String) {
    out.extend(std::iter::repeat_n('0', count));
}

/// Appends an unsigned integer in decimal.
pub(super) fn push_integer(value: u64, out: &mut String) {
    let mut bytes = [0u8; 20];
    let mut at = bytes.len();
    let mut rest = value;
    loop {
        at -= 1;
        bytes[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    push_digits(&bytes[at..], out);
}

const FRACTION_BITS: i32 = 52;
const FRACTION_MASK: u64 = (1 << FRACTION_BITS) - 1;
const MAX_EXPONENT: i32 = 1024;
const MIN_EXPONENT: i32 = -1021;

/// `(mantissa, exponent)` with `|x| = mantissa × 2^exponent`; the mantissa has at most 53 bits.
fn decompose(x: f64) -> (u64, i32) {
    let bits = x.to_bits();
    let fraction = bits & FRACTION_MASK;
    match (bits >> FRACTION_BITS & 0x7ff) as i32 {
        0 => (fraction, MIN_EXPONENT - 1 - FRACTION_BITS),
        biased => (fraction | 1 << FRACTION_BITS, biased - 1023 - FRACTION_BITS),
    }
}

/// `float.hex`.
pub fn float_hex(x: f64) -> String {
    if !x.is_finite() {
        return repr_float(x);
    }
    let sign = if x.is_sign_negative() { "-" } else { "" };
    if x == 0.0 {
        return format!("{sign}0x0.0p+0");
    }
    let (mantissa, exponent) = decompose(x);
    let lead = mantissa >> FRACTION_BITS;
    format!("{sign}0x{lead}.{:013x}p{:+}", mantissa & FRACTION_MASK, exponent + FRACTION_BITS)
}

/// Why `float.fromhex` refuses a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FromHexError {
    /// A `ValueError`.
    #[error("invalid hexadecimal floating-point string")]
    Invalid,
    /// An `OverflowError`.
    #[error("hexadecimal value too large to represent as a float")]
    TooLarge,
}

/// `float.fromhex`, rounding half to even.
///
/// # Errors
/// The text is not in the grammar, or the value is past the largest float.
pub fn float_fromhex(text: &str) -> Result<f64, FromHexError> {
    let trimmed = text.trim_matches(|ch| matches!(ch, ' ' | '\t'..='\r'));
    let (negative, body) = split_sign(trimmed);
    let magnitude = match special_value(body) {
        Some(value) => value,
        None => hex_magnitude(body.as_bytes())?,
    };
    Ok(if negative { -magnitude } else { magnitude })
}

/// Takes an optional sign off a number; true means minus.
pub(super) fn split_sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// `inf`, `infinity` and `nan` in any case, without sign.
pub(super) fn special_value(text: &str) -> Option<f64> {
    let is = |word: &str| text.eq_ignore_ascii_case(word);
    if is("inf") || is("infinity") {
        return Some(f64::INFINITY);
    }
    is("nan").then_some(f64::NAN)
}

fn hex_magnitude(text: &[u8]) -> Result<f64, FromHexError> {
    let mut rest = match text {
        [b'0', b'x' | b'X', rest @ ..] => rest,
        _ => text,
    };
    let mut digits = HexDigits::default();
    while let Some((&byte, after)) = rest.split_first() {
        match char::from(byte).to_digit(16) {
            Some(digit) => digits.push(digit),
            None if byte == b'.' && !digits.after_point => digits.after_point = true,
            None => break,
        }
        rest = after;
    }
    if !digits.any {
        return Err(FromHexError::Invalid);
    }
    let mut exponent = 0;
    if let [b'p' | b'P', after @ ..] = rest {
        (exponent, rest) = hex_exponent(after)?;
    }
    // A value out of range is told before what comes behind it is looked at.
    let value = digits.value(exponent)?;
    if rest.is_empty() { Ok(value) } else { Err(FromHexError::Invalid) }
}

/// The decimal exponent, held within what no text of digits can bring back into range, and the rest.
fn hex_exponent(text: &[u8]) -> Result<(i64, &[u8]), FromHexError> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let count = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if count == 0 {
        return Err(FromHexError::Invalid);
    }
    let (digits, rest) = digits.split_at(count);
    let value = digits
        .iter()
        .fold(0i64, |value, &byte| value.saturating_mul(10).saturating_add(i64::from(byte - b'0')).min(i64::MAX / 8));
    Ok((if negative { -value } else { value }, rest))
}

/// Collects hexadecimal digits into 60 bits, what is cut off into one sticky flag.
#[derive(Default)]
struct HexDigits {
    mantissa: u64,
    sticky: bool,
    /// Digits dropped before the point, or minus the digits kept after it.
    shift: i64,
    any: bool,
    after_point: bool,
}

impl HexDigits {
    fn push(&mut self, digit: u32) {
        self.any = true;
        if self.mantissa >> 56 == 0 {
            self.mantissa = self.mantissa << 4 | u64::from(digit);
            self.shift -= i64::from(self.after_point);
        } else {
            self.sticky |= digit != 0;
            self.shift += i64::from(!self.after_point);
        }
    }

    fn value(&self, exponent: i64) -> Result<f64, FromHexError> {
        if self.mantissa == 0 {
            return Ok(0.0);
        }
        let exponent = exponent + 4 * self.shift;
        let top = exponent + i64::from(64 - self.mantissa.leading_zeros());
        if top > i64::from(MAX_EXPONENT) {
            return Err(FromHexError::TooLarge);
        }
        if top < i64::from(MIN_EXPONENT - 54) {
            return Ok(0.0);
        }
        // The lowest bit that a double of this size can hold.
        let lowest = (top - 53).max(i64::from(MIN_EXPONENT - 53));
        let rounded = round_bits(self.mantissa, self.sticky, lowest - exponent);
        let value = scale(rounded, lowest as i32);
        if value.is_finite() { Ok(value) } else { Err(FromHexError::TooLarge) }
    }
}

/// `mantissa >> drop`, rounded half to even; `sticky` stands for a little more below.
fn round_bits(mantissa: u64, sticky: bool, drop: i64) -> u64 {
    if drop <= 0 {
        return mantissa << -drop;
    }
    let wide = u128::from(mantissa);
    let drop = drop.min(100) as u32;
    let kept = (wide >> drop) as u64;
    let rest = wide & ((1u128 << drop) - 1);
    let half = 1u128 << (drop - 1);
    let up = rest > half || (rest == half && (sticky || kept & 1 == 1));
    kept + u64::from(up)
}

/// `mantissa × 2^exponent` for a mantissa of at most 54 bits, exact or infinite.
fn scale(mantissa: u64, exponent: i32) -> f64 {
    let half = exponent / 2;
    mantissa as f64 * 2f64.powi(half) * 2f64.powi(exponent - half)
}

/// Why a float has no exact ratio or integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotFinite {
    /// An infinity: Python raises `OverflowError`.
    #[error("infinity")]
    Infinity,
    /// Not a number: Python raises `ValueError`.
    #[error("NaN")]
    Nan,
}

fn finite(x: f64) -> Result<f64, NotFinite> {
    if x.is_nan() {
        return Err(NotFinite::Nan);
    }
    if x.is_infinite() { Err(NotFinite::Infinity) } else { Ok(x) }
}

/// `float.as_integer_ratio`: numerator and positive denominator in lowest terms.
///
/// # Errors
/// The float is infinite or not a number; messages are the caller's
/// (`cannot convert Infinity to integer ratio`, `cannot convert NaN to integer ratio`).
pub fn as_integer_ratio(x: f64) -> Result<(IBig, UBig), NotFinite> {
    let (mantissa, exponent) = decompose(finite(x)?);
    if mantissa == 0 {
        return Ok((IBig::ZERO, UBig::ONE));
    }
    let twos = mantissa.trailing_zeros();
    let odd = IBig::from(mantissa >> twos);
    let exponent = exponent + twos as i32;
    let up = usize::try_from(exponent).unwrap_or(0);
    let down = usize::try_from(-exponent).unwrap_or(0);
    let numerator = odd << up;
    Ok((if x < 0.0 { -numerator } else { numerator }, UBig::ONE << down))
}

/// The integer part of a float, toward zero (`int(x)`).
///
/// # Errors
/// The float is infinite or not a number; messages are the caller's
/// (`cannot convert float infinity to integer`, `cannot convert float NaN to integer`).
pub fn truncate(x: f64) -> Result<IBig, NotFinite> {
    let (mantissa, exponent) = decompose(finite(x)?);
    let magnitude = match usize::try_from(exponent) {
        Ok(up) => IBig::from(mantissa) << up,
        Err(_) => IBig::from(mantissa.checked_shr(exponent.unsigned_abs()).unwrap_or(0)),
    };
    Ok(if x < 0.0 { -magnitude } else { magnitude })
}

/// `round(x, n)` went past the largest float (an `OverflowError`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("rounded value too large to represent")]
pub struct RoundOverflow;

/// `round(x, ndigits)`: to `ndigits` decimal places, correctly rounded on the exact value, ties to even.
///
/// # Errors
/// The rounded value is past the largest float.
pub fn round_half_even(x: f64, ndigits: i32) -> Result<f64, RoundOverflow> {
    // Past these no digit of any double is left to round, or none stays.
    const MOST_PLACES: i32 = 323;
    const LEAST_PLACES: i32 = -308;
    if !x.is_finite() || x == 0.0 || ndigits > MOST_PLACES {
        return Ok(x);
    }
    if ndigits == 0 {
        return Ok(x.round_ties_even());
    }
    if ndigits < LEAST_PLACES {
        return Ok(0.0f64.copysign(x));
    }
    let magnitude = match usize::try_from(ndigits) {
        Ok(places) => {
            let mut buffer = Buffer::new();
            write_fixed(x, places, &mut buffer);
            buffer.as_str().parse().unwrap_or(f64::INFINITY)
        }
        Err(_) => round_to_power(x, ndigits.unsigned_abs() as i32),
    };
    if magnitude.is_finite() { Ok(magnitude.copysign(x)) } else { Err(RoundOverflow) }
}

/// `|x|` rounded to a multiple of `10^power`, for a positive power.
fn round_to_power(x: f64, power: i32) -> f64 {
    let exact = Decimal::significant(x, usize::MAX);
    let digits = exact.digits();
    let (rounded, exponent) = match usize::try_from(exact.point - power) {
        Err(_) => return 0.0,
        Ok(0) => {
            // All digits are below the place: the value is compared with half of it.
            let above = digits[0] > b'5' || (digits[0] == b'5' && digits[1..].iter().any(|&digit| digit != b'0'));
            (String::from(if above { "1" } else { "0" }), power)
        }
        Ok(keep) => {
            let kept = Decimal::significant(x, keep);
            let mut text = String::new();
            push_digits(kept.digits(), &mut text);
            (text, kept.point - kept.digits().len() as i32)
        }
    };
    let mut text = rounded;
    let written = write!(text, "e{exponent}");
    debug_assert!(written.is_ok());
    text.parse().unwrap_or(f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repr_matches_python() {
        for (x, expected) in [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (0.1, "0.1"),
            (-2.5, "-2.5"),
            (1e15, "1000000000000000.0"),
            (1e16, "1e+16"),
            (9999999999999998.0, "9999999999999998.0"),
            (123456789012345680.0, "1.2345678901234568e+17"),
            (1e-4, "0.0001"),
            (1.5e-5, "1.5e-05"),
            (1e22, "1e+22"),
            (1e100, "1e+100"),
            (5e-324, "5e-324"),
            (f64::MAX, "1.7976931348623157e+308"),
            (2.0f64.powi(-44), "5.684341886080802e-14"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN, "nan"),
        ] {
            assert_eq!(repr_float(x), expected);
        }
    }

    #[test]
    fn hex_both_ways() {
        for (x, expected) in [
            (1.0, "0x1.0000000000000p+0"),
            (-0.1, "-0x1.999999999999ap-4"),
            (0.0, "0x0.0p+0"),
            (5e-324, "0x0.0000000000001p-1022"),
            (f64::MAX, "0x1.fffffffffffffp+1023"),
        ] {
            assert_eq!(float_hex(x), expected);
            assert_eq!(float_fromhex(expected), Ok(x));
        }
        for (text, expected) in [
            ("0x.8", 0.5),
            (" -1p3\n", -8.0),
            ("ABC", 2748.0),
            ("0x1.fffffffffffff7fffp1023", f64::MAX),
            ("0x0.8p-1074", 0.0),
            ("0x0.8000000000000000000000000000000001p-1074", 5e-324),
            ("0x1.8p-1074", 1e-323),
            ("0x1p-99999999999999999999", 0.0),
            ("0x0p99999999999999999999", 0.0),
            ("Infinity", f64::INFINITY),
            ("0x10000000000000000000000000000000000000001p-100", 268435456.0 * 2f64.powi(32)),
        ] {
            assert_eq!(float_fromhex(text), Ok(expected), "{text}");
        }
        for text in ["", "0x", ".", "0x1p", "1.2.3", "0x1 p1", "g", "--1"] {
            assert_eq!(float_fromhex(text), Err(FromHexError::Invalid), "{text}");
        }
        for text in ["0x1p1024", "0x1.fffffffffffff8p1023", "1p99999999999999999999"] {
            assert_eq!(float_fromhex(text), Err(FromHexError::TooLarge), "{text}");
        }
    }

    #[test]
    fn round_is_exact() {
        for (x, n, expected) in [
            (2.675, 2, 2.67),
            (0.5, 0, 0.0),
            (1.5, 0, 2.0),
            (2.5, 0, 2.0),
            (-0.4, 0, -0.0),
            (1.0e300, -299, 1.0e300),
            (15.0, -1, 20.0),
            (25.0, -1, 20.0),
            (5.0, -1, 0.0),
            (5.1, -1, 10.0),
            (99.0, -2, 100.0),
            (49.0, -2, 0.0),
            (1234.5678, 2, 1234.57),
            (1e22, 5, 1e22),
            (1.1, 400, 1.1),
            (1.1, -400, 0.0),
        ] {
            assert_eq!(round_half_even(x, n).map(f64::to_bits), Ok(f64::to_bits(expected)), "round({x}, {n})");
        }
        assert_eq!(round_half_even(f64::MAX, -308), Err(RoundOverflow));
    }

    #[test]
    fn ratios_and_integers() {
        let ratio = |x| as_integer_ratio(x).map(|(n, d)| (n.to_string(), d.to_string()));
        assert_eq!(ratio(0.75), Ok(("3".into(), "4".into())));
        assert_eq!(ratio(-0.0), Ok(("0".into(), "1".into())));
        assert_eq!(ratio(-1e20), Ok(("-100000000000000000000".into(), "1".into())));
        assert_eq!(ratio(f64::NAN), Err(NotFinite::Nan));
        assert_eq!(truncate(-2.9), Ok(IBig::from(-2)));
        assert_eq!(truncate(1e20).map(|value| value.to_string()), Ok("100000000000000000000".into()));
        assert_eq!(truncate(5e-324), Ok(IBig::ZERO));
    }
}
