//! Decimal digits of floats: the shortest that read back, or correctly rounded to a number of them.

use std::fmt::{self, Write};

/// Significant digits of the longest exact expansion of a double, and a little more.
const MAX_SIGNIFICANT: usize = 768;
/// Digits after the point of the longest exact expansion of a double.
pub(crate) const MAX_FRACTION: usize = 1074;
/// Room for any double written in full: sign, 309 digits, point, 1074 digits.
const BUFFER: usize = 1400;

/// A fixed buffer to write a number into without an allocation.
pub(crate) struct Buffer {
    bytes: [u8; BUFFER],
    len: usize,
}

impl Buffer {
    pub(crate) fn new() -> Buffer {
        Buffer { bytes: [0; BUFFER], len: 0 }
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    pub(crate) fn as_str(&self) -> &str {
        std::str::from_utf8(self.as_bytes()).unwrap_or("")
    }
}

impl Write for Buffer {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.len + text.len();
        let room = self.bytes.get_mut(self.len..end).ok_or(fmt::Error)?;
        room.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
    }
}

/// The decimal digits of a finite float's magnitude: `0.d1d2d3… × 10^point`.
///
/// Zero is the one digit `0` with `point` 1. There is at least one digit unless the value was rounded to
/// nothing at a fixed place.
pub(crate) struct Decimal {
    digits: [u8; MAX_SIGNIFICANT],
    len: usize,
    pub(crate) point: i32,
}

impl Decimal {
    pub(crate) fn digits(&self) -> &[u8] {
        &self.digits[..self.len]
    }

    /// The shortest digits that read back as `x`; of two equally near the even one. `x` must be finite.
    pub(crate) fn shortest(x: f64) -> Decimal {
        let mut buffer = zmij::Buffer::new();
        let mut decimal = Decimal::from_text(buffer.format_finite(x.abs()).as_bytes());
        decimal.trim();
        decimal
    }

    /// `count` significant digits (at least one), correctly rounded, half to even. Digits past the exact
    /// expansion are left out: they are zeros.
    pub(crate) fn significant(x: f64, count: usize) -> Decimal {
        let places = count.clamp(1, MAX_SIGNIFICANT) - 1;
        let mut buffer = Buffer::new();
        let fits = write!(buffer, "{:.*e}", places, x.abs());
        debug_assert!(fits.is_ok());
        Decimal::from_text(buffer.as_bytes())
    }

    /// Reads `ddd.ddde±x`, leaving out zeros at the start.
    fn from_text(text: &[u8]) -> Decimal {
        let mut decimal = Decimal { digits: [0; MAX_SIGNIFICANT], len: 0, point: 0 };
        let split = text.iter().position(|&byte| byte == b'e').unwrap_or(text.len());
        let mut after_point = false;
        for &byte in &text[..split] {
            let leading = byte == b'0' && decimal.len == 0;
            match byte {
                b'.' => after_point = true,
                _ if leading => decimal.point -= i32::from(after_point),
                _ => {
                    decimal.digits[decimal.len] = byte;
                    decimal.len += 1;
                    decimal.point += i32::from(!after_point);
                }
            }
        }
        if decimal.len == 0 {
            return Decimal { digits: [b'0'; MAX_SIGNIFICANT], len: 1, point: 1 };
        }
        let exponent = std::str::from_utf8(text.get(split + 1..).unwrap_or(b""));
        decimal.point += exponent.ok().and_then(|text| text.parse::<i32>().ok()).unwrap_or(0);
        decimal
    }

    /// Drops zeros at the end, keeping one digit.
    pub(crate) fn trim(&mut self) {
        while self.len > 1 && self.digits[self.len - 1] == b'0' {
            self.len -= 1;
        }
    }
}

/// Writes `|x|` with `places` digits after the point, correctly rounded, half to even.
/// Places past the exact expansion are left to the caller: they are zeros.
pub(crate) fn write_fixed(x: f64, places: usize, buffer: &mut Buffer) -> usize {
    let places = places.min(MAX_FRACTION);
    let fits = write!(buffer, "{:.*}", places, x.abs());
    debug_assert!(fits.is_ok());
    places
}
