//! Program order: intrusive links between entities, kept apart from their data.
//!
//! Insert, remove, move and splice are O(1) at a known place. [`Layout::comes_before`] compares *gap numbers*: members of a block are
//! numbered in steps, one put between two others takes the middle, and where no number is left the neighbourhood is renumbered
//! (the order-maintenance scheme of instruction layouts; amortised cheap because renumbering spreads a run out).

use crate::entity::Entity;

const NONE: u32 = u32::MAX;
/// Distance between neighbours when there is room.
const GAP: u32 = 16;

/// The links of one entity, by index.
#[derive(Clone, Copy, Debug)]
struct Link {
    prev: u32,
    next: u32,
    /// Which list it is in: the index of the list, or `NONE`.
    list: u32,
    /// Gap number: grows along the list.
    order: u32,
}

const UNLINKED: Link = Link { prev: NONE, next: NONE, list: NONE, order: 0 };

/// The ends of one list.
#[derive(Clone, Copy, Debug)]
struct Ends {
    first: u32,
    last: u32,
}

/// Lists of entities: each entity is in at most one.
#[derive(Clone, Debug)]
pub(crate) struct Layout<E: Entity> {
    links: Vec<Link>,
    lists: Vec<Ends>,
    /// Turns an index into a reference again: the bits all references of the function share.
    brand_bits: u32,
    marker: std::marker::PhantomData<E>,
}

impl<E: Entity> Layout<E> {
    pub(crate) fn new(brand_bits: u32) -> Self {
        Layout { links: Vec::new(), lists: Vec::new(), brand_bits, marker: std::marker::PhantomData }
    }

    fn entity(&self, index: u32) -> Option<E> {
        (index != NONE).then(|| E::from_bits(self.brand_bits | index))
    }

    fn link(&self, e: E) -> Link {
        self.links.get(e.index()).copied().unwrap_or(UNLINKED)
    }

    /// Makes the list of this index exist.
    pub(crate) fn ensure_list(&mut self, list: usize) {
        if self.lists.len() <= list {
            self.lists.resize(list + 1, Ends { first: NONE, last: NONE });
        }
    }

    /// Which list `e` is in.
    pub(crate) fn list_of(&self, e: E) -> Option<usize> {
        let list = self.link(e).list;
        (list != NONE).then_some(list as usize)
    }

    pub(crate) fn first(&self, list: usize) -> Option<E> {
        self.lists.get(list).and_then(|ends| self.entity(ends.first))
    }

    pub(crate) fn last(&self, list: usize) -> Option<E> {
        self.lists.get(list).and_then(|ends| self.entity(ends.last))
    }

    pub(crate) fn next(&self, e: E) -> Option<E> {
        self.entity(self.link(e).next)
    }

    pub(crate) fn prev(&self, e: E) -> Option<E> {
        self.entity(self.link(e).prev)
    }

    /// Whether `a` stands before `b` in the list both are in.
    ///
    /// # Panics
    /// If they are not in the same list.
    pub(crate) fn comes_before(&self, a: E, b: E) -> bool {
        let (a, b) = (self.link(a), self.link(b));
        assert!(a.list != NONE && a.list == b.list, "not in the same list");
        a.order < b.order
    }

    pub(crate) fn append(&mut self, list: usize, e: E) {
        self.ensure_list(list);
        let last = self.lists[list].last;
        self.insert_between(list, last, e, NONE);
    }

    pub(crate) fn insert_before(&mut self, e: E, before: E) {
        let place = self.link(before);
        assert!(place.list != NONE, "{} {before} is in no list", E::KIND);
        self.insert_between(place.list as usize, place.prev, e, before.index() as u32);
    }

    pub(crate) fn insert_after(&mut self, e: E, after: E) {
        let place = self.link(after);
        assert!(place.list != NONE, "{} {after} is in no list", E::KIND);
        self.insert_between(place.list as usize, after.index() as u32, e, place.next);
    }

    fn insert_between(&mut self, list: usize, prev: u32, e: E, next: u32) {
        let index = e.index();
        if self.links.len() <= index {
            self.links.resize(index + 1, UNLINKED);
        }
        assert!(self.links[index].list == NONE, "{} {e} is in a list already", E::KIND);
        self.links[index] = Link { prev, next, list: list as u32, order: 0 };
        self.set_next(list, prev, index as u32);
        self.set_prev(list, next, index as u32);
        self.number(index as u32);
    }

    fn set_next(&mut self, list: usize, at: u32, to: u32) {
        if at == NONE { self.lists[list].first = to } else { self.links[at as usize].next = to }
    }

    fn set_prev(&mut self, list: usize, at: u32, to: u32) {
        if at == NONE { self.lists[list].last = to } else { self.links[at as usize].prev = to }
    }

    fn order_of(&self, index: u32) -> Option<u32> {
        (index != NONE).then(|| self.links[index as usize].order)
    }

    /// Gives the entity a number between its neighbours', renumbering what follows where none is free.
    fn number(&mut self, index: u32) {
        let Link { prev, next, .. } = self.links[index as usize];
        let low = self.order_of(prev).unwrap_or(0);
        match self.order_of(next) {
            None if low <= u32::MAX - GAP => self.links[index as usize].order = low + GAP,
            Some(high) if high - low >= 2 => self.links[index as usize].order = low + (high - low) / 2,
            _ => self.renumber(index, low),
        }
    }

    /// Numbers `index` and what follows it in growing steps until the old numbers are larger; the whole list when numbers run out.
    fn renumber(&mut self, index: u32, low: u32) {
        let (mut at, mut order, mut step) = (index, low, 1);
        while at != NONE {
            let Some(next_order) = order.checked_add(step) else { return self.renumber_list(index) };
            order = next_order;
            if at != index && self.links[at as usize].order > order {
                return;
            }
            self.links[at as usize].order = order;
            // Steps grow along the run, so that many insertions at one place renumber rarely.
            step = (step + 1).min(GAP);
            at = self.links[at as usize].next;
        }
    }

    fn renumber_list(&mut self, member: u32) {
        let list = self.links[member as usize].list as usize;
        let mut at = self.lists[list].first;
        let mut order = 0;
        while at != NONE {
            // A function has fewer than 2^24 entities of a kind, so steps of `GAP` fit.
            order += GAP;
            self.links[at as usize].order = order;
            at = self.links[at as usize].next;
        }
    }

    /// Takes `e` out of its list. Does nothing if it is in none.
    pub(crate) fn remove(&mut self, e: E) {
        let Link { prev, next, list, .. } = self.link(e);
        if list == NONE {
            return;
        }
        self.set_next(list as usize, prev, next);
        self.set_prev(list as usize, next, prev);
        self.links[e.index()] = UNLINKED;
    }

    /// Moves `from` and everything after it to the end of list `to`. Linear in what moves.
    pub(crate) fn move_tail(&mut self, from: E, to: usize) {
        let mut at = Some(from);
        while let Some(e) = at {
            at = self.next(e);
            self.remove(e);
            self.append(to, e);
        }
    }

    pub(crate) fn iter(&self, list: usize) -> impl DoubleEndedIterator<Item = E> + '_ {
        Members { layout: self, front: self.first(list), back: self.last(list) }
    }
}

struct Members<'l, E: Entity> {
    layout: &'l Layout<E>,
    front: Option<E>,
    back: Option<E>,
}

impl<E: Entity> Iterator for Members<'_, E> {
    type Item = E;
    fn next(&mut self) -> Option<E> {
        let e = self.front?;
        if self.front == self.back {
            (self.front, self.back) = (None, None);
        } else {
            self.front = self.layout.next(e);
        }
        Some(e)
    }
}

impl<E: Entity> DoubleEndedIterator for Members<'_, E> {
    fn next_back(&mut self) -> Option<E> {
        let e = self.back?;
        if self.front == self.back {
            (self.front, self.back) = (None, None);
        } else {
            self.back = self.layout.prev(e);
        }
        Some(e)
    }
}
