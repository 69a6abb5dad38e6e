//! A language hosted without unsafe code: compiling, calls, natives, exits, the queue, and what is refused.

use hir::{BinOp, Can, Constant, FrameId, FunctionBuilder, Memory, NativeSig, Origin, Steal, Type, ValueId};
use jit::{CompileError, CompileQueue, Config, Datum, Host, Jit, Natives, SignatureError, Snapshot};
use runtime::{Exc, Owned, Raised, Value};
use std::cell::Cell;
use std::time::Duration;

fn host() -> Host {
    Host::new(Config::default(), natives()).expect("memory")
}

fn natives() -> Natives {
    let mut natives = Natives::new();
    natives.add("twice", |_: &Host, x: i64| x.wrapping_mul(2));
    natives.add("half", |_: &Host, x: f64| x / 2.0);
    natives.add("not", |_: &Host, x: bool| !x);
    natives.add("length", |host: &Host, v: Value| host.rt().len(v).map(|len| len as i64));
    natives.add("keep", |host: &Host, v: Owned| host.rt().list_from_owned(vec![v]));
    natives.add("none_or", |host: &Host, v: Option<Value>| v.map_or_else(|| host.rt().int(0), |v| Ok(v.own())));
    natives.add("nothing", |_: &Host, _: Value| ());
    natives.add("panics", |_: &Host, _: Value| -> Owned { panic!("of the test") });
    natives.add("panics_taken", |_: &Host, _: Owned| -> i64 { panic!("of the test") });
    natives.add("mixed", |_: &Host, a: i64, b: f64, c: bool, d: i64, e: f64| {
        a as f64 + b + f64::from(u8::from(c)) + d as f64 + e
    });
    natives.add("again", |host: &Host, depth: Value| {
        let function =
            host.state::<Cell<Option<jit::CompiledFunction>>>().expect("the test's").take().expect("compiled");
        host.state::<Cell<Option<jit::CompiledFunction>>>().expect("the test's").set(Some(function.clone()));
        host.call(&function, &[depth])
    });
    natives
}

fn pending(host: &Host, raised: Raised) -> String {
    let exc = host.rt().take_raised(raised);
    format!("{}: {}", host.rt().type_name(*exc), host.rt().str_text(*exc).unwrap_or_default())
}

/// Builds a function of one block.
fn build(name: &str, body: impl FnOnce(&mut FunctionBuilder) -> ValueId) -> hir::Function {
    let mut b = FunctionBuilder::new(name);
    let entry = b.create_block().expect("room");
    b.switch_to_block(entry).expect("its own");
    let result = body(&mut b);
    b.return_(result).expect("a value");
    b.finish().unwrap_or_else(|unfinished| panic!("{unfinished}"))
}

fn frame(b: &mut FunctionBuilder, slots: &[ValueId]) -> FrameId {
    let slots: Vec<Option<ValueId>> = slots.iter().copied().map(Some).collect();
    b.frame("f", 3, &slots).expect("its own")
}

/// A function that passes its arguments, of the native's types, to a native.
fn calling(host: &Host, native: &str) -> jit::CompiledFunction {
    let func = build(native, |b| {
        let signature = host.natives().signature(native).expect("registered").clone();
        let id = host.natives().declare(b, native).expect("once").expect("registered");
        let load = |(index, param): (usize, &hir::NativeParam)| match param.steal {
            Steal::Always => b.take_arg(index as u32, param.ty).expect("an argument"),
            _ => b.load_arg(index as u32, param.ty).expect("an argument"),
        };
        let args: Vec<ValueId> = signature.params.iter().enumerate().map(load).collect();
        let exit = frame(b, &[]);
        b.call_native(id, &args, Some(exit)).expect("it fits").expect("a result")
    });
    host.compile(&func).unwrap_or_else(|error| panic!("{error}\n{func}"))
}

#[test]
fn natives_of_every_type() {
    let host = host();
    let rt = host.rt();
    assert_eq!(calling(&host, "twice").typed::<fn(i64) -> i64>().expect("fits").call(&host, (21,)), Ok(42));
    assert_eq!(calling(&host, "half").typed::<fn(f64) -> f64>().expect("fits").call(&host, (5.0,)), Ok(2.5));
    assert_eq!(calling(&host, "not").typed::<fn(bool) -> bool>().expect("fits").call(&host, (true,)), Ok(false));
    let mixed = calling(&host, "mixed").typed::<fn(i64, f64, bool, i64, f64) -> f64>().expect("fits");
    assert_eq!(mixed.call(&host, (1, 0.5, true, -7, 100.0)), Ok(95.5));
    let text = rt.str("four").expect("memory");
    let length = calling(&host, "length").typed::<fn(Value) -> i64>().expect("fits");
    assert_eq!(length.call(&host, (*text,)), Ok(4));
    let raised = length.call(&host, (Value::int(4),)).expect_err("no length");
    assert_eq!(pending(&host, raised), "TypeError: object of type 'int' has no len()");
    let list =
        calling(&host, "keep").typed::<fn(Owned) -> Owned>().expect("fits").call(&host, (text,)).expect("memory");
    assert_eq!(rt.repr_text(*list).expect("text"), "['four']");
    let none_or = calling(&host, "none_or");
    assert_eq!(host.call(&none_or, &[*list]).map(|v| v.value() == *list), Ok(true));
    assert!(host.call(&calling(&host, "nothing"), &[*list]).expect("None").is_none());
    drop(list);
    assert_eq!(host.finish(), 0);
}

#[test]
fn a_native_that_panics_raises() {
    let host = host();
    let list = host.rt().list_from(&[]).expect("memory");
    let raised = host.call(&calling(&host, "panics"), &[*list]).expect_err("a panic");
    assert_eq!(pending(&host, raised), "SystemError: internal error: a native panicked: of the test");
    let taken = calling(&host, "panics_taken").typed::<fn(Owned) -> i64>().expect("fits");
    let raised = taken.call(&host, (list,)).expect_err("a panic");
    assert_eq!(pending(&host, raised), "SystemError: internal error: a native panicked: of the test");
    assert_eq!(host.finish(), 0);
}

#[test]
fn contracts_are_checked() {
    let host = host();
    let declared = |signature: NativeSig| {
        let func = build("f", |b| {
            let native = b.declare_native(signature).expect("it makes sense");
            let arg = b.load_arg(0, Type::OBJECT).expect("an argument");
            let result = b.call_native(native, &[arg], None).expect("fits").expect("a result");
            let exit = frame(b, &[]);
            b.check_exc(result, exit).expect("fits")
        });
        host.compile(&func).expect_err("another contract")
    };
    let error = declared(NativeSig::new("unknown", &[Type::OBJECT], Some(Type::OBJECT)));
    assert_eq!((error.name(), error.to_string().as_str()), ("native-contract", "f: native @unknown is not registered"));
    let lie = NativeSig::new("none_or", &[Type::OBJECT], Some(Type::OBJECT)).origin(Origin::Memory(Memory::HOST));
    assert_eq!(declared(lie).to_string(), "f: native @none_or is declared with another contract");
    let lie =
        NativeSig::new("panics", &[Type::OBJECT], Some(Type::OBJECT)).effects(Memory::NONE, Memory::NONE, Can::RAISE);
    assert_eq!(declared(lie).name(), "native-contract");
}

#[test]
fn natives_with_too_many_parameters() {
    extern "C" fn zero() -> u64 {
        0
    }
    let signature = NativeSig::new("many", &[Type::OBJECT; 6], Some(Type::OBJECT));
    let mut natives = Natives::new();
    // SAFETY: it is never called.
    unsafe { natives.add_by_hand(signature.clone(), zero as *const u8) };
    let host = Host::new(Config::default(), natives).expect("memory");
    let func = build("f", |b| {
        let native = b.declare_native(signature).expect("it makes sense");
        let arg = b.load_arg(0, Type::OBJECT).expect("an argument");
        let result = b.call_native(native, &[arg; 6], None).expect("fits").expect("a result");
        let exit = frame(b, &[]);
        b.check_exc(result, exit).expect("fits")
    });
    let error = host.compile(&func).expect_err("too many");
    assert_eq!(error.name(), "native-arguments");
}

#[test]
fn signatures_that_do_not_fit() {
    let host = host();
    let keep = calling(&host, "keep");
    let ownership = keep.typed::<fn(Value) -> Owned>().expect_err("it takes the reference");
    assert_eq!(ownership.to_string(), "argument 0 of keep: the function takes the reference over: pass it as Owned");
    assert!(matches!(keep.typed::<fn() -> Owned>(), Err(SignatureError::Count { reads: 1, given: 0, .. })));
    assert!(matches!(keep.typed::<fn(Owned) -> i64>(), Err(SignatureError::Result { .. })));
    assert!(matches!(keep.typed::<fn(Owned, Owned) -> Owned>(), Err(SignatureError::Ownership { index: 1, .. })));
    let twice = calling(&host, "twice");
    assert!(matches!(twice.typed::<fn(f64) -> i64>(), Err(SignatureError::Param { index: 0, found: "f64", .. })));
    assert!(twice.typed::<fn(i64, f64) -> i64>().is_ok(), "what is not read may be passed");
    let raised = host.call(&twice, &[Value::none()]).expect_err("not a number");
    assert_eq!(pending(&host, raised), "TypeError: argument 0 of twice cannot be of type 'NoneType'");
    let raised = host.call(&twice, &[]).expect_err("no argument");
    assert_eq!(pending(&host, raised), "TypeError: twice takes 1 arguments, 0 given");
    let raised = calling(&host, "length").typed::<fn(Value) -> i64>().expect("fits").call(&host, (Value::EMPTY,));
    assert_eq!(pending(&host, raised.expect_err("no value")), "SystemError: argument 0 of length has no value");
    let other = self::host();
    let raised = other.call(&twice, &[Value::int(1)]).expect_err("another host's");
    assert_eq!(pending(&other, raised), "SystemError: twice was compiled by another host");
}

/// A tuple of as many arguments, one of them taken over.
fn many(count: u32) -> hir::Function {
    build("many", |b| {
        let mut args = Vec::new();
        for index in 0..count {
            let taken = index == 3;
            let arg = if taken { b.take_arg(index, Type::OBJECT) } else { b.load_arg(index, Type::OBJECT) };
            args.push(arg.expect("an argument"));
        }
        let tuple = b.make_tuple(&args).expect("objects");
        let exit = frame(b, &[]);
        b.check_exc(tuple, exit).expect("fits")
    })
}

#[test]
fn any_number_of_arguments() {
    let host = host();
    for count in [5, 6, 7, 8, 40, 300] {
        let function = host.compile(&many(count)).unwrap_or_else(|error| panic!("{error}"));
        let items: Vec<Owned> = (0..count).map(|i| host.rt().str(&format!("item {i}")).expect("memory")).collect();
        let args: Vec<Value> = items.iter().map(Owned::value).collect();
        let tuple = host.call(&function, &args).expect("memory");
        assert_eq!(host.rt().as_tuple(*tuple).expect("a tuple"), &args[..]);
    }
    let eight = host.compile(&many(8)).expect("code");
    let eight = eight.typed::<fn(Value, Value, Value, Owned, Value, Value, Value, Value) -> Owned>().expect("fits");
    let text = host.rt().str("taken").expect("memory");
    let one = Value::int(1);
    let tuple = eight.call(&host, (one, one, one, text, one, one, one, one)).expect("memory");
    assert_eq!(host.rt().repr_text(*tuple).expect("text"), "(1, 1, 1, 'taken', 1, 1, 1, 1)");
    drop(tuple);
    // The compiler alone says what it cannot do.
    let jit = Jit::new(Config::default()).expect("memory");
    let snapshot = Snapshot::default();
    assert_eq!(jit.compile(&many(7), &snapshot).expect_err("registers").name(), "too-many-arguments");
    assert_eq!(host.finish(), 0);
}

/// Adds one: machine code for small integers, the language for the rest.
fn add_one() -> hir::Function {
    build("add_one", |b| {
        let x = b.load_arg(0, Type::OBJECT).expect("an argument");
        let state = frame(b, &[x, x]);
        let small = b.guard_type(Type::SMALL_INT, x, state).expect("fits");
        let one = b.const_int(1).expect("small");
        b.small_int_binary(BinOp::Add, small, one, state).expect("fits")
    })
}

#[test]
fn the_language_goes_on() {
    let host = self::host().on_exit(|host, exit| {
        assert_eq!((&*exit.function, exit.error, exit.frames.len(), exit.frames[0].pc), ("add_one", false, 1, 3));
        let [Some(Datum::Object(a)), Some(Datum::Object(b))] = &exit.frames[0].slots[..] else { panic!("two values") };
        assert_eq!(a.value(), b.value());
        // The function's own type is that of small integers: only they can be its result.
        if *exit.reason == *"GuardType" { Ok(Datum::Int(-1)) } else { host.rt().str("wrong").map(Datum::Object) }
    });
    let function = host.compile(&add_one()).expect("code");
    assert_eq!(host.call(&function, &[Value::int(5)]).map(|v| v.as_small_int()), Ok(Some(6)));
    let text = host.rt().str("text").expect("memory");
    assert_eq!(host.call(&function, &[*text]).map(|v| v.as_small_int()), Ok(Some(-1)));
    let raised = host.call(&function, &[Value::int((1 << 62) - 1)]).expect_err("a string is no small integer");
    assert_eq!(pending(&host, raised), "SystemError: after an exit, the result is not what the function gives");
    drop(text);
    assert_eq!(host.finish(), 0);
}

#[test]
fn nobody_goes_on() {
    let host = host();
    let function = host.compile(&add_one()).expect("code");
    let raised = host.call(&function, &[Value::none()]).expect_err("a guard");
    assert_eq!(pending(&host, raised), "SystemError: add_one left machine code by GuardType, and nobody goes on");
}

#[test]
fn exceptions_are_caught_in_machine_code() {
    let text = r#"
native @length(Object) -> CInt64 uncounted reads all writes all can raise alloc run drop
fun f {
  bb 0 {
    v0:Object = LoadArg<0>
    v1:OptObject = UnaryOp<neg> v0
    CondBranchPresent<1, 2> v1
  }
  bb 1 {
    v2:Object = RefineType<Object> v1
    Return v2
  }
  bb 2 {
    v3:Exception = TakeExc<0>
    Return v3
  }
}
"#;
    let host = host();
    let func = hir::text::parse_one(text).unwrap_or_else(|error| panic!("{error}"));
    let function = host.compile(&func).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(host.call(&function, &[Value::int(5)]).map(|v| v.as_small_int()), Ok(Some(-5)));
    let caught = host.call(&function, &[Value::none()]).expect("caught");
    assert_eq!(host.rt().repr_text(*caught).expect("text"), "TypeError(\"bad operand type for unary -: 'NoneType'\")");
    assert!(host.rt().pending.get().is_empty());
    drop(caught);
    assert_eq!(host.finish(), 0);
}

#[test]
fn endless_recursion_is_an_error() {
    let host = self::host().with_state(Cell::new(None::<jit::CompiledFunction>));
    // Takes its argument over, so that the one that cannot be entered has something to release.
    let func = build("endless", |b| {
        let native = host.natives().declare(b, "again").expect("once").expect("registered");
        let arg = b.take_arg(0, Type::OBJECT).expect("an argument");
        let exit = frame(b, &[]);
        b.call_native(native, &[arg], Some(exit)).expect("fits").expect("a result")
    });
    let function = host.compile(&func).expect("code");
    host.state::<Cell<Option<jit::CompiledFunction>>>().expect("the test's").set(Some(function.clone()));
    let text = host.rt().str("deep").expect("memory");
    let raised = host.call(&function, &[*text]).expect_err("no end");
    assert_eq!(pending(&host, raised), "RecursionError: maximum recursion depth exceeded");
    assert_eq!(text.refcount(), 1);
    drop((text, function));
    assert_eq!(host.finish(), 0);
}

#[test]
fn the_prologue_tests_the_stack() {
    for count in [6, 7] {
        let host = host();
        let function = host.compile(&many(count)).expect("code");
        let items: Vec<Owned> = (0..count).map(|i| host.rt().str(&format!("item {i}")).expect("memory")).collect();
        let args: Vec<Value> = items.iter().map(Owned::value).collect();
        // Between where this function stands and where machine code would.
        let here = std::hint::black_box(0u8);
        let limits = (0..64).map(|step| (&raw const here).addr() - 128 * step);
        let mut raised_in_code = 0;
        for limit in limits {
            host.rt().stack_limit.set(limit);
            let result = host.call(&function, &args);
            host.rt().stack_limit.set(0);
            match result {
                Ok(tuple) => drop(tuple),
                Err(raised) => {
                    assert_eq!(pending(&host, raised), "RecursionError: maximum recursion depth exceeded");
                    raised_in_code += 1;
                }
            }
            assert!(items.iter().all(|item| item.refcount() == 1), "nothing is kept or lost");
        }
        assert!(raised_in_code > 0);
        drop(items);
        assert_eq!(host.finish(), 0);
    }
}

#[test]
fn malformed_functions_are_errors() {
    let host = host();
    let jit = Jit::new(Config { verify: true, verify_refcounts: true, ..Config::default() }).expect("memory");
    let bad = [
        "fun f {\n}\n",
        "fun f {\n  bb 0 {\n  }\n}\n",
        "fun f {\n  bb 0 {\n    v0:Object = LoadArg<0>\n  }\n}\n",
        "fun f {\n  bb 0 {\n    v0:CInt64 = LoadArg<0>\n    v1:CDouble = LoadArg<1>\n    v2:CInt64 = CIntBinary<add> v0 v1\n    Return v2\n  }\n}\n",
        "fun f {\n  bb 0 {\n    v0:Object = LoadArg<0>\n    v1:ListExact = RefineType<ListExact> v0\n    Return v1\n  }\n}\n",
        "fun f {\n  bb 0 {\n    v0:Object = LoadArg<0>\n    v1:Object = LoadSlot<shape 77, 3> v0\n    Return v1\n  }\n}\n",
        "fun f counted {\n  bb 0 {\n    v0:Object = LoadArg<0>\n    Return v0\n  }\n}\n",
        "fun f {\n  bb 0 {\n    Branch<0>\n  }\n}\n",
    ];
    for text in bad {
        let func = hir::text::parse_one(text).unwrap_or_else(|error| panic!("{error}"));
        let error = host.compile(&func).expect_err(text);
        assert_eq!(error.name(), "invalid", "{error}");
        let error = jit.compile(&func, &Snapshot::default()).expect_err(text);
        assert_eq!(error.name(), "invalid", "{error}");
    }
    let empty = hir::Function::new("empty");
    assert_eq!(host.compile(&empty).expect_err("no block").name(), "invalid");
    let unknown = build("f", |b| b.const_(Constant::Object { index: 5, ty: Type::OBJECT }).expect("fits"));
    assert_eq!(host.compile(&unknown).expect_err("no such table").name(), "unsupported");
    let far = build("f", |b| b.load_arg(u32::MAX / 2, Type::OBJECT).expect("an argument"));
    assert!(matches!(
        host.compile(&far).expect_err("no such argument"),
        CompileError::Unsupported { .. } | CompileError::TooManyArguments { .. }
    ));
}

/// Machine integers added up again and again.
fn long(count: u32) -> hir::Function {
    build("long", |b| {
        let start = b.load_arg(0, Type::C_INT64).expect("an argument");
        let mut sum = start;
        for _ in 0..count {
            sum = b.int_binary(BinOp::Add, sum, start).expect("machine integers");
        }
        sum
    })
}

#[test]
fn a_hundred_thousand_instructions() {
    let host = host();
    let ticket = host.compile_in_background(long(100_000)).expect("a worker");
    assert_eq!(ticket.function(), "long");
    let function = ticket.wait().unwrap_or_else(|error| panic!("{error}")).typed::<fn(i64) -> i64>().expect("fits");
    assert_eq!(function.call(&host, (3,)), Ok(300_003));
}

#[test]
fn many_blocks() {
    let host = host();
    let mut b = FunctionBuilder::new("blocks");
    let first = b.create_block().expect("room");
    b.switch_to_block(first).expect("its own");
    let arg = b.load_arg(0, Type::C_INT64).expect("an argument");
    let limit = b.const_(Constant::CInt(1)).expect("fits");
    let sum = b.declare_var(Type::C_INT64).expect("a type");
    b.def_var(sum, arg).expect("its own");
    for _ in 0..10_000 {
        let (then, next) = (b.create_block().expect("room"), b.create_block().expect("room"));
        let so_far = b.use_var(sum).expect("defined");
        let more = b.int_compare(hir::CmpOp::Lt, so_far, limit).expect("machine integers");
        b.cond_branch(more, then, next).expect("fits");
        b.seal_block(then).expect("its own");
        b.switch_to_block(then).expect("its own");
        let added = b.int_binary(BinOp::Add, so_far, limit).expect("machine integers");
        b.def_var(sum, added).expect("its own");
        b.branch(next).expect("fits");
        b.seal_block(next).expect("its own");
        b.switch_to_block(next).expect("its own");
    }
    let result = b.use_var(sum).expect("defined");
    b.return_(result).expect("a value");
    let func = b.finish().unwrap_or_else(|unfinished| panic!("{unfinished}"));
    let ticket = host.compile_in_background(func).expect("a worker");
    let function = ticket.wait().unwrap_or_else(|error| panic!("{error}")).typed::<fn(i64) -> i64>().expect("fits");
    assert_eq!(function.call(&host, (-5_000,)), Ok(1));
}

#[test]
fn functions_are_objects() {
    let host = host();
    let rt = host.rt();
    let one = host.compile(&add_one()).expect("code");
    let twice = build("twice", |b| {
        let f = b.load_arg(0, Type::OBJECT).expect("an argument");
        let x = b.load_arg(1, Type::OBJECT).expect("an argument");
        let exit = frame(b, &[]);
        let once = b.call(f, &[x]).expect("objects");
        let once = b.check_exc(once, exit).expect("fits");
        let twice = b.call(f, &[once]).expect("objects");
        b.check_exc(twice, exit).expect("fits")
    });
    let twice = host.compile(&twice).expect("code");
    let object = host.function_object(one.clone()).expect("memory");
    assert_eq!(host.call(&twice, &[*object, Value::int(5)]).map(|v| v.as_small_int()), Ok(Some(7)));
    assert_eq!(host.call_object(*object, &[Value::int(5)]).map(|v| v.as_small_int()), Ok(Some(6)));
    let raised = host.call(&twice, &[*object, Value::none()]).expect_err("a guard");
    assert_eq!(pending(&host, raised), "SystemError: add_one left machine code by GuardType, and nobody goes on");
    let raised = host.call(&twice, &[Value::int(1), Value::none()]).expect_err("no function");
    assert_eq!(pending(&host, raised), "TypeError: 'int' object is not callable");
    let list = rt.list_from(&[Value::int(3)]).expect("memory");
    let class = rt.class_of(*list);
    assert!(host.call(&twice, &[class, *list]).is_ok_and(|copy| rt.is_list(*copy)));
    let other = self::host();
    assert!(other.function_object(one).is_err_and(|raised| pending(&other, raised).contains("another host")));
    drop((object, list));
    assert_eq!(host.finish(), 0);
}

#[test]
fn what_is_no_value_of_the_language_is_no_result() {
    let text = r#"
fun f {
  bb 0 {
    v0:Object = LoadArg<0>
    v1:OptIterDone|Object = IterNext v0
    Return v1
  }
}
"#;
    let host = host();
    let func = hir::text::parse_one(text).unwrap_or_else(|error| panic!("{error}"));
    let function = host.compile(&func).unwrap_or_else(|error| panic!("{error}"));
    assert!(matches!(function.typed::<fn(Value) -> Owned>(), Err(SignatureError::Result { .. })));
    let rt = host.rt();
    let items = rt.list_from(&[Value::int(7)]).and_then(|list| rt.iter(*list)).expect("memory");
    assert_eq!(host.call(&function, &[*items]).map(|v| v.as_small_int()), Ok(Some(7)));
    let raised = host.call(&function, &[*items]).expect_err("the end");
    assert_eq!(pending(&host, raised), "SystemError: the function's result is no value of the language");
    drop(items);
    assert_eq!(host.finish(), 0);
}

#[test]
fn compiling_in_the_background() {
    let host = host();
    let list = host.rt().list_from(&[]).expect("memory");
    let constant = host.add_constant(list.clone());
    let func = build("tuple", |b| {
        let text = b.const_str("some text").expect("fits");
        let list = b.const_(Constant::Entry { index: constant, ty: Type::LIST_EXACT }).expect("fits");
        let none = b.const_none().expect("fits");
        let tuple = b.make_tuple(&[text, list, none]).expect("objects");
        let exit = frame(b, &[]);
        b.check_exc(tuple, exit).expect("fits")
    });
    let ticket = host.compile_in_background(func).expect("a worker");
    let function = loop {
        match ticket.poll() {
            Some(answer) => break answer.unwrap_or_else(|error| panic!("{error}")),
            None => std::thread::sleep(Duration::from_millis(1)),
        }
    };
    assert!(matches!(ticket.poll(), Some(Err(CompileError::Closed { .. }))), "an answer is given once");
    let tuple = host.call(&function, &[]).expect("memory");
    assert_eq!(host.rt().repr_text(*tuple).expect("text"), "('some text', [], None)");
    let bad = hir::Function::new("bad");
    let ticket = host.compile_in_background(bad).expect("a worker");
    let answer = ticket.wait_timeout(Duration::from_secs(60)).expect("an answer");
    assert_eq!(answer.expect_err("no block").name(), "invalid");
    drop((tuple, function, list));
    assert_eq!(host.finish(), 0);
}

/// A resolver with a defect.
struct Panics;

impl jit::lower::Resolver for Panics {
    fn constant(&self, _: &Constant) -> Option<u64> {
        panic!("no constants today")
    }
    fn name(&self, _: &str) -> Option<u64> {
        None
    }
    fn native(&self, _: &str) -> Option<*const u8> {
        None
    }
}

#[test]
fn a_worker_outlives_a_panic_and_everybody_else() {
    let jit = Jit::new(Config::default()).expect("memory");
    let queue = CompileQueue::new(jit.clone()).expect("a thread");
    let func = build("none", |b| b.const_none().expect("fits"));
    let convention = jit.convention();
    let panicked = queue.submit_as(func, Box::new(Panics), convention).wait().expect_err("a panic");
    assert_eq!(panicked.name(), "panicked");
    assert_eq!(panicked.to_string(), "none: the compiler panicked: no constants today");
    assert!(queue.submit(long(3), Snapshot::default()).wait().is_ok(), "the worker goes on");
    // Tickets and the queue may be dropped at any time; those that are kept get an answer.
    drop(queue.submit(long(1000), Snapshot::default()));
    let tickets: Vec<_> = (0..50).map(|_| queue.submit(long(2000), Snapshot::default())).collect();
    drop(jit);
    drop(queue);
    for ticket in tickets {
        match ticket.wait_timeout(Duration::from_secs(60)) {
            Some(Ok(function)) => assert_eq!(function.name(), "long"),
            Some(Err(error)) => assert_eq!(error.name(), "closed"),
            None => panic!("no answer"),
        }
    }
}

#[test]
fn a_raised_exception() {
    let mut natives = Natives::new();
    natives.add("fail", |host: &Host, v: Value| -> Result<Owned, Raised> {
        let text = host.rt().str_text(v)?;
        Err(host.rt().raise(Exc::ValueError, format!("not {text}")))
    });
    let host = Host::new(Config::default(), natives).expect("memory");
    let raised = host.call(&calling(&host, "fail"), &[Value::int(5)]).expect_err("it fails");
    assert_eq!(pending(&host, raised), "ValueError: not 5");
    assert_eq!(host.finish(), 0);
}
