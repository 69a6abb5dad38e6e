//! Lists: storage. Methods are in `types::list`.
//!
//! Operations that release items do so after the list is consistent again, since a destructor may look at it.

use crate::error::{Raised, Res};
use crate::object::{Kind, ListObj, shape_id};
use crate::rt::Rt;
use crate::value::{Owned, Value};
use std::cell::Cell;
use std::ptr::{self, NonNull};

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

    /// Takes the whole contents out, leaving the list empty.
    pub(crate) fn take_buffer(&self) -> (*mut Value, usize) {
        self.cap.set(0);
        (self.items.replace(ptr::null_mut()), self.len.replace(0))
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
            Some(p) => unsafe { self.heap.realloc_raw(p, old * 8, bytes) },
            None => self.heap.alloc_raw(bytes),
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
