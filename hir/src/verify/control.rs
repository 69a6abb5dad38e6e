//! V1 to V5: blocks, edges and phis.

use super::{Rule, Verifier};
use crate::analysis::Cfg;
use crate::opcode::Flow;
use crate::text::Place;
use crate::{BlockId, Entity, InstData, InstId};

impl Verifier<'_> {
    pub(super) fn control(&mut self, cfg: &Cfg) {
        match self.func.entry() {
            None => self.error(Rule::Entry, Place::Function, "there are no blocks"),
            Some(entry) => {
                if let Some(pred) = cfg.predecessors(entry).first() {
                    let message = format!("{entry} is the first block, but an edge from {pred} goes to it");
                    self.error(Rule::Entry, Place::Block(entry), message);
                }
            }
        }
        for block in self.func.blocks() {
            self.block(cfg, block);
        }
    }

    fn block(&mut self, cfg: &Cfg, block: BlockId) {
        let mut in_phis = true;
        let mut ended = false;
        for (inst, data) in self.insts(block) {
            if ended {
                self.error_at(Rule::Terminator, inst, "it stands behind a terminator");
            }
            match data.op.info().flow {
                Flow::Phi if in_phis => self.phi(cfg.predecessors(block), inst, data),
                Flow::Phi => self.error_at(Rule::PhisFirst, inst, "a phi stands behind another instruction"),
                Flow::Next => self.successors(inst, data, 0),
                Flow::Ends(count) => {
                    ended = true;
                    self.successors(inst, data, usize::from(count));
                }
            }
            in_phis &= data.op.info().flow == Flow::Phi;
        }
        if !ended {
            self.error(Rule::Terminator, Place::Block(block), format!("{block} does not end in a terminator"));
        }
    }

    fn successors(&mut self, inst: InstId, data: &InstData, count: usize) {
        if data.blocks.len() != count {
            let message = format!("{} names {} blocks, and should name {count}", data.op, data.blocks.len());
            self.error_at(Rule::Successors, inst, message);
        }
        let mut sorted = data.blocks.to_vec();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            self.error_at(Rule::Successors, inst, format!("it names {} twice", pair[0]));
        }
    }

    fn phi(&mut self, preds: &[BlockId], inst: InstId, data: &InstData) {
        if data.args.len() != data.blocks.len() {
            let message = format!("it has {} operands for {} predecessors", data.args.len(), data.blocks.len());
            return self.error_at(Rule::PhiInputs, inst, message);
        }
        if let Some(pair) = data.blocks.windows(2).find(|pair| pair[0] >= pair[1]) {
            let message = format!("{} stands before {}: not in ascending order", pair[0].index(), pair[1].index());
            return self.error_at(Rule::PhiInputs, inst, message);
        }
        if let Some(stray) = data.blocks.iter().find(|block| preds.binary_search(block).is_err()) {
            return self.error_at(Rule::PhiInputs, inst, format!("{stray} is no predecessor"));
        }
        if let Some(missing) = preds.iter().find(|block| data.blocks.binary_search(block).is_err()) {
            self.error_at(Rule::PhiInputs, inst, format!("it has no operand for predecessor {missing}"));
        }
    }
}
