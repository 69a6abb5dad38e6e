//! The lines at the end of a traceback: class and message, or the place of a syntax error; then notes.

use super::suggestions::{field, hint, quietly};
use runtime::string::Text;
use runtime::{Exc, Owned, Raised, Res, Rt, Value};

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
    if let Some(text) = field(rt, exc, "text").filter(|t| rt.is_str(**t)) {
        let same_line = line == string("end_lineno");
        let text = rt.as_text(*text).map_or(String::new(), escape);
        let number = |name: &str| field(rt, exc, name).and_then(|v| rt.as_i64(*v));
        match field(rt, exc, "offset") {
            None => out.push(format!("    {}", stripped(&text))),
            Some(_) => {
                if let Some(offset) = number("offset") {
                    source_with_carets(&text, offset, number("end_offset").filter(|_| same_line), same_line, out);
                }
            }
        }
    }
    let message = string("msg").filter(|m| !m.is_empty()).unwrap_or_else(|| "<no detail available>".to_owned());
    out.push(format!("{class}: {message}{suffix}"));
}

/// A source line without its newline and the white space before it.
fn stripped(text: &str) -> &str {
    text.trim_end_matches('\n').trim_start_matches([' ', '\n', '\x0c'])
}

/// The source line, and carets under columns `offset` (from 1) to `end` or to the end of the line.
fn source_with_carets(text: &str, offset: i64, end: Option<i64>, same_line: bool, out: &mut Vec<String>) {
    let whole = text.trim_end_matches('\n');
    let shown = stripped(text);
    let (whole_len, len) = (whole.chars().count() as i64, text.chars().count() as i64);
    let spaces = whole_len - shown.chars().count() as i64;
    let (mut offset, mut end) = (offset, match end.filter(|e| *e != 0) {
        Some(end) => end,
        None if same_line => offset,
        None => whole_len + 1,
    });
    if len > 0 && offset > len {
        offset = whole_len + 1;
    }
    if len > 0 && end > len {
        end = whole_len + 1;
    }
    if offset >= end || end < 0 {
        end = offset.saturating_add(1);
    }
    out.push(format!("    {shown}"));
    let col = offset.saturating_sub(1 + spaces);
    if col >= 0 {
        // Tabs stay, so that the carets stand where they should.
        let before: String = shown.chars().take(col as usize).map(|c| if c.is_whitespace() { c } else { ' ' }).collect();
        // An empty text sets no bound to the columns.
        let carets = (end - offset).clamp(0, len.max(1) + 1);
        out.push(format!("    {before}{}", "^".repeat(carets as usize)));
    }
}
