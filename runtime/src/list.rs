//! Lists: storage. Methods are in `types::list`.
//!
//! Operations that release items do so after the list is consistent again, since a destructor may look at it.

use crate::error::{Raised, Res};
use crate::object::{Kind, ListObj, shape_id};
use crate::rt::Rt;
use crate::value::{Owned, Value};
use std::cell::Cell;
use std::ptr::{self, NonNull};

/// Buffers smaller than this are never shrunk.
const SHRINK_FROM: usize = 16;

/// Stands for the buffer, which an empty list without room does not have, while the list is being sorted.
const SORTING: *mut Value = ptr::without_provenance_mut(align_of::<Value>());

/// A list's layout. The caller has checked the kind.
#[inline(always)]
pub(crate) fn list<'a>(v: Value) -> &'a ListObj {
    // SAFETY: callers have checked the kind.
    unsafe { v.layout() }
}

impl ListObj {
    /// Item `i`, borrowed; `None` past the end. Valid until anything can change the list.
    #[inline(always)]
    pub fn get(&self, i: usize) -> Option<Value> {
        // SAFETY: places below `len` are initialised.
        if i < self.len.get() { Some(unsafe { self.items.get().add(i).read() }) } else { None }
    }

    /// The items, borrowed: only for code that calls nothing which could change the list meanwhile.
    ///
    /// # Safety
    /// The list must not be changed while the slice is used.
    pub unsafe fn items(&self) -> &[Value] {
        let (len, items) = (self.len.get(), self.items.get());
        // SAFETY: places below `len` are initialised; the caller vouches that nothing changes meanwhile.
        if len == 0 { &[] } else { unsafe { std::slice::from_raw_parts(items, len) } }
    }

    /// Replaces item `i` and gives the old one back.
    ///
    /// # Panics
    /// Panics if `i` is out of range.
    pub fn replace(&self, i: usize, v: Owned) -> Owned {
        assert!(i < self.len.get());
        // SAFETY: the place is initialised.
        Owned::from_raw(unsafe { self.items.get().add(i).replace(v.into_raw()) })
    }

    /// Exchanges two items.
    ///
    /// # Panics
    /// Panics if one is out of range.
    pub fn swap(&self, i: usize, j: usize) {
        assert!(i < self.len.get() && j < self.len.get());
        // SAFETY: both places are initialised.
        unsafe { std::ptr::swap(self.items.get().add(i), self.items.get().add(j)) }
    }

    /// Takes the last item off.
    pub fn pop(&self) -> Option<Owned> {
        let len = self.len.get().checked_sub(1)?;
        self.len.set(len);
        // SAFETY: the place was initialised and is now outside the list.
        Some(Owned::from_raw(unsafe { self.items.get().add(len).read() }))
    }

    /// Takes item `i` out and closes the gap; `None` if out of range.
    pub fn remove(&self, i: usize) -> Option<Owned> {
        let len = self.len.get();
        if i >= len {
            return None;
        }
        // SAFETY: all places below `len` are initialised; the moved ones stay inside the buffer.
        unsafe {
            let p = self.items.get().add(i);
            let v = p.read();
            ptr::copy(p.add(1), p, len - i - 1);
            self.len.set(len - 1);
            Some(Owned::from_raw(v))
        }
    }

    /// Puts the items in the opposite order.
    pub(crate) fn reverse(&self) {
        let (items, len) = (self.items.get(), self.len.get());
        if len > 1 {
            // SAFETY: places below `len` are initialised, and reversing calls nothing.
            unsafe { std::slice::from_raw_parts_mut(items, len) }.reverse();
        }
    }

    /// Takes out the items whose places `taken` names, hands them to `give` in order, and closes the gaps.
    pub(crate) fn compact(&self, taken: impl Fn(usize) -> bool, mut give: impl FnMut(Owned)) {
        let (items, len) = (self.items.get(), self.len.get());
        let mut to = 0;
        for from in 0..len {
            // SAFETY: both places are below `len`, and each item is read once.
            unsafe {
                let item = items.add(from).read();
                if taken(from) {
                    give(Owned::from_raw(item));
                } else {
                    items.add(to).write(item);
                    to += 1;
                }
            }
        }
        self.len.set(to);
    }

    /// Takes the whole contents out, leaving the list empty.
    pub(crate) fn take_buffer(&self) -> (*mut Value, usize) {
        let items = self.items.replace(ptr::null_mut());
        // Without room there is no buffer, only the mark of a sort.
        if self.cap.replace(0) == 0 { (ptr::null_mut(), 0) } else { (items, self.len.replace(0)) }
    }

    /// Takes the whole contents out for a sort: the list is empty and marked, and whatever gets or gives up a buffer removes the mark.
    pub(crate) fn begin_sort(&self) -> (*mut Value, usize) {
        let taken = self.take_buffer();
        self.items.set(SORTING);
        taken
    }

    /// Whether nothing has touched the list since [`ListObj::begin_sort`].
    pub(crate) fn untouched(&self) -> bool {
        self.items.get() == SORTING
    }
}

impl Rt {
    /// An empty list with room for `cap` items.
    ///
    /// # Errors
    /// MemoryError.
    pub fn new_list(&self, cap: usize) -> Res {
        let v = self.alloc_fixed(
            shape_id::LIST,
            ListObj {
                head: Rt::fresh_header(shape_id::LIST),
                len: Cell::new(0),
                cap: Cell::new(0),
                items: Cell::new(ptr::null_mut()),
            },
        )?;
        if cap > 0 {
            self.list_reserve_exact(*v, cap)?;
        }
        Ok(v)
    }

    /// A list of borrowed items.
    ///
    /// # Errors
    /// MemoryError.
    pub fn list_from(&self, items: &[Value]) -> Res {
        let v = self.new_list(items.len())?;
        let l = list(*v);
        for (i, item) in items.iter().enumerate() {
            item.incref();
            // SAFETY: room for all items was reserved.
            unsafe { l.items.get().add(i).write(*item) };
        }
        l.len.set(items.len());
        Ok(v)
    }

    /// A list that takes over owned items.
    ///
    /// # Errors
    /// MemoryError; the items are released then.
    pub fn list_from_owned(&self, items: Vec<Owned>) -> Res {
        let v = self.new_list(items.len())?;
        let l = list(*v);
        let len = items.len();
        for (i, item) in items.into_iter().enumerate() {
            // SAFETY: room for all items was reserved.
            unsafe { l.items.get().add(i).write(item.into_raw()) };
        }
        l.len.set(len);
        Ok(v)
    }

    fn list_reserve_exact(&self, v: Value, cap: usize) -> Result<(), Raised> {
        let l = list(v);
        let old = l.cap.get();
        let Some(bytes) = cap.checked_mul(8).filter(|b| *b <= isize::MAX as usize) else {
            return Err(self.memory_error());
        };
        let p = match NonNull::new(l.items.get().cast::<u8>()) {
            // SAFETY: the buffer came from this heap with `old` items' size, and only the list refers to it.
            Some(p) if old > 0 => unsafe { self.heap.realloc_raw(p, old * 8, bytes) },
            _ => self.heap.alloc_raw(bytes),
        };
        let Some(p) = p else { return Err(self.memory_error()) };
        l.items.set(p.cast::<Value>().as_ptr());
        l.cap.set(cap);
        Ok(())
    }

    /// Makes room for `extra` more items, growing as CPython does (about one eighth more than asked).
    ///
    /// # Errors
    /// MemoryError.
    pub fn list_reserve(&self, v: Value, extra: usize) -> Result<(), Raised> {
        let l = list(v);
        let Some(need) = l.len.get().checked_add(extra) else { return Err(self.memory_error()) };
        if need <= l.cap.get() {
            return Ok(());
        }
        let grown = (need + (need >> 3) + 6) & !3;
        self.list_reserve_exact(v, if grown < need { need } else { grown })
    }

    /// Makes room for exactly `extra` more items.
    ///
    /// # Errors
    /// MemoryError.
    pub(crate) fn list_reserve_exactly(&self, v: Value, extra: usize) -> Result<(), Raised> {
        let l = list(v);
        match l.len.get().checked_add(extra) {
            Some(need) if need <= l.cap.get() => Ok(()),
            Some(need) => self.list_reserve_exact(v, need),
            None => Err(self.memory_error()),
        }
    }

    /// Gives memory back when less than half of the buffer is used.
    pub(crate) fn list_shrink(&self, v: Value) {
        let l = list(v);
        let (len, cap) = (l.len.get(), l.cap.get());
        if cap < SHRINK_FROM || len >= cap / 2 {
            return;
        }
        let fit = ((len + (len >> 3) + 6) & !3).min(cap);
        let Some(p) = NonNull::new(l.items.get().cast::<u8>()) else { return };
        // SAFETY: the buffer came from this heap with `cap` items' size, and only the list refers to it. If there is no
        // memory for the smaller one, the larger one stays.
        if let Some(p) = unsafe { self.heap.realloc_raw(p, cap * 8, fit * 8) } {
            l.items.set(p.cast::<Value>().as_ptr());
            l.cap.set(fit);
        }
    }

    /// Empties a list and releases the items, from the last to the first.
    pub(crate) fn list_clear(&self, v: Value) {
        if list(v).cap.get() == 0 {
            return;
        }
        let (items, len) = list(v).take_buffer();
        for i in (0..len).rev() {
            // SAFETY: the buffer was taken out of the list with `len` initialised places.
            unsafe { items.add(i).read() }.decref();
        }
        self.free_list_buffer(items);
    }

    /// Appends new references to `new`, which does not lie in the list itself.
    ///
    /// # Errors
    /// MemoryError.
    pub(crate) fn list_append_slice(&self, v: Value, new: &[Value]) -> Result<(), Raised> {
        self.list_reserve(v, new.len())?;
        let l = list(v);
        let len = l.len.get();
        if !new.is_empty() {
            new.iter().for_each(|item| item.incref());
            // SAFETY: room for all was reserved, and the two do not overlap.
            unsafe { l.items.get().add(len).copy_from_nonoverlapping(new.as_ptr(), new.len()) };
        }
        l.len.set(len + new.len());
        Ok(())
    }

    /// Appends to a list that has room for one more item.
    ///
    /// # Panics
    /// Panics if there is no room.
    pub(crate) fn list_push_reserved(&self, v: Value, item: Owned) {
        let l = list(v);
        let len = l.len.get();
        assert!(len < l.cap.get());
        // SAFETY: there is room for one more item.
        unsafe { l.items.get().add(len).write(item.into_raw()) };
        l.len.set(len + 1);
    }

    /// Repeats the contents until they are there `n` times; `n` is at least 1.
    ///
    /// # Errors
    /// MemoryError.
    pub(crate) fn list_repeat_in_place(&self, v: Value, n: usize) -> Result<(), Raised> {
        let l = list(v);
        let len = l.len.get();
        if len == 0 || n <= 1 {
            return Ok(());
        }
        let Some(total) = len.checked_mul(n) else { return Err(self.memory_error()) };
        self.list_reserve_exactly(v, total - len)?;
        let items = l.items.get();
        // SAFETY: room for `total` items was reserved; what is copied was written before.
        unsafe {
            for i in 0..len {
                items.add(i).read().incref_by(n - 1);
            }
            let mut done = len;
            while done < total {
                let step = done.min(total - done);
                items.add(done).copy_from_nonoverlapping(items, step);
                done += step;
            }
        }
        l.len.set(total);
        Ok(())
    }

    /// Puts new references to the items of `new` (a list other than `v`, or a tuple) in the place of the items in `range`, then
    /// releases the old ones, from the last to the first.
    ///
    /// # Errors
    /// MemoryError; the list is unchanged then.
    ///
    /// # Panics
    /// Panics if the range is not inside the list.
    pub(crate) fn list_splice(&self, v: Value, range: std::ops::Range<usize>, new: Value) -> Result<(), Raised> {
        let l = list(v);
        let (from, to) = (range.start, range.end);
        assert!(from <= to && to <= l.len.get());
        let new: &[Value] = match self.as_tuple(new) {
            Some(items) => items,
            // SAFETY: nothing below changes that list, and no user code runs while its items are used.
            None => unsafe { list(new).items() },
        };
        let (len, gone) = (l.len.get(), to - from);
        if new.len() > gone {
            self.list_reserve(v, new.len() - gone)?;
        }
        let old = if gone > 0 {
            // SAFETY: the places are initialised. The new list's references are the ones taken out below.
            let taken = unsafe { &l.items()[from..to] };
            Some(self.list_of_moved(taken)?)
        } else {
            None
        };
        if len - gone + new.len() > 0 {
            let p = l.items.get();
            new.iter().for_each(|item| item.incref());
            // SAFETY: room was reserved; the items taken out have been moved to `old`.
            unsafe {
                ptr::copy(p.add(to), p.add(from + new.len()), len - to);
                p.add(from).copy_from_nonoverlapping(new.as_ptr(), new.len());
            }
        }
        l.len.set(len - gone + new.len());
        self.list_shrink(v);
        drop(old);
        Ok(())
    }

    /// A list that takes over the references `items`, which the caller must then forget.
    fn list_of_moved(&self, items: &[Value]) -> Res {
        let v = self.new_list(items.len())?;
        let l = list(*v);
        // SAFETY: room for all items was reserved.
        unsafe { l.items.get().copy_from_nonoverlapping(items.as_ptr(), items.len()) };
        l.len.set(items.len());
        Ok(v)
    }

    /// Appends to a list.
    ///
    /// # Errors
    /// MemoryError.
    #[inline]
    pub fn list_push(&self, v: Value, item: Owned) -> Result<(), Raised> {
        let l = list(v);
        let len = l.len.get();
        if len == l.cap.get() {
            self.list_reserve(v, 1)?;
        }
        // SAFETY: there is room for one more item.
        unsafe { l.items.get().add(len).write(item.into_raw()) };
        l.len.set(len + 1);
        Ok(())
    }

    /// Inserts at `i`, at most the length.
    ///
    /// # Errors
    /// MemoryError.
    ///
    /// # Panics
    /// Panics if `i` is past the end.
    pub fn list_insert(&self, v: Value, i: usize, item: Owned) -> Result<(), Raised> {
        self.list_reserve(v, 1)?;
        let l = list(v);
        let len = l.len.get();
        assert!(i <= len);
        // SAFETY: there is room for one more item.
        unsafe {
            let p = l.items.get().add(i);
            ptr::copy(p, p.add(1), len - i);
            p.write(item.into_raw());
        }
        l.len.set(len + 1);
        Ok(())
    }

    /// Whether `v` is a list (of list or a subclass).
    #[inline]
    pub fn is_list(&self, v: Value) -> bool {
        v.has_shape(shape_id::LIST) || self.kind_of_ptr(v) == Some(Kind::List)
    }

    /// The list behind a value; `None` for other values.
    #[inline]
    pub fn as_list<'a>(&self, v: Value) -> Option<&'a ListObj> {
        if self.is_list(v) { Some(list(v)) } else { None }
    }

    /// New references to all items, as they are now.
    pub fn list_snapshot(&self, v: Value) -> Vec<Owned> {
        let l = list(v);
        // SAFETY: counting references changes no list.
        unsafe { l.items() }.iter().map(|v| v.own()).collect()
    }

    /// Frees an items buffer whose items have been moved out.
    pub(crate) fn free_list_buffer(&self, items: *mut Value) {
        if let Some(p) = NonNull::new(items.cast::<u8>()) {
            // SAFETY: the buffer came from this heap and nothing refers to it any more.
            unsafe { self.heap.free_raw(p) };
        }
    }
}
