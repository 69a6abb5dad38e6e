use crate::boxed::NativeObject;
use crate::error::{Exc, Raised, Res};
use crate::list::list;
use crate::native::NativeDef;
use crate::rt::Rt;
use crate::value::{Owned, Value};
use std::cell::RefCell;

type Action = Box<dyn Fn(&Rt)>;

thread_local! {
    /// Numbers of the items released so far.
    static RELEASED: RefCell<Vec<i64>> = const { RefCell::new(Vec::new()) };
    /// What every comparison does besides comparing.
    static ACTION: RefCell<Option<Action>> = const { RefCell::new(None) };
}

/// An item that tells when it is released and what it is compared with.
struct Item(i64);

impl NativeObject for Item {
    const NAME: &'static str = "Item";
    const METHODS: &'static [NativeDef] = &[
        NativeDef::new("__eq__", "(self, other, /)", |rt, args| {
            act(rt);
            Ok(Value::bool(number(rt, args.get(0)) == number(rt, args.get(1))).own())
        }),
        NativeDef::new("__lt__", "(self, other, /)", |rt, args| {
            act(rt);
            Ok(Value::bool(number(rt, args.get(0)) < number(rt, args.get(1))).own())
        }),
        NativeDef::new("__repr__", "(self, /)", |rt, args| {
            act(rt);
            rt.str(&number(rt, args.get(0)).to_string())
        }),
        NativeDef::new("__index__", "(self, /)", |rt, args| {
            act(rt);
            rt.int(number(rt, args.get(0)))
        }),
    ];

    fn visit(&self, _: &mut dyn FnMut(Value)) {}
}

impl Drop for Item {
    fn drop(&mut self) {
        RELEASED.with_borrow_mut(|r| r.push(self.0));
    }
}

fn act(rt: &Rt) {
    if let Some(action) = ACTION.take() {
        action(rt);
        ACTION.set(Some(action));
    }
}

fn number(rt: &Rt, v: Value) -> i64 {
    v.as_small_int().unwrap_or_else(|| rt.boxed::<Item>(v).map_or(-1, |i| i.0))
}

fn ok<T>(r: Result<T, Raised>) -> T {
    r.expect("no exception")
}

fn released() -> Vec<i64> {
    RELEASED.take()
}

fn new_list(rt: &Rt, numbers: &[i64]) -> Owned {
    let l = ok(rt.new_list(0));
    for n in numbers {
        ok(rt.list_push(*l, ok(rt.new_boxed(Item(*n)))));
    }
    l
}

fn numbers(rt: &Rt, l: Value) -> Vec<i64> {
    rt.list_snapshot(l).iter().map(|v| number(rt, **v)).collect()
}

fn method(rt: &Rt, v: Value, name: &str, args: &[Value]) -> Res {
    let name = ok(rt.intern(name));
    rt.call_method(v, *name, args)
}

fn raised(rt: &Rt, r: Res, e: Exc) -> String {
    let raised = r.expect_err("an exception");
    assert!(rt.raised_is(e));
    let exc = rt.take_raised(raised);
    ok(rt.str_text(*exc))
}

struct Draw(u64);

impl Draw {
    fn below(&mut self, n: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % n as u64) as i64
    }

    /// A bound of a slice of about `len` items.
    fn bound(&mut self, len: usize) -> Option<i64> {
        let n = len as i64;
        (self.below(4) > 0).then(|| self.below(2 * n + 5) - n - 2)
    }
}

fn bound_value(b: Option<i64>) -> Value {
    b.map_or(Value::none(), Value::int)
}

/// One random slice operation on a list and on its model; gives the numbers whose items must be released, in order.
fn slice_step(rt: &Rt, l: Value, model: &mut Vec<i64>, draw: &mut Draw, fresh: &mut i64) -> Vec<i64> {
    let (start, stop) = (draw.bound(model.len()), draw.bound(model.len()));
    let step = [1, 1, 2, 3, -1, -2][draw.below(6) as usize];
    let slice = ok(rt.new_slice(bound_value(start), bound_value(stop), Value::int(step)));
    let picked = ok(rt.unpack_slice(*slice)).over(model.len());
    let places: Vec<usize> = picked.indices().collect();
    let got = ok(rt.getitem(l, *slice));
    assert_eq!(numbers(rt, *got), places.iter().map(|i| model[*i]).collect::<Vec<_>>());
    drop(got);
    let mut gone: Vec<i64> = places.iter().map(|i| model[*i]).collect();
    if draw.below(2) == 0 {
        ok(rt.delitem(l, *slice));
        let mut sorted = places.clone();
        sorted.sort_unstable();
        gone = sorted.iter().map(|i| model[*i]).collect();
        for i in sorted.into_iter().rev() {
            model.remove(i);
        }
    } else {
        let n = if step == 1 { draw.below(5) as usize } else { places.len() };
        let new: Vec<i64> = (0..n as i64).map(|i| *fresh + i).collect();
        *fresh += n as i64;
        ok(rt.setitem(l, *slice, *new_list(rt, &new)));
        if step == 1 {
            model.splice(picked.start..picked.start + picked.len, new);
        } else {
            places.iter().zip(new).for_each(|(i, n)| model[*i] = n);
        }
    }
    if step == 1 {
        gone.reverse();
    }
    gone
}

#[test]
fn slices_agree_with_a_vector_and_release_in_order() {
    let rt = std::mem::ManuallyDrop::new(Rt::new().expect("memory"));
    for seed in 0..60 {
        let mut draw = Draw(seed);
        let mut model: Vec<i64> = (0..draw.below(20)).collect();
        let l = new_list(&rt, &model);
        let mut fresh = 100;
        for _ in 0..60 {
            let gone = slice_step(&rt, *l, &mut model, &mut draw, &mut fresh);
            assert_eq!(released(), gone);
            assert_eq!(numbers(&rt, *l), model);
        }
        drop(l);
        model.reverse();
        assert_eq!(released(), model);
    }
}

#[test]
fn clearing_releases_from_the_end_and_repeating_counts() {
    let rt = std::mem::ManuallyDrop::new(Rt::new().expect("memory"));
    let l = new_list(&rt, &[1, 2, 3]);
    let times = ok(rt.binary(crate::ops::BinOp::Mul, *l, Value::int(3)));
    assert_eq!(numbers(&rt, *times), [1, 2, 3, 1, 2, 3, 1, 2, 3]);
    drop(times);
    drop(ok(rt.inplace(crate::ops::BinOp::Mul, *l, Value::int(2))));
    drop(ok(rt.inplace(crate::ops::BinOp::Add, *l, *l)));
    assert_eq!(numbers(&rt, *l), [1, 2, 3].repeat(4));
    assert_eq!(released(), []);
    drop(ok(rt.inplace(crate::ops::BinOp::Mul, *l, Value::int(0))));
    assert_eq!(released(), [3, 2, 1]);
    assert!(rt.binary(crate::ops::BinOp::Mul, *new_list(&rt, &[1]), Value::int(1 << 61)).is_err());
}

/// Every operation that compares, prints or converts, with a callback that changes the list: nothing but the documented result.
#[test]
fn callbacks_that_change_the_list_do_no_harm() {
    let rt = std::mem::ManuallyDrop::new(Rt::new().expect("memory"));
    let changes: [fn(&Rt, Value); 5] = [
        |rt, l| rt.list_clear(l),
        |_, l| drop(list(l).pop()),
        |rt, l| ok(rt.list_push(l, ok(rt.new_boxed(Item(50))))),
        |rt, l| ok(rt.list_splice(l, 0..list(l).len.get() / 2, *new_list(rt, &[7, 8, 9, 10]))),
        |rt, l| ok(rt.list_extend(l, l)),
    ];
    let calls: [fn(&Rt, Value, Value) -> Res; 12] = [
        |rt, l, x| method(rt, l, "index", &[x]),
        |rt, l, x| method(rt, l, "count", &[x]),
        |rt, l, x| method(rt, l, "remove", &[x]),
        |rt, l, x| rt.contains(l, x).map(|b| Value::bool(b).own()),
        |rt, l, _| method(rt, l, "sort", &[]),
        |rt, l, _| rt.repr(l),
        |rt, l, x| method(rt, l, "pop", &[x]),
        |rt, l, x| method(rt, l, "insert", &[x, x]),
        |rt, l, x| rt.getitem(l, x),
        |rt, l, x| rt.setitem(l, x, x).map(|()| Value::none().own()),
        |rt, l, x| {
            let slice = ok(rt.new_slice(x, Value::none(), Value::int(2)));
            rt.delitem(l, *slice).map(|()| Value::none().own())
        },
        |rt, l, _| rt.compare(crate::ops::CmpOp::Lt, l, *new_list(rt, &[3, 1, 4, 1, 5])),
    ];
    for change in changes {
        for call in calls {
            let l = new_list(&rt, &[3, 1, 4, 1, 5, 9, 2, 6]);
            let (target, budget) = (l.clone(), std::cell::Cell::new(4));
            ACTION.set(Some(Box::new(move |rt| {
                if budget.replace(budget.get().max(1) - 1) > 0 {
                    change(rt, *target);
                }
            })));
            let x = ok(rt.new_boxed(Item(2)));
            if let Err(raised) = call(&rt, *l, *x) {
                drop(rt.take_raised(raised));
            }
            ACTION.set(None);
            assert!(list(*l).len.get() <= list(*l).cap.get());
            numbers(&rt, *l);
        }
    }
}

#[test]
fn sorting_notices_that_the_list_was_changed() {
    let rt = std::mem::ManuallyDrop::new(Rt::new().expect("memory"));
    let l = new_list(&rt, &[3, 1, 2]);
    let target = l.clone();
    ACTION.set(Some(Box::new(move |rt| ok(rt.list_push(*target, Value::int(5).own())))));
    assert_eq!(raised(&rt, method(&rt, *l, "sort", &[]), Exc::ValueError), "list modified during sort");
    ACTION.set(None);
    assert_eq!(numbers(&rt, *l), [1, 2, 3]);
    ok(rt.list_sort(*l, None, true));
    assert_eq!(numbers(&rt, *l), [3, 2, 1]);
}

#[test]
fn messages_are_cpythons() {
    let rt = std::mem::ManuallyDrop::new(Rt::new().expect("memory"));
    let l = new_list(&rt, &[1]);
    let text = ok(rt.str("a"));
    let say = |r, e| raised(&rt, r, e);
    assert_eq!(say(rt.getitem(*l, Value::int(5)), Exc::IndexError), "list index out of range");
    assert_eq!(say(rt.getitem(*l, *text), Exc::TypeError), "list indices must be integers or slices, not str");
    assert_eq!(say(method(&rt, *l, "index", &[*text]), Exc::ValueError), "list.index(x): x not in list");
    assert_eq!(
        say(method(&rt, *l, "append", &[]), Exc::TypeError),
        "list.append() takes exactly one argument (0 given)"
    );
    assert_eq!(say(method(&rt, *l, "sort", &[*text]), Exc::TypeError), "sort() takes no positional arguments");
    assert_eq!(
        say(rt.binary(crate::ops::BinOp::Add, *l, *text), Exc::TypeError),
        "can only concatenate list (not \"str\") to list"
    );
    assert_eq!(
        say(rt.binary(crate::ops::BinOp::Mul, *l, *text), Exc::TypeError),
        "can't multiply sequence by non-int of type 'str'"
    );
}
