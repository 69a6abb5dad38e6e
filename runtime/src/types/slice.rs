//! `slice`, and what slicing means to sequences.

use crate::error::{Raised, Res};
use crate::native::{Args, GetSetDef, NativeDef};
use crate::object::{Kind, SliceObj, shape_id};
use crate::ops::CmpOp;
use crate::rt::Rt;
use crate::slicing::SliceBounds;
use crate::types::range::readonly;
use crate::types::sequence::rich_comparisons;
use crate::value::{Owned, Slot, Value};
use dashu_int::IBig;

/// Methods.
pub const METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(cls, start, stop=None, step=None, /)", new),
    NativeDef::new("__repr__", "(self, /)", repr),
    NativeDef::new("__hash__", "(self, /)", hash),
    NativeDef::new("__eq__", "(self, value, /)", eq),
    NativeDef::new("__ne__", "(self, value, /)", ne),
    NativeDef::new("__lt__", "(self, value, /)", lt),
    NativeDef::new("__le__", "(self, value, /)", le),
    NativeDef::new("__gt__", "(self, value, /)", gt),
    NativeDef::new("__ge__", "(self, value, /)", ge),
    NativeDef::new("indices", "(self, length, /)", indices),
];

/// Computed attributes.
pub const GETSETS: &[GetSetDef] = &[
    GetSetDef { name: "start", get: |_, v| Ok(slice(v).start.get().own()), set: Some(readonly) },
    GetSetDef { name: "stop", get: |_, v| Ok(slice(v).stop.get().own()), set: Some(readonly) },
    GetSetDef { name: "step", get: |_, v| Ok(slice(v).step.get().own()), set: Some(readonly) },
];

fn slice<'a>(v: Value) -> &'a SliceObj {
    // SAFETY: callers have checked the kind.
    unsafe { v.layout() }
}

impl Rt {
    /// A slice object.
    ///
    /// # Errors
    /// MemoryError.
    pub fn new_slice(&self, start: Value, stop: Value, step: Value) -> Res {
        self.alloc_fixed(
            shape_id::SLICE,
            SliceObj {
                head: Rt::fresh_header(shape_id::SLICE),
                start: Slot::new(start.own()),
                stop: Slot::new(stop.own()),
                step: Slot::new(step.own()),
            },
        )
    }

    /// The bounds `start:stop`, each an integer or None.
    ///
    /// # Errors
    /// TypeError; what `__index__` raises.
    fn plain_bounds(&self, start: Value, stop: Value) -> Result<SliceBounds, Raised> {
        let start = self.slice_index(start)?;
        Ok(SliceBounds::contiguous(start, self.slice_index(stop)?))
    }

    /// `v[start:stop]`; bounds are `None` where they are left out.
    ///
    /// # Errors
    /// As [`Rt::getitem`].
    pub fn get_slice(&self, v: Value, start: Value, stop: Value) -> Res {
        match v.shape() {
            shape_id::LIST => {
                let b = self.plain_bounds(start, stop)?;
                crate::types::list::slices::get(self, v, b)
            }
            shape_id::TUPLE => {
                let b = self.plain_bounds(start, stop)?;
                crate::types::tuple::get_slice(self, v, b)
            }
            shape_id::STR => {
                let b = self.plain_bounds(start, stop)?;
                let text = crate::string::text(v);
                let picked = b.over(text.len());
                if picked.len == text.len() {
                    return Ok(v.own());
                }
                self.str_from_text(text.slice(picked.start, picked.start + picked.len))
            }
            _ => {
                let s = self.new_slice(start, stop, Value::none())?;
                self.getitem(v, *s)
            }
        }
    }

    /// `v[start:stop] = value`; bounds are `None` where they are left out.
    ///
    /// # Errors
    /// As [`Rt::setitem`].
    pub fn set_slice(&self, v: Value, start: Value, stop: Value, value: Value) -> Result<(), Raised> {
        if v.has_shape(shape_id::LIST) {
            let b = self.plain_bounds(start, stop)?;
            return crate::types::list::slices::assign(self, v, b, value);
        }
        let s = self.new_slice(start, stop, Value::none())?;
        self.setitem(v, *s, value)
    }
}

fn new(rt: &Rt, args: &Args<'_>) -> Res {
    let none = Value::none();
    match args.opt(2) {
        Some(stop) => rt.new_slice(args.get(1), stop, args.opt(3).unwrap_or(none)),
        None => rt.new_slice(none, args.get(1), none),
    }
}

fn repr(rt: &Rt, args: &Args<'_>) -> Res {
    let s = slice(args.get(0));
    let start = rt.repr(s.start.get())?;
    let stop = rt.repr(s.stop.get())?;
    let step = rt.repr(s.step.get())?;
    let ascii = crate::string::Text::Ascii;
    let text = |v: &Owned| crate::string::text(**v);
    rt.str_join(&[ascii("slice("), text(&start), ascii(", "), text(&stop), ascii(", "), text(&step), ascii(")")])
}

fn hash(rt: &Rt, args: &Args<'_>) -> Res {
    let s = slice(args.get(0));
    let mut h = super::tuple::ItemsHash::new();
    for slot in [&s.start, &s.stop, &s.step] {
        h.add(rt.hash(slot.get())?);
    }
    rt.hash_value(h.finish_without_length())
}

/// Slices compare as tuples of their bounds.
fn compare(rt: &Rt, op: CmpOp, a: Value, b: Value) -> Res {
    if rt.kind_of(b) != Kind::Slice {
        return Ok(Value::not_implemented().own());
    }
    if a == b {
        return Ok(Value::bool(matches!(op, CmpOp::Eq | CmpOp::Le | CmpOp::Ge)).own());
    }
    crate::types::sequence::compare(rt, op, a, b, |v, i| {
        let s = slice(v);
        [&s.start, &s.stop, &s.step].get(i).map(|slot| slot.get())
    })
}

rich_comparisons!(compare);

fn indices(rt: &Rt, args: &Args<'_>) -> Res {
    let len = rt.index(args.get(1))?;
    let Some(len) = rt.as_int(*len) else { return Err(rt.type_error("length is no integer")) };
    let [start, stop, step] = exact_bounds(rt, args.get(0), &len)?;
    let (start, stop, step) = (rt.int_big(start)?, rt.int_big(stop)?, rt.int_big(step)?);
    rt.tuple_from_owned([start, stop, step])
}

/// Start, stop and step of slice object `v` for a sequence of `len` items, all of any size.
///
/// # Errors
/// ValueError for a negative length or step 0; TypeError for bounds that are no integers; what `__index__` raises.
pub(crate) fn exact_bounds(rt: &Rt, v: Value, len: &IBig) -> Result<[IBig; 3], Raised> {
    let s = slice(v);
    let zero = IBig::ZERO;
    if *len < zero {
        return Err(rt.value_error("length should not be negative"));
    }
    let step = match s.step.get() {
        v if v.is_none() => IBig::ONE,
        v => exact_bound(rt, v)?,
    };
    if step == zero {
        return Err(rt.value_error("slice step cannot be zero"));
    }
    let backwards = step < zero;
    let (low, high) = if backwards { (-IBig::ONE, len - IBig::ONE) } else { (zero, len.clone()) };
    let fit = |slot: &Slot, missing: &IBig| -> Result<IBig, Raised> {
        let v = slot.get();
        if v.is_none() {
            return Ok(missing.clone());
        }
        let i = exact_bound(rt, v)?;
        Ok(if i < IBig::ZERO { (i + len).max(low.clone()) } else { i.min(high.clone()) })
    };
    let (first, last) = if backwards { (&high, &low) } else { (&low, &high) };
    let start = fit(&s.start, first)?;
    let stop = fit(&s.stop, last)?;
    Ok([start, stop, step])
}

fn exact_bound(rt: &Rt, v: Value) -> Result<IBig, Raised> {
    let message = "slice indices must be integers or None or have an __index__ method";
    let Some(i) = rt.index_opt(v)? else { return Err(rt.type_error(message)) };
    match rt.as_int(*i) {
        Some(i) => Ok(i.into_owned()),
        None => Err(rt.type_error(message)),
    }
}
