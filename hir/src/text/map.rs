//! Where things stand in a text.

use super::Position;
use crate::entity::EntityMap;
use crate::{BlockId, FrameId, InstId, NativeId};

/// Something that stands on a line of a function's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The function as a whole.
    Function,
    /// The declaration of a native.
    Native(NativeId),
    /// A block.
    Block(BlockId),
    /// The claims at the entry of a block.
    Claims(BlockId),
    /// An instruction.
    Inst(InstId),
    /// A frame state.
    Frame(FrameId),
}

/// Where the parts of one function stand in a text, as [`parse_mapped`](super::parse_mapped) read or
/// [`print_mapped`](super::print_mapped) wrote it.
#[derive(Clone, Debug)]
pub struct SourceMap {
    function: Option<Position>,
    natives: EntityMap<NativeId, Option<Position>>,
    blocks: EntityMap<BlockId, Option<Position>>,
    claims: EntityMap<BlockId, Option<Position>>,
    insts: EntityMap<InstId, Option<Position>>,
    frames: EntityMap<FrameId, Option<Position>>,
}

impl SourceMap {
    pub(super) fn new() -> SourceMap {
        SourceMap {
            function: None,
            natives: EntityMap::new(None),
            blocks: EntityMap::new(None),
            claims: EntityMap::new(None),
            insts: EntityMap::new(None),
            frames: EntityMap::new(None),
        }
    }

    /// Where `place` begins; nothing if it is not in the text.
    pub fn position(&self, place: Place) -> Option<Position> {
        match place {
            Place::Function => self.function,
            Place::Native(native) => self.natives[native],
            Place::Block(block) => self.blocks[block],
            Place::Claims(block) => self.claims[block],
            Place::Inst(inst) => self.insts[inst],
            Place::Frame(frame) => self.frames[frame],
        }
    }

    pub(super) fn set(&mut self, place: Place, at: Position) {
        let entry = match place {
            Place::Function => &mut self.function,
            Place::Native(native) => &mut self.natives[native],
            Place::Block(block) => &mut self.blocks[block],
            Place::Claims(block) => &mut self.claims[block],
            Place::Inst(inst) => &mut self.insts[inst],
            Place::Frame(frame) => &mut self.frames[frame],
        };
        *entry = Some(at);
    }
}
