//! Computed attributes of classes.

use super::create::is_heap;
use crate::class::flag;
use crate::error::{Exc, Raised, Res};
use crate::native::GetSetDef;
use crate::object::{Kind, MappingProxyObj, shape_id};
use crate::rt::Rt;
use crate::value::{Slot, Value};

pub(super) const GETSETS: &[GetSetDef] = &[
    GetSetDef { name: "__name__", get: get_name, set: Some(set_name) },
    GetSetDef { name: "__qualname__", get: get_qualname, set: Some(set_qualname) },
    GetSetDef { name: "__module__", get: get_module, set: Some(set_module) },
    GetSetDef { name: "__bases__", get: get_bases, set: Some(super::bases::set_bases) },
    GetSetDef { name: "__base__", get: get_base, set: Some(crate::types::function::readonly) },
    GetSetDef { name: "__mro__", get: get_mro, set: None },
    GetSetDef { name: "__dict__", get: get_dict, set: None },
    GetSetDef { name: "__doc__", get: get_doc, set: Some(set_doc) },
    GetSetDef { name: "__abstractmethods__", get: get_abstract, set: Some(set_abstract) },
    GetSetDef { name: "__annotations__", get: get_annotations, set: Some(set_annotations) },
    GetSetDef { name: "__annotate__", get: get_annotate, set: Some(set_annotate) },
    GetSetDef { name: "__type_params__", get: get_type_params, set: Some(set_type_params) },
];

/// Checks that a special attribute of a class may be set, and gives the new value.
fn settable(rt: &Rt, class: Value, name: &str, value: Option<Value>) -> Result<Value, Raised> {
    let class_name = rt.class_name(class);
    if !is_heap(rt, class) {
        return Err(rt.type_error(format!("cannot set '{name}' attribute of immutable type '{class_name}'")));
    }
    value.ok_or_else(|| rt.type_error(format!("cannot delete '{name}' attribute of immutable type '{class_name}'")))
}

fn own(rt: &Rt, class: Value, name: Value) -> Option<Value> {
    // `type` itself has these attributes' descriptors in its namespace.
    rt.dict_get_str(rt.type_data(class).dict.get(), name).filter(|v| rt.kind_of(*v) != Kind::GetSet)
}

fn get_name(rt: &Rt, class: Value) -> Res {
    Ok(rt.type_data(class).name.get().own())
}

fn set_name(rt: &Rt, class: Value, value: Option<Value>) -> Result<(), Raised> {
    let value = settable(rt, class, "__name__", value)?;
    if !rt.is_str(value) {
        let (name, got) = (rt.class_name(class), rt.type_name(value));
        return Err(rt.type_error(format!("can only assign string to {name}.__name__, not '{got}'")));
    }
    if rt.str_lossy(value).contains('\0') {
        return Err(rt.value_error("type name must not contain null characters"));
    }
    rt.type_data(class).name.set(value.own());
    Ok(())
}

fn get_qualname(rt: &Rt, class: Value) -> Res {
    Ok(rt.type_data(class).qualname.get().own())
}

fn set_qualname(rt: &Rt, class: Value, value: Option<Value>) -> Result<(), Raised> {
    let value = settable(rt, class, "__qualname__", value)?;
    if !rt.is_str(value) {
        let (name, got) = (rt.class_name(class), rt.type_name(value));
        return Err(rt.type_error(format!("can only assign string to {name}.__qualname__, not '{got}'")));
    }
    rt.type_data(class).qualname.set(value.own());
    Ok(())
}

fn get_module(rt: &Rt, class: Value) -> Res {
    match own(rt, class, rt.names.__module__) {
        Some(module) => Ok(module.own()),
        None if is_heap(rt, class) => Err(rt.raise(Exc::AttributeError, "__module__")),
        None => rt.str("builtins"),
    }
}

fn set_module(rt: &Rt, class: Value, value: Option<Value>) -> Result<(), Raised> {
    let value = settable(rt, class, "__module__", value)?;
    rt.type_set(class, rt.names.__module__, Some(value.own())).map(drop)
}

fn get_bases(rt: &Rt, class: Value) -> Res {
    Ok(rt.type_data(class).bases.get().own())
}

fn get_base(rt: &Rt, class: Value) -> Res {
    Ok(rt.type_data(class).base.get().some().unwrap_or(Value::none()).own())
}

fn get_mro(rt: &Rt, class: Value) -> Res {
    Ok(rt.type_data(class).mro.get().own())
}

fn get_dict(rt: &Rt, class: Value) -> Res {
    let dict = rt.type_data(class).dict.get().own();
    rt.alloc_fixed(
        shape_id::MAPPING_PROXY,
        MappingProxyObj { head: Rt::fresh_header(shape_id::MAPPING_PROXY), mapping: Slot::new(dict) },
    )
}

fn get_doc(rt: &Rt, class: Value) -> Res {
    match own(rt, class, rt.names.__doc__) {
        Some(doc) => {
            let doc = doc.own();
            rt.bind(*doc, Value::EMPTY, class)
        }
        None => crate::native::none(),
    }
}

fn set_doc(rt: &Rt, class: Value, value: Option<Value>) -> Result<(), Raised> {
    let value = settable(rt, class, "__doc__", value)?;
    rt.type_set(class, rt.names.__doc__, Some(value.own())).map(drop)
}

fn get_abstract(rt: &Rt, class: Value) -> Res {
    match own(rt, class, rt.names.__abstractmethods__) {
        Some(v) => Ok(v.own()),
        None => Err(no_abstract(rt)),
    }
}

fn no_abstract(rt: &Rt) -> Raised {
    rt.raise(Exc::AttributeError, "__abstractmethods__")
}

fn set_abstract(rt: &Rt, class: Value, value: Option<Value>) -> Result<(), Raised> {
    let name = rt.names.__abstractmethods__;
    let abstract_now = match value {
        Some(v) => rt.truth(v)?,
        None => false,
    };
    if !rt.type_set(class, name, value.map(Value::own))? {
        return Err(no_abstract(rt));
    }
    let flags = &rt.type_data(class).flags;
    flags.set(if abstract_now { flags.get() | flag::ABSTRACT } else { flags.get() & !flag::ABSTRACT });
    Ok(())
}

fn get_annotate(rt: &Rt, class: Value) -> Res {
    if !is_heap(rt, class) {
        return Err(rt.no_attribute(class, rt.names.__annotate__));
    }
    let found = own(rt, class, rt.names.__annotate_func__).or_else(|| own(rt, class, rt.names.__annotate__));
    Ok(found.unwrap_or(Value::none()).own())
}

fn set_annotate(rt: &Rt, class: Value, value: Option<Value>) -> Result<(), Raised> {
    let Some(value) = value else { return Err(rt.type_error("cannot delete __annotate__ attribute")) };
    settable(rt, class, "__annotate__", Some(value))?;
    if !value.is_none() && !rt.is_callable(value) {
        return Err(rt.type_error("__annotate__ must be callable or None"));
    }
    rt.type_set(class, rt.names.__annotate_func__, Some(value.own()))?;
    let cache = rt.intern("__annotations_cache__")?;
    rt.type_set(class, *cache, None).map(drop)
}

fn get_annotations(rt: &Rt, class: Value) -> Res {
    if !is_heap(rt, class) {
        return Err(rt.no_attribute(class, rt.names.__annotations__));
    }
    if let Some(set) = own(rt, class, rt.names.__annotations__) {
        return Ok(set.own());
    }
    let cache = rt.intern("__annotations_cache__")?;
    if let Some(known) = own(rt, class, *cache) {
        return Ok(known.own());
    }
    let annotate = get_annotate(rt, class)?;
    let made = rt.call_annotate(*annotate)?;
    rt.type_set(class, *cache, Some(made.clone()))?;
    Ok(made)
}

fn set_annotations(rt: &Rt, class: Value, value: Option<Value>) -> Result<(), Raised> {
    if !is_heap(rt, class) {
        return settable(rt, class, "__annotations__", value).map(drop);
    }
    let cache = rt.intern("__annotations_cache__")?;
    let name = if own(rt, class, rt.names.__annotations__).is_some() { rt.names.__annotations__ } else { *cache };
    let there = value.is_some() || own(rt, class, name).is_some();
    rt.type_set(class, name, value.map(Value::own))?;
    if there { Ok(()) } else { Err(rt.raise(Exc::AttributeError, "__annotations__")) }
}

fn get_type_params(rt: &Rt, class: Value) -> Res {
    match own(rt, class, rt.names.__type_params__) {
        Some(v) => Ok(v.own()),
        None => Ok(rt.empty_tuple.own()),
    }
}

fn set_type_params(rt: &Rt, class: Value, value: Option<Value>) -> Result<(), Raised> {
    let value = settable(rt, class, "__type_params__", value)?;
    rt.type_set(class, rt.names.__type_params__, Some(value.own())).map(drop)
}

impl Rt {
    /// What `__annotate__` function `annotate` gives for real values: a dict, an empty one if there is no function.
    ///
    /// # Errors
    /// TypeError if it gives no dict; what it raises.
    pub(crate) fn call_annotate(&self, annotate: Value) -> Res {
        if annotate.is_empty() || annotate.is_none() {
            return self.new_dict();
        }
        let made = self.call(annotate, &[Value::int(1)])?;
        if !self.is_dict(*made) {
            let got = self.type_name(*made);
            return Err(self.type_error(format!("__annotate__() must return a dict, not '{got}'")));
        }
        Ok(made)
    }
}
