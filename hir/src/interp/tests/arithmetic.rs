//! Arithmetic against models in wider integers and in the language's own words.

use super::super::arith::{c_int_binary, compare, double_binary, is_word_op, small_int_binary, true_div};
use super::super::{End, Options, Seen, run};
use super::function;
use crate::{BinOp, CmpOp, Constant};

const SMALL_MIN: i64 = *Constant::SMALL_INTS.start();
const SMALL_MAX: i64 = *Constant::SMALL_INTS.end();

const INTS: &[i64] = &[
    i64::MIN,
    i64::MIN + 1,
    SMALL_MIN - 1,
    SMALL_MIN,
    SMALL_MIN + 1,
    -(1 << 53) - 1,
    -(1 << 32),
    -65,
    -64,
    -63,
    -7,
    -3,
    -2,
    -1,
    0,
    1,
    2,
    3,
    7,
    31,
    32,
    61,
    62,
    63,
    64,
    65,
    1 << 31,
    1 << 32,
    (1 << 53) + 1,
    SMALL_MAX - 1,
    SMALL_MAX,
    SMALL_MAX + 1,
    i64::MAX - 1,
    i64::MAX,
];

/// The exact result by definition: `a == q * b + r` with `0 <= r < b` or `b < r <= 0`, shifts as products and quotients of powers.
fn model(op: BinOp, a: i64, b: i64) -> Option<i128> {
    let (x, y) = (i128::from(a), i128::from(b));
    match op {
        BinOp::Add => Some(x + y),
        BinOp::Sub => Some(x - y),
        BinOp::Mul => Some(x * y),
        BinOp::FloorDiv | BinOp::Mod if y == 0 => None,
        BinOp::FloorDiv => Some((x - y.signum() * (y.signum() * x).rem_euclid(y.abs())) / y),
        BinOp::Mod => Some(y.signum() * (y.signum() * x).rem_euclid(y.abs())),
        BinOp::LShift if y < 0 => None,
        BinOp::LShift if y < 64 => Some(x * (1i128 << y)),
        BinOp::LShift => (x == 0).then_some(0),
        BinOp::RShift if y < 0 => None,
        BinOp::RShift => Some(if y < 100 { x.div_euclid(1i128 << y) } else { -i128::from(x < 0) }),
        BinOp::And => Some(x & y),
        BinOp::Or => Some(x | y),
        BinOp::Xor => Some(x ^ y),
        BinOp::TrueDiv | BinOp::Pow | BinOp::MatMul => None,
    }
}

#[test]
fn small_integers() {
    for &op in BinOp::ALL {
        for (a, b) in pairs() {
            let expected = model(op, a, b).filter(|x| (i128::from(SMALL_MIN)..=i128::from(SMALL_MAX)).contains(x));
            assert_eq!(small_int_binary(op, a, b).map(i128::from), expected, "{a} {} {b}", op.name());
        }
    }
    assert_eq!(small_int_binary(BinOp::FloorDiv, -7, 2), Some(-4));
    assert_eq!(small_int_binary(BinOp::Mod, -7, 2), Some(1));
    assert_eq!(small_int_binary(BinOp::Mod, 7, -2), Some(-1));
    assert_eq!(small_int_binary(BinOp::FloorDiv, SMALL_MIN, -1), None);
    assert_eq!(small_int_binary(BinOp::RShift, -1, 200), Some(-1));
}

fn pairs() -> impl Iterator<Item = (i64, i64)> {
    INTS.iter().flat_map(|&a| INTS.iter().map(move |&b| (a, b)))
}

#[test]
fn machine_integers() {
    for &op in BinOp::ALL {
        for (a, b) in pairs() {
            let b = if matches!(op, BinOp::LShift | BinOp::RShift) { b & 63 } else { b };
            // The low 64 bits of the exact result; zero where there is none.
            let expected = is_word_op(op).then(|| model(op, a, b).unwrap_or(0) as i64);
            assert_eq!(c_int_binary(op, a, b), expected, "{a} {} {b}", op.name());
        }
    }
    assert_eq!(c_int_binary(BinOp::FloorDiv, i64::MIN, -1), Some(i64::MIN));
    assert_eq!(c_int_binary(BinOp::Mod, i64::MIN, -1), Some(0));
    assert_eq!(c_int_binary(BinOp::LShift, 1, 64), Some(1));
    assert_eq!(c_int_binary(BinOp::RShift, i64::MIN, -1), Some(-1));
}

#[test]
fn comparisons() {
    let holds = |op, ordering: Option<std::cmp::Ordering>| match op {
        CmpOp::Lt => ordering.is_some_and(|o| o.is_lt()),
        CmpOp::Le => ordering.is_some_and(|o| o.is_le()),
        CmpOp::Eq => ordering.is_some_and(|o| o.is_eq()),
        CmpOp::Ne => !ordering.is_some_and(|o| o.is_eq()),
        CmpOp::Gt => ordering.is_some_and(|o| o.is_gt()),
        CmpOp::Ge => ordering.is_some_and(|o| o.is_ge()),
    };
    let floats = [f64::NEG_INFINITY, -1.0, -0.0, 0.0, 5e-324, 1.0, f64::INFINITY, f64::NAN];
    for &op in CmpOp::ALL {
        for (a, b) in pairs() {
            assert_eq!(compare(op, a, b), holds(op, Some(a.cmp(&b))));
        }
        for a in floats {
            for b in floats {
                assert_eq!(compare(op, a, b), holds(op, a.partial_cmp(&b)), "{a} {} {b}", op.name());
            }
        }
    }
}

#[test]
fn true_division_rounds_once() {
    for (a, b) in pairs().filter(|pair| pair.0 != 0 && pair.1 != 0) {
        let result = true_div(a, b);
        let candidates = [result.next_down(), result, result.next_up()];
        let scale = candidates.map(|x| parts(x).1).into_iter().min().unwrap().min(0);
        let [below, error, above] = candidates.map(|x| residue(x, a, b, scale));
        assert!(error <= below && error <= above, "{a} / {b} = {result:?}");
    }
    assert_eq!(true_div(1, 3), 1.0 / 3.0);
    assert_eq!(true_div(-7, 2), -3.5);
    assert_eq!(true_div(0, -7), 0.0);
}

/// The mantissa and exponent of a float that is neither tiny nor huge.
fn parts(x: f64) -> (i128, i64) {
    let bits = x.to_bits();
    let mantissa = i128::from(bits & ((1 << 52) - 1) | 1 << 52);
    (if x < 0.0 { -mantissa } else { mantissa }, ((bits >> 52) & 0x7ff) as i64 - 1075)
}

/// How far `x * b` is from `a`, in units of two to the power `scale`.
fn residue(x: f64, a: i64, b: i64, scale: i64) -> u128 {
    let (mantissa, exponent) = parts(x);
    ((mantissa << (exponent - scale)) * i128::from(b) - (i128::from(a) << -scale)).unsigned_abs()
}

#[test]
fn doubles() {
    let values = [0.0, -0.0, 1.5, -2.25, 1e308, 5e-324, f64::INFINITY, f64::NAN];
    for a in values {
        for b in values {
            let same =
                |x: Option<f64>, y: f64| x.is_some_and(|x| x.to_bits() == y.to_bits() || (x.is_nan() && y.is_nan()));
            assert!(same(double_binary(BinOp::Add, a, b), a + b));
            assert!(same(double_binary(BinOp::Sub, a, b), a - b));
            assert!(same(double_binary(BinOp::Mul, a, b), a * b));
            assert!(same(double_binary(BinOp::TrueDiv, a, b), a / b));
            assert_eq!(double_binary(BinOp::Pow, a, b), None);
        }
    }
}

/// What a function without arguments returns.
fn value_of(instructions: &str) -> End {
    let text = format!("fun f {{ bb 0 {{\n{instructions} }}\nfs0 = frame \"f\" 7 [-] }}");
    run(&function(&text), &Options { fail_guards: false, ..Options::new(0) })
        .unwrap_or_else(|trap| panic!("{trap}"))
        .end
}

fn exits(end: &End) -> bool {
    matches!(end, End::Exit { kind: crate::Exit::Guard, .. })
}

#[test]
fn small_integer_instructions() {
    for &op in BinOp::ALL.iter().filter(|&&op| is_word_op(op)) {
        for (a, b) in pairs().filter(|(a, b)| Constant::SMALL_INTS.contains(a) && Constant::SMALL_INTS.contains(b)) {
            if (a ^ b) % 3 != 0 && a.abs() > 2 {
                continue;
            }
            let end = value_of(&format!(
                "v0:SmallInt[{a}] = Const<{a}>\nv1:SmallInt[{b}] = Const<{b}>
                 v2:SmallInt = SmallIntBinary<{}> v0 v1 exit fs0\nReturn v2",
                op.name()
            ));
            match small_int_binary(op, a, b) {
                Some(value) => assert_eq!(end, End::Return(Seen::Int(value))),
                None => assert!(exits(&end), "{end:?}"),
            }
        }
    }
}

#[test]
fn boxes() {
    for &a in INTS {
        let end = value_of(&format!("v0:CInt64 = Const<cint({a})>\nv1:SmallInt = BoxInt v0 exit fs0\nReturn v1"));
        if Constant::SMALL_INTS.contains(&a) {
            assert_eq!(end, End::Return(Seen::Int(a)));
            let end = value_of(&format!("v0:SmallInt[{a}] = Const<{a}>\nv1:CDouble = IntToDouble v0\nReturn v1"));
            assert_eq!(end, End::Return(Seen::Float((a as f64).to_bits())));
        } else {
            assert!(exits(&end), "{end:?}");
        }
    }
    let end = value_of(
        "v0:CDouble = Const<cdouble(1e300)>\nv1:FloatExact = BoxDouble v0 exit fs0\nv2:CDouble = UnboxDouble v1\nReturn v2",
    );
    assert_eq!(end, End::Return(Seen::Float(1e300f64.to_bits())));
    let end =
        value_of("v0:CBool = Const<cbool(false)>\nv1:CBool = CBoolNot v0\nv2:ImmortalBool = BoxBool v1\nReturn v2");
    assert_eq!(end, End::Return(Seen::Bool(true)));
    let end = value_of("v0:CDouble = Const<cdouble(0.0)>\nv1:CDouble = DoubleNeg v0\nReturn v1");
    assert_eq!(end, End::Return(Seen::Float((-0.0f64).to_bits())));
}

/// The result of `IntBinary` on two small integers, if it is a word.
fn int_binary_of(op: &str, a: i64, b: i64) -> End {
    value_of(&format!(
        "v0:SmallInt[{a}] = Const<{a}>\nv1:SmallInt[{b}] = Const<{b}>\nv2:OptIntExact|FloatExact = IntBinary<{op}> v0 v1\nReturn v2"
    ))
}

#[test]
fn integers_of_any_size() {
    assert_eq!(int_binary_of("add", 2, 3), End::Return(Seen::Int(5)));
    assert_eq!(int_binary_of("pow", -3, 5), End::Return(Seen::Int(-243)));
    assert_eq!(int_binary_of("pow", 2, -1), End::Return(Seen::Float(0.5f64.to_bits())));
    assert_eq!(int_binary_of("pow", 0, -1), End::Return(Seen::Nothing));
    assert_eq!(int_binary_of("truediv", 1, 4), End::Return(Seen::Float(0.25f64.to_bits())));
    assert_eq!(int_binary_of("truediv", 1, 0), End::Return(Seen::Nothing));
    assert_eq!(int_binary_of("mod", -7, 0), End::Return(Seen::Nothing));
    assert_eq!(int_binary_of("lshift", 1, -1), End::Return(Seen::Nothing));
    assert_eq!(int_binary_of("lshift", 1, 100), End::Return(Seen::Object(1)));
    assert_eq!(int_binary_of("add", SMALL_MAX, 1), End::Return(Seen::Object(1)));
    assert_eq!(int_binary_of("sub", SMALL_MIN, -1), End::Return(Seen::Int(SMALL_MIN + 1)));
}
