//! Methods of iterators.

use crate::native::NativeDef;

/// Methods.
pub const SEQ_METHODS: &[NativeDef] = &[];
/// Methods.
pub const RANGE_METHODS: &[NativeDef] = &[];
/// Methods.
pub const BOXED_ITERATOR_METHODS: &[NativeDef] = &[];

/// The iterator of an object that has `__getitem__` only.
///
/// # Errors
/// MemoryError.
pub fn getitem_iter(rt: &crate::rt::Rt, v: crate::value::Value) -> crate::error::Res {
    Err(rt.type_error(format!("'{}' object is not iterable", rt.type_name(v))))
}
