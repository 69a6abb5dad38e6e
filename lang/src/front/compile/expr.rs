//! Expressions: dispatch, operators, attributes, subscripts, assignment expressions, yields.

use super::{Compiler, Opnd, R, fold};
use crate::bytecode::{Const, INPLACE, Insn, Op, Pos, USE_B, USE_C};
use ruff_python_ast::{
    Expr, ExprAttribute, ExprBinOp, ExprNamed, ExprSlice, ExprSubscript, ExprUnaryOp, Operator, UnaryOp,
};
use ruff_text_size::{Ranged, TextRange};

/// The right operand of an operator.
#[derive(Clone, Copy, Debug)]
pub(super) enum Right {
    Imm(i16),
    Reg(Opnd),
}

impl<'a> Compiler<'a, '_> {
    /// Evaluates `expr` into `dst`: a local, or a temporary that is not live and not above the next
    /// free one. Temporaries above are free again afterwards.
    pub(super) fn expr(&mut self, expr: &'a Expr, dst: u16) -> R<()> {
        self.deeper(expr.range())?;
        let mark = self.u.top;
        let done = self.expr_inner(expr, dst);
        self.u.top = mark;
        self.depth -= 1;
        done
    }

    /// Evaluates `expr` into the next temporary and takes it.
    pub(super) fn push(&mut self, expr: &'a Expr) -> R<u16> {
        let reg = self.u.top;
        self.expr(expr, reg)?;
        self.alloc()
    }

    /// Evaluates `expr` as an operand that is used after `later` has been evaluated.
    pub(super) fn operand(&mut self, expr: &'a Expr, later: &[&Expr]) -> R<Opnd> {
        if let Expr::Name(name) = expr
            && name.id != "__debug__"
            && let Some(local) = self.name_operand(name, later)?
        {
            return Ok(local);
        }
        if let Expr::Named(named) = expr
            && let Some(local) = self.named_operand(named, later)?
        {
            return Ok(local);
        }
        self.push(expr).map(Opnd::temp)
    }

    fn expr_inner(&mut self, expr: &'a Expr, dst: u16) -> R<()> {
        if let Some(value) = fold::constant(self, expr)? {
            self.at(expr.range());
            self.load_const(dst, value);
            return Ok(());
        }
        match expr {
            Expr::Name(name) => self.load_name(name, dst),
            Expr::BinOp(node) => self.binary(node, dst),
            Expr::UnaryOp(node) => self.unary(node, dst),
            Expr::BoolOp(node) => self.bool_op(node, dst),
            Expr::Compare(node) => self.compare(node, dst),
            Expr::If(node) => self.conditional(node, dst),
            Expr::Call(node) => self.call(node, dst),
            Expr::Attribute(node) => self.attribute(node, dst),
            Expr::Subscript(node) => self.subscript(node, dst),
            Expr::Slice(node) => self.slice_object(node, dst),
            Expr::List(node) => self.list_display(&node.elts, node.range, dst),
            Expr::Tuple(node) => self.tuple_display(&node.elts, node.range, dst),
            Expr::Set(node) => self.set_display(&node.elts, node.range, dst),
            Expr::Dict(node) => self.dict_display(node, dst),
            Expr::ListComp(node) => self.list_comprehension(node, dst),
            Expr::SetComp(node) => self.set_comprehension(node, dst),
            Expr::DictComp(node) => self.dict_comprehension(node, dst),
            Expr::Generator(node) => self.generator(node, node.range, dst),
            Expr::Lambda(node) => self.lambda(node, dst),
            Expr::FString(node) => self.f_string(node, dst),
            Expr::Named(node) => self.named(node, dst),
            Expr::Yield(node) => {
                let value = match &node.value {
                    Some(value) => self.operand(value, &[])?,
                    None => self.none(node.range)?,
                };
                self.at(node.range);
                self.u.code.op(Op::Yield, value.use_b(), dst, value.reg, 0);
                Ok(())
            }
            Expr::YieldFrom(node) => {
                let iterable = self.operand(&node.value, &[])?;
                self.at(node.range);
                let iterator = if iterable.temp { iterable.reg } else { self.alloc()? };
                self.u.code.op(Op::GetYieldFromIter, iterable.use_b(), iterator, iterable.reg, 0);
                let sent = self.none(node.range)?;
                self.u.code.op(Op::YieldFrom, USE_B | USE_C, dst, iterator, sent.reg);
                Ok(())
            }
            Expr::Starred(node) => Err(self.error(node.range, "can't use starred expression here")),
            Expr::Await(node) => Err(self.error(node.range, "await expressions are not supported")),
            Expr::TString(node) => Err(self.error(node.range, "template strings are not supported")),
            Expr::IpyEscapeCommand(node) => Err(self.error(node.range, "invalid syntax")),
            Expr::StringLiteral(_)
            | Expr::BytesLiteral(_)
            | Expr::NumberLiteral(_)
            | Expr::BooleanLiteral(_)
            | Expr::NoneLiteral(_)
            | Expr::EllipsisLiteral(_) => Err(self.error(expr.range(), "complex literals are not supported")),
        }
    }

    /// None in a new temporary.
    pub(super) fn none(&mut self, range: TextRange) -> R<Opnd> {
        let reg = self.alloc()?;
        self.at(range);
        self.load_const(reg, Const::None);
        Ok(Opnd::temp(reg))
    }

    // Operators

    /// A binary operator; a left-deep chain is compiled without recursion on its length.
    fn binary(&mut self, node: &'a ExprBinOp, dst: u16) -> R<()> {
        if let Some(pieces) = super::percent::pieces(node) {
            return self.join(pieces, node.range, dst);
        }
        let mark = self.u.top;
        let mut chain = vec![node];
        while let Expr::BinOp(left) = &*chain[chain.len() - 1].left
            && super::percent::pieces(left).is_none()
        {
            chain.push(left);
        }
        let innermost = chain[chain.len() - 1];
        let mut prefix = fold::constant(self, &innermost.left)?;
        let mut left = None;
        while let Some(&node) = chain.last() {
            let right = &*node.right;
            if let Some(value) = prefix.take() {
                if let Some(folded) = fold::binary_with(self, node.op, &value, right)? {
                    prefix = Some(folded);
                    chain.pop();
                    continue;
                }
                let reg = self.alloc()?;
                self.at(node.left.range());
                self.load_const(reg, value);
                left = Some(Opnd::temp(reg));
            }
            let lhs = match left {
                Some(lhs) => lhs,
                None => self.operand(&node.left, &[right])?,
            };
            let rhs = self.right(node.op, right)?;
            chain.pop();
            let target = if chain.is_empty() { dst } else { mark };
            self.at(node.range);
            self.binary_op(node.op, 0, target, lhs, rhs);
            self.u.top = mark;
            if !chain.is_empty() {
                self.alloc()?;
            }
            left = Some(Opnd::temp(mark));
        }
        Ok(())
    }

    /// The right operand of `op`: an immediate if the operator has that form.
    pub(super) fn right(&mut self, op: Operator, expr: &'a Expr) -> R<Right> {
        if let Some(Const::Int(value)) = fold::constant(self, expr)?
            && imm_op(op, value).is_some()
            && let Ok(imm) = i16::try_from(value)
        {
            return Ok(Right::Imm(imm));
        }
        self.operand(expr, &[]).map(Right::Reg)
    }

    /// `dst = lhs op rhs`, at the current position.
    pub(super) fn binary_op(&mut self, op: Operator, n: u8, dst: u16, lhs: Opnd, rhs: Right) {
        match rhs {
            Right::Imm(imm) => {
                let opcode = imm_op(op, i64::from(imm)).expect("checked by `right`");
                self.u.code.op(opcode, n | lhs.use_b(), dst, lhs.reg, imm as u16);
            }
            Right::Reg(rhs) => {
                self.u.code.op(binary_opcode(op), n | lhs.use_b() | rhs.use_c(), dst, lhs.reg, rhs.reg);
            }
        }
    }

    fn unary(&mut self, node: &'a ExprUnaryOp, dst: u16) -> R<()> {
        if let (UnaryOp::Not, Expr::Compare(compare)) = (node.op, &*node.operand)
            && compare.ops.len() == 1
        {
            return self.not_compare(compare, node.range, dst);
        }
        let value = self.operand(&node.operand, &[])?;
        self.at(node.range);
        let op = match node.op {
            UnaryOp::Invert => Op::Invert,
            UnaryOp::Not => Op::Not,
            UnaryOp::UAdd => Op::Pos,
            UnaryOp::USub => Op::Neg,
        };
        self.u.code.op(op, value.use_b(), dst, value.reg, 0);
        Ok(())
    }

    // Attributes and subscripts

    /// The position of an attribute access: only the last line, from the attribute's name, when the
    /// whole spans several lines.
    pub(super) fn attribute_pos(&self, range: TextRange, node: &ExprAttribute) -> Pos {
        let mut pos = self.pos(range);
        let attr = self.pos(node.range);
        if pos.line != attr.end_line {
            let length = node.attr.id.chars().count() as u32;
            pos.line = attr.end_line;
            pos.col = attr.end_col.saturating_sub(length);
        }
        pos
    }

    fn attribute(&mut self, node: &'a ExprAttribute, dst: u16) -> R<()> {
        if self.super_attribute(node, dst)? {
            return Ok(());
        }
        let object = self.operand(&node.value, &[])?;
        let name = self.attr_index(&node.attr.id)?;
        self.u.code.pos = self.attribute_pos(node.range, node);
        self.u.code.op(Op::LoadAttr, object.use_b(), dst, object.reg, name);
        Ok(())
    }

    fn subscript(&mut self, node: &'a ExprSubscript, dst: u16) -> R<()> {
        let object = self.operand(&node.value, &[&node.slice])?;
        if let Some(bounds) = self.slice_bounds(&node.slice)? {
            self.at(node.range);
            self.u.code.op(Op::GetSlice, object.use_b() | USE_C, dst, object.reg, bounds);
            return Ok(());
        }
        let index = self.operand(&node.slice, &[])?;
        self.at(node.range);
        self.u.code.op(Op::GetItem, object.use_b() | index.use_c(), dst, object.reg, index.reg);
        Ok(())
    }

    /// Start and stop in two new temporaries if `index` is a slice without step.
    pub(super) fn slice_bounds(&mut self, index: &'a Expr) -> R<Option<u16>> {
        let Expr::Slice(slice) = index else { return Ok(None) };
        if slice.step.is_some() {
            return Ok(None);
        }
        let first = self.bound(slice.lower.as_deref(), slice.range)?;
        self.bound(slice.upper.as_deref(), slice.range)?;
        Ok(Some(first))
    }

    fn bound(&mut self, bound: Option<&'a Expr>, range: TextRange) -> R<u16> {
        match bound {
            Some(bound) => self.push(bound),
            None => self.none(range).map(|none| none.reg),
        }
    }

    fn slice_object(&mut self, node: &'a ExprSlice, dst: u16) -> R<()> {
        let base = self.bound(node.lower.as_deref(), node.range)?;
        self.bound(node.upper.as_deref(), node.range)?;
        let count = match &node.step {
            Some(step) => {
                self.push(step)?;
                3
            }
            None => 2,
        };
        self.at(node.range);
        self.u.code.op(Op::BuildSlice, 0, dst, base, count);
        Ok(())
    }

    // Assignment expressions

    /// An assignment expression whose target is a plain local that `later` does not rebind: that local.
    fn named_operand(&mut self, node: &'a ExprNamed, later: &[&Expr]) -> R<Option<Opnd>> {
        let Some(local) = self.fast_target(&node.target) else { return Ok(None) };
        if later.iter().any(|e| ruff_python_ast::helpers::any_over_expr(e, &|e: &Expr| e.is_named_expr())) {
            return Ok(None);
        }
        self.expr(&node.value, local)?;
        self.bound_local(local);
        Ok(Some(Opnd { reg: local, temp: false }))
    }

    fn named(&mut self, node: &'a ExprNamed, dst: u16) -> R<()> {
        let Expr::Name(target) = &*node.target else {
            return Err(self.error(node.range, "cannot use assignment expressions with this target"));
        };
        let sym = self.mangled(&target.id);
        if let Some(local) = self.fast_local(sym) {
            self.expr(&node.value, local)?;
            self.at(target.range);
            self.bound_local(local);
            if dst != local {
                self.u.code.op(Op::Move, 0, dst, local, 0);
            }
            return Ok(());
        }
        let mark = self.u.top;
        let value = self.push(&node.value)?;
        self.at(target.range);
        self.store_sym(sym, Opnd::temp(value).borrowed())?;
        if dst != value {
            self.u.code.op(Op::Move, USE_B, dst, value, 0);
        }
        self.u.top = mark;
        Ok(())
    }

    /// Emits an instruction that jumps.
    pub(super) fn jump_op(&mut self, op: Op, n: u8, a: u16, b: u16, c: u16, target: super::emit::Label) {
        self.u.code.push(Insn { n, d: target.0, ..Insn::new(op, a, b, c) });
    }
}

fn binary_opcode(op: Operator) -> Op {
    match op {
        Operator::Add => Op::Add,
        Operator::Sub => Op::Sub,
        Operator::Mult => Op::Mul,
        Operator::MatMult => Op::MatMul,
        Operator::Div => Op::TrueDiv,
        Operator::Mod => Op::Mod,
        Operator::Pow => Op::Pow,
        Operator::LShift => Op::LShift,
        Operator::RShift => Op::RShift,
        Operator::BitOr => Op::Or,
        Operator::BitXor => Op::Xor,
        Operator::BitAnd => Op::And,
        Operator::FloorDiv => Op::FloorDiv,
    }
}

/// The immediate form of `op`, if it has one for `value`.
fn imm_op(op: Operator, value: i64) -> Option<Op> {
    match op {
        Operator::Add => Some(Op::AddImm),
        Operator::Sub => Some(Op::SubImm),
        Operator::Mult => Some(Op::MulImm),
        Operator::BitAnd => Some(Op::AndImm),
        Operator::FloorDiv if value != 0 => Some(Op::FloorDivImm),
        Operator::Mod if value != 0 => Some(Op::ModImm),
        Operator::LShift if (0..=62).contains(&value) => Some(Op::LShiftImm),
        Operator::RShift if (0..=62).contains(&value) => Some(Op::RShiftImm),
        Operator::FloorDiv
        | Operator::Mod
        | Operator::LShift
        | Operator::RShift
        | Operator::MatMult
        | Operator::Div
        | Operator::Pow
        | Operator::BitOr
        | Operator::BitXor => None,
    }
}

/// The flag of in-place operators.
pub(super) const IN_PLACE: u8 = INPLACE;
