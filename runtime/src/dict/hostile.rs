//! Keys whose comparison changes the container, for tests of dicts and sets.

use super::*;
use crate::boxed::NativeObject;
use crate::native::NativeDef;
use std::cell::RefCell;

/// What a comparison does besides comparing.
pub(crate) type Action = Box<dyn Fn(&Rt)>;

thread_local! {
    /// What every comparison in this thread does now.
    static ACTION: RefCell<Option<Action>> = const { RefCell::new(None) };
}

/// A key with a chosen hash; equal if the numbers are.
pub(crate) struct Key {
    hash: i64,
    number: i64,
}

impl NativeObject for Key {
    const NAME: &'static str = "Key";
    const METHODS: &'static [NativeDef] = &[
        NativeDef::new("__hash__", "(self, /)", |rt, args| rt.int(rt.boxed::<Key>(args.get(0)).expect("a key").hash)),
        NativeDef::new("__eq__", "(self, other, /)", |rt, args| {
            // Taken out, so that comparisons made by the action do nothing more.
            if let Some(action) = ACTION.take() {
                action(rt);
                ACTION.set(Some(action));
            }
            let number = |v| rt.boxed::<Key>(v).expect("a key").number;
            Ok(Value::bool(number(args.get(0)) == number(args.get(1))).own())
        }),
    ];

    fn visit(&self, _: &mut dyn FnMut(Value)) {}
}

pub(crate) fn key(rt: &Rt, hash: i64, number: i64) -> Owned {
    rt.new_boxed(Key { hash, number }).expect("memory")
}

/// Runs `f` with `action` run by every comparison.
pub(crate) fn with_action<T>(action: Action, f: impl FnOnce() -> T) -> T {
    ACTION.set(Some(action));
    let result = f();
    ACTION.set(None);
    result
}

pub(crate) struct Draw(pub(crate) Cell<u64>);

impl Draw {
    pub(crate) fn new(seed: u64) -> Draw {
        Draw(Cell::new(seed))
    }

    pub(crate) fn next(&self, n: u64) -> u64 {
        let x = self.0.get().wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0.set(x);
        (x >> 33) % n
    }
}

/// The table's own rules hold.
fn check(rt: &Rt, d: Value) {
    let o = dict(d);
    let live: Vec<usize> = (0..o.used.get() as usize).filter(|i| !o.key_at(*i).is_empty()).collect();
    assert_eq!(live.len(), o.len.get() as usize);
    assert!(o.used.get() <= o.cap.get());
    if o.has_index() {
        let mut named: Vec<usize> = (0..=o.mask()).filter_map(|at| usize::try_from(o.slot(at)).ok()).collect();
        named.sort_unstable();
        assert_eq!(named, live);
    }
    for i in live {
        let (key, hash) = (o.key_at(i), o.hash_at(i));
        assert_eq!(rt.hash(key), Ok(hash));
        assert_eq!(rt.dict_find(o, key, hash), Ok(Some(i)));
    }
}

#[test]
fn comparisons_that_change_the_dict_do_no_harm() {
    let rt = std::mem::ManuallyDrop::new(Rt::new().expect("memory"));
    drop(key(&rt, 0, 0));
    let before = (rt.heap.live_objects(), rt.heap.live_raw_bytes());
    for seed in 0..60 {
        let d = rt.new_dict().expect("memory");
        let draw = Draw::new(seed);
        let hashes = 1 + seed % 7;
        let random_key = |rt: &Rt, draw: &Draw| {
            let n = draw.next(40) as i64;
            key(rt, n % hashes as i64, n)
        };
        for _ in 0..300 {
            let inner = (d.clone(), Draw::new(draw.next(1 << 40)), Cell::new(3));
            let action = Box::new(move |rt: &Rt| {
                let (d, draw, budget) = &inner;
                if budget.get() == 0 {
                    return;
                }
                budget.set(budget.get() - 1);
                let n = draw.next(40) as i64;
                let k = key(rt, n % hashes as i64, n);
                match draw.next(12) {
                    0 => rt.dict_clear(**d),
                    1..5 => rt.dict_set(**d, *k, Value::none().own()).expect("set"),
                    5..8 => drop(rt.dict_remove(**d, *k).expect("removed")),
                    8 => drop(rt.dict_pop_last(**d)),
                    _ => {}
                }
            });
            let k = random_key(&rt, &draw);
            let op = draw.next(6);
            with_action(action, || match op {
                0..3 => rt.dict_set(*d, *k, Value::none().own()).expect("set"),
                3 => drop(rt.dict_remove(*d, *k).expect("removed")),
                4 => drop(rt.dict_get(*d, *k).expect("got")),
                _ => {
                    let other = rt.new_dict().expect("memory");
                    for n in 0..5 {
                        let k = key(&rt, n % hashes as i64, n);
                        rt.dict_set(*other, *k, Value::none().own()).expect("set");
                    }
                    rt.dict_merge(*other, *d, OnDuplicate::Replace)
                        .unwrap_or_else(|raised| drop(rt.take_raised(raised)));
                    rt.dict_merge(*d, *other, OnDuplicate::Keep).unwrap_or_else(|raised| drop(rt.take_raised(raised)));
                    rt.dict_equal(*d, *other).expect("compared");
                }
            });
            check(&rt, *d);
        }
    }
    assert_eq!((rt.heap.live_objects(), rt.heap.live_raw_bytes()), before);
}
