//! Set algebra. Which operand is walked decides the order of the result, so it is CPython's choice everywhere.

use super::{Place, SetObj, set};
use crate::error::{Raised, Res};
use crate::object::{Kind, shape_id};
use crate::rt::Rt;
use crate::value::{Owned, Value};

/// Elements handled between two polls.
const POLL_EVERY: usize = 1 << 12;

impl SetObj {
    /// Exchanges the elements of two sets.
    fn swap_elements(&self, other: &SetObj) {
        self.fill.swap(&other.fill);
        self.used.swap(&other.used);
        self.mask.swap(&other.mask);
        self.hashing.swap(&other.hashing);
        self.no_int_keys.swap(&other.no_int_keys);
        self.table.swap(&other.table);
        self.table_changes();
        other.table_changes();
    }
}

impl Rt {
    /// An empty set, frozen if `s` is.
    fn new_set_like(&self, s: Value) -> Res {
        if self.kind_of_ptr(s) == Some(Kind::FrozenSet) { self.new_frozenset() } else { self.new_set() }
    }

    /// Calls `f` with every element of set `s` and its hash until it gives false.
    fn each_element(&self, s: Value, mut f: impl FnMut(Value, i64) -> Result<bool, Raised>) -> Result<bool, Raised> {
        let (o, mut at, mut left) = (set(s), 0, POLL_EVERY);
        while let Some((key, hash)) = o.next(&mut at) {
            let key = key.own();
            if !f(*key, hash)? {
                return Ok(false);
            }
            self.poll_now_and_then(&mut left)?;
        }
        Ok(true)
    }

    /// Calls `f` with every item of `iterable` until it gives false.
    fn each_item(&self, iterable: Value, mut f: impl FnMut(Value) -> Result<bool, Raised>) -> Result<bool, Raised> {
        let it = self.iter(iterable)?;
        let mut left = POLL_EVERY;
        while let Some(item) = self.next(*it)? {
            if !f(*item)? {
                return Ok(false);
            }
            self.poll_now_and_then(&mut left)?;
        }
        Ok(true)
    }

    /// Calls `f` with every key of dict `d` and its hash.
    fn each_key(&self, d: Value, mut f: impl FnMut(Value, i64) -> Result<(), Raised>) -> Result<(), Raised> {
        let (mut at, mut left) = (0, POLL_EVERY);
        while let Some((key, _, hash)) = self.dict_entry_hashed(d, &mut at) {
            let key = key.own();
            f(*key, hash)?;
            self.poll_now_and_then(&mut left)?;
        }
        Ok(())
    }

    /// A set with the same elements, frozen if `s` is.
    ///
    /// # Errors
    /// MemoryError.
    pub fn set_copy(&self, s: Value) -> Res {
        let new = self.new_set_like(s)?;
        self.set_merge(*new, s)?;
        Ok(new)
    }

    /// Grows the table of `o` before `extra` elements come, as merging does.
    fn set_expect(&self, o: &SetObj, extra: usize) -> Result<(), Raised> {
        if (o.fill.get() as usize + extra) * 5 >= o.mask() * 3 {
            self.set_resize_table(o, (o.used.get() as usize + extra) * 2)?;
        }
        Ok(())
    }

    /// Adds the elements of set `other` to set `s`.
    fn set_merge(&self, s: Value, other: Value) -> Result<(), Raised> {
        let (o, from) = (set(s), set(other));
        if s == other || from.used.get() == 0 {
            return Ok(());
        }
        self.set_expect(o, from.used.get() as usize)?;
        if o.fill.get() == 0 {
            return self.set_fill_from(o, from);
        }
        self.each_element(other, |key, hash| self.set_add_hashed(s, key, hash).map(|_| true))?;
        Ok(())
    }

    /// Copies the elements of a set into one whose table was never used and is large enough.
    fn set_fill_from(&self, o: &SetObj, from: &SetObj) -> Result<(), Raised> {
        if o.table.get().is_null() {
            self.set_resize_table(o, o.mask())?;
        }
        o.hashing.set(from.hashing.get());
        o.no_int_keys.set(from.no_int_keys.get());
        let same_layout = o.mask.get() == from.mask.get() && from.fill.get() == from.used.get();
        for at in 0..from.places() {
            let Place { key, hash } = from.at(at);
            if key.is_empty() {
                continue;
            }
            key.incref();
            if same_layout {
                o.put(at, Place { key, hash });
            } else {
                o.put_new(self, key, hash);
            }
        }
        o.fill.set(from.used.get());
        o.used.set(from.used.get());
        o.table_changes();
        Ok(())
    }

    /// Adds every item of `other` to set `s`.
    ///
    /// # Errors
    /// What iterating, hashing and comparing raise; MemoryError.
    pub fn set_update(&self, s: Value, other: Value) -> Result<(), Raised> {
        if self.is_any_set(other) {
            self.set_merge(s, other)
        } else if other.has_shape(shape_id::DICT) {
            self.set_expect(set(s), self.dict_len(other))?;
            self.each_key(other, |key, hash| self.set_add_hashed(s, key, hash).map(drop))
        } else {
            self.each_item(other, |item| self.set_add(s, item).map(|_| true)).map(drop)
        }
    }

    /// `s | other`, of the sort of `s`; `other` is any iterable.
    ///
    /// # Errors
    /// As [`Rt::set_update`].
    pub fn set_union(&self, s: Value, other: Value) -> Res {
        let result = self.set_copy(s)?;
        if s != other {
            self.set_update(*result, other)?;
        }
        Ok(result)
    }

    /// `s & other`, of the sort of `s`; `other` is any iterable.
    ///
    /// # Errors
    /// What iterating, hashing and comparing raise; MemoryError.
    pub fn set_intersection(&self, s: Value, other: Value) -> Res {
        if s == other {
            return self.set_copy(s);
        }
        let result = self.new_set_like(s)?;
        if self.is_any_set(other) {
            // The smaller one is walked.
            let (walked, asked) = if self.set_len(other) > self.set_len(s) { (s, other) } else { (other, s) };
            self.each_element(walked, |key, hash| {
                if self.set_contains_hashed(asked, key, hash)? {
                    self.set_add_hashed(*result, key, hash)?;
                }
                Ok(true)
            })?;
        } else {
            self.each_item(other, |item| {
                let hash = self.hash(item)?;
                if self.set_contains_hashed(s, item, hash)? {
                    self.set_add_hashed(*result, item, hash)?;
                }
                Ok(true)
            })?;
        }
        Ok(result)
    }

    /// `s &= other`; `other` is any iterable.
    ///
    /// # Errors
    /// As [`Rt::set_intersection`].
    pub fn set_intersection_update(&self, s: Value, other: Value) -> Result<(), Raised> {
        let result = self.set_intersection(s, other)?;
        self.set_replace(s, *result);
        Ok(())
    }

    /// Gives `s` the elements of `other`, and `other` those of `s`.
    pub(crate) fn set_replace(&self, s: Value, other: Value) {
        set(s).swap_elements(set(other));
    }

    /// `s - other`, of the sort of `s`; `other` is any iterable.
    ///
    /// # Errors
    /// What iterating, hashing and comparing raise; MemoryError.
    pub fn set_difference(&self, s: Value, other: Value) -> Res {
        let is_set = self.is_any_set(other);
        let other_len = if is_set {
            Some(self.set_len(other))
        } else if other.has_shape(shape_id::DICT) {
            Some(self.dict_len(other))
        } else {
            None
        };
        // Much smaller, or of unknown size: taking its items out of a copy is less work.
        if other_len.is_none_or(|n| self.set_len(s) >> 2 > n) {
            let result = self.set_copy(s)?;
            self.set_difference_update(*result, other)?;
            return Ok(result);
        }
        let result = self.new_set_like(s)?;
        self.each_element(s, |key, hash| {
            let there = if is_set {
                self.set_contains_hashed(other, key, hash)?
            } else {
                self.dict_contains_hashed(other, key, hash)?
            };
            if !there {
                self.set_add_hashed(*result, key, hash)?;
            }
            Ok(true)
        })?;
        Ok(result)
    }

    /// `s -= other`; `other` is any iterable.
    ///
    /// # Errors
    /// What iterating, hashing and comparing raise; MemoryError.
    pub fn set_difference_update(&self, s: Value, other: Value) -> Result<(), Raised> {
        if s == other {
            self.set_clear(s);
            return Ok(());
        }
        if self.is_any_set(other) {
            // A much larger one is first cut down to the common elements.
            let common =
                if self.set_len(other) >> 3 > self.set_len(s) { Some(self.set_intersection(s, other)?) } else { None };
            let walked = common.as_ref().map_or(other, Owned::value);
            self.each_element(walked, |key, hash| self.set_discard_hashed(s, key, hash).map(|_| true))?;
        } else {
            self.each_item(other, |item| self.set_discard(s, item).map(|_| true))?;
        }
        let o = set(s);
        if o.fill.get() - o.used.get() > o.mask.get() / 4 {
            self.set_resize_for(o)?;
        }
        Ok(())
    }

    /// `s ^ other`, of the sort of `s`; `other` is any iterable.
    ///
    /// # Errors
    /// What iterating, hashing and comparing raise; MemoryError.
    pub fn set_symmetric_difference(&self, s: Value, other: Value) -> Res {
        let result = self.new_set_like(s)?;
        self.set_update(*result, other)?;
        self.set_toggle_all(*result, s)?;
        Ok(result)
    }

    /// `s ^= other`; `other` is any iterable.
    ///
    /// # Errors
    /// What iterating, hashing and comparing raise; MemoryError.
    pub fn set_symmetric_difference_update(&self, s: Value, other: Value) -> Result<(), Raised> {
        if s == other {
            self.set_clear(s);
            Ok(())
        } else if other.has_shape(shape_id::DICT) {
            self.each_key(other, |key, hash| self.set_toggle(s, key, hash))
        } else if self.is_any_set(other) {
            self.set_toggle_all(s, other)
        } else {
            let items = self.new_set_like(s)?;
            self.set_update(*items, other)?;
            self.set_toggle_all(s, *items)
        }
    }

    fn set_toggle(&self, s: Value, key: Value, hash: i64) -> Result<(), Raised> {
        if self.set_discard_hashed(s, key, hash)?.is_none() {
            self.set_add_hashed(s, key, hash)?;
        }
        Ok(())
    }

    fn set_toggle_all(&self, s: Value, other: Value) -> Result<(), Raised> {
        self.each_element(other, |key, hash| self.set_toggle(s, key, hash).map(|()| true)).map(drop)
    }

    /// Whether `s` has no element in common with `other`, any iterable.
    ///
    /// # Errors
    /// What iterating, hashing and comparing raise.
    pub fn set_is_disjoint(&self, s: Value, other: Value) -> Result<bool, Raised> {
        if s == other {
            return Ok(self.set_len(s) == 0);
        }
        if self.is_any_set(other) {
            let (walked, asked) = if self.set_len(other) > self.set_len(s) { (s, other) } else { (other, s) };
            return self.each_element(walked, |key, hash| Ok(!self.set_contains_hashed(asked, key, hash)?));
        }
        self.each_item(other, |item| Ok(!self.set_contains(s, item)?))
    }

    /// Whether every element of `s` is in `other`, any iterable.
    ///
    /// # Errors
    /// What iterating, hashing and comparing raise; MemoryError.
    pub fn set_is_subset(&self, s: Value, other: Value) -> Result<bool, Raised> {
        if !self.is_any_set(other) {
            let common = self.set_intersection(s, other)?;
            return Ok(self.set_len(*common) == self.set_len(s));
        }
        if self.set_len(s) > self.set_len(other) {
            return Ok(false);
        }
        self.each_element(s, |key, hash| self.set_contains_hashed(other, key, hash))
    }

    /// Whether every item of `other`, any iterable, is in `s`.
    ///
    /// # Errors
    /// What iterating, hashing and comparing raise.
    pub fn set_is_superset(&self, s: Value, other: Value) -> Result<bool, Raised> {
        if self.is_any_set(other) {
            return self.set_is_subset(other, s);
        }
        self.each_item(other, |item| self.set_contains(s, item))
    }

    /// Whether two sets, frozen or not, have the same elements.
    ///
    /// # Errors
    /// What comparing raises.
    pub fn set_equal(&self, a: Value, b: Value) -> Result<bool, Raised> {
        let (x, y) = (set(a), set(b));
        if x.used.get() != y.used.get() || (x.hash.get() != -1 && y.hash.get() != -1 && x.hash.get() != y.hash.get()) {
            return Ok(false);
        }
        self.set_is_subset(a, b)
    }

    /// As `contains`: an unhashable set is looked up as the frozen set with its elements.
    ///
    /// # Errors
    /// What hashing and comparing raise.
    pub(crate) fn set_key_hash(&self, key: Value) -> Result<i64, Raised> {
        match self.hash_set_key(key) {
            Ok(hash) => Ok(hash),
            Err(raised) if self.kind_of_ptr(key) == Some(Kind::Set) => {
                self.swallow(raised, crate::error::Exc::TypeError)?;
                Ok(self.hash_frozenset(key))
            }
            Err(raised) => Err(raised),
        }
    }
}
