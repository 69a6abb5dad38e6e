//! Iterating and unpacking.

use super::helpers;
use super::outcome::Borrowed;
use runtime::object::shape_id;
use runtime::ops::{list_iter_next, range_iter_next, tuple_iter_next};
use runtime::{Owned, Value};

helpers! {
    /// `iter(a)`.
    GetIter fn iter(rt, a: Value) -> Owned {
        rt.iter(a)
    }

    /// `iter(range(start, stop, step))`.
    NewRangeIter fn range_iter(rt, start: Value, stop: Value, step: Value) -> Owned {
        rt.range_iter_of(start, stop, step)
    }

    /// The next number of an iterator over a range.
    RangeNext fn range_next(_rt, a: Value) -> Borrowed {
        let next = if a.has_shape(shape_id::RANGE_ITER) { range_iter_next(a) } else { None };
        Ok(Borrowed(next.map_or(Value::ITER_DONE, Value::int)))
    }

    /// `next(a)`.
    IterNext fn next(rt, a: Value) -> Option<Owned> {
        match a.shape() {
            shape_id::RANGE_ITER => Ok(range_iter_next(a).map(|value| Value::int(value).own())),
            shape_id::LIST_ITER => Ok(list_iter_next(a)),
            shape_id::TUPLE_ITER => Ok(tuple_iter_next(a)),
            _ => rt.next(a),
        }
    }

    /// Exactly so many items, as a tuple.
    Unpack fn unpack(rt, count: usize, a: Value) -> Owned {
        if a.has_shape(shape_id::TUPLE) && rt.as_tuple(a).is_some_and(|items| items.len() == count) {
            return Ok(a.own());
        }
        rt.tuple_from_owned(rt.unpack(a, count)?)
    }

    /// Items with a starred target among them, as a tuple.
    UnpackEx fn unpack_starred(rt, before: usize, after: usize, a: Value) -> Owned {
        rt.tuple_from_owned(rt.unpack_starred(a, before, after)?)
    }
}
