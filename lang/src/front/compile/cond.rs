//! Conditions: jumps on expressions, boolean operators, comparisons, conditional expressions.

use super::emit::Label;
use super::{Compiler, Opnd, R, fold};
use crate::bytecode::{Const, IF_TRUE, NEGATE, Op, USE_B};
use ruff_python_ast::{BoolOp, CmpOp, Expr, ExprBoolOp, ExprCompare, ExprIf, UnaryOp};
use ruff_text_size::{Ranged, TextRange};

impl<'a> Compiler<'a, '_> {
    /// Goes to `target` if the truth of `expr` is `cond`; goes on otherwise.
    pub(super) fn jump_if(&mut self, expr: &'a Expr, cond: bool, target: Label) -> R<()> {
        self.deeper(expr.range())?;
        let mark = self.u.top;
        let done = self.jump_if_inner(expr, cond, target);
        self.u.top = mark;
        self.depth -= 1;
        done
    }

    fn jump_if_inner(&mut self, expr: &'a Expr, cond: bool, target: Label) -> R<()> {
        if let Some(value) = fold::constant(self, expr)? {
            if fold::truth(&value) == cond {
                self.at(expr.range());
                self.u.code.jump(target);
            }
            return Ok(());
        }
        match expr {
            Expr::UnaryOp(node) if node.op == UnaryOp::Not => self.jump_if(&node.operand, !cond, target),
            Expr::BoolOp(node) => {
                let stops_at = node.op == BoolOp::Or;
                let (last, first) = node.values.split_last().expect("at least two operands");
                if stops_at == cond {
                    return node.values.iter().try_for_each(|value| self.jump_if(value, cond, target));
                }
                let skip = self.u.code.label();
                first.iter().try_for_each(|value| self.jump_if(value, stops_at, skip))?;
                self.jump_if(last, cond, target)?;
                self.u.code.bind(skip);
                Ok(())
            }
            Expr::If(node) => {
                let (other, end) = (self.u.code.label(), self.u.code.label());
                self.jump_if(&node.test, false, other)?;
                self.jump_if(&node.body, cond, target)?;
                self.u.code.jump(end);
                self.u.code.bind(other);
                self.jump_if(&node.orelse, cond, target)?;
                self.u.code.bind(end);
                Ok(())
            }
            Expr::Compare(node) => self.jump_compare(node, cond, target),
            _ => {
                let value = self.operand(expr, &[])?;
                self.at(expr.range());
                self.jump_truth(value, cond, target);
                Ok(())
            }
        }
    }

    /// Goes to `target` if the truth of `value` is `cond`.
    pub(super) fn jump_truth(&mut self, value: Opnd, cond: bool, target: Label) {
        self.jump_op(Op::JumpIf, if_true(cond) | value.use_b(), 0, value.reg, 0, target);
    }

    fn jump_compare(&mut self, node: &'a ExprCompare, cond: bool, target: Label) -> R<()> {
        let rest: Vec<&Expr> = node.comparators.iter().collect();
        let mut left = self.operand(&node.left, &rest)?;
        let last = node.ops.len() - 1;
        let mut cleanups: Vec<(Label, Opnd)> = Vec::new();
        for (index, (&op, right)) in node.ops.iter().zip(&node.comparators).enumerate() {
            if index == last {
                self.jump_on(op, left, right, cond, target, node)?;
                break;
            }
            let right = self.operand(right, &rest[index + 1..])?;
            self.at(node.range);
            let fail = self.u.code.label();
            self.jump_compared(op, left, right.borrowed(), false, fail);
            cleanups.push((fail, right));
            left = right;
        }
        self.fail_cleanups(cleanups, (!cond).then_some(target));
        Ok(())
    }

    /// After a chain of comparisons: the places where one of them failed release the middle operand, then go
    /// to `target` or on.
    fn fail_cleanups(&mut self, cleanups: Vec<(Label, Opnd)>, target: Option<Label>) {
        if cleanups.is_empty() {
            return;
        }
        let end = self.u.code.label();
        self.u.code.jump(end);
        let count = cleanups.len();
        for (index, (fail, middle)) in cleanups.into_iter().enumerate() {
            self.u.code.bind(fail);
            if middle.temp {
                self.u.code.op(Op::Clear, 0, middle.reg, 0, 0);
            }
            if let Some(target) = target {
                self.u.code.jump(target);
            } else if index + 1 < count {
                self.u.code.jump(end);
            }
        }
        self.u.code.bind(end);
    }

    /// The last comparison of a condition, with `right` not evaluated yet.
    fn jump_on(
        &mut self,
        op: CmpOp,
        left: Opnd,
        right: &'a Expr,
        cond: bool,
        target: Label,
        node: &ExprCompare,
    ) -> R<()> {
        let constant = fold::constant(self, right)?;
        match (op, constant) {
            (CmpOp::Is | CmpOp::IsNot, Some(Const::None)) => {
                self.at(node.range);
                let when = cond == (op == CmpOp::Is);
                self.jump_op(Op::JumpIfNone, if_true(when) | left.use_b(), 0, left.reg, 0, target);
                return Ok(());
            }
            (_, Some(Const::Int(value))) => {
                if let (Some(jump), Ok(imm)) = (imm_jump(op), i16::try_from(value)) {
                    self.at(node.range);
                    self.jump_op(jump, if_true(cond) | left.use_b(), 0, left.reg, imm as u16, target);
                    return Ok(());
                }
            }
            _ => {}
        }
        let right = self.comparand(op, right, &[])?;
        self.at(node.range);
        self.jump_compared(op, left, right, cond, target);
        Ok(())
    }

    /// The right operand of a comparison; a list or set display to search in becomes a tuple or frozenset.
    fn comparand(&mut self, op: CmpOp, expr: &'a Expr, later: &[&Expr]) -> R<Opnd> {
        if matches!(op, CmpOp::In | CmpOp::NotIn) {
            match expr {
                Expr::List(list) if !list.elts.iter().any(Expr::is_starred_expr) => {
                    let reg = self.u.top;
                    match fold::all(self, &list.elts)? {
                        Some(items) => {
                            self.at(list.range);
                            self.load_const(reg, Const::Tuple(items.into()));
                        }
                        None => self.tuple_display(&list.elts, list.range, reg)?,
                    }
                    self.u.top = reg;
                    return self.alloc().map(Opnd::temp);
                }
                Expr::Set(set) => {
                    if let Some(items) = fold::all(self, &set.elts)? {
                        let reg = self.alloc()?;
                        self.at(set.range);
                        self.load_const(reg, Const::FrozenSet(items.into()));
                        return Ok(Opnd::temp(reg));
                    }
                }
                _ => {}
            }
        }
        self.operand(expr, later)
    }

    fn jump_compared(&mut self, op: CmpOp, left: Opnd, right: Opnd, cond: bool, target: Label) {
        let (jump, cond) = match op {
            CmpOp::Eq => (Op::JumpEq, cond),
            CmpOp::NotEq => (Op::JumpNe, cond),
            CmpOp::Lt => (Op::JumpLt, cond),
            CmpOp::LtE => (Op::JumpLe, cond),
            CmpOp::Gt => (Op::JumpGt, cond),
            CmpOp::GtE => (Op::JumpGe, cond),
            CmpOp::Is => (Op::JumpIs, cond),
            CmpOp::IsNot => (Op::JumpIs, !cond),
            CmpOp::In => (Op::JumpContains, cond),
            CmpOp::NotIn => (Op::JumpContains, !cond),
        };
        let n = if_true(cond) | left.use_b() | right.use_c();
        self.jump_op(jump, n, 0, left.reg, right.reg, target);
    }

    // Values

    /// A comparison as a value.
    pub(super) fn compare(&mut self, node: &'a ExprCompare, dst: u16) -> R<()> {
        let rest: Vec<&Expr> = node.comparators.iter().collect();
        if let ([op], [right]) = (&*node.ops, &*node.comparators) {
            let left = self.operand(&node.left, &rest)?;
            let right = self.comparand(*op, right, &[])?;
            self.at(node.range);
            self.compared(*op, dst, left, right);
            return Ok(());
        }
        self.compare_chain(node, &rest, dst)
    }

    /// `not a < b` as a value: the comparison has the position of the whole, `range`.
    pub(super) fn not_compare(&mut self, node: &'a ExprCompare, range: TextRange, dst: u16) -> R<()> {
        let right = &node.comparators[0];
        let opposite = match node.ops[0] {
            CmpOp::Is => Some(CmpOp::IsNot),
            CmpOp::IsNot => Some(CmpOp::Is),
            CmpOp::In => Some(CmpOp::NotIn),
            CmpOp::NotIn => Some(CmpOp::In),
            CmpOp::Eq | CmpOp::NotEq | CmpOp::Lt | CmpOp::LtE | CmpOp::Gt | CmpOp::GtE => None,
        };
        let left = self.operand(&node.left, &[right])?;
        let right = self.comparand(node.ops[0], right, &[])?;
        self.at(range);
        if let Some(op) = opposite {
            self.compared(op, dst, left, right);
            return Ok(());
        }
        let truth = left.temp_reg().or(right.temp_reg()).map_or_else(|| self.alloc(), Ok)?;
        self.compared(node.ops[0], truth, left, right);
        self.u.code.op(Op::Not, USE_B, dst, truth, 0);
        Ok(())
    }

    fn compare_chain(&mut self, node: &'a ExprCompare, rest: &[&'a Expr], dst: u16) -> R<()> {
        // The result is made in its own temporary, below the operands.
        let result = self.alloc()?;
        let mut left = self.operand(&node.left, rest)?;
        let last = node.ops.len() - 1;
        let mut cleanups = Vec::new();
        for (index, (&op, right)) in node.ops.iter().zip(&node.comparators).enumerate() {
            if index == last {
                let right = self.comparand(op, right, &[])?;
                self.at(node.range);
                self.compared(op, result, left, right);
                break;
            }
            let right = self.operand(right, &rest[index + 1..])?;
            self.at(node.range);
            self.compared(op, result, left, right.borrowed());
            let fail = self.u.code.label();
            self.jump_truth(Opnd::temp(result).borrowed(), false, fail);
            self.u.code.op(Op::Clear, 0, result, 0, 0);
            cleanups.push((fail, right));
            left = right;
        }
        self.fail_cleanups(cleanups, None);
        if dst != result {
            self.u.code.op(Op::Move, USE_B, dst, result, 0);
        }
        Ok(())
    }

    fn compared(&mut self, op: CmpOp, dst: u16, left: Opnd, right: Opnd) {
        let (opcode, n) = match op {
            CmpOp::Eq => (Op::Eq, 0),
            CmpOp::NotEq => (Op::Ne, 0),
            CmpOp::Lt => (Op::Lt, 0),
            CmpOp::LtE => (Op::Le, 0),
            CmpOp::Gt => (Op::Gt, 0),
            CmpOp::GtE => (Op::Ge, 0),
            CmpOp::Is => (Op::Is, 0),
            CmpOp::IsNot => (Op::Is, NEGATE),
            CmpOp::In => (Op::Contains, 0),
            CmpOp::NotIn => (Op::Contains, NEGATE),
        };
        self.u.code.op(opcode, n | left.use_b() | right.use_c(), dst, left.reg, right.reg);
    }

    /// `and`, `or` as values. A local is written only by the last step, since the operands may read it.
    pub(super) fn bool_op(&mut self, node: &'a ExprBoolOp, dst: u16) -> R<()> {
        let stops_at = node.op == BoolOp::Or;
        let (last, first) = node.values.split_last().expect("at least two operands");
        let result = if self.is_local(dst) { self.u.top } else { dst };
        let (end, stop) = (self.u.code.label(), self.u.code.label());
        let mut stubs = Vec::new();
        for value in first {
            let mark = self.u.top;
            if let Expr::Name(name) = value
                && let Some(local) = self.name_operand(name, &[])?
            {
                let stub = self.u.code.label();
                self.at(value.range());
                self.jump_truth(local, stops_at, stub);
                stubs.push((stub, local));
                continue;
            }
            self.expr(value, result)?;
            self.alloc()?;
            self.at(value.range());
            self.jump_truth(Opnd::temp(result).borrowed(), stops_at, stop);
            self.u.code.op(Op::Clear, 0, result, 0, 0);
            self.u.top = mark;
        }
        self.expr(last, dst)?;
        self.u.code.jump(end);
        for (stub, local) in stubs {
            self.u.code.bind(stub);
            self.u.code.op(Op::Move, 0, dst, local.reg, 0);
            self.u.code.jump(end);
        }
        self.u.code.bind(stop);
        if dst != result {
            self.u.code.op(Op::Move, USE_B, dst, result, 0);
        }
        self.u.code.bind(end);
        Ok(())
    }

    /// `body if test else orelse`.
    pub(super) fn conditional(&mut self, node: &'a ExprIf, dst: u16) -> R<()> {
        let (other, end) = (self.u.code.label(), self.u.code.label());
        self.jump_if(&node.test, false, other)?;
        self.expr(&node.body, dst)?;
        self.u.code.jump(end);
        self.u.code.bind(other);
        self.expr(&node.orelse, dst)?;
        self.u.code.bind(end);
        Ok(())
    }
}

fn if_true(cond: bool) -> u8 {
    if cond { IF_TRUE } else { 0 }
}

fn imm_jump(op: CmpOp) -> Option<Op> {
    match op {
        CmpOp::Eq => Some(Op::JumpEqImm),
        CmpOp::NotEq => Some(Op::JumpNeImm),
        CmpOp::Lt => Some(Op::JumpLtImm),
        CmpOp::LtE => Some(Op::JumpLeImm),
        CmpOp::Gt => Some(Op::JumpGtImm),
        CmpOp::GtE => Some(Op::JumpGeImm),
        CmpOp::Is | CmpOp::IsNot | CmpOp::In | CmpOp::NotIn => None,
    }
}
