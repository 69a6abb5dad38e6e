//! What `--stats` prints of machine code.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// Counters.
#[derive(Debug, Default)]
pub(super) struct Stats {
    /// Versions compiled.
    pub(super) compilations: Cell<u64>,
    /// Times machine code was entered for a call.
    pub(super) calls: Cell<u64>,
    /// Times machine code was entered at a loop's header.
    pub(super) loops: Cell<u64>,
    exits: RefCell<BTreeMap<Box<str>, u64>>,
    bailouts: RefCell<BTreeMap<String, u64>>,
}

/// Counts one more.
pub(super) fn count(counter: &Cell<u64>) {
    counter.set(counter.get() + 1);
}

impl Stats {
    /// Counts an exit.
    pub(super) fn exit(&self, reason: &str) {
        let mut exits = self.exits.borrow_mut();
        match exits.get_mut(reason) {
            Some(count) => *count += 1,
            None => {
                exits.insert(reason.into(), 1);
            }
        }
    }

    /// Counts code that is not compiled.
    pub(super) fn bailout(&self, reason: String) {
        *self.bailouts.borrow_mut().entry(reason).or_default() += 1;
    }

    /// The lines.
    pub(super) fn print(&self, f: &mut impl Write, code_bytes: usize) -> fmt::Result {
        writeln!(f, "tally: compilations          {}", self.compilations.get())?;
        writeln!(f, "tally: machine code          {code_bytes} bytes")?;
        writeln!(f, "tally: machine code calls    {}", self.calls.get())?;
        writeln!(f, "tally: machine code loops    {}", self.loops.get())?;
        for (reason, count) in &*self.exits.borrow() {
            writeln!(f, "tally: exit {reason:<16} {count}")?;
        }
        for (reason, count) in &*self.bailouts.borrow() {
            writeln!(f, "tally: bailout {reason:<13} {count}")?;
        }
        Ok(())
    }
}
