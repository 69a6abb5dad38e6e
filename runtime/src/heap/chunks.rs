//! Chunks and the runs of pages in them.

use std::ptr::{self, NonNull};

use super::layout::*;
use super::{Ends, Heap};

/// What a chunk of the region is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum ChunkState {
    /// Not committed.
    Absent,
    /// Split into pages.
    Paged,
    /// The first of a span of chunks: its header and the start of one large block.
    SpanHead,
    /// A later chunk of a span.
    SpanTail,
}

/// Chunks with free pages that are searched for a run of pages before a new one is committed.
const RUN_SEARCH_LIMIT: usize = 64;
/// Pages of a chunk that blocks can have.
const USABLE_PAGES: usize = PAGES_PER_CHUNK - HEADER_PAGES;

/// Chunks that a block of `bytes` bytes needs when one does not do.
fn chunks_for(bytes: usize) -> usize {
    (HEADER_SIZE + bytes).div_ceil(CHUNK_SIZE)
}

/// The first page of a run of `count` pages that are free in `free`.
fn find_run(free: u64, count: usize) -> Option<usize> {
    let mut starts = free;
    let mut length = 1;
    while length < count {
        let step = length.min(count - length);
        starts &= starts >> step;
        length += step;
    }
    (starts != 0).then(|| starts.trailing_zeros() as usize)
}

/// The bits of pages `first .. first + count`.
fn run_mask(first: usize, count: usize) -> u64 {
    (!0 >> (u64::BITS as usize - count)) << first
}

impl Heap {
    /// Takes `bytes` bytes (a multiple of the page size) in one piece. The metadata
    /// answered is that of the first page, not set up yet.
    pub(super) fn take_pages(&self, bytes: usize) -> Option<&PageMeta> {
        let count = bytes / PAGE_SIZE;
        if count > USABLE_PAGES {
            return self.take_chunks(bytes);
        }
        let found = self.find_pages(count, RUN_SEARCH_LIMIT);
        let (chunk, first) = match found {
            Some(found) => found,
            None => match self.add_chunk() {
                Some(chunk) => (chunk, HEADER_PAGES),
                None => self.find_pages(count, usize::MAX)?,
            },
        };
        // SAFETY: listed chunks are committed and have a header.
        let header = unsafe { chunk.as_ref() };
        if header.free_pages.get() == ALL_FREE && chunk.cast() != self.base() {
            self.empty_chunks.set(self.empty_chunks.get() - 1);
        }
        header.free_pages.set(header.free_pages.get() & !run_mask(first, count));
        if header.free_pages.get() == 0 {
            self.unlist_chunk(chunk);
        }
        // SAFETY: `first` is a page of this chunk.
        Some(unsafe { chunk.cast::<PageMeta>().add(first).as_ref() })
    }

    fn find_pages(&self, count: usize, limit: usize) -> Option<(NonNull<ChunkHeader>, usize)> {
        let mut next = self.roomy_chunks.head.get();
        for _ in 0..limit {
            let chunk = NonNull::new(next)?;
            // SAFETY: listed chunks are committed and have a header.
            let header = unsafe { chunk.as_ref() };
            if let Some(first) = find_run(header.free_pages.get(), count) {
                return Some((chunk, first));
            }
            next = header.next.get();
        }
        None
    }

    /// Gives back what [`Heap::take_pages`] answered for `bytes`.
    pub(super) fn give_pages(&self, page: &PageMeta, bytes: usize) {
        page.usage.set(Use::Free);
        let (index, first) = self.place_of(page);
        let count = bytes / PAGE_SIZE;
        if count > USABLE_PAGES {
            return self.drop_chunks(index, chunks_for(bytes));
        }
        self.give_run(index, first, count);
    }

    /// Frees pages `first .. first + count` of chunk `index`.
    fn give_run(&self, index: usize, first: usize, count: usize) {
        let chunk = self.region.chunk(index).cast::<ChunkHeader>();
        // SAFETY: the chunk of a page in use is committed.
        let header = unsafe { chunk.as_ref() };
        let before = header.free_pages.get();
        let free = before | run_mask(first, count);
        header.free_pages.set(free);
        if free == ALL_FREE && index != 0 {
            if before != 0 {
                self.unlist_chunk(chunk);
            }
            self.keep_or_drop_empty(index, chunk);
        } else if before == 0 {
            self.list_chunk_first(chunk);
        }
    }

    /// Chunk number and page number of a page.
    fn place_of(&self, page: &PageMeta) -> (usize, usize) {
        let offset = ptr::from_ref(page).addr() - self.base().addr().get();
        (offset / CHUNK_SIZE, offset % CHUNK_SIZE / META_SIZE)
    }

    /// The first byte of a page.
    pub(super) fn page_start(&self, page: &PageMeta) -> NonNull<u8> {
        let (chunk, index) = self.place_of(page);
        // SAFETY: the page lies in the chunk.
        unsafe { self.region.chunk(chunk).add(index * PAGE_SIZE) }
    }

    fn keep_or_drop_empty(&self, index: usize, chunk: NonNull<ChunkHeader>) {
        // An eighth may lie idle, so that a program that swings does not fault memory in again and again.
        let limit = (self.committed_chunks.get() / 8).max(4);
        if self.empty_chunks.get() < limit {
            self.empty_chunks.set(self.empty_chunks.get() + 1);
            self.list_chunk_last(chunk);
        } else {
            self.drop_chunks(index, 1);
        }
    }

    /// Gives every empty chunk back.
    pub(super) fn drop_empty_chunks(&self) {
        let mut next = self.roomy_chunks.head.get();
        while let Some(chunk) = NonNull::new(next) {
            // SAFETY: listed chunks are committed and have a header.
            let header = unsafe { chunk.as_ref() };
            next = header.next.get();
            let index = (chunk.addr().get() - self.base().addr().get()) / CHUNK_SIZE;
            if header.free_pages.get() == ALL_FREE && index != 0 {
                self.unlist_chunk(chunk);
                self.empty_chunks.set(self.empty_chunks.get() - 1);
                self.drop_chunks(index, 1);
            }
        }
    }

    /// Commits an empty chunk and lists it. Counts it as an empty one that is kept.
    pub(super) fn add_chunk(&self) -> Option<NonNull<ChunkHeader>> {
        let index = self.commit_chunks(1)?;
        self.chunk_states.borrow_mut()[index] = ChunkState::Paged;
        let chunk = self.init_header(index, ALL_FREE);
        self.list_chunk_first(chunk);
        if index != 0 {
            self.empty_chunks.set(self.empty_chunks.get() + 1);
        }
        Some(chunk)
    }

    fn init_header(&self, index: usize, free_pages: u64) -> NonNull<ChunkHeader> {
        let chunk = self.region.chunk(index).cast::<ChunkHeader>();
        // SAFETY: the chunk is committed; any bytes are a valid header.
        let header = unsafe { chunk.as_ref() };
        header.owner.set(self.owner.get());
        header.free_pages.set(free_pages);
        header.next.set(ptr::null_mut());
        header.prev.set(ptr::null_mut());
        chunk
    }

    /// Commits `count` neighbouring chunks; answers the first one's number.
    fn commit_chunks(&self, count: usize) -> Option<usize> {
        let first = self.find_absent(count)?;
        if !self.region.commit(first, count) {
            return None;
        }
        self.committed_chunks.set(self.committed_chunks.get() + count);
        Some(first)
    }

    /// Finds `count` neighbouring chunks that are not committed, first fit.
    fn find_absent(&self, count: usize) -> Option<usize> {
        let mut states = self.chunk_states.borrow_mut();
        let mut run = 0;
        for (index, state) in states.iter().enumerate() {
            run = if *state == ChunkState::Absent { run + 1 } else { 0 };
            if run == count {
                return Some(index + 1 - count);
            }
        }
        let first = states.len() - run;
        if first.checked_add(count)? > self.region.chunks() {
            return None;
        }
        states.try_reserve(count - run).ok()?;
        states.resize(first + count, ChunkState::Absent);
        Some(first)
    }

    fn take_chunks(&self, bytes: usize) -> Option<&PageMeta> {
        if bytes > self.region.size() {
            return None;
        }
        let count = chunks_for(bytes);
        let first = match self.commit_chunks(count) {
            Some(first) => first,
            None => {
                self.drop_empty_chunks();
                self.commit_chunks(count)?
            }
        };
        let mut states = self.chunk_states.borrow_mut();
        states[first] = ChunkState::SpanHead;
        states[first + 1..first + count].fill(ChunkState::SpanTail);
        let chunk = self.init_header(first, 0);
        // SAFETY: the first page after the header is a page of this chunk.
        Some(unsafe { chunk.cast::<PageMeta>().add(HEADER_PAGES).as_ref() })
    }

    /// Returns chunks to the system. None of them is listed.
    fn drop_chunks(&self, first: usize, count: usize) {
        self.region.decommit(first, count);
        self.committed_chunks.set(self.committed_chunks.get() - count);
        self.chunk_states.borrow_mut()[first..first + count].fill(ChunkState::Absent);
    }

    /// Changes the size of a span in place, both sizes being multiples of the page size. False, and
    /// nothing changed, if there is no room behind it or the span would change its kind.
    pub(super) fn resize_pages(&self, page: &PageMeta, old: usize, new: usize) -> bool {
        let (index, first) = self.place_of(page);
        let (old_pages, new_pages) = (old / PAGE_SIZE, new / PAGE_SIZE);
        match (old_pages > USABLE_PAGES, new_pages > USABLE_PAGES) {
            (false, false) if new_pages <= old_pages => {
                if new_pages < old_pages {
                    self.give_run(index, first + new_pages, old_pages - new_pages);
                }
                true
            }
            (false, false) => self.extend_run(index, first + old_pages, new_pages - old_pages),
            (true, true) => self.resize_chunks(index, chunks_for(old), chunks_for(new)),
            (false, true) | (true, false) => false,
        }
    }

    /// Takes pages `first .. first + count` of chunk `index` if they are free.
    fn extend_run(&self, index: usize, first: usize, count: usize) -> bool {
        let chunk = self.region.chunk(index).cast::<ChunkHeader>();
        // SAFETY: the chunk of a page in use is committed.
        let header = unsafe { chunk.as_ref() };
        let free = header.free_pages.get();
        if first + count > PAGES_PER_CHUNK || free & run_mask(first, count) != run_mask(first, count) {
            return false;
        }
        header.free_pages.set(free & !run_mask(first, count));
        if header.free_pages.get() == 0 {
            self.unlist_chunk(chunk);
        }
        true
    }

    fn resize_chunks(&self, first: usize, old: usize, new: usize) -> bool {
        if new <= old {
            if new < old {
                self.drop_chunks(first + new, old - new);
            }
            return true;
        }
        let mut states = self.chunk_states.borrow_mut();
        let (start, end) = (first + old, first + new);
        if end > self.region.chunks() {
            return false;
        }
        if states.len() < end {
            let missing = end - states.len();
            if states.try_reserve(missing).is_err() {
                return false;
            }
            states.resize(end, ChunkState::Absent);
        }
        let absent = states[start..end].iter().all(|state| *state == ChunkState::Absent);
        if !absent || !self.region.commit(start, new - old) {
            return false;
        }
        states[start..end].fill(ChunkState::SpanTail);
        self.committed_chunks.set(self.committed_chunks.get() + new - old);
        true
    }

    fn list_chunk_first(&self, chunk: NonNull<ChunkHeader>) {
        let Ends { head, tail } = &self.roomy_chunks;
        // SAFETY: the chunk and those listed are committed and have headers.
        unsafe {
            chunk.as_ref().prev.set(ptr::null_mut());
            chunk.as_ref().next.set(head.get());
            match NonNull::new(head.get()) {
                Some(old) => old.as_ref().prev.set(chunk.as_ptr()),
                None => tail.set(chunk.as_ptr()),
            }
        }
        head.set(chunk.as_ptr());
    }

    fn list_chunk_last(&self, chunk: NonNull<ChunkHeader>) {
        let Ends { head, tail } = &self.roomy_chunks;
        // SAFETY: the chunk and those listed are committed and have headers.
        unsafe {
            chunk.as_ref().next.set(ptr::null_mut());
            chunk.as_ref().prev.set(tail.get());
            match NonNull::new(tail.get()) {
                Some(old) => old.as_ref().next.set(chunk.as_ptr()),
                None => head.set(chunk.as_ptr()),
            }
        }
        tail.set(chunk.as_ptr());
    }

    fn unlist_chunk(&self, chunk: NonNull<ChunkHeader>) {
        let Ends { head, tail } = &self.roomy_chunks;
        // SAFETY: the chunk and its neighbours in the list are committed and have headers.
        unsafe {
            let (prev, next) = (chunk.as_ref().prev.get(), chunk.as_ref().next.get());
            match NonNull::new(prev) {
                Some(prev) => prev.as_ref().next.set(next),
                None => head.set(next),
            }
            match NonNull::new(next) {
                Some(next) => next.as_ref().prev.set(prev),
                None => tail.set(prev),
            }
        }
    }

    /// Calls `f` with the header of every chunk that has one.
    pub(super) fn for_each_chunk(&self, mut f: impl FnMut(&ChunkHeader)) {
        for (index, state) in self.chunk_states.borrow().iter().enumerate() {
            if matches!(state, ChunkState::Paged | ChunkState::SpanHead) {
                // SAFETY: the chunk is committed and has a header.
                f(unsafe { self.region.chunk(index).cast::<ChunkHeader>().as_ref() });
            }
        }
    }
}
