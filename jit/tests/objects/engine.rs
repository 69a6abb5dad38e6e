//! A runtime, a compiler, and what runs HIR in both and says what came of it.

use crate::literal;
use hir::{Constant, Opcode, RefKind};
use jit::context::{Context, Registers};
use jit::jit::{Arg, CodeMap, ExitWord};
use jit::lower::{InstanceLayout, Resolver};
use jit::{Config, Jit};
use runtime::object::Kind;
use runtime::{Exc, NativeDef, Owned, Raised, Rt, Value};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::mem::ManuallyDrop;
use std::sync::Arc;

/// A runtime with names for the objects that tests use.
pub struct Engine {
    pub rt: ManuallyDrop<Box<Rt>>,
    pub names: HashMap<String, Value>,
    /// Whether code makes small objects in line.
    pub in_line: Cell<bool>,
    jit: Jit,
    constants: RefCell<HashMap<Constant, u64>>,
}

/// What the exit hook knows and finds.
struct Host {
    code: Arc<CodeMap>,
    left_by: Option<(String, bool)>,
}

/// The words of constants and names. The few objects among them live as long as the process.
struct Words<'e>(&'e Engine);

impl Resolver for Words<'_> {
    fn constant(&self, constant: &Constant) -> Option<u64> {
        if let Some(&word) = self.0.constants.borrow().get(constant) {
            return Some(word);
        }
        let rt = &self.0.rt;
        let value = match constant {
            Constant::None => Value::none(),
            Constant::True => Value::bool(true),
            Constant::False => Value::bool(false),
            Constant::Str(text) => rt.intern_immortal(text).ok()?,
            Constant::Names(names) => {
                let names: Vec<Value> = names.iter().filter_map(|name| rt.intern_immortal(name).ok()).collect();
                rt.tuple_from(&names).ok()?.into_raw()
            }
            _ => return None,
        };
        self.0.constants.borrow_mut().insert(constant.clone(), word(value));
        Some(word(value))
    }

    fn name(&self, name: &str) -> Option<u64> {
        self.0.rt.intern_immortal(name).ok().map(word)
    }

    fn native(&self, _: &str) -> Option<*const u8> {
        None
    }

    fn slot_offset(&self, shape: u32, slot: u32) -> Option<i32> {
        self.0.rt.slot_offset(shape, slot as usize).and_then(|offset| i32::try_from(offset).ok())
    }

    fn makes_in_line(&self, _: Opcode) -> bool {
        self.0.in_line.get()
    }

    fn instance_layout(&self, shape: u32) -> Option<InstanceLayout> {
        self.0.rt.new_instance_layout(shape).map(|(bytes, counts_class)| InstanceLayout { bytes, counts_class })
    }
}

pub fn word(value: Value) -> u64 {
    value.as_ptr().expose_provenance() as u64
}

pub fn value(word: u64) -> Value {
    Value::from_ptr(std::ptr::with_exposed_provenance_mut::<u8>(word as usize))
}

unsafe extern "C" fn exit_hook(
    context: *mut Context,
    number: u32,
    registers: *const Registers,
    frame: *const u8,
    address: *const u8,
) -> u64 {
    // SAFETY: the context's host is the test's and outlives the call; registers and frame are the exit's.
    unsafe {
        let host = &mut *(*context).host.cast::<Host>();
        let function = host.code.find(address).expect("an exit of compiled code");
        let exit = &function.exits()[number as usize];
        for (_, kind, found) in exit.read(&*registers, frame) {
            if let (RefKind::Owned, ExitWord::Word(bits)) = (kind, found) {
                value(bits).decref();
            }
        }
        host.left_by = Some((exit.reason.to_string(), exit.error));
    }
    0
}

static ADD_ALL: NativeDef = NativeDef::new("add_all", "(*args, **kwargs)", |rt, args| {
    let mut sum = rt.int(0)?;
    for &arg in args.all() {
        sum = rt.binary(runtime::ops::BinOp::Add, *sum, arg)?;
    }
    Ok(sum)
});

static ENTER: NativeDef = NativeDef::new("__enter__", "(self)", |_, args| Ok(args.get(0).own()));
static EXIT: NativeDef = NativeDef::new("__exit__", "(self, kind, exc, traceback)", |rt, args| {
    if args.get(1).is_none() { rt.str("no exception") } else { rt.repr(args.get(2)) }
});
static PANIC: NativeDef = NativeDef::new("panics", "()", |_, _| panic!("of the test"));

impl Engine {
    pub fn new(budget: Option<usize>) -> Engine {
        let rt = ManuallyDrop::new(Rt::new().expect("memory"));
        let jit = Jit::new(Config { register_budget: budget, ..Config::default() }).expect("memory for the routines");
        let mut names = HashMap::new();
        for &class in Exc::ALL {
            names.insert(class.name().to_string(), rt.exc_class(class));
        }
        for kind in [Kind::Int, Kind::Str, Kind::List, Kind::Tuple, Kind::Range, Kind::Type, Kind::Slice] {
            names.insert(kind.type_name().to_string(), rt.kind_type(kind));
        }
        let mut engine = Engine { rt, names, in_line: Cell::new(true), jit, constants: RefCell::default() };
        for (name, def) in [("add_all", &ADD_ALL), ("panics", &PANIC)] {
            let native = engine.rt.new_native(def, runtime::object::NativeSort::Function, None, None);
            engine.names.insert(name.to_string(), native.expect("memory").into_raw());
        }
        engine.class("Point", &[]);
        engine.class("Ticker", crate::panics::METHODS);
        engine.class("Manager", &[("__enter__", &ENTER), ("__exit__", &EXIT)]);
        engine
    }

    /// Makes a class with native methods.
    fn class(&mut self, name: &str, methods: &[(&str, &'static NativeDef)]) {
        let rt = &self.rt;
        let make = || -> Result<Owned, Raised> {
            let namespace = rt.new_dict()?;
            rt.dict_set_str(*namespace, rt.names.__module__, rt.intern("__main__")?)?;
            for (name, def) in methods {
                let method =
                    rt.new_native(def, runtime::object::NativeSort::Method, Some(rt.kind_type(Kind::Instance)), None)?;
                rt.dict_set_str(*namespace, *rt.intern(name)?, method)?;
            }
            let bases = rt.tuple_from(&[])?;
            rt.call(rt.kind_type(Kind::Type), &[*rt.intern(name)?, *bases, *namespace])
        };
        let class = make().expect("a class");
        self.names.insert(name.to_string(), class.into_raw());
    }

    /// The value that a piece of source text is.
    pub fn make(&self, text: &str) -> Owned {
        literal::make(self, text)
    }

    /// What is pending, as text.
    pub fn pending(&self) -> String {
        let exc = self.rt.take_raised(Raised);
        let text = self.rt.str_text(*exc).unwrap_or_default();
        format!("{}: {text}", self.rt.type_name(*exc))
    }

    /// Compiles the function and calls it with values; those it takes are given references of their own.
    pub fn run(&self, text: &str, args: &[Value]) -> Result<Owned, String> {
        let func = hir::text::parse_one(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let words = Words(self);
        let function = self.jit.compile(&func, &words).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let mut host = Host { code: self.jit.code_map().clone(), left_by: None };
        let mut context = Context::new(jit::helpers::free, exit_hook);
        context.host = std::ptr::from_mut(&mut host).cast();
        context.rt = std::ptr::from_ref::<Rt>(&self.rt);
        jit::helpers::install(&mut context);
        self.jit.prepare(&mut context);
        for (index, arg) in args.iter().enumerate() {
            if text.contains(&format!("TakeArg<{index}>")) {
                arg.incref();
            }
        }
        let args: Vec<Arg> = args.iter().map(|&arg| Arg::Int(word(arg))).collect();
        // SAFETY: the context is prepared, its hooks are sound, and the arguments are what the function takes.
        let result = unsafe { self.jit.call(&function, &mut context, &args) };
        self.jit.verify_code().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(jit::code::audit::writable_and_executable().expect("the process map"), []);
        match (Owned::from_raw_option(value(result)), host.left_by) {
            (Some(result), None) => Ok(result),
            (None, Some((_, true))) => Err(self.pending()),
            (None, Some((reason, false))) => {
                assert!(self.rt.pending.get().is_empty(), "a guard leaves nothing pending");
                Err(format!("exit {reason}"))
            }
            (None, None) => Err(self.pending()),
            (Some(result), Some(exit)) => panic!("{:?} and exit {exit:?}", self.rt.repr_text(*result)),
        }
    }

    /// Runs a function with the items of the tuple `args` and says what came of it: the `repr` of its result, or the error. Nothing may be
    /// left over or missing afterwards.
    #[track_caller]
    pub fn check(&self, text: &str, args: &str, expected: &str) {
        // The first run interns names and fills caches.
        for (round, in_line) in [(0, true), (1, true), (1, false)] {
            self.in_line.set(in_line);
            let before = self.rt.ledger();
            {
                let made = self.make(&format!("({args})"));
                let items = self.rt.as_tuple(*made).expect("a tuple").to_vec();
                let got = match self.run(text, &items) {
                    Ok(result) => self.rt.repr_text(*result).unwrap_or_else(|_| self.pending()),
                    Err(error) => error,
                };
                assert_eq!(got, expected, "({args}) to\n{text}");
            }
            if round == 1 {
                assert_eq!(self.rt.ledger(), before, "({args}) to\n{text}");
            }
        }
    }
}
