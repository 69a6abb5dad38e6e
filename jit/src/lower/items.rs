//! Items of lists and tuples, in line. Indexes are checked before anything is done.

use super::{Lower, Lowering};
use crate::error::CompileError;
use crate::lir::{Alu, Base, By, Cond, Lir, Mem, Shift, Src, Test, Unsure, VReg, Width};
use hir::{Imm, InstData, Opcode, ValueId};
use runtime::object::{ListObj, TupleObj};
use std::mem::offset_of;

pub(super) const LIST_LEN: i32 = offset_of!(ListObj, len) as i32;
pub(super) const LIST_ITEMS: i32 = offset_of!(ListObj, items) as i32;
const TUPLE_LEN: i32 = offset_of!(TupleObj, len) as i32;
const TUPLE_ITEMS: i32 = size_of::<TupleObj>() as i32;

/// What an item may be, as far as counting it is concerned: any word, but never the empty one.
const ITEM: Unsure = Unsure { word: true, empty: false };

impl Lowering<'_> {
    pub(super) fn item(&mut self, data: &InstData) -> Lower {
        match data.op {
            Opcode::ListGet => {
                let list = self.reg(data.args[0])?;
                let mem = self.checked_place(data, list, true)?;
                self.load_result(data, mem);
            }
            Opcode::ListSet => {
                let list = self.reg(data.args[0])?;
                let mem = self.checked_place(data, list, true)?;
                let new = self.src(data.args[2])?;
                self.replace(mem, new, ITEM);
            }
            Opcode::TupleGet => {
                let tuple = self.reg(data.args[0])?;
                let mem = self.checked_place(data, tuple, false)?;
                self.load_result(data, mem);
            }
            Opcode::TupleItem => {
                let Some(&Imm::Index(index)) = data.imms.first() else {
                    return Err(self.unsupported(data, "it names no item"));
                };
                let at = i32::try_from(index).ok().and_then(|index| index.checked_mul(8)?.checked_add(TUPLE_ITEMS));
                let Some(at) = at else { return Err(self.unsupported(data, "the number of the item")) };
                let tuple = self.reg(data.args[0])?;
                self.load_result(data, Mem::at(tuple, at));
            }
            // `ListLen`: the word of a length is twice the length, and one.
            _ => {
                let list = self.reg(data.args[0])?;
                let len = self.lir.int();
                self.push(Lir::Load { dst: len, mem: Mem::at(list, LIST_LEN), width: Width::W64 });
                let dst = self.define(data.results[0]);
                self.push(Lir::Lea { dst, mem: Mem { base: Base::Reg(len), index: Some((len, 0)), disp: 1 } });
            }
        }
        Ok(())
    }

    /// Loads the instruction's result.
    pub(super) fn load_result(&mut self, data: &InstData, mem: Mem) {
        let dst = self.define(data.results[0]);
        self.push(Lir::Load { dst, mem, width: Width::W64 });
    }

    /// Puts a value into a place that owns one, then releases the old one.
    pub(super) fn replace(&mut self, mem: Mem, new: Src, old_is: Unsure) {
        let old = self.lir.int();
        self.push(Lir::Load { dst: old, mem, width: Width::W64 });
        self.push(Lir::Store { mem, src: new, width: Width::W64 });
        self.push(Lir::Decref { value: old, unsure: old_is });
    }

    /// The place of the item whose index is the second operand; takes the exit if there is none.
    fn checked_place(&mut self, data: &InstData, sequence: VReg, list: bool) -> Result<Mem, CompileError> {
        let len = Mem::at(sequence, if list { LIST_LEN } else { TUPLE_LEN });
        if let Some(index) = self.constant_index(data.args[1])? {
            let exit = self.exit(data)?;
            self.push(Lir::ExitIf { test: Test::Memory(Cond::Below, Width::W64, len, index + 1), exit });
            return Ok(self.items(sequence, list, None, 8 * index));
        }
        let word = self.reg(data.args[1])?;
        let (given, length) = (self.lir.int(), self.lir.int());
        self.push(Lir::Shift { op: Shift::Arithmetic, dst: given, a: word, by: By::Imm(1) });
        self.push(Lir::Load { dst: length, mem: len, width: Width::W64 });
        // A negative index counts from the end: the length is added where all bits of `sign` are set.
        let (sign, from_end, index) = (self.lir.int(), self.lir.int(), self.lir.int());
        self.push(Lir::Shift { op: Shift::Arithmetic, dst: sign, a: word, by: By::Imm(63) });
        self.push(Lir::Alu { op: Alu::And, dst: from_end, a: sign, b: Src::Reg(length), exit: None });
        self.push(Lir::Alu { op: Alu::Add, dst: index, a: from_end, b: Src::Reg(given), exit: None });
        let exit = self.exit(data)?;
        // As an unsigned number, an index that is negative still is large.
        let test = Test::Compare(Cond::AboveEqual, Width::W64, index, Src::Reg(length));
        self.push(Lir::ExitIf { test, exit });
        Ok(self.items(sequence, list, Some((index, 3)), 0))
    }

    fn items(&mut self, sequence: VReg, list: bool, index: Option<(VReg, u8)>, disp: i32) -> Mem {
        if !list {
            return Mem { base: Base::Reg(sequence), index, disp: TUPLE_ITEMS + disp };
        }
        let items = self.lir.int();
        self.push(Lir::Load { dst: items, mem: Mem::at(sequence, LIST_ITEMS), width: Width::W64 });
        Mem { base: Base::Reg(items), index, disp }
    }

    /// The index, if it is a constant that is not negative and fits an address.
    fn constant_index(&mut self, value: ValueId) -> Result<Option<i32>, CompileError> {
        if self.regs[value].is_some() || !self.is_constant(value) {
            return Ok(None);
        }
        let index = self.constant_bits(value)? as i64 >> 1;
        Ok(i32::try_from(index).ok().filter(|index| (0..1 << 24).contains(index)))
    }
}
