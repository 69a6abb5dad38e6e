//! Entity references: small typed indices into the arenas of one [`Function`](crate::Function).
//!
//! # Stale and foreign references
//!
//! A reference is 32 bits: the low 24 are the index, the high 8 the *brand* of the function that made it. Arenas never
//! reuse a slot while the function exists, so a reference to a removed entity can never come to mean another one;
//! using it panics in debug builds, and so does the use of a reference with another function's brand (brands
//! repeat after 255 functions, so this finds almost every such mistake, not each). Where an answer is a question of
//! membership (`Function::get_inst` and its siblings) the answer is `None` in every build.

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};

/// Bits of a reference that are the index.
const INDEX_BITS: u32 = 24;

/// Most entities of one kind in one function.
pub const MAX_ENTITIES: usize = (1 << INDEX_BITS) - 1;

/// Which function an entity reference belongs to: never zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Brand(u8);

impl Brand {
    /// A brand that differs from the 254 made before it.
    pub(crate) fn fresh() -> Brand {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        // The order of brands is of no importance, only that neighbours differ.
        Brand((NEXT.fetch_add(1, Ordering::Relaxed) % 255) as u8 + 1)
    }
}

/// What all entity references have in common.
pub trait Entity: Copy + Eq + Ord + fmt::Display + fmt::Debug {
    /// What the entity is called in messages.
    const KIND: &'static str;
    /// Position in the function's arena of this kind.
    fn index(self) -> usize;
    /// The reference from its raw bits.
    #[doc(hidden)]
    fn from_bits(bits: u32) -> Self;
    /// The raw bits.
    #[doc(hidden)]
    fn bits(self) -> u32;
}

pub(crate) fn make<E: Entity>(brand: Brand, index: usize) -> E {
    debug_assert!(index < MAX_ENTITIES);
    E::from_bits((u32::from(brand.0) << INDEX_BITS) | index as u32)
}

pub(crate) fn has_brand<E: Entity>(entity: E, brand: Brand) -> bool {
    entity.bits() >> INDEX_BITS == u32::from(brand.0)
}

macro_rules! entities {
    ($( $(#[doc = $doc:literal])+ $name:ident $kind:literal $prefix:literal )+) => { $(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl Entity for $name {
            const KIND: &'static str = $kind;
            fn index(self) -> usize {
                (self.0 & ((1 << INDEX_BITS) - 1)) as usize
            }
            fn from_bits(bits: u32) -> Self {
                $name(bits)
            }
            fn bits(self) -> u32 {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.index())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    )+ };
}

entities! {
    /// An SSA value.
    ValueId "value" "v"
    /// An instruction.
    InstId "instruction" "inst"
    /// A basic block.
    BlockId "block" "bb "
    /// A frame state.
    FrameId "frame state" "fs"
    /// A uniqued type.
    TypeId "type" "type"
    /// A uniqued constant.
    ConstId "constant" "const"
    /// An interned name.
    NameId "name" "name"
    /// A native function's signature.
    NativeId "native" "native"
    /// A variable of a [`FunctionBuilder`](crate::FunctionBuilder).
    Variable "variable" "var"
}

/// A growable array indexed by entity references, with a default for those not set.
///
/// The side table of an analysis: only the index counts, so it may outlive changes to the function.
#[derive(Clone, Debug)]
pub struct EntityMap<E: Entity, T: Clone> {
    items: Vec<T>,
    default: T,
    marker: std::marker::PhantomData<E>,
}

impl<E: Entity, T: Clone> EntityMap<E, T> {
    /// A map in which every entity has `default`.
    pub fn new(default: T) -> Self {
        EntityMap { items: Vec::new(), default, marker: std::marker::PhantomData }
    }

    /// As [`new`](Self::new), with room for `len` entities.
    pub fn with_len(default: T, len: usize) -> Self {
        EntityMap { items: vec![default.clone(); len], default, marker: std::marker::PhantomData }
    }

    /// The entries by index, up to the last one set.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.items.iter()
    }

    /// Forgets every entry.
    pub fn clear(&mut self) {
        self.items.clear();
    }
}

impl<E: Entity, T: Clone> std::ops::Index<E> for EntityMap<E, T> {
    type Output = T;
    fn index(&self, entity: E) -> &T {
        self.items.get(entity.index()).unwrap_or(&self.default)
    }
}

impl<E: Entity, T: Clone> std::ops::IndexMut<E> for EntityMap<E, T> {
    fn index_mut(&mut self, entity: E) -> &mut T {
        let index = entity.index();
        if index >= self.items.len() {
            self.items.resize(index + 1, self.default.clone());
        }
        &mut self.items[index]
    }
}
