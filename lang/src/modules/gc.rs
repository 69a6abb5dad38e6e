//! The `gc` module.

use crate::modules::ModuleDef;
use runtime::{NativeDef, Value};

/// The module.
pub(crate) const MODULE: ModuleDef = ModuleDef {
    name: "gc",
    doc: "The cycle collector.",
    functions: &[
        NativeDef::new("collect", "(generation=2)", |rt, _| rt.int(rt.collect() as i64)),
        NativeDef::new("enable", "()", |rt, _| {
            rt.set_collector_enabled(true);
            Ok(Value::none().own())
        }),
        NativeDef::new("disable", "()", |rt, _| {
            rt.set_collector_enabled(false);
            Ok(Value::none().own())
        }),
        NativeDef::new("isenabled", "()", |rt, _| Ok(Value::bool(rt.collector_enabled()).own())),
    ],
    init: |rt, dict| {
        // Nothing is ever uncollectable.
        crate::modules::add(rt, dict, "garbage", rt.new_list(0)?)
    },
};
