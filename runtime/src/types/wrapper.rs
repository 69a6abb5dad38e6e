//! `classmethod` and `staticmethod`.

use super::function::{descriptor_args, readonly};
use crate::error::Res;
use crate::native::{Args, GetSetDef, NativeDef};
use crate::object::WrapperObj;
use crate::rt::Rt;
use crate::value::{Slot, Value};

/// Methods of classmethod.
pub const CLASSMETHOD_METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(cls, *args, **kwargs)", new),
    NativeDef::new("__init__", "(self, function, /)", init),
    NativeDef::new("__get__", "(self, instance, owner=None, /)", get),
    NativeDef::new("__repr__", "(self, /)", repr),
];

/// Methods of staticmethod.
pub const STATICMETHOD_METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(cls, *args, **kwargs)", new),
    NativeDef::new("__init__", "(self, function, /)", init),
    NativeDef::new("__get__", "(self, instance, owner=None, /)", get),
    NativeDef::new("__repr__", "(self, /)", repr),
    NativeDef::new("__call__", "(self, *args, **kwargs)", call),
];

/// Computed attributes of both.
pub const WRAPPER_GETSETS: &[GetSetDef] = &[
    GetSetDef { name: "__func__", get: |rt, v| rt.wrapped(v), set: Some(readonly) },
    GetSetDef { name: "__wrapped__", get: |rt, v| rt.wrapped(v), set: Some(readonly) },
    GetSetDef {
        name: "__isabstractmethod__",
        get: |rt, v| Ok(Value::bool(rt.is_abstract(*rt.wrapped(v)?)?).own()),
        set: None,
    },
    GetSetDef { name: "__name__", get: |rt, v| rt.getattr(*rt.wrapped(v)?, rt.names.__name__), set: None },
    GetSetDef { name: "__qualname__", get: |rt, v| rt.getattr(*rt.wrapped(v)?, rt.names.__qualname__), set: None },
    GetSetDef { name: "__module__", get: |rt, v| rt.getattr(*rt.wrapped(v)?, rt.names.__module__), set: None },
    GetSetDef { name: "__doc__", get: |rt, v| rt.getattr(*rt.wrapped(v)?, rt.names.__doc__), set: None },
    GetSetDef {
        name: "__annotations__",
        get: |rt, v| rt.getattr(*rt.wrapped(v)?, rt.names.__annotations__),
        set: None,
    },
    GetSetDef { name: "__annotate__", get: |rt, v| rt.getattr(*rt.wrapped(v)?, rt.names.__annotate__), set: None },
];

fn new(rt: &Rt, args: &Args<'_>) -> Res {
    rt.alloc_instance_with(args.get(0), |shape| WrapperObj { head: Rt::fresh_header(shape), func: Slot::empty() })
}

fn init(_: &Rt, args: &Args<'_>) -> Res {
    // SAFETY: natives of these classes are called on class and static methods only.
    unsafe { args.get(0).layout::<WrapperObj>() }.func.set(args.get(1).own());
    crate::native::none()
}

fn get(rt: &Rt, args: &Args<'_>) -> Res {
    let (instance, owner) = descriptor_args(rt, args)?;
    rt.bind_builtin(args.get(0), instance, owner)
}

fn call(rt: &Rt, args: &Args<'_>) -> Res {
    let func = rt.wrapped(args.get(0))?;
    rt.call_args(*func, &Args::with_keywords(&args.all()[1..], args.names()))
}

fn repr(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    let func = rt.repr_text(*rt.wrapped(v)?)?;
    rt.str(&format!("<{}({func})>", rt.type_name(v)))
}
