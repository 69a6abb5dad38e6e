//! Methods of generator.

use crate::native::{GetSetDef, NativeDef};

/// Methods.
pub const METHODS: &[NativeDef] = &[];
/// Computed attributes.
pub const GETSETS: &[GetSetDef] = &[];

use crate::entry::Step;
use crate::error::{Exc, Raised, Res};
use crate::object::{GenState, GeneratorObj};
use crate::rt::Rt;
use crate::value::{Owned, Value};

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
        let exc = self.new_exception(self.exc_class(Exc::GeneratorExit), &[])?;
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
}
