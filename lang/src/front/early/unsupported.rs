//! Constructs of Python that Tally does not have: named before anything runs.

use super::{Report, range};
use ruff_python_ast::visitor::{Visitor, walk_comprehension, walk_expr, walk_stmt, walk_type_params};
use ruff_python_ast::{Comprehension, Expr, Number, Stmt, TypeParams};
use ruff_text_size::{TextRange, TextSize};

/// The pass.
pub(super) struct Unsupported<'p> {
    pub report: Report<'p>,
    /// Ruff's parser accepts some forms that the language does not have; whether one was seen.
    pub doubtful: bool,
    plain_yield: bool,
}

impl<'p> Unsupported<'p> {
    pub fn new(report: Report<'p>) -> Unsupported<'p> {
        Unsupported { report, doubtful: false, plain_yield: false }
    }
}

impl Unsupported<'_> {
    fn refuse(&mut self, place: TextRange, construct: &str) {
        self.report.error(place, format!("{construct} is not supported by Tally"));
    }

    /// An expression that may be a plain `yield`.
    fn visit_value(&mut self, value: &Expr) {
        self.plain_yield = true;
        self.visit_expr(value);
        self.plain_yield = false;
    }

    /// The first word or two of a statement, for pointing at its head alone.
    fn head(&self, place: TextRange, words: &str) -> TextRange {
        let source = self.report.parsed.source;
        let text = &source[place.start().to_usize()..place.end().to_usize()];
        let mut length = 0;
        for word in words.split(' ') {
            length = text[length..].find(word).map_or(length, |at| length + at + word.len());
        }
        TextRange::at(place.start(), TextSize::new(length as u32))
    }
}

impl<'a> Visitor<'a> for Unsupported<'_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        if self.report.failed() {
            return;
        }
        let place = range(stmt);
        match stmt {
            Stmt::FunctionDef(s) if s.is_async => {
                // Decorators are part of the statement's range.
                let from = s.decorator_list.last().map_or(place.start(), |d| range(d).end());
                let text = &self.report.parsed.source[from.to_usize()..];
                let at = text.find("async").map_or(from, |at| from + TextSize::new(at as u32));
                let head = self.head(TextRange::new(at, place.end()), "async def");
                self.refuse(head, "'async def'");
            }
            Stmt::For(s) if s.is_async => self.refuse(self.head(place, "async for"), "'async for'"),
            Stmt::With(s) if s.is_async => self.refuse(self.head(place, "async with"), "'async with'"),
            // `else` needs a handler before it.
            Stmt::Try(s) if s.handlers.is_empty() && !s.orelse.is_empty() => self.doubtful = true,
            Stmt::Match(_) => self.refuse(self.head(place, "match"), "'match'"),
            Stmt::TypeAlias(_) => self.refuse(self.head(place, "type"), "'type'"),
            Stmt::Try(s) if s.is_star => {
                let handler = s.handlers.first().map_or(place, range);
                self.refuse(self.head(handler, "except *"), "'except*'");
            }
            Stmt::Import(s) if s.is_lazy => self.refuse(self.head(place, "lazy"), "'lazy import'"),
            Stmt::ImportFrom(s) if s.is_lazy => self.refuse(self.head(place, "lazy"), "'lazy import'"),
            Stmt::IpyEscapeCommand(_) => self.refuse(place, "escape command"),
            _ => {}
        }
        match stmt {
            Stmt::Expr(s) => self.visit_value(&s.value),
            Stmt::Assign(s) => {
                for target in &s.targets {
                    self.visit_expr(target);
                }
                self.visit_value(&s.value);
            }
            _ => walk_stmt(self, stmt),
        }
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        if self.report.failed() {
            return;
        }
        match expr {
            // Where a value is, `yield` is plain; elsewhere it needs parentheses, which the tree does not show.
            Expr::Yield(_) | Expr::YieldFrom(_) if !self.plain_yield => self.doubtful = true,
            Expr::Await(_) => self.refuse(range(expr), "'await'"),
            Expr::TString(_) => self.refuse(range(expr), "template string"),
            Expr::NumberLiteral(n) if matches!(n.value, Number::Complex { .. }) => {
                self.refuse(range(expr), "complex number");
            }
            Expr::IpyEscapeCommand(_) => self.refuse(range(expr), "escape command"),
            _ => {}
        }
        self.plain_yield = false;
        walk_expr(self, expr);
    }

    fn visit_comprehension(&mut self, comprehension: &'a Comprehension) {
        if comprehension.is_async {
            self.refuse(range(comprehension), "asynchronous comprehension");
        }
        walk_comprehension(self, comprehension);
    }

    fn visit_type_params(&mut self, params: &'a TypeParams) {
        self.refuse(range(params), "type parameter list");
        walk_type_params(self, params);
    }
}
