//! Methods of str: one file a subject.

mod bridge;
mod case;
mod cut;
pub(crate) mod format;
pub(crate) mod join;
mod new;
mod pad;
pub(crate) mod percent;
mod predicates;
mod search;
pub(crate) mod special;
mod translate;

use crate::error::{Raised, Res};
use crate::native::{Args, NativeDef};
use crate::object::shape_id;
use crate::ops::BinOp;
use crate::rt::Rt;
use crate::string::Text;
use crate::value::Value;
use std::borrow::Cow;
use std::cmp::Ordering;

/// Methods.
pub const METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(cls, object='', encoding='utf-8', errors='strict')", new::new),
    NativeDef::new("__add__", "(self, value, /)", special::add),
    NativeDef::new("__contains__", "(self, key, /)", special::contains),
    NativeDef::new("__eq__", "(self, value, /)", special::eq),
    NativeDef::new("__format__", "(self, format_spec, /)", format::dunder_format),
    NativeDef::new("__ge__", "(self, value, /)", special::ge),
    NativeDef::new("__getitem__", "(self, key, /)", special::getitem),
    NativeDef::new("__getnewargs__", "(self, /)", special::getnewargs),
    NativeDef::new("__gt__", "(self, value, /)", special::gt),
    NativeDef::new("__hash__", "(self, /)", special::hash),
    NativeDef::new("__iter__", "(self, /)", special::iter),
    NativeDef::new("__le__", "(self, value, /)", special::le),
    NativeDef::new("__len__", "(self, /)", special::len),
    NativeDef::new("__lt__", "(self, value, /)", special::lt),
    NativeDef::new("__mod__", "(self, value, /)", special::modulo),
    NativeDef::new("__mul__", "(self, value, /)", special::mul),
    NativeDef::new("__ne__", "(self, value, /)", special::ne),
    NativeDef::new("__repr__", "(self, /)", special::repr),
    NativeDef::new("__rmod__", "(self, value, /)", special::rmod),
    NativeDef::new("__rmul__", "(self, value, /)", special::mul),
    NativeDef::new("__str__", "(self, /)", special::str),
    NativeDef::new("capitalize", "(self, /)", case::capitalize),
    NativeDef::new("casefold", "(self, /)", case::casefold),
    NativeDef::new("center", "(self, width, fillchar=' ', /)", pad::center),
    NativeDef::new("count", "(self, sub, start=None, end=None, /)", search::count),
    NativeDef::new("encode", "(self, /, encoding='utf-8', errors='strict')", new::encode),
    NativeDef::new("endswith", "(self, suffix, start=None, end=None, /)", search::endswith),
    NativeDef::new("expandtabs", "(self, /, tabsize=8)", pad::expandtabs),
    NativeDef::new("find", "(self, sub, start=None, end=None, /)", search::find),
    NativeDef::new("format", "(self, /, *args, **kwargs)", format::format),
    NativeDef::new("format_map", "(self, mapping, /)", format::format_map),
    NativeDef::new("index", "(self, sub, start=None, end=None, /)", search::index),
    NativeDef::new("isalnum", "(self, /)", predicates::isalnum),
    NativeDef::new("isalpha", "(self, /)", predicates::isalpha),
    NativeDef::new("isascii", "(self, /)", predicates::isascii),
    NativeDef::new("isdecimal", "(self, /)", predicates::isdecimal),
    NativeDef::new("isdigit", "(self, /)", predicates::isdigit),
    NativeDef::new("isidentifier", "(self, /)", predicates::isidentifier),
    NativeDef::new("islower", "(self, /)", predicates::islower),
    NativeDef::new("isnumeric", "(self, /)", predicates::isnumeric),
    NativeDef::new("isprintable", "(self, /)", predicates::isprintable),
    NativeDef::new("isspace", "(self, /)", predicates::isspace),
    NativeDef::new("istitle", "(self, /)", predicates::istitle),
    NativeDef::new("isupper", "(self, /)", predicates::isupper),
    NativeDef::new("join", "(self, iterable, /)", join::join),
    NativeDef::new("ljust", "(self, width, fillchar=' ', /)", pad::ljust),
    NativeDef::new("lower", "(self, /)", case::lower),
    NativeDef::new("lstrip", "(self, chars=None, /)", cut::lstrip),
    NativeDef::new("maketrans", "(x, y=None, z=None, /)", translate::maketrans),
    NativeDef::new("partition", "(self, sep, /)", cut::partition),
    NativeDef::new("removeprefix", "(self, prefix, /)", cut::removeprefix),
    NativeDef::new("removesuffix", "(self, suffix, /)", cut::removesuffix),
    NativeDef::new("replace", "(self, old, new, /, count=-1)", cut::replace),
    NativeDef::new("rfind", "(self, sub, start=None, end=None, /)", search::rfind),
    NativeDef::new("rindex", "(self, sub, start=None, end=None, /)", search::rindex),
    NativeDef::new("rjust", "(self, width, fillchar=' ', /)", pad::rjust),
    NativeDef::new("rpartition", "(self, sep, /)", cut::rpartition),
    NativeDef::new("rsplit", "(self, /, sep=None, maxsplit=-1)", cut::rsplit),
    NativeDef::new("rstrip", "(self, chars=None, /)", cut::rstrip),
    NativeDef::new("split", "(self, /, sep=None, maxsplit=-1)", cut::split),
    NativeDef::new("splitlines", "(self, /, keepends=False)", cut::splitlines),
    NativeDef::new("startswith", "(self, prefix, start=None, end=None, /)", search::startswith),
    NativeDef::new("strip", "(self, chars=None, /)", cut::strip),
    NativeDef::new("swapcase", "(self, /)", case::swapcase),
    NativeDef::new("title", "(self, /)", case::title),
    NativeDef::new("translate", "(self, table, /)", translate::translate),
    NativeDef::new("upper", "(self, /)", case::upper),
    NativeDef::new("zfill", "(self, width, /)", pad::zfill),
];

/// Order of two texts by code points.
pub fn cmp_text(a: Text<'_>, b: Text<'_>) -> Ordering {
    match (a, b) {
        (Text::Ascii(a), Text::Ascii(b)) => a.cmp(b),
        (Text::Wide(a), Text::Wide(b)) => a.cmp(b),
        (a, b) => a.points().cmp(b.points()),
    }
}

/// `a op b` for an exact string `a`, if it is a concatenation or a format that `b`'s class cannot have a say in.
#[inline]
pub(crate) fn fast_binary(rt: &Rt, op: BinOp, a: Value, b: Value) -> Option<Res> {
    if !a.has_shape(shape_id::STR) {
        return None;
    }
    match op {
        BinOp::Add if b.has_shape(shape_id::STR) => Some(rt.str_concat(a, b)),
        // Only a class derived from str could go first.
        BinOp::Mod if b.has_shape(shape_id::STR) || !rt.is_str(b) => Some(percent::percent_format(rt, a, b)),
        _ => None,
    }
}

/// A text's code points.
fn widen(t: Text<'_>) -> Cow<'_, [u32]> {
    match t {
        Text::Ascii(s) => Cow::Owned(s.bytes().map(u32::from).collect()),
        Text::Wide(w) => Cow::Borrowed(w),
    }
}

/// Evaluates `$body` with a string as a strand `$s`, and with the units of other texts in the same form.
macro_rules! with_strand {
    ($v:expr, |$s:ident| $body:expr) => {
        match $crate::string::text($v) {
            $crate::string::Text::Ascii(text) => {
                let $s = $crate::types::strand::AsciiStrand { object: $v, text };
                $body
            }
            $crate::string::Text::Wide(points) => {
                let $s = $crate::types::strand::WideStrand { object: $v, points };
                $body
            }
        }
    };
    ($v:expr, [$($t:expr),+], |$s:ident, $($u:ident),+| $body:expr) => {
        match ($crate::string::text($v), $($t),+) {
            ($crate::string::Text::Ascii(text), $($crate::string::Text::Ascii($u)),+) => {
                let $s = $crate::types::strand::AsciiStrand { object: $v, text };
                $( let $u = $u.as_bytes(); )+
                $body
            }
            (whole, $($u),+) => {
                let points = $crate::types::str::widen(whole);
                $( let $u = $crate::types::str::widen($u); )+
                let $s = $crate::types::strand::WideStrand { object: $v, points: &points };
                $( let $u: &[u32] = &$u; )+
                $body
            }
        }
    };
}
use with_strand;

/// How messages about a wrong argument name its type.
pub(crate) fn arg_type(rt: &Rt, v: Value) -> String {
    if v.is_none() { "None".into() } else { rt.type_name(v) }
}

/// Characters of a receiver.
fn this<'a>(args: &Args<'_>) -> Text<'a> {
    crate::string::text(args.get(0))
}

/// The `start` and `end` arguments of a search.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    start: Option<i64>,
    end: Option<i64>,
}

impl Bounds {
    /// The arguments at places `i` and `i + 1`.
    pub(crate) fn from_args(rt: &Rt, args: &Args<'_>, i: usize) -> Result<Bounds, Raised> {
        let bound = |i: usize| args.opt(i).map_or(Ok(None), |v| rt.slice_index(v));
        Ok(Bounds { start: bound(i)?, end: bound(i + 1)? })
    }

    /// The bounds within a text of `len` units; `None` if they enclose not even an empty range.
    pub(crate) fn over(self, len: usize) -> Option<(usize, usize)> {
        let n = len as i64;
        let from_start = |i: i64| if i < 0 { (i + n).max(0) } else { i };
        let (start, end) = (self.start.map_or(0, from_start), self.end.map_or(n, from_start).min(n));
        (start <= end).then_some((start as usize, end as usize))
    }
}

/// A count argument: negative means no limit.
pub(crate) fn limit_arg(rt: &Rt, v: Option<Value>) -> Result<usize, Raised> {
    match v {
        None => Ok(usize::MAX),
        Some(v) => Ok(usize::try_from(rt.index_ssize(v)?).unwrap_or(usize::MAX)),
    }
}
