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
    /// First line, from 1; 0 when there is no position.
    pub line: u32,
    /// Column of the start, from 1, in code points; 0 when there is none.
    pub col: u32,
    /// Last line.
    pub end_line: u32,
    /// Column just past the end, from 1, in code points; 0 or -1 when the error has none.
    pub end_col: i32,
    /// The source line at `line`, with its newline if it has one.
    pub text: Option<String>,
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
        if self.line > 0 {
            writeln!(out, "  File \"{}\", line {}", self.filename, self.line)?;
        }
        if let Some(text) = &self.text {
            self.render_text(text, out)?;
        }
        writeln!(out, "{}: {}", self.kind.name(), self.message)
    }

    fn render_text(&self, text: &str, out: &mut impl fmt::Write) -> fmt::Result {
        let text = text.trim_end_matches(['\n', '\r']);
        let shown = text.trim_start_matches([' ', '\n', '\x0c', '\t']);
        writeln!(out, "    {shown}")?;
        if self.col == 0 {
            return Ok(());
        }
        let length = text.chars().count() as u32;
        let start = self.col.min(length + 1);
        let own_end = u32::try_from(self.end_col).unwrap_or(0);
        let mut end = if self.end_line == self.line { own_end } else { length + 1 };
        if end <= start {
            end = start + 1;
        }
        let stripped = length - shown.chars().count() as u32;
        if start <= stripped {
            return Ok(());
        }
        let first = start - 1 - stripped;
        let pad: String =
            shown.chars().take(first as usize).map(|c| if c.is_whitespace() { c } else { ' ' }).collect();
        writeln!(out, "    {pad}{}", "^".repeat((end - start) as usize))
    }
}
