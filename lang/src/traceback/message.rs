//! The lines at the end of a traceback: class and message, or the place of a syntax error; then notes.

use super::suggestions::{field, hint, quietly};
use crate::front::syntax_error::{KeywordHint, render_text};
use runtime::string::Text;
use runtime::{Exc, Owned, Raised, Res, Rt, Value};
use std::fmt::Write;

/// The lines of `exc`, whose traceback is `traceback` or the empty word.
pub(super) fn lines(rt: &Rt, exc: Value, traceback: Value) -> Vec<String> {
    let mut text = text_or(rt, rt.to_str(exc), "<exception str() failed>");
    let notes = rt.getattr_opt(exc, rt.names.__notes__);
    let class = rt.exception_class_text(exc, "<unknown>.");
    let mut out = Vec::new();
    if rt.is_instance_of(exc, rt.exc_class(Exc::SyntaxError)) {
        syntax_error(rt, exc, &class, &mut out);
    } else {
        text.push_str(&hint(rt, exc, traceback));
        out.push(if text.is_empty() { class } else { format!("{class}: {text}") });
    }
    write_notes(rt, notes, &mut out);
    out
}

/// A string as standard error shows it, where lone surrogates are escaped; `failed` if there is an exception instead.
fn text_or(rt: &Rt, text: Res, failed: &str) -> String {
    match text {
        Ok(text) => rt.as_text(*text).map_or(String::new(), escape),
        Err(raised) => {
            rt.forget(raised);
            failed.to_owned()
        }
    }
}

fn escape(text: Text<'_>) -> String {
    match text {
        Text::Ascii(s) => s.to_owned(),
        Text::Wide(points) => {
            points.iter().map(|&c| char::from_u32(c).map_or_else(|| format!("\\u{c:04x}"), String::from)).collect()
        }
    }
}

fn write_notes(rt: &Rt, notes: Result<Option<Owned>, Raised>, out: &mut Vec<String>) {
    let notes = match notes {
        Ok(None) => return,
        Ok(Some(notes)) => notes,
        Err(raised) => {
            let exc = rt.take_raised(raised);
            let text = text_or(rt, rt.repr(*exc), "<__notes__ repr() failed>");
            out.push(format!("Ignored error getting __notes__: {text}"));
            return;
        }
    };
    if notes.is_none() {
        return;
    }
    if !rt.is_list(*notes) && !rt.is_tuple(*notes) {
        out.push(text_or(rt, rt.repr(*notes), "<__notes__ repr() failed>"));
        return;
    }
    for note in quietly(rt, rt.collect_vec(*notes)).unwrap_or_default() {
        let text = text_or(rt, rt.to_str(*note), "<note str() failed>");
        out.extend(text.split('\n').map(str::to_owned));
    }
}

/// The place, the line and the message of a SyntaxError.
fn syntax_error(rt: &Rt, exc: Value, class: &str, out: &mut Vec<String>) {
    let string = |name: &str| field(rt, exc, name).map(|v| text_or(rt, rt.to_str(*v), "<exception str() failed>"));
    let (filename, line) = (string("filename"), string("lineno"));
    let mut suffix = String::new();
    match (&line, &filename) {
        (Some(line), _) => {
            let shown = filename.as_deref().filter(|f| !f.is_empty()).unwrap_or("<string>");
            out.push(format!("  File \"{shown}\", line {line}"));
        }
        (None, Some(filename)) => suffix = format!(" ({filename})"),
        (None, None) => {}
    }
    let mut hinted = None;
    if let Some(text) = field(rt, exc, "text").filter(|t| rt.is_str(**t)) {
        hinted = hint_of(rt, exc);
        let number = |name: &str| field(rt, exc, name).and_then(|v| rt.as_i64(*v));
        let mut shown = String::new();
        let _ = match (&hinted, field(rt, exc, "offset")) {
            (Some(hint), _) => render_text(&hint.text, i64::from(hint.col), Some(i64::from(hint.end_col)), &mut shown),
            (None, None) => writeln!(shown, "    {}", stripped(&rt.as_text(*text).map_or(String::new(), escape))),
            (None, Some(offset)) => match rt.as_i64(*offset) {
                Some(offset) => {
                    let end = (line == string("end_lineno")).then(|| number("end_offset").unwrap_or(0));
                    render_text(&rt.as_text(*text).map_or(String::new(), escape), offset, end, &mut shown)
                }
                None => Ok(()),
            },
        };
        out.extend(shown.lines().map(str::to_owned));
    }
    let message = hinted.map(|h| h.message).or_else(|| string("msg")).filter(|m| !m.is_empty());
    let message = message.unwrap_or_else(|| "<no detail available>".to_owned());
    out.push(format!("{class}: {message}{suffix}"));
}

/// The hint that came with the error of a text compiled here ([`super::syntax_error_object`]).
fn hint_of(rt: &Rt, exc: Value) -> Option<KeywordHint> {
    let metadata = field(rt, exc, "_metadata")?;
    let &[message, text, col, end_col] = rt.as_tuple(*metadata)? else { return None };
    let string = |v: Value| rt.as_text(v).map(escape);
    let number = |v: Value| rt.as_i64(v).and_then(|n| u32::try_from(n).ok());
    Some(KeywordHint { message: string(message)?, text: string(text)?, col: number(col)?, end_col: number(end_col)? })
}

/// A source line without its newline and the white space before it.
fn stripped(text: &str) -> &str {
    text.trim_end_matches('\n').trim_start_matches([' ', '\n', '\x0c'])
}
