//! Compiling while the interpreter goes on.
//!
//! The engine's thread builds HIR, for only it may look at feedback and objects, and resolves what the code will name. All else happens on
//! the process's worker thread, which gets words and addresses to put into code and looks at nothing behind them. What keeps the objects alive
//! stays here, in a [`Pending`] with the code; the answer is fetched when the interpreter comes by a call or a loop's header again.
//!
//! Whatever becomes of the code, the program or the engine meanwhile, dropping a [`Pending`] is all there is to do: the worker finishes code that
//! nobody will run, whose words nobody will look at, and drops it.

use super::JitMode;
use super::code_state::EntryCell;
use ::jit::{CompileQueue, Jit, Ticket};
use runtime::Owned;
use std::cell::OnceCell;
use std::rc::Rc;
use std::time::Instant;

/// Where an engine's compilations happen.
pub(super) struct Background {
    wanted: bool,
    /// Nothing inside if the system gives no thread.
    queue: OnceCell<Option<CompileQueue>>,
}

impl Background {
    /// On other threads, as many as that, or on the engine's own if there are to be none. Only code that is compiled because it ran for a
    /// while can wait for it.
    pub(super) fn new(mode: JitMode, threads: usize) -> Background {
        Background { wanted: threads > 0 && mode == JitMode::Auto, queue: OnceCell::new() }
    }

    /// The way to the other thread, which the first compilation starts; nothing if the engine's thread compiles.
    pub(super) fn queue(&self, compiler: &Jit) -> Option<&CompileQueue> {
        if !self.wanted {
            return None;
        }
        self.queue.get_or_init(|| CompileQueue::shared(compiler.clone()).ok()).as_ref()
    }
}

/// A version that is being made.
pub(crate) struct Pending {
    pub(super) ticket: Ticket,
    pub(super) submitted: Instant,
    pub(super) kept: Kept,
}

/// What a version needs to stay as long as it does.
#[derive(Default)]
pub(super) struct Kept {
    /// Objects that it names and nothing else keeps.
    pub(super) _pins: Vec<Owned>,
    /// The entries of the code that it calls.
    pub(super) _cells: Vec<Rc<EntryCell>>,
}
