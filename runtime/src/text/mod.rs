//! Text: numbers to and from text, format languages, quoting, character properties.
//!
//! Nothing here knows of objects: functions take and give Rust's own types, and typed errors whose
//! `Display` is the message of the Python exception.

pub mod chars;
mod decimal;
pub mod float_repr;
mod format_float;
pub mod format_spec;
pub mod format_value;
pub mod parse_number;
pub mod percent;
pub mod quote;
pub mod search;
pub mod split;
pub mod suggest;
pub mod template;
mod unicode_tables;
