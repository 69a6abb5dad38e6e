//! Where values die: after which instruction each value has its last use.

use super::windows;
use crate::analysis::{Cfg, LastUses, Liveness};
use crate::contract::{World, footprint};
use crate::entity::{Entity, EntityMap};
use crate::function::Function;
use crate::{BlockId, InstId, ValueId};

/// For each instruction, the values that die after it: those of its results that nothing uses, and those it uses last. The
/// operands of a terminator are not among them: they die on its edges. In the observing world a release may have to [wait](windows).
#[derive(Debug)]
pub(super) struct Deaths {
    values: Vec<ValueId>,
    ranges: EntityMap<InstId, (u32, u32)>,
}

impl Deaths {
    pub(super) fn compute(func: &Function, cfg: &Cfg, liveness: &Liveness) -> Deaths {
        let last_uses = LastUses::compute(func, cfg, liveness);
        let used = used_values(func, cfg, liveness, &last_uses);
        let mut deaths = Deaths {
            values: Vec::with_capacity(func.value_bound()),
            ranges: EntityMap::with_len((0, 0), func.inst_bound()),
        };
        for &block in cfg.rpo() {
            deaths.add_block(func, block, &last_uses, &used);
        }
        deaths
    }

    fn add_block(&mut self, func: &Function, block: BlockId, last_uses: &LastUses, used: &[bool]) {
        let insts: Vec<InstId> = func.insts(block).collect();
        // The place in the block and the value.
        let mut found: Vec<(u32, ValueId)> = Vec::new();
        for (place, &inst) in insts.iter().enumerate() {
            let data = func.inst(inst);
            let unused = data.results.iter().copied().filter(|result| !used[result.index()]);
            found.extend(unused.map(|value| (place as u32, value)));
            if !data.op.is_terminator() {
                found.extend(last_uses.of(inst).iter().map(|&value| (place as u32, value)));
            }
        }
        if func.world() == World::Observing {
            let places = windows::release_places(func, &insts);
            for (place, value) in &mut found {
                if !footprint(func.ty(*value), World::Observing).is_empty() {
                    *place = places[*place as usize];
                }
            }
            found.sort_by_key(|&(place, _)| place);
        }
        for deaths in found.chunk_by(|a, b| a.0 == b.0) {
            let start = self.values.len() as u32;
            self.values.extend(deaths.iter().map(|&(_, value)| value));
            self.ranges[insts[deaths[0].0 as usize]] = (start, self.values.len() as u32);
        }
    }

    /// Results that nothing uses first, then last uses in operand order.
    pub(super) fn after(&self, inst: InstId) -> &[ValueId] {
        let (start, end) = self.ranges[inst];
        &self.values[start as usize..end as usize]
    }
}

/// Which values are used at all, by index: a value that is has its last use in a block or is live out of it.
fn used_values(func: &Function, cfg: &Cfg, liveness: &Liveness, last_uses: &LastUses) -> Vec<bool> {
    let mut used = vec![false; func.value_bound()];
    for &block in cfg.rpo() {
        let last = func.insts(block).flat_map(|inst| last_uses.of(inst));
        for value in last.chain(liveness.live_out(block)) {
            used[value.index()] = true;
        }
    }
    used
}
