//! Strings: storage, hashing and comparison. Methods are in `types::str`.
//!
//! Text that is all ASCII takes one byte a character; any other text takes one `u32` code point a character (lone
//! surrogates included). The form is canonical, so equal strings have equal forms, and indexing is O(1) in both.

mod append;
mod buf;
mod fill;

pub use buf::StrBuf;
pub(crate) use fill::Filler;

use crate::error::{Raised, Res};
use crate::heap::Heap;
use crate::object::{IMMORTAL, Kind, StrObj, shape_id};
use crate::rt::Rt;
use crate::value::{Owned, Value};
use siphasher::sip::SipHasher13;
use std::borrow::Cow;
use std::cell::Cell;
use std::hash::Hasher;
use std::ptr::NonNull;

/// Marks text that is not all ASCII.
const WIDE: u64 = 1 << 63;
/// Marks an interned string.
const INTERNED: u64 = 1 << 62;

/// Longest string, in characters.
pub const MAX_LEN: usize = isize::MAX as usize / 8;

/// A string's characters, borrowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text<'a> {
    /// All ASCII.
    Ascii(&'a str),
    /// Code points, at least one of them not ASCII.
    Wide(&'a [u32]),
}

impl<'a> Text<'a> {
    /// Number of characters.
    #[inline]
    pub fn len(self) -> usize {
        match self {
            Text::Ascii(s) => s.len(),
            Text::Wide(w) => w.len(),
        }
    }

    /// Whether it is empty.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Character `i`.
    ///
    /// # Panics
    /// Panics if out of range.
    #[inline]
    pub fn at(self, i: usize) -> u32 {
        match self {
            Text::Ascii(s) => u32::from(s.as_bytes()[i]),
            Text::Wide(w) => w[i],
        }
    }

    /// Its code points.
    pub fn points(self) -> impl DoubleEndedIterator<Item = u32> + ExactSizeIterator + Clone + 'a {
        (0..self.len()).map(move |i| self.at(i))
    }

    /// Characters `from..to`, in the same form (which may then hold ASCII only).
    pub fn slice(self, from: usize, to: usize) -> Text<'a> {
        match self {
            Text::Ascii(s) => Text::Ascii(&s[from..to]),
            Text::Wide(w) => Text::Wide(&w[from..to]),
        }
    }

    /// As Rust text; lone surrogates become U+FFFD.
    pub fn lossy(self) -> Cow<'a, str> {
        match self {
            Text::Ascii(s) => Cow::Borrowed(s),
            Text::Wide(w) => Cow::Owned(w.iter().map(|&c| char::from_u32(c).unwrap_or('\u{fffd}')).collect()),
        }
    }

    /// As Rust text, or the index of the first lone surrogate.
    ///
    /// # Errors
    /// The index of the first character that UTF-8 cannot hold.
    pub fn utf8(self) -> Result<Cow<'a, str>, usize> {
        match self {
            Text::Ascii(s) => Ok(Cow::Borrowed(s)),
            Text::Wide(w) => match w.iter().position(|&c| char::from_u32(c).is_none()) {
                Some(i) => Err(i),
                None => Ok(self.lossy()),
            },
        }
    }
}

fn data_offset() -> usize {
    size_of::<StrObj>()
}

fn layout(v: Value) -> &'static StrObj {
    // SAFETY: callers have checked that `v` is a string.
    unsafe { v.layout() }
}

/// Text of a string object. The caller keeps the string alive and has checked its kind.
#[inline]
pub(crate) fn text<'a>(v: Value) -> Text<'a> {
    let obj = layout(v);
    let bits = obj.len_and_form.get();
    let len = (bits & !(WIDE | INTERNED)) as usize;
    // SAFETY: a string's characters follow its struct, initialised when it was made and never changed while it is shared.
    unsafe {
        let data = v.as_ptr().cast::<u8>().add(data_offset());
        if bits & WIDE == 0 {
            Text::Ascii(std::str::from_utf8_unchecked(std::slice::from_raw_parts(data, len)))
        } else {
            Text::Wide(std::slice::from_raw_parts(data.cast::<u32>(), len))
        }
    }
}

pub(crate) fn is_interned(v: Value) -> bool {
    v.has_shape(shape_id::STR) && layout(v).len_and_form.get() & INTERNED != 0
}

pub(crate) fn mark_interned(v: Value) {
    let form = &layout(v).len_and_form;
    form.set(form.get() | INTERNED);
}

/// The hash, which has been computed.
pub(crate) fn cached_hash(v: Value) -> i64 {
    layout(v).hash.get()
}

/// Whether two strings are equal.
#[inline]
pub(crate) fn equal(a: Value, b: Value) -> bool {
    if a == b {
        return true;
    }
    let (x, y) = (layout(a).len_and_form.get(), layout(b).len_and_form.get());
    // Equal strings have the same length and form, and equal interned strings are the same object.
    if (x ^ y) & !INTERNED != 0 || x & y & INTERNED != 0 {
        return false;
    }
    text(a) == text(b)
}

pub(crate) fn equals_text(v: Value, s: &str) -> bool {
    match text(v) {
        Text::Ascii(a) => a == s,
        Text::Wide(w) => w.iter().copied().eq(s.chars().map(u32::from)),
    }
}

fn finish_hash(h: SipHasher13) -> i64 {
    // 0 means "not computed", and -1 is an error in CPython: neither is ever a hash.
    match h.finish() as i64 {
        0 => 1,
        -1 => -2,
        h => h,
    }
}

/// Hash of bytes with the engine's key.
pub(crate) fn hash_bytes(key: (u64, u64), bytes: &[u8]) -> i64 {
    let mut h = SipHasher13::new_with_keys(key.0, key.1);
    h.write(bytes);
    finish_hash(h)
}

pub(crate) fn hash_points(key: (u64, u64), points: Text<'_>) -> i64 {
    match points {
        Text::Ascii(s) => hash_bytes(key, s.as_bytes()),
        Text::Wide(w) => {
            let mut h = SipHasher13::new_with_keys(key.0, key.1);
            for c in w {
                h.write(&c.to_ne_bytes());
            }
            finish_hash(h)
        }
    }
}

/// Hash of Rust text, equal to the hash of the string object with that text.
pub(crate) fn hash_text(key: (u64, u64), s: &str) -> i64 {
    if s.is_ascii() {
        hash_bytes(key, s.as_bytes())
    } else {
        let points: Vec<u32> = s.chars().map(u32::from).collect();
        hash_points(key, Text::Wide(&points))
    }
}

fn write_header(p: NonNull<u8>, refcount: u32, shape: u32, hash: i64, len: usize, wide: bool) {
    let object = StrObj {
        head: crate::object::Header { refcount: Cell::new(refcount), shape: Cell::new(shape) },
        hash: Cell::new(hash),
        len_and_form: Cell::new(len as u64 | if wide { WIDE } else { 0 }),
    };
    // SAFETY: the block has room for the struct and is aligned.
    unsafe { p.cast::<StrObj>().write(object) };
}

/// An immortal interned ASCII string, made before the context exists.
pub(crate) fn new_immortal_ascii(heap: &Heap, s: &str, key: (u64, u64)) -> Option<Value> {
    let p = heap.alloc_leaf(data_offset() + s.len())?;
    write_header(p, IMMORTAL, shape_id::STR, hash_text(key, s), s.len(), false);
    // SAFETY: the block has room for the characters after the struct.
    unsafe { p.as_ptr().add(data_offset()).copy_from_nonoverlapping(s.as_ptr(), s.len()) };
    let v = Value::from_ptr(p.as_ptr());
    mark_interned(v);
    Some(v)
}

/// A string of `len` characters that `fill` writes; it must write all of them.
fn new_filled<U: fill::StrUnit>(rt: &Rt, len: usize, fill: impl FnOnce(&mut Filler<U>)) -> Res {
    if len > MAX_LEN {
        return Err(rt.memory_error());
    }
    let Some(p) = rt.heap.alloc_leaf(data_offset() + len * size_of::<U>()) else { return Err(rt.memory_error()) };
    write_header(p, 1, shape_id::STR, 0, len, U::WIDE);
    // SAFETY: the block has room for `len` units after the struct, is aligned to 16, and nobody else knows it yet.
    unsafe { Filler::run(p.as_ptr().add(data_offset()).cast::<U>(), len, fill) };
    Ok(Owned::from_raw(Value::from_ptr(p.as_ptr())))
}

/// An instance of `class`, which derives from str, with text `t` (which may be in wide form though all ASCII).
pub(crate) fn new_of_class(rt: &Rt, class: Value, t: Text<'_>) -> Res {
    let wide = matches!(t, Text::Wide(w) if w.iter().any(|&c| c > 127));
    let size = data_offset() + t.len() * if wide { 4 } else { 1 };
    let p = rt.alloc_instance_sized(class, size)?;
    // SAFETY: the block has a header.
    let shape = unsafe { p.cast::<crate::object::Header>().as_ref() }.shape.get();
    write_header(p, 1, shape, 0, t.len(), wide);
    // SAFETY: the block has room for the characters after the struct.
    unsafe {
        let data = p.as_ptr().add(data_offset());
        if wide {
            Filler::run(data.cast::<u32>(), t.len(), |out| out.put_text(t));
        } else {
            Filler::run(data, t.len(), |out| out.put_text(t));
        }
    }
    Ok(Owned::from_raw(Value::from_ptr(p.as_ptr())))
}

pub(crate) fn new_with_hash(rt: &Rt, s: &str, hash: i64) -> Res {
    let v = rt.str(s)?;
    if v.has_shape(shape_id::STR) {
        layout(*v).hash.set(hash);
    }
    Ok(v)
}

/// An exact string with the text of `v`.
pub(crate) fn copy(rt: &Rt, v: Value) -> Res {
    rt.str_from_text(text(v))
}

impl Rt {
    /// A string.
    ///
    /// # Errors
    /// MemoryError.
    pub fn str(&self, s: &str) -> Res {
        if s.is_ascii() {
            return self.str_from_text(Text::Ascii(s));
        }
        let len = s.chars().count();
        if len == 1 {
            return self.str_from_point(s.chars().map(u32::from).next().unwrap_or(0));
        }
        new_filled::<u32>(self, len, |out| s.chars().for_each(|c| out.one(c.into())))
    }

    /// A string with the given characters; a wide form that is all ASCII is narrowed.
    ///
    /// # Errors
    /// MemoryError.
    pub fn str_from_text(&self, t: Text<'_>) -> Res {
        if t.len() <= 1 {
            if t.is_empty() && !self.empty_str.is_empty() {
                return Ok(self.empty_str.own());
            }
            if t.len() == 1 {
                return self.str_from_point(t.at(0));
            }
        }
        match t {
            Text::Ascii(s) => self.str_filled::<u8>(s.len(), |out| out.put(s.as_bytes())),
            Text::Wide(w) if w.iter().all(|&c| c < 128) => self.str_filled::<u8>(w.len(), |out| out.put_text(t)),
            Text::Wide(w) => self.str_filled::<u32>(w.len(), |out| out.put(w)),
        }
    }

    /// A string of `len` characters that `fill` writes: ASCII bytes, or code points of which at least one is not ASCII.
    ///
    /// # Errors
    /// MemoryError.
    #[inline]
    pub(crate) fn str_filled<U: fill::StrUnit>(&self, len: usize, fill: impl FnOnce(&mut Filler<U>)) -> Res {
        new_filled(self, len, fill)
    }

    /// The string of one code point.
    ///
    /// # Errors
    /// MemoryError.
    #[inline]
    pub fn str_from_point(&self, c: u32) -> Res {
        match self.chars.get(c as usize) {
            Some(v) => Ok(v.own()),
            None if c < 128 => new_filled::<u8>(self, 1, |out| out.one(c as u8)),
            None => new_filled::<u32>(self, 1, |out| out.one(c)),
        }
    }

    /// Characters `from..to` of string `v`: `v` itself if that is all of an exact string.
    ///
    /// # Errors
    /// MemoryError.
    ///
    /// # Panics
    /// Panics if the range does not lie within the string.
    pub fn str_slice(&self, v: Value, from: usize, to: usize) -> Res {
        let t = text(v);
        if from == 0 && to == t.len() && v.has_shape(shape_id::STR) {
            return Ok(v.own());
        }
        self.str_from_text(t.slice(from, to))
    }

    /// `a + b` for two strings; one of them itself if it is an exact string and the other is empty.
    ///
    /// # Errors
    /// MemoryError.
    pub fn str_concat(&self, a: Value, b: Value) -> Res {
        let (x, y) = (text(a), text(b));
        if y.is_empty() && a.has_shape(shape_id::STR) {
            return Ok(a.own());
        }
        if x.is_empty() && b.has_shape(shape_id::STR) {
            return Ok(b.own());
        }
        let len = x.len() + y.len();
        match (x, y) {
            (Text::Ascii(x), Text::Ascii(y)) => new_filled::<u8>(self, len, |out| {
                out.put(x.as_bytes());
                out.put(y.as_bytes());
            }),
            // A string object in wide form has a wide character.
            _ => new_filled::<u32>(self, len, |out| {
                out.put_text(x);
                out.put_text(y);
            }),
        }
    }

    /// All the pieces in a row.
    ///
    /// # Errors
    /// MemoryError.
    pub fn str_join(&self, pieces: &[Text<'_>]) -> Res {
        let mut len = 0usize;
        let mut wide = false;
        for p in pieces {
            len = len.checked_add(p.len()).ok_or_else(|| self.memory_error())?;
            wide |= matches!(p, Text::Wide(w) if w.iter().any(|&c| c > 127));
        }
        match len {
            0 => Ok(self.empty_str.own()),
            _ if wide => new_filled::<u32>(self, len, |out| pieces.iter().for_each(|p| out.put_text(*p))),
            _ => new_filled::<u8>(self, len, |out| pieces.iter().for_each(|p| out.put_text(*p))),
        }
    }

    /// Whether `v` is a string (of str or a subclass).
    #[inline]
    pub fn is_str(&self, v: Value) -> bool {
        v.has_shape(shape_id::STR) || self.kind_of_ptr(v) == Some(Kind::Str)
    }

    /// Text of a string; `None` for other values. The caller keeps the string alive.
    #[inline]
    pub fn as_text<'a>(&self, v: Value) -> Option<Text<'a>> {
        if self.is_str(v) { Some(text(v)) } else { None }
    }

    /// Text of a string for messages; other values give a placeholder.
    pub fn str_lossy<'a>(&self, v: Value) -> Cow<'a, str> {
        self.as_text(v).map_or(Cow::Borrowed("<?>"), Text::lossy)
    }

    /// Text of a string, or TypeError "`what` must be str, not X".
    ///
    /// # Errors
    /// TypeError.
    pub fn expect_text<'a>(&self, v: Value, what: &str) -> Result<Text<'a>, Raised> {
        self.as_text(v).ok_or_else(|| self.type_error(format!("{what} must be str, not {}", self.type_name(v))))
    }

    /// Hash of a string.
    #[inline]
    pub fn hash_str(&self, v: Value) -> i64 {
        let obj = layout(v);
        let h = obj.hash.get();
        if h != 0 {
            return h;
        }
        let h = hash_points(self.hash_key, text(v));
        obj.hash.set(h);
        h
    }
}
