//! Built-in modules of the hosted language.

pub mod numeric;
