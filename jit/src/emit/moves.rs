//! Moves between places, as the register allocator asks for them.

use super::{Emitter, is_float, reg};
use dynasmrt::{DynasmApi, dynasm};
use regalloc2::Allocation;

/// The hardware number of the frame pointer.
const RBP: u8 = 5;

impl Emitter<'_> {
    pub(super) fn move_allocation(&mut self, from: Allocation, to: Allocation) {
        match (from.as_stack(), to.as_stack()) {
            (None, None) if is_float(from) => {
                dynasm!(self.asm; .arch x64; movaps Rx(reg(to)), Rx(reg(from)));
            }
            (None, None) => dynasm!(self.asm; .arch x64; mov Rq(reg(to)), Rq(reg(from))),
            (Some(slot), None) => {
                let at = self.slot_offset(slot.index());
                if is_float(to) {
                    near!(self.asm, RBP + at; (movsd Rx(reg(to)), QWORD) ());
                } else {
                    near!(self.asm, RBP + at; (mov Rq(reg(to)), QWORD) ());
                }
            }
            (None, Some(slot)) => {
                let at = self.slot_offset(slot.index());
                if is_float(from) {
                    near!(self.asm, RBP + at; (movsd QWORD) (, Rx(reg(from))));
                } else {
                    near!(self.asm, RBP + at; (mov QWORD) (, Rq(reg(from))));
                }
            }
            (Some(from), Some(to)) => {
                // The allocator goes through its scratch register; this is for its word only.
                let (from, to) = (self.slot_offset(from.index()), self.slot_offset(to.index()));
                dynasm!(self.asm; .arch x64; mov r11, QWORD [rbp + from]; mov QWORD [rbp + to], r11);
            }
        }
    }
}
