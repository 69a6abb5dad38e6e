//! `_collections`: the native part of `collections`.

use crate::modules::{ModuleDef, add};
use runtime::boxed::NativeObject;
use runtime::native::GetSetDef;
use runtime::ops::CmpOp;
use runtime::{Args, Exc, NativeDef, Owned, Raised, Res, Rt, Slot, Value};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

/// The module.
pub(crate) const MODULE: ModuleDef = ModuleDef {
    name: "_collections",
    doc: "High performance data structures.",
    functions: &[],
    init: |rt, dict| {
        add(rt, dict, "deque", rt.native_type::<Deque>()?.own())?;
        add(rt, dict, "_tuplegetter", rt.native_type::<TupleGetter>()?.own())
    },
};

/// Descriptor of one field of a named tuple.
pub(crate) struct TupleGetter {
    index: usize,
    doc: Slot,
}

impl NativeObject for TupleGetter {
    const NAME: &'static str = "collections._tuplegetter";
    const METHODS: &'static [NativeDef] = &[
        NativeDef::new("__new__", "(cls, index, doc, /)", |rt, a| {
            let index = rt.index_i64(a.get(1), Exc::OverflowError)? as usize;
            rt.new_boxed_of(a.get(0), TupleGetter { index, doc: Slot::new(a.get(2).own()) })
        }),
        NativeDef::new("__get__", "(self, instance, owner=None, /)", |rt, a| {
            let field = rt.expect_boxed::<TupleGetter>(a.get(0))?;
            match rt.as_tuple(a.get(1)) {
                Some(items) => match items.get(field.index) {
                    Some(v) => Ok(v.own()),
                    None => Err(rt.index_error("tuple index out of range")),
                },
                None if a.get(1).is_none() => Ok(a.get(0).own()),
                None => Err(rt.type_error(format!(
                    "descriptor for index '{}' for tuple subclasses doesn't apply to '{}' object",
                    field.index,
                    rt.type_name(a.get(1))
                ))),
            }
        }),
        NativeDef::new("__set__", "(self, instance, value, /)", |rt, _| {
            Err(rt.raise(Exc::AttributeError, "can't set attribute"))
        }),
        NativeDef::new("__delete__", "(self, instance, /)", |rt, _| {
            Err(rt.raise(Exc::AttributeError, "can't delete attribute"))
        }),
    ];
    const GETSETS: &'static [GetSetDef] = &[GetSetDef {
        name: "__doc__",
        get: |rt, v| Ok(rt.expect_boxed::<TupleGetter>(v)?.doc.get().own()),
        set: None,
    }];

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        f(self.doc.get());
    }
}

/// `collections.deque`.
struct Deque {
    items: RefCell<VecDeque<Owned>>,
    maxlen: Cell<Option<usize>>,
    /// Changes with every change of the items, for iterators.
    version: Cell<u64>,
}

impl Deque {
    fn changed(&self) {
        self.version.set(self.version.get().wrapping_add(1));
    }

    /// Adds at the right end; what falls off at the left is given back, to be dropped when the deque is consistent.
    fn push_back(&self, item: Owned) -> Option<Owned> {
        self.changed();
        let mut items = self.items.borrow_mut();
        items.push_back(item);
        if self.maxlen.get().is_some_and(|m| items.len() > m) { items.pop_front() } else { None }
    }

    fn push_front(&self, item: Owned) -> Option<Owned> {
        self.changed();
        let mut items = self.items.borrow_mut();
        items.push_front(item);
        if self.maxlen.get().is_some_and(|m| items.len() > m) { items.pop_back() } else { None }
    }

    fn len(&self) -> usize {
        self.items.borrow().len()
    }

    fn at(&self, i: usize) -> Option<Owned> {
        self.items.borrow().get(i).cloned()
    }
}

fn this<'a>(rt: &Rt, a: &Args<'a>) -> Result<&'a Deque, Raised> {
    rt.expect_boxed::<Deque>(a.get(0))
}

fn done() -> Res {
    Ok(Value::none().own())
}

/// Room for one more item, by the quota.
fn room(rt: &Rt, d: &Deque) -> Result<(), Raised> {
    let items = d.items.borrow();
    if items.len() == items.capacity() && !rt.heap_allows(items.len() * 16) { Err(rt.memory_error()) } else { Ok(()) }
}

fn extend(rt: &Rt, d: &Deque, v: Value, front: bool) -> Result<(), Raised> {
    let it = rt.iter(v)?;
    while let Some(item) = rt.next(*it)? {
        room(rt, d)?;
        drop(if front { d.push_front(item) } else { d.push_back(item) });
    }
    Ok(())
}

fn init(rt: &Rt, a: &Args<'_>) -> Res {
    let d = this(rt, a)?;
    let maxlen = match a.opt(2).filter(|m| !m.is_none()) {
        Some(m) if !rt.is_int(m) => return Err(rt.type_error("an integer is required")),
        Some(m) => match usize::try_from(rt.index_i64(m, Exc::OverflowError)?) {
            Ok(m) => Some(m),
            Err(_) => return Err(rt.value_error("maxlen must be non-negative")),
        },
        None => None,
    };
    d.maxlen.set(maxlen);
    let old = d.items.take();
    d.changed();
    drop(old);
    if let Some(iterable) = a.opt(1) {
        extend(rt, d, iterable, false)?;
    }
    done()
}

fn index_of(rt: &Rt, d: &Deque, v: Value) -> Result<usize, Raised> {
    if rt.index_opt(v)?.is_none() {
        return Err(rt.type_error(format!("sequence index must be integer, not '{}'", rt.type_name(v))));
    }
    match rt.sequence_index(v, d.len())? {
        Some(i) => Ok(i),
        None => Err(rt.index_error("deque index out of range")),
    }
}

/// Index of the first item from `start` to `stop` that equals `v`.
fn find(rt: &Rt, d: &Deque, v: Value, start: usize, stop: usize) -> Result<Option<usize>, Raised> {
    let version = d.version.get();
    for i in start..stop {
        let Some(item) = d.at(i) else { break };
        let hit = rt.eq(*item, v)?;
        if d.version.get() != version {
            return Err(rt.raise(Exc::RuntimeError, "deque mutated during iteration"));
        }
        if hit {
            return Ok(Some(i));
        }
    }
    Ok(None)
}

fn index(rt: &Rt, a: &Args<'_>) -> Res {
    let d = this(rt, a)?;
    let len = d.len() as i64;
    let bound = |v: Option<Value>, default: i64| -> Result<usize, Raised> {
        let i = match v {
            Some(v) => rt.index_clamped(v)?,
            None => default,
        };
        Ok(if i < 0 { (i + len).max(0) } else { i.min(len) } as usize)
    };
    let (start, stop) = (bound(a.opt(2), 0)?, bound(a.opt(3), len)?);
    match find(rt, d, a.get(1), start, stop)? {
        Some(i) => rt.int(i as i64),
        None => Err(rt.value_error("deque.index(x): x not in deque")),
    }
}

fn remove(rt: &Rt, a: &Args<'_>) -> Res {
    let d = this(rt, a)?;
    match find(rt, d, a.get(1), 0, d.len())? {
        Some(i) => {
            d.changed();
            let item = d.items.borrow_mut().remove(i);
            drop(item);
            done()
        }
        None => Err(rt.value_error("deque.remove(x): x not in deque")),
    }
}

fn rotate(rt: &Rt, a: &Args<'_>) -> Res {
    let d = this(rt, a)?;
    let n = match a.opt(1) {
        Some(n) => rt.index_i64(n, Exc::OverflowError)?,
        None => 1,
    };
    let mut items = d.items.borrow_mut();
    if !items.is_empty() {
        let len = items.len() as i64;
        items.rotate_right(n.rem_euclid(len) as usize);
    }
    drop(items);
    d.changed();
    done()
}

fn insert(rt: &Rt, a: &Args<'_>) -> Res {
    let d = this(rt, a)?;
    if d.maxlen.get().is_some_and(|m| d.len() >= m) {
        return Err(rt.index_error("deque already at its maximum size"));
    }
    let i = rt.index_clamped(a.get(1))?;
    let len = d.len() as i64;
    let at = if i < 0 { (i + len).max(0) } else { i.min(len) };
    room(rt, d)?;
    d.changed();
    d.items.borrow_mut().insert(at as usize, a.get(2).own());
    done()
}

fn copy_of(rt: &Rt, this_value: Value, d: &Deque) -> Res {
    let class = rt.class_of(this_value);
    let maxlen = match d.maxlen.get() {
        Some(m) => rt.int(m as i64)?,
        None => Value::none().own(),
    };
    if class == rt.native_type::<Deque>()? {
        let items = RefCell::new(d.items.borrow().clone());
        return rt.new_boxed(Deque { items, maxlen: Cell::new(d.maxlen.get()), version: Cell::new(0) });
    }
    if d.maxlen.get().is_none() { rt.call(class, &[this_value]) } else { rt.call(class, &[this_value, *maxlen]) }
}

fn repr(rt: &Rt, a: &Args<'_>) -> Res {
    let (v, d) = (a.get(0), this(rt, a)?);
    let name = rt.getattr(rt.class_of(v), rt.names.__name__)?;
    let name = rt.str_lossy(*name).into_owned();
    if !rt.repr_enter(v) {
        return rt.str("[...]");
    }
    let make = || -> Result<String, Raised> {
        let mut parts = Vec::new();
        let mut i = 0;
        while let Some(item) = d.at(i) {
            parts.push(rt.repr_text(*item)?);
            i += 1;
        }
        Ok(parts.join(", "))
    };
    let text = make();
    rt.repr_leave(v);
    let text = text?;
    match d.maxlen.get() {
        Some(m) => rt.str(&format!("{name}([{text}], maxlen={m})")),
        None => rt.str(&format!("{name}([{text}])")),
    }
}

fn compare(rt: &Rt, a: &Args<'_>, op: CmpOp) -> Res {
    let d = this(rt, a)?;
    let Some(e) = rt.boxed::<Deque>(a.get(1)) else { return Ok(Value::not_implemented().own()) };
    if matches!(op, CmpOp::Eq | CmpOp::Ne) && d.len() != e.len() {
        return Ok(Value::bool(op == CmpOp::Ne).own());
    }
    let mut i = 0;
    loop {
        match (d.at(i), e.at(i)) {
            (Some(x), Some(y)) => {
                if !rt.eq(*x, *y)? {
                    return match op {
                        CmpOp::Eq => Ok(Value::bool(false).own()),
                        CmpOp::Ne => Ok(Value::bool(true).own()),
                        _ => rt.compare(op, *x, *y),
                    };
                }
            }
            _ => return Ok(Value::bool(op.holds(d.len().cmp(&e.len()))).own()),
        }
        i += 1;
    }
}

fn add_deques(rt: &Rt, a: &Args<'_>) -> Res {
    let d = this(rt, a)?;
    if rt.boxed::<Deque>(a.get(1)).is_none() {
        let name = rt.type_name(a.get(1));
        return Err(rt.type_error(format!("can only concatenate deque (not \"{name}\") to deque")));
    }
    let new = copy_of(rt, a.get(0), d)?;
    extend(rt, rt.expect_boxed::<Deque>(*new)?, a.get(1), false)?;
    Ok(new)
}

fn repeat(rt: &Rt, a: &Args<'_>) -> Res {
    let d = this(rt, a)?;
    let n = rt.index_i64(a.get(1), Exc::OverflowError)?.max(0) as usize;
    let new = copy_of(rt, a.get(0), d)?;
    let e = rt.expect_boxed::<Deque>(*new)?;
    let once: Vec<Owned> = d.items.borrow().iter().cloned().collect();
    drop(e.items.take());
    if once.len().checked_mul(n).is_none_or(|total| !rt.heap_allows(total.saturating_mul(8))) {
        return Err(rt.memory_error());
    }
    for _ in 0..n {
        for item in &once {
            drop(e.push_back(item.clone()));
        }
    }
    Ok(new)
}

impl NativeObject for Deque {
    const NAME: &'static str = "collections.deque";
    const METHODS: &'static [NativeDef] = &[
        NativeDef::new("__new__", "(cls, *args, **kwargs)", |rt, a| {
            let empty = Deque { items: RefCell::default(), maxlen: Cell::new(None), version: Cell::new(0) };
            rt.new_boxed_of(a.get(0), empty)
        }),
        NativeDef::new("__init__", "(self, iterable=(), maxlen=None)", init),
        NativeDef::new("append", "(self, item, /)", |rt, a| {
            let d = this(rt, a)?;
            room(rt, d)?;
            drop(d.push_back(a.get(1).own()));
            done()
        }),
        NativeDef::new("appendleft", "(self, item, /)", |rt, a| {
            let d = this(rt, a)?;
            room(rt, d)?;
            drop(d.push_front(a.get(1).own()));
            done()
        }),
        NativeDef::new("pop", "(self, /)", |rt, a| {
            let d = this(rt, a)?;
            d.changed();
            let item = d.items.borrow_mut().pop_back();
            item.ok_or_else(|| rt.index_error("pop from an empty deque"))
        }),
        NativeDef::new("popleft", "(self, /)", |rt, a| {
            let d = this(rt, a)?;
            d.changed();
            let item = d.items.borrow_mut().pop_front();
            item.ok_or_else(|| rt.index_error("pop from an empty deque"))
        }),
        NativeDef::new("extend", "(self, iterable, /)", |rt, a| {
            let source = if a.get(0) == a.get(1) { copy_of(rt, a.get(0), this(rt, a)?)? } else { a.get(1).own() };
            extend(rt, this(rt, a)?, *source, false)?;
            done()
        }),
        NativeDef::new("extendleft", "(self, iterable, /)", |rt, a| {
            let source = if a.get(0) == a.get(1) { copy_of(rt, a.get(0), this(rt, a)?)? } else { a.get(1).own() };
            extend(rt, this(rt, a)?, *source, true)?;
            done()
        }),
        NativeDef::new("clear", "(self, /)", |rt, a| {
            let d = this(rt, a)?;
            d.changed();
            let old = d.items.take();
            drop(old);
            done()
        }),
        NativeDef::new("copy", "(self, /)", |rt, a| copy_of(rt, a.get(0), this(rt, a)?)),
        NativeDef::new("__copy__", "(self, /)", |rt, a| copy_of(rt, a.get(0), this(rt, a)?)),
        NativeDef::new("count", "(self, value, /)", |rt, a| {
            let d = this(rt, a)?;
            let (mut n, mut from) = (0, 0);
            while let Some(i) = find(rt, d, a.get(1), from, d.len())? {
                n += 1;
                from = i + 1;
            }
            rt.int(n)
        }),
        NativeDef::new("index", "(self, value, start=<unset>, stop=<unset>, /)", index),
        NativeDef::new("insert", "(self, index, value, /)", insert),
        NativeDef::new("remove", "(self, value, /)", remove),
        NativeDef::new("reverse", "(self, /)", |rt, a| {
            let d = this(rt, a)?;
            d.changed();
            d.items.borrow_mut().make_contiguous().reverse();
            done()
        }),
        NativeDef::new("rotate", "(self, n=1, /)", rotate),
        NativeDef::new("__len__", "(self, /)", |rt, a| rt.int(this(rt, a)?.len() as i64)),
        NativeDef::new("__bool__", "(self, /)", |rt, a| Ok(Value::bool(this(rt, a)?.len() > 0).own())),
        NativeDef::new("__getitem__", "(self, key, /)", |rt, a| {
            let d = this(rt, a)?;
            let i = index_of(rt, d, a.get(1))?;
            d.at(i).ok_or_else(|| rt.index_error("deque index out of range"))
        }),
        NativeDef::new("__setitem__", "(self, key, value, /)", |rt, a| {
            let d = this(rt, a)?;
            let i = index_of(rt, d, a.get(1))?;
            let old = d.items.borrow_mut().get_mut(i).map(|place| std::mem::replace(place, a.get(2).own()));
            drop(old);
            done()
        }),
        NativeDef::new("__delitem__", "(self, key, /)", |rt, a| {
            let d = this(rt, a)?;
            let i = index_of(rt, d, a.get(1))?;
            d.changed();
            let old = d.items.borrow_mut().remove(i);
            drop(old);
            done()
        }),
        NativeDef::new("__contains__", "(self, value, /)", |rt, a| {
            let d = this(rt, a)?;
            Ok(Value::bool(find(rt, d, a.get(1), 0, d.len())?.is_some()).own())
        }),
        NativeDef::new("__iter__", "(self, /)", |rt, a| new_iter(rt, a, false)),
        NativeDef::new("__reversed__", "(self, /)", |rt, a| new_iter(rt, a, true)),
        NativeDef::new("__repr__", "(self, /)", repr),
        NativeDef::new("__add__", "(self, value, /)", add_deques),
        NativeDef::new("__iadd__", "(self, value, /)", |rt, a| {
            let source = if a.get(0) == a.get(1) { copy_of(rt, a.get(0), this(rt, a)?)? } else { a.get(1).own() };
            extend(rt, this(rt, a)?, *source, false)?;
            Ok(a.get(0).own())
        }),
        NativeDef::new("__mul__", "(self, value, /)", repeat),
        NativeDef::new("__rmul__", "(self, value, /)", repeat),
        NativeDef::new("__lt__", "(self, value, /)", |rt, a| compare(rt, a, CmpOp::Lt)),
        NativeDef::new("__le__", "(self, value, /)", |rt, a| compare(rt, a, CmpOp::Le)),
        NativeDef::new("__eq__", "(self, value, /)", |rt, a| compare(rt, a, CmpOp::Eq)),
        NativeDef::new("__ne__", "(self, value, /)", |rt, a| compare(rt, a, CmpOp::Ne)),
        NativeDef::new("__gt__", "(self, value, /)", |rt, a| compare(rt, a, CmpOp::Gt)),
        NativeDef::new("__ge__", "(self, value, /)", |rt, a| compare(rt, a, CmpOp::Ge)),
    ];
    const GETSETS: &'static [GetSetDef] = &[GetSetDef {
        name: "maxlen",
        get: |rt, v| match rt.expect_boxed::<Deque>(v)?.maxlen.get() {
            Some(m) => rt.int(m as i64),
            None => done(),
        },
        set: None,
    }];
    const BASE: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        self.items.borrow().iter().for_each(|v| f(**v));
    }

    fn clear(&self) {
        self.changed();
        let old = self.items.take();
        drop(old);
    }
}

fn new_iter(rt: &Rt, a: &Args<'_>, backward: bool) -> Res {
    let version = this(rt, a)?.version.get();
    rt.new_boxed(DequeIter { deque: Slot::new(a.get(0).own()), at: Cell::new(0), version, backward })
}

/// Iterator of a deque.
struct DequeIter {
    deque: Slot,
    at: Cell<usize>,
    version: u64,
    backward: bool,
}

impl NativeObject for DequeIter {
    const NAME: &'static str = "_collections._deque_iterator";
    const METHODS: &'static [NativeDef] = &[];
    const ITERATOR: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        f(self.deque.get());
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        let d = rt.expect_boxed::<Deque>(self.deque.get())?;
        let i = self.at.get();
        if d.version.get() != self.version {
            return Err(rt.raise(Exc::RuntimeError, "deque mutated during iteration"));
        }
        let item = if self.backward { d.len().checked_sub(i + 1).and_then(|k| d.at(k)) } else { d.at(i) };
        self.at.set(i + 1);
        Ok(item)
    }
}
