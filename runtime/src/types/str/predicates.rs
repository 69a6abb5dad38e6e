//! `isalpha` and the other questions about a string's characters.

use super::this;
use crate::error::Res;
use crate::native::Args;
use crate::rt::Rt;
use crate::string::Text;
use crate::text::chars;
use crate::value::Value;

fn answer(b: bool) -> Res {
    Ok(Value::bool(b).own())
}

/// Whether there are characters and all answer `test`.
fn all(t: Text<'_>, test: impl Fn(u32) -> bool) -> Res {
    answer(match t {
        Text::Ascii(s) => !s.is_empty() && s.bytes().all(|b| test(b.into())),
        Text::Wide(w) => w.iter().all(|c| test(*c)),
    })
}

pub(super) fn isalnum(_: &Rt, args: &Args<'_>) -> Res {
    all(this(args), chars::is_alnum)
}

pub(super) fn isalpha(_: &Rt, args: &Args<'_>) -> Res {
    all(this(args), chars::is_alpha)
}

pub(super) fn isascii(_: &Rt, args: &Args<'_>) -> Res {
    answer(matches!(this(args), Text::Ascii(_)))
}

pub(super) fn isdecimal(_: &Rt, args: &Args<'_>) -> Res {
    all(this(args), chars::is_decimal)
}

pub(super) fn isdigit(_: &Rt, args: &Args<'_>) -> Res {
    all(this(args), chars::is_digit)
}

pub(super) fn isidentifier(_: &Rt, args: &Args<'_>) -> Res {
    answer(chars::is_identifier(this(args).points()))
}

pub(super) fn islower(_: &Rt, args: &Args<'_>) -> Res {
    answer(chars::is_lower_text(this(args).points()))
}

pub(super) fn isnumeric(_: &Rt, args: &Args<'_>) -> Res {
    all(this(args), chars::is_numeric)
}

pub(super) fn isprintable(_: &Rt, args: &Args<'_>) -> Res {
    answer(this(args).points().all(chars::is_printable))
}

pub(super) fn isspace(_: &Rt, args: &Args<'_>) -> Res {
    all(this(args), chars::is_space)
}

pub(super) fn istitle(_: &Rt, args: &Args<'_>) -> Res {
    answer(chars::is_title_text(this(args).points()))
}

pub(super) fn isupper(_: &Rt, args: &Args<'_>) -> Res {
    answer(chars::is_upper_text(this(args).points()))
}
