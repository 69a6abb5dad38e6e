//! Calls. Their operands are always consumed: the last argument goes first, the callable last.

use super::emit::{Build, Flow};
use super::feedback::{SiteHint, Target};
use crate::bytecode::{Insn, Op};
use hir::{Imm, Opcode, Type, ValueId};

impl Build<'_> {
    /// `Call`, `CallMethod`, `CallKw`, `CallMethodKw`, `CallEx`.
    pub(super) fn call(&mut self, i: Insn) -> Flow {
        if self.guessed_call(i)? {
            return Ok(());
        }
        let mut args = vec![self.read(i.b)?];
        let is_method = matches!(i.op, Op::CallMethod | Op::CallMethodKw);
        if i.op == Op::CallEx {
            args.push(self.read(i.b + 1)?);
            args.push(self.read_optional(i.b + 2));
        } else {
            if is_method {
                args.push(self.read_optional(i.b + 1));
            }
            let first = i.b + 1 + u16::from(is_method);
            args.extend(self.read_range(first, usize::from(i.c))?);
        }
        let (op, imms): (Opcode, Vec<Imm>) = match i.op {
            Op::Call => (Opcode::Call, Vec::new()),
            Op::CallMethod => (Opcode::CallMethod, Vec::new()),
            Op::CallKw => (Opcode::CallKw, vec![self.keyword_names(i.d)]),
            Op::CallMethodKw => (Opcode::CallMethodKw, vec![self.keyword_names(i.d)]),
            _ => (Opcode::CallEx, Vec::new()),
        };
        self.consume(i);
        let lives: Vec<ValueId> = args.iter().rev().copied().collect();
        let value = self.try_value(op, &imms, &args, &lives);
        self.write(i.a, value);
        Ok(())
    }

    /// A call of what was called before, behind guards. Says whether there is something to guess.
    fn guessed_call(&mut self, i: Insn) -> Flow<bool> {
        // Where ends of lives can be seen, a callee consumes its arguments: calls that do so are general.
        if self.observing() {
            return Ok(false);
        }
        match (self.site(i), i.op) {
            (SiteHint::Call(target), Op::Call) => self.call_function(i, target, i.b + 1, usize::from(i.c)),
            (SiteHint::Call(target), Op::CallMethod) => {
                let receiver = self.read_optional(i.b + 1);
                let ty = self.func.ty(receiver);
                if ty.is_subtype(Type::NULLPTR) {
                    return self.call_function(i, target, i.b + 2, usize::from(i.c));
                }
                if ty.may_be_null() && target.args != Some(u32::from(i.c) + 1) {
                    return Ok(false);
                }
                self.guard_register(i.b + 1, receiver, Type::OBJECT);
                self.call_function(i, target, i.b + 1, usize::from(i.c) + 1)
            }
            (SiteHint::Class { shape, init }, Op::Call) => self.call_class(i, shape, init),
            _ => Ok(false),
        }
    }

    /// A call of a hosted function with the arguments in registers from `first` on.
    fn call_function(&mut self, i: Insn, target: Target, first: u16, count: usize) -> Flow<bool> {
        let function = self.read(i.b)?;
        if target.args != Some(count as u32) || !self.func.ty(function).intersects(Type::FUNCTION) {
            return Ok(false);
        }
        let function = self.guard_register(i.b, function, Type::FUNCTION);
        let frame = self.guard_frame();
        let function = self.value_exit(Opcode::GuardCode, &[Imm::Index(target.number)], &[function], frame);
        self.set(i.b, Some(function));
        let mut args = vec![function];
        args.extend(self.read_range(first, count)?);
        self.consume(i);
        let lives: Vec<ValueId> = args.iter().rev().copied().collect();
        let value = self.try_value(Opcode::CallDirect, &[Imm::Index(target.number)], &args, &lives);
        self.write(i.a, value);
        Ok(true)
    }

    /// A call of a class: a new instance, and its `__init__`.
    fn call_class(&mut self, i: Insn, shape: u32, init: Target) -> Flow<bool> {
        let count = usize::from(i.c);
        if init.args != Some(count as u32 + 1) {
            return Ok(false);
        }
        let class = self.read(i.b)?;
        let frame = self.guard_frame();
        let class = self.value_exit(Opcode::GuardClass, &[Imm::Shape(shape)], &[class], frame);
        self.set(i.b, Some(class));
        let name = self.name("__init__");
        let frame = self.guard_frame();
        let method = self.value_exit(Opcode::LoadMethodCached, &[Imm::Shape(shape), name], &[class], frame);
        self.func.set_type(method, Type::FUNCTION);
        let given = self.read_range(i.b + 1, count)?;
        self.consume(i);
        let mut lives: Vec<ValueId> = given.iter().rev().copied().collect();
        lives.push(class);
        let instance = self.value(Opcode::NewInstance, &[Imm::Shape(shape)], &[class]);
        let fail = self.fail_ending(&lives);
        let instance = self.present(instance, fail);
        let mut args = vec![method, instance];
        args.extend(given);
        let done = self.value(Opcode::CallDirect, &[Imm::Index(init.number)], &args);
        self.end_all(&lives);
        let fail = self.fail_ending(&[instance]);
        let done = self.present(done, fail);
        self.end(done);
        self.write(i.a, instance);
        Ok(true)
    }
}
