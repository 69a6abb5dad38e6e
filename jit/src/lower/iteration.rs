//! Iteration over ranges and lists, in line.

use super::items::{LIST_ITEMS, LIST_LEN};
use super::{Lower, Lowering};
use crate::ITER_DONE_WORD;
use crate::context;
use crate::lir::{Alu, Base, BlockId, Callee, Cond, Lir, Mem, Src, Test, Unsure, VReg, Width};
use hir::{InstData, Type};
use runtime::object::{Header, RangeIterObj, SeqIterObj, shape_id};
use smallvec::smallvec;
use std::mem::offset_of;

const SHAPE: i32 = offset_of!(Header, shape) as i32;
const LEFT: i32 = offset_of!(RangeIterObj, left) as i32;
const NEXT: i32 = offset_of!(RangeIterObj, next) as i32;
const STEP: i32 = offset_of!(RangeIterObj, step) as i32;
const SEQUENCE: i32 = offset_of!(SeqIterObj, seq) as i32;
const INDEX: i32 = offset_of!(SeqIterObj, index) as i32;

impl Lowering<'_> {
    /// `RangeNext`.
    pub(super) fn range_next(&mut self, data: &InstData) -> Lower {
        let iterator = self.reg(data.args[0])?;
        let [range, strange, done] = std::array::from_fn(|_| self.lir.block());
        let test = Test::Memory(Cond::Equal, Width::W32, Mem::at(iterator, SHAPE), shape_id::RANGE_ITER as i32);
        self.push(Lir::Branch { test, yes: range, no: strange });
        self.at = range;
        self.next_of_range(iterator, done);
        self.at = strange;
        self.ask_next(data, iterator, done);
        self.end_at(data, done);
        Ok(())
    }

    /// Goes to `done` with what the helper says.
    fn ask_next(&mut self, data: &InstData, iterator: VReg, done: BlockId) {
        self.lir.blocks[self.at.0 as usize].cold = true;
        let next = self.lir.int();
        let callee = Callee::Context(context::helper(data.op));
        self.push(Lir::Call { callee, args: smallvec![iterator], dst: Some(next) });
        self.push(Lir::Jump { to: done, args: smallvec![next] });
    }

    /// `IterNext`: the helper does the rest, and sees that a list iterator is exhausted.
    pub(super) fn iter_next(&mut self, data: &InstData) -> Lower {
        let ty = self.func.ty(data.args[0]);
        let iterator = self.reg(data.args[0])?;
        let [list, other, range, slow, done] = std::array::from_fn(|_| self.lir.block());
        if ty.intersects(Type::SMALL_INT) || ty.intersects(Type::WORD_FLOAT) {
            let (object, word) = (self.lir.block(), self.lir.block());
            self.push(Lir::Branch { test: Test::Bits(Cond::Equal, iterator, 7), yes: object, no: word });
            self.lir.push(word, Lir::Jump { to: slow, args: smallvec![] }, self.line);
            self.at = object;
        }
        let shape = |id: u32| Test::Memory(Cond::Equal, Width::W32, Mem::at(iterator, SHAPE), id as i32);
        self.push(Lir::Branch { test: shape(shape_id::LIST_ITER), yes: list, no: other });
        self.at = other;
        // Edges that split and join have blocks of their own.
        let [strange, empty, late] = std::array::from_fn(|_| self.lir.block());
        self.push(Lir::Branch { test: shape(shape_id::RANGE_ITER), yes: range, no: strange });
        self.at = range;
        self.next_of_range(iterator, done);
        self.at = list;
        for edge in [strange, empty, late] {
            self.lir.push(edge, Lir::Jump { to: slow, args: smallvec![] }, self.line);
        }
        self.next_of_list(iterator, empty, late, done);
        self.at = slow;
        self.ask_next(data, iterator, done);
        self.end_at(data, done);
        Ok(())
    }

    /// Goes on in `done`, whose parameter is the instruction's result.
    fn end_at(&mut self, data: &InstData, done: BlockId) {
        self.at = done;
        let dst = self.define(data.results[0]);
        self.lir.blocks[done.0 as usize].params.push(dst);
    }

    /// Goes to `done` with the next number or the end. A range iterator's numbers are small.
    fn next_of_range(&mut self, iterator: VReg, done: BlockId) {
        let [some, none] = std::array::from_fn(|_| self.lir.block());
        let left = self.lir.int();
        self.push(Lir::Load { dst: left, mem: Mem::at(iterator, LEFT), width: Width::W64 });
        let test = Test::Compare(Cond::NotEqual, Width::W64, left, Src::Imm(0));
        self.push(Lir::Branch { test, yes: some, no: none });

        self.at = none;
        let end = self.lir.int();
        self.push(Lir::Imm { dst: end, value: ITER_DONE_WORD as i64 });
        self.push(Lir::Jump { to: done, args: smallvec![end] });

        self.at = some;
        let (fewer, next, step, later, word) =
            (self.lir.int(), self.lir.int(), self.lir.int(), self.lir.int(), self.lir.int());
        self.push(Lir::Alu { op: Alu::Sub, dst: fewer, a: left, b: Src::Imm(1), exit: None });
        self.push(Lir::Store { mem: Mem::at(iterator, LEFT), src: Src::Reg(fewer), width: Width::W64 });
        self.push(Lir::Load { dst: next, mem: Mem::at(iterator, NEXT), width: Width::W64 });
        self.push(Lir::Load { dst: step, mem: Mem::at(iterator, STEP), width: Width::W64 });
        self.push(Lir::Alu { op: Alu::Add, dst: later, a: step, b: Src::Reg(next), exit: None });
        self.push(Lir::Store { mem: Mem::at(iterator, NEXT), src: Src::Reg(later), width: Width::W64 });
        self.push(Lir::Lea { dst: word, mem: Mem { base: Base::Reg(next), index: Some((next, 0)), disp: 1 } });
        self.push(Lir::Jump { to: done, args: smallvec![word] });
    }

    /// Goes to `done` with a new reference to the next item; to `empty` if the iterator was exhausted before, to `late` if it is now.
    fn next_of_list(&mut self, iterator: VReg, empty: BlockId, late: BlockId, done: BlockId) {
        let (list, index, len, items, item, next) =
            (self.lir.int(), self.lir.int(), self.lir.int(), self.lir.int(), self.lir.int(), self.lir.int());
        let [there, within] = std::array::from_fn(|_| self.lir.block());
        self.push(Lir::Load { dst: list, mem: Mem::at(iterator, SEQUENCE), width: Width::W64 });
        let test = Test::Compare(Cond::NotEqual, Width::W64, list, Src::Imm(0));
        self.push(Lir::Branch { test, yes: there, no: empty });
        self.at = there;
        self.push(Lir::Load { dst: index, mem: Mem::at(iterator, INDEX), width: Width::W64 });
        self.push(Lir::Load { dst: len, mem: Mem::at(list, LIST_LEN), width: Width::W64 });
        let test = Test::Compare(Cond::Below, Width::W64, index, Src::Reg(len));
        self.push(Lir::Branch { test, yes: within, no: late });
        self.at = within;
        self.push(Lir::Load { dst: items, mem: Mem::at(list, LIST_ITEMS), width: Width::W64 });
        let place = Mem { base: Base::Reg(items), index: Some((index, 3)), disp: 0 };
        self.push(Lir::Load { dst: item, mem: place, width: Width::W64 });
        self.push(Lir::Incref { value: item, unsure: Unsure { word: true, empty: false } });
        self.push(Lir::Alu { op: Alu::Add, dst: next, a: index, b: Src::Imm(1), exit: None });
        self.push(Lir::Store { mem: Mem::at(iterator, INDEX), src: Src::Reg(next), width: Width::W64 });
        self.push(Lir::Jump { to: done, args: smallvec![item] });
    }
}
