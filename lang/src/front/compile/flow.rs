//! Loops, `return`, `break`, `continue`, and leaving the blocks they jump out of.

use super::emit::{HandlerId, Label};
use super::{Compiler, Opnd, R, fold};
use crate::bytecode::{CodeKind, Const, Op, Pos, USE_A, USE_B};
use crate::front::scope::Sym;
use ruff_python_ast::visitor::{Visitor, walk_expr};
use ruff_python_ast::{Expr, Stmt, StmtFor, StmtReturn, StmtWhile};
use ruff_text_size::{Ranged, TextRange};

/// A construct that code stands in and must leave properly.
#[derive(Clone, Copy, Debug)]
pub(super) enum Block<'a> {
    /// A `while` loop.
    While { next: Label, out: Label },
    /// A `for` loop, whose iterator is in `iterator`.
    For { next: Label, out: Label, iterator: u16 },
    /// The body of `try … except`.
    Try { outer: Option<HandlerId> },
    /// The body of `try … finally`.
    TryFinally { outer: Option<HandlerId>, body: &'a [Stmt] },
    /// `finally` code while an exception is being handled: it is in `exc`, what was handled before in `exc + 1`.
    Finally { outer: Option<HandlerId>, exc: u16 },
    /// The body of an `except` clause: what was handled before is in `previous`.
    Except { outer: Option<HandlerId>, previous: u16, name: Option<Sym>, pos: Pos },
    /// The body of `with`: the exit method is in `exit`.
    With { outer: Option<HandlerId>, exit: u16, pos: Pos },
    /// A value waits in a temporary for `finally` code to end.
    Waiting { reg: u16 },
}

/// The size up to which the condition of a loop is repeated at its end.
const MAX_REPEATED: u32 = 24;

impl<'a> Compiler<'a, '_> {
    // Loops

    /// `while`: the condition is tested at the top once and then at the bottom.
    pub(super) fn while_stmt(&mut self, node: &'a StmtWhile) -> R<()> {
        let (next, end, out) = (self.u.code.label(), self.u.code.label(), self.u.code.label());
        let constant = fold::constant(self, &node.test)?;
        let repeated = constant.is_none() && is_simple(&node.test);
        let start = self.u.code.here();
        self.jump_if(&node.test, false, end)?;
        let body = self.u.code.here();
        self.u.blocks.push(Block::While { next, out });
        self.statements(&node.body)?;
        self.u.blocks.pop();
        self.u.code.bind(next);
        if repeated {
            self.jump_if(&node.test, true, body)?;
        } else {
            self.u.code.jump(start);
        }
        self.u.code.bind(end);
        self.statements(&node.orelse)?;
        self.u.code.bind(out);
        Ok(())
    }

    pub(super) fn for_stmt(&mut self, node: &'a StmtFor) -> R<()> {
        let mark = self.u.top;
        if node.is_async {
            return Err(self.error(node.range, "asynchronous loops are not supported"));
        }
        let iterable = self.iterable(&node.iter)?;
        self.u.top = mark;
        let iterator = self.alloc()?;
        self.at(node.iter.range());
        self.u.code.op(Op::GetIter, iterable.use_b(), iterator, iterable.reg, 0);
        let (next, end, out) = (self.u.code.here(), self.u.code.label(), self.u.code.label());
        self.for_iter(&node.target, iterator, end)?;
        self.u.blocks.push(Block::For { next, out, iterator });
        self.statements(&node.body)?;
        self.u.blocks.pop();
        self.u.code.jump(next);
        self.u.code.bind(end);
        self.u.top = mark;
        self.statements(&node.orelse)?;
        self.u.code.bind(out);
        Ok(())
    }

    /// `target = next(iterator)`, or goes to `end`; at the current position.
    pub(super) fn for_iter(&mut self, target: &'a Expr, iterator: u16, end: Label) -> R<()> {
        if let Some(local) = self.fast_target(target) {
            self.jump_op(Op::ForIter, 0, local, iterator, 0, end);
            self.bound_local(local);
            return Ok(());
        }
        let item = self.alloc()?;
        self.jump_op(Op::ForIter, 0, item, iterator, 0, end);
        self.store_target(target, Opnd::temp(item))?;
        self.u.top = item;
        Ok(())
    }

    // Leaving

    pub(super) fn break_stmt(&mut self, range: TextRange) -> R<()> {
        let Some(depth) = self.innermost_loop() else {
            return Err(self.error(range, "'break' outside loop"));
        };
        let saved = self.begin_unwind();
        self.unwind_to(depth + 1, None, range)?;
        let out = match self.u.blocks[depth] {
            Block::For { out, iterator, .. } => {
                self.at(range);
                self.u.code.op(Op::Clear, 0, iterator, 0, 0);
                out
            }
            Block::While { out, .. } => out,
            _ => unreachable!("innermost_loop gives a loop"),
        };
        self.at(range);
        self.u.code.jump(out);
        self.end_unwind(saved);
        Ok(())
    }

    pub(super) fn continue_stmt(&mut self, range: TextRange) -> R<()> {
        let Some(depth) = self.innermost_loop() else {
            return Err(self.error(range, "'continue' not properly in loop"));
        };
        let saved = self.begin_unwind();
        self.unwind_to(depth + 1, None, range)?;
        let next = match self.u.blocks[depth] {
            Block::For { next, .. } | Block::While { next, .. } => next,
            _ => unreachable!("innermost_loop gives a loop"),
        };
        self.at(range);
        self.u.code.jump(next);
        self.end_unwind(saved);
        Ok(())
    }

    fn innermost_loop(&self) -> Option<usize> {
        self.u.blocks.iter().rposition(|b| matches!(b, Block::For { .. } | Block::While { .. }))
    }

    pub(super) fn return_stmt(&mut self, node: &'a StmtReturn) -> R<()> {
        let mark = self.u.top;
        if !matches!(self.u.kind, CodeKind::Function | CodeKind::Generator) {
            return Err(self.error(node.range, "'return' outside function"));
        }
        let constant = match &node.value {
            Some(value) => fold::constant(self, value)?,
            None => Some(Const::None),
        };
        let saved = self.begin_unwind();
        if let Some(value) = constant {
            self.unwind_to(0, None, node.range)?;
            self.at(node.range);
            self.return_const(value);
        } else if let Some(value) = &node.value {
            let mut value = self.operand(value, &[])?;
            if !value.temp && !self.only_loops_around() {
                // Code that runs before the return may rebind the local.
                let reg = self.alloc()?;
                self.u.code.op(Op::Move, 0, reg, value.reg, 0);
                value = Opnd::temp(reg);
            }
            self.unwind_to(0, value.temp_reg(), node.range)?;
            self.at(node.range);
            self.u.code.op(Op::Return, value.use_a(), value.reg, 0, 0);
        }
        self.end_unwind(saved);
        self.u.top = mark;
        Ok(())
    }

    fn only_loops_around(&self) -> bool {
        self.u.blocks.iter().all(|b| matches!(b, Block::For { .. } | Block::While { .. } | Block::Try { .. }))
    }

    fn begin_unwind(&mut self) -> (Vec<Block<'a>>, Option<HandlerId>) {
        (self.u.blocks.clone(), self.u.code.handler)
    }

    fn end_unwind(&mut self, saved: (Vec<Block<'a>>, Option<HandlerId>)) {
        (self.u.blocks, self.u.code.handler) = saved;
    }

    /// Emits what leaving the blocks from the innermost down to number `depth` does. `value` is a live
    /// temporary that must survive. The blocks are gone afterwards: see `begin_unwind`.
    fn unwind_to(&mut self, depth: usize, value: Option<u16>, range: TextRange) -> R<()> {
        while self.u.blocks.len() > depth {
            let block = self.u.blocks.pop().expect("checked");
            self.at(range);
            match block {
                Block::While { .. } => {}
                Block::For { iterator, .. } => self.u.code.op(Op::Clear, 0, iterator, 0, 0),
                Block::Try { outer } => self.u.code.handler = outer,
                Block::TryFinally { outer, body } => {
                    self.u.code.handler = outer;
                    if let Some(reg) = value {
                        self.u.blocks.push(Block::Waiting { reg });
                    }
                    self.statements(body)?;
                    if value.is_some() {
                        self.u.blocks.pop();
                    }
                }
                Block::Finally { outer, exc } => {
                    self.u.code.handler = outer;
                    self.u.code.op(Op::Clear, 0, exc, 0, 0);
                    self.u.code.op(Op::PopExc, USE_A, exc + 1, 0, 0);
                }
                Block::Except { outer, previous, name, pos } => {
                    self.u.code.handler = outer;
                    self.u.code.op(Op::PopExc, USE_A, previous, 0, 0);
                    if let Some(name) = name {
                        self.u.code.pos = pos;
                        self.forget_sym(name)?;
                    }
                }
                Block::With { outer, exit, pos } => {
                    self.u.code.handler = outer;
                    self.u.code.pos = pos;
                    self.exit_normally(exit)?;
                }
                Block::Waiting { reg } => self.u.code.op(Op::Clear, 0, reg, 0, 0),
            }
        }
        Ok(())
    }

    /// Calls the exit method in `exit` without an exception and drops its result; at the current position.
    pub(super) fn exit_normally(&mut self, exit: u16) -> R<()> {
        let result = self.alloc()?;
        self.u.code.op(Op::WithExit, USE_B, result, exit, 0);
        self.u.code.op(Op::Clear, 0, result, 0, 0);
        self.u.top = result;
        Ok(())
    }
}

/// Whether a condition is small enough to be emitted twice, and makes no functions.
fn is_simple(test: &Expr) -> bool {
    struct Count(u32);
    impl<'e> Visitor<'e> for Count {
        fn visit_expr(&mut self, expr: &'e Expr) {
            self.0 += match expr {
                Expr::Lambda(_) | Expr::Generator(_) | Expr::ListComp(_) | Expr::SetComp(_) | Expr::DictComp(_) => {
                    MAX_REPEATED
                }
                _ => 1,
            };
            if self.0 < MAX_REPEATED {
                walk_expr(self, expr);
            }
        }
    }
    let mut count = Count(0);
    count.visit_expr(test);
    count.0 < MAX_REPEATED
}
