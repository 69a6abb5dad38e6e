//! Code memory.

pub mod arena;

pub use arena::{Code, CodeArena, CodeError};
