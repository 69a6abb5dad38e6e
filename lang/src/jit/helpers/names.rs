//! Global, built-in and namespace names; imports.

use super::helpers;
use crate::interp::{globals, slow};
use crate::modules::import;
use runtime::{Owned, Value};

helpers! {
    /// The global variable or built-in of a name, borrowed.
    LoadGlobal fn load_global(r, name: Value) -> Value {
        globals::find(r.rt, r.globals(), name).ok_or_else(|| globals::name_error(r.rt, name))
    }

    /// The same, or nothing.
    LoadGlobalCached fn load_global_cached(r, name: Value) -> Value {
        Ok(globals::find(r.rt, r.globals(), name).unwrap_or(Value::EMPTY))
    }

    /// Binds a global variable. The value is stolen.
    StoreGlobal fn store_global(r, name: Value, value: Value) -> () {
        r.rt.dict_set_str(r.globals(), name, Owned::from_raw(value))
    }

    /// Unbinds a global variable.
    DelGlobal fn del_global(r, name: Value) -> () {
        globals::remove(r.rt, r.globals(), name)
    }

    /// A name of a namespace, or the global or built-in.
    LoadName fn load_name(r, name: Value, namespace: Value) -> Owned {
        match globals::in_namespace(r.rt, namespace, name)? {
            Some(found) => Ok(found),
            None => globals::global(r.rt, r.globals(), name),
        }
    }

    /// Binds a name in a namespace.
    StoreName fn store_name(r, name: Value, namespace: Value, value: Value) -> () {
        globals::store_in_namespace(r.rt, namespace, name, value.own())
    }

    /// Unbinds a name in a namespace.
    DelName fn del_name(r, name: Value, namespace: Value) -> () {
        globals::remove_from_namespace(r.rt, namespace, name)
    }

    /// A name of a mapping, or the contents of a cell.
    LoadNameOrCell fn load_name_or_cell(r, name: Value, namespace: Value, cell: Value) -> Owned {
        if let Some(found) = globals::in_namespace(r.rt, namespace, name)? {
            return Ok(found);
        }
        slow::cell(cell).contents.own().ok_or_else(|| slow::unbound_free(r.rt, name))
    }

    /// A module.
    ImportName fn import_name(r, name: Value, level: u64, names: Value) -> Owned {
        import::import_hooked(r.rt, r.globals(), name, names, i64::from(level as u32 as i32))
    }

    /// A name of a module.
    ImportFrom fn import_from(r, name: Value, module: Value) -> Owned {
        import::name_of(r.rt, module, name)
    }

    /// All public names of a module.
    ImportStar fn import_star(r, module: Value, namespace: Value) -> () {
        import::all_names_of(r.rt, module, namespace.some().unwrap_or_else(|| r.globals()))
    }

    /// The function that makes classes, borrowed.
    LoadBuildClass fn load_build_class(r) -> Value {
        globals::build_class(r.rt)
    }
}
