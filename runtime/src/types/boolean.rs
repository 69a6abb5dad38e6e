//! Methods of boolean.

use crate::native::NativeDef;

/// Methods.
pub const METHODS: &[NativeDef] = &[];
