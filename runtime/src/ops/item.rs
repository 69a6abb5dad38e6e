//! Subscripts and membership.

use crate::error::{Exc, Raised, Res};
use crate::names::Dunder;
use crate::object::shape_id;
use crate::rt::Rt;
use crate::string::Text;
use crate::value::{Owned, Value};

impl Rt {
    /// `v[key]` if that is a character of an exact string which always exists: this runs no code and cannot fail.
    #[inline]
    pub fn getitem_at_once(&self, v: Value, key: Value) -> Option<Value> {
        let i = key.as_small_int().filter(|_| v.has_shape(shape_id::STR))?;
        match crate::string::text(v) {
            Text::Ascii(text) => {
                let at = if i < 0 { i + text.len() as i64 } else { i };
                self.chars.get(*text.as_bytes().get(at as usize)? as usize).copied()
            }
            Text::Wide(_) => None,
        }
    }

    /// `v[key]`.
    ///
    /// # Errors
    /// TypeError if it has no items; what `__getitem__` raises.
    #[inline]
    pub fn getitem(&self, v: Value, key: Value) -> Res {
        if let Some(i) = key.as_small_int() {
            if v.has_shape(shape_id::LIST) {
                let l = crate::list::list(v);
                let at = if i < 0 { i + l.len.get() as i64 } else { i };
                if let Some(item) = l.get(at as usize) {
                    return Ok(item.own());
                }
            } else if v.has_shape(shape_id::TUPLE) {
                let items = crate::tuple::tuple_items(v);
                let at = if i < 0 { i + items.len() as i64 } else { i };
                if let Some(item) = items.get(at as usize) {
                    return Ok(item.own());
                }
            } else if v.has_shape(shape_id::STR) {
                let text = crate::string::text(v);
                let at = if i < 0 { i + text.len() as i64 } else { i };
                if (at as usize) < text.len() {
                    return self.str_from_point(text.at(at as usize));
                }
            }
        }
        if v.has_shape(shape_id::DICT) {
            return match self.dict_get(v, key)? {
                Some(found) => Ok(found),
                None => Err(self.key_error(key)),
            };
        }
        self.getitem_slowly(v, key)
    }

    #[inline(never)]
    fn getitem_slowly(&self, v: Value, key: Value) -> Res {
        if let Some(f) = self.special(v, Dunder::GetItem) {
            return self.call_special(f, v, &[key]);
        }
        if self.is_type(v) {
            if let Some(f) = self.type_lookup(v, self.names.__class_getitem__) {
                let bound = self.bind(f, Value::EMPTY, v)?;
                return self.call(*bound, &[key]);
            }
            return Err(self.type_error(format!("type '{}' is not subscriptable", self.class_name(v))));
        }
        Err(self.type_error(format!("'{}' object is not subscriptable", self.type_name(v))))
    }

    /// `v[key] = value`.
    ///
    /// # Errors
    /// TypeError if items cannot be assigned; what `__setitem__` raises.
    #[inline]
    pub fn setitem(&self, v: Value, key: Value, value: Value) -> Result<(), Raised> {
        if let Some(i) = key.as_small_int()
            && v.has_shape(shape_id::LIST)
        {
            let l = crate::list::list(v);
            let at = if i < 0 { i + l.len.get() as i64 } else { i };
            if (at as usize) < l.len.get() {
                drop(l.replace(at as usize, value.own()));
                return Ok(());
            }
        }
        if v.has_shape(shape_id::DICT) {
            return self.dict_set(v, key, value.own());
        }
        match self.special(v, Dunder::SetItem) {
            Some(f) => self.call_special(f, v, &[key, value]).map(drop),
            None => Err(self.type_error(format!("'{}' object does not support item assignment", self.type_name(v)))),
        }
    }

    /// `del v[key]`.
    ///
    /// # Errors
    /// TypeError if items cannot be deleted; what `__delitem__` raises.
    pub fn delitem(&self, v: Value, key: Value) -> Result<(), Raised> {
        if v.has_shape(shape_id::DICT) {
            return self.dict_delitem(v, key);
        }
        if v.has_shape(shape_id::LIST) {
            return crate::types::list::slices::delete(self, v, key);
        }
        match self.special(v, Dunder::DelItem) {
            Some(f) => self.call_special(f, v, &[key]).map(drop),
            None => Err(self.type_error(format!("'{}' object doesn't support item deletion", self.type_name(v)))),
        }
    }

    /// `item in v`.
    ///
    /// # Errors
    /// TypeError if it is no container; what user code raises.
    pub fn contains(&self, v: Value, item: Value) -> Result<bool, Raised> {
        match v.shape() {
            shape_id::LIST => return crate::types::list::list_contains(self, v, item),
            shape_id::TUPLE => return crate::types::tuple::tuple_contains(self, v, item),
            shape_id::RANGE => return crate::types::range::range_contains(self, v, item),
            shape_id::DICT => return self.dict_contains(v, item),
            shape_id::SET | shape_id::FROZENSET => {
                let hash = self.set_key_hash(item)?;
                return self.set_contains_hashed(v, item, hash);
            }
            shape_id::STR => {
                if let Some(needle) = self.as_text(item) {
                    return Ok(crate::types::str::special::contains_text(crate::string::text(v), needle));
                }
            }
            _ => {}
        }
        if let Some(f) = self.special(v, Dunder::Contains) {
            if f.is_none() {
                return Err(self.type_error(format!("'{}' object is not a container", self.type_name(v))));
            }
            let r = self.call_special(f, v, &[item])?;
            return self.truth(*r);
        }
        let it = match self.iter(v) {
            Ok(it) => it,
            Err(raised) if self.raised_is(Exc::TypeError) => {
                drop(self.take_raised(raised));
                return Err(
                    self.type_error(format!("argument of type '{}' is not a container or iterable", self.type_name(v)))
                );
            }
            Err(raised) => return Err(raised),
        };
        let mut steps = 0usize;
        while let Some(x) = self.next(*it)? {
            if self.eq(*x, item)? {
                return Ok(true);
            }
            steps += 1;
            if steps.is_multiple_of(crate::types::sequence::POLL_EVERY) {
                self.poll()?;
            }
        }
        Ok(false)
    }

    /// An index into a sequence of `len` items: negative ones count from the end. `None` if out of range.
    ///
    /// # Errors
    /// TypeError if `key` is no integer; IndexError if it is too big for any index.
    pub fn sequence_index(&self, key: Value, len: usize) -> Result<Option<usize>, Raised> {
        let i = self.index_i64(key, Exc::IndexError)?;
        let at = if i < 0 { i + len as i64 } else { i };
        Ok(usize::try_from(at).ok().filter(|at| *at < len))
    }

    /// An owned list of everything an iterable gives.
    ///
    /// # Errors
    /// What iterating raises.
    pub fn collect_vec(&self, iterable: Value) -> Result<Vec<Owned>, Raised> {
        if iterable.has_shape(shape_id::LIST) {
            return Ok(self.list_snapshot(iterable));
        }
        if iterable.has_shape(shape_id::TUPLE) {
            return Ok(crate::tuple::tuple_items(iterable).iter().map(|v| v.own()).collect());
        }
        let it = self.iter(iterable)?;
        let mut items = Vec::new();
        while let Some(v) = self.next(*it)? {
            if items.len() == items.capacity() && !self.heap_allows(items.len() * 16) {
                return Err(self.memory_error());
            }
            items.push(v);
            if items.len().is_multiple_of(crate::types::sequence::POLL_EVERY) {
                self.poll()?;
            }
        }
        Ok(items)
    }

    /// Whether the quota would allow `bytes` more, and the process can have as much; for buffers outside the engine's heap.
    pub fn heap_allows(&self, bytes: usize) -> bool {
        /// Less than this is not asked for on trial.
        const PROBE_FROM: usize = 1 << 24;
        let ok = self.heap.charge(bytes);
        if ok {
            self.heap.uncharge(bytes);
        }
        ok && (bytes < PROBE_FROM || Vec::<u8>::new().try_reserve_exact(bytes).is_ok())
    }
}
