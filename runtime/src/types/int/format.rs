//! Integers as text.

use super::Int;
use crate::error::{Raised, Res};
use crate::native::Args;
use crate::rt::Rt;
use crate::string::Text;
use crate::text::format_spec::{FormatSpec, Target};
use crate::text::format_value::format_int;
use crate::text::parse_number::{IntRef, int_to_decimal};
use crate::value::Value;

/// `int.__repr__`.
pub(super) fn repr(rt: &Rt, args: &Args<'_>) -> Res {
    rt.int_repr(args.get(0))
}

/// An integer of 64 bits in decimal, written into `buffer`.
pub fn decimal(i: i64, buffer: &mut [u8; 20]) -> &str {
    let mut left = i.unsigned_abs();
    let mut at = buffer.len();
    loop {
        at -= 1;
        buffer[at] = b'0' + (left % 10) as u8;
        left /= 10;
        if left == 0 {
            break;
        }
    }
    if i < 0 {
        at -= 1;
        buffer[at] = b'-';
    }
    std::str::from_utf8(&buffer[at..]).unwrap_or("0")
}

impl Rt {
    /// An int in decimal.
    ///
    /// # Errors
    /// ValueError if it has more digits than the limit; MemoryError.
    pub fn int_repr(&self, v: Value) -> Res {
        match Int::of(self, v) {
            Some(Int::Small(i)) => {
                if let Some(c) = self.digit_char(i) {
                    return Ok(c.own());
                }
                self.str_from_text(Text::Ascii(decimal(i, &mut [0; 20])))
            }
            Some(Int::Big(i)) => match self.decimal_of_big(IntRef::Big(i)) {
                Ok(text) => self.str(&text),
                Err(raised) => Err(raised),
            },
            None => Err(self.type_error("an integer is required")),
        }
    }

    /// The one-character string of a digit.
    fn digit_char(&self, i: i64) -> Option<Value> {
        let digit = u8::try_from(i).ok().filter(|d| *d < 10)?;
        self.chars.get(usize::from(b'0' + digit)).copied()
    }

    fn decimal_of_big(&self, i: IntRef<'_>) -> Result<String, Raised> {
        int_to_decimal(i, self.int_digit_limit.get()).map_err(|e| self.value_error(e.to_string()))
    }
}

/// `int.__format__`.
pub(super) fn dunder_format(rt: &Rt, args: &Args<'_>) -> Res {
    let (v, spec) = (args.get(0), args.get(1));
    let Some(spec) = rt.as_text(spec) else {
        return Err(rt.type_error(format!("__format__() argument must be str, not {}", rt.type_name(spec))));
    };
    format_with(rt, v, spec)
}

/// An int under a format specification.
///
/// # Errors
/// ValueError and others for a specification that does not suit it.
pub(crate) fn format_with(rt: &Rt, v: Value, spec: Text<'_>) -> Res {
    if spec.is_empty() {
        return rt.to_str(v);
    }
    let failed = |e| rt.raise_format_error(&e, &rt.type_name(v));
    let spec = FormatSpec::parse(&spec.lossy(), Target::Int).map_err(failed)?;
    let Some(value) = Int::of(rt, v) else { return Err(rt.type_error("an integer is required")) };
    let text = format_int(value.as_ref(), &spec, rt.text_limits()).map_err(failed)?;
    rt.str(&text)
}
