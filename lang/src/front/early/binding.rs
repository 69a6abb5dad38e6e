//! Misuse that concerns names and their scopes but needs no resolution: assignment expressions in
//! comprehensions, `yield` where no function can be suspended, `import *`, `__debug__`, future imports.

use super::{Report, range};
use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Alias, Comprehension, Expr, ExprContext, Parameter, Stmt, StmtImportFrom};
use ruff_text_size::TextRange;

const FEATURES: [&str; 10] = [
    "nested_scopes",
    "generators",
    "division",
    "absolute_import",
    "with_statement",
    "print_function",
    "unicode_literals",
    "barry_as_FLUFL",
    "generator_stop",
    "annotations",
];

/// A scope an assignment expression may bind through.
enum Scope<'a> {
    Module,
    Class,
    Function,
    /// A comprehension: its noun, its iteration variables, names bound by assignment expressions in it.
    Comprehension {
        noun: &'static str,
        variables: Vec<&'a str>,
        assigned: Vec<&'a str>,
    },
}

/// The pass.
pub(super) struct Binding<'p, 'a> {
    pub report: Report<'p>,
    scopes: Vec<Scope<'a>>,
    /// How many comprehension iterables enclose the place.
    iterables: u32,
    annotation: bool,
}

impl<'p, 'a> Binding<'p, 'a> {
    pub fn new(report: Report<'p>) -> Binding<'p, 'a> {
        Binding { report, scopes: vec![Scope::Module], iterables: 0, annotation: false }
    }

    fn check_name(&mut self, name: &str, place: TextRange) {
        if name == "__debug__" {
            self.report.error(place, "cannot assign to __debug__");
        }
    }

    fn within(&mut self, scope: Scope<'a>, body: &'a [Stmt]) {
        self.scopes.push(scope);
        let iterables = std::mem::take(&mut self.iterables);
        self.visit_body(body);
        self.iterables = iterables;
        self.scopes.pop();
    }

    fn comprehension(&mut self, noun: &'static str, parts: &[&'a Expr], clauses: &'a [Comprehension]) {
        let Some((first, rest)) = clauses.split_first() else { return };
        self.iterable(&first.iter);
        self.scopes.push(Scope::Comprehension { noun, variables: Vec::new(), assigned: Vec::new() });
        self.clause_target(&first.target);
        for condition in &first.ifs {
            self.visit_expr(condition);
        }
        for clause in rest {
            self.clause_target(&clause.target);
            self.iterable(&clause.iter);
            for condition in &clause.ifs {
                self.visit_expr(condition);
            }
        }
        for part in parts {
            self.visit_expr(part);
        }
        self.scopes.pop();
    }

    fn iterable(&mut self, iterable: &'a Expr) {
        self.iterables += 1;
        self.visit_expr(iterable);
        self.iterables -= 1;
    }

    fn clause_target(&mut self, target: &'a Expr) {
        let mut names = Vec::new();
        collect_names(target, &mut names);
        if let Some(Scope::Comprehension { variables, assigned, .. }) = self.scopes.last_mut() {
            let clash = names.iter().find(|(name, _)| assigned.contains(name)).copied();
            variables.extend(names.iter().map(|(name, _)| *name));
            if let Some((name, place)) = clash {
                let message = format!("comprehension inner loop cannot rebind assignment expression target '{name}'");
                self.report.error(place, message);
            }
        }
        self.visit_expr(target);
    }

    /// Checks the binding of `name` by an assignment expression.
    fn assignment_expression(&mut self, place: TextRange, name: &'a str, target: TextRange) {
        if self.annotation {
            self.report.error(place, "named expression cannot be used within an annotation");
        }
        if self.iterables > 0 {
            let message = "assignment expression cannot be used in a comprehension iterable expression";
            self.report.error(place, message);
        }
        for scope in self.scopes.iter_mut().rev() {
            match scope {
                Scope::Module | Scope::Function => break,
                Scope::Class => {
                    if matches!(self.scopes.last(), Some(Scope::Comprehension { .. })) {
                        let message = "assignment expression within a comprehension cannot be used in a class body";
                        self.report.error(target, message);
                    }
                    break;
                }
                Scope::Comprehension { variables, assigned, .. } => {
                    if variables.contains(&name) {
                        let message =
                            format!("assignment expression cannot rebind comprehension iteration variable '{name}'");
                        self.report.error(target, message);
                        break;
                    }
                    assigned.push(name);
                }
            }
        }
    }

    fn check_yield(&mut self, place: TextRange) {
        if self.annotation {
            self.report.error(place, "yield expression cannot be used within an annotation");
        }
        if let Some(Scope::Comprehension { noun, .. }) = self.scopes.last() {
            let message = format!("'yield' inside {noun}");
            self.report.error(place, message);
        }
    }
}

impl<'a> Visitor<'a> for Binding<'_, 'a> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        if self.report.failed() {
            return;
        }
        match stmt {
            Stmt::FunctionDef(s) => {
                self.check_name(&s.name, range(stmt));
                for decorator in &s.decorator_list {
                    self.visit_decorator(decorator);
                }
                self.visit_parameters(&s.parameters);
                if let Some(returns) = &s.returns {
                    self.visit_annotation(returns);
                }
                self.within(Scope::Function, &s.body);
            }
            Stmt::ClassDef(s) => {
                self.check_name(&s.name, range(stmt));
                for decorator in &s.decorator_list {
                    self.visit_decorator(decorator);
                }
                if let Some(arguments) = &s.arguments {
                    self.visit_arguments(arguments);
                }
                self.within(Scope::Class, &s.body);
            }
            Stmt::ImportFrom(s) => {
                let star = s.names.iter().find(|alias| alias.name.as_str() == "*");
                if let Some(star) = star
                    && !matches!(self.scopes.last(), Some(Scope::Module))
                {
                    self.report.error(range(star), "import * only allowed at module level");
                }
                walk_stmt(self, stmt);
            }
            _ => walk_stmt(self, stmt),
        }
    }

    fn visit_annotation(&mut self, annotation: &'a Expr) {
        let before = std::mem::replace(&mut self.annotation, true);
        self.visit_expr(annotation);
        self.annotation = before;
    }

    fn visit_alias(&mut self, alias: &'a Alias) {
        let bound = alias.asname.as_ref().map_or_else(|| alias.name.as_str(), |name| name.as_str());
        let bound = if alias.asname.is_some() { bound } else { bound.split('.').next().unwrap_or(bound) };
        self.check_name(bound, range(alias));
    }

    fn visit_parameter(&mut self, parameter: &'a Parameter) {
        self.check_name(&parameter.name, range(&parameter.name));
        if let Some(annotation) = &parameter.annotation {
            self.visit_annotation(annotation);
        }
    }

    fn visit_keyword(&mut self, keyword: &'a ruff_python_ast::Keyword) {
        if let Some(name) = &keyword.arg {
            self.check_name(name, range(keyword));
        }
        self.visit_expr(&keyword.value);
    }

    fn visit_except_handler(&mut self, handler: &'a ruff_python_ast::ExceptHandler) {
        let ruff_python_ast::ExceptHandler::ExceptHandler(h) = handler;
        if let Some(name) = &h.name {
            self.check_name(name, range(handler));
        }
        ruff_python_ast::visitor::walk_except_handler(self, handler);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        if self.report.failed() {
            return;
        }
        match expr {
            Expr::Name(name) if name.id.as_str() == "__debug__" => match name.ctx {
                ExprContext::Store => self.check_name(&name.id, range(expr)),
                ExprContext::Del => self.report.error(range(expr), "cannot delete __debug__"),
                ExprContext::Load | ExprContext::Invalid => {}
            },
            Expr::Attribute(a) if a.attr.as_str() == "__debug__" => match a.ctx {
                ExprContext::Store => self.check_name(&a.attr, range(expr)),
                ExprContext::Del => self.report.error(range(expr), "cannot delete __debug__"),
                ExprContext::Load | ExprContext::Invalid => {}
            },
            Expr::Named(named) => {
                if let Expr::Name(name) = &*named.target {
                    self.assignment_expression(range(expr), &name.id, range(&*named.target));
                }
                walk_expr(self, expr);
            }
            Expr::Yield(_) | Expr::YieldFrom(_) => {
                self.check_yield(range(expr));
                walk_expr(self, expr);
            }
            Expr::Lambda(lambda) => {
                if let Some(parameters) = &lambda.parameters {
                    self.visit_parameters(parameters);
                }
                let annotation = std::mem::replace(&mut self.annotation, false);
                self.scopes.push(Scope::Function);
                self.visit_expr(&lambda.body);
                self.scopes.pop();
                self.annotation = annotation;
            }
            Expr::ListComp(c) => self.comprehension("list comprehension", &[&c.elt], &c.generators),
            Expr::SetComp(c) => self.comprehension("set comprehension", &[&c.elt], &c.generators),
            Expr::Generator(c) => self.comprehension("generator expression", &[&c.elt], &c.generators),
            Expr::DictComp(c) => {
                let mut parts: Vec<&Expr> = c.key.iter().map(|key| &**key).collect();
                parts.push(&c.value);
                self.comprehension("dict comprehension", &parts, &c.generators);
            }
            _ => walk_expr(self, expr),
        }
    }
}

fn collect_names<'a>(target: &'a Expr, names: &mut Vec<(&'a str, TextRange)>) {
    match target {
        Expr::Name(name) => names.push((name.id.as_str(), range(target))),
        Expr::Tuple(t) => t.elts.iter().for_each(|item| collect_names(item, names)),
        Expr::List(l) => l.elts.iter().for_each(|item| collect_names(item, names)),
        Expr::Starred(s) => collect_names(&s.value, names),
        _ => {}
    }
}

/// Future imports: known features only, at the beginning of the file only.
pub(super) fn check_future_imports(report: &mut Report<'_>, body: &[Stmt]) {
    let mut allowed = true;
    for (index, stmt) in body.iter().enumerate() {
        let docstring = index == 0 && matches!(stmt, Stmt::Expr(e) if e.value.is_string_literal_expr());
        match future_import(stmt) {
            Some(import) if allowed => check_features(report, import),
            _ if docstring => {}
            _ => {
                allowed = false;
                let mut late = LateFuture(report);
                late.visit_stmt(stmt);
            }
        }
    }
}

fn future_import(stmt: &Stmt) -> Option<&StmtImportFrom> {
    match stmt {
        Stmt::ImportFrom(s) if s.level == 0 && s.module.as_ref().is_some_and(|m| m.as_str() == "__future__") => Some(s),
        _ => None,
    }
}

fn check_features(report: &mut Report<'_>, import: &StmtImportFrom) {
    for alias in &import.names {
        match alias.name.as_str() {
            "braces" => report.error(range(alias), "not a chance"),
            name if FEATURES.contains(&name) => {}
            name => report.error(range(alias), format!("future feature {name} is not defined")),
        }
    }
}

struct LateFuture<'r, 'p>(&'r mut Report<'p>);

impl<'a> Visitor<'a> for LateFuture<'_, '_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        if future_import(stmt).is_some() {
            let message = "from __future__ imports must occur at the beginning of the file";
            self.0.error(range(stmt), message);
        }
        walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, _: &'a Expr) {}
}
