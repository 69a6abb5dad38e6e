//! Warnings about leaving a `finally` block early.

use super::{Report, range};
use ruff_python_ast::Stmt;
use ruff_python_ast::visitor::{Visitor, walk_stmt};

/// The pass.
pub(super) struct Finally<'p> {
    pub report: Report<'p>,
    in_finally: bool,
    in_loop: bool,
}

impl<'p> Finally<'p> {
    pub fn new(report: Report<'p>) -> Finally<'p> {
        Finally { report, in_finally: false, in_loop: false }
    }

    fn within(&mut self, in_finally: bool, in_loop: bool, body: &[Stmt]) {
        let before = (self.in_finally, self.in_loop);
        (self.in_finally, self.in_loop) = (in_finally, in_loop);
        for stmt in body {
            self.visit_stmt(stmt);
        }
        (self.in_finally, self.in_loop) = before;
    }
}

impl<'a> Visitor<'a> for Finally<'_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        let word = match stmt {
            Stmt::Return(_) if self.in_finally && !self.in_loop => "return",
            Stmt::Break(_) if self.in_finally && !self.in_loop => "break",
            Stmt::Continue(_) if self.in_finally && !self.in_loop => "continue",
            Stmt::FunctionDef(s) => return self.within(false, false, &s.body),
            Stmt::ClassDef(s) => return self.within(false, false, &s.body),
            Stmt::For(s) => {
                self.within(self.in_finally, true, &s.body);
                return self.visit_body(&s.orelse);
            }
            Stmt::While(s) => {
                self.within(self.in_finally, true, &s.body);
                return self.visit_body(&s.orelse);
            }
            Stmt::Try(s) => {
                self.visit_body(&s.body);
                for handler in &s.handlers {
                    self.visit_except_handler(handler);
                }
                self.visit_body(&s.orelse);
                return self.within(true, false, &s.finalbody);
            }
            _ => return walk_stmt(self, stmt),
        };
        self.report.warn(range(stmt), format!("'{word}' in a 'finally' block"));
    }

    fn visit_expr(&mut self, _: &'a ruff_python_ast::Expr) {}
}
