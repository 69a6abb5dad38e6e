use crate::dict::OnDuplicate;
use crate::error::{Raised, Res};
use crate::rt::Rt;
use crate::value::{Owned, Value};
use std::mem::ManuallyDrop;

fn engine() -> ManuallyDrop<Box<Rt>> {
    ManuallyDrop::new(Rt::new().expect("memory"))
}

fn ok<T>(r: Result<T, Raised>) -> T {
    r.expect("no exception")
}

fn call(rt: &Rt, v: Value, name: &str, args: &[Value]) -> Res {
    let name = ok(rt.intern(name));
    rt.call_method(v, *name, args)
}

/// Class and first argument of the exception that `r` must be.
fn error<T>(rt: &Rt, r: Result<T, Raised>) -> String {
    let Err(raised) = r else { panic!("no exception") };
    let exc = rt.take_raised(raised);
    let args = rt.as_tuple(rt.exception_data(*exc).args.get()).expect("a tuple");
    let first = args.first().map_or(String::new(), |v| match v.as_small_int() {
        Some(i) => i.to_string(),
        None => rt.str_lossy(*v).into_owned(),
    });
    format!("{}: {first}", rt.type_name(*exc))
}

fn int(i: i64) -> Value {
    Value::int(i)
}

fn dict_of(rt: &Rt, entries: &[(i64, i64)]) -> Owned {
    let d = ok(rt.new_dict());
    for (k, v) in entries {
        ok(rt.dict_set(*d, int(*k), int(*v).own()));
    }
    d
}

/// Everything an iterable gives, as integers; of tuples, their integers in a row.
fn ints(rt: &Rt, v: Value) -> Vec<i64> {
    let flat = |v: &Owned| match rt.as_tuple(**v) {
        Some(items) => items.iter().filter_map(|i| i.as_small_int()).collect(),
        None => vec![v.as_small_int().expect("an integer")],
    };
    ok(rt.collect_vec(v)).iter().flat_map(flat).collect()
}

#[test]
fn views_show_the_dict_as_it_is_now() {
    let rt = engine();
    let d = dict_of(&rt, &[(1, 10), (2, 20)]);
    let [keys, values, items] = ["keys", "values", "items"].map(|name| ok(call(&rt, *d, name, &[])));
    ok(rt.dict_set(*d, int(3), int(30).own()));
    assert_eq!(ints(&rt, *keys), [1, 2, 3]);
    assert_eq!(ints(&rt, *values), [10, 20, 30]);
    assert_eq!(ints(&rt, *items), [1, 10, 2, 20, 3, 30]);
    for (view, reversed) in [(&d, vec![3, 2, 1]), (&values, vec![30, 20, 10]), (&items, vec![3, 30, 2, 20, 1, 10])] {
        assert_eq!(ints(&rt, *ok(call(&rt, **view, "__reversed__", &[]))), reversed);
    }
    assert!(ok(rt.contains(*items, *ok(rt.pair(int(2), int(20))))));
    assert!(!ok(rt.contains(*items, *ok(rt.pair(int(2), int(21))))));
    assert_eq!(ok(rt.len(*values)), 3);
    let names: Vec<String> = [&keys, &values, &items].map(|v| rt.type_name(**v)).into();
    assert_eq!(names, ["dict_keys", "dict_values", "dict_items"]);
}

#[test]
fn views_are_sets() {
    let rt = engine();
    let keys = |entries: &[(i64, i64)]| ok(call(&rt, *dict_of(&rt, entries), "keys", &[]));
    let (a, b) = (keys(&[(1, 0), (2, 0), (3, 0)]), keys(&[(3, 0), (4, 0)]));
    for (name, result) in
        [("__and__", vec![3]), ("__or__", vec![1, 2, 3, 4]), ("__sub__", vec![1, 2]), ("__xor__", vec![1, 2, 4])]
    {
        assert_eq!(ints(&rt, *ok(call(&rt, *a, name, &[*b]))), result, "{name}");
    }
    assert_eq!(ints(&rt, *ok(call(&rt, *a, "__rsub__", &[*b]))), [4]);
    let set = ok(rt.set_union(*ok(rt.new_set()), *a));
    assert!(ok(call(&rt, *a, "__eq__", &[*set])).is_true());
    assert!(ok(call(&rt, *a, "__lt__", &[*set])).is_false());
    assert!(ok(call(&rt, *a, "isdisjoint", &[*b])).is_false());
    let list = ok(rt.list_from(&[int(7)]));
    assert!(ok(call(&rt, *a, "isdisjoint", &[*list])).is_true());
    assert!(ok(call(&rt, *a, "__eq__", &[*list])).is_not_implemented());
}

#[test]
fn iterators_notice_changes_of_keys() {
    let rt = engine();
    for name in ["__iter__", "__reversed__"] {
        let d = dict_of(&rt, &[(1, 1), (2, 2), (3, 3)]);
        let it = ok(call(&rt, *d, name, &[]));
        ok(rt.next(*it));
        ok(rt.dict_set(*d, int(2), int(9).own()));
        ok(rt.next(*it));
        ok(rt.dict_set(*d, int(4), int(9).own()));
        for _ in 0..2 {
            assert_eq!(error(&rt, rt.next(*it)), "RuntimeError: dictionary changed size during iteration");
        }
    }
    let d = dict_of(&rt, &[(1, 1)]);
    let it = ok(rt.iter(*d));
    ok(rt.next(*it));
    ok(rt.dict_delitem(*d, int(1)));
    ok(rt.dict_set(*d, int(2), int(2).own()));
    assert_eq!(error(&rt, rt.next(*it)), "RuntimeError: dictionary keys changed during iteration");
    assert!(ok(rt.next(*it)).is_none());
    let s = ok(rt.new_set());
    ok(rt.set_add(*s, int(1)));
    let it = ok(rt.iter(*s));
    ok(rt.set_add(*s, int(2)));
    assert_eq!(error(&rt, rt.next(*it)), "RuntimeError: Set changed size during iteration");
}

#[test]
fn updates_explain_what_is_no_pair() {
    let rt = engine();
    let d = ok(rt.new_dict());
    let list = |items: &[Value]| ok(rt.list_from(items));
    let three = list(&[int(1), int(2), int(3)]);
    assert_eq!(
        error(&rt, rt.dict_update(*d, *list(&[*three]))),
        "ValueError: dictionary update sequence element #0 has length 3; 2 is required"
    );
    let pair = list(&[int(1), int(2)]);
    assert_eq!(error(&rt, rt.dict_update(*d, *list(&[*pair, int(5)]))), "TypeError: object is not iterable");
    assert_eq!(ints(&rt, *d), [1]);
    assert_eq!(error(&rt, rt.dict_update(*d, int(5))), "TypeError: 'int' object is not iterable");
    let text = ok(rt.str("ab"));
    ok(rt.dict_update(*d, *list(&[*text])));
    assert_eq!(rt.dict_len(*d), 2);
}

#[test]
fn methods_of_dict() {
    let rt = engine();
    let d = dict_of(&rt, &[(1, 10), (2, 20)]);
    assert_eq!(ok(call(&rt, *d, "get", &[int(5), int(7)])).as_small_int(), Some(7));
    assert!(ok(call(&rt, *d, "get", &[int(5)])).is_none());
    assert_eq!(ok(call(&rt, *d, "setdefault", &[int(1), int(7)])).as_small_int(), Some(10));
    assert_eq!(ok(call(&rt, *d, "setdefault", &[int(3), int(7)])).as_small_int(), Some(7));
    assert_eq!(error(&rt, call(&rt, *d, "pop", &[int(9)])), "KeyError: 9");
    assert_eq!(ok(call(&rt, *d, "pop", &[int(1)])).as_small_int(), Some(10));
    assert_eq!(rt.as_tuple(*ok(call(&rt, *d, "popitem", &[]))).map(|p| (p[0], p[1])), Some((int(3), int(7))));
    let more = dict_of(&rt, &[(2, 0), (5, 50)]);
    let both = ok(call(&rt, *d, "__or__", &[*more]));
    assert_eq!(ints(&rt, *ok(call(&rt, *both, "items", &[]))), [2, 0, 5, 50]);
    assert!(ok(rt.dict_equal(*both, *more)));
    assert_eq!(error(&rt, rt.dict_merge(*d, *more, OnDuplicate::Raise)), "KeyError: 2");
    ok(call(&rt, *d, "clear", &[]));
    assert_eq!(error(&rt, call(&rt, *d, "popitem", &[])), "KeyError: popitem(): dictionary is empty");
    let list = ok(rt.new_list(0));
    let unhashable = "TypeError: cannot use 'list' as a dict key (unhashable type: 'list')";
    assert_eq!(error(&rt, rt.dict_set(*d, *list, int(1).own())), unhashable);
    let unhashable = "TypeError: cannot use 'list' as a set element (unhashable type: 'list')";
    assert_eq!(error(&rt, rt.set_add(*ok(rt.new_set()), *list)), unhashable);
    let class = rt.class_of(*d);
    let made = ok(call(&rt, class, "fromkeys", &[*more, int(1)]));
    assert_eq!(ints(&rt, *ok(call(&rt, *made, "items", &[]))), [2, 1, 5, 1]);
    let copied = ok(rt.call(class, &[*more]));
    assert!(ok(rt.dict_equal(*copied, *more)) && *copied != *more);
}

#[test]
fn sets_are_found_in_sets_as_frozen_ones() {
    let rt = engine();
    let (s, outer, frozen) = (ok(rt.new_set()), ok(rt.new_set()), ok(rt.new_frozenset()));
    ok(rt.set_add(*s, int(1)));
    ok(rt.set_add(*frozen, int(1)));
    ok(rt.set_add(*outer, *frozen));
    assert!(ok(rt.contains(*outer, *s)));
    ok(call(&rt, *outer, "remove", &[*s]));
    assert_eq!(rt.set_len(*outer), 0);
    assert!(ok(call(&rt, *s, "__or__", &[*ok(rt.list_from(&[]))])).is_not_implemented());
    assert_eq!(rt.type_name(*ok(call(&rt, *frozen, "union", &[*s]))), "frozenset");
    assert_eq!(error(&rt, call(&rt, *outer, "pop", &[])), "KeyError: pop from an empty set");
}
