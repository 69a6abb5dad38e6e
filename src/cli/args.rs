//! Parsing of the command line. Everything after the file, `-c CODE` or `-` belongs to the program that is run.

use lang::jit::{JitMode, JitOptions, MIN_REGISTERS};
use std::ffi::OsString;
use std::path::PathBuf;
use tally::hir::World;
use tally::hir_commands;

/// One line of usage.
pub(crate) const USAGE: &str = "usage: tally [run] [options] FILE [ARGS…] | tally -c CODE [ARGS…] | tally - [ARGS…] | tally dump --stage STAGE [--function NAME] FILE | tally hir COMMAND FILE";

/// The whole help.
pub(crate) const HELP: &str = "\
tally: runs Python 3 programs

usage:
  tally [run] [options] FILE [ARGS…]   run a file
  tally [run] [options] -c CODE [ARGS…]  run a text
  tally [run] [options] - [ARGS…]      run standard input
  tally dump --stage STAGE [--function NAME] [--world quiet|observing] FILE
                                       print compiled code: bytecode, hir, hir-refcount, lir or asm
  tally hir COMMAND FILE               work on the intermediate representation: tally hir --help

options:
  --jit auto|eager|off|deopt  when to compile to machine code (auto if not given)
  --jit-threads 0|1           compile on another thread while the program runs (1), or on its own, the same at every run (0)
  --regs N                    let machine code keep values in N registers of each class only (at least 3): for tests
  --stats                     print counters on standard error at the end
  --check-leaks               exit with 99 if an object is still alive at the end
  -h, --help                  print this
  -V, --version               print the version
";

/// The help of `tally hir`.
pub(crate) const HIR_HELP: &str = "\
tally hir: works on files of HIR, the intermediate representation

usage:
  tally hir check FILE     say what is wrong with it: syntax, structure, reference counts
  tally hir print FILE     print it in standard form
  tally hir refcount FILE  insert reference counts and print it
  tally hir optimise FILE  run the passes that go before that and print it; --pass NAME runs only this one
  tally hir run FILE       run it in the checked interpreter; --seed N decides what is open (0),
                           --runs N runs this many seeds (1)
  tally hir dot FILE       print the graph of its blocks for Graphviz; dominators dashed
  tally hir test FOLDER    run golden files; TALLY_BLESS=1 rewrites their expectations

Exit codes: 0 fine, 1 something is wrong with the file, 2 bad usage or a file that cannot be read.
";

/// A mistake in the arguments.
#[derive(Debug)]
pub(crate) struct UsageError(pub(crate) String);

/// What to run.
#[derive(Debug)]
pub(crate) enum Program {
    /// A file.
    File(OsString),
    /// The text after `-c`.
    Code(String),
    /// Standard input.
    Stdin,
}

/// `tally run`.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) program: Program,
    /// `sys.argv[1:]`.
    pub(crate) args: Vec<String>,
    /// `--jit` and `--regs`.
    pub(crate) jit: JitOptions,
    pub(crate) stats: bool,
    pub(crate) check_leaks: bool,
    /// `--check-hir`, and the file for its counts. An option for Tally's own tests, not in the help.
    pub(crate) check_hir: Option<Option<PathBuf>>,
}

/// `tally dump`.
#[derive(Debug)]
pub(crate) struct Dump {
    pub(crate) stage: Stage,
    pub(crate) file: OsString,
    pub(crate) function: Option<String>,
    /// The world that HIR is made for.
    pub(crate) world: World,
}

/// What `tally dump` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    Bytecode,
    Hir,
    HirRefcount,
    Lir,
    Asm,
}

/// `tally hir`.
#[derive(Debug)]
pub(crate) enum Hir {
    /// A command on a file.
    On(hir_commands::Command, OsString),
    /// `tally hir test`.
    Test(OsString),
}

/// What the arguments ask for.
#[derive(Debug)]
pub(crate) enum Command {
    Run(Run),
    Dump(Dump),
    Hir(Hir),
    HirHelp,
    Help,
    Version,
}

/// Parses the arguments after the program's name.
pub(crate) fn parse(words: Vec<OsString>) -> Result<Command, UsageError> {
    let mut words = words.into_iter().peekable();
    match words.peek().and_then(|w| w.to_str()) {
        Some("dump") => {
            words.next();
            parse_dump(words)
        }
        Some("hir") => {
            words.next();
            parse_hir(words)
        }
        Some("run") => {
            words.next();
            parse_run(words)
        }
        _ => parse_run(words),
    }
}

/// Splits `--name=value`.
fn split(word: &str) -> (&str, Option<&str>) {
    match word.split_once('=') {
        Some((name, value)) if name.starts_with("--") => (name, Some(value)),
        _ => (word, None),
    }
}

fn value(name: &str, inline: Option<&str>, words: &mut impl Iterator<Item = OsString>) -> Result<String, UsageError> {
    match inline {
        Some(v) => Ok(v.to_owned()),
        None => match words.next() {
            Some(v) => Ok(v.to_string_lossy().into_owned()),
            None => Err(UsageError(format!("{name} needs a value"))),
        },
    }
}

fn parse_run(mut words: impl Iterator<Item = OsString>) -> Result<Command, UsageError> {
    let (mut jit, mut stats, mut check_leaks, mut check_hir) = (JitOptions::default(), false, false, None);
    let program = loop {
        let Some(word) = words.next() else { return Err(UsageError("no program given".into())) };
        let text = word.to_string_lossy().into_owned();
        let (name, inline) = split(&text);
        match name {
            "--jit" => {
                let mode = value(name, inline, &mut words)?;
                jit.mode = JitMode::named(&mode)
                    .ok_or_else(|| UsageError(format!("unknown --jit mode '{mode}' (auto, eager, off or deopt)")))?;
            }
            "--regs" => jit.registers = Some(registers(&value(name, inline, &mut words)?)?),
            "--jit-threads" => jit.threads = threads(&value(name, inline, &mut words)?)?,
            "--stats" => stats = true,
            "--check-leaks" => check_leaks = true,
            "--check-hir" => check_hir = Some(inline.map(PathBuf::from)),
            "-h" | "--help" => return Ok(Command::Help),
            "-V" | "--version" => return Ok(Command::Version),
            "-c" => match words.next() {
                Some(code) => break Program::Code(code.to_string_lossy().into_owned()),
                None => return Err(UsageError("-c needs a program text".into())),
            },
            "-" => break Program::Stdin,
            "--" => match words.next() {
                Some(file) => break Program::File(file),
                None => return Err(UsageError("no program given".into())),
            },
            _ if text.starts_with('-') => return Err(UsageError(format!("unknown option '{text}'"))),
            _ => break Program::File(word),
        }
    };
    if jit.registers.is_some() && jit.mode == JitMode::Off {
        return Err(UsageError("--regs is for machine code: there is none with --jit off".into()));
    }
    let args = words.map(|w| w.to_string_lossy().into_owned()).collect();
    Ok(Command::Run(Run { program, args, jit, stats, check_leaks, check_hir }))
}

/// The value of `--jit-threads`.
fn threads(text: &str) -> Result<usize, UsageError> {
    match text {
        "0" => Ok(0),
        "1" => Ok(1),
        _ => Err(UsageError(format!("--jit-threads needs 0 or 1, not '{text}'"))),
    }
}

/// The value of `--regs`.
fn registers(text: &str) -> Result<usize, UsageError> {
    match text.parse() {
        Ok(number) if number >= MIN_REGISTERS => Ok(number),
        Ok(number) => {
            Err(UsageError(format!("--regs {number} is too few: machine code needs {MIN_REGISTERS} registers")))
        }
        Err(_) => Err(UsageError(format!("--regs needs a number of registers, not '{text}'"))),
    }
}

fn parse_dump(mut words: impl Iterator<Item = OsString>) -> Result<Command, UsageError> {
    let (mut file, mut function, mut stage, mut world) = (None, None, None, None);
    while let Some(word) = words.next() {
        let text = word.to_string_lossy().into_owned();
        let (name, inline) = split(&text);
        match name {
            "--stage" => stage = Some(value(name, inline, &mut words)?),
            "--world" => world = Some(value(name, inline, &mut words)?),
            "--function" => function = Some(value(name, inline, &mut words)?),
            "-h" | "--help" => return Ok(Command::Help),
            _ if text.starts_with('-') => return Err(UsageError(format!("unknown option '{text}'"))),
            _ if file.is_some() => return Err(UsageError(format!("more than one file: '{text}'"))),
            _ => file = Some(word),
        }
    }
    let stage = match stage.as_deref() {
        Some("bytecode") => Stage::Bytecode,
        Some("hir") => Stage::Hir,
        Some("hir-refcount") => Stage::HirRefcount,
        Some("lir") => Stage::Lir,
        Some("asm") => Stage::Asm,
        Some(other) => {
            return Err(UsageError(format!("unknown stage '{other}' (bytecode, hir, hir-refcount, lir or asm)")));
        }
        None => return Err(UsageError("dump needs --stage".into())),
    };
    let world = match world.as_deref() {
        Some(_) if stage == Stage::Bytecode => return Err(UsageError("bytecode is the same in all worlds".into())),
        None | Some("quiet") => World::Quiet,
        Some("observing") => World::Observing,
        Some(other) => return Err(UsageError(format!("unknown world '{other}' (quiet or observing)"))),
    };
    match file {
        Some(file) => Ok(Command::Dump(Dump { stage, file, function, world })),
        None => Err(UsageError("dump needs a file".into())),
    }
}

fn parse_hir(words: impl Iterator<Item = OsString>) -> Result<Command, UsageError> {
    let words: Vec<OsString> = words.collect();
    let texts: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    if texts.iter().any(|text| text == "-h" || text == "--help") {
        return Ok(Command::HirHelp);
    }
    let Some((name, _)) = texts.split_first() else { return Err(UsageError("hir needs a command".into())) };
    let (file, options) = hir_operand(name, &words[1..], &texts[1..])?;
    if name == "test" {
        return match options.first() {
            Some(option) => Err(UsageError(format!("unknown option '{option}'"))),
            None => Ok(Command::Hir(Hir::Test(file))),
        };
    }
    let command: Vec<&str> = [name.as_str()].into_iter().chain(options.iter().map(String::as_str)).collect();
    match hir_commands::Command::parse(&command) {
        Ok(command) => Ok(Command::Hir(Hir::On(command, file))),
        Err(error) => Err(UsageError(format!("hir: {error}"))),
    }
}

/// The one word that is neither an option nor an option's value, and the others.
fn hir_operand(name: &str, words: &[OsString], texts: &[String]) -> Result<(OsString, Vec<String>), UsageError> {
    let (mut file, mut options, mut is_value) = (None, Vec::new(), false);
    for (word, text) in words.iter().zip(texts) {
        if is_value || text.starts_with('-') {
            is_value = !is_value && hir_commands::Command::takes_value(text);
            options.push(text.clone());
        } else if file.is_some() {
            return Err(UsageError(format!("more than one file: '{text}'")));
        } else {
            file = Some(word.clone());
        }
    }
    match file {
        Some(file) => Ok((file, options)),
        None => Err(UsageError(format!("hir {name} needs a file"))),
    }
}
