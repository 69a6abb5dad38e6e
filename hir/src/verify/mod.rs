//! The structural verifier: whether a function is HIR at all.
//!
//! # The rules
//!
//! | Rule | What must hold |
//! | --- | --- |
//! | V1 | There is a first block, and no edge goes to it. |
//! | V2 | Each block ends in a terminator, and no other instruction of it is one. |
//! | V3 | A terminator names as many successors as its opcode has, all different and all blocks of the function. Apart from phis, nothing else names blocks. |
//! | V4 | Phis stand before all other instructions of their block. |
//! | V5 | A phi has one operand for each predecessor of its block, and names these in ascending order. |
//! | V6 | Each value is defined before it is used, on every path: operands, entries of frame states with their callers, exit references. A phi uses its operand at the end of the predecessor. Where control cannot come, and in claims, it is enough that the value is the result of an instruction. |
//! | V7 | An instruction has the immediates of its opcode's row, and they refer to what belongs to the function. |
//! | V8 | An immediate's value is one that the instruction knows: the operators of `SmallIntBinary`, `IntBinary`, `CIntBinary` and `DoubleBinary`, 1 to 3 for `Convert`, flags below 16 for `MakeFunction` with an operand for each, names for keyword calls, no more than there are arguments. A small integer fits 63 bits. |
//! | V9 | An instruction has as many operands as its opcode's row or its native's signature says. |
//! | V10 | The type of an operand lies within the type that the row or the signature says. |
//! | V11 | An instruction has as many results as its opcode's row or its native's signature says, and they know it as their definition. |
//! | V12 | The type of a result contains the one that the row's rule gives, or lies within it where the maker declares it. |
//! | V13 | No value's type has a machine kind and anything else. A known value is of its type. `Bottom` is declared only where the rule gives it. |
//! | V14 | `RefineType` says no more than is known: from its operand's type, from a guard or check of the operand or a copy that dominates it, or from a branch (`CondBranchPresent`, `CondBranchIterNotDone`, `CondBranchType`) on one, if an edge that dominates it is the only one into its block. A shape is known as V19 says. |
//! | V15 | An instruction names a frame state if its exit needs one, and none if it has no exit. Without one it has no exit references. |
//! | V16 | A frame state's entries are values of the language or machine integers, floats and truth values. A caller is older than what it calls, and there are at most 64. |
//! | V17 | A native's signature makes sense: its name is used once; where its result comes from is a parameter it has, or nothing if there is no result or it may be counted; types are none of mixed kinds. |
//! | V18 | A call of a native that steals on success only names a frame state. |
//! | V19 | The operand of `LoadSlot`, `StoreSlot`, `AddSlot` has the shape by its type, and by a guard or branch that dominates it, by the `AddSlot` that gave it the shape and succeeded, or by its `NewInstance`, on the same object, with no write to shapes on any path between; or by one of these on each path, but not around a loop. A phi has the shape if each operand has at the end of its predecessor; not around a loop. |
//! | V20 | The operand of `TupleItem` is of a known length, and the item is within it. |
//! | V21 | `LoadArg` and `TakeArg` stand in the first block. An argument is taken once, and then not loaded. |
//! | V22 | `EndLife` stands only where reference counts have not been inserted; reference count operations, claims and exit references only where they have. |
//!
//! Every pass may rely on them, and must keep them. Whether reference counts are right, and claims and exit references with them, is the
//! business of [`verify_refcounts`](mod@crate::verify_refcounts).
//!
//! # Order
//!
//! What later checks need is checked first: that references are to something that is there, then that blocks hang together and each instruction by
//! itself is as its row says, then that definitions dominate uses, last what depends on facts that hold at a place. If a group finds something,
//! those after it are left out.
//!
//! # Cost
//!
//! Linear in the function's text, apart from dominators (O(m log n)) and the look-up of a predecessor in a phi.

mod control;
mod counting;
mod dominance;
mod error;
mod facts;
mod instructions;
mod memory_joins;
mod natives;
mod references;
mod rules;
#[cfg(test)]
mod tests;

pub use error::VerifyError;
pub use rules::Rule;

use crate::analysis::{Cfg, DomTree};
use crate::text::{self, ParseError, Place};
use crate::{BlockId, Function, InstData, InstId};

/// Most errors that are reported.
pub const MAX_ERRORS: usize = 100;

/// Checks that the function is valid.
///
/// # Errors
/// The rules that do not hold, with their places: at least one, and at most [`MAX_ERRORS`].
pub fn verify(func: &Function) -> Result<(), Vec<VerifyError>> {
    let mut verifier = Verifier { func, errors: Vec::new() };
    verifier.run();
    if verifier.errors.is_empty() { Ok(()) } else { Err(verifier.errors) }
}

/// Parses and verifies a text: what is wrong with it, one report for each error, with line, column and caret.
///
/// # Errors
/// [`ParseError`] if the text is not even one of functions.
pub fn check_text(source: &str) -> Result<Vec<String>, ParseError> {
    let functions = text::parse_mapped(source)?;
    let errors = functions.iter().flat_map(|(func, map)| {
        let errors = verify(func).err().unwrap_or_default();
        errors.into_iter().map(move |error| error.report(source, map))
    });
    Ok(errors.collect())
}

/// A verification under way.
struct Verifier<'f> {
    func: &'f Function,
    errors: Vec<VerifyError>,
}

impl<'f> Verifier<'f> {
    fn run(&mut self) {
        self.references();
        if !self.errors.is_empty() {
            return;
        }
        let cfg = Cfg::compute(self.func);
        self.control(&cfg);
        self.natives();
        self.instructions();
        self.counting();
        if !self.errors.is_empty() {
            return;
        }
        let tree = DomTree::compute(&cfg);
        self.dominance(&cfg, &tree);
        if self.errors.is_empty() {
            self.facts(&cfg, &tree);
        }
    }

    /// The instructions of a block with their data.
    fn insts(&self, block: BlockId) -> impl Iterator<Item = (InstId, &'f InstData)> + use<'f> {
        let func = self.func;
        func.insts(block).map(move |inst| (inst, func.inst(inst)))
    }

    fn error(&mut self, rule: Rule, place: Place, message: impl Into<String>) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(VerifyError::new(self.func, rule, place, message.into()));
        }
    }

    fn error_at(&mut self, rule: Rule, inst: InstId, message: impl Into<String>) {
        self.error(rule, Place::Inst(inst), message);
    }
}
