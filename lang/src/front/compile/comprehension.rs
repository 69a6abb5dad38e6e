//! Comprehensions, made in the frame they stand in, and generator expressions, which are functions.

use super::display::MAX_AT_ONCE;
use super::{Compiler, Opnd, R};
use crate::bytecode::{CodeKind, Const, Op, USE_B};
use crate::front::scope::{Access, Part, ScopeId};
use ruff_python_ast::{Comprehension, Expr, ExprDictComp, ExprGenerator, ExprListComp, ExprSetComp};
use ruff_text_size::{Ranged, TextRange};

/// What a comprehension does with each element.
#[derive(Clone, Copy)]
enum Each<'a> {
    Append(&'a Expr),
    Add(&'a Expr),
    Set(&'a Expr, &'a Expr),
    /// `{**mapping for …}`.
    Update(&'a Expr),
    Yield(&'a Expr),
}

impl<'a> Compiler<'a, '_> {
    pub(super) fn list_comprehension(&mut self, node: &'a ExprListComp, dst: u16) -> R<()> {
        let scope = self.scopes.of_node(node, Part::Body);
        self.inlined(scope, Op::BuildList, &node.generators, Each::Append(&node.elt), node.range, dst)
    }

    pub(super) fn set_comprehension(&mut self, node: &'a ExprSetComp, dst: u16) -> R<()> {
        let scope = self.scopes.of_node(node, Part::Body);
        self.inlined(scope, Op::BuildSet, &node.generators, Each::Add(&node.elt), node.range, dst)
    }

    pub(super) fn dict_comprehension(&mut self, node: &'a ExprDictComp, dst: u16) -> R<()> {
        let scope = self.scopes.of_node(node, Part::Body);
        let each = match &node.key {
            Some(key) => Each::Set(key, &node.value),
            None => Each::Update(&node.value),
        };
        self.inlined(scope, Op::BuildDict, &node.generators, each, node.range, dst)
    }

    /// A comprehension in this frame. From the bottom: its variables, the result, the iterators; so that
    /// an exception releases them in that order backwards.
    fn inlined(
        &mut self,
        scope: ScopeId,
        build: Op,
        generators: &'a [Comprehension],
        each: Each<'a>,
        range: TextRange,
        dst: u16,
    ) -> R<()> {
        let own = |sym: &&_| self.scopes.access(scope, **sym) == Access::Own(scope);
        let variables: Vec<_> = self.scopes.get(scope).order.iter().filter(own).copied().collect();
        let base = self.alloc_many(variables.len())?;
        let result = self.alloc()?;
        let iterator = self.first_iterator(&generators[0])?;
        self.at(range);
        let outer = std::mem::replace(&mut self.scope, scope);
        for (reg, &sym) in (base..).zip(&variables) {
            self.begin_variable(scope, sym, reg);
        }
        self.u.code.op(build, 0, result, result, 0);
        self.generators(generators, 0, iterator, each, result)?;
        self.scope = outer;
        self.at(range);
        for reg in (base..result).rev() {
            self.u.code.op(Op::Clear, 0, reg, 0, 0);
        }
        if dst != result {
            self.u.code.op(Op::Move, USE_B, dst, result, 0);
        }
        Ok(())
    }

    /// The iterator of the outermost `for`, in a new temporary.
    fn first_iterator(&mut self, generator: &'a Comprehension) -> R<u16> {
        let reg = self.u.top;
        let iterable = self.iterable(&generator.iter)?;
        self.u.top = reg;
        self.alloc()?;
        self.at(generator.iter.range());
        self.u.code.op(Op::GetIter, iterable.use_b(), reg, iterable.reg, 0);
        Ok(reg)
    }

    /// The loops from `generators[index]` in, whose iterator stands in `iterator`.
    fn generators(
        &mut self,
        generators: &'a [Comprehension],
        index: usize,
        iterator: u16,
        each: Each<'a>,
        result: u16,
    ) -> R<()> {
        let generator = &generators[index];
        let (start, end) = (self.u.code.here(), self.u.code.label());
        self.at(generator.iter.range());
        self.for_iter(&generator.target, iterator, end)?;
        self.guarded(generators, index, each, result, start)?;
        self.u.code.jump(start);
        self.u.code.bind(end);
        self.u.top = iterator;
        Ok(())
    }

    /// The conditions of `generators[index]`, then what is inside it. A false condition goes to `next`.
    fn guarded(
        &mut self,
        generators: &'a [Comprehension],
        index: usize,
        each: Each<'a>,
        result: u16,
        next: super::emit::Label,
    ) -> R<()> {
        for test in &generators[index].ifs {
            self.jump_if(test, false, next)?;
        }
        let Some(inner) = generators.get(index + 1) else { return self.element(each, result) };
        let mark = self.u.top;
        if let Some(only) = only_item(&inner.iter) {
            // `for x in [value]` is an assignment.
            let value = self.operand(only, &[])?;
            self.store_target(&inner.target, value)?;
            self.u.top = mark;
            let end = self.u.code.label();
            self.guarded(generators, index + 1, each, result, end)?;
            self.u.code.bind(end);
        } else {
            let iterator = self.first_iterator(inner)?;
            self.generators(generators, index + 1, iterator, each, result)?;
        }
        self.u.top = mark;
        Ok(())
    }

    fn element(&mut self, each: Each<'a>, result: u16) -> R<()> {
        let mark = self.u.top;
        match each {
            Each::Append(elt) | Each::Add(elt) => {
                let (op, unpack) = if matches!(each, Each::Append(_)) {
                    (Op::ListAppend, Op::ListExtend)
                } else {
                    (Op::SetAdd, Op::SetUpdate)
                };
                let (op, elt) = match elt {
                    Expr::Starred(starred) => (unpack, &*starred.value),
                    _ => (op, elt),
                };
                let value = self.operand(elt, &[])?;
                self.at(elt.range());
                self.u.code.op(op, value.use_b(), result, value.reg, 0);
            }
            Each::Set(key, value) => {
                let range = key.range().cover(value.range());
                let key = self.operand(key, &[value])?;
                let value = self.operand(value, &[])?;
                self.at(range);
                self.u.code.op(Op::DictSet, key.use_b() | value.use_c(), result, key.reg, value.reg);
            }
            Each::Update(mapping) => {
                let value = self.operand(mapping, &[])?;
                self.at(mapping.range());
                self.u.code.op(Op::DictUpdate, value.use_b(), result, value.reg, 0);
            }
            Each::Yield(elt) => {
                let value = self.operand(elt, &[])?;
                self.at(elt.range());
                let sent = self.u.top;
                self.u.top = mark;
                let sent = if value.temp { value.reg } else { sent };
                self.alloc()?;
                self.u.code.op(Op::Yield, value.use_b(), sent, value.reg, 0);
                self.u.code.op(Op::Clear, 0, sent, 0, 0);
            }
        }
        self.u.top = mark;
        Ok(())
    }

    /// A generator expression; its position is `range`, which holds the parentheses of the call if it has
    /// none of its own.
    pub(super) fn generator(&mut self, node: &'a ExprGenerator, range: TextRange, dst: u16) -> R<()> {
        let outer = self.scope;
        let scope = self.scopes.of_node(node, Part::Body);
        let base = self.u.top;
        self.enter_unit(scope, CodeKind::Generator, "<genexpr>", range)?;
        self.u.counts.args = 1;
        self.u.counts.posonly = 0;
        let iterator = self.alloc()?;
        self.at(range);
        self.u.code.op(Op::Move, 0, iterator, 0, 0);
        self.generators(&node.generators, 0, iterator, Each::Yield(&node.elt), 0)?;
        self.return_const(Const::None);
        let code = self.leave_unit(outer)?;
        self.at(range);
        self.closure_function(code, scope, base)?;
        self.alloc()?;
        self.first_iterator(&node.generators[0])?;
        self.at(range);
        self.call_one(dst, base);
        self.u.top = base;
        Ok(())
    }

    /// An iterable: a list display of constants is a constant tuple, a set display (a short one) a constant frozen set,
    /// whose order can differ from the set's.
    pub(super) fn iterable(&mut self, expr: &'a Expr) -> R<Opnd> {
        let (elts, make): (_, fn(Vec<Const>) -> Const) = match expr {
            Expr::List(list) => (&list.elts, |items| Const::Tuple(items.into())),
            Expr::Set(set) if set.elts.len() <= MAX_AT_ONCE => (&set.elts, |items| Const::FrozenSet(items.into())),
            _ => return self.operand(expr, &[]),
        };
        let Some(items) = super::fold::all(self, elts)? else { return self.operand(expr, &[]) };
        let reg = self.alloc()?;
        self.at(expr.range());
        self.load_const(reg, make(items));
        Ok(Opnd::temp(reg))
    }
}

/// The item of a list or tuple display of one plain item.
fn only_item(expr: &Expr) -> Option<&Expr> {
    let elts = match expr {
        Expr::List(list) => &list.elts,
        Expr::Tuple(tuple) => &tuple.elts,
        _ => return None,
    };
    match &**elts {
        [only] if !only.is_starred_expr() => Some(only),
        _ => None,
    }
}
