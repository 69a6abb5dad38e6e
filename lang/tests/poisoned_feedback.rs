//! Feedback is a hint: with feedback that means nothing, programs do the same, though their guesses fail.
//!
//! In the mode `deopt` every second body is compiled by feedback that was spoilt. `tests/programs.rs` runs every program so.

use lang::bytecode::CodeKind;
use lang::engine::Outcome;
use lang::jit::JitMode;
use lang::{Engine, compile};
use std::fmt::Write;
use std::sync::Arc;

/// Runs a program, whose `assert`s are the test; how often its machine code left because a guess was wrong.
fn wrong_guesses(mode: JitMode, source: &str) -> u64 {
    let file: Arc<str> = "test".into();
    let code = compile(source, &file, CodeKind::Module).expect("no syntax error").report();
    let engine = Engine::with_jit(&["test".into()], "", mode).expect("memory");
    engine.show_source(&code, source);
    assert_eq!(engine.run_program(&code, None), Outcome::Exit(0), "{mode:?}: {source}");
    let stats = engine.stats();
    let left = engine.finish();
    assert_eq!(left.objects, 0, "{mode:?}: {}", left.ledger);
    let exits = stats.lines().filter_map(|line| line.strip_prefix("tally: exit Guard")?.split_whitespace().nth(1));
    exits.map(|count| count.parse::<u64>().expect("a number")).sum()
}

/// Many functions, each of which sees values of one kind only: arithmetic, comparisons, items, attributes, globals, loops.
fn program() -> String {
    let mut source = String::from(
        "\
class P:
    def __init__(self, x, y):
        self.x = x
        self.y = y
class Q:
    def __init__(self, x):
        self.y = -x
        self.x = x
scale = 3
",
    );
    for (name, values) in [("int", "7, 5"), ("float", "7.5, 2.5"), ("text", "'seven', 'five'"), ("list", "[7], [5]")] {
        for copy in 0..8 {
            write!(
                source,
                "\
def {name}_{copy}(a, b):
    p, q = P(a, b), Q({copy})
    p.x = b
    both = [p.x, p.y, a]
    total = a + b
    for i in range(4):
        total = total + both[i % 3]
        if both[i % 3] == a:
            both[0] = a
        q.x = q.x + q.y * scale + len(both)
    return total, both[0] == a, a < b, q.x
first = {name}_{copy}({values})
for _ in range(12):
    assert {name}_{copy}({values}) == first
"
            )
            .expect("memory");
        }
    }
    source + "assert int_0(7, 5)[0] == 7 + 5 + 5 + 5 + 7 + 7 and int_0(7, 5)[1:3] == (True, False)\n"
}

#[test]
fn programs_do_the_same_by_feedback_that_means_nothing() {
    let source = program();
    assert_eq!(wrong_guesses(JitMode::Off, &source), 0);
    assert!(wrong_guesses(JitMode::Deopt, &source) > 20, "the feedback was not spoilt");
}
