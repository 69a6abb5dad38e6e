//! Code memory: pages that are written once and executed ever after.
//!
//! Machine code is encoded into a plain buffer. [`CodeArena::publish`] copies a batch of finished functions into fresh pages, which are writable until
//! they are executable and never both: a mapping goes from read-write to read-execute once and back never. Nothing in it is patched;
//! what changes later is in data. Many functions of a batch share a page.
//!
//! A batch's pages live as long as any of its functions ([`Code`]) does, and are unmapped when no thread can be in them any more: the
//! last owner hands them to an epoch collector, and whoever runs code holds an epoch guard.

use super::audit;
use crossbeam_epoch as epoch;
use memmap2::{Mmap, MmapMut};
use parking_lot::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Weak};
use thiserror::Error;

/// Why code could not be published.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CodeError {
    /// The cap on code memory would be exceeded.
    #[error("code memory is full: {wanted} more bytes do not fit the cap of {cap} bytes ({used} are in use)")]
    Full {
        /// Bytes asked for, in whole pages.
        wanted: usize,
        /// Bytes in use.
        used: usize,
        /// The cap.
        cap: usize,
    },
    /// The system refused memory.
    #[error("the system refused {bytes} bytes of code memory: {error}")]
    Refused {
        /// Bytes asked for.
        bytes: usize,
        /// What the system said.
        error: std::io::Error,
    },
    /// Code is not what was published.
    #[error("code at {address:#x} was changed")]
    Changed {
        /// Where its pages begin.
        address: usize,
    },
    /// Code can be written, or not be executed.
    #[error("code at {address:#x} is not mapped as code")]
    Exposed {
        /// Where its pages begin.
        address: usize,
    },
}

/// Alignment of a function's first byte.
const FUNCTION_ALIGN: usize = 16;

/// Where the pages of one engine, or of several, come from. Cheap to clone; clones share the cap.
#[derive(Clone, Debug)]
pub struct CodeArena {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    cap: usize,
    /// Bytes of pages that are mapped.
    used: AtomicUsize,
    /// Serialises the check against the cap with the mapping.
    publishing: Mutex<()>,
    /// What was published and may live.
    published: Mutex<Published>,
}

#[derive(Debug, Default)]
struct Published {
    segments: Vec<Weak<Segment>>,
    /// Those that are gone are taken out when there are so many.
    sweep_at: usize,
}

/// One mapping with the code of one batch.
#[derive(Debug)]
pub(super) struct Segment {
    pages: Option<Mmap>,
    bytes: usize,
    /// The sum of the pages when they were published.
    sum: u64,
    arena: Arc<Shared>,
}

impl Drop for Segment {
    fn drop(&mut self) {
        let Some(pages) = self.pages.take() else { return };
        let (arena, bytes) = (self.arena.clone(), self.bytes);
        debug_assert!(
            std::thread::panicking() || audit::sum(&pages) == self.sum,
            "code was changed after it was published"
        );
        // A thread that is in this code entered it under a guard of its own: the pages go when all such guards are gone.
        epoch::pin().defer(move || {
            drop(pages);
            arena.used.fetch_sub(bytes, Ordering::Relaxed);
        });
    }
}

impl Segment {
    /// Its pages and their sum when they were published.
    pub(super) fn published(&self) -> (&[u8], u64) {
        (self.pages.as_deref().unwrap_or(&[]), self.sum)
    }
}

/// The machine code of one function. Clones share it.
#[derive(Clone, Debug)]
pub struct Code {
    segment: Arc<Segment>,
    start: usize,
    len: usize,
}

impl Code {
    /// The first instruction. Valid while this or a clone lives, and for a thread that holds an epoch guard from before the last was dropped.
    pub fn entry(&self) -> *const u8 {
        self.bytes().as_ptr()
    }

    /// The code's bytes.
    pub fn bytes(&self) -> &[u8] {
        let pages = self.segment.pages.as_ref().map_or(&[][..], |pages| &pages[..]);
        &pages[self.start..self.start + self.len]
    }
}

impl CodeArena {
    /// An arena that maps at most `cap` bytes.
    pub fn new(cap: usize) -> CodeArena {
        CodeArena {
            shared: Arc::new(Shared {
                cap,
                used: AtomicUsize::new(0),
                publishing: Mutex::new(()),
                published: Mutex::default(),
            }),
        }
    }

    /// Bytes of code pages that are mapped.
    pub fn used(&self) -> usize {
        self.shared.used.load(Ordering::Relaxed)
    }

    /// Publishes a batch of functions. The result has one [`Code`] for each buffer, in order.
    ///
    /// # Errors
    /// [`CodeError`]; nothing is published then.
    pub fn publish(&self, functions: &[Vec<u8>]) -> Result<Vec<Code>, CodeError> {
        let mut starts = Vec::with_capacity(functions.len());
        let mut len = 0;
        for function in functions {
            starts.push(len);
            len = (len + function.len()).next_multiple_of(FUNCTION_ALIGN);
        }
        let bytes = len.max(1).next_multiple_of(page_size());
        let mut pages = self.map(bytes)?;
        // What is between functions traps.
        pages.fill(INT3);
        for (function, &start) in functions.iter().zip(&starts) {
            pages[start..start + function.len()].copy_from_slice(function);
        }
        let pages = pages.make_exec().map_err(|error| {
            self.shared.used.fetch_sub(bytes, Ordering::Relaxed);
            CodeError::Refused { bytes, error }
        })?;
        let sum = audit::sum(&pages);
        let segment = Arc::new(Segment { pages: Some(pages), bytes, sum, arena: self.shared.clone() });
        self.note(&segment);
        let code = |(function, start): (&Vec<u8>, usize)| Code { segment: segment.clone(), start, len: function.len() };
        Ok(functions.iter().zip(starts).map(code).collect())
    }

    fn note(&self, segment: &Arc<Segment>) {
        let mut published = self.shared.published.lock();
        if published.segments.len() >= published.sweep_at {
            published.segments.retain(|segment| segment.strong_count() > 0);
            published.sweep_at = 2 * published.segments.len() + 64;
        }
        published.segments.push(Arc::downgrade(segment));
    }

    /// What was published and lives.
    pub(super) fn segments(&self) -> Vec<Arc<Segment>> {
        self.shared.published.lock().segments.iter().filter_map(Weak::upgrade).collect()
    }

    fn map(&self, bytes: usize) -> Result<MmapMut, CodeError> {
        let shared = &self.shared;
        let _alone = shared.publishing.lock();
        let used = shared.used.load(Ordering::Relaxed);
        if bytes > shared.cap.saturating_sub(used) {
            // What was dropped may only wait for its epoch to pass.
            epoch::pin().flush();
            let used = shared.used.load(Ordering::Relaxed);
            if bytes > shared.cap.saturating_sub(used) {
                return Err(CodeError::Full { wanted: bytes, used, cap: shared.cap });
            }
        }
        let pages = MmapMut::map_anon(bytes).map_err(|error| CodeError::Refused { bytes, error })?;
        shared.used.fetch_add(bytes, Ordering::Relaxed);
        Ok(pages)
    }
}

/// The breakpoint instruction.
const INT3: u8 = 0xcc;

fn page_size() -> usize {
    // SAFETY: sysconf has no preconditions.
    let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    usize::try_from(size).unwrap_or(4096)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `mov eax, VALUE; ret`.
    fn returns(value: u8) -> Vec<u8> {
        vec![0xb8, value, 0, 0, 0, 0xc3]
    }

    fn run(code: &Code) -> u32 {
        // SAFETY: the code is `mov eax, imm; ret`, a function of no arguments.
        let function: extern "C" fn() -> u32 = unsafe { std::mem::transmute(code.entry()) };
        function()
    }

    #[test]
    fn functions_of_a_batch_share_pages_and_run() {
        let arena = CodeArena::new(1 << 20);
        let codes = arena.publish(&[returns(1), returns(2), returns(3)]).expect("room");
        assert_eq!(codes.iter().map(run).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(arena.used(), page_size());
        assert!(codes.iter().all(|code| code.entry().addr() % FUNCTION_ALIGN == 0));
    }

    #[test]
    fn no_page_is_writable_and_executable() {
        let arena = CodeArena::new(1 << 20);
        let codes = arena.publish(&[returns(7)]).expect("room");
        let maps = std::fs::read_to_string("/proc/self/maps").expect("the process map");
        assert!(maps.lines().all(|line| !line.contains("rwx")), "{maps}");
        let entry = codes[0].entry().addr();
        let holds = |line: &str| {
            let (start, end) = line.split_once(' ').and_then(|(range, _)| range.split_once('-')).unwrap_or(("0", "0"));
            let parse = |text| usize::from_str_radix(text, 16).unwrap_or(0);
            (parse(start)..parse(end)).contains(&entry)
        };
        let line = maps.lines().find(|line| holds(line)).expect("the code is mapped");
        assert!(line.contains("r-xp"), "{line}");
    }

    #[test]
    fn the_cap_holds_and_memory_comes_back() {
        let arena = CodeArena::new(2 * page_size());
        let first = arena.publish(&[returns(1)]).expect("room");
        let second = arena.publish(&[returns(2)]).expect("room");
        let error = arena.publish(&[returns(3)]).expect_err("the cap is reached");
        assert!(matches!(error, CodeError::Full { .. }), "{error}");
        assert_eq!(run(&second[0]), 2);
        drop(first);
        // Reclamation waits for an epoch to pass: other tests may hold guards for a moment.
        for _ in 0..10_000 {
            epoch::pin().flush();
            if arena.used() == page_size() {
                break;
            }
            std::thread::yield_now();
        }
        assert_eq!(arena.used(), page_size());
        arena.publish(&[returns(3)]).expect("room again");
    }

    #[test]
    fn ten_thousand_functions_come_and_go() {
        let arena = CodeArena::new(1 << 20);
        for round in 0..10_000u32 {
            let codes = arena.publish(&[returns(round as u8)]).expect("earlier code was reclaimed");
            assert_eq!(run(&codes[0]), u32::from(round as u8));
            drop(codes);
        }
    }
}
