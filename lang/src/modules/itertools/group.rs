//! `accumulate`, `batched`, `groupby`, `pairwise`, `tee`.

use super::{count_arg, next_of, visit};
use runtime::boxed::NativeObject;
use runtime::ops::BinOp;
use runtime::{Args, NativeDef, Owned, Raised, Res, Rt, Slot, Value};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// `itertools.accumulate`.
pub(super) struct Accumulate {
    it: Slot,
    func: Slot,
    total: Slot,
    /// A start value that has not been given yet.
    initial: Cell<bool>,
}

impl NativeObject for Accumulate {
    const NAME: &'static str = "itertools.accumulate";
    const METHODS: &'static [NativeDef] =
        &[NativeDef::new("__new__", "(cls, iterable, func=None, *, initial=None)", |rt, a| {
            let it = Slot::new(rt.iter(a.get(1))?);
            let given = |v: Option<Value>| v.filter(|v| !v.is_none()).map(Value::own);
            let initial = given(a.opt(3));
            let has = Cell::new(initial.is_some());
            let func = Slot::from_option(given(a.opt(2)));
            rt.new_boxed_of(a.get(0), Accumulate { it, func, total: Slot::from_option(initial), initial: has })
        })];
    const ITERATOR: bool = true;
    const BASE: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        visit(&self.it, f);
        visit(&self.func, f);
        visit(&self.total, f);
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        if self.initial.replace(false) {
            return Ok(self.total.own());
        }
        let Some(item) = next_of(rt, &self.it)? else { return Ok(None) };
        let total = match (self.total.own(), self.func.own()) {
            (None, _) => item,
            (Some(total), None) => rt.binary(BinOp::Add, *total, *item)?,
            (Some(total), Some(func)) => rt.call(*func, &[*total, *item])?,
        };
        self.total.set(total.clone());
        Ok(Some(total))
    }
}

/// `itertools.batched`.
pub(super) struct Batched {
    it: Slot,
    size: usize,
    strict: bool,
}

impl NativeObject for Batched {
    const NAME: &'static str = "itertools.batched";
    const METHODS: &'static [NativeDef] =
        &[NativeDef::new("__new__", "(cls, iterable, n, *, strict=False)", |rt, a| {
            let size = rt.index_i64(a.get(2), runtime::Exc::OverflowError)?;
            if size < 1 {
                return Err(rt.value_error("n must be at least one"));
            }
            let strict = a.opt(3).map_or(Ok(false), |s| rt.truth(s))?;
            let it = Slot::new(rt.iter(a.get(1))?);
            rt.new_boxed_of(a.get(0), Batched { it, size: size as usize, strict })
        })];
    const ITERATOR: bool = true;
    const BASE: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        visit(&self.it, f);
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        let mut batch = Vec::new();
        while batch.len() < self.size {
            match next_of(rt, &self.it)? {
                Some(item) => batch.push(item),
                None => {
                    self.it.clear();
                    break;
                }
            }
        }
        if batch.is_empty() {
            return Ok(None);
        }
        if self.strict && batch.len() < self.size {
            return Err(rt.value_error("batched(): incomplete batch"));
        }
        rt.tuple_from_owned(batch).map(Some)
    }
}

/// `itertools.pairwise`.
pub(super) struct Pairwise {
    it: Slot,
    old: Slot,
}

impl NativeObject for Pairwise {
    const NAME: &'static str = "itertools.pairwise";
    const METHODS: &'static [NativeDef] = &[NativeDef::new("__new__", "(cls, iterable, /)", |rt, a| {
        rt.new_boxed_of(a.get(0), Pairwise { it: Slot::new(rt.iter(a.get(1))?), old: Slot::empty() })
    })];
    const ITERATOR: bool = true;
    const BASE: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        visit(&self.it, f);
        visit(&self.old, f);
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        let old = match self.old.own() {
            Some(old) => old,
            None => match next_of(rt, &self.it)? {
                Some(first) => first,
                None => return Ok(None),
            },
        };
        let Some(new) = next_of(rt, &self.it)? else {
            self.it.clear();
            self.old.clear();
            return Ok(None);
        };
        self.old.set(new.clone());
        rt.pair(*old, *new).map(Some)
    }
}

/// `itertools.groupby`.
pub(super) struct GroupBy {
    it: Slot,
    key: Slot,
    /// Key of the item read last, and the item, if it has not been given.
    current_key: Slot,
    current: Slot,
    /// Key of the group being given.
    target: Slot,
    /// Which group is being given: older group iterators are over.
    group: Cell<u64>,
}

impl GroupBy {
    /// Reads one item. False at the end.
    fn step(&self, rt: &Rt) -> Result<bool, Raised> {
        let Some(item) = next_of(rt, &self.it)? else { return Ok(false) };
        let key = match self.key.own() {
            Some(f) => rt.call(*f, &[*item])?,
            None => item.clone(),
        };
        self.current.set(item);
        self.current_key.set(key);
        Ok(true)
    }
}

impl NativeObject for GroupBy {
    const NAME: &'static str = "itertools.groupby";
    const METHODS: &'static [NativeDef] = &[NativeDef::new("__new__", "(cls, iterable, key=None)", |rt, a| {
        let it = Slot::new(rt.iter(a.get(1))?);
        let key = Slot::from_option(a.opt(2).filter(|k| !k.is_none()).map(Value::own));
        let group = Cell::new(0);
        let (current_key, current, target) = (Slot::empty(), Slot::empty(), Slot::empty());
        rt.new_boxed_of(a.get(0), GroupBy { it, key, current_key, current, target, group })
    })];
    const ITERATOR: bool = true;
    const BASE: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        for slot in [&self.it, &self.key, &self.current_key, &self.current, &self.target] {
            visit(slot, f);
        }
    }

    fn next(&self, rt: &Rt, this: Value) -> Result<Option<Owned>, Raised> {
        self.group.set(self.group.get() + 1);
        // Skip what is left of the current group.
        loop {
            match (self.current_key.own(), self.target.own()) {
                (None, _) => {}
                (Some(_), None) => break,
                (Some(now), Some(target)) => {
                    if !rt.eq(*target, *now)? {
                        break;
                    }
                }
            }
            if !self.step(rt)? {
                return Ok(None);
            }
        }
        let key = self.current_key.get().own();
        self.target.set(key.clone());
        let grouper = rt.new_boxed(Grouper {
            parent: Slot::new(this.own()),
            key: Slot::new(key.clone()),
            group: self.group.get(),
        })?;
        rt.pair(*key, *grouper).map(Some)
    }
}

/// One group of a `groupby`.
struct Grouper {
    parent: Slot,
    key: Slot,
    group: u64,
}

impl NativeObject for Grouper {
    const NAME: &'static str = "itertools._grouper";
    const METHODS: &'static [NativeDef] = &[];
    const ITERATOR: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        visit(&self.parent, f);
        visit(&self.key, f);
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        let parent = self.parent.get().own();
        let g = rt.expect_boxed::<GroupBy>(*parent)?;
        if g.group.get() != self.group {
            return Ok(None);
        }
        if g.current.get().is_empty() && !g.step(rt)? {
            return Ok(None);
        }
        let (key, now) = (self.key.get().own(), g.current_key.get().own());
        if !rt.eq(*key, *now)? {
            return Ok(None);
        }
        Ok(g.current.take())
    }
}

/// What the iterators of one `tee` share: the source, and items that some of them have not read.
struct Shared {
    it: Slot,
    /// Items from number `first` on.
    items: RefCell<std::collections::VecDeque<Owned>>,
    first: Cell<u64>,
    /// Positions of the iterators.
    positions: RefCell<Vec<u64>>,
}

/// One iterator of a `tee`.
struct Tee {
    shared: Rc<Shared>,
    index: usize,
}

impl Drop for Tee {
    fn drop(&mut self) {
        if let Some(p) = self.shared.positions.borrow_mut().get_mut(self.index) {
            *p = u64::MAX;
        }
        self.trim();
    }
}

impl Tee {
    /// Drops items that every iterator has read.
    fn trim(&self) {
        let least = self.shared.positions.borrow().iter().copied().min().unwrap_or(u64::MAX);
        let mut gone = Vec::new();
        while self.shared.first.get() < least {
            match self.shared.items.borrow_mut().pop_front() {
                Some(item) => gone.push(item),
                None => break,
            }
            self.shared.first.set(self.shared.first.get() + 1);
        }
    }
}

impl NativeObject for Tee {
    const NAME: &'static str = "itertools._tee";
    const METHODS: &'static [NativeDef] = &[NativeDef::new("__copy__", "(self, /)", |rt, a| {
        let t = rt.expect_boxed::<Tee>(a.get(0))?;
        let mut positions = t.shared.positions.borrow_mut();
        let at = positions[t.index];
        positions.push(at);
        let index = positions.len() - 1;
        drop(positions);
        rt.new_boxed(Tee { shared: t.shared.clone(), index })
    })];
    const ITERATOR: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        // The shared part is visited once, through the iterator that was made last.
        if Rc::strong_count(&self.shared) == 1 {
            visit(&self.shared.it, f);
            self.shared.items.borrow().iter().for_each(|v| f(**v));
        }
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        let at = self.shared.positions.borrow()[self.index];
        let have = self.shared.first.get() + self.shared.items.borrow().len() as u64;
        if at >= have {
            let Some(item) = next_of(rt, &self.shared.it)? else { return Ok(None) };
            self.shared.items.borrow_mut().push_back(item);
        }
        let offset = (at - self.shared.first.get()) as usize;
        let item = self.shared.items.borrow().get(offset).cloned();
        self.shared.positions.borrow_mut()[self.index] = at + 1;
        self.trim();
        Ok(item)
    }
}

/// `itertools.tee`.
pub(super) fn tee(rt: &Rt, a: &Args<'_>) -> Res {
    let n = match a.opt(1) {
        Some(n) => count_arg(rt, n, "n must be >= 0")?,
        None => 2,
    };
    let it = Slot::new(rt.iter(a.get(0))?);
    let positions = RefCell::new(vec![0; n]);
    let shared = Rc::new(Shared { it, items: RefCell::default(), first: Cell::new(0), positions });
    let all = (0..n).map(|index| rt.new_boxed(Tee { shared: shared.clone(), index })).collect::<Result<Vec<_>, _>>()?;
    rt.tuple_from_owned(all)
}
