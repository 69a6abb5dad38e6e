//! Dicts: the table. Operations by key are in [`lookup`](self), those on whole dicts in [`bulk`](self); methods are
//! in `types::dict`.
//!
//! A dict is one raw buffer of entries in the order of insertion, found through an index by open addressing:
//!
//! ```text
//! [ key value | key value | … cap pairs ][ hash × cap, if HASHED ][ index slots × 2^log2, if log2 > 3 ]
//! ```
//!
//! - A table whose keys are all exact strings and small integers stores no hashes: a string caches its own, a small
//!   integer's is a few instructions. Any other key makes the table `HASHED`.
//! - The smallest table (five pairs) has no index and is searched in order.
//! - Index slots are `i8`, `i16` or `i32` by the index's size: an entry's number, [`FREE_SLOT`], or [`DUMMY_SLOT`].
//! - A deleted entry leaves a hole (both words empty) until the table grows. The policy is CPython's: two thirds of the
//!   index is used, and a full table is rebuilt for three times its live entries.
//!
//! Comparing keys may run user code, which may change this very dict. So `changes` counts every change of keys, and
//! whoever compared looks at it before he goes on.

mod bulk;
mod follow;
#[cfg(test)]
pub(crate) mod hostile;
mod lookup;
#[cfg(test)]
mod tests;

pub use bulk::OnDuplicate;
pub(crate) use bulk::{dict_free_buffer, dict_take_child, dict_visit};

use crate::error::{Raised, Res};
use crate::object::{Header, Kind, shape_id};
use crate::rt::Rt;
use crate::string;
use crate::types::int::hash_i64;
use crate::value::{Owned, Value};
use std::cell::Cell;
use std::ptr::{self, NonNull};

/// `Kind::Dict`. Machine code reads these fields.
#[repr(C)]
pub struct DictObj {
    /// Header.
    pub head: Header,
    /// Unique in the engine while it is not 0, and reset to 0 by any insertion or deletion of a key and whenever an entry
    /// moves; replacing a value leaves it alone. An inline cache that remembers (version, entry number) needs to
    /// know nothing else about the dict. Given out by [`Rt::dict_version`].
    pub version: Cell<u32>,
    /// Counts changes of keys; wraps.
    changes: Cell<u32>,
    /// Number of live entries.
    pub len: Cell<u32>,
    /// Number of entries in use, holes included.
    pub used: Cell<u32>,
    /// Number of entries there is room for.
    cap: Cell<u32>,
    /// Binary logarithm of the index's size (3 for the table without index); 0 if there is no buffer.
    log2: Cell<u8>,
    /// Flags, of [`form`].
    form: Cell<u8>,
    /// How hashes become index positions, of [`Hashing`].
    hashing: Cell<Hashing>,
    /// The buffer, or null.
    pub entries: Cell<*mut Entry>,
    /// The index inside the buffer, or null.
    index: Cell<*mut u8>,
}

/// A key with its value; both empty in a hole.
#[repr(C)]
pub struct Entry {
    /// The key, owned.
    pub key: Cell<Value>,
    /// The value, owned.
    pub value: Cell<Value>,
}

/// Flags of a table.
mod form {
    /// There is an array of hashes: some key was neither an exact string nor a small integer.
    pub const HASHED: u8 = 1;
    /// Some key is not an interned string.
    pub const NOT_NAMES: u8 = 2;
    /// Hashing integers by value was found useless here.
    pub const NO_INT_KEYS: u8 = 4;
    /// The dict was made as an instance's `__dict__`: see `follow`.
    pub const FOLLOWS_CLASS: u8 = 8;
}

/// How hashes become positions in a table. Hash values that the language shows are not keyed for integers; a table in which
/// a probe sequence gets suspiciously long goes one step down this list.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hashing {
    /// The hash itself.
    Plain = 0,
    /// The hash, mixed with the engine's key.
    Mixed = 1,
    /// As `Mixed`, but exact integers by their value: different integers may have the same hash. The table then holds exact
    /// integers and strings only, and any other key is searched for in order.
    IntsByValue = 2,
}

/// An index slot that was never used.
const FREE_SLOT: i32 = -1;
/// An index slot whose entry was deleted.
const DUMMY_SLOT: i32 = -2;
/// Logarithm of the size of the smallest table.
const MIN_LOG2: u8 = 3;
/// Logarithm of the size of the largest index: entry numbers must fit in its slots.
const MAX_LOG2: u8 = 31;
/// Slots passed by an insertion before the table suspects its hashes. With good ones this has a chance of (2/3)⁴⁸.
const LONG_PROBE: u32 = 48;

/// The dict's layout. The caller has checked the kind.
#[inline(always)]
pub(crate) fn dict<'a>(v: Value) -> &'a DictObj {
    // SAFETY: callers have checked the kind.
    unsafe { v.layout() }
}

/// Whether `key` is an exact string or a small integer: its hash need not be stored, and comparing it with another
/// such key runs no user code.
#[inline(always)]
fn is_plain_key(key: Value) -> bool {
    key.is_small_int() || key.has_shape(shape_id::STR)
}

/// A sequence of index positions: CPython's, so that the same keys collide.
pub(crate) struct Probe {
    pub(crate) at: usize,
    perturb: u64,
    mask: usize,
}

impl Probe {
    #[inline(always)]
    fn new(hash: u64, mask: usize) -> Probe {
        Probe { at: hash as usize & mask, perturb: hash, mask }
    }

    #[inline(always)]
    fn advance(&mut self) {
        self.perturb >>= 5;
        self.at = (self.at.wrapping_mul(5).wrapping_add(self.perturb as usize).wrapping_add(1)) & self.mask;
    }
}

/// Room of a table whose index has 2^`log2` slots.
fn usable(log2: u8) -> u32 {
    ((2u64 << log2) / 3) as u32
}

/// Logarithm of the index's size for at least `size` slots.
fn log2_for_size(size: u64) -> u8 {
    (size.max(8) - 1).checked_ilog2().map_or(0, |n| n as u8 + 1).max(MIN_LOG2)
}

/// Logarithm of the index's size for at least `n` entries.
fn log2_for_entries(n: u64) -> u8 {
    log2_for_size((n * 3).div_ceil(2))
}

/// Bytes of one index slot.
fn slot_width(log2: u8) -> usize {
    match log2 {
        0..=7 => 1,
        8..=15 => 2,
        _ => 4,
    }
}

/// Offset of the index and size of the buffer of a table.
fn buffer_layout(log2: u8, hashed: bool) -> (usize, usize) {
    let index = usable(log2) as usize * if hashed { 24 } else { 16 };
    (index, index + if log2 > MIN_LOG2 { slot_width(log2) << log2 } else { 0 })
}

impl DictObj {
    /// An empty dict for an object of shape `shape`.
    pub(crate) fn empty(shape: u32) -> DictObj {
        DictObj {
            head: Rt::fresh_header(shape),
            version: Cell::new(0),
            changes: Cell::new(0),
            len: Cell::new(0),
            used: Cell::new(0),
            cap: Cell::new(0),
            log2: Cell::new(0),
            form: Cell::new(0),
            hashing: Cell::new(Hashing::Plain),
            entries: Cell::new(ptr::null_mut()),
            index: Cell::new(ptr::null_mut()),
        }
    }

    #[inline(always)]
    fn entry(&self, i: usize) -> &Entry {
        debug_assert!(i < self.used.get() as usize);
        // SAFETY: entries below `used` are initialised, and callers pass such numbers. The reference is used up
        // before anything can change the dict.
        unsafe { &*self.entries.get().add(i) }
    }

    /// Key of entry `i` (below `used`), empty for a hole.
    #[inline(always)]
    fn key_at(&self, i: usize) -> Value {
        self.entry(i).key.get()
    }

    /// Value of entry `i`, borrowed: what an inline cache reads after it compared the version. The empty word for a
    /// hole or past the end.
    #[inline(always)]
    pub fn value_at(&self, i: u32) -> Value {
        if i < self.used.get() { self.entry(i as usize).value.get() } else { Value::EMPTY }
    }

    /// Replaces the value of entry `i`, then releases the old one.
    ///
    /// # Panics
    /// Panics if there is no such entry.
    #[inline]
    pub fn replace_value_at(&self, i: u32, value: Owned) {
        assert!(!self.value_at(i).is_empty());
        self.entry(i as usize).value.replace(value.into_raw()).decref();
    }

    #[inline(always)]
    fn is_hashed(&self) -> bool {
        self.form.get() & form::HASHED != 0
    }

    fn add_form(&self, flag: u8) {
        self.form.set(self.form.get() | flag);
    }

    fn hashes(&self) -> *mut i64 {
        // SAFETY: the hashes follow the `cap` entries in the buffer.
        unsafe { self.entries.get().add(self.cap.get() as usize).cast() }
    }

    /// Hash of the key of live entry `i`.
    #[inline(always)]
    fn hash_at(&self, i: usize) -> i64 {
        if self.is_hashed() {
            // SAFETY: a hashed table has a hash for every entry below `used`.
            return unsafe { self.hashes().add(i).read() };
        }
        let key = self.key_at(i);
        if key.is_small_int() { hash_i64(key.small_int_unchecked()) } else { string::cached_hash(key) }
    }

    #[inline(always)]
    fn has_index(&self) -> bool {
        self.log2.get() > MIN_LOG2
    }

    #[inline(always)]
    fn mask(&self) -> usize {
        (1 << self.log2.get()) - 1
    }

    #[inline(always)]
    fn slot(&self, at: usize) -> i32 {
        debug_assert!(self.has_index() && at <= self.mask());
        let p = self.index.get();
        // SAFETY: the index has `mask + 1` initialised slots of this width.
        unsafe {
            match self.log2.get() {
                0..=7 => i32::from(p.cast::<i8>().add(at).read()),
                8..=15 => i32::from(p.cast::<i16>().add(at).read()),
                _ => p.cast::<i32>().add(at).read(),
            }
        }
    }

    #[inline(always)]
    fn set_slot(&self, at: usize, entry: i32) {
        debug_assert!(self.has_index() && at <= self.mask());
        let p = self.index.get();
        // SAFETY: as in `slot`; entry numbers are below two thirds of the index's size, so they fit its slots.
        unsafe {
            match self.log2.get() {
                0..=7 => p.cast::<i8>().add(at).write(entry as i8),
                8..=15 => p.cast::<i16>().add(at).write(entry as i16),
                _ => p.cast::<i32>().add(at).write(entry),
            }
        }
    }

    /// What decides the index position of `key`, whose hash is `hash`.
    #[inline(always)]
    fn position_hash(&self, rt: &Rt, key: Value, hash: i64) -> u64 {
        match self.hashing.get() {
            Hashing::Plain => hash as u64,
            hashing => keyed_hash(rt, hashing, key, hash),
        }
    }

    /// Enters entry `i` in the index; gives the number of slots it had to pass.
    #[inline(always)]
    fn index_entry(&self, position_hash: u64, i: usize) -> u32 {
        let mut probe = Probe::new(position_hash, self.mask());
        let mut passed = 0;
        while self.slot(probe.at) >= 0 {
            probe.advance();
            passed += 1;
        }
        self.set_slot(probe.at, i as i32);
        passed
    }

    /// Fills the index from the entries.
    fn rebuild_index(&self, rt: &Rt) {
        if !self.has_index() {
            return;
        }
        let bytes = slot_width(self.log2.get()) << self.log2.get();
        // SAFETY: the index has that many bytes; all ones is `FREE_SLOT` in every width.
        unsafe { self.index.get().write_bytes(0xff, bytes) };
        const { assert!(FREE_SLOT == -1) };
        for i in 0..self.used.get() as usize {
            let key = self.key_at(i);
            if !key.is_empty() {
                let hash = self.hash_at(i);
                self.index_entry(self.position_hash(rt, key, hash), i);
            }
        }
    }

    /// Notes that keys change.
    #[inline(always)]
    fn keys_change(&self) {
        self.version.set(0);
        self.changes.set(self.changes.get().wrapping_add(1));
    }
}

/// Position of a key in a table that uses the engine's key.
#[cold]
pub(crate) fn keyed_hash(rt: &Rt, hashing: Hashing, key: Value, hash: i64) -> u64 {
    if hashing == Hashing::IntsByValue
        && key.has_shape(shape_id::INT)
        && let Some(big) = rt.as_int(key)
    {
        return string::hash_bytes(rt.hash_key, &big.to_le_bytes()) as u64;
    }
    // Small integers below the modulus have hashes that tell them apart; the few others are told apart by their value.
    let word = match key.as_small_int() {
        Some(i) if hashing == Hashing::IntsByValue => i,
        _ => hash,
    };
    string::hash_bytes(rt.hash_key, &word.to_le_bytes()) as u64
}

impl Rt {
    /// Gives the dict the table of an index with 2^`log2` slots, with hashes or without, leaving out holes.
    fn dict_rebuild(&self, o: &DictObj, log2: u8, hashed: bool) -> Result<(), Raised> {
        if log2 > MAX_LOG2 {
            return Err(self.memory_error());
        }
        debug_assert!(usable(log2) >= o.len.get());
        let (index, bytes) = buffer_layout(log2, hashed);
        let Some(p) = self.heap.alloc_raw(bytes) else { return Err(self.memory_error()) };
        let entries = p.cast::<Entry>().as_ptr();
        // SAFETY: the buffer has `bytes` bytes: the entries, the hashes if any, then the index at offset `index`.
        let hashes = unsafe { entries.add(usable(log2) as usize).cast::<i64>() };
        let mut n = 0;
        for i in 0..o.used.get() as usize {
            let (key, value) = (o.entry(i).key.get(), o.entry(i).value.get());
            if key.is_empty() {
                continue;
            }
            // SAFETY: there is room for all live entries.
            unsafe {
                entries.add(n).write(Entry { key: Cell::new(key), value: Cell::new(value) });
                if hashed {
                    hashes.add(n).write(o.hash_at(i));
                }
            }
            n += 1;
        }
        o.keys_change();
        let old = o.entries.replace(entries);
        // SAFETY: as above.
        o.index.set(unsafe { p.as_ptr().add(index) });
        o.used.set(n as u32);
        o.cap.set(usable(log2));
        o.log2.set(log2);
        let flags = o.form.get() & !form::HASHED;
        o.form.set(if hashed { flags | form::HASHED } else { flags });
        o.rebuild_index(self);
        self.free_dict_entries(old);
        Ok(())
    }

    /// Makes room for one more entry with key `key`, in the form the key needs.
    #[inline(always)]
    fn dict_make_room(&self, o: &DictObj, key: Value) -> Result<(), Raised> {
        let plain = is_plain_key(key);
        if o.used.get() < o.cap.get() && (plain || o.is_hashed()) {
            return Ok(());
        }
        self.dict_grow(o, o.is_hashed() || !plain)
    }

    #[cold]
    fn dict_grow(&self, o: &DictObj, hashed: bool) -> Result<(), Raised> {
        let log2 = if o.used.get() < o.cap.get() { o.log2.get() } else { log2_for_size(u64::from(o.len.get()) * 3) };
        self.dict_rebuild(o, log2, hashed)
    }

    /// Makes room for `n` entries in all.
    pub(crate) fn dict_reserve(&self, o: &DictObj, n: usize) -> Result<(), Raised> {
        let log2 = log2_for_entries(n as u64);
        if n > o.cap.get() as usize && log2 > o.log2.get() {
            self.dict_rebuild(o, log2, o.is_hashed())?;
        }
        Ok(())
    }

    /// Appends an entry whose key is known not to be there.
    #[inline]
    fn dict_append(&self, o: &DictObj, key: Owned, value: Owned, hash: i64) -> Result<(), Raised> {
        self.dict_make_room(o, *key)?;
        if o.form.get() & form::NOT_NAMES == 0 && !string::is_interned(*key) {
            o.add_form(form::NOT_NAMES);
        }
        if o.hashing.get() == Hashing::IntsByValue && !is_exact_int_or_str(*key) {
            o.hashing.set(Hashing::Mixed);
            o.add_form(form::NO_INT_KEYS);
            o.rebuild_index(self);
        }
        let i = o.used.get() as usize;
        let position = o.position_hash(self, *key, hash);
        let suspect = *key;
        // SAFETY: there is room for the entry, and for its hash in a table that has them.
        unsafe {
            o.entries.get().add(i).write(Entry { key: Cell::new(key.into_raw()), value: Cell::new(value.into_raw()) });
            if o.is_hashed() {
                o.hashes().add(i).write(hash);
            }
        }
        o.used.set(i as u32 + 1);
        o.len.set(o.len.get() + 1);
        o.keys_change();
        if o.has_index() && o.index_entry(position, i) > LONG_PROBE {
            self.dict_harden(o, suspect, hash);
        }
        Ok(())
    }

    /// Uses the engine's key, or more of it, after a suspiciously long probe for `key`.
    #[cold]
    fn dict_harden(&self, o: &DictObj, key: Value, hash: i64) {
        let next = match o.hashing.get() {
            Hashing::Plain => Hashing::Mixed,
            Hashing::Mixed if o.form.get() & form::NO_INT_KEYS == 0 && is_exact_int(key) => {
                let live = || (0..o.used.get() as usize).filter(|i| !o.key_at(*i).is_empty());
                // Only integers with equal hashes are helped.
                let same = live().filter(|i| o.hash_at(*i) == hash).count();
                if same < LONG_PROBE as usize / 2 {
                    return;
                }
                if !live().all(|i| is_exact_int_or_str(o.key_at(i))) {
                    o.add_form(form::NO_INT_KEYS);
                    return;
                }
                Hashing::IntsByValue
            }
            Hashing::Mixed | Hashing::IntsByValue => return,
        };
        o.hashing.set(next);
        o.rebuild_index(self);
    }

    /// Takes entry `i` out and leaves a hole; the caller releases key, then value.
    fn dict_take_entry(&self, o: &DictObj, i: usize) -> (Owned, Owned) {
        if o.has_index() {
            let hash = o.hash_at(i);
            let mut probe = Probe::new(o.position_hash(self, o.key_at(i), hash), o.mask());
            while o.slot(probe.at) != i as i32 {
                probe.advance();
            }
            o.set_slot(probe.at, DUMMY_SLOT);
        }
        o.keys_change();
        o.len.set(o.len.get() - 1);
        let entry = o.entry(i);
        (Owned::from_raw(entry.key.replace(Value::EMPTY)), Owned::from_raw(entry.value.replace(Value::EMPTY)))
    }

    /// Frees a buffer whose entries have been moved out.
    fn free_dict_entries(&self, entries: *mut Entry) {
        if let Some(p) = NonNull::new(entries.cast::<u8>()) {
            // SAFETY: the buffer came from this heap and nothing refers to it any more.
            unsafe { self.heap.free_raw(p) };
        }
    }

    /// The dict's version for an inline cache, made if it has none; 0 if it cannot have one.
    pub fn dict_version(&self, o: &DictObj) -> u32 {
        if o.version.get() == 0 {
            // Versions are never reused: once they run out, there is no more caching.
            let next = self.last_dict_version.get().checked_add(1).unwrap_or(0);
            if next != 0 {
                self.last_dict_version.set(next);
            }
            o.version.set(next);
        }
        o.version.get()
    }

    /// An empty dict.
    ///
    /// # Errors
    /// MemoryError.
    #[inline]
    pub fn new_dict(&self) -> Res {
        self.alloc_fixed(shape_id::DICT, DictObj::empty(shape_id::DICT))
    }

    /// An empty dict with room for `n` entries.
    ///
    /// # Errors
    /// MemoryError.
    pub fn dict_with_capacity(&self, n: usize) -> Res {
        let d = self.new_dict()?;
        if n > usable(MIN_LOG2) as usize {
            self.dict_reserve(dict(*d), n)?;
        }
        Ok(d)
    }

    /// Whether `v` is a dict (of dict or a subclass).
    #[inline]
    pub fn is_dict(&self, v: Value) -> bool {
        v.has_shape(shape_id::DICT) || self.kind_of_ptr(v) == Some(Kind::Dict)
    }

    /// The dict behind a value; `None` for other values.
    #[inline]
    pub fn as_dict<'a>(&self, v: Value) -> Option<&'a DictObj> {
        if self.is_dict(v) { Some(dict(v)) } else { None }
    }

    /// Number of entries of a dict.
    #[inline]
    pub fn dict_len(&self, d: Value) -> usize {
        dict(d).len.get() as usize
    }
}

pub(crate) fn is_exact_int(key: Value) -> bool {
    key.is_small_int() || key.has_shape(shape_id::INT)
}

pub(crate) fn is_exact_int_or_str(key: Value) -> bool {
    is_exact_int(key) || key.has_shape(shape_id::STR)
}
