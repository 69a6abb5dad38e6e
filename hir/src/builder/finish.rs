//! The end of building: is everything there, and does it verify?

use super::{BuildError, FunctionBuilder, Problem};
use crate::entity::{BlockId, FrameId, InstId};
use crate::function::{FrameState, Function};
use crate::opcode::Flow;
use crate::verify::{VerifyError, verify};
use rustc_hash::FxHashMap;
use thiserror::Error;

/// A function that is not finished, or is wrong. The builder is in it, so nothing is lost.
#[derive(Clone, Debug, Error)]
#[error("{}", lines(.errors))]
pub struct Unfinished {
    /// To go on with.
    pub builder: Box<FunctionBuilder>,
    /// What is missing or wrong: at least one.
    pub errors: Vec<BuildError>,
}

fn lines(errors: &[BuildError]) -> String {
    errors.iter().map(BuildError::to_string).collect::<Vec<_>>().join("\n")
}

impl FunctionBuilder {
    /// The function, checked: every block has a terminator, every phi has its inputs, every block in which a variable was read is
    /// sealed, and the verifier finds nothing.
    ///
    /// # Errors
    /// All that is missing or wrong, with the builder.
    pub fn finish(mut self) -> Result<Function, Unfinished> {
        let mut errors = self.missing();
        if errors.is_empty() {
            self.remove_aliases();
            errors = self.invalid();
        }
        if errors.is_empty() { Ok(self.func) } else { Err(Unfinished { builder: Box::new(self), errors }) }
    }

    /// What is missing so far.
    pub fn missing(&self) -> Vec<BuildError> {
        let mut errors = Vec::new();
        if self.func.entry().is_none() {
            errors.push(self.error_at(None, None, Problem::Empty));
        }
        for block in self.func.blocks() {
            let ends = self.func.last_inst(block).is_some_and(|inst| self.func.inst(inst).op.is_terminator());
            if !ends {
                errors.push(self.error_at(Some(block), None, Problem::NoTerminator));
            }
            for &(variable, _) in self.vars.incomplete(block) {
                errors.push(self.error_at(Some(block), None, Problem::Unsealed { block, variable }));
            }
            for inst in self.func.phis(block) {
                self.missing_inputs(block, inst, &mut errors);
            }
        }
        errors
    }

    fn missing_inputs(&self, block: BlockId, inst: InstId, errors: &mut Vec<BuildError>) {
        let phi = self.func.result(inst);
        if self.vars.is_variable_phi(phi) {
            return;
        }
        let inputs = &self.func.inst(inst).blocks;
        let mut preds = self.preds[block].clone();
        preds.sort_unstable();
        for &pred in preds.iter().filter(|pred| inputs.binary_search(pred).is_err()) {
            errors.push(self.error_at(Some(block), Some(inst), Problem::MissingInput { phi, pred }));
        }
        for &pred in inputs.iter().filter(|pred| preds.binary_search(pred).is_err()) {
            errors.push(self.error_at(Some(block), Some(inst), Problem::StrayInput { phi, pred }));
        }
    }

    /// Puts what superfluous phis stand for in their place, in operands and frame states, and removes them.
    fn remove_aliases(&mut self) {
        if !self.vars.has_aliases() {
            return;
        }
        let blocks: Vec<BlockId> = self.func.blocks().collect();
        let mut frames = FxHashMap::default();
        for block in blocks {
            let mut cursor = self.func.cursor(block);
            while let Some(inst) = cursor.next(&self.func) {
                let data = self.func.inst(inst);
                if data.op.info().flow == Flow::Phi && self.vars.resolve(data.results[0]) != data.results[0] {
                    self.func.remove_inst(inst);
                    continue;
                }
                let frame = data.frame.map(|frame| self.resolved_frame(frame, &mut frames));
                let data = self.func.inst_mut(inst);
                data.frame = frame;
                for arg in data.args.iter_mut() {
                    *arg = self.vars.resolve(*arg);
                }
            }
        }
    }

    /// The frame state with the values that its entries stand for, and its callers' likewise.
    fn resolved_frame(&mut self, frame: FrameId, done: &mut FxHashMap<FrameId, FrameId>) -> FrameId {
        let chain: Vec<FrameId> = std::iter::successors(Some(frame), |&at| self.func.frame(at).caller).collect();
        let mut caller = None;
        for at in chain.into_iter().rev() {
            let resolved = match done.get(&at) {
                Some(&resolved) => resolved,
                None => {
                    let old = self.func.frame(at);
                    let slots = old.slots.iter().map(|slot| slot.map(|value| self.vars.resolve(value))).collect();
                    let new = FrameState { code: old.code, pc: old.pc, slots, caller };
                    let resolved = self.func.intern_frame(new);
                    done.insert(at, resolved);
                    resolved
                }
            };
            caller = Some(resolved);
        }
        caller.unwrap_or(frame)
    }

    /// What the verifier finds.
    fn invalid(&self) -> Vec<BuildError> {
        let errors = verify(&self.func).err().unwrap_or_default();
        let placed = |error: VerifyError| self.error_at(error.block, error.inst(), Problem::Invalid(error));
        errors.into_iter().map(placed).collect()
    }
}
