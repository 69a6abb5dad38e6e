//! Weak references as a type.

use crate::error::{Exc, Res};
use crate::native::{Args, GetSetDef, NativeDef};
use crate::object::{Kind, WeakRefObj};
use crate::ops::CmpOp;
use crate::rt::Rt;
use crate::types::function::readonly;
use crate::value::Value;

/// Methods.
pub const METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(cls, *args, **kwargs)", new),
    NativeDef::new("__init__", "(self, *args, **kwargs)", init),
    NativeDef::new("__call__", "(self, *args, **kwargs)", call),
    NativeDef::new("__repr__", "(self, /)", repr),
    NativeDef::new("__eq__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Eq)),
    NativeDef::new("__ne__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Ne)),
    NativeDef::new("__hash__", "(self, /)", hash),
    NativeDef::new("__class_getitem__", "(cls, item, /)", |_, args| Ok(args.get(0).own())),
];

/// Computed attributes.
pub const GETSETS: &[GetSetDef] = &[GetSetDef {
    name: "__callback__",
    get: |_, v| Ok(weak(v).callback.own().unwrap_or_else(|| Value::none().own())),
    set: Some(readonly),
}];

fn weak<'a>(v: Value) -> &'a WeakRefObj {
    // SAFETY: natives and computed attributes of weak references are called on them only.
    unsafe { v.layout() }
}

fn new(rt: &Rt, args: &Args<'_>) -> Res {
    let (class, given) = (args.get(0), args.len() - 1);
    if class == rt.kind_type(Kind::WeakRef) && !args.names().is_empty() {
        return Err(rt.type_error("ref() takes no keyword arguments"));
    }
    match given {
        0 => Err(rt.type_error("__new__ expected at least 1 argument, got 0")),
        1 | 2 => rt.new_weakref(class, args.get(1), args.opt(2).filter(|c| !c.is_none())),
        _ => Err(rt.type_error(format!("__new__ expected at most 2 arguments, got {given}"))),
    }
}

fn init(rt: &Rt, args: &Args<'_>) -> Res {
    let given = args.len() - 1;
    match given {
        _ if !args.names().is_empty() => Err(rt.type_error("ref() takes no keyword arguments")),
        0 => Err(rt.type_error("__init__ expected at least 1 argument, got 0")),
        1 | 2 => crate::native::none(),
        _ => Err(rt.type_error(format!("__init__ expected at most 2 arguments, got {given}"))),
    }
}

fn call(rt: &Rt, args: &Args<'_>) -> Res {
    if !args.names().is_empty() {
        return Err(rt.type_error("weakref() takes no keyword arguments"));
    }
    if args.len() > 1 {
        return Err(rt.type_error(format!("weakref expected 0 arguments, got {}", args.len() - 1)));
    }
    Ok(rt.weakref_get(args.get(0)).unwrap_or_else(|| Value::none().own()))
}

fn repr(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    let at = v.as_ptr().addr();
    let Some(referent) = rt.weakref_get(v) else { return rt.str(&format!("<weakref at {at:#x}; dead>")) };
    let to = format!("'{}' at {:#x}", rt.type_name(*referent), referent.as_ptr().addr());
    let name = match rt.getattr_opt(*referent, rt.names.__name__)? {
        Some(name) if rt.is_str(*name) && rt.kind_of(*referent) != Kind::Module => {
            format!(" ({})", rt.str_lossy(*name))
        }
        _ => String::new(),
    };
    rt.str(&format!("<weakref at {at:#x}; to {to}{name}>"))
}

fn compare(rt: &Rt, args: &Args<'_>, op: CmpOp) -> Res {
    let (a, b) = (args.get(0), args.get(1));
    if rt.kind_of(b) != Kind::WeakRef {
        return Ok(Value::not_implemented().own());
    }
    match (rt.weakref_get(a), rt.weakref_get(b)) {
        (Some(x), Some(y)) => rt.compare(op, *x, *y),
        // The dead are equal to themselves alone.
        _ => Ok(Value::bool((a == b) == (op == CmpOp::Eq)).own()),
    }
}

fn hash(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    if let Some(h) = weak(v).hash.get() {
        return rt.hash_value(h);
    }
    let Some(referent) = rt.weakref_get(v) else {
        return Err(rt.raise(Exc::TypeError, "weak object has gone away"));
    };
    let h = rt.hash(*referent)?;
    weak(v).hash.set(Some(h));
    rt.hash_value(h)
}
