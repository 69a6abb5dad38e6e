//! `_weakref`: the native part of `weakref`.

use crate::modules::{ModuleDef, add};
use runtime::object::Kind;
use runtime::{NativeDef, Raised, Rt, Value};

/// The module.
pub(crate) const MODULE: ModuleDef = ModuleDef {
    name: "_weakref",
    doc: "References that do not keep their object alive.",
    functions: &[
        NativeDef::new("getweakrefcount", "(object, /)", |rt, args| rt.int(rt.weakrefs_of(args.get(0)).len() as i64)),
        NativeDef::new("getweakrefs", "(object, /)", |rt, args| rt.list_from_owned(rt.weakrefs_of(args.get(0)))),
    ],
    init,
};

fn init(rt: &Rt, dict: Value) -> Result<(), Raised> {
    let class = rt.kind_type(Kind::WeakRef);
    add(rt, dict, "ref", class.own())?;
    add(rt, dict, "ReferenceType", class.own())
}
