//! What an attribute's name means in objects of many shapes: tables that machine code looks into.
//!
//! A row is for one name and one kind of [`Access`]. It is a direct-mapped cache (as the global lookup caches of Smalltalk-80 are, Goldberg and
//! Robson 1983, chapter 30), indexed by the object's shape; its key holds the shape and a number that changes when classes change. What it does
//! not have the opcode's helper finds, and remembers it there.

use std::cell::Cell;
use std::mem::offset_of;

/// Entries of a row.
const ENTRIES: usize = 32;

/// What one name means for one kind of access.
#[derive(Debug, Default)]
#[repr(C)]
pub struct Row {
    entries: [Entry; ENTRIES],
}

#[derive(Debug, Default)]
#[repr(C)]
struct Entry {
    key: Cell<u64>,
    value: Cell<u64>,
}

/// An entry's size is this power of two.
pub(crate) const ENTRY_SHIFT: u8 = 4;
/// The bits of an entry's offset in a row.
pub(crate) const OFFSET_MASK: i32 = (ENTRIES as i32 - 1) << ENTRY_SHIFT;
/// Where an entry has its key.
pub(crate) const KEY: i32 = offset_of!(Entry, key) as i32;
/// Where it has its value.
pub(crate) const VALUE: i32 = offset_of!(Entry, value) as i32;

impl Row {
    /// Remembers a value for a key, whose low half is a shape or version, not 0.
    pub fn set(&self, key: u64, value: u64) {
        const { assert!(size_of::<Entry>() == 1 << ENTRY_SHIFT) };
        let entry = &self.entries[key as usize % ENTRIES];
        entry.key.set(key);
        entry.value.set(value);
    }

    /// What is remembered for a key.
    pub fn get(&self, key: u64) -> Option<u64> {
        let entry = &self.entries[key as usize % ENTRIES];
        (entry.key.get() == key).then(|| entry.value.get())
    }
}

/// What an access by a name is to, and what its row has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// Reading an attribute of an instance: by shape, the offset of its slot in bytes from the object's start.
    Load,
    /// Replacing an attribute of an instance: the same.
    Store,
    /// Reading a method of an instance for a call: by shape, the word of what is called with the instance as first argument. It must be alive as
    /// long as the key can be met.
    Method,
    /// Reading an attribute that stands in the dictionary of a class or module itself: by the dictionary's version, the offset of the value in
    /// its table.
    Static,
}

/// Where machine code finds a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowPlace {
    /// The address of the [`Row`].
    pub row: u64,
    /// The address of the key for shape 0: eight bytes. Both stay valid as long as the code.
    pub key: u64,
}
