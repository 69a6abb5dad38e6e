//! Views and iterators of dicts.

use super::Fixed;
pub use super::mapping_proxy::PROXY_METHODS;
use crate::dict::dict;
use crate::error::{Exc, Raised, Res};
use crate::native::{Args, GetSetDef, NativeDef};
use crate::object::{Header, Kind, shape_id};
use crate::ops::CmpOp;
use crate::rt::Rt;
use crate::value::{Owned, Slot, Value};
use std::cell::Cell;

/// Which part of the entries a view or iterator gives.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// Keys.
    Keys,
    /// Values.
    Values,
    /// Pairs of both.
    Items,
}

/// `Kind::DictView`.
#[repr(C)]
pub struct DictViewObj {
    /// Header.
    pub head: Header,
    /// The dict.
    pub dict: Slot,
    /// What it gives.
    pub what: What,
}

/// `Kind::DictIter`.
#[repr(C)]
pub struct DictIterObj {
    /// Header.
    pub head: Header,
    /// The dict; empty once exhausted.
    pub dict: Slot,
    /// Number of the entry to look at next (after it, for a reverse iterator).
    index: Cell<u32>,
    /// Length that the dict must still have; [`u32::MAX`] once it had another.
    expected: Cell<u32>,
    /// Entries still to come, if the keys stay the same.
    left: Cell<u32>,
    /// What it gives.
    pub what: What,
    /// Whether it goes from the last entry to the first.
    pub reverse: bool,
}

/// Classes of views and iterators beside `dict_keys` and `dict_keyiterator`, which are kinds of their own.
#[derive(Default)]
pub(crate) struct DictTypes {
    views: [Fixed; 2],
    iters: [Fixed; 2],
    reverse_iters: [Fixed; 3],
}

/// Methods of iterators.
pub const ITER_METHODS: &[NativeDef] = &[
    NativeDef::new("__iter__", "(self, /)", |_, args| Ok(args.get(0).own())),
    NativeDef::new("__next__", "(self, /)", |rt, args| match dict_iter_next(rt, args.get(0))? {
        Some(item) => Ok(item),
        None => Err(rt.stop_iteration(None)),
    }),
    NativeDef::new("__length_hint__", "(self, /)", |rt, args| {
        let it = iter_data(args.get(0));
        let same = it.dict.get().some().is_some_and(|d| dict(d).len.get() == it.expected.get());
        rt.int(if same { i64::from(it.left.get()) } else { 0 })
    }),
];

/// Methods of `dict_keys` and `dict_items`.
pub const VIEW_METHODS: &[NativeDef] = &[
    NativeDef::new("__len__", "(self, /)", len),
    NativeDef::new("__iter__", "(self, /)", |rt, args| iter_of_view(rt, args, false)),
    NativeDef::new("__reversed__", "(self, /)", |rt, args| iter_of_view(rt, args, true)),
    NativeDef::new("__repr__", "(self, /)", repr),
    NativeDef::new("__contains__", "(self, key, /)", |rt, args| {
        Ok(Value::bool(view_contains(rt, args.get(0), args.get(1))?).own())
    }),
    NativeDef::new("__eq__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Eq)),
    NativeDef::new("__ne__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Ne)),
    NativeDef::new("__lt__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Lt)),
    NativeDef::new("__le__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Le)),
    NativeDef::new("__gt__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Gt)),
    NativeDef::new("__ge__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Ge)),
    NativeDef::new("__and__", "(self, value, /)", |rt, args| intersection(rt, args.get(0), args.get(1))),
    NativeDef::new("__rand__", "(self, value, /)", |rt, args| intersection(rt, args.get(1), args.get(0))),
    NativeDef::new("__or__", "(self, value, /)", |rt, args| union(rt, args.get(0), args.get(1))),
    NativeDef::new("__ror__", "(self, value, /)", |rt, args| union(rt, args.get(1), args.get(0))),
    NativeDef::new("__sub__", "(self, value, /)", |rt, args| difference(rt, args.get(0), args.get(1))),
    NativeDef::new("__rsub__", "(self, value, /)", |rt, args| difference(rt, args.get(1), args.get(0))),
    NativeDef::new("__xor__", "(self, value, /)", |rt, args| symmetric_difference(rt, args.get(0), args.get(1))),
    NativeDef::new("__rxor__", "(self, value, /)", |rt, args| symmetric_difference(rt, args.get(1), args.get(0))),
    NativeDef::new("isdisjoint", "(self, other, /)", is_disjoint),
];

/// Methods of `dict_values`.
const VALUES_METHODS: &[NativeDef] = &[
    NativeDef::new("__len__", "(self, /)", len),
    NativeDef::new("__iter__", "(self, /)", |rt, args| iter_of_view(rt, args, false)),
    NativeDef::new("__reversed__", "(self, /)", |rt, args| iter_of_view(rt, args, true)),
    NativeDef::new("__repr__", "(self, /)", repr),
];

/// Attributes of views.
pub const VIEW_GETSETS: &[GetSetDef] =
    &[GetSetDef { name: "mapping", get: |rt, view| rt.new_mapping_proxy(view_data(view).dict.get()), set: None }];

/// Makes the classes of [`DictTypes`].
pub(super) fn install(rt: &Rt) -> Result<(), Raised> {
    let object = rt.kind_type(Kind::Instance);
    let types = &rt.types.dict;
    let make = |place: &Fixed, name: &str, kind, methods, getsets| {
        let class = super::new_type(rt, name, kind, 0, &[object])?;
        super::fill_type(rt, class, methods, getsets)?;
        place.0.set(class);
        Ok(())
    };
    make(&types.views[0], "dict_values", Kind::DictView, VALUES_METHODS, VIEW_GETSETS)?;
    make(&types.views[1], "dict_items", Kind::DictView, VIEW_METHODS, VIEW_GETSETS)?;
    make(&types.iters[0], "dict_valueiterator", Kind::DictIter, ITER_METHODS, &[])?;
    make(&types.iters[1], "dict_itemiterator", Kind::DictIter, ITER_METHODS, &[])?;
    make(&types.reverse_iters[0], "dict_reversekeyiterator", Kind::DictIter, ITER_METHODS, &[])?;
    make(&types.reverse_iters[1], "dict_reversevalueiterator", Kind::DictIter, ITER_METHODS, &[])?;
    make(&types.reverse_iters[2], "dict_reverseitemiterator", Kind::DictIter, ITER_METHODS, &[])
}

fn view_data<'a>(v: Value) -> &'a DictViewObj {
    // SAFETY: callers have checked the kind.
    unsafe { v.layout() }
}

fn iter_data<'a>(v: Value) -> &'a DictIterObj {
    // SAFETY: callers have checked the kind.
    unsafe { v.layout() }
}

/// A view of dict `d`.
///
/// # Errors
/// MemoryError.
pub fn new_view(rt: &Rt, d: Value, what: What) -> Res {
    let make = |shape| DictViewObj { head: Rt::fresh_header(shape), dict: Slot::new(d.own()), what };
    match what {
        What::Keys => rt.alloc_fixed(shape_id::DICT_VIEW, make(shape_id::DICT_VIEW)),
        What::Values => rt.alloc_instance_with(rt.types.dict.views[0].get(), make),
        What::Items => rt.alloc_instance_with(rt.types.dict.views[1].get(), make),
    }
}

/// An iterator of dict `d`.
///
/// # Errors
/// MemoryError.
pub fn new_iter(rt: &Rt, d: Value, what: What, reverse: bool) -> Res {
    let o = dict(d);
    let make = |shape| DictIterObj {
        head: Rt::fresh_header(shape),
        dict: Slot::new(d.own()),
        index: Cell::new(if reverse { o.used.get() } else { 0 }),
        expected: Cell::new(o.len.get()),
        left: Cell::new(o.len.get()),
        what,
        reverse,
    };
    let types = &rt.types.dict;
    match (reverse, what) {
        (false, What::Keys) => rt.alloc_fixed(shape_id::DICT_ITER, make(shape_id::DICT_ITER)),
        (false, What::Values) => rt.alloc_instance_with(types.iters[0].get(), make),
        (false, What::Items) => rt.alloc_instance_with(types.iters[1].get(), make),
        (true, _) => rt.alloc_instance_with(types.reverse_iters[what as usize].get(), make),
    }
}

/// The next item of a dict iterator.
///
/// # Errors
/// RuntimeError if keys were added or deleted meanwhile; MemoryError.
#[inline]
pub fn dict_iter_next(rt: &Rt, it: Value) -> Result<Option<Owned>, Raised> {
    let s = iter_data(it);
    let Some(d) = s.dict.get().some() else { return Ok(None) };
    if dict(d).len.get() != s.expected.get() {
        s.expected.set(u32::MAX);
        return Err(rt.raise(Exc::RuntimeError, "dictionary changed size during iteration"));
    }
    let mut index = s.index.get() as usize;
    let entry = if s.reverse { rt.dict_entry_back(d, &mut index) } else { rt.dict_entry(d, &mut index) };
    s.index.set(index as u32);
    let Some((key, value)) = entry else {
        s.dict.clear();
        return Ok(None);
    };
    match s.left.get().checked_sub(1) {
        Some(left) => s.left.set(left),
        None if s.reverse => {}
        None => {
            s.dict.clear();
            return Err(rt.raise(Exc::RuntimeError, "dictionary keys changed during iteration"));
        }
    }
    match s.what {
        What::Keys => Ok(Some(key.own())),
        What::Values => Ok(Some(value.own())),
        What::Items => rt.pair(key, value).map(Some),
    }
}

fn len(rt: &Rt, args: &Args<'_>) -> Res {
    rt.int(view_len(rt, args.get(0)) as i64)
}

fn view_len(rt: &Rt, view: Value) -> usize {
    rt.dict_len(view_data(view).dict.get())
}

fn iter_of_view(rt: &Rt, args: &Args<'_>, reverse: bool) -> Res {
    let view = view_data(args.get(0));
    new_iter(rt, view.dict.get(), view.what, reverse)
}

fn repr(rt: &Rt, args: &Args<'_>) -> Res {
    let view = args.get(0);
    if !rt.repr_enter(view) {
        return rt.str("...");
    }
    let text = items_repr(rt, view);
    rt.repr_leave(view);
    let text = text?;
    let name = rt.type_name(view);
    rt.str_join(&[
        crate::string::Text::Ascii(&name),
        crate::string::Text::Ascii("("),
        crate::string::text(*text),
        crate::string::Text::Ascii(")"),
    ])
}

fn items_repr(rt: &Rt, view: Value) -> Res {
    let items = rt.list_from_owned(rt.collect_vec(view)?)?;
    rt.repr(*items)
}

/// `item in view`, for views of keys and of items.
fn view_contains(rt: &Rt, view: Value, item: Value) -> Result<bool, Raised> {
    let data = view_data(view);
    let d = data.dict.get().own();
    if data.what == What::Keys {
        return rt.dict_contains(*d, item);
    }
    let Some([key, value]) = rt.as_tuple(item) else { return Ok(false) };
    match rt.dict_get(*d, *key)? {
        Some(found) => rt.eq(*found, *value),
        None => Ok(false),
    }
}

/// What `v` is a view of, if it is a view that acts as a set.
fn set_view(rt: &Rt, v: Value) -> Option<What> {
    if rt.kind_of_ptr(v) != Some(Kind::DictView) {
        return None;
    }
    Some(view_data(v).what).filter(|what| *what != What::Values)
}

/// Whether all items of `a` are in `b`.
fn all_contained(rt: &Rt, a: Value, b: Value) -> Result<bool, Raised> {
    let it = rt.iter(a)?;
    while let Some(item) = rt.next(*it)? {
        if !rt.contains(b, *item)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn compare(rt: &Rt, args: &Args<'_>, op: CmpOp) -> Res {
    let (a, b) = (args.get(0), args.get(1));
    if !rt.is_any_set(b) && set_view(rt, b).is_none() {
        return Ok(Value::not_implemented().own());
    }
    let (x, y) = (view_len(rt, a), rt.len(b)?);
    let result = match op {
        CmpOp::Eq => x == y && all_contained(rt, a, b)?,
        CmpOp::Ne => !(x == y && all_contained(rt, a, b)?),
        CmpOp::Lt => x < y && all_contained(rt, a, b)?,
        CmpOp::Le => x <= y && all_contained(rt, a, b)?,
        CmpOp::Gt => x > y && all_contained(rt, b, a)?,
        CmpOp::Ge => x >= y && all_contained(rt, b, a)?,
    };
    Ok(Value::bool(result).own())
}

/// A set of what an operand of a set operation gives.
fn to_set(rt: &Rt, v: Value) -> Res {
    let set = rt.new_set()?;
    let dict = match set_view(rt, v) {
        Some(What::Keys) => view_data(v).dict.own().filter(|d| d.has_shape(shape_id::DICT)),
        _ => None,
    };
    rt.set_update(*set, dict.as_ref().map_or(v, Owned::value))?;
    Ok(set)
}

fn union(rt: &Rt, a: Value, b: Value) -> Res {
    let set = to_set(rt, a)?;
    rt.set_update(*set, b)?;
    Ok(set)
}

fn difference(rt: &Rt, a: Value, b: Value) -> Res {
    let set = to_set(rt, a)?;
    rt.set_difference_update(*set, b)?;
    Ok(set)
}

fn intersection(rt: &Rt, a: Value, b: Value) -> Res {
    // The view comes first, and of two views the longer one.
    let (mut view, mut other) = if set_view(rt, a).is_some() { (a, b) } else { (b, a) };
    if other.has_shape(shape_id::SET) && view_len(rt, view) <= rt.set_len(other) {
        return rt.set_intersection(other, view);
    }
    if set_view(rt, other).is_some() && view_len(rt, other) > view_len(rt, view) {
        (view, other) = (other, view);
    }
    let set = rt.new_set()?;
    let it = rt.iter(other)?;
    while let Some(item) = rt.next(*it)? {
        if view_contains(rt, view, *item)? {
            rt.set_add(*set, *item)?;
        }
    }
    Ok(set)
}

fn symmetric_difference(rt: &Rt, a: Value, b: Value) -> Res {
    if set_view(rt, a) == Some(What::Items) && set_view(rt, b) == Some(What::Items) {
        return items_symmetric_difference(rt, view_data(a).dict.get(), view_data(b).dict.get());
    }
    let set = to_set(rt, a)?;
    rt.set_symmetric_difference_update(*set, b)?;
    Ok(set)
}

/// Of two views of items: equal items are left out before anything is hashed but the keys.
fn items_symmetric_difference(rt: &Rt, a: Value, b: Value) -> Res {
    let (shorter, longer) = if rt.dict_len(a) > rt.dict_len(b) { (b, a) } else { (a, b) };
    let (shorter, longer) = (shorter.own(), longer.own());
    let rest = rt.dict_copy(*shorter)?;
    let set = rt.new_set()?;
    let mut i = 0;
    while let Some((key, value, hash)) = rt.dict_entry_hashed(*longer, &mut i) {
        let (key, value) = (key.own(), value.own());
        let same = match rt.dict_get_hashed(*rest, *key, hash)? {
            Some(other) => rt.eq(*other, *value)?,
            None => false,
        };
        if same {
            drop(rt.dict_remove_hashed(*rest, *key, hash)?);
        } else {
            let pair = rt.pair(*key, *value)?;
            rt.set_add(*set, *pair)?;
        }
    }
    let items = new_view(rt, *rest, What::Items)?;
    rt.set_update(*set, *items)?;
    Ok(set)
}

fn is_disjoint(rt: &Rt, args: &Args<'_>) -> Res {
    let (mut a, mut b) = (args.get(0), args.get(1));
    if a == b {
        return Ok(Value::bool(view_len(rt, a) == 0).own());
    }
    let exact_set = b.has_shape(shape_id::SET) || b.has_shape(shape_id::FROZENSET);
    if (exact_set || set_view(rt, b).is_some()) && rt.len(b)? > view_len(rt, a) {
        (a, b) = (b, a);
    }
    let it = rt.iter(b)?;
    while let Some(item) = rt.next(*it)? {
        if rt.contains(a, *item)? {
            return Ok(Value::bool(false).own());
        }
    }
    Ok(Value::bool(true).own())
}
