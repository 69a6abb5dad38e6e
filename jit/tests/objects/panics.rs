//! A panic below every call that a function makes in turn: it becomes an internal error, nothing unwinds through machine code, and every
//! reference is where it belongs.

use crate::engine::Engine;
use runtime::NativeDef;
use std::cell::Cell;

thread_local! {
    /// At which call of a method of [`METHODS`] it panics, counted down.
    static LEFT: Cell<u32> = const { Cell::new(0) };
}

/// A call: panics if its turn has come.
fn tick() {
    let left = LEFT.get();
    LEFT.set(left.wrapping_sub(1));
    assert!(left != 1, "of the test");
}

/// A method that gives its last argument, or what is told.
macro_rules! method {
    ($name:ident, $signature:literal, |$rt:ident, $args:ident| $result:expr) => {
        static $name: NativeDef = NativeDef::new(stringify!($name), $signature, |$rt, $args| {
            tick();
            $result
        });
    };
}

method!(ADD, "(self, other)", |_rt, args| Ok(args.get(1).own()));
method!(NEGATE, "(self)", |rt, _args| rt.str("negated"));
method!(EQUAL, "(self, other)", |_rt, _args| Ok(runtime::Value::bool(true).own()));
method!(TRUTH, "(self)", |_rt, _args| Ok(runtime::Value::bool(true).own()));
method!(HASH, "(self)", |rt, _args| rt.int(7));
method!(ITEM, "(self, index)", |_rt, args| Ok(args.get(1).own()));
method!(SET_ITEM, "(self, index, value)", |_rt, _args| Ok(runtime::Value::none().own()));
method!(CONTAINS, "(self, item)", |_rt, _args| Ok(runtime::Value::bool(false).own()));
method!(CALL, "(self, first, second)", |rt, args| rt.tuple_from(&[args.get(1), args.get(2)]));
method!(TEXT, "(self)", |rt, _args| rt.str("text"));
method!(ITERATE, "(self)", |_rt, args| Ok(args.get(0).own()));
method!(NEXT, "(self)", |rt, _args| rt.list_from_owned(Vec::new()));

/// What a `Ticker` has.
pub const METHODS: &[(&str, &NativeDef)] = &[
    ("__add__", &ADD),
    ("__neg__", &NEGATE),
    ("__eq__", &EQUAL),
    ("__bool__", &TRUTH),
    ("__hash__", &HASH),
    ("__getitem__", &ITEM),
    ("__setitem__", &SET_ITEM),
    ("__contains__", &CONTAINS),
    ("__call__", &CALL),
    ("__str__", &TEXT),
    ("__iter__", &ITERATE),
    ("__next__", &NEXT),
];

/// Calls every method, with references of every kind alive: taken arguments, new objects, items, what was stolen.
const TEXT_OF_CALLS: &str = r#"
  bb 0 {
    v0:Object = LoadArg<0>
    v1:Object = TakeArg<1>
    v2:OptObject = BinaryOp<add> v0 v1
    v3:Object = CheckExc v2 exit fs0
    v4:OptTupleExact = MakeTuple v3 v1
    v5:TupleExact = CheckExc v4 exit fs1
    v6:OptObject = GetItem v0 v5
    v7:Object = CheckExc v6 exit fs1
    v8:ImmortalOptBool = Truth v0
    v9:ImmortalBool = CheckExc v8 exit fs2
    v10:OptObject = Call v0 v7 v5
    v11:Object = CheckExc v10 exit fs2
    v12:OptListExact = MakeList v11 v7
    v13:ListExact = CheckExc v12 exit fs2
    v14:CBool = SetItem v0 v13 v11
    CheckOk v14 exit fs3
    v15:OptObject = CompareOp<eq> v0 v13
    v16:Object = CheckExc v15 exit fs3
    v17:ImmortalOptBool = Contains v13 v0
    v18:ImmortalBool = CheckExc v17 exit fs3
    v19:OptDictExact = MakeDict
    v20:DictExact = CheckExc v19 exit fs3
    v21:CBool = DictSet v20 v0 v13
    CheckOk v21 exit fs3
    v22:OptObject = UnaryOp<neg> v0
    v23:Object = CheckExc v22 exit fs4
    v24:OptObject = Convert<1> v0
    v25:Object = CheckExc v24 exit fs4
    v26:OptObject = GetIter v0
    v27:Object = CheckExc v26 exit fs4
    v28:OptObject|IterDone = IterNext v27
    v29:Object|IterDone = CheckExc v28 exit fs4
    v30:CBool = ListAppend v13 v23
    CheckOk v30 exit fs4
    EndLife v29
    EndLife v27
    EndLife v25
    EndLife v20
    EndLife v5
    Return v13
  }
  fs0 = frame "f" 1 [v1]
  fs1 = frame "f" 2 [v3]
  fs2 = frame "f" 3 [v5 v7]
  fs3 = frame "f" 4 [v11 v5 v13]
  fs4 = frame "f" 5 [v13 v20]
}
"#;

#[test]
fn a_panic_below_any_call_is_an_internal_error() {
    for budget in [None, Some(3)] {
        let engine = Engine::new(budget);
        for head in ["fun f {", "fun f observing {"] {
            let text = format!("{head}{TEXT_OF_CALLS}");
            let mut panics = 0;
            // The first run, which interns names and fills caches, has no panic.
            for nth in 0.. {
                let made = engine.make("(Ticker(), ['kept'])");
                let items = engine.rt.as_tuple(*made).expect("a tuple").to_vec();
                let before = engine.rt.ledger();
                LEFT.set(nth);
                let result = engine.run(&text, &items);
                LEFT.set(0);
                match result {
                    Ok(result) => {
                        assert_eq!(
                            engine.rt.repr_text(*result).as_deref(),
                            Ok("[((['kept'], ['kept']), (['kept'], ['kept'])), (['kept'], ['kept']), 'negated']")
                        );
                        drop(result);
                        if nth > 0 {
                            assert_eq!(engine.rt.ledger(), before, "{text}");
                            break;
                        }
                    }
                    Err(error) => {
                        assert_eq!(error, "SystemError: internal error: of the test", "call {nth} of\n{text}");
                        assert_eq!(engine.rt.ledger(), before, "call {nth} of\n{text}");
                        panics += 1;
                    }
                }
            }
            assert!(panics >= METHODS.len(), "{panics} calls only");
        }
    }
}
