//! `BaseExceptionGroup` and `ExceptionGroup`: several exceptions raised together.
//!
//! `extra` holds the message, `extra2` the tuple of exceptions.

use super::{base, slot_or_none};
use crate::error::{Exc, Raised, Res};
use crate::native::{Args, GetSetDef, NativeDef, none};
use crate::object::Kind;
use crate::rt::Rt;
use crate::types::class_to_make;
use crate::value::{Owned, Value};

/// Methods.
pub(super) const METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(*args, **kwargs)", new),
    NativeDef::new("__init__", "(self, /, *args, **kwargs)", |rt, args| {
        base::init_args(rt, args)?;
        none()
    }),
    NativeDef::new("__str__", "(self, /)", str),
    NativeDef::new("__repr__", "(self, /)", repr),
    crate::types::generic_alias::CLASS_GETITEM,
    NativeDef::new("derive", "(self, excs, /)", |rt, args| derive_plain(rt, args.get(0), args.get(1))),
    NativeDef::new("subgroup", "(self, matcher_value, /)", |rt, args| {
        let matcher = Matcher::new(rt, args.get(1))?;
        Ok(split(rt, args.get(0), &matcher, false)?.0.unwrap_or_else(|| Value::none().own()))
    }),
    NativeDef::new("split", "(self, matcher_value, /)", |rt, args| {
        let matcher = Matcher::new(rt, args.get(1))?;
        let (hit, rest) = split(rt, args.get(0), &matcher, true)?;
        let or_none = |v: Option<Owned>| v.unwrap_or_else(|| Value::none().own());
        rt.tuple_from_owned([or_none(hit), or_none(rest)])
    }),
];

/// Attributes.
pub(super) const GETSETS: &[GetSetDef] = &[
    GetSetDef { name: "message", get: |rt, v| slot_or_none(&rt.exception_data(v).extra), set: Some(read_only) },
    GetSetDef { name: "exceptions", get: |rt, v| slot_or_none(&rt.exception_data(v).extra2), set: Some(read_only) },
];

fn read_only(rt: &Rt, _: Value, _: Option<Value>) -> Result<(), Raised> {
    Err(rt.raise(Exc::AttributeError, "readonly attribute"))
}

fn is_group(rt: &Rt, v: Value) -> bool {
    rt.is_instance_of(v, rt.exc_class(Exc::BaseExceptionGroup))
}

fn new(rt: &Rt, args: &Args<'_>) -> Res {
    let mut class = class_to_make(rt, args, Kind::Exception)?;
    let given = &args.positional()[1..];
    let [message, exceptions] = given else {
        let n = given.len();
        return Err(rt.type_error(format!("BaseExceptionGroup.__new__() takes exactly 2 arguments ({n} given)")));
    };
    if !rt.is_str(*message) {
        let name = rt.type_name(*message);
        return Err(rt.type_error(format!("BaseExceptionGroup.__new__() argument 1 must be str, not {name}")));
    }
    let sequence = rt.special(*exceptions, crate::names::Dunder::GetItem).is_some()
        && !matches!(rt.kind_of(*exceptions), Kind::Dict | Kind::MappingProxy);
    if !sequence {
        return Err(rt.type_error("second argument (exceptions) must be a sequence"));
    }
    let items = rt.collect_vec(*exceptions)?;
    if items.is_empty() {
        return Err(rt.value_error("second argument (exceptions) must be a non-empty sequence"));
    }
    if let Some(i) = items.iter().position(|e| !rt.is_exception(**e)) {
        return Err(rt.value_error(format!("Item {i} of second argument (exceptions) is not an exception")));
    }
    class = class_for(rt, class, &items)?;
    let exc = rt.new_exception(class, given)?;
    let items = rt.tuple_from_owned(items)?;
    let data = rt.exception_data(*exc);
    data.extra.set(message.own());
    data.extra2.set(items);
    Ok(exc)
}

/// `BaseExceptionGroup` of ordinary exceptions is `ExceptionGroup`, which may hold only these.
fn class_for(rt: &Rt, class: Value, items: &[Owned]) -> Result<Value, Raised> {
    let ordinary = rt.exc_class(Exc::Exception);
    if items.iter().all(|e| rt.is_instance_of(**e, ordinary)) {
        let plain = class == rt.exc_class(Exc::BaseExceptionGroup);
        return Ok(if plain { rt.exc_class(Exc::ExceptionGroup) } else { class });
    }
    if class == rt.exc_class(Exc::ExceptionGroup) {
        return Err(rt.type_error("Cannot nest BaseExceptions in an ExceptionGroup"));
    }
    if rt.is_subclass(class, ordinary) {
        let name = rt.class_name(class);
        return Err(rt.type_error(format!("Cannot nest BaseExceptions in '{name}'")));
    }
    Ok(class)
}

fn exceptions(rt: &Rt, group: Value) -> Owned {
    rt.exception_data(group).extra2.own().unwrap_or_else(|| rt.empty_tuple.own())
}

fn str(rt: &Rt, args: &Args<'_>) -> Res {
    let group = args.get(0);
    let message = rt.exception_data(group).extra.own().unwrap_or_else(|| rt.empty_str.own());
    let n = rt.as_tuple(*exceptions(rt, group)).map_or(0, <[Value]>::len);
    let plural = if n == 1 { "" } else { "s" };
    let message = rt.str_text(*message)?;
    rt.str(&format!("{message} ({n} sub-exception{plural})"))
}

fn repr(rt: &Rt, args: &Args<'_>) -> Res {
    let group = args.get(0);
    let message = rt.exception_data(group).extra.own().unwrap_or_else(|| rt.empty_str.own());
    // The exceptions are shown as the sequence that was given, if `args` still has it.
    let given = rt.exception_data(group).args.own();
    let given = match given.as_ref().and_then(|a| rt.as_tuple(**a)) {
        Some([_, given]) => Some(given.own()),
        _ => None,
    };
    let excs = exceptions(rt, group);
    let excs = match given {
        Some(g) if rt.is_list(*g) => rt.list_from(rt.as_tuple(*excs).unwrap_or(&[]))?,
        _ => excs,
    };
    let (message, excs) = (rt.repr_text(*message)?, rt.repr_text(*excs)?);
    let name = rt.type_name(group);
    rt.str(&format!("{name}({message}, {excs})"))
}

fn derive_plain(rt: &Rt, group: Value, excs: Value) -> Res {
    let message = rt.exception_data(group).extra.own().unwrap_or_else(|| rt.empty_str.own());
    rt.call(rt.exc_class(Exc::BaseExceptionGroup), &[*message, excs])
}

/// A group of some of the exceptions of `group`, which keeps its place in the chain; `None` if there are none.
fn derive(rt: &Rt, group: Value, excs: Vec<Owned>) -> Result<Option<Owned>, Raised> {
    if excs.is_empty() {
        return Ok(None);
    }
    let list = rt.list_from_owned(excs)?;
    let name = rt.intern("derive")?;
    let made = rt.call_method(group, *name, &[*list])?;
    if !is_group(rt, *made) {
        return Err(rt.type_error("derive must return an instance of BaseExceptionGroup"));
    }
    let (from, to) = (rt.exception_data(group), rt.exception_data(*made));
    to.traceback.set_option(from.traceback.own());
    to.context.set_option(from.context.own());
    to.cause.set_option(from.cause.own());
    to.suppress_context.set(from.suppress_context.get());
    if let Some(notes) = rt.getattr_opt(group, rt.names.__notes__)?
        && rt.is_list(*notes)
    {
        let copy = rt.list_from_owned(rt.list_snapshot(*notes))?;
        rt.setattr(*made, rt.names.__notes__, *copy)?;
    }
    Ok(Some(made))
}

/// What chooses exceptions of a group.
enum Matcher {
    Classes(Vec<Owned>),
    Function(Owned),
}

impl Matcher {
    fn new(rt: &Rt, v: Value) -> Result<Matcher, Raised> {
        let is_class = |v: Value| rt.is_type(v) && rt.is_subclass(v, rt.exc_class(Exc::BaseException));
        if is_class(v) {
            return Ok(Matcher::Classes(vec![v.own()]));
        }
        match rt.as_tuple(v) {
            Some(classes) if classes.iter().all(|c| is_class(*c)) => {
                Ok(Matcher::Classes(classes.iter().map(|c| c.own()).collect()))
            }
            None if rt.is_callable(v) && !rt.is_type(v) => Ok(Matcher::Function(v.own())),
            _ => Err(rt.type_error(
                "expected an exception type, a tuple of exception types, or a callable (other than a class)",
            )),
        }
    }

    fn matches(&self, rt: &Rt, exc: Value) -> Result<bool, Raised> {
        match self {
            Matcher::Classes(classes) => Ok(classes.iter().any(|c| rt.is_instance_of(exc, **c))),
            Matcher::Function(f) => rt.truth(*rt.call(**f, &[exc])?),
        }
    }
}

/// The parts of `exc` that match, and, if `rest` asks for it, those that do not.
fn split(rt: &Rt, exc: Value, matcher: &Matcher, rest: bool) -> Result<(Option<Owned>, Option<Owned>), Raised> {
    if matcher.matches(rt, exc)? {
        return Ok((Some(exc.own()), None));
    }
    if !is_group(rt, exc) {
        return Ok((None, rest.then(|| exc.own())));
    }
    rt.enter_native()?;
    let all = exceptions(rt, exc);
    let (mut hits, mut others) = (Vec::new(), Vec::new());
    for e in rt.as_tuple(*all).unwrap_or(&[]) {
        let (hit, other) = split(rt, *e, matcher, rest)?;
        hits.extend(hit);
        others.extend(other);
    }
    let hits = derive(rt, exc, hits)?;
    let others = if rest { derive(rt, exc, others)? } else { None };
    Ok((hits, others))
}
