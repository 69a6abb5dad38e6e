//! Bound methods.

use super::{call_self, readonly};
use crate::error::{Exc, Res};
use crate::native::{Args, GetSetDef, NativeDef};
use crate::object::BoundMethodObj;
use crate::rt::Rt;
use crate::value::Value;

/// Methods.
pub const BOUND_METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(cls, function, instance, /)", new),
    NativeDef::new("__call__", "(self, *args, **kwargs)", call_self),
    NativeDef::new("__get__", "(self, instance, owner=None, /)", |_, args| Ok(args.get(0).own())),
    NativeDef::new("__repr__", "(self, /)", repr),
    NativeDef::new("__eq__", "(self, value, /)", eq),
    NativeDef::new("__hash__", "(self, /)", hash),
];

/// Computed attributes; all others are the function's.
pub const BOUND_GETSETS: &[GetSetDef] = &[
    GetSetDef { name: "__func__", get: |_, v| Ok(method(v).func.get().own()), set: Some(readonly) },
    GetSetDef { name: "__self__", get: |_, v| Ok(method(v).receiver.get().own()), set: Some(readonly) },
    GetSetDef { name: "__doc__", get: get_doc, set: None },
];

fn method<'a>(v: Value) -> &'a BoundMethodObj {
    // SAFETY: natives and computed attributes of `method` are called on bound methods only.
    unsafe { v.layout() }
}

fn new(rt: &Rt, args: &Args<'_>) -> Res {
    let (func, receiver) = (args.get(1), args.get(2));
    if !rt.is_callable(func) {
        return Err(rt.type_error("first argument must be callable"));
    }
    if receiver.is_none() {
        return Err(rt.type_error("instance must not be None"));
    }
    rt.new_bound_method(func, receiver)
}

fn repr(rt: &Rt, args: &Args<'_>) -> Res {
    let m = method(args.get(0));
    let (func, receiver) = (m.func.get().own(), m.receiver.get().own());
    let mut name = "?".to_owned();
    for attr in [rt.names.__qualname__, rt.names.__name__] {
        if let Some(found) = rt.getattr_opt(*func, attr)?
            && rt.is_str(*found)
        {
            name = rt.str_lossy(*found).into_owned();
            break;
        }
    }
    let receiver = rt.repr_text(*receiver)?;
    rt.str(&format!("<bound method {name} of {receiver}>"))
}

fn eq(rt: &Rt, args: &Args<'_>) -> Res {
    let Some(other) = rt.as_bound_method(args.get(1)) else { return Ok(Value::not_implemented().own()) };
    let m = method(args.get(0));
    let same = m.receiver.get() == other.receiver.get() && rt.eq(*m.func.get().own(), *other.func.get().own())?;
    Ok(Value::bool(same).own())
}

fn hash(rt: &Rt, args: &Args<'_>) -> Res {
    let m = method(args.get(0));
    let func = rt.hash(*m.func.get().own())?;
    rt.hash_value(rt.identity_hash(m.receiver.get()) ^ func)
}

fn get_doc(rt: &Rt, v: Value) -> Res {
    match rt.getattr(*method(v).func.get().own(), rt.names.__doc__) {
        Ok(doc) => Ok(doc),
        Err(raised) => {
            rt.swallow(raised, Exc::AttributeError)?;
            crate::native::none()
        }
    }
}
