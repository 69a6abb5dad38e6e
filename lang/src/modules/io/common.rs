//! What the kinds of files share: reading arguments, lists of lines, and errors.

use runtime::{Exc, Owned, Raised, Res, Rt, Value};
use std::io::SeekFrom;

/// A size argument: `None` for all (None or negative).
///
/// # Errors
/// TypeError if it is no integer.
pub(super) fn size(rt: &Rt, v: Option<Value>) -> Result<Option<usize>, Raised> {
    match v.filter(|v| !v.is_none()) {
        None => Ok(None),
        Some(v) => match rt.index_opt(v)? {
            Some(n) => Ok(usize::try_from(rt.index_ssize(*n)?).ok()),
            None => Err(rt.type_error(format!("argument should be integer or None, not '{}'", rt.type_name(v)))),
        },
    }
}

/// The argument of `readline`: `None` for a whole line.
///
/// # Errors
/// TypeError if it is no integer.
pub(super) fn line_size(rt: &Rt, v: Option<Value>) -> Result<Option<usize>, Raised> {
    v.map_or(Ok(None), |v| rt.index_ssize(v).map(|n| usize::try_from(n).ok()))
}

/// The lines that `next` gives, until they are `hint` long together or there are none.
///
/// # Errors
/// What `next` raises.
pub(super) fn lines(rt: &Rt, hint: Option<Value>, mut next: impl FnMut() -> Result<Option<Owned>, Raised>) -> Res {
    let hint = size(rt, hint)?.filter(|n| *n > 0);
    let list = rt.new_list(0)?;
    let mut total = 0;
    while let Some(line) = next()? {
        total += rt.len(*line)?;
        rt.list_push(*list, line)?;
        if hint.is_some_and(|hint| total >= hint) {
            break;
        }
    }
    Ok(list)
}

/// `writelines`: every item of `lines` goes to `write`.
///
/// # Errors
/// What iterating and `write` raise.
pub(super) fn write_lines(rt: &Rt, lines: Value, mut write: impl FnMut(Value) -> Result<(), Raised>) -> Res {
    let it = rt.iter(lines)?;
    while let Some(line) = rt.next(*it)? {
        write(*line)?;
    }
    Ok(Value::none().own())
}

/// The position that `seek(offset, whence)` of a binary file means.
///
/// # Errors
/// ValueError for another `whence`, OSError for a negative offset from the beginning.
pub(super) fn target(rt: &Rt, offset: Value, whence: Option<Value>) -> Result<(i64, i64), Raised> {
    let offset = rt.index_i64(offset, Exc::OverflowError)?;
    let whence = whence.map_or(Ok(0), |w| rt.index_i64(w, Exc::OverflowError))?;
    if !(0..=2).contains(&whence) {
        return Err(rt.value_error(format!("invalid whence ({whence}, should be 0, 1 or 2)")));
    }
    Ok((offset, whence))
}

/// As the system's call takes it.
pub(super) fn seek_from(
    rt: &Rt,
    (offset, whence): (i64, i64),
    now: impl FnOnce() -> Result<u64, Raised>,
) -> Result<SeekFrom, Raised> {
    let invalid = || rt.os_error(&std::io::Error::from_raw_os_error(22), None);
    Ok(match whence {
        0 => SeekFrom::Start(u64::try_from(offset).map_err(|_| invalid())?),
        1 => SeekFrom::Start(u64::try_from((now()? as i64).saturating_add(offset)).map_err(|_| invalid())?),
        _ => SeekFrom::End(offset),
    })
}

/// Raises `io.UnsupportedOperation`.
#[cold]
pub(super) fn unsupported(rt: &Rt, what: &str) -> Raised {
    let made = || -> Res {
        let module = crate::modules::import::import_module(rt, "io")?;
        let class = rt.getattr(*module, *rt.intern("UnsupportedOperation")?)?;
        rt.call(*class, &[*rt.str(what)?])
    };
    match made() {
        Ok(exc) => rt.raise_object(exc),
        Err(raised) => raised,
    }
}

/// `__exit__`, `__enter__`… give it.
pub(super) fn none() -> Res {
    Ok(Value::none().own())
}

/// A truth value as an object.
pub(super) fn boolean(b: bool) -> Res {
    Ok(Value::bool(b).own())
}
