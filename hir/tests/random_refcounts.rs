//! Random valid functions through refcount insertion and its oracles: the structural verifier, the refcount verifier, and the checked
//! interpreter under three adversaries.
//!
//! `TALLY_RANDOM_FUNCTIONS=N` says how many functions (10,000 by default), `TALLY_RANDOM_START=S` from which seed on.

use hir::random::{self, Shape};
use hir::{World, interp, refcount, verify, verify_refcounts};
use std::env;
use std::fmt::Display;

fn setting(name: &str, default: u64) -> u64 {
    env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn shape(seed: u64) -> Shape {
    let world = if seed.is_multiple_of(2) { World::Quiet } else { World::Observing };
    let insts = [15, 30, 60, 90, 150][(seed % 5) as usize];
    Shape { insts, nesting: (seed % 4) as usize, live: 3 + (seed % 11) as usize, world, ..Shape::default() }
}

fn listed(errors: &[impl Display]) -> String {
    errors.iter().take(3).map(|error| format!("{error}\n")).collect()
}

/// What is wrong with the function of this seed, if anything.
fn check(seed: u64, totals: &mut interp::RunStats) -> Result<(), String> {
    let func = random::function(seed, &shape(seed));
    let fail = |counted: &hir::Function, what: String| format!("before:\n{func}\nafter:\n{counted}\n{what}");
    verify::verify(&func).map_err(|errors| format!("not valid:\n{func}\n{}", listed(&errors)))?;
    let mut counted = func.clone();
    refcount::insert(&mut counted).map_err(|error| error.to_string())?;
    verify::verify(&counted).map_err(|errors| fail(&counted, listed(&errors)))?;
    verify_refcounts::verify_refcounts(&counted).map_err(|errors| fail(&counted, listed(&errors)))?;
    // Eight seeds in a row are eight kinds of adversary.
    let first = seed * 3 % 64;
    let stats = interp::run_all(&counted, first..first + 3)
        .map_err(|(adversary, trap)| fail(&counted, format!("adversary {adversary}: {trap}")))?;
    totals.runs += stats.runs;
    totals.returns += stats.returns;
    Ok(())
}

#[test]
fn insertion_balances_every_path() {
    let (start, count) = (setting("TALLY_RANDOM_START", 0), setting("TALLY_RANDOM_FUNCTIONS", 10_000));
    let mut totals = interp::RunStats::default();
    let mut failures = Vec::new();
    for seed in start..start + count {
        if let Err(what) = check(seed, &mut totals) {
            failures.push((seed, what));
        }
    }
    let shortest = failures.iter().min_by_key(|(_, what)| what.len());
    if let Some((seed, what)) = shortest {
        panic!("{} of {count} functions fail; the shortest is of seed {seed}:\n{what}", failures.len());
    }
    println!("{count} functions: {} runs, {} to a return", totals.runs, totals.returns);
    assert!(totals.returns * 10 > totals.runs, "hardly a run reaches a return: {totals:?}");
}

/// Optimised functions are valid, and their counts balance too.
#[test]
fn optimised_functions_balance() {
    for seed in 0..3_000 {
        let mut func = random::function(seed, &shape(seed));
        hir::passes::run(&mut func, hir::passes::STANDARD);
        verify::verify(&func).unwrap_or_else(|errors| panic!("seed {seed}:\n{func}\n{}", listed(&errors)));
        refcount::insert(&mut func).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        verify_refcounts::verify_refcounts(&func)
            .unwrap_or_else(|errors| panic!("seed {seed}:\n{func}\n{}", listed(&errors)));
        interp::run_all(&func, 0..3).unwrap_or_else(|(_, trap)| panic!("seed {seed}:\n{func}\n{trap}"));
    }
}
