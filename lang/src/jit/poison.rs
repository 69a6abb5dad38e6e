//! Feedback that means nothing, for tests: whatever the interpreter saw, compiled code must do the same.
//!
//! Words of instructions become any words. A cache of an attribute gets what was seen at other places where an attribute of the name is
//! used, or nothing; that of a call what was seen at other calls; that of a global variable may be said to be of a built-in name. Which slot an
//! attribute has in objects of a shape is no guess but known ([`hir_build::feedback`](crate::hir_build::feedback)), so a shape stays with its slot.

use crate::bytecode::{Field, Op};
use crate::hir_build::Feedback;
use crate::hir_build::feedback::SiteHint;
use crate::interp::code::Code;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

/// What was seen, by operation and name.
type Seen = FxHashMap<(Op, Box<str>), Vec<SiteHint>>;

/// What was seen so far, and a source of numbers that look random.
#[derive(Debug)]
pub(super) struct Poison {
    seen: RefCell<Seen>,
    number: Cell<u64>,
}

impl Poison {
    /// Nothing was seen yet.
    pub(super) fn new() -> Poison {
        Poison { seen: RefCell::default(), number: Cell::new(0x9e37_79b9_7f4a_7c15) }
    }

    /// Spoils the feedback of every second body.
    pub(super) fn spoil(&self, feedback: &mut Feedback, code: &Code) {
        if self.below(2) == 0 {
            return;
        }
        for (pc, cell) in code.insns.iter().enumerate() {
            let insn = cell.get();
            let fields = insn.op.fields();
            if fields.contains(&Field::Feedback)
                && let Some(word) = feedback.words.get_mut(pc)
            {
                *word = match self.below(6) {
                    0 => *word,
                    1..=4 => 1 << self.below(8),
                    _ => self.below(u32::MAX),
                };
            }
            if fields.contains(&Field::Site)
                && let Some(site) = feedback.sites.get_mut(insn.e as usize)
            {
                let names = fields.contains(&Field::Name).then_some(&code.proto.names);
                let name = names.and_then(|names| names.get(usize::from(insn.c))).map_or("", |name| name);
                *site = self.another(insn.op, name, *site);
            }
        }
    }

    /// What was seen at some place with this operation and name, or nothing.
    fn another(&self, op: Op, name: &str, own: SiteHint) -> SiteHint {
        let mut seen = self.seen.borrow_mut();
        let known = seen.entry((op, name.into())).or_default();
        if own != SiteHint::None && !known.contains(&own) {
            known.push(own);
        }
        match own {
            SiteHint::Global | SiteHint::Builtin => {
                [SiteHint::Global, SiteHint::Builtin, SiteHint::None][self.below(3) as usize]
            }
            SiteHint::None
            | SiteHint::Unseen
            | SiteHint::Range
            | SiteHint::AnyFunction(_)
            | SiteHint::Slot { .. }
            | SiteHint::AddSlot { .. }
            | SiteHint::Method { .. }
            | SiteHint::Static { .. }
            | SiteHint::Call(_)
            | SiteHint::Class { .. } => {
                known.get(self.below(known.len() as u32 + 1) as usize).copied().unwrap_or_default()
            }
        }
    }

    /// A number below `bound`, which is not zero.
    ///
    /// Source: the step of Knuth's MMIX generator.
    fn below(&self, bound: u32) -> u32 {
        let number = self.number.get().wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.number.set(number);
        (((number >> 32) * u64::from(bound)) >> 32) as u32
    }
}
