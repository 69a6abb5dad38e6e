//! First pass: how each scope uses its names, and the errors that a single scope shows.

use super::{Names, Part, Reporter, Scope, ScopeId, ScopeKind, Scopes, Sym, Use};
use crate::front::compile::MAX_DEPTH;
use crate::front::syntax_error::{SyntaxError, SyntaxErrorKind};
use ruff_python_ast::{
    Alias, Comprehension, ExceptHandler, Expr, ExprContext, ExprNamed, InterpolatedStringElement, ModExpression,
    ModModule, Parameters, Stmt, StmtAnnAssign, StmtClassDef, StmtFunctionDef,
};
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::{FxHashMap, FxHashSet};

type Done = Result<(), SyntaxError>;

const GENERATOR: &str = "generator expression";

/// The tree to analyse.
#[derive(Clone, Copy, Debug)]
pub enum Root<'a> {
    /// Statements.
    Module(&'a ModModule),
    /// One expression.
    Expression(&'a ModExpression),
}

/// Analyses the scopes of `root`, whose own scope is of `kind`.
///
/// # Errors
/// Wrong declarations and bindings, in CPython's words.
pub fn analyse(root: Root<'_>, kind: ScopeKind, report: &Reporter<'_>) -> Result<Scopes, SyntaxError> {
    let mut names = Names::default();
    let namespace = names.intern(".namespace");
    let scopes = Scopes {
        names,
        namespace,
        list: Vec::new(),
        by_node: FxHashMap::default(),
        future_annotations: false,
    };
    let mut builder = Builder {
        scopes,
        current: ScopeId(0),
        class: None,
        report,
        depth: 0,
        iterable_depth: 0,
        conditional_depth: 0,
        iteration_target: false,
        comprehension_name: GENERATOR,
    };
    match root {
        Root::Module(module) => {
            builder.scopes.future_annotations = super::super::compile::future_annotations(module, report)?;
            builder.open(kind, module, Part::Body);
            builder.statements(&module.body)?;
        }
        Root::Expression(expression) => {
            builder.open(kind, expression, Part::Body);
            builder.expr(&expression.body)?;
        }
    }
    let mut scopes = builder.scopes;
    super::resolve::resolve(&mut scopes, report)?;
    Ok(scopes)
}

struct Builder<'r, 's> {
    scopes: Scopes,
    current: ScopeId,
    class: Option<String>,
    report: &'r Reporter<'s>,
    depth: u32,
    /// How many iterables of comprehensions are around.
    iterable_depth: u32,
    /// How many conditional blocks are around in the current body.
    conditional_depth: u32,
    /// Whether the names being bound are a comprehension's iteration variables.
    iteration_target: bool,
    /// What the innermost comprehension is called in messages.
    comprehension_name: &'static str,
}

impl Builder<'_, '_> {
    fn scope(&mut self) -> &mut Scope {
        self.scopes.get_mut(self.current)
    }

    fn kind(&self) -> ScopeKind {
        self.scopes.get(self.current).kind
    }

    fn error(&self, range: TextRange, message: impl Into<String>) -> SyntaxError {
        self.report.error(range, message)
    }

    fn open<T>(&mut self, kind: ScopeKind, node: &T, part: Part) {
        let id = self.open_unkeyed(kind);
        self.scopes.by_node.insert((std::ptr::from_ref(node) as usize, part), id);
    }

    fn open_unkeyed(&mut self, kind: ScopeKind) -> ScopeId {
        let id = ScopeId(self.scopes.list.len() as u32);
        let parent = (id.0 > 0).then_some(self.current);
        self.scopes.list.push(Scope {
            kind,
            parent,
            uses: FxHashMap::default(),
            order: Vec::new(),
            params: Vec::new(),
            access: FxHashMap::default(),
            free: Vec::new(),
            walrus: FxHashSet::default(),
            is_generator: kind == ScopeKind::Generator,
            needs_class_cell: false,
            needs_class_dict: false,
            has_annotations: false,
            conditional_annotations: false,
            annotations: None,
            declared_at: FxHashMap::default(),
        });
        self.current = id;
        id
    }

    fn close(&mut self) {
        self.current = self.scopes.get(self.current).parent.expect("an inner scope");
    }

    fn sym(&mut self, name: &str) -> Sym {
        self.scopes.names.mangle(self.class.as_deref(), name)
    }

    fn usage_in(&mut self, scope: ScopeId, sym: Sym) -> &mut Use {
        let scope = self.scopes.get_mut(scope);
        scope.uses.entry(sym).or_insert_with(|| {
            scope.order.push(sym);
            Use::default()
        })
    }

    fn usage(&mut self, sym: Sym) -> &mut Use {
        self.usage_in(self.current, sym)
    }

    fn read(&mut self, name: &str) {
        let sym = self.sym(name);
        self.usage(sym).used = true;
        if name == "super" && self.kind().has_fast_locals() {
            let class = self.scopes.names.intern("__class__");
            self.usage(class).used = true;
        }
    }

    fn bind(&mut self, name: &str, range: TextRange) -> Result<Sym, SyntaxError> {
        if name == "__debug__" {
            return Err(self.error(range, "cannot assign to __debug__"));
        }
        let sym = self.sym(name);
        let iteration = self.iteration_target;
        let usage = self.usage(sym);
        usage.bound = true;
        if iteration {
            if usage.global || usage.nonlocal {
                let message =
                    format!("comprehension inner loop cannot rebind assignment expression target '{name}'");
                return Err(self.error(range, message));
            }
            usage.iteration = true;
        }
        Ok(sym)
    }

    fn enter(&mut self, range: TextRange) -> Done {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(too_deep(self.error(range, ""))) } else { Ok(()) }
    }

    // Statements

    fn statements(&mut self, body: &[Stmt]) -> Done {
        body.iter().try_for_each(|stmt| self.statement(stmt))
    }

    fn conditional(&mut self, body: &[Stmt]) -> Done {
        self.conditional_depth += 1;
        let done = self.statements(body);
        self.conditional_depth -= 1;
        done
    }

    fn statement(&mut self, stmt: &Stmt) -> Done {
        self.enter(stmt.range())?;
        let done = self.statement_inner(stmt);
        self.depth -= 1;
        done
    }

    fn statement_inner(&mut self, stmt: &Stmt) -> Done {
        match stmt {
            Stmt::FunctionDef(def) => self.function(def),
            Stmt::ClassDef(def) => self.class_def(def),
            Stmt::Return(ret) => {
                if !matches!(self.kind(), ScopeKind::Function | ScopeKind::Lambda) {
                    return Err(self.error(ret.range, "'return' outside function"));
                }
                self.optional(ret.value.as_deref())
            }
            Stmt::Delete(del) => self.exprs(&del.targets),
            Stmt::Assign(assign) => {
                self.exprs(&assign.targets)?;
                self.expr(&assign.value)
            }
            Stmt::AugAssign(assign) => {
                self.expr(&assign.target)?;
                self.expr(&assign.value)
            }
            Stmt::AnnAssign(assign) => self.annotated_assignment(assign),
            Stmt::For(for_) => {
                self.expr(&for_.target)?;
                self.expr(&for_.iter)?;
                self.conditional(&for_.body)?;
                self.conditional(&for_.orelse)
            }
            Stmt::While(while_) => {
                self.expr(&while_.test)?;
                self.conditional(&while_.body)?;
                self.conditional(&while_.orelse)
            }
            Stmt::If(if_) => {
                self.expr(&if_.test)?;
                self.conditional(&if_.body)?;
                for clause in &if_.elif_else_clauses {
                    self.optional(clause.test.as_ref())?;
                    self.conditional(&clause.body)?;
                }
                Ok(())
            }
            Stmt::With(with) => {
                for item in &with.items {
                    self.expr(&item.context_expr)?;
                    self.optional(item.optional_vars.as_deref())?;
                }
                self.conditional(&with.body)
            }
            Stmt::Raise(raise) => {
                self.optional(raise.exc.as_deref())?;
                self.optional(raise.cause.as_deref())
            }
            Stmt::Try(try_) => {
                self.conditional(&try_.body)?;
                for ExceptHandler::ExceptHandler(handler) in &try_.handlers {
                    self.optional(handler.type_.as_deref())?;
                    if let Some(name) = &handler.name {
                        self.bind(&name.id, handler.range)?;
                    }
                    self.conditional(&handler.body)?;
                }
                self.conditional(&try_.orelse)?;
                self.conditional(&try_.finalbody)
            }
            Stmt::Assert(assert) => {
                self.expr(&assert.test)?;
                self.optional(assert.msg.as_deref())
            }
            Stmt::Import(import) => import.names.iter().try_for_each(|alias| self.alias(alias, import.range)),
            Stmt::ImportFrom(import) => import.names.iter().try_for_each(|alias| self.alias(alias, import.range)),
            Stmt::Global(global) => {
                global.names.iter().try_for_each(|name| self.declare(&name.id, true, global.range))
            }
            Stmt::Nonlocal(nonlocal) => {
                nonlocal.names.iter().try_for_each(|name| self.declare(&name.id, false, nonlocal.range))
            }
            Stmt::Expr(expr) => self.expr(&expr.value),
            Stmt::Pass(_) | Stmt::Break(_) | Stmt::Continue(_) => Ok(()),
            Stmt::Match(node) => Err(self.unsupported(node.range, "match statements")),
            Stmt::TypeAlias(node) => Err(self.unsupported(node.range, "type statements")),
            Stmt::IpyEscapeCommand(node) => Err(self.error(node.range, "invalid syntax")),
        }
    }

    fn unsupported(&self, range: TextRange, what: &str) -> SyntaxError {
        self.error(range, format!("{what} are not supported"))
    }

    fn usage_of(&mut self, name: &str) -> &mut Use {
        let sym = self.sym(name);
        self.usage(sym)
    }

    fn alias(&mut self, alias: &Alias, range: TextRange) -> Done {
        let name = alias.asname.as_ref().unwrap_or(&alias.name);
        if alias.asname.is_none() && name.as_str() == "*" {
            return match self.kind() {
                ScopeKind::Module | ScopeKind::Exec => Ok(()),
                _ => Err(self.error(range, "import * only allowed at module level")),
            };
        }
        let first = match &alias.asname {
            Some(name) => name.as_str(),
            None => alias.name.as_str().split('.').next().unwrap_or_default(),
        };
        let was_bound = {
            let sym = self.sym(first);
            self.usage(sym).bound
        };
        let sym = self.bind(first, alias.range)?;
        let usage = self.usage(sym);
        usage.imported = true;
        usage.bound = was_bound;
        Ok(())
    }

    fn declare(&mut self, name: &str, global: bool, range: TextRange) -> Done {
        let what = if global { "global" } else { "nonlocal" };
        if !global && matches!(self.kind(), ScopeKind::Module | ScopeKind::Exec) {
            return Err(self.error(range, "nonlocal declaration not allowed at module level"));
        }
        let sym = self.sym(name);
        let usage = self.scopes.get(self.current).uses.get(&sym).copied().unwrap_or_default();
        let wrong = if usage.param {
            Some(format!("name '{name}' is parameter and {what}"))
        } else if usage.used {
            Some(format!("name '{name}' is used prior to {what} declaration"))
        } else if usage.annotated {
            Some(format!("annotated name '{name}' can't be {what}"))
        } else if usage.bound {
            Some(format!("name '{name}' is assigned to before {what} declaration"))
        } else if if global { usage.nonlocal } else { usage.global } {
            Some(format!("name '{name}' is nonlocal and global"))
        } else {
            None
        };
        if let Some(message) = wrong {
            // Of two declarations that clash the first is shown.
            let both = usage.global || usage.nonlocal;
            let first = self.scopes.get(self.current).declared_at.get(&sym).copied();
            return Err(self.error(first.filter(|_| both).unwrap_or(range), message));
        }
        let usage = self.usage(sym);
        if global {
            usage.global = true;
        } else {
            usage.nonlocal = true;
        }
        self.scope().declared_at.insert(sym, range);
        Ok(())
    }

    fn annotated_assignment(&mut self, assign: &StmtAnnAssign) -> Done {
        if let Expr::Name(name) = &*assign.target {
            let usage = *self.usage_of(&name.id);
            let in_module = matches!(self.kind(), ScopeKind::Module | ScopeKind::Exec);
            if (usage.global || usage.nonlocal) && !in_module && assign.simple {
                let what = if usage.global { "global" } else { "nonlocal" };
                let message = format!("annotated name '{}' can't be {what}", name.id);
                return Err(self.error(assign.range, message));
            }
            if assign.simple {
                let sym = self.bind(&name.id, name.range)?;
                self.usage(sym).annotated = true;
            } else if assign.value.is_some() {
                self.bind(&name.id, name.range)?;
            }
        } else {
            self.expr(&assign.target)?;
        }
        self.annotation_of(assign)?;
        self.optional(assign.value.as_deref())
    }

    fn annotation_of(&mut self, assign: &StmtAnnAssign) -> Done {
        if self.scopes.future_annotations {
            if assign.simple && !self.kind().has_fast_locals() {
                self.scope().has_annotations = true;
            }
            return Ok(());
        }
        match self.kind() {
            ScopeKind::Module | ScopeKind::Exec | ScopeKind::Class => {}
            // Annotations of a function's variables are never evaluated.
            _ => return Ok(()),
        }
        // Nor those of targets that are not names.
        if !assign.simple {
            return Ok(());
        }
        let is_class = self.kind() == ScopeKind::Class;
        let conditional = !is_class || self.conditional_depth > 0;
        let scope = self.scope();
        scope.has_annotations = true;
        scope.conditional_annotations |= conditional;
        scope.needs_class_dict |= is_class;
        let body = self.current;
        self.body_annotations(body);
        self.expr(&assign.annotation)?;
        self.current = body;
        Ok(())
    }

    /// Enters the annotation scope of the class or module body `body`.
    fn body_annotations(&mut self, body: ScopeId) {
        if let Some(id) = self.scopes.get(body).annotations {
            self.current = id;
        } else {
            let id = self.open_unkeyed(ScopeKind::Annotations);
            self.scopes.get_mut(body).annotations = Some(id);
        }
        self.implicit_parameter("format");
        self.read_annotation_helpers(body);
    }

    /// The annotation function reads the implicit cells of the class (or the globals of the module).
    fn read_annotation_helpers(&mut self, body: ScopeId) {
        let class_dict = self.scopes.get(body).kind == ScopeKind::Class;
        if self.scopes.get(body).conditional_annotations {
            let sym = self.scopes.names.intern("__conditional_annotations__");
            self.usage(sym).used = true;
        }
        if class_dict {
            let sym = self.scopes.names.intern("__classdict__");
            self.usage(sym).used = true;
        }
    }

    // Definitions

    fn function(&mut self, def: &StmtFunctionDef) -> Done {
        if def.is_async {
            return Err(self.unsupported(def.range, "async functions"));
        }
        if let Some(params) = &def.type_params {
            return Err(self.unsupported(params.range, "type parameters"));
        }
        self.bind(&def.name.id, def.range)?;
        self.defaults(&def.parameters)?;
        for decorator in &def.decorator_list {
            self.expr(&decorator.expression)?;
        }
        self.function_annotations(def)?;
        self.open(ScopeKind::Function, def, Part::Body);
        let conditional = std::mem::take(&mut self.conditional_depth);
        self.parameters(&def.parameters)?;
        self.statements(&def.body)?;
        self.conditional_depth = conditional;
        self.close();
        Ok(())
    }

    fn function_annotations(&mut self, def: &StmtFunctionDef) -> Done {
        let annotations: Vec<&Expr> =
            def.parameters.iter().filter_map(|p| p.annotation()).chain(def.returns.as_deref()).collect();
        if annotations.is_empty() {
            return Ok(());
        }
        let outer = self.current;
        let in_class = self.kind() == ScopeKind::Class;
        self.open(ScopeKind::Annotations, def, Part::Annotations);
        self.implicit_parameter("format");
        if !self.scopes.future_annotations {
            if in_class {
                self.scopes.get_mut(outer).needs_class_dict = true;
                let sym = self.scopes.names.intern("__classdict__");
                self.usage(sym).used = true;
            }
            for annotation in annotations {
                self.expr(annotation)?;
            }
        }
        self.close();
        Ok(())
    }

    fn defaults(&mut self, parameters: &Parameters) -> Done {
        for p in parameters.posonlyargs.iter().chain(&parameters.args).chain(&parameters.kwonlyargs) {
            self.optional(p.default.as_deref())?;
        }
        Ok(())
    }

    fn parameters(&mut self, parameters: &Parameters) -> Done {
        let plain = parameters.posonlyargs.iter().chain(&parameters.args).chain(&parameters.kwonlyargs);
        let rest = parameters.vararg.as_deref().into_iter().chain(parameters.kwarg.as_deref());
        for p in plain.map(|p| &p.parameter).chain(rest) {
            let sym = self.bind(&p.name.id, p.range)?;
            if self.usage(sym).param {
                let message = format!("duplicate argument '{}' in function definition", p.name.id);
                return Err(self.error(TextRange::new(p.name.start(), p.end()), message));
            }
            self.usage(sym).param = true;
            self.scope().params.push(sym);
        }
        Ok(())
    }

    fn implicit_parameter(&mut self, name: &str) {
        let sym = self.scopes.names.intern(name);
        if !self.usage(sym).param {
            self.usage(sym).param = true;
            self.scope().params.push(sym);
        }
    }

    fn class_def(&mut self, def: &StmtClassDef) -> Done {
        if let Some(params) = &def.type_params {
            return Err(self.unsupported(params.range, "type parameters"));
        }
        self.bind(&def.name.id, def.range)?;
        for decorator in &def.decorator_list {
            self.expr(&decorator.expression)?;
        }
        if let Some(arguments) = &def.arguments {
            self.exprs(&arguments.args)?;
            arguments.keywords.iter().try_for_each(|k| self.expr(&k.value))?;
        }
        self.open(ScopeKind::Class, def, Part::Body);
        let class = self.class.replace(def.name.id.to_string());
        let conditional = std::mem::take(&mut self.conditional_depth);
        self.statements(&def.body)?;
        self.conditional_depth = conditional;
        self.class = class;
        self.close();
        Ok(())
    }

    // Expressions

    fn optional(&mut self, expr: Option<&Expr>) -> Done {
        expr.map_or(Ok(()), |e| self.expr(e))
    }

    fn exprs(&mut self, exprs: &[Expr]) -> Done {
        exprs.iter().try_for_each(|e| self.expr(e))
    }

    fn expr(&mut self, expr: &Expr) -> Done {
        self.enter(expr.range())?;
        let done = self.expr_inner(expr);
        self.depth -= 1;
        done
    }

    fn expr_inner(&mut self, expr: &Expr) -> Done {
        match expr {
            Expr::Name(name) => match name.ctx {
                ExprContext::Load | ExprContext::Invalid => {
                    self.read(&name.id);
                    Ok(())
                }
                ExprContext::Del if name.id == "__debug__" => {
                    Err(self.error(name.range, "cannot delete __debug__"))
                }
                ExprContext::Store | ExprContext::Del => self.bind(&name.id, name.range).map(drop),
            },
            Expr::BoolOp(node) => self.exprs(&node.values),
            Expr::Named(node) => self.named(node),
            Expr::BinOp(_) => self.binary_chain(expr),
            Expr::UnaryOp(node) => self.expr(&node.operand),
            Expr::Lambda(node) => {
                if let Some(parameters) = &node.parameters {
                    self.defaults(parameters)?;
                }
                self.open(ScopeKind::Lambda, node, Part::Body);
                if let Some(parameters) = &node.parameters {
                    self.parameters(parameters)?;
                }
                self.expr(&node.body)?;
                self.close();
                Ok(())
            }
            Expr::If(node) => {
                self.expr(&node.test)?;
                self.expr(&node.body)?;
                self.expr(&node.orelse)
            }
            Expr::Dict(node) => node.items.iter().try_for_each(|item| {
                self.optional(item.key.as_ref())?;
                self.expr(&item.value)
            }),
            Expr::Set(node) => self.exprs(&node.elts),
            Expr::ListComp(node) => {
                self.comprehension(node, "list comprehension", &node.generators, &[Some(&node.elt)])
            }
            Expr::SetComp(node) => {
                self.comprehension(node, "set comprehension", &node.generators, &[Some(&node.elt)])
            }
            Expr::DictComp(node) => {
                let elements = [node.key.as_deref(), Some(&*node.value)];
                self.comprehension(node, "dict comprehension", &node.generators, &elements)
            }
            Expr::Generator(node) => {
                self.comprehension(node, GENERATOR, &node.generators, &[Some(&node.elt)])
            }
            Expr::Await(node) => Err(self.unsupported(node.range, "await expressions")),
            Expr::Yield(node) => {
                self.optional(node.value.as_deref())?;
                self.yields(node.range, "yield")
            }
            Expr::YieldFrom(node) => {
                self.expr(&node.value)?;
                self.yields(node.range, "yield")
            }
            Expr::Compare(node) => {
                self.expr(&node.left)?;
                self.exprs(&node.comparators)
            }
            Expr::Call(node) => {
                self.expr(&node.func)?;
                self.exprs(&node.arguments.args)?;
                node.arguments.keywords.iter().try_for_each(|k| self.expr(&k.value))
            }
            Expr::FString(node) => node.value.elements().try_for_each(|element| self.interpolated(element)),
            Expr::TString(node) => Err(self.unsupported(node.range, "template strings")),
            Expr::Attribute(node) => self.expr(&node.value),
            Expr::Subscript(node) => {
                self.expr(&node.value)?;
                self.expr(&node.slice)
            }
            Expr::Starred(node) => self.expr(&node.value),
            Expr::List(node) => self.exprs(&node.elts),
            Expr::Tuple(node) => self.exprs(&node.elts),
            Expr::Slice(node) => {
                self.optional(node.lower.as_deref())?;
                self.optional(node.upper.as_deref())?;
                self.optional(node.step.as_deref())
            }
            Expr::StringLiteral(_)
            | Expr::BytesLiteral(_)
            | Expr::NumberLiteral(_)
            | Expr::BooleanLiteral(_)
            | Expr::NoneLiteral(_)
            | Expr::EllipsisLiteral(_) => Ok(()),
            Expr::IpyEscapeCommand(node) => Err(self.error(node.range, "invalid syntax")),
        }
    }

    /// A left-deep chain of binary operators, without recursion on its length.
    fn binary_chain(&mut self, expr: &Expr) -> Done {
        let mut rights = Vec::new();
        let mut left = expr;
        while let Expr::BinOp(node) = left {
            rights.push(&*node.right);
            left = &node.left;
        }
        self.expr(left)?;
        rights.into_iter().rev().try_for_each(|right| self.expr(right))
    }

    fn interpolated(&mut self, element: &InterpolatedStringElement) -> Done {
        let InterpolatedStringElement::Interpolation(field) = element else { return Ok(()) };
        self.enter(field.range)?;
        self.expr(&field.expression)?;
        if let Some(spec) = &field.format_spec {
            spec.elements.iter().try_for_each(|e| self.interpolated(e))?;
        }
        self.depth -= 1;
        Ok(())
    }

    fn yields(&mut self, range: TextRange, what: &str) -> Done {
        match self.kind() {
            ScopeKind::Function | ScopeKind::Lambda => {
                self.scope().is_generator = true;
                Ok(())
            }
            ScopeKind::Generator | ScopeKind::Comprehension => {
                Err(self.error(range, format!("'{what}' inside {}", self.comprehension_name)))
            }
            ScopeKind::Annotations => {
                Err(self.error(range, "yield expression cannot be used within an annotation"))
            }
            ScopeKind::Module | ScopeKind::Exec | ScopeKind::Class => {
                Err(self.error(range, format!("'{what}' outside function")))
            }
        }
    }

    fn comprehension<T>(
        &mut self,
        node: &T,
        name: &'static str,
        generators: &[Comprehension],
        elements: &[Option<&Expr>],
    ) -> Done {
        let (first, rest) = generators.split_first().expect("a comprehension has a `for`");
        self.iterable(&first.iter)?;
        let lazy = name == GENERATOR;
        self.open(if lazy { ScopeKind::Generator } else { ScopeKind::Comprehension }, node, Part::Body);
        let outer = std::mem::replace(&mut self.comprehension_name, name);
        if lazy {
            self.implicit_parameter(".0");
        }
        self.generator(first)?;
        for generator in rest {
            self.generator_target(generator)?;
            self.iterable(&generator.iter)?;
            self.exprs(&generator.ifs)?;
        }
        for element in elements.iter().flatten() {
            self.expr(element)?;
        }
        self.comprehension_name = outer;
        self.close();
        Ok(())
    }

    fn generator(&mut self, generator: &Comprehension) -> Done {
        self.generator_target(generator)?;
        self.exprs(&generator.ifs)
    }

    fn generator_target(&mut self, generator: &Comprehension) -> Done {
        if generator.is_async {
            return Err(self.unsupported(generator.range, "asynchronous comprehensions"));
        }
        self.iteration_target = true;
        let done = self.expr(&generator.target);
        self.iteration_target = false;
        done
    }

    fn iterable(&mut self, expr: &Expr) -> Done {
        self.iterable_depth += 1;
        let done = self.expr(expr);
        self.iterable_depth -= 1;
        done
    }

    fn named(&mut self, node: &ExprNamed) -> Done {
        if self.iterable_depth > 0 {
            let message = "assignment expression cannot be used in a comprehension iterable expression";
            return Err(self.error(node.range, message));
        }
        let Expr::Name(target) = &*node.target else {
            return Err(self.error(node.target.range(), "cannot use assignment expressions with this target"));
        };
        let owner = match self.kind() {
            ScopeKind::Annotations => {
                return Err(self.error(node.range, "named expression cannot be used within an annotation"));
            }
            ScopeKind::Generator | ScopeKind::Comprehension => self.extend_named(node, &target.id)?,
            _ => self.current,
        };
        let sym = self.sym(&target.id);
        self.scopes.get_mut(owner).walrus.insert(sym);
        self.expr(&node.value)?;
        if owner == self.current { self.expr(&node.target) } else { Ok(()) }
    }

    /// An assignment expression in a comprehension binds its target in the function (or module) around.
    fn extend_named(&mut self, node: &ExprNamed, name: &str) -> Result<ScopeId, SyntaxError> {
        let sym = self.sym(name);
        let mut id = self.current;
        loop {
            let scope = self.scopes.get(id);
            let usage = scope.uses.get(&sym).copied().unwrap_or_default();
            match scope.kind {
                ScopeKind::Generator | ScopeKind::Comprehension => {
                    if usage.iteration {
                        let message = format!(
                            "assignment expression cannot rebind comprehension iteration variable '{name}'"
                        );
                        return Err(self.error(node.target.range(), message));
                    }
                }
                ScopeKind::Function | ScopeKind::Lambda => {
                    if name == "__debug__" {
                        return Err(self.error(node.target.range(), "cannot assign to __debug__"));
                    }
                    if usage.global {
                        self.usage(sym).global = true;
                    } else {
                        self.usage(sym).nonlocal = true;
                        self.usage_in(id, sym).bound = true;
                    }
                    return Ok(id);
                }
                ScopeKind::Module | ScopeKind::Exec => {
                    self.usage(sym).global = true;
                    self.usage_in(id, sym).bound = true;
                    return Ok(id);
                }
                ScopeKind::Class => {
                    let message =
                        "assignment expression within a comprehension cannot be used in a class body";
                    return Err(self.error(node.range, message));
                }
                ScopeKind::Annotations => {
                    let message = "named expression cannot be used within an annotation";
                    return Err(self.error(node.range, message));
                }
            }
            id = scope.parent.expect("a comprehension stands in a scope");
        }
    }
}

/// Turns `error` into the error of a tree that is too deep to compile.
pub(crate) fn too_deep(error: SyntaxError) -> SyntaxError {
    SyntaxError {
        kind: SyntaxErrorKind::RecursionError,
        message: "maximum recursion depth exceeded during compilation".to_owned(),
        ..error
    }
}
