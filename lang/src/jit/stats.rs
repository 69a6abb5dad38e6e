//! What `--stats` prints of machine code.

use ::jit::CompiledFunction;
use ::jit::report::{Report, Stage};
use hir::passes::Pass;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::time::{Duration, Instant};

/// Counters.
#[derive(Debug, Default)]
pub(super) struct Stats {
    /// Versions compiled.
    pub(super) compilations: Cell<u64>,
    /// Calls inlined in them.
    pub(super) inlined: Cell<u64>,
    /// Times machine code was entered for a call.
    pub(super) calls: Cell<u64>,
    /// Times machine code was entered at a loop's header.
    pub(super) loops: Cell<u64>,
    /// Exits that were taken only because all were to be.
    pub(super) forced: Cell<u64>,
    times: RefCell<Times>,
    exits: RefCell<BTreeMap<Box<str>, u64>>,
    bailouts: RefCell<BTreeMap<String, u64>>,
}

/// What compiling took.
#[derive(Debug, Default)]
struct Times {
    /// All of it on the engine's thread, also what came to nothing.
    here: Duration,
    /// All of it on other threads, for the functions that were compiled.
    elsewhere: Duration,
    /// Bytecode and feedback become HIR.
    build: Duration,
    /// What the code will name is resolved for another thread.
    resolve: Duration,
    /// Until finished code was fetched from another thread.
    waited: Duration,
    /// The stages of the functions that were compiled.
    stages: Report,
    /// Bytes of their code.
    bytes: usize,
}

/// Counts one more.
pub(super) fn count(counter: &Cell<u64>) {
    counter.set(counter.get() + 1);
}

impl Stats {
    /// Does what compiling is on the engine's thread, and adds the time.
    pub(super) fn compiling<T>(&self, compile: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = compile();
        self.times.borrow_mut().here += start.elapsed();
        result
    }

    /// Builds HIR, and adds the time.
    pub(super) fn building<T>(&self, build: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = build();
        self.times.borrow_mut().build += start.elapsed();
        result
    }

    /// Resolves what code will name, and adds the time.
    pub(super) fn resolving<T>(&self, resolve: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = resolve();
        self.times.borrow_mut().resolve += start.elapsed();
        result
    }

    /// Adds what a function cost and gave.
    pub(super) fn compiled(&self, function: &CompiledFunction) {
        count(&self.compilations);
        let mut times = self.times.borrow_mut();
        times.stages.add(function.report());
        times.bytes += function.code().bytes().len();
    }

    /// Adds the times of a function that another thread compiled, so long after it was asked to.
    pub(super) fn fetched(&self, function: &CompiledFunction, after: Duration) {
        let mut times = self.times.borrow_mut();
        let report = function.report();
        times.elsewhere += report.total();
        times.waited += after.saturating_sub(report.queued() + report.total());
    }

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
        writeln!(f, "tally: calls inlined         {}", self.inlined.get())?;
        writeln!(f, "tally: machine code          {code_bytes} bytes")?;
        writeln!(f, "tally: machine code made     {} bytes", self.times.borrow().bytes)?;
        writeln!(f, "tally: machine code calls    {}", self.calls.get())?;
        writeln!(f, "tally: machine code loops    {}", self.loops.get())?;
        self.times.borrow().print(f)?;
        if self.forced.get() > 0 {
            writeln!(f, "tally: exits forced          {}", self.forced.get())?;
        }
        for (reason, count) in &*self.exits.borrow() {
            writeln!(f, "tally: exit {reason:<16} {count}")?;
        }
        for (reason, count) in &*self.bailouts.borrow() {
            writeln!(f, "tally: bailout {reason:<13} {count}")?;
        }
        Ok(())
    }
}

impl Times {
    fn print(&self, f: &mut impl Write) -> fmt::Result {
        let mut line = |name: &str, time: Duration| writeln!(f, "tally: {name:<21} {:.3} ms", time.as_secs_f64() * 1e3);
        line("compile time", self.here + self.elsewhere)?;
        line("time of the program", self.here)?;
        line("time build HIR", self.build)?;
        line("time resolve", self.resolve)?;
        for &pass in Pass::ALL {
            line(&format!("time {}", pass.name()), self.stages.pass(pass))?;
        }
        for &stage in Stage::ALL {
            line(&format!("time {}", stage.name()), self.stages.time(stage))?;
        }
        line("time queued", self.stages.queued())?;
        line("time waited", self.waited)?;
        for &pass in Pass::ALL {
            writeln!(f, "tally: {:<21} {} changes", pass.name(), self.stages.changes(pass))?;
        }
        Ok(())
    }
}
