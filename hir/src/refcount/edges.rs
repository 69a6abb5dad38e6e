//! The shape that refcount insertion needs: only reachable blocks, no phi with one input, no critical edge. And back again.
//!
//! An edge is critical if it leaves a block with several successors and enters one with several predecessors. With those split, every
//! edge has a place for its operations: the end of the block it leaves or the beginning of the one it enters.

use crate::BlockId;
use crate::analysis::Cfg;
use crate::entity::Entity;
use crate::function::{Function, InstData};
use crate::opcode::Opcode;

/// Removes the blocks that control cannot reach, and their inputs of phis.
pub(super) fn remove_unreachable(func: &mut Function) {
    let cfg = Cfg::compute(func);
    let dead: Vec<BlockId> = func.blocks().filter(|&block| !cfg.is_reachable(block)).collect();
    if dead.is_empty() {
        return;
    }
    for &block in &dead {
        for target in func.successors(block).to_vec() {
            for phi in func.phis(target).collect::<Vec<_>>() {
                let data = func.inst_mut(phi);
                if let Some(at) = data.blocks.iter().position(|&b| b == block) {
                    data.blocks.remove(at);
                    data.args.remove(at);
                }
            }
        }
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
pub(super) fn split_critical(func: &mut Function) -> Vec<BlockId> {
    let mut preds = vec![0u32; func.block_bound()];
    for block in func.blocks() {
        for target in func.successors(block) {
            preds[target.index()] += 1;
        }
    }
    let mut made = Vec::new();
    for block in func.blocks().collect::<Vec<_>>() {
        let targets = func.successors(block).to_vec();
        if targets.len() < 2 {
            continue;
        }
        for (index, target) in targets.into_iter().enumerate() {
            if preds[target.index()] >= 2 {
                made.push(split(func, block, index, target));
            }
        }
    }
    made
}

fn split(func: &mut Function, from: BlockId, index: usize, to: BlockId) -> BlockId {
    let middle = func.insert_block_after(from);
    func.append_inst(middle, InstData::new(Opcode::Branch, &[]).blocks(&[to]), &[]);
    if let Some(last) = func.last_inst(from) {
        func.inst_mut(last).blocks[index] = middle;
    }
    rename_predecessor(func, to, from, middle);
    middle
}

/// Renames a predecessor in the phis of a block, and keeps their inputs in the order of the predecessors.
fn rename_predecessor(func: &mut Function, block: BlockId, old: BlockId, new: BlockId) {
    for phi in func.phis(block).collect::<Vec<_>>() {
        let data = func.inst_mut(phi);
        let mut inputs: Vec<_> = data.blocks.iter().copied().zip(data.args.iter().copied()).collect();
        for (pred, _) in &mut inputs {
            if *pred == old {
                *pred = new;
            }
        }
        inputs.sort_by_key(|&(pred, _)| pred);
        data.blocks = inputs.iter().map(|&(pred, _)| pred).collect();
        data.args = inputs.iter().map(|&(_, arg)| arg).collect();
    }
}

/// Takes out those of the blocks that only branch on, where that makes no double edge.
pub(super) fn merge_needless(func: &mut Function, made: &[BlockId]) {
    let cfg = Cfg::compute(func);
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
        rename_predecessor(func, to, middle, from);
        func.remove_block(middle);
        func.set_claims(middle, Vec::new());
    }
}
