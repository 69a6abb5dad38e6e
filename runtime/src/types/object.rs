//! Methods of `object`, which every class inherits.

use crate::class::flag;
use crate::error::{Raised, Res};
use crate::names::Dunder;
use crate::native::{Args, GetSetDef, NativeDef};
use crate::object::Kind;
use crate::rt::Rt;
use crate::value::Value;

/// Methods.
pub const METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(cls, *args, **kwargs)", new),
    NativeDef::new("__init__", "(self, *args, **kwargs)", init),
    NativeDef::new("__repr__", "(self, /)", repr),
    NativeDef::new("__str__", "(self, /)", str_),
    NativeDef::new("__format__", "(self, format_spec, /)", format),
    NativeDef::new("__hash__", "(self, /)", hash),
    NativeDef::new("__eq__", "(self, value, /)", eq),
    NativeDef::new("__ne__", "(self, value, /)", ne),
    NativeDef::new("__lt__", "(self, value, /)", declines),
    NativeDef::new("__le__", "(self, value, /)", declines),
    NativeDef::new("__gt__", "(self, value, /)", declines),
    NativeDef::new("__ge__", "(self, value, /)", declines),
    NativeDef::new("__getattribute__", "(self, name, /)", getattribute),
    NativeDef::new("__setattr__", "(self, name, value, /)", setattr),
    NativeDef::new("__delattr__", "(self, name, /)", delattr),
    NativeDef::new("__dir__", "(self, /)", dir),
    NativeDef::new("__sizeof__", "(self, /)", sizeof),
    NativeDef::new("__getstate__", "(self, /)", getstate),
    NativeDef::new("__reduce__", "(self, /)", reduce),
    NativeDef::new("__reduce_ex__", "(self, protocol, /)", reduce),
    NativeDef::new("__init_subclass__", "(cls, *args, **kwargs)", init_subclass),
    NativeDef::new("__subclasshook__", "(cls, *args)", declines),
];

/// Computed attributes.
pub const GETSETS: &[GetSetDef] = &[GetSetDef { name: "__class__", get: get_class, set: Some(set_class) }];

fn has_excess(args: &Args<'_>) -> bool {
    args.all().len() > 1
}

fn new(rt: &Rt, args: &Args<'_>) -> Res {
    let class = args.get(0);
    let t = rt.type_data(class);
    if has_excess(args) {
        if rt.type_special(class, Dunder::New) != rt.types.object_new.get().some() {
            return Err(rt.type_error("object.__new__() takes exactly one argument (the type to instantiate)"));
        }
        if rt.type_special(class, Dunder::Init) == rt.types.object_init.get().some() {
            return Err(rt.type_error(format!("{}() takes no arguments", rt.class_name(class))));
        }
    }
    if t.kind != Kind::Instance {
        return Err(rt.type_error(format!("cannot create '{}' instances", rt.class_name(class))));
    }
    if t.flags.get() & flag::ABSTRACT != 0 {
        return Err(abstract_error(rt, class)?);
    }
    rt.new_instance(class)
}

/// The error for calling a class with abstract methods.
fn abstract_error(rt: &Rt, class: Value) -> Result<Raised, Raised> {
    let names = rt.getattr(class, rt.names.__abstractmethods__)?;
    let mut texts = Vec::new();
    for name in rt.collect_vec(*names)? {
        texts.push(rt.str_text(*name)?);
    }
    texts.sort();
    let list: Vec<String> = texts.iter().map(|n| format!("'{n}'")).collect();
    let s = if list.len() == 1 { "" } else { "s" };
    Ok(rt.type_error(format!(
        "Can't instantiate abstract class {} without an implementation for abstract method{s} {}",
        rt.class_name(class),
        list.join(", ")
    )))
}

fn init(rt: &Rt, args: &Args<'_>) -> Res {
    if has_excess(args) {
        let class = rt.class_of(args.get(0));
        if rt.type_special(class, Dunder::Init) != rt.types.object_init.get().some() {
            return Err(rt.type_error("object.__init__() takes exactly one argument (the instance to initialize)"));
        }
        if rt.type_special(class, Dunder::New) == rt.types.object_new.get().some() {
            let name = rt.class_name(class);
            return Err(
                rt.type_error(format!("{name}.__init__() takes exactly one argument (the instance to initialize)"))
            );
        }
    }
    crate::native::none()
}

fn repr(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    let name = rt.printed_class_name(rt.class_of(v));
    rt.str(&format!("<{name} object at {:#x}>", v.as_ptr().addr()))
}

/// `__repr__` as it is: whether the result is a string is for the caller to see.
fn str_(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    match rt.special(v, Dunder::Repr) {
        Some(repr) => rt.call_special(repr, v, &[]),
        None => rt.repr(v),
    }
}

fn format(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    let spec = rt.expect_text(args.get(1), "__format__() argument")?;
    if !spec.is_empty() {
        return Err(rt.type_error(format!("unsupported format string passed to {}.__format__", rt.type_name(v))));
    }
    rt.to_str(v)
}

fn hash(rt: &Rt, args: &Args<'_>) -> Res {
    rt.hash_value(rt.identity_hash(args.get(0)))
}

fn eq(_: &Rt, args: &Args<'_>) -> Res {
    Ok(if args.get(0) == args.get(1) { Value::bool(true) } else { Value::not_implemented() }.own())
}

fn ne(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    let Some(eq) = rt.special(v, Dunder::Eq) else { return declines(rt, args) };
    let equal = rt.call_special(eq, v, &[args.get(1)])?;
    if equal.is_not_implemented() {
        return Ok(equal);
    }
    Ok(Value::bool(!rt.truth(*equal)?).own())
}

fn declines(_: &Rt, _: &Args<'_>) -> Res {
    Ok(Value::not_implemented().own())
}

fn getattribute(rt: &Rt, args: &Args<'_>) -> Res {
    let name = rt.attribute_name(args.get(1))?;
    rt.object_getattr(args.get(0), *name)
}

fn setattr(rt: &Rt, args: &Args<'_>) -> Res {
    let name = rt.attribute_name(args.get(1))?;
    refuse_on_type(rt, args.get(0), "__setattr__")?;
    rt.setattr_builtin(args.get(0), *name, Some(args.get(2)))?;
    crate::native::none()
}

fn delattr(rt: &Rt, args: &Args<'_>) -> Res {
    let name = rt.attribute_name(args.get(1))?;
    refuse_on_type(rt, args.get(0), "__delattr__")?;
    rt.setattr_builtin(args.get(0), *name, None)?;
    crate::native::none()
}

/// `object.__setattr__` must not go around what a metaclass's built-in base does.
fn refuse_on_type(rt: &Rt, v: Value, what: &str) -> Result<(), Raised> {
    if rt.is_type(v) {
        let class = rt.type_name(v);
        return Err(rt.type_error(format!("can't apply this {what} to {class} object")));
    }
    Ok(())
}

fn sizeof(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    if rt.kind_of_ptr(v).is_none() {
        return rt.int(8);
    }
    let shape = rt.shape_of(v);
    let attrs = if shape.has_attrs { 8 + 8 * usize::from(shape.inline_cap) } else { 0 };
    rt.int((crate::instance::base_size(shape.kind, v) + attrs) as i64)
}

fn getstate(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    if rt.kind_of_ptr(v).is_none() || !rt.shape_of(v).has_attrs {
        return crate::native::none();
    }
    let shape = rt.shape_of(v);
    let slots = rt.new_dict()?;
    for (i, name) in shape.names[..shape.fixed as usize].iter().enumerate() {
        if let Some(value) = rt.instance_slot(v, i).some() {
            rt.dict_set_str(*slots, *name, value.own())?;
        }
    }
    let dict = match rt.has_instance_dict(rt.class_of(v)) {
        true => rt.dict_copy(*rt.instance_dict(v)?)?,
        false => Value::none().own(),
    };
    if rt.dict_len(*slots) == 0 {
        return Ok(if dict.is_none() || rt.dict_len(*dict) == 0 { Value::none().own() } else { dict });
    }
    rt.pair(*dict, *slots)
}

/// Objects are not serialised.
fn reduce(rt: &Rt, args: &Args<'_>) -> Res {
    let name = rt.type_name(args.get(0));
    Err(rt.type_error(format!("cannot pickle '{name}' object")))
}

fn init_subclass(rt: &Rt, args: &Args<'_>) -> Res {
    let class = args.get(0);
    if !args.names().is_empty() {
        let name = rt.class_name(class);
        return Err(rt.type_error(format!("{name}.__init_subclass__() takes no keyword arguments")));
    }
    if args.len() > 1 {
        let (name, n) = (rt.class_name(class), args.len() - 1);
        return Err(rt.type_error(format!("{name}.__init_subclass__() takes no arguments ({n} given)")));
    }
    crate::native::none()
}

fn dir(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    let names = rt.new_dict()?;
    if let Some(dict) = rt.getattr_opt(v, rt.names.__dict__)?
        && rt.is_dict(*dict)
    {
        rt.add_keys(*names, *dict)?;
    }
    if let Some(class) = rt.getattr_opt(v, rt.names.__class__)?
        && rt.is_type(*class)
    {
        rt.add_class_names(*names, *class)?;
    }
    let keys = rt.collect_vec(*names)?;
    rt.list_from_owned(keys)
}

fn get_class(rt: &Rt, v: Value) -> Res {
    Ok(rt.class_of(v).own())
}

fn set_class(rt: &Rt, v: Value, class: Option<Value>) -> Result<(), Raised> {
    let Some(class) = class else {
        return Err(rt.type_error("can't delete __class__ attribute"));
    };
    if !rt.is_type(class) {
        let got = rt.type_name(class);
        return Err(rt.type_error(format!("__class__ must be set to a class, not '{got}' object")));
    }
    rt.set_class(v, class)
}

impl Rt {
    /// An attribute name given by a program, interned.
    ///
    /// # Errors
    /// TypeError if it is no string.
    pub fn attribute_name(&self, name: Value) -> Res {
        if !self.is_str(name) {
            return Err(self.type_error(format!("attribute name must be string, not '{}'", self.type_name(name))));
        }
        self.intern_value(name)
    }

    /// A class's name as its instances' `repr` shows it: with the module, unless that is `builtins`.
    pub fn printed_class_name(&self, class: Value) -> String {
        let t = self.type_data(class);
        match self.class_module(class).filter(|m| self.is_str(*m)).map(|m| self.str_lossy(m)) {
            Some(module) if module != "builtins" => format!("{module}.{}", self.str_lossy(t.qualname.get())),
            _ => self.str_lossy(t.name.get()).into_owned(),
        }
    }

    /// `__module__` in a class's own namespace, borrowed.
    pub(crate) fn class_module(&self, class: Value) -> Option<Value> {
        self.dict_get_str(self.type_data(class).dict.get(), self.names.__module__)
    }

    /// Adds the string keys of dict `from` to dict `to`, with None as their value.
    ///
    /// # Errors
    /// MemoryError.
    pub(crate) fn add_keys(&self, to: Value, from: Value) -> Result<(), Raised> {
        let mut at = 0;
        while let Some((key, _)) = self.dict_entry(from, &mut at) {
            self.dict_set(to, *key.own(), Value::none().own())?;
        }
        Ok(())
    }

    /// Adds the names of a class and its bases, for `dir`.
    ///
    /// # Errors
    /// MemoryError.
    pub(crate) fn add_class_names(&self, to: Value, class: Value) -> Result<(), Raised> {
        let mro = self.type_data(class).mro.get().own();
        for base in crate::tuple::tuple_items(*mro) {
            self.add_keys(to, self.type_data(*base).dict.get())?;
        }
        Ok(())
    }

    /// Makes `v` an instance of `class`, which must have the same layout as its class.
    ///
    /// # Errors
    /// TypeError if the layouts differ or either class is built in.
    pub fn set_class(&self, v: Value, class: Value) -> Result<(), Raised> {
        let old = self.class_of(v);
        let (from, to) = (self.type_data(old), self.type_data(class));
        let heap = |c: &crate::class::TypeObj| c.flags.get() & flag::HEAP != 0;
        let modules = self.kind_of(v) == Kind::Module && to.kind == Kind::Module;
        let mutable = modules || (heap(from) && heap(to));
        if !mutable {
            return Err(
                self.type_error("__class__ assignment only supported for mutable types or ModuleType subclasses")
            );
        }
        if !self.same_layout(old, class) {
            return Err(self.type_error(format!(
                "__class__ assignment: '{}' object layout differs from '{}'",
                self.class_name(class),
                self.class_name(old)
            )));
        }
        self.reshape(v, class)?;
        if heap(to) {
            class.incref();
        }
        if heap(from) {
            old.decref();
        }
        Ok(())
    }

    /// Whether instances of `a` can become instances of `b` without moving.
    pub(crate) fn same_layout(&self, a: Value, b: Value) -> bool {
        let same_flags =
            (self.type_data(a).flags.get() ^ self.type_data(b).flags.get()) & (flag::HAS_DICT | flag::WEAK) == 0;
        let (x, y) = (self.root_shape(a), self.root_shape(b));
        same_flags
            && x.kind == y.kind
            && x.has_attrs == y.has_attrs
            && x.open == y.open
            && x.fixed == y.fixed
            && x.names[..x.fixed as usize] == y.names[..y.fixed as usize]
            && self.solid_base(a) == self.solid_base(b)
    }
}
