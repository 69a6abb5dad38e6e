//! The process-wide singletons. They are plain immutable statics, so the linker puts them in read-only memory: code that
//! counts one of them faults. Every engine shares them and gives their types the same shape ids.

use crate::object::{IMMORTAL, shape_id};
use crate::value::Value;

/// Same layout as an object: count, shape, and padding to a block.
#[repr(C, align(16))]
struct Singleton {
    refcount: u32,
    shape: u32,
    pad: u64,
}

impl Singleton {
    const fn new(shape: u32) -> Singleton {
        Singleton { refcount: IMMORTAL, shape, pad: 0 }
    }
}

static NONE: Singleton = Singleton::new(shape_id::NONE);
static TRUE: Singleton = Singleton::new(shape_id::BOOL);
static FALSE: Singleton = Singleton::new(shape_id::BOOL);
static ELLIPSIS: Singleton = Singleton::new(shape_id::ELLIPSIS);
static NOT_IMPLEMENTED: Singleton = Singleton::new(shape_id::NOT_IMPLEMENTED);

impl Value {
    /// `None`.
    #[inline(always)]
    pub fn none() -> Value {
        Value::from_ptr((&raw const NONE).cast_mut())
    }

    /// `True` or `False`.
    #[inline(always)]
    pub fn bool(b: bool) -> Value {
        Value::from_ptr(if b { &raw const TRUE } else { &raw const FALSE }.cast_mut())
    }

    /// `...`.
    pub fn ellipsis() -> Value {
        Value::from_ptr((&raw const ELLIPSIS).cast_mut())
    }

    /// `NotImplemented`.
    pub fn not_implemented() -> Value {
        Value::from_ptr((&raw const NOT_IMPLEMENTED).cast_mut())
    }

    /// Whether this is `None`.
    #[inline(always)]
    pub fn is_none(self) -> bool {
        self == Value::none()
    }

    /// Whether this is `True`.
    #[inline(always)]
    pub fn is_true(self) -> bool {
        self == Value::bool(true)
    }

    /// Whether this is `False`.
    #[inline(always)]
    pub fn is_false(self) -> bool {
        self == Value::bool(false)
    }

    /// Whether this is `NotImplemented`.
    #[inline(always)]
    pub fn is_not_implemented(self) -> bool {
        self == Value::not_implemented()
    }
}
