//! Arithmetic and comparison.

use super::arith;
use super::heap::{Kind, Made, Object};
use super::machine::{Control, Machine};
use super::make::Ask;
use super::trap::{Fault, Step, TrapKind};
use super::value::{Value, mix};
use crate::{BinOp, CmpOp, Constant, Exit, Imm, InstData, Opcode, Type};
use std::cmp::Ordering;

/// What exact integer arithmetic gives.
enum Number {
    /// An exception.
    Error,
    Small(i64),
    Float(f64),
    /// An integer that needs an object.
    Big,
}

impl Machine<'_> {
    /// Instructions whose result follows from their operands alone.
    pub(super) fn compute(&mut self, data: &InstData) -> Step<Control> {
        let a = self.arg(data, 0)?;
        let b = if data.args.len() > 1 { self.arg(data, 1)? } else { Value::Null };
        let value = match (data.op, a, b) {
            (Opcode::CIntBinary, Value::CInt(a), Value::CInt(b)) => {
                Value::CInt(operation(arith::c_int_binary(bin_op(data)?, a, b))?)
            }
            (Opcode::CIntCompare, Value::CInt(a), Value::CInt(b))
            | (Opcode::SmallIntCompare, Value::Int(a), Value::Int(b)) => {
                Value::CBool(arith::compare(cmp_op(data)?, a, b))
            }
            (Opcode::DoubleBinary, Value::CDouble(a), Value::CDouble(b)) => {
                let result = arith::double_binary(bin_op(data)?, f64::from_bits(a), f64::from_bits(b));
                Value::CDouble(operation(result)?.to_bits())
            }
            (Opcode::DoubleCompare, Value::CDouble(a), Value::CDouble(b)) => {
                Value::CBool(arith::compare(cmp_op(data)?, f64::from_bits(a), f64::from_bits(b)))
            }
            (Opcode::DoubleNeg, Value::CDouble(a), _) => Value::CDouble((-f64::from_bits(a)).to_bits()),
            (Opcode::CBoolNot, Value::CBool(a), _) => Value::CBool(!a),
            (Opcode::UnboxInt, Value::Int(a), _) => Value::CInt(a),
            (Opcode::UnboxDouble, Value::Float(bits), _) => Value::CDouble(bits),
            (Opcode::UnboxDouble, Value::Object(id), _) => Value::CDouble(self.heap.object(id).number),
            (Opcode::IntToDouble, Value::Int(a), _) => Value::CDouble((a as f64).to_bits()),
            (Opcode::BoxBool, Value::CBool(a), _) => self.boolean(a),
            (Opcode::IsTrue, Value::Object(id), _) => Value::CBool(self.heap.object(id).number != 0),
            (Opcode::Is, ..) => Value::CBool(a == b),
            (Opcode::IsType, ..) => {
                let ty = self.func.type_of_id(self.type_imm(data)?);
                Value::CBool(self.is_of(a, ty, Ask::Decide))
            }
            (Opcode::IntCompare, ..) => Value::CBool(ordered(cmp_op(data)?, self.compare_ints(a, b)?)),
            (Opcode::BoxInt, Value::CInt(a), _) => {
                return self.guarded(data, Constant::SMALL_INTS.contains(&a).then_some(a));
            }
            (Opcode::SmallIntBinary, Value::Int(a), Value::Int(b)) => {
                let op = bin_op(data)?;
                operation(arith::is_word_op(op).then_some(()))?;
                return self.guarded(data, arith::small_int_binary(op, a, b));
            }
            _ => return Err(Fault { value: data.args.first().copied(), ..Fault::new(TrapKind::TypeViolation) }),
        };
        self.result(data, value)
    }

    /// A small integer, or the guard's exit.
    fn guarded(&mut self, data: &InstData, value: Option<i64>) -> Step<Control> {
        match value {
            Some(value) if self.passes(data, true)? => self.result(data, Value::Int(value)),
            Some(_) => self.exit(data, Exit::Guard),
            None => {
                self.see_exit(data)?;
                self.exit(data, Exit::Guard)
            }
        }
    }

    pub(super) fn box_double(&mut self, data: &InstData) -> Step<Control> {
        let Value::CDouble(bits) = self.arg(data, 0)? else { return Err(Fault::new(TrapKind::TypeViolation)) };
        // A float that fits the word needs no memory.
        if !Constant::is_word_float(f64::from_bits(bits)) && self.fails(data) {
            self.raise();
            return self.exit(data, Exit::Error);
        }
        let value = self.float(bits, mix(self.base, bits), Made::Result);
        self.heap.gain(value);
        self.result(data, value)
    }

    /// Exact integer arithmetic. What an integer that is an object is worth is not modelled, but for its sign.
    pub(super) fn int_arithmetic(&mut self, data: &InstData) -> Step<Control> {
        let (a, b) = (self.arg(data, 0)?, self.arg(data, 1)?);
        // The same operation on the same integers always gives the same.
        let key = mix(mix(self.digest(a), self.digest(b)), bin_op(data)? as u64);
        let number = match (a, b) {
            (Value::Int(a), Value::Int(b)) => small_arithmetic(bin_op(data)?, a, b)?,
            (_, Value::Int(0)) if matches!(bin_op(data)?, BinOp::FloorDiv | BinOp::Mod | BinOp::TrueDiv) => {
                Number::Error
            }
            _ if bin_op(data)? == BinOp::TrueDiv => Number::Float((key % 1000) as f64 / 8.0),
            _ if key.is_multiple_of(3) => Number::Small((key >> 40) as i64),
            _ => Number::Big,
        };
        let value = match number {
            Number::Error => None,
            _ if self.fails(data) => None,
            Number::Small(value) => Some(Value::Int(value)),
            Number::Float(value) => Some(self.float(value.to_bits(), key, Made::Result)),
            Number::Big => {
                let object = Object::new(Kind::of(Type::BIG_INT), key, Made::Result);
                Some(Value::Object(self.heap.add(object)))
            }
        };
        let value = value.unwrap_or_else(|| {
            self.raise();
            Value::Null
        });
        self.heap.gain(value);
        self.result(data, value)
    }

    /// Orders integers: those that are objects lie beyond all that are words, on the side and in the order that their keys say.
    fn compare_ints(&self, a: Value, b: Value) -> Step<Ordering> {
        let place = |value| match value {
            Value::Int(value) => Ok((0, value)),
            Value::Object(id) => {
                let key = self.heap.object(id).key;
                Ok((if key & 1 == 0 { 1 } else { -1 }, (key >> 1) as i64))
            }
            _ => Err(Fault::new(TrapKind::TypeViolation)),
        };
        Ok(place(a)?.cmp(&place(b)?))
    }
}

fn bin_op(data: &InstData) -> Step<BinOp> {
    match data.imms.first() {
        Some(&Imm::BinOp(op)) => Ok(op),
        _ => Err(Fault::malformed("a missing operator")),
    }
}

fn cmp_op(data: &InstData) -> Step<CmpOp> {
    match data.imms.first() {
        Some(&Imm::CmpOp(op)) => Ok(op),
        _ => Err(Fault::malformed("a missing comparison")),
    }
}

fn operation<T>(result: Option<T>) -> Step<T> {
    result.ok_or(Fault::malformed("an operator that the instruction does not have"))
}

fn ordered(op: CmpOp, ordering: Ordering) -> bool {
    arith::compare(op, ordering as i8, 0)
}

fn small_arithmetic(op: BinOp, a: i64, b: i64) -> Step<Number> {
    Ok(match op {
        BinOp::FloorDiv | BinOp::Mod | BinOp::TrueDiv if b == 0 => Number::Error,
        BinOp::LShift | BinOp::RShift if b < 0 => Number::Error,
        BinOp::TrueDiv => Number::Float(arith::true_div(a, b)),
        BinOp::Pow => power(a, b),
        BinOp::MatMul => return Err(Fault::malformed("an operator that integers do not have")),
        BinOp::Add
        | BinOp::Sub
        | BinOp::Mul
        | BinOp::FloorDiv
        | BinOp::Mod
        | BinOp::LShift
        | BinOp::RShift
        | BinOp::And
        | BinOp::Or
        | BinOp::Xor => match arith::small_int_binary(op, a, b) {
            Some(value) => Number::Small(value),
            None => Number::Big,
        },
    })
}

fn power(a: i64, b: i64) -> Number {
    if b < 0 {
        return if a == 0 { Number::Error } else { Number::Float((a as f64).powf(b as f64)) };
    }
    let exact = match a {
        0 | 1 => Some(if b == 0 { 1 } else { a }),
        -1 => Some(if b % 2 == 0 { 1 } else { -1 }),
        _ => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
    };
    match exact.filter(|value| Constant::SMALL_INTS.contains(value)) {
        Some(value) => Number::Small(value),
        None => Number::Big,
    }
}
