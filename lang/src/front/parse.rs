//! Text → syntax tree, on a stack that deep nesting cannot exhaust.

use crate::front::diagnose::diagnose;
use crate::front::diagnose::token::Problem;
use crate::front::early;
use crate::front::prescan::{Prescan, prescan};
use crate::front::source::LineTable;
use crate::front::syntax_error::{SyntaxError, SyntaxErrorKind, SyntaxWarning};
use ruff_python_ast::visitor::transformer::{self, Transformer};
use ruff_python_ast::{Expr, ExprContext, ModModule, PythonVersion, Stmt};
use ruff_python_parser::{Mode, ParseOptions};
use std::cell::Cell;
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
    /// A `SyntaxError` about the bytes `start..end` of the source, found after parsing: its columns
    /// count bytes, as CPython's do, and a text that is no file does not show its line.
    pub fn error(&self, message: impl Into<String>, start: u32, end: u32) -> SyntaxError {
        error_at(self.source, &self.lines, &self.filename, message.into(), start, end)
    }
}

/// A `SyntaxError` about the bytes `start..end` of `source`, as [`Parsed::error`] makes it.
pub(crate) fn error_at(
    source: &str,
    lines: &LineTable,
    filename: &Arc<str>,
    message: String,
    start: u32,
    end: u32,
) -> SyntaxError {
    let (line, col) = lines.line_and_byte_col(start);
    let (end_line, end_col) = lines.line_and_byte_col(end);
    SyntaxError {
        kind: SyntaxErrorKind::SyntaxError,
        message,
        filename: filename.clone(),
        line,
        col: col + 1,
        end_line,
        end_col: end_col as i32 + 1,
        text: if has_file(filename) { lines.text(source, line).map(str::to_owned) } else { None },
        hint: None,
    }
}

/// Whether `filename` names a file, not a text like `<string>`, of which errors found after parsing do not
/// show the line.
fn has_file(filename: &str) -> bool {
    !(filename.starts_with('<') && filename.ends_with('>'))
}

thread_local! {
    /// How much stack this thread surely has.
    static STACK_SIZE: Cell<usize> = const { Cell::new(8 << 20) };
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
            let run = || {
                STACK_SIZE.set(size);
                result = job.take().map(|job| job());
            };
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
    let scan = prescan(source);
    check_depth(&scan, filename)?;
    if scan.suspect
        && let Some(error) = explain(source, filename)
    {
        return Err(error);
    }
    let options = ParseOptions::from(Mode::Module).with_target_version(PythonVersion::PY314);
    let parsed = ruff_python_parser::parse_unchecked(source, options);
    let wrong = parsed.errors().first().map(|error| (error.location.start().to_u32(), error.location.end().to_u32()));
    if (wrong.is_some() || !parsed.unsupported_syntax_errors().is_empty())
        && let Some(error) = explain(source, filename)
    {
        return Err(error);
    }
    let errors = parsed.errors().len();
    let mut wrong = wrong;
    let module = match parsed.into_syntax() {
        ruff_python_ast::Mod::Module(mut module) => {
            if wrong.is_some() && repair_bare_raises(&mut module) == errors {
                wrong = None;
            }
            module
        }
        ruff_python_ast::Mod::Expression(_) => unreachable!("module mode gives a module"),
    };
    let lines = LineTable::new(source);
    let mut parsed = Parsed { source, filename: filename.clone(), lines, module, warnings: Vec::new() };
    let early = early::check(&parsed, || explain(source, filename))?;
    if let Some((start, end)) = wrong {
        return Err(parsed.error("invalid syntax", start, end));
    }
    let literals = scan.warnings.into_iter().map(|w| early::warning(&parsed, w.offset, w.below, w.message));
    parsed.warnings = literals.chain(early).collect();
    Ok(parsed)
}

/// Refuses what would nest too deeply for the parser, the tree's users or its destructor.
fn check_depth(scan: &Prescan, filename: &Arc<str>) -> Result<(), SyntaxError> {
    // What one level of the tree costs all of them together, with room to spare.
    const BYTES_PER_LEVEL: usize = 16 << 10;
    let (kind, message) = if scan.too_deep {
        let message = "Parser stack overflowed - Python source too complex to parse";
        (SyntaxErrorKind::MemoryError, message)
    } else if scan.depth > (STACK_SIZE.get() / BYTES_PER_LEVEL) as u64 {
        (SyntaxErrorKind::RecursionError, "maximum recursion depth exceeded during compilation")
    } else {
        return Ok(());
    };
    Err(SyntaxError {
        kind,
        message: message.to_owned(),
        filename: filename.clone(),
        line: 0,
        col: 0,
        end_line: 0,
        end_col: 0,
        text: None,
        hint: None,
    })
}

/// The error of a text that does not parse, as CPython words it.
fn explain(source: &str, filename: &Arc<str>) -> Option<SyntaxError> {
    let mut text = source.to_owned();
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let lines = LineTable::new(&text);
    let is_file = has_file(filename);
    let found = diagnose(&text, &lines, is_file)?;
    let hint = found.keyword_hint(&text, &lines, is_file).map(Box::new);
    let Problem { kind, message, line, col, end_line, end_col } = found.problem;
    let text = lines.text(&text, line).map(str::to_owned);
    Some(SyntaxError { kind, message, filename: filename.clone(), line, col, end_line, end_col, text, hint })
}

/// Ruff's parser wants an expression in `raise; …`, which is correct, and puts an invalid one there: this takes
/// it out. The number of places where it was.
fn repair_bare_raises(module: &mut ModModule) -> usize {
    struct Repair(Cell<usize>);
    impl Transformer for Repair {
        fn visit_stmt(&self, stmt: &mut Stmt) {
            if let Stmt::Raise(raise) = stmt
                && matches!(raise.exc.as_deref(), Some(Expr::Name(name)) if name.ctx == ExprContext::Invalid)
            {
                raise.exc = None;
                self.0.set(self.0.get() + 1);
            }
            transformer::walk_stmt(self, stmt);
        }
    }
    let repair = Repair(Cell::new(0));
    repair.visit_body(&mut module.body);
    repair.0.get()
}
