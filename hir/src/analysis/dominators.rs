//! Dominators.
//!
//! Source: Lengauer, Tarjan: *A Fast Algorithm for Finding Dominators in a Flowgraph* (1979), the version with path compression only:
//! O(m log n) for every graph, deep ladders included.

use super::lists::Lists;
use super::{Cfg, Node};
use crate::BlockId;

const NONE: u32 = u32::MAX;

/// The dominator tree of the nodes that can be reached from the entry.
#[derive(Clone, Debug)]
pub struct DomTree<N = BlockId> {
    idom: Vec<Option<N>>,
    children: Lists<N>,
    preorder: Vec<N>,
    /// A node's place in `preorder`, by index; `NONE` for one that cannot be reached.
    first: Vec<u32>,
    /// The last place in `preorder` of a node's subtree.
    last: Vec<u32>,
}

impl<N: Node> DomTree<N> {
    /// Computes the tree in O(m log n).
    pub fn compute(cfg: &Cfg<N>) -> DomTree<N> {
        let bound = cfg.bound();
        let mut idom = vec![None; bound];
        let search = Search::run(cfg);
        for (number, &dominator) in search.idoms(cfg).iter().enumerate().skip(1) {
            idom[search.order[number].index()] = Some(search.order[dominator as usize]);
        }
        let pairs: Vec<(u32, N)> = cfg
            .rpo()
            .iter()
            .filter_map(|&node| idom[node.index()].map(|parent: N| (parent.index() as u32, node)))
            .collect();
        let mut tree = DomTree {
            idom,
            children: Lists::from_pairs(bound, &pairs),
            preorder: Vec::with_capacity(cfg.rpo().len()),
            first: vec![NONE; bound],
            last: vec![NONE; bound],
        };
        tree.number(cfg.entry());
        tree
    }

    fn number(&mut self, entry: Option<N>) {
        let mut stack = Vec::from_iter(entry);
        while let Some(node) = stack.pop() {
            self.first[node.index()] = self.preorder.len() as u32;
            self.preorder.push(node);
            stack.extend(self.children.get(node.index()).iter().rev());
        }
        for &node in self.preorder.iter().rev() {
            let last = match self.children.get(node.index()).last() {
                Some(child) => self.last[child.index()],
                None => self.first[node.index()],
            };
            self.last[node.index()] = last;
        }
    }

    /// The closest node that every path to `node` passes before it. None for the entry and for a node that cannot be reached.
    pub fn idom(&self, node: N) -> Option<N> {
        self.idom.get(node.index()).copied().flatten()
    }

    /// The nodes whose immediate dominator is this, in reverse post-order.
    pub fn children(&self, node: N) -> &[N] {
        self.children.get(node.index())
    }

    /// The nodes that can be reached, each after its immediate dominator, subtrees together.
    pub fn preorder(&self) -> &[N] {
        &self.preorder
    }

    /// Whether every path from the entry to `b` passes `a`. A node dominates itself; apart from that, no node dominates one
    /// that cannot be reached, nor does that dominate any.
    pub fn dominates(&self, a: N, b: N) -> bool {
        if a == b {
            return true;
        }
        let (Some(&first), Some(&last), Some(&at)) =
            (self.first.get(a.index()), self.last.get(a.index()), self.first.get(b.index()))
        else {
            return false;
        };
        first != NONE && at != NONE && first <= at && at <= last
    }

    /// Whether `a` dominates `b` and is another node.
    pub fn strictly_dominates(&self, a: N, b: N) -> bool {
        a != b && self.dominates(a, b)
    }
}

/// A depth-first search: nodes are called by their number in it.
struct Search<N> {
    order: Vec<N>,
    number: Vec<u32>,
    parent: Vec<u32>,
}

impl<N: Node> Search<N> {
    fn run(cfg: &Cfg<N>) -> Self {
        let mut search = Search { order: Vec::new(), number: vec![NONE; cfg.bound()], parent: Vec::new() };
        let mut stack = Vec::from_iter(cfg.entry().map(|entry| (entry, 0)));
        while let Some((node, parent)) = stack.pop() {
            if search.number[node.index()] != NONE {
                continue;
            }
            let number = search.order.len() as u32;
            search.number[node.index()] = number;
            search.order.push(node);
            search.parent.push(parent);
            stack.extend(cfg.successors(node).iter().rev().map(|&next| (next, number)));
        }
        search
    }

    /// The immediate dominators, by number; the entry has number 0.
    fn idoms(&self, cfg: &Cfg<N>) -> Vec<u32> {
        let count = self.order.len();
        let mut forest = Forest::new(count);
        let mut idom = vec![0; count];
        // Nodes whose semidominator is the index: the first, and the next of each.
        let (mut bucket, mut next_in_bucket) = (vec![NONE; count], vec![NONE; count]);
        for w in (1..count as u32).rev() {
            for pred in cfg.predecessors(self.order[w as usize]) {
                let v = self.number[pred.index()];
                if v != NONE {
                    let u = forest.eval(v);
                    forest.semi[w as usize] = forest.semi[w as usize].min(forest.semi[u as usize]);
                }
            }
            let semi = forest.semi[w as usize] as usize;
            next_in_bucket[w as usize] = std::mem::replace(&mut bucket[semi], w);
            let parent = self.parent[w as usize];
            forest.link(parent, w);
            let mut v = std::mem::replace(&mut bucket[parent as usize], NONE);
            while v != NONE {
                let u = forest.eval(v);
                idom[v as usize] = if forest.semi[u as usize] < forest.semi[v as usize] { u } else { parent };
                v = next_in_bucket[v as usize];
            }
        }
        for w in 1..count {
            if idom[w] != forest.semi[w] {
                idom[w] = idom[idom[w] as usize];
            }
        }
        idom
    }
}

/// The forest of nodes handled so far, with the smallest semidominator on the path to the root.
struct Forest {
    semi: Vec<u32>,
    label: Vec<u32>,
    ancestor: Vec<u32>,
    path: Vec<u32>,
}

impl Forest {
    fn new(count: usize) -> Self {
        let own: Vec<u32> = (0..count as u32).collect();
        Forest { semi: own.clone(), label: own, ancestor: vec![NONE; count], path: Vec::new() }
    }

    fn link(&mut self, parent: u32, child: u32) {
        self.ancestor[child as usize] = parent;
    }

    /// The node of smallest semidominator on the path from `v` up to, without, the root of its tree; `v` if it is a root.
    fn eval(&mut self, v: u32) -> u32 {
        let mut at = v;
        while self.ancestor[at as usize] != NONE {
            self.path.push(at);
            at = self.ancestor[at as usize];
        }
        let root = at;
        // From the node below the root downwards: each takes over what its ancestor knows, and hangs below the root.
        let mut above = self.path.pop();
        while let (Some(upper), Some(lower)) = (above, self.path.pop()) {
            let (best, own) = (self.label[upper as usize], self.label[lower as usize]);
            if self.semi[best as usize] < self.semi[own as usize] {
                self.label[lower as usize] = best;
            }
            self.ancestor[lower as usize] = root;
            above = Some(lower);
        }
        self.label[v as usize]
    }
}
