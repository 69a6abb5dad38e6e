//! Refcount insertion: puts as few reference count operations into a function as its contracts allow.
//!
//! The input is verified HIR without counts, in which `EndLife` marks where the interpreter drops references. The output is the same
//! function with `Incref`, `Decref` and their kin, descriptions of the references at every exit, and at the entry of every block a claim
//! of how each value is held there, for [`verify_refcounts`](mod@crate::verify_refcounts) to prove.
//!
//! # Method
//!
//! A forward data-flow analysis over *model values* (a value and its copies are one): each is Uncounted, Borrowed (with the
//! [support](state::Support) that keeps it alive) or Owned. The file of each part:
//!
//! - [`edges`]: unreachable blocks out, critical edges split; needless blocks merged afterwards.
//! - [`deaths`]: the last use of every value, from liveness; [`windows`]: where releases have to wait.
//! - [`transfer`]: what an instruction does to the state; one function for analysis and mutation.
//! - [`join`]: what comes together at the entry of a block.
//! - [`analyze`]: the fixed point. [`mutate`]: the operations. [`batch`]: runs of releases.
//! - [`end_life`]: release points that nobody can observe, removed before.
//!
//! Source of the model: the refcount insertion of the CinderX JIT, as its documentation describes it. Beyond it, support names the owner a
//! value is borrowed through, also when that owner is itself only borrowed; a release invalidates only what its own destructor can
//! reach; and a phi that would be promoted at once in its own block is owned from the start where an edge brings nothing counted.

mod analyze;
mod batch;
mod deaths;
pub(crate) mod edges;
mod end_life;
mod join;
mod mutate;
mod state;
mod transfer;
mod windows;

use crate::InstId;
use crate::contract::World;
use crate::function::{Function, InstData, TooLarge};
use crate::opcode::Opcode;
use thiserror::Error;

pub use batch::LEAST_BATCH;

/// Why counts could not be inserted. The function is then as it was.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InsertError {
    /// The function has counts already.
    #[error("{0}: reference counts are inserted already")]
    AlreadyCounted(Box<str>),
    /// In the observing world, a release would have to stand between the guard of a shape and a slot access in another block: a value
    /// that dies there needs an `EndLife` before the guard or behind the access.
    #[error("{0}: {1}")]
    ReleaseBehindGuard(Box<str>, Box<str>),
    /// The operations would not fit.
    #[error("{0}: {1}")]
    TooLarge(Box<str>, TooLarge),
}

/// How many operations were inserted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// `Incref` and `XIncref`.
    pub increfs: usize,
    /// Releases: `Decref`, `XDecref` and the operands of `BatchDecref`.
    pub decrefs: usize,
    /// `BatchDecref`s.
    pub batches: usize,
    /// Release points that were removed before, because nobody can observe them.
    pub pruned: usize,
}

/// Inserts reference counts.
///
/// # Errors
/// [`InsertError`] if the function has counts, or is too large for them.
///
/// # Panics
/// May panic on a function that [`verify`](mod@crate::verify) rejects.
pub fn insert(func: &mut Function) -> Result<Stats, InsertError> {
    check(func)?;
    let original = (func.world() == World::Observing && windows::cross_blocks(func)).then(|| func.clone());
    let stats = place(func);
    if let Some(original) = original
        && let Err(errors) = crate::verify::verify(func)
    {
        *func = original;
        let what = errors.first().map(ToString::to_string).unwrap_or_default();
        return Err(InsertError::ReleaseBehindGuard(func.name().into(), what.into()));
    }
    Ok(stats)
}

/// The steps of insertion.
fn place(func: &mut Function) -> Stats {
    edges::remove_unreachable(func);
    edges::single_phis_to_copies(func);
    let made = edges::split_critical(func);
    let pruned = end_life::run(func);
    let edits = mutate::collect(func, &analyze::Prepared::compute(func));
    mutate::apply(func, edits);
    edges::merge_needless(func, &made);
    batch::run(func);
    count(func, pruned)
}

/// Removes the release points that no program can observe: all of them in the quiet world; in the observing world, those of values that
/// are borrowed or uncounted where they stand, or whose destructors do nothing but free. Returns how many. Optimisations run this
/// early, so that they see few release points.
///
/// # Errors
/// As [`insert`].
pub fn prune_end_life(func: &mut Function) -> Result<usize, InsertError> {
    check(func)?;
    edges::remove_unreachable(func);
    edges::single_phis_to_copies(func);
    let made = edges::split_critical(func);
    let pruned = end_life::run(func);
    edges::merge_needless(func, &made);
    Ok(pruned)
}

fn check(func: &Function) -> Result<(), InsertError> {
    if func.is_counted() {
        return Err(InsertError::AlreadyCounted(func.name().into()));
    }
    // An estimate from above of what splitting makes; operations are checked by their number when they are known.
    let edges: usize = func.blocks().map(|block| func.successors(block).len()).sum();
    func.reserve(edges).map_err(|error| InsertError::TooLarge(func.name().into(), error))
}

/// Removes the instructions that `doomed` picks. Returns how many.
fn remove_insts(func: &mut Function, doomed: impl Fn(InstId, &InstData) -> bool) -> usize {
    let mut removed = 0;
    for block in func.blocks().collect::<Vec<_>>() {
        let mut cursor = func.cursor(block);
        while let Some(inst) = cursor.next(func) {
            if doomed(inst, func.inst(inst)) {
                func.remove_inst(inst);
                removed += 1;
            }
        }
    }
    removed
}

fn count(func: &Function, pruned: usize) -> Stats {
    let mut stats = Stats { pruned, ..Stats::default() };
    for block in func.blocks() {
        for inst in func.insts(block) {
            let data = func.inst(inst);
            match data.op {
                Opcode::Incref | Opcode::XIncref => stats.increfs += 1,
                Opcode::Decref | Opcode::XDecref => stats.decrefs += 1,
                Opcode::BatchDecref => {
                    stats.batches += 1;
                    stats.decrefs += data.args.len();
                }
                _ => {}
            }
        }
    }
    stats
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: &str = "fun f observing {
  bb 0 {
    v0:Instance = TakeArg<0>
    v1:Object = TakeArg<1>
    v3:CBool = LoadArg<2>
    v2:Instance[shape 1] = GuardShape<shape 1> v0 exit fs0
    Branch<1>
  }
  bb 1 {
    CondBranch<2, 3> v3
  }
  bb 2 {
    v4:Object = LoadSlot<shape 1, 0> v2
    Return v4
  }
  bb 3 {
    Return v1
  }
  fs0 = frame \"f\" 1 [v0 v1]
}
";

    /// The value that dies on the way to the slot access cannot be released there, and no release point says where else.
    #[test]
    fn a_release_that_has_no_place_is_refused_and_nothing_is_lost() {
        let mut func = crate::text::parse_one(WINDOW).unwrap_or_else(|error| panic!("{error}"));
        assert!(crate::verify::verify(&func).is_ok());
        let error = insert(&mut func).expect_err("v1 dies between the guard and the slot access");
        assert!(matches!(error, InsertError::ReleaseBehindGuard(..)), "{error}");
        assert_eq!(func.to_string(), WINDOW);
        // With its release behind the access it is no trouble.
        let text = WINDOW.replace("    Return v4\n", "    EndLife v1\n    Return v4\n");
        let mut func = crate::text::parse_one(&text).unwrap_or_else(|error| panic!("{error}"));
        insert(&mut func).unwrap_or_else(|error| panic!("{error}"));
        assert!(crate::verify::verify(&func).is_ok());
    }
}
