//! The language at run time: closures, calls, lists, output.

use super::compile;
use super::read::read;
use std::cell::RefCell;
use std::collections::HashMap;
use tally::jit::{CompiledFunction, Config, Datum, Host, HostExit, Natives};
use tally::runtime::boxed::NativeObject;
use tally::runtime::ops::BinOp;
use tally::runtime::value::Slot;
use tally::runtime::{Exc, NativeDef, Owned, Raised, Rt, Value};

/// Compiled code of a `lambda`. It gets the captured values as a tuple, then its arguments.
#[derive(Clone)]
pub struct Code {
    pub function: CompiledFunction,
    pub arity: usize,
}

/// What natives share.
#[derive(Default)]
pub struct Lisp {
    codes: RefCell<Vec<Code>>,
    /// The constant that is each global variable's cell.
    pub globals: RefCell<HashMap<String, u32>>,
    /// The function and the arguments of the tail call that a function ended with.
    tail: RefCell<Option<(Owned, Owned)>>,
    output: RefCell<String>,
}

impl Lisp {
    /// Keeps code, and gives its number.
    pub fn add(&self, code: Code) -> usize {
        self.codes.borrow_mut().push(code);
        self.codes.borrow().len() - 1
    }
}

/// A closure, an object with a count as any other.
struct Closure {
    code: usize,
    captured: Slot,
}

impl NativeObject for Closure {
    const NAME: &'static str = "function";
    const METHODS: &'static [NativeDef] = &[];

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        self.captured.get().some().map(f);
    }

    fn clear(&self) {
        self.captured.clear();
    }
}

/// The language's data.
pub fn lisp(host: &Host) -> &Lisp {
    host.state().expect("a host of this language")
}

/// A host for programs.
pub fn host() -> Result<Host, Box<dyn std::error::Error>> {
    let mut natives = Natives::new();
    natives.add("closure", |host: &Host, code: i64, captured: Value| {
        host.rt().new_boxed(Closure { code: code as usize, captured: Slot::new(captured.own()) })
    });
    natives.add("call", |host: &Host, function: Value, args: Value| apply(host, function.own(), args.own()));
    // The function that ends with this call returns, and whoever called it makes the call: the stack does not grow.
    natives.add("tail", |host: &Host, function: Value, args: Value| {
        *lisp(host).tail.borrow_mut() = Some((function.own(), args.own()));
        Value::not_implemented().own()
    });
    natives.add("car", |host: &Host, pair: Value| part(host, pair, 0));
    natives.add("cdr", |host: &Host, pair: Value| part(host, pair, 1));
    natives.add("print", |host: &Host, value: Value| -> Result<(), Raised> {
        let text = show(host.rt(), value)?;
        lisp(host).output.borrow_mut().push_str(&(text + "\n"));
        Ok(())
    });
    Ok(Host::new(Config::default(), natives)?.with_state(Lisp::default()).on_exit(go_on))
}

/// Calls a function, and whatever it ends with a call of.
fn apply(host: &Host, mut function: Owned, mut args: Owned) -> Result<Owned, Raised> {
    loop {
        host.rt().poll()?;
        let Some(closure) = host.rt().boxed::<Closure>(*function) else {
            return Err(host.rt().type_error(format!("{} is not a function", show(host.rt(), *function)?)));
        };
        let code = lisp(host).codes.borrow()[closure.code].clone();
        let given = host.rt().as_tuple(*args).unwrap_or(&[]);
        if given.len() != code.arity {
            let message = format!("{} takes {} arguments, not {}", code.function.name(), code.arity, given.len());
            return Err(host.rt().type_error(message));
        }
        let values: Vec<Value> = std::iter::once(closure.captured.get()).chain(given.iter().copied()).collect();
        let result = host.call(&code.function, &values)?;
        match lisp(host).tail.take() {
            Some(next) => (function, args) = next,
            None => return Ok(result),
        }
    }
}

/// Where machine code left: an exception goes on; an operation on more than small integers is done here, and what it gives is the
/// function's result, since such an exit stands only where the function ends with the operation.
fn go_on(host: &Host, exit: HostExit) -> Result<Datum, Raised> {
    let Some(frame) = exit.frames.into_iter().next() else { return Err(Raised) };
    match &*exit.reason {
        _ if exit.error => Err(Raised),
        "CheckVar" => Err(host.rt().raise(Exc::NameError, format!("{} is not defined", frame.code))),
        _ => {
            let mut operands = frame.slots.into_iter().flatten().map(|operand| operand.into_object(host.rt()));
            let (Some(a), Some(b)) = (operands.next(), operands.next()) else { return Err(Raised) };
            let op = match &*frame.code {
                "+" => BinOp::Add,
                "-" => BinOp::Sub,
                _ => BinOp::Mul,
            };
            host.rt().binary(op, *a?, *b?).map(Datum::Object)
        }
    }
}

fn part(host: &Host, pair: Value, index: usize) -> Result<Owned, Raised> {
    match host.rt().as_tuple(pair) {
        Some(items) if items.len() == 2 => Ok(items[index].own()),
        _ => Err(host.rt().type_error(format!("{} is not a pair", show(host.rt(), pair)?))),
    }
}

/// A value as the language writes it.
fn show(rt: &Rt, value: Value) -> Result<String, Raised> {
    if rt.boxed::<Closure>(value).is_some() {
        return Ok("#<function>".into());
    }
    let (mut text, mut rest) = (String::new(), value);
    while let Some(&[first, next]) = rt.as_tuple(rest) {
        text += if text.is_empty() { "(" } else { " " };
        text += &show(rt, first)?;
        rest = next;
    }
    Ok(match (text.is_empty(), rest.is_none()) {
        (true, true) => "()".into(),
        (true, false) => rt.str_text(rest)?,
        (false, true) => text + ")",
        (false, false) => format!("{text} . {})", show(rt, rest)?),
    })
}

/// Runs a program: what it printed, with the error that ended it, if one did; and how many objects are left.
pub fn run(source: &str) -> Result<(String, usize), Box<dyn std::error::Error>> {
    let host = host()?;
    for form in &read(source)? {
        let function = compile::top_level(&host, form)?;
        let code = lisp(&host).add(Code { function, arity: 0 });
        let main = host.rt().new_boxed(Closure { code, captured: Slot::new(host.rt().empty_tuple.own()) });
        if let Err(raised) = main.and_then(|main| apply(&host, main, host.rt().empty_tuple.own())) {
            let exc = host.rt().take_raised(raised);
            let line = format!("{}: {}\n", host.rt().type_name(*exc), host.rt().str_text(*exc).unwrap_or_default());
            lisp(&host).output.borrow_mut().push_str(&line);
            break;
        }
    }
    let output = lisp(&host).output.take();
    Ok((output, host.finish()))
}
