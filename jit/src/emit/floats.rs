//! Machine floats to and from words. How a float is kept in a word is told in [`runtime::value`].

use super::{Emitter, Late};
use crate::context;
use dynasmrt::{DynamicLabel, DynasmApi, DynasmLabelApi, dynasm};
use runtime::object::FloatObj;
use std::mem::offset_of;

const VALUE: i32 = offset_of!(FloatObj, value) as i32;

impl Emitter<'_> {
    /// The payload, biased unless it is a zero, rotated to the right.
    pub(super) fn unbox_float(&mut self, dst: u8, word: u8, may_be_object: bool) {
        let [zero, done] = std::array::from_fn(|_| self.asm.new_dynamic_label());
        if may_be_object {
            let label = self.asm.new_dynamic_label();
            dynasm!(self.asm; .arch x64; test Rb(word), 3; jz =>label);
            self.late.push(Late::LoadFloat { label, back: done, dst, object: word, source: self.source });
        }
        dynasm!(self.asm; .arch x64
            ; mov r11, Rq(word)
            ; shr r11, 2
            ; cmp r11, 2
            ; jb =>zero
            ; add r11, QWORD [r15 + context::FLOAT_BIAS]
            ; =>zero
            ; ror r11, 1
            ; movq Rx(dst), r11
            ; =>done);
    }

    /// The bits rotated to the left, less the bias, are the payload, if they are in its range.
    pub(super) fn box_float(&mut self, dst: u8, float: u8) {
        let [rare, done] = std::array::from_fn(|_| self.asm.new_dynamic_label());
        dynasm!(self.asm; .arch x64
            ; movq r11, Rx(float)
            ; rol r11, 1
            ; sub r11, QWORD [r15 + context::FLOAT_BIAS]
            ; mov Rq(dst), r11
            ; shr Rq(dst), 62
            ; jnz =>rare
            ; cmp r11, 2
            ; jb =>rare
            ; lea Rq(dst), [r11 * 4 + 2]
            ; =>done);
        self.late.push(Late::RareFloat { label: rare, back: done, dst, float, source: self.source });
    }

    /// The float in an object.
    pub(super) fn load_float(&mut self, label: DynamicLabel, back: DynamicLabel, dst: u8, object: u8) {
        dynasm!(self.asm; .arch x64; =>label; movsd Rx(dst), QWORD [Rq(object) + VALUE]; jmp =>back);
    }

    /// Zeros are their own payload; 0 for all others.
    pub(super) fn rare_float(&mut self, label: DynamicLabel, back: DynamicLabel, dst: u8, float: u8) {
        dynasm!(self.asm; .arch x64
            ; =>label
            ; xor Rd(dst), Rd(dst)
            ; movq r11, Rx(float)
            ; rol r11, 1
            ; cmp r11, 2
            ; jae =>back
            ; lea Rq(dst), [r11 * 4 + 2]
            ; jmp =>back);
    }
}
