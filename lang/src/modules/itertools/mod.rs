//! The `itertools` module.

mod combine;
mod group;
mod infinite;
mod select;

use crate::modules::{ModuleDef, add};
use runtime::boxed::NativeObject;
use runtime::{Exc, NativeDef, Raised, Rt, Slot, Value};

/// The module.
pub(crate) const MODULE: ModuleDef = ModuleDef {
    name: "itertools",
    doc: "Functional tools for creating and using iterators.",
    functions: &[NativeDef::new("tee", "(iterable, n=2, /)", group::tee)],
    init,
};

fn init(rt: &Rt, dict: Value) -> Result<(), Raised> {
    fn class<T: NativeObject>(rt: &Rt, dict: Value) -> Result<(), Raised> {
        let class = rt.native_type::<T>()?;
        let name = T::NAME.rsplit('.').next().unwrap_or(T::NAME);
        add(rt, dict, name, class.own())
    }
    class::<infinite::Count>(rt, dict)?;
    class::<infinite::Cycle>(rt, dict)?;
    class::<infinite::Repeat>(rt, dict)?;
    class::<select::Chain>(rt, dict)?;
    class::<select::Compress>(rt, dict)?;
    class::<select::While<true>>(rt, dict)?;
    class::<select::While<false>>(rt, dict)?;
    class::<select::FilterFalse>(rt, dict)?;
    class::<select::Islice>(rt, dict)?;
    class::<select::Starmap>(rt, dict)?;
    class::<select::ZipLongest>(rt, dict)?;
    class::<group::Accumulate>(rt, dict)?;
    class::<group::Batched>(rt, dict)?;
    class::<group::GroupBy>(rt, dict)?;
    class::<group::Pairwise>(rt, dict)?;
    class::<combine::Product>(rt, dict)?;
    class::<combine::Permutations>(rt, dict)?;
    class::<combine::Combinations<false>>(rt, dict)?;
    class::<combine::Combinations<true>>(rt, dict)
}

/// Visits a slot's value.
fn visit(slot: &Slot, f: &mut dyn FnMut(Value)) {
    if let Some(v) = slot.get().some() {
        f(v);
    }
}

/// The next item of the iterator in a slot; an empty slot is exhausted.
fn next_of(rt: &Rt, it: &Slot) -> Result<Option<runtime::Owned>, Raised> {
    match it.own() {
        Some(it) => rt.next(*it),
        None => Ok(None),
    }
}

/// A non-negative count argument.
fn count_arg(rt: &Rt, v: Value, message: &str) -> Result<usize, Raised> {
    let n = rt.index_i64(v, Exc::OverflowError)?;
    usize::try_from(n).map_err(|_| rt.value_error(message))
}
