//! The refcount verifier: proves that a counted function owns what it uses and releases what it owns, on every path.
//!
//! It is independent of refcount insertion: it shares the opcode table, whose contracts it takes as given, and nothing else. What insertion
//! claims at the entry of each block ([`Function::claims`]) is its only help, and it trusts none of it: each block is walked once, from
//! its claims, and each edge is checked against the claims of the block that it enters. So a join needs no search and loops
//! need no iteration, and by induction over the length of a path the state is right wherever control comes.
//!
//! # The state
//!
//! Values that are copies of one another ([`Origin::Copy`](crate::Origin::Copy)) are one *class*. For each class the state has
//!
//! - its *units*: how many references the function owns, *if* the value is a counted object. The empty word, the end of an iteration,
//!   small numbers and immortal objects may stand where an object may: for them every operation does nothing, and a unit is nothing.
//! - whether it is *uncounted*: certainly none that is counted. It is if the contract says so, or the type of one copy that is
//!   known here, or the branch that led here: on the false edges of `CondBranchPresent` and `CondBranchIterNotDone` the operand is missing, on the
//!   true edge of `CondBranchType` it is of the type. The units of a class that turns out to be uncounted vanish. The results of an
//!   instruction that fails are all missing, so where the first one is, the others are too.
//! - its *borrow*: the anchors that keep it alive, which are memory classes and other classes. All must stay intact.
//!   A write to a memory class breaks every borrow anchored in it. A class may be used while it has a unit, or an
//!   intact borrow, or is uncounted; the instruction after which none is true ends its life and breaks every borrow anchored in it.
//!
//! # The rules
//!
//! | Rule | What must hold |
//! | --- | --- |
//! | R1 | Reference counts have been inserted, and no `EndLife` is left. |
//! | R2 | A value that may be counted is used only where it has been defined in the same block or claimed at its entry; a copy that a claim lists is known at the end of each predecessor. |
//! | R3 | An operand may be used when the instruction starts. |
//! | R4 | An operand that is not stolen may still be used when the instruction has written its memory and taken what it steals. |
//! | R5 | `Incref` and `Decref` have operands that cannot be missing; no operation has a machine value. |
//! | R6 | A release has a unit to give up. If it may be the last reference (no further unit, no intact borrow), the footprint of the operand's type is written. |
//! | R7 | A steal, a return among them, has a unit to give up. |
//! | R8 | An instruction that may leave has a frame state. Its exit lists every value that the frames name; what else it lists is owned. It lists a value once, or once for each unit as owned. |
//! | R9 | An exit lists as owned, of each class, as many entries as there are units: a guard before its steals, an error after those that happen in any case. |
//! | R10 | What an exit lists as borrowed is alive there. |
//! | R11 | What an exit lists as raw is uncounted. Machine values are raw. |
//! | R12 | After a return no unit is left. |
//! | R13 | Claims are well-formed: none in the entry block; copies of one another; each class once; a phi by itself; owners claimed in the same block, and never the class itself. |
//! | R14 | On each edge the units of each class are those of the claims: one for the class if it is claimed owned, one for each phi that is claimed owned and gets it. None is left over. |
//! | R15 | On each edge, what is claimed borrowed is alive without a unit of its own, and the claim has all of its anchors. An anchor that is not in the claim is covered by a phi that takes its unit here and is in the claim, or by its own anchors if it has an intact borrow. |
//! | R16 | On each edge, what is claimed uncounted is. |
//!
//! Of what is uncounted nothing is asked but R2, R5 and R11: whatever an operation, an exit or a claim says about it has no effect. So an exit
//! that is reached when the first result of an instruction is missing may list the others as owned, or leave them out. (What a
//! frame names is used whether the exit is taken or not, so it must not have been released before.) A guard promises nothing about its
//! exit: it may leave though its condition holds.
//!
//! `Unreachable` ends a path on which nothing needs to hold; blocks that cannot be reached are not looked at.
//!
//! # Cost
//!
//! Linear in the instructions, their operands, the entries of their frame states, and the claims along the edges with the owners they
//! stand for: a chain of owners that end at an edge is followed for each claim on top of it. Tables are indexed by value; nothing is hashed.

mod classes;
mod edge;
mod error;
mod exit;
mod state;
mod step;
#[cfg(test)]
mod tests;

pub use error::{Place, Problem, RefcountError, Step};

use crate::analysis::Cfg;
use crate::{BlockId, ClaimState, Flow, Function, InstId, Opcode, ValueId};
use classes::{Class, Classes};
use state::{Start, State};

/// How many errors are collected at most.
pub const MAX_ERRORS: usize = 100;

/// Checks a counted function that [`verify`](mod@crate::verify) accepts.
///
/// # Errors
/// Every broken rule, at most [`MAX_ERRORS`]: blocks in reverse post-order, instructions in order. After the first
/// error in a block the rest of it is checked as if the operation at fault had been right, so later errors may follow from earlier ones.
pub fn verify_refcounts(func: &Function) -> Result<(), Vec<RefcountError>> {
    let mut verifier = Verifier::new(func);
    if func.is_counted() {
        verifier.run();
    } else {
        verifier.report(Place::Function, Problem::NotCounted);
    }
    if verifier.errors.is_empty() { Ok(()) } else { Err(verifier.errors) }
}

struct Verifier<'f> {
    func: &'f Function,
    classes: Classes,
    state: State,
    block: Option<BlockId>,
    /// Values that the exit at hand lists, those that it lists as not owned, and those that its frame names.
    listed: Marks,
    not_owned: Marks,
    named: Marks,
    /// Values that the claims at hand say are owned, phis among them.
    owned_phis: Marks,
    /// Classes that the owners of the claim at hand cover.
    covered: Marks,
    /// Entries that the exit or the claims at hand have of each class.
    counts: Counts,
    errors: Vec<RefcountError>,
}

/// A set of indices that is emptied in constant time.
struct Marks {
    round: u32,
    of: Vec<u32>,
}

impl Marks {
    fn new(len: usize) -> Marks {
        Marks { round: 0, of: vec![0; len] }
    }

    fn clear(&mut self) {
        self.round += 1;
    }

    /// Adds an index; false if it was in already.
    fn add(&mut self, index: usize) -> bool {
        std::mem::replace(&mut self.of[index], self.round) != self.round
    }

    fn has(&self, index: usize) -> bool {
        self.of[index] == self.round
    }
}

/// A count for each class.
struct Counts {
    marks: Marks,
    of: Vec<u32>,
    touched: Vec<(Class, ValueId)>,
    total: u64,
}

impl Counts {
    fn new(len: usize) -> Counts {
        Counts { marks: Marks::new(len), of: vec![0; len], touched: Vec::new(), total: 0 }
    }

    fn clear(&mut self) {
        self.marks.clear();
        self.touched.clear();
        self.total = 0;
    }

    /// Counts one more for a class, which stands in the list of those counted by `value`.
    fn add(&mut self, class: Class, value: ValueId) {
        if self.marks.add(class.index()) {
            self.of[class.index()] = 0;
            self.touched.push((class, value));
        }
        self.of[class.index()] += 1;
        self.total += 1;
    }

    fn get(&self, class: Class) -> u32 {
        if self.marks.has(class.index()) { self.of[class.index()] } else { 0 }
    }
}

impl<'f> Verifier<'f> {
    fn new(func: &'f Function) -> Verifier<'f> {
        let values = func.value_bound();
        Verifier {
            func,
            classes: Classes::of(func),
            state: State::new(values),
            block: None,
            listed: Marks::new(values),
            not_owned: Marks::new(values),
            named: Marks::new(values),
            owned_phis: Marks::new(values),
            covered: Marks::new(values),
            counts: Counts::new(values),
            errors: Vec::new(),
        }
    }

    fn run(&mut self) {
        let cfg = Cfg::compute(self.func);
        for &block in cfg.rpo() {
            if self.errors.len() >= MAX_ERRORS {
                return;
            }
            self.block = Some(block);
            self.enter(block, cfg.entry() == Some(block));
            for inst in self.func.insts(block) {
                self.step(inst);
            }
            self.leave(block);
        }
    }

    /// The state that the claims of a block describe.
    fn enter(&mut self, block: BlockId, is_entry: bool) {
        self.state.clear();
        let claims = self.func.claims(block);
        if is_entry && !claims.is_empty() {
            return self.report(Place::Entry(block), Problem::EntryClaims);
        }
        for claim in claims {
            let Some(class) = self.check_claim(block, claim) else { continue };
            let start = match claim.state {
                ClaimState::Uncounted => Start::Uncounted,
                ClaimState::Owned => Start::Owned,
                ClaimState::Borrowed { .. } => Start::Borrowed,
            };
            self.state.enter(class, start);
            for &copy in &claim.copies {
                self.state.know(copy);
                if !self.func.ty(copy).is_counted() {
                    self.state.set_uncounted(class);
                }
            }
        }
        self.anchor_claims(block);
    }

    /// Checks the edges that leave a block.
    fn leave(&mut self, block: BlockId) {
        let Some(last) = self.func.last_inst(block) else { return };
        let data = self.func.inst(last);
        for (index, &to) in data.blocks.iter().enumerate() {
            if matches!(data.op.info().flow, Flow::Ends(_)) && self.func.has_block(to) {
                let assumed = self.assume_on_edge(data, index);
                self.edge(block, to);
                assumed.into_iter().rev().for_each(|saved| self.state.restore(saved));
            }
        }
    }

    /// The class of a value, if the value is one that may be counted here.
    fn counted(&self, value: ValueId) -> Option<Class> {
        self.classes.may_be_counted(value).filter(|&class| !self.state.is_uncounted(class))
    }

    /// The instruction that ended the life of a class, for a message.
    fn lost(&self, class: Class) -> Option<Step> {
        self.state.lost(class).filter(|_| self.errors.len() < MAX_ERRORS).map(|inst| Step::of(self.func, inst))
    }

    fn report(&mut self, place: Place, problem: Problem) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(RefcountError { place, problem });
        }
    }

    fn report_at(&mut self, inst: InstId, problem: Problem) {
        if self.errors.len() >= MAX_ERRORS {
            return; // Finding the position takes time.
        }
        let step = Step::of(self.func, inst);
        let place = self.block.map_or(Place::Function, |block| Place::Inst(block, step));
        self.report(place, problem);
    }

    /// Whether `value`, which is the function's, is a phi of `block`.
    fn is_phi_of(&self, value: ValueId, block: BlockId) -> bool {
        self.func.get_value(value).is_some_and(|data| {
            self.func.get_inst(data.def).is_some_and(|inst| inst.op == Opcode::Phi)
                && self.func.block_of(data.def) == Some(block)
        })
    }
}
