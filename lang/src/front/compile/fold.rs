//! Constants and the folding of operators on them.

use super::{Compiler, R};
use crate::bytecode::{Const, Text};
use ruff_python_ast::{Expr, Number, Operator, UnaryOp};
use ruff_text_size::{Ranged, TextRange};

/// Limits of folding: what is larger is computed when the program runs.
const MAX_TEXT: usize = 4096;
const MAX_ITEMS: usize = 256;
const MAX_BITS: u32 = 120;

/// Decimal digits that an integer literal may have.
const MAX_DIGITS: usize = 4300;

/// The value of `expr` if it is a constant.
///
/// # Errors
/// A decimal literal with too many digits.
pub(super) fn constant(c: &mut Compiler<'_, '_>, expr: &Expr) -> R<Option<Const>> {
    Ok(match expr {
        Expr::NumberLiteral(node) => match &node.value {
            Number::Int(int) => Some(integer(c, int, node.range)?),
            Number::Float(value) => Some(Const::Float(*value)),
            Number::Complex { .. } => None,
        },
        Expr::StringLiteral(node) => Some(Const::Str(c.string_text(node))),
        Expr::BytesLiteral(node) => Some(Const::Bytes(node.value.bytes().collect())),
        Expr::BooleanLiteral(node) => Some(if node.value { Const::True } else { Const::False }),
        Expr::NoneLiteral(_) => Some(Const::None),
        Expr::EllipsisLiteral(_) => Some(Const::Ellipsis),
        Expr::Name(name) if name.id == "__debug__" => Some(Const::True),
        Expr::UnaryOp(node) => {
            c.deeper(node.range)?;
            let value = constant(c, &node.operand)?;
            c.depth -= 1;
            value.and_then(|value| unary(node.op, &value))
        }
        Expr::BinOp(_) => chain(c, expr)?,
        Expr::Tuple(node) => {
            c.deeper(node.range)?;
            let items = all(c, &node.elts)?;
            c.depth -= 1;
            items.map(|items| Const::Tuple(items.into()))
        }
        _ => None,
    })
}

/// The values of `exprs` if all are constants.
pub(super) fn all(c: &mut Compiler<'_, '_>, exprs: &[Expr]) -> R<Option<Vec<Const>>> {
    let mut values = Vec::new();
    for expr in exprs {
        match constant(c, expr)? {
            Some(value) => values.push(value),
            None => return Ok(None),
        }
    }
    Ok(Some(values))
}

/// A chain of binary operators, without recursion on its length.
fn chain(c: &mut Compiler<'_, '_>, expr: &Expr) -> R<Option<Const>> {
    let mut nodes = Vec::new();
    let mut left = expr;
    while let Expr::BinOp(node) = left {
        nodes.push(node);
        left = &node.left;
    }
    c.deeper(expr.range())?;
    let mut value = constant(c, left)?;
    while let (Some(so_far), Some(node)) = (&value, nodes.pop()) {
        value = binary_with(c, node.op, so_far, &node.right)?;
    }
    c.depth -= 1;
    Ok(if nodes.is_empty() { value } else { None })
}

/// `left op right` if `right` is a constant too and the result may be computed now.
pub(super) fn binary_with(c: &mut Compiler<'_, '_>, op: Operator, left: &Const, right: &Expr) -> R<Option<Const>> {
    c.deeper(right.range())?;
    let right = constant(c, right)?;
    c.depth -= 1;
    Ok(right.and_then(|right| binary(op, left, &right)))
}

/// Whether a constant is true.
pub(super) fn truth(value: &Const) -> bool {
    match value {
        Const::None | Const::False => false,
        Const::True | Const::Ellipsis | Const::BigInt(_) | Const::Code(_) => true,
        Const::Int(n) => *n != 0,
        Const::Float(x) => *x != 0.0,
        Const::Str(Text::Utf8(text)) => !text.is_empty(),
        Const::Str(Text::Points(points)) => !points.is_empty(),
        Const::Bytes(bytes) => !bytes.is_empty(),
        Const::Tuple(items) | Const::FrozenSet(items) => !items.is_empty(),
    }
}

fn integer(c: &Compiler<'_, '_>, int: &ruff_python_ast::Int, range: TextRange) -> R<Const> {
    if let Some(value) = int.as_i64() {
        return Ok(Const::Int(value));
    }
    let digits: String = int.to_string().chars().filter(|&ch| ch != '_').collect();
    let lower = digits.to_ascii_lowercase();
    if let Some(hex) = lower.strip_prefix("0x") {
        return Ok(big_hex(hex.trim_start_matches('0')));
    }
    for (prefix, bits) in [("0o", 3), ("0b", 1)] {
        if let Some(rest) = lower.strip_prefix(prefix) {
            return Ok(big_hex(&to_hex(rest, bits)));
        }
    }
    let digits = digits.trim_start_matches('0');
    if digits.len() > MAX_DIGITS {
        let message = format!(
            "Exceeds the limit ({MAX_DIGITS} digits) for integer string conversion: value has {} digits; use \
             sys.set_int_max_str_digits() to increase the limit - Consider hexadecimal for huge integer literals \
             to avoid decimal conversion limits.",
            digits.len()
        );
        return Err(c.error(range, message));
    }
    Ok(Const::BigInt(digits.into()))
}

fn big_hex(digits: &str) -> Const {
    Const::BigInt(format!("0x{digits}").into())
}

/// Hexadecimal digits of a number written in digits of `bits` bits.
fn to_hex(digits: &str, bits: usize) -> String {
    let mut binary: Vec<u8> = Vec::with_capacity(digits.len() * bits + 3);
    for digit in digits.bytes() {
        for bit in (0..bits).rev() {
            binary.push((digit - b'0') >> bit & 1);
        }
    }
    let pad = (4 - binary.len() % 4) % 4;
    let mut padded = vec![0; pad];
    padded.append(&mut binary);
    let hex: String = padded
        .chunks(4)
        .map(|c| char::from_digit(c.iter().fold(0, |n, &b| n * 2 + u32::from(b)), 16).unwrap_or('0'))
        .collect();
    hex.trim_start_matches('0').to_owned()
}

fn unary(op: UnaryOp, value: &Const) -> Option<Const> {
    match op {
        UnaryOp::Not => Some(if truth(value) { Const::False } else { Const::True }),
        UnaryOp::USub => match value {
            Const::Float(x) => Some(Const::Float(-x)),
            Const::BigInt(digits) => Some(match digits.strip_prefix('-') {
                Some(rest) => Const::BigInt(rest.into()),
                None if **digits == *"9223372036854775808" => Const::Int(i64::MIN),
                None => Const::BigInt(format!("-{digits}").into()),
            }),
            _ => int_const(int_value(value)?.checked_neg()?),
        },
        UnaryOp::UAdd => match value {
            Const::Float(_) | Const::BigInt(_) => Some(value.clone()),
            _ => int_const(int_value(value)?),
        },
        UnaryOp::Invert => match value {
            Const::Int(n) => Some(Const::Int(!n)),
            _ => None,
        },
    }
}

fn int_value(value: &Const) -> Option<i128> {
    match value {
        Const::Int(n) => Some(i128::from(*n)),
        Const::True => Some(1),
        Const::False => Some(0),
        Const::BigInt(digits) => digits.parse().ok(),
        _ => None,
    }
}

fn int_const(value: i128) -> Option<Const> {
    if let Ok(small) = i64::try_from(value) {
        return Some(Const::Int(small));
    }
    (value.unsigned_abs().leading_zeros() >= 128 - MAX_BITS).then(|| Const::BigInt(value.to_string().into()))
}

fn float_value(value: &Const) -> Option<f64> {
    match value {
        Const::Float(x) => Some(*x),
        // Only integers that a float holds exactly.
        Const::Int(n) if n.unsigned_abs() <= 1 << 53 => Some(*n as f64),
        _ => None,
    }
}

fn binary(op: Operator, left: &Const, right: &Const) -> Option<Const> {
    match (left, right) {
        (Const::Str(Text::Utf8(text)), _) => match (op, right) {
            (Operator::Add, Const::Str(Text::Utf8(other))) => {
                (text.len() + other.len() <= MAX_TEXT).then(|| str_const(format!("{text}{other}")))
            }
            (Operator::Mult, Const::Int(n)) => Some(str_const(text.repeat(times(*n, text.len(), MAX_TEXT)?))),
            _ => None,
        },
        (Const::Bytes(bytes), _) => match (op, right) {
            (Operator::Add, Const::Bytes(other)) => {
                (bytes.len() + other.len() <= MAX_TEXT).then(|| Const::Bytes([&**bytes, other].concat().into()))
            }
            (Operator::Mult, Const::Int(n)) => {
                Some(Const::Bytes(bytes.repeat(times(*n, bytes.len(), MAX_TEXT)?).into()))
            }
            _ => None,
        },
        (Const::Tuple(items), _) => match (op, right) {
            (Operator::Add, Const::Tuple(other)) => {
                (items.len() + other.len() <= MAX_ITEMS).then(|| Const::Tuple([&**items, other].concat().into()))
            }
            (Operator::Mult, Const::Int(n)) => {
                let flat = items.iter().all(|item| !matches!(item, Const::Tuple(_)));
                let count = times(*n, items.len(), MAX_ITEMS)?;
                flat.then(|| Const::Tuple(std::iter::repeat_n(items, count).flat_map(|i| i.iter().cloned()).collect()))
            }
            _ => None,
        },
        (Const::Int(n), Const::Str(_) | Const::Bytes(_) | Const::Tuple(_)) if op == Operator::Mult => {
            binary(op, right, &Const::Int(*n))
        }
        (Const::True | Const::False, Const::True | Const::False)
            if matches!(op, Operator::BitAnd | Operator::BitOr | Operator::BitXor) =>
        {
            let value = int_op(op, int_value(left)?, int_value(right)?)?;
            Some(if truth(&value) { Const::True } else { Const::False })
        }
        (Const::Float(_), _) | (_, Const::Float(_)) => float_op(op, float_value(left)?, float_value(right)?),
        _ => int_op(op, int_value(left)?, int_value(right)?),
    }
}

fn str_const(text: String) -> Const {
    Const::Str(Text::Utf8(text.into()))
}

fn times(n: i64, length: usize, limit: usize) -> Option<usize> {
    let count = usize::try_from(n.max(0)).ok()?;
    (count.checked_mul(length.max(1))? <= limit).then_some(count)
}

fn float_op(op: Operator, a: f64, b: f64) -> Option<Const> {
    let value = match op {
        Operator::Add => a + b,
        Operator::Sub => a - b,
        Operator::Mult => a * b,
        Operator::Div if b != 0.0 => a / b,
        _ => return None,
    };
    Some(Const::Float(value))
}

fn int_op(op: Operator, a: i128, b: i128) -> Option<Const> {
    let value = match op {
        Operator::Add => a.checked_add(b)?,
        Operator::Sub => a.checked_sub(b)?,
        Operator::Mult => a.checked_mul(b)?,
        Operator::FloorDiv if b != 0 => a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0),
        Operator::Mod if b != 0 => {
            let rest = a.rem_euclid(b);
            if b < 0 && rest != 0 { rest + b } else { rest }
        }
        Operator::Div if b != 0 && a.unsigned_abs() <= 1 << 53 && b.unsigned_abs() <= 1 << 53 => {
            return Some(Const::Float(a as f64 / b as f64));
        }
        Operator::Pow => a.checked_pow(u32::try_from(b).ok()?)?,
        Operator::LShift if b < i128::from(MAX_BITS) => a.checked_mul(1_i128.checked_shl(u32::try_from(b).ok()?)?)?,
        Operator::RShift => a >> u32::try_from(b).ok()?.min(127),
        Operator::BitOr => a | b,
        Operator::BitXor => a ^ b,
        Operator::BitAnd => a & b,
        _ => return None,
    };
    int_const(value)
}
