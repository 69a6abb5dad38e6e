//! Random functions as machine code against the checked interpreter.
//!
//! The interpreter runs a function and the run is recorded: every call with memory before and after it, every result, the end. Then the
//! function is compiled, and its machine code runs on real objects while the recording answers its calls. At each call and at the end,
//! operands, counts, items, shapes and the order of releases must be those of the interpreter; what was freed must not be written any
//! more; registers and stack must be as the calling convention says.
//!
//! `TALLY_RANDOM_FUNCTIONS=N` says how many functions (2,000 by default), `TALLY_RANDOM_START=S` from which seed on, and
//! `TALLY_RANDOM_TRACE=1` prints each seed before it is run.

mod abi;
mod image;
mod replay;
mod target;
mod thunks;

use hir::Opcode;
use hir::interp::{self, Ending, Options};
use hir::random::{self, Shape};
use hir::{World, refcount};
use jit::lower::ArgPassing;
use replay::{Done, Failure, Machine, Way};
use std::collections::BTreeMap;
use std::env;

const BUDGETS: [Option<usize>; 6] = [None, Some(3), Some(5), None, Some(4), Some(8)];

fn setting(name: &str, default: u64) -> u64 {
    env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Instructions of which only a host that calls functions of its own knows what they read.
const HOSTED: &[Opcode] = &[
    Opcode::LoadFunction,
    Opcode::ClosureCell,
    Opcode::GuardCode,
    Opcode::GuardClass,
    Opcode::GuardArity,
    Opcode::CallFunction,
    Opcode::NewRangeIter,
    Opcode::RangeNext,
    Opcode::CheckStack,
    Opcode::LoadMethodCached,
    Opcode::CallDirect,
];

fn shape(seed: u64) -> Shape {
    let world = if seed.is_multiple_of(2) { World::Quiet } else { World::Observing };
    let insts = [15, 30, 60, 90, 150][(seed % 5) as usize];
    Shape { insts, nesting: (seed % 4) as usize, live: 3 + (seed % 17) as usize, world, without: HOSTED }
}

fn way(seed: u64) -> Way {
    Way {
        budget: BUDGETS[(seed % BUDGETS.len() as u64) as usize],
        args: if seed.is_multiple_of(7) { ArgPassing::Window } else { ArgPassing::Registers },
        out_of_memory: !seed.is_multiple_of(3),
    }
}

/// What came of the functions.
#[derive(Debug, Default)]
struct Totals {
    functions: u64,
    returns: usize,
    endless: usize,
    unsupported: usize,
    done: Done,
}

/// What is wrong with the function of this seed, if anything.
fn check(seed: u64, machine: &mut Machine, totals: &mut Totals) -> Result<(), String> {
    let mut func = random::function(seed, &shape(seed));
    if seed.is_multiple_of(4) {
        hir::passes::run(&mut func, hir::passes::STANDARD);
    }
    refcount::insert(&mut func).map_err(|error| error.to_string())?;
    let way = way(seed);
    let mut ran = false;
    for adversary in [seed * 3 % 64, seed * 3 % 64 + 1, 8 * (seed % 8)] {
        let options = Options { fuel: 400, out_of_memory: way.out_of_memory, ..Options::new(adversary) };
        let recording = interp::record(&func, &options, &replay::target(way))
            .map_err(|trap| format!("adversary {adversary}: {trap}\n{func}"))?;
        if recording.ending == Ending::OutOfFuel {
            totals.endless += 1;
            continue;
        }
        match machine.run(&func, &recording, way) {
            Ok(done) => {
                ran = true;
                totals.returns += usize::from(matches!(recording.ending, Ending::Return(_)));
                totals.done.add(done);
            }
            Err(Failure::Unsupported) => {
                totals.unsupported += 1;
                return Ok(());
            }
            Err(Failure::Wrong(what)) => return Err(format!("{func}\n{way:?}, adversary {adversary}: {what}")),
        }
    }
    totals.functions += u64::from(ran);
    Ok(())
}

#[test]
fn machine_code_does_what_the_interpreter_does() {
    let (start, count) = (setting("TALLY_RANDOM_START", 0), setting("TALLY_RANDOM_FUNCTIONS", 2_000));
    let trace = env::var_os("TALLY_RANDOM_TRACE").is_some();
    let (mut machine, mut totals) = (Machine::new(), Totals::default());
    let mut failures = BTreeMap::new();
    let mut seeds = start..;
    while totals.functions < count && failures.len() < 200 {
        let Some(seed) = seeds.next() else { break };
        if trace {
            eprintln!("seed {seed}");
        }
        if seed.is_multiple_of(64) {
            machine.audit();
        }
        if let Err(what) = check(seed, &mut machine, &mut totals) {
            eprintln!("seed {seed}: {}", what.lines().last().unwrap_or_default());
            failures.insert(seed, what);
        }
    }
    println!("{totals:?}");
    if let Some((seed, what)) = failures.iter().min_by_key(|(_, what)| what.len()) {
        panic!("{} functions fail; the shortest is of seed {seed}:\n{what}", failures.len());
    }
}
