//! The text form of functions. It round-trips exactly: what is printed parses to a function that prints the same, numbers included.
//!
//! ```text
//! native @take(steal Object, Object, steal-ok Object) -> OptObject new reads all writes all can raise alloc run drop
//!
//! fun name observing counted {
//!   bb 0 {
//!     v0:Object = LoadArg<0>
//!     v1:OptObject, v2:OptObject = LoadMethod<"append"> v0 @12
//!     v3:Object = CheckExc v1 exit fs0 {v0 ref, v3 own} @12
//!     CondBranchType<ListExact, 1, 2> v3
//!   }
//!   bb 1 {
//!     given v3 own, v2+v4 ref list v3, v0 raw
//!     Return v3
//!   }
//!   fs0 = frame "f" 12 [v0 - v1]
//!   fs1 = frame "g" 3 [v2] in fs0
//! }
//! ```
//!
//! - One item is one line. `;` begins a comment.
//! - `<…>` holds the immediates and then the blocks: a terminator's successors, a phi's predecessors. How an immediate is written
//!   follows from its kind in the [opcode table](crate::opcode): `2`, `"append"`, `shape 57`, `add`, `@take`, a type, a constant.
//! - `exit fs0` names the frame state, `{…}` after it how an exit finds each reference. `@12` is the line of the source.
//! - `given` lists the claims at the entry of a block: how each value is held (`own`; `ref` with memory classes and owners; `raw`).
//! - Types are described in [`ty`](crate::ty). Constants: `nullptr None True False Ellipsis NotImplemented 5 2.5 inf nan:0x7ff8000000000000
//!   "text" names("a" "b") entry(3 Object) object(4 Class) cint(5) cdouble(2.5) cbool(true)`.
//! - A native ends with where its result comes from (`uncounted new function memory(list) part(0) item(0 list) copy(0)`), what it reads and
//!   writes, and what else it can do.
//! - Removed blocks and values leave gaps in the numbers; frame states that no instruction names are not printed.

mod error;
mod lexer;
mod map;
mod parse_types;
mod parser;
mod print;

pub use error::{ParseError, Position, Problem, caret};
pub use map::{Place, SourceMap};
pub use parser::{MAX_TEXT, MAX_UNUSED};
pub use print::{
    display_claim, display_constant, display_frame, display_imm, display_inst, display_native, display_type,
    print_mapped,
};

use crate::Function;
use parser::Parser;

/// The functions of a text.
///
/// What the text says is kept as it is; whether it makes sense is [`verify`](mod@crate::verify)'s business. Memory and time are
/// linear in the text ([`MAX_UNUSED`] bounds what numbers with gaps cost), and nesting is bounded.
///
/// # Errors
/// [`ParseError`] says what is wrong where.
pub fn parse(text: &str) -> Result<Vec<Function>, ParseError> {
    Ok(parse_mapped(text)?.into_iter().map(|(func, _)| func).collect())
}

/// As [`parse`], with where everything stands.
///
/// # Errors
/// As [`parse`].
pub fn parse_mapped(text: &str) -> Result<Vec<(Function, SourceMap)>, ParseError> {
    if text.len() > MAX_TEXT {
        let at = Position { line: 1, column: 1 };
        return Err(ParseError { at, problem: Problem::TooMany("bytes"), excerpt: caret(text, at) });
    }
    Parser::new(text)?.functions()
}

/// The only function of a text.
///
/// # Errors
/// As [`parse`]; also if there is none or a second one.
pub fn parse_one(text: &str) -> Result<Function, ParseError> {
    let mut functions = parse_mapped(text)?.into_iter();
    let (at, found) = match (functions.next(), functions.next()) {
        (Some((func, _)), None) => return Ok(func),
        (_, Some((_, map))) => (map.position(Place::Function), "a second one"),
        (None, None) => (None, "none"),
    };
    let at = at.unwrap_or(Position { line: 1, column: 1 });
    let problem = Problem::Expected { expected: "one function".to_string(), found: found.to_string() };
    Err(ParseError { at, problem, excerpt: caret(text, at) })
}

#[cfg(test)]
mod tests;
