//! `join`.

use crate::error::{Exc, Raised, Res};
use crate::native::Args;
use crate::object::shape_id;
use crate::rt::Rt;
use crate::string::{Filler, Text, text};
use crate::value::{Owned, Value};

pub(super) fn join(rt: &Rt, args: &Args<'_>) -> Res {
    let iterable = args.get(1);
    // Joining runs no user code, so the items of a list or tuple can be used where they are.
    if let Some(l) = rt.as_list(iterable) {
        // SAFETY: nothing changes the list meanwhile.
        return join_items(rt, args.get(0), unsafe { l.items() });
    }
    if let Some(items) = rt.as_tuple(iterable) {
        return join_items(rt, args.get(0), items);
    }
    let items = joined_items(rt, iterable)?;
    let values: Vec<Value> = items.iter().map(Owned::value).collect();
    join_items(rt, args.get(0), &values)
}

/// The items of what `join` is given.
///
/// # Errors
/// TypeError "can only join an iterable"; what iterating raises.
pub(crate) fn joined_items(rt: &Rt, iterable: Value) -> Result<Vec<Owned>, Raised> {
    if rt.is_list(iterable) || rt.is_tuple(iterable) {
        return rt.collect_vec(iterable);
    }
    match rt.iter(iterable) {
        Ok(it) => rt.collect_vec(*it),
        Err(raised) => {
            rt.swallow(raised, Exc::TypeError)?;
            Err(rt.type_error("can only join an iterable"))
        }
    }
}

fn join_items(rt: &Rt, sep: Value, items: &[Value]) -> Res {
    let separator = text(sep);
    let mut wide = items.len() > 1 && matches!(separator, Text::Wide(_));
    let mut len = separator.len().saturating_mul(items.len().saturating_sub(1));
    for (i, v) in items.iter().enumerate() {
        let Some(t) = rt.as_text(*v) else {
            return Err(rt.type_error(format!("sequence item {i}: expected str instance, {} found", rt.type_name(*v))));
        };
        wide |= matches!(t, Text::Wide(_));
        len = len.saturating_add(t.len());
    }
    match items {
        [] => return Ok(rt.empty_str.own()),
        [one] if one.has_shape(shape_id::STR) => return Ok(one.own()),
        _ => {}
    }
    if len > isize::MAX as usize {
        return Err(rt.overflow_error("join() result is too long for a Python string"));
    }
    match len {
        0 => Ok(rt.empty_str.own()),
        _ if wide => rt.str_filled::<u32>(len, |out| put_joined(separator, items, |t| out.put_text(t))),
        _ => rt.str_filled::<u8>(len, |out: &mut Filler<u8>| put_joined(separator, items, |t| out.put_text(t))),
    }
}

#[inline]
fn put_joined(separator: Text<'_>, items: &[Value], mut put: impl FnMut(Text<'_>)) {
    for (i, v) in items.iter().enumerate() {
        if i > 0 {
            put(separator);
        }
        put(text(*v));
    }
}
