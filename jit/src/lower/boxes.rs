//! Machine floats and truth values to and from words. How a float is kept in a word is told in [`runtime::value`].

use super::{Lower, Lowering};
use crate::context;
use crate::error::CompileError;
use crate::lir::{Alu, By, Callee, Cond, Lir, Mem, Shift, Src, Test, VReg, Width};
use hir::{Constant, InstData, Opcode, Type};
use runtime::object::FloatObj;
use runtime::value::FLOAT_BIAS;
use smallvec::smallvec;
use std::mem::offset_of;

const FLOAT_VALUE: i32 = offset_of!(FloatObj, value) as i32;
/// Payloads of word floats that are no zeros: from 2 up, this many.
const PAYLOADS: i64 = (1 << 62) - 2;

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

    fn alu(&mut self, op: Alu, a: VReg, b: Src) -> VReg {
        let dst = self.lir.int();
        self.push(Lir::Alu { op, dst, a, b, exit: None });
        dst
    }

    fn shifted(&mut self, op: Shift, a: VReg, by: u8) -> VReg {
        let dst = self.lir.int();
        self.push(Lir::Shift { op, dst, a, by: By::Imm(by) });
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

    /// `payload << 2 | 2`.
    fn float_word(&mut self, payload: VReg) -> VReg {
        let high = self.shifted(Shift::Left, payload, 2);
        self.alu(Alu::Or, high, Src::Imm(2))
    }

    /// The bits rotated left by one, less the lowest common exponent, are the payload; zeros are their own. All others need an object.
    fn box_double(&mut self, data: &InstData) -> Lower {
        let value = self.reg(data.args[0])?;
        let bits = self.lir.int();
        self.push(Lir::FloatToBits { dst: bits, a: value });
        let (low, high) = (self.shifted(Shift::Left, bits, 1), self.shifted(Shift::Right, bits, 63));
        let rotated = self.alu(Alu::Or, low, Src::Reg(high));
        let bias = self.imm(FLOAT_BIAS as i64);
        let payload = self.alu(Alu::Sub, rotated, Src::Reg(bias));
        let above_zeros = self.alu(Alu::Sub, payload, Src::Imm(2));
        let payloads = self.imm(PAYLOADS);
        let [common, uncommon, zero, rare, done] = std::array::from_fn(|_| self.lir.block());
        let test = Test::Compare(Cond::Below, Width::W64, above_zeros, Src::Reg(payloads));
        self.push(Lir::Branch { test, yes: common, no: uncommon });

        self.at = common;
        let word = self.float_word(payload);
        self.push(Lir::Jump { to: done, args: smallvec![word] });

        self.at = uncommon;
        let test = Test::Compare(Cond::Below, Width::W64, rotated, Src::Imm(2));
        self.push(Lir::Branch { test, yes: zero, no: rare });

        self.at = zero;
        let word = self.float_word(rotated);
        self.push(Lir::Jump { to: done, args: smallvec![word] });

        self.at = rare;
        let object = self.lir.int();
        let callee = Callee::Context(context::helper(Opcode::BoxDouble));
        self.push(Lir::Call { callee, args: smallvec![value], dst: Some(object) });
        let exit = self.exit(data)?;
        self.push(Lir::ExitIf { test: Test::Compare(Cond::Equal, Width::W64, object, Src::Imm(0)), exit });
        self.push(Lir::Jump { to: done, args: smallvec![object] });

        self.at = done;
        for block in [uncommon, zero, rare] {
            self.lir.blocks[block.0 as usize].cold = true;
        }
        let dst = self.define(data.results[0]);
        self.lir.blocks[done.0 as usize].params.push(dst);
        Ok(())
    }

    fn unbox_double(&mut self, data: &InstData) -> Lower {
        let value = self.reg(data.args[0])?;
        let ty = self.func.ty(data.args[0]);
        if !ty.intersects(Type::WORD_FLOAT) {
            let dst = self.define(data.results[0]);
            self.push(Lir::LoadFloat { dst, mem: Mem::at(value, FLOAT_VALUE) });
            return Ok(());
        }
        if !ty.intersects(Type::HEAP_FLOAT) {
            let bits = self.word_float_bits(value);
            let dst = self.define(data.results[0]);
            self.push(Lir::BitsToFloat { dst, a: bits });
            return Ok(());
        }
        let [word, object, done] = std::array::from_fn(|_| self.lir.block());
        self.push(Lir::Branch { test: Test::Bits(Cond::NotEqual, value, 3), yes: word, no: object });

        self.at = word;
        let bits = self.word_float_bits(value);
        let float = self.lir.float();
        self.push(Lir::BitsToFloat { dst: float, a: bits });
        self.push(Lir::Jump { to: done, args: smallvec![float] });

        self.at = object;
        self.lir.blocks[object.0 as usize].cold = true;
        let float = self.lir.float();
        self.push(Lir::LoadFloat { dst: float, mem: Mem::at(value, FLOAT_VALUE) });
        self.push(Lir::Jump { to: done, args: smallvec![float] });

        self.at = done;
        let dst = self.define(data.results[0]);
        self.lir.blocks[done.0 as usize].params.push(dst);
        Ok(())
    }

    /// The bits of a float kept in the word. The bias is added unless it is a zero.
    fn word_float_bits(&mut self, word: VReg) -> VReg {
        let payload = self.shifted(Shift::Right, word, 2);
        let common = self.lir.int();
        let test = Test::Compare(Cond::AboveEqual, Width::W64, payload, Src::Imm(2));
        self.push(Lir::Set { dst: common, test });
        let bias = self.imm(FLOAT_BIAS as i64);
        let added = self.lir.int();
        self.push(Lir::Mul { dst: added, a: common, b: Src::Reg(bias), exit: None });
        let rotated = self.alu(Alu::Add, payload, Src::Reg(added));
        let (low, high) = (self.shifted(Shift::Right, rotated, 1), self.shifted(Shift::Left, rotated, 63));
        self.alu(Alu::Or, low, Src::Reg(high))
    }
}
