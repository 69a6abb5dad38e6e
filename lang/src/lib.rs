//! Tally's hosted language: a subset of Python 3.

pub mod bytecode;
pub mod engine;
pub mod front;
pub mod hir_build;
mod interp;
pub mod jit;
pub mod modules;
pub mod traceback;

pub use engine::{Engine, EngineError, compile};
