//! The abstract heap: objects with exact counts, and places that hold references.
//!
//! An object's count is kept in two parts: the *units* that the function under test owns, and the references *held* by places of
//! memory and by the outside. Every change is made to one part, so a release that the function is not entitled to is found where
//! it happens, and at the end no units may be left.
//!
//! Places are the fields of objects; those of no object (globals, the exceptions, the host's roots) are fields of the *world*, an immortal
//! object. A field is made when it is first read: memory before a run is whatever the seed says.

use super::trap::{Fault, Step, TrapKind};
use super::value::{ObjectId, Value};
use crate::{InstId, Memory, Type};
use smallvec::SmallVec;

/// A length or shape that is not decided yet.
pub(super) const UNKNOWN: u32 = u32::MAX;
/// A shape that no instruction names.
pub(super) const OTHER_SHAPE: u32 = u32::MAX - 1;
/// The object whose fields are the places that belong to no object.
pub(super) const WORLD: ObjectId = ObjectId(0);

/// The kind of an object: one atom of the type lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind(u8);

impl Kind {
    /// The kind of an atom, by the position of its bit.
    pub(super) fn at(bit: u32) -> Kind {
        Kind(bit as u8)
    }

    /// The kind of a type of one atom.
    pub(super) fn of(atom: Type) -> Kind {
        Kind::at(atom.atom_bits().trailing_zeros())
    }

    pub(super) fn bits(self) -> u64 {
        1 << self.0
    }

    pub(super) fn ty(self) -> Type {
        crate::ty::ATOMS.get(usize::from(self.0)).map_or(Type::BOTTOM, |atom| atom.0)
    }

    pub(super) fn text(self) -> &'static str {
        crate::ty::ATOMS.get(usize::from(self.0)).map_or("?", |atom| atom.1)
    }

    pub(super) fn is(self, atom: Type) -> bool {
        self.bits() & atom.atom_bits() != 0
    }
}

/// How an object came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Made {
    Singleton,
    Constant,
    Argument(u32),
    Result,
    /// The first read of a place of this class found it there; of no class: of a part that never changes.
    Content(Memory),
    /// Arbitrary code put it into memory.
    Stored,
    Exception,
}

/// Names a place within its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Its memory class; none for a part that never changes.
    pub(super) class: Memory,
    pub(super) index: u32,
}

impl Place {
    pub(super) fn part(index: u32) -> Place {
        Place { class: Memory::NONE, index }
    }

    pub(super) fn new(class: Memory, index: u32) -> Place {
        Place { class, index }
    }

    /// What stands for the length of a list.
    pub(super) const LENGTH: Place = Place { class: Memory::LIST_ITEMS, index: u32::MAX };
    /// The exception being handled.
    pub(super) const HANDLED: Place = Place { class: Memory::EXCEPTIONS, index: 1 };
    /// The exception that is pending.
    pub(super) const PENDING: Place = Place { class: Memory::EXCEPTIONS, index: 0 };

    /// A number that tells the places of an object apart.
    pub(super) fn number(self) -> u64 {
        let class = Memory::CLASSES.iter().position(|c| c.0 == self.class).unwrap_or(Memory::CLASSES.len());
        ((class as u64) << 32) | u64::from(self.index)
    }
}

/// A place and what it holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub(super) place: Place,
    /// What may be put there.
    pub(super) ty: Type,
    pub(super) value: Value,
}

/// An object.
#[derive(Clone, Debug)]
pub(super) struct Object {
    pub(super) kind: Kind,
    pub(super) alive: bool,
    pub(super) immortal: bool,
    /// References that the function owns.
    pub(super) units: u32,
    /// References that places and the outside hold.
    pub(super) held: u32,
    pub(super) shape: u32,
    /// Length of a list or tuple.
    pub(super) len: u32,
    /// Value of a float, by its bits.
    pub(super) number: u64,
    /// Determines everything random about it.
    pub(super) key: u64,
    /// Its number in the trace, from 1; 0 if not seen yet.
    pub(super) seen: u32,
    pub(super) made: Made,
    pub(super) made_at: Option<InstId>,
    pub(super) freed_at: Option<InstId>,
    pub(super) fields: SmallVec<[Field; 2]>,
    /// Whether it is in the heap's list of objects with something to mutate.
    pub(super) listed: bool,
}

impl Object {
    pub(super) fn new(kind: Kind, key: u64, made: Made) -> Object {
        Object {
            kind,
            alive: true,
            immortal: false,
            units: 0,
            held: 0,
            shape: UNKNOWN,
            len: UNKNOWN,
            number: 0,
            key,
            seen: 0,
            made,
            made_at: None,
            freed_at: None,
            fields: SmallVec::new(),
            listed: false,
        }
    }

    pub(super) fn field(&self, place: Place) -> Option<usize> {
        self.fields.iter().position(|field| field.place == place)
    }
}

/// The heap.
#[derive(Debug, Default)]
pub(super) struct Heap {
    objects: Vec<Object>,
    /// Objects that have fields, a shape or a length: what arbitrary code can change.
    listed: Vec<ObjectId>,
    /// References that the outside holds for the whole run (for the audit of the interpreter itself).
    outside: Vec<ObjectId>,
    /// References taken out of places, to be dropped at the end of the step.
    dropped: Vec<ObjectId>,
    /// Objects being freed.
    dying: Vec<ObjectId>,
    /// Sum of the units of all objects.
    units: u64,
    /// Whether counts change and objects are freed at all.
    counted: bool,
    /// The instruction being executed.
    pub(super) here: Option<InstId>,
    /// Number of the last object seen in the trace.
    last_seen: u32,
}

impl Heap {
    /// Empties the heap for a new run.
    pub(super) fn reset(&mut self, counted: bool, key: u64) {
        self.objects.clear();
        self.listed.clear();
        self.outside.clear();
        self.dropped.clear();
        (self.units, self.counted, self.here, self.last_seen) = (0, counted, None, 0);
        let world = self.add(Object { immortal: true, ..Object::new(Kind::of(Type::OTHER), key, Made::Singleton) });
        debug_assert_eq!(world, WORLD);
    }

    pub(super) fn add(&mut self, mut object: Object) -> ObjectId {
        let id = ObjectId(self.objects.len() as u32);
        if !matches!(object.made, Made::Singleton | Made::Constant | Made::Argument(_)) {
            object.made_at = self.here;
        }
        self.objects.push(object);
        id
    }

    /// All objects by their numbers.
    pub(super) fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// The objects to which places held references that are to be dropped.
    pub(super) fn dropped(&self) -> &[ObjectId] {
        &self.dropped
    }

    pub(super) fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.0 as usize]
    }

    pub(super) fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        &mut self.objects[id.0 as usize]
    }

    /// Whether it is an object that was freed.
    pub(super) fn is_dead(&self, value: Value) -> bool {
        value.object().is_some_and(|id| !self.object(id).alive)
    }

    /// The object, if it is one with a count.
    pub(super) fn mortal(&self, value: Value) -> Option<ObjectId> {
        value.object().filter(|&id| !self.object(id).immortal)
    }

    /// The number of a seen object.
    pub(super) fn see(&mut self, id: ObjectId) -> u32 {
        if self.object(id).seen == 0 {
            self.last_seen += 1;
            self.object_mut(id).seen = self.last_seen;
        }
        self.object(id).seen
    }

    // Counts.

    /// Sum of the function's units.
    pub(super) fn all_units(&self) -> u64 {
        self.units
    }

    /// The objects of which the function owns units.
    pub(super) fn owned(&self) -> impl Iterator<Item = ObjectId> {
        let all = if self.units > 0 { self.objects.len() } else { 0 };
        (0..all as u32).map(ObjectId).filter(|&id| self.object(id).units > 0)
    }

    /// The function gets a reference.
    pub(super) fn gain(&mut self, value: Value) {
        if let (true, Some(id)) = (self.counted, self.mortal(value)) {
            self.object_mut(id).units += 1;
            self.units += 1;
        }
    }

    /// The function loses a reference; the object is not freed yet. Returns the object if that was the last.
    pub(super) fn lose(&mut self, value: Value) -> Step<Option<ObjectId>> {
        let (true, Some(id)) = (self.counted, self.mortal(value)) else { return Ok(None) };
        let object = self.object_mut(id);
        if !object.alive {
            return Err(Fault::of(TrapKind::DoubleRelease, id));
        }
        if object.units == 0 {
            return Err(Fault::of(TrapKind::OverRelease, id));
        }
        object.units -= 1;
        let last = object.units == 0 && object.held == 0;
        self.units -= 1;
        Ok(last.then_some(id))
    }

    /// A place or the outside takes a reference.
    pub(super) fn hold(&mut self, value: Value) {
        if let Some(id) = self.mortal(value) {
            self.object_mut(id).held += 1;
        }
    }

    /// The outside takes a reference for the whole run.
    pub(super) fn hold_forever(&mut self, value: Value) {
        if let Some(id) = self.mortal(value) {
            self.object_mut(id).held += 1;
            self.outside.push(id);
        }
    }

    /// A place or the outside gives a reference up; the object may be freed.
    pub(super) fn unhold(&mut self, value: Value) {
        if let Some(id) = self.mortal(value) {
            let object = self.object_mut(id);
            object.held -= 1;
            if object.held == 0 && object.units == 0 {
                self.free(id);
            }
        }
    }

    /// Gives up, at the next [`flush`](Self::flush), a reference that a place held.
    pub(super) fn unhold_later(&mut self, value: Value) {
        self.dropped.extend(self.mortal(value));
    }

    /// Gives up the references that places held.
    pub(super) fn flush(&mut self) {
        while let Some(id) = self.dropped.pop() {
            self.unhold(Value::Object(id));
        }
    }

    /// Frees an object that nobody refers to and whatever only it referred to.
    pub(super) fn free(&mut self, id: ObjectId) {
        if !self.counted {
            return;
        }
        self.dying.push(id);
        while let Some(id) = self.dying.pop() {
            let here = self.here;
            let object = self.object_mut(id);
            debug_assert!(object.alive && !object.immortal && object.units == 0 && object.held == 0);
            object.alive = false;
            object.freed_at = here;
            for field in std::mem::take(&mut object.fields) {
                let Some(part) = self.mortal(field.value) else { continue };
                let object = self.object_mut(part);
                object.held -= 1;
                if object.held == 0 && object.units == 0 {
                    self.dying.push(part);
                }
            }
        }
    }

    // Places.

    /// What a place holds, if that is decided.
    pub(super) fn get(&self, owner: ObjectId, place: Place) -> Option<Value> {
        let object = self.object(owner);
        object.field(place).map(|at| object.fields[at].value)
    }

    /// Puts a value into a place, which takes a reference; what it held is dropped at the next flush.
    pub(super) fn put(&mut self, owner: ObjectId, place: Place, ty: Type, value: Value) {
        self.hold(value);
        self.list(owner);
        let object = self.object_mut(owner);
        match object.field(place) {
            Some(at) => {
                let old = std::mem::replace(&mut object.fields[at].value, value);
                self.unhold_later(old);
            }
            None => object.fields.push(Field { place, ty, value }),
        }
    }

    /// Forgets what a place holds; the next read decides anew.
    pub(super) fn forget(&mut self, owner: ObjectId, index: usize) {
        let field = self.object_mut(owner).fields.swap_remove(index);
        self.unhold_later(field.value);
    }

    /// Notes that an object has something that arbitrary code can change.
    pub(super) fn list(&mut self, id: ObjectId) {
        let object = self.object_mut(id);
        if !object.listed {
            object.listed = true;
            self.listed.push(id);
        }
    }

    /// The objects that have something to change; freed ones are taken out.
    pub(super) fn take_listed(&mut self) -> Vec<ObjectId> {
        let mut listed = std::mem::take(&mut self.listed);
        listed.retain(|&id| self.object(id).alive);
        listed
    }

    /// Gives the list back.
    pub(super) fn give_listed(&mut self, mut listed: Vec<ObjectId>) {
        listed.append(&mut self.listed);
        self.listed = listed;
    }

    /// Checks the heap's own books: what is held is what places and the outside hold. `temporary` are references held besides.
    #[cfg(test)]
    pub(super) fn audit(&self) -> Result<(), String> {
        let mut held = vec![0u32; self.objects.len()];
        let fields = self.objects.iter().flat_map(|object| &object.fields).filter_map(|field| field.value.object());
        for id in fields.chain(self.outside.iter().copied()) {
            if !self.object(id).immortal {
                held[id.0 as usize] += 1;
            }
        }
        for id in (0..self.objects.len() as u32).map(ObjectId) {
            let object = self.object(id);
            if object.held != held[id.0 as usize] || (!object.alive && object.held > 0) {
                return Err(format!("{id:?} holds {} counts {}: {object:?}", held[id.0 as usize], object.held));
            }
        }
        Ok(())
    }
}
