//! Tally's back end: HIR becomes x86-64 machine code.

pub mod code;
pub mod context;
pub mod emit;
mod error;
pub mod exit;
pub mod jit;
pub mod lir;
pub mod lower;
mod machine;
mod regalloc;
mod routines;

pub use error::CompileError;
pub use jit::{CompiledFunction, Config, Jit};
