//! List, tuple, set and dict displays.

use super::{Compiler, R, fold};
use crate::bytecode::{Const, Op, Pos, USE_B};
use ruff_python_ast::{DictItem, Expr, ExprDict};
use ruff_text_size::TextRange;

/// Displays with more items than this are filled item by item.
pub(super) const MAX_AT_ONCE: usize = 30;

/// The instructions that make and fill a list or set.
#[derive(Clone, Copy)]
struct Filling {
    build: Op,
    add: Op,
    extend: Op,
}

const LIST: Filling = Filling { build: Op::BuildList, add: Op::ListAppend, extend: Op::ListExtend };
const SET: Filling = Filling { build: Op::BuildSet, add: Op::SetAdd, extend: Op::SetUpdate };

impl<'a> Compiler<'a, '_> {
    pub(super) fn list_display(&mut self, elts: &'a [Expr], range: TextRange, dst: u16) -> R<()> {
        if elts.len() >= 3
            && let Some(items) = fold::all(self, elts)?
        {
            let (list, pos) = (self.alloc()?, self.pos(range));
            return self.fill_from_constant(Op::BuildList, Op::ListExtend, Const::Tuple(items.into()), list, pos, dst);
        }
        let pos = self.pos(range);
        self.sequence(Op::BuildList, elts, pos, dst)
    }

    pub(super) fn tuple_display(&mut self, elts: &'a [Expr], range: TextRange, dst: u16) -> R<()> {
        let pos = self.pos(range);
        self.sequence(Op::BuildTuple, elts, pos, dst)
    }

    pub(super) fn set_display(&mut self, elts: &'a [Expr], range: TextRange, dst: u16) -> R<()> {
        // The constant decides the order of iteration; CPython adds to a longer display one by one.
        if (3..=MAX_AT_ONCE).contains(&elts.len())
            && let Some(items) = fold::all(self, elts)?
        {
            let (set, pos) = (self.alloc()?, self.pos(range));
            return self.fill_from_constant(Op::BuildSet, Op::SetUpdate, Const::FrozenSet(items.into()), set, pos, dst);
        }
        let pos = self.pos(range);
        self.sequence(Op::BuildSet, elts, pos, dst)
    }

    /// A list or set of constants: an empty one, extended from a constant.
    fn fill_from_constant(&mut self, build: Op, extend: Op, items: Const, reg: u16, pos: Pos, dst: u16) -> R<()> {
        self.u.code.pos = pos;
        self.u.code.op(build, 0, reg, reg, 0);
        let constant = self.alloc()?;
        self.load_const(constant, items);
        self.u.code.op(extend, USE_B, reg, constant, 0);
        if dst != reg {
            self.u.code.op(Op::Move, USE_B, dst, reg, 0);
        }
        Ok(())
    }

    fn sequence(&mut self, build: Op, elts: &'a [Expr], pos: Pos, dst: u16) -> R<()> {
        let base = self.u.top;
        if elts.len() <= MAX_AT_ONCE && !elts.iter().any(Expr::is_starred_expr) {
            for elt in elts {
                self.push(elt)?;
            }
            self.u.code.pos = pos;
            self.u.code.op(build, 0, dst, base, elts.len() as u16);
            return Ok(());
        }
        if build == Op::BuildSet {
            self.fill(SET, elts, 0, base, pos)?;
        } else {
            self.fill(LIST, elts, 0, base, pos)?;
        }
        self.u.code.pos = pos;
        if build == Op::BuildTuple {
            self.u.code.op(Op::ListToTuple, USE_B, dst, base, 0);
        } else if dst != base {
            self.u.code.op(Op::Move, USE_B, dst, base, 0);
        }
        Ok(())
    }

    /// Builds a list of `elts`, starred or not, into `list`, where the `given` first items already stand from `list` up.
    pub(super) fn sequence_into_list(&mut self, elts: &'a [Expr], given: u16, list: u16, pos: Pos) -> R<()> {
        self.fill(LIST, elts, given, list, pos)
    }

    /// Builds a list or set in `base`, the next free temporary: the leading plain items at once, the rest one by one.
    fn fill(&mut self, with: Filling, elts: &'a [Expr], given: u16, base: u16, pos: Pos) -> R<()> {
        let plain = elts.iter().take_while(|e| !e.is_starred_expr()).take(MAX_AT_ONCE).count();
        // More items than fit are not worth a second way for the rest: start empty.
        let leading = if elts.len() > MAX_AT_ONCE && plain == MAX_AT_ONCE { 0 } else { plain };
        for elt in &elts[..leading] {
            self.push(elt)?;
        }
        self.u.code.pos = pos;
        self.u.code.op(with.build, 0, base, base, given + leading as u16);
        self.u.top = base;
        self.alloc()?;
        for elt in &elts[leading..] {
            let mark = self.u.top;
            let (op, value) = match elt {
                Expr::Starred(starred) => (with.extend, self.operand(&starred.value, &[])?),
                _ => (with.add, self.operand(elt, &[])?),
            };
            self.u.code.pos = pos;
            self.u.code.op(op, value.use_b(), base, value.reg, 0);
            self.u.top = mark;
        }
        Ok(())
    }

    pub(super) fn dict_display(&mut self, node: &'a ExprDict, dst: u16) -> R<()> {
        let pos = self.pos(node.range);
        let base = self.u.top;
        let is_pair = |item: &&DictItem| item.key.is_some();
        let pairs = node.items.iter().take_while(is_pair).count();
        let at_once = pairs <= MAX_AT_ONCE / 2;
        let leading = if at_once { pairs } else { 0 };
        for item in &node.items[..leading] {
            if let Some(key) = &item.key {
                self.push(key)?;
                self.push(&item.value)?;
            }
        }
        self.u.code.pos = pos;
        if leading == node.items.len() {
            self.u.code.op(Op::BuildDict, 0, dst, base, leading as u16);
            return Ok(());
        }
        self.u.code.op(Op::BuildDict, 0, base, base, leading as u16);
        self.u.top = base;
        self.alloc()?;
        for item in &node.items[leading..] {
            self.dict_item(base, item, pos)?;
        }
        if dst != base {
            self.u.code.op(Op::Move, USE_B, dst, base, 0);
        }
        Ok(())
    }

    fn dict_item(&mut self, dict: u16, item: &'a DictItem, pos: Pos) -> R<()> {
        let mark = self.u.top;
        match &item.key {
            Some(key) => {
                let key = self.operand(key, &[&item.value])?;
                let value = self.operand(&item.value, &[])?;
                self.u.code.pos = pos;
                self.u.code.op(Op::DictSet, key.use_b() | value.use_c(), dict, key.reg, value.reg);
            }
            None => {
                let mapping = self.operand(&item.value, &[])?;
                self.u.code.pos = pos;
                self.u.code.op(Op::DictUpdate, mapping.use_b(), dict, mapping.reg, 0);
            }
        }
        self.u.top = mark;
        Ok(())
    }

    /// Keys and values, all pushed: for the emitters of dicts the compiler makes up.
    pub(super) fn build_dict(&mut self, base: u16, count: usize) -> R<()> {
        self.u.code.op(Op::BuildDict, 0, base, base, count as u16);
        self.u.top = base;
        self.alloc()?;
        Ok(())
    }
}
