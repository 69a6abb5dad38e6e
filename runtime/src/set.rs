//! Sets: storage.
use crate::object::Header;
use crate::rt::Rt;
use crate::value::Value;
/// `Kind::Set` and `Kind::FrozenSet`.
#[repr(C)]
pub struct SetObj {
    /// Header.
    pub head: Header,
}
pub(crate) fn set_take_child(_: Value, _: &mut usize) -> Option<Value> {
    None
}
pub(crate) fn set_free_buffer(_: &Rt, _: Value) {}
pub(crate) fn set_visit(_: Value, _: &mut dyn FnMut(Value)) {}
impl Rt {
    /// Empties a set.
    pub fn set_clear(&self, _: Value) {}
}
