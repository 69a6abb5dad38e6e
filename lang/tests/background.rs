//! Compiling on another thread while programs run, change what was assumed, and end.

use lang::bytecode::CodeKind;
use lang::engine::Outcome;
use lang::jit::JitMode;
use lang::{Engine, compile};
use std::sync::Arc;

/// Runs a program in an engine of its own, which must leave nothing; gives the counters. It must be the same however far compiling gets.
fn run(source: &str) -> String {
    let file: Arc<str> = "test".into();
    let code = compile(source, &file, CodeKind::Module).expect("no syntax error").report();
    let engine = Engine::with_jit(&["test".into()], "", JitMode::Auto).expect("memory");
    engine.show_source(&code, source);
    assert_eq!(engine.run_program(&code, None), Outcome::Exit(0), "{source}");
    let stats = engine.stats();
    let left = engine.finish();
    assert_eq!(left.objects, 0, "{source}\n{}", left.ledger);
    stats
}

/// A counter, or 0 if it is not there.
fn counter(stats: &str, name: &str) -> u64 {
    let line = stats.lines().find_map(|line| line.strip_prefix("tally: ")?.strip_prefix(name));
    line.and_then(|rest| rest.split_whitespace().next()).map_or(0, |number| number.parse().expect("a number"))
}

/// Runs a program with more and more rounds until the counter is not 0.
fn run_until(name: &str, source: &str) -> String {
    let mut rounds = 4000;
    loop {
        let stats = run(&source.replace("ROUNDS", &rounds.to_string()));
        if counter(&stats, name) > 0 {
            return stats;
        }
        assert!(rounds < 100_000_000, "never any {name:?}: {stats}");
        rounds *= 3;
    }
}

#[test]
fn code_arrives_for_calls() {
    // The caller is interpreted: it is a generator.
    let source = "\
def f(a):
    return a + 1
def g():
    for k in range(ROUNDS):
        yield f(k)
assert sum(g()) == ROUNDS * (ROUNDS + 1) // 2
";
    let stats = run_until("machine code calls", source);
    assert!(counter(&stats, "compilations") > 0, "{stats}");
}

#[test]
fn code_arrives_for_a_loop_that_turns() {
    let source = "\
def f(n):
    s = 0
    while n > 0:
        s += n
        n -= 1
    return s
assert f(ROUNDS) == ROUNDS * (ROUNDS + 1) // 2
";
    run_until("machine code loops", source);
}

#[test]
fn globals_methods_shapes_and_constants_travel() {
    let source = "\
LIMIT = 10
class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y
    def sum(self):
        return self.x + self.y
def work(n):
    seen = 0
    for k in range(n):
        p = Point(k % LIMIT, 0.5)
        q = (p.sum(), 'text', 1e300, None)
        if isinstance(q[0], float) and q[1] == 'text' and q[2] == 1e300:
            seen += len([p.x, q])
    return seen
assert work(ROUNDS) == 2 * ROUNDS
assert work(ROUNDS) == 2 * ROUNDS
";
    run_until("calls inlined", source);
    run_until("machine code loops", source);
}

/// Functions that are just being compiled when something happens.
fn with_change(change: &str, after: &str) -> String {
    format!(
        "\
class A:
    def m(self, k):
        return k + 1
def f(a, k):
    return a.m(k) + LIMIT
LIMIT = 1
a = A()
text = compile('def h(a, k):\\n    return a.m(k) + LIMIT\\n', 'text', 'exec')
for turn in range(8):
    g = {{'LIMIT': 1}}
    exec(text, g)
    for k in range(190 + 4 * turn):
        assert f(a, k) == k + 2 and g['h'](a, k) == k + 2
{change}
for k in range(3000):
    assert f(a, k) == {after}
"
    )
}

#[test]
fn what_was_assumed_changes_while_code_is_made() {
    for (change, after) in [
        ("LIMIT = 5", "k + 6"),
        ("A.m = lambda self, k: k", "k + 1"),
        ("a.m = lambda k: 0", "1"),
        ("class D:\n    def __del__(self):\n        pass\nD()", "k + 2"),
        ("del A\nclass B:\n    def m(self, k):\n        return -k\na = B()", "1 - k"),
        ("import gc\ngc.collect()", "k + 2"),
    ] {
        run(&with_change(change, after));
    }
}

#[test]
fn code_goes_while_it_is_compiled() {
    // Each function is hot for a moment and then freed, with what it names.
    let source = "\
for k in range(300):
    g = {}
    exec('def f(n):\\n    return [n, \"text %d\", (n, %d)]\\n' % (k, k), g)
    f = g['f']
    for n in range(210):
        assert f(n)[0] == n
    del f, g
";
    run(source);
}

#[test]
fn engines_come_and_go() {
    let source = "\
def f(n):
    s = ''
    for k in range(n):
        s += str(k % 7)
    return len(s)
for k in range(205):
    assert f(k) == k
";
    let many = || (0..40).for_each(|_| drop(run(source)));
    std::thread::scope(|scope| (0..3).for_each(|_| drop(scope.spawn(many))));
    // Engines that are dropped without an end.
    let file: Arc<str> = "test".into();
    let code = compile(source, &file, CodeKind::Module).expect("no syntax error").report();
    for _ in 0..40 {
        let engine = Engine::with_jit(&["test".into()], "", JitMode::Auto).expect("memory");
        assert_eq!(engine.run_program(&code, None), Outcome::Exit(0));
        drop(engine);
    }
}
