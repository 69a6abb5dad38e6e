//! The iterators of lists, tuples, strings and small ranges; what all native iterators share; the iterator of objects that
//! have only `__getitem__`.

use crate::boxed::NativeObject;
use crate::error::{Exc, Raised, Res};
use crate::list::list;
use crate::native::{Args, NativeDef};
use crate::object::{Kind, RangeIterObj};
use crate::ops::seq_iter;
use crate::rt::Rt;
use crate::value::{Owned, Slot, Value};
use std::cell::Cell;

/// Methods of the iterators over lists, tuples and strings.
pub const SEQ_METHODS: &[NativeDef] = &[
    NativeDef::new("__iter__", "(self, /)", iter_self),
    NativeDef::new("__next__", "(self, /)", next),
    NativeDef::new("__length_hint__", "(self, /)", seq_length_hint),
];

/// Methods of the iterator over small integers.
pub const RANGE_METHODS: &[NativeDef] = &[
    NativeDef::new("__iter__", "(self, /)", iter_self),
    NativeDef::new("__next__", "(self, /)", next),
    NativeDef::new("__length_hint__", "(self, /)", range_length_hint),
];

/// What every native iterator ([`NativeObject::ITERATOR`]) has.
pub const BOXED_ITERATOR_METHODS: &[NativeDef] =
    &[NativeDef::new("__iter__", "(self, /)", iter_self), NativeDef::new("__next__", "(self, /)", boxed_next)];

fn iter_self(_: &Rt, args: &Args<'_>) -> Res {
    Ok(args.get(0).own())
}

fn next(rt: &Rt, args: &Args<'_>) -> Res {
    rt.next(args.get(0))?.ok_or_else(|| rt.stop_iteration(None))
}

/// The receiver may be of a class that overrides `__next__`: its own iteration is asked, not the override.
fn boxed_next(rt: &Rt, args: &Args<'_>) -> Res {
    crate::boxed::boxed_next(rt, args.get(0))?.ok_or_else(|| rt.stop_iteration(None))
}

fn seq_length_hint(rt: &Rt, args: &Args<'_>) -> Res {
    let it = seq_iter(args.get(0));
    let len = match it.seq.get().some() {
        None => 0,
        Some(seq) => match rt.kind_of(seq) {
            Kind::List => list(seq).len.get(),
            Kind::Tuple => crate::tuple::tuple_items(seq).len(),
            _ => rt.as_text(seq).map_or(0, crate::string::Text::len),
        },
    };
    Ok(Value::int(len.saturating_sub(it.index.get()) as i64).own())
}

fn range_length_hint(rt: &Rt, args: &Args<'_>) -> Res {
    // SAFETY: the receiver was checked to be a range iterator.
    rt.int_u64(unsafe { args.get(0).layout::<RangeIterObj>() }.left.get())
}

/// Visits what a slot holds.
pub(crate) fn visit_slot(slot: &Slot, f: &mut dyn FnMut(Value)) {
    if let Some(v) = slot.get().some() {
        f(v);
    }
}

/// `reversed(list)`.
pub struct ListReverseIter {
    list: Slot,
    /// How many items are still to come, from the list's beginning.
    left: Cell<usize>,
}

impl ListReverseIter {
    pub(crate) fn new(v: Value) -> ListReverseIter {
        ListReverseIter { left: Cell::new(list(v).len.get()), list: Slot::new(v.own()) }
    }

    fn length_hint(rt: &Rt, args: &Args<'_>) -> Res {
        let it = rt.expect_boxed::<ListReverseIter>(args.get(0))?;
        let left = match it.list.get().some() {
            Some(v) if list(v).len.get() >= it.left.get() => it.left.get(),
            _ => 0,
        };
        Ok(Value::int(left as i64).own())
    }
}

impl NativeObject for ListReverseIter {
    const NAME: &'static str = "list_reverseiterator";
    const METHODS: &'static [NativeDef] = &[NativeDef::new("__length_hint__", "(self, /)", Self::length_hint)];
    const ITERATOR: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        visit_slot(&self.list, f);
    }

    fn clear(&self) {
        self.list.clear();
    }

    fn next(&self, _: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        let Some(v) = self.list.get().some() else { return Ok(None) };
        if let Some(i) = self.left.get().checked_sub(1)
            && let Some(item) = list(v).get(i)
        {
            self.left.set(i);
            return Ok(Some(item.own()));
        }
        self.left.set(0);
        self.list.clear();
        Ok(None)
    }
}

/// The iterator of an object that has `__getitem__` only: items 0, 1, 2, … until IndexError.
pub struct GetItemIter {
    seq: Slot,
    index: Cell<i64>,
}

impl GetItemIter {
    fn length_hint(rt: &Rt, args: &Args<'_>) -> Res {
        let it = rt.expect_boxed::<GetItemIter>(args.get(0))?;
        let Some(seq) = it.seq.own() else { return Ok(Value::int(0).own()) };
        if rt.special(*seq, crate::names::Dunder::Len).is_none() {
            return Ok(Value::not_implemented().own());
        }
        let len = rt.len(*seq)? as i64;
        Ok(Value::int((len - it.index.get()).max(0)).own())
    }
}

impl NativeObject for GetItemIter {
    const NAME: &'static str = "iterator";
    const METHODS: &'static [NativeDef] = &[NativeDef::new("__length_hint__", "(self, /)", Self::length_hint)];
    const ITERATOR: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        visit_slot(&self.seq, f);
    }

    fn clear(&self) {
        self.seq.clear();
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        let Some(seq) = self.seq.own() else { return Ok(None) };
        match rt.getitem(*seq, Value::int(self.index.get())) {
            Ok(item) => {
                self.index.set(self.index.get() + 1);
                Ok(Some(item))
            }
            Err(raised) => {
                end_of_items(rt, raised)?;
                self.seq.clear();
                Ok(None)
            }
        }
    }
}

/// Drops the pending exception if it says that there is no further item.
pub(crate) fn end_of_items(rt: &Rt, raised: Raised) -> Result<(), Raised> {
    if rt.raised_is(Exc::IndexError) {
        rt.swallow(raised, Exc::IndexError)
    } else {
        rt.swallow(raised, Exc::StopIteration)
    }
}

/// The iterator of an object that has `__getitem__` only.
///
/// # Errors
/// MemoryError.
pub fn getitem_iter(rt: &Rt, v: Value) -> Res {
    rt.new_boxed(GetItemIter { seq: Slot::new(v.own()), index: Cell::new(0) })
}
