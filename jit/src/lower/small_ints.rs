//! Small integers: the word is twice the number, and one.

use super::{Lower, Lowering};
use crate::lir::{Alu, By, Cond, Lir, Shift, Src, Test, VReg, Width};
use hir::{BinOp, Imm, InstData, Opcode, ValueId};

impl Lowering<'_> {
    pub(super) fn small_int(&mut self, data: &InstData) -> Lower {
        if data.op == Opcode::SmallIntCompare {
            let test = self.int_compare(data)?;
            self.tests[data.results[0]] = Some(test);
            return Ok(());
        }
        let Some(&Imm::BinOp(op)) = data.imms.first() else {
            return Err(self.unsupported(data, "it names no operator"));
        };
        let (a, b) = (data.args[0], data.args[1]);
        match op {
            BinOp::Add | BinOp::Sub => self.add_or_sub(data, op, a, b),
            BinOp::Mul => self.multiply(data, a, b),
            BinOp::And | BinOp::Or => {
                let (a, b) = (self.reg(a)?, self.src(b)?);
                let op = if op == BinOp::And { Alu::And } else { Alu::Or };
                let dst = self.define(data.results[0]);
                self.push(Lir::Alu { op, dst, a, b, exit: None });
                Ok(())
            }
            BinOp::Xor => {
                let (a, b) = (self.reg(a)?, self.src(b)?);
                let untagged = self.lir.int();
                self.push(Lir::Alu { op: Alu::Xor, dst: untagged, a, b, exit: None });
                let dst = self.define(data.results[0]);
                self.push(Lir::Alu { op: Alu::Or, dst, a: untagged, b: Src::Imm(1), exit: None });
                Ok(())
            }
            BinOp::FloorDiv | BinOp::Mod => self.divide(data, op, a, b),
            BinOp::LShift | BinOp::RShift => self.shift(data, op, a, b),
            BinOp::TrueDiv | BinOp::Pow | BinOp::MatMul => Err(self.unsupported(data, "the operator")),
        }
    }

    /// The tag of one operand is taken off, so that the result has the tag. Overflow of the word is overflow of the number.
    fn add_or_sub(&mut self, data: &InstData, op: BinOp, a: ValueId, b: ValueId) -> Lower {
        let a = self.reg(a)?;
        let b = match self.src(b)? {
            Src::Imm(word) => Src::Imm(word - 1),
            Src::Reg(b) => Src::Reg(self.without_tag(b)),
        };
        let exit = self.exit(data)?;
        let op = if op == BinOp::Add { Alu::Add } else { Alu::Sub };
        let dst = self.define(data.results[0]);
        self.push(Lir::Alu { op, dst, a, b, exit: Some(exit) });
        Ok(())
    }

    fn without_tag(&mut self, word: VReg) -> VReg {
        let dst = self.lir.int();
        self.push(Lir::Alu { op: Alu::Sub, dst, a: word, b: Src::Imm(1), exit: None });
        dst
    }

    fn untagged(&mut self, word: VReg) -> VReg {
        let dst = self.lir.int();
        self.push(Lir::Shift { op: Shift::Arithmetic, dst, a: word, by: By::Imm(1) });
        dst
    }

    /// One factor untagged, the other doubled still: the product is doubled.
    fn multiply(&mut self, data: &InstData, a: ValueId, b: ValueId) -> Lower {
        let a = self.reg(a)?;
        let doubled = self.without_tag(a);
        let b = match self.src(b)? {
            Src::Imm(word) => Src::Imm(word >> 1),
            Src::Reg(b) => Src::Reg(self.untagged(b)),
        };
        let exit = self.exit(data)?;
        let product = self.lir.int();
        self.push(Lir::Mul { dst: product, a: doubled, b, exit: Some(exit) });
        let dst = self.define(data.results[0]);
        self.push(Lir::Alu { op: Alu::Or, dst, a: product, b: Src::Imm(1), exit: None });
        Ok(())
    }

    /// Floor division and its remainder, which has the divisor's sign. Zero and −1 as divisors leave by the exit.
    fn divide(&mut self, data: &InstData, op: BinOp, a: ValueId, b: ValueId) -> Lower {
        let (a, b) = (self.reg(a)?, self.reg(b)?);
        for word in [1, -1] {
            let exit = self.exit(data)?;
            self.push(Lir::ExitIf { test: Test::Compare(Cond::Equal, Width::W64, b, Src::Imm(word)), exit });
        }
        let (a, b) = (self.untagged(a), self.untagged(b));
        let (quotient, remainder) = (self.lir.int(), self.lir.int());
        self.push(Lir::Divide { quotient, remainder, a, b });
        // Where the remainder is not zero and its sign is not the divisor's, the quotient was rounded up: `mask` is −1 then, and 0 otherwise.
        let signs = self.lir.int();
        self.push(Lir::Alu { op: Alu::Xor, dst: signs, a: remainder, b: Src::Reg(b), exit: None });
        let differ = self.lir.int();
        self.push(Lir::Shift { op: Shift::Arithmetic, dst: differ, a: signs, by: By::Imm(63) });
        let nonzero = self.lir.int();
        self.push(Lir::Set { dst: nonzero, test: Test::Compare(Cond::NotEqual, Width::W64, remainder, Src::Imm(0)) });
        let minus = self.lir.int();
        let zero = self.lir.int();
        self.push(Lir::Imm { dst: zero, value: 0 });
        self.push(Lir::Alu { op: Alu::Sub, dst: minus, a: zero, b: Src::Reg(nonzero), exit: None });
        let mask = self.lir.int();
        self.push(Lir::Alu { op: Alu::And, dst: mask, a: differ, b: Src::Reg(minus), exit: None });
        let number = self.lir.int();
        if op == BinOp::FloorDiv {
            self.push(Lir::Alu { op: Alu::Add, dst: number, a: quotient, b: Src::Reg(mask), exit: None });
        } else {
            let correction = self.lir.int();
            self.push(Lir::Alu { op: Alu::And, dst: correction, a: mask, b: Src::Reg(b), exit: None });
            self.push(Lir::Alu { op: Alu::Add, dst: number, a: remainder, b: Src::Reg(correction), exit: None });
        }
        self.tag(data, number)
    }

    /// Makes the word of a number that fits.
    fn tag(&mut self, data: &InstData, number: VReg) -> Lower {
        let doubled = self.lir.int();
        self.push(Lir::Alu { op: Alu::Add, dst: doubled, a: number, b: Src::Reg(number), exit: None });
        let dst = self.define(data.results[0]);
        self.push(Lir::Alu { op: Alu::Or, dst, a: doubled, b: Src::Imm(1), exit: None });
        Ok(())
    }

    /// Shifts by 0 to 62 places; a left shift leaves by the exit if bits are lost.
    fn shift(&mut self, data: &InstData, op: BinOp, a: ValueId, b: ValueId) -> Lower {
        let (a, b) = (self.reg(a)?, self.reg(b)?);
        let by = self.untagged(b);
        // As unsigned numbers, negative distances are large.
        let exit = self.exit(data)?;
        self.push(Lir::ExitIf { test: Test::Compare(Cond::AboveEqual, Width::W64, by, Src::Imm(63)), exit });
        let by = By::Reg(by);
        if op == BinOp::RShift {
            let shifted = self.lir.int();
            self.push(Lir::Shift { op: Shift::Arithmetic, dst: shifted, a, by });
            let dst = self.define(data.results[0]);
            self.push(Lir::Alu { op: Alu::Or, dst, a: shifted, b: Src::Imm(1), exit: None });
            return Ok(());
        }
        let doubled = self.without_tag(a);
        let shifted = self.lir.int();
        self.push(Lir::Shift { op: Shift::Left, dst: shifted, a: doubled, by });
        let back = self.lir.int();
        self.push(Lir::Shift { op: Shift::Arithmetic, dst: back, a: shifted, by });
        let exit = self.exit(data)?;
        self.push(Lir::ExitIf { test: Test::Compare(Cond::NotEqual, Width::W64, back, Src::Reg(doubled)), exit });
        let dst = self.define(data.results[0]);
        self.push(Lir::Alu { op: Alu::Or, dst, a: shifted, b: Src::Imm(1), exit: None });
        Ok(())
    }
}
