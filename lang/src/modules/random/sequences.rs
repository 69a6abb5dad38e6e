//! Choosing from sequences.

use super::source::Source;
use runtime::names::Dunder;
use runtime::object::Kind;
use runtime::ops::{BinOp, CmpOp};
use runtime::{Args, Exc, Owned, Raised, Res, Rt, Value};
use rustc_hash::FxHashSet;

/// Draws between two looks for an interrupt.
const POLL_EVERY: usize = 4096;

/// Item `i` of a sequence.
fn item(rt: &Rt, sequence: Value, i: u64) -> Res {
    if let Some(list) = rt.as_list(sequence).filter(|_| sequence.has_shape(runtime::object::shape_id::LIST))
        && let Some(v) = list.get(i as usize)
    {
        return Ok(v.own());
    }
    rt.getitem(sequence, *rt.int_u64(i)?)
}

pub(super) fn choice(rt: &Rt, args: &Args<'_>) -> Res {
    let sequence = args.get(1);
    let length = rt.len(sequence)?;
    if length == 0 {
        return Err(rt.index_error("Cannot choose from an empty sequence"));
    }
    let i = Source::of(rt, args.get(0))?.below(length as u64)?;
    item(rt, sequence, i)
}

pub(super) fn shuffle(rt: &Rt, args: &Args<'_>) -> Res {
    let source = Source::of(rt, args.get(0))?;
    let sequence = args.get(1);
    let list = rt.as_list(sequence).filter(|_| sequence.has_shape(runtime::object::shape_id::LIST));
    for i in (1..rt.len(sequence)?).rev() {
        let j = source.below(i as u64 + 1)? as usize;
        match list {
            // A subclass's generator may have shortened the list.
            Some(list) if i < list.len.get() => list.swap(i, j),
            _ => swap(rt, sequence, i, j)?,
        }
        if i % POLL_EVERY == 0 {
            rt.poll()?;
        }
    }
    Ok(Value::none().own())
}

fn swap(rt: &Rt, sequence: Value, i: usize, j: usize) -> Result<(), Raised> {
    let (i, j) = (rt.int(i as i64)?, rt.int(j as i64)?);
    let (x, y) = (rt.getitem(sequence, *j)?, rt.getitem(sequence, *i)?);
    rt.setitem(sequence, *i, *x)?;
    rt.setitem(sequence, *j, *y)
}

/// The number of draws `k` asked for.
fn draws(rt: &Rt, k: Option<Value>) -> Result<usize, Raised> {
    let Some(k) = k else { return Ok(1) };
    let k = rt.index_i64(k, Exc::OverflowError)?;
    let k = usize::try_from(k).unwrap_or(0);
    if rt.heap_allows(k.saturating_mul(16)) { Ok(k) } else { Err(rt.memory_error()) }
}

pub(super) fn choices(rt: &Rt, args: &Args<'_>) -> Res {
    let source = Source::of(rt, args.get(0))?;
    let population = args.get(1);
    let given = |v: Option<Value>| v.filter(|v| !v.is_none());
    let (weights, cumulative) = (given(args.opt(2)), given(args.opt(3)));
    let length = rt.len(population)?;
    let cumulative = match (weights, cumulative) {
        (Some(_), Some(_)) => return Err(rt.type_error("Cannot specify both weights and cumulative weights")),
        (None, None) => {
            let k = draws(rt, args.opt(4))?;
            return repeat(rt, k, || item(rt, population, (source.random()? * length as f64).floor() as u64));
        }
        (Some(weights), None) => accumulate_weights(rt, weights)?,
        (None, Some(cumulative)) => rt.collect_vec(cumulative)?,
    };
    if cumulative.len() != length {
        return Err(rt.value_error("The number of weights does not match the population"));
    }
    let Some(last) = cumulative.last() else { return Err(rt.index_error("list index out of range")) };
    let total = rt.to_f64(*rt.binary(BinOp::Add, **last, *rt.float(0.0)?)?)?;
    if total <= 0.0 {
        return Err(rt.value_error("Total of weights must be greater than zero"));
    }
    if !total.is_finite() {
        return Err(rt.value_error("Total of weights must be finite"));
    }
    let k = draws(rt, args.opt(4))?;
    repeat(rt, k, || {
        let drawn = rt.float(source.random()? * total)?;
        let i = bisect_right(rt, &cumulative[..length - 1], *drawn)?;
        item(rt, population, i as u64)
    })
}

/// The running sums of weights.
fn accumulate_weights(rt: &Rt, weights: Value) -> Result<Vec<Owned>, Raised> {
    if rt.is_int(weights) {
        let k = rt.repr_text(weights)?;
        return Err(rt.type_error(format!("The number of choices must be a keyword argument: k={k}")));
    }
    running_sums(rt, weights)
}

fn running_sums(rt: &Rt, values: Value) -> Result<Vec<Owned>, Raised> {
    let mut sums = rt.collect_vec(values)?;
    for i in 1..sums.len() {
        sums[i] = rt.binary(BinOp::Add, *sums[i - 1], *sums[i])?;
    }
    Ok(sums)
}

/// A list of `k` values that `f` makes.
fn repeat(rt: &Rt, k: usize, mut f: impl FnMut() -> Res) -> Res {
    let mut chosen = Vec::with_capacity(k);
    for i in 0..k {
        chosen.push(f()?);
        if i % POLL_EVERY == POLL_EVERY - 1 {
            rt.poll()?;
        }
    }
    rt.list_from_owned(chosen)
}

/// The number of leading items that are not above `x`, of sorted ones.
fn bisect_right(rt: &Rt, items: &[Owned], x: Value) -> Result<usize, Raised> {
    let (mut low, mut high) = (0, items.len());
    while low < high {
        let middle = (low + high) / 2;
        if rt.compare_truth(CmpOp::Lt, x, *items[middle])? {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Ok(low)
}

/// Whether a value is a sequence, rather than a mapping or a set.
fn is_sequence(rt: &Rt, v: Value) -> bool {
    match rt.kind_of(v) {
        Kind::Dict | Kind::Set | Kind::FrozenSet | Kind::MappingProxy => false,
        _ => rt.special(v, Dunder::GetItem).is_some() && rt.special(v, Dunder::Len).is_some(),
    }
}

pub(super) fn sample(rt: &Rt, args: &Args<'_>) -> Res {
    let (population, k) = (args.get(1), args.get(2));
    let source = Source::of(rt, args.get(0))?;
    if !is_sequence(rt, population) {
        return Err(rt.type_error("Population must be a sequence.  For dicts or sets, use sorted(d)."));
    }
    let length = rt.len(population)?;
    let Some(counts) = args.opt(3).filter(|c| !c.is_none()) else {
        let chosen = sample_indices(rt, &source, length as u64, k)?;
        let items = chosen.iter().map(|i| item(rt, population, *i)).collect::<Result<Vec<_>, _>>()?;
        return rt.list_from_owned(items);
    };
    let mut sums = running_sums(rt, counts)?;
    if sums.len() != length {
        return Err(rt.value_error("The number of counts does not match the population"));
    }
    let total = sums.pop().unwrap_or_else(|| Value::int(0).own());
    if !rt.is_int(*total) {
        return Err(rt.type_error("Counts must be integers"));
    }
    if rt.int_is_negative(*total) {
        return Err(rt.value_error("Counts must be non-negative"));
    }
    let total = rt.index_i64(*total, Exc::OverflowError)? as u64;
    let chosen = sample_indices(rt, &source, total, k)?;
    let pick = |i: &u64| item(rt, population, bisect_right(rt, &sums, *rt.int_u64(*i)?)? as u64);
    let items = chosen.iter().map(pick).collect::<Result<Vec<_>, Raised>>()?;
    rt.list_from_owned(items)
}

/// `k` different numbers below `n`.
fn sample_indices(rt: &Rt, source: &Source<'_>, n: u64, k: Value) -> Result<Vec<u64>, Raised> {
    let Some(index) = rt.index_opt(k)? else {
        return Err(rt.type_error(format!("can't multiply sequence by non-int of type '{}'", rt.type_name(k))));
    };
    let Some(k) = rt.as_i64(*index).and_then(|k| u64::try_from(k).ok()).filter(|k| *k <= n) else {
        return Err(rt.value_error("Sample larger than population or is negative"));
    };
    if !rt.heap_allows((k as usize).saturating_mul(32)) {
        return Err(rt.memory_error());
    }
    // A small population is copied and drawn from; of a large one the drawn numbers are remembered.
    let mut small = 21.0;
    if k > 5 {
        small += 4f64.powf(((k as f64 * 3.0).ln() / 4f64.ln()).ceil());
    }
    let mut chosen = Vec::with_capacity(k as usize);
    let mut drawn = FxHashSet::default();
    let mut pool: Vec<u64> = if n as f64 <= small { (0..n).collect() } else { Vec::new() };
    for i in 0..k {
        if n as f64 <= small {
            let j = source.below(n - i)? as usize;
            chosen.push(pool[j]);
            pool[j] = pool[(n - i - 1) as usize];
        } else {
            let mut j = source.below(n)?;
            while !drawn.insert(j) {
                j = source.below(n)?;
            }
            chosen.push(j);
        }
        if i as usize % POLL_EVERY == POLL_EVERY - 1 {
            rt.poll()?;
        }
    }
    Ok(chosen)
}
