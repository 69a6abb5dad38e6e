//! First pass: how each scope uses its names, and the errors that a single scope shows.

use super::{Names, Part, Reporter, Scope, ScopeId, ScopeKind, Scopes, Sym, Use};
use crate::front::compile::MAX_DEPTH;
use crate::front::syntax_error::{SyntaxError, SyntaxErrorKind};
use ruff_python_ast::{
    Alias, ExceptHandler, Expr, ModExpression, ModModule, Parameters, Stmt, StmtAnnAssign, StmtClassDef,
    StmtFunctionDef,
};
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) type Done = Result<(), SyntaxError>;

pub(super) const GENERATOR: &str = "generator expression";

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
    let scopes =
        Scopes { names, namespace, list: Vec::new(), by_node: FxHashMap::default(), future_annotations: false };
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

pub(super) struct Builder<'r, 's> {
    pub(super) scopes: Scopes,
    pub(super) current: ScopeId,
    pub(super) class: Option<String>,
    pub(super) report: &'r Reporter<'s>,
    pub(super) depth: u32,
    /// How many iterables of comprehensions are around.
    pub(super) iterable_depth: u32,
    /// How many conditional blocks are around in the current body.
    pub(super) conditional_depth: u32,
    /// Whether the names being bound are a comprehension's iteration variables.
    pub(super) iteration_target: bool,
    /// What the innermost comprehension is called in messages.
    pub(super) comprehension_name: &'static str,
}

impl Builder<'_, '_> {
    pub(super) fn scope(&mut self) -> &mut Scope {
        self.scopes.get_mut(self.current)
    }

    pub(super) fn kind(&self) -> ScopeKind {
        self.scopes.get(self.current).kind
    }

    pub(super) fn error(&self, range: TextRange, message: impl Into<String>) -> SyntaxError {
        self.report.error(range, message)
    }

    pub(super) fn open<T>(&mut self, kind: ScopeKind, node: &T, part: Part) {
        let id = self.open_unkeyed(kind);
        self.scopes.by_node.insert((std::ptr::from_ref(node) as usize, part), id);
    }

    pub(super) fn open_unkeyed(&mut self, kind: ScopeKind) -> ScopeId {
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

    pub(super) fn close(&mut self) {
        self.current = self.scopes.get(self.current).parent.expect("an inner scope");
    }

    pub(super) fn sym(&mut self, name: &str) -> Sym {
        self.scopes.names.mangle(self.class.as_deref(), name)
    }

    pub(super) fn usage_in(&mut self, scope: ScopeId, sym: Sym) -> &mut Use {
        let scope = self.scopes.get_mut(scope);
        scope.uses.entry(sym).or_insert_with(|| {
            scope.order.push(sym);
            Use::default()
        })
    }

    pub(super) fn usage(&mut self, sym: Sym) -> &mut Use {
        self.usage_in(self.current, sym)
    }

    pub(super) fn read(&mut self, name: &str) {
        let sym = self.sym(name);
        self.usage(sym).used = true;
        if name == "super" && self.kind().has_fast_locals() {
            let class = self.scopes.names.intern("__class__");
            self.usage(class).used = true;
        }
    }

    pub(super) fn bind(&mut self, name: &str, range: TextRange) -> Result<Sym, SyntaxError> {
        if name == "__debug__" {
            return Err(self.error(range, "cannot assign to __debug__"));
        }
        let sym = self.sym(name);
        let iteration = self.iteration_target;
        let usage = self.usage(sym);
        usage.bound = true;
        if iteration {
            if usage.global || usage.nonlocal {
                let message = format!("comprehension inner loop cannot rebind assignment expression target '{name}'");
                return Err(self.error(range, message));
            }
            usage.iteration = true;
        }
        Ok(sym)
    }

    pub(super) fn enter(&mut self, range: TextRange) -> Done {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(too_deep(self.error(range, ""))) } else { Ok(()) }
    }

    // Statements

    pub(super) fn statements(&mut self, body: &[Stmt]) -> Done {
        body.iter().try_for_each(|stmt| self.statement(stmt))
    }

    pub(super) fn conditional(&mut self, body: &[Stmt]) -> Done {
        self.conditional_depth += 1;
        let done = self.statements(body);
        self.conditional_depth -= 1;
        done
    }

    pub(super) fn statement(&mut self, stmt: &Stmt) -> Done {
        self.enter(stmt.range())?;
        let done = self.statement_inner(stmt);
        self.depth -= 1;
        done
    }

    pub(super) fn statement_inner(&mut self, stmt: &Stmt) -> Done {
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
            Stmt::Global(global) => global.names.iter().try_for_each(|name| self.declare(&name.id, true, global.range)),
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

    pub(super) fn unsupported(&self, range: TextRange, what: &str) -> SyntaxError {
        self.error(range, format!("{what} are not supported"))
    }

    pub(super) fn usage_of(&mut self, name: &str) -> &mut Use {
        let sym = self.sym(name);
        self.usage(sym)
    }

    pub(super) fn alias(&mut self, alias: &Alias, range: TextRange) -> Done {
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

    pub(super) fn declare(&mut self, name: &str, global: bool, range: TextRange) -> Done {
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

    pub(super) fn annotated_assignment(&mut self, assign: &StmtAnnAssign) -> Done {
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

    pub(super) fn annotation_of(&mut self, assign: &StmtAnnAssign) -> Done {
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
    pub(super) fn body_annotations(&mut self, body: ScopeId) {
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
    pub(super) fn read_annotation_helpers(&mut self, body: ScopeId) {
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

    pub(super) fn function(&mut self, def: &StmtFunctionDef) -> Done {
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

    pub(super) fn function_annotations(&mut self, def: &StmtFunctionDef) -> Done {
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

    pub(super) fn defaults(&mut self, parameters: &Parameters) -> Done {
        for p in parameters.posonlyargs.iter().chain(&parameters.args).chain(&parameters.kwonlyargs) {
            self.optional(p.default.as_deref())?;
        }
        Ok(())
    }

    pub(super) fn parameters(&mut self, parameters: &Parameters) -> Done {
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

    pub(super) fn implicit_parameter(&mut self, name: &str) {
        let sym = self.scopes.names.intern(name);
        if !self.usage(sym).param {
            self.usage(sym).param = true;
            self.scope().params.push(sym);
        }
    }

    pub(super) fn class_def(&mut self, def: &StmtClassDef) -> Done {
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
}

/// Turns `error` into the error of a tree that is too deep to compile.
pub(crate) fn too_deep(error: SyntaxError) -> SyntaxError {
    SyntaxError {
        kind: SyntaxErrorKind::RecursionError,
        message: "maximum recursion depth exceeded during compilation".to_owned(),
        ..error
    }
}
