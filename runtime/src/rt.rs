//! The engine's context: one per engine, used by one thread at a time through a shared reference.
//!
//! Everything that changes is in cells, so that native code which calls user code, which calls native code, never holds an
//! exclusive reference anywhere. No function keeps a borrow of a `RefCell` here across a call that can run user code.

use crate::entry::Entry;
use crate::error::{Exc, Raised, Res};
use crate::heap::Heap;
use crate::names::Names;
use crate::object::{Header, IMMORTAL, Kind, shape_id};
use crate::shape::{Shape, Shapes};
use crate::value::{Owned, Slot, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Default recursion limit, as in CPython.
pub const DEFAULT_RECURSION_LIMIT: usize = 1000;

/// An engine's context.
pub struct Rt {
    /// Shapes.
    pub shapes: Shapes,
    /// Names the runtime uses.
    pub names: Names,
    pub(crate) interner: crate::intern::Interner,
    /// The type of each kind's exact instances, by kind number.
    pub(crate) kind_types: [Cell<Value>; 64],
    /// Other built-in types that have a fixed place.
    pub types: crate::types::Types,
    pub(crate) exc_types: [Cell<Value>; Exc::ALL.len()],
    /// The pending exception.
    pub pending: Slot,
    /// The exception being handled (`raise` without operand, implicit context), or empty.
    pub handled: Slot,
    pub(crate) memory_error: Slot,
    pub(crate) making_memory_error: Cell<bool>,
    /// Keys of the string hash.
    pub(crate) hash_key: (u64, u64),
    /// What says that classes have changed.
    pub epochs: crate::epochs::Epochs,
    pub(crate) method_cache: Box<[Cell<crate::class::CacheEntry>]>,
    pub(crate) last_dict_version: Cell<u32>,
    /// Depth of native calls and of hosted calls together.
    pub depth: Cell<usize>,
    /// Most of `depth` before RecursionError.
    pub recursion_limit: Cell<usize>,
    /// Lowest address the native stack may reach.
    pub stack_limit: Cell<usize>,
    /// Set from any thread to ask for KeyboardInterrupt at the next poll.
    pub interrupt: Arc<AtomicBool>,
    /// `sys.modules`, a dict.
    pub modules: Slot,
    /// The `builtins` module's dictionary.
    pub builtins: Slot,
    /// The `sys` module's dictionary.
    pub sys: Slot,
    entry: Cell<Option<&'static Entry>>,
    observed: Cell<bool>,
    /// The layer above's own data.
    pub host: Cell<*const ()>,
    /// Root shapes of the classes whose instances some dicts were made for, by the dict's address.
    pub(crate) class_dicts: RefCell<FxHashMap<usize, u32>>,
    pub(crate) weakrefs: RefCell<FxHashMap<usize, Vec<Value>>>,
    pub(crate) dealloc: crate::dealloc::Queue,
    pub(crate) gc: crate::cycles::Collector,
    /// Containers whose text is being made, by address.
    pub(crate) repr_active: RefCell<FxHashSet<u64>>,
    /// The empty tuple, immortal.
    pub empty_tuple: Value,
    /// The empty string, immortal.
    pub empty_str: Value,
    /// One-character strings of U+0000 to U+00FF, immortal.
    pub(crate) chars: Vec<Value>,
    /// Code objects that functions had before `__code__` was assigned: activations that still run them do not own them.
    pub(crate) replaced_code: RefCell<Vec<Owned>>,
    pub(crate) native_types: RefCell<FxHashMap<std::any::TypeId, Owned>>,
    /// Most digits of a conversion between int and decimal text; 0 for no limit.
    pub int_digit_limit: Cell<usize>,
    /// Line and text of the warnings that were given.
    pub(crate) warned: RefCell<rustc_hash::FxHashSet<(u32, String)>>,
    /// Standard output's buffer.
    pub out: crate::output::Output,
    /// Memory.
    pub heap: Heap,
}

/// Why an engine could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RtError {
    /// No memory for the heap.
    #[error(transparent)]
    Heap(#[from] crate::heap::HeapError),
    /// No memory for the built-in objects.
    #[error("cannot get memory for the built-in objects")]
    Builtins,
}

impl Rt {
    /// A context with the built-in types, but nothing to run code with yet ([`Rt::set_entry`]).
    ///
    /// # Errors
    /// No memory.
    pub fn new() -> Result<Box<Rt>, RtError> {
        Rt::with_hash_key(random_key())
    }

    /// As [`new`](Rt::new), with the key that hashes of text are made with: for runs that repeat exactly. Whoever knows the key can
    /// choose texts that collide.
    ///
    /// # Errors
    /// No memory.
    pub fn with_hash_key(hash_key: (u64, u64)) -> Result<Box<Rt>, RtError> {
        let heap = Heap::new()?;
        let interner = crate::intern::Interner::new();
        let mut failed = false;
        let names = Names::new(|text| match crate::string::new_immortal_ascii(&heap, text, hash_key) {
            Some(v) => {
                interner.insert_immortal(v, text, hash_key);
                v
            }
            None => {
                failed = true;
                Value::none()
            }
        });
        if failed {
            return Err(RtError::Builtins);
        }
        let rt = Box::new(Rt {
            heap,
            shapes: Shapes::new(),
            names,
            interner,
            kind_types: [const { Cell::new(Value::EMPTY) }; 64],
            types: crate::types::Types::default(),
            exc_types: [const { Cell::new(Value::EMPTY) }; Exc::ALL.len()],
            pending: Slot::empty(),
            handled: Slot::empty(),
            memory_error: Slot::empty(),
            // Until the built-in classes are there, there is none to make.
            making_memory_error: Cell::new(true),
            hash_key,
            epochs: Default::default(),
            method_cache: crate::class::new_method_cache(),
            last_dict_version: Cell::new(0),
            depth: Cell::new(0),
            recursion_limit: Cell::new(DEFAULT_RECURSION_LIMIT),
            stack_limit: Cell::new(0),
            interrupt: Arc::new(AtomicBool::new(false)),
            modules: Slot::empty(),
            builtins: Slot::empty(),
            sys: Slot::empty(),
            entry: Cell::new(None),
            observed: Cell::new(false),
            host: Cell::new(std::ptr::null()),
            class_dicts: RefCell::new(FxHashMap::default()),
            weakrefs: RefCell::new(FxHashMap::default()),
            dealloc: crate::dealloc::Queue::default(),
            gc: crate::cycles::Collector::default(),
            repr_active: RefCell::new(FxHashSet::default()),
            empty_tuple: Value::EMPTY,
            empty_str: Value::EMPTY,
            chars: Vec::new(),
            replaced_code: RefCell::new(Vec::new()),
            native_types: RefCell::new(FxHashMap::default()),
            int_digit_limit: Cell::new(crate::text::parse_number::DEFAULT_DIGIT_LIMIT),
            warned: RefCell::default(),
            out: crate::output::Output::stdout(),
        });
        let mut rt = rt;
        rt.heap.set_owner(std::ptr::from_ref::<Rt>(&rt).cast());
        rt.set_stack_limit_of_this_thread();
        rt.arm_collector();
        rt.empty_tuple = rt.alloc_tuple(0).map_err(|_| RtError::Builtins)?.into_raw();
        make_immortal(rt.empty_tuple);
        rt.empty_str = rt.intern("").map_err(|_| RtError::Builtins)?.into_raw();
        make_immortal(rt.empty_str);
        for c in 0..=255u8 {
            let text = char::from(c).to_string();
            let v = rt.intern(&text).map_err(|_| RtError::Builtins)?.into_raw();
            make_immortal(v);
            rt.chars.push(v);
        }
        crate::types::install(&rt).map_err(|Raised| RtError::Builtins)?;
        Ok(rt)
    }

    /// The context an object belongs to. `None` for the process-wide singletons.
    pub(crate) fn of_object<'a>(v: Value) -> &'a Rt {
        let p = NonNull::new(v.as_ptr().cast::<u8>()).expect("a reference");
        // SAFETY: `v` is a counted object, so it lies in some engine's heap, whose owner is that engine's boxed
        // context; the context outlives its heap's objects.
        unsafe { &*Heap::owner_of(p).cast::<Rt>() }
    }

    /// Sets what the runtime calls upward.
    pub fn set_entry(&self, entry: &'static Entry) {
        self.entry.set(Some(entry));
    }

    /// What the runtime calls upward.
    ///
    /// # Panics
    /// Panics if nothing was set.
    pub fn entry(&self) -> &'static Entry {
        self.entry.get().expect("the layer above has set its entry points")
    }

    /// Whether the death of an object may be seen by the program: a class has `__del__`, there has been a weak reference, a file, a generator
    /// suspended in `try` or `with`.
    #[inline]
    pub fn is_observed(&self) -> bool {
        self.observed.get()
    }

    /// From now on the death of an object may be seen by the program. The layer above is told the first time.
    #[inline]
    pub fn observe(&self) {
        if !self.observed.replace(true)
            && let Some(entry) = self.entry_if_set()
        {
            (entry.observe)(self);
        }
    }

    /// What the runtime calls upward, if it is set.
    pub(crate) fn entry_if_set(&self) -> Option<&'static Entry> {
        self.entry.get()
    }

    /// A header with one reference.
    pub fn fresh_header(shape: u32) -> Header {
        Header { refcount: Cell::new(1), shape: Cell::new(shape) }
    }

    /// An object of a fixed-size built-in kind.
    ///
    /// # Errors
    /// MemoryError.
    pub fn alloc_fixed<T>(&self, shape: u32, object: T) -> Res {
        debug_assert!(shape < shape_id::FIRST_DYNAMIC);
        match self.heap.alloc_object(size_of::<T>()) {
            Some(p) => {
                let p = p.cast::<T>();
                // SAFETY: the block is at least as large as `T` and aligned to 16.
                unsafe { p.write(object) };
                Ok(Owned::from_raw(Value::from_ptr(p.as_ptr())))
            }
            None => Err(self.memory_error()),
        }
    }

    /// An object block of `size` bytes whose header has one reference and shape `shape`; the rest is zero.
    ///
    /// # Errors
    /// MemoryError.
    pub(crate) fn alloc_zeroed(&self, size: usize, shape: u32) -> Result<NonNull<u8>, Raised> {
        let Some(p) = self.heap.alloc_object(size) else { return Err(self.memory_error()) };
        // SAFETY: the block has `size` bytes, at least a header.
        unsafe {
            p.as_ptr().write_bytes(0, size);
            p.cast::<Header>().write(Rt::fresh_header(shape));
        }
        Ok(p)
    }

    /// Shape row of a reference.
    #[inline(always)]
    pub fn shape_of(&self, v: Value) -> &Shape {
        self.shapes.get(v.header().shape.get())
    }

    /// Layout kind of a reference's object; `None` for a word that is no reference.
    #[inline(always)]
    pub fn kind_of_ptr(&self, v: Value) -> Option<Kind> {
        if v.is_ptr() { Some(self.shape_of(v).kind) } else { None }
    }

    /// Layout kind of any value: `Int` and `Float` for those in the word too.
    #[inline(always)]
    pub fn kind_of(&self, v: Value) -> Kind {
        if v.is_small_int() {
            Kind::Int
        } else if v.is_word_float() {
            Kind::Float
        } else {
            self.shape_of(v).kind
        }
    }

    /// The class of any value.
    #[inline(always)]
    pub fn class_of(&self, v: Value) -> Value {
        if v.is_small_int() {
            self.kind_type(Kind::Int)
        } else if v.is_word_float() {
            self.kind_type(Kind::Float)
        } else {
            self.shape_of(v).class.get()
        }
    }

    /// The built-in type of a kind.
    #[inline(always)]
    pub fn kind_type(&self, kind: Kind) -> Value {
        self.kind_types[kind as usize].get()
    }

    /// Checks at the start of a native call that the native stack is not nearly used up.
    ///
    /// # Errors
    /// RecursionError.
    #[inline(always)]
    pub fn enter_native(&self) -> Result<(), Raised> {
        let here = 0u8;
        if (&raw const here).addr() < self.stack_limit.get() { Err(self.stack_error()) } else { Ok(()) }
    }

    /// RecursionError, made where the native stack is nearly used up.
    #[cold]
    pub fn stack_error(&self) -> Raised {
        // Leave room for making the exception itself.
        let limit = self.stack_limit.get();
        self.stack_limit.set(limit.saturating_sub(64 << 10));
        let raised = self.raise(Exc::RecursionError, "maximum recursion depth exceeded");
        self.stack_limit.set(limit);
        raised
    }

    /// Reads the calling thread's stack bounds and keeps the smaller of 128 KiB and a quarter of it for the host.
    pub fn set_stack_limit_of_this_thread(&self) {
        self.stack_limit.set(crate::stack::limit_of_this_thread());
    }

    /// Whether an interrupt was asked for; asking clears it.
    #[inline]
    pub fn take_interrupt(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed) && self.interrupt.swap(false, Ordering::Relaxed)
    }

    /// Raises KeyboardInterrupt if an interrupt was asked for, and collects cycles if it is time: what every loop in native
    /// code that may take long calls now and then.
    ///
    /// # Errors
    /// KeyboardInterrupt, or what a destructor's reporting raised.
    #[inline]
    pub fn poll(&self) -> Result<(), Raised> {
        if self.interrupt.load(Ordering::Relaxed) && self.take_interrupt() {
            return Err(self.raise_with(Exc::KeyboardInterrupt, &[]));
        }
        self.collect_if_due();
        Ok(())
    }
}

impl Drop for Rt {
    /// The heap goes as a whole: nothing in it is released one by one any more.
    fn drop(&mut self) {
        for slot in [&self.pending, &self.handled, &self.memory_error, &self.modules, &self.builtins, &self.sys] {
            slot.forget();
        }
        self.native_types.borrow_mut().drain().for_each(|(_, class)| {
            class.into_raw();
        });
        self.replaced_code.borrow_mut().drain(..).for_each(|code| {
            code.into_raw();
        });
        self.shapes.forget_names();
    }
}

/// Makes an object immortal.
pub(crate) fn make_immortal(v: Value) {
    v.header().refcount.set(IMMORTAL);
}

fn random_key() -> (u64, u64) {
    let mut key = [0u8; 16];
    // SAFETY: the buffer is valid for its length; a short read leaves zeros, which only weakens the key.
    let got = unsafe { libc::getrandom(key.as_mut_ptr().cast(), key.len(), 0) };
    if got < 16 {
        let t = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_nanos());
        key[..16].copy_from_slice(&t.to_ne_bytes());
    }
    let half = |k: &[u8]| k.iter().fold(0u64, |acc, b| acc << 8 | u64::from(*b));
    (half(&key[..8]), half(&key[8..]))
}
