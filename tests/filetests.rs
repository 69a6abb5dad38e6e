//! Golden files of HIR: one trial for each file below `tests/filetests/`. `TALLY_BLESS=1` rewrites their
//! expectations. `src/filetest/mod.rs` describes the files.

use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tally::filetest;
use tally::hir::text::parse;
use tally::hir::{Function, Opcode};
use tally::hir::{verify, verify_refcounts};

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests");
    let files = match filetest::files(&root) {
        Ok(files) => files,
        Err(error) => {
            eprintln!("tests/filetests.rs: cannot collect the files: {error}");
            std::process::exit(101);
        }
    };
    let mut trials = coverage(&files);
    trials.extend(files.into_iter().map(|path| {
        let name = path.strip_prefix(&root).unwrap_or(&path).with_extension("").display().to_string();
        Trial::test(name, move || filetest::check_or_bless(&path).map_err(|failure| failure.to_string().into()))
    }));
    libtest_mimic::run(&arguments, trials).exit();
}

/// Trials that ask of the files together whether they show everything there is.
fn coverage(files: &[PathBuf]) -> Vec<Trial> {
    let (for_opcodes, for_rules) = (files.to_owned(), files.to_owned());
    vec![
        Trial::test("every opcode is in a file", move || {
            let used: Vec<Opcode> = texts(&for_opcodes)?.iter().flat_map(|text| opcodes(text)).collect();
            none_missing(Opcode::ALL.iter().filter(|op| !used.contains(op)).map(|op| op.name()))
        }),
        Trial::test("every rule of the verifiers is broken in a file", move || {
            let texts = texts(&for_rules)?;
            let words = texts.iter().flat_map(|text| filetest::expected_lines(text)).flat_map(str::split_whitespace);
            let seen: BTreeSet<&str> = words.map(|word| word.trim_end_matches(':')).collect();
            none_missing(rules().into_iter().filter(|rule| !seen.contains(rule.as_str())))
        }),
    ]
}

fn texts(files: &[PathBuf]) -> std::io::Result<Vec<String>> {
    files.iter().map(std::fs::read_to_string).collect()
}

/// The opcodes in the text of a golden file; none if it does not parse, as some are meant not to.
fn opcodes(file: &str) -> Vec<Opcode> {
    let of = |func: Function| func.blocks().flat_map(|b| func.insts(b)).map(|i| func.inst(i).op).collect::<Vec<_>>();
    parse(filetest::text_of(file)).unwrap_or_default().into_iter().flat_map(of).collect()
}

/// The names of the verifiers' rules; without R1, which V22 comes before. (The refcount verifier's own tests have it.)
fn rules() -> Vec<String> {
    let structure = verify::Rule::ALL.iter().map(|rule| rule.to_string());
    let counts = verify_refcounts::Problem::RULES.filter(|&number| number != 1).map(|number| format!("R{number}"));
    structure.chain(counts).collect()
}

fn none_missing(missing: impl Iterator<Item = impl ToString>) -> Result<(), Failed> {
    let missing: Vec<String> = missing.map(|name| name.to_string()).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("not covered: {}", missing.join(" ")).into()) }
}
