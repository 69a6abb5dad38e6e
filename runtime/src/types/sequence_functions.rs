//! The built-in functions over sequences and iterators.

use crate::error::{Exc, Raised, Res};
use crate::native::{Args, NativeDef};
use crate::object::{Kind, shape_id};
use crate::ops::{BinOp, CmpOp};
use crate::rt::Rt;
use crate::types::builtin_iterators::CallableIter;
use crate::types::sequence::POLL_EVERY;
use crate::value::{Owned, Value};

/// The functions, for the `builtins` module.
pub const FUNCTIONS: &[NativeDef] = &[
    NativeDef::new("all", "(iterable, /)", all),
    NativeDef::new("any", "(iterable, /)", any),
    NativeDef::new("iter", "(object, sentinel=None, /)", iter),
    NativeDef::new("len", "(obj, /)", len),
    NativeDef::new("max", "(*args, **kwargs)", max),
    NativeDef::new("min", "(*args, **kwargs)", min),
    NativeDef::new("next", "(iterator, default=None, /)", next),
    NativeDef::new("sorted", "(*args, **kwargs)", sorted),
    NativeDef::new("sum", "(iterable, /, start=0)", sum),
];

/// Whether some item of an iterable is true (`wanted`), or some is false.
fn has_item(rt: &Rt, iterable: Value, wanted: bool) -> Result<bool, Raised> {
    let it = rt.iter(iterable)?;
    let mut steps = 0usize;
    while let Some(item) = rt.next(*it)? {
        if rt.truth(*item)? == wanted {
            return Ok(true);
        }
        drop(item);
        steps += 1;
        if steps.is_multiple_of(POLL_EVERY) {
            rt.poll()?;
        }
    }
    Ok(false)
}

/// `all(iterable)`.
///
/// # Errors
/// What iterating and truth raise.
pub fn all(rt: &Rt, args: &Args<'_>) -> Res {
    has_item(rt, args.get(0), false).map(|found| Value::bool(!found).own())
}

/// `any(iterable)`.
///
/// # Errors
/// What iterating and truth raise.
pub fn any(rt: &Rt, args: &Args<'_>) -> Res {
    has_item(rt, args.get(0), true).map(|found| Value::bool(found).own())
}

/// `len(obj)`.
///
/// # Errors
/// TypeError if it has none; what `__len__` raises.
pub fn len(rt: &Rt, args: &Args<'_>) -> Res {
    let n = rt.len(args.get(0))?;
    rt.int_u64(n as u64)
}

/// `iter(object)`, `iter(callable, sentinel)`.
///
/// # Errors
/// TypeError if it is not iterable or not callable; what `__iter__` raises.
pub fn iter(rt: &Rt, args: &Args<'_>) -> Res {
    let Some(sentinel) = args.opt(1) else { return rt.iter(args.get(0)) };
    if !rt.is_callable(args.get(0)) {
        return Err(rt.type_error("iter(v, w): v must be callable"));
    }
    rt.new_boxed(CallableIter::new(args.get(0), sentinel))
}

/// `next(iterator)`, `next(iterator, default)`.
///
/// # Errors
/// TypeError if it is no iterator; StopIteration at its end without a default; what it raises.
pub fn next(rt: &Rt, args: &Args<'_>) -> Res {
    let it = args.get(0);
    if !rt.is_iterator(it) {
        return Err(rt.type_error(format!("'{}' object is not an iterator", rt.type_name(it))));
    }
    match args.opt(1) {
        Some(default) => Ok(rt.next(it)?.unwrap_or_else(|| default.own())),
        None => next_or_stop(rt, it),
    }
}

/// The next item, or StopIteration with the value the iterator returns.
///
/// # Errors
/// StopIteration; what it raises.
pub(crate) fn next_or_stop(rt: &Rt, it: Value) -> Res {
    match rt.kind_of(it) {
        Kind::Generator => match rt.generator_send(it, Value::none().own())? {
            crate::entry::Step::Yielded(item) => Ok(item),
            crate::entry::Step::Returned(value) => Err(rt.stop_iteration(Some(*value))),
        },
        Kind::Instance => match rt.special(it, crate::names::Dunder::Next) {
            Some(f) => rt.call_special(f, it, &[]),
            None => Err(rt.type_error(format!("'{}' object is not an iterator", rt.type_name(it)))),
        },
        _ => rt.next(it)?.ok_or_else(|| rt.stop_iteration(None)),
    }
}

/// `sorted(iterable, /, *, key=None, reverse=False)`.
///
/// # Errors
/// What iterating, `key` and comparisons raise.
pub fn sorted(rt: &Rt, args: &Args<'_>) -> Res {
    let [iterable] = args.positional() else {
        return Err(rt.type_error(format!("sorted expected 1 argument, got {}", args.len())));
    };
    let result = rt.new_list(0)?;
    rt.list_extend(*result, *iterable)?;
    let (mut key, mut reverse) = (None, false);
    for (name, value) in args.keywords() {
        match &*rt.str_lossy(name) {
            "key" => key = Some(value),
            "reverse" => reverse = rt.truth(value)?,
            other => return Err(rt.type_error(format!("sort() got an unexpected keyword argument '{other}'"))),
        }
    }
    rt.list_sort(*result, key, reverse)?;
    Ok(result)
}

/// `max(iterable, *, key=None, default=…)`, `max(a, b, …, *, key=None)`.
///
/// # Errors
/// ValueError for nothing to choose from; what iterating, `key` and comparisons raise.
pub fn max(rt: &Rt, args: &Args<'_>) -> Res {
    choose(rt, args, "max", CmpOp::Gt)
}

/// `min(iterable, *, key=None, default=…)`, `min(a, b, …, *, key=None)`.
///
/// # Errors
/// ValueError for nothing to choose from; what iterating, `key` and comparisons raise.
pub fn min(rt: &Rt, args: &Args<'_>) -> Res {
    choose(rt, args, "min", CmpOp::Lt)
}

fn choose(rt: &Rt, args: &Args<'_>, name: &str, better: CmpOp) -> Res {
    let values = args.positional();
    if let [first, rest @ ..] = args.all()
        && !rest.is_empty()
        && args.names().is_empty()
    {
        return choose_of(rt, *first, rest, better);
    }
    if values.is_empty() {
        return Err(rt.type_error(format!("{name} expected at least 1 argument, got 0")));
    }
    let (mut key, mut default) = (None, None);
    for (keyword, value) in args.keywords() {
        match &*rt.str_lossy(keyword) {
            "key" => key = Some(value).filter(|k| !k.is_none()),
            "default" => default = Some(value),
            other => return Err(rt.type_error(format!("{name}() got an unexpected keyword argument '{other}'"))),
        }
    }
    let mut best = Best { rt, key, better, found: None };
    if let [iterable] = values {
        let it = rt.iter(*iterable)?;
        let mut steps = 0usize;
        while let Some(item) = rt.next(*it)? {
            best.offer(item)?;
            steps += 1;
            if steps.is_multiple_of(POLL_EVERY) {
                rt.poll()?;
            }
        }
    } else {
        if default.is_some() {
            return Err(
                rt.type_error(format!("Cannot specify a default for {name}() with multiple positional arguments"))
            );
        }
        for item in values {
            best.offer(item.own())?;
        }
    }
    match (best.found, default) {
        (Some((item, _)), _) => Ok(item),
        (None, Some(default)) => Ok(default.own()),
        (None, None) => Err(rt.value_error(format!("{name}() iterable argument is empty"))),
    }
}

/// The best of arguments, without a key function.
fn choose_of(rt: &Rt, first: Value, rest: &[Value], better: CmpOp) -> Res {
    let mut best = first;
    for item in rest {
        if rt.compare_truth(better, *item, best)? {
            best = *item;
        }
    }
    Ok(best.own())
}

/// The best item so far, and its key if there is a key function.
struct Best<'a> {
    rt: &'a Rt,
    key: Option<Value>,
    better: CmpOp,
    found: Option<(Owned, Option<Owned>)>,
}

impl Best<'_> {
    fn offer(&mut self, item: Owned) -> Result<(), Raised> {
        let key = match self.key {
            Some(f) => Some(self.rt.call(f, &[*item])?),
            None => None,
        };
        if let Some((best, best_key)) = &self.found {
            let (x, y) = (key.as_ref().unwrap_or(&item), best_key.as_ref().unwrap_or(best));
            if !self.rt.compare_truth(self.better, **x, **y)? {
                return Ok(());
            }
        }
        self.found = Some((item, key));
        Ok(())
    }
}

/// `sum(iterable, /, start=0)`.
///
/// # Errors
/// TypeError for strings and bytes; what iterating and adding raise.
pub fn sum(rt: &Rt, args: &Args<'_>) -> Res {
    let it = rt.iter(args.get(0))?;
    let start = args.opt(1).unwrap_or(Value::int(0));
    let joined = match rt.kind_of(start) {
        Kind::Str => Some(("strings", "''")),
        Kind::Bytes => Some(("bytes", "b''")),
        Kind::ByteArray => Some(("bytearray", "b''")),
        _ => None,
    };
    if let Some((what, empty)) = joined {
        return Err(rt.type_error(format!("sum() can't sum {what} [use {empty}.join(seq) instead]")));
    }
    Summing { rt, it: *it, steps: 0 }.sum(start.own())
}

/// A sum under way: over machine integers as long as they do, then over compensated doubles, then with `+`.
struct Summing<'a> {
    rt: &'a Rt,
    it: Value,
    steps: usize,
}

impl Summing<'_> {
    fn next(&mut self) -> Result<Option<Owned>, Raised> {
        self.steps += 1;
        if self.steps.is_multiple_of(POLL_EVERY) {
            self.rt.poll()?;
        }
        self.rt.next(self.it)
    }

    fn sum(&mut self, start: Owned) -> Res {
        let (rt, mut total) = (self.rt, start);
        if total.is_small_int() || total.has_shape(shape_id::INT) {
            match self.sum_ints(*total)? {
                (sum, None) => return Ok(sum),
                (sum, Some(item)) => total = rt.binary(BinOp::Add, *sum, *item)?,
            }
        }
        if total.is_word_float() || total.has_shape(shape_id::FLOAT) {
            match self.sum_floats(rt.as_float(*total).unwrap_or(0.0))? {
                (sum, None) => return Ok(sum),
                (sum, Some(item)) => total = rt.binary(BinOp::Add, *sum, *item)?,
            }
        }
        while let Some(item) = self.next()? {
            total = rt.binary(BinOp::Add, *total, *item)?;
        }
        Ok(total)
    }

    /// Adds 64-bit integers until the end, or until an item that is none or an overflow: then that item is given back.
    fn sum_ints(&mut self, start: Value) -> Result<(Owned, Option<Owned>), Raised> {
        let rt = self.rt;
        let Some(mut sum) = rt.as_i64(start) else {
            let first = self.next()?;
            return Ok((start.own(), first));
        };
        while let Some(item) = self.next()? {
            let exact = item.is_small_int() || item.has_shape(shape_id::INT) || rt.kind_of(*item) == Kind::Bool;
            let added = if exact { rt.as_i64(*item).and_then(|i| sum.checked_add(i)) } else { None };
            match added {
                Some(added) => sum = added,
                None => return Ok((rt.int(sum)?, Some(item))),
            }
        }
        Ok((rt.int(sum)?, None))
    }

    /// Adds doubles by Neumaier's compensated summation until the end, or until an item that is no number.
    fn sum_floats(&mut self, start: f64) -> Result<(Owned, Option<Owned>), Raised> {
        let rt = self.rt;
        let mut sum = Compensated { high: start, low: 0.0 };
        while let Some(item) = self.next()? {
            if item.is_word_float() || item.has_shape(shape_id::FLOAT) {
                sum.add(rt.as_float(*item).unwrap_or(0.0));
            } else if let Some(i) = item.as_small_int() {
                sum.add(i as f64);
            } else if let Some(big) = rt.as_int(*item) {
                let f = big.to_f64().value();
                if f.is_infinite() {
                    return Err(rt.raise(Exc::OverflowError, "int too large to convert to float"));
                }
                sum.add(f);
            } else {
                return Ok((rt.float(sum.value())?, Some(item)));
            }
        }
        Ok((rt.float(sum.value())?, None))
    }
}

/// A sum of doubles with the error that rounding has made so far (Neumaier, 1974).
#[derive(Clone, Copy)]
struct Compensated {
    high: f64,
    low: f64,
}

impl Compensated {
    fn add(&mut self, x: f64) {
        let sum = self.high + x;
        self.low += if self.high.abs() >= x.abs() { (self.high - sum) + x } else { (x - sum) + self.high };
        self.high = sum;
    }

    /// The compensation is left out where it would hide an infinity or a negative zero.
    fn value(self) -> f64 {
        if self.low != 0.0 && self.low.is_finite() { self.high + self.low } else { self.high }
    }
}
