//! The shape that refcount insertion needs: only reachable blocks, no phi with one input, no critical edge. And back again.
//!
//! An edge is critical if it leaves a block with several successors and enters one with several predecessors. With those split, every
//! edge has a place for its operations: the end of the block it leaves or the beginning of the one it enters.

use crate::BlockId;
use crate::analysis::Cfg;
use crate::entity::{Entity, EntityMap};
use crate::function::{Function, InstData};
use crate::opcode::Opcode;

/// Removes the blocks that control cannot reach, and their inputs of phis.
pub(super) fn remove_unreachable(func: &mut Function) {
    let cfg = Cfg::compute(func);
    let dead: Vec<BlockId> = func.blocks().filter(|&block| !cfg.is_reachable(block)).collect();
    if dead.is_empty() {
        return;
    }
    for &block in cfg.rpo() {
        change_inputs(func, block, |pred| cfg.is_reachable(pred).then_some(pred));
    }
    for block in dead {
        func.remove_block(block);
    }
}

/// Makes phis with one input copies of it.
pub(super) fn single_phis_to_copies(func: &mut Function) {
    for block in func.blocks().collect::<Vec<_>>() {
        for phi in func.phis(block).collect::<Vec<_>>() {
            let data = func.inst_mut(phi);
            if data.args.len() == 1 {
                data.op = Opcode::Assign;
                data.blocks.clear();
            }
        }
    }
}

/// Splits every critical edge. Returns the blocks made.
pub(crate) fn split_critical(func: &mut Function) -> Vec<BlockId> {
    let mut preds = vec![0u32; func.block_bound()];
    for block in func.blocks() {
        for target in func.successors(block) {
            preds[target.index()] += 1;
        }
    }
    let mut made = Vec::new();
    let mut renames = Renames::new(func);
    for block in func.blocks().collect::<Vec<_>>() {
        let targets = func.successors(block).to_vec();
        if targets.len() < 2 {
            continue;
        }
        for (index, target) in targets.into_iter().enumerate() {
            if preds[target.index()] >= 2 {
                let middle = split(func, block, index, target);
                renames.add(target, block, middle);
                made.push(middle);
            }
        }
    }
    renames.apply(func);
    made
}

fn split(func: &mut Function, from: BlockId, index: usize, to: BlockId) -> BlockId {
    let middle = func.insert_block_after(from);
    func.append_inst(middle, InstData::new(Opcode::Branch, &[]).blocks(&[to]), &[]);
    if let Some(last) = func.last_inst(from) {
        func.inst_mut(last).blocks[index] = middle;
    }
    middle
}

/// Predecessors to be renamed in the phis of blocks: all at once, for a phi may have very many.
struct Renames {
    /// Block, old predecessor, new one.
    list: Vec<(BlockId, BlockId, BlockId)>,
    /// The new name of a predecessor, for the block at hand.
    new: EntityMap<BlockId, Option<BlockId>>,
}

impl Renames {
    fn new(func: &Function) -> Renames {
        Renames { list: Vec::new(), new: EntityMap::with_len(None, func.block_bound()) }
    }

    fn add(&mut self, block: BlockId, old: BlockId, new: BlockId) {
        self.list.push((block, old, new));
    }

    fn apply(mut self, func: &mut Function) {
        self.list.sort_unstable();
        for group in self.list.chunk_by(|a, b| a.0 == b.0) {
            group.iter().for_each(|&(_, old, new)| self.new[old] = Some(new));
            change_inputs(func, group[0].0, |pred| Some(self.new[pred].unwrap_or(pred)));
            group.iter().for_each(|&(_, old, _)| self.new[old] = None);
        }
    }
}

/// Renames or removes predecessors in the phis of a block, and keeps the inputs in the order of the predecessors.
fn change_inputs(func: &mut Function, block: BlockId, name: impl Fn(BlockId) -> Option<BlockId>) {
    for phi in func.phis(block).collect::<Vec<_>>() {
        let data = func.inst_mut(phi);
        let inputs = data.blocks.iter().zip(&data.args);
        let mut inputs: Vec<_> = inputs.filter_map(|(&pred, &arg)| Some((name(pred)?, arg))).collect();
        inputs.sort_by_key(|&(pred, _)| pred);
        data.blocks = inputs.iter().map(|&(pred, _)| pred).collect();
        data.args = inputs.iter().map(|&(_, arg)| arg).collect();
    }
}

/// Takes out those of the blocks that only branch on, where that makes no double edge.
pub(crate) fn merge_needless(func: &mut Function, made: &[BlockId]) {
    let cfg = Cfg::compute(func);
    let mut renames = Renames::new(func);
    for &middle in made {
        let (Some(first), Some(last)) = (func.first_inst(middle), func.last_inst(middle)) else { continue };
        let (&[from], &[to]) = (cfg.predecessors(middle), func.successors(middle)) else { continue };
        if first != last || func.successors(from).contains(&to) {
            continue;
        }
        if let Some(branch) = func.last_inst(from) {
            for target in &mut func.inst_mut(branch).blocks {
                if *target == middle {
                    *target = to;
                }
            }
        }
        renames.add(to, middle, from);
        func.remove_block(middle);
        func.set_claims(middle, Vec::new());
    }
    renames.apply(func);
}
