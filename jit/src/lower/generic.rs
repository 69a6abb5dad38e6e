//! Instructions without code of their own: a call of the opcode's helper.
//!
//! The helper gets the context, the immediates as words, then the operands: as further arguments if the opcode has a fixed number of them
//! and everything fits the registers, else as an address of words and their number. [`helpers`](crate::helpers) is the other side.

use super::{Lower, Lowering};
use crate::context;
use crate::error::CompileError;
use crate::lir::{Callee, Cond, Lir, Mem, Src, Test, VReg, Width};
use crate::machine;
use hir::{Imm, InstData, Opcode, ValueId};
use smallvec::SmallVec;

/// How the operands of an opcode are passed to its helper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// As arguments.
    Arguments,
    /// As an address and a number.
    Array,
}

/// How the operands of an opcode are passed to its helper, by the opcode table.
pub fn passing(op: Opcode) -> Passing {
    let info = op.info();
    let arguments = 1 + info.imms.len() + info.operands.fixed.len();
    if info.operands.rest.is_none() && arguments <= machine::SYSTEM_ARGS.len() {
        Passing::Arguments
    } else {
        Passing::Array
    }
}

impl Lowering<'_> {
    pub(super) fn helper_call(&mut self, data: &InstData) -> Lower {
        if !self.resolver.has_helper(data.op) {
            return Err(self.unsupported(data, "no helper for it"));
        }
        let mut args: SmallVec<[VReg; 4]> = SmallVec::new();
        for &imm in &data.imms {
            let value = self.imm_word(data, imm)? as i64;
            let dst = self.lir.int();
            self.push(Lir::Imm { dst, value });
            args.push(dst);
        }
        match passing(data.op) {
            Passing::Arguments => {
                for &arg in &data.args {
                    args.push(self.reg(arg)?);
                }
            }
            Passing::Array => {
                let address = self.arguments_in_memory(data, &data.args)?;
                let count = self.lir.int();
                self.push(Lir::Imm { dst: count, value: data.args.len() as i64 });
                args.extend([address, count]);
            }
        }
        if self.lir.has_callee && self.resolver.wants_function(data.op) {
            let function = self.lir.int();
            self.push(Lir::Callee { dst: function });
            let mem = Mem::context(context::FUNCTION);
            self.push(Lir::Store { mem, src: Src::Reg(function), width: Width::W64 });
        }
        let dst = data.results.first().map(|&result| self.define(result));
        self.push(Lir::Call { callee: Callee::Context(context::helper(data.op)), args, dst });
        if let Some(&second) = data.results.get(1) {
            let dst = self.define(second);
            self.push(Lir::Load { dst, mem: Mem::context(context::SECOND), width: Width::W64 });
        }
        // A helper that stands for a guard gives nothing where the guard fails; one that fails gives nothing either.
        let exits = match self.func.contract(data).exit {
            hir::Exit::Guard => true,
            hir::Exit::OptionalError => data.frame.is_some(),
            hir::Exit::None | hir::Exit::Error => false,
        };
        if let (Some(dst), true) = (dst, exits) {
            let exit = self.exit(data)?;
            self.push(Lir::ExitIf { test: Test::Compare(Cond::Equal, Width::W64, dst, Src::Imm(0)), exit });
        }
        Ok(())
    }

    /// Puts values into the area for arguments in memory. Gives its address.
    pub(super) fn arguments_in_memory(&mut self, data: &InstData, args: &[ValueId]) -> Result<VReg, CompileError> {
        for (index, &arg) in args.iter().enumerate() {
            let src = self.src(arg)?;
            let index = u16::try_from(index).map_err(|_| self.unsupported(data, "too many operands"))?;
            self.push(Lir::StoreOut { index, src });
        }
        let address = self.lir.int();
        self.push(Lir::OutArea { dst: address });
        Ok(address)
    }

    /// An immediate as a word: numbers, shapes and operators (their place in `ALL`) as themselves, names and constants as references, types as
    /// their atoms' bits.
    fn imm_word(&mut self, data: &InstData, imm: Imm) -> Result<u64, CompileError> {
        Ok(match imm {
            Imm::Index(number) | Imm::Shape(number) => u64::from(number),
            Imm::Name(name) => match self.resolver.name(self.func.name_of(name)) {
                Some(word) => word,
                None => return Err(self.unsupported(data, "its owner does not know the name")),
            },
            Imm::Const(id) => self.const_bits(data, id)?,
            Imm::Type(id) => self.func.type_of_id(id).atom_bits(),
            Imm::BinOp(op) => op as u64,
            Imm::UnOp(op) => op as u64,
            Imm::CmpOp(op) => op as u64,
            Imm::Native(_) => return Err(self.unsupported(data, "the native")),
        })
    }
}
