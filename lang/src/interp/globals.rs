//! Global, built-in and class-body names.

use crate::bytecode::{Insn, USE_B};
use crate::interp::code::{Code, Site, site};
use crate::interp::run::Regs;
use crate::interp::stack::Activation;
use crate::interp::{Vm, slow};
use runtime::{Exc, Owned, Raised, Rt, Value};

/// Code and globals of an activation.
#[inline(always)]
pub(crate) fn context<'a>(act: *mut Activation) -> (&'a Code, Value) {
    // SAFETY: the activation is running, so its function and code are alive.
    unsafe { (&*(*act).code, (*act).globals) }
}

/// The current key of the globals and built-ins: both dicts' versions.
#[inline(always)]
fn key(rt: &Rt, globals: Value) -> Option<u64> {
    let g = rt.as_dict(globals)?.version.get();
    let b = rt.as_dict(rt.builtins.get())?.version.get();
    if g == 0 { None } else { Some(u64::from(g) | u64::from(b) << 32) }
}

/// The cached global, borrowed from its dict, if the cache still holds.
#[inline(always)]
pub(crate) fn cached(rt: &Rt, act: *mut Activation, i: Insn) -> Option<Value> {
    let (code, globals) = context(act);
    let s = code.sites[i.e as usize].get();
    if s.kind == site::EMPTY || Some(s.key) != key(rt, globals) {
        return None;
    }
    let dict = if s.kind == site::GLOBAL { globals } else { rt.builtins.get() };
    rt.as_dict(dict).map(|d| d.value_at(s.index))
}

/// `a = globals[name]` or the built-in; fills the cache.
pub(crate) fn load_global(rt: &Rt, regs: Regs, act: *mut Activation, i: Insn) -> Result<(), Raised> {
    let (code, globals) = context(act);
    let name = code.names[i.c as usize];
    let v = global(rt, globals, name)?;
    regs.set(i.a, v);
    fill(rt, code, globals, name, i.e);
    Ok(())
}

fn fill(rt: &Rt, code: &Code, globals: Value, name: Value, at: u32) {
    let builtins = rt.builtins.get();
    let (Some(g), Some(b)) = (rt.as_dict(globals), rt.as_dict(builtins)) else { return };
    let (kind, index) = match (rt.dict_entry_index(g, name), rt.dict_entry_index(b, name)) {
        (Some(index), _) => (site::GLOBAL, index),
        (None, Some(index)) => (site::BUILTIN, index),
        (None, None) => return,
    };
    let key = u64::from(rt.dict_version(g)) | u64::from(rt.dict_version(b)) << 32;
    let old = code.sites[at as usize].get();
    Vm::of(rt).count_fill();
    code.sites[at as usize].set(old.filled(Site { key, kind, index, ..old }, false));
}

/// The global or built-in `name`.
pub(crate) fn global(rt: &Rt, globals: Value, name: Value) -> Result<Owned, Raised> {
    find(rt, globals, name).map(Value::own).ok_or_else(|| name_error(rt, name))
}

/// The global or built-in `name`, borrowed from its dict.
pub(crate) fn find(rt: &Rt, globals: Value, name: Value) -> Option<Value> {
    rt.dict_get_str(globals, name).or_else(|| rt.dict_get_str(rt.builtins.get(), name))
}

/// NameError for `name`, with the name that suggestions need.
#[cold]
pub(crate) fn name_error(rt: &Rt, name: Value) -> Raised {
    rt.name_error(&format!("name '{}' is not defined", rt.str_lossy(name)), name)
}

/// `globals[name] = b`.
pub(crate) fn store_global(rt: &Rt, regs: Regs, act: *mut Activation, i: Insn) -> Result<(), Raised> {
    let (code, globals) = context(act);
    let value = regs.own(i.b, i.n & USE_B != 0);
    let s = code.sites[i.e as usize].get();
    if let Some(d) = rt.as_dict(globals) {
        let version = d.version.get();
        if version != 0 && s.key == u64::from(version) && s.kind == site::GLOBAL {
            d.replace_value_at(s.index, value);
            return Ok(());
        }
    }
    let name = code.names[i.c as usize];
    rt.dict_set_str(globals, name, value)?;
    if let Some(d) = rt.as_dict(globals)
        && let Some(index) = rt.dict_entry_index(d, name)
    {
        let key = u64::from(rt.dict_version(d));
        code.sites[i.e as usize].set(Site { key, kind: site::GLOBAL, index, ..s });
    }
    Ok(())
}

/// `del globals[name]`.
pub(crate) fn del_global(rt: &Rt, act: *mut Activation, i: Insn) -> Result<(), Raised> {
    let (code, globals) = context(act);
    remove(rt, globals, code.names[i.c as usize])
}

/// Unbinds the global variable `name`.
pub(crate) fn remove(rt: &Rt, globals: Value, name: Value) -> Result<(), Raised> {
    match rt.dict_remove_str(globals, name) {
        Some(old) => {
            drop(old);
            Ok(())
        }
        None => Err(name_error(rt, name)),
    }
}

/// Looks in a namespace, which may be any mapping.
pub(crate) fn in_namespace(rt: &Rt, namespace: Value, name: Value) -> Result<Option<Owned>, Raised> {
    if namespace.has_shape(runtime::object::shape_id::DICT) {
        return Ok(rt.dict_get_str(namespace, name).map(Value::own));
    }
    match rt.getitem(namespace, name) {
        Ok(v) => Ok(Some(v)),
        Err(raised) => rt.swallow(raised, Exc::KeyError).map(|()| None),
    }
}

/// A name of a class body.
pub(crate) fn load_name(rt: &Rt, regs: Regs, act: *mut Activation, i: Insn) -> Result<(), Raised> {
    let (code, globals) = context(act);
    let name = code.names[i.c as usize];
    let v = match in_namespace(rt, regs.get(0), name)? {
        Some(v) => v,
        None => global(rt, globals, name)?,
    };
    regs.set(i.a, v);
    Ok(())
}

/// A store in a class body.
pub(crate) fn store_name(rt: &Rt, regs: Regs, act: *mut Activation, i: Insn) -> Result<(), Raised> {
    let (code, _) = context(act);
    let name = code.names[i.c as usize];
    let value = regs.own(i.b, i.n & USE_B != 0);
    store_in_namespace(rt, regs.get(0), name, value)
}

/// Binds `name` in a namespace, which may be any mapping.
pub(crate) fn store_in_namespace(rt: &Rt, namespace: Value, name: Value, value: Owned) -> Result<(), Raised> {
    if namespace.has_shape(runtime::object::shape_id::DICT) {
        return rt.dict_set_str(namespace, name, value);
    }
    rt.setitem(namespace, name, *value)
}

/// `del` in a class body.
pub(crate) fn del_name(rt: &Rt, regs: Regs, act: *mut Activation, i: Insn) -> Result<(), Raised> {
    let (code, _) = context(act);
    remove_from_namespace(rt, regs.get(0), code.names[i.c as usize])
}

/// Unbinds `name` in a namespace, which may be any mapping.
pub(crate) fn remove_from_namespace(rt: &Rt, namespace: Value, name: Value) -> Result<(), Raised> {
    match rt.delitem(namespace, name) {
        Ok(()) => Ok(()),
        Err(raised) => {
            rt.swallow(raised, Exc::KeyError)?;
            Err(name_error(rt, name))
        }
    }
}

/// A free variable in a class body: the namespace first.
pub(crate) fn load_class_deref(rt: &Rt, regs: Regs, act: *mut Activation, i: Insn) -> Result<(), Raised> {
    let (code, _) = context(act);
    let name = code.names[i.c as usize];
    let v = match in_namespace(rt, regs.get(0), name)? {
        Some(v) => v,
        None => cell_contents(rt, regs, code, i.b, i.c)?,
    };
    regs.set(i.a, v);
    Ok(())
}

fn cell_contents(rt: &Rt, regs: Regs, code: &Code, register: u16, name: u16) -> Result<Owned, Raised> {
    match slow::cell(regs.get(register)).contents.own() {
        Some(v) => Ok(v),
        None => Err(slow::unbound_cell(rt, code, register, name)),
    }
}

/// An annotation's name: a mapping first, then globals.
pub(crate) fn load_dict_or_global(rt: &Rt, regs: Regs, act: *mut Activation, i: Insn) -> Result<(), Raised> {
    let (code, globals) = context(act);
    let name = code.names[i.c as usize];
    let found = in_namespace(rt, regs.get(i.b), name);
    regs.consume(i.b, i.n & USE_B != 0);
    let v = match found? {
        Some(v) => v,
        None => global(rt, globals, name)?,
    };
    regs.set(i.a, v);
    Ok(())
}

/// An annotation's name: a mapping first, then a cell.
pub(crate) fn load_dict_or_deref(rt: &Rt, regs: Regs, act: *mut Activation, i: Insn) -> Result<(), Raised> {
    let (code, _) = context(act);
    let name = code.names[i.c as usize];
    let found = in_namespace(rt, regs.get(i.b), name);
    regs.consume(i.b, i.n & USE_B != 0);
    let v = match found? {
        Some(v) => v,
        None => cell_contents(rt, regs, code, i.d as u16, i.c)?,
    };
    regs.set(i.a, v);
    Ok(())
}

/// The function that builds classes.
pub(crate) fn load_build_class(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    regs.set(i.a, build_class(rt)?.own());
    Ok(())
}

/// The function that builds classes, borrowed.
pub(crate) fn build_class(rt: &Rt) -> Result<Value, Raised> {
    let found = rt.dict_get_str(rt.builtins.get(), rt.names.__build_class__);
    found.ok_or_else(|| rt.raise(Exc::NameError, "__build_class__ not found"))
}
