//! The cycle collector: stop-the-world trial deletion over the heap's pages (Bacon and Rajan's idea in CPython's form), run
//! only at polls and on request, never inside an allocation.
//!
//! 1. Every container's count is copied to a side word ([`Heap::gc_slot`](crate::heap::Heap::gc_slot)).
//! 2. For every reference from one container to another, the target's word goes down by one. What is left counts
//!    references from outside: registers, native code, the context.
//! 3. Everything reachable from a container with such references is marked. The rest is garbage.
//! 4. Weak references to garbage are cleared, and the callbacks of those that are not garbage themselves are called; then
//!    finalisers run, each once. What became reachable again is spared, with all that it reaches.
//! 5. What is left is emptied, object by object, so that the counts free it.

use crate::class::flag;
use crate::heap::Flag;
use crate::instance::inline_slots;
use crate::list::list;
use crate::object::{IMMORTAL, Kind, shape_id};
use crate::rt::Rt;
use crate::tuple::tuple_items;
use crate::value::{Owned, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use std::ptr::NonNull;

/// Objects made between automatic collections, at least.
const LEAST_THRESHOLD: usize = 20_000;

/// How many times as many objects may be made between collections that find next to nothing.
const MOST_PATIENCE: usize = 4;

/// A collection was worth its while if at least one object in so many made since the one before was garbage.
const WORTH_WHILE: usize = 8;

/// The collector's state.
pub(crate) struct Collector {
    threshold: Cell<usize>,
    /// By how much the threshold is stretched because collections found little: 1 to [`MOST_PATIENCE`].
    patience: Cell<usize>,
    enabled: Cell<bool>,
    running: Cell<bool>,
}

impl Default for Collector {
    fn default() -> Self {
        Collector {
            threshold: Cell::new(LEAST_THRESHOLD),
            patience: Cell::new(1),
            enabled: Cell::new(true),
            running: Cell::new(false),
        }
    }
}

fn block(v: Value) -> NonNull<u8> {
    NonNull::new(v.as_ptr().cast::<u8>()).expect("a reference")
}

impl Rt {
    /// Collects if enough objects were made since the last collection.
    #[inline]
    pub fn collect_if_due(&self) {
        if self.heap.collection_due().get() {
            self.collect();
        }
    }

    /// Tells the heap when collections are to happen by themselves.
    pub(crate) fn arm_collector(&self) {
        self.heap.collect_after(if self.gc.enabled.get() { self.gc.threshold.get() } else { usize::MAX });
    }

    /// Whether collections happen by themselves.
    pub fn collector_enabled(&self) -> bool {
        self.gc.enabled.get()
    }

    /// Lets collections happen by themselves or not.
    pub fn set_collector_enabled(&self, on: bool) {
        self.gc.enabled.set(on);
        self.arm_collector();
    }

    /// Collects now. Gives the number of objects found unreachable.
    pub fn collect(&self) -> usize {
        self.collect_from(&[])
    }

    /// Collects now, as [`Rt::collect`]. Finalisers run in the order in which breadth-first walks from each group of `roots`
    /// (words of objects that may be dead by now) find the garbage.
    pub(crate) fn collect_from(&self, roots: &[Vec<u64>]) -> usize {
        // A finaliser that asks for a collection gets none: this one is under way.
        if self.gc.running.replace(true) {
            return 0;
        }
        let pending = self.pending.take();
        let (garbage, live) = self.find_garbage();
        let n = garbage.len();
        if n > 0 {
            self.dispose(garbage, roots);
        }
        self.pending.set_option(pending);
        self.pace(n, live);
        self.arm_collector();
        self.gc.running.set(false);
        n
    }

    /// Decides how many objects may be made before the next collection, after one that found `found` and left `live`.
    ///
    /// The work of a collection is proportional to what lives: half as much is made before the next one, and more while collections find little.
    /// Near the quota there is less patience: garbage must not use up what is left.
    fn pace(&self, found: usize, live: usize) {
        let made = self.heap.allocated_since_collection();
        let patience = if found * WORTH_WHILE < made { (self.gc.patience.get() * 2).min(MOST_PATIENCE) } else { 1 };
        self.gc.patience.set(patience);
        self.heap.reset_allocated();
        let usual = (live / 2).max(LEAST_THRESHOLD);
        let left = self.heap.quota().saturating_sub(self.heap.charged());
        let object = self.heap.charged() / live.max(1) + 1;
        let stretched = (usual * patience).min(left / object / 2);
        self.gc.threshold.set(stretched.max(usual));
    }

    /// As [`Rt::visit_owned`], without detours for the kinds that most objects are of.
    #[inline(always)]
    fn each_owned(&self, v: Value, mut f: impl FnMut(Value)) {
        match v.shape() {
            // SAFETY: visitors change no list.
            shape_id::LIST => unsafe { list(v).items() }.iter().for_each(|child| f(*child)),
            shape_id::TUPLE => tuple_items(v).iter().for_each(|child| f(*child)),
            id => {
                let shape = self.shapes.get(id);
                match inline_slots(shape, v) {
                    Some(slots) => {
                        slots.iter().for_each(|slot| f(slot.get()));
                        let class = shape.class.get();
                        if self.type_data(class).flags.get() & flag::HEAP != 0 {
                            f(class);
                        }
                    }
                    None => self.visit_owned(v, &mut f),
                }
            }
        }
    }

    /// The references that `v` owns, its class included.
    fn visit_owned(&self, v: Value, f: &mut dyn FnMut(Value)) {
        self.visit_children(v, f);
        let class = self.shape_of(v).class.get();
        if self.type_data(class).flags.get() & flag::HEAP != 0 {
            f(class);
        }
    }

    /// The side word of a container of this collection.
    #[inline(always)]
    fn side(&self, v: Value) -> Option<&Cell<u32>> {
        if !v.is_ptr() || !self.heap.contains(v.as_ptr().addr()) {
            return None;
        }
        // SAFETY: the word refers to a live block of this heap.
        unsafe { self.heap.gc_slot(block(v)) }
    }

    /// Objects reachable only from each other, new references to them in the heap's order; and how many containers there are.
    fn find_garbage(&self) -> (Vec<Owned>, usize) {
        let mut all: Vec<Value> = Vec::new();
        let mut complete = true;
        self.heap.for_each_page(|page| {
            if page.usage() == crate::heap::Use::Object {
                complete &= page.ensure_slots();
                page.for_each_object_with_slot(|p, word| {
                    let v = Value::from_ptr(p.as_ptr());
                    word.set(v.header().refcount.get());
                    all.push(v);
                });
            }
        });
        if !complete {
            self.heap.drop_gc_slots();
            return (Vec::new(), all.len());
        }
        let garbage = self.unreachable(&all);
        self.heap.drop_gc_slots();
        let live = all.len() - garbage.len();
        (garbage.into_iter().map(Value::own).collect(), live)
    }

    /// Those of `all` that are reachable only from each other. Every one has a side word with its count.
    fn unreachable(&self, all: &[Value]) -> Vec<Value> {
        for v in all {
            self.each_owned(*v, |child| {
                if let Some(word) = self.side(child)
                    && word.get() & IMMORTAL == 0
                {
                    word.set(word.get().wrapping_sub(1));
                }
            });
        }
        // From now on a word of `IMMORTAL` marks what is reachable.
        let mut work: Vec<Value> = Vec::new();
        for v in all {
            if let Some(word) = self.side(*v)
                && word.get() != 0
            {
                if word.get() != u32::MAX {
                    work.push(*v);
                }
                word.set(u32::MAX);
                while let Some(at) = work.pop() {
                    self.each_owned(at, |child| {
                        if let Some(word) = self.side(child)
                            && word.get() != u32::MAX
                        {
                            word.set(u32::MAX);
                            work.push(child);
                        }
                    });
                }
            }
        }
        all.iter().copied().filter(|v| self.side(*v).is_some_and(|w| w.get() == 0)).collect()
    }

    /// Finalises and frees garbage.
    fn dispose(&self, garbage: Vec<Owned>, roots: &[Vec<u64>]) {
        self.clear_weakrefs_of(&garbage);
        let mut finalisable: Vec<Value> = garbage.iter().map(|v| **v).filter(|v| self.has_finaliser(*v)).collect();
        let any = !finalisable.is_empty();
        if finalisable.len() > 1 && !roots.is_empty() {
            finalisable = self.breadth_first(&garbage, roots);
            finalisable.retain(|v| self.has_finaliser(*v));
        }
        for v in finalisable {
            // SAFETY: the object is alive: `garbage` owns it.
            let done = unsafe { self.heap.has_flag(block(v), Flag::Finalised) };
            if !done {
                // SAFETY: as above.
                unsafe { self.heap.set_flag(block(v), Flag::Finalised) };
                self.call_finaliser(v);
            }
        }
        let garbage = if any { self.still_garbage(garbage) } else { garbage };
        // Classes last: what is emptied before them may still be looked up in them.
        let (classes, others): (Vec<&Owned>, Vec<&Owned>) = garbage.iter().partition(|v| self.is_type(***v));
        for v in others.into_iter().chain(classes) {
            self.clear_children(**v);
        }
    }

    /// The garbage in the order of breadth-first walks from each group of `roots`, then from what they do not reach.
    fn breadth_first(&self, garbage: &[Owned], roots: &[Vec<u64>]) -> Vec<Value> {
        let mut unseen: FxHashMap<u64, Value> = garbage.iter().map(|v| (v.bits(), **v)).collect();
        let mut order: Vec<Value> = Vec::with_capacity(garbage.len());
        let mut next = 0;
        let rest: Vec<u64> = garbage.iter().map(|v| v.bits()).collect();
        for group in roots.iter().map(Vec::as_slice).chain(rest.chunks(1)) {
            order.extend(group.iter().filter_map(|start| unseen.remove(start)));
            while let Some(&at) = order.get(next) {
                next += 1;
                self.visit_owned(at, &mut |child| order.extend(unseen.remove(&child.bits())));
            }
        }
        order
    }

    fn has_finaliser(&self, v: Value) -> bool {
        let class = self.shape_of(v).class.get();
        self.type_data(class).flags.get() & flag::HAS_DEL != 0
            || (self.kind_of(v) == Kind::Generator && self.generator_needs_finaliser(v))
    }

    /// Weak references to garbage are cleared; the callbacks of those that survive are called.
    fn clear_weakrefs_of(&self, garbage: &[Owned]) {
        let mut callbacks = Vec::new();
        for v in garbage {
            // SAFETY: the object is alive: `garbage` owns it.
            if unsafe { self.heap.has_flag(block(**v), Flag::HasWeakrefs) } {
                callbacks.extend(self.detach_weakrefs(**v));
            }
        }
        if callbacks.is_empty() {
            return;
        }
        let dead: FxHashSet<u64> = garbage.iter().map(|v| v.bits()).collect();
        callbacks.retain(|r: &Owned| !dead.contains(&r.bits()));
        for r in callbacks.into_iter().rev() {
            self.call_weakref_callback(&r);
        }
    }

    /// What finalisers have not made reachable again. Everything else is given up.
    fn still_garbage(&self, garbage: Vec<Owned>) -> Vec<Owned> {
        let mut counts: FxHashMap<u64, u32> =
            garbage.iter().map(|v| (v.bits(), v.header().refcount.get() - 1)).collect();
        for v in &garbage {
            self.visit_owned(**v, &mut |child| {
                if let Some(n) = counts.get_mut(&child.bits()) {
                    *n = n.wrapping_sub(1);
                }
            });
        }
        let mut work: Vec<Value> = garbage.iter().map(|v| **v).filter(|v| counts[&v.bits()] != 0).collect();
        for v in &work {
            counts.remove(&v.bits());
        }
        while let Some(at) = work.pop() {
            self.visit_owned(at, &mut |child| {
                if counts.remove(&child.bits()).is_some() {
                    work.push(child);
                }
            });
        }
        garbage.into_iter().filter(|v| counts.contains_key(&v.bits())).collect()
    }
}
