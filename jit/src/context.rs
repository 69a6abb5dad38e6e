//! The context of running machine code: what its pinned register points to.

use std::cell::Cell;
use std::ffi::c_void;
use std::fmt::Display;
use std::mem::offset_of;
use std::sync::atomic::{AtomicBool, AtomicU32};

/// The registers at an exit, as the exit routine stores them.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Registers {
    /// By hardware number. `rsp` and `r11` have no meaning.
    pub ints: [u64; 16],
    /// The low halves, by number.
    pub floats: [u64; 16],
}

/// What an exit calls: the context, the number of the exit, the registers, the frame pointer, and an address in the code that left. It
/// gives the function's result: a word, or zero with an exception pending.
pub type ExitHook = unsafe extern "C" fn(*mut Context, u32, *const Registers, *const u8, *const u8) -> u64;

/// What a release calls for an object whose count has become zero.
pub type FreeHook = unsafe extern "C" fn(*mut Context, u64);

/// What the [cell](crate::lower::Resolver::code_cell) of code leads to that is not compiled: the context, the function object, and the
/// registers for arguments. It gives the result of the call: an owned reference, or zero with an exception pending.
pub type CallHook = unsafe extern "C" fn(*mut Context, u64, *const [u64; 6]) -> u64;

/// The call hook of a context without one.
unsafe extern "C" fn no_call(_: *mut Context, _: u64, _: *const [u64; 6]) -> u64 {
    0
}

/// What compiled code calls instead of running where the stack is nearly used up ([`Context::stack_limit`]): the context, the integer
/// arguments in the order of their registers, and an address in the code. The hook releases the arguments that the function was to take over
/// ([`Signature`](crate::Signature)), unless they are passed in memory, where they stay, and leaves an exception pending. What it gives is the
/// function's result: zero.
pub type OverflowHook = unsafe extern "C" fn(*mut Context, *const [u64; 6], *const u8) -> u64;

/// The context. Compiled code holds its address in `r15` and reads its fields.
#[repr(C)]
#[derive(Debug)]
pub struct Context {
    /// What is added to the payload of a word that is a float.
    pub float_bias: u64,
    /// Machine code that saves the registers and calls `free`.
    pub free_routine: *const u8,
    /// The same for functions without floats: the float registers are not saved.
    pub free_floatless_routine: *const u8,
    /// Machine code that saves the registers and calls `exit`.
    pub exit_routine: *const u8,
    /// Machine code that stores the arguments and calls `overflow`.
    pub overflow_routine: *const u8,
    /// See [`OverflowHook`].
    pub overflow: OverflowHook,
    /// See [`FreeHook`].
    pub free: FreeHook,
    /// See [`ExitHook`].
    pub exit: ExitHook,
    /// See [`CallHook`].
    pub call: CallHook,
    /// The lowest stack address that compiled code may use; 0 for no limit. `CheckStack` compares it, and with
    /// [`Config::check_stack`](crate::Config::check_stack) every function that calls anything, at its start.
    /// Below it there must be room for what helpers and hooks need.
    pub stack_limit: usize,
    /// The word of the exception that is pending, or zero.
    pub pending: u64,
    /// The flag that says that something waits to be done at the next poll.
    pub interrupt: *const AtomicBool,
    /// Another, which this thread alone sets.
    pub due: *const Cell<bool>,
    /// Not zero: destructors may run code of the program.
    pub observed: AtomicU32,
    /// How many more calls there may be of functions that count: negative in the one that has no room.
    pub room: i32,
    /// The function that runs, for helpers that want it.
    pub function: u64,
    /// The second result of a helper that has two.
    pub second: u64,
    /// The runtime's context.
    pub rt: *const runtime::Rt,
    /// The host's own state.
    pub host: *mut c_void,
    /// For each opcode, in the table's order, the function that does what it says (see [`helpers`](crate::helpers)); null where nobody
    /// does.
    pub helpers: [*const u8; HELPERS],
}

/// An [`OverflowHook`] for a context without a stack limit.
unsafe extern "C" fn no_result(_: *mut Context, _: *const [u64; 6], _: *const u8) -> u64 {
    0
}

/// The flag of a context that nobody interrupts.
static NEVER: AtomicBool = AtomicBool::new(false);

/// One place for each opcode.
pub const HELPERS: usize = hir::Opcode::ALL.len();

impl Context {
    /// A context of no compiler yet ([`Jit::prepare`](crate::Jit::prepare)), without runtime and helpers.
    pub fn new(free: FreeHook, exit: ExitHook) -> Context {
        Context {
            float_bias: runtime::value::FLOAT_BIAS,
            free_routine: std::ptr::null(),
            free_floatless_routine: std::ptr::null(),
            exit_routine: std::ptr::null(),
            overflow_routine: std::ptr::null(),
            overflow: no_result,
            free,
            exit,
            call: no_call,
            stack_limit: 0,
            pending: 0,
            interrupt: &raw const NEVER,
            due: (&raw const NEVER).cast(),
            observed: AtomicU32::new(0),
            room: i32::MAX,
            function: 0,
            second: 0,
            rt: std::ptr::null(),
            host: std::ptr::null_mut(),
            helpers: [std::ptr::null(); HELPERS],
        }
    }
}

pub(crate) const FLOAT_BIAS: i32 = offset_of!(Context, float_bias) as i32;
pub(crate) const FREE_ROUTINE: i32 = offset_of!(Context, free_routine) as i32;
pub(crate) const FREE_FLOATLESS_ROUTINE: i32 = offset_of!(Context, free_floatless_routine) as i32;
pub(crate) const EXIT_ROUTINE: i32 = offset_of!(Context, exit_routine) as i32;
pub(crate) const OVERFLOW_ROUTINE: i32 = offset_of!(Context, overflow_routine) as i32;
pub(crate) const OVERFLOW: i32 = offset_of!(Context, overflow) as i32;
pub(crate) const FREE: i32 = offset_of!(Context, free) as i32;
pub(crate) const EXIT: i32 = offset_of!(Context, exit) as i32;
pub(crate) const INTERRUPT: i32 = offset_of!(Context, interrupt) as i32;
pub(crate) const DUE: i32 = offset_of!(Context, due) as i32;
pub(crate) const OBSERVED: i32 = offset_of!(Context, observed) as i32;
pub(crate) const ROOM: i32 = offset_of!(Context, room) as i32;
pub(crate) const FUNCTION: i32 = offset_of!(Context, function) as i32;
pub(crate) const STACK_LIMIT: i32 = offset_of!(Context, stack_limit) as i32;
pub(crate) const CALL_HOOK: i32 = offset_of!(Context, call) as i32;
pub(crate) const PENDING: i32 = offset_of!(Context, pending) as i32;
pub(crate) const RT: i32 = offset_of!(Context, rt) as i32;
pub(crate) const SECOND: i32 = offset_of!(Context, second) as i32;
const HELPER_TABLE: i32 = offset_of!(Context, helpers) as i32;

/// Where the helper of an opcode is.
pub(crate) const fn helper(op: hir::Opcode) -> i32 {
    HELPER_TABLE + 8 * op as i32
}

/// The name of the field at an offset, for listings.
pub(crate) fn field(offset: i32) -> impl Display {
    const FIELDS: [(usize, &str); 18] = [
        (offset_of!(Context, float_bias), "float_bias"),
        (offset_of!(Context, free_routine), "free_routine"),
        (offset_of!(Context, free_floatless_routine), "free_floatless_routine"),
        (offset_of!(Context, exit_routine), "exit_routine"),
        (offset_of!(Context, overflow_routine), "overflow_routine"),
        (offset_of!(Context, overflow), "overflow"),
        (offset_of!(Context, free), "free"),
        (offset_of!(Context, exit), "exit"),
        (offset_of!(Context, call), "call"),
        (offset_of!(Context, stack_limit), "stack_limit"),
        (offset_of!(Context, pending), "pending"),
        (offset_of!(Context, interrupt), "interrupt"),
        (offset_of!(Context, due), "due"),
        (offset_of!(Context, observed), "observed"),
        (offset_of!(Context, room), "room"),
        (offset_of!(Context, function), "function"),
        (offset_of!(Context, second), "second"),
        (offset_of!(Context, rt), "rt"),
    ];
    let own = FIELDS.iter().find(|&&(at, _)| offset == at as i32).map(|&(_, name)| name);
    let opcode = offset.checked_sub(HELPER_TABLE).filter(|at| at % 8 == 0).and_then(|at| usize::try_from(at / 8).ok());
    let opcode = opcode.and_then(|index| hir::Opcode::ALL.get(index).copied());
    std::fmt::from_fn(move |f| match (own, opcode) {
        (Some(name), _) => f.write_str(name),
        (None, Some(op)) => f.write_str(op.name()),
        (None, None) => offset.fmt(f),
    })
}
