//! Dict operations by key.

use super::{DictObj, Hashing, Probe, dict, is_exact_int_or_str, is_plain_key};
use crate::error::{Exc, Raised};
use crate::object::shape_id;
use crate::rt::Rt;
use crate::string;
use crate::types::int::hash_i64;
use crate::value::{Owned, Value};

/// Entry numbers that may hold a key, in the order in which they are to be compared.
enum Candidates {
    /// All entries, from this one on.
    InOrder(usize),
    /// Along the index.
    Indexed(Probe),
    /// None.
    Nothing,
}

impl Candidates {
    #[inline]
    fn new(rt: &Rt, o: &DictObj, key: Value, hash: i64) -> Candidates {
        if o.len.get() == 0 {
            Candidates::Nothing
        } else if !o.has_index() || (o.hashing.get() == Hashing::IntsByValue && !is_exact_int_or_str(key)) {
            Candidates::InOrder(0)
        } else {
            Candidates::Indexed(Probe::new(o.position_hash(rt, key, hash), o.mask()))
        }
    }

    #[inline]
    fn next(&mut self, o: &DictObj) -> Option<usize> {
        match self {
            Candidates::InOrder(at) => {
                while *at < o.used.get() as usize {
                    let i = *at;
                    *at += 1;
                    if !o.key_at(i).is_empty() {
                        return Some(i);
                    }
                }
                None
            }
            Candidates::Indexed(probe) => loop {
                let entry = o.slot(probe.at);
                if entry == super::FREE_SLOT {
                    return None;
                }
                probe.advance();
                if entry >= 0 {
                    return Some(entry as usize);
                }
            },
            Candidates::Nothing => None,
        }
    }
}

impl DictObj {
    /// The first entry for which `same` holds among those that may have the position hash `position`. `same` is asked
    /// about holes too if there is no index.
    #[inline(always)]
    fn find_by(&self, position: impl FnOnce() -> u64, mut same: impl FnMut(usize) -> bool) -> Option<usize> {
        if !self.has_index() {
            return (0..self.used.get() as usize).find(|i| same(*i));
        }
        let mut probe = Probe::new(position(), self.mask());
        loop {
            let entry = self.slot(probe.at);
            if entry >= 0 {
                if same(entry as usize) {
                    return Some(entry as usize);
                }
            } else if entry == super::FREE_SLOT {
                return None;
            }
            probe.advance();
        }
    }

    /// The entry of a small integer in a table of plain keys: only the same word is equal.
    #[inline(always)]
    fn find_word(&self, rt: &Rt, key: Value) -> Option<usize> {
        let position = || self.position_hash(rt, key, hash_i64(key.small_int_unchecked()));
        self.find_by(position, |i| self.key_at(i) == key)
    }

    /// The entry of an exact string; runs no user code: a key of a subclass counts by its text.
    #[inline(always)]
    fn find_str(&self, rt: &Rt, name: Value) -> Option<usize> {
        let names_only = self.form.get() & super::form::NOT_NAMES == 0 && string::is_interned(name);
        if names_only {
            let position = || self.position_hash(rt, name, rt.hash_str(name));
            return self.find_by(position, |i| self.key_at(i) == name);
        }
        let hash = rt.hash_str(name);
        self.find_by(
            || self.position_hash(rt, name, hash),
            |i| {
                let key = self.key_at(i);
                key == name || (key.is_ptr() && self.hash_at(i) == hash && rt.is_str(key) && string::equal(key, name))
            },
        )
    }
}

impl Rt {
    /// Hash of `key` for a dict; TypeError is worded for dict keys.
    ///
    /// # Errors
    /// What hashing raises.
    #[inline(always)]
    pub fn hash_dict_key(&self, key: Value) -> Result<i64, Raised> {
        if key.is_small_int() {
            Ok(hash_i64(key.small_int_unchecked()))
        } else if key.has_shape(shape_id::STR) {
            Ok(self.hash_str(key))
        } else {
            self.hash(key).map_err(|raised| self.unhashable(raised, key, "dict key"))
        }
    }

    /// Words a TypeError of hashing for what was to be hashed.
    #[cold]
    pub(crate) fn unhashable(&self, raised: Raised, key: Value, what: &str) -> Raised {
        if self.class_of(self.pending.get()) != self.exc_class(Exc::TypeError) {
            return raised;
        }
        let exc = self.take_raised(raised);
        // An exact TypeError with one string prints as that string.
        let text = match self.as_tuple(self.exception_data(*exc).args.get()) {
            Some([text]) if self.is_str(*text) => Ok(text.own()),
            _ => self.to_str(*exc),
        };
        let text = match text {
            Ok(text) => text,
            Err(raised) => return raised,
        };
        self.type_error(format!("cannot use '{}' as a {what} ({})", self.full_type_name(key), self.str_lossy(*text)))
    }

    /// Number of the entry of `key`, whose hash is `hash`, as things stand after the last comparison.
    #[inline(always)]
    pub(super) fn dict_find(&self, o: &DictObj, key: Value, hash: i64) -> Result<Option<usize>, Raised> {
        if !o.is_hashed() {
            if key.is_small_int() {
                return Ok(o.find_word(self, key));
            }
            if key.has_shape(shape_id::STR) {
                return Ok(o.find_str(self, key));
            }
        }
        self.dict_find_comparing(o, key, hash)
    }

    /// As [`Rt::dict_find`], for keys of any kind. Begins again whenever a comparison changed the dict's keys.
    fn dict_find_comparing(&self, o: &DictObj, key: Value, hash: i64) -> Result<Option<usize>, Raised> {
        'again: loop {
            let changes = o.changes.get();
            let mut candidates = Candidates::new(self, o, key, hash);
            while let Some(i) = candidates.next(o) {
                let candidate = o.key_at(i);
                if candidate == key {
                    return Ok(Some(i));
                }
                if o.hash_at(i) != hash
                    || (is_plain_key(candidate) && is_plain_key(key) && !self.plain_equal(candidate, key))
                {
                    continue;
                }
                let keep = candidate.own();
                let equal = self.eq(*keep, key)?;
                if o.changes.get() != changes {
                    continue 'again;
                }
                if equal {
                    return Ok(Some(i));
                }
            }
            return Ok(None);
        }
    }

    /// Whether two plain keys that are not the same word are equal.
    fn plain_equal(&self, a: Value, b: Value) -> bool {
        a.is_ptr() && b.is_ptr() && string::equal(a, b)
    }

    /// Value of `key`.
    ///
    /// # Errors
    /// What hashing and comparing keys raise.
    #[inline]
    pub fn dict_get(&self, d: Value, key: Value) -> Result<Option<Owned>, Raised> {
        let o = dict(d);
        let hash = self.hash_dict_key(key)?;
        Ok(self.dict_find(o, key, hash)?.map(|i| o.entry(i).value.get().own()))
    }

    /// Whether `key` is there.
    ///
    /// # Errors
    /// What hashing and comparing keys raise.
    #[inline]
    pub fn dict_contains(&self, d: Value, key: Value) -> Result<bool, Raised> {
        let hash = self.hash_dict_key(key)?;
        Ok(self.dict_find(dict(d), key, hash)?.is_some())
    }

    /// As [`Rt::dict_contains`], with the key's hash known.
    ///
    /// # Errors
    /// What comparing keys raises.
    pub(crate) fn dict_contains_hashed(&self, d: Value, key: Value, hash: i64) -> Result<bool, Raised> {
        Ok(self.dict_find(dict(d), key, hash)?.is_some())
    }

    /// Value of `key`, borrowed, with the key's hash known.
    ///
    /// # Errors
    /// What comparing keys raises.
    pub(crate) fn dict_get_hashed(&self, d: Value, key: Value, hash: i64) -> Result<Option<Owned>, Raised> {
        let o = dict(d);
        Ok(self.dict_find(o, key, hash)?.map(|i| o.entry(i).value.get().own()))
    }

    /// Sets `key` to `value`; a key that is there stays the same object.
    ///
    /// # Errors
    /// What hashing and comparing keys raise; MemoryError.
    #[inline]
    pub fn dict_set(&self, d: Value, key: Value, value: Owned) -> Result<(), Raised> {
        let hash = self.hash_dict_key(key)?;
        self.dict_set_hashed(d, key, value, hash)
    }

    /// As [`Rt::dict_set`], with the key's hash known.
    ///
    /// # Errors
    /// What comparing keys raises; MemoryError.
    #[inline]
    pub(crate) fn dict_set_hashed(&self, d: Value, key: Value, value: Owned, hash: i64) -> Result<(), Raised> {
        let o = dict(d);
        match self.dict_find(o, key, hash)? {
            Some(i) => {
                o.entry(i).value.replace(value.into_raw()).decref();
                Ok(())
            }
            None => self.dict_append(o, key.own(), value, hash),
        }
    }

    /// The value of `key`; `default`, which becomes it, if there is none.
    ///
    /// # Errors
    /// What hashing and comparing keys raise; MemoryError.
    pub fn dict_set_default(&self, d: Value, key: Value, default: Value) -> Result<Owned, Raised> {
        let o = dict(d);
        let hash = self.hash_dict_key(key)?;
        match self.dict_find(o, key, hash)? {
            Some(i) => Ok(o.entry(i).value.get().own()),
            None => {
                self.dict_append(o, key.own(), default.own(), hash)?;
                Ok(default.own())
            }
        }
    }

    /// Takes `key` out with its value; the caller releases the key first to keep CPython's order.
    ///
    /// # Errors
    /// What hashing and comparing keys raise.
    pub fn dict_remove(&self, d: Value, key: Value) -> Result<Option<(Owned, Owned)>, Raised> {
        let o = dict(d);
        let hash = self.hash_dict_key(key)?;
        Ok(self.dict_find(o, key, hash)?.map(|i| self.dict_take_entry(o, i)))
    }

    /// As [`Rt::dict_remove`], with the key's hash known.
    ///
    /// # Errors
    /// What comparing keys raises.
    pub(crate) fn dict_remove_hashed(&self, d: Value, key: Value, hash: i64) -> Result<Option<(Owned, Owned)>, Raised> {
        let o = dict(d);
        Ok(self.dict_find(o, key, hash)?.map(|i| self.dict_take_entry(o, i)))
    }

    /// Value of the exact string `name`, borrowed. Runs no user code; fastest for interned names.
    #[inline]
    pub fn dict_get_str(&self, d: Value, name: Value) -> Option<Value> {
        let o = dict(d);
        o.find_str(self, name).map(|i| o.entry(i).value.get())
    }

    /// Entry number of the exact string `name`, for an inline cache together with [`Rt::dict_version`].
    #[inline]
    pub fn dict_entry_index(&self, o: &DictObj, name: Value) -> Option<u32> {
        o.find_str(self, name).map(|i| i as u32)
    }

    /// Sets the exact string `name`. Runs no user code but the destructor of the old value.
    ///
    /// # Errors
    /// MemoryError.
    #[inline]
    pub fn dict_set_str(&self, d: Value, name: Value, value: Owned) -> Result<(), Raised> {
        let o = dict(d);
        match o.find_str(self, name) {
            Some(i) => {
                o.entry(i).value.replace(value.into_raw()).decref();
                Ok(())
            }
            None => self.dict_append(o, name.own(), value, self.hash_str(name)),
        }
    }

    /// Takes the exact string `name` out and gives its value.
    pub fn dict_remove_str(&self, d: Value, name: Value) -> Option<Owned> {
        let o = dict(d);
        o.find_str(self, name).map(|i| self.dict_take_entry(o, i).1)
    }
}
