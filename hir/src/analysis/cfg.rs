//! The control flow graph: predecessors and the reverse post-order.

use super::lists::Lists;
use crate::{BlockId, Entity, Function};

/// A node of a [`Graph`]: a small index.
pub trait Node: Copy + Eq + Ord + std::fmt::Debug {
    /// The index.
    fn index(self) -> usize;
}

impl Node for usize {
    fn index(self) -> usize {
        self
    }
}

impl Node for BlockId {
    fn index(self) -> usize {
        Entity::index(self)
    }
}

/// A directed graph with an entry.
pub trait Graph {
    /// What its nodes are: `usize` or [`BlockId`].
    type Node: Node;
    /// All nodes. Each index at most once.
    fn nodes(&self) -> impl Iterator<Item = Self::Node>;
    /// Bound of the nodes' indices.
    fn bound(&self) -> usize;
    /// Where control starts; `None` only if there are no nodes.
    fn entry(&self) -> Option<Self::Node>;
    /// The targets of the edges that leave a node.
    fn successors(&self, node: Self::Node) -> impl Iterator<Item = Self::Node>;
}

impl Graph for Function {
    type Node = BlockId;

    fn nodes(&self) -> impl Iterator<Item = BlockId> {
        self.blocks()
    }

    fn bound(&self) -> usize {
        self.block_bound()
    }

    fn entry(&self) -> Option<BlockId> {
        Function::entry(self)
    }

    fn successors(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        Function::successors(self, block).iter().copied()
    }
}

/// A graph given by the successors of each node; node 0 is the entry.
impl Graph for [Vec<usize>] {
    type Node = usize;

    fn nodes(&self) -> impl Iterator<Item = usize> {
        0..self.len()
    }

    fn bound(&self) -> usize {
        self.len()
    }

    fn entry(&self) -> Option<usize> {
        (!self.is_empty()).then_some(0)
    }

    fn successors(&self, node: usize) -> impl Iterator<Item = usize> {
        self[node].iter().copied()
    }
}

/// Not in the reverse post-order.
const UNREACHED: u32 = u32::MAX;

/// The edges of a graph both ways, and its reverse post-order.
#[derive(Clone, Debug)]
pub struct Cfg<N = BlockId> {
    nodes: Vec<N>,
    successors: Lists<N>,
    predecessors: Lists<N>,
    rpo: Vec<N>,
    rpo_index: Vec<u32>,
}

impl<N: Node> Cfg<N> {
    /// Reads the graph. Linear in nodes and edges.
    pub fn compute<G: Graph<Node = N> + ?Sized>(graph: &G) -> Cfg<N> {
        let mut nodes: Vec<N> = graph.nodes().collect();
        nodes.sort_unstable();
        let (mut out, mut back) = (Vec::new(), Vec::new());
        for &node in &nodes {
            for next in graph.successors(node) {
                out.push((node.index() as u32, next));
                back.push((next.index() as u32, node));
            }
        }
        let bound = graph.bound();
        let mut cfg = Cfg {
            successors: Lists::from_pairs(bound, &out),
            predecessors: Lists::from_pairs(bound, &back),
            nodes,
            rpo: Vec::new(),
            rpo_index: vec![UNREACHED; bound],
        };
        if let Some(entry) = graph.entry() {
            cfg.number(entry);
        }
        cfg
    }

    /// Depth-first search from the entry with a stack of its own; the first successor's subtree comes first in the result.
    fn number(&mut self, entry: N) {
        let mut visited = vec![false; self.rpo_index.len()];
        // A node and how many of its successors are still to be visited.
        let mut stack = vec![(entry, self.successors(entry).len())];
        visited[entry.index()] = true;
        while let Some((node, left)) = stack.last_mut() {
            if *left == 0 {
                self.rpo.push(*node);
                stack.pop();
                continue;
            }
            *left -= 1;
            let next = self.successors.get(node.index())[*left];
            if !std::mem::replace(&mut visited[next.index()], true) {
                stack.push((next, self.successors.get(next.index()).len()));
            }
        }
        self.rpo.reverse();
        for (index, node) in self.rpo.iter().enumerate() {
            self.rpo_index[node.index()] = index as u32;
        }
    }

    /// Where control starts.
    pub fn entry(&self) -> Option<N> {
        self.rpo.first().copied()
    }

    /// All nodes in ascending order, those that cannot be reached too.
    pub fn nodes(&self) -> &[N] {
        &self.nodes
    }

    /// Bound of the nodes' indices.
    pub fn bound(&self) -> usize {
        self.rpo_index.len()
    }

    /// The targets of the edges that leave a node, in the graph's order.
    pub fn successors(&self, node: N) -> &[N] {
        self.successors.get(node.index())
    }

    /// The nodes from which an edge comes, ascending, one entry for each edge; those that cannot be reached are among them.
    pub fn predecessors(&self, node: N) -> &[N] {
        self.predecessors.get(node.index())
    }

    /// As [`predecessors`](Self::predecessors), of the node of this index.
    pub(super) fn predecessors_at(&self, index: usize) -> &[N] {
        self.predecessors.get(index)
    }

    /// The nodes that can be reached from the entry, each before its successors except along back edges.
    pub fn rpo(&self) -> &[N] {
        &self.rpo
    }

    /// The place of a node in [`rpo`](Self::rpo).
    pub fn rpo_index(&self, node: N) -> Option<usize> {
        match self.rpo_index.get(node.index()) {
            Some(&UNREACHED) | None => None,
            Some(&index) => Some(index as usize),
        }
    }

    /// Whether a node can be reached from the entry.
    pub fn is_reachable(&self, node: N) -> bool {
        self.rpo_index(node).is_some()
    }
}
