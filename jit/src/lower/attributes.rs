//! Attributes and methods of objects of many shapes: looked up in line in a [`Row`](crate::lookup::Row), by the helper where that fails.

use super::counts::unsure;
use super::{Lower, Lowering};
use crate::lir::{Alu, Base, BlockId, By, Cond, Lir, Mem, Shift, Src, Test, Unsure, VReg, Width};
use crate::lookup::{Access, ENTRY_SHIFT, KEY, OFFSET_MASK, RowPlace, VALUE};
use hir::{Imm, InstData, Opcode, Spec, Type};
use runtime::dict::DictObj;
use runtime::object::Header;
use smallvec::smallvec;
use std::mem::offset_of;

const SHAPE: i32 = offset_of!(Header, shape) as i32;
const VERSION: i32 = offset_of!(DictObj, version) as i32;
const ENTRIES: i32 = offset_of!(DictObj, entries) as i32;

/// A reference, and nothing else.
const REFERENCE: Unsure = Unsure { word: false, empty: false };
/// Any value.
const VALUE_WORD: Unsure = Unsure { word: true, empty: false };

impl Lowering<'_> {
    /// `LoadAttr`, `StoreAttr`, `LoadMethod`.
    pub(super) fn attribute(&mut self, data: &InstData) -> Lower {
        let ty = self.func.ty(data.args[0]);
        let holder = match ty.spec() {
            Spec::Shape(shape) if data.op == Opcode::LoadAttr => self.resolver.dictionary(shape),
            _ => None,
        };
        let access = match (data.op, holder) {
            (Opcode::LoadAttr, Some(_)) => Access::Static,
            (Opcode::LoadAttr, None) => Access::Load,
            (Opcode::StoreAttr, _) => Access::Store,
            _ => Access::Method,
        };
        let place = match data.imms.first() {
            Some(&Imm::Name(name)) => self.resolver.row(access, self.func.name_of(name)),
            _ => None,
        };
        let Some(place) = place.filter(|_| !ty.may_be_null()) else { return self.helper_call(data) };
        let object = self.reg(data.args[0])?;
        let [slow, done] = self.ways();
        if ty.intersects(Type::SMALL_INT) || ty.intersects(Type::WORD_FLOAT) {
            self.leave_way(Test::Bits(Cond::NotEqual, object, 7), slow);
        }
        let answers = match (data.op, holder) {
            (_, Some(dictionary)) => smallvec![self.static_value(place, object, dictionary, slow)],
            (Opcode::LoadAttr, None) => {
                let offset = self.look_up(place, object, SHAPE, slow);
                let value = self.lir.int();
                self.push(Lir::Load { dst: value, mem: at(object, offset, 0), width: Width::W64 });
                self.leave_way(Test::Compare(Cond::Equal, Width::W64, value, Src::Imm(0)), slow);
                self.push(Lir::Incref { value, unsure: VALUE_WORD });
                smallvec![value]
            }
            (Opcode::StoreAttr, None) => {
                let offset = self.look_up(place, object, SHAPE, slow);
                let new = self.reg(data.args[1])?;
                self.push(Lir::Incref { value: new, unsure: unsure(self.func.ty(data.args[1])) });
                self.replace(at(object, offset, 0), Src::Reg(new), Unsure { word: true, empty: true });
                let stored = self.lir.int();
                self.push(Lir::Imm { dst: stored, value: 1 });
                smallvec![stored]
            }
            _ => {
                let method = self.look_up(place, object, SHAPE, slow);
                self.push(Lir::Incref { value: method, unsure: REFERENCE });
                self.push(Lir::Incref { value: object, unsure: REFERENCE });
                smallvec![method, object]
            }
        };
        self.push(Lir::Jump { to: done, args: answers });
        self.made(data, slow, done)
    }

    /// An attribute that stands in the dictionary of an object itself.
    fn static_value(&mut self, place: RowPlace, object: VReg, dictionary: i32, slow: BlockId) -> VReg {
        let [dict, entries, value] = std::array::from_fn(|_| self.lir.int());
        self.push(Lir::Load { dst: dict, mem: Mem::at(object, dictionary), width: Width::W64 });
        let offset = self.look_up(place, dict, VERSION, slow);
        self.push(Lir::Load { dst: entries, mem: Mem::at(dict, ENTRIES), width: Width::W64 });
        self.push(Lir::Load { dst: value, mem: at(entries, offset, 0), width: Width::W64 });
        self.push(Lir::Incref { value, unsure: VALUE_WORD });
        value
    }

    /// What the row has for the number in an object's field; goes to `slow` if it has nothing.
    fn look_up(&mut self, place: RowPlace, object: VReg, field: i32, slow: BlockId) -> VReg {
        let [number, keys, of_zero, key, scaled, offset, row, there, found] = std::array::from_fn(|_| self.lir.int());
        self.push(Lir::Load { dst: number, mem: Mem::at(object, field), width: Width::W32 });
        self.push(Lir::Imm { dst: keys, value: place.key as i64 });
        self.push(Lir::Load { dst: of_zero, mem: Mem::at(keys, 0), width: Width::W64 });
        self.push(Lir::Alu { op: Alu::Or, dst: key, a: of_zero, b: Src::Reg(number), exit: None });
        self.push(Lir::Shift { op: Shift::Left, dst: scaled, a: number, by: By::Imm(ENTRY_SHIFT) });
        self.push(Lir::Alu { op: Alu::And, dst: offset, a: scaled, b: Src::Imm(OFFSET_MASK), exit: None });
        self.push(Lir::Imm { dst: row, value: place.row as i64 });
        self.push(Lir::Load { dst: there, mem: at(row, offset, KEY), width: Width::W64 });
        self.leave_way(Test::Compare(Cond::NotEqual, Width::W64, there, Src::Reg(key)), slow);
        self.push(Lir::Load { dst: found, mem: at(row, offset, VALUE), width: Width::W64 });
        found
    }
}

/// A place at a distance from a register that is in another.
fn at(base: VReg, offset: VReg, disp: i32) -> Mem {
    Mem { base: Base::Reg(base), index: Some((offset, 0)), disp }
}
