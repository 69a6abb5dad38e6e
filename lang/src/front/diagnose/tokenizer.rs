//! A tokenizer that makes CPython's decisions, errors included: which comes first, in which words, where.
//!
//! Tokens come one at a time, so that a text can be checked without storing them.

use super::token::{Kw, Op, Problem, T, Tok, TokError, TokWarning};
use crate::front::syntax_error::SyntaxErrorKind;
use runtime::text::chars::{is_identifier_continue, is_identifier_start, is_printable};

/// Deepest nesting of brackets.
const MAX_BRACKETS: usize = 200;
/// Deepest nesting of blocks.
const MAX_INDENTS: usize = 100;

/// An open bracket.
#[derive(Clone, Copy, Debug)]
pub struct Bracket {
    /// Which.
    pub byte: u8,
    /// Its byte offset.
    pub offset: u32,
    /// Its line.
    pub line: u32,
}

/// State of an f-string or t-string being read.
#[derive(Clone, Debug)]
pub(super) struct Template {
    pub quote: u8,
    pub quote_size: usize,
    pub raw: bool,
    /// `f` or `t`.
    pub letter: char,
    pub start: usize,
    pub line: u32,
    pub line_start: usize,
    /// Brackets open inside it.
    pub depth: i32,
    /// The depth at which the innermost replacement field began, or -1.
    pub field_depth: i32,
    pub in_spec: bool,
    pub in_debug: bool,
    /// Whether text (not a replacement field's expression) comes next.
    pub in_text: bool,
}

/// The tokenizer.
pub struct Tokenizer<'s> {
    pub(super) text: &'s str,
    pub(super) bytes: &'s [u8],
    pub(super) at: usize,
    pub(super) line: u32,
    pub(super) line_start: usize,
    /// Start of the line on which the token before the cursor began, or of the cursor's line.
    buffer_start: usize,
    at_line_start: bool,
    blank_line: bool,
    indents: Vec<(u32, u32)>,
    pending: i32,
    /// Open brackets, outermost first.
    pub brackets: Vec<Bracket>,
    pub(super) templates: Vec<Template>,
    started: bool,
    finished_line: bool,
    /// Warnings so far.
    pub warnings: Vec<TokWarning>,
}

pub(super) type Res<V> = Result<V, TokError>;

impl<'s> Tokenizer<'s> {
    /// A tokenizer for `text`, whose newlines are `\n`.
    pub fn new(text: &'s str) -> Tokenizer<'s> {
        Tokenizer {
            text,
            bytes: text.as_bytes(),
            at: 0,
            line: 1,
            line_start: 0,
            buffer_start: 0,
            at_line_start: true,
            blank_line: false,
            indents: vec![(0, 0)],
            pending: 0,
            brackets: Vec::new(),
            templates: Vec::new(),
            started: false,
            finished_line: true,
            warnings: Vec::new(),
        }
    }

    /// Whether an f-string is open.
    pub fn in_template(&self) -> bool {
        !self.templates.is_empty()
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    pub(super) fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    /// Consumes one byte, counting lines.
    pub(super) fn bump(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        if byte == b'\n' {
            self.line += 1;
            self.line_start = self.at;
        }
        Some(byte)
    }

    /// Column (1-based) of the last character consumed.
    fn col_here(&self) -> u32 {
        let mut end = self.at;
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        self.text[self.line_start.min(end)..end].chars().count() as u32
    }

    /// An error at the last character consumed.
    pub(super) fn error<V>(&self, message: impl Into<String>) -> Res<V> {
        let col = self.col_here();
        self.error_cols(message, col, col as i32)
    }

    pub(super) fn error_cols<V>(&self, message: impl Into<String>, col: u32, end_col: i32) -> Res<V> {
        Err(TokError::Certain(Problem {
            kind: SyntaxErrorKind::SyntaxError,
            message: message.into(),
            line: self.line,
            col,
            end_line: self.line,
            end_col,
        }))
    }

    fn weak<V>(&self, kind: SyntaxErrorKind, message: &str, line: u32, col: u32, end_col: i32) -> Res<V> {
        let message = message.to_owned();
        Err(TokError::IfReached(Problem { kind, message, line, col, end_line: line, end_col }))
    }

    pub(super) fn token(&self, kind: T, start: usize) -> Tok {
        Tok { kind, start: start as u32, end: self.at as u32, level: self.brackets.len() as u16 }
    }

    /// The next token; after [`T::End`] or an error there is nothing more.
    ///
    /// # Errors
    /// What CPython's tokenizer refuses.
    pub fn next_token(&mut self) -> Res<Tok> {
        let in_text = self.templates.last().is_some_and(|t| t.in_text);
        let token = if in_text { self.template_text()? } else { self.plain_token()? };
        self.finished_line = matches!(token.kind, T::Newline | T::Indent | T::Dedent);
        self.started = true;
        Ok(token)
    }

    pub(super) fn plain_token(&mut self) -> Res<Tok> {
        if self.at_line_start {
            self.at_line_start = false;
            self.indentation()?;
        }
        if self.pending != 0 {
            let kind = if self.pending < 0 { T::Dedent } else { T::Indent };
            self.pending -= self.pending.signum();
            return Ok(self.token(kind, self.at));
        }
        loop {
            while matches!(self.peek(), Some(b' ' | b'\t' | b'\x0c')) {
                self.at += 1;
            }
            // A newline's token begins at the comment before it.
            let start = self.at;
            if self.peek() == Some(b'#') {
                let rest = &self.bytes[self.at..];
                self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
            }
            let Some(byte) = self.peek() else { return self.end_of_text() };
            match byte {
                b'\n' => {
                    if self.blank_line || !self.brackets.is_empty() {
                        self.bump();
                        self.buffer_start = self.at;
                        if self.brackets.is_empty() {
                            self.blank_line = false;
                            self.indentation()?;
                            if self.pending != 0 {
                                return self.plain_token();
                            }
                        }
                        continue;
                    }
                    let mut token = self.token(T::Newline, start);
                    token.end += 1;
                    self.bump();
                    self.buffer_start = self.at;
                    self.at_line_start = true;
                    return Ok(token);
                }
                b'\\' => {
                    self.continuation()?;
                    continue;
                }
                _ => return self.solid_token(start, byte),
            }
        }
    }

    fn solid_token(&mut self, start: usize, byte: u8) -> Res<Tok> {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | 128.. => self.word(start),
            b'0'..=b'9' => self.number(start),
            b'.' if matches!(self.peek_at(1), Some(b'0'..=b'9')) => self.number(start),
            b'\'' | b'"' => self.string(start),
            _ => self.punctuation(start, byte),
        }
    }

    /// The newline that ends a last line without one, then the pending dedents, then the end.
    fn end_of_text(&mut self) -> Res<Tok> {
        if !self.brackets.is_empty() {
            return Err(TokError::EndInBrackets);
        }
        if self.started && !self.finished_line {
            let mut token = self.token(T::Newline, self.at);
            token.end += 1;
            // The newline that is not there counts as read: what follows is on the next line.
            self.line += 1;
            self.line_start = self.at;
            self.at_line_start = false;
            self.pending = 1 - self.indents.len() as i32;
            self.indents.truncate(1);
            return Ok(token);
        }
        if self.indents.len() > 1 {
            self.pending = 1 - self.indents.len() as i32;
            self.indents.truncate(1);
            return self.plain_token();
        }
        Ok(self.token(T::End, self.at))
    }

    /// Measures the indentation of a new line and decides on indents and dedents.
    fn indentation(&mut self) -> Res<()> {
        let (mut col, mut alt) = (0u32, 0u32);
        let mut continued: Option<u32> = None;
        loop {
            match self.peek() {
                Some(b' ') => (col, alt) = (col + 1, alt + 1),
                Some(b'\t') => (col, alt) = ((col / 8 + 1) * 8, alt + 1),
                Some(b'\x0c') => (col, alt) = (0, 0),
                Some(b'\\') => {
                    if continued.is_none_or(|c| c == 0) {
                        continued = Some(col);
                    }
                    self.continuation()?;
                    continue;
                }
                _ => break,
            }
            self.at += 1;
        }
        self.blank_line = matches!(self.peek(), Some(b'#' | b'\n'));
        if self.blank_line || !self.brackets.is_empty() {
            return Ok(());
        }
        if let Some(c) = continued.filter(|&c| c != 0) {
            (col, alt) = (c, c);
        }
        if self.peek().is_none() {
            (col, alt) = (0, 0);
        }
        self.indent_to(col, alt)
    }

    fn indent_to(&mut self, col: u32, alt: u32) -> Res<()> {
        let (top, top_alt) = self.top();
        if col == top {
            if alt != top_alt {
                return self.tab_error();
            }
        } else if col > top {
            if self.indents.len() >= MAX_INDENTS {
                let (message, kind) = ("too many levels of indentation", SyntaxErrorKind::IndentationError);
                return self.weak(kind, message, self.line, 1, 0);
            }
            if alt <= top_alt {
                return self.tab_error();
            }
            self.indents.push((col, alt));
            self.pending = 1;
        } else {
            while self.indents.len() > 1 && col < self.top().0 {
                self.indents.pop();
                self.pending -= 1;
            }
            if col != self.top().0 {
                let message = "unindent does not match any outer indentation level";
                let line = &self.text[self.line_start..];
                let length = line.split('\n').next().unwrap_or("").chars().count() as u32 + 1;
                return self.weak(SyntaxErrorKind::IndentationError, message, self.line, length, -1);
            }
            if alt != self.top().1 {
                return self.tab_error();
            }
        }
        Ok(())
    }

    fn top(&self) -> (u32, u32) {
        self.indents.last().copied().unwrap_or((0, 0))
    }

    fn tab_error<V>(&self) -> Res<V> {
        let message = "inconsistent use of tabs and spaces in indentation";
        self.weak(SyntaxErrorKind::TabError, message, self.line, 1, 0)
    }

    /// A backslash: the newline after it is skipped.
    fn continuation(&mut self) -> Res<()> {
        self.at += 1;
        if self.peek().is_some_and(|b| b != b'\n') {
            // CPython counts from where its buffer begins, but no further than the line is long.
            let width = self.at + 1 - self.buffer_start;
            let line = self.text[self.line_start..].split_inclusive('\n').next().unwrap_or("");
            let col = if width <= line.len() {
                line.char_indices().take_while(|&(at, _)| at < width).count()
            } else {
                line.chars().count() + 1
            };
            let message = "unexpected character after line continuation character";
            return self.weak(SyntaxErrorKind::SyntaxError, message, self.line, col as u32, 0);
        }
        self.bump();
        if self.peek().is_none() && !self.brackets.is_empty() {
            return Err(TokError::EndInBrackets);
        }
        if self.peek().is_none() {
            let (line, start) = match self.text[..self.at].strip_suffix('\n') {
                Some(before) => (self.line - 1, before.rfind('\n').map_or(0, |n| n + 1)),
                None => (self.line, self.line_start),
            };
            let col = self.text[start..].trim_end_matches('\n').chars().count() as u32 + 1;
            return self.weak(SyntaxErrorKind::SyntaxError, "unexpected EOF while parsing", line, col, -1);
        }
        Ok(())
    }

    fn word(&mut self, start: usize) -> Res<Tok> {
        if let Some(prefix) = self.string_prefix() {
            return self.prefixed_string(start, prefix);
        }
        let rest = &self.bytes[start..];
        let is_part = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b >= 128;
        self.at += rest.iter().position(|&b| !is_part(b)).unwrap_or(rest.len());
        let word = &self.text[start..self.at];
        if !word.is_ascii() {
            self.check_identifier(start, word)?;
        }
        Ok(self.token(Kw::find(word).map_or(T::Name, T::Kw), start))
    }

    fn check_identifier(&mut self, start: usize, word: &str) -> Res<()> {
        let valid = |(at, c): (usize, char)| {
            let ok = if at == 0 { is_identifier_start(c.into()) } else { is_identifier_continue(c.into()) };
            (!ok).then_some((at, c))
        };
        let Some((at, c)) = word.char_indices().find_map(valid) else { return Ok(()) };
        self.at = start + at + c.len_utf8();
        if is_printable(c.into()) {
            return self.error(format!("invalid character '{c}' (U+{:04X})", u32::from(c)));
        }
        self.error(format!("invalid non-printable character U+{:04X}", u32::from(c)))
    }

    fn punctuation(&mut self, start: usize, byte: u8) -> Res<Tok> {
        if matches!(byte, b':' | b'}' | b'!' | b'{') && self.field_punctuation(byte) {
            self.at += 1;
            return Ok(self.token(T::Op(Op::Colon), start));
        }
        let (op, length) = Op::longest(&self.bytes[start..]).unwrap_or((Op::Unknown, 1));
        self.at += length;
        match byte {
            b'(' | b'[' | b'{' => self.open(byte, start)?,
            b')' | b']' | b'}' => self.close(byte)?,
            _ => {}
        }
        if op == Op::Unknown && !(0x20..0x7f).contains(&byte) {
            return self.error(format!("invalid non-printable character U+{byte:04X}"));
        }
        if op == Op::Equal
            && let Some(template) = self.templates.last_mut()
            && template.field_depth >= 0
            && template.depth == template.field_depth + 1
        {
            template.in_debug = true;
        }
        Ok(self.token(T::Op(op), start))
    }

    /// Whether `byte` is the colon that begins a replacement field's format specification.
    fn field_punctuation(&mut self, byte: u8) -> bool {
        let Some(template) = self.templates.last_mut() else { return false };
        if template.field_depth < 0 || byte != b':' {
            return false;
        }
        if template.depth - 1 != template.field_depth {
            return false;
        }
        template.in_text = true;
        template.in_spec = true;
        true
    }

    fn open(&mut self, byte: u8, start: usize) -> Res<()> {
        if self.brackets.len() >= MAX_BRACKETS {
            return self.error("too many nested parentheses");
        }
        self.brackets.push(Bracket { byte, offset: start as u32, line: self.line });
        if let Some(template) = self.templates.last_mut() {
            template.depth += 1;
        }
        Ok(())
    }

    fn close(&mut self, byte: u8) -> Res<()> {
        let shown = char::from(byte);
        if let Some(template) = self.templates.last()
            && template.depth == 0
            && byte == b'}'
        {
            return self.error(format!("{}-string: single '}}' is not allowed", template.letter));
        }
        let Some(open) = self.brackets.pop() else { return self.error(format!("unmatched '{shown}'")) };
        let matches = matches!((open.byte, byte), (b'(', b')') | (b'[', b']') | (b'{', b'}'));
        if !matches {
            if let Some(template) = self.templates.last()
                && open.byte == b'{'
                && template.depth - 1 == template.field_depth
            {
                return self.error(format!("{}-string: unmatched '{shown}'", template.letter));
            }
            let opening = char::from(open.byte);
            let mut message = format!("closing parenthesis '{shown}' does not match opening parenthesis '{opening}'");
            if open.line != self.line {
                message.push_str(&format!(" on line {}", open.line));
            }
            return self.error(message);
        }
        if let Some(template) = self.templates.last_mut() {
            template.depth -= 1;
            if template.depth < 0 {
                let letter = template.letter;
                return self.error(format!("{letter}-string: unmatched '{shown}'"));
            }
            if byte == b'}' && template.depth == template.field_depth {
                template.field_depth -= 1;
                template.in_text = true;
                template.in_spec = false;
                template.in_debug = false;
            }
        }
        Ok(())
    }
}
