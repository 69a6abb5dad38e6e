//! Functions of the hosted language, natives, bound methods and cells: their attributes and methods.

mod bound;
mod cell;
mod natives;

pub use bound::{BOUND_GETSETS, BOUND_METHODS};
pub use cell::{CELL_GETSETS, CELL_METHODS};
pub use natives::{BOUND_NATIVE_GETSETS, DESCRIPTOR_GETSETS, DESCRIPTOR_METHODS, NATIVE_GETSETS, NATIVE_METHODS};

use crate::error::{Exc, Raised, Res};
use crate::native::{Args, GetSetDef, NativeDef};
use crate::object::{FunctionObj, Kind, shape_id};
use crate::rt::Rt;
use crate::value::{Owned, Slot, Value};
use std::cell::Cell;

/// Methods.
pub const METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(cls, code, globals, name=None, argdefs=None, closure=None, kwdefaults=None)", new),
    NativeDef::new("__call__", "(self, *args, **kwargs)", call_self),
    NativeDef::new("__get__", "(self, instance, owner=None, /)", descriptor_get),
    NativeDef::new("__repr__", "(self, /)", repr),
];

/// Computed attributes.
pub const GETSETS: &[GetSetDef] = &[
    GetSetDef { name: "__name__", get: |rt, v| slot_or_none(rt, v, |f| &f.name), set: Some(set_name) },
    GetSetDef { name: "__qualname__", get: |rt, v| slot_or_none(rt, v, |f| &f.qualname), set: Some(set_qualname) },
    GetSetDef { name: "__doc__", get: |rt, v| slot_or_none(rt, v, |f| &f.doc), set: Some(set_doc) },
    GetSetDef { name: "__module__", get: |rt, v| slot_or_none(rt, v, |f| &f.module), set: Some(set_module) },
    GetSetDef { name: "__defaults__", get: |rt, v| slot_or_none(rt, v, |f| &f.defaults), set: Some(set_defaults) },
    GetSetDef {
        name: "__kwdefaults__",
        get: |rt, v| slot_or_none(rt, v, |f| &f.kwdefaults),
        set: Some(set_kwdefaults),
    },
    GetSetDef { name: "__code__", get: |rt, v| slot_or_none(rt, v, |f| &f.code), set: Some(set_code) },
    GetSetDef { name: "__closure__", get: |rt, v| slot_or_none(rt, v, |f| &f.closure), set: Some(readonly) },
    GetSetDef { name: "__globals__", get: |rt, v| slot_or_none(rt, v, |f| &f.globals), set: Some(readonly) },
    GetSetDef {
        name: "__builtins__",
        get: |rt, _| Ok(rt.builtins.own().unwrap_or_else(|| Value::none().own())),
        set: Some(readonly),
    },
    GetSetDef { name: "__dict__", get: get_dict, set: Some(set_dict) },
    GetSetDef { name: "__annotations__", get: get_annotations, set: Some(set_annotations) },
    GetSetDef { name: "__annotate__", get: |rt, v| slot_or_none(rt, v, |f| &f.annotate), set: Some(set_annotate) },
    GetSetDef { name: "__type_params__", get: get_type_params, set: Some(set_type_params) },
];

/// The setter of attributes that are plain read-only fields in CPython, which words the error differently.
pub(crate) fn readonly(rt: &Rt, _: Value, _: Option<Value>) -> Result<(), Raised> {
    Err(rt.raise(Exc::AttributeError, "readonly attribute"))
}

fn function<'a>(v: Value) -> &'a FunctionObj {
    // SAFETY: natives and computed attributes of `function` are called on functions only.
    unsafe { v.layout() }
}

fn slot_or_none(_: &Rt, v: Value, slot: fn(&FunctionObj) -> &Slot) -> Res {
    Ok(slot(function(v)).own().unwrap_or_else(|| Value::none().own()))
}

/// Tells call caches that what a call needs has changed.
fn bump_version(v: Value) {
    let version = &function(v).version;
    version.set(version.get().wrapping_add(1));
}

fn new(rt: &Rt, args: &Args<'_>) -> Res {
    let (code, globals) = (args.get(1), args.get(2));
    let expect = |ok: bool, name: &str, what: &str, v: Value| {
        if ok {
            return Ok(());
        }
        Err(rt.type_error(format!("function() argument '{name}' must be {what}, not {}", rt.type_name(v))))
    };
    expect(rt.kind_of(code) == Kind::Code, "code", "code", code)?;
    expect(rt.is_dict(globals), "globals", "dict", globals)?;
    let given = |i: usize| args.opt(i).filter(|v| !v.is_none());
    let (name, defaults, closure, kwdefaults) = (given(3), given(4), given(5), given(6));
    if name.is_some_and(|v| !rt.is_str(v)) {
        return Err(rt.type_error("arg 3 (name) must be None or string"));
    }
    if defaults.is_some_and(|v| !rt.is_tuple(v)) {
        return Err(rt.type_error("arg 4 (defaults) must be None or tuple"));
    }
    let free = (rt.entry().code_nfree)(rt, code);
    match closure {
        Some(v) if !rt.is_tuple(v) => {
            let must = if free > 0 { "arg 5 (closure) must be tuple" } else { "arg 5 (closure) must be None or tuple" };
            return Err(rt.type_error(must));
        }
        None if free > 0 => return Err(rt.type_error("arg 5 (closure) must be tuple")),
        _ => {}
    }
    if kwdefaults.is_some_and(|v| !rt.is_dict(v)) {
        return Err(rt.type_error("arg 6 (kwdefaults) must be None or dict"));
    }
    let code_name = code_attr(rt, code, "co_name")?;
    let cells = closure.and_then(|c| rt.as_tuple(c)).unwrap_or(&[]);
    if cells.len() != free {
        let name = rt.str_lossy(*code_name);
        return Err(rt.value_error(format!("{name} requires closure of length {free}, not {}", cells.len())));
    }
    if let Some(bad) = cells.iter().find(|c| rt.kind_of(**c) != Kind::Cell) {
        let got = rt.type_name(*bad);
        return Err(rt.type_error(format!("arg 5 (closure) expected cell, found {got}")));
    }
    let module = rt.dict_get_str(globals, rt.names.__name__).map(Value::own);
    let qualname = code_attr(rt, code, "co_qualname")?;
    rt.alloc_fixed(
        shape_id::FUNCTION,
        FunctionObj {
            head: Rt::fresh_header(shape_id::FUNCTION),
            code: Slot::new(code.own()),
            globals: Slot::new(globals.own()),
            defaults: Slot::from_option(defaults.map(Value::own)),
            kwdefaults: Slot::from_option(kwdefaults.map(Value::own)),
            closure: Slot::from_option(closure.filter(|_| free > 0).map(Value::own)),
            name: Slot::new(name.map_or(code_name, Value::own)),
            qualname: Slot::new(qualname),
            doc: Slot::empty(),
            module: Slot::from_option(module),
            annotate: Slot::empty(),
            annotations: Slot::empty(),
            dict: Slot::empty(),
            version: Cell::new(0),
            binding: Cell::new((rt.entry().bind_code)(rt, code, globals)),
        },
    )
}

fn code_attr(rt: &Rt, code: Value, name: &str) -> Res {
    match (rt.entry().code_attr)(rt, code, name) {
        Some(found) => found,
        None => Err(rt.raise(Exc::AttributeError, format!("'code' object has no attribute '{name}'"))),
    }
}

fn call_self(rt: &Rt, args: &Args<'_>) -> Res {
    rt.call_args(args.get(0), &Args::with_keywords(&args.all()[1..], args.names()))
}

/// `__get__` of functions and natives.
pub(crate) fn descriptor_get(rt: &Rt, args: &Args<'_>) -> Res {
    let (instance, owner) = descriptor_args(rt, args)?;
    rt.bind_builtin(args.get(0), instance, owner)
}

/// The arguments of a `__get__` as [`Rt::bind`] wants them: no instance for None, and the class.
pub(crate) fn descriptor_args(rt: &Rt, args: &Args<'_>) -> Result<(Value, Value), Raised> {
    let (instance, owner) = (args.get(1), args.opt(2).filter(|o| !o.is_none()));
    if !instance.is_none() {
        return Ok((instance, owner.unwrap_or_else(|| rt.class_of(instance))));
    }
    match owner {
        Some(owner) => Ok((Value::EMPTY, owner)),
        None => Err(rt.type_error("__get__(None, None) is invalid")),
    }
}

fn repr(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    let name = rt.str_lossy(function(v).qualname.get());
    rt.str(&format!("<function {name} at {:#x}>", v.as_ptr().addr()))
}

fn must_be(rt: &Rt, name: &str, what: &str) -> Raised {
    rt.type_error(format!("{name} must be set to {what}"))
}

fn string_slot(rt: &Rt, slot: &Slot, name: &str, value: Option<Value>) -> Result<(), Raised> {
    match value {
        Some(v) if rt.is_str(v) => {
            slot.set(v.own());
            Ok(())
        }
        _ => Err(must_be(rt, name, "a string object")),
    }
}

fn set_name(rt: &Rt, v: Value, value: Option<Value>) -> Result<(), Raised> {
    string_slot(rt, &function(v).name, "__name__", value)
}

fn set_qualname(rt: &Rt, v: Value, value: Option<Value>) -> Result<(), Raised> {
    string_slot(rt, &function(v).qualname, "__qualname__", value)
}

fn set_doc(_: &Rt, v: Value, value: Option<Value>) -> Result<(), Raised> {
    function(v).doc.set_option(value.map(Value::own));
    Ok(())
}

fn set_module(_: &Rt, v: Value, value: Option<Value>) -> Result<(), Raised> {
    function(v).module.set_option(value.map(Value::own));
    Ok(())
}

/// Sets an optional part of a function: None and deletion empty it.
fn set_part(slot: &Slot, v: Value, value: Option<Value>) {
    bump_version(v);
    slot.set_option(value.filter(|n| !n.is_none()).map(Value::own));
}

fn set_defaults(rt: &Rt, v: Value, value: Option<Value>) -> Result<(), Raised> {
    if value.is_some_and(|d| !d.is_none() && !rt.is_tuple(d)) {
        return Err(must_be(rt, "__defaults__", "a tuple object"));
    }
    set_part(&function(v).defaults, v, value);
    Ok(())
}

fn set_kwdefaults(rt: &Rt, v: Value, value: Option<Value>) -> Result<(), Raised> {
    if value.is_some_and(|d| !d.is_none() && !rt.is_dict(d)) {
        return Err(must_be(rt, "__kwdefaults__", "a dict object"));
    }
    set_part(&function(v).kwdefaults, v, value);
    Ok(())
}

fn set_code(rt: &Rt, v: Value, value: Option<Value>) -> Result<(), Raised> {
    let Some(code) = value.filter(|c| rt.kind_of(*c) == Kind::Code) else {
        return Err(must_be(rt, "__code__", "a code object"));
    };
    let f = function(v);
    let cells = rt.as_tuple(f.closure.get()).map_or(0, <[Value]>::len);
    let free = (rt.entry().code_nfree)(rt, code);
    if cells != free {
        let name = rt.str_lossy(f.name.get());
        return Err(rt.value_error(format!("{name}() requires a code object with {cells} free vars, not {free}")));
    }
    bump_version(v);
    let old = f.code.get().own();
    let mut replaced = rt.replaced_code.borrow_mut();
    if !replaced.iter().rev().take(8).any(|c| **c == *old) {
        replaced.push(old);
    }
    drop(replaced);
    f.binding.set((rt.entry().bind_code)(rt, code, f.globals.get()));
    f.code.set(code.own());
    Ok(())
}

fn get_dict(rt: &Rt, v: Value) -> Res {
    let f = function(v);
    if let Some(dict) = f.dict.own() {
        return Ok(dict);
    }
    let dict = rt.new_dict()?;
    f.dict.set(dict.clone());
    Ok(dict)
}

fn set_dict(rt: &Rt, v: Value, value: Option<Value>) -> Result<(), Raised> {
    match value {
        None => Err(rt.type_error("cannot delete __dict__")),
        Some(dict) if rt.is_dict(dict) => {
            function(v).dict.set(dict.own());
            Ok(())
        }
        Some(other) => {
            let got = rt.type_name(other);
            Err(rt.type_error(format!("__dict__ must be set to a dictionary, not a '{got}'")))
        }
    }
}

fn get_annotations(rt: &Rt, v: Value) -> Res {
    let f = function(v);
    if let Some(known) = f.annotations.own() {
        return Ok(known);
    }
    let annotate = f.annotate.own().unwrap_or_else(|| Value::none().own());
    let made = rt.call_annotate(*annotate)?;
    f.annotations.set(made.clone());
    Ok(made)
}

fn set_annotations(rt: &Rt, v: Value, value: Option<Value>) -> Result<(), Raised> {
    if value.is_some_and(|d| !d.is_none() && !rt.is_dict(d)) {
        return Err(must_be(rt, "__annotations__", "a dict object"));
    }
    let f = function(v);
    f.annotations.set_option(value.filter(|d| !d.is_none()).map(Value::own));
    f.annotate.clear();
    Ok(())
}

fn set_annotate(rt: &Rt, v: Value, value: Option<Value>) -> Result<(), Raised> {
    let f = function(v);
    match value {
        None => Err(rt.type_error("__annotate__ cannot be deleted")),
        Some(none) if none.is_none() => {
            f.annotate.clear();
            Ok(())
        }
        Some(callable) if rt.is_callable(callable) => {
            f.annotate.set(callable.own());
            f.annotations.clear();
            Ok(())
        }
        Some(_) => Err(rt.type_error("__annotate__ must be callable or None")),
    }
}

fn get_type_params(rt: &Rt, v: Value) -> Res {
    let dict = function(v).dict.get().some();
    let set = dict.and_then(|d| rt.dict_get_str(d, rt.names.__type_params__));
    Ok(set.unwrap_or(rt.empty_tuple).own())
}

fn set_type_params(rt: &Rt, v: Value, value: Option<Value>) -> Result<(), Raised> {
    let Some(tuple) = value.filter(|t| rt.is_tuple(*t)) else {
        return Err(must_be(rt, "__type_params__", "a tuple"));
    };
    let dict: Owned = get_dict(rt, v)?;
    rt.dict_set_str(*dict, rt.names.__type_params__, tuple.own())
}
