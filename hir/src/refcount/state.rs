//! The state of the analysis at one program point: how every live model value is held.
//!
//! Model values are numbered by the index of their root value. The working state is dense (one slot a value of the function, made once);
//! what is kept for each block is a sorted list of the live entries only, so memory follows the live ranges.

use crate::ValueId;
use crate::contract::Memory;
use crate::entity::Entity;
use crate::function::Function;
use smallvec::SmallVec;

/// Index of a model value: that of its root.
pub(super) type Model = u32;

/// How a value is held. At one program point it only climbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Uncounted,
    Borrowed,
    Owned,
}

/// What keeps a borrowed value alive: all of it must stay as it is. More is never wrong.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Support {
    pub memory: Memory,
    /// Owner models, ascending.
    pub owners: SmallVec<[Model; 2]>,
}

impl Support {
    pub(super) fn memory(memory: Memory) -> Support {
        Support { memory, owners: SmallVec::new() }
    }

    /// Whether nothing can end the borrow while the function runs.
    pub(super) fn is_empty(&self) -> bool {
        self.memory.is_empty() && self.owners.is_empty()
    }

    pub(super) fn add_owner(&mut self, owner: Model) {
        if let Err(at) = self.owners.binary_search(&owner) {
            self.owners.insert(at, owner);
        }
    }

    pub(super) fn remove_owner(&mut self, owner: Model) -> bool {
        match self.owners.binary_search(&owner) {
            Ok(at) => {
                self.owners.remove(at);
                true
            }
            Err(_) => false,
        }
    }

    pub(super) fn has_owner(&self, owner: Model) -> bool {
        self.owners.binary_search(&owner).is_ok()
    }

    pub(super) fn add(&mut self, other: &Support) {
        self.memory = self.memory.or(other.memory);
        for &owner in &other.owners {
            self.add_owner(owner);
        }
    }
}

/// The state of one model value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub model: Model,
    pub kind: Kind,
    pub support: Support,
    /// The live copies, in definition order.
    pub copies: SmallVec<[ValueId; 2]>,
}

impl Entry {
    /// The copy that an operation should name: one that is certainly there, if a copy is; else the latest.
    pub(super) fn operand(&self, func: &Function) -> Option<ValueId> {
        let present = self.copies.iter().rev().find(|&&copy| !func.ty(copy).may_be_missing());
        present.or(self.copies.last()).copied()
    }

    /// Raises this entry to cover `other` too, its support given apart. Says whether anything changed.
    pub(super) fn raise(&mut self, kind: Kind, support: &Support) -> bool {
        let before = (self.kind, self.support.memory, self.support.owners.len());
        self.kind = self.kind.max(kind);
        match self.kind {
            Kind::Borrowed => self.support.add(support),
            Kind::Uncounted | Kind::Owned => self.support = Support::default(),
        }
        before != (self.kind, self.support.memory, self.support.owners.len())
    }
}

/// Which values are models, and of what.
#[derive(Debug)]
pub(super) struct Models {
    of: Vec<Model>,
    tracked: Vec<bool>,
}

impl Models {
    /// Finds the root of every value. Copies are found behind what they copy in reverse post-order, so `blocks` must be that.
    pub(super) fn compute(func: &Function, blocks: &[crate::BlockId]) -> Models {
        let bound = func.value_bound();
        let mut models = Models { of: (0..bound as u32).collect(), tracked: vec![false; bound] };
        for &block in blocks {
            for inst in func.insts(block) {
                let data = func.inst(inst);
                if let (Some(source), Some(&result)) = (func.copied_operand(data), data.results.first()) {
                    models.of[result.index()] = models.of[source.index()];
                }
                for &result in &data.results {
                    models.tracked[result.index()] = func.ty(result).is_counted();
                }
            }
        }
        models
    }

    pub(super) fn of(&self, value: ValueId) -> Model {
        self.of[value.index()]
    }

    /// Whether the model may be a counted object at all.
    pub(super) fn is_tracked(&self, model: Model) -> bool {
        self.tracked[model as usize]
    }
}

/// The working state: for each value of the function the place of its entry, and lists of those in use.
#[derive(Debug)]
pub(super) struct State {
    /// Index into `pool` and one, or 0. By model.
    places: Vec<u32>,
    pool: Vec<Entry>,
    free: Vec<u32>,
    live: Vec<Model>,
    /// Models that were given support; some may have lost it since.
    borrowed: Vec<Model>,
}

impl State {
    pub(super) fn new(values: usize) -> State {
        State { places: vec![0; values], pool: Vec::new(), free: Vec::new(), live: Vec::new(), borrowed: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        for model in self.live.drain(..) {
            self.places[model as usize] = 0;
        }
        self.pool.clear();
        self.free.clear();
        self.borrowed.clear();
    }

    fn place(&self, model: Model) -> Option<usize> {
        (self.places[model as usize] as usize).checked_sub(1)
    }

    pub(super) fn get(&self, model: Model) -> Option<&Entry> {
        self.place(model).map(|at| &self.pool[at])
    }

    pub(super) fn get_mut(&mut self, model: Model) -> Option<&mut Entry> {
        self.place(model).map(|at| &mut self.pool[at])
    }

    /// The kind; what is not in the state has no count.
    pub(super) fn kind(&self, model: Model) -> Kind {
        self.get(model).map_or(Kind::Uncounted, |entry| entry.kind)
    }

    /// Puts an entry in, for a model that has none.
    pub(super) fn insert(&mut self, entry: Entry) {
        let model = entry.model;
        if entry.kind == Kind::Borrowed && !entry.support.is_empty() {
            self.borrowed.push(model);
        }
        let at = match self.free.pop() {
            Some(at) => {
                self.pool[at as usize] = entry;
                at
            }
            None => {
                self.pool.push(entry);
                self.pool.len() as u32 - 1
            }
        };
        self.places[model as usize] = at + 1;
        self.live.push(model);
    }

    /// Takes a model out; the list of live ones forgets it when it is next read.
    pub(super) fn remove(&mut self, model: Model) -> Option<Entry> {
        let at = self.place(model)?;
        self.places[model as usize] = 0;
        self.free.push(at as u32);
        let empty = Entry { model, kind: Kind::Uncounted, support: Support::default(), copies: SmallVec::new() };
        Some(std::mem::replace(&mut self.pool[at], empty))
    }

    /// Models with support, forgetting those that have none any more.
    pub(super) fn borrowed(&mut self) -> SmallVec<[Model; 8]> {
        let (places, pool) = (&self.places, &self.pool);
        self.borrowed.retain(|&model| {
            let at = places[model as usize] as usize;
            at != 0 && pool[at - 1].kind == Kind::Borrowed && !pool[at - 1].support.is_empty()
        });
        SmallVec::from_slice(&self.borrowed)
    }

    /// The live entries, sorted by model.
    pub(super) fn entries(&mut self) -> impl Iterator<Item = &Entry> {
        let places = &self.places;
        self.live.retain(|&model| places[model as usize] != 0);
        // A model that died and came to life again stands there twice.
        self.live.sort_unstable();
        self.live.dedup();
        self.live.iter().filter_map(|&model| self.get(model))
    }

    /// The live entries, sorted by model.
    pub(super) fn save(&mut self) -> Vec<Entry> {
        self.entries().cloned().collect()
    }

    pub(super) fn load(&mut self, entries: &[Entry]) {
        self.clear();
        for entry in entries {
            self.insert(entry.clone());
        }
    }
}
