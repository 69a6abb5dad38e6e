//! `filter`.

use super::next_of;
use crate::boxed::NativeObject;
use crate::error::{Raised, Res};
use crate::native::{Args, NativeDef};
use crate::object::Kind;
use crate::rt::Rt;
use crate::types::iterators::visit_slot;
use crate::value::{Owned, Slot, Value};

pub(super) struct Filter {
    func: Slot,
    it: Slot,
}

impl Filter {
    fn make(rt: &Rt, args: &Args<'_>) -> Res {
        let it = rt.iter(args.get(2))?;
        rt.new_boxed_of(args.get(0), Filter { func: Slot::new(args.get(1).own()), it: Slot::new(it) })
    }
}

impl NativeObject for Filter {
    const NAME: &'static str = "filter";
    const METHODS: &'static [NativeDef] = &[NativeDef::new("__new__", "(cls, function, iterable, /)", Self::make)];
    const ITERATOR: bool = true;
    const BASE: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        visit_slot(&self.func, f);
        visit_slot(&self.it, f);
    }

    fn clear(&self) {
        self.func.clear();
        self.it.clear();
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        let Some(func) = self.func.own() else { return Ok(None) };
        let truth_itself = func.is_none() || *func == rt.kind_type(Kind::Bool);
        while let Some(item) = next_of(rt, &self.it)? {
            let keep = if truth_itself {
                rt.truth(*item)?
            } else {
                let verdict = rt.call(*func, &[*item])?;
                rt.truth(*verdict)?
            };
            if keep {
                return Ok(Some(item));
            }
            drop(item);
            rt.poll()?;
        }
        Ok(None)
    }
}
