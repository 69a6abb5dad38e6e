//! Operators, attributes, items, iteration, calls: opcodes that use their operands only.

use crate::engine::Engine;
use crate::{Gives, check};

const TWO: &str = "Object Object";

#[test]
fn arithmetic() {
    check(
        "BinaryOp<add>",
        TWO,
        Gives::Reference,
        &[
            ("1, 2", "3"),
            ("4611686018427387903, 1", "4611686018427387904"),
            ("'a', 'b'", "'ab'"),
            ("[1], ['x']", "[1, 'x']"),
            ("1, 'a'", "TypeError: unsupported operand type(s) for +: 'int' and 'str'"),
        ],
    );
    check(
        "BinaryOp<truediv>",
        TWO,
        Gives::Reference,
        &[("1, 4", "0.25"), ("1, 0", "ZeroDivisionError: division by zero")],
    );
    check("BinaryOp<pow>", TWO, Gives::Reference, &[("2, 80", "1208925819614629174706176"), ("2, -1", "0.5")]);
    check("BinaryOp<or>", TWO, Gives::Reference, &[("{1}, {2}", "{1, 2}"), ("5, 2", "7")]);
    check(
        "BinaryOp<matmul>",
        TWO,
        Gives::Reference,
        &[("1, 2", "TypeError: unsupported operand type(s) for @: 'int' and 'int'")],
    );
    check("InplaceOp<add>", TWO, Gives::Reference, &[("[1], (2,)", "[1, 2]"), ("'a', 'b'", "'ab'")]);
    check("UnaryOp<neg>", "Object", Gives::Reference, &[("5", "-5"), ("1.5", "-1.5")]);
    check(
        "UnaryOp<invert>",
        "Object",
        Gives::Reference,
        &[("5", "-6"), ("[]", "TypeError: bad operand type for unary ~: 'list'")],
    );
    check("UnaryOp<not>", "Object", Gives::Reference, &[("[]", "True"), ("'a'", "False")]);
    check("UnaryOp<pos>", "Object", Gives::Reference, &[("True", "1")]);
}

#[test]
fn comparisons() {
    check(
        "CompareOp<lt>",
        TWO,
        Gives::Reference,
        &[
            ("1, 2", "True"),
            ("[2], [1]", "False"),
            ("1, 'a'", "TypeError: '<' not supported between instances of 'int' and 'str'"),
        ],
    );
    check("CompareOp<eq>", TWO, Gives::Reference, &[("(1, 'a'), (1, 'a')", "True"), ("{1: 2}, {1: 3}", "False")]);
    check(
        "Contains",
        TWO,
        Gives::Truth,
        &[
            ("1, [3, 1]", "True"),
            ("'b', 'ac'", "False"),
            ("[], {1}", "TypeError: cannot use 'list' as a set element (unhashable type: 'list')"),
            ("1, 2", "TypeError: argument of type 'int' is not a container or iterable"),
        ],
    );
    check("Truth", "Object", Gives::Truth, &[("[]", "False"), ("0.0", "False"), ("'a'", "True"), ("None", "False")]);
    check(
        "IntBinary<mul>",
        "IntExact IntExact",
        Gives::Number,
        &[("3, 4", "12"), ("18446744073709551616, 2", "36893488147419103232")],
    );
    check(
        "IntBinary<floordiv>",
        "IntExact IntExact",
        Gives::Number,
        &[("7, 0", "ZeroDivisionError: division by zero")],
    );
}

#[test]
fn comparisons_of_exact_integers() {
    let text = r#"
fun f {
  bb 0 {
    v0:IntExact = LoadArg<0>
    v1:IntExact = LoadArg<1>
    v2:CBool = IntCompare<lt> v0 v1
    v3:ImmortalBool = BoxBool v2
    Return v3
  }
}
"#;
    let engine = Engine::new(None);
    engine.check(text, "1, 2", "True");
    engine.check(text, "18446744073709551616, 2", "False");
    engine.check(text, "-18446744073709551616, 2", "True");
}

#[test]
fn attributes() {
    check(
        "LoadAttr<\"args\">",
        "Object",
        Gives::Reference,
        &[("ValueError(1, 'a')", "(1, 'a')"), ("1", "AttributeError: 'int' object has no attribute 'args'")],
    );
    check(
        "StoreAttr<\"args\">",
        TWO,
        Gives::Done,
        &[
            ("ValueError(1), (2,)", "ValueError(2)"),
            ("1, 2", "AttributeError: 'int' object has no attribute 'args' and no __dict__ for setting new attributes"),
        ],
    );
    check(
        "DelAttr<\"x\">",
        "Object",
        Gives::Done,
        &[("Point()", "AttributeError: 'Point' object has no attribute 'x'")],
    );
    check(
        "LoadSpecial<\"__enter__\">",
        "Object",
        Gives::Reference,
        &[("1", "TypeError: 'int' object does not support the context manager protocol (missed __enter__ method)")],
    );
}

#[test]
fn method_calls() {
    let text = |call: &str| {
        format!(
            r#"
fun f {{
  bb 0 {{
    v0:Object = LoadArg<0>
    v1:Object = LoadArg<1>
    v2:OptObject, v3:OptObject = LoadMethod<"index"> v0
    v4:Object = CheckExc v2 exit fs0
    v5:OptObject = {call}
    EndLife v3
    EndLife v4
    v6:Object = CheckExc v5 exit fs0
    Return v6
  }}
  fs0 = frame "f" 7 [v0 v1]
}}
"#
        )
    };
    let engine = Engine::new(None);
    let plain = text("CallMethod v4 v3 v1");
    engine.check(&plain, "[5, 6], 6", "1");
    engine.check(&plain, "(5, 6), 7", "ValueError: tuple.index(x): x not in tuple");
    // A class gives the method itself: no receiver.
    engine.check(&plain, "list, [5]", "TypeError: index expected at least 1 argument, got 0");
    engine.check(&plain, "1, 7", "AttributeError: 'int' object has no attribute 'index'");
    let keyword = text("CallMethodKw<names(\"x\")> v4 v3 v1");
    engine.check(&keyword, "[5, 6], 6", "TypeError: list.index() takes no keyword arguments");
}

#[test]
fn calls() {
    check(
        "Call",
        "Object Object Object",
        Gives::Reference,
        &[("add_all, 1, 2", "3"), ("1, 2, 3", "TypeError: 'int' object is not callable")],
    );
    check(
        "Call",
        "Object",
        Gives::Reference,
        &[("panics", "SystemError: internal error: of the test"), ("list", "[]")],
    );
    check(
        "CallKw<names(\"a\" \"b\")>",
        "Object Object Object Object",
        Gives::Reference,
        &[("add_all, 1, 2, 3", "6"), ("list, 1, 2, 3", "TypeError: list() takes no keyword arguments")],
    );
    check(
        "CallEx",
        "Object Object OptObject",
        Gives::Reference,
        &[
            ("add_all, (1, 2), {'a': 4}", "7"),
            ("add_all, [1, 2], {}", "3"),
            ("add_all, 1, {}", "TypeError: add_all() argument after * must be an iterable, not int"),
            ("add_all, (), {1: 2}", "TypeError: keywords must be strings"),
        ],
    );
}

#[test]
fn items() {
    check(
        "GetItem",
        TWO,
        Gives::Reference,
        &[
            ("[1, 2], -1", "2"),
            ("{'a': [1]}, 'a'", "[1]"),
            ("[1], 5", "IndexError: list index out of range"),
            ("{}, 'a'", "KeyError: 'a'"),
        ],
    );
    check(
        "SetItem",
        "Object Object Object",
        Gives::Done,
        &[
            ("[1, 2], 0, 'x'", "['x', 2]"),
            ("{}, 1, [2]", "{1: [2]}"),
            ("(1,), 0, 2", "TypeError: 'tuple' object does not support item assignment"),
        ],
    );
    check("DelItem", TWO, Gives::Done, &[("[1, 2], 0", "[2]"), ("{1: 2}, 2", "KeyError: 2")]);
    check(
        "GetSlice",
        "Object Object Object",
        Gives::Reference,
        &[
            ("[1, 2, 3], 1, None", "[2, 3]"),
            ("'abc', 0, -1", "'ab'"),
            ("1, 2, 3", "TypeError: 'int' object is not subscriptable"),
        ],
    );
    check(
        "SetSlice",
        "Object Object Object Object",
        Gives::Done,
        &[
            ("[1, 2, 3], 1, None, 'ab'", "[1, 'a', 'b']"),
            ("[1], 0, 1, 5", "TypeError: must assign iterable to extended slice"),
        ],
    );
}

#[test]
fn iteration() {
    check("GetIter", "Object", Gives::Reference, &[("1", "TypeError: 'int' object is not iterable")]);
    let text = r#"
fun f {
  bb 0 {
    v0:Object = LoadArg<0>
    v1:OptListExact = MakeList
    v2:ListExact = CheckExc v1 exit fs0
    v3:OptObject = GetIter v0
    v4:Object = CheckExc v3 exit fs1
    Branch<1>
  }
  bb 1 {
    v5:OptIterDone|Object = IterNext v4
    v6:IterDone|Object = CheckExc v5 exit fs2
    CondBranchIterNotDone<2, 3> v6
  }
  bb 2 {
    v7:Object = RefineType<Object> v6
    v8:CBool = ListAppend v2 v7
    CheckOk v8 exit fs2
    Branch<1>
  }
  bb 3 {
    EndLife v4
    Return v2
  }
  fs0 = frame "f" 1 [v0]
  fs1 = frame "f" 2 [v0 v2]
  fs2 = frame "f" 3 [v0 v2 v4]
}
"#;
    for budget in [None, Some(3)] {
        let engine = Engine::new(budget);
        engine.check(text, "[1, 'a', [2]]", "[1, 'a', [2]]");
        engine.check(text, "(1, 2.5)", "[1, 2.5]");
        engine.check(text, "range(3)", "[0, 1, 2]");
        engine.check(
            text,
            "range(9223372036854775806, 9223372036854775808)",
            "[9223372036854775806, 9223372036854775807]",
        );
        engine.check(text, "'ab'", "['a', 'b']");
        engine.check(text, "{1: 2}", "[1]");
        engine.check(text, "[]", "[]");
        engine.check(text, "None", "TypeError: 'NoneType' object is not iterable");
    }
}

#[test]
fn unpacking() {
    check(
        "Unpack<2>",
        "Object",
        Gives::Reference,
        &[
            ("(1, 'a')", "(1, 'a')"),
            ("[1, [2]]", "(1, [2])"),
            ("'xy'", "('x', 'y')"),
            ("[1]", "ValueError: not enough values to unpack (expected 2, got 1)"),
            ("'xyz'", "ValueError: too many values to unpack (expected 2)"),
            ("{1: 1, 2: 2, 3: 3}", "ValueError: too many values to unpack (expected 2, got 3)"),
            ("5", "TypeError: cannot unpack non-iterable int object"),
        ],
    );
    check(
        "UnpackEx<1, 1>",
        "Object",
        Gives::Reference,
        &[
            ("'abcd'", "('a', ['b', 'c'], 'd')"),
            ("(1, 2)", "(1, [], 2)"),
            ("[1]", "ValueError: not enough values to unpack (expected at least 2, got 1)"),
            ("None", "TypeError: cannot unpack non-iterable NoneType object"),
        ],
    );
}
