//! Making floats.

use crate::error::{Raised, Res};
use crate::native::Args;
use crate::object::{FloatObj, Kind};
use crate::rt::Rt;
use crate::text::float_repr::{FromHexError, float_fromhex};
use crate::text::parse_number::parse_float;
use crate::types::int::digits_of;
use crate::value::Value;

/// `float.__new__`.
pub(super) fn new(rt: &Rt, args: &Args<'_>) -> Res {
    let class = crate::types::class_to_make(rt, args, Kind::Float)?;
    let exact = class == rt.kind_type(Kind::Float);
    if exact && !args.names().is_empty() {
        return Err(rt.type_error("float() takes no keyword arguments"));
    }
    let x = match args.positional() {
        [_] => None,
        [_, x] => Some(*x),
        more => {
            return Err(rt.type_error(format!("float expected at most 1 argument, got {}", more.len() - 1)));
        }
    };
    match x {
        Some(x) if exact => rt.to_float(x),
        Some(x) => of_class(rt, class, to_float(rt, x)?),
        None => of_class(rt, class, 0.0),
    }
}

/// `f` as an instance of `class`.
fn of_class(rt: &Rt, class: Value, f: f64) -> Res {
    if class == rt.kind_type(Kind::Float) {
        return rt.float(f);
    }
    rt.alloc_instance_with(class, |shape| FloatObj { head: Rt::fresh_header(shape), value: f })
}

impl Rt {
    /// `float(x)`: an exact float.
    ///
    /// # Errors
    /// TypeError if `x` is no number or text; ValueError for text that is no number; what the methods raise.
    pub fn to_float(&self, x: Value) -> Res {
        if x.is_word_float() || x.has_shape(crate::object::shape_id::FLOAT) {
            return Ok(x.own());
        }
        self.float(to_float(self, x)?)
    }
}

/// The value of `float(x)`.
fn to_float(rt: &Rt, x: Value) -> Result<f64, Raised> {
    if x.is_word_float() || x.has_shape(crate::object::shape_id::FLOAT) || x.is_small_int() {
        return rt.to_f64(x);
    }
    if let Some(text) = digits_of(rt, x) {
        return match parse_float(&text) {
            Some(f) => Ok(f),
            None => Err(rt.value_error(format!("could not convert string to float: {}", rt.repr_text(x)?))),
        };
    }
    match rt.to_f64_opt(x)? {
        Some(f) => Ok(f),
        None => {
            Err(rt.type_error(format!("float() argument must be a string or a real number, not '{}'", rt.type_name(x))))
        }
    }
}

/// `float.from_number`.
pub(super) fn from_number(rt: &Rt, args: &Args<'_>) -> Res {
    let f = rt.to_f64(args.get(1))?;
    made(rt, args.get(0), f)
}

/// `float.fromhex`.
pub(super) fn fromhex(rt: &Rt, args: &Args<'_>) -> Res {
    let Some(text) = rt.as_text(args.get(1)) else {
        return Err(rt.type_error("bad argument type for built-in operation"));
    };
    match float_fromhex(&text.lossy()) {
        Ok(f) => made(rt, args.get(0), f),
        Err(e @ FromHexError::TooLarge) => Err(rt.overflow_error(e.to_string())),
        Err(e) => Err(rt.value_error(e.to_string())),
    }
}

/// A float for a class method of `class`: a subclass is called with it.
fn made(rt: &Rt, class: Value, f: f64) -> Res {
    let f = rt.float(f)?;
    if class == rt.kind_type(Kind::Float) { Ok(f) } else { rt.call(class, &[*f]) }
}
