//! What one instruction does to the state.

use super::classes::{Class, copied, fails_in_result};
use super::state::{Saved, Start};
use super::{Problem, Verifier};
use crate::{
    Contract, Exit, Flow, Function, Imm, InstData, InstId, Memory, Opcode, Origin, ResultRule, Steal, ValueId,
    footprint,
};
use smallvec::SmallVec;

impl<'f> Verifier<'f> {
    /// Checks one instruction and applies it.
    pub(super) fn step(&mut self, inst: InstId) {
        let func: &'f Function = self.func;
        let data = func.inst(inst);
        if data.op.info().flow == Flow::Phi {
            return; // The edges have seen to it.
        }
        if data.op == Opcode::EndLife {
            return self.report_at(inst, Problem::EndLife);
        }
        if data.op.is_counting() {
            return self.counting(inst, data);
        }
        let contract = func.contract(data);
        self.use_operands(inst, data, &contract);
        if contract.exit == Exit::Guard {
            self.exit(inst, data);
        }
        self.state.write(contract.written(func.world()), inst);
        self.steal(inst, data, &contract, Steal::Always);
        let by_frame = contract.exit == Exit::OptionalError && data.frame.is_some();
        if contract.exit == Exit::Error || by_frame {
            self.exit_of_error(inst, data);
        }
        self.steal(inst, data, &contract, Steal::OnSuccess);
        self.check_kept(inst, data, &contract);
        if data.op == Opcode::Return {
            self.check_nothing_left(inst);
        }
        self.define(data, &contract);
    }

    /// R2 for every operand, and R3; of what is stolen, R7 asks for more.
    fn use_operands(&mut self, inst: InstId, data: &InstData, contract: &Contract<'_>) {
        for (index, &value) in data.args.iter().enumerate() {
            let Some(class) = self.known(inst, value) else { continue };
            if contract.steal(index) == Steal::Never && !self.state.is_usable(class) {
                self.report_at(inst, Problem::Dead { value, lost: self.lost(class) });
            }
        }
    }

    /// R2: the class of a value that may be counted, if it has a state.
    pub(super) fn known(&mut self, inst: InstId, value: ValueId) -> Option<Class> {
        let class = self.counted(value)?;
        if self.state.has(class) && self.state.knows(value) {
            return Some(class);
        }
        self.report_at(inst, Problem::Unknown { value });
        None
    }

    /// R7: takes the units of the operands that are stolen then.
    fn steal(&mut self, inst: InstId, data: &InstData, contract: &Contract<'_>, when: Steal) {
        for (index, &value) in data.args.iter().enumerate() {
            if contract.steal(index) != when {
                continue;
            }
            // What has no state here has been reported.
            let Some(class) = self.counted(value).filter(|&class| self.state.has(class)) else { continue };
            if !self.state.take_unit(class, inst) {
                self.report_at(inst, Problem::StealUnowned { value, lost: self.lost(class) });
            }
        }
    }

    /// R4: operands that are not stolen live on to the end.
    fn check_kept(&mut self, inst: InstId, data: &InstData, contract: &Contract<'_>) {
        for (index, &value) in data.args.iter().enumerate() {
            let Some(class) = self.counted(value).filter(|&class| self.state.has(class)) else { continue };
            // One that was dead before has been reported; what this instruction ended has it as the cause.
            let ended_here = !self.state.is_usable(class) && self.state.lost(class) == Some(inst);
            if contract.steal(index) == Steal::Never && ended_here {
                self.report_at(inst, Problem::NotKept { value });
            }
        }
    }

    /// R12.
    fn check_nothing_left(&mut self, inst: InstId) {
        if self.state.total() == 0 {
            return;
        }
        let left: Vec<(Class, u32)> = self.state.owned().collect();
        for (class, units) in left {
            if let Some(value) = self.classes.source(self.func, class) {
                self.report_at(inst, Problem::ReturnLeak { value, units });
            }
        }
    }

    /// Gives the results their state.
    fn define(&mut self, data: &InstData, contract: &Contract<'_>) {
        for &result in &data.results {
            self.state.know(result);
            let Some(class) = self.classes.class(result) else { continue };
            let counted = self.func.ty(result).is_counted();
            if copied(self.func, data).is_some() {
                // A copy of what is known only here to have no count says so for all copies.
                if !counted {
                    self.state.set_uncounted(class);
                }
                continue;
            }
            match (counted, contract.origin) {
                (false, _) | (true, Origin::Uncounted) => self.state.enter(class, Start::Uncounted),
                (true, Origin::New) => self.state.enter(class, Start::Owned),
                (true, Origin::Function | Origin::Joined) => self.borrow(class, data, Memory::NONE, None),
                (true, Origin::Memory(memory)) => self.borrow(class, data, memory, None),
                (true, Origin::Item(operand, memory)) => self.borrow(class, data, memory, Some(operand)),
                (true, Origin::Part(operand) | Origin::Copy(operand)) => {
                    self.borrow(class, data, Memory::NONE, Some(operand));
                }
            }
        }
    }

    fn borrow(&mut self, class: Class, data: &InstData, memory: Memory, operand: Option<u8>) {
        let owner = operand.and_then(|index| data.args.get(usize::from(index))).and_then(|&owner| self.counted(owner));
        self.state.enter(class, Start::Borrowed);
        self.state.anchor(class, memory, owner.into_iter());
    }

    /// A reference count operation.
    fn counting(&mut self, inst: InstId, data: &InstData) {
        let takes = matches!(data.op, Opcode::Incref | Opcode::XIncref);
        let plain = matches!(data.op, Opcode::Incref | Opcode::Decref);
        for &value in &data.args {
            let ty = self.func.get_value(value).map(|data| self.func.type_of_id(data.ty));
            if ty.is_some_and(|ty| ty.is_machine()) {
                self.report_at(inst, Problem::Machine { value });
            } else if plain && ty.is_some_and(|ty| ty.may_be_missing()) {
                self.report_at(inst, Problem::MayBeMissing { value });
            }
            let Some(class) = self.known(inst, value) else { continue };
            if !takes {
                self.release(inst, value, class);
                continue;
            }
            if !self.state.is_usable(class) {
                self.report_at(inst, Problem::Dead { value, lost: self.lost(class) });
            }
            self.state.add_unit(class);
        }
    }

    /// R6: a release. Its destructor runs only if nothing else holds the object.
    fn release(&mut self, inst: InstId, value: ValueId, class: Class) {
        let may_be_last = self.state.units(class) == 1 && !self.state.is_borrowed(class);
        if !self.state.take_unit(class, inst) {
            return self.report_at(inst, Problem::ReleaseUnowned { value, lost: self.lost(class) });
        }
        if may_be_last {
            self.state.write(footprint(self.func.ty(value), self.func.world()), inst);
        }
    }

    /// Checks the exit of an error. Where the instruction is a test for a value, the operand is missing there. (A guard may also leave
    /// though its condition holds.) What the frames name is used whether the exit is taken or not, so R10 holds also for what is missing.
    fn exit_of_error(&mut self, inst: InstId, data: &InstData) {
        let func: &'f Function = self.func;
        let assumed = match (data.op.info().results, data.args.first()) {
            ([ResultRule::NotNull], Some(&value)) => self.assume_missing(value),
            _ => SmallVec::new(),
        };
        let dead: SmallVec<[Class; 2]> = assumed.iter().filter_map(Saved::dead).collect();
        self.exit(inst, data);
        assumed.into_iter().rev().for_each(|saved| self.state.restore(saved));
        if dead.is_empty() {
            return;
        }
        for value in func.frame_uses(data.frame) {
            if let Some(class) = self.classes.class(value).filter(|class| dead.contains(class)) {
                self.report_at(inst, Problem::ExitDead { value, lost: self.lost(class) });
            }
        }
    }

    /// What the branch says about its operand on the edge to successor `index`.
    pub(super) fn assume_on_edge(&mut self, data: &InstData, index: usize) -> SmallVec<[Saved; 2]> {
        let Some(&value) = data.args.first() else { return SmallVec::new() };
        match (data.op, index, data.imms.first()) {
            (Opcode::CondBranchPresent, 1, _) => self.assume_missing(value),
            (Opcode::CondBranchIterNotDone, 1, _) => self.assume_one(value).into_iter().collect(),
            (Opcode::CondBranchType, 0, Some(&Imm::Type(ty)))
                if !self.func.type_of_id(ty).meet(self.func.ty(value)).is_counted() =>
            {
                self.assume_one(value).into_iter().collect()
            }
            _ => SmallVec::new(),
        }
    }

    fn assume_one(&mut self, value: ValueId) -> Option<Saved> {
        let class = self.classes.class(value)?;
        self.state.assume_uncounted(class)
    }

    /// The value is the empty word. If it is the first result of an instruction that fails so, the others are, too.
    fn assume_missing(&mut self, value: ValueId) -> SmallVec<[Saved; 2]> {
        let func: &'f Function = self.func;
        let mut saved: SmallVec<[Saved; 2]> = self.assume_one(value).into_iter().collect();
        let source = self.classes.class(value).and_then(|class| self.classes.source(func, class));
        let Some(definition) = source.and_then(|source| func.get_value(source)) else { return saved };
        let Some(data) = func.get_inst(definition.def) else { return saved };
        if definition.result == 0 && fails_in_result(&func.contract(data), data) {
            for &sibling in data.results.iter().skip(1) {
                saved.extend(self.assume_one(sibling));
            }
        }
        saved
    }
}
