//! Arithmetic and bitwise operators.

use crate::error::{Raised, Res};
use crate::names::Dunder;
use crate::object::{Kind, shape_id};
use crate::rt::Rt;
use crate::value::{Owned, Value};

/// A binary operator.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    TrueDiv,
    FloorDiv,
    Mod,
    Pow,
    LShift,
    RShift,
    And,
    Or,
    Xor,
    MatMul,
}

impl BinOp {
    /// The operator's sign.
    pub fn sign(self) -> &'static str {
        match self {
            BinOp::Add => "+",
            BinOp::Sub => "-",
            BinOp::Mul => "*",
            BinOp::TrueDiv => "/",
            BinOp::FloorDiv => "//",
            BinOp::Mod => "%",
            BinOp::Pow => "** or pow()",
            BinOp::LShift => "<<",
            BinOp::RShift => ">>",
            BinOp::And => "&",
            BinOp::Or => "|",
            BinOp::Xor => "^",
            BinOp::MatMul => "@",
        }
    }

    /// The special methods: left, reflected, in place.
    pub fn dunders(self) -> (Dunder, Dunder, Dunder) {
        match self {
            BinOp::Add => (Dunder::Add, Dunder::Radd, Dunder::Iadd),
            BinOp::Sub => (Dunder::Sub, Dunder::Rsub, Dunder::Isub),
            BinOp::Mul => (Dunder::Mul, Dunder::Rmul, Dunder::Imul),
            BinOp::TrueDiv => (Dunder::TrueDiv, Dunder::RtrueDiv, Dunder::ItrueDiv),
            BinOp::FloorDiv => (Dunder::FloorDiv, Dunder::RfloorDiv, Dunder::IfloorDiv),
            BinOp::Mod => (Dunder::Mod, Dunder::Rmod, Dunder::Imod),
            BinOp::Pow => (Dunder::Pow, Dunder::Rpow, Dunder::Ipow),
            BinOp::LShift => (Dunder::LShift, Dunder::RlShift, Dunder::IlShift),
            BinOp::RShift => (Dunder::RShift, Dunder::RrShift, Dunder::IrShift),
            BinOp::And => (Dunder::And, Dunder::Rand, Dunder::Iand),
            BinOp::Or => (Dunder::Or, Dunder::Ror, Dunder::Ior),
            BinOp::Xor => (Dunder::Xor, Dunder::Rxor, Dunder::Ixor),
            BinOp::MatMul => (Dunder::MatMul, Dunder::RmatMul, Dunder::ImatMul),
        }
    }
}

impl Rt {
    /// `a op b`.
    ///
    /// # Errors
    /// TypeError for unsupported operands; what the methods raise.
    #[inline]
    pub fn binary(&self, op: BinOp, a: Value, b: Value) -> Res {
        if a.shape() >= shape_id::FIRST_DYNAMIC {
            return self.binary_with(op, a, b);
        }
        if let Some(result) = crate::types::int::fast_binary(self, op, a, b) {
            return result;
        }
        if let Some(result) = crate::types::str::fast_binary(self, op, a, b) {
            return result;
        }
        self.binary_with(op, a, b)
    }

    /// `a op b` by methods and for sequences.
    #[inline(never)]
    fn binary_with(&self, op: BinOp, a: Value, b: Value) -> Res {
        match self.binary_opt(op, a, b)? {
            Some(v) => Ok(v),
            None => Err(self.unsupported(op.sign(), a, b)),
        }
    }

    /// `a op= b`: the in-place method first.
    ///
    /// # Errors
    /// As [`Rt::binary`].
    pub fn inplace(&self, op: BinOp, a: Value, b: Value) -> Res {
        if let Some(result) = crate::types::int::fast_binary(self, op, a, b) {
            return result;
        }
        if let Some(result) = crate::types::str::fast_binary(self, op, a, b) {
            return result;
        }
        if a.has_shape(shape_id::LIST) && op == BinOp::Add && matches!(b.shape(), shape_id::LIST | shape_id::TUPLE) {
            self.list_extend(a, b)?;
            return Ok(a.own());
        }
        if let Some(f) = self.special(a, op.dunders().2) {
            // A sequence's own method comes after the number methods of the other operand, here too.
            if matches!(op, BinOp::Add | BinOp::Mul)
                && matches!(self.kind_of(a), Kind::List | Kind::ByteArray)
                && self.as_native(f).is_some()
                && let Some(method) = self.special(b, op.dunders().1)
                && !self.is_sequence_or_int_method(b, method)
            {
                let result = self.call_special(method, b, &[a])?;
                if !result.is_not_implemented() {
                    return Ok(result);
                }
            }
            let result = self.call_special(f, a, &[b])?;
            if !result.is_not_implemented() {
                return Ok(result);
            }
        }
        match self.binary_opt(op, a, b)? {
            Some(v) => Ok(v),
            None => {
                let sign = if op == BinOp::Pow { "**=".into() } else { format!("{}=", op.sign()) };
                Err(self.unsupported(&sign, a, b))
            }
        }
    }

    #[cold]
    fn unsupported(&self, sign: &str, a: Value, b: Value) -> Raised {
        let (left, right) = (self.type_name(a), self.type_name(b));
        if sign == ">>" && self.as_native(a).is_some_and(|n| n.def.name == "print") {
            return self.type_error(format!(
                "unsupported operand type(s) for >>: '{left}' and '{right}'. Did you mean \"print(<message>, file=<output_stream>)\"?"
            ));
        }
        self.type_error(format!("unsupported operand type(s) for {sign}: '{left}' and '{right}'"))
    }

    /// The operator's methods in CPython's order; `None` if all decline.
    fn binary_opt(&self, op: BinOp, a: Value, b: Value) -> Result<Option<Owned>, Raised> {
        if let Some(result) = self.sequence_binary(op, a, b) {
            return result.map(Some);
        }
        let (left, reflected, _) = op.dunders();
        self.binary_methods(a, b, left, reflected, op)
    }

    /// The methods of `a` and `b` for another operation that has a reflected form; `None` if all decline.
    pub(crate) fn binary_specials(
        &self,
        a: Value,
        b: Value,
        left: Dunder,
        reflected: Dunder,
    ) -> Result<Option<Owned>, Raised> {
        self.binary_methods(a, b, left, reflected, BinOp::Mod)
    }

    fn binary_methods(
        &self,
        a: Value,
        b: Value,
        left: Dunder,
        reflected: Dunder,
        op: BinOp,
    ) -> Result<Option<Owned>, Raised> {
        self.enter_native()?;
        let (ca, cb) = (self.class_of(a), self.class_of(b));
        let f = self.type_special(ca, left);
        let mut g = if ca == cb { None } else { self.type_special(cb, reflected) };
        // A sequence's own `+` and `*` come last, since they are not number methods.
        let sequence = matches!(op, BinOp::Add | BinOp::Mul)
            && matches!(self.kind_of(a), Kind::Str | Kind::Bytes | Kind::ByteArray | Kind::List | Kind::Tuple)
            && f.is_some_and(|f| self.as_native(f).is_some());
        // A subclass that overrides the reflected method goes first.
        let derived = g.is_some() && self.is_subclass(cb, ca) && self.type_special(ca, reflected) != g;
        if let Some(method) = g
            && (derived || (sequence && !self.is_sequence_or_int_method(b, method)))
        {
            let result = self.call_special(method, b, &[a])?;
            if !result.is_not_implemented() {
                return Ok(Some(result));
            }
            g = None;
        }
        if let Some(method) = f {
            let result = self.call_special(method, a, &[b])?;
            if !result.is_not_implemented() {
                return Ok(Some(result));
            }
        }
        if let Some(method) = g {
            let result = self.call_special(method, b, &[a])?;
            if !result.is_not_implemented() {
                return Ok(Some(result));
            }
        }
        Ok(None)
    }

    /// `+` and `*` of exact lists and tuples, which need no dispatch.
    #[inline]
    fn sequence_binary(&self, op: BinOp, a: Value, b: Value) -> Option<Res> {
        use crate::types::{list::extend, tuple};
        match (op, a.shape(), b.shape()) {
            (BinOp::Add, shape_id::LIST, shape_id::LIST) => Some(extend::concat(self, a, b)),
            (BinOp::Add, shape_id::TUPLE, shape_id::TUPLE) => Some(tuple::concat(self, a, b)),
            (BinOp::Mul, shape_id::LIST, _) => Some(extend::repeat(self, a, b.as_small_int()?.max(0) as usize)),
            (BinOp::Mul, shape_id::TUPLE, _) => Some(tuple::repeat(self, a, b.as_small_int()?.max(0) as usize)),
            _ => None,
        }
    }

    /// Whether reflected method `method` of `b` is the own one of a built-in sequence, which is no number method, or of int, which
    /// declines.
    fn is_sequence_or_int_method(&self, b: Value, method: Value) -> bool {
        let kinds = [Kind::Int, Kind::Bool, Kind::Str, Kind::Bytes, Kind::ByteArray, Kind::List, Kind::Tuple];
        self.as_native(method).is_some() && kinds.contains(&self.kind_of(b))
    }

    /// `-v`, `+v`, `~v` by special method `d`.
    ///
    /// # Errors
    /// TypeError for an unsupported operand; what the method raises.
    pub fn unary(&self, d: Dunder, v: Value) -> Res {
        if let Some(i) = v.as_small_int() {
            match d {
                Dunder::Neg => return self.int(-i),
                Dunder::Invert => return self.int(!i),
                Dunder::Pos => return Ok(v.own()),
                Dunder::Abs => return self.int(i.abs()),
                _ => {}
            }
        }
        if v.is_word_float() && d == Dunder::Neg {
            return self.float(-v.word_float_unchecked());
        }
        let sign = match d {
            Dunder::Neg => "-",
            Dunder::Pos => "+",
            Dunder::Invert => "~",
            _ => "abs()",
        };
        match self.special(v, d) {
            Some(f) => self.call_special(f, v, &[]),
            None if d == Dunder::Abs => {
                Err(self.type_error(format!("bad operand type for abs(): '{}'", self.type_name(v))))
            }
            None => Err(self.type_error(format!("bad operand type for unary {sign}: '{}'", self.type_name(v)))),
        }
    }
}
