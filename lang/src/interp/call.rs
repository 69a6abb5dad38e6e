//! Calls: pushing and leaving activations.

use crate::bytecode::{CodeKind, Insn};
use crate::interp::code::{CallTarget, Code, Site, code_of, site};
use crate::interp::globals::context;
use crate::interp::run::{self, Exit, Regs};
use crate::interp::stack::{Activation, MAX_FRAMES, Role};
use crate::interp::{Vm, args, frames, generators};
use crate::jit::enter::{self, Given};
use runtime::class::flag;
use runtime::names::Dunder;
use runtime::object::{FunctionObj, Kind, shape_id};
use runtime::ops::Spread;
use runtime::{Args, Exc, Owned, Raised, Res, Rt, Value};
use smallvec::SmallVec;

/// What the new activation gets.
pub(crate) struct Frame {
    pub(crate) func: Value,
    pub(crate) code: *const Code,
    pub(crate) globals: Value,
    pub(crate) regs: *mut Value,
    pub(crate) top: *mut Value,
    pub(crate) extra: Value,
    pub(crate) role: Role,
}

/// Pushes an activation. On an error nothing is pushed or released.
///
/// # Errors
/// RecursionError.
#[inline(always)]
pub(crate) fn push_activation(rt: &Rt, vm: &Vm, f: Frame) -> Result<(), Raised> {
    // Recursion without a loop has to be interruptible too. Cycles are collected at back edges only: here the callee's
    // arguments are not yet in a window that other calls keep off.
    if rt.interrupt.load(std::sync::atomic::Ordering::Relaxed) && rt.take_interrupt() {
        return Err(rt.raise_with(Exc::KeyboardInterrupt, &[]));
    }
    push_resumed(rt, vm, f)
}

/// As [`push_activation`], for a call that is under way: it is not interrupted here, where its handlers would not see it.
///
/// # Errors
/// RecursionError; nothing is pushed then.
#[inline(always)]
pub(crate) fn push_resumed(rt: &Rt, vm: &Vm, f: Frame) -> Result<(), Raised> {
    let depth = vm.depth.get();
    let room = vm.room().get();
    if room <= 0 || depth >= MAX_FRAMES - 1 || f.top > vm.stack.end {
        return Err(recursion_error(rt));
    }
    vm.room().set(room - 1);
    vm.depth.set(depth + 1);
    vm.stats.calls.set(vm.stats.calls.get() + 1);
    // SAFETY: the depth is below the number of activations there is room for; the code has instructions.
    unsafe {
        let act = vm.stack.frames.add(depth);
        act.write(Activation {
            code: f.code,
            regs: f.regs,
            pc: (*f.code).insns.as_ptr().cast_mut().cast(),
            top: f.top,
            func: f.func,
            globals: f.globals,
            frame: Value::EMPTY,
            extra: f.extra,
            outer_handled: Value::EMPTY,
            role: f.role,
        });
        vm.current.set(act);
    }
    Ok(())
}

#[cold]
pub(crate) fn recursion_error(rt: &Rt) -> Raised {
    rt.raise(Exc::RecursionError, "maximum recursion depth exceeded")
}

/// Ends the activation on top: releases its locals, then its function. Its temporaries are dead already.
pub(crate) fn pop_activation(rt: &Rt, vm: &Vm, act: *mut Activation) {
    frames::release_locals(rt, act);
    // SAFETY: the activation is on top.
    let (func, extra) = unsafe { ((*act).func, (*act).extra) };
    drop_activation(rt, vm, act);
    func.decref();
    extra.decref();
}

/// Takes the activation on top away, whose references have gone elsewhere.
#[inline(always)]
pub(crate) fn drop_activation(_: &Rt, vm: &Vm, act: *mut Activation) {
    let depth = vm.depth.get() - 1;
    vm.room().set(vm.room().get() + 1);
    vm.depth.set(depth);
    // SAFETY: the activation below, if there is one.
    vm.current.set(if depth == 0 { std::ptr::null_mut() } else { unsafe { act.sub(1) } });
}

/// Leaves the activation on top with result `v`. `Ok(None)`: the result went to the activation below, which goes on.
///
/// # Errors
/// TypeError if `__init__` returned something; the activation below is on top then.
#[inline(always)]
pub(crate) fn leave(rt: &Rt, vm: &Vm, act: *mut Activation, v: Owned) -> Result<Option<Owned>, Raised> {
    // SAFETY: the activation is on top.
    let role = unsafe { (*act).role };
    match role {
        Role::Call => {
            pop_activation(rt, vm, act);
            deliver(vm, v);
            Ok(None)
        }
        Role::Entry => {
            pop_activation(rt, vm, act);
            Ok(Some(v))
        }
        Role::Init => {
            // SAFETY: as above.
            let instance = Owned::from_raw(unsafe { std::mem::replace(&mut (*act).extra, Value::EMPTY) });
            pop_activation(rt, vm, act);
            pass_on(rt, vm, Some(instance), v)?;
            Ok(None)
        }
        Role::Generator | Role::GeneratorFor => {
            generators::finish(rt, vm, act);
            if role == Role::Generator {
                return Ok(Some(v));
            }
            drop(v);
            generators::exhausted(vm);
            Ok(None)
        }
    }
}

/// Passes the result of a function that has ended to the instruction that called it; that of an `__init__` must be None, and the instance
/// goes instead.
///
/// # Errors
/// TypeError if `__init__` returned something.
#[inline(always)]
pub(crate) fn pass_on(rt: &Rt, vm: &Vm, instance: Option<Owned>, v: Owned) -> Result<(), Raised> {
    match instance {
        Some(_) if !v.is_none() => Err(init_returned(rt, *v)),
        instance => {
            deliver(vm, instance.unwrap_or(v));
            Ok(())
        }
    }
}

#[cold]
fn init_returned(rt: &Rt, v: Value) -> Raised {
    rt.type_error(format!("__init__() should return None, not '{}'", rt.type_name(v)))
}

/// Writes a result to the destination of the call instruction that the activation on top was executing.
#[inline(always)]
fn deliver(vm: &Vm, v: Owned) {
    // SAFETY: the activation on top made the call: its program counter points just past the instruction.
    unsafe {
        let act = vm.current.get();
        let i = *(*act).pc.sub(1);
        Regs((*act).regs).set(i.a, v);
    }
}

/// Zeroes registers `from..to` of a window.
#[inline(always)]
pub(crate) fn zero(window: *mut Value, from: usize, to: usize) {
    for k in from..to {
        // SAFETY: the caller's window has room.
        unsafe { window.add(k).write(Value::EMPTY) };
    }
}

/// Copies the closure's cells into the free variables' registers.
#[inline(always)]
pub(crate) fn load_closure(rt: &Rt, func: &FunctionObj, code: &Code, window: *mut Value) {
    if code.nfree == 0 {
        return;
    }
    if let Some(cells) = func.closure.get().some().and_then(|c| rt.as_tuple(c)) {
        let first = code.nlocals - code.nfree;
        for (k, cell) in cells.iter().take(code.nfree).enumerate() {
            // SAFETY: free variables are the last locals of the window.
            unsafe { window.add(first + k).write(cell.own().into_raw()) };
        }
    }
}

/// What became of a call.
enum Direct {
    /// It is not a case for this way: nothing happened.
    Not,
    /// An activation was pushed.
    Pushed,
    /// It ran as machine code. The operands are where they were, or consumed.
    Done(Owned),
}

/// Tries to push an activation for function `f` whose `n` positional arguments already stand, owned, at `window`. The callable, at `callable`, moves
/// into the activation.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
fn push_direct(
    rt: &Rt,
    vm: &Vm,
    act: *mut Activation,
    f: Value,
    callable: *mut Value,
    window: *mut Value,
    n: usize,
    extra: Value,
    role: Role,
) -> Result<Direct, Raised> {
    // SAFETY: the caller checked that `f` is a function.
    let func = unsafe { &*f.as_ptr().cast::<FunctionObj>() };
    let code = code_of(func.code.get());
    if code.simple_args == n as i32
        && enter::wants(code)
        && let Some(result) = enter::call(rt, vm, f, code, Given::Registers(window, n))
    {
        return result.map(Direct::Done);
    }
    // A generator's registers are not on the stack: its callees' windows begin at the stack's top.
    // SAFETY: `act` is running.
    if code.simple_args < n as i32 || unsafe { (*act).role }.is_generator() {
        return Ok(Direct::Not);
    }
    let missing = code.simple_args as usize - n;
    let defaults: &[Value] = if missing == 0 {
        &[]
    } else {
        let all = func.defaults.get().some().and_then(|d| rt.as_tuple(d)).unwrap_or(&[]);
        match all.len().checked_sub(missing) {
            Some(first) => &all[first..],
            None => return Ok(Direct::Not),
        }
    };
    // SAFETY: one past the window; checked against the stack's end by `push_activation` before it is used.
    let top = unsafe { window.add(code.nregs) };
    push_activation(rt, vm, Frame { func: f, code, globals: func.globals.get(), regs: window, top, extra, role })?;
    // SAFETY: the callable's register is the caller's; its reference moves into the activation. The window has room for
    // the code's registers.
    unsafe {
        callable.write(Value::EMPTY);
        zero(window, n, code.nregs);
        for (k, v) in defaults.iter().enumerate() {
            window.add(n + k).write(v.own().into_raw());
        }
    }
    load_closure(rt, func, code, window);
    Ok(Direct::Pushed)
}

/// Pushes an activation for hosted function `f` the general way: binds the arguments in a new window, then lets the caller
/// release its operands, as CPython's arguments move into the callee. A generator function's generator is delivered at once.
/// True if an activation was pushed.
fn push_general(
    rt: &Rt,
    vm: &Vm,
    f: Value,
    args: &Args<'_>,
    extra: Value,
    role: Role,
    release: impl FnOnce(),
) -> Result<bool, Raised> {
    // SAFETY: the callers checked that `f` is a function.
    let func = unsafe { &*f.as_ptr().cast::<FunctionObj>() };
    let code = code_of(func.code.get());
    let window = vm.top();
    // SAFETY: one past the window; checked before it is used.
    let top = unsafe { window.add(code.nregs) };
    if top > vm.stack.end {
        release();
        return Err(recursion_error(rt));
    }
    zero(window, 0, code.nregs);
    if let Err(raised) = args::bind(rt, func, code, args, window) {
        release();
        return Err(raised);
    }
    load_closure(rt, func, code, window);
    let callee = f.own();
    if code.is_generator() {
        let generator = generators::new_generator(rt, f, func, code, window);
        release();
        deliver(vm, generator?);
        return Ok(false);
    }
    if enter::wants(code) && enter::can(rt, vm, code) {
        let args = take_arguments(code, window);
        release_window(window, code.nlocals);
        release();
        let result = enter::go(rt, vm, f, code, Given::Passed(args));
        drop(callee);
        // The caller releases `extra`, as no activation has it.
        let instance = if role == Role::Init { extra.some().map(Value::own) } else { None };
        pass_on(rt, vm, instance, result?)?;
        return Ok(false);
    }
    let frame = Frame { func: f, code, globals: func.globals.get(), regs: window, top, extra, role };
    if let Err(raised) = push_activation(rt, vm, frame) {
        release_window(window, code.nlocals);
        release();
        return Err(raised);
    }
    // The activation owns the function now.
    let _ = callee.into_raw();
    release();
    Ok(true)
}

/// Takes the arguments out of a window.
fn take_arguments(code: &Code, window: *mut Value) -> SmallVec<[Owned; 6]> {
    let count = crate::hir_build::parameters(&code.proto);
    // SAFETY: the window has the code's locals, owned, of which the parameters are the first.
    (0..count).map(|k| Owned::from_raw(unsafe { window.add(k).replace(Value::EMPTY) })).collect()
}

/// Releases the locals of a window that was never entered.
fn release_window(window: *mut Value, nlocals: usize) {
    for k in (0..nlocals).rev() {
        // SAFETY: the window's locals are initialised.
        unsafe { window.add(k).replace(Value::EMPTY) }.decref();
    }
}

/// Records the target of a call instruction: the number of a hosted function's code, or the shape of any other callable.
#[inline(always)]
fn record_target(rt: &Rt, act: *mut Activation, i: Insn, f: Value) {
    let target = CallTarget::of(f);
    let site = &context(act).0.sites[i.e as usize];
    let (seen, key) = (site.get(), u64::from(rt.epochs.classes()));
    // The class that a shape belongs to may go: the hint is good while no class has.
    if seen.index != target || seen.key != key {
        let change = seen.kind == site::CALL && seen.key == key;
        site.set(seen.filled(Site { key, kind: site::CALL, index: target, ..seen }, change));
    }
}

/// Releases the operands of a call: arguments from the last to the first, then the callable.
fn clear_call(regs: Regs, base: u16, first: u16, n: usize) {
    for k in (0..n as u16).rev() {
        regs.clear(first + k);
    }
    for k in (base..first).rev() {
        regs.clear(k);
    }
}

/// `a = b(…)`. True if an activation was pushed.
///
/// # Errors
/// What the call raises.
#[inline(always)]
pub(crate) fn call(rt: &Rt, vm: &Vm, act: *mut Activation, regs: Regs, i: Insn) -> Result<bool, Raised> {
    let f = regs.get(i.b);
    record_target(rt, act, i, f);
    let n = i.c as usize;
    if f.has_shape(shape_id::FUNCTION) {
        // SAFETY: the registers are the activation's.
        let (callable, window) = unsafe { (regs.0.add(i.b as usize), regs.0.add(i.b as usize + 1)) };
        match push_direct(rt, vm, act, f, callable, window, n, Value::EMPTY, Role::Call) {
            Ok(Direct::Pushed) => return Ok(true),
            Ok(Direct::Not) => return call_function_generally(rt, vm, regs, i, i.b + 1, n, &[]),
            Ok(Direct::Done(result)) => {
                clear_call(regs, i.b, i.b + 1, n);
                regs.set(i.a, result);
                return Ok(false);
            }
            Err(raised) => {
                clear_call(regs, i.b, i.b + 1, n);
                return Err(raised);
            }
        }
    }
    call_other(rt, vm, act, regs, i, i.b + 1, n, &[])
}

/// `a = method(…)` after `LoadMethod`. True if an activation was pushed.
///
/// # Errors
/// What the call raises.
#[inline(always)]
pub(crate) fn call_method(rt: &Rt, vm: &Vm, act: *mut Activation, regs: Regs, i: Insn) -> Result<bool, Raised> {
    let f = regs.get(i.b);
    record_target(rt, act, i, f);
    let (first, n) = if regs.get(i.b + 1).is_empty() { (i.b + 2, i.c as usize) } else { (i.b + 1, i.c as usize + 1) };
    if f.has_shape(shape_id::FUNCTION) {
        // SAFETY: the registers are the activation's.
        let (callable, window) = unsafe { (regs.0.add(i.b as usize), regs.0.add(first as usize)) };
        match push_direct(rt, vm, act, f, callable, window, n, Value::EMPTY, Role::Call) {
            Ok(Direct::Pushed) => return Ok(true),
            Ok(Direct::Not) => return call_function_generally(rt, vm, regs, i, first, n, &[]),
            Ok(Direct::Done(result)) => {
                clear_call(regs, i.b, first, n);
                regs.set(i.a, result);
                return Ok(false);
            }
            Err(raised) => {
                clear_call(regs, i.b, first, n);
                return Err(raised);
            }
        }
    }
    call_other(rt, vm, act, regs, i, first, n, &[])
}

/// Calls a hosted function whose arguments need binding.
fn call_function_generally(
    rt: &Rt,
    vm: &Vm,
    regs: Regs,
    i: Insn,
    first: u16,
    n: usize,
    names: &[Value],
) -> Result<bool, Raised> {
    // SAFETY: the arguments are read before the registers are released.
    let args = Args::with_keywords(unsafe { regs.slice(first, n) }, names);
    push_general(rt, vm, regs.get(i.b), &args, Value::EMPTY, Role::Call, || clear_call(regs, i.b, first, n))
}

/// Calls that are not a plain push: natives, classes, bound methods.
#[allow(clippy::too_many_arguments)]
fn call_other(
    rt: &Rt,
    vm: &Vm,
    act: *mut Activation,
    regs: Regs,
    i: Insn,
    first: u16,
    n: usize,
    names: &[Value],
) -> Result<bool, Raised> {
    let f = regs.get(i.b);
    // SAFETY: the callee reads the registers; they are written only after that.
    let args = Args::with_keywords(unsafe { regs.slice(first, n) }, names);
    if rt.is_type(f) {
        let direct = names.is_empty() && first == i.b + 1;
        let pushed = if direct { push_init(rt, vm, act, regs, i, f, n) } else { Ok(Direct::Not) };
        match pushed {
            Ok(Direct::Pushed) => return Ok(true),
            Ok(Direct::Not) => {}
            Ok(Direct::Done(instance)) => {
                clear_call(regs, i.b, first, n);
                regs.set(i.a, instance);
                return Ok(false);
            }
            Err(raised) => {
                clear_call(regs, i.b, first, n);
                return Err(raised);
            }
        }
        if let Some(init) = hosted_init(rt, f) {
            return push_init_generally(rt, vm, f, init, &args, || clear_call(regs, i.b, first, n));
        }
    }
    if let Some(method) = rt.as_bound_method(f)
        && method.func.get().has_shape(shape_id::FUNCTION)
    {
        let mut values: runtime::call::ValueBuf = smallvec::SmallVec::with_capacity(n + 1);
        values.push(method.receiver.get());
        values.extend_from_slice(args.all());
        let args = Args::with_keywords(&values, names);
        return push_general(rt, vm, method.func.get(), &args, Value::EMPTY, Role::Call, || {
            clear_call(regs, i.b, first, n)
        });
    }
    let result = rt.call_args(f, &args);
    clear_call(regs, i.b, first, n);
    regs.set(i.a, result?);
    Ok(false)
}

/// The hosted `__init__` of a class whose instances are plain and made by `object.__new__`.
pub(crate) fn hosted_init(rt: &Rt, class: Value) -> Option<Value> {
    let t = rt.type_data(class);
    let plain = class.has_shape(shape_id::TYPE)
        && t.kind == Kind::Instance
        && t.flags.get() & flag::ABSTRACT == 0
        && rt.type_special(class, Dunder::New) == rt.types.object_new.get().some();
    if !plain {
        return None;
    }
    let init = rt.type_special(class, Dunder::Init).filter(|f| f.has_shape(shape_id::FUNCTION))?;
    let func = rt.as_function(init)?;
    (!code_of(func.code.get()).is_generator()).then_some(init)
}

/// Makes an instance and pushes its `__init__`, the general way.
fn push_init_generally(
    rt: &Rt,
    vm: &Vm,
    class: Value,
    init: Value,
    args: &Args<'_>,
    release: impl FnOnce(),
) -> Result<bool, Raised> {
    let instance = match rt.new_instance(class) {
        Ok(v) => v,
        Err(raised) => {
            release();
            return Err(raised);
        }
    };
    let mut values: runtime::call::ValueBuf = smallvec::SmallVec::with_capacity(args.all().len() + 1);
    values.push(*instance);
    values.extend_from_slice(args.all());
    let args = Args::with_keywords(&values, args.names());
    let extra = instance.clone().into_raw();
    let pushed = push_general(rt, vm, init, &args, extra, Role::Init, release);
    if !matches!(pushed, Ok(true)) {
        extra.decref();
    }
    pushed
}

/// Calls a class whose instances are plain and whose `__init__` is a hosted function: makes the instance and pushes `__init__`.
fn push_init(
    rt: &Rt,
    vm: &Vm,
    act: *mut Activation,
    regs: Regs,
    i: Insn,
    class: Value,
    n: usize,
) -> Result<Direct, Raised> {
    let Some(init) = hosted_init(rt, class) else { return Ok(Direct::Not) };
    // SAFETY: the shape says the layout; the registers are the activation's.
    unsafe {
        let code = code_of((*init.as_ptr().cast::<FunctionObj>()).code.get());
        let generator = (*act).role.is_generator();
        let defaults = (*init.as_ptr().cast::<FunctionObj>()).defaults.get().some().and_then(|d| rt.as_tuple(d));
        let least = code.simple_args - defaults.map_or(0, |d| d.len() as i32);
        let given = n as i32 + 1;
        if generator || code.simple_args < given || given < least {
            return Ok(Direct::Not);
        }
        let instance = rt.new_instance(class)?;
        let window = regs.0.add(i.b as usize);
        // The instance takes the class's place as first argument; the class lives on through the instance.
        let mut callable = init.own().into_raw();
        window.write((*instance).own().into_raw());
        let extra = instance.into_raw();
        match push_direct(rt, vm, act, init, &raw mut callable, window, n + 1, extra, Role::Init) {
            Ok(Direct::Pushed) => {
                class.decref();
                Ok(Direct::Pushed)
            }
            Ok(Direct::Done(result)) => {
                callable.decref();
                // The class goes last, as the callable does.
                window.replace(class).decref();
                let instance = Owned::from_raw(extra);
                if result.is_none() { Ok(Direct::Done(instance)) } else { Err(init_returned(rt, *result)) }
            }
            other => {
                callable.decref();
                window.replace(class).decref();
                extra.decref();
                other
            }
        }
    }
}

/// Pushes a property getter's activation: the value goes to the destination of the running instruction. False: it was called the general way.
///
/// # Errors
/// What the call raises.
pub(crate) fn push_getter(
    rt: &Rt,
    vm: &Vm,
    act: *mut Activation,
    getter: Value,
    receiver: Owned,
) -> Result<bool, Raised> {
    // SAFETY: the cache holds only functions; `act` is running.
    let (func, generator) = unsafe { (&*getter.as_ptr().cast::<FunctionObj>(), (*act).role.is_generator()) };
    let code = code_of(func.code.get());
    let window = vm.top();
    if code.simple_args == 1
        && enter::wants(code)
        && let Some(result) = enter::call(rt, vm, getter, code, Given::Kept(&[*receiver]))
    {
        drop(receiver);
        deliver(vm, result?);
        return Ok(false);
    }
    if code.simple_args == 1 && !generator {
        // SAFETY: one past the window; checked before it is used.
        let top = unsafe { window.add(code.nregs) };
        let f = getter.own().into_raw();
        let frame = Frame {
            func: f,
            code,
            globals: func.globals.get(),
            regs: window,
            top,
            extra: Value::EMPTY,
            role: Role::Call,
        };
        if let Err(raised) = push_activation(rt, vm, frame) {
            f.decref();
            return Err(raised);
        }
        zero(window, 0, code.nregs);
        // SAFETY: the window has room for its first register.
        unsafe { window.write(receiver.into_raw()) };
        load_closure(rt, func, code, window);
        return Ok(true);
    }
    let v = rt.call(getter, &[*receiver])?;
    drop(receiver);
    deliver(vm, v);
    Ok(false)
}

/// Names of a keyword call.
fn keyword_names<'a>(rt: &Rt, act: *mut Activation, d: u32) -> &'a [Value] {
    let (code, _) = context(act);
    rt.as_tuple(code.consts[d as usize]).unwrap_or(&[])
}

/// `a = b(…, name=…)`. True if an activation was pushed.
///
/// # Errors
/// What the call raises.
pub(crate) fn call_kw(rt: &Rt, vm: &Vm, act: *mut Activation, regs: Regs, i: Insn) -> Result<bool, Raised> {
    finish_kw(rt, vm, act, regs, i, i.b + 1, i.c as usize)
}

/// As `call_kw`, after `LoadMethod`.
///
/// # Errors
/// What the call raises.
pub(crate) fn call_method_kw(rt: &Rt, vm: &Vm, act: *mut Activation, regs: Regs, i: Insn) -> Result<bool, Raised> {
    let (first, n) = if regs.get(i.b + 1).is_empty() { (i.b + 2, i.c as usize) } else { (i.b + 1, i.c as usize + 1) };
    finish_kw(rt, vm, act, regs, i, first, n)
}

fn finish_kw(
    rt: &Rt,
    vm: &Vm,
    act: *mut Activation,
    regs: Regs,
    i: Insn,
    first: u16,
    n: usize,
) -> Result<bool, Raised> {
    let names = keyword_names(rt, act, i.d);
    record_target(rt, act, i, regs.get(i.b));
    if regs.get(i.b).has_shape(shape_id::FUNCTION) {
        return call_function_generally(rt, vm, regs, i, first, n, names);
    }
    call_other(rt, vm, act, regs, i, first, n, names)
}

/// `a = b(*b+1, **b+2)`. True if an activation was pushed.
///
/// # Errors
/// What the call raises.
pub(crate) fn call_ex(rt: &Rt, vm: &Vm, _: *mut Activation, regs: Regs, i: Insn) -> Result<bool, Raised> {
    let spread = rt.spread(regs.get(i.b), regs.get(i.b + 1), regs.get(i.b + 2));
    let release = || {
        regs.clear(i.b + 2);
        regs.clear(i.b + 1);
        regs.clear(i.b);
    };
    let Spread { values, names, owned } = match spread {
        Ok(spread) => spread,
        Err(raised) => {
            release();
            return Err(raised);
        }
    };
    let f = regs.get(i.b);
    let args = Args::with_keywords(&values, &names);
    let release_all = || {
        release();
        drop(owned);
    };
    if f.has_shape(shape_id::FUNCTION) {
        return push_general(rt, vm, f, &args, Value::EMPTY, Role::Call, release_all);
    }
    if rt.is_type(f)
        && let Some(init) = hosted_init(rt, f)
    {
        return push_init_generally(rt, vm, f, init, &args, release_all);
    }
    let result = rt.call_args(f, &args);
    release_all();
    regs.set(i.a, result?);
    Ok(false)
}

/// The entry point for calls of hosted functions from native code.
///
/// # Errors
/// What the function raises.
pub(crate) fn call_function(rt: &Rt, f: Value, args: &Args<'_>) -> Res {
    let vm = Vm::of(rt);
    let Some(func) = rt.as_function(f) else { return Err(rt.type_error("not a function")) };
    let code = code_of(func.code.get());
    let exact = code.simple_args == args.all().len() as i32 && args.names().is_empty();
    if exact && let Some(result) = enter::at_once(rt, vm, f, code, args.all()) {
        return result;
    }
    if exact
        && enter::wants(code)
        && let Some(result) = enter::call(rt, vm, f, code, Given::Kept(args.all()))
    {
        return result;
    }
    let window = vm.top();
    // SAFETY: one past the window; checked before it is used.
    let top = unsafe { window.add(code.nregs) };
    if top > vm.stack.end {
        return Err(recursion_error(rt));
    }
    zero(window, 0, code.nregs);
    if exact {
        for (k, v) in args.all().iter().enumerate() {
            // SAFETY: the window has room for the parameters.
            unsafe { window.add(k).write(v.own().into_raw()) };
        }
    } else {
        args::bind(rt, func, code, args, window)?;
    }
    load_closure(rt, func, code, window);
    if code.is_generator() {
        return generators::new_generator(rt, f, func, code, window);
    }
    if enter::wants(code) && enter::can(rt, vm, code) {
        let args = take_arguments(code, window);
        release_window(window, code.nlocals);
        return enter::go(rt, vm, f, code, Given::Passed(args));
    }
    enter(rt, vm, f.own(), code, func.globals.get(), window)
}

/// Runs code whose parameters stand at `window`, the stack's top, to its end.
///
/// # Errors
/// What it raises.
pub(crate) fn enter(rt: &Rt, vm: &Vm, func: Owned, code: &Code, globals: Value, window: *mut Value) -> Res {
    // SAFETY: one past the window.
    let top = unsafe { window.add(code.nregs) };
    let frame = Frame { func: *func, code, globals, regs: window, top, extra: Value::EMPTY, role: Role::Entry };
    if let Err(raised) = push_activation(rt, vm, frame) {
        for k in (0..code.nlocals).rev() {
            // SAFETY: the window's locals are initialised.
            unsafe { window.add(k).replace(Value::EMPTY) }.decref();
        }
        return Err(raised);
    }
    // The activation owns the function now.
    let _ = func.into_raw();
    match run::run(rt, vm)? {
        Exit::Returned(v) | Exit::Yielded(v) => Ok(v),
    }
}

/// Runs a code object without parameters (a module, `exec`) in `globals`, with `namespace` as local 0 where the kind of code wants it.
///
/// # Errors
/// What it raises.
pub(crate) fn run_code(rt: &Rt, code_object: Value, globals: Value, namespace: Option<Value>) -> Res {
    let vm = Vm::of(rt);
    let code = code_of(code_object);
    rt.enter_native()?;
    code.bind(rt, globals);
    let window = vm.top();
    // SAFETY: one past the window; checked before it is used.
    if unsafe { window.add(code.nregs) } > vm.stack.end {
        return Err(recursion_error(rt));
    }
    zero(window, 0, code.nregs);
    if let (Some(ns), CodeKind::Exec | CodeKind::Class) = (namespace, code.proto.kind) {
        // SAFETY: the code has a local 0.
        unsafe { window.write(ns.own().into_raw()) };
    }
    enter(rt, vm, code_object.own(), code, globals, window)
}
