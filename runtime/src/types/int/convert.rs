//! Making integers: `int(…)`.

use super::Int;
use crate::error::{Raised, Res};
use crate::names::Dunder;
use crate::native::Args;
use crate::object::{IntObj, Kind};
use crate::rt::Rt;
use crate::text::float_repr::{NotFinite, truncate};
use crate::text::parse_number::{ParseIntError, ParsedInt, parse_int};
use crate::value::{Owned, Value};
use std::borrow::Cow;

/// `int.__new__`.
pub(super) fn new(rt: &Rt, args: &Args<'_>) -> Res {
    let class = crate::types::class_to_make(rt, args, Kind::Int)?;
    if class == rt.kind_type(Kind::Bool) {
        return Err(rt.type_error("int.__new__(bool) is not safe, use bool.__new__()"));
    }
    let given = &args.positional()[1..];
    if given.len() + args.names().len() > 2 {
        return Err(rt.type_error(match args.names().len() {
            0 => format!("int expected at most 2 arguments, got {}", given.len()),
            named => format!("int() takes at most 2 arguments ({} given)", given.len() + named),
        }));
    }
    let mut base = given.get(1).copied();
    for (name, value) in args.keywords() {
        let name = rt.str_lossy(name);
        if name != "base" {
            return Err(rt.type_error(format!("int() got an unexpected keyword argument '{name}'")));
        }
        base = Some(value);
    }
    let value = match (given.first(), base) {
        (None, None) => Value::int(0).own(),
        (None, Some(_)) => return Err(rt.type_error("int() missing string argument")),
        (Some(x), None) => rt.to_int(*x)?,
        (Some(x), Some(base)) => with_base(rt, *x, base)?,
    };
    of_class(rt, class, value)
}

/// `value`, an exact int, as an instance of `class`.
pub(super) fn of_class(rt: &Rt, class: Value, value: Owned) -> Res {
    if class == rt.kind_type(Kind::Int) {
        return Ok(value);
    }
    let Some(big) = rt.as_int(*value) else { return Ok(value) };
    let big = big.into_owned();
    rt.charge_int(&big)?;
    let made = rt.alloc_instance_with(class, |shape| IntObj { head: Rt::fresh_header(shape), value: big.clone() });
    if made.is_err() {
        rt.uncharge_int(&big);
    }
    made
}

fn with_base(rt: &Rt, x: Value, base: Value) -> Res {
    let base = rt.index_clamped(base)?;
    if base != 0 && !(2..=36).contains(&base) {
        return Err(rt.value_error("int() base must be >= 2 and <= 36, or 0"));
    }
    match digits_of(rt, x) {
        Some(text) => parse(rt, x, &text, base as u32),
        None => Err(rt.type_error("int() can't convert non-string with explicit base")),
    }
}

/// The text to read a number from: that of a string, or of bytes byte by byte.
pub(in crate::types) fn digits_of<'a>(rt: &Rt, x: Value) -> Option<Cow<'a, str>> {
    if let Some(t) = rt.as_text(x) {
        return Some(t.lossy());
    }
    // Bytes that are not ASCII must not become digits of another script.
    let ascii = |b: &u8| if b.is_ascii() { char::from(*b) } else { char::REPLACEMENT_CHARACTER };
    rt.as_buffer(x).map(|bytes| Cow::Owned(bytes.iter().map(ascii).collect()))
}

fn parse(rt: &Rt, x: Value, text: &str, base: u32) -> Res {
    match parse_int(text, base, rt.int_digit_limit.get()) {
        Ok(ParsedInt::Small(i)) => rt.int(i),
        Ok(ParsedInt::Big(i)) => rt.int_big(i),
        Err(ParseIntError::Invalid) => {
            let shown = rt.repr_text(x)?;
            // As CPython's `%.200R`.
            let shown: String = shown.chars().take(200).collect();
            Err(rt.value_error(format!("invalid literal for int() with base {base}: {shown}")))
        }
        Err(e) => Err(rt.value_error(e.to_string())),
    }
}

impl Rt {
    /// `int(x)`: an exact int.
    ///
    /// # Errors
    /// TypeError if `x` is no number or text; ValueError for text that is no integer; what the methods raise.
    pub fn to_int(&self, x: Value) -> Res {
        if x.is_small_int() {
            return Ok(x.own());
        }
        if let Some(f) = self.exact_float(x) {
            return self.int_from_f64(f);
        }
        if let Some(f) = self.special(x, Dunder::Int) {
            let result = self.call_special(f, x, &[])?;
            return self.exact_int(result, "__int__");
        }
        if let Some(i) = self.index_opt(x)? {
            return self.exact_int(i, "__index__");
        }
        match digits_of(self, x) {
            Some(text) => parse(self, x, &text, 10),
            None => Err(self.type_error(format!(
                "int() argument must be a string, a bytes-like object or a real number, not '{}'",
                self.type_name(x)
            ))),
        }
    }

    /// What `method` gave, as an exact int.
    fn exact_int(&self, result: Owned, method: &str) -> Res {
        if result.is_small_int() || result.has_shape(crate::object::shape_id::INT) {
            return Ok(result);
        }
        match self.as_int(*result) {
            Some(i) => {
                if method == "__int__" {
                    self.warn_of_subclass(method, &self.type_name(*result), "int");
                }
                self.int_big(i.into_owned())
            }
            None => Err(self.type_error(format!("{method} returned non-int (type {})", self.type_name(*result)))),
        }
    }

    /// The value of an exact float; `None` for other values.
    #[inline]
    fn exact_float(&self, v: Value) -> Option<f64> {
        (v.is_word_float() || v.has_shape(crate::object::shape_id::FLOAT)).then(|| self.as_float(v)).flatten()
    }

    /// The integer part of a float.
    ///
    /// # Errors
    /// OverflowError for infinities, ValueError for NaN, MemoryError.
    pub fn int_from_f64(&self, f: f64) -> Res {
        const SMALL: f64 = (1u64 << 62) as f64;
        if f.abs() < SMALL {
            return self.int(f as i64);
        }
        match truncate(f) {
            Ok(i) => self.int_big(i),
            Err(NotFinite::Infinity) => Err(self.overflow_error("cannot convert float infinity to integer")),
            Err(_) => Err(self.value_error("cannot convert float NaN to integer")),
        }
    }

    /// The value of a real number as `math` functions take it: a float, or through `__float__` or `__index__`.
    ///
    /// # Errors
    /// TypeError "must be real number, not X"; OverflowError for an int past the largest float; what the methods raise.
    #[inline]
    pub fn to_f64(&self, v: Value) -> Result<f64, Raised> {
        if v.is_word_float() {
            return Ok(v.word_float_unchecked());
        }
        if let Some(i) = v.as_small_int() {
            return Ok(i as f64);
        }
        self.to_f64_slowly(v)
    }

    fn to_f64_slowly(&self, v: Value) -> Result<f64, Raised> {
        if let Some(f) = self.as_float(v) {
            return Ok(f);
        }
        match self.to_f64_opt(v)? {
            Some(f) => Ok(f),
            None => Err(self.type_error(format!("must be real number, not {}", self.type_name(v)))),
        }
    }

    /// `v` through `__float__` or `__index__`; `None` if it has neither.
    pub(crate) fn to_f64_opt(&self, v: Value) -> Result<Option<f64>, Raised> {
        if let Some(f) = self.special(v, Dunder::Float) {
            let result = self.call_special(f, v, &[])?;
            return match self.as_float(*result) {
                Some(f) => {
                    if self.exact_float(*result).is_none() {
                        let method = format!("{}.__float__", self.type_name(v));
                        self.warn_of_subclass(&method, &self.type_name(*result), "float");
                    }
                    Ok(Some(f))
                }
                None => Err(self.type_error(format!(
                    "{}.__float__ returned non-float (type {})",
                    self.type_name(v),
                    self.type_name(*result)
                ))),
            };
        }
        match self.index_opt(v)? {
            Some(i) => self.int_to_f64(*i).map(Some),
            None => Ok(None),
        }
    }

    /// An int as the nearest float.
    ///
    /// # Errors
    /// OverflowError past the largest.
    pub fn int_to_f64(&self, i: Value) -> Result<f64, Raised> {
        match Int::of(self, i).map(Int::to_f64) {
            Some(Some(f)) => Ok(f),
            _ => Err(super::arith::too_large_for_float(self)),
        }
    }
}
