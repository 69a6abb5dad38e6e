//! `BaseException`: construction, arguments, text, the chain of causes, notes.

use super::{no_keywords, set_args, slot_or_none};
use crate::error::{Exc, Raised, Res};
use crate::native::{Args, GetSetDef, NativeDef, none};
use crate::object::Kind;
use crate::rt::Rt;
use crate::string::{Text, text};
use crate::types::class_to_make;
use crate::value::Value;

/// Methods.
pub const METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(*args, **kwargs)", new),
    NativeDef::new("__init__", "(self, /, *args, **kwargs)", init),
    NativeDef::new("__repr__", "(self, /)", repr),
    NativeDef::new("__str__", "(self, /)", |rt, args| str(rt, args.get(0))),
    NativeDef::new("with_traceback", "(self, object, /)", |rt, args| {
        set_traceback(rt, args.get(0), Some(args.get(1)))?;
        Ok(args.get(0).own())
    }),
    NativeDef::new("add_note", "(self, object, /)", add_note),
];

/// Computed attributes.
pub const GETSETS: &[GetSetDef] = &[
    GetSetDef { name: "args", get: |rt, v| slot_or_none(&rt.exception_data(v).args), set: Some(replace_args) },
    GetSetDef {
        name: "__traceback__",
        get: |rt, v| slot_or_none(&rt.exception_data(v).traceback),
        set: Some(set_traceback),
    },
    GetSetDef { name: "__context__", get: |rt, v| slot_or_none(&rt.exception_data(v).context), set: Some(set_context) },
    GetSetDef { name: "__cause__", get: |rt, v| slot_or_none(&rt.exception_data(v).cause), set: Some(set_cause) },
    GetSetDef {
        name: "__suppress_context__",
        get: |rt, v| Ok(Value::bool(rt.exception_data(v).suppress_context.get()).own()),
        set: Some(set_suppress_context),
    },
    GetSetDef { name: "__dict__", get: |rt, v| rt.instance_dict(v), set: Some(set_dict) },
];

fn new(rt: &Rt, args: &Args<'_>) -> Res {
    let class = class_to_make(rt, args, Kind::Exception)?;
    rt.new_exception(class, &args.positional()[1..])
}

fn init(rt: &Rt, args: &Args<'_>) -> Res {
    init_args(rt, args)?;
    none()
}

/// What every `__init__` does first: refuses keywords and sets `args`.
pub(super) fn init_args(rt: &Rt, args: &Args<'_>) -> Result<(), Raised> {
    let exc = args.get(0);
    no_keywords(rt, rt.class_of(exc), args)?;
    set_args(rt, exc, &args.positional()[1..])
}

/// `BaseException.__str__`.
pub(super) fn str(rt: &Rt, exc: Value) -> Res {
    let Some(args) = rt.exception_data(exc).args.own() else { return Ok(rt.empty_str.own()) };
    match rt.as_tuple(*args).unwrap_or(&[]) {
        [] => Ok(rt.empty_str.own()),
        [one] => rt.to_str(*one),
        _ => rt.to_str(*args),
    }
}

fn repr(rt: &Rt, args: &Args<'_>) -> Res {
    let exc = args.get(0);
    let name = rt.type_data(rt.class_of(exc)).name.own();
    let name = name.as_ref().map_or(Text::Ascii(""), |n| text(**n));
    let Some(args) = rt.exception_data(exc).args.own() else { return rt.str_join(&[name, Text::Ascii("()")]) };
    match rt.as_tuple(*args).unwrap_or(&[]) {
        [one] => {
            let one = rt.repr(*one)?;
            rt.str_join(&[name, Text::Ascii("("), text(*one), Text::Ascii(")")])
        }
        _ => {
            let all = rt.repr(*args)?;
            rt.str_join(&[name, text(*all)])
        }
    }
}

fn replace_args(rt: &Rt, exc: Value, value: Option<Value>) -> Result<(), Raised> {
    let Some(value) = value else { return Err(rt.type_error("args may not be deleted")) };
    let items = rt.collect_vec(value)?;
    let args = rt.tuple_from_owned(items)?;
    rt.exception_data(exc).args.set(args);
    Ok(())
}

fn set_traceback(rt: &Rt, exc: Value, value: Option<Value>) -> Result<(), Raised> {
    let value = value.ok_or_else(|| rt.type_error("__traceback__ may not be deleted"))?;
    if !value.is_none() && rt.kind_of_ptr(value) != Some(Kind::Traceback) {
        return Err(rt.type_error("__traceback__ must be a traceback or None"));
    }
    rt.exception_data(exc).traceback.set_option((!value.is_none()).then(|| value.own()));
    Ok(())
}

/// An exception or None, for a link of the chain.
fn link(rt: &Rt, value: Option<Value>, name: &str, what: &str) -> Result<Option<crate::value::Owned>, Raised> {
    let value = value.ok_or_else(|| rt.type_error(format!("{name} may not be deleted")))?;
    if value.is_none() {
        Ok(None)
    } else if rt.is_exception(value) {
        Ok(Some(value.own()))
    } else {
        Err(rt.type_error(format!("exception {what} must be None or derive from BaseException")))
    }
}

fn set_context(rt: &Rt, exc: Value, value: Option<Value>) -> Result<(), Raised> {
    rt.exception_data(exc).context.set_option(link(rt, value, "__context__", "context")?);
    Ok(())
}

fn set_cause(rt: &Rt, exc: Value, value: Option<Value>) -> Result<(), Raised> {
    let cause = link(rt, value, "__cause__", "cause")?;
    rt.exception_data(exc).suppress_context.set(true);
    rt.exception_data(exc).cause.set_option(cause);
    Ok(())
}

fn set_suppress_context(rt: &Rt, exc: Value, value: Option<Value>) -> Result<(), Raised> {
    let value = value.ok_or_else(|| rt.type_error("can't delete numeric/char attribute"))?;
    if value != Value::bool(true) && value != Value::bool(false) {
        return Err(rt.type_error("attribute value type must be bool"));
    }
    rt.exception_data(exc).suppress_context.set(value == Value::bool(true));
    Ok(())
}

fn set_dict(rt: &Rt, exc: Value, value: Option<Value>) -> Result<(), Raised> {
    let value = value.ok_or_else(|| rt.type_error("cannot delete __dict__"))?;
    if !rt.is_dict(value) {
        let given = rt.type_name(value);
        return Err(rt.type_error(format!("__dict__ must be set to a dictionary, not a '{given}'")));
    }
    rt.set_instance_dict(exc, value.own())
}

fn add_note(rt: &Rt, args: &Args<'_>) -> Res {
    let (exc, note) = (args.get(0), args.get(1));
    if !rt.is_str(note) {
        let given = rt.type_name(note);
        return Err(rt.type_error(format!("add_note() argument must be str, not {given}")));
    }
    let notes = match rt.getattr_opt(exc, rt.names.__notes__)? {
        Some(notes) => notes,
        None => {
            let notes = rt.new_list(1)?;
            rt.setattr(exc, rt.names.__notes__, *notes)?;
            notes
        }
    };
    if !rt.is_list(*notes) {
        return Err(rt.raise(Exc::TypeError, "Cannot add note: __notes__ is not a list"));
    }
    rt.list_push(*notes, note.own())?;
    none()
}
