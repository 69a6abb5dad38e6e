//! Machine code that every function shares: the way in, the way out by an exit, and the release of an object.

// The assembler's macro converts every operand.
#![allow(clippy::useless_conversion)]

use crate::code::{Code, CodeArena, CodeError};
use crate::context::{self, Context};
use crate::emit::Asm;
use dynasmrt::{DynasmApi, dynasm};

/// Enters compiled code: the context, the code, six integer arguments and the function that runs, eight float arguments. Gives `rax`.
pub(crate) type EnterInt = unsafe extern "C" fn(*mut Context, *const u8, *const [u64; 7], *const [f64; 8]) -> u64;
/// As [`EnterInt`], without float arguments.
pub(crate) type EnterWords = unsafe extern "C" fn(*mut Context, *const u8, *const [u64; 7]) -> u64;
/// The same code, for functions that give a machine float.
pub(crate) type EnterFloat = unsafe extern "C" fn(*mut Context, *const u8, *const [u64; 7], *const [f64; 8]) -> f64;

/// The shared routines.
#[derive(Clone, Debug)]
pub(crate) struct Routines {
    enter: Code,
    enter_words: Code,
    uncompiled: Code,
    exit: Code,
    free: Code,
    free_floatless: Code,
    overflow: Code,
}

impl Routines {
    /// Makes them.
    pub(crate) fn new(arena: &CodeArena) -> Result<Routines, CodeError> {
        let all = [
            assemble(|asm| enter(asm, true)),
            assemble(|asm| enter(asm, false)),
            assemble(exit),
            assemble(|asm| free(asm, true)),
            assemble(|asm| free(asm, false)),
            assemble(uncompiled),
            assemble(overflow),
        ];
        let codes = arena.publish(&all)?;
        // One code for each buffer, in order.
        let [enter, enter_words, exit, free, free_floatless, uncompiled, overflow] = &codes[..] else {
            unreachable!("seven buffers give seven codes")
        };
        Ok(Routines {
            enter: enter.clone(),
            enter_words: enter_words.clone(),
            exit: exit.clone(),
            free: free.clone(),
            free_floatless: free_floatless.clone(),
            uncompiled: uncompiled.clone(),
            overflow: overflow.clone(),
        })
    }

    pub(crate) fn enter_words(&self) -> *const u8 {
        self.enter_words.entry()
    }

    pub(crate) fn uncompiled(&self) -> *const u8 {
        self.uncompiled.entry()
    }

    pub(crate) fn enter(&self) -> *const u8 {
        self.enter.entry()
    }

    pub(crate) fn exit(&self) -> *const u8 {
        self.exit.entry()
    }

    pub(crate) fn free(&self) -> *const u8 {
        self.free.entry()
    }

    /// As [`free`](Self::free), for functions that have no floats.
    pub(crate) fn free_floatless(&self) -> *const u8 {
        self.free_floatless.entry()
    }

    pub(crate) fn overflow(&self) -> *const u8 {
        self.overflow.entry()
    }
}

fn assemble(routine: impl FnOnce(&mut Asm)) -> Vec<u8> {
    let mut asm = Asm::new(0);
    routine(&mut asm);
    match asm.finalize() {
        Ok(bytes) => bytes,
        Err(error) => unreachable!("a routine without labels cannot fail to assemble: {error}"),
    }
}

/// See [`EnterInt`] and [`EnterWords`]. Preserves what the system's convention asks for, and pins the context.
fn enter(asm: &mut Asm, floats: bool) {
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
        ; mov rax, rsi
        ; mov r10, rdx
        ; mov r11, rcx);
    for number in (0..8u8).filter(|_| floats) {
        dynasm!(asm; .arch x64; movsd Rx(number), QWORD [r11 + 8 * i32::from(number)]);
    }
    dynasm!(asm; .arch x64
        ; mov rdi, QWORD [r10]
        ; mov rsi, QWORD [r10 + 8]
        ; mov rdx, QWORD [r10 + 16]
        ; mov rcx, QWORD [r10 + 24]
        ; mov r8, QWORD [r10 + 32]
        ; mov r9, QWORD [r10 + 40]
        ; mov r10, QWORD [r10 + 48]
        ; call rax
        ; lea rsp, [rbp - 40]
        ; pop r15
        ; pop r14
        ; pop r13
        ; pop r12
        ; pop rbx
        ; pop rbp
        ; ret);
}

/// Called as a compiled function is, in the place of one: asks the hook.
fn uncompiled(asm: &mut Asm) {
    dynasm!(asm; .arch x64
        ; push rbp
        ; mov rbp, rsp
        ; sub rsp, 48
        ; mov QWORD [rsp], rdi
        ; mov QWORD [rsp + 8], rsi
        ; mov QWORD [rsp + 16], rdx
        ; mov QWORD [rsp + 24], rcx
        ; mov QWORD [rsp + 32], r8
        ; mov QWORD [rsp + 40], r9
        ; mov rdi, r15
        ; mov rsi, r10
        ; mov rdx, rsp
        ; call QWORD [r15 + context::CALL_HOOK]
        ; leave
        ; ret);
}

/// The number of the exit in `r11d`, the address in the code on the stack: stores the registers and asks the hook, whose answer is
/// the function's result, in whichever register that is.
fn exit(asm: &mut Asm) {
    const SIZE: i32 = size_of::<context::Registers>() as i32;
    // The routine's own return address makes the stack odd.
    const FRAME: i32 = SIZE + 8;
    dynasm!(asm; .arch x64; sub rsp, FRAME);
    for number in (0..16u8).filter(|&n| n != 4) {
        dynasm!(asm; .arch x64; mov QWORD [rsp + 8 * i32::from(number)], Rq(number));
    }
    for number in 0..16u8 {
        dynasm!(asm; .arch x64; movsd QWORD [rsp + 128 + 8 * i32::from(number)], Rx(number));
    }
    dynasm!(asm; .arch x64
        ; mov rdi, r15
        ; mov esi, r11d
        ; mov rdx, rsp
        ; mov rcx, rbp
        ; mov r8, QWORD [rsp + FRAME]
        ; call QWORD [r15 + context::EXIT]
        ; movq xmm0, rax
        ; add rsp, FRAME
        ; ret);
}

/// Called at a function's start, with its arguments in their registers and an address in its code on the stack: stores them and asks the
/// hook, whose answer is the function's result.
fn overflow(asm: &mut Asm) {
    // The function's return address and the routine's own leave the stack even.
    dynasm!(asm; .arch x64; sub rsp, 48);
    for (index, reg) in crate::machine::INT_ARGS.iter().enumerate() {
        dynasm!(asm; .arch x64; mov QWORD [rsp + 8 * index as i32], Rq(reg.hw_enc() as u8));
    }
    dynasm!(asm; .arch x64
        ; mov rdi, r15
        ; mov rsi, rsp
        ; mov rdx, QWORD [rsp + 48]
        ; call QWORD [r15 + context::OVERFLOW]
        ; movq xmm0, rax
        ; add rsp, 48
        ; ret);
}

/// An object in `r11`: calls the hook, and leaves every other register as it was, float registers if `floats` says so.
fn free(asm: &mut Asm, floats: bool) {
    const SAVED: [u8; 8] = [0, 1, 2, 6, 7, 8, 9, 10];
    // The last one is a scratch register; a place for it keeps the stack even.
    const FLOATS: u8 = 15;
    const FLOAT_BYTES: i32 = 8 * (FLOATS as i32 + 1);
    dynasm!(asm; .arch x64; push rbp; mov rbp, rsp);
    for reg in SAVED {
        dynasm!(asm; .arch x64; push Rq(reg));
    }
    if floats {
        dynasm!(asm; .arch x64; sub rsp, FLOAT_BYTES);
    }
    for number in (0..FLOATS).filter(|_| floats) {
        dynasm!(asm; .arch x64; movsd QWORD [rsp + 8 * i32::from(number)], Rx(number));
    }
    dynasm!(asm; .arch x64; mov rdi, r15; mov rsi, r11; call QWORD [r15 + context::FREE]);
    for number in (0..FLOATS).filter(|_| floats) {
        dynasm!(asm; .arch x64; movsd Rx(number), QWORD [rsp + 8 * i32::from(number)]);
    }
    if floats {
        dynasm!(asm; .arch x64; add rsp, FLOAT_BYTES);
    }
    for reg in SAVED.into_iter().rev() {
        dynasm!(asm; .arch x64; pop Rq(reg));
    }
    dynasm!(asm; .arch x64; pop rbp; ret);
}
