//! `tally dump --stage lir` and `--stage asm`.

use crate::support::*;

const PROGRAM: &str = "def total(n):\n    s = 0\n    while n > 0:\n        s += n\n        n -= 1\n    return s\n\n\ndef items():\n    yield 1\n";

fn dump(stage: &str, words: &[&str]) -> String {
    let scratch = Scratch::new();
    let path = scratch.file("a.py", PROGRAM);
    let finished = run(["dump", "--stage", stage].iter().chain(words).copied().chain([text(&path)]));
    assert_eq!((finished.stderr.as_str(), finished.code), ("", Some(0)), "{finished:?}");
    finished.stdout
}

/// The listing has these, in this order.
#[track_caller]
fn expect_in_order(listing: &str, pieces: &[&str]) {
    let mut rest = listing;
    for piece in pieces {
        match rest.split_once(piece) {
            Some((_, after)) => rest = after,
            None => panic!("no {piece:?} where it should be in\n{listing}"),
        }
    }
}

#[test]
fn lir_stands_under_its_hir_and_names_its_exits() {
    let listing = dump("lir", &["--function", "total"]);
    let pieces = [
        "lir total {",
        "b0:",
        "params ",
        " = CompareOp<gt>",
        "call CompareOp(",
        "; Poll exit fs",
        "[context.interrupt]",
        "exit 0: ",
        "}",
    ];
    expect_in_order(&listing, &pieces);
    assert!(listing.contains("\n    return i"), "{listing}");
    // Every exit that an instruction names is explained.
    let (blocks, exits) = listing.split_at(listing.find("\n  exit 0: ").expect("exits"));
    for line in blocks.lines().filter(|line| !line.trim_start().starts_with(';')) {
        if let Some((_, number)) = line.split_once(" exit ") {
            assert!(exits.contains(&format!("\n  exit {number}: ")), "{line} in\n{listing}");
        }
    }
}

#[test]
fn machine_code_stands_under_its_line_and_hir() {
    let listing = dump("asm", &["--function", "total"]);
    let pieces = [
        "asm total { ; bytes ",
        "entry:",
        "0000  push rbp",
        "; line 3: while n > 0:",
        " = CompareOp<gt>",
        "call qword ptr [r15 + CompareOp]",
        "; line 4: s += n",
        "leave:",
        "ret",
        "exit_0:",
        "jmp exits",
        "exits:",
        "call qword ptr [r15 + exit_routine]",
        "jmp leave",
    ];
    expect_in_order(&listing, &pieces);
    // Jumps have names only, each of which stands somewhere.
    for line in listing.lines().filter(|line| !line.trim_start().starts_with(';')) {
        let mut words = line.split_whitespace().skip(1);
        if let (Some(jump), Some(target)) = (words.next(), words.next())
            && jump.starts_with('j')
        {
            assert!(listing.contains(&format!("\n{target}:\n")), "{line} in\n{listing}");
        }
    }
}

#[test]
fn listings_are_the_same_at_every_run() {
    for stage in ["lir", "asm"] {
        assert_eq!(dump(stage, &[]), dump(stage, &[]));
    }
}

#[test]
fn a_body_without_machine_code_says_why() {
    for stage in ["lir", "asm"] {
        let listing = dump(stage, &["--function", "items"]);
        assert!(listing.starts_with("; items: bailout generator: "), "{listing}");
    }
}

#[test]
fn the_world_decides_about_guards() {
    assert!(dump("lir", &["--function", "total", "--world", "quiet"]).contains("[context.observed]"));
    assert!(!dump("lir", &["--function", "total", "--world", "observing"]).contains("[context.observed]"));
}
