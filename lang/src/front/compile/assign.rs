//! Assignment, augmented assignment, deletion, and their targets.

use super::expr::IN_PLACE;
use super::{Compiler, Opnd, R};
use crate::bytecode::{CodeKind, Insn, Op, USE_C};
use ruff_python_ast::{Expr, ExprAttribute, StmtAnnAssign, StmtAssign, StmtAugAssign};
use ruff_text_size::{Ranged, TextRange};

impl<'a> Compiler<'a, '_> {
    pub(super) fn assign(&mut self, node: &'a StmtAssign) -> R<()> {
        let mark = self.u.top;
        if let [target] = &*node.targets {
            self.assign_one(target, &node.value)?;
            self.u.top = mark;
            return Ok(());
        }
        let targets: Vec<&Expr> = node.targets.iter().collect();
        let value = self.operand(&node.value, &targets)?;
        let value = self.kept_from(value, &node.targets)?;
        let (last, first) = node.targets.split_last().expect("an assignment has targets");
        for target in first {
            self.store_target(target, value.borrowed())?;
        }
        self.store_target(last, value)?;
        self.u.top = mark;
        Ok(())
    }

    /// The value of several targets: a local that unpacking into one of them may rebind is copied before.
    fn kept_from(&mut self, value: Opnd, targets: &'a [Expr]) -> R<Opnd> {
        if value.temp || !targets.iter().any(|t| t.is_tuple_expr() || t.is_list_expr()) {
            return Ok(value);
        }
        let reg = self.alloc()?;
        self.u.code.op(Op::Move, 0, reg, value.reg, 0);
        Ok(Opnd::temp(reg))
    }

    fn assign_one(&mut self, target: &'a Expr, value: &'a Expr) -> R<()> {
        if let Some(local) = self.fast_target(target) {
            self.expr(value, local)?;
            self.bound_local(local);
            return Ok(());
        }
        if let (Some(targets), Some(values)) = (plain_items(target), plain_items(value))
            && value.is_tuple_expr()
            && targets.len() == values.len()
            && (2..=30).contains(&targets.len())
        {
            return self.assign_pairwise(targets, values);
        }
        let value = self.operand(value, &[target])?;
        self.store_target(target, value)
    }

    /// `a, b = x, y` without a tuple. Two or three distinct locals are bound from the last to the first.
    fn assign_pairwise(&mut self, targets: &'a [Expr], values: &'a [Expr]) -> R<()> {
        let base = self.u.top;
        let backward = self.bound_backward(targets);
        let (last, first) = values.split_last().expect("at least two items");
        for value in first {
            self.push(value)?;
        }
        if backward {
            if let Some(local) = self.fast_target(&targets[targets.len() - 1]) {
                self.expr(last, local)?;
            }
            for target in targets {
                // Numbered from the first to the last all the same.
                if let Some(local) = self.fast_target(target) {
                    self.bound_local(local);
                }
            }
            for (index, target) in targets[..targets.len() - 1].iter().enumerate().rev() {
                self.store_target(target, Opnd::temp(base + index as u16))?;
            }
            return Ok(());
        }
        self.push(last)?;
        for (reg, target) in (base..).zip(targets) {
            self.store_target(target, Opnd::temp(reg))?;
        }
        Ok(())
    }

    fn bound_backward(&mut self, targets: &'a [Expr]) -> bool {
        if targets.len() > 3 {
            return false;
        }
        let mut seen = Vec::new();
        let line = self.pos(targets[0].range()).line;
        for target in targets {
            match self.fast_target(target) {
                Some(reg) if !seen.contains(&reg) && self.pos(target.range()).line == line => seen.push(reg),
                _ => return false,
            }
        }
        true
    }

    /// `target = src`; `src` is consumed if it is a temporary, which is below the next free one.
    pub(super) fn store_target(&mut self, target: &'a Expr, src: Opnd) -> R<()> {
        let mark = self.u.top;
        match target {
            Expr::Name(name) => {
                let sym = self.mangled(&name.id);
                self.at(name.range);
                self.store_sym(sym, src)?;
            }
            Expr::Attribute(node) => {
                self.note_attribute(node);
                let object = self.operand(&node.value, &[])?;
                self.store_attribute(node, object, src)?;
            }
            Expr::Subscript(node) => {
                let object = self.operand(&node.value, &[&node.slice])?;
                if let Some(bounds) = self.slice_bounds(&node.slice)? {
                    self.at(node.range);
                    let n = object.use_a() | src.use_b() | USE_C;
                    self.u.code.op(Op::SetSlice, n, object.reg, src.reg, bounds);
                } else {
                    let index = self.operand(&node.slice, &[])?;
                    self.at(node.range);
                    let n = object.use_a() | index.use_b() | src.use_c();
                    self.u.code.op(Op::SetItem, n, object.reg, index.reg, src.reg);
                }
            }
            Expr::Tuple(node) => self.unpack(&node.elts, node.range, src)?,
            Expr::List(node) => self.unpack(&node.elts, node.range, src)?,
            Expr::Starred(node) => {
                return Err(self.error(node.range, "starred assignment target must be in a list or tuple"));
            }
            _ => return Err(self.error(target.range(), "cannot assign to expression")),
        }
        self.u.top = mark;
        Ok(())
    }

    fn store_attribute(&mut self, node: &'a ExprAttribute, object: Opnd, src: Opnd) -> R<()> {
        if node.attr.id == "__debug__" {
            return Err(self.error(node.range, "cannot assign to __debug__"));
        }
        let name = self.attr_index(&node.attr.id)?;
        self.u.code.pos = self.attribute_pos(node.range, node);
        self.u.code.op(Op::StoreAttr, object.use_a() | src.use_b(), object.reg, src.reg, name);
        Ok(())
    }

    /// Remembers names stored on `self`: a hint for layouts, and `__static_attributes__`.
    fn note_attribute(&mut self, node: &ExprAttribute) {
        let Expr::Name(object) = &*node.value else { return };
        let object_sym = self.mangled(&object.id);
        if self.frame_scope().params.first() == Some(&object_sym) {
            let sym = self.mangled(&node.attr.id);
            if !self.u.self_attrs.contains(&sym) {
                self.u.self_attrs.push(sym);
            }
        }
        if object.id == "self"
            && let Some(class) = self.outer.iter_mut().rev().find(|u| u.kind == CodeKind::Class)
        {
            class.static_attributes.insert(node.attr.id.to_string());
        }
    }

    fn unpack(&mut self, elts: &'a [Expr], range: TextRange, src: Opnd) -> R<()> {
        let starred = elts.iter().position(Expr::is_starred_expr);
        if let Some(at) = starred
            && let Some(second) = elts[at + 1..].iter().find(|e| e.is_starred_expr())
        {
            return Err(self.error(second.range(), "multiple starred expressions in assignment"));
        }
        let base = match src.temp_reg() {
            // The items replace the value they come from.
            Some(reg) if reg + 1 == self.u.top => {
                self.u.top = reg;
                self.alloc_many(elts.len())?
            }
            _ => self.alloc_many(elts.len())?,
        };
        self.at(range);
        match starred {
            None => self.u.code.op(Op::Unpack, src.use_b(), base, src.reg, elts.len() as u16),
            Some(before) => {
                let after = (elts.len() - before - 1) as u32;
                let insn = Insn::new(Op::UnpackEx, base, src.reg, before as u16);
                self.u.code.push(Insn { n: src.use_b(), d: after, ..insn });
            }
        }
        for (reg, elt) in (base..).zip(elts) {
            let target = if let Expr::Starred(starred) = elt { &starred.value } else { elt };
            self.store_target(target, Opnd::temp(reg))?;
        }
        Ok(())
    }

    // Augmented assignment

    pub(super) fn aug_assign(&mut self, node: &'a StmtAugAssign) -> R<()> {
        let mark = self.u.top;
        match &*node.target {
            Expr::Name(_) => self.aug_name(node)?,
            Expr::Attribute(target) => {
                let object = self.operand(&target.value, &[&node.value])?;
                let value = self.alloc()?;
                let name = self.attr_index(&target.attr.id)?;
                self.u.code.pos = self.attribute_pos(target.range, target);
                self.u.code.op(Op::LoadAttr, 0, value, object.reg, name);
                self.in_place(node, Opnd::temp(value), value)?;
                self.store_attribute(target, object, Opnd::temp(value))?;
            }
            Expr::Subscript(target) => {
                let object = self.operand(&target.value, &[&target.slice, &node.value])?;
                let index = self.operand(&target.slice, &[&node.value])?;
                let value = self.alloc()?;
                self.at(target.range);
                self.u.code.op(Op::GetItem, 0, value, object.reg, index.reg);
                self.in_place(node, Opnd::temp(value), value)?;
                self.at(target.range);
                let n = object.use_a() | index.use_b() | USE_C;
                self.u.code.op(Op::SetItem, n, object.reg, index.reg, value);
            }
            target => return Err(self.error(target.range(), "illegal expression for augmented assignment")),
        }
        self.u.top = mark;
        Ok(())
    }

    fn aug_name(&mut self, node: &'a StmtAugAssign) -> R<()> {
        let old = self.operand(&node.target, &[&node.value])?;
        if let Some(local) = self.fast_target(&node.target) {
            return self.in_place(node, old, local);
        }
        self.in_place(node, old, old.reg)?;
        self.store_target(&node.target, old)
    }

    /// `dst = old op= value`.
    fn in_place(&mut self, node: &'a StmtAugAssign, old: Opnd, dst: u16) -> R<()> {
        let right = self.right(node.op, &node.value)?;
        self.at(node.range);
        self.binary_op(node.op, IN_PLACE, dst, old, right);
        Ok(())
    }

    // Annotated assignment

    pub(super) fn ann_assign(&mut self, node: &'a StmtAnnAssign) -> R<()> {
        let mark = self.u.top;
        if let Some(value) = &node.value {
            self.assign_one(&node.target, value)?;
            self.u.top = mark;
        }
        let in_body = !self.frame_scope().kind.has_fast_locals();
        match &*node.target {
            Expr::Name(_) if node.simple && in_body => self.annotation_ran(node)?,
            Expr::Name(_) => {}
            Expr::Attribute(target) if node.value.is_none() => self.evaluate(&target.value)?,
            Expr::Subscript(target) if node.value.is_none() => {
                self.evaluate(&target.value)?;
                self.evaluate(&target.slice)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Evaluates `expr` for its effects.
    pub(super) fn evaluate(&mut self, expr: &'a Expr) -> R<()> {
        let mark = self.u.top;
        let value = self.operand(expr, &[])?;
        if value.temp {
            self.at(expr.range());
            self.u.code.op(Op::Clear, 0, value.reg, 0, 0);
        }
        self.u.top = mark;
        Ok(())
    }

    // Deletion

    pub(super) fn delete(&mut self, target: &'a Expr) -> R<()> {
        let mark = self.u.top;
        match target {
            Expr::Name(name) => {
                let sym = self.mangled(&name.id);
                self.at(name.range);
                self.delete_sym(sym)?;
            }
            Expr::Attribute(node) => {
                let object = self.operand(&node.value, &[])?;
                let name = self.attr_index(&node.attr.id)?;
                self.u.code.pos = self.attribute_pos(node.range, node);
                self.u.code.push(Insn { n: object.use_a(), ..Insn::new(Op::DelAttr, object.reg, 0, name) });
            }
            Expr::Subscript(node) => {
                let object = self.operand(&node.value, &[&node.slice])?;
                let index = self.operand(&node.slice, &[])?;
                self.at(node.range);
                self.u.code.op(Op::DelItem, object.use_a() | index.use_b(), object.reg, index.reg, 0);
            }
            Expr::Tuple(node) => node.elts.iter().try_for_each(|elt| self.delete(elt))?,
            Expr::List(node) => node.elts.iter().try_for_each(|elt| self.delete(elt))?,
            _ => return Err(self.error(target.range(), "cannot delete expression")),
        }
        self.u.top = mark;
        Ok(())
    }
}

/// The items of a tuple or list display without stars.
fn plain_items(expr: &Expr) -> Option<&[Expr]> {
    let elts = match expr {
        Expr::Tuple(tuple) => &tuple.elts,
        Expr::List(list) => &list.elts,
        _ => return None,
    };
    (!elts.iter().any(Expr::is_starred_expr)).then_some(elts)
}
