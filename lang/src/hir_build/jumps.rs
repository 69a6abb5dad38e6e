//! Jumps, loops over iterators, and leaving the body.

use super::arithmetic::Place;
use super::emit::{Build, Flow, Stop};
use crate::bytecode::{IF_TRUE, Insn, NEGATE, Op, USE_A, USE_B};
use hir::{BlockId, CmpOp, Constant, Opcode, Type, ValueId};

impl Build<'_> {
    /// `Jump`, `JumpBack`. A loop's back edge polls: the interpreter executes the jump again, and polls too.
    pub(super) fn jump(&mut self, i: Insn) -> Flow {
        if i.op == Op::JumpBack {
            let frame = self.guard_frame();
            self.inst_exit(Opcode::Poll, &[], &[], frame);
        }
        if let Some(target) = self.body.taken {
            self.go(target);
        }
        Err(Stop)
    }

    /// Jumps that depend on something.
    pub(super) fn conditional_jump(&mut self, i: Insn) -> Flow {
        let immediate = Place::Immediate(i64::from(i.c as i16));
        let register = Place::Reg(i.c);
        let truth = match i.op {
            Op::JumpIf => self.truth(i)?,
            Op::JumpIfNone => self.is_none(i)?,
            Op::JumpIs => self.identity(i, register)?,
            Op::JumpContains => self.containment(i)?,
            Op::JumpLt => self.compare_truth(i, CmpOp::Lt, register)?,
            Op::JumpLe => self.compare_truth(i, CmpOp::Le, register)?,
            Op::JumpEq => self.compare_truth(i, CmpOp::Eq, register)?,
            Op::JumpNe => self.compare_truth(i, CmpOp::Ne, register)?,
            Op::JumpGt => self.compare_truth(i, CmpOp::Gt, register)?,
            Op::JumpGe => self.compare_truth(i, CmpOp::Ge, register)?,
            Op::JumpLtImm => self.compare_truth(i, CmpOp::Lt, immediate)?,
            Op::JumpLeImm => self.compare_truth(i, CmpOp::Le, immediate)?,
            Op::JumpEqImm => self.compare_truth(i, CmpOp::Eq, immediate)?,
            Op::JumpNeImm => self.compare_truth(i, CmpOp::Ne, immediate)?,
            Op::JumpGtImm => self.compare_truth(i, CmpOp::Gt, immediate)?,
            _ => self.compare_truth(i, CmpOp::Ge, immediate)?,
        };
        self.branch_on(i, truth)
    }

    fn is_none(&mut self, i: Insn) -> Flow<ValueId> {
        let value = self.read(i.b)?;
        self.consume(i);
        let none = self.constant(Constant::None);
        let truth = self.value(Opcode::Is, &[], &[value, none]);
        self.end_all(&Self::used(i, &[(USE_B, value)]));
        Ok(truth)
    }

    fn branch_on(&mut self, i: Insn, truth: ValueId) -> Flow {
        if let (Some(taken), Some(next)) = (self.body.taken, self.body.next) {
            let if_true = (i.n & IF_TRUE != 0) != (i.n & NEGATE != 0);
            let (yes, no) = if if_true { (taken, next) } else { (next, taken) };
            let ran = self.ran && !self.observing();
            let blocks = [yes, no].map(|node| if ran { self.quiet_edge(i, node) } else { self.edge(node) });
            self.terminate(Opcode::CondBranch, &[truth], &blocks);
        }
        Err(Stop)
    }

    /// As [`edge`](Self::edge), for a conditional jump that may have run code.
    fn quiet_edge(&mut self, i: Insn, node: usize) -> BlockId {
        let pc = if self.body.taken == Some(node) { i.d } else { self.pc + 1 };
        let block = self.func.append_block();
        let back = std::mem::replace(&mut self.block, block);
        self.still_quiet(pc);
        let head = self.edge(node);
        self.terminate(Opcode::Branch, &[], &[head]);
        self.block = back;
        block
    }

    /// The conditional jump at `pc` is taken. If it goes backward it polls; the interpreter then goes on at the target.
    pub(super) fn taken(&mut self, pc: u32, next: usize) {
        self.begin(pc);
        let target = self.code.code[pc as usize].d;
        if target <= pc {
            let frame = self.frame_at(target);
            self.inst_exit(Opcode::Poll, &[], &[], frame);
        }
        self.go(next);
    }

    /// `GetIter`, `ForIter`.
    pub(super) fn iteration(&mut self, i: Insn) -> Flow {
        let operand = self.read(i.b)?;
        if i.op == Op::GetIter {
            self.consume(i);
            if self.is_range_iterator(operand) {
                self.write(i.a, operand);
                return Ok(());
            }
            let lives = Self::used(i, &[(USE_B, operand)]);
            let iterator = self.try_value(Opcode::GetIter, &[], &[operand], &lives);
            self.write(i.a, iterator);
            return Ok(());
        }
        let is_range = self.is_range_iterator(operand);
        let next = if is_range {
            // What the instruction writes is not written where the iterator is exhausted.
            self.split.get_or_insert(self.log.len());
            self.value(Opcode::RangeNext, &[], &[operand])
        } else {
            self.try_value(Opcode::IterNext, &[], &[operand], &[])
        };
        let (Some(exhausted), going) = (self.body.taken, self.func.append_block()) else { return Err(Stop) };
        let exhausted = self.edge(exhausted);
        self.terminate(Opcode::CondBranchIterNotDone, &[next], &[going, exhausted]);
        self.block = going;
        let imm = self.type_imm(if is_range { Type::SMALL_INT } else { Type::OBJECT });
        let item = self.value(Opcode::RefineType, &[imm], &[next]);
        self.write(i.a, item);
        Ok(())
    }

    /// `Return`, `ReturnConst`: the result is there before the locals go, the last first.
    pub(super) fn leave(&mut self, i: Insn) -> Flow {
        let result = if i.op == Op::Return {
            let value = self.read(i.a)?;
            self.consume(i);
            // Where locals end, the result must not end with its own.
            if i.n & USE_A != 0 || !self.observing() { value } else { self.copy(value) }
        } else {
            self.code_constant(i.d)
        };
        if self.observing() {
            for reg in (0..self.code.local_names.len() as u16).rev() {
                if let Some(value) = self.peek(reg) {
                    self.set(reg, None);
                    self.end(value);
                }
            }
        }
        self.terminate(Opcode::Return, &[result], &[]);
        Err(Stop)
    }
}
