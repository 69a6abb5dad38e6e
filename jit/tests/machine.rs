//! Machine code for functions of machine values and small integers, run.

use jit::code::audit;
use jit::context::{Context, Registers};
use jit::jit::{Arg, CompiledFunction, Config, ExitWord, Jit};
use jit::lower::Resolver;
use std::ptr;
use std::sync::Arc;

struct Nothing;

impl Resolver for Nothing {
    fn constant(&self, _: &hir::Constant) -> Option<u64> {
        None
    }
    fn name(&self, _: &str) -> Option<u64> {
        None
    }
    fn native(&self, _: &str) -> Option<*const u8> {
        None
    }
}

/// What the tests' exit hook saw.
struct Host {
    code: Arc<jit::jit::CodeMap>,
    seen: Vec<(String, Vec<ExitWord>)>,
}

unsafe extern "C" fn exit_hook(
    context: *mut Context,
    number: u32,
    registers: *const Registers,
    frame: *const u8,
    address: *const u8,
) -> u64 {
    // SAFETY: the test's context has a `Host` and outlives the call; the registers and frame are the exit's.
    unsafe {
        let host = &mut *(*context).host.cast::<Host>();
        let function = host.code.find(address).expect("an exit of compiled code");
        let exit = &function.exits()[number as usize];
        let values = exit.read(&*registers, frame).into_iter().map(|(_, _, word)| word).collect();
        function.take_forced(number);
        host.seen.push((exit.reason.to_string(), values));
    }
    EXITED
}

const EXITED: u64 = 0xdead;

unsafe extern "C" fn free_hook(_: *mut Context, _: u64) {}

struct Setup {
    jit: Jit,
    host: Host,
}

impl Setup {
    fn new(budget: Option<usize>) -> Setup {
        Setup::with(Config { register_budget: budget, ..Config::default() })
    }

    fn with(config: Config) -> Setup {
        let jit = Jit::new(config).expect("memory for the routines");
        let host = Host { code: jit.code_map().clone(), seen: Vec::new() };
        Setup { jit, host }
    }

    /// Code memory is as it should be.
    fn audit(&self) {
        self.jit.verify_code().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(audit::writable_and_executable().expect("the process map"), []);
    }

    fn compile(&self, text: &str) -> CompiledFunction {
        let func = hir::text::parse_one(text).unwrap_or_else(|error| panic!("{error}"));
        let function = self.jit.compile(&func, &Nothing).unwrap_or_else(|error| panic!("{error}"));
        self.audit();
        function
    }

    fn context(&mut self) -> Context {
        let mut context = Context::new(free_hook, exit_hook);
        context.host = ptr::from_mut(&mut self.host).cast();
        self.jit.prepare(&mut context);
        context
    }

    fn call(&mut self, function: &CompiledFunction, args: &[Arg]) -> u64 {
        let mut context = self.context();
        // SAFETY: the context is prepared, and the arguments are machine values as the test's function takes them.
        unsafe { self.jit.call(function, &mut context, args) }
    }

    fn call_float(&mut self, function: &CompiledFunction, args: &[Arg]) -> f64 {
        let mut context = self.context();
        // SAFETY: as in `call`.
        unsafe { self.jit.call_float(function, &mut context, args) }
    }
}

impl Drop for Setup {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.audit();
        }
    }
}

const SUM: &str = r#"
fun sum {
  bb 0 {
    v0:CInt64 = LoadArg<0>
    v1:CInt64[cint(0)] = Const<cint(0)>
    v2:CInt64[cint(1)] = Const<cint(1)>
    Branch<1>
  }
  bb 1 {
    v3:CInt64 = Phi<0, 2> v1 v6
    v4:CInt64 = Phi<0, 2> v1 v7
    v5:CBool = CIntCompare<lt> v3 v0
    CondBranch<2, 3> v5
  }
  bb 2 {
    v6:CInt64 = CIntBinary<add> v3 v2
    v7:CInt64 = CIntBinary<add> v4 v3
    Branch<1>
  }
  bb 3 {
    Return v4
  }
}
"#;

#[test]
fn a_loop_with_phis() {
    for budget in [None, Some(3)] {
        let mut setup = Setup::new(budget);
        let sum = setup.compile(SUM);
        assert_eq!(setup.call(&sum, &[Arg::Int(1000)]), 499_500);
        assert_eq!(setup.call(&sum, &[Arg::Int(0)]), 0);
    }
}

fn word(value: i64) -> u64 {
    ((value as u64) << 1) | 1
}

fn binary(op: &str) -> String {
    format!(
        r#"
fun f {{
  bb 0 {{
    v0:SmallInt = LoadArg<0>
    v1:SmallInt = LoadArg<1>
    v2:SmallInt = SmallIntBinary<{op}> v0 v1 exit fs0
    Return v2
  }}
  fs0 = frame "f" 7 [v0 v1]
}}
"#
    )
}

/// The result of the operator if it is a small integer and the machine code computes it.
fn expected(op: &str, a: i64, b: i64) -> Option<i64> {
    let (wide_a, wide_b) = (i128::from(a), i128::from(b));
    let result = match op {
        "add" => wide_a + wide_b,
        "sub" => wide_a - wide_b,
        "mul" => wide_a * wide_b,
        "and" => wide_a & wide_b,
        "or" => wide_a | wide_b,
        "xor" => wide_a ^ wide_b,
        "floordiv" | "mod" if b == 0 || b == -1 => return None,
        "floordiv" => wide_a.div_euclid(wide_b) - i128::from(wide_b < 0 && wide_a.rem_euclid(wide_b) != 0),
        "mod" => {
            wide_a - wide_b * (wide_a.div_euclid(wide_b) - i128::from(wide_b < 0 && wide_a.rem_euclid(wide_b) != 0))
        }
        "lshift" if (0..63).contains(&b) => wide_a << b,
        "rshift" if (0..63).contains(&b) => wide_a >> b,
        _ => return None,
    };
    let fits = |value: &i128| (-(1i128 << 62)..1i128 << 62).contains(value);
    Some(result).filter(fits).map(|value| value as i64)
}

#[test]
fn small_integers_at_their_limits() {
    const MAX: i64 = (1 << 62) - 1;
    const MIN: i64 = -(1 << 62);
    let numbers = [
        0,
        1,
        -1,
        2,
        -2,
        3,
        -3,
        7,
        -7,
        10,
        31,
        61,
        62,
        63,
        64,
        1 << 31,
        -(1 << 31),
        (1 << 31) + 1,
        MAX,
        MAX - 1,
        MIN,
        MIN + 1,
    ];
    let mut setup = Setup::new(None);
    for op in ["add", "sub", "mul", "and", "or", "xor", "floordiv", "mod", "lshift", "rshift"] {
        let function = setup.compile(&binary(op));
        for a in numbers {
            for b in numbers {
                let result = setup.call(&function, &[Arg::Int(word(a)), Arg::Int(word(b))]);
                match expected(op, a, b) {
                    Some(value) => assert_eq!(result, word(value), "{a} {op} {b}"),
                    None => {
                        assert_eq!(result, EXITED, "{a} {op} {b}");
                        let (reason, values) = setup.host.seen.pop().expect("an exit");
                        assert_eq!(reason, "SmallIntBinary");
                        assert_eq!(values, [ExitWord::Word(word(a)), ExitWord::Word(word(b))], "{a} {op} {b}");
                    }
                }
            }
        }
    }
}

#[test]
fn floats_stay_in_registers() {
    let text = r#"
fun norm {
  bb 0 {
    v0:CDouble = LoadArg<0>
    v1:CDouble = LoadArg<1>
    v2:CDouble = DoubleBinary<mul> v0 v0
    v3:CDouble = DoubleBinary<mul> v1 v1
    v4:CDouble = DoubleBinary<add> v2 v3
    v5:CDouble[cdouble(100.0)] = Const<cdouble(100.0)>
    v6:CBool = DoubleCompare<lt> v4 v5
    CondBranch<1, 2> v6
  }
  bb 1 {
    Return v4
  }
  bb 2 {
    v7:CDouble = DoubleNeg v4
    Return v7
  }
}
"#;
    let mut setup = Setup::new(None);
    let norm = setup.compile(text);
    assert_eq!(setup.call_float(&norm, &[Arg::Float(3.0), Arg::Float(4.0)]), 25.0);
    assert_eq!(setup.call_float(&norm, &[Arg::Float(30.0), Arg::Float(4.0)]), -916.0);
    assert!(setup.call_float(&norm, &[Arg::Float(f64::NAN), Arg::Float(4.0)]).is_nan());
}

#[test]
fn float_comparisons_know_nan() {
    for (op, holds) in [("lt", false), ("le", false), ("eq", false), ("ne", true), ("gt", false), ("ge", false)] {
        for negated in [false, true] {
            let not = if negated { "v3:CBool = CBoolNot v2" } else { "v3:CBool = Assign v2" };
            let text = format!(
                r#"
fun f {{
  bb 0 {{
    v0:CDouble = LoadArg<0>
    v1:CDouble = LoadArg<1>
    v2:CBool = DoubleCompare<{op}> v0 v1
    {not}
    Return v3
  }}
}}
"#
            );
            let mut setup = Setup::new(None);
            let function = setup.compile(&text);
            let mut run = |a, b| setup.call(&function, &[Arg::Float(a), Arg::Float(b)]) != 0;
            assert_eq!(run(f64::NAN, 1.0), holds != negated, "{op}");
            assert_eq!(run(1.0, 2.0), matches!(op, "lt" | "le" | "ne") != negated, "{op}");
            assert_eq!(run(2.0, 2.0), matches!(op, "le" | "eq" | "ge") != negated, "{op}");
            assert_eq!(run(3.0, 2.0), matches!(op, "gt" | "ge" | "ne") != negated, "{op}");
        }
    }
}

#[test]
fn arguments_in_memory_are_read_or_taken() {
    let text = r#"
fun f {
  bb 0 {
    v0:SmallInt = LoadArg<0>
    v1:OptObject = TakeArg<2>
    v2:SmallInt = GuardType<SmallInt> v1 exit fs0
    v3:SmallInt = SmallIntBinary<add> v0 v2 exit fs0
    Return v3
  }
  fs0 = frame "f" 7 [v0]
}
"#;
    let mut setup = Setup::with(Config { args: jit::lower::ArgPassing::Window, ..Config::default() });
    let function = setup.compile(text);
    let mut window = [word(1), word(10), word(100)];
    assert_eq!(setup.call(&function, &[Arg::Int(window.as_mut_ptr().expose_provenance() as u64)]), word(101));
    assert_eq!(window, [word(1), word(10), 0]);
}

/// Gives its argument, or fails if that is a small integer.
extern "C" fn or_fail(context: *mut Context, word: u64) -> u64 {
    // SAFETY: machine code passes its context.
    unsafe { (*context).pending = word & 1 };
    if word & 1 != 0 { 0 } else { word }
}

struct OrFail;

impl Resolver for OrFail {
    fn constant(&self, _: &hir::Constant) -> Option<u64> {
        None
    }
    fn name(&self, _: &str) -> Option<u64> {
        None
    }
    fn native(&self, _: &str) -> Option<*const u8> {
        Some(or_fail as *const u8)
    }
}

/// The empty word may be a result, and is no failure then.
#[test]
fn an_empty_result_of_a_native_is_no_failure_if_it_may_be_one() {
    let text = r#"
native @or_fail(OptObject) -> OptObject copy(0) reads all writes all can raise alloc run drop
fun f {
  bb 0 {
    v0:OptObject = LoadArg<0>
    v1:OptObject = CallNative<@or_fail> v0 exit fs0
    v2:CInt64[cint(5)] = Const<cint(5)>
    Return v2
  }
  fs0 = frame "f" 7 [v0]
}
"#;
    let mut setup = Setup::new(None);
    let func = hir::text::parse_one(text).unwrap_or_else(|error| panic!("{error}"));
    let function = setup.jit.compile(&func, &OrFail).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(setup.call(&function, &[Arg::Int(0)]), 5);
    assert_eq!(setup.call(&function, &[Arg::Int(word(1))]), EXITED);
}

/// Two guards, two instructions that may overflow.
const GUARDED: &str = r#"
fun guarded {
  bb 0 {
    v0:Object = LoadArg<0>
    v1:Object = LoadArg<1>
    v2:SmallInt = GuardType<SmallInt> v0 exit fs0
    v3:SmallInt = GuardType<SmallInt> v1 exit fs0
    v4:SmallInt = SmallIntBinary<add> v2 v3 exit fs0
    v5:SmallInt = SmallIntBinary<mul> v4 v2 exit fs1
    Return v5
  }
  fs0 = frame "guarded" 0 [v0 v1]
  fs1 = frame "guarded" 1 [v0 v1 v4]
}
"#;

#[test]
fn every_guard_fails_once_if_it_is_to() {
    for budget in [None, Some(3)] {
        let mut setup = Setup::with(Config { force_exits: true, register_budget: budget, ..Config::default() });
        let function = setup.compile(GUARDED);
        let args = [Arg::Int(word(6)), Arg::Int(word(7))];
        let at_start = vec![word(6), word(7)];
        let after_sum = vec![word(6), word(7), word(13)];
        let wanted = [
            ("GuardType", &at_start),
            ("GuardType", &at_start),
            ("SmallIntBinary", &at_start),
            ("SmallIntBinary", &after_sum),
        ];
        for (reason, values) in wanted {
            assert_eq!(setup.call(&function, &args), EXITED);
            let (seen, found) = setup.host.seen.pop().expect("an exit");
            let mut found: Vec<u64> = found
                .into_iter()
                .map(|value| match value {
                    ExitWord::Word(word) => word,
                    other => panic!("{other:?}"),
                })
                .collect();
            found.sort_unstable();
            assert_eq!((seen.as_str(), &found), (reason, values));
        }
        assert_eq!(setup.call(&function, &args), word(78));
        // A guard that does not hold still fails.
        assert_eq!(setup.call(&function, &[Arg::Int(word(1)), Arg::Int(8)]), EXITED);
    }
}
