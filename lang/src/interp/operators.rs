//! Operators off the fast path: arithmetic, comparisons, subscripts. Each releases what its instruction consumes, also when it raises.

use crate::bytecode::{INPLACE, Insn, NEGATE, USE_A, USE_B, USE_C};
use crate::interp::run::{Regs, SAW_FLOAT, SAW_INT, SAW_OTHER, saw};
use runtime::names::Dunder;
use runtime::object::{ListObj, shape_id};
use runtime::ops::{BinOp, CmpOp};
use runtime::{Raised, Rt, Value};

/// The instruction at `ip`.
#[inline(always)]
fn insn(ip: *mut Insn) -> Insn {
    // SAFETY: `ip` points to the running instruction.
    unsafe { *ip }
}

fn record(ip: *mut Insn, x: Value, y: Value) {
    let number = |v: Value| v.is_small_int() || v.is_word_float();
    let bit = if x.is_small_int() && y.is_small_int() {
        SAW_INT
    } else if number(x) && number(y) {
        SAW_FLOAT
    } else {
        SAW_OTHER
    };
    saw(ip, bit);
}

/// Releases the operands of a binary operation: the left one first, or, when it failed, from the last, as unwinding does.
fn release_operands(regs: Regs, i: Insn, failed: bool) {
    if failed {
        regs.consume(i.c, i.n & USE_C != 0);
        regs.consume(i.b, i.n & USE_B != 0);
    } else {
        regs.consume(i.b, i.n & USE_B != 0);
        regs.consume(i.c, i.n & USE_C != 0);
    }
}

/// `a = b op c`.
pub(crate) fn binary(rt: &Rt, regs: Regs, ip: *mut Insn, op: BinOp) -> Result<(), Raised> {
    let i = insn(ip);
    let (x, y) = (regs.get(i.b), regs.get(i.c));
    record(ip, x, y);
    if i.n & (INPLACE | USE_C) != 0 && op == BinOp::Add && x.has_shape(shape_id::STR) && y.has_shape(shape_id::STR) {
        return add_strings(rt, regs, i);
    }
    let result = if i.n & INPLACE != 0 { rt.inplace(op, x, y) } else { rt.binary(op, x, y) };
    release_operands(regs, i, result.is_err());
    regs.set(i.a, result?);
    Ok(())
}

/// String concatenation whose left operand may be reused when the instruction overwrites or consumes it.
fn add_strings(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let result = if i.a == i.b || i.n & USE_B != 0 {
        let mut left = runtime::Owned::from_raw(regs.take(i.b));
        let right = if i.c == i.b { left.value() } else { regs.get(i.c) };
        match rt.str_append(&mut left, right) {
            Ok(()) => Ok(left),
            Err(raised) => {
                // A local keeps its value when the concatenation fails.
                if i.n & USE_B == 0 {
                    regs.set(i.b, left);
                }
                Err(raised)
            }
        }
    } else {
        rt.str_concat(regs.get(i.b), regs.get(i.c))
    };
    if i.c != i.b {
        regs.consume(i.c, i.n & USE_C != 0);
    }
    regs.set(i.a, result?);
    Ok(())
}

/// `a = b op immediate`.
pub(crate) fn binary_imm(rt: &Rt, regs: Regs, ip: *mut Insn, op: BinOp) -> Result<(), Raised> {
    let i = insn(ip);
    let (x, y) = (regs.get(i.b), Value::int(i64::from(i.c as i16)));
    record(ip, x, y);
    let result = if i.n & INPLACE != 0 { rt.inplace(op, x, y) } else { rt.binary(op, x, y) };
    regs.consume(i.b, i.n & USE_B != 0);
    regs.set(i.a, result?);
    Ok(())
}

/// `a = op b`.
pub(crate) fn unary(rt: &Rt, regs: Regs, i: Insn, d: Dunder) -> Result<(), Raised> {
    let result = rt.unary(d, regs.get(i.b));
    regs.consume(i.b, i.n & USE_B != 0);
    regs.set(i.a, result?);
    Ok(())
}

/// The truth of `b`.
pub(crate) fn truth(rt: &Rt, regs: Regs, i: Insn) -> Result<bool, Raised> {
    let result = rt.truth(regs.get(i.b));
    regs.consume(i.b, i.n & USE_B != 0);
    result
}

/// `a = b op c`.
pub(crate) fn compare(rt: &Rt, regs: Regs, ip: *mut Insn, op: CmpOp) -> Result<(), Raised> {
    let i = insn(ip);
    let (x, y) = (regs.get(i.b), regs.get(i.c));
    record(ip, x, y);
    let result = rt.compare(op, x, y);
    regs.consume(i.c, i.n & USE_C != 0);
    regs.consume(i.b, i.n & USE_B != 0);
    regs.set(i.a, result?);
    Ok(())
}

/// The truth of `b op c`.
pub(crate) fn compare_truth(rt: &Rt, regs: Regs, ip: *mut Insn, op: CmpOp) -> Result<bool, Raised> {
    let i = insn(ip);
    let (x, y) = (regs.get(i.b), regs.get(i.c));
    record(ip, x, y);
    let result = rt.compare_truth(op, x, y);
    regs.consume(i.c, i.n & USE_C != 0);
    regs.consume(i.b, i.n & USE_B != 0);
    result
}

/// The truth of `b op immediate`.
pub(crate) fn compare_truth_imm(rt: &Rt, regs: Regs, ip: *mut Insn, op: CmpOp) -> Result<bool, Raised> {
    let i = insn(ip);
    let (x, y) = (regs.get(i.b), Value::int(i64::from(i.c as i16)));
    record(ip, x, y);
    let result = rt.compare_truth(op, x, y);
    regs.consume(i.b, i.n & USE_B != 0);
    result
}

/// Whether `b` and `c` are the same object.
pub(crate) fn is(regs: Regs, i: Insn) -> bool {
    let same = regs.get(i.b) == regs.get(i.c);
    regs.consume(i.c, i.n & USE_C != 0);
    regs.consume(i.b, i.n & USE_B != 0);
    same
}

/// `b in c`, negated if the instruction says so.
pub(crate) fn contains(rt: &Rt, regs: Regs, i: Insn) -> Result<bool, Raised> {
    let result = rt.contains(regs.get(i.c), regs.get(i.b));
    regs.consume(i.b, i.n & USE_B != 0);
    regs.consume(i.c, i.n & USE_C != 0);
    Ok(result? != (i.n & NEGATE != 0))
}

/// The list's layout.
#[inline(always)]
fn list<'a>(v: Value) -> &'a ListObj {
    // SAFETY: callers have checked the shape.
    unsafe { &*v.as_ptr().cast::<ListObj>() }
}

/// Item `k` of an exact list, counted from the end if negative.
#[inline(always)]
pub(crate) fn list_item(v: Value, k: i64) -> Option<Value> {
    let l = list(v);
    let at = if k < 0 { k + l.len.get() as i64 } else { k };
    l.get(at as usize)
}

/// The place of item `k` of an exact list.
#[inline(always)]
pub(crate) fn list_place(v: Value, k: i64) -> Option<*mut Value> {
    let l = list(v);
    let at = if k < 0 { k + l.len.get() as i64 } else { k } as usize;
    // SAFETY: the index is in range.
    if at < l.len.get() { Some(unsafe { l.items.get().add(at) }) } else { None }
}

/// `a = b[c]`.
pub(crate) fn get_item(rt: &Rt, regs: Regs, ip: *mut Insn) -> Result<(), Raised> {
    let i = insn(ip);
    let (v, key) = (regs.get(i.b), regs.get(i.c));
    saw(ip, if v.has_shape(shape_id::DICT) { SAW_FLOAT } else { SAW_OTHER });
    let result = rt.getitem(v, key);
    release_operands(regs, i, result.is_err());
    regs.set(i.a, result?);
    Ok(())
}

/// `a[b] = c`.
pub(crate) fn set_item(rt: &Rt, regs: Regs, ip: *mut Insn) -> Result<(), Raised> {
    let i = insn(ip);
    let (v, key, value) = (regs.get(i.a), regs.get(i.b), regs.get(i.c));
    saw(ip, if v.has_shape(shape_id::DICT) { SAW_FLOAT } else { SAW_OTHER });
    let result = rt.setitem(v, key, value);
    regs.consume(i.b, i.n & USE_B != 0);
    regs.consume(i.a, i.n & USE_A != 0);
    regs.consume(i.c, i.n & USE_C != 0);
    result
}

/// `del a[b]`.
pub(crate) fn del_item(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let result = rt.delitem(regs.get(i.a), regs.get(i.b));
    regs.consume(i.a, i.n & USE_A != 0);
    regs.consume(i.b, i.n & USE_B != 0);
    result
}

/// `a = b[c:c+1]`.
pub(crate) fn get_slice(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let result = rt.get_slice(regs.get(i.b), regs.get(i.c), regs.get(i.c + 1));
    regs.consume(i.b, i.n & USE_B != 0);
    regs.clear(i.c);
    regs.clear(i.c + 1);
    regs.set(i.a, result?);
    Ok(())
}

/// `a[c:c+1] = b`.
pub(crate) fn set_slice(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let result = rt.set_slice(regs.get(i.a), regs.get(i.c), regs.get(i.c + 1), regs.get(i.b));
    regs.consume(i.b, i.n & USE_B != 0);
    regs.consume(i.a, i.n & USE_A != 0);
    regs.clear(i.c);
    regs.clear(i.c + 1);
    result
}
