//! Object runtime.
