//! Operators and comparisons, with guesses from feedback.

use super::emit::{Build, Flow};
use crate::bytecode::{INPLACE, Insn, NEGATE, Op, USE_B, USE_C};
use crate::interp::run::{SAW_FLOAT, SAW_INT};
use hir::{BinOp, CmpOp, Constant, Imm, Opcode, Type, UnOp, ValueId};

/// Where an operand stands.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// In this register.
    Reg(u16),
    /// In the instruction.
    Immediate(i64),
}

/// A guess about operands that came true behind its guards.
enum Guess {
    Ints(ValueId, ValueId),
    Doubles(ValueId, ValueId),
}

/// The integers that a double has exactly: comparing them as doubles is exact.
const EXACT: std::ops::RangeInclusive<i64> = -(1 << 53)..=1 << 53;

impl Build<'_> {
    /// The operator of an arithmetic instruction and its right operand.
    fn operator(i: Insn) -> (BinOp, Place) {
        let register = Place::Reg(i.c);
        let immediate = Place::Immediate(i64::from(i.c as i16));
        match i.op {
            Op::Add => (BinOp::Add, register),
            Op::Sub => (BinOp::Sub, register),
            Op::Mul => (BinOp::Mul, register),
            Op::TrueDiv => (BinOp::TrueDiv, register),
            Op::FloorDiv => (BinOp::FloorDiv, register),
            Op::Mod => (BinOp::Mod, register),
            Op::Pow => (BinOp::Pow, register),
            Op::LShift => (BinOp::LShift, register),
            Op::RShift => (BinOp::RShift, register),
            Op::And => (BinOp::And, register),
            Op::Or => (BinOp::Or, register),
            Op::Xor => (BinOp::Xor, register),
            Op::AddImm => (BinOp::Add, immediate),
            Op::SubImm => (BinOp::Sub, immediate),
            Op::MulImm => (BinOp::Mul, immediate),
            Op::FloorDivImm => (BinOp::FloorDiv, immediate),
            Op::ModImm => (BinOp::Mod, immediate),
            Op::AndImm => (BinOp::And, immediate),
            Op::LShiftImm => (BinOp::LShift, immediate),
            Op::RShiftImm => (BinOp::RShift, immediate),
            _ => (BinOp::MatMul, register),
        }
    }

    /// The value of an operand.
    pub(super) fn operand(&mut self, place: Place) -> Flow<ValueId> {
        match place {
            Place::Reg(reg) => self.read(reg),
            Place::Immediate(value) => Ok(self.constant(Constant::Int(value))),
        }
    }

    /// `a = b op c`.
    pub(super) fn binary(&mut self, i: Insn) -> Flow {
        let (op, right) = Self::operator(i);
        let (x, y) = (self.operand(Place::Reg(i.b))?, self.operand(right)?);
        match self.guess(Some(op), (Place::Reg(i.b), x), (right, y)) {
            Some(Guess::Ints(x, y)) => {
                let frame = self.guard_frame();
                self.consume(i);
                let value = self.value_exit(Opcode::SmallIntBinary, &[Imm::BinOp(op)], &[x, y], frame);
                self.write(i.a, value);
            }
            Some(Guess::Doubles(x, y)) => self.double_binary(i, op, x, y),
            None => {
                self.consume(i);
                let code = if i.n & INPLACE != 0 { Opcode::InplaceOp } else { Opcode::BinaryOp };
                let right = if matches!(right, Place::Reg(_)) { USE_C } else { 0 };
                let lives = Self::used(i, &[(USE_B, x), (right, y)]);
                let if_failed = Self::used(i, &[(right, y), (USE_B, x)]);
                let value = self.try_value_ordered(code, &[Imm::BinOp(op)], &[x, y], &lives, &if_failed);
                self.write(i.a, value);
            }
        }
        Ok(())
    }

    fn double_binary(&mut self, i: Insn, op: BinOp, x: ValueId, y: ValueId) {
        if op == BinOp::TrueDiv {
            let frame = self.guard_frame();
            let zero = self.constant(Constant::CDouble(0.0_f64.to_bits()));
            let nonzero = self.value(Opcode::DoubleCompare, &[Imm::CmpOp(CmpOp::Ne)], &[y, zero]);
            self.inst_exit(Opcode::Guard, &[], &[nonzero], frame);
        }
        let result = self.value(Opcode::DoubleBinary, &[Imm::BinOp(op)], &[x, y]);
        let lives = self.operands_of(i);
        self.consume(i);
        self.end_all(&lives);
        self.split.get_or_insert(self.log.len());
        let frame = self.error_frame();
        let value = self.value_exit(Opcode::BoxDouble, &[], &[result], frame);
        self.write(i.a, value);
    }

    /// The consumed operands of `b op c`, which are in their registers, the left one first.
    fn operands_of(&self, i: Insn) -> Vec<ValueId> {
        let mut lives = Vec::new();
        super::effects::for_each_taken(&i, |reg| lives.extend(self.peek(reg)));
        lives
    }

    /// What feedback says about two operands of an operator, or of a comparison, if an operation on such operands exists and they may be
    /// such.
    fn guess(&mut self, op: Option<BinOp>, x: (Place, ValueId), y: (Place, ValueId)) -> Option<Guess> {
        let may_be_int = |b: &Self, v: ValueId| b.func.ty(v).intersects(Type::SMALL_INT);
        let is_int = |b: &Self, v: ValueId| b.func.ty(v).is_subtype(Type::SMALL_INT);
        let on_ints = op.is_none_or(|op| BinOp::OF_WORDS.contains(&op));
        let on_doubles = op.is_none_or(|op| BinOp::OF_DOUBLES.contains(&op));
        let may_be_double = |v| self.may_be_double(v, op.is_none());
        let doubles = on_doubles && may_be_double(x.1) && may_be_double(y.1);
        match self.saw() {
            SAW_INT if on_ints && may_be_int(self, x.1) && may_be_int(self, y.1) => {
                let left = self.guard_operand(x, Type::SMALL_INT);
                let right = self.guard_operand(y, Type::SMALL_INT);
                Some(Guess::Ints(left, right))
            }
            // Two integers stay integers.
            SAW_FLOAT if doubles && !(is_int(self, x.1) && is_int(self, y.1)) => {
                let left = self.double(x);
                let right = self.double(y);
                Some(Guess::Doubles(left, right))
            }
            _ => None,
        }
    }

    fn guard_operand(&mut self, (place, value): (Place, ValueId), ty: Type) -> ValueId {
        match place {
            // The same register may be both operands.
            Place::Reg(reg) => {
                let value = self.peek(reg).unwrap_or(value);
                self.guard_register(reg, value, ty)
            }
            Place::Immediate(_) => value,
        }
    }

    /// Whether a value may be a float, or is an integer that is computed with as a float; to be compared it must be the same as one.
    fn may_be_double(&self, value: ValueId, exactly: bool) -> bool {
        let ty = self.func.ty(value);
        let constant = ty.known_value().map(|id| self.func.constant(id));
        match constant {
            Some(Constant::Int(n)) => !exactly || EXACT.contains(n),
            _ => ty.intersects(Type::FLOAT_EXACT) || (!exactly && ty.is_subtype(Type::SMALL_INT)),
        }
    }

    fn double(&mut self, operand: (Place, ValueId)) -> ValueId {
        if self.func.ty(operand.1).is_subtype(Type::SMALL_INT) {
            return self.value(Opcode::IntToDouble, &[], &[operand.1]);
        }
        let value = self.guard_operand(operand, Type::FLOAT_EXACT);
        self.value(Opcode::UnboxDouble, &[], &[value])
    }

    /// `a = op b`.
    pub(super) fn unary(&mut self, i: Insn) -> Flow {
        let op = match i.op {
            Op::Neg => UnOp::Neg,
            Op::Pos => UnOp::Pos,
            Op::Invert => UnOp::Invert,
            _ => {
                let truth = self.truth(i)?;
                let opposite = self.value(Opcode::CBoolNot, &[], &[truth]);
                return self.write_bool(i, opposite);
            }
        };
        let value = self.read(i.b)?;
        self.consume(i);
        let lives = Self::used(i, &[(USE_B, value)]);
        let value = self.try_value(Opcode::UnaryOp, &[Imm::UnOp(op)], &[value], &lives);
        self.write(i.a, value);
        Ok(())
    }

    fn write_bool(&mut self, i: Insn, truth: ValueId) -> Flow {
        let value = self.value(Opcode::BoxBool, &[], &[truth]);
        self.write(i.a, value);
        Ok(())
    }

    /// The truth of what is in `b`, consumed if the instruction says so, as a machine truth value.
    pub(super) fn truth(&mut self, i: Insn) -> Flow<ValueId> {
        let value = self.read(i.b)?;
        self.consume(i);
        let def = self.func.inst(self.func.value(value).def);
        if def.op == Opcode::BoxBool {
            return Ok(def.args[0]);
        }
        if self.func.ty(value).is_subtype(Type::BOOL) {
            return Ok(self.value(Opcode::IsTrue, &[], &[value]));
        }
        let lives = Self::used(i, &[(USE_B, value)]);
        let truth = self.try_value(Opcode::Truth, &[], &[value], &lives);
        Ok(self.value(Opcode::IsTrue, &[], &[truth]))
    }

    /// Comparisons as values.
    pub(super) fn comparison(&mut self, i: Insn) -> Flow {
        let op = match i.op {
            Op::Is => {
                let truth = self.identity(i, Place::Reg(i.c))?;
                return self.write_negated(i, truth);
            }
            Op::Contains => {
                let truth = self.containment(i)?;
                return self.write_negated(i, truth);
            }
            Op::Lt => CmpOp::Lt,
            Op::Le => CmpOp::Le,
            Op::Eq => CmpOp::Eq,
            Op::Ne => CmpOp::Ne,
            Op::Gt => CmpOp::Gt,
            _ => CmpOp::Ge,
        };
        let right = Place::Reg(i.c);
        let (x, y) = (self.read(i.b)?, self.read(i.c)?);
        if let Some(truth) = self.guessed_compare(i, op, (Place::Reg(i.b), x), (right, y)) {
            return self.write_bool(i, truth);
        }
        self.consume(i);
        let lives = Self::used(i, &[(USE_C, y), (USE_B, x)]);
        let value = self.try_value(Opcode::CompareOp, &[Imm::CmpOp(op)], &[x, y], &lives);
        self.write(i.a, value);
        Ok(())
    }

    fn write_negated(&mut self, i: Insn, truth: ValueId) -> Flow {
        let truth = if i.n & NEGATE != 0 { self.value(Opcode::CBoolNot, &[], &[truth]) } else { truth };
        self.write_bool(i, truth)
    }

    /// A comparison of numbers of a known kind, if feedback says so.
    fn guessed_compare(&mut self, i: Insn, op: CmpOp, x: (Place, ValueId), y: (Place, ValueId)) -> Option<ValueId> {
        let guess = self.guess(None, x, y)?;
        let lives: Vec<ValueId> = self.operands_of(i).into_iter().rev().collect();
        self.consume(i);
        let (code, x, y) = match guess {
            Guess::Ints(x, y) => (Opcode::SmallIntCompare, x, y),
            Guess::Doubles(x, y) => (Opcode::DoubleCompare, x, y),
        };
        let truth = self.value(code, &[Imm::CmpOp(op)], &[x, y]);
        self.end_all(&lives);
        Some(truth)
    }

    /// The truth of `b op right`, as a machine truth value; consumes what the instruction says.
    pub(super) fn compare_truth(&mut self, i: Insn, op: CmpOp, right: Place) -> Flow<ValueId> {
        let (x, y) = (self.read(i.b)?, self.operand(right)?);
        if let Some(truth) = self.guessed_compare(i, op, (Place::Reg(i.b), x), (right, y)) {
            return Ok(truth);
        }
        self.consume(i);
        let right = if matches!(right, Place::Reg(_)) { USE_C } else { 0 };
        let operands = Self::used(i, &[(right, y), (USE_B, x)]);
        let result = self.value(Opcode::CompareOp, &[Imm::CmpOp(op)], &[x, y]);
        let fail = self.fail_ending(&operands);
        let result = self.present(result, fail);
        let lives: Vec<ValueId> = std::iter::once(result).chain(operands).collect();
        let truth = self.try_value(Opcode::Truth, &[], &[result], &lives);
        Ok(self.value(Opcode::IsTrue, &[], &[truth]))
    }

    /// Whether `b` is the other operand.
    pub(super) fn identity(&mut self, i: Insn, right: Place) -> Flow<ValueId> {
        let (x, y) = (self.read(i.b)?, self.operand(right)?);
        self.consume(i);
        let truth = self.value(Opcode::Is, &[], &[x, y]);
        self.end_all(&Self::used(i, &[(USE_C, y), (USE_B, x)]));
        Ok(truth)
    }

    /// Whether `b` is in `c`.
    pub(super) fn containment(&mut self, i: Insn) -> Flow<ValueId> {
        let (x, y) = (self.read(i.b)?, self.read(i.c)?);
        self.consume(i);
        let lives = Self::used(i, &[(USE_B, x), (USE_C, y)]);
        let truth = self.try_value(Opcode::Contains, &[], &[x, y], &lives);
        Ok(self.value(Opcode::IsTrue, &[], &[truth]))
    }
}
