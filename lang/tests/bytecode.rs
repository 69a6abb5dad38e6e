//! The compiler's output: what it emits for small sources, that it keeps the bytecode's rules on every
//! program of the repository, and what it refuses.

use lang::bytecode::{CodeKind, CodeProto, Insn, Op, USE_A};
use lang::front::validate::{validate, validate_body};
use lang::front::{SyntaxError, SyntaxErrorKind, compile_module, dump, with_parsed};
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn compile(source: &str) -> Result<CodeProto, SyntaxError> {
    let name: Arc<str> = "test.py".into();
    with_parsed(source, &name, |p| compile_module(&p.module, p.source, name.clone(), CodeKind::Module))
        .and_then(|code| code)
}

/// The instructions of function `f` in `source`, one a line, without numbers in the margin.
fn body(source: &str) -> Vec<String> {
    let code = compile(source).expect("compiles");
    assert_eq!(validate(&code), Ok(()));
    let text = dump(&code, Some("f"));
    text.lines().skip(1).filter_map(instruction).collect()
}

/// What a printed line says of an instruction or handler, without margin and padding.
fn instruction(line: &str) -> Option<String> {
    let text = match line.strip_prefix("  handler ") {
        Some(row) => row,
        None => line.get(9..13)?.trim().parse::<u32>().ok().and_then(|_| line.get(14..))?,
    };
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[track_caller]
fn assert_body(source: &str, expected: &[&str]) {
    assert_eq!(body(source), expected, "{}", dump(&compile(source).expect("compiles"), None));
}

#[test]
fn conditions_fuse_and_results_go_straight_to_locals() {
    assert_body(
        "def f(n):\n    if n < 2:\n        n = n + 1\n    return n\n",
        &["JumpLtImm n, 2, to 2", "AddImm n <- n, 1", "Return n"],
    );
}

#[test]
fn loops_test_at_the_bottom() {
    assert_body(
        "def f(n, i):\n    while i < n:\n        i += 1\n",
        &["JumpLt i, n, to 3", "AddImm i <- i, 1 [in place]", "JumpLt i, n, to 1 [if true]", "ReturnConst None"],
    );
}

#[test]
fn an_operand_that_is_rebound_later_is_copied() {
    assert_body(
        "def f(x):\n    return x + (x := 5)\n",
        &["Move t0 <- x", "LoadConst x <- 5", "Add t0 <- t0!, x", "Return t0!"],
    );
}

#[test]
fn checks_stay_only_where_a_local_may_be_unbound() {
    assert_body(
        "def f(c):\n    if c:\n        x = 1\n    c = x\n    return x\n",
        &["JumpIf c, to 2", "LoadConst x <- 1", "CheckBound x, 'x'", "Move c <- x", "Return x"],
    );
}

#[test]
fn comprehensions_release_iterator_variable_and_result_in_order() {
    assert_body(
        "def f(it):\n    return [x for x in it if x]\n",
        &[
            "GetIter t2 <- it",
            "Clear t0 [variable]",
            "BuildList t1 <- t1.., count 0",
            "ForIter t0 <- t2, to 7, site 0",
            "JumpIf t0, to 3",
            "ListAppend t1, t0",
            "JumpBack to 3",
            "Clear t0",
            "Move t0 <- t1!",
            "Return t0!",
        ],
    );
}

#[test]
fn finally_is_repeated_and_the_value_waits() {
    assert_body(
        "def f(g):\n    for x in g:\n        try:\n            return x\n        finally:\n            g()\n",
        &[
            "GetIter t0 <- g",
            "ForIter x <- t0, to 8, site 0",
            "Move t1 <- x",
            "Move t2 <- g",
            "Call t2 <- t2.., count 0, site 1",
            "Clear t2",
            "Clear t0",
            "Return t1!",
            "ReturnConst None",
            "PushExc t2 <- t1",
            "Move t3 <- g",
            "Call t3 <- t3.., count 0, site 2",
            "Clear t3",
            "PopExc t2!",
            "Reraise t1!",
            "PushExc t4 <- t3",
            "PopExc t4!",
            "PopExc t2!",
            "Reraise t3!",
            "2..3 -> 9 depth t1",
            "10..13 -> 15 depth t3",
        ],
    );
}

#[test]
fn pairs_of_locals_are_bound_from_the_last() {
    assert_body(
        "def f(a, b):\n    a, b = b, a + b\n    x, y = a\n    return y\n",
        &["Move t0 <- b", "Add b <- a, b", "Move a <- t0!", "Unpack x <- a, count 2", "Return y"],
    );
}

#[test]
fn super_without_arguments_is_one_instruction() {
    assert_body(
        "class C:\n    def f(self):\n        return super().f(1)\n",
        &[
            "LoadGlobal t0 <- 'super', site 0",
            "LoadDeref t1 <- __class__, '__class__'",
            "Move t2 <- self",
            "LoadSuperMethod t0 <- t0.., 'f', site 1",
            "LoadConst t2 <- 1",
            "CallMethod t0 <- t0.., count 1, site 2",
            "Return t0!",
        ],
    );
}

#[test]
fn constants_fold_and_dead_code_goes() {
    assert_body(
        "def f():\n    if 0:\n        g()\n    while True:\n        return (1 + 2, -3, 'a' * 3, not 0, 2 ** 70)\n",
        &["ReturnConst (3, -3, \"aaa\", True, 1180591620717411303424)"],
    );
}

#[test]
fn lone_surrogates_survive() {
    let code = compile("x = '\\ud800a'\ny = f'{x}\\udfff'\nz = '\\N{BULLET}\u{fffd}'\n").expect("compiles");
    let text = format!("{:?}", code.consts);
    assert!(text.contains("[55296, 97]") && text.contains("[57343]") && text.contains("•\u{fffd}"), "{text}");
}

#[test]
fn positions_are_ranges_of_the_source() {
    let code = compile("x = a.b(\n    1)\n").expect("compiles");
    let at = code.code.iter().position(|i| i.op == Op::CallMethod).expect("a call");
    let pos = code.positions[at];
    assert_eq!((pos.line, pos.col, pos.end_line, pos.end_col), (1, 4, 2, 6));
}

#[test]
fn wrong_declarations_have_cpythons_words() {
    let cases = [
        ("def f(a, a): pass", "duplicate argument 'a' in function definition", 1, 10),
        ("def f(x):\n    global x", "name 'x' is parameter and global", 2, 5),
        ("def f():\n    print(x)\n    global x", "name 'x' is used prior to global declaration", 3, 5),
        ("def f():\n    x = 1\n    nonlocal x", "name 'x' is assigned to before nonlocal declaration", 3, 5),
        ("def f():\n    nonlocal x", "no binding for nonlocal 'x' found", 2, 5),
        ("nonlocal x", "nonlocal declaration not allowed at module level", 1, 1),
        ("[(x := 1) for x in y]", "assignment expression cannot rebind comprehension iteration variable 'x'", 1, 3),
        (
            "class C:\n    [x := 1 for y in z]",
            "assignment expression within a comprehension cannot be used in a class body",
            2,
            6,
        ),
        ("def f():\n    from x import *", "import * only allowed at module level", 2, 19),
    ];
    for (source, message, line, col) in cases {
        let error = compile(source).expect_err(source);
        assert_eq!((error.message.as_str(), error.line, error.col as i64), (message, line, col), "{source}");
    }
}

#[test]
fn what_is_too_large_is_an_error() {
    let chain = format!("x = y{}\n", " + y".repeat(200_000));
    assert!(compile(&chain).is_ok());
    let calls = format!("x = f{}\n", "()".repeat(100_000));
    let error = compile(&calls).expect_err("too deep");
    assert!(matches!(error.kind, SyntaxErrorKind::RecursionError | SyntaxErrorKind::MemoryError), "{error:?}");
    let locals: String = (0..70_000).map(|i| format!("    a{i} = 1\n")).collect();
    assert!(compile(&format!("def f():\n{locals}")).is_err());
    let returns = "        if x: return\n".repeat(3000);
    let cleanup = "        g()\n".repeat(3000);
    assert!(compile(&format!("def f(x):\n    try:\n{returns}    finally:\n{cleanup}")).is_err());
}

#[test]
fn every_program_keeps_the_rules() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let mut files = Vec::new();
    for folder in ["tests/programs", "benches/programs"] {
        collect(&root.join(folder), &mut files);
    }
    let mut compiled = 0;
    for file in &files {
        let Ok(source) = std::fs::read_to_string(file) else { continue };
        // A few programs are there for their syntax errors.
        if let Ok(code) = compile(&source) {
            assert_eq!(validate(&code), Ok(()), "{}", file.display());
            compiled += 1;
        }
    }
    assert!(compiled > 100, "{compiled} of {} programs", files.len());
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "py") {
            files.push(path);
        }
    }
}

#[test]
fn the_validator_finds_broken_rules() {
    let good = compile("def f(a):\n    return [a, g()]\n").expect("compiles");
    let Some(lang::bytecode::Const::Code(f)) = good.consts.iter().find(|c| matches!(c, lang::bytecode::Const::Code(_)))
    else {
        panic!("a function");
    };
    let broken = |change: &dyn Fn(&mut Vec<Insn>)| {
        let mut code = CodeProto::clone(f);
        let mut insns = code.code.to_vec();
        change(&mut insns);
        code.code = insns.into();
        validate_body(&code).expect_err("broken").what
    };
    let t0 = f.local_names.len() as u16;
    assert_eq!(broken(&|code| code[1].a = t0), "overwrites live temporary t0");
    assert_eq!(broken(&|code| code[0].a = t0 + 1), "overwrites live temporary t1");
    assert_eq!(broken(&|code| code[3].c = 1), "returns with t1 live");
    assert_eq!(broken(&|code| code.last_mut().expect("code").a = t0 + 1), "reads dead temporary t1");
    assert_eq!(
        broken(&|code| *code.last_mut().expect("code") = Insn { n: USE_A, ..Insn::new(Op::Return, 0, 0, 0) }),
        "consumes local 0"
    );
}
