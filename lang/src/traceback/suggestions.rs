//! Hints at the end of a message: a name that was probably meant, a module that was not imported.

use super::stdlib_names::is_standard;
use crate::interp::frames;
use runtime::names::Dunder;
use runtime::text::suggest::suggest;
use runtime::{Exc, Owned, Raised, Rt, Value};

/// What is added to the message of `exc`; empty for most exceptions. `traceback` is its traceback or the empty word.
pub(super) fn hint(rt: &Rt, exc: Value, traceback: Value) -> String {
    let is = |e| rt.is_instance_of(exc, rt.exc_class(e));
    if is(Exc::ImportError) {
        let near = attribute(rt, exc, "name_from").and_then(|wrong| near_import(rt, exc, &wrong));
        return near.map_or(String::new(), |near| format!(". Did you mean: '{near}'?"));
    }
    if !is(Exc::NameError) && !is(Exc::AttributeError) {
        return String::new();
    }
    let Some(wrong) = attribute(rt, exc, "name") else { return String::new() };
    let near = if is(Exc::AttributeError) {
        near_attribute(rt, exc, traceback, &wrong)
    } else {
        near_name(rt, traceback, &wrong)
    };
    let mut text = near.as_ref().map_or(String::new(), |near| format!(". Did you mean: '{near}'?"));
    if is(Exc::NameError) && is_standard(&wrong) {
        let or = if near.is_some() { " Or did" } else { ". Did" };
        text.push_str(&format!("{or} you forget to import '{wrong}'?"));
    }
    text
}

/// The value of a call that may fail without anybody hearing of it.
pub(super) fn quietly<T>(rt: &Rt, result: Result<T, Raised>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(raised) => {
            rt.forget(raised);
            None
        }
    }
}

/// Attribute `name` of an exception; `None` if it is missing or None.
pub(super) fn field(rt: &Rt, exc: Value, name: &str) -> Option<Owned> {
    let name = quietly(rt, rt.intern(name))?;
    quietly(rt, rt.getattr_opt(exc, *name))?.filter(|v| !v.is_none())
}

/// Attribute `name` of an exception, if it is a string.
fn attribute(rt: &Rt, exc: Value, name: &str) -> Option<String> {
    let value = field(rt, exc, name)?;
    rt.as_text(*value).map(|t| t.lossy().into_owned())
}

/// The names `dir` gives, sorted.
fn names_of(rt: &Rt, v: Value) -> Option<Vec<String>> {
    let dir = rt.special(v, Dunder::Dir)?;
    let names = quietly(rt, rt.call_special(dir, v, &[]))?;
    let names = quietly(rt, rt.collect_vec(*names))?;
    let mut names: Vec<String> = names.iter().filter_map(|n| rt.as_text(**n)).map(|t| t.lossy().into_owned()).collect();
    names.sort();
    Some(names)
}

fn nearest(wrong: &str, names: &[String], private: bool) -> Option<String> {
    let names = names.iter().map(String::as_str).filter(|n| private || !n.starts_with('_'));
    suggest(wrong, names).map(str::to_owned)
}

/// The innermost frame, and its local variables as a dict.
fn innermost(rt: &Rt, traceback: Value) -> Option<(Owned, Owned)> {
    let mut entry = rt.as_traceback(traceback.some()?)?;
    while let Some(next) = entry.next.get().some() {
        entry = rt.as_traceback(next)?;
    }
    let frame = entry.frame.own()?;
    let locals = quietly(rt, frames::frame_locals(rt, rt.as_frame(*frame)?))?;
    Some((frame, locals)).filter(|(_, l)| rt.is_dict(**l))
}

/// Local variable `self`.
fn this(rt: &Rt, locals: Value) -> Option<Owned> {
    let name = quietly(rt, rt.intern("self"))?;
    rt.dict_get_str(locals, *name).map(Value::own)
}

fn near_attribute(rt: &Rt, exc: Value, traceback: Value, wrong: &str) -> Option<String> {
    let none = Value::none().own();
    let object = field(rt, exc, "obj").unwrap_or(none);
    let names = names_of(rt, *object)?;
    // Private names are for those who ask for one, and for the object's own methods.
    let private = wrong.starts_with('_')
        || innermost(rt, traceback).and_then(|(_, locals)| this(rt, *locals)).is_some_and(|s| *s == *object);
    nearest(wrong, &names, private)
}

fn near_import(rt: &Rt, exc: Value, wrong: &str) -> Option<String> {
    let name = attribute(rt, exc, "name")?;
    let top = quietly(rt, rt.str(name.split('.').next().unwrap_or_default()))?;
    let module = rt.dict_get_str(rt.modules.get().some()?, *top)?.own();
    nearest(wrong, &names_of(rt, *module)?, wrong.starts_with('_'))
}

fn near_name(rt: &Rt, traceback: Value, wrong: &str) -> Option<String> {
    let (frame, locals) = innermost(rt, traceback)?;
    if let Some(this) = this(rt, *locals) {
        let name = quietly(rt, rt.intern(wrong))?;
        if quietly(rt, rt.getattr_opt(*this, *name)).flatten().is_some() {
            return Some(format!("self.{wrong}"));
        }
    }
    let mut names = Vec::new();
    for dict in [*locals, rt.as_frame(*frame)?.globals.get(), rt.builtins.get()] {
        let mut at = 0;
        while let Some((key, _)) = dict.some().filter(|d| rt.is_dict(*d)).and_then(|d| rt.dict_entry(d, &mut at)) {
            names.extend(rt.as_text(key).map(|t| t.lossy().into_owned()));
        }
    }
    nearest(wrong, &names, true)
}
