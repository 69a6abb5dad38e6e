//! Attributes in slots of instances, and cells.

use super::{Lower, Lowering};
use crate::lir::{Lir, Mem, Src, Unsure, Width};
use hir::{Imm, InstData, Opcode};
use runtime::object::{CellObj, Header};
use std::mem::offset_of;

const SHAPE: i32 = offset_of!(Header, shape) as i32;
const CONTENTS: i32 = offset_of!(CellObj, contents) as i32;

/// What a slot or cell may hold, as far as counting it is concerned: anything.
const ANYTHING: Unsure = Unsure { word: true, empty: true };

impl Lowering<'_> {
    /// `LoadSlot`, `StoreSlot`, `AddSlot`: in line where all objects of the shape have the slot at the same place.
    pub(super) fn slot(&mut self, data: &InstData) -> Lower {
        let shapes_slot = match (data.op, &data.imms[..]) {
            (Opcode::LoadSlot | Opcode::StoreSlot, &[Imm::Shape(shape), Imm::Index(slot)]) => {
                Some((shape, shape, slot))
            }
            (Opcode::AddSlot, &[Imm::Shape(from), Imm::Shape(to), Imm::Index(slot)]) => Some((from, to, slot)),
            _ => None,
        };
        let Some((_, to, slot)) = shapes_slot else { return Err(self.unsupported(data, "it names no slot")) };
        let Some(offset) = self.resolver.slot_offset(to, slot) else { return self.helper_call(data) };
        let object = self.reg(data.args[0])?;
        let mem = Mem::at(object, offset);
        match data.op {
            Opcode::LoadSlot => self.load_result(data, mem),
            Opcode::StoreSlot => {
                let new = self.src(data.args[1])?;
                self.replace(mem, new, ANYTHING);
            }
            _ => {
                // A slot that no shape had yet is empty.
                let new = self.src(data.args[1])?;
                self.push(Lir::Store { mem, src: new, width: Width::W64 });
                let shape = Mem::at(object, SHAPE);
                self.push(Lir::Store { mem: shape, src: Src::Imm(to as i32), width: Width::W32 });
                let dst = self.define(data.results[0]);
                self.push(Lir::Imm { dst, value: 1 });
            }
        }
        Ok(())
    }

    /// `LoadCell`, `StoreCell`.
    pub(super) fn cell(&mut self, data: &InstData) -> Lower {
        let cell = self.reg(data.args[0])?;
        let mem = Mem::at(cell, CONTENTS);
        if data.op == Opcode::LoadCell {
            self.load_result(data, mem);
        } else {
            let new = self.src(data.args[1])?;
            self.replace(mem, new, ANYTHING);
        }
        Ok(())
    }
}
