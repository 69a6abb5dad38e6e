//! What each code object keeps for its machine code.

use super::JitMode;
use ::jit::CompiledFunction;
use hir::World;
use runtime::Owned;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Most compilations of one code object; the versions that are there then stay.
pub(super) const MAX_COMPILATIONS: u32 = 8;

/// A compiled version of a code object.
pub(crate) struct Compiled {
    pub(super) function: CompiledFunction,
    /// The world it is for.
    pub(super) world: World,
    /// Whether it begins at a loop header.
    pub(super) from_header: bool,
    /// Objects that it names and nothing else keeps.
    pub(super) _pins: Vec<Owned>,
}

/// The versions of a code object.
#[derive(Default)]
pub(crate) struct Versions {
    /// For calls.
    pub(super) entry: Option<Rc<Compiled>>,
    /// From loop headers on, by instruction.
    pub(super) headers: BTreeMap<u32, Rc<Compiled>>,
    /// Headers from which no version is possible.
    pub(super) without: BTreeSet<u32>,
    /// How many there have been.
    pub(super) compilations: u32,
    /// How often guards have failed, by instruction.
    pub(super) failures: BTreeMap<u32, u32>,
    /// The instructions whose feedback was wrong too often.
    pub(super) doubtful: BTreeSet<u32>,
}

/// The state of a code object.
pub(crate) struct CodeState {
    /// Calls until something is to be done about it.
    pub(crate) calls_left: Cell<u32>,
    /// Turns of its loops until something is to be done about it.
    pub(crate) turns_left: Cell<u32>,
    pub(super) versions: RefCell<Versions>,
}

impl CodeState {
    /// The state of new code.
    pub(crate) fn new(mode: JitMode) -> CodeState {
        let (calls, turns) = mode.patience().unwrap_or((u32::MAX, u32::MAX));
        CodeState { calls_left: Cell::new(calls), turns_left: Cell::new(turns), versions: RefCell::default() }
    }

    /// Counts a call; whether something is to be done about it.
    #[inline(always)]
    pub(crate) fn is_called(&self) -> bool {
        let left = self.calls_left.get();
        self.calls_left.set(left.saturating_sub(1));
        left == 0
    }

    /// Counts a turn of a loop; whether something is to be done about it.
    #[inline(always)]
    pub(crate) fn turns(&self) -> bool {
        let left = self.turns_left.get();
        self.turns_left.set(left.saturating_sub(1));
        left == 0
    }

    /// Lets the interpreter have it.
    pub(super) fn give_up(&self) {
        self.calls_left.set(u32::MAX);
        self.turns_left.set(u32::MAX);
    }
}
