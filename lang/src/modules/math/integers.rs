//! Functions of integers.

use crate::modules::numeric::integers;
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use runtime::number::MAX_INT_BITS;
use runtime::{Args, Owned, Raised, Res, Rt, Value};
use std::cell::Cell;

/// A natural number that is an argument.
enum Natural {
    Small(u64),
    Big(UBig),
}

impl Natural {
    /// Argument `v`, or ValueError `negative`.
    fn of(rt: &Rt, v: Value, negative: &str) -> Result<Natural, Raised> {
        let i = rt.index(v)?;
        if rt.int_is_negative(*i) {
            return Err(rt.value_error(negative));
        }
        Ok(match rt.as_i64(*i) {
            Some(i) => Natural::Small(i as u64),
            None => Natural::Big(magnitude(rt, *i)),
        })
    }

    fn into_big(self) -> UBig {
        match self {
            Natural::Small(i) => UBig::from(i),
            Natural::Big(i) => i,
        }
    }
}

fn magnitude(rt: &Rt, v: Value) -> UBig {
    rt.as_int(v).map(|i| i.into_owned().into_parts().1).unwrap_or_default()
}

/// Computes a product of `count` factors of up to `bits` bits: what `compute` gives for the most bits it may have, asking for
/// interrupts.
fn product(
    rt: &Rt,
    count: u64,
    bits: usize,
    compute: impl Fn(usize, integers::Stop<'_>) -> Result<UBig, integers::Stopped>,
) -> Res {
    let size = integers::product_bits(count, bits);
    if size > MAX_INT_BITS || !rt.heap_allows(size / 4) {
        return Err(rt.memory_error());
    }
    let raised = Cell::new(None);
    let stop = || match rt.poll() {
        Ok(()) => false,
        Err(r) => {
            raised.set(Some(r));
            true
        }
    };
    match compute(MAX_INT_BITS, &stop) {
        Ok(i) => rt.int_big(IBig::from(i)),
        Err(_) => Err(raised.get().unwrap_or_else(|| rt.memory_error())),
    }
}

pub(super) fn factorial(rt: &Rt, args: &Args<'_>) -> Res {
    match Natural::of(rt, args.get(0), "factorial() not defined for negative values")? {
        Natural::Small(n @ 0..=20) => rt.int((1..=n as i64).product()),
        Natural::Small(n) => product(rt, n, bits_of(n), |most, stop| integers::factorial(n, most, stop)),
        Natural::Big(_) => Err(rt.overflow_error(format!("factorial() argument should not exceed {}", i64::MAX))),
    }
}

pub(super) fn perm(rt: &Rt, args: &Args<'_>) -> Res {
    let Some(k) = args.opt(1).filter(|k| !k.is_none()) else { return factorial(rt, args) };
    let n = rt.index(args.get(0))?;
    let k = rt.index(k)?;
    let (n, k) = (Natural::of(rt, *n, NEGATIVE_N)?, Natural::of(rt, *k, NEGATIVE_K)?);
    match (n.into_big(), k) {
        (n, Natural::Small(k)) if UBig::from(k) > n => rt.int(0),
        (n, Natural::Small(k)) => product(rt, k, n.bit_len(), |most, stop| integers::perm(&n, k, most, stop)),
        (n, Natural::Big(k)) if k > n => rt.int(0),
        _ => Err(rt.overflow_error(format!("k must not exceed {}", i64::MAX))),
    }
}

fn bits_of(n: u64) -> usize {
    (64 - n.leading_zeros()) as usize
}

const NEGATIVE_N: &str = "n must be a non-negative integer";
const NEGATIVE_K: &str = "k must be a non-negative integer";

pub(super) fn comb(rt: &Rt, args: &Args<'_>) -> Res {
    let n = rt.index(args.get(0))?;
    let k = rt.index(args.get(1))?;
    let (n, k) = (Natural::of(rt, *n, NEGATIVE_N)?, Natural::of(rt, *k, NEGATIVE_K)?);
    if let (Natural::Small(n), Natural::Small(k)) = (&n, &k)
        && let Some(i) = small_comb(*n, *k)
    {
        return rt.int_u64(i);
    }
    let (n, k) = (n.into_big(), k.into_big());
    if k > n {
        return rt.int(0);
    }
    let k = (&n - &k).min(k);
    match i64::try_from(&k) {
        Ok(k) => product(rt, k as u64, n.bit_len(), |most, stop| integers::comb(&n, k as u64, most, stop)),
        Err(_) => Err(rt.overflow_error(format!("min(n - k, k) must not exceed {}", i64::MAX))),
    }
}

/// The binomial coefficient while everything on the way fits.
fn small_comb(n: u64, k: u64) -> Option<u64> {
    if k > n {
        return Some(0);
    }
    let mut result = 1u64;
    for i in 0..k.min(n - k) {
        // The product of i + 1 consecutive numbers is divisible by (i + 1)!.
        result = result.checked_mul(n - i)? / (i + 1);
    }
    Some(result)
}

pub(super) fn gcd(rt: &Rt, args: &Args<'_>) -> Res {
    let mut result: Owned = Value::int(0).own();
    for v in args.positional() {
        let i = rt.index(*v)?;
        result = match (result.as_small_int(), i.as_small_int()) {
            (Some(x), Some(y)) => rt.int_u64(integers::gcd(x, y))?,
            _ => {
                let (Some(x), Some(y)) = (rt.as_int(*result), rt.as_int(*i)) else { continue };
                rt.int_big(integers::big_gcd(&x, &y).into())?
            }
        };
    }
    Ok(result)
}

pub(super) fn lcm(rt: &Rt, args: &Args<'_>) -> Res {
    let mut result: Owned = Value::int(1).own();
    for v in args.positional() {
        let i = rt.index(*v)?;
        let (Some(x), Some(y)) = (rt.as_int(*result), rt.as_int(*i)) else { continue };
        result = rt.int_big(integers::big_lcm(&x, &y).into())?;
    }
    Ok(result)
}

pub(super) fn isqrt(rt: &Rt, args: &Args<'_>) -> Res {
    match Natural::of(rt, args.get(0), "isqrt() argument must be nonnegative")? {
        Natural::Small(n) => rt.int_u64(integers::isqrt(n)),
        Natural::Big(n) => rt.int_big(integers::big_isqrt(&n).into()),
    }
}
