//! Line ends: where lines end, and what becomes of the ends.

use runtime::string::Text;
use runtime::{Raised, Rt, Value};
use std::borrow::Cow;

/// The `newline` argument of a text file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Newline {
    /// `None`: all three ends are read as a line feed.
    Translate,
    /// `''`: all three end lines, and stay.
    Universal,
    Lf,
    Cr,
    CrLf,
}

/// A line's end in a buffer.
pub(super) enum End {
    /// Behind the line's end.
    At(usize),
    /// There is none.
    Missing,
    /// The last byte may be half of an end.
    Unsure,
}

impl Newline {
    /// Reads the argument.
    ///
    /// # Errors
    /// TypeError, ValueError.
    pub(super) fn from_argument(rt: &Rt, function: &str, v: Option<Value>) -> Result<Newline, Raised> {
        let Some(v) = v.filter(|v| !v.is_none()) else { return Ok(Newline::Translate) };
        let Some(text) = rt.as_text(v) else {
            let got = rt.type_name(v);
            return Err(rt.type_error(format!("{function}() argument 'newline' must be str or None, not {got}")));
        };
        Ok(match &*text.lossy() {
            "" => Newline::Universal,
            "\n" => Newline::Lf,
            "\r" => Newline::Cr,
            "\r\n" => Newline::CrLf,
            other => return Err(rt.value_error(format!("illegal newline value: {other}"))),
        })
    }

    /// Where the first line in `rest` ends. `last` says that nothing follows.
    pub(super) fn find(self, rest: &[u8], last: bool) -> End {
        let found = match self {
            Newline::Lf => rest.iter().position(|b| *b == b'\n').map(|k| k + 1),
            Newline::Cr => rest.iter().position(|b| *b == b'\r').map(|k| k + 1),
            Newline::CrLf => rest.windows(2).position(|w| w == b"\r\n").map(|k| k + 2),
            Newline::Translate | Newline::Universal => match rest.iter().position(|b| matches!(b, b'\n' | b'\r')) {
                Some(k) if rest[k] == b'\n' => Some(k + 1),
                Some(k) if k + 1 == rest.len() && !last => return End::Unsure,
                Some(k) => Some(if rest.get(k + 1) == Some(&b'\n') { k + 2 } else { k + 1 }),
                None => None,
            },
        };
        found.map_or(End::Missing, End::At)
    }

    /// Text as a program sees it.
    pub(super) fn read(self, bytes: Vec<u8>) -> Vec<u8> {
        if self != Newline::Translate || !bytes.contains(&b'\r') {
            return bytes;
        }
        let mut out = Vec::with_capacity(bytes.len());
        let mut at = 0;
        while at < bytes.len() {
            if bytes[at] == b'\r' {
                out.push(b'\n');
                at += usize::from(bytes.get(at + 1) == Some(&b'\n'));
            } else {
                out.push(bytes[at]);
            }
            at += 1;
        }
        out
    }

    /// What a line feed is written as, if it is not itself.
    pub(super) fn written(self) -> Option<&'static str> {
        match self {
            Newline::Translate | Newline::Universal | Newline::Lf => None,
            Newline::Cr => Some("\r"),
            Newline::CrLf => Some("\r\n"),
        }
    }

    /// Points of `text` as they are written.
    pub(super) fn expand(self, text: Text<'_>) -> Option<Cow<'static, [u32]>> {
        let end = self.written()?;
        let mut out = Vec::with_capacity(text.len());
        for c in text.points() {
            if c == u32::from(b'\n') {
                out.extend(end.bytes().map(u32::from));
            } else {
                out.push(c);
            }
        }
        Some(Cow::Owned(out))
    }
}
