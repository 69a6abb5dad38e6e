//! One entry of a traceback: where it was, the source lines, and carets under what was executing.

use super::anchors::{Anchors, CallOnly, anchors, is_only_call};
use super::lines::{Lines, dedent, is_space};
use super::width::columns;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Where an activation stood.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) filename: String,
    /// Name of the code.
    pub(super) name: String,
    pub(super) line: u32,
    pub(super) range: Option<Range>,
    /// Source lines of code that came from no file, from line 1 on.
    pub(super) text: Option<std::sync::Arc<[String]>>,
}

/// The rest of a position: it begins on the place's line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    /// Byte column of the start.
    pub(super) col: u32,
    /// Last line.
    pub(super) end_line: u32,
    /// Byte column just past the end.
    pub(super) end_col: u32,
}

/// Writes an entry.
pub(super) fn write_entry(out: &mut String, place: &Place, lines: &mut Lines) {
    let Place { filename, line, name, .. } = place;
    let _ = writeln!(out, "  File \"{filename}\", line {line}, in {name}");
    let last = place.range.map_or(*line, |r| r.end_line.max(*line));
    let original: Vec<String> = (*line..=last).map(|n| source_line(place, lines, n)).collect();
    if original.iter().all(|l| l.is_empty()) {
        return;
    }
    match place.range {
        None => {
            let first = original[0].trim_matches(is_space);
            if !first.is_empty() {
                let _ = writeln!(out, "    {first}");
            }
        }
        Some(range) => {
            let mut shown = Shown::new(&original, range).write();
            dedent(&mut shown);
            for line in shown {
                let _ = writeln!(out, "    {line}");
            }
        }
    }
}

pub(super) fn source_line(place: &Place, lines: &mut Lines, number: u32) -> String {
    let mut line = lines.get(&place.filename, number).trim_end_matches(is_space);
    if line.is_empty()
        && let Some(text) = &place.text
    {
        line = text.get(number as usize - 1).map_or("", |l| l.trim_end_matches(is_space));
    }
    line.to_owned()
}

/// Number of the character at byte `offset` of `line`.
fn char_at(line: &str, offset: u32) -> usize {
    line.char_indices().take_while(|(i, _)| *i < offset as usize).count()
}

/// The lines of one instruction, without their common indentation.
struct Shown {
    lines: Vec<Vec<char>>,
    /// Column (of the terminal) of the start in the first line and of the end in the last.
    start: usize,
    end: usize,
    carets: bool,
    /// With columns of the terminal, counted in whole lines.
    anchors: Option<Anchors>,
}

impl Shown {
    fn new(original: &[String], range: Range) -> Shown {
        let mut text = original.to_vec();
        dedent(&mut text);
        let lines: Vec<Vec<char>> = text.iter().map(|l| l.chars().collect()).collect();
        let last = lines.len() - 1;
        let removed = original[0].chars().count() - lines[0].len();
        let start = char_at(&original[0], range.col).saturating_sub(removed).min(lines[0].len());
        let end = char_at(&original[last], range.end_col).saturating_sub(removed).min(lines[last].len());
        let found = anchors(&segment(&lines, start, end));
        let carets = match is_only_call(&text.join("\n"), start, end, lines.len()) {
            Some(CallOnly::Empty | CallOnly::Yes) => false,
            Some(CallOnly::No) | None => {
                found.is_some()
                    || !lines[0][..start].iter().all(|&c| is_space(c))
                    || !lines[last][end..].iter().all(|&c| is_space(c))
            }
        };
        // The segment begins inside the first line.
        let on_screen = |line: usize, col: usize| {
            let col = if line == 0 { col + start } else { col };
            columns(&lines[line][..col.min(lines[line].len())])
        };
        let anchors =
            found.map(|a| Anchors { col: on_screen(a.line, a.col), end_col: on_screen(a.end_line, a.end_col), ..a });
        let (start, end) = (columns(&lines[0][..start]), columns(&lines[last][..end]));
        Shown { lines, start, end, carets, anchors }
    }

    /// Numbers of the lines worth showing: the first, the last, and those about the anchors.
    fn significant(&self) -> BTreeSet<usize> {
        let last = self.lines.len() - 1;
        let mut numbers = BTreeSet::from([0, last]);
        for line in self.anchors.iter().flat_map(|a| [a.line, a.end_line]) {
            numbers.extend((line.saturating_sub(1)..=line + 1).filter(|n| *n <= last));
        }
        numbers
    }

    fn write(&self) -> Vec<String> {
        let mut out = Vec::new();
        let mut before: Option<usize> = None;
        for number in self.significant() {
            match before.map(|b| number - b) {
                Some(2) => self.write_line(number - 1, &mut out),
                Some(gap @ 3..) => out.push(format!("...<{} lines>...", gap - 1)),
                _ => {}
            }
            self.write_line(number, &mut out);
            before = Some(number);
        }
        out
    }

    fn write_line(&self, number: usize, out: &mut Vec<String>) {
        let line = &self.lines[number];
        out.push(line.iter().collect());
        if !self.carets {
            return;
        }
        let indent = line.iter().take_while(|c| is_space(**c)).count();
        let width = if number == self.lines.len() - 1 { self.end } else { columns(line) };
        out.push(
            (0..width)
                .map(|col| if col < indent || (number == 0 && col < self.start) { ' ' } else { self.mark(number, col) })
                .collect(),
        );
    }

    fn mark(&self, line: usize, col: usize) -> char {
        match self.anchors {
            None => '^',
            Some(a) if (line, col) >= (a.line, a.col) && (line, col) < (a.end_line, a.end_col) => '^',
            Some(_) => '~',
        }
    }
}

/// The text from `start` in the first line to `end` in the last.
fn segment(lines: &[Vec<char>], start: usize, end: usize) -> String {
    let last = lines.len() - 1;
    let mut out = String::new();
    for (i, line) in lines.iter().enumerate() {
        let from = if i == 0 { start } else { 0 };
        let to = if i == last { end } else { line.len() };
        if i > 0 {
            out.push('\n');
        }
        if from < to {
            out.extend(&line[from..to]);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, col: u32, end_col: u32) -> Vec<String> {
        let original: Vec<String> = text.split('\n').map(str::to_owned).collect();
        let range = Range { col, end_line: original.len() as u32, end_col };
        Shown::new(&original, range).write()
    }

    #[test]
    fn carets_stand_under_the_failing_part() {
        assert_eq!(shown("    return a / b", 11, 16), ["return a / b", "       ~~^~~"]);
        assert_eq!(shown("x = fail()", 4, 10), ["x = fail()"]);
        assert_eq!(shown("raise ValueError(1)", 0, 19), ["raise ValueError(1)"]);
        assert_eq!(shown("    f(1,\n      2)", 4, 8), ["f(1,", "~^^^", "  2)", "  ^^"]);
        assert_eq!(shown("x = 日 + 1", 4, 11), ["x = 日 + 1", "    ~~~^~~"]);
        assert_eq!(shown("a = f(\n1,\n2,\n3,\n4,\n5)", 4, 2), ["a = f(", "1,", "...<2 lines>...", "4,", "5)"]);
    }
}
