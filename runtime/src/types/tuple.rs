//! Methods of tuple.

use crate::native::NativeDef;

/// Methods.
pub const METHODS: &[NativeDef] = &[];

/// Hash of a tuple's items, CPython's (xxHash's mixing of the items' hashes).
///
/// # Errors
/// What hashing an item raises.
pub fn hash_items(rt: &crate::rt::Rt, items: &[crate::value::Value]) -> Result<i64, crate::error::Raised> {
    const P1: u64 = 11400714785074694791;
    const P2: u64 = 14029467366897019727;
    const P5: u64 = 2870177450012600261;
    rt.enter_native()?;
    let mut acc = P5;
    for v in items {
        let lane = rt.hash(*v)? as u64;
        acc = acc.wrapping_add(lane.wrapping_mul(P2)).rotate_left(31).wrapping_mul(P1);
    }
    acc = acc.wrapping_add(items.len() as u64 ^ (P5 ^ 3527539));
    Ok(if acc == u64::MAX { 1546275796 } else { acc as i64 })
}
