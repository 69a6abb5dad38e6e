//! Where registers need phis.
//!
//! Source: Cytron et al.: *Efficiently Computing Static Single Assignment Form and the Control Dependence Graph* (1991); pruned: a phi
//! stands only where the register is wanted.

use super::cfg::Graph;
use super::effects::Holds;
use super::flow::{Liveness, Presence, for_each_change};
use crate::bytecode::CodeProto;
use hir::analysis::{Cfg, DomTree, Frontiers};

/// What is known of a body before it is translated.
#[derive(Debug)]
pub(super) struct Plan {
    pub graph: Graph,
    pub cfg: Cfg<usize>,
    pub tree: DomTree<usize>,
    pub presence: Presence,
    /// Which registers are read later; nothing if all count as read until the body ends.
    pub liveness: Option<Liveness>,
    /// The registers that have a phi in each node, ascending.
    pub phis: Vec<Vec<u16>>,
}

impl Plan {
    /// Analyses `code`. With `keep_locals` locals are wanted until the body ends.
    pub(super) fn new(code: &CodeProto, keep_locals: bool) -> Plan {
        Plan::of_graph(code, keep_locals, Graph::new(code), &[])
    }

    /// As [`new`](Self::new), with the entry at the loop header `pc`; nothing if that is none.
    pub(super) fn from_header(code: &CodeProto, keep_locals: bool, pc: u32) -> Option<Plan> {
        let mut graph = Graph::new(code);
        let header = graph.body_at(pc)?;
        let cfg = Cfg::compute(&graph.successors[..]);
        if !cfg.is_reachable(header) {
            return None;
        }
        let presence = Presence::compute(code, &graph, &cfg, &[]);
        let variables: Vec<u16> = (0..code.nregs).filter(|&reg| presence.variable.has(header, reg)).collect();
        // Quiet code that was left has forgotten the locals that nobody reads any more.
        let liveness = Liveness::compute(code, &graph, &cfg);
        let arrival = |reg: u16| {
            let may_go = usize::from(reg) < code.local_names.len() || presence.variable.has(header, reg);
            match presence.holds(header, reg) {
                Holds::Value if may_go && !liveness.is_live(header, reg) => Holds::Either,
                holds => holds,
            }
        };
        let arrivals = (0..code.nregs).map(arrival).collect();
        graph.enter_at(header, arrivals);
        Some(Plan::of_graph(code, keep_locals, graph, &variables))
    }

    fn of_graph(code: &CodeProto, keep_locals: bool, graph: Graph, variables: &[u16]) -> Plan {
        let cfg = Cfg::compute(&graph.successors[..]);
        let tree = DomTree::compute(&cfg);
        let presence = Presence::compute(code, &graph, &cfg, variables);
        let liveness = (!keep_locals).then(|| Liveness::compute(code, &graph, &cfg));
        let mut plan = Plan { phis: Vec::new(), graph, cfg, tree, presence, liveness };
        plan.place_phis(code);
        plan
    }

    /// Whether the value in `reg` is wanted where `node` begins.
    pub(super) fn wanted(&self, code: &CodeProto, node: usize, reg: u16) -> bool {
        let may_go = || usize::from(reg) < code.local_names.len() || self.presence.variable.has(node, reg);
        let read = |liveness: &Liveness| !may_go() || liveness.is_live(node, reg);
        self.presence.full.has(node, reg) && self.liveness.as_ref().is_none_or(read)
    }

    fn place_phis(&mut self, code: &CodeProto) {
        let defs = self.definitions(code);
        let frontiers = Frontiers::compute(&self.cfg, &self.tree);
        self.phis = vec![Vec::new(); self.graph.nodes.len()];
        // The register for which a node was last put to work, or given a phi.
        let mut queued = vec![u32::MAX; self.graph.nodes.len()];
        let mut placed = queued.clone();
        for (reg, nodes) in defs.into_iter().enumerate() {
            let mut work = nodes;
            work.iter().for_each(|&node| queued[node] = reg as u32);
            while let Some(node) = work.pop() {
                for &join in frontiers.of(node) {
                    if placed[join] == reg as u32 || !self.wanted(code, join, reg as u16) {
                        continue;
                    }
                    placed[join] = reg as u32;
                    self.phis[join].push(reg as u16);
                    if std::mem::replace(&mut queued[join], reg as u32) != reg as u32 {
                        work.push(join);
                    }
                }
            }
        }
    }

    /// For each register the nodes that change it, where somebody wants it afterwards.
    fn definitions(&self, code: &CodeProto) -> Vec<Vec<usize>> {
        let mut defs: Vec<Vec<usize>> = vec![Vec::new(); usize::from(code.nregs)];
        for &node in self.cfg.rpo() {
            for_each_change(code, &self.graph, node, |reg, _| {
                let nodes = &mut defs[usize::from(reg)];
                let wanted = || self.cfg.successors(node).iter().any(|&next| self.wanted(code, next, reg));
                if nodes.last() != Some(&node) && wanted() {
                    nodes.push(node);
                }
            });
        }
        defs
    }
}
