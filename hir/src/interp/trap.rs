//! What the checked interpreter finds wrong.

use super::heap::{Made, Object};
use crate::{BlockId, InstId, Memory, Opcode, ValueId};
use std::fmt;
use thiserror::Error;

/// Why a run was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TrapKind {
    /// An operand, an entry of a frame or a returned value is an object that was freed.
    #[error("use after free")]
    UseAfterFree,
    /// An instruction reads or writes memory of an object that was freed or consumed.
    #[error("access to memory of a freed object")]
    MaskedAccess,
    /// An operand was freed while the instruction ran: the function had nothing that kept it alive.
    #[error("operand freed while the instruction runs")]
    OperandDied,
    /// A reference to an object that is already free is released or passed on.
    #[error("double release")]
    DoubleRelease,
    /// A reference is released or passed on that the function does not own: the object is alive, but only others hold it.
    #[error("release of a reference that the function does not own")]
    OverRelease,
    /// A reference to a freed object is taken.
    #[error("increment of a freed object")]
    IncrefDead,
    /// The function leaves and still owns references.
    #[error("leak")]
    Leak,
    /// The references listed at an exit are not those that there are.
    #[error("wrong references at an exit: {0}")]
    Exit(ExitFault),
    /// A counting operation that demands an object finds none.
    #[error("count of a missing value")]
    MissingValue,
    /// A value is not of the type it is declared with.
    #[error("value outside its declared type")]
    TypeViolation,
    /// A slot is accessed by a shape that the object does not have (any more).
    #[error("slot access with another shape")]
    WrongShape,
    /// An item beyond the length of its tuple is accessed.
    #[error("item beyond the end")]
    OutOfBounds,
    /// `Unreachable` was reached.
    #[error("unreachable instruction reached")]
    Unreachable,
    /// The function is no valid HIR; the verifier would have refused it.
    #[error("malformed function: {0}")]
    Malformed(&'static str),
}

/// What is wrong with the references listed at an exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExitFault {
    /// The frame names a value that is not listed.
    #[error("a value of the frame is not listed")]
    NotListed,
    /// A value is listed more than once.
    #[error("a value is listed twice")]
    ListedTwice,
    /// An owned entry, but the function owns no reference to the object (or fewer than are listed).
    #[error("an owned entry without a reference")]
    OwnedWithoutUnit,
    /// A borrowed entry whose object is gone.
    #[error("a borrowed entry was freed")]
    BorrowedFreed,
    /// A raw entry that is a counted object.
    #[error("a raw entry is a counted object")]
    RawCounted,
    /// The function owns a reference that is not listed.
    #[error("a reference that the function owns is not listed")]
    UnlistedUnit,
}

/// The history of the object in question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectReport {
    /// Its kind.
    pub kind: &'static str,
    /// References that the function owns.
    pub units: u32,
    /// References that memory and the outside hold.
    pub held: u32,
    /// What made it.
    pub made: String,
    /// The instruction that made it; nothing for what was there before.
    pub made_at: Option<InstId>,
    /// The instruction during which it was freed.
    pub freed_at: Option<InstId>,
}

/// Where it happened and to what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrapContext {
    /// The function.
    pub function: String,
    /// The seed of the run.
    pub seed: u64,
    /// The block.
    pub block: Option<BlockId>,
    /// The instruction.
    pub inst: Option<InstId>,
    /// Its opcode.
    pub op: Option<Opcode>,
    /// The instruction as text.
    pub text: String,
    /// The value in question.
    pub value: Option<ValueId>,
    /// The object in question.
    pub object: Option<ObjectReport>,
}

/// An error of the function under test (never of the interpreter): what, where, and the history of the object.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct Trap {
    /// What.
    pub kind: TrapKind,
    /// Where and to what.
    pub context: Box<TrapContext>,
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = &*self.context;
        write!(f, "{} in `{}`, seed {}", self.kind, at.function, at.seed)?;
        if let (Some(block), Some(inst)) = (at.block, at.inst) {
            write!(f, "\n  at {block}, {inst}: {}", at.text)?;
        }
        if let Some(value) = at.value {
            write!(f, "\n  value {value}")?;
        }
        if let Some(object) = &at.object {
            write!(f, "\n  object of kind {}: {}", object.kind, object.made)?;
            if let Some(inst) = object.made_at {
                write!(f, " at {inst}")?;
            }
            match object.freed_at {
                Some(inst) => write!(f, "; freed at {inst}")?,
                None => write!(
                    f,
                    "; alive, the function owns {} of its references, others hold {}",
                    object.units, object.held
                )?,
            }
        }
        Ok(())
    }
}

impl ObjectReport {
    pub(super) fn new(object: &Object) -> ObjectReport {
        let made = match object.made {
            Made::Singleton => "a singleton".to_string(),
            Made::Constant => "a constant".to_string(),
            Made::Argument(index) => format!("argument {index}"),
            Made::Result => "a result".to_string(),
            Made::Content(classes) if classes == Memory::NONE => "part of another object, first read".to_string(),
            Made::Content(classes) => format!("content of {classes}, first read"),
            Made::Stored => "stored by code that ran".to_string(),
            Made::Exception => "an exception".to_string(),
        };
        ObjectReport {
            kind: object.kind.text(),
            units: object.units,
            held: object.held,
            made,
            made_at: object.made_at,
            freed_at: if object.alive { None } else { object.freed_at },
        }
    }
}

/// What went wrong, before the place is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fault {
    pub(super) kind: TrapKind,
    pub(super) value: Option<ValueId>,
    pub(super) object: Option<super::value::ObjectId>,
}

impl Fault {
    pub(super) fn new(kind: TrapKind) -> Fault {
        Fault { kind, value: None, object: None }
    }

    pub(super) fn malformed(what: &'static str) -> Fault {
        Fault::new(TrapKind::Malformed(what))
    }

    pub(super) fn of(kind: TrapKind, object: super::value::ObjectId) -> Fault {
        Fault { kind, value: None, object: Some(object) }
    }

    /// With the value, if none is named yet.
    pub(super) fn value(self, value: ValueId) -> Fault {
        Fault { value: self.value.or(Some(value)), ..self }
    }
}

/// The result of a step.
pub(super) type Step<T> = Result<T, Fault>;
