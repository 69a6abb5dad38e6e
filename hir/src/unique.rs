//! Uniquing (hash-consing): equal data has one id.
//!
//! Source of the technique: Ershov's hashing of expressions (1958); get-or-create over one table per kind.

use crate::entity::{Brand, Entity, make};
use indexmap::IndexSet;
use std::hash::Hash;

/// A table of distinct items, each with an id. Equal items have the same id.
#[derive(Clone, Debug)]
pub(crate) struct Uniquer<E: Entity, T: Hash + Eq> {
    items: IndexSet<T, rustc_hash::FxBuildHasher>,
    brand: Brand,
    marker: std::marker::PhantomData<E>,
}

impl<E: Entity, T: Hash + Eq> Uniquer<E, T> {
    pub(crate) fn new(brand: Brand) -> Self {
        Uniquer { items: IndexSet::default(), brand, marker: std::marker::PhantomData }
    }

    /// The id of `item`, which is added if it is new.
    pub(crate) fn intern(&mut self, item: T) -> E {
        let (index, _) = self.items.insert_full(item);
        make(self.brand, index)
    }

    /// The item of an id.
    ///
    /// # Panics
    /// If the id is not of this table.
    pub(crate) fn get(&self, id: E) -> &T {
        debug_assert!(crate::entity::has_brand(id, self.brand), "{} {id} belongs to another function", E::KIND);
        &self.items[id.index()]
    }

    /// The item of an id, if the id is of this table.
    pub(crate) fn try_get(&self, id: E) -> Option<&T> {
        if !crate::entity::has_brand(id, self.brand) {
            return None;
        }
        self.items.get_index(id.index())
    }

    /// Whether the id is of this table.
    pub(crate) fn contains(&self, id: E) -> bool {
        crate::entity::has_brand(id, self.brand) && id.index() < self.items.len()
    }

    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }
}
