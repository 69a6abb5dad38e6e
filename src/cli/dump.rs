//! `tally dump`.

use super::EXIT_USAGE;
use super::args::{Dump, Stage};
use super::run::{read_source, report_syntax_error};
use lang::bytecode::{CodeKind, CodeProto, Const};
use lang::hir_build::{BuildOptions, build};
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use tally::hir::refcount;

/// Compiles the file and prints its code.
pub(crate) fn dump(dump: Dump) -> ExitCode {
    let path = dump.file.to_string_lossy().into_owned();
    let filename: Arc<str> = Arc::from(path.as_str());
    let text = match read_source(&dump.file, &filename) {
        Ok(text) => text,
        Err(code) => return code,
    };
    let compiled = match lang::compile(&text, &filename, CodeKind::Module) {
        Ok(compiled) => compiled.report(),
        Err(error) => return report_syntax_error(&error),
    };
    let listing = match dump.stage {
        Stage::Bytecode => lang::front::dump::dump(&compiled, dump.function.as_deref()),
        Stage::Hir | Stage::HirRefcount => match hir(&compiled, &dump) {
            Ok(listing) => listing,
            Err(message) => {
                eprintln!("tally: {message}");
                return ExitCode::from(1);
            }
        },
    };
    if listing.is_empty() {
        let name = dump.function.unwrap_or_default();
        eprintln!("tally: no function '{name}' in '{path}'");
        return ExitCode::from(EXIT_USAGE);
    }
    // A closed pipe is no error of ours.
    let _ = std::io::stdout().write_all(listing.as_bytes());
    ExitCode::SUCCESS
}

/// The HIR of a body and of those in it, as [`Dump`] asks; a comment for each that is not translated.
fn hir(code: &CodeProto, dump: &Dump) -> Result<String, String> {
    let mut listing = String::new();
    let mut stack = vec![code];
    while let Some(code) = stack.pop() {
        if dump.function.as_deref().is_none_or(|name| *code.name == *name || *code.qualname == *name) {
            if !listing.is_empty() {
                listing.push('\n');
            }
            listing += &hir_of(code, dump)?;
        }
        let inner = code.consts.iter().rev().filter_map(|constant| match constant {
            Const::Code(code) => Some(&**code),
            _ => None,
        });
        stack.extend(inner);
    }
    Ok(listing)
}

fn hir_of(code: &CodeProto, dump: &Dump) -> Result<String, String> {
    let mut func =
        match build(code, &BuildOptions { world: dump.world, feedback: None, entry: None, leave_caught: false }) {
            Ok(func) => func,
            Err(bailout) => return Ok(format!("; {}: bailout {}: {bailout}\n", code.qualname, bailout.name())),
        };
    if dump.stage == Stage::HirRefcount {
        refcount::insert(&mut func).map_err(|error| error.to_string())?;
    }
    Ok(func.to_string())
}
