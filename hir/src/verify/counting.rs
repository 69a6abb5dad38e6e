//! V22: what stands only in functions with, or only in functions without reference counts.

use super::{Rule, Verifier};
use crate::text::Place;
use crate::{InstData, InstId, Opcode};

impl Verifier<'_> {
    pub(super) fn counting(&mut self) {
        for block in self.func.blocks() {
            if !self.func.is_counted() && !self.func.claims(block).is_empty() {
                self.error(Rule::Counted, Place::Claims(block), "no reference counts have been inserted");
            }
            for (inst, data) in self.insts(block) {
                self.counting_inst(inst, data);
            }
        }
    }

    fn counting_inst(&mut self, inst: InstId, data: &InstData) {
        match self.func.is_counted() {
            true if data.op == Opcode::EndLife => {
                self.error_at(Rule::Counted, inst, "reference counts have been inserted");
            }
            false if data.op.is_counting() => {
                self.error_at(Rule::Counted, inst, "no reference counts have been inserted");
            }
            false if !data.exit_refs.is_empty() => {
                self.error_at(
                    Rule::Counted,
                    inst,
                    "no reference counts have been inserted, but its exit lists references",
                );
            }
            _ => {}
        }
    }
}
