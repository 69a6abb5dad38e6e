//! `list.sort`.
//!
//! While it runs, the list is empty and its items belong to the sort, so that a comparison or key function may do anything
//! with the list; that it did is noticed at the end.

use super::timsort;
use crate::error::{Raised, Res};
use crate::list::list;
use crate::native::{Args, none};
use crate::object::shape_id;
use crate::ops::CmpOp;
use crate::rt::Rt;
use crate::types::sequence::POLL_EVERY;
use crate::value::{Owned, Value};

pub(super) fn sort(rt: &Rt, args: &Args<'_>) -> Res {
    let reverse = match args.opt(2) {
        Some(v) => rt.truth(v)?,
        None => false,
    };
    rt.list_sort(args.get(0), args.opt(1), reverse)?;
    none()
}

impl Rt {
    /// Sorts a list, stably; by what `key` gives for each item, if there is one (`None` counts as none).
    ///
    /// # Errors
    /// What `key` or a comparison raises; ValueError if the list was changed meanwhile.
    pub fn list_sort(&self, v: Value, key: Option<Value>, reverse: bool) -> Result<(), Raised> {
        let l = list(v);
        let cap = l.cap.get();
        if l.len.get() == 0 {
            return Ok(());
        }
        let (items, len) = l.begin_sort();
        // SAFETY: the buffer was taken out of the list with `len` initialised places; until it is put back nobody else can
        // reach it.
        let slice: &mut [Value] = unsafe { std::slice::from_raw_parts_mut(items, len) };
        let key = key.filter(|k| !k.is_none());
        let mut result = match key {
            None => sort_values(self, slice, reverse),
            Some(key) => sort_by_key(self, slice, key, reverse),
        };
        if result.is_ok() && !l.untouched() {
            result = Err(self.value_error("list modified during sort"));
        }
        let (intruders, n) = l.take_buffer();
        l.items.set(items);
        l.len.set(len);
        l.cap.set(cap);
        for i in (0..n).rev() {
            // SAFETY: this buffer was taken out of the list with `n` initialised places.
            unsafe { intruders.add(i).read() }.decref();
        }
        self.free_list_buffer(intruders);
        result
    }
}

fn sort_values(rt: &Rt, items: &mut [Value], reverse: bool) -> Result<(), Raised> {
    if reverse {
        items.reverse();
    }
    let result = sort_elements(rt, items, |v| *v);
    if reverse {
        items.reverse();
    }
    result
}

/// An item beside its key, both owned by the sort.
#[derive(Clone, Copy)]
struct Keyed {
    key: Value,
    item: Value,
}

fn sort_by_key(rt: &Rt, items: &mut [Value], key: Value, reverse: bool) -> Result<(), Raised> {
    let mut keyed: Vec<Keyed> = Vec::new();
    if !rt.heap_allows(items.len() * 24) || keyed.try_reserve_exact(items.len()).is_err() {
        return Err(rt.memory_error());
    }
    let mut failed = Ok(());
    for &item in items.iter() {
        match rt.call(key, &[item]) {
            Ok(k) => keyed.push(Keyed { key: k.into_raw(), item }),
            Err(raised) => {
                failed = Err(raised);
                break;
            }
        }
        if keyed.len().is_multiple_of(POLL_EVERY)
            && let Err(raised) = rt.poll()
        {
            failed = Err(raised);
            break;
        }
    }
    if failed.is_err() {
        keyed.iter().rev().for_each(|k| drop(Owned::from_raw(k.key)));
        return failed;
    }
    if reverse {
        keyed.reverse();
    }
    let result = sort_elements(rt, &mut keyed, |k| k.key);
    let places = items.iter_mut();
    if reverse {
        places.rev().zip(&keyed).for_each(|(place, k)| *place = k.item);
    } else {
        places.zip(&keyed).for_each(|(place, k)| *place = k.item);
    }
    keyed.iter().for_each(|k| drop(Owned::from_raw(k.key)));
    result
}

/// What all keys have in common, so that comparing them needs no dispatch and cannot run user code.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Common {
    SmallInts,
    Floats,
    Strings,
    Nothing,
}

fn common(rt: &Rt, mut keys: impl Iterator<Item = Value>) -> Common {
    let of = |v: Value| {
        if v.is_small_int() {
            Common::SmallInts
        } else if v.has_shape(shape_id::STR) {
            Common::Strings
        } else if (v.is_word_float() || v.has_shape(shape_id::FLOAT)) && !rt.as_float(v).is_some_and(f64::is_nan) {
            Common::Floats
        } else {
            Common::Nothing
        }
    };
    let Some(first) = keys.next().map(of) else { return Common::Nothing };
    if first != Common::Nothing && keys.all(|v| of(v) == first) { first } else { Common::Nothing }
}

/// Sorts elements by their keys. Where the order is total and nobody can watch the comparisons, any stable sort will do.
fn sort_elements<E: Copy>(rt: &Rt, elements: &mut [E], key: impl Fn(&E) -> Value) -> Result<(), Raised> {
    match common(rt, elements.iter().map(&key)) {
        Common::SmallInts => elements.sort_by_key(|e| key(e).small_int_unchecked()),
        Common::Floats => {
            // A number that is no NaN is ordered with every other one.
            let number = |e: &E| rt.as_float(key(e)).unwrap_or(0.0);
            elements.sort_by(|a, b| number(a).partial_cmp(&number(b)).unwrap_or(std::cmp::Ordering::Equal));
        }
        Common::Strings => {
            let text = |e: &E| crate::string::text(key(e));
            elements.sort_by(|a, b| crate::types::str::cmp_text(text(a), text(b)));
        }
        Common::Nothing => return sort_any(rt, elements, key),
    }
    Ok(())
}

fn sort_any<E: Copy>(rt: &Rt, elements: &mut [E], key: impl Fn(&E) -> Value) -> Result<(), Raised> {
    let mut steps = 0usize;
    let less = |a: E, b: E| {
        steps += 1;
        if steps.is_multiple_of(POLL_EVERY) {
            rt.poll()?;
        }
        rt.compare_truth(CmpOp::Lt, key(&a), key(&b))
    };
    timsort::sort(elements, less).map_err(|raised| raised.unwrap_or_else(|| rt.memory_error()))
}
