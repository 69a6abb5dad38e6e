//! The fixed point: the state at the entry and at the end of every block.

use super::deaths::Deaths;
use super::join::{self, Edge, Joiner};
use super::state::{Entry, Kind, Model, Models, State};
use super::transfer::{Facts, Sink};
use crate::analysis::{Cfg, Liveness};
use crate::entity::Entity;
use crate::function::{Function, RefKind};
use crate::{BlockId, InstId, ValueId};

/// What is computed once, before the fixed point.
#[derive(Debug)]
pub(super) struct Prepared {
    pub cfg: Cfg,
    pub liveness: Liveness,
    pub models: Models,
    pub deaths: Deaths,
}

impl Prepared {
    pub(super) fn compute(func: &Function) -> Prepared {
        let cfg = Cfg::compute(func);
        let liveness = Liveness::compute(func, &cfg);
        let models = Models::compute(func, cfg.rpo());
        let deaths = Deaths::compute(func, &cfg, &liveness);
        Prepared { cfg, liveness, models, deaths }
    }

    pub(super) fn facts<'f>(&'f self, func: &'f Function) -> Facts<'f> {
        Facts { func, models: &self.models, deaths: &self.deaths, world: func.world() }
    }
}

/// The states at the borders of blocks.
pub(super) struct Analysis<'f> {
    pub facts: Facts<'f>,
    pub prepared: &'f Prepared,
    /// At the entry of blocks with several predecessors, phis included. By block index.
    pub ins: Vec<Option<Vec<Entry>>>,
    /// At the end.
    pub outs: Vec<Option<Vec<Entry>>>,
    /// Phis that are owned whatever comes in.
    wants_owned: Vec<bool>,
    joiner: Joiner,
    state: State,
}

/// For analysis, which makes no operations.
pub(super) struct Quietly;

impl Sink for Quietly {
    const EXITS: bool = false;
    fn incref(&mut self, _: InstId, _: ValueId, _: bool) {}
    fn decref(&mut self, _: InstId, _: ValueId) {}
    fn exit(&mut self, _: InstId, _: Vec<(ValueId, RefKind)>) {}
}

/// Notes the models that would better have been owned before.
struct Probe<'f> {
    models: &'f Models,
    wanted: Vec<Model>,
}

impl Sink for Probe<'_> {
    const EXITS: bool = false;
    fn incref(&mut self, _: InstId, value: ValueId, owns: bool) {
        if owns {
            self.wanted.push(self.models.of(value));
        }
    }
    fn decref(&mut self, _: InstId, _: ValueId) {}
    fn exit(&mut self, _: InstId, _: Vec<(ValueId, RefKind)>) {}
}

impl<'f> Analysis<'f> {
    /// Iterates to the fixed point.
    pub(super) fn run(func: &'f Function, prepared: &'f Prepared) -> Analysis<'f> {
        let (values, blocks) = (func.value_bound(), func.block_bound());
        let mut analysis = Analysis {
            facts: prepared.facts(func),
            prepared,
            ins: vec![None; blocks],
            outs: vec![None; blocks],
            wants_owned: vec![false; values],
            joiner: Joiner::new(values),
            state: State::new(values),
        };
        let mut dirty = vec![false; blocks];
        if let Some(entry) = func.entry() {
            dirty[entry.index()] = true;
        }
        loop {
            analysis.iterate(&mut dirty);
            if !analysis.want_more_owned(&mut dirty) {
                return analysis;
            }
        }
    }

    fn iterate(&mut self, dirty: &mut [bool]) {
        let prepared = self.prepared;
        let mut again = true;
        while again {
            again = false;
            for &block in prepared.cfg.rpo() {
                if !std::mem::take(&mut dirty[block.index()]) || !self.visit(block) {
                    continue;
                }
                for &target in self.facts.func.successors(block) {
                    dirty[target.index()] = true;
                    again |= prepared.cfg.rpo_index(target) <= prepared.cfg.rpo_index(block);
                }
            }
        }
    }

    /// Computes a block's states anew. Says whether the state at its end changed.
    fn visit(&mut self, block: BlockId) -> bool {
        let mut state = std::mem::replace(&mut self.state, State::new(0));
        let changed = self.visit_in(block, &mut state);
        self.state = state;
        changed
    }

    fn visit_in(&mut self, block: BlockId, state: &mut State) -> bool {
        let index = block.index();
        if self.prepared.cfg.predecessors(block).len() > 1 {
            self.join_entry(block, state);
            let entry = state.save();
            if self.ins[index].as_ref() == Some(&entry) && self.outs[index].is_some() {
                return false;
            }
            self.ins[index] = Some(entry);
        } else {
            self.load_entry(block, state);
        }
        let facts = self.facts;
        self.run_block(&facts, block, state, &mut Quietly);
        let out = state.save();
        let changed = self.outs[index].as_ref() != Some(&out);
        self.outs[index] = Some(out);
        changed
    }

    /// The state at the entry of a block, before what is owned and dies on the edge has died.
    pub(super) fn load_entry(&mut self, block: BlockId, state: &mut State) {
        match *self.prepared.cfg.predecessors(block) {
            [] => state.clear(),
            [pred] => {
                let out = self.outs[pred.index()].as_deref().unwrap_or_default();
                join::along_edge(&self.facts, pred, block, out, state);
                self.drop_unowned(block, state);
            }
            _ => state.load(self.ins[block.index()].as_deref().unwrap_or_default()),
        }
    }

    /// Joins what the predecessors of a block have so far with what was known at its entry.
    fn join_entry(&mut self, block: BlockId, state: &mut State) {
        let prepared = self.prepared;
        let edges: Vec<Edge<'_>> = prepared
            .cfg
            .predecessors(block)
            .iter()
            .filter_map(|&pred| self.outs[pred.index()].as_deref().map(|out| Edge { pred, out }))
            .collect();
        let live_in = prepared.liveness.live_in(block);
        join::join(&self.facts, block, live_in, &edges, &self.wants_owned, &mut self.joiner, state);
        for old in self.ins[block.index()].iter().flatten() {
            if let Some(mut entry) = state.remove(old.model) {
                entry.raise(old.kind, &old.support);
                state.insert(entry);
            }
        }
    }

    /// Ends, on the edge into a block with one predecessor, what is not live behind it and needs no operation for that.
    fn drop_unowned(&mut self, block: BlockId, state: &mut State) {
        let Some(first) = self.facts.func.first_inst(block) else { return };
        let live = self.joiner.mark_live_in(self.prepared.liveness.live_in(block));
        let dying = dying_copies(state, &self.joiner, live, |entry| entry.kind != Kind::Owned);
        self.facts.end_lives(&dying, first, state, &mut Quietly);
    }

    /// From the entry of a block to its end, with what dies at the entry first.
    pub(super) fn run_block<S: Sink>(&mut self, facts: &Facts<'_>, block: BlockId, state: &mut State, sink: &mut S) {
        self.run_block_watching(facts, block, state, sink, |_, _| {});
    }

    /// The same, showing the state before each instruction.
    pub(super) fn run_block_watching<S: Sink>(
        &mut self,
        facts: &Facts<'_>,
        block: BlockId,
        state: &mut State,
        sink: &mut S,
        mut watch: impl FnMut(InstId, &State),
    ) {
        let func = facts.func;
        let Some(first) = func.first_non_phi(block) else { return };
        let live = self.joiner.mark_live_in(self.prepared.liveness.live_in(block));
        if self.prepared.cfg.predecessors(block).len() == 1 {
            let dying = dying_copies(state, &self.joiner, live, |_| true);
            facts.end_lives(&dying, first, state, sink);
        }
        for phi in func.phis(block) {
            facts.end_lives(self.prepared.deaths.after(phi), first, state, sink);
        }
        let mut at = Some(first);
        while let Some(inst) = at {
            at = func.next_inst(inst);
            watch(inst, state);
            facts.apply(inst, at.unwrap_or(inst), state, sink);
        }
    }

    /// A borrowed phi that its own block makes owned in any case, and that comes in uncounted on some edge, is better owned from the
    /// start: the edges that need no reference take none. Says whether there was one.
    fn want_more_owned(&mut self, dirty: &mut [bool]) -> bool {
        let mut found = false;
        for &block in self.prepared.cfg.rpo() {
            let candidates: Vec<Model> = self.candidates(block);
            if candidates.is_empty() {
                continue;
            }
            let facts = self.facts;
            let mut state = std::mem::replace(&mut self.state, State::new(0));
            state.load(self.ins[block.index()].as_deref().unwrap_or_default());
            let mut probe = Probe { models: facts.models, wanted: Vec::new() };
            self.run_block(&facts, block, &mut state, &mut probe);
            self.state = state;
            for model in candidates.into_iter().filter(|model| probe.wanted.contains(model)) {
                self.wants_owned[model as usize] = true;
                dirty[block.index()] = true;
                found = true;
            }
        }
        found
    }

    /// Borrowed phis of a block with an uncounted input.
    fn candidates(&self, block: BlockId) -> Vec<Model> {
        let (func, models) = (self.facts.func, self.facts.models);
        let entries = self.ins[block.index()].as_deref().unwrap_or_default();
        let kind_at = |entries: &[Entry], model: Model| {
            entries.binary_search_by_key(&model, |e| e.model).map_or(Kind::Uncounted, |at| entries[at].kind)
        };
        let mut result = Vec::new();
        for phi in func.phis(block) {
            let model = models.of(func.result(phi));
            if kind_at(entries, model) != Kind::Borrowed {
                continue;
            }
            let data = func.inst(phi);
            let uncounted = data.blocks.iter().zip(&data.args).any(|(pred, &arg)| {
                let out = self.outs[pred.index()].as_deref().unwrap_or_default();
                kind_at(out, models.of(arg)) == Kind::Uncounted
            });
            if uncounted {
                result.push(model);
            }
        }
        result
    }
}

/// The copies not live into the block at hand, of the models that are wanted.
fn dying_copies(state: &mut State, joiner: &Joiner, live: u32, wanted: impl Fn(&Entry) -> bool) -> Vec<ValueId> {
    state
        .entries()
        .filter(|entry| wanted(entry))
        .flat_map(|entry| entry.copies.iter().copied())
        .filter(|&copy| !joiner.is_live_in(copy, live))
        .collect()
}
