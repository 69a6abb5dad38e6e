//! Cutting sequences of bytes or code points into pieces.
//!
//! Every function tells the pieces as ranges, to a function that may stop it with an error. Those that cut from the right tell
//! them from the right.

use super::search::Unit;

/// Cuts at runs of white space, `most` times at most; there are no empty pieces.
///
/// # Errors
/// What `emit` returns.
pub fn split_space<U: Unit, E>(
    s: &[U],
    most: usize,
    space: impl Fn(U) -> bool,
    mut emit: impl FnMut(usize, usize) -> Result<(), E>,
) -> Result<(), E> {
    let mut at = 0;
    let mut left = most;
    loop {
        while at < s.len() && space(s[at]) {
            at += 1;
        }
        if at == s.len() {
            return Ok(());
        }
        let start = at;
        if left == 0 {
            // The rest keeps its white space at the end.
            return emit(start, s.len());
        }
        left -= 1;
        while at < s.len() && !space(s[at]) {
            at += 1;
        }
        emit(start, at)?;
    }
}

/// As [`split_space`], from the right.
///
/// # Errors
/// What `emit` returns.
pub fn rsplit_space<U: Unit, E>(
    s: &[U],
    most: usize,
    space: impl Fn(U) -> bool,
    mut emit: impl FnMut(usize, usize) -> Result<(), E>,
) -> Result<(), E> {
    let mut at = s.len();
    let mut left = most;
    loop {
        while at > 0 && space(s[at - 1]) {
            at -= 1;
        }
        if at == 0 {
            return Ok(());
        }
        let end = at;
        if left == 0 {
            return emit(0, end);
        }
        left -= 1;
        while at > 0 && !space(s[at - 1]) {
            at -= 1;
        }
        emit(at, end)?;
    }
}

/// Cuts at `sep` (not empty), `most` times at most.
///
/// # Errors
/// What `emit` returns.
pub fn split_at<U: Unit, E>(
    s: &[U],
    sep: &[U],
    most: usize,
    mut emit: impl FnMut(usize, usize) -> Result<(), E>,
) -> Result<(), E> {
    let mut start = 0;
    let mut left = most;
    let mut result = Ok(());
    if left > 0 {
        U::each(s, sep, |hit| {
            result = emit(start, hit);
            start = hit + sep.len();
            left -= 1;
            left > 0 && result.is_ok()
        });
    }
    result?;
    emit(start, s.len())
}

/// As [`split_at`], from the right.
///
/// # Errors
/// What `emit` returns.
pub fn rsplit_at<U: Unit, E>(
    s: &[U],
    sep: &[U],
    most: usize,
    mut emit: impl FnMut(usize, usize) -> Result<(), E>,
) -> Result<(), E> {
    let mut end = s.len();
    for _ in 0..most {
        let Some(hit) = U::rfind(&s[..end], sep) else { break };
        emit(hit + sep.len(), end)?;
        end = hit;
    }
    emit(0, end)
}

/// Cuts into lines; `\r\n` ends one line, and so does each unit that `line_end` says.
///
/// # Errors
/// What `emit` returns.
pub fn lines<U: Unit, E>(
    s: &[U],
    keep_ends: bool,
    line_end: impl Fn(U) -> bool,
    mut emit: impl FnMut(usize, usize) -> Result<(), E>,
) -> Result<(), E> {
    let mut start = 0;
    while start < s.len() {
        let Some(n) = s[start..].iter().position(|c| line_end(*c)) else { return emit(start, s.len()) };
        let end = start + n;
        let crlf = s[end] == U::from_ascii(b'\r') && s.get(end + 1) == Some(&U::from_ascii(b'\n'));
        let next = end + if crlf { 2 } else { 1 };
        emit(start, if keep_ends { next } else { end })?;
        start = next;
    }
    Ok(())
}

/// The range that is left when what `strip` says is taken off the sides asked for.
pub fn strip<U: Unit>(s: &[U], sides: Sides, strip: impl Fn(U) -> bool) -> (usize, usize) {
    let start = if sides.left { s.iter().take_while(|c| strip(**c)).count() } else { 0 };
    let end = if sides.right { s.len() - s[start..].iter().rev().take_while(|c| strip(**c)).count() } else { s.len() };
    (start, end)
}

/// Which sides of a text something applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides {
    /// The beginning.
    pub left: bool,
    /// The end.
    pub right: bool,
}

impl Sides {
    /// Both.
    pub const BOTH: Sides = Sides { left: true, right: true };
    /// The beginning only.
    pub const LEFT: Sides = Sides { left: true, right: false };
    /// The end only.
    pub const RIGHT: Sides = Sides { left: false, right: true };
}
