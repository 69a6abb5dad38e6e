//! `enumerate`.

use super::next_of;
use crate::boxed::NativeObject;
use crate::error::{Raised, Res};
use crate::native::{Args, NativeDef};
use crate::rt::Rt;
use crate::tuple::ReusedTuple;
use crate::types::iterators::visit_slot;
use crate::value::{Owned, SMALL_MAX, Slot, Value};
use std::cell::Cell;

pub(super) struct Enumerate {
    it: Slot,
    /// The next number while it is a small integer.
    next: Cell<i64>,
    result: ReusedTuple,
    /// The next number once it is a big one.
    next_big: Slot,
}

impl Enumerate {
    /// The iterable and the start, each given by place or by name.
    fn arguments(rt: &Rt, args: &Args<'_>) -> Result<(Value, Option<Value>), Raised> {
        let given = args.all().len() - 1;
        if given > 2 {
            return Err(rt.type_error(format!("enumerate() takes at most 2 arguments ({given} given)")));
        }
        let mut values = [args.opt(1), args.opt(2)];
        for (name, value) in args.keywords() {
            let text = rt.str_lossy(name);
            let place = ["iterable", "start"].iter().position(|n| *n == text);
            match place {
                Some(i) if values[i].is_none() && (i == 0 || given == 2) => values[i] = Some(value),
                _ => return Err(rt.type_error(format!("'{text}' is an invalid keyword argument for enumerate()"))),
            }
        }
        match values {
            [Some(iterable), start] => Ok((iterable, start)),
            [None, _] => Err(rt.type_error("enumerate() missing required argument 'iterable'")),
        }
    }

    fn make(rt: &Rt, args: &Args<'_>) -> Res {
        let (iterable, start) = Enumerate::arguments(rt, args)?;
        let start = match start {
            Some(start) => Some(rt.index(start)?),
            None => None,
        };
        let it = rt.iter(iterable)?;
        let (next, next_big) = match start.map(|s| (s.as_small_int(), s)) {
            None => (0, None),
            Some((Some(i), _)) => (i, None),
            Some((None, big)) => (0, Some(big)),
        };
        let data = Enumerate {
            it: Slot::new(it),
            next: Cell::new(next),
            result: ReusedTuple::new(rt, 2)?,
            next_big: Slot::from_option(next_big),
        };
        rt.new_boxed_of(args.get(0), data)
    }

    /// The number that goes with the item just read.
    fn number(&self, rt: &Rt) -> Result<Owned, Raised> {
        if let Some(big) = self.next_big.own() {
            self.next_big.set(rt.binary(crate::ops::BinOp::Add, *big, Value::int(1))?);
            return Ok(big);
        }
        let i = self.next.get();
        if i == SMALL_MAX {
            self.next_big.set(rt.int(i + 1)?);
        } else {
            self.next.set(i + 1);
        }
        Ok(Value::int(i).own())
    }
}

impl NativeObject for Enumerate {
    const NAME: &'static str = "enumerate";
    const METHODS: &'static [NativeDef] =
        &[NativeDef::new("__new__", "(cls, *args, **kwargs)", Self::make), crate::types::generic_alias::CLASS_GETITEM];
    const ITERATOR: bool = true;
    const BASE: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        visit_slot(&self.it, f);
        self.result.visit(f);
    }

    fn clear(&self) {
        self.it.clear();
        self.result.clear();
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        let Some(item) = next_of(rt, &self.it)? else { return Ok(None) };
        let number = self.number(rt)?;
        if let Some(t) = self.result.take_if_unshared() {
            self.result.replace(*t, 0, number);
            self.result.replace(*t, 1, item);
            return Ok(Some(t));
        }
        rt.tuple_from_owned([number, item]).map(Some)
    }
}
