//! Methods of set and frozenset, and their iterator.

use crate::error::{Exc, Raised, Res};
use crate::names::Dunder;
use crate::native::{Args, NativeDef, none};
use crate::object::{Header, Kind, shape_id};
use crate::ops::CmpOp;
use crate::rt::Rt;
use crate::set::{SetObj, set};
use crate::string::Text;
use crate::value::{Owned, Slot, Value};
use std::cell::Cell;

/// `Kind::SetIter`.
#[repr(C)]
pub struct SetIterObj {
    /// Header.
    pub head: Header,
    /// The set; empty once exhausted.
    pub set: Slot,
    /// The place to look at next.
    at: Cell<u32>,
    /// Length that the set must still have; [`u32::MAX`] once it had another.
    expected: Cell<u32>,
    /// Elements still to come.
    left: Cell<u32>,
}

type Binary = fn(&Rt, Value, Value) -> Res;
type Update = fn(&Rt, Value, Value) -> Result<(), Raised>;

/// Methods of set.
pub const SET_METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(*args, **kwargs)", |rt, args| {
        let class = super::class_to_make(rt, args, Kind::Set)?;
        rt.alloc_instance_with(class, SetObj::empty)
    }),
    NativeDef::new("__init__", "(self, /, *args, **kwargs)", init),
    NativeDef::new("__repr__", "(self, /)", repr),
    NativeDef::new("__len__", "(self, /)", len),
    NativeDef::new("__contains__", "(self, object, /)", contains),
    NativeDef::new("__iter__", "(self, /)", iter),
    NativeDef::new("__eq__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Eq)),
    NativeDef::new("__ne__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Ne)),
    NativeDef::new("__lt__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Lt)),
    NativeDef::new("__le__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Le)),
    NativeDef::new("__gt__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Gt)),
    NativeDef::new("__ge__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Ge)),
    NativeDef::new("__or__", "(self, value, /)", |rt, args| operator(rt, args.get(0), args.get(1), Rt::set_union)),
    NativeDef::new("__ror__", "(self, value, /)", |rt, args| operator(rt, args.get(1), args.get(0), Rt::set_union)),
    NativeDef::new("__and__", "(self, value, /)", |rt, args| {
        operator(rt, args.get(0), args.get(1), Rt::set_intersection)
    }),
    NativeDef::new("__rand__", "(self, value, /)", |rt, args| {
        operator(rt, args.get(1), args.get(0), Rt::set_intersection)
    }),
    NativeDef::new("__sub__", "(self, value, /)", |rt, args| {
        operator(rt, args.get(0), args.get(1), Rt::set_difference)
    }),
    NativeDef::new("__rsub__", "(self, value, /)", |rt, args| {
        operator(rt, args.get(1), args.get(0), Rt::set_difference)
    }),
    NativeDef::new("__xor__", "(self, value, /)", |rt, args| {
        operator(rt, args.get(0), args.get(1), Rt::set_symmetric_difference)
    }),
    NativeDef::new("__rxor__", "(self, value, /)", |rt, args| {
        operator(rt, args.get(1), args.get(0), Rt::set_symmetric_difference)
    }),
    NativeDef::new("__ior__", "(self, value, /)", |rt, args| in_place(rt, args, Rt::set_update)),
    NativeDef::new("__iand__", "(self, value, /)", |rt, args| in_place(rt, args, Rt::set_intersection_update)),
    NativeDef::new("__isub__", "(self, value, /)", |rt, args| in_place(rt, args, Rt::set_difference_update)),
    NativeDef::new("__ixor__", "(self, value, /)", |rt, args| in_place(rt, args, Rt::set_symmetric_difference_update)),
    NativeDef::new("copy", "(self, /)", |rt, args| rt.set_copy(args.get(0))),
    NativeDef::new("union", "(self, *others)", union),
    NativeDef::new("intersection", "(self, *others)", intersection),
    NativeDef::new("difference", "(self, *others)", difference),
    NativeDef::new("symmetric_difference", "(self, other, /)", |rt, args| {
        rt.set_symmetric_difference(args.get(0), args.get(1))
    }),
    NativeDef::new("isdisjoint", "(self, other, /)", |rt, args| boolean(rt.set_is_disjoint(args.get(0), args.get(1))?)),
    NativeDef::new("issubset", "(self, other, /)", |rt, args| boolean(rt.set_is_subset(args.get(0), args.get(1))?)),
    NativeDef::new("issuperset", "(self, other, /)", |rt, args| boolean(rt.set_is_superset(args.get(0), args.get(1))?)),
    NativeDef::new("add", "(self, object, /)", |rt, args| {
        rt.set_add(args.get(0), args.get(1))?;
        none()
    }),
    NativeDef::new("remove", "(self, object, /)", |rt, args| match discard(rt, args)? {
        Some(_) => none(),
        None => Err(rt.key_error(args.get(1))),
    }),
    NativeDef::new("discard", "(self, object, /)", |rt, args| {
        discard(rt, args)?;
        none()
    }),
    NativeDef::new("pop", "(self, /)", |rt, args| match rt.set_pop(args.get(0)) {
        Some(element) => Ok(element),
        None => Err(rt.raise(Exc::KeyError, "pop from an empty set")),
    }),
    NativeDef::new("clear", "(self, /)", |rt, args| {
        rt.set_clear(args.get(0));
        none()
    }),
    NativeDef::new("update", "(self, *others)", |rt, args| update_with_all(rt, args, Rt::set_update)),
    NativeDef::new("difference_update", "(self, *others)", |rt, args| {
        update_with_all(rt, args, Rt::set_difference_update)
    }),
    NativeDef::new("intersection_update", "(self, *others)", |rt, args| {
        let result = intersection(rt, args)?;
        rt.set_replace(args.get(0), *result);
        none()
    }),
    NativeDef::new("symmetric_difference_update", "(self, other, /)", |rt, args| {
        rt.set_symmetric_difference_update(args.get(0), args.get(1))?;
        none()
    }),
    super::generic_alias::CLASS_GETITEM,
];

/// Methods of frozenset.
pub const FROZENSET_METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(*args, **kwargs)", new_frozenset),
    NativeDef::new("__repr__", "(self, /)", repr),
    NativeDef::new("__hash__", "(self, /)", |rt, args| rt.hash_value(rt.hash_frozenset(args.get(0)))),
    NativeDef::new("__len__", "(self, /)", len),
    NativeDef::new("__contains__", "(self, object, /)", contains),
    NativeDef::new("__iter__", "(self, /)", iter),
    NativeDef::new("__eq__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Eq)),
    NativeDef::new("__ne__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Ne)),
    NativeDef::new("__lt__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Lt)),
    NativeDef::new("__le__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Le)),
    NativeDef::new("__gt__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Gt)),
    NativeDef::new("__ge__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Ge)),
    NativeDef::new("__or__", "(self, value, /)", |rt, args| operator(rt, args.get(0), args.get(1), Rt::set_union)),
    NativeDef::new("__ror__", "(self, value, /)", |rt, args| operator(rt, args.get(1), args.get(0), Rt::set_union)),
    NativeDef::new("__and__", "(self, value, /)", |rt, args| {
        operator(rt, args.get(0), args.get(1), Rt::set_intersection)
    }),
    NativeDef::new("__rand__", "(self, value, /)", |rt, args| {
        operator(rt, args.get(1), args.get(0), Rt::set_intersection)
    }),
    NativeDef::new("__sub__", "(self, value, /)", |rt, args| {
        operator(rt, args.get(0), args.get(1), Rt::set_difference)
    }),
    NativeDef::new("__rsub__", "(self, value, /)", |rt, args| {
        operator(rt, args.get(1), args.get(0), Rt::set_difference)
    }),
    NativeDef::new("__xor__", "(self, value, /)", |rt, args| {
        operator(rt, args.get(0), args.get(1), Rt::set_symmetric_difference)
    }),
    NativeDef::new("__rxor__", "(self, value, /)", |rt, args| {
        operator(rt, args.get(1), args.get(0), Rt::set_symmetric_difference)
    }),
    NativeDef::new("copy", "(self, /)", |rt, args| {
        if args.get(0).has_shape(shape_id::FROZENSET) { Ok(args.get(0).own()) } else { rt.set_copy(args.get(0)) }
    }),
    NativeDef::new("union", "(self, *others)", union),
    NativeDef::new("intersection", "(self, *others)", intersection),
    NativeDef::new("difference", "(self, *others)", difference),
    NativeDef::new("symmetric_difference", "(self, other, /)", |rt, args| {
        rt.set_symmetric_difference(args.get(0), args.get(1))
    }),
    NativeDef::new("isdisjoint", "(self, other, /)", |rt, args| boolean(rt.set_is_disjoint(args.get(0), args.get(1))?)),
    NativeDef::new("issubset", "(self, other, /)", |rt, args| boolean(rt.set_is_subset(args.get(0), args.get(1))?)),
    NativeDef::new("issuperset", "(self, other, /)", |rt, args| boolean(rt.set_is_superset(args.get(0), args.get(1))?)),
    super::generic_alias::CLASS_GETITEM,
];

/// Methods of the iterator.
pub const ITER_METHODS: &[NativeDef] = &[
    NativeDef::new("__iter__", "(self, /)", |_, args| Ok(args.get(0).own())),
    NativeDef::new("__next__", "(self, /)", |rt, args| match set_iter_next(rt, args.get(0))? {
        Some(item) => Ok(item),
        None => Err(rt.stop_iteration(None)),
    }),
    NativeDef::new("__length_hint__", "(self, /)", |rt, args| {
        let it = iter_data(args.get(0));
        let same = it.set.get().some().is_some_and(|s| set(s).used.get() == it.expected.get());
        rt.int(if same { i64::from(it.left.get()) } else { 0 })
    }),
];

fn boolean(b: bool) -> Res {
    Ok(Value::bool(b).own())
}

fn init(rt: &Rt, args: &Args<'_>) -> Res {
    let s = args.get(0);
    if !args.names().is_empty() {
        return Err(rt.type_error("set() takes no keyword arguments"));
    }
    if args.len() > 2 {
        return Err(rt.type_error(format!("set expected at most 1 argument, got {}", args.len() - 1)));
    }
    rt.set_clear(s);
    if let Some(from) = args.opt(1) {
        rt.set_update(s, from)?;
    }
    none()
}

fn new_frozenset(rt: &Rt, args: &Args<'_>) -> Res {
    let class = super::class_to_make(rt, args, Kind::FrozenSet)?;
    let exact = class == rt.kind_type(Kind::FrozenSet);
    // A subclass with an `__init__` of its own may take what it likes.
    let own_init = rt.type_special(class, Dunder::Init) != rt.types.object_init.get().some();
    if !args.names().is_empty() && !own_init {
        return Err(rt.type_error("frozenset() takes no keyword arguments"));
    }
    if args.len() > 2 {
        return Err(rt.type_error(format!("frozenset expected at most 1 argument, got {}", args.len() - 1)));
    }
    let from = args.opt(1);
    if let Some(same) = from.filter(|f| exact && f.has_shape(shape_id::FROZENSET)) {
        return Ok(same.own());
    }
    let new = rt.alloc_instance_with(class, SetObj::empty)?;
    if let Some(from) = from {
        rt.set_update(*new, from)?;
    }
    Ok(new)
}

fn len(rt: &Rt, args: &Args<'_>) -> Res {
    rt.int(rt.set_len(args.get(0)) as i64)
}

fn contains(rt: &Rt, args: &Args<'_>) -> Res {
    let hash = rt.set_key_hash(args.get(1))?;
    boolean(rt.set_contains_hashed(args.get(0), args.get(1), hash)?)
}

fn discard(rt: &Rt, args: &Args<'_>) -> Result<Option<Owned>, Raised> {
    let hash = rt.set_key_hash(args.get(1))?;
    rt.set_discard_hashed(args.get(0), args.get(1), hash)
}

fn repr(rt: &Rt, args: &Args<'_>) -> Res {
    let s = args.get(0);
    let name = rt.type_name(s);
    let name = Text::Ascii(&name);
    if !rt.repr_enter(s) {
        return rt.str_join(&[name, Text::Ascii("(...)")]);
    }
    let items = elements_repr(rt, s);
    rt.repr_leave(s);
    let items = items?;
    if items.is_empty() {
        return rt.str_join(&[name, Text::Ascii("()")]);
    }
    // An exact set is printed as it is written in source.
    let (open, close) = if s.has_shape(shape_id::SET) { ("{", "}") } else { ("({", "})") };
    let mut texts = Vec::with_capacity(items.len() * 2 + 2);
    if !s.has_shape(shape_id::SET) {
        texts.push(name);
    }
    for (n, item) in items.iter().enumerate() {
        texts.push(Text::Ascii(if n == 0 { open } else { ", " }));
        texts.push(crate::string::text(**item));
    }
    texts.push(Text::Ascii(close));
    rt.str_join(&texts)
}

fn elements_repr(rt: &Rt, s: Value) -> Result<Vec<Owned>, Raised> {
    let items = rt.collect_vec(s)?;
    if !rt.heap_allows(items.len() * 2 * size_of::<Text<'_>>()) {
        return Err(rt.memory_error());
    }
    items.into_iter().map(|item| rt.repr(*item)).collect()
}

fn compare(rt: &Rt, args: &Args<'_>, op: CmpOp) -> Res {
    let (a, b) = (args.get(0), args.get(1));
    if !rt.is_any_set(b) {
        return Ok(Value::not_implemented().own());
    }
    let (x, y) = (rt.set_len(a), rt.set_len(b));
    boolean(match op {
        CmpOp::Eq => rt.set_equal(a, b)?,
        CmpOp::Ne => !rt.set_equal(a, b)?,
        CmpOp::Lt => x < y && rt.set_is_subset(a, b)?,
        CmpOp::Le => rt.set_is_subset(a, b)?,
        CmpOp::Gt => x > y && rt.set_is_subset(b, a)?,
        CmpOp::Ge => rt.set_is_subset(b, a)?,
    })
}

/// An operator, which takes sets only (methods take any iterable).
fn operator(rt: &Rt, a: Value, b: Value, f: Binary) -> Res {
    if !rt.is_any_set(a) || !rt.is_any_set(b) {
        return Ok(Value::not_implemented().own());
    }
    f(rt, a, b)
}

fn in_place(rt: &Rt, args: &Args<'_>, f: Update) -> Res {
    if !rt.is_any_set(args.get(1)) {
        return Ok(Value::not_implemented().own());
    }
    f(rt, args.get(0), args.get(1))?;
    Ok(args.get(0).own())
}

fn union(rt: &Rt, args: &Args<'_>) -> Res {
    let s = args.get(0);
    let result = rt.set_copy(s)?;
    for other in &args.positional()[1..] {
        if *other != s {
            rt.set_update(*result, *other)?;
        }
    }
    Ok(result)
}

fn intersection(rt: &Rt, args: &Args<'_>) -> Res {
    let Some((first, rest)) = args.positional()[1..].split_first() else { return rt.set_copy(args.get(0)) };
    let mut result = rt.set_intersection(args.get(0), *first)?;
    for other in rest {
        result = rt.set_intersection(*result, *other)?;
    }
    Ok(result)
}

fn difference(rt: &Rt, args: &Args<'_>) -> Res {
    let Some((first, rest)) = args.positional()[1..].split_first() else { return rt.set_copy(args.get(0)) };
    let result = rt.set_difference(args.get(0), *first)?;
    for other in rest {
        rt.set_difference_update(*result, *other)?;
    }
    Ok(result)
}

fn update_with_all(rt: &Rt, args: &Args<'_>, f: Update) -> Res {
    for other in &args.positional()[1..] {
        f(rt, args.get(0), *other)?;
    }
    none()
}

fn iter_data<'a>(v: Value) -> &'a SetIterObj {
    // SAFETY: callers have checked the kind.
    unsafe { v.layout() }
}

fn iter(rt: &Rt, args: &Args<'_>) -> Res {
    new_iter(rt, args.get(0))
}

/// An iterator of a set.
///
/// # Errors
/// MemoryError.
pub fn new_iter(rt: &Rt, s: Value) -> Res {
    let used = set(s).used.get();
    rt.alloc_fixed(
        shape_id::SET_ITER,
        SetIterObj {
            head: Rt::fresh_header(shape_id::SET_ITER),
            set: Slot::new(s.own()),
            at: Cell::new(0),
            expected: Cell::new(used),
            left: Cell::new(used),
        },
    )
}

/// The next element of a set iterator.
///
/// # Errors
/// RuntimeError if the set changed its size meanwhile.
#[inline]
pub fn set_iter_next(rt: &Rt, it: Value) -> Result<Option<Owned>, Raised> {
    let data = iter_data(it);
    let Some(s) = data.set.get().some() else { return Ok(None) };
    if set(s).used.get() != data.expected.get() {
        data.expected.set(u32::MAX);
        return Err(rt.raise(Exc::RuntimeError, "Set changed size during iteration"));
    }
    let mut at = data.at.get() as usize;
    let element = rt.set_element(s, &mut at);
    data.at.set(at as u32);
    match element {
        Some(element) => {
            data.left.set(data.left.get().saturating_sub(1));
            Ok(Some(element.own()))
        }
        None => {
            data.set.clear();
            Ok(None)
        }
    }
}
