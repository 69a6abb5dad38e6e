//! Truth of any value: in line for truth values, `None` and small integers, by the helper for all others.

use super::{Lower, Lowering};
use crate::context;
use crate::lir::{Callee, Cond, Lir, Src, Test, Width};
use hir::{Constant, InstData, Opcode, Type};
use smallvec::smallvec;

impl Lowering<'_> {
    pub(super) fn truth(&mut self, data: &InstData) -> Lower {
        let known = [Constant::True, Constant::False, Constant::None].map(|c| self.resolver.constant(&c));
        let [Some(yes), Some(no), Some(none)] = known else { return self.helper_call(data) };
        let ty = self.func.ty(data.args[0]);
        let value = self.reg(data.args[0])?;
        let done = self.lir.block();
        if ty.intersects(Type::BOOL) {
            for word in [yes, no] {
                self.answer_if(value, word, value, done);
            }
        }
        let no_reg = self.lir.int();
        self.push(Lir::Imm { dst: no_reg, value: no as i64 });
        if ty.intersects(Type::NONE_TYPE) {
            self.answer_if(value, none, no_reg, done);
        }
        if ty.intersects(Type::SMALL_INT) {
            // Zero, by its word; any other small integer is true.
            self.answer_if(value, 1, no_reg, done);
            let yes_reg = self.lir.int();
            self.push(Lir::Imm { dst: yes_reg, value: yes as i64 });
            let (is_int, other) = (self.lir.block(), self.lir.block());
            self.push(Lir::Branch { test: Test::Bits(Cond::NotEqual, value, 1), yes: is_int, no: other });
            self.lir.push(is_int, Lir::Jump { to: done, args: smallvec![yes_reg] }, self.line);
            self.at = other;
        }
        self.lir.blocks[self.at.0 as usize].cold = true;
        let asked = self.lir.int();
        let callee = Callee::Context(context::helper(Opcode::Truth));
        self.push(Lir::Call { callee, args: smallvec![value], dst: Some(asked) });
        self.push(Lir::Jump { to: done, args: smallvec![asked] });
        self.at = done;
        let dst = self.define(data.results[0]);
        self.lir.blocks[done.0 as usize].params.push(dst);
        Ok(())
    }

    /// Goes to `done` with `answer` if the value is this word.
    fn answer_if(&mut self, value: crate::lir::VReg, word: u64, answer: crate::lir::VReg, done: crate::lir::BlockId) {
        let src = match i32::try_from(word as i64) {
            Ok(small) => Src::Imm(small),
            Err(_) => {
                let dst = self.lir.int();
                self.push(Lir::Imm { dst, value: word as i64 });
                Src::Reg(dst)
            }
        };
        let (edge, next) = (self.lir.block(), self.lir.block());
        let test = Test::Compare(Cond::Equal, Width::W64, value, src);
        self.push(Lir::Branch { test, yes: edge, no: next });
        self.lir.push(edge, Lir::Jump { to: done, args: smallvec![answer] }, self.line);
        self.at = next;
    }
}
