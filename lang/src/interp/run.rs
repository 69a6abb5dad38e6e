//! The dispatch loop.
//!
//! Registers, program counter and code of the running activation live in local variables; they are written back to the
//! activation before anything that can look at it (calls, exceptions). Common cases are handled here; everything else is in
//! out-of-line functions of the sibling modules that take the instruction and the registers.

use crate::bytecode::{IF_TRUE, Insn, NEGATE, Op, USE_A, USE_B};
use crate::interp::code::{Code, site};
use crate::interp::stack::{Activation, Role};
use crate::interp::{Vm, attrs, call, functions, generators, globals, operators, slow, unwind};
use crate::jit::enter::{self, Failed, Turned};
use runtime::names::Dunder;
use runtime::object::shape_id;
use runtime::ops::{BinOp, CmpOp};
use runtime::{Owned, Raised, Rt, Value};

/// Feedback of arithmetic and comparisons: both operands were small integers.
pub(crate) const SAW_INT: u32 = 1;
/// Both operands were floats in the word (or one was a small integer).
pub(crate) const SAW_FLOAT: u32 = 2;
/// Anything else.
pub(crate) const SAW_OTHER: u32 = 4;

/// Conditional jumps count how often they were taken in bits 3 to 16 of their feedback word…
const TAKEN: u32 = 1 << 3;
/// …and how often not in the bits above. Both stop when one of them is full, so that their ratio stays.
const NOT_TAKEN: u32 = 1 << 17;

/// Counts a conditional jump.
#[inline(always)]
fn count_branch(ip: *mut Insn, taken: bool) {
    // SAFETY: `ip` points into the running code, whose feedback words are cells.
    unsafe {
        let counts = (*ip).e;
        if counts < u32::MAX - NOT_TAKEN && counts & (NOT_TAKEN - TAKEN) != NOT_TAKEN - TAKEN {
            (*ip).e = counts + if taken { TAKEN } else { NOT_TAKEN };
        }
    }
}

/// How the loop was left.
pub(crate) enum Exit {
    /// The activation returned.
    Returned(Owned),
    /// The generator yielded.
    Yielded(Owned),
}

/// What goes wrong in an instruction: an exception is pending; whether it is raised again without a new traceback entry.
pub(crate) struct Fault {
    pub(crate) raised: Raised,
    pub(crate) again: bool,
}

/// The frame window as raw pointers.
#[derive(Clone, Copy)]
pub(crate) struct Regs(pub(crate) *mut Value);

impl Regs {
    /// Register `i`.
    #[inline(always)]
    pub(crate) fn get(self, i: u16) -> Value {
        // SAFETY: register numbers of verified code lie inside the activation's window.
        unsafe { self.0.add(i as usize).read() }
    }

    /// Writes register `i` and releases what it held.
    #[inline(always)]
    pub(crate) fn set(self, i: u16, v: Owned) {
        // SAFETY: as above.
        unsafe { self.0.add(i as usize).replace(v.into_raw()) }.decref();
    }

    /// Writes an uncounted word into register `i` and releases what it held.
    #[inline(always)]
    pub(crate) fn set_raw(self, i: u16, v: Value) {
        // SAFETY: as above.
        unsafe { self.0.add(i as usize).replace(v) }.decref();
    }

    /// Moves the value out of register `i`.
    #[inline(always)]
    pub(crate) fn take(self, i: u16) -> Value {
        // SAFETY: as above.
        unsafe { self.0.add(i as usize).replace(Value::EMPTY) }
    }

    /// Releases register `i`.
    #[inline(always)]
    pub(crate) fn clear(self, i: u16) {
        self.take(i).decref();
    }

    /// Releases register `i` if `use_it`.
    #[inline(always)]
    pub(crate) fn consume(self, i: u16, use_it: bool) {
        if use_it {
            self.clear(i);
        }
    }

    /// An owned value from register `i`: moved out if `use_it`, a new reference otherwise.
    #[inline(always)]
    pub(crate) fn own(self, i: u16, use_it: bool) -> Owned {
        if use_it { Owned::from_raw(self.take(i)) } else { self.get(i).own() }
    }

    /// `n` consecutive registers from `i`.
    ///
    /// # Safety
    /// The registers must not be written while the slice is used.
    #[inline(always)]
    pub(crate) unsafe fn slice<'a>(self, i: u16, n: usize) -> &'a [Value] {
        // SAFETY: register numbers of verified code lie inside the window.
        unsafe { std::slice::from_raw_parts(self.0.add(i as usize), n) }
    }
}

/// Marks feedback bit `bit` on the instruction.
#[inline(always)]
pub(crate) fn saw(ip: *mut Insn, bit: u32) {
    // SAFETY: `ip` points into the running code, whose feedback words are cells.
    unsafe {
        if (*ip).e & bit == 0 {
            (*ip).e |= bit;
        }
    }
}

macro_rules! int_op {
    ($regs:ident, $ip:ident, $i:ident, $small:ident, $float:tt, $op:expr, $rt:ident, $fault:lifetime) => {{
        let (x, y) = ($regs.get($i.b), $regs.get($i.c));
        if x.is_small_int() && y.is_small_int() && let Some(v) = x.$small(y) {
            saw($ip, SAW_INT);
            $regs.set_raw($i.a, v);
            continue;
        }
        if x.is_word_float() && y.is_word_float()
            && let Some(v) = Value::word_float(x.word_float_unchecked() $float y.word_float_unchecked())
        {
            saw($ip, SAW_FLOAT);
            $regs.set_raw($i.a, v);
            continue;
        }
        check!(operators::binary($rt, $regs, $ip, $op), $fault);
    }};
}

macro_rules! compare_op {
    ($regs:ident, $ip:ident, $i:ident, $sign:tt, $op:expr, $rt:ident, $fault:lifetime) => {{
        let (x, y) = ($regs.get($i.b), $regs.get($i.c));
        if x.is_small_int() && y.is_small_int() {
            saw($ip, SAW_INT);
            $regs.set_raw($i.a, Value::bool(x.small_int_unchecked() $sign y.small_int_unchecked()));
            continue;
        }
        check!(operators::compare($rt, $regs, $ip, $op), $fault);
    }};
}

macro_rules! jump_compare {
    ($regs:ident, $ip:ident, $i:ident, $sign:tt, $op:expr, $rt:ident, $code:ident, $pc:ident, $turned:ident, $fault:lifetime) => {{
        let (x, y) = ($regs.get($i.b), $regs.get($i.c));
        let truth = if x.is_small_int() && y.is_small_int() {
            saw($ip, SAW_INT);
            x.small_int_unchecked() $sign y.small_int_unchecked()
        } else if x.is_word_float() && y.is_word_float() {
            saw($ip, SAW_FLOAT);
            x.word_float_unchecked() $sign y.word_float_unchecked()
        } else {
            check!(operators::compare_truth($rt, $regs, $ip, $op), $fault)
        };
        jump_on!(truth, $ip, $i, $code, $pc, $rt, $turned, $fault);
    }};
}

macro_rules! jump_compare_imm {
    ($regs:ident, $ip:ident, $i:ident, $sign:tt, $op:expr, $rt:ident, $code:ident, $pc:ident, $turned:ident, $fault:lifetime) => {{
        let x = $regs.get($i.b);
        let imm = $i.c as i16 as i64;
        let truth = if x.is_small_int() {
            saw($ip, SAW_INT);
            x.small_int_unchecked() $sign imm
        } else {
            check!(operators::compare_truth_imm($rt, $regs, $ip, $op), $fault)
        };
        jump_on!(truth, $ip, $i, $code, $pc, $rt, $turned, $fault);
    }};
}

/// Jumps if the truth is what the instruction wants; a backward jump polls.
macro_rules! jump_on {
    ($truth:expr, $ip:ident, $i:ident, $code:ident, $pc:ident, $rt:ident, $turned:ident, $fault:lifetime) => {
        let taken = $truth == ($i.n & IF_TRUE != 0);
        count_branch($ip, taken);
        if taken {
            let target = target($code, $i.d);
            let back = target < $pc;
            $pc = target;
            if back {
                check!($rt.poll(), $fault);
                $turned!($fault);
            }
        }
    };
}

macro_rules! check {
    ($e:expr, $fault:lifetime) => {
        match $e {
            Ok(v) => v,
            Err(raised) => break $fault Fault { raised, again: false },
        }
    };
}

#[inline(always)]
fn target(code: &Code, d: u32) -> *mut Insn {
    // SAFETY: jump targets of verified code are instructions of the same code.
    unsafe { code.insns.as_ptr().add(d as usize).cast_mut().cast::<Insn>() }
}

/// Runs the activation on top of the stack until it ends or, if it is a generator's, yields.
///
/// # Errors
/// The exception that leaves the activation.
pub(crate) fn run(rt: &Rt, vm: &Vm) -> Result<Exit, Raised> {
    let mut act: *mut Activation = vm.current.get();
    // SAFETY: the caller pushed an activation.
    let (mut code, mut regs, mut pc): (&Code, Regs, *mut Insn) =
        unsafe { (&*(*act).code, Regs((*act).regs), (*act).pc) };

    // Takes over the state of the activation now on top.
    macro_rules! reload {
        () => {{
            act = vm.current.get();
            // SAFETY: an activation is on top.
            unsafe {
                code = &*(*act).code;
                regs = Regs((*act).regs);
                pc = (*act).pc;
            }
        }};
    }
    // Writes the program counter back.
    macro_rules! sync {
        () => {
            // SAFETY: `act` is the activation on top.
            unsafe { (*act).pc = pc }
        };
    }

    // A loop of the program has turned to `pc`: goes on as machine code, if it is time for that.
    macro_rules! turned {
        ($fault:lifetime) => {
            if code.jit.turns() {
                match enter::turn(rt, vm, act, pc) {
                    Ok(Turned::Not) => {}
                    Ok(Turned::Delivered) => reload!(),
                    Ok(Turned::Returned(v)) => return Ok(Exit::Returned(v)),
                    Err(Failed::Below(raised)) => break $fault Fault { raised, again: false },
                    Err(Failed::Out(raised)) => return Err(raised),
                }
            }
        };
    }

    loop {
        let fault: Fault = 'fault: loop {
            let ip = pc;
            // SAFETY: `pc` points to an instruction of the running code; verified code ends in a terminator.
            let i: Insn = unsafe { *ip };
            pc = unsafe { ip.add(1) };
            sync!();
            match i.op {
                Op::Nop => {}
                Op::LoadConst => {
                    // SAFETY: constant indices of verified code are in range.
                    let v = unsafe { *code.consts.get_unchecked(i.d as usize) };
                    regs.set(i.a, v.own());
                }
                Op::Move => {
                    let v = regs.own(i.b, i.n & USE_B != 0);
                    regs.set(i.a, v);
                }
                Op::Clear => regs.clear(i.a),
                Op::CheckBound => {
                    if regs.get(i.a).is_empty() {
                        break 'fault Fault { raised: slow::unbound(rt, code, i), again: false };
                    }
                }
                Op::DelFast => {
                    let v = regs.take(i.a);
                    if v.is_empty() {
                        break 'fault Fault { raised: slow::unbound_local(rt, code, i.a), again: false };
                    }
                    v.decref();
                }
                Op::MakeCell => check!(slow::make_cell(rt, regs, i.a), 'fault),
                Op::LoadDeref => {
                    let v = slow::cell(regs.get(i.b)).contents.get();
                    if v.is_empty() {
                        break 'fault Fault { raised: slow::unbound_cell(rt, code, i.b, i.c), again: false };
                    }
                    regs.set(i.a, v.own());
                }
                Op::StoreDeref => {
                    let v = regs.own(i.b, i.n & USE_B != 0);
                    slow::cell(regs.get(i.a)).contents.set(v);
                }
                Op::DelDeref => match slow::cell(regs.get(i.a)).contents.take() {
                    Some(old) => drop(old),
                    None => break 'fault Fault { raised: slow::unbound_cell(rt, code, i.a, i.c), again: false },
                },
                Op::LoadClassDeref => check!(globals::load_class_deref(rt, regs, act, i), 'fault),
                Op::LoadDictOrGlobal => check!(globals::load_dict_or_global(rt, regs, act, i), 'fault),
                Op::LoadDictOrDeref => check!(globals::load_dict_or_deref(rt, regs, act, i), 'fault),
                Op::LoadGlobal => match globals::cached(rt, act, i) {
                    Some(v) => regs.set(i.a, v.own()),
                    None => check!(globals::load_global(rt, regs, act, i), 'fault),
                },
                Op::StoreGlobal => check!(globals::store_global(rt, regs, act, i), 'fault),
                Op::DelGlobal => check!(globals::del_global(rt, act, i), 'fault),
                Op::LoadName => check!(globals::load_name(rt, regs, act, i), 'fault),
                Op::StoreName => check!(globals::store_name(rt, regs, act, i), 'fault),
                Op::DelName => check!(globals::del_name(rt, regs, act, i), 'fault),
                Op::LoadAttr => {
                    let v = regs.get(i.b);
                    if v.is_ptr() {
                        // SAFETY: site indices of verified code are in range.
                        let s = unsafe { code.sites.get_unchecked(i.e as usize) }.get();
                        if s.kind == site::SLOT && s.key == attrs::key(rt, v) {
                            // SAFETY: the key says the shape, which has the slot there.
                            let found = unsafe { runtime::instance::slot_at(v, s.index) }.get();
                            if !found.is_empty() {
                                let found = found.own();
                                if i.n & USE_B != 0 {
                                    regs.clear(i.b);
                                }
                                regs.set(i.a, found);
                                continue;
                            }
                        }
                    }
                    if check!(attrs::load_attr(rt, vm, regs, act, i), 'fault) {
                        reload!();
                    }
                }
                Op::StoreAttr => {
                    let v = regs.get(i.a);
                    if v.is_ptr() {
                        // SAFETY: site indices of verified code are in range.
                        let s = unsafe { code.sites.get_unchecked(i.e as usize) }.get();
                        if s.kind == site::SLOT && s.key == attrs::key(rt, v) {
                            let value = regs.own(i.b, i.n & USE_B != 0);
                            // SAFETY: the key says the shape, which has the slot there.
                            unsafe { runtime::instance::slot_at(v, s.index) }.replace(value.into_raw()).decref();
                            regs.consume(i.a, i.n & USE_A != 0);
                            continue;
                        }
                    }
                    check!(attrs::store_attr(rt, regs, act, i), 'fault);
                }
                Op::DelAttr => check!(attrs::del_attr(rt, regs, act, i), 'fault),
                Op::LoadMethod => {
                    let v = regs.get(i.b);
                    if v.is_ptr() {
                        // SAFETY: site indices of verified code are in range.
                        let s = unsafe { code.sites.get_unchecked(i.e as usize) };
                        if s.get().kind == site::METHOD && s.get().key == attrs::key(rt, v) {
                            let receiver = regs.own(i.b, i.n & USE_B != 0);
                            let func = s.get().value;
                            regs.set(i.a, func.own());
                            regs.set(i.a + 1, receiver);
                            continue;
                        }
                    }
                    check!(attrs::load_method(rt, vm, regs, act, i), 'fault);
                }
                Op::LoadSuperAttr => check!(attrs::load_super_attr(rt, regs, act, i), 'fault),
                Op::LoadSuperMethod => check!(attrs::load_super_method(rt, regs, act, i), 'fault),
                Op::GetItem => {
                    let (v, key) = (regs.get(i.b), regs.get(i.c));
                    if v.has_shape(shape_id::LIST)
                        && let Some(k) = key.as_small_int()
                        && let Some(item) = operators::list_item(v, k)
                    {
                        saw(ip, SAW_INT);
                        let item = item.own();
                        regs.consume(i.b, i.n & USE_B != 0);
                        regs.set(i.a, item);
                        continue;
                    }
                    check!(operators::get_item(rt, regs, ip), 'fault);
                }
                Op::SetItem => {
                    let (v, key) = (regs.get(i.a), regs.get(i.b));
                    if v.has_shape(shape_id::LIST)
                        && let Some(k) = key.as_small_int()
                        && let Some(place) = operators::list_place(v, k)
                    {
                        saw(ip, SAW_INT);
                        let value = regs.own(i.c, i.n & crate::bytecode::USE_C != 0);
                        // SAFETY: the place is an initialised item of the list.
                        let old = unsafe { place.replace(value.into_raw()) };
                        old.decref();
                        regs.consume(i.a, i.n & USE_A != 0);
                        continue;
                    }
                    check!(operators::set_item(rt, regs, ip), 'fault);
                }
                Op::DelItem => check!(operators::del_item(rt, regs, i), 'fault),
                Op::GetSlice => check!(operators::get_slice(rt, regs, i), 'fault),
                Op::SetSlice => check!(operators::set_slice(rt, regs, i), 'fault),
                Op::BuildSlice => check!(slow::build_slice(rt, regs, i), 'fault),

                Op::Add => int_op!(regs, ip, i, add_small, +, BinOp::Add, rt, 'fault),
                Op::Sub => int_op!(regs, ip, i, sub_small, -, BinOp::Sub, rt, 'fault),
                Op::Mul => int_op!(regs, ip, i, mul_small, *, BinOp::Mul, rt, 'fault),
                Op::TrueDiv => {
                    let (x, y) = (regs.get(i.b), regs.get(i.c));
                    if x.is_word_float()
                        && y.is_word_float()
                        && y.word_float_unchecked() != 0.0
                        && let Some(v) = Value::word_float(x.word_float_unchecked() / y.word_float_unchecked())
                    {
                        saw(ip, SAW_FLOAT);
                        regs.set_raw(i.a, v);
                        continue;
                    }
                    check!(operators::binary(rt, regs, ip, BinOp::TrueDiv), 'fault);
                }
                Op::FloorDiv => check!(operators::binary(rt, regs, ip, BinOp::FloorDiv), 'fault),
                Op::Mod => check!(operators::binary(rt, regs, ip, BinOp::Mod), 'fault),
                Op::Pow => check!(operators::binary(rt, regs, ip, BinOp::Pow), 'fault),
                Op::LShift => check!(operators::binary(rt, regs, ip, BinOp::LShift), 'fault),
                Op::RShift => check!(operators::binary(rt, regs, ip, BinOp::RShift), 'fault),
                Op::And => check!(operators::binary(rt, regs, ip, BinOp::And), 'fault),
                Op::Or => check!(operators::binary(rt, regs, ip, BinOp::Or), 'fault),
                Op::Xor => check!(operators::binary(rt, regs, ip, BinOp::Xor), 'fault),
                Op::MatMul => check!(operators::binary(rt, regs, ip, BinOp::MatMul), 'fault),
                Op::AddImm => {
                    let x = regs.get(i.b);
                    if x.is_small_int()
                        && let Some(v) = x.add_small(Value::int(i64::from(i.c as i16)))
                    {
                        saw(ip, SAW_INT);
                        regs.set_raw(i.a, v);
                        continue;
                    }
                    check!(operators::binary_imm(rt, regs, ip, BinOp::Add), 'fault);
                }
                Op::SubImm => {
                    let x = regs.get(i.b);
                    if x.is_small_int()
                        && let Some(v) = x.sub_small(Value::int(i64::from(i.c as i16)))
                    {
                        saw(ip, SAW_INT);
                        regs.set_raw(i.a, v);
                        continue;
                    }
                    check!(operators::binary_imm(rt, regs, ip, BinOp::Sub), 'fault);
                }
                Op::MulImm => check!(operators::binary_imm(rt, regs, ip, BinOp::Mul), 'fault),
                Op::FloorDivImm => check!(operators::binary_imm(rt, regs, ip, BinOp::FloorDiv), 'fault),
                Op::ModImm => check!(operators::binary_imm(rt, regs, ip, BinOp::Mod), 'fault),
                Op::AndImm => check!(operators::binary_imm(rt, regs, ip, BinOp::And), 'fault),
                Op::LShiftImm => check!(operators::binary_imm(rt, regs, ip, BinOp::LShift), 'fault),
                Op::RShiftImm => check!(operators::binary_imm(rt, regs, ip, BinOp::RShift), 'fault),

                Op::Neg => check!(operators::unary(rt, regs, i, Dunder::Neg), 'fault),
                Op::Pos => check!(operators::unary(rt, regs, i, Dunder::Pos), 'fault),
                Op::Invert => check!(operators::unary(rt, regs, i, Dunder::Invert), 'fault),
                Op::Not => {
                    let truth = check!(operators::truth(rt, regs, i), 'fault);
                    regs.set_raw(i.a, Value::bool(!truth));
                }

                Op::Lt => compare_op!(regs, ip, i, <, CmpOp::Lt, rt, 'fault),
                Op::Le => compare_op!(regs, ip, i, <=, CmpOp::Le, rt, 'fault),
                Op::Eq => compare_op!(regs, ip, i, ==, CmpOp::Eq, rt, 'fault),
                Op::Ne => compare_op!(regs, ip, i, !=, CmpOp::Ne, rt, 'fault),
                Op::Gt => compare_op!(regs, ip, i, >, CmpOp::Gt, rt, 'fault),
                Op::Ge => compare_op!(regs, ip, i, >=, CmpOp::Ge, rt, 'fault),
                Op::Is => {
                    let truth = operators::is(regs, i) != (i.n & NEGATE != 0);
                    regs.set_raw(i.a, Value::bool(truth));
                }
                Op::Contains => {
                    let truth = check!(operators::contains(rt, regs, i), 'fault);
                    regs.set_raw(i.a, Value::bool(truth));
                }

                Op::Jump => pc = target(code, i.d),
                Op::JumpBack => {
                    // SAFETY: the feedback word of the running code is a cell.
                    unsafe { (*ip).e = i.e.wrapping_add(1) };
                    pc = target(code, i.d);
                    check!(rt.poll(), 'fault);
                    turned!('fault);
                }
                Op::JumpIf => {
                    let v = regs.get(i.b);
                    let truth = if v.is_true() {
                        true
                    } else if v.is_false() {
                        false
                    } else {
                        check!(operators::truth(rt, regs, i), 'fault)
                    };
                    jump_on!(truth, ip, i, code, pc, rt, turned, 'fault);
                }
                Op::JumpIfNone => {
                    let truth = regs.get(i.b).is_none();
                    regs.consume(i.b, i.n & USE_B != 0);
                    jump_on!(truth, ip, i, code, pc, rt, turned, 'fault);
                }
                Op::JumpIs => {
                    let truth = operators::is(regs, i) != (i.n & NEGATE != 0);
                    jump_on!(truth, ip, i, code, pc, rt, turned, 'fault);
                }
                Op::JumpContains => {
                    let truth = check!(operators::contains(rt, regs, i), 'fault);
                    jump_on!(truth, ip, i, code, pc, rt, turned, 'fault);
                }
                Op::JumpLt => jump_compare!(regs, ip, i, <, CmpOp::Lt, rt, code, pc, turned, 'fault),
                Op::JumpLe => jump_compare!(regs, ip, i, <=, CmpOp::Le, rt, code, pc, turned, 'fault),
                Op::JumpEq => jump_compare!(regs, ip, i, ==, CmpOp::Eq, rt, code, pc, turned, 'fault),
                Op::JumpNe => jump_compare!(regs, ip, i, !=, CmpOp::Ne, rt, code, pc, turned, 'fault),
                Op::JumpGt => jump_compare!(regs, ip, i, >, CmpOp::Gt, rt, code, pc, turned, 'fault),
                Op::JumpGe => jump_compare!(regs, ip, i, >=, CmpOp::Ge, rt, code, pc, turned, 'fault),
                Op::JumpLtImm => jump_compare_imm!(regs, ip, i, <, CmpOp::Lt, rt, code, pc, turned, 'fault),
                Op::JumpLeImm => jump_compare_imm!(regs, ip, i, <=, CmpOp::Le, rt, code, pc, turned, 'fault),
                Op::JumpEqImm => jump_compare_imm!(regs, ip, i, ==, CmpOp::Eq, rt, code, pc, turned, 'fault),
                Op::JumpNeImm => jump_compare_imm!(regs, ip, i, !=, CmpOp::Ne, rt, code, pc, turned, 'fault),
                Op::JumpGtImm => jump_compare_imm!(regs, ip, i, >, CmpOp::Gt, rt, code, pc, turned, 'fault),
                Op::JumpGeImm => jump_compare_imm!(regs, ip, i, >=, CmpOp::Ge, rt, code, pc, turned, 'fault),

                Op::GetIter => check!(slow::get_iter(rt, regs, i), 'fault),
                Op::ForIter => {
                    let it = regs.get(i.b);
                    let next = match it.shape() {
                        shape_id::RANGE_ITER => match runtime::ops::range_iter_next(it) {
                            Some(v) => {
                                regs.set_raw(i.a, Value::int(v));
                                continue;
                            }
                            None => None,
                        },
                        shape_id::LIST_ITER => runtime::ops::list_iter_next(it),
                        shape_id::TUPLE_ITER => runtime::ops::tuple_iter_next(it),
                        shape_id::GENERATOR => {
                            if check!(generators::for_iter(rt, vm, it), 'fault) {
                                reload!();
                                continue;
                            }
                            None
                        }
                        _ => check!(rt.next(it), 'fault),
                    };
                    match next {
                        Some(v) => regs.set(i.a, v),
                        None => {
                            regs.clear(i.b);
                            pc = target(code, i.d);
                        }
                    }
                }

                Op::BuildTuple => check!(slow::build_tuple(rt, regs, i), 'fault),
                Op::BuildList => check!(slow::build_list(rt, regs, i), 'fault),
                Op::BuildSet => check!(slow::build_set(rt, regs, i), 'fault),
                Op::BuildDict => check!(slow::build_dict(rt, regs, i), 'fault),
                Op::BuildString => check!(slow::build_string(rt, regs, i), 'fault),
                Op::ListAppend => {
                    let v = regs.own(i.b, i.n & USE_B != 0);
                    check!(rt.list_push(regs.get(i.a), v), 'fault);
                }
                Op::SetAdd => check!(slow::set_add(rt, regs, i), 'fault),
                Op::DictSet => check!(slow::dict_set(rt, regs, i), 'fault),
                Op::ListExtend => check!(slow::list_extend(rt, regs, i), 'fault),
                Op::SetUpdate => check!(slow::set_update(rt, regs, i), 'fault),
                Op::DictUpdate => check!(slow::dict_update(rt, regs, i), 'fault),
                Op::DictMerge => check!(slow::dict_merge(rt, regs, i), 'fault),
                Op::ListToTuple => check!(slow::list_to_tuple(rt, regs, i), 'fault),
                Op::Unpack => check!(slow::unpack(rt, regs, i), 'fault),
                Op::UnpackEx => check!(slow::unpack_ex(rt, regs, i), 'fault),
                Op::Convert => check!(slow::convert(rt, regs, i), 'fault),
                Op::FormatSimple => check!(slow::format_simple(rt, regs, i), 'fault),
                Op::Format => check!(slow::format(rt, regs, i), 'fault),

                Op::Call => {
                    if check!(call::call(rt, vm, act, regs, i), 'fault) {
                        reload!();
                    }
                }
                Op::CallMethod => {
                    if check!(call::call_method(rt, vm, act, regs, i), 'fault) {
                        reload!();
                    }
                }
                Op::CallKw => {
                    if check!(call::call_kw(rt, vm, act, regs, i), 'fault) {
                        reload!();
                    }
                }
                Op::CallMethodKw => {
                    if check!(call::call_method_kw(rt, vm, act, regs, i), 'fault) {
                        reload!();
                    }
                }
                Op::CallEx => {
                    if check!(call::call_ex(rt, vm, act, regs, i), 'fault) {
                        reload!();
                    }
                }
                Op::Return | Op::ReturnConst => {
                    let v = if i.op == Op::Return {
                        regs.own(i.a, i.n & USE_A != 0)
                    } else {
                        // SAFETY: constant indices of verified code are in range.
                        unsafe { *code.consts.get_unchecked(i.d as usize) }.own()
                    };
                    match call::leave(rt, vm, act, v) {
                        Ok(None) => reload!(),
                        Ok(Some(v)) => return Ok(Exit::Returned(v)),
                        Err(raised) => break 'fault Fault { raised, again: false },
                    }
                }
                Op::Yield => {
                    let v = regs.own(i.b, i.n & USE_B != 0);
                    // SAFETY: `act` is the running activation.
                    let role = unsafe { (*act).role };
                    generators::suspend(rt, vm, act);
                    if role == Role::GeneratorFor {
                        reload!();
                        generators::deliver(regs, pc, v);
                        continue;
                    }
                    return Ok(Exit::Yielded(v));
                }
                Op::GetYieldFromIter => check!(generators::yield_from_iter(rt, regs, i), 'fault),
                Op::YieldFrom => {
                    if let Some(v) = check!(generators::yield_from(rt, regs, i), 'fault) {
                        // SAFETY: `act` is the running activation; it resumes at this very instruction.
                        let role = unsafe {
                            (*act).pc = ip;
                            (*act).role
                        };
                        generators::suspend(rt, vm, act);
                        if role == Role::GeneratorFor {
                            reload!();
                            generators::deliver(regs, pc, v);
                            continue;
                        }
                        return Ok(Exit::Yielded(v));
                    }
                }
                Op::MakeFunction => check!(functions::make_function(rt, act, regs, i), 'fault),
                Op::LoadBuildClass => check!(globals::load_build_class(rt, regs, i), 'fault),

                Op::ImportName => check!(crate::modules::import_name(rt, vm, act, regs, i), 'fault),
                Op::ImportFrom => check!(crate::modules::import_from(rt, act, regs, i), 'fault),
                Op::ImportStar => check!(crate::modules::import_star(rt, act, regs, i), 'fault),

                Op::RaiseAgain => break 'fault unwind::raise_again(rt),
                Op::Raise => break 'fault Fault { raised: unwind::raise(rt, regs, i), again: false },
                Op::RaiseFrom => break 'fault Fault { raised: unwind::raise_from(rt, regs, i), again: false },
                Op::PushExc => unwind::push_exc(rt, act, regs, i),
                Op::PopExc => unwind::pop_exc(rt, act, regs, i),
                Op::ExcMatch => check!(unwind::exc_match(rt, regs, i), 'fault),
                Op::Reraise => {
                    let exc = regs.own(i.a, true);
                    break 'fault Fault { raised: rt.reraise_object(exc), again: true };
                }
                Op::LoadAssertionError => regs.set(i.a, rt.exc_class(runtime::Exc::AssertionError).own()),
                Op::LoadNotImplementedError => regs.set(i.a, rt.exc_class(runtime::Exc::NotImplementedError).own()),
                Op::WithEnter => check!(slow::with_enter(rt, regs, i), 'fault),
                Op::WithExit => check!(slow::with_exit(rt, regs, i), 'fault),
                Op::WithExitExc => check!(slow::with_exit_exc(rt, regs, i), 'fault),
            }
        };
        // SAFETY: the activation on top is valid; its program counter is up to date.
        match unwind::unwind(rt, vm, fault) {
            Ok(()) => reload!(),
            Err(raised) => return Err(raised),
        }
    }
}
