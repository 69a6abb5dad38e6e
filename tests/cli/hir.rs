//! `tally hir`.

use crate::support::*;
use std::fs;

const GOOD: &str = "\
fun f {
  bb 0 {
    v0:Object = LoadArg<0>
    Return v0
  }
}
";

/// The argument is returned without a reference of its own.
const UNBALANCED: &str = "\
fun f counted {
  bb 0 {
    v0:Object = LoadArg<0>
    Return v0
  }
}
";

#[test]
fn help() {
    for words in [&["hir", "--help"][..], &["hir", "check", "-h"]] {
        let finished = run(words);
        assert_eq!((finished.stderr.as_str(), finished.code), ("", Some(0)));
        assert!(finished.stdout.contains("tally hir check FILE"), "{finished:?}");
    }
}

#[test]
fn usage_errors() {
    let scratch = Scratch::new();
    let path = scratch.file("a.hir", GOOD);
    let path = text(&path);
    run(["hir"]).expect_usage();
    run(["hir", "sing", path]).expect_usage();
    run(["hir", "check"]).expect_usage();
    run(["hir", "check", path, path]).expect_usage();
    run(["hir", "check", "--loud", path]).expect_usage();
    run(["hir", "test", "--loud", path]).expect_usage();
    run(["hir", "run", path, "--seed"]).expect_usage();
    run(["hir", "run", path, "--runs", "x"]).expect_usage();
    run(["hir", "optimise", path, "--pass", "x"]).expect_usage();
    run(["hir", "test"]).expect_usage();
}

#[test]
fn unreadable_files() {
    let scratch = Scratch::new();
    let missing = scratch.path("missing.hir");
    run(["hir", "check", text(&missing)]).expect_refusal("No such file");
    run(["hir", "test", text(&missing)]).expect_refusal("No such file");
    run(["hir", "check", text(&scratch.folder)]).expect_refusal("directory");
    let binary = scratch.file("binary.hir", [0xff, 0xfe]);
    run(["hir", "print", text(&binary)]).expect_refusal("UTF-8");
    run(["hir", "test", text(&scratch.folder.join("binary.hir"))]).expect(
        "0 passed, 1 failed\n",
        &format!("{}: not UTF-8\n", text(&binary)),
        1,
    );
}

#[test]
fn check_is_silent_or_points_at_the_place() {
    let scratch = Scratch::new();
    let good = scratch.file("good.hir", GOOD);
    run(["hir", "check", text(&good)]).expect("", "", 0);

    let syntax = scratch.file("syntax.hir", GOOD.replace("Return v0", "Return v0 ]"));
    let finished = run(["hir", "check", text(&syntax)]);
    assert_eq!((finished.stdout.as_str(), finished.code), ("", Some(1)));
    assert!(finished.stderr.starts_with(&format!("{}:4:15: ", text(&syntax))), "{finished:?}");
    assert!(finished.stderr.ends_with("\n  |     Return v0 ]\n  |               ^\n"), "{finished:?}");

    let counts = scratch.file("counts.hir", UNBALANCED);
    let finished = run(["hir", "check", text(&counts)]);
    assert_eq!((finished.stdout.as_str(), finished.code), ("", Some(1)));
    assert!(finished.stderr.starts_with(&format!("{}:4:5: R7 ", text(&counts))), "{finished:?}");
    assert!(finished.stderr.ends_with("\n  |     Return v0\n  |     ^\n"), "{finished:?}");
}

#[test]
fn print_gives_the_standard_form() {
    let scratch = Scratch::new();
    let path = scratch.file("a.hir", GOOD.replace("    ", "  ").replace('{', "{ ; open"));
    run(["hir", "print", text(&path)]).expect(GOOD, "", 0);
}

#[test]
fn refcount_inserts() {
    let scratch = Scratch::new();
    let path = scratch.file("a.hir", GOOD);
    let counted = UNBALANCED.replace("    Return", "    Incref v0\n    Return");
    run(["hir", "refcount", text(&path)]).expect(&counted, "", 0);
    let again = scratch.file("b.hir", &counted);
    let finished = run(["hir", "refcount", text(&again)]);
    assert_eq!(finished.code, Some(1));
    assert!(finished.stderr.contains("inserted already"), "{finished:?}");
}

#[test]
fn run_shows_the_outcome_or_the_trap() {
    let scratch = Scratch::new();
    let path = scratch.file("a.hir", GOOD);
    run(["hir", "run", text(&path)]).expect("f, seed 0:\n  return #1\n", "", 0);
    run(["hir", "run", "--seed", "5", text(&path)]).expect("f, seed 5:\n  return #1\n", "", 0);
    let many = "f: 20 runs, 20 returned, 0 left by an exit, 0 had no more fuel\n";
    run(["hir", "run", text(&path), "--runs=20"]).expect(many, "", 0);
    let wrong = scratch.file("b.hir", UNBALANCED);
    let finished = run(["hir", "run", text(&wrong)]);
    assert_eq!((finished.stdout.as_str(), finished.code), ("", Some(1)));
    assert!(finished.stderr.starts_with(&format!("{}:4:5: ", text(&wrong))), "{finished:?}");
}

#[test]
fn dot_is_a_graph() {
    let scratch = Scratch::new();
    let path = scratch.file("a.hir", GOOD);
    let graph = "digraph \"f\" {\n  node [shape=box, fontname=monospace];\n  bb0 [label=\"bb 0\\lv0:Object = LoadArg<0>\\lReturn v0\\l\"];\n}\n";
    run(["hir", "dot", text(&path)]).expect(graph, "", 0);
}

#[test]
fn golden_files() {
    let scratch = Scratch::new();
    run(["hir", "test", text(&scratch.folder)]).expect_refusal("no golden files");
    let path = scratch.file("a.hir", format!("; test: print\n{GOOD}"));
    let finished = run(["hir", "test", text(&scratch.folder)]);
    finished.expect(
        "0 passed, 1 failed\n",
        &format!("{}: no expectation: set TALLY_BLESS=1 to have it written\n", text(&path)),
        1,
    );
    let blessed = finish(spawn(tally().args(["hir", "test", text(&path)]).env("TALLY_BLESS", "1")));
    blessed.expect("1 passed, 0 failed\n", "", 0);
    run(["hir", "test", text(&scratch.folder)]).expect("1 passed, 0 failed\n", "", 0);
    let content = fs::read_to_string(&path).expect("written");
    scratch.file("a.hir", content.replace("; |     Return v0", "; |     Return v1"));
    let finished = run(["hir", "test", text(&path)]);
    let difference = "print: expected -, got +\n   11     bb 0 {\n   12       v0:Object = LoadArg<0>\n   13 -     Return v1\n      +     Return v0\n   14     }\n   15   }\n";
    finished.expect("0 passed, 1 failed\n", &format!("{}: {difference}", text(&path)), 1);
}

const PROGRAM: &str = "\
def add(a, b):
    return a + b
def count():
    yield 1
class C:
    def twice(self, x):
        return add(x, x)
print(C().twice(2), list(count()))
";

#[test]
fn dump_hir() {
    let scratch = Scratch::new();
    let path = scratch.file("a.py", PROGRAM);
    let path = text(&path);
    let add = run(["dump", "--stage", "hir", "--function", "add", path]);
    assert_eq!((add.stderr.as_str(), add.code), ("", Some(0)));
    assert!(add.stdout.starts_with("fun add {\n") && add.stdout.contains("BinaryOp<add> v0 v1 @2\n"), "{add:?}");
    let counted = run(["dump", "--stage=hir-refcount", "--function", "C.twice", "--world", "observing", path]);
    assert!(counted.stdout.starts_with("fun \"C.twice\" observing counted {\n"), "{counted:?}");
    assert!(counted.stdout.contains("TakeArg<1>"), "{counted:?}");
    run(["dump", "--stage", "hir", "--function", "count", path]).expect(
        "; count: bailout generator: generators are not compiled\n",
        "",
        0,
    );
    run(["dump", "--stage", "hir", "--function", "nothing", path]).expect_refusal("no function 'nothing'");
}

#[test]
fn what_is_dumped_can_be_checked_and_run() {
    let scratch = Scratch::new();
    let path = scratch.file("a.py", PROGRAM);
    for words in [["hir", "quiet"], ["hir", "observing"], ["hir-refcount", "quiet"], ["hir-refcount", "observing"]] {
        let dumped = run(["dump", "--stage", words[0], "--world", words[1], text(&path)]);
        assert_eq!((dumped.stderr.as_str(), dumped.code), ("", Some(0)));
        let dumped = scratch.file("a.hir", dumped.stdout);
        run(["hir", "check", text(&dumped)]).expect("", "", 0);
        let ran = run(["hir", "run", text(&dumped), "--runs", "20"]);
        assert_eq!((ran.stderr.as_str(), ran.code), ("", Some(0)));
        assert_eq!(ran.stdout.matches(": 20 runs, ").count(), 4, "{ran:?}");
    }
}

#[test]
fn dump_usage() {
    let scratch = Scratch::new();
    let path = scratch.file("a.py", PROGRAM);
    let path = text(&path);
    run(["dump", "--stage", "mir", path]).expect_usage();
    run(["dump", "--stage", "hir", "--world", "loud", path]).expect_usage();
    run(["dump", "--stage", "bytecode", "--world", "quiet", path]).expect_usage();
}

#[test]
fn check_hir_counts_what_it_checked() {
    let scratch = Scratch::new();
    let path = scratch.file("a.py", PROGRAM);
    let counts = scratch.path("counts");
    let option = format!("--check-hir={}", text(&counts));
    for _ in 0..2 {
        run([option.as_str(), text(&path)]).expect("4 [1]\n", "", 0);
    }
    // The module, the class body, `add` and `twice`; the generator is left out. A line for each run.
    assert_eq!(fs::read_to_string(&counts).expect("counts"), "functions 4 generator 1\n".repeat(2));
    run(["--check-hir", text(&path)]).expect("4 [1]\n", "", 0);
    let nowhere = format!("--check-hir={}/no/such/folder", text(&scratch.folder));
    let finished = run([nowhere.as_str(), text(&path)]);
    assert_eq!((finished.stdout.as_str(), finished.code), ("4 [1]\n", Some(98)));
    assert!(finished.stderr.starts_with("tally: --check-hir: "), "{finished:?}");
}
