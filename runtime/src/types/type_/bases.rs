//! Assignment to `__bases__`.

use super::create::is_heap;
use crate::class::flag;
use crate::error::Raised;
use crate::rt::Rt;
use crate::tuple::tuple_items;
use crate::value::Value;

pub(super) fn set_bases(rt: &Rt, class: Value, value: Option<Value>) -> Result<(), Raised> {
    let name = rt.class_name(class);
    if !is_heap(rt, class) {
        return Err(rt.type_error(format!("cannot set '__bases__' attribute of immutable type '{name}'")));
    }
    let Some(value) = value else {
        return Err(rt.type_error(format!("cannot delete '__bases__' attribute of immutable type '{name}'")));
    };
    let Some(bases) = rt.as_tuple(value) else {
        let got = rt.type_name(value);
        return Err(rt.type_error(format!("can only assign tuple to {name}.__bases__, not {got}")));
    };
    if bases.is_empty() {
        return Err(rt.type_error(format!("can only assign non-empty tuple to {name}.__bases__, not ()")));
    }
    for base in bases {
        if !rt.is_type(*base) {
            let got = rt.type_name(*base);
            return Err(rt.type_error(format!("{name}.__bases__ must be tuple of classes, not '{got}'")));
        }
        if rt.is_subclass(*base, class) {
            return Err(rt.type_error("a __bases__ item causes an inheritance cycle"));
        }
    }
    let best = rt.best_base(bases)?;
    let old = rt.type_data(class).base.get();
    if !layouts_agree(rt, best, old) {
        let (new, old) = (rt.class_name(best), rt.class_name(old));
        return Err(rt.type_error(format!("__bases__ assignment: '{new}' object layout differs from '{old}'")));
    }
    replace_bases(rt, class, value, best)
}

/// Whether a class that continued the layout of `old` may continue that of `new`: a base may lack a dictionary that the class has anyway.
fn layouts_agree(rt: &Rt, new: Value, old: Value) -> bool {
    let flags = |c: Value| rt.type_data(c).flags.get() & (flag::HAS_DICT | flag::WEAK);
    rt.solid_base(new) == rt.solid_base(old) && (flags(new) == flags(old) || is_heap(rt, new) && is_heap(rt, old))
}

fn replace_bases(rt: &Rt, class: Value, bases: Value, best: Value) -> Result<(), Raised> {
    let t = rt.type_data(class);
    let old_bases = t.bases.get().own();
    let old_base = t.base.replace(best);
    t.bases.set(bases.own());
    rt.epochs.slots_change();
    // The orders of the class and of everything below it, computed before any is changed.
    let mut changed: Vec<(Value, Vec<Value>)> = Vec::new();
    if let Err(raised) = reorder(rt, class, &mut changed) {
        for (c, order) in changed.into_iter().rev() {
            rt.set_mro(c, &order)?;
        }
        t.base.set(old_base);
        t.bases.set(old_bases);
        return Err(raised);
    }
    for base in tuple_items(*old_bases) {
        rt.type_data(*base).subclasses.borrow_mut().retain(|s| *s != class);
    }
    for base in tuple_items(bases) {
        rt.type_data(*base).subclasses.borrow_mut().push(class);
    }
    rt.refresh_flags(class);
    Ok(())
}

/// Sets the new order of `class` and its subclasses; `undo` gets the old ones.
fn reorder(rt: &Rt, class: Value, undo: &mut Vec<(Value, Vec<Value>)>) -> Result<(), Raised> {
    let order = rt.linearise(class)?;
    undo.push((class, tuple_items(rt.type_data(class).mro.get()).to_vec()));
    rt.set_mro(class, &order)?;
    let subclasses = rt.type_data(class).subclasses.borrow().clone();
    for sub in subclasses {
        reorder(rt, sub, undo)?;
    }
    Ok(())
}
