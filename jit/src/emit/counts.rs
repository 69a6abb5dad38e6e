//! Reference counts in line: the count is the object's first four bytes, and one with the top bit set is never changed.

use super::{Emitter, Late};
use crate::lir::Unsure;
use dynasmrt::{DynamicLabel, DynasmApi, DynasmLabelApi, dynasm};

impl Emitter<'_> {
    pub(super) fn incref(&mut self, value: u8, unsure: Unsure) {
        let done = self.asm.new_dynamic_label();
        self.skip_uncounted(value, unsure, done);
        // A count that overflows becomes immortal.
        dynasm!(self.asm; .arch x64
            ; cmp DWORD [Rq(value)], 0
            ; jl =>done
            ; inc DWORD [Rq(value)]
            ; =>done);
    }

    pub(super) fn decref(&mut self, value: u8, unsure: Unsure) {
        let done = self.asm.new_dynamic_label();
        let free = self.asm.new_dynamic_label();
        self.skip_uncounted(value, unsure, done);
        dynasm!(self.asm; .arch x64
            ; cmp DWORD [Rq(value)], 0
            ; jl =>done
            ; dec DWORD [Rq(value)]
            ; jz =>free
            ; =>done);
        self.late.push(Late::Free { label: free, back: done, reg: value, source: self.source });
    }

    fn skip_uncounted(&mut self, value: u8, unsure: Unsure, done: DynamicLabel) {
        if unsure.word {
            dynasm!(self.asm; .arch x64; test Rb(value), 7; jnz =>done);
        }
        if unsure.empty {
            dynasm!(self.asm; .arch x64; test Rq(value), Rq(value); jz =>done);
        }
    }
}
