//! Integers: arithmetic fast paths. Methods are in the table below.

use crate::error::Res;
use crate::native::{GetSetDef, NativeDef};
use crate::ops::BinOp;
use crate::rt::Rt;
use crate::value::Value;
use dashu_int::IBig;

/// Methods.
pub const METHODS: &[NativeDef] = &[];
/// Computed attributes.
pub const GETSETS: &[GetSetDef] = &[];

/// The prime that hashes of numbers are reduced by: 2⁶¹ − 1.
pub const HASH_MODULUS: i64 = (1 << 61) - 1;

/// Hash of an integer, as in CPython.
#[inline]
pub fn hash_i64(i: i64) -> i64 {
    if (-1..HASH_MODULUS).contains(&i) {
        return if i == -1 { -2 } else { i };
    }
    let h = (i.unsigned_abs() % HASH_MODULUS as u64) as i64;
    match if i < 0 { -h } else { h } {
        -1 => -2,
        h => h,
    }
}

/// A `__hash__` result beyond 63 bits, reduced as CPython does.
pub fn wrap_hash(i: &IBig) -> i64 {
    match i64::try_from(i) {
        Ok(-1) => -2,
        Ok(i) => i,
        Err(_) => {
            let h = i64::try_from(i % IBig::from(HASH_MODULUS)).unwrap_or(0);
            if h == -1 { -2 } else { h }
        }
    }
}

/// `a op b` when both are small integers, or both floats in the word or one of each; `None` otherwise and where an exception is due.
#[inline]
pub fn fast_binary(rt: &Rt, op: BinOp, a: Value, b: Value) -> Option<Res> {
    if a.is_small_int() && b.is_small_int() {
        return small_binary(rt, op, a.small_int_unchecked(), b.small_int_unchecked());
    }
    let x = if a.is_word_float() { a.word_float_unchecked() } else { a.as_small_int()? as f64 };
    let y = if b.is_word_float() { b.word_float_unchecked() } else { b.as_small_int()? as f64 };
    Some(rt.float(match op {
        BinOp::Add => x + y,
        BinOp::Sub => x - y,
        BinOp::Mul => x * y,
        BinOp::TrueDiv if y != 0.0 => x / y,
        _ => return None,
    }))
}

fn small_binary(rt: &Rt, op: BinOp, x: i64, y: i64) -> Option<Res> {
    let i = match op {
        // 63-bit operands cannot overflow 64 bits here.
        BinOp::Add => x + y,
        BinOp::Sub => x - y,
        BinOp::Mul => x.checked_mul(y)?,
        BinOp::FloorDiv if y != 0 => x.div_euclid(y) - i64::from(y < 0 && x.rem_euclid(y) != 0),
        BinOp::Mod if y != 0 => {
            let r = x % y;
            if r != 0 && (r < 0) != (y < 0) { r + y } else { r }
        }
        BinOp::And => x & y,
        BinOp::Or => x | y,
        BinOp::Xor => x ^ y,
        BinOp::RShift if y >= 0 => x >> y.min(63),
        BinOp::LShift if (0..62).contains(&y) && x.unsigned_abs() < 1 << (62 - y) => x << y,
        BinOp::TrueDiv if y != 0 && x.unsigned_abs() < 1 << 53 && y.unsigned_abs() < 1 << 53 => {
            return Some(rt.float(x as f64 / y as f64));
        }
        _ => return None,
    };
    Some(rt.int(i))
}

#[cfg(test)]
mod tests {
    #[test]
    fn floor_division_and_modulo_agree_with_the_definition() {
        for x in -20i64..=20 {
            for y in (-7i64..=7).filter(|y| *y != 0) {
                let q = x.div_euclid(y) - i64::from(y < 0 && x.rem_euclid(y) != 0);
                assert_eq!(q, (x as f64 / y as f64).floor() as i64, "{x} // {y}");
            }
        }
    }
}
