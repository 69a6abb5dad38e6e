//! Statements: instructions, variables, branches, loops, ways out.

use super::state::{Generator, LoopFrame, State};
use crate::{BinOp, BlockId, CmpOp, Constant, Imm, ImmKind, InstData, InstId, Opcode, Spec, Type, ValueId};

impl Generator<'_> {
    /// One statement. It may end the path only in an arm.
    pub fn statement(&mut self, in_arm: bool) {
        let nests = self.depth < self.shape.nesting && self.count < self.shape.insts;
        if self.chance(1, 9) && self.again() {
            return;
        }
        match self.below(if nests { 42 } else { 34 }) {
            32 | 33 => self.arithmetic(),
            0..=17 => self.any_op(),
            18..=20 => self.call_native(),
            21 | 22 => self.slots(),
            23 => self.tuple_items(),
            24..=28 => self.assign(),
            29 => self.unbind(),
            30 | 31 if in_arm => self.leave(),
            30 | 31 => self.any_op(),
            34..=37 => self.branch(),
            38 | 39 => self.try_region(),
            _ => self.a_loop(),
        }
    }

    // Variables.

    fn free_variable(&mut self) -> Option<usize> {
        let free: Vec<usize> = (0..self.locked.len()).filter(|&index| !self.locked[index]).collect();
        (!free.is_empty()).then(|| self.pick(&free))
    }

    /// Binds a variable to something that is there, or to a copy of it.
    fn assign(&mut self) {
        let Some(index) = self.free_variable() else { return };
        let value = match self.state.pool[self.floor..].last().copied() {
            Some(newest) if self.chance(2, 3) => {
                self.take(newest);
                newest
            }
            _ => {
                let value = self.operand(Type::TOP);
                let copies = self.chance(1, 2);
                if copies { self.value_of(InstData::new(Opcode::Assign, &[value])) } else { value }
            }
        };
        if let Some(old) = self.state.vars[index].replace(value) {
            self.end(old);
        }
    }

    fn unbind(&mut self) {
        let Some(index) = self.free_variable() else { return };
        if let Some(old) = self.state.vars[index].take() {
            self.end(old);
        }
    }

    // Branches.

    /// The test of a branch: the opcode, its immediate and operand, and what is known of the operand in the first and the second block.
    fn test(&mut self) -> (InstData, Option<Type>, Option<Type>) {
        let kind = self.below(6);
        let value = match kind {
            0 | 1 => self.find(|ty| !ty.is_machine()),
            2 => self.find(|ty| ty.may_be_null() && !ty.without_null().is_bottom()),
            3 => self.find(|ty| ty.intersects(Type::ITER_DONE) && !ty.without(Type::ITER_DONE).is_bottom()),
            _ => None,
        };
        if let Some(value) = value {
            let ty = self.func.ty(value);
            match kind {
                0 | 1 => {
                    if let Some(narrow) = self.narrower(ty) {
                        let imm = Imm::Type(self.func.intern_type(narrow));
                        return (InstData::new(Opcode::CondBranchType, &[value]).imms(&[imm]), Some(narrow), None);
                    }
                }
                2 => {
                    let present = Some(ty.without_null());
                    return (InstData::new(Opcode::CondBranchPresent, &[value]), present, Some(Type::NULLPTR));
                }
                _ => {
                    let item = Some(ty.without(Type::ITER_DONE));
                    return (InstData::new(Opcode::CondBranchIterNotDone, &[value]), item, Some(Type::ITER_DONE));
                }
            }
        }
        let condition = self.operand(Type::C_BOOL);
        (InstData::new(Opcode::CondBranch, &[condition]), None, None)
    }

    /// A branch with one or two arms.
    fn branch(&mut self) {
        let (test, then_type, else_type) = self.test();
        let value = test.args[0];
        let after = self.join();
        let then_block = self.func.append_block();
        if self.chance(1, 3) {
            let other = self.joins[after].block;
            self.edge(after);
            self.emit(test.blocks(&[then_block, other]), &[]);
            self.begin_here(then_block);
            self.refine(value, then_type);
            self.arm(after, true);
        } else {
            let else_block = self.func.append_block();
            self.emit(test.blocks(&[then_block, else_block]), &[]);
            let state = self.state.clone();
            self.begin_here(then_block);
            self.refine(value, then_type);
            self.arm(after, true);
            let first_left = self.joins[after].is_unreached();
            self.begin(else_block, state);
            self.refine(value, else_type);
            self.arm(after, !first_left);
        }
        self.bind(after);
    }

    /// A copy of the tested value with what the branch tells.
    fn refine(&mut self, value: ValueId, ty: Option<Type>) {
        if let Some(ty) = ty.filter(|&ty| ty.intersects(self.func.ty(value)))
            && self.chance(2, 3)
        {
            let imm = Imm::Type(self.func.intern_type(ty));
            self.copy(InstData::new(Opcode::RefineType, &[value]).imms(&[imm]));
        }
    }

    /// Statements up to the join, or up to a way out if it may leave.
    fn arm(&mut self, after: usize, may_leave: bool) {
        self.depth += 1;
        for _ in 0..self.below(5) {
            if self.open {
                self.statement(may_leave && self.no_leaving == 0);
            }
        }
        self.depth -= 1;
        if self.open {
            self.goto(after);
        }
    }

    // Ways out.

    fn leave(&mut self) {
        match (self.below(6), self.loops.is_empty()) {
            (0, _) => self.leave_by_return(),
            (1, _) => {
                let frame = self.frame();
                let why = self.imm(ImmKind::Name);
                if self.chance(1, 2) {
                    self.end_pool_outside(frame);
                }
                self.emit(InstData::new(Opcode::Deopt, &[]).imms(&[why]).frame(frame), &[]);
            }
            (2, _) => self.never(),
            (3, false) => self.next_round(),
            (4, false) => {
                if let Some(exit) = self.loops.last().map(|l| l.exit) {
                    self.goto(exit);
                }
            }
            _ => self.raise(),
        }
    }

    /// Ends temporaries that a frame state does not name.
    fn end_pool_outside(&mut self, frame: crate::FrameId) {
        let named: Vec<ValueId> = self.func.frame_uses(Some(frame)).collect();
        for value in std::mem::take(&mut self.state.pool) {
            if !named.contains(&value) {
                self.end(value);
            }
        }
    }

    pub fn leave_by_return(&mut self) {
        let machine = self.chance(1, 6);
        let ty = if machine { self.pick(&[Type::C_INT64, Type::C_DOUBLE, Type::C_BOOL]) } else { Type::OBJECT };
        let value = self.operand(ty);
        self.end_all(Some(value));
        self.emit(InstData::new(Opcode::Return, &[value]), &[]);
    }

    /// A path that is never taken: what is certain is tested.
    fn never(&mut self) {
        let (never, here) = (self.func.append_block(), self.func.append_block());
        let certain = self.constant(Constant::CBool(true));
        self.emit(InstData::new(Opcode::CondBranch, &[certain]).blocks(&[here, never]), &[]);
        let state = self.state.clone();
        self.begin(never, State::default());
        self.emit(InstData::new(Opcode::Unreachable, &[]), &[]);
        self.begin(here, state);
    }

    // Loops.

    fn a_loop(&mut self) {
        match self.below(9) {
            0..=3 => self.counted_loop(),
            4 | 5 => self.iteration(),
            6 | 7 => self.loop_while(),
            _ => self.cycle_of_two_entries(),
        }
    }

    /// Begins a loop: some variables, and what is `carried`, get phis in the header. Gives the phis of what is carried.
    fn enter_loop(&mut self, carried: &[ValueId]) -> Vec<InstId> {
        let exit = self.join();
        let header = self.func.append_block();
        let before = self.block;
        let mut bound = Vec::new();
        for index in 0..self.state.vars.len() {
            if let Some(value) = self.state.vars[index]
                && !self.locked[index]
                && self.chance(2, 3)
            {
                bound.push((index, value));
            }
        }
        self.emit(InstData::new(Opcode::Branch, &[]).blocks(&[header]), &[]);
        self.begin_here(header);
        let carried: Vec<InstId> = carried
            .iter()
            .map(|&value| {
                let ty = self.func.ty(value).with_spec(Spec::None);
                self.emit(InstData::new(Opcode::Phi, &[value]).blocks(&[before]), &[ty])
            })
            .collect();
        let mut phis = Vec::new();
        for (index, value) in bound {
            let ty = self.loop_type(value);
            let phi = self.emit(InstData::new(Opcode::Phi, &[value]).blocks(&[before]), &[ty]);
            self.state.vars[index] = Some(self.func.result(phi));
            phis.push((index, phi));
        }
        let floor = self.state.pool.len();
        let outer_floor = std::mem::replace(&mut self.floor, floor);
        self.loops.push(LoopFrame { header, phis, exit, floor, outer_floor });
        carried
    }

    /// The type of a variable that changes in a loop.
    fn loop_type(&mut self, value: ValueId) -> Type {
        let ty = self.func.ty(value).with_spec(Spec::None);
        match ty {
            _ if ty.is_machine() || (ty != Type::ITER_DONE && self.chance(1, 4)) => ty,
            _ if ty.is_subtype(Type::OBJECT) && self.chance(1, 2) => Type::OBJECT,
            _ => ty.join(Type::OPT_OBJECT),
        }
    }

    /// Goes back to the header, with new values for what is carried.
    fn go_back(&mut self, carried: &[(InstId, ValueId)]) {
        self.prepare_to_go_back(carried);
        if let Some(header) = self.loops.last().map(|l| l.header) {
            self.emit(InstData::new(Opcode::Branch, &[]).blocks(&[header]), &[]);
        }
    }

    /// Gives the phis of the header their inputs from this block, whose terminator comes next.
    fn prepare_to_go_back(&mut self, carried: &[(InstId, ValueId)]) {
        let Some(LoopFrame { phis, floor, .. }) = self.loops.last() else { return };
        let (floor, phis) = (*floor, phis.clone());
        let mut inputs = carried.to_vec();
        for (index, phi) in phis {
            let ty = self.func.ty(self.func.result(phi));
            let value = match self.state.vars[index] {
                Some(value) if self.func.ty(value).is_subtype(ty) => value,
                old => {
                    let value = self.operand(ty);
                    self.take(value);
                    old.into_iter().for_each(|old| self.end(old));
                    self.state.vars[index] = Some(value);
                    value
                }
            };
            inputs.push((phi, value));
        }
        self.end_pool(floor);
        let from = self.block;
        for (phi, value) in inputs {
            let data = self.func.inst_mut(phi);
            data.args.push(value);
            data.blocks.push(from);
        }
    }

    /// Goes to the next round from inside, where the loop carries nothing but variables.
    fn next_round(&mut self) {
        if self.loops.last().is_some_and(|l| l.carries_variables_only(&self.func)) {
            self.go_back(&[]);
        } else if let Some(exit) = self.loops.last().map(|l| l.exit) {
            self.goto(exit);
        }
    }

    fn body(&mut self) {
        let locked = self.locked.clone();
        if let Some(l) = self.loops.last() {
            for (index, is_locked) in self.locked.iter_mut().enumerate() {
                *is_locked = l.phis.iter().all(|(var, _)| *var != index);
            }
        }
        self.depth += 1;
        for _ in 0..1 + self.below(5) {
            self.statement(false);
        }
        self.depth -= 1;
        self.locked = locked;
    }

    /// Ends the loop behind its last back edge.
    fn leave_loop(&mut self) {
        let Some(l) = self.loops.pop() else { return };
        for phi in self.func.phis(l.header).collect::<Vec<_>>() {
            sort_inputs(self.func.inst_mut(phi));
        }
        self.floor = l.outer_floor;
        self.bind(l.exit);
    }

    /// The header's branch: into the body, or out of the loop.
    fn loop_test(&mut self, test: InstData) {
        let body = self.func.append_block();
        let Some(exit) = self.loops.last().map(|l| l.exit) else { return };
        let exit_block = self.joins[exit].block;
        self.edge(exit);
        self.emit(test.blocks(&[body, exit_block]), &[]);
        self.begin_here(body);
    }

    /// A loop that counts in a machine integer.
    fn counted_loop(&mut self) {
        let start = self.constant(Constant::CInt(0));
        let rounds = i64::from(self.choices.below(6));
        let limit = self.constant(Constant::CInt(rounds));
        let phi = self.enter_loop(&[start])[0];
        let counter = self.func.result(phi);
        let less = InstData::new(Opcode::CIntCompare, &[counter, limit]).imms(&[Imm::CmpOp(CmpOp::Lt)]);
        let less = self.value_of(less);
        self.loop_test(InstData::new(Opcode::CondBranch, &[less]));
        self.body();
        let step = self.constant(Constant::CInt(1));
        let next = InstData::new(Opcode::CIntBinary, &[counter, step]).imms(&[Imm::BinOp(BinOp::Add)]);
        let next = self.value_of(next);
        self.go_back(&[(phi, next)]);
        self.leave_loop();
    }

    /// A loop over what an iterator gives.
    fn iteration(&mut self) {
        let iterable = self.operand(Type::OBJECT);
        let iterator = self.value_of(InstData::new(Opcode::GetIter, &[iterable]));
        let iterator = self.check_by_exit(iterator);
        self.enter_loop(&[]);
        let item = self.value_of(InstData::new(Opcode::IterNext, &[iterator]));
        let frame = self.frame();
        let item = self.value_of(InstData::new(Opcode::CheckExc, &[item]).frame(frame));
        self.loop_test(InstData::new(Opcode::CondBranchIterNotDone, &[item]));
        let object = Imm::Type(self.func.intern_type(Type::OBJECT));
        let item = self.value_of(InstData::new(Opcode::RefineType, &[item]).imms(&[object]));
        self.add(item);
        self.body();
        self.go_back(&[]);
        self.leave_loop();
    }

    /// A loop that something else ends: fuel in the worst case.
    fn loop_while(&mut self) {
        self.enter_loop(&[]);
        let frame = self.frame();
        self.emit(InstData::new(Opcode::Poll, &[]).frame(frame), &[]);
        if self.chance(1, 2) {
            let args = self.operands([Type::OBJECT]);
            let truth = self.value_of(InstData::new(Opcode::Truth, &args));
            let truth = self.check_by_exit(truth);
            let condition = self.value_of(InstData::new(Opcode::IsTrue, &[truth]));
            self.loop_test(InstData::new(Opcode::CondBranch, &[condition]));
            self.body();
            self.go_back(&[]);
        } else {
            // The test stands at the end; without a branch in the body the loop is one block.
            self.body();
            let condition = self.operand(Type::C_BOOL);
            self.prepare_to_go_back(&[]);
            let Some((header, exit)) = self.loops.last().map(|l| (l.header, l.exit)) else { return };
            let exit_block = self.joins[exit].block;
            self.edge(exit);
            self.emit(InstData::new(Opcode::CondBranch, &[condition]).blocks(&[header, exit_block]), &[]);
        }
        self.leave_loop();
    }

    /// Two blocks that go to each other, and both of which are entered from before: a cycle that is no loop. Each has a phi of
    /// the same value from before and of something from the other.
    fn cycle_of_two_entries(&mut self) {
        let Some(start) = self.find(|ty| !ty.is_machine()) else { return };
        let (condition, ty) = (self.operand(Type::C_BOOL), self.loop_type(start));
        let exit = self.join();
        let blocks = [self.func.append_block(), self.func.append_block()];
        let before = self.block;
        self.emit(InstData::new(Opcode::CondBranch, &[condition]).blocks(&blocks), &[]);
        let state = self.state.clone();
        let floor = std::mem::replace(&mut self.floor, state.pool.len());
        let locked = self.locked.clone();
        self.locked.fill(true);
        let depth = std::mem::replace(&mut self.depth, self.shape.nesting);
        let [first, second] = [0, 1].map(|at| {
            self.begin(blocks[at], state.clone());
            self.half_of_cycle(start, before, ty, [blocks[1 - at], self.joins[exit].block], exit)
        });
        for (phi, (_, input, from)) in [(first.0, second), (second.0, first)] {
            let data = self.func.inst_mut(phi);
            data.args.push(input);
            data.blocks.push(from);
            sort_inputs(data);
        }
        (self.floor, self.locked, self.depth) = (floor, locked, depth);
        self.bind(exit);
    }

    /// One of the two blocks: its phi, what it passes on to the other, and the block that does.
    fn half_of_cycle(
        &mut self,
        start: ValueId,
        before: BlockId,
        ty: Type,
        targets: [BlockId; 2],
        exit: usize,
    ) -> (InstId, ValueId, BlockId) {
        let phi = self.emit(InstData::new(Opcode::Phi, &[start]).blocks(&[before]), &[ty]);
        self.add(self.func.result(phi));
        let frame = self.frame();
        self.emit(InstData::new(Opcode::Poll, &[]).frame(frame), &[]);
        for _ in 0..self.below(4) {
            self.any_op();
        }
        let condition = self.operand(Type::C_BOOL);
        let passed = self.operand(ty);
        self.take(passed);
        self.end_pool(self.floor);
        self.edge(exit);
        let from = self.block;
        self.emit(InstData::new(Opcode::CondBranch, &[condition]).blocks(&targets), &[]);
        (phi, passed, from)
    }
}

/// Puts a phi's inputs in the order of their blocks.
fn sort_inputs(phi: &mut InstData) {
    let mut pairs: Vec<(BlockId, ValueId)> = phi.blocks.iter().copied().zip(phi.args.iter().copied()).collect();
    pairs.sort_unstable();
    (phi.blocks, phi.args) = pairs.into_iter().unzip();
}
