//! Random integers and bytes.

use super::source::Source;
use dashu_int::{IBig, UBig};
use runtime::number::MAX_INT_BITS;
use runtime::{Args, Raised, Res, Rt, Value};

pub(super) fn getrandbits(rt: &Rt, args: &Args<'_>) -> Res {
    let bits = bit_count(rt, args.get(1))?;
    let source = Source::of(rt, args.get(0))?;
    let mut twister = source.data.twister.borrow_mut();
    if bits <= 64 {
        let drawn = twister.bits(bits as u32);
        return rt.int_u64(drawn);
    }
    let drawn = twister.big_bits(bits);
    rt.int_big(drawn.into())
}

/// A number of random bits, small enough to be made.
fn bit_count(rt: &Rt, v: Value) -> Result<usize, Raised> {
    let k = rt.index(v)?;
    if rt.int_is_negative(*k) {
        return Err(rt.value_error("Cannot convert negative int"));
    }
    let Some(bits) = rt.as_i64(*k) else {
        return Err(rt.overflow_error("Python int too large for C uint64_t"));
    };
    let bits = bits as usize;
    if bits > MAX_INT_BITS || !rt.heap_allows(bits / 4) {
        return Err(rt.memory_error());
    }
    Ok(bits)
}

pub(super) fn randbytes(rt: &Rt, args: &Args<'_>) -> Res {
    let n = rt.index(args.get(1))?;
    let eight = rt.binary(runtime::ops::BinOp::Mul, *n, Value::int(8))?;
    let bits = bit_count(rt, *eight)?;
    let source = Source::of(rt, args.get(0))?;
    let drawn = source.data.twister.borrow_mut().big_bits(bits);
    let mut bytes = drawn.to_le_bytes().into_vec();
    bytes.resize(bits / 8, 0);
    rt.bytes(&bytes)
}

pub(super) fn randbelow(rt: &Rt, args: &Args<'_>) -> Res {
    let n = rt.index(args.get(1))?;
    offset_below(&Source::of(rt, args.get(0))?, rt, &IBig::ZERO, &big(rt, *n))
}

/// The value of an int.
fn big(rt: &Rt, v: Value) -> IBig {
    rt.as_int(v).map(|i| i.into_owned()).unwrap_or_default()
}

/// `start` and a number below `width` together.
fn offset_below(source: &Source<'_>, rt: &Rt, start: &IBig, width: &IBig) -> Res {
    let Ok(limit) = UBig::try_from(width.clone()) else { return rt.int(0) };
    rt.int_big(start + IBig::from(source.big_below(&limit)?))
}

pub(super) fn randint(rt: &Rt, args: &Args<'_>) -> Res {
    let (a, b) = (rt.index(args.get(1))?, rt.index(args.get(2))?);
    let source = Source::of(rt, args.get(0))?;
    if let (Some(x), Some(y)) = (a.as_small_int(), b.as_small_int())
        && x <= y
    {
        // Small integers have 63 bits: the width fits.
        return rt.int(x + source.below((y - x) as u64 + 1)? as i64);
    }
    let (x, y) = (big(rt, *a), big(rt, *b));
    if y < x {
        return Err(rt.value_error(format!("empty range in randint({}, {})", rt.str_text(*a)?, rt.str_text(*b)?)));
    }
    let width = y - &x + IBig::from(1);
    offset_below(&source, rt, &x, &width)
}

pub(super) fn randrange(rt: &Rt, args: &Args<'_>) -> Res {
    let start = rt.index(args.get(1))?;
    let source = Source::of(rt, args.get(0))?;
    let Some(stop) = args.opt(2).filter(|s| !s.is_none()) else {
        if args.opt(3).is_some_and(|s| s != Value::int(1)) {
            return Err(rt.type_error("Missing a non-None stop argument"));
        }
        return match start.as_small_int() {
            Some(limit) if limit > 0 => rt.int(source.below(limit as u64)? as i64),
            None if !rt.int_is_negative(*start) => offset_below(&source, rt, &IBig::ZERO, &big(rt, *start)),
            _ => Err(rt.value_error("empty range for randrange()")),
        };
    };
    let stop = rt.index(stop)?;
    let step = args.opt(3).map_or(Ok(Value::int(1).own()), |s| rt.index(s))?;
    if let (Some(x), Some(y), Some(1)) = (start.as_small_int(), stop.as_small_int(), step.as_small_int())
        && x < y
    {
        return rt.int(x + source.below((y - x) as u64)? as i64);
    }
    let (from, by) = (big(rt, *start), big(rt, *step));
    if by == IBig::ZERO {
        return Err(rt.value_error("zero step for randrange()"));
    }
    // The number of steps, rounded up.
    let width = big(rt, *stop) - &from;
    let one = IBig::from(if by > IBig::ZERO { 1 } else { -1 });
    let up = width + &by - one;
    let count = if (up < IBig::ZERO) == (by < IBig::ZERO) { &up / &by } else { IBig::ZERO };
    if count <= IBig::ZERO {
        let mut text = format!("{}, {}", rt.str_text(*start)?, rt.str_text(*stop)?);
        if by != IBig::from(1) {
            text += &format!(", {}", rt.str_text(*step)?);
        }
        return Err(rt.value_error(format!("empty range in randrange({text})")));
    }
    let Ok(limit) = UBig::try_from(count) else { return rt.int(0) };
    rt.int_big(from + by * IBig::from(source.big_below(&limit)?))
}
