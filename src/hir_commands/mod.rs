//! What `tally hir COMMAND` does with a text of HIR: one implementation for the program and for golden files.

mod dot;
mod run;

pub use dot::dot;
pub use run::outcome_text;

use hir::Function;
use hir::passes::{Pass, STANDARD};
use hir::text::{Place, SourceMap, caret, parse_mapped};
use hir::verify::verify;
use hir::verify_refcounts::{RefcountError, verify_refcounts};
use std::fmt::Display;

/// A command on a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Command {
    /// `parse`: parses.
    Parse,
    /// `print`: parses and prints.
    Print,
    /// `check`: says what is wrong: structure, then reference counts.
    Check,
    /// `refcount`: prints the functions with reference counts.
    Refcount,
    /// `optimise --pass NAME`: prints the functions after the passes that go before insertion, or after this one alone.
    Optimise {
        /// The only pass.
        pass: Option<Pass>,
    },
    /// `run --seed N --runs N`: runs in the checked interpreter.
    Run {
        /// The first seed.
        seed: u64,
        /// How many seeds.
        runs: u64,
    },
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
    /// There is no pass of this name.
    #[error("unknown pass '{0}' ({names})", names = Pass::ALL.iter().map(|pass| pass.name()).collect::<Vec<_>>().join(", "))]
    Pass(String),
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
            "optimise" => return Command::parse_optimise(options),
            "run" => return Command::parse_run(options),
            "dot" => Command::Dot,
            _ => return Err(BadCommand::Unknown(name.into())),
        };
        match options.first() {
            Some(&option) => Err(BadCommand::Option(option.into())),
            None => Ok(command),
        }
    }

    fn parse_optimise(options: &[&str]) -> Result<Command, BadCommand> {
        let (name, rest) = match options {
            [] => return Ok(Command::Optimise { pass: None }),
            &["--pass", name, ref rest @ ..] => (name, rest),
            &[word, ref rest @ ..] => match word.strip_prefix("--pass=") {
                Some(name) => (name, rest),
                None => return Err(BadCommand::Option(word.into())),
            },
        };
        if let Some(&word) = rest.first() {
            return Err(BadCommand::Option(word.into()));
        }
        let pass = Pass::named(name).ok_or_else(|| BadCommand::Pass(name.into()))?;
        Ok(Command::Optimise { pass: Some(pass) })
    }

    fn parse_run(options: &[&str]) -> Result<Command, BadCommand> {
        let (mut seed, mut runs) = (0, 1);
        let mut words = options.iter();
        while let Some(&word) = words.next() {
            let (name, value) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (word, None),
            };
            let option = match name {
                "--seed" => &mut seed,
                "--runs" => &mut runs,
                _ => return Err(BadCommand::Option(word.into())),
            };
            let value = value.or_else(|| words.next().copied()).and_then(|text| text.parse().ok());
            *option = value.ok_or_else(|| BadCommand::Number(name.into()))?;
        }
        Ok(Command::Run { seed, runs })
    }

    /// Whether an option is followed by its value.
    pub fn takes_value(option: &str) -> bool {
        matches!(option, "--seed" | "--runs" | "--pass")
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

    fn on_function(self, func: Function, source: &Source, output: &mut Output) {
        let wrong = match self {
            Command::Parse | Command::Print | Command::Dot => Vec::new(),
            Command::Check => errors(&func, source),
            Command::Refcount | Command::Optimise { .. } | Command::Run { .. } => structure_errors(&func, source),
        };
        if !wrong.is_empty() {
            output.errors.extend(wrong);
            return;
        }
        match self {
            Command::Parse | Command::Check => {}
            Command::Print => output.text += &func.to_string(),
            Command::Dot => output.text += &dot(&func),
            Command::Refcount => insert(func, source, output),
            Command::Optimise { pass } => optimise(func, pass, source, output),
            Command::Run { seed, runs } => match run::run_text(&func, seed, runs) {
                Ok(text) => output.text += &text,
                Err(trap) => {
                    let place = trap.context.inst.map_or(Place::Function, Place::Inst);
                    output.errors.push(source.point(place, &trap));
                }
            },
        }
    }
}

/// Inserts counts into a verified function, and proves what came of it.
fn insert(mut func: Function, source: &Source, output: &mut Output) {
    if let Err(error) = hir::refcount::insert(&mut func) {
        output.errors.push(source.point(Place::Function, &error));
        return;
    }
    let (text, map) = hir::text::print_mapped(&func);
    let wrong = errors(&func, &Source { text: &text, map: &map });
    output.errors.extend(wrong.into_iter().map(|error| format!("after insertion: {error}")));
    output.text += &text;
}

/// Runs passes on a verified function, and checks what came of it.
fn optimise(mut func: Function, pass: Option<Pass>, source: &Source, output: &mut Output) {
    if func.is_counted() {
        let error = "optimisation comes before refcount insertion, and this function has its counts";
        output.errors.push(source.point(Place::Function, &error));
        return;
    }
    match pass {
        Some(pass) => hir::passes::run(&mut func, &[pass]),
        None => hir::passes::run(&mut func, STANDARD),
    };
    let (text, map) = hir::text::print_mapped(&func);
    let wrong = errors(&func, &Source { text: &text, map: &map });
    output.errors.extend(wrong.into_iter().map(|error| format!("after optimisation: {error}")));
    output.text += &text;
}

/// What the verifiers find: that of reference counts is only asked about what is a function at all.
fn errors(func: &Function, source: &Source) -> Vec<String> {
    let errors = structure_errors(func, source);
    if !errors.is_empty() || !func.is_counted() {
        return errors;
    }
    let errors = verify_refcounts(func).err().unwrap_or_default();
    errors.iter().map(|error| source.point(place_of(func, error), error)).collect()
}

fn structure_errors(func: &Function, source: &Source) -> Vec<String> {
    let errors = verify(func).err().unwrap_or_default();
    errors.iter().map(|error| error.report(source.text, source.map)).collect()
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
