use crate::error::{Exc, Raised, Res};
use crate::native::{Args, NativeDef};
use crate::rt::Rt;
use crate::types::sequence_functions::FUNCTIONS;
use crate::value::{Owned, Value};

fn ok<T>(r: Result<T, Raised>) -> T {
    r.expect("no exception")
}

fn function(name: &str) -> &'static NativeDef {
    FUNCTIONS.iter().find(|f| f.name == name).expect("a function")
}

fn call(rt: &Rt, name: &str, args: &[Value]) -> Res {
    (function(name).func)(rt, &Args::positional_only(args))
}

fn range(rt: &Rt, n: i64) -> Owned {
    ok(rt.new_range(Value::int(0).own(), Value::int(n).own(), Value::int(1).own()))
}

fn floats(rt: &Rt, items: &[f64]) -> Owned {
    ok(rt.list_from_owned(items.iter().map(|f| ok(rt.float(*f))).collect()))
}

fn shown(rt: &Rt, iterable: Value) -> String {
    let l = ok(rt.new_list(0));
    ok(rt.list_extend(*l, iterable));
    ok(rt.repr_text(*l))
}

#[test]
fn iterators_give_what_cpythons_give() {
    let rt = std::mem::ManuallyDrop::new(Rt::new().expect("memory"));
    let (three, ten) = (range(&rt, 3), range(&rt, 10));
    let text = ok(rt.str("abc"));
    let make = |class, args: &[Value]| ok(rt.call(ok(class), args));
    let e = make(super::enumerate_type(&rt), &[*text, Value::int(5)]);
    assert_eq!(shown(&rt, *e), "[(5, 'a'), (6, 'b'), (7, 'c')]");
    let z = make(super::zip_type(&rt), &[*ten, *text, *three]);
    assert_eq!(shown(&rt, *z), "[(0, 'a', 0), (1, 'b', 1), (2, 'c', 2)]");
    let f = make(super::filter_type(&rt), &[Value::none(), *three]);
    assert_eq!(shown(&rt, *f), "[1, 2]");
    let m = make(super::map_type(&rt), &[rt.kind_type(crate::object::Kind::Slice), *three, *three]);
    assert_eq!(shown(&rt, *m), "[slice(0, 0, None), slice(1, 1, None), slice(2, 2, None)]");
    let r = make(super::reversed_type(&rt), &[*text]);
    assert_eq!(shown(&rt, *r), "['c', 'b', 'a']");
    let r = make(super::reversed_type(&rt), &[*ten]);
    assert_eq!(shown(&rt, *r), "[9, 8, 7, 6, 5, 4, 3, 2, 1, 0]");
}

#[test]
fn a_tuple_that_somebody_keeps_is_not_reused() {
    let rt = std::mem::ManuallyDrop::new(Rt::new().expect("memory"));
    let e = ok(rt.call(ok(super::enumerate_type(&rt)), &[*range(&rt, 3)]));
    let first = ok(rt.next(*e)).expect("an item");
    let second = ok(rt.next(*e)).expect("an item");
    assert_eq!(ok(rt.repr_text(*first)), "(0, 0)");
    assert_eq!(ok(rt.repr_text(*second)), "(1, 1)");
    drop((first, second));
    let third = ok(rt.next(*e)).expect("an item");
    assert_eq!(ok(rt.repr_text(*third)), "(2, 2)");
    assert!(ok(rt.next(*e)).is_none());
}

#[test]
fn sums_of_floats_are_compensated() {
    let rt = std::mem::ManuallyDrop::new(Rt::new().expect("memory"));
    let sum = |items: &[f64]| rt.as_float(*ok(call(&rt, "sum", &[*floats(&rt, items)]))).expect("a float");
    assert_eq!(sum(&[0.1; 10]), 1.0);
    assert_eq!(sum(&[1e100, 1.0, -1e100]), 1.0);
    assert_eq!(sum(&[1e308, 1e308]), f64::INFINITY);
    assert_eq!(sum(&[f64::INFINITY, 1.0]), f64::INFINITY);
    assert!(sum(&[f64::INFINITY, f64::NEG_INFINITY]).is_nan());
    assert_eq!(ok(call(&rt, "sum", &[*range(&rt, 1000)])).as_small_int(), Some(499_500));
}

#[test]
fn functions_over_sequences() {
    let rt = std::mem::ManuallyDrop::new(Rt::new().expect("memory"));
    let numbers = floats(&rt, &[2.5, -1.0, 4.0, 4.0]);
    assert_eq!(ok(rt.repr_text(*ok(call(&rt, "sorted", &[*numbers])))), "[-1.0, 2.5, 4.0, 4.0]");
    assert_eq!(rt.as_float(*ok(call(&rt, "max", &[*numbers]))), Some(4.0));
    assert_eq!(rt.as_float(*ok(call(&rt, "min", &[*numbers]))), Some(-1.0));
    assert!(ok(call(&rt, "any", &[*numbers])).is_true());
    assert!(ok(call(&rt, "all", &[*range(&rt, 2)])).is_false());
    let empty = range(&rt, 0);
    let raised = call(&rt, "max", &[*empty]).expect_err("an exception");
    assert!(rt.raised_is(Exc::ValueError));
    assert_eq!(ok(rt.str_text(*rt.take_raised(raised))), "max() iterable argument is empty");
}

#[test]
fn ranges_of_any_size() {
    let rt = std::mem::ManuallyDrop::new(Rt::new().expect("memory"));
    let big = |text: &str| ok(rt.int_big(text.parse().expect("a number")));
    let one = || Value::int(1).own();
    let r = ok(rt.new_range(Value::int(0).own(), big("1000000000000000000000"), big("300000000000000000000")));
    assert_eq!(ok(rt.repr_text(*r)), "range(0, 1000000000000000000000, 300000000000000000000)");
    assert_eq!(shown(&rt, *r), "[0, 300000000000000000000, 600000000000000000000, 900000000000000000000]");
    assert!(ok(rt.contains(*r, *big("600000000000000000000"))));
    assert!(!ok(rt.contains(*r, *big("600000000000000000001"))));
    let edge = ok(rt.new_range(big("9223372036854775805"), big("9223372036854775809"), one()));
    assert_eq!(
        shown(&rt, *edge),
        "[9223372036854775805, 9223372036854775806, 9223372036854775807, 9223372036854775808]"
    );
    let slice = ok(rt.new_slice(Value::none(), Value::none(), Value::int(-2)));
    let backwards = ok(rt.getitem(*edge, *slice));
    assert_eq!(ok(rt.repr_text(*backwards)), "range(9223372036854775808, 9223372036854775804, -2)");
    let small = ok(rt.getitem(*range(&rt, 10), *slice));
    assert_eq!(ok(rt.repr_text(*small)), "range(9, -1, -2)");
    assert_eq!(shown(&rt, *small), "[9, 7, 5, 3, 1]");
    let widest = ok(rt.new_range(
        Value::int(crate::value::SMALL_MIN).own(),
        Value::int(crate::value::SMALL_MAX).own(),
        Value::int(crate::value::SMALL_MAX).own(),
    ));
    assert_eq!(shown(&rt, *widest), "[-4611686018427387904, -1, 4611686018427387902]");
}
