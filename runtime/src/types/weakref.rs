//! Methods of weakref.

use crate::native::{GetSetDef, NativeDef};

/// Methods.
pub const METHODS: &[NativeDef] = &[];
/// Computed attributes.
pub const GETSETS: &[GetSetDef] = &[];
