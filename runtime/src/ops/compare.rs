//! Comparisons.

use crate::error::{Raised, Res};
use crate::names::Dunder;
use crate::object::shape_id;
use crate::rt::Rt;
use crate::value::Value;

/// A comparison operator.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum CmpOp {
    Lt,
    Le,
    Eq,
    Ne,
    Gt,
    Ge,
}

impl CmpOp {
    /// Its sign.
    pub fn sign(self) -> &'static str {
        match self {
            CmpOp::Lt => "<",
            CmpOp::Le => "<=",
            CmpOp::Eq => "==",
            CmpOp::Ne => "!=",
            CmpOp::Gt => ">",
            CmpOp::Ge => ">=",
        }
    }

    /// Its special method.
    pub fn dunder(self) -> Dunder {
        match self {
            CmpOp::Lt => Dunder::Lt,
            CmpOp::Le => Dunder::Le,
            CmpOp::Eq => Dunder::Eq,
            CmpOp::Ne => Dunder::Ne,
            CmpOp::Gt => Dunder::Gt,
            CmpOp::Ge => Dunder::Ge,
        }
    }

    /// The operator that holds with the operands exchanged.
    pub fn swapped(self) -> CmpOp {
        match self {
            CmpOp::Lt => CmpOp::Gt,
            CmpOp::Le => CmpOp::Ge,
            CmpOp::Gt => CmpOp::Lt,
            CmpOp::Ge => CmpOp::Le,
            CmpOp::Eq | CmpOp::Ne => self,
        }
    }

    /// What the operator says of an ordering.
    #[inline(always)]
    pub fn holds(self, o: std::cmp::Ordering) -> bool {
        match self {
            CmpOp::Lt => o.is_lt(),
            CmpOp::Le => o.is_le(),
            CmpOp::Eq => o.is_eq(),
            CmpOp::Ne => o.is_ne(),
            CmpOp::Gt => o.is_gt(),
            CmpOp::Ge => o.is_ge(),
        }
    }

    /// What the operator says of two doubles.
    #[inline(always)]
    pub fn holds_f64(self, a: f64, b: f64) -> bool {
        match self {
            CmpOp::Lt => a < b,
            CmpOp::Le => a <= b,
            CmpOp::Eq => a == b,
            CmpOp::Ne => a != b,
            CmpOp::Gt => a > b,
            CmpOp::Ge => a >= b,
        }
    }
}

/// `a op b` for two strings.
#[inline]
pub(crate) fn compare_strings(op: CmpOp, a: Value, b: Value) -> bool {
    match op {
        CmpOp::Eq => crate::string::equal(a, b),
        CmpOp::Ne => !crate::string::equal(a, b),
        _ => op.holds(crate::types::str::cmp_text(crate::string::text(a), crate::string::text(b))),
    }
}

impl Rt {
    /// `a op b` if both are exact strings, which runs no code and cannot fail.
    #[inline]
    pub fn compare_at_once(&self, op: CmpOp, a: Value, b: Value) -> Option<bool> {
        (a.has_shape(shape_id::STR) && b.has_shape(shape_id::STR)).then(|| compare_strings(op, a, b))
    }

    /// The truth of `a op b`.
    ///
    /// # Errors
    /// TypeError if they cannot be ordered; what user code raises.
    #[inline]
    pub fn compare_truth(&self, op: CmpOp, a: Value, b: Value) -> Result<bool, Raised> {
        if let (Some(x), Some(y)) = (a.as_small_int(), b.as_small_int()) {
            return Ok(op.holds(x.cmp(&y)));
        }
        if a.is_word_float() && b.is_word_float() {
            return Ok(op.holds_f64(a.word_float_unchecked(), b.word_float_unchecked()));
        }
        if a.has_shape(shape_id::STR) && b.has_shape(shape_id::STR) {
            return Ok(compare_strings(op, a, b));
        }
        if matches!(op, CmpOp::Eq | CmpOp::Ne) && a.has_shape(shape_id::TUPLE) && b.has_shape(shape_id::TUPLE) {
            return Ok(self.tuples_equal(a, b)? == (op == CmpOp::Eq));
        }
        self.compare_truth_slowly(op, a, b)
    }

    #[inline(never)]
    fn compare_truth_slowly(&self, op: CmpOp, a: Value, b: Value) -> Result<bool, Raised> {
        if let Some(holds) = self.compares_by_identity(op, a, b) {
            return Ok(holds);
        }
        let r = self.compare_slowly(op, a, b)?;
        self.truth(*r)
    }

    /// What `==` or `!=` says of objects both of whose classes leave it to `object`; `None` if that is not the case.
    #[inline]
    pub(crate) fn compares_by_identity(&self, op: CmpOp, a: Value, b: Value) -> Option<bool> {
        let wanted = match op {
            CmpOp::Eq => true,
            CmpOp::Ne => false,
            CmpOp::Lt | CmpOp::Le | CmpOp::Gt | CmpOp::Ge => return None,
        };
        let (ca, cb) = (self.class_of(a), self.class_of(b));
        let plain = |class: Value| {
            self.type_special(class, Dunder::Eq) == self.types.object_eq.get().some()
                && (wanted || self.type_special(class, Dunder::Ne) == self.types.object_ne.get().some())
        };
        (plain(ca) && (ca == cb || plain(cb))).then_some((a == b) == wanted)
    }

    /// Whether two tuples have equal items.
    fn tuples_equal(&self, a: Value, b: Value) -> Result<bool, Raised> {
        let (a, b) = (crate::tuple::tuple_items(a), crate::tuple::tuple_items(b));
        if a.len() != b.len() {
            return Ok(false);
        }
        self.enter_native()?;
        let mut equal = true;
        for (x, y) in a.iter().zip(b) {
            if !self.eq(*x, *y)? {
                equal = false;
                break;
            }
        }
        Ok(equal)
    }

    /// `a op b`, which need not be a bool.
    ///
    /// # Errors
    /// TypeError if they cannot be ordered; what user code raises.
    #[inline]
    pub fn compare(&self, op: CmpOp, a: Value, b: Value) -> Res {
        if a.is_small_int() && b.is_small_int() {
            return Ok(Value::bool(op.holds(a.small_int_unchecked().cmp(&b.small_int_unchecked()))).own());
        }
        if a.has_shape(shape_id::STR) && b.has_shape(shape_id::STR) {
            return Ok(Value::bool(compare_strings(op, a, b)).own());
        }
        self.compare_slowly(op, a, b)
    }

    fn compare_slowly(&self, op: CmpOp, a: Value, b: Value) -> Res {
        if a.shape() >= shape_id::FIRST_DYNAMIC && b.shape() >= shape_id::FIRST_DYNAMIC {
            return self.compare_by_methods(op, a, b);
        }
        if let Some(result) = crate::types::float::fast_compare(op, a, b) {
            return Ok(Value::bool(result).own());
        }
        match (a.shape(), b.shape()) {
            (shape_id::LIST, shape_id::LIST) => return crate::types::list::compare(self, op, a, b),
            (shape_id::TUPLE, shape_id::TUPLE) => return crate::types::tuple::compare(self, op, a, b),
            _ => {}
        }
        self.compare_by_methods(op, a, b)
    }

    fn compare_by_methods(&self, op: CmpOp, a: Value, b: Value) -> Res {
        if let Some(holds) = self.compares_by_identity(op, a, b) {
            return Ok(Value::bool(holds).own());
        }
        self.enter_native()?;
        let (ca, cb) = (self.class_of(a), self.class_of(b));
        let mut tried = false;
        if ca != cb
            && self.is_subclass(cb, ca)
            && let Some(f) = self.type_special(cb, op.swapped().dunder())
        {
            tried = true;
            let r = self.call_special(f, b, &[a])?;
            if !r.is_not_implemented() {
                return Ok(r);
            }
        }
        if let Some(f) = self.type_special(ca, op.dunder()) {
            let r = self.call_special(f, a, &[b])?;
            if !r.is_not_implemented() {
                return Ok(r);
            }
        }
        if !tried && let Some(f) = self.type_special(cb, op.swapped().dunder()) {
            let r = self.call_special(f, b, &[a])?;
            if !r.is_not_implemented() {
                return Ok(r);
            }
        }
        match op {
            CmpOp::Eq => Ok(Value::bool(a == b).own()),
            CmpOp::Ne => Ok(Value::bool(a != b).own()),
            _ => Err(self.type_error(format!(
                "'{}' not supported between instances of '{}' and '{}'",
                op.sign(),
                self.type_name(a),
                self.type_name(b)
            ))),
        }
    }

    /// Equality as containers use it: identical objects are equal.
    ///
    /// # Errors
    /// What user code raises.
    #[inline]
    pub fn eq(&self, a: Value, b: Value) -> Result<bool, Raised> {
        if a == b { Ok(true) } else { self.compare_truth(CmpOp::Eq, a, b) }
    }
}
