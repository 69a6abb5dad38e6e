//! Frame objects: made when a traceback or a program asks for one.

use crate::bytecode::CodeKind;
use crate::interp::code::{Code, code_of};
use crate::interp::globals::context;
use crate::interp::stack::{Activation, Role};
use crate::interp::{Vm, slow, unwind};
use runtime::object::{FrameObj, GenState, GeneratorObj, shape_id};
use runtime::{Exc, Owned, Raised, Res, Rt, Slot, Value};
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

/// Lets go of the frame object of an activation, which nobody else holds.
///
/// # Safety
/// The activation is valid.
pub(crate) unsafe fn forget(act: *mut Activation) {
    // SAFETY: the caller's.
    let held = unsafe { std::mem::replace(&mut (*act).frame, Value::EMPTY) };
    if let Some(f) = Owned::from_raw_option(held) {
        frame(*f).live.set(ptr::null_mut());
    }
}

/// The frame object of a function that runs as machine code: its locals are not there.
///
/// # Errors
/// MemoryError.
pub(crate) fn detached(rt: &Rt, func: Value, globals: Value, line: u32) -> Res {
    let object = FrameObj {
        head: Rt::fresh_header(shape_id::FRAME),
        code: Slot::new(function_code(rt, func).own()),
        globals: Slot::new(globals.own()),
        back: Slot::empty(),
        live: Cell::new(ptr::null_mut()),
        nlocals: Cell::new(0),
        locals: Cell::new(ptr::null_mut()),
        line: Cell::new(line),
    };
    rt.alloc_fixed(shape_id::FRAME, object)
}

/// The activation `depth` calls out from the innermost one.
pub(crate) fn outer(rt: &Rt, depth: usize) -> Option<*mut Activation> {
    let vm = Vm::of(rt);
    let current = vm.current.get();
    if current.is_null() {
        return None;
    }
    // SAFETY: both point into the array of activations.
    let below = unsafe { current.offset_from(vm.stack.frames) } as usize;
    // SAFETY: activations from the first to the current one are valid.
    (depth <= below).then(|| unsafe { current.sub(depth) })
}

/// What called the function of a frame object: for one that runs, the frame of the activation below.
///
/// # Errors
/// MemoryError.
pub(crate) fn frame_back(rt: &Rt, object: &FrameObj) -> Result<Option<Owned>, Raised> {
    let live = object.live.get();
    if live.is_null() {
        return Ok(object.back.own());
    }
    let mut depth = 0;
    while let Some(act) = outer(rt, depth) {
        depth += 1;
        // SAFETY: the activation is valid.
        if unsafe { (*act).regs } == live {
            return outer(rt, depth).map(|caller| frame_of(rt, caller)).transpose();
        }
    }
    Ok(None)
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
        if f.is_shared() {
            keep_caller(rt, act, object);
        }
        if f.is_shared() && move_locals(rt, object, regs, nlocals) {
            return;
        }
        drop(f);
    }
    for k in (0..nlocals).rev() {
        // SAFETY: locals lie inside the activation's window.
        unsafe { regs.add(k).replace(Value::EMPTY) }.decref();
    }
    // A destructor's traceback may have asked for the frame meanwhile.
    // SAFETY: the activation is still on top.
    if let Some(f) = Owned::from_raw_option(unsafe { std::mem::replace(&mut (*act).frame, Value::EMPTY) }) {
        let object = frame(*f);
        object.live.set(ptr::null_mut());
        if f.is_shared() {
            keep_caller(rt, act, object);
        }
    }
}

/// A frame object that outlives its activation keeps the caller's frame.
fn keep_caller(rt: &Rt, act: *mut Activation, object: &FrameObj) {
    // SAFETY: the activation is on top and ends.
    let called = unsafe { (*act).role } != Role::Generator && unsafe { (*act).role } != Role::GeneratorFor;
    if called && act > Vm::of(rt).stack.frames {
        // SAFETY: there is an activation below.
        match frame_of(rt, unsafe { act.sub(1) }) {
            Ok(caller) => object.back.set(caller),
            Err(raised) => rt.forget(raised),
        }
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
    let mut act = Vm::of(rt).current.get();
    let base = Vm::of(rt).stack.frames;
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

/// The locals of an activation as a dict: globals for a module, the namespace for a class body, otherwise a new dict.
///
/// # Errors
/// MemoryError.
pub(crate) fn locals_of(rt: &Rt, act: *mut Activation) -> Res {
    let (code, globals) = context(act);
    // SAFETY: the activation is running; its window begins with its locals.
    locals_in(rt, code, globals, unsafe { std::slice::from_raw_parts((*act).regs, code.nlocals) })
}

/// The locals that a frame object shows, as [`locals_of`] gives them.
///
/// # Errors
/// MemoryError.
pub(crate) fn frame_locals(rt: &Rt, object: &FrameObj) -> Res {
    let code = code_of(object.code.get());
    let (from, n) = match (object.live.get(), object.locals.get()) {
        (live, _) if !live.is_null() => (live, code.nlocals),
        (_, kept) if !kept.is_null() => (kept, object.nlocals.get()),
        _ => (ptr::NonNull::dangling().as_ptr(), 0),
    };
    // SAFETY: a live activation's window begins with its locals; a buffer kept after its end holds `nlocals` values.
    locals_in(rt, code, object.globals.get(), unsafe { std::slice::from_raw_parts(from, n) })
}

fn locals_in(rt: &Rt, code: &Code, globals: Value, values: &[Value]) -> Res {
    match code.proto.kind {
        CodeKind::Module => Ok(globals.own()),
        CodeKind::Class | CodeKind::Exec => match values.first().and_then(|v| v.some()) {
            Some(namespace) => Ok(namespace.own()),
            None => rt.new_dict(),
        },
        CodeKind::Function | CodeKind::Generator => {
            let dict = rt.new_dict()?;
            for (k, (name, v)) in code.local_names.iter().zip(values).enumerate() {
                let v = if code.proto.is_cell[k] && v.has_shape(shape_id::CELL) {
                    slow::cell(*v).contents.get()
                } else {
                    *v
                };
                if !v.is_empty() && !rt.str_lossy(*name).starts_with('.') {
                    rt.dict_set_str(*dict, *name, v.own())?;
                }
            }
            Ok(dict)
        }
    }
}

/// The locals of the innermost running function.
///
/// # Errors
/// SystemError if nothing runs; MemoryError.
pub(crate) fn current_locals(rt: &Rt) -> Res {
    let act = Vm::of(rt).current.get();
    if act.is_null() {
        return Err(rt.raise(Exc::SystemError, "frame does not exist"));
    }
    locals_of(rt, act)
}

/// The frame object of a suspended or unstarted generator.
///
/// # Errors
/// MemoryError.
pub(crate) fn generator_frame(rt: &Rt, v: Value) -> Res {
    // SAFETY: the runtime passes generators only.
    let g = unsafe { &*v.as_ptr().cast::<GeneratorObj>() };
    let mut act = Vm::of(rt).current.get();
    if g.state.get() == GenState::Running {
        // SAFETY: activations below the current one are valid, and a running generator has one.
        unsafe {
            while (*act).extra != v && act > Vm::of(rt).stack.frames {
                act = act.sub(1);
            }
        }
        return frame_of(rt, act);
    }
    if let Some(f) = g.frame.own() {
        return Ok(f);
    }
    let code = code_of(g.code.get());
    let globals = rt.as_function(g.func.get()).map_or(Value::none(), |f| f.globals.get());
    let object = FrameObj {
        head: Rt::fresh_header(shape_id::FRAME),
        code: Slot::new(g.code.get().own()),
        globals: Slot::new(globals.own()),
        back: Slot::empty(),
        live: Cell::new(g.regs.get()),
        nlocals: Cell::new(0),
        locals: Cell::new(ptr::null_mut()),
        line: Cell::new(code.pos(g.pc.get().saturating_sub(1)).line.max(code.proto.first_line)),
    };
    let f = rt.alloc_fixed(shape_id::FRAME, object)?;
    g.frame.set(f.clone());
    Ok(f)
}

/// The class and the receiver that `super()` without arguments stands for in the innermost running function.
///
/// # Errors
/// RuntimeError if there are none.
pub(crate) fn super_args(rt: &Rt) -> Result<(Owned, Owned), Raised> {
    let refuse = |what: &str| Err(rt.raise(Exc::RuntimeError, format!("super(): {what}")));
    let act = Vm::of(rt).current.get();
    if act.is_null() {
        return refuse("no current frame");
    }
    let (code, _) = context(act);
    if code.proto.arg_count == 0 && !code.proto.varargs {
        return refuse("no arguments");
    }
    // SAFETY: the activation is running; its window begins with its locals.
    let locals = unsafe { std::slice::from_raw_parts((*act).regs, code.nlocals) };
    let held = |k: usize| {
        let v = locals[k];
        if code.proto.is_cell[k] && v.has_shape(shape_id::CELL) { slow::cell(v).contents.get() } else { v }
    };
    let Some(receiver) = held(0).some() else { return refuse("arg[0] deleted") };
    let Some(class) = code.proto.local_names.iter().position(|n| **n == *"__class__") else {
        return refuse("__class__ cell not found");
    };
    let Some(class) = held(class).some() else { return refuse("empty __class__ cell") };
    if !rt.is_type(class) {
        let got = rt.type_name(class);
        return refuse(&format!("__class__ is not a type ({got})"));
    }
    Ok((class.own(), receiver.own()))
}
