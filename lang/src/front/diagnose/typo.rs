//! Misspelt keywords: when a text makes no sense, a name in it may be meant for a keyword.

use super::reader::{Fail, Reader, Tokens};
use super::token::{T, TokError};
use super::tokenizer::Tokenizer;
use crate::bytecode::CodeKind;
use crate::front::compile::compile_module;
use crate::front::parse::parse;
use crate::front::source::LineTable;
use std::cmp::Reverse;
use std::sync::Arc;

/// Keywords in alphabetical order, as suggestions are tried.
const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
    "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
    "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];
/// Longest text looked at, in characters.
const MAX_TEXT: usize = 1024;
/// Most names looked at.
const MAX_NAMES: usize = 10;

/// A name and the keyword it is probably meant for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::front) struct Typo {
    /// The keyword.
    pub keyword: &'static str,
    /// The line with the name, without its common indentation.
    pub text: String,
    /// Column of the name in `text`, from 1, in code points.
    pub col: u32,
    /// Column past the name.
    pub end_col: u32,
}

/// Looks for a misspelt keyword in `text` from line `first` (0: from the beginning) to `last`, the line of the
/// error. With `on_last_line` only names on the last line are considered.
pub(in crate::front) fn find_typo(text: &str, first: u32, last: u32, on_last_line: bool) -> Option<Typo> {
    let skip = first.max(1) as usize - 1;
    let mut lines: Vec<&str> = Vec::new();
    let mut length = 0;
    for line in text.lines().take(last as usize).skip(skip) {
        length += line.chars().count();
        if length > 2 * MAX_TEXT {
            return None;
        }
        lines.push(line);
    }
    let lines = dedent(&lines);
    let code = lines.join("\n");
    if code.chars().count() > MAX_TEXT {
        return None;
    }
    let wanted = lines.len() as u32;
    let table = LineTable::new(&code);
    let mut tokenizer = Tokenizer::new(&code);
    let mut looked_at = 0;
    while let Ok(token) = tokenizer.next_token() {
        if token.kind == T::End {
            break;
        }
        let line = table.line(token.start);
        if token.kind != T::Name || (on_last_line && line != wanted) {
            continue;
        }
        looked_at += 1;
        if looked_at > MAX_NAMES {
            break;
        }
        let (start, end) = (token.start as usize, token.end as usize);
        for keyword in candidates(&code[start..end]) {
            let changed = format!("{}{keyword}{}\n", &code[..start], &code[end..]);
            if makes_sense(&changed) {
                let (_, col) = table.line_and_col(&code, token.start);
                let width = code[start..end].chars().count() as u32;
                let text = lines[line as usize - 1].clone();
                return Some(Typo { keyword, text, col: col + 1, end_col: col + 1 + width });
            }
        }
    }
    None
}

/// Removes the indentation that all lines with content share.
fn dedent(lines: &[&str]) -> Vec<String> {
    let margins = lines.iter().filter(|line| !line.trim().is_empty());
    let margin = margins
        .map(|line| &line[..line.len() - line.trim_start_matches([' ', '\t']).len()])
        .reduce(common_prefix)
        .unwrap_or("");
    let strip = |line: &&str| if line.trim().is_empty() { String::new() } else { line[margin.len()..].to_owned() };
    lines.iter().map(strip).collect()
}

fn common_prefix<'a>(one: &'a str, other: &'a str) -> &'a str {
    let length = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    &one[..length]
}

/// Whether `code` is correct, or would be if it went on.
fn makes_sense(code: &str) -> bool {
    let lines = LineTable::new(code);
    let tokens = Tokens::read(code);
    let mut reader = Reader::new(code, &lines, &tokens, false);
    match reader.file() {
        Ok(()) => compiles(code),
        Err(Fail::Halt) => reader.from_tokenizer && matches!(tokens.error, Some(TokError::EndInBrackets)),
        Err(Fail::No) => {
            let furthest = reader.furthest();
            matches!(furthest.kind, T::End | T::Dedent) && furthest.start as usize == code.len()
        }
    }
}

/// Whether the compiler, too, takes `code`; what only Tally refuses passes.
fn compiles(code: &str) -> bool {
    let filename: Arc<str> = "<input>".into();
    match parse(code, &filename) {
        Ok(parsed) => compile_module(&parsed.module, parsed.source, filename, CodeKind::Module).is_ok(),
        Err(error) => error.message.ends_with("is not supported by Tally"),
    }
}

/// Up to three keywords that `name` resembles, best first.
fn candidates(name: &str) -> Vec<&'static str> {
    let mut found: Vec<&'static str> = nearest(name).into_iter().collect();
    found.extend(similar(name));
    found.truncate(3);
    found
}

/// The keyword with the least edit distance, if that is small.
fn nearest(name: &str) -> Option<&'static str> {
    let mut best: Option<(usize, &'static str)> = None;
    for keyword in KEYWORDS {
        let limit = (name.chars().count() + keyword.len() + 3) * 2 / 6;
        let limit = best.map_or(limit, |(distance, _)| limit.min(distance.saturating_sub(1)));
        let distance = edit_distance(name, keyword);
        if distance <= limit {
            best = Some((distance, keyword));
        }
    }
    best.map(|(_, keyword)| keyword)
}

/// Edit distance: 2 for an insertion, a deletion or a substitution, 1 for a change of case.
fn edit_distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    if one.len() > 40 || other.len() > 40 {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=other.len()).map(|n| 2 * n).collect();
    for (i, a) in one.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = 2 * (i + 1);
        for (j, b) in other.iter().enumerate() {
            let cost = if a == b { 0 } else { 2 - usize::from(a.eq_ignore_ascii_case(b)) };
            let value = (diagonal + cost).min(row[j] + 2).min(row[j + 1] + 2);
            diagonal = std::mem::replace(&mut row[j + 1], value);
        }
    }
    row[other.len()]
}

/// Keywords of which at least half matches `name` in order: longest common blocks first.
fn similar(name: &str) -> Vec<&'static str> {
    let name: Vec<char> = name.chars().collect();
    let score = |keyword: &&'static str| {
        let word: Vec<char> = keyword.chars().collect();
        let matched = matching(&word, &name);
        // Scaled to an integer, the ratio can be ordered.
        (2 * matched * 2 >= word.len() + name.len()).then(|| {
            let ratio = 2.0 * matched as f64 / (word.len() + name.len()) as f64;
            ((ratio * 1e9) as u64, *keyword)
        })
    };
    let mut scored: Vec<(u64, &'static str)> = KEYWORDS.iter().filter_map(score).collect();
    scored.sort_by_key(|&entry| Reverse(entry));
    scored.into_iter().take(3).map(|(_, keyword)| keyword).collect()
}

/// Characters in the longest common block and, recursively, in what is left and right of it.
fn matching(one: &[char], other: &[char]) -> usize {
    let (mut best, mut at, mut to) = (0, 0, 0);
    for i in 0..one.len() {
        for j in 0..other.len() {
            let length = one[i..].iter().zip(&other[j..]).take_while(|(a, b)| a == b).count();
            if length > best {
                (best, at, to) = (length, i, j);
            }
        }
    }
    if best == 0 {
        return 0;
    }
    best + matching(&one[..at], &other[..to]) + matching(&one[at + best..], &other[to + best..])
}
