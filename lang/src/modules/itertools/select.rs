//! Iterators that pass on some of what others give: `chain`, `compress`, `takewhile`, `dropwhile`, `filterfalse`, `islice`,
//! `starmap`, `zip_longest`.

use super::{next_of, visit};
use runtime::boxed::NativeObject;
use runtime::{Args, NativeDef, Owned, Raised, Res, Rt, Slot, Value};
use std::cell::Cell;

/// `itertools.chain`.
pub(super) struct Chain {
    /// Iterator over the iterables.
    outer: Slot,
    inner: Slot,
}

impl NativeObject for Chain {
    const NAME: &'static str = "itertools.chain";
    const METHODS: &'static [NativeDef] = &[
        NativeDef::new("__new__", "(cls, *iterables)", |rt, a| {
            let all = rt.tuple_from(&a.positional()[1..])?;
            rt.new_boxed_of(a.get(0), Chain { outer: Slot::new(rt.iter(*all)?), inner: Slot::empty() })
        }),
        NativeDef::new("from_iterable", "(cls, iterable, /)", |rt, a| {
            rt.new_boxed_of(a.get(0), Chain { outer: Slot::new(rt.iter(a.get(1))?), inner: Slot::empty() })
        }),
    ];
    const ITERATOR: bool = true;
    const BASE: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        visit(&self.outer, f);
        visit(&self.inner, f);
    }

    fn clear(&self) {
        self.outer.clear();
        self.inner.clear();
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        loop {
            if let Some(item) = next_of(rt, &self.inner)? {
                return Ok(Some(item));
            }
            self.inner.clear();
            match next_of(rt, &self.outer) {
                Ok(Some(iterable)) => self.inner.set(rt.iter(*iterable)?),
                Ok(None) => {
                    self.outer.clear();
                    return Ok(None);
                }
                Err(raised) => {
                    self.outer.clear();
                    return Err(raised);
                }
            }
        }
    }
}

/// `itertools.compress`.
pub(super) struct Compress {
    data: Slot,
    selectors: Slot,
}

impl NativeObject for Compress {
    const NAME: &'static str = "itertools.compress";
    const METHODS: &'static [NativeDef] = &[NativeDef::new("__new__", "(cls, data, selectors)", |rt, a| {
        let data = Slot::new(rt.iter(a.get(1))?);
        rt.new_boxed_of(a.get(0), Compress { data, selectors: Slot::new(rt.iter(a.get(2))?) })
    })];
    const ITERATOR: bool = true;
    const BASE: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        visit(&self.data, f);
        visit(&self.selectors, f);
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        loop {
            let Some(item) = next_of(rt, &self.data)? else { return Ok(None) };
            let Some(selector) = next_of(rt, &self.selectors)? else { return Ok(None) };
            if rt.truth(*selector)? {
                return Ok(Some(item));
            }
        }
    }
}

/// `itertools.takewhile` (`TAKE`) and `itertools.dropwhile`.
pub(super) struct While<const TAKE: bool> {
    predicate: Slot,
    it: Slot,
    /// Whether an item failed the predicate.
    over: Cell<bool>,
}

impl<const TAKE: bool> NativeObject for While<TAKE> {
    const NAME: &'static str = if TAKE { "itertools.takewhile" } else { "itertools.dropwhile" };
    const METHODS: &'static [NativeDef] = &[NativeDef::new("__new__", "(cls, predicate, iterable, /)", |rt, a| {
        let it = Slot::new(rt.iter(a.get(2))?);
        let predicate = Slot::new(a.get(1).own());
        rt.new_boxed_of(a.get(0), While::<TAKE> { predicate, it, over: Cell::new(false) })
    })];
    const ITERATOR: bool = true;
    const BASE: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        visit(&self.predicate, f);
        visit(&self.it, f);
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        if TAKE && self.over.get() {
            return Ok(None);
        }
        loop {
            let Some(item) = next_of(rt, &self.it)? else { return Ok(None) };
            if self.over.get() {
                return Ok(Some(item));
            }
            let predicate = self.predicate.get().own();
            let answer = rt.call(*predicate, &[*item])?;
            let good = rt.truth(*answer)?;
            match (TAKE, good) {
                (true, true) => return Ok(Some(item)),
                (true, false) => {
                    self.over.set(true);
                    return Ok(None);
                }
                (false, true) => {}
                (false, false) => {
                    self.over.set(true);
                    return Ok(Some(item));
                }
            }
        }
    }
}

/// `itertools.filterfalse`.
pub(super) struct FilterFalse {
    predicate: Slot,
    it: Slot,
}

impl NativeObject for FilterFalse {
    const NAME: &'static str = "itertools.filterfalse";
    const METHODS: &'static [NativeDef] = &[NativeDef::new("__new__", "(cls, function, iterable, /)", |rt, a| {
        let it = Slot::new(rt.iter(a.get(2))?);
        rt.new_boxed_of(a.get(0), FilterFalse { predicate: Slot::new(a.get(1).own()), it })
    })];
    const ITERATOR: bool = true;
    const BASE: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        visit(&self.predicate, f);
        visit(&self.it, f);
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        loop {
            let Some(item) = next_of(rt, &self.it)? else { return Ok(None) };
            let predicate = self.predicate.get().own();
            let good = if predicate.is_none() || *predicate == rt.kind_type(runtime::object::Kind::Bool) {
                rt.truth(*item)?
            } else {
                let answer = rt.call(*predicate, &[*item])?;
                rt.truth(*answer)?
            };
            if !good {
                return Ok(Some(item));
            }
        }
    }
}

/// `itertools.islice`.
pub(super) struct Islice {
    it: Slot,
    /// Index of the next item to give.
    next: Cell<u64>,
    stop: Option<u64>,
    step: u64,
    /// Items taken so far.
    taken: Cell<u64>,
}

fn islice_arg(rt: &Rt, v: Value, what: &str) -> Result<Option<u64>, Raised> {
    if v.is_none() {
        return Ok(None);
    }
    match rt.index_opt(v)?.and_then(|i| i.as_small_int()).and_then(|i| u64::try_from(i).ok()) {
        Some(n) => Ok(Some(n)),
        None => Err(rt.value_error(what)),
    }
}

fn new_islice(rt: &Rt, a: &Args<'_>) -> Res {
    const BOUNDS: &str = "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.";
    const STOP: &str = "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.";
    let (start, stop, step) = match (a.get(2), a.opt(3), a.opt(4)) {
        (stop, None, _) => (0, islice_arg(rt, stop, STOP)?, 1),
        (start, Some(stop), step) => {
            let stop = islice_arg(rt, stop, STOP)?;
            let start = islice_arg(rt, start, BOUNDS)?.unwrap_or(0);
            let step = match step {
                Some(v) => islice_arg(rt, v, "Step for islice() must be a positive integer or None.")?.unwrap_or(1),
                None => 1,
            };
            if step == 0 {
                return Err(rt.value_error("Step for islice() must be a positive integer or None."));
            }
            (start, stop, step)
        }
    };
    let it = Slot::new(rt.iter(a.get(1))?);
    rt.new_boxed_of(a.get(0), Islice { it, next: Cell::new(start), stop, step, taken: Cell::new(0) })
}

impl NativeObject for Islice {
    const NAME: &'static str = "itertools.islice";
    const METHODS: &'static [NativeDef] =
        &[NativeDef::new("__new__", "(cls, iterable, start, stop=<unset>, step=<unset>, /)", new_islice)];
    const ITERATOR: bool = true;
    const BASE: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        visit(&self.it, f);
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        let want = self.next.get();
        let end = self.stop.map_or(want, |stop| want.min(stop));
        while self.taken.get() < end {
            if next_of(rt, &self.it)?.is_none() {
                self.it.clear();
                return Ok(None);
            }
            self.taken.set(self.taken.get() + 1);
        }
        if self.stop.is_some_and(|stop| want >= stop) {
            self.it.clear();
            return Ok(None);
        }
        match next_of(rt, &self.it)? {
            Some(item) => {
                self.taken.set(self.taken.get() + 1);
                self.next.set(want.saturating_add(self.step));
                Ok(Some(item))
            }
            None => {
                self.it.clear();
                Ok(None)
            }
        }
    }
}

/// `itertools.starmap`.
pub(super) struct Starmap {
    func: Slot,
    it: Slot,
}

impl NativeObject for Starmap {
    const NAME: &'static str = "itertools.starmap";
    const METHODS: &'static [NativeDef] = &[NativeDef::new("__new__", "(cls, function, iterable, /)", |rt, a| {
        let it = Slot::new(rt.iter(a.get(2))?);
        rt.new_boxed_of(a.get(0), Starmap { func: Slot::new(a.get(1).own()), it })
    })];
    const ITERATOR: bool = true;
    const BASE: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        visit(&self.func, f);
        visit(&self.it, f);
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        let Some(args) = next_of(rt, &self.it)? else { return Ok(None) };
        let args = rt.collect_vec(*args)?;
        let values: runtime::call::ValueBuf = args.iter().map(|v| **v).collect();
        let func = self.func.get().own();
        rt.call(*func, &values).map(Some)
    }
}

/// `itertools.zip_longest`.
pub(super) struct ZipLongest {
    iterators: Box<[Slot]>,
    active: Cell<usize>,
    fill: Slot,
}

fn new_zip_longest(rt: &Rt, a: &Args<'_>) -> Res {
    let mut fill = Value::none();
    for (name, value) in a.keywords() {
        if *rt.str_lossy(name) != *"fillvalue" {
            return Err(rt.type_error("zip_longest() got an unexpected keyword argument"));
        }
        fill = value;
    }
    let iterators =
        a.positional()[1..].iter().map(|v| rt.iter(*v).map(Slot::new)).collect::<Result<Box<[Slot]>, _>>()?;
    let active = Cell::new(iterators.len());
    rt.new_boxed_of(a.get(0), ZipLongest { iterators, active, fill: Slot::new(fill.own()) })
}

impl NativeObject for ZipLongest {
    const NAME: &'static str = "itertools.zip_longest";
    const METHODS: &'static [NativeDef] = &[NativeDef::new("__new__", "(cls, *iterables, **kwargs)", new_zip_longest)];
    const ITERATOR: bool = true;
    const BASE: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        self.iterators.iter().for_each(|it| visit(it, f));
        visit(&self.fill, f);
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        if self.active.get() == 0 {
            return Ok(None);
        }
        let mut items = Vec::with_capacity(self.iterators.len());
        for it in &self.iterators {
            let item = if it.get().is_empty() { None } else { next_of(rt, it)? };
            match item {
                Some(item) => items.push(item),
                None => {
                    if it.take().is_some() {
                        self.active.set(self.active.get() - 1);
                        if self.active.get() == 0 {
                            return Ok(None);
                        }
                    }
                    items.push(self.fill.get().own());
                }
            }
        }
        rt.tuple_from_owned(items).map(Some)
    }
}
