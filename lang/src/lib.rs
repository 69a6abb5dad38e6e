//! Tally's hosted language: a subset of Python 3.

pub mod bytecode;
pub mod front;
pub mod modules;
