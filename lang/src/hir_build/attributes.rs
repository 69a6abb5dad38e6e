//! Attributes, method lookups and subscripts.

use super::emit::{Build, Flow};
use super::feedback::SiteHint;
use crate::bytecode::{Insn, Op, USE_A, USE_B, USE_C};
use crate::interp::run::SAW_INT;
use hir::{Imm, Opcode, Type, ValueId};
use runtime::object::shape_id;

/// The type of the built-in objects that all have this shape.
fn built_in(shape: u32) -> Option<Type> {
    Some(match shape {
        shape_id::LIST => Type::LIST_EXACT,
        shape_id::DICT => Type::DICT_EXACT,
        shape_id::STR => Type::STR_EXACT,
        shape_id::SET => Type::SET_EXACT,
        shape_id::TUPLE => Type::TUPLE_EXACT,
        _ => return None,
    })
}

impl Build<'_> {
    /// `LoadAttr`, `StoreAttr`, `DelAttr`.
    pub(super) fn attribute(&mut self, i: Insn) -> Flow {
        match i.op {
            Op::LoadAttr => self.load_attr(i),
            Op::StoreAttr => self.store_attr(i),
            _ => {
                let object = self.read(i.a)?;
                let name = self.code_name(i.c);
                self.consume(i);
                let lives = Self::used(i, &[(USE_A, object)]);
                self.try_done(Opcode::DelAttr, &[name], &[object], &lives);
                Ok(())
            }
        }
    }

    fn load_attr(&mut self, i: Insn) -> Flow {
        let mut object = self.read(i.b)?;
        if let SiteHint::Slot { shape, slot } = self.site(i)
            && self.may_have_shape(object)
        {
            object = self.guard_shape(i.b, object, shape);
            self.consume(i);
            let value = self.value(Opcode::LoadSlot, &[Imm::Shape(shape), Imm::Index(slot)], &[object]);
            self.end_all(&Self::used(i, &[(USE_B, object)]));
            self.write(i.a, value);
            return Ok(());
        }
        if let SiteHint::Static { shape } = self.site(i)
            && self.may_be_static(object)
        {
            object = self.guard_shape(i.b, object, shape);
        }
        let name = self.code_name(i.c);
        self.consume(i);
        let lives = Self::used(i, &[(USE_B, object)]);
        let value = self.try_value(Opcode::LoadAttr, &[name], &[object], &lives);
        self.write(i.a, value);
        Ok(())
    }

    fn store_attr(&mut self, i: Insn) -> Flow {
        let (mut object, value) = (self.read(i.a)?, self.read(i.b)?);
        match self.site(i) {
            SiteHint::Slot { shape, slot } if self.may_have_shape(object) => {
                object = self.guard_shape(i.a, object, shape);
                self.consume(i);
                self.inst(Opcode::StoreSlot, &[Imm::Shape(shape), Imm::Index(slot)], &[object, value]);
                self.end_all(&Self::used(i, &[(USE_A, object)]));
            }
            SiteHint::AddSlot { from, to, slot } if self.may_have_shape(object) => {
                object = self.guard_shape(i.a, object, from);
                self.consume(i);
                let imms = [Imm::Shape(from), Imm::Shape(to), Imm::Index(slot)];
                let lives = Self::used(i, &[(USE_A, object)]);
                self.try_done(Opcode::AddSlot, &imms, &[object, value], &lives);
            }
            _ => {
                let name = self.code_name(i.c);
                self.consume(i);
                let lives = Self::used(i, &[(USE_B, value), (USE_A, object)]);
                self.try_done(Opcode::StoreAttr, &[name], &[object, value], &lives);
            }
        }
        Ok(())
    }

    /// Whether a guess about the value's shape can come true.
    fn may_have_shape(&self, value: ValueId) -> bool {
        self.func
            .ty(value)
            .intersects(Type::INSTANCE.union(Type::EXCEPTION).union(Type::LIST_SUB).union(Type::DICT_SUB))
    }

    /// Whether the value may be a class or module.
    fn may_be_static(&self, value: ValueId) -> bool {
        self.func.ty(value).intersects(Type::CLASS.union(Type::MODULE))
    }

    /// The value in a register, whose shape is this: by a guard.
    fn guard_shape(&mut self, reg: u16, value: ValueId, shape: u32) -> ValueId {
        let frame = self.guard_frame();
        let guarded = self.value_exit(Opcode::GuardShape, &[Imm::Shape(shape)], &[value], frame);
        self.set(reg, Some(guarded));
        guarded
    }

    /// `LoadMethod`, `LoadSuperAttr`, `LoadSuperMethod`.
    pub(super) fn method(&mut self, i: Insn) -> Flow {
        let name = self.code_name(i.c);
        if i.op == Op::LoadMethod {
            let object = self.read(i.b)?;
            if let SiteHint::Method { shape, is_function } = self.site(i)
                && self.guess_method(i, object, shape, is_function, name)
            {
                return Ok(());
            }
            if let SiteHint::Static { shape } = self.site(i)
                && self.may_be_static(object)
            {
                let object = self.guard_shape(i.b, object, shape);
                self.consume(i);
                let lives = Self::used(i, &[(USE_B, object)]);
                let value = self.try_value(Opcode::LoadAttr, &[name], &[object], &lives);
                self.write(i.a, value);
                self.set(i.a + 1, None);
                return Ok(());
            }
            self.consume(i);
            let lives = Self::used(i, &[(USE_B, object)]);
            self.two_results(i, Opcode::LoadMethod, name, &[object], &lives);
            return Ok(());
        }
        let args = self.read_range(i.b, 3)?;
        self.consume(i);
        let lives: Vec<ValueId> = args.iter().rev().copied().collect();
        if i.op == Op::LoadSuperMethod {
            self.two_results(i, Opcode::LoadSuperMethod, name, &args, &lives);
        } else {
            let value = self.try_value(Opcode::LoadSuperAttr, &[name], &args, &lives);
            self.write(i.a, value);
        }
        Ok(())
    }

    /// A method found by the shape of the receiver, if it may have that.
    fn guess_method(&mut self, i: Insn, object: ValueId, shape: u32, is_function: bool, name: Imm) -> bool {
        let object = match built_in(shape) {
            Some(ty) if self.func.ty(object).intersects(ty) => self.guard_register(i.b, object, ty),
            None if self.may_have_shape(object) => self.guard_shape(i.b, object, shape),
            _ => return false,
        };
        let frame = self.guard_frame();
        let method = self.value_exit(Opcode::LoadMethodCached, &[Imm::Shape(shape), name], &[object], frame);
        if is_function {
            self.func.set_type(method, Type::FUNCTION);
        }
        // The receiver's register may be one of the two that are written.
        let receiver = if i.n & USE_B != 0 { object } else { self.copy(object) };
        self.consume(i);
        self.write(i.a, method);
        self.write(i.a + 1, receiver);
        true
    }

    /// A function and its receiver or nothing, into two registers.
    fn two_results(&mut self, i: Insn, op: Opcode, name: Imm, args: &[ValueId], lives: &[ValueId]) {
        let inst = self.inst(op, &[name], args);
        let results = &self.func.inst(inst).results;
        let (function, receiver) = (results[0], results[1]);
        self.end_all(lives);
        let fail = self.fail();
        let function = self.present(function, fail);
        self.write(i.a, function);
        self.write(i.a + 1, receiver);
    }

    /// `GetItem`, `SetItem`, `DelItem`, `GetSlice`, `SetSlice`.
    pub(super) fn item(&mut self, i: Insn) -> Flow {
        match i.op {
            Op::GetItem => self.get_item(i),
            Op::SetItem => self.set_item(i),
            Op::DelItem => {
                let (object, key) = (self.read(i.a)?, self.read(i.b)?);
                self.consume(i);
                let lives = Self::used(i, &[(USE_A, object), (USE_B, key)]);
                self.try_done(Opcode::DelItem, &[], &[object, key], &lives);
                Ok(())
            }
            Op::GetSlice => {
                let (object, start, stop) = (self.read(i.b)?, self.read(i.c)?, self.read(i.c + 1)?);
                self.consume(i);
                let mut lives = Self::used(i, &[(USE_B, object)]);
                lives.extend([start, stop]);
                let value = self.try_value(Opcode::GetSlice, &[], &[object, start, stop], &lives);
                self.write(i.a, value);
                Ok(())
            }
            _ => {
                let (object, value) = (self.read(i.a)?, self.read(i.b)?);
                let (start, stop) = (self.read(i.c)?, self.read(i.c + 1)?);
                self.consume(i);
                let mut lives = Self::used(i, &[(USE_B, value), (USE_A, object)]);
                lives.extend([start, stop]);
                self.try_done(Opcode::SetSlice, &[], &[object, start, stop, value], &lives);
                Ok(())
            }
        }
    }

    /// Whether a list was seen, subscripted by a small integer, and the operands may be that.
    fn is_list_item(&self, object: ValueId, key: ValueId) -> bool {
        self.saw() == SAW_INT
            && self.func.ty(object).intersects(Type::LIST_EXACT)
            && self.func.ty(key).intersects(Type::SMALL_INT)
    }

    fn get_item(&mut self, i: Insn) -> Flow {
        let (object, key) = (self.read(i.b)?, self.read(i.c)?);
        if self.is_list_item(object, key) {
            let list = self.guard_register(i.b, object, Type::LIST_EXACT);
            let index = self.guard_register(i.c, key, Type::SMALL_INT);
            let frame = self.guard_frame();
            self.consume(i);
            let value = self.value_exit(Opcode::ListGet, &[], &[list, index], frame);
            self.end_all(&Self::used(i, &[(USE_B, list)]));
            self.write(i.a, value);
            return Ok(());
        }
        self.consume(i);
        let lives = Self::used(i, &[(USE_B, object), (USE_C, key)]);
        let if_failed = Self::used(i, &[(USE_C, key), (USE_B, object)]);
        let value = self.try_value_ordered(Opcode::GetItem, &[], &[object, key], &lives, &if_failed);
        self.write(i.a, value);
        Ok(())
    }

    fn set_item(&mut self, i: Insn) -> Flow {
        let (object, key, value) = (self.read(i.a)?, self.read(i.b)?, self.read(i.c)?);
        if self.is_list_item(object, key) {
            let list = self.guard_register(i.a, object, Type::LIST_EXACT);
            let index = self.guard_register(i.b, key, Type::SMALL_INT);
            // The value may be the list itself, or the index.
            let value = self.read(i.c)?;
            let frame = self.guard_frame();
            self.consume(i);
            self.inst_exit(Opcode::ListSet, &[], &[list, index, value], frame);
            self.end_all(&Self::used(i, &[(USE_A, list)]));
            return Ok(());
        }
        self.consume(i);
        let lives = Self::used(i, &[(USE_B, key), (USE_A, object), (USE_C, value)]);
        self.try_done(Opcode::SetItem, &[], &[object, key, value], &lives);
        Ok(())
    }
}
