//! Code memory over time: thousands of functions come and go, also while code runs, and what they took comes back.
//!
//! The tests look at the whole process, so they take turns.

use crossbeam_epoch as epoch;
use jit::code::{CodeError, audit};
use jit::context::{Context, Registers};
use jit::jit::{Arg, CompiledFunction};
use jit::lower::Resolver;
use jit::{CompileError, Config, Jit};
use parking_lot::{Mutex, MutexGuard};
use std::collections::HashMap;

static TURN: Mutex<()> = Mutex::new(());

fn turn() -> MutexGuard<'static, ()> {
    TURN.lock()
}

/// Natives by name.
#[derive(Default)]
struct Natives(HashMap<&'static str, *const u8>);

impl Resolver for Natives {
    fn constant(&self, _: &hir::Constant) -> Option<u64> {
        None
    }
    fn name(&self, _: &str) -> Option<u64> {
        None
    }
    fn native(&self, name: &str) -> Option<*const u8> {
        self.0.get(name).copied()
    }
}

unsafe extern "C" fn no_exit(_: *mut Context, _: u32, _: *const Registers, _: *const u8, _: *const u8) -> u64 {
    u64::MAX
}

unsafe extern "C" fn no_free(_: *mut Context, _: u64) {}

/// `a + number`.
fn adds(number: i64) -> hir::Function {
    let text = format!(
        "fun adds {{\n  bb 0 {{\n    v0:CInt64 = LoadArg<0>\n    v1:CInt64[cint({number})] = Const<cint({number})>\n    v2:CInt64 = CIntBinary<add> v0 v1\n    Return v2\n  }}\n}}\n"
    );
    hir::text::parse_one(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn compile(jit: &Jit, func: &hir::Function) -> CompiledFunction {
    jit.compile(func, &Natives::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn call(jit: &Jit, function: &CompiledFunction, arg: i64) -> i64 {
    let mut context = Context::new(no_free, no_exit);
    jit.prepare(&mut context);
    // SAFETY: the context is prepared, and the function takes a machine integer.
    unsafe { jit.call(function, &mut context, &[Arg::Int(arg as u64)]) as i64 }
}

/// Compiles, runs and drops functions.
fn come_and_go(jit: &Jit, count: i64) {
    let funcs: Vec<hir::Function> = (0..16).map(adds).collect();
    for round in 0..count {
        let number = round % 16;
        let function = compile(jit, &funcs[number as usize]);
        assert_eq!(call(jit, &function, round), round + number);
    }
}

/// Lets epochs pass until no more than `bytes` of code are mapped.
fn wait_for(jit: &Jit, bytes: usize) {
    for _ in 0..10_000 {
        epoch::pin().flush();
        if jit.code_bytes() <= bytes {
            break;
        }
        std::thread::yield_now();
    }
    assert_eq!(jit.code_bytes(), bytes, "code memory does not come back");
}

/// Bytes of the process that can be executed.
fn executable_bytes() -> usize {
    let mappings = audit::mappings().expect("the process map");
    mappings.iter().filter(|mapping| mapping.executable).map(|mapping| mapping.addresses.len()).sum()
}

/// Lets epochs pass until the process can execute no more bytes than it could.
fn comes_back_to(bytes: usize) {
    for _ in 0..10_000 {
        epoch::pin().flush();
        if executable_bytes() <= bytes {
            return;
        }
        std::thread::yield_now();
    }
    panic!("{} bytes can be executed instead of {bytes}", executable_bytes());
}

/// Kilobytes of memory that the process has in use.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("the process's state");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

#[test]
fn ten_thousand_functions_come_and_go() {
    let _turn = turn();
    let jit = Jit::new(Config::default()).expect("memory");
    come_and_go(&jit, 1_000);
    let base = compile(&jit, &adds(0));
    drop(base);
    wait_for(&jit, 4096);
    let (executable, memory, mappings) = (executable_bytes(), resident(), audit::mappings().expect("the map").len());
    come_and_go(&jit, 10_000);
    wait_for(&jit, 4096);
    comes_back_to(executable);
    assert!(audit::mappings().expect("the map").len() <= mappings + 8);
    assert!(resident() < memory + 8_000, "{} kB instead of {memory}", resident());
    jit.verify_code().expect("the code is as it was");
}

/// What the natives of [`from_inside`] work with.
struct Host {
    jit: Jit,
    /// The function that is running.
    running: Option<CompiledFunction>,
    count: i64,
    failures: usize,
}

fn host<'c>(context: *mut Context) -> &'c mut Host {
    // SAFETY: the tests that bind these natives set the host, and use it only through them while code runs.
    unsafe { &mut *(*context).host.cast::<Host>() }
}

/// Drops the function that is running, for good, then compiles, runs and drops others.
extern "C" fn drop_running(context: *mut Context, number: i64) -> i64 {
    let host = host(context);
    drop(host.running.take());
    epoch::pin().flush();
    let func = adds(7);
    for round in 0..host.count {
        match host.jit.compile(&func, &Natives::default()) {
            Ok(function) => assert_eq!(call(&host.jit, &function, round), round + 7),
            Err(CompileError::Code { error: CodeError::Full { .. }, .. }) => host.failures += 1,
            Err(error) => panic!("{error}"),
        }
    }
    number + 1
}

/// Calls the native and goes on afterwards, with values that were there before. Compiled code as a native gets the context first.
const INNER: &str = "
native @drop_running(CInt64) -> CInt64 uncounted
fun inner {
  bb 0 {
    v0:CInt64 = LoadArg<1>
    v1:CInt64 = CIntBinary<mul> v0 v0
    v2:CInt64 = CallNative<@drop_running> v0
    v3:CInt64 = CIntBinary<add> v1 v2
    v4:CInt64 = CIntBinary<xor> v3 v0
    Return v4
  }
}
";
const OUTER: &str = "
native @inner(CInt64) -> CInt64 uncounted
fun outer {
  bb 0 {
    v0:CInt64 = LoadArg<0>
    v1:CInt64 = CallNative<@inner> v0
    v2:CInt64 = CIntBinary<sub> v1 v0
    Return v2
  }
}
";

/// Compiled code calls compiled code, which has its own last owner dropped and much else compiled while it runs.
fn from_inside(cap: usize, count: i64) -> usize {
    let jit = Jit::new(Config { code_cap: cap, ..Config::default() }).expect("memory");
    let parse = |text: &str| hir::text::parse_one(text).unwrap_or_else(|error| panic!("{error}"));
    let drop_running = Natives([("drop_running", drop_running as *const u8)].into());
    let inner = jit.compile(&parse(INNER), &drop_running).unwrap_or_else(|error| panic!("{error}"));
    let natives = Natives([("inner", inner.code().entry())].into());
    let outer = jit.compile(&parse(OUTER), &natives).unwrap_or_else(|error| panic!("{error}"));
    let mut host = Host { jit: jit.clone(), running: Some(inner), count, failures: 0 };
    let mut context = Context::new(no_free, no_exit);
    jit.prepare(&mut context);
    context.host = std::ptr::from_mut(&mut host).cast();
    let arg = 1_000_003i64;
    // SAFETY: the context is prepared, its host is there, and the functions take a machine integer; the call holds an epoch guard from before
    // the inner function was dropped.
    let result = unsafe { jit.call(&outer, &mut context, &[Arg::Int(arg as u64)]) as i64 };
    assert_eq!(result, ((arg * arg + arg + 1) ^ arg) - arg);
    assert!(host.running.is_none());
    jit.verify_code().expect("the code is as it was");
    drop(outer);
    wait_for(&jit, 4096);
    host.failures
}

#[test]
fn code_that_runs_is_dropped_while_others_come_and_go() {
    let _turn = turn();
    from_inside(64 << 20, 100);
    let executable = executable_bytes();
    assert_eq!(from_inside(64 << 20, 10_000), 0);
    comes_back_to(executable);
}

/// What is dropped while code runs comes back only when it has ended: until then compiling fails, and afterwards it works again.
#[test]
fn a_full_cache_is_an_error_until_the_running_code_has_ended() {
    let _turn = turn();
    assert!(from_inside(64 << 10, 1_000) > 900);
}

#[test]
fn two_threads_with_a_compiler_each_and_with_one_for_both() {
    let _turn = turn();
    let executable = executable_bytes();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let jit = Jit::new(Config::default()).expect("memory");
                come_and_go(&jit, 2_000);
            });
        }
    });
    let jit = Jit::new(Config::default()).expect("memory");
    let shared = compile(&jit, &adds(3));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                for round in 0..20 {
                    come_and_go(&jit, 100);
                    assert_eq!(call(&jit, &shared, round), round + 3);
                    jit.verify_code().expect("the code is as it was");
                }
            });
        }
    });
    drop(shared);
    wait_for(&jit, 4096);
    drop(jit);
    comes_back_to(executable);
}
