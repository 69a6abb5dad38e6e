//! Generators: their registers live in the generator object while it is suspended and while it runs.

use crate::bytecode::{Insn, Op, USE_B};
use crate::interp::call::{self, Frame};
use crate::interp::code::{Code, code_of};
use crate::interp::run::{self, Exit, Fault, Regs};
use crate::interp::stack::{Activation, Role};
use crate::interp::{Vm, frames, unwind};
use runtime::entry::Step;
use runtime::object::{FunctionObj, GenState, GeneratorObj, shape_id};
use runtime::{Exc, Owned, Raised, Res, Rt, Slot, Value};
use std::cell::Cell;
use std::ptr::{self, NonNull};

/// Layout of a generator.
fn generator<'a>(v: Value) -> &'a GeneratorObj {
    debug_assert!(v.has_shape(shape_id::GENERATOR));
    // SAFETY: the shape says the layout.
    unsafe { &*v.as_ptr().cast::<GeneratorObj>() }
}

/// A generator whose parameters stand at `window`, from where they move into it.
///
/// # Errors
/// MemoryError; the parameters are released then.
pub(crate) fn new_generator(rt: &Rt, f: Value, func: &FunctionObj, code: &Code, window: *mut Value) -> Res {
    let made = alloc_generator(rt, f, func, code);
    match made {
        Ok(v) => {
            // SAFETY: both have room for the code's registers; the window's references move.
            unsafe {
                ptr::copy_nonoverlapping(window, generator(*v).regs.get(), code.nregs);
                (0..code.nregs).for_each(|k| window.add(k).write(Value::EMPTY));
            }
            generator(*v).nregs.set(code.nregs as u32);
            Ok(v)
        }
        Err(raised) => {
            for k in (0..code.nlocals).rev() {
                // SAFETY: the window's locals are initialised.
                unsafe { window.add(k).replace(Value::EMPTY) }.decref();
            }
            Err(raised)
        }
    }
}

fn alloc_generator(rt: &Rt, f: Value, func: &FunctionObj, code: &Code) -> Res {
    let v = rt.alloc_fixed(
        shape_id::GENERATOR,
        GeneratorObj {
            head: Rt::fresh_header(shape_id::GENERATOR),
            code: Slot::new(func.code.get().own()),
            name: Slot::new(func.name.get().own()),
            qualname: Slot::new(func.qualname.get().own()),
            func: Slot::new(f.own()),
            regs: Cell::new(ptr::null_mut()),
            nregs: Cell::new(0),
            pc: Cell::new(0),
            state: Cell::new(GenState::Finished),
            frame: Slot::empty(),
            handled: Slot::empty(),
        },
    )?;
    match rt.heap.alloc_raw(code.nregs.max(1) * size_of::<Value>()) {
        Some(p) => {
            generator(*v).regs.set(p.cast::<Value>().as_ptr());
            generator(*v).state.set(GenState::Created);
            Ok(v)
        }
        None => Err(rt.memory_error()),
    }
}

/// Pushes the activation of a generator that is not running.
fn push(rt: &Rt, vm: &Vm, v: Value, role: Role) -> Result<(), Raised> {
    let g = generator(v);
    let code = code_of(g.code.get());
    let func = g.func.get();
    let globals = rt.as_function(func).map_or(Value::EMPTY, |f| f.globals.get());
    let regs = g.regs.get();
    let frame =
        Frame { func: func.own().into_raw(), code, globals, regs, top: vm.top(), extra: v.own().into_raw(), role };
    if let Err(raised) = call::push_activation(rt, vm, frame) {
        func.decref();
        v.decref();
        return Err(raised);
    }
    g.state.set(GenState::Running);
    // SAFETY: the activation was just pushed; the saved program counter is inside the code.
    unsafe {
        let act = vm.current.get();
        (*act).pc = code.insns.as_ptr().add(g.pc.get() as usize).cast_mut().cast();
        (*act).frame = g.frame.take().map_or(Value::EMPTY, Owned::into_raw);
        (*act).outer_handled = rt.handled.take().map_or(Value::EMPTY, Owned::into_raw);
        let own = g.handled.take().or_else(|| (*act).outer_handled.some().map(Value::own));
        rt.handled.set_option(own);
    }
    Ok(())
}

/// The value that the suspended `Yield` or `YieldFrom` instruction receives.
fn send_in(v: Value, value: Owned) {
    let g = generator(v);
    let code = code_of(g.code.get());
    let regs = Regs(g.regs.get());
    let at = g.pc.get() as usize;
    match code.insns.get(at).map(Cell::get) {
        // Resumed at the delegation itself, which sends register `c` on.
        Some(i) if i.op == Op::YieldFrom => regs.set(i.c, value),
        _ => {
            if let Some(i) = at.checked_sub(1).and_then(|k| code.insns.get(k)).map(Cell::get)
                && i.op == Op::Yield
            {
                regs.set(i.a, value);
            }
        }
    }
}

/// Resumes a generator from native code.
///
/// # Errors
/// What it raises.
pub(crate) fn resume(rt: &Rt, v: Value, value: Owned) -> Result<Step, Raised> {
    let vm = Vm::of(rt);
    let created = generator(v).state.get() == GenState::Created;
    push(rt, vm, v, Role::Generator)?;
    if !created {
        send_in(v, value);
    }
    step(run::run(rt, vm)?)
}

fn step(exit: Exit) -> Result<Step, Raised> {
    Ok(match exit {
        Exit::Yielded(v) => Step::Yielded(v),
        Exit::Returned(v) => Step::Returned(v),
    })
}

/// Resumes a generator by raising `exc` in it. What it delegates to gets the exception first.
///
/// # Errors
/// What it raises.
pub(crate) fn throw(rt: &Rt, v: Value, exc: Owned) -> Result<Step, Raised> {
    let vm = Vm::of(rt);
    let inner = delegate(rt, generator(v)).some().map(Value::own);
    let Some(inner) = inner else {
        push(rt, vm, v, Role::Generator)?;
        return throw_here(rt, vm, exc);
    };
    // While the inner iterator runs, the outer generator counts as running.
    generator(v).state.set(GenState::Running);
    let outcome = throw_into(rt, *inner, &exc);
    generator(v).state.set(GenState::Suspended);
    match outcome {
        Ok(Some(Step::Yielded(item))) => Ok(Step::Yielded(item)),
        Ok(Some(Step::Returned(result))) => {
            drop(inner);
            push(rt, vm, v, Role::Generator)?;
            finish_delegation(vm, result);
            step(run::run(rt, vm)?)
        }
        Ok(None) => {
            drop(inner);
            push(rt, vm, v, Role::Generator)?;
            throw_here(rt, vm, exc)
        }
        Err(raised) => {
            let exc = rt.take_raised(raised);
            drop(inner);
            push(rt, vm, v, Role::Generator)?;
            throw_here(rt, vm, exc)
        }
    }
}

/// Raises `exc` at the instruction where the generator on top is suspended.
fn throw_here(rt: &Rt, vm: &Vm, exc: Owned) -> Result<Step, Raised> {
    let act = vm.current.get();
    let code = code_of(generator(unsafe_extra(act)).code.get());
    // The program counter stands just past a `Yield`, but on a `YieldFrom`, or at the start.
    // SAFETY: the activation is on top.
    unsafe {
        if (*act).pc.cast_const().cast::<Insn>() == code.insns.as_ptr().cast::<Insn>() {
            return Err(unwind::leave_unstarted(rt, vm, exc));
        }
        if (*(*act).pc).op == Op::YieldFrom {
            (*act).pc = (*act).pc.add(1);
        }
    }
    // What the generator itself is handling becomes the context; what its caller handles does not.
    // SAFETY: the activation is on top.
    let own = rt.handled.get() != unsafe { (*act).outer_handled };
    let raised = if own { rt.raise_object(exc) } else { rt.reraise_object(exc) };
    unwind::unwind(rt, vm, Fault { raised, again: false })?;
    step(run::run(rt, vm)?)
}

/// The generator of a generator's activation.
fn unsafe_extra(act: *mut Activation) -> Value {
    // SAFETY: callers pass a valid activation.
    unsafe { (*act).extra }
}

/// Throws into what a generator delegates to. `None`: it has no `throw`, or it was closed.
fn throw_into(rt: &Rt, inner: Value, exc: &Owned) -> Result<Option<Step>, Raised> {
    let closing = rt.is_subclass(rt.class_of(**exc), rt.exc_class(Exc::GeneratorExit));
    if inner.has_shape(shape_id::GENERATOR) {
        if closing {
            drop(rt.generator_close(inner)?);
            return Ok(None);
        }
        return rt.generator_throw(inner, exc.clone()).map(Some);
    }
    if closing {
        if let Some(close) = rt.getattr_opt(inner, rt.names.close)? {
            drop(rt.call(*close, &[])?);
        }
        return Ok(None);
    }
    match rt.getattr_opt(inner, rt.names.throw)? {
        Some(method) => match rt.call(*method, &[**exc]) {
            Ok(item) => Ok(Some(Step::Yielded(item))),
            Err(raised) if rt.raised_is(Exc::StopIteration) => {
                let stop = rt.take_raised(raised);
                Ok(Some(Step::Returned(stop_value(rt, *stop))))
            }
            Err(raised) => Err(raised),
        },
        None => Ok(None),
    }
}

/// The value of a StopIteration.
fn stop_value(rt: &Rt, exc: Value) -> Owned {
    let data = rt.exception_data(exc);
    match data.extra.own() {
        Some(v) => v,
        None => rt.as_tuple(data.args.get()).and_then(|a| a.first().copied()).unwrap_or(Value::none()).own(),
    }
}

/// The delegation of the generator on top is over: its instruction is completed with `result`.
fn finish_delegation(vm: &Vm, result: Owned) {
    let act = vm.current.get();
    // SAFETY: the generator on top is suspended at its `YieldFrom`.
    unsafe {
        let i = *(*act).pc;
        (*act).pc = (*act).pc.add(1);
        let regs = Regs((*act).regs);
        regs.clear(i.b);
        regs.clear(i.c);
        regs.set(i.a, result);
    }
}

/// A `for` instruction resumes a generator: pushes its activation. False if it is finished already.
///
/// # Errors
/// ValueError if it is running; RecursionError.
pub(crate) fn for_iter(rt: &Rt, vm: &Vm, v: Value) -> Result<bool, Raised> {
    match generator(v).state.get() {
        GenState::Finished => return Ok(false),
        GenState::Running => return Err(rt.value_error("generator already executing")),
        GenState::Created | GenState::Suspended => {}
    }
    let created = generator(v).state.get() == GenState::Created;
    push(rt, vm, v, Role::GeneratorFor)?;
    if !created {
        send_in(v, Value::none().own());
    }
    Ok(true)
}

/// A yielded value arrives at the `for` instruction of the activation now on top.
pub(crate) fn deliver(regs: Regs, pc: *mut Insn, v: Owned) {
    // SAFETY: the program counter stands just past the `for` instruction.
    let i = unsafe { *pc.sub(1) };
    regs.set(i.a, v);
}

/// The generator that the `for` instruction of the activation on top walked has returned.
pub(crate) fn exhausted(vm: &Vm) {
    let act = vm.current.get();
    // SAFETY: the program counter stands just past the `for` instruction.
    unsafe {
        let i = *(*act).pc.sub(1);
        Regs((*act).regs).clear(i.b);
        (*act).pc = (*(*act).code).insns.as_ptr().add(i.d as usize).cast_mut().cast();
    }
}

/// Pops a generator's activation; gives the generator (owned). Restores what was handled outside and keeps what the generator handles.
fn pop(rt: &Rt, vm: &Vm, act: *mut Activation, keep: bool) -> Owned {
    // SAFETY: the activation is on top; its references move out.
    let (func, extra, frame, outer) = unsafe {
        let a = &mut *act;
        (
            a.func,
            a.extra,
            std::mem::replace(&mut a.frame, Value::EMPTY),
            std::mem::replace(&mut a.outer_handled, Value::EMPTY),
        )
    };
    let v = Owned::from_raw(extra);
    let handled = rt.handled.take();
    call::drop_activation(rt, vm, act);
    if keep {
        generator(*v).frame.set_option(Owned::from_raw_option(frame));
        generator(*v).handled.set_option(handled.filter(|h| h.value() != outer));
    } else {
        frame.decref();
        drop(handled);
    }
    rt.handled.set_option(Owned::from_raw_option(outer));
    func.decref();
    v
}

/// Suspends the generator on top after its current instruction (or on it, for a delegation: the saved program counter says).
pub(crate) fn suspend(rt: &Rt, vm: &Vm, act: *mut Activation) {
    let g = generator(unsafe_extra(act));
    let code = code_of(g.code.get());
    // SAFETY: the activation is on top; its program counter is up to date and inside the code.
    let at = unsafe { (*act).pc.cast_const().offset_from(code.insns.as_ptr().cast::<Insn>()) };
    g.pc.set(at as u32);
    g.state.set(GenState::Suspended);
    if !rt.is_observed() && needs_close(rt, g) {
        rt.observe();
    }
    drop(pop(rt, vm, act, true));
}

/// The generator on top has returned: releases its frame.
pub(crate) fn finish(rt: &Rt, vm: &Vm, act: *mut Activation) {
    frames::release_locals(rt, act);
    let v = pop(rt, vm, act, false);
    free_registers(rt, generator(*v));
    generator(*v).state.set(GenState::Finished);
    generator(*v).func.clear();
}

/// An exception leaves the generator on top. A StopIteration becomes a RuntimeError.
pub(crate) fn finish_with_error(rt: &Rt, vm: &Vm, act: *mut Activation, exc: Owned) -> Owned {
    finish(rt, vm, act);
    if !rt.is_subclass(rt.class_of(*exc), rt.exc_class(Exc::StopIteration)) {
        return exc;
    }
    let raised = rt.raise(Exc::RuntimeError, "generator raised StopIteration");
    let error = rt.take_raised(raised);
    let data = rt.exception_data(*error);
    data.cause.set(exc.clone());
    data.context.set(exc);
    data.suppress_context.set(true);
    error
}

fn free_registers(rt: &Rt, g: &GeneratorObj) {
    if let Some(p) = NonNull::new(g.regs.replace(ptr::null_mut()).cast::<u8>()) {
        // SAFETY: the registers came from this heap and are empty.
        unsafe { rt.heap.free_raw(p) };
    }
}

/// Releases what a suspended generator's frame holds: temporaries, then locals from the last.
pub(crate) fn drop_generator(rt: &Rt, g: &GeneratorObj) {
    let regs = g.regs.get();
    if regs.is_null() {
        return;
    }
    g.state.set(GenState::Finished);
    for k in (0..g.nregs.get() as usize).rev() {
        // SAFETY: the generator's registers are initialised; uncounted leftovers are harmless.
        unsafe { regs.add(k).replace(Value::EMPTY) }.decref();
    }
    free_registers(rt, g);
}

/// Whether closing a suspended generator would run code: it stands inside a `try` or `with`, or delegates.
pub(crate) fn needs_close(rt: &Rt, g: &GeneratorObj) -> bool {
    let code = code_of(g.code.get());
    code.handler(g.pc.get().saturating_sub(1)).is_some() || !delegate(rt, g).is_empty()
}

/// What a suspended generator delegates to.
pub(crate) fn delegate(_: &Rt, g: &GeneratorObj) -> Value {
    if g.state.get() != GenState::Suspended {
        return Value::EMPTY;
    }
    let code = code_of(g.code.get());
    match code.insns.get(g.pc.get() as usize).map(Cell::get) {
        Some(i) if i.op == Op::YieldFrom => Regs(g.regs.get()).get(i.b),
        _ => Value::EMPTY,
    }
}

/// Visits the references of a suspended generator's frame.
pub(crate) fn visit(_: &Rt, g: &GeneratorObj, f: &mut dyn FnMut(Value)) {
    for k in 0..g.nregs.get() as u16 {
        let v = Regs(g.regs.get()).get(k);
        if v.is_ptr() {
            f(v);
        }
    }
}

/// `a` = iterator for `yield from b`.
///
/// # Errors
/// TypeError.
pub(crate) fn yield_from_iter(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let result = rt.iter(regs.get(i.b));
    regs.consume(i.b, i.n & USE_B != 0);
    regs.set(i.a, result?);
    Ok(())
}

/// One turn of a delegation. A value to yield, or `None` when it ended and `a` has its result.
///
/// # Errors
/// What the inner iterator raises.
pub(crate) fn yield_from(rt: &Rt, regs: Regs, i: Insn) -> Result<Option<Owned>, Raised> {
    let inner = regs.get(i.b);
    let sent = regs.own(i.c, true);
    // `c` keeps a value, so that the instruction can be executed again.
    regs.set_raw(i.c, Value::none());
    let result = if inner.has_shape(shape_id::GENERATOR) {
        match rt.generator_send(inner, sent)? {
            Step::Yielded(v) => return Ok(Some(v)),
            Step::Returned(v) => v,
        }
    } else {
        match step_iterator(rt, inner, sent)? {
            Ok(v) => return Ok(Some(v)),
            Err(v) => v,
        }
    };
    regs.clear(i.b);
    regs.clear(i.c);
    regs.set(i.a, result);
    Ok(None)
}

/// Sends into an iterator that is no generator: an item, or its result in `Err`.
fn step_iterator(rt: &Rt, inner: Value, sent: Owned) -> Result<Result<Owned, Owned>, Raised> {
    let stepped = if sent.is_none() {
        match rt.special(inner, runtime::names::Dunder::Next) {
            Some(next) if rt.as_native(next).is_none() => rt.call_special(next, inner, &[]),
            _ => return Ok(rt.next(inner)?.ok_or(Value::none().own())),
        }
    } else {
        rt.call_method(inner, rt.names.send, &[*sent])
    };
    match stepped {
        Ok(v) => Ok(Ok(v)),
        Err(raised) if rt.raised_is(Exc::StopIteration) => {
            let stop = rt.take_raised(raised);
            Ok(Err(stop_value(rt, *stop)))
        }
        Err(raised) => Err(raised),
    }
}
