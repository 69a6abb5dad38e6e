//! Which watched numbers are known to be what they must be, so that they are not compared again.
//!
//! A number is compared once on a path, until something may write what it stands for: attributes of classes or keys of the globals. The
//! blocks come in reverse post-order, so where paths meet, what is known on each is at hand; at the header of a loop nothing is known.

use super::Watch;
use hir::analysis::Cfg;
use hir::{BlockId, EntityMap, Function, InstData, Memory};
use smallvec::SmallVec;

/// What the watched numbers stand for.
const WATCHED: Memory = Memory::CLASSES_.or(Memory::GLOBALS).or(Memory::DICT_ITEMS);

type Known = SmallVec<[Watch; 4]>;

/// What is known at the place to which code was made.
#[derive(Debug)]
pub(super) struct Watches {
    here: Known,
    /// At the ends of the blocks that have code.
    ends: EntityMap<BlockId, Option<Known>>,
}

impl Watches {
    pub(super) fn new(cfg: &Cfg) -> Watches {
        Watches { here: Known::new(), ends: EntityMap::with_len(None, cfg.bound()) }
    }

    /// Control comes into the block.
    pub(super) fn enter(&mut self, cfg: &Cfg, block: BlockId) {
        self.here.clear();
        let mut preds = cfg.predecessors(block).iter().filter(|&&pred| cfg.is_reachable(pred));
        let Some(mut known) = preds.next().and_then(|&pred| self.ends[pred].clone()) else { return };
        for &pred in preds {
            let Some(end) = &self.ends[pred] else { return };
            known.retain(|watch| end.contains(watch));
        }
        self.here = known;
    }

    /// Code for the instruction was made.
    pub(super) fn step(&mut self, func: &Function, data: &InstData) {
        if !self.here.is_empty() && func.contract(data).written(func.world()).intersects(WATCHED) {
            self.here.clear();
        }
    }

    /// Control leaves the block.
    pub(super) fn leave(&mut self, block: BlockId) {
        self.ends[block] = Some(std::mem::take(&mut self.here));
    }

    /// Whether the number has to be compared here; it is known from here on.
    pub(super) fn must_compare(&mut self, watch: Watch) -> bool {
        let unknown = !self.here.contains(&watch);
        if unknown {
            self.here.push(watch);
        }
        unknown
    }
}
