//! What all translations share: values of registers, instructions, failures, frame states, ends of lives.

use super::BuildOptions;
use super::cfg::{Body, Node};
use super::feedback::SiteHint;
use super::ssa::Plan;
use crate::bytecode::{CodeProto, Field, Insn, Op};
use hir::typing::{self, ResultType};
use hir::{
    BlockId, Can, Constant, FrameId, FrameState, Function, Imm, InstData, InstId, NameId, Opcode, Type, ValueId, World,
};
use smallvec::SmallVec;

/// The block at hand has ended: nothing more can be put into it.
#[derive(Debug)]
pub(super) struct Stop;

/// The result of translating something.
pub(super) type Flow<T = ()> = Result<T, Stop>;

/// Where control goes if an instruction fails.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fail {
    /// Out of the function, by a check with this frame state.
    Leave(FrameId),
    /// To this block.
    Block(BlockId),
}

/// An edge into a node with phis.
#[derive(Debug)]
pub(super) struct Incoming {
    pub from: BlockId,
    pub args: Vec<ValueId>,
}

/// A function in the making.
pub(super) struct Build<'b> {
    pub code: &'b CodeProto,
    pub options: &'b BuildOptions<'b>,
    pub plan: &'b Plan,
    pub func: Function,
    /// The block in which each node begins, once there is one.
    pub heads: Vec<Option<BlockId>>,
    /// The edges into each node that has phis.
    pub incoming: Vec<Vec<Incoming>>,
    /// The phis of each node.
    pub phis: Vec<Vec<InstId>>,
    /// What each register holds; nothing if it is empty or not wanted any more.
    pub regs: Vec<Option<ValueId>>,
    /// What was changed in `regs`, to be undone.
    pub log: Vec<(u16, Option<ValueId>)>,
    /// The block at hand.
    pub block: BlockId,
    /// The instruction at hand.
    pub pc: u32,
    /// The run of instructions at hand.
    pub body: Body,
    /// How long `log` was when the instruction at hand could first fail.
    pub split: Option<usize>,
    /// Whether the instruction at hand may have run code of the program.
    pub ran: bool,
    guard_frame: Option<FrameId>,
    code_name: NameId,
    null: Option<ValueId>,
}

/// Why control leaves where a register is empty that should not be.
const EMPTY_REGISTER: &str = "empty-register";

const NO_BODY: Body = Body { start: 0, end: 0, next: None, taken: None, raised: None };

impl<'b> Build<'b> {
    /// An empty function for `code`.
    pub(super) fn new(code: &'b CodeProto, options: &'b BuildOptions<'b>, plan: &'b Plan) -> Build<'b> {
        let mut func = Function::new(&code.qualname);
        func.set_world(options.world);
        let code_name = func.intern_name(&code.qualname);
        let block = func.append_block();
        let nodes = plan.graph.nodes.len();
        let mut heads = vec![None; nodes];
        heads[0] = Some(block);
        Build {
            code,
            options,
            plan,
            func,
            heads,
            incoming: (0..nodes).map(|_| Vec::new()).collect(),
            phis: vec![Vec::new(); nodes],
            regs: vec![None; usize::from(code.nregs)],
            log: Vec::new(),
            block,
            pc: 0,
            body: NO_BODY,
            split: None,
            ran: false,
            guard_frame: None,
            code_name,
            null: None,
        }
    }

    /// Begins the translation of instruction `pc`.
    pub(super) fn begin(&mut self, pc: u32) {
        self.pc = pc;
        self.guard_frame = None;
        self.split = None;
        self.ran = false;
    }

    /// Whether destructors may run code of the program.
    pub(super) fn observing(&self) -> bool {
        self.options.world == World::Observing
    }

    /// The feedback bits of the instruction at hand.
    pub(super) fn saw(&self) -> u32 {
        self.options.feedback.map_or(0, |feedback| feedback.word(self.pc) & 7)
    }

    /// What the site of the instruction saw.
    pub(super) fn site(&self, i: Insn) -> SiteHint {
        self.options.feedback.map_or(SiteHint::None, |feedback| feedback.site(i.e))
    }

    /// Leaves here, if the instruction at hand, which records what it sees, was never executed.
    pub(super) fn leave_unseen(&mut self, i: Insn) -> Flow {
        let Some(feedback) = self.options.feedback.filter(|_| self.options.leave_unseen) else { return Ok(()) };
        let recorded = match i.op {
            Op::LoadGlobal
            | Op::LoadAttr
            | Op::StoreAttr
            | Op::LoadMethod
            | Op::Call
            | Op::CallMethod
            | Op::CallKw
            | Op::CallMethodKw => feedback.site(i.e) != SiteHint::Unseen,
            op => !op.fields().contains(&Field::Feedback) || feedback.word(self.pc) != 0,
        };
        if !recorded { self.give_up(super::UNSEEN) } else { Ok(()) }
    }

    // Instructions.

    /// Appends an instruction; its results get the types that the table gives.
    pub(super) fn inst(&mut self, op: Opcode, imms: &[Imm], args: &[ValueId]) -> InstId {
        self.push(InstData::new(op, args).imms(imms))
    }

    /// Appends an instruction that leaves by a frame state.
    pub(super) fn inst_exit(&mut self, op: Opcode, imms: &[Imm], args: &[ValueId], frame: FrameId) -> InstId {
        self.push(InstData::new(op, args).imms(imms).frame(frame))
    }

    fn push(&mut self, data: InstData) -> InstId {
        let line = self.code.positions.get(self.pc as usize).map_or(0, |pos| pos.line);
        let types = result_types(&self.func, &data);
        self.ran |= self.func.contract(&data).can.has(Can::RUN);
        self.func.append_inst(self.block, data.line(line), &types)
    }

    /// The result of [`inst`](Self::inst).
    pub(super) fn value(&mut self, op: Opcode, imms: &[Imm], args: &[ValueId]) -> ValueId {
        let inst = self.inst(op, imms, args);
        self.func.result(inst)
    }

    /// The result of [`inst_exit`](Self::inst_exit).
    pub(super) fn value_exit(&mut self, op: Opcode, imms: &[Imm], args: &[ValueId], frame: FrameId) -> ValueId {
        let inst = self.inst_exit(op, imms, args, frame);
        self.func.result(inst)
    }

    /// Ends the block with a terminator.
    pub(super) fn terminate(&mut self, op: Opcode, args: &[ValueId], blocks: &[BlockId]) {
        self.push(InstData::new(op, args).blocks(blocks));
    }

    /// A name as an immediate.
    pub(super) fn name(&mut self, name: &str) -> Imm {
        Imm::Name(self.func.intern_name(name))
    }

    /// Name `index` of the code as an immediate.
    pub(super) fn code_name(&mut self, index: u16) -> Imm {
        let code = self.code;
        self.name(&code.names[usize::from(index)])
    }

    /// A type as an immediate.
    pub(super) fn type_imm(&mut self, ty: Type) -> Imm {
        Imm::Type(self.func.intern_type(ty))
    }

    /// A constant.
    pub(super) fn constant(&mut self, constant: Constant) -> ValueId {
        let id = self.func.intern_constant(constant);
        self.value(Opcode::Const, &[Imm::Const(id)], &[])
    }

    /// The empty word, made once in the entry block.
    pub(super) fn null(&mut self) -> ValueId {
        if let Some(null) = self.null {
            return null;
        }
        let id = self.func.intern_constant(Constant::Nullptr);
        let data = InstData::new(Opcode::Const, &[]).imms(&[Imm::Const(id)]);
        let first = self.func.entry().and_then(|entry| self.func.first_inst(entry));
        let inst = match first {
            Some(first) => self.func.insert_inst_before(first, data, &[Type::NULLPTR]),
            None => self.func.append_inst(self.block, data, &[Type::NULLPTR]),
        };
        *self.null.insert(self.func.result(inst))
    }

    // Registers.

    /// Changes what a register holds.
    pub(super) fn set(&mut self, reg: u16, value: Option<ValueId>) {
        let old = std::mem::replace(&mut self.regs[usize::from(reg)], value);
        if old != value {
            self.log.push((reg, old));
        }
    }

    /// Undoes changes of registers until the log is as long as it was.
    pub(super) fn rewind(&mut self, mark: usize) {
        for (reg, old) in self.log.drain(mark..).rev() {
            self.regs[usize::from(reg)] = old;
        }
    }

    /// What a register may hold.
    pub(super) fn peek(&self, reg: u16) -> Option<ValueId> {
        self.regs.get(usize::from(reg)).copied().flatten()
    }

    /// The value in a register that must have one. Valid bytecode has seen to it; should it not have, control leaves here.
    pub(super) fn read(&mut self, reg: u16) -> Flow<ValueId> {
        match self.peek(reg) {
            Some(value) if !self.func.ty(value).may_be_missing() => Ok(value),
            Some(_) => self.check_bound(reg, EMPTY_REGISTER),
            None => self.give_up(EMPTY_REGISTER),
        }
    }

    /// The value in a register, or the empty word.
    pub(super) fn read_optional(&mut self, reg: u16) -> ValueId {
        self.peek(reg).unwrap_or_else(|| self.null())
    }

    /// The value in a register, of this type for certain: by a guard if need be.
    pub(super) fn read_as(&mut self, reg: u16, ty: Type) -> Flow<ValueId> {
        let value = self.read(reg)?;
        Ok(self.guard_register(reg, value, ty))
    }

    /// Narrows the value in a register by a guard, unless it is of the type.
    pub(super) fn guard_register(&mut self, reg: u16, value: ValueId, ty: Type) -> ValueId {
        if self.func.ty(value).is_subtype(ty) {
            return value;
        }
        let frame = self.guard_frame();
        let imm = self.type_imm(ty);
        let narrow = self.value_exit(Opcode::GuardType, &[imm], &[value], frame);
        self.set(reg, Some(narrow));
        narrow
    }

    /// The value in a register that may be unbound: by a guard if need be, behind which the interpreter raises.
    pub(super) fn check_bound(&mut self, reg: u16, name: &str) -> Flow<ValueId> {
        let Some(value) = self.peek(reg) else { return self.give_up("unbound") };
        if !self.func.ty(value).may_be_missing() {
            return Ok(value);
        }
        let frame = self.guard_frame();
        let name = self.name(name);
        let bound = self.value_exit(Opcode::CheckVar, &[name], &[value], frame);
        self.set(reg, Some(bound));
        Ok(bound)
    }

    /// Leaves the instruction at hand and what follows to the interpreter.
    pub(super) fn give_up<T>(&mut self, reason: &str) -> Flow<T> {
        let (frame, reason) = (self.guard_frame(), self.name(reason));
        self.inst_exit(Opcode::Deopt, &[reason], &[], frame);
        Err(Stop)
    }

    /// Takes the operands that the instruction consumes out of their registers.
    pub(super) fn consume(&mut self, i: Insn) {
        super::effects::for_each_taken(&i, |reg| self.set(reg, None));
    }

    /// Puts a value into a register, and ends what it held.
    pub(super) fn write(&mut self, reg: u16, value: ValueId) {
        let old = self.peek(reg);
        self.set(reg, Some(value));
        if let Some(old) = old {
            self.end(old);
        }
    }

    // Lives.

    /// Whether the end of a value's life is of any interest.
    fn ends(&self, value: ValueId) -> bool {
        self.func.ty(value).is_counted() && self.func.inst(self.func.value(value).def).op != Opcode::Const
    }

    /// The interpreter drops a reference here.
    pub(super) fn end(&mut self, value: ValueId) {
        if self.ends(value) {
            self.inst(Opcode::EndLife, &[], &[value]);
        }
    }

    /// The interpreter drops references here, in this order.
    pub(super) fn end_all(&mut self, values: &[ValueId]) {
        values.iter().for_each(|&value| self.end(value));
    }

    /// The values whose flag is among the instruction's.
    pub(super) fn used(i: Insn, operands: &[(u8, ValueId)]) -> Vec<ValueId> {
        operands.iter().filter(|(flag, _)| i.n & flag != 0).map(|&(_, value)| value).collect()
    }

    // Frame states.

    fn frame(&mut self, pc: u32, slots: Vec<Option<ValueId>>) -> FrameId {
        let mut slots = slots;
        let len = slots.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        slots.truncate(len);
        self.func.intern_frame(FrameState { code: self.code_name, pc, slots, caller: None })
    }

    /// The state in which the interpreter goes on at instruction `pc`, with the registers as they are.
    pub(super) fn frame_at(&mut self, pc: u32) -> FrameId {
        let slots = self.regs.clone();
        self.frame(pc, slots)
    }

    /// The state in which the interpreter executes the instruction at hand again. Its operands must be in their registers still.
    pub(super) fn guard_frame(&mut self) -> FrameId {
        if let Some(frame) = self.guard_frame {
            return frame;
        }
        let frame = self.frame_at(self.pc);
        *self.guard_frame.insert(frame)
    }

    /// In the quiet world: leaves to go on at `pc`, should code that the instruction at hand ran have made destructors observable.
    pub(super) fn still_quiet(&mut self, pc: u32) {
        if self.ran && !self.observing() {
            let frame = self.frame_at(pc);
            self.inst_exit(Opcode::GuardQuiet, &[], &[], frame);
        }
    }

    /// The state in which the interpreter unwinds from the instruction at hand. Of a frame that is left only what a message may show is
    /// wanted, unless ends of lives, or a traceback's frames, can be seen.
    pub(super) fn error_frame(&mut self) -> FrameId {
        let left = self.body.raised.is_none() && !self.observing();
        let Some(liveness) = self.plan.liveness.as_ref().filter(|_| left) else { return self.frame_at(self.pc) };
        let mut slots = vec![None; self.code.local_names.len()];
        liveness.shown.for_each(&self.code.code[self.pc as usize], |reg| slots[usize::from(reg)] = self.peek(reg));
        self.frame(self.pc, slots)
    }

    // Failures.

    /// The block in which a node begins.
    pub(super) fn head(&mut self, node: usize) -> BlockId {
        if let Some(head) = self.heads[node] {
            return head;
        }
        *self.heads[node].insert(self.func.append_block())
    }

    /// An edge from the block at hand, with the registers as they are, to a node.
    pub(super) fn edge(&mut self, node: usize) -> BlockId {
        let plan = self.plan;
        if !plan.phis[node].is_empty() {
            let args = plan.phis[node].iter().map(|&reg| self.read_optional(reg)).collect();
            self.incoming[node].push(Incoming { from: self.block, args });
        }
        self.head(node)
    }

    /// Where control goes if the instruction at hand fails now, its operands being consumed.
    pub(super) fn fail(&mut self) -> Fail {
        self.split.get_or_insert(self.log.len());
        match self.body.raised {
            Some(node) if !self.options.leave_caught => Fail::Block(self.head(node)),
            _ => Fail::Leave(self.error_frame()),
        }
    }

    /// As [`fail`](Self::fail), with lives that end only then.
    pub(super) fn fail_ending(&mut self, values: &[ValueId]) -> Fail {
        let values: Vec<ValueId> = values.iter().copied().filter(|&value| self.ends(value)).collect();
        let fail = self.fail();
        // An exit releases what the function owns and the frame does not name; who could see the order?
        let exits = matches!(fail, Fail::Leave(_)) && !self.observing();
        if values.is_empty() || exits {
            return fail;
        }
        let block = self.func.append_block();
        let back = std::mem::replace(&mut self.block, block);
        self.end_all(&values);
        self.go_fail(fail);
        self.block = back;
        Fail::Block(block)
    }

    /// Ends the block: the instruction at hand has failed.
    pub(super) fn go_fail(&mut self, fail: Fail) {
        match fail {
            Fail::Leave(frame) => {
                self.inst_exit(Opcode::Unwind, &[], &[], frame);
            }
            Fail::Block(block) => self.terminate(Opcode::Branch, &[], &[block]),
        }
    }

    /// The value, if there is one; if it is missing, the instruction at hand has failed.
    pub(super) fn present(&mut self, value: ValueId, fail: Fail) -> ValueId {
        let ty = self.func.ty(value);
        if !ty.may_be_null() {
            return value;
        }
        match fail {
            Fail::Leave(frame) => self.value_exit(Opcode::CheckExc, &[], &[value], frame),
            Fail::Block(block) => {
                let next = self.func.append_block();
                self.terminate(Opcode::CondBranchPresent, &[value], &[next, block]);
                self.block = next;
                let imm = self.type_imm(ty.without_null());
                self.value(Opcode::RefineType, &[imm], &[value])
            }
        }
    }

    /// Goes on if `done` is true; otherwise the instruction at hand has failed.
    pub(super) fn succeeded(&mut self, done: ValueId, fail: Fail) {
        match fail {
            Fail::Leave(frame) => {
                self.inst_exit(Opcode::CheckOk, &[], &[done], frame);
            }
            Fail::Block(block) => {
                let next = self.func.append_block();
                self.terminate(Opcode::CondBranch, &[done], &[next, block]);
                self.block = next;
            }
        }
    }

    /// An instruction that may fail. `lives` end after it, in any case.
    pub(super) fn try_value(&mut self, op: Opcode, imms: &[Imm], args: &[ValueId], lives: &[ValueId]) -> ValueId {
        let value = self.value(op, imms, args);
        self.end_all(lives);
        let fail = self.fail();
        self.present(value, fail)
    }

    /// As [`try_value`](Self::try_value), for an instruction whose result only says whether it succeeded.
    pub(super) fn try_done(&mut self, op: Opcode, imms: &[Imm], args: &[ValueId], lives: &[ValueId]) {
        let done = self.value(op, imms, args);
        self.end_all(lives);
        let fail = self.fail();
        self.succeeded(done, fail);
    }

    /// An instruction that may fail, whose operands are released in one order if it succeeds and in another if not.
    pub(super) fn try_value_ordered(
        &mut self,
        op: Opcode,
        imms: &[Imm],
        args: &[ValueId],
        lives: &[ValueId],
        if_failed: &[ValueId],
    ) -> ValueId {
        let seen = |b: &Self, v: ValueId| b.observing() && b.ends(v) && b.func.ty(v).release_may_run_code();
        let order = |list: &[ValueId]| -> Vec<ValueId> { list.iter().copied().filter(|&v| seen(self, v)).collect() };
        if order(lives) == order(if_failed) {
            return self.try_value(op, imms, args, lives);
        }
        let value = self.value(op, imms, args);
        let fail = self.fail_ending(if_failed);
        let value = self.present(value, fail);
        self.end_all(lives);
        value
    }

    /// A node of the bytecode's graph.
    pub(super) fn node(&self, node: usize) -> Node {
        self.plan.graph.nodes[node]
    }
}

/// The types that the table gives the results of an instruction.
pub(super) fn result_types(func: &Function, data: &InstData) -> SmallVec<[Type; 2]> {
    let ty = |rule| match rule {
        ResultType::Is(ty) | ResultType::Within(ty) => ty,
    };
    typing::result_types(func, data).into_iter().map(ty).collect()
}
