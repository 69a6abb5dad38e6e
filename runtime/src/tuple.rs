//! Tuples: storage. Methods are in `types::tuple`.

use crate::error::{Raised, Res};
use crate::object::{Kind, TupleObj, shape_id};
use crate::rt::Rt;
use crate::value::{Owned, Slot, Value};

impl Rt {
    /// A tuple of `len` empty places, which the caller fills with [`tuple_set`] before anybody sees it.
    ///
    /// # Errors
    /// MemoryError.
    pub(crate) fn alloc_tuple(&self, len: usize) -> Res {
        let size = len.checked_mul(8).and_then(|n| n.checked_add(size_of::<TupleObj>()));
        let Some(size) = size.filter(|s| *s <= isize::MAX as usize) else { return Err(self.memory_error()) };
        let p = self.alloc_zeroed(size, shape_id::TUPLE)?;
        // SAFETY: the block has room for the struct.
        unsafe { (&raw mut (*p.cast::<TupleObj>().as_ptr()).len).write(len) };
        Ok(Owned::from_raw(Value::from_ptr(p.as_ptr())))
    }

    /// A tuple of borrowed items.
    ///
    /// # Errors
    /// MemoryError.
    pub fn tuple_from(&self, items: &[Value]) -> Res {
        if items.is_empty() && !self.empty_tuple.is_empty() {
            return Ok(self.empty_tuple.own());
        }
        let t = self.alloc_tuple(items.len())?;
        for (i, v) in items.iter().enumerate() {
            v.incref();
            tuple_set(*t, i, *v);
        }
        Ok(t)
    }

    /// A tuple that takes over owned items.
    ///
    /// # Errors
    /// MemoryError; the items are released then.
    pub fn tuple_from_owned(&self, items: impl IntoIterator<Item = Owned, IntoIter: ExactSizeIterator>) -> Res {
        let items = items.into_iter();
        if items.len() == 0 && !self.empty_tuple.is_empty() {
            return Ok(self.empty_tuple.own());
        }
        let t = self.alloc_tuple(items.len())?;
        for (i, v) in items.enumerate() {
            tuple_set(*t, i, v.into_raw());
        }
        Ok(t)
    }

    /// A pair.
    ///
    /// # Errors
    /// MemoryError.
    pub fn pair(&self, a: Value, b: Value) -> Res {
        self.tuple_from(&[a, b])
    }

    /// Whether `v` is a tuple (of tuple or a subclass).
    #[inline]
    pub fn is_tuple(&self, v: Value) -> bool {
        v.has_shape(shape_id::TUPLE) || self.kind_of_ptr(v) == Some(Kind::Tuple)
    }

    /// Items of a tuple; `None` for other values. The caller keeps the tuple alive; its items never change.
    #[inline]
    pub fn as_tuple<'a>(&self, v: Value) -> Option<&'a [Value]> {
        if self.is_tuple(v) { Some(tuple_items(v)) } else { None }
    }
}

/// Items of a tuple whose kind the caller has checked.
#[inline(always)]
pub(crate) fn tuple_items<'a>(v: Value) -> &'a [Value] {
    // SAFETY: a tuple's items follow its struct and never change once it is visible.
    unsafe {
        let len = v.layout::<TupleObj>().len;
        std::slice::from_raw_parts(v.as_ptr().cast::<u8>().add(size_of::<TupleObj>()).cast::<Value>(), len)
    }
}

/// Fills place `i` of a new tuple with an owned item; what was there is not released.
pub(crate) fn tuple_set(v: Value, i: usize, item: Value) {
    // SAFETY: callers fill places below the length of a tuple that nobody else sees yet (or that dies).
    unsafe { v.as_ptr().cast::<u8>().add(size_of::<TupleObj>()).cast::<Value>().add(i).write(item) };
}

/// The tuple that `enumerate` and `zip` give out again and again while nobody else keeps it. As in CPython it holds the last
/// items until the next ones replace them.
pub(crate) struct ReusedTuple(Slot);

impl ReusedTuple {
    /// A tuple of `len` times None.
    ///
    /// # Errors
    /// MemoryError.
    pub(crate) fn new(rt: &Rt, len: usize) -> Result<ReusedTuple, Raised> {
        rt.tuple_from_owned((0..len).map(|_| Value::none().own())).map(|t| ReusedTuple(Slot::new(t)))
    }

    /// A second reference to the tuple, if there is only this one.
    #[inline]
    pub(crate) fn take_if_unshared(&self) -> Option<Owned> {
        let t = self.0.get().some()?;
        if t.header().refcount.get() == 1 { Some(t.own()) } else { None }
    }

    /// Replaces item `i` of the tuple, which [`ReusedTuple::take_if_unshared`] gave, and releases the old one.
    #[inline]
    pub(crate) fn replace(&self, t: Value, i: usize, item: Owned) {
        let old = tuple_items(t)[i];
        tuple_set(t, i, item.into_raw());
        old.decref();
    }

    pub(crate) fn visit(&self, f: &mut dyn FnMut(Value)) {
        if let Some(v) = self.0.get().some() {
            f(v);
        }
    }

    pub(crate) fn clear(&self) {
        self.0.clear();
    }
}
