//! Digits of a float for the type characters of formatting: `e`, `f`, `g` and the type-less form.

use std::fmt::Write;

use super::decimal::{Decimal, MAX_FRACTION};
use super::float_repr::{push_digits, push_exponent, push_zeros};

/// How a float's magnitude is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// `e`: one digit, a point, `precision` digits and an exponent.
    Scientific,
    /// `f`: `precision` digits after the point.
    Fixed,
    /// `g`: `precision` significant digits, in the shorter of the two forms.
    General,
    /// `g`, but with a digit after the point.
    GeneralDotted,
    /// The shortest digits that read back, with a digit after the point.
    Shortest,
}

/// A style with its precision and flags.
#[derive(Clone, Copy, Debug)]
pub(super) struct FloatForm {
    pub(super) style: Style,
    pub(super) precision: usize,
    /// Keep the point and, for `g`, the zeros at the end.
    pub(super) alternate: bool,
    pub(super) uppercase: bool,
}

impl FloatForm {
    /// An upper bound of the bytes that [`FloatForm::push`] writes for `x`.
    pub(super) fn size_bound(&self, x: f64) -> usize {
        let whole = if self.style == Style::Fixed && x.abs() >= 1e15 { 310 } else { 32 };
        self.precision.saturating_add(whole)
    }

    /// Appends the magnitude of `x`, without a sign.
    pub(super) fn push(&self, x: f64, out: &mut String) {
        if !x.is_finite() {
            out.push_str(match (x.is_nan(), self.uppercase) {
                (true, false) => "nan",
                (true, true) => "NAN",
                (false, false) => "inf",
                (false, true) => "INF",
            });
            return;
        }
        match self.style {
            Style::Fixed => self.push_fixed(x, out),
            Style::Scientific => {
                let decimal = Decimal::significant(x, self.precision.saturating_add(1));
                self.push_decimal(&decimal, true, self.precision.saturating_add(1), out);
            }
            Style::General | Style::GeneralDotted => {
                let precision = self.precision.max(1);
                let mut decimal = Decimal::significant(x, precision);
                decimal.trim();
                let most = precision.saturating_sub(usize::from(self.style == Style::GeneralDotted));
                let scientific = out_of_range(decimal.point, most);
                let least = if self.alternate { precision } else { 0 };
                self.push_decimal(&decimal, scientific, least, out);
            }
            Style::Shortest => {
                let decimal = Decimal::shortest(x);
                self.push_decimal(&decimal, out_of_range(decimal.point, 16), 0, out);
            }
        }
    }

    fn push_fixed(&self, x: f64, out: &mut String) {
        // Digits past the exact expansion are zeros.
        let places = self.precision.min(MAX_FRACTION);
        let written = write!(out, "{:.*}", places, x.abs());
        debug_assert!(written.is_ok());
        push_zeros(self.precision - places, out);
        if self.precision == 0 && self.alternate {
            out.push('.');
        }
    }

    /// Appends digits, filled with zeros up to `least` of them.
    fn push_decimal(&self, decimal: &Decimal, scientific: bool, least: usize, out: &mut String) {
        let digits = decimal.digits();
        let point = if scientific { 1 } else { decimal.point };
        let before = usize::try_from(point).unwrap_or(0);
        let dotted = matches!(self.style, Style::Shortest | Style::GeneralDotted) && !scientific;
        let end = digits.len().max(least).max(before + usize::from(dotted));
        if before == 0 {
            out.push('0');
        }
        push_filled(digits, 0, before, out);
        if end > before || self.alternate {
            out.push('.');
        }
        if before == 0 {
            push_zeros(point.unsigned_abs() as usize, out);
        }
        push_filled(digits, before, end, out);
        if scientific {
            push_exponent(decimal.point - 1, if self.uppercase { 'E' } else { 'e' }, out);
        }
    }
}

/// Is a number with this decimal point too small or too large to be written without an exponent?
fn out_of_range(point: i32, most: usize) -> bool {
    point <= -4 || usize::try_from(point).is_ok_and(|point| point > most)
}

/// Appends the digits from `start` to `end`, zeros where they have run out.
fn push_filled(digits: &[u8], start: usize, end: usize, out: &mut String) {
    let cut = end.min(digits.len());
    let known = digits.get(start..cut).unwrap_or(&[]);
    push_digits(known, out);
    push_zeros(end - start - known.len(), out);
}
