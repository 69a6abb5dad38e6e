//! Operators.

use super::helpers;
use super::outcome::{Borrowed, truth};
use runtime::names::Dunder;
use runtime::ops::{BinOp, CmpOp};
use runtime::{Owned, Value};

/// The runtime's operators in the order of [`hir::BinOp::ALL`].
const BINARY: [BinOp; hir::BinOp::ALL.len()] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::TrueDiv,
    BinOp::FloorDiv,
    BinOp::Mod,
    BinOp::Pow,
    BinOp::LShift,
    BinOp::RShift,
    BinOp::And,
    BinOp::Or,
    BinOp::Xor,
    BinOp::MatMul,
];

/// The runtime's comparisons in the order of [`hir::CmpOp::ALL`].
const COMPARE: [CmpOp; hir::CmpOp::ALL.len()] = [CmpOp::Lt, CmpOp::Le, CmpOp::Eq, CmpOp::Ne, CmpOp::Gt, CmpOp::Ge];

helpers! {
    /// `a op b`.
    BinaryOp fn binary(rt, op: usize, a: Value, b: Value) -> Owned {
        rt.binary(BINARY[op], a, b)
    }

    /// `a op= b`.
    InplaceOp fn inplace(rt, op: usize, a: Value, b: Value) -> Owned {
        rt.inplace(BINARY[op], a, b)
    }

    /// `op a`.
    UnaryOp fn unary(rt, op: usize, a: Value) -> Owned {
        match hir::UnOp::ALL[op] {
            hir::UnOp::Neg => rt.unary(Dunder::Neg, a),
            hir::UnOp::Pos => rt.unary(Dunder::Pos, a),
            hir::UnOp::Invert => rt.unary(Dunder::Invert, a),
            hir::UnOp::Not => rt.truth(a).map(|truth| Value::bool(!truth).own()),
        }
    }

    /// `a op b`, any object.
    CompareOp fn compare(rt, op: usize, a: Value, b: Value) -> Owned, at once {
        rt.compare_at_once(*COMPARE.get(op)?, a, b).map(|holds| Value::bool(holds).own())
    } {
        rt.compare(COMPARE[op], a, b)
    }

    /// Arithmetic of exact integers.
    IntBinary fn int_binary(rt, op: usize, a: Value, b: Value) -> Owned {
        rt.binary(BINARY[op], a, b)
    }

    /// Compares exact integers, which cannot fail.
    IntCompare fn int_compare(rt, op: usize, a: Value, b: Value) -> bool {
        rt.compare_truth(COMPARE[op], a, b)
    }

    /// `a in b`.
    Contains fn contains(rt, a: Value, b: Value) -> Borrowed {
        rt.contains(b, a).map(truth)
    }

    /// `bool(a)`.
    Truth fn bool_of(rt, a: Value) -> Borrowed, at once {
        rt.truth_at_once(a).map(|holds| Borrowed(Value::bool(holds)))
    } {
        rt.truth(a).map(truth)
    }

    /// A float whose exponent is rare.
    BoxDouble fn box_double(rt, value: f64) -> Owned {
        rt.float(value)
    }
}
