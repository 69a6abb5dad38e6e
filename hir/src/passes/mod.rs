//! Optimisation passes over HIR without reference counts: one file each, with one `run`, through one runner.
//!
//! A pass keeps what a program can observe: results, exceptions, the order of effects, and where releases that run code stand (`EndLife`).
//! It names no object, name or code that the function did not name before: where code is compiled on another thread, those were resolved already.
//! In debug builds the runner verifies the function after each pass.

mod dead_code;
pub mod inline;
mod remove_redundant;
mod simplify;
mod unbox_floats;

use crate::function::Function;
use std::time::{Duration, Instant};

macro_rules! passes {
    ($( $(#[doc = $doc:literal])+ $name:ident $text:literal $module:ident; )+) => {
        /// A pass.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Pass { $( $(#[doc = $doc])+ $name, )+ }

        impl Pass {
            /// Every pass.
            pub const ALL: &'static [Pass] = &[$(Pass::$name),+];

            /// The name on the command line.
            pub fn name(self) -> &'static str {
                match self { $(Pass::$name => $text,)+ }
            }

            /// The pass of this name.
            pub fn named(text: &str) -> Option<Pass> {
                Pass::ALL.iter().copied().find(|pass| pass.name() == text)
            }

            /// Runs it. Says how much it changed.
            fn apply(self, func: &mut Function) -> usize {
                match self { $(Pass::$name => $module::run(func),)+ }
            }
        }
    };
}

passes! {
    /// Copies, guards and checks that cannot fail, boxes that are unboxed again.
    Simplify "simplify" simplify;
    /// Guards and loads that find what is known.
    RemoveRedundant "remove-redundant" remove_redundant;
    /// Floats that travel between arithmetic instructions stay machine floats, in phis and frame states too.
    UnboxFloats "unbox-floats" unbox_floats;
    /// Instructions without effect whose results nothing needs.
    DeadCode "dead-code" dead_code;
}

/// The passes before refcount insertion, in order.
pub const STANDARD: &[Pass] =
    &[Pass::Simplify, Pass::RemoveRedundant, Pass::UnboxFloats, Pass::Simplify, Pass::DeadCode];

/// What a run did.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Each pass that ran, with its time and how many instructions (of floats, values) it changed.
    pub passes: Vec<(Pass, Duration, usize)>,
}

/// Runs passes in order.
///
/// # Panics
/// In debug builds, if a pass makes an invalid function of a valid one; always, if the function has its reference counts.
pub fn run(func: &mut Function, passes: &[Pass]) -> Report {
    assert!(!func.is_counted(), "{}: optimisation after refcount insertion", func.name());
    let mut report = Report::default();
    for &pass in passes {
        let start = Instant::now();
        let changed = pass.apply(func);
        report.passes.push((pass, start.elapsed(), changed));
        #[cfg(debug_assertions)]
        if let Err(errors) = crate::verify::verify(func) {
            panic!("{} broke {}: {}\n{func}", pass.name(), func.name(), errors[0]);
        }
    }
    report
}
