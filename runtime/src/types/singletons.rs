//! `None`, `...` and `NotImplemented`.

use crate::error::Res;
use crate::native::{Args, NativeDef};
use crate::rt::Rt;
use crate::value::Value;

/// Methods of None.
pub const NONE: &[NativeDef] = &[
    NativeDef::new("__new__", "(cls, *args, **kwargs)", |rt, args| only(rt, args, "NoneType", Value::none())),
    NativeDef::new("__repr__", "(self, /)", |rt, _| rt.intern("None")),
    NativeDef::new("__bool__", "(self, /)", |_, _| Ok(Value::bool(false).own())),
    NativeDef::new("__hash__", "(self, /)", |rt, _| rt.hash_value(0xfca8_6420)),
];

/// Methods of Ellipsis.
pub const ELLIPSIS: &[NativeDef] = &[
    NativeDef::new("__new__", "(cls, *args, **kwargs)", |rt, args| only(rt, args, "EllipsisType", Value::ellipsis())),
    NativeDef::new("__repr__", "(self, /)", |rt, _| rt.intern("Ellipsis")),
    NativeDef::new("__reduce__", "(self, /)", |rt, _| rt.intern("Ellipsis")),
];

/// Methods of NotImplemented.
pub const NOT_IMPLEMENTED: &[NativeDef] = &[
    NativeDef::new("__new__", "(cls, *args, **kwargs)", |rt, args| {
        only(rt, args, "NotImplementedType", Value::not_implemented())
    }),
    NativeDef::new("__repr__", "(self, /)", |rt, _| rt.intern("NotImplemented")),
    NativeDef::new("__reduce__", "(self, /)", |rt, _| rt.intern("NotImplemented")),
    NativeDef::new("__bool__", "(self, /)", |rt, _| {
        Err(rt.type_error("NotImplemented should not be used in a boolean context"))
    }),
];

fn only(rt: &Rt, args: &Args<'_>, class: &str, v: Value) -> Res {
    if args.all().len() > 1 {
        return Err(rt.type_error(format!("{class} takes no arguments")));
    }
    Ok(v.own())
}
