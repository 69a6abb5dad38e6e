//! Machine code around the code under test, that holds it to the calling convention.
//!
//! The way in ([`Thunks::enter`]) gives the registers that a function must preserve values of its own and looks at them afterwards; it
//! is also where a run that went wrong is cut off. Everything that the code calls goes through a thunk: it looks at the
//! stack's alignment, keeps the argument registers for [`Callee`], and before it returns, overwrites every register that a call may destroy
//! and the memory below the stack pointer.

#![allow(clippy::useless_conversion)]

use dynasmrt::x64::X64Relocation;
use dynasmrt::{DynamicLabel, DynasmApi, DynasmLabelApi, VecAssembler, dynasm};
use jit::code::{Code, CodeArena};
use jit::context::Context;
use std::mem::offset_of;

/// What the machine code of this file reads and writes: the beginning of whatever [`Context::host`] points to.
#[repr(C)]
#[derive(Debug, Default)]
pub struct Frame {
    stack: u64,
    bail: u64,
    /// The integer result.
    pub int: u64,
    /// The float result.
    pub float: u64,
    /// The preserved registers after the call, in the order of [`PRESERVED`], `rbp` and `rsp` at the end.
    pub after: [u64; 6],
    /// `rbp` and `rsp` before the call.
    pub before: [u64; 2],
    /// What the callee answers.
    pub reply: Reply,
}

/// What a thunk gives to the code under test.
#[repr(C)]
#[derive(Debug, Default, Clone, Copy)]
pub struct Reply {
    /// In `rax`.
    pub int: u64,
    /// In `xmm0`, by its bits.
    pub float: u64,
    /// Not zero: the run ends here.
    pub bail: u64,
}

/// The argument registers at a call.
#[repr(C)]
#[derive(Debug)]
pub struct Arguments {
    pub ints: [u64; 6],
    pub floats: [u64; 8],
}

/// What a thunk calls: the context, the number of the thunk, the arguments, the stack pointer at the thunk's first instruction.
pub type Callee = extern "C" fn(*mut Context, u64, *const Arguments, u64);

/// What `rbx`, `r12`, `r13`, `r14` hold when the code under test is entered.
pub const PRESERVED: [u64; 4] =
    [0xb0b0_0001_dead_beef, 0xb0b0_0002_dead_beef, 0xb0b0_0003_dead_beef, 0xb0b0_0004_dead_beef];
/// What is put where nothing may be expected.
pub const JUNK: u64 = 0x5afe_0bad_5afe_0bad;

const HOST: i32 = offset_of!(Context, host) as i32;
const STACK: i32 = offset_of!(Frame, stack) as i32;
const BAIL: i32 = offset_of!(Frame, bail) as i32;
const INT: i32 = offset_of!(Frame, int) as i32;
const FLOAT: i32 = offset_of!(Frame, float) as i32;
const AFTER: i32 = offset_of!(Frame, after) as i32;
const BEFORE: i32 = offset_of!(Frame, before) as i32;
const REPLY: i32 = offset_of!(Frame, reply) as i32;
const REPLY_FLOAT: i32 = REPLY + offset_of!(Reply, float) as i32;
const REPLY_BAIL: i32 = REPLY + offset_of!(Reply, bail) as i32;

type Asm = VecAssembler<X64Relocation>;

/// The way in, and thunks by number.
pub struct Thunks {
    enter: Code,
    thunks: Code,
    starts: Vec<usize>,
}

type Enter = unsafe extern "C" fn(*mut Context, *const u8, *const [u64; 6], *const [f64; 8], *mut Frame);

impl Thunks {
    /// So many thunks that call `callee`.
    pub fn new(arena: &CodeArena, count: usize, callee: Callee) -> Thunks {
        let (thunks, starts) = thunks(count, callee);
        let mut codes = arena.publish(&[enter(), thunks]).expect("room for the thunks").into_iter();
        let (Some(enter), Some(thunks)) = (codes.next(), codes.next()) else {
            unreachable!("two buffers give two codes")
        };
        Thunks { enter, thunks, starts }
    }

    /// The address of a thunk.
    pub fn address(&self, number: usize) -> *const u8 {
        self.thunks.entry().wrapping_add(self.starts[number])
    }

    /// Runs code until it returns or is cut off. Gives what is wrong with the registers.
    ///
    /// # Safety
    /// As for [`jit::Jit::call`]; `frame` is where the context's host points to.
    pub unsafe fn enter(
        &self,
        context: *mut Context,
        code: *const u8,
        ints: &[u64; 6],
        floats: &[f64; 8],
        frame: *mut Frame,
    ) -> Result<(), String> {
        // SAFETY: the code is a function of this type, and the caller promises the rest.
        let frame = unsafe {
            let enter: Enter = std::mem::transmute(self.enter.entry());
            enter(context, code, ints, floats, frame);
            &*frame
        };
        if frame.reply.bail != 0 {
            return Ok(());
        }
        let [rbx, r12, r13, r14, rbp, rsp] = frame.after;
        if [rbx, r12, r13, r14] != PRESERVED || [rbp, rsp] != frame.before {
            return Err(format!("registers are not preserved: {:x?}, before {:x?}", frame.after, frame.before));
        }
        Ok(())
    }
}

/// See [`Enter`].
fn enter() -> Vec<u8> {
    let mut asm = Asm::new(0);
    let bail = asm.new_dynamic_label();
    dynasm!(asm; .arch x64
        ; push rbp
        ; mov rbp, rsp
        ; push rbx
        ; push r12
        ; push r13
        ; push r14
        ; push r15
        ; sub rsp, 8
        ; mov r15, rdi
        ; mov [r8 + STACK], rsp
        ; mov [r8 + BEFORE], rbp
        ; mov [r8 + BEFORE + 8], rsp
        ; lea rax, [=>bail]
        ; mov [r8 + BAIL], rax
        ; mov r10, rsi
        ; mov r11, rdx
        ; mov rax, rcx);
    for number in 0..8u8 {
        dynasm!(asm; .arch x64; movsd Rx(number), [rax + 8 * i32::from(number)]);
    }
    dynasm!(asm; .arch x64; mov rax, QWORD JUNK as i64);
    for number in 8..16u8 {
        dynasm!(asm; .arch x64; movq Rx(number), rax);
    }
    for (number, value) in [3u8, 12, 13, 14].into_iter().zip(PRESERVED) {
        dynasm!(asm; .arch x64; mov Rq(number), QWORD value as i64);
    }
    for (at, number) in [7u8, 6, 2, 1, 8, 9].into_iter().enumerate() {
        dynasm!(asm; .arch x64; mov Rq(number), [r11 + 8 * at as i32]);
    }
    dynasm!(asm; .arch x64; mov r11, rax; call r10);
    dynasm!(asm; .arch x64
        ; =>bail
        ; mov r11, [r15 + HOST]
        ; mov [r11 + INT], rax
        ; movsd [r11 + FLOAT], xmm0);
    for (at, number) in [3u8, 12, 13, 14, 5, 4].into_iter().enumerate() {
        dynasm!(asm; .arch x64; mov [r11 + AFTER + 8 * at as i32], Rq(number));
    }
    dynasm!(asm; .arch x64
        ; mov rsp, [r11 + STACK]
        ; add rsp, 8
        ; pop r15
        ; pop r14
        ; pop r13
        ; pop r12
        ; pop rbx
        ; pop rbp
        ; ret);
    finish(asm)
}

fn thunks(count: usize, callee: Callee) -> (Vec<u8>, Vec<usize>) {
    let mut asm = Asm::new(0);
    let common = asm.new_dynamic_label();
    let mut starts = Vec::new();
    for number in 0..count {
        starts.push(asm.offset().0);
        dynasm!(asm; .arch x64; mov eax, number as i32; jmp =>common);
    }
    let bail = asm.new_dynamic_label();
    common_thunk(&mut asm, common, bail, callee);
    (finish(asm), starts)
}

fn common_thunk(asm: &mut Asm, common: DynamicLabel, bail: DynamicLabel, callee: Callee) {
    dynasm!(asm; .arch x64; =>common; push rbp; mov rbp, rsp; and rsp, -16; sub rsp, 112);
    for (at, number) in [7u8, 6, 2, 1, 8, 9].into_iter().enumerate() {
        dynasm!(asm; .arch x64; mov [rsp + 8 * at as i32], Rq(number));
    }
    for number in 0..8u8 {
        dynasm!(asm; .arch x64; movsd [rsp + 48 + 8 * i32::from(number)], Rx(number));
    }
    dynasm!(asm; .arch x64
        ; mov rdi, r15
        ; mov rsi, rax
        ; mov rdx, rsp
        ; lea rcx, [rbp + 8]
        ; mov rax, QWORD callee as *const u8 as i64
        ; call rax
        ; mov r11, [r15 + HOST]
        ; cmp QWORD [r11 + REPLY_BAIL], 0
        ; jne =>bail
        ; mov rax, [r11 + REPLY]
        ; movsd xmm0, [r11 + REPLY_FLOAT]
        ; leave);
    // What the red zone of the system's convention would keep.
    dynasm!(asm; .arch x64; mov r11, QWORD JUNK as i64);
    for slot in 1..=32 {
        dynasm!(asm; .arch x64; mov [rsp - 8 * slot], r11);
    }
    for number in [1u8, 2, 6, 7, 8, 9, 10] {
        dynasm!(asm; .arch x64; mov Rq(number), r11);
    }
    for number in 1..16u8 {
        dynasm!(asm; .arch x64; movq Rx(number), r11);
    }
    dynasm!(asm; .arch x64; cmp r11, r11; ret);
    dynasm!(asm; .arch x64; =>bail; mov rsp, [r11 + STACK]; jmp QWORD [r11 + BAIL]);
}

fn finish(asm: Asm) -> Vec<u8> {
    asm.finalize().unwrap_or_else(|error| panic!("the thunks do not assemble: {error}"))
}
