//! Questions of membership: whether a reference is to something of this function that is there.

use super::{Function, Imm};
use crate::entity::has_brand;
use crate::{Entity, FrameId, ValueId};

impl Function {
    /// Whether the frame state is this function's.
    pub fn has_frame(&self, frame: FrameId) -> bool {
        self.frames.contains(frame)
    }

    /// Whether what the immediate refers to is this function's.
    pub fn has_imm(&self, imm: Imm) -> bool {
        match imm {
            Imm::Const(id) => self.constants.contains(id),
            Imm::Name(id) => self.names.contains(id),
            Imm::Type(id) => self.types.contains(id),
            Imm::Native(id) => has_brand(id, self.brand) && id.index() < self.natives.len(),
            Imm::Index(_) | Imm::Shape(_) | Imm::BinOp(_) | Imm::UnOp(_) | Imm::CmpOp(_) => true,
        }
    }

    /// Whether the value is this function's, not removed, and the result of an instruction that is in a block.
    pub fn is_defined(&self, value: ValueId) -> bool {
        self.get_value(value).is_some_and(|data| self.block_of(data.def).is_some())
    }
}
