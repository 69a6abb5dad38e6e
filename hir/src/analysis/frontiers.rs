//! Dominance frontiers.
//!
//! Source: Cooper, Harvey, Kennedy: *A Simple, Fast Dominance Algorithm* (2001), section 4.

use super::lists::Lists;
use super::{Cfg, DomTree, Node};
use crate::BlockId;

/// For each node, where its dominance ends: the nodes that it does not strictly dominate but of which it dominates a predecessor.
#[derive(Clone, Debug)]
pub struct Frontiers<N = BlockId> {
    lists: Lists<N>,
}

impl<N: Node> Frontiers<N> {
    /// Computes the frontiers. Time and space are linear in the graph and in the frontiers, which can be quadratic together
    /// (in a deep nest of loops, each header is in the frontier of all that is in its loop).
    pub fn compute(cfg: &Cfg<N>, tree: &DomTree<N>) -> Frontiers<N> {
        // The last node found to be in the frontier, by index: it is then in those of the dominators up to its own, too.
        let mut stamp: Vec<Option<N>> = vec![None; cfg.bound()];
        let mut pairs = Vec::new();
        for &join in cfg.nodes().iter().filter(|&&node| cfg.is_reachable(node)) {
            let stop = tree.idom(join);
            for &pred in cfg.predecessors(join).iter().filter(|&&pred| cfg.is_reachable(pred)) {
                let mut at = Some(pred);
                while let Some(node) = at.filter(|_| at != stop) {
                    if stamp[node.index()].replace(join) == Some(join) {
                        break;
                    }
                    pairs.push((node.index() as u32, join));
                    at = tree.idom(node);
                }
            }
        }
        Frontiers { lists: Lists::from_pairs(cfg.bound(), &pairs) }
    }

    /// The frontier of a node, ascending; empty for one that cannot be reached.
    pub fn of(&self, node: N) -> &[N] {
        self.lists.get(node.index())
    }
}
