//! Constructors under given numbers, for text that says them. A number that is skipped is an empty slot, as if its entity had
//! been removed.
//!
//! References can be made before what they refer to; whoever makes them checks at the end that all of it exists.

use super::{FrameState, Function, InstData, ValueData};
use crate::entity::make;
use crate::ty::Type;
use crate::{BlockId, Entity, FrameId, InstId, ValueId};

impl Function {
    /// Changes the name.
    pub(crate) fn set_name(&mut self, name: &str) {
        self.name = name.into();
    }

    /// The reference with this number, whether or not there is such a value, block or frame state.
    pub(crate) fn numbered<E: Entity>(&self, number: usize) -> E {
        make(self.brand, number)
    }

    /// A block with this number at the end of the layout; nothing if there is one already.
    pub(crate) fn append_block_numbered(&mut self, number: usize) -> Option<BlockId> {
        put(&mut self.blocks.items, number, ())?;
        self.inst_order.ensure_list(number);
        let block = make(self.brand, number);
        self.block_order.append(0, block);
        Some(block)
    }

    /// An instruction at the end of a block, with results of these numbers and types; or the first number that is taken.
    pub(crate) fn append_inst_numbered(
        &mut self,
        block: BlockId,
        mut data: InstData,
        results: &[(ValueId, Type)],
    ) -> Result<InstId, ValueId> {
        let inst = make(self.brand, self.insts.items.len());
        for (result, &(value, ty)) in results.iter().enumerate() {
            let ty = self.types.intern(ty);
            let data = ValueData { def: inst, result: result as u8, ty };
            put(&mut self.values.items, value.index(), data).ok_or(value)?;
        }
        data.results = results.iter().map(|&(value, _)| value).collect();
        self.insts.items.push(Some(data));
        self.inst_order.append(block.index(), inst);
        Ok(inst)
    }

    /// A frame state with this number, which is not below those there are; the id of an equal one that is there already.
    pub(crate) fn intern_frame_numbered(&mut self, number: usize, frame: FrameState) -> Result<FrameId, FrameId> {
        let code = self.intern_name("(none)");
        while self.frames.len() < number {
            let pc = self.frames.len() as u32;
            self.frames.intern(FrameState { code, pc, slots: Vec::new(), caller: None });
        }
        let id = self.frames.intern(frame);
        if id.index() == number { Ok(id) } else { Err(id) }
    }
}

/// Fills a slot that is empty.
fn put<T>(items: &mut Vec<Option<T>>, index: usize, item: T) -> Option<()> {
    while items.len() <= index {
        items.push(None);
    }
    if items[index].is_some() {
        return None;
    }
    items[index] = Some(item);
    Some(())
}
