//! `product`, `permutations`, `combinations`, `combinations_with_replacement`.

use super::{count_arg, visit};
use runtime::boxed::NativeObject;
use runtime::{Args, NativeDef, Owned, Raised, Res, Rt, Slot, Value};
use std::cell::{Cell, RefCell};

/// A pool of items: a tuple of what an iterable gave.
fn pool(rt: &Rt, v: Value) -> Result<Slot, Raised> {
    let items = rt.collect_vec(v)?;
    rt.tuple_from_owned(items).map(Slot::new)
}

fn items<'a>(rt: &Rt, pool: &'a Slot) -> &'a [Value] {
    rt.as_tuple(pool.get()).unwrap_or(&[])
}

/// The items of `pool` at `indices`, as a tuple.
fn pick(rt: &Rt, pool: &Slot, indices: &[usize]) -> Res {
    let items = items(rt, pool);
    let picked: Vec<Value> = indices.iter().map(|i| items[*i]).collect();
    rt.tuple_from(&picked)
}

/// `itertools.product`.
pub(super) struct Product {
    pools: Box<[Slot]>,
    /// Index into each pool of what is given next; empty before the start.
    indices: RefCell<Vec<usize>>,
    started: Cell<bool>,
    over: Cell<bool>,
}

fn new_product(rt: &Rt, a: &Args<'_>) -> Res {
    let mut repeat = 1;
    for (name, value) in a.keywords() {
        if *rt.str_lossy(name) != *"repeat" {
            let text = rt.str_lossy(name);
            return Err(rt.type_error(format!("product() got an unexpected keyword argument '{text}'")));
        }
        repeat = count_arg(rt, value, "repeat argument cannot be negative")?;
    }
    let once = a.positional()[1..].iter().map(|v| pool(rt, *v)).collect::<Result<Vec<Slot>, _>>()?;
    if once.len().checked_mul(repeat).is_none_or(|n| n > 1 << 28) {
        return Err(rt.overflow_error("repeat argument too large"));
    }
    let pools: Box<[Slot]> = (0..repeat).flat_map(|_| once.iter().map(|p| Slot::from_option(p.own()))).collect();
    let indices = RefCell::new(vec![0; pools.len()]);
    rt.new_boxed_of(a.get(0), Product { pools, indices, started: Cell::new(false), over: Cell::new(false) })
}

impl Product {
    /// Moves the indices on. False at the end.
    fn advance(&self, rt: &Rt) -> bool {
        if !self.started.replace(true) {
            return self.pools.iter().all(|p| !items(rt, p).is_empty());
        }
        let mut indices = self.indices.borrow_mut();
        for k in (0..indices.len()).rev() {
            indices[k] += 1;
            if indices[k] < items(rt, &self.pools[k]).len() {
                return true;
            }
            indices[k] = 0;
        }
        false
    }
}

impl NativeObject for Product {
    const NAME: &'static str = "itertools.product";
    const METHODS: &'static [NativeDef] = &[NativeDef::new("__new__", "(cls, *iterables, **kwargs)", new_product)];
    const ITERATOR: bool = true;
    const BASE: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        self.pools.iter().for_each(|p| visit(p, f));
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        if self.over.get() || !self.advance(rt) {
            self.over.set(true);
            return Ok(None);
        }
        let picked: Vec<Value> =
            self.pools.iter().zip(self.indices.borrow().iter()).map(|(p, i)| items(rt, p)[*i]).collect();
        rt.tuple_from(&picked).map(Some)
    }
}

/// `itertools.permutations`.
pub(super) struct Permutations {
    pool: Slot,
    indices: RefCell<Vec<usize>>,
    cycles: RefCell<Vec<usize>>,
    started: Cell<bool>,
    over: Cell<bool>,
}

impl Permutations {
    fn advance(&self) -> bool {
        let (mut indices, mut cycles) = (self.indices.borrow_mut(), self.cycles.borrow_mut());
        if !self.started.replace(true) {
            return cycles.len() <= indices.len();
        }
        let n = indices.len();
        for k in (0..cycles.len()).rev() {
            cycles[k] -= 1;
            if cycles[k] == 0 {
                indices[k..].rotate_left(1);
                cycles[k] = n - k;
            } else {
                let j = n - cycles[k];
                indices.swap(k, j);
                return true;
            }
        }
        false
    }
}

impl NativeObject for Permutations {
    const NAME: &'static str = "itertools.permutations";
    const METHODS: &'static [NativeDef] = &[NativeDef::new("__new__", "(cls, iterable, r=None)", |rt, a| {
        let pool = pool(rt, a.get(1))?;
        let n = items(rt, &pool).len();
        let r = match a.opt(2).filter(|r| !r.is_none()) {
            Some(r) if !rt.is_int(r) => return Err(rt.type_error("Expected int as r")),
            Some(r) => count_arg(rt, r, "r must be non-negative")?,
            None => n,
        };
        let cycles = if r > n { vec![0; n + 1] } else { (0..r).map(|k| n - k).collect() };
        let (started, over) = (Cell::new(false), Cell::new(false));
        let indices = RefCell::new((0..n).collect());
        rt.new_boxed_of(a.get(0), Permutations { pool, indices, cycles: RefCell::new(cycles), started, over })
    })];
    const ITERATOR: bool = true;
    const BASE: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        visit(&self.pool, f);
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        if self.over.get() || !self.advance() {
            self.over.set(true);
            return Ok(None);
        }
        let r = self.cycles.borrow().len();
        pick(rt, &self.pool, &self.indices.borrow()[..r]).map(Some)
    }
}

/// `itertools.combinations` and, with `REPEAT`, `combinations_with_replacement`.
pub(super) struct Combinations<const REPEAT: bool> {
    pool: Slot,
    indices: RefCell<Vec<usize>>,
    started: Cell<bool>,
    over: Cell<bool>,
}

impl<const REPEAT: bool> Combinations<REPEAT> {
    fn advance(&self, n: usize) -> bool {
        let mut indices = self.indices.borrow_mut();
        let r = indices.len();
        if !self.started.replace(true) {
            return if REPEAT { n > 0 || r == 0 } else { r <= n };
        }
        let highest = |k: usize| if REPEAT { n - 1 } else { n + k - r };
        let Some(k) = (0..r).rev().find(|k| indices[*k] != highest(*k)) else { return false };
        indices[k] += 1;
        for j in k + 1..r {
            indices[j] = if REPEAT { indices[k] } else { indices[j - 1] + 1 };
        }
        true
    }
}

impl<const REPEAT: bool> NativeObject for Combinations<REPEAT> {
    const NAME: &'static str =
        if REPEAT { "itertools.combinations_with_replacement" } else { "itertools.combinations" };
    const METHODS: &'static [NativeDef] = &[NativeDef::new("__new__", "(cls, iterable, r)", |rt, a| {
        let pool = pool(rt, a.get(1))?;
        let r = count_arg(rt, a.get(2), "r must be non-negative")?;
        let indices = RefCell::new(if REPEAT { vec![0; r] } else { (0..r).collect() });
        let (started, over) = (Cell::new(false), Cell::new(false));
        rt.new_boxed_of(a.get(0), Combinations::<REPEAT> { pool, indices, started, over })
    })];
    const ITERATOR: bool = true;
    const BASE: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        visit(&self.pool, f);
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        let n = items(rt, &self.pool).len();
        if self.over.get() || !self.advance(n) {
            self.over.set(true);
            return Ok(None);
        }
        pick(rt, &self.pool, &self.indices.borrow()).map(Some)
    }
}
