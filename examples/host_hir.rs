//! Hosts a function on Tally's machine code: objects that are counted, a loop, an exception, and a guard that leaves for the host.
//!
//! The function is of an imaginary language. It adds up the numbers in a list and pairs the sum with a label:
//!
//! ```text
//! def total(numbers, label):
//!     sum = 0
//!     for i in 0 .. length of numbers:
//!         sum = sum + numbers[i]       # small integers; anything else is the host's business
//!     check(sum)                       # a native, which may raise
//!     return (label, sum)
//! ```

use std::error::Error;
use std::io::{self, Write};
use tally::hir::{BinOp, CmpOp, Function, FunctionBuilder, Type};
use tally::jit::{Config, Datum, Host, HostExit, Natives};
use tally::runtime::ops::BinOp as Operator;
use tally::runtime::{Exc, Owned, Raised, Value};

/// Runs the example.
pub fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout())
}

/// The steps of the example, printed.
pub fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let host = Host::new(Config::default(), natives())?.on_exit(go_on);
    let function = build(host.natives())?;
    let code = host.compile(&function)?;
    writeln!(out, "1. '{}' is machine code; Tally put its reference counts in.", code.name())?;

    // Values go in, and a value or an exception comes out.
    let label = host.rt().str("total").map_err(|raised| text(&host, raised))?;
    let call = |numbers: &[Value]| -> Result<String, String> {
        let list = host.rt().list_from(numbers).map_err(|raised| text(&host, raised))?;
        match host.call(&code, &[*list, *label]) {
            Ok(pair) => host.rt().repr_text(*pair).map_err(|raised| text(&host, raised)),
            Err(raised) => Ok(text(&host, raised)),
        }
    };
    writeln!(out, "2. a loop over small integers: {}", call(&[Value::int(20), Value::int(22)])?)?;
    let half = host.rt().float(0.5).map_err(|raised| text(&host, raised))?;
    writeln!(out, "3. a guard fails, and the host goes on: {}", call(&[Value::int(1), *half])?)?;
    writeln!(out, "4. a native raises: {}", call(&[Value::int(-3)])?)?;
    writeln!(
        out,
        "5. the caller's mistake: {}",
        host.call(&code, &[]).err().map_or_else(String::new, |e| text(&host, e))
    )?;

    // A Rust function type, checked once.
    let doubled = host.compile(&double()?)?.typed::<fn(f64) -> f64>()?;
    writeln!(out, "6. a typed call: {:?}", doubled.call(&host, (21.0,)).map_err(|raised| text(&host, raised))?)?;

    // On another thread.
    let ticket = host.compile_in_background(double()?)?;
    writeln!(out, "7. compiled in the background: '{}'", ticket.wait()?.name())?;

    // Mistakes are errors, of the builder or the compiler; nothing is built on sand.
    let mut b = FunctionBuilder::new("wrong");
    let entry = b.create_block()?;
    b.switch_to_block(entry)?;
    let x = b.load_arg(0, Type::C_DOUBLE)?;
    if let Err(error) = b.int_binary(BinOp::Add, x, x) {
        writeln!(out, "8. {error}")?;
    }
    if let Err(error) = host.compile(b.func()) {
        writeln!(out, "9. {error} [{}]", error.name())?;
    }
    drop((label, half, code, doubled));
    writeln!(out, "10. objects left: {}", host.finish())?;
    Ok(())
}

/// The host's functions. Their contracts follow from their types.
fn natives() -> Natives {
    let mut natives = Natives::new();
    natives.add("check", |host: &Host, sum: Value| -> Result<Owned, Raised> {
        match sum.as_small_int() {
            Some(sum) if sum < 0 => Err(host.rt().raise(Exc::ValueError, format!("{sum} is negative"))),
            _ => Ok(sum.own()),
        }
    });
    natives
}

fn build(natives: &Natives) -> Result<Function, Box<dyn Error>> {
    let mut b = FunctionBuilder::new("total");
    let check = natives.declare(&mut b, "check")?.ok_or("no such native")?;
    let (entry, header, body, done) = (b.create_block()?, b.create_block()?, b.create_block()?, b.create_block()?);

    b.switch_to_block(entry)?;
    let numbers = b.load_arg(0, Type::LIST_EXACT)?;
    let label = b.load_arg(1, Type::OBJECT)?;
    let (zero, one) = (b.const_int(0)?, b.const_int(1)?);
    let (i, sum) = (b.declare_var(Type::SMALL_INT)?, b.declare_var(Type::SMALL_INT)?);
    b.def_var(i, zero)?;
    b.def_var(sum, zero)?;
    b.branch(header)?;

    b.switch_to_block(header)?;
    let at = b.use_var(i)?;
    let len = b.list_len(numbers)?;
    let more = b.small_int_compare(CmpOp::Lt, at, len)?;
    b.cond_branch(more, body, done)?;

    b.switch_to_block(body)?;
    // What the host needs to go on from here: everything it would have in variables.
    let so_far = b.use_var(sum)?;
    let state = b.frame("total", 1, &[Some(numbers), Some(label), Some(at), Some(so_far)])?;
    let item = b.list_get(numbers, at, state)?;
    let item = b.guard_type(Type::SMALL_INT, item, state)?;
    let added = b.small_int_binary(BinOp::Add, so_far, item, state)?;
    let next = b.small_int_binary(BinOp::Add, at, one, state)?;
    b.def_var(sum, added)?;
    b.def_var(i, next)?;
    b.branch(header)?;
    b.seal_all_blocks()?;

    b.switch_to_block(done)?;
    let total = b.use_var(sum)?;
    let failed = b.frame("total", 2, &[])?;
    let checked = b.call_native(check, &[total], Some(failed))?.ok_or("it has a result")?;
    let pair = b.make_tuple(&[label, checked])?;
    let pair = b.check_exc(pair, failed)?;
    b.return_(pair)?;
    Ok(b.finish()?)
}

/// The slow path: what machine code left in the middle is finished with any numbers. The result is the function's.
fn go_on(host: &Host, exit: HostExit) -> Result<Datum, Raised> {
    if exit.error {
        return Err(Raised);
    }
    let mut slots = exit.frames.into_iter().next().into_iter().flat_map(|frame| frame.slots);
    let mut next = || slots.next().flatten().map_or(Ok(Value::none().own()), |datum| datum.into_object(host.rt()));
    let (numbers, label, at, mut sum) = (next()?, next()?, next()?, next()?);
    let first = at.as_small_int().unwrap_or(0) as usize;
    for item in host.rt().list_snapshot(*numbers).into_iter().skip(first) {
        sum = host.rt().binary(Operator::Add, *sum, *item)?;
    }
    host.rt().pair(*label, *sum).map(Datum::Object)
}

/// A function of machine floats.
fn double() -> Result<Function, Box<dyn Error>> {
    let mut b = FunctionBuilder::new("double");
    let entry = b.create_block()?;
    b.switch_to_block(entry)?;
    let x = b.load_arg(0, Type::C_DOUBLE)?;
    let sum = b.double_binary(BinOp::Add, x, x)?;
    b.return_(sum)?;
    Ok(b.finish()?)
}

/// What was raised.
fn text(host: &Host, raised: Raised) -> String {
    let exc = host.rt().take_raised(raised);
    format!("{}: {}", host.rt().type_name(*exc), host.rt().str_text(*exc).unwrap_or_default())
}
