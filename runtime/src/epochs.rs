//! Numbers that say that classes have changed. Caches and machine code compare them with what they were.

use std::cell::Cell;
use std::mem::offset_of;

/// The numbers of an engine. They stand together so that machine code can load a cache's key at once.
#[derive(Debug)]
#[repr(C, align(8))]
pub struct Epochs {
    /// The low half of a cache's key, where an object's shape is put.
    shape: u32,
    /// See [`Epochs::classes`].
    classes: Cell<u32>,
    /// See [`Epochs::slots`].
    slots: Cell<u32>,
}

impl Default for Epochs {
    fn default() -> Epochs {
        Epochs { shape: 0, classes: Cell::new(1), slots: Cell::new(1) }
    }
}

impl Epochs {
    /// Changes when a class changes in a way that attribute caches can see.
    #[inline(always)]
    pub fn classes(&self) -> u32 {
        self.classes.get()
    }

    /// Changes when an attribute that stands in a slot may no longer be what its name gives, in objects of a shape that there was before:
    /// their class gets a data descriptor of that name, or hooks for attributes.
    pub fn slots(&self) -> u32 {
        self.slots.get()
    }

    /// The key of a cache for objects of a shape: one number for shape and classes.
    #[inline(always)]
    pub fn key(&self, shape: u32) -> u64 {
        u64::from(shape) | u64::from(self.classes()) << 32
    }

    /// Where the [key](Self::key) of shape 0 is, eight bytes.
    pub fn key_address(&self) -> u64 {
        const { assert!(offset_of!(Epochs, shape) == 0 && offset_of!(Epochs, classes) == 4) };
        (&raw const self.shape).expose_provenance() as u64
    }

    /// Where the number of [classes](Self::classes) is.
    pub fn classes_address(&self) -> u64 {
        self.classes.as_ptr().expose_provenance() as u64
    }

    /// Where the number of [slots](Self::slots) is.
    pub fn slots_address(&self) -> u64 {
        self.slots.as_ptr().expose_provenance() as u64
    }

    pub(crate) fn classes_change(&self) {
        self.classes.set(self.classes.get() + 1);
    }

    pub(crate) fn slots_change(&self) {
        self.slots.set(self.slots.get() + 1);
    }
}
