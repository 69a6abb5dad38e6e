//! `mappingproxy`: a read-only view of a mapping, as `cls.__dict__` gives it. Everything it can do, the mapping does.

use crate::error::Res;
use crate::native::{Args, NativeDef};
use crate::object::{Kind, MappingProxyObj, shape_id};
use crate::ops::{BinOp, CmpOp};
use crate::rt::Rt;
use crate::string::{Text, text};
use crate::value::{Owned, Slot, Value};

/// Methods.
pub const PROXY_METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(cls, mapping)", new),
    NativeDef::new("__repr__", "(self, /)", |rt, args| {
        let inner = rt.repr(mapping(args))?;
        rt.str_join(&[Text::Ascii("mappingproxy("), text(*inner), Text::Ascii(")")])
    }),
    NativeDef::new("__str__", "(self, /)", |rt, args| rt.to_str(mapping(args))),
    NativeDef::new("__hash__", "(self, /)", |rt, args| rt.hash_value(rt.hash(mapping(args))?)),
    NativeDef::new("__len__", "(self, /)", |rt, args| rt.int(rt.len(mapping(args))? as i64)),
    NativeDef::new("__getitem__", "(self, key, /)", |rt, args| rt.getitem(mapping(args), args.get(1))),
    NativeDef::new("__contains__", "(self, key, /)", |rt, args| {
        Ok(Value::bool(rt.contains(mapping(args), args.get(1))?).own())
    }),
    NativeDef::new("__iter__", "(self, /)", |rt, args| rt.iter(mapping(args))),
    NativeDef::new("__reversed__", "(self, /)", |rt, args| rt.call_method(mapping(args), rt.names.__reversed__, &[])),
    NativeDef::new("__eq__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Eq)),
    NativeDef::new("__ne__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Ne)),
    NativeDef::new("__lt__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Lt)),
    NativeDef::new("__le__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Le)),
    NativeDef::new("__gt__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Gt)),
    NativeDef::new("__ge__", "(self, value, /)", |rt, args| compare(rt, args, CmpOp::Ge)),
    NativeDef::new("__or__", "(self, value, /)", |rt, args| merged(rt, args.get(0), args.get(1))),
    NativeDef::new("__ror__", "(self, value, /)", |rt, args| merged(rt, args.get(1), args.get(0))),
    NativeDef::new("__ior__", "(self, value, /)", |rt, args| {
        let name = rt.type_name(args.get(0));
        Err(rt.type_error(format!("'|=' is not supported by {name}; use '|' instead")))
    }),
    NativeDef::new("get", "(self, key, default=None, /)", |rt, args| {
        let default = args.opt(2).unwrap_or(Value::none());
        rt.call_method(mapping(args), rt.names.get, &[args.get(1), default])
    }),
    NativeDef::new("keys", "(self, /)", |rt, args| rt.call_method(mapping(args), rt.names.keys, &[])),
    NativeDef::new("values", "(self, /)", |rt, args| rt.call_method(mapping(args), rt.names.values, &[])),
    NativeDef::new("items", "(self, /)", |rt, args| rt.call_method(mapping(args), rt.names.items, &[])),
    NativeDef::new("copy", "(self, /)", |rt, args| rt.call_method(mapping(args), rt.names.copy, &[])),
    super::generic_alias::CLASS_GETITEM,
];

fn inner<'a>(v: Value) -> &'a MappingProxyObj {
    // SAFETY: callers have checked the kind.
    unsafe { v.layout() }
}

/// The mapping behind the receiver; it never changes, so it lives as long as the receiver.
fn mapping(args: &Args<'_>) -> Value {
    inner(args.get(0)).mapping.get()
}

fn unwrapped(rt: &Rt, v: Value) -> Owned {
    if rt.kind_of_ptr(v) == Some(Kind::MappingProxy) { inner(v).mapping.get().own() } else { v.own() }
}

fn new(rt: &Rt, args: &Args<'_>) -> Res {
    let mapping = args.get(1);
    let is_mapping = rt.special(mapping, crate::names::Dunder::GetItem).is_some()
        && !matches!(rt.kind_of(mapping), Kind::List | Kind::Tuple | Kind::Str | Kind::Bytes | Kind::ByteArray);
    if !is_mapping {
        let given = rt.type_name(mapping);
        return Err(rt.type_error(format!("mappingproxy() argument must be a mapping, not {given}")));
    }
    rt.new_mapping_proxy(mapping)
}

fn compare(rt: &Rt, args: &Args<'_>, op: CmpOp) -> Res {
    let other = args.get(1).own();
    rt.compare(op, mapping(args), *other)
}

fn merged(rt: &Rt, a: Value, b: Value) -> Res {
    let (a, b) = (unwrapped(rt, a), unwrapped(rt, b));
    rt.binary(BinOp::Or, *a, *b)
}

impl Rt {
    /// A read-only view of a mapping.
    ///
    /// # Errors
    /// MemoryError.
    pub fn new_mapping_proxy(&self, mapping: Value) -> Res {
        self.alloc_fixed(
            shape_id::MAPPING_PROXY,
            MappingProxyObj { head: Rt::fresh_header(shape_id::MAPPING_PROXY), mapping: Slot::new(mapping.own()) },
        )
    }
}
