use crate::error::{Raised, Res};
use crate::native::NativeDef;
use crate::object::{Kind, NativeSort};
use crate::rt::Rt;
use crate::value::{Owned, Value};
use std::cell::RefCell;
use std::mem::ManuallyDrop;

thread_local! {
    static LOG: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

static DEL: NativeDef = NativeDef::new("__del__", "(self)", |rt, args| {
    let name = ok(rt.intern("n"));
    let text = rt.str_text(*ok(rt.getattr(args.get(0), *name)));
    LOG.with_borrow_mut(|l| l.push(ok(text)));
    crate::native::none()
});

fn engine() -> ManuallyDrop<Box<Rt>> {
    ManuallyDrop::new(Rt::new().expect("memory"))
}

fn ok<T>(r: Result<T, Raised>) -> T {
    r.expect("no exception")
}

fn message<T>(rt: &Rt, r: Result<T, Raised>) -> String {
    let Err(raised) = r else { panic!("no exception") };
    let exc = rt.take_raised(raised);
    format!("{}: {}", rt.type_name(*exc), ok(rt.str_text(*exc)))
}

fn namespace(rt: &Rt, entries: &[(&str, Value)]) -> Owned {
    let dict = ok(rt.new_dict());
    let module = ok(rt.intern("__main__"));
    ok(rt.dict_set_str(*dict, rt.names.__module__, module));
    for (name, v) in entries {
        ok(rt.dict_set_str(*dict, *ok(rt.intern(name)), v.own()));
    }
    dict
}

fn class(rt: &Rt, name: &str, bases: &[Value], entries: &[(&str, Value)]) -> Res {
    let (name, bases, ns) = (ok(rt.intern(name)), ok(rt.tuple_from(bases)), namespace(rt, entries));
    rt.call(rt.kind_type(Kind::Type), &[*name, *bases, *ns])
}

fn strings(rt: &Rt, names: &[&str]) -> Owned {
    ok(rt.tuple_from_owned(names.iter().map(|n| ok(rt.intern(n))).collect::<Vec<_>>()))
}

fn set(rt: &Rt, v: Value, name: &str, value: Value) -> Result<(), Raised> {
    rt.setattr(v, *ok(rt.intern(name)), value)
}

fn get(rt: &Rt, v: Value, name: &str) -> Res {
    rt.getattr(v, *ok(rt.intern(name)))
}

/// A class whose instances log their attribute `n` when they die.
fn logger(rt: &Rt) -> Owned {
    let class = ok(class(rt, "Logger", &[], &[]));
    let method = ok(rt.new_native(&DEL, NativeSort::Method, Some(*class), None));
    ok(rt.setattr(*class, rt.names.__del__, *method));
    class
}

fn logged(rt: &Rt, logger: Value, n: &str) -> Owned {
    let v = ok(rt.call(logger, &[]));
    ok(set(rt, *v, "n", *ok(rt.intern(n))));
    v
}

fn taken() -> String {
    LOG.with_borrow_mut(|l| std::mem::take(l).join(" "))
}

#[test]
fn attributes_are_released_in_the_order_of_the_class() {
    let rt = engine();
    let log = logger(&rt);
    let c = ok(class(&rt, "C", &[], &[("__static_attributes__", *strings(&rt, &["a", "b", "c"]))]));
    let make = |names: &[&str]| {
        let v = ok(rt.call(*c, &[]));
        for n in names {
            ok(set(&rt, *v, n, *logged(&rt, *log, n)));
        }
        v
    };
    drop(make(&["c", "a", "b", "z", "y"]));
    assert_eq!(taken(), "a b c z y");
    drop(make(&["y", "z", "c"]));
    assert_eq!(taken(), "c z y");
}

#[test]
fn slots_are_released_most_derived_class_first() {
    let rt = engine();
    let log = logger(&rt);
    let s = ok(class(&rt, "S", &[], &[("__slots__", *strings(&rt, &["d", "b", "c"]))]));
    let t = ok(class(&rt, "T", &[*s], &[("__slots__", *strings(&rt, &["z", "a"]))]));
    let v = ok(rt.call(*t, &[]));
    for n in ["c", "b", "d", "z", "a"] {
        ok(set(&rt, *v, n, *logged(&rt, *log, n)));
    }
    assert_eq!(
        message(&rt, set(&rt, *v, "q", Value::none())),
        "AttributeError: 'T' object has no attribute 'q' and no __dict__ for setting new attributes"
    );
    drop(v);
    assert_eq!(taken(), "a z b c d");
}

#[test]
fn a_slot_keeps_its_place_beside_attributes_of_the_same_name() {
    let rt = engine();
    let s = ok(class(&rt, "S", &[], &[("__slots__", *strings(&rt, &["x"]))]));
    let t = ok(class(&rt, "T", &[*s], &[("x", Value::int(5))]));
    let v = ok(rt.call(*t, &[]));
    ok(set(&rt, *v, "x", Value::int(7)));
    assert_eq!(get(&rt, *v, "x").map(|x| *x), Ok(Value::int(7)));
    let slot = ok(get(&rt, *s, "x"));
    assert!(rt.bind(*slot, *v, *s).is_err());
}

#[test]
fn classes_that_cannot_be_are_refused_in_pythons_words() {
    let rt = engine();
    let (int, str_, bool_) = (rt.kind_type(Kind::Int), rt.kind_type(Kind::Str), rt.kind_type(Kind::Bool));
    let a = ok(class(&rt, "A", &[], &[]));
    let object = rt.kind_type(Kind::Instance);
    let refused = |r: Res| message(&rt, r);
    assert_eq!(refused(class(&rt, "C", &[int, str_], &[])), "TypeError: multiple bases have instance lay-out conflict");
    assert_eq!(refused(class(&rt, "C", &[bool_], &[])), "TypeError: type 'bool' is not an acceptable base type");
    assert_eq!(refused(class(&rt, "C", &[*a, *a], &[])), "TypeError: duplicate base class A");
    assert_eq!(
        refused(class(&rt, "C", &[object, *a], &[])),
        "TypeError: Cannot create a consistent method resolution order (MRO) for bases object, A"
    );
    let slots = strings(&rt, &["a"]);
    assert_eq!(
        refused(class(&rt, "C", &[], &[("__slots__", *slots), ("a", Value::int(1))])),
        "ValueError: 'a' in __slots__ conflicts with class variable"
    );
    assert_eq!(
        refused(class(&rt, "C", &[int], &[("__slots__", *slots)])),
        "TypeError: nonempty __slots__ not supported for subtype of 'int'"
    );
    let os = [rt.exc_class(crate::error::Exc::OSError), rt.exc_class(crate::error::Exc::NameError)];
    assert_eq!(refused(class(&rt, "C", &os, &[])), "TypeError: multiple bases have instance lay-out conflict");
    assert_eq!(refused(rt.call(*a, &[Value::int(1)])), "TypeError: A() takes no arguments");
    assert_eq!(
        refused(rt.call(*ok(get(&rt, object, "__new__")), &[rt.kind_type(Kind::List)])),
        "TypeError: object.__new__(list) is not safe, use list.__new__()"
    );
}

#[test]
fn natives_check_receivers_that_were_bound_by_hand() {
    let rt = engine();
    let append = ok(get(&rt, rt.kind_type(Kind::List), "append"));
    let real =
        rt.dict_get_str(rt.type_data(rt.kind_type(Kind::Function)).dict.get(), rt.names.__code__).expect("there");
    let d = ok(class(&rt, "D", &[], &[("append", *append), ("code", real)]));
    let v = ok(rt.call(*d, &[]));
    assert_eq!(
        message(&rt, get(&rt, *v, "append")),
        "TypeError: descriptor 'append' for 'list' objects doesn't apply to a 'D' object"
    );
    assert_eq!(
        message(&rt, get(&rt, *v, "code")),
        "TypeError: descriptor '__code__' for 'function' objects doesn't apply to a 'D' object"
    );
}

#[test]
fn an_instance_changes_class_and_keeps_its_attributes() {
    let rt = engine();
    let a = ok(class(&rt, "A", &[], &[]));
    let b = ok(class(&rt, "B", &[], &[("__static_attributes__", *strings(&rt, &["p", "q", "r"]))]));
    for (from, to) in [(&a, &b), (&b, &a)] {
        let v = ok(rt.call(**from, &[]));
        for (i, n) in ["x", "y", "z", "p"].iter().enumerate() {
            ok(set(&rt, *v, n, Value::int(i as i64)));
        }
        ok(rt.setattr(*v, rt.names.__class__, **to));
        assert_eq!(rt.class_of(*v), **to);
        for (i, n) in ["x", "y", "z", "p"].iter().enumerate() {
            assert_eq!(get(&rt, *v, n).map(|x| *x), Ok(Value::int(i as i64)));
        }
        ok(set(&rt, *v, "more", Value::int(9)));
        assert_eq!(get(&rt, *v, "more").map(|x| *x), Ok(Value::int(9)));
    }
}

#[test]
fn replaced_bases_change_the_order_of_subclasses_too() {
    let rt = engine();
    let a = ok(class(&rt, "A", &[], &[("f", Value::int(1))]));
    let b = ok(class(&rt, "B", &[], &[("f", Value::int(2))]));
    let c = ok(class(&rt, "C", &[*a], &[]));
    let d = ok(class(&rt, "D", &[*c], &[]));
    let v = ok(rt.call(*d, &[]));
    assert_eq!(get(&rt, *v, "f").map(|x| *x), Ok(Value::int(1)));
    ok(rt.setattr(*c, rt.names.__bases__, *ok(rt.tuple_from(&[*b]))));
    assert_eq!(get(&rt, *v, "f").map(|x| *x), Ok(Value::int(2)));
    assert!(rt.is_subclass(*d, *b) && !rt.is_subclass(*d, *a));
}

#[test]
fn unions_print_and_test() {
    let rt = engine();
    let (int, str_) = (rt.kind_type(Kind::Int), rt.kind_type(Kind::Str));
    let union = ok(rt.binary(crate::ops::BinOp::Or, int, str_));
    assert_eq!(rt.repr_text(*union), Ok("int | str".into()));
    assert_eq!(rt.isinstance(Value::int(1), *union), Ok(true));
    assert_eq!(rt.isinstance(Value::none(), *union), Ok(false));
    let optional = ok(rt.binary(crate::ops::BinOp::Or, *union, Value::none()));
    assert_eq!(rt.repr_text(*optional), Ok("int | str | None".into()));
}
