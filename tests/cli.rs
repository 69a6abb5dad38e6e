//! The command line of `tally`: its forms, its exit codes, and what it says
//! about files it cannot run, constructs it does not support, interrupts and
//! closed pipes.
//!
//! What a program prints is the subject of `tests/programs.rs`; here is only
//! what needs a hand on the process: odd files, standard input, signals.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long one run may take before it counts as hung.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A folder of its own for one test, removed at its end.
struct Scratch {
    folder: PathBuf,
}

impl Scratch {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("cli-{}-{number}", std::process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).expect("scratch folder");
        // The program prints absolute names without symbolic links.
        let folder = folder.canonicalize().expect("scratch folder");
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, content).expect("scratch file");
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A folder that stays behind harms nobody.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// What a finished run left behind.
#[derive(Debug)]
struct Finished {
    stdout: String,
    stderr: String,
    /// None if a signal ended it.
    code: Option<i32>,
}

impl Finished {
    #[track_caller]
    fn expect(&self, stdout: &str, stderr: &str, code: i32) {
        assert_eq!(self.stdout, stdout, "standard output of {self:?}");
        assert_eq!(self.stderr, stderr, "standard error of {self:?}");
        assert_eq!(self.code, Some(code), "exit code of {self:?}");
    }

    /// Nothing ran; one line on standard error holds `text`; exit code 2.
    #[track_caller]
    fn expect_refusal(&self, text: &str) {
        assert_eq!(self.stdout, "", "{self:?}");
        assert_eq!(self.stderr.lines().count(), 1, "{self:?}");
        assert!(self.stderr.contains(text), "no {text:?} in {self:?}");
        assert_eq!(self.code, Some(2), "{self:?}");
    }

    /// A usage text on standard error and exit code 2.
    #[track_caller]
    fn expect_usage(&self) {
        assert_eq!(self.stdout, "", "{self:?}");
        assert!(self.stderr.to_lowercase().contains("usage"), "{self:?}");
        assert_eq!(self.code, Some(2), "{self:?}");
    }

    /// Success or an exception, but no signal, panic or internal error.
    #[track_caller]
    fn expect_survival(&self) {
        assert!(matches!(self.code, Some(0 | 1)), "{self:?}");
        assert!(!self.stderr.contains("panicked"), "{self:?}");
    }
}

fn tally() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tally"));
    command.env("NO_COLOR", "1");
    command
}

/// Runs `tally` with these words and empty standard input.
#[track_caller]
fn run<I, W>(words: I) -> Finished
where
    I: IntoIterator<Item = W>,
    W: AsRef<std::ffi::OsStr>,
{
    run_with_input(words, b"")
}

#[track_caller]
fn run_with_input<I, W>(words: I, input: &[u8]) -> Finished
where
    I: IntoIterator<Item = W>,
    W: AsRef<std::ffi::OsStr>,
{
    let mut child = spawn(tally().args(words).stdin(Stdio::piped()));
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_vec();
    // The program may end without reading it all; that is not an error here.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let finished = finish(child);
    writer.join().expect("writer");
    finished
}

fn spawn(command: &mut Command) -> Child {
    command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Waits for the end of a run, reading both of its pipes if still ours.
#[track_caller]
fn finish(mut child: Child) -> Finished {
    let stdout = child.stdout.take().map(read_on_thread);
    let stderr = child.stderr.take().map(read_on_thread);
    let end = Instant::now() + TIMEOUT;
    let status = loop {
        if let Some(status) = child.try_wait().expect("wait") {
            break status;
        }
        if Instant::now() > end {
            child.kill().expect("kill");
            panic!("no end after {TIMEOUT:?}");
        }
        thread::sleep(Duration::from_millis(5));
    };
    let text = |reader: Option<thread::JoinHandle<String>>| {
        reader.map_or_else(String::new, |r| r.join().expect("reader"))
    };
    Finished {
        stdout: text(stdout),
        stderr: text(stderr),
        code: status.code(),
    }
}

fn read_on_thread<R: Read + Send + 'static>(mut pipe: R) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).expect("read");
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn text(path: &Path) -> &str {
    path.to_str().expect("scratch names are text")
}

// ---------------------------------------------------------------- the forms

const SHOW_ARGUMENTS: &str = "import sys\nprint(sys.argv, __name__)\n";

#[test]
fn file_with_arguments() {
    let scratch = Scratch::new();
    let path = scratch.file("a.py", SHOW_ARGUMENTS);
    let path = text(&path);
    let expected = format!("['{path}', 'one', '-x', '--', '--stats'] __main__\n");
    run([path, "one", "-x", "--", "--stats"]).expect(&expected, "", 0);
    run(["run", path, "one", "-x", "--", "--stats"]).expect(&expected, "", 0);
}

#[test]
fn relative_file() {
    let scratch = Scratch::new();
    scratch.file("a.py", "import sys\nprint(sys.argv)\n1 / 0\n");
    let finished = finish(spawn(
        tally()
            .arg("a.py")
            .current_dir(&scratch.folder)
            .stdin(Stdio::null()),
    ));
    let stderr = format!(
        "Traceback (most recent call last):\n  File \"{}\", line 3, in <module>\n    1 / 0\n    ~~^~~\nZeroDivisionError: division by zero\n",
        text(&scratch.path("a.py")),
    );
    finished.expect("['a.py']\n", &stderr, 1);
}

#[test]
fn sibling_modules_are_found() {
    let scratch = Scratch::new();
    scratch.file("helper.py", "value = 5\n");
    fs::create_dir(scratch.path("package")).expect("folder");
    scratch.file("package/__init__.py", "from .inner import x\n");
    scratch.file("package/inner.py", "x = 6\n");
    let path = scratch.file(
        "a.py",
        "import helper, package\nprint(helper.value, package.x)\n",
    );
    run([path]).expect("5 6\n", "", 0);
}

#[test]
fn code_with_arguments() {
    run(["-c", SHOW_ARGUMENTS, "a", "-c", "--jit"]).expect(
        "['-c', 'a', '-c', '--jit'] __main__\n",
        "",
        0,
    );
    run(["-c", ""]).expect("", "", 0);
    run(["-c", "x = 1"]).expect("", "", 0);
}

#[test]
fn code_traceback() {
    run(["-c", "x = 1\nx / 0"]).expect(
        "",
        "Traceback (most recent call last):\n  File \"<string>\", line 2, in <module>\n    x / 0\n    ~~^~~\nZeroDivisionError: division by zero\n",
        1,
    );
}

#[test]
fn code_syntax_error() {
    run(["-c", "print('never')\nif:\n    pass"]).expect(
        "",
        "  File \"<string>\", line 2\n    if:\n      ^\nSyntaxError: invalid syntax\n",
        1,
    );
}

#[test]
fn standard_input() {
    run_with_input(["-", "a", "b"], SHOW_ARGUMENTS.as_bytes()).expect(
        "['-', 'a', 'b'] __main__\n",
        "",
        0,
    );
    run_with_input(["-"], b"").expect("", "", 0);
}

#[test]
fn standard_input_traceback_has_no_source_lines() {
    let program = b"def f():\n    return 1 / 0\n\n\nprint('before')\nf()\n";
    run_with_input(["-"], program).expect(
        "before\n",
        "Traceback (most recent call last):\n  File \"<stdin>\", line 6, in <module>\n  File \"<stdin>\", line 2, in f\nZeroDivisionError: division by zero\n",
        1,
    );
}

#[test]
fn standard_input_syntax_error() {
    run_with_input(["-"], b"x = (").expect(
        "",
        "  File \"<stdin>\", line 1\n    x = (\n        ^\nSyntaxError: '(' was never closed\n",
        1,
    );
}

#[test]
fn program_reads_standard_input() {
    let scratch = Scratch::new();
    let path = scratch.file("a.py", "print(input('? ') + input())\n");
    run_with_input([path], b"one\ntwo\n").expect("? onetwo\n", "", 0);
}

#[test]
fn output_is_in_order_and_complete() {
    let program = "import sys\nfor i in range(20000):\n    print(i)\nsys.stdout.write('no newline')\nsys.exit(5)";
    let finished = run(["-c", program]);
    assert_eq!(finished.code, Some(5));
    assert_eq!(finished.stdout.lines().count(), 20001);
    assert!(finished.stdout.ends_with("19999\nno newline"));
}

// -------------------------------------------------------- files it cannot run

#[test]
fn missing_file() {
    let scratch = Scratch::new();
    let path = scratch.path("no such file.py");
    run([&path]).expect_refusal("no such file.py");
    run(["run", text(&path)]).expect_refusal("no such file.py");
    run(["dump", "--stage", "bytecode", text(&path)]).expect_refusal("no such file.py");
    run([path.join("deeper.py")]).expect_refusal("deeper.py");
}

#[test]
fn directory() {
    let scratch = Scratch::new();
    run([&scratch.folder]).expect_refusal(text(&scratch.folder));
}

#[cfg(unix)]
#[test]
fn unreadable_file() {
    use std::os::unix::fs::PermissionsExt;

    let scratch = Scratch::new();
    let path = scratch.file("secret.py", "print('never')\n");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).expect("permissions");
    if fs::File::open(&path).is_ok() {
        return; // The superuser may read everything.
    }
    run([&path]).expect_refusal("secret.py");
}

#[cfg(unix)]
#[test]
fn file_name_that_is_not_text() {
    use std::os::unix::ffi::OsStrExt;

    let name = std::ffi::OsStr::from_bytes(b"/nowhere/\xff\xfe.py");
    run([name]).expect_refusal("");
}

#[test]
fn invalid_utf8() {
    let scratch = Scratch::new();
    for (name, bytes) in [
        ("byte.py", &b"print('never')\nx = '\xff'\n"[..]),
        ("cut.py", b"# caf\xc3"),
        ("surrogate.py", b"x = '\xed\xa0\x80'\n"),
        ("utf16.py", b"\xff\xfep\0r\0i\0n\0t\0"),
        ("overlong.py", b"x = '\xc0\x80'\n"),
    ] {
        let path = scratch.file(name, bytes);
        run([path]).expect_refusal(name);
    }
    run_with_input(["-"], b"x = '\xff'\n").expect_refusal("");
}

#[test]
fn nul_byte() {
    let scratch = Scratch::new();
    let path = scratch.file("nul.py", b"print('never')\nx = 'a\0b'\n");
    let stderr = format!(
        "  File \"{}\", line 2\n    x = 'a\nSyntaxError: source code cannot contain null bytes\n",
        text(&path),
    );
    run([path]).expect("", &stderr, 1);
}

#[test]
fn unusual_but_valid_files() {
    let scratch = Scratch::new();
    for (name, bytes, stdout) in [
        ("empty.py", &b""[..], ""),
        ("comment.py", b"# only a comment", ""),
        ("blank.py", b"\n\n   \n\t\n", ""),
        ("mark.py", b"\xef\xbb\xbfprint('bom')\n", "bom\n"),
        ("crlf.py", b"if 1:\r\n    print('''a\r\nb''')\r\n", "a\nb\n"),
        ("cr.py", b"print(1)\rprint(2)\r", "1\n2\n"),
        ("feed.py", b"print(1)\n\x0cprint(2)\n", "1\n2\n"),
        ("end.py", b"if 1:\n    print('no newline')", "no newline\n"),
        ("no extension", b"print(3)\n", "3\n"),
    ] {
        let path = scratch.file(name, bytes);
        run([path]).expect(stdout, "", 0);
    }
}

// ------------------------------------------------------- hostile source files

#[test]
fn very_long_lines() {
    let scratch = Scratch::new();
    let size = 10_000_000;
    let path = scratch.file(
        "long.py",
        format!("x = '{}'\nprint(len(x))\n", "a".repeat(size)),
    );
    run([path]).expect(&format!("{size}\n"), "", 0);
    let path = scratch.file("comment.py", format!("#{}\nprint(1)\n", "#".repeat(size)));
    run([path]).expect("1\n", "", 0);
    let path = scratch.file("broken.py", format!("x = '{}\n", "a".repeat(size)));
    run([path]).expect_survival();
}

#[test]
fn two_hundred_thousand_operators() {
    let scratch = Scratch::new();
    let n = 200_000;
    for (name, source) in [
        ("add.py", format!("x = 0{}\n", " + 0".repeat(n))),
        ("minus.py", format!("x = {}1\n", "-".repeat(n))),
        ("not.py", format!("x = {}1\n", "not ".repeat(n))),
        ("and.py", format!("x = 1{}\n", " and 1".repeat(n))),
        ("compare.py", format!("x = 1{}\n", " < 1".repeat(n))),
        ("attribute.py", format!("x = 1 {}\n", ".real".repeat(n))),
        ("subscript.py", format!("x = x{}\n", "[0]".repeat(n))),
        ("call.py", format!("x = x{}\n", "()".repeat(n))),
        ("power.py", format!("x = 1{}\n", "**1".repeat(n))),
        ("lambda.py", format!("x = {}1\n", "lambda:".repeat(n))),
        (
            "conditional.py",
            format!("x = {}1\n", "1 if 1 else ".repeat(n)),
        ),
        ("assign.py", format!("{}1\n", "x = ".repeat(n))),
        ("strings.py", format!("x = {}\n", "'a' ".repeat(n))),
        (
            "elif.py",
            format!("if 0: pass\n{}", "elif 0: pass\n".repeat(n)),
        ),
    ] {
        let path = scratch.file(name, source);
        run([path]).expect_survival();
    }
}

#[test]
fn deep_brackets_and_blocks() {
    let scratch = Scratch::new();
    for (name, source) in [
        ("open.py", "(".repeat(1_000_000)),
        ("close.py", ")".repeat(1_000_000)),
        (
            "pairs.py",
            format!("{}{}", "(".repeat(5000), ")".repeat(5000)),
        ),
        (
            "lists.py",
            format!("x = {}{}", "[".repeat(5000), "]".repeat(5000)),
        ),
        (
            "calls.py",
            format!("{}1{}", "abs(".repeat(5000), ")".repeat(5000)),
        ),
        (
            "strings.py",
            format!("{}1{}", "f'{".repeat(500), "}'".repeat(500)),
        ),
        (
            "blocks.py",
            (0..3000)
                .map(|i| format!("{}if 1:\n", " ".repeat(i)))
                .collect(),
        ),
        (
            "functions.py",
            (0..1000)
                .map(|i| format!("{}def f():\n", " ".repeat(i)))
                .collect(),
        ),
    ] {
        let path = scratch.file(name, source);
        run([path]).expect_survival();
    }
}

#[test]
fn many_statements() {
    let scratch = Scratch::new();
    let mut source: String = (0..50_000).map(|i| format!("x{i} = {i}\n")).collect();
    source.push_str("print(x0 + x49999)\n");
    let path = scratch.file("many.py", source);
    run([path]).expect("49999\n", "", 0);
}

// -------------------------------------------------- constructs not supported

/// The error comes before anything runs, in the form of a SyntaxError at `line`,
/// and names the construct.
#[track_caller]
fn expect_unsupported(source: &str, line: u32, construct: &str) {
    let scratch = Scratch::new();
    let path = scratch.file("a.py", format!("print('never')\n{source}"));
    let finished = run([&path]);
    assert_eq!(finished.stdout, "", "{finished:?}");
    assert_eq!(finished.code, Some(1), "{finished:?}");
    let lines: Vec<&str> = finished.stderr.lines().collect();
    assert_eq!(lines.len(), 4, "{finished:?}");
    assert_eq!(lines[0], format!("  File \"{}\", line {line}", text(&path)));
    assert_eq!(
        lines[1].trim(),
        source.lines().nth(line as usize - 2).unwrap_or("").trim()
    );
    assert!(lines[2].trim().chars().all(|c| c == '^'), "{finished:?}");
    assert!(lines[3].starts_with("SyntaxError: "), "{finished:?}");
    assert!(
        lines[3].contains(construct),
        "no {construct:?} in {finished:?}"
    );
}

#[test]
fn unsupported_async() {
    expect_unsupported("async def f():\n    pass\n", 2, "async");
    expect_unsupported(
        "def g():\n    async def f():\n        return 1\n",
        3,
        "async",
    );
    expect_unsupported(
        "class A:\n    async def f(self):\n        await g()\n",
        3,
        "async",
    );
}

#[test]
fn unsupported_match() {
    expect_unsupported("x = 1\nmatch x:\n    case 1:\n        pass\n", 3, "match");
}

#[test]
fn unsupported_except_star() {
    expect_unsupported(
        "try:\n    pass\nexcept* ValueError:\n    pass\n",
        4,
        "except*",
    );
}

#[test]
fn unsupported_type_statement() {
    expect_unsupported("type X = int\n", 2, "type");
}

#[test]
fn unsupported_complex_literal() {
    expect_unsupported("x = 1 + 2j\n", 2, "complex");
}

#[test]
fn soft_keywords_stay_names() {
    run([
        "-c",
        "match = 1\ntype = case = 2\nprint(match, type, case)\n_ = match\n",
    ])
    .expect("1 2 2\n", "", 0);
}

#[test]
fn unsupported_in_imported_module() {
    let scratch = Scratch::new();
    scratch.file("helper.py", "async def f():\n    pass\n");
    let path = scratch.file(
        "a.py",
        "print('before')\ntry:\n    import helper\nexcept SyntaxError as e:\n    print(type(e).__name__, e.lineno)\n",
    );
    run([path]).expect("before\nSyntaxError 1\n", "", 0);
}

// ------------------------------------------------------------------ exit codes

#[test]
fn exit_codes() {
    for (argument, code) in [
        ("0", 0),
        ("1", 1),
        ("7", 7),
        ("255", 255),
        ("256", 0),
        ("-1", 255),
    ] {
        run(["-c", &format!("import sys; sys.exit({argument})")]).expect("", "", code);
    }
    for (argument, code) in [("", 0), ("None", 0), ("True", 1), ("False", 0)] {
        run(["-c", &format!("raise SystemExit({argument})")]).expect("", "", code);
    }
    run(["-c", "import sys; sys.exit('a message')"]).expect("", "a message\n", 1);
}

#[test]
fn exit_flushes_and_finalises() {
    run(["-c", "class T:\n    def __del__(self): print('del')\nt = T()\nimport sys\nprint('x', end='')\nsys.exit(3)"])
        .expect("xdel\n", "", 3);
}

#[test]
fn stack_overflow_is_an_exception() {
    let finished = run(["-c", "def f(n):\n    return f(n + 1)\nf(0)"]);
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(
        finished
            .stderr
            .ends_with("RecursionError: maximum recursion depth exceeded\n"),
        "{finished:?}"
    );
    assert!(
        finished.stderr.contains("[Previous line repeated "),
        "{finished:?}"
    );
}

// ----------------------------------------------------------------- the options

#[test]
fn unknown_options() {
    let scratch = Scratch::new();
    let path = scratch.file("a.py", "print('never')\n");
    let path = text(&path);
    run(["--no-such-option", path]).expect_usage();
    run(["run", "--no-such-option", path]).expect_usage();
    run(["-z", path]).expect_usage();
    run(["dump", "--no-such-option", path]).expect_usage();
}

#[test]
fn missing_operands() {
    run::<[&str; 0], &str>([]).expect_usage();
    run(["run"]).expect_usage();
    run(["-c"]).expect_usage();
    run(["dump"]).expect_usage();
    run(["dump", "--stage"]).expect_usage();
    run(["--jit"]).expect_usage();
}

#[test]
fn bad_option_values() {
    let scratch = Scratch::new();
    let path = scratch.file("a.py", "print('never')\n");
    let path = text(&path);
    for words in [["--jit", "sometimes", path], ["--jit", "", path]] {
        let finished = run(words);
        assert_eq!(finished.stdout, "");
        assert_eq!(finished.code, Some(2), "{finished:?}");
    }
    let finished = run(["dump", "--stage", "nonsense", path]);
    assert_eq!(finished.stdout, "");
    assert_eq!(finished.code, Some(2), "{finished:?}");
}

#[test]
fn help_and_version() {
    let finished = run(["--help"]);
    assert!(
        finished.stdout.to_lowercase().contains("usage"),
        "{finished:?}"
    );
    assert_eq!((finished.stderr.as_str(), finished.code), ("", Some(0)));
    let finished = run(["--version"]);
    assert!(
        finished.stdout.contains(env!("CARGO_PKG_VERSION")),
        "{finished:?}"
    );
    assert_eq!((finished.stderr.as_str(), finished.code), ("", Some(0)));
}

#[test]
fn jit_off_is_silent() {
    run(["--jit", "off", "-c", "print(1)"]).expect("1\n", "", 0);
    let scratch = Scratch::new();
    let path = scratch.file("a.py", SHOW_ARGUMENTS);
    let path = text(&path);
    let expected = format!("['{path}', 'x'] __main__\n");
    run(["--jit", "off", path, "x"]).expect(&expected, "", 0);
    run(["run", "--jit", "off", path, "x"]).expect(&expected, "", 0);
}

#[test]
fn jit_modes_without_effect_say_so() {
    for mode in ["eager", "deopt"] {
        let finished = run(["--jit", mode, "-c", "print('ran')"]);
        assert_eq!(finished.stdout, "ran\n");
        assert_eq!(finished.stderr.lines().count(), 1, "{finished:?}");
        assert!(finished.stderr.contains(mode), "{finished:?}");
        assert_eq!(finished.code, Some(0));
    }
}

#[test]
fn stats_go_to_standard_error() {
    let finished = run(["--stats", "-c", "print(sum([1, 2, 3]))"]);
    assert_eq!(finished.stdout, "6\n");
    assert!(!finished.stderr.is_empty());
    assert_eq!(finished.code, Some(0));
    let finished = run(["--stats", "-c", "import sys; sys.exit(4)"]);
    assert!(!finished.stderr.is_empty());
    assert_eq!(finished.code, Some(4));
}

const TWO_FUNCTIONS: &str = "print('the program runs')\n\n\ndef first(a, b):\n    return a + b\n\n\nclass C:\n    def second(self):\n        return [x for x in self]\n";

#[test]
fn dump_bytecode() {
    let scratch = Scratch::new();
    let path = scratch.file("a.py", TWO_FUNCTIONS);
    let finished = run(["dump", "--stage", "bytecode", text(&path)]);
    assert_eq!((finished.stderr.as_str(), finished.code), ("", Some(0)));
    assert!(
        !finished.stdout.starts_with("the program runs"),
        "{finished:?}"
    );
    for name in ["first", "second"] {
        assert!(finished.stdout.contains(name), "no {name} in {finished:?}");
    }
}

#[test]
fn dump_one_function() {
    let scratch = Scratch::new();
    let path = scratch.file("a.py", TWO_FUNCTIONS);
    let path = text(&path);
    let all = run(["dump", "--stage", "bytecode", path]);
    let one = run(["dump", "--stage", "bytecode", "--function", "first", path]);
    assert_eq!((one.stderr.as_str(), one.code), ("", Some(0)));
    assert!(one.stdout.contains("first"), "{one:?}");
    assert!(!one.stdout.contains("second"), "{one:?}");
    assert!(one.stdout.len() < all.stdout.len());
    run([
        "dump",
        "--stage",
        "bytecode",
        "--function",
        "no_such_function",
        path,
    ])
    .expect_refusal("no_such_function");
}

#[test]
fn dump_syntax_error() {
    let scratch = Scratch::new();
    let path = scratch.file("a.py", "x = (1,\n");
    let stderr = format!(
        "  File \"{}\", line 1\n    x = (1,\n        ^\nSyntaxError: '(' was never closed\n",
        text(&path),
    );
    run(["dump", "--stage", "bytecode", text(&path)]).expect("", &stderr, 1);
}

// -------------------------------------------------------- interrupts and pipes

/// Starts a program, waits until it has printed a line, and interrupts it.
#[cfg(unix)]
#[track_caller]
fn interrupt(program: &str) -> Finished {
    let scratch = Scratch::new();
    let path = scratch.file("a.py", program);
    let mut child = spawn(tally().arg(path).stdin(Stdio::piped()));
    // Keeps standard input open: the program may be reading it.
    let stdin = child.stdin.take();
    read_line(&mut child);
    thread::sleep(Duration::from_millis(50));
    let kill = Command::new("sh")
        .args(["-c", &format!("kill -INT {}", child.id())])
        .status()
        .expect("kill");
    assert!(kill.success());
    let finished = finish(child);
    drop(stdin);
    finished
}

/// Reads standard output up to the first newline, byte by byte.
fn read_line(child: &mut Child) {
    let stdout = child.stdout.as_mut().expect("piped");
    let mut byte = [0];
    while stdout.read(&mut byte).expect("read") == 1 && byte[0] != b'\n' {}
}

#[cfg(unix)]
#[track_caller]
fn expect_interrupted(finished: &Finished) {
    assert_eq!(finished.code, Some(130), "{finished:?}");
    assert!(
        finished
            .stderr
            .starts_with("Traceback (most recent call last):\n  File \""),
        "{finished:?}"
    );
    assert!(
        finished.stderr.ends_with("\nKeyboardInterrupt\n"),
        "{finished:?}"
    );
}

#[cfg(unix)]
#[test]
fn interrupt_in_loops_and_calls() {
    for program in [
        "print('ready', flush=True)\nwhile True:\n    pass\n",
        "print('ready', flush=True)\nx = 0\nwhile True:\n    x += 1\n",
        "def f(n):\n    return n\nprint('ready', flush=True)\nwhile f(1): f(2)\n",
        "def g():\n    while True:\n        yield 1\nprint('ready', flush=True)\nfor x in g(): pass\n",
        "def f():\n    try:\n        f()\n    finally:\n        f()\nprint('ready', flush=True)\nf()\n",
    ] {
        expect_interrupted(&interrupt(program));
    }
}

#[cfg(unix)]
#[test]
fn interrupt_in_bulk_natives() {
    for statement in [
        "sum(range(10 ** 12))",
        "for x in range(10 ** 12): pass",
        "max(x for x in range(10 ** 12))",
        "10 ** 12 - 1 in iter(range(10 ** 12))",
        "all(map(lambda x: True, range(10 ** 12)))",
        "'-'.join(str(i) for i in range(10 ** 12) if i < 0)",
        "[x for x in range(10 ** 12) if x < 0]",
    ] {
        let program = format!("print('ready', flush=True)\n{statement}\n");
        expect_interrupted(&interrupt(&program));
    }
}

#[cfg(unix)]
#[test]
fn interrupt_while_waiting() {
    expect_interrupted(&interrupt(
        "import time\nprint('ready', flush=True)\ntime.sleep(1000)\n",
    ));
    expect_interrupted(&interrupt("print('ready', flush=True)\ninput()\n"));
}

#[cfg(unix)]
#[test]
fn interrupt_runs_finally_and_finalisers() {
    let finished = interrupt(
        "class T:\n    def __del__(self): print('del')\nt = T()\nprint('ready', flush=True)\ntry:\n    while True: pass\nfinally:\n    print('finally')\n",
    );
    expect_interrupted(&finished);
    assert_eq!(finished.stdout, "finally\ndel\n");
}

#[cfg(unix)]
#[test]
fn interrupt_is_caught() {
    interrupt(
        "print('ready', flush=True)\ntry:\n    while True:\n        try:\n            while True: pass\n        except Exception:\n            print('wrong')\nexcept KeyboardInterrupt as e:\n    print('caught', repr(e))\nprint('goes on')\n",
    )
    .expect("caught KeyboardInterrupt()\ngoes on\n", "", 0);
}

/// A program that writes to a pipe nobody reads ends soon and says nothing.
#[test]
fn closed_output_pipe() {
    for program in [
        "while True:\n    print('line')\n",
        "i = 0\nwhile True:\n    i += 1\n    print(i, 'x' * 1000)\n",
        "import sys\nwhile True:\n    sys.stdout.write('line\\n')\n",
        "def f():\n    print('line')\n    return True\nwhile f(): pass\n",
    ] {
        let scratch = Scratch::new();
        let path = scratch.file("a.py", program);
        let mut child = spawn(tally().arg(path).stdin(Stdio::null()));
        read_line(&mut child);
        drop(child.stdout.take());
        let finished = finish(child);
        assert_eq!(finished.stderr, "", "{finished:?}");
    }
}

#[test]
fn output_pipe_closed_from_the_start() {
    let mut child = spawn(
        tally()
            .args([
                "-c",
                "import time\ntime.sleep(0.2)\nprint('nobody reads this')",
            ])
            .stdin(Stdio::null()),
    );
    drop(child.stdout.take());
    let finished = finish(child);
    assert_eq!(finished.stderr, "", "{finished:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn output_device_full() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full");
    let Ok(full) = full else {
        return; // Not every container has it.
    };
    let child = tally()
        .args(["-c", "print('x' * 100000)"])
        .stdin(Stdio::null())
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let finished = finish(child);
    assert!(
        matches!(finished.code, Some(code) if code != 0),
        "{finished:?}"
    );
    assert!(
        !finished.stderr.is_empty() && !finished.stderr.contains("panicked"),
        "{finished:?}"
    );
}
