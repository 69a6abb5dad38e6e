//! The quick way out: objects without finaliser and weak references whose children live on, or hold no references themselves.
//!
//! Such a death runs no code that could look at the heap meanwhile, so it needs no stack. Where a child dies that is more than that, the
//! object is left to the general way with the cursors that it has reached: the order of releases is the same.

use super::fields::{fixed_slot, fixed_slots};
use super::{Work, drop_int, free_block, free_leaf, is_leaf, release_shared};
use crate::class::flag;
use crate::heap::Flag;
use crate::instance::inline_slots;
use crate::object::{Kind, shape_id};
use crate::rt::Rt;
use crate::shape::Shape;
use crate::tuple::{tuple_items, tuple_set};
use crate::value::Value;
use std::cell::Cell;

/// How far the quick way went.
pub(super) enum Quick {
    /// The object is free.
    Freed,
    /// Nothing is done yet.
    Unfit,
    /// It has begun to die; this child, taken out of it, goes next, the general way.
    Left(Work, Value),
}

/// Takes the quick way as far as it goes for an object whose count is zero.
#[inline]
pub(super) fn quick(rt: &Rt, v: Value) -> Quick {
    match v.header().shape.get() {
        shape_id::FLOAT | shape_id::BYTES | shape_id::RANGE_ITER => free_block(rt, v),
        shape_id::STR => free_leaf(rt, v),
        shape_id::INT => {
            drop_int(rt, v);
            free_block(rt, v);
        }
        shape_id::TUPLE => return tuple(rt, v),
        shape_id::LIST => return list(rt, v),
        shape_id::DICT => return dict(rt, v),
        shape_id::SET => return set(rt, v),
        shape_id::CELL => return fixed(rt, v, Kind::Cell),
        shape_id::RANGE => return fixed(rt, v, Kind::Range),
        shape_id::SLICE => return fixed(rt, v, Kind::Slice),
        shape_id::DICT_ITER => return fixed(rt, v, Kind::DictIter),
        shape_id::LIST_ITER | shape_id::TUPLE_ITER | shape_id::STR_ITER => return fixed(rt, v, Kind::ListIter),
        shape if shape >= shape_id::FIRST_DYNAMIC => return instance(rt, v),
        _ => return Quick::Unfit,
    }
    Quick::Freed
}

/// Gives up a reference unless that takes the general way.
#[inline(always)]
fn release_quickly(rt: &Rt, v: Value) -> bool {
    if release_shared(v) {
        return true;
    }
    let leaf = is_leaf(v);
    if leaf {
        v.header().refcount.set(0);
        free_leaf(rt, v);
    }
    leaf
}

/// The last reference to a tuple is gone.
fn tuple(rt: &Rt, v: Value) -> Quick {
    let items = tuple_items(v);
    let count = items.len();
    for i in (0..count).rev() {
        let item = items[i];
        tuple_set(v, i, Value::EMPTY);
        if !release_quickly(rt, item) {
            return Quick::Left(Work { children: count - i, attrs_done: true, ..Work::begun(v) }, item);
        }
    }
    free_block(rt, v);
    Quick::Freed
}

fn list(rt: &Rt, v: Value) -> Quick {
    let l = crate::list::list(v);
    while let Some(last) = l.len.get().checked_sub(1) {
        l.len.set(last);
        // SAFETY: the place was initialised and is now outside the list.
        let item = unsafe { l.items.get().add(last).read() };
        if !release_quickly(rt, item) {
            return Quick::Left(Work { attrs_done: true, ..Work::begun(v) }, item);
        }
    }
    rt.free_list_buffer(l.take_buffer().0);
    free_block(rt, v);
    Quick::Freed
}

fn dict(rt: &Rt, v: Value) -> Quick {
    let mut at = 0;
    while let Some(child) = crate::dict::dict_take_child(v, &mut at) {
        if !release_quickly(rt, child) {
            return Quick::Left(Work { children: at, attrs_done: true, ..Work::begun(v) }, child);
        }
    }
    crate::dict::dict_free_buffer(rt, v);
    free_block(rt, v);
    Quick::Freed
}

fn set(rt: &Rt, v: Value) -> Quick {
    // SAFETY: `v` is a live block of this heap.
    if unsafe { rt.heap.has_flag(super::block(v), Flag::HasWeakrefs) } {
        return Quick::Unfit;
    }
    let mut at = 0;
    while let Some(child) = crate::set::set_take_child(v, &mut at) {
        if !release_quickly(rt, child) {
            return Quick::Left(Work { children: at, attrs_done: true, ..Work::begun(v) }, child);
        }
    }
    crate::set::set_free_buffer(rt, v);
    free_block(rt, v);
    Quick::Freed
}

#[inline(always)]
fn fixed(rt: &Rt, v: Value, kind: Kind) -> Quick {
    for (at, &offset) in fixed_slots(kind).iter().enumerate() {
        let slot = fixed_slot(v, offset);
        let child = slot.get();
        slot.forget();
        if !release_quickly(rt, child) {
            return Quick::Left(Work { children: at + 1, attrs_done: true, ..Work::begun(v) }, child);
        }
    }
    free_block(rt, v);
    Quick::Freed
}

fn instance(rt: &Rt, v: Value) -> Quick {
    let shape = rt.shape_of(v);
    let Some(slots) = inline_slots(shape, v) else { return Quick::Unfit };
    let class = shape.class.get();
    let flags = rt.type_data(class).flags.get();
    // SAFETY: `v` is a live block of this heap.
    if flags & flag::HAS_DEL != 0 || unsafe { rt.heap.has_flag(super::block(v), Flag::HasWeakrefs) } {
        return Quick::Unfit;
    }
    let mut attrs = 0;
    if let Some(child) = next_slot(rt, shape, slots, &mut attrs) {
        return Quick::Left(Work { attrs, ..Work::begun(v) }, child);
    }
    if flags & flag::HEAP != 0 && !release_shared(class) {
        return Quick::Left(Work { attrs, ..Work::begun(v) }, Value::EMPTY);
    }
    free_block(rt, v);
    Quick::Freed
}

/// Releases what the slots of a plain instance hold, from the `at`-th that is released on, and gives what takes the general way.
#[inline]
pub(super) fn next_slot(rt: &Rt, shape: &Shape, slots: &[Cell<Value>], at: &mut usize) -> Option<Value> {
    while *at < slots.len() {
        let i = shape.release.as_ref().map_or(*at, |order| order[*at] as usize);
        *at += 1;
        // Code that a later child's end runs must not find it here.
        let child = slots[i].replace(Value::EMPTY);
        if !release_quickly(rt, child) {
            return Some(child);
        }
    }
    None
}
