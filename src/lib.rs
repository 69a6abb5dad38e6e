//! Tally: a JIT runtime for reference-counted dynamic languages, hosting a subset of Python 3.
//!
//! This crate is the facade: what an application needs to run scripts (`examples/embed.rs`), and what an
//! implementer of another language needs to build functions ([`hir`], `examples/build_hir.rs`), and to compile and run them ([`jit`],
//! [`runtime`], `examples/host_hir.rs`, `examples/lisp/main.rs`).

pub mod filetest;
pub mod hir_commands;

pub use hir;
pub use jit;
pub use runtime;

pub use lang::bytecode::{CodeKind, CodeProto};
pub use lang::engine::{Compiled, Leaked, Outcome};
pub use lang::front::{SyntaxError, SyntaxWarning};
pub use lang::{Engine, EngineError, compile};
