//! Machine floats and truth values to and from words.

use super::{Lower, Lowering};
use crate::context;
use crate::error::CompileError;
use crate::lir::{Alu, Callee, Cond, Lir, Mem, Src, Test, VReg, Width};
use hir::{Constant, InstData, Opcode, Type};
use runtime::object::FloatObj;
use smallvec::smallvec;
use std::mem::offset_of;

const FLOAT_VALUE: i32 = offset_of!(FloatObj, value) as i32;

impl Lowering<'_> {
    pub(super) fn boxing(&mut self, data: &InstData) -> Lower {
        match data.op {
            Opcode::BoxBool => self.box_bool(data),
            Opcode::IsTrue => {
                let value = self.reg(data.args[0])?;
                let yes = self.singleton(data, &Constant::True)?;
                let yes = self.imm(yes);
                self.tests[data.results[0]] = Some(Test::Compare(Cond::Equal, Width::W64, value, Src::Reg(yes)));
                Ok(())
            }
            Opcode::BoxDouble => self.box_double(data),
            _ => self.unbox_double(data),
        }
    }

    fn singleton(&self, data: &InstData, which: &Constant) -> Result<i64, CompileError> {
        match self.resolver.constant(which) {
            Some(word) => Ok(word as i64),
            None => Err(self.unsupported(data, "its owner does not know the constant")),
        }
    }

    /// A number in a register.
    fn imm(&mut self, value: i64) -> VReg {
        let dst = self.lir.int();
        self.push(Lir::Imm { dst, value });
        dst
    }

    /// The one object, and if it is true the way from it to the other.
    fn box_bool(&mut self, data: &InstData) -> Lower {
        let (no, yes) = (self.singleton(data, &Constant::False)?, self.singleton(data, &Constant::True)?);
        let test = self.test(data.args[0])?;
        let truth = self.lir.int();
        self.push(Lir::Set { dst: truth, test });
        let way = match i32::try_from(yes.wrapping_sub(no)) {
            Ok(way) => Src::Imm(way),
            Err(_) => Src::Reg(self.imm(yes.wrapping_sub(no))),
        };
        let step = self.lir.int();
        self.push(Lir::Mul { dst: step, a: truth, b: way, exit: None });
        let no = self.imm(no);
        let dst = self.define(data.results[0]);
        self.push(Lir::Alu { op: Alu::Add, dst, a: step, b: Src::Reg(no), exit: None });
        Ok(())
    }

    /// In line; a float that needs an object is the helper's.
    fn box_double(&mut self, data: &InstData) -> Lower {
        let value = self.reg(data.args[0])?;
        let [word, object] = std::array::from_fn(|_| self.lir.int());
        let [slow, done] = self.ways();
        self.push(Lir::BoxFloat { dst: word, a: value });
        self.leave_way(Test::Compare(Cond::Equal, Width::W64, word, Src::Imm(0)), slow);
        self.push(Lir::Jump { to: done, args: smallvec![word] });

        self.at = slow;
        let callee = Callee::Context(context::helper(Opcode::BoxDouble));
        self.push(Lir::Call { callee, args: smallvec![value], dst: Some(object) });
        let exit = self.exit(data)?;
        self.push(Lir::ExitIf { test: Test::Compare(Cond::Equal, Width::W64, object, Src::Imm(0)), exit });
        self.push(Lir::Jump { to: done, args: smallvec![object] });

        self.at = done;
        let dst = self.define(data.results[0]);
        self.lir.blocks[done.0 as usize].params.push(dst);
        Ok(())
    }

    fn unbox_double(&mut self, data: &InstData) -> Lower {
        let value = self.reg(data.args[0])?;
        let ty = self.func.ty(data.args[0]);
        let dst = self.define(data.results[0]);
        self.push(if ty.intersects(Type::WORD_FLOAT) {
            Lir::UnboxFloat { dst, a: value, may_be_object: ty.intersects(Type::HEAP_FLOAT) }
        } else {
            Lir::LoadFloat { dst, mem: Mem::at(value, FLOAT_VALUE) }
        });
        Ok(())
    }
}
