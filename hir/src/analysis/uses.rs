//! Use lists, and the replacement of values.

use super::lists::Lists;
use crate::{Entity, EntityMap, FrameId, Function, InstId, ValueId};

/// Where in an instruction a value is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// As the operand of this index.
    Operand(u32),
    /// In this frame state: the instruction's, or one of its callers'.
    Frame(FrameId),
}

/// A use of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// The instruction.
    pub inst: InstId,
    /// Where in it.
    pub place: Place,
}

/// The uses of every value, by the instructions that are in blocks.
///
/// An instruction that names a frame state uses each of its entries, so the lists can be as long as all
/// instructions' frame states together.
#[derive(Clone, Debug)]
pub struct Uses {
    lists: Lists<Use>,
}

impl Uses {
    /// Collects the use lists.
    pub fn compute(func: &Function) -> Uses {
        let mut pairs = Vec::new();
        for inst in func.blocks().flat_map(|block| func.insts(block)) {
            let data = func.inst(inst);
            for (index, value) in data.args.iter().enumerate() {
                pairs.push((value.index() as u32, Use { inst, place: Place::Operand(index as u32) }));
            }
            for frame in std::iter::successors(data.frame, |&frame| func.frame(frame).caller) {
                for value in func.frame(frame).slots.iter().flatten() {
                    pairs.push((value.index() as u32, Use { inst, place: Place::Frame(frame) }));
                }
            }
        }
        Uses { lists: Lists::from_pairs(func.value_bound(), &pairs) }
    }

    /// The uses of a value in layout order, an instruction's operands before its frame states; one entry for each operand and slot.
    pub fn of(&self, value: ValueId) -> &[Use] {
        self.lists.get(value.index())
    }

    /// Whether nothing uses the value.
    pub fn is_unused(&self, value: ValueId) -> bool {
        self.of(value).is_empty()
    }
}

/// Which values are to be replaced by which, for [`replace_uses`].
#[derive(Clone, Debug)]
pub struct Replacements {
    map: EntityMap<ValueId, Option<ValueId>>,
}

impl Default for Replacements {
    fn default() -> Self {
        Replacements { map: EntityMap::new(None) }
    }
}

impl Replacements {
    /// No replacements.
    pub fn new() -> Self {
        Self::default()
    }

    /// Uses of `old` are to become uses of `new`, or of what that is replaced by. Does nothing if `new` is replaced by `old` already.
    pub fn insert(&mut self, old: ValueId, new: ValueId) {
        let new = self.get(new);
        if new != old {
            self.map[old] = Some(new);
        }
    }

    /// What stands for `value`: itself if it is not replaced. Shortens the way there for the next time.
    pub fn get(&mut self, value: ValueId) -> ValueId {
        let mut last = value;
        while let Some(next) = self.map[last] {
            last = next;
        }
        let mut at = value;
        while let Some(next) = self.map[at] {
            self.map[at] = Some(last);
            if next == last {
                break;
            }
            at = next;
        }
        last
    }
}

/// Replaces values in all operands and frame states of the instructions in blocks, in one pass over the function.
///
/// Definitions stay, and so do claims and the references of exits: this is for functions whose references are not counted yet.
pub fn replace_uses(func: &mut Function, replacements: &mut Replacements) {
    debug_assert!(!func.is_counted(), "values of a counted function cannot be replaced");
    let mut frames: EntityMap<FrameId, Option<FrameId>> = EntityMap::new(None);
    let mut insts = Vec::new();
    for block in func.blocks() {
        insts.extend(func.insts(block));
    }
    for inst in insts {
        let frame = func.inst(inst).frame.map(|frame| replace_in_frame(func, &mut frames, frame, replacements));
        let data = func.inst_mut(inst);
        data.frame = frame;
        for arg in &mut data.args {
            *arg = replacements.get(*arg);
        }
    }
}

/// The frame state with the values replaced in it and in its callers.
fn replace_in_frame(
    func: &mut Function,
    done: &mut EntityMap<FrameId, Option<FrameId>>,
    frame: FrameId,
    replacements: &mut Replacements,
) -> FrameId {
    let mut chain = Vec::new();
    let mut at = Some(frame);
    while let Some(frame) = at.filter(|&frame| done[frame].is_none()) {
        chain.push(frame);
        at = func.frame(frame).caller;
    }
    // Outermost first, so that each finds its caller replaced.
    for &frame in chain.iter().rev() {
        let mut state = func.frame(frame).clone();
        state.caller = state.caller.map(|caller| done[caller].unwrap_or(caller));
        for slot in state.slots.iter_mut().flatten() {
            *slot = replacements.get(*slot);
        }
        done[frame] = Some(func.intern_frame(state));
    }
    done[frame].unwrap_or(frame)
}
