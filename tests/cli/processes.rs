//! Interrupts, closed pipes, full devices.

use std::fs;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::*;

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
    let kill = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().expect("kill");
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
    assert!(finished.stderr.starts_with("Traceback (most recent call last):\n  File \""), "{finished:?}");
    assert!(finished.stderr.ends_with("\nKeyboardInterrupt\n"), "{finished:?}");
}

#[cfg(unix)]
#[test]
fn interrupt_in_loops_and_calls() {
    for program in [
        "print('ready', flush=True)\nwhile True:\n    pass\n",
        "print('ready', flush=True)\nx = 0\nwhile True:\n    x += 1\n",
        "def f(n):\n    return n\nprint('ready', flush=True)\nwhile f(1): f(2)\n",
        "def g():\n    while True:\n        yield 1\nprint('ready', flush=True)\nfor x in g(): pass\n",
        "def f(n):\n    if n:\n        f(n - 1)\n        f(n - 1)\nprint('ready', flush=True)\nf(200)\n",
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
    expect_interrupted(&interrupt("import time\nprint('ready', flush=True)\ntime.sleep(1000)\n"));
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
    let mut child =
        spawn(tally().args(["-c", "import time\ntime.sleep(0.2)\nprint('nobody reads this')"]).stdin(Stdio::null()));
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
    assert!(matches!(finished.code, Some(code) if code != 0), "{finished:?}");
    assert!(!finished.stderr.is_empty() && !finished.stderr.contains("panicked"), "{finished:?}");
}
