//! Subscripts of lists: items and slices, read, assigned and deleted.
//!
//! Whatever is taken out of a list is released after the list is whole again, in CPython's order: a contiguous slice from its
//! end, an extended one from its beginning.

use crate::error::{Raised, Res};
use crate::list::list;
use crate::native::{Args, none};
use crate::object::shape_id;
use crate::rt::Rt;
use crate::slicing::{SliceBounds, SliceRange};
use crate::types::sequence::{Key, place, subscript};
use crate::value::{Owned, Value};

pub(super) fn getitem(rt: &Rt, args: &Args<'_>) -> Res {
    let (v, key) = (args.get(0), args.get(1));
    match subscript(rt, key, "list")? {
        Key::Index(i) => {
            let l = list(v);
            match place(i, l.len.get()).and_then(|at| l.get(at)) {
                Some(item) => Ok(item.own()),
                None => Err(rt.index_error("list index out of range")),
            }
        }
        Key::Slice => get(rt, v, rt.unpack_slice(key)?),
    }
}

/// A new list of what a slice picks.
///
/// # Errors
/// MemoryError.
pub(crate) fn get(rt: &Rt, v: Value, bounds: SliceBounds) -> Res {
    let l = list(v);
    let picked = bounds.over(l.len.get());
    if let Some(range) = picked.contiguous() {
        // SAFETY: copying changes no list.
        return rt.list_from(unsafe { &l.items()[range] });
    }
    let result = rt.new_list(picked.len)?;
    for item in picked.indices().filter_map(|i| l.get(i)) {
        rt.list_push_reserved(*result, item.own());
    }
    Ok(result)
}

pub(super) fn setitem(rt: &Rt, args: &Args<'_>) -> Res {
    let (v, key, value) = (args.get(0), args.get(1), args.get(2));
    match subscript(rt, key, "list")? {
        Key::Index(i) => {
            let l = list(v);
            match place(i, l.len.get()) {
                Some(at) => drop(l.replace(at, value.own())),
                None => return Err(rt.index_error("list assignment index out of range")),
            }
        }
        Key::Slice => assign(rt, v, rt.unpack_slice(key)?, value)?,
    }
    none()
}

/// `v[bounds] = value`.
///
/// # Errors
/// TypeError if `value` is not iterable; ValueError if an extended slice gets another number of items; what iterating raises.
pub(crate) fn assign(rt: &Rt, v: Value, bounds: SliceBounds, value: Value) -> Result<(), Raised> {
    let new = items_to_assign(rt, v, value)?;
    // Iterating may have changed the list, so only now its length is read.
    let picked = bounds.over(list(v).len.get());
    if let Some(range) = picked.contiguous() {
        return rt.list_splice(v, range, *new);
    }
    let given = rt.as_tuple(*new).map_or_else(|| list(*new).len.get(), <[Value]>::len);
    if given != picked.len {
        return Err(rt.value_error(format!(
            "attempt to assign sequence of size {given} to extended slice of size {}",
            picked.len
        )));
    }
    let old = rt.new_list(picked.len)?;
    for (k, i) in picked.indices().enumerate() {
        let item = rt.as_tuple(*new).map_or_else(|| list(*new).get(k), |items| items.get(k).copied());
        if let Some(item) = item {
            rt.list_push_reserved(*old, list(v).replace(i, item.own()));
        }
    }
    list(*old).reverse();
    drop(old);
    Ok(())
}

/// The items to assign as a list or tuple that is not `v` itself.
fn items_to_assign(rt: &Rt, v: Value, value: Value) -> Result<Owned, Raised> {
    if value == v {
        // SAFETY: copying changes no list.
        return rt.list_from(unsafe { list(v).items() });
    }
    if value.has_shape(shape_id::LIST) || value.has_shape(shape_id::TUPLE) {
        return Ok(value.own());
    }
    let it = match rt.iter(value) {
        Ok(it) => it,
        Err(raised) if rt.raised_is(crate::error::Exc::TypeError) => {
            drop(rt.take_raised(raised));
            return Err(rt.type_error("must assign iterable to extended slice"));
        }
        Err(raised) => return Err(raised),
    };
    let items = rt.new_list(0)?;
    rt.list_extend(*items, *it)?;
    Ok(items)
}

pub(super) fn delitem(rt: &Rt, args: &Args<'_>) -> Res {
    delete(rt, args.get(0), args.get(1))?;
    none()
}

/// `del v[key]`.
///
/// # Errors
/// TypeError, IndexError, ValueError for a bad key; what `__index__` raises.
pub(crate) fn delete(rt: &Rt, v: Value, key: Value) -> Result<(), Raised> {
    match subscript(rt, key, "list")? {
        Key::Index(i) => {
            let l = list(v);
            let Some(removed) = place(i, l.len.get()).and_then(|at| l.remove(at)) else {
                return Err(rt.index_error("list assignment index out of range"));
            };
            rt.list_shrink(v);
            drop(removed);
        }
        Key::Slice => {
            let picked = rt.unpack_slice(key)?.over(list(v).len.get());
            if let Some(range) = picked.contiguous() {
                return rt.list_splice(v, range, rt.empty_tuple);
            }
            delete_extended(rt, v, picked)?;
        }
    }
    Ok(())
}

fn delete_extended(rt: &Rt, v: Value, picked: SliceRange) -> Result<(), Raised> {
    let mut ends = picked.indices();
    let (Some(first), last) = (ends.next(), ends.last()) else { return Ok(()) };
    let (low, high) = (first.min(last.unwrap_or(first)), first.max(last.unwrap_or(first)));
    let step = picked.step.unsigned_abs() as usize;
    let old = rt.new_list(picked.len)?;
    list(v)
        .compact(|i| i >= low && i <= high && (i - low).is_multiple_of(step), |item| rt.list_push_reserved(*old, item));
    rt.list_shrink(v);
    list(*old).reverse();
    drop(old);
    Ok(())
}
