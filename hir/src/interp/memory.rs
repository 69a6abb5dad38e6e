//! Instructions that read and write memory, with their exact meaning.

use super::heap::{Kind, Made, Object, Place, UNKNOWN, WORLD};
use super::machine::{Control, Machine};
use super::make::Ask;
use super::places::{BUILD_CLASS, RUNNING_FUNCTION};
use super::trap::{Fault, Step, TrapKind};
use super::value::{ObjectId, Value};
use crate::{Exit, InstData, Memory, Opcode, Type};

impl Machine<'_> {
    /// Reads that always succeed.
    pub(super) fn load(&mut self, data: &InstData) -> Step<Control> {
        let (owner, place, ty) = match data.op {
            Opcode::LoadSlot => {
                let id = self.shaped(data)?;
                (id, Place::new(Memory::SLOTS, self.index_imm(data, 1)?), Type::OBJECT)
            }
            Opcode::LoadCell => (self.object_arg(data, 0)?, Place::new(Memory::CELLS, 0), Type::OPT_OBJECT),
            Opcode::LoadFunction => (WORLD, RUNNING_FUNCTION, Type::FUNCTION),
            Opcode::ClosureCell => (self.object_arg(data, 0)?, Place::part(self.index_imm(data, 0)?), Type::CELL),
            Opcode::LoadBuiltin => (WORLD, Place::part(self.name_imm(data)?), Type::IMMORTAL_CLASS),
            _ => {
                let (id, index) = (self.object_arg(data, 0)?, self.index_imm(data, 0)?);
                let len = self.heap.object(id).len;
                if len == UNKNOWN || index >= len {
                    return Err(Fault::of(TrapKind::OutOfBounds, id));
                }
                (id, Place::part(index), Type::OBJECT)
            }
        };
        let value = self.read(owner, place, ty)?;
        self.result(data, value)
    }

    /// The first operand, which must have the shape in the first immediate.
    fn shaped(&mut self, data: &InstData) -> Step<ObjectId> {
        let (id, shape) = (self.object_arg(data, 0)?, self.shape_imm(data, 0)?);
        if self.heap.object(id).shape == shape { Ok(id) } else { Err(Fault::of(TrapKind::WrongShape, id)) }
    }

    /// What a global place holds: nothing, if the name is not bound.
    fn read_global(&mut self, data: &InstData) -> Step<Value> {
        let place = match data.op {
            Opcode::LoadBuildClass => BUILD_CLASS,
            _ => Place::new(Memory::GLOBALS, self.name_imm(data)?),
        };
        self.read(WORLD, place, self.global_type())
    }

    /// Where nothing fails, every name is bound.
    fn global_type(&self) -> Type {
        if self.profile.never_fails() { Type::OBJECT } else { Type::OPT_OBJECT }
    }

    pub(super) fn load_name(&mut self, data: &InstData) -> Step<Control> {
        let value = self.read_global(data)?;
        if value == Value::Null {
            self.raise();
        }
        self.result(data, value)
    }

    pub(super) fn load_cached(&mut self, data: &InstData) -> Step<Control> {
        let value = self.read_global(data)?;
        if !self.passes(data, value != Value::Null)? {
            return self.exit(data, Exit::Guard);
        }
        self.result(data, value)
    }

    /// Leaves where the class has nothing of that type under the name.
    pub(super) fn load_method(&mut self, data: &InstData) -> Step<Control> {
        let Some(&crate::Imm::Name(name)) = data.imms.get(1) else { return Err(Fault::malformed("a missing name")) };
        let ty = data.results.first().map_or(Type::OBJECT, |&result| self.func.ty(result));
        let value = self.read(WORLD, Place::new(Memory::CLASSES_, crate::Entity::index(name) as u32), ty)?;
        let found = self.is_of(value, ty, Ask::Decide);
        if !self.passes(data, found)? {
            return self.exit(data, Exit::Guard);
        }
        self.result(data, value)
    }

    pub(super) fn list_len(&mut self, data: &InstData) -> Step<Control> {
        let id = self.object_arg(data, 0)?;
        let len = self.len_of(id, 0);
        self.result(data, Value::Int(len.into()))
    }

    /// Where in a list or tuple an index leads, if it is within.
    fn item_index(&mut self, data: &InstData) -> Step<(ObjectId, Option<u32>)> {
        let id = self.object_arg(data, 0)?;
        let Value::Int(index) = self.arg(data, 1)? else { return Err(Fault::new(TrapKind::TypeViolation)) };
        let len = i64::from(self.len_of(id, index));
        let index = if index < 0 { index + len } else { index };
        Ok((id, (0..len).contains(&index).then_some(index as u32)))
    }

    pub(super) fn get_item(&mut self, data: &InstData) -> Step<Control> {
        let (id, index) = self.item_index(data)?;
        let passes = self.passes(data, index.is_some())?;
        let Some(index) = index.filter(|_| passes) else { return self.exit(data, Exit::Guard) };
        let place = if data.op == Opcode::ListGet { Place::new(Memory::LIST_ITEMS, index) } else { Place::part(index) };
        let value = self.read(id, place, Type::OBJECT)?;
        self.result(data, value)
    }

    pub(super) fn list_set(&mut self, data: &InstData) -> Step<Control> {
        let (id, index) = self.item_index(data)?;
        let passes = self.passes(data, index.is_some())?;
        let Some(index) = index.filter(|_| passes) else { return self.exit(data, Exit::Guard) };
        let value = self.arg(data, 2)?;
        self.perform(data, false, |machine| {
            machine.write(id, Place::new(Memory::LIST_ITEMS, index), Type::OBJECT, value);
            Ok(None)
        })
    }

    /// Puts a value into a place that the adversary leaves alone for the rest of the instruction.
    fn write(&mut self, owner: ObjectId, place: Place, ty: Type, value: Value) {
        self.heap.put(owner, place, ty, value);
        self.written = Some((owner, place));
    }

    /// Writes to one place.
    pub(super) fn store(&mut self, data: &InstData) -> Step<Control> {
        let fails = match data.op {
            Opcode::DelGlobal => self.read_global(data)? == Value::Null,
            _ => self.fails(data),
        };
        if matches!(data.op, Opcode::StoreSlot | Opcode::AddSlot) {
            self.shaped(data)?;
        }
        let result = (!data.results.is_empty()).then_some(Value::CBool(true));
        self.perform(data, fails, |machine| machine.store_effect(data).map(|()| result))
    }

    fn store_effect(&mut self, data: &InstData) -> Step<()> {
        match data.op {
            Opcode::StoreSlot => {
                let place = Place::new(Memory::SLOTS, self.index_imm(data, 1)?);
                self.write(self.object_arg(data, 0)?, place, Type::OBJECT, self.arg(data, 1)?);
            }
            Opcode::AddSlot => {
                let place = Place::new(Memory::SLOTS, self.index_imm(data, 2)?);
                let (id, shape) = (self.object_arg(data, 0)?, self.shape_imm(data, 1)?);
                self.write(id, place, Type::OBJECT, self.arg(data, 1)?);
                self.set_shape(id, shape);
            }
            Opcode::StoreGlobal => {
                let place = Place::new(Memory::GLOBALS, self.name_imm(data)?);
                self.write(WORLD, place, self.global_type(), self.arg(data, 0)?);
            }
            Opcode::DelGlobal => {
                let place = Place::new(Memory::GLOBALS, self.name_imm(data)?);
                self.write(WORLD, place, self.global_type(), Value::Null);
            }
            Opcode::StoreCell => {
                let place = Place::new(Memory::CELLS, 0);
                self.write(self.object_arg(data, 0)?, place, Type::OPT_OBJECT, self.arg(data, 1)?);
            }
            Opcode::ListAppend => {
                let id = self.object_arg(data, 0)?;
                let len = self.len_of(id, 0);
                self.heap.object_mut(id).len = len + 1;
                self.write(id, Place::new(Memory::LIST_ITEMS, len), Type::OBJECT, self.arg(data, 1)?);
            }
            Opcode::PopExc => self.write(WORLD, Place::HANDLED, Type::OBJECT, self.arg(data, 0)?),
            Opcode::Reraise => self.raise_value(self.arg(data, 0)?),
            _ => {
                let handled = self.heap.get(WORLD, Place::HANDLED).unwrap_or(Value::Null);
                self.raise_value(handled);
            }
        }
        Ok(())
    }

    /// Makes a new object of its operands.
    pub(super) fn construct(&mut self, data: &InstData) -> Step<Control> {
        let fails = self.fails(data);
        self.perform(data, fails, |machine| machine.construct_effect(data).map(Some))
    }

    fn construct_effect(&mut self, data: &InstData) -> Step<Value> {
        let (atom, class, content) = match data.op {
            Opcode::MakeCell => (Type::CELL, Memory::CELLS, Type::OPT_OBJECT),
            Opcode::MakeSlice => (Type::SLICE, Memory::NONE, Type::OBJECT),
            Opcode::MakeTuple | Opcode::ListToTuple => (Type::TUPLE_EXACT, Memory::NONE, Type::OBJECT),
            Opcode::MakeList => (Type::LIST_EXACT, Memory::LIST_ITEMS, Type::OBJECT),
            Opcode::MakeSet => (Type::SET_EXACT, Memory::SET_ITEMS, Type::OBJECT),
            Opcode::MakeDict => (Type::DICT_EXACT, Memory::DICT_ITEMS, Type::OBJECT),
            _ => (Type::FUNCTION, Memory::FUNCTIONS, Type::OBJECT),
        };
        let parts = if data.op == Opcode::ListToTuple { self.list_items(data)? } else { self.operands(data)? };
        let object = Object {
            len: parts.len() as u32,
            // There is one empty tuple.
            immortal: atom == Type::TUPLE_EXACT && parts.is_empty(),
            ..Object::new(Kind::of(atom), self.result_key(data), Made::Result)
        };
        let id = self.heap.add(object);
        for (index, &part) in parts.iter().enumerate() {
            self.heap.put(id, Place::new(class, index as u32), content, part);
        }
        Ok(Value::Object(id))
    }

    pub(super) fn operands(&self, data: &InstData) -> Step<Vec<Value>> {
        data.args.iter().map(|&arg| self.get(arg)).collect()
    }

    fn list_items(&mut self, data: &InstData) -> Step<Vec<Value>> {
        let list = self.object_arg(data, 0)?;
        let len = self.len_of(list, 0);
        (0..len).map(|index| self.read(list, Place::new(Memory::LIST_ITEMS, index), Type::OBJECT)).collect()
    }

    /// Takes the pending exception, or changes the one being handled and gives the one before.
    pub(super) fn take_exception(&mut self, data: &InstData) -> Step<Control> {
        if data.op == Opcode::TakeExc {
            if self.heap.get(WORLD, Place::PENDING).is_none_or(|value| value == Value::Null) {
                self.raise();
            }
            return self.exchange(data, Place::PENDING, Value::Null);
        }
        // Whether an exception is being handled when the function is called is the caller's affair.
        self.read(WORLD, Place::HANDLED, Type::EXCEPTION.union(Type::NONE_TYPE))?;
        let value = self.arg(data, 0)?;
        self.exchange(data, Place::HANDLED, value)
    }

    /// Puts a value into a place; the result is what was there.
    fn exchange(&mut self, data: &InstData, place: Place, value: Value) -> Step<Control> {
        let old = self.heap.get(WORLD, place).unwrap_or(Value::Null);
        self.perform(data, false, |machine| {
            machine.write(WORLD, place, Type::OBJECT, value);
            Ok(Some(old))
        })
    }
}
