//! The register stack of an engine, and its activation records.

use crate::interp::code::Code;
use memmap2::MmapMut;
use runtime::Value;

/// Registers that fit the stack. The memory is only committed as it is used.
const REGISTERS: usize = 1 << 25;

/// Most activations.
pub(crate) const MAX_FRAMES: usize = 1 << 21;

/// What runs in an activation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// Called by an instruction of the activation below: the result goes to that instruction's destination.
    Call,
    /// `__init__` of a class called by an instruction of the activation below: the result is the instance in `extra`.
    Init,
    /// Called from native code, which waits for the result.
    Entry,
    /// A generator resumed from native code.
    Generator,
    /// A generator resumed by a `ForIter` instruction of the activation below.
    GeneratorFor,
}

impl Role {
    /// Whether the activation runs a generator, whose registers are not on the stack.
    #[inline(always)]
    pub(crate) fn is_generator(self) -> bool {
        matches!(self, Role::Generator | Role::GeneratorFor)
    }
}

/// A running function.
pub(crate) struct Activation {
    /// Its code, kept alive by `func`.
    pub(crate) code: *const Code,
    /// Its registers.
    pub(crate) regs: *mut Value,
    /// Next instruction; up to date while another activation runs above or an exception is being raised.
    pub(crate) pc: *mut crate::bytecode::Insn,
    /// First free register above this activation.
    pub(crate) top: *mut Value,
    /// The function, owned (for a generator: borrowed from the generator).
    pub(crate) func: Value,
    /// The globals dictionary, borrowed from the function.
    pub(crate) globals: Value,
    /// The frame object, owned, if a traceback or a program asked for it.
    pub(crate) frame: Value,
    /// The instance (owned) of `Role::Init`; the generator (owned) of the generator roles.
    pub(crate) extra: Value,
    /// For generators: the exception that was being handled outside, owned, or empty.
    pub(crate) outer_handled: Value,
    pub(crate) role: Role,
}

/// Memory for registers and activations.
pub(crate) struct Stack {
    _registers: MmapMut,
    _frames: MmapMut,
    pub(crate) base: *mut Value,
    pub(crate) end: *mut Value,
    pub(crate) frames: *mut Activation,
}

impl Stack {
    /// Reserves the memory.
    ///
    /// # Errors
    /// The system has no address space left.
    pub(crate) fn new() -> std::io::Result<Stack> {
        let map = |bytes: usize| memmap2::MmapOptions::new().len(bytes).no_reserve_swap().map_anon();
        let mut registers = map(REGISTERS * size_of::<Value>())?;
        let mut frames = map(MAX_FRAMES * size_of::<Activation>())?;
        let base = registers.as_mut_ptr().cast::<Value>();
        let frames_base = frames.as_mut_ptr().cast::<Activation>();
        Ok(Stack {
            base,
            // SAFETY: one past the end of the mapping.
            end: unsafe { base.add(REGISTERS) },
            frames: frames_base,
            _registers: registers,
            _frames: frames,
        })
    }
}
