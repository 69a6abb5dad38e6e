//! Rendering of uncaught exceptions.

use crate::front::SyntaxError;
use crate::interp::code::code_of;
use runtime::object::{FrameObj, TracebackObj};
use runtime::{Exc, Raised, Rt, Value};
use std::fmt::Write;

/// The text CPython prints for an uncaught exception.
pub fn render(rt: &Rt, exc: Value) -> String {
    let mut out = String::new();
    out.push_str(&render_plain(rt, rt.exception_data(exc).traceback.get()));
    let text = match rt.str_text(exc) {
        Ok(text) => text,
        Err(raised) => {
            drop(rt.take_raised(raised));
            "<exception str() failed>".into()
        }
    };
    let name = rt.full_type_name(exc);
    let _ = if text.is_empty() { writeln!(out, "{name}") } else { writeln!(out, "{name}: {text}") };
    out
}

/// A syntax error as an exception object, raised.
pub fn syntax_error_object(rt: &Rt, error: &SyntaxError) -> Raised {
    rt.raise(Exc::SyntaxError, &error.message)
}

/// The heading and a line for each entry of a traceback.
pub fn render_plain(rt: &Rt, traceback: Value) -> String {
    let mut out = String::new();
    let mut at = traceback;
    if !at.is_empty() {
        out.push_str("Traceback (most recent call last):\n");
    }
    while let Some(tb) = at.some() {
        // SAFETY: tracebacks are chains of traceback objects.
        let entry = unsafe { &*tb.as_ptr().cast::<TracebackObj>() };
        // SAFETY: their frames are frame objects.
        let frame = unsafe { &*entry.frame.get().as_ptr().cast::<FrameObj>() };
        let code = code_of(frame.code.get());
        let _ = writeln!(
            out,
            "  File \"{}\", line {}, in {}",
            rt.str_lossy(code.filename),
            entry.line.get(),
            rt.str_lossy(code.name)
        );
        at = entry.next.get();
    }
    out
}
