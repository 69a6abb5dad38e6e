//! Exits: how compiled code leaves in the middle, and what is known at that moment.

use crate::lir::{ExitId, VReg};
use hir::{FrameId, RefKind};
use regalloc2::{Allocation, Operand, OperandConstraint, OperandKind, OperandPos};

/// How a word is made of what is in a register or stack slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// It is the word.
    Word,
    /// A machine integer, to become a small integer or a big one.
    Int,
    /// A machine float.
    Double,
    /// A machine truth value.
    Bool,
    /// This constant word, which is nowhere.
    Constant(u64),
}

/// One value of an exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExitValue {
    /// Which HIR value.
    pub value: hir::ValueId,
    /// How its reference is held.
    pub kind: RefKind,
    /// How its word is made.
    pub form: Form,
    /// Its register in LIR; nothing for a constant.
    pub vreg: Option<VReg>,
}

/// An exit as lowering knows it.
#[derive(Clone, Debug)]
pub struct Exit {
    /// The frame to rebuild.
    pub frame: FrameId,
    /// Why: the guard's opcode, or what a `Deopt` says.
    pub reason: Box<str>,
    /// Whether an exception is pending.
    pub error: bool,
    /// Source line.
    pub line: u32,
    /// The values of the frame, each once for every reference the function owns, then what it owns besides.
    pub values: Vec<ExitValue>,
}

/// The exits of a function.
#[derive(Clone, Debug, Default)]
pub struct Exits {
    /// By id.
    pub list: Vec<Exit>,
}

impl Exits {
    /// Adds one.
    pub fn add(&mut self, exit: Exit) -> ExitId {
        self.list.push(exit);
        ExitId(self.list.len() as u32 - 1)
    }

    /// Adds the exit's values to an instruction's operands. They stay where they are until the instruction has ended.
    pub(crate) fn operands(&self, exit: ExitId, out: &mut Vec<Operand>) {
        for value in &self.list[exit.0 as usize].values {
            if let Some(vreg) = value.vreg {
                out.push(Operand::new(vreg, OperandConstraint::Any, OperandKind::Use, OperandPos::Late));
            }
        }
    }
}

/// Where one value of an exit is, when the exit is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// An integer register.
    Register(u8),
    /// A float register.
    FloatRegister(u8),
    /// At this distance from the frame pointer.
    Frame(i32),
    /// Nowhere: the form says it.
    Nowhere,
}

impl Place {
    /// From the allocator's answer.
    pub(crate) fn of(allocation: Allocation, slot_offset: impl Fn(usize) -> i32) -> Place {
        match (allocation.as_reg(), allocation.as_stack()) {
            (Some(reg), _) if reg.class() == regalloc2::RegClass::Int => Place::Register(reg.hw_enc() as u8),
            (Some(reg), _) => Place::FloatRegister(reg.hw_enc() as u8),
            (None, Some(slot)) => Place::Frame(slot_offset(slot.index())),
            (None, None) => Place::Nowhere,
        }
    }
}
