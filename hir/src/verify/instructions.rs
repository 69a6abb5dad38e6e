//! V7 to V13, V15, V16, V18, V20, V21 and the part of V19 that types say: each instruction against its row of the table.

use super::{Rule, Verifier};
use crate::contract::{Exit, Steal};
use crate::entity::EntityMap;
use crate::opcode::{BinOp, Flow, ImmKind};
use crate::text::{Place, display_imm, display_type};
use crate::ty::{Spec, Type};
use crate::typing::{ResultType, result_types};
use crate::{BlockId, Constant, FrameId, Imm, InstData, InstId, Opcode};
use std::collections::BTreeMap;

impl Verifier<'_> {
    pub(super) fn instructions(&mut self) {
        let mut frames = EntityMap::new(false);
        let mut arguments = BTreeMap::new();
        for block in self.func.blocks() {
            for (inst, data) in self.insts(block) {
                if self.immediates(inst, data) {
                    self.immediate_values(inst, data);
                    self.operands(inst, data);
                    self.results(inst, data);
                    self.forms(inst, data);
                    self.argument(block, inst, data, &mut arguments);
                }
                self.exit_state(inst, data);
                if let Some(frame) = data.frame {
                    self.frame_types(frame, &mut frames);
                }
            }
        }
    }

    /// Whether the immediates are of the kinds in the row. Nothing else of the instruction is checked if not.
    fn immediates(&mut self, inst: InstId, data: &InstData) -> bool {
        let kinds = data.op.info().imms;
        if data.imms.len() != kinds.len() {
            let message = format!("{} has {} immediates, and should have {}", data.op, data.imms.len(), kinds.len());
            self.error_at(Rule::Immediates, inst, message);
            return false;
        }
        let wrong = data.imms.iter().zip(kinds).find(|&(&imm, &kind)| kind_of(imm) != kind);
        if let Some((&imm, kind)) = wrong {
            let message = format!("immediate {} is no {kind:?}", display_imm(self.func, imm));
            self.error_at(Rule::Immediates, inst, message);
        }
        wrong.is_none()
    }

    fn immediate_values(&mut self, inst: InstId, data: &InstData) {
        if let Some(problem) = self.problem_with_immediates(data) {
            self.error_at(Rule::ImmediateValues, inst, problem);
        }
    }

    fn problem_with_immediates(&self, data: &InstData) -> Option<String> {
        use BinOp::*;
        let operators: &[BinOp] = match data.op {
            Opcode::SmallIntBinary => &[Add, Sub, Mul, FloorDiv, Mod, LShift, RShift, And, Or, Xor],
            Opcode::CIntBinary => &[Add, Sub, Mul, FloorDiv, Mod, LShift, RShift, And, Or, Xor],
            Opcode::IntBinary => &[Add, Sub, Mul, TrueDiv, FloorDiv, Mod, Pow, LShift, RShift, And, Or, Xor],
            Opcode::DoubleBinary => &[Add, Sub, Mul, TrueDiv],
            _ => BinOp::ALL,
        };
        match (data.op, data.imms.as_slice()) {
            (op, [Imm::BinOp(operator)]) if !operators.contains(operator) => {
                Some(format!("{op} has no `{}`", operator.name()))
            }
            (Opcode::Convert, [Imm::Index(form)]) if !(1..=3).contains(form) => {
                Some(format!("there is no conversion {form}"))
            }
            (Opcode::MakeFunction, [_, Imm::Index(flags)])
                if *flags >= 16 || flags.count_ones() as usize != data.args.len() =>
            {
                Some(format!("flags {flags} do not fit {} operands", data.args.len()))
            }
            (op, [Imm::Const(id)]) => self.problem_with_constant(op, self.func.constant(*id), data.args.len()),
            _ => None,
        }
    }

    fn problem_with_constant(&self, op: Opcode, constant: &Constant, args: usize) -> Option<String> {
        let before = match op {
            Opcode::CallKw => 1,
            Opcode::CallMethodKw => 2,
            _ => {
                return match constant {
                    Constant::Int(value) if Constant::int(*value).is_none() => {
                        Some(format!("{value} is no small integer"))
                    }
                    _ => None,
                };
            }
        };
        match constant {
            Constant::Names(names) if names.len() + before <= args => None,
            Constant::Names(names) => Some(format!("{} names for fewer arguments", names.len())),
            _ => Some("keywords are given by names".to_string()),
        }
    }

    // Operands and results.

    fn operands(&mut self, inst: InstId, data: &InstData) {
        match (data.op, data.imms.first()) {
            (Opcode::CallNative, Some(&Imm::Native(native))) => {
                let params = &self.func.native(native).params;
                self.operand_count(inst, data, params.len(), false);
                self.operand_types(inst, data, params.iter().map(|param| param.ty));
            }
            _ if data.op.info().flow == Flow::Phi => {}
            _ => {
                let operands = data.op.info().operands;
                self.operand_count(inst, data, operands.fixed.len(), operands.rest.is_some());
                let fixed = operands.fixed.iter().copied();
                self.operand_types(inst, data, fixed.chain(operands.rest.into_iter().cycle()));
            }
        }
    }

    fn operand_count(&mut self, inst: InstId, data: &InstData, count: usize, or_more: bool) {
        let given = data.args.len();
        if given < count || (given > count && !or_more) {
            let more = if or_more { " or more" } else { "" };
            self.error_at(Rule::OperandCount, inst, format!("{given} operands, and should have {count}{more}"));
        }
    }

    fn operand_types(&mut self, inst: InstId, data: &InstData, types: impl Iterator<Item = Type>) {
        for (index, (&arg, wanted)) in data.args.iter().zip(types).enumerate() {
            let ty = self.func.ty(arg);
            if !ty.is_subtype(wanted) {
                let (ty, wanted) = (display_type(self.func, ty), display_type(self.func, wanted));
                let message = format!("operand {index}, {arg}, is {ty}, which is not within {wanted}");
                self.error_at(Rule::OperandTypes, inst, message);
            }
        }
    }

    fn results(&mut self, inst: InstId, data: &InstData) {
        let rules = result_types(self.func, data);
        if rules.len() != data.results.len() {
            let message = format!("{} results, and should have {}", data.results.len(), rules.len());
            return self.error_at(Rule::ResultCount, inst, message);
        }
        for (&result, rule) in data.results.iter().zip(rules) {
            let declared = self.func.ty(result);
            if !rule.allows(declared) {
                let (ResultType::Is(ty) | ResultType::Within(ty)) = rule;
                let wrong = if rule == ResultType::Is(ty) { "does not contain" } else { "is not within" };
                let (declared, ty) = (display_type(self.func, declared), display_type(self.func, ty));
                self.error_at(Rule::ResultTypes, inst, format!("the type of {result}, {declared}, {wrong} {ty}"));
            }
            if let Some(problem) = self.problem_with_type(declared, rule) {
                let declared = display_type(self.func, declared);
                self.error_at(Rule::ValueTypes, inst, format!("the type of {result}, {declared}, {problem}"));
            }
        }
    }

    fn problem_with_type(&self, ty: Type, rule: ResultType) -> Option<&'static str> {
        let known = ty.known_value().map(|constant| self.func.constant_type(constant));
        if ty.mixes_machine() {
            Some("mixes machine kinds with others")
        } else if known.is_some_and(|known| !known.intersects(ty) || ty.atom_bits() & !known.atom_bits() != 0) {
            Some("is not that of the known value")
        } else if ty.is_bottom() && rule != ResultType::Is(Type::BOTTOM) {
            Some("has no value")
        } else {
            None
        }
    }

    // Forms.

    /// What types must say of shapes and lengths.
    fn forms(&mut self, inst: InstId, data: &InstData) {
        let Some(&object) = data.args.first() else { return };
        let spec = self.func.ty(object).spec();
        if let Some(shape) = needed_shape(data).filter(|&shape| spec != Spec::Shape(shape)) {
            let ty = display_type(self.func, self.func.ty(object));
            self.error_at(Rule::Shape, inst, format!("{object} is {ty}, without shape {shape}"));
        }
        if let (Opcode::TupleItem, [Imm::Index(item)]) = (data.op, data.imms.as_slice()) {
            let within = matches!(spec, Spec::Len(len) if *item < len);
            if !within {
                let ty = display_type(self.func, self.func.ty(object));
                self.error_at(Rule::TupleItem, inst, format!("{object} is {ty}, not known to have an item {item}"));
            }
        }
    }

    /// Notes how each argument is come by: an instruction that takes it, or the first that loads it.
    fn argument(&mut self, block: BlockId, inst: InstId, data: &InstData, seen: &mut BTreeMap<u32, Opcode>) {
        let (Opcode::LoadArg | Opcode::TakeArg, [Imm::Index(argument)]) = (data.op, data.imms.as_slice()) else {
            return;
        };
        if Some(block) != self.func.entry() {
            self.error_at(Rule::Arguments, inst, "arguments are come by in the first block");
        }
        match seen.insert(*argument, data.op) {
            Some(Opcode::TakeArg) => {
                self.error_at(Rule::Arguments, inst, format!("argument {argument} has been taken"))
            }
            Some(_) if data.op == Opcode::TakeArg => {
                self.error_at(Rule::Arguments, inst, format!("argument {argument} has been loaded"));
            }
            _ => {}
        }
    }

    // Frame states.

    fn exit_state(&mut self, inst: InstId, data: &InstData) {
        if data.frame.is_none() && !data.exit_refs.is_empty() {
            self.error_at(Rule::ExitState, inst, "it has exit references, but no frame state");
        }
        let contract = self.func.contract(data);
        match (contract.exit, data.frame) {
            (Exit::Guard | Exit::Error, None) => {
                self.error_at(Rule::ExitState, inst, format!("{} needs a frame state", data.op))
            }
            (Exit::None, Some(frame)) => {
                self.error_at(Rule::ExitState, inst, format!("{} has no exit, but names {frame}", data.op));
            }
            (Exit::OptionalError, None) if contract.steals.contains(&Steal::OnSuccess) => {
                self.error_at(
                    Rule::StealOnSuccess,
                    inst,
                    "what it steals on success only is lost without a frame state",
                );
            }
            _ => {}
        }
    }

    /// The types of a frame state's entries and its callers', as far as they have not been looked at.
    fn frame_types(&mut self, frame: FrameId, seen: &mut EntityMap<FrameId, bool>) {
        let mut next = Some(frame);
        while let Some(frame) = next.filter(|&frame| !std::mem::replace(&mut seen[frame], true)) {
            for &value in self.func.frame(frame).slots.iter().flatten() {
                let ty = self.func.ty(value);
                if ty.intersects(Type::C_PTR) {
                    let message = format!("{value} is {}, which no register can hold", display_type(self.func, ty));
                    self.error(Rule::FrameState, Place::Frame(frame), message);
                }
            }
            next = self.func.frame(frame).caller;
        }
    }
}

/// The shape that the first operand must have for the instruction to find its slot: that of the first immediate, unless the instruction tests it.
pub(super) fn needed_shape(data: &InstData) -> Option<u32> {
    match data.imms.first() {
        Some(&Imm::Shape(shape)) if data.op.info().contract.exit == Exit::None => Some(shape),
        _ => None,
    }
}

fn kind_of(imm: Imm) -> ImmKind {
    match imm {
        Imm::Index(_) => ImmKind::Index,
        Imm::Const(_) => ImmKind::Const,
        Imm::Name(_) => ImmKind::Name,
        Imm::Type(_) => ImmKind::Type,
        Imm::Shape(_) => ImmKind::Shape,
        Imm::BinOp(_) => ImmKind::BinOp,
        Imm::UnOp(_) => ImmKind::UnOp,
        Imm::CmpOp(_) => ImmKind::CmpOp,
        Imm::Native(_) => ImmKind::Native,
    }
}
