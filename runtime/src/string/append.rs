//! Concatenation in place.

use super::{Filler, INTERNED, Text, WIDE, data_offset, layout, text, write_header};
use crate::error::{Raised, Res};
use crate::object::shape_id;
use crate::rt::Rt;
use crate::value::{Owned, Value};
use std::ptr::NonNull;

/// Strings shorter than this get no spare room when they grow.
const SPARE_FROM: usize = 64;

impl Rt {
    /// `left += right` for an exact string `left` and a string `right`. If this is the last reference to `left`, its block is used
    /// when it has room; otherwise the new string gets spare room, so that a loop of appends takes linear time.
    ///
    /// # Errors
    /// MemoryError; `left` stays as it is.
    ///
    /// # Panics
    /// Debug builds panic if `left` is no exact string or `right` no string.
    pub fn str_append(&self, left: &mut Owned, right: Value) -> Result<(), Raised> {
        debug_assert!(left.has_shape(shape_id::STR) && self.is_str(right));
        let object = layout(**left);
        let bits = object.len_and_form.get();
        let (x, y) = (text(**left), text(right));
        let wide = bits & WIDE != 0;
        // Immortal strings have the top bit of the count set, so they never count 1.
        let shared = left.header().refcount.get() != 1 || bits & INTERNED != 0;
        if shared || y.is_empty() || (!wide && matches!(y, Text::Wide(_))) {
            *left = self.str_concat(**left, right)?;
            return Ok(());
        }
        let unit = if wide { 4 } else { 1 };
        let len = x.len() + y.len();
        let (Some(block), true) = (NonNull::new(left.as_ptr().cast::<u8>()), len <= super::MAX_LEN) else {
            return Err(self.memory_error());
        };
        // SAFETY: a string's block is a live block of this heap.
        let usable = unsafe { self.heap.usable_size(block) };
        if data_offset() + len * unit > usable {
            *left = self.append_elsewhere(x, y, wide, len)?;
            return Ok(());
        }
        let at = x.len();
        // SAFETY: the block has room for `len` units, its only reference is ours, and `right`'s characters end before the
        // place that is written (they are `left`'s own if both are the same object).
        unsafe {
            let data = block.as_ptr().add(data_offset());
            if wide {
                Filler::run(data.cast::<u32>().add(at), y.len(), |out| out.put_text(y));
            } else {
                Filler::run(data.add(at), y.len(), |out| out.put_text(y));
            }
        }
        object.hash.set(0);
        object.len_and_form.set(len as u64 | if wide { WIDE } else { 0 });
        Ok(())
    }

    /// The concatenation in a new block with spare room.
    #[cold]
    fn append_elsewhere(&self, x: Text<'_>, y: Text<'_>, wide: bool, len: usize) -> Res {
        let bytes = len * if wide { 4 } else { 1 };
        let spare = if bytes < SPARE_FROM { 0 } else { bytes / 2 };
        let block =
            self.heap.alloc_leaf(data_offset() + bytes + spare).or_else(|| self.heap.alloc_leaf(data_offset() + bytes));
        let Some(p) = block else { return Err(self.memory_error()) };
        write_header(p, 1, shape_id::STR, 0, len, wide);
        // SAFETY: the block has room for `len` units after the struct, and nobody else knows it yet.
        unsafe {
            let data = p.as_ptr().add(data_offset());
            if wide {
                Filler::run(data.cast::<u32>(), len, |out| {
                    out.put_text(x);
                    out.put_text(y);
                });
            } else {
                Filler::run(data, len, |out| {
                    out.put_text(x);
                    out.put_text(y);
                });
            }
        }
        Ok(Owned::from_raw(Value::from_ptr(p.as_ptr())))
    }
}
