//! Escapes in string literals: which are errors, which deserve a warning.

/// An escape no string knows.
pub(in crate::front) struct BadEscape {
    /// Its byte offset in the body.
    pub at: usize,
    /// The backslash and what follows it.
    pub text: String,
    /// Whether it is an octal escape above `\377`.
    pub octal: bool,
}

/// The body of a literal between its quotes.
pub(in crate::front) fn inside_quotes(quoted: &str) -> &str {
    let size = match quoted.as_bytes() {
        [a, b, c, ..] if quoted.len() >= 6 && a == b && b == c => 3,
        _ => 1,
    };
    quoted.get(size..quoted.len().saturating_sub(size)).unwrap_or("")
}

/// What makes the literal with this prefix and quoted body an error, if anything.
pub(in crate::front) fn wrong_string(prefix: &str, quoted: &str) -> Option<String> {
    let body = inside_quotes(quoted);
    let bytes = prefix.contains(['b', 'B']);
    if bytes && !body.is_ascii() {
        return Some("bytes can only contain ASCII literal characters".to_owned());
    }
    if prefix.contains(['r', 'R']) || !body.contains('\\') {
        return None;
    }
    if bytes { wrong_bytes_escape(body) } else { wrong_text_escape(body) }
}

fn wrong_bytes_escape(body: &str) -> Option<String> {
    let bytes = body.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] != b'\\' {
            at += 1;
            continue;
        }
        if bytes.get(at + 1) == Some(&b'x') {
            let digits = bytes[at + 2..].iter().take(2).take_while(|b| b.is_ascii_hexdigit()).count();
            if digits < 2 {
                return Some(format!("(value error) invalid \\x escape at position {at}"));
            }
            at += 2;
        }
        at += 2;
    }
    None
}

/// Mistakes in `\x`, `\u`, `\U` and `\N` escapes. Positions count bytes of the text as the decoder sees
/// it, in which a character that is not ASCII is a ten-byte escape.
pub(super) fn wrong_text_escape(body: &str) -> Option<String> {
    let bytes = body.as_bytes();
    let mut position = 0;
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] != b'\\' {
            let width = body[at..].chars().next().map_or(1, char::len_utf8);
            position += if width == 1 { 1 } else { 10 };
            at += width;
            continue;
        }
        let (expected, shape) = match bytes.get(at + 1) {
            Some(b'x') => (2, "\\xXX"),
            Some(b'u') => (4, "\\uXXXX"),
            Some(b'U') => (8, "\\UXXXXXXXX"),
            Some(b'N') => {
                if let Some(message) = wrong_name(&body[at..], position) {
                    return Some(message);
                }
                let length = body[at..].find('}').map_or(2, |close| close + 1);
                at += length;
                position += length;
                continue;
            }
            Some(_) => {
                let width = body[at + 1..].chars().next().map_or(1, char::len_utf8);
                at += 1 + width;
                position += if width == 1 { 2 } else { 11 };
                continue;
            }
            None => return None,
        };
        let digits = bytes[at + 2..].iter().take(expected).take_while(|b| b.is_ascii_hexdigit()).count();
        if digits < expected {
            let end = position + 1 + digits;
            return Some(unicode_error(position, end, &format!("truncated {shape} escape")));
        }
        let value = u32::from_str_radix(&body[at + 2..at + 2 + expected], 16).unwrap_or(u32::MAX);
        if value > 0x0010_ffff {
            return Some(unicode_error(position, position + 9, "illegal Unicode character"));
        }
        at += 2 + expected;
        position += 2 + expected;
    }
    None
}

fn unicode_error(start: usize, end: usize, reason: &str) -> String {
    format!("(unicode error) 'unicodeescape' codec can't decode bytes in position {start}-{end}: {reason}")
}

fn wrong_name(escape: &str, position: usize) -> Option<String> {
    let rest = &escape[2..];
    let malformed = "malformed \\N character escape";
    if !rest.starts_with('{') {
        return Some(unicode_error(position, position + 1, malformed));
    }
    match rest.find('}') {
        None => Some(unicode_error(position, position + escape.len() - 1, malformed)),
        Some(1) => Some(unicode_error(position, position + 2, malformed)),
        Some(close) => {
            let known = unicode_names2::character(&rest[1..close]).is_some();
            (!known).then(|| unicode_error(position, position + close + 2, "unknown Unicode character name"))
        }
    }
}

/// The first escape in `body` that strings (`bytes`: bytes literals) do not know.
pub(in crate::front) fn unknown_escape(body: &str, bytes: bool) -> Option<BadEscape> {
    let mut rest = body.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        if c != '\\' {
            continue;
        }
        let Some((_, next)) = rest.next() else { break };
        match next {
            '\n' | '\\' | '\'' | '"' | 'a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v' | 'x' => {}
            'N' | 'u' | 'U' if !bytes => {}
            '0'..='7' => {
                let digits: String = body[at + 1..].chars().take(3).take_while(|c| c.is_digit(8)).collect();
                if digits.len() == 3 && !digits.starts_with(['0', '1', '2', '3']) {
                    return Some(BadEscape { at, text: format!("\\{digits}"), octal: true });
                }
            }
            other => return Some(BadEscape { at, text: format!("\\{other}"), octal: false }),
        }
    }
    None
}
