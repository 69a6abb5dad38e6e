//! What was found for one name in objects of many shapes, whatever the instruction: caches that all machine code of an engine shares.
//!
//! Machine code looks into the [`Row`] of the name itself; its helpers into tables that hold more kinds of attributes.

use crate::interp::attrs::{class_cached, fill_load, fill_store, key, module_cached};
use crate::interp::call;
use crate::interp::code::{Site, site};
use ::jit::lookup::{Access, Row};
use runtime::dict::Entry;
use runtime::object::Kind;
use runtime::{Args, Owned, Raised, Res, Rt, Value};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::mem::offset_of;
use std::rc::Rc;

/// The caches.
#[derive(Default)]
pub(crate) struct Lookups {
    /// For `LoadAttr` and `LoadMethod`.
    loads: Table,
    /// For `StoreAttr`.
    stores: Table,
    rows: RefCell<FxHashMap<(Access, u64), Rc<Row>>>,
}

/// Sites by name and shape, direct-mapped.
struct Table(Box<[Cell<(Value, Site)>]>);

/// Sites of a table.
const SITES: usize = 1024;

impl Default for Table {
    fn default() -> Table {
        Table((0..SITES).map(|_| Cell::new((Value::EMPTY, Site::default()))).collect())
    }
}

impl Table {
    fn place(&self, rt: &Rt, v: Value, name: Value) -> &Cell<(Value, Site)> {
        // Of classes and modules each is a case of its own.
        let is_own = matches!(rt.kind_of_ptr(v), Some(Kind::Type | Kind::Module));
        let own = if is_own { v.as_ptr().addr() >> 5 } else { 0 };
        let mixed = (name.as_ptr().addr() >> 4) ^ (v.shape() as usize).wrapping_mul(0x9e37) ^ own;
        &self.0[mixed % SITES]
    }

    /// What is remembered of `name` in an object. Names that code has are immortal.
    fn get(&self, rt: &Rt, v: Value, name: Value) -> Option<Site> {
        let (of, site) = self.place(rt, v, name).get();
        (of == name).then_some(site)
    }

    fn set(&self, rt: &Rt, v: Value, name: Value, site: Site) {
        self.place(rt, v, name).set((name, site));
    }
}

impl Lookups {
    /// The row of a name, made if there is none. It lives as long as this.
    pub(super) fn row(&self, access: Access, name: Value) -> Rc<Row> {
        self.rows.borrow_mut().entry((access, name.bits())).or_default().clone()
    }

    /// Lets machine code find it, if any looks for it.
    #[cold]
    fn teach(&self, access: Access, name: Value, key: u64, value: u64) {
        if let Some(row) = self.rows.borrow().get(&(access, name.bits())) {
            row.set(key, value);
        }
    }

    /// Attribute `name` of an object.
    ///
    /// # Errors
    /// What the lookup raises.
    pub(super) fn load(&self, rt: &Rt, v: Value, name: Value) -> Result<Owned, Raised> {
        if !v.is_ptr() {
            return rt.getattr(v, name);
        }
        match self.loads.get(rt, v, name).map_or(Found::Nothing, |site| self.remembered(rt, v, name, site)) {
            Found::Value(value) => Ok(value),
            Found::Getter(getter) => call::call_function(rt, getter, &Args::positional_only(&[v])),
            Found::Nothing => self.load_and_remember(rt, v, name),
        }
    }

    /// As [`load`](Self::load), but nothing if that would call a function of the program that is remembered.
    pub(crate) fn load_without_call(&self, rt: &Rt, v: Value, name: Value) -> Option<Res> {
        if !v.is_ptr() {
            return None;
        }
        match self.loads.get(rt, v, name).map_or(Found::Nothing, |site| self.remembered(rt, v, name, site)) {
            Found::Value(value) => Some(Ok(value)),
            Found::Getter(_) => None,
            Found::Nothing => Some(self.load_and_remember(rt, v, name)),
        }
    }

    fn remembered(&self, rt: &Rt, v: Value, name: Value, site: Site) -> Found {
        if let Some(found) = self.static_attribute(rt, v, name, site) {
            return Found::Value(found);
        }
        if site.key != key(rt, v) {
            return Found::Nothing;
        }
        let found = match site.kind {
            site::SLOT => {
                self.teach(Access::Load, name, site.key, u64::from(site.index));
                // SAFETY: the key says the shape, which has the slot there.
                unsafe { runtime::instance::slot_at(v, site.index) }.get()
            }
            site::FAR_SLOT => rt.instance_slot(v, site.index as usize),
            site::PROPERTY => return Found::Getter(site.value),
            _ => Value::EMPTY,
        };
        found.some().map_or(Found::Nothing, |found| Found::Value(found.own()))
    }

    /// What stands in the dictionary of a class or module itself.
    fn static_attribute(&self, rt: &Rt, v: Value, name: Value, site: Site) -> Option<Owned> {
        let (found, version) = match site.kind {
            site::MODULE => (module_cached(rt, v, site)?, site.key as u32),
            site::CLASS => (class_cached(rt, v, site)?, site.shape),
            _ => return None,
        };
        let offset = site.index as usize * size_of::<Entry>() + offset_of!(Entry, value);
        self.teach(Access::Static, name, rt.epochs.key(version), offset as u64);
        Some(found)
    }

    fn load_and_remember(&self, rt: &Rt, v: Value, name: Value) -> Result<Owned, Raised> {
        let result = rt.getattr(v, name);
        if result.is_ok() {
            let found = Cell::new(Site::default());
            fill_load(rt, v, name, &found);
            if found.get().kind != site::EMPTY {
                self.loads.set(rt, v, name, found.get());
            }
        }
        result
    }

    /// Stores attribute `name` of an object.
    ///
    /// # Errors
    /// What storing raises.
    pub(super) fn store(&self, rt: &Rt, v: Value, name: Value, value: Value) -> Result<(), Raised> {
        if !v.is_ptr() {
            return rt.setattr(v, name, value);
        }
        let before = key(rt, v);
        let known = self.stores.get(rt, v, name).filter(|site| site.key == before);
        match known.map(|site| (site.kind, site)) {
            Some((site::SLOT, site)) => {
                self.teach(Access::Store, name, before, u64::from(site.index));
                // SAFETY: the key says the shape, which has the slot there.
                let old = unsafe { runtime::instance::slot_at(v, site.index) }.replace(value.own().into_raw());
                drop(Owned::from_raw_option(old));
                return Ok(());
            }
            Some((site::ADD_SLOT, site)) => return rt.instance_append(v, v.shape(), site.shape, value.own()),
            _ => {}
        }
        let result = rt.setattr(v, name, value);
        if result.is_ok() && known.is_none() {
            let found = Cell::new(Site::default());
            fill_store(rt, v, name, before, &found);
            if found.get().kind != site::EMPTY {
                self.stores.set(rt, v, name, found.get());
            }
        }
        result
    }

    /// What a call of method `name` of an object calls, and whether it gets the object as first argument.
    ///
    /// # Errors
    /// What the lookup raises.
    pub(crate) fn method(&self, rt: &Rt, v: Value, name: Value) -> Result<(Owned, bool), Raised> {
        let known = if v.is_ptr() { self.loads.get(rt, v, name) } else { None };
        if let Some(site) = known {
            if let Some(found) = self.static_attribute(rt, v, name, site) {
                return Ok((found, false));
            }
            if site.kind == site::METHOD && site.key == key(rt, v) {
                self.teach(Access::Method, name, site.key, super::compile::word(site.value));
                return Ok((site.value.own(), true));
            }
        }
        let method = rt.get_method(v, name)?;
        if method.receiver && v.is_ptr() && !rt.shape_of(v).dict_mode {
            let site = Site { key: key(rt, v), kind: site::METHOD, value: *method.func, ..Site::default() };
            self.loads.set(rt, v, name, site);
        } else if matches!(rt.kind_of_ptr(v), Some(Kind::Module | Kind::Type)) {
            let found = Cell::new(Site::default());
            fill_load(rt, v, name, &found);
            self.loads.set(rt, v, name, found.get());
        }
        Ok((method.func, method.receiver))
    }
}

/// What is remembered of an attribute.
enum Found {
    /// The attribute.
    Value(Owned),
    /// A property with this getter, borrowed from the class.
    Getter(Value),
    /// Nothing.
    Nothing,
}
