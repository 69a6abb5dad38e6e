//! The transfer function: what one instruction does to the state. Analysis and mutation share it; they differ in the [`Sink`] that
//! hears of the operations to be made.
//!
//! For one instruction, in this order:
//!
//! 1. Values whose support it may write are promoted: they are owned from here on.
//! 2. Stolen operands are counted out: an owned one moves at its last use, every other takes a reference before the instruction.
//! 3. The exit, if any, is described: a guard's before the steals, an error's after them.
//! 4. The results get their states from the contract.
//! 5. Values whose last use this was die; an owned one is released, and that release may write memory too.

use super::deaths::Deaths;
use super::state::{Entry, Kind, Model, Models, State, Support};
use crate::contract::{Can, Contract, Exit, Memory, Origin, Steal, World, footprint};
use crate::function::{Function, InstData, RefKind};
use crate::opcode::{Flow, Opcode};
use crate::{InstId, ValueId};
use smallvec::{SmallVec, smallvec};

/// Hears of the operations that the transfer function asks for.
pub(super) trait Sink {
    /// Whether exits are to be described at all.
    const EXITS: bool;
    /// A reference is taken before `at`. `owns` says that this would not have been needed if the value had been owned before:
    /// it is promoted, or stolen at its last use.
    fn incref(&mut self, at: InstId, value: ValueId, owns: bool);
    /// The reference is released before `at`.
    fn decref(&mut self, at: InstId, value: ValueId);
    /// How the exit of `inst` finds the references.
    fn exit(&mut self, inst: InstId, refs: Vec<(ValueId, RefKind)>);
}

/// What the transfer function looks at and does not change.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts<'f> {
    pub func: &'f Function,
    pub models: &'f Models,
    pub deaths: &'f Deaths,
    pub world: World,
}

/// Stolen references of one operand's model.
struct Stolen {
    model: Model,
    always: u32,
    on_success: u32,
    /// An owned reference could be one of them: nothing uses the value afterwards.
    last: bool,
    /// It is owned, and one of them.
    moves: bool,
}

impl Facts<'_> {
    /// Applies one instruction that is no phi. `next` is where operations after it go: the next instruction, or, for a
    /// terminator, itself (nothing is put after one).
    pub(super) fn apply<S: Sink>(&self, inst: InstId, next: InstId, state: &mut State, sink: &mut S) {
        let data = self.func.inst(inst);
        let contract = self.func.contract(data);
        self.promote_written(contract.written(self.world), None, inst, state, sink);
        let stolen = self.count_steals(data, &contract, inst, state);
        for steal in stolen.iter().filter(|s| s.moves) {
            self.promote_owned_by(steal.model, inst, state, sink);
        }
        self.take_steals(&stolen, inst, state, sink);
        if S::EXITS && data.frame.is_some() {
            sink.exit(inst, self.describe_exit(data, &contract, &stolen, state));
        }
        for steal in stolen.iter().filter(|s| s.moves) {
            state.remove(steal.model);
        }
        self.define_results(data, &contract, state);
        if !matches!(data.op.info().flow, Flow::Ends(_)) {
            self.end_lives(self.deaths.after(inst), next, state, sink);
        }
    }

    /// Promotes the borrowed values that have one of these memory classes as support.
    fn promote_written<S: Sink>(
        &self,
        written: Memory,
        dying: Option<Model>,
        at: InstId,
        state: &mut State,
        sink: &mut S,
    ) {
        if written.is_empty() && dying.is_none() {
            return;
        }
        for model in state.borrowed() {
            let entry = state.get(model).filter(|e| {
                e.kind == Kind::Borrowed
                    && (e.support.memory.intersects(written) || dying.is_some_and(|owner| e.support.has_owner(owner)))
            });
            if entry.is_some() {
                self.promote(model, at, state, sink);
            }
        }
    }

    fn promote_owned_by<S: Sink>(&self, owner: Model, at: InstId, state: &mut State, sink: &mut S) {
        self.promote_written(Memory::NONE, Some(owner), at, state, sink);
    }

    fn promote<S: Sink>(&self, model: Model, at: InstId, state: &mut State, sink: &mut S) {
        let Some(entry) = state.get_mut(model) else { return };
        entry.kind = Kind::Owned;
        entry.support = Support::default();
        if let Some(value) = entry.operand(self.func) {
            sink.incref(at, value, true);
        }
    }

    fn count_steals(
        &self,
        data: &InstData,
        contract: &Contract<'_>,
        inst: InstId,
        state: &State,
    ) -> SmallVec<[Stolen; 2]> {
        let mut stolen: SmallVec<[Stolen; 2]> = SmallVec::new();
        for (index, &arg) in data.args.iter().enumerate() {
            let steal = contract.steal(index);
            let model = self.models.of(arg);
            if steal == Steal::Never || state.kind(model) == Kind::Uncounted {
                continue;
            }
            let at = stolen.iter().position(|s| s.model == model).unwrap_or_else(|| {
                stolen.push(Stolen { model, always: 0, on_success: 0, last: false, moves: false });
                stolen.len() - 1
            });
            match steal {
                Steal::Always => stolen[at].always += 1,
                Steal::OnSuccess => stolen[at].on_success += 1,
                Steal::Never => {}
            }
        }
        for steal in &mut stolen {
            steal.last = self.is_last(steal, data, contract, inst, state);
            steal.moves = steal.last && state.kind(steal.model) == Kind::Owned;
        }
        stolen
    }

    /// Whether a reference of the function's own could be one of those stolen: nothing uses the value after, and nothing uses it meanwhile
    /// that the thief does not keep alive.
    fn is_last(&self, steal: &Stolen, data: &InstData, contract: &Contract<'_>, inst: InstId, state: &State) -> bool {
        let Some(entry) = state.get(steal.model) else { return false };
        let is_it = |value: ValueId| self.models.of(value) == steal.model;
        let only_stolen =
            data.args.iter().enumerate().all(|(i, &arg)| !is_it(arg) || contract.steal(i) != Steal::Never);
        // At an error exit the frame would name a reference that is gone.
        let named_when_gone = matches!(contract.exit, Exit::Error | Exit::OptionalError)
            && steal.on_success == 0
            && self.func.frame_uses(data.frame).any(is_it);
        let ends_block = matches!(data.op.info().flow, Flow::Ends(_));
        let dying = self.deaths.after(inst);
        let dies = ends_block || entry.copies.iter().all(|copy| dying.contains(copy));
        // A result that is the operand, or is borrowed from it, is not kept alive by the thief.
        let parent = match contract.origin {
            Origin::Copy(index) | Origin::Part(index) | Origin::Item(index, _) => data.args.get(usize::from(index)),
            Origin::Uncounted | Origin::New | Origin::Function | Origin::Memory(_) | Origin::Joined => None,
        };
        let outlived =
            parent.is_some_and(|&arg| is_it(arg)) && data.results.iter().any(|result| !dying.contains(result));
        only_stolen && !named_when_gone && dies && !outlived
    }

    /// Takes the references that the thief gets and the function does not give from its own.
    fn take_steals<S: Sink>(&self, stolen: &[Stolen], inst: InstId, state: &State, sink: &mut S) {
        for steal in stolen {
            let Some(value) = state.get(steal.model).and_then(|e| e.operand(self.func)) else { continue };
            for number in u32::from(steal.moves)..steal.always + steal.on_success {
                sink.incref(inst, value, steal.last && number == 0);
            }
        }
    }

    /// The references at the exit: every value the frame names, once, in order of appearance, then every other value whose
    /// reference the function owns. A value whose references number more than one stands there once for each.
    fn describe_exit(
        &self,
        data: &InstData,
        contract: &Contract<'_>,
        stolen: &[Stolen],
        state: &mut State,
    ) -> Vec<(ValueId, RefKind)> {
        let is_guard = contract.exit == Exit::Guard;
        // The operand of a failed check is the empty word, whatever it was before.
        let missing = match data.op {
            Opcode::CheckExc => data.args.first().map(|&arg| self.models.of(arg)),
            _ => None,
        };
        let units = |model: Model, state: &State| -> u32 {
            let own = u32::from(state.kind(model) == Kind::Owned);
            match stolen.iter().find(|s| s.model == model) {
                _ if missing == Some(model) => 0,
                None => own,
                Some(s) => {
                    let kept = own - u32::from(s.moves);
                    kept + s.on_success + if is_guard { s.always } else { 0 }
                }
            }
        };
        let mut refs: Vec<(ValueId, RefKind)> = Vec::new();
        let mut listed: SmallVec<[Model; 16]> = smallvec![];
        for value in self.func.frame_uses(data.frame) {
            if refs.iter().any(|&(v, _)| v == value) {
                continue;
            }
            let model = self.models.of(value);
            let kind = match state.kind(model) {
                _ if missing == Some(model) => RefKind::Raw,
                Kind::Uncounted => RefKind::Raw,
                _ if units(model, state) > 0 && !listed.contains(&model) => RefKind::Owned,
                Kind::Borrowed | Kind::Owned => RefKind::Borrowed,
            };
            refs.push((value, kind));
            if kind == RefKind::Owned {
                listed.push(model);
                refs.extend((1..units(model, state)).map(|_| (value, kind)));
            }
        }
        let mut others: Vec<(ValueId, u32)> = Vec::new();
        for steal in stolen.iter().filter(|s| state.kind(s.model) == Kind::Borrowed && !listed.contains(&s.model)) {
            others.extend(
                state.get(steal.model).and_then(|e| e.operand(self.func)).map(|v| (v, units(steal.model, state))),
            );
        }
        let owned: Vec<(ValueId, Model)> = state
            .entries()
            .filter(|e| e.kind == Kind::Owned && !listed.contains(&e.model))
            .filter_map(|e| e.operand(self.func).map(|v| (v, e.model)))
            .collect();
        others.extend(owned.into_iter().map(|(v, model)| (v, units(model, state))));
        for (value, count) in others {
            refs.extend((0..count).map(|_| (value, RefKind::Owned)));
        }
        refs
    }

    fn define_results(&self, data: &InstData, contract: &Contract<'_>, state: &mut State) {
        for &result in &data.results {
            if let Some(source) = self.func.copied_operand(data) {
                self.define_copy(source, result, state);
                continue;
            }
            let model = self.models.of(result);
            if !self.models.is_tracked(model) {
                continue;
            }
            let (kind, support) = self.origin_state(data, contract.origin, state);
            state.insert(Entry { model, kind, support, copies: smallvec![result] });
        }
    }

    /// A copy joins its value; if it is known to have no count, all copies are known to have none.
    fn define_copy(&self, source: ValueId, result: ValueId, state: &mut State) {
        let model = self.models.of(source);
        let Some(entry) = state.get_mut(model) else { return };
        entry.copies.push(result);
        if !self.func.ty(result).is_counted() {
            entry.kind = Kind::Uncounted;
            entry.support = Support::default();
        }
    }

    fn origin_state(&self, data: &InstData, origin: Origin, state: &State) -> (Kind, Support) {
        let from = |operand: u8, memory: Memory| {
            let mut support = Support::memory(memory);
            let owner = self.models.of(data.args[usize::from(operand)]);
            match state.get(owner) {
                Some(e) if e.kind == Kind::Owned || (e.kind == Kind::Borrowed && !e.support.is_empty()) => {
                    support.add_owner(owner);
                }
                Some(_) | None => {}
            }
            (Kind::Borrowed, support)
        };
        match origin {
            Origin::New => (Kind::Owned, Support::default()),
            Origin::Function => (Kind::Borrowed, Support::default()),
            Origin::Memory(memory) => (Kind::Borrowed, Support::memory(memory)),
            // A copy that is the operand or nothing lives while the operand does.
            Origin::Part(operand) | Origin::Copy(operand) => from(operand, Memory::NONE),
            Origin::Item(operand, memory) => from(operand, memory),
            Origin::Uncounted | Origin::Joined => (Kind::Uncounted, Support::default()),
        }
    }

    /// Ends the lives of these copies, with operations before `at`. What is only borrowed goes first, so that no release promotes it.
    pub(super) fn end_lives<S: Sink>(&self, values: &[ValueId], at: InstId, state: &mut State, sink: &mut S) {
        for owned in [false, true] {
            for &value in values {
                let model = self.models.of(value);
                let Some(entry) = state.get_mut(model) else { continue };
                let kind = entry.kind;
                if (kind == Kind::Owned) != owned {
                    continue;
                }
                let operand = entry.operand(self.func);
                entry.copies.retain(|copy| *copy != value);
                // The other copies that die here go too: the last of them is the one released.
                if entry.copies.iter().all(|copy| values.contains(copy)) {
                    self.end_life(model, kind, operand, at, state, sink);
                }
            }
        }
    }

    fn end_life<S: Sink>(
        &self,
        model: Model,
        kind: Kind,
        operand: Option<ValueId>,
        at: InstId,
        state: &mut State,
        sink: &mut S,
    ) {
        let Some(entry) = state.remove(model) else { return };
        match (kind, operand) {
            (Kind::Owned, Some(value)) => {
                let written = footprint(self.func.ty(value), self.world);
                self.promote_written(written, Some(model), at, state, sink);
                sink.decref(at, value);
            }
            _ => {
                // What was borrowed through it is borrowed from what kept it alive.
                for borrower in state.borrowed() {
                    if let Some(e) = state.get_mut(borrower)
                        && e.support.remove_owner(model)
                    {
                        e.support.add(&entry.support);
                    }
                }
            }
        }
    }

    /// Whether releasing the value can do anything that the program could see.
    pub(super) fn release_shows(&self, value: ValueId) -> bool {
        !footprint(self.func.ty(value), self.world).is_empty()
    }

    /// Whether failure of the instruction shows in its results, all of them missing then.
    pub(super) fn fails_together(&self, data: &InstData) -> bool {
        self.func.contract(data).can.has(Can::RAISE) && data.results.len() > 1
    }
}
