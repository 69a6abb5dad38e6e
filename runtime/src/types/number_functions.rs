//! Built-in functions of numbers and characters.

use super::float;
use super::int::{self, Int, Number};
use crate::error::{Raised, Res};
use crate::names::Dunder;
use crate::native::{Args, NativeDef};
use crate::ops::BinOp;
use crate::rt::Rt;
use crate::value::{Owned, Value};

/// `abs`.
pub const ABS: NativeDef = NativeDef::new("abs", "(number, /)", |rt, args| rt.unary(Dunder::Abs, args.get(0)));
/// `bin`.
pub const BIN: NativeDef = NativeDef::new("bin", "(number, /)", |rt, args| prefixed(rt, args.get(0), "0b", 1));
/// `oct`.
pub const OCT: NativeDef = NativeDef::new("oct", "(number, /)", |rt, args| prefixed(rt, args.get(0), "0o", 3));
/// `hex`.
pub const HEX: NativeDef = NativeDef::new("hex", "(number, /)", |rt, args| prefixed(rt, args.get(0), "0x", 4));
/// `chr`.
pub const CHR: NativeDef = NativeDef::new("chr", "(i, /)", chr);
/// `ord`.
pub const ORD: NativeDef = NativeDef::new("ord", "(character, /)", ord);
/// `divmod`.
pub const DIVMOD: NativeDef = NativeDef::new("divmod", "(x, y, /)", |rt, args| {
    let (quotient, rest) = rt.divmod(args.get(0), args.get(1))?;
    match rest {
        Some(rest) => rt.pair(*quotient, *rest),
        None => Ok(quotient),
    }
});
/// `pow`.
pub const POW: NativeDef = NativeDef::new("pow", "(base, exp, mod=None)", pow);
/// `round`.
pub const ROUND: NativeDef = NativeDef::new("round", "(number, ndigits=None)", round);

/// All of them.
pub const FUNCTIONS: &[NativeDef] = &[ABS, BIN, OCT, HEX, CHR, ORD, DIVMOD, POW, ROUND];

/// An int in a base that is a power of two, with its prefix.
fn prefixed(rt: &Rt, v: Value, prefix: &str, bits_per_digit: usize) -> Res {
    let index = rt.index(v)?;
    let Some(value) = Int::of(rt, *index) else { return Err(rt.type_error("an integer is required")) };
    let digits = int::shown_bits(value) / bits_per_digit + 1;
    if !rt.heap_allows(digits * 2) {
        return Err(rt.memory_error());
    }
    let sign = if value.is_negative() { "-" } else { "" };
    let text = match value {
        Int::Small(i) => match bits_per_digit {
            1 => format!("{sign}{prefix}{:b}", i.unsigned_abs()),
            3 => format!("{sign}{prefix}{:o}", i.unsigned_abs()),
            _ => format!("{sign}{prefix}{:x}", i.unsigned_abs()),
        },
        Int::Big(i) => {
            let (_, magnitude) = i.clone().into_parts();
            format!("{sign}{prefix}{}", magnitude.in_radix(1 << bits_per_digit))
        }
    };
    rt.str(&text)
}

fn chr(rt: &Rt, args: &Args<'_>) -> Res {
    let index = rt.index(args.get(0))?;
    match rt.as_i64(*index).and_then(|i| u32::try_from(i).ok()).filter(|c| *c <= 0x10_ffff) {
        Some(c) => rt.str_from_point(c),
        None => Err(rt.value_error("chr() arg not in range(0x110000)")),
    }
}

fn ord(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    let length = if let Some(text) = rt.as_text(v) {
        if text.len() == 1 {
            return rt.int(i64::from(text.at(0)));
        }
        text.len()
    } else if let Some(bytes) = rt.as_buffer(v) {
        if let [byte] = *bytes {
            return rt.int(i64::from(byte));
        }
        bytes.len()
    } else {
        return Err(rt.type_error(format!("ord() expected string of length 1, but {} found", rt.type_name(v))));
    };
    Err(rt.type_error(format!("ord() expected a character, but string of length {length} found")))
}

impl Rt {
    /// `divmod(a, b)`: quotient and rest, or whatever a class's method gave, alone.
    ///
    /// # Errors
    /// TypeError for unsupported operands; what the methods raise.
    pub fn divmod(&self, a: Value, b: Value) -> Result<(Owned, Option<Owned>), Raised> {
        if let (Some(x), Some(y)) = (Number::exact(a), Number::exact(b)) {
            let (quotient, rest) = match (x, y) {
                (Number::Int(x), Number::Int(y)) => int::divmod(self, x, y)?,
                _ => float::divmod(self, self.to_f64(a)?, self.to_f64(b)?)?,
            };
            return Ok((quotient, Some(rest)));
        }
        match self.binary_specials(a, b, Dunder::DivMod, Dunder::RdivMod)? {
            Some(result) => Ok((result, None)),
            None => {
                let (left, right) = (self.type_name(a), self.type_name(b));
                Err(self.type_error(format!("unsupported operand type(s) for divmod(): '{left}' and '{right}'")))
            }
        }
    }
}

fn pow(rt: &Rt, args: &Args<'_>) -> Res {
    let (base, exponent) = (args.get(0), args.get(1));
    match args.opt(2).filter(|m| !m.is_none()) {
        None => rt.binary(BinOp::Pow, base, exponent),
        Some(modulus) => {
            if let (Some(Number::Int(x)), Some(Number::Int(y)), Some(Number::Int(m))) =
                (Number::exact(base), Number::exact(exponent), Number::exact(modulus))
            {
                return int::modular_power(rt, x, y, m);
            }
            int::ternary_power(rt, base, exponent, modulus)
        }
    }
}

fn round(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    let digits = args.opt(1).filter(|d| !d.is_none());
    let Some(f) = rt.special(v, Dunder::Round) else {
        return Err(rt.type_error(format!("type {} doesn't define __round__ method", rt.type_name(v))));
    };
    match digits {
        Some(digits) => rt.call_special(f, v, &[digits]),
        None => rt.call_special(f, v, &[]),
    }
}
