//! Calls of the host's functions.

use super::{Lower, Lowering};
use crate::context;
use crate::lir::{Callee, Cond, Lir, Mem, Src, Test, Width};
use hir::{Can, Imm, InstData, Type};
use smallvec::SmallVec;

impl Lowering<'_> {
    pub(super) fn native_call(&mut self, data: &InstData) -> Lower {
        let Some(&Imm::Native(native)) = data.imms.first() else {
            return Err(self.unsupported(data, "it names no native"));
        };
        let signature = self.func.native(native);
        let Some(address) = self.resolver.native(&signature.name) else {
            return Err(self.unsupported(data, "no address is bound to the native"));
        };
        let raises = signature.can.has(Can::RAISE);
        let may_be_empty = signature.result.is_some_and(Type::may_be_null);
        let mut args = SmallVec::new();
        for &arg in &data.args {
            args.push(self.reg(arg)?);
        }
        let callee = self.lir.int();
        self.push(Lir::Imm { dst: callee, value: address.addr() as i64 });
        let dst = data.results.first().map(|&result| self.define(result));
        self.push(Lir::Call { callee: Callee::Reg(callee), args, dst });
        if raises && data.frame.is_some() {
            let failed = match (dst, data.results.first()) {
                (Some(dst), Some(&result)) if self.func.ty(result).is_subtype(Type::OPT_OBJECT) && !may_be_empty => {
                    Test::Compare(Cond::Equal, Width::W64, dst, Src::Imm(0))
                }
                // A machine value or the empty word may be a result: the context says whether it is one.
                _ => Test::Memory(Cond::NotEqual, Width::W64, Mem::context(context::PENDING), 0),
            };
            let exit = self.exit(data)?;
            self.push(Lir::ExitIf { test: failed, exit });
        }
        Ok(())
    }
}
