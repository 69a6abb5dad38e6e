//! Code objects: their attributes come from the layer that compiled them.

use crate::error::Res;
use crate::native::{Args, GetSetDef, NativeDef};
use crate::rt::Rt;
use crate::types::function::readonly;
use crate::value::Value;

/// Methods.
pub const METHODS: &[NativeDef] = &[NativeDef::new("__repr__", "(self, /)", repr)];

macro_rules! attributes {
    ($($name:literal)*) => { &[$(GetSetDef { name: $name, get: |rt, v| attribute(rt, v, $name), set: Some(readonly) }),*] };
}

/// Computed attributes.
pub const GETSETS: &[GetSetDef] = attributes!(
    "co_name" "co_qualname" "co_filename" "co_firstlineno" "co_argcount" "co_posonlyargcount" "co_kwonlyargcount"
    "co_nlocals" "co_varnames" "co_cellvars" "co_freevars" "co_names" "co_consts" "co_flags" "co_stacksize"
);

fn attribute(rt: &Rt, v: Value, name: &str) -> Res {
    match (rt.entry().code_attr)(rt, v, name) {
        Some(found) => found,
        None => {
            let name = rt.intern(name)?;
            Err(rt.no_attribute(v, *name))
        }
    }
}

fn repr(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    let text = |name: &str| attribute(rt, v, name).and_then(|a| rt.str_text(*a));
    let (name, file, line) = (text("co_name")?, text("co_filename")?, text("co_firstlineno")?);
    rt.str(&format!("<code object {name} at {:#x}, file \"{file}\", line {line}>", v.as_ptr().addr()))
}
