//! Calls of any callable.

use crate::class::flag;
use crate::error::{Raised, Res};
use crate::names::Dunder;
use crate::native::{Args, call_native};
use crate::object::{BoundMethodObj, FunctionObj, Kind, NativeObj, NativeSort, shape_id};
use crate::rt::Rt;
use crate::value::{Owned, Slot, Value};
use smallvec::SmallVec;

/// Room for a receiver and a few arguments without touching the heap.
pub type ValueBuf = SmallVec<[Value; 8]>;

impl Rt {
    /// Calls `f` with positional arguments.
    ///
    /// # Errors
    /// What the call raises; TypeError if `f` is not callable.
    #[inline]
    pub fn call(&self, f: Value, args: &[Value]) -> Res {
        self.call_args(f, &Args::positional_only(args))
    }

    /// Calls `f`.
    ///
    /// # Errors
    /// What the call raises; TypeError if `f` is not callable.
    pub fn call_args(&self, f: Value, args: &Args<'_>) -> Res {
        match f.shape() {
            shape_id::FUNCTION => {
                self.enter_native()?;

                (self.entry().call_function)(self, f, args)
            }
            // SAFETY: the shape says the layout.
            shape_id::NATIVE | shape_id::METHOD_DESCRIPTOR | shape_id::WRAPPER_DESCRIPTOR => unsafe {
                call_native(self, f.layout::<NativeObj>(), args)
            },
            shape_id::TYPE => self.call_class(f, args),
            _ => self.call_args_slowly(f, args),
        }
    }

    #[inline(never)]
    fn call_args_slowly(&self, f: Value, args: &Args<'_>) -> Res {
        match self.kind_of(f) {
            // SAFETY: the kind says the layout.
            Kind::Native => call_native(self, unsafe { f.layout::<NativeObj>() }, args),
            Kind::BoundMethod => {
                // SAFETY: the kind says the layout.
                let m = unsafe { f.layout::<BoundMethodObj>() };
                let (func, receiver) = (m.func.get().own(), m.receiver.get().own());
                self.call_with_receiver(*func, *receiver, args)
            }
            Kind::Type => self.call_class(f, args),
            Kind::StaticMethod => {
                let func = self.wrapped(f)?;
                self.enter_native()?;

                self.call_args(*func, args)
            }
            _ => match self.special(f, Dunder::Call) {
                Some(call) => {
                    self.enter_native()?;
                    let call = call.own();

                    self.call_special_args(*call, f, args)
                }
                None => Err(self.type_error(format!("'{}' object is not callable", self.type_name(f)))),
            },
        }
    }

    /// Calls `func` with `receiver` before the arguments.
    ///
    /// # Errors
    /// What the call raises.
    pub fn call_with_receiver(&self, func: Value, receiver: Value, args: &Args<'_>) -> Res {
        // The usual numbers of arguments are copied without a loop.
        match *args.all() {
            [] => self.call_args(func, &Args::positional_only(&[receiver])),
            [a] => self.call_args(func, &Args::with_keywords(&[receiver, a], args.names())),
            [a, b] => self.call_args(func, &Args::with_keywords(&[receiver, a, b], args.names())),
            _ => {
                let mut values: ValueBuf = SmallVec::with_capacity(args.all().len() + 1);
                values.push(receiver);
                values.extend_from_slice(args.all());
                self.call_args(func, &Args::with_keywords(&values, args.names()))
            }
        }
    }

    /// Calls special method `method`, found in the class of `receiver`, on it: binding without making a bound method where possible.
    ///
    /// # Errors
    /// What the call raises.
    pub fn call_special_args(&self, method: Value, receiver: Value, args: &Args<'_>) -> Res {
        match self.kind_of(method) {
            Kind::Function | Kind::Native => {
                if let Some(n) = self.as_native(method)
                    && matches!(n.sort, NativeSort::Static | NativeSort::New)
                {
                    return self.call_args(method, args);
                }
                self.call_with_receiver(method, receiver, args)
            }
            _ => {
                let bound = self.bind(method, receiver, self.class_of(receiver))?;
                self.call_args(*bound, args)
            }
        }
    }

    /// Calls special method `method` of `receiver` with positional arguments.
    ///
    /// # Errors
    /// What the call raises.
    #[inline]
    pub fn call_special(&self, method: Value, receiver: Value, args: &[Value]) -> Res {
        let method = method.own();
        if method.has_shape(shape_id::FUNCTION)
            && let [other] = *args
        {
            self.enter_native()?;
            return (self.entry().call_function)(self, *method, &Args::positional_only(&[receiver, other]));
        }
        self.call_special_args(*method, receiver, &Args::positional_only(args))
    }

    /// Calls method `name` (interned) of `v`.
    ///
    /// # Errors
    /// AttributeError; what the call raises.
    pub fn call_method(&self, v: Value, name: Value, args: &[Value]) -> Res {
        let method = self.get_method(v, name)?;
        match method.receiver {
            true => self.call_with_receiver(*method.func, v, &Args::positional_only(args)),
            false => self.call(*method.func, args),
        }
    }

    /// Calls a class: makes an instance.
    ///
    /// # Errors
    /// What `__new__` or `__init__` raises.
    pub fn call_class(&self, class: Value, args: &Args<'_>) -> Res {
        if args.names().is_empty() {
            let known = match *args.all() {
                [] => self.make_empty(class),
                [x] => self.convert(class, x),
                _ => None,
            };
            if let Some(result) = known {
                return result;
            }
        }
        let meta = self.class_of(class);
        if meta != self.kind_type(Kind::Type) {
            let call = self.type_special(meta, Dunder::Call);
            if let Some(call) = call.filter(|c| *c != self.types.type_call.get()) {
                return self.call_special_args(*call.own(), class, args);
            }
        }
        self.construct(class, args)
    }

    /// `list()`, `dict()`, `set()`; `None` for other classes.
    #[inline]
    fn make_empty(&self, class: Value) -> Option<Res> {
        if class == self.kind_type(Kind::List) {
            Some(self.new_list(0))
        } else if class == self.kind_type(Kind::Dict) {
            Some(self.new_dict())
        } else if class == self.kind_type(Kind::Set) {
            Some(self.new_set())
        } else {
            None
        }
    }

    /// `int(x)`, `float(x)`, `str(x)`, `bool(x)`, which are called often and are what the conversions of the same names do; `None`
    /// for other classes.
    #[inline]
    fn convert(&self, class: Value, x: Value) -> Option<Res> {
        if class == self.kind_type(Kind::Int) {
            Some(self.to_int(x))
        } else if class == self.kind_type(Kind::Str) {
            Some(self.to_str(x))
        } else if class == self.kind_type(Kind::Float) {
            Some(self.to_float(x))
        } else if class == self.kind_type(Kind::Bool) {
            Some(self.truth(x).map(|b| Value::bool(b).own()))
        } else {
            None
        }
    }

    /// `type.__call__`: `__new__`, then `__init__` if that gave an instance.
    ///
    /// # Errors
    /// What they raise.
    pub fn construct(&self, class: Value, args: &Args<'_>) -> Res {
        if class == self.kind_type(Kind::Type) {
            if args.all().len() == 1 && args.names().is_empty() {
                return Ok(self.class_of(args.get(0)).own());
            }
            if args.len() != 3 {
                return Err(self.type_error("type() takes 1 or 3 arguments"));
            }
        }
        self.enter_native()?;
        let t = self.type_data(class);
        let new = self.type_special(class, Dunder::New);
        let plain = new == self.types.object_new.get().some();
        let object = if plain && t.kind == Kind::Instance && t.flags.get() & flag::ABSTRACT == 0 {
            let init = self.type_special(class, Dunder::Init);
            if init == self.types.object_init.get().some() && !args.all().is_empty() {
                return Err(self.type_error(format!("{}() takes no arguments", self.class_name(class))));
            }
            self.new_instance(class)?
        } else {
            let Some(new) = new else {
                return Err(self.type_error(format!("cannot create '{}' instances", self.class_name(class))));
            };
            let new = new.own();
            let func = match self.kind_of(*new) {
                // `__new__` is a static method without being declared one.
                Kind::Function | Kind::Native => new,
                _ => self.bind(*new, Value::EMPTY, class)?,
            };
            self.call_with_receiver(*func, class, args)?
        };
        if !self.is_instance_of(*object, class) {
            return Ok(object);
        }
        let init = self.special(*object, Dunder::Init);
        if init != self.types.object_init.get().some()
            && let Some(init) = init
        {
            let result = self.call_special_args(*init.own(), *object, args)?;
            if !result.is_none() {
                return Err(
                    self.type_error(format!("__init__() should return None, not '{}'", self.type_name(*result)))
                );
            }
        }
        Ok(object)
    }

    /// Whether `v` can be called.
    pub fn is_callable(&self, v: Value) -> bool {
        matches!(self.kind_of(v), Kind::Function | Kind::Native | Kind::BoundMethod | Kind::Type | Kind::StaticMethod)
            || self.special(v, Dunder::Call).is_some()
    }

    /// A bound method.
    ///
    /// # Errors
    /// MemoryError.
    pub fn new_bound_method(&self, func: Value, receiver: Value) -> Res {
        self.alloc_fixed(
            shape_id::BOUND_METHOD,
            BoundMethodObj {
                head: Rt::fresh_header(shape_id::BOUND_METHOD),
                func: Slot::new(func.own()),
                receiver: Slot::new(receiver.own()),
            },
        )
    }

    /// The layout of a function of the hosted language.
    pub fn as_function<'a>(&self, v: Value) -> Option<&'a FunctionObj> {
        if v.has_shape(shape_id::FUNCTION) {
            // SAFETY: the shape says the layout.
            Some(unsafe { v.layout() })
        } else {
            None
        }
    }

    /// The layout of a bound method.
    pub fn as_bound_method<'a>(&self, v: Value) -> Option<&'a BoundMethodObj> {
        if v.has_shape(shape_id::BOUND_METHOD) {
            // SAFETY: the shape says the layout.
            Some(unsafe { v.layout() })
        } else {
            None
        }
    }

    /// Runs the finaliser of a dying object: `__del__`, or closing a suspended generator. What it raises is reported.
    pub(crate) fn call_finaliser(&self, v: Value) {
        let pending = self.pending.take();
        if self.kind_of(v) == Kind::Generator {
            if let Err(raised) = self.generator_close(v) {
                self.report_unraisable(raised, "closing generator", Some(v));
            }
        } else if let Some(del) = self.special(v, Dunder::Del) {
            let del = del.own();
            if let Err(raised) = self.call_special(*del, v, &[]) {
                self.report_unraisable(raised, "calling deallocator", Some(*del));
            }
        }
        self.pending.set_option(pending);
    }
}

/// A callable with its receiver apart, as `LoadMethod` wants it.
pub struct Method {
    /// The function, or the whole attribute.
    pub func: Owned,
    /// Whether the object that was asked goes before the arguments.
    pub receiver: bool,
}

/// A result that is dropped.
///
/// # Errors
/// Passes the error on.
pub fn discard(r: Res) -> Result<(), Raised> {
    r.map(drop)
}
