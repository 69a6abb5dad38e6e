//! Buffers that change their size.

use std::ptr::NonNull;

use super::layout::*;
use super::{Heap, MAX_SMALL, class_of};

impl Heap {
    /// Changes a buffer's size to `new_bytes`, keeping the contents that fit. In meaning this is a
    /// free and an allocation even if the buffer stays where it is: `ptr` must not be used
    /// afterwards, only the pointer answered. On `None` the buffer is as it was.
    ///
    /// # Safety
    /// `ptr` is a live buffer of this heap, and its first `old_bytes` bytes belong to it.
    pub unsafe fn realloc_raw(&self, ptr: NonNull<u8>, old_bytes: usize, new_bytes: usize) -> Option<NonNull<u8>> {
        if self.fail_countdown.get() == 1 {
            self.fail_countdown.set(0);
            return None;
        }
        // SAFETY: the caller's promise.
        if unsafe { self.fits_in_place(ptr, new_bytes) } {
            return self.pass_fault().then(|| self.derive(ptr));
        }
        let new = self.alloc_raw(new_bytes)?;
        let keep = old_bytes.min(new_bytes);
        // SAFETY: both blocks are live and distinct, and at least `keep` bytes long.
        unsafe {
            self.derive(ptr).copy_to_nonoverlapping(new, keep);
            self.free_raw(ptr);
        }
        Some(new)
    }

    /// Whether the block at `ptr` serves `new_bytes`; a span is made to where possible.
    unsafe fn fits_in_place(&self, ptr: NonNull<u8>, new_bytes: usize) -> bool {
        // SAFETY: the block is live, so its page is in use.
        let page = unsafe { self.page_of(ptr).as_ref() };
        if page.class.get() != LARGE {
            return new_bytes <= MAX_SMALL && class_of(new_bytes) == page.class.get() as usize;
        }
        new_bytes > MAX_SMALL && new_bytes <= self.region.size() && self.resize_span(page, new_bytes)
    }

    fn resize_span(&self, page: &PageMeta, new_bytes: usize) -> bool {
        let old = page.span.get();
        let new = new_bytes.next_multiple_of(PAGE_SIZE);
        if new > old && !self.charge(new - old) {
            return false;
        }
        if !self.resize_pages(page, old, new) {
            if new > old {
                self.uncharge(new - old);
            }
            return false;
        }
        if new < old {
            self.uncharge(old - new);
        }
        page.span.set(new);
        true
    }
}
