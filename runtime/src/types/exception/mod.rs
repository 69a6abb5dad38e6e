//! The exception classes: what each adds to `BaseException`, and where its fields are kept.
//!
//! A class with one or two fields keeps them in the object's `extra` slots. The others ([`Fields`]) keep a private list in
//! `extra`, made when the first field is set.

mod base;
mod group;
mod os_error;
mod simple;
mod syntax_error;
mod traceback;
mod unicode;
mod unraisable;

pub use base::{GETSETS, METHODS};
pub use traceback::{FRAME_GETSETS, FRAME_METHODS, TRACEBACK_GETSETS, TRACEBACK_METHODS};

use crate::error::{Exc, Raised, Res};
use crate::native::{Args, GetSetDef, NativeDef};
use crate::rt::Rt;
use crate::value::{Owned, Value};

/// Methods and attributes that class `e` adds to its parent's.
pub fn specific(e: Exc) -> (&'static [NativeDef], &'static [GetSetDef]) {
    match e {
        Exc::KeyError => (simple::KEY_ERROR, &[]),
        Exc::StopIteration => (simple::STOP_ITERATION, simple::STOP_ITERATION_GETSETS),
        Exc::SystemExit => (simple::SYSTEM_EXIT, simple::SYSTEM_EXIT_GETSETS),
        Exc::NameError => (simple::NAME_ERROR, simple::NAME_ERROR_GETSETS),
        Exc::AttributeError => (simple::ATTRIBUTE_ERROR, simple::ATTRIBUTE_ERROR_GETSETS),
        Exc::ImportError => (simple::IMPORT_ERROR, simple::IMPORT_ERROR_GETSETS),
        Exc::OSError => (os_error::METHODS, os_error::GETSETS),
        Exc::SyntaxError => (syntax_error::METHODS, syntax_error::GETSETS),
        Exc::UnicodeDecodeError => (unicode::DECODE, unicode::GETSETS),
        Exc::UnicodeEncodeError => (unicode::ENCODE, unicode::GETSETS),
        Exc::UnicodeTranslateError => (unicode::TRANSLATE, unicode::GETSETS),
        Exc::BaseExceptionGroup => (group::METHODS, group::GETSETS),
        _ => (&[], &[]),
    }
}

/// Fills the fields of an exception that native code made without running `__init__`: what `__init__` would take from `args`.
///
/// # Errors
/// MemoryError.
pub(crate) fn fill_fields(rt: &Rt, e: Exc, exc: Value) -> Result<(), Raised> {
    let args = rt.exception_data(exc).args.get();
    let args = rt.as_tuple(args).unwrap_or(&[]);
    let Some(first) = args.first() else { return Ok(()) };
    match e {
        Exc::StopIteration => rt.exception_data(exc).extra.set(first.own()),
        Exc::SystemExit => simple::set_code(rt, exc, args),
        Exc::UnicodeDecodeError | Exc::UnicodeEncodeError | Exc::UnicodeTranslateError => unicode::fill(rt, exc, args)?,
        _ => match family(e) {
            Exc::ImportError if args.len() == 1 => simple::IMPORT.set(rt, exc, simple::import::MSG, Some(*first))?,
            Exc::OSError => os_error::fill(rt, exc, args)?,
            Exc::SyntaxError => syntax_error::fill(rt, exc, args)?,
            _ => {}
        },
    }
    Ok(())
}

/// The ancestor of `e` just below Exception.
fn family(mut e: Exc) -> Exc {
    while let Some(parent) = e.parent().filter(|p| !matches!(p, Exc::Exception | Exc::BaseException)) {
        e = parent;
    }
    e
}

/// The fields of an exception class that has more than two: a list in `extra`.
pub(crate) struct Fields {
    /// How many.
    count: usize,
}

/// What an unset field holds; reads as None.
fn unset() -> Value {
    Value::not_implemented()
}

impl Fields {
    const fn new(count: usize) -> Fields {
        Fields { count }
    }

    /// Field `i`; `None` if it is unset.
    fn get(&self, rt: &Rt, exc: Value, i: usize) -> Option<Owned> {
        debug_assert!(i < self.count);
        let list = rt.exception_data(exc).extra.get().some()?;
        rt.as_list(list)?.get(i).filter(|v| *v != unset()).map(Value::own)
    }

    /// Field `i`, or None.
    fn get_or_none(&self, rt: &Rt, exc: Value, i: usize) -> Owned {
        self.get(rt, exc, i).unwrap_or_else(|| Value::none().own())
    }

    /// Sets field `i`, or unsets it.
    ///
    /// # Errors
    /// MemoryError.
    fn set(&self, rt: &Rt, exc: Value, i: usize, value: Option<Value>) -> Result<(), Raised> {
        let data = rt.exception_data(exc);
        let list = match data.extra.own().filter(|l| rt.as_list(**l).is_some_and(|l| l.len.get() == self.count)) {
            Some(list) => list,
            None => {
                let list = rt.list_from_owned((0..self.count).map(|_| unset().own()).collect())?;
                data.extra.set(list.clone());
                list
            }
        };
        if let Some(items) = rt.as_list(*list) {
            drop(items.replace(i, value.unwrap_or(unset()).own()));
        }
        Ok(())
    }
}

/// The keyword arguments called `names`; any other is an error of function `function`.
///
/// # Errors
/// TypeError.
fn keywords<const N: usize>(
    rt: &Rt,
    function: &str,
    args: &Args<'_>,
    names: [&str; N],
) -> Result<[Option<Value>; N], Raised> {
    let mut found = [None; N];
    for (name, value) in args.keywords() {
        let text = rt.str_lossy(name);
        match names.iter().position(|n| **n == *text) {
            Some(i) => found[i] = Some(value),
            None => {
                let hint = match crate::text::suggest::suggest(&text, names.iter().copied()) {
                    Some(near) => format!(". Did you mean '{near}'?"),
                    None => String::new(),
                };
                return Err(rt.type_error(format!("{function}() got an unexpected keyword argument '{text}'{hint}")));
            }
        }
    }
    Ok(found)
}

/// TypeError if there are keyword arguments.
fn no_keywords(rt: &Rt, class: Value, args: &Args<'_>) -> Result<(), Raised> {
    match args.names().is_empty() {
        true => Ok(()),
        false => Err(rt.type_error(format!("{}() takes no keyword arguments", rt.class_name(class)))),
    }
}

/// Makes `args` the exception's `args`, unless it has these already.
fn set_args(rt: &Rt, exc: Value, args: &[Value]) -> Result<(), Raised> {
    let data = rt.exception_data(exc);
    if rt.as_tuple(data.args.get()).is_none_or(|old| old != args) {
        let args = rt.tuple_from(args)?;
        data.args.set(args);
    }
    Ok(())
}

/// A field, or None if its slot is empty.
fn slot_or_none(slot: &crate::value::Slot) -> Res {
    Ok(slot.own().unwrap_or_else(|| Value::none().own()))
}
