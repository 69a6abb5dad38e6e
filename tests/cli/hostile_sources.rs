//! Source files of extreme shape: an error or success, never a crash.

use crate::support::*;

#[test]
fn very_long_lines() {
    let scratch = Scratch::new();
    let size = 10_000_000;
    let path = scratch.file("long.py", format!("x = '{}'\nprint(len(x))\n", "a".repeat(size)));
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
        ("conditional.py", format!("x = {}1\n", "1 if 1 else ".repeat(n))),
        ("assign.py", format!("{}1\n", "x = ".repeat(n))),
        ("strings.py", format!("x = {}\n", "'a' ".repeat(n))),
        ("elif.py", format!("if 0: pass\n{}", "elif 0: pass\n".repeat(n))),
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
        ("pairs.py", format!("{}{}", "(".repeat(5000), ")".repeat(5000))),
        ("lists.py", format!("x = {}{}", "[".repeat(5000), "]".repeat(5000))),
        ("calls.py", format!("{}1{}", "abs(".repeat(5000), ")".repeat(5000))),
        ("strings.py", format!("{}1{}", "f'{".repeat(500), "}'".repeat(500))),
        ("blocks.py", (0..3000).map(|i| format!("{}if 1:\n", " ".repeat(i))).collect()),
        ("functions.py", (0..1000).map(|i| format!("{}def f():\n", " ".repeat(i))).collect()),
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
