//! Checks that bytecode keeps the rules of [`crate::bytecode`], by following every path through it.
//!
//! 1. Indices are in range: registers, names, constants, sites, targets; tables have one row per instruction.
//! 2. Only temporaries are consumed, and only live ones are read or consumed.
//! 3. Nothing live is overwritten (a comprehension's variable, which a flagged `Clear` begins, may be).
//! 4. Paths that meet agree on which temporaries are live.
//! 5. A handler begins with `PushExc` of the temporary at its depth; what covers it agrees on the temporaries below.
//! 6. At a return no temporary is live; no path runs past the end.

use crate::bytecode::{CodeProto, Const, Field, Insn, Op, USE_A, USE_B, USE_C, VARIABLE};

/// A rule that is broken, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{qualname}, instruction {at}: {what}")]
pub struct Invalid {
    /// The body's qualified name.
    pub qualname: String,
    /// The instruction's index.
    pub at: usize,
    /// What is wrong.
    pub what: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Temp {
    Dead,
    Live,
    /// The variable of a comprehension: empty or not, written at will, never consumed.
    Variable,
}

type State = Vec<Temp>;
type Check = Result<(), String>;

/// Checks `code` and the bodies in it.
///
/// # Errors
/// The first broken rule.
pub fn validate(code: &CodeProto) -> Result<(), Invalid> {
    let mut stack = vec![code];
    while let Some(code) = stack.pop() {
        validate_body(code)?;
        stack.extend(code.consts.iter().filter_map(|c| match c {
            Const::Code(code) => Some(&**code),
            _ => None,
        }));
    }
    Ok(())
}

/// Checks `code` alone.
///
/// # Errors
/// The first broken rule.
pub fn validate_body(code: &CodeProto) -> Result<(), Invalid> {
    let fail = |at: usize, what: String| Invalid { qualname: code.qualname.to_string(), at, what };
    let checker = Checker { code, locals: code.local_names.len() };
    checker.tables().map_err(|what| fail(0, what))?;
    for (at, insn) in code.code.iter().enumerate() {
        checker.ranges(insn).map_err(|what| fail(at, what))?;
    }
    Paths::new(&checker).run().map_err(|(at, what)| fail(at, what))
}

struct Checker<'c> {
    code: &'c CodeProto,
    locals: usize,
}

fn ensure(condition: bool, what: impl FnOnce() -> String) -> Check {
    if condition { Ok(()) } else { Err(what()) }
}

/// How many registers from `b` the instruction takes.
pub(crate) fn base_count(insn: &Insn) -> usize {
    let count = usize::from(insn.c);
    match insn.op {
        Op::BuildDict => count * 2,
        Op::Call | Op::CallKw => count + 1,
        Op::CallMethod | Op::CallMethodKw => count + 2,
        Op::CallEx | Op::LoadSuperAttr | Op::LoadSuperMethod => 3,
        Op::MakeFunction => (insn.n & 15).count_ones() as usize,
        _ => count,
    }
}

/// The registers the instruction writes.
pub(crate) fn written(insn: &Insn) -> std::ops::Range<usize> {
    let first = usize::from(insn.a);
    match insn.op.fields().first() {
        Some(Field::Dst) => first..first + 1,
        Some(Field::DstBase) => {
            let count = match insn.op {
                Op::Unpack => usize::from(insn.c),
                Op::UnpackEx => usize::from(insn.c) + 1 + insn.d as usize,
                _ => 2,
            };
            first..first + count
        }
        _ => 0..0,
    }
}

impl Checker<'_> {
    fn tables(&self) -> Check {
        let code = self.code;
        ensure(code.positions.len() == code.code.len(), || "positions do not match the code".into())?;
        ensure(code.is_cell.len() == self.locals, || "cell flags do not match the locals".into())?;
        ensure(usize::from(code.nregs) >= self.locals, || "fewer registers than locals".into())?;
        ensure(!code.code.is_empty(), || "no code".into())?;
        let mut end = 0;
        for h in &code.handlers {
            ensure(h.start >= end && h.start < h.end, || "handlers overlap or are not sorted".into())?;
            end = h.end;
            ensure(end as usize <= code.code.len(), || "handler past the end".into())?;
            ensure(usize::from(h.depth) >= self.locals, || "handler depth is a local".into())?;
            ensure(h.depth < code.nregs, || "handler depth is not a register".into())?;
            let first = code.code.get(h.target as usize);
            let pushes = first.is_some_and(|i| i.op == Op::PushExc && i.b == h.depth);
            ensure(pushes, || format!("handler at {} does not begin with PushExc of its exception", h.target))?;
        }
        Ok(())
    }

    fn ranges(&self, insn: &Insn) -> Check {
        let code = self.code;
        for field in insn.op.fields() {
            let fine = match field {
                Field::Dst | Field::A | Field::DstBase => insn.a < code.nregs,
                Field::B => insn.b < code.nregs,
                // No register follows when nothing is taken.
                Field::Base => insn.b <= code.nregs,
                Field::C => insn.c < code.nregs,
                Field::Cell => insn.d < u32::from(code.nregs),
                Field::Name => usize::from(insn.c) < code.names.len(),
                Field::Const => (insn.d as usize) < code.consts.len(),
                Field::Target => (insn.d as usize) < code.code.len(),
                Field::Site => insn.e < code.nsites,
                Field::Feedback => insn.e == 0,
                Field::Count | Field::Imm | Field::Number | Field::Small => true,
            };
            ensure(fine, || format!("{field:?} out of range"))?;
        }
        Ok(())
    }

    /// Reads and consumption: gives the state without what is consumed.
    fn take(&self, insn: &Insn, state: &State) -> Result<State, String> {
        let mut after = state.clone();
        let uses = if insn.op == Op::MakeFunction { 0 } else { insn.n };
        let always = match insn.op {
            Op::Clear | Op::PopExc | Op::Reraise => USE_A,
            _ => 0,
        };
        for field in insn.op.fields() {
            match field {
                Field::A => self.operand(insn, insn.a, uses & USE_A != 0, always != 0, state, &mut after)?,
                Field::B => self.operand(insn, insn.b, uses & USE_B != 0, false, state, &mut after)?,
                Field::C if matches!(insn.op, Op::GetSlice | Op::SetSlice) => {
                    self.consume_range(insn.c, 2, false, state, &mut after)?;
                }
                Field::C => self.operand(insn, insn.c, uses & USE_C != 0, false, state, &mut after)?,
                Field::Base => {
                    let count = base_count(insn);
                    self.consume_range(insn.b, count, insn.op == Op::CallEx, state, &mut after)?;
                }
                Field::Dst
                | Field::DstBase
                | Field::Count
                | Field::Imm
                | Field::Name
                | Field::Const
                | Field::Cell
                | Field::Target
                | Field::Number
                | Field::Small
                | Field::Site
                | Field::Feedback => {}
            }
        }
        Ok(after)
    }

    fn operand(&self, insn: &Insn, reg: u16, consumed: bool, ended: bool, state: &State, after: &mut State) -> Check {
        let Some(temp) = usize::from(reg).checked_sub(self.locals) else {
            return ensure(!consumed, || format!("consumes local {reg}"));
        };
        let beginning = insn.op == Op::Clear;
        ensure(beginning || state[temp] != Temp::Dead, || format!("reads dead temporary t{temp}"))?;
        if consumed || ended {
            ensure(beginning || state[temp] != Temp::Variable, || format!("consumes variable t{temp}"))?;
            after[temp] = Temp::Dead;
        }
        Ok(())
    }

    /// Consumes `count` temporaries from `first`; the last may be empty if `last_optional`.
    fn consume_range(&self, first: u16, count: usize, last_optional: bool, state: &State, after: &mut State) -> Check {
        if count == 0 {
            return Ok(());
        }
        let Some(temp) = usize::from(first).checked_sub(self.locals) else {
            return Err(format!("takes consecutive values from local {first}"));
        };
        let wanted = temp..temp + count;
        let Some(found) = state.get(wanted.clone()) else { return Err("takes registers that do not exist".into()) };
        let needed = if last_optional { count - 1 } else { count };
        if let Some(dead) = found[..needed].iter().position(|t| *t != Temp::Live) {
            return Err(format!("takes dead t{}", temp + dead));
        }
        after[wanted].fill(Temp::Dead);
        Ok(())
    }

    fn write(&self, insn: &Insn, state: &mut State) -> Check {
        for reg in written(insn) {
            let Some(temp) = reg.checked_sub(self.locals) else { continue };
            match state.get(temp) {
                None => return Err(format!("writes register {reg}, which does not exist")),
                Some(Temp::Live) => return Err(format!("overwrites live temporary t{temp}")),
                Some(Temp::Dead) => state[temp] = Temp::Live,
                Some(Temp::Variable) => {}
            }
        }
        if insn.op == Op::Clear && insn.n & VARIABLE != 0 {
            match usize::from(insn.a).checked_sub(self.locals) {
                Some(temp) => state[temp] = Temp::Variable,
                None => return Err("makes a local a comprehension's variable".into()),
            }
        }
        if insn.op == Op::MakeCell
            && let Some(temp) = usize::from(insn.a).checked_sub(self.locals)
        {
            state[temp] = Temp::Live;
        }
        Ok(())
    }
}

/// The walk over all paths.
struct Paths<'c> {
    checker: &'c Checker<'c>,
    /// State on entry of each instruction that has been reached by a jump.
    entry: Vec<Option<State>>,
    is_target: Vec<bool>,
    handler_of: Vec<Option<u32>>,
    work: Vec<usize>,
}

type At = (usize, String);

impl<'c> Paths<'c> {
    fn new(checker: &'c Checker<'c>) -> Self {
        let code = checker.code;
        let mut is_target = vec![false; code.code.len()];
        for insn in code.code.iter().filter(|i| i.op.fields().contains(&Field::Target)) {
            is_target[insn.d as usize] = true;
        }
        let mut handler_of = vec![None; code.code.len()];
        for (row, h) in code.handlers.iter().enumerate() {
            is_target[h.target as usize] = true;
            handler_of[h.start as usize..h.end as usize].fill(Some(row as u32));
        }
        is_target[0] = true;
        Paths { checker, entry: vec![None; code.code.len()], is_target, handler_of, work: Vec::new() }
    }

    fn run(mut self) -> Result<(), At> {
        let temps = usize::from(self.checker.code.nregs) - self.checker.locals;
        self.arrive(0, 0, &vec![Temp::Dead; temps])?;
        while let Some(start) = self.work.pop() {
            self.walk(start)?;
        }
        Ok(())
    }

    /// A path comes to `target` from `at` with `state`.
    fn arrive(&mut self, at: usize, target: usize, state: &State) -> Result<(), At> {
        match &self.entry[target] {
            None => {
                self.entry[target] = Some(state.clone());
                self.work.push(target);
                Ok(())
            }
            Some(known) if known == state => Ok(()),
            Some(known) => {
                let temp = known.iter().zip(state).position(|(a, b)| a != b).unwrap_or(0);
                Err((at, format!("t{temp} is {:?} at {target}, but {:?} from here", known[temp], state[temp])))
            }
        }
    }

    fn walk(&mut self, start: usize) -> Result<(), At> {
        let code = self.checker.code;
        let mut state = self.entry[start].clone().expect("reached");
        let mut at = start;
        loop {
            let insn = &code.code[at];
            let mut after = self.checker.take(insn, &state).map_err(|what| (at, what))?;
            if let Some(row) = self.handler_of[at] {
                self.raise(at, row, &after)?;
            }
            if insn.op == Op::ForIter {
                let mut exhausted = after.clone();
                if let Some(temp) = usize::from(insn.b).checked_sub(self.checker.locals) {
                    exhausted[temp] = Temp::Dead;
                }
                self.arrive(at, insn.d as usize, &exhausted)?;
            } else if insn.op.fields().contains(&Field::Target) {
                self.arrive(at, insn.d as usize, &after)?;
            }
            self.checker.write(insn, &mut after).map_err(|what| (at, what))?;
            state = after;
            match insn.op {
                Op::Return | Op::ReturnConst => {
                    let left = state.iter().position(|t| *t != Temp::Dead);
                    return match left {
                        None => Ok(()),
                        Some(temp) => Err((at, format!("returns with t{temp} live"))),
                    };
                }
                Op::Jump | Op::JumpBack | Op::Raise | Op::RaiseFrom | Op::RaiseAgain | Op::Reraise => return Ok(()),
                _ => {}
            }
            at += 1;
            if at == code.code.len() {
                return Err((at - 1, "runs past the end".into()));
            }
            if self.is_target[at] {
                return self.arrive(at - 1, at, &state);
            }
        }
    }

    /// An exception at `at`, after its operands are released.
    fn raise(&mut self, at: usize, row: u32, after: &State) -> Result<(), At> {
        let handler = self.checker.code.handlers[row as usize];
        let depth = usize::from(handler.depth) - self.checker.locals;
        let mut state = after.clone();
        state[depth..].fill(Temp::Dead);
        state[depth] = Temp::Live;
        self.arrive(at, handler.target as usize, &state)
    }
}
