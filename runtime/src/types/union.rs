//! Unions of classes and generic aliases, `int | list[str]`: usable in `isinstance` and printed.

use crate::boxed::NativeObject;
use crate::error::{Raised, Res};
use crate::native::{Args, GetSetDef, NativeDef};
use crate::object::Kind;
use crate::rt::Rt;
use crate::tuple::tuple_items;
use crate::types::generic_alias::GenericAlias;
use crate::value::{Owned, Slot, Value};

/// A union.
pub struct Union {
    /// Its members, a tuple.
    members: Slot,
}

impl NativeObject for Union {
    const NAME: &'static str = "typing.Union";
    const METHODS: &'static [NativeDef] = &[
        NativeDef::new("__repr__", "(self, /)", repr),
        NativeDef::new("__eq__", "(self, value, /)", eq),
        NativeDef::new("__hash__", "(self, /)", hash),
        NativeDef::new("__or__", "(self, value, /)", |rt, args| or(rt, args.get(0), args.get(1))),
        NativeDef::new("__ror__", "(self, value, /)", |rt, args| or(rt, args.get(1), args.get(0))),
        NativeDef::new("__instancecheck__", "(self, instance, /)", instancecheck),
        NativeDef::new("__subclasscheck__", "(self, cls, /)", subclasscheck),
    ];
    const GETSETS: &'static [GetSetDef] = &[GetSetDef { name: "__args__", get: get_args, set: None }];

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        if let Some(v) = self.members.get().some() {
            f(v);
        }
    }
}

fn members_of(rt: &Rt, v: Value) -> Res {
    Ok(rt.expect_boxed::<Union>(v)?.members.own().unwrap_or_else(|| rt.empty_tuple.own()))
}

/// `a | b` where at least one is a class, alias or union; anything but these and None declines.
pub(crate) fn or(rt: &Rt, a: Value, b: Value) -> Res {
    let mut members: Vec<Owned> = Vec::new();
    for v in [a, b] {
        if let Some(union) = rt.boxed::<Union>(v) {
            let of = union.members.get();
            members.extend(tuple_items(of).iter().map(|m| m.own()));
        } else if rt.is_type(v) || rt.boxed::<GenericAlias>(v).is_some() {
            members.push(v.own());
        } else if v.is_none() {
            members.push(rt.kind_type(Kind::None).own());
        } else {
            return Ok(Value::not_implemented().own());
        }
    }
    let mut distinct: Vec<Owned> = Vec::new();
    for m in members {
        if !holds(rt, &distinct, *m)? {
            distinct.push(m);
        }
    }
    if distinct.len() == 1
        && let Some(only) = distinct.pop()
    {
        return Ok(only);
    }
    let members = rt.tuple_from_owned(distinct)?;
    rt.new_boxed(Union { members: Slot::new(members) })
}

fn holds(rt: &Rt, members: &[Owned], v: Value) -> Result<bool, Raised> {
    for m in members {
        if rt.eq(**m, v)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn repr(rt: &Rt, args: &Args<'_>) -> Res {
    let members = members_of(rt, args.get(0))?;
    let mut parts: Vec<String> = Vec::new();
    for m in tuple_items(*members) {
        parts.push(match *m {
            m if m == rt.kind_type(Kind::None) => "None".into(),
            m if rt.is_type(m) => rt.printed_class_name(m),
            m => rt.repr_text(m)?,
        });
    }
    rt.str(&parts.join(" | "))
}

fn eq(rt: &Rt, args: &Args<'_>) -> Res {
    if rt.boxed::<Union>(args.get(1)).is_none() {
        return Ok(Value::not_implemented().own());
    }
    let (a, b) = (members_of(rt, args.get(0))?, members_of(rt, args.get(1))?);
    let (a, b) = (tuple_items(*a), tuple_items(*b));
    let b: Vec<Owned> = b.iter().map(|m| m.own()).collect();
    for m in a {
        if a.len() != b.len() || !holds(rt, &b, *m)? {
            return Ok(Value::bool(false).own());
        }
    }
    Ok(Value::bool(true).own())
}

fn hash(rt: &Rt, args: &Args<'_>) -> Res {
    let members = members_of(rt, args.get(0))?;
    let mut h = 0i64;
    for m in tuple_items(*members) {
        h ^= rt.hash(*m)?;
    }
    rt.hash_value(h)
}

fn instancecheck(rt: &Rt, args: &Args<'_>) -> Res {
    any(rt, args.get(0), |m| rt.isinstance(args.get(1), m))
}

fn subclasscheck(rt: &Rt, args: &Args<'_>) -> Res {
    any(rt, args.get(0), |m| rt.issubclass(args.get(1), m))
}

fn any(rt: &Rt, union: Value, test: impl Fn(Value) -> Result<bool, Raised>) -> Res {
    let members = members_of(rt, union)?;
    for m in tuple_items(*members) {
        if test(*m)? {
            return Ok(Value::bool(true).own());
        }
    }
    Ok(Value::bool(false).own())
}

fn get_args(rt: &Rt, v: Value) -> Res {
    members_of(rt, v)
}
