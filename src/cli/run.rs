//! `tally run`.

use super::args::{Program, Run};
use super::{EXIT_USAGE, check_hir};
use lang::bytecode::CodeKind;
use lang::engine::{Engine, Outcome};
use lang::front::{SourceError, SyntaxError};
use std::ffi::OsStr;
use std::io::Read;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// Exit code when `--check-leaks` finds live objects.
const EXIT_LEAK: u8 = 99;

/// Exit code when `--check-hir` finds something wrong.
const EXIT_HIR: u8 = 98;

/// Native stack of the engine's thread: hosted recursion takes none, but natives that call hosted code do.
const STACK_SIZE: usize = 256 << 20;

/// Reads and decodes a source file; reports in one line what is wrong with it.
pub(crate) fn read_source(path: &OsStr, filename: &Arc<str>) -> Result<String, ExitCode> {
    let fail = |message: String| {
        eprintln!("tally: {message}");
        ExitCode::from(EXIT_USAGE)
    };
    let shown = path.to_string_lossy();
    if Path::new(path).is_dir() {
        return Err(fail(format!("can't open file '{shown}': is a directory")));
    }
    let bytes = std::fs::read(path).map_err(|e| {
        let text = e.to_string();
        fail(format!("can't open file '{shown}': {}", text.split(" (os error").next().unwrap_or(&text)))
    })?;
    decode(&bytes, filename)
}

fn decode(bytes: &[u8], filename: &Arc<str>) -> Result<String, ExitCode> {
    lang::front::decode(bytes, filename).map_err(|e| match e {
        SourceError::Syntax(error) => report_syntax_error(&error),
        other => {
            eprintln!("tally: {filename}: {other}");
            ExitCode::from(EXIT_USAGE)
        }
    })
}

/// Prints a syntax error in CPython's form.
pub(crate) fn report_syntax_error(error: &SyntaxError) -> ExitCode {
    eprint!("{}", error.render());
    ExitCode::from(1)
}

/// What is to be compiled.
struct Source {
    text: String,
    filename: Arc<str>,
    /// `__file__`, for a file.
    file: Option<String>,
    /// `sys.argv[0]`.
    argv0: String,
    /// `sys.path[0]`.
    dir: String,
}

fn load(program: &Program) -> Result<Source, ExitCode> {
    match program {
        Program::File(path) => {
            let shown = path.to_string_lossy().into_owned();
            let full = std::path::absolute(path).unwrap_or_else(|_| path.into());
            let filename: Arc<str> = Arc::from(full.to_string_lossy());
            let text = read_source(path, &filename)?;
            let real = std::fs::canonicalize(path).unwrap_or(full);
            let dir = real.parent().map(|p| p.to_string_lossy().into_owned()).unwrap_or_default();
            let file = Some(filename.to_string());
            Ok(Source { text, filename, file, argv0: shown, dir })
        }
        Program::Code(text) => Ok(Source {
            text: text.clone(),
            filename: Arc::from("<string>"),
            file: None,
            argv0: "-c".into(),
            dir: String::new(),
        }),
        Program::Stdin => {
            let mut bytes = Vec::new();
            let filename: Arc<str> = Arc::from("<stdin>");
            if let Err(e) = std::io::stdin().read_to_end(&mut bytes) {
                eprintln!("tally: can't read standard input: {e}");
                return Err(ExitCode::from(EXIT_USAGE));
            }
            let text = decode(&bytes, &filename)?;
            Ok(Source { text, filename, file: None, argv0: "-".into(), dir: String::new() })
        }
    }
}

/// The seed of hashes that `PYTHONHASHSEED` asks for; none if they are to differ from run to run.
fn hash_seed() -> Result<Option<u32>, ExitCode> {
    let Some(value) = std::env::var_os("PYTHONHASHSEED") else { return Ok(None) };
    match value.to_str() {
        Some("" | "random") => Ok(None),
        Some(digits) if digits.bytes().all(|b| b.is_ascii_digit()) && digits.parse::<u32>().is_ok() => {
            Ok(digits.parse().ok())
        }
        _ => {
            eprintln!("tally: PYTHONHASHSEED must be \"random\" or an integer in range [0; 4294967295]");
            Err(ExitCode::from(EXIT_USAGE))
        }
    }
}

/// Runs a program and gives its exit code.
pub(crate) fn run(run: Run) -> ExitCode {
    let seed = match hash_seed() {
        Ok(seed) => seed,
        Err(code) => return code,
    };
    let source = match load(&run.program) {
        Ok(source) => source,
        Err(code) => return code,
    };
    let code = std::thread::scope(|scope| {
        let thread =
            std::thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, || run_source(&run, &source, seed));
        // Only the engine's thread is to be interrupted in what it waits for.
        runtime::signals::leave_sigint_to_others();
        match thread.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(code)) => code,
            Ok(Err(_)) => 70,
            Err(e) => {
                eprintln!("tally: cannot start a thread: {e}");
                1
            }
        }
    });
    ExitCode::from(code)
}

fn run_source(run: &Run, source: &Source, seed: Option<u32>) -> u8 {
    let proto = match lang::compile(&source.text, &source.filename, CodeKind::Module) {
        Ok(compiled) => compiled.report(),
        Err(error) => {
            eprint!("{}", error.render());
            return 1;
        }
    };
    let mut argv = vec![source.argv0.clone()];
    argv.extend(run.args.iter().cloned());
    let engine = match seed {
        None => Engine::with_jit(&argv, &source.dir, run.jit),
        Some(seed) => Engine::with_hash_seed(&argv, &source.dir, run.jit, seed),
    };
    let engine = match engine {
        Ok(engine) => engine,
        Err(e) => {
            eprintln!("tally: {e}");
            return 1;
        }
    };
    if matches!(run.program, Program::Code(_)) {
        engine.show_source(&proto, &source.text);
    }
    lang::engine::interrupt_on_sigint(&engine);
    if run.check_hir.is_some() {
        engine.keep_feedback();
    }
    let outcome = engine.run_program(&proto, source.file.as_deref());
    if let Some(file) = &run.check_hir
        && let Err(message) = check_hir::check(&engine, file.as_deref())
    {
        eprintln!("tally: --check-hir: {message}");
        return EXIT_HIR;
    }
    if run.stats {
        eprint!("{}", engine.stats());
    }
    let leaked = if run.check_leaks { engine.finish() } else { engine.finish_fast() };
    if run.check_leaks && leaked.objects > 0 {
        eprintln!("tally: {} live objects at teardown", leaked.objects);
        if std::env::var_os("TALLY_LEDGER").is_some() {
            eprint!("{}", leaked.ledger);
        }
        return EXIT_LEAK;
    }
    match outcome {
        Outcome::Exit(code) => code,
        Outcome::Interrupted => 130,
    }
}
