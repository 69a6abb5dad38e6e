//! What `tally hir COMMAND` does with a text of HIR: one implementation for the program and for golden files.

mod dot;

pub use dot::dot;

use hir::Function;
use hir::text::{Place, SourceMap, caret, parse_mapped};
use hir::verify_refcounts::RefcountError;
use std::fmt::Display;

/// A command on a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Command {
    /// `parse`: parses.
    Parse,
    /// `print`: parses and prints.
    Print,
    /// `check`: says what is wrong.
    Check,
    /// `refcount`: prints the functions with reference counts.
    Refcount,
    /// `dot`: the blocks as a graph.
    Dot,
}

/// A command that there is not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadCommand {
    /// No word.
    #[error("no command")]
    Missing,
    /// An unknown word in its place.
    #[error("unknown command '{0}'")]
    Unknown(String),
    /// An option that the command does not have.
    #[error("unknown option '{0}'")]
    Option(String),
    /// A value of an option that is no number.
    #[error("{0} needs a number")]
    Number(String),
}

/// What a command gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// What was asked for: whole lines.
    pub text: String,
    /// What is wrong, each `LINE:COLUMN: MESSAGE` with an excerpt of the text, or only a message.
    pub errors: Vec<String>,
}

impl Output {
    fn fail(error: impl Display) -> Output {
        Output { text: String::new(), errors: vec![error.to_string()] }
    }

    /// Text, then errors, as a golden file has them.
    pub fn all(&self) -> String {
        let errors = self.errors.iter().map(|error| format!("{}\n", error.trim_end()));
        self.text.clone() + &errors.collect::<String>()
    }
}

impl Command {
    /// The command that these words name: its name, then options.
    ///
    /// # Errors
    /// There is no such command.
    pub fn parse(words: &[&str]) -> Result<Command, BadCommand> {
        let (&name, options) = words.split_first().ok_or(BadCommand::Missing)?;
        let command = match name {
            "parse" => Command::Parse,
            "print" => Command::Print,
            "check" => Command::Check,
            "refcount" => Command::Refcount,
            "dot" => Command::Dot,
            _ => return Err(BadCommand::Unknown(name.into())),
        };
        match options.first() {
            Some(&option) => Err(BadCommand::Option(option.into())),
            None => Ok(command),
        }
    }

    /// Whether an option is followed by its value.
    pub fn takes_value(_option: &str) -> bool {
        false
    }

    /// Does it.
    pub fn execute(self, text: &str) -> Output {
        let functions = match parse_mapped(text) {
            Ok(functions) => functions,
            Err(error) => return Output::fail(error),
        };
        let mut output = Output::default();
        for (func, map) in functions {
            let start = output.text.len();
            self.on_function(func, &Source { text, map: &map }, &mut output);
            if start > 0 && output.text.len() > start {
                output.text.insert(start, '\n');
            }
        }
        output
    }

    fn on_function(self, mut func: Function, source: &Source, output: &mut Output) {
        match self {
            Command::Parse => {}
            Command::Check => output.errors.extend(errors(&func, source)),
            Command::Print => output.text += &func.to_string(),
            Command::Dot => output.text += &dot(&func),
            Command::Refcount => match hir::refcount::insert(&mut func) {
                Ok(_) => output.text += &func.to_string(),
                Err(error) => output.errors.push(source.point(Place::Function, &error)),
            },
        }
    }
}

/// What the verifiers find: that of reference counts is only asked about what is a function at all.
fn errors(func: &Function, source: &Source) -> Vec<String> {
    if let Err(errors) = hir::verify(func) {
        return errors.iter().map(|error| error.report(source.text, source.map)).collect();
    }
    if !func.is_counted() {
        return Vec::new();
    }
    let errors = hir::verify_refcounts::verify_refcounts(func).err().unwrap_or_default();
    errors.iter().map(|error| source.point(place_of(func, error), error)).collect()
}

/// Where an error of the refcount verifier is in a text.
fn place_of(func: &Function, error: &RefcountError) -> Place {
    use hir::verify_refcounts::Place as At;
    match error.place {
        At::Function => Place::Function,
        At::Entry(block) => Place::Claims(block),
        At::Inst(_, step) => Place::Inst(step.inst),
        // The edge leaves at the terminator.
        At::Edge(from, _) => func.last_inst(from).map_or(Place::Block(from), Place::Inst),
    }
}

/// A text and where the parts of one of its functions stand.
struct Source<'s> {
    text: &'s str,
    map: &'s SourceMap,
}

impl Source<'_> {
    /// A message about a place of the text.
    fn point(&self, place: Place, message: &dyn Display) -> String {
        match self.map.position(place).or_else(|| self.map.position(Place::Function)) {
            Some(at) => format!("{at}: {message}\n{}", caret(self.text, at)),
            None => message.to_string(),
        }
    }
}

#[cfg(test)]
mod tests;
