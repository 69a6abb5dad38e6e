//! Dict views.
use crate::error::Raised;
use crate::native::{GetSetDef, NativeDef};
use crate::object::Header;
use crate::rt::Rt;
use crate::value::{Owned, Slot, Value};
/// Methods.
pub const ITER_METHODS: &[NativeDef] = &[];
/// Methods.
pub const VIEW_METHODS: &[NativeDef] = &[];
/// Attributes.
pub const VIEW_GETSETS: &[GetSetDef] = &[];
/// Methods.
pub const PROXY_METHODS: &[NativeDef] = &[];
/// `Kind::DictIter`.
#[repr(C)]
pub struct DictIterObj {
    /// Header.
    pub head: Header,
    /// The dict.
    pub dict: Slot,
}
/// `Kind::DictView`.
#[repr(C)]
pub struct DictViewObj {
    /// Header.
    pub head: Header,
    /// The dict.
    pub dict: Slot,
}
/// Next.
///
/// # Errors
/// None.
pub fn dict_iter_next(_: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
    Ok(None)
}
