//! Failures: where an exception is tested for, and where it lands.

use super::state::{Generator, State};
use crate::{Imm, ImmKind, InstData, Opcode, Type, ValueId};

impl Generator<'_> {
    /// Tests the result of an instruction that may have failed: by an exit, or by a branch to where the exception lands.
    /// What is left of the result goes to the pool.
    pub fn check(&mut self, result: ValueId) {
        let (handler, nests) = (self.handler, self.depth < self.shape.nesting);
        let landing = match handler.filter(|_| self.chance(2, 3)) {
            Some(handler) => Some((handler, None)),
            None if nests && self.chance(1, 8) => {
                let after = self.join();
                Some((self.join(), Some(after)))
            }
            None => None,
        };
        let is_flag = self.func.ty(result) == Type::C_BOOL;
        match landing {
            None if is_flag => {
                let frame = self.frame();
                self.emit(InstData::new(Opcode::CheckOk, &[result]).frame(frame), &[]);
            }
            None => {
                self.check_by_exit(result);
            }
            Some((handler, after)) => {
                let test = if is_flag { Opcode::CondBranch } else { Opcode::CondBranchPresent };
                let good = self.branch_or_join(test, result, handler);
                self.begin_here(good);
                if !is_flag {
                    self.present(result);
                }
                if let Some(after) = after {
                    self.goto(after);
                    self.land(handler, after);
                    self.bind(after);
                }
            }
        }
    }

    /// Branches on a value: to a new block, which is returned, or else to a join.
    fn branch_or_join(&mut self, op: Opcode, value: ValueId, other: usize) -> crate::BlockId {
        let good = self.func.append_block();
        let other_block = self.joins[other].block;
        self.edge(other);
        self.emit(InstData::new(op, &[value]).blocks(&[good, other_block]), &[]);
        good
    }

    /// Goes on in a block with the state as it is.
    pub fn begin_here(&mut self, block: crate::BlockId) {
        let state = std::mem::take(&mut self.state);
        self.begin(block, state);
    }

    /// Keeps a value behind the branch that found it present: refined, or as it is, so that its type allows it to be missing.
    fn present(&mut self, value: ValueId) {
        let ty = self.func.ty(value).without_null();
        if ty.is_bottom() || self.chance(1, 4) {
            return self.add(value);
        }
        let imm = Imm::Type(self.func.intern_type(ty));
        let refined = self.value_of(InstData::new(Opcode::RefineType, &[value]).imms(&[imm]));
        self.add(refined);
    }

    /// Statements whose exceptions land in one handler.
    pub fn try_region(&mut self) {
        let after = self.join();
        let handler = self.join();
        let outer = self.handler.replace(handler);
        self.depth += 1;
        for _ in 0..2 + self.below(4) {
            self.statement(false);
        }
        self.depth -= 1;
        self.handler = outer;
        self.goto(after);
        self.land(handler, after);
        self.bind(after);
    }

    /// What is done where an exception lands: the function is left, or the exception is handled and control goes on at `after`.
    fn land(&mut self, handler: usize, after: usize) {
        self.bind(handler);
        if !self.open {
            return;
        }
        if self.no_leaving == 0 && self.chance(1, 4) {
            return self.unwind();
        }
        self.pending_to_handled(after);
    }

    /// Leaves the function with the pending exception.
    pub fn unwind(&mut self) {
        let frame = self.frame();
        // What the frame names goes into the traceback with it; the rest ends here.
        let named: Vec<ValueId> = self.func.frame_uses(Some(frame)).collect();
        for value in std::mem::take(&mut self.state).values().filter(|v| !named.contains(v)) {
            self.end(value);
        }
        self.emit(InstData::new(Opcode::Unwind, &[]).frame(frame), &[]);
    }

    fn pending_to_handled(&mut self, after: usize) {
        let pc = self.imm(ImmKind::Index);
        let exception = self.value_of(InstData::new(Opcode::TakeExc, &[]).imms(&[pc]));
        self.add_kept(exception);
        let before = self.value_of(InstData::new(Opcode::PushExc, &[exception]));
        self.add_kept(before);
        let floor = std::mem::replace(&mut self.floor, self.state.pool.len());
        self.no_leaving += 1;
        self.depth += 1;
        self.handling(exception);
        if self.open {
            for _ in 0..self.below(3) {
                self.statement(false);
            }
        }
        self.depth -= 1;
        self.no_leaving -= 1;
        self.end_pool(self.floor);
        self.floor = floor;
        self.take(before);
        self.emit(InstData::new(Opcode::PopExc, &[before]), &[]);
        if self.take(exception) {
            self.end(exception);
        }
        self.goto(after);
    }

    /// Puts a value into the pool without making room.
    fn add_kept(&mut self, value: ValueId) {
        self.state.pool.push(value);
    }

    /// What handlers do with the exception.
    fn handling(&mut self, exception: ValueId) {
        if self.chance(1, 2) {
            let class = self.operand(Type::OBJECT);
            let matched = self.value_of(InstData::new(Opcode::ExcMatch, &[exception, class]));
            let matched = self.check_by_exit(matched);
            let is_true = self.value_of(InstData::new(Opcode::IsTrue, &[matched]));
            self.raising_arm(is_true, exception);
        }
        if self.chance(1, 3) {
            let exit = self.operand(Type::OBJECT);
            let result = self.value_of(InstData::new(Opcode::WithExitExc, &[exit, exception]));
            self.check_by_exit(result);
        }
    }

    /// An arm that raises again if the condition is false.
    fn raising_arm(&mut self, condition: ValueId, exception: ValueId) {
        let (good, bad) = (self.func.append_block(), self.func.append_block());
        self.emit(InstData::new(Opcode::CondBranch, &[condition]).blocks(&[good, bad]), &[]);
        let state: State = self.state.clone();
        let floor = std::mem::take(&mut self.floor);
        self.begin(bad, state.clone());
        if self.chance(1, 2) {
            self.take(exception);
        }
        self.emit(InstData::new(Opcode::Reraise, &[exception]), &[]);
        self.raised();
        self.floor = floor;
        self.begin(good, state);
    }

    /// An exception is pending for certain: it lands in the handler, or leaves the function.
    fn raised(&mut self) {
        let handler = self.handler;
        match handler.filter(|_| self.chance(2, 3)) {
            Some(handler) => self.goto(handler),
            None => self.unwind(),
        }
    }

    /// Raises an exception, which ends the path.
    pub fn raise(&mut self) {
        match self.below(4) {
            0 => {
                let exception = self.operand(Type::OBJECT);
                self.emit(InstData::new(Opcode::Raise, &[exception]), &[]);
            }
            1 => {
                let args = self.operands([Type::OBJECT, Type::OBJECT]);
                self.emit(InstData::new(Opcode::RaiseFrom, &args), &[]);
            }
            2 => {
                self.emit(InstData::new(Opcode::RaiseAgain, &[]), &[]);
            }
            _ => {
                let exception = self.operand(Type::EXCEPTION);
                if self.chance(2, 3) {
                    self.take(exception);
                }
                self.emit(InstData::new(Opcode::Reraise, &[exception]), &[]);
            }
        }
        self.raised();
    }
}
