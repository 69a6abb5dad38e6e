//! `tally dump`.

use super::EXIT_USAGE;
use super::args::Dump;
use super::run::{read_source, report_syntax_error};
use lang::bytecode::CodeKind;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

/// Compiles the file and prints its code.
pub(crate) fn dump(dump: Dump) -> ExitCode {
    let path = dump.file.to_string_lossy().into_owned();
    let filename: Arc<str> = Arc::from(path.as_str());
    let text = match read_source(&dump.file, &filename) {
        Ok(text) => text,
        Err(code) => return code,
    };
    let compiled = match lang::compile(&text, &filename, CodeKind::Module) {
        Ok(compiled) => compiled,
        Err(error) => return report_syntax_error(&error),
    };
    let listing = lang::front::dump::dump(&compiled.report(), dump.function.as_deref());
    if listing.is_empty() {
        let name = dump.function.unwrap_or_default();
        eprintln!("tally: no function '{name}' in '{path}'");
        return ExitCode::from(EXIT_USAGE);
    }
    // A closed pipe is no error of ours.
    let _ = std::io::stdout().write_all(listing.as_bytes());
    ExitCode::SUCCESS
}
