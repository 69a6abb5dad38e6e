//! `range`, with bounds of any size.

use crate::error::{Exc, Raised, Res};
use crate::native::{Args, GetSetDef, NativeDef};
use crate::object::{Kind, RangeIterObj, RangeObj, shape_id};
use crate::ops::CmpOp;
use crate::rt::Rt;
use crate::types::builtin_iterators::LongRangeIter;
use crate::value::{Owned, Slot, Value};
use dashu_int::IBig;
use std::borrow::Cow;
use std::cell::Cell;

/// Methods.
pub const METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(cls, start, stop=0, step=1, /)", new),
    NativeDef::new("__repr__", "(self, /)", repr),
    NativeDef::new("__hash__", "(self, /)", hash),
    NativeDef::new("__bool__", "(self, /)", bool_),
    NativeDef::new("__len__", "(self, /)", len),
    NativeDef::new("__iter__", "(self, /)", iter),
    NativeDef::new("__reversed__", "(self, /)", reversed),
    NativeDef::new("__contains__", "(self, key, /)", contains),
    NativeDef::new("__getitem__", "(self, key, /)", getitem),
    NativeDef::new("__eq__", "(self, value, /)", eq),
    NativeDef::new("__ne__", "(self, value, /)", ne),
    NativeDef::new("__lt__", "(self, value, /)", unordered),
    NativeDef::new("__le__", "(self, value, /)", unordered),
    NativeDef::new("__gt__", "(self, value, /)", unordered),
    NativeDef::new("__ge__", "(self, value, /)", unordered),
    NativeDef::new("index", "(self, value, /)", index),
    NativeDef::new("count", "(self, value, /)", count),
];

/// Computed attributes.
pub const GETSETS: &[GetSetDef] = &[
    GetSetDef { name: "start", get: |_, v| Ok(range(v).start.get().own()), set: Some(readonly) },
    GetSetDef { name: "stop", get: |_, v| Ok(range(v).stop.get().own()), set: Some(readonly) },
    GetSetDef { name: "step", get: |_, v| Ok(range(v).step.get().own()), set: Some(readonly) },
];

/// The setter of attributes that are fields in CPython too.
pub(crate) fn readonly(rt: &Rt, _: Value, _: Option<Value>) -> Result<(), Raised> {
    Err(rt.raise(Exc::AttributeError, "readonly attribute"))
}

fn range<'a>(v: Value) -> &'a RangeObj {
    // SAFETY: callers have checked the kind.
    unsafe { v.layout() }
}

/// Start, step and length, if they and the end are small integers: then so is every value of the range.
fn small(r: &RangeObj) -> Option<(i64, i64, i64)> {
    r.stop.get().as_small_int()?;
    Some((r.start.get().as_small_int()?, r.step.get().as_small_int()?, r.len.get().as_small_int()?))
}

fn big<'a>(rt: &Rt, v: Value) -> Cow<'a, IBig> {
    rt.as_int(v).unwrap_or(Cow::Owned(IBig::ZERO))
}

impl Rt {
    /// A range. The bounds are ints of any size.
    ///
    /// # Errors
    /// ValueError for step 0; MemoryError.
    pub fn new_range(&self, start: Owned, stop: Owned, step: Owned) -> Res {
        let len = match (start.as_small_int(), stop.as_small_int(), step.as_small_int()) {
            (_, _, Some(0)) => return Err(self.value_error("range() arg 3 must not be zero")),
            (Some(a), Some(b), Some(s)) => self.int(small_len(a, b, s))?,
            _ => self.int_big(long_len(&big(self, *start), &big(self, *stop), &big(self, *step)))?,
        };
        self.alloc_fixed(
            shape_id::RANGE,
            RangeObj {
                head: Rt::fresh_header(shape_id::RANGE),
                start: Slot::new(start),
                stop: Slot::new(stop),
                step: Slot::new(step),
                len: Slot::new(len),
            },
        )
    }

    /// An iterator over a range.
    ///
    /// # Errors
    /// MemoryError.
    pub(crate) fn range_iter(&self, v: Value) -> Res {
        let r = range(v);
        match small(r) {
            Some((start, step, len)) => self.small_range_iter(start, step, len),
            None => self.new_boxed(LongRangeIter::new(
                big(self, r.start.get()).into_owned(),
                big(self, r.step.get()).into_owned(),
                big(self, r.len.get()).into_owned(),
            )),
        }
    }

    /// `iter(range(start, stop, step))` of small integers; `step` is not zero.
    ///
    /// # Errors
    /// MemoryError.
    pub fn range_iter_of(&self, start: Value, stop: Value, step: Value) -> Res {
        let (first, end, by) = (start.small_int_unchecked(), stop.small_int_unchecked(), step.small_int_unchecked());
        self.small_range_iter(first, by, small_len(first, end, by))
    }

    fn small_range_iter(&self, start: i64, step: i64, len: i64) -> Res {
        self.alloc_fixed(
            shape_id::RANGE_ITER,
            RangeIterObj {
                head: Rt::fresh_header(shape_id::RANGE_ITER),
                next: Cell::new(start),
                step,
                left: Cell::new(len.max(0) as u64),
            },
        )
    }
}

/// How many numbers a range of small integers has; the step is not zero.
fn small_len(start: i64, stop: i64, step: i64) -> i64 {
    // Small integers have 63 bits, so no difference overflows.
    let span = if step > 0 { stop - start } else { start - stop };
    if span > 0 { (span - 1) / step.abs() + 1 } else { 0 }
}

fn long_len(start: &IBig, stop: &IBig, step: &IBig) -> IBig {
    let forwards = *step > IBig::ZERO;
    let span = if forwards { stop - start } else { start - stop };
    if span <= IBig::ZERO {
        return IBig::ZERO;
    }
    let step = if forwards { step.clone() } else { -step };
    (span - IBig::ONE) / step + IBig::ONE
}

/// An argument as an exact int.
fn argument(rt: &Rt, v: Value) -> Res {
    let i = rt.index(v)?;
    if i.is_small_int() || i.has_shape(shape_id::INT) {
        return Ok(i);
    }
    rt.int_big(big(rt, *i).into_owned())
}

fn new(rt: &Rt, args: &Args<'_>) -> Res {
    let Some(stop) = args.opt(2) else {
        let stop = argument(rt, args.get(1))?;
        return rt.new_range(Value::int(0).own(), stop, Value::int(1).own());
    };
    let start = argument(rt, args.get(1))?;
    let stop = argument(rt, stop)?;
    let step = match args.opt(3) {
        Some(step) => argument(rt, step)?,
        None => Value::int(1).own(),
    };
    rt.new_range(start, stop, step)
}

fn repr(rt: &Rt, args: &Args<'_>) -> Res {
    let r = range(args.get(0));
    let (start, stop) = (rt.repr_text(r.start.get())?, rt.repr_text(r.stop.get())?);
    if r.step.get().as_small_int() == Some(1) {
        return rt.str(&format!("range({start}, {stop})"));
    }
    let step = rt.repr_text(r.step.get())?;
    rt.str(&format!("range({start}, {stop}, {step})"))
}

fn hash(rt: &Rt, args: &Args<'_>) -> Res {
    let r = range(args.get(0));
    let none = Value::none();
    let items = match r.len.get().as_small_int() {
        Some(0) => [r.len.get(), none, none],
        Some(1) => [r.len.get(), r.start.get(), none],
        _ => [r.len.get(), r.start.get(), r.step.get()],
    };
    rt.hash_value(super::tuple::hash_items(rt, &items)?)
}

fn bool_(_: &Rt, args: &Args<'_>) -> Res {
    Ok(Value::bool(range(args.get(0)).len.get().as_small_int() != Some(0)).own())
}

/// The length of a range.
///
/// # Errors
/// OverflowError beyond what an index can be.
pub(crate) fn range_len(rt: &Rt, v: Value) -> Result<usize, Raised> {
    match rt.as_i64(range(v).len.get()) {
        Some(n) => Ok(n as usize),
        None => Err(rt.overflow_error("Python int too large to convert to C ssize_t")),
    }
}

fn len(rt: &Rt, args: &Args<'_>) -> Res {
    let n = range_len(rt, args.get(0))?;
    rt.int(n as i64)
}

fn iter(rt: &Rt, args: &Args<'_>) -> Res {
    rt.range_iter(args.get(0))
}

fn reversed(rt: &Rt, args: &Args<'_>) -> Res {
    let r = range(args.get(0));
    if let Some((start, step, len)) = small(r) {
        // The last value is a small integer, and a step away from it fits 64 bits.
        return rt.small_range_iter(start + (len - 1).max(0) * step, -step, len);
    }
    let (start, step, len) = (big(rt, r.start.get()), big(rt, r.step.get()), big(rt, r.len.get()));
    let last = &*start + (&*len - IBig::ONE) * &*step;
    rt.new_boxed(LongRangeIter::new(last, -step.into_owned(), len.into_owned()))
}

/// Where an int stands in a range.
fn position(rt: &Rt, r: &RangeObj, v: Value) -> Option<IBig> {
    if let (Some((start, step, len)), Some(i)) = (small(r), rt.as_i64(v)) {
        let offset = i128::from(i) - i128::from(start);
        let (at, rest) = (offset / i128::from(step), offset % i128::from(step));
        return (rest == 0 && (0..i128::from(len)).contains(&at)).then(|| IBig::from(at));
    }
    let (start, step, len) = (big(rt, r.start.get()), big(rt, r.step.get()), big(rt, r.len.get()));
    let offset = &*big(rt, v) - &*start;
    let (at, rest) = (&offset / &*step, &offset % &*step);
    (rest == IBig::ZERO && at >= IBig::ZERO && at < *len).then_some(at)
}

/// Whether `v` is exactly an int or bool: then searching is arithmetic.
fn is_exact_int(rt: &Rt, v: Value) -> bool {
    v.is_small_int() || v.has_shape(shape_id::INT) || rt.kind_of(v) == Kind::Bool
}

/// Whether `item` is in range `v`.
///
/// # Errors
/// What comparing raises.
pub(crate) fn range_contains(rt: &Rt, v: Value, item: Value) -> Result<bool, Raised> {
    if is_exact_int(rt, item) {
        return Ok(position(rt, range(v), item).is_some());
    }
    let it = rt.range_iter(v)?;
    while let Some(x) = rt.next(*it)? {
        if rt.eq(*x, item)? {
            return Ok(true);
        }
        rt.poll()?;
    }
    Ok(false)
}

fn contains(rt: &Rt, args: &Args<'_>) -> Res {
    range_contains(rt, args.get(0), args.get(1)).map(|hit| Value::bool(hit).own())
}

fn index(rt: &Rt, args: &Args<'_>) -> Res {
    let (v, wanted) = (args.get(0), args.get(1));
    if is_exact_int(rt, wanted) {
        return match position(rt, range(v), wanted) {
            Some(i) => rt.int_big(i),
            None => Err(rt.value_error("range.index(x): x not in range")),
        };
    }
    let it = rt.range_iter(v)?;
    let mut i = 0;
    while let Some(x) = rt.next(*it)? {
        if rt.eq(*x, wanted)? {
            return Ok(Value::int(i).own());
        }
        rt.poll()?;
        i += 1;
    }
    Err(rt.value_error("sequence.index(x): x not in sequence"))
}

fn count(rt: &Rt, args: &Args<'_>) -> Res {
    let (v, wanted) = (args.get(0), args.get(1));
    if is_exact_int(rt, wanted) {
        return Ok(Value::int(i64::from(position(rt, range(v), wanted).is_some())).own());
    }
    let it = rt.range_iter(v)?;
    let mut n = 0;
    while let Some(x) = rt.next(*it)? {
        n += i64::from(rt.eq(*x, wanted)?);
        rt.poll()?;
    }
    Ok(Value::int(n).own())
}

fn getitem(rt: &Rt, args: &Args<'_>) -> Res {
    let (v, key) = (args.get(0), args.get(1));
    if let Some(i) = rt.index_opt(key)? {
        return match item(rt, v, *i)? {
            Some(item) => Ok(item),
            None => Err(rt.index_error("range object index out of range")),
        };
    }
    if rt.kind_of(key) != Kind::Slice {
        return Err(rt.type_error(format!("range indices must be integers or slices, not {}", rt.type_name(key))));
    }
    let r = range(v);
    let (start, step, len) = (big(rt, r.start.get()), big(rt, r.step.get()), big(rt, r.len.get()));
    let [first, stop, stride] = super::slice::exact_bounds(rt, key, &len)?;
    let at = |i: IBig| rt.int_big(&*start + i * &*step);
    let (from, to) = (at(first)?, at(stop)?);
    let stride = rt.int_big(stride * &*step)?;
    rt.new_range(from, to, stride)
}

/// Value number `i` (an int) of range `v`; `None` if out of range.
///
/// # Errors
/// MemoryError.
pub(crate) fn item(rt: &Rt, v: Value, i: Value) -> Result<Option<Owned>, Raised> {
    let r = range(v);
    if let (Some((start, step, len)), Some(i)) = (small(r), i.as_small_int()) {
        let at = if i < 0 { i + len } else { i };
        return Ok((0..len).contains(&at).then(|| Value::int(start + at * step).own()));
    }
    let len = big(rt, r.len.get());
    let mut at = big(rt, i).into_owned();
    if at < IBig::ZERO {
        at += &*len;
    }
    if at < IBig::ZERO || at >= *len {
        return Ok(None);
    }
    rt.int_big(&*big(rt, r.start.get()) + at * &*big(rt, r.step.get())).map(Some)
}

fn equal(rt: &Rt, a: Value, b: Value) -> Result<bool, Raised> {
    let (x, y) = (range(a), range(b));
    let same = |p: &Slot, q: &Slot| rt.compare_truth(CmpOp::Eq, p.get(), q.get());
    if a == b {
        return Ok(true);
    }
    Ok(same(&x.len, &y.len)?
        && match x.len.get().as_small_int() {
            Some(0) => true,
            Some(1) => same(&x.start, &y.start)?,
            _ => same(&x.start, &y.start)? && same(&x.step, &y.step)?,
        })
}

fn eq(rt: &Rt, args: &Args<'_>) -> Res {
    if rt.kind_of(args.get(1)) != Kind::Range {
        return Ok(Value::not_implemented().own());
    }
    equal(rt, args.get(0), args.get(1)).map(|same| Value::bool(same).own())
}

fn ne(rt: &Rt, args: &Args<'_>) -> Res {
    if rt.kind_of(args.get(1)) != Kind::Range {
        return Ok(Value::not_implemented().own());
    }
    equal(rt, args.get(0), args.get(1)).map(|same| Value::bool(!same).own())
}

fn unordered(_: &Rt, _: &Args<'_>) -> Res {
    Ok(Value::not_implemented().own())
}
