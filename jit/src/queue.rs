//! Compiling on a worker thread.
//!
//! A [`CompileQueue`] has a worker of its own, or shares that of the process with others. A job is a function together with a [`Snapshot`]: every
//! word and address that its code will need, resolved beforehand on the thread that owns them, so that the worker touches nothing of the
//! engine. The answer is [polled](Ticket::poll) or [waited for](Ticket::wait).
//!
//! Dropping a ticket gives up the answer; dropping the queue lets the compilation under way end and answers all others with
//! [`CompileError::Closed`]. What a job holds of its compiler goes with the job. A panic in the worker is the answer to its job
//! ([`CompileError::Panicked`]), and the worker goes on.
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
use crate::snapshot::Snapshot;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, bounded, unbounded};
use hir::Function;
use parking_lot::Mutex;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

type Answer = Result<CompiledFunction, CompileError>;

struct Job {
    jit: Jit,
    func: Function,
    resolver: Box<dyn Resolver + Send>,
    convention: Convention,
    submitted: Instant,
    reply: Sender<Answer>,
    /// Gone if the ticket is.
    wanted: Weak<()>,
    closed: Arc<AtomicBool>,
}

/// A way to a worker thread that compiles. See the [module](self).
#[derive(Debug)]
pub struct CompileQueue {
    jit: Jit,
    jobs: Sender<Job>,
    closed: Arc<AtomicBool>,
}

/// Native stack of a worker: generous, and only address space until it is used.
const STACK_SIZE: usize = 16 << 20;

/// The worker of the process, started by the first who shares it.
static SHARED: Mutex<Option<Sender<Job>>> = Mutex::new(None);

impl CompileQueue {
    /// A queue with a worker of its own for this compiler.
    ///
    /// # Errors
    /// The system's, if it gives no thread.
    pub fn new(jit: Jit) -> std::io::Result<CompileQueue> {
        Ok(CompileQueue { jit, jobs: start(STACK_SIZE)?, closed: Arc::default() })
    }

    /// A queue whose jobs are done by the one worker that all such queues of the process share, first come, first served. It is started when
    /// it is first asked for, and stays.
    ///
    /// # Errors
    /// The system's, if it gives no thread.
    pub fn shared(jit: Jit) -> std::io::Result<CompileQueue> {
        let mut shared = SHARED.lock();
        let jobs = match &*shared {
            Some(jobs) => jobs.clone(),
            None => shared.insert(start(STACK_SIZE)?).clone(),
        };
        Ok(CompileQueue { jit, jobs, closed: Arc::default() })
    }

    /// Puts a function into the queue.
    pub fn submit(&self, func: Function, snapshot: Snapshot) -> Ticket {
        self.submit_as(func, Box::new(snapshot), self.jit.convention())
    }

    /// As [`submit`](Self::submit), with any resolver that may be asked on another thread, and a calling convention of its own.
    pub fn submit_as(&self, func: Function, resolver: Box<dyn Resolver + Send>, convention: Convention) -> Ticket {
        let (reply, answer) = bounded(1);
        let alive = Arc::new(());
        let ticket = Ticket { answer, function: func.name().into(), _alive: alive.clone() };
        let (jit, closed, wanted) = (self.jit.clone(), self.closed.clone(), Arc::downgrade(&alive));
        let job = Job { jit, func, resolver, convention, submitted: Instant::now(), reply, wanted, closed };
        // If the worker is gone the job is dropped, and with it the sender: the ticket says so.
        let _ = self.jobs.send(job);
        ticket
    }

    /// How many functions wait for the worker, without the one under way.
    pub fn waiting(&self) -> usize {
        self.jobs.len()
    }
}

impl Drop for CompileQueue {
    fn drop(&mut self) {
        self.closed.store(true, Ordering::Relaxed);
    }
}

/// Starts a worker. It ends when nobody can send it anything any more.
fn start(stack_size: usize) -> std::io::Result<Sender<Job>> {
    let (jobs, waiting) = unbounded::<Job>();
    let builder = std::thread::Builder::new().name("tally-compile".into()).stack_size(stack_size);
    builder.spawn(move || {
        // Signals are for those who run programs.
        runtime::signals::leave_sigint_to_others();
        work(&waiting);
    })?;
    Ok(jobs)
}

/// The worker: until all queues are dropped and no job is left. A job owns all that it uses.
fn work(jobs: &Receiver<Job>) {
    for Job { jit, func, resolver, convention, submitted, reply, wanted, closed } in jobs {
        let name: Box<str> = func.name().into();
        if closed.load(Ordering::Relaxed) {
            // Nobody waits if the ticket was dropped, here and below.
            let _ = reply.send(Err(CompileError::Closed { function: name }));
        } else if wanted.strong_count() > 0 {
            let queued = submitted.elapsed();
            let answer = catch(&name, || jit.compile_queued(func, &*resolver, convention, queued));
            let _ = reply.send(answer);
        }
    }
}

/// Makes a panic of the compiler an error.
pub(crate) fn catch(function: &str, compile: impl FnOnce() -> Answer) -> Answer {
    catch_unwind(AssertUnwindSafe(compile))
        .unwrap_or_else(|panic| Err(CompileError::Panicked { function: function.into(), message: message(&*panic) }))
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
    _alive: Arc<()>,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jit::Config;

    fn function(name: &str) -> Function {
        let text = format!("fun {name} {{\n  bb 0 {{\n    v0:CInt64 = LoadArg<0>\n    Return v0\n  }}\n}}\n");
        hir::text::parse_one(&text).expect("valid")
    }

    #[test]
    fn a_thread_that_the_system_does_not_give_is_an_error() {
        assert!(start(usize::MAX / 4).is_err());
    }

    #[test]
    fn queues_share_a_worker_and_end_alone() {
        let new = || Jit::new(Config::default()).expect("memory");
        let queues: Vec<CompileQueue> = (0..4).map(|_| CompileQueue::shared(new()).expect("a thread")).collect();
        let submit = |queue: &CompileQueue, name: &str| queue.submit(function(name), Snapshot::default());
        let tickets: Vec<Ticket> = queues.iter().map(|queue| submit(queue, "shared")).collect();
        for ticket in tickets {
            assert_eq!(ticket.wait().expect("compiled").name(), "shared");
        }
        let arena = Arc::downgrade(queues[0].jit.code_map());
        let late = submit(&queues[0], "late");
        let mut queues = queues.into_iter();
        drop(queues.next());
        match late.wait() {
            Ok(function) => assert_eq!(function.name(), "late"),
            Err(error) => assert_eq!(error.name(), "closed"),
        }
        // The worker goes on for the others, and keeps nothing of the first.
        for queue in queues {
            assert_eq!(submit(&queue, "on").wait().expect("compiled").name(), "on");
        }
        assert_eq!(arena.strong_count(), 0, "the compiler went with its last job");
    }

    #[test]
    fn a_job_that_nobody_wants_is_skipped() {
        let queue = CompileQueue::new(Jit::new(Config::default()).expect("memory")).expect("a thread");
        for _ in 0..100 {
            drop(queue.submit(function("unwanted"), Snapshot::default()));
        }
        let wanted = queue.submit(function("wanted"), Snapshot::default());
        let report = *wanted.wait().expect("compiled").report();
        assert!(report.queued() > Duration::ZERO);
    }
}
