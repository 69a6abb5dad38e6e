//! `Engine`: one isolate of the hosted language, and the compiler driver.

use crate::bytecode::{CodeKind, CodeProto};
use crate::front::{self, SyntaxError, SyntaxWarning};
use crate::interp::stack::Stack;
use crate::interp::{ENTRY, Stats, Vm, call, code};
use crate::modules::{self, Imports, add};
use runtime::{Raised, Res, Rt, Value};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// An engine of the hosted language: a heap, the built-in modules and an interpreter, used by one thread at a time.
pub struct Engine {
    rt: Box<Rt>,
    // Dropped after the context, which calls it until its last object is gone.
    _vm: Box<Vm>,
    finished: bool,
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
    /// The built-in modules could not be made.
    #[error("cannot make the built-in modules")]
    Builtins,
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
        let proto = front::compile::compile_module(parsed.module(), text, filename.clone(), kind)?;
        Ok((Arc::new(proto), parsed.warnings().to_vec()))
    })?;
    Ok(Compiled { proto, warnings, filename: filename.clone() })
}

impl Engine {
    /// A new engine with `argv` as `sys.argv`.
    ///
    /// # Errors
    /// No memory.
    pub fn new(argv: &[String]) -> Result<Engine, EngineError> {
        let rt = Rt::new()?;
        let vm = Box::new(Vm {
            stack: Stack::new()?,
            current: Cell::new(std::ptr::null_mut()),
            depth: Cell::new(0),
            stats: Stats::default(),
            imports: Imports::default(),
        });
        rt.host.set(std::ptr::from_ref::<Vm>(&vm).cast());
        rt.set_entry(&ENTRY);
        let engine = Engine { rt, _vm: vm, finished: false };
        engine.install_modules(argv).map_err(|Raised| EngineError::Builtins)?;
        Ok(engine)
    }

    fn install_modules(&self, argv: &[String]) -> Result<(), Raised> {
        let rt = &*self.rt;
        rt.modules.set(rt.new_dict()?);
        let builtins = modules::builtins::make(rt)?;
        rt.builtins.set(rt.getattr(*builtins, rt.names.__dict__)?);
        rt.dict_set_str(rt.modules.get(), *rt.intern("builtins")?, builtins)?;
        let _ = argv;
        Ok(())
    }

    /// The runtime's context.
    pub fn rt(&self) -> &Rt {
        &self.rt
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
        let dict = rt.getattr(*module, rt.names.__dict__)?;
        add(rt, *dict, "__builtins__", rt.builtins.get().own())?;
        add(rt, *dict, "__package__", Value::none().own())?;
        if let Some(file) = file {
            add(rt, *dict, "__file__", rt.str(file)?)?;
        }
        rt.dict_set_str(rt.modules.get(), rt.names.__main__, module)?;
        call::run_code(rt, *code_object, *dict, None)
    }

    /// Finalises everything and gives the number of objects still alive that should not be: 0 unless something leaks.
    pub fn finish(mut self) -> usize {
        self.finished = true;
        self.rt.teardown()
    }
}
