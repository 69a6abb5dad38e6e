//! Tally's back end: HIR becomes x86-64 machine code.
//!
//! - [`Host`] is the way in for a language: a runtime, a compiler and [`Natives`] together, without unsafe code.
//! - [`CompiledFunction`] is what compiling gives: called with [values](Host::call), or as a [Rust function type](CompiledFunction::typed).
//! - [`CompileQueue`] compiles on another thread.
//! - [`Jit`] is the compiler alone, for an engine that has its own ways with context, arguments and exits ([`context`], [`helpers`]).

pub mod code;
pub mod context;
pub mod emit;
mod error;
pub mod exit;
pub mod explain;
mod forced;
pub mod helpers;
pub mod host;
pub mod jit;
pub mod lir;
pub mod lookup;
pub mod lower;
mod machine;
pub mod natives;
pub mod queue;
mod regalloc;
pub mod report;
mod routines;
pub mod signature;
pub mod snapshot;
pub mod typed;

pub use error::CompileError;
pub use host::{Datum, ExitFrame, Host, HostError, HostExit};
pub use jit::{CompiledFunction, Config, Jit, MIN_REGISTERS};
pub use natives::Natives;
pub use queue::{CompileQueue, Ticket};
pub use signature::{Signature, SignatureError};
pub use snapshot::Snapshot;
pub use typed::TypedFunction;

/// The word of a finished iteration: [`runtime::Value::ITER_DONE`]. Its low bits are those of no value, so that counting passes over it.
pub const ITER_DONE_WORD: u64 = 4;
