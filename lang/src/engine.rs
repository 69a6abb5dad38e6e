//! `Engine`: one isolate of the hosted language, and the compiler driver.

use crate::bytecode::{CodeKind, CodeProto};
use crate::front::{self, SyntaxError, SyntaxWarning};
use crate::hir_build::feedback::Loaded;
use crate::interp::stack::Stack;
use crate::interp::{ENTRY, Stats, Vm, call, code};
use crate::jit::{JitMode, JitOptions, Machine};
use crate::modules::{self, Imports, add};
use crate::traceback::Sources;
use ruff_text_size::Ranged;
use runtime::{Exc, Owned, Raised, Res, Rt, Value};
use std::cell::{Cell, OnceCell};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

/// An engine of the hosted language: a heap, the built-in modules and an interpreter, used by one thread at a time.
pub struct Engine {
    rt: Box<Rt>,
    // Dropped after the context, which calls it until its last object is gone.
    _vm: Box<Vm>,
}

/// Why an engine could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// No memory for the runtime.
    #[error(transparent)]
    Runtime(#[from] runtime::rt::RtError),
    /// No address space for the register stack.
    #[error("cannot reserve the register stack: {0}")]
    Stack(#[from] std::io::Error),
    /// No memory for machine code.
    #[error(transparent)]
    Jit(#[from] ::jit::CompileError),
    /// The built-in modules could not be made.
    #[error("cannot make the built-in modules: {0}")]
    Builtins(String),
}

/// What compiling gave: code and warnings to show.
pub struct Compiled {
    /// The code.
    pub proto: Arc<CodeProto>,
    /// Warnings in source order.
    pub warnings: Vec<SyntaxWarning>,
    /// The file's name, for the warnings.
    pub filename: Arc<str>,
}

impl Compiled {
    /// Prints the warnings on standard error, as CPython does, and gives the code.
    pub fn report(self) -> Arc<CodeProto> {
        for w in &self.warnings {
            eprint!("{}", w.render(&self.filename));
        }
        self.proto
    }
}

/// Compiles source text, on a stack large enough for any nesting that the front end lets through.
///
/// # Errors
/// A syntax error, in CPython's words.
pub fn compile(text: &str, filename: &Arc<str>, kind: CodeKind) -> Result<Compiled, SyntaxError> {
    let (proto, warnings) = front::with_parsed(text, filename, |parsed| {
        front::compile::compile_module(&parsed.module, parsed.source, filename.clone(), kind)
            .map(|proto| (Arc::new(proto), parsed.warnings.clone()))
    })??;
    Ok(Compiled { proto, warnings, filename: filename.clone() })
}

/// Compiles an expression, for `eval`.
///
/// # Errors
/// A syntax error; text that is no expression is one.
pub(crate) fn compile_expression(text: &str, filename: &Arc<str>) -> Result<Arc<CodeProto>, SyntaxError> {
    front::with_parsed(text, filename, |parsed| {
        let [ruff_python_ast::Stmt::Expr(statement)] = &parsed.module.body[..] else {
            let (start, end) = match parsed.module.body.first() {
                Some(first) => (first.range().start().to_u32(), first.range().end().to_u32()),
                None => (0, 0),
            };
            return Err(parsed.error("invalid syntax", start, end));
        };
        let expression = ruff_python_ast::ModExpression {
            node_index: Default::default(),
            body: statement.value.clone(),
            range: statement.range(),
        };
        front::compile::compile_expression(&expression, parsed.source, filename.clone()).map(Arc::new)
    })
    .map_err(|mut error| {
        // There are no assignments in an expression: the parser of `eval` stumbles over the sign itself.
        if error.message.starts_with("cannot assign to") {
            error.message = "invalid syntax".into();
        }
        error
    })?
}

impl Engine {
    /// A new engine with `argv` as `sys.argv` and `dir` as first entry of `sys.path`. What runs often becomes machine code, compiled on
    /// another thread ([`JitMode::Auto`]).
    ///
    /// # Errors
    /// No memory.
    pub fn new(argv: &[String], dir: &str) -> Result<Engine, EngineError> {
        Engine::with_jit(argv, dir, JitMode::default())
    }

    /// As [`new`](Engine::new), with machine code as the options say, or none.
    ///
    /// # Errors
    /// No memory.
    pub fn with_jit(argv: &[String], dir: &str, options: impl Into<JitOptions>) -> Result<Engine, EngineError> {
        Engine::on(Rt::new()?, argv, dir, options.into())
    }

    /// As [`with_jit`](Engine::with_jit), with hashes of text that are the same in every process, as `PYTHONHASHSEED` gives: for runs
    /// that repeat exactly. Whoever knows the seed can choose texts that collide.
    ///
    /// # Errors
    /// No memory.
    pub fn with_hash_seed(
        argv: &[String],
        dir: &str,
        options: impl Into<JitOptions>,
        seed: u32,
    ) -> Result<Engine, EngineError> {
        Engine::on(Rt::with_hash_key((u64::from(seed), 0))?, argv, dir, options.into())
    }

    fn on(rt: Box<Rt>, argv: &[String], dir: &str, options: JitOptions) -> Result<Engine, EngineError> {
        let own_room = Box::new(Cell::new(i32::try_from(rt.recursion_limit.get()).unwrap_or(i32::MAX)));
        let vm = Box::new(Vm {
            room: Cell::new(&raw const *own_room),
            _own_room: own_room,
            stack: Stack::new()?,
            current: Cell::new(std::ptr::null_mut()),
            depth: Cell::new(0),
            stats: Stats::default(),
            codes: code::Registry::default(),
            imports: Imports::default(),
            sources: Sources::default(),
            mode: Cell::new(options.mode),
            machine: OnceCell::new(),
        });
        rt.host.set(std::ptr::from_ref::<Vm>(&vm).cast());
        rt.set_entry(&ENTRY);
        if let Some(machine) = Machine::new(&rt, &vm, options)? {
            // It was empty.
            let _ = vm.machine.set(machine);
            if let Some(machine) = vm.machine() {
                vm.room.set(machine.room());
            }
        }
        let engine = Engine { rt, _vm: vm };
        if let Err(raised) = engine.install_modules(argv, dir) {
            let exc = engine.rt.take_raised(raised);
            return Err(EngineError::Builtins(crate::traceback::render(&engine.rt, *exc)));
        }
        Ok(engine)
    }

    fn install_modules(&self, argv: &[String], dir: &str) -> Result<(), Raised> {
        let rt = &*self.rt;
        rt.modules.set(rt.new_dict()?);
        self._vm.imports.script_dir.replace(dir.to_owned());
        let builtins = modules::builtins::make(rt)?;
        rt.builtins.set(crate::modules::dict_of(rt, *builtins)?);
        rt.dict_set_str(rt.modules.get(), *rt.intern("builtins")?, builtins)?;
        let sys = modules::sys::make(rt, argv, dir)?;
        rt.dict_set_str(rt.modules.get(), *rt.intern("sys")?, sys)
    }

    /// The runtime's context.
    pub fn rt(&self) -> &Rt {
        &self.rt
    }

    /// Lets tracebacks show lines of a program that is in no file: `proto` was compiled from `text`.
    pub fn show_source(&self, proto: &CodeProto, text: &str) {
        self._vm.sources.add(proto, text);
    }

    /// The flag that asks for KeyboardInterrupt at the next poll, from any thread.
    pub fn interrupt_flag(&self) -> Arc<AtomicBool> {
        self.rt.interrupt.clone()
    }

    /// Runs code as the module `__main__`.
    ///
    /// # Errors
    /// What it raises.
    pub fn run_main(&self, proto: &Arc<CodeProto>, file: Option<&str>) -> Res {
        let rt = &*self.rt;
        let code_object = code::load(rt, proto)?;
        let module = modules::new_module(rt, "__main__", None)?;
        let dict = crate::modules::dict_of(rt, *module)?;
        add(rt, *dict, "__builtins__", rt.builtins.get().own())?;
        add(rt, *dict, "__package__", Value::none().own())?;
        if let Some(file) = file {
            add(rt, *dict, "__file__", rt.str(file)?)?;
        }
        rt.dict_set_str(rt.modules.get(), rt.names.__main__, module)?;
        call::run_code(rt, *code_object, *dict, None)
    }

    /// Runs code as a program: as [`Engine::run_main`], with what leaves it printed as CPython does, and standard output written out.
    pub fn run_program(&self, proto: &Arc<CodeProto>, file: Option<&str>) -> Outcome {
        let result = self.run_main(proto, file);
        let outcome = match result {
            Ok(_) => Outcome::Exit(0),
            Err(raised) => self.report(raised),
        };
        modules::sys::flush_replaced_stdout(&self.rt);
        match self.rt.out.flush() {
            Ok(()) => outcome,
            Err(e) if e.kind() == std::io::ErrorKind::BrokenPipe => Outcome::Exit(120),
            Err(e) => {
                eprintln!("Exception ignored while flushing sys.stdout:\nOSError: {e}");
                Outcome::Exit(120)
            }
        }
    }

    /// Prints the exception that left a program, or does what SystemExit says.
    fn report(&self, raised: Raised) -> Outcome {
        let rt = &*self.rt;
        let exc = rt.take_raised(raised);
        let class = rt.class_of(*exc);
        if rt.is_subclass(class, rt.exc_class(Exc::SystemExit)) {
            let code = rt.exception_data(*exc).extra.own();
            return Outcome::Exit(self.exit_code(code));
        }
        modules::sys::flush_replaced_stdout(rt);
        let _ = rt.out.flush();
        if rt.is_subclass(class, rt.exc_class(Exc::BrokenPipeError)) {
            // The reader of standard output is gone: end without noise.
            return Outcome::Exit(120);
        }
        if !modules::sys::call_excepthook(rt, *exc) {
            rt.write_error(&crate::traceback::render(rt, *exc));
        }
        if rt.is_subclass(class, rt.exc_class(Exc::KeyboardInterrupt)) {
            return Outcome::Interrupted;
        }
        Outcome::Exit(1)
    }

    fn exit_code(&self, code: Option<Owned>) -> u8 {
        let rt = &*self.rt;
        match code {
            None => 0,
            Some(v) if v.is_none() => 0,
            Some(v) => match rt.as_int(*v) {
                // The system keeps the low eight bits; what does not fit 64 bits counts as -1.
                Some(i) => i64::try_from(&*i).map_or(255, |i| i as u8),
                None => {
                    let _ = rt.out.flush();
                    match rt.str_text(*v) {
                        Ok(text) => rt.write_error(&format!("{text}\n")),
                        Err(raised) => drop(rt.take_raised(raised)),
                    }
                    1
                }
            },
        }
    }

    /// From now on what code has seen is kept for [`loaded_code`](Engine::loaded_code) when the code goes.
    pub fn keep_feedback(&self) {
        self._vm.codes.keep_gone();
    }

    /// All loaded code with a snapshot of its feedback, in the order in which it was loaded.
    pub fn loaded_code(&self) -> Vec<Loaded> {
        self._vm.codes.snapshot(&self.rt)
    }

    /// Counters, as `--stats` prints them.
    pub fn stats(&self) -> String {
        let s = &self._vm.stats;
        let machine = self._vm.machine().map(ToString::to_string).unwrap_or_default();
        format!(
            "tally: code objects loaded   {}\ntally: calls                 {}\ntally: inline caches filled  {}\ntally: exceptions unwound    {}\ntally: shapes                {}\ntally: live objects          {}\ntally: heap committed        {} bytes\n{machine}",
            s.codes.get(),
            s.calls.get(),
            s.cache_fills.get(),
            s.unwinds.get(),
            self.rt.shapes.len(),
            self.rt.heap.live_objects(),
            self.rt.heap.bytes_committed(),
        )
    }

    /// Finalises everything and counts what is still alive though nothing immortal holds it: nothing, unless something leaks.
    pub fn finish(self) -> Leaked {
        let objects = self.rt.teardown();
        let ledger = self.rt.ledger().into_iter().map(|(name, n)| format!("  {n} {name}\n")).collect();
        Leaked { objects, ledger }
    }

    /// Finalises what a program can observe, and leaves the rest to the system.
    pub fn finish_fast(self) -> Leaked {
        self.rt.finalise_modules();
        let _ = self.rt.out.flush();
        Leaked { objects: 0, ledger: String::new() }
    }
}

/// What is left at the end of an engine.
#[derive(Debug)]
pub struct Leaked {
    /// How many objects.
    pub objects: usize,
    /// Their kinds, a line each.
    pub ledger: String,
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// With this exit code.
    Exit(u8),
    /// By KeyboardInterrupt.
    Interrupted,
}

static SIGINT_FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();

extern "C" fn on_sigint(_: libc::c_int) {
    if let Some(flag) = SIGINT_FLAG.get() {
        flag.store(true, std::sync::atomic::Ordering::Relaxed);
    }
}

/// From now on SIGINT asks `engine` for KeyboardInterrupt. For the program: the first engine that asks gets it.
pub fn interrupt_on_sigint(engine: &Engine) {
    if SIGINT_FLAG.set(engine.interrupt_flag()).is_ok() {
        runtime::signals::on_sigint(on_sigint);
    }
}
