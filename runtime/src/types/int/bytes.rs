//! Integers to and from bytes.

use super::Int;
use crate::error::{Exc, Raised, Res};
use crate::native::Args;
use crate::object::Kind;
use crate::rt::Rt;
use crate::value::{Owned, Value};
use dashu_int::{IBig, UBig};

/// Whether the most significant byte comes first.
fn big_endian(rt: &Rt, order: Option<Value>, function: &str) -> Result<bool, Raised> {
    let Some(order) = order else { return Ok(true) };
    let Some(text) = rt.as_text(order) else {
        let given = rt.type_name(order);
        return Err(rt.type_error(format!("{function}() argument 'byteorder' must be str, not {given}")));
    };
    match &*text.lossy() {
        "big" => Ok(true),
        "little" => Ok(false),
        _ => Err(rt.value_error("byteorder must be either 'little' or 'big'")),
    }
}

fn is_signed(rt: &Rt, signed: Option<Value>) -> Result<bool, Raised> {
    signed.map_or(Ok(false), |s| rt.truth(s))
}

/// `int.to_bytes`.
pub(super) fn to_bytes(rt: &Rt, args: &Args<'_>) -> Res {
    let length = args.opt(1).map_or(Ok(1), |v| rt.index_i64(v, Exc::OverflowError))?;
    let big = big_endian(rt, args.opt(2), "to_bytes")?;
    let signed = is_signed(rt, args.opt(3))?;
    let Ok(length) = usize::try_from(length) else {
        return Err(rt.value_error("length argument must be non-negative"));
    };
    let Some(value) = Int::of(rt, args.get(0)) else { return Err(rt.type_error("an integer is required")) };
    if value.is_negative() && !signed {
        return Err(rt.overflow_error("can't convert negative int to unsigned"));
    }
    let mut bytes = twos_complement(value, signed);
    if bytes.len() > length {
        return Err(rt.overflow_error("int too big to convert"));
    }
    if !rt.heap_allows(length.saturating_mul(2)) {
        return Err(rt.memory_error());
    }
    bytes.resize(length, if value.is_negative() { 0xff } else { 0 });
    if big {
        bytes.reverse();
    }
    rt.bytes(&bytes)
}

/// The fewest bytes that hold the value, the least significant first; none for an unsigned zero, and for a signed one.
fn twos_complement(value: Int<'_>, signed: bool) -> Vec<u8> {
    let big = value.big();
    let mut bytes = if value.is_negative() {
        // −n is the complement of n − 1.
        let (_, magnitude) = (-&*big - IBig::from(1)).into_parts();
        magnitude.to_le_bytes().iter().map(|b| !b).collect()
    } else {
        let (_, magnitude) = big.into_owned().into_parts();
        magnitude.to_le_bytes().into_vec()
    };
    let last = bytes.last().copied();
    let wrong_sign = match last {
        Some(top) => (top & 0x80 != 0) != value.is_negative(),
        None => value.is_negative(),
    };
    if signed && wrong_sign {
        bytes.push(if value.is_negative() { 0xff } else { 0 });
    }
    bytes
}

/// `int.from_bytes`.
pub(super) fn from_bytes(rt: &Rt, args: &Args<'_>) -> Res {
    let big = big_endian(rt, args.opt(2), "from_bytes")?;
    let signed = is_signed(rt, args.opt(3))?;
    let source = byte_source(rt, args.get(1))?;
    let mut bytes = match rt.as_buffer(*source) {
        Some(bytes) => bytes.to_vec(),
        None => Vec::new(),
    };
    if big {
        bytes.reverse();
    }
    let negative = signed && bytes.last().is_some_and(|top| top & 0x80 != 0);
    let value = if negative {
        bytes.iter_mut().for_each(|b| *b = !*b);
        -IBig::from(UBig::from_le_bytes(&bytes)) - IBig::from(1)
    } else {
        IBig::from(UBig::from_le_bytes(&bytes))
    };
    let value = rt.int_big(value)?;
    let class = args.get(0);
    if class == rt.kind_type(Kind::Int) { Ok(value) } else { rt.call(class, &[*value]) }
}

/// What `bytes(x)` would give for an `x` that is no number or text.
fn byte_source(rt: &Rt, x: Value) -> Result<Owned, Raised> {
    if rt.as_buffer(x).is_some() {
        return Ok(x.own());
    }
    if let Some(f) = rt.special(x, crate::names::Dunder::Bytes) {
        let result = rt.call_special(f, x, &[])?;
        return match rt.is_bytes(*result) {
            true => Ok(result),
            false => Err(rt.type_error(format!("__bytes__ returned non-bytes (type {})", rt.type_name(*result)))),
        };
    }
    if rt.is_str(x)
        || rt.special(x, crate::names::Dunder::Iter).is_none() && rt.special(x, crate::names::Dunder::GetItem).is_none()
    {
        return Err(rt.type_error(format!("cannot convert '{}' object to bytes", rt.type_name(x))));
    }
    rt.call(rt.kind_type(Kind::Bytes), &[x])
}
