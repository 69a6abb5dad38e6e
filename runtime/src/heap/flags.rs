//! Bits about blocks that objects have no room for: a bit per 16 bytes of a chunk
//! for each flag, of which the one at a block's start counts. Finding it needs no
//! division by the block size.

use std::cell::Cell;
use std::ptr::NonNull;

use super::layout::*;
use super::{GRANULE, Heap};

/// A bit that a block can have. All are cleared when the block is freed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Flag {
    /// The object's finaliser has run.
    Finalised = 0,
    /// Weak references to the object exist.
    HasWeakrefs = 1,
    /// The collector's mark.
    Marked = 2,
}

const FLAGS: [Flag; FLAG_SETS] = [Flag::Finalised, Flag::HasWeakrefs, Flag::Marked];

impl Heap {
    /// Whether the block at `ptr` has `flag`.
    ///
    /// # Safety
    /// `ptr` is the start of a live block of this heap.
    #[inline]
    pub unsafe fn has_flag(&self, ptr: NonNull<u8>, flag: Flag) -> bool {
        let (word, bit) = self.flag_word(ptr, flag);
        word.get() & bit != 0
    }

    /// Gives the block at `ptr` `flag`.
    ///
    /// # Safety
    /// `ptr` is the start of a live block of this heap.
    pub unsafe fn set_flag(&self, ptr: NonNull<u8>, flag: Flag) {
        let (word, bit) = self.flag_word(ptr, flag);
        if word.get() & bit == 0 {
            word.set(word.get() | bit);
            // SAFETY: the block is live, so its page is in use.
            let page = unsafe { self.page_of(ptr).as_ref() };
            page.flagged.set(page.flagged.get() + 1);
            page.live.set(page.live.get() | ATTENTION);
        }
    }

    /// Takes `flag` from the block at `ptr`.
    ///
    /// # Safety
    /// `ptr` is the start of a live block of this heap.
    pub unsafe fn clear_flag(&self, ptr: NonNull<u8>, flag: Flag) {
        // SAFETY: the block is live, so its page is in use.
        let page = unsafe { self.page_of(ptr).as_ref() };
        self.clear_bit(page, ptr, flag);
        page.update_attention();
    }

    /// Takes every flag from a block of `page`.
    pub(super) fn clear_flags(&self, page: &PageMeta, block: NonNull<u8>) {
        FLAGS.into_iter().for_each(|flag| self.clear_bit(page, block, flag));
    }

    fn clear_bit(&self, page: &PageMeta, block: NonNull<u8>, flag: Flag) {
        let (word, bit) = self.flag_word(block, flag);
        if word.get() & bit != 0 {
            word.set(word.get() & !bit);
            page.flagged.set(page.flagged.get() - 1);
        }
    }

    /// Takes `flag` from every block of `page`.
    pub(super) fn clear_flag_of_page(&self, page: &PageMeta, flag: Flag) {
        if page.flagged.get() == 0 {
            return;
        }
        let start = self.page_start(page);
        // A span keeps the flags of its one block in the first word.
        for granule in (0..PAGE_SIZE / GRANULE).step_by(u64::BITS as usize) {
            // SAFETY: the granule lies in the page.
            let (word, _) = self.flag_word(unsafe { start.add(granule * GRANULE) }, flag);
            page.flagged.set(page.flagged.get() - word.replace(0).count_ones());
        }
        page.update_attention();
    }

    /// The word that holds a block's bit for `flag`, and the bit.
    #[inline]
    fn flag_word(&self, block: NonNull<u8>, flag: Flag) -> (&Cell<u64>, u64) {
        let addr = block.addr().get();
        let granule = addr % CHUNK_SIZE / GRANULE;
        let chunk = self.base().as_ptr().with_addr(addr & !(CHUNK_SIZE - 1));
        let offset = FLAGS_OFFSET + flag as usize * FLAG_SET_SIZE + granule / 64 * 8;
        // SAFETY: blocks start in chunks with a header, which has room for a bit per granule.
        (unsafe { &*chunk.add(offset).cast::<Cell<u64>>() }, 1 << (granule % 64))
    }
}
