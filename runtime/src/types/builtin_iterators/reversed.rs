//! `reversed`.

use crate::boxed::NativeObject;
use crate::error::{Raised, Res};
use crate::names::Dunder;
use crate::native::{Args, NativeDef};
use crate::object::Kind;
use crate::rt::Rt;
use crate::types::iterators::{end_of_items, visit_slot};
use crate::value::{Owned, Slot, Value};
use std::cell::Cell;

pub(super) struct Reversed {
    seq: Slot,
    /// How many items are still to come, from the sequence's beginning.
    left: Cell<usize>,
}

impl Reversed {
    fn make(rt: &Rt, args: &Args<'_>) -> Res {
        let seq = args.get(1);
        let not_reversible = || rt.type_error(format!("'{}' object is not reversible", rt.type_name(seq)));
        match rt.special(seq, Dunder::Reversed) {
            Some(f) if f.is_none() => return Err(not_reversible()),
            Some(f) => return rt.call_special(f, seq, &[]),
            None => {}
        }
        let mapping = matches!(rt.kind_of(seq), Kind::Dict | Kind::MappingProxy);
        if mapping || rt.special(seq, Dunder::GetItem).is_none() {
            return Err(not_reversible());
        }
        let left = rt.len(seq)?;
        rt.new_boxed_of(args.get(0), Reversed { seq: Slot::new(seq.own()), left: Cell::new(left) })
    }

    fn length_hint(rt: &Rt, args: &Args<'_>) -> Res {
        let it = rt.expect_boxed::<Reversed>(args.get(0))?;
        let Some(seq) = it.seq.own() else { return Ok(Value::int(0).own()) };
        let len = rt.len(*seq)?;
        let left = it.left.get();
        Ok(Value::int(if len < left { 0 } else { left as i64 }).own())
    }
}

impl NativeObject for Reversed {
    const NAME: &'static str = "reversed";
    const METHODS: &'static [NativeDef] = &[
        NativeDef::new("__new__", "(cls, object, /)", Self::make),
        NativeDef::new("__length_hint__", "(self, /)", Self::length_hint),
    ];
    const ITERATOR: bool = true;
    const BASE: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        visit_slot(&self.seq, f);
    }

    fn clear(&self) {
        self.seq.clear();
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        let Some(seq) = self.seq.own() else { return Ok(None) };
        let mut result = Ok(None);
        if let Some(i) = self.left.get().checked_sub(1) {
            match rt.getitem(*seq, Value::int(i as i64)) {
                Ok(item) => {
                    self.left.set(i);
                    return Ok(Some(item));
                }
                Err(raised) => result = end_of_items(rt, raised).map(|()| None),
            }
        }
        self.left.set(0);
        self.seq.clear();
        result
    }
}
