//! Exceptions as the runtime raises them: the pending exception, and the built-in classes.
//!
//! A function that can raise returns [`Res`] or another `Result<_, Raised>`. `Raised` says that the exception is
//! pending in the engine's context; it carries nothing itself.

use crate::object::ExceptionObj;
use crate::rt::Rt;
use crate::value::{Owned, Slot, Value};
use std::cell::Cell;

/// An exception is pending in the context ([`Rt::take_raised`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct Raised;

/// A new reference, or a pending exception. One word: zero means an exception.
pub type Res = Result<Owned, Raised>;

macro_rules! exceptions {
    ($($name:ident : $parent:ident)+) => {
        /// The built-in exception classes.
        #[repr(u8)]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)]
        pub enum Exc { BaseException, $($name,)+ }

        impl Exc {
            /// Old names of classes.
            pub const ALIASES: &'static [(&'static str, Exc)] = &[("EnvironmentError", Exc::OSError), ("IOError", Exc::OSError)];
            /// Every class, parents first.
            pub const ALL: &'static [Exc] = &[Exc::BaseException, $(Exc::$name),+];
            /// Class name.
            pub fn name(self) -> &'static str {
                match self { Exc::BaseException => "BaseException", $(Exc::$name => stringify!($name),)+ }
            }
            /// The class it derives from; `None` for BaseException.
            pub fn parent(self) -> Option<Exc> {
                match self { Exc::BaseException => None, $(Exc::$name => Some(Exc::$parent),)+ }
            }
        }
    };
}

exceptions! {
    Exception: BaseException BaseExceptionGroup: BaseException GeneratorExit: BaseException KeyboardInterrupt: BaseException SystemExit: BaseException
    ArithmeticError: Exception AssertionError: Exception AttributeError: Exception BufferError: Exception EOFError: Exception
    ImportError: Exception LookupError: Exception MemoryError: Exception NameError: Exception OSError: Exception
    ReferenceError: Exception RuntimeError: Exception StopAsyncIteration: Exception StopIteration: Exception SyntaxError: Exception
    SystemError: Exception TypeError: Exception ValueError: Exception Warning: Exception
    FloatingPointError: ArithmeticError OverflowError: ArithmeticError ZeroDivisionError: ArithmeticError
    ModuleNotFoundError: ImportError IndexError: LookupError KeyError: LookupError UnboundLocalError: NameError
    NotImplementedError: RuntimeError RecursionError: RuntimeError PythonFinalizationError: RuntimeError
    IndentationError: SyntaxError TabError: IndentationError UnicodeError: ValueError
    UnicodeDecodeError: UnicodeError UnicodeEncodeError: UnicodeError UnicodeTranslateError: UnicodeError
    FileNotFoundError: OSError FileExistsError: OSError PermissionError: OSError IsADirectoryError: OSError NotADirectoryError: OSError
    InterruptedError: OSError TimeoutError: OSError ConnectionError: OSError BrokenPipeError: ConnectionError
    BlockingIOError: OSError ChildProcessError: OSError ProcessLookupError: OSError ConnectionAbortedError: ConnectionError
    ConnectionRefusedError: ConnectionError ConnectionResetError: ConnectionError ExceptionGroup: BaseExceptionGroup
    BytesWarning: Warning DeprecationWarning: Warning EncodingWarning: Warning FutureWarning: Warning ImportWarning: Warning
    PendingDeprecationWarning: Warning ResourceWarning: Warning RuntimeWarning: Warning SyntaxWarning: Warning UnicodeWarning: Warning UserWarning: Warning
}

impl Rt {
    /// The class object of a built-in exception.
    pub fn exc_class(&self, e: Exc) -> Value {
        self.exc_types[e as usize].get()
    }

    /// Makes an exception of class `e` with one message argument pending.
    pub fn raise(&self, e: Exc, message: impl AsRef<str>) -> Raised {
        match self.str(message.as_ref()) {
            Ok(text) => self.raise_with(e, &[*text]),
            Err(raised) => raised,
        }
    }

    /// Makes an exception of class `e` with the given `args` pending.
    pub fn raise_with(&self, e: Exc, args: &[Value]) -> Raised {
        let made = self.new_exception(self.exc_class(e), args).and_then(|exc| {
            crate::types::exception::fill_fields(self, e, *exc)?;
            Ok(exc)
        });
        match made {
            Ok(exc) => self.raise_object(exc),
            Err(raised) => raised,
        }
    }

    /// An exception object of built-in layout and exact class `class` with `args`; runs no user code.
    ///
    /// # Errors
    /// MemoryError.
    pub fn new_exception(&self, class: Value, args: &[Value]) -> Res {
        let args = self.tuple_from(args)?;
        self.new_exception_object(class, args)
    }

    pub(crate) fn new_exception_object(&self, class: Value, args: Owned) -> Res {
        let shape = self.type_data(class).root_shape.get();
        self.alloc_instance_with(class, |_| ExceptionObj {
            head: Rt::fresh_header(shape),
            args: Slot::new(args),
            traceback: Slot::empty(),
            cause: Slot::empty(),
            context: Slot::empty(),
            extra: Slot::empty(),
            extra2: Slot::empty(),
            suppress_context: Cell::new(false),
        })
    }

    /// Makes `exc` (an exception object) pending, with the exception being handled as its context.
    pub fn raise_object(&self, exc: Owned) -> Raised {
        self.set_context(*exc);
        self.pending.set(exc);
        Raised
    }

    /// Makes `exc` pending again as it is: its context and traceback are kept.
    pub fn reraise_object(&self, exc: Owned) -> Raised {
        self.pending.set(exc);
        Raised
    }

    /// Sets `__context__` of a newly raised exception to the one being handled, breaking a cycle if that would make one.
    fn set_context(&self, exc: Value) {
        let handled = self.handled.get();
        if handled.is_empty() || handled == exc {
            return;
        }
        let data = self.exception_data(exc);
        // Walk the handled exception's contexts: `exc` further down would close a cycle. Floyd's second pointer
        // guards against a cycle that is there already.
        let (mut at, mut slow, mut step) = (handled, handled, false);
        while let Some(next) = self.exception_data(at).context.get().some() {
            if next == exc {
                self.exception_data(at).context.clear();
                break;
            }
            at = next;
            if at == slow {
                break;
            }
            if step {
                slow = self.exception_data(slow).context.get();
            }
            step = !step;
        }
        data.context.set(handled.own());
    }

    /// Takes the pending exception.
    ///
    /// # Panics
    /// Panics if none is pending: somebody returned `Raised` without raising.
    pub fn take_raised(&self, _: Raised) -> Owned {
        self.pending.take().expect("Raised means that an exception is pending")
    }

    /// Adds a note (`add_note`) to the pending exception.
    #[cold]
    pub(crate) fn add_note_to_raised(&self, raised: Raised, note: &str) -> Raised {
        let exc = self.take_raised(raised);
        let added = self.str(note).and_then(|text| match self.instance_get(*exc, self.names.__notes__) {
            Some(notes) if self.is_list(notes) => self.list_push(notes, text),
            _ => {
                let notes = self.list_from_owned(vec![text])?;
                self.instance_set(*exc, self.names.__notes__, notes).map(drop)
            }
        });
        match added {
            Ok(()) => self.reraise_object(exc),
            Err(raised) => raised,
        }
    }

    /// Drops the pending exception.
    pub fn forget(&self, raised: Raised) {
        drop(self.take_raised(raised));
    }

    /// The pending exception's class test: is it an instance of `e`?
    pub fn raised_is(&self, e: Exc) -> bool {
        match self.pending.get().some() {
            Some(exc) => self.is_subclass(self.class_of(exc), self.exc_class(e)),
            None => false,
        }
    }

    /// Drops the pending exception if it is an instance of `e`; otherwise passes `raised` on.
    ///
    /// # Errors
    /// The pending exception, if it is of another class.
    pub fn swallow(&self, raised: Raised, e: Exc) -> Result<(), Raised> {
        if self.raised_is(e) {
            drop(self.take_raised(raised));
            Ok(())
        } else {
            Err(raised)
        }
    }

    /// The layout of an exception object.
    ///
    /// # Panics
    /// Debug builds panic if `v` is not one.
    pub fn exception_data(&self, v: Value) -> &ExceptionObj {
        assert!(self.is_exception(v), "not an exception");
        // SAFETY: the kind was just checked.
        unsafe { v.layout() }
    }

    /// Whether `v` is an exception instance.
    pub fn is_exception(&self, v: Value) -> bool {
        self.kind_of_ptr(v) == Some(crate::object::Kind::Exception)
    }

    /// Raises TypeError.
    #[cold]
    pub fn type_error(&self, message: impl AsRef<str>) -> Raised {
        self.raise(Exc::TypeError, message)
    }

    /// Raises ValueError.
    #[cold]
    pub fn value_error(&self, message: impl AsRef<str>) -> Raised {
        self.raise(Exc::ValueError, message)
    }

    /// Raises IndexError.
    #[cold]
    pub fn index_error(&self, message: impl AsRef<str>) -> Raised {
        self.raise(Exc::IndexError, message)
    }

    /// Raises OverflowError.
    #[cold]
    pub fn overflow_error(&self, message: impl AsRef<str>) -> Raised {
        self.raise(Exc::OverflowError, message)
    }

    /// Raises KeyError with the key itself as argument.
    #[cold]
    pub fn key_error(&self, key: Value) -> Raised {
        self.raise_with(Exc::KeyError, &[key])
    }

    /// Raises StopIteration with `value` (nothing for `None`).
    #[cold]
    pub fn stop_iteration(&self, value: Option<Value>) -> Raised {
        let args: &[Value] = match &value {
            Some(v) if !v.is_none() => &[*v],
            _ => &[],
        };
        self.raise_with(Exc::StopIteration, args)
    }

    /// Raises the preallocated MemoryError.
    #[cold]
    pub fn memory_error(&self) -> Raised {
        // A fresh one if there is memory for that: the preallocated one is shared.
        if !self.making_memory_error.replace(true) {
            let fresh = self.new_exception(self.exc_class(Exc::MemoryError), &[]);
            self.making_memory_error.set(false);
            if let Ok(exc) = fresh {
                return self.raise_object(exc);
            }
        }
        match self.memory_error.own() {
            Some(exc) => {
                let data = self.exception_data(*exc);
                data.traceback.clear();
                data.context.clear();
                self.pending.set(exc);
                Raised
            }
            // Only while the engine itself is being made: `Rt::new` turns this into its own error.
            None => Raised,
        }
    }
}
