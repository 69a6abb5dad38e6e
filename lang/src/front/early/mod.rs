//! Errors and warnings that can be told from the syntax tree alone, before scopes are resolved.

mod binding;
mod finally;
mod flow;
mod suspicious;
mod unsupported;

use crate::front::parse::Parsed;
use crate::front::syntax_error::{SyntaxError, SyntaxWarning};
use ruff_python_ast::visitor::Visitor;
use ruff_text_size::{Ranged, TextRange};

/// What a pass over the tree reports to: the first error, and warnings in order.
pub(super) struct Report<'p> {
    parsed: &'p Parsed<'p>,
    error: Option<SyntaxError>,
    warnings: Vec<SyntaxWarning>,
}

impl<'p> Report<'p> {
    fn new(parsed: &'p Parsed<'p>) -> Report<'p> {
        Report { parsed, error: None, warnings: Vec::new() }
    }

    fn error(&mut self, range: TextRange, message: impl Into<String>) {
        if self.error.is_none() {
            let (start, end) = (range.start().to_u32(), range.end().to_u32());
            self.error = Some(self.parsed.error(message, start, end));
        }
    }

    fn failed(&self) -> bool {
        self.error.is_some()
    }

    fn warn(&mut self, range: TextRange, message: impl Into<String>) {
        self.warnings.push(warning(self.parsed, range.start().to_u32(), 0, message.into()));
    }
}

/// A warning about the line `below` lines below byte `offset`.
pub(super) fn warning(parsed: &Parsed<'_>, offset: u32, below: u32, message: String) -> SyntaxWarning {
    let line = parsed.lines.line(offset) + below;
    let text = parsed.lines.text(parsed.source, line).unwrap_or("").trim().to_owned();
    SyntaxWarning { message, line, text }
}

/// Checks the whole tree; the warnings are those of a correct program. `explain` reads the text anew if the
/// tree is doubtful.
///
/// # Errors
/// The first unsupported construct, or else the first misuse, in the order CPython's passes find them.
pub(super) fn check(
    parsed: &Parsed<'_>,
    explain: impl FnOnce() -> Option<SyntaxError>,
) -> Result<Vec<SyntaxWarning>, SyntaxError> {
    let body = &parsed.module.body;
    let mut unsupported = unsupported::Unsupported::new(Report::new(parsed));
    unsupported.visit_body(body);
    if unsupported.doubtful
        && let Some(error) = explain()
    {
        return Err(error);
    }
    settle(unsupported.report)?;
    let mut future = Report::new(parsed);
    binding::check_future_imports(&mut future, body);
    settle(future)?;
    let mut finally = finally::Finally::new(Report::new(parsed));
    finally.visit_body(body);
    let mut warnings = settle(finally.report)?;
    let mut binding = binding::Binding::new(Report::new(parsed));
    binding.visit_body(body);
    settle(binding.report)?;
    let mut flow = flow::Flow::new(Report::new(parsed));
    flow.visit_body(body);
    warnings.extend(settle(flow.report)?);
    Ok(warnings)
}

fn settle(report: Report<'_>) -> Result<Vec<SyntaxWarning>, SyntaxError> {
    match report.error {
        Some(error) => Err(error),
        None => Ok(report.warnings),
    }
}

/// The range of anything in the tree.
fn range(node: &impl Ranged) -> TextRange {
    node.range()
}
