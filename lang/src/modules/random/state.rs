//! Seeds and states of generators.

use super::{Random, entropy};
use crate::modules::numeric::mt19937::Mt19937;
use runtime::{Args, Owned, Raised, Res, Rt, Value};

/// Version of the state that `getstate` gives.
pub(super) const VERSION: i64 = 3;
const WORDS: usize = 624;

pub(super) fn seed(rt: &Rt, args: &Args<'_>) -> Res {
    let data = rt.expect_boxed::<Random>(args.get(0))?;
    let a = args.opt(1).unwrap_or(Value::none());
    let version = args.opt(2).and_then(|v| rt.as_i64(v)).unwrap_or(2);
    let twister = if a.is_none() {
        Mt19937::from_words(&entropy())
    } else if let Some(i) = a.as_small_int() {
        Mt19937::from_i64(i)
    } else if let Some(i) = rt.as_int(a) {
        Mt19937::from_int(&i)
    } else if rt.as_float(a).is_some() {
        Mt19937::from_hash(rt.hash(a)?)
    } else {
        match seed_text(rt, a)? {
            Some(SeedText::Text(points)) if version == 1 => Mt19937::from_u64(old_hash(&points)),
            Some(SeedText::Bytes(bytes)) if version == 1 => {
                Mt19937::from_u64(old_hash(&bytes.iter().map(|b| u32::from(*b)).collect::<Vec<_>>()))
            }
            Some(SeedText::Text(points)) => {
                let text: String = points.iter().filter_map(|c| char::from_u32(*c)).collect();
                Mt19937::from_bytes(text.as_bytes())
            }
            Some(SeedText::Bytes(bytes)) => Mt19937::from_bytes(&bytes),
            None => {
                return Err(
                    rt.type_error("The only supported seed types are:\nNone, int, float, str, bytes, and bytearray.")
                );
            }
        }
    };
    *data.twister.borrow_mut() = twister;
    data.gauss_next.clear();
    Ok(Value::none().own())
}

enum SeedText {
    Text(Vec<u32>),
    Bytes(Vec<u8>),
}

fn seed_text(rt: &Rt, a: Value) -> Result<Option<SeedText>, Raised> {
    if let Some(text) = rt.as_text(a) {
        if text.utf8().is_err() {
            // Raises UnicodeEncodeError for the lone surrogate.
            rt.call_method(a, rt.intern_immortal("encode")?, &[])?;
        }
        return Ok(Some(SeedText::Text(text.points().collect())));
    }
    Ok(rt.as_buffer(a).map(|bytes| SeedText::Bytes(bytes.to_vec())))
}

/// The hash that version 1 seeds with.
fn old_hash(points: &[u32]) -> u64 {
    let mut x = points.first().map_or(0, |c| u64::from(*c) << 7);
    for c in points {
        x = 1_000_003u64.wrapping_mul(x) ^ u64::from(*c);
    }
    x ^ points.len() as u64
}

pub(super) fn getstate(rt: &Rt, args: &Args<'_>) -> Res {
    let data = rt.expect_boxed::<Random>(args.get(0))?;
    let words: Vec<Owned> = {
        let twister = data.twister.borrow();
        let (words, index) = twister.state();
        let index = index as i64;
        words.iter().map(|w| i64::from(*w)).chain([index]).map(|w| Value::int(w).own()).collect()
    };
    let words = rt.tuple_from_owned(words)?;
    let gauss_next = data.gauss_next.get().some().unwrap_or(Value::none());
    rt.tuple_from(&[Value::int(VERSION), *words, gauss_next])
}

pub(super) fn setstate(rt: &Rt, args: &Args<'_>) -> Res {
    let data = rt.expect_boxed::<Random>(args.get(0))?;
    let state = args.get(1);
    let version = rt.getitem(state, Value::int(0))?;
    let known = version.as_small_int().filter(|v| matches!(v, 2 | 3));
    let Some(known) = known else {
        let version = rt.str_text(*version)?;
        return Err(
            rt.value_error(format!("state with version {version} passed to Random.setstate() of version {VERSION}"))
        );
    };
    let parts = rt.collect_vec(state)?;
    let [_, words, gauss_next] = parts.as_slice() else {
        return Err(rt.value_error(match parts.len() {
            given @ 0..=2 => format!("not enough values to unpack (expected 3, got {given})"),
            given => format!("too many values to unpack (expected 3, got {given})"),
        }));
    };
    let Some(words) = rt.as_tuple(**words) else { return Err(rt.type_error("state vector must be a tuple")) };
    if words.len() != WORDS + 1 {
        return Err(rt.value_error("state vector is the wrong size"));
    }
    let mut numbers = Vec::with_capacity(WORDS + 1);
    for w in words {
        let i = rt.index(*w)?;
        let i = rt.as_i64(*i).unwrap_or(-1);
        numbers.push(if known == 2 { i.rem_euclid(1 << 32) } else { i });
    }
    let index = usize::try_from(numbers[WORDS]).unwrap_or(usize::MAX);
    let mut key = [0u32; WORDS];
    for (place, i) in key.iter_mut().zip(&numbers) {
        if *i < 0 {
            return Err(rt.overflow_error("can't convert negative value to unsigned int"));
        }
        *place = *i as u32;
    }
    let Some(twister) = Mt19937::from_state(key, index) else { return Err(rt.value_error("invalid state")) };
    *data.twister.borrow_mut() = twister;
    data.gauss_next.set_option(Some(gauss_next.clone()).filter(|g| !g.is_none()));
    Ok(Value::none().own())
}
