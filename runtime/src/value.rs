//! The value word and owned references.
//!
//! A [`Value`] is one 64-bit word:
//!
//! | low bits | meaning |
//! | --- | --- |
//! | `…1` | a 63-bit small integer, in the upper bits |
//! | `…10` | a float whose exponent is in the common range (2⁻²⁵⁵ to 2²⁵⁶), or a zero |
//! | `…000` | a pointer to an object; the all-zero word is "no value" |
//! | `…100` | no value of the language: machine code marks the end of an iteration with one ([`Value::ITER_DONE`]) |
//!
//! The word is kept as a pointer, so a reference read back from memory carries the provenance it was
//! stored with and no integer is ever turned into a pointer that is dereferenced.
//!
//! `Value` is a plain word: it does not keep its object alive. [`Owned`] does.

use crate::object::Header;
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::ptr::NonNull;

/// A word of the language: a small integer, a float, a reference that somebody else keeps alive, or nothing.
///
/// The crate's contract: whoever calls a function with a `Value` keeps its object alive until the function
/// returns, and nobody keeps a `Value` across a call that may release the last reference to it.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Value(*mut Header);

/// Smallest small integer.
pub const SMALL_MIN: i64 = -(1 << 62);
/// Largest small integer.
pub const SMALL_MAX: i64 = (1 << 62) - 1;

/// What is subtracted from a double's bits (rotated left by one) before it becomes a word: the lowest
/// common exponent, 768 (2⁻²⁵⁵).
pub const FLOAT_BIAS: u64 = 768 << 53;

impl Value {
    /// "No value": an unbound local, a missing argument, a pending exception. Never a language value.
    pub const EMPTY: Value = Value(std::ptr::null_mut());

    /// What machine code gets for the next item of an iterator that is exhausted. Never a language value; counting ignores it.
    pub const ITER_DONE: Value = Value::from_uncounted_bits(4);

    /// The word's bits.
    #[inline(always)]
    pub fn bits(self) -> u64 {
        self.0.addr() as u64
    }

    /// An uncounted word from its bits, which must not be a pointer's.
    #[inline(always)]
    const fn from_uncounted_bits(bits: u64) -> Value {
        Value(std::ptr::without_provenance_mut(bits as usize))
    }

    /// The reference to an object.
    #[inline(always)]
    pub fn from_ptr<T>(p: *mut T) -> Value {
        Value(p.cast())
    }

    /// Whether this is the empty word.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0.is_null()
    }

    /// `None` for the empty word.
    #[inline(always)]
    pub fn some(self) -> Option<Value> {
        if self.is_empty() { None } else { Some(self) }
    }

    /// Whether this is a reference to an object (counted or immortal).
    #[inline(always)]
    pub fn is_ptr(self) -> bool {
        let bits = self.bits();
        bits & 7 == 0 && bits != 0
    }

    /// The object's header; meaningful only if [`Value::is_ptr`].
    #[inline(always)]
    pub fn as_ptr(self) -> *mut Header {
        self.0
    }

    /// A small integer, or `None` if it needs a big one.
    #[inline(always)]
    pub fn small_int(i: i64) -> Option<Value> {
        let word = (i as u64) << 1;
        if (word as i64) >> 1 == i { Some(Value::from_uncounted_bits(word | 1)) } else { None }
    }

    /// A small integer from one known to fit: a length, an index, a character.
    ///
    /// # Panics
    /// Debug builds panic if it does not fit.
    #[inline(always)]
    pub const fn int(i: i64) -> Value {
        debug_assert!(i >= SMALL_MIN && i <= SMALL_MAX);
        Value::from_uncounted_bits(((i as u64) << 1) | 1)
    }

    /// Whether this is a small integer.
    #[inline(always)]
    pub fn is_small_int(self) -> bool {
        self.bits() & 1 == 1
    }

    /// The small integer's value.
    #[inline(always)]
    pub fn as_small_int(self) -> Option<i64> {
        if self.is_small_int() { Some(self.bits() as i64 >> 1) } else { None }
    }

    /// The small integer's value; meaningful only if [`Value::is_small_int`].
    #[inline(always)]
    pub fn small_int_unchecked(self) -> i64 {
        self.bits() as i64 >> 1
    }

    /// The sum of two small integers, if it is one.
    #[inline(always)]
    pub fn add_small(self, other: Value) -> Option<Value> {
        // The tag of one operand is taken off, so that the sum has the tag.
        let (sum, overflow) = ((self.bits() - 1) as i64).overflowing_add(other.bits() as i64);
        if overflow { None } else { Some(Value::from_uncounted_bits(sum as u64)) }
    }

    /// The difference of two small integers, if it is one.
    #[inline(always)]
    pub fn sub_small(self, other: Value) -> Option<Value> {
        let (difference, overflow) = (self.bits() as i64).overflowing_sub((other.bits() - 1) as i64);
        if overflow { None } else { Some(Value::from_uncounted_bits(difference as u64)) }
    }

    /// The product of two small integers, if it is one.
    #[inline(always)]
    pub fn mul_small(self, other: Value) -> Option<Value> {
        // One factor untagged, the other still doubled: the product is doubled.
        let (product, overflow) = (self.bits() as i64 >> 1).overflowing_mul((other.bits() - 1) as i64);
        if overflow { None } else { Some(Value::from_uncounted_bits(product as u64 | 1)) }
    }

    /// A float in the word, or `None` if its exponent is rare (it then needs a heap float).
    #[inline(always)]
    pub fn word_float(f: f64) -> Option<Value> {
        let rotated = f.to_bits().rotate_left(1);
        let payload = rotated.wrapping_sub(FLOAT_BIAS);
        if payload.wrapping_sub(2) < (1 << 62) - 2 {
            Some(Value::from_uncounted_bits((payload << 2) | 2))
        } else if rotated <= 1 {
            Some(Value::from_uncounted_bits((rotated << 2) | 2))
        } else {
            None
        }
    }

    /// Whether this is a float kept in the word.
    #[inline(always)]
    pub fn is_word_float(self) -> bool {
        self.bits() & 3 == 2
    }

    /// The float kept in the word; meaningful only if [`Value::is_word_float`].
    #[inline(always)]
    pub fn word_float_unchecked(self) -> f64 {
        let payload = self.bits() >> 2;
        let rotated = if payload > 1 { payload.wrapping_add(FLOAT_BIAS) } else { payload };
        f64::from_bits(rotated.rotate_right(1))
    }

    /// The header of a reference.
    #[inline(always)]
    pub(crate) fn header(self) -> &'static Header {
        debug_assert!(self.is_ptr());
        // SAFETY: a reference word points to a live object's header (the crate's contract on `Value`), and a
        // header is only ever accessed through shared references to cells.
        unsafe { &*self.0 }
    }

    /// Shape id of a reference's object, or 0 for a word that is none.
    #[inline(always)]
    pub fn shape(self) -> u32 {
        if self.is_ptr() { self.header().shape.get() } else { 0 }
    }

    /// Whether this is a reference to an object of shape `shape`.
    #[inline(always)]
    pub fn has_shape(self, shape: u32) -> bool {
        self.is_ptr() && self.header().shape.get() == shape
    }

    /// Counts one more reference.
    #[inline(always)]
    pub fn incref(self) {
        if self.is_ptr() {
            let count = &self.header().refcount;
            let n = count.get();
            if (n as i32) >= 0 {
                // At 2³¹−1 this sets the top bit: the object becomes immortal, which leaks but never frees early.
                count.set(n + 1);
            }
        }
    }

    /// Counts `n` more references.
    pub fn incref_by(self, n: usize) {
        if self.is_ptr() {
            let count = &self.header().refcount;
            let now = count.get();
            if (now as i32) >= 0 {
                let sum = u32::try_from(n).ok().and_then(|n| now.checked_add(n));
                // As in `incref`: a count too big to keep makes the object immortal.
                count.set(sum.filter(|s| (*s as i32) >= 0).unwrap_or(crate::object::IMMORTAL));
            }
        }
    }

    /// Gives up one reference; at the last one the object is finalised and freed.
    #[inline(always)]
    pub fn decref(self) {
        if self.is_ptr() {
            let count = &self.header().refcount;
            let n = count.get();
            if (n as i32) >= 0 {
                count.set(n - 1);
                if n == 1 {
                    crate::dealloc::dealloc(self);
                }
            }
        }
    }

    /// The object's reference count, 0 for words that are not counted.
    pub fn refcount(self) -> u32 {
        if self.is_ptr() { self.header().refcount.get() } else { 0 }
    }

    /// Whether there is more than one reference to the object (or it is immortal).
    pub fn is_shared(self) -> bool {
        self.is_ptr() && self.header().refcount.get() != 1
    }

    /// A new owned reference to the same value.
    ///
    /// # Panics
    /// Panics on the empty word.
    #[inline(always)]
    pub fn own(self) -> Owned {
        self.incref();
        Owned::from_raw(self)
    }
}

impl std::fmt::Debug for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_empty() {
            f.write_str("<empty>")
        } else if let Some(i) = self.as_small_int() {
            write!(f, "{i}")
        } else if self.is_word_float() {
            write!(f, "{:?}", self.word_float_unchecked())
        } else {
            write!(f, "<object {:p} shape {}>", self.0, self.shape())
        }
    }
}

/// A value together with one reference to it, released on drop. Never the empty word.
#[repr(transparent)]
#[derive(Debug)]
pub struct Owned(NonNull<Header>);

impl Owned {
    /// Takes over a reference that the caller owned.
    ///
    /// # Panics
    /// Panics on the empty word.
    #[inline(always)]
    pub fn from_raw(v: Value) -> Owned {
        match NonNull::new(v.0) {
            Some(p) => Owned(p),
            None => empty_word(),
        }
    }

    /// Takes over a reference, or nothing if the word is empty.
    #[inline(always)]
    pub fn from_raw_option(v: Value) -> Option<Owned> {
        NonNull::new(v.0).map(Owned)
    }

    /// Hands the reference over to the caller, who must release it.
    #[inline(always)]
    pub fn into_raw(self) -> Value {
        Value(ManuallyDrop::new(self).0.as_ptr())
    }

    /// The value, borrowed from this reference.
    #[inline(always)]
    pub fn value(&self) -> Value {
        Value(self.0.as_ptr())
    }
}

#[cold]
fn empty_word() -> ! {
    panic!("the empty word is not a value")
}

impl Clone for Owned {
    #[inline(always)]
    fn clone(&self) -> Owned {
        self.value().own()
    }
}

impl Drop for Owned {
    #[inline(always)]
    fn drop(&mut self) {
        self.value().decref();
    }
}

impl Deref for Owned {
    type Target = Value;
    #[inline(always)]
    fn deref(&self) -> &Value {
        // SAFETY: both types are transparent wrappers of one pointer, and any pointer is a valid `Value`.
        unsafe { &*std::ptr::from_ref(self).cast::<Value>() }
    }
}

/// A field that holds an owned reference or nothing, for objects used through shared references.
#[repr(transparent)]
pub struct Slot(std::cell::Cell<Value>);

impl Slot {
    /// An empty slot.
    pub const fn empty() -> Slot {
        Slot(std::cell::Cell::new(Value::EMPTY))
    }

    /// A slot that holds `v`.
    pub fn new(v: Owned) -> Slot {
        Slot(std::cell::Cell::new(v.into_raw()))
    }

    /// A slot that holds `v`, or an empty one.
    pub fn from_option(v: Option<Owned>) -> Slot {
        v.map_or(Slot::empty(), Slot::new)
    }

    /// The value, borrowed (the empty word if there is none).
    #[inline(always)]
    pub fn get(&self) -> Value {
        self.0.get()
    }

    /// A new reference to the value, if there is one.
    #[inline]
    pub fn own(&self) -> Option<Owned> {
        self.get().some().map(Value::own)
    }

    /// Puts `v` in place, then releases what was there.
    #[inline]
    pub fn set(&self, v: Owned) {
        self.0.replace(v.into_raw()).decref();
    }

    /// As [`Slot::set`], emptying the slot for `None`.
    pub fn set_option(&self, v: Option<Owned>) {
        self.0.replace(v.map_or(Value::EMPTY, Owned::into_raw)).decref();
    }

    /// Takes the reference out and leaves the slot empty.
    #[inline]
    pub fn take(&self) -> Option<Owned> {
        Owned::from_raw_option(self.0.replace(Value::EMPTY))
    }

    /// Empties the slot without releasing what was there: for a context whose heap goes as a whole.
    pub(crate) fn forget(&self) {
        self.0.set(Value::EMPTY);
    }

    /// Empties the slot and releases what was there.
    pub fn clear(&self) {
        self.0.replace(Value::EMPTY).decref();
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.get().decref();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_integers_round_trip_at_the_edges() {
        for i in [0, 1, -1, SMALL_MIN, SMALL_MAX] {
            assert_eq!(Value::small_int(i).and_then(Value::as_small_int), Some(i));
        }
        for i in [SMALL_MIN - 1, SMALL_MAX + 1, i64::MIN, i64::MAX] {
            assert_eq!(Value::small_int(i), None);
        }
    }

    #[test]
    fn common_floats_round_trip_bit_by_bit_and_rare_ones_are_refused() {
        for f in [0.0, -0.0, 1.0, -1.5, 1e-76, 1e77, 3.25e-10, f64::from_bits(768 << 52 | 1)] {
            let v = Value::word_float(f).expect("common");
            assert!(v.is_word_float() && !v.is_small_int() && !v.is_ptr());
            assert_eq!(v.word_float_unchecked().to_bits(), f.to_bits());
        }
        let lowest = f64::from_bits(768 << 52);
        for f in [f64::INFINITY, f64::NAN, 1e300, 1e-300, 5e-324, lowest, -lowest] {
            assert!(Value::word_float(f).is_none(), "{f}");
        }
    }
}
