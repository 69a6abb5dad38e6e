//! Making functions, and class statements.

use crate::bytecode::Insn;
use crate::interp::Vm;
use crate::interp::call::{enter, load_closure, recursion_error, zero};
use crate::interp::code::code_of;
use crate::interp::globals::context;
use crate::interp::run::Regs;
use crate::interp::stack::Activation;
use runtime::object::{FunctionObj, shape_id};
use runtime::{Args, Owned, Raised, Res, Rt, Slot, Value};
use std::cell::Cell;

/// `a` = function of a code constant.
///
/// # Errors
/// MemoryError.
pub(crate) fn make_function(rt: &Rt, act: *mut Activation, regs: Regs, i: Insn) -> Result<(), Raised> {
    let (code, globals) = context(act);
    let code_object = code.consts[i.d as usize];
    let mut next = i.b;
    let mut extra = |bit: u8| {
        if i.n & bit == 0 {
            return Slot::empty();
        }
        next += 1;
        Slot::from_option(Owned::from_raw_option(regs.take(next - 1)))
    };
    let (defaults, kwdefaults, annotate, closure) = (extra(1), extra(2), extra(4), extra(8));
    let f = new_function(rt, code_object, globals, defaults, kwdefaults, annotate, closure)?;
    regs.set(i.a, f);
    Ok(())
}

/// A function object.
///
/// # Errors
/// MemoryError.
pub(crate) fn new_function(
    rt: &Rt,
    code_object: Value,
    globals: Value,
    defaults: Slot,
    kwdefaults: Slot,
    annotate: Slot,
    closure: Slot,
) -> Res {
    let code = code_of(code_object);
    let module = rt.dict_get_str(globals, rt.names.__name__);
    rt.alloc_fixed(
        shape_id::FUNCTION,
        FunctionObj {
            head: Rt::fresh_header(shape_id::FUNCTION),
            code: Slot::new(code_object.own()),
            globals: Slot::new(globals.own()),
            defaults,
            kwdefaults,
            closure,
            name: Slot::new(code.name.own()),
            qualname: Slot::new(code.qualname.own()),
            doc: Slot::from_option(code.doc.some().map(Value::own)),
            module: Slot::from_option(module.map(Value::own)),
            annotate,
            annotations: Slot::empty(),
            dict: Slot::empty(),
            version: Cell::new(0),
            binding: Cell::new(code.bind(rt, globals)),
        },
    )
}

/// `__build_class__(func, name, *bases, **keywords)`.
///
/// # Errors
/// What the class statement raises.
pub(crate) fn build_class(rt: &Rt, args: &Args<'_>) -> Res {
    let positional = args.positional();
    let [body, name, bases @ ..] = positional else {
        return Err(rt.type_error("__build_class__: not enough arguments"));
    };
    let Some(func) = rt.as_function(*body) else {
        return Err(rt.type_error("__build_class__: func must be a function"));
    };
    let keywords: Vec<(Value, Value)> = args.keywords().collect();
    let run_body = |namespace: Value| {
        let vm = Vm::of(rt);
        let code = code_of(func.code.get());
        let window = vm.top();
        // SAFETY: one past the window; checked before it is used.
        if unsafe { window.add(code.nregs) } > vm.stack.end {
            return Err(recursion_error(rt));
        }
        zero(window, 0, code.nregs);
        // SAFETY: local 0 of a class body is its namespace.
        unsafe { window.write(namespace.own().into_raw()) };
        load_closure(rt, func, code, window);
        enter(rt, vm, body.own(), code, func.globals.get(), window)
    };
    rt.build_class(run_body, *name, bases, &keywords)
}
