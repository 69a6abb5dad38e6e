//! The shape of a chunk in memory. Machine code inlines what is here, so every
//! struct is `repr(C)` and every offset it may use is a named constant.
//!
//! ```text
//! chunk  (1 MiB, aligned)
//!   0x0000  ChunkHeader                  in the place of page 0's metadata
//!   0x0040  an empty PageMeta            in the place of page 1's metadata: the sentinel
//!   0x0080  PageMeta of pages 2..64      64 bytes each: metadata of page i is at 64 * i
//!   0x1000  flag bits, one set after the other: a bit per 16 bytes of the chunk
//!   0x8000  page 2, page 3, … page 63
//! ```
//!
//! Metadata sits in the chunk's header and not at the start of each page: headers
//! at addresses that are all multiples of 16 KiB fall into the same few cache
//! sets, a header in the page wastes a block of every power-of-two class, and
//! metadata of neighbours shares TLB entries when it is dense. The price is two
//! more instructions, as `64 * page index` is one shift and one mask of the address.

use std::cell::Cell;
use std::mem::{offset_of, size_of};
use std::ptr;

/// Bytes of a chunk, and its alignment.
pub const CHUNK_SIZE: usize = 1 << 20;
/// Bytes of a page, and its alignment.
pub const PAGE_SIZE: usize = 1 << PAGE_SHIFT;
/// Base-2 logarithm of [`PAGE_SIZE`].
pub const PAGE_SHIFT: u32 = 14;
/// Pages of a chunk, the header's included.
pub const PAGES_PER_CHUNK: usize = CHUNK_SIZE / PAGE_SIZE;
/// Pages at the start of a chunk that its header takes.
pub const HEADER_PAGES: usize = 2;
/// Bytes at the start of a chunk that its header takes.
pub const HEADER_SIZE: usize = HEADER_PAGES * PAGE_SIZE;
/// Bytes of one page's metadata.
pub const META_SIZE: usize = 64;
/// `(address >> META_SHIFT) & META_MASK` is the offset of an address's page metadata in its chunk.
pub const META_SHIFT: u32 = PAGE_SHIFT - META_SIZE.trailing_zeros();
/// See [`META_SHIFT`].
pub const META_MASK: usize = (PAGES_PER_CHUNK - 1) * META_SIZE;
/// Where the flag bits begin in a chunk.
pub const FLAGS_OFFSET: usize = 0x1000;
/// Bytes of one set of flag bits.
pub const FLAG_SET_SIZE: usize = CHUNK_SIZE / super::GRANULE / 8;
/// Number of flag sets.
pub const FLAG_SETS: usize = 3;
/// Where the link to the next free block is in a free block. The word before it
/// keeps an object's count and shape, and shape 0 says that the block is free.
pub const FREE_LINK_OFFSET: usize = 8;
/// Where an object keeps its shape.
pub const SHAPE_OFFSET: usize = 4;
/// Sign bit of [`PageMeta::live`]: every free of a block of this page takes the slow path.
pub const ATTENTION: i32 = i32::MIN;

/// What a page is used for. The first three index [`super::Heap`]'s current pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Use {
    /// Objects that can refer to others.
    Object = 0,
    /// Objects that refer to no counted object: the cycle collector passes over them.
    Leaf = 1,
    /// Buffers without an object header.
    Raw = 2,
    /// Not in use.
    Free = 3,
}

/// Number of uses that have pages.
pub const NUM_USES: usize = 3;

/// Metadata of one page, or of a span of pages that holds one large block.
#[repr(C, align(64))]
pub struct PageMeta {
    /// Free blocks, linked at [`FREE_LINK_OFFSET`].
    pub(super) free: Cell<*mut u8>,
    /// What a free counts down; at 0 or below it takes the slow path. Blocks handed out, one
    /// more while the page is a current page, fewer while it is [`FULL`]; and [`ATTENTION`].
    pub(super) live: Cell<i32>,
    /// What the page holds.
    pub(super) usage: Cell<Use>,
    /// Size class; [`LARGE`] for a span.
    pub(super) class: Cell<u8>,
    /// [`HELD`], [`FULL`], [`YOUNG`].
    pub(super) state: Cell<u8>,
    pub(super) _pad: u8,
    /// Bytes of a block.
    pub(super) block_size: Cell<u32>,
    /// `(offset * reciprocal) >> 32` is the index of the block at `offset`.
    pub(super) reciprocal: Cell<u32>,
    /// Blocks that have ever been on the free list; memory beyond is untouched.
    pub(super) frontier: Cell<u16>,
    /// Blocks that fit.
    pub(super) capacity: Cell<u16>,
    /// Flag bits set for blocks of this page, over all sets.
    pub(super) flagged: Cell<u32>,
    /// Links of the queue of pages with room.
    pub(super) next: Cell<*mut PageMeta>,
    pub(super) prev: Cell<*mut PageMeta>,
    /// The collector's word per block, or null.
    pub(super) slots: Cell<*mut Cell<u32>>,
    /// Bytes of the span, a multiple of [`PAGE_SIZE`].
    pub(super) span: Cell<usize>,
}

/// [`PageMeta::class`] of a span.
pub const LARGE: u8 = u8::MAX;
/// State bit: this is the page that its class allocates from.
pub const HELD: u8 = 1;
/// State bit: in no queue, though some blocks may be free. The live count is short by all blocks
/// but [`PageMeta::patience`], so that it reaches 0 when that many are free and the page is worth
/// queueing: otherwise frees all over a full heap would each queue a page for the sake of one block.
pub const FULL: u8 = 2;
/// State bit: may hold objects made since the collector last called the page old.
pub const YOUNG: u8 = 4;

/// Offset of the free list's head in page metadata.
pub const PAGE_FREE_OFFSET: usize = offset_of!(PageMeta, free);
/// Offset of the live count in page metadata.
pub const PAGE_LIVE_OFFSET: usize = offset_of!(PageMeta, live);

/// The start of a chunk.
#[repr(C, align(64))]
pub struct ChunkHeader {
    /// What [`super::Heap::owner_of`] answers.
    pub(super) owner: Cell<*const ()>,
    /// Bit i: page i is free.
    pub(super) free_pages: Cell<u64>,
    /// Links of the list of chunks with free pages.
    pub(super) next: Cell<*mut ChunkHeader>,
    pub(super) prev: Cell<*mut ChunkHeader>,
}

/// Offset of the owner in a chunk.
pub const CHUNK_OWNER_OFFSET: usize = offset_of!(ChunkHeader, owner);

/// [`ChunkHeader::free_pages`] of an empty chunk.
pub const ALL_FREE: u64 = !0 << HEADER_PAGES;

const _: () = {
    assert!(size_of::<PageMeta>() == META_SIZE);
    assert!(size_of::<ChunkHeader>() == META_SIZE);
    assert!(META_SIZE * PAGES_PER_CHUNK <= FLAGS_OFFSET);
    assert!(FLAGS_OFFSET + FLAG_SETS * FLAG_SET_SIZE <= HEADER_SIZE);
    assert!(PAGES_PER_CHUNK == u64::BITS as usize);
    assert!(PAGE_FREE_OFFSET == 0 && PAGE_LIVE_OFFSET == 8 && CHUNK_OWNER_OFFSET == 0);
};

impl PageMeta {
    /// Blocks handed out, without the hold of the class.
    pub(super) fn live_blocks(&self) -> usize {
        let count = (self.live.get() & !ATTENTION) as usize;
        if self.has(FULL) {
            count + self.capacity.get() as usize - self.patience()
        } else {
            count - usize::from(self.has(HELD))
        }
    }

    /// How many blocks of a full page must be free before allocation returns to it.
    pub(super) fn patience(&self) -> usize {
        (self.capacity.get() as usize / 8).max(1)
    }

    /// Sets [`FULL`].
    pub(super) fn become_full(&self) {
        self.set(FULL);
        self.live.set((self.live.get() & ATTENTION) | self.patience() as i32);
    }

    /// Ends [`FULL`].
    pub(super) fn end_full(&self) {
        let live = self.live_blocks() as i32;
        self.unset(FULL);
        self.live.set((self.live.get() & ATTENTION) | live);
    }

    pub(super) fn has(&self, bit: u8) -> bool {
        self.state.get() & bit != 0
    }

    pub(super) fn set(&self, bit: u8) {
        self.state.set(self.state.get() | bit);
    }

    pub(super) fn unset(&self, bit: u8) {
        self.state.set(self.state.get() & !bit);
    }

    /// Makes [`ATTENTION`] say whether a free of a block has more to do than to link it.
    pub(super) fn update_attention(&self) {
        let count = self.live.get() & !ATTENTION;
        self.live.set(if self.flagged.get() != 0 { count | ATTENTION } else { count });
    }

    /// Bytes charged against the quota for this page.
    pub(super) fn charge(&self) -> usize {
        if self.class.get() == LARGE {
            self.span.get()
        } else {
            self.frontier.get() as usize * self.block_size.get() as usize
        }
    }

    /// Sets up the metadata of a page of blocks of `size` bytes.
    pub(super) fn init_blocks(&self, usage: Use, class: usize, size: usize) {
        self.free.set(ptr::null_mut());
        self.live.set(0);
        self.usage.set(usage);
        self.class.set(class as u8);
        self.state.set(YOUNG);
        self.block_size.set(size as u32);
        self.reciprocal.set((1u64 << 32).div_ceil(size as u64) as u32);
        self.frontier.set(0);
        self.capacity.set((PAGE_SIZE / size) as u16);
        self.flagged.set(0);
        self.next.set(ptr::null_mut());
        self.prev.set(ptr::null_mut());
        self.slots.set(ptr::null_mut());
        self.span.set(PAGE_SIZE);
    }

    /// Sets up the metadata of a span of `bytes` bytes that is one live block.
    pub(super) fn init_span(&self, usage: Use, bytes: usize) {
        self.init_blocks(usage, LARGE as usize, PAGE_SIZE);
        self.live.set(1);
        self.frontier.set(1);
        self.capacity.set(1);
        // Every offset that a block can begin at is 0, so the index is 0 too.
        self.span.set(bytes);
    }
}
