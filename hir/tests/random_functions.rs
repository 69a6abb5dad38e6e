//! Random functions are valid, have every opcode, and can be written and read.

use hir::analysis::{Cfg, DomTree, Liveness, Loops};
use hir::random::{self, Shape};
use hir::verify::verify;
use hir::{Function, Opcode, World};
use std::collections::BTreeSet;

fn shapes() -> impl Iterator<Item = (u64, Shape)> {
    (0..3000).map(|seed| {
        let world = if seed % 2 == 0 { World::Quiet } else { World::Observing };
        let insts = [20, 60, 120, 300][(seed / 2 % 4) as usize];
        (seed, Shape { insts, nesting: (seed % 5) as usize, live: 2 + (seed % 13) as usize, world, ..Shape::default() })
    })
}

fn check(func: &Function, what: &dyn std::fmt::Debug) {
    if let Err(errors) = verify(func) {
        panic!("{what:?}: {}\n{func}", errors[0]);
    }
    let cfg = Cfg::compute(func);
    assert!(func.blocks().all(|block| cfg.is_reachable(block)), "{what:?}");
}

#[test]
fn functions_are_valid_and_have_every_opcode() {
    let mut met = BTreeSet::new();
    for (seed, shape) in shapes() {
        let func = random::function(seed, &shape);
        check(&func, &(seed, shape));
        met.extend(func.blocks().flat_map(|b| func.insts(b)).map(|inst| func.inst(inst).op.name()));
    }
    let expected: BTreeSet<&str> = Opcode::ALL.iter().filter(|op| !op.is_counting()).map(|op| op.name()).collect();
    assert_eq!(met, expected);
}

/// What is hard for passes comes up, and often.
#[test]
fn functions_have_nested_loops_irreducible_cycles_critical_edges_and_deaths_on_edges() {
    let (mut nested, mut irreducible, mut critical, mut on_edges, mut shared) = (0, 0, 0, 0, 0);
    for (seed, shape) in shapes() {
        let func = random::function(seed, &shape);
        let cfg = Cfg::compute(&func);
        let loops = Loops::compute(&cfg, &DomTree::compute(&cfg));
        let liveness = Liveness::compute(&func, &cfg);
        nested += usize::from(loops.all().iter().any(|l| l.depth > 1));
        irreducible += usize::from(!loops.irreducible_edges().is_empty());
        for block in func.blocks() {
            let successors = func.successors(block);
            critical += successors.iter().filter(|b| successors.len() > 1 && cfg.predecessors(**b).len() > 1).count();
            let dies = |value| successors.len() > 1 && successors.iter().any(|b| !liveness.is_live_in(*b, value));
            on_edges += liveness.live_out(block).iter().filter(|value| dies(**value)).count();
            let repeats = func.phis(block).filter(|&phi| func.inst(phi).args.windows(2).any(|pair| pair[0] == pair[1]));
            shared += repeats.count();
        }
    }
    let counts = [nested, irreducible, critical, on_edges, shared];
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

#[test]
fn functions_can_be_written_and_read() {
    for (seed, shape) in shapes().step_by(5) {
        let text = random::function(seed, &shape).to_string();
        let parsed = hir::text::parse(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(parsed.len(), 1);
        assert_eq!(parsed[0].to_string(), text, "seed {seed}");
    }
}

#[test]
fn a_seed_always_gives_the_same_function_and_size_follows_the_shape() {
    for insts in [50, 500, 5000] {
        let shape = Shape::with_insts(insts);
        let func = random::function(7, &shape);
        assert_eq!(func.to_string(), random::function(7, &shape).to_string());
        let count = func.blocks().flat_map(|b| func.insts(b)).count();
        assert!((insts..insts * 2 + 200).contains(&count), "{count} for {insts}");
    }
}

#[test]
fn any_bytes_give_a_function() {
    check(&random::from_bytes(&[]), &"no bytes");
    for seed in 0..500_u64 {
        let mut choices = random::Xorshift::new(seed);
        let len = random::Choices::below(&mut choices, 600);
        let bytes: Vec<u8> = (0..len).map(|_| random::Choices::below(&mut choices, 256) as u8).collect();
        check(&random::from_bytes(&bytes), &seed);
    }
}
