//! Comparing two versions of a function: what a pass made of it must show the same to an observer.

use super::machine::Machine;
use super::{End, Options, Outcome, Trap, plan};
use crate::Function;
use std::fmt;
use std::ops::Range;
use thiserror::Error;

/// Two versions of a function do different things.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct Difference {
    /// The seed under which they do.
    pub seed: u64,
    /// What the first version did.
    pub before: Result<Outcome, Trap>,
    /// What the second did.
    pub after: Result<Outcome, Trap>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed {}", self.seed)?;
        for (name, result) in [("before", &self.before), ("after", &self.after)] {
            match result {
                Ok(outcome) => write!(f, "\n{name}: {:?}\n{}", outcome.end, outcome.trace)?,
                Err(trap) => write!(f, "\n{name}: {trap}\n")?,
            }
        }
        Ok(())
    }
}

/// Runs two versions of a function under each seed, with [`Options::comparing`], and compares what can be observed. The second version
/// comes from the first: values that both have mean the same. Either may have counts or not.
///
/// # Errors
/// The first difference. A trap in either version is one.
pub fn compare(before: &Function, after: &Function, seeds: Range<u64>) -> Result<(), Box<Difference>> {
    let plan = match plan(before, seeds.start) {
        Ok(plan) => plan,
        Err(trap) => {
            return Err(Box::new(Difference { seed: seeds.start, before: Err(trap.clone()), after: Err(trap) }));
        }
    };
    // Both run by the plan of the first: a test that one of them does without must not change what values there are.
    let (mut first, mut second) = (Machine::new(before, &plan), Machine::new(after, &plan));
    for seed in seeds {
        let options = Options::comparing(seed);
        let (before, after) = (first.run(&options), second.run(&options));
        match (&before, &after) {
            (Ok(a), Ok(b)) if agree(a, b) => {}
            _ => return Err(Box::new(Difference { seed, before, after })),
        }
    }
    Ok(())
}

/// Whether two outcomes are the same. Where one version had no more fuel, as far as it came.
fn agree(a: &Outcome, b: &Outcome) -> bool {
    if a.end != End::OutOfFuel && b.end != End::OutOfFuel {
        return a == b;
    }
    let shorter = a.trace.events().len().min(b.trace.events().len());
    let (mut a, mut b) = (a.trace.events().take(shorter), b.trace.events().take(shorter));
    std::iter::zip(&mut a, &mut b)
        .all(|((a, seen_a), (b, seen_b))| (a.op, a.failed, seen_a) == (b.op, b.failed, seen_b))
}
