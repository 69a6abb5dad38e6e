//! The slow paths: finding a page with room, giving one back, large blocks.

use std::ptr::{self, NonNull};

use super::layout::*;
use super::{CLASS_SIZE, Ends, Heap, NUM_CLASSES, take_head};

/// Bytes of blocks that come into being at once in a page, so that a fresh page is not touched whole.
const BATCH: usize = 4096;

impl Heap {
    /// Allocates from a class whose current page has no free block.
    #[cold]
    #[inline(never)]
    pub(super) fn refill(&self, usage: Use, class: usize) -> Option<NonNull<u8>> {
        if !self.pass_fault() {
            return None;
        }
        let mut block = self.take_block(usage, class);
        if block.is_none() && self.trim() {
            block = self.take_block(usage, class);
        }
        if self.fail_countdown.get() != 0 {
            self.unhold(usage, class);
        }
        block
    }

    fn take_block(&self, usage: Use, class: usize) -> Option<NonNull<u8>> {
        let page = self.page_with_room(usage, class)?;
        let block = NonNull::new(page.free.get())?;
        // SAFETY: `block` heads the page's free list.
        unsafe { take_head(page, block) };
        Some(block)
    }

    /// Makes a page that has a free block current.
    fn page_with_room(&self, usage: Use, class: usize) -> Option<&PageMeta> {
        if let Some(page) = self.current_page(usage, class) {
            if self.has_room(page) {
                return Some(page);
            }
            self.unhold(usage, class);
        }
        let mut next = self.queues[usage as usize][class].head.get();
        while let Some(page) = NonNull::new(next) {
            // SAFETY: pages in a queue are in use.
            let page = unsafe { page.as_ref() };
            if self.has_room(page) {
                self.unqueue(page);
                self.hold(page);
                return Some(page);
            }
            next = page.next.get();
        }
        let size = CLASS_SIZE[class] as usize;
        if !self.may_charge(size) {
            return None;
        }
        let page = self.take_pages(PAGE_SIZE)?;
        page.init_blocks(usage, class, size);
        self.extend(page);
        self.hold(page);
        Some(page)
    }

    /// Whether the page has a free block, after an attempt to make some.
    fn has_room(&self, page: &PageMeta) -> bool {
        !page.free.get().is_null() || self.extend(page)
    }

    fn current_page(&self, usage: Use, class: usize) -> Option<&PageMeta> {
        let page = self.current[usage as usize][class].get();
        // SAFETY: a current page other than the sentinel is in use.
        (page != self.sentinel).then(|| unsafe { &*page })
    }

    /// Makes `page`, which is in no queue, the current page of its class. Its class has none.
    fn hold(&self, page: &PageMeta) {
        page.set(HELD | YOUNG);
        page.live.set(page.live.get() + 1);
        self.count_handed_out(page, page.frontier.get() as usize - page.live_blocks());
        let current = &self.current[page.usage.get() as usize][page.class.get() as usize];
        current.set(self.wide(page));
    }

    fn count_handed_out(&self, page: &PageMeta, blocks: usize) {
        if page.usage.get() == Use::Object {
            let count = self.handed_out.get().wrapping_add(blocks);
            self.handed_out.set(count);
            self.collection_due.set(count > self.collect_after.get());
        }
    }

    /// Leaves a class without current page; the page goes where its fill puts it.
    pub(super) fn unhold(&self, usage: Use, class: usize) {
        let Some(page) = self.current_page(usage, class) else {
            return;
        };
        self.current[usage as usize][class].set(self.sentinel);
        page.unset(HELD);
        page.live.set(page.live.get() - 1);
        if page.live_blocks() == 0 && self.walks.get() == 0 {
            self.release_page(page);
        } else if page.free.get().is_null() && page.frontier.get() == page.capacity.get() {
            page.become_full();
        } else {
            self.queue_first(page);
        }
    }

    /// Leaves every class without current page.
    pub(super) fn release_current(&self) {
        for usage in [Use::Object, Use::Leaf, Use::Raw] {
            for class in 0..NUM_CLASSES {
                self.unhold(usage, class);
            }
        }
    }

    /// Makes available what is kept in reserve: pages without a live block, empty chunks, and
    /// blocks of pages that were full. Answers whether there was any. Does nothing during a walk.
    /// Takes time in proportion to the number of pages.
    pub fn trim(&self) -> bool {
        if self.walks.get() != 0 {
            return false;
        }
        let before = (self.charged.get(), self.committed_chunks.get());
        self.release_current();
        let queued = self.queue_full_pages();
        self.drop_empty_chunks();
        queued || before != (self.charged.get(), self.committed_chunks.get())
    }

    /// Queues the full pages that have a free block. Answers whether there was one.
    fn queue_full_pages(&self) -> bool {
        let mut found = false;
        self.for_each_meta(|page| {
            if page.has(FULL) && !page.free.get().is_null() {
                page.end_full();
                self.queue_last(page);
                found = true;
            }
        });
        found
    }

    /// Puts new blocks on the page's free list. False if it is at its capacity or the quota is.
    fn extend(&self, page: &PageMeta) -> bool {
        let size = page.block_size.get() as usize;
        let frontier = page.frontier.get() as usize;
        let room = page.capacity.get() as usize - frontier;
        let mut count = room.min((BATCH / size).max(1));
        if count == 0 {
            return false;
        }
        if !self.charge(count * size) {
            count = 1;
            if !self.charge(size) {
                return false;
            }
        }
        let start = self.page_start(page);
        let mut link = page.free.get();
        for index in (frontier..frontier + count).rev() {
            // SAFETY: the block lies in the page and has at least 16 bytes. The first word is an object's header.
            unsafe {
                let block = start.add(index * size);
                block.cast::<u64>().write(0);
                block.add(FREE_LINK_OFFSET).cast::<*mut u8>().write(link);
                link = block.as_ptr();
            }
        }
        page.free.set(link);
        page.frontier.set((frontier + count) as u16);
        if page.has(HELD) {
            self.count_handed_out(page, count);
        }
        true
    }

    /// The rest of a free that left its page without live blocks, or whose page wants to know.
    #[cold]
    #[inline(never)]
    pub(super) fn free_slow(&self, block: NonNull<u8>) {
        let page = self.page_of(block);
        // SAFETY: the block was live, so its page is in use.
        let page = unsafe { page.as_ref() };
        if page.flagged.get() != 0 {
            self.clear_flags(page, block);
        }
        if page.class.get() == LARGE {
            return self.release_page(page);
        }
        page.update_attention();
        if page.live.get() & !ATTENTION != 0 {
            return;
        }
        if page.has(FULL) {
            page.end_full();
            self.queue_last(page);
        }
        if page.live_blocks() == 0 {
            self.unqueue(page);
            self.release_page(page);
        }
    }

    /// Gives a page or span without live block back. It is in no queue.
    fn release_page(&self, page: &PageMeta) {
        self.uncharge(page.charge());
        page.drop_slots();
        self.give_pages(page, page.span.get());
    }

    /// Allocates a block that is too large for a class.
    #[cold]
    #[inline(never)]
    pub(super) fn alloc_span(&self, usage: Use, size: usize) -> Option<NonNull<u8>> {
        if !self.pass_fault() || size > self.region.size() {
            return None;
        }
        let bytes = size.next_multiple_of(PAGE_SIZE);
        let charged = self.charge(bytes) || (self.trim() && self.charge(bytes));
        if !charged {
            return None;
        }
        let Some(page) = self.take_pages(bytes) else {
            self.uncharge(bytes);
            return None;
        };
        page.init_span(usage, bytes);
        self.count_handed_out(page, 1);
        let block = self.page_start(page);
        // SAFETY: the span is ours. Shape 0 says that the object is not made yet.
        unsafe { block.cast::<u64>().write(0) };
        Some(block)
    }

    /// `page` as a pointer that keeps the region's provenance.
    pub(super) fn wide(&self, page: &PageMeta) -> *mut PageMeta {
        self.base().as_ptr().with_addr(ptr::from_ref(page).addr()).cast()
    }

    fn queue_of(&self, page: &PageMeta) -> &Ends<PageMeta> {
        &self.queues[page.usage.get() as usize][page.class.get() as usize]
    }

    fn queue_first(&self, page: &PageMeta) {
        let Ends { head, tail } = self.queue_of(page);
        let this = self.wide(page);
        page.prev.set(ptr::null_mut());
        page.next.set(head.get());
        match NonNull::new(head.get()) {
            // SAFETY: pages in a queue are in use.
            Some(old) => unsafe { old.as_ref().prev.set(this) },
            None => tail.set(this),
        }
        head.set(this);
    }

    fn queue_last(&self, page: &PageMeta) {
        let Ends { head, tail } = self.queue_of(page);
        let this = self.wide(page);
        page.next.set(ptr::null_mut());
        page.prev.set(tail.get());
        match NonNull::new(tail.get()) {
            // SAFETY: pages in a queue are in use.
            Some(old) => unsafe { old.as_ref().next.set(this) },
            None => head.set(this),
        }
        tail.set(this);
    }

    fn unqueue(&self, page: &PageMeta) {
        let Ends { head, tail } = self.queue_of(page);
        let (prev, next) = (page.prev.get(), page.next.get());
        match NonNull::new(prev) {
            // SAFETY: pages in a queue are in use.
            Some(prev) => unsafe { prev.as_ref().next.set(next) },
            None => head.set(next),
        }
        match NonNull::new(next) {
            // SAFETY: pages in a queue are in use.
            Some(next) => unsafe { next.as_ref().prev.set(prev) },
            None => tail.set(prev),
        }
    }
}
