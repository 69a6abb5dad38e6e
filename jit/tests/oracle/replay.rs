//! Runs machine code against a recording of the checked interpreter.

use crate::image::Image;
use crate::target::{Calls, Words, name_word};
use crate::thunks::{Arguments, Frame, JUNK, Reply, Thunks};
use hir::interp::{Called, Ending, Recording, State, Value};
use hir::{Exit, Function, Imm, InstData, Opcode, Type};
use jit::code::audit;
use jit::context::{Context, HELPERS, Registers};
use jit::jit::{CodeMap, CompiledFunction, ExitInfo, ExitWord};
use jit::lower::{ArgPassing, Passing, passing};
use jit::{CompileError, Config, Jit};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Thunks for helpers come first, by opcode; then the release; then the natives.
const FREE: usize = HELPERS;
const NATIVES: usize = HELPERS + 1;
const MOST_NATIVES: usize = 16;
/// What the exit hook gives.
const EXITED: u64 = 0x1eaf_0000_dead;

/// How a function is run.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub budget: Option<usize>,
    pub args: ArgPassing,
    pub out_of_memory: bool,
}

/// Why a function cannot be run, or what went wrong.
#[derive(Debug)]
pub enum Failure {
    /// There is no machine code for it.
    Unsupported,
    /// The machine code does something else than the interpreter.
    Wrong(String),
}

/// What the thunks and hooks know.
#[repr(C)]
struct Host<'r> {
    frame: Frame,
    func: &'r Function,
    recording: &'r Recording,
    image: Image,
    at: usize,
    state: &'r State,
    interrupt: AtomicBool,
    code: Arc<CodeMap>,
    left: bool,
    wrong: Option<String>,
}

/// A compiler for each way, and thunks.
pub struct Machine {
    jits: HashMap<(Option<usize>, bool), Jit>,
    thunks: Thunks,
}

/// How much a run did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Done {
    pub calls: usize,
    pub frees: usize,
    pub exits: usize,
    pub spills: usize,
}

impl Machine {
    pub fn new() -> Machine {
        let arena = jit::code::CodeArena::new(1 << 20);
        Machine { jits: HashMap::new(), thunks: Thunks::new(&arena, NATIVES + MOST_NATIVES, called) }
    }

    /// Code memory is as it should be.
    pub fn audit(&self) {
        for jit in self.jits.values() {
            jit.verify_code().unwrap_or_else(|error| panic!("{error}"));
        }
        assert_eq!(audit::writable_and_executable().expect("the process map"), []);
    }

    fn jit(&mut self, way: Way) -> Jit {
        let config = Config { register_budget: way.budget, args: way.args, ..Config::default() };
        let make = || Jit::new(config).unwrap_or_else(|error| panic!("{error}"));
        self.jits.entry((way.budget, way.args == ArgPassing::Window)).or_insert_with(make).clone()
    }

    /// Runs the function as the recording was made, and compares.
    pub fn run(&mut self, func: &Function, recording: &Recording, way: Way) -> Result<Done, Failure> {
        let jit = self.jit(way);
        let mut image = Image::new(recording);
        image.become_state(&recording.start);
        let natives = func.natives().map(|(_, native)| native.name.to_string()).enumerate();
        let natives = natives.map(|(index, name)| (name, self.thunks.address(NATIVES + index))).collect();
        let words = Words::new(recording, &image, natives, way.out_of_memory);
        let function = match jit.compile(func, &words) {
            Ok(function) => function,
            Err(CompileError::Unsupported { .. }) => return Err(Failure::Unsupported),
            Err(error) => return Err(Failure::Wrong(error.to_string())),
        };
        let mut host = Host {
            frame: Frame::default(),
            func,
            recording,
            image,
            at: 0,
            state: &recording.start,
            interrupt: AtomicBool::new(false),
            code: jit.code_map().clone(),
            left: false,
            wrong: None,
        };
        self.enter(&jit, &function, &mut host, way).map_err(Failure::Wrong)?;
        let frees = recording.calls.iter().filter(|call| matches!(call.called, Called::Free(_))).count();
        Ok(Done {
            calls: recording.calls.len() - frees,
            frees,
            exits: usize::from(host.left),
            spills: function.spill_slots(),
        })
    }

    fn enter(&self, jit: &Jit, function: &CompiledFunction, host: &mut Host<'_>, way: Way) -> Result<(), String> {
        // SAFETY: the thunk for releases is a function that gets the context and an object.
        let free = unsafe { std::mem::transmute::<*const u8, jit::context::FreeHook>(self.thunks.address(FREE)) };
        let mut context = Context::new(free, exited);
        jit.prepare(&mut context);
        for (number, helper) in context.helpers.iter_mut().enumerate() {
            *helper = self.thunks.address(number);
        }
        context.host = std::ptr::from_mut(host).cast();
        context.interrupt = &raw const host.interrupt;
        let mut window: Vec<u64> = Vec::new();
        let (mut ints, mut floats) = ([JUNK; 6], [f64::from_bits(JUNK); 8]);
        let recording = host.recording;
        let words = recording.args.iter().map(|arg| host.image.word(arg.unwrap_or(Value::Null)));
        match way.args {
            ArgPassing::Window => {
                window.extend(words);
                window.push(JUNK);
                ints[0] = window.as_mut_ptr().expose_provenance() as u64;
            }
            _ => {
                let (mut next_int, mut next_float) = (0, 0);
                for (index, word) in words.enumerate() {
                    match function.float_args().get(index) {
                        Some(true) => {
                            floats[next_float] = f64::from_bits(word);
                            next_float += 1;
                        }
                        Some(false) => {
                            ints[next_int] = word;
                            next_int += 1;
                        }
                        None => {}
                    }
                }
            }
        }
        host.begin(&mut context);
        let frame = &raw mut host.frame;
        // SAFETY: the context is prepared, its hooks are those of this file, and the arguments are the recording's.
        let kept = unsafe { self.thunks.enter(&mut context, function.code().entry(), &ints, &floats, frame) };
        if let Some(wrong) = host.wrong.take() {
            return Err(wrong);
        }
        kept?;
        host.ended()?;
        host.check_window(&window)
    }
}

impl<'r> Host<'r> {
    /// Memory becomes what the state says.
    fn become_state(&mut self, context: &mut Context, state: &'r State) {
        self.state = state;
        self.image.become_state(state);
        self.begin(context);
    }

    fn begin(&mut self, context: &mut Context) {
        self.interrupt.store(self.state.poll == Some(true), Ordering::Relaxed);
        context.observed.store(u32::from(self.state.observed == Some(true)), Ordering::Relaxed);
    }

    /// The code calls: what the answer is.
    fn call(&mut self, context: &mut Context, number: usize, args: &Arguments) -> Result<Reply, String> {
        if number == Opcode::IsType as usize {
            let atoms = self.image.atoms(args.ints[2], self.state)?;
            return Ok(Reply { int: u64::from(atoms & args.ints[1] != 0), float: JUNK, bail: 0 });
        }
        let recording = self.recording;
        let Some(call) = recording.calls.get(self.at) else {
            return Err(format!("call of {} after all calls of the interpreter", name(number)));
        };
        let mut reply = Reply { int: JUNK, float: JUNK, bail: 0 };
        let fail = |what: String| format!("call {} of the recording: {what}", self.at);
        match call.called {
            Called::Free(id) if number == FREE => {
                let expected = self.image.word(Value::Object(id));
                if args.ints[1] != expected {
                    let released = self.image.describe(args.ints[1]);
                    return Err(fail(format!("{released} is released instead of object {}", id.0)));
                }
            }
            Called::Inst(inst) if number != FREE => {
                let data = self.func.inst(inst);
                self.check_call(data, &call.operands, number, args).map_err(fail)?;
                let word = |index: usize| call.results.get(index).map_or(0, |&result| self.image.word(result));
                reply.int = word(0);
                context.pending = u64::from(call.leaves);
                if data.results.len() > 1 {
                    context.second = word(1);
                }
                if data.results.first().is_some_and(|&result| self.func.ty(result).is_subtype(Type::C_DOUBLE)) {
                    (reply.int, reply.float) = (JUNK, word(0));
                }
            }
            Called::Free(id) => {
                return Err(fail(format!("call of {} instead of the release of object {}", name(number), id.0)));
            }
            Called::Inst(inst) => {
                let released = self.image.describe(args.ints[1]);
                let op = self.func.inst(inst).op;
                return Err(fail(format!("release of {released} instead of {op} ({inst})")));
            }
        }
        self.image.check(&call.before).map_err(fail)?;
        self.at += 1;
        self.become_state(context, &call.after);
        Ok(reply)
    }

    fn check_call(&self, data: &InstData, operands: &[Value], number: usize, args: &Arguments) -> Result<(), String> {
        let expected = match data.imms.first() {
            Some(&Imm::Native(native)) => {
                NATIVES + self.func.natives().position(|(id, _)| id == native).unwrap_or(usize::MAX - NATIVES)
            }
            _ => data.op as usize,
        };
        if number != expected {
            return Err(format!("call of {} instead of {}", name(number), data.op));
        }
        let (mut ints, mut floats) = (args.ints[1..].iter().copied(), args.floats.iter().copied());
        let mut next = |float: bool| if float { floats.next() } else { ints.next() }.unwrap_or(0);
        if data.op != Opcode::CallNative {
            for (kind, imm) in data.op.info().imms.iter().zip(&data.imms) {
                let (found, expected) = (next(false), self.imm_word(*imm));
                if found != expected {
                    return Err(format!("{} gets {found:#x} instead of the immediate {kind:?} {expected:#x}", data.op));
                }
            }
        }
        let mut found = Vec::new();
        if data.op == Opcode::CallNative || passing(data.op) == Passing::Arguments {
            found.extend(data.args.iter().map(|&arg| next(self.func.ty(arg).is_subtype(Type::C_DOUBLE))));
        } else {
            let (address, count) = (next(false), next(false));
            if count != operands.len() as u64 {
                return Err(format!("{} gets {count} operands instead of {}", data.op, operands.len()));
            }
            let words = std::ptr::with_exposed_provenance::<u64>(address as usize);
            // SAFETY: machine code says that so many words stand there.
            found.extend((0..operands.len()).map(|index| unsafe { words.add(index).read() }));
        }
        for (index, (&found, &expected)) in found.iter().zip(operands).enumerate() {
            if !same(found, expected, self.image.word(expected)) {
                let found = self.image.describe(found);
                return Err(format!("operand {index} of {} is {found} instead of {expected:?}", data.op));
            }
        }
        Ok(())
    }

    fn imm_word(&self, imm: Imm) -> u64 {
        match imm {
            Imm::Index(number) | Imm::Shape(number) => number.into(),
            Imm::Name(name) => name_word(self.func.name_of(name)),
            Imm::Const(id) => {
                let constant = self.func.constant(id);
                let known = self.recording.constants.iter().find(|known| known.0 == *constant);
                known.map_or(0, |known| self.image.word(known.1))
            }
            Imm::Type(id) => self.func.type_of_id(id).atom_bits(),
            Imm::BinOp(op) => op as u64,
            Imm::UnOp(op) => op as u64,
            Imm::CmpOp(op) => op as u64,
            Imm::Native(_) => 0,
        }
    }

    /// The code leaves by an exit.
    fn exit(&mut self, exit: &ExitInfo, values: &[ExitWord]) -> Result<(), String> {
        self.left = true;
        let Ending::Exit { inst, kind, values: ref expected } = self.recording.ending else {
            return Err(format!("exit by {} instead of {:?}", exit.reason, self.recording.ending));
        };
        let data = self.func.inst(inst);
        let fail = |what: String| format!("exit of {} ({inst}): {what}", data.op);
        self.all_called().map_err(fail)?;
        let reason = match data.imms.first() {
            Some(&Imm::Name(name)) if data.op == Opcode::Deopt => self.func.name_of(name),
            _ => data.op.name(),
        };
        if (&*exit.reason, exit.error, exit.line) != (reason, kind != Exit::Guard, data.line) {
            return Err(fail(format!("by {} ({}, line {})", exit.reason, exit.error, exit.line)));
        }
        let mut frame = data.frame;
        for info in &exit.frames {
            let Some(id) = frame else { return Err(fail("too many frames".into())) };
            let state = self.func.frame(id);
            if (&*info.code, info.pc, &info.slots) != (self.func.name_of(state.code), state.pc, &state.slots) {
                return Err(fail(format!("frame {info:?}")));
            }
            frame = state.caller;
        }
        if frame.is_some() || values.len() != expected.len() {
            return Err(fail("frames or values are missing".into()));
        }
        for ((index, &expected), &found) in expected.iter().enumerate().zip(values) {
            let word = self.image.word(expected);
            let agrees = match (expected, found) {
                (Value::CInt(value), ExitWord::Int(found)) => found == value,
                (Value::CDouble(bits), ExitWord::Double(found)) => same(found.to_bits(), expected, bits),
                (Value::CBool(value), ExitWord::Bool(found)) => found == value,
                (Value::CInt(_) | Value::CDouble(_) | Value::CBool(_), ExitWord::Word(found)) => found == word,
                (_, ExitWord::Word(found)) => found == word,
                _ => false,
            };
            if !agrees {
                return Err(fail(format!(
                    "{} is {found:x?} instead of {expected:?}, {word:#x}",
                    data.exit_refs[index].0
                )));
            }
        }
        self.image.check(&self.recording.end).map_err(fail)
    }

    fn all_called(&self) -> Result<(), String> {
        match self.recording.calls.get(self.at) {
            Some(call) => Err(format!("{:?} was not called", call.called)),
            None => Ok(()),
        }
    }

    /// Of arguments in memory, those that were taken are gone.
    fn check_window(&self, window: &[u64]) -> Result<(), String> {
        let func = self.func;
        let taken = func.blocks().flat_map(|block| func.insts(block)).map(|inst| func.inst(inst));
        let taken: Vec<Imm> =
            taken.filter(|data| data.op == Opcode::TakeArg).flat_map(|data| data.imms.iter().copied()).collect();
        for (index, (&word, arg)) in window.iter().zip(&self.recording.args).enumerate() {
            let is_taken = taken.contains(&Imm::Index(index as u32));
            let expected = if is_taken { 0 } else { self.image.word(arg.unwrap_or(Value::Null)) };
            if word != expected {
                return Err(format!("argument {index} became {}", self.image.describe(word)));
            }
        }
        Ok(())
    }

    /// The code has returned.
    fn ended(&mut self) -> Result<(), String> {
        let (int, float) = (self.frame.int, self.frame.float);
        match self.recording.ending {
            Ending::Exit { .. } if self.left && (int, float) == (EXITED, EXITED) => Ok(()),
            Ending::Exit { .. } if self.left => Err(format!("the answer of the exit hook became {int:#x}, {float:#x}")),
            Ending::Return(value) if !self.left => {
                self.all_called()?;
                let found = if matches!(value, Value::CDouble(_)) { float } else { int };
                if !same(found, value, self.image.word(value)) {
                    return Err(format!("the result is {} instead of {value:?}", self.image.describe(found)));
                }
                self.image.check(&self.recording.end)
            }
            ref ending => Err(format!("it returned instead of {ending:?}")),
        }
    }
}

/// Whether a word is that of the value. Of a truth value the low half counts; one NaN is as good as another.
fn same(found: u64, value: Value, word: u64) -> bool {
    match value {
        Value::CBool(_) => found as u32 == word as u32,
        Value::CDouble(bits) if f64::from_bits(bits).is_nan() => f64::from_bits(found).is_nan(),
        _ => found == word,
    }
}

fn name(number: usize) -> String {
    match number {
        FREE => "the release".into(),
        _ if number < FREE => Opcode::ALL[number].name().into(),
        _ => format!("native {}", number - NATIVES),
    }
}

/// What all thunks call.
extern "C" fn called(context: *mut Context, number: u64, args: *const Arguments, stack: u64) {
    // SAFETY: the context and its host are those of `Machine::enter`; nobody else uses them while the code calls.
    let (context, args) = unsafe { (&mut *context, &*args) };
    // SAFETY: as above.
    let host = unsafe { &mut *context.host.cast::<Host<'_>>() };
    let answer = catch_unwind(AssertUnwindSafe(|| {
        // The return address has just been pushed.
        if stack % 16 != 8 {
            return Err(format!("the stack is not aligned at a call: {stack:#x}"));
        }
        if args.ints[0] != std::ptr::from_mut(context).addr() as u64 {
            return Err("the context is not the first argument".into());
        }
        host.call(context, number as usize, args)
    }));
    host.frame.reply = match answer {
        Ok(Ok(reply)) => reply,
        Ok(Err(wrong)) => {
            host.wrong = Some(wrong);
            Reply { bail: 1, ..Reply::default() }
        }
        Err(_) => {
            host.wrong = Some("the test panicked".into());
            Reply { bail: 1, ..Reply::default() }
        }
    };
}

/// The exit hook.
unsafe extern "C" fn exited(
    context: *mut Context,
    number: u32,
    registers: *const Registers,
    frame: *const u8,
    address: *const u8,
) -> u64 {
    // SAFETY: the context and its host are those of `Machine::enter`; registers and frame are the exit's.
    let (host, registers) = unsafe { (&mut *(*context).host.cast::<Host<'_>>(), &*registers) };
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let Some(function) = host.code.find(address) else { return Err("an exit of unknown code".to_string()) };
        let Some(exit) = function.exits().get(number as usize) else { return Err("an unknown exit".to_string()) };
        // SAFETY: as above.
        let found = unsafe { exit.read(registers, frame) };
        let values: Vec<ExitWord> = found.iter().map(|found| found.2).collect();
        if let Ending::Exit { inst, .. } = host.recording.ending {
            let listed = &host.func.inst(inst).exit_refs;
            if !listed.iter().copied().eq(found.iter().map(|found| (found.0, found.1))) {
                return Err(format!("exit by {} with the values of another", exit.reason));
            }
        }
        host.exit(exit, &values)
    }));
    match outcome {
        Ok(Ok(())) => {}
        Ok(Err(wrong)) => host.wrong = Some(wrong),
        Err(_) => host.wrong = Some("the test panicked".into()),
    }
    EXITED
}

/// What a function is recorded for.
pub fn target(way: Way) -> Calls {
    Calls { out_of_memory: way.out_of_memory }
}

impl Done {
    pub fn add(&mut self, other: Done) {
        self.calls += other.calls;
        self.frees += other.frees;
        self.exits += other.exits;
        self.spills += other.spills;
    }
}
