//! The abstract state at one place: for each alias class, what the function owns of it and what keeps it alive.

use super::classes::Class;
use crate::{Entity, InstId, Memory, ValueId};

/// How a class is kept alive by others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Borrow {
    /// It is not.
    None,
    /// All its anchors have been intact so far.
    Intact,
    /// One of them was written or died.
    Broken,
}

/// What is known of one class.
#[derive(Clone, Copy, Debug)]
struct Held {
    /// The visit of a block for which the rest holds.
    visit: u32,
    /// References the function owns, if it is a counted object.
    units: u32,
    /// Whether it is certainly no counted object.
    uncounted: bool,
    borrow: Borrow,
    /// Anchors: memory classes.
    memory: Memory,
    /// Anchors: other classes, a range of [`State::owners`].
    owners: (u32, u32),
    /// Classes that have this one as an anchor: the first link of a list in [`State::links`].
    borrowers: u32,
    /// What took its last reference or broke its borrow.
    lost: Option<InstId>,
}

impl Held {
    fn is_usable(&self) -> bool {
        self.uncounted || self.units > 0 || self.borrow == Borrow::Intact
    }
}

const NO_LINK: u32 = u32::MAX;
const NOTHING: Held = Held {
    visit: 0,
    units: 0,
    uncounted: false,
    borrow: Borrow::None,
    memory: Memory::NONE,
    owners: (0, 0),
    borrowers: NO_LINK,
    lost: None,
};

/// A borrower in the list of its owner, and the next link.
#[derive(Clone, Copy, Debug)]
struct Link {
    borrower: Class,
    next: u32,
}

/// Where a new class starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// It has no count.
    Uncounted,
    /// The function owns a reference.
    Owned,
    /// It is alive while its anchors are (see [`State::anchor`]).
    Borrowed,
}

/// What [`State::assume_uncounted`] forgot.
pub(super) struct Saved {
    class: Class,
    held: Held,
    total: u64,
}

impl Saved {
    /// The class, if it was dead before the assumption.
    pub(super) fn dead(&self) -> Option<Class> {
        (!self.held.is_usable()).then_some(self.class)
    }
}

/// The state. One is used for all blocks: a *visit* of a block starts an empty one in constant time.
///
/// Anchors break at once when memory is written or an owner dies, by inverse maps (memory class → borrowers, owner →
/// borrowers), each entry of which is used once.
pub(super) struct State {
    visit: u32,
    held: Vec<Held>,
    /// For each value, the visit in which it was defined or claimed.
    known: Vec<u32>,
    /// Classes with a state, in the order in which they got it.
    classes: Vec<Class>,
    owners: Vec<Class>,
    links: Vec<Link>,
    by_memory: Vec<Vec<Class>>,
    /// References owned, of all counted classes.
    total: u64,
    /// Classes that have just died, whose borrowers are still to be told.
    dying: Vec<Class>,
}

impl State {
    pub(super) fn new(values: usize) -> State {
        State {
            visit: 0,
            held: vec![NOTHING; values],
            known: vec![0; values],
            classes: Vec::new(),
            owners: Vec::new(),
            links: Vec::new(),
            by_memory: vec![Vec::new(); Memory::CLASSES.len()],
            total: 0,
            dying: Vec::new(),
        }
    }

    /// Starts the visit of a block: nothing is known.
    pub(super) fn clear(&mut self) {
        self.visit += 1;
        self.classes.clear();
        self.owners.clear();
        self.links.clear();
        self.by_memory.iter_mut().for_each(Vec::clear);
        self.total = 0;
    }

    fn get(&self, class: Class) -> Option<&Held> {
        Some(&self.held[class.index()]).filter(|held| held.visit == self.visit)
    }

    /// Makes the value known: it was defined or claimed in this block.
    pub(super) fn know(&mut self, value: ValueId) {
        self.known[value.index()] = self.visit;
    }

    /// Whether the value was defined or claimed in this block.
    pub(super) fn knows(&self, value: ValueId) -> bool {
        self.known[value.index()] == self.visit
    }

    /// Gives a class a state. It replaces one that it may have had.
    pub(super) fn enter(&mut self, class: Class, start: Start) {
        match self.get(class) {
            Some(old) => self.total -= u64::from(old.units),
            None => self.classes.push(class),
        }
        let mut held = Held { visit: self.visit, ..NOTHING };
        match start {
            Start::Uncounted => held.uncounted = true,
            Start::Owned => {
                held.units = 1;
                self.total += 1;
            }
            Start::Borrowed => held.borrow = Borrow::Intact,
        }
        self.held[class.index()] = held;
    }

    /// Sets the anchors of a class that was entered as borrowed. If one of them is dead already, so is the borrow.
    pub(super) fn anchor(&mut self, class: Class, memory: Memory, owners: impl Iterator<Item = Class>) {
        let first = self.owners.len() as u32;
        for owner in owners.filter(|&owner| !self.is_uncounted(owner)).collect::<smallvec::SmallVec<[Class; 4]>>() {
            self.owners.push(owner);
            if !self.is_usable(owner) {
                self.held[class.index()].borrow = Borrow::Broken;
            } else {
                self.links.push(Link { borrower: class, next: self.held[owner.index()].borrowers });
                self.held[owner.index()].borrowers = self.links.len() as u32 - 1;
            }
        }
        let held = &mut self.held[class.index()];
        held.memory = memory;
        held.owners = (first, self.owners.len() as u32);
        for (bit, &(one, _)) in Memory::CLASSES.iter().enumerate() {
            if memory.contains(one) {
                self.by_memory[bit].push(class);
            }
        }
    }

    /// Whether the class has a state.
    pub(super) fn has(&self, class: Class) -> bool {
        self.get(class).is_some()
    }

    /// Whether the class is certainly no counted object here.
    pub(super) fn is_uncounted(&self, class: Class) -> bool {
        self.get(class).is_some_and(|held| held.uncounted)
    }

    /// Whether the class may be used: there is nothing to keep alive, or a reference does, or all anchors.
    pub(super) fn is_usable(&self, class: Class) -> bool {
        self.get(class).is_some_and(Held::is_usable)
    }

    /// Whether something else than the function's own references keeps the class alive.
    pub(super) fn is_borrowed(&self, class: Class) -> bool {
        self.get(class).is_some_and(|held| held.borrow == Borrow::Intact)
    }

    /// The anchors: memory classes, and other classes.
    pub(super) fn anchors(&self, class: Class) -> (Memory, &[Class]) {
        match self.get(class) {
            Some(held) => (held.memory, &self.owners[held.owners.0 as usize..held.owners.1 as usize]),
            None => (Memory::NONE, &[]),
        }
    }

    /// How many references the function owns.
    pub(super) fn units(&self, class: Class) -> u32 {
        self.get(class).map_or(0, |held| held.units)
    }

    /// How many references the function owns in all.
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// The classes of which the function owns references.
    pub(super) fn owned(&self) -> impl Iterator<Item = (Class, u32)> + '_ {
        self.classes.iter().map(|&class| (class, self.units(class))).filter(|&(_, units)| units > 0)
    }

    /// What ended the life of the class.
    pub(super) fn lost(&self, class: Class) -> Option<InstId> {
        self.get(class)?.lost
    }

    /// The class has turned out to be no counted object: what was owned of it is nothing.
    pub(super) fn set_uncounted(&mut self, class: Class) {
        if self.has(class) {
            let held = &mut self.held[class.index()];
            self.total -= u64::from(held.units);
            held.units = 0;
            held.uncounted = true;
        }
    }

    /// As [`set_uncounted`](Self::set_uncounted), until [`restore`](Self::restore).
    pub(super) fn assume_uncounted(&mut self, class: Class) -> Option<Saved> {
        let saved = Saved { class, held: *self.get(class)?, total: self.total };
        self.set_uncounted(class);
        Some(saved)
    }

    /// Takes an assumption back; the last one first.
    pub(super) fn restore(&mut self, saved: Saved) {
        self.held[saved.class.index()] = saved.held;
        self.total = saved.total;
    }

    /// Adds a reference to a class with a state.
    pub(super) fn add_unit(&mut self, class: Class) {
        if self.has(class) && !self.is_uncounted(class) {
            self.held[class.index()].units += 1;
            self.total += 1;
        }
    }

    /// Takes a reference away, if the function owns one. A class that nothing keeps alive then takes with it what is borrowed from it.
    pub(super) fn take_unit(&mut self, class: Class, by: InstId) -> bool {
        if self.units(class) == 0 {
            return false;
        }
        let held = &mut self.held[class.index()];
        held.units -= 1;
        self.total -= 1;
        if held.units == 0 {
            held.lost = Some(by);
            if held.borrow != Borrow::Intact {
                self.dying.push(class);
                self.settle(by);
            }
        }
        true
    }

    /// Memory of these classes is written: what is borrowed from it may be dead.
    pub(super) fn write(&mut self, memory: Memory, by: InstId) {
        if memory.is_empty() {
            return;
        }
        for (bit, &(one, _)) in Memory::CLASSES.iter().enumerate() {
            if memory.contains(one) {
                let mut borrowers = std::mem::take(&mut self.by_memory[bit]);
                for class in borrowers.drain(..) {
                    self.break_borrow(class, by);
                }
                self.by_memory[bit] = borrowers;
            }
        }
        self.settle(by);
    }

    fn break_borrow(&mut self, class: Class, by: InstId) {
        let held = &mut self.held[class.index()];
        if held.visit != self.visit || held.borrow != Borrow::Intact {
            return;
        }
        held.borrow = Borrow::Broken;
        if held.units == 0 && !held.uncounted {
            held.lost = Some(by);
            self.dying.push(class);
        }
    }

    /// Breaks what is borrowed from classes that have died.
    fn settle(&mut self, by: InstId) {
        while let Some(class) = self.dying.pop() {
            let mut next = std::mem::replace(&mut self.held[class.index()].borrowers, NO_LINK);
            while let Some(&link) = self.links.get(next as usize) {
                self.break_borrow(link.borrower, by);
                next = link.next;
            }
        }
    }
}
