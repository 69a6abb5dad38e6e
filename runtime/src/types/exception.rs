//! Methods of exception.

use crate::native::{GetSetDef, NativeDef};

/// Methods.
pub const METHODS: &[NativeDef] = &[];
/// Computed attributes.
pub const GETSETS: &[GetSetDef] = &[];
/// Methods.
pub const TRACEBACK_METHODS: &[NativeDef] = &[];
/// Computed attributes.
pub const TRACEBACK_GETSETS: &[GetSetDef] = &[];
/// Methods.
pub const FRAME_METHODS: &[NativeDef] = &[];
/// Computed attributes.
pub const FRAME_GETSETS: &[GetSetDef] = &[];

use crate::error::{Exc, Raised};
use crate::rt::Rt;
use crate::value::Value;

/// Methods and attributes that class `e` adds to its parent's.
pub fn specific(e: Exc) -> (&'static [NativeDef], &'static [GetSetDef]) {
    let _ = e;
    (&[], &[])
}

impl Rt {
    /// Reports an exception that cannot be raised (in a destructor, in a callback) on standard error, and drops it.
    pub fn report_unraisable(&self, raised: Raised, doing: &str, object: Option<Value>) {
        let exc = self.take_raised(raised);
        let what = object.and_then(|o| self.repr_text(o).ok()).unwrap_or_default();
        let text = self.str_text(*exc).unwrap_or_default();
        eprintln!("Exception ignored while {doing} {what}:\n{}: {text}", self.type_name(*exc));
    }
}
