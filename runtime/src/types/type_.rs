//! `type`: calling classes, making them, and their attributes.

mod attributes;
mod bases;
mod build;
mod create;
mod layout;
#[cfg(test)]
mod tests;

pub(crate) use create::INSTANCE_DICT;

use crate::error::{Raised, Res};
use crate::names::Dunder;
use crate::native::{Args, GetSetDef, NativeDef};
use crate::object::Kind;
use crate::rt::Rt;
use crate::value::{Owned, Value};

/// Methods.
pub const METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(cls, *args, **kwargs)", create::new),
    NativeDef::new("__init__", "(self, *args, **kwargs)", init),
    NativeDef::new("__call__", "(self, *args, **kwargs)", call),
    NativeDef::new("__repr__", "(self, /)", repr),
    NativeDef::new("__getattribute__", "(self, name, /)", getattribute),
    NativeDef::new("__setattr__", "(self, name, value, /)", setattr),
    NativeDef::new("__delattr__", "(self, name, /)", delattr),
    NativeDef::new("__instancecheck__", "(self, instance, /)", instancecheck),
    NativeDef::new("__subclasscheck__", "(self, subclass, /)", subclasscheck),
    NativeDef::new("__subclasses__", "(self, /)", subclasses),
    NativeDef::new("mro", "(self, /)", mro),
    NativeDef::new("__dir__", "(self, /)", dir),
    NativeDef::new("__prepare__", "(cls, *args, **kwargs)", prepare),
    NativeDef::new("__or__", "(self, value, /)", or),
    NativeDef::new("__ror__", "(self, value, /)", ror),
    NativeDef::new("__sizeof__", "(self, /)", sizeof),
    NativeDef::new("__class_getitem__", "(cls, item, /)", class_getitem),
];

/// Computed attributes.
pub const GETSETS: &[GetSetDef] = attributes::GETSETS;

fn init(rt: &Rt, args: &Args<'_>) -> Res {
    let given = args.len() - 1;
    if given == 1 && !args.names().is_empty() {
        return Err(rt.type_error("type.__init__() takes no keyword arguments"));
    }
    if given != 1 && given != 3 {
        return Err(rt.type_error("type.__init__() takes 1 or 3 arguments"));
    }
    crate::native::none()
}

fn call(rt: &Rt, args: &Args<'_>) -> Res {
    rt.construct(args.get(0), &Args::with_keywords(&args.all()[1..], args.names()))
}

fn repr(rt: &Rt, args: &Args<'_>) -> Res {
    rt.str(&format!("<class '{}'>", rt.printed_class_name(args.get(0))))
}

fn getattribute(rt: &Rt, args: &Args<'_>) -> Res {
    let name = rt.attribute_name(args.get(1))?;
    rt.type_getattr(args.get(0), *name)
}

fn setattr(rt: &Rt, args: &Args<'_>) -> Res {
    let name = rt.attribute_name(args.get(1))?;
    rt.setattr_builtin(args.get(0), *name, Some(args.get(2)))?;
    crate::native::none()
}

fn delattr(rt: &Rt, args: &Args<'_>) -> Res {
    let name = rt.attribute_name(args.get(1))?;
    rt.setattr_builtin(args.get(0), *name, None)?;
    crate::native::none()
}

fn instancecheck(rt: &Rt, args: &Args<'_>) -> Res {
    Ok(Value::bool(rt.isinstance_builtin(args.get(1), args.get(0))?).own())
}

fn subclasscheck(rt: &Rt, args: &Args<'_>) -> Res {
    Ok(Value::bool(rt.issubclass_builtin(args.get(1), args.get(0))?).own())
}

fn subclasses(rt: &Rt, args: &Args<'_>) -> Res {
    // A class whose last reference is gone stays in the list until it is freed.
    let alive: Vec<Value> = rt
        .type_data(args.get(0))
        .subclasses
        .borrow()
        .iter()
        .copied()
        .filter(|c| c.header().refcount.get() != 0)
        .collect();
    rt.list_from(&alive)
}

fn mro(rt: &Rt, args: &Args<'_>) -> Res {
    let class = args.get(0);
    let order = rt.linearise(class)?;
    rt.list_from(&order)
}

fn dir(rt: &Rt, args: &Args<'_>) -> Res {
    let names = rt.new_dict()?;
    rt.add_class_names(*names, args.get(0))?;
    let keys: Vec<Owned> = rt.collect_vec(*names)?;
    rt.list_from_owned(keys)
}

fn prepare(rt: &Rt, _: &Args<'_>) -> Res {
    rt.new_dict()
}

fn or(rt: &Rt, args: &Args<'_>) -> Res {
    super::union::or(rt, args.get(0), args.get(1))
}

fn ror(rt: &Rt, args: &Args<'_>) -> Res {
    super::union::or(rt, args.get(1), args.get(0))
}

/// `type[…]`; the classes of other metaclasses have no such thing.
fn class_getitem(rt: &Rt, args: &Args<'_>) -> Res {
    if args.get(0) != rt.kind_type(Kind::Type) {
        return Err(rt.type_error(format!("type '{}' is not subscriptable", rt.class_name(args.get(0)))));
    }
    rt.new_generic_alias(args.get(0), args.get(1))
}

fn sizeof(rt: &Rt, _: &Args<'_>) -> Res {
    rt.int(size_of::<crate::class::TypeObj>() as i64)
}

impl Rt {
    /// What the default `mro()` gives for a class: itself, then its bases' order.
    ///
    /// # Errors
    /// TypeError if there is no consistent order.
    pub(crate) fn linearise(&self, class: Value) -> Result<Vec<Value>, Raised> {
        let bases = self.type_data(class).bases.get().own();
        let mut order = vec![class];
        order.extend(self.c3_merge(crate::tuple::tuple_items(*bases))?);
        Ok(order)
    }

    /// The metaclass that a class with the given bases must have, at least `meta`.
    ///
    /// # Errors
    /// TypeError if the bases' metaclasses conflict.
    pub fn calculate_metaclass(&self, meta: Value, bases: &[Value]) -> Result<Value, Raised> {
        let mut winner = meta;
        for base in bases {
            let class = self.class_of(*base);
            if self.is_subclass(winner, class) {
                continue;
            }
            if !self.is_subclass(class, winner) {
                return Err(self.type_error(
                    "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all its bases",
                ));
            }
            winner = class;
        }
        Ok(winner)
    }

    /// Special method `d` of a metaclass if it overrides `type`'s own.
    pub(crate) fn overridden_in_meta(&self, meta: Value, d: Dunder) -> Option<Value> {
        let own = self.type_special(self.kind_type(Kind::Type), d);
        self.type_special(meta, d).filter(|f| Some(*f) != own)
    }
}
