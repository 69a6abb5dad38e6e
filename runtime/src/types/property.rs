//! `property`.

use super::function::{descriptor_args, readonly};
use crate::error::{Exc, Raised, Res};
use crate::native::{Args, GetSetDef, NativeDef};
use crate::object::PropertyObj;
use crate::rt::Rt;
use crate::value::{Owned, Slot, Value};

/// Methods.
pub const PROPERTY_METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(cls, *args, **kwargs)", new),
    NativeDef::new("__init__", "(self, fget=None, fset=None, fdel=None, doc=None)", init),
    NativeDef::new("getter", "(self, fget, /)", |rt, args| copy(rt, args, Part::Get)),
    NativeDef::new("setter", "(self, fset, /)", |rt, args| copy(rt, args, Part::Set)),
    NativeDef::new("deleter", "(self, fdel, /)", |rt, args| copy(rt, args, Part::Del)),
    NativeDef::new("__get__", "(self, instance, owner=None, /)", get),
    NativeDef::new("__set__", "(self, instance, value, /)", |rt, args| {
        rt.property_set(args.get(0), args.get(1), Some(args.get(2)))?;
        crate::native::none()
    }),
    NativeDef::new("__delete__", "(self, instance, /)", |rt, args| {
        rt.property_set(args.get(0), args.get(1), None)?;
        crate::native::none()
    }),
    NativeDef::new("__set_name__", "(self, owner, name, /)", |_, args| {
        property(args.get(0)).name.set(args.get(2).own());
        crate::native::none()
    }),
];

/// Computed attributes.
pub const PROPERTY_GETSETS: &[GetSetDef] = &[
    GetSetDef { name: "fget", get: |_, v| part(&property(v).get), set: Some(readonly) },
    GetSetDef { name: "fset", get: |_, v| part(&property(v).set), set: Some(readonly) },
    GetSetDef { name: "fdel", get: |_, v| part(&property(v).del), set: Some(readonly) },
    GetSetDef { name: "__doc__", get: get_doc, set: Some(set_doc) },
    GetSetDef { name: "__name__", get: get_name, set: Some(set_name) },
    GetSetDef { name: "__isabstractmethod__", get: get_abstract, set: None },
];

fn property<'a>(v: Value) -> &'a PropertyObj {
    // SAFETY: natives and computed attributes of `property` are called on properties only.
    unsafe { v.layout() }
}

fn part(slot: &Slot) -> Res {
    Ok(slot.own().unwrap_or_else(|| Value::none().own()))
}

fn new(rt: &Rt, args: &Args<'_>) -> Res {
    rt.alloc_instance_with(args.get(0), |shape| PropertyObj {
        head: Rt::fresh_header(shape),
        get: Slot::empty(),
        set: Slot::empty(),
        del: Slot::empty(),
        doc: Slot::empty(),
        name: Slot::empty(),
    })
}

fn init(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    let p = property(v);
    let given = |i: usize| args.opt(i).filter(|a| !a.is_none()).map(Value::own);
    p.get.set_option(given(1));
    p.set.set_option(given(2));
    p.del.set_option(given(3));
    p.doc.set_option(given(4));
    p.name.clear();
    // A subclass has a `__doc__` of its own, so the instance keeps the docstring among its attributes.
    if v.shape() >= crate::object::shape_id::FIRST_DYNAMIC && rt.shape_of(v).has_attrs {
        let doc = get_doc(rt, v)?;
        rt.instance_set(v, rt.names.__doc__, doc)?;
    }
    crate::native::none()
}

fn get(rt: &Rt, args: &Args<'_>) -> Res {
    if args.get(1).is_none() {
        return Ok(args.get(0).own());
    }
    let (instance, _) = descriptor_args(rt, args)?;
    rt.property_get(args.get(0), instance)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Get,
    Set,
    Del,
}

/// A property like the receiver with one function replaced.
fn copy(rt: &Rt, args: &Args<'_>, which: Part) -> Res {
    let v = args.get(0);
    let p = property(v);
    let take = |slot: &Slot, this: Part| {
        if this == which { args.get(1).own() } else { slot.own().unwrap_or_else(|| Value::none().own()) }
    };
    let (get, set, del) = (take(&p.get, Part::Get), take(&p.set, Part::Set), take(&p.del, Part::Del));
    // A docstring that came from the getter is taken from the new one again.
    let doc = p.doc.own().unwrap_or_else(|| Value::none().own());
    let class: Owned = rt.class_of(v).own();
    let made = rt.call(*class, &[*get, *set, *del, *doc])?;
    if let (Some(name), true) = (p.name.own(), rt.kind_of(*made) == crate::object::Kind::Property) {
        property(*made).name.set(name);
    }
    Ok(made)
}

fn get_doc(rt: &Rt, v: Value) -> Res {
    let p = property(v);
    if let Some(doc) = p.doc.own() {
        return Ok(doc);
    }
    let Some(get) = p.get.own() else { return crate::native::none() };
    Ok(rt.getattr_opt(*get, rt.names.__doc__)?.unwrap_or_else(|| Value::none().own()))
}

fn set_doc(_: &Rt, v: Value, value: Option<Value>) -> Result<(), Raised> {
    property(v).doc.set_option(value.map(Value::own));
    Ok(())
}

fn get_name(rt: &Rt, v: Value) -> Res {
    let p = property(v);
    if let Some(name) = p.name.own() {
        return Ok(name);
    }
    if let Some(get) = p.get.own()
        && let Some(name) = rt.getattr_opt(*get, rt.names.__name__)?
    {
        return Ok(name);
    }
    Err(rt.no_attribute(v, rt.names.__name__))
}

fn set_name(_: &Rt, v: Value, value: Option<Value>) -> Result<(), Raised> {
    property(v).name.set_option(value.map(Value::own));
    Ok(())
}

fn get_abstract(rt: &Rt, v: Value) -> Res {
    let p = property(v);
    for slot in [&p.get, &p.set, &p.del] {
        if let Some(f) = slot.own()
            && rt.is_abstract(*f)?
        {
            return Ok(Value::bool(true).own());
        }
    }
    Ok(Value::bool(false).own())
}

impl Rt {
    /// Whether a function is marked abstract (`__isabstractmethod__`).
    ///
    /// # Errors
    /// What reading the mark raises other than AttributeError.
    pub fn is_abstract(&self, f: Value) -> Result<bool, Raised> {
        match self.getattr_opt(f, self.names.__isabstractmethod__)? {
            Some(mark) => self.truth(*mark),
            None => Ok(false),
        }
    }

    /// A property with a name and no functions raises this.
    #[cold]
    pub(crate) fn property_error(&self, p: &PropertyObj, v: Value, what: &str) -> Raised {
        let class = self.str_lossy(self.type_data(self.class_of(v)).qualname.get());
        let text = match p.name.get().some() {
            Some(name) => match self.repr_text(name) {
                Ok(name) => format!("property {name} of '{class}' object has no {what}"),
                Err(raised) => return raised,
            },
            None => format!("property of '{class}' object has no {what}"),
        };
        self.raise(Exc::AttributeError, text)
    }
}
