//! Numbers of various distributions. The algorithms, and the order in which they draw, are those of Python's module.

use super::source::Source;
use crate::modules::numeric::gamma::lgamma;
use runtime::ops::BinOp;
use runtime::{Args, Exc, Raised, Res, Rt};
use std::f64::consts::{E, PI, TAU};

/// Parameter `i` as a float.
fn parameter(rt: &Rt, args: &Args<'_>, i: usize, default: f64) -> Result<f64, Raised> {
    args.opt(i).map_or(Ok(default), |v| rt.to_f64(v))
}

/// `x / y` with Python's error.
fn divide(rt: &Rt, x: f64, y: f64) -> Result<f64, Raised> {
    if y == 0.0 { Err(rt.raise(Exc::ZeroDivisionError, "division by zero")) } else { Ok(x / y) }
}

/// `x ** y` with Python's errors.
fn power(rt: &Rt, x: f64, y: f64) -> Result<f64, Raised> {
    let result = rt.binary(BinOp::Pow, *rt.float(x)?, *rt.float(y)?)?;
    rt.to_f64(*result)
}

/// `e ** x` with Python's error.
fn exp(rt: &Rt, x: f64) -> Result<f64, Raised> {
    let result = x.exp();
    if result.is_infinite() && x.is_finite() { Err(rt.overflow_error("math range error")) } else { Ok(result) }
}

pub(super) fn uniform(rt: &Rt, args: &Args<'_>) -> Res {
    let (a, b) = (args.get(1), args.get(2));
    let source = Source::of(rt, args.get(0))?;
    if a.is_word_float() && b.is_word_float() {
        let a = a.word_float_unchecked();
        return rt.float(a + (b.word_float_unchecked() - a) * source.random()?);
    }
    let width = rt.binary(BinOp::Sub, b, a)?;
    let part = rt.binary(BinOp::Mul, *width, *rt.float(source.random()?)?)?;
    rt.binary(BinOp::Add, a, *part)
}

pub(super) fn triangular(rt: &Rt, args: &Args<'_>) -> Res {
    let u = Source::of(rt, args.get(0))?.random()?;
    let (low, high) = (parameter(rt, args, 1, 0.0)?, parameter(rt, args, 2, 1.0)?);
    let c = match args.opt(3).filter(|m| !m.is_none()) {
        None => 0.5,
        // Nothing to choose from: the bound as it was given.
        Some(_) if high == low => return args.opt(1).map_or_else(|| rt.float(low), |v| Ok(v.own())),
        Some(mode) => (rt.to_f64(mode)? - low) / (high - low),
    };
    let (u, c, low, high) = if u > c { (1.0 - u, 1.0 - c, high, low) } else { (u, c, low, high) };
    rt.float(low + (high - low) * (u * c).sqrt())
}

/// A number of the standard normal distribution, by the ratio of uniforms (Kinderman and Monahan, 1977).
fn standard_normal(source: &Source<'_>) -> Result<f64, Raised> {
    let magic = 4.0 * (-0.5f64).exp() / 2f64.sqrt();
    loop {
        let u1 = source.random()?;
        let u2 = 1.0 - source.random()?;
        let z = magic * (u1 - 0.5) / u2;
        if z * z / 4.0 <= -u2.ln() {
            return Ok(z);
        }
    }
}

pub(super) fn normalvariate(rt: &Rt, args: &Args<'_>) -> Res {
    let (mu, sigma) = (parameter(rt, args, 1, 0.0)?, parameter(rt, args, 2, 1.0)?);
    let z = standard_normal(&Source::of(rt, args.get(0))?)?;
    rt.float(mu + z * sigma)
}

pub(super) fn lognormvariate(rt: &Rt, args: &Args<'_>) -> Res {
    let (mu, sigma) = (parameter(rt, args, 1, 0.0)?, parameter(rt, args, 2, 1.0)?);
    let z = standard_normal(&Source::of(rt, args.get(0))?)?;
    rt.float(exp(rt, mu + z * sigma)?)
}

/// Two numbers of the normal distribution at a time (Box and Muller, 1958); the second is kept for the next call.
pub(super) fn gauss(rt: &Rt, args: &Args<'_>) -> Res {
    let (mu, sigma) = (parameter(rt, args, 1, 0.0)?, parameter(rt, args, 2, 1.0)?);
    let source = Source::of(rt, args.get(0))?;
    let z = match source.data.gauss_next.take() {
        Some(kept) => rt.to_f64(*kept)?,
        None => {
            let angle = source.random()? * TAU;
            let radius = (-2.0 * (1.0 - source.random()?).ln()).sqrt();
            source.data.gauss_next.set(rt.float(angle.sin() * radius)?);
            angle.cos() * radius
        }
    };
    rt.float(mu + z * sigma)
}

pub(super) fn expovariate(rt: &Rt, args: &Args<'_>) -> Res {
    let lambda = parameter(rt, args, 1, 1.0)?;
    let u = Source::of(rt, args.get(0))?.random()?;
    rt.float(divide(rt, -(1.0 - u).ln(), lambda)?)
}

/// The circular normal distribution (Fisher, 1993).
pub(super) fn vonmisesvariate(rt: &Rt, args: &Args<'_>) -> Res {
    let (mu, kappa) = (rt.to_f64(args.get(1))?, rt.to_f64(args.get(2))?);
    let source = Source::of(rt, args.get(0))?;
    if kappa <= 1e-6 {
        return rt.float(TAU * source.random()?);
    }
    let s = 0.5 / kappa;
    let r = s + (1.0 + s * s).sqrt();
    let z = loop {
        let z = (PI * source.random()?).cos();
        let d = z / (r + z);
        let u2 = source.random()?;
        if u2 < 1.0 - d * d || u2 <= (1.0 - d) * d.exp() {
            break z;
        }
        rt.poll()?;
    };
    let q = 1.0 / r;
    let f = (q + z) / (1.0 + q * z);
    let turned = if source.random()? > 0.5 { mu + f.acos() } else { mu - f.acos() };
    let angle = rt.binary(BinOp::Mod, *rt.float(turned)?, *rt.float(TAU)?)?;
    Ok(angle)
}

/// A number of the gamma distribution (Cheng, 1977; Ahrens and Dieter, 1974, below 1).
fn gamma(rt: &Rt, source: &Source<'_>, alpha: f64, beta: f64) -> Result<f64, Raised> {
    if alpha <= 0.0 || beta <= 0.0 {
        return Err(rt.value_error("gammavariate: alpha and beta must be > 0.0"));
    }
    if alpha == 1.0 {
        return Ok(-(1.0 - source.random()?).ln() * beta);
    }
    if alpha < 1.0 {
        return small_gamma(rt, source, alpha).map(|x| x * beta);
    }
    let ainv = (2.0 * alpha - 1.0).sqrt();
    let b = alpha - 4f64.ln();
    let c = alpha + ainv;
    let magic = 1.0 + 4.5f64.ln();
    loop {
        rt.poll()?;
        let u1 = source.random()?;
        if !(1e-7 < u1 && u1 < 0.999_999_9) {
            continue;
        }
        let u2 = 1.0 - source.random()?;
        let v = (u1 / (1.0 - u1)).ln() / ainv;
        let x = alpha * exp(rt, v)?;
        let z = u1 * u1 * u2;
        let r = b + c * v - x;
        if r + magic - 4.5 * z >= 0.0 || r >= z.ln() {
            return Ok(x * beta);
        }
    }
}

fn small_gamma(rt: &Rt, source: &Source<'_>, alpha: f64) -> Result<f64, Raised> {
    loop {
        rt.poll()?;
        let b = (E + alpha) / E;
        let p = b * source.random()?;
        let x = if p <= 1.0 { power(rt, p, 1.0 / alpha)? } else { -((b - p) / alpha).ln() };
        let u1 = source.random()?;
        let accepted = if p > 1.0 { u1 <= power(rt, x, alpha - 1.0)? } else { u1 <= (-x).exp() };
        if accepted {
            return Ok(x);
        }
    }
}

pub(super) fn gammavariate(rt: &Rt, args: &Args<'_>) -> Res {
    let (alpha, beta) = (rt.to_f64(args.get(1))?, rt.to_f64(args.get(2))?);
    rt.float(gamma(rt, &Source::of(rt, args.get(0))?, alpha, beta)?)
}

pub(super) fn betavariate(rt: &Rt, args: &Args<'_>) -> Res {
    let (alpha, beta) = (rt.to_f64(args.get(1))?, rt.to_f64(args.get(2))?);
    let source = Source::of(rt, args.get(0))?;
    let y = gamma(rt, &source, alpha, 1.0)?;
    rt.float(if y == 0.0 { 0.0 } else { y / (y + gamma(rt, &source, beta, 1.0)?) })
}

pub(super) fn paretovariate(rt: &Rt, args: &Args<'_>) -> Res {
    let alpha = rt.to_f64(args.get(1))?;
    let u = 1.0 - Source::of(rt, args.get(0))?.random()?;
    rt.float(power(rt, u, divide(rt, -1.0, alpha)?)?)
}

pub(super) fn weibullvariate(rt: &Rt, args: &Args<'_>) -> Res {
    let (alpha, beta) = (rt.to_f64(args.get(1))?, rt.to_f64(args.get(2))?);
    let u = 1.0 - Source::of(rt, args.get(0))?.random()?;
    rt.float(alpha * power(rt, -u.ln(), divide(rt, 1.0, beta)?)?)
}

pub(super) fn binomialvariate(rt: &Rt, args: &Args<'_>) -> Res {
    let n = args.opt(1).map_or(Ok(1), |n| rt.index_i64(n, Exc::OverflowError))?;
    let p = parameter(rt, args, 2, 0.5)?;
    if n < 0 {
        return Err(rt.value_error("n must be non-negative"));
    }
    let successes = binomial(rt, &Source::of(rt, args.get(0))?, n, p)?;
    rt.int(successes)
}

fn binomial(rt: &Rt, source: &Source<'_>, n: i64, p: f64) -> Result<i64, Raised> {
    if p == 0.0 {
        return Ok(0);
    }
    if p == 1.0 {
        return Ok(n);
    }
    if !(p > 0.0 && p < 1.0) {
        return Err(rt.value_error("p must be in the range 0.0 <= p <= 1.0"));
    }
    if n == 1 {
        return Ok(i64::from(source.random()? < p));
    }
    if p > 0.5 {
        return Ok(n - binomial(rt, source, n, 1.0 - p)?);
    }
    if n as f64 * p < 10.0 { few_successes(rt, source, n, p) } else { many_successes(rt, source, n, p) }
}

/// Counts gaps between successes (Devroye, 1986).
fn few_successes(rt: &Rt, source: &Source<'_>, n: i64, p: f64) -> Result<i64, Raised> {
    let c = (1.0 - p).log2();
    if c == 0.0 {
        return Ok(0);
    }
    let (mut successes, mut tried) = (0, 0i64);
    loop {
        let r = source.random()?;
        if r == 0.0 {
            return Err(rt.value_error("expected a positive input, got 0.0"));
        }
        let gap = (r.log2() / c).floor() as i64;
        tried = tried.saturating_add(gap).saturating_add(1);
        if tried > n {
            return Ok(successes);
        }
        successes += 1;
    }
}

/// Transformed rejection with squeeze (Hörmann, 1993).
fn many_successes(rt: &Rt, source: &Source<'_>, n: i64, p: f64) -> Result<i64, Raised> {
    let count = n as f64;
    let spq = (count * p * (1.0 - p)).sqrt();
    let b = 1.15 + 2.53 * spq;
    let a = -0.0873 + 0.0248 * b + 0.01 * p;
    let c = count * p + 0.5;
    let vr = 0.92 - 4.2 / b;
    let ln_factorial = |x: i64| lgamma(x as f64 + 1.0).unwrap_or(f64::INFINITY);
    loop {
        rt.poll()?;
        let u = source.random()? - 0.5;
        let us = 0.5 - u.abs();
        let k = ((2.0 * a / us + b) * u + c).floor();
        if k < 0.0 || k > count {
            continue;
        }
        let k = k as i64;
        let v = source.random()?;
        if us >= 0.07 && v <= vr {
            return Ok(k);
        }
        let alpha = (2.83 + 5.1 / b) * spq;
        let lpq = (p / (1.0 - p)).ln();
        let m = ((count + 1.0) * p).floor() as i64;
        let h = ln_factorial(m) + ln_factorial(n - m);
        let v = v * (alpha / (a / (us * us) + b));
        if v.ln() <= h - ln_factorial(k) - ln_factorial(n - k) + (k - m) as f64 * lpq {
            return Ok(k);
        }
    }
}
