//! Bytes and byte arrays: storage. Methods are in `types::bytes` and `types::bytearray`.

use crate::error::{Raised, Res};
use crate::object::{ByteArrayObj, BytesObj, Kind, shape_id};
use crate::rt::Rt;
use crate::string::Filler;
use crate::value::{Owned, Value};
use std::cell::{Cell, Ref, RefCell};
use std::ops::Deref;

/// Most bytes an object may hold.
pub const MAX_LEN: usize = isize::MAX as usize / 2;

/// The contents of a bytes-like object, borrowed. While a byte array's are borrowed, no user code may run.
pub enum Buffer<'a> {
    /// Of bytes.
    Bytes(&'a [u8]),
    /// Of a byte array.
    Array(Ref<'a, Vec<u8>>),
}

impl Deref for Buffer<'_> {
    type Target = [u8];
    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Buffer::Bytes(b) => b,
            Buffer::Array(b) => b,
        }
    }
}

/// Contents of a bytes object whose kind the caller has checked.
#[inline]
pub(crate) fn bytes_data<'a>(v: Value) -> &'a [u8] {
    // SAFETY: the bytes follow the struct and never change.
    unsafe {
        let len = v.layout::<BytesObj>().len;
        std::slice::from_raw_parts(v.as_ptr().cast::<u8>().add(size_of::<BytesObj>()), len)
    }
}

/// Contents of a byte array whose kind the caller has checked.
#[inline]
pub(crate) fn bytearray_data<'a>(v: Value) -> &'a RefCell<Vec<u8>> {
    // SAFETY: callers have checked the kind.
    &unsafe { v.layout::<ByteArrayObj>() }.data
}

impl Rt {
    /// A bytes object.
    ///
    /// # Errors
    /// MemoryError.
    pub fn bytes(&self, data: &[u8]) -> Res {
        self.bytes_filled(data.len(), |out| out.put(data))
    }

    /// A bytes object of `len` bytes that `fill` writes.
    ///
    /// # Errors
    /// MemoryError.
    pub(crate) fn bytes_filled(&self, len: usize, fill: impl FnOnce(&mut Filler<u8>)) -> Res {
        let size = size_of::<BytesObj>();
        let block = if len > MAX_LEN { None } else { self.heap.alloc_leaf(size + len) };
        let Some(p) = block else { return Err(self.memory_error()) };
        let object = BytesObj { head: Rt::fresh_header(shape_id::BYTES), hash: Cell::new(0), len };
        // SAFETY: the block has room for the struct and the bytes, and nobody else knows it yet.
        unsafe {
            p.cast::<BytesObj>().write(object);
            Filler::run(p.as_ptr().add(size), len, fill);
        }
        Ok(Owned::from_raw(Value::from_ptr(p.as_ptr())))
    }

    /// An instance of `class`, bytes or a class derived from it.
    ///
    /// # Errors
    /// MemoryError.
    pub(crate) fn bytes_of_class(&self, class: Value, data: &[u8]) -> Res {
        if class == self.kind_type(Kind::Bytes) {
            return self.bytes(data);
        }
        if data.len() > MAX_LEN {
            return Err(self.memory_error());
        }
        let size = size_of::<BytesObj>();
        let p = self.alloc_instance_sized(class, size + data.len())?;
        // SAFETY: the block has a header, and room for the struct and the bytes.
        unsafe {
            let shape = p.cast::<crate::object::Header>().as_ref().shape.get();
            p.cast::<BytesObj>().write(BytesObj { head: Rt::fresh_header(shape), hash: Cell::new(0), len: data.len() });
            p.as_ptr().add(size).copy_from_nonoverlapping(data.as_ptr(), data.len());
        }
        Ok(Owned::from_raw(Value::from_ptr(p.as_ptr())))
    }

    /// A byte array.
    ///
    /// # Errors
    /// MemoryError.
    pub fn bytearray(&self, data: Vec<u8>) -> Res {
        self.bytearray_of_class(self.kind_type(Kind::ByteArray), data)
    }

    /// An instance of `class`, bytearray or a class derived from it.
    ///
    /// # Errors
    /// MemoryError.
    pub(crate) fn bytearray_of_class(&self, class: Value, data: Vec<u8>) -> Res {
        self.alloc_instance_with(class, |shape| ByteArrayObj {
            head: Rt::fresh_header(shape),
            data: RefCell::new(data),
        })
    }

    /// An empty buffer with room for `len` bytes, for a byte array.
    ///
    /// # Errors
    /// MemoryError if the quota or the system has not so much.
    pub(crate) fn byte_buffer(&self, len: usize) -> Result<Vec<u8>, Raised> {
        let mut data = Vec::new();
        self.reserve_bytes(&mut data, len)?;
        Ok(data)
    }

    /// Makes room for `extra` more bytes.
    ///
    /// # Errors
    /// MemoryError if the quota or the system has not so much.
    pub(crate) fn reserve_bytes(&self, data: &mut Vec<u8>, extra: usize) -> Result<(), Raised> {
        let need = data.len().saturating_add(extra);
        if need <= data.capacity() {
            return Ok(());
        }
        if need > MAX_LEN || !self.heap_allows(need) || data.try_reserve(extra).is_err() {
            return Err(self.memory_error());
        }
        Ok(())
    }

    /// Whether `v` is bytes (or of a subclass).
    #[inline]
    pub fn is_bytes(&self, v: Value) -> bool {
        v.has_shape(shape_id::BYTES) || self.kind_of_ptr(v) == Some(Kind::Bytes)
    }

    /// Contents of a bytes object; `None` for other values. The caller keeps it alive.
    #[inline]
    pub fn as_bytes<'a>(&self, v: Value) -> Option<&'a [u8]> {
        if self.is_bytes(v) { Some(bytes_data(v)) } else { None }
    }

    /// Contents of a byte array; `None` for other values. No borrow of them may be kept while user code runs.
    #[inline]
    pub fn as_bytearray<'a>(&self, v: Value) -> Option<&'a RefCell<Vec<u8>>> {
        if self.kind_of_ptr(v) == Some(Kind::ByteArray) { Some(bytearray_data(v)) } else { None }
    }

    /// Contents of a bytes-like object; `None` for other values. See [`Buffer`] for what may not happen while it is kept.
    #[inline]
    pub fn as_buffer<'a>(&self, v: Value) -> Option<Buffer<'a>> {
        match self.kind_of_ptr(v)? {
            Kind::Bytes => Some(Buffer::Bytes(bytes_data(v))),
            Kind::ByteArray => Some(Buffer::Array(bytearray_data(v).borrow())),
            _ => None,
        }
    }

    /// Contents of a bytes-like object.
    ///
    /// # Errors
    /// TypeError "a bytes-like object is required, not 'X'".
    pub fn expect_buffer<'a>(&self, v: Value) -> Result<Buffer<'a>, Raised> {
        self.as_buffer(v)
            .ok_or_else(|| self.type_error(format!("a bytes-like object is required, not '{}'", self.type_name(v))))
    }

    /// Hash of a bytes object: that of an ASCII string with the same bytes.
    pub fn hash_of_bytes(&self, v: Value) -> i64 {
        // SAFETY: callers have checked the kind.
        let hash = &unsafe { v.layout::<BytesObj>() }.hash;
        if hash.get() == 0 {
            hash.set(crate::string::hash_bytes(self.hash_key, bytes_data(v)));
        }
        hash.get()
    }
}
