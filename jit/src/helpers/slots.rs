//! Slots of instances that do not stand at the same place in every one of them, and cells.

use super::helpers;
use super::outcome::Borrowed;
use runtime::{Owned, Value};

helpers! {
    /// The attribute in a slot.
    LoadSlot fn load(rt, _shape: u32, slot: usize, a: Value) -> Borrowed {
        Ok(Borrowed(rt.instance_slot(a, slot)))
    }

    /// Replaces the attribute in a slot.
    StoreSlot fn store(rt, _shape: u32, slot: usize, a: Value, b: Value) -> () {
        rt.instance_set_slot(a, slot, Owned::from_raw(b));
        Ok(())
    }

    /// Adds an attribute.
    AddSlot fn add(rt, from: u32, to: u32, _slot: usize, a: Value, b: Value) -> () {
        rt.instance_append(a, from, to, Owned::from_raw(b))
    }

    /// A new cell.
    MakeCell fn make_cell(rt, contents: Value) -> Owned {
        rt.new_cell(Owned::from_raw_option(contents))
    }

    /// An instance of a class.
    NewInstance fn new_instance(rt, shape: u64, class: Value) -> Owned {
        debug_assert!(!rt.is_type(class) || u64::from(rt.type_data(class).root_shape.get()) == shape);
        rt.new_instance(class)
    }
}
