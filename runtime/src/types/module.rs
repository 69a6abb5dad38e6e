//! Modules.

use super::function::readonly;
use crate::error::{Raised, Res};
use crate::native::{Args, GetSetDef, NativeDef};
use crate::object::{Kind, ModuleObj};
use crate::rt::Rt;
use crate::value::{Slot, Value};

/// Methods.
pub const METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(cls, *args, **kwargs)", new),
    NativeDef::new("__init__", "(self, name, doc=None)", init),
    NativeDef::new("__repr__", "(self, /)", repr),
    NativeDef::new("__getattribute__", "(self, name, /)", |rt, args| {
        let name = rt.attribute_name(args.get(1))?;
        rt.module_getattr(args.get(0), *name)
    }),
    NativeDef::new("__dir__", "(self, /)", dir),
];

/// Computed attributes.
pub const GETSETS: &[GetSetDef] =
    &[GetSetDef { name: "__dict__", get: |_, v| Ok(data(v).dict.get().own()), set: Some(readonly) }];

fn data<'a>(v: Value) -> &'a ModuleObj {
    // SAFETY: natives and computed attributes of `module` are called on modules only.
    unsafe { v.layout() }
}

fn new(rt: &Rt, args: &Args<'_>) -> Res {
    let dict = rt.new_dict()?;
    rt.alloc_instance_with(args.get(0), |shape| ModuleObj {
        head: Rt::fresh_header(shape),
        dict: Slot::new(dict),
        name: Slot::new(rt.empty_str.own()),
    })
}

fn init(rt: &Rt, args: &Args<'_>) -> Res {
    let name = args.get(1);
    if !rt.is_str(name) {
        let got = rt.type_name(name);
        return Err(rt.type_error(format!("module() argument 'name' must be str, not {got}")));
    }
    fill(rt, args.get(0), name, args.opt(2).unwrap_or(Value::none()))?;
    crate::native::none()
}

/// Names a module and gives it the attributes that every one has.
fn fill(rt: &Rt, v: Value, name: Value, doc: Value) -> Result<(), Raised> {
    let m = data(v);
    m.name.set(name.own());
    let dict = m.dict.get();
    let loader = rt.intern("__loader__")?;
    rt.dict_set_str(dict, rt.names.__name__, name.own())?;
    rt.dict_set_str(dict, rt.names.__doc__, doc.own())?;
    for empty in [rt.names.__package__, *loader, rt.names.__spec__] {
        rt.dict_set_str(dict, empty, Value::none().own())?;
    }
    Ok(())
}

fn repr(rt: &Rt, args: &Args<'_>) -> Res {
    let m = data(args.get(0));
    let dict = m.dict.get();
    let name = rt.dict_get_str(dict, rt.names.__name__).unwrap_or(m.name.get()).own();
    let name = rt.repr_text(*name)?;
    let attr = |key: Value| rt.dict_get_str(dict, key).map(Value::own);
    let origin = match (attr(rt.names.__file__), attr(rt.names.__path__)) {
        (Some(file), _) => format!(" from {}", rt.repr_text(*file)?),
        // A package of folders without code.
        (None, Some(path)) => format!(" (namespace) from {}", rt.repr_text(*path)?),
        (None, None) if rt.is_builtin_module(m) => " (built-in)".into(),
        (None, None) => String::new(),
    };
    rt.str(&format!("<module {name}{origin}>"))
}

fn dir(rt: &Rt, args: &Args<'_>) -> Res {
    let dict = data(args.get(0)).dict.get().own();
    if let Some(hook) = rt.dict_get_str(*dict, rt.names.__dir__) {
        return rt.call(*hook.own(), &[]);
    }
    let keys = rt.collect_vec(*dict)?;
    rt.list_from_owned(keys)
}

impl Rt {
    /// The dictionary of a module; `None` for other values. Valid while the module lives.
    pub fn module_dict(&self, v: Value) -> Option<Value> {
        if self.kind_of_ptr(v) == Some(Kind::Module) { data(v).dict.get().some() } else { None }
    }

    /// Whether a module is one of the engine's own: it is registered, but comes from no file and is not the program.
    fn is_builtin_module(&self, m: &ModuleObj) -> bool {
        let name = m.name.get();
        let registered = self.modules.get().some().and_then(|all| self.dict_get_str(all, name));
        name != self.names.__main__
            && registered.is_some_and(|r| self.module_dict(r).is_some_and(|d| d == m.dict.get()))
    }
}
