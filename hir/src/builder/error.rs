//! What can be wrong in the use of a [`FunctionBuilder`](super::FunctionBuilder), and where.

use super::Variable;
use crate::entity::{BlockId, InstId, NativeId, ValueId};
use crate::function::{Function, TooLarge};
use crate::opcode::{ImmKind, Opcode};
use crate::text::display_type;
use crate::ty::Type;
use crate::verify::VerifyError;
use std::fmt;
use thiserror::Error;

/// A refused step. The function is as it was before it.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{place}: {problem}")]
pub struct BuildError {
    /// Where.
    pub place: Box<Place>,
    /// What is wrong.
    pub problem: Box<Problem>,
}

/// Where a mistake was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The function's name.
    pub function: Box<str>,
    /// The block that was to be changed.
    pub block: Option<BlockId>,
    /// The instruction that is wrong, if it is in the function.
    pub inst: Option<InstId>,
    /// The opcode of the instruction.
    pub op: Option<Opcode>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fun {}", self.function)?;
        if let Some(block) = self.block {
            write!(f, ", {block}")?;
        }
        if let Some(op) = self.op {
            write!(f, ", {op}")?;
        }
        Ok(())
    }
}

/// How many of something there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// At least.
    pub least: usize,
    /// At most; `None` for any number.
    pub most: Option<usize>,
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.most {
            Some(most) if most == self.least => write!(f, "{most}"),
            Some(most) => write!(f, "{} to {most}", self.least),
            None => write!(f, "{} or more", self.least),
        }
    }
}

/// What is wrong. Numbers of operands and immediates count from 0.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Problem {
    /// No block was switched to.
    #[error("no block is current")]
    NoBlock,
    /// The block has its terminator.
    #[error("the block has ended, with {0}")]
    Ended(Opcode),
    /// The block is not this function's.
    #[error("{0} is not a block of this function")]
    ForeignBlock(BlockId),
    /// The value is not this function's.
    #[error("{0} is not a value of this function")]
    ForeignValue(ValueId),
    /// The constant, type, name, native or frame state is not this function's.
    #[error("{what} is not of this function")]
    Foreign {
        /// Its text.
        what: String,
    },
    /// The variable is not this builder's.
    #[error("{0} is not a variable of this function")]
    ForeignVariable(Variable),
    /// Immediates are too few or too many.
    #[error("{got} immediates instead of {expected}")]
    ImmCount {
        /// As the table says.
        expected: usize,
        /// Given.
        got: usize,
    },
    /// An immediate is of another kind.
    #[error("immediate {index} is no {expected:?}")]
    ImmKind {
        /// Which.
        index: usize,
        /// As the table says.
        expected: ImmKind,
    },
    /// Operands are too few or too many.
    #[error("{got} operands instead of {expected}")]
    OperandCount {
        /// As the table or the native says.
        expected: Count,
        /// Given.
        got: usize,
    },
    /// An operand may be of no such type.
    #[error("operand {index}, {value}, is of type {got} and should be {expected}")]
    OperandType {
        /// Which.
        index: usize,
        /// The value.
        value: ValueId,
        /// As the table or the native says.
        expected: TypeShown,
        /// Its type.
        got: TypeShown,
    },
    /// Successors are too few or too many.
    #[error("{got} successors instead of {expected}")]
    SuccessorCount {
        /// As the table says.
        expected: usize,
        /// Given.
        got: usize,
    },
    /// Two successors are the same block: an edge would not be known by its ends.
    #[error("{0} is a successor twice")]
    DoubleEdge(BlockId),
    /// The entry block can have no predecessor.
    #[error("{0} is the entry block, which nothing goes to")]
    BranchToEntry(BlockId),
    /// The block is sealed: its predecessors were all known.
    #[error("{0} is sealed and can have no more predecessors")]
    BranchToSealed(BlockId),
    /// The instruction may exit and has no frame state.
    #[error("it may leave the function and needs a frame state")]
    MissingFrame,
    /// The instruction cannot exit.
    #[error("it cannot leave the function and takes no frame state")]
    UnexpectedFrame,
    /// Results and exit references are the builder's and refcount insertion's to make.
    #[error("results and exit references cannot be given")]
    NotBare,
    /// Arguments are there at the beginning.
    #[error("arguments are loaded in the entry block")]
    ArgumentElsewhere,
    /// Phis are made by [`phi`](super::FunctionBuilder::phi).
    #[error("a phi is made by `phi` and `add_phi_input`")]
    PhiAsInstruction,
    /// The instruction comes from refcount insertion.
    #[error("only refcount insertion makes it")]
    Counting,
    /// Too many or too few types were declared for the results.
    #[error("{got} result types declared instead of {expected}")]
    ResultCount {
        /// Of results.
        expected: usize,
        /// Declared.
        got: usize,
    },
    /// The table leaves the result's type to whoever makes the instruction.
    #[error("the type of result {index} must be declared, within {bound}")]
    Undeclared {
        /// Which.
        index: usize,
        /// The widest.
        bound: TypeShown,
    },
    /// The declared type does not follow from the instruction.
    #[error("result {index} cannot be declared {declared}")]
    ResultType {
        /// Which.
        index: usize,
        /// Declared.
        declared: TypeShown,
    },
    /// The instruction does not have exactly the results that were asked for.
    #[error("it has {got} results, not {expected}")]
    Results {
        /// Asked for.
        expected: usize,
        /// It has.
        got: usize,
    },
    /// No value has this type, or some are machine values and some are not.
    #[error("a value cannot be of type {0}")]
    BadType(TypeShown),
    /// The integer does not fit the word.
    #[error("{0} is no small integer")]
    NotSmall(i64),
    /// The value is no phi of this function.
    #[error("{0} is no phi")]
    NotPhi(ValueId),
    /// The phi's inputs come from a variable.
    #[error("{0} is a variable's phi, whose inputs are found by the builder")]
    VariablePhi(ValueId),
    /// The entry block has no predecessors, so a phi has no inputs there.
    #[error("a phi in the entry block")]
    PhiInEntry,
    /// The phi has an input for the predecessor already.
    #[error("{phi} has an input from {pred} already")]
    DoubleInput {
        /// The phi.
        phi: ValueId,
        /// The predecessor.
        pred: BlockId,
    },
    /// The input's type is not within the phi's.
    #[error("{value} is of type {got} and {phi} of type {expected}")]
    InputType {
        /// The phi.
        phi: ValueId,
        /// The input.
        value: ValueId,
        /// The phi's type.
        expected: TypeShown,
        /// The input's type.
        got: TypeShown,
    },
    /// At the end: a predecessor without an input.
    #[error("{phi} has no input from {pred}")]
    MissingInput {
        /// The phi.
        phi: ValueId,
        /// The predecessor.
        pred: BlockId,
    },
    /// At the end: an input from a block that is no predecessor.
    #[error("{phi} has an input from {pred}, which is no predecessor")]
    StrayInput {
        /// The phi.
        phi: ValueId,
        /// The block.
        pred: BlockId,
    },
    /// The value is not of the variable's type.
    #[error("{value} is of type {got} and {variable} of type {expected}")]
    VariableType {
        /// The variable.
        variable: Variable,
        /// The value.
        value: ValueId,
        /// The variable's type.
        expected: TypeShown,
        /// The value's type.
        got: TypeShown,
    },
    /// On some path nothing was put into the variable.
    #[error("{variable} has no value on the path that begins in {start}")]
    UndefinedVariable {
        /// The variable.
        variable: Variable,
        /// The block at the beginning of the path.
        start: BlockId,
    },
    /// The block is sealed already.
    #[error("{0} is sealed already")]
    SealedTwice(BlockId),
    /// At the end: a variable is read in a block that was not sealed.
    #[error("{variable} is read in {block}, which was never sealed")]
    Unsealed {
        /// The block.
        block: BlockId,
        /// The variable.
        variable: Variable,
    },
    /// At the end: a block does not end in a terminator.
    #[error("the block has no terminator")]
    NoTerminator,
    /// At the end: there is no block.
    #[error("the function has no block")]
    Empty,
    /// There is a native of this name.
    #[error("a native named {0} is declared already")]
    NativeTwice(Box<str>),
    /// The native's signature contradicts itself.
    #[error("native {name}: {problem}")]
    BadNative {
        /// Its name.
        name: Box<str>,
        /// What is wrong.
        problem: NativeProblem,
    },
    /// The native is not declared in this function.
    #[error("{0} is not declared in this function")]
    UnknownNative(NativeId),
    /// At the end: the verifier finds this.
    #[error(transparent)]
    Invalid(VerifyError),
    /// The function would be too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// How a native's signature contradicts itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NativeProblem {
    /// The origin names a parameter that there is not.
    #[error("the result comes from parameter {0}, which there is not")]
    NoParameter(u8),
    /// The result comes from something and there is none.
    #[error("an origin without a result")]
    NoResult,
    /// A native's result is not joined.
    #[error("the origin is that of a phi")]
    Joined,
    /// The result may have a count and the origin says that it has none.
    #[error("the result may be counted and its origin says that it is not")]
    Counted,
    /// The result is borrowed from a parameter whose reference the native takes.
    #[error("the result lives in parameter {0}, which is stolen")]
    StolenOwner(u8),
    /// A parameter is stolen on success and the native cannot fail.
    #[error("parameter {0} is stolen on success only and nothing is raised")]
    NeverFails(u8),
    /// A type is that of no value, or of machine values and others.
    #[error("the type of a parameter or the result is none that a value has")]
    BadType,
}

/// A type, with its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeShown {
    /// The type.
    pub ty: Type,
    text: Box<str>,
}

impl TypeShown {
    pub(super) fn new(func: &Function, ty: Type) -> TypeShown {
        // A type that is refined to another function's value has no text here.
        let ours = ty.known_value().is_none_or(|constant| func.get_constant(constant).is_some());
        let text = if ours { display_type(func, ty).to_string() } else { "one of another function".to_owned() };
        TypeShown { ty, text: text.into() }
    }
}

impl fmt::Display for TypeShown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
