//! What each code object keeps for its machine code.

use super::background::{Kept, Pending};
use super::{JitMode, Machine};
use ::jit::CompiledFunction;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::ptr;
use std::rc::Rc;

/// Most compilations of a code object for calls, and from each loop header; the versions that are there then stay.
pub(super) const MAX_COMPILATIONS: u32 = 16;

/// After so many compilations each further one waits for twice as many wrong guesses.
const QUICK_COMPILATIONS: u32 = 3;

/// Most versions of one code object that are given up for wrong guesses of what was inlined.
const MAX_INLINED_DOUBTS: u32 = 12;

/// Where machine code finds the entry of other code: it outlives both.
#[derive(Debug, Default)]
#[repr(C)]
pub(crate) struct EntryCell {
    /// Machine code that can be called for the code, whatever becomes of it.
    pub(super) entry: Cell<*const u8>,
}

/// A compiled version of a code object.
pub(crate) struct Compiled {
    pub(super) function: CompiledFunction,
    /// For one that begins at a loop header, the registers whose values it takes; the others keep theirs.
    pub(super) takes: Vec<u32>,
    pub(super) _kept: Kept,
}

/// The versions of a code object.
#[derive(Default)]
pub(crate) struct Versions {
    /// For calls.
    pub(super) entry: Option<Rc<Compiled>>,
    /// Versions that are no longer entered, while somebody may be in them.
    pub(super) retired: Vec<Rc<Compiled>>,
    /// Whether there is to be no machine code.
    pub(super) forbidden: bool,
    /// From loop headers on, by instruction.
    pub(super) headers: BTreeMap<u32, Rc<Compiled>>,
    /// Those that another thread makes, for calls or from a header.
    pub(super) pending: BTreeMap<Option<u32>, Pending>,
    /// How often headers have been reached without a version there, since loops of the code have turned often enough.
    pub(super) turns: BTreeMap<u32, u32>,
    /// Headers from which no version is possible.
    pub(super) without: BTreeSet<u32>,
    /// How many there have been, for calls or from a header.
    pub(super) compilations: BTreeMap<Option<u32>, u32>,
    /// How often a version was given up for a wrong guess of what was inlined in it.
    pub(super) inlined_doubts: u32,
    /// How often guards have failed, by instruction.
    pub(super) failures: BTreeMap<u32, u32>,
    /// The instructions whose feedback was wrong too often, with how many times that was found.
    pub(super) doubtful: BTreeMap<u32, u32>,
}

impl Versions {
    /// How often there has been a compilation for calls, or from a header.
    pub(super) fn compiled(&self, entry: Option<u32>) -> u32 {
        self.compilations.get(&entry).copied().unwrap_or(0)
    }

    /// Whether there may be one more.
    pub(super) fn may_compile(&self, entry: Option<u32>) -> bool {
        !self.forbidden && self.compiled(entry) < MAX_COMPILATIONS
    }

    /// How often a guess may be wrong before there is another version, `at_first` before the second.
    pub(super) fn patience(&self, at_first: u32) -> u32 {
        let compilations = self.compilations.values().copied().max().unwrap_or(0);
        at_first.saturating_mul(1 << compilations.saturating_sub(QUICK_COMPILATIONS).min(16))
    }

    /// How often the guess at each instruction was found wrong. For the last version a few failures are enough.
    pub(super) fn doubts(&self, last: bool) -> Vec<(u32, u32)> {
        let mut doubts: Vec<(u32, u32)> =
            self.doubtful.iter().map(|(&pc, &times)| (pc, if last { times + 1 } else { times })).collect();
        if last {
            let few = self.failures.iter().filter(|(pc, count)| **count >= 3 && !self.doubtful.contains_key(pc));
            doubts.extend(few.map(|(&pc, _)| (pc, 2)));
        }
        doubts
    }

    /// A version is given up for a wrong guess of what was inlined in it: its compilation does not count, some times. After that nothing is
    /// inlined any more.
    pub(super) fn forgive(&mut self, entry: Option<u32>) {
        if self.may_inline() {
            self.inlined_doubts += 1;
            self.compilations.entry(entry).and_modify(|count| *count = count.saturating_sub(1));
        }
    }

    /// Whether calls may be inlined in the next version.
    pub(super) fn may_inline(&self) -> bool {
        self.inlined_doubts < MAX_INLINED_DOUBTS
    }
}

/// The state of a code object.
pub(crate) struct CodeState {
    /// Calls until something is to be done about it.
    pub(crate) calls_left: Cell<u32>,
    /// Turns of its loops until something is to be done about it.
    pub(crate) turns_left: Cell<u32>,
    /// The version for calls: its address, or null.
    pub(super) entry: Cell<*const u8>,
    /// The same for other machine code: its address, or that of a routine that calls the function otherwise.
    pub(super) cell: Rc<EntryCell>,
    /// What the cell leads to while there is no version.
    otherwise: Cell<*const u8>,
    pub(super) versions: RefCell<Versions>,
}

impl CodeState {
    /// The state of new code.
    pub(crate) fn new(mode: JitMode) -> CodeState {
        let (calls, turns) = mode.patience().unwrap_or((u32::MAX, u32::MAX));
        CodeState {
            calls_left: Cell::new(calls),
            turns_left: Cell::new(turns),
            entry: Cell::new(ptr::null()),
            cell: Rc::default(),
            otherwise: Cell::new(ptr::null()),
            versions: RefCell::default(),
        }
    }

    /// There will be no machine code any more.
    pub(crate) fn forbid(&self) {
        self.give_up();
        // While a version is being made nothing calls this.
        let mut versions = self.versions.borrow_mut();
        versions.forbidden = true;
        self.retire(&mut versions);
    }

    /// The version whose machine code begins at this address is no longer entered, if it may be compiled anew. What was wrong may have been
    /// `inlined`.
    pub(super) fn retire_one(&self, address: *const u8, inlined: bool) {
        let mut versions = self.versions.borrow_mut();
        let is = |version: &Rc<Compiled>| version.function.code().entry() == address;
        let header = versions.headers.iter().find(|(_, version)| is(version)).map(|(&pc, _)| pc);
        let for_calls = versions.entry.as_ref().is_some_and(is);
        // A wrong guess of what was inlined is none of its own.
        if inlined && (for_calls || header.is_some()) {
            versions.forgive(if for_calls { None } else { header });
        }
        if for_calls && versions.may_compile(None) {
            self.set_entry(ptr::null());
            let old = versions.entry.take();
            versions.retired.extend(old);
        } else if let Some(pc) = header.filter(|&pc| versions.may_compile(Some(pc))) {
            let old = versions.headers.remove(&pc);
            versions.retired.extend(old);
        }
    }

    /// As [`retire`](Self::retire).
    pub(super) fn retire_all(&self) {
        self.retire(&mut self.versions.borrow_mut());
    }

    /// No version is entered any more. Those that somebody may be in stay until nobody is.
    pub(super) fn retire(&self, versions: &mut Versions) {
        self.set_entry(ptr::null());
        let Versions { entry, headers, retired, pending, .. } = versions;
        // What they assume is no longer so.
        pending.clear();
        retired.extend(entry.take());
        retired.extend(std::mem::take(headers).into_values());
    }

    /// The cell for other machine code, which leads to `otherwise` while there is no version.
    pub(super) fn cell(&self, otherwise: *const u8) -> Rc<EntryCell> {
        self.otherwise.set(otherwise);
        if self.cell.entry.get().is_null() {
            self.set_entry(self.entry.get());
        }
        self.cell.clone()
    }

    /// The version for calls begins at this address; null if there is none. Other machine code calls what the cell leads to.
    pub(super) fn set_entry(&self, address: *const u8) {
        self.entry.set(address);
        self.cell.entry.set(if address.is_null() { self.otherwise.get() } else { address });
    }

    /// The address of the cell, which lives as long as this.
    pub(crate) fn cell_address(&self, machine: &Machine) -> *const () {
        self.cell(machine.compiler.uncompiled());
        Rc::as_ptr(&self.cell).cast()
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
