//! The forms of the command line and the exit codes.

use std::fs;
use std::process::Stdio;

use crate::support::*;

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
    let finished = finish(spawn(tally().arg("a.py").current_dir(&scratch.folder).stdin(Stdio::null())));
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
    let path = scratch.file("a.py", "import helper, package\nprint(helper.value, package.x)\n");
    run([path]).expect("5 6\n", "", 0);
}

#[test]
fn code_with_arguments() {
    run(["-c", SHOW_ARGUMENTS, "a", "-c", "--jit"]).expect("['-c', 'a', '-c', '--jit'] __main__\n", "", 0);
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
    run_with_input(["-", "a", "b"], SHOW_ARGUMENTS.as_bytes()).expect("['-', 'a', 'b'] __main__\n", "", 0);
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

#[test]
fn exit_codes() {
    for (argument, code) in [("0", 0), ("1", 1), ("7", 7), ("255", 255), ("256", 0), ("-1", 255)] {
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
    assert!(finished.stderr.ends_with("RecursionError: maximum recursion depth exceeded\n"), "{finished:?}");
    assert!(finished.stderr.contains("[Previous line repeated "), "{finished:?}");
}
