//! Making containers and text, and filling them.

use super::{helpers, operands};
use runtime::{Owned, Value};
use smallvec::SmallVec;

helpers! {
    /// A tuple of the operands, which are stolen.
    MakeTuple fn make_tuple(rt, words: *const Value, count: usize) -> Owned {
        // SAFETY: machine code passes its operands so.
        rt.tuple_from_owned(unsafe { operands(words, count) }.iter().map(|&item| Owned::from_raw(item)))
    }

    /// A list of the operands, which are stolen.
    MakeList fn make_list(rt, words: *const Value, count: usize) -> Owned {
        // SAFETY: machine code passes its operands so.
        rt.list_from_owned(unsafe { operands(words, count) }.iter().map(|&item| Owned::from_raw(item)).collect())
    }

    /// An empty set.
    MakeSet fn make_set(rt) -> Owned {
        rt.new_set()
    }

    /// An empty dict.
    MakeDict fn make_dict(rt) -> Owned {
        rt.new_dict()
    }

    /// Strings joined.
    MakeString fn make_string(rt, words: *const Value, count: usize) -> Owned {
        // SAFETY: machine code passes its operands so.
        let pieces = unsafe { operands(words, count) }.iter();
        let pieces: SmallVec<[_; 16]> = pieces.filter_map(|&piece| rt.as_text(piece)).collect();
        rt.str_join(&pieces)
    }

    /// Appends `b`, which is stolen, to list `a`.
    ListAppend fn list_append(rt, a: Value, b: Value) -> () {
        rt.list_push(a, Owned::from_raw(b))
    }

    /// `[*b]`.
    ListExtend fn list_extend(rt, a: Value, b: Value) -> () {
        rt.list_extend_display(a, b)
    }

    /// `tuple(a)` of a list.
    ListToTuple fn list_to_tuple(rt, a: Value) -> Owned {
        rt.tuple_from_owned(rt.list_snapshot(a))
    }

    /// Adds `b` to set `a`.
    SetAdd fn set_add(rt, a: Value, b: Value) -> () {
        rt.set_add(a, b).map(|_| ())
    }

    /// `{*b}`.
    SetUpdate fn set_update(rt, a: Value, b: Value) -> () {
        rt.set_update(a, b)
    }

    /// `a[b] = c` in a display.
    DictSet fn dict_set(rt, a: Value, b: Value, c: Value) -> () {
        rt.dict_set(a, b, c.own())
    }

    /// `{**b}`.
    DictUpdate fn dict_update(rt, a: Value, b: Value) -> () {
        rt.dict_update_display(a, b)
    }

    /// `c(**b)`.
    DictMerge fn dict_merge(rt, a: Value, b: Value, c: Value) -> () {
        rt.merge_keywords(a, b, c)
    }

    /// `str(a)`, `repr(a)`, `ascii(a)`.
    Convert fn convert(rt, how: u64, a: Value) -> Owned {
        match how {
            1 => rt.to_str(a),
            2 => rt.repr(a),
            _ => rt.ascii(a),
        }
    }

    /// `format(a, b)`.
    Format fn format(rt, words: *const Value, count: usize) -> Owned {
        // SAFETY: machine code passes its operands so.
        let parts = unsafe { operands(words, count) };
        rt.format(parts[0], parts.get(1).copied().unwrap_or(rt.empty_str))
    }
}
