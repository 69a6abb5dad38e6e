//! The state at the entry of a block, from the states at the ends of its predecessors.

use super::state::{Entry, Kind, Model, Models, State, Support};
use super::transfer::Facts;
use crate::entity::Entity;
use crate::function::Function;
use crate::opcode::Opcode;
use crate::{BlockId, InstId, ValueId};
use smallvec::{SmallVec, smallvec};

/// Tables for joins, made once for a function and reused for each block.
#[derive(Debug)]
pub(super) struct Joiner {
    /// `live_in[v] == stamp`: value `v` is live into the block at hand.
    live_in: Vec<u32>,
    /// `place[m] = (stamp, index)`: where model `m` stands in the predecessor's state at hand.
    place: Vec<(u32, u32)>,
    /// `moved_to[m] = (stamp, phi)`: the owned phi that takes `m` over on the edge at hand.
    moved_to: Vec<(u32, Model)>,
    stamp: u32,
}

impl Joiner {
    pub(super) fn new(values: usize) -> Joiner {
        Joiner { live_in: vec![0; values], place: vec![(0, 0); values], moved_to: vec![(0, 0); values], stamp: 0 }
    }

    /// Marks what is live into a block; [`is_live_in`](Self::is_live_in) asks with the stamp it gives.
    pub(super) fn mark_live_in(&mut self, live_in: &[ValueId]) -> u32 {
        self.stamp += 1;
        for value in live_in {
            self.live_in[value.index()] = self.stamp;
        }
        self.stamp
    }

    pub(super) fn is_live_in(&self, value: ValueId, stamp: u32) -> bool {
        self.live_in[value.index()] == stamp
    }

    fn index(&mut self, out: &[Entry]) -> u32 {
        self.stamp += 1;
        for (index, entry) in out.iter().enumerate() {
            self.place[entry.model as usize] = (self.stamp, index as u32);
        }
        self.stamp
    }

    fn find<'e>(&self, out: &'e [Entry], model: Model, stamp: u32) -> Option<&'e Entry> {
        let (stamped, index) = self.place[model as usize];
        (stamped == stamp).then(|| &out[index as usize])
    }
}

/// The state behind the edge to a block that has this one predecessor: the predecessor's, refined by the branch.
pub(super) fn along_edge(facts: &Facts<'_>, pred: BlockId, block: BlockId, out: &[Entry], state: &mut State) {
    state.load(out);
    let func = facts.func;
    let Some(last) = func.last_inst(pred) else { return };
    let data = func.inst(last);
    let missing_here = matches!(data.op, Opcode::CondBranchPresent | Opcode::CondBranchIterNotDone)
        && data.blocks.get(1) == Some(&block);
    if let (true, Some(&tested)) = (missing_here, data.args.first()) {
        forget_count(state, facts.models.of(tested));
        let def = func.inst(func.value(tested).def);
        if data.op == Opcode::CondBranchPresent && facts.fails_together(def) && def.results.first() == Some(&tested) {
            for &result in &def.results {
                forget_count(state, facts.models.of(result));
            }
        }
    }
}

/// The value is certainly missing, so nothing is counted.
fn forget_count(state: &mut State, model: Model) {
    if let Some(entry) = state.get_mut(model) {
        entry.kind = Kind::Uncounted;
        entry.support = Support::default();
    }
}

/// An incoming edge: the predecessor and the state at its end.
pub(super) struct Edge<'e> {
    pub pred: BlockId,
    pub out: &'e [Entry],
}

/// A phi whose result may be counted.
struct PhiInfo {
    inst: InstId,
    model: Model,
    result: ValueId,
    owned: bool,
}

/// Joins the states of the edges that have one into `state`, the phis first, then what is live in.
///
/// `wants_owned` says of a phi that it shall be owned in any case.
pub(super) fn join(
    facts: &Facts<'_>,
    block: BlockId,
    live_in: &[ValueId],
    edges: &[Edge<'_>],
    wants_owned: &[bool],
    joiner: &mut Joiner,
    state: &mut State,
) {
    state.clear();
    let live = joiner.mark_live_in(live_in);
    let mut phis = counted_phis(facts.func, facts.models, block);
    for phi in &mut phis {
        phi.owned = wants_owned[phi.model as usize];
    }
    // Which phis are owned: decided on all edges before supports are translated, since those may come to name the phis.
    for edge in edges {
        let at = joiner.index(edge.out);
        for phi in &mut phis {
            let input = facts.models.of(phi_input(facts.func, phi.inst, edge.pred));
            let entry = joiner.find(edge.out, input, at);
            phi.owned |= entry.is_some_and(|e| e.kind == Kind::Owned && !is_live_in(joiner, e, live));
        }
    }
    for edge in edges {
        join_edge(facts, edge, &phis, live, joiner, state);
    }
}

fn counted_phis(func: &Function, models: &Models, block: BlockId) -> SmallVec<[PhiInfo; 4]> {
    func.phis(block)
        .filter_map(|inst| {
            let result = func.result(inst);
            let model = models.of(result);
            models.is_tracked(model).then_some(PhiInfo { inst, model, result, owned: false })
        })
        .collect()
}

/// The input of a phi on the edge from `pred`.
pub(super) fn phi_input(func: &Function, phi: InstId, pred: BlockId) -> ValueId {
    let data = func.inst(phi);
    let at = data.blocks.iter().position(|&b| b == pred);
    // A verified phi has an input for each predecessor.
    data.args[at.unwrap_or_default()]
}

fn is_live_in(joiner: &Joiner, entry: &Entry, live: u32) -> bool {
    entry.copies.iter().any(|&copy| joiner.is_live_in(copy, live))
}

fn join_edge(facts: &Facts<'_>, edge: &Edge<'_>, phis: &[PhiInfo], live: u32, joiner: &mut Joiner, state: &mut State) {
    let at = joiner.index(edge.out);
    for phi in phis.iter().filter(|p| p.owned).rev() {
        let input = facts.models.of(phi_input(facts.func, phi.inst, edge.pred));
        joiner.moved_to[input as usize] = (at, phi.model);
    }
    for phi in phis {
        let input = facts.models.of(phi_input(facts.func, phi.inst, edge.pred));
        let (kind, support) = match joiner.find(edge.out, input, at) {
            _ if phi.owned => (Kind::Owned, Support::default()),
            None => (Kind::Uncounted, Support::default()),
            Some(entry) if entry.kind == Kind::Owned => {
                let mut support = Support::default();
                support.add_owner(input);
                (Kind::Borrowed, support)
            }
            Some(entry) => (entry.kind, translate(&entry.support, edge.out, live, at, joiner)),
        };
        merge(state, phi.model, kind, &support, || smallvec![phi.result]);
    }
    for entry in edge.out.iter().filter(|e| is_live_in(joiner, e, live)) {
        let support = translate(&entry.support, edge.out, live, at, joiner);
        merge(state, entry.model, entry.kind, &support, || {
            entry.copies.iter().copied().filter(|&copy| joiner.is_live_in(copy, live)).collect()
        });
    }
}

fn merge(
    state: &mut State,
    model: Model,
    kind: Kind,
    support: &Support,
    copies: impl FnOnce() -> SmallVec<[ValueId; 2]>,
) {
    match state.remove(model) {
        Some(mut entry) => {
            entry.raise(kind, support);
            state.insert(entry);
        }
        None => state.insert(Entry { model, kind, support: support.clone(), copies: copies() }),
    }
}

/// A support in terms of what there is behind the edge: an owner that moves into a phi becomes that phi, a borrowed
/// owner that is not live any more gives way to its own support.
fn translate(support: &Support, out: &[Entry], live: u32, at: u32, joiner: &Joiner) -> Support {
    let mut result = Support::memory(support.memory);
    let mut todo: SmallVec<[Model; 4]> = support.owners.iter().copied().collect();
    let mut seen: SmallVec<[Model; 4]> = SmallVec::new();
    while let Some(owner) = todo.pop() {
        if seen.contains(&owner) {
            continue;
        }
        seen.push(owner);
        let Some(entry) = joiner.find(out, owner, at) else { continue };
        if is_live_in(joiner, entry, live) {
            result.add_owner(owner);
            continue;
        }
        match (entry.kind, joiner.moved_to[owner as usize]) {
            (Kind::Owned, (stamp, phi)) if stamp == at => result.add_owner(phi),
            // Owned, not live and not moved: this cannot be (critical edges are split); no support is lost by keeping it.
            (Kind::Owned, _) => result.add_owner(owner),
            (Kind::Borrowed, _) => {
                result.memory = result.memory.or(entry.support.memory);
                todo.extend(entry.support.owners.iter().copied());
            }
            (Kind::Uncounted, _) => {}
        }
    }
    result
}
