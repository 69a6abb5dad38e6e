//! Raising, matching, handling.

use crate::engine::Engine;
use crate::{Gives, check};

#[test]
fn matching() {
    check(
        "ExcMatch",
        "Object Object",
        Gives::Truth,
        &[
            ("KeyError(1), LookupError", "True"),
            ("KeyError(1), (ValueError, KeyError)", "True"),
            ("KeyError(1), ValueError", "False"),
            ("KeyError(1), 5", "TypeError: catching classes that do not inherit from BaseException is not allowed"),
        ],
    );
}

fn raising(op: &str, args: usize) -> String {
    let loads: String = (0..args).map(|index| format!("    v{index}:Object = LoadArg<{index}>\n")).collect();
    let operands: Vec<String> = (0..args).map(|index| format!("v{index}")).collect();
    let operands = operands.join(" ");
    format!(
        "fun f {{\n  bb 0 {{\n{loads}    {op} {operands}\n    Unwind exit fs0\n  }}\n  fs0 = frame \"f\" 7 [{operands}]\n}}\n"
    )
}

#[test]
fn raise() {
    let engine = Engine::new(None);
    let text = raising("Raise", 1);
    engine.check(&text, "ValueError('a')", "ValueError: a");
    engine.check(&text, "KeyError", "KeyError: ");
    engine.check(&text, "5", "TypeError: exceptions must derive from BaseException");
    let text = raising("RaiseFrom", 2);
    engine.check(&text, "ValueError('a'), KeyError('b')", "ValueError: a");
    engine.check(&text, "ValueError('a'), None", "ValueError: a");
    engine.check(&text, "ValueError('a'), 5", "TypeError: exception causes must derive from BaseException");
    let text = raising("RaiseAgain", 0);
    engine.check(&text, "", "RuntimeError: No active exception to reraise");
    let text = raising("Reraise", 1);
    engine.check(&text, "ValueError('a')", "ValueError: a");
    engine.check(&text.replace("LoadArg", "TakeArg").replace("[v0]", "[]"), "ValueError('a')", "ValueError: a");
}

#[test]
fn a_handler() {
    let text = r#"
fun f {
  bb 0 {
    v0:Exception = LoadArg<0>
    v1:Object = PushExc v0
    RaiseAgain
    PopExc v1
    Unwind exit fs0
  }
  fs0 = frame "f" 7 [v0]
}
"#;
    let engine = Engine::new(None);
    engine.check(text, "ValueError('handled')", "ValueError: handled");
    assert!(engine.rt.handled.get().is_empty());
    engine.rt.handled.set(engine.make("KeyError(1)"));
    engine.check(text, "ValueError('handled')", "ValueError: handled");
    assert_eq!(engine.rt.repr_text(engine.rt.handled.get()).ok().as_deref(), Some("KeyError(1)"));
}

#[test]
fn builtin_classes() {
    for name in ["AssertionError", "NotImplementedError"] {
        let text =
            format!("fun f {{\n  bb 0 {{\n    v0:ImmortalClass = LoadBuiltin<\"{name}\">\n    Return v0\n  }}\n}}\n");
        Engine::new(None).check(&text, "", &format!("<class '{name}'>"));
    }
}

#[test]
fn context_managers() {
    let text = r#"
fun f {
  bb 0 {
    v0:Object = LoadArg<0>
    v1:Object = LoadArg<1>
    v2:OptObject = LoadSpecial<"__exit__"> v0
    v3:Object = CheckExc v2 exit fs0
    v4:OptObject = WithExitExc v3 v1
    EndLife v3
    v5:Object = CheckExc v4 exit fs0
    Return v5
  }
  fs0 = frame "f" 7 [v0 v1]
}
"#;
    let engine = Engine::new(None);
    engine.check(text, "Manager(), ValueError('a')", "\"ValueError('a')\"");
    engine.check(
        text,
        "5, ValueError('a')",
        "TypeError: 'int' object does not support the context manager protocol (missed __exit__ method)",
    );
}
