//! `find`, `index`, `count`, `startswith` and their kin.

use super::{byte_value, this};
use crate::bytes::Buffer;
use crate::error::{Raised, Res};
use crate::native::Args;
use crate::rt::Rt;
use crate::text::search::Unit;
use crate::types::str::Bounds;
use crate::value::Value;
use std::ops::Deref;

/// What is looked for: the contents of an object, or one byte.
enum Needle<'a> {
    Buffer(Buffer<'a>),
    Byte([u8; 1]),
}

impl Deref for Needle<'_> {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        match self {
            Needle::Buffer(b) => b,
            Needle::Byte(b) => b,
        }
    }
}

/// Finds argument 1 within the bounds that arguments 2 and 3 give; `with` gets the part of the receiver, its start, and the needle.
fn with_needle<T>(
    rt: &Rt,
    args: &Args<'_>,
    outside: T,
    with: impl FnOnce(&[u8], usize, &[u8]) -> T,
) -> Result<T, Raised> {
    // A byte array may change while indices are converted: its length is asked for afterwards.
    let bounds = Bounds::from_args(rt, args, 2)?;
    let v = args.get(1);
    let byte = match rt.as_buffer(v) {
        Some(_) => None,
        None => match rt.index_opt(v)? {
            Some(i) => Some(byte_value(rt, *i)?),
            None => {
                let got = rt.type_name(v);
                return Err(rt.type_error(format!("argument should be integer or bytes-like object, not '{got}'")));
            }
        },
    };
    let needle = match byte {
        Some(b) => Needle::Byte([b]),
        None => Needle::Buffer(rt.expect_buffer(v)?),
    };
    let this = this(rt, args)?;
    Ok(match bounds.over(this.data.len()) {
        Some((start, end)) => with(&this.data[start..end], start, &needle),
        None => outside,
    })
}

fn place(rt: &Rt, args: &Args<'_>, find: fn(&[u8], &[u8]) -> Option<usize>) -> Result<Option<usize>, Raised> {
    with_needle(rt, args, None, |hay, start, needle| find(hay, needle).map(|i| start + i))
}

fn number(rt: &Rt, found: Option<usize>) -> Res {
    rt.int(found.map_or(-1, |i| i as i64))
}

fn number_or_error(rt: &Rt, found: Option<usize>) -> Res {
    match found {
        Some(i) => rt.int(i as i64),
        None => Err(rt.value_error("subsection not found")),
    }
}

pub(crate) fn find(rt: &Rt, args: &Args<'_>) -> Res {
    number(rt, place(rt, args, u8::find)?)
}

pub(crate) fn rfind(rt: &Rt, args: &Args<'_>) -> Res {
    number(rt, place(rt, args, u8::rfind)?)
}

pub(crate) fn index(rt: &Rt, args: &Args<'_>) -> Res {
    number_or_error(rt, place(rt, args, u8::find)?)
}

pub(crate) fn rindex(rt: &Rt, args: &Args<'_>) -> Res {
    number_or_error(rt, place(rt, args, u8::rfind)?)
}

pub(crate) fn count(rt: &Rt, args: &Args<'_>) -> Res {
    let n = with_needle(rt, args, 0, |hay, _, needle| match needle {
        [] => hay.len() + 1,
        _ => u8::count(hay, needle, usize::MAX),
    })?;
    rt.int(n as i64)
}

fn affix(rt: &Rt, args: &Args<'_>, name: &str, test: fn(&[u8], &[u8]) -> bool) -> Res {
    let bounds = Bounds::from_args(rt, args, 2)?;
    let this = this(rt, args)?;
    let part = bounds.over(this.data.len()).map(|(start, end)| &this.data[start..end]);
    let v = args.get(1);
    if let Some(affix) = rt.as_buffer(v) {
        return Ok(Value::bool(part.is_some_and(|part| test(part, &affix))).own());
    }
    let Some(choices) = rt.as_tuple(v) else {
        return Err(
            rt.type_error(format!("{name} first arg must be bytes or a tuple of bytes, not {}", rt.type_name(v)))
        );
    };
    for choice in choices {
        let affix = rt.expect_buffer(*choice)?;
        if part.is_some_and(|part| test(part, &affix)) {
            return Ok(Value::bool(true).own());
        }
    }
    Ok(Value::bool(false).own())
}

pub(crate) fn startswith(rt: &Rt, args: &Args<'_>) -> Res {
    affix(rt, args, "startswith", |part, affix| part.starts_with(affix))
}

pub(crate) fn endswith(rt: &Rt, args: &Args<'_>) -> Res {
    affix(rt, args, "endswith", |part, affix| part.ends_with(affix))
}
