//! Sets: the table. Set algebra is in [`algebra`](self), methods are in `types::set`.
//!
//! The order in which a set is iterated shows the layout of its table. Programs see it wherever hashes are the same in every
//! run (numbers, tuples of them), so the table is CPython's: open addressing with a short linear probe at every
//! step, the last deleted place on the way used again, and its rules of growth.
//!
//! As in dicts, comparing keys may run user code that changes the set; `changes` counts changes of the table.

mod algebra;
#[cfg(test)]
mod tests;

use crate::dict::{Hashing, is_exact_int, is_exact_int_or_str, keyed_hash};
use crate::error::{Raised, Res};
use crate::object::{Header, Kind, shape_id};
use crate::rt::Rt;
use crate::string;
use crate::types::int::hash_i64;
use crate::value::{Owned, Value};
use std::cell::Cell;
use std::ptr::{self, NonNull};

/// `Kind::Set` and `Kind::FrozenSet`. Machine code reads these fields.
#[repr(C)]
pub struct SetObj {
    /// Header.
    pub head: Header,
    /// Number of places that are or were taken.
    fill: Cell<u32>,
    /// Number of elements.
    pub used: Cell<u32>,
    /// Number of places less one; the places may not be allocated yet if there is no element.
    mask: Cell<u32>,
    /// Where `pop` goes on searching.
    finger: Cell<u32>,
    /// Counts changes of the table; wraps.
    changes: Cell<u32>,
    /// How hashes become places.
    hashing: Cell<Hashing>,
    /// Hashing integers by value was found useless here.
    no_int_keys: Cell<bool>,
    /// The places, or null.
    table: Cell<*mut Place>,
    /// Hash of a frozen set; −1 means not computed.
    pub(crate) hash: Cell<i64>,
}

/// A place of the table. Without a key it is unused if `hash` is 0, else a deleted one.
#[repr(C)]
#[derive(Clone, Copy)]
struct Place {
    key: Value,
    hash: i64,
}

const UNUSED: Place = Place { key: Value::EMPTY, hash: 0 };
const DELETED: Place = Place { key: Value::EMPTY, hash: -1 };
/// Smallest table.
const MIN_SIZE: usize = 8;
/// Places looked at beside the first one of every step.
const LINEAR_PROBES: usize = 9;
/// Bits of the hash that every step brings in.
const PERTURB_SHIFT: u32 = 5;
/// Places passed by an insertion before the table suspects its hashes. High, since keyed hashes change the order.
const LONG_PROBE: u32 = 1024;

/// The set's layout. The caller has checked the kind.
#[inline(always)]
pub(crate) fn set<'a>(v: Value) -> &'a SetObj {
    // SAFETY: callers have checked the kind.
    unsafe { v.layout() }
}

/// Calls `look` with places in probe order until it gives a result.
#[inline(always)]
fn walk<R>(position: u64, mask: usize, mut look: impl FnMut(usize) -> Option<R>) -> R {
    let mut perturb = position;
    let mut start = position as usize & mask;
    loop {
        let last = if start + LINEAR_PROBES <= mask { start + LINEAR_PROBES } else { start };
        for at in start..=last {
            if let Some(result) = look(at) {
                return result;
            }
        }
        perturb >>= PERTURB_SHIFT;
        start = start.wrapping_mul(5).wrapping_add(1).wrapping_add(perturb as usize) & mask;
    }
}

/// What a search found.
enum Found {
    /// The key, at this place.
    Key(usize),
    /// The unused place where it would go.
    Unused(usize),
}

/// How a step of a search ends it.
enum Stop {
    Found(Found),
    Changed,
    Raised(Raised),
}

/// What a search saw on its way.
#[derive(Default)]
struct Passed {
    places: u32,
    same_hash: u32,
    /// The last deleted place.
    deleted: Option<usize>,
}

impl SetObj {
    /// An empty set for an object of shape `shape`.
    pub(crate) fn empty(shape: u32) -> SetObj {
        SetObj {
            head: Rt::fresh_header(shape),
            fill: Cell::new(0),
            used: Cell::new(0),
            mask: Cell::new(MIN_SIZE as u32 - 1),
            finger: Cell::new(0),
            changes: Cell::new(0),
            hashing: Cell::new(Hashing::Plain),
            no_int_keys: Cell::new(false),
            table: Cell::new(ptr::null_mut()),
            hash: Cell::new(-1),
        }
    }

    #[inline(always)]
    fn mask(&self) -> usize {
        self.mask.get() as usize
    }

    /// Number of places that can be read.
    #[inline(always)]
    fn places(&self) -> usize {
        if self.table.get().is_null() { 0 } else { self.mask() + 1 }
    }

    #[inline(always)]
    fn at(&self, at: usize) -> Place {
        debug_assert!(at < self.places());
        // SAFETY: callers stay below the number of places, which are all initialised.
        unsafe { self.table.get().add(at).read() }
    }

    #[inline(always)]
    fn put(&self, at: usize, place: Place) {
        debug_assert!(at < self.places());
        // SAFETY: as in `at`.
        unsafe { self.table.get().add(at).write(place) };
    }

    #[inline(always)]
    fn position(&self, rt: &Rt, key: Value, hash: i64) -> u64 {
        match self.hashing.get() {
            Hashing::Plain => hash as u64,
            hashing => keyed_hash(rt, hashing, key, hash),
        }
    }

    #[inline(always)]
    fn table_changes(&self) {
        self.changes.set(self.changes.get().wrapping_add(1));
    }

    /// Puts an element that is not there into the first unused place of a table without deleted ones; `fill` and `used` are the caller's.
    fn put_new(&self, rt: &Rt, key: Value, hash: i64) {
        let position = self.position(rt, key, hash);
        let at = walk(position, self.mask(), |at| {
            let place = self.at(at);
            (place.key.is_empty() && place.hash == 0).then_some(at)
        });
        self.put(at, Place { key, hash });
    }

    fn take_at(&self, at: usize) -> Owned {
        let key = self.at(at).key;
        self.put(at, DELETED);
        self.used.set(self.used.get() - 1);
        self.table_changes();
        Owned::from_raw(key)
    }

    /// The next element at or after place `*at`, borrowed, with its hash.
    #[inline(always)]
    fn next(&self, at: &mut usize) -> Option<(Value, i64)> {
        while *at < self.places() {
            let place = self.at(*at);
            *at += 1;
            if !place.key.is_empty() {
                return Some((place.key, place.hash));
            }
        }
        None
    }
}

impl Rt {
    /// Hash of `key` for a set; TypeError is worded for set elements.
    ///
    /// # Errors
    /// What hashing raises.
    #[inline(always)]
    pub fn hash_set_key(&self, key: Value) -> Result<i64, Raised> {
        if key.is_small_int() {
            Ok(hash_i64(key.small_int_unchecked()))
        } else if key.has_shape(shape_id::STR) {
            Ok(self.hash_str(key))
        } else {
            self.hash(key).map_err(|raised| self.unhashable(raised, key, "set element"))
        }
    }

    /// Compares `place`, whose hash is that of `key`. Plain keys need no user code.
    #[inline(always)]
    fn set_step(&self, o: &SetObj, changes: u32, at: usize, candidate: Value, key: Value) -> Option<Stop> {
        if candidate == key {
            return Some(Stop::Found(Found::Key(at)));
        }
        if (candidate.is_small_int() || candidate.has_shape(shape_id::STR))
            && (key.is_small_int() || key.has_shape(shape_id::STR))
        {
            let equal = candidate.is_ptr() && key.is_ptr() && string::equal(candidate, key);
            return equal.then_some(Stop::Found(Found::Key(at)));
        }
        let keep = candidate.own();
        match self.eq(*keep, key) {
            Err(raised) => Some(Stop::Raised(raised)),
            Ok(_) if o.changes.get() != changes => Some(Stop::Changed),
            Ok(true) => Some(Stop::Found(Found::Key(at))),
            Ok(false) => None,
        }
    }

    /// Searches a table that is allocated, beginning again whenever a comparison changed it.
    #[inline]
    fn set_search(&self, o: &SetObj, key: Value, hash: i64, passed: &mut Passed) -> Result<Found, Raised> {
        loop {
            let changes = o.changes.get();
            *passed = Passed::default();
            let look = |at: usize| {
                let place = o.at(at);
                if place.key.is_empty() {
                    if place.hash == 0 {
                        return Some(Stop::Found(Found::Unused(at)));
                    }
                    passed.deleted = Some(at);
                } else if place.hash == hash {
                    passed.same_hash += 1;
                    let stop = self.set_step(o, changes, at, place.key, key);
                    if stop.is_some() {
                        return stop;
                    }
                }
                passed.places += 1;
                None
            };
            match walk(o.position(self, key, hash), o.mask(), look) {
                Stop::Found(found) => return Ok(found),
                Stop::Raised(raised) => return Err(raised),
                Stop::Changed if o.table.get().is_null() => return Ok(Found::Unused(0)),
                Stop::Changed => {}
            }
        }
    }

    /// Place of `key`, if it is there.
    #[inline]
    fn set_find(&self, o: &SetObj, key: Value, hash: i64) -> Result<Option<usize>, Raised> {
        if o.used.get() == 0 {
            return Ok(None);
        }
        if o.hashing.get() == Hashing::IntsByValue && !is_exact_int_or_str(key) {
            return self.set_find_in_order(o, key, hash);
        }
        match self.set_search(o, key, hash, &mut Passed::default())? {
            Found::Key(at) => Ok(Some(at)),
            Found::Unused(_) => Ok(None),
        }
    }

    /// Looks at every place: for a key that could equal an integer and has not its place.
    #[cold]
    fn set_find_in_order(&self, o: &SetObj, key: Value, hash: i64) -> Result<Option<usize>, Raised> {
        'again: loop {
            let changes = o.changes.get();
            let mut at = 0;
            while let Some((candidate, h)) = o.next(&mut at) {
                if h != hash {
                    continue;
                }
                match self.set_step(o, changes, at - 1, candidate, key) {
                    Some(Stop::Found(_)) => return Ok(Some(at - 1)),
                    Some(Stop::Raised(raised)) => return Err(raised),
                    Some(Stop::Changed) => continue 'again,
                    None => {}
                }
            }
            return Ok(None);
        }
    }

    /// Adds `key`, whose hash is `hash`, unless it is there; whether it was added.
    ///
    /// # Errors
    /// What comparing raises; MemoryError.
    pub(crate) fn set_add_hashed(&self, s: Value, key: Value, hash: i64) -> Result<bool, Raised> {
        let o = set(s);
        if o.hashing.get() == Hashing::IntsByValue && !is_exact_int_or_str(key) {
            if self.set_find_in_order(o, key, hash)?.is_some() {
                return Ok(false);
            }
            o.no_int_keys.set(true);
            self.set_rehash(o, Hashing::Mixed)?;
        }
        loop {
            if o.table.get().is_null() {
                self.set_resize_table(o, 0)?;
            }
            let mut passed = Passed::default();
            match self.set_search(o, key, hash, &mut passed)? {
                Found::Key(_) => return Ok(false),
                // A comparison cleared the set.
                Found::Unused(_) if o.table.get().is_null() => {}
                Found::Unused(at) => {
                    key.incref();
                    o.used.set(o.used.get() + 1);
                    o.table_changes();
                    if let Some(deleted) = passed.deleted {
                        o.put(deleted, Place { key, hash });
                    } else {
                        o.put(at, Place { key, hash });
                        o.fill.set(o.fill.get() + 1);
                        self.set_grow_if_full(o)?;
                    }
                    if passed.places > LONG_PROBE {
                        self.set_harden(o, key, &passed)?;
                    }
                    return Ok(true);
                }
            }
        }
    }

    #[inline]
    fn set_grow_if_full(&self, o: &SetObj) -> Result<(), Raised> {
        if (o.fill.get() as usize) * 5 < o.mask() * 3 {
            return Ok(());
        }
        self.set_resize_for(o)
    }

    /// Gives the table the size that its number of elements asks for.
    #[cold]
    fn set_resize_for(&self, o: &SetObj) -> Result<(), Raised> {
        let used = o.used.get() as usize;
        self.set_resize_table(o, if used > 50000 { used * 2 } else { used * 4 })
    }

    /// Makes a table of more than `min_used` places, without deleted ones.
    fn set_resize_table(&self, o: &SetObj, min_used: usize) -> Result<(), Raised> {
        let mut size = MIN_SIZE;
        while size <= min_used {
            size <<= 1;
        }
        if size > 1 << 31 {
            return Err(self.memory_error());
        }
        let Some(p) = self.heap.alloc_raw(size * size_of::<Place>()) else { return Err(self.memory_error()) };
        let table = p.cast::<Place>().as_ptr();
        for at in 0..size {
            // SAFETY: the buffer has `size` places.
            unsafe { table.add(at).write(UNUSED) };
        }
        let (old, places) = (o.table.get(), o.places());
        o.table.set(table);
        o.mask.set(size as u32 - 1);
        o.fill.set(o.used.get());
        o.table_changes();
        for at in 0..places {
            // SAFETY: the old table had that many places.
            let place = unsafe { old.add(at).read() };
            if !place.key.is_empty() {
                o.put_new(self, place.key, place.hash);
            }
        }
        self.free_set_table(old);
        Ok(())
    }

    /// Uses the engine's key, or more of it, after a suspiciously long probe for `key`, if that helps.
    #[cold]
    fn set_harden(&self, o: &SetObj, key: Value, passed: &Passed) -> Result<(), Raised> {
        if o.hashing.get() == Hashing::Plain && passed.same_hash < LONG_PROBE / 2 {
            return self.set_rehash(o, Hashing::Mixed);
        }
        if o.hashing.get() != Hashing::IntsByValue && !o.no_int_keys.get() && is_exact_int(key) {
            let mut at = 0;
            while let Some((element, _)) = o.next(&mut at) {
                if !is_exact_int_or_str(element) {
                    o.no_int_keys.set(true);
                    return Ok(());
                }
            }
            return self.set_rehash(o, Hashing::IntsByValue);
        }
        Ok(())
    }

    fn set_rehash(&self, o: &SetObj, hashing: Hashing) -> Result<(), Raised> {
        let old = o.hashing.replace(hashing);
        self.set_resize_table(o, o.mask()).inspect_err(|_| o.hashing.set(old))
    }

    fn free_set_table(&self, table: *mut Place) {
        if let Some(p) = NonNull::new(table.cast::<u8>()) {
            // SAFETY: the buffer came from this heap and nothing refers to it any more.
            unsafe { self.heap.free_raw(p) };
        }
    }

    /// An empty set.
    ///
    /// # Errors
    /// MemoryError.
    pub fn new_set(&self) -> Res {
        self.alloc_fixed(shape_id::SET, SetObj::empty(shape_id::SET))
    }

    /// An empty frozen set, which its maker may still fill.
    ///
    /// # Errors
    /// MemoryError.
    pub fn new_frozenset(&self) -> Res {
        self.alloc_fixed(shape_id::FROZENSET, SetObj::empty(shape_id::FROZENSET))
    }

    /// Whether `v` is a set or frozen set (or of a subclass).
    #[inline]
    pub fn is_any_set(&self, v: Value) -> bool {
        matches!(self.kind_of_ptr(v), Some(Kind::Set | Kind::FrozenSet))
    }

    /// Number of elements of a set.
    #[inline]
    pub fn set_len(&self, s: Value) -> usize {
        set(s).used.get() as usize
    }

    /// Adds `key`; whether it was new.
    ///
    /// # Errors
    /// What hashing and comparing raise; MemoryError.
    #[inline]
    pub fn set_add(&self, s: Value, key: Value) -> Result<bool, Raised> {
        let hash = self.hash_set_key(key)?;
        self.set_add_hashed(s, key, hash)
    }

    /// Whether `key` is an element.
    ///
    /// # Errors
    /// What hashing and comparing raise.
    #[inline]
    pub fn set_contains(&self, s: Value, key: Value) -> Result<bool, Raised> {
        let hash = self.hash_set_key(key)?;
        self.set_contains_hashed(s, key, hash)
    }

    /// As [`Rt::set_contains`], with the key's hash known.
    ///
    /// # Errors
    /// What comparing raises.
    pub(crate) fn set_contains_hashed(&self, s: Value, key: Value, hash: i64) -> Result<bool, Raised> {
        Ok(self.set_find(set(s), key, hash)?.is_some())
    }

    /// Takes out the element equal to `key`.
    ///
    /// # Errors
    /// What hashing and comparing raise.
    pub fn set_discard(&self, s: Value, key: Value) -> Result<Option<Owned>, Raised> {
        let hash = self.hash_set_key(key)?;
        self.set_discard_hashed(s, key, hash)
    }

    /// As [`Rt::set_discard`], with the key's hash known.
    ///
    /// # Errors
    /// What comparing raises.
    pub(crate) fn set_discard_hashed(&self, s: Value, key: Value, hash: i64) -> Result<Option<Owned>, Raised> {
        let o = set(s);
        Ok(self.set_find(o, key, hash)?.map(|at| o.take_at(at)))
    }

    /// Takes out an arbitrary element: the next one from where the last call stopped.
    pub fn set_pop(&self, s: Value) -> Option<Owned> {
        let o = set(s);
        if o.used.get() == 0 {
            return None;
        }
        let mut at = o.finger.get() as usize & o.mask();
        while o.at(at).key.is_empty() {
            at = if at == o.mask() { 0 } else { at + 1 };
        }
        o.finger.set(at as u32 + 1);
        Some(o.take_at(at))
    }

    /// Removes everything. The set is empty before anything is released.
    pub fn set_clear(&self, s: Value) {
        let o = set(s);
        o.table_changes();
        let places = o.places();
        let table = o.table.replace(ptr::null_mut());
        o.fill.set(0);
        o.used.set(0);
        o.mask.set(MIN_SIZE as u32 - 1);
        o.hashing.set(Hashing::Plain);
        o.no_int_keys.set(false);
        for at in 0..places {
            // SAFETY: the table had that many places and now belongs to this function alone.
            unsafe { table.add(at).read() }.key.decref();
        }
        self.free_set_table(table);
    }

    /// The next element at or after place `*at`, borrowed; `*at` becomes the place after it. Tolerates any change of
    /// the set between calls, though it may then pass over elements.
    #[inline]
    pub fn set_element(&self, s: Value, at: &mut usize) -> Option<Value> {
        set(s).next(at).map(|(key, _)| key)
    }

    /// Hash of a frozen set (or of what a set would have as one): CPython's, which is independent of the order.
    pub fn hash_frozenset(&self, s: Value) -> i64 {
        fn shuffle(h: u64) -> u64 {
            ((h ^ 89_869_747) ^ (h << 16)).wrapping_mul(3_644_798_167)
        }
        let o = set(s);
        if o.hash.get() != -1 {
            return o.hash.get();
        }
        let (mut at, mut hash) = (0, 0u64);
        while let Some((_, h)) = o.next(&mut at) {
            hash ^= shuffle(h as u64);
        }
        hash ^= (u64::from(o.used.get()) + 1).wrapping_mul(1_927_868_237);
        hash ^= (hash >> 11) ^ (hash >> 25);
        hash = hash.wrapping_mul(69069).wrapping_add(907_133_923);
        let hash = if hash == u64::MAX { 590_923_713 } else { hash as i64 };
        if self.kind_of_ptr(s) == Some(Kind::FrozenSet) {
            o.hash.set(hash);
        }
        hash
    }
}

/// Takes one owned element out of a dying set, in the order of places. `cursor` begins at 0.
pub(crate) fn set_take_child(s: Value, cursor: &mut usize) -> Option<Value> {
    let o = set(s);
    while *cursor < o.places() {
        let at = *cursor;
        *cursor += 1;
        if let Some(key) = o.at(at).key.some() {
            o.put(at, DELETED);
            return Some(key);
        }
    }
    None
}

/// Frees the table of a dead set, whose elements have been taken out.
pub(crate) fn set_free_buffer(rt: &Rt, s: Value) {
    let o = set(s);
    o.used.set(0);
    rt.free_set_table(o.table.replace(ptr::null_mut()));
}

/// Shows every element, borrowed, to `visit`, which must not change the set.
pub(crate) fn set_visit(s: Value, visit: &mut dyn FnMut(Value)) {
    let (o, mut at) = (set(s), 0);
    while let Some((key, _)) = o.next(&mut at) {
        visit(key);
    }
}
