//! Analyses of a function's control flow and of where its values are live.
//!
//! They are snapshots: a change of the blocks or edges makes a [`Cfg`] and everything computed from it stale.
//! What only concerns the graph ([`Cfg`], [`DomTree`], [`Frontiers`], [`Loops`]) runs on anything that is a [`Graph`].
//! None of them recurses, none keeps a table of blocks by values, and all results are in an order that only depends on the function.

mod cfg;
mod lists;
mod liveness;

pub use cfg::{Cfg, Graph, Node};
pub use liveness::Liveness;
