//! Functions of floats that take more than one argument, or an integer too.

use super::result;
use crate::modules::numeric::{integers, parts, special};
use runtime::names::Dunder;
use runtime::ops::BinOp;
use runtime::{Args, Raised, Res, Rt, Value};
use special::MathError;

pub(super) use integers::{log2_int, log10_int};

/// A function of two floats.
pub(super) fn binary(rt: &Rt, args: &Args<'_>, function: fn(f64, f64) -> Result<f64, MathError>) -> Res {
    let (x, y) = (rt.to_f64(args.get(0))?, rt.to_f64(args.get(1))?);
    result(rt, function(x, y))
}

/// A logarithm of a float, or of an integer of any size.
pub(super) fn log_base(
    rt: &Rt,
    v: Value,
    of_float: fn(f64) -> Result<f64, MathError>,
    of_int: fn(&dashu_int::UBig) -> Result<f64, MathError>,
) -> Res {
    let Some(i) = rt.is_int(v).then(|| rt.as_int(v)).flatten() else {
        return result(rt, of_float(rt.to_f64(v)?));
    };
    if *i <= dashu_int::IBig::ZERO {
        return Err(rt.value_error("expected a positive input"));
    }
    match v.as_small_int() {
        Some(i) => result(rt, of_float(i as f64)),
        None => result(rt, of_int(&i.into_owned().into_parts().1)),
    }
}

pub(super) fn log(rt: &Rt, args: &Args<'_>) -> Res {
    let x = log_base(rt, args.get(0), special::log, integers::log_int)?;
    let Some(base) = args.opt(1) else { return Ok(x) };
    let base = log_base(rt, base, special::log, integers::log_int)?;
    rt.binary(BinOp::TrueDiv, *x, *base)
}

pub(super) fn fma(rt: &Rt, args: &Args<'_>) -> Res {
    let (x, y, z) = (rt.to_f64(args.get(0))?, rt.to_f64(args.get(1))?, rt.to_f64(args.get(2))?);
    result(rt, special::fma(x, y, z))
}

pub(super) fn ldexp(rt: &Rt, args: &Args<'_>) -> Res {
    let x = rt.to_f64(args.get(0))?;
    let exponent = args.get(1);
    if !rt.is_int(exponent) {
        return Err(rt.type_error("Expected an int as second argument to ldexp."));
    }
    result(rt, special::ldexp(x, rt.index_clamped(exponent)?))
}

pub(super) fn frexp(rt: &Rt, args: &Args<'_>) -> Res {
    let (mantissa, exponent) = parts::frexp(rt.to_f64(args.get(0))?);
    rt.pair(*rt.float(mantissa)?, Value::int(i64::from(exponent)))
}

pub(super) fn modf(rt: &Rt, args: &Args<'_>) -> Res {
    let (fraction, whole) = parts::modf(rt.to_f64(args.get(0))?);
    rt.pair(*rt.float(fraction)?, *rt.float(whole)?)
}

pub(super) fn nextafter(rt: &Rt, args: &Args<'_>) -> Res {
    let (x, y) = (rt.to_f64(args.get(0))?, rt.to_f64(args.get(1))?);
    let steps = match args.opt(2).filter(|s| !s.is_none()) {
        None => 1,
        Some(steps) => {
            let steps = rt.index(steps)?;
            if rt.int_is_negative(*steps) {
                return Err(rt.value_error("steps must be a non-negative integer"));
            }
            // So many steps reach the end from anywhere.
            rt.as_i64(*steps).map_or(u64::MAX, i64::unsigned_abs)
        }
    };
    rt.float(parts::next_after(x, y, steps))
}

pub(super) fn isclose(rt: &Rt, args: &Args<'_>) -> Res {
    let optional = |v: Option<Value>, default: f64| v.map_or(Ok(default), |v| rt.to_f64(v));
    let (a, b) = (rt.to_f64(args.get(0))?, rt.to_f64(args.get(1))?);
    let (relative, absolute) = (optional(args.opt(2), 1e-9)?, optional(args.opt(3), 0.0)?);
    if relative < 0.0 || absolute < 0.0 {
        return Err(rt.value_error("tolerances must be non-negative"));
    }
    Ok(Value::bool(parts::is_close(a, b, relative, absolute)).own())
}

/// What special method `d` of a value that is no exact float gives, if it has it.
fn by_method(rt: &Rt, v: Value, d: Dunder) -> Result<Option<runtime::Owned>, Raised> {
    if v.is_word_float() || v.has_shape(runtime::object::shape_id::FLOAT) {
        return Ok(None);
    }
    rt.special(v, d).map(|f| rt.call_special(f, v, &[])).transpose()
}

pub(super) fn ceil(rt: &Rt, args: &Args<'_>) -> Res {
    match by_method(rt, args.get(0), Dunder::Ceil)? {
        Some(result) => Ok(result),
        None => rt.int_from_f64(rt.to_f64(args.get(0))?.ceil()),
    }
}

pub(super) fn floor(rt: &Rt, args: &Args<'_>) -> Res {
    if args.get(0).is_small_int() {
        return Ok(args.get(0).own());
    }
    match by_method(rt, args.get(0), Dunder::Floor)? {
        Some(result) => Ok(result),
        None => rt.int_from_f64(rt.to_f64(args.get(0))?.floor()),
    }
}

pub(super) fn trunc(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    if let Some(f) = v.is_word_float().then(|| v.word_float_unchecked()) {
        return rt.int_from_f64(f);
    }
    match rt.special(v, Dunder::Trunc) {
        Some(f) => rt.call_special(f, v, &[]),
        None => Err(rt.type_error(format!("type {} doesn't define __trunc__ method", rt.type_name(v)))),
    }
}
