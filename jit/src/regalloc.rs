//! Register allocation: LIR as the `regalloc2` crate wants to see it.

use crate::exit::Exits;
use crate::lir::{Lir, LirFunction, collect};
use crate::machine;
use regalloc2::{
    Algorithm, Block, Ctx, Function, Inst, InstRange, Operand, OperandKind, OperandPos, Output, PRegSet, RegAllocError,
    RegClass, RegallocOptions, VReg,
};
use std::cell::Cell;

/// A function laid flat: instructions numbered through, with their operands.
pub(crate) struct Flat<'f> {
    func: &'f LirFunction,
    ranges: Vec<InstRange>,
    insts: Vec<&'f Lir>,
    operands: Vec<Operand>,
    operand_ends: Vec<u32>,
    clobbers: Vec<PRegSet>,
    succs: Vec<Vec<Block>>,
    preds: Vec<Vec<Block>>,
}

impl<'f> Flat<'f> {
    fn new(func: &'f LirFunction, exits: &Exits, budget: Option<usize>) -> Flat<'f> {
        let blocks = func.blocks.len();
        let mut flat = Flat {
            func,
            ranges: Vec::with_capacity(blocks),
            insts: Vec::new(),
            operands: Vec::new(),
            operand_ends: Vec::new(),
            clobbers: Vec::new(),
            succs: vec![Vec::new(); blocks],
            preds: vec![Vec::new(); blocks],
        };
        let beyond = budget.map_or(PRegSet::empty(), machine::beyond);
        for (index, block) in func.blocks.iter().enumerate() {
            let start = flat.insts.len();
            for (inst, _) in &block.insts {
                flat.add(inst, exits, beyond);
            }
            flat.ranges.push(InstRange::new(Inst::new(start), Inst::new(flat.insts.len())));
            for target in successors(block.insts.last().map(|(inst, _)| inst)) {
                flat.succs[index].push(Block::new(target));
                flat.preds[target].push(Block::new(index));
            }
        }
        flat
    }

    fn add(&mut self, inst: &'f Lir, exits: &Exits, beyond: PRegSet) {
        let first = self.operands.len();
        let mut clobbers = collect(inst, exits, &mut self.operands);
        if !inst.ends_block() {
            let mut extra = beyond;
            for operand in &self.operands[first..] {
                // What the instruction itself names as its result, or needs to its end, it does not destroy.
                let late = operand.kind() == OperandKind::Def || operand.pos() == OperandPos::Late;
                if let (true, regalloc2::OperandConstraint::FixedReg(reg)) = (late, operand.constraint()) {
                    extra.remove(reg);
                }
            }
            clobbers.union_from(extra);
        }
        self.insts.push(inst);
        self.operand_ends.push(self.operands.len() as u32);
        self.clobbers.push(clobbers);
    }
}

fn successors(last: Option<&Lir>) -> impl Iterator<Item = usize> {
    let (first, second) = match last {
        Some(Lir::Jump { to, .. }) => (Some(*to), None),
        Some(Lir::Branch { yes, no, .. }) => (Some(*yes), Some(*no)),
        _ => (None, None),
    };
    first.into_iter().chain(second).map(|block| block.0 as usize)
}

impl Function for Flat<'_> {
    fn num_insts(&self) -> usize {
        self.insts.len()
    }

    fn num_blocks(&self) -> usize {
        self.func.blocks.len()
    }

    fn entry_block(&self) -> Block {
        Block::new(0)
    }

    fn block_insns(&self, block: Block) -> InstRange {
        self.ranges[block.index()]
    }

    fn block_succs(&self, block: Block) -> &[Block] {
        &self.succs[block.index()]
    }

    fn block_preds(&self, block: Block) -> &[Block] {
        &self.preds[block.index()]
    }

    fn block_params(&self, block: Block) -> &[VReg] {
        &self.func.blocks[block.index()].params
    }

    fn is_ret(&self, inst: Inst) -> bool {
        matches!(self.insts[inst.index()], Lir::Return { .. } | Lir::Exit { .. } | Lir::Trap)
    }

    fn is_branch(&self, inst: Inst) -> bool {
        matches!(self.insts[inst.index()], Lir::Jump { .. } | Lir::Branch { .. })
    }

    fn branch_blockparams(&self, _: Block, inst: Inst, _: usize) -> &[VReg] {
        match self.insts[inst.index()] {
            Lir::Jump { args, .. } => args,
            _ => &[],
        }
    }

    fn inst_operands(&self, inst: Inst) -> &[Operand] {
        let start = inst.index().checked_sub(1).map_or(0, |before| self.operand_ends[before]);
        &self.operands[start as usize..self.operand_ends[inst.index()] as usize]
    }

    fn inst_clobbers(&self, inst: Inst) -> PRegSet {
        self.clobbers[inst.index()]
    }

    fn num_vregs(&self) -> usize {
        self.func.vreg_count()
    }

    fn spillslot_size(&self, _: RegClass) -> usize {
        1
    }
}

/// Allocates registers. `budget` limits how many registers of each class values may live in.
///
/// # Errors
/// What `regalloc2` says: a malformed function, or one that is too large for it.
pub(crate) fn run<'f>(
    func: &'f LirFunction,
    exits: &Exits,
    budget: Option<usize>,
) -> Result<(Flat<'f>, Output), RegAllocError> {
    let flat = Flat::new(func, exits, budget);
    let options =
        RegallocOptions { verbose_log: false, validate_ssa: cfg!(debug_assertions), algorithm: Algorithm::Ion };
    let mut tables = TABLES.take().unwrap_or_default();
    regalloc2::run_with_ctx(&flat, &machine::environment(), &options, &mut tables)?;
    let output = std::mem::take(&mut tables.output);
    if flat.insts.len() <= KEPT_INSTS {
        TABLES.set(Some(tables));
    }
    Ok((flat, output))
}

thread_local! {
    /// The allocator's tables: growing them anew for each function takes long.
    static TABLES: Cell<Option<Box<Ctx>>> = const { Cell::new(None) };
}

/// After a function of more instructions the tables are freed.
const KEPT_INSTS: usize = 20_000;
