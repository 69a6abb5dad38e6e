//! Arithmetic of the machine kinds and of small integers: what machine code must compute too.

use crate::{BinOp, CmpOp, Constant};

/// The quotient rounded down, as the language divides; nothing for a division by zero.
pub fn floor_div(a: i128, b: i128) -> Option<i128> {
    if b == 0 {
        return None;
    }
    let quotient = a / b;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// The remainder with the sign of the divisor; nothing for a division by zero.
pub fn floor_mod(a: i128, b: i128) -> Option<i128> {
    floor_div(a, b).map(|quotient| a - quotient * b)
}

/// An integer operation without wrapping. Nothing if it is not an operation of integers, an error of the language (a division by
/// zero, a negative distance), or the result has more than about a hundred bits.
pub fn int_binary(op: BinOp, a: i64, b: i64) -> Option<i128> {
    let (wide_a, wide_b) = (i128::from(a), i128::from(b));
    match op {
        BinOp::Add => Some(wide_a + wide_b),
        BinOp::Sub => Some(wide_a - wide_b),
        BinOp::Mul => Some(wide_a * wide_b),
        BinOp::FloorDiv => floor_div(wide_a, wide_b),
        BinOp::Mod => floor_mod(wide_a, wide_b),
        BinOp::LShift if wide_a == 0 && b >= 0 => Some(0),
        BinOp::LShift => (0..64).contains(&b).then(|| wide_a << b),
        BinOp::RShift if b >= 0 => Some(wide_a >> b.min(127)),
        BinOp::And => Some(wide_a & wide_b),
        BinOp::Or => Some(wide_a | wide_b),
        BinOp::Xor => Some(wide_a ^ wide_b),
        BinOp::RShift | BinOp::TrueDiv | BinOp::Pow | BinOp::MatMul => None,
    }
}

/// Whether `SmallIntBinary` and `CIntBinary` have the operation.
pub fn is_word_op(op: BinOp) -> bool {
    BinOp::OF_WORDS.contains(&op)
}

/// A small integer operation: the result if it is a small integer.
pub fn small_int_binary(op: BinOp, a: i64, b: i64) -> Option<i64> {
    let wide = int_binary(op, a, b)?;
    i64::try_from(wide).ok().filter(|value| Constant::SMALL_INTS.contains(value))
}

/// A machine integer operation: it wraps, a division by zero gives zero, a shift uses the low six bits of the distance, division
/// rounds down. Nothing if it is not an operation of machine integers.
pub fn c_int_binary(op: BinOp, a: i64, b: i64) -> Option<i64> {
    let wide = |value: Option<i128>| value.unwrap_or(0) as i64;
    match op {
        BinOp::Add => Some(a.wrapping_add(b)),
        BinOp::Sub => Some(a.wrapping_sub(b)),
        BinOp::Mul => Some(a.wrapping_mul(b)),
        BinOp::FloorDiv => Some(wide(floor_div(a.into(), b.into()))),
        BinOp::Mod => Some(wide(floor_mod(a.into(), b.into()))),
        BinOp::LShift => Some(a.wrapping_shl(b as u32 & 63)),
        BinOp::RShift => Some(a.wrapping_shr(b as u32 & 63)),
        BinOp::And => Some(a & b),
        BinOp::Or => Some(a | b),
        BinOp::Xor => Some(a ^ b),
        BinOp::TrueDiv | BinOp::Pow | BinOp::MatMul => None,
    }
}

/// A machine float operation; nothing if it is not one.
pub fn double_binary(op: BinOp, a: f64, b: f64) -> Option<f64> {
    match op {
        BinOp::Add => Some(a + b),
        BinOp::Sub => Some(a - b),
        BinOp::Mul => Some(a * b),
        BinOp::TrueDiv => Some(a / b),
        BinOp::FloorDiv
        | BinOp::Mod
        | BinOp::Pow
        | BinOp::LShift
        | BinOp::RShift
        | BinOp::And
        | BinOp::Or
        | BinOp::Xor
        | BinOp::MatMul => None,
    }
}

/// A comparison; of floats, everything but `ne` is false if one is no number.
pub fn compare<T: PartialOrd>(op: CmpOp, a: T, b: T) -> bool {
    match op {
        CmpOp::Lt => a < b,
        CmpOp::Le => a <= b,
        CmpOp::Eq => a == b,
        CmpOp::Ne => a != b,
        CmpOp::Gt => a > b,
        CmpOp::Ge => a >= b,
    }
}

/// The quotient of two integers as a float, rounded once to the nearest. The divisor is not zero.
pub fn true_div(a: i64, b: i64) -> f64 {
    const EXACT: u64 = 1 << 53;
    if a.unsigned_abs() <= EXACT && b.unsigned_abs() <= EXACT {
        return a as f64 / b as f64;
    }
    // Scaled so that the integer quotient has more bits than a float; what remains is kept in the last bit, so that the conversion
    // rounds as it would the exact quotient.
    let (wide_a, wide_b) = (u128::from(a.unsigned_abs()), u128::from(b.unsigned_abs()));
    let shift = (wide_a.leading_zeros()).min(120);
    let scaled = wide_a << shift;
    let quotient = (scaled / wide_b) | u128::from(!scaled.is_multiple_of(wide_b));
    let magnitude = quotient as f64 / 2f64.powi(shift as i32);
    if (a < 0) != (b < 0) { -magnitude } else { magnitude }
}
