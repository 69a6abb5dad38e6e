//! Interned strings: equal text means the same object, so names compare by identity.

use crate::error::Res;
use crate::rt::Rt;
use crate::string;
use crate::value::{Owned, Value};
use hashbrown::HashTable;
use std::cell::RefCell;

/// The table. It does not count what it holds: a mortal interned string leaves the table when it dies.
pub(crate) struct Interner {
    table: RefCell<HashTable<Value>>,
}

impl Interner {
    pub(crate) fn new() -> Interner {
        Interner { table: RefCell::new(HashTable::with_capacity(2048)) }
    }

    pub(crate) fn insert_immortal(&self, v: Value, text: &str, key: (u64, u64)) {
        let hash = string::hash_text(key, text) as u64;
        self.table.borrow_mut().insert_unique(hash, v, |v| string::cached_hash(*v) as u64);
    }

    pub(crate) fn remove(&self, v: Value) {
        let hash = string::cached_hash(v) as u64;
        if let Ok(entry) = self.table.borrow_mut().find_entry(hash, |o| *o == v) {
            entry.remove();
        }
    }
}

impl Rt {
    /// The interned string of `text`, a new reference.
    ///
    /// # Errors
    /// MemoryError.
    pub fn intern(&self, text: &str) -> Res {
        let hash = string::hash_text(self.hash_key, text) as u64;
        if let Some(v) = self.interner.table.borrow().find(hash, |v| string::equals_text(*v, text)) {
            return Ok(v.own());
        }
        let v = string::new_with_hash(self, text, hash as i64)?;
        self.add_interned(*v, hash);
        Ok(v)
    }

    /// As [`Rt::intern`], and never freed: for names in source.
    ///
    /// # Errors
    /// MemoryError.
    pub fn intern_immortal(&self, text: &str) -> Result<Value, crate::error::Raised> {
        let v = self.intern(text)?.into_raw();
        crate::rt::make_immortal(v);
        Ok(v)
    }

    /// The interned string equal to the exact or derived string `v`; `v` itself becomes it if none is there and `v` is
    /// an exact string.
    ///
    /// # Errors
    /// MemoryError.
    pub fn intern_value(&self, v: Value) -> Res {
        if string::is_interned(v) {
            return Ok(v.own());
        }
        let hash = self.hash_str(v) as u64;
        if let Some(found) = self.interner.table.borrow().find(hash, |o| string::equal(*o, v)) {
            return Ok(found.own());
        }
        let exact: Owned = if v.has_shape(crate::object::shape_id::STR) { v.own() } else { string::copy(self, v)? };
        self.hash_str(*exact);
        self.add_interned(*exact, hash);
        Ok(exact)
    }

    fn add_interned(&self, v: Value, hash: u64) {
        string::mark_interned(v);
        self.interner.table.borrow_mut().insert_unique(hash, v, |v| string::cached_hash(*v) as u64);
    }
}
