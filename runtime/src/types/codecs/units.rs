//! How the encodings write and read code points.

use super::{Codec, Order};
use crate::string::StrBuf;

/// Bytes that mean no character.
pub(super) struct Bad {
    /// How many, from the current place on.
    pub(super) len: usize,
    /// Why.
    pub(super) reason: &'static str,
}

const BAD_SURROGATE_32: &str = "code point in surrogate code point range(0xd800, 0xe000)";

/// Appends the byte order mark, if the encoding has one.
pub(super) fn push_mark(codec: Codec, out: &mut Vec<u8>) {
    if matches!(codec, Codec::Utf8Sig | Codec::Utf16(Order::Marked) | Codec::Utf32(Order::Marked)) {
        push_point(codec, 0xfeff, out);
    }
}

/// Appends a code point that the encoding has; surrogates are written as if they were characters.
pub(super) fn push_point(codec: Codec, c: u32, out: &mut Vec<u8>) {
    match codec {
        Codec::Ascii | Codec::Latin1 => out.push(c as u8),
        Codec::Utf8 | Codec::Utf8Sig => push_utf8(c, out),
        Codec::Utf16(order) => match c.checked_sub(0x1_0000) {
            None => push_16(order, c as u16, out),
            Some(rest) => {
                push_16(order, 0xd800 | (rest >> 10) as u16, out);
                push_16(order, 0xdc00 | (rest & 0x3ff) as u16, out);
            }
        },
        Codec::Utf32(Order::Big) => out.extend(c.to_be_bytes()),
        Codec::Utf32(_) => out.extend(c.to_le_bytes()),
    }
}

fn push_16(order: Order, unit: u16, out: &mut Vec<u8>) {
    out.extend(if order == Order::Big { unit.to_be_bytes() } else { unit.to_le_bytes() });
}

fn push_utf8(c: u32, out: &mut Vec<u8>) {
    let tail = |shift: u32| 0x80 | (c >> shift & 0x3f) as u8;
    match c {
        0..0x80 => out.push(c as u8),
        0x80..0x800 => out.extend([0xc0 | (c >> 6) as u8, tail(0)]),
        0x800..0x1_0000 => out.extend([0xe0 | (c >> 12) as u8, tail(6), tail(0)]),
        _ => out.extend([0xf0 | (c >> 18) as u8, tail(12), tail(6), tail(0)]),
    }
}

/// Reads the byte order mark: the encoding with its order known, what is to be decoded, and where that begins. UTF-8's mark does
/// not count in the places that errors tell, the others do.
pub(super) fn read_mark(codec: Codec, bytes: &[u8]) -> (Codec, &[u8], usize) {
    let unit = match codec {
        Codec::Utf8Sig => return (Codec::Utf8, bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes), 0),
        Codec::Utf16(Order::Marked) => Codec::Utf16,
        Codec::Utf32(Order::Marked) => Codec::Utf32,
        _ => return (codec, bytes, 0),
    };
    for order in [Order::Little, Order::Big] {
        let mut mark = Vec::new();
        push_point(unit(order), 0xfeff, &mut mark);
        if bytes.starts_with(&mark) {
            return (unit(order), bytes, mark.len());
        }
    }
    (unit(Order::Little), bytes, 0)
}

/// Decodes from `*at` on to the end (`None`) or to what is wrong; `*at` becomes its place.
pub(super) fn decode_valid(codec: Codec, bytes: &[u8], at: &mut usize, out: &mut StrBuf) -> Option<Bad> {
    match codec {
        Codec::Utf8 | Codec::Utf8Sig => valid_utf8(bytes, at, out),
        Codec::Ascii => {
            let rest = &bytes[*at..];
            let n = rest.iter().position(|b| !b.is_ascii()).unwrap_or(rest.len());
            rest[..n].iter().for_each(|b| out.push(u32::from(*b)));
            *at += n;
            (n < rest.len()).then_some(Bad { len: 1, reason: "ordinal not in range(128)" })
        }
        Codec::Latin1 => {
            bytes[*at..].iter().for_each(|b| out.push(u32::from(*b)));
            *at = bytes.len();
            None
        }
        Codec::Utf16(_) | Codec::Utf32(_) => {
            while *at < bytes.len() {
                match read_point(codec, &bytes[*at..]) {
                    Ok((c, len)) => {
                        out.push(c);
                        *at += len;
                    }
                    Err(bad) => return Some(bad),
                }
            }
            None
        }
    }
}

fn valid_utf8(bytes: &[u8], at: &mut usize, out: &mut StrBuf) -> Option<Bad> {
    let rest = &bytes[*at..];
    let error = match std::str::from_utf8(rest) {
        Ok(s) => {
            out.push_str(s);
            *at = bytes.len();
            return None;
        }
        Err(e) => e,
    };
    let n = error.valid_up_to();
    // SAFETY: so many bytes were found valid.
    out.push_str(unsafe { std::str::from_utf8_unchecked(&rest[..n]) });
    *at += n;
    Some(match error.error_len() {
        None => Bad { len: rest.len() - n, reason: "unexpected end of data" },
        Some(len) if matches!(rest[n], 0xc2..=0xf4) => Bad { len, reason: "invalid continuation byte" },
        Some(len) => Bad { len, reason: "invalid start byte" },
    })
}

/// The first code point of UTF-16 or UTF-32, and its length in bytes.
fn read_point(codec: Codec, bytes: &[u8]) -> Result<(u32, usize), Bad> {
    let bad = |len: usize, reason| Err(Bad { len, reason });
    let truncated = Err(Bad { len: bytes.len(), reason: "truncated data" });
    let Codec::Utf16(order) = codec else {
        return match unit_32(codec, bytes) {
            None => truncated,
            Some(0xd800..0xe000) => bad(4, BAD_SURROGATE_32),
            Some(c) if c > 0x10_ffff => bad(4, "code point not in range(0x110000)"),
            Some(c) => Ok((c, 4)),
        };
    };
    match (unit_16(order, bytes), bytes.get(2..).and_then(|rest| unit_16(order, rest))) {
        (None, _) => truncated,
        (Some(high @ 0xd800..0xdc00), Some(low @ 0xdc00..0xe000)) => {
            Ok((0x1_0000 + ((high & 0x3ff) << 10 | low & 0x3ff), 4))
        }
        (Some(0xd800..0xdc00), None) => bad(bytes.len(), "unexpected end of data"),
        (Some(0xd800..0xdc00), Some(_)) => bad(2, "illegal UTF-16 surrogate"),
        (Some(0xdc00..0xe000), _) => bad(2, "illegal encoding"),
        (Some(c), _) => Ok((c, 2)),
    }
}

fn unit_16(order: Order, bytes: &[u8]) -> Option<u32> {
    let unit = [*bytes.first()?, *bytes.get(1)?];
    Some(u32::from(if order == Order::Big { u16::from_be_bytes(unit) } else { u16::from_le_bytes(unit) }))
}

fn unit_32(codec: Codec, bytes: &[u8]) -> Option<u32> {
    let unit = *bytes.first_chunk::<4>()?;
    Some(if codec == Codec::Utf32(Order::Big) { u32::from_be_bytes(unit) } else { u32::from_le_bytes(unit) })
}

/// The surrogate that is encoded at the beginning as if it were a character, and its length in bytes.
pub(super) fn surrogate(codec: Codec, bytes: &[u8]) -> Option<(u32, usize)> {
    let (c, len) = match (codec, bytes) {
        (Codec::Utf16(order), _) => (unit_16(order, bytes)?, 2),
        (Codec::Utf32(_), _) => (unit_32(codec, bytes)?, 4),
        (_, [0xed, b @ 0xa0..=0xbf, c @ 0x80..=0xbf, ..]) => {
            (0xd000 | u32::from(b & 0x3f) << 6 | u32::from(c & 0x3f), 3)
        }
        _ => return None,
    };
    super::is_surrogate(c).then_some((c, len))
}
