//! Raising, handlers, and `with`.

use super::emit::{Build, Flow, Stop};
use crate::bytecode::{Insn, Op, USE_A, USE_B, USE_C};
use hir::{Constant, Opcode};

impl Build<'_> {
    /// `Raise`, `RaiseFrom`, `RaiseAgain`, `Reraise`: they always fail.
    pub(super) fn raise(&mut self, i: Insn) -> Flow {
        match i.op {
            Op::Raise => {
                let exception = self.read(i.a)?;
                self.consume(i);
                self.inst(Opcode::Raise, &[], &[exception]);
                self.end_all(&Self::used(i, &[(USE_A, exception)]));
            }
            Op::RaiseFrom => {
                let (exception, cause) = (self.read(i.a)?, self.read(i.b)?);
                self.consume(i);
                self.inst(Opcode::RaiseFrom, &[], &[exception, cause]);
                self.end_all(&Self::used(i, &[(USE_A, exception), (USE_B, cause)]));
            }
            Op::RaiseAgain => {
                self.inst(Opcode::RaiseAgain, &[], &[]);
            }
            _ => {
                let exception = self.read(i.a)?;
                self.consume(i);
                self.inst(Opcode::Reraise, &[], &[exception]);
            }
        }
        let fail = self.fail();
        self.go_fail(fail);
        Err(Stop)
    }

    /// `PushExc`, `PopExc`, `ExcMatch`, `LoadAssertionError`, `LoadNotImplementedError`.
    pub(super) fn handling(&mut self, i: Insn) -> Flow {
        match i.op {
            Op::PushExc => {
                let exception = self.read(i.b)?;
                let before = self.value(Opcode::PushExc, &[], &[exception]);
                self.write(i.a, before);
            }
            Op::PopExc => {
                let before = self.read(i.a)?;
                self.consume(i);
                self.inst(Opcode::PopExc, &[], &[before]);
            }
            Op::ExcMatch => {
                let (exception, class) = (self.read(i.b)?, self.read(i.c)?);
                self.consume(i);
                let lives = Self::used(i, &[(USE_C, class), (USE_B, exception)]);
                let value = self.try_value(Opcode::ExcMatch, &[], &[exception, class], &lives);
                self.write(i.a, value);
            }
            _ => {
                let asserts = i.op == Op::LoadAssertionError;
                let name = self.name(if asserts { "AssertionError" } else { "NotImplementedError" });
                let class = self.value(Opcode::LoadBuiltin, &[name], &[]);
                self.write(i.a, class);
            }
        }
        Ok(())
    }

    /// `WithEnter`, `WithExit`, `WithExitExc`.
    pub(super) fn with(&mut self, i: Insn) -> Flow {
        match i.op {
            Op::WithEnter => self.with_enter(i),
            Op::WithExit => {
                let exit = self.read(i.b)?;
                self.consume(i);
                let none = self.constant(Constant::None);
                let lives = Self::used(i, &[(USE_B, exit)]);
                let value = self.try_value(Opcode::Call, &[], &[exit, none, none, none], &lives);
                self.write(i.a, value);
                Ok(())
            }
            _ => {
                let (exit, exception) = (self.read(i.b)?, self.read(i.c)?);
                let value = self.try_value(Opcode::WithExitExc, &[], &[exit, exception], &[]);
                self.write(i.a, value);
                Ok(())
            }
        }
    }

    fn with_enter(&mut self, i: Insn) -> Flow {
        let manager = self.read(i.b)?;
        self.consume(i);
        let manager_life = Self::used(i, &[(USE_B, manager)]);
        let name = self.name("__exit__");
        let exit = self.value(Opcode::LoadSpecial, &[name], &[manager]);
        let fail = self.fail_ending(&manager_life);
        let exit = self.present(exit, fail);
        let name = self.name("__enter__");
        let enter = self.value(Opcode::LoadSpecial, &[name], &[manager]);
        let both: Vec<_> = std::iter::once(exit).chain(manager_life.iter().copied()).collect();
        let fail = self.fail_ending(&both);
        let enter = self.present(enter, fail);
        self.end_all(&manager_life);
        let entered = self.value(Opcode::Call, &[], &[enter]);
        self.end(enter);
        let fail = self.fail_ending(&[exit]);
        let entered = self.present(entered, fail);
        self.write(i.a, exit);
        self.write(i.a + 1, entered);
        Ok(())
    }
}
