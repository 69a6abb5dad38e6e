//! The walk over the dominator tree: what registers hold where a node begins, and the translation of each node.

use super::cfg::{Body, Node};
use super::effects::{self, Holds};
use super::emit::{Build, Flow};
use super::flow;
use crate::bytecode::{Insn, Op};
use hir::{Imm, InstData, Opcode, Type, ValueId};

/// What is left to do.
enum Step {
    /// Translate a node and what it dominates.
    Visit(usize),
    /// Undo changes of registers.
    Rewind(usize),
}

impl Build<'_> {
    /// Translates everything. A node comes after its dominator, and after all its predecessors but those of back edges.
    pub(super) fn walk(&mut self) {
        let mut steps = vec![Step::Visit(0)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Rewind(mark) => self.rewind(mark),
                Step::Visit(node) => self.visit(node, &mut steps),
            }
        }
    }

    fn visit(&mut self, node: usize, steps: &mut Vec<Step>) {
        let plan = self.plan;
        // No way to the node was taken, those back to it apart: what it dominates cannot be reached either.
        if self.heads[node].is_none() {
            return;
        }
        let mark = self.log.len();
        self.block = self.head(node);
        self.enter(node);
        debug_assert!(self.has_what_is_wanted(node), "a register has been forgotten");
        let (written, split) = self.run(node);
        let children = plan.tree.children(node);
        let visit = |steps: &mut Vec<Step>, nodes: &[usize]| {
            steps.extend(nodes.iter().rev().map(|&child| Step::Visit(child)));
        };
        steps.push(Step::Rewind(mark));
        let elsewhere = |child: &&usize| match self.node(node) {
            Node::Body(body) => !(body.next == Some(**child) && matches!(self.node(**child), Node::Written { .. })),
            _ => true,
        };
        let others: Vec<usize> = children.iter().filter(elsewhere).copied().collect();
        visit(steps, &others);
        // What the last instruction wrote is only seen where it succeeded.
        steps.push(Step::Rewind(split));
        if let Some(written) = written {
            visit(steps, plan.tree.children(written));
        }
    }

    /// Forgets what nobody wants, and makes the phis.
    fn enter(&mut self, node: usize) {
        let plan = self.plan;
        for reg in 0..self.code.nregs {
            if self.peek(reg).is_some() && !plan.wanted(self.code, node, reg) {
                self.set(reg, None);
            }
        }
        for &reg in &plan.phis[node] {
            let ty = if plan.presence.empty.has(node, reg) { Type::OPT_OBJECT } else { Type::OBJECT };
            let phi = self.func.append_inst(self.block, InstData::new(Opcode::Phi, &[]), &[ty]);
            self.phis[node].push(phi);
            let value = self.func.result(phi);
            self.set(reg, Some(value));
        }
    }

    /// Whether each register that is wanted and cannot be empty has a value where `node` begins.
    fn has_what_is_wanted(&self, node: usize) -> bool {
        let plan = self.plan;
        let certain = |reg: &u16| plan.wanted(self.code, node, *reg) && !plan.presence.empty.has(node, *reg);
        let has = |reg: u16| self.peek(reg).is_some_and(|value| !self.func.ty(value).may_be_missing());
        (0..self.code.nregs).filter(certain).all(has)
    }

    /// Translates a node. Gives the node of the last instruction's writes, if they were translated too, and how long the log was
    /// before them.
    fn run(&mut self, node: usize) -> (Option<usize>, usize) {
        match self.node(node) {
            Node::Entry { next } => {
                match self.options.entry {
                    None => {
                        self.arguments();
                        let frame = self.frame_at(0);
                        self.inst_exit(Opcode::CheckStack, &[], &[], frame);
                    }
                    Some(_) => self.arrivals(next),
                }
                self.go(next);
            }
            Node::Body(body) => return self.run_body(node, body),
            // Only where its instruction has been translated, which does it all.
            Node::Written { next, .. } => self.go_on(next),
            Node::Raised { pc, depth, handler } => self.caught(pc, depth, handler),
            Node::Exhausted { pc, next } => {
                self.begin(pc);
                let iterator = self.code.code[pc as usize].b;
                if let Some(value) = self.peek(iterator) {
                    self.set(iterator, None);
                    self.end(value);
                }
                self.ran = true;
                self.still_quiet(self.code.code[pc as usize].d);
                self.go(next);
            }
            Node::Taken { pc, next } => self.taken(pc, next),
        }
        (None, self.log.len())
    }

    fn run_body(&mut self, node: usize, body: Body) -> (Option<usize>, usize) {
        let plan = self.plan;
        self.body = body;
        let deaths =
            plan.liveness.as_ref().map_or_else(Vec::new, |l| l.deaths(self.code, &plan.graph, &plan.cfg, node));
        let mut deaths = deaths.into_iter().peekable();
        let written = body.next.filter(|&next| matches!(self.node(next), Node::Written { .. }));
        for pc in body.start..body.end {
            // Only the last instruction goes to the node's handler.
            self.body.raised = body.raised.filter(|_| pc + 1 == body.end);
            self.begin(pc);
            let mark = self.log.len();
            let insn = self.code.code[pc as usize];
            if self.translate(insn).is_err() {
                return (None, self.split.unwrap_or(self.log.len()));
            }
            debug_assert!(self.did_what_it_says(insn, mark), "effects of {} are not what they should be", insn.op);
            // Writes that are in another node are done already, and what dies in this node may live again.
            let last = written.is_some() && pc + 1 == body.end;
            if (pc as usize) + 1 < self.code.code.len() {
                self.still_quiet(pc + 1);
            }
            while let Some((_, reg)) = deaths.next_if(|death| death.0 == pc && !last) {
                self.set(reg, None);
            }
        }
        let split = if written.is_some() { self.split.unwrap_or(self.log.len()) } else { self.log.len() };
        self.go_on(body.next);
        (written, split)
    }

    /// Whether registers changed since `mark` as the instruction's effects say; a value may have been narrowed, too.
    fn did_what_it_says(&self, insn: Insn, mark: usize) -> bool {
        let mut expected: Vec<(u16, Holds)> = Vec::new();
        effects::for_each_taken(&insn, |reg| expected.push((reg, Holds::Nothing)));
        effects::for_each_write(&insn, |reg, holds| {
            expected.retain(|&(other, _)| other != reg);
            expected.push((reg, holds));
        });
        let holds = |&(reg, holds): &(u16, Holds)| match (holds, self.peek(reg)) {
            (Holds::Either, _) | (Holds::Nothing, None) => true,
            (Holds::Value, Some(value)) => !self.func.ty(value).may_be_missing(),
            (Holds::Value, None) | (Holds::Nothing, Some(_)) => false,
        };
        let copied = |&value: &ValueId| self.func.copied_operand(self.func.inst(self.func.value(value).def));
        let narrowed = |&(reg, old): &(u16, Option<ValueId>)| {
            std::iter::successors(self.peek(reg), copied).skip(1).any(|value| Some(value) == old)
        };
        let known = |change: &(u16, _)| expected.iter().any(|&(reg, _)| reg == change.0) || narrowed(change);
        expected.iter().all(holds) && self.log[mark..].iter().all(known)
    }

    /// Goes on to what follows; through the writes of an instruction, which are done.
    fn go_on(&mut self, next: Option<usize>) {
        match next.map(|next| (next, self.node(next))) {
            Some((_, Node::Written { next, .. })) => self.go_on(next),
            Some((next, _)) => self.go(next),
            None => self.terminate(Opcode::Unreachable, &[], &[]),
        }
    }

    /// Ends the block with a jump to a node; a node that can only be reached from here goes on in this block.
    pub(super) fn go(&mut self, next: usize) {
        if self.heads[next].is_none() && self.plan.cfg.predecessors(next).len() == 1 {
            self.heads[next] = Some(self.block);
            return;
        }
        let head = self.edge(next);
        self.terminate(Opcode::Branch, &[], &[head]);
    }

    /// Where the arguments arrive.
    fn arguments(&mut self) {
        let code = self.code;
        let parameters = flow::parameters(code);
        let free = code.local_names.len() - usize::from(code.nfree).min(code.local_names.len());
        let mut function = None;
        for reg in (0..code.nregs).filter(|&reg| flow::is_argument(code, reg)) {
            if !self.plan.wanted(code, 1, reg) {
                continue;
            }
            let is_parameter = usize::from(reg) < parameters;
            if !is_parameter {
                let running = *function.get_or_insert_with(|| self.value(Opcode::LoadFunction, &[], &[]));
                let number = Imm::Index((usize::from(reg) - free) as u32);
                let cell = self.value(Opcode::ClosureCell, &[number], &[running]);
                self.set(reg, Some(cell));
                continue;
            }
            let op = if self.observing() { Opcode::TakeArg } else { Opcode::LoadArg };
            let ty = self.parameter_type(reg);
            let data = InstData::new(op, &[]).imms(&[Imm::Index(u32::from(reg))]);
            let inst = self.func.append_inst(self.block, data, &[ty]);
            let value = self.func.result(inst);
            self.set(reg, Some(value));
        }
    }

    /// Where registers arrive at a loop header.
    fn arrivals(&mut self, header: usize) {
        let code = self.code;
        for reg in 0..code.nregs {
            if !self.plan.wanted(code, header, reg) {
                continue;
            }
            let is_cell = code.is_cell.get(usize::from(reg)).is_some_and(|&is_cell| is_cell);
            let ty = match self.plan.presence.holds(header, reg) {
                Holds::Value if is_cell || flow::is_free(code, reg) => Type::CELL,
                Holds::Value => Type::OBJECT,
                Holds::Nothing | Holds::Either => Type::OPT_OBJECT,
            };
            let data = InstData::new(Opcode::TakeArg, &[]).imms(&[Imm::Index(u32::from(reg))]);
            let inst = self.func.append_inst(self.block, data, &[ty]);
            let value = self.func.result(inst);
            self.set(reg, Some(value));
        }
    }

    fn parameter_type(&self, reg: u16) -> Type {
        let first_special = u32::from(self.code.arg_count) + u32::from(self.code.kwonly_count);
        match u32::from(reg).checked_sub(first_special) {
            Some(0) if self.code.varargs => Type::TUPLE_EXACT,
            Some(0) if self.code.varkw => Type::DICT_EXACT,
            Some(1) if self.code.varargs && self.code.varkw => Type::DICT_EXACT,
            _ => Type::OBJECT,
        }
    }

    /// An exception has arrived: the temporaries from the handler's depth go, the highest first.
    fn caught(&mut self, pc: u32, depth: u16, handler: usize) {
        self.begin(pc);
        let exception = self.value(Opcode::TakeExc, &[Imm::Index(pc)], &[]);
        for reg in (depth..self.code.nregs).rev() {
            if let Some(value) = self.peek(reg) {
                self.set(reg, None);
                self.end(value);
            }
        }
        self.set(depth, Some(exception));
        if let Node::Body(body) = self.node(handler) {
            self.ran = true;
            self.still_quiet(body.start);
        }
        self.go(handler);
    }

    /// Translates one instruction. An error: its block has ended.
    fn translate(&mut self, i: Insn) -> Flow {
        self.leave_unseen(i)?;
        match i.op {
            Op::Nop => Ok(()),
            Op::LoadConst | Op::Move | Op::Clear | Op::CheckBound | Op::DelFast => self.local(i),
            Op::MakeCell | Op::LoadDeref | Op::StoreDeref | Op::DelDeref => self.cell(i),
            Op::LoadClassDeref | Op::LoadDictOrGlobal | Op::LoadDictOrDeref => self.scoped_name(i),
            Op::LoadGlobal | Op::StoreGlobal | Op::DelGlobal => self.global(i),
            Op::LoadName | Op::StoreName | Op::DelName => self.namespace_name(i),
            Op::LoadAttr | Op::StoreAttr | Op::DelAttr => self.attribute(i),
            Op::LoadMethod | Op::LoadSuperAttr | Op::LoadSuperMethod => self.method(i),
            Op::GetItem | Op::SetItem | Op::DelItem | Op::GetSlice | Op::SetSlice => self.item(i),
            Op::Add
            | Op::Sub
            | Op::Mul
            | Op::TrueDiv
            | Op::FloorDiv
            | Op::Mod
            | Op::Pow
            | Op::LShift
            | Op::RShift
            | Op::And
            | Op::Or
            | Op::Xor
            | Op::MatMul
            | Op::AddImm
            | Op::SubImm
            | Op::MulImm
            | Op::FloorDivImm
            | Op::ModImm
            | Op::AndImm
            | Op::LShiftImm
            | Op::RShiftImm => self.binary(i),
            Op::Neg | Op::Pos | Op::Invert | Op::Not => self.unary(i),
            Op::Lt | Op::Le | Op::Eq | Op::Ne | Op::Gt | Op::Ge | Op::Is | Op::Contains => self.comparison(i),
            Op::Jump | Op::JumpBack => self.jump(i),
            Op::JumpIf
            | Op::JumpIfNone
            | Op::JumpIs
            | Op::JumpContains
            | Op::JumpLt
            | Op::JumpLe
            | Op::JumpEq
            | Op::JumpNe
            | Op::JumpGt
            | Op::JumpGe
            | Op::JumpLtImm
            | Op::JumpLeImm
            | Op::JumpEqImm
            | Op::JumpNeImm
            | Op::JumpGtImm
            | Op::JumpGeImm => self.conditional_jump(i),
            Op::GetIter | Op::ForIter => self.iteration(i),
            Op::BuildTuple | Op::BuildList | Op::BuildSet | Op::BuildDict | Op::BuildString | Op::BuildSlice => {
                self.display(i)
            }
            Op::ListAppend
            | Op::SetAdd
            | Op::DictSet
            | Op::ListExtend
            | Op::SetUpdate
            | Op::DictUpdate
            | Op::DictMerge => self.growing(i),
            Op::ListToTuple | Op::Convert | Op::FormatSimple | Op::Format => self.conversion(i),
            Op::Unpack | Op::UnpackEx => self.unpacking(i),
            Op::Call | Op::CallMethod | Op::CallKw | Op::CallMethodKw | Op::CallEx => self.call(i),
            Op::Return | Op::ReturnConst => self.leave(i),
            // Only generators have these, and they are not translated.
            Op::Yield | Op::GetYieldFromIter | Op::YieldFrom => self.give_up("generator"),
            Op::MakeFunction | Op::LoadBuildClass => self.definition(i),
            Op::ImportName | Op::ImportFrom | Op::ImportStar => self.import(i),
            Op::RaiseAgain | Op::Raise | Op::RaiseFrom | Op::Reraise => self.raise(i),
            Op::PushExc | Op::PopExc | Op::ExcMatch | Op::LoadAssertionError | Op::LoadNotImplementedError => {
                self.handling(i)
            }
            Op::WithEnter | Op::WithExit | Op::WithExitExc => self.with(i),
        }
    }

    /// The values of `count` registers from `base`.
    pub(super) fn read_range(&mut self, base: u16, count: usize) -> Flow<Vec<ValueId>> {
        (0..count).map(|k| self.read(base + k as u16)).collect()
    }
}
