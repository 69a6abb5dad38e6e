//! `find`, `index`, `count`, `startswith` and their kin.

use super::{Bounds, this, widen};
use crate::error::{Raised, Res};
use crate::native::Args;
use crate::rt::Rt;
use crate::string::Text;
use crate::text::search::Unit;
use crate::value::Value;

/// The text looked for, argument 1 of method `name`.
fn needle<'a>(rt: &Rt, args: &Args<'_>, name: &str) -> Result<Text<'a>, Raised> {
    let v = args.get(1);
    rt.as_text(v).ok_or_else(|| {
        rt.type_error(format!("{name}() argument 1 must be str, not {}", crate::types::str::arg_type(rt, v)))
    })
}

fn find_text(hay: Text<'_>, needle: Text<'_>, from_right: bool) -> Option<usize> {
    match (hay, needle) {
        (Text::Ascii(h), Text::Ascii(n)) => {
            let (h, n) = (h.as_bytes(), n.as_bytes());
            if from_right { u8::rfind(h, n) } else { u8::find(h, n) }
        }
        // A string object in wide form has a wide character.
        (Text::Ascii(_), Text::Wide(_)) => None,
        (Text::Wide(h), n) => {
            let n = widen(n);
            if from_right { u32::rfind(h, &n) } else { u32::find(h, &n) }
        }
    }
}

fn find_in_range(rt: &Rt, args: &Args<'_>, name: &str, from_right: bool) -> Result<Option<usize>, Raised> {
    let hay = this(args);
    let needle = needle(rt, args, name)?;
    let Some((start, end)) = Bounds::from_args(rt, args, 2)?.over(hay.len()) else { return Ok(None) };
    Ok(find_text(hay.slice(start, end), needle, from_right).map(|i| start + i))
}

fn place(rt: &Rt, found: Option<usize>) -> Res {
    rt.int(found.map_or(-1, |i| i as i64))
}

fn place_or_error(rt: &Rt, found: Option<usize>) -> Res {
    match found {
        Some(i) => rt.int(i as i64),
        None => Err(rt.value_error("substring not found")),
    }
}

pub(super) fn find(rt: &Rt, args: &Args<'_>) -> Res {
    place(rt, find_in_range(rt, args, "find", false)?)
}

pub(super) fn rfind(rt: &Rt, args: &Args<'_>) -> Res {
    place(rt, find_in_range(rt, args, "rfind", true)?)
}

pub(super) fn index(rt: &Rt, args: &Args<'_>) -> Res {
    place_or_error(rt, find_in_range(rt, args, "index", false)?)
}

pub(super) fn rindex(rt: &Rt, args: &Args<'_>) -> Res {
    place_or_error(rt, find_in_range(rt, args, "rindex", true)?)
}

pub(super) fn count(rt: &Rt, args: &Args<'_>) -> Res {
    let hay = this(args);
    let needle = needle(rt, args, "count")?;
    let Some((start, end)) = Bounds::from_args(rt, args, 2)?.over(hay.len()) else { return rt.int(0) };
    let n = match (hay.slice(start, end), needle) {
        (h, n) if n.is_empty() => h.len() + 1,
        (Text::Ascii(h), Text::Ascii(n)) => u8::count(h.as_bytes(), n.as_bytes(), usize::MAX),
        (Text::Ascii(_), Text::Wide(_)) => 0,
        (Text::Wide(h), n) => u32::count(h, &widen(n), usize::MAX),
    };
    rt.int(n as i64)
}

fn has_affix(t: Text<'_>, affix: Text<'_>, suffix: bool) -> bool {
    let (n, len) = (affix.len(), t.len());
    if n > len {
        return false;
    }
    let part = if suffix { t.slice(len - n, len) } else { t.slice(0, n) };
    match (part, affix) {
        (Text::Ascii(a), Text::Ascii(b)) => a == b,
        (Text::Wide(a), Text::Wide(b)) => a == b,
        (a, b) => a.points().eq(b.points()),
    }
}

fn affix(rt: &Rt, args: &Args<'_>, name: &str, suffix: bool) -> Res {
    let whole = this(args);
    let range = Bounds::from_args(rt, args, 2)?.over(whole.len());
    let part = range.map(|(start, end)| whole.slice(start, end));
    let test = |affix: Text<'_>| part.is_some_and(|part| has_affix(part, affix, suffix));
    let v = args.get(1);
    if let Some(t) = rt.as_text(v) {
        return Ok(Value::bool(test(t)).own());
    }
    let Some(choices) = rt.as_tuple(v) else {
        return Err(rt.type_error(format!("{name} first arg must be str or a tuple of str, not {}", rt.type_name(v))));
    };
    for choice in choices {
        match rt.as_text(*choice) {
            Some(t) if test(t) => return Ok(Value::bool(true).own()),
            Some(_) => {}
            None => {
                return Err(
                    rt.type_error(format!("tuple for {name} must only contain str, not {}", rt.type_name(*choice)))
                );
            }
        }
    }
    Ok(Value::bool(false).own())
}

pub(super) fn startswith(rt: &Rt, args: &Args<'_>) -> Res {
    affix(rt, args, "startswith", false)
}

pub(super) fn endswith(rt: &Rt, args: &Args<'_>) -> Res {
    affix(rt, args, "endswith", true)
}
