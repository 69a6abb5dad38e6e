//! Methods of property.

use crate::native::{GetSetDef, NativeDef};

/// Methods.
pub const PROPERTY_METHODS: &[NativeDef] = &[];
/// Computed attributes.
pub const PROPERTY_GETSETS: &[GetSetDef] = &[];
/// Methods.
pub const CLASSMETHOD_METHODS: &[NativeDef] = &[];
/// Methods.
pub const STATICMETHOD_METHODS: &[NativeDef] = &[];
/// Computed attributes.
pub const WRAPPER_GETSETS: &[GetSetDef] = &[];
/// Methods.
pub const MEMBER_METHODS: &[NativeDef] = &[];
/// Computed attributes.
pub const MEMBER_GETSETS: &[GetSetDef] = &[];
/// Methods.
pub const GETSET_METHODS: &[NativeDef] = &[];
/// Computed attributes.
pub const GETSET_GETSETS: &[GetSetDef] = &[];
