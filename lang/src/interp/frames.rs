//! Frame objects: made when a traceback or a program asks for one.

use crate::interp::globals::context;
use crate::interp::stack::Activation;
use crate::interp::unwind;
use runtime::object::{FrameObj, shape_id};
use runtime::{Owned, Res, Rt, Slot, Value};
use std::cell::Cell;
use std::ptr;

/// Layout of a frame object.
fn frame<'a>(v: Value) -> &'a FrameObj {
    debug_assert!(v.has_shape(shape_id::FRAME));
    // SAFETY: the shape says the layout.
    unsafe { &*v.as_ptr().cast::<FrameObj>() }
}

/// The frame object of a running activation.
///
/// # Errors
/// MemoryError.
pub(crate) fn frame_of(rt: &Rt, act: *mut Activation) -> Res {
    // SAFETY: the activation is valid.
    let a = unsafe { &mut *act };
    if let Some(f) = a.frame.some() {
        return Ok(f.own());
    }
    let (code, globals) = context(act);
    let code_object = function_code(rt, a.func);
    let object = FrameObj {
        head: Rt::fresh_header(shape_id::FRAME),
        code: Slot::new(code_object.own()),
        globals: Slot::new(globals.own()),
        back: Slot::empty(),
        live: Cell::new(a.regs),
        nlocals: Cell::new(0),
        locals: Cell::new(ptr::null_mut()),
        line: Cell::new(code.pos(unwind::current_pc(act)).line),
    };
    let v = rt.alloc_fixed(shape_id::FRAME, object)?;
    a.frame = v.clone().into_raw();
    Ok(v)
}

/// The code object of what an activation runs: a function, or a code object itself.
pub(crate) fn function_code(rt: &Rt, func: Value) -> Value {
    match rt.as_function(func) {
        Some(f) => f.code.get(),
        None => func,
    }
}

/// An activation ends: if somebody else holds its frame object, the locals move into it; otherwise they are released, the last first.
pub(crate) fn release_locals(rt: &Rt, act: *mut Activation) {
    // SAFETY: the activation is on top and ends.
    let (regs, nlocals, frame_object) = unsafe {
        let a = &mut *act;
        (a.regs, (*a.code).nlocals, std::mem::replace(&mut a.frame, Value::EMPTY))
    };
    if let Some(f) = Owned::from_raw_option(frame_object) {
        let object = frame(*f);
        object.live.set(ptr::null_mut());
        object.line.set(context(act).0.pos(unwind::current_pc(act)).line);
        if f.is_shared() && move_locals(rt, object, regs, nlocals) {
            return;
        }
        drop(f);
    }
    for k in (0..nlocals).rev() {
        // SAFETY: locals lie inside the activation's window.
        unsafe { regs.add(k).replace(Value::EMPTY) }.decref();
    }
}

/// Moves the locals into the frame object. False if there is no memory; they are released then.
fn move_locals(rt: &Rt, object: &FrameObj, regs: *mut Value, nlocals: usize) -> bool {
    if nlocals == 0 {
        return true;
    }
    let Some(buffer) = rt.heap.alloc_raw(nlocals * size_of::<Value>()) else { return false };
    let buffer = buffer.cast::<Value>().as_ptr();
    // SAFETY: both places have room for `nlocals` values; the registers are emptied, so each reference moves.
    unsafe {
        ptr::copy_nonoverlapping(regs, buffer, nlocals);
        for k in 0..nlocals {
            regs.add(k).write(Value::EMPTY);
        }
    }
    object.locals.set(buffer);
    object.nlocals.set(nlocals);
    true
}

/// Current line of a frame object.
pub(crate) fn frame_line(rt: &Rt, object: &FrameObj) -> u32 {
    let mut act = crate::interp::Vm::of(rt).current.get();
    let base = crate::interp::Vm::of(rt).stack.frames;
    while !object.live.get().is_null() && !act.is_null() && act >= base {
        // SAFETY: activations from the base to the current one are valid.
        unsafe {
            if (*act).regs == object.live.get() {
                return context(act).0.pos(unwind::current_pc(act)).line;
            }
            if act == base {
                break;
            }
            act = act.sub(1);
        }
    }
    object.line.get()
}
