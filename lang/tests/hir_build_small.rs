//! The translation of small functions, checked by hand.

use hir::{Function, World};
use lang::bytecode::{CodeKind, CodeProto, Const};
use lang::hir_build::{Bailout, BuildOptions, Feedback, build};
use std::sync::Arc;

/// The body of function `name` in `source`.
fn body(source: &str, name: &str) -> Arc<CodeProto> {
    let file: Arc<str> = "small.py".into();
    let compiled = lang::compile(source, &file, CodeKind::Module).unwrap_or_else(|e| panic!("{}", e.message));
    let mut todo = vec![compiled.proto];
    while let Some(code) = todo.pop() {
        if &*code.qualname == name {
            return code;
        }
        todo.extend(
            code.consts.iter().filter_map(|c| if let Const::Code(code) = c { Some(code.clone()) } else { None }),
        );
    }
    panic!("no body {name}");
}

fn translated(source: &str, world: World, feedback: Option<&Feedback>) -> Function {
    let func =
        build(&body(source, "f"), &BuildOptions { world, feedback, ..BuildOptions::default() }).expect("translated");
    assert_eq!(func.world(), world);
    func
}

/// The text of a function without the check for room that all functions begin with, its frame state included if nothing else has it.
fn without_check(func: &Function) -> String {
    let text = func.to_string();
    assert_eq!(text.matches("CheckStack exit fs").count(), 1, "{text}");
    let alone =
        text.contains("CheckStack exit fs0") && text.lines().filter(|line| line.contains("exit fs0")).count() == 1;
    let dropped = |line: &str| line.contains("CheckStack") || (alone && line.trim().starts_with("fs0 ="));
    let kept = text.lines().filter(|line| !dropped(line));
    let text: Vec<&str> = kept.collect();
    let mut text = text.join("\n");
    for number in (1..100).filter(|_| alone) {
        for end in [" ", "\n"] {
            let (old, new) = (format!("exit fs{number}{end}"), format!("exit fs{}{end}", number - 1));
            text = text.replace(&old, &new);
        }
    }
    text
}

/// The text of a function, without positions, margins and frame states.
fn lines(func: &Function) -> Vec<String> {
    let text = without_check(func);
    let dull = |line: &str| line.is_empty() || line.starts_with("fs") || line == "}";
    let lines = text.lines().map(str::trim).filter(|line| !dull(line));
    lines.skip(1).map(|line| line.split(" @").next().unwrap_or(line).to_owned()).collect()
}

#[track_caller]
fn assert_lines(func: &Function, expected: &[&str]) {
    assert_eq!(lines(func), expected, "{func}");
}

/// The frame states, as `pc [slots]`.
fn frames(func: &Function) -> Vec<String> {
    let text = without_check(func);
    let row = |line: &str| line.trim().split_once("= frame \"f\" ").map(|(_, rest)| rest.to_owned());
    text.lines().filter_map(row).collect()
}

fn quiet(source: &str) -> Function {
    translated(source, World::Quiet, None)
}

fn observing(source: &str) -> Function {
    translated(source, World::Observing, None)
}

#[test]
fn a_local_bound_on_all_paths_needs_no_check() {
    let func = quiet("def f(c):\n    if c is None:\n        x = 1\n    else:\n        x = 2\n    return x\n");
    assert_lines(
        &func,
        &[
            "bb 0 {",
            "v0:Object = LoadArg<0>",
            "v1:ImmortalNoneType[None] = Const<None>",
            "v2:CBool = Is v0 v1",
            "CondBranch<1, 2> v2",
            "bb 1 {",
            "v3:SmallInt[1] = Const<1>",
            "Branch<3>",
            "bb 2 {",
            "v4:SmallInt[2] = Const<2>",
            "Branch<3>",
            "bb 3 {",
            "v5:SmallInt = Phi<1, 2> v3 v4",
            "Return v5",
        ],
    );
}

#[test]
fn a_local_that_may_be_unbound_is_checked_once() {
    let func = quiet("def f(c):\n    if c is None:\n        x = 1\n    print(x)\n    return x\n");
    assert_lines(
        &func,
        &[
            "bb 0 {",
            "v3:Nullptr = Const<nullptr>",
            "v0:Object = LoadArg<0>",
            "v1:ImmortalNoneType[None] = Const<None>",
            "v2:CBool = Is v0 v1",
            "CondBranch<1, 2> v2",
            "bb 1 {",
            "v4:SmallInt[1] = Const<1>",
            "Branch<2>",
            "bb 2 {",
            "v5:OptSmallInt = Phi<0, 1> v3 v4",
            "v6:OptObject = LoadGlobal<\"print\">",
            "v7:Object = CheckExc v6 exit fs0",
            "v8:SmallInt = CheckVar<\"x\"> v5 exit fs1",
            "v10:OptObject = Call v7 v8",
            "EndLife v7",
            "v11:Object = CheckExc v10 exit fs2",
            "GuardQuiet exit fs3",
            "EndLife v11",
            "Return v8",
        ],
    );
    // The interpreter checks again, with the local as it is and the callable in its temporary. Nobody wants a frame that is left.
    assert_eq!(frames(&func), ["2 []", "3 [- v5 v7]", "5 []", "6 [- v8 v11]"]);
}

#[test]
fn a_loop_has_phis_for_what_it_changes_and_polls_at_its_back_edge() {
    let func = quiet("def f(n):\n    i = 0\n    while i < n:\n        i += 1\n    return i\n");
    assert_lines(
        &func,
        &[
            "bb 0 {",
            "v0:Object = LoadArg<0>",
            "v1:SmallInt[0] = Const<0>",
            "v2:OptObject = CompareOp<lt> v1 v0",
            "v3:Object = CheckExc v2 exit fs0",
            "v4:ImmortalOptBool = Truth v3",
            "EndLife v3",
            "v5:ImmortalBool = CheckExc v4 exit fs0",
            "v6:CBool = IsTrue v5",
            "CondBranch<1, 3> v6",
            "bb 1 {",
            "GuardQuiet exit fs1",
            "Branch<2>",
            "bb 2 {",
            "v7:Object = Phi<1, 6> v1 v10",
            "v8:SmallInt[1] = Const<1>",
            "v9:OptObject = InplaceOp<add> v7 v8",
            "v10:Object = CheckExc v9 exit fs3",
            "EndLife v7",
            "GuardQuiet exit fs4",
            "v11:OptObject = CompareOp<lt> v10 v0",
            "v12:Object = CheckExc v11 exit fs5",
            "v13:ImmortalOptBool = Truth v12",
            "EndLife v12",
            "v14:ImmortalBool = CheckExc v13 exit fs5",
            "v15:CBool = IsTrue v14",
            "CondBranch<5, 7> v15",
            "bb 3 {",
            "GuardQuiet exit fs2",
            "Branch<4>",
            "bb 4 {",
            "v16:Object = Phi<3, 7> v1 v10",
            "Return v16",
            "bb 5 {",
            "GuardQuiet exit fs6",
            "Branch<6>",
            "bb 6 {",
            "Poll exit fs6",
            "Branch<2>",
            "bb 7 {",
            "GuardQuiet exit fs7",
            "Branch<4>",
        ],
    );
    // The poll's slow side goes on at the top of the loop, where `n` and `i` are wanted.
    assert_eq!(
        frames(&func),
        ["1 []", "2 [v0 v1]", "4 [v0 v1]", "2 []", "3 [v0 v10]", "3 []", "2 [v0 v10]", "4 [v0 v10]"]
    );
}

#[test]
fn guessed_integers_need_no_checks_of_exceptions() {
    let source = "def f(n):\n    i = 0\n    while i < n:\n        i += 1\n    return i\n";
    let feedback = Feedback { words: vec![1; body(source, "f").code.len()], sites: Vec::new() };
    let func = translated(source, World::Quiet, Some(&feedback));
    assert_lines(
        &func,
        &[
            "bb 0 {",
            "v0:Object = LoadArg<0>",
            "v1:SmallInt[0] = Const<0>",
            "v2:SmallInt = GuardType<SmallInt> v0 exit fs0",
            "v3:CBool = SmallIntCompare<lt> v1 v2",
            "CondBranch<1, 2> v3",
            "bb 1 {",
            "v4:SmallInt = Phi<0, 3> v1 v7",
            "v5:SmallInt[1] = Const<1>",
            "v7:SmallInt = SmallIntBinary<add> v4 v5 exit fs1",
            "v8:CBool = SmallIntCompare<lt> v7 v2",
            "CondBranch<3, 2> v8",
            "bb 2 {",
            "v9:SmallInt = Phi<0, 1> v1 v7",
            "Return v9",
            "bb 3 {",
            "Poll exit fs2",
            "Branch<1>",
        ],
    );
}

#[test]
fn guessed_floats_are_computed_unboxed() {
    let source = "def f(a, b):\n    return a / b - 1\n";
    let feedback = Feedback { words: vec![2; body(source, "f").code.len()], sites: Vec::new() };
    let func = translated(source, World::Quiet, Some(&feedback));
    assert_lines(
        &func,
        &[
            "bb 0 {",
            "v0:Object = LoadArg<0>",
            "v1:Object = LoadArg<1>",
            "v2:FloatExact = GuardType<FloatExact> v0 exit fs0",
            "v3:CDouble = UnboxDouble v2",
            "v4:FloatExact = GuardType<FloatExact> v1 exit fs0",
            "v5:CDouble = UnboxDouble v4",
            "v6:CDouble[cdouble(0.0)] = Const<cdouble(0.0)>",
            "v7:CBool = DoubleCompare<ne> v5 v6",
            "Guard v7 exit fs0",
            "v8:CDouble = DoubleBinary<truediv> v3 v5",
            "v9:FloatExact = BoxDouble v8 exit fs1",
            "v10:SmallInt[1] = Const<1>",
            "v11:CDouble = UnboxDouble v9",
            "v12:CDouble = IntToDouble v10",
            "v13:CDouble = DoubleBinary<sub> v11 v12",
            "EndLife v9",
            "v14:FloatExact = BoxDouble v13 exit fs2",
            "Return v14",
        ],
    );
    assert_eq!(frames(&func), ["0 [v0 v1]", "0 []", "1 []"]);
}

#[test]
fn integers_are_never_computed_with_as_floats_alone() {
    let source = "def f(n):\n    a = 1\n    b = 2\n    for c in n:\n        a + b\n        a < b\n        a + c\n";
    let feedback = Feedback { words: vec![2; body(source, "f").code.len()], sites: Vec::new() };
    let func = translated(source, World::Quiet, Some(&feedback));
    let lines = lines(&func);
    let has = |op: &str| lines.iter().filter(|line| line.contains(op)).count();
    let counts = ["BinaryOp<add>", "CompareOp<lt>", "IntToDouble", "UnboxDouble", "DoubleBinary<add>"].map(has);
    assert_eq!(counts, [1, 1, 1, 1, 1], "{func}");
}

#[test]
fn failures_in_a_try_land_before_its_handler() {
    let func = observing("def f(x):\n    try:\n        return x()\n    except ValueError:\n        return 1\n");
    assert_lines(
        &func,
        &[
            "bb 0 {",
            "v0:Object = TakeArg<0>",
            "v1:Object = Assign v0",
            "v2:OptObject = Call v1",
            "EndLife v1",
            "CondBranchPresent<2, 1> v2",
            "bb 1 {",
            "v4:Exception = TakeExc<1>",
            "v5:Object = PushExc v4",
            "v6:OptObject = LoadGlobal<\"ValueError\">",
            "CondBranchPresent<4, 3> v6",
            "bb 2 {",
            "v3:Object = RefineType<Object> v2",
            "EndLife v0",
            "Return v3",
            "bb 3 {",
            "v13:Exception = TakeExc<4>",
            "Branch<9>",
            "bb 4 {",
            "v7:Object = RefineType<Object> v6",
            "v8:ImmortalOptBool = ExcMatch v4 v7",
            "EndLife v7",
            "CondBranchPresent<6, 5> v8",
            "bb 5 {",
            "v12:Exception = TakeExc<5>",
            "Branch<9>",
            "bb 6 {",
            "v9:ImmortalBool = RefineType<ImmortalBool> v8",
            "v10:CBool = IsTrue v9",
            "CondBranch<7, 8> v10",
            "bb 7 {",
            "EndLife v4",
            "PopExc v5",
            "v11:SmallInt[1] = Const<1>",
            "EndLife v0",
            "Return v11",
            "bb 8 {",
            "PopExc v5",
            "Reraise v4",
            "Unwind exit fs0",
            "bb 9 {",
            "v14:Exception = Phi<3, 5> v13 v12",
            "v15:Object = PushExc v14",
            "PopExc v15",
            "EndLife v4",
            "PopExc v5",
            "Reraise v14",
            "Unwind exit fs1",
        ],
    );
    assert_eq!(frames(&func), ["11 [v0]", "16 [v0]"]);
}

#[test]
fn a_local_rebound_in_a_try_keeps_the_old_value_where_that_fails() {
    let func = quiet("def f(x):\n    try:\n        x += 1\n    except:\n        pass\n    return x\n");
    assert_lines(
        &func,
        &[
            "bb 0 {",
            "v0:Object = LoadArg<0>",
            "v1:SmallInt[1] = Const<1>",
            "v2:OptObject = InplaceOp<add> v0 v1",
            "CondBranchPresent<2, 1> v2",
            "bb 1 {",
            "v4:Exception = TakeExc<0>",
            "GuardQuiet exit fs1",
            "v5:Object = PushExc v4",
            "EndLife v4",
            "PopExc v5",
            "Branch<3>",
            "bb 2 {",
            "v3:Object = RefineType<Object> v2",
            "EndLife v0",
            "GuardQuiet exit fs0",
            "Branch<3>",
            "bb 3 {",
            "v6:Object = Phi<1, 2> v0 v3",
            "Return v6",
        ],
    );
}

#[test]
fn a_failure_in_a_try_releases_temporaries_from_the_top() {
    let func = observing("def f(x, y):\n    try:\n        x(y, x())\n    except:\n        pass\n");
    let lines = lines(&func);
    let at = lines.iter().position(|line| line.starts_with("v") && line.contains("TakeExc<3>")).expect("a landing");
    // The inner call has consumed its operand; `y` and the outer callable wait in temporaries.
    assert_eq!(lines[at + 1..at + 3], ["EndLife v3", "EndLife v2"], "{func}");
    assert!(lines.contains(&"v3:Object = Assign v1".to_owned()), "{func}");
}

#[test]
fn with_looks_exit_up_first_and_releases_it_last() {
    let func = observing("def f(m):\n    with m:\n        pass\n");
    assert_lines(
        &func,
        &[
            "bb 0 {",
            "v0:Object = TakeArg<0>",
            "v1:OptObject = LoadSpecial<\"__exit__\"> v0",
            "v2:Object = CheckExc v1 exit fs0",
            "v3:OptObject = LoadSpecial<\"__enter__\"> v0",
            "CondBranchPresent<2, 1> v3",
            "bb 1 {",
            "EndLife v2",
            "Unwind exit fs0",
            "bb 2 {",
            "v4:Object = RefineType<Object> v3",
            "v5:OptObject = Call v4",
            "EndLife v4",
            "CondBranchPresent<4, 3> v5",
            "bb 3 {",
            "EndLife v2",
            "Unwind exit fs0",
            "bb 4 {",
            "v6:Object = RefineType<Object> v5",
            "EndLife v6",
            "v7:ImmortalNoneType[None] = Const<None>",
            "v8:OptObject = Call v2 v7 v7 v7",
            "EndLife v2",
            "v9:Object = CheckExc v8 exit fs1",
            "EndLife v9",
            "v10:ImmortalNoneType[None] = Const<None>",
            "EndLife v0",
            "Return v10",
        ],
    );
}

#[test]
fn a_local_that_may_be_missing_is_checked_and_released_when_it_is_deleted() {
    let func = observing("def f(c, a):\n    if c is None:\n        x = a\n    del x\n    return a\n");
    assert_lines(
        &func,
        &[
            "bb 0 {",
            "v4:Nullptr = Const<nullptr>",
            "v0:Object = TakeArg<0>",
            "v1:Object = TakeArg<1>",
            "v2:ImmortalNoneType[None] = Const<None>",
            "v3:CBool = Is v0 v2",
            "CondBranch<1, 2> v3",
            "bb 1 {",
            "v5:Object = Assign v1",
            "Branch<2>",
            "bb 2 {",
            "v6:OptObject = Phi<0, 1> v4 v5",
            "v7:Object = CheckVar<\"x\"> v6 exit fs0",
            "EndLife v7",
            "v8:Object = Assign v1",
            "EndLife v1",
            "EndLife v0",
            "Return v8",
        ],
    );
    assert_eq!(frames(&func), ["2 [v0 v1 v6]"]);
}

#[test]
fn a_rebound_local_is_released_after_the_write_and_locals_at_the_end_from_the_last() {
    let func = observing("def f(a, b):\n    c = a\n    c = b()\n    return c\n");
    assert_lines(
        &func,
        &[
            "bb 0 {",
            "v0:Object = TakeArg<0>",
            "v1:Object = TakeArg<1>",
            "v2:Object = Assign v0",
            "v3:Object = Assign v1",
            "v4:OptObject = Call v3",
            "EndLife v3",
            "v5:Object = CheckExc v4 exit fs0",
            "EndLife v2",
            "v6:Object = Assign v5",
            "EndLife v5",
            "EndLife v1",
            "EndLife v0",
            "Return v6",
        ],
    );
    // A traceback keeps the locals, dead ones too.
    assert_eq!(frames(&func), ["2 [v0 v1 v2]"]);
}

#[test]
fn operands_are_released_in_another_order_when_an_operator_fails() {
    let func = observing("def f(a, b):\n    return a() + b()\n");
    let lines = lines(&func);
    let at = lines.iter().position(|line| line.contains("BinaryOp<add> v4 v7")).expect("an addition");
    assert_eq!(
        lines[at + 1..],
        [
            "CondBranchPresent<2, 1> v8",
            "bb 1 {",
            "EndLife v7",
            "EndLife v4",
            "Unwind exit fs2",
            "bb 2 {",
            "v9:Object = RefineType<Object> v8",
            "EndLife v4",
            "EndLife v7",
            "EndLife v1",
            "EndLife v0",
            "Return v9",
        ],
        "{func}"
    );
}

#[test]
fn an_exhausted_iterator_is_released_on_its_edge() {
    let func = quiet("def f(it):\n    for x in it:\n        pass\n    return None\n");
    assert_lines(
        &func,
        &[
            "bb 0 {",
            "v0:Object = LoadArg<0>",
            "v1:OptObject = GetIter v0",
            "v2:Object = CheckExc v1 exit fs0",
            "GuardQuiet exit fs1",
            "Branch<1>",
            "bb 1 {",
            "v3:OptObject|IterDone = IterNext v2",
            "v4:Object|IterDone = CheckExc v3 exit fs2",
            "CondBranchIterNotDone<2, 3> v4",
            "bb 2 {",
            "v5:Object = RefineType<Object> v4",
            "GuardQuiet exit fs3",
            "Poll exit fs4",
            "Branch<1>",
            "bb 3 {",
            "EndLife v2",
            "GuardQuiet exit fs5",
            "v6:ImmortalNoneType[None] = Const<None>",
            "Return v6",
        ],
    );
    // The poll is the jump's own: the interpreter executes it again. The item is not read again, the iterator is.
    assert_eq!(frames(&func), ["0 []", "1 [v0 - v2]", "1 []", "2 [- v5 v2]", "2 [- - v2]", "3 []"]);
}

#[test]
fn a_body_that_looks_at_its_frame_keeps_its_locals() {
    let kept = quiet("def f(a, b):\n    locals()\n    for x in b:\n        pass\n");
    assert!(frames(&kept).iter().any(|frame| frame.contains("[v0 ")), "{kept}");
    let dropped = quiet("def f(a, b):\n    other()\n    for x in b:\n        pass\n");
    assert!(!frames(&dropped).iter().any(|frame| frame.contains("[v0 ")), "{dropped}");
}

#[test]
fn what_a_message_may_show_is_kept() {
    // `valve` is near to `value`, `other` to nothing; only the look-up can offer it.
    let func = quiet("def f(valve, other):\n    other()\n    value\n    other()\n");
    assert_eq!(frames(&func), ["1 []", "2 [v0 v1 v4]", "3 [v0]", "6 []", "7 [- - v9]"]);
    // A handler that does not match raises the exception again.
    let func = quiet("def f(valve):\n    try:\n        value\n    except None:\n        pass\n");
    assert_eq!(frames(&func), ["3 [v0 v4]", "6 [v0 v4 v5 v8]", "11 [v0]", "12 [v0 v4 v5 v11]", "16 [v0]"]);
    // Whether private attributes are offered depends on `self`.
    let func = quiet("def f(self, other):\n    self.x\n    other()\n");
    let failures = frames(&func);
    assert!(failures.contains(&"0 [v0]".into()) && failures.contains(&"3 [v0]".into()), "{func}");
}

/// A body of parameters `a` to `d`, which are values 0 to 3, and a line that its translation must have.
const OPERATIONS: &[(&str, &str)] = &[
    ("a[b:c] = d", "v6:CBool = SetSlice v0 v4 v5 v3"),
    ("a[b:c]", "v6:OptObject = GetSlice v0 v4 v5"),
    ("a[b:c:d]", "v7:OptSlice = MakeSlice v4 v5 v6"),
    ("a[b] = c", "v4:CBool = SetItem v0 v1 v2"),
    ("del a[b]", "v4:CBool = DelItem v0 v1"),
    ("a.x = b", "v4:CBool = StoreAttr<\"x\"> v0 v1"),
    ("a in b", "v4:ImmortalOptBool = Contains v0 v1"),
    ("return a not in b", "v7:CBool = CBoolNot v6"),
    ("return a is not b", "v5:CBool = CBoolNot v4"),
    ("a - b", "v4:OptObject = BinaryOp<sub> v0 v1"),
    ("a -= b", "v4:OptObject = InplaceOp<sub> v0 v1"),
    ("a - -5", "v5:OptObject = BinaryOp<sub> v0 v4"),
    ("~a", "v4:OptObject = UnaryOp<invert> v0"),
    ("a >= b", "v4:OptObject = CompareOp<ge> v0 v1"),
    ("a(b, k=c)", "v7:OptObject = CallKw<names(\"k\")> v4 v5 v6"),
    ("a.m(b, k=c)", "v9:OptObject = CallMethodKw<names(\"k\")> v6 v5 v7 v8"),
    ("a(*b)", "v7:OptObject = CallEx v4 v5 v6"),
    ("a(*b, **c)", "v8:CBool = DictMerge v7 v2 v4"),
    ("[*a, b]", "v7:CBool = ListAppend v5 v1"),
    ("{**a, b: c}", "v7:CBool = DictSet v5 v1 v2"),
    ("{a, b}", "v9:CBool = SetAdd v7 v5"),
    ("raise a from b", "RaiseFrom v0 v1"),
    ("x, *y, z = a", "v4:OptTupleExact[len 3] = UnpackEx<1, 1> v0"),
    ("x, y = a", "v7:Object = TupleItem<1> v5"),
    ("f'{a!r}{b:>5}'", "v9:OptObject = Format v1 v8"),
    ("from m import n", "v7:OptObject = ImportFrom<\"n\"> v6"),
    ("import m.n", "v5:OptObject = ImportName<\"m.n\", 0> v4"),
    ("lambda x=a: 0", "v7:OptFunction = MakeFunction<0, 1> v6"),
    ("global g; g = a", "v4:CBool = StoreGlobal<\"g\"> v0"),
    ("assert a", "v7:ImmortalClass = LoadBuiltin<\"AssertionError\">"),
];

#[test]
fn operands_stand_where_the_opcode_wants_them() {
    for (source, expected) in OPERATIONS {
        // Observing, so that no parameter is left out.
        let func = observing(&format!("def f(a, b, c, d):\n    {source}\n"));
        let lines = lines(&func);
        assert!(
            lines.iter().any(|line| line == expected || line.starts_with(&format!("{expected} "))),
            "{source}: {func}"
        );
    }
}

#[test]
fn negated_conditions_swap_the_targets() {
    for (condition, swapped) in [("a is b", false), ("a is not b", true), ("not a is b", true), ("a is not None", true)]
    {
        let func = quiet(&format!("def f(a, b):\n    if {condition}:\n        return 1\n    return 2\n"));
        let lines = lines(&func);
        let branch = lines.iter().find_map(|line| line.strip_prefix("CondBranch<")).expect("a branch");
        let first = &branch[..branch.find(',').expect("two targets")];
        let at = lines.iter().position(|line| *line == format!("bb {first} {{")).expect("the block");
        assert_eq!(lines[at + 1].contains("Const<2>"), swapped, "{condition}: {func}");
    }
}

#[test]
fn bodies_that_are_too_large_are_not_translated() {
    let locals: String = (0..400).map(|k| format!("    x{k} = a\n")).collect();
    let code = body(&format!("def f(a):\n{}", locals.repeat(60)), "f");
    let (instructions, registers) = (code.code.len(), usize::from(code.nregs));
    let bailout = build(&code, &BuildOptions::default()).err();
    assert_eq!(bailout, Some(Bailout::TooLarge { instructions, registers }));
    assert_eq!(bailout.map(Bailout::name), Some("too-large"));
}

#[test]
fn generators_are_not_translated() {
    let code = body("def f():\n    yield 1\n", "f");
    let result = build(&code, &BuildOptions::default());
    assert_eq!(result.err(), Some(Bailout::Generator));
    assert_eq!(Bailout::Generator.name(), "generator");
}
