//! `b'%s' % value`.

use crate::error::{Exc, Raised, Res};
use crate::names::Dunder;
use crate::object::Kind;
use crate::rt::Rt;
use crate::text::percent::{Conversion, Field, PercentError, layout_text};
use crate::types::str::percent::{Operands, Sink, raise, run};
use crate::value::Value;

/// The result so far. The format is read as text, one character a byte (Latin-1).
struct ByteSink {
    out: Vec<u8>,
}

/// The bytes of a part of the format.
fn to_bytes(part: &str) -> impl Iterator<Item = u8> {
    part.chars().map(|c| u32::from(c) as u8)
}

impl ByteSink {
    fn lay_out(&mut self, rt: &Rt, data: &[u8], field: &Field) -> Result<(), Raised> {
        let layout = layout_text(data.len(), field, rt.text_limits()).map_err(|e| raise(rt, e))?;
        rt.reserve_bytes(&mut self.out, layout.left + layout.keep + layout.right)?;
        self.out.extend(std::iter::repeat_n(b' ', layout.left));
        self.out.extend_from_slice(&data[..layout.keep]);
        self.out.extend(std::iter::repeat_n(b' ', layout.right));
        Ok(())
    }
}

impl Sink for ByteSink {
    const OF: &'static str = "bytes";
    const HAS_B: bool = true;

    fn literal(&mut self, part: &str) {
        self.out.extend(to_bytes(part));
    }

    fn key(&self, rt: &Rt, key: &str) -> Res {
        rt.bytes(&to_bytes(key).collect::<Vec<u8>>())
    }

    fn push_ascii(&mut self, s: &str) {
        self.out.extend_from_slice(s.as_bytes());
    }

    fn object(&mut self, rt: &Rt, conversion: Conversion, v: Value, field: &Field) -> Result<(), Raised> {
        if conversion != Conversion::Str {
            let s = rt.ascii(v)?;
            return self.lay_out(rt, rt.str_lossy(*s).as_bytes(), field);
        }
        if let Some(data) = rt.as_buffer(v) {
            return self.lay_out(rt, &data, field);
        }
        let Some(f) = rt.special(v, Dunder::Bytes) else {
            return Err(rt.type_error(format!(
                "%b requires a bytes-like object, or an object that implements __bytes__, not '{}'",
                rt.type_name(v)
            )));
        };
        let made = rt.call_special(f, v, &[])?;
        match rt.as_bytes(*made) {
            Some(data) => self.lay_out(rt, data, field),
            None => Err(rt.type_error(format!("__bytes__ returned non-bytes (type {})", rt.type_name(*made)))),
        }
    }

    fn character(&mut self, rt: &Rt, v: Value, field: &Field) -> Result<(), Raised> {
        let wanted = "%c requires an integer in range(256) or a single byte, not";
        if let Some(data) = rt.as_buffer(v) {
            if data.len() == 1 {
                return self.lay_out(rt, &data, field);
            }
            let what = if rt.is_bytes(v) { "bytes" } else { "bytearray" };
            return Err(rt.type_error(format!("{wanted} a {what} object of length {}", data.len())));
        }
        let i = match rt.index_opt(v) {
            Ok(i) => i,
            Err(raised) => {
                rt.swallow(raised, Exc::TypeError)?;
                None
            }
        };
        let Some(i) = i else { return Err(rt.type_error(format!("{wanted} {}", rt.type_name(v)))) };
        match rt.as_i64(*i).and_then(|i| u8::try_from(i).ok()) {
            Some(b) => self.lay_out(rt, &[b], field),
            None => Err(rt.overflow_error("%c arg not in range(256)")),
        }
    }

    fn not_real(rt: &Rt, v: Value) -> Option<Raised> {
        Some(rt.type_error(format!("float argument required, not {}", rt.type_name(v))))
    }

    fn raise(rt: &Rt, e: PercentError) -> Raised {
        match e {
            PercentError::PrecisionTooBig => rt.value_error("prec too big"),
            e => raise(rt, e),
        }
    }
}

/// `format % values` for bytes or a byte array `format`.
///
/// # Errors
/// As [`run`].
pub(super) fn percent_format(rt: &Rt, format: Value, values: Value) -> Res {
    rt.enter_native()?;
    let text: String = rt.expect_buffer(format)?.iter().map(|b| char::from(*b)).collect();
    let mut operands = Operands::new(rt, values, &[Kind::Bytes, Kind::ByteArray, Kind::Str]);
    let mut sink = ByteSink { out: Vec::with_capacity(text.len()) };
    run(rt, &text, &mut operands, &mut sink)?;
    if rt.kind_of(format) == Kind::ByteArray { rt.bytearray(sink.out) } else { rt.bytes(&sink.out) }
}
