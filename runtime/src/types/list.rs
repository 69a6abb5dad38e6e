//! `list`: its table of methods, and those that look at or change single items.

pub(crate) mod extend;
pub(crate) mod slices;
pub(crate) mod sort;
mod timsort;

use crate::error::{Raised, Res};
use crate::list::list;
use crate::native::{Args, NativeDef, none};
use crate::object::{ListObj, shape_id};
use crate::ops::CmpOp;
use crate::rt::Rt;
use crate::types::iterators::ListReverseIter;
use crate::types::sequence::{clamp_bound, find, place, repr_items, rich_comparisons, search_bound};
use crate::value::{SMALL_MAX, Value};
use std::cell::Cell;

/// Methods.
pub const METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(cls, *args, **kwargs)", new),
    NativeDef::new("__init__", "(self, iterable=None, /)", init),
    NativeDef::new("__repr__", "(self, /)", repr),
    NativeDef::new("__len__", "(self, /)", len),
    NativeDef::new("__iter__", "(self, /)", iter),
    NativeDef::new("__reversed__", "(self, /)", reversed),
    NativeDef::new("__contains__", "(self, key, /)", contains),
    NativeDef::new("__getitem__", "(self, index, /)", slices::getitem),
    NativeDef::new("__setitem__", "(self, key, value, /)", slices::setitem),
    NativeDef::new("__delitem__", "(self, key, /)", slices::delitem),
    NativeDef::new("__add__", "(self, value, /)", extend::add),
    NativeDef::new("__iadd__", "(self, value, /)", extend::iadd),
    NativeDef::new("__mul__", "(self, value, /)", extend::mul),
    NativeDef::new("__rmul__", "(self, value, /)", extend::mul),
    NativeDef::new("__imul__", "(self, value, /)", extend::imul),
    NativeDef::new("__eq__", "(self, value, /)", eq),
    NativeDef::new("__ne__", "(self, value, /)", ne),
    NativeDef::new("__lt__", "(self, value, /)", lt),
    NativeDef::new("__le__", "(self, value, /)", le),
    NativeDef::new("__gt__", "(self, value, /)", gt),
    NativeDef::new("__ge__", "(self, value, /)", ge),
    super::generic_alias::CLASS_GETITEM,
    NativeDef::new("append", "(self, object, /)", append),
    NativeDef::new("extend", "(self, iterable, /)", extend::extend),
    NativeDef::new("insert", "(self, index, object, /)", insert),
    NativeDef::new("pop", "(self, index=-1, /)", pop),
    NativeDef::new("remove", "(self, value, /)", remove),
    NativeDef::new("clear", "(self, /)", clear),
    NativeDef::new("copy", "(self, /)", copy),
    NativeDef::new("reverse", "(self, /)", reverse),
    NativeDef::new("index", "(self, value, start=0, stop=9223372036854775807, /)", index),
    NativeDef::new("count", "(self, value, /)", count),
    NativeDef::new("sort", "(self, *, key=None, reverse=False)", sort::sort),
];

fn new(rt: &Rt, args: &Args<'_>) -> Res {
    let class = args.get(0);
    if class == rt.kind_type(crate::object::Kind::List) {
        return rt.new_list(0);
    }
    rt.alloc_instance_with(class, |shape| ListObj {
        head: Rt::fresh_header(shape),
        len: Cell::new(0),
        cap: Cell::new(0),
        items: Cell::new(std::ptr::null_mut()),
    })
}

fn init(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    rt.list_clear(v);
    if let Some(iterable) = args.opt(1) {
        rt.list_extend(v, iterable)?;
    }
    none()
}

fn repr(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    repr_items(rt, v, ["[", "]", "]"], |i| list(v).get(i))
}

fn len(_: &Rt, args: &Args<'_>) -> Res {
    Ok(Value::int(list(args.get(0)).len.get() as i64).own())
}

fn iter(rt: &Rt, args: &Args<'_>) -> Res {
    rt.seq_iter(shape_id::LIST_ITER, args.get(0))
}

fn reversed(rt: &Rt, args: &Args<'_>) -> Res {
    rt.new_boxed(ListReverseIter::new(args.get(0)))
}

/// Whether `item` is in list `v`.
///
/// # Errors
/// What comparing items raises.
pub(crate) fn list_contains(rt: &Rt, v: Value, item: Value) -> Result<bool, Raised> {
    find(rt, item, 0, usize::MAX, |i| list(v).get(i)).map(|at| at.is_some())
}

fn contains(rt: &Rt, args: &Args<'_>) -> Res {
    list_contains(rt, args.get(0), args.get(1)).map(|hit| Value::bool(hit).own())
}

/// `a op b` for list `a`.
///
/// # Errors
/// What comparing items raises.
pub(crate) fn compare(rt: &Rt, op: CmpOp, a: Value, b: Value) -> Res {
    if !rt.is_list(b) {
        return Ok(Value::not_implemented().own());
    }
    if matches!(op, CmpOp::Eq | CmpOp::Ne) && list(a).len.get() != list(b).len.get() {
        return Ok(Value::bool(op == CmpOp::Ne).own());
    }
    crate::types::sequence::compare(rt, op, a, b, |v, i| list(v).get(i))
}

rich_comparisons!(compare);

fn append(rt: &Rt, args: &Args<'_>) -> Res {
    rt.list_push(args.get(0), args.get(1).own())?;
    none()
}

fn insert(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    let i = rt.ssize_argument(args.get(1))?;
    let at = clamp_bound(i, list(v).len.get());
    rt.list_insert(v, at, args.get(2).own())?;
    none()
}

fn pop(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    let i = match args.opt(1) {
        Some(i) => rt.ssize_argument(i)?,
        None => -1,
    };
    let l = list(v);
    let len = l.len.get();
    if len == 0 {
        return Err(rt.index_error("pop from empty list"));
    }
    let taken = if i == -1 { l.pop() } else { place(i, len).and_then(|at| l.remove(at)) };
    let Some(item) = taken else {
        return Err(rt.index_error("pop index out of range"));
    };
    rt.list_shrink(v);
    Ok(item)
}

fn remove(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    let Some(at) = find(rt, args.get(1), 0, usize::MAX, |i| list(v).get(i))? else {
        return Err(rt.value_error("list.remove(x): x not in list"));
    };
    // A comparison may have shortened the list.
    let removed = list(v).remove(at);
    rt.list_shrink(v);
    drop(removed);
    none()
}

fn clear(rt: &Rt, args: &Args<'_>) -> Res {
    rt.list_clear(args.get(0));
    none()
}

fn copy(rt: &Rt, args: &Args<'_>) -> Res {
    // SAFETY: copying changes no list.
    rt.list_from(unsafe { list(args.get(0)).items() })
}

fn reverse(_: &Rt, args: &Args<'_>) -> Res {
    list(args.get(0)).reverse();
    none()
}

fn index(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    let bound = |i: usize, missing: i64| args.opt(i).map_or(Ok(missing), |b| search_bound(rt, b));
    let (start, stop) = (bound(2, 0)?, bound(3, SMALL_MAX)?);
    let len = list(v).len.get();
    match find(rt, args.get(1), clamp_bound(start, len), search_end(stop, len), |i| list(v).get(i))? {
        Some(i) => Ok(Value::int(i as i64).own()),
        None => Err(rt.value_error("list.index(x): x not in list")),
    }
}

/// Where a search that begins with `len` items ends: bound `stop` itself, so that a list which grows is searched further.
pub(crate) fn search_end(stop: i64, len: usize) -> usize {
    if stop < 0 { clamp_bound(stop, len) } else { stop as usize }
}

fn count(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    let (mut n, mut from) = (0, 0);
    while let Some(i) = find(rt, args.get(1), from, usize::MAX, |i| list(v).get(i))? {
        n += 1;
        from = i + 1;
    }
    Ok(Value::int(n).own())
}

#[cfg(test)]
mod tests;
