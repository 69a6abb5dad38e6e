//! V6, V7, V11 and V3, as far as they say that what is referred to is there. Everything after this may look up what a reference is to.
//!
//! A function from text or from [`FunctionBuilder`](crate::FunctionBuilder) has no bad references; one that a pass changed may.

use super::{Rule, Verifier};
use crate::entity::EntityMap;
use crate::text::Place;
use crate::{BlockId, FrameId, InstData, InstId, ValueId};

/// Most callers of a frame state.
const MAX_CALLERS: usize = 64;

impl Verifier<'_> {
    pub(super) fn references(&mut self) {
        let mut frames = EntityMap::new(false);
        for block in self.func.blocks() {
            for (inst, data) in self.insts(block) {
                self.references_of(inst, data);
                self.results_know(inst, data);
                if let Some(frame) = data.frame {
                    self.frame(inst, frame, &mut frames);
                }
            }
            self.claimed(block);
        }
    }

    fn references_of(&mut self, inst: InstId, data: &InstData) {
        let exit_refs = data.exit_refs.iter().map(|(value, _)| value);
        for &value in data.args.iter().chain(exit_refs) {
            self.defined(Place::Inst(inst), value);
        }
        for &imm in data.imms.iter().filter(|&&imm| !self.func.has_imm(imm)) {
            self.error_at(Rule::Immediates, inst, format!("{imm:?} does not belong to the function"));
        }
        for &block in data.blocks.iter().filter(|&&block| !self.func.has_block(block)) {
            self.error_at(Rule::Successors, inst, format!("{block} does not belong to the function"));
        }
    }

    fn defined(&mut self, place: Place, value: ValueId) {
        if !self.func.is_defined(value) {
            self.error(Rule::Defined, place, format!("{value} is not the result of an instruction of the function"));
        }
    }

    fn results_know(&mut self, inst: InstId, data: &InstData) {
        for (index, &result) in data.results.iter().enumerate() {
            let known =
                self.func.get_value(result).is_some_and(|data| data.def == inst && usize::from(data.result) == index);
            if !known {
                self.error_at(
                    Rule::ResultCount,
                    inst,
                    format!("{result} does not know that it is result {index} of this"),
                );
            }
        }
    }

    /// A frame state and its callers, as far as they have not been looked at.
    fn frame(&mut self, inst: InstId, frame: FrameId, seen: &mut EntityMap<FrameId, bool>) {
        let (mut next, mut depth) = (Some(frame), 0);
        let innermost = frame;
        while let Some(frame) = next {
            if !self.func.has_frame(frame) {
                return self.error_at(Rule::FrameState, inst, format!("{frame} does not belong to the function"));
            }
            depth += 1;
            if depth > MAX_CALLERS + 1 {
                return self.error_at(
                    Rule::FrameState,
                    inst,
                    format!("{innermost} has more than {MAX_CALLERS} callers"),
                );
            }
            next = self.func.frame(frame).caller;
            if !std::mem::replace(&mut seen[frame], true) {
                self.frame_entries(frame);
            }
        }
    }

    fn frame_entries(&mut self, id: FrameId) {
        let frame = self.func.frame(id);
        if let Some(caller) = frame.caller.filter(|&caller| caller >= id) {
            self.error(Rule::FrameState, Place::Frame(id), format!("its caller {caller} is not older"));
        }
        for &value in frame.slots.iter().flatten() {
            self.defined(Place::Frame(id), value);
        }
    }

    fn claimed(&mut self, block: BlockId) {
        for claim in self.func.claims(block) {
            let owners = match &claim.state {
                crate::ClaimState::Borrowed { owners, .. } => owners.as_slice(),
                crate::ClaimState::Owned | crate::ClaimState::Uncounted => &[],
            };
            for &value in claim.copies.iter().chain(owners) {
                self.defined(Place::Claims(block), value);
            }
        }
    }
}
