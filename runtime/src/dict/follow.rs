//! Dicts made as the `__dict__` of an instance. In CPython such a dict shares its table of names with the class, and so
//! releases its values in the class's order, whoever keeps it.

use super::{Entry, dict, form};
use crate::rt::Rt;
use crate::value::Value;

impl Rt {
    /// From now on `d` releases its values in the order of the class with root shape `root`.
    pub(crate) fn dict_follow_class(&self, d: Value, root: u32) {
        dict(d).add_form(form::FOLLOWS_CLASS);
        self.class_dicts.borrow_mut().insert(d.as_ptr().addr(), root);
    }

    /// A dict that followed a class is gone.
    pub(super) fn dict_forget_class(&self, d: Value) {
        self.class_dicts.borrow_mut().remove(&d.as_ptr().addr());
    }

    /// Puts the entries of a dict that follows a class into the order of release: names of the class, then the rest.
    /// Only for entries that nobody looks up any more.
    pub(super) fn dict_order_entries(&self, d: Value, entries: *mut Entry, used: usize) {
        let Some(&root) = self.class_dicts.borrow().get(&d.as_ptr().addr()) else { return };
        if entries.is_null() {
            return;
        }
        // SAFETY: callers pass a buffer with `used` initialised entries, and nothing here calls back.
        let entries = unsafe { std::slice::from_raw_parts(entries, used) };
        let place = |key: Value| self.shapes.key_place(root, key).unwrap_or(usize::MAX);
        let mut sorted: Vec<(usize, Value, Value)> = entries
            .iter()
            .filter(|e| !e.key.get().is_empty())
            .map(|e| (place(e.key.get()), e.key.get(), e.value.get()))
            .collect();
        sorted.sort_by_key(|(place, ..)| *place);
        let holes = std::iter::repeat((0, Value::EMPTY, Value::EMPTY));
        for (entry, (_, key, value)) in entries.iter().zip(sorted.into_iter().chain(holes)) {
            entry.key.set(key);
            entry.value.set(value);
        }
    }
}
