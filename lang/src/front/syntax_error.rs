//! Errors and warnings found before a program runs, and how they are printed.

use std::fmt;
use std::sync::Arc;

/// Which Python exception a [`SyntaxError`] becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SyntaxErrorKind {
    /// `SyntaxError`.
    SyntaxError,
    /// `IndentationError`.
    IndentationError,
    /// `TabError`.
    TabError,
    /// `MemoryError`: the parser's nesting limit was reached.
    MemoryError,
    /// `RecursionError`: the compiler's nesting limit was reached.
    RecursionError,
}

impl SyntaxErrorKind {
    /// The exception's class name.
    pub fn name(self) -> &'static str {
        match self {
            SyntaxErrorKind::SyntaxError => "SyntaxError",
            SyntaxErrorKind::IndentationError => "IndentationError",
            SyntaxErrorKind::TabError => "TabError",
            SyntaxErrorKind::MemoryError => "MemoryError",
            SyntaxErrorKind::RecursionError => "RecursionError",
        }
    }
}

/// Why a program does not compile, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} ({filename}, line {line})")]
pub struct SyntaxError {
    /// Which exception it becomes.
    pub kind: SyntaxErrorKind,
    /// What is wrong, without position.
    pub message: String,
    /// The file name given to the parser.
    pub filename: Arc<str>,
    /// First line, from 1; 0 when the error is about the whole text.
    pub line: u32,
    /// Column of the start, from 1, in code points; 0 when there is none.
    pub col: u32,
    /// Last line.
    pub end_line: u32,
    /// Column just past the end, from 1, in code points; 0 or -1 when the error has none.
    pub end_col: i32,
    /// The source line at `line`, with its newline if it has one.
    pub text: Option<String>,
    /// What is printed instead when a keyword is probably misspelt.
    pub hint: Option<Box<KeywordHint>>,
}

/// A probably misspelt keyword: printed in place of a syntax error's own message, line and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeywordHint {
    /// The message, which names the keyword.
    pub message: String,
    /// The line with the misspelt word.
    pub text: String,
    /// Column of the word, from 1, in code points.
    pub col: u32,
    /// Column past the word.
    pub end_col: u32,
}

/// A warning found by the parser; the program prints it and goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxWarning {
    /// What is suspicious.
    pub message: String,
    /// The line, from 1.
    pub line: u32,
    /// The source line, stripped.
    pub text: String,
}

impl SyntaxWarning {
    /// The two lines written to standard error for the warning, with newlines.
    pub fn render(&self, filename: &str) -> String {
        let mut out = format!("{filename}:{}: SyntaxWarning: {}\n", self.line, self.message);
        if !self.text.is_empty() {
            out.push_str(&format!("  {}\n", self.text));
        }
        out
    }
}

impl SyntaxError {
    /// The text an uncaught error writes to standard error: place, source line, carets, message.
    pub fn render(&self) -> String {
        let mut out = String::new();
        self.render_to(&mut out).expect("writing to a string does not fail");
        out
    }

    fn render_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        // Errors about depth are no syntax errors and have no place.
        if !matches!(self.kind, SyntaxErrorKind::MemoryError | SyntaxErrorKind::RecursionError) {
            writeln!(out, "  File \"{}\", line {}", self.filename, self.line)?;
        }
        let message = match (&self.hint, &self.text) {
            (Some(hint), Some(_)) => {
                render_text(&hint.text, i64::from(hint.col), Some(i64::from(hint.end_col)), out)?;
                &hint.message
            }
            (_, Some(text)) => {
                let end = (self.line == self.end_line).then_some(i64::from(self.end_col));
                render_text(text, i64::from(self.col), end, out)?;
                &self.message
            }
            (_, None) => &self.message,
        };
        writeln!(out, "{}: {message}", self.kind.name())
    }
}

/// Writes a source line without its indentation, and carets under columns `start..end` (from 1; no end: to the end of the
/// line; an end of 0: one caret).
pub(crate) fn render_text(text: &str, start: i64, end: Option<i64>, out: &mut impl fmt::Write) -> fmt::Result {
    let line = text.trim_end_matches('\n');
    let shown = line.trim_start_matches([' ', '\n', '\x0c']);
    writeln!(out, "    {shown}")?;
    let count = |text: &str| text.chars().count() as i64;
    let (whole, past) = (count(text), count(line) + 1);
    // Columns beyond the text stand for its end; an empty text sets no bound.
    let within = |col: i64| if whole > 0 && col > whole { past } else { col };
    let (from, to) = (within(start), within(end.map_or(past, |end| if end == 0 { start } else { end })));
    let to = if from >= to || to < 0 { from.saturating_add(1) } else { to };
    let Ok(first) = usize::try_from(from.saturating_sub(1 + count(line) - count(shown))) else { return Ok(()) };
    // White space other than blanks keeps the carets aligned.
    let pad = shown.chars().take(first).map(|c| if c.is_whitespace() { c } else { ' ' });
    let carets = (to - from).clamp(0, MAX_CARETS) as usize;
    writeln!(out, "    {}{}", pad.collect::<String>(), "^".repeat(carets))
}

/// Programs can give a syntax error any columns.
const MAX_CARETS: i64 = 1 << 20;
