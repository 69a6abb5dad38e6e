//! Calls. Their operands are always consumed: the last argument goes first, the callable last.

use super::emit::{Build, Flow};
use crate::bytecode::{Insn, Op};
use hir::{Imm, Opcode, ValueId};

impl Build<'_> {
    /// `Call`, `CallMethod`, `CallKw`, `CallMethodKw`, `CallEx`.
    pub(super) fn call(&mut self, i: Insn) -> Flow {
        let mut args = vec![self.read(i.b)?];
        let is_method = matches!(i.op, Op::CallMethod | Op::CallMethodKw);
        if i.op == Op::CallEx {
            args.push(self.read(i.b + 1)?);
            args.push(self.read_optional(i.b + 2));
        } else {
            if is_method {
                args.push(self.read_optional(i.b + 1));
            }
            let first = i.b + 1 + u16::from(is_method);
            args.extend(self.read_range(first, usize::from(i.c))?);
        }
        let (op, imms): (Opcode, Vec<Imm>) = match i.op {
            Op::Call => (Opcode::Call, Vec::new()),
            Op::CallMethod => (Opcode::CallMethod, Vec::new()),
            Op::CallKw => (Opcode::CallKw, vec![self.keyword_names(i.d)]),
            Op::CallMethodKw => (Opcode::CallMethodKw, vec![self.keyword_names(i.d)]),
            _ => (Opcode::CallEx, Vec::new()),
        };
        self.consume(i);
        let lives: Vec<ValueId> = args.iter().rev().copied().collect();
        let value = self.try_value(op, &imms, &args, &lives);
        self.write(i.a, value);
        Ok(())
    }
}
