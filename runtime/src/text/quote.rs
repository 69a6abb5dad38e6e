//! Quoted forms: `repr` of text and bytes, `ascii()`.
//!
//! Text comes as code points (`u32`), lone surrogates included; what is written is always valid UTF-8,
//! because a surrogate is never printable.

use super::chars::is_printable;

const HEX: &[u8; 16] = b"0123456789abcdef";

/// Appends `repr` of a text to `out`.
pub fn repr_codes(codes: impl Iterator<Item = u32> + Clone, out: &mut String) {
    quote_codes(codes, out, is_printable);
}

/// Appends `ascii()` of a text to `out`.
pub fn ascii_codes(codes: impl Iterator<Item = u32> + Clone, out: &mut String) {
    quote_codes(codes, out, |code| code < 0x80 && is_printable(code));
}

/// `repr` of a text without surrogates.
pub fn repr_str(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    let plain = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'\'' && byte != b'\\';
    if text.bytes().all(plain) {
        out.push('\'');
        out.push_str(text);
        out.push('\'');
    } else {
        repr_codes(text.chars().map(u32::from), &mut out);
    }
    out
}

/// `ascii()` of a text without surrogates.
pub fn ascii_str(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    ascii_codes(text.chars().map(u32::from), &mut out);
    out
}

/// `ascii()` of an object from its `repr`: escapes what is not ASCII and leaves quotes alone.
pub fn ascii_of_repr(codes: impl Iterator<Item = u32>, out: &mut String) {
    for code in codes {
        match char::from_u32(code) {
            Some(ch) if ch.is_ascii() => out.push(ch),
            _ => push_escape(code, out),
        }
    }
}

/// `repr` of bytes: `b'...'`.
pub fn repr_bytes(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() + 3);
    out.push('b');
    quote_bytes(bytes, &mut out);
    out
}

/// Appends quoted bytes without the `b` (`bytearray(b'...')` and the like add what they need).
pub fn quote_bytes(bytes: &[u8], out: &mut String) {
    let quote = choose_quote(bytes.contains(&b'\''), bytes.contains(&b'"'));
    out.push(quote);
    for &byte in bytes {
        let ch = char::from(byte);
        match ch {
            ' '..='~' if ch != quote && ch != '\\' => out.push(ch),
            _ => push_short_escape(u32::from(byte), quote, out),
        }
    }
    out.push(quote);
}

/// Single quotes, unless the text has single quotes and no double ones.
fn choose_quote(has_single: bool, has_double: bool) -> char {
    if has_single && !has_double { '"' } else { '\'' }
}

fn quote_codes(codes: impl Iterator<Item = u32> + Clone, out: &mut String, shown: impl Fn(u32) -> bool) {
    let mut has_single = false;
    let mut has_double = false;
    for code in codes.clone() {
        has_single |= code == u32::from('\'');
        has_double |= code == u32::from('"');
    }
    let quote = choose_quote(has_single, has_double);
    out.push(quote);
    for code in codes {
        match char::from_u32(code) {
            Some(ch) if shown(code) && ch != quote && ch != '\\' => out.push(ch),
            _ => push_short_escape(code, quote, out),
        }
    }
    out.push(quote);
}

fn push_short_escape(code: u32, quote: char, out: &mut String) {
    match char::from_u32(code) {
        Some('\\') => out.push_str("\\\\"),
        Some('\t') => out.push_str("\\t"),
        Some('\n') => out.push_str("\\n"),
        Some('\r') => out.push_str("\\r"),
        Some(ch) if ch == quote => {
            out.push('\\');
            out.push(quote);
        }
        _ => push_escape(code, out),
    }
}

/// Appends `\xhh`, `\uhhhh` or `\Uhhhhhhhh`, the shortest that fits.
pub fn push_escape(code: u32, out: &mut String) {
    let (letter, digits) = match code {
        0..=0xff => ('x', 2),
        0x100..=0xffff => ('u', 4),
        _ => ('U', 8),
    };
    out.push('\\');
    out.push(letter);
    for place in (0..digits).rev() {
        out.push(char::from(HEX[(code >> (4 * place)) as usize & 15]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_chosen_as_python_does() {
        for (text, expected) in [
            ("", "''"),
            ("abc", "'abc'"),
            ("it's", "\"it's\""),
            ("say \"x\"", "'say \"x\"'"),
            ("it's \"x\"", "'it\\'s \"x\"'"),
            ("a\\b\t\n\r\0\x7f", "'a\\\\b\\t\\n\\r\\x00\\x7f'"),
            ("é\u{a0}\u{ad}\u{2028}", "'é\\xa0\\xad\\u2028'"),
            ("\u{1f600}\u{e0001}\u{378}", "'\u{1f600}\\U000e0001\\u0378'"),
        ] {
            assert_eq!(repr_str(text), expected);
        }
        assert_eq!(ascii_str("é'\u{20ac}\u{1f600}"), "\"\\xe9'\\u20ac\\U0001f600\"");
    }

    #[test]
    fn surrogates_are_escaped() {
        let mut out = String::new();
        repr_codes([0x61, 0xd800, 0x27].into_iter(), &mut out);
        assert_eq!(out, "\"a\\ud800'\"");
    }

    #[test]
    fn bytes_are_quoted() {
        assert_eq!(repr_bytes(b"a'b"), "b\"a'b\"");
        assert_eq!(repr_bytes(b"a'\"\x00\xff\n\\"), "b'a\\'\"\\x00\\xff\\n\\\\'");
    }

    #[test]
    fn ascii_of_a_repr_keeps_quotes() {
        let mut out = String::new();
        ascii_of_repr("['é']".chars().map(u32::from), &mut out);
        assert_eq!(out, "['\\xe9']");
    }
}
