//! Mutants of counted functions: each small mistake that refcount insertion could have made.
//!
//! They measure the judges. A mutant that the [checked interpreter](crate::interp) traps on is wrong, so the
//! [refcount verifier](crate::verify_refcounts()) must refuse it; one that both accept is either equivalent or a gap.
//!
//! Mutations are listed in a fixed order, so a mutant is named by its function and its number.

use crate::interp::{self, Trap, TrapKind};
use crate::opcode::Flow;
use crate::{ClaimState, Function, InstData, InstId, RefKind, ValueId, verify_refcounts};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

/// One small change of a counted function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mutation {
    /// A counting operation is left out.
    Delete(InstId),
    /// A counting operation is done twice.
    Duplicate(InstId),
    /// A counting operation is moved before the instruction before it.
    MoveUp(InstId),
    /// A counting operation is moved behind the instruction behind it.
    MoveDown(InstId),
    /// An operand of a counting operation is another value.
    Retarget {
        /// The operation.
        inst: InstId,
        /// Which operand.
        operand: usize,
        /// The other value.
        to: ValueId,
    },
    /// One of several operands of a counting operation is left out.
    DropOperand {
        /// The operation.
        inst: InstId,
        /// Which operand.
        operand: usize,
    },
    /// An exit treats a reference in another way.
    Flip {
        /// The instruction with the exit.
        inst: InstId,
        /// Which entry.
        entry: usize,
        /// The other way.
        to: RefKind,
    },
    /// An exit does not list a value.
    DropEntry {
        /// The instruction with the exit.
        inst: InstId,
        /// Which entry.
        entry: usize,
    },
    /// An exit lists a value twice.
    RepeatEntry {
        /// The instruction with the exit.
        inst: InstId,
        /// Which entry.
        entry: usize,
    },
}

impl fmt::Display for Mutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mutation::Delete(inst) => write!(f, "{inst} left out"),
            Mutation::Duplicate(inst) => write!(f, "{inst} twice"),
            Mutation::MoveUp(inst) => write!(f, "{inst} one up"),
            Mutation::MoveDown(inst) => write!(f, "{inst} one down"),
            Mutation::Retarget { inst, operand, to } => write!(f, "operand {operand} of {inst} is {to}"),
            Mutation::DropOperand { inst, operand } => write!(f, "operand {operand} of {inst} left out"),
            Mutation::Flip { inst, entry, to } => write!(f, "entry {entry} at the exit of {inst} is {}", to.name()),
            Mutation::DropEntry { inst, entry } => write!(f, "entry {entry} at the exit of {inst} left out"),
            Mutation::RepeatEntry { inst, entry } => write!(f, "entry {entry} at the exit of {inst} twice"),
        }
    }
}

/// Every mutation of a function: in the order of blocks and instructions.
pub fn mutations(func: &Function) -> Vec<Mutation> {
    let mut all = Vec::new();
    for block in func.blocks() {
        let mut scope: Vec<ValueId> = func.claims(block).iter().filter_map(held).collect();
        for inst in func.insts(block) {
            let data = func.inst(inst);
            if data.op.is_counting() {
                counting(func, inst, data, &scope, &mut all);
            }
            exits(inst, data, &mut all);
            // Copies have the count of what they copy: another of them is no other target.
            if func.copied_operand(data).is_none() {
                scope.extend(data.results.iter().copied().filter(|&result| func.ty(result).is_counted()));
            }
        }
    }
    all
}

/// The first of the copies of a claimed value that has a count.
fn held(claim: &crate::Claim) -> Option<ValueId> {
    let counted = !matches!(claim.state, ClaimState::Uncounted);
    claim.copies.first().copied().filter(|_| counted)
}

fn counting(func: &Function, inst: InstId, data: &InstData, scope: &[ValueId], all: &mut Vec<Mutation>) {
    all.extend([Mutation::Delete(inst), Mutation::Duplicate(inst)]);
    if func.prev_inst(inst).is_some_and(|before| func.inst(before).op.info().flow == Flow::Next) {
        all.push(Mutation::MoveUp(inst));
    }
    if func.next_inst(inst).is_some_and(|after| func.inst(after).op.info().flow == Flow::Next) {
        all.push(Mutation::MoveDown(inst));
    }
    for (operand, &value) in data.args.iter().enumerate() {
        let others = scope.iter().copied().filter(|&other| other != value);
        all.extend(others.map(|to| Mutation::Retarget { inst, operand, to }));
        if data.args.len() > 1 {
            all.push(Mutation::DropOperand { inst, operand });
        }
    }
}

fn exits(inst: InstId, data: &InstData, all: &mut Vec<Mutation>) {
    const KINDS: [RefKind; 3] = [RefKind::Owned, RefKind::Borrowed, RefKind::Raw];
    for (entry, &(_, kind)) in data.exit_refs.iter().enumerate() {
        all.extend(KINDS.into_iter().filter(|&to| to != kind).map(|to| Mutation::Flip { inst, entry, to }));
        all.extend([Mutation::DropEntry { inst, entry }, Mutation::RepeatEntry { inst, entry }]);
    }
}

/// The mutant. A mutation of another function, or one that does not fit, changes nothing.
pub fn mutate(func: &Function, mutation: &Mutation) -> Function {
    let mut mutant = func.clone();
    apply(&mut mutant, mutation);
    mutant
}

fn apply(func: &mut Function, mutation: &Mutation) -> Option<()> {
    match *mutation {
        Mutation::Delete(inst) => {
            func.get_inst(inst)?;
            func.remove_inst(inst);
        }
        Mutation::Duplicate(inst) => {
            let data = func.get_inst(inst)?.clone();
            if data.results.is_empty() {
                func.insert_inst_after(inst, data, &[]);
            }
        }
        Mutation::MoveUp(inst) => {
            func.get_inst(inst)?;
            let before = func.prev_inst(inst)?;
            func.move_inst_before(inst, before);
        }
        Mutation::MoveDown(inst) => {
            func.get_inst(inst)?;
            let after = func.next_inst(inst)?;
            // The one behind goes up: the same, and there is a way to say it.
            func.move_inst_before(after, inst);
        }
        Mutation::Retarget { inst, operand, to } => {
            func.get_inst(inst)?.args.get(operand)?;
            func.inst_mut(inst).args[operand] = to;
        }
        Mutation::DropOperand { inst, operand } => {
            func.get_inst(inst)?.args.get(operand)?;
            func.inst_mut(inst).args.remove(operand);
        }
        Mutation::Flip { inst, entry, to } => {
            func.get_inst(inst)?.exit_refs.get(entry)?;
            func.inst_mut(inst).exit_refs[entry].1 = to;
        }
        Mutation::DropEntry { inst, entry } => {
            func.get_inst(inst)?.exit_refs.get(entry)?;
            func.inst_mut(inst).exit_refs.remove(entry);
        }
        Mutation::RepeatEntry { inst, entry } => {
            let repeated = *func.get_inst(inst)?.exit_refs.get(entry)?;
            func.inst_mut(inst).exit_refs.push(repeated);
        }
    }
    Some(())
}

impl Mutation {
    /// What kind of mutation it is.
    pub fn kind(&self) -> &'static str {
        match self {
            Mutation::Delete(_) => "delete",
            Mutation::Duplicate(_) => "duplicate",
            Mutation::MoveUp(_) | Mutation::MoveDown(_) => "move",
            Mutation::Retarget { .. } => "retarget",
            Mutation::DropOperand { .. } => "drop operand",
            Mutation::Flip { .. } => "flip",
            Mutation::DropEntry { .. } => "drop entry",
            Mutation::RepeatEntry { .. } => "repeat entry",
        }
    }
}

/// How the judges did on the mutants of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// How many mutants.
    pub mutants: usize,
    /// How many the refcount verifier refuses.
    pub refused: usize,
    /// How many the checked interpreter traps on.
    pub trapped: usize,
}

/// Scores by kind of mutation.
pub type Scores = BTreeMap<&'static str, Score>;

/// A mutant that traps and that the refcount verifier accepts.
#[derive(Debug, thiserror::Error)]
#[error("the verifier accepts this, {mutation}:\n{mutant}\n{trap}")]
pub struct Escaped {
    /// The mutation.
    pub mutation: Mutation,
    /// The mutant.
    pub mutant: Function,
    /// What is wrong with it.
    pub trap: Trap,
}

/// Whether a trap says that counts are wrong, and not a type, which the refcount verifier takes on trust.
fn is_about_references(kind: TrapKind) -> bool {
    !matches!(kind, TrapKind::TypeViolation | TrapKind::Unreachable | TrapKind::WrongShape | TrapKind::OutOfBounds)
}

/// Judges every mutant of a correct function, the checked interpreter under each of these seeds, and adds to the scores.
///
/// # Errors
/// The first mutant that the interpreter can tell from a correct function and the verifier cannot.
pub fn judge(func: &Function, seeds: Range<u64>, scores: &mut Scores) -> Result<(), Box<Escaped>> {
    for mutation in mutations(func) {
        let mutant = mutate(func, &mutation);
        let refused = verify_refcounts(&mutant).is_err();
        let trap = interp::run_all(&mutant, seeds.clone()).err().filter(|(_, trap)| is_about_references(trap.kind));
        let score = scores.entry(mutation.kind()).or_default();
        score.mutants += 1;
        score.refused += usize::from(refused);
        score.trapped += usize::from(trap.is_some());
        if let (false, Some((_, trap))) = (refused, trap) {
            return Err(Box::new(Escaped { mutation, mutant, trap }));
        }
    }
    Ok(())
}
