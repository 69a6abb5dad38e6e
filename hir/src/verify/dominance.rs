//! V6 where control can come.
//!
//! A frame state that many instructions share is looked at once: if its values are all defined before some place, their definitions lie on one path
//! of the dominator tree, so the lowest of them stands for all.

use super::{Rule, Verifier};
use crate::analysis::{Cfg, DomTree};
use crate::entity::EntityMap;
use crate::opcode::Flow;
use crate::{FrameId, Function, InstData, InstId, ValueId};

/// What must be defined for a frame state to be used.
#[derive(Clone, Copy, PartialEq)]
enum Need {
    /// Nothing.
    Nothing,
    /// This value; the others are defined before it.
    Value(ValueId),
    /// Values that are never defined all together.
    Impossible,
}

impl Verifier<'_> {
    pub(super) fn dominance(&mut self, cfg: &Cfg, tree: &DomTree) {
        let mut needs = EntityMap::new(None);
        for &block in cfg.rpo() {
            for (inst, data) in self.insts(block) {
                if data.op.info().flow == Flow::Phi {
                    self.phi_uses(cfg, tree, inst, data);
                } else {
                    self.uses(tree, inst, data.args.iter().copied(), "");
                }
                self.uses(tree, inst, data.exit_refs.iter().map(|&(value, _)| value), " by its exit");
                if let Some(frame) = data.frame {
                    self.frame_uses(tree, inst, frame, &mut needs);
                }
            }
        }
    }

    fn uses(&mut self, tree: &DomTree, inst: InstId, values: impl Iterator<Item = ValueId>, how: &str) {
        for value in values {
            if !comes_before(self.func, tree, value, inst) {
                let message = format!("{value} is used{how}, but not defined on every path to here");
                self.error_at(Rule::Defined, inst, message);
            }
        }
    }

    fn phi_uses(&mut self, cfg: &Cfg, tree: &DomTree, inst: InstId, data: &InstData) {
        for (&pred, &value) in data.blocks.iter().zip(&data.args) {
            let def = self.func.block_of(self.func.value(value).def);
            if cfg.is_reachable(pred) && !def.is_some_and(|def| tree.dominates(def, pred)) {
                let message =
                    format!("{value} is used on the edge from {pred}, but not defined on every path to its end");
                self.error_at(Rule::Defined, inst, message);
            }
        }
    }

    fn frame_uses(
        &mut self,
        tree: &DomTree,
        inst: InstId,
        frame: FrameId,
        needs: &mut EntityMap<FrameId, Option<Need>>,
    ) {
        let defined = match need(self.func, tree, frame, needs) {
            Need::Nothing => true,
            Need::Value(value) => comes_before(self.func, tree, value, inst),
            Need::Impossible => false,
        };
        if !defined {
            self.uses(tree, inst, self.func.frame_uses(Some(frame)), &format!(" by {frame}"));
        }
    }
}

/// Whether `value` is defined on every path to `inst`.
fn comes_before(func: &Function, tree: &DomTree, value: ValueId, inst: InstId) -> bool {
    let def = func.value(value).def;
    match (func.block_of(def), func.block_of(inst)) {
        (Some(from), Some(to)) if from == to => func.comes_before(def, inst),
        (Some(from), Some(to)) => tree.dominates(from, to),
        _ => false,
    }
}

/// What a frame state with its callers needs. Each is looked at once.
fn need(func: &Function, tree: &DomTree, frame: FrameId, needs: &mut EntityMap<FrameId, Option<Need>>) -> Need {
    let unknown = std::iter::successors(Some(frame), |&frame| func.frame(frame).caller);
    let unknown: Vec<FrameId> = unknown.take_while(|&frame| needs[frame].is_none()).collect();
    for &frame in unknown.iter().rev() {
        let data = func.frame(frame);
        let of_caller = data.caller.and_then(|caller| needs[caller]).unwrap_or(Need::Nothing);
        let values = data.slots.iter().flatten();
        needs[frame] = Some(values.fold(of_caller, |need, &value| both(func, tree, need, value)));
    }
    needs[frame].unwrap_or(Need::Nothing)
}

fn both(func: &Function, tree: &DomTree, need: Need, value: ValueId) -> Need {
    let Need::Value(other) = need else {
        return if need == Need::Nothing { Need::Value(value) } else { need };
    };
    let (def, other_def) = (func.value(value).def, func.value(other).def);
    if def == other_def || comes_before(func, tree, value, other_def) {
        need
    } else if comes_before(func, tree, other, def) {
        Need::Value(value)
    } else {
        Need::Impossible
    }
}
