//! The command line: what to run, how, and the exit code.

mod args;
mod check_hir;
mod dump;
mod hir;
mod run;

use args::{Command, UsageError};
use std::process::ExitCode;

/// Exit code of bad usage and unreadable files.
pub(crate) const EXIT_USAGE: u8 = 2;

/// Parses the arguments and does what they say.
pub(crate) fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    match args::parse(words) {
        Ok(Command::Run(run)) => run::run(run),
        Ok(Command::Dump(dump)) => dump::dump(dump),
        Ok(Command::Hir(hir)) => hir::hir(hir),
        Ok(Command::HirHelp) => {
            print!("{}", args::HIR_HELP);
            ExitCode::SUCCESS
        }
        Ok(Command::Help) => {
            print!("{}", args::HELP);
            ExitCode::SUCCESS
        }
        Ok(Command::Version) => {
            println!("tally {}", env!("CARGO_PKG_VERSION"));
            ExitCode::SUCCESS
        }
        Err(UsageError(message)) => {
            eprintln!("tally: {message}\n{}", args::USAGE);
            ExitCode::from(EXIT_USAGE)
        }
    }
}
