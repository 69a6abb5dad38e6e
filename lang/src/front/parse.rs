//! Text → syntax tree, on a stack that deep nesting cannot exhaust.

use crate::front::diagnose::diagnose;
use crate::front::diagnose::token::Problem;
use crate::front::source::LineTable;
use crate::front::syntax_error::{SyntaxError, SyntaxErrorKind, SyntaxWarning};
use ruff_python_ast::ModModule;
use ruff_python_parser::{Mode, ParseOptions};
use std::sync::Arc;

/// A program's syntax tree with what is needed to speak of places in it.
#[derive(Debug)]
pub struct Parsed<'s> {
    /// The text that was parsed.
    pub source: &'s str,
    /// The file name given to the parser.
    pub filename: Arc<str>,
    /// Line table of `source`.
    pub lines: LineTable,
    /// The tree.
    pub module: ModModule,
    /// Warnings, in the order they are printed.
    pub warnings: Vec<SyntaxWarning>,
}

impl Parsed<'_> {
    /// A `SyntaxError` about the bytes `start..end` of the source.
    pub fn error(&self, message: impl Into<String>, start: u32, end: u32) -> SyntaxError {
        error_at(self.source, &self.lines, &self.filename, message.into(), start, end)
    }
}

/// A `SyntaxError` about the bytes `start..end` of `source`.
pub fn error_at(
    source: &str,
    lines: &LineTable,
    filename: &Arc<str>,
    message: String,
    start: u32,
    end: u32,
) -> SyntaxError {
    let (line, col) = lines.line_and_col(source, start);
    let (end_line, end_col) = lines.line_and_col(source, end);
    SyntaxError {
        kind: SyntaxErrorKind::SyntaxError,
        message,
        filename: filename.clone(),
        line,
        col: col + 1,
        end_line,
        end_col: end_col as i32 + 1,
        text: lines.text(source, line).map(str::to_owned),
    }
}

/// Runs `f` on a thread whose stack is large enough for any tree the parser accepts; parsing, lowering
/// and dropping a tree belong inside. Panics of `f` continue in the caller.
pub fn with_front_end_stack<R: Send>(f: impl FnOnce() -> R + Send) -> R {
    // Address space only: pages are committed when touched. A system that refuses the large
    // reservations gets a smaller stack.
    const SIZES: [usize; 5] = [4 << 30, 1 << 30, 256 << 20, 64 << 20, 8 << 20];
    let mut job = Some(f);
    let mut result = None;
    for size in SIZES {
        let spawned = std::thread::scope(|scope| {
            let run = || result = Some(job.take().expect("runs once")());
            match std::thread::Builder::new().stack_size(size).spawn_scoped(scope, run) {
                Ok(thread) => {
                    if let Err(panic) = thread.join() {
                        std::panic::resume_unwind(panic);
                    }
                    true
                }
                Err(_) => false,
            }
        });
        if spawned {
            break;
        }
    }
    match (result, job) {
        (Some(result), _) => result,
        (None, Some(f)) => f(),
        (None, None) => unreachable!("the job ran without a result"),
    }
}

/// Parses `source` (newlines `\n`, as [`decode`](crate::front::source::decode) gives it) and hands the
/// tree to `f`, all on the front end's stack; the tree is dropped there too.
///
/// # Errors
/// The first error of the text, in CPython's words; constructs that are not supported are errors too.
pub fn with_parsed<R: Send>(
    source: &str,
    filename: &Arc<str>,
    f: impl FnOnce(&Parsed<'_>) -> R + Send,
) -> Result<R, SyntaxError> {
    with_front_end_stack(|| parse(source, filename).map(|parsed| f(&parsed)))
}

/// Parses `source`. Call it inside [`with_front_end_stack`] and drop the result there.
///
/// # Errors
/// As [`with_parsed`].
pub fn parse<'s>(source: &'s str, filename: &Arc<str>) -> Result<Parsed<'s>, SyntaxError> {
    let lines = LineTable::new(source);
    let parsed = ruff_python_parser::parse_unchecked(source, ParseOptions::from(Mode::Module));
    if let Some(error) = parsed.errors().first() {
        let (start, end) = (error.location.start().to_u32(), error.location.end().to_u32());
        return Err(explain(source, filename).unwrap_or_else(|| {
            error_at(source, &lines, filename, "invalid syntax".to_owned(), start, end)
        }));
    }
    let module = match parsed.into_syntax() {
        ruff_python_ast::Mod::Module(module) => module,
        ruff_python_ast::Mod::Expression(_) => unreachable!("module mode gives a module"),
    };
    Ok(Parsed { source, filename: filename.clone(), lines, module, warnings: Vec::new() })
}

/// The error of a text that does not parse, as CPython words it.
fn explain(source: &str, filename: &Arc<str>) -> Option<SyntaxError> {
    let mut text = source.to_owned();
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let lines = LineTable::new(&text);
    let found = diagnose(&text, &lines)?;
    let Problem { kind, message, line, col, end_line, end_col } = found.problem;
    let text = lines.text(&text, line).map(str::to_owned);
    Some(SyntaxError { kind, message, filename: filename.clone(), line, col, end_line, end_col, text })
}
