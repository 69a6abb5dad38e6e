//! Object runtime.

pub mod heap;
pub mod text;
