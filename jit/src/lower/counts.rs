//! Reference counts.

use super::{Lower, Lowering};
use crate::lir::{Lir, Unsure};
use hir::{InstData, Opcode, Type};

impl Lowering<'_> {
    pub(super) fn count(&mut self, data: &InstData) -> Lower {
        for &value in &data.args {
            let unsure = unsure(self.func.ty(value));
            let value = self.reg(value)?;
            self.push(match data.op {
                Opcode::Incref | Opcode::XIncref => Lir::Incref { value, unsure },
                _ => Lir::Decref { value, unsure },
            });
        }
        Ok(())
    }
}

/// What a word of this type may be besides a reference.
pub(super) fn unsure(ty: Type) -> Unsure {
    Unsure {
        word: ty.intersects(Type::SMALL_INT) || ty.intersects(Type::WORD_FLOAT) || ty.intersects(Type::ITER_DONE),
        empty: ty.may_be_null(),
    }
}
