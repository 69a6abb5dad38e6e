//! Built-in functions about classes and attributes.

use crate::error::{Raised, Res};
use crate::names::Dunder;
use crate::native::{Args, NativeDef};
use crate::rt::Rt;
use crate::value::{Owned, Value};

/// Every function of this file.
pub const FUNCTIONS: &[NativeDef] =
    &[ISINSTANCE, ISSUBCLASS, CALLABLE, GETATTR, SETATTR, HASATTR, DELATTR, DIR, VARS, ID, HASH];

/// `isinstance`.
pub const ISINSTANCE: NativeDef = NativeDef::new("isinstance", "(obj, class_or_tuple, /)", |rt, args| {
    Ok(Value::bool(rt.isinstance(args.get(0), args.get(1))?).own())
});

/// `issubclass`.
pub const ISSUBCLASS: NativeDef = NativeDef::new("issubclass", "(cls_, class_or_tuple, /)", |rt, args| {
    Ok(Value::bool(rt.issubclass(args.get(0), args.get(1))?).own())
});

/// `callable`.
pub const CALLABLE: NativeDef =
    NativeDef::new("callable", "(obj, /)", |rt, args| Ok(Value::bool(rt.is_callable(args.get(0))).own()));

/// `getattr`.
pub const GETATTR: NativeDef = NativeDef::new("getattr", "(object, name, default=<missing>, /)", getattr);

/// `setattr`.
pub const SETATTR: NativeDef = NativeDef::new("setattr", "(object, name, value, /)", |rt, args| {
    let name = rt.attribute_name(args.get(1))?;
    rt.setattr(args.get(0), *name, args.get(2))?;
    crate::native::none()
});

/// `hasattr`.
pub const HASATTR: NativeDef = NativeDef::new("hasattr", "(object, name, /)", |rt, args| {
    let name = rt.attribute_name(args.get(1))?;
    Ok(Value::bool(rt.getattr_opt(args.get(0), *name)?.is_some()).own())
});

/// `delattr`.
pub const DELATTR: NativeDef = NativeDef::new("delattr", "(object, name, /)", |rt, args| {
    let name = rt.attribute_name(args.get(1))?;
    rt.delattr(args.get(0), *name)?;
    crate::native::none()
});

/// `dir`.
pub const DIR: NativeDef = NativeDef::new("dir", "(object=<missing>, /)", dir);

/// `vars`.
pub const VARS: NativeDef = NativeDef::new("vars", "(object=<missing>, /)", vars);

/// `id`.
pub const ID: NativeDef = NativeDef::new("id", "(obj, /)", |rt, args| rt.int_u64(args.get(0).bits()));

/// `hash`.
pub const HASH: NativeDef = NativeDef::new("hash", "(obj, /)", |rt, args| rt.hash_value(rt.hash(args.get(0))?));

fn getattr(rt: &Rt, args: &Args<'_>) -> Res {
    let name = rt.attribute_name(args.get(1))?;
    match args.opt(2) {
        None => rt.getattr(args.get(0), *name),
        Some(default) => Ok(rt.getattr_opt(args.get(0), *name)?.unwrap_or_else(|| default.own())),
    }
}

fn dir(rt: &Rt, args: &Args<'_>) -> Res {
    let names = match args.opt(0) {
        Some(v) => rt.dir(v)?,
        None => rt.list_from_owned(rt.collect_vec(*(rt.entry().current_locals)(rt)?)?)?,
    };
    rt.call_method(*names, rt.names.sort, &[])?;
    Ok(names)
}

fn vars(rt: &Rt, args: &Args<'_>) -> Res {
    let Some(v) = args.opt(0) else { return (rt.entry().current_locals)(rt) };
    match rt.getattr_opt(v, rt.names.__dict__)? {
        Some(dict) => Ok(dict),
        None => Err(rt.type_error("vars() argument must have __dict__ attribute")),
    }
}

impl Rt {
    /// What `__dir__` of `v` gives, as a new list, unsorted.
    ///
    /// # Errors
    /// What `__dir__` raises; TypeError if it gives nothing iterable.
    pub fn dir(&self, v: Value) -> Result<Owned, Raised> {
        let Some(hook) = self.special(v, Dunder::Dir) else {
            return Err(self.type_error("object does not provide __dir__"));
        };
        let given = self.call_special(hook, v, &[])?;
        self.list_from_owned(self.collect_vec(*given)?)
    }
}
