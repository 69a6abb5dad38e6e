//! Methods of function.

use crate::native::{GetSetDef, NativeDef};

/// Methods.
pub const METHODS: &[NativeDef] = &[];
/// Computed attributes.
pub const GETSETS: &[GetSetDef] = &[];
/// Methods.
pub const NATIVE_METHODS: &[NativeDef] = &[];
/// Computed attributes.
pub const NATIVE_GETSETS: &[GetSetDef] = &[];
/// Methods.
pub const BOUND_METHODS: &[NativeDef] = &[];
/// Computed attributes.
pub const BOUND_GETSETS: &[GetSetDef] = &[];
/// Methods.
pub const CELL_METHODS: &[NativeDef] = &[];
/// Computed attributes.
pub const CELL_GETSETS: &[GetSetDef] = &[];
