//! Tally: a JIT runtime for reference-counted dynamic languages, hosting a subset of Python 3.
//!
//! This crate is the facade: what an application needs to run scripts. See `examples/embed.rs`.

pub use lang::bytecode::{CodeKind, CodeProto};
pub use lang::engine::{Compiled, Leaked, Outcome};
pub use lang::front::{SyntaxError, SyntaxWarning};
pub use lang::{Engine, EngineError, compile};
