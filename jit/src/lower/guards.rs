//! Guards and checks: instructions that may leave the function.

use super::{Lower, Lowering};
use crate::context;
use crate::lir::{Cond, Lir, Mem, Src, Test, Width};
use hir::{Imm, InstData, Opcode};
use runtime::class::TypeObj;
use runtime::object::{Binding, FunctionObj, Header, Kind};
use std::mem::offset_of;

impl Lowering<'_> {
    pub(super) fn guard(&mut self, data: &InstData) -> Lower {
        match data.op {
            Opcode::Guard | Opcode::CheckOk => {
                let test = self.test(data.args[0])?;
                let exit = self.exit(data)?;
                self.push(Lir::ExitIf { test: opposite(test), exit });
            }
            Opcode::CheckExc | Opcode::CheckVar => {
                if self.func.ty(data.args[0]).may_be_null() {
                    let value = self.reg(data.args[0])?;
                    let exit = self.exit(data)?;
                    let test = Test::Compare(Cond::Equal, Width::W64, value, Src::Imm(0));
                    self.push(Lir::ExitIf { test, exit });
                }
                self.copy(data);
            }
            Opcode::GuardIs => {
                let value = self.reg(data.args[0])?;
                let wanted = match data.imms.first() {
                    Some(&Imm::Const(id)) => self.constant_word(data, id)?,
                    _ => return Err(self.unsupported(data, "it names no constant")),
                };
                let exit = self.exit(data)?;
                let test = Test::Compare(Cond::NotEqual, Width::W64, value, wanted);
                self.push(Lir::ExitIf { test, exit });
                self.copy(data);
            }
            Opcode::GuardType => self.guard_type(data)?,
            Opcode::GuardShape => {
                let value = self.reg(data.args[0])?;
                let Some(&Imm::Shape(shape)) = data.imms.first() else {
                    return Err(self.unsupported(data, "it names no shape"));
                };
                self.guard_object(data, value)?;
                let exit = self.exit(data)?;
                let test = Test::Memory(Cond::NotEqual, Width::W32, Mem::at(value, SHAPE), shape as i32);
                self.push(Lir::ExitIf { test, exit });
                if let Some(watch) = self.resolver.slots_watch() {
                    self.watch(data, watch)?;
                }
                self.copy(data);
            }
            Opcode::Poll => {
                for word in [context::INTERRUPT, context::DUE] {
                    let exit = self.exit(data)?;
                    let flag = self.lir.int();
                    self.push(Lir::Load { dst: flag, mem: Mem::context(word), width: Width::W64 });
                    let test = Test::Memory(Cond::NotEqual, Width::W8, Mem::at(flag, 0), 0);
                    self.push(Lir::ExitIf { test, exit });
                }
            }
            Opcode::CheckStack => {
                let exit = self.exit(data)?;
                let room = Mem::context(context::ROOM);
                self.push(Lir::ExitIf { test: Test::Memory(Cond::Less, Width::W32, room, 0), exit });
                let exit = self.exit(data)?;
                self.push(Lir::ExitIf { test: Test::StackLow, exit });
                let exit = self.exit(data)?;
                let flag = self.lir.int();
                self.push(Lir::Load { dst: flag, mem: Mem::context(context::INTERRUPT), width: Width::W64 });
                self.push(Lir::ExitIf { test: Test::Memory(Cond::NotEqual, Width::W8, Mem::at(flag, 0), 0), exit });
            }
            Opcode::GuardCode | Opcode::GuardArity => {
                let value = self.reg(data.args[0])?;
                let Some(&Imm::Index(number)) = data.imms.first() else {
                    return Err(self.unsupported(data, "it names no number"));
                };
                let exit = self.exit(data)?;
                let code = Mem::at(value, if data.op == Opcode::GuardCode { CODE_NUMBER } else { ARITY });
                self.push(Lir::ExitIf { test: Test::Memory(Cond::NotEqual, Width::W32, code, number as i32), exit });
                self.copy(data);
            }
            Opcode::GuardClass => {
                let value = self.reg(data.args[0])?;
                let Some(&Imm::Shape(shape)) = data.imms.first() else {
                    return Err(self.unsupported(data, "it names no shape"));
                };
                self.guard_object(data, value)?;
                for (at, wanted) in [(SHAPE, Kind::Type as i32), (ROOT_SHAPE, shape as i32)] {
                    let exit = self.exit(data)?;
                    let test = Test::Memory(Cond::NotEqual, Width::W32, Mem::at(value, at), wanted);
                    self.push(Lir::ExitIf { test, exit });
                }
                self.copy(data);
            }
            Opcode::GuardQuiet => {
                let exit = self.exit(data)?;
                let field = Mem::context(context::OBSERVED);
                self.push(Lir::ExitIf { test: Test::Memory(Cond::NotEqual, Width::W32, field, 0), exit });
            }
            _ => {
                let exit = self.exit(data)?;
                self.push(Lir::Exit { exit });
            }
        }
        Ok(())
    }

    fn constant_word(&mut self, data: &InstData, id: hir::ConstId) -> Result<Src, crate::error::CompileError> {
        let bits = self.const_bits(data, id)?;
        if let Ok(small) = i32::try_from(bits as i64) {
            return Ok(Src::Imm(small));
        }
        let dst = self.lir.int();
        self.push(Lir::Imm { dst, value: bits as i64 });
        Ok(Src::Reg(dst))
    }

    /// Exits unless the word is a reference, as far as its type leaves that open.
    fn guard_object(&mut self, data: &InstData, value: crate::lir::VReg) -> Lower {
        let ty = self.func.ty(data.args[0]);
        if ty.intersects(hir::Type::SMALL_INT) || ty.intersects(hir::Type::WORD_FLOAT) {
            let exit = self.exit(data)?;
            self.push(Lir::ExitIf { test: Test::Bits(Cond::NotEqual, value, 7), exit });
        }
        if ty.may_be_null() {
            let exit = self.exit(data)?;
            self.push(Lir::ExitIf { test: Test::Compare(Cond::Equal, Width::W64, value, Src::Imm(0)), exit });
        }
        Ok(())
    }
}

/// Where an object's shape is.
const SHAPE: i32 = offset_of!(Header, shape) as i32;
/// Where the number of a function's code is.
const CODE_NUMBER: i32 = (offset_of!(FunctionObj, binding) + offset_of!(Binding, number)) as i32;
/// Where its arity is.
const ARITY: i32 = (offset_of!(FunctionObj, binding) + offset_of!(Binding, arity)) as i32;
/// Where a class has the shape of its new instances.
const ROOT_SHAPE: i32 = offset_of!(TypeObj, root_shape) as i32;

/// The opposite of a test.
pub(super) fn opposite(test: Test) -> Test {
    match test {
        Test::Compare(cond, width, a, b) => Test::Compare(cond.negated(), width, a, b),
        Test::Bits(cond, a, mask) => Test::Bits(cond.negated(), a, mask),
        Test::Memory(cond, width, mem, imm) => Test::Memory(cond.negated(), width, mem, imm),
        // Nobody asks for it.
        Test::StackLow => Test::StackLow,
        Test::Float(cmp, a, b) => Test::NotFloat(cmp, a, b),
        Test::NotFloat(cmp, a, b) => Test::Float(cmp, a, b),
    }
}
