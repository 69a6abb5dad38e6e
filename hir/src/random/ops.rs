//! Single instructions, by the opcode table.

use super::operands::FIRST_SHAPE;
use super::state::Generator;
use crate::{BinOp, Can, Constant, Exit, Flow, Imm, InstData, Opcode, Spec, Steal, Type, ValueId, World};

/// How many slots all instances have.
const OLD_SLOTS: u32 = 4;
/// The shape of instances with a slot more.
const ADDED_SHAPE: u32 = FIRST_SHAPE + 5;

/// Whether an instruction has a place of its own in some pattern, and cannot be put anywhere.
fn is_special(op: Opcode) -> bool {
    use Opcode::*;
    op.is_counting()
        || op.info().flow != Flow::Next
        || matches!(op, Const | LoadArg | TakeArg | CheckExc | CheckOk | EndLife | CallNative)
        || matches!(op, LoadSlot | StoreSlot | AddSlot | TupleItem)
        || matches!(op, TakeExc | PushExc | PopExc | Raise | RaiseFrom | RaiseAgain | Reraise | ExcMatch | WithExitExc)
}

impl Generator<'_> {
    /// An instruction anywhere: half of the time one that runs no code of the program, so that what is borrowed lives for a while.
    pub fn any_op(&mut self) {
        let calm = self.chance(1, 2);
        let runs = |op: Opcode| op.info().contract.can.has(Can::RUN);
        let without = self.shape.without;
        let fits = |op: &&Opcode| !is_special(**op) && (!calm || !runs(**op)) && !without.contains(*op);
        let at = self.below(Opcode::ALL.len());
        let op = Opcode::ALL[at..].iter().chain(&Opcode::ALL[..at]).find(fits).copied();
        op.into_iter().for_each(|op| self.op(op));
    }

    /// A few instructions on numbers, the operands of which are mostly results of each other.
    pub fn arithmetic(&mut self) {
        use Opcode::*;
        const NUMBERS: &[Opcode] = &[
            CIntBinary,
            CIntCompare,
            DoubleBinary,
            DoubleNeg,
            DoubleCompare,
            CBoolNot,
            UnboxInt,
            BoxInt,
            UnboxDouble,
            BoxDouble,
            IntToDouble,
            BoxBool,
            SmallIntBinary,
            SmallIntBinary,
            SmallIntCompare,
            Guard,
            IsTrue,
        ];
        for _ in 0..2 + self.below(6) {
            let op = self.pick(NUMBERS);
            self.op(op);
        }
    }

    fn op(&mut self, op: Opcode) {
        let info = op.info();
        if op.is_copy() {
            return self.copying_op(op);
        }
        let mut args = self.operands(info.operands.fixed.iter().copied());
        let mut imms: Vec<Imm> = info.imms.iter().map(|&kind| self.imm(kind)).collect();
        self.fit_imms(op, &mut imms);
        if let Some(rest) = info.operands.rest {
            let count = self.rest_count(op, &imms);
            for _ in 0..count {
                // The same value may be passed, and stolen, several times.
                let again = args.last().copied().filter(|&last| self.func.ty(last).is_subtype(rest));
                let value = again.filter(|_| self.chance(1, 4));
                let value = value.unwrap_or_else(|| self.operand(rest));
                args.push(value);
            }
        }
        let exits = matches!(info.contract.exit, Exit::Guard | Exit::Error);
        self.finish(InstData::new(op, &args).imms(&imms), exits);
    }

    /// How many operands there are beyond the fixed ones.
    fn rest_count(&mut self, op: Opcode, imms: &[Imm]) -> usize {
        match (op, imms) {
            (Opcode::MakeFunction, [_, Imm::Index(flags)]) => flags.count_ones() as usize,
            (Opcode::MakeSlice | Opcode::Format, _) => self.below(2),
            (Opcode::CallKw | Opcode::CallMethodKw, _) => 1 + self.below(3),
            _ => self.below(5),
        }
    }

    /// Immediates that mean something to the opcode in particular.
    fn fit_imms(&mut self, op: Opcode, imms: &mut [Imm]) {
        match (op, imms) {
            (Opcode::DoubleBinary, [op]) => *op = Imm::BinOp(self.pick(BinOp::OF_DOUBLES)),
            (Opcode::IntBinary, [op]) => {
                *op = Imm::BinOp(self.pick(&[BinOp::OF_WORDS, BinOp::OF_DOUBLES, &[BinOp::Pow]].concat()))
            }
            (Opcode::BinaryOp | Opcode::InplaceOp, [op]) => *op = Imm::BinOp(self.pick(BinOp::ALL)),
            (Opcode::Convert, [what]) => *what = Imm::Index(1 + self.choices.below(3)),
            (Opcode::MakeFunction, [_, flags]) => *flags = Imm::Index(self.choices.below(16)),
            (Opcode::CallKw | Opcode::CallMethodKw, [names]) => {
                *names = Imm::Const(self.func.intern_constant(Constant::Names(["key".into()].into())));
            }
            (Opcode::LoadBuiltin, [name]) => *name = Imm::Name(self.func.intern_name("list")),
            _ => {}
        }
    }

    /// A copy of a value whose type leaves something for the copy.
    fn copying_op(&mut self, op: Opcode) {
        let Some(value) = self.find(|ty| ty.is_subtype(op.info().operands.fixed[0]) && !ty.is_bottom()) else { return };
        let ty = self.func.ty(value);
        let imm = match op {
            Opcode::GuardType => self.narrower(ty).map(|ty| Imm::Type(self.func.intern_type(ty))),
            Opcode::RefineType => {
                let wider = if ty.is_subtype(Type::OBJECT) && self.chance(1, 2) { Type::OBJECT } else { ty };
                Some(Imm::Type(self.func.intern_type(wider)))
            }
            Opcode::GuardIs => self.guarded_constant(ty).map(Imm::Const),
            Opcode::CheckVar if ty.without_null().is_bottom() => None,
            Opcode::CheckVar => Some(self.imm(crate::ImmKind::Name)),
            Opcode::GuardShape if !ty.intersects(Type::INSTANCE) => None,
            Opcode::GuardShape | Opcode::GuardClass => Some(self.imm(crate::ImmKind::Shape)),
            Opcode::GuardCode | Opcode::GuardArity => Some(self.imm(crate::ImmKind::Index)),
            _ => {
                self.copy(InstData::new(op, &[value]));
                return;
            }
        };
        let Some(imm) = imm else { return };
        let data = InstData::new(op, &[value]).imms(&[imm]);
        if self.types_of(&data).iter().all(|ty| !ty.is_bottom()) {
            self.copy(data);
        }
    }

    fn guarded_constant(&mut self, ty: Type) -> Option<crate::ConstId> {
        let constant = match self.below(4) {
            0 => Constant::None,
            1 => Constant::True,
            2 => Constant::Int(1),
            _ => Constant::Object { index: 7, ty: Type::FUNCTION },
        };
        let id = self.func.intern_constant(constant);
        ty.intersects(self.func.constant_type(id)).then_some(id)
    }

    /// Emits the instruction, takes what it steals, checks whether it failed, and keeps its results.
    pub fn finish(&mut self, mut data: InstData, exits: bool) {
        let contract = self.func.contract(&data);
        let (raises, exit) = (contract.can.has(Can::RAISE), contract.exit);
        let steals: Vec<Steal> = (0..data.args.len()).map(|index| contract.steal(index)).collect();
        if exits && exit == Exit::Guard {
            data.frame = Some(self.frame());
        }
        let args = data.args.clone();
        for (&arg, steal) in args.iter().zip(steals) {
            // A temporary is mostly consumed by what steals it.
            if steal != Steal::Never && self.chance(2, 3) {
                self.take(arg);
            }
        }
        if exits && exit != Exit::Guard {
            data.frame = Some(self.frame());
        }
        let checked = raises && data.frame.is_none();
        let types = self.types_of(&data);
        let inst = self.emit(data, &types);
        let results = self.func.inst(inst).results.clone();
        // Only the first result is tested; the others are empty where it is.
        for (index, &result) in results.iter().enumerate().rev() {
            if index == 0 && checked {
                self.check(result);
            } else if !self.func.ty(result).is_bottom() {
                self.add(result);
            }
        }
        for &arg in &args {
            if self.chance(1, 5) && self.take(arg) {
                self.end(arg);
            }
        }
    }

    /// Leaves by an exit if there is no value; the value otherwise, in the pool.
    pub fn check_by_exit(&mut self, value: ValueId) -> ValueId {
        let frame = self.frame();
        let checked = self.value_of(InstData::new(Opcode::CheckExc, &[value]).frame(frame));
        self.add(checked);
        checked
    }

    // Patterns of several instructions.

    /// Attribute slots of an instance whose shape was guarded.
    ///
    /// Nothing may end between the guard and the access, for that may run a destructor. So in the observing world what the guard's frame
    /// state names is used once more behind the access.
    pub fn slots(&mut self) {
        let stored = self.operand(Type::OBJECT);
        let instance = self.operand(Type::INSTANCE);
        // The last shape is that of an instance to which a slot was added: one of those that the others do not have.
        let longest = self.chance(1, 4);
        let shape = if longest { ADDED_SHAPE } else { FIRST_SHAPE + self.choices.below(OLD_SLOTS) };
        let shape = Imm::Shape(shape);
        let frame = self.frame();
        let guard = InstData::new(Opcode::GuardShape, &[instance]).imms(&[shape]).frame(frame);
        let guarded = self.value_of(guard);
        let (old, added) = (self.choices.below(OLD_SLOTS), OLD_SLOTS + self.choices.below(4));
        let slot = Imm::Index(if longest && self.chance(1, 2) { added } else { old });
        let data = match self.below(if longest { 2 } else { 3 }) {
            0 => InstData::new(Opcode::LoadSlot, &[guarded]).imms(&[shape, slot]),
            1 => InstData::new(Opcode::StoreSlot, &[guarded, stored]).imms(&[shape, slot]),
            _ => InstData::new(Opcode::AddSlot, &[guarded, stored]).imms(&[
                shape,
                Imm::Shape(ADDED_SHAPE),
                Imm::Index(added),
            ]),
        };
        let raises = data.op == Opcode::AddSlot;
        if data.op != Opcode::LoadSlot && self.chance(2, 3) {
            self.take(stored);
        }
        let types = self.types_of(&data);
        let inst = self.emit(data, &types);
        let result = self.func.inst(inst).results.first().copied();
        let again = self.shape.world == World::Observing;
        match result {
            Some(ok) if raises && again => {
                self.emit(InstData::new(Opcode::CheckOk, &[ok]).frame(frame), &[]);
            }
            Some(ok) if raises => self.check(ok),
            _ if again => {
                self.emit(InstData::new(Opcode::Poll, &[]).frame(frame), &[]);
            }
            _ => {}
        }
        if !raises {
            result.into_iter().for_each(|loaded| self.add(loaded));
        }
        if !self.replace(instance, guarded) {
            self.add(guarded);
        }
    }

    /// Items of a tuple whose length is known.
    pub fn tuple_items(&mut self) {
        let long = |ty: Type| ty.is_subtype(Type::TUPLE_EXACT) && matches!(ty.spec(), Spec::Len(1..));
        let tuple = match self.find(long) {
            Some(tuple) => tuple,
            None => {
                let iterable = self.operand(Type::OBJECT);
                let data = if self.chance(1, 3) {
                    InstData::new(Opcode::UnpackEx, &[iterable]).imms(&[Imm::Index(1), Imm::Index(1)])
                } else {
                    let len = 1 + self.choices.below(3);
                    InstData::new(Opcode::Unpack, &[iterable]).imms(&[Imm::Index(len)])
                };
                let made = self.value_of(data);
                self.check_by_exit(made)
            }
        };
        let Spec::Len(len) = self.func.ty(tuple).spec() else { return };
        for _ in 0..1 + self.below(3) {
            let index = Imm::Index(self.choices.below(len));
            let item = self.value_of(InstData::new(Opcode::TupleItem, &[tuple]).imms(&[index]));
            self.add(item);
        }
    }
}
