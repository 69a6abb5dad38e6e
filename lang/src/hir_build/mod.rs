//! The translation of bytecode into HIR.
//!
//! A body becomes a function in pruned SSA form: registers are the variables. The order of the work:
//!
//! 1. `cfg` makes a graph of the bytecode, `flow` finds which registers hold a value where and which locals are read later, `ssa` where
//!    registers need phis. All three read from `effects` what an instruction does to registers.
//! 2. `walk` goes over the dominator tree, keeping for each register the value it holds, and translates instruction by instruction.
//!    `emit` is what all translations share: operands, failures, frame states. A file for each family of instructions does the rest.
//! 3. `finish` completes the phis and removes what cannot be reached.
//!
//! Rules that all translations keep, with the interpreter as the measure:
//!
//! - A guard leaves before the instruction has done anything, with its operands in their registers; the interpreter executes it again. A
//!   failure leaves after the operands are consumed; the interpreter's unwinder takes over.
//! - `EndLife` stands where the interpreter drops a reference. Each register has a value of its own: a register that is copied gets an
//!   `Assign`, so that the end of one is not the end of the other. Constants and what has no count have no `EndLife`.
//! - In the quiet world a local is forgotten after its last read, unless a message may show it (`shown`); in the observing world it lives
//!   until it is rebound, deleted, or the body ends.
//! - Feedback is a hint: every guess stands behind a guard.

mod arithmetic;
mod attributes;
mod calls;
mod cfg;
mod constants;
mod containers;
mod effects;
mod emit;
mod exceptions;
pub mod feedback;
mod finish;
mod flow;
mod jumps;
mod locals;
mod names;
mod shown;
mod ssa;
mod walk;

use crate::bytecode::{CodeKind, CodeProto, Op};
use hir::{Function, World};
use std::collections::BTreeSet;

pub use feedback::Feedback;
pub(crate) use feedback::{SiteHint, Target};

/// How to translate.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuildOptions<'a> {
    /// The world the code is for.
    pub world: World,
    /// What the interpreter saw.
    pub feedback: Option<&'a Feedback>,
    /// The loop header to begin at, instead of the body's first instruction: every register that holds something there arrives as the argument
    /// of its number.
    pub entry: Option<u32>,
    /// Whether an exception leaves even if the body has a handler for it: its traceback's frame then has the locals, which
    /// matters where the ends of their lives can be seen.
    pub leave_caught: bool,
    /// Whether an instruction that was never executed is left to the interpreter, which then sees what it is given.
    pub leave_unseen: bool,
    /// Numbers of codes whose direct calls may be inlined: such a call names the whole frame of its caller, and leaves if it fails. One under
    /// a handler of the body does not.
    pub inline: Option<&'a BTreeSet<u32>>,
}

/// Why control leaves where an instruction was never executed.
pub(crate) const UNSEEN: &str = "unseen";

/// Why a body is not translated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Bailout {
    /// It is a generator's.
    #[error("generators are not compiled")]
    Generator,
    /// The instruction to begin at is none that anything jumps to, or cannot be reached.
    #[error("nothing jumps to the instruction to begin at")]
    Entry,
    /// It is too large.
    #[error("{instructions} instructions and {registers} registers are too many")]
    TooLarge {
        /// Its instructions.
        instructions: usize,
        /// Its registers.
        registers: usize,
    },
}

impl Bailout {
    /// A name that stays, for counting.
    pub fn name(self) -> &'static str {
        match self {
            Bailout::Generator => "generator",
            Bailout::Entry => "entry",
            Bailout::TooLarge { .. } => "too-large",
        }
    }
}

/// Most instructions of a body.
const MAX_INSTRUCTIONS: usize = 1 << 18;
/// Most instructions times registers: frame states and ends of lives may grow with it, and must fit a function.
const MAX_AREA: usize = 1 << 23;

/// Translates the body `code`, which must be valid ([`validate`](crate::front::validate::validate_body)).
///
/// # Errors
/// Why it cannot be.
pub fn build(code: &CodeProto, options: &BuildOptions<'_>) -> Result<Function, Bailout> {
    if code.kind == CodeKind::Generator {
        return Err(Bailout::Generator);
    }
    let (instructions, registers) = (code.code.len(), usize::from(code.nregs));
    if instructions > MAX_INSTRUCTIONS || instructions * registers.max(1) > MAX_AREA {
        return Err(Bailout::TooLarge { instructions, registers });
    }
    let keep_locals = options.world == World::Observing || reads_frame(code);
    let plan = match options.entry {
        None => ssa::Plan::new(code, keep_locals),
        Some(pc) => ssa::Plan::from_header(code, keep_locals, pc).ok_or(Bailout::Entry)?,
    };
    let mut build = emit::Build::new(code, options, &plan);
    build.walk();
    Ok(finish::finish(build))
}

/// How many registers from 0 on are parameters.
pub(crate) fn parameters(code: &CodeProto) -> usize {
    flow::parameters(code)
}

/// Whether the body may look at its own locals behind the bytecode's back: it names a function that does.
pub(crate) fn reads_frame(code: &CodeProto) -> bool {
    let mut supers = 0;
    for i in &code.code {
        let name = || code.names.get(usize::from(i.c)).map_or("", |name| name);
        match i.op {
            Op::LoadGlobal | Op::LoadName | Op::LoadDictOrGlobal => match name() {
                "locals" | "vars" | "dir" | "eval" | "exec" | "globals" => return true,
                // Without arguments it looks for the receiver in the frame; the instructions made for it do not.
                "super" => supers += 1,
                _ => {}
            },
            Op::LoadSuperAttr | Op::LoadSuperMethod => supers -= 1,
            Op::LoadAttr | Op::LoadMethod | Op::ImportFrom if name() == "_getframe" => return true,
            _ => {}
        }
    }
    supers > 0
}
