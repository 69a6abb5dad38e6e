//! What the cycle collector and the ledger see: pages, the objects in them, and a
//! word beside each object.

use std::alloc::{self, Layout};
use std::cell::Cell;
use std::ptr::{self, NonNull};

use super::chunks::ChunkState;
use super::layout::*;
use super::{Flag, Heap};

/// A page of blocks, or a span that is one large block, in use while the heap is borrowed by a walk.
#[derive(Clone, Copy)]
pub struct PageRef<'h> {
    heap: &'h Heap,
    meta: &'h PageMeta,
}

impl PageRef<'_> {
    /// What the page holds.
    pub fn usage(self) -> Use {
        self.meta.usage.get()
    }

    /// Whether objects may have been made in the page since [`PageRef::set_old`].
    pub fn is_young(self) -> bool {
        self.meta.has(YOUNG)
    }

    /// Calls the page old, until an object is made in it again.
    pub fn set_old(self) {
        if self.live() == 0 {
            return;
        }
        if self.meta.has(HELD) {
            // The next allocation has to notice, so that it makes the page young.
            self.heap.unhold(self.usage(), self.meta.class.get() as usize);
        }
        self.meta.unset(YOUNG);
    }

    /// Blocks allocated in the page.
    pub fn live(self) -> usize {
        self.meta.live_blocks()
    }

    /// Bytes of a block.
    pub fn block_size(self) -> usize {
        if self.meta.class.get() == LARGE { self.meta.span.get() } else { self.meta.block_size.get() as usize }
    }

    /// Calls `f` with every object of the page whose shape is set; with none for raw pages.
    /// `f` must not free objects.
    pub fn for_each_object(self, f: &mut dyn FnMut(NonNull<u8>)) {
        if self.usage() == Use::Raw {
            return;
        }
        let start = self.heap.page_start(self.meta);
        let size = self.meta.block_size.get() as usize;
        for index in 0..self.meta.frontier.get() as usize {
            // SAFETY: blocks below the frontier have been written at least once, and lie in the page.
            let (block, shape) = unsafe {
                let block = start.add(index * size);
                (block, block.add(SHAPE_OFFSET).cast::<u32>().read())
            };
            if shape != 0 {
                f(block);
            }
        }
    }

    /// As [`PageRef::for_each_object`], with the word that [`PageRef::ensure_slots`] gave each object, for one pass without
    /// [`Heap::gc_slot`]'s way from the object to its word. With no object for a page that has no words.
    pub fn for_each_object_with_slot(self, mut f: impl FnMut(NonNull<u8>, &Cell<u32>)) {
        let Some(slots) = NonNull::new(self.meta.slots.get()).filter(|_| self.usage() != Use::Raw) else { return };
        let start = self.heap.page_start(self.meta);
        let size = self.meta.block_size.get() as usize;
        for index in 0..self.meta.frontier.get() as usize {
            // SAFETY: blocks below the frontier have been written at least once, and lie in the page; there is a word for each of them.
            let (block, shape, slot) = unsafe {
                let block = start.add(index * size);
                (block, block.add(SHAPE_OFFSET).cast::<u32>().read(), slots.add(index).as_ref())
            };
            if shape != 0 {
                f(block, slot);
            }
        }
    }

    /// Gives every block of the page a word, 0 at first, that [`Heap::gc_slot`] finds, if they have
    /// none yet. False if there is no memory for it. The words are outside the quota: they are what
    /// memory is freed with.
    #[must_use]
    pub fn ensure_slots(self) -> bool {
        if !self.meta.slots.get().is_null() {
            return true;
        }
        // SAFETY: a page has at least one block, so the size is not 0.
        let slots = unsafe { alloc::alloc_zeroed(self.meta.slots_layout()) };
        self.meta.slots.set(slots.cast());
        !slots.is_null()
    }

    /// Takes [`Flag::Marked`] from every block of the page.
    pub fn clear_marks(self) {
        self.heap.clear_flag_of_page(self.meta, Flag::Marked);
    }
}

/// A walk in progress: pages do not go away under it.
struct Walk<'h>(&'h Heap);

impl Drop for Walk<'_> {
    fn drop(&mut self) {
        self.0.walks.set(self.0.walks.get() - 1);
    }
}

impl PageMeta {
    fn slots_layout(&self) -> Layout {
        // At most 1024 blocks of 4 bytes.
        Layout::array::<u32>(self.capacity.get() as usize).unwrap_or(Layout::new::<u32>())
    }

    /// Frees the collector's words.
    pub(super) fn drop_slots(&self) {
        if let Some(slots) = NonNull::new(self.slots.replace(ptr::null_mut())) {
            // SAFETY: `ensure_slots` got them with this layout.
            unsafe { alloc::dealloc(slots.as_ptr().cast(), self.slots_layout()) };
        }
    }
}

impl Heap {
    /// Calls `f` with every page and span in use. `f` may allocate; pages that come into use
    /// meanwhile may or may not be visited. It must not free blocks.
    pub fn for_each_page(&self, mut f: impl FnMut(PageRef<'_>)) {
        self.for_each_meta(|meta| f(PageRef { heap: self, meta }));
    }

    /// As [`Heap::for_each_page`].
    pub(super) fn for_each_meta(&self, mut f: impl FnMut(&PageMeta)) {
        self.walks.set(self.walks.get() + 1);
        let _walk = Walk(self);
        for index in 0.. {
            let state = self.chunk_states.borrow().get(index).copied();
            match state {
                None => return,
                Some(ChunkState::Absent | ChunkState::SpanTail) => {}
                Some(ChunkState::Paged) => self.for_each_meta_of(index, &mut f),
                Some(ChunkState::SpanHead) => f(self.meta_at(index, HEADER_PAGES)),
            }
        }
    }

    fn for_each_meta_of(&self, index: usize, f: &mut impl FnMut(&PageMeta)) {
        let mut page = HEADER_PAGES;
        while page < PAGES_PER_CHUNK {
            // SAFETY: the chunk is committed and has a header.
            let header = unsafe { self.region.chunk(index).cast::<ChunkHeader>().as_ref() };
            if header.free_pages.get() & (1 << page) != 0 {
                page += 1;
                continue;
            }
            let found = self.meta_at(index, page);
            page += found.span.get() / PAGE_SIZE;
            f(found);
        }
    }

    fn meta_at(&self, chunk: usize, page: usize) -> &PageMeta {
        // SAFETY: the chunk is committed and the page's metadata lies in it.
        unsafe { self.region.chunk(chunk).cast::<PageMeta>().add(page).as_ref() }
    }

    /// Calls `f` with every object whose shape is set, large ones included. `f` must not free objects.
    pub fn for_each_object(&self, f: &mut dyn FnMut(NonNull<u8>)) {
        self.for_each_page(|page| page.for_each_object(f));
    }

    /// The exact number of objects allocated, whether their shape is set or not. Takes time in
    /// proportion to the number of pages.
    pub fn live_objects(&self) -> usize {
        let mut count = 0;
        self.for_each_page(|page| {
            if page.usage() != Use::Raw {
                count += page.live();
            }
        });
        count
    }

    /// Bytes of the blocks that raw buffers occupy. Takes time in proportion to the number of pages.
    pub fn live_raw_bytes(&self) -> usize {
        let mut bytes = 0;
        self.for_each_page(|page| {
            if page.usage() == Use::Raw {
                bytes += page.live() * page.block_size();
            }
        });
        bytes
    }

    /// The collector's word for the object at `ptr`; `None` if its page has none
    /// ([`PageRef::ensure_slots`]), that is, if it takes no part in the collection.
    ///
    /// # Safety
    /// `ptr` is the start of a live block of this heap.
    #[inline]
    pub unsafe fn gc_slot(&self, ptr: NonNull<u8>) -> Option<&Cell<u32>> {
        // SAFETY: the block is live, so its page is in use.
        let page = unsafe { self.page_of(ptr).as_ref() };
        let slots = NonNull::new(page.slots.get())?;
        let offset = ptr.addr().get() % PAGE_SIZE;
        let index = (offset as u64 * u64::from(page.reciprocal.get())) >> 32;
        // SAFETY: there is a word for every block, and the index of a block is below their number.
        Some(unsafe { slots.add(index as usize).as_ref() })
    }

    /// Frees the collector's words of all pages.
    pub fn drop_gc_slots(&self) {
        self.for_each_meta(PageMeta::drop_slots);
    }
}
