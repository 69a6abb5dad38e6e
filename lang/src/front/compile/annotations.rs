//! Lazily evaluated annotations: the functions that make `__annotations__` when it is asked for.

use super::{Compiler, Opnd, R};
use crate::bytecode::{CodeKind, Const, Op, Text, USE_A, USE_B, USE_C};
use crate::front::scope::{Part, ScopeId};
use ruff_python_ast::{ExceptHandler, Expr, Stmt, StmtAnnAssign, StmtFunctionDef};
use ruff_text_size::{Ranged, TextRange};

/// An annotation of a module or class body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Annotated<'a> {
    node: &'a StmtAnnAssign,
    /// Whether it counts only once its statement has run; its index is then its place in the list.
    conditional: bool,
}

/// The highest format that the generated functions compute (`VALUE_WITH_FAKE_GLOBALS`).
const MAX_FORMAT: u16 = 2;

impl<'a> Compiler<'a, '_> {
    /// Pushes the annotate function of `def`, if it has annotations.
    pub(super) fn function_annotations(&mut self, def: &'a StmtFunctionDef, range: TextRange) -> R<bool> {
        let Some(scope) = self.scopes.find(def, Part::Annotations) else { return Ok(false) };
        let parameters = &def.parameters;
        let plain = |list: &'a [ruff_python_ast::ParameterWithDefault]| list.iter().map(|p| &p.parameter);
        let ordered = plain(&parameters.args)
            .chain(plain(&parameters.posonlyargs))
            .chain(parameters.vararg.as_deref())
            .chain(plain(&parameters.kwonlyargs))
            .chain(parameters.kwarg.as_deref());
        let mut items: Vec<(&str, &Expr)> =
            ordered.filter_map(|p| Some((p.name.as_str(), p.annotation.as_deref()?))).collect();
        if let Some(returns) = &def.returns {
            items.push(("return", returns));
        }
        let outer = self.begin_annotate(scope, range)?;
        let dict = self.alloc()?;
        self.u.code.op(Op::BuildDict, 0, dict, dict, 0);
        for (name, annotation) in items {
            self.annotation_item(dict, name, annotation, range)?;
        }
        self.at(range);
        self.u.code.op(Op::Return, USE_A, dict, 0, 0);
        self.end_annotate(scope, outer, range)?;
        Ok(true)
    }

    /// Starts an annotate function: what it does for formats it does not know.
    fn begin_annotate(&mut self, scope: ScopeId, range: TextRange) -> R<ScopeId> {
        let outer = self.scope;
        self.enter_unit(scope, CodeKind::Function, "__annotate__", range)?;
        self.u.counts.args = 1;
        self.u.counts.posonly = 1;
        self.at(range);
        let known = self.u.code.label();
        self.jump_op(Op::JumpGtImm, 0, 0, 0, MAX_FORMAT, known);
        let error = self.alloc()?;
        self.u.code.op(Op::LoadNotImplementedError, 0, error, 0, 0);
        self.u.code.op(Op::Raise, USE_A, error, 0, 0);
        self.u.top = error;
        self.u.code.bind(known);
        Ok(outer)
    }

    /// Ends the annotate function and pushes it.
    fn end_annotate(&mut self, scope: ScopeId, outer: ScopeId, range: TextRange) -> R<u16> {
        let code = self.leave_unit(outer)?;
        self.at(range);
        let reg = self.u.top;
        self.closure_function(code, scope, reg)?;
        self.alloc()
    }

    /// `dict[name] = annotation`.
    fn annotation_item(&mut self, dict: u16, name: &str, annotation: &'a Expr, range: TextRange) -> R<()> {
        let mark = self.u.top;
        let key = self.alloc()?;
        self.at(range);
        let name = self.mangled(name);
        let name = Text::Utf8(self.scopes.names.text(name).into());
        self.load_const(key, Const::Str(name));
        let value = self.alloc()?;
        self.u.top = value;
        match annotation {
            _ if self.scopes.future_annotations => {
                let text = self.report.source[annotation.range()].into();
                self.load_const(value, Const::Str(Text::Utf8(text)));
            }
            Expr::Starred(starred) => {
                self.expr(&starred.value, value)?;
                self.at(starred.range);
                self.u.code.op(Op::Unpack, USE_B, value, value, 1);
            }
            _ => self.expr(annotation, value)?,
        }
        self.at(range);
        self.u.code.op(Op::DictSet, USE_B | USE_C, dict, key, value);
        self.u.top = mark;
        Ok(())
    }

    // Modules and classes

    /// Notes the annotations of simple names in `body`, which is a module's or class's.
    pub(super) fn collect_annotations(&mut self, body: &'a [Stmt]) {
        let in_module = self.u.kind != CodeKind::Class;
        let mut found = Vec::new();
        collect(body, in_module, &mut found);
        self.u.annotated = found;
    }

    /// At the start of a module: its `__annotate__`.
    pub(super) fn module_annotations(&mut self, range: TextRange) -> R<()> {
        if !self.frame_scope().has_annotations {
            return Ok(());
        }
        self.at(range);
        if self.scopes.future_annotations {
            return self.string_annotations();
        }
        self.body_annotate("__annotate__", range)?;
        let set = self.alloc()?;
        self.at(range);
        self.u.code.op(Op::BuildSet, 0, set, set, 0);
        self.store_body_name("__conditional_annotations__", Opnd::temp(set))?;
        self.u.top = set;
        Ok(())
    }

    /// At the start of a class: its `__annotations__`, if annotations are strings.
    pub(super) fn class_string_annotations(&mut self) -> R<()> {
        let wanted = self.scopes.future_annotations && self.frame_scope().has_annotations;
        if wanted { self.string_annotations() } else { Ok(()) }
    }

    /// At the end of a class: its `__annotate_func__`.
    pub(super) fn class_annotations(&mut self, range: TextRange) -> R<()> {
        if self.frame_scope().has_annotations && !self.scopes.future_annotations {
            self.body_annotate("__annotate_func__", range)?;
        }
        Ok(())
    }

    fn body_annotate(&mut self, name: &str, range: TextRange) -> R<()> {
        let reg = self.u.top;
        let annotated = self.u.annotated.clone();
        let Some(scope) = self.frame_scope().annotations else { return Ok(()) };
        let outer = self.begin_annotate(scope, range)?;
        let dict = self.alloc()?;
        self.u.code.op(Op::BuildDict, 0, dict, dict, 0);
        for (index, item) in annotated.iter().enumerate() {
            let Expr::Name(target) = &*item.node.target else { continue };
            let skip = self.u.code.label();
            self.at(item.node.range);
            if item.conditional {
                self.load_index(index)?;
                let mark = self.u.top;
                let set = self.alloc()?;
                let sym = self.scopes.names.intern("__conditional_annotations__");
                self.load_sym(sym, set)?;
                self.jump_op(Op::JumpContains, USE_B | USE_C, 0, mark - 1, set, skip);
                self.u.top = mark - 1;
            }
            self.annotation_item(dict, &target.id, &item.node.annotation, item.node.range)?;
            self.u.code.bind(skip);
        }
        self.at(range);
        self.u.code.op(Op::Return, USE_A, dict, 0, 0);
        let function = self.end_annotate(scope, outer, range)?;
        self.store_body_name(name, Opnd::temp(function))?;
        self.u.top = reg;
        Ok(())
    }

    /// With `from __future__ import annotations`: the dict itself, filled as statements run.
    fn string_annotations(&mut self) -> R<()> {
        let dict = self.alloc()?;
        self.u.code.op(Op::BuildDict, 0, dict, dict, 0);
        self.store_body_name("__annotations__", Opnd::temp(dict))?;
        self.u.top = dict;
        Ok(())
    }

    fn load_index(&mut self, index: usize) -> R<u16> {
        let reg = self.alloc()?;
        self.load_const(reg, Const::Int(index as i64));
        Ok(reg)
    }

    /// After an annotated assignment in a module or class has run: notes that its annotation counts.
    pub(super) fn annotation_ran(&mut self, node: &'a StmtAnnAssign) -> R<()> {
        let here = |a: &Annotated<'_>| std::ptr::eq(a.node, node);
        let Some(index) = self.u.annotated.iter().position(here) else { return Ok(()) };
        self.at(node.range);
        if self.scopes.future_annotations {
            return self.string_annotation(node);
        }
        if !self.u.annotated[index].conditional {
            return Ok(());
        }
        let set = self.alloc()?;
        match self.implicit_cell("__conditional_annotations__") {
            Some(cell) => {
                let name = self.name_index("__conditional_annotations__")?;
                self.u.code.op(Op::LoadDeref, 0, set, cell, name);
            }
            None => {
                let op = if self.u.kind == CodeKind::Module { Op::LoadGlobal } else { Op::LoadName };
                let name = self.name_index("__conditional_annotations__")?;
                self.u.code.op(op, 0, set, 0, name);
            }
        }
        let number = self.load_index(index)?;
        self.u.code.op(Op::SetAdd, USE_B, set, number, 0);
        self.u.code.op(Op::Clear, 0, set, 0, 0);
        self.u.top = set;
        Ok(())
    }

    fn string_annotation(&mut self, node: &'a StmtAnnAssign) -> R<()> {
        let Expr::Name(target) = &*node.target else { return Ok(()) };
        let dict = self.alloc()?;
        let op = if self.u.kind == CodeKind::Module { Op::LoadGlobal } else { Op::LoadName };
        let name = self.name_index("__annotations__")?;
        self.u.code.op(op, 0, dict, 0, name);
        let key = self.alloc()?;
        let sym = self.mangled(&target.id);
        let text = Text::Utf8(self.scopes.names.text(sym).into());
        self.load_const(key, Const::Str(text));
        let value = self.alloc()?;
        let text = self.report.source[node.annotation.range()].into();
        self.load_const(value, Const::Str(Text::Utf8(text)));
        let all = USE_A | USE_B | USE_C;
        self.u.code.op(Op::SetItem, all, dict, key, value);
        self.u.top = dict;
        Ok(())
    }
}

fn collect<'a>(body: &'a [Stmt], conditional: bool, found: &mut Vec<Annotated<'a>>) {
    for stmt in body {
        match stmt {
            Stmt::AnnAssign(node) if node.simple => found.push(Annotated { node, conditional }),
            Stmt::If(node) => {
                collect(&node.body, true, found);
                node.elif_else_clauses.iter().for_each(|clause| collect(&clause.body, true, found));
            }
            Stmt::For(node) => {
                collect(&node.body, true, found);
                collect(&node.orelse, true, found);
            }
            Stmt::While(node) => {
                collect(&node.body, true, found);
                collect(&node.orelse, true, found);
            }
            Stmt::With(node) => collect(&node.body, true, found),
            Stmt::Try(node) => {
                collect(&node.body, true, found);
                for ExceptHandler::ExceptHandler(handler) in &node.handlers {
                    collect(&handler.body, true, found);
                }
                collect(&node.orelse, true, found);
                collect(&node.finalbody, true, found);
            }
            _ => {}
        }
    }
}
