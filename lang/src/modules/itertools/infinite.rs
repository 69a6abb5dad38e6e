//! `count`, `cycle`, `repeat`.

use super::{next_of, visit};
use runtime::boxed::NativeObject;
use runtime::ops::BinOp;
use runtime::{Args, Exc, NativeDef, Owned, Raised, Res, Rt, Slot, Value};
use std::cell::{Cell, RefCell};

/// `itertools.count`.
pub(super) struct Count {
    next: Slot,
    step: Slot,
}

impl NativeObject for Count {
    const NAME: &'static str = "itertools.count";
    const METHODS: &'static [NativeDef] = &[
        NativeDef::new("__new__", "(cls, start=0, step=1)", |rt, a| {
            let start = a.opt(1).unwrap_or(Value::int(0));
            let step = a.opt(2).unwrap_or(Value::int(1));
            let number = |v: Value| rt.is_int(v) || rt.as_float(v).is_some();
            if !number(start) || !number(step) {
                return Err(rt.type_error("a number is required"));
            }
            rt.new_boxed_of(a.get(0), Count { next: Slot::new(start.own()), step: Slot::new(step.own()) })
        }),
        NativeDef::new("__repr__", "(self, /)", |rt, a| {
            let c = rt.expect_boxed::<Count>(a.get(0))?;
            let (next, step) = (c.next.get().own(), c.step.get().own());
            let text = rt.repr_text(*next)?;
            if step.as_small_int() == Some(1) {
                rt.str(&format!("count({text})"))
            } else {
                rt.str(&format!("count({text}, {})", rt.repr_text(*step)?))
            }
        }),
    ];
    const ITERATOR: bool = true;
    const BASE: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        visit(&self.next, f);
        visit(&self.step, f);
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        let (now, step) = (self.next.get().own(), self.step.get().own());
        self.next.set(rt.binary(BinOp::Add, *now, *step)?);
        Ok(Some(now))
    }
}

/// `itertools.cycle`.
pub(super) struct Cycle {
    it: Slot,
    saved: RefCell<Vec<Owned>>,
    at: Cell<usize>,
}

impl NativeObject for Cycle {
    const NAME: &'static str = "itertools.cycle";
    const METHODS: &'static [NativeDef] = &[NativeDef::new("__new__", "(cls, iterable, /)", |rt, a| {
        let it = rt.iter(a.get(1))?;
        rt.new_boxed_of(a.get(0), Cycle { it: Slot::new(it), saved: RefCell::new(Vec::new()), at: Cell::new(0) })
    })];
    const ITERATOR: bool = true;
    const BASE: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        visit(&self.it, f);
        self.saved.borrow().iter().for_each(|v| f(**v));
    }

    fn clear(&self) {
        self.it.clear();
        drop(self.saved.take());
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        if let Some(item) = next_of(rt, &self.it)? {
            self.saved.borrow_mut().push(item.clone());
            return Ok(Some(item));
        }
        self.it.clear();
        let saved = self.saved.borrow();
        let Some(item) = saved.get(self.at.get()) else { return Ok(None) };
        self.at.set(if self.at.get() + 1 == saved.len() { 0 } else { self.at.get() + 1 });
        Ok(Some(item.clone()))
    }
}

/// `itertools.repeat`.
pub(super) struct Repeat {
    item: Slot,
    /// How many are left; `None` for no end.
    left: Cell<Option<u64>>,
}

fn new_repeat(rt: &Rt, a: &Args<'_>) -> Res {
    let left = match a.opt(2) {
        Some(n) => Some(rt.index_i64(n, Exc::OverflowError)?.max(0) as u64),
        None => None,
    };
    rt.new_boxed_of(a.get(0), Repeat { item: Slot::new(a.get(1).own()), left: Cell::new(left) })
}

impl NativeObject for Repeat {
    const NAME: &'static str = "itertools.repeat";
    const METHODS: &'static [NativeDef] = &[
        NativeDef::new("__new__", "(cls, object, times=<unset>)", new_repeat),
        NativeDef::new("__repr__", "(self, /)", |rt, a| {
            let r = rt.expect_boxed::<Repeat>(a.get(0))?;
            let text = rt.repr_text(*r.item.get().own())?;
            match r.left.get() {
                Some(n) => rt.str(&format!("repeat({text}, {n})")),
                None => rt.str(&format!("repeat({text})")),
            }
        }),
        NativeDef::new("__length_hint__", "(self, /)", |rt, a| match rt.expect_boxed::<Repeat>(a.get(0))?.left.get() {
            Some(n) => rt.int_u64(n),
            None => Err(rt.type_error("len() of unsized object")),
        }),
    ];
    const ITERATOR: bool = true;
    const BASE: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        visit(&self.item, f);
    }

    fn next(&self, _: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        match self.left.get() {
            Some(0) => return Ok(None),
            Some(n) => self.left.set(Some(n - 1)),
            None => {}
        }
        Ok(self.item.own())
    }
}
