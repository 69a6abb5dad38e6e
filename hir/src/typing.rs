//! The types of an instruction's results, by the rules of the opcode table.

use crate::contract::Can;
use crate::function::{Function, Imm, InstData};
use crate::opcode::ResultRule;
use crate::ty::{Spec, Type};
use smallvec::SmallVec;

/// What a rule says about the type of one result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultType {
    /// Every value of the result is of this type. A wider one may be declared.
    Is(Type),
    /// The maker declares a type within this one.
    Within(Type),
}

impl ResultType {
    /// Whether a result may be declared to be of type `declared`.
    pub fn allows(self, declared: Type) -> bool {
        match self {
            ResultType::Is(ty) => ty.is_subtype(declared),
            ResultType::Within(bound) => declared.is_subtype(bound),
        }
    }
}

/// What the opcode's rules, or the native's signature, say about the types of the instruction's results.
///
/// The instruction's immediates and operands must be those its opcode asks for, and the function's own; where one is missing, nothing is
/// known of the result that depends on it, and it is `Bottom`.
pub fn result_types(func: &Function, data: &InstData) -> SmallVec<[ResultType; 2]> {
    data.op.info().results.iter().filter_map(|&rule| result_type(func, data, rule)).collect()
}

/// What one rule says; `None` for a native without a result.
fn result_type(func: &Function, data: &InstData, rule: ResultRule) -> Option<ResultType> {
    let operand = data.args.first().map_or(Type::BOTTOM, |&arg| func.ty(arg));
    let ty = match (rule, data.imms.first()) {
        (ResultRule::Within(bound), _) => return Some(ResultType::Within(bound)),
        (ResultRule::Is(ty), _) => ty,
        (ResultRule::Same, _) => operand,
        (ResultRule::NotNull, _) => operand.without_null(),
        (ResultRule::OfConst, Some(Imm::Const(constant))) => func.constant_type(*constant),
        (ResultRule::MeetType, Some(Imm::Type(ty))) => narrowed(operand, func.type_of_id(*ty)),
        (ResultRule::MeetConst, Some(Imm::Const(constant))) => operand.meet(func.constant_type(*constant)),
        // The shape is worth more than a known value: slots are found by it. What is in the word has no slots.
        (ResultRule::MeetShape, Some(Imm::Shape(shape))) => {
            operand.meet(Type::REFERENCE).with_spec(Spec::Shape(*shape))
        }
        (ResultRule::TupleOfLen, _) => Type::TUPLE_EXACT.with_spec(Spec::Len(tuple_len(&data.imms))).or_null(),
        (ResultRule::JoinAll, _) => data.args.iter().fold(Type::BOTTOM, |all, &arg| all.join(func.ty(arg))),
        (ResultRule::OfNative, Some(Imm::Native(native))) => {
            let signature = func.native(*native);
            let shows_failure = signature.can.has(Can::RAISE) && data.frame.is_none();
            let ty = signature.result?;
            if shows_failure { ty.or_null() } else { ty }
        }
        (
            ResultRule::OfConst
            | ResultRule::MeetType
            | ResultRule::MeetConst
            | ResultRule::MeetShape
            | ResultRule::OfNative,
            _,
        ) => Type::BOTTOM,
    };
    Some(ResultType::Is(ty))
}

/// The values of `operand` that are of type `test` when it is tested. A shape is a fact about memory, and the operand's own may be out of
/// date by then: a test for another may well succeed.
pub(crate) fn narrowed(operand: Type, test: Type) -> Type {
    match (operand.spec(), test.spec()) {
        (Spec::Shape(_), Spec::Shape(_)) => operand.with_spec(Spec::None).meet(test),
        _ => operand.meet(test),
    }
}

/// How many items a tuple has that was unpacked with these immediates: the items, or those before, the list of the rest, and those after.
fn tuple_len(imms: &[Imm]) -> u32 {
    match imms {
        [Imm::Index(before), Imm::Index(after)] => before.saturating_add(*after).saturating_add(1),
        [Imm::Index(all)] => *all,
        _ => 0,
    }
}
