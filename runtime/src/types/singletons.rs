//! Methods of singletons.

use crate::native::NativeDef;

/// Methods.
pub const NONE: &[NativeDef] = &[];
/// Methods.
pub const ELLIPSIS: &[NativeDef] = &[];
/// Methods.
pub const NOT_IMPLEMENTED: &[NativeDef] = &[];
