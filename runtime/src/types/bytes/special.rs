//! Special methods of bytes and bytearray.

use super::{byte_value, this};
use crate::boxed::NativeObject;
use crate::bytes::bytes_data;
use crate::error::{Raised, Res};
use crate::native::{Args, NativeDef};
use crate::object::{Kind, shape_id};
use crate::ops::CmpOp;
use crate::rt::Rt;
use crate::text::quote;
use crate::text::search::Unit;
use crate::types::sequence::{Key, place, repeat_count, subscript};
use crate::types::strand::{self, Strand};
use crate::value::{Owned, Slot, Value};
use std::cell::Cell;

pub(crate) fn add(rt: &Rt, args: &Args<'_>) -> Res {
    let (a, b) = (args.get(0), args.get(1));
    let Some(right) = rt.as_buffer(b) else {
        return Err(rt.type_error(format!("can't concat {} to {}", rt.type_name(b), rt.type_name(a))));
    };
    let left = this(rt, args)?;
    if a.has_shape(shape_id::BYTES) && right.is_empty() {
        return Ok(a.own());
    }
    if left.data.is_empty() && !left.array && b.has_shape(shape_id::BYTES) {
        return Ok(b.own());
    }
    left.strand().fill(rt, left.data.len().saturating_add(right.len()), |out| {
        out.put(&left.data);
        out.put(&right);
    })
}

pub(crate) fn mul(rt: &Rt, args: &Args<'_>) -> Res {
    let n = repeat_count(rt, args.get(1))?;
    let this = this(rt, args)?;
    if this.array && this.data.len().checked_mul(n).is_none_or(|n| n > isize::MAX as usize) {
        return Err(rt.memory_error());
    }
    strand::repeat(rt, this.strand(), n, "repeated bytes are too long")
}

pub(crate) fn modulo(rt: &Rt, args: &Args<'_>) -> Res {
    super::percent::percent_format(rt, args.get(0), args.get(1))
}

pub(crate) fn rmod(rt: &Rt, args: &Args<'_>) -> Res {
    match rt.kind_of(args.get(1)) == rt.kind_of(args.get(0)) {
        true => super::percent::percent_format(rt, args.get(1), args.get(0)),
        false => Ok(Value::not_implemented().own()),
    }
}

pub(crate) fn contains(rt: &Rt, args: &Args<'_>) -> Res {
    let item = args.get(1);
    let found = match rt.as_buffer(item) {
        Some(needle) => u8::find(&this(rt, args)?.data, &needle).is_some(),
        None => {
            let Some(i) = rt.index_opt(item)? else {
                return Err(rt.type_error(format!("a bytes-like object is required, not '{}'", rt.type_name(item))));
            };
            let byte = byte_value(rt, *i)?;
            u8::find_one(&this(rt, args)?.data, byte).is_some()
        }
    };
    Ok(Value::bool(found).own())
}

pub(crate) fn len(rt: &Rt, args: &Args<'_>) -> Res {
    rt.int(this(rt, args)?.data.len() as i64)
}

pub(crate) fn getitem(rt: &Rt, args: &Args<'_>) -> Res {
    let key = args.get(1);
    let array = rt.kind_of(args.get(0)) == Kind::ByteArray;
    match subscript(rt, key, if array { "bytearray" } else { "byte" })? {
        Key::Slice => {
            let bounds = rt.unpack_slice(key)?;
            let this = this(rt, args)?;
            let range = bounds.over(this.data.len());
            match range.contiguous() {
                Some(r) => this.strand().part(rt, r.start, r.end),
                None => {
                    this.strand().fill(rt, range.len, |out| range.indices().for_each(|i| out.put(&this.data[i..=i])))
                }
            }
        }
        Key::Index(i) => {
            let this = this(rt, args)?;
            match place(i, this.data.len()) {
                Some(at) => Ok(Value::int(i64::from(this.data[at])).own()),
                None => Err(rt.index_error(if array { "bytearray index out of range" } else { "index out of range" })),
            }
        }
    }
}

fn compare(rt: &Rt, args: &Args<'_>, op: CmpOp) -> Res {
    let (a, b) = (args.get(0), args.get(1));
    // Bytes leave the comparison with a byte array to that.
    let other = if rt.is_bytes(a) && !rt.is_bytes(b) { None } else { rt.as_buffer(b) };
    let Some(other) = other else { return Ok(Value::not_implemented().own()) };
    let this = this(rt, args)?;
    Ok(Value::bool(op.holds((*this.data).cmp(&*other))).own())
}

pub(crate) fn eq(rt: &Rt, args: &Args<'_>) -> Res {
    compare(rt, args, CmpOp::Eq)
}

pub(crate) fn ne(rt: &Rt, args: &Args<'_>) -> Res {
    compare(rt, args, CmpOp::Ne)
}

pub(crate) fn lt(rt: &Rt, args: &Args<'_>) -> Res {
    compare(rt, args, CmpOp::Lt)
}

pub(crate) fn le(rt: &Rt, args: &Args<'_>) -> Res {
    compare(rt, args, CmpOp::Le)
}

pub(crate) fn gt(rt: &Rt, args: &Args<'_>) -> Res {
    compare(rt, args, CmpOp::Gt)
}

pub(crate) fn ge(rt: &Rt, args: &Args<'_>) -> Res {
    compare(rt, args, CmpOp::Ge)
}

pub(crate) fn repr(rt: &Rt, args: &Args<'_>) -> Res {
    let this = this(rt, args)?;
    if !this.array {
        return rt.str(&quote::repr_bytes(&this.data));
    }
    let mut out = rt.type_name(this.object);
    out.push_str("(b");
    quote_array(&this.data, &mut out);
    out.push(')');
    rt.str(&out)
}

/// Appends the quoted contents of a byte array: unlike those of bytes, single quotes are escaped even between double quotes.
fn quote_array(data: &[u8], out: &mut String) {
    let mut quoted = String::with_capacity(data.len() + 2);
    quote::quote_bytes(data, &mut quoted);
    if quoted.starts_with('"') {
        out.push_str(&quoted.replace('\'', "\\'"));
    } else {
        out.push_str(&quoted);
    }
}

pub(super) fn hash(rt: &Rt, args: &Args<'_>) -> Res {
    rt.hash_value(rt.hash_of_bytes(args.get(0)))
}

pub(super) fn dunder_bytes(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    if v.has_shape(shape_id::BYTES) { Ok(v.own()) } else { rt.bytes(bytes_data(v)) }
}

pub(super) fn getnewargs(rt: &Rt, args: &Args<'_>) -> Res {
    let copy = rt.bytes(bytes_data(args.get(0)))?;
    rt.tuple_from(&[*copy])
}

pub(crate) fn iter(rt: &Rt, args: &Args<'_>) -> Res {
    let place = Place { seq: Slot::new(args.get(0).own()), index: Cell::new(0) };
    match rt.kind_of(args.get(0)) {
        Kind::ByteArray => rt.new_boxed(ByteArrayIter(place)),
        _ => rt.new_boxed(BytesIter(place)),
    }
}

/// Where an iterator is.
struct Place {
    /// What it goes over; empty once it is exhausted.
    seq: Slot,
    index: Cell<usize>,
}

impl Place {
    fn next(&self, rt: &Rt) -> Option<Owned> {
        let i = self.index.get();
        let byte = rt.as_buffer(self.seq.get().some()?).and_then(|data| data.get(i).copied());
        match byte {
            Some(b) => {
                self.index.set(i + 1);
                Some(Value::int(i64::from(b)).own())
            }
            None => {
                self.seq.clear();
                None
            }
        }
    }

    fn left(&self, rt: &Rt) -> Res {
        let len = self.seq.get().some().and_then(|v| rt.as_buffer(v)).map_or(0, |data| data.len());
        rt.int(len.saturating_sub(self.index.get()) as i64)
    }
}

/// An iterator over bytes.
struct BytesIter(Place);

impl NativeObject for BytesIter {
    const NAME: &'static str = "bytes_iterator";
    const METHODS: &'static [NativeDef] =
        &[NativeDef::new("__length_hint__", "(self, /)", |rt, args| rt.expect_boxed::<Self>(args.get(0))?.0.left(rt))];
    const ITERATOR: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        self.0.seq.get().some().into_iter().for_each(f);
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        Ok(self.0.next(rt))
    }
}

/// An iterator over a byte array.
struct ByteArrayIter(Place);

impl NativeObject for ByteArrayIter {
    const NAME: &'static str = "bytearray_iterator";
    const METHODS: &'static [NativeDef] =
        &[NativeDef::new("__length_hint__", "(self, /)", |rt, args| rt.expect_boxed::<Self>(args.get(0))?.0.left(rt))];
    const ITERATOR: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        self.0.seq.get().some().into_iter().for_each(f);
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        Ok(self.0.next(rt))
    }
}
