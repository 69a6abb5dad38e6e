//! The front end: source text → syntax tree → scopes → bytecode.

mod diagnose;
mod early;
pub mod parse;
mod prescan;
pub mod compile;
pub mod dump;
pub mod parse;
pub mod scope;
pub mod source;
pub mod syntax_error;

pub use parse::{Parsed, with_front_end_stack, with_parsed};
pub use source::{LineTable, SourceError, decode};
pub use syntax_error::{SyntaxError, SyntaxErrorKind, SyntaxWarning};
