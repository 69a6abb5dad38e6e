//! Emission: allocated LIR becomes bytes.
//!
//! A frame, from high addresses to low: return address, the caller's `rbp` (to which `rbp` points), the callee-saved registers this function uses,
//! spill slots, and at the bottom the area for arguments in memory. Exits and slow paths stand behind the code of the blocks.

// The assembler's macro converts every operand.
#![allow(clippy::useless_conversion)]

/// Encodes an instruction with an operand in memory, whose displacement takes one byte if it fits: `near!(asm, base + disp; before [] after)`.
macro_rules! near {
    ($asm:expr, $base:ident + $disp:ident; ($($before:tt)*) ($($after:tt)*)) => {
        match i8::try_from($disp) {
            Ok(near) => dynasm!($asm; .arch x64; $($before)* [BYTE Rq($base) + near] $($after)*),
            Err(_) => dynasm!($asm; .arch x64; $($before)* [Rq($base) + $disp] $($after)*),
        }
    };
}

mod counts;
mod floats;
mod inst;
mod layout;
mod moves;
mod test;

use crate::context;
use crate::exit::{Exit, Exits, Form, Place};
use crate::forced::ForcedExits;
use crate::lir::{BlockId, ExitId, Lir, LirFunction, Source};
use crate::machine;
use crate::regalloc::Flat;
use dynasmrt::x64::X64Relocation;
use dynasmrt::{DynamicLabel, DynasmApi, DynasmLabelApi, VecAssembler, dynasm};
use layout::Layout;
use regalloc2::{Allocation, Block, Edit, Function, InstOrEdit, Output, RegClass};
use thiserror::Error;

pub(crate) type Asm = VecAssembler<X64Relocation>;

/// Why code could not be emitted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EmitError {
    /// The register allocator refused.
    #[error("register allocation: {0:?}")]
    Registers(regalloc2::RegAllocError),
    /// The assembler refused.
    #[error("encoding: {0}")]
    Encoding(#[from] dynasmrt::DynasmError),
}

/// Machine code of a function, not yet published.
#[derive(Debug)]
pub struct Emitted {
    /// The bytes, independent of their address.
    pub bytes: Vec<u8>,
    /// For each exit, where its values are.
    pub exits: Vec<EmittedExit>,
    /// Pairs of code offset and source line: from the offset on, code is of the line.
    pub lines: Vec<(u32, u32)>,
    /// What the code consists of, in order, each part with the offset where it begins.
    pub parts: Vec<(u32, Part)>,
    /// How many values the allocator put on the stack.
    pub spill_slots: usize,
}

/// An exit with the places of its values.
#[derive(Clone, Debug)]
pub struct EmittedExit {
    /// What it is.
    pub exit: Exit,
    /// Place and form of each of its values.
    pub places: Vec<(Place, Form)>,
}

/// What a part of the code is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Makes the frame.
    Entry,
    /// The start of a block.
    Block(BlockId),
    /// An instruction of LIR.
    Inst(Source),
    /// A move that register allocation put before an instruction or behind it.
    Move,
    /// Restores the caller's registers and returns.
    Leave,
    /// What leaves by this exit.
    Exit(ExitId),
    /// Releases the object whose count an instruction made zero.
    Free(Source),
    /// A rare way of an instruction.
    Rare(Source),
    /// The end of all exits.
    Exits,
    /// What leaves for want of stack.
    Overflow,
}

/// A piece of code that stands behind the others.
enum Late {
    /// Leaves by an exit.
    Exit { label: DynamicLabel, exit: ExitId },
    /// Leaves before anything is done, for want of stack.
    Overflow { label: DynamicLabel },
    /// Reads a float out of an object, and comes back.
    LoadFloat { label: DynamicLabel, back: DynamicLabel, dst: u8, object: u8, source: Source },
    /// Makes a word of a float that is a zero, or says that there is none, and comes back.
    RareFloat { label: DynamicLabel, back: DynamicLabel, dst: u8, float: u8, source: Source },
    /// Releases the object in a register for good, and comes back.
    Free { label: DynamicLabel, back: DynamicLabel, reg: u8, source: Source },
}

pub(crate) struct Emitter<'f> {
    pub(crate) asm: Asm,
    exits: &'f Exits,
    forced: &'f ForcedExits,
    emitted: Vec<Option<EmittedExit>>,
    blocks: Vec<DynamicLabel>,
    layout: Layout,
    late: Vec<Late>,
    leave: DynamicLabel,
    saved: Vec<u8>,
    /// Whether the word below `rbp` is the function that runs.
    has_callee: bool,
    /// Where the context has the routine that releases an object.
    free_routine: i32,
    /// Block that follows in the layout: a jump to it needs no code.
    next: Option<BlockId>,
    lines: Vec<(u32, u32)>,
    parts: Vec<(u32, Part)>,
    /// What the instruction being encoded stands for.
    source: Source,
}

/// Emits a function whose registers are allocated.
///
/// # Errors
/// [`EmitError::Encoding`].
pub(crate) fn emit(
    func: &LirFunction,
    exits: &Exits,
    flat: &Flat<'_>,
    output: &Output,
    forced: &ForcedExits,
) -> Result<Emitted, EmitError> {
    let mut asm = Asm::new(0);
    let blocks = func.blocks.iter().map(|_| asm.new_dynamic_label()).collect();
    let leave = asm.new_dynamic_label();
    let mut emitter = Emitter {
        asm,
        exits,
        forced,
        emitted: vec![None; exits.list.len()],
        blocks,
        layout: Layout::new(func, flat, output),
        late: Vec::new(),
        leave,
        saved: used_callee_saved(output),
        has_callee: func.has_callee,
        free_routine: if func.has_floats() { context::FREE_ROUTINE } else { context::FREE_FLOATLESS_ROUTINE },
        next: None,
        lines: Vec::new(),
        parts: Vec::new(),
        source: Source::default(),
    };
    emitter.function(func, flat, output);
    let Emitter { asm, emitted, lines, parts, .. } = emitter;
    let missing = |exit: &Exit| EmittedExit { exit: exit.clone(), places: Vec::new() };
    let exits = emitted.into_iter().zip(&exits.list).map(|(e, exit)| e.unwrap_or_else(|| missing(exit))).collect();
    Ok(Emitted { bytes: asm.finalize()?, exits, lines, parts, spill_slots: output.num_spillslots })
}

/// The callee-saved registers that the allocation uses.
fn used_callee_saved(output: &Output) -> Vec<u8> {
    let mut used = Vec::new();
    let moved = output.edits.iter().map(|(_, Edit::Move { to, .. })| to);
    for reg in output.allocs.iter().chain(moved).filter_map(|a| a.as_reg()) {
        let number = reg.hw_enc() as u8;
        if machine::CALLEE_SAVED.contains(&reg) && !used.contains(&number) {
            used.push(number);
        }
    }
    used.sort_unstable();
    used
}

impl Emitter<'_> {
    fn function(&mut self, func: &LirFunction, flat: &Flat<'_>, output: &Output) {
        self.part(Part::Entry);
        self.prologue(output.num_spillslots + out_words(func), func.check_stack.then(|| calls(func)));
        let order = std::mem::take(&mut self.layout.order);
        for (at, &index) in order.iter().enumerate() {
            self.next = order.get(at + 1).map(|&next| BlockId(next as u32));
            let label = self.blocks[index];
            dynasm!(self.asm; .arch x64; =>label);
            self.part(Part::Block(BlockId(index as u32)));
            self.block(func, flat, output, index);
        }
        dynasm!(self.asm; .arch x64; =>self.leave);
        self.part(Part::Leave);
        self.epilogue();
        self.late_code();
    }

    fn block(&mut self, func: &LirFunction, flat: &Flat<'_>, output: &Output, index: usize) {
        let block = Block::new(index);
        let first = flat.block_insns(block).first().index();
        for item in output.block_insts_and_edits(flat, block) {
            match item {
                InstOrEdit::Edit(Edit::Move { from, to }) => {
                    self.part(Part::Move);
                    self.move_allocation(*from, *to);
                }
                InstOrEdit::Inst(inst) => {
                    let (lir, source) = &func.blocks[index].insts[inst.index() - first];
                    self.at_line(source.line);
                    self.part(Part::Inst(*source));
                    self.source = *source;
                    self.inst(lir, output.inst_allocs(inst));
                }
            }
        }
    }

    /// A part begins here.
    fn part(&mut self, part: Part) {
        self.parts.push((self.asm.offset().0 as u32, part));
    }

    fn at_line(&mut self, line: u32) {
        if self.lines.last().is_none_or(|&(_, last)| last != line) {
            self.lines.push((self.asm.offset().0 as u32, line));
        }
    }

    fn prologue(&mut self, slots: usize, check: Option<bool>) {
        let bytes = 8 * (usize::from(self.has_callee) + self.saved.len() + slots);
        // The return address and rbp are sixteen bytes: the frame stays aligned if this is a multiple of sixteen.
        let bytes = bytes.next_multiple_of(16) as i32;
        if let Some(calls) = check {
            self.stack_check(bytes, calls);
        }
        dynasm!(self.asm; .arch x64; push rbp; mov rbp, rsp; sub rsp, bytes);
        if self.has_callee {
            dynasm!(self.asm; .arch x64; mov QWORD [rbp - 8], r10; dec DWORD [r15 + context::ROOM]);
        }
        for (index, &reg) in self.saved.iter().enumerate() {
            let at = self.saved_at(index);
            dynasm!(self.asm; .arch x64; mov QWORD [rbp + at], Rq(reg));
        }
    }

    /// Where a callee-saved register is kept, from `rbp`.
    fn saved_at(&self, index: usize) -> i32 {
        -8 * (usize::from(self.has_callee) + index + 1) as i32
    }

    /// Leaves if the stack is nearly used up. A small frame that calls nothing fits below the limit.
    fn stack_check(&mut self, bytes: i32, calls: bool) {
        if !calls && bytes < SMALL_FRAME {
            return;
        }
        let label = self.asm.new_dynamic_label();
        if bytes < SMALL_FRAME {
            dynasm!(self.asm; .arch x64; cmp rsp, QWORD [r15 + context::STACK_LIMIT]);
        } else {
            dynasm!(self.asm; .arch x64; lea r11, [rsp - bytes]; cmp r11, QWORD [r15 + context::STACK_LIMIT]);
        }
        dynasm!(self.asm; .arch x64; jb =>label);
        self.late.push(Late::Overflow { label });
    }

    fn epilogue(&mut self) {
        for (index, &reg) in self.saved.iter().enumerate() {
            let at = self.saved_at(index);
            dynasm!(self.asm; .arch x64; mov Rq(reg), QWORD [rbp + at]);
        }
        if self.has_callee {
            dynasm!(self.asm; .arch x64; inc DWORD [r15 + context::ROOM]);
        }
        dynasm!(self.asm; .arch x64; leave; ret);
    }

    /// Where a spill slot is, from `rbp`.
    fn slot_offset(&self, slot: usize) -> i32 {
        self.saved_at(self.saved.len() + slot)
    }

    /// The label of the stub for an exit. If the exit is to be forced once, code that does it stands here: before the instruction has done anything.
    fn exit_label(&mut self, exit: ExitId) -> DynamicLabel {
        let label = self.asm.new_dynamic_label();
        if let Some(byte) = self.forced.address(exit) {
            dynasm!(self.asm; .arch x64; mov r11, QWORD byte; cmp BYTE [r11], 0; jne =>label);
        }
        label
    }

    /// Adds the stub for an exit, whose values are where the allocator says.
    fn exit_stub(&mut self, label: DynamicLabel, exit: ExitId, allocs: &[Allocation]) {
        let data = &self.exits.list[exit.0 as usize];
        let mut allocs = allocs.iter();
        let places = data
            .values
            .iter()
            .map(|value| match value.vreg.and_then(|_| allocs.next()) {
                Some(&allocation) => (Place::of(allocation, |slot| self.slot_offset(slot)), value.form),
                None => (Place::Nowhere, value.form),
            })
            .collect();
        self.emitted[exit.0 as usize] = Some(EmittedExit { exit: data.clone(), places });
        self.late.push(Late::Exit { label, exit });
    }

    /// The code behind the blocks.
    fn late_code(&mut self) {
        let exits_common = self.asm.new_dynamic_label();
        let mut any_exit = false;
        for late in std::mem::take(&mut self.late) {
            match late {
                Late::Exit { label, exit } => {
                    any_exit = true;
                    let number = exit.0 as i32;
                    self.part(Part::Exit(exit));
                    // The scratch register is free between instructions.
                    dynasm!(self.asm; .arch x64; =>label; mov r11d, number; jmp =>exits_common);
                }
                Late::Overflow { label } => {
                    self.part(Part::Overflow);
                    // There is no frame yet, and the arguments are in their registers.
                    dynasm!(self.asm; .arch x64; =>label; call QWORD [r15 + context::OVERFLOW_ROUTINE]; ret);
                }
                Late::LoadFloat { label, back, dst, object, source } => {
                    self.part(Part::Rare(source));
                    self.load_float(label, back, dst, object);
                }
                Late::RareFloat { label, back, dst, float, source } => {
                    self.part(Part::Rare(source));
                    self.rare_float(label, back, dst, float);
                }
                Late::Free { label, back, reg, source } => {
                    self.part(Part::Free(source));
                    let routine = self.free_routine;
                    // The routine preserves every register but the scratch registers.
                    dynasm!(self.asm; .arch x64
                        ; =>label
                        ; mov r11, Rq(reg)
                        ; call QWORD [r15 + routine]
                        ; jmp =>back);
                }
            }
        }
        if any_exit {
            self.part(Part::Exits);
            // The routine finds the exit's number in r11d, all registers as they are, and gives the function's result.
            dynasm!(self.asm; .arch x64
                ; =>exits_common
                ; call QWORD [r15 + context::EXIT_ROUTINE]
                ; jmp =>self.leave);
        }
    }

    fn jump(&mut self, to: BlockId) {
        let to = self.layout.target(to);
        if self.next != Some(to) {
            let label = self.blocks[to.0 as usize];
            dynasm!(self.asm; .arch x64; jmp =>label);
        }
    }
}

/// Frames of fewer bytes need not be counted when the stack's limit is tested.
const SMALL_FRAME: i32 = 4096;

/// Whether the function calls anything but what releases objects and leaves by exits.
fn calls(func: &LirFunction) -> bool {
    func.blocks
        .iter()
        .flat_map(|block| &block.insts)
        .any(|(inst, _)| matches!(inst, Lir::Call { .. } | Lir::CallCode { .. }))
}

/// How many words of arguments in memory the function's calls need at most.
fn out_words(func: &LirFunction) -> usize {
    let insts = func.blocks.iter().flat_map(|block| &block.insts);
    insts
        .map(|(inst, _)| if let Lir::StoreOut { index, .. } = inst { usize::from(*index) + 1 } else { 0 })
        .max()
        .unwrap_or(0)
}

/// The hardware number of an allocated register.
///
/// # Panics
/// If it is on the stack: the operand's constraint asked for a register.
pub(crate) fn reg(allocation: Allocation) -> u8 {
    match allocation.as_reg() {
        Some(reg) => reg.hw_enc() as u8,
        None => unreachable!("an operand that must be a register is {allocation}"),
    }
}

pub(crate) fn is_float(allocation: Allocation) -> bool {
    allocation.as_reg().is_some_and(|reg| reg.class() != RegClass::Int)
}
