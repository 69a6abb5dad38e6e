//! Statements: dispatch and the simple ones.

use super::{Compiler, Opnd, R};
use crate::bytecode::{CodeKind, Const, Op, Text, USE_A};
use ruff_python_ast::{ModModule, Stmt, StmtAssert, StmtIf, StmtRaise};
use ruff_text_size::{Ranged, TextRange, TextSize};

impl<'a> Compiler<'a, '_> {
    /// The body of a module or of `exec` text.
    pub(super) fn module(&mut self, ast: &'a ModModule) -> R<()> {
        let body = &*ast.body;
        let start = body.first().map_or(TextSize::new(0), |s| s.start());
        let end = body.last().map_or(start, |s| s.end());
        self.collect_annotations(body);
        self.module_annotations(TextRange::new(start, end))?;
        let mut rest = body;
        if let Some((doc, after)) = self.docstring(body) {
            self.at(body[0].range());
            let reg = self.alloc()?;
            self.load_const(reg, Const::Str(doc.clone()));
            self.store_body_name("__doc__", Opnd::temp(reg))?;
            self.u.top = reg;
            self.u.doc = Some(doc);
            rest = after;
        }
        self.statements(rest)?;
        self.return_const(Const::None);
        Ok(())
    }

    pub(super) fn statements(&mut self, body: &'a [Stmt]) -> R<()> {
        body.iter().try_for_each(|stmt| self.statement(stmt))
    }

    fn statement(&mut self, stmt: &'a Stmt) -> R<()> {
        self.deeper(stmt.range())?;
        let mark = self.u.top;
        self.at(stmt.range());
        self.statement_inner(stmt)?;
        debug_assert_eq!(self.u.top, mark, "a statement leaves no temporary");
        self.depth -= 1;
        Ok(())
    }

    fn statement_inner(&mut self, stmt: &'a Stmt) -> R<()> {
        match stmt {
            Stmt::Expr(node) => {
                if super::fold::constant(self, &node.value)?.is_some() {
                    return Ok(());
                }
                self.evaluate(&node.value)
            }
            Stmt::Assign(node) => self.assign(node),
            Stmt::AugAssign(node) => self.aug_assign(node),
            Stmt::AnnAssign(node) => self.ann_assign(node),
            Stmt::Delete(node) => node.targets.iter().try_for_each(|target| self.delete(target)),
            Stmt::If(node) => self.if_stmt(node),
            Stmt::While(node) => self.while_stmt(node),
            Stmt::For(node) => self.for_stmt(node),
            Stmt::Break(node) => self.break_stmt(node.range),
            Stmt::Continue(node) => self.continue_stmt(node.range),
            Stmt::Return(node) => self.return_stmt(node),
            Stmt::Raise(node) => self.raise_stmt(node),
            Stmt::Assert(node) => self.assert_stmt(node),
            Stmt::Try(node) => self.try_stmt(node),
            Stmt::With(node) => self.with_stmt(node),
            Stmt::FunctionDef(node) => self.function_def(node),
            Stmt::ClassDef(node) => self.class_def(node),
            Stmt::Import(node) => self.import(node),
            Stmt::ImportFrom(node) => self.import_from(node),
            Stmt::Pass(_) | Stmt::Global(_) | Stmt::Nonlocal(_) => Ok(()),
            Stmt::Match(node) => Err(self.error(node.range, "match statements are not supported")),
            Stmt::TypeAlias(node) => Err(self.error(node.range, "type statements are not supported")),
            Stmt::IpyEscapeCommand(node) => Err(self.error(node.range, "invalid syntax")),
        }
    }

    fn if_stmt(&mut self, node: &'a StmtIf) -> R<()> {
        let end = self.u.code.label();
        let mut next = self.u.code.label();
        self.jump_if(&node.test, false, next)?;
        self.statements(&node.body)?;
        for clause in &node.elif_else_clauses {
            self.u.code.jump(end);
            self.u.code.bind(next);
            next = self.u.code.label();
            if let Some(test) = &clause.test {
                self.jump_if(test, false, next)?;
            }
            self.statements(&clause.body)?;
        }
        self.u.code.bind(next);
        self.u.code.bind(end);
        Ok(())
    }

    fn raise_stmt(&mut self, node: &'a StmtRaise) -> R<()> {
        let mark = self.u.top;
        match (&node.exc, &node.cause) {
            (None, _) => self.u.code.op(Op::RaiseAgain, 0, 0, 0, 0),
            (Some(exc), None) => {
                let exc = self.operand(exc, &[])?;
                self.at(node.range);
                self.u.code.op(Op::Raise, exc.use_a(), exc.reg, 0, 0);
            }
            (Some(exc), Some(cause)) => {
                let exc = self.operand(exc, &[cause])?;
                let cause = self.operand(cause, &[])?;
                self.at(node.range);
                self.u.code.op(Op::RaiseFrom, exc.use_a() | cause.use_b(), exc.reg, cause.reg, 0);
            }
        }
        self.u.top = mark;
        Ok(())
    }

    fn assert_stmt(&mut self, node: &'a StmtAssert) -> R<()> {
        let mark = self.u.top;
        let fine = self.u.code.label();
        self.jump_if(&node.test, true, fine)?;
        self.at(node.range);
        let error = self.alloc()?;
        self.u.code.op(Op::LoadAssertionError, 0, error, 0, 0);
        if let Some(message) = &node.msg {
            self.push(message)?;
            self.at(node.range);
            self.call_one(error, error);
        }
        self.at(node.test.range());
        self.u.code.op(Op::Raise, USE_A, error, 0, 0);
        self.u.code.bind(fine);
        self.u.top = mark;
        Ok(())
    }
}

/// Whether a body's names live in a namespace.
pub(super) fn has_namespace(kind: CodeKind) -> bool {
    matches!(kind, CodeKind::Class | CodeKind::Exec)
}

/// Text as a constant.
pub(super) fn text(value: &str) -> Const {
    Const::Str(Text::Utf8(value.into()))
}
