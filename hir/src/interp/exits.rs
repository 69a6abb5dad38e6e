//! Exits: handing the references over to the interpreter's frames.

use super::machine::{Control, Machine};
use super::trace::{End, Seen, SeenFrame};
use super::trap::{ExitFault, Fault, Step, TrapKind};
use super::value::{ObjectId, Value};
use crate::{Entity, Exit, FrameId, InstData, RefKind, Type, ValueId};

impl Machine<'_> {
    /// Leaves by the exit of an instruction.
    pub(super) fn exit(&mut self, data: &InstData, kind: Exit) -> Step<Control> {
        let frame = data.frame.ok_or(Fault::malformed("an exit without a frame state"))?;
        let frames = self.see_frames(frame)?;
        self.record_exit(data, kind)?;
        if self.counted {
            self.check_exit(data)?;
            self.hand_over(data, frame)?;
        }
        self.leave(End::Exit { kind, frames })
    }

    fn see_frames(&mut self, innermost: FrameId) -> Step<Vec<SeenFrame>> {
        let func = self.func;
        let mut frames = Vec::new();
        let mut next = Some(innermost);
        while let Some(id) = next {
            let frame = func.frame(id);
            let mut slots = Vec::with_capacity(frame.slots.len());
            for slot in &frame.slots {
                let value = slot.map_or(Ok(Value::Null), |value| self.get(value))?;
                slots.push(self.see_slot(value));
            }
            frames.push(SeenFrame { code: func.name_of(frame.code).into(), pc: frame.pc, slots });
            next = frame.caller;
        }
        Ok(frames)
    }

    /// A value in a register of a frame. A float is seen as its bits, whether the function has an object for it or the exit makes one.
    fn see_slot(&mut self, value: Value) -> Seen {
        match value {
            Value::Null => Seen::Nothing,
            Value::Object(id) if self.heap.object(id).kind.is(Type::HEAP_FLOAT) => {
                Seen::Float(self.heap.object(id).number)
            }
            _ => self.see(value),
        }
    }

    /// Gives the frames their references, releases what no frame names, and drops the frames.
    fn hand_over(&mut self, data: &InstData, frame: FrameId) -> Step<()> {
        for value in self.func.frame_uses(Some(frame)) {
            self.heap.hold(self.get(value)?);
        }
        for &(id, kind) in &data.exit_refs {
            if kind == RefKind::Owned {
                let value = self.get(id)?;
                self.release(value).map_err(|fault| fault.value(id))?;
            }
        }
        for value in self.func.frame_uses(Some(frame)) {
            self.heap.unhold(self.get(value)?);
        }
        Ok(())
    }

    /// Checks that the references listed at an exit are those that there are: every value of the frame once, as many owned entries as
    /// the function owns references, nothing freed, nothing counted passed over as a raw word.
    pub(super) fn check_exit(&mut self, data: &InstData) -> Step<()> {
        self.exits += 1;
        self.listed_units.clear();
        let mut listed = 0;
        for &(id, kind) in &data.exit_refs {
            let value = self.get(id)?;
            let last = self.listed_at.get_mut(id.index()).ok_or(Fault::malformed("a foreign value at an exit"))?;
            // A value is listed again only for a further reference to it.
            if *last == self.exits && kind != RefKind::Owned {
                return Err(exit_fault(ExitFault::ListedTwice, id, value));
            }
            *last = self.exits;
            listed += self.check_entry(id, kind, value)?;
        }
        for id in self.func.frame_uses(data.frame) {
            if self.listed_at.get(id.index()) != Some(&self.exits) {
                return Err(exit_fault(ExitFault::NotListed, id, self.get(id)?));
            }
        }
        if listed == self.heap.all_units() {
            return Ok(());
        }
        let unlisted = self.heap.owned().find(|&object| self.heap.object(object).units > self.listed_units(object));
        Err(Fault { object: unlisted, ..Fault::new(TrapKind::Exit(ExitFault::UnlistedUnit)) })
    }

    fn listed_units(&self, object: ObjectId) -> u32 {
        self.listed_units.iter().find(|listed| listed.0 == object).map_or(0, |listed| listed.1)
    }

    /// Checks one entry; how many units it takes.
    fn check_entry(&mut self, id: ValueId, kind: RefKind, value: Value) -> Step<u64> {
        let Some(object) = self.heap.mortal(value) else { return Ok(0) };
        match kind {
            RefKind::Raw => Err(exit_fault(ExitFault::RawCounted, id, value)),
            RefKind::Borrowed if self.heap.is_dead(value) => Err(exit_fault(ExitFault::BorrowedFreed, id, value)),
            RefKind::Borrowed => Ok(0),
            RefKind::Owned => {
                let units = self.listed_units(object) + 1;
                if units > self.heap.object(object).units {
                    return Err(exit_fault(ExitFault::OwnedWithoutUnit, id, value));
                }
                match self.listed_units.iter_mut().find(|listed| listed.0 == object) {
                    Some(listed) => listed.1 = units,
                    None => self.listed_units.push((object, units)),
                }
                Ok(1)
            }
        }
    }
}

fn exit_fault(fault: ExitFault, id: ValueId, value: Value) -> Fault {
    Fault { kind: TrapKind::Exit(fault), value: Some(id), object: value.object() }
}
