//! What is known of memory at one place.

use crate::ValueId;
use crate::contract::Memory;
use crate::function::{Function, Imm};
use crate::opcode::Opcode;
use crate::ty::Type;
use smallvec::{SmallVec, smallvec};

/// Most facts that are kept; the oldest goes first. So looking one up takes limited time.
const MAX_FACTS: usize = 64;

/// What was found out: by which instruction, of which values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) op: Opcode,
    pub(super) imms: SmallVec<[Imm; 2]>,
    /// Roots.
    pub(super) args: SmallVec<[ValueId; 2]>,
}

impl Key {
    /// That an object has a shape.
    pub(super) fn shape(root: ValueId, shape: u32) -> Key {
        Key { op: Opcode::GuardShape, imms: smallvec![Imm::Shape(shape)], args: smallvec![root] }
    }

    /// What an object's slot holds.
    pub(super) fn slot(root: ValueId, slot: Imm) -> Key {
        Key { op: Opcode::LoadSlot, imms: smallvec![slot], args: smallvec![root] }
    }
}

/// Something known of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fact {
    pub(super) key: Key,
    /// What it gave, if it is no guard.
    pub(super) value: Option<ValueId>,
    /// What must not be written for it to hold.
    pub(super) reads: Memory,
}

impl Fact {
    /// That an object has a shape, and classes have the layouts for which code was made.
    pub(super) fn shape(root: ValueId, shape: u32) -> Fact {
        Fact { key: Key::shape(root, shape), value: None, reads: Memory::SHAPES.or(Memory::CLASSES_) }
    }

    /// That an object has a shape if `result` is true.
    pub(super) fn added(root: ValueId, to: u32, result: ValueId) -> Fact {
        let key = Key { op: Opcode::AddSlot, imms: smallvec![Imm::Shape(to)], args: smallvec![root] };
        Fact { key, value: Some(result), reads: Memory::SHAPES.or(Memory::CLASSES_) }
    }
}

/// The facts that hold at a place, the oldest first. Each key is there once.
#[derive(Clone, Debug, Default)]
pub(super) struct Available {
    facts: Vec<Fact>,
}

impl Available {
    /// The fact with this key.
    pub(super) fn find(&self, key: &Key) -> Option<&Fact> {
        self.facts.iter().rev().find(|fact| fact.key == *key)
    }

    /// Adds a fact, in place of an older one with its key.
    pub(super) fn add(&mut self, fact: Fact) {
        match self.facts.iter_mut().find(|known| known.key == fact.key) {
            Some(known) => *known = fact,
            None => {
                if self.facts.len() == MAX_FACTS {
                    self.facts.remove(0);
                }
                self.facts.push(fact);
            }
        }
    }

    /// Adds that an object has a shape: then it has no other.
    pub(super) fn add_shape(&mut self, root: ValueId, shape: u32) {
        self.facts.retain(|fact| fact.key.op != Opcode::GuardShape || fact.key.args[0] != root);
        self.add(Fact::shape(root, shape));
    }

    /// Takes out what does not hold after a write. If everything may be written, code of the program may run, and nothing is carried across it.
    pub(super) fn end(&mut self, written: Memory) {
        if written == Memory::ALL {
            self.facts.clear();
        } else {
            self.facts.retain(|fact| !fact.reads.intersects(written));
        }
    }

    /// The facts that still hold at the header of a loop which writes this memory.
    pub(super) fn after_loop(&self, written: Memory) -> Available {
        let mut kept = self.clone();
        kept.end(written);
        kept
    }

    /// What holds here and in all the others. Results are the same if they go back to the same value.
    pub(super) fn meet(&self, others: &[&Available], root: impl Fn(ValueId) -> ValueId) -> Available {
        let mut facts = Vec::new();
        for fact in &self.facts {
            let mut value = fact.value;
            let in_all = others.iter().all(|other| {
                let Some(found) = other.find(&fact.key) else { return false };
                if found.value != value {
                    value = value.map(&root);
                }
                found.value.map(&root) == value.map(&root)
            });
            if in_all {
                facts.push(Fact { value, ..fact.clone() });
            }
        }
        Available { facts }
    }

    /// Something is put into this slot of some object. What other slots hold stays known if it [is light](is_light); the
    /// rest would be counted on account of the write, and that costs more than to load it again.
    pub(super) fn end_slot(&mut self, func: &Function, slot: Imm) {
        self.facts.retain(|fact| {
            let other = fact.key.op == Opcode::LoadSlot
                && fact.key.imms.last() != Some(&slot)
                && fact.value.is_some_and(|value| is_light(func, value));
            other || !fact.reads.intersects(Memory::SLOTS)
        });
    }

    /// What was found is now also known as `copy`: the copy of which more is known is used from here on.
    pub(super) fn prefer(&mut self, func: &Function, is_copied: impl Fn(ValueId) -> bool, copy: ValueId) {
        for fact in self.facts.iter_mut().filter(|fact| fact.key.op != Opcode::AddSlot) {
            if let Some(value) = fact.value.filter(|&value| is_copied(value))
                && func.ty(copy).is_subtype(func.ty(value))
            {
                fact.value = Some(copy);
            }
        }
    }

    /// Whether classes are known to be what they were when the code was made.
    pub(super) fn knows_classes(&self) -> bool {
        self.facts.iter().any(|fact| matches!(fact.key.op, Opcode::LoadMethodCached | Opcode::GuardShape))
    }

    /// `result` is true: what hung on it is known.
    pub(super) fn succeeded(&mut self, result: ValueId) {
        let added = self.facts.iter().position(|f| f.key.op == Opcode::AddSlot && f.value == Some(result));
        if let Some(at) = added {
            let fact = self.facts.remove(at);
            if let (&[root], &[Imm::Shape(shape)]) = (&fact.key.args[..], &fact.key.imms[..]) {
                self.add_shape(root, shape);
            }
        }
    }
}

/// Whether it costs little to keep a value: it has no count, or is a float, which is mostly unboxed before the count matters.
pub(super) fn is_light(func: &Function, value: ValueId) -> bool {
    let ty = func.ty(value);
    !ty.is_counted() || ty.is_subtype(Type::FLOAT_EXACT)
}
