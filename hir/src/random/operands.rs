//! Operands of a wanted type, from what is there or made for the purpose; and immediates.

use super::state::Generator;
use crate::typing::{ResultType, result_types};
use crate::{BinOp, CmpOp, Constant, Exit, Imm, ImmKind, InstData, Opcode, Spec, Type, UnOp, ValueId};

const NAMES: &[&str] = &["append", "x", "spam", "__init__", "value"];

/// Bits of floats: zero, a subnormal one, those around the smallest and the largest that are words, infinity, not a number.
const EDGES_OF_FLOATS: [u64; 9] = [
    0,
    1,
    (0x300 << 52) - 1,
    0x300 << 52,
    (0x300 << 52) + 1,
    (0x500 << 52) - 1,
    0x500 << 52,
    0x7ff << 52,
    0x7ff8 << 48,
];

/// The shapes of instances start here, far from those of built-in types.
pub(super) const FIRST_SHAPE: u32 = 1000;

/// Types to guard, test and refine with.
const TYPES: &[Type] = &[
    Type::LIST_EXACT,
    Type::TUPLE_EXACT,
    Type::DICT_EXACT,
    Type::SMALL_INT,
    Type::INT_EXACT,
    Type::FLOAT_EXACT,
    Type::STR_EXACT,
    Type::STR,
    Type::BOOL,
    Type::NONE_TYPE,
    Type::INSTANCE,
    Type::EXCEPTION,
    Type::OBJECT,
];

impl Generator<'_> {
    /// A value for each type.
    pub fn operands(&mut self, types: impl IntoIterator<Item = Type>) -> Vec<ValueId> {
        types.into_iter().map(|ty| self.operand(ty)).collect()
    }

    /// A value of the type: mostly one that is there.
    pub fn operand(&mut self, ty: Type) -> ValueId {
        let found = if self.chance(1, 8) { None } else { self.find(|t| t.is_subtype(ty)) };
        found.unwrap_or_else(|| self.make(ty))
    }

    /// A value that is there and whose type is accepted.
    pub fn find(&mut self, accept: impl Fn(Type) -> bool) -> Option<ValueId> {
        let values: Vec<ValueId> = self.state.values().collect();
        if values.is_empty() {
            return None;
        }
        let at = self.below(values.len());
        values[at..].iter().chain(&values[..at]).copied().find(|&v| accept(self.func.ty(v)))
    }

    /// A new value of the type, in the pool if it is no constant.
    fn make(&mut self, ty: Type) -> ValueId {
        if let Some(constant) = self.constant_of(ty) {
            return self.constant(constant);
        }
        let recipes = [Opcode::MakeList, Opcode::MakeDict, Opcode::MakeSet, Opcode::MakeTuple];
        let op = if ty == Type::CELL { Opcode::MakeCell } else { self.pick(&recipes) };
        let results = op.info().results;
        if matches!(results[0], crate::ResultRule::Is(made) if made.without_null().is_subtype(ty)) && self.chance(2, 3)
        {
            let args = if op == Opcode::MakeCell { vec![self.constant(Constant::Nullptr)] } else { Vec::new() };
            let made = self.value_of(InstData::new(op, &args));
            return self.check_by_exit(made);
        }
        let object = match self.find(|t| t.meet(ty) != Type::BOTTOM && !t.is_machine()) {
            Some(object) if self.chance(2, 3) => object,
            _ => self.global(),
        };
        if self.func.ty(object).is_subtype(ty) { object } else { self.guard_type(object, ty) }
    }

    /// A global variable, by the cache.
    fn global(&mut self) -> ValueId {
        let frame = self.frame();
        let name = self.imm(ImmKind::Name);
        let value = self.value_of(InstData::new(Opcode::LoadGlobalCached, &[]).imms(&[name]).frame(frame));
        self.add(value);
        value
    }

    /// `object`, guarded to be of the type, in its place in the pool.
    pub fn guard_type(&mut self, object: ValueId, ty: Type) -> ValueId {
        let imm = Imm::Type(self.func.intern_type(ty));
        self.copy(InstData::new(Opcode::GuardType, &[object]).imms(&[imm]))
    }

    /// Emits an instruction that copies its operand, with a frame state if it is a guard. The copy mostly takes the operand's
    /// place.
    pub fn copy(&mut self, mut data: InstData) -> ValueId {
        if self.func.contract(&data).exit != Exit::None && data.frame.is_none() {
            data.frame = Some(self.frame());
        }
        let operand = data.args[0];
        let value = self.value_of(data);
        let keep_both = self.chance(1, 8);
        if keep_both || !self.replace(operand, value) {
            self.add(value);
        }
        value
    }

    /// Puts a copy in the place of a value, in a variable or the pool.
    pub fn replace(&mut self, old: ValueId, new: ValueId) -> bool {
        let locked = self.locked.clone();
        let var = self.state.vars.iter().zip(locked).position(|(v, locked)| *v == Some(old) && !locked);
        if let Some(at) = var {
            self.state.vars[at] = Some(new);
            return true;
        }
        match self.state.pool[self.floor..].iter().position(|&v| v == old) {
            Some(at) => {
                self.state.pool[self.floor + at] = new;
                true
            }
            None => false,
        }
    }

    /// Emits an instruction whose one result has the type that follows from it, now and then a wider one.
    pub fn value_of(&mut self, data: InstData) -> ValueId {
        let types = self.types_of(&data);
        let inst = self.emit(data, &types);
        self.func.result(inst)
    }

    pub fn types_of(&mut self, data: &InstData) -> Vec<Type> {
        result_types(&self.func, data)
            .into_iter()
            .map(|result| match result {
                ResultType::Is(ty) if ty.is_subtype(Type::OBJECT) && !data.op.is_copy() && self.chance(1, 40) => {
                    Type::OBJECT
                }
                ResultType::Is(ty) => ty,
                // A division or a power may give a float.
                ResultType::Within(bound)
                    if bound == Type::OPT_NUMBER
                        && !matches!(data.imms.first(), Some(Imm::BinOp(BinOp::TrueDiv | BinOp::Pow)))
                        && self.chance(1, 3) =>
                {
                    Type::INT_EXACT.or_null()
                }
                ResultType::Within(bound) => bound,
            })
            .collect()
    }

    // Constants.

    pub fn constant(&mut self, constant: Constant) -> ValueId {
        let id = self.func.intern_constant(constant);
        let ty = self.func.constant_type(id);
        self.emit_value(InstData::new(Opcode::Const, &[]).imms(&[Imm::Const(id)]), ty)
    }

    /// A constant of the type, where there is one and chance has it.
    fn constant_of(&mut self, ty: Type) -> Option<Constant> {
        let number = self.below(20) as i64 - 5;
        let float = (number as f64 / 4.0).to_bits();
        let (small, int, double) = self.numbers(number, float);
        let all = [
            (Type::C_INT64, Constant::CInt(int)),
            (Type::C_DOUBLE, Constant::CDouble(double)),
            (Type::C_BOOL, Constant::CBool(number > 3)),
            (Type::SMALL_INT, Constant::Int(small)),
            (Type::WORD_FLOAT, Constant::Float(float)),
            (Type::NONE_TYPE, Constant::None),
            (Type::BOOL, if number > 3 { Constant::True } else { Constant::False }),
            (Type::STR_EXACT, Constant::Str("text".into())),
            (Type::OBJECT, Constant::Entry { index: 3, ty: Type::OBJECT }),
            (Type::CLASS, Constant::Object { index: 4, ty: Type::CLASS }),
            (Type::HEAP_FLOAT, Constant::Float(1e300_f64.to_bits())),
            (Type::NULLPTR, Constant::Nullptr),
        ];
        let fitting: Vec<&Constant> = all.iter().filter(|(t, _)| t.is_subtype(ty)).map(|(_, c)| c).collect();
        if fitting.is_empty() || (ty.may_be_object() && self.chance(1, 2)) {
            return None;
        }
        Some(fitting[self.below(fitting.len())].clone())
    }

    /// A small integer, a machine integer and the bits of a machine float: now and then those at which something ends.
    fn numbers(&mut self, plain: i64, float: u64) -> (i64, i64, u64) {
        if self.chance(3, 4) {
            return (plain, plain, float);
        }
        let small = self.pick(&[1 << 61, (1 << 62) - 1, -(1 << 62), 1 - (1 << 62), 1 << 31, -1, 62, 63]);
        let int = self.pick(&[1 << 62, (1 << 62) - 1, -(1 << 62), -(1 << 62) - 1, i64::MAX, i64::MIN, -1, 0]);
        // The exponents at which a float still is a word, or not any more.
        let double = self.pick(&EDGES_OF_FLOATS);
        (small, int, double | (self.below(2) as u64) << 63)
    }

    // Immediates.

    pub fn imm(&mut self, kind: ImmKind) -> Imm {
        match kind {
            ImmKind::Index => Imm::Index(self.choices.below(4)),
            ImmKind::Const => Imm::Const(self.func.intern_constant(Constant::None)),
            ImmKind::Name => {
                let name = self.pick(NAMES);
                Imm::Name(self.func.intern_name(name))
            }
            ImmKind::Type => {
                let ty = self.pick(TYPES);
                Imm::Type(self.func.intern_type(ty))
            }
            ImmKind::Shape => Imm::Shape(FIRST_SHAPE + self.choices.below(4)),
            ImmKind::BinOp => Imm::BinOp(self.pick(BinOp::OF_WORDS)),
            ImmKind::UnOp => Imm::UnOp(self.pick(UnOp::ALL)),
            ImmKind::CmpOp => Imm::CmpOp(self.pick(CmpOp::ALL)),
            ImmKind::Native => Imm::Native(self.pick(&self.natives.clone())),
        }
    }

    /// A type that some but perhaps not all values of `ty` have.
    pub fn narrower(&mut self, ty: Type) -> Option<Type> {
        let at = self.below(TYPES.len());
        let mut around = TYPES[at..].iter().chain(&TYPES[..at]).copied();
        let narrow = around.find(|t| t.intersects(ty))?;
        if narrow == Type::TUPLE_EXACT && ty.spec() == Spec::None && self.chance(1, 2) {
            let len = self.choices.below(4);
            return Some(narrow.with_spec(Spec::Len(len)));
        }
        Some(narrow)
    }
}
