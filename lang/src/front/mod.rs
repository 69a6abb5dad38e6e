//! The front end: source text → syntax tree → scopes → bytecode.

pub mod compile;
mod diagnose;
pub mod dump;
mod early;
pub mod parse;
mod prescan;
pub mod scope;
pub mod source;
pub mod syntax_error;
pub mod validate;

pub use compile::{compile_expression, compile_module};
pub use dump::dump;
pub use parse::{Parsed, with_front_end_stack, with_parsed};
pub use source::{LineTable, SourceError, decode};
pub use syntax_error::{KeywordHint, SyntaxError, SyntaxErrorKind, SyntaxWarning};
