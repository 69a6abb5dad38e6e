//! Compiling on a worker thread.
//!
//! A [`CompileQueue`] has one worker. A job is a function together with a [`Snapshot`]: every word and address that its code will need,
//! resolved beforehand on the thread that owns them, so that the worker touches nothing of the engine. The answer is [polled](Ticket::poll)
//! or [waited for](Ticket::wait).
//!
//! Dropping a ticket gives up the answer; dropping the queue lets the compilation under way end and answers all others with
//! [`CompileError::Closed`]. A panic in the worker is the answer to its job ([`CompileError::Panicked`]), and the worker goes on.
//!
//! ```
//! use jit::{CompileQueue, Config, Jit, Snapshot};
//!
//! let func = hir::text::parse_one("fun f {\n  bb 0 {\n    v0:CInt64 = LoadArg<0>\n    Return v0\n  }\n}\n")?;
//! let jit = Jit::new(Config::default())?;
//! let queue = CompileQueue::new(jit)?;
//! let ticket = queue.submit(func, Snapshot::default());
//! assert_eq!(ticket.wait()?.name(), "f");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::error::CompileError;
use crate::jit::{CompiledFunction, Jit};
use crate::lower::{Convention, Resolver};
use crate::signature::{ALWAYS, immediates};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, bounded, unbounded};
use hir::{Constant, Function, Imm, Opcode};
use std::any::Any;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What a [`Resolver`] says about everything that one function names. It can travel to another thread; the words in it must stay valid as
/// the resolver promised them to: as long as the code does. Global variables, methods and code cells are not in it: what needs them calls
/// its helper instead.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    constants: HashMap<Constant, u64>,
    names: HashMap<Box<str>, u64>,
    natives: HashMap<Box<str>, usize>,
    slots: HashMap<(u32, u32), i32>,
    helpers: Vec<Opcode>,
}

impl Snapshot {
    /// Asks the resolver for all that the function names. Names of the function that are not its own, in HIR that is not valid, are left out.
    pub fn take(func: &Function, resolver: &dyn Resolver) -> Snapshot {
        let mut snapshot = Snapshot::default();
        for constant in &ALWAYS {
            snapshot.add_constant(constant, resolver);
        }
        for (op, imms) in immediates(func) {
            if !snapshot.helpers.contains(&op) && resolver.has_helper(op) {
                snapshot.helpers.push(op);
            }
            let shapes = imms.iter().filter_map(|imm| if let Imm::Shape(shape) = imm { Some(*shape) } else { None });
            let index = imms.iter().find_map(|imm| if let Imm::Index(index) = imm { Some(*index) } else { None });
            for (shape, slot) in shapes.zip(index.into_iter().cycle()) {
                if let Some(offset) = resolver.slot_offset(shape, slot) {
                    snapshot.slots.insert((shape, slot), offset);
                }
            }
            for imm in imms {
                match *imm {
                    Imm::Const(id) => {
                        if let Some(constant) = func.get_constant(id) {
                            snapshot.add_constant(constant, resolver);
                        }
                    }
                    Imm::Name(id) => {
                        if let Some(name) = func.get_name(id)
                            && let Some(word) = resolver.name(name)
                        {
                            snapshot.names.insert(name.into(), word);
                        }
                    }
                    _ => {}
                }
            }
        }
        for (_, native) in func.natives() {
            if let Some(address) = resolver.native(&native.name) {
                snapshot.natives.insert(native.name.clone(), address.expose_provenance());
            }
        }
        snapshot
    }

    fn add_constant(&mut self, constant: &Constant, resolver: &dyn Resolver) {
        if let Some(word) = resolver.constant(constant) {
            self.constants.insert(constant.clone(), word);
        }
    }
}

impl Resolver for Snapshot {
    fn constant(&self, constant: &Constant) -> Option<u64> {
        self.constants.get(constant).copied()
    }

    fn name(&self, name: &str) -> Option<u64> {
        self.names.get(name).copied()
    }

    fn native(&self, name: &str) -> Option<*const u8> {
        self.natives.get(name).map(|&address| std::ptr::with_exposed_provenance(address))
    }

    fn has_helper(&self, op: Opcode) -> bool {
        self.helpers.contains(&op)
    }

    fn slot_offset(&self, shape: u32, slot: u32) -> Option<i32> {
        self.slots.get(&(shape, slot)).copied()
    }
}

type Answer = Result<CompiledFunction, CompileError>;

struct Job {
    func: Function,
    resolver: Box<dyn Resolver + Send>,
    convention: Convention,
    reply: Sender<Answer>,
}

/// A worker thread that compiles. See the [module](self).
#[derive(Debug)]
pub struct CompileQueue {
    jobs: Sender<Job>,
    closed: Arc<AtomicBool>,
    convention: Convention,
}

impl CompileQueue {
    /// A queue with a worker of its own for this compiler.
    ///
    /// # Errors
    /// The system's, if it gives no thread.
    pub fn new(jit: Jit) -> std::io::Result<CompileQueue> {
        let (jobs, waiting) = unbounded::<Job>();
        let closed = Arc::new(AtomicBool::new(false));
        let convention = jit.convention();
        let told = closed.clone();
        std::thread::Builder::new().name("tally-compile".into()).spawn(move || work(&jit, &waiting, &told))?;
        Ok(CompileQueue { jobs, closed, convention })
    }

    /// Puts a function into the queue.
    pub fn submit(&self, func: Function, snapshot: Snapshot) -> Ticket {
        self.submit_as(func, Box::new(snapshot), self.convention)
    }

    /// As [`submit`](Self::submit), with any resolver that may be asked on another thread, and a calling convention of its own.
    pub fn submit_as(&self, func: Function, resolver: Box<dyn Resolver + Send>, convention: Convention) -> Ticket {
        let (reply, answer) = bounded(1);
        let function = func.name().into();
        // If the worker is gone the job is dropped, and with it the sender: the ticket says so.
        let _ = self.jobs.send(Job { func, resolver, convention, reply });
        Ticket { answer, function }
    }

    /// How many functions wait, without the one under way.
    pub fn waiting(&self) -> usize {
        self.jobs.len()
    }
}

impl Drop for CompileQueue {
    fn drop(&mut self) {
        self.closed.store(true, Ordering::Relaxed);
    }
}

/// The worker: until the queue is dropped and empty. It owns all it uses.
fn work(jit: &Jit, jobs: &Receiver<Job>, closed: &AtomicBool) {
    for Job { func, resolver, convention, reply } in jobs {
        let answer = if closed.load(Ordering::Relaxed) {
            Err(CompileError::Closed { function: func.name().into() })
        } else {
            catch(&func, || jit.compile_as(&func, &*resolver, convention))
        };
        // Nobody waits if the ticket was dropped.
        let _ = reply.send(answer);
    }
}

/// Makes a panic of the compiler an error.
pub(crate) fn catch(func: &Function, compile: impl FnOnce() -> Answer) -> Answer {
    catch_unwind(AssertUnwindSafe(compile))
        .unwrap_or_else(|panic| Err(CompileError::Panicked { function: func.name().into(), message: message(&*panic) }))
}

/// What a panic said.
pub(crate) fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("without a message").to_owned()
}

/// The claim to a function that is being compiled. It may be dropped.
#[derive(Debug)]
pub struct Ticket {
    answer: Receiver<Answer>,
    function: Box<str>,
}

impl Ticket {
    /// The name of the function.
    pub fn function(&self) -> &str {
        &self.function
    }

    /// The answer, if it is there. It is given once: afterwards it is [`CompileError::Closed`].
    pub fn poll(&self) -> Option<Answer> {
        match self.answer.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(self.closed())),
        }
    }

    /// Waits for the answer.
    ///
    /// # Errors
    /// Why there is no code.
    pub fn wait(self) -> Answer {
        self.answer.recv().unwrap_or_else(|_| Err(self.closed()))
    }

    /// Waits for the answer, but not longer than this.
    pub fn wait_timeout(&self, longest: Duration) -> Option<Answer> {
        match self.answer.recv_timeout(longest) {
            Ok(answer) => Some(answer),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Err(self.closed())),
        }
    }

    fn closed(&self) -> CompileError {
        CompileError::Closed { function: self.function.clone() }
    }
}
