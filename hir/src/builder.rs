//! Building a function: every step is checked against the opcode table, and a mistake is a typed error.
//!
//! ```
//! use hir::{BinOp, FunctionBuilder, Type};
//!
//! let mut b = FunctionBuilder::new("add_one");
//! let entry = b.create_block()?;
//! b.switch_to_block(entry)?;
//! let x = b.load_arg(0, Type::OBJECT)?;
//! let at_add = b.frame("add_one", 0, &[Some(x)])?;
//! let one = b.const_int(1)?;
//! let sum = b.binary_op(BinOp::Add, x, one)?;
//! let sum = b.check_exc(sum, at_add)?;
//! b.return_(sum)?;
//! let function = b.finish()?;
//! assert_eq!(function.name(), "add_one");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - **Blocks**: [`create_block`](FunctionBuilder::create_block); the first is the entry.
//!   [`switch_to_block`](FunctionBuilder::switch_to_block) says where instructions go.
//! - **Instructions**: a method for each common opcode, [`append`](FunctionBuilder::append) for any. Immediates,
//!   operands, successors and frame states are checked against the table and the types of results computed from it.
//! - **Phis**: [`phi`](FunctionBuilder::phi), with inputs added when they are known; or *variables*:
//!   [`declare_var`](FunctionBuilder::declare_var), [`def_var`](FunctionBuilder::def_var),
//!   [`use_var`](FunctionBuilder::use_var), [`seal_block`](FunctionBuilder::seal_block), for which the builder makes the phis.
//! - **Natives**: [`declare_native`](FunctionBuilder::declare_native) with a [`NativeSig`].
//! - **The end**: [`finish`](FunctionBuilder::finish) checks the whole.
//!
//! A refused step changes nothing, so a builder can be used further after an error; [`finish`](FunctionBuilder::finish)
//! gives the builder back with the errors.

mod append;
mod error;
mod finish;
mod ops;
mod variables;

pub use error::{BuildError, Count, NativeProblem, Place, Problem, TypeShown};
pub use finish::Unfinished;
pub use variables::Variable;

use crate::contract::{NativeSig, World};
use crate::entity::{BlockId, ConstId, EntityMap, FrameId, InstId, NativeId, ValueId, has_brand};
use crate::function::{FrameState, Function};
use crate::opcode::Opcode;
use crate::ty::Type;
use crate::{Constant, Imm};
use variables::Variables;

/// Builds one [`Function`]. See the [module](self).
#[derive(Clone, Debug)]
pub struct FunctionBuilder {
    func: Function,
    current: Option<BlockId>,
    line: u32,
    /// Blocks whose terminators go to each block, in the order in which these were made.
    preds: EntityMap<BlockId, Vec<BlockId>>,
    vars: Variables,
}

type Built<T> = Result<T, BuildError>;

impl FunctionBuilder {
    /// A builder of a function without blocks, for the quiet world.
    pub fn new(name: &str) -> FunctionBuilder {
        FunctionBuilder {
            func: Function::new(name),
            current: None,
            line: 0,
            preds: EntityMap::new(Vec::new()),
            vars: Variables::default(),
        }
    }

    /// Builds for this world.
    pub fn set_world(&mut self, world: World) {
        self.func.set_world(world);
    }

    /// The function as it is so far.
    pub fn func(&self) -> &Function {
        &self.func
    }

    /// The source line of the instructions that follow; 0 for none.
    pub fn set_line(&mut self, line: u32) {
        self.line = line;
    }

    // Blocks.

    /// A new block after those there are. The first is the entry, which is sealed.
    ///
    /// # Errors
    /// The function would be too large.
    pub fn create_block(&mut self) -> Built<BlockId> {
        self.reserve()?;
        let is_entry = self.func.entry().is_none();
        let block = self.func.append_block();
        if is_entry {
            self.vars.mark_sealed(block);
        }
        Ok(block)
    }

    /// Appends to this block from now on. Blocks may be built in any order, and left and taken up again.
    ///
    /// # Errors
    /// The block is another function's.
    pub fn switch_to_block(&mut self, block: BlockId) -> Built<()> {
        self.check_block(block)?;
        self.current = Some(block);
        Ok(())
    }

    /// The block that instructions go to.
    pub fn current_block(&self) -> Option<BlockId> {
        self.current
    }

    /// The terminator of the block, if it has ended.
    ///
    /// # Errors
    /// The block is another function's.
    pub fn terminator(&self, block: BlockId) -> Built<Option<Opcode>> {
        self.check_block(block)?;
        let last = self.func.last_inst(block).map(|inst| self.func.inst(inst).op);
        Ok(last.filter(|op| op.is_terminator()))
    }

    /// Whether the current block has ended, so that nothing can be appended; also if there is no current block.
    pub fn is_filled(&self) -> bool {
        self.open_block().is_err()
    }

    // Uniqued things.

    /// The immediate for a constant.
    ///
    /// # Errors
    /// An integer that is not small; a type that is not this function's.
    pub fn constant(&mut self, constant: Constant) -> Built<ConstId> {
        match &constant {
            Constant::Int(value) if Constant::int(*value).is_none() => {
                return Err(self.error(Problem::NotSmall(*value)));
            }
            Constant::Entry { ty, .. } | Constant::Object { ty, .. } => self.check_type(*ty)?,
            _ => {}
        }
        Ok(self.func.intern_constant(constant))
    }

    /// The immediate for a name.
    pub fn name(&mut self, name: &str) -> Imm {
        Imm::Name(self.func.intern_name(name))
    }

    /// The immediate for a type.
    ///
    /// # Errors
    /// It is refined to a value that is another function's.
    pub fn type_imm(&mut self, ty: Type) -> Built<Imm> {
        self.check_type(ty)?;
        Ok(Imm::Type(self.func.intern_type(ty)))
    }

    /// The type of a value.
    ///
    /// # Errors
    /// It is another function's.
    pub fn type_of(&self, value: ValueId) -> Built<Type> {
        Ok(self.func.ty(self.own(value)?))
    }

    /// Declares a native function, with its contract.
    ///
    /// What the signature says is believed: see [`NativeSig`].
    ///
    /// # Errors
    /// The name is taken, or the signature contradicts itself.
    pub fn declare_native(&mut self, signature: NativeSig) -> Built<NativeId> {
        if self.func.natives().any(|(_, other)| other.name == signature.name) {
            return Err(self.error(Problem::NativeTwice(signature.name)));
        }
        if let Some(problem) = native_problem(&signature) {
            return Err(self.error(Problem::BadNative { name: signature.name, problem }));
        }
        for ty in signature.params.iter().map(|param| param.ty).chain(signature.result) {
            self.check_type(ty)?;
        }
        Ok(self.func.declare_native(signature))
    }

    // Frame states.

    /// The state of an interpreter frame of `code` at bytecode instruction `pc`, with these registers; `None` is an empty one.
    ///
    /// # Errors
    /// A value is another function's.
    pub fn frame(&mut self, code: &str, pc: u32, slots: &[Option<ValueId>]) -> Built<FrameId> {
        self.any_frame(code, pc, slots, None)
    }

    /// As [`frame`](Self::frame), for code that is inlined into a function whose own state is `caller`.
    ///
    /// # Errors
    /// A value or `caller` is another function's.
    pub fn inlined_frame(&mut self, code: &str, pc: u32, slots: &[Option<ValueId>], caller: FrameId) -> Built<FrameId> {
        self.check_frame(caller)?;
        self.any_frame(code, pc, slots, Some(caller))
    }

    fn any_frame(&mut self, code: &str, pc: u32, slots: &[Option<ValueId>], caller: Option<FrameId>) -> Built<FrameId> {
        let own = |slot: &Option<ValueId>| slot.map(|value| self.own(value)).transpose();
        let slots = slots.iter().map(own).collect::<Built<Vec<_>>>()?;
        let code = self.func.intern_name(code);
        Ok(self.func.intern_frame(FrameState { code, pc, slots, caller }))
    }

    // Errors and checks.

    fn error(&self, problem: Problem) -> BuildError {
        self.error_at(self.current, None, problem)
    }

    fn error_at(&self, block: Option<BlockId>, inst: Option<InstId>, problem: Problem) -> BuildError {
        let op = inst.map(|inst| self.func.inst(inst).op);
        let place = Place { function: self.func.name().into(), block, inst, op };
        BuildError { place: Box::new(place), problem: Box::new(problem) }
    }

    fn reserve(&self) -> Built<()> {
        // A step makes at most one instruction with two results, and a block.
        self.func.reserve(2).map_err(|error| self.error(error.into()))
    }

    fn check_block(&self, block: BlockId) -> Built<()> {
        if self.func.has_block(block) { Ok(()) } else { Err(self.error(Problem::ForeignBlock(block))) }
    }

    /// The value, or what it stands for if it is a superfluous phi of a variable.
    fn own(&self, value: ValueId) -> Built<ValueId> {
        let ours = has_brand(value, self.func.brand()).then(|| self.vars.resolve(value));
        let known = ours.filter(|&value| self.func.get_value(value).is_some());
        known.ok_or_else(|| self.error(Problem::ForeignValue(value)))
    }

    fn shown(&self, ty: Type) -> TypeShown {
        TypeShown::new(&self.func, ty)
    }

    fn check_frame(&self, frame: FrameId) -> Built<()> {
        if self.func.get_frame(frame).is_some() { Ok(()) } else { Err(self.foreign(frame)) }
    }

    fn foreign(&self, what: impl ToString) -> BuildError {
        self.error(Problem::Foreign { what: what.to_string() })
    }

    /// Checks that the value a type is refined to is this function's.
    fn check_type(&self, ty: Type) -> Built<()> {
        match ty.known_value() {
            Some(constant) if self.func.get_constant(constant).is_none() => Err(self.foreign(constant)),
            _ => Ok(()),
        }
    }

    /// Checks that a value may be of the type.
    fn check_value_type(&self, ty: Type) -> Built<()> {
        self.check_type(ty)?;
        if is_value_type(ty) { Ok(()) } else { Err(self.error(Problem::BadType(self.shown(ty)))) }
    }

    /// The current block, if something can be appended to it.
    fn open_block(&self) -> Built<BlockId> {
        let block = self.current.ok_or_else(|| self.error(Problem::NoBlock))?;
        match self.terminator(block)? {
            Some(op) => Err(self.error(Problem::Ended(op))),
            None => Ok(block),
        }
    }
}

fn is_value_type(ty: Type) -> bool {
    !ty.is_bottom() && !ty.mixes_machine()
}

/// How a signature contradicts itself, if it does.
fn native_problem(signature: &NativeSig) -> Option<NativeProblem> {
    use crate::contract::{Can, Origin, Steal};
    let mut types = signature.params.iter().map(|param| param.ty).chain(signature.result);
    if !types.all(is_value_type) {
        return Some(NativeProblem::BadType);
    }
    for (index, param) in signature.params.iter().enumerate() {
        if param.steal == Steal::OnSuccess && !signature.can.has(Can::RAISE) {
            return Some(NativeProblem::NeverFails(index as u8));
        }
    }
    let result = signature.result;
    match signature.origin {
        Origin::Uncounted => result.is_some_and(Type::is_counted).then_some(NativeProblem::Counted),
        _ if result.is_none() => Some(NativeProblem::NoResult),
        Origin::Joined => Some(NativeProblem::Joined),
        Origin::Part(index) | Origin::Item(index, _) | Origin::Copy(index) => {
            match signature.params.get(usize::from(index)) {
                None => Some(NativeProblem::NoParameter(index)),
                Some(param) if param.steal != Steal::Never => Some(NativeProblem::StolenOwner(index)),
                Some(_) => None,
            }
        }
        Origin::New | Origin::Function | Origin::Memory(_) => None,
    }
}

#[cfg(test)]
mod tests;
