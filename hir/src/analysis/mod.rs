//! Analyses of a function's control flow and of where its values are live.
//!
//! They are snapshots: a change of the blocks or edges makes a [`Cfg`] and everything computed from it stale.
//! What only concerns the graph ([`Cfg`], [`DomTree`], [`Frontiers`], [`Loops`]) runs on anything that is a [`Graph`].
//! None of them recurses, none keeps a table of blocks by values, and all results are in an order that only depends on the function.

mod cfg;
mod dominators;
mod frontiers;
mod last_uses;
mod lists;
mod liveness;
mod loops;
mod uses;

pub use cfg::{Cfg, Graph, Node};
pub use dominators::DomTree;
pub use frontiers::Frontiers;
pub use last_uses::LastUses;
pub use liveness::Liveness;
pub use loops::{Loop, Loops};
pub use uses::{Place, Replacements, Use, Uses, replace_uses};
