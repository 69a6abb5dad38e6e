//! The iterator types among the built-in functions: `enumerate`, `zip`, `map`, `filter`, `reversed`, and the iterators that
//! `iter(callable, sentinel)` and long ranges make.

mod callable;
mod enumerate;
mod filter;
mod long_range;
mod map;
mod reversed;
mod zip;

pub(crate) use callable::CallableIter;
pub(crate) use long_range::LongRangeIter;

use crate::error::{Exc, Raised};
use crate::native::Args;
use crate::rt::Rt;
use crate::value::{Owned, Slot, Value};

/// The class `enumerate`.
///
/// # Errors
/// MemoryError.
pub fn enumerate_type(rt: &Rt) -> Result<Value, Raised> {
    rt.native_type::<enumerate::Enumerate>()
}

/// The class `zip`.
///
/// # Errors
/// MemoryError.
pub fn zip_type(rt: &Rt) -> Result<Value, Raised> {
    rt.native_type::<zip::Zip>()
}

/// The class `map`.
///
/// # Errors
/// MemoryError.
pub fn map_type(rt: &Rt) -> Result<Value, Raised> {
    rt.native_type::<map::Map>()
}

/// The class `filter`.
///
/// # Errors
/// MemoryError.
pub fn filter_type(rt: &Rt) -> Result<Value, Raised> {
    rt.native_type::<filter::Filter>()
}

/// The class `reversed`.
///
/// # Errors
/// MemoryError.
pub fn reversed_type(rt: &Rt) -> Result<Value, Raised> {
    rt.native_type::<reversed::Reversed>()
}

/// The value of the only keyword that `function` knows, `strict`.
///
/// # Errors
/// TypeError for another keyword; what `__bool__` raises.
fn strict_keyword(rt: &Rt, args: &Args<'_>, function: &str) -> Result<bool, Raised> {
    let mut strict = false;
    for (name, value) in args.keywords() {
        let text = rt.str_lossy(name);
        if text != "strict" {
            return Err(rt.type_error(format!("{function}() got an unexpected keyword argument '{text}'")));
        }
        strict = rt.truth(value)?;
    }
    Ok(strict)
}

/// A tuple of iterators over all `iterables`.
///
/// # Errors
/// TypeError if one is not iterable; what `__iter__` raises.
fn iterators(rt: &Rt, iterables: &[Value]) -> Result<Slot, Raised> {
    let mut all: Vec<Owned> = Vec::with_capacity(iterables.len());
    for v in iterables {
        match rt.iter(*v) {
            Ok(it) => all.push(it),
            Err(raised) => {
                release_backwards(all);
                return Err(raised);
            }
        }
    }
    rt.tuple_from_owned(all).map(Slot::new)
}

/// Releases items as a tuple that dies does: from the last to the first.
fn release_backwards(mut items: Vec<Owned>) {
    while items.pop().is_some() {}
}

/// The error of `strict` iteration after iterator `i` ended first, or went on after the others had ended.
fn strict_error(rt: &Rt, function: &str, i: usize, longer: bool) -> Raised {
    let plural = if i == 1 { " " } else { "s 1-" };
    let how = if longer { "longer" } else { "shorter" };
    rt.raise(Exc::ValueError, format!("{function}() argument {} is {how} than argument{plural}{i}", i + 1))
}

/// What to do when iterator `i` of several ends: nothing if that is allowed, else check that all have ended together.
///
/// # Errors
/// ValueError if they have not; what iterating raises.
fn check_strict(rt: &Rt, function: &str, iterators: &[Value], i: usize) -> Result<(), Raised> {
    if i > 0 {
        return Err(strict_error(rt, function, i, false));
    }
    for (k, it) in iterators.iter().enumerate().skip(1) {
        if rt.next(*it)?.is_some() {
            return Err(strict_error(rt, function, k, true));
        }
    }
    Ok(())
}

/// The next item of an iterator kept in a slot; `None` also if the slot was emptied.
#[inline]
fn next_of(rt: &Rt, slot: &Slot) -> Result<Option<Owned>, Raised> {
    match slot.own() {
        Some(it) => rt.next(*it),
        None => Ok(None),
    }
}

#[cfg(test)]
mod tests;
