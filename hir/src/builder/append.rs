//! Appending an instruction, with everything about it checked.

use super::{BuildError, Built, Count, FunctionBuilder, Problem};
use crate::contract::{Exit, Steal};
use crate::entity::{BlockId, InstId, ValueId};
use crate::function::{Imm, InstData};
use crate::opcode::{Flow, ImmKind, Opcode};
use crate::ty::Type;
use crate::typing::{ResultType, result_types};
use smallvec::SmallVec;

impl ImmKind {
    fn matches(self, imm: &Imm) -> bool {
        match self {
            ImmKind::Index => matches!(imm, Imm::Index(_)),
            ImmKind::Const => matches!(imm, Imm::Const(_)),
            ImmKind::Name => matches!(imm, Imm::Name(_)),
            ImmKind::Type => matches!(imm, Imm::Type(_)),
            ImmKind::Shape => matches!(imm, Imm::Shape(_)),
            ImmKind::BinOp => matches!(imm, Imm::BinOp(_)),
            ImmKind::UnOp => matches!(imm, Imm::UnOp(_)),
            ImmKind::CmpOp => matches!(imm, Imm::CmpOp(_)),
            ImmKind::Native => matches!(imm, Imm::Native(_)),
        }
    }
}

impl FunctionBuilder {
    /// Appends an instruction to the current block.
    ///
    /// `data` has the opcode, immediates, operands, successors and the frame state; its line is the one set if it is 0.
    /// `declared` has the types of the results: empty for those that follow from the instruction; where the table lets the maker
    /// declare them ([`ResultRule::Within`](crate::ResultRule::Within)) they must be there.
    ///
    /// What only the whole function can show is left to [`finish`](Self::finish): whether definitions come before uses, and what
    /// depends on facts at a place (shapes, lengths).
    ///
    /// # Errors
    /// Whatever of it is wrong, as [`Problem`] lists.
    pub fn append(&mut self, data: InstData, declared: &[Type]) -> Built<InstId> {
        let op = data.op;
        self.try_append(data, declared).map_err(|mut error: BuildError| {
            error.place.op = Some(op);
            error
        })
    }

    fn try_append(&mut self, mut data: InstData, declared: &[Type]) -> Built<InstId> {
        let block = self.open_block()?;
        self.reserve()?;
        if matches!(data.op, Opcode::LoadArg | Opcode::TakeArg) && self.func.entry() != Some(block) {
            return Err(self.error(Problem::ArgumentElsewhere));
        }
        self.check_kind(&data)?;
        self.check_imms(&data)?;
        self.resolve_operands(&mut data)?;
        self.check_operands(&data)?;
        self.check_successors(&data)?;
        self.check_exit(&data)?;
        let types = self.types_of_results(&data, declared)?;
        if data.line == 0 {
            data.line = self.line;
        }
        for &target in data.blocks.iter() {
            self.preds[target].push(block);
        }
        Ok(self.func.append_inst(block, data, &types))
    }

    /// Appends an instruction with one result and gives that.
    ///
    /// # Errors
    /// As [`append`](Self::append); also if it does not have exactly one result.
    pub fn append_value(&mut self, data: InstData, declared: &[Type]) -> Built<ValueId> {
        let op = data.op;
        let results = self.result_count(&data);
        if results != 1 {
            let mut error = self.error(Problem::Results { expected: 1, got: results });
            error.place.op = Some(op);
            return Err(error);
        }
        let inst = self.append(data, declared)?;
        Ok(self.func.result(inst))
    }

    /// How many results the instruction has.
    fn result_count(&self, data: &InstData) -> usize {
        match (data.op, data.imms.first()) {
            (Opcode::CallNative, Some(Imm::Native(native))) => {
                // An unknown native is found out, and named, when the instruction is appended.
                self.func.get_native(*native).map_or(1, |signature| usize::from(signature.result.is_some()))
            }
            _ => data.op.info().results.len(),
        }
    }

    fn check_kind(&self, data: &InstData) -> Built<()> {
        let problem = match data.op.info().flow {
            Flow::Phi => Problem::PhiAsInstruction,
            _ if data.op.is_counting() => Problem::Counting,
            _ if !data.results.is_empty() || !data.exit_refs.is_empty() => Problem::NotBare,
            Flow::Next | Flow::Ends(_) => return Ok(()),
        };
        Err(self.error(problem))
    }

    fn check_imms(&self, data: &InstData) -> Built<()> {
        let kinds = data.op.info().imms;
        if kinds.len() != data.imms.len() {
            return Err(self.error(Problem::ImmCount { expected: kinds.len(), got: data.imms.len() }));
        }
        for (index, (kind, imm)) in kinds.iter().zip(&data.imms).enumerate() {
            if !kind.matches(imm) {
                return Err(self.error(Problem::ImmKind { index, expected: *kind }));
            }
            self.check_own(imm)?;
        }
        Ok(())
    }

    /// Checks that what an immediate refers to is this function's.
    fn check_own(&self, imm: &Imm) -> Built<()> {
        let own = |is_own: bool, what: &dyn std::fmt::Display| if is_own { Ok(()) } else { Err(self.foreign(what)) };
        match imm {
            Imm::Const(id) => own(self.func.get_constant(*id).is_some(), id),
            Imm::Name(id) => own(self.func.get_name(*id).is_some(), id),
            Imm::Type(id) => own(self.func.get_type(*id).is_some(), id),
            Imm::Native(id) if self.func.get_native(*id).is_none() => Err(self.error(Problem::UnknownNative(*id))),
            Imm::Native(_) | Imm::Index(_) | Imm::Shape(_) | Imm::BinOp(_) | Imm::UnOp(_) | Imm::CmpOp(_) => Ok(()),
        }
    }

    /// Checks that operands are values of the function, and puts what a variable's superfluous phi stands for in its place.
    fn resolve_operands(&self, data: &mut InstData) -> Built<()> {
        for arg in data.args.iter_mut() {
            *arg = self.own(*arg)?;
        }
        Ok(())
    }

    fn check_operands(&self, data: &InstData) -> Built<()> {
        let (fixed, rest) = self.operand_types(data);
        let expected = Count { least: fixed.len(), most: if rest.is_none() { Some(fixed.len()) } else { None } };
        let got = data.args.len();
        if got < expected.least || expected.most.is_some_and(|most| got > most) {
            return Err(self.error(Problem::OperandCount { expected, got }));
        }
        let types = fixed.iter().copied().chain(std::iter::repeat(rest.unwrap_or(Type::TOP)));
        for (index, (&value, expected)) in data.args.iter().zip(types).enumerate() {
            let got = self.func.ty(value);
            if !got.is_subtype(expected) {
                let (expected, got) = (self.shown(expected), self.shown(got));
                return Err(self.error(Problem::OperandType { index, value, expected, got }));
            }
        }
        Ok(())
    }

    fn operand_types(&self, data: &InstData) -> (SmallVec<[Type; 4]>, Option<Type>) {
        match (data.op, data.imms.first()) {
            (Opcode::CallNative, Some(Imm::Native(native))) => {
                (self.func.native(*native).params.iter().map(|param| param.ty).collect(), None)
            }
            _ => {
                let operands = &data.op.info().operands;
                (SmallVec::from_slice(operands.fixed), operands.rest)
            }
        }
    }

    fn check_successors(&self, data: &InstData) -> Built<()> {
        let expected = match data.op.info().flow {
            Flow::Ends(count) => usize::from(count),
            Flow::Next | Flow::Phi => 0,
        };
        if data.blocks.len() != expected {
            return Err(self.error(Problem::SuccessorCount { expected, got: data.blocks.len() }));
        }
        for (index, &block) in data.blocks.iter().enumerate() {
            self.check_target(block)?;
            if data.blocks[..index].contains(&block) {
                return Err(self.error(Problem::DoubleEdge(block)));
            }
        }
        Ok(())
    }

    fn check_target(&self, block: BlockId) -> Built<()> {
        self.check_block(block)?;
        if self.func.entry() == Some(block) {
            return Err(self.error(Problem::BranchToEntry(block)));
        }
        if self.vars.is_sealed(block) {
            return Err(self.error(Problem::BranchToSealed(block)));
        }
        Ok(())
    }

    fn check_exit(&self, data: &InstData) -> Built<()> {
        let Some(frame) = data.frame else {
            return if self.needs_frame(data) { Err(self.error(Problem::MissingFrame)) } else { Ok(()) };
        };
        if self.func.contract(data).exit == Exit::None {
            return Err(self.error(Problem::UnexpectedFrame));
        }
        self.check_frame(frame)
    }

    fn needs_frame(&self, data: &InstData) -> bool {
        let contract = self.func.contract(data);
        match contract.exit {
            Exit::None => false,
            Exit::Guard | Exit::Error => true,
            // Failure shows in the result, if there is one and it can be the empty word, and no steal depends on it.
            Exit::OptionalError => {
                let depends = (0..data.args.len()).any(|index| contract.steal(index) == Steal::OnSuccess);
                let result = result_types(&self.func, data).first().copied();
                let shows = matches!(result, Some(ResultType::Is(ty)) if super::is_value_type(ty));
                depends || !shows
            }
        }
    }

    fn types_of_results(&self, data: &InstData, declared: &[Type]) -> Built<SmallVec<[Type; 2]>> {
        let results = result_types(&self.func, data);
        if !declared.is_empty() && declared.len() != results.len() {
            return Err(self.error(Problem::ResultCount { expected: results.len(), got: declared.len() }));
        }
        let mut types = SmallVec::new();
        for (index, result) in results.into_iter().enumerate() {
            let ty = match (result, declared.get(index)) {
                (_, Some(&declared)) => {
                    self.check_value_type(declared)?;
                    if !result.allows(declared) {
                        return Err(self.error(Problem::ResultType { index, declared: self.shown(declared) }));
                    }
                    declared
                }
                (ResultType::Is(ty), None) => ty,
                (ResultType::Within(bound), None) => {
                    return Err(self.error(Problem::Undeclared { index, bound: self.shown(bound) }));
                }
            };
            types.push(ty);
        }
        Ok(types)
    }
}
