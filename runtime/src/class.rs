//! Classes: layout, method resolution order, lookup along it, and the caches.

use crate::error::{Raised, Res};
use crate::names::Dunder;
use crate::object::{Header, Kind, shape_id};
use crate::rt::Rt;
use crate::shape::Shape;
use crate::tuple::tuple_items;
use crate::value::{Owned, Slot, Value};
use rustc_hash::FxHashSet;
use std::cell::{Cell, RefCell};

/// `Kind::Type`.
#[repr(C)]
pub struct TypeObj {
    /// Header.
    pub head: Header,
    /// Layout kind of instances.
    pub kind: Kind,
    /// Flags, from [`flag`].
    pub flags: Cell<u32>,
    /// Shape of a fresh instance.
    pub root_shape: Cell<u32>,
    /// `__name__`.
    pub name: Slot,
    /// `__qualname__`.
    pub qualname: Slot,
    /// The base whose layout the class continues (`__base__`), not counted; empty for `object`.
    pub base: Cell<Value>,
    /// The class along the primary bases that last added to the layout, not counted.
    pub solid: Cell<Value>,
    /// Tuple of direct bases.
    pub bases: Slot,
    /// Method resolution order, a tuple that begins with the class itself: a cycle, so that only the collector frees classes, as in CPython.
    pub mro: Slot,
    /// Namespace, a dict with interned keys.
    pub dict: Slot,
    /// Direct subclasses, not counted.
    pub subclasses: RefCell<Vec<Value>>,
    /// Special methods found along the MRO, valid while `cache_epoch` is the context's class epoch.
    pub cache: [Cell<Value>; Dunder::COUNT],
    /// See `cache`.
    pub cache_epoch: Cell<u32>,
    /// One bit a special method: whether `cache` has been filled for it.
    pub cache_known: [Cell<u64>; Dunder::COUNT.div_ceil(64)],
}

/// Flags of a class.
pub mod flag {
    /// Made by a class statement: instances count it, and its attributes can be set.
    pub const HEAP: u32 = 1;
    /// May be a base class.
    pub const BASE: u32 = 2;
    /// Some class in the MRO defines `__del__`.
    pub const HAS_DEL: u32 = 4;
    /// Has abstract methods: cannot be instantiated.
    pub const ABSTRACT: u32 = 8;
    /// Instances have a `__dict__`.
    pub const HAS_DICT: u32 = 16;
    /// Instances can be weakly referenced.
    pub const WEAK: u32 = 32;
    /// Instances are sequences for `iter` even without `__iter__` (built-in ones never need it).
    pub const METACLASS: u32 = 64;
}

/// One entry of the method cache.
#[derive(Clone, Copy)]
pub(crate) struct CacheEntry {
    class: Value,
    name: Value,
    epoch: u32,
    /// The value found; empty for "not found".
    found: Value,
}

const METHOD_CACHE_SIZE: usize = 2048;

pub(crate) fn new_method_cache() -> Box<[Cell<CacheEntry>]> {
    let empty = CacheEntry { class: Value::EMPTY, name: Value::EMPTY, epoch: 0, found: Value::EMPTY };
    (0..METHOD_CACHE_SIZE).map(|_| Cell::new(empty)).collect()
}

impl Rt {
    /// Whether `v` is a class.
    #[inline]
    pub fn is_type(&self, v: Value) -> bool {
        v.has_shape(shape_id::TYPE) || self.kind_of_ptr(v) == Some(Kind::Type)
    }

    /// The class behind a value.
    ///
    /// # Panics
    /// Debug builds panic if `v` is no class.
    #[inline(always)]
    pub fn type_data<'a>(&self, v: Value) -> &'a TypeObj {
        debug_assert!(self.is_type(v));
        // SAFETY: callers pass classes only.
        unsafe { v.layout() }
    }

    /// A class's name for messages: that of a native class has its module in front, as in CPython.
    pub fn class_name(&self, class: Value) -> String {
        if !self.is_type(class) {
            return self.type_name(class);
        }
        let t = self.type_data(class);
        let name = self.str_lossy(t.name.get());
        if t.flags.get() & flag::HEAP == 0
            && let Some(module) = self.dict_get_str(t.dict.get(), self.names.__module__).and_then(|m| self.as_text(m))
        {
            let module = module.lossy();
            if module != "builtins" {
                return format!("{module}.{name}");
            }
        }
        name.into_owned()
    }

    /// Name of a value's class for messages.
    pub fn type_name(&self, v: Value) -> String {
        if v.is_empty() {
            return "<empty>".into();
        }
        self.class_name(self.class_of(v))
    }

    /// Fully qualified name of a value's class for messages (CPython's `%T`): the module is left out for built-ins and `__main__`.
    pub fn full_type_name(&self, v: Value) -> String {
        let t = self.type_data(self.class_of(v));
        let qualname = self.str_lossy(t.qualname.get());
        match self.dict_get_str(t.dict.get(), self.names.__module__).and_then(|m| self.as_text(m)).map(|m| m.lossy()) {
            Some(m) if m != "builtins" && m != "__main__" => format!("{m}.{qualname}"),
            _ => qualname.into_owned(),
        }
    }

    /// Whether class `sub` is `sup` or derives from it, by the MRO.
    #[inline]
    pub fn is_subclass(&self, sub: Value, sup: Value) -> bool {
        sub == sup || tuple_items(self.type_data(sub).mro.get()).contains(&sup)
    }

    /// Whether `v`'s class is `class` or derives from it (no `__instancecheck__`).
    #[inline]
    pub fn is_instance_of(&self, v: Value, class: Value) -> bool {
        self.is_subclass(self.class_of(v), class)
    }

    /// What `name` (interned) gives along the MRO of `class`, borrowed from the class that defines it.
    #[inline]
    pub fn type_lookup(&self, class: Value, name: Value) -> Option<Value> {
        let at = ((class.bits() >> 4) ^ (name.bits() >> 4) ^ (name.bits() >> 12)) as usize % METHOD_CACHE_SIZE;
        let entry = self.method_cache[at].get();
        if entry.class == class && entry.name == name && entry.epoch == self.epochs.classes() {
            return entry.found.some();
        }
        self.type_lookup_slowly(class, name, at)
    }

    fn type_lookup_slowly(&self, class: Value, name: Value, at: usize) -> Option<Value> {
        let mut found = Value::EMPTY;
        for base in tuple_items(self.type_data(class).mro.get()) {
            if let Some(v) = self.dict_get_str(self.type_data(*base).dict.get(), name) {
                found = v;
                break;
            }
        }
        // Replacing a plain value does not change the epoch, so only what does may be cached.
        // A mortal name's address may become another name's.
        let immortal = name.header().refcount.get() >= crate::object::IMMORTAL;
        if immortal && (found.is_empty() || self.bumps_epoch(name, found)) {
            self.method_cache[at].set(CacheEntry { class, name, epoch: self.epochs.classes(), found });
        }
        found.some()
    }

    /// Special method `d` of `class`, borrowed.
    #[inline]
    pub fn type_special(&self, class: Value, d: Dunder) -> Option<Value> {
        let t = self.type_data(class);
        let (word, bit) = (d as usize / 64, 1u64 << (d as usize % 64));
        if t.cache_epoch.get() == self.epochs.classes() && t.cache_known[word].get() & bit != 0 {
            return t.cache[d as usize].get().some();
        }
        let found = self.type_lookup(class, d.interned(&self.names));
        if t.cache_epoch.get() != self.epochs.classes() {
            t.cache_epoch.set(self.epochs.classes());
            t.cache_known.iter().for_each(|w| w.set(0));
        }
        t.cache[d as usize].set(found.unwrap_or(Value::EMPTY));
        t.cache_known[word].set(t.cache_known[word].get() | bit);
        found
    }

    /// Special method `d` of `v`'s class, borrowed.
    #[inline]
    pub fn special(&self, v: Value, d: Dunder) -> Option<Value> {
        self.type_special(self.class_of(v), d)
    }

    /// Whether replacing class attribute `name`, whose value is `v`, must be seen by caches.
    fn bumps_epoch(&self, name: Value, v: Value) -> bool {
        if crate::string::text(name).lossy().starts_with("__") {
            return true;
        }
        match self.kind_of(v) {
            Kind::Function
            | Kind::Native
            | Kind::Property
            | Kind::ClassMethod
            | Kind::StaticMethod
            | Kind::Member
            | Kind::GetSet
            | Kind::Boxed => true,
            _ => {
                v.is_ptr()
                    && v.shape() >= shape_id::FIRST_DYNAMIC
                    && [Dunder::Get, Dunder::Set, Dunder::Delete].iter().any(|d| self.special(v, *d).is_some())
            }
        }
    }

    /// Sets or deletes attribute `name` (interned) in the namespace of `class` itself, and tells the caches.
    ///
    /// # Errors
    /// MemoryError. Deleting what is not there gives `Ok(false)`.
    pub fn type_set(&self, class: Value, name: Value, value: Option<Owned>) -> Result<bool, Raised> {
        let t = self.type_data(class);
        let dict = t.dict.get();
        let old = self.dict_get_str(dict, name);
        let bump = match (&old, &value) {
            (Some(o), Some(n)) => self.bumps_epoch(name, *o) || self.bumps_epoch(name, **n),
            _ => true,
        };
        if bump {
            self.epochs.classes_change();
        }
        if value.as_ref().is_some_and(|value| self.shadows_slots(class, name, **value)) {
            self.epochs.slots_change();
        }
        let done = match value {
            Some(v) => {
                self.dict_set_str(dict, name, v)?;
                true
            }
            None => self.dict_remove_str(dict, name).is_some(),
        };
        if name == self.names.__del__ {
            self.refresh_flags(class);
        }
        Ok(done)
    }

    /// Whether attribute `name` of `class`, when it becomes `new`, stands before what instances that there may be have in their slots.
    fn shadows_slots(&self, class: Value, name: Value, new: Value) -> bool {
        let names = &self.names;
        // Then attributes of classes that are instances of this one become data descriptors.
        let makes_descriptors = name == names.__set__ || name == names.__delete__;
        let hooks = name == names.__getattribute__ || name == names.__setattr__ || name == names.__delattr__;
        makes_descriptors
            || hooks && self.any_shape(class, &|shape| !shape.names.is_empty())
            || self.is_data_descriptor(new) && self.any_shape(class, &|shape| shape.find(name).is_some())
    }

    /// Whether there is such a shape of instances of `class` and its subclasses.
    fn any_shape(&self, class: Value, is: &dyn Fn(&Shape) -> bool) -> bool {
        let mut classes = vec![class];
        let mut seen = FxHashSet::default();
        while let Some(class) = classes.pop() {
            if !seen.insert(class.bits()) {
                continue;
            }
            let t = self.type_data(class);
            if self.shapes.any_from(t.root_shape.get(), is) {
                return true;
            }
            classes.extend(t.subclasses.borrow().iter());
        }
        false
    }

    /// Recomputes inherited flags of `class` and its subclasses.
    pub(crate) fn refresh_flags(&self, class: Value) {
        let t = self.type_data(class);
        let has_del = self.type_lookup(class, self.names.__del__).is_some();
        let flags = t.flags.get() & !flag::HAS_DEL;
        t.flags.set(if has_del { flags | flag::HAS_DEL } else { flags });
        if has_del {
            self.observe();
        }
        let subclasses = t.subclasses.borrow().clone();
        for sub in subclasses {
            self.refresh_flags(sub);
        }
    }

    /// The C3 linearisation of a class with direct bases `bases`, without the class itself.
    ///
    /// # Errors
    /// TypeError if there is none.
    pub(crate) fn c3_merge(&self, bases: &[Value]) -> Result<Vec<Value>, Raised> {
        let mut lists: Vec<Vec<Value>> =
            bases.iter().map(|b| tuple_items(self.type_data(*b).mro.get()).to_vec()).collect();
        lists.push(bases.to_vec());
        let mut mro = Vec::new();
        loop {
            lists.retain(|l| !l.is_empty());
            if lists.is_empty() {
                return Ok(mro);
            }
            let candidate = lists.iter().map(|l| l[0]).find(|c| lists.iter().all(|l| !l[1..].contains(c)));
            let Some(next) = candidate else {
                let mut heads: Vec<Value> = Vec::new();
                for l in &lists {
                    if !heads.contains(&l[0]) {
                        heads.push(l[0]);
                    }
                }
                let names: Vec<String> = heads.iter().map(|h| self.class_name(*h)).collect();
                return Err(self.type_error(format!(
                    "Cannot create a consistent method resolution order (MRO) for bases {}",
                    names.join(", ")
                )));
            };
            mro.push(next);
            for l in &mut lists {
                if l[0] == next {
                    l.remove(0);
                }
            }
        }
    }

    /// A class object with everything but its attributes' consequences: `mro` is without the class itself.
    ///
    /// # Errors
    /// MemoryError.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn alloc_type(
        &self,
        meta: Value,
        kind: Kind,
        flags: u32,
        name: Owned,
        qualname: Owned,
        bases: Owned,
        mro: &[Value],
        dict: Owned,
    ) -> Res {
        let mut order = Vec::with_capacity(mro.len() + 1);
        // Place 0 is for the class itself.
        order.push(Value::none());
        order.extend_from_slice(mro);
        let order = self.tuple_from(&order)?;
        let shape = if meta.is_empty() { shape_id::TYPE } else { self.type_data(meta).root_shape.get() };
        let class = self.alloc_instance_with(meta, |_| TypeObj {
            head: Rt::fresh_header(shape),
            kind,
            flags: Cell::new(flags),
            root_shape: Cell::new(0),
            name: Slot::new(name),
            qualname: Slot::new(qualname),
            base: Cell::new(Value::EMPTY),
            solid: Cell::new(Value::EMPTY),
            bases: Slot::new(bases),
            mro: Slot::empty(),
            dict: Slot::new(dict),
            subclasses: RefCell::new(Vec::new()),
            cache: [const { Cell::new(Value::EMPTY) }; Dunder::COUNT],
            cache_epoch: Cell::new(0),
            cache_known: [const { Cell::new(0) }; Dunder::COUNT.div_ceil(64)],
        })?;
        crate::tuple::tuple_set(*order, 0, class.clone().into_raw());
        let t = self.type_data(*class);
        t.mro.set(order);
        // For a built-in class; a class statement's layout is planned apart.
        let base = bases_of(t).first().copied().unwrap_or(Value::EMPTY);
        t.base.set(base);
        let continues = base.some().filter(|b| self.type_data(*b).kind == kind);
        t.solid.set(continues.map_or(*class, |b| self.type_data(b).solid.get()));
        for base in tuple_items(self.type_data(*class).bases.get()) {
            self.type_data(*base).subclasses.borrow_mut().push(*class);
        }
        Ok(class)
    }
}

/// Direct bases of a class, borrowed.
pub fn bases_of(t: &TypeObj) -> &[Value] {
    tuple_items(t.bases.get())
}

/// Method resolution order of a class, borrowed.
pub fn mro_of(t: &TypeObj) -> &[Value] {
    tuple_items(t.mro.get())
}
