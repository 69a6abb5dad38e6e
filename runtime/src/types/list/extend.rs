//! Lists growing by whole sequences: `extend`, `+`, `+=`, `*`, `*=`.

use crate::error::{Raised, Res};
use crate::list::list;
use crate::native::{Args, none};
use crate::object::{RangeIterObj, shape_id};
use crate::rt::Rt;
use crate::tuple::tuple_items;
use crate::types::sequence::{POLL_EVERY, repeat_count};
use crate::value::Value;

pub(super) fn extend(rt: &Rt, args: &Args<'_>) -> Res {
    rt.list_extend(args.get(0), args.get(1))?;
    none()
}

pub(super) fn iadd(rt: &Rt, args: &Args<'_>) -> Res {
    rt.list_extend(args.get(0), args.get(1))?;
    Ok(args.get(0).own())
}

pub(super) fn add(rt: &Rt, args: &Args<'_>) -> Res {
    let (a, b) = (args.get(0), args.get(1));
    if !rt.is_list(b) {
        return Err(rt.type_error(format!("can only concatenate list (not \"{}\") to list", rt.type_name(b))));
    }
    concat(rt, a, b)
}

/// `a + b` for two lists.
///
/// # Errors
/// MemoryError.
pub(crate) fn concat(rt: &Rt, a: Value, b: Value) -> Res {
    let (x, y) = (list(a), list(b));
    let result = rt.new_list(x.len.get() + y.len.get())?;
    // SAFETY: appending to the new list changes neither of the two.
    unsafe {
        rt.list_append_slice(*result, x.items())?;
        rt.list_append_slice(*result, y.items())?;
    }
    Ok(result)
}

pub(super) fn mul(rt: &Rt, args: &Args<'_>) -> Res {
    let n = repeat_count(rt, args.get(1))?;
    repeat(rt, args.get(0), n)
}

/// `v * n` for a list.
///
/// # Errors
/// MemoryError.
pub(crate) fn repeat(rt: &Rt, v: Value, n: usize) -> Res {
    let len = list(v).len.get();
    let Some(total) = len.checked_mul(n) else { return Err(rt.memory_error()) };
    let result = rt.new_list(total)?;
    if total > 0 {
        // SAFETY: appending to the new list does not change this one.
        rt.list_append_slice(*result, unsafe { list(v).items() })?;
        rt.list_repeat_in_place(*result, n)?;
    }
    Ok(result)
}

pub(super) fn imul(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    let n = repeat_count(rt, args.get(1))?;
    if n == 0 {
        rt.list_clear(v);
    } else {
        rt.list_repeat_in_place(v, n)?;
    }
    Ok(v.own())
}

impl Rt {
    /// Appends everything `iterable` gives.
    ///
    /// # Errors
    /// What iterating raises; what was given until then stays appended.
    pub fn list_extend(&self, v: Value, iterable: Value) -> Result<(), Raised> {
        match iterable.shape() {
            shape_id::LIST if iterable != v => {
                // SAFETY: appending to one list does not change another.
                return self.list_append_slice(v, unsafe { list(iterable).items() });
            }
            shape_id::TUPLE => return self.list_append_slice(v, tuple_items(iterable)),
            _ if iterable == v => return self.list_repeat_in_place(v, 2),
            _ => {}
        }
        let it = self.iter(iterable)?;
        if it.has_shape(shape_id::RANGE_ITER) {
            return self.list_extend_from_range(v, *it);
        }
        let hint = self.length_hint(iterable, 8)?;
        self.list_reserve_hint(v, hint)?;
        let mut steps = 0usize;
        while let Some(item) = self.next(*it)? {
            self.list_push(v, item)?;
            steps += 1;
            if steps.is_multiple_of(POLL_EVERY) {
                self.poll()?;
            }
        }
        Ok(())
    }

    /// Makes room for as many items as an iterator promises; a promise beyond what any list can hold is ignored.
    fn list_reserve_hint(&self, v: Value, hint: usize) -> Result<(), Raised> {
        match list(v).len.get().checked_add(hint) {
            Some(n) if n <= isize::MAX as usize && hint > 0 => self.list_reserve_exactly(v, hint),
            _ => Ok(()),
        }
    }

    fn list_extend_from_range(&self, v: Value, it: Value) -> Result<(), Raised> {
        // SAFETY: the caller has checked the shape.
        let r = unsafe { it.layout::<RangeIterObj>() };
        let Ok(count) = usize::try_from(r.left.get()) else { return Err(self.memory_error()) };
        self.list_reserve_exactly(v, count)?;
        while let Some(i) = crate::ops::range_iter_next(it) {
            self.list_push(v, Value::int(i).own())?;
            if r.left.get().is_multiple_of(POLL_EVERY as u64 * 16) {
                self.poll()?;
            }
        }
        Ok(())
    }
}
