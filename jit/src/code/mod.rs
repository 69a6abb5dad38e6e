//! Code memory.

pub mod arena;
pub mod audit;

pub use arena::{Code, CodeArena, CodeError};
