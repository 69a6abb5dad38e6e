//! `repr`, `str`, `ascii` and `format` of any value.

use crate::error::{Raised, Res};
use crate::names::Dunder;
use crate::object::shape_id;
use crate::rt::Rt;
use crate::string::Text;
use crate::value::Value;

impl Rt {
    /// `repr(v)`.
    ///
    /// # Errors
    /// What `__repr__` raises; TypeError if it gives no string.
    pub fn repr(&self, v: Value) -> Res {
        if v.is_small_int() {
            return self.int_repr(v);
        }
        if v.is_word_float() {
            return self.float_repr(v.word_float_unchecked());
        }
        self.enter_native()?;
        let Some(f) = self.special(v, Dunder::Repr) else {
            return self.str(&format!("<{} object>", self.type_name(v)));
        };
        let r = self.call_special(f, v, &[])?;
        if self.is_str(*r) {
            Ok(r)
        } else {
            Err(self.type_error(format!("__repr__ returned non-string (type {})", self.type_name(*r))))
        }
    }

    /// `str(v)`.
    ///
    /// # Errors
    /// What `__str__` or `__repr__` raises; TypeError if it gives no string.
    pub fn to_str(&self, v: Value) -> Res {
        if v.has_shape(shape_id::STR) {
            return Ok(v.own());
        }
        if !v.is_ptr() {
            return self.repr(v);
        }
        self.enter_native()?;
        let Some(f) = self.special(v, Dunder::Str) else { return self.repr(v) };
        let r = self.call_special(f, v, &[])?;
        if self.is_str(*r) {
            Ok(r)
        } else {
            Err(self.type_error(format!("__str__ returned non-string (type {})", self.type_name(*r))))
        }
    }

    /// `ascii(v)`.
    ///
    /// # Errors
    /// As [`Rt::repr`].
    pub fn ascii(&self, v: Value) -> Res {
        let r = self.repr(v)?;
        match crate::string::text(*r) {
            Text::Ascii(_) => Ok(r),
            wide @ Text::Wide(_) => {
                let mut out = String::with_capacity(wide.len() + 16);
                for c in wide.points() {
                    match c {
                        0..=127 => out.push(char::from(c as u8)),
                        128..=255 => out.push_str(&format!("\\x{c:02x}")),
                        256..=0xffff => out.push_str(&format!("\\u{c:04x}")),
                        _ => out.push_str(&format!("\\U{c:08x}")),
                    }
                }
                self.str(&out)
            }
        }
    }

    /// `format(v, spec)`, `spec` being a string.
    ///
    /// # Errors
    /// What `__format__` raises; TypeError if it gives no string.
    pub fn format(&self, v: Value, spec: Value) -> Res {
        if crate::string::text(spec).is_empty() {
            if v.has_shape(shape_id::STR) {
                return Ok(v.own());
            }
            if v.is_small_int() {
                return self.to_str(v);
            }
        }
        if v.is_small_int() {
            return crate::types::int::format_with(self, v, crate::string::text(spec));
        }
        if v.is_word_float() {
            return crate::types::float::format_with(self, v, crate::string::text(spec));
        }
        let Some(f) = self.special(v, Dunder::Format) else {
            return Err(self.type_error(format!("Type {} doesn't define __format__", self.type_name(v))));
        };
        let r = self.call_special(f, v, &[spec])?;
        if self.is_str(*r) {
            Ok(r)
        } else {
            Err(self.type_error(format!("__format__ must return a str, not {}", self.type_name(*r))))
        }
    }

    /// `repr(v)` as Rust text, lone surrogates replaced: for messages.
    ///
    /// # Errors
    /// As [`Rt::repr`].
    pub fn repr_text(&self, v: Value) -> Result<String, Raised> {
        let r = self.repr(v)?;
        Ok(self.str_lossy(*r).into_owned())
    }

    /// `str(v)` as Rust text, lone surrogates replaced: for messages.
    ///
    /// # Errors
    /// As [`Rt::to_str`].
    pub fn str_text(&self, v: Value) -> Result<String, Raised> {
        let r = self.to_str(v)?;
        Ok(self.str_lossy(*r).into_owned())
    }

    /// Marks `v` as being printed, for containers that may contain themselves. False if it is already.
    pub fn repr_enter(&self, v: Value) -> bool {
        self.repr_active.borrow_mut().insert(v.bits())
    }

    /// The end of [`Rt::repr_enter`] that gave true.
    pub fn repr_leave(&self, v: Value) {
        self.repr_active.borrow_mut().remove(&v.bits());
    }
}
