//! What CPython says about a text that does not parse.
//!
//! Ruff's parser tells that a text is wrong; this module finds the words, the kind and the place that
//! CPython reports. It reads the tokens again with its own tokenizer and a backtracking reader, see
//! [`reader`]. Nothing here runs for a text that parses, except the tokenizer.

mod argument;
mod compound;
pub(in crate::front) mod escape;
mod expression;
mod literal;
mod node;
mod parameter;
mod pattern;
mod primary;
mod reader;
mod statement;
mod target;
mod template;
pub(in crate::front) mod token;
pub(in crate::front) mod tokenizer;
mod typo;

use self::reader::{Fail, Reader, Tokens};
use self::token::{Problem, T, TokError};
use crate::front::source::LineTable;
use crate::front::syntax_error::{KeywordHint, SyntaxErrorKind};

/// What was found.
pub(in crate::front) struct Diagnosis {
    /// The error.
    pub problem: Problem,
    /// Start of the last compound statement before it.
    last_statement: Option<u32>,
}

impl Diagnosis {
    /// A keyword that is probably misspelt in `text`, which is a file or not.
    pub fn keyword_hint(&self, text: &str, lines: &LineTable, is_file: bool) -> Option<KeywordHint> {
        let message = self.problem.message.as_str();
        if message != "invalid syntax" && !message.contains("Perhaps you forgot a comma") {
            return None;
        }
        let first = self.last_statement.map_or(0, |offset| lines.line(offset));
        let typo = typo::find_typo(text, first, self.problem.line, is_file)?;
        let message = format!("invalid syntax. Did you mean '{}'?", typo.keyword);
        Some(KeywordHint { message, text: typo.text, col: typo.col, end_col: typo.end_col })
    }
}

/// The error CPython reports for `text`, which ends with a newline; `None` if it is correct,
/// or too large to tell.
pub(in crate::front) fn diagnose(text: &str, lines: &LineTable, is_file: bool) -> Option<Diagnosis> {
    let tokens = Tokens::read(text);
    let mut plain = Reader::new(text, lines, &tokens, false);
    plain.is_file = is_file;
    match plain.file() {
        Ok(()) => return None,
        Err(Fail::Halt) => return finish(&plain),
        Err(Fail::No) => {}
    }
    let furthest = plain.furthest();
    // What is complete is correct, but for the last statement, which may have gone on.
    let mut second = Reader::new(text, lines, &tokens, true);
    second.is_file = is_file;
    (second.pos, second.last_statement) = plain.statements[1];
    if second.file() == Err(Fail::Halt) {
        return finish(&second);
    }
    if matches!(furthest.kind, T::Indent | T::Dedent) {
        let message = if furthest.kind == T::Indent { "unexpected indent" } else { "unexpected unindent" };
        let problem = plain.reached_place(furthest, SyntaxErrorKind::IndentationError, message.to_owned());
        return Some(Diagnosis { problem, last_statement: second.last_statement });
    }
    let message = "invalid syntax".to_owned();
    second.problem = Some(plain.known_place(furthest, message));
    finish(&second)
}

/// A tokenizer's error further on is more telling than the reader's.
fn finish(reader: &Reader<'_>) -> Option<Diagnosis> {
    let mut problem = reader.problem.clone()?;
    if !reader.from_tokenizer {
        match &reader.tokens.error {
            Some(TokError::Certain(certain)) => problem = certain.clone(),
            Some(TokError::EndInBrackets | TokError::IfReached(_)) if !reader.tokens.open.is_empty() => {
                let opened = reader.tokens.open.last().map_or(0, |b| b.line);
                if reader.line_of(reader.furthest()) > opened {
                    problem = reader.never_closed();
                }
            }
            _ => {}
        }
    }
    Some(Diagnosis { problem, last_statement: reader.last_statement })
}
