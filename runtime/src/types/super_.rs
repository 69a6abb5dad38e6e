//! `super`. What the form without arguments means is known by the layer that runs code.

use super::function::readonly;
use crate::error::{Raised, Res};
use crate::native::{Args, GetSetDef, NativeDef};
use crate::object::SuperObj;
use crate::rt::Rt;
use crate::value::{Owned, Slot, Value};

/// Methods.
pub const METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(cls, *args, **kwargs)", new),
    NativeDef::new("__init__", "(self, type=<missing>, object=<missing>, /)", init),
    NativeDef::new("__getattribute__", "(self, name, /)", |rt, args| {
        let name = rt.attribute_name(args.get(1))?;
        rt.super_getattr(args.get(0), *name)
    }),
    NativeDef::new("__get__", "(self, instance, owner=None, /)", |rt, args| bind(rt, args.get(0), args.get(1))),
    NativeDef::new("__repr__", "(self, /)", repr),
];

/// Computed attributes.
pub const GETSETS: &[GetSetDef] = &[
    GetSetDef { name: "__thisclass__", get: |_, v| or_none(&data(v).class), set: Some(readonly) },
    GetSetDef { name: "__self__", get: |_, v| or_none(&data(v).receiver), set: Some(readonly) },
    GetSetDef { name: "__self_class__", get: |_, v| or_none(&data(v).receiver_class), set: Some(readonly) },
];

fn data<'a>(v: Value) -> &'a SuperObj {
    // SAFETY: natives and computed attributes of `super` are called on its instances only.
    unsafe { v.layout() }
}

fn or_none(slot: &Slot) -> Res {
    Ok(slot.own().unwrap_or_else(|| Value::none().own()))
}

fn new(rt: &Rt, args: &Args<'_>) -> Res {
    rt.alloc_instance_with(args.get(0), |shape| SuperObj {
        head: Rt::fresh_header(shape),
        class: Slot::empty(),
        receiver: Slot::empty(),
        receiver_class: Slot::empty(),
    })
}

fn init(rt: &Rt, args: &Args<'_>) -> Res {
    let s = data(args.get(0));
    let implicit = if args.opt(1).is_none() { Some((rt.entry().super_args)(rt)?) } else { None };
    let (class, receiver) = match &implicit {
        Some((class, receiver)) => (**class, Some(**receiver)),
        None => (args.get(1), args.opt(2)),
    };
    if !rt.is_type(class) {
        return Err(rt.type_error(format!("super() argument 1 must be a type, not {}", rt.type_name(class))));
    }
    let receiver = receiver.filter(|r| !r.is_none());
    let receiver_class = receiver.map(|r| rt.super_receiver_class(class, r)).transpose()?;
    s.class.set(class.own());
    s.receiver.set_option(receiver.map(Value::own));
    s.receiver_class.set_option(receiver_class);
    crate::native::none()
}

/// An unbound `super` read through an instance becomes a bound one.
pub(crate) fn bind(rt: &Rt, v: Value, instance: Value) -> Res {
    let s = data(v);
    let Some(class) = s.class.own() else { return Ok(v.own()) };
    if instance.is_none() || !s.receiver.get().is_empty() {
        return Ok(v.own());
    }
    let own_class = rt.class_of(v).own();
    rt.call(*own_class, &[*class, instance])
}

fn repr(rt: &Rt, args: &Args<'_>) -> Res {
    let s = data(args.get(0));
    let class = s.class.get().some().map_or_else(|| "NULL".into(), |c| rt.class_name(c));
    rt.str(&match s.receiver_class.get().some() {
        Some(of) => format!("<super: <class '{class}'>, <{} object>>", rt.class_name(of)),
        None => format!("<super: <class '{class}'>, NULL>"),
    })
}

impl Rt {
    /// The class whose order `super(class, receiver)` searches.
    ///
    /// # Errors
    /// TypeError if `receiver` is neither an instance nor a subclass of `class`.
    pub fn super_receiver_class(&self, class: Value, receiver: Value) -> Result<Owned, Raised> {
        if self.is_type(receiver) && self.is_subclass(receiver, class) {
            return Ok(receiver.own());
        }
        let own = self.class_of(receiver);
        if self.is_subclass(own, class) {
            return Ok(own.own());
        }
        // A proxy may claim another class.
        if let Some(claimed) = self.getattr_opt(receiver, self.names.__class__)?
            && self.is_type(*claimed)
            && *claimed != own
            && self.is_subclass(*claimed, class)
        {
            return Ok(claimed);
        }
        let (what, name) = if self.is_type(receiver) {
            ("type", self.class_name(receiver))
        } else {
            ("instance of", self.class_name(own))
        };
        let class = self.class_name(class);
        Err(self.type_error(format!(
            "super(type, obj): obj ({what} {name}) is not an instance or subtype of type ({class})."
        )))
    }

    /// `super(class, receiver)`.
    ///
    /// # Errors
    /// TypeError if `receiver` is neither an instance nor a subclass of `class`.
    pub fn new_super(&self, class: Value, receiver: Value) -> Res {
        let receiver_class = self.super_receiver_class(class, receiver)?;
        self.alloc_fixed(
            crate::object::shape_id::SUPER,
            SuperObj {
                head: Rt::fresh_header(crate::object::shape_id::SUPER),
                class: Slot::new(class.own()),
                receiver: Slot::new(receiver.own()),
                receiver_class: Slot::new(receiver_class),
            },
        )
    }
}
