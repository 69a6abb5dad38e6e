//! Machine code that works on objects of a runtime: every opcode that has a helper or code of its own here, when it succeeds and when it
//! fails, with the references it takes over and those it does not. After each run the ledger of live objects is what it was.

mod engine;
mod literal;

mod containers;
mod exceptions;
mod inline;
mod no_memory;
mod operators;
mod panics;

use engine::Engine;

/// What an instruction gives.
#[derive(Clone, Copy)]
enum Gives {
    /// A reference, or the empty word.
    Reference,
    /// A number of an exact type, or the empty word.
    Number,
    /// A machine truth value that says whether it was done; the test looks at the first argument then.
    Done,
    /// `True`, `False` or the empty word.
    Truth,
}

/// A function of one instruction, once with arguments that the caller keeps and once with its own.
fn functions(op: &str, types: &[&str], gives: Gives) -> [String; 2] {
    ["LoadArg", "TakeArg"].map(|load| {
        let operands: Vec<String> = (0..types.len()).map(|index| format!("v{index}")).collect();
        let mut text = String::from("fun f {\n  bb 0 {\n");
        for (index, ty) in types.iter().enumerate() {
            text += &format!("    v{index}:{ty} = {load}<{index}>\n");
        }
        let (result, checked) = (types.len(), types.len() + 1);
        let operands = operands.join(" ");
        text += &match gives {
            Gives::Reference => format!(
                "    v{result}:OptObject = {op} {operands}\n    v{checked}:Object = CheckExc v{result} exit fs0\n    Return v{checked}\n"
            ),
            Gives::Number => format!(
                "    v{result}:OptFloatExact|IntExact = {op} {operands}\n    v{checked}:FloatExact|IntExact = CheckExc v{result} exit fs0\n    Return v{checked}\n"
            ),
            Gives::Truth => format!(
                "    v{result}:ImmortalOptBool = {op} {operands}\n    v{checked}:ImmortalBool = CheckExc v{result} exit fs0\n    Return v{checked}\n"
            ),
            Gives::Done => format!("    v{result}:CBool = {op} {operands}\n    CheckOk v{result} exit fs0\n    Return v0\n"),
        };
        // What the exit does not need, the instruction can take over.
        let slots = if load == "LoadArg" { operands.as_str() } else { "" };
        text + &format!("  }}\n  fs0 = frame \"f\" 7 [{slots}]\n}}\n")
    })
}

/// Runs an instruction with each list of arguments, compiled with many registers and with few.
#[track_caller]
fn check(op: &str, types: &str, gives: Gives, runs: &[(&str, &str)]) {
    let types: Vec<&str> = types.split_whitespace().collect();
    for budget in [None, Some(3)] {
        let engine = Engine::new(budget);
        for text in functions(op, &types, gives) {
            for (args, expected) in runs {
                engine.check(&text, args, expected);
            }
        }
    }
}
