//! `types.GenericAlias`: what `list[int]` gives. It stands for its origin and remembers the arguments.

use crate::boxed::NativeObject;
use crate::error::{Exc, Raised, Res};
use crate::native::{Args, GetSetDef, NativeDef};
use crate::object::Kind;
use crate::rt::Rt;
use crate::string::{Text, text};
use crate::value::{Owned, Slot, Value};

/// The object.
pub struct GenericAlias {
    origin: Slot,
    /// A tuple.
    args: Slot,
}

/// `__class_getitem__` of a built-in container.
pub const CLASS_GETITEM: NativeDef =
    NativeDef::new("__class_getitem__", "(cls, object, /)", |rt, args| rt.new_generic_alias(args.get(0), args.get(1)));

impl NativeObject for GenericAlias {
    const NAME: &'static str = "types.GenericAlias";
    const METHODS: &'static [NativeDef] = &[
        NativeDef::new("__repr__", "(self, /)", repr),
        NativeDef::new("__call__", "(self, /, *args, **kwargs)", call),
        NativeDef::new("__getattr__", "(self, name, /)", |rt, args| {
            rt.getattr(alias(rt, args)?.origin.get(), args.get(1))
        }),
        NativeDef::new("__mro_entries__", "(self, bases, /)", |rt, args| {
            rt.tuple_from(&[alias(rt, args)?.origin.get()])
        }),
        NativeDef::new("__getitem__", "(self, key, /)", |rt, args| {
            let name = rt.repr_text(args.get(0))?;
            Err(rt.type_error(format!("{name} is not a generic class")))
        }),
        NativeDef::new("__instancecheck__", "(self, instance, /)", |rt, _| {
            Err(rt.type_error("isinstance() argument 2 cannot be a parameterized generic"))
        }),
        NativeDef::new("__subclasscheck__", "(self, subclass, /)", |rt, _| {
            Err(rt.type_error("issubclass() argument 2 cannot be a parameterized generic"))
        }),
        NativeDef::new("__or__", "(self, value, /)", |rt, args| super::union::or(rt, args.get(0), args.get(1))),
        NativeDef::new("__ror__", "(self, value, /)", |rt, args| super::union::or(rt, args.get(1), args.get(0))),
        NativeDef::new("__eq__", "(self, value, /)", equal),
        NativeDef::new("__hash__", "(self, /)", |rt, args| {
            let a = alias(rt, args)?;
            rt.hash_value(rt.hash(a.origin.get())? ^ rt.hash(a.args.get())?)
        }),
    ];
    const GETSETS: &'static [GetSetDef] = &[
        GetSetDef { name: "__origin__", get: |rt, v| Ok(data(rt, v)?.origin.get().own()), set: None },
        GetSetDef { name: "__args__", get: |rt, v| Ok(data(rt, v)?.args.get().own()), set: None },
        GetSetDef { name: "__unpacked__", get: |_, _| Ok(Value::bool(false).own()), set: None },
        GetSetDef { name: "__parameters__", get: |rt, _| Ok(rt.empty_tuple.own()), set: None },
    ];

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        f(self.origin.get());
        f(self.args.get());
    }
}

fn data<'a>(rt: &Rt, v: Value) -> Result<&'a GenericAlias, Raised> {
    rt.expect_boxed::<GenericAlias>(v)
}

fn alias<'a>(rt: &Rt, args: &Args<'_>) -> Result<&'a GenericAlias, Raised> {
    data(rt, args.get(0))
}

fn call(rt: &Rt, args: &Args<'_>) -> Res {
    let origin = alias(rt, args)?.origin.get();
    let rest = Args::with_keywords(&args.all()[1..], args.names());
    let object = rt.call_args(origin, &rest)?;
    let name = rt.intern("__orig_class__")?;
    match rt.setattr(*object, *name, args.get(0)) {
        Err(raised) if rt.raised_is(Exc::AttributeError) || rt.raised_is(Exc::TypeError) => {
            drop(rt.take_raised(raised))
        }
        done => done?,
    }
    Ok(object)
}

fn equal(rt: &Rt, args: &Args<'_>) -> Res {
    let Some(other) = rt.boxed::<GenericAlias>(args.get(1)) else { return Ok(Value::not_implemented().own()) };
    let this = alias(rt, args)?;
    let same = rt.eq(this.origin.get(), other.origin.get())? && rt.eq(this.args.get(), other.args.get())?;
    Ok(Value::bool(same).own())
}

fn repr(rt: &Rt, args: &Args<'_>) -> Res {
    let this = alias(rt, args)?;
    let items = rt.as_tuple(this.args.get()).unwrap_or(&[]);
    let origin = item_repr(rt, this.origin.get())?;
    let items = items.iter().map(|item| item_repr(rt, *item)).collect::<Result<Vec<Owned>, Raised>>()?;
    let mut texts = vec![text(*origin), Text::Ascii("[")];
    for (n, item) in items.iter().enumerate() {
        if n > 0 {
            texts.push(Text::Ascii(", "));
        }
        texts.push(text(**item));
    }
    if items.is_empty() {
        texts.push(Text::Ascii("()"));
    }
    texts.push(Text::Ascii("]"));
    rt.str_join(&texts)
}

/// Classes are shown by their qualified names.
fn item_repr(rt: &Rt, item: Value) -> Res {
    match rt.kind_of(item) {
        Kind::Ellipsis => rt.str("..."),
        Kind::Type if item == rt.kind_type(Kind::None) => rt.str("None"),
        Kind::Type | Kind::Function | Kind::Native => {
            let part = |name: Value| rt.getattr_opt(item, name);
            match (part(rt.names.__module__)?, part(rt.names.__qualname__)?) {
                (Some(module), Some(name)) if rt.is_str(*module) && rt.is_str(*name) => {
                    let module = text(*module);
                    if module.lossy() == "builtins" {
                        return Ok(name);
                    }
                    rt.str_join(&[module, Text::Ascii("."), text(*name)])
                }
                _ => rt.repr(item),
            }
        }
        _ => rt.repr(item),
    }
}

impl Rt {
    /// `origin[item]`: the items of a tuple are the arguments.
    ///
    /// # Errors
    /// MemoryError.
    pub fn new_generic_alias(&self, origin: Value, item: Value) -> Res {
        let args = if item.has_shape(crate::object::shape_id::TUPLE) { item.own() } else { self.tuple_from(&[item])? };
        self.new_boxed(GenericAlias { origin: Slot::new(origin.own()), args: Slot::new(args) })
    }
}
