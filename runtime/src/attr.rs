//! Attribute access: the default lookup, descriptors, and the per-kind variants.

use crate::call::Method;
use crate::class::flag;
use crate::error::{Exc, Raised, Res};
use crate::names::Dunder;
use crate::object::*;
use crate::rt::Rt;
use crate::value::{Owned, Value};

impl Rt {
    /// `v.name`.
    ///
    /// # Errors
    /// AttributeError; what user code raises.
    pub fn getattr(&self, v: Value, name: Value) -> Res {
        let class = self.class_of(v);
        let found = match self.type_special(class, Dunder::GetAttribute).filter(|g| !self.is_default_hook(*g)) {
            None => self.getattr_builtin(v, name),
            Some(get) => self.call_special(get, v, &[name]),
        };
        match found {
            Ok(found) => Ok(found),
            Err(raised) => match self.getattr_fallback(v, class, name, raised) {
                Ok(found) => Ok(found),
                Err(raised) => Err(self.complete_attribute_error(v, name, raised)),
            },
        }
    }

    /// Tells an AttributeError that does not know yet which attribute of which object was looked for.
    #[cold]
    fn complete_attribute_error(&self, v: Value, name: Value, raised: Raised) -> Raised {
        if self.raised_is(Exc::AttributeError) {
            let data = self.exception_data(self.pending.get());
            if data.extra.get().is_empty() && data.extra2.get().is_empty() {
                data.extra.set(name.own());
                data.extra2.set(v.own());
            }
        }
        raised
    }

    /// Whether an attribute hook found in a class is a built-in one, whose work is done here without calling it. A native of
    /// another name (`__setattr__ = dict.__setitem__`) is not.
    #[inline]
    pub fn is_default_hook(&self, hook: Value) -> bool {
        self.as_native(hook).is_some_and(|n| matches!(n.def.name, "__getattribute__" | "__setattr__" | "__delattr__"))
    }

    /// `__getattr__`, if the class has one and AttributeError was raised.
    fn getattr_fallback(&self, v: Value, class: Value, name: Value, raised: Raised) -> Res {
        let Some(get) = self.type_special(class, Dunder::GetAttr) else { return Err(raised) };
        self.swallow(raised, Exc::AttributeError)?;
        self.call_special(get, v, &[name])
    }

    /// `v.name`, or `None` where that raises AttributeError.
    ///
    /// # Errors
    /// Any other exception.
    pub fn getattr_opt(&self, v: Value, name: Value) -> Result<Option<Owned>, Raised> {
        // Where no user code can be involved, look without raising.
        let class = self.class_of(v);
        let plain = self.type_special(class, Dunder::GetAttribute).is_none_or(|g| self.is_default_hook(g));
        if plain && !matches!(self.kind_of(v), Kind::Module | Kind::Super | Kind::Type | Kind::BoundMethod) {
            if let Some(found) = self.lookup_plain(v, class, name) {
                return match found {
                    Ok(found) => Ok(Some(found)),
                    Err(raised) => self.swallow(raised, Exc::AttributeError).map(|()| None),
                };
            }
            if self.type_special(class, Dunder::GetAttr).is_none() {
                return Ok(None);
            }
        }
        match self.getattr(v, name) {
            Ok(found) => Ok(Some(found)),
            Err(raised) => self.swallow(raised, Exc::AttributeError).map(|()| None),
        }
    }

    /// The built-in `__getattribute__` of `v`'s kind.
    ///
    /// # Errors
    /// AttributeError; what descriptors raise.
    pub fn getattr_builtin(&self, v: Value, name: Value) -> Res {
        match self.kind_of(v) {
            Kind::Type => self.type_getattr(v, name),
            Kind::Module => self.module_getattr(v, name),
            Kind::Super => self.super_getattr(v, name),
            Kind::BoundMethod => self.bound_getattr(v, name),
            _ => self.object_getattr(v, name),
        }
    }

    /// `object.__getattribute__`.
    ///
    /// # Errors
    /// AttributeError; what descriptors raise.
    pub fn object_getattr(&self, v: Value, name: Value) -> Res {
        match self.lookup_plain(v, self.class_of(v), name) {
            Some(found) => found,
            None => Err(self.no_attribute(v, name)),
        }
    }

    /// The default lookup; `None` if there is no such attribute.
    fn lookup_plain(&self, v: Value, class: Value, name: Value) -> Option<Res> {
        let in_class = self.type_lookup(class, name);
        if let Some(d) = in_class
            && self.hides_own(d)
        {
            return Some(self.bind(d, v, class));
        }
        if let Some(own) = self.own_attr(v, name) {
            return Some(Ok(own));
        }
        in_class.map(|d| self.bind(d, v, class))
    }

    /// An attribute stored on the object itself.
    fn own_attr(&self, v: Value, name: Value) -> Option<Owned> {
        match self.kind_of_ptr(v)? {
            Kind::Function => {
                let dict = self.as_function(v)?.dict.get().some()?;
                self.dict_get_str(dict, name).map(Value::own)
            }
            Kind::Type => self.dict_get_str(self.type_data(v).dict.get(), name).map(Value::own),
            _ => self.instance_get(v, name).map(Value::own),
        }
    }

    /// Whether the class of `d` may override the descriptor methods that its kind has: it is none of the fixed built-in ones.
    #[inline]
    fn is_derived(&self, d: Value) -> bool {
        d.is_ptr() && d.shape() >= shape_id::FIRST_DYNAMIC
    }

    /// Whether a class attribute takes precedence over the instance's own.
    pub fn is_data_descriptor(&self, d: Value) -> bool {
        match self.kind_of(d) {
            Kind::Property | Kind::Member | Kind::GetSet => true,
            _ => {
                self.is_derived(d)
                    && (self.special(d, Dunder::Set).is_some() || self.special(d, Dunder::Delete).is_some())
            }
        }
    }

    /// Whether reading class attribute `d` through an instance does not look at the instance: a data descriptor with `__get__`.
    fn hides_own(&self, d: Value) -> bool {
        self.is_data_descriptor(d) && (!self.is_derived(d) || self.special(d, Dunder::Get).is_some())
    }

    /// What class attribute `d` gives when it is read through `v` (the empty word: through the class itself).
    ///
    /// # Errors
    /// What the descriptor raises.
    pub fn bind(&self, d: Value, v: Value, class: Value) -> Res {
        if !self.is_derived(d) {
            return self.bind_builtin(d, v, class);
        }
        match self.special(d, Dunder::Get) {
            None => Ok(d.own()),
            Some(get) if self.as_native(get).is_some() && self.kind_of(d) != Kind::Boxed => {
                self.bind_builtin(d, v, class)
            }
            Some(get) => {
                let (receiver, d) = (v.some().unwrap_or(Value::none()), d.own());
                self.call_special(get, *d, &[receiver, class])
            }
        }
    }

    /// As [`Rt::bind`], by `d`'s kind alone.
    ///
    /// # Errors
    /// What a property's getter raises; TypeError if the descriptor is another class's.
    pub(crate) fn bind_builtin(&self, d: Value, v: Value, class: Value) -> Res {
        match self.kind_of(d) {
            Kind::Function => {
                if v.is_empty() {
                    Ok(d.own())
                } else {
                    self.new_bound_method(d, v)
                }
            }
            Kind::Native => self.bind_native(d, v, class),
            Kind::Property => self.property_get(d, v),
            Kind::ClassMethod => {
                let func = self.wrapped(d)?;
                self.new_bound_method(*func, class)
            }
            Kind::StaticMethod => self.wrapped(d),
            Kind::Member => self.member_get(d, v),
            Kind::GetSet => {
                if v.is_empty() {
                    return Ok(d.own());
                }
                // SAFETY: the kind says the layout.
                let g = unsafe { d.layout::<GetSetObj>() };
                self.check_descriptor(g.def.name, g.owner.get(), v)?;
                (g.def.get)(self, v)
            }
            Kind::Super if !v.is_empty() => crate::types::super_::bind(self, d, v),
            _ => Ok(d.own()),
        }
    }

    /// What a class or static method wraps.
    ///
    /// # Errors
    /// RuntimeError if its `__init__` was never called.
    pub(crate) fn wrapped(&self, d: Value) -> Res {
        // SAFETY: callers have checked the kind.
        let func = unsafe { d.layout::<WrapperObj>() }.func.own();
        func.ok_or_else(|| self.raise(Exc::RuntimeError, format!("uninitialized {} object", self.type_name(d))))
    }

    fn bind_native(&self, d: Value, v: Value, class: Value) -> Res {
        // SAFETY: the kind was checked by the caller.
        let n = unsafe { d.layout::<NativeObj>() };
        let bound = match n.sort {
            NativeSort::Function | NativeSort::Static | NativeSort::New | NativeSort::Bound | NativeSort::BoundSlot => {
                return Ok(d.own());
            }
            NativeSort::Method | NativeSort::Slot if v.is_empty() => return Ok(d.own()),
            NativeSort::Method => NativeSort::Bound,
            NativeSort::Slot => NativeSort::BoundSlot,
            NativeSort::ClassMethod => {
                crate::native::check_class_receiver(self, n, class)?;
                return self.new_native(n.def, NativeSort::Bound, n.owner.get().some(), Some(class));
            }
        };
        self.check_descriptor(n.def.name, n.owner.get(), v)?;
        self.new_native(n.def, bound, n.owner.get().some(), Some(v))
    }

    /// A property's value for `v`; the property itself through the class.
    ///
    /// # Errors
    /// AttributeError without a getter; what the getter raises.
    pub(crate) fn property_get(&self, d: Value, v: Value) -> Res {
        if v.is_empty() {
            return Ok(d.own());
        }
        // SAFETY: the kind was checked by the caller.
        let p = unsafe { d.layout::<PropertyObj>() };
        match p.get.own() {
            Some(get) => self.call(*get, &[v]),
            None => Err(self.property_error(p, v, "getter")),
        }
    }

    pub(crate) fn member_get(&self, d: Value, v: Value) -> Res {
        if v.is_empty() {
            return Ok(d.own());
        }
        // SAFETY: the kind was checked by the caller.
        let m = unsafe { d.layout::<MemberObj>() };
        self.check_member(m, v)?;
        match self.instance_slot(v, m.index).some() {
            Some(value) => Ok(value.own()),
            None => Err(self.no_attribute(v, m.name.get())),
        }
    }

    /// Checks that a descriptor of class `owner` is used on an instance of it.
    ///
    /// # Errors
    /// TypeError.
    #[inline]
    pub(crate) fn check_descriptor(&self, name: &str, owner: Value, v: Value) -> Result<(), Raised> {
        if self.is_instance_of(v, owner) { Ok(()) } else { Err(self.foreign_descriptor(name, owner, v)) }
    }

    #[cold]
    fn foreign_descriptor(&self, name: &str, owner: Value, v: Value) -> Raised {
        let (owner, got) = (self.class_name(owner), self.type_name(v));
        self.type_error(format!("descriptor '{name}' for '{owner}' objects doesn't apply to a '{got}' object"))
    }

    fn check_member(&self, m: &MemberObj, v: Value) -> Result<(), Raised> {
        if self.is_instance_of(v, m.owner.get()) {
            return Ok(());
        }
        Err(self.foreign_descriptor(&self.str_lossy(m.name.get()), m.owner.get(), v))
    }

    /// A bound method's own attributes, then its function's.
    fn bound_getattr(&self, v: Value, name: Value) -> Res {
        if let Some(found) = self.lookup_plain(v, self.class_of(v), name) {
            return found;
        }
        let func = self.as_bound_method(v).and_then(|m| m.func.own());
        match func.map(|f| self.getattr_opt(*f, name)).transpose()?.flatten() {
            Some(found) => Ok(found),
            // CPython asks the function, whose class is then named.
            None => Err(self.no_attribute(self.as_bound_method(v).map_or(v, |m| m.func.get()), name)),
        }
    }

    /// `type.__getattribute__`.
    ///
    /// # Errors
    /// AttributeError; what descriptors raise.
    pub fn type_getattr(&self, class: Value, name: Value) -> Res {
        let meta = self.class_of(class);
        let in_meta = self.type_lookup(meta, name);
        if let Some(d) = in_meta
            && self.hides_own(d)
        {
            return self.bind(d, class, meta);
        }
        if let Some(found) = self.type_lookup(class, name) {
            return self.bind(found, Value::EMPTY, class);
        }
        match in_meta {
            Some(d) => self.bind(d, class, meta),
            None => Err(self.no_attribute(class, name)),
        }
    }

    pub(crate) fn module_getattr(&self, module: Value, name: Value) -> Res {
        // SAFETY: the kind was checked by the caller.
        let m = unsafe { module.layout::<ModuleObj>() };
        let dict = m.dict.get();
        if let Some(v) = self.dict_get_str(dict, name) {
            return Ok(v.own());
        }
        if let Some(found) = self.lookup_plain(module, self.class_of(module), name) {
            return found;
        }
        match self.dict_get_str(dict, self.names.__getattr__) {
            Some(get) => self.call(*get.own(), &[name]),
            None => match self.entry_if_set().and_then(|e| (e.module_attribute_message)(self, module, name)) {
                Some(message) => Err(self.attribute_error(module, name, &message)),
                None => Err(self.no_attribute(module, name)),
            },
        }
    }

    /// Where the lookup of `super(class, receiver).name` ends: the raw class attribute, a new reference.
    ///
    /// # Errors
    /// None yet; the type leaves room.
    pub fn super_lookup(&self, class: Value, receiver_class: Value, name: Value) -> Option<Owned> {
        let mro = crate::class::mro_of(self.type_data(receiver_class));
        let after = mro.iter().position(|c| *c == class)? + 1;
        mro[after..].iter().find_map(|c| self.dict_get_str(self.type_data(*c).dict.get(), name)).map(Value::own)
    }

    pub(crate) fn super_getattr(&self, v: Value, name: Value) -> Res {
        // SAFETY: the kind was checked by the caller.
        let s = unsafe { v.layout::<SuperObj>() };
        if let (Some(receiver_class), true) = (s.receiver_class.own(), name != self.names.__class__)
            && let Some(d) = self.super_lookup(s.class.get(), *receiver_class, name)
        {
            let receiver = s.receiver.get();
            // `super` of a class gives class attributes unbound, except class methods.
            let through = if receiver == *receiver_class { Value::EMPTY } else { receiver };
            return self.bind(*d, through, *receiver_class);
        }
        self.object_getattr(v, name)
    }

    /// The raised AttributeError for a missing attribute, with the name and object that suggestions need.
    #[cold]
    pub fn no_attribute(&self, v: Value, name: Value) -> Raised {
        let text = self.str_lossy(name);
        let message = match self.kind_of(v) {
            Kind::Type => format!("type object '{}' has no attribute '{text}'", self.class_name(v)),
            Kind::Module => {
                // SAFETY: the kind says the layout.
                let m = unsafe { v.layout::<ModuleObj>() };
                let module = self.dict_get_str(m.dict.get(), self.names.__name__).unwrap_or(m.name.get());
                format!("module '{}' has no attribute '{text}'", self.str_lossy(module))
            }
            _ => format!("'{}' object has no attribute '{text}'", self.type_name(v)),
        };
        self.attribute_error(v, name, &message)
    }

    /// AttributeError with `name` and `obj` set.
    #[cold]
    pub fn attribute_error(&self, v: Value, name: Value, message: &str) -> Raised {
        let raised = self.raise(Exc::AttributeError, message);
        if self.raised_is(Exc::AttributeError) {
            let data = self.exception_data(self.pending.get());
            data.extra.set(name.own());
            data.extra2.set(v.own());
        }
        raised
    }

    /// A callable for `v.name(…)` without making a bound method where possible.
    ///
    /// # Errors
    /// As [`Rt::getattr`].
    pub fn get_method(&self, v: Value, name: Value) -> Result<Method, Raised> {
        let class = self.class_of(v);
        let plain = self.type_special(class, Dunder::GetAttribute).is_none_or(|g| self.is_default_hook(g));
        if plain
            && !matches!(self.kind_of(v), Kind::Type | Kind::Module | Kind::Super)
            && let Some(d) = self.type_lookup(class, name)
        {
            if self.is_plain_method(d) && self.own_attr(v, name).is_none() {
                return Ok(Method { func: d.own(), receiver: true });
            }
            if self.type_special(class, Dunder::GetAttr).is_none() {
                // As in CPython, an AttributeError of a descriptor stays as it is here.
                return Ok(Method { func: self.getattr_builtin(v, name)?, receiver: false });
            }
        }
        Ok(Method { func: self.getattr(v, name)?, receiver: false })
    }

    /// Whether class attribute `d` is a function that binds its receiver as first argument.
    pub fn is_plain_method(&self, d: Value) -> bool {
        match self.kind_of(d) {
            Kind::Function => true,
            Kind::Native => {
                // SAFETY: the kind says the layout.
                matches!(unsafe { d.layout::<NativeObj>() }.sort, NativeSort::Method | NativeSort::Slot)
            }
            _ => false,
        }
    }

    /// `v.name = value`.
    ///
    /// # Errors
    /// AttributeError, TypeError; what user code raises.
    pub fn setattr(&self, v: Value, name: Value, value: Value) -> Result<(), Raised> {
        match self.special(v, Dunder::SetAttr).filter(|s| !self.is_default_hook(*s)) {
            Some(set) => self.call_special(set, v, &[name, value]).map(drop),
            None => self.setattr_builtin(v, name, Some(value)),
        }
    }

    /// `del v.name`.
    ///
    /// # Errors
    /// AttributeError, TypeError; what user code raises.
    pub fn delattr(&self, v: Value, name: Value) -> Result<(), Raised> {
        match self.special(v, Dunder::DelAttr).filter(|s| !self.is_default_hook(*s)) {
            Some(del) => self.call_special(del, v, &[name]).map(drop),
            None => self.setattr_builtin(v, name, None),
        }
    }

    /// The built-in `__setattr__` (or `__delattr__` for `None`) of `v`'s kind.
    ///
    /// # Errors
    /// AttributeError, TypeError; what descriptors raise.
    pub fn setattr_builtin(&self, v: Value, name: Value, value: Option<Value>) -> Result<(), Raised> {
        let class = self.class_of(v);
        if let Some(d) = self.type_lookup(class, name)
            && let Some(done) = self.descriptor_set(d, v, value)
        {
            return done;
        }
        match self.kind_of(v) {
            Kind::Type => self.type_setattr(v, name, value),
            Kind::Module => {
                // SAFETY: the kind says the layout.
                let dict = unsafe { v.layout::<ModuleObj>() }.dict.get();
                self.set_in_dict(dict, v, name, value)
            }
            Kind::Function => {
                let Some(f) = self.as_function(v) else { return Ok(()) };
                if f.dict.get().is_empty() {
                    f.dict.set(self.new_dict()?);
                }
                self.set_in_dict(f.dict.get(), v, name, value)
            }
            _ => self.store_on_instance(v, class, name, value),
        }
    }

    fn set_in_dict(&self, dict: Value, v: Value, name: Value, value: Option<Value>) -> Result<(), Raised> {
        match value {
            Some(value) => self.dict_set_str(dict, name, value.own()),
            None => match self.dict_remove_str(dict, name) {
                Some(old) => {
                    drop(old);
                    Ok(())
                }
                None => {
                    let (class, name_text) = (self.type_name(v), self.str_lossy(name));
                    Err(self.attribute_error(v, name, &format!("'{class}' object has no attribute '{name_text}'")))
                }
            },
        }
    }

    fn store_on_instance(&self, v: Value, class: Value, name: Value, value: Option<Value>) -> Result<(), Raised> {
        let has_attrs = self.kind_of_ptr(v).is_some() && self.shape_of(v).has_attrs;
        match value {
            Some(value) if has_attrs => {
                if self.instance_set(v, name, value.own())? {
                    return Ok(());
                }
            }
            Some(_) => {}
            None => {
                if let Some(old) = if has_attrs { self.instance_del(v, name)? } else { None } {
                    drop(old);
                    return Ok(());
                }
                if self.type_data(class).flags.get() & flag::HAS_DICT != 0 {
                    // As CPython's: an object whose attributes are in no dictionary yet tells less.
                    if self.kind_of(v) == Kind::Instance && self.instance_dict_if_any(v).is_none() {
                        let (class, text) = (self.class_name(class), self.str_lossy(name));
                        return Err(
                            self.raise(Exc::AttributeError, format!("'{class}' object has no attribute '{text}'"))
                        );
                    }
                    return Err(self.no_attribute(v, name));
                }
            }
        }
        let (text, shown) = (self.str_lossy(name), self.class_name(class));
        if self.type_lookup(class, name).is_some() {
            let message = format!("'{shown}' object attribute '{text}' is read-only");
            return Err(self.raise(Exc::AttributeError, message));
        }
        let message = format!("'{shown}' object has no attribute '{text}' and no __dict__ for setting new attributes");
        Err(self.attribute_error(v, name, &message))
    }

    /// Sets or deletes through class attribute `d`, if it is a data descriptor.
    pub(crate) fn descriptor_set(&self, d: Value, v: Value, value: Option<Value>) -> Option<Result<(), Raised>> {
        match self.kind_of(d) {
            Kind::Property
                if !self.is_derived(d) || self.special(d, Dunder::Set).is_none_or(|s| self.as_native(s).is_some()) =>
            {
                Some(self.property_set(d, v, value))
            }
            Kind::Member => {
                // SAFETY: the kind says the layout.
                let m = unsafe { d.layout::<MemberObj>() };
                Some(self.check_member(m, v).and_then(|()| match value {
                    Some(value) => {
                        self.instance_set_slot(v, m.index, value.own());
                        Ok(())
                    }
                    None => match self.instance_take_slot(v, m.index) {
                        Some(_) => Ok(()),
                        None => Err(self.raise(Exc::AttributeError, self.str_lossy(m.name.get()))),
                    },
                }))
            }
            Kind::GetSet => {
                // SAFETY: the kind says the layout.
                let g = unsafe { d.layout::<GetSetObj>() };
                if let Err(raised) = self.check_descriptor(g.def.name, g.owner.get(), v) {
                    return Some(Err(raised));
                }
                Some(match g.def.set {
                    Some(set) => set(self, v, value),
                    None => {
                        let message = format!(
                            "attribute '{}' of '{}' objects is not writable",
                            g.def.name,
                            self.class_name(g.owner.get())
                        );
                        Err(self.raise(Exc::AttributeError, message))
                    }
                })
            }
            _ if self.is_derived(d) => {
                let which = if value.is_some() { Dunder::Set } else { Dunder::Delete };
                match self.special(d, which) {
                    Some(f) => Some(match value {
                        Some(value) => self.call_special(f, d, &[v, value]).map(drop),
                        None => self.call_special(f, d, &[v]).map(drop),
                    }),
                    None if self.is_data_descriptor(d) => {
                        let what = if value.is_some() { "__set__" } else { "__delete__" };
                        Some(Err(self.raise(Exc::AttributeError, what)))
                    }
                    None => None,
                }
            }
            _ => None,
        }
    }

    pub(crate) fn property_set(&self, d: Value, v: Value, value: Option<Value>) -> Result<(), Raised> {
        // SAFETY: the kind was checked by the caller.
        let p = unsafe { d.layout::<PropertyObj>() };
        match value {
            Some(value) => match p.set.own() {
                Some(set) => self.call(*set, &[v, value]).map(drop),
                None => Err(self.property_error(p, v, "setter")),
            },
            None => match p.del.own() {
                Some(del) => self.call(*del, &[v]).map(drop),
                None => Err(self.property_error(p, v, "deleter")),
            },
        }
    }

    /// `type.__setattr__` and `type.__delattr__`.
    ///
    /// # Errors
    /// TypeError for built-in types; AttributeError.
    pub fn type_setattr(&self, class: Value, name: Value, value: Option<Value>) -> Result<(), Raised> {
        if self.type_data(class).flags.get() & flag::HEAP == 0 {
            let text = self.str_lossy(name);
            let class_name = self.class_name(class);
            return Err(self.type_error(format!("cannot set '{text}' attribute of immutable type '{class_name}'")));
        }
        let name = self.intern_value(name)?;
        if self.type_set(class, *name, value.map(Value::own))? { Ok(()) } else { Err(self.no_attribute(class, *name)) }
    }

    /// Whether class `class`'s instances have a `__dict__`.
    pub fn has_instance_dict(&self, class: Value) -> bool {
        self.type_data(class).flags.get() & flag::HAS_DICT != 0
    }
}
