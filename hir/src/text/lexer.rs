//! The tokens of a text.

use super::error::{ParseError, Position, Problem, caret};

/// A token. It borrows from the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// A word: letters, digits, `_`, and `-` before a letter.
    Word(&'t str),
    /// Something that begins with a digit, or `-` and a digit; or `-inf`.
    Number(&'t str),
    /// A string, without its quotes and with its escapes.
    Str(&'t str),
    /// A sign: one character, or `->`.
    Sign(&'t str),
    /// The end of a line.
    Newline,
    /// The end of the text.
    End,
}

impl Token<'_> {
    /// What a message calls it.
    pub(super) fn describe(self) -> String {
        const LONGEST: usize = 40;
        match self {
            Token::Word(text) | Token::Number(text) | Token::Sign(text) => {
                let cut: String = text.chars().take(LONGEST).collect();
                let dots = if cut.len() < text.len() { "…" } else { "" };
                format!("`{cut}{dots}`")
            }
            Token::Str(_) => "a string".to_string(),
            Token::Newline => "the end of the line".to_string(),
            Token::End => "the end of the text".to_string(),
        }
    }
}

/// Reads tokens, one ahead.
#[derive(Debug)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    /// The token ahead.
    token: Token<'t>,
    /// Where it begins and ends.
    start: usize,
    end: usize,
    /// The line it is on, from 1, and where that begins.
    line: u32,
    line_start: usize,
}

impl<'t> Lexer<'t> {
    /// Reads the first token.
    pub(super) fn new(text: &'t str) -> Result<Self, ParseError> {
        let mut lexer = Lexer { text, token: Token::End, start: 0, end: 0, line: 1, line_start: 0 };
        lexer.advance()?;
        Ok(lexer)
    }

    /// The token ahead.
    pub(super) fn token(&self) -> Token<'t> {
        self.token
    }

    /// Where the token ahead begins.
    pub(super) fn position(&self) -> Position {
        let column = self.text[self.line_start..self.start].chars().count() as u32 + 1;
        Position { line: self.line, column }
    }

    /// The offset at which it begins.
    pub(super) fn offset(&self) -> usize {
        self.start
    }

    /// An error at the token ahead.
    pub(super) fn error(&self, problem: Problem) -> ParseError {
        self.error_at(self.position(), problem)
    }

    pub(super) fn error_at(&self, at: Position, problem: Problem) -> ParseError {
        ParseError { at, problem, excerpt: caret(self.text, at) }
    }

    pub(super) fn error_at_offset(&self, offset: usize, problem: Problem) -> ParseError {
        self.error_at(Position::of_offset(self.text, offset), problem)
    }

    /// Goes on to the next token.
    pub(super) fn advance(&mut self) -> Result<(), ParseError> {
        if self.token == Token::Newline {
            self.line += 1;
            self.line_start = self.end;
        }
        self.start = self.end + self.blank_len();
        let rest = &self.text.as_bytes()[self.start..];
        let (len, token): (usize, fn(&'t str) -> Token<'t>) = match rest {
            [] => (0, |_| Token::End),
            [b'\n', ..] => (1, |_| Token::Newline),
            [b'"', ..] => (self.string_len()?, |text| Token::Str(&text[1..text.len() - 1])),
            [b'a'..=b'z' | b'A'..=b'Z' | b'_', ..] => (word_len(rest), Token::Word),
            [b'0'..=b'9', ..] => (number_len(rest), Token::Number),
            [b'-', b'0'..=b'9', ..] => (1 + number_len(&rest[1..]), Token::Number),
            [b'-', b'i', b'n', b'f', ..] => (4, Token::Number),
            [b'-', b'>', ..] => (2, Token::Sign),
            [
                b':' | b'=' | b'<' | b'>' | b',' | b'{' | b'}' | b'[' | b']' | b'(' | b')' | b'@' | b'+' | b'|' | b'-',
                ..,
            ] => (1, Token::Sign),
            _ => {
                let c = self.text[self.start..].chars().next().unwrap_or('\0');
                return Err(self.error_at_offset(self.start, Problem::Character(c)));
            }
        };
        self.end = self.start + len;
        self.token = token(&self.text[self.start..self.end]);
        Ok(())
    }

    /// Length of the blanks and the comment that come next.
    fn blank_len(&self) -> usize {
        let rest = &self.text.as_bytes()[self.end..];
        let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
        if rest.get(blanks) != Some(&b';') {
            return blanks;
        }
        blanks + rest[blanks..].iter().take_while(|&&byte| byte != b'\n').count()
    }

    /// Length of the string that begins here, quotes included.
    fn string_len(&self) -> Result<usize, ParseError> {
        let rest = &self.text.as_bytes()[self.start..];
        let mut at = 1;
        loop {
            match rest.get(at) {
                Some(b'"') => return Ok(at + 1),
                Some(b'\\') if !matches!(rest.get(at + 1), None | Some(b'\n')) => at += 2,
                None | Some(b'\n' | b'\\') => return Err(self.error_at_offset(self.start, Problem::Unterminated)),
                Some(_) => at += 1,
            }
        }
    }

    /// What the string ahead means.
    pub(super) fn unescape(&self, raw: &str) -> Result<String, ParseError> {
        let mut text = String::with_capacity(raw.len());
        let mut rest = raw.chars();
        while let Some(c) = rest.next() {
            if c != '\\' {
                text.push(c);
                continue;
            }
            let escape = match rest.next() {
                Some(c @ ('"' | '\\')) => Some(c),
                Some('n') => Some('\n'),
                Some('r') => Some('\r'),
                Some('t') => Some('\t'),
                Some('u') => unicode_escape(&mut rest),
                _ => None,
            };
            let at = self.start + 1 + raw.len() - rest.as_str().len();
            text.push(escape.ok_or_else(|| self.error_at_offset(at, Problem::Escape))?);
        }
        Ok(text)
    }
}

/// The character of `{hex}`.
fn unicode_escape(rest: &mut std::str::Chars<'_>) -> Option<char> {
    let (digits, after) = rest.as_str().strip_prefix('{')?.split_once('}')?;
    if digits.len() > 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    *rest = after.chars();
    char::from_u32(u32::from_str_radix(digits, 16).ok()?)
}

fn word_len(rest: &[u8]) -> usize {
    let letter = |at: usize| rest.get(at).is_some_and(|byte| byte.is_ascii_alphabetic());
    (0..rest.len())
        .find(|&at| match rest[at] {
            b'-' => !letter(at + 1),
            byte => !byte.is_ascii_alphanumeric() && byte != b'_',
        })
        .unwrap_or(rest.len())
}

fn number_len(rest: &[u8]) -> usize {
    (0..rest.len())
        .find(|&at| match rest[at] {
            b'-' | b'+' => !matches!(rest[at - 1], b'e' | b'E'),
            byte => !byte.is_ascii_alphanumeric() && byte != b'.',
        })
        .unwrap_or(rest.len())
}
