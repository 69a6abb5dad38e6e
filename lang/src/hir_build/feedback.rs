//! What the interpreter saw, as plain data: a compilation can run on another thread.

use crate::bytecode::{CodeProto, Field, Insn};
use crate::interp::code::{Code, Site, site};
use runtime::Rt;
use std::sync::Arc;

/// A body that was loaded, with what was seen in it.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The body.
    pub proto: Arc<CodeProto>,
    /// What was seen.
    pub feedback: Feedback,
}

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
    /// A snapshot of what `code` has seen.
    pub(crate) fn of(rt: &Rt, code: &Code) -> Feedback {
        let mut feedback = Feedback { words: Vec::new(), sites: vec![SiteHint::None; code.sites.len()] };
        for cell in &code.insns {
            let insn = cell.get();
            let fields = insn.op.fields();
            feedback.words.push(if fields.contains(&Field::Feedback) { insn.e } else { 0 });
            if fields.contains(&Field::Site)
                && let Some(seen) = code.sites.get(insn.e as usize)
            {
                feedback.sites[insn.e as usize] = hint(rt, code, insn, seen.get());
            }
        }
        feedback
    }

    /// The feedback word of instruction `pc`.
    pub(super) fn word(&self, pc: u32) -> u32 {
        self.words.get(pc as usize).copied().unwrap_or(0)
    }

    /// What site `site` saw.
    pub(super) fn site(&self, site: u32) -> SiteHint {
        self.sites.get(site as usize).copied().unwrap_or_default()
    }
}

/// What a cache holds that can be guessed again. Slots of `__slots__` cannot: they may be empty.
fn hint(rt: &Rt, code: &Code, insn: Insn, seen: Site) -> SiteHint {
    // The key of an attribute's cache has the shape in its low half.
    let shape = seen.key as u32;
    let find = |shape: u32| rt.shapes.get(shape).find(*code.names.get(usize::from(insn.c))?);
    match seen.kind {
        site::SLOT | site::FAR_SLOT => match find(shape) {
            Some(slot) => SiteHint::Slot { shape, slot: slot as u32 },
            None => SiteHint::None,
        },
        site::ADD_SLOT => match find(seen.shape) {
            Some(slot) => SiteHint::AddSlot { from: shape, to: seen.shape, slot: slot as u32 },
            None => SiteHint::None,
        },
        site::GLOBAL => SiteHint::Global,
        site::BUILTIN => SiteHint::Builtin,
        _ => SiteHint::None,
    }
}
