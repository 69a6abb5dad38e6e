//! Case conversions.

use super::this;
use crate::error::Res;
use crate::native::Args;
use crate::rt::Rt;
use crate::string::Text;
use crate::text::chars::{self, Case};

/// Converts a text; ASCII is converted by `ascii`, byte by byte.
fn convert(rt: &Rt, t: Text<'_>, case: Case, ascii: impl Fn(u8) -> u8) -> Res {
    match t {
        Text::Ascii(s) if s.len() > 1 => rt.str_filled::<u8>(s.len(), |out| out.map(s.as_bytes(), ascii)),
        _ => by_points(rt, t, case),
    }
}

fn by_points(rt: &Rt, t: Text<'_>, case: Case) -> Res {
    let points: Vec<u32> = chars::map_case(t.points(), case).collect();
    rt.str_from_text(Text::Wide(&points))
}

pub(super) fn lower(rt: &Rt, args: &Args<'_>) -> Res {
    convert(rt, this(args), Case::Lower, |b| b.to_ascii_lowercase())
}

pub(super) fn upper(rt: &Rt, args: &Args<'_>) -> Res {
    convert(rt, this(args), Case::Upper, |b| b.to_ascii_uppercase())
}

pub(super) fn casefold(rt: &Rt, args: &Args<'_>) -> Res {
    convert(rt, this(args), Case::Fold, |b| b.to_ascii_lowercase())
}

pub(super) fn swapcase(rt: &Rt, args: &Args<'_>) -> Res {
    convert(rt, this(args), Case::Swap, |b| if b.is_ascii_alphabetic() { b ^ 0x20 } else { b })
}

pub(super) fn capitalize(rt: &Rt, args: &Args<'_>) -> Res {
    match this(args) {
        Text::Ascii(s) if s.len() > 1 => rt.str_filled::<u8>(s.len(), |out| {
            let s = s.as_bytes();
            out.one(s[0].to_ascii_uppercase());
            out.map(&s[1..], |b| b.to_ascii_lowercase());
        }),
        t => by_points(rt, t, Case::Capitalize),
    }
}

pub(super) fn title(rt: &Rt, args: &Args<'_>) -> Res {
    match this(args) {
        Text::Ascii(s) if s.len() > 1 => rt.str_filled::<u8>(s.len(), |out| {
            let mut in_word = false;
            for b in s.bytes() {
                out.one(if in_word { b.to_ascii_lowercase() } else { b.to_ascii_uppercase() });
                in_word = b.is_ascii_alphabetic();
            }
        }),
        t => by_points(rt, t, Case::Title),
    }
}
