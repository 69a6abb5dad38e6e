//! Bytes taken as ASCII characters: case, questions, translation.

use super::this;
use crate::error::Res;
use crate::native::Args;
use crate::rt::Rt;
use crate::text::chars;
use crate::types::strand::{Out, Strand, byte_space};
use crate::value::Value;

/// The bytes changed one by one.
fn changed(rt: &Rt, args: &Args<'_>, mut change: impl FnMut(u8) -> u8) -> Res {
    let this = this(rt, args)?;
    this.strand().fill(rt, this.data.len(), |out| this.data.iter().for_each(|b| out.put(&[change(*b)])))
}

pub(crate) fn lower(rt: &Rt, args: &Args<'_>) -> Res {
    changed(rt, args, |b| b.to_ascii_lowercase())
}

pub(crate) fn upper(rt: &Rt, args: &Args<'_>) -> Res {
    changed(rt, args, |b| b.to_ascii_uppercase())
}

pub(crate) fn swapcase(rt: &Rt, args: &Args<'_>) -> Res {
    changed(rt, args, |b| if b.is_ascii_alphabetic() { b ^ 0x20 } else { b })
}

pub(crate) fn capitalize(rt: &Rt, args: &Args<'_>) -> Res {
    let mut first = true;
    changed(rt, args, |b| if std::mem::take(&mut first) { b.to_ascii_uppercase() } else { b.to_ascii_lowercase() })
}

pub(crate) fn title(rt: &Rt, args: &Args<'_>) -> Res {
    let mut in_word = false;
    changed(rt, args, |b| {
        let new = if in_word { b.to_ascii_lowercase() } else { b.to_ascii_uppercase() };
        in_word = b.is_ascii_alphabetic();
        new
    })
}

fn answer(b: bool) -> Res {
    Ok(Value::bool(b).own())
}

/// Whether there are bytes and all answer `test`.
fn all(rt: &Rt, args: &Args<'_>, test: fn(&u8) -> bool) -> Res {
    let this = this(rt, args)?;
    answer(!this.data.is_empty() && this.data.iter().all(test))
}

pub(crate) fn isalnum(rt: &Rt, args: &Args<'_>) -> Res {
    all(rt, args, u8::is_ascii_alphanumeric)
}

pub(crate) fn isalpha(rt: &Rt, args: &Args<'_>) -> Res {
    all(rt, args, u8::is_ascii_alphabetic)
}

pub(crate) fn isascii(rt: &Rt, args: &Args<'_>) -> Res {
    answer(this(rt, args)?.data.is_ascii())
}

pub(crate) fn isdigit(rt: &Rt, args: &Args<'_>) -> Res {
    all(rt, args, u8::is_ascii_digit)
}

pub(crate) fn isspace(rt: &Rt, args: &Args<'_>) -> Res {
    all(rt, args, |b| byte_space(*b))
}

/// Asks about the case of the bytes; those that are not ASCII have none.
fn case(rt: &Rt, args: &Args<'_>, test: fn(&mut dyn Iterator<Item = u32>) -> bool) -> Res {
    let this = this(rt, args)?;
    answer(test(&mut this.data.iter().map(|b| if b.is_ascii() { u32::from(*b) } else { 0 })))
}

pub(crate) fn islower(rt: &Rt, args: &Args<'_>) -> Res {
    case(rt, args, |codes| chars::is_lower_text(codes))
}

pub(crate) fn isupper(rt: &Rt, args: &Args<'_>) -> Res {
    case(rt, args, |codes| chars::is_upper_text(codes))
}

pub(crate) fn istitle(rt: &Rt, args: &Args<'_>) -> Res {
    case(rt, args, |codes| chars::is_title_text(codes))
}

pub(crate) fn maketrans(rt: &Rt, args: &Args<'_>) -> Res {
    let (from, to) = (rt.expect_buffer(args.get(0))?, rt.expect_buffer(args.get(1))?);
    if from.len() != to.len() {
        return Err(rt.value_error("maketrans arguments must have same length"));
    }
    let mut table: [u8; 256] = std::array::from_fn(|i| i as u8);
    for (a, b) in from.iter().zip(to.iter()) {
        table[usize::from(*a)] = *b;
    }
    rt.bytes(&table)
}

pub(crate) fn translate(rt: &Rt, args: &Args<'_>) -> Res {
    let table = match args.get(1) {
        v if v.is_none() => None,
        v => {
            let table = rt.expect_buffer(v)?;
            if table.len() != 256 {
                return Err(rt.value_error("translation table must be 256 characters long"));
            }
            Some(table)
        }
    };
    let mut deleted = [false; 256];
    if let Some(v) = args.opt(2) {
        rt.expect_buffer(v)?.iter().for_each(|b| deleted[usize::from(*b)] = true);
    }
    let this = this(rt, args)?;
    let len = this.data.iter().filter(|b| !deleted[usize::from(**b)]).count();
    let new = |b: u8| table.as_ref().map_or(b, |t| t[usize::from(b)]);
    let strand = this.strand();
    if len == this.data.len() && this.data.iter().all(|b| new(*b) == *b) {
        return strand.all(rt);
    }
    strand.fill(rt, len, |out: &mut dyn Out<u8>| {
        this.data.iter().filter(|b| !deleted[usize::from(**b)]).for_each(|b| out.put(&[new(*b)]));
    })
}
