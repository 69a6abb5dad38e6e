//! The `math` module.

mod floats;
mod integers;
mod sums;

use crate::modules::numeric::special::MathError;
use crate::modules::{ModuleDef, add};
use runtime::{NativeDef, Raised, Res, Rt, Value};

/// The module.
pub(crate) const MODULE: ModuleDef = ModuleDef {
    name: "math",
    doc: "Mathematical functions of real numbers and integers.",
    functions: FUNCTIONS,
    init: |rt, dict| {
        const NUMBERS: &[(&str, f64)] = &[
            ("pi", std::f64::consts::PI),
            ("e", std::f64::consts::E),
            ("tau", std::f64::consts::TAU),
            ("inf", f64::INFINITY),
            ("nan", f64::NAN),
        ];
        NUMBERS.iter().try_for_each(|(name, value)| add(rt, dict, name, rt.float(*value)?))
    },
};

/// A function of one float that may leave its domain or range.
macro_rules! checked {
    ($name:literal, $function:path) => {
        NativeDef::new($name, "(x, /)", |rt, args| result(rt, $function(rt.to_f64(args.get(0))?)))
    };
}

/// A function of one float that always has a result.
macro_rules! total {
    ($name:literal, |$x:ident| $value:expr) => {
        NativeDef::new($name, "(x, /)", |rt, args| {
            let $x = rt.to_f64(args.get(0))?;
            rt.float($value)
        })
    };
}

/// A question about one float.
macro_rules! question {
    ($name:literal, $answer:path) => {
        NativeDef::new($name, "(x, /)", |rt, args| Ok(Value::bool($answer(rt.to_f64(args.get(0))?)).own()))
    };
}

use crate::modules::numeric::{gamma, parts, special};

const FUNCTIONS: &[NativeDef] = &[
    checked!("sqrt", special::sqrt),
    checked!("exp", special::exp),
    checked!("exp2", special::exp2),
    checked!("expm1", special::expm1),
    checked!("log1p", special::log1p),
    checked!("sin", special::sin),
    checked!("cos", special::cos),
    checked!("tan", special::tan),
    checked!("asin", special::asin),
    checked!("acos", special::acos),
    checked!("sinh", special::sinh),
    checked!("cosh", special::cosh),
    checked!("acosh", special::acosh),
    checked!("atanh", special::atanh),
    checked!("gamma", gamma::gamma),
    checked!("lgamma", gamma::lgamma),
    total!("atan", |x| x.atan()),
    total!("tanh", |x| x.tanh()),
    total!("asinh", |x| special::asinh(x)),
    total!("cbrt", |x| runtime::libm::cbrt(x)),
    total!("erf", |x| special::erf(x)),
    total!("erfc", |x| special::erfc(x)),
    total!("fabs", |x| x.abs()),
    total!("degrees", |x| special::degrees(x)),
    total!("radians", |x| special::radians(x)),
    total!("ulp", |x| parts::ulp(x)),
    question!("isfinite", f64::is_finite),
    question!("isinf", f64::is_infinite),
    question!("isnan", f64::is_nan),
    NativeDef::new("log", "(x, base=<unset>, /)", floats::log),
    NativeDef::new("log2", "(x, /)", |rt, args| floats::log_base(rt, args.get(0), special::log2, floats::log2_int)),
    NativeDef::new("log10", "(x, /)", |rt, args| floats::log_base(rt, args.get(0), special::log10, floats::log10_int)),
    NativeDef::new("pow", "(x, y, /)", |rt, args| floats::binary(rt, args, special::pow)),
    NativeDef::new("fmod", "(x, y, /)", |rt, args| floats::binary(rt, args, special::fmod)),
    NativeDef::new("remainder", "(x, y, /)", |rt, args| floats::binary(rt, args, special::remainder)),
    NativeDef::new("atan2", "(y, x, /)", |rt, args| floats::binary(rt, args, |y, x| Ok(y.atan2(x)))),
    NativeDef::new("copysign", "(x, y, /)", |rt, args| floats::binary(rt, args, |x, y| Ok(x.copysign(y)))),
    NativeDef::new("fma", "(x, y, z, /)", floats::fma),
    NativeDef::new("ldexp", "(x, i, /)", floats::ldexp),
    NativeDef::new("frexp", "(x, /)", floats::frexp),
    NativeDef::new("modf", "(x, /)", floats::modf),
    NativeDef::new("nextafter", "(x, y, /, *, steps=None)", floats::nextafter),
    NativeDef::new("isclose", "(a, b, *, rel_tol=1e-09, abs_tol=0.0)", floats::isclose),
    NativeDef::new("ceil", "(x, /)", floats::ceil),
    NativeDef::new("floor", "(x, /)", floats::floor),
    NativeDef::new("trunc", "(x, /)", floats::trunc),
    NativeDef::new("hypot", "(*coordinates)", sums::hypot),
    NativeDef::new("dist", "(p, q, /)", sums::dist),
    NativeDef::new("fsum", "(seq, /)", sums::fsum),
    NativeDef::new("prod", "(iterable, /, *, start=1)", sums::prod),
    NativeDef::new("sumprod", "(p, q, /)", sums::sumprod),
    NativeDef::new("factorial", "(n, /)", integers::factorial),
    NativeDef::new("comb", "(n, k, /)", integers::comb),
    NativeDef::new("perm", "(n, k=None, /)", integers::perm),
    NativeDef::new("gcd", "(*integers)", integers::gcd),
    NativeDef::new("lcm", "(*integers)", integers::lcm),
    NativeDef::new("isqrt", "(n, /)", integers::isqrt),
];

/// The value of a computation, or its error raised.
fn result(rt: &Rt, value: Result<f64, MathError>) -> Res {
    match value {
        Ok(f) => rt.float(f),
        Err(e) => Err(raise(rt, e)),
    }
}

#[cold]
fn raise(rt: &Rt, e: MathError) -> Raised {
    if e.is_overflow() { rt.overflow_error(e.to_string()) } else { rt.value_error(e.to_string()) }
}
