//! Runs the language tests of `tests/programs/` and the benchmark programs of
//! `benches/programs/` under `tally`, and compares what they print with what
//! CPython 3.14 printed when they were recorded.
//!
//! - A language test is `tests/programs/AREA/NAME.py` with `NAME.out` beside
//!   it; `tests/record.py` describes the files and writes the recordings. It
//!   passes when standard output, standard error and exit code are the same
//!   bytes, `{DIR}` standing for the test's folder.
//! - A benchmark program is named by `benches/programs/expected/NAME.txt`: a
//!   first line `# size N`, then the exact output of `NAME.py N`.
//!
//! Every trial runs once per [`Mode`]. In one of them all code that a program loaded then goes to HIR and
//! through its verifiers and the checked interpreter (`--check-hir`); at the end it is told how much that was.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial};

/// Options of `tally` under which every program must give the same result.
#[derive(Clone)]
struct Mode {
    name: &'static str,
    options: Vec<String>,
}

/// All modes. `--check-leaks` turns an object that outlives teardown into a line on standard error and exit code 99,
/// `--check-hir` whatever is wrong with HIR into lines and exit code 98, so that these are differences too.
fn modes(hir_counts: &Path) -> Vec<Mode> {
    let options = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    let check_hir = format!("--check-hir={}", hir_counts.display());
    vec![
        Mode { name: "--jit off --check-leaks", options: options(&["--jit", "off", "--check-leaks"]) },
        Mode { name: "--jit eager --check-leaks", options: options(&["--jit", "eager", "--check-leaks"]) },
        Mode { name: "--jit auto --check-leaks", options: options(&["--jit", "auto", "--check-leaks"]) },
        Mode { name: "--jit deopt --check-leaks", options: options(&["--jit", "deopt", "--check-leaks"]) },
        Mode { name: "--jit off --check-hir", options: options(&["--jit", "off", &check_hir]) },
    ]
}

/// Bodies that may be left out of HIR for another reason than that they are generators: one in so many.
const ONE_BAILOUT_IN: usize = 100;

/// How long one program may run.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Lines shown around a difference, and at most of each side of it.
const CONTEXT_LINES: usize = 3;
const EXCERPT_LINES: usize = 20;

fn main() {
    let arguments = Arguments::from_args();
    let hir_counts = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("check-hir-{}", std::process::id()));
    let trials = match all_trials(&modes(&hir_counts)) {
        Ok(trials) => trials,
        Err(error) => {
            eprintln!("tests/programs.rs: cannot collect the tests: {error}");
            std::process::exit(101);
        }
    };
    let conclusion = libtest_mimic::run(&arguments, trials);
    let counted = hir_summary(&hir_counts);
    if let Err(message) = &counted {
        eprintln!("tests/programs.rs: {message}");
    }
    match counted {
        Err(_) if !conclusion.has_failed() => std::process::exit(101),
        _ => conclusion.exit(),
    }
}

/// Adds up what the programs that ran with `--check-hir` counted, prints it, and checks that few bodies were left out.
fn hir_summary(file: &Path) -> Result<(), String> {
    let Ok(text) = fs::read_to_string(file) else {
        // No trial of that mode was selected.
        return Ok(());
    };
    // What is left behind harms nobody.
    let _ = fs::remove_file(file);
    let mut counts = BTreeMap::<&str, usize>::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        for pair in words.chunks(2) {
            let count = pair.get(1).and_then(|word| word.parse::<usize>().ok());
            *counts.entry(pair[0]).or_default() += count.ok_or_else(|| format!("not a line of counts: {line}"))?;
        }
    }
    let functions = counts.remove("functions").unwrap_or_default();
    println!("HIR: {functions} functions checked in both worlds; bodies left out, by reason: {counts:?}\n");
    let others: usize = counts.iter().filter(|(reason, _)| **reason != "generator").map(|(_, count)| count).sum();
    if others * ONE_BAILOUT_IN > functions {
        return Err(format!("{others} bodies that are no generators' are left out of HIR"));
    }
    Ok(())
}

fn all_trials(modes: &[Mode]) -> io::Result<Vec<Trial>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (tests, unrecorded) = language_tests(&root.join("tests/programs"))?;
    let benches = bench_programs(&root.join("benches/programs"))?;
    let mut trials = vec![Trial::test("every test is recorded", move || none_unrecorded(&unrecorded))];
    for mode in modes {
        for case in tests.iter().chain(&benches) {
            let (case, mode) = (case.clone(), mode.clone());
            let name = format!("{} [{}]", case.name, mode.name);
            trials.push(Trial::test(name, move || case.check(&mode)));
        }
    }
    Ok(trials)
}

/// A program, how to run it and what it must print.
#[derive(Clone)]
struct Case {
    name: String,
    folder: PathBuf,
    /// File name and arguments, as given to `tally` in `folder`.
    words: Vec<String>,
    stdin: Option<PathBuf>,
    expected: Expected,
}

/// Where the expected result is; read when the trial runs.
#[derive(Clone)]
enum Expected {
    /// `.out`, `.err` and `.code` beside this source file.
    Beside(PathBuf),
    /// A file of `benches/programs/expected/`.
    AfterSizeLine(PathBuf),
}

#[derive(PartialEq)]
struct Outcome {
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    /// Exit code, or in words how else the program ended.
    exit: String,
}

/// The tests below `root`, and the files that look like tests and have no recording.
fn language_tests(root: &Path) -> io::Result<(Vec<Case>, Vec<PathBuf>)> {
    let mut cases = Vec::new();
    let mut unrecorded = Vec::new();
    for area in entries(root)?.into_iter().filter(|path| path.is_dir()) {
        for source in with_extension(&area, "py")? {
            let text = fs::read(&source)?;
            if source.with_extension("out").exists() {
                cases.push(language_test(&area, &source, &text));
            } else if !text.starts_with(b"# helper") {
                unrecorded.push(source);
            }
        }
    }
    Ok((cases, unrecorded))
}

fn language_test(area: &Path, source: &Path, text: &[u8]) -> Case {
    let first = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let first = String::from_utf8_lossy(first);
    let mut words = vec![display_name(source.file_name())];
    if let Some(arguments) = first.strip_prefix("# args:") {
        words.extend(arguments.split_whitespace().map(str::to_owned));
    }
    let stdin = source.with_extension("in");
    Case {
        name: format!("{}/{}", display_name(area.file_name()), display_name(source.file_stem())),
        folder: area.to_owned(),
        words,
        stdin: stdin.exists().then_some(stdin),
        expected: Expected::Beside(source.to_owned()),
    }
}

fn bench_programs(root: &Path) -> io::Result<Vec<Case>> {
    let expected = root.join("expected");
    if !expected.exists() {
        return Ok(Vec::new());
    }
    let mut cases = Vec::new();
    for file in with_extension(&expected, "txt")? {
        let text = fs::read_to_string(&file)?;
        let size = text
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("# size "))
            .ok_or_else(|| io::Error::other(format!("{}: no `# size N` line", file.display())))?;
        let stem = display_name(file.file_stem());
        cases.push(Case {
            name: format!("benches/{stem}"),
            folder: root.to_owned(),
            words: vec![format!("{stem}.py"), size.trim().to_owned()],
            stdin: None,
            expected: Expected::AfterSizeLine(file),
        });
    }
    Ok(cases)
}

fn none_unrecorded(unrecorded: &[PathBuf]) -> Result<(), Failed> {
    if unrecorded.is_empty() {
        return Ok(());
    }
    let names: Vec<_> = unrecorded.iter().map(|path| path.display().to_string()).collect();
    Err(format!("record these with tests/record.py:\n{}", names.join("\n")).into())
}

fn display_name(name: Option<&OsStr>) -> String {
    name.unwrap_or_default().to_string_lossy().into_owned()
}

/// The entries of `folder`, sorted by name.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn with_extension(folder: &Path, extension: &str) -> io::Result<Vec<PathBuf>> {
    let mut paths = entries(folder)?;
    paths.retain(|path| path.extension() == Some(OsStr::new(extension)));
    Ok(paths)
}

impl Case {
    fn check(&self, mode: &Mode) -> Result<(), Failed> {
        let expected = self.expected.read()?;
        let actual = self.run(mode)?;
        if actual == expected {
            return Ok(());
        }
        Err(report(&expected, &actual).into())
    }

    fn run(&self, mode: &Mode) -> Result<Outcome, Failed> {
        let stdin = match &self.stdin {
            Some(path) => Stdio::from(fs::File::open(path)?),
            None => Stdio::null(),
        };
        let child = Command::new(env!("CARGO_BIN_EXE_tally"))
            .args(&mode.options)
            .args(&self.words)
            .current_dir(&self.folder)
            .env("LC_ALL", "C.UTF-8")
            .env("NO_COLOR", "1")
            .env_remove("PYTHONHASHSEED")
            .stdin(stdin)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let folder = self.folder.as_os_str().as_encoded_bytes();
        let (status, stdout, stderr) = finish(child)?;
        Ok(Outcome {
            stdout: replace(&stdout, folder, b"{DIR}"),
            stderr: replace(&stderr, folder, b"{DIR}"),
            exit: match status {
                Some(status) => exit_words(status),
                None => format!("killed after {} s", TIMEOUT.as_secs()),
            },
        })
    }
}

impl Expected {
    fn read(&self) -> io::Result<Outcome> {
        match self {
            Expected::Beside(source) => Ok(Outcome {
                stdout: fs::read(source.with_extension("out"))?,
                stderr: read_if_present(&source.with_extension("err"))?,
                exit: match read_if_present(&source.with_extension("code"))? {
                    code if code.is_empty() => "0".to_owned(),
                    code => String::from_utf8_lossy(&code).trim().to_owned(),
                },
            }),
            Expected::AfterSizeLine(file) => {
                let text = fs::read(file)?;
                let rest = text.iter().position(|&byte| byte == b'\n');
                Ok(Outcome {
                    stdout: rest.map_or_else(Vec::new, |end| text[end + 1..].to_vec()),
                    stderr: Vec::new(),
                    exit: "0".to_owned(),
                })
            }
        }
    }
}

fn read_if_present(path: &Path) -> io::Result<Vec<u8>> {
    match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        other => other,
    }
}

/// Waits for the child and collects its output; kills it after [`TIMEOUT`],
/// and then the status is `None`.
fn finish(mut child: Child) -> io::Result<(Option<ExitStatus>, Vec<u8>, Vec<u8>)> {
    let stdout = drain(child.stdout.take());
    let stderr = drain(child.stderr.take());
    let status = wait(&mut child)?;
    let collect = |reader: thread::JoinHandle<io::Result<Vec<u8>>>| {
        reader.join().unwrap_or_else(|_| Err(io::Error::other("the reader of a pipe panicked")))
    };
    Ok((status, collect(stdout)?, collect(stderr)?))
}

/// Reads a pipe to its end on a thread of its own, so that neither pipe can fill up.
fn drain<R: Read + Send + 'static>(pipe: Option<R>) -> thread::JoinHandle<io::Result<Vec<u8>>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            pipe.read_to_end(&mut bytes)?;
        }
        Ok(bytes)
    })
}

fn wait(child: &mut Child) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    let mut pause = Duration::from_micros(500);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > TIMEOUT {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

fn exit_words(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => code.to_string(),
        None => status.to_string(),
    }
}

fn replace(text: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut result = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(&first) = rest.first() {
        if let Some(after) = rest.strip_prefix(from) {
            result.extend_from_slice(to);
            rest = after;
        } else {
            result.push(first);
            rest = &rest[1..];
        }
    }
    result
}

fn report(expected: &Outcome, actual: &Outcome) -> String {
    let mut text = String::new();
    if expected.exit != actual.exit {
        text += &format!("exit: expected {}, got {}\n", expected.exit, actual.exit);
    }
    text += &difference("stdout", &expected.stdout, &actual.stdout);
    text += &difference("stderr", &expected.stderr, &actual.stderr);
    text
}

/// What is between the common first and the common last lines, in the manner
/// of a unified diff; empty if there is no difference.
fn difference(stream: &str, expected: &[u8], actual: &[u8]) -> String {
    if expected == actual {
        return String::new();
    }
    let wanted = lines(expected);
    let got = lines(actual);
    let shorter = wanted.len().min(got.len());
    let head = (0..shorter).take_while(|&i| wanted[i] == got[i]).count();
    let tail = (0..shorter - head).take_while(|&i| wanted[wanted.len() - 1 - i] == got[got.len() - 1 - i]).count();
    let context_start = head.saturating_sub(CONTEXT_LINES);
    let mut text = format!("--- {stream} expected\n+++ {stream} of tally\n");
    text += &format!("@@ line {} @@\n", context_start + 1);
    push_lines(&mut text, ' ', &wanted[context_start..head]);
    push_lines(&mut text, '-', &wanted[head..wanted.len() - tail]);
    push_lines(&mut text, '+', &got[head..got.len() - tail]);
    let after = wanted.len() - tail;
    push_lines(&mut text, ' ', &wanted[after..wanted.len().min(after + CONTEXT_LINES)]);
    text
}

/// The lines of `text`; one that has no line feed at its end says so.
fn lines(text: &[u8]) -> Vec<String> {
    text.split_inclusive(|&byte| byte == b'\n')
        .map(|line| match line.strip_suffix(b"\n") {
            Some(line) => shown(line),
            None => shown(line) + " (no line feed at the end)",
        })
        .collect()
}

/// A line as text; escaped where it is not UTF-8 or would not show.
fn shown(line: &[u8]) -> String {
    match std::str::from_utf8(line) {
        Ok(text) if !text.contains(|c: char| c.is_control() && c != '\t') => text.to_owned(),
        _ => line.escape_ascii().to_string(),
    }
}

fn push_lines(text: &mut String, mark: char, lines: &[String]) {
    for line in lines.iter().take(EXCERPT_LINES) {
        *text += &format!("{mark} {line}\n");
    }
    if let Some(more) = lines.len().checked_sub(EXCERPT_LINES + 1) {
        *text += &format!("{mark}... {} more lines\n", more + 1);
    }
}
