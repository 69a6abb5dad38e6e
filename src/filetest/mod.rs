//! Golden files: HIR text, what is to be done with it, and what that must give.
//!
//! ```text
//! ; test: refcount
//! ; test: run --seed 1
//! fun f { … }
//!
//! ; expect: refcount
//! ; | fun f counted {
//! ; | …
//! ; expect: run --seed 1
//! ; | …
//! ```
//!
//! - The file starts with one or more lines `; test: COMMAND`: the words after `tally hir`, without the file
//!   ([`Command::parse`] lists them). Comments may stand among them.
//! - Then comes the text, which may have comments. Line numbers in messages are the file's.
//! - For each command, in the same order, a line `; expect: COMMAND` is followed by the lines of its output,
//!   each after `; | `. A command that says nothing expects `ok`.
//!
//! A file without a command or without an expectation fails. [`bless`] rewrites the expectations and nothing else.

mod diff;

use crate::hir_commands::{BadCommand, Command};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const TEST: &str = "; test:";
const EXPECT: &str = "; expect:";
const LINE: &str = "; |";

/// The extension of golden files.
pub const EXTENSION: &str = "hir";

/// The environment variable that, set to `1`, asks for [`bless`] instead of [`check`].
pub const BLESS_VARIABLE: &str = "TALLY_BLESS";

/// Why a golden file did not pass.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is not UTF-8.
    #[error("not UTF-8")]
    NotText,
    /// There is no `; test:` line at its start.
    #[error("no `; test: COMMAND` line before the text")]
    NoCommand,
    /// A `; test:` line stands after the start, where it would be taken for a comment.
    #[error("line {0}: `; test:` after the text has begun")]
    LateCommand(usize),
    /// A command is wrong.
    #[error("line {line}: {error}")]
    BadCommand {
        /// Of the file, from 1.
        line: usize,
        /// What is wrong.
        error: BadCommand,
    },
    /// There is no `; expect:` part.
    #[error("no expectation: set {BLESS_VARIABLE}=1 to have it written")]
    NoExpectation,
    /// A line of the expected part is neither `; expect:` nor `; |`.
    #[error("line {0}: expected `; expect:` or `; |`")]
    BadExpectation(usize),
    /// The expectations are those of other commands.
    #[error("the commands are [{commands}], the expectations are for [{expectations}]")]
    OtherCommands {
        /// Of the `; test:` lines.
        commands: String,
        /// Of the `; expect:` lines.
        expectations: String,
    },
    /// The output differs. The text is a diff with the file's line numbers.
    #[error("{0}")]
    Mismatch(String),
}

/// What an `; expect:` line begins.
struct Section<'t> {
    command: &'t str,
    /// Line number in the file of the first line of output.
    line: usize,
    output: Vec<&'t str>,
}

struct Golden<'t> {
    /// Everything before the first `; expect:`.
    head: &'t str,
    commands: Vec<Directive<'t>>,
    expected: Result<Vec<Section<'t>>, Failure>,
}

struct Directive<'t> {
    text: &'t str,
    line: usize,
}

impl Directive<'_> {
    /// What the command gives for the file's text, as the lines of the expectation.
    fn output(&self, head: &str) -> Result<Vec<String>, Failure> {
        let words: Vec<&str> = self.text.split_whitespace().collect();
        let command = Command::parse(&words).map_err(|error| Failure::BadCommand { line: self.line, error })?;
        let mut text = command.execute(head).all();
        if text.is_empty() {
            text.push_str("ok\n");
        }
        Ok(text.lines().map(|line| line.trim_end().to_owned()).collect())
    }
}

/// The text that a file's commands are given: all of it before the expectations.
pub fn text_of(file: &str) -> &str {
    file.split_at(expectations_start(file)).0
}

fn expectations_start(file: &str) -> usize {
    let mut at = 0;
    for line in file.split_inclusive('\n') {
        if line.starts_with(EXPECT) {
            break;
        }
        at += line.len();
    }
    at
}

/// The output lines that a file expects, of all its commands.
pub fn expected_lines(file: &str) -> impl Iterator<Item = &str> {
    file[expectations_start(file)..].lines().filter_map(output_line)
}

fn output_line(line: &str) -> Option<&str> {
    let rest = line.strip_prefix(LINE)?;
    Some(rest.strip_prefix(' ').unwrap_or(rest))
}

fn parse(file: &str) -> Result<Golden<'_>, Failure> {
    let (head, tail) = file.split_at(expectations_start(file));
    let commands = directives(head)?;
    let first_line = head.lines().count() + 1;
    Ok(Golden { head, commands, expected: sections(tail, first_line) })
}

fn directives(head: &str) -> Result<Vec<Directive<'_>>, Failure> {
    let mut commands = Vec::new();
    let mut in_start = true;
    for (index, line) in head.lines().enumerate() {
        if let Some(command) = line.strip_prefix(TEST) {
            if !in_start {
                return Err(Failure::LateCommand(index + 1));
            }
            commands.push(Directive { text: command.trim(), line: index + 1 });
        } else if !line.trim_start().is_empty() && !line.starts_with(';') {
            in_start = false;
        }
    }
    if commands.is_empty() { Err(Failure::NoCommand) } else { Ok(commands) }
}

fn sections(tail: &str, first_line: usize) -> Result<Vec<Section<'_>>, Failure> {
    let mut sections: Vec<Section> = Vec::new();
    for (index, line) in tail.lines().enumerate() {
        let number = first_line + index;
        match (line.strip_prefix(EXPECT), output_line(line), sections.last_mut()) {
            (Some(command), _, _) => {
                sections.push(Section { command: command.trim(), line: number + 1, output: Vec::new() });
            }
            (None, Some(output), Some(section)) => section.output.push(output),
            (None, None, _) if line.trim().is_empty() => {}
            _ => return Err(Failure::BadExpectation(number)),
        }
    }
    if sections.iter().all(|section| section.output.is_empty()) { Err(Failure::NoExpectation) } else { Ok(sections) }
}

fn read(path: &Path) -> Result<String, Failure> {
    String::from_utf8(fs::read(path)?).map_err(|_| Failure::NotText)
}

/// Runs the commands of the file and compares.
///
/// # Errors
/// What is wrong with the file, or how the output differs.
pub fn check(path: &Path) -> Result<(), Failure> {
    check_text(&read(path)?)
}

/// As [`check`], for the contents of a file.
///
/// # Errors
/// As [`check`].
pub fn check_text(file: &str) -> Result<(), Failure> {
    let golden = parse(file)?;
    let expected = golden.expected?;
    let names = |names: Vec<&str>| names.join(", ");
    if !golden.commands.iter().map(|c| c.text).eq(expected.iter().map(|s| s.command)) {
        return Err(Failure::OtherCommands {
            commands: names(golden.commands.iter().map(|c| c.text).collect()),
            expectations: names(expected.iter().map(|s| s.command).collect()),
        });
    }
    let mut differences = String::new();
    for (command, section) in golden.commands.iter().zip(&expected) {
        let output = command.output(golden.head)?;
        let output: Vec<&str> = output.iter().map(String::as_str).collect();
        if output != section.output {
            differences += &format!("{}: expected -, got +\n", command.text);
            differences += &diff::diff(&section.output, &output, section.line);
        }
    }
    if differences.is_empty() { Ok(()) } else { Err(Failure::Mismatch(differences)) }
}

/// Rewrites the expectations of the file to what its commands give. Says whether it changed.
///
/// # Errors
/// What is wrong with the file: its commands must be right.
pub fn bless(path: &Path) -> Result<bool, Failure> {
    let file = read(path)?;
    let blessed = bless_text(&file)?;
    if blessed == file {
        return Ok(false);
    }
    fs::write(path, blessed)?;
    Ok(true)
}

/// As [`bless`], for the contents of a file.
///
/// # Errors
/// As [`bless`].
pub fn bless_text(file: &str) -> Result<String, Failure> {
    let golden = parse(file)?;
    let mut text = golden.head.trim_end().to_owned();
    // The commands see what a later run will see: the text with one empty line after it.
    text += "\n\n";
    let mut expectations = String::new();
    for command in &golden.commands {
        expectations += &format!("{EXPECT} {}\n", command.text);
        for line in command.output(&text)? {
            expectations += format!("{LINE} {line}").trim_end();
            expectations.push('\n');
        }
    }
    Ok(text + &expectations)
}

/// Checks the file, or blesses it if the environment asks for it.
///
/// # Errors
/// As [`check`] or [`bless`].
pub fn check_or_bless(path: &Path) -> Result<(), Failure> {
    if std::env::var_os(BLESS_VARIABLE).is_some_and(|value| value == "1") {
        bless(path).map(|_| ())
    } else {
        check(path)
    }
}

/// The golden files in a folder and those below it, sorted.
///
/// # Errors
/// A folder that cannot be read.
pub fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == EXTENSION) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests;
