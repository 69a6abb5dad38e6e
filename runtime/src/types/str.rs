//! Methods of str.

use crate::native::NativeDef;

/// Methods.
pub const METHODS: &[NativeDef] = &[];

/// Order of two texts by code points.
pub fn cmp_text(a: crate::string::Text<'_>, b: crate::string::Text<'_>) -> std::cmp::Ordering {
    match (a, b) {
        (crate::string::Text::Ascii(a), crate::string::Text::Ascii(b)) => a.cmp(b),
        (a, b) => a.points().cmp(b.points()),
    }
}
