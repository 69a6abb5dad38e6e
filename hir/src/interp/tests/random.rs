//! Random functions: no trap before or after insertion, and the same outcomes.

use super::super::*;
use super::outcomes;
use crate::random::{self, Shape};
use crate::{World, refcount, verify_refcounts};

const WORLDS: [World; 2] = [World::Quiet, World::Observing];

fn counted(plain: &Function) -> Function {
    let mut counted = plain.clone();
    refcount::insert(&mut counted).unwrap_or_else(|error| panic!("{error}\n{plain}"));
    counted
}

#[test]
fn no_trap_before_or_after_insertion() {
    let mut ends = RunStats::default();
    for seed in 0..400 {
        for world in WORLDS {
            let plain = random::function(seed, &Shape::default().in_world(world));
            let counted = counted(&plain);
            let stats = run_all(&plain, 0..8).unwrap_or_else(|(_, trap)| panic!("function {seed}: {trap}\n{plain}"));
            ends.returns += stats.returns;
            ends.exits += stats.exits;
            match run_all(&counted, 0..8) {
                Ok(_) => {}
                // A release for which the function has no `EndLife` may come to stand between the guard of a shape and its use.
                Err((_, trap)) if trap.kind == TrapKind::WrongShape && world == World::Observing => {}
                Err((_, trap)) => panic!("function {seed}: {trap}\n{counted}\n{:?}", verify_refcounts(&counted)),
            }
        }
    }
    assert!(ends.returns > 500 && ends.exits > 500, "{ends:?}");
}

#[test]
fn counts_change_nothing_that_can_be_observed() {
    let options = |seed| Options { destructors: false, ..Options::new(seed) };
    for seed in 0..300 {
        for world in WORLDS {
            let plain = random::function(seed, &Shape::default().in_world(world));
            let counted = counted(&plain);
            assert_eq!(
                outcomes(&plain, options, 0..8),
                outcomes(&counted, options, 0..8),
                "{seed}\n{plain}\n{counted}"
            );
        }
    }
}

/// The counts matter: without any of them most functions go wrong.
#[test]
fn functions_without_their_counts_trap() {
    let mut trapped = 0;
    let functions = 100;
    for seed in 0..functions {
        let mut counted = counted(&random::function(seed, &Shape::default()));
        for block in counted.blocks().collect::<Vec<_>>() {
            let mut cursor = counted.cursor(block);
            while let Some(inst) = cursor.next(&counted) {
                if counted.inst(inst).op.is_counting() {
                    counted.remove_inst(inst);
                }
            }
        }
        trapped += usize::from(run_all(&counted, 0..16).is_err());
    }
    assert!(trapped >= 80, "{trapped} of {functions}");
}
