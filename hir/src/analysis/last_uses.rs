//! Where values die within blocks.

use super::lists::Lists;
use super::liveness::BlockUses;
use super::{Cfg, Liveness};
use crate::opcode::Flow;
use crate::{BlockId, Entity, Function, InstId, ValueId};

/// For each instruction, the values that die behind it: those it uses last in its block, and that are not live out of the block.
///
/// A phi has none: it uses its operands on the edges. A result without any use dies behind its definition and is
/// in no list, and neither is a value that is live out of a block and not into a successor: it dies on the edge.
#[derive(Clone, Debug)]
pub struct LastUses {
    lists: Lists<ValueId>,
}

impl LastUses {
    /// Finds the last uses. Time and space are linear in the function and in the live-out sets.
    pub fn compute(func: &Function, cfg: &Cfg, liveness: &Liveness) -> LastUses {
        let mut pairs = Vec::new();
        let mut scan = BlockUses::new(func);
        for &block in cfg.nodes() {
            for &value in liveness.live_out(block) {
                scan.skip(block, value);
            }
            for inst in func.insts(block).rev() {
                let data = func.inst(inst);
                if data.op.info().flow != Flow::Phi {
                    scan.new_uses(block, data, |value| pairs.push((inst.index() as u32, value)));
                }
            }
        }
        LastUses { lists: Lists::from_pairs(func.inst_bound(), &pairs) }
    }

    /// The values that die behind an instruction, in the order in which it uses them.
    pub fn of(&self, inst: InstId) -> &[ValueId] {
        self.lists.get(inst.index())
    }

    /// The instructions of a block behind which values die, in order, each with those values.
    pub fn in_block<'a>(
        &'a self,
        func: &'a Function,
        block: BlockId,
    ) -> impl Iterator<Item = (InstId, &'a [ValueId])> + 'a {
        func.insts(block).map(|inst| (inst, self.of(inst))).filter(|(_, values)| !values.is_empty())
    }
}
