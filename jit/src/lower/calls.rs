//! Calls of compiled functions by one another, and what a function gets from its caller besides arguments.

use super::{Lower, Lowering};
use crate::lir::{Cond, Lir, Mem, Src, Test, Width};
use crate::machine;
use hir::{Imm, InstData, Opcode};
use runtime::object::{FunctionObj, TupleObj};
use smallvec::SmallVec;
use std::mem::offset_of;

const CLOSURE: i32 = offset_of!(FunctionObj, closure) as i32;
const ITEMS: i32 = size_of::<TupleObj>() as i32;

impl Lowering<'_> {
    /// `LoadFunction`, `ClosureCell`.
    pub(super) fn function(&mut self, data: &InstData) -> Lower {
        if data.op == Opcode::LoadFunction {
            if !self.lir.has_callee {
                return Err(self.unsupported(data, "the function is not passed"));
            }
            let dst = self.define(data.results[0]);
            self.push(Lir::Callee { dst });
            return Ok(());
        }
        let Some(&Imm::Index(number)) = data.imms.first() else {
            return Err(self.unsupported(data, "it names no cell"));
        };
        let at = i32::try_from(number).ok().and_then(|number| number.checked_mul(8)?.checked_add(ITEMS));
        let Some(at) = at else { return Err(self.unsupported(data, "the number of the cell")) };
        let function = self.reg(data.args[0])?;
        let cells = self.lir.int();
        self.push(Lir::Load { dst: cells, mem: Mem::at(function, CLOSURE), width: Width::W64 });
        self.load_result(data, Mem::at(cells, at));
        Ok(())
    }

    /// `CallDirect`, `CallFunction`: arguments in registers; more than there are registers for, all in memory.
    pub(super) fn call_direct(&mut self, data: &InstData) -> Lower {
        let cell = match data.imms.first() {
            Some(&Imm::Index(number)) => match self.resolver.code_cell(number) {
                Some(cell) => Some(cell),
                None => return Err(self.unsupported(data, "its owner does not know the code")),
            },
            _ => None,
        };
        let callee = self.reg(data.args[0])?;
        let mut args = SmallVec::new();
        if data.args.len() - 1 <= machine::INT_ARGS.len() {
            for &arg in &data.args[1..] {
                args.push(self.reg(arg)?);
            }
        } else {
            args.push(self.arguments_in_memory(data, &data.args[1..])?);
        }
        let dst = self.define(data.results[0]);
        self.push(Lir::CallCode { cell, callee, args, dst });
        if data.frame.is_some() {
            let exit = self.exit(data)?;
            self.push(Lir::ExitIf { test: Test::Compare(Cond::Equal, Width::W64, dst, Src::Imm(0)), exit });
        }
        Ok(())
    }
}
