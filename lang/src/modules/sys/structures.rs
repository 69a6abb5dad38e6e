//! The structures of `sys` that are about the implementation.

use runtime::boxed::NativeObject;
use runtime::native::GetSetDef;
use runtime::{NativeDef, Res, Rt, Slot, Value};

runtime::struct_sequence! {
    /// `type(sys.version_info)`.
    VersionInfo "sys.version_info"
    ["major" 0, "minor" 1, "micro" 2, "releaselevel" 3, "serial" 4]
    []
}

runtime::struct_sequence! {
    /// `type(sys.flags)`.
    Flags "sys.flags"
    ["debug" 0, "inspect" 1, "interactive" 2, "optimize" 3, "dont_write_bytecode" 4, "no_user_site" 5, "no_site" 6,
     "ignore_environment" 7, "verbose" 8, "bytes_warning" 9, "quiet" 10, "hash_randomization" 11, "isolated" 12, "dev_mode" 13,
     "utf8_mode" 14, "warn_default_encoding" 15, "safe_path" 16, "int_max_str_digits" 17]
    []
}

/// `sys.implementation`.
pub(super) struct Implementation {
    pub(super) version: Slot,
    pub(super) hexversion: i64,
}

impl NativeObject for Implementation {
    const NAME: &'static str = "types.SimpleNamespace";
    const METHODS: &'static [NativeDef] = &[NativeDef::new("__repr__", "(self, /)", |rt, a| repr(rt, a.get(0)))];
    const GETSETS: &'static [GetSetDef] = &[
        GetSetDef { name: "name", get: |rt, _| rt.str("tally"), set: None },
        GetSetDef { name: "cache_tag", get: |_, _| Ok(Value::none().own()), set: None },
        GetSetDef { name: "version", get: |rt, v| Ok(rt.expect_boxed::<Self>(v)?.version.get().own()), set: None },
        GetSetDef { name: "hexversion", get: |rt, v| rt.int(rt.expect_boxed::<Self>(v)?.hexversion), set: None },
    ];

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        f(self.version.get());
    }
}

fn repr(rt: &Rt, v: Value) -> Res {
    let this = rt.expect_boxed::<Implementation>(v)?;
    let version = rt.repr_text(this.version.get())?;
    rt.str(&format!("namespace(name='tally', cache_tag=None, version={version}, hexversion={})", this.hexversion))
}
