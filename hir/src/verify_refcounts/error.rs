//! What the verifier reports.

use crate::{BlockId, Entity, Function, InstId, Opcode, ValueId};
use std::fmt;
use thiserror::Error;

/// A broken rule, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("R{} at {place}: {problem}", problem.rule())]
pub struct RefcountError {
    /// Where.
    pub place: Place,
    /// What.
    pub problem: Problem,
}

/// Where a rule is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the function as a whole.
    Function,
    /// In the claims at the entry of a block.
    Entry(BlockId),
    /// At an instruction.
    Inst(BlockId, Step),
    /// On an edge from one block to another.
    Edge(BlockId, BlockId),
}

/// An instruction, told so that a reader of the text finds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The instruction.
    pub inst: InstId,
    /// Its position in its block, from 0.
    pub position: usize,
    /// Its opcode.
    pub op: Opcode,
}

impl Step {
    /// Finds the position of an instruction that is in a block.
    pub(super) fn of(func: &Function, inst: InstId) -> Step {
        let position = std::iter::successors(func.prev_inst(inst), |&inst| func.prev_inst(inst)).count();
        Step { inst, position, op: func.inst(inst).op }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} #{}", self.op, self.position)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Function => f.write_str("the function"),
            Place::Entry(block) => write!(f, "{block}, claims"),
            Place::Inst(block, step) => write!(f, "{block}, {step}"),
            Place::Edge(from, to) => write!(f, "the edge {} -> {}", from.index(), to.index()),
        }
    }
}

/// What is wrong. See the rules in the [module](super).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum Problem {
    #[error("reference counts have not been inserted")]
    NotCounted,
    #[error("a release point is left: insertion turns it into an operation")]
    EndLife,
    #[error("{value} is unknown here: not defined in this block and not claimed at its entry")]
    Unknown { value: ValueId },
    #[error("{value} is used but not alive{}", lost_at(lost))]
    Dead { value: ValueId, lost: Option<Step> },
    #[error("{value} is needed until the instruction ends, but what the instruction writes or steals ends its life")]
    NotKept { value: ValueId },
    #[error("{value} may be missing: only the X form may have it")]
    MayBeMissing { value: ValueId },
    #[error("{value} is a machine value and has no count")]
    Machine { value: ValueId },
    #[error("{value} is released, but the function owns no reference to it{}", lost_at(lost))]
    ReleaseUnowned { value: ValueId, lost: Option<Step> },
    #[error("{value} is stolen, but the function owns no reference to it{}", lost_at(lost))]
    StealUnowned { value: ValueId, lost: Option<Step> },
    #[error("the instruction may leave the function, but has no frame state")]
    NoFrame,
    #[error("the exit lists {value} twice")]
    ListedTwice { value: ValueId },
    #[error("the exit does not list {value}, which its frame names")]
    Unlisted { value: ValueId },
    #[error("the exit lists {value}, which its frame does not name and which is not owned")]
    Unnamed { value: ValueId },
    #[error("{}", units_at_exit(*value, *owned, *listed))]
    ExitUnits { value: ValueId, owned: u32, listed: u32 },
    #[error("the exit takes a reference to {value}, which is not alive{}", lost_at(lost))]
    ExitDead { value: ValueId, lost: Option<Step> },
    #[error("the exit copies the word of {value}, which may be a counted object")]
    ExitRaw { value: ValueId },
    #[error("the exit must take {value} as raw: it is a machine value")]
    ExitMachine { value: ValueId },
    #[error("{value} is leaked: the function returns with {units} reference(s) to it")]
    ReturnLeak { value: ValueId, units: u32 },
    #[error("the entry block has claims")]
    EntryClaims,
    #[error("a claim names no value")]
    EmptyClaim,
    #[error("a claim joins {value} and {other}, which are not copies of one another")]
    NotCopies { value: ValueId, other: ValueId },
    #[error("{value} or a copy of it is claimed twice")]
    ClaimedTwice { value: ValueId },
    #[error("{value} is claimed to be borrowed from {owner}, which is not claimed in this block")]
    UnclaimedOwner { value: ValueId, owner: ValueId },
    #[error("{value} is claimed to be borrowed from itself")]
    SelfOwner { value: ValueId },
    #[error("{value} is claimed with {wanted} reference(s), but comes with {owned}")]
    EdgeUnits { value: ValueId, owned: u32, wanted: u32 },
    #[error("{value} is leaked: it comes with {owned} reference(s), of which the claims know {wanted}")]
    EdgeLeak { value: ValueId, owned: u32, wanted: u32 },
    #[error("{value} is claimed to be borrowed, but is not alive without a reference{}", lost_at(lost))]
    EdgeDead { value: ValueId, lost: Option<Step> },
    #[error("{value} is claimed to be borrowed, but what keeps it alive is not all in the claim: it lacks {missing}")]
    EdgeSupport { value: ValueId, missing: String },
    #[error("{value} is claimed to have no count, but may be a counted object")]
    EdgeUncounted { value: ValueId },
}

fn lost_at(lost: &Option<Step>) -> String {
    lost.map(|step| format!(" since {step}")).unwrap_or_default()
}

fn units_at_exit(value: ValueId, owned: u32, listed: u32) -> String {
    match listed {
        0 => format!("{value} is leaked: the exit does not list the {owned} reference(s) that the function owns"),
        _ => format!("the exit lists {listed} reference(s) to {value}, but the function owns {owned}"),
    }
}

impl Problem {
    /// The numbers of all rules.
    pub const RULES: std::ops::RangeInclusive<u8> = 1..=16;

    /// The number of the broken rule.
    pub fn rule(&self) -> u8 {
        match self {
            Problem::NotCounted | Problem::EndLife => 1,
            Problem::Unknown { .. } => 2,
            Problem::Dead { .. } => 3,
            Problem::NotKept { .. } => 4,
            Problem::MayBeMissing { .. } | Problem::Machine { .. } => 5,
            Problem::ReleaseUnowned { .. } => 6,
            Problem::StealUnowned { .. } => 7,
            Problem::NoFrame | Problem::ListedTwice { .. } | Problem::Unlisted { .. } | Problem::Unnamed { .. } => 8,
            Problem::ExitUnits { .. } => 9,
            Problem::ExitDead { .. } => 10,
            Problem::ExitRaw { .. } | Problem::ExitMachine { .. } => 11,
            Problem::ReturnLeak { .. } => 12,
            Problem::EntryClaims
            | Problem::EmptyClaim
            | Problem::NotCopies { .. }
            | Problem::ClaimedTwice { .. }
            | Problem::UnclaimedOwner { .. }
            | Problem::SelfOwner { .. } => 13,
            Problem::EdgeUnits { .. } | Problem::EdgeLeak { .. } => 14,
            Problem::EdgeDead { .. } | Problem::EdgeSupport { .. } => 15,
            Problem::EdgeUncounted { .. } => 16,
        }
    }
}
