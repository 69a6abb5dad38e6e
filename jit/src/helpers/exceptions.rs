//! Raising and handling exceptions, apart from tracebacks, which are the host's.

use super::helpers;
use super::outcome::{Borrowed, truth};
use runtime::{Exc, Owned, Value};

helpers! {
    /// `raise a`.
    Raise fn raise(rt, a: Value) -> () {
        Err(rt.raise_value(a.own()))
    }

    /// `raise a from b`.
    RaiseFrom fn raise_from(rt, a: Value, b: Value) -> () {
        Err(rt.raise_value_from(a.own(), b.own()))
    }

    /// `raise`.
    RaiseAgain fn raise_again(rt) -> () {
        Err(rt.raise_handled().unwrap_or_else(|| rt.nothing_to_reraise()))
    }

    /// Makes exception `a`, which is stolen, pending.
    Reraise fn reraise(rt, a: Value) -> () {
        Err(rt.reraise_object(Owned::from_raw(a)))
    }

    /// A handler begins.
    PushExc fn push(rt, a: Value) -> Owned {
        let before = rt.handled.take();
        rt.handled.set(a.own());
        Ok(before.unwrap_or_else(|| Value::none().own()))
    }

    /// A handler ends. The operand is stolen.
    PopExc fn pop(rt, a: Value) -> () {
        let before = Owned::from_raw(a);
        rt.handled.set_option((!before.is_none()).then_some(before));
        Ok(())
    }

    /// Whether an exception matches a pattern.
    ExcMatch fn matches(rt, a: Value, b: Value) -> Borrowed {
        rt.exception_matches(a, b).map(truth)
    }

    /// Leaves a context manager with an exception.
    WithExitExc fn with_exit(rt, a: Value, b: Value) -> Owned {
        rt.with_exit_exception(a, b)
    }

    /// A built-in exception class.
    LoadBuiltin fn load_builtin(rt, name: Value) -> Borrowed {
        let name = rt.str_lossy(name);
        match Exc::ALL.iter().find(|class| class.name() == name) {
            Some(&class) => Ok(Borrowed(rt.exc_class(class))),
            None => Err(rt.raise(Exc::NameError, format!("name '{name}' is not defined"))),
        }
    }
}
