//! Taking bytes apart and putting them together: splitting, stripping, replacing, padding, joining.

use super::this;
use crate::bytes::Buffer;
use crate::error::{Raised, Res};
use crate::native::Args;
use crate::object::{Kind, shape_id};
use crate::rt::Rt;
use crate::text::split::Sides;
use crate::types::str::join::joined_items;
use crate::types::str::limit_arg;
use crate::types::strand::{self, ByteStrand, Strand, byte_space, center_padding};
use crate::value::{Owned, Value};

/// The separator of `split`: `None` for white space.
fn separator<'a>(rt: &Rt, v: Option<Value>) -> Result<Option<Buffer<'a>>, Raised> {
    match v.filter(|v| !v.is_none()) {
        None => Ok(None),
        Some(v) => match rt.expect_buffer(v)? {
            sep if sep.is_empty() => Err(rt.value_error("empty separator")),
            sep => Ok(Some(sep)),
        },
    }
}

pub(crate) fn split(rt: &Rt, args: &Args<'_>) -> Res {
    let most = limit_arg(rt, args.opt(2))?;
    let sep = separator(rt, args.opt(1))?;
    strand::split(rt, this(rt, args)?.strand(), sep.as_deref(), most)
}

pub(crate) fn rsplit(rt: &Rt, args: &Args<'_>) -> Res {
    let most = limit_arg(rt, args.opt(2))?;
    let sep = separator(rt, args.opt(1))?;
    strand::rsplit(rt, this(rt, args)?.strand(), sep.as_deref(), most)
}

pub(crate) fn splitlines(rt: &Rt, args: &Args<'_>) -> Res {
    let keep_ends = args.opt(1).map_or(Ok(false), |v| rt.truth(v))?;
    strand::splitlines(rt, this(rt, args)?.strand(), keep_ends)
}

fn part(rt: &Rt, args: &Args<'_>, from_right: bool) -> Res {
    let sep = rt.expect_buffer(args.get(1))?;
    if sep.is_empty() {
        return Err(rt.value_error("empty separator"));
    }
    let this = this(rt, args)?;
    // A byte array is taken apart into new byte arrays only.
    let middle = if this.array { rt.bytearray(sep.to_vec())? } else { args.get(1).own() };
    strand::partition(rt, this.strand(), &sep, *middle, from_right)
}

pub(crate) fn partition(rt: &Rt, args: &Args<'_>) -> Res {
    part(rt, args, false)
}

pub(crate) fn rpartition(rt: &Rt, args: &Args<'_>) -> Res {
    part(rt, args, true)
}

fn strip_sides(rt: &Rt, args: &Args<'_>, sides: Sides) -> Res {
    match args.opt(1).filter(|v| !v.is_none()) {
        None => strand::strip(rt, this(rt, args)?.strand(), sides, byte_space),
        Some(v) => {
            let set = rt.expect_buffer(v)?;
            strand::strip_set(rt, this(rt, args)?.strand(), sides, &set)
        }
    }
}

pub(crate) fn strip(rt: &Rt, args: &Args<'_>) -> Res {
    strip_sides(rt, args, Sides::BOTH)
}

pub(crate) fn lstrip(rt: &Rt, args: &Args<'_>) -> Res {
    strip_sides(rt, args, Sides::LEFT)
}

pub(crate) fn rstrip(rt: &Rt, args: &Args<'_>) -> Res {
    strip_sides(rt, args, Sides::RIGHT)
}

pub(crate) fn removeprefix(rt: &Rt, args: &Args<'_>) -> Res {
    let affix = rt.expect_buffer(args.get(1))?;
    strand::remove_affix(rt, this(rt, args)?.strand(), &affix, false)
}

pub(crate) fn removesuffix(rt: &Rt, args: &Args<'_>) -> Res {
    let affix = rt.expect_buffer(args.get(1))?;
    strand::remove_affix(rt, this(rt, args)?.strand(), &affix, true)
}

pub(crate) fn replace(rt: &Rt, args: &Args<'_>) -> Res {
    // The texts are asked for before the count in CPython, but keep nothing busy until it is known.
    drop((rt.expect_buffer(args.get(1))?, rt.expect_buffer(args.get(2))?));
    let most = limit_arg(rt, args.opt(3))?;
    let (old, new) = (rt.expect_buffer(args.get(1))?, rt.expect_buffer(args.get(2))?);
    strand::replace(rt, this(rt, args)?.strand(), &old, &new, most)
}

fn padded(rt: &Rt, args: &Args<'_>, name: &str, split: fn(usize, usize) -> (usize, usize)) -> Res {
    let width = usize::try_from(rt.index_ssize(args.get(1))?).unwrap_or(0);
    let fill = args.opt(2).map_or(Ok(b' '), |v| fill_byte(rt, v, name))?;
    let this = this(rt, args)?;
    let len = this.data.len();
    let (left, right) = if width <= len { (0, 0) } else { split(len, width) };
    strand::pad(rt, this.strand(), left, right, fill)
}

fn fill_byte(rt: &Rt, v: Value, name: &str) -> Result<u8, Raised> {
    let wanted = "argument 2 must be a byte string of length 1, not";
    match rt.as_buffer(v).as_deref() {
        Some([b]) => Ok(*b),
        Some(data) => {
            let what = if rt.is_bytes(v) { "bytes" } else { "bytearray" };
            Err(rt.type_error(format!("{name}(): {wanted} a {what} object of length {}", data.len())))
        }
        None => Err(rt.type_error(format!("{name}() {wanted} {}", crate::types::str::arg_type(rt, v)))),
    }
}

pub(crate) fn center(rt: &Rt, args: &Args<'_>) -> Res {
    padded(rt, args, "center", center_padding)
}

pub(crate) fn ljust(rt: &Rt, args: &Args<'_>) -> Res {
    padded(rt, args, "ljust", |len, width| (0, width - len))
}

pub(crate) fn rjust(rt: &Rt, args: &Args<'_>) -> Res {
    padded(rt, args, "rjust", |len, width| (width - len, 0))
}

pub(crate) fn zfill(rt: &Rt, args: &Args<'_>) -> Res {
    let width = usize::try_from(rt.index_ssize(args.get(1))?).unwrap_or(0);
    strand::zfill(rt, this(rt, args)?.strand(), width)
}

pub(crate) fn expandtabs(rt: &Rt, args: &Args<'_>) -> Res {
    let size = args.opt(1).map_or(Ok(8), |v| rt.index_c_int(v))?;
    strand::expandtabs(rt, this(rt, args)?.strand(), i64::from(size))
}

pub(crate) fn join(rt: &Rt, args: &Args<'_>) -> Res {
    let array = rt.kind_of(args.get(0)) == Kind::ByteArray;
    let items = joined_items(rt, args.get(1))?;
    if let ([one], false) = (items.as_slice(), array)
        && one.has_shape(shape_id::BYTES)
    {
        return Ok(one.clone());
    }
    // No user code runs while the contents are borrowed.
    let buffers = buffers(rt, &items)?;
    let sep = this(rt, args)?;
    let between = sep.data.len().saturating_mul(buffers.len().saturating_sub(1));
    let len = buffers.iter().fold(between, |n, b| n.saturating_add(b.len()));
    let result = ByteStrand { object: args.get(0), data: &[], array };
    result.fill(rt, len, |out| {
        for (i, b) in buffers.iter().enumerate() {
            if i > 0 {
                out.put(&sep.data);
            }
            out.put(b);
        }
    })
}

fn buffers<'a>(rt: &Rt, items: &'a [Owned]) -> Result<Vec<Buffer<'a>>, Raised> {
    let buffer = |(i, v): (usize, &Owned)| {
        rt.as_buffer(**v).ok_or_else(|| {
            let got = rt.type_name(**v);
            rt.type_error(format!("sequence item {i}: expected a bytes-like object, {got} found"))
        })
    };
    items.iter().enumerate().map(buffer).collect()
}
