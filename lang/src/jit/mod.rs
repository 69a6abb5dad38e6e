//! The hosted language as machine code: when code is compiled, how machine code is entered, and how it is left.
//!
//! A function that runs as machine code has no activation. It gets its arguments in registers and the function object beside them; should it
//! leave in the middle, an [`Activation`](crate::interp::stack::Activation) is made for it, the interpreter's loop runs that to its end, and the
//! result is the machine code's (`leave`). Machine code calls machine code directly, through a cell that each code object has.
//!
//! - `background` is about compiling on another thread.
//! - `code_state` is what each code object keeps: counters, compiled versions, why it is not compiled.
//! - `compile` makes a version: HIR from bytecode and feedback, machine code from HIR; the constants it names.
//! - `enter` runs a version instead of the loop: for a call, or from a loop's header on.
//! - `leave` is what an exit of machine code calls.
//! - `explain` shows what `compile` would make, without an engine.
//! - `helpers` are the functions that machine code calls and that need the interpreter.
//! - `lookups` is what was found in objects of many shapes.
//! - `options` is what can be chosen.
//! - `poison` makes feedback meaningless, for tests.
//! - `stats` counts.

mod background;
pub(crate) mod code_state;
mod compile;
pub(crate) mod enter;
mod explain;
mod helpers;
mod inline;
mod leave;
mod lookups;
mod options;
mod poison;
mod stats;

pub use ::jit::MIN_REGISTERS;
pub use explain::explain;
pub use options::JitOptions;

use crate::interp::Vm;
use ::jit::context::Context;
use ::jit::{CompileError, Jit};
use background::Background;
pub(crate) use lookups::Lookups;
use runtime::Rt;
use stats::Stats;
use std::cell::{Cell, UnsafeCell};
use std::fmt;

/// When code is compiled to machine code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum JitMode {
    /// Never.
    Off,
    /// When it has run long enough to be worth it. Where the system gives no memory for code, never.
    #[default]
    Auto,
    /// At its first call or loop turn.
    Eager,
    /// Almost at once, by feedback half of which means nothing, and every guard fails once although it holds: for tests of leaving machine code.
    Deopt,
}

impl JitMode {
    /// The mode of this name.
    pub fn named(name: &str) -> Option<JitMode> {
        match name {
            "off" => Some(JitMode::Off),
            "auto" => Some(JitMode::Auto),
            "eager" => Some(JitMode::Eager),
            "deopt" => Some(JitMode::Deopt),
            _ => None,
        }
    }

    /// How many calls of a function, and turns of its loops, the interpreter runs first.
    fn patience(self) -> Option<(u32, u32)> {
        match self {
            JitMode::Off => None,
            JitMode::Auto => Some((200, 2000)),
            JitMode::Eager => Some((0, 0)),
            JitMode::Deopt => Some((1, 1)),
        }
    }

    /// How many turns of one loop the interpreter runs when loops of the function have turned often enough.
    fn header_patience(self) -> u32 {
        if self == JitMode::Auto { 200 } else { 0 }
    }

    /// Whether code has run in the interpreter for a while before it is compiled.
    fn knows_feedback(self) -> bool {
        matches!(self, JitMode::Auto | JitMode::Deopt)
    }

    /// How often a guard may fail at one instruction before its guess is given up.
    fn wrong_guesses(self) -> u32 {
        match self {
            JitMode::Off | JitMode::Auto => 20,
            JitMode::Eager | JitMode::Deopt => 2,
        }
    }
}

/// The compiler of an engine, and what its machine code runs with.
pub(crate) struct Machine {
    mode: JitMode,
    compiler: Jit,
    background: Background,
    context: Box<UnsafeCell<Context>>,
    /// How often machine code has been entered and not left.
    running: Cell<u32>,
    /// Attributes and methods found in objects of many shapes.
    lookups: Lookups,
    stats: Stats,
    poison: Option<poison::Poison>,
}

impl Machine {
    /// A compiler for an engine, which outlives it; nothing if the mode says so.
    ///
    /// # Errors
    /// No memory for code.
    pub(crate) fn new(rt: &Rt, vm: &Vm, options: JitOptions) -> Result<Option<Machine>, CompileError> {
        let mode = options.mode;
        if mode == JitMode::Off {
            return Ok(None);
        }
        let compiler = match Jit::new(options.config()) {
            // Who did not ask for machine code can do without.
            Err(_) if mode == JitMode::Auto => return Ok(None),
            made => made?,
        };
        let mut context = Context::new(::jit::helpers::free, leave::exit_hook);
        compiler.prepare(&mut context);
        helpers::install(&mut context);
        context.rt = rt;
        context.call = enter::call_hook;
        context.room = vm.room().get();
        context.host = std::ptr::from_ref(vm).cast_mut().cast();
        context.interrupt = std::sync::Arc::as_ptr(&rt.interrupt);
        context.due = rt.heap.collection_due();
        let context = Box::new(UnsafeCell::new(context));
        let poison = (mode == JitMode::Deopt).then(poison::Poison::new);
        Ok(Some(Machine {
            mode,
            compiler,
            background: Background::new(mode, options.threads),
            context,
            running: Cell::new(0),
            lookups: Lookups::default(),
            stats: Stats::default(),
            poison,
        }))
    }

    /// How many more calls there may be.
    pub(crate) fn room(&self) -> *const Cell<i32> {
        // SAFETY: the context lives as long as this; a cell of a number is laid out as the number.
        unsafe { (&raw const (*self.context()).room).cast() }
    }

    /// What was found in objects of many shapes.
    pub(crate) fn lookups(&self) -> &Lookups {
        &self.lookups
    }

    /// The context, at an address that stays.
    fn context(&self) -> *mut Context {
        self.context.get()
    }

    /// Whether destructors may run code of the program.
    pub(crate) fn observed(&self) -> bool {
        // SAFETY: the context lives as long as this, and nobody holds a reference into it.
        unsafe { (*self.context()).observed.load(std::sync::atomic::Ordering::Relaxed) != 0 }
    }

    /// From now on destructors may run code of the program.
    pub(crate) fn observe(&self, vm: &Vm) {
        // SAFETY: as in `observed`.
        unsafe { (*self.context()).observed.store(1, std::sync::atomic::Ordering::Relaxed) };
        vm.codes.for_each(|code| code.jit.retire_all());
    }
}

/// The lines that `--stats` prints.
impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.stats.print(f, self.compiler.code_bytes())
    }
}
