//! Strings with lone surrogates for readers that take Rust text.

use crate::error::Res;
use crate::rt::Rt;
use crate::string::{StrBuf, Text};
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// A text in which every lone surrogate is replaced by a private character that does not occur in it otherwise.
pub(super) struct Bridge<'a> {
    /// The text to read.
    pub(super) text: Cow<'a, str>,
    /// Replacements, each with the surrogate it stands for.
    pairs: Vec<(char, u32)>,
}

impl<'a> Bridge<'a> {
    pub(super) fn new(t: Text<'a>) -> Bridge<'a> {
        if let Ok(text) = t.utf8() {
            return Bridge { text, pairs: Vec::new() };
        }
        let used: FxHashSet<u32> = t.points().filter(|c| *c >= 0xf_0000).collect();
        let mut free = ('\u{f0000}'..='\u{10fffd}').filter(|c| !used.contains(&u32::from(*c)));
        let mut pairs: Vec<(char, u32)> = Vec::new();
        let mut stand_in = |c: u32| match pairs.iter().find(|p| p.1 == c) {
            Some(pair) => pair.0,
            None => {
                let pair = (free.next().unwrap_or(char::REPLACEMENT_CHARACTER), c);
                pairs.push(pair);
                pair.0
            }
        };
        let text = t.points().map(|c| char::from_u32(c).unwrap_or_else(|| stand_in(c))).collect();
        Bridge { text: Cow::Owned(text), pairs }
    }

    /// The code point that a character of the text stands for.
    pub(super) fn point(&self, c: char) -> u32 {
        self.pairs.iter().find(|p| p.0 == c).map_or(c.into(), |p| p.1)
    }

    /// Appends a part of the text as it was.
    pub(super) fn push(&self, part: &str, out: &mut StrBuf) {
        if self.pairs.is_empty() {
            out.push_str(part);
        } else {
            part.chars().for_each(|c| out.push(self.point(c)));
        }
    }

    /// A part of the text as it was, as a string.
    pub(super) fn string(&self, rt: &Rt, part: &str) -> Res {
        if self.pairs.is_empty() {
            return rt.str(part);
        }
        let mut out = StrBuf::default();
        self.push(part, &mut out);
        out.finish(rt)
    }
}
