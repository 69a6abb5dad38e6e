//! Address space from the operating system: reserved in one piece, committed
//! and given back chunk by chunk.

use std::ptr::{self, NonNull};

use super::HeapError;
use super::layout::{CHUNK_SIZE, HEADER_SIZE};

/// The smallest region worth having; below it [`Region::reserve`] fails.
const MIN_REGION: usize = 16 * CHUNK_SIZE;

/// A reserved range of addresses, aligned to [`CHUNK_SIZE`]. Unmapped when dropped.
pub struct Region {
    mapping: NonNull<u8>,
    mapping_size: usize,
    /// The first aligned address of the mapping, with its provenance.
    base: NonNull<u8>,
    size: usize,
}

impl Region {
    /// Reserves `size` bytes (a power of two), or halves it until that succeeds.
    pub fn reserve(size: usize) -> Result<Region, HeapError> {
        let mut size = size.max(MIN_REGION);
        loop {
            if let Some(region) = Region::reserve_exactly(size) {
                return Ok(region);
            }
            if size <= MIN_REGION {
                return Err(HeapError::Reserve { source: std::io::Error::last_os_error() });
            }
            size /= 2;
        }
    }

    fn reserve_exactly(size: usize) -> Option<Region> {
        let mapping_size = size.checked_add(CHUNK_SIZE)?;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a new anonymous mapping at an address of the kernel's choice touches no other memory.
        let start = unsafe { libc::mmap(ptr::null_mut(), mapping_size, libc::PROT_NONE, flags, -1, 0) };
        if start == libc::MAP_FAILED {
            return None;
        }
        let mapping = NonNull::new(start.cast::<u8>())?;
        let skip = mapping.as_ptr().align_offset(CHUNK_SIZE);
        // SAFETY: skip < CHUNK_SIZE, and the mapping has that much more than `size`.
        let base = unsafe { mapping.add(skip) };
        Some(Region { mapping, mapping_size, base, size })
    }

    /// The first address.
    #[inline]
    pub fn base(&self) -> NonNull<u8> {
        self.base
    }

    /// Bytes of the region.
    #[inline]
    pub fn size(&self) -> usize {
        self.size
    }

    /// Chunks of the region.
    pub fn chunks(&self) -> usize {
        self.size / CHUNK_SIZE
    }

    /// Start of chunk `index`, with the region's provenance.
    pub fn chunk(&self, index: usize) -> NonNull<u8> {
        debug_assert!(index < self.chunks());
        // SAFETY: the chunk lies in the region.
        unsafe { self.base.add(index * CHUNK_SIZE) }
    }

    /// Makes chunks `first .. first + count` usable. New ones read as zero.
    pub fn commit(&self, first: usize, count: usize) -> bool {
        let start = self.chunk(first).as_ptr();
        // SAFETY: the range is ours and inaccessible; nothing in it can be lost.
        unsafe { libc::mprotect(start.cast(), count * CHUNK_SIZE, libc::PROT_READ | libc::PROT_WRITE) == 0 }
    }

    /// Gives the memory of chunks `first .. first + count` back, and their contents up.
    /// Their headers read as zero when they are committed again.
    pub fn decommit(&self, first: usize, count: usize) {
        let start = self.chunk(first).as_ptr();
        let bytes = count * CHUNK_SIZE;
        // SAFETY: the range is ours and the caller has no live block in it.
        unsafe {
            if libc::madvise(start.cast(), bytes, libc::MADV_DONTNEED) != 0 {
                // Memory locked by the process stays. Only headers have to be as if fresh.
                (first..first + count).for_each(|i| self.chunk(i).write_bytes(0, HEADER_SIZE));
            }
            libc::mprotect(start.cast(), bytes, libc::PROT_NONE);
        }
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours; whoever drops the region has no pointer into it left.
        unsafe { libc::munmap(self.mapping.as_ptr().cast(), self.mapping_size) };
    }
}
