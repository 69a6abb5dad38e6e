//! The checked interpreter: runs HIR on an abstract heap, before or after counts are inserted, and is adversarial.
//!
//! It is the oracle for refcount insertion, for the passes, and for machine code. It believes nothing that a pass says about
//! references; it shares only the opcode table with them.
//!
//! - The **heap** holds abstract objects with exact counts, in two parts: the units that the function owns, and what others hold. In a
//!   counted function only counting operations, steals, new results, writes to memory and exits change counts, and what nobody refers to
//!   is freed at once. In an uncounted function nothing is freed; everything else is the same.
//! - The **adversary** changes memory wherever a contract lets arbitrary code run, a destructor in the observing world
//!   included, within the classes that the contract allows. A borrowed value of which the support is gone is freed under the function.
//! - Memory is decided when it is first read: arguments, items, globals are whatever the seed says, of the type that the place has.
//! - Arithmetic and all stores and loads have their exact meaning. Of the other instructions only the contract is known; their results
//!   are the adversary's choice, of the declared type.
//! - Failures: instructions that can raise fail with the seed's chance (on some seeds never), guards fail if their condition is
//!   false and, if [`Options::fail_guards`] says so, now and then without a reason. The references listed at a guard are checked
//!   each time it is reached.
//!
//! A [`Trap`] is an error of the function: use after free, double release, leak, and so on. Without one, the [`Outcome`] has the trace of
//! what could be observed; [`compare`] uses it to judge a pass. No choice depends on counts, so a function has the same outcome before and after insertion (in the
//! observing world with [`Options::destructors`] off, for only exact counts tell when a destructor runs). [`record`] makes of a run what machine
//! code can be tested with.

mod adversary;
pub mod arith;
mod compare;
mod counting;
mod exec;
mod exits;
mod heap;
mod machine;
mod make;
mod memory;
mod numbers;
mod ops;
mod places;
mod plan;
mod profile;
mod record;
mod trace;
mod trap;
mod value;

#[cfg(test)]
mod tests;

pub use compare::{Difference, compare};
pub use record::{Call, Called, Ending, ObjectState, Recording, State, Target, record};
pub use trace::{End, Event, Outcome, Seen, SeenFrame, Trace};
pub use trap::{ExitFault, ObjectReport, Trap, TrapContext, TrapKind};
pub use value::{ObjectId, Value};

use crate::Function;
use machine::Machine;
use plan::Plan;
use std::ops::Range;

/// How a function is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Decides everything that is open. Eight seeds in a row behave in eight different ways: without failures and with many, with
    /// arbitrary code that changes little and with such that spares nothing.
    pub seed: u64,
    /// How many instructions are executed at most; counting operations, `EndLife` and `Branch` are not counted.
    pub fuel: u64,
    /// Whether guards fail now and then though their condition holds.
    pub fail_guards: bool,
    /// Whether the release of a last reference runs arbitrary code, in the observing world.
    pub destructors: bool,
    /// Whether a store changes nothing but its place. Otherwise it may change all memory of the classes that its contract names,
    /// which finds passes that rely on more than the contract says.
    pub exact_stores: bool,
    /// Whether instructions that only make objects fail now and then.
    pub out_of_memory: bool,
    /// Whether what memory holds depends only on what changed it, not on when it was read: arbitrary code then leaves new contents
    /// everywhere, and nothing that it was given.
    pub comparable: bool,
}

impl Options {
    /// The strictest options, with this seed.
    pub fn new(seed: u64) -> Options {
        Options {
            seed,
            fuel: 2_000,
            fail_guards: true,
            destructors: true,
            exact_stores: false,
            out_of_memory: true,
            comparable: false,
        }
    }

    /// Options under which two versions of a function have the same trace if they mean the same, whichever loads, guards and objects one
    /// of them does without.
    pub fn comparing(seed: u64) -> Options {
        Options {
            fail_guards: false,
            destructors: false,
            exact_stores: true,
            out_of_memory: false,
            comparable: true,
            ..Options::new(seed)
        }
    }
}

/// How many runs ended in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunStats {
    /// All runs.
    pub runs: u64,
    /// Those that returned.
    pub returns: u64,
    /// Those that left by an exit.
    pub exits: u64,
    /// Those that had no more fuel.
    pub out_of_fuel: u64,
}

impl RunStats {
    fn add(&mut self, end: &End) {
        self.runs += 1;
        match end {
            End::Return(_) => self.returns += 1,
            End::Exit { .. } => self.exits += 1,
            End::OutOfFuel => self.out_of_fuel += 1,
        }
    }
}

/// Runs a function once.
///
/// # Errors
/// [`Trap`]: an error of the function.
pub fn run(func: &Function, options: &Options) -> Result<Outcome, Trap> {
    let plan = plan(func, options.seed)?;
    Machine::new(func, &plan).run(options)
}

/// Runs a function under each seed, with the strictest options.
///
/// # Errors
/// The first trap, with its seed.
pub fn run_all(func: &Function, seeds: Range<u64>) -> Result<RunStats, (u64, Trap)> {
    let plan = plan(func, seeds.start).map_err(|trap| (seeds.start, trap))?;
    let mut machine = Machine::new(func, &plan);
    let mut stats = RunStats::default();
    for seed in seeds {
        let outcome = machine.run(&Options::new(seed)).map_err(|trap| (seed, trap))?;
        stats.add(&outcome.end);
    }
    Ok(stats)
}

fn plan(func: &Function, seed: u64) -> Result<Plan, Trap> {
    Plan::new(func).map_err(|fault| Trap {
        kind: fault.kind,
        context: Box::new(TrapContext {
            function: func.name().to_string(),
            seed,
            block: None,
            inst: None,
            op: None,
            text: String::new(),
            value: None,
            object: None,
        }),
    })
}
