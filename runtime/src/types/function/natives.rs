//! Native functions and methods as values.

use super::{call_self, descriptor_get, readonly};
use crate::error::Res;
use crate::native::{Args, GetSetDef, NativeDef};
use crate::object::{NativeObj, NativeSort};
use crate::rt::Rt;
use crate::value::Value;

/// Methods of natives of every sort.
pub const NATIVE_METHODS: &[NativeDef] = &[
    NativeDef::new("__call__", "(self, *args, **kwargs)", call_self),
    NativeDef::new("__repr__", "(self, /)", repr),
    NativeDef::new("__eq__", "(self, value, /)", eq),
    NativeDef::new("__hash__", "(self, /)", hash),
];

/// Computed attributes of natives of every sort.
pub const NATIVE_GETSETS: &[GetSetDef] = &[
    GetSetDef { name: "__name__", get: |rt, v| rt.intern(native(v).def.name), set: None },
    GetSetDef { name: "__qualname__", get: get_qualname, set: None },
    GetSetDef { name: "__doc__", get: |_, _| crate::native::none(), set: None },
    GetSetDef { name: "__text_signature__", get: |_, _| crate::native::none(), set: None },
];

/// Methods of those that bind when they are looked up through an instance.
pub const DESCRIPTOR_METHODS: &[NativeDef] =
    &[NativeDef::new("__get__", "(self, instance, owner=None, /)", descriptor_get)];

/// Computed attributes of methods in a class.
pub const DESCRIPTOR_GETSETS: &[GetSetDef] =
    &[GetSetDef { name: "__objclass__", get: |_, v| Ok(native(v).owner.get().own()), set: Some(readonly) }];

/// Computed attributes of functions and bound methods.
pub const BOUND_NATIVE_GETSETS: &[GetSetDef] = &[
    GetSetDef { name: "__self__", get: get_self, set: None },
    GetSetDef { name: "__module__", get: get_module, set: Some(readonly) },
];

fn native<'a>(v: Value) -> &'a NativeObj {
    // SAFETY: natives and computed attributes of these classes are called on native functions only.
    unsafe { v.layout() }
}

fn owner_name(rt: &Rt, n: &NativeObj) -> String {
    n.owner.get().some().filter(|o| rt.is_type(*o)).map_or_else(String::new, |o| rt.class_name(o))
}

fn repr(rt: &Rt, args: &Args<'_>) -> Res {
    let n = native(args.get(0));
    let name = n.def.name;
    let (receiver, owner) = (n.receiver.get(), n.owner.get());
    let of = |v: Value| format!("{} object at {:#x}", rt.type_name(v), v.bits());
    rt.str(&match n.sort {
        NativeSort::Static | NativeSort::New if !owner.is_empty() => {
            format!("<built-in method {name} of {}>", of(owner))
        }
        NativeSort::Function | NativeSort::Static | NativeSort::New => format!("<built-in function {name}>"),
        NativeSort::Method | NativeSort::ClassMethod => format!("<method '{name}' of '{}' objects>", owner_name(rt, n)),
        NativeSort::Slot => format!("<slot wrapper '{name}' of '{}' objects>", owner_name(rt, n)),
        NativeSort::Bound => format!("<built-in method {name} of {}>", of(receiver)),
        NativeSort::BoundSlot => format!("<method-wrapper '{name}' of {}>", of(receiver)),
    })
}

fn eq(rt: &Rt, args: &Args<'_>) -> Res {
    let Some(b) = rt.as_native(args.get(1)) else { return Ok(Value::not_implemented().own()) };
    let a = native(args.get(0));
    let same = std::ptr::eq(a.def, b.def)
        && a.sort == b.sort
        && a.receiver.get() == b.receiver.get()
        && a.owner.get() == b.owner.get();
    Ok(Value::bool(same).own())
}

fn hash(rt: &Rt, args: &Args<'_>) -> Res {
    let n = native(args.get(0));
    let receiver = n.receiver.get().some().map_or(0, |r| rt.identity_hash(r));
    rt.hash_value(receiver ^ (std::ptr::from_ref(n.def).addr() >> 3) as i64)
}

fn get_qualname(rt: &Rt, v: Value) -> Res {
    let n = native(v);
    match owner_name(rt, n) {
        owner if owner.is_empty() => rt.str(n.def.name),
        owner => rt.str(&format!("{owner}.{}", n.def.name)),
    }
}

fn get_self(rt: &Rt, v: Value) -> Res {
    let n = native(v);
    if let Some(receiver) = n.receiver.own() {
        return Ok(receiver);
    }
    match n.owner.get().some() {
        // A class's static function belongs to the class, a module's function to the module.
        Some(owner) if rt.is_type(owner) => Ok(owner.own()),
        Some(name) if rt.is_str(name) => {
            let module = rt.modules.get().some().and_then(|m| rt.dict_get_str(m, name));
            Ok(module.unwrap_or(Value::none()).own())
        }
        _ => crate::native::none(),
    }
}

fn get_module(rt: &Rt, v: Value) -> Res {
    let owner = native(v).owner.get();
    if !owner.is_empty() && rt.is_str(owner) { Ok(owner.own()) } else { crate::native::none() }
}
