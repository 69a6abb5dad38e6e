//! Text encodings, with the error handlers that Python names.

mod units;

use crate::error::{Exc, Raised, Res};
use crate::rt::Rt;
use crate::string::{StrBuf, Text};
use crate::value::Value;

/// An encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codec {
    /// UTF-8.
    Utf8,
    /// UTF-8 with a byte order mark at the beginning.
    Utf8Sig,
    /// ASCII.
    Ascii,
    /// Latin-1.
    Latin1,
    /// UTF-16.
    Utf16(Order),
    /// UTF-32.
    Utf32(Order),
}

/// The order of the bytes of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The least significant first.
    Little,
    /// The most significant first.
    Big,
    /// As the byte order mark says; little without one, and little with one when writing.
    Marked,
}

/// What to do with what cannot be encoded or decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Handler {
    Strict,
    Ignore,
    Replace,
    BackslashReplace,
    SurrogateEscape,
    SurrogatePass,
    XmlCharRefReplace,
}

impl Codec {
    /// The encoding of a name, in any of its spellings.
    pub fn from_name(name: &str) -> Option<Codec> {
        let plain: String = name
            .chars()
            .map(|c| match c {
                '_' | ' ' => '-',
                c => c.to_ascii_lowercase(),
            })
            .collect();
        match plain.as_str() {
            "utf-8" | "utf8" | "u8" | "utf" | "cp65001" => Some(Codec::Utf8),
            "ascii" | "us-ascii" | "646" | "ansi-x3.4-1968" | "iso646-us" | "us" => Some(Codec::Ascii),
            "latin-1" | "latin1" | "latin" | "l1" | "iso-8859-1" | "iso8859-1" | "iso8859" | "8859" | "cp819" => {
                Some(Codec::Latin1)
            }
            "utf-8-sig" => Some(Codec::Utf8Sig),
            "utf-16" | "utf16" | "u16" => Some(Codec::Utf16(Order::Marked)),
            "utf-16-le" | "utf-16le" => Some(Codec::Utf16(Order::Little)),
            "utf-16-be" | "utf-16be" => Some(Codec::Utf16(Order::Big)),
            "utf-32" | "utf32" | "u32" => Some(Codec::Utf32(Order::Marked)),
            "utf-32-le" | "utf-32le" => Some(Codec::Utf32(Order::Little)),
            "utf-32-be" | "utf-32be" => Some(Codec::Utf32(Order::Big)),
            _ => None,
        }
    }

    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Codec::Utf8 | Codec::Utf8Sig => "utf-8",
            Codec::Ascii => "ascii",
            Codec::Latin1 => "latin-1",
            Codec::Utf16(Order::Marked) => "utf-16",
            Codec::Utf16(Order::Little) => "utf-16-le",
            Codec::Utf16(Order::Big) => "utf-16-be",
            Codec::Utf32(Order::Marked) => "utf-32",
            Codec::Utf32(Order::Little) => "utf-32-le",
            Codec::Utf32(Order::Big) => "utf-32-be",
        }
    }

    /// Whether it cannot encode a code point.
    fn refuses(self, c: u32) -> bool {
        match self {
            Codec::Ascii => c >= 128,
            Codec::Latin1 => c >= 256,
            _ => is_surrogate(c),
        }
    }

    /// Whether what it encodes has ASCII characters as single bytes of the same value.
    fn extends_ascii(self) -> bool {
        matches!(self, Codec::Utf8 | Codec::Ascii | Codec::Latin1)
    }

    /// Whether it can encode every code point but surrogates.
    fn is_unicode(self) -> bool {
        !matches!(self, Codec::Ascii | Codec::Latin1)
    }
}

fn is_surrogate(c: u32) -> bool {
    (0xd800..0xe000).contains(&c)
}

impl Handler {
    /// The handler of a name; asked for only once there is an error, as in CPython.
    fn of(rt: &Rt, name: Text<'_>) -> Result<Handler, Raised> {
        Ok(match &*name.lossy() {
            "strict" => Handler::Strict,
            "ignore" => Handler::Ignore,
            "replace" => Handler::Replace,
            "backslashreplace" => Handler::BackslashReplace,
            "surrogateescape" => Handler::SurrogateEscape,
            "surrogatepass" => Handler::SurrogatePass,
            "xmlcharrefreplace" => Handler::XmlCharRefReplace,
            other => return Err(rt.raise(Exc::LookupError, format!("unknown error handler name '{other}'"))),
        })
    }
}

/// The encoding that a program names; `None` means UTF-8.
fn codec(rt: &Rt, name: Option<Text<'_>>) -> Result<Codec, Raised> {
    match name {
        None => Ok(Codec::Utf8),
        Some(name) => {
            let name = name.lossy();
            Codec::from_name(&name).ok_or_else(|| rt.raise(Exc::LookupError, format!("unknown encoding: {name}")))
        }
    }
}

/// Encodes a string object: the bytes.
///
/// # Errors
/// UnicodeEncodeError; LookupError for an unknown encoding or handler.
pub fn encode(rt: &Rt, string: Value, encoding: Option<Text<'_>>, errors: Option<Text<'_>>) -> Result<Vec<u8>, Raised> {
    let codec = codec(rt, encoding)?;
    let text = crate::string::text(string);
    let mut out = rt.byte_buffer(text.len())?;
    if let (Text::Ascii(s), true) = (text, codec.extends_ascii()) {
        out.extend_from_slice(s.as_bytes());
        return Ok(out);
    }
    units::push_mark(codec, &mut out);
    let mut at = 0;
    while at < text.len() {
        let c = text.at(at);
        if codec.refuses(c) {
            // UTF-16 and UTF-32 report every surrogate by itself, the others a run of what they do not have.
            let end = match codec {
                Codec::Utf16(_) | Codec::Utf32(_) => at + 1,
                _ => (at..text.len()).find(|i| !codec.refuses(text.at(*i))).unwrap_or(text.len()),
            };
            encode_bad(rt, codec, string, (at, end), errors, &mut out)?;
            at = end;
        } else {
            units::push_point(codec, c, &mut out);
            at += 1;
        }
    }
    Ok(out)
}

/// Handles characters `start..end`, none of which the encoding has.
fn encode_bad(
    rt: &Rt,
    codec: Codec,
    string: Value,
    (start, end): (usize, usize),
    errors: Option<Text<'_>>,
    out: &mut Vec<u8>,
) -> Result<(), Raised> {
    let handler = errors.map_or(Ok(Handler::Strict), |name| Handler::of(rt, name))?;
    let text = crate::string::text(string);
    let mut replacement = String::new();
    for i in start..end {
        let c = text.at(i);
        match handler {
            Handler::Ignore => {}
            Handler::Replace => replacement.push('?'),
            Handler::BackslashReplace => crate::text::quote::push_escape(c, &mut replacement),
            Handler::XmlCharRefReplace => replacement.push_str(&format!("&#{c};")),
            Handler::SurrogateEscape if codec.extends_ascii() && (0xdc80..0xdd00).contains(&c) => {
                out.push((c - 0xdc00) as u8)
            }
            Handler::SurrogatePass if codec.is_unicode() => units::push_point(codec, c, out),
            Handler::Strict | Handler::SurrogateEscape | Handler::SurrogatePass => {
                let reason = match codec {
                    Codec::Ascii => "ordinal not in range(128)",
                    Codec::Latin1 => "ordinal not in range(256)",
                    _ => "surrogates not allowed",
                };
                return Err(raise_unicode(rt, Exc::UnicodeEncodeError, codec, string, (i, end), reason));
            }
        }
    }
    replacement.chars().for_each(|c| units::push_point(codec, c.into(), out));
    Ok(())
}

fn raise_unicode(
    rt: &Rt,
    class: Exc,
    codec: Codec,
    object: Value,
    (start, end): (usize, usize),
    reason: &str,
) -> Raised {
    let (name, reason) = match (rt.str(codec.name()), rt.str(reason)) {
        (Ok(name), Ok(reason)) => (name, reason),
        (Err(raised), _) | (_, Err(raised)) => return raised,
    };
    rt.raise_with(class, &[*name, object, Value::int(start as i64), Value::int(end as i64), *reason])
}

/// Decodes bytes to a string.
///
/// # Errors
/// UnicodeDecodeError; LookupError for an unknown encoding or handler.
pub fn decode(rt: &Rt, bytes: &[u8], encoding: Option<Text<'_>>, errors: Option<Text<'_>>) -> Res {
    // As in CPython, what is empty needs no known encoding.
    if bytes.is_empty() {
        return Ok(rt.empty_str.own());
    }
    let codec = codec(rt, encoding)?;
    if bytes.is_ascii() && (codec.extends_ascii() || codec == Codec::Utf8Sig) {
        // SAFETY: ASCII is UTF-8.
        return rt.str_from_text(Text::Ascii(unsafe { std::str::from_utf8_unchecked(bytes) }));
    }
    if codec == Codec::Latin1 && bytes.len() > 1 {
        return rt.str_filled::<u32>(bytes.len(), |out| out.map(bytes, u32::from));
    }
    if let (Codec::Utf8, Ok(s)) = (codec, std::str::from_utf8(bytes)) {
        return rt.str(s);
    }
    let mut out = StrBuf::with_capacity(bytes.len());
    let (codec, bytes, mut at) = units::read_mark(codec, bytes);
    while let Some(bad) = units::decode_valid(codec, bytes, &mut at, &mut out) {
        at += decode_bad(rt, codec, bytes, (at, at + bad.len), bad.reason, errors, &mut out)?;
    }
    out.finish(rt)
}

/// Handles bytes `start..end`; says how many were dealt with.
fn decode_bad(
    rt: &Rt,
    codec: Codec,
    bytes: &[u8],
    (start, end): (usize, usize),
    reason: &str,
    errors: Option<Text<'_>>,
    out: &mut StrBuf,
) -> Result<usize, Raised> {
    let handler = errors.map_or(Ok(Handler::Strict), |name| Handler::of(rt, name))?;
    let bad = &bytes[start..end];
    match handler {
        Handler::Ignore => {}
        Handler::Replace => out.push(0xfffd),
        Handler::BackslashReplace => bad.iter().for_each(|b| out.push_str(&format!("\\x{b:02x}"))),
        Handler::SurrogateEscape if bad.iter().all(|b| !b.is_ascii()) => {
            bad.iter().for_each(|b| out.push(0xdc00 + u32::from(*b)));
        }
        Handler::SurrogatePass if codec.is_unicode() && units::surrogate(codec, &bytes[start..]).is_some() => {
            let (c, len) = units::surrogate(codec, &bytes[start..]).unwrap_or_default();
            out.push(c);
            return Ok(len);
        }
        Handler::XmlCharRefReplace => {
            return Err(rt.type_error("don't know how to handle UnicodeDecodeError in error callback"));
        }
        Handler::Strict | Handler::SurrogateEscape | Handler::SurrogatePass => {
            let object = rt.bytes(bytes)?;
            return Err(raise_unicode(rt, Exc::UnicodeDecodeError, codec, *object, (start, end), reason));
        }
    }
    Ok(end - start)
}

/// The `encoding` or `errors` argument of function `name`.
///
/// # Errors
/// TypeError if it is no string.
pub(crate) fn name_arg<'a>(
    rt: &Rt,
    v: Option<Value>,
    function: &str,
    parameter: &str,
) -> Result<Option<Text<'a>>, Raised> {
    match v {
        None => Ok(None),
        Some(v) => match rt.as_text(v) {
            Some(t) => Ok(Some(t)),
            None => {
                let got = crate::types::str::arg_type(rt, v);
                Err(rt.type_error(format!("{function}() argument '{parameter}' must be str, not {got}")))
            }
        },
    }
}
