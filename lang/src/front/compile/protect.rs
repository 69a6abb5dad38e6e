//! `try` and `with`.
//!
//! A handler at depth `d` finds the exception in temporary `d`; `PushExc` puts what was handled before into
//! `d + 1`. Code that handles an exception is itself covered by a handler at `d + 2` that ends the handling
//! before it raises the new exception again.

use super::emit::{HandlerId, Label};
use super::flow::Block;
use super::{Compiler, Opnd, R};
use crate::bytecode::{Op, Pos, USE_A};
use ruff_python_ast::{ExceptHandler, ExceptHandlerExceptHandler, Stmt, StmtTry, StmtWith, WithItem};
use ruff_text_size::Ranged;

impl<'a> Compiler<'a, '_> {
    pub(super) fn try_stmt(&mut self, node: &'a StmtTry) -> R<()> {
        if node.is_star {
            return Err(self.error(node.range, "except* is not supported"));
        }
        if node.finalbody.is_empty() { self.try_except(node) } else { self.try_finally(node) }
    }

    /// Starts code covered by a new handler at the next free temporary.
    fn protect(&mut self, label: Label) -> Option<HandlerId> {
        let handler = self.u.code.new_handler(label, self.u.top);
        self.u.code.handler.replace(handler)
    }

    /// Takes the temporaries of a handler that begins here: the exception's and that of the one before.
    fn begin_handler(&mut self) -> R<u16> {
        let exc = self.alloc_many(2)?;
        self.u.code.op(Op::PushExc, 0, exc + 1, exc, 0);
        Ok(exc)
    }

    /// The handler of an exception raised while one is being handled, whose temporaries are `exc` and up: runs
    /// `before`, ends the handling and raises the new one.
    fn cleanup(&mut self, label: Label, exc: u16, clear: bool, before: impl FnOnce(&mut Self) -> R<()>) -> R<()> {
        self.u.code.bind(label);
        self.u.code.pos = Pos::default();
        let new = self.begin_handler()?;
        self.u.code.op(Op::PopExc, USE_A, new + 1, 0, 0);
        self.u.top = new + 1;
        before(self)?;
        if clear {
            self.u.code.op(Op::Clear, 0, exc, 0, 0);
        }
        self.u.code.op(Op::PopExc, USE_A, exc + 1, 0, 0);
        self.u.code.op(Op::Reraise, USE_A, new, 0, 0);
        self.u.top = new;
        Ok(())
    }

    // finally

    fn try_finally(&mut self, node: &'a StmtTry) -> R<()> {
        let mark = self.u.top;
        let (raised, end) = (self.u.code.label(), self.u.code.label());
        let outer = self.protect(raised);
        self.u.blocks.push(Block::TryFinally { outer, body: &node.finalbody });
        if node.handlers.is_empty() {
            self.statements(&node.body)?;
        } else {
            self.try_except(node)?;
        }
        self.u.blocks.pop();
        self.u.code.handler = outer;
        self.statements(&node.finalbody)?;
        self.u.code.jump(end);

        self.u.code.begin_cold();
        self.u.code.bind(raised);
        self.u.code.pos = Pos::default();
        let exc = self.begin_handler()?;
        let failed = self.u.code.label();
        self.protect(failed);
        self.u.blocks.push(Block::Finally { outer, exc });
        self.statements(&node.finalbody)?;
        self.u.blocks.pop();
        self.u.code.handler = outer;
        self.reraise(exc);
        self.cleanup(failed, exc, false, |_| Ok(()))?;
        self.u.code.end_cold();
        self.u.top = mark;
        self.u.code.bind(end);
        Ok(())
    }

    /// Ends the handling of `exc` and raises it again.
    fn reraise(&mut self, exc: u16) {
        self.u.code.op(Op::PopExc, USE_A, exc + 1, 0, 0);
        self.u.code.op(Op::Reraise, USE_A, exc, 0, 0);
    }

    // except

    fn try_except(&mut self, node: &'a StmtTry) -> R<()> {
        let mark = self.u.top;
        let (raised, end) = (self.u.code.label(), self.u.code.label());
        let outer = self.protect(raised);
        self.u.blocks.push(Block::Try { outer });
        self.statements(&node.body)?;
        self.u.blocks.pop();
        self.u.code.handler = outer;
        self.statements(&node.orelse)?;
        self.u.code.jump(end);

        self.u.code.begin_cold();
        self.u.code.bind(raised);
        self.u.code.pos = Pos::default();
        let exc = self.begin_handler()?;
        // Raised while a clause is chosen: the exception is still in its temporary.
        let (choosing, handling) = (self.u.code.label(), self.u.code.label());
        self.protect(choosing);
        let choosing_handler = self.u.code.handler;
        let handling_handler = self.u.code.new_handler(handling, self.u.top);
        let count = node.handlers.len();
        for (index, ExceptHandler::ExceptHandler(clause)) in node.handlers.iter().enumerate() {
            if clause.type_.is_none() && index + 1 < count {
                return Err(self.error(clause.range, "default 'except:' must be last"));
            }
            self.u.code.handler = choosing_handler;
            self.clause(clause, exc, outer, handling_handler, end)?;
        }
        self.u.code.handler = outer;
        self.reraise(exc);
        self.cleanup(choosing, exc, true, |_| Ok(()))?;
        self.cleanup(handling, exc, false, |_| Ok(()))?;
        self.u.code.end_cold();
        self.u.top = mark;
        self.u.code.bind(end);
        Ok(())
    }

    fn clause(
        &mut self,
        clause: &'a ExceptHandlerExceptHandler,
        exc: u16,
        outer: Option<HandlerId>,
        handling: HandlerId,
        end: Label,
    ) -> R<()> {
        let mark = self.u.top;
        let next = self.u.code.label();
        if let Some(class) = &clause.type_ {
            let class = self.operand(class, &[])?;
            self.u.top = mark;
            let matches = self.alloc()?;
            self.at(clause.range);
            self.u.code.op(Op::ExcMatch, class.use_c(), matches, exc, class.reg);
            self.jump_truth(Opnd::temp(matches), false, next);
            self.u.top = mark;
        }
        self.at(clause.range);
        let name = clause.name.as_ref().map(|name| self.mangled(&name.id));
        // From here on the exception is not in its temporary.
        self.u.code.handler = Some(handling);
        match name {
            Some(name) => self.store_sym(name, Opnd::temp(exc))?,
            None => self.u.code.op(Op::Clear, 0, exc, 0, 0),
        }
        let failed = self.u.code.label();
        if name.is_some() {
            self.protect(failed);
        }
        let pos = Pos::default();
        self.u.blocks.push(Block::Except { outer, previous: exc + 1, name, pos });
        self.statements(&clause.body)?;
        self.u.blocks.pop();
        self.u.code.handler = outer;
        self.u.code.op(Op::PopExc, USE_A, exc + 1, 0, 0);
        if let Some(name) = name {
            self.forget_sym(name)?;
        }
        self.u.code.jump(end);
        if let Some(name) = name {
            self.u.code.handler = Some(handling);
            self.named_cleanup(failed, exc, name, outer)?;
        }
        self.u.code.bind(next);
        Ok(())
    }

    /// The handler of an exception raised in `except … as name`: the name goes first.
    fn named_cleanup(
        &mut self,
        failed: Label,
        exc: u16,
        name: crate::front::scope::Sym,
        outer: Option<HandlerId>,
    ) -> R<()> {
        self.cleanup(failed, exc, false, |c| {
            c.forget_sym(name)?;
            c.u.code.handler = outer;
            Ok(())
        })
    }

    // with

    pub(super) fn with_stmt(&mut self, node: &'a StmtWith) -> R<()> {
        if node.is_async {
            return Err(self.error(node.range, "asynchronous with statements are not supported"));
        }
        self.with_items(&node.items, &node.body)
    }

    fn with_items(&mut self, items: &'a [WithItem], body: &'a [Stmt]) -> R<()> {
        let Some((item, rest)) = items.split_first() else { return self.statements(body) };
        self.deeper(item.range)?;
        let mark = self.u.top;
        let manager = self.operand(&item.context_expr, &[])?;
        self.u.top = mark;
        let exit = self.alloc_many(2)?;
        let pos = self.pos(item.context_expr.range());
        self.u.code.pos = pos;
        self.u.code.op(Op::WithEnter, manager.use_b(), exit, manager.reg, 0);
        let (raised, end) = (self.u.code.label(), self.u.code.label());
        self.u.top = exit + 1;
        let outer = self.protect(raised);
        self.u.top = exit + 2;
        match &item.optional_vars {
            Some(target) => self.store_target(target, Opnd::temp(exit + 1))?,
            None => self.u.code.op(Op::Clear, 0, exit + 1, 0, 0),
        }
        self.u.top = exit + 1;
        self.u.blocks.push(Block::With { outer, exit, pos });
        self.with_items(rest, body)?;
        self.u.blocks.pop();
        self.u.code.handler = outer;
        self.u.code.pos = pos;
        self.exit_normally(exit)?;
        self.u.code.jump(end);
        self.u.code.begin_cold();
        self.with_raised(raised, exit, pos, outer)?;
        self.u.code.jump(end);
        self.u.code.end_cold();
        self.u.code.bind(end);
        self.u.top = mark;
        self.depth -= 1;
        Ok(())
    }

    /// The exit method is called with the exception, and may swallow it.
    fn with_raised(&mut self, raised: Label, exit: u16, pos: Pos, outer: Option<HandlerId>) -> R<()> {
        self.u.code.bind(raised);
        self.u.code.pos = pos;
        self.u.top = exit + 1;
        let exc = self.begin_handler()?;
        let (failed, swallowed) = (self.u.code.label(), self.u.code.label());
        self.protect(failed);
        let result = self.alloc()?;
        self.u.code.op(Op::WithExitExc, 0, result, exit, exc);
        self.jump_truth(Opnd::temp(result), true, swallowed);
        self.u.code.handler = outer;
        self.reraise(exc);
        self.u.top = result;
        self.cleanup(failed, exc, false, |_| Ok(()))?;
        self.u.code.bind(swallowed);
        self.u.code.pos = pos;
        self.u.code.op(Op::Clear, 0, exc, 0, 0);
        self.u.code.op(Op::PopExc, USE_A, exc + 1, 0, 0);
        self.u.code.op(Op::Clear, 0, exit, 0, 0);
        Ok(())
    }
}
