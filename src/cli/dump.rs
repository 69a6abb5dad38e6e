//! `tally dump`.

use super::EXIT_USAGE;
use super::args::{Dump, Stage};
use super::run::{read_source, report_syntax_error};
use lang::bytecode::{CodeKind, CodeProto, Const};
use lang::hir_build::{BuildOptions, build};
use lang::jit::explain;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use tally::hir::{World, refcount};

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
        Stage::Hir | Stage::HirRefcount | Stage::Lir | Stage::Asm => match bodies(&compiled, &dump, &text) {
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

/// A body and those in it, at the stage that [`Dump`] asks for; a comment for each that does not get there.
fn bodies(code: &CodeProto, dump: &Dump, source: &str) -> Result<String, String> {
    let mut listing = String::new();
    let mut stack = vec![code];
    while let Some(code) = stack.pop() {
        if dump.function.as_deref().is_none_or(|name| *code.name == *name || *code.qualname == *name) {
            if !listing.is_empty() {
                listing.push('\n');
            }
            listing += &body(code, dump, source)?;
        }
        let inner = code.consts.iter().rev().filter_map(|constant| match constant {
            Const::Code(code) => Some(&**code),
            _ => None,
        });
        stack.extend(inner);
    }
    Ok(listing)
}

fn body(code: &CodeProto, dump: &Dump, source: &str) -> Result<String, String> {
    // As for machine code that runs.
    let leave_caught = matches!(dump.stage, Stage::Lir | Stage::Asm) && dump.world == World::Observing;
    let mut func = match build(code, &BuildOptions { world: dump.world, leave_caught, ..BuildOptions::default() }) {
        Ok(func) => func,
        Err(bailout) => return Ok(format!("; {}: bailout {}: {bailout}\n", code.qualname, bailout.name())),
    };
    match dump.stage {
        Stage::HirRefcount => {
            refcount::insert(&mut func).map_err(|error| error.to_string())?;
            Ok(func.to_string())
        }
        Stage::Lir | Stage::Asm => Ok(match explain(code, func) {
            Ok(explained) if dump.stage == Stage::Lir => explained.lir().to_string(),
            Ok(explained) => explained.asm(Some(source)).to_string(),
            Err(error) => format!("; bailout {}: {error}\n", error.name()),
        }),
        Stage::Bytecode | Stage::Hir => Ok(func.to_string()),
    }
}
