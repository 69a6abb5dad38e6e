//! Misuse that CPython's code generator reports: statements outside what they leave, starred expressions
//! out of place, repeated keywords, too many nested blocks. Its warnings come from here too.

use super::{Report, range, suspicious};
use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Arguments, ExceptHandler, Expr, ExprContext, Parameter, Stmt, StmtTry};
use ruff_text_size::TextRange;

/// Most blocks open at one place in one body.
const MAX_BLOCKS: u32 = 21;

/// The body a statement stands in.
#[derive(Clone, Copy)]
struct Body {
    function: bool,
    in_loop: bool,
    blocks: u32,
}

/// The pass.
pub(super) struct Flow<'p> {
    pub report: Report<'p>,
    body: Body,
}

impl<'p> Flow<'p> {
    pub fn new(report: Report<'p>) -> Flow<'p> {
        Flow { report, body: Body { function: false, in_loop: false, blocks: 0 } }
    }

    fn within(&mut self, body: Body, statements: &[Stmt]) {
        let before = std::mem::replace(&mut self.body, body);
        for stmt in statements {
            self.visit_stmt(stmt);
        }
        self.body = before;
    }

    /// Statements inside `blocks` more blocks.
    fn nested(&mut self, place: TextRange, blocks: u32, in_loop: bool, statements: &[Stmt]) {
        let body = Body { blocks: self.body.blocks + blocks, in_loop: self.body.in_loop || in_loop, ..self.body };
        self.check_blocks(place, body.blocks);
        self.within(body, statements);
    }

    fn check_blocks(&mut self, place: TextRange, blocks: u32) {
        if blocks > MAX_BLOCKS {
            self.report.error(place, "too many statically nested blocks");
        }
    }

    fn try_statement(&mut self, s: &StmtTry) {
        let place = s.range;
        let outer = self.body;
        if !s.finalbody.is_empty() {
            self.body.blocks += 1;
            self.check_blocks(place, self.body.blocks);
        }
        self.nested(place, u32::from(!s.handlers.is_empty()), false, &s.body);
        self.visit_body(&s.orelse);
        for (index, handler) in s.handlers.iter().enumerate() {
            let ExceptHandler::ExceptHandler(h) = handler;
            if h.type_.is_none() && index + 1 < s.handlers.len() {
                self.report.error(range(handler), "default 'except:' must be last");
            }
            if let Some(class) = &h.type_ {
                self.visit_expr(class);
            }
            self.nested(range(handler), 2, false, &h.body);
        }
        self.body = outer;
        self.nested(place, u32::from(!s.finalbody.is_empty()), false, &s.finalbody);
    }

    fn function(&mut self, statements: &[Stmt]) {
        let mut search = YieldSearch(false);
        search.visit_body(statements);
        // A generator's body stands in a block that turns StopIteration into an error.
        let blocks = u32::from(search.0);
        self.within(Body { function: true, in_loop: false, blocks }, statements);
    }

    fn check_keywords(&mut self, arguments: &Arguments) {
        for (index, keyword) in arguments.keywords.iter().enumerate() {
            let Some(name) = &keyword.arg else { continue };
            let earlier = &arguments.keywords[..index];
            if earlier.iter().any(|k| k.arg.as_ref().is_some_and(|n| n.as_str() == name.as_str())) {
                self.report.error(range(keyword), format!("keyword argument repeated: {name}"));
            }
        }
    }

    fn check_targets(&mut self, place: TextRange, ctx: ExprContext, items: &[Expr]) {
        if ctx != ExprContext::Store {
            return;
        }
        let starred = |item: &Expr| item.is_starred_expr();
        let Some(first) = items.iter().position(starred) else { return };
        if items[first + 1..].iter().any(starred) {
            self.report.error(place, "multiple starred expressions in assignment");
        } else if first >= 256 {
            self.report.error(place, "too many expressions in star-unpacking assignment");
        }
    }

    /// Expressions among which starred ones may stand.
    fn items(&mut self, items: &[Expr]) {
        for item in items {
            match item {
                Expr::Starred(starred) => self.visit_expr(&starred.value),
                _ => self.visit_expr(item),
            }
        }
    }
}

impl<'a> Visitor<'a> for Flow<'_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        if self.report.failed() {
            return;
        }
        let place = range(stmt);
        match stmt {
            Stmt::FunctionDef(s) => {
                for decorator in &s.decorator_list {
                    self.visit_decorator(decorator);
                }
                self.visit_parameters(&s.parameters);
                if let Some(returns) = &s.returns {
                    self.visit_annotation(returns);
                }
                self.function(&s.body);
            }
            Stmt::ClassDef(s) => {
                for decorator in &s.decorator_list {
                    self.visit_decorator(decorator);
                }
                if let Some(arguments) = &s.arguments {
                    self.visit_arguments(arguments);
                }
                self.within(Body { function: false, in_loop: false, blocks: 0 }, &s.body);
            }
            Stmt::Return(_) if !self.body.function => self.report.error(place, "'return' outside function"),
            Stmt::Break(_) if !self.body.in_loop => self.report.error(place, "'break' outside loop"),
            Stmt::Continue(_) if !self.body.in_loop => {
                self.report.error(place, "'continue' not properly in loop");
            }
            Stmt::For(s) => {
                self.visit_expr(&s.iter);
                self.check_blocks(place, self.body.blocks + 1);
                self.visit_expr(&s.target);
                self.nested(place, 1, true, &s.body);
                self.visit_body(&s.orelse);
            }
            Stmt::While(s) => {
                self.visit_expr(&s.test);
                self.nested(place, 1, true, &s.body);
                self.visit_body(&s.orelse);
            }
            Stmt::With(s) => {
                let outer = self.body;
                for item in &s.items {
                    self.visit_expr(&item.context_expr);
                    self.body.blocks += 1;
                    self.check_blocks(range(&item.context_expr), self.body.blocks);
                    if let Some(target) = &item.optional_vars {
                        self.visit_expr(target);
                    }
                }
                self.visit_body(&s.body);
                self.body = outer;
            }
            Stmt::Try(s) => self.try_statement(s),
            Stmt::Assign(s) => {
                self.visit_expr(&s.value);
                for target in &s.targets {
                    self.visit_expr(target);
                }
            }
            Stmt::Assert(s) => {
                suspicious::assertion(&mut self.report, stmt, &s.test);
                walk_stmt(self, stmt);
            }
            _ => walk_stmt(self, stmt),
        }
    }

    fn visit_parameter(&mut self, parameter: &'a Parameter) {
        match parameter.annotation.as_deref() {
            // `*args: *annotation`.
            Some(Expr::Starred(starred)) => self.visit_expr(&starred.value),
            Some(annotation) => self.visit_annotation(annotation),
            None => {}
        }
    }

    fn visit_arguments(&mut self, arguments: &'a Arguments) {
        self.check_keywords(arguments);
        self.items(&arguments.args);
        for keyword in &arguments.keywords {
            self.visit_expr(&keyword.value);
        }
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        if self.report.failed() {
            return;
        }
        let place = range(expr);
        suspicious::expression(&mut self.report, expr);
        match expr {
            Expr::Starred(starred) => {
                let message = match starred.ctx {
                    ExprContext::Store => "starred assignment target must be in a list or tuple",
                    _ => "can't use starred expression here",
                };
                self.report.error(place, message);
            }
            Expr::Tuple(tuple) => {
                self.check_targets(place, tuple.ctx, &tuple.elts);
                self.items(&tuple.elts);
            }
            Expr::List(list) => {
                self.check_targets(place, list.ctx, &list.elts);
                self.items(&list.elts);
            }
            Expr::Set(set) => self.items(&set.elts),
            Expr::Yield(_) if !self.body.function => self.report.error(place, "'yield' outside function"),
            Expr::YieldFrom(_) if !self.body.function => {
                self.report.error(place, "'yield from' outside function");
            }
            Expr::Lambda(lambda) => {
                if let Some(parameters) = &lambda.parameters {
                    self.visit_parameters(parameters);
                }
                let body = Body { function: true, in_loop: false, blocks: 0 };
                let before = std::mem::replace(&mut self.body, body);
                self.visit_expr(&lambda.body);
                self.body = before;
            }
            _ => walk_expr(self, expr),
        }
    }
}

/// Looks for `yield` in a function's own body.
struct YieldSearch(bool);

impl<'a> Visitor<'a> for YieldSearch {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(_) | Stmt::ClassDef(_) => {}
            _ => walk_stmt(self, stmt),
        }
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Yield(_) | Expr::YieldFrom(_) => self.0 = true,
            Expr::Lambda(_) => {}
            _ => walk_expr(self, expr),
        }
    }
}
