//! Where values die: after which instruction each value has its last use.

use super::windows;
use crate::analysis::{Cfg, Liveness};
use crate::contract::{World, footprint};
use crate::entity::{Entity, EntityMap};
use crate::function::Function;
use crate::opcode::Flow;
use crate::{BlockId, InstId, ValueId};

/// For each instruction, the values that die after it: those it uses last, and those of its results that nothing uses. The
/// operands of a terminator are not among them: they die on its edges.
#[derive(Debug)]
pub(super) struct Deaths {
    values: Vec<ValueId>,
    ranges: EntityMap<InstId, (u32, u32)>,
}

impl Deaths {
    pub(super) fn compute(func: &Function, cfg: &Cfg, liveness: &Liveness) -> Deaths {
        let mut deaths = Deaths {
            values: Vec::with_capacity(func.value_bound()),
            ranges: EntityMap::with_len((0, 0), func.inst_bound()),
        };
        let mut seen = vec![0u32; func.value_bound()];
        for (number, &block) in cfg.rpo().iter().enumerate() {
            deaths.scan(func, block, liveness.live_out(block), number as u32 + 1, &mut seen);
        }
        deaths
    }

    /// Walks the block backward; `seen[v] == stamp` says that `v` is live after the instruction at hand.
    fn scan(&mut self, func: &Function, block: BlockId, live_out: &[ValueId], stamp: u32, seen: &mut [u32]) {
        for value in live_out {
            seen[value.index()] = stamp;
        }
        let insts: Vec<InstId> = func.insts(block).collect();
        // The place in the block and the value.
        let mut found: Vec<(u32, ValueId)> = Vec::new();
        for (place, &inst) in insts.iter().enumerate().rev() {
            last_uses(func, inst, place as u32, stamp, seen, &mut found);
        }
        if func.world() == World::Observing {
            let places = windows::release_places(func, &insts);
            for (place, value) in &mut found {
                if !footprint(func.ty(*value), World::Observing).is_empty() {
                    *place = places[*place as usize];
                }
            }
        }
        found.sort_by_key(|&(place, _)| place);
        for deaths in found.chunk_by(|a, b| a.0 == b.0) {
            let start = self.values.len() as u32;
            self.values.extend(deaths.iter().map(|&(_, value)| value));
            self.ranges[insts[deaths[0].0 as usize]] = (start, self.values.len() as u32);
        }
    }

    /// Dead results first, then last uses in operand order.
    pub(super) fn after(&self, inst: InstId) -> &[ValueId] {
        let (start, end) = self.ranges[inst];
        &self.values[start as usize..end as usize]
    }
}

/// Finds what dies after one instruction: results that nothing uses, then operands and frame entries that nothing uses later.
fn last_uses(func: &Function, inst: InstId, place: u32, stamp: u32, seen: &mut [u32], found: &mut Vec<(u32, ValueId)>) {
    let data = func.inst(inst);
    for &result in &data.results {
        if seen[result.index()] != stamp {
            found.push((place, result));
        }
    }
    // A phi's operands are used on the edges, a terminator's die there.
    if data.op.info().flow == Flow::Phi {
        return;
    }
    let ends = data.op.is_terminator();
    for value in func.uses(data) {
        if seen[value.index()] != stamp {
            seen[value.index()] = stamp;
            if !ends {
                found.push((place, value));
            }
        }
    }
}
