//! The encoding of each LIR instruction.

use super::test::CONTEXT;
use super::{Emitter, is_float, reg};
use crate::lir::{Alu, Base, By, Callee, ExitId, Float, Lir, Mem, Shift, Src, Width};
use dynasmrt::{DynamicLabel, DynasmApi, DynasmLabelApi, dynasm};
use regalloc2::Allocation;
use runtime::object::{Binding, FunctionObj};
use std::mem::offset_of;
use std::slice::Iter;

/// Where a function names the cell of its code.
const ENTRY: i32 = (offset_of!(FunctionObj, binding) + offset_of!(Binding, entry)) as i32;

/// An address with its registers allocated.
struct Place {
    base: u8,
    index: Option<(u8, u8)>,
    disp: i32,
}

fn next_reg(allocs: &mut Iter<'_, Allocation>) -> u8 {
    match allocs.next() {
        Some(&allocation) => reg(allocation),
        None => unreachable!("an instruction has fewer operands than it names"),
    }
}

impl Emitter<'_> {
    /// Encodes one instruction, its operands in the order of `lir::collect`.
    pub(super) fn inst(&mut self, lir: &Lir, allocs: &[Allocation]) {
        let mut rest = allocs.iter();
        match lir {
            Lir::Params(_) => {}
            Lir::Imm { value, .. } => self.load_imm(next_reg(&mut rest), *value),
            Lir::FloatImm { bits, .. } => self.load_float_imm(next_reg(&mut rest), *bits),
            Lir::Load { .. } | Lir::Store { .. } | Lir::LoadFloat { .. } | Lir::StoreFloat { .. } | Lir::Lea { .. } => {
                self.memory_inst(lir, &mut rest);
            }
            Lir::Alu { .. } | Lir::Mul { .. } | Lir::Divide { .. } | Lir::Shift { .. } => self.int_inst(lir, &mut rest),
            Lir::Float { .. }
            | Lir::FloatNeg { .. }
            | Lir::IntToFloat { .. }
            | Lir::UnboxFloat { .. }
            | Lir::BoxFloat { .. } => self.float_inst(lir, &mut rest),
            Lir::Set { test, .. } => {
                let dst = next_reg(&mut rest);
                let flags = self.set_flags(test, &mut rest);
                self.set(flags, dst);
            }
            Lir::Incref { unsure, .. } => self.incref(next_reg(&mut rest), *unsure),
            Lir::Decref { unsure, .. } => self.decref(next_reg(&mut rest), *unsure),
            Lir::Call { callee, .. } => self.call(*callee),
            Lir::CallCode { cell, .. } => {
                match *cell {
                    Some(cell) => dynasm!(self.asm; .arch x64; mov r11, QWORD cell as i64),
                    None => dynasm!(self.asm; .arch x64; mov r11, QWORD [r10 + ENTRY]),
                }
                dynasm!(self.asm; .arch x64; call QWORD [r11]);
            }
            Lir::Callee { .. } => {
                let dst = next_reg(&mut rest);
                dynasm!(self.asm; .arch x64; mov Rq(dst), QWORD [rbp - 8]);
            }
            Lir::StoreOut { index, src } => {
                let at = 8 * i32::from(*index);
                match second(src, &mut rest) {
                    Ok(src) => dynasm!(self.asm; .arch x64; mov QWORD [rsp + at], Rq(src)),
                    Err(imm) => dynasm!(self.asm; .arch x64; mov QWORD [rsp + at], imm),
                }
            }
            Lir::OutArea { .. } => {
                let dst = next_reg(&mut rest);
                dynasm!(self.asm; .arch x64; mov Rq(dst), rsp);
            }
            Lir::ExitIf { .. }
            | Lir::Exit { .. }
            | Lir::Jump { .. }
            | Lir::Branch { .. }
            | Lir::Return { .. }
            | Lir::Trap => self.control(lir, &mut rest),
        }
    }

    fn control(&mut self, lir: &Lir, rest: &mut Iter<'_, Allocation>) {
        match lir {
            Lir::ExitIf { test, exit } => {
                let label = self.exit_label(*exit);
                let flags = self.set_flags(test, rest);
                self.exit_stub(label, *exit, rest.as_slice());
                self.jump_if(flags, label);
            }
            Lir::Exit { exit } => {
                let label = self.asm.new_dynamic_label();
                self.exit_stub(label, *exit, rest.as_slice());
                dynasm!(self.asm; .arch x64; jmp =>label);
            }
            Lir::Jump { to, .. } => self.jump(*to),
            Lir::Branch { test, yes, no } => {
                let flags = self.set_flags(test, rest);
                let (yes, no) = (&self.layout.target(*yes), &self.layout.target(*no));
                if self.next == Some(*yes) {
                    let label = self.blocks[no.0 as usize];
                    self.jump_unless(flags, label);
                } else {
                    let label = self.blocks[yes.0 as usize];
                    self.jump_if(flags, label);
                    self.jump(*no);
                }
            }
            Lir::Return { .. } => {
                let leave = self.leave;
                dynasm!(self.asm; .arch x64; jmp =>leave);
            }
            _ => dynasm!(self.asm; .arch x64; ud2),
        }
    }

    fn load_imm(&mut self, dst: u8, value: i64) {
        if value == 0 {
            dynasm!(self.asm; .arch x64; xor Rd(dst), Rd(dst));
        } else if let Ok(small) = u32::try_from(value) {
            dynasm!(self.asm; .arch x64; mov Rd(dst), small as i32);
        } else if let Ok(small) = i32::try_from(value) {
            dynasm!(self.asm; .arch x64; mov Rq(dst), small);
        } else {
            dynasm!(self.asm; .arch x64; mov Rq(dst), QWORD value);
        }
    }

    fn load_float_imm(&mut self, dst: u8, bits: u64) {
        if bits == 0 {
            dynasm!(self.asm; .arch x64; xorps Rx(dst), Rx(dst));
        } else {
            dynasm!(self.asm; .arch x64; mov r11, QWORD bits as i64; movq Rx(dst), r11);
        }
    }

    fn place(&mut self, mem: &Mem, rest: &mut Iter<'_, Allocation>) -> Place {
        let base = if mem.base == Base::Context { CONTEXT } else { next_reg(rest) };
        Place { base, index: mem.index.map(|(_, scale)| (next_reg(rest), scale)), disp: mem.disp }
    }

    /// An address with an index becomes one without, in the scratch register.
    fn flatten(&mut self, place: Place) -> (u8, i32) {
        let Place { base, index, disp } = place;
        match index {
            None => return (base, disp),
            Some((index, 0)) => dynasm!(self.asm; .arch x64; lea r11, [Rq(base) + Rq(index)]),
            Some((index, 1)) => dynasm!(self.asm; .arch x64; lea r11, [Rq(base) + Rq(index) * 2]),
            Some((index, 2)) => dynasm!(self.asm; .arch x64; lea r11, [Rq(base) + Rq(index) * 4]),
            Some((index, _)) => dynasm!(self.asm; .arch x64; lea r11, [Rq(base) + Rq(index) * 8]),
        }
        (11, disp)
    }

    fn memory_inst(&mut self, lir: &Lir, rest: &mut Iter<'_, Allocation>) {
        match lir {
            Lir::Load { mem, width, .. } => {
                let dst = next_reg(rest);
                let place = self.place(mem, rest);
                if let (Place { base, index: Some((index, scale @ (0 | 3))), disp }, Width::W64) = (&place, width) {
                    let (base, index, disp) = (*base, *index, *disp);
                    match scale {
                        0 => dynasm!(self.asm; .arch x64; mov Rq(dst), QWORD [Rq(base) + Rq(index) + disp]),
                        _ => dynasm!(self.asm; .arch x64; mov Rq(dst), QWORD [Rq(base) + Rq(index) * 8 + disp]),
                    }
                    return;
                }
                let (base, disp) = self.flatten(place);
                match width {
                    Width::W8 => near!(self.asm, base + disp; (movzx Rd(dst), BYTE) ()),
                    Width::W32 => near!(self.asm, base + disp; (mov Rd(dst), DWORD) ()),
                    Width::W64 => near!(self.asm, base + disp; (mov Rq(dst), QWORD) ()),
                }
            }
            Lir::LoadFloat { mem, .. } => {
                let dst = next_reg(rest);
                let place = self.place(mem, rest);
                let (base, disp) = self.flatten(place);
                near!(self.asm, base + disp; (movsd Rx(dst), QWORD) ());
            }
            Lir::Lea { mem, .. } => {
                let dst = next_reg(rest);
                let place = self.place(mem, rest);
                let (base, disp) = self.flatten(place);
                near!(self.asm, base + disp; (lea Rq(dst),) ());
            }
            Lir::StoreFloat { mem, .. } => {
                let place = self.place(mem, rest);
                let src = next_reg(rest);
                let (base, disp) = self.flatten(place);
                near!(self.asm, base + disp; (movsd QWORD) (, Rx(src)));
            }
            Lir::Store { mem, src, width } => {
                let place = self.place(mem, rest);
                let src = match src {
                    Src::Reg(_) => Ok(next_reg(rest)),
                    Src::Imm(imm) => Err(*imm),
                };
                let (base, disp) = self.flatten(place);
                self.store(base, disp, src, *width);
            }
            _ => {}
        }
    }

    fn store(&mut self, base: u8, disp: i32, src: Result<u8, i32>, width: Width) {
        match (src, width) {
            (Ok(src), Width::W8) => near!(self.asm, base + disp; (mov BYTE) (, Rb(src))),
            (Ok(src), Width::W32) => near!(self.asm, base + disp; (mov DWORD) (, Rd(src))),
            (Ok(src), Width::W64) => near!(self.asm, base + disp; (mov QWORD) (, Rq(src))),
            (Err(imm), Width::W8) => near!(self.asm, base + disp; (mov BYTE) (, imm as i8)),
            (Err(imm), Width::W32) => near!(self.asm, base + disp; (mov DWORD) (, imm)),
            (Err(imm), Width::W64) => near!(self.asm, base + disp; (mov QWORD) (, imm)),
        }
    }

    fn int_inst(&mut self, lir: &Lir, rest: &mut Iter<'_, Allocation>) {
        match lir {
            Lir::Alu { op, b, exit, .. } => {
                let dst = two_address(rest);
                let b = second(b, rest);
                let label = exit.map(|exit| self.exit_label(exit));
                self.alu(*op, dst, b);
                self.overflow(label, *exit, rest);
            }
            Lir::Mul { b, exit, .. } => {
                let dst = two_address(rest);
                let label = exit.map(|exit| self.exit_label(exit));
                match second(b, rest) {
                    Ok(b) => dynasm!(self.asm; .arch x64; imul Rq(dst), Rq(b)),
                    Err(imm) => dynasm!(self.asm; .arch x64; imul Rq(dst), Rq(dst), imm),
                }
                self.overflow(label, *exit, rest);
            }
            Lir::Divide { .. } => {
                let (_, _, _, divisor) = (next_reg(rest), next_reg(rest), next_reg(rest), next_reg(rest));
                dynasm!(self.asm; .arch x64; cqo; idiv Rq(divisor));
            }
            Lir::Shift { op, by, .. } => {
                let dst = two_address(rest);
                match (op, by) {
                    (Shift::Left, By::Reg(_)) => dynasm!(self.asm; .arch x64; shl Rq(dst), cl),
                    (Shift::Right, By::Reg(_)) => dynasm!(self.asm; .arch x64; shr Rq(dst), cl),
                    (Shift::Arithmetic, By::Reg(_)) => dynasm!(self.asm; .arch x64; sar Rq(dst), cl),
                    (Shift::Left, By::Imm(by)) => dynasm!(self.asm; .arch x64; shl Rq(dst), *by as i8),
                    (Shift::Right, By::Imm(by)) => dynasm!(self.asm; .arch x64; shr Rq(dst), *by as i8),
                    (Shift::Arithmetic, By::Imm(by)) => dynasm!(self.asm; .arch x64; sar Rq(dst), *by as i8),
                }
            }
            _ => {}
        }
    }

    fn overflow(&mut self, label: Option<DynamicLabel>, exit: Option<ExitId>, rest: &mut Iter<'_, Allocation>) {
        if let (Some(label), Some(exit)) = (label, exit) {
            self.exit_stub(label, exit, rest.as_slice());
            dynasm!(self.asm; .arch x64; jo =>label);
        }
    }

    fn alu(&mut self, op: Alu, dst: u8, b: Result<u8, i32>) {
        match (op, b) {
            (Alu::Add, Ok(b)) => dynasm!(self.asm; .arch x64; add Rq(dst), Rq(b)),
            (Alu::Sub, Ok(b)) => dynasm!(self.asm; .arch x64; sub Rq(dst), Rq(b)),
            (Alu::And, Ok(b)) => dynasm!(self.asm; .arch x64; and Rq(dst), Rq(b)),
            (Alu::Or, Ok(b)) => dynasm!(self.asm; .arch x64; or Rq(dst), Rq(b)),
            (Alu::Xor, Ok(b)) => dynasm!(self.asm; .arch x64; xor Rq(dst), Rq(b)),
            (Alu::Add, Err(imm)) => dynasm!(self.asm; .arch x64; add Rq(dst), imm),
            (Alu::Sub, Err(imm)) => dynasm!(self.asm; .arch x64; sub Rq(dst), imm),
            (Alu::And, Err(imm)) => dynasm!(self.asm; .arch x64; and Rq(dst), imm),
            (Alu::Or, Err(imm)) => dynasm!(self.asm; .arch x64; or Rq(dst), imm),
            (Alu::Xor, Err(imm)) => dynasm!(self.asm; .arch x64; xor Rq(dst), imm),
        }
    }

    fn float_inst(&mut self, lir: &Lir, rest: &mut Iter<'_, Allocation>) {
        match lir {
            Lir::Float { op, .. } => {
                let dst = two_address(rest);
                let b = next_reg(rest);
                match op {
                    Float::Add => dynasm!(self.asm; .arch x64; addsd Rx(dst), Rx(b)),
                    Float::Sub => dynasm!(self.asm; .arch x64; subsd Rx(dst), Rx(b)),
                    Float::Mul => dynasm!(self.asm; .arch x64; mulsd Rx(dst), Rx(b)),
                    Float::Div => dynasm!(self.asm; .arch x64; divsd Rx(dst), Rx(b)),
                }
            }
            Lir::FloatNeg { .. } => {
                let dst = two_address(rest);
                dynasm!(self.asm; .arch x64
                    ; mov r11, QWORD i64::MIN
                    ; movq xmm15, r11
                    ; xorpd Rx(dst), xmm15);
            }
            Lir::IntToFloat { .. } => {
                let (dst, a) = (next_reg(rest), next_reg(rest));
                // Clearing first breaks the dependency on the register's old upper half.
                dynasm!(self.asm; .arch x64; xorps Rx(dst), Rx(dst); cvtsi2sd Rx(dst), Rq(a));
            }
            Lir::UnboxFloat { may_be_object, .. } => {
                let (dst, a) = (next_reg(rest), next_reg(rest));
                self.unbox_float(dst, a, *may_be_object);
            }
            Lir::BoxFloat { .. } => {
                let (dst, a) = (next_reg(rest), next_reg(rest));
                self.box_float(dst, a);
            }
            _ => {}
        }
    }

    /// The arguments stand in their registers already.
    fn call(&mut self, callee: Callee) {
        dynasm!(self.asm; .arch x64; mov rdi, r15);
        match callee {
            Callee::Context(at) => dynasm!(self.asm; .arch x64; call QWORD [r15 + at]),
            Callee::Reg(_) => dynasm!(self.asm; .arch x64; call r10),
        }
    }
}

/// The register of a result that takes its first operand's place.
fn two_address(rest: &mut Iter<'_, Allocation>) -> u8 {
    let dst = next_reg(rest);
    let a = rest.next();
    debug_assert!(a.is_some_and(|&a| is_float(a) || reg(a) == dst));
    dst
}

fn second(b: &Src, rest: &mut Iter<'_, Allocation>) -> Result<u8, i32> {
    match b {
        Src::Reg(_) => Ok(next_reg(rest)),
        Src::Imm(imm) => Err(*imm),
    }
}
