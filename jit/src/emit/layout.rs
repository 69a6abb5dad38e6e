//! The order of blocks in the code, and jumps that need no block.
//!
//! Blocks that only jump on are passed over. The others are placed in traces (Pettis and Hansen 1990, section 4, without weights): a block is
//! followed by a successor that is not placed yet, so that most jumps become falling through. Cold blocks stand behind all others.

use crate::lir::{BlockId, Lir, LirFunction};
use crate::regalloc::Flat;
use regalloc2::{Block, InstOrEdit, Output};

/// Where blocks are placed.
pub(super) struct Layout {
    /// The blocks that have code, in order.
    pub(super) order: Vec<usize>,
    /// For each block, the one to jump to in its place: itself, unless it only jumps on.
    targets: Vec<usize>,
}

impl Layout {
    pub(super) fn new(func: &LirFunction, flat: &Flat<'_>, output: &Output) -> Layout {
        let next: Vec<Option<usize>> =
            (0..func.blocks.len()).map(|index| jumps_on(func, flat, output, index)).collect();
        let targets = (0..next.len()).map(|index| last(&next, index)).collect();
        let mut layout = Layout { order: Vec::with_capacity(next.len()), targets };
        layout.place(func);
        layout
    }

    /// The block to jump to in place of this one.
    pub(super) fn target(&self, block: BlockId) -> BlockId {
        BlockId(self.targets[block.0 as usize] as u32)
    }

    fn place(&mut self, func: &LirFunction) {
        let mut placed = vec![false; func.blocks.len()];
        // The last one is looked at first: what is reached from the trace just placed stands near it.
        let mut waiting: Vec<usize> = (0..func.blocks.len()).rev().collect();
        let mut cold = Vec::new();
        while let Some(start) = waiting.pop() {
            let mut next = Some(start);
            while let Some(index) = next.take() {
                if placed[index] || index != 0 && self.targets[index] != index {
                    continue;
                }
                if func.blocks[index].cold {
                    cold.push(index);
                    continue;
                }
                placed[index] = true;
                self.order.push(index);
                let (first, second) = self.successors(func, index);
                let is_open = |&index: &usize| !placed[index] && !func.blocks[index].cold;
                waiting.extend(second.filter(is_open));
                next = first.filter(is_open).or_else(|| waiting.pop_if(|index| second == Some(*index)));
            }
        }
        for index in cold {
            if !std::mem::replace(&mut placed[index], true) {
                self.order.push(index);
            }
        }
    }

    /// What a block goes to, the preferred one first.
    fn successors(&self, func: &LirFunction, index: usize) -> (Option<usize>, Option<usize>) {
        let at = |block: &BlockId| Some(self.targets[block.0 as usize]);
        match func.blocks[index].insts.last() {
            Some((Lir::Jump { to, .. }, _)) => (at(to), None),
            Some((Lir::Branch { yes, no, .. }, _)) => (at(yes), at(no)),
            _ => (None, None),
        }
    }
}

/// The block that a block goes to, if it does nothing else.
fn jumps_on(func: &LirFunction, flat: &Flat<'_>, output: &Output, index: usize) -> Option<usize> {
    let [(Lir::Jump { to, .. }, _)] = &func.blocks[index].insts[..] else { return None };
    let mut items = output.block_insts_and_edits(flat, Block::new(index));
    let moves = items.any(|item| matches!(item, InstOrEdit::Edit(_)));
    (!moves).then_some(to.0 as usize)
}

/// The end of a chain of blocks that only jump on; in a circle, where it began.
fn last(next: &[Option<usize>], from: usize) -> usize {
    let mut at = from;
    for _ in 0..next.len() {
        match next[at] {
            Some(to) => at = to,
            None => return at,
        }
    }
    from
}
