//! Liveness, last uses, use lists and replacement against naive models, on functions of random shape.
//!
//! The functions are right in structure (blocks end in terminators, uses are dominated, phis list their predecessors), not in types.

mod common;

use common::Rng;
use hir::analysis::{Cfg, DomTree, LastUses, Liveness, Place, Replacements, Use, Uses, replace_uses};
use hir::{BlockId, Entity, Flow, FrameId, FrameState, Function, InstData, Opcode, Type, ValueId};
use std::collections::{BTreeMap, BTreeSet};

/// A function over a random graph. Values are only used where their definition dominates.
fn random_function(rng: &mut Rng) -> Function {
    let mut func = Function::new("random");
    let count = 1 + rng.below(9);
    let blocks: Vec<BlockId> = (0..count).map(|_| func.append_block()).collect();
    let succs = random_edges(rng, &blocks);
    let skeleton: Vec<Vec<usize>> = succs.iter().map(|s| s.iter().map(|b| b.index()).collect()).collect();
    let cfg = Cfg::compute(skeleton.as_slice());
    let tree = DomTree::compute(&cfg);
    // Instructions without operands first; operands are given when all values exist.
    for &block in &blocks {
        for _ in 0..rng.below(3) {
            func.append_inst(block, InstData::new(Opcode::Phi, &[]), &[Type::OBJECT]);
        }
        for _ in 0..rng.below(5) {
            let results = &[Type::OBJECT, Type::OBJECT][..1 + rng.below(2)];
            func.append_inst(block, InstData::new(Opcode::Call, &[]), results);
        }
        let op = [Opcode::Unreachable, Opcode::Branch, Opcode::CondBranch][succs[block.index()].len()];
        func.append_inst(block, InstData::new(op, &[]).blocks(&succs[block.index()]), &[]);
    }
    for &block in &blocks {
        give_operands(rng, &mut func, block, &cfg, &tree);
    }
    func
}

fn random_edges(rng: &mut Rng, blocks: &[BlockId]) -> Vec<Vec<BlockId>> {
    let edges = |rng: &mut Rng| {
        let mut to: Vec<BlockId> =
            (0..rng.below(3)).filter(|_| blocks.len() > 1).map(|_| blocks[1 + rng.below(blocks.len() - 1)]).collect();
        to.dedup();
        to
    };
    blocks.iter().map(|_| edges(rng)).collect()
}

fn give_operands(rng: &mut Rng, func: &mut Function, block: BlockId, cfg: &Cfg<usize>, tree: &DomTree<usize>) {
    let insts: Vec<_> = func.insts(block).collect();
    for inst in insts {
        if func.inst(inst).op == Opcode::Phi {
            for &pred in cfg.predecessors(block.index()) {
                let pred = func.block_at(pred).unwrap();
                let last = func.last_inst(pred).unwrap();
                let values = values_before(func, last, tree);
                // A phi's own result will do where nothing else is at hand: the block is then in a loop or cannot be reached.
                let value = pick(rng, &values).unwrap_or(func.result(inst));
                func.inst_mut(inst).args.push(value);
                func.inst_mut(inst).blocks.push(pred);
            }
            continue;
        }
        let values = values_before(func, inst, tree);
        for _ in 0..rng.below(4) {
            func.inst_mut(inst).args.extend(pick(rng, &values));
        }
        if rng.below(3) == 0 {
            let caller = (rng.below(2) == 0).then(|| random_frame(rng, func, &values, None));
            func.inst_mut(inst).frame = Some(random_frame(rng, func, &values, caller));
        }
    }
}

fn random_frame(rng: &mut Rng, func: &mut Function, values: &[ValueId], caller: Option<FrameId>) -> FrameId {
    let slots = (0..rng.below(4)).map(|_| pick(rng, values)).collect();
    let code = func.intern_name("code");
    func.intern_frame(FrameState { code, pc: 0, slots, caller })
}

fn pick(rng: &mut Rng, values: &[ValueId]) -> Option<ValueId> {
    (!values.is_empty()).then(|| values[rng.below(values.len())])
}

/// The values whose definition dominates the place before `inst`.
fn values_before(func: &Function, inst: hir::InstId, tree: &DomTree<usize>) -> Vec<ValueId> {
    let block = func.block_of(inst).unwrap();
    let all = (0..func.value_bound()).filter_map(|index| func.value_at(index));
    all.filter(|&value| {
        let def = func.value(value).def;
        let def_block = func.block_of(def).unwrap();
        if def_block == block {
            func.comes_before(def, inst)
        } else {
            tree.strictly_dominates(def_block.index(), block.index())
        }
    })
    .collect()
}

type Sets = BTreeMap<BlockId, BTreeSet<ValueId>>;

/// Liveness as the smallest solution of the data-flow equations.
fn naive_liveness(func: &Function) -> (Sets, Sets) {
    let (mut live_in, mut live_out): (Sets, Sets) = (BTreeMap::new(), BTreeMap::new());
    loop {
        let before = (live_in.clone(), live_out.clone());
        for block in func.blocks().rev() {
            let mut live = BTreeSet::new();
            for &next in func.successors(block) {
                live.extend(live_in.get(&next).into_iter().flatten());
                for phi in func.phis(next).map(|phi| func.inst(phi)) {
                    live.extend(phi.args.iter().zip(&phi.blocks).filter(|(_, pred)| **pred == block).map(|(v, _)| *v));
                }
            }
            live_out.insert(block, live.clone());
            for data in func.insts(block).rev().map(|inst| func.inst(inst)) {
                data.results.iter().for_each(|result| {
                    live.remove(result);
                });
                if data.op.info().flow != Flow::Phi {
                    live.extend(func.uses(data));
                }
            }
            live_in.insert(block, live);
        }
        if (&live_in, &live_out) == (&before.0, &before.1) {
            return (live_in, live_out);
        }
    }
}

fn check_last_uses(func: &Function, last_uses: &LastUses, live_out: &Sets) {
    for block in func.blocks() {
        let insts: Vec<_> = func.insts(block).collect();
        for (at, &inst) in insts.iter().enumerate() {
            let phi = func.inst(inst).op == Opcode::Phi;
            let mut expected: Vec<ValueId> = Vec::new();
            for value in func.uses(func.inst(inst)).filter(|_| !phi) {
                let later = insts[at + 1..].iter().any(|&i| func.uses(func.inst(i)).any(|v| v == value));
                if !later && !live_out[&block].contains(&value) && !expected.contains(&value) {
                    expected.push(value);
                }
            }
            assert_eq!(last_uses.of(inst), expected, "{inst} of {block}");
        }
        let listed: Vec<_> = last_uses.in_block(func, block).map(|(inst, _)| inst).collect();
        assert_eq!(listed, insts.iter().copied().filter(|&i| !last_uses.of(i).is_empty()).collect::<Vec<_>>());
    }
}

#[test]
fn liveness_and_last_uses_agree_with_data_flow_over_sets() {
    let mut rng = Rng::new(2);
    let (mut through, mut dying) = (0, 0);
    for _ in 0..1500 {
        let func = random_function(&mut rng);
        let cfg = Cfg::compute(&func);
        let liveness = Liveness::compute(&func, &cfg);
        let (live_in, live_out) = naive_liveness(&func);
        for block in func.blocks() {
            assert_eq!(liveness.live_in(block), Vec::from_iter(live_in[&block].clone()), "into {block}");
            assert_eq!(liveness.live_out(block), Vec::from_iter(live_out[&block].clone()), "out of {block}");
            for value in (0..func.value_bound()).filter_map(|index| func.value_at(index)) {
                assert_eq!(liveness.is_live_in(block, value), live_in[&block].contains(&value));
                assert_eq!(liveness.is_live_out(block, value), live_out[&block].contains(&value));
            }
            through += live_in[&block].intersection(&live_out[&block]).count();
        }
        let last_uses = LastUses::compute(&func, &cfg, &liveness);
        check_last_uses(&func, &last_uses, &live_out);
        dying += func.blocks().flat_map(|b| func.insts(b)).map(|i| last_uses.of(i).len()).sum::<usize>();
    }
    assert!(through > 1000 && dying > 1000, "{through} {dying}");
}

fn naive_uses(func: &Function, value: ValueId) -> Vec<Use> {
    let mut uses = Vec::new();
    for inst in func.blocks().flat_map(|block| func.insts(block)) {
        let data = func.inst(inst);
        let operands = data.args.iter().enumerate().filter(|(_, arg)| **arg == value);
        uses.extend(operands.map(|(index, _)| Use { inst, place: Place::Operand(index as u32) }));
        let mut at = data.frame;
        while let Some(frame) = at {
            let state = func.frame(frame);
            let slots = state.slots.iter().filter(|slot| **slot == Some(value));
            uses.extend(slots.map(|_| Use { inst, place: Place::Frame(frame) }));
            at = state.caller;
        }
    }
    uses
}

#[test]
fn use_lists_hold_every_operand_and_frame_slot() {
    let mut rng = Rng::new(3);
    let mut total = 0;
    for _ in 0..500 {
        let func = random_function(&mut rng);
        let uses = Uses::compute(&func);
        for value in (0..func.value_bound()).filter_map(|index| func.value_at(index)) {
            let expected = naive_uses(&func, value);
            assert_eq!(uses.of(value), expected);
            assert_eq!(uses.is_unused(value), expected.is_empty());
            total += expected.len();
        }
    }
    assert!(total > 1000);
}

#[test]
fn replaced_values_have_no_uses_and_their_uses_go_to_the_replacement() {
    let mut rng = Rng::new(4);
    let mut replaced = 0;
    for _ in 0..500 {
        let mut func = random_function(&mut rng);
        let values: Vec<ValueId> = (0..func.value_bound()).filter_map(|index| func.value_at(index)).collect();
        if values.is_empty() {
            continue;
        }
        let mut replacements = Replacements::new();
        for _ in 0..rng.below(6) {
            let (old, new) = (values[rng.below(values.len())], values[rng.below(values.len())]);
            if replacements.get(old) == old {
                replacements.insert(old, new);
            }
        }
        let before: BTreeMap<ValueId, Vec<Use>> = values.iter().map(|&v| (v, naive_uses(&func, v))).collect();
        replace_uses(&mut func, &mut replacements);
        for &value in &values {
            // Frame states get new ids, so that only the instructions are compared.
            let insts = |uses: &[Use]| uses.iter().map(|u| u.inst).collect::<Vec<_>>();
            let mut expected: Vec<_> =
                values.iter().filter(|&&v| replacements.get(v) == value).flat_map(|v| insts(&before[v])).collect();
            let mut now = insts(&naive_uses(&func, value));
            expected.sort();
            now.sort();
            assert_eq!(now, expected, "{value}");
            replaced += usize::from(replacements.get(value) != value && !before[&value].is_empty());
        }
    }
    assert!(replaced > 300, "{replaced}");
}

#[test]
fn a_replacement_that_would_go_round_is_no_replacement() {
    let mut func = Function::new("round");
    let block = func.append_block();
    let inst = func.append_inst(block, InstData::new(Opcode::Call, &[]), &[Type::OBJECT, Type::OBJECT]);
    let [a, b] = [func.inst(inst).results[0], func.inst(inst).results[1]];
    let mut replacements = Replacements::new();
    replacements.insert(a, b);
    replacements.insert(b, a);
    assert_eq!((replacements.get(a), replacements.get(b)), (b, b));
}

/// 100,000 blocks in a line, with one value live through all of them.
#[test]
fn a_long_line_of_blocks_needs_no_stack() {
    let mut func = Function::new("line");
    let blocks: Vec<BlockId> = (0..100_000).map(|_| func.append_block()).collect();
    let def = func.append_inst(blocks[0], InstData::new(Opcode::LoadBuildClass, &[]), &[Type::OPT_OBJECT]);
    let value = func.result(def);
    for pair in blocks.windows(2) {
        func.append_inst(pair[0], InstData::new(Opcode::Branch, &[]).blocks(&[pair[1]]), &[]);
    }
    let last = blocks[blocks.len() - 1];
    let ret = func.append_inst(last, InstData::new(Opcode::Return, &[value]), &[]);
    let cfg = Cfg::compute(&func);
    let liveness = Liveness::compute(&func, &cfg);
    assert!(blocks[1..].iter().all(|&block| liveness.live_in(block) == [value]));
    assert!(liveness.live_in(blocks[0]).is_empty());
    assert_eq!(LastUses::compute(&func, &cfg, &liveness).of(ret), [value]);
    let tree = DomTree::compute(&cfg);
    assert!(tree.dominates(blocks[0], last) && !tree.dominates(last, blocks[0]));
}
