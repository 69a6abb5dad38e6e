//! The statements `raise`, `except` and `with`, as far as they are the same wherever code runs.

use crate::error::{Exc, Raised, Res};
use crate::object::Kind;
use crate::rt::Rt;
use crate::value::{Owned, Value};

impl Rt {
    /// An exception object from the operand of `raise`: an instance, or a class to call.
    fn to_exception(&self, v: Owned) -> Res {
        if self.is_exception(*v) {
            return Ok(v);
        }
        if self.is_type(*v) && self.is_subclass(*v, self.exc_class(Exc::BaseException)) {
            let exc = self.call(*v, &[])?;
            if self.is_exception(*exc) {
                return Ok(exc);
            }
            return Err(self.type_error(format!(
                "calling {} should have returned an instance of BaseException, not {}",
                self.repr_text(*v)?,
                self.repr_text(self.class_of(*exc))?
            )));
        }
        Err(self.type_error("exceptions must derive from BaseException"))
    }

    /// Makes `exc` the pending exception of a `raise`. Like CPython it first asks a metaclass's `__subclasscheck__` whether the
    /// class is its own subclass, whose answer does not matter.
    fn raise_new(&self, exc: Owned) -> Raised {
        let class = self.class_of(*exc);
        if self.class_of(class) != self.kind_type(Kind::Type)
            && let Err(raised) = self.issubclass(class, class)
        {
            return raised;
        }
        self.raise_object(exc)
    }

    /// `raise v`.
    pub fn raise_value(&self, v: Owned) -> Raised {
        match self.to_exception(v) {
            Ok(exc) => self.raise_new(exc),
            Err(raised) => raised,
        }
    }

    /// `raise v from cause`.
    pub fn raise_value_from(&self, v: Owned, cause: Owned) -> Raised {
        let exc = match self.to_exception(v) {
            Ok(exc) => exc,
            Err(raised) => return raised,
        };
        let cause = if cause.is_none() {
            None
        } else if self.is_exception(*cause)
            || (self.is_type(*cause) && self.is_subclass(*cause, self.exc_class(Exc::BaseException)))
        {
            match self.to_exception(cause) {
                Ok(cause) => Some(cause),
                Err(raised) => return raised,
            }
        } else {
            return self.type_error("exception causes must derive from BaseException");
        };
        let data = self.exception_data(*exc);
        data.suppress_context.set(true);
        data.cause.set_option(cause);
        self.raise_new(exc)
    }

    /// `raise` without operand: makes the exception being handled pending again, or gives nothing if there is none.
    pub fn raise_handled(&self) -> Option<Raised> {
        self.handled.own().map(|exc| self.reraise_object(exc))
    }

    /// The error of a `raise` without operand outside of a handler.
    pub fn nothing_to_reraise(&self) -> Raised {
        self.raise(Exc::RuntimeError, "No active exception to reraise")
    }

    /// Whether exception `exc` is one that `except pattern` catches.
    ///
    /// # Errors
    /// TypeError if the pattern is no exception class or tuple of such.
    pub fn exception_matches(&self, exc: Value, pattern: Value) -> Result<bool, Raised> {
        let base = self.exc_class(Exc::BaseException);
        let is_class = |v: Value| self.is_type(v) && self.is_subclass(v, base);
        let one: [Value; 1] = [pattern];
        let classes = self.as_tuple(pattern).unwrap_or(&one);
        if !classes.iter().all(|c| is_class(*c)) {
            return Err(self.type_error("catching classes that do not inherit from BaseException is not allowed"));
        }
        let class = self.class_of(exc);
        Ok(classes.iter().any(|c| self.is_subclass(class, *c)))
    }

    /// Special method `name` (`__enter__` or `__exit__`) of `v` for `with`.
    ///
    /// # Errors
    /// TypeError if there is none; what binding raises.
    pub fn with_method(&self, v: Value, name: Value) -> Res {
        let class = self.class_of(v);
        match self.type_lookup(class, name) {
            Some(f) => self.bind(f, v, class),
            None => Err(self.type_error(format!(
                "'{}' object does not support the context manager protocol (missed {} method)",
                self.full_type_name(v),
                self.str_lossy(name)
            ))),
        }
    }

    /// Leaves a context manager with an exception: `exit(type(exc), exc, traceback)`.
    ///
    /// # Errors
    /// What the call raises.
    pub fn with_exit_exception(&self, exit: Value, exc: Value) -> Res {
        let exc = exc.own();
        let traceback = self.exception_data(*exc).traceback.own().unwrap_or(Value::none().own());
        self.call(exit, &[self.class_of(*exc), *exc, *traceback])
    }
}
