//! Displays, what grows them, unpacking, conversions.

use super::emit::{Build, Flow};
use crate::bytecode::{Insn, Op, USE_B, USE_C};
use hir::{Imm, Opcode, Type, ValueId};

impl Build<'_> {
    /// `BuildTuple`, `BuildList`, `BuildSet`, `BuildDict`, `BuildString`, `BuildSlice`.
    pub(super) fn display(&mut self, i: Insn) -> Flow {
        let count = usize::from(i.c) * if i.op == Op::BuildDict { 2 } else { 1 };
        let items = self.read_range(i.b, count)?;
        self.consume(i);
        let value = match i.op {
            Op::BuildTuple => self.try_value(Opcode::MakeTuple, &[], &items, &[]),
            Op::BuildList => self.try_value(Opcode::MakeList, &[], &items, &[]),
            Op::BuildSlice => self.try_value(Opcode::MakeSlice, &[], &items, &[]),
            Op::BuildString => self.try_value(Opcode::MakeString, &[], &items, &items),
            Op::BuildSet => self.filled(Opcode::MakeSet, Opcode::SetAdd, &items, 1),
            _ => self.filled(Opcode::MakeDict, Opcode::DictSet, &items, 2),
        };
        self.write(i.a, value);
        Ok(())
    }

    /// A new container, filled with `items`, `step` at a time. The items go at the end: in order, or from the last if it fails.
    fn filled(&mut self, make: Opcode, add: Opcode, items: &[ValueId], step: usize) -> ValueId {
        let backwards: Vec<ValueId> = items.iter().rev().copied().collect();
        let container = self.value(make, &[], &[]);
        let fail = self.fail_ending(&backwards);
        let container = self.present(container, fail);
        if items.is_empty() {
            return container;
        }
        let lives: Vec<ValueId> = std::iter::once(container).chain(backwards).collect();
        let fail = self.fail_ending(&lives);
        for item in items.chunks(step) {
            let args: Vec<ValueId> = std::iter::once(container).chain(item.iter().copied()).collect();
            let done = self.value(add, &[], &args);
            self.succeeded(done, fail);
        }
        self.end_all(items);
        container
    }

    /// `ListAppend`, `SetAdd`, `DictSet`, `ListExtend`, `SetUpdate`, `DictUpdate`, `DictMerge`.
    pub(super) fn growing(&mut self, i: Insn) -> Flow {
        let (op, ty) = match i.op {
            Op::ListAppend => (Opcode::ListAppend, Type::LIST_EXACT),
            Op::SetAdd => (Opcode::SetAdd, Type::SET_EXACT),
            Op::DictSet => (Opcode::DictSet, Type::DICT_EXACT),
            Op::ListExtend => (Opcode::ListExtend, Type::LIST_EXACT),
            Op::SetUpdate => (Opcode::SetUpdate, Type::SET_EXACT),
            Op::DictUpdate => (Opcode::DictUpdate, Type::DICT_EXACT),
            _ => (Opcode::DictMerge, Type::DICT_EXACT),
        };
        let (container, item) = (self.read_as(i.a, ty)?, self.read(i.b)?);
        let mut args = vec![container, item];
        let mut lives = Self::used(i, &[(USE_B, item)]);
        if matches!(i.op, Op::DictSet | Op::DictMerge) {
            let third = self.read(i.c)?;
            args.push(third);
            lives.extend(Self::used(i, &[(USE_C, third)]));
        }
        self.consume(i);
        // A list takes its new item over.
        let lives = if i.op == Op::ListAppend { Vec::new() } else { lives };
        self.try_done(op, &[], &args, &lives);
        Ok(())
    }

    /// `ListToTuple`, `Convert`, `FormatSimple`, `Format`.
    pub(super) fn conversion(&mut self, i: Insn) -> Flow {
        let operand = if i.op == Op::ListToTuple { self.read_as(i.b, Type::LIST_EXACT)? } else { self.read(i.b)? };
        let mut args = vec![operand];
        let mut lives = Self::used(i, &[(USE_B, operand)]);
        if i.op == Op::Format {
            let spec = self.read(i.c)?;
            args.push(spec);
            lives.extend(Self::used(i, &[(USE_C, spec)]));
        }
        self.consume(i);
        let value = match i.op {
            Op::ListToTuple => self.try_value(Opcode::ListToTuple, &[], &args, &lives),
            Op::Convert => {
                let kind = match i.n >> 6 {
                    kind @ 1..=2 => u32::from(kind),
                    _ => 3,
                };
                self.try_value(Opcode::Convert, &[Imm::Index(kind)], &args, &lives)
            }
            _ => self.try_value(Opcode::Format, &[], &args, &lives),
        };
        self.write(i.a, value);
        Ok(())
    }

    /// `Unpack`, `UnpackEx`: the items are written before the iterable goes.
    pub(super) fn unpacking(&mut self, i: Insn) -> Flow {
        let iterable = self.read(i.b)?;
        self.consume(i);
        let count = u32::from(i.c);
        let (op, imms, len) = match i.op {
            Op::Unpack => (Opcode::Unpack, vec![Imm::Index(count)], count),
            _ => (Opcode::UnpackEx, vec![Imm::Index(count), Imm::Index(i.d)], count + 1 + i.d),
        };
        let tuple = self.value(op, &imms, &[iterable]);
        let lives = Self::used(i, &[(USE_B, iterable)]);
        let fail = self.fail_ending(&lives);
        let tuple = self.present(tuple, fail);
        for k in 0..len {
            let item = self.value(Opcode::TupleItem, &[Imm::Index(k)], &[tuple]);
            self.write(i.a + k as u16, item);
        }
        self.end_all(&lives);
        self.end(tuple);
        Ok(())
    }
}
