//! Locals, temporaries and cells.

use super::emit::{Build, Flow};
use crate::bytecode::{Insn, Op, USE_B};
use hir::{Opcode, Type, ValueId};

impl Build<'_> {
    /// `LoadConst`, `Move`, `Clear`, `CheckBound`, `DelFast`.
    pub(super) fn local(&mut self, i: Insn) -> Flow {
        match i.op {
            Op::LoadConst => {
                let value = self.code_constant(i.d);
                self.write(i.a, value);
            }
            Op::Move => {
                let value = self.read(i.b)?;
                self.consume(i);
                let value = if i.n & USE_B != 0 { value } else { self.copy(value) };
                self.write(i.a, value);
            }
            Op::CheckBound => {
                let code = self.code;
                self.check_bound(i.a, &code.names[usize::from(i.c)])?;
            }
            Op::DelFast => {
                let code = self.code;
                let name = code.local_names.get(usize::from(i.a)).map_or("", |name| name);
                let value = self.check_bound(i.a, name)?;
                self.set(i.a, None);
                self.end(value);
            }
            _ => {
                if let Some(value) = self.peek(i.a) {
                    self.set(i.a, None);
                    self.end(value);
                }
            }
        }
        Ok(())
    }

    /// A value for another register: each has a life of its own, if it has one.
    pub(super) fn copy(&mut self, value: ValueId) -> ValueId {
        let is_constant = self.func.inst(self.func.value(value).def).op == Opcode::Const;
        if is_constant || !self.func.ty(value).is_counted() {
            return value;
        }
        self.value(Opcode::Assign, &[], &[value])
    }

    /// `MakeCell`, `LoadDeref`, `StoreDeref`, `DelDeref`.
    pub(super) fn cell(&mut self, i: Insn) -> Flow {
        match i.op {
            Op::MakeCell => {
                let contents = self.read_optional(i.a);
                self.set(i.a, None);
                let cell = self.try_value(Opcode::MakeCell, &[], &[contents], &[]);
                self.write(i.a, cell);
            }
            Op::LoadDeref => {
                let cell = self.read_as(i.b, Type::CELL)?;
                let value = self.contents(i, cell);
                self.write(i.a, value);
            }
            Op::StoreDeref => {
                let cell = self.read_as(i.a, Type::CELL)?;
                let value = self.read(i.b)?;
                self.consume(i);
                self.inst(Opcode::StoreCell, &[], &[cell, value]);
            }
            _ => {
                let cell = self.read_as(i.a, Type::CELL)?;
                self.contents(i, cell);
                let null = self.null();
                self.inst(Opcode::StoreCell, &[], &[cell, null]);
            }
        }
        Ok(())
    }

    /// What a cell holds; a guard leaves if it is empty.
    fn contents(&mut self, i: Insn, cell: ValueId) -> ValueId {
        let frame = self.guard_frame();
        let value = self.value(Opcode::LoadCell, &[], &[cell]);
        let name = self.code_name(i.c);
        self.value_exit(Opcode::CheckVar, &[name], &[value], frame)
    }
}
