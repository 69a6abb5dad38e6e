//! The adversary: what code that is not the function's own does to memory.
//!
//! Wherever a contract lets arbitrary code run, it changes places of the classes that the contract allows: it empties them, puts in
//! new objects, operands of the instruction, or what the host holds, and drops what was there. In some runs it spares nothing. It
//! never touches the references that the function owns, or that the caller keeps for it.
//!
//! Each choice depends on the event and the place only, and no choice looks at an object that might have been freed. So
//! the same seed changes the same things before and after counts are inserted.

use super::heap::{Field, Place, UNKNOWN, WORLD};
use super::machine::Machine;
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

/// What arbitrary code can do at one event.
struct Event<'a> {
    classes: Memory,
    style: Style,
    key: u64,
    operands: &'a [Value],
    roots: [Option<Value>; ROOTS as usize],
}

impl Machine<'_> {
    /// What an instruction does to memory besides what it is for, and the check that its operands survive it.
    pub(super) fn effects(&mut self, data: &InstData, contract: &Contract<'_>) -> Step<()> {
        let runs = contract.can.has(Can::RUN) || (contract.can.has(Can::DROP) && self.observing);
        let writes = !contract.writes.is_empty() && !self.options.exact_stores;
        if runs || writes {
            let mut operands = Values::new();
            for &arg in &data.args {
                operands.push(self.get(arg)?);
            }
            // Code that runs may write again what was just written.
            let written = self.written.take().filter(|_| !runs);
            let classes = if runs { Memory::ALL } else { contract.writes };
            self.act(classes, runs, self.key, &operands, written);
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
        let object = self.heap.object(id);
        if !self.options.destructors || footprint(object.kind.ty(), self.func.world()).is_empty() {
            self.heap.free(id);
            return Ok(());
        }
        let key = draw(self.key, Draw::Destructor, object.key);
        self.heap.hold(value);
        self.act(Memory::ALL, true, key, &[value], None);
        self.heap.unhold(value);
        Ok(())
    }

    /// Lets arbitrary code change memory of these classes, but for one place.
    fn act(&mut self, classes: Memory, runs: bool, key: u64, operands: &[Value], spared: Option<(ObjectId, Place)>) {
        let style = self.profile.style(key);
        if style == Style::Rest {
            return;
        }
        let roots = std::array::from_fn(|index| self.root(index as u32));
        let event = Event { classes, style, key, operands, roots };
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
        let key = mix(event.key, self.heap.object(id).key);
        for at in (0..self.heap.object(id).fields.len()).rev() {
            let field = self.heap.object(id).fields[at];
            // Whether an exception is pending is told by results, and is no affair of the adversary's.
            let fixed = field.place == Place::PENDING || spared == Some((id, field.place));
            if event.classes.intersects(field.place.class) && !fixed {
                self.change_place(id, at, field, event, mix(key, field.place.number()));
            }
        }
        if event.classes.intersects(Memory::LIST_ITEMS) && spared.is_none_or(|spared| spared.0 != id) {
            self.change_length(id, event, key);
        }
        let shape_changes = event.style == Style::Wipe || draw(key, Draw::Shape, 0).is_multiple_of(4);
        if event.classes.intersects(Memory::SHAPES) && shape_changes && spared.is_none_or(|spared| spared.0 != id) {
            self.heap.object_mut(id).shape = UNKNOWN;
        }
    }

    fn change_place(&mut self, id: ObjectId, at: usize, field: Field, event: &Event<'_>, key: u64) {
        if event.style == Style::Wipe {
            return self.heap.forget(id, at);
        }
        let pick = |values: &[Value]| values.get(((key >> 8) % values.len().max(1) as u64) as usize).copied();
        let new = match key % 16 {
            0..=7 => return,
            8..=10 => None,
            11 => Some(Value::Null),
            12 | 13 => pick(event.operands),
            14 => event.roots[((key >> 8) % u64::from(ROOTS)) as usize],
            _ => Some(self.none()),
        };
        match new {
            Some(value) if self.is_of(value, field.ty, Ask::Known) => self.heap.put(id, field.place, field.ty, value),
            _ => self.heap.forget(id, at),
        }
    }

    /// Makes a list shorter or longer.
    fn change_length(&mut self, id: ObjectId, event: &Event<'_>, key: u64) {
        let object = self.heap.object_mut(id);
        if !object.kind.is(Type::LIST_EXACT) || object.len == UNKNOWN {
            return;
        }
        let number = draw(key, Draw::Len, 0);
        object.len = match number % 8 {
            _ if event.style == Style::Wipe => UNKNOWN,
            0 => object.len / 2,
            1 => object.len + 1,
            _ => return,
        };
        let len = object.len;
        for at in (0..self.heap.object(id).fields.len()).rev() {
            let place = self.heap.object(id).fields[at].place;
            if place.class == Memory::LIST_ITEMS && (len..NATIVE_PLACES).contains(&place.index) {
                self.heap.forget(id, at);
            }
        }
    }

    /// Lets the host keep an operand, a new object, or nothing.
    fn change_root(&mut self, index: u32, event: &Event<'_>) {
        let place = Place::new(Memory::HOST, index);
        let number = draw(event.key, Draw::Root, u64::from(index));
        let pick = |values: &[Value]| values.get(((number >> 8) % values.len().max(1) as u64) as usize).copied();
        // What is kept hides what else was dropped: where nothing is spared, little is kept.
        let new = match number % if event.style == Style::Wipe { 32 } else { 8 } {
            0 => pick(event.operands).filter(|&value| self.is_of(value, Type::OBJECT, Ask::Known)),
            1 => self.make(Type::OBJECT, number, super::heap::Made::Stored),
            _ => None,
        };
        if let Some(value) = new {
            self.heap.put(WORLD, place, Type::OBJECT, value);
        }
    }
}
