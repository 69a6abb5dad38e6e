//! The format mini-language: `[[fill]align][sign][z][#][0][width][grouping][.precision[grouping]][type]`.
//!
//! [`FormatSpec::parse`] reads it for a kind of value; [`format_value`](super::format_value) applies it.

use super::chars::decimal_value;
use super::parse_number::DigitLimitError;

/// Where the value stands in its field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// `<`
    Left,
    /// `>`
    Right,
    /// `^`
    Center,
    /// `=`: the padding comes between sign and digits.
    AfterSign,
}

impl Align {
    fn from_char(ch: char) -> Option<Align> {
        Some(match ch {
            '<' => Align::Left,
            '>' => Align::Right,
            '^' => Align::Center,
            '=' => Align::AfterSign,
            _ => return None,
        })
    }
}

/// What stands before a number that is not negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `-`: nothing, as without a sign.
    Minus,
    /// `+`
    Plus,
    /// A space.
    Space,
}

impl Sign {
    /// The character before a number of this sign.
    pub(super) fn of(sign: Option<Sign>, negative: bool) -> Option<char> {
        match sign {
            _ if negative => Some('-'),
            Some(Sign::Plus) => Some('+'),
            Some(Sign::Space) => Some(' '),
            Some(Sign::Minus) | None => None,
        }
    }
}

/// What stands between groups of digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// `,`
    Comma,
    /// `_`
    Underscore,
}

impl Grouping {
    /// The separator.
    pub fn as_char(self) -> char {
        match self {
            Grouping::Comma => ',',
            Grouping::Underscore => '_',
        }
    }
}

/// The kind of value a specification is read for: it sets the default alignment and type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Text: to the left, `s`.
    Str,
    /// An integer: to the right, `d`.
    Int,
    /// A float: to the right, no type.
    Float,
}

/// A specification that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatSpec {
    /// The padding character.
    pub fill: char,
    /// The alignment, given or by default.
    pub align: Align,
    /// The sign, if given.
    pub sign: Option<Sign>,
    /// `z`: a float that rounds to minus zero is written without the minus.
    pub no_negative_zero: bool,
    /// `#`
    pub alternate: bool,
    /// The least width in characters.
    pub width: Option<usize>,
    /// Separator in the digits before the point.
    pub grouping: Option<Grouping>,
    /// The precision.
    pub precision: Option<usize>,
    /// Separator in the digits after the point.
    pub fraction_grouping: Option<Grouping>,
    /// The type character, given or by default; NUL is "none".
    pub kind: char,
}

/// Sizes that formatting stays within.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most bytes the result may have.
    pub size: usize,
    /// The most digits of an integer in decimal; 0 is no limit.
    pub digits: usize,
}

/// The Python exception an error stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorClass {
    /// `ValueError`
    Value,
    /// `OverflowError`
    Overflow,
    /// `MemoryError`
    Memory,
    /// `TypeError`
    Type,
}

/// Why a value cannot be formatted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormatError {
    /// Something is left behind the type character; the whole specification.
    Invalid(Box<str>),
    /// The type character means nothing for this type.
    UnknownCode(char),
    /// Width or precision is past 63 bits.
    TooManyDigits,
    /// A point without digits behind it.
    MissingPrecision,
    /// `,` and `_` together.
    BothGroupings,
    /// The separator does not go with the type character.
    GroupingWith(char, char),
    /// A precision for an integer.
    PrecisionForInt,
    /// `z` for an integer.
    NegativeZeroForInt,
    /// A sign with `c`.
    SignWithChar,
    /// `#` with `c`.
    AlternateWithChar,
    /// A sign for text.
    SignForStr,
    /// A space as sign for text.
    SpaceForStr,
    /// `z` for text.
    NegativeZeroForStr,
    /// `#` for text.
    AlternateForStr,
    /// `=` for text.
    AlignForStr,
    /// The precision of a float is past 31 bits.
    PrecisionTooBig,
    /// `c` for an integer that is no code point.
    CharRange,
    /// `c` for an integer past 64 bits.
    CharTooLarge,
    /// An integer past the largest float, for a float's type character.
    IntTooLarge,
    /// An integer with too many decimal digits.
    Digits(DigitLimitError),
    /// The result is larger than the limit.
    TooLarge,
}

impl From<DigitLimitError> for FormatError {
    fn from(error: DigitLimitError) -> FormatError {
        FormatError::Digits(error)
    }
}

/// A type character as messages show it: escaped when not visible ASCII.
fn shown(kind: char) -> String {
    if kind > ' ' && kind < '\u{80}' { kind.to_string() } else { format!("\\x{:x}", u32::from(kind)) }
}

impl FormatError {
    /// The exception to raise.
    pub fn class(&self) -> ErrorClass {
        match self {
            FormatError::CharRange | FormatError::CharTooLarge | FormatError::IntTooLarge => ErrorClass::Overflow,
            FormatError::TooLarge => ErrorClass::Memory,
            _ => ErrorClass::Value,
        }
    }

    /// The exception's message, for a value of the type named `type_name`.
    pub fn message(&self, type_name: &str) -> String {
        let fixed = match self {
            FormatError::Invalid(spec) => {
                return format!("Invalid format specifier '{spec}' for object of type '{type_name}'");
            }
            FormatError::UnknownCode(kind) => {
                return format!("Unknown format code '{}' for object of type '{type_name}'", shown(*kind));
            }
            FormatError::GroupingWith(separator, kind) => {
                return format!("Cannot specify '{separator}' with '{}'.", shown(*kind));
            }
            FormatError::Digits(error) => return error.to_string(),
            FormatError::TooManyDigits => "Too many decimal digits in format string",
            FormatError::MissingPrecision => "Format specifier missing precision",
            FormatError::BothGroupings => "Cannot specify both ',' and '_'.",
            FormatError::PrecisionForInt => "Precision not allowed in integer format specifier",
            FormatError::NegativeZeroForInt => "Negative zero coercion (z) not allowed in integer format specifier",
            FormatError::SignWithChar => "Sign not allowed with integer format specifier 'c'",
            FormatError::AlternateWithChar => "Alternate form (#) not allowed with integer format specifier 'c'",
            FormatError::SignForStr => "Sign not allowed in string format specifier",
            FormatError::SpaceForStr => "Space not allowed in string format specifier",
            FormatError::NegativeZeroForStr => "Negative zero coercion (z) not allowed in string format specifier",
            FormatError::AlternateForStr => "Alternate form (#) not allowed in string format specifier",
            FormatError::AlignForStr => "'=' alignment not allowed in string format specifier",
            FormatError::PrecisionTooBig => "precision too big",
            FormatError::CharRange => "%c arg not in range(0x110000)",
            FormatError::CharTooLarge => "Python int too large to convert to C long",
            FormatError::IntTooLarge => "int too large to convert to float",
            FormatError::TooLarge => "",
        };
        fixed.to_string()
    }
}

/// Reads a specification from left to right.
struct Reader<'a> {
    rest: std::str::Chars<'a>,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.rest.next();
        }
        found
    }

    /// A run of decimal digits of any script; `None` when there is none.
    fn integer(&mut self) -> Result<Option<usize>, FormatError> {
        const MOST: u64 = i64::MAX as u64;
        let mut value = None;
        while let Some(digit) = self.peek().and_then(|ch| decimal_value(ch.into())) {
            self.rest.next();
            let before: u64 = value.unwrap_or(0);
            let after = before.checked_mul(10).and_then(|tens| tens.checked_add(u64::from(digit)));
            value = Some(after.filter(|&value| value <= MOST).ok_or(FormatError::TooManyDigits)?);
        }
        Ok(value.map(|value| usize::try_from(value).unwrap_or(usize::MAX)))
    }

    /// An optional `,` or `_`; both together are an error.
    fn grouping(&mut self) -> Result<Option<Grouping>, FormatError> {
        let comma = self.eat(',');
        let underscore = self.eat('_');
        if underscore && (comma || self.peek() == Some(',')) {
            return Err(FormatError::BothGroupings);
        }
        Ok(match (comma, underscore) {
            (true, _) => Some(Grouping::Comma),
            (_, true) => Some(Grouping::Underscore),
            _ => None,
        })
    }
}

impl FormatSpec {
    /// What an empty specification means.
    pub fn default_for(target: Target) -> FormatSpec {
        let (align, kind) = match target {
            Target::Str => (Align::Left, 's'),
            Target::Int => (Align::Right, 'd'),
            Target::Float => (Align::Right, '\0'),
        };
        FormatSpec {
            fill: ' ',
            align,
            sign: None,
            no_negative_zero: false,
            alternate: false,
            width: None,
            grouping: None,
            precision: None,
            fraction_grouping: None,
            kind,
        }
    }

    /// Reads a specification.
    ///
    /// # Errors
    /// The text is not in the language, or a separator does not go with the type character.
    pub fn parse(text: &str, target: Target) -> Result<FormatSpec, FormatError> {
        let mut spec = FormatSpec::default_for(target);
        let mut reader = Reader { rest: text.chars() };
        let (fill_given, align_given) = spec.read_align(&mut reader);
        spec.sign = match reader.peek() {
            Some('+') => Some(Sign::Plus),
            Some('-') => Some(Sign::Minus),
            Some(' ') => Some(Sign::Space),
            _ => None,
        };
        if spec.sign.is_some() {
            reader.rest.next();
        }
        spec.no_negative_zero = reader.eat('z');
        spec.alternate = reader.eat('#');
        if !fill_given && reader.eat('0') {
            spec.fill = '0';
            if !align_given && spec.align == Align::Right {
                spec.align = Align::AfterSign;
            }
        }
        spec.width = reader.integer()?;
        spec.grouping = reader.grouping()?;
        if reader.eat('.') {
            spec.precision = reader.integer()?;
            spec.fraction_grouping = reader.grouping()?;
            if spec.precision.is_none() && spec.fraction_grouping.is_none() {
                return Err(FormatError::MissingPrecision);
            }
        }
        if let Some(kind) = reader.rest.next() {
            spec.kind = kind;
            if reader.peek().is_some() {
                return Err(FormatError::Invalid(text.into()));
            }
        }
        spec.check_grouping()?;
        Ok(spec)
    }

    /// Reads fill and alignment; says which were given.
    fn read_align(&mut self, reader: &mut Reader<'_>) -> (bool, bool) {
        let mut ahead = reader.rest.clone();
        let first = ahead.next();
        let after_first = ahead.clone();
        if let (Some(fill), Some(align)) = (first, ahead.next().and_then(Align::from_char)) {
            self.fill = fill;
            self.align = align;
            reader.rest = ahead;
            return (true, true);
        }
        if let Some(align) = first.and_then(Align::from_char) {
            self.align = align;
            reader.rest = after_first;
            return (false, true);
        }
        (false, false)
    }

    fn check_grouping(&self) -> Result<(), FormatError> {
        if let Some(grouping) = self.grouping {
            let allowed = match self.kind {
                'd' | 'e' | 'f' | 'g' | 'E' | 'G' | '%' | 'F' | '\0' => true,
                'b' | 'o' | 'x' | 'X' => grouping == Grouping::Underscore,
                _ => false,
            };
            if !allowed {
                return Err(FormatError::GroupingWith(grouping.as_char(), self.kind));
            }
        }
        match self.fraction_grouping {
            Some(grouping) if self.kind == 'n' => Err(FormatError::GroupingWith(grouping.as_char(), 'n')),
            _ => Ok(()),
        }
    }

    /// Digits between separators before the point.
    pub(super) fn group_size(&self) -> usize {
        if matches!(self.kind, 'b' | 'o' | 'x' | 'X') { 4 } else { 3 }
    }
}
