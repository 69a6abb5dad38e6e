//! `map`.

use super::{check_strict, iterators};
use crate::boxed::NativeObject;
use crate::call::ValueBuf;
use crate::error::{Raised, Res};
use crate::native::{Args, NativeDef};
use crate::rt::Rt;
use crate::tuple::tuple_items;
use crate::types::iterators::visit_slot;
use crate::value::{Owned, Slot, Value};
use smallvec::SmallVec;

pub(super) struct Map {
    /// A tuple.
    iterators: Slot,
    func: Slot,
    strict: bool,
}

impl Map {
    fn make(rt: &Rt, args: &Args<'_>) -> Res {
        let strict = super::strict_keyword(rt, args, "map")?;
        let [class, func, iterables @ ..] = args.positional() else { return Err(too_few(rt)) };
        if iterables.is_empty() {
            return Err(too_few(rt));
        }
        let iterators = iterators(rt, iterables)?;
        rt.new_boxed_of(*class, Map { iterators, func: Slot::new(func.own()), strict })
    }

    fn next_of_several(&self, rt: &Rt, func: Value, iterators: &[Value]) -> Result<Option<Owned>, Raised> {
        let mut items: SmallVec<[Owned; 6]> = SmallVec::with_capacity(iterators.len());
        for (i, it) in iterators.iter().enumerate() {
            match rt.next(*it)? {
                Some(item) => items.push(item),
                None => {
                    if self.strict {
                        check_strict(rt, "map", iterators, i)?;
                    }
                    return Ok(None);
                }
            }
        }
        let values: ValueBuf = items.iter().map(|v| **v).collect();
        rt.call(func, &values).map(Some)
    }
}

fn too_few(rt: &Rt) -> Raised {
    rt.type_error("map() must have at least two arguments.")
}

impl NativeObject for Map {
    const NAME: &'static str = "map";
    const METHODS: &'static [NativeDef] = &[NativeDef::new("__new__", "(cls, *args, **kwargs)", Self::make)];
    const ITERATOR: bool = true;
    const BASE: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        visit_slot(&self.func, f);
        visit_slot(&self.iterators, f);
    }

    fn clear(&self) {
        self.iterators.clear();
        self.func.clear();
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        let Some(func) = self.func.own() else { return Ok(None) };
        let Some(tuple) = self.iterators.own() else { return Ok(None) };
        let iterators = tuple_items(*tuple);
        if let [it] = iterators {
            return match rt.next(*it)? {
                Some(item) => rt.call(*func, &[*item]).map(Some),
                None => Ok(None),
            };
        }
        self.next_of_several(rt, *func, iterators)
    }
}
