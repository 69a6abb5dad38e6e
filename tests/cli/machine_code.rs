//! Options for machine code: `--regs`, `--jit-threads`, `--jit deopt`, and what `--stats` says of it.

use crate::support::*;
use std::path::Path;

/// Many values at the same time, floats and integers, calls, and an exception.
const CROWDED: &str = "\
def f(a, b, c, d, e, g, x, y):
    for i in range(40):
        a, b, c, d, e, g = b + i, c, d - a, e, g + 1, a
        x, y = y * 0.5 + i, x - y
    return [a, b, c, d, e, g, x, y]


def g(n):
    try:
        return f(n, 1, 2, 3, 4, 5, 0.5, 1.5)[n]
    except IndexError:
        return 'none'


print([g(n) for n in range(10)])
";

/// Calls and loop turns enough for `--jit auto`.
const LONG: &str = "\
def f(n):
    return n * 3 % 7


total = 0
for k in range(30000):
    total += f(k)
print(total)
";

#[test]
fn few_registers_change_nothing() {
    let expected = run(["--jit", "off", "-c", CROWDED]);
    for mode in ["eager", "auto", "deopt"] {
        for registers in ["3", "4", "7", "100"] {
            run(["--jit", mode, "--regs", registers, "--check-leaks", "-c", CROWDED]).expect(&expected.stdout, "", 0);
        }
    }
    let finished = run(["--jit", "eager", "--regs", "3", "--stats", "-c", CROWDED]);
    assert!(!finished.stderr.contains("bailout emit"), "{finished:?}");
}

#[test]
fn programs_with_four_registers() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/whole");
    let mut ran = 0;
    for entry in std::fs::read_dir(&programs).expect("programs") {
        let path = entry.expect("a file").path();
        let Ok(expected) = std::fs::read_to_string(path.with_extension("out")) else { continue };
        let plain = ["err", "code", "in", "args"].iter().all(|other| !path.with_extension(other).exists());
        if path.extension().is_some_and(|extension| extension == "py") && plain {
            run(["--jit", "eager", "--regs", "4", "--check-leaks", text(&path)]).expect(&expected, "", 0);
            ran += 1;
        }
    }
    assert!(ran > 5, "{ran} programs");
}

#[test]
fn registers_that_are_none() {
    for (registers, text) in [("2", "--regs 2 is too few"), ("0", "too few"), ("many", "'many'"), ("-1", "'-1'")] {
        let finished = run(["--jit", "eager", "--regs", registers, "-c", "print(1)"]);
        finished.expect_usage();
        assert!(finished.stderr.contains(text), "{finished:?}");
    }
    let finished = run(["--jit", "off", "--regs", "4", "-c", "print(1)"]);
    finished.expect_usage();
    assert!(finished.stderr.contains("--jit"), "{finished:?}");
    run(["--jit", "eager", "--regs"]).expect_usage();
}

#[test]
fn without_another_thread_every_run_is_the_same() {
    let counts = || {
        let finished = run(["--jit", "auto", "--jit-threads", "0", "--stats", "-c", LONG]);
        assert_eq!(number(&finished, "time waited"), 0.0);
        ["compilations", "machine code made", "machine code calls", "machine code loops"].map(|n| number(&finished, n))
    };
    let first = counts();
    assert!(first[0] > 0.0);
    assert_eq!(counts(), first);
    let expected = run(["--jit", "off", "-c", LONG]);
    run(["--jit", "auto", "--jit-threads", "1", "--check-leaks", "-c", LONG]).expect(&expected.stdout, "", 0);
}

#[test]
fn what_runs_often_is_compiled_without_an_option() {
    let finished = run(["--jit-threads", "0", "--stats", "-c", LONG]);
    assert!(number(&finished, "compilations") > 0.0);
    run(["--regs", "4", "--check-leaks", "-c", "print(1)"]).expect("1\n", "", 0);
}

#[test]
fn threads_that_are_none() {
    for number in ["2", "-1", "many", ""] {
        let finished = run(["--jit", "auto", "--jit-threads", number, "-c", "print(1)"]);
        finished.expect_usage();
        assert!(finished.stderr.contains(&format!("not '{number}'")), "{finished:?}");
    }
    run(["--jit", "auto", "--jit-threads"]).expect_usage();
}

/// The number in a line of `--stats`.
#[track_caller]
fn number(finished: &Finished, name: &str) -> f64 {
    let start = format!("tally: {name} ");
    let line = finished.stderr.lines().find_map(|line| line.strip_prefix(&start));
    let word = line.and_then(|rest| rest.split_whitespace().next());
    word.and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("no number {name:?} in {finished:?}"))
}

#[test]
fn stats_tell_what_compiling_took() {
    let finished = run(["--jit", "eager", "--stats", "-c", CROWDED]);
    assert!(number(&finished, "machine code made") > 100.0);
    let total = number(&finished, "compile time");
    let stages = [
        "time build HIR",
        "time simplify",
        "time dead-code",
        "time refcounts",
        "time verifier",
        "time lowering",
        "time registers",
        "time emission",
        "time publication",
    ];
    let sum: f64 = stages.iter().map(|stage| number(&finished, stage)).sum();
    assert!(total > 0.0 && sum > 0.0 && sum <= total * 1.01 + 0.1, "{sum} of {total}: {finished:?}");
}

#[test]
fn deopt_forces_every_guard_once() {
    let finished = run(["--jit", "deopt", "--stats", "-c", CROWDED]);
    assert!(number(&finished, "exits forced") > 5.0);
    let finished = run(["--jit", "eager", "--stats", "-c", CROWDED]);
    assert!(!finished.stderr.contains("forced"), "{finished:?}");
}
