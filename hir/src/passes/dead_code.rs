//! Dead code: instructions without effect whose results nothing needs.
//!
//! A use by `EndLife` needs nothing: an object that is made and only released again is not made, if its release does nothing that a program
//! could see. Failing for want of memory is no effect that must be kept.

use crate::analysis::Uses;
use crate::contract::{Can, Exit, Origin, World, footprint};
use crate::entity::{Entity, EntityMap};
use crate::function::{Function, InstData};
use crate::opcode::{Flow, Opcode};
use crate::{InstId, ValueId};

/// Removes dead instructions. Says how many there were.
pub(super) fn run(func: &mut Function) -> usize {
    let live = live_insts(func);
    let mut removed = 0;
    for block in func.blocks().collect::<Vec<_>>() {
        let mut cursor = func.cursor(block);
        while let Some(inst) = cursor.next(func) {
            if !live[inst.index()] {
                func.remove_inst(inst);
                removed += 1;
            }
        }
    }
    removed
}

/// Marks what is needed: effects, and from them backward what they use. By instruction index.
fn live_insts(func: &Function) -> Vec<bool> {
    let uses = Uses::compute(func);
    let mut live = vec![false; func.inst_bound()];
    let mut todo: Vec<InstId> =
        func.blocks().flat_map(|block| func.insts(block)).filter(|&i| is_root(func, i)).collect();
    for inst in &todo {
        live[inst.index()] = true;
    }
    let mut seen: EntityMap<ValueId, bool> = EntityMap::with_len(false, func.value_bound());
    while let Some(inst) = todo.pop() {
        let data = func.inst(inst);
        // What is made for the sake of its release counts as used, too.
        for value in func.uses(data).chain(data.results.iter().copied()) {
            if std::mem::replace(&mut seen[value], true) {
                continue;
            }
            let def = func.value(value).def;
            // What ends the value's life comes to life with it.
            let ends = uses.of(value).iter().map(|u| u.inst).filter(|&i| func.inst(i).op == Opcode::EndLife);
            for needed in std::iter::once(def).chain(ends) {
                if !std::mem::replace(&mut live[needed.index()], true) {
                    todo.push(needed);
                }
            }
        }
    }
    live
}

/// Whether an instruction is needed for what it does.
fn is_root(func: &Function, inst: InstId) -> bool {
    let data = func.inst(inst);
    if data.op == Opcode::EndLife {
        return false;
    }
    let contract = func.contract(data);
    let leaves = match contract.exit {
        Exit::None => false,
        Exit::Guard => true,
        // A box fails for want of memory only.
        Exit::Error | Exit::OptionalError => data.op != Opcode::BoxDouble,
    };
    matches!(data.op.info().flow, Flow::Ends(_))
        || leaves
        || !contract.writes.is_empty()
        || contract.can.has(Can::RUN)
        || contract.can.has(Can::DROP)
        || contract.can.has(Can::RAISE) && data.op != Opcode::BoxDouble
        || data.op == Opcode::TakeArg
        || release_shows(func, data)
}

/// Whether a result's release could be seen: of what is made here, or, where such things are seen, of what lives on as a copy.
fn release_shows(func: &Function, data: &InstData) -> bool {
    let world = match func.contract(data).origin {
        Origin::New => World::Observing,
        Origin::Copy(_) => func.world(),
        _ => return false,
    };
    data.results.iter().any(|&result| !footprint(func.ty(result), world).is_empty())
}
