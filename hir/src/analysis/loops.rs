//! Natural loops and how they nest.
//!
//! The loops of one header are one loop. Bodies are found inner loops first, by walking up from the latches; a loop that is met on the
//! way is passed as a whole, from its header (the way of LLVM's `LoopInfo`).

use super::{Cfg, DomTree, Node};
use crate::BlockId;

const NONE: u32 = u32::MAX;

/// A loop: the nodes that the header dominates and from which a path leads back to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop<N = BlockId> {
    /// The only node by which control enters.
    pub header: N,
    /// The nodes with an edge back to the header, ascending.
    pub latches: Vec<N>,
    /// The smallest loop around it, an index into [`Loops::all`].
    pub parent: Option<usize>,
    /// How many loops it is in, itself included.
    pub depth: u32,
}

/// The loops of a graph.
#[derive(Clone, Debug)]
pub struct Loops<N = BlockId> {
    loops: Vec<Loop<N>>,
    /// The smallest loop of each node, by index.
    innermost: Vec<u32>,
    /// The nodes in loops, such that those of a loop stand together.
    members: Vec<N>,
    /// Where the nodes of each loop stand in `members`.
    spans: Vec<std::ops::Range<u32>>,
    irreducible: Vec<(N, N)>,
}

impl<N: Node> Loops<N> {
    /// Finds the loops, in nearly linear time.
    pub fn compute(cfg: &Cfg<N>, tree: &DomTree<N>) -> Loops<N> {
        let (mut loops, mut irreducible) = (Vec::new(), Vec::new());
        for &node in cfg.rpo() {
            let mut latches = Vec::new();
            for &pred in cfg.predecessors(node).iter().filter(|&&pred| cfg.rpo_index(pred) >= cfg.rpo_index(node)) {
                if tree.dominates(node, pred) {
                    latches.push(pred);
                } else {
                    irreducible.push((pred, node));
                }
            }
            if !latches.is_empty() {
                latches.dedup();
                loops.push(Loop { header: node, latches, parent: None, depth: 1 });
            }
        }
        let innermost = Discovery::run(cfg, &mut loops);
        let (members, spans) = Self::group(cfg, &loops, &innermost);
        Loops { loops, innermost, members, spans, irreducible }
    }

    /// Sorts the nodes by loop, so that the nodes of a loop and of all within it are one span.
    fn group(cfg: &Cfg<N>, loops: &[Loop<N>], innermost: &[u32]) -> (Vec<N>, Vec<std::ops::Range<u32>>) {
        let mut size = vec![0_u32; loops.len()];
        let in_loops = || cfg.rpo().iter().filter(|node| innermost[node.index()] != NONE);
        in_loops().for_each(|node| size[innermost[node.index()] as usize] += 1);
        let own = size.clone();
        // A loop stands behind those around it: its header comes later in reverse post-order.
        for (index, l) in loops.iter().enumerate().rev() {
            if let Some(parent) = l.parent {
                size[parent] += size[index];
            }
        }
        let mut spans: Vec<std::ops::Range<u32>> = Vec::with_capacity(loops.len());
        // Where the next loop within each begins, and at the end those within none.
        let mut free = vec![0_u32; loops.len() + 1];
        for (index, l) in loops.iter().enumerate() {
            let place = &mut free[l.parent.unwrap_or(loops.len())];
            let start = *place;
            *place += size[index];
            spans.push(start..start + size[index]);
            free[index] = start + own[index];
        }
        let mut next: Vec<u32> = spans.iter().map(|span| span.start).collect();
        let Some(entry) = cfg.entry() else { return (Vec::new(), spans) };
        let mut members = vec![entry; free[loops.len()] as usize];
        for &node in in_loops() {
            let place = &mut next[innermost[node.index()] as usize];
            members[*place as usize] = node;
            *place += 1;
        }
        (members, spans)
    }

    /// All loops, in the reverse post-order of their headers: a loop stands behind those around it.
    pub fn all(&self) -> &[Loop<N>] {
        &self.loops
    }

    /// The smallest loop that a node is in, an index into [`all`](Self::all).
    pub fn innermost(&self, node: N) -> Option<usize> {
        match self.innermost.get(node.index()) {
            Some(&NONE) | None => None,
            Some(&index) => Some(index as usize),
        }
    }

    /// How many loops a node is in.
    pub fn depth(&self, node: N) -> u32 {
        self.innermost(node).map_or(0, |index| self.loops[index].depth)
    }

    /// The nodes of a loop, those of the loops within it too: first its own in reverse post-order, the header
    /// leading, then those of each loop within it.
    ///
    /// # Panics
    /// If there is no such loop.
    pub fn members(&self, index: usize) -> &[N] {
        let span = &self.spans[index];
        &self.members[span.start as usize..span.end as usize]
    }

    /// Whether a node is in a loop. Linear in the depth of the node.
    pub fn contains(&self, index: usize, node: N) -> bool {
        std::iter::successors(self.innermost(node), |&at| self.loops[at].parent).any(|at| at == index)
    }

    /// The edges that go back in reverse post-order to a node which does not dominate where they come from: entries into
    /// cycles that are no natural loops. Empty if and only if the graph is reducible.
    pub fn irreducible_edges(&self) -> &[(N, N)] {
        &self.irreducible
    }
}

/// The state while bodies are found.
struct Discovery<'c, N> {
    cfg: &'c Cfg<N>,
    innermost: Vec<u32>,
    /// A loop around each loop, or itself while none was found: compressed on the way up.
    around: Vec<u32>,
}

impl<N: Node> Discovery<'_, N> {
    fn run(cfg: &Cfg<N>, loops: &mut [Loop<N>]) -> Vec<u32> {
        let around = (0..loops.len() as u32).collect();
        let mut discovery = Discovery { cfg, innermost: vec![NONE; cfg.bound()], around };
        for index in (0..loops.len()).rev() {
            discovery.body(index, loops);
        }
        for index in 0..loops.len() {
            if let Some(parent) = loops[index].parent {
                loops[index].depth = loops[parent].depth + 1;
            }
        }
        discovery.innermost
    }

    fn body(&mut self, index: usize, loops: &mut [Loop<N>]) {
        let header = loops[index].header;
        self.innermost[header.index()] = index as u32;
        let mut stack = loops[index].latches.clone();
        while let Some(node) = stack.pop() {
            let top = match self.innermost[node.index()] {
                NONE => {
                    self.innermost[node.index()] = index as u32;
                    node
                }
                inner => {
                    let inner = self.outermost(inner);
                    if inner as usize == index {
                        continue;
                    }
                    self.around[inner as usize] = index as u32;
                    loops[inner as usize].parent = Some(index);
                    loops[inner as usize].header
                }
            };
            stack.extend(self.cfg.predecessors(top).iter().filter(|&&pred| self.cfg.is_reachable(pred)));
        }
    }

    fn outermost(&mut self, index: u32) -> u32 {
        let mut top = index;
        while self.around[top as usize] != top {
            top = self.around[top as usize];
        }
        let mut at = index;
        while at != top {
            at = std::mem::replace(&mut self.around[at as usize], top);
        }
        top
    }
}
