//! Where different states of memory meet.
//!
//! Source: Sreedhar, Gao: *A Linear Time Algorithm for Placing φ-Nodes* (1995): the iterated dominance frontier of the blocks that write,
//! found by one walk over the dominator tree and the edges that are not in it.

use crate::BlockId;
use crate::analysis::{Cfg, DomTree};
use crate::entity::EntityMap;

/// The blocks that control enters with memory in different states, if exactly the blocks in `writes` change it.
pub(super) fn joins(cfg: &Cfg, tree: &DomTree, writes: &EntityMap<BlockId, bool>) -> EntityMap<BlockId, bool> {
    let levels = levels(tree);
    let mut roots: Vec<Vec<BlockId>> = Vec::new();
    for &block in tree.preorder() {
        roots.resize(roots.len().max(levels[block] + 1), Vec::new());
        if writes[block] {
            roots[levels[block]].push(block);
        }
    }
    let mut joins = EntityMap::with_len(false, cfg.bound());
    let mut visited = EntityMap::with_len(false, cfg.bound());
    for level in (0..roots.len()).rev() {
        while let Some(root) = roots[level].pop() {
            let mut stack = vec![root];
            visited[root] = true;
            while let Some(block) = stack.pop() {
                for &next in cfg.successors(block) {
                    let in_tree = tree.idom(next) == Some(block);
                    if !in_tree && levels[next] <= level && !std::mem::replace(&mut joins[next], true) && !writes[next]
                    {
                        roots[levels[next]].push(next);
                    }
                }
                stack.extend(
                    tree.children(block).iter().filter(|&&child| !std::mem::replace(&mut visited[child], true)),
                );
            }
        }
    }
    joins
}

/// How deep each block lies in the dominator tree.
fn levels(tree: &DomTree) -> EntityMap<BlockId, usize> {
    let mut levels = EntityMap::new(0);
    for &block in tree.preorder() {
        levels[block] = tree.idom(block).map_or(0, |parent| levels[parent] + 1);
    }
    levels
}
