//! What a compilation cost.

use hir::passes::Pass;
use std::time::{Duration, Instant};

macro_rules! stages {
    ($( $(#[doc = $doc:literal])+ $name:ident $text:literal; )+) => {
        /// A stage of a compilation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Stage { $( $(#[doc = $doc])+ $name, )+ }

        impl Stage {
            /// Every stage, in order.
            pub const ALL: &'static [Stage] = &[$(Stage::$name),+];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self { $(Stage::$name => $text,)+ }
            }
        }
    };
}

stages! {
    /// Reference counts are inserted.
    RefcountInsertion "refcounts";
    /// The refcount verifier proves them, where the configuration asks for it.
    Verifier "verifier";
    /// HIR becomes LIR.
    Lowering "lowering";
    /// Registers are allocated.
    Registers "registers";
    /// LIR becomes bytes.
    Emission "emission";
    /// The bytes become code.
    Publication "publication";
}

/// How long each stage of a compilation took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    passes: [Duration; Pass::ALL.len()],
    changes: [usize; Pass::ALL.len()],
    times: [Duration; Stage::ALL.len()],
    queued: Duration,
}

impl Report {
    /// How long a stage took.
    pub fn time(&self, stage: Stage) -> Duration {
        self.times[stage as usize]
    }

    /// How long an optimisation pass took, in all its runs.
    pub fn pass(&self, pass: Pass) -> Duration {
        self.passes[pass as usize]
    }

    /// How many instructions (of floats, values) an optimisation pass changed.
    pub fn changes(&self, pass: Pass) -> usize {
        self.changes[pass as usize]
    }

    /// How long the function waited for a [worker](crate::queue), which is no part of the [total](Self::total).
    pub fn queued(&self) -> Duration {
        self.queued
    }

    /// How long all took together.
    pub fn total(&self) -> Duration {
        self.passes.iter().chain(&self.times).sum()
    }

    /// Adds another compilation's times and changes.
    pub fn add(&mut self, other: &Report) {
        let sums = self.passes.iter_mut().chain(&mut self.times);
        for (sum, time) in sums.zip(other.passes.iter().chain(&other.times)) {
            *sum += *time;
        }
        for (sum, changes) in self.changes.iter_mut().zip(other.changes) {
            *sum += changes;
        }
        self.queued += other.queued;
    }

    /// That of a function that has waited so long.
    pub(crate) fn after(queued: Duration) -> Report {
        Report { queued, ..Report::default() }
    }

    /// Adds what optimisation passes did.
    pub(crate) fn add_passes(&mut self, report: &hir::passes::Report) {
        for &(pass, time, changes) in &report.passes {
            self.passes[pass as usize] += time;
            self.changes[pass as usize] += changes;
        }
    }

    /// Does what a stage is, and adds its time.
    pub(crate) fn measure<T>(&mut self, stage: Stage, run: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = run();
        self.times[stage as usize] += start.elapsed();
        result
    }
}
