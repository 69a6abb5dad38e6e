//! What the built-in sequences share: subscripts, comparison, searching, printing.

use crate::error::{Exc, Raised, Res};
use crate::object::{Kind, shape_id};
use crate::ops::CmpOp;
use crate::rt::Rt;
use crate::string::Text;
use crate::value::{Owned, Value};

/// What stands between the brackets of a subscript.
pub(crate) enum Key {
    /// An index; negative ones count from the end.
    Index(i64),
    /// A slice object.
    Slice,
}

/// What `key` means to a sequence called `what` in messages ("list").
///
/// # Errors
/// TypeError if it is neither an integer nor a slice; IndexError if it is too big for any index.
pub(crate) fn subscript(rt: &Rt, key: Value, what: &str) -> Result<Key, Raised> {
    if let Some(i) = key.as_small_int() {
        return Ok(Key::Index(i));
    }
    if rt.kind_of(key) == Kind::Slice {
        return Ok(Key::Slice);
    }
    match rt.index_opt(key)? {
        Some(i) => index_sized(rt, key, *i, Exc::IndexError).map(Key::Index),
        None => Err(rt.type_error(format!("{what} indices must be integers or slices, not {}", rt.type_name(key)))),
    }
}

/// The integer `i` that `v` gave, if it fits; otherwise an error of class `too_big`.
fn index_sized(rt: &Rt, v: Value, i: Value, too_big: Exc) -> Result<i64, Raised> {
    rt.as_i64(i)
        .ok_or_else(|| rt.raise(too_big, format!("cannot fit '{}' into an index-sized integer", rt.type_name(v))))
}

/// Place of index `i` among `len` items; `None` if out of range.
#[inline]
pub(crate) fn place(i: i64, len: usize) -> Option<usize> {
    let at = if i < 0 { i + len as i64 } else { i };
    usize::try_from(at).ok().filter(|at| *at < len)
}

/// A bound given to `index`: an integer, big ones clamped.
///
/// # Errors
/// TypeError for anything else; what `__index__` raises.
pub(crate) fn search_bound(rt: &Rt, v: Value) -> Result<i64, Raised> {
    if !v.is_none()
        && let Some(i) = rt.index_opt(v)?
    {
        return rt.index_clamped(*i);
    }
    Err(rt.type_error("slice indices must be integers or have an __index__ method"))
}

/// A bound as a place in a sequence of `len` items.
pub(crate) fn clamp_bound(i: i64, len: usize) -> usize {
    let at = if i < 0 { i + len as i64 } else { i };
    at.clamp(0, len as i64) as usize
}

/// How often a sequence is repeated; nothing for a value that is no integer.
///
/// # Errors
/// OverflowError if it is too big; what `__index__` raises.
pub(crate) fn repeat_count(rt: &Rt, v: Value) -> Result<usize, Raised> {
    if let Some(n) = v.as_small_int() {
        return Ok(n.max(0) as usize);
    }
    match rt.index_opt(v)? {
        Some(n) => index_sized(rt, v, *n, Exc::OverflowError).map(|n| n.max(0) as usize),
        None => Err(rt.type_error(format!("can't multiply sequence by non-int of type '{}'", rt.type_name(v)))),
    }
}

/// `a op b` for two sequences whose items `at` reads: the first pair of unequal items decides, then the lengths. User code
/// may change the sequences meanwhile, so every item is read anew.
///
/// # Errors
/// What comparing items raises.
pub(crate) fn compare(rt: &Rt, op: CmpOp, a: Value, b: Value, at: impl Fn(Value, usize) -> Option<Value>) -> Res {
    rt.enter_native()?;
    let mut i = 0;
    let unequal = loop {
        let (Some(x), Some(y)) = (at(a, i), at(b, i)) else { break false };
        if x != y {
            let (x, y) = (x.own(), y.own());
            if !rt.compare_truth(CmpOp::Eq, *x, *y)? {
                break true;
            }
        }
        i += 1;
        if i.is_multiple_of(POLL_EVERY) {
            rt.poll()?;
        }
    };
    match (at(a, i), at(b, i)) {
        (Some(x), Some(y)) if unequal => match op {
            CmpOp::Eq => Ok(Value::bool(false).own()),
            CmpOp::Ne => Ok(Value::bool(true).own()),
            _ => {
                let (x, y) = (x.own(), y.own());
                rt.compare(op, *x, *y)
            }
        },
        (x, y) => Ok(Value::bool(op.holds(x.is_some().cmp(&y.is_some()))).own()),
    }
}

/// How many steps a native loop goes between two polls.
pub(crate) const POLL_EVERY: usize = 4096;

/// The first of the places `from..to` whose item equals `wanted`. `at` reads the items, anew each time.
///
/// # Errors
/// What comparing items raises.
pub(crate) fn find(
    rt: &Rt,
    wanted: Value,
    from: usize,
    to: usize,
    at: impl Fn(usize) -> Option<Value>,
) -> Result<Option<usize>, Raised> {
    let mut i = from;
    // Objects of this shape are not equal to `wanted`, as long as no user code runs.
    let mut unequal = 0;
    while i < to {
        let Some(item) = at(i) else { break };
        if item == wanted {
            return Ok(Some(i));
        }
        let shape = item.shape();
        if shape >= shape_id::FIRST_DYNAMIC
            && (shape == unequal
                || (shape == wanted.shape() && rt.compares_by_identity(CmpOp::Eq, item, wanted).is_some()))
        {
            unequal = shape;
        } else if !(item.is_small_int() && wanted.is_small_int()) {
            // Two small integers that are not the same word are not equal.
            unequal = 0;
            let item = item.own();
            if rt.compare_truth(CmpOp::Eq, *item, wanted)? {
                return Ok(Some(i));
            }
        }
        i += 1;
        if i.is_multiple_of(POLL_EVERY) {
            unequal = 0;
            rt.poll()?;
        }
    }
    Ok(None)
}

/// The printed form of the container `v`, whose items `at` reads: `open`, the items, `close`. `one` closes a single item.
///
/// # Errors
/// What printing items raises.
pub(crate) fn repr_items(rt: &Rt, v: Value, [open, one, close]: [&str; 3], at: impl Fn(usize) -> Option<Value>) -> Res {
    if at(0).is_none() {
        return rt.str(&format!("{open}{close}"));
    }
    if !rt.repr_enter(v) {
        return rt.str(&format!("{open}...{close}"));
    }
    let parts = repr_parts(rt, at);
    rt.repr_leave(v);
    let parts = parts?;
    let mut pieces: Vec<Text<'_>> = Vec::with_capacity(parts.len() * 2 + 1);
    for (i, p) in parts.iter().enumerate() {
        pieces.push(Text::Ascii(if i == 0 { open } else { ", " }));
        pieces.push(crate::string::text(**p));
    }
    pieces.push(Text::Ascii(if parts.len() == 1 { one } else { close }));
    rt.str_join(&pieces)
}

fn repr_parts(rt: &Rt, at: impl Fn(usize) -> Option<Value>) -> Result<Vec<Owned>, Raised> {
    let mut parts = Vec::new();
    while let Some(item) = at(parts.len()) {
        let item = item.own();
        parts.push(rt.repr(*item)?);
        if parts.len().is_multiple_of(POLL_EVERY) {
            rt.poll()?;
            if !rt.heap_allows(parts.len() * 32) {
                return Err(rt.memory_error());
            }
        }
    }
    Ok(parts)
}

/// Declares the six comparisons of a type as natives: `fn(rt, args)` by name, from one `fn(rt, op, a, b) -> Res`.
macro_rules! rich_comparisons {
    ($compare:path) => {
        fn eq(rt: &$crate::Rt, args: &$crate::Args<'_>) -> $crate::Res {
            $compare(rt, $crate::ops::CmpOp::Eq, args.get(0), args.get(1))
        }
        fn ne(rt: &$crate::Rt, args: &$crate::Args<'_>) -> $crate::Res {
            $compare(rt, $crate::ops::CmpOp::Ne, args.get(0), args.get(1))
        }
        fn lt(rt: &$crate::Rt, args: &$crate::Args<'_>) -> $crate::Res {
            $compare(rt, $crate::ops::CmpOp::Lt, args.get(0), args.get(1))
        }
        fn le(rt: &$crate::Rt, args: &$crate::Args<'_>) -> $crate::Res {
            $compare(rt, $crate::ops::CmpOp::Le, args.get(0), args.get(1))
        }
        fn gt(rt: &$crate::Rt, args: &$crate::Args<'_>) -> $crate::Res {
            $compare(rt, $crate::ops::CmpOp::Gt, args.get(0), args.get(1))
        }
        fn ge(rt: &$crate::Rt, args: &$crate::Args<'_>) -> $crate::Res {
            $compare(rt, $crate::ops::CmpOp::Ge, args.get(0), args.get(1))
        }
    };
}
pub(crate) use rich_comparisons;
