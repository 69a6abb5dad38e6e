//! Bytes as hexadecimal digits and back.

use crate::types::strand::byte_space;

/// A separator between groups of digits.
#[derive(Clone, Copy)]
pub(super) struct Grouping {
    pub(super) separator: char,
    /// Bytes in a group, counted from the end, or from the beginning if negative; 0 for no groups.
    pub(super) bytes: i32,
}

/// Appends two digits a byte.
pub(super) fn push_hex(data: &[u8], grouping: Option<Grouping>, out: &mut String) {
    let group = grouping.map_or(0, |g| g.bytes.unsigned_abs() as usize);
    for (i, b) in data.iter().enumerate() {
        if let Some(g) = grouping
            && i > 0
            && group > 0
            && (if g.bytes > 0 { data.len() - i } else { i }).is_multiple_of(group)
        {
            out.push(g.separator);
        }
        for digit in [b >> 4, b & 15] {
            out.push(char::from(b"0123456789abcdef"[usize::from(digit)]));
        }
    }
}

/// Reads pairs of digits, white space between them passed over.
///
/// # Errors
/// The place of what is no digit; `None` if the last digit has no partner.
pub(super) fn read_hex(text: &[u8]) -> Result<Vec<u8>, Option<usize>> {
    let digit = |at: usize| match text.get(at) {
        None => Err(None),
        Some(b) => char::from(*b).to_digit(16).map(|d| d as u8).ok_or(Some(at)),
    };
    let mut out = Vec::with_capacity(text.len() / 2);
    let mut at = 0;
    loop {
        while text.get(at).is_some_and(|b| byte_space(*b)) {
            at += 1;
        }
        if at == text.len() {
            return Ok(out);
        }
        out.push(digit(at)? << 4 | digit(at + 1)?);
        at += 2;
    }
}
