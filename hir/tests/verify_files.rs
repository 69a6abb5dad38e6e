//! The golden files of the parser and the verifier: each is checked, and what is wrong with it stands behind it.

use hir::text;
use hir::verify::{Rule, check_text};
use std::fs;
use std::path::{Path, PathBuf};

/// What begins the expected output, and a line of it.
const EXPECT: &str = "; expect: ";
const LINE: &str = "; |";

/// The files of a directory of golden files that test `command`, with their contents.
fn files(directory: &str, command: &str) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/filetests").join(directory);
    let entries = fs::read_dir(&root).unwrap_or_else(|error| panic!("{}: {error}", root.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a directory entry").path()).collect();
    paths.sort();
    let files = paths.into_iter().map(|path| (path.clone(), fs::read_to_string(path).expect("a text file")));
    let files: Vec<_> = files.filter(|(_, text)| text.starts_with(&format!("; test: {command}\n"))).collect();
    assert!(!files.is_empty());
    files
}

/// The file as it should be: with the output that its text gives.
fn with_output(text: &str, command: &str) -> String {
    let source: String = text.split_inclusive('\n').take_while(|line| !line.starts_with(EXPECT)).collect();
    let source = format!("{}\n\n", source.trim_end());
    let reports = match check_text(&source) {
        Ok(reports) if reports.is_empty() => vec!["ok".to_string()],
        Ok(reports) => reports,
        Err(error) => vec![error.to_string()],
    };
    let lines = reports.iter().flat_map(|report| report.lines()).map(|line| format!("{LINE} {line}\n"));
    format!("{source}{EXPECT}{command}\n{}", lines.collect::<String>())
}

/// Checks the files of a directory, or, if `TALLY_BLESS` is set, writes them as they should be.
fn check(directory: &str, command: &str) {
    let bless = std::env::var_os("TALLY_BLESS").is_some_and(|value| value == "1");
    for (path, text) in files(directory, command) {
        let wanted = with_output(&text, command);
        if bless && wanted != text {
            fs::write(&path, wanted).expect("the file is written");
        } else {
            assert_eq!(text, wanted, "{}", path.display());
        }
    }
}

#[test]
fn the_verifier_finds_what_the_files_say() {
    check("verify", "check");
}

#[test]
fn the_parser_finds_what_the_files_say() {
    check("parse", "parse");
    for (path, text) in files("parse", "parse") {
        assert!(text::parse(&text).is_err(), "{} is no error of the parser", path.display());
    }
}

#[test]
fn every_rule_has_a_file_that_breaks_it() {
    let files = files("verify", "check");
    for rule in Rule::ALL {
        let broken = format!(": {rule}: ");
        let in_output = |text: &str| text.lines().any(|line| line.starts_with(LINE) && line.contains(&broken));
        assert!(files.iter().any(|(_, text)| in_output(text)), "no file breaks {rule}: {}", rule.text());
    }
}

#[test]
fn files_named_valid_are() {
    for (path, text) in files("verify", "check") {
        let valid = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("valid_"));
        assert_eq!(valid, check_text(&text).expect("a text").is_empty(), "{}", path.display());
    }
}

#[test]
fn what_is_valid_prints_and_parses_again() {
    for (path, source) in files("verify", "check") {
        for func in text::parse(&source).expect("a text") {
            let printed = func.to_string();
            let again = text::parse_one(&printed).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert_eq!(again.to_string(), printed, "{}", path.display());
        }
    }
}

/// The generator of Marsaglia (xorshift), for repeatable tests.
struct Rng(u64);

impl Rng {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }
}

/// The text with some of its words replaced by others of it.
fn mutant(text: &str, rng: &mut Rng) -> String {
    let mut words: Vec<&str> = text.split_inclusive(|c: char| " \n,<>:[]".contains(c)).collect();
    for _ in 0..1 + rng.below(4) {
        let (at, from) = (rng.below(words.len()), rng.below(words.len()));
        let end = |word: &str| word.chars().next_back();
        if end(words[at]) == end(words[from]) {
            words[at] = words[from];
        }
    }
    words.concat()
}

#[test]
fn mutants_never_panic() {
    let mut rng = Rng(3);
    let (mut valid, mut invalid) = (0, 0);
    for (_, text) in files("verify", "check") {
        for _ in 0..200 {
            match check_text(&mutant(&text, &mut rng)) {
                Ok(reports) if reports.is_empty() => valid += 1,
                Ok(_) => invalid += 1,
                Err(_) => {}
            }
        }
    }
    assert!(valid > 100 && invalid > 1000, "{valid} valid and {invalid} invalid mutants");
}
