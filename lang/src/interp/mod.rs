//! The interpreter: loaded code, activations, the dispatch loop, calls, exceptions, generators.
//!
//! [`run`](run::run) is the loop. It executes the activation on top of the engine's stack until the activation it was entered
//! for ends; a call of one hosted function by another pushes an activation and goes on in the same loop, so
//! hosted recursion takes no native stack. Native code that calls hosted code enters the loop anew through the
//! entry table ([`ENTRY`]).

pub(crate) mod args;
pub(crate) mod attrs;
pub(crate) mod call;
pub(crate) mod code;
pub(crate) mod code_attrs;
pub(crate) mod frames;
pub(crate) mod functions;
pub(crate) mod generators;
pub(crate) mod globals;
pub(crate) mod operators;
pub(crate) mod run;
pub(crate) mod slow;
pub(crate) mod stack;
pub(crate) mod unwind;

use crate::interp::stack::{Activation, Stack};
use crate::jit::{JitMode, Machine};
use runtime::entry::Entry;
use runtime::{Rt, Value};
use std::cell::{Cell, OnceCell};

/// What the interpreter keeps of an engine, beside the runtime's context.
pub(crate) struct Vm {
    pub(crate) stack: Stack,
    /// The running activation; null when none is.
    pub(crate) current: Cell<*mut Activation>,
    /// Number of activations.
    pub(crate) depth: Cell<usize>,
    /// How many more calls of hosted functions there may be, if there is no machine code.
    pub(crate) _own_room: Box<Cell<i32>>,
    /// Where that is counted: machine code does so in its context.
    pub(crate) room: Cell<*const Cell<i32>>,
    /// Statistics: instructions that took the slow way, calls and so on, for `--stats`.
    pub(crate) stats: Stats,
    /// All loaded code.
    pub(crate) codes: code::Registry,
    /// Module search path and import state.
    pub(crate) imports: crate::modules::Imports,
    /// Source text that tracebacks show beside that of files.
    pub(crate) sources: crate::traceback::Sources,
    /// When code is compiled to machine code.
    pub(crate) mode: Cell<JitMode>,
    /// The compiler, if there is to be machine code.
    pub(crate) machine: OnceCell<Machine>,
}

/// Counters of `--stats`.
#[derive(Default)]
pub(crate) struct Stats {
    /// Functions loaded.
    pub(crate) codes: Cell<u64>,
    /// Activations pushed.
    pub(crate) calls: Cell<u64>,
    /// Inline caches filled.
    pub(crate) cache_fills: Cell<u64>,
    /// Exceptions that reached a handler or left a frame.
    pub(crate) unwinds: Cell<u64>,
}

impl Vm {
    /// The interpreter of an engine.
    #[inline(always)]
    pub(crate) fn of(rt: &Rt) -> &Vm {
        // SAFETY: `Engine::new` sets the host pointer to its boxed `Vm`, which lives as long as the context.
        unsafe { &*rt.host.get().cast::<Vm>() }
    }

    /// The compiler, if there is to be machine code.
    pub(crate) fn machine(&self) -> Option<&Machine> {
        self.machine.get()
    }

    /// Counts an inline cache that was filled.
    pub(crate) fn count_fill(&self) {
        self.stats.cache_fills.set(self.stats.cache_fills.get() + 1);
    }

    /// How many more calls of hosted functions there may be before the recursion limit.
    #[inline(always)]
    pub(crate) fn room(&self) -> &Cell<i32> {
        // SAFETY: it points to this one's own cell, or into the machine's context, which lives as long.
        unsafe { &*self.room.get() }
    }

    /// First free register.
    pub(crate) fn top(&self) -> *mut Value {
        let current = self.current.get();
        // SAFETY: a current activation is valid.
        if current.is_null() { self.stack.base } else { unsafe { (*current).top } }
    }
}

/// What the runtime calls upward.
pub(crate) static ENTRY: Entry = Entry {
    call_function: call::call_function,
    resume: generators::resume,
    throw: generators::throw,
    drop_generator: generators::drop_generator,
    generator_needs_close: generators::needs_close,
    generator_delegate: generators::delegate,
    visit_generator: generators::visit,
    generator_frame: frames::generator_frame,
    current_locals: frames::current_locals,
    super_args: frames::super_args,
    frame_locals: frames::frame_locals,
    drop_code: code::drop_code,
    visit_code: code::visit_code,
    frame_line: frames::frame_line,
    frame_back: frames::frame_back,
    module_attribute_message: crate::modules::import::attribute_message,
    code_attr: code_attrs::code_attr,
    build_class: functions::build_class,
    code_nfree: |_, code| code::code_of(code).nfree,
    bind_code: |rt, code, globals| code::code_of(code).bind(rt, globals),
    self_attrs: code_attrs::self_attrs,
    current_globals: |rt| match Vm::of(rt).current.get() {
        act if act.is_null() => Value::EMPTY,
        act => globals::context(act).1,
    },
    current_place: crate::traceback::current_place,
    observe: |rt| {
        if let Some(machine) = Vm::of(rt).machine() {
            machine.observe(Vm::of(rt));
        }
    },
    render_traceback: crate::traceback::render_plain,
};
