//! Every allocation of an opcode fails once: what it takes over is released all the same, what it does not is left alone, and the exception is
//! MemoryError.

use crate::engine::Engine;
use crate::{Gives, functions};

/// Runs an instruction with each allocation failing in turn, until one run allocates no more.
#[track_caller]
fn check(op: &str, types: &str, gives: Gives, args: &str) {
    let types: Vec<&str> = types.split_whitespace().collect();
    let engine = Engine::new(None);
    for (text, in_line) in functions(op, &types, gives).iter().flat_map(|text| [(text, true), (text, false)]) {
        engine.in_line.set(in_line);
        let made = engine.make(&format!("({args})"));
        let items = engine.rt.as_tuple(*made).expect("a tuple").to_vec();
        // Names are interned and caches filled.
        drop(engine.run(text, &items));
        let mut failures = 0;
        for nth in 1.. {
            let made = engine.make(&format!("({args})"));
            let items = engine.rt.as_tuple(*made).expect("a tuple").to_vec();
            let before = engine.rt.ledger();
            engine.rt.heap.fail_nth(nth);
            let result = engine.run(text, &items);
            engine.rt.heap.fail_nth(0);
            let Err(error) = result else { break };
            assert_eq!(error, "MemoryError: ", "{text}");
            assert_eq!(engine.rt.ledger(), before, "allocation {nth} of\n{text}");
            failures += 1;
        }
        assert!(failures > 0, "{text}");
    }
}

#[test]
fn what_is_stolen_is_released_once() {
    check("MakeTuple", "Object Object", Gives::Reference, "['a'], ['b']");
    check("MakeList", "Object Object", Gives::Reference, "['a'], ['b']");
    check("MakeSlice", "Object Object", Gives::Reference, "['a'], ['b']");
    check("MakeCell", "Object", Gives::Reference, "['a']");
    check("ListAppend", "ListExact Object", Gives::Done, "[], ['a']");
}

#[test]
fn what_is_only_used_stays() {
    check("BinaryOp<add>", "Object Object", Gives::Reference, "['a'], ['b']");
    check("MakeString", "Object Object", Gives::Reference, "'a', 'b'");
    check("ListToTuple", "ListExact", Gives::Reference, "[['a'], 2]");
    check("Unpack<2>", "Object", Gives::Reference, "[['a'], 2]");
    check("UnpackEx<1, 0>", "Object", Gives::Reference, "[['a'], 2]");
    check("GetIter", "Object", Gives::Reference, "[['a'], 2]");
    check("DictSet", "DictExact Object Object", Gives::Done, "{}, 'k', ['a']");
    check("SetAdd", "SetExact Object", Gives::Done, "{}, (1, 2)");
}
