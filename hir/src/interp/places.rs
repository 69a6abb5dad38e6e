//! Which places an instruction reads, as far as the instruction tells.

use super::adversary::NATIVE_PLACES;
use super::heap::Place;
use crate::{Entity, Function, Imm, InstData, Memory, Opcode, Origin};

/// One of the classes, always the same for a native.
pub(super) fn class_of(data: &InstData, classes: Memory) -> Memory {
    let count = classes.classes().count().max(1);
    classes.classes().nth(native_number(data) as usize % count).unwrap_or(Memory::HOST)
}

/// The place that a native reads in this class.
pub(super) fn native_place(data: &InstData, class: Memory) -> Place {
    Place::new(class, NATIVE_PLACES + native_number(data))
}

pub(super) fn native_number(data: &InstData) -> u32 {
    match data.imms.first() {
        Some(&Imm::Native(native)) => native.index() as u32,
        _ => 0,
    }
}

/// The place that an instruction reads, without its owner; of items of lists and tuples any stands for all.
pub(super) fn place_read(func: &Function, data: &InstData) -> Option<Place> {
    let index = match (data.op, data.imms.first(), data.imms.get(1)) {
        (Opcode::LoadSlot, _, Some(&Imm::Index(index))) => index,
        (Opcode::LoadGlobal | Opcode::LoadGlobalCached, Some(&Imm::Name(name)), _) => name.index() as u32,
        (Opcode::LoadMethodCached, _, Some(&Imm::Name(name))) => name.index() as u32,
        (Opcode::ClosureCell, Some(&Imm::Index(index)), _) => index,
        (Opcode::LoadBuildClass, ..) => BUILD_CLASS.index,
        (Opcode::CallNative, Some(Imm::Native(_)), _) => NATIVE_PLACES + native_number(data),
        _ => 0,
    };
    match func.contract(data).origin {
        Origin::Memory(classes) | Origin::Item(_, classes) => Some(Place::new(class_of(data, classes), index)),
        Origin::Part(_) => Some(Place::new(Memory::NONE, index)),
        Origin::New | Origin::Uncounted | Origin::Function | Origin::Copy(_) | Origin::Joined => None,
    }
}

/// The place that stands for one in [`place_read`].
pub(super) fn representative(place: Place) -> Place {
    let is_item = place.class == Memory::NONE || place.class == Memory::LIST_ITEMS;
    if is_item && place.index < NATIVE_PLACES { Place::new(place.class, 0) } else { place }
}

/// The place of the function that makes classes.
pub(super) const BUILD_CLASS: Place = Place { class: Memory::GLOBALS, index: u32::MAX };

/// The place of the function that runs.
pub(super) const RUNNING_FUNCTION: Place = Place { class: Memory::NONE, index: u32::MAX };
