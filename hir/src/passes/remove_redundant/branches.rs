//! What a branch says behind each of its edges.

use super::Walk;
use crate::BlockId;
use crate::function::Imm;
use crate::opcode::Opcode;
use crate::ty::{Spec, Type};
use crate::typing::narrowed;

impl Walk<'_> {
    /// Control comes into `block` from `pred` only.
    pub(super) fn follow_edge(&mut self, pred: BlockId, block: BlockId) {
        let Some(branch) = self.func.last_inst(pred).map(|inst| self.func.inst(inst)) else { return };
        let Some(&operand) = branch.args.first() else { return };
        let holds = branch.blocks.first() == Some(&block);
        let root = self.root(operand);
        let known = self.narrowed[root];
        let missing = match (branch.op, branch.imms.first()) {
            (Opcode::CondBranch, _) if holds => {
                self.available.succeeded(root);
                return;
            }
            (Opcode::CondBranchPresent, _) => Type::NULLPTR,
            (Opcode::CondBranchIterNotDone, _) => Type::ITER_DONE,
            (Opcode::CondBranchType, Some(&Imm::Type(ty))) => {
                let ty = self.func.type_of_id(ty);
                let whole = ty.spec() == Spec::None && (ty.life() == (true, true) || !ty.may_be_object());
                match holds {
                    true => self.narrow(root, narrowed(known, ty)),
                    false if whole => self.narrow(root, known.without(ty)),
                    false => {}
                }
                return;
            }
            _ => return,
        };
        let after = if holds { known.without(missing) } else { known.meet(missing) };
        self.narrow(root, after);
    }
}
