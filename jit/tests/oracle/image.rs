//! The memory of the checked interpreter as machine code sees it: real headers, counts, shapes, lengths and items.

use crate::target::SLOTS_AT;
use hir::interp::{ObjectState, Recording, State, Value};
use hir::{Memory, Type};
use runtime::object::{CellObj, FloatObj, IMMORTAL, Kind, ListObj, TupleObj};
use std::collections::HashMap;
use std::mem::offset_of;

/// Words of an object without its items.
const BASE_WORDS: usize = 16;
/// What a freed object is filled with.
const FREED: u64 = 0x7ddd_dddd_7ddd_dddd;
/// What stands where nobody may look: a small integer.
const UNDECIDED: u64 = 1;

/// The types whose objects all have the shape of their kind.
const EXACT: [(Type, Kind); 20] = [
    (Type::BIG_INT, Kind::Int),
    (Type::HEAP_FLOAT, Kind::Float),
    (Type::BOOL, Kind::Bool),
    (Type::NONE_TYPE, Kind::None),
    (Type::ELLIPSIS_TYPE, Kind::Ellipsis),
    (Type::NOT_IMPLEMENTED_TYPE, Kind::NotImplemented),
    (Type::STR_EXACT, Kind::Str),
    (Type::BYTES_EXACT, Kind::Bytes),
    (Type::TUPLE_EXACT, Kind::Tuple),
    (Type::LIST_EXACT, Kind::List),
    (Type::DICT_EXACT, Kind::Dict),
    (Type::SET_EXACT, Kind::Set),
    (Type::FROZEN_SET_EXACT, Kind::FrozenSet),
    (Type::RANGE, Kind::Range),
    (Type::SLICE, Kind::Slice),
    (Type::CELL, Kind::Cell),
    (Type::FUNCTION, Kind::Function),
    (Type::METHOD, Kind::BoundMethod),
    (Type::CODE, Kind::Code),
    (Type::GENERATOR, Kind::Generator),
];

/// Where an object is.
struct Block {
    at: usize,
    words: usize,
    /// Where the items of a list are.
    items: usize,
}

/// The memory of one run.
pub struct Image {
    memory: Vec<u64>,
    blocks: Vec<Block>,
    objects: HashMap<u64, usize>,
    /// How many objects are there yet.
    made: usize,
}

impl Image {
    /// Room for everything that the recording tells of.
    pub fn new(recording: &Recording) -> Image {
        let states = recording.calls.iter().flat_map(|call| [&call.before, &call.after]);
        let states: Vec<&State> = states.chain([&recording.start, &recording.end]).collect();
        let mut items = Vec::new();
        for state in states {
            items.resize(items.len().max(state.objects.len()), 0);
            for (most, object) in items.iter_mut().zip(&state.objects) {
                *most = (*most).max(object.len.unwrap_or(0) as usize);
            }
        }
        let mut blocks = Vec::new();
        let mut at = 2;
        for items in items {
            let words = BASE_WORDS + items.next_multiple_of(2);
            blocks.push(Block { at, words, items: at + words });
            at += words + items.next_multiple_of(2);
        }
        let mut image = Image { memory: vec![0; at + 2], blocks, objects: HashMap::new(), made: 0 };
        image.objects = (0..image.blocks.len()).map(|id| (image.address(id), id)).collect();
        image
    }

    fn address_of(&self, at: usize) -> u64 {
        self.memory.as_ptr().wrapping_add(at).expose_provenance() as u64
    }

    fn address(&self, id: usize) -> u64 {
        self.address_of(self.blocks[id].at)
    }

    /// The word of a value.
    pub fn word(&self, value: Value) -> u64 {
        match value {
            Value::Unset | Value::Null => 0,
            Value::Done => jit::ITER_DONE_WORD,
            Value::Int(value) => ((value as u64) << 1) | 1,
            Value::Float(bits) => match runtime::Value::word_float(f64::from_bits(bits)) {
                Some(value) => value.bits(),
                None => unreachable!("a float that is an object"),
            },
            Value::CInt(value) => value as u64,
            Value::CDouble(bits) | Value::CPtr(bits) => bits,
            Value::CBool(value) => u64::from(value),
            Value::Object(id) => self.address(id.0 as usize),
        }
    }

    /// What a word is, for messages.
    pub fn describe(&self, word: u64) -> String {
        match self.objects.get(&word) {
            Some(id) => format!("object {id}"),
            None => format!("{word:#x}"),
        }
    }

    /// The atoms of a word of the language, as the state says.
    pub fn atoms(&self, word: u64, state: &State) -> Result<u64, String> {
        if word & 1 != 0 {
            Ok(Type::SMALL_INT.atom_bits())
        } else if word & 3 == 2 {
            Ok(Type::WORD_FLOAT.atom_bits())
        } else if word == 0 {
            Ok(Type::NULLPTR.atom_bits())
        } else if word == jit::ITER_DONE_WORD {
            Ok(Type::ITER_DONE.atom_bits())
        } else {
            let object = self.objects.get(&word).and_then(|&id| state.objects.get(id));
            let object = object.filter(|object| object.alive);
            object.map(|object| object.ty.atom_bits()).ok_or_else(|| format!("{word:#x} is no object that is alive"))
        }
    }

    fn read(&self, at: usize) -> u64 {
        // SAFETY: the place is within the memory; machine code writes there too, through the address that was exposed.
        unsafe { self.memory.as_ptr().add(at).read_volatile() }
    }

    fn write(&mut self, at: usize, word: u64) {
        // SAFETY: as in `read`.
        unsafe { self.memory.as_mut_ptr().add(at).write_volatile(word) }
    }

    /// Makes memory what the state says.
    pub fn become_state(&mut self, state: &State) {
        for (id, object) in state.objects.iter().enumerate() {
            if object.alive {
                self.write_object(id, object);
            } else {
                let Block { at, words, .. } = self.blocks[id];
                (at..at + words).for_each(|at| self.write(at, FREED));
            }
        }
        self.made = state.objects.len();
    }

    fn write_object(&mut self, id: usize, object: &ObjectState) {
        let Block { at, words, items } = self.blocks[id];
        let count = object.count.unwrap_or(IMMORTAL);
        self.write(at, u64::from(count) | u64::from(shape_word(object)) << 32);
        (at + 1..at + words).for_each(|at| self.write(at, UNDECIDED));
        let len = object.len.unwrap_or(0);
        if object.ty == Type::LIST_EXACT {
            self.write(at + offset_of!(ListObj, len) / 8, len.into());
            self.write(at + offset_of!(ListObj, items) / 8, self.address_of(items));
            (items..items + len as usize).for_each(|at| self.write(at, UNDECIDED));
        } else if object.ty == Type::TUPLE_EXACT {
            self.write(at + offset_of!(TupleObj, len) / 8, len.into());
        } else if object.ty == Type::HEAP_FLOAT {
            self.write(at + offset_of!(FloatObj, value) / 8, object.number);
        }
        for &(class, index, value) in &object.places {
            if let Some(place) = self.place(id, object, class, index) {
                let word = self.word(value);
                self.write(place, word);
            }
        }
    }

    /// Where a place is that machine code knows.
    fn place(&self, id: usize, object: &ObjectState, class: Memory, index: u32) -> Option<usize> {
        let Block { at, items, .. } = self.blocks[id];
        let index = index as usize;
        let within = index < object.len.unwrap_or(0) as usize;
        match class {
            Memory::NONE if object.ty == Type::TUPLE_EXACT && within => Some(at + size_of::<TupleObj>() / 8 + index),
            Memory::LIST_ITEMS if object.ty == Type::LIST_EXACT && within => Some(items + index),
            Memory::CELLS if object.ty == Type::CELL && index == 0 => Some(at + offset_of!(CellObj, contents) / 8),
            Memory::SLOTS if object.ty == Type::INSTANCE && index < 8 => Some(at + SLOTS_AT / 8 + index),
            _ => None,
        }
    }

    /// What of memory is not as the state says. Objects that machine code cannot know of yet are not looked at.
    pub fn check(&self, state: &State) -> Result<(), String> {
        for (id, object) in state.objects.iter().enumerate().take(self.made) {
            self.check_object(id, object).map_err(|what| format!("object {id} ({:?}): {what}", object.ty))?;
        }
        Ok(())
    }

    fn check_object(&self, id: usize, object: &ObjectState) -> Result<(), String> {
        let Block { at, words, items } = self.blocks[id];
        if !object.alive {
            let intact = (at..at + words).all(|at| self.read(at) == FREED);
            return if intact { Ok(()) } else { Err("written after it was freed".into()) };
        }
        let (count, expected) = (self.read(at) as u32, object.count.unwrap_or(IMMORTAL));
        if count != expected {
            return Err(format!("its count is {count:#x}, not {expected:#x}"));
        }
        let shape = (self.read(at) >> 32) as u32;
        if (object.shape.is_some() || object.ty != Type::INSTANCE) && shape != shape_word(object) {
            return Err(format!("its shape is {shape}, not {}", shape_word(object)));
        }
        let len_at = match object.ty {
            Type::LIST_EXACT => Some(at + offset_of!(ListObj, len) / 8),
            Type::TUPLE_EXACT => Some(at + offset_of!(TupleObj, len) / 8),
            _ => None,
        };
        if let (Some(len_at), Some(len)) = (len_at, object.len)
            && self.read(len_at) != u64::from(len)
        {
            return Err(format!("its length is {}, not {len}", self.read(len_at)));
        }
        if object.ty == Type::LIST_EXACT && self.read(at + offset_of!(ListObj, items) / 8) != self.address_of(items) {
            return Err("its items are elsewhere".into());
        }
        for &(class, index, value) in &object.places {
            if let Some(place) = self.place(id, object, class, index) {
                let (found, expected) = (self.read(place), self.word(value));
                if found != expected {
                    let (found, expected) = (self.describe(found), self.describe(expected));
                    return Err(format!("{class} {index} is {found}, not {expected}"));
                }
            }
        }
        Ok(())
    }
}

/// The shape of an object.
fn shape_word(object: &ObjectState) -> u32 {
    let exact = EXACT.iter().find(|(ty, _)| *ty == object.ty);
    match exact {
        Some(&(_, kind)) => kind as u32,
        None if object.ty == Type::INSTANCE => object.shape.unwrap_or(u32::MAX),
        None => 900 + object.ty.atom_bits().trailing_zeros(),
    }
}
