//! Templates of `str.format`: `'{0.name[key]!r:>{width}}'`.
//!
//! [`Template`] yields a template piece by piece and [`FieldName`] a field's name step by step, because
//! Python reports a mistake only once what comes before it has been looked up and written.

use thiserror::Error;

use super::chars::decimal_value;

/// How deep replacement fields may stand in specifications.
pub const MAX_DEPTH: u32 = 2;

/// Why a template cannot be applied; all are `ValueError`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TemplateError {
    /// A closing brace alone.
    #[error("Single '}}' encountered in format string")]
    SingleClose,
    /// An opening brace at the end.
    #[error("Single '{{' encountered in format string")]
    SingleOpen,
    /// A field without its closing brace.
    #[error("expected '}}' before end of string")]
    ExpectedClose,
    /// An opening brace in a field's name.
    #[error("unexpected '{{' in field name")]
    BraceInName,
    /// Nothing behind the exclamation mark.
    #[error("end of string while looking for conversion specifier")]
    NoConversion,
    /// More than one character behind the exclamation mark.
    #[error("expected ':' after conversion specifier")]
    ExpectedColon,
    /// A specification without the field's closing brace.
    #[error("unmatched '{{' in format spec")]
    UnmatchedInSpec,
    /// An index past 63 bits.
    #[error("Too many decimal digits in format string")]
    TooManyDigits,
    /// Nothing behind a point or in brackets.
    #[error("Empty attribute in format string")]
    EmptyAttribute,
    /// A bracket that is not closed.
    #[error("Missing ']' in format string")]
    MissingBracket,
    /// Something else behind a bracket.
    #[error("Only '.' or '[' may follow ']' in format field specifier")]
    AfterBracket,
    /// `{}` after `{0}`.
    #[error("cannot switch from manual field specification to automatic field numbering")]
    ManualToAutomatic,
    /// `{0}` after `{}`.
    #[error("cannot switch from automatic field numbering to manual field specification")]
    AutomaticToManual,
    /// A conversion that is not `r`, `s` or `a`.
    #[error("Unknown conversion specifier {}", shown(*.0))]
    UnknownConversion(char),
    /// Fields too deep in specifications; see [`MAX_DEPTH`].
    #[error("Max string recursion exceeded")]
    TooDeep,
}

fn shown(ch: char) -> String {
    if ch > ' ' && ch < '\u{7f}' { ch.to_string() } else { format!("\\x{:x}", u32::from(ch)) }
}

/// Text to copy, and the field behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece<'a> {
    /// The text.
    pub literal: &'a str,
    /// The field; none at the end and between doubled braces.
    pub field: Option<Field<'a>>,
}

/// A replacement field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    /// The name with its attributes and indices, for [`FieldName::parse`].
    pub name: &'a str,
    /// The conversion, not yet checked; see [`Conversion::from_char`].
    pub conversion: Option<char>,
    /// The specification.
    pub spec: &'a str,
    /// Has the specification fields of its own?
    pub nested: bool,
}

/// A conversion of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// `!s`
    Str,
    /// `!r`
    Repr,
    /// `!a`
    Ascii,
}

impl Conversion {
    /// Reads the conversion of a field; Python does so once the field's value has been looked up.
    ///
    /// # Errors
    /// There is no such conversion.
    pub fn from_char(ch: char) -> Result<Conversion, TemplateError> {
        match ch {
            's' => Ok(Conversion::Str),
            'r' => Ok(Conversion::Repr),
            'a' => Ok(Conversion::Ascii),
            _ => Err(TemplateError::UnknownConversion(ch)),
        }
    }
}

/// The pieces of a template, in order; ends after an error.
#[derive(Clone, Debug)]
pub struct Template<'a> {
    rest: &'a str,
}

impl<'a> Template<'a> {
    /// Starts at the beginning of a template.
    pub fn new(text: &'a str) -> Template<'a> {
        Template { rest: text }
    }

    fn piece(&mut self) -> Result<Piece<'a>, TemplateError> {
        let text = self.rest;
        let Some(brace) = text.find(['{', '}']) else {
            self.rest = "";
            return Ok(Piece { literal: text, field: None });
        };
        let open = text.as_bytes()[brace] == b'{';
        let doubled = text.as_bytes().get(brace + 1) == Some(&text.as_bytes()[brace]);
        if doubled {
            self.rest = &text[brace + 2..];
            return Ok(Piece { literal: &text[..=brace], field: None });
        }
        if !open {
            return Err(TemplateError::SingleClose);
        }
        if brace + 1 == text.len() {
            return Err(TemplateError::SingleOpen);
        }
        self.rest = &text[brace + 1..];
        let field = self.field()?;
        Ok(Piece { literal: &text[..brace], field: Some(field) })
    }

    /// Reads a field from behind its opening brace to behind its closing one.
    fn field(&mut self) -> Result<Field<'a>, TemplateError> {
        let text = self.rest;
        let end = name_end(text)?;
        let name = &text[..end];
        let mut after = &text[end + 1..];
        let mut conversion = None;
        if text.as_bytes()[end] == b'}' {
            self.rest = after;
            return Ok(Field { name, conversion, spec: "", nested: false });
        }
        if text.as_bytes()[end] == b'!' {
            let mut chars = after.chars();
            conversion = Some(chars.next().ok_or(TemplateError::NoConversion)?);
            let behind = chars.next();
            after = chars.as_str();
            match behind {
                Some('}') => {
                    self.rest = after;
                    return Ok(Field { name, conversion, spec: "", nested: false });
                }
                Some(':') | None => {}
                Some(_) => return Err(TemplateError::ExpectedColon),
            }
        }
        let end = spec_end(after).ok_or(TemplateError::UnmatchedInSpec)?;
        let spec = &after[..end];
        self.rest = &after[end + 1..];
        Ok(Field { name, conversion, spec, nested: spec.contains('{') })
    }
}

/// Where a field's name ends: at `}`, `:` or `!` outside of brackets.
fn name_end(text: &str) -> Result<usize, TemplateError> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'{' => return Err(TemplateError::BraceInName),
            b'}' | b':' | b'!' => return Ok(at),
            b'[' => at += bytes[at..].iter().position(|&byte| byte == b']').unwrap_or(bytes.len() - at),
            _ => at += 1,
        }
    }
    Err(TemplateError::ExpectedClose)
}

/// Where a specification ends: at the brace that closes the field.
fn spec_end(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    text.bytes().position(|byte| {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 0 => return true,
            b'}' => depth -= 1,
            _ => {}
        }
        false
    })
}

impl<'a> Iterator for Template<'a> {
    type Item = Result<Piece<'a>, TemplateError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let piece = self.piece();
        if piece.is_err() {
            self.rest = "";
        }
        Some(piece)
    }
}

/// What a field's name starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First<'a> {
    /// Nothing: the next argument; see [`AutoNumber`].
    Next,
    /// A positional argument.
    Index(usize),
    /// A keyword argument.
    Key(&'a str),
}

/// A step from a value to a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accessor<'a> {
    /// `.name`
    Attribute(&'a str),
    /// `[17]`
    Index(usize),
    /// `[text]`
    Key(&'a str),
}

/// A field's name, split: the first part, then the steps as an iterator that ends after an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldName<'a> {
    /// The first part.
    pub first: First<'a>,
    rest: &'a str,
}

impl<'a> FieldName<'a> {
    /// Splits a field's name.
    ///
    /// # Errors
    /// The index at the start is past 63 bits.
    pub fn parse(name: &'a str) -> Result<FieldName<'a>, TemplateError> {
        let (first, rest) = name.split_at(name.find(['.', '[']).unwrap_or(name.len()));
        let first = match index(first)? {
            Some(index) => First::Index(index),
            None if first.is_empty() => First::Next,
            None => First::Key(first),
        };
        Ok(FieldName { first, rest })
    }

    fn step(&mut self) -> Result<Accessor<'a>, TemplateError> {
        if let Some(behind) = self.rest.strip_prefix('.') {
            let (name, rest) = behind.split_at(behind.find(['.', '[']).unwrap_or(behind.len()));
            self.rest = rest;
            return if name.is_empty() { Err(TemplateError::EmptyAttribute) } else { Ok(Accessor::Attribute(name)) };
        }
        let behind = self.rest.strip_prefix('[').ok_or(TemplateError::AfterBracket)?;
        let (key, rest) = behind.split_once(']').ok_or(TemplateError::MissingBracket)?;
        self.rest = rest;
        match index(key)? {
            Some(index) => Ok(Accessor::Index(index)),
            None if key.is_empty() => Err(TemplateError::EmptyAttribute),
            None => Ok(Accessor::Key(key)),
        }
    }
}

impl<'a> Iterator for FieldName<'a> {
    type Item = Result<Accessor<'a>, TemplateError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let step = self.step();
        if step.is_err() {
            self.rest = "";
        }
        Some(step)
    }
}

/// The number that a text of decimal digits, of any script, stands for; `None` for any other text.
fn index(text: &str) -> Result<Option<usize>, TemplateError> {
    let mut value: Option<i64> = None;
    for ch in text.chars() {
        let Some(digit) = decimal_value(ch.into()) else {
            return Ok(None);
        };
        let tens = value.unwrap_or(0).checked_mul(10);
        value = Some(tens.and_then(|tens| tens.checked_add(digit.into())).ok_or(TemplateError::TooManyDigits)?);
    }
    Ok(value.map(|value| usize::try_from(value).unwrap_or(usize::MAX)))
}

/// Numbers the fields without a name; one for a template and the specifications in it.
#[derive(Clone, Copy, Debug, Default)]
pub struct AutoNumber {
    manual: bool,
    next: usize,
}

impl AutoNumber {
    /// Gives `{}` its index; other names come back as they are.
    ///
    /// # Errors
    /// `{}` and `{0}` in one template.
    pub fn resolve<'a>(&mut self, first: First<'a>) -> Result<First<'a>, TemplateError> {
        match first {
            First::Key(_) => Ok(first),
            First::Index(_) if self.next > 0 => Err(TemplateError::AutomaticToManual),
            First::Index(_) => {
                self.manual = true;
                Ok(first)
            }
            First::Next if self.manual => Err(TemplateError::ManualToAutomatic),
            First::Next => {
                self.next += 1;
                Ok(First::Index(self.next - 1))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> Option<String> {
        Template::new(text).find_map(Result::err).map(|error| error.to_string())
    }

    #[test]
    fn pieces() {
        let pieces: Result<Vec<_>, _> = Template::new("a{{b{x.y[0]!r:>{w}}c}}").collect();
        let field = Field { name: "x.y[0]", conversion: Some('r'), spec: ">{w}", nested: true };
        assert_eq!(
            pieces,
            Ok(vec![
                Piece { literal: "a{", field: None },
                Piece { literal: "b", field: Some(field) },
                Piece { literal: "c}", field: None },
            ])
        );
        let pieces: Result<Vec<_>, _> = Template::new("{[}:!]}").collect();
        let field = Field { name: "[}:!]", conversion: None, spec: "", nested: false };
        assert_eq!(pieces, Ok(vec![Piece { literal: "", field: Some(field) }]));
    }

    #[test]
    fn errors_have_python_words() {
        for (text, expected) in [
            ("}", "Single '}' encountered in format string"),
            ("a}b", "Single '}' encountered in format string"),
            ("{", "Single '{' encountered in format string"),
            ("{a", "expected '}' before end of string"),
            ("{a[}", "expected '}' before end of string"),
            ("{a{b}}", "unexpected '{' in field name"),
            ("{!", "end of string while looking for conversion specifier"),
            ("{!rs}", "expected ':' after conversion specifier"),
            ("{!r", "unmatched '{' in format spec"),
            ("{:", "unmatched '{' in format spec"),
            ("{:{}", "unmatched '{' in format spec"),
        ] {
            assert_eq!(error(text).as_deref(), Some(expected), "{text}");
        }
        let unknown = Conversion::from_char('x').map_err(|error| error.to_string());
        assert_eq!(unknown, Err("Unknown conversion specifier x".into()));
    }

    #[test]
    fn names() {
        let split = |name| -> Result<(First<'_>, Vec<Accessor<'_>>), String> {
            let name = FieldName::parse(name).map_err(|error| error.to_string())?;
            let steps: Result<Vec<_>, _> = name.collect();
            Ok((name.first, steps.map_err(|error| error.to_string())?))
        };
        assert_eq!(split("0.a[b][1]").as_ref().map(|(first, _)| *first), Ok(First::Index(0)));
        assert_eq!(
            split("x.a[b][12]"),
            Ok((First::Key("x"), vec![Accessor::Attribute("a"), Accessor::Key("b"), Accessor::Index(12)]))
        );
        assert_eq!(split(""), Ok((First::Next, vec![])));
        for (name, expected) in [
            ("a.", "Empty attribute in format string"),
            ("a[]", "Empty attribute in format string"),
            ("a[b", "Missing ']' in format string"),
            ("a[b]c", "Only '.' or '[' may follow ']' in format field specifier"),
            ("99999999999999999999", "Too many decimal digits in format string"),
        ] {
            assert_eq!(split(name), Err(expected.into()), "{name}");
        }
    }

    #[test]
    fn numbering() {
        let mut auto = AutoNumber::default();
        assert_eq!(auto.resolve(First::Next), Ok(First::Index(0)));
        assert_eq!(auto.resolve(First::Key("a")), Ok(First::Key("a")));
        assert_eq!(auto.resolve(First::Next), Ok(First::Index(1)));
        assert_eq!(auto.resolve(First::Index(0)), Err(TemplateError::AutomaticToManual));
        let mut manual = AutoNumber::default();
        assert_eq!(manual.resolve(First::Index(3)), Ok(First::Index(3)));
        assert_eq!(manual.resolve(First::Next), Err(TemplateError::ManualToAutomatic));
    }
}
