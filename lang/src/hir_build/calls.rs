//! Calls. Their operands are always consumed: the last argument goes first, the callable last.

use super::emit::{Build, Flow};
use super::feedback::{SiteHint, Target};
use crate::bytecode::{Insn, Op, USE_B};
use hir::{Constant, Imm, Opcode, Type, ValueId};
use runtime::object::shape_id;

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
        let (number, args) = match self.site(i) {
            SiteHint::Call(Target { number, args: Some(args) }) => (Some(number), args as usize),
            SiteHint::AnyFunction(args) => (None, args as usize),
            _ => (None, usize::MAX),
        };
        let given = usize::from(i.c);
        match (self.site(i), i.op) {
            (SiteHint::Call(_) | SiteHint::AnyFunction(_), Op::Call) if args == given => {
                self.call_function(i, number, i.b + 1, given)
            }
            (SiteHint::Call(_) | SiteHint::AnyFunction(_), Op::CallMethod) => {
                let receiver = self.read_optional(i.b + 1);
                let ty = self.func.ty(receiver);
                if ty.is_subtype(Type::NULLPTR) && args == given {
                    return self.call_function(i, number, i.b + 2, given);
                }
                if ty.without_null().is_bottom() || args != given + 1 {
                    return Ok(false);
                }
                self.guard_register(i.b + 1, receiver, Type::OBJECT);
                self.call_function(i, number, i.b + 1, given + 1)
            }
            (SiteHint::Range, Op::Call) => self.call_range(i),
            (SiteHint::Class { shape, init }, Op::Call) => self.call_class(i, shape, init),
            _ => Ok(false),
        }
    }

    /// A call of the hosted function with this number, or of any that takes so many arguments, with the arguments in registers from
    /// `first` on.
    fn call_function(&mut self, i: Insn, number: Option<u32>, first: u16, count: usize) -> Flow<bool> {
        let function = self.read(i.b)?;
        if !self.func.ty(function).intersects(Type::FUNCTION) {
            return Ok(false);
        }
        let function = self.guard_register(i.b, function, Type::FUNCTION);
        let frame = self.guard_frame();
        let (guard, of, call, imms) = match number {
            Some(number) => (Opcode::GuardCode, number, Opcode::CallDirect, vec![Imm::Index(number)]),
            None => (Opcode::GuardArity, count as u32, Opcode::CallFunction, Vec::new()),
        };
        let function = self.value_exit(guard, &[Imm::Index(of)], &[function], frame);
        self.set(i.b, Some(function));
        let mut args = vec![function];
        args.extend(self.read_range(first, count)?);
        self.consume(i);
        let lives: Vec<ValueId> = args.iter().rev().copied().collect();
        let value = if number.is_some_and(|number| self.may_inline(number)) {
            self.inlined_call(&imms, &args, &lives)
        } else {
            self.try_value(call, &imms, &args, &lives)
        };
        self.write(i.a, value);
        Ok(true)
    }

    /// A call of `range` that is iterated over at once: the iterator stands for it.
    fn call_range(&mut self, i: Insn) -> Flow<bool> {
        let next = self.code.code.get(self.pc as usize + 1);
        let at_once = next.is_some_and(|next| next.op == Op::GetIter && next.b == i.a && next.n & USE_B != 0);
        let given = usize::from(i.c);
        if !at_once || !(1..=3).contains(&given) {
            return Ok(false);
        }
        let all = self.read_range(i.b + 1, given)?;
        let step = all.get(2).and_then(|&step| self.func.ty(step).known_value()).map(|id| self.func.constant(id));
        let is_plain = given < 3 || matches!(step, Some(Constant::Int(step)) if *step != 0);
        if !is_plain || !all.iter().all(|&value| self.func.ty(value).intersects(Type::SMALL_INT)) {
            return Ok(false);
        }
        let class = self.read(i.b)?;
        let frame = self.guard_frame();
        let class = self.value_exit(Opcode::GuardClass, &[Imm::Shape(shape_id::RANGE)], &[class], frame);
        self.set(i.b, Some(class));
        let mut numbers = Vec::with_capacity(3);
        for k in 0..given as u16 {
            let value = self.read(i.b + 1 + k)?;
            numbers.push(self.guard_register(i.b + 1 + k, value, Type::SMALL_INT));
        }
        if given == 1 {
            let zero = self.constant(Constant::Int(0));
            numbers.insert(0, zero);
        }
        if given < 3 {
            let one = self.constant(Constant::Int(1));
            numbers.push(one);
        }
        self.consume(i);
        let iterator = self.try_value(Opcode::NewRangeIter, &[], &numbers, &[class]);
        self.write(i.a, iterator);
        Ok(true)
    }

    /// Whether a value is an iterator that stands for a range.
    pub(super) fn is_range_iterator(&self, value: ValueId) -> bool {
        let copied = |&value: &ValueId| self.func.copied_operand(self.func.inst(self.func.value(value).def));
        let origin = std::iter::successors(Some(value), copied).last().unwrap_or(value);
        self.func.inst(self.func.value(origin).def).op == Opcode::NewRangeIter
    }

    /// Whether a direct call of this code may be inlined here. What it raises leaves, which costs more than a branch to a handler.
    fn may_inline(&self, number: u32) -> bool {
        self.body.raised.is_none() && self.options.inline.is_some_and(|codes| codes.contains(&number))
    }

    /// A direct call that may be inlined: it names the frame that its callee returns to.
    fn inlined_call(&mut self, imms: &[Imm], args: &[ValueId], lives: &[ValueId]) -> ValueId {
        self.split.get_or_insert(self.log.len());
        let frame = self.frame_at(self.pc);
        let value = self.value_exit(Opcode::CallDirect, imms, args, frame);
        self.func.set_type(value, Type::OBJECT);
        self.end_all(lives);
        value
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
        let imms = [Imm::Index(init.number)];
        let done = if self.may_inline(init.number) {
            self.inlined_call(&imms, &args, &lives)
        } else {
            let done = self.value(Opcode::CallDirect, &imms, &args);
            self.end_all(&lives);
            let fail = self.fail_ending(&[instance]);
            self.present(done, fail)
        };
        self.end(done);
        self.write(i.a, instance);
        Ok(true)
    }
}
