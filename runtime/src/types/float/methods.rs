//! Methods and unary operators of floats.

use super::value;
use crate::error::Res;
use crate::native::Args;
use crate::object::shape_id;
use crate::rt::Rt;
use crate::string::Text;
use crate::text::float_repr::{NotFinite, as_integer_ratio as ratio, float_hex, push_float, round_half_even};
use crate::text::format_spec::{FormatSpec, Target};
use crate::text::format_value::format_float;
use crate::types::int::HASH_MODULUS;
use crate::value::Value;
use dashu_int::IBig;

fn this(rt: &Rt, args: &Args<'_>) -> f64 {
    value(rt, args.get(0))
}

pub(super) fn repr(rt: &Rt, args: &Args<'_>) -> Res {
    rt.float_repr(this(rt, args))
}

impl Rt {
    /// A float as `repr` shows it.
    ///
    /// # Errors
    /// MemoryError.
    pub fn float_repr(&self, f: f64) -> Res {
        let mut text = String::with_capacity(24);
        push_float(f, &mut text);
        self.str_from_text(Text::Ascii(&text))
    }
}

/// Hash of a float, equal to that of an int of the same value; `None` for NaN.
pub fn hash_f64(f: f64) -> Option<i64> {
    const BITS: u32 = 61;
    const INFINITY: i64 = 314_159;
    if f.is_nan() {
        return None;
    }
    if f.is_infinite() {
        return Some(if f > 0.0 { INFINITY } else { -INFINITY });
    }
    let bits = f.to_bits();
    let (field, fraction) = ((bits >> 52 & 0x7ff) as i64, bits & ((1 << 52) - 1));
    let (mantissa, exponent) = if field == 0 { (fraction, -1074) } else { (fraction | 1 << 52, field - 1075) };
    // 2⁶¹ is 1 modulo the prime, so a power of two rotates 61 bits. The mantissa is below the prime.
    let turn = exponent.rem_euclid(i64::from(BITS)) as u32;
    let h = ((mantissa << turn & HASH_MODULUS as u64) | mantissa >> (BITS - turn)) as i64;
    Some(match if f < 0.0 { -h } else { h } {
        -1 => -2,
        h => h,
    })
}

pub(super) fn hash(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    rt.int(hash_f64(value(rt, v)).unwrap_or_else(|| rt.identity_hash(v)))
}

pub(super) fn dunder_format(rt: &Rt, args: &Args<'_>) -> Res {
    let (v, spec) = (args.get(0), args.get(1));
    let Some(spec) = rt.as_text(spec) else {
        return Err(rt.type_error(format!("__format__() argument must be str, not {}", rt.type_name(spec))));
    };
    format_with(rt, v, spec)
}

/// A float under a format specification.
///
/// # Errors
/// ValueError and others for a specification that does not suit it.
pub(crate) fn format_with(rt: &Rt, v: Value, spec: Text<'_>) -> Res {
    if spec.is_empty() {
        return rt.to_str(v);
    }
    let failed = |e| rt.raise_format_error(&e, &rt.type_name(v));
    let spec = FormatSpec::parse(&spec.lossy(), Target::Float).map_err(failed)?;
    let text = format_float(value(rt, v), &spec, rt.text_limits()).map_err(failed)?;
    rt.str(&text)
}

/// The value as an exact float.
pub(super) fn exact(rt: &Rt, args: &Args<'_>) -> Res {
    exact_of(rt, args.get(0))
}

pub(super) fn exact_of(rt: &Rt, v: Value) -> Res {
    if v.is_word_float() || v.has_shape(shape_id::FLOAT) { Ok(v.own()) } else { rt.float(value(rt, v)) }
}

pub(super) fn neg(rt: &Rt, args: &Args<'_>) -> Res {
    rt.float(-this(rt, args))
}

pub(super) fn abs(rt: &Rt, args: &Args<'_>) -> Res {
    rt.float(this(rt, args).abs())
}

pub(super) fn truth(rt: &Rt, args: &Args<'_>) -> Res {
    Ok(Value::bool(this(rt, args) != 0.0).own())
}

pub(super) fn trunc(rt: &Rt, args: &Args<'_>) -> Res {
    rt.int_from_f64(this(rt, args))
}

pub(super) fn floor(rt: &Rt, args: &Args<'_>) -> Res {
    rt.int_from_f64(this(rt, args).floor())
}

pub(super) fn ceil(rt: &Rt, args: &Args<'_>) -> Res {
    rt.int_from_f64(this(rt, args).ceil())
}

pub(super) fn round(rt: &Rt, args: &Args<'_>) -> Res {
    let f = this(rt, args);
    let Some(digits) = args.opt(1).filter(|d| !d.is_none()) else {
        return rt.int_from_f64(f.round_ties_even());
    };
    let digits = rt.index_clamped(digits)?.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
    match round_half_even(f, digits) {
        Ok(rounded) => rt.float(rounded),
        Err(e) => Err(rt.overflow_error(e.to_string())),
    }
}

pub(super) fn as_integer_ratio(rt: &Rt, args: &Args<'_>) -> Res {
    match ratio(this(rt, args)) {
        Ok((numerator, denominator)) => {
            let numerator = rt.int_big(numerator)?;
            let denominator = rt.int_big(IBig::from(denominator))?;
            rt.pair(*numerator, *denominator)
        }
        Err(NotFinite::Infinity) => Err(rt.overflow_error("cannot convert Infinity to integer ratio")),
        Err(_) => Err(rt.value_error("cannot convert NaN to integer ratio")),
    }
}

pub(super) fn is_integer(rt: &Rt, args: &Args<'_>) -> Res {
    let f = this(rt, args);
    Ok(Value::bool(f.is_finite() && f.floor() == f).own())
}

pub(super) fn hex(rt: &Rt, args: &Args<'_>) -> Res {
    rt.str(&float_hex(this(rt, args)))
}

/// How C's `double` and `float` are stored.
pub(super) fn getformat(rt: &Rt, args: &Args<'_>) -> Res {
    let name = args.get(1);
    let Some(text) = rt.as_text(name) else {
        return Err(rt.type_error(format!("__getformat__() argument must be str, not {}", rt.type_name(name))));
    };
    match &*text.lossy() {
        "double" | "float" => rt.str("IEEE, little-endian"),
        _ => Err(rt.value_error("__getformat__() argument 1 must be 'double' or 'float'")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_match_python() {
        for (f, h) in [
            (0.5, 1_152_921_504_606_846_976),
            (1e300, 1_224_995_262_755_759_164),
            (1e-300, 482_449_582_752_280_463),
            (5e-324, 16_777_216),
            (-1.0, -2),
            (2f64.powi(61), 1),
            (f64::INFINITY, 314_159),
            (-0.0, 0),
        ] {
            assert_eq!(hash_f64(f), Some(h), "{f}");
        }
    }
}
