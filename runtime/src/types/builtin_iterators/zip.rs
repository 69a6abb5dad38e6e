//! `zip`.

use super::{check_strict, iterators, next_of, strict_keyword};
use crate::boxed::NativeObject;
use crate::error::{Raised, Res};
use crate::native::{Args, NativeDef};
use crate::rt::Rt;
use crate::tuple::ReusedTuple;
use crate::types::iterators::visit_slot;
use crate::value::{Owned, Slot, Value};

pub(super) struct Zip {
    iterators: Box<[Slot]>,
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

    fn ended(&self, rt: &Rt, i: usize) -> Result<Option<Owned>, Raised> {
        if self.strict {
            check_strict(rt, "zip", &self.iterators, i)?;
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
        self.iterators.iter().for_each(|it| visit_slot(it, f));
        self.result.visit(f);
    }

    fn clear(&self) {
        self.iterators.iter().for_each(Slot::clear);
        self.result.clear();
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        let n = self.iterators.len();
        if n == 0 {
            return Ok(None);
        }
        if let Some(t) = self.result.take_if_unshared() {
            for (i, it) in self.iterators.iter().enumerate() {
                match next_of(rt, it)? {
                    Some(item) => self.result.replace(*t, i, item),
                    None => {
                        drop(t);
                        return self.ended(rt, i);
                    }
                }
            }
            return Ok(Some(t));
        }
        let mut items: smallvec::SmallVec<[Owned; 6]> = smallvec::SmallVec::with_capacity(n);
        for (i, it) in self.iterators.iter().enumerate() {
            match next_of(rt, it)? {
                Some(item) => items.push(item),
                None => {
                    // As a tuple that dies: from the last to the first.
                    while items.pop().is_some() {}
                    return self.ended(rt, i);
                }
            }
        }
        rt.tuple_from_owned(items).map(Some)
    }
}
