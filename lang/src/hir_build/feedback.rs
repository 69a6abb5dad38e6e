//! What the interpreter saw, as plain data: a compilation can run on another thread.

/// A snapshot of the feedback of one body. Only a hint: whatever it says, the translation is valid.
#[derive(Clone, Debug, Default)]
pub struct Feedback {
    /// The feedback word of each instruction: 0 where it has none.
    pub words: Vec<u32>,
    /// What each inline-cache site saw.
    pub sites: Vec<SiteHint>,
}

/// What one inline-cache site saw last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SiteHint {
    /// Nothing, or nothing that can be used.
    #[default]
    None,
    /// An attribute in slot `slot` of instances of shape `shape`.
    Slot {
        /// The shape.
        shape: u32,
        /// Number of the slot.
        slot: u32,
    },
    /// A store that adds slot `slot` to instances of shape `from`, which get shape `to`.
    AddSlot {
        /// The shape before.
        from: u32,
        /// The shape after.
        to: u32,
        /// Number of the slot.
        slot: u32,
    },
    /// A global variable.
    Global,
    /// A built-in name.
    Builtin,
}

impl Feedback {
    /// The feedback word of instruction `pc`.
    pub(super) fn word(&self, pc: u32) -> u32 {
        self.words.get(pc as usize).copied().unwrap_or(0)
    }

    /// What site `site` saw.
    pub(super) fn site(&self, site: u32) -> SiteHint {
        self.sites.get(site as usize).copied().unwrap_or_default()
    }
}
