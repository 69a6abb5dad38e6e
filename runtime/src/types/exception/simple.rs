//! The classes with a field or two: KeyError, StopIteration, SystemExit, NameError, AttributeError, ImportError.

use super::{Fields, base, keywords, set_args, slot_or_none};
use crate::error::{Exc, Raised, Res};
use crate::native::{Args, GetSetDef, NativeDef, none};
use crate::object::shape_id;
use crate::rt::Rt;
use crate::value::Value;

/// `KeyError`.
pub(super) const KEY_ERROR: &[NativeDef] = &[NativeDef::new("__str__", "(self, /)", |rt, args| {
    // A lone key is shown quoted, so that an empty string is seen.
    let key = rt.exception_data(args.get(0)).args.own();
    match key.as_ref().and_then(|a| rt.as_tuple(**a)) {
        Some([key]) => rt.repr(*key),
        _ => base::str(rt, args.get(0)),
    }
})];

/// `StopIteration`.
pub(super) const STOP_ITERATION: &[NativeDef] =
    &[NativeDef::new("__init__", "(self, /, *args, **kwargs)", |rt, args| {
        base::init_args(rt, args)?;
        let value = args.positional().get(1).copied().unwrap_or(Value::none());
        rt.exception_data(args.get(0)).extra.set(value.own());
        none()
    })];

/// Its attributes.
pub(super) const STOP_ITERATION_GETSETS: &[GetSetDef] =
    &[GetSetDef { name: "value", get: get_extra, set: Some(set_extra) }];

/// `SystemExit`.
pub(super) const SYSTEM_EXIT: &[NativeDef] = &[NativeDef::new("__init__", "(self, /, *args, **kwargs)", |rt, args| {
    base::init_args(rt, args)?;
    set_code(rt, args.get(0), &args.positional()[1..]);
    none()
})];

/// Takes the exit code from the arguments.
pub(super) fn set_code(rt: &Rt, exc: Value, args: &[Value]) {
    let data = rt.exception_data(exc);
    match args {
        [] => {}
        [code] => data.extra.set(code.own()),
        _ => data.extra.set_option(data.args.own()),
    }
}

/// Its attributes.
pub(super) const SYSTEM_EXIT_GETSETS: &[GetSetDef] =
    &[GetSetDef { name: "code", get: get_extra, set: Some(set_extra) }];

/// `NameError`.
pub(super) const NAME_ERROR: &[NativeDef] = &[NativeDef::new("__init__", "(self, /, *args, **kwargs)", |rt, args| {
    set_args(rt, args.get(0), &args.positional()[1..])?;
    let [name] = keywords(rt, "NameError", args, ["name"])?;
    rt.exception_data(args.get(0)).extra.set_option(name.map(Value::own));
    none()
})];

/// Its attributes.
pub(super) const NAME_ERROR_GETSETS: &[GetSetDef] = &[GetSetDef { name: "name", get: get_extra, set: Some(set_extra) }];

/// `AttributeError`.
pub(super) const ATTRIBUTE_ERROR: &[NativeDef] =
    &[NativeDef::new("__init__", "(self, /, *args, **kwargs)", |rt, args| {
        set_args(rt, args.get(0), &args.positional()[1..])?;
        let [name, obj] = keywords(rt, "AttributeError", args, ["name", "obj"])?;
        let data = rt.exception_data(args.get(0));
        data.extra.set_option(name.map(Value::own));
        data.extra2.set_option(obj.map(Value::own));
        none()
    })];

/// Its attributes.
pub(super) const ATTRIBUTE_ERROR_GETSETS: &[GetSetDef] = &[
    GetSetDef { name: "name", get: get_extra, set: Some(set_extra) },
    GetSetDef {
        name: "obj",
        get: |rt, v| slot_or_none(&rt.exception_data(v).extra2),
        set: Some(|rt, v, value| {
            rt.exception_data(v).extra2.set_option(value.map(Value::own));
            Ok(())
        }),
    },
];

fn get_extra(rt: &Rt, exc: Value) -> Res {
    slot_or_none(&rt.exception_data(exc).extra)
}

fn set_extra(rt: &Rt, exc: Value, value: Option<Value>) -> Result<(), Raised> {
    rt.exception_data(exc).extra.set_option(value.map(Value::own));
    Ok(())
}

/// Fields of ImportError.
pub(super) mod import {
    pub(in super::super) const MSG: usize = 0;
    pub(in super::super) const NAME: usize = 1;
    pub(in super::super) const PATH: usize = 2;
    pub(in super::super) const NAME_FROM: usize = 3;
}

/// Where they are.
pub(super) const IMPORT: Fields = Fields::new(4);

/// `ImportError`.
pub(super) const IMPORT_ERROR: &[NativeDef] = &[
    NativeDef::new("__init__", "(self, /, *args, **kwargs)", import_init),
    NativeDef::new("__str__", "(self, /)", |rt, args| match IMPORT.get(rt, args.get(0), import::MSG) {
        Some(message) if message.has_shape(shape_id::STR) => Ok(message),
        _ => base::str(rt, args.get(0)),
    }),
];

macro_rules! import_field {
    ($name:literal, $i:expr) => {
        GetSetDef {
            name: $name,
            get: |rt, v| Ok(IMPORT.get_or_none(rt, v, $i)),
            set: Some(|rt, v, value| IMPORT.set(rt, v, $i, value)),
        }
    };
}

/// Its attributes.
pub(super) const IMPORT_ERROR_GETSETS: &[GetSetDef] = &[
    import_field!("msg", import::MSG),
    import_field!("name", import::NAME),
    import_field!("path", import::PATH),
    import_field!("name_from", import::NAME_FROM),
];

fn import_init(rt: &Rt, args: &Args<'_>) -> Res {
    let exc = args.get(0);
    let positional = &args.positional()[1..];
    set_args(rt, exc, positional)?;
    let [name, path, name_from] = keywords(rt, "ImportError", args, ["name", "path", "name_from"])?;
    if positional.len() == 1 {
        IMPORT.set(rt, exc, import::MSG, Some(positional[0]))?;
    }
    for (i, value) in [(import::NAME, name), (import::PATH, path), (import::NAME_FROM, name_from)] {
        if value.is_some() {
            IMPORT.set(rt, exc, i, value)?;
        }
    }
    none()
}

impl Rt {
    /// Raises ImportError (or ModuleNotFoundError, as `e` says) with `message`; `name` is the module, `path` its file,
    /// `name_from` what was to be imported from it.
    #[cold]
    pub fn import_error(
        &self,
        e: Exc,
        message: &str,
        name: Option<Value>,
        path: Option<Value>,
        name_from: Option<Value>,
    ) -> Raised {
        let raised = self.raise(e, message);
        let exc = self.take_raised(raised);
        if self.is_instance_of(*exc, self.exc_class(Exc::ImportError)) {
            for (i, value) in [(import::NAME, name), (import::PATH, path), (import::NAME_FROM, name_from)] {
                if value.is_some()
                    && let Err(raised) = IMPORT.set(self, *exc, i, value)
                {
                    return raised;
                }
            }
        }
        self.reraise_object(exc)
    }

    /// Raises NameError with `message` about `name`, for which hints are looked up when the error is printed.
    #[cold]
    pub fn name_error(&self, message: &str, name: Value) -> Raised {
        let raised = self.raise(Exc::NameError, message);
        if self.raised_is(Exc::NameError) {
            self.exception_data(self.pending.get()).extra.set(name.own());
        }
        raised
    }
}
