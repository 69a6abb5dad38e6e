//! The adversary: what code that is not the function's own does to memory.
//!
//! Wherever a contract lets arbitrary code run, it changes places of the classes that the contract allows: it empties them, puts in
//! new objects, operands of the instruction, or what the host holds, and drops what was there. In some runs it spares nothing. It
//! never touches the references that the function owns, or that the caller keeps for it.
//!
//! Each choice depends on the event and the place only, and no choice looks at an object that might have been freed. So
//! the same seed changes the same things before and after counts are inserted.

use super::heap::{Field, Place, UNKNOWN, WORLD};
use super::machine::{Control, Machine};
use super::make::Ask;
use super::profile::Style;
use super::trap::{Fault, Step, TrapKind};
use super::value::{Draw, ObjectId, Value, draw, mix};
use crate::{Can, Contract, InstData, Memory, Type, footprint};
use smallvec::SmallVec;

/// How many roots of the host are used.
pub(super) const ROOTS: u32 = 3;
/// Indices of places that natives read start here.
pub(super) const NATIVE_PLACES: u32 = 1 << 24;

/// Values that arbitrary code got hold of.
type Values = SmallVec<[Value; 6]>;

/// What arbitrary code did at one event, as far as it can be told without looking at memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Act {
    classes: Memory,
    style: Style,
    key: u64,
}

impl Act {
    /// The number that decides what happens to a place.
    fn number(&self, object_key: u64, place: Place) -> u64 {
        mix(mix(self.key, object_key), place.number())
    }

    /// Whether a place is changed.
    fn changes(&self, object_key: u64, place: Place) -> bool {
        self.classes.intersects(place.class)
            && (self.style == Style::Wipe || self.number(object_key, place) % 16 >= CHANGES)
    }
}

/// Of the sixteen things that can happen to a place where some change, the first that changes it.
const CHANGES: u64 = 8;

/// What arbitrary code can do at one event.
struct Event<'a> {
    act: Act,
    operands: &'a [Value],
    roots: [Option<Value>; ROOTS as usize],
}

impl Machine<'_> {
    /// What an instruction does to memory besides what it is for, and the check that its operands survive it.
    pub(super) fn effects(&mut self, data: &InstData, contract: &Contract<'_>) -> Step<()> {
        self.begin_free_of_dropped();
        // What concrete code does by itself, it does exactly.
        let exact = self.is_recorded_alone();
        let runs = contract.can.has(Can::RUN) || (contract.can.has(Can::DROP) && self.observing && !exact);
        let writes = !contract.writes.is_empty() && !self.options.exact_stores && !exact;
        if runs || writes {
            let mut operands = Values::new();
            for &arg in &data.args {
                operands.push(self.get(arg)?);
            }
            // Code that runs may write again what was just written.
            let written = self.written.take().filter(|_| !runs);
            let classes = if runs { Memory::ALL } else { contract.writes };
            let key = if runs { self.key } else { self.step };
            self.act(classes, runs, key, &operands, written);
        }
        self.written = None;
        self.heap.flush();
        for &arg in &data.args {
            match self.get(arg)? {
                Value::Object(id) if !self.heap.object(id).alive => {
                    return Err(Fault::of(TrapKind::OperandDied, id).value(arg));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Releases a reference of the function's. If it is the last, a destructor may run, and may bring the object back.
    pub(super) fn release(&mut self, value: Value) -> Step<()> {
        let Some(id) = self.heap.lose(value)? else { return Ok(()) };
        let is_call = self.begin_free(id);
        self.destroy(id, value);
        if is_call { self.end_call(None, &Control::Next) } else { Ok(()) }
    }

    /// The last reference to an object is gone.
    fn destroy(&mut self, id: ObjectId, value: Value) {
        let object = self.heap.object(id);
        if !self.options.destructors || footprint(object.kind.ty(), self.func.world()).is_empty() {
            return self.heap.free(id);
        }
        let key = draw(self.step, Draw::Destructor, object.key);
        self.heap.hold(value);
        self.act(Memory::ALL, true, key, &[value], None);
        self.heap.unhold(value);
    }

    /// Lets arbitrary code change memory of these classes, but for one place.
    fn act(&mut self, classes: Memory, runs: bool, key: u64, operands: &[Value], spared: Option<(ObjectId, Place)>) {
        let style = self.profile.style(key);
        if style == Style::Rest {
            return;
        }
        let act = Act { classes, style, key };
        self.acts.push(act);
        let roots = std::array::from_fn(|index| self.root(index as u32));
        let event = Event { act, operands, roots };
        let listed = self.heap.take_listed();
        for &id in &listed {
            self.change_object(id, &event, spared);
        }
        self.heap.give_listed(listed);
        if runs {
            (0..ROOTS).for_each(|index| self.change_root(index, &event));
        }
        self.heap.flush();
    }

    fn change_object(&mut self, id: ObjectId, event: &Event<'_>, spared: Option<(ObjectId, Place)>) {
        let key = self.heap.object(id).key;
        for at in (0..self.heap.object(id).fields.len()).rev() {
            let field = self.heap.object(id).fields[at];
            // Whether an exception is pending is told by results, and is no affair of the adversary's.
            let fixed = field.place == Place::PENDING || spared == Some((id, field.place));
            if !fixed && event.act.changes(key, field.place) {
                self.change_place(id, at, field, event);
            }
        }
        let is_spared = spared.is_some_and(|spared| spared.0 == id);
        if !is_spared && event.act.changes(key, Place::LENGTH) {
            self.change_length(id, event);
        }
        let reshapes = event.act.style == Style::Wipe || draw(event.act.key, Draw::Shape, key).is_multiple_of(4);
        // Concrete objects of another shape have other slots.
        let may = self.recorder.is_none() || event.act.classes.intersects(Memory::SLOTS);
        if !is_spared && may && reshapes && event.act.classes.intersects(Memory::SHAPES) {
            self.heap.object_mut(id).shape = UNKNOWN;
            if self.recorder.is_some() {
                self.forget_slots(id);
            }
        }
    }

    fn forget_slots(&mut self, id: ObjectId) {
        for at in (0..self.heap.object(id).fields.len()).rev() {
            if self.heap.object(id).fields[at].place.class == Memory::SLOTS {
                self.heap.forget(id, at);
            }
        }
    }

    fn change_place(&mut self, id: ObjectId, at: usize, field: Field, event: &Event<'_>) {
        if event.act.style == Style::Wipe || self.options.comparable {
            return self.heap.forget(id, at);
        }
        let number = event.act.number(self.heap.object(id).key, field.place);
        let pick = |values: &[Value]| values.get(((number >> 8) % values.len().max(1) as u64) as usize).copied();
        let new = match number % 16 {
            8..=10 => None,
            11 => Some(Value::Null),
            12 | 13 => pick(event.operands),
            14 => event.roots[((number >> 8) % u64::from(ROOTS)) as usize],
            _ => Some(self.none()),
        };
        match new {
            Some(value) if self.is_of(value, field.ty, Ask::Known) => self.heap.put(id, field.place, field.ty, value),
            _ => self.heap.forget(id, at),
        }
    }

    /// Makes a list shorter or longer.
    fn change_length(&mut self, id: ObjectId, event: &Event<'_>) {
        let number = event.act.number(self.heap.object(id).key, Place::LENGTH);
        let forgets = event.act.style == Style::Wipe || self.options.comparable;
        let object = self.heap.object_mut(id);
        if !object.kind.is(Type::LIST_EXACT) || object.len == UNKNOWN {
            return;
        }
        object.len = match number % 16 {
            _ if forgets => UNKNOWN,
            8..=10 => object.len / 2,
            11..=13 => object.len + 1,
            _ => UNKNOWN,
        };
        let len = object.len;
        for at in (0..self.heap.object(id).fields.len()).rev() {
            let place = self.heap.object(id).fields[at].place;
            if place.class == Memory::LIST_ITEMS && (len..NATIVE_PLACES).contains(&place.index) {
                self.heap.forget(id, at);
            }
        }
    }

    /// A number for what a place holds when it is first read, or first after it was changed: when that is does not matter.
    pub(super) fn place_key(&self, id: ObjectId, place: Place) -> u64 {
        let key = self.heap.object(id).key;
        let last = self.acts.iter().rev().find(|act| act.changes(key, place));
        mix(mix(last.map_or(self.base, |act| act.key), key), place.number())
    }

    /// Lets the host keep an operand, a new object, or nothing.
    fn change_root(&mut self, index: u32, event: &Event<'_>) {
        let place = Place::new(Memory::HOST, index);
        let number = draw(event.act.key, Draw::Root, u64::from(index));
        let pick = |values: &[Value]| values.get(((number >> 8) % values.len().max(1) as u64) as usize).copied();
        // What is kept hides what else was dropped: where nothing is spared, little is kept.
        let new = match number % if event.act.style == Style::Wipe { 32 } else { 8 } {
            0 => pick(event.operands).filter(|&value| self.is_of(value, Type::OBJECT, Ask::Known)),
            1 => self.make(Type::OBJECT, number, super::heap::Made::Stored),
            _ => None,
        };
        if let Some(value) = new {
            self.heap.put(WORLD, place, Type::OBJECT, value);
        }
    }
}
