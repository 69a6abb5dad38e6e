//! The text that an uncaught exception writes to standard error, as CPython 3.14's.

mod anchors;
mod chain;
mod entry;
mod lines;
mod message;
mod stdlib_names;
mod suggestions;
mod width;

use crate::front::syntax_error::KeywordHint;
use crate::front::{SyntaxError, SyntaxErrorKind};
use crate::interp::code::{Code, code_of};
use chain::{Chain, write_places};
use entry::{Place, Range};
use lines::Lines;
use runtime::{Exc, Raised, Res, Rt, Value};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::fmt::Write;
use std::sync::Arc;

pub(crate) use stdlib_names::NAMES as STDLIB_NAMES;

/// A traceback's older entries beyond so many are left out of reports of unraisable exceptions.
const PLAIN_LIMIT: usize = 1000;

/// Source text of code that came from no file, for showing its lines: file name, qualified name and first line of each code
/// object, as CPython tells them apart.
#[derive(Default)]
pub(crate) struct Sources {
    known: RefCell<FxHashMap<CodeKey, Arc<[String]>>>,
}

/// File name, qualified name, first line.
type CodeKey = (Arc<str>, Box<str>, u32);

impl Sources {
    /// From now on tracebacks show the lines of `text` for `proto` and the code in it.
    pub(crate) fn add(&self, proto: &crate::bytecode::CodeProto, text: &str) {
        let lines: Arc<[String]> = lines::split(text).into();
        let mut todo = vec![proto];
        while let Some(proto) = todo.pop() {
            todo.extend(proto.consts.iter().filter_map(|c| match c {
                crate::bytecode::Const::Code(inner) => Some(&**inner),
                _ => None,
            }));
            let key = (proto.filename.clone(), proto.qualname.clone(), proto.first_line);
            self.known.borrow_mut().insert(key, lines.clone());
        }
    }

    fn get(&self, code: &Code) -> Option<Arc<[String]>> {
        let known = self.known.borrow();
        if known.is_empty() {
            return None;
        }
        let proto = &code.proto;
        known.get(&(proto.filename.clone(), proto.qualname.clone(), proto.first_line)).cloned()
    }
}

/// The text of an uncaught exception: tracebacks, chained exceptions, message, notes. Runs code of the exception's class
/// (`__str__`), but raises nothing.
pub fn render(rt: &Rt, exc: Value) -> String {
    Chain::read(rt, exc).text()
}

/// A traceback as reports of unraisable exceptions show it: without carets.
pub fn render_plain(rt: &Rt, traceback: Value) -> String {
    let mut out = String::from("Traceback (most recent call last):\n");
    let mut lines = Lines::default();
    let places = places(rt, traceback);
    let start = places.len().saturating_sub(PLAIN_LIMIT);
    write_places(&places[start..], &mut out, |out, place| {
        let Place { filename, line, name, .. } = place;
        let _ = writeln!(out, "  File \"{filename}\", line {line}, in {name}");
        let text = lines.get(filename, *line).trim_start_matches([' ', '\t', '\x0c']);
        if !text.is_empty() {
            let _ = writeln!(out, "    {text}");
        }
    });
    out
}

/// Where the innermost running function stands: file, line, and the text of the line.
pub fn current_place(rt: &Rt) -> Option<(String, u32, String)> {
    let act = crate::interp::Vm::of(rt).current.get();
    if act.is_null() {
        return None;
    }
    let (code, _) = crate::interp::globals::context(act);
    let place = place(rt, code, crate::interp::unwind::current_pc(act), 0);
    let text = entry::source_line(&place, &mut Lines::default(), place.line);
    Some((place.filename, place.line, text))
}

/// The entries of a traceback, oldest first; none for the empty word.
fn places(rt: &Rt, traceback: Value) -> Vec<Place> {
    let mut out = Vec::new();
    let mut at = traceback.some();
    while let Some(entry) = at.and_then(|v| rt.as_traceback(v)) {
        let code = rt.as_frame(entry.frame.get()).and_then(|f| f.code.get().some());
        out.extend(code.map(|code| place(rt, code_of(code), entry.pc.get(), entry.line.get())));
        at = entry.next.get().some();
    }
    out
}

fn place(rt: &Rt, code: &Code, pc: u32, line: u32) -> Place {
    let pos = code.pos(pc);
    let known = pos.line > 0;
    let range = Range { col: pos.col, end_line: pos.end_line, end_col: pos.end_col };
    Place {
        filename: rt.str_lossy(code.filename).into_owned(),
        name: rt.str_lossy(code.name).into_owned(),
        line: if known { pos.line } else { line },
        range: (known && pos.end_line >= pos.line).then_some(range),
        text: crate::interp::Vm::of(rt).sources.get(code),
    }
}

/// Raises what a text that does not compile gives: SyntaxError with the place, or the error of a nesting limit.
#[cold]
pub fn syntax_error_object(rt: &Rt, error: &SyntaxError) -> Raised {
    let class = match error.kind {
        SyntaxErrorKind::SyntaxError => Exc::SyntaxError,
        SyntaxErrorKind::IndentationError => Exc::IndentationError,
        SyntaxErrorKind::TabError => Exc::TabError,
        SyntaxErrorKind::MemoryError => Exc::MemoryError,
        SyntaxErrorKind::RecursionError => Exc::RecursionError,
    };
    if matches!(class, Exc::MemoryError | Exc::RecursionError) {
        return if error.message.is_empty() { rt.raise_with(class, &[]) } else { rt.raise(class, &error.message) };
    }
    let raised = match syntax_error_args(rt, error) {
        Ok(args) => rt.raise_with(class, rt.as_tuple(*args).unwrap_or(&[])),
        Err(raised) => return raised,
    };
    let Some(hint) = &error.hint else { return raised };
    let exc = rt.take_raised(raised);
    match set_hint(rt, *exc, hint) {
        Ok(()) => rt.reraise_object(exc),
        Err(raised) => raised,
    }
}

/// Keeps the hint about a misspelt keyword for when the error is printed: the message itself does not tell it.
fn set_hint(rt: &Rt, exc: Value, hint: &KeywordHint) -> Result<(), Raised> {
    let (message, text) = (rt.str(&hint.message)?, rt.str(&hint.text)?);
    let metadata =
        rt.tuple_from(&[*message, *text, Value::int(i64::from(hint.col)), Value::int(i64::from(hint.end_col))])?;
    let name = rt.intern("_metadata")?;
    rt.setattr_builtin(exc, *name, Some(*metadata))
}

/// The arguments of the exception: the message and, if there is a position, its tuple.
fn syntax_error_args(rt: &Rt, error: &SyntaxError) -> Res {
    let message = rt.str(&error.message)?;
    if error.line == 0 {
        return rt.tuple_from(&[*message]);
    }
    let number = |n: i64| rt.int(n);
    let text = match &error.text {
        Some(text) => rt.str(text)?,
        None => Value::none().own(),
    };
    let place = rt.tuple_from_owned([
        rt.str(&error.filename)?,
        number(i64::from(error.line))?,
        number(i64::from(error.col))?,
        text,
        number(i64::from(error.end_line))?,
        number(i64::from(error.end_col))?,
    ])?;
    rt.tuple_from_owned([message, place])
}
