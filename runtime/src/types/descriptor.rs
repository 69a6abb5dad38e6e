//! Descriptors of `__slots__` members and of attributes computed by native code.

use super::function::{descriptor_args, readonly};
use crate::error::Res;
use crate::native::{Args, GetSetDef, NativeDef};
use crate::object::{GetSetObj, MemberObj};
use crate::rt::Rt;
use crate::value::Value;

/// Methods of a `__slots__` member.
pub const MEMBER_METHODS: &[NativeDef] = &[
    NativeDef::new("__get__", "(self, instance, owner=None, /)", get),
    NativeDef::new("__set__", "(self, instance, value, /)", set),
    NativeDef::new("__delete__", "(self, instance, /)", delete),
    NativeDef::new("__repr__", "(self, /)", |rt, args| {
        let m = member(args.get(0));
        let (name, owner) = (rt.str_lossy(m.name.get()), rt.class_name(m.owner.get()));
        rt.str(&format!("<member '{name}' of '{owner}' objects>"))
    }),
];

/// Computed attributes of a `__slots__` member.
pub const MEMBER_GETSETS: &[GetSetDef] = &[
    GetSetDef { name: "__name__", get: |_, v| Ok(member(v).name.get().own()), set: None },
    GetSetDef { name: "__objclass__", get: |_, v| Ok(member(v).owner.get().own()), set: Some(readonly) },
    GetSetDef { name: "__doc__", get: |_, _| crate::native::none(), set: None },
    GetSetDef {
        name: "__qualname__",
        get: |rt, v| {
            let m = member(v);
            let owner = rt.str_lossy(rt.type_data(m.owner.get()).qualname.get());
            rt.str(&format!("{owner}.{}", rt.str_lossy(m.name.get())))
        },
        set: None,
    },
];

/// Methods of a computed attribute.
pub const GETSET_METHODS: &[NativeDef] = &[
    NativeDef::new("__get__", "(self, instance, owner=None, /)", get),
    NativeDef::new("__set__", "(self, instance, value, /)", set),
    NativeDef::new("__delete__", "(self, instance, /)", delete),
    NativeDef::new("__repr__", "(self, /)", |rt, args| {
        let g = getset(args.get(0));
        rt.str(&format!("<attribute '{}' of '{}' objects>", g.def.name, rt.class_name(g.owner.get())))
    }),
];

/// Computed attributes of a computed attribute.
pub const GETSET_GETSETS: &[GetSetDef] = &[
    GetSetDef { name: "__name__", get: |rt, v| rt.intern(getset(v).def.name), set: None },
    GetSetDef { name: "__objclass__", get: |_, v| Ok(getset(v).owner.get().own()), set: Some(readonly) },
    GetSetDef { name: "__doc__", get: |_, _| crate::native::none(), set: None },
    GetSetDef {
        name: "__qualname__",
        get: |rt, v| {
            let g = getset(v);
            let owner = rt.str_lossy(rt.type_data(g.owner.get()).qualname.get());
            rt.str(&format!("{owner}.{}", g.def.name))
        },
        set: None,
    },
];

fn member<'a>(v: Value) -> &'a MemberObj {
    // SAFETY: natives and computed attributes of this class are called on its instances only.
    unsafe { v.layout() }
}

fn getset<'a>(v: Value) -> &'a GetSetObj {
    // SAFETY: as above.
    unsafe { v.layout() }
}

fn get(rt: &Rt, args: &Args<'_>) -> Res {
    let (instance, owner) = descriptor_args(rt, args)?;
    rt.bind_builtin(args.get(0), instance, owner)
}

fn set(rt: &Rt, args: &Args<'_>) -> Res {
    change(rt, args, Some(args.get(2)))
}

fn delete(rt: &Rt, args: &Args<'_>) -> Res {
    change(rt, args, None)
}

fn change(rt: &Rt, args: &Args<'_>, value: Option<Value>) -> Res {
    if let Some(done) = rt.descriptor_set(args.get(0), args.get(1), value) {
        done?;
    }
    crate::native::none()
}
