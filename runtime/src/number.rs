//! Integers and floats: making and reading them. Arithmetic and methods are in `types::int` and `types::float`.

use crate::error::{Raised, Res};
use crate::object::{FloatObj, IntObj, Kind, shape_id};
use crate::rt::Rt;
use crate::value::{Owned, Value};
use dashu_int::IBig;
use std::borrow::Cow;

/// Most bits an integer may have; more is a MemoryError before anything is allocated.
pub const MAX_INT_BITS: usize = 1 << 36;

/// Bytes that an integer has outside of its object: none while it fits two words.
#[inline]
fn outside_bytes(i: &IBig) -> usize {
    match i.as_sign_words().1.len() {
        0..=2 => 0,
        words => words * 8,
    }
}

impl Rt {
    /// An int.
    ///
    /// # Errors
    /// MemoryError.
    #[inline]
    pub fn int(&self, i: i64) -> Res {
        match Value::small_int(i) {
            Some(v) => Ok(v.own()),
            None => self.int_big(IBig::from(i)),
        }
    }

    /// An int from a length or other unsigned number.
    ///
    /// # Errors
    /// MemoryError.
    pub fn int_u64(&self, i: u64) -> Res {
        match i64::try_from(i) {
            Ok(i) => self.int(i),
            Err(_) => self.int_big(IBig::from(i)),
        }
    }

    /// An int of up to 128 bits.
    ///
    /// # Errors
    /// MemoryError.
    #[inline]
    pub(crate) fn int_i128(&self, i: i128) -> Res {
        match i64::try_from(i).ok().and_then(Value::small_int) {
            Some(v) => Ok(v.own()),
            // Two words live in the object itself.
            None => self.int_object(IBig::from(i)),
        }
    }

    /// An int of any size; small ones become small integers.
    ///
    /// # Errors
    /// MemoryError.
    pub fn int_big(&self, i: IBig) -> Res {
        if let Some(v) = i64::try_from(&i).ok().and_then(Value::small_int) {
            return Ok(v.own());
        }
        self.int_object(i)
    }

    /// The object of an integer that is no small one.
    fn int_object(&self, i: IBig) -> Res {
        self.charge_int(&i)?;
        let charged = outside_bytes(&i);
        let object = IntObj { head: Rt::fresh_header(shape_id::INT), value: i };
        match self.heap.alloc_leaf(size_of::<IntObj>()) {
            Some(p) => {
                let p = p.cast::<IntObj>();
                // SAFETY: the block is at least as large as `IntObj` and aligned to 16.
                unsafe { p.write(object) };
                Ok(Owned::from_raw(Value::from_ptr(p.as_ptr())))
            }
            None => {
                self.heap.uncharge(charged);
                Err(self.memory_error())
            }
        }
    }

    /// Counts the memory of an integer that is to live in an object, until [`Rt::uncharge_int`].
    ///
    /// # Errors
    /// MemoryError if the quota does not allow it.
    #[inline]
    pub(crate) fn charge_int(&self, i: &IBig) -> Result<(), Raised> {
        let bytes = outside_bytes(i);
        if bytes == 0 || self.heap.charge(bytes) { Ok(()) } else { Err(self.memory_error()) }
    }

    /// The end of an integer object.
    #[inline]
    pub(crate) fn uncharge_int(&self, i: &IBig) {
        let bytes = outside_bytes(i);
        if bytes > 0 {
            self.heap.uncharge(bytes);
        }
    }

    /// Whether `v` is an int (bool and subclasses included).
    #[inline]
    pub fn is_int(&self, v: Value) -> bool {
        v.is_small_int() || matches!(self.kind_of_ptr(v), Some(Kind::Int | Kind::Bool))
    }

    /// The value of an int, bool or instance of a subclass of int; `None` for other values.
    pub fn as_int<'a>(&self, v: Value) -> Option<Cow<'a, IBig>> {
        if let Some(i) = v.as_small_int() {
            return Some(Cow::Owned(IBig::from(i)));
        }
        match self.kind_of_ptr(v)? {
            // SAFETY: the kind says the layout; the caller keeps the object alive.
            Kind::Int => Some(Cow::Borrowed(unsafe { &v.layout::<IntObj>().value })),
            Kind::Bool => Some(Cow::Owned(IBig::from(u8::from(v.is_true())))),
            _ => None,
        }
    }

    /// The value of an int, bool or instance of a subclass of int, if it fits.
    #[inline]
    pub fn as_i64(&self, v: Value) -> Option<i64> {
        match v.as_small_int() {
            Some(i) => Some(i),
            None => self.as_int(v).and_then(|i| i64::try_from(&*i).ok()),
        }
    }

    /// Whether an int is negative.
    pub fn int_is_negative(&self, v: Value) -> bool {
        self.as_int(v).is_some_and(|i| *i < IBig::ZERO)
    }

    /// A float.
    ///
    /// # Errors
    /// MemoryError.
    #[inline]
    pub fn float(&self, f: f64) -> Res {
        match Value::word_float(f) {
            Some(v) => Ok(v.own()),
            None => self.heap_float(f),
        }
    }

    #[cold]
    fn heap_float(&self, f: f64) -> Res {
        match self.heap.alloc_leaf(size_of::<FloatObj>()) {
            Some(p) => {
                let p = p.cast::<FloatObj>();
                // SAFETY: the block is at least as large as `FloatObj` and aligned to 16.
                unsafe { p.write(FloatObj { head: Rt::fresh_header(shape_id::FLOAT), value: f }) };
                Ok(Owned::from_raw(Value::from_ptr(p.as_ptr())))
            }
            None => Err(self.memory_error()),
        }
    }

    /// The value of a float (or instance of a subclass); `None` for other values, ints included.
    #[inline]
    pub fn as_float(&self, v: Value) -> Option<f64> {
        if v.is_word_float() {
            return Some(v.word_float_unchecked());
        }
        match self.kind_of_ptr(v) {
            // SAFETY: the kind says the layout.
            Some(Kind::Float) => Some(unsafe { v.layout::<FloatObj>() }.value),
            _ => None,
        }
    }
}
