//! Iteration.

use crate::error::{Exc, Raised, Res};
use crate::names::Dunder;
use crate::object::{Kind, RangeIterObj, SeqIterObj, shape_id};
use crate::rt::Rt;
use crate::types::dict_views::What;
use crate::value::{Owned, Slot, Value};
use std::cell::Cell;

impl Rt {
    /// `iter(v)`.
    ///
    /// # Errors
    /// TypeError if it is not iterable; what `__iter__` raises.
    pub fn iter(&self, v: Value) -> Res {
        match v.shape() {
            shape_id::LIST => return self.seq_iter(shape_id::LIST_ITER, v),
            shape_id::TUPLE => return self.seq_iter(shape_id::TUPLE_ITER, v),
            shape_id::STR => return self.str_iter(v),
            shape_id::RANGE => return self.range_iter(v),
            shape_id::DICT => return crate::types::dict_views::new_iter(self, v, What::Keys, false),
            shape_id::SET | shape_id::FROZENSET => return crate::types::set::new_iter(self, v),
            shape_id::GENERATOR
            | shape_id::LIST_ITER
            | shape_id::TUPLE_ITER
            | shape_id::RANGE_ITER
            | shape_id::STR_ITER
            | shape_id::DICT_ITER
            | shape_id::SET_ITER => return Ok(v.own()),
            _ => {}
        }
        if self.kind_of_ptr(v) == Some(Kind::Boxed)
            && crate::boxed::is_boxed_iterator(v)
            && self.plain_boxed_iterator(v)
        {
            return Ok(v.own());
        }
        let not_iterable = || self.type_error(format!("'{}' object is not iterable", self.type_name(v)));
        match self.special(v, Dunder::Iter) {
            Some(f) if f.is_none() => Err(not_iterable()),
            Some(f) => {
                let it = self.call_special(f, v, &[])?;
                if self.is_iterator(*it) {
                    Ok(it)
                } else {
                    Err(self.type_error(format!("iter() returned non-iterator of type '{}'", self.type_name(*it))))
                }
            }
            None if self.special(v, Dunder::GetItem).is_some() && !self.is_type(v) => {
                crate::types::iterators::getitem_iter(self, v)
            }
            None => Err(not_iterable()),
        }
    }

    /// An iterator over a list, tuple or string.
    ///
    /// # Errors
    /// MemoryError.
    pub(crate) fn seq_iter(&self, shape: u32, seq: Value) -> Res {
        self.alloc_fixed(
            shape,
            SeqIterObj { head: Rt::fresh_header(shape), seq: Slot::new(seq.own()), index: Cell::new(0) },
        )
    }

    /// An iterator over a string.
    ///
    /// # Errors
    /// MemoryError.
    pub(crate) fn str_iter(&self, v: Value) -> Res {
        if matches!(crate::string::text(v), crate::string::Text::Ascii(_)) {
            return self.seq_iter(shape_id::STR_ITER, v);
        }
        self.alloc_instance_with(self.types.wide_str_iter.get(), |shape| SeqIterObj {
            head: Rt::fresh_header(shape),
            seq: Slot::new(v.own()),
            index: Cell::new(0),
        })
    }

    /// Whether a boxed iterator is of a built-in class, so that nothing overrides `__iter__` or `__next__`.
    #[inline]
    fn plain_boxed_iterator(&self, v: Value) -> bool {
        self.type_data(self.class_of(v)).flags.get() & crate::class::flag::HEAP == 0
    }

    /// Whether `v` is an iterator.
    pub fn is_iterator(&self, v: Value) -> bool {
        self.special(v, Dunder::Next).is_some()
    }

    /// The next item of an iterator; `None` when it is exhausted.
    ///
    /// # Errors
    /// TypeError if it is no iterator; what it raises other than StopIteration.
    pub fn next(&self, it: Value) -> Result<Option<Owned>, Raised> {
        match self.kind_of(it) {
            Kind::ListIter => Ok(list_iter_next(it)),
            Kind::TupleIter => Ok(tuple_iter_next(it)),
            Kind::StrIter => str_iter_next(self, it),
            Kind::RangeIter => Ok(range_iter_next(it).map(|i| Value::int(i).own())),
            Kind::DictIter => crate::types::dict_views::dict_iter_next(self, it),
            Kind::SetIter => crate::types::set::set_iter_next(self, it),
            Kind::Generator => self.generator_next(it),
            Kind::Boxed if crate::boxed::is_boxed_iterator(it) && self.plain_boxed_iterator(it) => {
                self.enter_native()?;

                crate::boxed::boxed_next(self, it)
            }
            _ => self.next_slowly(it),
        }
    }

    fn next_slowly(&self, it: Value) -> Result<Option<Owned>, Raised> {
        let Some(f) = self.special(it, Dunder::Next) else {
            return Err(self.type_error(format!("'{}' object is not an iterator", self.type_name(it))));
        };
        self.enter_native()?;

        match self.call_special(f, it, &[]) {
            Ok(v) => Ok(Some(v)),
            Err(raised) => self.swallow(raised, Exc::StopIteration).map(|()| None),
        }
    }

    /// `operator.length_hint`: how many items an iterable is likely to give.
    ///
    /// # Errors
    /// What `__len__` or `__length_hint__` raises other than TypeError.
    pub fn length_hint(&self, v: Value, default: usize) -> Result<usize, Raised> {
        if self.special(v, Dunder::Len).is_some() {
            match self.len(v) {
                Ok(n) => return Ok(n),
                Err(raised) => self.swallow(raised, Exc::TypeError)?,
            }
        }
        let Some(f) = self.special(v, Dunder::LengthHint) else { return Ok(default) };
        match self.call_special(f, v, &[]) {
            Ok(n) if n.is_not_implemented() => Ok(default),
            Ok(n) if !self.is_int(*n) => {
                Err(self.type_error(format!("__length_hint__ must be an integer, not {}", self.type_name(*n))))
            }
            Ok(n) => match self.ssize_argument(*n)? {
                n if n < 0 => Err(self.value_error("__length_hint__() should return >= 0")),
                n => Ok(n as usize),
            },
            Err(raised) => self.swallow(raised, Exc::TypeError).map(|()| default),
        }
    }
}

/// Layout of a list, tuple or string iterator.
pub(crate) fn seq_iter<'a>(it: Value) -> &'a SeqIterObj {
    // SAFETY: callers have checked the kind.
    unsafe { it.layout() }
}

/// The next item of a list iterator.
#[inline]
pub fn list_iter_next(it: Value) -> Option<Owned> {
    let s = seq_iter(it);
    let list = s.seq.get().some()?;
    let i = s.index.get();
    match crate::list::list(list).get(i) {
        Some(v) => {
            s.index.set(i + 1);
            Some(v.own())
        }
        None => {
            s.seq.clear();
            None
        }
    }
}

/// The next item of a tuple iterator.
#[inline]
pub fn tuple_iter_next(it: Value) -> Option<Owned> {
    let s = seq_iter(it);
    let tuple = s.seq.get().some()?;
    let i = s.index.get();
    match crate::tuple::tuple_items(tuple).get(i) {
        Some(v) => {
            s.index.set(i + 1);
            Some(v.own())
        }
        None => {
            s.seq.clear();
            None
        }
    }
}

fn str_iter_next(rt: &Rt, it: Value) -> Result<Option<Owned>, Raised> {
    let s = seq_iter(it);
    let Some(text) = s.seq.get().some() else { return Ok(None) };
    let i = s.index.get();
    let t = crate::string::text(text);
    if i < t.len() {
        s.index.set(i + 1);
        return rt.str_from_point(t.at(i)).map(Some);
    }
    s.seq.clear();
    Ok(None)
}

/// The next value of a range iterator.
#[inline]
pub fn range_iter_next(it: Value) -> Option<i64> {
    // SAFETY: callers have checked the kind.
    let r = unsafe { it.layout::<RangeIterObj>() };
    let left = r.left.get().checked_sub(1)?;
    r.left.set(left);
    let v = r.next.get();
    r.next.set(v.wrapping_add(r.step));
    Some(v)
}
