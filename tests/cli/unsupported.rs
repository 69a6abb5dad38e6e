//! Constructs outside the hosted subset are reported before anything runs.

use crate::support::*;

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
    assert_eq!(lines[1].trim(), source.lines().nth(line as usize - 2).unwrap_or("").trim());
    assert!(lines[2].trim().chars().all(|c| c == '^'), "{finished:?}");
    assert!(lines[3].starts_with("SyntaxError: "), "{finished:?}");
    assert!(lines[3].contains(construct), "no {construct:?} in {finished:?}");
}

#[test]
fn unsupported_async() {
    expect_unsupported("async def f():\n    pass\n", 2, "async");
    expect_unsupported("def g():\n    async def f():\n        return 1\n", 3, "async");
    expect_unsupported("class A:\n    async def f(self):\n        await g()\n", 3, "async");
}

#[test]
fn unsupported_match() {
    expect_unsupported("x = 1\nmatch x:\n    case 1:\n        pass\n", 3, "match");
}

#[test]
fn unsupported_except_star() {
    expect_unsupported("try:\n    pass\nexcept* ValueError:\n    pass\n", 4, "except*");
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
    run(["-c", "match = 1\ntype = case = 2\nprint(match, type, case)\n_ = match\n"]).expect("1 2 2\n", "", 0);
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
