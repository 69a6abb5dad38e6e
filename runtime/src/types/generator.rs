//! Generators: their protocol, and their methods.

use crate::entry::Step;
use crate::error::{Exc, Raised, Res};
use crate::native::{Args, GetSetDef, NativeDef};
use crate::object::{GenState, GeneratorObj, Kind};
use crate::rt::Rt;
use crate::types::function::readonly;
use crate::value::{Owned, Value};

/// Methods.
pub const METHODS: &[NativeDef] = &[
    NativeDef::new("__iter__", "(self, /)", |_, args| Ok(args.get(0).own())),
    NativeDef::new("__next__", "(self, /)", |rt, args| {
        let step = rt.generator_send(args.get(0), Value::none().own());
        item(rt, step)
    }),
    NativeDef::new("send", "(self, value, /)", |rt, args| {
        let step = rt.generator_send(args.get(0), args.get(1).own());
        item(rt, step)
    }),
    NativeDef::new("throw", "(self, type, value=None, traceback=None, /)", throw),
    NativeDef::new("close", "(self, /)", |rt, args| rt.generator_close(args.get(0))),
    NativeDef::new("__repr__", "(self, /)", |rt, args| {
        let v = args.get(0);
        let name = rt.str_lossy(generator(v).qualname.get());
        rt.str(&format!("<generator object {name} at {:#x}>", v.as_ptr().addr()))
    }),
];

/// Computed attributes.
pub const GETSETS: &[GetSetDef] = &[
    GetSetDef {
        name: "__name__",
        get: |_, v| Ok(generator(v).name.get().own()),
        set: Some(|rt, v, value| set_text(rt, "__name__", &generator(v).name, value)),
    },
    GetSetDef {
        name: "__qualname__",
        get: |_, v| Ok(generator(v).qualname.get().own()),
        set: Some(|rt, v, value| set_text(rt, "__qualname__", &generator(v).qualname, value)),
    },
    GetSetDef { name: "gi_code", get: |_, v| Ok(generator(v).code.get().own()), set: Some(readonly) },
    GetSetDef { name: "gi_running", get: |_, v| state_is(v, GenState::Running), set: None },
    GetSetDef { name: "gi_suspended", get: |_, v| state_is(v, GenState::Suspended), set: None },
    GetSetDef { name: "gi_yieldfrom", get: yield_from, set: None },
    GetSetDef { name: "gi_frame", get: frame, set: None },
];

fn state_is(v: Value, state: GenState) -> Res {
    Ok(Value::bool(generator(v).state.get() == state).own())
}

fn set_text(rt: &Rt, name: &str, slot: &crate::value::Slot, value: Option<Value>) -> Result<(), Raised> {
    match value {
        Some(v) if rt.is_str(v) => {
            slot.set(v.own());
            Ok(())
        }
        _ => Err(rt.type_error(format!("{name} must be set to a string object"))),
    }
}

fn yield_from(rt: &Rt, v: Value) -> Res {
    let g = generator(v);
    let inner = match g.state.get() {
        GenState::Suspended => (rt.entry().generator_delegate)(rt, g).some(),
        GenState::Created | GenState::Running | GenState::Finished => None,
    };
    Ok(inner.unwrap_or(Value::none()).own())
}

fn frame(rt: &Rt, v: Value) -> Res {
    if generator(v).state.get() == GenState::Finished {
        crate::native::none()
    } else {
        (rt.entry().generator_frame)(rt, v)
    }
}

/// A turn of a generator as its methods give it: the item, or StopIteration with what it returned.
fn item(rt: &Rt, step: Result<Step, Raised>) -> Res {
    match step? {
        Step::Yielded(item) => Ok(item),
        Step::Returned(value) => Err(rt.stop_iteration(Some(*value))),
    }
}

fn throw(rt: &Rt, args: &Args<'_>) -> Res {
    let given = |i: usize| args.opt(i).filter(|v| !v.is_none());
    let traceback = given(3);
    if traceback.is_some_and(|t| rt.kind_of(t) != Kind::Traceback) {
        return Err(rt.type_error("throw() third argument must be a traceback object"));
    }
    let exc = rt.exception_to_throw(args.get(1), given(2))?;
    if let Some(traceback) = traceback {
        rt.exception_data(*exc).traceback.set(traceback.own());
    }
    let step = rt.generator_throw(args.get(0), exc);
    item(rt, step)
}

/// Layout of a generator.
pub(crate) fn generator<'a>(v: Value) -> &'a GeneratorObj {
    // SAFETY: callers have checked the kind.
    unsafe { v.layout() }
}

impl Rt {
    fn check_not_running(&self, v: Value) -> Result<(), Raised> {
        if generator(v).state.get() == GenState::Running {
            return Err(self.value_error("generator already executing"));
        }
        Ok(())
    }

    /// The next item of a generator; `None` when it has returned.
    ///
    /// # Errors
    /// What it raises.
    pub fn generator_next(&self, v: Value) -> Result<Option<Owned>, Raised> {
        self.check_not_running(v)?;
        if generator(v).state.get() == GenState::Finished {
            return Ok(None);
        }
        self.enter_native()?;
        match (self.entry().resume)(self, v, Value::none().own())? {
            Step::Yielded(item) => Ok(Some(item)),
            Step::Returned(_) => Ok(None),
        }
    }

    /// `g.send(value)`, with a return as `Step::Returned`.
    ///
    /// # Errors
    /// TypeError for a value sent before the start; what it raises.
    pub fn generator_send(&self, v: Value, value: Owned) -> Result<Step, Raised> {
        self.check_not_running(v)?;
        match generator(v).state.get() {
            GenState::Finished => return Ok(Step::Returned(Value::none().own())),
            GenState::Created if !value.is_none() => {
                return Err(self.type_error("can't send non-None value to a just-started generator"));
            }
            _ => {}
        }
        self.enter_native()?;
        (self.entry().resume)(self, v, value)
    }

    /// `g.throw(exc)`, with a return as `Step::Returned`.
    ///
    /// # Errors
    /// What it raises.
    pub fn generator_throw(&self, v: Value, exc: Owned) -> Result<Step, Raised> {
        self.check_not_running(v)?;
        if generator(v).state.get() == GenState::Finished {
            return Err(self.reraise_object(exc));
        }
        self.enter_native()?;
        (self.entry().throw)(self, v, exc)
    }

    /// `g.close()`: the value it returns, or None.
    ///
    /// # Errors
    /// RuntimeError if it yields instead of ending; what it raises.
    pub fn generator_close(&self, v: Value) -> Res {
        self.check_not_running(v)?;
        match generator(v).state.get() {
            GenState::Finished => return Ok(Value::none().own()),
            GenState::Created => {
                generator(v).state.set(GenState::Finished);
                (self.entry().drop_generator)(self, generator(v));
                return Ok(Value::none().own());
            }
            _ => {}
        }
        // It is raised here, so what the caller handles is its context.
        let raised = self.raise_with(Exc::GeneratorExit, &[]);
        let exc = self.take_raised(raised);
        match (self.entry().throw)(self, v, exc) {
            Ok(Step::Yielded(_)) => Err(self.raise(Exc::RuntimeError, "generator ignored GeneratorExit")),
            Ok(Step::Returned(value)) => Ok(value),
            Err(raised) => {
                if self.raised_is(Exc::StopIteration) {
                    self.swallow(raised, Exc::StopIteration)?;
                } else {
                    self.swallow(raised, Exc::GeneratorExit)?;
                }
                Ok(Value::none().own())
            }
        }
    }

    /// The exception that `throw(type, value)` means.
    ///
    /// # Errors
    /// TypeError if they make none; what making it raises.
    fn exception_to_throw(&self, exc: Value, value: Option<Value>) -> Res {
        if self.is_exception(exc) {
            return match value {
                None => Ok(exc.own()),
                Some(_) => Err(self.type_error("instance exception may not have a separate value")),
            };
        }
        if !self.is_type(exc) || !self.is_subclass(exc, self.exc_class(Exc::BaseException)) {
            let got = self.type_name(exc);
            return Err(self.type_error(format!(
                "exceptions must be classes or instances deriving from BaseException, not {got}"
            )));
        }
        let made = match value {
            None => self.call(exc, &[])?,
            Some(value) if self.is_instance_of(value, exc) => value.own(),
            Some(value) => match self.as_tuple(value) {
                Some(items) => self.call(exc, items)?,
                None => self.call(exc, &[value])?,
            },
        };
        if self.is_exception(*made) {
            return Ok(made);
        }
        let (class, got) = (self.repr_text(exc)?, self.type_name(*made));
        Err(self.type_error(format!("calling {class} should have returned an instance of BaseException, not {got}")))
    }
}
