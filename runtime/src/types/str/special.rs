//! Special methods of str.

use super::percent::percent_format;
use super::{this, with_strand};
use crate::error::Res;
use crate::native::Args;
use crate::object::shape_id;
use crate::ops::{CmpOp, compare_strings};
use crate::rt::Rt;
use crate::string::{Text, text};
use crate::text::quote;
use crate::text::search::Unit;
use crate::types::sequence::repeat_count;
use crate::types::strand;
use crate::value::Value;

pub(super) fn add(rt: &Rt, args: &Args<'_>) -> Res {
    let (a, b) = (args.get(0), args.get(1));
    if !rt.is_str(b) {
        return Err(rt.type_error(format!("can only concatenate str (not \"{}\") to str", rt.type_name(b))));
    }
    rt.str_concat(a, b)
}

pub(super) fn mul(rt: &Rt, args: &Args<'_>) -> Res {
    let n = repeat_count(rt, args.get(1))?;
    with_strand!(args.get(0), |s| strand::repeat(rt, s, n, "repeated string is too long"))
}

pub(super) fn modulo(rt: &Rt, args: &Args<'_>) -> Res {
    percent_format(rt, args.get(0), args.get(1))
}

pub(super) fn rmod(rt: &Rt, args: &Args<'_>) -> Res {
    if rt.is_str(args.get(1)) {
        percent_format(rt, args.get(1), args.get(0))
    } else {
        Ok(Value::not_implemented().own())
    }
}

/// Whether `hay` contains `needle`.
pub(crate) fn contains_text(hay: Text<'_>, needle: Text<'_>) -> bool {
    match (hay, needle) {
        (Text::Ascii(h), Text::Ascii(n)) => u8::find(h.as_bytes(), n.as_bytes()).is_some(),
        (Text::Ascii(_), Text::Wide(_)) => false,
        (Text::Wide(h), n) => u32::find(h, &super::widen(n)).is_some(),
    }
}

pub(super) fn contains(rt: &Rt, args: &Args<'_>) -> Res {
    let item = args.get(1);
    match rt.as_text(item) {
        Some(needle) => Ok(Value::bool(contains_text(this(args), needle)).own()),
        None => {
            Err(rt.type_error(format!("'in <string>' requires string as left operand, not {}", rt.type_name(item))))
        }
    }
}

pub(super) fn len(rt: &Rt, args: &Args<'_>) -> Res {
    rt.int(this(args).len() as i64)
}

pub(super) fn getitem(rt: &Rt, args: &Args<'_>) -> Res {
    let (v, key) = (args.get(0), args.get(1));
    if rt.is_slice(key) {
        let t = text(v);
        let range = rt.unpack_slice(key)?.over(t.len());
        if let Some(r) = range.contiguous() {
            return rt.str_slice(v, r.start, r.end);
        }
        return match t {
            Text::Ascii(s) => {
                let s = s.as_bytes();
                if range.len <= 1 {
                    return rt.str_slice(v, range.start, range.start + range.len);
                }
                rt.str_filled::<u8>(range.len, |out| range.indices().for_each(|i| out.one(s[i])))
            }
            Text::Wide(w) => rt.str_from_text(Text::Wide(&range.indices().map(|i| w[i]).collect::<Vec<u32>>())),
        };
    }
    let Some(i) = rt.index_opt(key)? else {
        return Err(rt.type_error(format!("string indices must be integers, not '{}'", rt.type_name(key))));
    };
    let t = text(v);
    match rt.sequence_index(*i, t.len())? {
        Some(i) => rt.str_from_point(t.at(i)),
        None => Err(rt.index_error("string index out of range")),
    }
}

pub(super) fn iter(rt: &Rt, args: &Args<'_>) -> Res {
    rt.str_iter(args.get(0))
}

fn compare(rt: &Rt, args: &Args<'_>, op: CmpOp) -> Res {
    let (a, b) = (args.get(0), args.get(1));
    if rt.is_str(b) { Ok(Value::bool(compare_strings(op, a, b)).own()) } else { Ok(Value::not_implemented().own()) }
}

pub(super) fn eq(rt: &Rt, args: &Args<'_>) -> Res {
    compare(rt, args, CmpOp::Eq)
}

pub(super) fn ne(rt: &Rt, args: &Args<'_>) -> Res {
    compare(rt, args, CmpOp::Ne)
}

pub(super) fn lt(rt: &Rt, args: &Args<'_>) -> Res {
    compare(rt, args, CmpOp::Lt)
}

pub(super) fn le(rt: &Rt, args: &Args<'_>) -> Res {
    compare(rt, args, CmpOp::Le)
}

pub(super) fn gt(rt: &Rt, args: &Args<'_>) -> Res {
    compare(rt, args, CmpOp::Gt)
}

pub(super) fn ge(rt: &Rt, args: &Args<'_>) -> Res {
    compare(rt, args, CmpOp::Ge)
}

pub(super) fn hash(rt: &Rt, args: &Args<'_>) -> Res {
    rt.hash_value(rt.hash_str(args.get(0)))
}

/// `repr` of a text.
///
/// # Errors
/// MemoryError.
pub(crate) fn repr_of_text(rt: &Rt, t: Text<'_>) -> Res {
    let plain = |b: u8| matches!(b, b' '..=b'~') && b != b'\'' && b != b'\\';
    match t {
        Text::Ascii(s) if s.bytes().all(plain) => rt.str_filled::<u8>(s.len() + 2, |out| {
            out.one(b'\'');
            out.put(s.as_bytes());
            out.one(b'\'');
        }),
        _ => {
            let mut out = String::with_capacity(t.len() + 16);
            quote::repr_codes(t.points(), &mut out);
            rt.str(&out)
        }
    }
}

pub(super) fn repr(rt: &Rt, args: &Args<'_>) -> Res {
    repr_of_text(rt, this(args))
}

pub(super) fn str(rt: &Rt, args: &Args<'_>) -> Res {
    exact(rt, args.get(0))
}

/// The string as an exact str.
pub(super) fn exact(rt: &Rt, v: Value) -> Res {
    if v.has_shape(shape_id::STR) { Ok(v.own()) } else { crate::string::copy(rt, v) }
}

pub(super) fn getnewargs(rt: &Rt, args: &Args<'_>) -> Res {
    let copy = crate::string::copy(rt, args.get(0))?;
    rt.tuple_from(&[*copy])
}
