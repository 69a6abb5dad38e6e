//! [`Jit`]: HIR in, callable machine code out.

use crate::code::{Code, CodeArena};
use crate::context::Context;
use crate::emit::{self, EmitError, Emitted, EmittedExit};
use crate::error::CompileError;
use crate::exit::{Form, Place};
use crate::explain::Explained;
use crate::forced::ForcedExits;
use crate::lower::{self, ArgPassing, Convention, Lowered, Resolver};
use crate::machine;
use crate::regalloc;
use crate::report::{Report, Stage};
use crate::routines::{EnterFloat, EnterInt, EnterWords, Routines};
use crate::signature::Signature;
use hir::passes::Pass;
use hir::{FrameId, Function, RefKind, Type, ValueId};
use parking_lot::RwLock;
use std::collections::BTreeMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

/// How to compile.
#[derive(Clone, Debug)]
pub struct Config {
    /// Most bytes of code pages.
    pub code_cap: usize,
    /// How many registers of each class values may live in from one instruction to the next; all if `None`.
    /// Fewer than [`MIN_REGISTERS`] are too few for some functions, which are an error then.
    pub register_budget: Option<usize>,
    /// How functions get their arguments.
    pub args: ArgPassing,
    /// The optimisation passes that functions without reference counts go through first.
    pub passes: &'static [Pass],
    /// Whether every function that calls anything compares the stack's limit at its start and leaves by the context's
    /// [overflow hook](crate::context::OverflowHook). Without it only `CheckStack` does.
    pub check_stack: bool,
    /// Whether every function is checked by the structural verifier first, so that one which is no HIR is an error. Without it such a
    /// function may panic or become code that breaks memory: only for HIR that is known to be valid.
    pub verify: bool,
    /// Whether every compiled function is proved balanced by the refcount verifier first.
    pub verify_refcounts: bool,
    /// Whether every guard fails once although it holds ([`CompiledFunction::take_forced`]): for tests of leaving compiled code.
    pub force_exits: bool,
}

/// The smallest [`register_budget`](Config::register_budget) with which every function has an allocation.
pub const MIN_REGISTERS: usize = 3;

impl Default for Config {
    fn default() -> Self {
        Config {
            code_cap: 64 << 20,
            register_budget: None,
            args: ArgPassing::Registers,
            passes: &[],
            check_stack: false,
            verify: true,
            verify_refcounts: cfg!(debug_assertions),
            force_exits: false,
        }
    }
}

/// A compiler with its code memory. Clones share both.
#[derive(Clone, Debug)]
pub struct Jit {
    arena: CodeArena,
    routines: Routines,
    config: Config,
    functions: Arc<CodeMap>,
}

/// The compiled functions by the address of their code.
#[derive(Debug, Default)]
pub struct CodeMap {
    by_start: RwLock<BTreeMap<usize, Weak<Compiled>>>,
}

impl CodeMap {
    /// The function whose code holds this address, which may be just past a call.
    pub fn find(&self, address: *const u8) -> Option<CompiledFunction> {
        let map = self.by_start.read();
        let (&start, function) = map.range(..=address.addr()).next_back()?;
        let inner = function.upgrade()?;
        (address.addr() - start <= inner.code.bytes().len()).then_some(CompiledFunction { inner })
    }
}

#[derive(Debug)]
struct Compiled {
    name: Box<str>,
    code: Code,
    exits: Vec<ExitInfo>,
    lines: Vec<(u32, u32)>,
    float_args: Vec<bool>,
    signature: Signature,
    passing: ArgPassing,
    spill_slots: usize,
    report: Report,
    forced: ForcedExits,
    functions: Arc<CodeMap>,
}

/// What the stages of a compilation made.
struct Stages {
    counted: Function,
    lowered: Lowered,
    emitted: Emitted,
    forced: ForcedExits,
}

impl Drop for Compiled {
    fn drop(&mut self) {
        let mut map = self.functions.by_start.write();
        let start = self.code.entry().addr();
        // Another function may stand at the address by now.
        if map.get(&start).is_some_and(|function| function.strong_count() == 0) {
            map.remove(&start);
        }
    }
}

/// A frame to rebuild.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameInfo {
    /// Its code.
    pub code: Box<str>,
    /// Where in it.
    pub pc: u32,
    /// For each register, which of the exit's values it holds.
    pub slots: Vec<Option<ValueId>>,
}

/// An exit of compiled code.
#[derive(Clone, Debug)]
pub struct ExitInfo {
    /// Why it is taken.
    pub reason: Box<str>,
    /// Whether an exception is pending.
    pub error: bool,
    /// Source line.
    pub line: u32,
    /// The frames, innermost first.
    pub frames: Vec<FrameInfo>,
    values: Vec<(ValueId, RefKind, Place, Form)>,
}

/// A value at an exit that was taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ExitWord {
    /// A word of the language.
    Word(u64),
    /// A machine integer.
    Int(i64),
    /// A machine float.
    Double(f64),
    /// A machine truth value.
    Bool(bool),
}

impl ExitInfo {
    /// The values, as the registers and the frame have them: each with how its reference is held, once for every reference the code owned.
    ///
    /// # Safety
    /// `registers` and `frame` are those with which this exit was taken, and the frame is still there.
    pub unsafe fn read(
        &self,
        registers: &crate::context::Registers,
        frame: *const u8,
    ) -> Vec<(ValueId, RefKind, ExitWord)> {
        let read = |place: Place, form: Form| {
            let bits = match (place, form) {
                (_, Form::Constant(bits)) => bits,
                (Place::Register(number), _) => registers.ints[usize::from(number)],
                (Place::FloatRegister(number), _) => registers.floats[usize::from(number)],
                // SAFETY: the caller says that the frame is there; the place is one of its spill slots.
                (Place::Frame(offset), _) => unsafe { frame.offset(offset as isize).cast::<u64>().read() },
                (Place::Nowhere, _) => 0,
            };
            match form {
                Form::Word | Form::Constant(_) => ExitWord::Word(bits),
                Form::Int => ExitWord::Int(bits as i64),
                Form::Double => ExitWord::Double(f64::from_bits(bits)),
                Form::Bool => ExitWord::Bool(bits & 1 != 0),
            }
        };
        self.values.iter().map(|&(value, kind, place, form)| (value, kind, read(place, form))).collect()
    }
}

/// A compiled function. Clones share it; its code lives as long as one of them, and as long as anybody is in it.
#[derive(Clone, Debug)]
pub struct CompiledFunction {
    inner: Arc<Compiled>,
}

impl Jit {
    /// A compiler.
    ///
    /// # Errors
    /// [`CompileError::Code`] if there is no memory for its own code.
    pub fn new(config: Config) -> Result<Jit, CompileError> {
        let arena = CodeArena::new(config.code_cap);
        let routines =
            Routines::new(&arena).map_err(|error| CompileError::Code { function: "<routines>".into(), error })?;
        Ok(Jit { arena, routines, config, functions: Arc::default() })
    }

    /// Compiles a function. Reference counts are inserted if it has none.
    ///
    /// # Errors
    /// [`CompileError`]: nothing is published then.
    pub fn compile(&self, func: &Function, resolver: &dyn Resolver) -> Result<CompiledFunction, CompileError> {
        self.compile_as(func, resolver, self.convention())
    }

    /// As [`compile`](Self::compile), with a calling convention of its own.
    ///
    /// # Errors
    /// As `compile`.
    pub fn compile_as(
        &self,
        func: &Function,
        resolver: &dyn Resolver,
        convention: Convention,
    ) -> Result<CompiledFunction, CompileError> {
        self.compile_owned(func.clone(), resolver, convention, Report::default())
    }

    /// As [`compile_as`](Self::compile_as), for a function that has waited so long.
    pub(crate) fn compile_queued(
        &self,
        func: Function,
        resolver: &dyn Resolver,
        convention: Convention,
        queued: Duration,
    ) -> Result<CompiledFunction, CompileError> {
        self.compile_owned(func, resolver, convention, Report::after(queued))
    }

    fn compile_owned(
        &self,
        func: Function,
        resolver: &dyn Resolver,
        convention: Convention,
        mut report: Report,
    ) -> Result<CompiledFunction, CompileError> {
        let Stages { counted, lowered, emitted, forced } = self.stages(func, resolver, convention, &mut report)?;
        let code = report
            .measure(Stage::Publication, || self.arena.publish(std::slice::from_ref(&emitted.bytes)))
            .map_err(|error| CompileError::Code { function: counted.name().into(), error })?
            .remove(0);
        let inner = Arc::new(Compiled {
            name: counted.name().into(),
            exits: emitted.exits.iter().map(|exit| exit_info(&counted, exit)).collect(),
            lines: emitted.lines,
            float_args: lowered.float_args,
            signature: Signature::of(&counted),
            passing: convention.args,
            spill_slots: emitted.spill_slots,
            report,
            forced,
            functions: self.functions.clone(),
            code,
        });
        self.functions.by_start.write().insert(inner.code.entry().addr(), Arc::downgrade(&inner));
        Ok(CompiledFunction { inner })
    }

    /// Compiles a function as [`compile_as`](Self::compile_as) does, but keeps what every stage made instead of publishing the code.
    ///
    /// # Errors
    /// [`CompileError`].
    pub fn explain(
        &self,
        func: &Function,
        resolver: &dyn Resolver,
        convention: Convention,
    ) -> Result<Explained, CompileError> {
        let Stages { counted, lowered, emitted, .. } =
            self.stages(func.clone(), resolver, convention, &mut Report::default())?;
        Ok(Explained { function: counted, lir: lowered.lir, exits: lowered.exits, emitted })
    }

    /// The stages before publication.
    fn stages(
        &self,
        func: Function,
        resolver: &dyn Resolver,
        convention: Convention,
        report: &mut Report,
    ) -> Result<Stages, CompileError> {
        let mut counted = func;
        let name: Box<str> = counted.name().into();
        let invalid = |message: String| CompileError::Invalid { function: name.clone(), message };
        let no_code = |error: EmitError| CompileError::Emit { function: name.clone(), error };
        if self.config.verify {
            report
                .measure(Stage::Verifier, || hir::verify(&counted))
                .map_err(|errors| invalid(errors.first().map(ToString::to_string).unwrap_or_default()))?;
        }
        check_natives(&counted)?;
        if !counted.is_counted() {
            report.add_passes(&hir::passes::run(&mut counted, self.config.passes));
            report
                .measure(Stage::RefcountInsertion, || hir::refcount::insert(&mut counted))
                .map_err(|error| invalid(error.to_string()))?;
        }
        if self.config.verify_refcounts {
            report
                .measure(Stage::Verifier, || hir::verify_refcounts::verify_refcounts(&counted))
                .map_err(|errors| invalid(errors.first().map(ToString::to_string).unwrap_or_default()))?;
        }
        let mut lowered = report.measure(Stage::Lowering, || lower::lower(&counted, resolver, convention))?;
        lowered.lir.check_stack = self.config.check_stack;
        let (lir, exits) = (&lowered.lir, &lowered.exits);
        let (flat, output) = report
            .measure(Stage::Registers, || regalloc::run(lir, exits, self.config.register_budget))
            .map_err(|error| no_code(EmitError::Registers(error)))?;
        let forced = if self.config.force_exits { ForcedExits::all(exits) } else { ForcedExits::default() };
        let emitted =
            report.measure(Stage::Emission, || emit::emit(lir, exits, &flat, &output, &forced)).map_err(no_code)?;
        Ok(Stages { counted, lowered, emitted, forced })
    }

    /// As [`call`](Self::call), with the words where the function expects them. The result is what `rax` or, for a function that gives a
    /// machine float, `xmm0` holds.
    ///
    /// # Safety
    /// As `call`.
    pub(crate) unsafe fn enter(
        &self,
        function: &CompiledFunction,
        context: *mut Context,
        ints: &[u64; 7],
        floats: &[f64; 8],
    ) -> u64 {
        let _inside = crossbeam_epoch::pin();
        let entry = function.inner.code.entry();
        if function.inner.signature.gives_float() {
            // SAFETY: the routine has this type.
            let enter: EnterFloat = unsafe { std::mem::transmute(self.routines.enter()) };
            // SAFETY: the caller's promises.
            unsafe { enter(context, entry, ints, floats) }.to_bits()
        } else {
            // SAFETY: the routine has this type.
            let enter: EnterInt = unsafe { std::mem::transmute(self.routines.enter()) };
            // SAFETY: the caller's promises.
            unsafe { enter(context, entry, ints, floats) }
        }
    }

    /// How functions are called unless it is said otherwise.
    pub fn convention(&self) -> Convention {
        Convention { args: self.config.args, callee: false }
    }

    /// The functions compiled, by address.
    pub fn code_map(&self) -> &Arc<CodeMap> {
        &self.functions
    }

    /// Bytes of code pages in use.
    pub fn code_bytes(&self) -> usize {
        self.arena.used()
    }

    /// Checks that code memory is as it was published ([`CodeArena::verify`]). Gives how many bytes that is.
    ///
    /// # Errors
    /// [`CodeError`](crate::code::CodeError): what is wrong.
    pub fn verify_code(&self) -> Result<usize, crate::code::CodeError> {
        self.arena.verify()
    }

    /// Sets the fields of a context that are this compiler's.
    pub fn prepare(&self, context: &mut Context) {
        context.free_routine = self.routines.free();
        context.free_floatless_routine = self.routines.free_floatless();
        context.exit_routine = self.routines.exit();
        context.overflow_routine = self.routines.overflow();
    }

    /// Calls a function.
    ///
    /// # Safety
    /// `context` is [prepared](Self::prepare) by this compiler and its hooks are sound; the arguments are what the function's `LoadArg`s and
    /// `TakeArg`s say, references among them alive, and owned where they are taken.
    pub unsafe fn call(&self, function: &CompiledFunction, context: *mut Context, args: &[Arg]) -> u64 {
        let (ints, floats) = split_args(args);
        let _inside = crossbeam_epoch::pin();
        // SAFETY: the routine has this type.
        let enter: EnterInt = unsafe { std::mem::transmute(self.routines.enter()) };
        // SAFETY: the caller's promises.
        unsafe { enter(context, function.inner.code.entry(), &ints, &floats) }
    }

    /// Calls the code at `entry`, of a function that takes words only, and the function object `callee` that runs.
    ///
    /// # Safety
    /// As [`call`](Self::call); the code is that of a compiled function that is not dropped before the call.
    pub unsafe fn call_words(&self, entry: *const u8, context: *mut Context, callee: u64, words: [u64; 6]) -> u64 {
        let _inside = crossbeam_epoch::pin();
        // SAFETY: the caller's promises.
        unsafe { self.call_words_inside(entry, context, callee, words) }
    }

    /// As [`call_words`](Self::call_words), from what machine code called.
    ///
    /// # Safety
    /// As `call_words`; on this thread a call of this compiler's code has not ended yet.
    pub unsafe fn call_words_inside(
        &self,
        entry: *const u8,
        context: *mut Context,
        callee: u64,
        words: [u64; 6],
    ) -> u64 {
        let [a, b, c, d, e, f] = words;
        // SAFETY: the routine has this type.
        let enter: EnterWords = unsafe { std::mem::transmute(self.routines.enter_words()) };
        // SAFETY: the caller's promises.
        unsafe { enter(context, entry, &[a, b, c, d, e, f, callee]) }
    }

    /// What a [cell](Resolver::code_cell) leads to while its code is not compiled: it asks [`Context::call`].
    pub fn uncompiled(&self) -> *const u8 {
        self.routines.uncompiled()
    }

    /// As [`call`](Self::call), for a function that gives a machine float.
    ///
    /// # Safety
    /// As `call`.
    pub unsafe fn call_float(&self, function: &CompiledFunction, context: *mut Context, args: &[Arg]) -> f64 {
        let (ints, floats) = split_args(args);
        let _inside = crossbeam_epoch::pin();
        // SAFETY: the routine has this type.
        let enter: EnterFloat = unsafe { std::mem::transmute(self.routines.enter()) };
        // SAFETY: the caller's promises.
        unsafe { enter(context, function.inner.code.entry(), &ints, &floats) }
    }
}

/// An argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arg {
    /// A word, a machine integer or truth value.
    Int(u64),
    /// A machine float.
    Float(f64),
}

fn split_args(args: &[Arg]) -> ([u64; 7], [f64; 8]) {
    let (mut ints, mut floats) = ([0; 7], [0.0; 8]);
    let (mut next_int, mut next_float) = (0, 0);
    for arg in args {
        match *arg {
            Arg::Int(bits) if next_int < 6 => {
                ints[next_int] = bits;
                next_int += 1;
            }
            Arg::Float(value) if next_float < floats.len() => {
                floats[next_float] = value;
                next_float += 1;
            }
            // More than any compiled function takes.
            Arg::Int(_) | Arg::Float(_) => {}
        }
    }
    (ints, floats)
}

/// Refuses natives that have more parameters than there are registers.
fn check_natives(func: &Function) -> Result<(), CompileError> {
    // The context takes one.
    let limit = machine::SYSTEM_ARGS.len() - 1;
    for (_, native) in func.natives() {
        let floats = native.params.iter().filter(|param| param.ty.is_subtype(Type::C_DOUBLE)).count();
        if floats > machine::FLOAT_ARGS.len() || native.params.len() - floats > limit {
            let (function, native) = (func.name().into(), native.name.clone());
            return Err(CompileError::NativeArguments { function, native, limit });
        }
    }
    Ok(())
}

fn exit_info(func: &Function, emitted: &EmittedExit) -> ExitInfo {
    let frame_info = |frame: FrameId| {
        let state = func.frame(frame);
        FrameInfo { code: func.name_of(state.code).into(), pc: state.pc, slots: state.slots.clone() }
    };
    let frames = std::iter::successors(Some(emitted.exit.frame), |&frame| func.frame(frame).caller);
    ExitInfo {
        reason: emitted.exit.reason.clone(),
        error: emitted.exit.error,
        line: emitted.exit.line,
        frames: frames.map(frame_info).collect(),
        values: emitted
            .exit
            .values
            .iter()
            .zip(&emitted.places)
            .map(|(value, &(place, form))| (value.value, value.kind, place, form))
            .collect(),
    }
}

impl CompiledFunction {
    /// The function's name.
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// Its machine code.
    pub fn code(&self) -> &Code {
        &self.inner.code
    }

    /// Its exits, by number.
    pub fn exits(&self) -> &[ExitInfo] {
        &self.inner.exits
    }

    /// What it takes and gives.
    pub fn signature(&self) -> &Signature {
        &self.inner.signature
    }

    /// How it gets its arguments.
    pub fn passing(&self) -> ArgPassing {
        self.inner.passing
    }

    /// Whether the code is of the compiler that keeps this map.
    pub(crate) fn is_of(&self, map: &Arc<CodeMap>) -> bool {
        Arc::ptr_eq(&self.inner.functions, map)
    }

    /// Which arguments are machine floats.
    pub fn float_args(&self) -> &[bool] {
        &self.inner.float_args
    }

    /// How many spill slots its frame has.
    pub fn spill_slots(&self) -> usize {
        self.inner.spill_slots
    }

    /// For exit hooks: exit `number` was taken. Whether it was so only because the [configuration](Config::force_exits) says that every guard
    /// fails once; from now on this one does not.
    pub fn take_forced(&self, number: u32) -> bool {
        self.inner.forced.take(number)
    }

    /// What its compilation cost.
    pub fn report(&self) -> &Report {
        &self.inner.report
    }

    /// The source line of an address in the code, or 0.
    pub fn line_at(&self, address: *const u8) -> u32 {
        let offset = address.addr().wrapping_sub(self.inner.code.entry().addr());
        let after = self.inner.lines.partition_point(|&(start, _)| (start as usize) < offset);
        after.checked_sub(1).map_or(0, |at| self.inner.lines[at].1)
    }
}
