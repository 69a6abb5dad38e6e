//! A text that grows: one byte a character until the first that is not ASCII.

use super::Text;
use crate::error::{Raised, Res};
use crate::rt::Rt;

/// A growing text.
#[derive(Default)]
pub struct StrBuf {
    /// The characters while all are ASCII.
    ascii: Vec<u8>,
    /// All characters once one is not; `ascii` is empty then.
    wide: Vec<u32>,
}

impl StrBuf {
    /// An empty text with room for `n` ASCII characters.
    pub fn with_capacity(n: usize) -> StrBuf {
        StrBuf { ascii: Vec::with_capacity(n), wide: Vec::new() }
    }

    /// Number of characters.
    pub fn len(&self) -> usize {
        self.ascii.len() + self.wide.len()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn is_wide(&self) -> bool {
        !self.wide.is_empty()
    }

    fn widen(&mut self, extra: usize) {
        if !self.is_wide() {
            self.wide.reserve(self.ascii.len() + extra);
            self.wide.extend(self.ascii.iter().map(|b| u32::from(*b)));
            self.ascii = Vec::new();
        }
    }

    /// Appends one code point.
    #[inline]
    pub fn push(&mut self, c: u32) {
        if c < 128 && !self.is_wide() {
            self.ascii.push(c as u8);
        } else {
            self.widen(1);
            self.wide.push(c);
        }
    }

    /// Appends one code point `n` times.
    pub fn repeat(&mut self, c: u32, n: usize) {
        if n == 0 {
            return;
        }
        if c < 128 && !self.is_wide() {
            self.ascii.extend(std::iter::repeat_n(c as u8, n));
        } else {
            self.widen(n);
            self.wide.extend(std::iter::repeat_n(c, n));
        }
    }

    /// Appends a text.
    pub fn push_text(&mut self, t: Text<'_>) {
        match t {
            Text::Ascii(s) if !self.is_wide() => self.ascii.extend_from_slice(s.as_bytes()),
            Text::Ascii(s) => self.wide.extend(s.bytes().map(u32::from)),
            Text::Wide(w) if self.is_wide() => self.wide.extend_from_slice(w),
            Text::Wide(w) => w.iter().for_each(|c| self.push(*c)),
        }
    }

    /// Appends ASCII characters.
    pub(crate) fn extend_ascii(&mut self, bytes: impl Iterator<Item = u8>) {
        if self.is_wide() {
            self.wide.extend(bytes.map(u32::from));
        } else {
            self.ascii.extend(bytes.inspect(|b| debug_assert!(b.is_ascii())));
        }
    }

    /// Appends Rust text.
    pub fn push_str(&mut self, s: &str) {
        if s.is_ascii() {
            self.push_text(Text::Ascii(s));
        } else {
            s.chars().for_each(|c| self.push(c.into()));
        }
    }

    /// The text so far.
    pub fn as_text(&self) -> Text<'_> {
        if self.is_wide() {
            return Text::Wide(&self.wide);
        }
        // SAFETY: only ASCII is put there.
        Text::Ascii(unsafe { std::str::from_utf8_unchecked(&self.ascii) })
    }

    /// Fails if the engine's quota has no room for `extra` more characters: to be asked before appending what a program's
    /// input makes large.
    ///
    /// # Errors
    /// MemoryError.
    pub fn check_room(&self, rt: &Rt, extra: usize) -> Result<(), Raised> {
        let bytes = self.len().saturating_add(extra).saturating_mul(if self.is_wide() { 4 } else { 1 });
        if bytes <= isize::MAX as usize && rt.heap_allows(bytes) { Ok(()) } else { Err(rt.memory_error()) }
    }

    /// The string.
    ///
    /// # Errors
    /// MemoryError.
    pub fn finish(&self, rt: &Rt) -> Res {
        rt.str_from_text(self.as_text())
    }
}
