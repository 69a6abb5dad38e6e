//! Taking strings apart: splitting, stripping, removing and replacing parts.

use super::{arg_type, limit_arg, with_strand};
use crate::error::{Raised, Res};
use crate::native::Args;
use crate::rt::Rt;
use crate::string::Text;
use crate::text::split::Sides;
use crate::types::strand::{self, Strand};
use crate::value::Value;

/// The separator of `split`: `None` for white space.
fn separator<'a>(rt: &Rt, v: Option<Value>) -> Result<Option<Text<'a>>, Raised> {
    match v.filter(|v| !v.is_none()) {
        None => Ok(None),
        Some(v) => match rt.as_text(v) {
            Some(t) if t.is_empty() => Err(rt.value_error("empty separator")),
            Some(t) => Ok(Some(t)),
            None => Err(rt.type_error(format!("must be str or None, not {}", rt.type_name(v)))),
        },
    }
}

pub(super) fn split(rt: &Rt, args: &Args<'_>) -> Res {
    let most = limit_arg(rt, args.opt(2))?;
    match separator(rt, args.opt(1))? {
        None => with_strand!(args.get(0), |s| strand::split(rt, s, None, most)),
        Some(sep) => with_strand!(args.get(0), [sep], |s, sep| strand::split(rt, s, Some(sep), most)),
    }
}

pub(super) fn rsplit(rt: &Rt, args: &Args<'_>) -> Res {
    let most = limit_arg(rt, args.opt(2))?;
    match separator(rt, args.opt(1))? {
        None => with_strand!(args.get(0), |s| strand::rsplit(rt, s, None, most)),
        Some(sep) => with_strand!(args.get(0), [sep], |s, sep| strand::rsplit(rt, s, Some(sep), most)),
    }
}

pub(super) fn splitlines(rt: &Rt, args: &Args<'_>) -> Res {
    let keep_ends = args.opt(1).map_or(Ok(false), |v| rt.truth(v))?;
    with_strand!(args.get(0), |s| strand::splitlines(rt, s, keep_ends))
}

fn part(rt: &Rt, args: &Args<'_>, from_right: bool) -> Res {
    let middle = args.get(1);
    let Some(sep) = rt.as_text(middle) else {
        return Err(rt.type_error(format!("must be str, not {}", rt.type_name(middle))));
    };
    if sep.is_empty() {
        return Err(rt.value_error("empty separator"));
    }
    with_strand!(args.get(0), [sep], |s, sep| strand::partition(rt, s, sep, middle, from_right))
}

pub(super) fn partition(rt: &Rt, args: &Args<'_>) -> Res {
    part(rt, args, false)
}

pub(super) fn rpartition(rt: &Rt, args: &Args<'_>) -> Res {
    part(rt, args, true)
}

fn strip_sides(rt: &Rt, args: &Args<'_>, sides: Sides, name: &str) -> Res {
    match args.opt(1).filter(|v| !v.is_none()) {
        None => with_strand!(args.get(0), |s| strip_space(rt, s, sides)),
        Some(v) => match rt.as_text(v) {
            Some(set) => with_strand!(args.get(0), [set], |s, set| strand::strip_set(rt, s, sides, set)),
            None => Err(rt.type_error(format!("{name} arg must be None or str"))),
        },
    }
}

/// `strip` of white space.
fn strip_space<S: Strand>(rt: &Rt, s: S, sides: Sides) -> Res {
    strand::strip(rt, s, sides, S::is_space)
}

pub(super) fn strip(rt: &Rt, args: &Args<'_>) -> Res {
    strip_sides(rt, args, Sides::BOTH, "strip")
}

pub(super) fn lstrip(rt: &Rt, args: &Args<'_>) -> Res {
    strip_sides(rt, args, Sides::LEFT, "lstrip")
}

pub(super) fn rstrip(rt: &Rt, args: &Args<'_>) -> Res {
    strip_sides(rt, args, Sides::RIGHT, "rstrip")
}

fn remove(rt: &Rt, args: &Args<'_>, name: &str, suffix: bool) -> Res {
    let v = args.get(1);
    match rt.as_text(v) {
        Some(affix) => with_strand!(args.get(0), [affix], |s, affix| strand::remove_affix(rt, s, affix, suffix)),
        None => Err(rt.type_error(format!("{name}() argument must be str, not {}", arg_type(rt, v)))),
    }
}

pub(super) fn removeprefix(rt: &Rt, args: &Args<'_>) -> Res {
    remove(rt, args, "removeprefix", false)
}

pub(super) fn removesuffix(rt: &Rt, args: &Args<'_>) -> Res {
    remove(rt, args, "removesuffix", true)
}

pub(super) fn replace(rt: &Rt, args: &Args<'_>) -> Res {
    let text_arg = |i: usize| {
        let v = args.get(i);
        rt.as_text(v)
            .ok_or_else(|| rt.type_error(format!("replace() argument {i} must be str, not {}", arg_type(rt, v))))
    };
    let (old, new) = (text_arg(1)?, text_arg(2)?);
    let most = limit_arg(rt, args.opt(3))?;
    with_strand!(args.get(0), [old, new], |s, old, new| strand::replace(rt, s, old, new, most))
}
