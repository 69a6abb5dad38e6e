//! `tally hir`.

use super::EXIT_USAGE;
use super::args::Hir;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tally::filetest;

/// Does what the command says.
pub(crate) fn hir(command: Hir) -> ExitCode {
    match command {
        Hir::On(command, file) => {
            let shown = file.to_string_lossy().into_owned();
            let text = match read(&file) {
                Ok(text) => text,
                Err(code) => return code,
            };
            let output = command.execute(&text);
            // A closed pipe is no error of ours.
            let _ = std::io::stdout().write_all(output.text.as_bytes());
            for error in &output.errors {
                eprintln!("{shown}:{}", error.trim_end());
            }
            ExitCode::from(u8::from(!output.errors.is_empty()))
        }
        Hir::Test(folder) => test(Path::new(&folder)),
    }
}

fn unreadable(path: &Path, message: &str) -> ExitCode {
    let message = message.split(" (os error").next().unwrap_or(message);
    eprintln!("tally: can't open file '{}': {message}", path.display());
    ExitCode::from(EXIT_USAGE)
}

fn read(file: &OsStr) -> Result<String, ExitCode> {
    let path = Path::new(file);
    let bytes = std::fs::read(path).map_err(|error| unreadable(path, &error.to_string()))?;
    String::from_utf8(bytes).map_err(|_| unreadable(path, "it is not UTF-8"))
}

/// Runs the golden files of a folder, or one golden file.
fn test(root: &Path) -> ExitCode {
    let files = if root.is_dir() { filetest::files(root) } else { root.metadata().map(|_| vec![PathBuf::from(root)]) };
    let files = match files {
        Ok(files) => files,
        Err(error) => return unreadable(root, &error.to_string()),
    };
    if files.is_empty() {
        eprintln!("tally: no golden files (*.{}) in '{}'", filetest::EXTENSION, root.display());
        return ExitCode::from(EXIT_USAGE);
    }
    let mut failed = 0;
    for path in &files {
        if let Err(failure) = filetest::check_or_bless(path) {
            failed += 1;
            eprintln!("{}: {}", path.display(), failure.to_string().trim_end());
        }
    }
    println!("{} passed, {failed} failed", files.len() - failed);
    ExitCode::from(u8::from(failed > 0))
}
