//! d
use crate::native::NativeDef;
/// Methods.
pub const METHODS: &[NativeDef] = &[];
