//! Numbers from and to text: `float(text)`, `int(text, base)`, integers in decimal.

use std::borrow::Cow;

use dashu_int::IBig;
use thiserror::Error;

use super::chars::{decimal_value, is_space};
use super::float_repr::{push_integer, special_value, split_sign};

/// Digits that Python allows in a conversion between integers and decimal text, unless told otherwise.
pub const DEFAULT_DIGIT_LIMIT: usize = 4300;
/// Below this no limit is looked at.
pub const DIGITS_ALWAYS_ALLOWED: usize = 640;

/// An integer that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsedInt {
    /// It fits 64 bits.
    Small(i64),
    /// It does not.
    Big(IBig),
}

/// An integer to write.
#[derive(Clone, Copy, Debug)]
pub enum IntRef<'a> {
    /// Any integer of 64 bits.
    Small(i64),
    /// Any integer.
    Big(&'a IBig),
}

/// Why `int(text, base)` refuses; all are `ValueError`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseIntError {
    /// The caller writes `invalid literal for int() with base {base}: {text!r}`.
    #[error("invalid literal for int()")]
    Invalid,
    /// The base is not 0 or 2 to 36.
    #[error("int() base must be >= 2 and <= 36, or 0")]
    Base,
    /// More digits than the limit; `digits` were given.
    #[error(
        "Exceeds the limit ({limit} digits) for integer string conversion: value has {digits} digits; use sys.set_int_max_str_digits() to increase the limit"
    )]
    TooManyDigits {
        /// Digits of the text.
        digits: usize,
        /// Digits allowed.
        limit: usize,
    },
}

/// An integer has more decimal digits than may be written (a `ValueError`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "Exceeds the limit ({limit} digits) for integer string conversion; use sys.set_int_max_str_digits() to increase the limit"
)]
pub struct DigitLimitError {
    /// Digits allowed.
    pub limit: usize,
}

/// White space around a number: unlike `str.strip`, the ASCII separators 0x1c to 0x1f are not.
fn is_number_space(ch: char) -> bool {
    match ch {
        ' ' | '\t'..='\r' => true,
        '\0'..='\x7f' => false,
        _ => is_space(ch.into()),
    }
}

/// Trims white space and turns digits of other scripts into ASCII. What is neither stays and is
/// refused later.
fn normalize(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim_matches(is_number_space);
    if trimmed.is_ascii() {
        return Cow::Borrowed(trimmed);
    }
    let plain = |ch: char| {
        let value = decimal_value(ch.into());
        value.and_then(|value| char::from_digit(value, 10)).unwrap_or(ch)
    };
    Cow::Owned(trimmed.chars().map(plain).collect())
}

/// Takes the underscores out; `None` when one is not between two digits of `base`.
fn drop_underscores(text: &str, base: u32) -> Option<Cow<'_, str>> {
    if !text.contains('_') {
        return Some(Cow::Borrowed(text));
    }
    let mut out = String::with_capacity(text.len());
    let mut previous = '_';
    for ch in text.chars() {
        match ch {
            '_' if !previous.is_digit(base) => return None,
            '_' => {}
            _ if previous == '_' && !out.is_empty() && !ch.is_digit(base) => return None,
            _ => out.push(ch),
        }
        previous = ch;
    }
    (previous != '_').then_some(Cow::Owned(out))
}

/// `float(text)`; `None` is `could not convert string to float: {text!r}`, a `ValueError`.
pub fn parse_float(text: &str) -> Option<f64> {
    let normal = normalize(text);
    let number = drop_underscores(&normal, 10)?;
    let (negative, body) = split_sign(&number);
    if let Some(value) = special_value(body) {
        return Some(if negative { -value } else { value });
    }
    // What is left of Rust's grammar once signs and words are gone is Python's.
    if !matches!(body.as_bytes().first()?, b'0'..=b'9' | b'.') {
        return None;
    }
    let value: f64 = body.parse().ok()?;
    Some(if negative { -value } else { value })
}

/// `int(text, base)`. A `digit_limit` of 0 is no limit; it holds for bases that are not powers of two.
///
/// # Errors
/// See [`ParseIntError`].
pub fn parse_int(text: &str, base: u32, digit_limit: usize) -> Result<ParsedInt, ParseIntError> {
    if base == 1 || base > 36 {
        return Err(ParseIntError::Base);
    }
    if let Some(value) = parse_short(text, base) {
        return Ok(ParsedInt::Small(value));
    }
    let normal = normalize(text);
    let (negative, body) = split_sign(&normal);
    let (base, body) = split_prefix(body, base)?;
    // `drop_underscores` takes one at the start for wrong; here signs are gone, so all characters are digits.
    let digits = drop_underscores(body, base).ok_or(ParseIntError::Invalid)?;
    if digits.is_empty() || !digits.chars().all(|ch| ch.is_digit(base)) {
        return Err(ParseIntError::Invalid);
    }
    let over = digit_limit != 0 && digits.len() > digit_limit.max(DIGITS_ALWAYS_ALLOWED);
    if over && !base.is_power_of_two() {
        return Err(ParseIntError::TooManyDigits { digits: digits.len(), limit: digit_limit });
    }
    convert(&digits, base, negative)
}

/// The common case: an optional minus and up to eighteen decimal digits.
fn parse_short(text: &str, base: u32) -> Option<i64> {
    let bytes = text.as_bytes();
    let (negative, digits) = match bytes {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, bytes),
    };
    if base != 10 || digits.is_empty() || digits.len() > 18 {
        return None;
    }
    let mut value = 0;
    for &byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value * 10 + i64::from(digit);
    }
    Some(if negative { -value } else { value })
}

/// Takes `0x`, `0o`, `0b` off where `base` allows them, with one underscore behind; the base 0 is decided here.
fn split_prefix(body: &str, base: u32) -> Result<(u32, &str), ParseIntError> {
    let letter = match body.as_bytes() {
        [b'0', letter, ..] => letter.to_ascii_lowercase(),
        _ => 0,
    };
    let named = match letter {
        b'x' => 16,
        b'o' => 8,
        b'b' => 2,
        _ => 0,
    };
    if named != 0 && (base == 0 || base == named) {
        let rest = &body[2..];
        return Ok((named, rest.strip_prefix('_').unwrap_or(rest)));
    }
    if base != 0 {
        return Ok((base, body));
    }
    // In base 0 a number that starts with a zero can only be zero.
    if body.starts_with('0') && body.bytes().any(|byte| byte != b'0' && byte != b'_') {
        return Err(ParseIntError::Invalid);
    }
    Ok((10, body))
}

fn convert(digits: &str, base: u32, negative: bool) -> Result<ParsedInt, ParseIntError> {
    if let Ok(value) = i64::from_str_radix(digits, base) {
        return Ok(ParsedInt::Small(if negative { -value } else { value }));
    }
    let magnitude = IBig::from_str_radix(digits, base).map_err(|_| ParseIntError::Invalid)?;
    let value = if negative { -magnitude } else { magnitude };
    Ok(match i64::try_from(&value) {
        Ok(small) => ParsedInt::Small(small),
        Err(_) => ParsedInt::Big(value),
    })
}

/// Appends a small integer in decimal.
pub fn push_small_int(value: i64, out: &mut String) {
    if value < 0 {
        out.push('-');
    }
    push_integer(value.unsigned_abs(), out);
}

/// An integer in decimal (`str(n)`). A `digit_limit` of 0 is no limit.
///
/// # Errors
/// The integer has more digits than the limit.
pub fn int_to_decimal(value: IntRef<'_>, digit_limit: usize) -> Result<String, DigitLimitError> {
    match value {
        IntRef::Small(small) => {
            let mut out = String::with_capacity(20);
            push_small_int(small, &mut out);
            Ok(out)
        }
        IntRef::Big(big) => {
            check_digits(big, digit_limit)?;
            let text = big.to_string();
            let digits = text.len() - usize::from(text.starts_with('-'));
            if digit_limit != 0 && digits > digit_limit.max(DIGITS_ALWAYS_ALLOWED) {
                return Err(DigitLimitError { limit: digit_limit });
            }
            Ok(text)
        }
    }
}

/// An integer as the nearest float, ties to even; `None` past the largest float
/// (`int too large to convert to float`, an `OverflowError`).
pub fn int_to_float(value: IntRef<'_>) -> Option<f64> {
    match value {
        IntRef::Small(small) => Some(small as f64),
        IntRef::Big(big) => Some(big.to_f64().value()).filter(|float| float.is_finite()),
    }
}

/// Refuses, before any work, what surely has too many digits.
fn check_digits(value: &IBig, digit_limit: usize) -> Result<(), DigitLimitError> {
    use dashu_int::ops::BitTest;
    // Ten bits hold a little more than three digits: 2^10 > 10^3.
    let at_least = (value.bit_len().saturating_sub(1) / 10).saturating_mul(3);
    if digit_limit != 0 && at_least > digit_limit.max(DIGITS_ALWAYS_ALLOWED) {
        return Err(DigitLimitError { limit: digit_limit });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats() {
        for (text, expected) in [
            ("1", 1.0),
            (" 1.5\n", 1.5),
            ("\u{a0}-.5e-3\u{2003}", -0.0005),
            ("1_000.0_1", 1000.01),
            ("1_0e1_0", 1e11),
            ("+inf", f64::INFINITY),
            ("-iNFinity", f64::NEG_INFINITY),
            ("1.", 1.0),
            ("1e999", f64::INFINITY),
            ("\u{661}\u{662}.5", 12.5),
            ("0.1", 0.1),
        ] {
            assert_eq!(parse_float(text), Some(expected), "{text}");
        }
        assert!(parse_float("-nan").is_some_and(|x| x.is_nan() && x.is_sign_negative()));
        for text in [
            "", " ", ".", "e5", "1e", "1__0", "_1", "1_", "1_.5", "1._5", "1_e5", "1e_5", "+-1", "0x10", "infinit",
            "1 2", "1\0", "- 1", "in_f", "1.5.", "+_1", "--1", "-+inf",
        ] {
            assert_eq!(parse_float(text), None, "{text}");
        }
    }

    #[test]
    fn integers() {
        let small = |text: &str, base| match parse_int(text, base, DEFAULT_DIGIT_LIMIT) {
            Ok(ParsedInt::Small(value)) => Some(value),
            _ => None,
        };
        for (text, base, expected) in [
            ("0", 10, 0),
            ("-17", 10, -17),
            (" +1_000 ", 10, 1000),
            ("0x_fF", 16, 255),
            ("ff", 16, 255),
            ("0b101", 0, 5),
            ("0O17", 0, 15),
            ("0_0", 0, 0),
            ("000", 0, 0),
            ("0b1", 16, 177),
            ("z", 36, 35),
            ("\u{663}\u{664}", 10, 34),
            ("-9223372036854775808", 10, i64::MIN),
            ("-0x10", 0, -16),
        ] {
            assert_eq!(small(text, base), Some(expected), "{text} base {base}");
        }
        for (text, base) in [
            ("", 10),
            ("-", 10),
            ("1__0", 10),
            ("_1", 10),
            ("1_", 10),
            ("0x", 16),
            ("0x_", 16),
            ("0x__1", 16),
            ("012", 0),
            ("0_1", 0),
            ("9", 8),
            ("0x1", 10),
            ("+-1", 10),
            ("1 0", 10),
            ("- 1", 10),
            ("0_x1", 0),
        ] {
            assert_eq!(parse_int(text, base, 0), Err(ParseIntError::Invalid), "{text} base {base}");
        }
        assert_eq!(parse_int("1", 37, 0), Err(ParseIntError::Base));
        assert_eq!(parse_int("1", 1, 0), Err(ParseIntError::Base));
        assert!(matches!(parse_int("9223372036854775808", 10, 0), Ok(ParsedInt::Big(_))));
    }

    #[test]
    fn digit_limits() {
        let long = "1".repeat(4301);
        let error = parse_int(&long, 10, DEFAULT_DIGIT_LIMIT).err().map(|error| error.to_string());
        assert_eq!(
            error.as_deref(),
            Some(
                "Exceeds the limit (4300 digits) for integer string conversion: value has 4301 digits; use sys.set_int_max_str_digits() to increase the limit"
            )
        );
        assert!(parse_int(&long, 16, DEFAULT_DIGIT_LIMIT).is_ok());
        let value = IBig::from(10).pow(4300);
        assert!(int_to_decimal(IntRef::Big(&value), DEFAULT_DIGIT_LIMIT).is_err());
        assert!(int_to_decimal(IntRef::Big(&(value - 1)), DEFAULT_DIGIT_LIMIT).is_ok());
        let huge = IBig::from(1) << 10_000_000;
        assert!(int_to_decimal(IntRef::Big(&huge), DEFAULT_DIGIT_LIMIT).is_err());
        assert_eq!(int_to_decimal(IntRef::Small(-42), DEFAULT_DIGIT_LIMIT), Ok("-42".into()));
    }
}
