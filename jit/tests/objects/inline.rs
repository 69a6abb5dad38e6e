//! Opcodes that are machine code: items, slots, cells, tests of types, boxes.

use crate::engine::Engine;
use runtime::Value;

const BUDGETS: [Option<usize>; 2] = [None, Some(3)];

#[track_caller]
fn check(text: &str, runs: &[(&str, &str)]) {
    for budget in BUDGETS {
        let engine = Engine::new(budget);
        for (args, expected) in runs {
            engine.check(text, args, expected);
        }
    }
}

#[test]
fn items_of_lists_and_tuples() {
    for (op, ty) in [("ListGet", "ListExact"), ("TupleGet", "TupleExact")] {
        let text = format!(
            r#"
fun f {{
  bb 0 {{
    v0:{ty} = LoadArg<0>
    v1:SmallInt = LoadArg<1>
    v2:Object = {op} v0 v1 exit fs0
    Return v2
  }}
  fs0 = frame "f" 7 [v0 v1]
}}
"#
        );
        let exit = format!("exit {op}");
        let runs = [("0", "'a'"), ("2", "[3]"), ("-1", "[3]"), ("-3", "'a'"), ("3", &exit), ("-4", &exit)];
        let numbers = runs.map(|(index, expected)| {
            let items = if ty == "ListExact" { "['a', 2, [3]]" } else { "('a', 2, [3])" };
            (format!("{items}, {index}"), expected)
        });
        check(&text, &numbers.each_ref().map(|(args, expected)| (args.as_str(), *expected)));
        for (index, expected) in runs {
            let text = text
                .replace("v1:SmallInt = LoadArg<1>", &format!("v1:SmallInt[{index}] = Const<{index}>"))
                .replace("[v0 v1]", "[v0]");
            let items = if ty == "ListExact" { "['a', 2, [3]]" } else { "('a', 2, [3])" };
            check(&text, &[(items, expected)]);
        }
    }
}

#[test]
fn an_item_of_a_tuple_of_known_length() {
    let text = r#"
fun f {
  bb 0 {
    v0:TupleExact[len 2] = TakeArg<0>
    v1:Object = TupleItem<1> v0
    Return v1
  }
}
"#;
    check(text, &[("(1, [2])", "[2]")]);
}

#[test]
fn items_are_replaced_and_the_old_ones_released() {
    for load in ["LoadArg", "TakeArg"] {
        let text = format!(
            r#"
fun f {{
  bb 0 {{
    v0:ListExact = LoadArg<0>
    v1:SmallInt = LoadArg<1>
    v2:Object = {load}<2>
    ListSet v0 v1 v2 exit fs0
    Return v0
  }}
  fs0 = frame "f" 7 [v0 v1]
}}
"#
        );
        check(
            &text,
            &[
                ("[['old'], 2], 0, ['new']", "[['new'], 2]"),
                ("[['old'], 2], -1, ['new']", "[['old'], ['new']]"),
                ("[['old'], 2], 2, ['new']", "exit ListSet"),
                ("[], 0, 5", "exit ListSet"),
            ],
        );
    }
}

#[test]
fn lengths_of_lists() {
    let text =
        "fun f {\n  bb 0 {\n    v0:ListExact = LoadArg<0>\n    v1:SmallInt = ListLen v0\n    Return v1\n  }\n}\n";
    check(text, &[("[]", "0"), ("[1, 2, 'c']", "3")]);
}

#[test]
fn cells() {
    let text = r#"
fun f {
  bb 0 {
    v0:OptObject = TakeArg<0>
    v1:Object = TakeArg<1>
    v2:OptCell = MakeCell v0
    v3:Cell = CheckExc v2 exit fs0
    v4:OptObject = LoadCell v3
    v5:Object = CheckVar<"x"> v4 exit fs1
    StoreCell v3 v1
    v6:OptObject = LoadCell v3
    v7:OptTupleExact = MakeTuple v5 v5
    v8:Object = CheckExc v7 exit fs2
    v9:Nullptr = Const<nullptr>
    StoreCell v3 v9
    StoreCell v3 v8
    v10:OptObject = LoadCell v3
    v11:Object = CheckVar<"x"> v10 exit fs2
    Return v11
  }
  fs0 = frame "f" 7 []
  fs1 = frame "f" 7 [v1 v3]
  fs2 = frame "f" 7 [v3]
}
"#;
    check(text, &[("[1], [2]", "([1], [1])"), ("5, 6", "(5, 5)")]);
    for budget in BUDGETS {
        let engine = Engine::new(budget);
        let (before, two) = (engine.rt.ledger(), engine.make("[2]"));
        assert_eq!(
            engine.run(text, &[Value::EMPTY, *two]).map_err(|error| error.to_string()).err().as_deref(),
            Some("exit CheckVar")
        );
        drop(two);
        assert_eq!(engine.rt.ledger(), before);
    }
}

/// A point with attributes `x` and `y`, and the shapes before, between and after.
fn point(engine: &Engine, count: usize) -> (runtime::Owned, Vec<u32>) {
    let point = engine.make("Point()");
    let mut shapes = vec![point.shape()];
    for index in 0..count {
        let name = engine.rt.intern(&format!("a{index}")).expect("memory");
        engine.rt.setattr(*point, *name, *engine.make("[0]")).expect("an attribute");
        shapes.push(point.shape());
    }
    (point, shapes)
}

#[test]
fn slots() {
    for budget in BUDGETS {
        let engine = Engine::new(budget);
        // The last ones are not inside the object.
        let (full, shapes) = point(&engine, 40);
        for slot in [0, 1, 39] {
            let (from, to) = (shapes[slot], shapes[slot + 1]);
            let text = format!(
                r#"
fun f {{
  bb 0 {{
    v0:Object = LoadArg<0>
    v1:Object = TakeArg<1>
    v2:Object = LoadArg<2>
    v3:Object[shape {from}] = GuardShape<shape {from}> v0 exit fs0
    v4:CBool = AddSlot<shape {from}, shape {to}, {slot}> v3 v1
    CheckOk v4 exit fs1
    v5:Object[shape {to}] = GuardShape<shape {to}> v0 exit fs1
    v6:Object = LoadSlot<shape {to}, {slot}> v5
    v7:OptTupleExact = MakeTuple v6 v6
    v8:Object = CheckExc v7 exit fs1
    v9:Object[shape {to}] = GuardShape<shape {to}> v0 exit fs2
    StoreSlot<shape {to}, {slot}> v9 v8
    v10:Object = LoadSlot<shape {to}, {slot}> v9
    Return v10
  }}
  fs0 = frame "f" 7 [v0 v1]
  fs1 = frame "f" 7 [v0]
  fs2 = frame "f" 7 [v0 v8]
}}
"#
            );
            let before = engine.rt.ledger();
            {
                let (object, _) = point(&engine, slot);
                let (new, other) = (engine.make("[7]"), engine.make("[8]"));
                let result = engine.run(&text, &[*object, *new, *other]).expect("a value");
                assert_eq!(engine.rt.repr_text(*result).as_deref(), Ok("([7], [7])"));
                assert_eq!(object.shape(), to);
                // Now it is another shape, and nothing happens.
                let again = engine.run(&text, &[*object, *new, *other]).map(|_| ());
                assert_eq!(again, Err("exit GuardShape".to_string()));
                for word in [Value::int(5), *engine.make("1.5"), *new] {
                    let none = engine.run(&text, &[word, *new, *other]).map(|_| ());
                    assert_eq!(none, Err("exit GuardShape".to_string()));
                }
            }
            assert_eq!(engine.rt.ledger(), before);
        }
        drop(full);
    }
}

/// A value of each type that can be told apart, with the types it is of among those below.
const VALUES: [(&str, &str); 17] = [
    ("5", "SmallInt"),
    ("1.5", "WordFloat"),
    ("18446744073709551616", "BigInt"),
    ("1e300", "HeapFloat"),
    ("True", "Bool"),
    ("None", "NoneType"),
    ("'a'", "StrExact"),
    ("(1,)", "TupleExact"),
    ("[1]", "ListExact"),
    ("{}", "DictExact"),
    ("{1}", "SetExact"),
    ("range(3)", "Range"),
    ("slice(3)", "Slice"),
    ("add_all", "NativeFunction"),
    ("list", "Class"),
    ("ValueError(1)", "Exception"),
    ("Point()", "Instance"),
];

const WANTED: [&str; 18] = [
    "SmallInt",
    "WordFloat",
    "IntExact",
    "FloatExact",
    "Int",
    "SmallInt|WordFloat",
    "NoneType",
    "Bool",
    "StrExact",
    "ListExact",
    "ListExact|TupleExact",
    "SmallInt|StrExact|NoneType",
    "List",
    "Instance",
    "Exception|Class",
    "Range|Slice",
    "SmallInt|Instance|Nullptr",
    "NativeFunction|WordFloat",
];

/// Whether the type named `ty` is one of those in the union `wanted`.
fn contains(wanted: &str, ty: &str) -> bool {
    wanted.split('|').any(|part| {
        part == ty
            || match part {
                "IntExact" => matches!(ty, "SmallInt" | "BigInt"),
                "FloatExact" => matches!(ty, "WordFloat" | "HeapFloat"),
                "Int" => matches!(ty, "SmallInt" | "BigInt" | "Bool"),
                "List" => ty == "ListExact",
                _ => false,
            }
    })
}

#[test]
fn types_are_told_apart() {
    let engine = Engine::new(None);
    let few = Engine::new(Some(3));
    for declared in ["Object", "OptObject", "StrExact|ListExact|NoneType|SmallInt", "BigInt|Instance|Nullptr"] {
        for wanted in WANTED {
            let guard = format!(
                "fun f {{\n  bb 0 {{\n    v0:{declared} = LoadArg<0>\n    v1:{declared} = GuardType<{wanted}> v0 exit fs0\n    v2:ImmortalBool[True] = Const<True>\n    Return v2\n  }}\n  fs0 = frame \"f\" 7 [v0]\n}}\n"
            );
            let is = format!(
                "fun f {{\n  bb 0 {{\n    v0:{declared} = LoadArg<0>\n    v1:CBool = IsType<{wanted}> v0\n    v2:ImmortalBool = BoxBool v1\n    Return v2\n  }}\n}}\n"
            );
            let branch = format!(
                "fun f {{\n  bb 0 {{\n    v0:{declared} = LoadArg<0>\n    v3:ImmortalBool[True] = Const<True>\n    v4:ImmortalBool[False] = Const<False>\n    CondBranchType<{wanted}, 1, 2> v0\n  }}\n  bb 1 {{\n    Branch<3>\n  }}\n  bb 2 {{\n    Branch<3>\n  }}\n  bb 3 {{\n    v5:ImmortalBool = Phi<1, 2> v3 v4\n    Return v5\n  }}\n}}\n"
            );
            for (text, ty) in VALUES {
                let possible = declared.contains("Object") || contains(declared, ty);
                if !possible {
                    continue;
                }
                let (yes, no) = if contains(wanted, ty) { ("True", "True") } else { ("exit GuardType", "False") };
                for engine in [&engine, &few] {
                    engine.check(&guard, text, yes);
                    engine.check(&is, text, no);
                    engine.check(&branch, text, no);
                }
            }
            if declared.contains("Opt") || declared.contains("Nullptr") {
                let holds = wanted.contains("Nullptr");
                let result = engine.run(&is, &[Value::EMPTY]).map(|value| value.is_true());
                assert_eq!(result, Ok(holds), "{is}");
                assert_eq!(engine.run(&guard, &[Value::EMPTY]).is_ok(), holds, "{guard}");
            }
        }
    }
}

#[test]
fn truth_values_are_boxed() {
    let text = r#"
fun f {
  bb 0 {
    v0:Bool = LoadArg<0>
    v1:CBool = IsTrue v0
    v2:CBool = CBoolNot v1
    v3:ImmortalBool = BoxBool v2
    Return v3
  }
}
"#;
    check(text, &[("True", "False"), ("False", "True")]);
}

#[test]
fn floats_are_boxed_and_unboxed() {
    for ty in ["FloatExact", "WordFloat", "HeapFloat"] {
        let text = format!(
            r#"
fun f {{
  bb 0 {{
    v0:{ty} = LoadArg<0>
    v1:{ty} = LoadArg<1>
    v2:CDouble = UnboxDouble v0
    v3:CDouble = UnboxDouble v1
    v4:CDouble = DoubleBinary<mul> v2 v3
    v5:FloatExact = BoxDouble v4 exit fs0
    Return v5
  }}
  fs0 = frame "f" 7 [v0 v1]
}}
"#
        );
        let common = [
            ("1.5, -2.0", "-3.0"),
            ("0.0, 2.0", "0.0"),
            ("-0.0, 2.0", "-0.0"),
            ("1e70, 1e70", "1e+140"),
            ("1e-70, 1e-70", "1e-140"),
            ("1e-70, -1e6", "-1e-64"),
        ];
        let rare = [
            ("1e300, 1e300", "inf"),
            ("1e300, 1e-300", "1.0"),
            ("1e-300, 1e-300", "0.0"),
            ("-1e100, 1e100", "-1e+200"),
        ];
        if ty != "HeapFloat" {
            check(&text, &common);
        }
        if ty != "WordFloat" {
            check(&text, &rare);
        }
    }
    let mixed = [("1e300, 0.5", "5e+299"), ("inf, 0.0", "nan")];
    let text = "fun f {\n  bb 0 {\n    v0:FloatExact = LoadArg<0>\n    v1:FloatExact = LoadArg<1>\n    v2:CDouble = UnboxDouble v0\n    v3:CDouble = UnboxDouble v1\n    v4:CDouble = DoubleBinary<mul> v2 v3\n    v5:FloatExact = BoxDouble v4 exit fs0\n    Return v5\n  }\n  fs0 = frame \"f\" 7 []\n}\n";
    check(text, &mixed);
}

#[test]
fn many_references_are_released_at_once() {
    let text = r#"
fun f counted {
  bb 0 {
    v0:Object = TakeArg<0>
    v1:OptObject = TakeArg<1>
    v2:Object = TakeArg<2>
    BatchDecref v0 v1 v2
    v3:ImmortalNoneType[None] = Const<None>
    Return v3
  }
}
"#;
    check(text, &[("[1], [2], 'a'", "None"), ("1, 2.5, [3]", "None")]);
}

#[test]
fn the_word_at_the_end_of_an_iteration_is_that_of_the_runtime() {
    assert_eq!(jit::ITER_DONE_WORD, Value::ITER_DONE.bits());
    assert!(!Value::ITER_DONE.is_ptr() && !Value::ITER_DONE.is_small_int() && !Value::ITER_DONE.is_word_float());
}

/// HIR's types of float constants and the runtime agree on which floats are objects.
#[test]
fn floats_are_words_by_the_same_rule() {
    for exponent in [0u64, 1, 0x2ff, 0x300, 0x301, 0x3ff, 0x4fe, 0x4ff, 0x500, 0x7fe, 0x7ff] {
        for fraction in [0, 1, 2, (1 << 52) - 1] {
            for sign in [0, 1 << 63] {
                let float = f64::from_bits(sign | exponent << 52 | fraction);
                assert_eq!(hir::Constant::is_word_float(float), Value::word_float(float).is_some(), "{float:e}");
            }
        }
    }
}

/// Objects made in line and by helpers look the same, keep their class, and go; also when so many are alive that the heap needs new pages.
#[test]
fn new_objects() {
    for budget in BUDGETS {
        let engine = Engine::new(budget);
        let class = engine.names["Point"];
        let shape = point(&engine, 0).1[0];
        let text = format!(
            r#"
fun f {{
  bb 0 {{
    v0:Object = LoadArg<0>
    v1:Object = LoadArg<1>
    v2:OptInstance = NewInstance<shape {shape}> v0
    v3:Instance = CheckExc v2 exit fs0
    v4:OptListExact = MakeList
    v5:ListExact = CheckExc v4 exit fs1
    v6:CBool = ListAppend v5 v1
    CheckOk v6 exit fs2
    v7:OptListExact = MakeList v1 v3 v5
    v8:ListExact = CheckExc v7 exit fs0
    v9:OptTupleExact = MakeTuple v0 v8
    v10:TupleExact = CheckExc v9 exit fs0
    Return v10
  }}
  fs0 = frame "f" 7 []
  fs1 = frame "f" 7 [v3]
  fs2 = frame "f" 7 [v3 v5]
}}
"#
        );
        for in_line in [true, false] {
            engine.in_line.set(in_line);
            let item = engine.make("['a']");
            drop(engine.run(&text, &[class, *item]).expect("a value"));
            let before = (engine.rt.ledger(), class.refcount(), item.refcount());
            let made: Vec<_> = (0..500).map(|_| engine.run(&text, &[class, *item]).expect("a value")).collect();
            assert_eq!(class.refcount() as usize, before.1 as usize + 2 * made.len());
            for (index, tuple) in made.iter().enumerate() {
                let list = engine.rt.as_tuple(**tuple).expect("a tuple")[1];
                let object = engine.rt.getitem(list, Value::int(1)).expect("an item");
                assert_eq!(object.shape(), shape);
                let name = engine.rt.intern("x").expect("memory");
                assert!(engine.rt.getattr(*object, *name).is_err());
                engine.pending();
                engine.rt.setattr(*object, *name, Value::int(index as i64)).expect("an attribute");
                engine.rt.delitem(list, Value::int(1)).expect("an item");
                assert_eq!(engine.rt.repr_text(list).as_deref(), Ok("[['a'], [['a']]]"));
            }
            drop(made);
            assert_eq!((engine.rt.ledger(), class.refcount(), item.refcount()), before);
        }
    }
}
