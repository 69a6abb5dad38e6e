//! Subscripts.

use super::{helpers, operands};
use runtime::{Owned, Value};

helpers! {
    /// `a[b]`.
    GetItem fn get(rt, a: Value, b: Value) -> Owned, at once {
        rt.getitem_at_once(a, b).map(Value::own)
    } {
        rt.getitem(a, b)
    }

    /// `a[b] = c`.
    SetItem fn set(rt, a: Value, b: Value, c: Value) -> () {
        rt.setitem(a, b, c)
    }

    /// `del a[b]`.
    DelItem fn delete(rt, a: Value, b: Value) -> () {
        rt.delitem(a, b)
    }

    /// `a[b:c]`.
    GetSlice fn get_slice(rt, a: Value, b: Value, c: Value) -> Owned {
        rt.get_slice(a, b, c)
    }

    /// `a[b:c] = d`.
    SetSlice fn set_slice(rt, a: Value, b: Value, c: Value, d: Value) -> () {
        rt.set_slice(a, b, c, d)
    }

    /// A slice object. Its operands are stolen.
    MakeSlice fn make_slice(rt, words: *const Value, count: usize) -> Owned {
        // SAFETY: machine code passes its operands so.
        let parts: Vec<Owned> = unsafe { operands(words, count) }.iter().map(|&part| Owned::from_raw(part)).collect();
        let step = parts.get(2).map_or(Value::none(), Owned::value);
        rt.new_slice(*parts[0], *parts[1], step)
    }
}
