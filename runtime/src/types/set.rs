//! Sets: methods.
use crate::error::Raised;
use crate::native::NativeDef;
use crate::object::Header;
use crate::rt::Rt;
use crate::value::{Owned, Slot, Value};
/// Methods.
pub const SET_METHODS: &[NativeDef] = &[];
/// Methods.
pub const FROZENSET_METHODS: &[NativeDef] = &[];
/// Methods.
pub const ITER_METHODS: &[NativeDef] = &[];
/// `Kind::SetIter`.
#[repr(C)]
pub struct SetIterObj {
    /// Header.
    pub head: Header,
    /// The set.
    pub set: Slot,
}
/// Next.
///
/// # Errors
/// None.
pub fn set_iter_next(_: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
    Ok(None)
}
