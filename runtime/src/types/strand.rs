//! What str, bytes and bytearray have in common: each is a strand of units (bytes or code points), and most methods are the same
//! for all of them but for what the result is made of and what counts as white space.

use crate::error::{Raised, Res};
use crate::object::shape_id;
use crate::rt::Rt;
use crate::string::{Filler, Text};
use crate::text::chars;
use crate::text::search::Unit;
use crate::text::split::{self, Sides};
use crate::value::{Owned, Value};
use smallvec::SmallVec;

/// The contents of a string, bytes or byte array.
pub(crate) trait Strand: Copy {
    /// What it is made of.
    type U: Unit;
    /// The contents.
    fn units(&self) -> &[Self::U];
    /// The object itself, if a method that changes nothing may return it.
    fn whole(&self) -> Option<Owned>;
    /// A new object of the same built-in type.
    fn make(&self, rt: &Rt, units: &[Self::U]) -> Res;
    /// A new object of `len` units that `fill` writes.
    fn fill(&self, rt: &Rt, len: usize, fill: impl FnOnce(&mut dyn Out<Self::U>)) -> Res;
    /// White space?
    fn is_space(u: Self::U) -> bool;
    /// Does it end a line?
    fn is_line_end(u: Self::U) -> bool;

    /// The object of a range.
    #[inline(always)]
    fn part(&self, rt: &Rt, from: usize, to: usize) -> Res {
        if from == 0
            && to == self.units().len()
            && let Some(whole) = self.whole()
        {
            return Ok(whole);
        }
        self.make(rt, &self.units()[from..to])
    }

    /// The object unchanged.
    fn all(&self, rt: &Rt) -> Res {
        self.part(rt, 0, self.units().len())
    }
}

/// Where the units of a new object go.
pub(crate) trait Out<U> {
    /// Writes units.
    fn put(&mut self, units: &[U]);
    /// Writes a unit `n` times.
    fn repeat(&mut self, unit: U, n: usize);
    /// Writes units, `to` in place of `from`.
    fn put_replaced(&mut self, units: &[U], from: U, to: U);
}

impl Out<u8> for Filler<u8> {
    fn put(&mut self, units: &[u8]) {
        Filler::put(self, units);
    }
    fn repeat(&mut self, unit: u8, n: usize) {
        Filler::repeat(self, unit, n);
    }
    fn put_replaced(&mut self, units: &[u8], from: u8, to: u8) {
        self.map(units, |u| if u == from { to } else { u });
    }
}

impl<U: Copy + Eq> Out<U> for Vec<U> {
    fn put(&mut self, units: &[U]) {
        self.extend_from_slice(units);
    }
    fn repeat(&mut self, unit: U, n: usize) {
        self.extend(std::iter::repeat_n(unit, n));
    }
    fn put_replaced(&mut self, units: &[U], from: U, to: U) {
        self.extend(units.iter().map(|u| if *u == from { to } else { *u }));
    }
}

/// White space in ASCII text, by byte.
static ASCII_SPACE: [bool; 256] = {
    let mut table = [false; 256];
    let mut b = 0;
    while b < 128 {
        table[b] = matches!(b as u8, b' ' | b'\t'..=b'\r' | 0x1c..=0x1f);
        b += 1;
    }
    table
};

/// Whether a byte is white space in ASCII text.
#[inline(always)]
fn ascii_space(b: u8) -> bool {
    ASCII_SPACE[usize::from(b)]
}

/// Whether a byte is white space in binary data.
#[inline]
pub(crate) fn byte_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t'..=b'\r')
}

/// An ASCII string.
#[derive(Clone, Copy)]
pub(crate) struct AsciiStrand<'a> {
    pub(crate) object: Value,
    pub(crate) text: &'a str,
}

impl Strand for AsciiStrand<'_> {
    type U = u8;
    #[inline]
    fn units(&self) -> &[u8] {
        self.text.as_bytes()
    }
    #[inline]
    fn whole(&self) -> Option<Owned> {
        self.object.has_shape(shape_id::STR).then(|| self.object.own())
    }
    #[inline(always)]
    fn make(&self, rt: &Rt, units: &[u8]) -> Res {
        match units {
            [] => Ok(rt.empty_str.own()),
            [one] => rt.str_from_point(u32::from(*one)),
            _ => rt.str_filled::<u8>(units.len(), |out| out.put(units)),
        }
    }
    fn fill(&self, rt: &Rt, len: usize, fill: impl FnOnce(&mut dyn Out<u8>)) -> Res {
        if len == 0 { Ok(rt.empty_str.own()) } else { rt.str_filled::<u8>(len, |out| fill(out)) }
    }
    #[inline]
    fn is_space(u: u8) -> bool {
        ascii_space(u)
    }
    #[inline]
    fn is_line_end(u: u8) -> bool {
        chars::is_line_break(u.into())
    }
}

/// A string of code points, or an ASCII one widened for an operation with such a string.
#[derive(Clone, Copy)]
pub(crate) struct WideStrand<'a> {
    pub(crate) object: Value,
    pub(crate) points: &'a [u32],
}

impl Strand for WideStrand<'_> {
    type U = u32;
    #[inline]
    fn units(&self) -> &[u32] {
        self.points
    }
    fn whole(&self) -> Option<Owned> {
        self.object.has_shape(shape_id::STR).then(|| self.object.own())
    }
    fn make(&self, rt: &Rt, units: &[u32]) -> Res {
        rt.str_from_text(Text::Wide(units))
    }
    fn fill(&self, rt: &Rt, len: usize, fill: impl FnOnce(&mut dyn Out<u32>)) -> Res {
        if len > crate::string::MAX_LEN || !rt.heap_allows(len.saturating_mul(4)) {
            return Err(rt.memory_error());
        }
        let mut points = Vec::with_capacity(len);
        fill(&mut points);
        rt.str_from_text(Text::Wide(&points))
    }
    #[inline]
    fn is_space(u: u32) -> bool {
        chars::is_space(u)
    }
    #[inline]
    fn is_line_end(u: u32) -> bool {
        chars::is_line_break(u)
    }
}

/// Binary data: of bytes, or of a byte array.
#[derive(Clone, Copy)]
pub(crate) struct ByteStrand<'a> {
    pub(crate) object: Value,
    pub(crate) data: &'a [u8],
    /// Whether results are byte arrays.
    pub(crate) array: bool,
}

impl Strand for ByteStrand<'_> {
    type U = u8;
    #[inline]
    fn units(&self) -> &[u8] {
        self.data
    }
    fn whole(&self) -> Option<Owned> {
        self.object.has_shape(shape_id::BYTES).then(|| self.object.own())
    }
    fn make(&self, rt: &Rt, units: &[u8]) -> Res {
        self.fill(rt, units.len(), |out| out.put(units))
    }
    fn fill(&self, rt: &Rt, len: usize, fill: impl FnOnce(&mut dyn Out<u8>)) -> Res {
        if !self.array {
            return rt.bytes_filled(len, |out| fill(out));
        }
        let mut data = rt.byte_buffer(len)?;
        fill(&mut data);
        rt.bytearray(data)
    }
    #[inline]
    fn is_space(u: u8) -> bool {
        byte_space(u)
    }
    #[inline]
    fn is_line_end(u: u8) -> bool {
        matches!(u, b'\n' | b'\r')
    }
}

/// Room that a list of parts has at first, as in CPython.
const FIRST_PARTS: usize = 12;

/// The parts that a function tells, as a list.
struct Parts<'a, S> {
    rt: &'a Rt,
    strand: S,
    list: Owned,
}

impl<'a, S: Strand> Parts<'a, S> {
    /// No part yet; there will be `most + 1` at most.
    fn new(rt: &'a Rt, strand: S, most: usize) -> Result<Self, Raised> {
        Ok(Parts { rt, strand, list: rt.new_list(most.saturating_add(1).min(FIRST_PARTS))? })
    }

    #[inline]
    fn push(&mut self, from: usize, to: usize) -> Result<(), Raised> {
        self.rt.list_push(*self.list, self.strand.part(self.rt, from, to)?)
    }

    /// The list the other way round.
    fn reversed(self) -> Res {
        let mut parts = self.rt.list_snapshot(*self.list);
        parts.reverse();
        self.rt.list_from_owned(parts)
    }
}

/// `split`; `most` cuts at most.
pub(crate) fn split<S: Strand>(rt: &Rt, s: S, sep: Option<&[S::U]>, most: usize) -> Res {
    let mut parts = Parts::new(rt, s, most)?;
    match sep {
        None => split::split_space(s.units(), most, S::is_space, |from, to| parts.push(from, to))?,
        Some(sep) => split::split_at(s.units(), sep, most, |from, to| parts.push(from, to))?,
    }
    Ok(parts.list)
}

/// `rsplit`.
pub(crate) fn rsplit<S: Strand>(rt: &Rt, s: S, sep: Option<&[S::U]>, most: usize) -> Res {
    let mut parts = Parts::new(rt, s, most)?;
    match sep {
        None => split::rsplit_space(s.units(), most, S::is_space, |from, to| parts.push(from, to))?,
        Some(sep) => split::rsplit_at(s.units(), sep, most, |from, to| parts.push(from, to))?,
    }
    parts.reversed()
}

/// `splitlines`.
pub(crate) fn splitlines<S: Strand>(rt: &Rt, s: S, keep_ends: bool) -> Res {
    let mut parts = Parts::new(rt, s, usize::MAX)?;
    split::lines(s.units(), keep_ends, S::is_line_end, |from, to| parts.push(from, to))?;
    Ok(parts.list)
}

/// `partition` (or `rpartition`) at `sep`, whose object is `middle`.
pub(crate) fn partition<S: Strand>(rt: &Rt, s: S, sep: &[S::U], middle: Value, from_right: bool) -> Res {
    let units = s.units();
    let hit = if from_right { S::U::rfind(units, sep) } else { S::U::find(units, sep) };
    let (a, b, c) = match hit {
        Some(at) => (s.part(rt, 0, at)?, middle.own(), s.part(rt, at + sep.len(), units.len())?),
        None if from_right => (s.make(rt, &[])?, s.make(rt, &[])?, s.all(rt)?),
        None => (s.all(rt)?, s.make(rt, &[])?, s.make(rt, &[])?),
    };
    rt.tuple_from_owned([a, b, c])
}

/// `strip` of what `unwanted` says.
pub(crate) fn strip<S: Strand>(rt: &Rt, s: S, sides: Sides, unwanted: impl Fn(S::U) -> bool) -> Res {
    let (from, to) = split::strip(s.units(), sides, unwanted);
    s.part(rt, from, to)
}

/// `strip` of a set of units.
pub(crate) fn strip_set<S: Strand>(rt: &Rt, s: S, sides: Sides, set: &[S::U]) -> Res {
    match set {
        [one] => strip(rt, s, sides, |u| u == *one),
        _ => strip(rt, s, sides, |u| set.contains(&u)),
    }
}

/// `removeprefix` and `removesuffix`.
pub(crate) fn remove_affix<S: Strand>(rt: &Rt, s: S, affix: &[S::U], suffix: bool) -> Res {
    let units = s.units();
    match suffix {
        false if units.starts_with(affix) => s.part(rt, affix.len(), units.len()),
        true if units.ends_with(affix) => s.part(rt, 0, units.len() - affix.len()),
        _ => s.all(rt),
    }
}

/// Places that [`replace`] remembers.
const HITS_KEPT: usize = 32;

/// `replace`, `most` times at most.
pub(crate) fn replace<S: Strand>(rt: &Rt, s: S, old: &[S::U], new: &[S::U], most: usize) -> Res {
    let units = s.units();
    if most == 0 || old == new || old.len() > units.len() {
        return s.all(rt);
    }
    if old.is_empty() {
        return interleave(rt, s, new, most);
    }
    // Few places are remembered; many are looked for again, so that no memory beside the result's is taken.
    let mut hits: SmallVec<[usize; HITS_KEPT]> = SmallVec::new();
    let mut n = 0;
    S::U::each(units, old, |hit| {
        hits.push(hit);
        n += 1;
        n < most && n < HITS_KEPT
    });
    if n == 0 {
        return s.all(rt);
    }
    if n == HITS_KEPT {
        n = S::U::count(units, old, most);
    }
    let kept = units.len() - n * old.len();
    let Some(len) = new.len().checked_mul(n).and_then(|n| n.checked_add(kept)).filter(|n| *n <= isize::MAX as usize)
    else {
        return Err(rt.overflow_error("replace string is too long"));
    };
    s.fill(rt, len, |out| {
        let mut at = 0;
        let mut step = |hit: usize| {
            out.put(&units[at..hit]);
            out.put(new);
            at = hit + old.len();
        };
        match (old, new) {
            ([a], [b]) if n >= HITS_KEPT && most == usize::MAX => {
                out.put_replaced(units, *a, *b);
                return;
            }
            _ if n < HITS_KEPT => hits.iter().for_each(|hit| step(*hit)),
            _ => {
                let mut left = n;
                S::U::each(units, old, |hit| {
                    step(hit);
                    left -= 1;
                    left > 0
                });
            }
        }
        out.put(&units[at..]);
    })
}

/// `replace` of the empty text: `new` goes before every unit and at the end.
fn interleave<S: Strand>(rt: &Rt, s: S, new: &[S::U], most: usize) -> Res {
    let units = s.units();
    let times = most.min(units.len() + 1);
    let Some(len) =
        new.len().checked_mul(times).and_then(|n| n.checked_add(units.len())).filter(|n| *n <= isize::MAX as usize)
    else {
        return Err(rt.overflow_error("replace string is too long"));
    };
    s.fill(rt, len, |out| {
        let before = times.min(units.len());
        for u in &units[..before] {
            out.put(new);
            out.put(std::slice::from_ref(u));
        }
        if times > units.len() {
            out.put(new);
        }
        out.put(&units[before..]);
    })
}

/// `center`, `ljust`, `rjust`: padding before and behind.
pub(crate) fn pad<S: Strand>(rt: &Rt, s: S, left: usize, right: usize, fill: S::U) -> Res {
    if left + right == 0 {
        return s.all(rt);
    }
    let len = s.units().len().saturating_add(left).saturating_add(right);
    s.fill(rt, len, |out| {
        out.repeat(fill, left);
        out.put(s.units());
        out.repeat(fill, right);
    })
}

/// Padding of a text of `len` units to `width`, as `center` distributes it.
pub(crate) fn center_padding(len: usize, width: usize) -> (usize, usize) {
    let padding = width.saturating_sub(len);
    let left = padding / 2 + (padding & width & 1);
    (left, padding - left)
}

/// `zfill`.
pub(crate) fn zfill<S: Strand>(rt: &Rt, s: S, width: usize) -> Res {
    let units = s.units();
    let zeros = width.saturating_sub(units.len());
    if zeros == 0 {
        return s.all(rt);
    }
    let sign = usize::from(units.first().is_some_and(|u| matches!((*u).into(), 0x2b | 0x2d)));
    s.fill(rt, width, |out| {
        out.put(&units[..sign]);
        out.repeat(S::U::from_ascii(b'0'), zeros);
        out.put(&units[sign..]);
    })
}

/// `expandtabs`.
pub(crate) fn expandtabs<S: Strand>(rt: &Rt, s: S, size: i64) -> Res {
    let units = s.units();
    let tab = S::U::from_ascii(b'\t');
    if S::U::find_one(units, tab).is_none() {
        return s.all(rt);
    }
    let size = usize::try_from(size).unwrap_or(0);
    // Twice the same walk: the length first.
    let mut len = 0usize;
    let mut overflow = false;
    expand(units, size, |piece| match len.checked_add(piece.unwrap_or_else(|spaces| spaces)) {
        Some(n) if n <= isize::MAX as usize => len = n,
        _ => overflow = true,
    });
    if overflow {
        return Err(rt.overflow_error("result too long"));
    }
    s.fill(rt, len, |out| {
        let mut at = 0;
        expand(units, size, |piece| match piece {
            Ok(n) => {
                out.put(&units[at..at + n]);
                at += n;
            }
            Err(spaces) => {
                out.repeat(S::U::from_ascii(b' '), spaces);
                at += 1;
            }
        });
    })
}

/// Tells runs of plain units (`Ok`, their number) and tabs (`Err`, how many spaces each stands for).
fn expand<U: Unit>(units: &[U], size: usize, mut f: impl FnMut(Result<usize, usize>)) {
    let (mut column, mut run) = (0, 0);
    for &u in units {
        match u.into() {
            0x09 => {
                f(Ok(run));
                run = 0;
                let spaces = if size == 0 { 0 } else { size - column % size };
                column += spaces;
                f(Err(spaces));
            }
            c => {
                run += 1;
                column = if matches!(c, 0x0a | 0x0d) { 0 } else { column + 1 };
            }
        }
    }
    f(Ok(run));
}

/// `s * n`.
pub(crate) fn repeat<S: Strand>(rt: &Rt, s: S, n: usize, too_long: &str) -> Res {
    let units = s.units();
    if n == 1 {
        return s.all(rt);
    }
    let Some(len) = units.len().checked_mul(n).filter(|n| *n <= isize::MAX as usize) else {
        return Err(rt.overflow_error(too_long));
    };
    s.fill(rt, len, |out| match units {
        [one] => out.repeat(*one, n),
        _ => (0..n).for_each(|_| out.put(units)),
    })
}
