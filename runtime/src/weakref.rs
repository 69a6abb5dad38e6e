//! Weak references: a side table from an object's address to the weak references to it.

use crate::error::Res;
use crate::heap::Flag;
use crate::object::{Kind, WeakRefObj, shape_id};
use crate::rt::Rt;
use crate::value::{Owned, Slot, Value};
use std::cell::Cell;
use std::ptr::NonNull;

fn weak<'a>(v: Value) -> &'a WeakRefObj {
    // SAFETY: callers have checked the kind.
    unsafe { v.layout() }
}

fn block(v: Value) -> NonNull<u8> {
    NonNull::new(v.as_ptr().cast::<u8>()).expect("a reference")
}

impl Rt {
    /// A weak reference of class `class` (the built-in one or a subclass) to `referent`. Without a callback, an existing
    /// one of the exact built-in class is shared.
    ///
    /// # Errors
    /// TypeError if the referent's class does not allow it; MemoryError.
    pub fn new_weakref(&self, class: Value, referent: Value, callback: Option<Value>) -> Res {
        if !self.allows_weakref(referent) {
            return Err(
                self.type_error(format!("cannot create weak reference to '{}' object", self.type_name(referent)))
            );
        }
        let key = referent.as_ptr().addr();
        let exact = class == self.kind_type(Kind::WeakRef);
        if callback.is_none() && exact {
            let table = self.weakrefs.borrow();
            let shared = table.get(&key).and_then(|refs| {
                refs.iter().copied().find(|r| r.has_shape(shape_id::WEAKREF) && weak(*r).callback.get().is_empty())
            });
            if let Some(r) = shared {
                return Ok(r.own());
            }
        }
        self.observe();
        let r = self.alloc_instance_with(class, |shape| WeakRefObj {
            head: Rt::fresh_header(shape),
            referent: Cell::new(referent),
            callback: Slot::from_option(callback.map(Value::own)),
            hash: Cell::new(None),
        })?;
        self.weakrefs.borrow_mut().entry(key).or_default().push(*r);
        // SAFETY: the referent is a live, counted object of this heap.
        unsafe { self.heap.set_flag(block(referent), Flag::HasWeakrefs) };
        Ok(r)
    }

    fn allows_weakref(&self, v: Value) -> bool {
        let Some(kind) = self.kind_of_ptr(v) else { return false };
        let immortal = !self.heap.contains(v.as_ptr().addr());
        match kind {
            Kind::Native => v.has_shape(shape_id::NATIVE),
            Kind::Instance
            | Kind::Exception
            | Kind::Boxed
            | Kind::List
            | Kind::Dict
            | Kind::Int
            | Kind::Str
            | Kind::Tuple
            | Kind::Float
            | Kind::Bytes
            | Kind::ByteArray => self.type_data(self.class_of(v)).flags.get() & crate::class::flag::WEAK != 0,
            Kind::Function
            | Kind::Type
            | Kind::Module
            | Kind::Generator
            | Kind::BoundMethod
            | Kind::Set
            | Kind::FrozenSet
            | Kind::Code
            | Kind::WeakRef => !immortal,
            _ => false,
        }
    }

    /// The referent of weak reference `r`, a new reference, or `None` if it is dead.
    pub fn weakref_get(&self, r: Value) -> Option<Owned> {
        weak(r).referent.get().some().map(Value::own)
    }

    /// Weak references to `v`, oldest first.
    pub fn weakrefs_of(&self, v: Value) -> Vec<Owned> {
        self.weakrefs.borrow().get(&v.as_ptr().addr()).map_or(Vec::new(), |l| l.iter().map(|r| r.own()).collect())
    }

    /// Clears the weak references to a dying object and calls their callbacks, newest first as in CPython.
    pub(crate) fn clear_weakrefs(&self, v: Value) {
        let callbacks = self.detach_weakrefs(v);
        for r in callbacks.into_iter().rev() {
            self.call_weakref_callback(&r);
        }
    }

    /// Clears the weak references to a dying object and gives those that have a callback, oldest first.
    pub(crate) fn detach_weakrefs(&self, v: Value) -> Vec<Owned> {
        let refs = self.weakrefs.borrow_mut().remove(&v.as_ptr().addr()).unwrap_or_default();
        // SAFETY: the object is a live block until its deallocation ends.
        unsafe { self.heap.clear_flag(block(v), Flag::HasWeakrefs) };
        for r in &refs {
            weak(*r).referent.set(Value::EMPTY);
        }
        refs.into_iter().filter(|r| !weak(*r).callback.get().is_empty()).map(Value::own).collect()
    }

    pub(crate) fn call_weakref_callback(&self, r: &Owned) {
        let Some(callback) = weak(**r).callback.take() else { return };
        let pending = self.pending.take();
        if let Err(raised) = self.call(*callback, &[**r]) {
            self.report_unraisable(raised, "calling weakref callback", Some(*callback));
        }
        self.pending.set_option(pending);
    }

    /// A weak reference dies: the table forgets it.
    pub(crate) fn forget_weakref(&self, r: Value) {
        let referent = weak(r).referent.get();
        if referent.is_empty() {
            return;
        }
        let mut table = self.weakrefs.borrow_mut();
        let key = referent.as_ptr().addr();
        if let Some(refs) = table.get_mut(&key) {
            refs.retain(|o| *o != r);
            if refs.is_empty() {
                table.remove(&key);
                // SAFETY: the referent is alive, since it has not cleared this reference.
                unsafe { self.heap.clear_flag(block(referent), Flag::HasWeakrefs) };
            }
        }
    }
}
