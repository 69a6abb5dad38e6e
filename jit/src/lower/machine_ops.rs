//! Machine integers, floats and truth values.

use super::guards::opposite;
use super::{Lower, Lowering};
use crate::lir::{Alu, By, Cond, Float, Lir, Shift, Src, Test, Width};
use hir::{BinOp, CmpOp, Imm, InstData, Opcode};

impl Lowering<'_> {
    pub(super) fn machine_op(&mut self, data: &InstData) -> Lower {
        match data.op {
            Opcode::CIntBinary => self.cint_binary(data),
            Opcode::CIntCompare => {
                let test = self.int_compare(data)?;
                self.tests[data.results[0]] = Some(test);
                Ok(())
            }
            Opcode::Is => {
                let (a, b) = (self.reg(data.args[0])?, self.src(data.args[1])?);
                self.tests[data.results[0]] = Some(Test::Compare(Cond::Equal, Width::W64, a, b));
                Ok(())
            }
            Opcode::DoubleCompare => {
                let Some(&Imm::CmpOp(cmp)) = data.imms.first() else {
                    return Err(self.unsupported(data, "it names no comparison"));
                };
                let (a, b) = (self.reg(data.args[0])?, self.reg(data.args[1])?);
                self.tests[data.results[0]] = Some(Test::Float(cmp, a, b));
                Ok(())
            }
            Opcode::CBoolNot => {
                let test = self.test(data.args[0])?;
                self.tests[data.results[0]] = Some(opposite(test));
                Ok(())
            }
            Opcode::DoubleBinary | Opcode::DoubleNeg | Opcode::IntToDouble => self.double(data),
            Opcode::UnboxInt => {
                let a = self.reg(data.args[0])?;
                let dst = self.define(data.results[0]);
                self.push(Lir::Shift { op: Shift::Arithmetic, dst, a, by: By::Imm(1) });
                Ok(())
            }
            Opcode::BoxInt => {
                let a = self.reg(data.args[0])?;
                let exit = self.exit(data)?;
                let doubled = self.lir.int();
                self.push(Lir::Alu { op: Alu::Add, dst: doubled, a, b: Src::Reg(a), exit: Some(exit) });
                let dst = self.define(data.results[0]);
                self.push(Lir::Alu { op: Alu::Or, dst, a: doubled, b: Src::Imm(1), exit: None });
                Ok(())
            }
            _ => Err(self.unsupported(data, "no machine code for it yet")),
        }
    }

    /// The test of an integer comparison; tagged small integers compare as their words do.
    pub(super) fn int_compare(&mut self, data: &InstData) -> Result<Test, crate::error::CompileError> {
        let Some(&Imm::CmpOp(cmp)) = data.imms.first() else {
            return Err(self.unsupported(data, "it names no comparison"));
        };
        let cond = match cmp {
            CmpOp::Lt => Cond::Less,
            CmpOp::Le => Cond::LessEqual,
            CmpOp::Eq => Cond::Equal,
            CmpOp::Ne => Cond::NotEqual,
            CmpOp::Gt => Cond::Greater,
            CmpOp::Ge => Cond::GreaterEqual,
        };
        let (a, b) = (self.reg(data.args[0])?, self.src(data.args[1])?);
        Ok(Test::Compare(cond, Width::W64, a, b))
    }

    fn cint_binary(&mut self, data: &InstData) -> Lower {
        let Some(&Imm::BinOp(op)) = data.imms.first() else {
            return Err(self.unsupported(data, "it names no operator"));
        };
        let a = self.reg(data.args[0])?;
        let simple = match op {
            BinOp::Add => Some(Alu::Add),
            BinOp::Sub => Some(Alu::Sub),
            BinOp::And => Some(Alu::And),
            BinOp::Or => Some(Alu::Or),
            BinOp::Xor => Some(Alu::Xor),
            _ => None,
        };
        if let Some(op) = simple {
            let b = self.src(data.args[1])?;
            let dst = self.define(data.results[0]);
            self.push(Lir::Alu { op, dst, a, b, exit: None });
            return Ok(());
        }
        match op {
            BinOp::Mul => {
                let b = self.src(data.args[1])?;
                let dst = self.define(data.results[0]);
                self.push(Lir::Mul { dst, a, b, exit: None });
            }
            BinOp::LShift | BinOp::RShift => {
                let by = By::Reg(self.reg(data.args[1])?);
                let op = if op == BinOp::LShift { Shift::Left } else { Shift::Arithmetic };
                let dst = self.define(data.results[0]);
                self.push(Lir::Shift { op, dst, a, by });
            }
            _ => return Err(self.unsupported(data, "the operator")),
        }
        Ok(())
    }

    fn double(&mut self, data: &InstData) -> Lower {
        let a = self.reg(data.args[0])?;
        match (data.op, data.imms.first()) {
            (Opcode::DoubleNeg, _) => {
                let dst = self.define(data.results[0]);
                self.push(Lir::FloatNeg { dst, a });
            }
            (Opcode::IntToDouble, _) => {
                let untagged = self.lir.int();
                self.push(Lir::Shift { op: Shift::Arithmetic, dst: untagged, a, by: By::Imm(1) });
                let dst = self.define(data.results[0]);
                self.push(Lir::IntToFloat { dst, a: untagged });
            }
            (_, Some(&Imm::BinOp(op))) => {
                let op = match op {
                    BinOp::Add => Float::Add,
                    BinOp::Sub => Float::Sub,
                    BinOp::Mul => Float::Mul,
                    BinOp::TrueDiv => Float::Div,
                    _ => return Err(self.unsupported(data, "the operator")),
                };
                let b = self.reg(data.args[1])?;
                let dst = self.define(data.results[0]);
                self.push(Lir::Float { op, dst, a, b });
            }
            _ => return Err(self.unsupported(data, "it names no operator")),
        }
        Ok(())
    }
}
