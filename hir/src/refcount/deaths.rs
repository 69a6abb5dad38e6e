//! Where values die: after which instruction each value has its last use.

use crate::analysis::{Cfg, Liveness};
use crate::entity::{Entity, EntityMap};
use crate::function::Function;
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
        for inst in func.insts(block).rev() {
            let data = func.inst(inst);
            let start = self.values.len();
            for &result in &data.results {
                if seen[result.index()] != stamp {
                    self.values.push(result);
                }
            }
            // A phi's operands are used on the edges, a terminator's die there.
            if matches!(data.op.info().flow, crate::Flow::Phi) {
                self.ranges[inst] = (start as u32, self.values.len() as u32);
                continue;
            }
            let ends = data.op.is_terminator();
            for value in func.uses(data) {
                if seen[value.index()] != stamp {
                    seen[value.index()] = stamp;
                    if !ends {
                        self.values.push(value);
                    }
                }
            }
            self.ranges[inst] = (start as u32, self.values.len() as u32);
        }
    }

    /// Dead results first, then last uses in operand order.
    pub(super) fn after(&self, inst: InstId) -> &[ValueId] {
        let (start, end) = self.ranges[inst];
        &self.values[start as usize..end as usize]
    }
}
