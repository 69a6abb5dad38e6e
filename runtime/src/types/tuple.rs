//! `tuple`: its methods.

use crate::error::{Raised, Res};
use crate::native::{Args, NativeDef};
use crate::object::{Kind, TupleObj, shape_id};
use crate::ops::CmpOp;
use crate::rt::Rt;
use crate::slicing::SliceBounds;
use crate::tuple::{tuple_items, tuple_set};
use crate::types::list::search_end;
use crate::types::sequence::{
    Key, clamp_bound, find, place, repeat_count, repr_items, rich_comparisons, search_bound, subscript,
};
use crate::value::{Owned, SMALL_MAX, Value};

/// Methods.
pub const METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(cls, iterable=(), /)", new),
    NativeDef::new("__repr__", "(self, /)", repr),
    NativeDef::new("__hash__", "(self, /)", hash),
    NativeDef::new("__len__", "(self, /)", len),
    NativeDef::new("__iter__", "(self, /)", iter),
    NativeDef::new("__contains__", "(self, key, /)", contains),
    NativeDef::new("__getitem__", "(self, key, /)", getitem),
    NativeDef::new("__add__", "(self, value, /)", add),
    NativeDef::new("__mul__", "(self, value, /)", mul),
    NativeDef::new("__rmul__", "(self, value, /)", mul),
    NativeDef::new("__eq__", "(self, value, /)", eq),
    NativeDef::new("__ne__", "(self, value, /)", ne),
    NativeDef::new("__lt__", "(self, value, /)", lt),
    NativeDef::new("__le__", "(self, value, /)", le),
    NativeDef::new("__gt__", "(self, value, /)", gt),
    NativeDef::new("__ge__", "(self, value, /)", ge),
    NativeDef::new("__getnewargs__", "(self, /)", getnewargs),
    super::generic_alias::CLASS_GETITEM,
    NativeDef::new("index", "(self, value, start=0, stop=9223372036854775807, /)", index),
    NativeDef::new("count", "(self, value, /)", count),
];

fn new(rt: &Rt, args: &Args<'_>) -> Res {
    let class = args.get(0);
    let plain = match args.opt(1) {
        Some(iterable) => rt.to_tuple(iterable)?,
        None => rt.empty_tuple.own(),
    };
    if class == rt.kind_type(Kind::Tuple) { Ok(plain) } else { of_class(rt, class, tuple_items(*plain)) }
}

/// An instance of `class`, derived from tuple, with the given items.
fn of_class(rt: &Rt, class: Value, items: &[Value]) -> Res {
    let p = rt.alloc_instance_sized(class, size_of::<TupleObj>() + items.len() * 8)?;
    let t = Owned::from_raw(Value::from_ptr(p.as_ptr()));
    // SAFETY: the block has room for the struct and the items.
    unsafe { (&raw mut (*p.cast::<TupleObj>().as_ptr()).len).write(items.len()) };
    for (i, item) in items.iter().enumerate() {
        item.incref();
        tuple_set(*t, i, *item);
    }
    Ok(t)
}

impl Rt {
    /// `tuple(iterable)`: an exact tuple is given back itself.
    ///
    /// # Errors
    /// What iterating raises.
    pub fn to_tuple(&self, iterable: Value) -> Res {
        if iterable.has_shape(shape_id::TUPLE) {
            return Ok(iterable.own());
        }
        if iterable.has_shape(shape_id::LIST) {
            // SAFETY: making a tuple changes no list.
            return self.tuple_from(unsafe { crate::list::list(iterable).items() });
        }
        let items = self.collect_vec(iterable)?;
        self.tuple_from_owned(items)
    }
}

fn repr(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    repr_items(rt, v, ["(", ",)", ")"], |i| tuple_items(v).get(i).copied())
}

/// The hash of a sequence of hashes, CPython's: xxHash's mixing of 64-bit lanes.
pub(crate) struct ItemsHash(u64);

const PRIME_1: u64 = 11400714785074694791;
const PRIME_2: u64 = 14029467366897019727;
const PRIME_5: u64 = 2870177450012600261;

impl ItemsHash {
    pub(crate) fn new() -> ItemsHash {
        ItemsHash(PRIME_5)
    }

    #[inline]
    pub(crate) fn add(&mut self, hash: i64) {
        self.0 = self.0.wrapping_add((hash as u64).wrapping_mul(PRIME_2)).rotate_left(31).wrapping_mul(PRIME_1);
    }

    fn finish(self, len: usize) -> i64 {
        ItemsHash(self.0.wrapping_add(len as u64 ^ (PRIME_5 ^ 3527539))).finish_without_length()
    }

    pub(crate) fn finish_without_length(self) -> i64 {
        if self.0 == u64::MAX { 1546275796 } else { self.0 as i64 }
    }
}

/// Hash of a tuple's items.
///
/// # Errors
/// What hashing an item raises.
pub fn hash_items(rt: &Rt, items: &[Value]) -> Result<i64, Raised> {
    rt.enter_native()?;
    let mut hash = ItemsHash::new();
    for v in items {
        hash.add(rt.hash(*v)?);
    }
    Ok(hash.finish(items.len()))
}

fn hash(rt: &Rt, args: &Args<'_>) -> Res {
    rt.hash_value(hash_items(rt, tuple_items(args.get(0)))?)
}

fn len(_: &Rt, args: &Args<'_>) -> Res {
    Ok(Value::int(tuple_items(args.get(0)).len() as i64).own())
}

fn iter(rt: &Rt, args: &Args<'_>) -> Res {
    rt.seq_iter(shape_id::TUPLE_ITER, args.get(0))
}

/// Whether `item` is in tuple `v`.
///
/// # Errors
/// What comparing items raises.
pub(crate) fn tuple_contains(rt: &Rt, v: Value, item: Value) -> Result<bool, Raised> {
    let items = tuple_items(v);
    find(rt, item, 0, items.len(), |i| items.get(i).copied()).map(|at| at.is_some())
}

fn contains(rt: &Rt, args: &Args<'_>) -> Res {
    tuple_contains(rt, args.get(0), args.get(1)).map(|hit| Value::bool(hit).own())
}

fn getitem(rt: &Rt, args: &Args<'_>) -> Res {
    let (v, key) = (args.get(0), args.get(1));
    match subscript(rt, key, "tuple")? {
        Key::Index(i) => {
            let items = tuple_items(v);
            match place(i, items.len()) {
                Some(at) => Ok(items[at].own()),
                None => Err(rt.index_error("tuple index out of range")),
            }
        }
        Key::Slice => get_slice(rt, v, rt.unpack_slice(key)?),
    }
}

/// What a slice picks, as a tuple.
///
/// # Errors
/// MemoryError.
pub(crate) fn get_slice(rt: &Rt, v: Value, bounds: SliceBounds) -> Res {
    let items = tuple_items(v);
    let picked = bounds.over(items.len());
    if let Some(range) = picked.contiguous() {
        if picked.len == items.len() && v.has_shape(shape_id::TUPLE) {
            return Ok(v.own());
        }
        return rt.tuple_from(&items[range]);
    }
    rt.tuple_from_owned(picked.indices().map(|i| items[i].own()))
}

fn add(rt: &Rt, args: &Args<'_>) -> Res {
    let (a, b) = (args.get(0), args.get(1));
    if !rt.is_tuple(b) {
        return Err(rt.type_error(format!("can only concatenate tuple (not \"{}\") to tuple", rt.type_name(b))));
    }
    concat(rt, a, b)
}

/// `a + b` for two tuples.
///
/// # Errors
/// MemoryError.
pub(crate) fn concat(rt: &Rt, a: Value, b: Value) -> Res {
    let (x, y) = (tuple_items(a), tuple_items(b));
    if x.is_empty() && b.has_shape(shape_id::TUPLE) {
        return Ok(b.own());
    }
    if y.is_empty() && a.has_shape(shape_id::TUPLE) {
        return Ok(a.own());
    }
    let t = rt.alloc_tuple(x.len() + y.len())?;
    for (i, item) in x.iter().chain(y).enumerate() {
        item.incref();
        tuple_set(*t, i, *item);
    }
    Ok(t)
}

fn mul(rt: &Rt, args: &Args<'_>) -> Res {
    let n = repeat_count(rt, args.get(1))?;
    repeat(rt, args.get(0), n)
}

/// `v * n` for a tuple.
///
/// # Errors
/// MemoryError.
pub(crate) fn repeat(rt: &Rt, v: Value, n: usize) -> Res {
    let items = tuple_items(v);
    if (n == 1 || items.is_empty()) && v.has_shape(shape_id::TUPLE) {
        return Ok(v.own());
    }
    let Some(total) = items.len().checked_mul(n) else { return Err(rt.memory_error()) };
    if total == 0 {
        return Ok(rt.empty_tuple.own());
    }
    let t = rt.alloc_tuple(total)?;
    for item in items {
        item.incref_by(n);
    }
    for (i, item) in items.iter().cycle().take(total).enumerate() {
        tuple_set(*t, i, *item);
    }
    Ok(t)
}

/// `a op b` for tuple `a`.
///
/// # Errors
/// What comparing items raises.
pub(crate) fn compare(rt: &Rt, op: CmpOp, a: Value, b: Value) -> Res {
    if !rt.is_tuple(b) {
        return Ok(Value::not_implemented().own());
    }
    crate::types::sequence::compare(rt, op, a, b, |v, i| tuple_items(v).get(i).copied())
}

rich_comparisons!(compare);

/// The arguments that make an equal tuple.
fn getnewargs(rt: &Rt, args: &Args<'_>) -> Res {
    let copy = rt.tuple_from(tuple_items(args.get(0)))?;
    rt.tuple_from(&[*copy])
}

fn index(rt: &Rt, args: &Args<'_>) -> Res {
    let items = tuple_items(args.get(0));
    let bound = |i: usize, missing: i64| args.opt(i).map_or(Ok(missing), |b| search_bound(rt, b));
    let (start, stop) = (bound(2, 0)?, bound(3, SMALL_MAX)?);
    let (from, to) = (clamp_bound(start, items.len()), search_end(stop, items.len()));
    match find(rt, args.get(1), from, to, |i| items.get(i).copied())? {
        Some(i) => Ok(Value::int(i as i64).own()),
        None => Err(rt.value_error("tuple.index(x): x not in tuple")),
    }
}

fn count(rt: &Rt, args: &Args<'_>) -> Res {
    let items = tuple_items(args.get(0));
    let (mut n, mut from) = (0, 0);
    while let Some(i) = find(rt, args.get(1), from, items.len(), |i| items.get(i).copied())? {
        n += 1;
        from = i + 1;
    }
    Ok(Value::int(n).own())
}
