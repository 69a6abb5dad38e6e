use super::*;

struct Draw(u64);

impl Draw {
    fn next(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

fn ok<T>(r: Result<T, Raised>) -> T {
    r.expect("no exception")
}

fn entries(rt: &Rt, d: Value) -> Vec<(u64, i64)> {
    let (mut i, mut all) = (0, Vec::new());
    while let Some((key, value)) = rt.dict_entry(d, &mut i) {
        all.push((key.bits(), value.as_small_int().expect("an integer")));
    }
    all
}

/// Random operations on a dict and on a vector of pairs, with the keys `keys`.
fn agree(rt: &Rt, keys: &[Owned], seed: u64) {
    let mut d = ok(rt.new_dict());
    let mut model: Vec<(u64, i64)> = Vec::new();
    let mut draw = Draw(seed);
    for step in 0..3000 {
        let key = *keys[draw.next(keys.len() as u64) as usize];
        let at = model.iter().position(|(k, _)| *k == key.bits());
        match draw.next(16) {
            0..7 => {
                let before = rt.dict_version(dict(*d));
                ok(rt.dict_set(*d, key, Value::int(step).own()));
                match at {
                    Some(i) => model[i].1 = step,
                    None => model.push((key.bits(), step)),
                }
                assert_eq!(at.is_some(), rt.dict_version(dict(*d)) == before);
            }
            7..11 => {
                let removed = ok(rt.dict_remove(*d, key)).map(|(_, v)| v.as_small_int());
                assert_eq!(removed, at.map(|i| Some(model.remove(i).1)));
            }
            11 | 12 => {
                let found = ok(rt.dict_get(*d, key)).map(|v| v.as_small_int());
                assert_eq!(found, at.map(|i| Some(model[i].1)));
            }
            13 => {
                let last = rt.dict_pop_last(*d).map(|(k, v)| (k.bits(), v.as_small_int().expect("small")));
                assert_eq!(last, model.pop());
            }
            14 => d = ok(rt.dict_copy(*d)),
            _ if draw.next(20) == 0 => {
                rt.dict_clear(*d);
                model.clear();
            }
            _ => {
                let other = ok(rt.new_dict());
                for _ in 0..draw.next(20) {
                    let key = *keys[draw.next(keys.len() as u64) as usize];
                    ok(rt.dict_set(*other, key, Value::int(-step).own()));
                    if !model.iter().any(|(k, _)| *k == key.bits()) {
                        model.push((key.bits(), -step));
                    }
                }
                ok(rt.dict_merge(*d, *other, OnDuplicate::Keep));
            }
        }
        assert_eq!(rt.dict_len(*d), model.len());
        assert_eq!(entries(rt, *d), model);
    }
}

#[test]
fn dicts_of_integers_agree_with_a_model() {
    let rt = std::mem::ManuallyDrop::new(Rt::new().expect("memory"));
    for (seed, count) in [4, 8, 30, 120, 700].into_iter().enumerate() {
        for shift in [0, 10, 40] {
            let keys: Vec<Owned> = (0..count).map(|i| Value::int(i << shift).own()).collect();
            agree(&rt, &keys, seed as u64);
        }
    }
}

#[test]
fn dicts_of_strings_agree_with_a_model() {
    let rt = std::mem::ManuallyDrop::new(Rt::new().expect("memory"));
    for count in [4, 30, 300] {
        let names: Vec<Owned> = (0..count).map(|i| ok(rt.intern(&format!("name{i}")))).collect();
        agree(&rt, &names, count);
        let mut mixed: Vec<Owned> = (0..count).map(|i| ok(rt.str(&format!("text {i}")))).collect();
        agree(&rt, &mixed, count);
        mixed.extend(names);
        mixed.extend((0..9).map(|i| Value::int(i).own()));
        mixed.push(super::hostile::key(&rt, 1 << 50, 1));
        mixed.push(rt.empty_tuple.own());
        agree(&rt, &mixed, count);
    }
}

#[test]
fn equal_strings_are_the_same_key_whatever_is_interned() {
    let rt = std::mem::ManuallyDrop::new(Rt::new().expect("memory"));
    for extra in 0..20 {
        let d = ok(rt.new_dict());
        for i in 0..extra {
            let name = ok(rt.intern(&format!("other{i}")));
            ok(rt.dict_set_str(*d, *name, Value::int(i).own()));
        }
        let (name, text) = (ok(rt.intern("a name")), ok(rt.str("a name")));
        ok(rt.dict_set_str(*d, *name, Value::int(1).own()));
        assert_eq!(rt.dict_get_str(*d, *text).and_then(Value::as_small_int), Some(1));
        ok(rt.dict_set(*d, *text, Value::int(2).own()));
        assert_eq!(rt.dict_get_str(*d, *name).and_then(Value::as_small_int), Some(2));
        assert!(rt.dict_remove_str(*d, *text).is_some());
        ok(rt.dict_set(*d, *text, Value::int(3).own()));
        assert_eq!(rt.dict_get_str(*d, *name).and_then(Value::as_small_int), Some(3));
        assert_eq!(rt.dict_len(*d) as i64, extra + 1);
    }
}

#[test]
fn inline_caches_see_every_move_of_an_entry() {
    let rt = std::mem::ManuallyDrop::new(Rt::new().expect("memory"));
    let d = ok(rt.new_dict());
    let o = dict(*d);
    let name = |i: i64| ok(rt.intern(&format!("n{i}")));
    ok(rt.dict_set_str(*d, *name(0), Value::int(0).own()));
    ok(rt.dict_set_str(*d, *name(1), Value::int(1).own()));
    let (version, index) = (rt.dict_version(o), rt.dict_entry_index(o, *name(1)).expect("there"));
    o.replace_value_at(index, Value::int(7).own());
    assert_eq!(rt.dict_version(o), version);
    assert_eq!(o.value_at(index).as_small_int(), Some(7));
    drop(rt.dict_remove_str(*d, *name(0)));
    assert_ne!(rt.dict_version(o), version);
    for i in 2..40 {
        ok(rt.dict_set_str(*d, *name(i), Value::int(i).own()));
    }
    assert_eq!(rt.dict_entry_index(o, *name(1)), Some(0));
    let other = ok(rt.new_dict());
    assert_ne!(rt.dict_version(o), rt.dict_version(dict(*other)));
}

#[test]
fn colliding_integers_stay_fast() {
    let rt = std::mem::ManuallyDrop::new(Rt::new().expect("memory"));
    let d = ok(rt.new_dict());
    for i in 0..100_000 {
        ok(rt.dict_set(*d, Value::int(i << 40), Value::int(i).own()));
    }
    assert_eq!(rt.dict_len(*d), 100_000);
    for i in 0..100_000 {
        assert_eq!(rt.dict_get(*d, Value::int(i << 40)).map(|v| v.and_then(|v| v.as_small_int())), Ok(Some(i)));
    }
}

#[test]
fn tables_are_no_larger_than_those_of_cpython() {
    // Keys object of CPython: 32 bytes, index, 16-byte entries of strings or 24-byte ones.
    for log2 in MIN_LOG2..24 {
        for (hashed, entry) in [(false, 16), (true, 24)] {
            let theirs = 32 + (slot_width(log2) << log2) + usable(log2) as usize * entry;
            assert!(buffer_layout(log2, hashed).1 <= theirs);
        }
    }
    assert!(size_of::<DictObj>() <= 64);
}

/// Multiples of 2⁶¹ − 1 all have hash 0.
#[test]
fn integers_with_equal_hashes_stay_fast() {
    let rt = std::mem::ManuallyDrop::new(Rt::new().expect("memory"));
    let (d, s) = (ok(rt.new_dict()), ok(rt.new_set()));
    let key = |i: i64| ok(rt.int_big(dashu_int::IBig::from(i) * dashu_int::IBig::from((1i64 << 61) - 1)));
    for i in 0..30_000 {
        let key = key(i);
        assert_eq!(rt.hash(*key), Ok(0));
        ok(rt.dict_set(*d, *key, Value::int(i).own()));
        assert!(ok(rt.set_add(*s, *key)));
    }
    for i in 0..30_000 {
        assert_eq!(ok(rt.dict_get(*d, *key(i))).and_then(|v| v.as_small_int()), Some(i));
        assert!(ok(rt.set_contains(*s, *key(i))));
    }
    assert!(!ok(rt.set_contains(*s, *key(-1))));
    // What may equal an integer without being one is still found, and may still be added.
    let (yes, other) = (ok(rt.float(0.0)), ok(rt.float(((1u64 << 61) as f64) * 4.0)));
    assert!(ok(rt.dict_contains(*d, *yes)) && ok(rt.set_contains(*s, *yes)));
    assert!(!ok(rt.dict_contains(*d, *other)) && !ok(rt.set_contains(*s, *other)));
    assert!(!ok(rt.set_add(*s, Value::bool(false))));
    ok(rt.dict_set(*d, *other, Value::int(-1).own()));
    assert!(ok(rt.set_add(*s, *other)));
    assert_eq!((rt.dict_len(*d), rt.set_len(*s)), (30_001, 30_001));
    for i in (0..30_000).step_by(3000) {
        assert!(ok(rt.dict_contains(*d, *key(i))) && ok(rt.set_contains(*s, *key(i))));
    }
}
