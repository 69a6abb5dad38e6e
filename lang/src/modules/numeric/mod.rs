//! The numbers behind the modules `math` and `random`: pure functions that know nothing of objects.

pub mod gamma;
pub mod integers;
pub mod mt19937;
pub mod parts;
pub mod special;
pub mod sums;

#[cfg(test)]
mod tests;
