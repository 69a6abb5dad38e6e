//! `zip`.

use super::{check_strict, iterators, release_backwards, strict_keyword};
use crate::boxed::NativeObject;
use crate::error::{Raised, Res};
use crate::native::{Args, NativeDef};
use crate::rt::Rt;
use crate::tuple::{ReusedTuple, tuple_items};
use crate::types::iterators::visit_slot;
use crate::value::{Owned, Slot, Value};

pub(super) struct Zip {
    /// A tuple.
    iterators: Slot,
    strict: bool,
    result: ReusedTuple,
}

impl Zip {
    fn make(rt: &Rt, args: &Args<'_>) -> Res {
        let strict = strict_keyword(rt, args, "zip")?;
        let iterables = &args.positional()[1..];
        let iterators = iterators(rt, iterables)?;
        let data = Zip { iterators, strict, result: ReusedTuple::new(rt, iterables.len())? };
        rt.new_boxed_of(args.get(0), data)
    }

    fn ended(&self, rt: &Rt, iterators: &[Value], i: usize) -> Result<Option<Owned>, Raised> {
        if self.strict {
            check_strict(rt, "zip", iterators, i)?;
        }
        Ok(None)
    }
}

impl NativeObject for Zip {
    const NAME: &'static str = "zip";
    const METHODS: &'static [NativeDef] = &[NativeDef::new("__new__", "(cls, *iterables, **kwargs)", Self::make)];
    const ITERATOR: bool = true;
    const BASE: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        visit_slot(&self.iterators, f);
        self.result.visit(f);
    }

    fn clear(&self) {
        self.iterators.clear();
        self.result.clear();
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        let Some(tuple) = self.iterators.own() else { return Ok(None) };
        let iterators = tuple_items(*tuple);
        if iterators.is_empty() {
            return Ok(None);
        }
        if let Some(t) = self.result.take_if_unshared() {
            for (i, it) in iterators.iter().enumerate() {
                match rt.next(*it)? {
                    Some(item) => self.result.replace(*t, i, item),
                    None => {
                        drop(t);
                        return self.ended(rt, iterators, i);
                    }
                }
            }
            return Ok(Some(t));
        }
        let mut items = Vec::with_capacity(iterators.len());
        for (i, it) in iterators.iter().enumerate() {
            match rt.next(*it) {
                Ok(Some(item)) => items.push(item),
                Ok(None) => {
                    release_backwards(items);
                    return self.ended(rt, iterators, i);
                }
                Err(raised) => {
                    release_backwards(items);
                    return Err(raised);
                }
            }
        }
        rt.tuple_from_owned(items).map(Some)
    }
}
