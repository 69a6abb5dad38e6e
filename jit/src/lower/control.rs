//! Branches and returns.

use super::{Lower, Lowering};
use crate::ITER_DONE_WORD;
use crate::lir::{BlockId, Cond, Lir, Src, Test, Width};
use hir::{InstData, InstId, Opcode};
use smallvec::SmallVec;

impl Lowering<'_> {
    pub(super) fn control(&mut self, inst: InstId, data: &InstData) -> Lower {
        match data.op {
            Opcode::Return => {
                let value = self.reg(data.args[0])?;
                self.push(Lir::Return { value });
            }
            Opcode::Unreachable => self.push(Lir::Trap),
            Opcode::Branch => {
                let from = self.func.block_of(inst);
                let jump = self.jump(from, data.blocks[0])?;
                self.push(jump);
            }
            Opcode::CondBranch => {
                let test = self.test(data.args[0])?;
                self.branch(inst, data, test)?;
            }
            Opcode::CondBranchPresent => {
                let value = self.reg(data.args[0])?;
                self.branch(inst, data, Test::Compare(Cond::NotEqual, Width::W64, value, Src::Imm(0)))?;
            }
            Opcode::CondBranchIterNotDone => {
                let value = self.reg(data.args[0])?;
                let done = Src::Imm(ITER_DONE_WORD as i32);
                self.branch(inst, data, Test::Compare(Cond::NotEqual, Width::W64, value, done))?;
            }
            _ => self.branch_type(inst, data)?,
        }
        Ok(())
    }

    pub(super) fn branch(&mut self, inst: InstId, data: &InstData, test: Test) -> Lower {
        let from = self.func.block_of(inst);
        let yes = self.edge(from, data.blocks[0])?;
        let no = self.edge(from, data.blocks[1])?;
        self.push(Lir::Branch { test, yes, no });
        Ok(())
    }

    /// The block to branch to: the target, or a block of its own for an edge that brings values.
    pub(super) fn edge(
        &mut self,
        from: Option<hir::BlockId>,
        to: hir::BlockId,
    ) -> Result<BlockId, crate::error::CompileError> {
        let joins = self.func.phis(to).next().is_some();
        if !joins && self.single_predecessor(to) {
            return Ok(self.blocks[to]);
        }
        let (at, middle) = (self.at, self.lir.block());
        self.at = middle;
        let jump = self.jump(from, to)?;
        self.push(jump);
        self.at = at;
        Ok(middle)
    }

    fn single_predecessor(&self, block: hir::BlockId) -> bool {
        self.cfg.predecessors(block).len() == 1
    }

    fn jump(&mut self, from: Option<hir::BlockId>, to: hir::BlockId) -> Result<Lir, crate::error::CompileError> {
        let func = self.func;
        let mut args = SmallVec::new();
        for phi in func.phis(to) {
            let data = func.inst(phi);
            let input = data.blocks.iter().position(|&block| Some(block) == from);
            let Some(at) = input else { return Err(self.unsupported(data, "it has no input for an edge")) };
            args.push(self.reg(data.args[at])?);
        }
        Ok(Lir::Jump { to: self.blocks[to], args })
    }
}
