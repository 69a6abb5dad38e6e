//! Errors of the parser, and pointing at a place in a text.

use std::fmt::{self, Display, Formatter};
use thiserror::Error;

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl Position {
    /// The place of byte `offset` in `text`.
    pub(super) fn of_offset(text: &str, offset: usize) -> Position {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.bytes().filter(|&byte| byte == b'\n').count() as u32 + 1;
        Position { line, column: before[line_start..].chars().count() as u32 + 1 }
    }
}

impl Display for Position {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Characters of a source line that [`caret`] shows on either side of the place.
const SHOWN: usize = 100;

/// The line of `text` at `at`, and under it a caret below the column. A long line is cut to what surrounds the place.
pub fn caret(text: &str, at: Position) -> String {
    let line = text.lines().nth(at.line.saturating_sub(1) as usize).unwrap_or("");
    let column = at.column.saturating_sub(1) as usize;
    let skipped = column.saturating_sub(SHOWN);
    let shown: String = line.chars().skip(skipped).take(2 * SHOWN).map(visible).collect();
    let marked = format!("  | {:width$}^", "", width = column - skipped);
    format!("{}\n{marked}", format_args!("  | {shown}").to_string().trim_end())
}

/// A character that takes one column.
fn visible(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

/// Why a text is no function.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{at}: {problem}\n{excerpt}")]
#[non_exhaustive]
pub struct ParseError {
    /// Where.
    pub at: Position,
    /// What is wrong.
    pub problem: Problem,
    /// The line of the source, with a caret under the place.
    pub excerpt: String,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Problem {
    /// Something else must stand here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What must stand here.
        expected: String,
        /// What does.
        found: String,
    },
    /// A name that means nothing here.
    #[error("there is no {what} `{name}`")]
    Unknown {
        /// What kind of thing was looked up.
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// Something is defined a second time.
    #[error("{0} is defined twice")]
    Duplicate(String),
    /// Something is named but nowhere defined.
    #[error("{0} is not defined")]
    Undefined(String),
    /// A frame state that says the same as another: they are uniqued.
    #[error("{later} is the same as {first}")]
    SameFrame {
        /// The one that stands here.
        later: String,
        /// The one before it.
        first: String,
    },
    /// Frame states stand in ascending order, callers before those they call.
    #[error("{0} must stand before {1}")]
    FrameOrder(String, String),
    /// A number beyond what it may be here.
    #[error("the number {0} is out of range")]
    Number(String),
    /// Numbers of values, blocks and frame states that skip too many.
    #[error("too many unused numbers before {0}")]
    Sparse(String),
    /// More of something than can be.
    #[error("too many {0}")]
    TooMany(&'static str),
    /// Constants within types within constants, too deep.
    #[error("nested too deep")]
    TooDeep,
    /// A string that does not end on its line.
    #[error("the string does not end on its line")]
    Unterminated,
    /// An escape in a string that is none.
    #[error("no such escape in a string")]
    Escape,
    /// A character that nothing begins with.
    #[error("unexpected character {0:?}")]
    Character(char),
}
