//! The hosted language as machine code: entering it, leaving it, and what the counters say of both.

use lang::bytecode::CodeKind;
use lang::jit::{JitMode, JitOptions};
use lang::{Engine, compile};
use std::sync::Arc;

/// Runs a program, which must not fail and whose `assert`s are the test; gives the counters. Compiling happens on this thread, so that they are
/// always the same.
fn run(mode: JitMode, source: &str) -> String {
    let file: Arc<str> = "test".into();
    let code = compile(source, &file, CodeKind::Module).expect("no syntax error").report();
    let engine = Engine::with_jit(&["test".into()], "", JitOptions { mode, threads: 0, ..JitOptions::default() })
        .expect("memory");
    engine.show_source(&code, source);
    let outcome = engine.run_program(&code, None);
    assert_eq!(outcome, lang::engine::Outcome::Exit(0), "{mode:?}: {source}");
    let stats = engine.stats();
    let exposed = jit::code::audit::writable_and_executable().expect("the process map");
    assert_eq!(exposed, [], "{mode:?}: {source}");
    let left = engine.finish();
    assert_eq!(left.objects, 0, "{mode:?}: {source}\n{}", left.ledger);
    stats
}

/// A counter, or 0 if it is not there.
fn counter(stats: &str, name: &str) -> u64 {
    let line = stats.lines().find_map(|line| line.strip_prefix("tally: ")?.strip_prefix(name));
    line.and_then(|rest| rest.split_whitespace().next()).map_or(0, |number| number.parse().expect("a number"))
}

#[test]
fn no_machine_code_unless_asked_for() {
    let stats = run(JitMode::Off, "n = 0\nfor i in range(100): n += i\nassert n == 4950\n");
    assert_eq!(counter(&stats, "compilations"), 0);
}

#[test]
fn calls_enter_machine_code() {
    let fib = "def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\nassert fib(15) == 610\n";
    for mode in [JitMode::Eager, JitMode::Auto, JitMode::Deopt] {
        let stats = run(mode, fib);
        assert!(counter(&stats, "machine code calls") > 0, "{mode:?}: {stats}");
        // Of the 1973 calls few are the interpreter's.
        assert!(counter(&stats, "calls") < 300, "{mode:?}: {stats}");
    }
}

#[test]
fn a_loop_that_turns_often_goes_on_as_machine_code() {
    let stats = run(
        JitMode::Auto,
        "def f(n):\n    s = 0\n    while n > 0:\n        s += n\n        n -= 1\n    return s\nassert f(9000) == 40504500\n",
    );
    assert_eq!(counter(&stats, "machine code loops"), 1, "{stats}");
}

#[test]
fn a_comprehension_goes_on_in_the_middle() {
    for mode in [JitMode::Deopt, JitMode::Auto] {
        let stats = run(
            mode,
            "x = [[a * b for a in [1, 2, 3]] for b in range(3000)]\nassert x[7] == [7, 14, 21] and len(x) == 3000\n",
        );
        assert!(counter(&stats, "machine code loops") >= 1, "{stats}");
    }
}

#[test]
fn a_wrong_guess_leaves_and_is_given_up() {
    // Compiled for small integers, called with everything else.
    let source = "\
def add(a, b):
    return a + b
for i in range(1000):
    assert add(i, 1) == i + 1
for i in range(1000):
    assert add('x', 'y') == 'xy'
    assert add([1], [2]) == [1, 2]
    assert add(1 << 61, 1 << 61) == 1 << 62
";
    let stats = run(JitMode::Auto, source);
    let left = counter(&stats, "exit GuardType");
    assert!((1..100).contains(&left), "{stats}");
    assert!(counter(&stats, "compilations") >= 2, "{stats}");
}

#[test]
fn exceptions_leave_with_tracebacks_or_reach_handlers() {
    let source = "\
def inner(d, k):
    return d[k]
def outer(d, k):
    try:
        return inner(d, k)
    except KeyError as error:
        lines = []
        at = error.__traceback__
        while at is not None:
            lines.append(at.tb_lineno)
            at = at.tb_next
        return lines
for i in range(300):
    assert outer({1: 2}, 1) == 2
    assert outer({}, 1) == [5, 2]
";
    for mode in [JitMode::Eager, JitMode::Auto, JitMode::Deopt] {
        let stats = run(mode, source);
        assert!(counter(&stats, "exit CheckExc") > 0, "{mode:?}: {stats}");
    }
}

#[test]
fn the_first_observer_ends_the_quiet_world() {
    let source = "\
import weakref
class A:
    pass
def f(observe):
    a = A()
    r = weakref.ref(a) if observe else None
    return r is None or r() is a
for i in range(300):
    assert f(False)
assert f(True)
assert f(True)
";
    for mode in [JitMode::Eager, JitMode::Auto, JitMode::Deopt] {
        let stats = run(mode, source);
        // What was never executed before is the interpreter's, the observer with it.
        let left = counter(&stats, "exit GuardQuiet") + counter(&stats, "exit unseen");
        assert!(left >= 1, "{mode:?}: {stats}");
    }
}

#[test]
fn cycles_are_collected_while_machine_code_runs() {
    let source = "\
import gc
def f():
    for i in range(200000):
        a = []
        a.append(a)
    return len(gc.get_objects()) if hasattr(gc, 'get_objects') else 0
f()
assert f() < 100000
";
    let stats = run(JitMode::Eager, source);
    assert!(counter(&stats, "exit Poll") >= 1, "{stats}");
}

#[test]
fn recursion_ends_where_the_interpreter_ends_it() {
    let source = "\
import sys
def depth(n):
    try:
        return depth(n + 1)
    except RecursionError:
        return n
limit = sys.getrecursionlimit()
assert limit - 10 < depth(0) < limit
sys.setrecursionlimit(200000)
def down(n):
    return 0 if n == 0 else 1 + down(n - 1)
assert down(150000) == 150000
";
    for mode in [JitMode::Off, JitMode::Eager, JitMode::Auto] {
        run(mode, source);
    }
}

#[test]
fn what_looks_at_its_frame_is_not_compiled() {
    let stats = run(JitMode::Eager, "def f(a):\n    b = 2\n    return locals()\nassert f(1) == {'a': 1, 'b': 2}\n");
    assert_eq!(counter(&stats, "bailout frame"), 1, "{stats}");
}

#[test]
fn an_exception_in_an_inlined_method_passes_through_all_frames() {
    let source = "\
class P:
    def __init__(self, d):
        self.d = d
    def get(self, k):
        return self.d[k]
    def twice(self, k):
        return self.get(k) + self.get(k)
def outer(p, k):
    return p.twice(k) + 1
def lines(p, k):
    try:
        return outer(p, k)
    except KeyError as error:
        found = []
        at = error.__traceback__
        while at is not None:
            found.append((at.tb_lineno, at.tb_frame.f_code.co_name, sorted(at.tb_frame.f_locals)))
            at = at.tb_next
        return found
p = P({1: 2})
for i in range(700):
    assert outer(p, 1) == 5
names = [(12, 'lines'), (9, 'outer'), (7, 'twice'), (5, 'get')]
for i in range(300):
    assert lines(p, 1) == 5
    assert [entry[:2] for entry in lines(p, 3)] == names
";
    for mode in [JitMode::Auto, JitMode::Deopt] {
        let stats = run(mode, source);
        assert!(counter(&stats, "calls inlined") > 0, "{mode:?}: {stats}");
    }
}

#[test]
fn a_guard_that_fails_in_a_nested_inlined_frame_goes_on_in_all_frames() {
    let source = "\
def add(a, b):
    c = a + b
    return c
def middle(a, b):
    before = 'm'
    d = add(a, b)
    return before, d
def outer(a, b):
    first = [a]
    result = middle(a, b)
    return first, result
for i in range(700):
    assert outer(i, 1) == ([i], ('m', i + 1))
for i in range(300):
    assert outer('x', 'y') == (['x'], ('m', 'xy'))
    assert outer(1 << 61, 1 << 61) == ([1 << 61], ('m', 1 << 62))
    assert outer(i, 2.5) == ([i], ('m', i + 2.5))
";
    for mode in [JitMode::Auto, JitMode::Deopt] {
        let stats = run(mode, source);
        assert!(counter(&stats, "calls inlined") > 0, "{mode:?}: {stats}");
        assert!(counter(&stats, "exit GuardType") < 200, "{mode:?}: {stats}");
    }
}

#[test]
fn an_inlined_init_gives_the_instance() {
    let source = "\
class Point:
    def __init__(self, x, y):
        self.x = x
        self.set_y(y)
    def set_y(self, y):
        self.y = y + 0
def make(x, y):
    p = Point(x, y)
    return p
for i in range(700):
    p = make(i, 2)
    assert type(p) is Point and (p.x, p.y) == (i, 2)
for i in range(300):
    p = make('a', 2.5)
    assert type(p) is Point and (p.x, p.y) == ('a', 2.5)
    try:
        make(1, 'z')
    except TypeError as error:
        assert error.__traceback__.tb_next.tb_next.tb_frame.f_code.co_name == '__init__'
    else:
        assert False
";
    for mode in [JitMode::Auto, JitMode::Deopt] {
        let stats = run(mode, source);
        assert!(counter(&stats, "calls inlined") > 0, "{mode:?}: {stats}");
    }
}

#[test]
fn calls_of_one_another_still_end() {
    let source = "\
def even(n):
    return True if n == 0 else odd(n - 1)
def odd(n):
    return False if n == 0 else even(n - 1)
for i in range(500):
    assert even(i % 50) == (i % 2 == 0)
def endless(n):
    return other(n + 1)
def other(n):
    return endless(n + 1)
for i in range(300):
    try:
        endless(0)
    except RecursionError:
        continue
    assert False
";
    for mode in [JitMode::Auto, JitMode::Deopt] {
        run(mode, source);
    }
}

#[test]
fn functions_change_while_inlined_code_of_theirs_runs() {
    let source = "\
class C:
    def value(self):
        return 1
    def change(self, i):
        if i == 900:
            C.value = lambda self: 2
        return self.value()
def helper(i):
    global target
    if i == 900:
        target = lambda i: 'new'
    return 'old'
def target(i):
    return helper(i)
def f(c, i):
    before = target(i)
    return before, c.change(i)
c = C()
for i in range(1500):
    expected = ('old', 1) if i < 900 else ('old', 2) if i == 900 else ('new', 2)
    assert f(c, i) == expected, i
";
    for mode in [JitMode::Auto, JitMode::Deopt] {
        let stats = run(mode, source);
        assert!(counter(&stats, "calls inlined") > 0, "{mode:?}: {stats}");
    }
}

#[test]
fn an_observer_that_appears_in_an_inlined_call_is_seen() {
    let source = "\
import weakref
class A:
    pass
def watch(a, observe):
    b = a
    return weakref.ref(b) if observe else None
def f(observe):
    a = A()
    r = watch(a, observe)
    alive = r is None or r() is a
    a = None
    return alive and (r is None or r() is None)
for i in range(500):
    assert f(False)
assert f(True)
assert f(True)
";
    for mode in [JitMode::Auto, JitMode::Deopt] {
        run(mode, source);
    }
}

#[test]
fn constants_of_inlined_code_are_the_same_objects() {
    let source = "\
def text():
    return 'a text with spaces'
def big():
    return 123456789012345678901234567890
def pair():
    return (1, 'two', 3.0)
def all_of():
    return text(), big(), pair()
first = text(), big(), pair()
for i in range(700):
    now = all_of()
    assert all(a is b for a, b in zip(first, now))
";
    for mode in [JitMode::Auto, JitMode::Deopt] {
        run(mode, source);
    }
}

#[test]
fn what_saw_many_shapes_is_not_guessed() {
    let source = "\
class Base:
    def __init__(self, n):
        self.n = n
    def get(self):
        return self.n
class A(Base):
    def step(self):
        return self.get() + 1
class B(Base):
    def step(self):
        return self.get() + 2
class C(Base):
    @property
    def twice(self):
        return 2 * self.n
    def step(self):
        return self.twice
objects = [A(1), B(2), C(3)]
def total(n):
    s = 0
    for k in range(n):
        s += objects[k % 3].step() + objects[k % 3].n
    return s
for _ in range(1000):
    assert total(12) == 4 * (3 + 6 + 9)
B.step = lambda self: 0
assert total(3) == 14
objects[0].get = lambda: 10
assert total(3) == 23
";
    let stats = run(JitMode::Auto, source);
    // Classes and objects that change at the end are seen.
    assert!(counter(&stats, "exit GuardShape") + counter(&stats, "exit GuardCode") < 10, "{stats}");
    assert!((1..=12).contains(&counter(&stats, "compilations")), "{stats}");
    for mode in [JitMode::Off, JitMode::Eager, JitMode::Deopt] {
        run(mode, source);
    }
}
