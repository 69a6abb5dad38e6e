//! Modules: the built-in ones, and the import system.
//!
//! A native module is a [`ModuleDef`]: functions as natives, and an `init` that adds the rest. A module written in the hosted
//! language is embedded source in [`SOURCES`], compiled when it is first imported.

pub mod builtins;
pub(crate) mod collections;
mod console;
pub(crate) mod execute;
mod functools;
mod gc;
pub mod import;
pub(crate) mod io;
mod itertools;
mod math;
pub mod numeric;
mod operator;
mod random;
pub(crate) mod sys;
mod sys_numbers;
mod time;
mod weakref;

pub(crate) use import::{Imports, import_from, import_name, import_star};

use runtime::object::{ModuleObj, NativeSort, shape_id};
use runtime::{NativeDef, Raised, Res, Rt, Slot, Value};

/// A native module.
pub struct ModuleDef {
    /// Its full name.
    pub name: &'static str,
    /// Its docstring.
    pub doc: &'static str,
    /// Its functions.
    pub functions: &'static [NativeDef],
    /// Adds what is no function to its dictionary.
    pub init: fn(&Rt, Value) -> Result<(), Raised>,
}

/// Native modules that can be imported.
pub const NATIVE: &[ModuleDef] = &[
    collections::MODULE,
    functools::MODULE,
    operator::MODULE,
    itertools::MODULE,
    math::MODULE,
    random::MODULE,
    time::MODULE,
    weakref::MODULE,
    gc::MODULE,
    io::MODULE,
];

/// Embedded modules: name and source.
pub const SOURCES: &[(&str, &str)] = &[
    ("abc", include_str!("py/abc.py")),
    ("collections", include_str!("py/collections.py")),
    ("enum", include_str!("py/enum.py")),
    ("functools", include_str!("py/functools.py")),
    ("weakref", include_str!("py/weakref.py")),
];

/// A module object with `name`, `doc`, and a dictionary.
///
/// # Errors
/// MemoryError.
pub fn new_module(rt: &Rt, name: &str, doc: Option<&str>) -> Res {
    let dict = rt.new_dict()?;
    let name = rt.intern(name)?;
    rt.dict_set_str(*dict, rt.names.__name__, name.clone())?;
    let doc = match doc {
        Some(text) => rt.str(text)?,
        None => Value::none().own(),
    };
    rt.dict_set_str(*dict, rt.names.__doc__, doc)?;
    rt.dict_set_str(*dict, rt.names.__package__, rt.empty_str.own())?;
    rt.dict_set_str(*dict, rt.intern_immortal("__loader__")?, Value::none().own())?;
    rt.dict_set_str(*dict, rt.names.__spec__, Value::none().own())?;
    rt.alloc_fixed(
        shape_id::MODULE,
        ModuleObj { head: Rt::fresh_header(shape_id::MODULE), dict: Slot::new(dict), name: Slot::new(name) },
    )
}

/// A new module's dictionary, a new reference.
pub(crate) fn dict_of(rt: &Rt, module: Value) -> Res {
    match rt.module_dict(module) {
        Some(d) => Ok(d.own()),
        None => Err(rt.type_error("expected a module")),
    }
}

/// Adds natives to a module's dictionary.
///
/// # Errors
/// MemoryError.
pub fn add_functions(rt: &Rt, dict: Value, module: &str, functions: &'static [NativeDef]) -> Result<(), Raised> {
    let module = rt.intern_immortal(module)?;
    for def in functions {
        let f = rt.new_native(def, NativeSort::Function, Some(module), None)?;
        rt.dict_set_str(dict, rt.intern_immortal(def.name)?, f)?;
    }
    Ok(())
}

/// Adds a value to a module's dictionary.
///
/// # Errors
/// MemoryError.
pub fn add(rt: &Rt, dict: Value, name: &str, v: runtime::Owned) -> Result<(), Raised> {
    rt.dict_set_str(dict, rt.intern_immortal(name)?, v)
}

/// Makes a native module.
///
/// # Errors
/// MemoryError; what `init` raises.
pub fn make_native(rt: &Rt, def: &'static ModuleDef) -> Res {
    let module = new_module(rt, def.name, Some(def.doc))?;
    let dict = dict_of(rt, *module)?;
    add_functions(rt, *dict, def.name, def.functions)?;
    (def.init)(rt, *dict)?;
    Ok(module)
}
