//! Small objects made in line: a block from the free list of the heap's current page of its size, filled word by word. Where the list is
//! empty, the opcode's helper makes the object.

use super::{Lower, Lowering};
use crate::context;
use crate::error::CompileError;
use crate::lir::{Alu, BlockId, Cond, Lir, Mem, Src, Test, Unsure, VReg, Width};
use hir::{Imm, InstData, ValueId};
use runtime::Rt;
use runtime::heap::{
    FREE_LINK_OFFSET, HEAP_CURRENT_OFFSET, NUM_CLASSES, PAGE_FREE_OFFSET, PAGE_LIVE_OFFSET, Use, class_of,
};
use runtime::object::{ListObj, TupleObj, shape_id};
use smallvec::{SmallVec, smallvec};
use std::mem::offset_of;

/// Most items of a container that is made in line.
const MAX_ITEMS: usize = 8;
/// Largest instance that is made in line, in bytes.
const MAX_INSTANCE: usize = 160;

const PAGE_FREE: i32 = PAGE_FREE_OFFSET as i32;
const PAGE_LIVE: i32 = PAGE_LIVE_OFFSET as i32;
const FREE_LINK: i32 = FREE_LINK_OFFSET as i32;
const TUPLE_LEN: i32 = offset_of!(TupleObj, len) as i32;
const TUPLE_ITEMS: i32 = size_of::<TupleObj>() as i32;
const LIST_LEN: i32 = offset_of!(ListObj, len) as i32;
const LIST_CAP: i32 = offset_of!(ListObj, cap) as i32;
const LIST_ITEMS: i32 = offset_of!(ListObj, items) as i32;

const _: () = assert!(TUPLE_LEN == 8 && TUPLE_ITEMS == 16, "every word of a new tuple is written");
const _: () = assert!(size_of::<ListObj>() == 32, "every word of a new list is written");

/// What a new instance of a class is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstanceLayout {
    /// Its bytes: a header, then words that are zero.
    pub bytes: usize,
    /// Whether it holds a reference to its class.
    pub counts_class: bool,
}

/// Where the heap's current page of a size is, from the runtime's context on.
fn current_page(usage: Use, bytes: usize) -> i32 {
    let place = usage as usize * NUM_CLASSES + class_of(bytes);
    (offset_of!(Rt, heap) + HEAP_CURRENT_OFFSET + place * size_of::<usize>()) as i32
}

/// The block at the head of a page's list of free blocks.
struct Found {
    page: VReg,
    block: VReg,
}

impl Lowering<'_> {
    /// `NewInstance`.
    pub(super) fn new_instance(&mut self, data: &InstData) -> Lower {
        let shape = match data.imms.first() {
            Some(&Imm::Shape(shape)) if self.resolver.makes_in_line(data.op) => Some(shape),
            _ => None,
        };
        let layout = shape.and_then(|shape| Some((shape, self.resolver.instance_layout(shape)?)));
        let Some((shape, layout)) = layout.filter(|(_, layout)| layout.bytes <= MAX_INSTANCE) else {
            return self.helper_call(data);
        };
        let class = self.reg(data.args[0])?;
        let [slow, done] = self.ways();
        let object = self.find_block(Use::Object, layout.bytes, slow);
        self.take_block(&object);
        self.header(object.block, shape);
        for at in (8..layout.bytes as i32).step_by(8) {
            self.store_word(object.block, at, Src::Imm(0));
        }
        if layout.counts_class {
            self.push(Lir::Incref { value: class, unsure: Unsure { word: false, empty: false } });
        }
        self.push(Lir::Jump { to: done, args: smallvec![object.block] });
        self.made(data, slow, done)
    }

    /// `MakeTuple`.
    pub(super) fn make_tuple(&mut self, data: &InstData) -> Lower {
        let count = data.args.len();
        // There is one empty tuple for all.
        if !(1..=MAX_ITEMS).contains(&count) || !self.resolver.makes_in_line(data.op) {
            return self.helper_call(data);
        }
        let items = self.contents(&data.args)?;
        let [slow, done] = self.ways();
        let tuple = self.find_block(Use::Object, TUPLE_ITEMS as usize + 8 * count, slow);
        self.take_block(&tuple);
        self.header(tuple.block, shape_id::TUPLE);
        self.store_word(tuple.block, TUPLE_LEN, Src::Imm(count as i32));
        self.store_items(tuple.block, TUPLE_ITEMS, &items);
        self.push(Lir::Jump { to: done, args: smallvec![tuple.block] });
        self.made(data, slow, done)
    }

    /// `MakeList`.
    pub(super) fn make_list(&mut self, data: &InstData) -> Lower {
        let count = data.args.len();
        if count > MAX_ITEMS || !self.resolver.makes_in_line(data.op) {
            return self.helper_call(data);
        }
        let items = self.contents(&data.args)?;
        let [slow, done] = self.ways();
        let list = self.find_block(Use::Object, size_of::<ListObj>(), slow);
        let buffer = (count > 0).then(|| self.find_block(Use::Raw, 8 * count, slow));
        self.take_block(&list);
        let place = match &buffer {
            Some(buffer) => {
                self.take_block(buffer);
                self.store_items(buffer.block, 0, &items);
                Src::Reg(buffer.block)
            }
            None => Src::Imm(0),
        };
        self.header(list.block, shape_id::LIST);
        self.store_word(list.block, LIST_LEN, Src::Imm(count as i32));
        self.store_word(list.block, LIST_CAP, Src::Imm(count as i32));
        self.store_word(list.block, LIST_ITEMS, place);
        self.push(Lir::Jump { to: done, args: smallvec![list.block] });
        self.made(data, slow, done)
    }

    /// The operands, made before the ways part.
    fn contents(&mut self, args: &[ValueId]) -> Result<SmallVec<[Src; MAX_ITEMS]>, CompileError> {
        args.iter().map(|&arg| self.src(arg)).collect()
    }

    /// Blocks for the way by the helper, and for what follows.
    pub(super) fn ways(&mut self) -> [BlockId; 2] {
        let [slow, done] = std::array::from_fn(|_| self.lir.block());
        self.lir.blocks[slow.0 as usize].cold = true;
        [slow, done]
    }

    /// Looks for a free block, and goes to `slow` if there is none.
    fn find_block(&mut self, usage: Use, bytes: usize, slow: BlockId) -> Found {
        let [rt, page, block] = std::array::from_fn(|_| self.lir.int());
        self.push(Lir::Load { dst: rt, mem: Mem::context(context::RT), width: Width::W64 });
        self.push(Lir::Load { dst: page, mem: Mem::at(rt, current_page(usage, bytes)), width: Width::W64 });
        self.push(Lir::Load { dst: block, mem: Mem::at(page, PAGE_FREE), width: Width::W64 });
        self.leave_way(Test::Compare(Cond::Equal, Width::W64, block, Src::Imm(0)), slow);
        Found { page, block }
    }

    /// Goes to `slow` if the test is true.
    pub(super) fn leave_way(&mut self, test: Test, slow: BlockId) {
        // A block of its own on the way to `slow`, to which several ways may lead.
        let [stays, leaves] = std::array::from_fn(|_| self.lir.block());
        self.push(Lir::Branch { test, yes: leaves, no: stays });
        self.at = leaves;
        self.lir.blocks[leaves.0 as usize].cold = true;
        self.push(Lir::Jump { to: slow, args: SmallVec::new() });
        self.at = stays;
    }

    /// Takes the block off its page's list and counts it, as the heap does.
    fn take_block(&mut self, found: &Found) {
        let [next, live, more] = std::array::from_fn(|_| self.lir.int());
        self.push(Lir::Load { dst: next, mem: Mem::at(found.block, FREE_LINK), width: Width::W64 });
        self.store_word(found.page, PAGE_FREE, Src::Reg(next));
        let count = Mem::at(found.page, PAGE_LIVE);
        self.push(Lir::Load { dst: live, mem: count, width: Width::W32 });
        self.push(Lir::Alu { op: Alu::Add, dst: more, a: live, b: Src::Imm(1), exit: None });
        self.push(Lir::Store { mem: count, src: Src::Reg(more), width: Width::W32 });
    }

    /// One reference, and the shape.
    fn header(&mut self, object: VReg, shape: u32) {
        self.push(Lir::Store { mem: Mem::at(object, 0), src: Src::Imm(1), width: Width::W32 });
        self.push(Lir::Store { mem: Mem::at(object, 4), src: Src::Imm(shape as i32), width: Width::W32 });
    }

    fn store_items(&mut self, base: VReg, from: i32, items: &[Src]) {
        for (&item, at) in items.iter().zip((from..).step_by(8)) {
            self.store_word(base, at, item);
        }
    }

    fn store_word(&mut self, base: VReg, at: i32, src: Src) {
        self.push(Lir::Store { mem: Mem::at(base, at), src, width: Width::W64 });
    }

    /// The way by the helper, whose results meet those of the other way.
    pub(super) fn made(&mut self, data: &InstData, slow: BlockId, done: BlockId) -> Lower {
        self.at = slow;
        self.helper_call(data)?;
        let made = data.results.iter().map(|&result| self.reg(result)).collect::<Result<_, _>>()?;
        self.push(Lir::Jump { to: done, args: made });
        self.at = done;
        for &result in &data.results {
            let dst = self.define(result);
            self.lir.blocks[done.0 as usize].params.push(dst);
        }
        Ok(())
    }
}
