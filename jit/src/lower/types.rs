//! Tests of a value's type: by the tag of the word, the address of `None`, the shape of exact built-in objects; anything else asks the helper.

use super::guards::opposite;
use super::{Lower, Lowering};
use crate::ITER_DONE_WORD;
use crate::context;
use crate::error::CompileError;
use crate::lir::{BlockId, Callee, Cond, Lir, Mem, Src, Test, VReg, Width};
use hir::{Constant, Imm, InstData, InstId, Spec, Type};
use runtime::object::{Header, Kind};
use smallvec::{SmallVec, smallvec};
use std::mem::offset_of;

const SHAPE: i32 = offset_of!(Header, shape) as i32;
/// Most shapes that are compared with one after the other.
const MOST_SHAPES: usize = 3;

/// How a type is tested: the steps in turn, each with what is known if its test holds, and what is known if none does.
struct Plan {
    steps: SmallVec<[(Test, bool); 6]>,
    otherwise: bool,
}

impl Plan {
    fn new(steps: impl IntoIterator<Item = (Test, bool)>, otherwise: bool) -> Plan {
        let mut plan = Plan { steps: steps.into_iter().collect(), otherwise };
        // What the last steps find out is known without them.
        while plan.steps.last().is_some_and(|step| step.1 == otherwise) {
            plan.steps.pop();
        }
        // Let the last step be the one that says no.
        if let Some((test, verdict)) = plan.steps.last_mut()
            && *verdict
        {
            (*test, *verdict) = (opposite(*test), false);
            plan.otherwise = true;
        }
        plan
    }

    /// The only test, if it is one.
    fn single(&self) -> Option<Test> {
        match self.steps[..] {
            [(test, false)] if self.otherwise => Some(opposite(test)),
            _ => None,
        }
    }
}

impl Lowering<'_> {
    /// `GuardType`.
    pub(super) fn guard_type(&mut self, data: &InstData) -> Lower {
        let (ty, wanted) = self.types(data)?;
        if ty.is_subtype(wanted) {
            self.copy(data);
            return Ok(());
        }
        let value = self.reg(data.args[0])?;
        let plan = self.plan(ty, wanted, value)?;
        let done = plan.steps.iter().any(|step| step.1).then(|| self.lir.block());
        for &(test, verdict) in &plan.steps {
            if verdict && let Some(done) = done {
                self.go_if(test, done);
            } else {
                let exit = self.exit(data)?;
                self.push(Lir::ExitIf { test, exit });
            }
        }
        if !plan.otherwise {
            // No value of the operand's type is of the wanted one.
            let exit = self.exit(data)?;
            let always = Test::Compare(Cond::Equal, Width::W64, value, Src::Reg(value));
            self.push(Lir::ExitIf { test: always, exit });
        }
        if let Some(done) = done {
            self.push(Lir::Jump { to: done, args: smallvec![] });
            self.at = done;
        }
        self.copy(data);
        Ok(())
    }

    /// `IsType`.
    pub(super) fn is_type(&mut self, data: &InstData) -> Lower {
        let (ty, wanted) = self.types(data)?;
        let value = self.reg(data.args[0])?;
        let plan = self.plan(ty, wanted, value)?;
        match plan.single() {
            // What the object says now may be another thing where the answer is used.
            Some(test @ Test::Memory(..)) => {
                let dst = self.define(data.results[0]);
                self.push(Lir::Set { dst, test });
            }
            Some(test) => self.tests[data.results[0]] = Some(test),
            None if plan.steps.is_empty() => {
                let dst = self.define(data.results[0]);
                self.push(Lir::Imm { dst, value: i64::from(plan.otherwise) });
            }
            None => {
                let [yes, no, done] = std::array::from_fn(|_| self.lir.block());
                self.decide(&plan, yes, no);
                for (block, value) in [(yes, 1), (no, 0)] {
                    self.at = block;
                    let dst = self.lir.int();
                    self.push(Lir::Imm { dst, value });
                    self.push(Lir::Jump { to: done, args: smallvec![dst] });
                }
                self.at = done;
                let dst = self.define(data.results[0]);
                self.lir.blocks[done.0 as usize].params.push(dst);
            }
        }
        Ok(())
    }

    /// `CondBranchType`.
    pub(super) fn branch_type(&mut self, inst: InstId, data: &InstData) -> Lower {
        let (ty, wanted) = self.types(data)?;
        let value = self.reg(data.args[0])?;
        let plan = self.plan(ty, wanted, value)?;
        if let Some(test) = plan.single() {
            return self.branch(inst, data, test);
        }
        let from = self.func.block_of(inst);
        let yes = self.edge(from, data.blocks[0])?;
        let no = self.edge(from, data.blocks[1])?;
        if plan.steps.is_empty() {
            // Both ways stay, so that every block can be reached.
            let test = Test::Compare(Cond::Equal, Width::W64, value, Src::Reg(value));
            let (yes, no) = if plan.otherwise { (yes, no) } else { (no, yes) };
            self.push(Lir::Branch { test, yes, no });
            return Ok(());
        }
        self.decide(&plan, yes, no);
        Ok(())
    }

    /// Ends the block: goes to one or the other.
    fn decide(&mut self, plan: &Plan, yes: BlockId, no: BlockId) {
        let place = |verdict: bool| if verdict { yes } else { no };
        for &(test, verdict) in &plan.steps {
            self.go_if(test, place(verdict));
        }
        let to = place(plan.otherwise);
        self.push(Lir::Jump { to, args: smallvec![] });
    }

    /// Goes to a block without parameters if a test holds, and goes on otherwise. Each such edge has a block of its own.
    fn go_if(&mut self, test: Test, to: BlockId) {
        let (edge, next) = (self.lir.block(), self.lir.block());
        self.push(Lir::Branch { test, yes: edge, no: next });
        self.lir.push(edge, Lir::Jump { to, args: smallvec![] }, self.line);
        self.at = next;
    }

    /// The operand's type and the one it is tested for, which says atoms only.
    fn types(&self, data: &InstData) -> Result<(Type, Type), CompileError> {
        let ty = self.func.ty(data.args[0]);
        let Some(&Imm::Type(wanted)) = data.imms.first() else {
            return Err(self.unsupported(data, "it names no type"));
        };
        let wanted = self.func.type_of_id(wanted);
        let refined = wanted.spec() != Spec::None || (wanted.may_be_object() && wanted.life() != (true, true));
        if !ty.is_subtype(wanted) && (refined || ty.is_machine()) {
            return Err(self.unsupported(data, "a test for this type"));
        }
        Ok((ty, wanted))
    }

    /// How to find out whether a value of type `ty` is of type `wanted`.
    fn plan(&mut self, ty: Type, wanted: Type, value: VReg) -> Result<Plan, CompileError> {
        let (yes, no) = (ty.atom_bits() & wanted.atom_bits(), ty.atom_bits() & !wanted.atom_bits());
        if let Some(plan) = self.singleton_plan(yes, no, value) {
            return Ok(plan);
        }
        let Some((shapes, found, otherwise)) = shapes(yes & !WORDS, no & !WORDS) else {
            let test = self.ask(wanted, value);
            return Ok(Plan::new([(test, true)], false));
        };
        let mut steps: SmallVec<[(Test, bool); 6]> = word_steps(yes, no, value);
        for shape in shapes {
            let test = Test::Memory(Cond::Equal, Width::W32, Mem::at(value, SHAPE), shape as i32);
            steps.push((test, found));
        }
        Ok(Plan::new(steps, otherwise))
    }

    /// A test of the address, if one of the two sides is `None` alone.
    fn singleton_plan(&mut self, yes: u64, no: u64, value: VReg) -> Option<Plan> {
        let none = Type::NONE_TYPE.atom_bits();
        if yes != none && no != none {
            return None;
        }
        let word = self.resolver.constant(&Constant::None)?;
        let dst = self.lir.int();
        self.push(Lir::Imm { dst, value: word as i64 });
        Some(Plan::new([(Test::Compare(Cond::Equal, Width::W64, value, Src::Reg(dst)), yes == none)], yes != none))
    }

    /// Asks the helper.
    fn ask(&mut self, wanted: Type, value: VReg) -> Test {
        let (atoms, dst) = (self.lir.int(), self.lir.int());
        self.push(Lir::Imm { dst: atoms, value: wanted.atom_bits() as i64 });
        let callee = Callee::Context(context::helper(hir::Opcode::IsType));
        self.push(Lir::Call { callee, args: smallvec![atoms, value], dst: Some(dst) });
        Test::Compare(Cond::NotEqual, Width::W32, dst, Src::Imm(0))
    }
}

/// The atoms that are told by the word.
const WORDS: u64 = Type::SMALL_INT.union(Type::WORD_FLOAT).union(Type::NULLPTR).union(Type::ITER_DONE).atom_bits();

/// The tests of the word: what passes them all is a reference.
fn word_steps(yes: u64, no: u64, value: VReg) -> SmallVec<[(Test, bool); 6]> {
    let mut steps = SmallVec::new();
    let tagged = Type::SMALL_INT.union(Type::WORD_FLOAT).union(Type::ITER_DONE).atom_bits();
    if (yes | no) & tagged != 0 && (yes & tagged == 0 || no & tagged == 0) {
        steps.push((Test::Bits(Cond::NotEqual, value, 7), yes & tagged != 0));
    } else {
        for (atom, test) in [
            (Type::SMALL_INT, Test::Bits(Cond::NotEqual, value, 1)),
            (Type::WORD_FLOAT, Test::Bits(Cond::NotEqual, value, 2)),
            (Type::ITER_DONE, Test::Compare(Cond::Equal, Width::W64, value, Src::Imm(ITER_DONE_WORD as i32))),
        ] {
            if (yes | no) & atom.atom_bits() != 0 {
                steps.push((test, yes & atom.atom_bits() != 0));
            }
        }
    }
    let empty = Type::NULLPTR.atom_bits();
    if (yes | no) & empty != 0 {
        steps.push((Test::Compare(Cond::Equal, Width::W64, value, Src::Imm(0)), yes & empty != 0));
    }
    steps
}

/// The shapes to compare with, what is known if one is met, and what is known otherwise; nothing if shapes do not tell.
fn shapes(yes: u64, no: u64) -> Option<(SmallVec<[u32; MOST_SHAPES]>, bool, bool)> {
    if yes == 0 || no == 0 {
        return Some((SmallVec::new(), false, yes != 0));
    }
    exact_shapes(yes)
        .map(|shapes| (shapes, true, false))
        .or_else(|| exact_shapes(no).map(|shapes| (shapes, false, true)))
}

/// The shapes of all objects of these atoms, if they are few.
fn exact_shapes(atoms: u64) -> Option<SmallVec<[u32; MOST_SHAPES]>> {
    let mut rest = atoms;
    let mut shapes = SmallVec::new();
    for (ty, kind) in EXACT {
        if rest & ty.atom_bits() != 0 {
            shapes.push(kind as u32);
            rest &= !ty.atom_bits();
        }
    }
    (rest == 0 && shapes.len() <= MOST_SHAPES).then_some(shapes)
}

/// The atoms whose objects all have the shape of their kind.
const EXACT: [(Type, Kind); 20] = [
    (Type::BIG_INT, Kind::Int),
    (Type::HEAP_FLOAT, Kind::Float),
    (Type::BOOL, Kind::Bool),
    (Type::NONE_TYPE, Kind::None),
    (Type::ELLIPSIS_TYPE, Kind::Ellipsis),
    (Type::NOT_IMPLEMENTED_TYPE, Kind::NotImplemented),
    (Type::STR_EXACT, Kind::Str),
    (Type::BYTES_EXACT, Kind::Bytes),
    (Type::TUPLE_EXACT, Kind::Tuple),
    (Type::LIST_EXACT, Kind::List),
    (Type::DICT_EXACT, Kind::Dict),
    (Type::SET_EXACT, Kind::Set),
    (Type::FROZEN_SET_EXACT, Kind::FrozenSet),
    (Type::RANGE, Kind::Range),
    (Type::SLICE, Kind::Slice),
    (Type::CELL, Kind::Cell),
    (Type::FUNCTION, Kind::Function),
    (Type::METHOD, Kind::BoundMethod),
    (Type::CODE, Kind::Code),
    (Type::GENERATOR, Kind::Generator),
];
