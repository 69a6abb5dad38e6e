//! Global, built-in and namespace names; functions, classes, imports.

use super::emit::{Build, Flow};
use super::feedback::SiteHint;
use crate::bytecode::{Insn, Op, USE_B, VARIABLE};
use hir::{Imm, Opcode, Type};

impl Build<'_> {
    /// `LoadGlobal`, `StoreGlobal`, `DelGlobal`.
    pub(super) fn global(&mut self, i: Insn) -> Flow {
        let name = self.code_name(i.c);
        match i.op {
            Op::LoadGlobal if matches!(self.site(i), SiteHint::Global | SiteHint::Builtin) => {
                let frame = self.guard_frame();
                let value = self.value_exit(Opcode::LoadGlobalCached, &[name], &[], frame);
                self.write(i.a, value);
            }
            Op::LoadGlobal => {
                let value = self.try_value(Opcode::LoadGlobal, &[name], &[], &[]);
                self.write(i.a, value);
            }
            Op::StoreGlobal => {
                let value = self.read(i.b)?;
                self.consume(i);
                self.try_done(Opcode::StoreGlobal, &[name], &[value], &[]);
            }
            _ => self.try_done(Opcode::DelGlobal, &[name], &[], &[]),
        }
        Ok(())
    }

    /// `LoadName`, `StoreName`, `DelName`: the namespace is local 0.
    pub(super) fn namespace_name(&mut self, i: Insn) -> Flow {
        let name = self.code_name(i.c);
        let namespace = self.read(0)?;
        match i.op {
            Op::LoadName => {
                let value = self.try_value(Opcode::LoadName, &[name], &[namespace], &[]);
                self.write(i.a, value);
            }
            Op::StoreName => {
                let value = self.read(i.b)?;
                self.consume(i);
                let lives = Self::used(i, &[(USE_B, value)]);
                self.try_done(Opcode::StoreName, &[name], &[namespace, value], &lives);
            }
            _ => self.try_done(Opcode::DelName, &[name], &[namespace], &[]),
        }
        Ok(())
    }

    /// `LoadClassDeref`, `LoadDictOrGlobal`, `LoadDictOrDeref`.
    pub(super) fn scoped_name(&mut self, i: Insn) -> Flow {
        let name = self.code_name(i.c);
        let value = match i.op {
            Op::LoadClassDeref => {
                let (namespace, cell) = (self.read(0)?, self.read_as(i.b, Type::CELL)?);
                self.try_value(Opcode::LoadNameOrCell, &[name], &[namespace, cell], &[])
            }
            Op::LoadDictOrGlobal => {
                let namespace = self.read(i.b)?;
                self.consume(i);
                let lives = Self::used(i, &[(USE_B, namespace)]);
                self.try_value(Opcode::LoadName, &[name], &[namespace], &lives)
            }
            _ => {
                let (namespace, cell) = (self.read(i.b)?, self.read_as(i.d as u16, Type::CELL)?);
                self.consume(i);
                let lives = Self::used(i, &[(USE_B, namespace)]);
                self.try_value(Opcode::LoadNameOrCell, &[name], &[namespace, cell], &lives)
            }
        };
        self.write(i.a, value);
        Ok(())
    }

    /// `MakeFunction`, `LoadBuildClass`.
    pub(super) fn definition(&mut self, i: Insn) -> Flow {
        let value = if i.op == Op::MakeFunction {
            let extras = i.n & 15;
            let args = self.read_range(i.b, extras.count_ones() as usize)?;
            self.consume(i);
            let imms = [Imm::Index(i.d), Imm::Index(u32::from(extras))];
            self.try_value(Opcode::MakeFunction, &imms, &args, &[])
        } else {
            self.try_value(Opcode::LoadBuildClass, &[], &[], &[])
        };
        self.write(i.a, value);
        Ok(())
    }

    /// `ImportName`, `ImportFrom`, `ImportStar`.
    pub(super) fn import(&mut self, i: Insn) -> Flow {
        let operand = self.read(i.b)?;
        if i.op == Op::ImportStar {
            let target = if i.n & VARIABLE != 0 { self.read(0)? } else { self.null() };
            self.consume(i);
            let lives = Self::used(i, &[(USE_B, operand)]);
            self.try_done(Opcode::ImportStar, &[], &[operand, target], &lives);
            return Ok(());
        }
        let name = self.code_name(i.c);
        self.consume(i);
        let lives = Self::used(i, &[(USE_B, operand)]);
        let value = if i.op == Op::ImportName {
            self.try_value(Opcode::ImportName, &[name, Imm::Index(i.d)], &[operand], &lives)
        } else {
            self.try_value(Opcode::ImportFrom, &[name], &[operand], &lives)
        };
        self.write(i.a, value);
        Ok(())
    }
}
