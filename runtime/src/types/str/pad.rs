//! `center`, `ljust`, `rjust`, `zfill`, `expandtabs`.

use super::{this, with_strand};
use crate::error::{Raised, Res};
use crate::native::Args;
use crate::rt::Rt;
use crate::string::Text;
use crate::types::strand::{self, center_padding};

/// The width and the fill character.
fn width_and_fill<'a>(rt: &Rt, args: &Args<'_>) -> Result<(usize, Text<'a>), Raised> {
    let width = usize::try_from(rt.index_ssize(args.get(1))?).unwrap_or(0);
    let fill = match args.opt(2) {
        None => Text::Ascii(" "),
        Some(v) => match rt.as_text(v) {
            Some(t) if t.len() == 1 => t,
            Some(_) => return Err(rt.type_error("The fill character must be exactly one character long")),
            None => {
                let got = rt.type_name(v);
                return Err(rt.type_error(format!("The fill character must be a unicode character, not {got}")));
            }
        },
    };
    Ok((width, fill))
}

fn padded(rt: &Rt, args: &Args<'_>, split: impl Fn(usize, usize) -> (usize, usize)) -> Res {
    let (width, fill) = width_and_fill(rt, args)?;
    let len = this(args).len();
    if width <= len {
        return super::special::exact(rt, args.get(0));
    }
    let (left, right) = split(len, width);
    with_strand!(args.get(0), [fill], |s, fill| strand::pad(rt, s, left, right, fill[0]))
}

pub(super) fn center(rt: &Rt, args: &Args<'_>) -> Res {
    padded(rt, args, center_padding)
}

pub(super) fn ljust(rt: &Rt, args: &Args<'_>) -> Res {
    padded(rt, args, |len, width| (0, width - len))
}

pub(super) fn rjust(rt: &Rt, args: &Args<'_>) -> Res {
    padded(rt, args, |len, width| (width - len, 0))
}

pub(super) fn zfill(rt: &Rt, args: &Args<'_>) -> Res {
    let width = usize::try_from(rt.index_ssize(args.get(1))?).unwrap_or(0);
    with_strand!(args.get(0), |s| strand::zfill(rt, s, width))
}

pub(super) fn expandtabs(rt: &Rt, args: &Args<'_>) -> Res {
    let size = args.opt(1).map_or(Ok(8), |v| rt.index_c_int(v))?;
    with_strand!(args.get(0), |s| strand::expandtabs(rt, s, i64::from(size)))
}
