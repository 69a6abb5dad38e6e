//! Options, and `tally dump`.

use crate::support::*;

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
fn hash_seeds() {
    let hash = |seed: &str, word: &str| {
        let code = format!("print(hash('{word}'), hash(b'{word}'), hash('\u{e9}'))");
        let mut command = tally();
        command.env("PYTHONHASHSEED", seed).args(["-c", &code]);
        finish(spawn(&mut command))
    };
    let zero = hash("0", "word");
    assert_eq!(zero.code, Some(0), "{zero:?}");
    assert_eq!(hash("0", "word").stdout, zero.stdout);
    assert_ne!(hash("0", "another").stdout, zero.stdout);
    assert_ne!(hash("1", "word").stdout, zero.stdout);
    assert_ne!(hash("random", "word").stdout, hash("random", "word").stdout);
    assert_eq!(hash("4294967295", "word").code, Some(0));
    for bad in ["4294967296", "-1", "+1", "1.5", "x", " 1"] {
        hash(bad, "word").expect_refusal("PYTHONHASHSEED");
    }
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
    assert!(finished.stdout.to_lowercase().contains("usage"), "{finished:?}");
    assert_eq!((finished.stderr.as_str(), finished.code), ("", Some(0)));
    let finished = run(["--version"]);
    assert!(finished.stdout.contains(env!("CARGO_PKG_VERSION")), "{finished:?}");
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
fn every_jit_mode_runs_a_loop() {
    let program = "n = 0\nwhile n < 5000:\n    n += 1\nprint(n)";
    for mode in ["auto", "eager", "deopt"] {
        run(["--jit", mode, "-c", program]).expect("5000\n", "", 0);
    }
}

#[test]
fn stats_count_machine_code() {
    let program = "def f(n):\n    while n > 0:\n        n -= 1\nf(5000)";
    let finished = run(["--jit", "eager", "--stats", "-c", program]);
    let line = finished.stderr.lines().find(|line| line.contains("machine code calls"));
    assert!(line.is_some_and(|line| !line.ends_with(" 0")), "{finished:?}");
    let finished = run(["--jit", "off", "--stats", "-c", program]);
    assert!(!finished.stderr.contains("machine code"), "{finished:?}");
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
    assert!(!finished.stdout.starts_with("the program runs"), "{finished:?}");
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
    run(["dump", "--stage", "bytecode", "--function", "no_such_function", path]).expect_refusal("no_such_function");
}

#[test]
fn dump_syntax_error() {
    let scratch = Scratch::new();
    let path = scratch.file("a.py", "x = (1,\n");
    let stderr =
        format!("  File \"{}\", line 1\n    x = (1,\n        ^\nSyntaxError: '(' was never closed\n", text(&path),);
    run(["dump", "--stage", "bytecode", text(&path)]).expect("", &stderr, 1);
}
