//! V22 to V25: what stands only in functions with, or only in functions without reference counts.

use super::{Rule, Verifier};
use crate::entity::EntityMap;
use crate::text::{Place, display_type};
use crate::ty::Type;
use crate::{BlockId, ClaimState, InstData, InstId, Opcode, ValueId};

impl Verifier<'_> {
    pub(super) fn counting(&mut self) {
        let mut listed = EntityMap::new(None);
        let mut claimed = EntityMap::new(None);
        for block in self.func.blocks() {
            self.claims(block, &mut claimed);
            for (inst, data) in self.insts(block) {
                self.counting_inst(inst, data);
                self.exit_refs(inst, data, &mut listed);
            }
        }
    }

    fn counting_inst(&mut self, inst: InstId, data: &InstData) {
        let counted = self.func.is_counted();
        if counted && data.op == Opcode::EndLife {
            self.error_at(Rule::Counted, inst, "reference counts have been inserted");
        }
        if !data.op.is_counting() {
            return;
        }
        if !counted {
            self.error_at(Rule::Counted, inst, "no reference counts have been inserted");
        }
        let wanted = match data.op {
            Opcode::Incref | Opcode::Decref => Type::OBJECT,
            _ => Type::ITER_RESULT,
        };
        for &arg in data.args.iter().filter(|&&arg| !self.func.ty(arg).is_subtype(wanted)) {
            let (ty, wanted) = (display_type(self.func, self.func.ty(arg)), display_type(self.func, wanted));
            self.error_at(Rule::CountOperands, inst, format!("{arg} is {ty}, which is not within {wanted}"));
        }
    }

    fn exit_refs(&mut self, inst: InstId, data: &InstData, listed: &mut EntityMap<ValueId, Option<InstId>>) {
        if data.exit_refs.is_empty() {
            return;
        }
        if !self.func.is_counted() {
            self.error_at(Rule::Counted, inst, "no reference counts have been inserted, but its exit lists references");
        }
        if data.frame.is_none() {
            self.error_at(Rule::ExitRefs, inst, "it has exit references, but no frame state");
        }
        for &(value, _) in &data.exit_refs {
            if listed[value].replace(inst) == Some(inst) {
                self.error_at(Rule::ExitRefs, inst, format!("its exit lists {value} twice"));
            }
        }
    }

    fn claims(&mut self, block: BlockId, claimed: &mut EntityMap<ValueId, Option<BlockId>>) {
        let claims = self.func.claims(block);
        let place = Place::Claims(block);
        if claims.is_empty() {
            return;
        }
        if !self.func.is_counted() {
            self.error(Rule::Counted, place, "no reference counts have been inserted");
        }
        if Some(block) == self.func.entry() {
            self.error(Rule::Claims, place, "the first block has no claims");
        }
        for &value in claims.iter().flat_map(|claim| &claim.copies) {
            if claimed[value].replace(block) == Some(block) {
                self.error(Rule::Claims, place, format!("{value} is claimed twice"));
            }
        }
        for claim in claims {
            let ClaimState::Borrowed { owners, .. } = &claim.state else { continue };
            for &owner in owners.iter().filter(|&&owner| claimed[owner] != Some(block)) {
                self.error(Rule::Claims, place, format!("owner {owner} is not claimed itself"));
            }
        }
    }
}
