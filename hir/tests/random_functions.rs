//! Random functions are valid, have every opcode, and can be written and read.

use hir::analysis::{Cfg, DomTree};
use hir::random::{self, Shape};
use hir::{BlockId, Flow, Function, InstId, Opcode, World};
use std::collections::BTreeSet;

fn shapes() -> impl Iterator<Item = (u64, Shape)> {
    (0..3000).map(|seed| {
        let world = if seed % 2 == 0 { World::Quiet } else { World::Observing };
        let insts = [20, 60, 120, 300][(seed / 2 % 4) as usize];
        (seed, Shape { insts, nesting: (seed % 5) as usize, live: 2 + (seed % 13) as usize, world })
    })
}

/// What every analysis takes for granted: a terminator and only one ends each block, phis first and in step with the predecessors, no
/// double edges, definitions dominate uses.
fn check_structure(func: &Function) {
    let cfg = Cfg::compute(func);
    let tree = DomTree::compute(&cfg);
    for block in func.blocks() {
        let insts: Vec<InstId> = func.insts(block).collect();
        assert!(cfg.is_reachable(block), "{block} cannot be reached");
        for (at, &inst) in insts.iter().enumerate() {
            let data = func.inst(inst);
            assert_eq!(data.op.is_terminator(), at + 1 == insts.len(), "{inst} in {block}");
            if data.op == Opcode::Phi {
                assert!(insts[..at].iter().all(|&i| func.inst(i).op == Opcode::Phi));
                assert_eq!(&data.blocks[..], cfg.predecessors(block));
                assert_eq!(data.args.len(), data.blocks.len());
            }
            for (value, from) in uses(func, inst) {
                let def = func.value(value).def;
                let def_block = func.block_of(def).expect("defined in a block");
                let before = match from {
                    Some(pred) => tree.dominates(def_block, pred),
                    None if def_block == block => func.comes_before(def, inst),
                    None => tree.dominates(def_block, block),
                };
                assert!(before, "{value} is used by {inst} in {block} before it is defined");
            }
        }
        let successors = func.successors(block);
        assert_eq!(successors.iter().collect::<BTreeSet<_>>().len(), successors.len());
    }
}

/// The uses of an instruction; those of a phi with the block on whose edge they are.
fn uses(func: &Function, inst: InstId) -> Vec<(hir::ValueId, Option<BlockId>)> {
    let data = func.inst(inst);
    match data.op.info().flow {
        Flow::Phi => data.args.iter().copied().zip(data.blocks.iter().copied().map(Some)).collect(),
        Flow::Next | Flow::Ends(_) => func.uses(data).map(|value| (value, None)).collect(),
    }
}

#[test]
fn functions_are_valid_and_have_every_opcode() {
    let mut met = BTreeSet::new();
    for (seed, shape) in shapes() {
        let func = random::function(seed, &shape);
        check_structure(&func);
        met.extend(func.blocks().flat_map(|b| func.insts(b)).map(|inst| func.inst(inst).op.name()));
    }
    let expected: BTreeSet<&str> = Opcode::ALL.iter().filter(|op| !op.is_counting()).map(|op| op.name()).collect();
    assert_eq!(met, expected);
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
    check_structure(&random::from_bytes(&[]));
    for seed in 0..500_u64 {
        let mut choices = random::Xorshift::new(seed);
        let len = random::Choices::below(&mut choices, 600);
        let bytes: Vec<u8> = (0..len).map(|_| random::Choices::below(&mut choices, 256) as u8).collect();
        check_structure(&random::from_bytes(&bytes));
    }
}
