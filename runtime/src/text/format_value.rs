//! Text, integers and floats under a [`FormatSpec`].

use dashu_int::IBig;

use super::float_repr::{push_integer, push_zeros};
use super::format_float::{FloatForm, Style};
use super::format_spec::{Align, FormatError, FormatSpec, Grouping, Limits, Sign};
use super::parse_number::{IntRef, int_to_decimal, int_to_float};
use super::{float_room, with_room};

/// Precisions from here on are refused for floats.
pub(super) const FLOAT_PRECISION_END: usize = i32::MAX as usize - 1;

/// How a text is cut and padded: for callers whose text is not a `&str`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrLayout {
    /// Characters of the text to keep.
    pub keep: usize,
    /// Fill characters before it.
    pub left: usize,
    /// Fill characters behind it.
    pub right: usize,
}

/// Lays out a text of `length` characters.
///
/// # Errors
/// The specification does not go with text, or the result is past the limit.
pub fn layout_str(length: usize, spec: &FormatSpec, limits: Limits) -> Result<StrLayout, FormatError> {
    check_str_spec(spec)?;
    let keep = spec.precision.map_or(length, |most| length.min(most));
    let padding = padding(spec, keep, limits)?;
    let (left, right) = split_padding(spec.align, padding);
    Ok(StrLayout { keep, left, right })
}

fn check_str_spec(spec: &FormatSpec) -> Result<(), FormatError> {
    if spec.kind != 's' {
        return Err(FormatError::UnknownCode(spec.kind));
    }
    match spec.sign {
        Some(Sign::Space) => return Err(FormatError::SpaceForStr),
        Some(Sign::Plus | Sign::Minus) => return Err(FormatError::SignForStr),
        None => {}
    }
    if spec.no_negative_zero {
        return Err(FormatError::NegativeZeroForStr);
    }
    if spec.alternate {
        return Err(FormatError::AlternateForStr);
    }
    if spec.align == Align::AfterSign {
        return Err(FormatError::AlignForStr);
    }
    Ok(())
}

/// Fill characters needed around `length` characters, if the result stays within the limit.
fn padding(spec: &FormatSpec, length: usize, limits: Limits) -> Result<usize, FormatError> {
    let padding = spec.width.unwrap_or(0).saturating_sub(length);
    let size = padding.checked_mul(spec.fill.len_utf8()).and_then(|size| size.checked_add(length));
    match size {
        Some(size) if size <= limits.size => Ok(padding),
        _ => Err(FormatError::TooLarge),
    }
}

fn split_padding(align: Align, padding: usize) -> (usize, usize) {
    match align {
        Align::Left => (0, padding),
        Align::Right | Align::AfterSign => (padding, 0),
        Align::Center => (padding / 2, padding - padding / 2),
    }
}

fn push_fill(fill: char, count: usize, out: &mut String) {
    out.extend(std::iter::repeat_n(fill, count));
}

/// Formats a text.
///
/// # Errors
/// As [`layout_str`].
pub fn format_str(text: &str, spec: &FormatSpec, limits: Limits) -> Result<String, FormatError> {
    let length = if text.is_ascii() { text.len() } else { text.chars().count() };
    let layout = layout_str(length, spec, limits)?;
    let kept = match text.char_indices().nth(layout.keep) {
        Some((end, _)) if layout.keep < length => &text[..end],
        _ => text,
    };
    let size = kept.len() + (layout.left + layout.right) * spec.fill.len_utf8();
    if size > limits.size {
        return Err(FormatError::TooLarge);
    }
    let mut out = with_room(size).ok_or(FormatError::TooLarge)?;
    push_fill(spec.fill, layout.left, &mut out);
    out.push_str(kept);
    push_fill(spec.fill, layout.right, &mut out);
    Ok(out)
}

/// The parts of a number; the point is written when there is a fraction or `point` is set.
struct Parts<'a> {
    sign: Option<char>,
    prefix: &'a str,
    digits: &'a str,
    point: bool,
    fraction: &'a str,
    rest: &'a str,
}

impl Parts<'_> {
    /// Bytes besides the digits before the point and the padding.
    fn fixed_len(&self, fraction_grouping: Option<Grouping>) -> usize {
        let separators = match fraction_grouping {
            Some(_) => self.fraction.len().saturating_sub(1) / 3,
            None => 0,
        };
        usize::from(self.sign.is_some())
            + self.prefix.len()
            + usize::from(self.point)
            + self.fraction.len()
            + separators
            + self.rest.len()
    }
}

/// Digits with zeros before them and separators among them.
struct Grouped {
    zeros: usize,
    separators: usize,
}

/// Groups `digits` digits so that they and their separators are at least `least` wide.
fn group(digits: usize, least: usize, size: Option<usize>) -> Grouped {
    let Some(size) = size else {
        return Grouped { zeros: least.saturating_sub(digits), separators: 0 };
    };
    if digits == 0 {
        return Grouped { zeros: 0, separators: 0 };
    }
    // `total` digits are `total + (total - 1) / size` wide; a zero is never added only to be followed by
    // nothing, so a separator that would come first gets one more zero before it.
    let wide = |total: usize| total + (total - 1) / size;
    let mut total = digits;
    if wide(total) < least {
        total = least - least / (size + 1);
        while wide(total) < least {
            total += 1;
        }
        while total > digits && wide(total - 1) >= least {
            total -= 1;
        }
    }
    Grouped { zeros: total - digits, separators: (total - 1) / size }
}

/// Puts a number's parts into their field.
fn lay_out_number(parts: &Parts<'_>, spec: &FormatSpec, limits: Limits) -> Result<String, FormatError> {
    let width = spec.width.unwrap_or(0);
    if width > limits.size {
        return Err(FormatError::TooLarge);
    }
    let fixed = parts.fixed_len(spec.fraction_grouping);
    let zero_filled = spec.fill == '0' && spec.align == Align::AfterSign;
    let least = if zero_filled { width.saturating_sub(fixed) } else { 0 };
    let size = spec.grouping.map(|_| spec.group_size());
    // What is not a number (`inf`) has no digits, only a rest.
    let grouped = group(parts.digits.len(), if parts.digits.is_empty() { 0 } else { least }, size);
    let length = fixed + parts.digits.len() + grouped.zeros + grouped.separators;
    let padding = padding(spec, length, limits)?;
    let (left, right) = split_padding(spec.align, padding);

    let mut out = with_room(length + padding * spec.fill.len_utf8()).ok_or(FormatError::TooLarge)?;
    if spec.align != Align::AfterSign {
        push_fill(spec.fill, left, &mut out);
    }
    out.extend(parts.sign);
    out.push_str(parts.prefix);
    if spec.align == Align::AfterSign {
        push_fill(spec.fill, left, &mut out);
    }
    match spec.grouping {
        Some(grouping) => push_grouped(parts.digits, &grouped, spec.group_size(), grouping.as_char(), &mut out),
        None => {
            push_zeros(grouped.zeros, &mut out);
            out.push_str(parts.digits);
        }
    }
    if parts.point {
        out.push('.');
    }
    push_fraction(parts.fraction, spec.fraction_grouping, &mut out);
    out.push_str(parts.rest);
    push_fill(spec.fill, right, &mut out);
    Ok(out)
}

fn push_grouped(digits: &str, grouped: &Grouped, size: usize, separator: char, out: &mut String) {
    let total = digits.len() + grouped.zeros;
    let all = std::iter::repeat_n('0', grouped.zeros).chain(digits.chars());
    for (index, digit) in all.enumerate() {
        if index > 0 && (total - index).is_multiple_of(size) {
            out.push(separator);
        }
        out.push(digit);
    }
}

fn push_fraction(digits: &str, grouping: Option<Grouping>, out: &mut String) {
    let Some(grouping) = grouping else {
        out.push_str(digits);
        return;
    };
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && index % 3 == 0 {
            out.push(grouping.as_char());
        }
        out.push(digit);
    }
}

/// Formats an integer. The result is UTF-8, so `c` refuses surrogates as if they were out of range.
///
/// # Errors
/// The specification does not go with integers, the value does not go with the type character, or
/// the result is past a limit.
pub fn format_int(value: IntRef<'_>, spec: &FormatSpec, limits: Limits) -> Result<String, FormatError> {
    let base = match spec.kind {
        'd' | 'n' => 10,
        'b' => 2,
        'o' => 8,
        'x' | 'X' => 16,
        'c' => {
            check_int_spec(spec)?;
            return format_code_point(value, spec, limits);
        }
        'e' | 'E' | 'f' | 'F' | 'g' | 'G' | '%' => {
            let float = int_to_float(value).ok_or(FormatError::IntTooLarge)?;
            return format_float(float, spec, limits);
        }
        kind => return Err(FormatError::UnknownCode(kind)),
    };
    check_int_spec(spec)?;
    let mut digits = String::new();
    let negative = push_magnitude(value, base, limits, &mut digits)?;
    if spec.kind == 'X' {
        digits.make_ascii_uppercase();
    }
    let sign = Sign::of(spec.sign, negative);
    if spec.width.is_none() && spec.grouping.is_none() && sign.is_none() && !spec.alternate {
        return Ok(digits);
    }
    let prefix = if spec.alternate { base_prefix(spec.kind) } else { "" };
    let parts = Parts { sign, prefix, digits: &digits, point: false, fraction: "", rest: "" };
    lay_out_number(&parts, spec, limits)
}

fn check_int_spec(spec: &FormatSpec) -> Result<(), FormatError> {
    if spec.precision.is_some() {
        return Err(FormatError::PrecisionForInt);
    }
    if spec.no_negative_zero {
        return Err(FormatError::NegativeZeroForInt);
    }
    Ok(())
}

/// The prefix of `#` for a type character of integers.
pub(super) fn base_prefix(kind: char) -> &'static str {
    match kind {
        'b' => "0b",
        'o' => "0o",
        'x' => "0x",
        'X' => "0X",
        _ => "",
    }
}

fn format_code_point(value: IntRef<'_>, spec: &FormatSpec, limits: Limits) -> Result<String, FormatError> {
    if spec.sign.is_some() {
        return Err(FormatError::SignWithChar);
    }
    if spec.alternate {
        return Err(FormatError::AlternateWithChar);
    }
    let code = match value {
        IntRef::Small(small) => small,
        IntRef::Big(big) => i64::try_from(big).map_err(|_| FormatError::CharTooLarge)?,
    };
    let ch = u32::try_from(code).ok().and_then(char::from_u32).ok_or(FormatError::CharRange)?;
    let padding = padding(spec, 1, limits)?;
    let (left, right) = split_padding(spec.align, padding);
    let mut out = with_room(padding * spec.fill.len_utf8() + ch.len_utf8()).ok_or(FormatError::TooLarge)?;
    push_fill(spec.fill, left, &mut out);
    out.push(ch);
    push_fill(spec.fill, right, &mut out);
    Ok(out)
}

/// Appends an integer's digits in a base of 2, 8, 10 or 16, in lower case; true when it is negative.
pub(super) fn push_magnitude(
    value: IntRef<'_>,
    base: u32,
    limits: Limits,
    out: &mut String,
) -> Result<bool, FormatError> {
    match value {
        IntRef::Small(small) => {
            push_small_magnitude(small.unsigned_abs(), base, out);
            Ok(small < 0)
        }
        IntRef::Big(big) => push_big_magnitude(big, base, limits, out),
    }
}

fn push_small_magnitude(magnitude: u64, base: u32, out: &mut String) {
    if base == 10 {
        push_integer(magnitude, out);
        return;
    }
    let bits = base.trailing_zeros();
    let length = (64 - magnitude.leading_zeros()).div_ceil(bits).max(1);
    out.reserve(length as usize);
    for place in (0..length).rev() {
        let digit = (magnitude >> (place * bits)) as u32 & (base - 1);
        out.extend(char::from_digit(digit, base));
    }
}

fn push_big_magnitude(value: &IBig, base: u32, limits: Limits, out: &mut String) -> Result<bool, FormatError> {
    use dashu_int::ops::BitTest;
    let negative = *value < IBig::ZERO;
    let text = if base == 10 {
        int_to_decimal(IntRef::Big(value), limits.digits)?
    } else {
        if value.bit_len() / base.trailing_zeros() as usize > limits.size {
            return Err(FormatError::TooLarge);
        }
        value.in_radix(base as u8).to_string()
    };
    out.push_str(text.strip_prefix('-').unwrap_or(&text));
    Ok(negative)
}

/// Formats a float.
///
/// # Errors
/// The specification does not go with floats, or the result is past the limit.
pub fn format_float(x: f64, spec: &FormatSpec, limits: Limits) -> Result<String, FormatError> {
    let (style, default_precision) = match spec.kind {
        '\0' if spec.precision.is_none() => (Style::Shortest, 0),
        '\0' => (Style::GeneralDotted, 0),
        'e' | 'E' => (Style::Scientific, 6),
        'f' | 'F' | '%' => (Style::Fixed, 6),
        'g' | 'G' | 'n' => (Style::General, 6),
        kind => return Err(FormatError::UnknownCode(kind)),
    };
    let precision = spec.precision.unwrap_or(default_precision);
    if precision >= FLOAT_PRECISION_END {
        return Err(FormatError::PrecisionTooBig);
    }
    let percent = spec.kind == '%';
    let x = if percent { x * 100.0 } else { x };
    let uppercase = matches!(spec.kind, 'E' | 'F' | 'G');
    let form = FloatForm { style, precision, alternate: spec.alternate, uppercase };
    // Only `#` and the fixed forms fill up to the precision.
    let filled = spec.alternate || matches!(style, Style::Fixed | Style::Scientific);
    if filled && form.size_bound(x) > limits.size {
        return Err(FormatError::TooLarge);
    }
    format_in(x, &form, spec, limits)
}

fn format_in(x: f64, form: &FloatForm, spec: &FormatSpec, limits: Limits) -> Result<String, FormatError> {
    let percent = spec.kind == '%';
    let filled = form.alternate || matches!(form.style, Style::Fixed | Style::Scientific);
    let plain = spec.width.is_none() && spec.grouping.is_none() && spec.fraction_grouping.is_none();
    let negative = x.is_sign_negative() && !x.is_nan();
    if plain && !(negative && spec.no_negative_zero) {
        let mut out = float_room(form.precision, filled).ok_or(FormatError::TooLarge)?;
        out.extend(Sign::of(spec.sign, negative));
        form.push(x, &mut out);
        if percent {
            out.push('%');
        }
        return Ok(out);
    }
    let mut text = float_room(form.precision, filled).ok_or(FormatError::TooLarge)?;
    form.push(x, &mut text);
    if percent {
        text.push('%');
    }
    let negative = negative && !(spec.no_negative_zero && is_zero(&text));
    let whole = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, after) = text.split_at(whole);
    let (point, after) = match after.strip_prefix('.') {
        Some(rest) => (true, rest),
        None => (false, after),
    };
    let places = if point { after.bytes().take_while(u8::is_ascii_digit).count() } else { 0 };
    let (fraction, rest) = after.split_at(places);
    let sign = Sign::of(spec.sign, negative);
    lay_out_number(&Parts { sign, prefix: "", digits, point, fraction, rest }, spec, limits)
}

/// Are all digits before the exponent zero?
fn is_zero(text: &str) -> bool {
    let digits = text.split(['e', 'E']).next().unwrap_or(text);
    digits.bytes().all(|byte| matches!(byte, b'0' | b'.' | b'%'))
}

#[cfg(test)]
mod tests {
    use super::super::format_spec::Target;
    use super::*;

    const LIMITS: Limits = Limits { size: 1 << 16, digits: 4300 };

    fn int(value: i64, spec: &str) -> Result<String, String> {
        FormatSpec::parse(spec, Target::Int)
            .and_then(|spec| format_int(IntRef::Small(value), &spec, LIMITS))
            .map_err(|error| error.message("int"))
    }

    fn float(value: f64, spec: &str) -> Result<String, String> {
        FormatSpec::parse(spec, Target::Float)
            .and_then(|spec| format_float(value, &spec, LIMITS))
            .map_err(|error| error.message("float"))
    }

    fn text(value: &str, spec: &str) -> Result<String, String> {
        FormatSpec::parse(spec, Target::Str)
            .and_then(|spec| format_str(value, &spec, LIMITS))
            .map_err(|error| error.message("str"))
    }

    #[test]
    fn integers() {
        for (value, spec, expected) in [
            (5, "", "5"),
            (-5, "05", "-0005"),
            (5, "=+#010x", "+0x0000005"),
            (1234567, ",", "1,234,567"),
            (5, "010,", "00,000,005"),
            (5, "09,", "0,000,005"),
            (5, "08,", "0,000,005"),
            (255, "_b", "1111_1111"),
            (255, "#X", "0XFF"),
            (i64::MIN, "x", "-8000000000000000"),
            (5, "é^5", "éé5éé"),
            (128512, "3c", "  \u{1f600}"),
            (5, ".2%", "500.00%"),
            (5, "030,.4_f", "0,000,000,000,000,000,005.000_0"),
        ] {
            assert_eq!(int(value, spec).as_deref(), Ok(expected), "{value} {spec}");
        }
    }

    #[test]
    fn floats() {
        for (value, spec, expected) in [
            (5.5, ".2f", "5.50"),
            (0.125, ".2f", "0.12"),
            (1e22, ".0f", "10000000000000000000000"),
            (5.5, "z5.1", "6e+00"),
            (-0.001, "z.1f", "0.0"),
            (1234567.0, ",", "1,234,567.0"),
            (1e16, "", "1e+16"),
            (1234567.0, "g", "1.23457e+06"),
            (100.0, "#g", "100.000"),
            (5.5, "#.0f", "6."),
            (0.00001, "G", "1E-05"),
            (5.0, ".5_e", "5.000_00e+00"),
            (f64::INFINITY, "010.1F", "0000000INF"),
            (-f64::NAN, "+", "+nan"),
            (0.5, "%", "50.000000%"),
            (2.5, ".1000000000", "2.5"),
        ] {
            assert_eq!(float(value, spec).as_deref(), Ok(expected), "{value} {spec}");
        }
    }

    #[test]
    fn texts() {
        for (value, spec, expected) in [
            ("ab", "", "ab"),
            ("ab", ">5", "   ab"),
            ("ab", "05", "ab000"),
            ("éa", "*^5.1", "**é**"),
            ("ab", ".1000000000", "ab"),
        ] {
            assert_eq!(text(value, spec).as_deref(), Ok(expected), "{value} {spec}");
        }
    }

    #[test]
    fn errors_have_python_words() {
        for (result, expected) in [
            (int(5, "kk"), "Invalid format specifier 'kk' for object of type 'int'"),
            (text("ab", "d"), "Unknown format code 'd' for object of type 'str'"),
            (int(5, "é"), "Unknown format code '\\xe9' for object of type 'int'"),
            (float(5.5, "x"), "Unknown format code 'x' for object of type 'float'"),
            (text("ab", ","), "Cannot specify ',' with 's'."),
            (int(5, "_,"), "Cannot specify both ',' and '_'."),
            (int(5, "."), "Format specifier missing precision"),
            (int(5, ".2"), "Precision not allowed in integer format specifier"),
            (int(5, "99999999999999999999"), "Too many decimal digits in format string"),
            (float(5.5, ".2147483647f"), "precision too big"),
            (text("ab", "=5"), "'=' alignment not allowed in string format specifier"),
            (int(-1, "c"), "%c arg not in range(0x110000)"),
        ] {
            assert_eq!(result, Err(expected.to_string()));
        }
    }

    #[test]
    fn sizes_are_checked_before_anything_is_written() {
        let too_large = Err(String::new());
        assert_eq!(int(5, "9223372036854775807"), too_large);
        assert_eq!(int(5, "09223372036854775807,"), too_large);
        assert_eq!(text("ab", "99999999"), too_large);
        assert_eq!(float(5.5, ".99999999f"), too_large);
        assert_eq!(float(5.5, "#.99999999g"), too_large);
    }
}
