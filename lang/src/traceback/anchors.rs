//! Which part of an expression that failed gets carets: the operator, the brackets of a subscript, the arguments of a call.

use super::lines::is_space;
use crate::front::{LineTable, with_front_end_stack};
use ruff_python_ast::{Expr, Mod, Stmt};
use ruff_python_parser::{Mode, ParseOptions, parse_unchecked};
use ruff_text_size::{Ranged, TextRange};

/// Longer texts may nest too deeply for the stack at hand.
const SHORT: usize = 100;

/// Parses `text` and hands its statements to `f`; `None` if it is no program.
fn with_statements<R: Send>(text: &str, f: impl FnOnce(&[Stmt]) -> R + Send) -> Option<R> {
    let parse = || {
        let parsed = parse_unchecked(text, ParseOptions::from(Mode::Module));
        if !parsed.errors().is_empty() {
            return None;
        }
        match parsed.into_syntax() {
            Mod::Module(module) => Some(f(&module.body)),
            Mod::Expression(_) => None,
        }
    };
    if text.len() <= SHORT { parse() } else { with_front_end_stack(parse) }
}

/// The part of an expression that is marked with `^`, the rest being marked with `~`. Lines count from 0, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Anchors {
    /// Line where the marked part begins.
    pub(super) line: usize,
    /// Column where it begins.
    pub(super) col: usize,
    /// Line where it ends.
    pub(super) end_line: usize,
    /// Column just past its end.
    pub(super) end_col: usize,
}

/// What to mark in `segment`, the text of the expression that failed; `None` if it is no operation with such a part.
pub(super) fn anchors(segment: &str) -> Option<Anchors> {
    // In parentheses, so that it may span lines.
    let text = format!("(\n{segment}\n)");
    with_statements(&text, |body| {
        let [Stmt::Expr(statement)] = body else { return None };
        let walker = Walker {
            table: LineTable::new(&text),
            text: &text,
            lines: segment.split('\n').map(|l| l.chars().collect()).collect(),
        };
        match &*statement.value {
            Expr::BinOp(e) => walker.operator(e.left.range(), e.right.range()),
            Expr::Subscript(e) => walker.bracket(e.value.range(), '[', e.range()),
            Expr::Call(e) => walker.bracket(e.func.range(), '(', e.range()),
            _ => None,
        }
    })?
}

/// Whether `text` begins with a statement `return name(…)` or `name = …(…)` whose call is the range that failed: line 1 to
/// `end_line` (the last), columns in bytes. Such a line shows no carets. `Some(false)` means that there is something else.
pub(super) fn is_only_call(text: &str, start: usize, end: usize, end_line: usize) -> Option<CallOnly> {
    with_statements(text, |body| {
        let Some(first) = body.first() else { return CallOnly::Empty };
        let call = match first {
            Stmt::Return(s) => match s.value.as_deref() {
                Some(Expr::Call(call)) if call.func.is_name_expr() => Some(call),
                _ => None,
            },
            Stmt::Assign(s) => match (&s.targets[..], &*s.value) {
                ([Expr::Name(_)], Expr::Call(call)) => Some(call),
                _ => None,
            },
            _ => None,
        };
        let Some(call) = call else { return CallOnly::No };
        let table = LineTable::new(text);
        let from = table.line_and_byte_col(call.range().start().to_u32());
        let to = table.line_and_byte_col(call.range().end().to_u32());
        if from == (1, start as u32) && to == (end_line as u32, end as u32) { CallOnly::Yes } else { CallOnly::No }
    })
}

/// What [`is_only_call`] finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallOnly {
    /// There is no statement.
    Empty,
    /// The statement is such a call.
    Yes,
    /// It is another.
    No,
}

struct Walker<'a> {
    table: LineTable,
    text: &'a str,
    lines: Vec<Vec<char>>,
}

type Point = (usize, usize);

impl Walker<'_> {
    /// A place in the parenthesised text as line and column of the segment.
    fn point(&self, offset: u32) -> Option<Point> {
        let (line, col) = self.table.line_and_col(self.text, offset);
        Some(((line as usize).checked_sub(2)?, col as usize))
    }

    /// The first character at or after a place.
    fn valid(&self, (mut line, mut col): Point) -> Option<Point> {
        while col >= self.lines.get(line)?.len() {
            col = 0;
            line += 1;
        }
        Some((line, col))
    }

    /// The first character from `at` on that `wanted` takes, outside comments.
    fn find(&self, at: Point, wanted: impl Fn(char) -> bool) -> Option<Point> {
        let mut at = self.valid(at)?;
        loop {
            let c = self.lines[at.0][at.1];
            if matches!(c, '\\' | '#') {
                at = self.valid((at.0 + 1, 0))?;
            } else if wanted(c) {
                return Some(at);
            } else {
                at = self.valid((at.0, at.1 + 1))?;
            }
        }
    }

    fn operator(&self, left: TextRange, right: TextRange) -> Option<Anchors> {
        let after = self.point(left.end().to_u32())?;
        let (line, col) = self.find(after, |c| !is_space(c) && c != ')')?;
        let right = self.point(right.start().to_u32())?;
        let mut end_col = col + 1;
        let second = self.lines[line].get(end_col).copied();
        if second.is_some_and(|c| !is_space(c) && !matches!(c, '\\' | '#')) && (right.0 > line || end_col < right.1) {
            end_col += 1;
        }
        Some(Anchors { line, col, end_line: line, end_col })
    }

    fn bracket(&self, before: TextRange, bracket: char, whole: TextRange) -> Option<Anchors> {
        let after = self.point(before.end().to_u32())?;
        let (line, col) = self.find(after, |c| c == bracket)?;
        let (end_line, end_col) = self.point(whole.end().to_u32())?;
        Some(Anchors { line, col, end_line, end_col })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(segment: &str) -> Option<(usize, usize, usize, usize)> {
        anchors(segment).map(|a| (a.line, a.col, a.end_line, a.end_col))
    }

    #[test]
    fn operators_brackets_and_calls_are_found() {
        assert_eq!(mark("a + b"), Some((0, 2, 0, 3)));
        assert_eq!(mark("a//b"), Some((0, 1, 0, 3)));
        assert_eq!(mark("a*-b"), Some((0, 1, 0, 2)));
        assert_eq!(mark("(a) ** (b)"), Some((0, 4, 0, 6)));
        assert_eq!(mark("a # +\n+ b"), Some((1, 0, 1, 1)));
        assert_eq!(mark("a[(0)][1]"), Some((0, 6, 0, 9)));
        assert_eq!(mark("f(1,\n  2)"), Some((0, 1, 1, 4)));
        assert_eq!(mark("größe + 1"), Some((0, 6, 0, 7)));
        assert_eq!(mark("a.b"), None);
        assert_eq!(mark("a < b"), None);
        assert_eq!(mark("x = 1"), None);
    }

    #[test]
    fn lines_that_are_one_call_are_known() {
        assert_eq!(is_only_call("return f(1)", 7, 11, 1), Some(CallOnly::Yes));
        assert_eq!(is_only_call("return f(g(1))", 9, 13, 1), Some(CallOnly::No));
        assert_eq!(is_only_call("return a.f(1)", 7, 13, 1), Some(CallOnly::No));
        assert_eq!(is_only_call("x = a.f(1)", 4, 10, 1), Some(CallOnly::Yes));
        assert_eq!(is_only_call("# nothing", 0, 1, 1), Some(CallOnly::Empty));
        assert_eq!(is_only_call("if x:", 0, 1, 1), None);
    }
}
