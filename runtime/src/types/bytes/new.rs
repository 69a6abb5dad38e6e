//! Making bytes from other values, and text from bytes.

use super::hex::{Grouping, push_hex, read_hex};
use super::{byte_in, this};
use crate::error::{Exc, Raised, Res};
use crate::names::Dunder;
use crate::native::Args;
use crate::object::{Kind, shape_id};
use crate::rt::Rt;
use crate::string::Text;
use crate::types::codecs;
use crate::value::Value;

pub(super) fn new_bytes(rt: &Rt, args: &Args<'_>) -> Res {
    let class = args.get(0);
    let exact = class == rt.kind_type(Kind::Bytes);
    if let (Some(source), None, None) = (args.opt(1), args.opt(2), args.opt(3)) {
        if exact && source.has_shape(shape_id::BYTES) {
            return Ok(source.own());
        }
        if !rt.is_str(source)
            && let Some(f) = rt.special(source, Dunder::Bytes)
        {
            let made = rt.call_special(f, source, &[])?;
            let Some(data) = rt.as_bytes(*made) else {
                return Err(rt.type_error(format!("__bytes__ returned non-bytes (type {})", rt.type_name(*made))));
            };
            return if exact { Ok(made) } else { rt.bytes_of_class(class, data) };
        }
    }
    let data = contents(rt, args, "bytes")?;
    rt.bytes_of_class(class, &data)
}

/// The contents that the arguments `source`, `encoding` and `errors` (1 to 3) of `bytes` or `bytearray` give.
pub(crate) fn contents(rt: &Rt, args: &Args<'_>, of: &str) -> Result<Vec<u8>, Raised> {
    let encoding = codecs::name_arg(rt, args.opt(2), of, "encoding")?;
    let errors = codecs::name_arg(rt, args.opt(3), of, "errors")?;
    let given = args.opt(1);
    if let Some(source) = given.filter(|v| rt.is_str(*v)) {
        return match encoding {
            Some(_) => codecs::encode(rt, source, encoding, errors),
            None => Err(rt.type_error("string argument without an encoding")),
        };
    }
    if encoding.is_some() {
        return Err(rt.type_error("encoding without a string argument"));
    }
    if errors.is_some() {
        return Err(rt.type_error("errors without a string argument"));
    }
    let Some(source) = given else { return Ok(Vec::new()) };
    match count(rt, source)? {
        Some(n) => {
            let mut data = rt.byte_buffer(n)?;
            data.resize(n, 0);
            Ok(data)
        }
        None => from_object(rt, source, of),
    }
}

/// The number of zeros that an integer asks for; `None` for a value that is no integer.
fn count(rt: &Rt, source: Value) -> Result<Option<usize>, Raised> {
    let i = match rt.index_opt(source) {
        Ok(Some(i)) => i,
        Ok(None) => return Ok(None),
        Err(raised) => return rt.swallow(raised, Exc::TypeError).map(|()| None),
    };
    let n = rt.as_i64(*i).ok_or_else(|| {
        rt.overflow_error(format!("cannot fit '{}' into an index-sized integer", rt.type_name(source)))
    })?;
    usize::try_from(n).map(Some).map_err(|_| rt.value_error("negative count"))
}

/// The bytes of a bytes-like object, or those that an iterable gives.
fn from_object(rt: &Rt, source: Value, of: &str) -> Result<Vec<u8>, Raised> {
    if let Some(data) = rt.as_buffer(source) {
        let mut copy = rt.byte_buffer(data.len())?;
        copy.extend_from_slice(&data);
        return Ok(copy);
    }
    let it = match rt.iter(source) {
        Ok(it) => it,
        Err(raised) => {
            rt.swallow(raised, Exc::TypeError)?;
            return Err(rt.type_error(format!("cannot convert '{}' object to {of}", rt.type_name(source))));
        }
    };
    // The messages of bytes and bytearray differ.
    collect(rt, *it, if of == "bytes" { "bytes" } else { "byte" })
}

/// The bytes that an iterator gives; one out of range is an error about `what`.
pub(crate) fn collect(rt: &Rt, it: Value, what: &str) -> Result<Vec<u8>, Raised> {
    let mut data = Vec::new();
    while let Some(item) = rt.next(it)? {
        let byte = byte_in(rt, *item, what)?;
        rt.reserve_bytes(&mut data, 1)?;
        data.push(byte);
        if data.len().is_multiple_of(4096) {
            rt.poll()?;
        }
    }
    Ok(data)
}

pub(crate) fn decode(rt: &Rt, args: &Args<'_>) -> Res {
    if args.len() == 1 {
        return codecs::decode(rt, &this(rt, args)?.data, None, None);
    }
    let encoding = codecs::name_arg(rt, args.opt(1), "decode", "encoding")?;
    let errors = codecs::name_arg(rt, args.opt(2), "decode", "errors")?;
    codecs::decode(rt, &this(rt, args)?.data, encoding, errors)
}

pub(crate) fn fromhex(rt: &Rt, args: &Args<'_>) -> Res {
    let (class, source) = (args.get(0), args.get(1));
    let read = match (rt.as_text(source), rt.as_buffer(source)) {
        (Some(Text::Ascii(s)), _) => read_hex(s.as_bytes()),
        (Some(Text::Wide(w)), _) => Err(w.iter().position(|c| *c > 127)),
        (None, Some(data)) => read_hex(&data),
        (None, None) => {
            let got = rt.type_name(source);
            return Err(rt.type_error(format!("fromhex() argument must be str or bytes-like, not {got}")));
        }
    };
    let data = read.map_err(|at| match at {
        Some(at) => rt.value_error(format!("non-hexadecimal number found in fromhex() arg at position {at}")),
        None => rt.value_error("fromhex() arg must contain an even number of hexadecimal digits"),
    })?;
    let array = rt.is_subclass(class, rt.kind_type(Kind::ByteArray));
    let made = if array { rt.bytearray(data)? } else { rt.bytes(&data)? };
    if class == rt.kind_type(Kind::ByteArray) || class == rt.kind_type(Kind::Bytes) {
        return Ok(made);
    }
    rt.call(class, &[*made])
}

pub(crate) fn hex(rt: &Rt, args: &Args<'_>) -> Res {
    let per_group = args.opt(2).map_or(Ok(1), |v| rt.index_c_int(v))?;
    let grouping = match args.opt(1) {
        None => None,
        Some(sep) => Some(Grouping { separator: separator(rt, sep)?, bytes: per_group }),
    };
    let this = this(rt, args)?;
    if !rt.heap_allows(this.data.len().saturating_mul(3)) {
        return Err(rt.memory_error());
    }
    let mut out = String::with_capacity(this.data.len() * 2);
    push_hex(&this.data, grouping, &mut out);
    rt.str(&out)
}

fn separator(rt: &Rt, sep: Value) -> Result<char, Raised> {
    if rt.len(sep)? != 1 {
        return Err(rt.value_error("sep must be length 1."));
    }
    let c = match (rt.as_text(sep), rt.as_bytes(sep)) {
        (Some(t), _) => t.at(0),
        (None, Some(b)) => b.first().copied().map_or(0, u32::from),
        (None, None) => return Err(rt.type_error("sep must be str or bytes.")),
    };
    match u8::try_from(c) {
        Ok(c) if c.is_ascii() => Ok(char::from(c)),
        _ => Err(rt.value_error("sep must be ASCII.")),
    }
}
