//! Removes release points that nobody can observe.

use super::analyze::{Analysis, Prepared, Quietly};
use super::state::{Kind, State};
use crate::contract::World;
use crate::entity::Entity;
use crate::function::Function;
use crate::opcode::Opcode;

/// Removes the needless release points of a function whose critical edges are split. Returns how many.
pub(super) fn run(func: &mut Function) -> usize {
    match func.world() {
        // A value may die at its last use, so no place is better than another.
        World::Quiet => super::remove_insts(func, |_, data| data.op == Opcode::EndLife),
        World::Observing => {
            let needed = needed(func);
            super::remove_insts(func, |inst, data| data.op == Opcode::EndLife && !needed[inst.index()])
        }
    }
}

/// Which release points end the life of something owned with a destructor that can do something. By instruction index.
fn needed(func: &Function) -> Vec<bool> {
    let prepared = Prepared::compute(func);
    let mut analysis = Analysis::run(func, &prepared);
    let facts = analysis.facts;
    let mut needed = vec![false; func.inst_bound()];
    let mut state = State::new(func.value_bound());
    for &block in prepared.cfg.rpo() {
        analysis.load_entry(block, &mut state);
        analysis.run_block_watching(&facts, block, &mut state, &mut Quietly, |inst, state| {
            let data = func.inst(inst);
            if data.op == Opcode::EndLife {
                let value = data.args[0];
                let owned = state.kind(prepared.models.of(value)) == Kind::Owned;
                needed[inst.index()] = owned && facts.release_shows(value);
            }
        });
    }
    needed
}
