//! Optimised random functions show the same to an observer, before and after counts are inserted.

use hir::passes::{self, Pass, STANDARD};
use hir::random::{self, Shape};
use hir::{Function, World, interp, refcount};

#[test]
fn passes_change_nothing_that_can_be_observed() {
    let mut changed = 0;
    for seed in 0..300 {
        for world in [World::Quiet, World::Observing] {
            let before = random::function(seed, &Shape::default().in_world(world));
            for list in
                [&[Pass::Simplify][..], &[Pass::RemoveRedundant], &[Pass::UnboxFloats], &[Pass::DeadCode], STANDARD]
            {
                let mut after = before.clone();
                changed += passes::run(&mut after, list).passes.iter().map(|pass| pass.2).sum::<usize>();
                let check = |after: &Function| {
                    interp::compare(&before, after, 0..8)
                        .unwrap_or_else(|difference| panic!("{list:?}, {seed}: {difference}\n{before}\n{after}"));
                };
                check(&after);
                refcount::insert(&mut after).unwrap_or_else(|error| panic!("{error}\n{after}"));
                check(&after);
            }
        }
    }
    assert!(changed > 500, "{changed}");
}
