//! Functions and lambdas.

use super::{Compiler, Counts, R, fold};
use crate::bytecode::{CodeKind, CodeProto, Const, Insn, Op, Text};
use crate::front::scope::{Part, ScopeId};
use ruff_python_ast::{Decorator, Expr, ExprLambda, Parameters, Stmt, StmtFunctionDef};
use ruff_text_size::{Ranged, TextRange, TextSize};
use std::sync::Arc;

/// Bits of [`Op::MakeFunction`]'s `n`.
const DEFAULTS: u8 = 1;
const KW_DEFAULTS: u8 = 2;
const ANNOTATE: u8 = 4;
const CLOSURE: u8 = 8;

impl<'a> Compiler<'a, '_> {
    pub(super) fn function_def(&mut self, def: &'a StmtFunctionDef) -> R<()> {
        let mark = self.u.top;
        let range = self.definition_range(def.range, &def.decorator_list);
        for decorator in &def.decorator_list {
            self.push(&decorator.expression)?;
        }
        let sym = self.mangled(&def.name.id);
        let direct = if def.decorator_list.is_empty() { self.fast_local(sym) } else { None };
        let dst = direct.unwrap_or(self.u.top);
        let base = self.u.top;
        let mut extras = self.defaults(&def.parameters, range)?;
        if self.function_annotations(def, range)? {
            extras |= ANNOTATE;
        }
        let code = self.function_body(def)?;
        let scope = self.scopes.of_node(def, Part::Body);
        self.at(range);
        self.make_function(code, scope, base, extras, dst)?;
        self.u.top = base;
        if let Some(local) = direct {
            self.bound_local(local);
            return Ok(());
        }
        self.alloc()?;
        self.apply_decorators(&def.decorator_list, mark)?;
        self.at(range);
        self.store_sym(sym, super::Opnd::temp(mark))?;
        self.u.top = mark;
        Ok(())
    }

    /// The definition without its decorators.
    pub(super) fn definition_range(&self, range: TextRange, decorators: &[Decorator]) -> TextRange {
        let Some(last) = decorators.last() else { return range };
        let mut at = last.end().to_usize();
        let source = self.report.source.as_bytes();
        let end = range.end().to_usize();
        while at < end {
            match source[at] {
                b' ' | b'\t' | b'\n' | b'\x0c' | b'\r' | b'\\' => at += 1,
                b'#' => {
                    while at < end && source[at] != b'\n' {
                        at += 1;
                    }
                }
                _ => break,
            }
        }
        TextRange::new(TextSize::new(at as u32), range.end())
    }

    /// Calls the decorators, which stand from `base` up, on the value above them; the result is in `base`.
    pub(super) fn apply_decorators(&mut self, decorators: &[Decorator], base: u16) -> R<()> {
        for (index, decorator) in decorators.iter().enumerate().rev() {
            self.at(decorator.expression.range());
            let callable = base + index as u16;
            self.call_one(callable, callable);
        }
        self.u.top = base;
        self.alloc()?;
        Ok(())
    }

    /// Pushes the tuple of defaults and the dict of keyword defaults, as needed; gives their bits.
    fn defaults(&mut self, parameters: &'a Parameters, range: TextRange) -> R<u8> {
        let mut extras = 0;
        let positional: Vec<&Expr> =
            parameters.posonlyargs.iter().chain(&parameters.args).filter_map(|p| p.default.as_deref()).collect();
        if !positional.is_empty() {
            extras |= DEFAULTS;
            self.default_tuple(&positional, range)?;
        }
        let keyword: Vec<_> = parameters.kwonlyargs.iter().filter_map(|p| Some((p, p.default.as_deref()?))).collect();
        if !keyword.is_empty() {
            extras |= KW_DEFAULTS;
            let base = self.u.top;
            for &(p, default) in &keyword {
                let key = self.alloc()?;
                self.at(range);
                let name = self.mangled(&p.parameter.name.id);
                let name = Text::Utf8(self.scopes.names.text(name).into());
                self.load_const(key, Const::Str(name));
                self.push(default)?;
            }
            self.at(range);
            self.build_dict(base, keyword.len())?;
        }
        Ok(extras)
    }

    fn default_tuple(&mut self, exprs: &[&'a Expr], range: TextRange) -> R<()> {
        let base = self.u.top;
        let mut values = Vec::new();
        for expr in exprs {
            values.extend(fold::constant(self, expr)?);
        }
        if values.len() == exprs.len() {
            self.at(range);
            self.load_const(base, Const::Tuple(values.into()));
        } else {
            for expr in exprs {
                self.push(expr)?;
            }
            self.at(range);
            self.u.code.op(Op::BuildTuple, 0, base, base, exprs.len() as u16);
        }
        self.u.top = base;
        self.alloc()?;
        Ok(())
    }

    /// `dst` = the function of `code`, whose extras other than the closure stand from `base` up.
    pub(super) fn make_function(
        &mut self,
        code: CodeProto,
        scope: ScopeId,
        base: u16,
        mut extras: u8,
        dst: u16,
    ) -> R<()> {
        let free = self.scopes.get(scope).free.clone();
        if !free.is_empty() {
            extras |= CLOSURE;
            let first = self.u.top;
            for &sym in &free {
                let reg = self.alloc()?;
                self.load_cell(sym, reg);
            }
            self.u.code.op(Op::BuildTuple, 0, first, first, free.len() as u16);
            self.u.top = first;
            self.alloc()?;
        }
        let d = self.u.code.constant(Const::Code(Arc::new(code)));
        self.u.code.push(Insn { n: extras, d, ..Insn::new(Op::MakeFunction, dst, base, 0) });
        Ok(())
    }

    /// `dst` = the function of `code`, without defaults; `dst` is the next free temporary.
    pub(super) fn closure_function(&mut self, code: CodeProto, scope: ScopeId, dst: u16) -> R<()> {
        let base = self.u.top;
        self.make_function(code, scope, base, 0, dst)?;
        self.u.top = base;
        Ok(())
    }

    fn function_body(&mut self, def: &'a StmtFunctionDef) -> R<CodeProto> {
        let outer = self.scope;
        let scope = self.scopes.of_node(def, Part::Body);
        let generator = self.scopes.get(scope).is_generator;
        let kind = if generator { CodeKind::Generator } else { CodeKind::Function };
        self.enter_unit(scope, kind, &def.name.id, def.range)?;
        self.u.counts = counts(&def.parameters);
        let mut body = &*def.body;
        if let Some((doc, rest)) = self.docstring(body) {
            self.u.doc = Some(doc);
            body = rest;
        }
        self.statements(body)?;
        self.return_const(Const::None);
        self.leave_unit(outer)
    }

    /// The docstring of a body and the statements after it.
    pub(super) fn docstring(&self, body: &'a [Stmt]) -> Option<(Text, &'a [Stmt])> {
        let (Stmt::Expr(first), rest) = body.split_first()? else { return None };
        let Expr::StringLiteral(literal) = &*first.value else { return None };
        let text = match self.string_text(literal) {
            Text::Utf8(text) => Text::Utf8(clean_doc(&text).into()),
            points => points,
        };
        Some((text, rest))
    }

    pub(super) fn lambda(&mut self, node: &'a ExprLambda, dst: u16) -> R<()> {
        let outer = self.scope;
        let scope = self.scopes.of_node(node, Part::Body);
        let base = self.u.top;
        let extras = match &node.parameters {
            Some(parameters) => self.defaults(parameters, node.range)?,
            None => 0,
        };
        let generator = self.scopes.get(scope).is_generator;
        let kind = if generator { CodeKind::Generator } else { CodeKind::Function };
        self.enter_unit(scope, kind, "<lambda>", node.range)?;
        self.u.counts = node.parameters.as_deref().map(counts).unwrap_or_default();
        let mark = self.u.top;
        let value = self.operand(&node.body, &[])?;
        self.at(node.body.range());
        self.u.code.op(Op::Return, value.use_a(), value.reg, 0, 0);
        self.u.top = mark;
        let code = self.leave_unit(outer)?;
        self.at(node.range);
        self.make_function(code, scope, base, extras, dst)?;
        self.u.top = base;
        Ok(())
    }
}

fn counts(parameters: &Parameters) -> Counts {
    Counts {
        posonly: parameters.posonlyargs.len() as u16,
        args: (parameters.posonlyargs.len() + parameters.args.len()) as u16,
        kwonly: parameters.kwonlyargs.len() as u16,
        varargs: parameters.vararg.is_some(),
        varkw: parameters.kwarg.is_some(),
    }
}

/// A docstring as it is kept: tabs expanded, the indentation common to the lines after the first removed.
fn clean_doc(text: &str) -> String {
    let expanded = expand_tabs(text);
    let mut lines = expanded.split('\n');
    let first = lines.next().unwrap_or_default();
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let margin = lines.clone().filter(|l| indent(l) < l.len()).map(indent).min().unwrap_or(0);
    let mut out = first.trim_start_matches(' ').to_owned();
    for line in lines {
        out.push('\n');
        out.push_str(&line[indent(line).min(margin)..]);
    }
    out
}

fn expand_tabs(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut column = 0;
    for ch in text.chars() {
        match ch {
            '\t' => {
                let spaces = 8 - column % 8;
                out.extend(std::iter::repeat_n(' ', spaces));
                column += spaces;
            }
            '\n' | '\r' => {
                column = 0;
                out.push(ch);
            }
            _ => {
                column += 1;
                out.push(ch);
            }
        }
    }
    out
}
