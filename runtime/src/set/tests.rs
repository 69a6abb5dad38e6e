use super::*;
use std::collections::BTreeSet;

struct Draw(u64);

impl Draw {
    fn next(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn key(&mut self) -> Value {
        let k = self.next(60) as i64;
        Value::int(match self.next(5) {
            0 => k,
            1 => k * 1024,
            2 => k << 40,
            3 => -k,
            _ => (k * 97) << 20,
        })
    }
}

fn elements(rt: &Rt, s: Value) -> Vec<i64> {
    let (mut at, mut all) = (0, Vec::new());
    while let Some(v) = rt.set_element(s, &mut at) {
        all.push(v.as_small_int().expect("an integer"));
    }
    all
}

fn ok<T>(r: Result<T, Raised>) -> T {
    r.expect("no exception")
}

/// Twenty thousand random operations on three sets; after each the order of the changed set goes into a checksum. The same
/// steps in CPython gave the number.
#[test]
fn integers_are_iterated_in_the_order_of_cpython() {
    let rt = std::mem::ManuallyDrop::new(Rt::new().expect("memory"));
    let mut sets: Vec<Owned> = (0..3).map(|_| ok(rt.new_set())).collect();
    let (mut draw, mut check) = (Draw(1), 0u64);
    for _ in 0..20_000 {
        let (i, j, op) = (draw.next(3) as usize, draw.next(3) as usize, draw.next(20));
        let (s, t) = (sets[i].clone(), sets[j].clone());
        match op {
            0..6 => drop(ok(rt.set_add(*s, draw.key()))),
            6..8 => drop(ok(rt.set_discard(*s, draw.key()))),
            8 => drop(rt.set_pop(*s)),
            9 => ok(rt.set_update(*s, *t)),
            10 => ok(rt.set_intersection_update(*s, *t)),
            11 => ok(rt.set_difference_update(*s, *t)),
            12 => ok(rt.set_symmetric_difference_update(*s, *t)),
            13 => sets[i] = ok(rt.set_union(*s, *t)),
            14 => sets[i] = ok(rt.set_intersection(*t, *s)),
            15 => sets[i] = ok(rt.set_difference(*s, *t)),
            16 => sets[i] = ok(rt.set_symmetric_difference(*s, *t)),
            17 => sets[i] = ok(rt.set_copy(*t)),
            18 => {
                let keys: Vec<Value> = (0..draw.next(40)).map(|_| draw.key()).collect();
                ok(rt.set_update(*s, *ok(rt.list_from(&keys))));
            }
            _ => {
                let d = ok(rt.new_dict());
                for _ in 0..draw.next(12) {
                    ok(rt.dict_set(*d, draw.key(), Value::none().own()));
                }
                sets[i] = ok(rt.set_union(*s, *d));
            }
        }
        for x in elements(&rt, *sets[i]) {
            check = check.wrapping_mul(31).wrapping_add(x as u64);
        }
    }
    assert_eq!(check, CHECK);
}

const CHECK: u64 = 14_992_055_447_879_809_878;

#[test]
fn sets_agree_with_a_model() {
    let rt = std::mem::ManuallyDrop::new(Rt::new().expect("memory"));
    for seed in 0..20 {
        let (mut draw, s) = (Draw(seed), ok(rt.new_set()));
        let mut model = BTreeSet::new();
        for _ in 0..2000 {
            let key = draw.key();
            let k = key.as_small_int().expect("small");
            match draw.next(5) {
                0 | 1 => assert_eq!(ok(rt.set_add(*s, key)), model.insert(k)),
                2 => assert_eq!(ok(rt.set_discard(*s, key)).is_some(), model.remove(&k)),
                3 => assert_eq!(ok(rt.set_contains(*s, key)), model.contains(&k)),
                _ if draw.next(30) == 0 => {
                    rt.set_clear(*s);
                    model.clear();
                }
                _ => {
                    if let Some(v) = rt.set_pop(*s) {
                        assert!(model.remove(&v.as_small_int().expect("small")));
                    }
                }
            }
            assert_eq!(rt.set_len(*s), model.len());
        }
        let mut all = elements(&rt, *s);
        all.sort_unstable();
        assert!(all.into_iter().eq(model));
    }
}

#[test]
fn frozen_sets_have_the_hashes_of_cpython() {
    let rt = std::mem::ManuallyDrop::new(Rt::new().expect("memory"));
    let of = |items: std::ops::Range<i64>| {
        let s = ok(rt.new_frozenset());
        for i in items {
            ok(rt.set_add(*s, Value::int(i)));
        }
        rt.hash_frozenset(*s)
    };
    assert_eq!(of(0..0), 133_146_708_735_736);
    assert_eq!(of(1..4), -272_375_401_224_217_160);
    assert_eq!(of(0..100), 4_411_996_150_312_757_951);
}

#[test]
fn colliding_integers_stay_fast() {
    let rt = std::mem::ManuallyDrop::new(Rt::new().expect("memory"));
    let s = ok(rt.new_set());
    // All of them begin at the same place of any table that could hold them.
    for i in 0..100_000 {
        ok(rt.set_add(*s, Value::int(i << 40)));
    }
    assert_eq!(rt.set_len(*s), 100_000);
    assert!(ok(rt.set_contains(*s, Value::int(77 << 40))));
    assert!(!ok(rt.set_contains(*s, Value::int(77))));
}

#[test]
fn comparisons_that_change_the_set_do_no_harm() {
    use crate::dict::hostile::{Draw, key, with_action};
    let rt = std::mem::ManuallyDrop::new(Rt::new().expect("memory"));
    drop(key(&rt, 0, 0));
    let before = (rt.heap.live_objects(), rt.heap.live_raw_bytes());
    for seed in 0..60 {
        let s = ok(rt.new_set());
        let draw = Draw::new(seed);
        let hashes = 1 + seed as i64 % 7;
        for _ in 0..300 {
            let inner = (s.clone(), Draw::new(draw.next(1 << 40)), Cell::new(3));
            let action = Box::new(move |rt: &Rt| {
                let (s, draw, budget) = &inner;
                if budget.get() == 0 {
                    return;
                }
                budget.set(budget.get() - 1);
                let n = draw.next(40) as i64;
                let k = key(rt, n % hashes, n);
                match draw.next(12) {
                    0 => rt.set_clear(**s),
                    1..5 => drop(ok(rt.set_add(**s, *k))),
                    5..8 => drop(ok(rt.set_discard(**s, *k))),
                    8 => drop(rt.set_pop(**s)),
                    _ => {}
                }
            });
            let n = draw.next(40) as i64;
            let (k, op) = (key(&rt, n % hashes, n), draw.next(12));
            let other = ok(rt.new_set());
            for n in 0..draw.next(30) as i64 {
                ok(rt.set_add(*other, *key(&rt, n % hashes, n)));
            }
            with_action(action, || match op {
                0..3 => drop(ok(rt.set_add(*s, *k))),
                3 => drop(ok(rt.set_discard(*s, *k))),
                4 => drop(ok(rt.set_contains(*s, *k))),
                5 => ok(rt.set_update(*s, *other)),
                6 => ok(rt.set_difference_update(*s, *other)),
                7 => ok(rt.set_symmetric_difference_update(*s, *other)),
                8 => ok(rt.set_intersection_update(*s, *other)),
                9 => drop(ok(rt.set_difference(*other, *s))),
                10 => drop(ok(rt.set_symmetric_difference(*other, *s))),
                _ => drop(ok(rt.set_equal(*other, *s))),
            });
            check(&rt, *s);
        }
    }
    assert_eq!((rt.heap.live_objects(), rt.heap.live_raw_bytes()), before);
}

/// The table's own rules hold.
fn check(rt: &Rt, s: Value) {
    let o = set(s);
    let places: Vec<Place> = (0..o.places()).map(|at| o.at(at)).collect();
    assert_eq!(places.iter().filter(|p| !p.key.is_empty()).count(), o.used.get() as usize);
    assert_eq!(places.iter().filter(|p| !p.key.is_empty() || p.hash != 0).count(), o.fill.get() as usize);
    for p in places.iter().filter(|p| !p.key.is_empty()) {
        let at = ok(rt.set_find(o, p.key, p.hash)).expect("found");
        assert!(o.at(at).key == p.key);
    }
}
