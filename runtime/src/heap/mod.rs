//! The memory of one engine.
//!
//! A [`Heap`] reserves one region of address space. The region is split into
//! chunks of 1 MiB, a chunk into pages of 16 KiB, a page into blocks of one size
//! class; blocks too large for a class get a span of pages, or of chunks. Region,
//! chunk, page and block form a tree, and every pointer the heap hands out or
//! follows is derived from the region's base, so that it carries the region's
//! provenance; integers never become pointers.
//!
//! Rules that other parts of Tally rely on:
//!
//! 1. A block is aligned to 16 bytes and has at least 16 of them.
//! 2. An object begins with `refcount: u32` and `shape: u32`. A free block of an
//!    object page has shape 0, and so has a block just allocated: until its maker
//!    sets the shape, it counts as live but a walk passes over it.
//! 3. The contents of a new block are unspecified but for rule 2. Memory never
//!    comes from another heap: regions start as fresh pages of the system.
//! 4. The quota is charged before memory is taken: by the span for large blocks,
//!    and for small ones when blocks come into being in a page (in batches of at
//!    most 4 KiB or one block), so that allocating a block that exists costs nothing.
//!    A page's charge ends when the page is released.
//! 5. Every allocation can fail, answers `None` then, and changes nothing.
//! 6. Flags of a block are clear when it is allocated.

mod chunks;
mod classes;
mod flags;
mod layout;
mod pages;
mod raw;
mod region;
#[cfg(test)]
mod tests;
mod walk;

use std::cell::{Cell, RefCell};
use std::mem::offset_of;
use std::ptr::{self, NonNull};

pub use classes::{CLASS_SIZE, GRANULE, MAX_SMALL, NUM_CLASSES, class_of};
pub use flags::Flag;
pub use layout::*;
pub use walk::PageRef;

use chunks::ChunkState;
use region::Region;

/// Bytes of address space that [`Heap::new`] asks for.
pub const DEFAULT_REGION: usize = 64 << 30;

/// Why a heap could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HeapError {
    /// Not even the smallest region of address space could be reserved.
    #[error("cannot reserve address space for a heap")]
    Reserve {
        /// What the system said.
        source: std::io::Error,
    },
    /// The first chunk could not be had.
    #[error("cannot get memory for a heap")]
    Commit,
}

/// A doubly linked list's ends.
struct Ends<T> {
    head: Cell<*mut T>,
    tail: Cell<*mut T>,
}

impl<T> Ends<T> {
    const fn new() -> Self {
        Ends { head: Cell::new(ptr::null_mut()), tail: Cell::new(ptr::null_mut()) }
    }
}

/// An engine's memory. One thread uses it at a time; all of it goes back to the system
/// when it is dropped, whatever is still allocated.
#[repr(C)]
pub struct Heap {
    /// The page each class allocates from, by [`Use`]; the sentinel, which never has a
    /// free block, where there is none.
    current: [[Cell<*mut PageMeta>; NUM_CLASSES]; NUM_USES],
    sentinel: *mut PageMeta,
    region: Region,
    /// Pages with room that are not current.
    queues: [[Ends<PageMeta>; NUM_CLASSES]; NUM_USES],
    chunk_states: RefCell<Vec<ChunkState>>,
    /// Chunks with free pages; empty ones towards the tail.
    roomy_chunks: Ends<ChunkHeader>,
    /// Empty chunks that are kept, chunk 0 not counted.
    empty_chunks: Cell<usize>,
    committed_chunks: Cell<usize>,
    owner: Cell<*const ()>,
    quota: Cell<usize>,
    charged: Cell<usize>,
    /// The allocation from now that is to fail; 0 for none.
    fail_countdown: Cell<u64>,
    /// Objects that refills and spans made room for since the counter was reset.
    handed_out: Cell<usize>,
    /// With more of them a collection is due.
    collect_after: Cell<usize>,
    collection_due: Cell<bool>,
    /// Walks in progress.
    walks: Cell<usize>,
}

/// Offset in [`Heap`] of the current pages: `NUM_USES` rows of `NUM_CLASSES` pointers.
pub const HEAP_CURRENT_OFFSET: usize = offset_of!(Heap, current);

// SAFETY: everything the raw pointers reach belongs to this heap's own region, and no thread-local is involved.
unsafe impl Send for Heap {}

impl Heap {
    /// A heap with a region of [`DEFAULT_REGION`] bytes, or less if that cannot be reserved,
    /// and no quota.
    pub fn new() -> Result<Heap, HeapError> {
        Heap::with_region(DEFAULT_REGION)
    }

    /// As [`Heap::new`], with a region of `bytes` bytes of address space, rounded up to a
    /// power of two of at least 16 MiB. The heap can never hold more.
    pub fn with_region(bytes: usize) -> Result<Heap, HeapError> {
        let region = Region::reserve(bytes.checked_next_power_of_two().unwrap_or(DEFAULT_REGION))?;
        // SAFETY: page 1's metadata lies in chunk 0.
        let sentinel = unsafe { region.base().add(META_SIZE).cast::<PageMeta>().as_ptr() };
        let heap = Heap {
            current: [const { [const { Cell::new(ptr::null_mut()) }; NUM_CLASSES] }; NUM_USES],
            sentinel,
            region,
            queues: [const { [const { Ends::new() }; NUM_CLASSES] }; NUM_USES],
            chunk_states: RefCell::new(Vec::new()),
            roomy_chunks: Ends::new(),
            empty_chunks: Cell::new(0),
            committed_chunks: Cell::new(0),
            owner: Cell::new(ptr::null()),
            quota: Cell::new(usize::MAX),
            charged: Cell::new(0),
            fail_countdown: Cell::new(0),
            handed_out: Cell::new(0),
            collect_after: Cell::new(usize::MAX),
            collection_due: Cell::new(false),
            walks: Cell::new(0),
        };
        heap.current.iter().flatten().for_each(|page| page.set(sentinel));
        // Chunk 0 holds the sentinel: fresh memory is zero, a page without free blocks.
        match heap.add_chunk() {
            Some(_) => Ok(heap),
            None => Err(HeapError::Commit),
        }
    }

    /// Memory for an object of `size` bytes. Its shape is 0 until the caller sets it.
    #[inline]
    pub fn alloc_object(&self, size: usize) -> Option<NonNull<u8>> {
        self.alloc(Use::Object, size)
    }

    /// Memory for an object of `size` bytes that can never be part of a cycle, because it
    /// refers to no counted object: the collector passes over its page.
    #[inline]
    pub fn alloc_leaf(&self, size: usize) -> Option<NonNull<u8>> {
        self.alloc(Use::Leaf, size)
    }

    /// Memory for a buffer of `bytes` bytes without object header.
    #[inline]
    pub fn alloc_raw(&self, bytes: usize) -> Option<NonNull<u8>> {
        self.alloc(Use::Raw, bytes)
    }

    #[inline]
    fn alloc(&self, usage: Use, size: usize) -> Option<NonNull<u8>> {
        if size > MAX_SMALL {
            return self.alloc_span(usage, size);
        }
        let class = class_of(size);
        let page = self.current[usage as usize][class].get();
        // SAFETY: `page` is the metadata of a page in use or the sentinel; both outlive this call.
        let page_ref = unsafe { &*page };
        match NonNull::new(page_ref.free.get()) {
            Some(block) => {
                // SAFETY: `block` heads the page's free list.
                unsafe { take_head(page_ref, block) };
                Some(block)
            }
            None => self.refill(usage, class),
        }
    }

    /// Frees an object's block.
    ///
    /// # Safety
    /// `ptr` came from [`Heap::alloc_object`] or [`Heap::alloc_leaf`] of this heap, was not freed
    /// since, and is not used afterwards.
    #[inline]
    pub unsafe fn free_object(&self, ptr: NonNull<u8>) {
        let block = self.derive(ptr);
        // SAFETY: the block is live, so its first 16 bytes are ours.
        unsafe {
            block.add(SHAPE_OFFSET).cast::<u32>().write(0);
            self.free(block);
        }
    }

    /// Frees a buffer.
    ///
    /// # Safety
    /// `ptr` came from [`Heap::alloc_raw`] or [`Heap::realloc_raw`] of this heap, was not freed
    /// since, and is not used afterwards.
    #[inline]
    pub unsafe fn free_raw(&self, ptr: NonNull<u8>) {
        // SAFETY: the caller's promise.
        unsafe { self.free(self.derive(ptr)) };
    }

    #[inline]
    unsafe fn free(&self, block: NonNull<u8>) {
        let page = self.page_of(block);
        // SAFETY: the caller says the block is live, so its page is in use.
        let page = unsafe { page.as_ref() };
        // SAFETY: a block has at least 16 bytes.
        unsafe { block.add(FREE_LINK_OFFSET).cast::<*mut u8>().write(page.free.get()) };
        page.free.set(block.as_ptr());
        let live = page.live.get().wrapping_sub(1);
        page.live.set(live);
        if live <= 0 {
            self.free_slow(block);
        }
    }

    /// Bytes that the block at `ptr` can hold, at least what was asked for.
    ///
    /// # Safety
    /// `ptr` is the start of a live block of this heap.
    #[inline]
    pub unsafe fn usable_size(&self, ptr: NonNull<u8>) -> usize {
        // SAFETY: the block is live, so its page is in use.
        let page = unsafe { self.page_of(ptr).as_ref() };
        if page.class.get() == LARGE { page.span.get() } else { page.block_size.get() as usize }
    }

    /// Whether `addr` lies in this heap's region.
    #[inline]
    pub fn contains(&self, addr: usize) -> bool {
        addr.wrapping_sub(self.region.base().addr().get()) < self.region.size()
    }

    /// The region's first address, of which every pointer into the heap can be derived
    /// (`base.with_addr(word)`).
    #[inline]
    pub fn base(&self) -> NonNull<u8> {
        self.region.base()
    }

    /// Sets what [`Heap::owner_of`] answers for this heap's blocks; null at first.
    pub fn set_owner(&self, owner: *const ()) {
        self.owner.set(owner);
        self.for_each_chunk(|chunk| chunk.owner.set(owner));
    }

    /// The owner of the heap that the block at `ptr` belongs to.
    ///
    /// # Safety
    /// `ptr` is the start of a live block of some heap and carries its region's provenance, as
    /// pointers from the heap do.
    #[inline]
    pub unsafe fn owner_of(ptr: NonNull<u8>) -> *const () {
        let chunk = ptr.as_ptr().map_addr(|addr| addr & !(CHUNK_SIZE - 1)).cast::<ChunkHeader>();
        // SAFETY: a block starts in a chunk that has a header, large ones included.
        unsafe { (*chunk).owner.get() }
    }

    /// The pointer to `ptr`'s address with the region's provenance.
    #[inline]
    fn derive(&self, ptr: NonNull<u8>) -> NonNull<u8> {
        debug_assert!(self.contains(ptr.addr().get()), "a pointer of another heap");
        self.region.base().with_addr(ptr.addr())
    }

    /// Metadata of the page in which the block at `ptr` starts.
    #[inline]
    fn page_of(&self, ptr: NonNull<u8>) -> NonNull<PageMeta> {
        let base = self.region.base().as_ptr();
        let addr = ptr.addr().get();
        let meta = (addr & !(CHUNK_SIZE - 1)) + ((addr >> META_SHIFT) & META_MASK);
        // SAFETY: a chunk does not begin at address 0.
        unsafe { NonNull::new_unchecked(base.with_addr(meta).cast()) }
    }

    /// Limits the bytes that can be charged from now on; what is already charged stays.
    pub fn set_quota(&self, bytes: usize) {
        self.quota.set(bytes);
    }

    /// The limit that [`Heap::set_quota`] set.
    pub fn quota(&self) -> usize {
        self.quota.get()
    }

    /// Bytes charged against the quota.
    pub fn charged(&self) -> usize {
        self.charged.get()
    }

    /// Charges `bytes` for memory outside the heap. Answers false, having charged nothing, if the
    /// quota does not allow it.
    #[must_use]
    pub fn charge(&self, bytes: usize) -> bool {
        let allowed = self.may_charge(bytes);
        if allowed {
            self.charged.set(self.charged.get() + bytes);
        }
        allowed
    }

    fn may_charge(&self, bytes: usize) -> bool {
        self.charged.get().checked_add(bytes).is_some_and(|sum| sum <= self.quota.get())
    }

    /// Ends a charge of `bytes` made by [`Heap::charge`].
    pub fn uncharge(&self, bytes: usize) {
        debug_assert!(bytes <= self.charged.get());
        self.charged.set(self.charged.get().saturating_sub(bytes));
    }

    /// Makes the `n`-th allocation from now fail, once; 0 takes the order back. Allocations that the
    /// heap serves in place (a buffer that grows within its block) count too. For tests.
    pub fn fail_nth(&self, n: u64) {
        self.fail_countdown.set(n);
        if n != 0 {
            // With no current page every allocation takes the slow path, which counts.
            self.release_current();
        }
    }

    /// Counts an allocation; false if it is the one to fail.
    fn pass_fault(&self) -> bool {
        match self.fail_countdown.get() {
            0 => true,
            n => {
                self.fail_countdown.set(n - 1);
                n != 1
            }
        }
    }

    /// Objects that room was made for since [`Heap::reset_allocated`]: the pressure
    /// that makes a collection worth while. Blocks reused within a current page do not count.
    pub fn allocated_since_collection(&self) -> usize {
        self.handed_out.get()
    }

    /// Starts [`Heap::allocated_since_collection`] from 0.
    pub fn reset_allocated(&self) {
        self.handed_out.set(0);
        self.collection_due.set(false);
    }

    /// Lets a collection be due when room was made for more than so many objects.
    pub fn collect_after(&self, objects: usize) {
        self.collect_after.set(objects);
        self.collection_due.set(self.handed_out.get() > objects);
    }

    /// Whether a collection is due. The cell stays where it is as long as the heap does: machine code reads it.
    pub fn collection_due(&self) -> &Cell<bool> {
        &self.collection_due
    }

    /// Bytes of memory taken from the system, used or not.
    pub fn bytes_committed(&self) -> usize {
        self.committed_chunks.get() * CHUNK_SIZE
    }
}

/// Takes the head off a page's free list and counts it live.
///
/// # Safety
/// `block` is the head of `page`'s free list.
#[inline]
unsafe fn take_head(page: &PageMeta, block: NonNull<u8>) {
    // SAFETY: a free block keeps its link there.
    page.free.set(unsafe { block.add(FREE_LINK_OFFSET).cast::<*mut u8>().read() });
    page.live.set(page.live.get().wrapping_add(1));
}
