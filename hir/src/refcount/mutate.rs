//! Mutation: replays the transfer function over the fixed point and makes the operations it asks for.

use super::analyze::{Analysis, Prepared};
use super::join::phi_input;
use super::state::{Entry, Kind, Model, State};
use super::transfer::Sink;
use crate::entity::Entity;
use crate::function::{Claim, ClaimState, Function, InstData, RefKind};
use crate::opcode::Opcode;
use crate::{BlockId, InstId, ValueId};

/// What is to be done to the function, in order.
#[derive(Debug, Default)]
pub(super) struct Edits {
    /// Operations, each before an instruction.
    operations: Vec<(InstId, Opcode, ValueId)>,
    exits: Vec<(InstId, Vec<(ValueId, RefKind)>)>,
    claims: Vec<(BlockId, Vec<Claim>)>,
}

/// Collects the edits.
struct Collect<'f> {
    func: &'f Function,
    edits: Edits,
}

impl Collect<'_> {
    fn add(&mut self, at: InstId, plain: Opcode, tolerant: Opcode, value: ValueId) {
        let op = if self.func.ty(value).may_be_missing() { tolerant } else { plain };
        self.edits.operations.push((at, op, value));
    }
}

impl Sink for Collect<'_> {
    const EXITS: bool = true;
    fn incref(&mut self, at: InstId, value: ValueId, _: bool) {
        self.add(at, Opcode::Incref, Opcode::XIncref, value);
    }
    fn decref(&mut self, at: InstId, value: ValueId) {
        self.add(at, Opcode::Decref, Opcode::XDecref, value);
    }
    fn exit(&mut self, inst: InstId, refs: Vec<(ValueId, RefKind)>) {
        self.edits.exits.push((inst, refs));
    }
}

/// The edits that the fixed point asks for.
pub(super) fn collect(func: &Function, prepared: &Prepared) -> Edits {
    let mut analysis = Analysis::run(func, prepared);
    let facts = analysis.facts;
    let mut sink = Collect { func, edits: Edits::default() };
    let mut state = State::new(func.value_bound());
    for &block in prepared.cfg.rpo() {
        analysis.load_entry(block, &mut state);
        if !prepared.cfg.predecessors(block).is_empty() {
            sink.edits.claims.push((block, claims(&state.save())));
        }
        analysis.run_block(&facts, block, &mut state, &mut sink);
        if let ([target], Some(last)) = (func.successors(block), func.last_inst(block))
            && prepared.cfg.predecessors(*target).len() > 1
        {
            let wanted = analysis.ins[target.index()].as_deref().unwrap_or_default();
            leave(func, prepared, (block, *target), wanted, &state, last, &mut sink);
        }
    }
    sink.edits
}

/// Takes, before the branch to a join, the references that the join's state asks for and the block does not own.
fn leave(
    func: &Function,
    prepared: &Prepared,
    (block, target): (BlockId, BlockId),
    wanted: &[Entry],
    state: &State,
    last: InstId,
    sink: &mut Collect<'_>,
) {
    let phis: Vec<(Model, Model)> = func
        .phis(target)
        .map(|phi| (prepared.models.of(func.result(phi)), prepared.models.of(phi_input(func, phi, block))))
        .collect();
    let mut given: Vec<Model> = Vec::new();
    for entry in wanted.iter().filter(|e| e.kind == Kind::Owned) {
        let source = phis.iter().find(|(phi, _)| *phi == entry.model).map_or(entry.model, |&(_, input)| input);
        let Some(held) = state.get(source).filter(|held| held.kind != Kind::Uncounted) else { continue };
        // The reference that the block owns is given once.
        if held.kind == Kind::Owned && !given.contains(&source) {
            given.push(source);
            continue;
        }
        if let Some(value) = held.operand(func) {
            sink.incref(last, value, false);
        }
    }
}

fn claims(entries: &[Entry]) -> Vec<Claim> {
    let first_copy = |model: &Model| {
        let at = entries.binary_search_by_key(model, |e| e.model).ok()?;
        entries[at].copies.first().copied()
    };
    entries
        .iter()
        .map(|entry| {
            let state = match entry.kind {
                Kind::Uncounted => ClaimState::Uncounted,
                Kind::Owned => ClaimState::Owned,
                Kind::Borrowed => ClaimState::Borrowed {
                    memory: entry.support.memory,
                    owners: entry.support.owners.iter().filter_map(first_copy).collect(),
                },
            };
            Claim { copies: entry.copies.clone(), state }
        })
        .collect()
}

/// Makes the edits, and takes the release points out.
pub(super) fn apply(func: &mut Function, edits: Edits) {
    for (at, op, value) in edits.operations {
        let line = line_of(func, at, op);
        func.insert_inst_before(at, InstData::new(op, &[value]).line(line), &[]);
    }
    for (inst, refs) in edits.exits {
        func.inst_mut(inst).exit_refs = refs;
    }
    for (block, claims) in edits.claims {
        func.set_claims(block, claims);
    }
    super::remove_insts(func, |_, data| data.op == Opcode::EndLife);
    func.set_counted(true);
}

/// The source line of an operation before `at`: a reference is taken for that instruction, and released because of the one before.
fn line_of(func: &Function, at: InstId, op: Opcode) -> u32 {
    let own = func.inst(at).line;
    if matches!(op, Opcode::Incref | Opcode::XIncref) {
        return own;
    }
    let cause = std::iter::successors(func.prev_inst(at), |&inst| func.prev_inst(inst))
        .find(|&inst| !func.inst(inst).op.is_counting());
    cause.map_or(own, |inst| func.inst(inst).line)
}
