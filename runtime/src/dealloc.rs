//! Deallocation: what happens when the last reference to an object goes.
//!
//! In CPython's order: the finaliser runs first (and may resurrect the object), then weak references are cleared and
//! their callbacks called, then the attributes are released, then what the built-in part holds (a list from its
//! end, a dict in entry order), each child's own deallocation happening completely before the next child is released. CPython
//! recurses; here an explicit stack of (object, cursor) pairs gives the same order in constant native stack. Most objects need none: see
//! `quick`.

mod fields;
mod quick;

use crate::boxed::{boxed_data, boxed_head};
use crate::class::{TypeObj, flag};
use crate::heap::Flag;
use crate::instance::inline_slots;
use crate::object::*;
use crate::rt::Rt;
use crate::tuple::{tuple_items, tuple_set};
use crate::value::Value;
use fields::{fixed_slot, fixed_slots, visited_slots};
use quick::{Quick, quick};
use smallvec::SmallVec;
use std::cell::{Cell, RefCell};
use std::mem::offset_of;
use std::ptr::NonNull;

/// Objects whose last reference went while data of a native object was being dropped.
#[derive(Default)]
pub(crate) struct Queue {
    deferring: Cell<bool>,
    deferred: RefCell<Vec<Value>>,
}

/// One object on the way out: its attributes and children are being released.
struct Work {
    v: Value,
    attrs: usize,
    /// Whether it has no attributes, or they have been released.
    attrs_done: bool,
    children: usize,
    /// Whether its last reference has yet to be given up.
    pending: bool,
}

impl Work {
    fn begun(v: Value) -> Work {
        Work { v, attrs: 0, attrs_done: false, children: 0, pending: false }
    }
}

/// The last reference to `v` is gone.
#[inline(never)]
pub(crate) fn dealloc(v: Value) {
    dealloc_in(Rt::of_object(v), v);
}

#[inline]
fn dealloc_in(rt: &Rt, v: Value) {
    if rt.dealloc.deferring.get() {
        defer(rt, v);
        return;
    }
    match quick(rt, v) {
        Quick::Freed => {}
        Quick::Left(work, child) => dealloc_slowly(rt, work, child),
        Quick::Unfit if begin(rt, v) => dealloc_slowly(rt, Work::begun(v), Value::EMPTY),
        Quick::Unfit => {}
    }
}

/// Its turn has not come: until then it lives, and a weak reference may still give it out.
#[cold]
fn defer(rt: &Rt, v: Value) {
    v.header().refcount.set(1);
    rt.dealloc.deferred.borrow_mut().push(v);
}

/// The general way, for an object that has begun to die and the child, if any, that it releases first.
#[inline(never)]
fn dealloc_slowly(rt: &Rt, work: Work, child: Value) {
    let mut stack: SmallVec<[Work; 6]> = SmallVec::new();
    stack.push(work);
    release(rt, child, &mut stack);
    while let Some(top) = stack.last_mut() {
        if top.pending {
            let v = top.v;
            stack.pop();
            release(rt, v, &mut stack);
            continue;
        }
        match next_child(rt, top) {
            Some(child) => release(rt, child, &mut stack),
            None => {
                let v = top.v;
                stack.pop();
                finish(rt, v, &mut stack);
            }
        }
    }
}

/// Gives up one reference; pushes the object if that was the last. Chains that begin to die quickly, each in its parent's hands, are followed here.
fn release(rt: &Rt, v: Value, stack: &mut SmallVec<[Work; 6]>) {
    let mut next = v;
    while next.is_ptr() {
        let v = next;
        let count = &v.header().refcount;
        let n = count.get();
        if (n as i32) < 0 {
            return;
        }
        count.set(n - 1);
        if n != 1 {
            return;
        }
        match quick(rt, v) {
            Quick::Freed => return,
            Quick::Left(work, child) => {
                stack.push(work);
                next = child;
            }
            Quick::Unfit => {
                if begin(rt, v) {
                    stack.push(Work::begun(v));
                }
                return;
            }
        }
    }
}

/// Whether the object holds no references and cannot be weakly referenced: an exact string, float or bytes.
#[inline]
fn is_leaf(v: Value) -> bool {
    matches!(v.header().shape.get(), shape_id::STR | shape_id::FLOAT | shape_id::BYTES | shape_id::INT)
}

/// Whether the object is of a built-in type that has no finaliser and cannot be weakly referenced.
#[inline]
fn is_plain(v: Value) -> bool {
    matches!(
        v.header().shape.get(),
        shape_id::LIST
            | shape_id::TUPLE
            | shape_id::DICT
            | shape_id::RANGE
            | shape_id::SLICE
            | shape_id::CELL
            | shape_id::LIST_ITER
            | shape_id::TUPLE_ITER
            | shape_id::RANGE_ITER
            | shape_id::STR_ITER
            | shape_id::DICT_ITER
    )
}

/// Drops the number of an integer object whose kind the caller has checked.
fn drop_int(rt: &Rt, v: Value) {
    // SAFETY: the kind says the layout; the object is dead and its number dropped once.
    unsafe {
        let value = &raw mut (*v.as_ptr().cast::<IntObj>()).value;
        rt.uncharge_int(&*value);
        value.drop_in_place();
    }
}

#[inline]
fn free_leaf(rt: &Rt, v: Value) {
    match v.header().shape.get() {
        shape_id::STR if crate::string::is_interned(v) => rt.interner.remove(v),
        shape_id::INT => drop_int(rt, v),
        _ => {}
    }
    free_block(rt, v);
}

#[inline]
fn free_block(rt: &Rt, v: Value) {
    if let Some(p) = NonNull::new(v.as_ptr().cast::<u8>()) {
        // SAFETY: the block came from this heap's object side and the object is dead.
        unsafe { rt.heap.free_object(p) };
    }
}

fn block(v: Value) -> NonNull<u8> {
    NonNull::new(v.as_ptr().cast::<u8>()).expect("a reference")
}

/// Runs the finaliser and clears weak references. False if the object was resurrected.
fn begin(rt: &Rt, v: Value) -> bool {
    if is_plain(v) {
        return true;
    }
    let shape = rt.shape_of(v);
    let class = shape.class.get();
    let needs = rt.type_data(class).flags.get() & flag::HAS_DEL != 0
        || (shape.kind == Kind::Generator && generator_runs_code(rt, v));
    if needs && !run_finaliser(rt, v) {
        return false;
    }
    if shape.kind == Kind::Type {
        rt.unlink_class(v);
    }
    // SAFETY: `v` is a live block of this heap.
    if unsafe { rt.heap.has_flag(block(v), Flag::HasWeakrefs) } {
        v.header().refcount.set(1);
        rt.clear_weakrefs(v);
        v.header().refcount.set(0);
    }
    true
}

fn generator_runs_code(rt: &Rt, v: Value) -> bool {
    // SAFETY: the caller has checked the kind.
    let g = unsafe { v.layout::<GeneratorObj>() };
    g.state.get() == GenState::Suspended && (rt.entry().generator_needs_close)(rt, g)
}

/// Runs the finaliser once. False if the object has references again.
pub(crate) fn run_finaliser(rt: &Rt, v: Value) -> bool {
    let p = block(v);
    // SAFETY: `v` is a live block of this heap.
    unsafe {
        if rt.heap.has_flag(p, Flag::Finalised) {
            return true;
        }
        rt.heap.set_flag(p, Flag::Finalised);
    }
    v.header().refcount.set(v.header().refcount.get() + 1);
    rt.call_finaliser(v);
    let count = v.header().refcount.get();
    if (count as i32) < 0 {
        return false;
    }
    v.header().refcount.set(count - 1);
    count == 1
}

/// Takes out the next reference that the object owns.
fn next_child(rt: &Rt, work: &mut Work) -> Option<Value> {
    let v = work.v;
    if v.has_shape(shape_id::LIST) {
        return take_list_item(v);
    }
    if !work.attrs_done {
        let shape = rt.shape_of(v);
        if let Some(slots) = inline_slots(shape, v) {
            // It has nothing else.
            return quick::next_slot(rt, shape, slots, &mut work.attrs);
        }
        if let Some(child) = rt.take_attr(v, &mut work.attrs) {
            return Some(child);
        }
        work.attrs_done = true;
    }
    let kind = rt.shape_of(v).kind;
    let at = &mut work.children;
    match kind {
        Kind::List => take_list_item(v),
        Kind::Tuple => take_tuple_item(v, at),
        Kind::Dict => crate::dict::dict_take_child(v, at),
        Kind::Set | Kind::FrozenSet => crate::set::set_take_child(v, at),
        Kind::Frame => take_frame_local(v).or_else(|| take_fixed(v, kind, at)),
        _ => take_fixed(v, kind, at),
    }
}

/// Gives a reference up if it is not the last one (or none that counts): nobody can see when that happens.
#[inline]
fn release_shared(v: Value) -> bool {
    if !v.is_ptr() {
        return true;
    }
    let count = &v.header().refcount;
    match count.get() as i32 {
        1 => false,
        ..=0 => true,
        n => {
            count.set(n as u32 - 1);
            true
        }
    }
}

/// The next item of a list, from its end, whose last reference this is.
fn take_list_item(v: Value) -> Option<Value> {
    let l = crate::list::list(v);
    while let Some(len) = l.len.get().checked_sub(1) {
        l.len.set(len);
        // SAFETY: the place was initialised and is now outside the list.
        let item = unsafe { l.items.get().add(len).read() };
        if !release_shared(item) {
            return Some(item);
        }
    }
    None
}

/// The next item of a tuple, from its end, whose last reference this is.
fn take_tuple_item(v: Value, at: &mut usize) -> Option<Value> {
    while let Some(i) = tuple_items(v).len().checked_sub(*at + 1) {
        *at += 1;
        let item = tuple_items(v)[i];
        tuple_set(v, i, Value::EMPTY);
        if !release_shared(item) {
            return Some(item);
        }
    }
    None
}

/// Takes out a frame's last local that is bound.
fn take_frame_local(v: Value) -> Option<Value> {
    // SAFETY: the kind was checked.
    let f = unsafe { v.layout::<FrameObj>() };
    while let Some(n) = f.nlocals.get().checked_sub(1) {
        f.nlocals.set(n);
        // SAFETY: the buffer holds `nlocals` initialised places; this one is now outside.
        let local = unsafe { f.locals.get().add(n).read() };
        if !local.is_empty() {
            return Some(local);
        }
    }
    None
}

fn take_fixed(v: Value, kind: Kind, at: &mut usize) -> Option<Value> {
    let offsets = fixed_slots(kind);
    while let Some(&offset) = offsets.get(*at) {
        *at += 1;
        if let Some(owned) = fixed_slot(v, offset).take() {
            return Some(owned.into_raw());
        }
    }
    None
}

/// Frees what is left of an object whose children are gone, then releases its class.
fn finish(rt: &Rt, v: Value, stack: &mut SmallVec<[Work; 6]>) {
    if v.has_shape(shape_id::LIST) {
        rt.free_list_buffer(crate::list::list(v).take_buffer().0);
        free_block(rt, v);
        return;
    }
    let shape = rt.shape_of(v);
    let class = shape.class.get();
    let heap_class = rt.type_data(class).flags.get() & flag::HEAP != 0;
    match shape.kind {
        Kind::List => rt.free_list_buffer(crate::list::list(v).take_buffer().0),
        Kind::Dict => crate::dict::dict_free_buffer(rt, v),
        Kind::Set | Kind::FrozenSet => crate::set::set_free_buffer(rt, v),
        Kind::Int => drop_int(rt, v),
        // SAFETY: the kind says the layout; the object is dead and dropped once.
        Kind::ByteArray => unsafe { (&raw mut (*v.as_ptr().cast::<ByteArrayObj>()).data).drop_in_place() },
        Kind::WeakRef => rt.forget_weakref(v),
        Kind::Type => finish_type(v),
        Kind::Frame => {
            // SAFETY: the kind says the layout; the buffer's values have been taken out.
            let locals = unsafe { v.layout::<FrameObj>() }.locals.replace(std::ptr::null_mut());
            rt.free_list_buffer(locals);
        }
        Kind::Generator => deferring(rt, stack, || {
            // SAFETY: the kind says the layout.
            let g = unsafe { v.layout::<GeneratorObj>() };
            if !g.regs.get().is_null() {
                (rt.entry().drop_generator)(rt, g);
            }
        }),
        Kind::Code => deferring(rt, stack, || {
            // SAFETY: the kind says the layout.
            let data = unsafe { v.layout::<CodeObj>() }.data.replace(std::ptr::null_mut());
            if let (false, Some(entry)) = (data.is_null(), rt.entry_if_set()) {
                (entry.drop_code)(rt, data);
            }
        }),
        // SAFETY: the table belongs to the object's data; it is dropped once.
        Kind::Boxed => deferring(rt, stack, || unsafe { (boxed_head(v).table.drop)(boxed_data(v)) }),
        _ => {}
    }
    free_block(rt, v);
    if heap_class {
        release(rt, class, stack);
    }
}

/// Runs `f`, which drops references from Rust code, and queues the last references it gives up, in order, so that chains of objects do not recurse.
fn deferring(rt: &Rt, stack: &mut SmallVec<[Work; 6]>, f: impl FnOnce()) {
    let start = rt.dealloc.deferred.borrow().len();
    let before = rt.dealloc.deferring.replace(true);
    f();
    rt.dealloc.deferring.set(before);
    let dead: Vec<Value> = rt.dealloc.deferred.borrow_mut().split_off(start);
    stack.extend(dead.into_iter().rev().map(|v| Work { pending: true, ..Work::begun(v) }));
}

fn finish_type(v: Value) {
    // SAFETY: the kind says the layout; the object is dead, and the vector is dropped once.
    unsafe { (&raw mut (*v.as_ptr().cast::<TypeObj>()).subclasses).drop_in_place() };
}

impl Rt {
    /// Deallocates an object whose count has become zero.
    ///
    /// # Safety
    /// It is an object of this context's, and the word that was its last reference is not used any more.
    #[inline]
    pub unsafe fn dealloc_dead(&self, v: Value) {
        dealloc_in(self, v);
    }

    /// For teardown: releases what a built-in class is made of. It must not be used afterwards.
    pub(crate) fn release_type_parts(&self, class: Value) {
        let t = self.type_data(class);
        t.mro.clear();
        t.dict.clear();
        t.bases.clear();
    }

    /// Whether dropping a generator runs code.
    pub(crate) fn generator_needs_finaliser(&self, v: Value) -> bool {
        generator_runs_code(self, v)
    }

    /// Visits every reference that `v` owns (not that to its class), in the order in which CPython's `tp_traverse` does: the
    /// collector's order of finalisers at the end of an engine follows from it.
    pub(crate) fn visit_children(&self, v: Value, f: &mut dyn FnMut(Value)) {
        self.visit_attrs(v, f);
        let kind = self.shape_of(v).kind;
        match kind {
            // SAFETY: visitors change no list.
            Kind::List => unsafe { crate::list::list(v).items() }.iter().rev().for_each(|c| f(*c)),
            Kind::Tuple => tuple_items(v).iter().rev().for_each(|c| f(*c)),
            Kind::Dict => crate::dict::dict_visit(v, f),
            Kind::Set | Kind::FrozenSet => crate::set::set_visit(v, f),
            Kind::Frame => {
                // SAFETY: the kind says the layout; the buffer holds `nlocals` places.
                let frame = unsafe { v.layout::<FrameObj>() };
                if !frame.locals.get().is_null() {
                    for i in 0..frame.nlocals.get() {
                        // SAFETY: as above.
                        f(unsafe { frame.locals.get().add(i).read() });
                    }
                }
            }
            Kind::Generator => {
                // SAFETY: the kind says the layout.
                let g = unsafe { v.layout::<GeneratorObj>() };
                if !g.regs.get().is_null() && g.state.get() != GenState::Running {
                    (self.entry().visit_generator)(self, g, f);
                }
            }
            Kind::Code => {
                // SAFETY: the kind says the layout.
                let data = unsafe { v.layout::<CodeObj>() }.data.get();
                if !data.is_null() {
                    (self.entry().visit_code)(self, data, f);
                }
            }
            // SAFETY: the table belongs to the object's data.
            Kind::Boxed => unsafe { (boxed_head(v).table.visit)(boxed_data(v), f) },
            _ => {}
        }
        for &offset in visited_slots(kind) {
            if let Some(child) = fixed_slot(v, offset).get().some() {
                f(child);
            }
        }
    }

    /// Drops the references of an object that is part of a dead cycle, as `tp_clear` does; the object stays usable. Immutable
    /// kinds (tuples, frozen sets) are left to their containers.
    pub(crate) fn clear_children(&self, v: Value) {
        let shape = self.shape_of(v);
        let kind = shape.kind;
        let (mut cursor, mut attrs) = (0, SmallVec::<[Value; 16]>::new());
        if let Some(slots) = inline_slots(shape, v) {
            let at = |i: usize| &slots[shape.release.as_ref().map_or(i, |order| order[i] as usize)];
            attrs.extend((0..slots.len()).filter_map(|i| at(i).replace(Value::EMPTY).some()));
        } else {
            while let Some(child) = self.take_attr(v, &mut cursor) {
                attrs.push(child);
            }
        }
        if shape.has_attrs {
            // The storage is gone, and a destructor may set attributes anew.
            v.header().shape.set(shape.root);
        }
        for child in attrs {
            child.decref();
        }
        match kind {
            Kind::List => {
                let (items, len) = crate::list::list(v).take_buffer();
                for i in (0..len).rev() {
                    // SAFETY: the buffer was taken out of the list with `len` initialised places.
                    unsafe { items.add(i).read() }.decref();
                }
                self.free_list_buffer(items);
            }
            Kind::Dict => self.dict_clear(v),
            Kind::Set => self.set_clear(v),
            // SAFETY: the kind says the layout; the object is kept alive by the collector.
            Kind::Boxed => unsafe { (boxed_head(v).table.clear)(boxed_data(v)) },
            Kind::Function => {
                // A dead cycle's finalisers have run; what still can be called needs code and globals.
                // SAFETY: the kind says the layout.
                let func = unsafe { v.layout::<FunctionObj>() };
                for s in
                    [&func.closure, &func.defaults, &func.kwdefaults, &func.dict, &func.annotate, &func.annotations]
                {
                    s.clear();
                }
            }
            Kind::Generator => {
                // SAFETY: the kind says the layout.
                let g = unsafe { v.layout::<GeneratorObj>() };
                if !g.regs.get().is_null() && g.state.get() != GenState::Running {
                    (self.entry().drop_generator)(self, g);
                }
                g.frame.clear();
                g.handled.clear();
            }
            Kind::Cell
            | Kind::BoundMethod
            | Kind::Exception
            | Kind::Traceback
            | Kind::Module
            | Kind::Property
            | Kind::Super
            | Kind::WeakRef
            | Kind::ClassMethod
            | Kind::StaticMethod
            | Kind::ListIter
            | Kind::TupleIter => {
                // `args` of an exception must stay a tuple; it goes with the object.
                for &offset in fixed_slots(kind) {
                    if !(kind == Kind::Exception && offset == offset_of!(ExceptionObj, args)) && clearable(kind, offset)
                    {
                        fixed_slot(v, offset).clear();
                    }
                }
            }
            Kind::Frame => self.clear_frame(v),
            Kind::Type => self.clear_class(v),
            _ => {}
        }
    }

    /// A class leaves its bases' lists of subclasses, and the caches that know it by its address.
    fn unlink_class(&self, v: Value) {
        self.epochs.classes_change();
        if let Some(bases) = self.type_data(v).bases.get().some() {
            for base in tuple_items(bases) {
                self.type_data(*base).subclasses.borrow_mut().retain(|s| *s != v);
            }
        }
    }

    /// A dead class gives up its attributes and its place in its own order; what still asks it finds those of `object`.
    fn clear_class(&self, v: Value) {
        self.unlink_class(v);
        let t = self.type_data(v);
        self.dict_clear(t.dict.get());
        t.mro.set_option(self.type_data(self.kind_type(Kind::Instance)).mro.own());
        self.epochs.classes_change();
    }

    /// Releases what the frame of an activation that has ended keeps.
    pub(crate) fn clear_frame(&self, v: Value) {
        // SAFETY: the kind says the layout.
        let f = unsafe { v.layout::<FrameObj>() };
        f.back.clear();
        let locals = f.locals.replace(std::ptr::null_mut());
        let n = f.nlocals.replace(0);
        if !locals.is_null() {
            for i in (0..n).rev() {
                // SAFETY: the buffer was taken out of the frame with `n` initialised places.
                unsafe { locals.add(i).read() }.decref();
            }
            self.free_list_buffer(locals);
        }
    }
}

/// Whether a slot may be emptied while the object can still be used: a module keeps its dictionary and name, a bound method its function.
fn clearable(kind: Kind, offset: usize) -> bool {
    match kind {
        Kind::Module => false,
        Kind::BoundMethod => offset != offset_of!(BoundMethodObj, func),
        Kind::Super => offset == offset_of!(SuperObj, receiver),
        _ => true,
    }
}
