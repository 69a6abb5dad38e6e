//! [`Host`]: a runtime, a compiler and natives together, so that a language can run its functions without unsafe code.
//!
//! ```
//! use hir::{FunctionBuilder, Type};
//! use jit::{Config, Host, Natives};
//!
//! let host = Host::new(Config::default(), Natives::new())?;
//! let mut b = FunctionBuilder::new("pair");
//! let entry = b.create_block()?;
//! b.switch_to_block(entry)?;
//! let x = b.load_arg(0, Type::OBJECT)?;
//! let pair = b.make_tuple(&[x, x])?;
//! let failed = b.frame("pair", 0, &[])?;
//! let pair = b.check_exc(pair, failed)?;
//! b.return_(pair)?;
//! let function = host.compile(&b.finish()?)?;
//!
//! let seven = host.rt().int(7).expect("memory");
//! let result = host.call(&function, &[*seven]).expect("no exception");
//! assert_eq!(host.rt().repr_text(*result).expect("text"), "(7, 7)");
//! drop(result);
//! assert_eq!(host.finish(), 0); // no object is left
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What makes this safe: every function is verified, its references are placed by Tally (or proved, if it comes with counts); the words
//! it needs come from this host; natives have the contract they were registered with; arguments are checked, once for a
//! [typed](CompiledFunction::typed) function and at each [`call`](Host::call) otherwise; and a function is only called by the host that
//! compiled it.

mod args;
mod exits;
mod functions;
mod words;

pub(crate) use args::Words;
pub(crate) use exits::value_of;
pub use exits::{Datum, ExitFrame, HostExit};

use crate::context::Context;
use crate::error::CompileError;
use crate::jit::{CompiledFunction, Config, Jit};
use crate::lower::{ArgPassing, Convention};
use crate::machine;
use crate::natives::Natives;
use crate::queue::{self, CompileQueue, Ticket};
use crate::signature::most_arguments;
use crate::snapshot::Snapshot;
use exits::ExitHandler;
use hir::{Constant, Function};
use runtime::rt::RtError;
use runtime::{Exc, Owned, Raised, Rt, Value};
use std::any::Any;
use std::cell::{OnceCell, RefCell, UnsafeCell};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use thiserror::Error;

/// Why a host could not be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum HostError {
    /// No runtime.
    #[error(transparent)]
    Runtime(#[from] RtError),
    /// No compiler.
    #[error(transparent)]
    Compiler(#[from] CompileError),
}

/// A runtime, a compiler and natives. See the [module](self).
pub struct Host {
    // In this order: what refers to objects goes before the runtime that holds them.
    state: Box<dyn Any>,
    pins: RefCell<Vec<Owned>>,
    constants: RefCell<HashMap<Constant, u64>>,
    entries: RefCell<Vec<Owned>>,
    on_exit: Option<ExitHandler>,
    queue: OnceCell<CompileQueue>,
    natives: Natives,
    jit: Jit,
    context: Box<UnsafeCell<Context>>,
    rt: Box<Rt>,
}

impl std::fmt::Debug for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Host").field("jit", &self.jit).field("natives", &self.natives).finish_non_exhaustive()
    }
}

impl Host {
    /// A host with a runtime of its own, for the calling thread.
    ///
    /// # Errors
    /// No memory.
    pub fn new(config: Config, natives: Natives) -> Result<Host, HostError> {
        let rt = Rt::new()?;
        rt.set_stack_limit_of_this_thread();
        let jit = Jit::new(Config { verify: true, check_stack: true, ..config })?;
        let mut context = Context::new(crate::helpers::free, exits::exit_hook);
        crate::helpers::install(&mut context);
        context.helpers[hir::Opcode::TakeExc as usize] = take_exc as *const u8;
        context.helpers[hir::Opcode::Call as usize] = functions::call as *const u8;
        context.overflow = exits::overflow_hook;
        jit.prepare(&mut context);
        context.rt = &raw const *rt;
        context.interrupt = std::sync::Arc::as_ptr(&rt.interrupt);
        context.due = rt.heap.collection_due();
        Ok(Host {
            state: Box::new(()),
            pins: RefCell::default(),
            constants: RefCell::default(),
            entries: RefCell::default(),
            on_exit: None,
            queue: OnceCell::new(),
            natives,
            jit,
            context: Box::new(UnsafeCell::new(context)),
            rt,
        })
    }

    /// With data of the language's own, which natives and the exit handler find by [`state`](Self::state).
    #[must_use]
    pub fn with_state(mut self, state: impl Any) -> Host {
        self.state = Box::new(state);
        self
    }

    /// With a function that goes on where machine code leaves in the middle. Its result is the function's. Without one, an exit with an
    /// exception passes that on, and a guard that fails is a SystemError.
    #[must_use]
    pub fn on_exit(mut self, handler: impl Fn(&Host, HostExit) -> Result<Datum, Raised> + 'static) -> Host {
        self.on_exit = Some(Box::new(handler));
        self
    }

    /// The runtime: values, objects, exceptions.
    pub fn rt(&self) -> &Rt {
        &self.rt
    }

    /// The natives.
    pub fn natives(&self) -> &Natives {
        &self.natives
    }

    /// The language's own data, if they are of this type.
    pub fn state<T: Any>(&self) -> Option<&T> {
        self.state.downcast_ref()
    }

    /// Adds an object to the host's constants; functions name it by `Constant::Entry` with this index.
    pub fn add_constant(&self, object: Owned) -> u32 {
        let mut entries = self.entries.borrow_mut();
        entries.push(object);
        entries.len() as u32 - 1
    }

    /// Bytes of code pages in use.
    pub fn code_bytes(&self) -> usize {
        self.jit.code_bytes()
    }

    /// From now on destructors may run code: quiet functions leave at their next `GuardQuiet`.
    pub fn observe(&self) {
        // SAFETY: the context is the host's, and nobody holds a reference to the field.
        unsafe { (*self.context.get()).observed.store(1, Ordering::Relaxed) };
    }

    /// Compiles a function. One with more arguments than there are registers for gets them in memory, which [`call`](Self::call) and typed
    /// calls know.
    ///
    /// # Errors
    /// [`CompileError`].
    pub fn compile(&self, func: &Function) -> Result<CompiledFunction, CompileError> {
        self.check(func)?;
        queue::catch(func.name(), || self.jit.compile_as(func, &words::Words(self), self.convention(func)))
    }

    /// Compiles a function on another thread. What it names is resolved at once.
    ///
    /// # Errors
    /// A native's contract is not the one it was registered with, or there is no thread; all other errors come with the answer.
    pub fn compile_in_background(&self, func: Function) -> Result<Ticket, CompileError> {
        self.check(&func)?;
        let queue = match self.queue.get() {
            Some(queue) => queue,
            None => {
                let queue = CompileQueue::new(self.jit.clone())
                    .map_err(|_| CompileError::Closed { function: func.name().into() })?;
                self.queue.get_or_init(|| queue)
            }
        };
        let snapshot = Snapshot::take(&func, &words::Words(self));
        let convention = self.convention(&func);
        Ok(queue.submit_as(func, Box::new(snapshot), convention))
    }

    /// Checks what only this host knows about a function, and the counts of one that brings its own.
    fn check(&self, func: &Function) -> Result<(), CompileError> {
        let wrong = |native: &str, what| {
            let (function, native) = (func.name().into(), native.into());
            Err(CompileError::NativeContract { function, native, what })
        };
        for (_, declared) in func.natives() {
            match self.natives.signature(&declared.name) {
                None => return wrong(&declared.name, "not registered"),
                Some(known) if known != declared => return wrong(&declared.name, "declared with another contract"),
                Some(_) => {}
            }
        }
        if func.is_counted() {
            let invalid = |message| CompileError::Invalid { function: func.name().into(), message };
            hir::verify(func).map_err(|errors| invalid(words::first(&errors)))?;
            hir::verify_refcounts(func).map_err(|errors| invalid(words::first(&errors)))?;
        }
        Ok(())
    }

    /// In registers if they suffice.
    fn convention(&self, func: &Function) -> Convention {
        let many = most_arguments(func) > machine::INT_ARGS.len();
        let args = if many { ArgPassing::Window } else { self.jit.convention().args };
        Convention { args, callee: false }
    }

    /// Calls a function with values of the language. Parameters that are machine values get what the values hold; a machine result becomes a
    /// value.
    ///
    /// # Errors
    /// What it raises; a TypeError if an argument is not what the function takes or is missing; RecursionError at the end of the stack.
    pub fn call(&self, function: &CompiledFunction, args: &[Value]) -> Result<Owned, Raised> {
        self.check_owner(function)?;
        let params = &function.signature().params;
        if args.len() < params.len() {
            let message = format!("{} takes {} arguments, {} given", function.name(), params.len(), args.len());
            return Err(self.rt.type_error(message));
        }
        let mut words = Words::new(function);
        // Checked first, so that no reference is handed over if one of them is wrong.
        for (index, (param, &arg)) in params.iter().zip(args).enumerate() {
            if !words.push_value(&self.rt, param.ty, arg) {
                let kind = self.rt.type_name(arg);
                let message = format!("argument {index} of {} cannot be of type '{kind}'", function.name());
                return Err(self.rt.type_error(message));
            }
        }
        for (param, arg) in params.iter().zip(args) {
            if param.taken {
                arg.incref();
            }
        }
        let result = self.enter(&mut words)?;
        words::value(&self.rt, function.signature().result, result)
    }

    /// An error if the function is another compiler's.
    pub(crate) fn check_owner(&self, function: &CompiledFunction) -> Result<(), Raised> {
        if function.is_of(self.jit.code_map()) {
            Ok(())
        } else {
            Err(self.rt.raise(Exc::SystemError, format!("{} was compiled by another host", function.name())))
        }
    }

    /// Enters machine code of this host with arguments that are what the function takes. The result's bits, unless it raised.
    pub(crate) fn enter(&self, words: &mut Words<'_>) -> Result<u64, Raised> {
        let function = words.function;
        let context = self.context.get();
        if let Err(raised) = self.rt.enter_native() {
            words.release_taken();
            return Err(raised);
        }
        // SAFETY: the context is the host's; nobody holds a reference into it.
        unsafe {
            (*context).host = std::ptr::from_ref(self).cast_mut().cast();
            (*context).stack_limit = self.rt.stack_limit.get();
            (*context).pending = 0;
        }
        if function.passing() == ArgPassing::Window {
            words.ints[0] = words.window.as_ptr().expose_provenance() as u64;
        }
        // SAFETY: the context is prepared and its hooks are this crate's; the arguments were checked against the signature.
        let result = unsafe { self.jit.enter(function, context, &words.ints, &words.floats) };
        if function.passing() == ArgPassing::Window {
            words.release_taken();
        }
        // SAFETY: as above.
        let failed = unsafe { std::mem::replace(&mut (*context).pending, 0) != 0 };
        let no_value = result == 0 && !function.signature().result.is_machine();
        if failed || no_value { Err(self.failure(function)) } else { Ok(result) }
    }

    /// The exception that a function left with; one is made if it has none.
    #[cold]
    fn failure(&self, function: &CompiledFunction) -> Raised {
        if self.rt.pending.get().is_empty() {
            return self.rt.raise(Exc::SystemError, format!("{} gave no value and raised nothing", function.name()));
        }
        Raised
    }

    /// Ends the host: the number of objects that are still alive though nothing holds them, 0 unless something leaks.
    pub fn finish(self) -> usize {
        let Host { state, pins, entries, on_exit, queue, rt, .. } = self;
        drop((state, pins, entries, on_exit, queue));
        rt.teardown()
    }
}

/// Runs a native: what it gives becomes the word that machine code gets, failure a pending exception.
pub(crate) fn run_native<W: Default>(context: *mut Context, body: impl FnOnce(&Host) -> Result<W, Raised>) -> W {
    // SAFETY: machine code passes the context that a host entered it with, which names the host.
    let host = unsafe { &*(*context).host.cast_const().cast::<Host>() };
    let result = catch_unwind(AssertUnwindSafe(|| {
        host.rt.enter_native()?;
        body(host)
    }));
    let result = result.unwrap_or_else(|panic| Err(internal_error(host, &*panic)));
    // SAFETY: the context is the host's; nobody holds a reference into it.
    unsafe { (*context).pending = u64::from(result.is_err()) };
    result.unwrap_or_default()
}

#[cold]
fn internal_error(host: &Host, panic: &(dyn Any + Send)) -> Raised {
    host.rt.raise(Exc::SystemError, format!("internal error: a native panicked: {}", queue::message(panic)))
}

/// `TakeExc`: the pending exception, no longer pending. This host keeps no tracebacks.
extern "C" fn take_exc(context: *mut Context, _: u64) -> Value {
    // SAFETY: machine code passes the context that a host entered it with.
    let host = unsafe { &*(*context).host.cast_const().cast::<Host>() };
    // SAFETY: as above.
    unsafe { (*context).pending = 0 };
    host.rt.take_raised(Raised).into_raw()
}
