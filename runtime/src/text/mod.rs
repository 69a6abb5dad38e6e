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

/// An empty text with room for `bytes` bytes; `None` if the process cannot have as much.
fn with_room(bytes: usize) -> Option<String> {
    let mut text = String::new();
    text.try_reserve_exact(bytes).ok()?;
    Some(text)
}

/// Room for a float in `precision` digits: all of it if that is much, otherwise what is common.
fn float_room(precision: usize, filled: bool) -> Option<String> {
    const MUCH: usize = 1 << 12;
    with_room(if filled && precision > MUCH { precision + 400 } else { precision.min(64) + 24 })
}
