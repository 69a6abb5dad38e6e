//! Object runtime.

pub mod heap;
