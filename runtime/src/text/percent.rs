//! printf-style formats: `'%(key)-5.2f' % value`.
//!
//! [`PercentFormat`] yields a format piece by piece, because Python reports a mistake only once the pieces
//! before it have taken their arguments. For each [`PercentSpec`] the caller, in this order,
//! looks up the key, takes an integer for each [`Size::Star`], raises the error in `conversion` if there is
//! one, takes the argument, and raises [`PercentError::Unsupported`] for an unknown conversion.

use super::float_repr::push_zeros;
use super::format_float::{FloatForm, Style};
use super::format_spec::{ErrorClass, FormatError, Limits};
use super::format_value::{FLOAT_PRECISION_END, StrLayout, base_prefix, push_magnitude};
use super::parse_number::IntRef;
use super::{float_room, with_room};

/// A piece of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment<'a> {
    /// Text to copy.
    Literal(&'a str),
    /// A place for an argument.
    Spec(PercentSpec<'a>),
}

/// A width or precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Not given.
    None,
    /// `*`: the next argument.
    Star,
    /// Given in the format.
    Fixed(usize),
}

/// The flags of a conversion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// `-`: to the left.
    pub left: bool,
    /// `+`
    pub plus: bool,
    /// A space.
    pub blank: bool,
    /// `#`
    pub alternate: bool,
    /// `0`
    pub zero: bool,
}

/// What a conversion does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// `s`
    Str,
    /// `r`
    Repr,
    /// `a`
    Ascii,
    /// `c`
    Char,
    /// An integer: `d`, `i`, `u`, `o`, `x`, `X`.
    Int(char),
    /// A float: `e`, `E`, `f`, `F`, `g`, `G`.
    Float(char),
    /// None that exists: the character and its index in the format, in characters.
    Unsupported(char, usize),
}

/// A place for an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PercentSpec<'a> {
    /// The key in parentheses.
    pub key: Option<&'a str>,
    /// The flags.
    pub flags: Flags,
    /// The least width.
    pub width: Size,
    /// The precision.
    pub precision: Size,
    /// The conversion, or why there is none.
    pub conversion: Result<Conversion, PercentError>,
}

/// Flags, width and precision with the stars filled in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Field {
    /// The flags.
    pub flags: Flags,
    /// The least width.
    pub width: usize,
    /// The precision.
    pub precision: Option<usize>,
}

/// Why a format cannot be applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PercentError {
    /// The format ends within a conversion.
    #[error("incomplete format")]
    Incomplete,
    /// The format ends within a key.
    #[error("incomplete format key")]
    IncompleteKey,
    /// The width is past 63 bits.
    #[error("width too big")]
    WidthTooBig,
    /// The precision is past 31 bits.
    #[error("precision too big")]
    PrecisionTooBig,
    /// The precision of an integer is at the end of 31 bits (an `OverflowError`).
    #[error("precision too large")]
    PrecisionTooLarge,
    /// No such conversion.
    #[error("unsupported format character '{}' (0x{:x}) at index {}", visible(*.0), u32::from(*.0), .1)]
    Unsupported(char, usize),
    /// An argument is missing (a `TypeError`).
    #[error("not enough arguments for format string")]
    NotEnough,
    /// Arguments are left over (a `TypeError`).
    #[error("not all arguments converted during string formatting")]
    NotAll,
    /// A key, but the argument is not a mapping (a `TypeError`).
    #[error("format requires a mapping")]
    NeedsMapping,
    /// The argument for a star is not an integer (a `TypeError`).
    #[error("* wants int")]
    StarWantsInt,
    /// The argument for a star as width is past 64 bits (an `OverflowError`).
    #[error("Python int too large to convert to C ssize_t")]
    StarWidthTooLarge,
    /// The argument for a star as precision is past 32 bits (an `OverflowError`).
    #[error("Python int too large to convert to C int")]
    StarPrecisionTooLarge,
    /// An integer has too many decimal digits.
    #[error("{0}")]
    Digits(super::parse_number::DigitLimitError),
    /// The result is larger than the limit (a `MemoryError`).
    #[error("")]
    TooLarge,
}

/// The largest precision of an integer.
const INT_PRECISION_MAX: usize = i32::MAX as usize - 3;

fn visible(ch: char) -> char {
    if matches!(ch, ' '..='~') { ch } else { '?' }
}

impl PercentError {
    /// The exception to raise.
    pub fn class(&self) -> ErrorClass {
        match self {
            PercentError::NotEnough
            | PercentError::NotAll
            | PercentError::NeedsMapping
            | PercentError::StarWantsInt => ErrorClass::Type,
            PercentError::PrecisionTooLarge | PercentError::StarWidthTooLarge | PercentError::StarPrecisionTooLarge => {
                ErrorClass::Overflow
            }
            PercentError::TooLarge => ErrorClass::Memory,
            _ => ErrorClass::Value,
        }
    }
}

impl From<FormatError> for PercentError {
    fn from(error: FormatError) -> PercentError {
        match error {
            FormatError::Digits(error) => PercentError::Digits(error),
            _ => PercentError::TooLarge,
        }
    }
}

/// The pieces of a format, in order; ends after an error.
#[derive(Clone, Debug)]
pub struct PercentFormat<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> PercentFormat<'a> {
    /// Starts at the beginning of a format.
    pub fn new(text: &'a str) -> PercentFormat<'a> {
        PercentFormat { text, at: 0 }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// The key behind `(`, up to its own `)`.
    fn key(&mut self) -> Result<&'a str, PercentError> {
        let start = self.at;
        let mut depth = 1;
        for (offset, byte) in self.text.as_bytes()[start..].iter().enumerate() {
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.at = start + offset + 1;
                return Ok(&self.text[start..start + offset]);
            }
        }
        Err(PercentError::IncompleteKey)
    }

    fn flags(&mut self) -> Flags {
        let mut flags = Flags::default();
        loop {
            match self.peek() {
                Some(b'-') => flags.left = true,
                Some(b'+') => flags.plus = true,
                Some(b' ') => flags.blank = true,
                Some(b'#') => flags.alternate = true,
                Some(b'0') => flags.zero = true,
                _ => return flags,
            }
            self.at += 1;
        }
    }

    /// A star or digits up to `most`.
    fn size(&mut self, most: i64, error: PercentError) -> Result<Size, PercentError> {
        if self.eat(b'*') {
            return Ok(Size::Star);
        }
        let mut value = None;
        while let Some(byte) = self.peek().filter(u8::is_ascii_digit) {
            let digit = i64::from(byte - b'0');
            let before: i64 = value.unwrap_or(0);
            if before > (most - digit) / 10 {
                return Err(error);
            }
            value = Some(before * 10 + digit);
            self.at += 1;
        }
        Ok(value.map_or(Size::None, |value| Size::Fixed(usize::try_from(value).unwrap_or(usize::MAX))))
    }

    fn spec(&mut self) -> Result<PercentSpec<'a>, PercentError> {
        let key = if self.eat(b'(') { Some(self.key()?) } else { None };
        let flags = self.flags();
        let incomplete = Err(PercentError::Incomplete);
        let mut spec = PercentSpec { key, flags, width: Size::None, precision: Size::None, conversion: incomplete };
        spec.conversion = self.sizes(&mut spec).and_then(|()| self.conversion());
        if spec.conversion.is_err() {
            self.at = self.text.len();
        }
        Ok(spec)
    }

    fn sizes(&mut self, spec: &mut PercentSpec<'a>) -> Result<(), PercentError> {
        spec.width = self.size(i64::MAX, PercentError::WidthTooBig)?;
        if self.eat(b'.') {
            spec.precision = match self.size(i64::from(i32::MAX), PercentError::PrecisionTooBig)? {
                Size::None => Size::Fixed(0),
                size => size,
            };
        }
        if matches!(self.peek(), Some(b'h' | b'l' | b'L')) {
            self.at += 1;
        }
        Ok(())
    }

    fn conversion(&mut self) -> Result<Conversion, PercentError> {
        let ch = self.text[self.at..].chars().next().ok_or(PercentError::Incomplete)?;
        let start = self.at;
        self.at += ch.len_utf8();
        Ok(match ch {
            's' => Conversion::Str,
            'r' => Conversion::Repr,
            'a' => Conversion::Ascii,
            'c' => Conversion::Char,
            'd' | 'i' | 'u' | 'o' | 'x' | 'X' => Conversion::Int(ch),
            'e' | 'E' | 'f' | 'F' | 'g' | 'G' => Conversion::Float(ch),
            _ => Conversion::Unsupported(ch, self.text[..start].chars().count()),
        })
    }
}

impl<'a> Iterator for PercentFormat<'a> {
    type Item = Result<Segment<'a>, PercentError>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.text[self.at..];
        if rest.is_empty() {
            return None;
        }
        let literal = rest.find('%').unwrap_or(rest.len());
        if literal > 0 {
            self.at += literal;
            return Some(Ok(Segment::Literal(&rest[..literal])));
        }
        self.at += 1;
        if self.eat(b'%') {
            return Some(Ok(Segment::Literal("%")));
        }
        let spec = self.spec();
        if spec.is_err() {
            self.at = self.text.len();
        }
        Some(spec.map(Segment::Spec))
    }
}

impl PercentSpec<'_> {
    /// The field with the sizes that the format gives; stars are left for [`Field::set_width`] and
    /// [`Field::set_precision`].
    pub fn field(&self) -> Field {
        let fixed = |size| match size {
            Size::Fixed(size) => Some(size),
            Size::None | Size::Star => None,
        };
        Field { flags: self.flags, width: fixed(self.width).unwrap_or(0), precision: fixed(self.precision) }
    }
}

impl Field {
    /// Takes the width from a star's argument: a negative one means to the left.
    pub fn set_width(&mut self, width: i64) {
        self.flags.left |= width < 0;
        self.width = usize::try_from(width.unsigned_abs()).unwrap_or(usize::MAX);
    }

    /// Takes the precision from a star's argument: a negative one means zero.
    pub fn set_precision(&mut self, precision: i32) {
        self.precision = Some(usize::try_from(precision).unwrap_or(0));
    }

    fn sign(&self, negative: bool) -> &'static str {
        match self.flags {
            _ if negative => "-",
            Flags { plus: true, .. } => "+",
            Flags { blank: true, .. } => " ",
            _ => "",
        }
    }

    /// Checks the whole size and gives the padding.
    fn padding(&self, length: usize, limits: Limits) -> Result<usize, PercentError> {
        if self.width.max(length) > limits.size {
            return Err(PercentError::TooLarge);
        }
        Ok(self.width.saturating_sub(length))
    }

    /// Puts sign, prefix and digits (`zeros` before them) into the field.
    fn lay_out(&self, lead: [&str; 2], zeros: usize, body: &str, limits: Limits) -> Result<String, PercentError> {
        let [sign, prefix] = lead;
        let length = zeros.saturating_add(sign.len() + prefix.len() + body.len());
        let padding = self.padding(length, limits)?;
        let mut out = with_room(length.saturating_add(padding)).ok_or(PercentError::TooLarge)?;
        let Flags { left, zero, .. } = self.flags;
        if !left && !zero {
            push_spaces(padding, &mut out);
        }
        out.push_str(sign);
        out.push_str(prefix);
        if !left && zero {
            push_zeros(padding, &mut out);
        }
        push_zeros(zeros, &mut out);
        out.push_str(body);
        if left {
            push_spaces(padding, &mut out);
        }
        Ok(out)
    }
}

fn push_spaces(count: usize, out: &mut String) {
    out.extend(std::iter::repeat_n(' ', count));
}

/// Lays out a text of `length` characters (`%s`, `%r`, `%a`); `%c` has no precision: clear it first.
///
/// # Errors
/// The result is past the limit.
pub fn layout_text(length: usize, field: &Field, limits: Limits) -> Result<StrLayout, PercentError> {
    let keep = field.precision.map_or(length, |most| length.min(most));
    let padding = field.padding(keep, limits)?;
    let (left, right) = if field.flags.left { (0, padding) } else { (padding, 0) };
    Ok(StrLayout { keep, left, right })
}

/// Formats a text (`%s`, `%r`, `%a`).
///
/// # Errors
/// The result is past the limit.
pub fn format_text(text: &str, field: &Field, limits: Limits) -> Result<String, PercentError> {
    let length = if text.is_ascii() { text.len() } else { text.chars().count() };
    let layout = layout_text(length, field, limits)?;
    let kept = match text.char_indices().nth(layout.keep) {
        Some((end, _)) => &text[..end],
        None => text,
    };
    let mut out = with_room(kept.len() + layout.left + layout.right).ok_or(PercentError::TooLarge)?;
    push_spaces(layout.left, &mut out);
    out.push_str(kept);
    push_spaces(layout.right, &mut out);
    Ok(out)
}

/// Formats an integer for the conversion `kind` of [`Conversion::Int`].
///
/// # Errors
/// The result is past a limit.
pub fn format_int(value: IntRef<'_>, kind: char, field: &Field, limits: Limits) -> Result<String, PercentError> {
    let base = match kind {
        'o' => 8,
        'x' | 'X' => 16,
        _ => 10,
    };
    let mut digits = String::new();
    let negative = push_magnitude(value, base, limits, &mut digits)?;
    if kind == 'X' {
        digits.make_ascii_uppercase();
    }
    let precision = field.precision.unwrap_or(0);
    if precision > INT_PRECISION_MAX {
        return Err(PercentError::PrecisionTooLarge);
    }
    let sign = field.sign(negative);
    if field.width == 0 && sign.is_empty() && precision <= digits.len() && !field.flags.alternate {
        return Ok(digits);
    }
    let prefix = if field.flags.alternate { base_prefix(kind) } else { "" };
    let zeros = precision.saturating_sub(digits.len());
    field.lay_out([sign, prefix], zeros, &digits, limits)
}

/// Formats a float for the conversion `kind` of [`Conversion::Float`].
///
/// # Errors
/// The result is past the limit.
pub fn format_float(x: f64, kind: char, field: &Field, limits: Limits) -> Result<String, PercentError> {
    let style = match kind {
        'e' | 'E' => Style::Scientific,
        'f' | 'F' => Style::Fixed,
        _ => Style::General,
    };
    let precision = field.precision.unwrap_or(6);
    if precision >= FLOAT_PRECISION_END {
        return Err(PercentError::PrecisionTooBig);
    }
    let alternate = field.flags.alternate;
    let form = FloatForm { style, precision, alternate, uppercase: kind.is_ascii_uppercase() };
    let filled = alternate || style != Style::General;
    if filled && form.size_bound(x) > limits.size {
        return Err(PercentError::TooLarge);
    }
    let sign = field.sign(x.is_sign_negative() && !x.is_nan());
    let mut text = float_room(precision, filled).ok_or(PercentError::TooLarge)?;
    if field.width == 0 {
        text.push_str(sign);
        form.push(x, &mut text);
        return Ok(text);
    }
    form.push(x, &mut text);
    field.lay_out([sign, ""], 0, &text, limits)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { size: 1 << 16, digits: 4300 };

    /// Applies a format to integers, all of one conversion kind at a time.
    fn apply(format: &str, values: &[f64]) -> Result<String, PercentError> {
        let mut values = values.iter().copied();
        let mut out = String::new();
        for segment in PercentFormat::new(format) {
            let spec = match segment? {
                Segment::Literal(text) => {
                    out.push_str(text);
                    continue;
                }
                Segment::Spec(spec) => spec,
            };
            let mut next = || values.next().ok_or(PercentError::NotEnough);
            let mut field = spec.field();
            if spec.width == Size::Star {
                field.set_width(next()? as i64);
            }
            if spec.precision == Size::Star {
                field.set_precision(next()? as i32);
            }
            let conversion = spec.conversion?;
            let value = next()?;
            let text = match conversion {
                Conversion::Int(kind) => format_int(IntRef::Small(value as i64), kind, &field, LIMITS)?,
                Conversion::Float(kind) => format_float(value, kind, &field, LIMITS)?,
                Conversion::Unsupported(ch, index) => {
                    return Err(PercentError::Unsupported(ch, index));
                }
                _ => format_text("éabc", &field, LIMITS)?,
            };
            out.push_str(&text);
        }
        Ok(out)
    }

    #[test]
    fn conversions_match_python() {
        for (format, values, expected) in [
            ("%d%%", &[5.0][..], "5%"),
            ("%08.5d", &[-42.0], "-0000042"),
            ("%+.5d", &[42.0], "+00042"),
            ("%#010x", &[-255.0], "-0x00000ff"),
            ("%#.5x", &[255.0], "0x000ff"),
            ("%-#10X|", &[255.0], "0XFF      |"),
            ("%#o", &[8.0], "0o10"),
            ("%-+ #05d|", &[7.0], "+7   |"),
            ("%*d|%.*f", &[-5.0, 1.0, 2.0, 1.5], "1    |1.50"),
            ("%05f", &[f64::INFINITY], "00inf"),
            ("%05.1f", &[-1.25], "-01.2"),
            ("%#g", &[1.0], "1.00000"),
            ("%lG", &[1e-10], "1E-10"),
            ("%.2f", &[2.675], "2.67"),
            ("%6.2s|%-5s|", &[0.0, 0.0], "    éa|éabc |"),
            ("%(a(b))s", &[0.0], "éabc"),
        ] {
            assert_eq!(apply(format, values).as_deref(), Ok(expected), "{format}");
        }
    }

    #[test]
    fn errors_have_python_words() {
        for (format, expected) in [
            ("%", "incomplete format"),
            ("%(a", "incomplete format key"),
            ("é%y", "unsupported format character 'y' (0x79) at index 2"),
            ("%é", "unsupported format character '?' (0xe9) at index 1"),
            ("%5%", "unsupported format character '%' (0x25) at index 2"),
            ("%*", "incomplete format"),
            ("%lld", "unsupported format character 'l' (0x6c) at index 2"),
            ("%99999999999999999999d", "width too big"),
            ("%.3000000000d", "precision too big"),
            ("%.2147483647d", "precision too large"),
            ("%d%d", "not enough arguments for format string"),
            ("%9223372036854775807d", ""),
            ("%.99999999f", ""),
        ] {
            assert_eq!(apply(format, &[1.0]).map_err(|error| error.to_string()), Err(expected.into()), "{format}");
        }
    }

    #[test]
    fn keys_are_told() {
        let keys: Vec<_> = PercentFormat::new("%(a)s %()d")
            .filter_map(|segment| match segment {
                Ok(Segment::Spec(spec)) => spec.key,
                _ => None,
            })
            .collect();
        assert_eq!(keys, ["a", ""]);
    }
}
