//! Operations on whole dicts: iteration, copying, merging, clearing, deallocation.

use super::{DictObj, Entry, buffer_layout, dict, form};
use crate::error::{Exc, Raised, Res};
use crate::rt::Rt;
use crate::value::{Owned, Value};
use std::cell::Cell;
use std::ptr;

/// Entries handled between two polls.
const POLL_EVERY: usize = 1 << 12;

/// What a merge does with a key that is there already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnDuplicate {
    /// The new value wins.
    Replace,
    /// The old value stays.
    Keep,
    /// KeyError with the key.
    Raise,
}

impl Rt {
    /// The next live entry at or after number `*i`, borrowed; `*i` becomes the number after it. Tolerates any change of
    /// the dict between calls, though it may then pass over entries.
    #[inline]
    pub fn dict_entry(&self, d: Value, i: &mut usize) -> Option<(Value, Value)> {
        let o = dict(d);
        while *i < o.used.get() as usize {
            let entry = o.entry(*i);
            *i += 1;
            let key = entry.key.get();
            if !key.is_empty() {
                return Some((key, entry.value.get()));
            }
        }
        None
    }

    /// As [`Rt::dict_entry`], with the key's hash.
    pub(crate) fn dict_entry_hashed(&self, d: Value, i: &mut usize) -> Option<(Value, Value, i64)> {
        let (key, value) = self.dict_entry(d, i)?;
        Some((key, value, dict(d).hash_at(*i - 1)))
    }

    /// The live entry before number `*i`, borrowed; `*i` becomes its number.
    pub(crate) fn dict_entry_back(&self, d: Value, i: &mut usize) -> Option<(Value, Value)> {
        let o = dict(d);
        *i = (*i).min(o.used.get() as usize);
        while *i > 0 {
            *i -= 1;
            let entry = o.entry(*i);
            let key = entry.key.get();
            if !key.is_empty() {
                return Some((key, entry.value.get()));
            }
        }
        None
    }

    /// Takes out the entry inserted last.
    pub fn dict_pop_last(&self, d: Value) -> Option<(Owned, Owned)> {
        let o = dict(d);
        let mut i = o.used.get() as usize;
        self.dict_entry_back(d, &mut i)?;
        let taken = self.dict_take_entry(o, i);
        o.used.set(i as u32);
        Some(taken)
    }

    /// Removes everything. The dict is empty before anything is released.
    pub fn dict_clear(&self, d: Value) {
        let o = dict(d);
        o.keys_change();
        let used = o.used.replace(0) as usize;
        o.len.set(0);
        o.cap.set(0);
        o.log2.set(0);
        let follows = o.form.get() & form::FOLLOWS_CLASS;
        o.form.set(follows);
        o.hashing.set(super::Hashing::Plain);
        o.index.set(ptr::null_mut());
        let entries = o.entries.replace(ptr::null_mut());
        if follows != 0 {
            self.dict_order_entries(d, entries, used);
        }
        for i in 0..used {
            // SAFETY: the first `used` entries were initialised, and the buffer now belongs to this function alone.
            let (key, value) = unsafe { ((*entries.add(i)).key.get(), (*entries.add(i)).value.get()) };
            key.decref();
            value.decref();
        }
        self.free_dict_entries(entries);
    }

    /// A dict with the same entries, of exact type dict.
    ///
    /// # Errors
    /// MemoryError.
    pub fn dict_copy(&self, d: Value) -> Res {
        let new = self.new_dict()?;
        self.dict_fill_from(dict(*new), dict(d))?;
        Ok(new)
    }

    /// Copies all entries into a dict without a buffer.
    fn dict_fill_from(&self, to: &DictObj, from: &DictObj) -> Result<(), Raised> {
        debug_assert!(to.entries.get().is_null());
        let n = from.len.get();
        if n == 0 {
            return Ok(());
        }
        let dense = n == from.used.get();
        let log2 = if dense { from.log2.get() } else { super::log2_for_entries(u64::from(n)) };
        if !dense || from.hashing.get() != super::Hashing::Plain {
            self.dict_rebuild(to, log2, from.is_hashed())?;
            to.add_form(from.form.get() & (form::NOT_NAMES | form::NO_INT_KEYS));
            to.hashing.set(from.hashing.get());
            let live = (0..from.used.get() as usize).filter(|i| !from.key_at(*i).is_empty());
            for (at, i) in live.enumerate() {
                copy_entry(to, at, from, i);
            }
            to.used.set(n);
            to.rebuild_index(self);
        } else {
            let (index, bytes) = buffer_layout(log2, from.is_hashed());
            let Some(p) = self.heap.alloc_raw(bytes) else { return Err(self.memory_error()) };
            // SAFETY: both buffers have this layout. Parts that were never written are copied as they are.
            unsafe {
                p.as_ptr().copy_from_nonoverlapping(from.entries.get().cast(), bytes);
                to.index.set(p.as_ptr().add(index));
            }
            to.entries.set(p.cast::<Entry>().as_ptr());
            to.cap.set(from.cap.get());
            to.log2.set(log2);
            to.form.set(from.form.get() & !form::FOLLOWS_CLASS);
            to.used.set(n);
            for i in 0..n as usize {
                to.entry(i).key.get().incref();
                to.entry(i).value.get().incref();
            }
        }
        to.len.set(n);
        to.keys_change();
        Ok(())
    }

    /// Merges dict `from` into dict `to`, in order.
    ///
    /// # Errors
    /// What comparing keys raises; KeyError for a duplicate, if asked for; RuntimeError if `from` changes meanwhile;
    /// MemoryError; what a poll raises.
    pub fn dict_merge(&self, to: Value, from: Value, duplicate: OnDuplicate) -> Result<(), Raised> {
        let (target, source) = (dict(to), dict(from));
        if to == from || source.len.get() == 0 {
            return Ok(());
        }
        if target.len.get() == 0 && target.entries.get().is_null() {
            return self.dict_fill_from(target, source);
        }
        let len = source.len.get();
        if target.cap.get() < len {
            self.dict_reserve(target, target.len.get() as usize + len as usize)?;
        }
        let (mut i, mut left) = (0, POLL_EVERY);
        while let Some((key, value, hash)) = self.dict_entry_hashed(from, &mut i) {
            let (key, value) = (key.own(), value.own());
            match duplicate {
                OnDuplicate::Replace => self.dict_set_hashed(to, *key, value, hash)?,
                OnDuplicate::Keep | OnDuplicate::Raise => {
                    if self.dict_find(target, *key, hash)?.is_none() {
                        self.dict_append(target, key.clone(), value, hash)?;
                    } else if duplicate == OnDuplicate::Raise {
                        return Err(self.key_error(*key));
                    }
                }
            }
            left -= 1;
            if left == 0 {
                left = POLL_EVERY;
                self.poll()?;
            }
            if source.len.get() != len {
                return Err(self.raise(Exc::RuntimeError, "dict mutated during update"));
            }
        }
        Ok(())
    }
}

/// Copies entry `i` of `from` to place `at` of `to`, counting it.
fn copy_entry(to: &DictObj, at: usize, from: &DictObj, i: usize) {
    let (key, value) = (from.key_at(i), from.entry(i).value.get());
    key.incref();
    value.incref();
    // SAFETY: callers have made room for the entry, and its hash in a table that has them.
    unsafe {
        to.entries.get().add(at).write(Entry { key: Cell::new(key), value: Cell::new(value) });
        if to.is_hashed() {
            to.hashes().add(at).write(from.hash_at(i));
        }
    }
}

/// Takes one owned key or value out of a dying dict, keys before their values, in order of insertion. `cursor` begins at 0.
pub(crate) fn dict_take_child(d: Value, cursor: &mut usize) -> Option<Value> {
    let o = dict(d);
    if *cursor == 0 && o.form.get() & form::FOLLOWS_CLASS != 0 {
        Rt::of_object(d).dict_order_entries(d, o.entries.get(), o.used.get() as usize);
    }
    while *cursor < 2 * o.used.get() as usize {
        let entry = o.entry(*cursor / 2);
        let cell = if (*cursor).is_multiple_of(2) { &entry.key } else { &entry.value };
        *cursor += 1;
        if let Some(child) = cell.replace(Value::EMPTY).some() {
            return Some(child);
        }
    }
    None
}

/// Frees the buffer of a dead dict, whose children have been taken out.
pub(crate) fn dict_free_buffer(rt: &Rt, d: Value) {
    let o = dict(d);
    if o.form.get() & form::FOLLOWS_CLASS != 0 {
        rt.dict_forget_class(d);
    }
    o.used.set(0);
    rt.free_dict_entries(o.entries.replace(ptr::null_mut()));
}

/// Shows every key and value, borrowed, to `visit`, which must not change the dict.
pub(crate) fn dict_visit(d: Value, visit: &mut dyn FnMut(Value)) {
    let o = dict(d);
    for i in 0..o.used.get() as usize {
        let entry = o.entry(i);
        if !entry.key.get().is_empty() {
            visit(entry.key.get());
            visit(entry.value.get());
        }
    }
}
