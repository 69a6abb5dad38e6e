//! Attribute instructions: filling and using their inline caches.
//!
//! A cache holds for one shape and one class epoch, kept together in its key. A shape fixes class and slots; the epoch
//! changes whenever any class changes in a way that lookups can see. So a hit needs one comparison.

use crate::bytecode::{Insn, USE_A, USE_B};
use crate::interp::Vm;
use crate::interp::call;
use crate::interp::code::{Site, site};
use crate::interp::globals::context;
use crate::interp::run::Regs;
use crate::interp::stack::Activation;
use crate::jit::{Lookups, Machine};
use runtime::call::Method;
use runtime::names::Dunder;
use runtime::object::{Kind, MemberObj, ModuleObj, PropertyObj};
use runtime::{Owned, Raised, Rt, Value};
use std::cell::Cell;

/// The cache key of an object now.
#[inline(always)]
pub(crate) fn key(rt: &Rt, v: Value) -> u64 {
    rt.epochs.key(v.shape())
}

fn put(rt: &Rt, s: &Cell<Site>, new: Site) {
    Vm::of(rt).count_fill();
    let seen = s.get();
    // In the same epoch it is another shape.
    let change = seen.kind != site::EMPTY && seen.key >> 32 == new.key >> 32;
    s.set(seen.filled(new, change));
}

/// What was found in objects of many shapes, for a site that saw many.
fn lookups(vm: &Vm, seen: Site) -> Option<&Lookups> {
    if seen.saw_many() { vm.machine().map(Machine::lookups) } else { None }
}

/// The instruction was executed, even if there is nothing to cache.
fn see(s: &Cell<Site>) {
    let seen = s.get();
    if seen.misses == 0 {
        s.set(Site { misses: 1, ..seen });
    }
}

/// `a = b.name`. True if a getter's activation was pushed, which will deliver the value.
pub(crate) fn load_attr(rt: &Rt, vm: &Vm, regs: Regs, act: *mut Activation, i: Insn) -> Result<bool, Raised> {
    let (code, _) = context(act);
    let v = regs.get(i.b);
    let s = &code.sites[i.e as usize];
    let name = code.names[i.c as usize];
    if v.is_ptr() && s.get().key == key(rt, v) {
        match s.get().kind {
            site::PROPERTY => {
                let getter = s.get().value;
                let receiver = regs.own(i.b, i.n & USE_B != 0);
                return call::push_getter(rt, vm, act, getter, receiver);
            }
            site::FAR_SLOT => {
                if let Some(found) = rt.instance_slot(v, s.get().index as usize).some() {
                    let found = found.own();
                    regs.consume(i.b, i.n & USE_B != 0);
                    regs.set(i.a, found);
                    return Ok(false);
                }
            }
            _ => {}
        }
    }
    if let Some(found) = module_cached(rt, v, s.get()).or_else(|| class_cached(rt, v, s.get())) {
        regs.consume(i.b, i.n & USE_B != 0);
        regs.set(i.a, found);
        return Ok(false);
    }
    let result = lookups(vm, s.get()).and_then(|lookups| lookups.load_without_call(rt, v, name)).unwrap_or_else(|| {
        let result = rt.getattr(v, name);
        if result.is_ok() {
            fill_load(rt, v, name, s);
        }
        see(s);
        result
    });
    regs.consume(i.b, i.n & USE_B != 0);
    regs.set(i.a, result?);
    Ok(false)
}

/// What the cache holds for an attribute read from module `v`.
pub(crate) fn module_cached(rt: &Rt, v: Value, s: Site) -> Option<Owned> {
    if s.kind != site::MODULE || rt.kind_of_ptr(v) != Some(Kind::Module) {
        return None;
    }
    let dict = rt.as_dict(module_dict(v))?;
    let version = dict.version.get();
    if version != 0 && s.key == u64::from(version) { Some(dict.value_at(s.index).own()) } else { None }
}

/// What the cache holds for an attribute read through class `v`.
pub(crate) fn class_cached(rt: &Rt, v: Value, s: Site) -> Option<Owned> {
    if s.kind != site::CLASS || s.value != v || s.key != key(rt, v) {
        return None;
    }
    let dict = rt.as_dict(rt.type_data(v).dict.get())?;
    let version = dict.version.get();
    if version != 0 && version == s.shape { Some(dict.value_at(s.index).own()) } else { None }
}

/// Caches an attribute that stands in the dictionary of class `v` itself and is given out as it is.
fn fill_class(rt: &Rt, v: Value, name: Value, s: &Cell<Site>) {
    let meta = rt.class_of(v);
    let plain = rt.type_special(meta, Dunder::GetAttribute).is_none_or(|g| rt.is_default_hook(g));
    if !plain || rt.type_lookup(meta, name).is_some() {
        return;
    }
    let dict = rt.type_data(v).dict.get();
    let Some(d) = rt.as_dict(dict) else { return };
    let Some(index) = rt.dict_entry_index(d, name) else { return };
    let binds = match rt.kind_of(d.value_at(index)) {
        Kind::Function => false,
        Kind::Instance | Kind::Boxed => rt.special(d.value_at(index), Dunder::Get).is_some(),
        Kind::Property | Kind::ClassMethod | Kind::StaticMethod | Kind::Member | Kind::GetSet | Kind::Native => true,
        _ => false,
    };
    if !binds {
        let shape = rt.dict_version(d);
        put(rt, s, Site { key: key(rt, v), kind: site::CLASS, index, value: v, shape, ..Site::default() });
    }
}

fn module_dict(v: Value) -> Value {
    // SAFETY: callers have checked the kind.
    unsafe { &*v.as_ptr().cast::<ModuleObj>() }.dict.get()
}

/// Whether attribute lookup on `v`'s class is the default one.
fn plain_lookup(rt: &Rt, v: Value) -> bool {
    rt.special(v, Dunder::GetAttribute).is_none_or(|g| rt.is_default_hook(g))
        && !matches!(rt.kind_of(v), Kind::Type | Kind::Module | Kind::Super | Kind::Function)
}

/// Caches what was found, if that can be found again.
pub(crate) fn fill_load(rt: &Rt, v: Value, name: Value, s: &Cell<Site>) {
    if rt.kind_of_ptr(v) == Some(Kind::Module) {
        let dict = module_dict(v);
        if let Some(d) = rt.as_dict(dict)
            && let Some(index) = rt.dict_entry_index(d, name)
        {
            let key = u64::from(rt.dict_version(d));
            put(rt, s, Site { key, kind: site::MODULE, index, ..Site::default() });
        }
        return;
    }
    if rt.is_type(v) {
        return fill_class(rt, v, name, s);
    }
    if !v.is_ptr() || !plain_lookup(rt, v) {
        return;
    }
    let class_attr = rt.type_lookup(rt.class_of(v), name);
    let base = Site { key: key(rt, v), shape: v.shape(), ..Site::default() };
    if let Some(d) = class_attr {
        if rt.kind_of(d) == Kind::Property {
            // SAFETY: the kind says the layout.
            let getter = unsafe { &*d.as_ptr().cast::<PropertyObj>() }.get.get();
            if !getter.is_empty() && rt.kind_of(getter) == Kind::Function {
                put(rt, s, Site { kind: site::PROPERTY, value: getter, ..base });
            }
            return;
        }
        if rt.is_data_descriptor(d) && rt.kind_of(d) != Kind::Member {
            return;
        }
    }
    if let Some(new) = slot_site(rt, v, name, class_attr, base) {
        put(rt, s, new);
    }
}

/// A cache of the slot that holds `name` in objects of `v`'s shape.
fn slot_site(rt: &Rt, v: Value, name: Value, class_attr: Option<Value>, base: Site) -> Option<Site> {
    let id = v.shape();
    let slot = match class_attr.filter(|d| rt.kind_of(*d) == Kind::Member) {
        Some(d) => {
            // SAFETY: the kind says the layout.
            let member = unsafe { &*d.as_ptr().cast::<MemberObj>() };
            if !rt.is_instance_of(v, member.owner.get()) {
                return None;
            }
            member.index
        }
        None => rt.shapes.get(id).find(name)?,
    };
    Some(match rt.slot_offset(id, slot) {
        Some(offset) => Site { kind: site::SLOT, index: offset, ..base },
        None => Site { kind: site::FAR_SLOT, index: slot as u32, ..base },
    })
}

/// `a.name = b`.
pub(crate) fn store_attr(rt: &Rt, regs: Regs, act: *mut Activation, i: Insn) -> Result<(), Raised> {
    let (code, _) = context(act);
    let v = regs.get(i.a);
    let s = &code.sites[i.e as usize];
    if v.is_ptr() && s.get().kind == site::ADD_SLOT && s.get().key == key(rt, v) {
        let value = regs.own(i.b, i.n & USE_B != 0);
        let done = rt.instance_append(v, v.shape(), s.get().shape, value);
        regs.consume(i.a, i.n & USE_A != 0);
        return done;
    }
    let name = code.names[i.c as usize];
    let before = (v.is_ptr()).then(|| key(rt, v));
    let result = rt.setattr(v, name, regs.get(i.b));
    if result.is_ok()
        && let Some(before) = before
    {
        fill_store(rt, v, name, before, s);
    }
    see(s);
    regs.consume(i.b, i.n & USE_B != 0);
    regs.consume(i.a, i.n & USE_A != 0);
    result
}

/// Caches how an attribute was stored, if it can be stored so again; `before` was the cache key of the object.
pub(crate) fn fill_store(rt: &Rt, v: Value, name: Value, before: u64, s: &Cell<Site>) {
    let plain = rt.special(v, Dunder::SetAttr).is_none_or(|f| rt.is_default_hook(f))
        && !matches!(rt.kind_of(v), Kind::Type | Kind::Module | Kind::Function);
    let class_attr = rt.type_lookup(rt.class_of(v), name);
    let shadowed = class_attr.is_some_and(|d| rt.is_data_descriptor(d) && rt.kind_of(d) != Kind::Member);
    if !plain || shadowed || before >> 32 != u64::from(rt.epochs.classes()) {
        return;
    }
    let (old, new) = (before as u32, v.shape());
    let base = Site { key: before, shape: new, ..Site::default() };
    if old == new {
        if let Some(site) = slot_site(rt, v, name, class_attr, base)
            && site.kind == site::SLOT
        {
            put(rt, s, site);
        }
        return;
    }
    // The store added a slot: the same transition is valid for every object of the old shape.
    let (from, to) = (rt.shapes.get(old), rt.shapes.get(new));
    if to.names.len() == from.names.len() + 1 && to.names.last() == Some(&name) && !to.dict_mode {
        put(rt, s, Site { kind: site::ADD_SLOT, ..base });
    }
}

/// `del a.name`.
pub(crate) fn del_attr(rt: &Rt, regs: Regs, act: *mut Activation, i: Insn) -> Result<(), Raised> {
    let (code, _) = context(act);
    let result = rt.delattr(regs.get(i.a), code.names[i.c as usize]);
    regs.consume(i.a, i.n & USE_A != 0);
    result
}

/// `a, a+1 = method, receiver`.
pub(crate) fn load_method(rt: &Rt, vm: &Vm, regs: Regs, act: *mut Activation, i: Insn) -> Result<(), Raised> {
    let (code, _) = context(act);
    let v = regs.get(i.b);
    let name = code.names[i.c as usize];
    let s = &code.sites[i.e as usize];
    if let Some(found) = module_cached(rt, v, s.get()).or_else(|| class_cached(rt, v, s.get())) {
        regs.consume(i.b, i.n & USE_B != 0);
        regs.set(i.a, found);
        return Ok(());
    }
    let method = match lookups(vm, s.get()) {
        Some(lookups) => lookups.method(rt, v, name),
        None => {
            let method = rt.get_method(v, name);
            see(s);
            method.map(|method| {
                fill_method(rt, v, name, s, &method);
                (method.func, method.receiver)
            })
        }
    };
    match method {
        Ok((func, true)) => {
            let receiver = regs.own(i.b, i.n & USE_B != 0);
            regs.set(i.a, func);
            regs.set(i.a + 1, receiver);
            Ok(())
        }
        Ok((func, false)) => {
            regs.consume(i.b, i.n & USE_B != 0);
            regs.set(i.a, func);
            regs.set_raw(i.a + 1, Value::EMPTY);
            Ok(())
        }
        Err(raised) => {
            regs.consume(i.b, i.n & USE_B != 0);
            Err(raised)
        }
    }
}

fn fill_method(rt: &Rt, v: Value, name: Value, s: &Cell<Site>, method: &Method) {
    if !method.receiver {
        if matches!(rt.kind_of_ptr(v), Some(Kind::Module | Kind::Type)) {
            fill_load(rt, v, name, s);
        }
    } else if v.is_ptr() && !rt.shape_of(v).dict_mode {
        let base = Site { key: key(rt, v), kind: site::METHOD, shape: v.shape(), ..Site::default() };
        put(rt, s, Site { value: *method.func, ..base });
    }
}

/// What `super(class, receiver).name` finds, when `super` is the built-in: the raw attribute and the receiver's class.
fn find_super(rt: &Rt, parts: [Value; 3], name: Value) -> Result<Option<(Owned, Value)>, Raised> {
    let [super_, class, receiver] = parts;
    if super_ != rt.kind_type(Kind::Super) || !rt.is_type(class) || name == rt.names.__class__ {
        return Ok(None);
    }
    let receiver_class = rt.class_of(receiver);
    if !rt.is_subclass(receiver_class, class) {
        return Ok(None);
    }
    Ok(rt.super_lookup(class, receiver_class, name).map(|d| (d, receiver_class)))
}

/// The general way: makes the super object and asks it.
fn super_object_attr(rt: &Rt, parts: [Value; 3], name: Value) -> Result<Owned, Raised> {
    let object = rt.call(parts[0], &parts[1..])?;
    rt.getattr(*object, name)
}

/// `super(class, receiver).name`, of what the name `super` gave, the class and the receiver.
///
/// # Errors
/// What the lookup raises.
pub(crate) fn super_attr(rt: &Rt, parts: [Value; 3], name: Value) -> Result<Owned, Raised> {
    match find_super(rt, parts, name)? {
        Some((d, class)) => rt.bind(*d, parts[2], class),
        None => super_object_attr(rt, parts, name),
    }
}

/// As [`super_attr`], for a call: a function and the receiver, or an attribute and nothing.
///
/// # Errors
/// What the lookup raises.
pub(crate) fn super_method(rt: &Rt, parts: [Value; 3], name: Value) -> Result<(Owned, Option<Owned>), Raised> {
    match find_super(rt, parts, name)? {
        Some((d, _)) if rt.is_plain_method(*d) => Ok((d, Some(parts[2].own()))),
        Some((d, class)) => Ok((rt.bind(*d, parts[2], class)?, None)),
        None => Ok((super_object_attr(rt, parts, name)?, None)),
    }
}

/// The operands of the instructions for `super()`.
fn super_parts(regs: Regs, i: Insn) -> [Value; 3] {
    [regs.get(i.b), regs.get(i.b + 1), regs.get(i.b + 2)]
}

fn clear_super(regs: Regs, i: Insn) {
    regs.clear(i.b + 2);
    regs.clear(i.b + 1);
    regs.clear(i.b);
}

/// `a = super().name`.
pub(crate) fn load_super_attr(rt: &Rt, regs: Regs, act: *mut Activation, i: Insn) -> Result<(), Raised> {
    let (code, _) = context(act);
    let name = code.names[i.c as usize];
    let result = super_attr(rt, super_parts(regs, i), name);
    clear_super(regs, i);
    regs.set(i.a, result?);
    Ok(())
}

/// `a, a+1 = super().name, receiver`.
pub(crate) fn load_super_method(rt: &Rt, regs: Regs, act: *mut Activation, i: Insn) -> Result<(), Raised> {
    let (code, _) = context(act);
    let name = code.names[i.c as usize];
    let found = super_method(rt, super_parts(regs, i), name);
    clear_super(regs, i);
    let (func, receiver) = found?;
    regs.set(i.a, func);
    regs.set_raw(i.a + 1, receiver.map_or(Value::EMPTY, Owned::into_raw));
    Ok(())
}
