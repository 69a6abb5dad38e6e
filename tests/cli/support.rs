//! Starting `tally`, waiting for its end, and looking at what it left.

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
pub struct Scratch {
    pub folder: PathBuf,
}

impl Scratch {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("cli-{}-{number}", std::process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).expect("scratch folder");
        // The program prints absolute names without symbolic links.
        let folder = folder.canonicalize().expect("scratch folder");
        Self { folder }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
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
pub struct Finished {
    pub stdout: String,
    pub stderr: String,
    /// None if a signal ended it.
    pub code: Option<i32>,
}

impl Finished {
    #[track_caller]
    pub fn expect(&self, stdout: &str, stderr: &str, code: i32) {
        assert_eq!(self.stdout, stdout, "standard output of {self:?}");
        assert_eq!(self.stderr, stderr, "standard error of {self:?}");
        assert_eq!(self.code, Some(code), "exit code of {self:?}");
    }

    /// Nothing ran; one line on standard error holds `text`; exit code 2.
    #[track_caller]
    pub fn expect_refusal(&self, text: &str) {
        assert_eq!(self.stdout, "", "{self:?}");
        assert_eq!(self.stderr.lines().count(), 1, "{self:?}");
        assert!(self.stderr.contains(text), "no {text:?} in {self:?}");
        assert_eq!(self.code, Some(2), "{self:?}");
    }

    /// A usage text on standard error and exit code 2.
    #[track_caller]
    pub fn expect_usage(&self) {
        assert_eq!(self.stdout, "", "{self:?}");
        assert!(self.stderr.to_lowercase().contains("usage"), "{self:?}");
        assert_eq!(self.code, Some(2), "{self:?}");
    }

    /// Success or an exception, but no signal, panic or internal error.
    #[track_caller]
    pub fn expect_survival(&self) {
        assert!(matches!(self.code, Some(0 | 1)), "{self:?}");
        assert!(!self.stderr.contains("panicked"), "{self:?}");
    }
}

pub fn tally() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tally"));
    command.env("NO_COLOR", "1");
    command
}

/// Runs `tally` with these words and empty standard input.
#[track_caller]
pub fn run<I, W>(words: I) -> Finished
where
    I: IntoIterator<Item = W>,
    W: AsRef<std::ffi::OsStr>,
{
    run_with_input(words, b"")
}

#[track_caller]
pub fn run_with_input<I, W>(words: I, input: &[u8]) -> Finished
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

pub fn spawn(command: &mut Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts")
}

/// Waits for the end of a run, reading both of its pipes if still ours.
#[track_caller]
pub fn finish(mut child: Child) -> Finished {
    let stdout = child.stdout.take().map(read_on_thread);
    let stderr = child.stderr.take().map(read_on_thread);
    let end = Instant::now() + TIMEOUT;
    let status = loop {
        if let Some(status) = child.try_wait().expect("wait") {
            break status;
        }
        if Instant::now() > end {
            child.kill().expect("kill");
            child.wait().expect("wait");
            panic!("no end after {TIMEOUT:?}");
        }
        thread::sleep(Duration::from_millis(5));
    };
    let text =
        |reader: Option<thread::JoinHandle<String>>| reader.map_or_else(String::new, |r| r.join().expect("reader"));
    Finished { stdout: text(stdout), stderr: text(stderr), code: status.code() }
}

fn read_on_thread<R: Read + Send + 'static>(mut pipe: R) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).expect("read");
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

pub fn text(path: &Path) -> &str {
    path.to_str().expect("scratch names are text")
}

/// A program that shows its arguments.
pub const SHOW_ARGUMENTS: &str = "import sys\nprint(sys.argv, __name__)\n";
