//! What a compilation cost.

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
    times: [Duration; Stage::ALL.len()],
}

impl Report {
    /// How long a stage took.
    pub fn time(&self, stage: Stage) -> Duration {
        self.times[stage as usize]
    }

    /// How long all took together.
    pub fn total(&self) -> Duration {
        self.times.iter().sum()
    }

    /// Adds another compilation's times.
    pub fn add(&mut self, other: &Report) {
        for (sum, time) in self.times.iter_mut().zip(other.times) {
            *sum += time;
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
