//! Tally's back end: HIR becomes x86-64 machine code.

pub mod code;
pub mod context;
pub mod emit;
mod error;
pub mod exit;
pub mod explain;
pub mod helpers;
pub mod jit;
pub mod lir;
pub mod lower;
mod machine;
mod regalloc;
pub mod report;
mod routines;

pub use error::CompileError;
pub use jit::{CompiledFunction, Config, Jit};

/// The word of a finished iteration: [`runtime::Value::ITER_DONE`]. Its low bits are those of no value, so that counting passes over it.
pub const ITER_DONE_WORD: u64 = 4;
