//! Methods of list.

use crate::native::NativeDef;

/// Methods.
pub const METHODS: &[NativeDef] = &[];
