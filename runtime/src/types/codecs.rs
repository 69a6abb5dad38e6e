//! Text encodings: UTF-8, ASCII and Latin-1, with the error handlers that Python names.

use crate::error::{Exc, Raised, Res};
use crate::rt::Rt;
use crate::string::{StrBuf, Text};
use crate::value::Value;

/// An encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codec {
    /// UTF-8.
    Utf8,
    /// ASCII.
    Ascii,
    /// Latin-1.
    Latin1,
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
            "latin-1" | "latin1" | "latin" | "l1" | "iso-8859-1" | "iso8859-1" | "iso8859" | "8859" | "cp819" => Some(Codec::Latin1),
            _ => None,
        }
    }

    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Codec::Utf8 => "utf-8",
            Codec::Ascii => "ascii",
            Codec::Latin1 => "latin-1",
        }
    }

    /// Code points from here on cannot be encoded (UTF-8 refuses surrogates instead).
    fn limit(self) -> u32 {
        match self {
            Codec::Utf8 => u32::MAX,
            Codec::Ascii => 128,
            Codec::Latin1 => 256,
        }
    }

    fn refuses(self, c: u32) -> bool {
        c >= self.limit() || (self == Codec::Utf8 && is_surrogate(c))
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
pub(crate) fn encode(rt: &Rt, string: Value, encoding: Option<Text<'_>>, errors: Option<Text<'_>>) -> Result<Vec<u8>, Raised> {
    let codec = codec(rt, encoding)?;
    let points = match crate::string::text(string) {
        Text::Ascii(s) => return Ok(s.as_bytes().to_vec()),
        Text::Wide(w) => w,
    };
    let mut out = rt.byte_buffer(points.len())?;
    let mut at = 0;
    while at < points.len() {
        let n = points[at..].iter().position(|c| codec.refuses(*c)).unwrap_or(points.len() - at);
        points[at..at + n].iter().for_each(|c| push_encoded(codec, *c, &mut out));
        at += n;
        let bad = points[at..].iter().take_while(|c| codec.refuses(**c)).count();
        if bad > 0 {
            encode_bad(rt, codec, string, (at, at + bad), errors, &mut out)?;
            at += bad;
        }
    }
    Ok(out)
}

fn push_encoded(codec: Codec, c: u32, out: &mut Vec<u8>) {
    if codec != Codec::Utf8 || c < 128 {
        out.push(c as u8);
        return;
    }
    // Written out, since surrogates are encoded like any other character where a handler lets them pass.
    let tail = |shift: u32| 0x80 | (c >> shift & 0x3f) as u8;
    match c {
        0..0x800 => out.extend([0xc0 | (c >> 6) as u8, tail(0)]),
        0x800..0x1_0000 => out.extend([0xe0 | (c >> 12) as u8, tail(6), tail(0)]),
        _ => out.extend([0xf0 | (c >> 18) as u8, tail(12), tail(6), tail(0)]),
    }
}

/// Handles characters `start..end`, none of which the encoding has.
fn encode_bad(
    rt: &Rt, codec: Codec, string: Value, (start, end): (usize, usize), errors: Option<Text<'_>>, out: &mut Vec<u8>,
) -> Result<(), Raised> {
    let handler = errors.map_or(Ok(Handler::Strict), |name| Handler::of(rt, name))?;
    let text = crate::string::text(string);
    for i in start..end {
        let c = text.at(i);
        match handler {
            Handler::Ignore => {}
            Handler::Replace => out.push(b'?'),
            Handler::BackslashReplace => {
                let mut escape = String::new();
                crate::text::quote::push_escape(c, &mut escape);
                out.extend(escape.bytes());
            }
            Handler::XmlCharRefReplace => out.extend(format!("&#{c};").bytes()),
            Handler::SurrogateEscape if (0xdc80..0xdd00).contains(&c) => out.push((c - 0xdc00) as u8),
            Handler::SurrogatePass if codec == Codec::Utf8 && is_surrogate(c) => push_encoded(codec, c, out),
            Handler::Strict | Handler::SurrogateEscape | Handler::SurrogatePass => {
                let reason = match codec {
                    Codec::Utf8 => "surrogates not allowed",
                    Codec::Ascii => "ordinal not in range(128)",
                    Codec::Latin1 => "ordinal not in range(256)",
                };
                return Err(raise_unicode(rt, Exc::UnicodeEncodeError, codec, string, (i, end), reason));
            }
        }
    }
    Ok(())
}

fn raise_unicode(rt: &Rt, class: Exc, codec: Codec, object: Value, (start, end): (usize, usize), reason: &str) -> Raised {
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
pub(crate) fn decode(rt: &Rt, bytes: &[u8], encoding: Option<Text<'_>>, errors: Option<Text<'_>>) -> Res {
    // As in CPython, what is empty needs no known encoding.
    if bytes.is_empty() {
        return Ok(rt.empty_str.own());
    }
    let codec = codec(rt, encoding)?;
    if bytes.is_ascii() {
        // SAFETY: ASCII is UTF-8.
        return rt.str_from_text(Text::Ascii(unsafe { std::str::from_utf8_unchecked(bytes) }));
    }
    if codec == Codec::Latin1 {
        if bytes.len() == 1 {
            return rt.str_from_point(u32::from(bytes[0]));
        }
        return rt.str_filled::<u32>(bytes.len(), |out| out.map(bytes, u32::from));
    }
    let mut out = StrBuf::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let (good, bad, reason) = valid_prefix(codec, &bytes[at..]);
        if at == 0 && bad == 0 {
            return rt.str(good);
        }
        out.push_str(good);
        at += good.len();
        if bad > 0 {
            at += decode_bad(rt, codec, bytes, (at, at + bad), reason, errors, &mut out)?;
        }
    }
    out.finish(rt)
}

/// The valid text at the beginning, how many bytes after it are wrong (0 at the end), and why.
fn valid_prefix(codec: Codec, bytes: &[u8]) -> (&str, usize, &'static str) {
    if codec == Codec::Ascii {
        let n = bytes.iter().position(|b| *b >= 128).unwrap_or(bytes.len());
        // SAFETY: ASCII is UTF-8.
        let good = unsafe { std::str::from_utf8_unchecked(&bytes[..n]) };
        return (good, usize::from(n < bytes.len()), "ordinal not in range(128)");
    }
    let error = match std::str::from_utf8(bytes) {
        Ok(s) => return (s, 0, ""),
        Err(e) => e,
    };
    let n = error.valid_up_to();
    // SAFETY: so many bytes were found valid.
    let good = unsafe { std::str::from_utf8_unchecked(&bytes[..n]) };
    match error.error_len() {
        None => (good, bytes.len() - n, "unexpected end of data"),
        Some(bad) if matches!(bytes[n], 0xc2..=0xf4) => (good, bad, "invalid continuation byte"),
        Some(bad) => (good, bad, "invalid start byte"),
    }
}

/// Handles bytes `start..end`; says how many were dealt with.
fn decode_bad(
    rt: &Rt, codec: Codec, bytes: &[u8], (start, end): (usize, usize), reason: &str, errors: Option<Text<'_>>, out: &mut StrBuf,
) -> Result<usize, Raised> {
    let handler = errors.map_or(Ok(Handler::Strict), |name| Handler::of(rt, name))?;
    let bad = &bytes[start..end];
    match handler {
        Handler::Ignore => {}
        Handler::Replace => out.push(0xfffd),
        Handler::BackslashReplace => bad.iter().for_each(|b| out.push_str(&format!("\\x{b:02x}"))),
        // What is not ASCII is what can be wrong in either encoding.
        Handler::SurrogateEscape => bad.iter().for_each(|b| out.push(0xdc00 + u32::from(*b))),
        Handler::SurrogatePass if codec == Codec::Utf8 && encoded_surrogate(&bytes[start..]).is_some() => {
            out.push(encoded_surrogate(&bytes[start..]).unwrap_or_default());
            return Ok(3);
        }
        Handler::XmlCharRefReplace => {
            return Err(rt.type_error("don't know how to handle UnicodeDecodeError in error callback"));
        }
        Handler::Strict | Handler::SurrogatePass => {
            let object = rt.bytes(bytes)?;
            return Err(raise_unicode(rt, Exc::UnicodeDecodeError, codec, *object, (start, end), reason));
        }
    }
    Ok(end - start)
}

/// The surrogate that three bytes encode in UTF-8 as if it were a character.
fn encoded_surrogate(bytes: &[u8]) -> Option<u32> {
    match bytes {
        [0xed, b @ 0xa0..=0xbf, c @ 0x80..=0xbf, ..] => Some(0xd000 | u32::from(b & 0x3f) << 6 | u32::from(c & 0x3f)),
        _ => None,
    }
}

/// The `encoding` or `errors` argument of function `name`.
///
/// # Errors
/// TypeError if it is no string.
pub(crate) fn name_arg<'a>(rt: &Rt, v: Option<Value>, function: &str, parameter: &str) -> Result<Option<Text<'a>>, Raised> {
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
