//! Why a function is not compiled.

use crate::code::CodeError;
use crate::emit::EmitError;
use thiserror::Error;

/// Why a function is not compiled. Each reason has a [name](CompileError::name), by which they are counted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CompileError {
    /// The function is not valid HIR.
    #[error("{function}: not valid HIR: {message}")]
    Invalid {
        /// The function's name.
        function: Box<str>,
        /// The first mistake.
        message: String,
    },
    /// An instruction that has no machine code.
    #[error("{function}: {op} is not supported: {why}")]
    Unsupported {
        /// The function's name.
        function: Box<str>,
        /// The instruction.
        op: hir::Opcode,
        /// What about it.
        why: &'static str,
    },
    /// More arguments than are passed in registers.
    #[error("{function}: more than {limit} arguments of one class")]
    TooManyArguments {
        /// The function's name.
        function: Box<str>,
        /// How many are possible.
        limit: usize,
    },
    /// A native that is called with more arguments than are passed in registers.
    #[error(
        "{function}: native @{native} has too many parameters: at most {limit} besides machine floats, of which eight"
    )]
    NativeArguments {
        /// The function's name.
        function: Box<str>,
        /// The native's name.
        native: Box<str>,
        /// How many are possible.
        limit: usize,
    },
    /// A native whose contract in the function is not the one it was registered with.
    #[error("{function}: native @{native} is {what}")]
    NativeContract {
        /// The function's name.
        function: Box<str>,
        /// The native's name.
        native: Box<str>,
        /// What is wrong.
        what: &'static str,
    },
    /// No register allocation or encoding.
    #[error("{function}: {error}")]
    Emit {
        /// The function's name.
        function: Box<str>,
        /// What went wrong.
        error: EmitError,
    },
    /// No code memory.
    #[error("{function}: {error}")]
    Code {
        /// The function's name.
        function: Box<str>,
        /// What went wrong.
        error: CodeError,
    },
    /// The compiler panicked: a defect of Tally or of a resolver, which harms nothing but this compilation.
    #[error("{function}: the compiler panicked: {message}")]
    Panicked {
        /// The function's name.
        function: Box<str>,
        /// What it said.
        message: String,
    },
    /// The queue was dropped before the function's turn came.
    #[error("{function}: not compiled, because the compile queue was closed")]
    Closed {
        /// The function's name.
        function: Box<str>,
    },
}

impl CompileError {
    /// The reason's name.
    pub fn name(&self) -> &'static str {
        match self {
            CompileError::Invalid { .. } => "invalid",
            CompileError::Unsupported { .. } => "unsupported",
            CompileError::TooManyArguments { .. } => "too-many-arguments",
            CompileError::NativeArguments { .. } => "native-arguments",
            CompileError::NativeContract { .. } => "native-contract",
            CompileError::Panicked { .. } => "panicked",
            CompileError::Closed { .. } => "closed",
            CompileError::Emit { .. } => "emit",
            CompileError::Code { .. } => "code-memory",
        }
    }
}
