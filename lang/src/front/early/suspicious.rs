//! Warnings about expressions that cannot be meant.

use super::{Report, range};
use ruff_python_ast::{CmpOp, Expr, ExprCompare, ExprContext, Number, Stmt};

/// `assert (condition, message)`.
pub(super) fn assertion(report: &mut Report<'_>, stmt: &Stmt, test: &Expr) {
    if matches!(test, Expr::Tuple(tuple) if !tuple.elts.is_empty()) {
        report.warn(range(stmt), "assertion is always true, perhaps remove parentheses?");
    }
}

/// What can be said of one expression.
pub(super) fn expression(report: &mut Report<'_>, expr: &Expr) {
    match expr {
        Expr::Compare(compare) => identity(report, expr, compare),
        Expr::Call(call) => {
            if let Some(kind) = constant_kind(&call.func).or_else(|| display_kind(&call.func, false)) {
                let message = format!("'{kind}' object is not callable; perhaps you missed a comma?");
                report.warn(range(expr), message);
            }
        }
        Expr::Subscript(subscript) if subscript.ctx == ExprContext::Load => {
            subscripted(report, expr, &subscript.value, &subscript.slice);
        }
        _ => {}
    }
}

/// `x is 1`.
fn identity(report: &mut Report<'_>, expr: &Expr, compare: &ExprCompare) {
    let mut left = literal_kind(&compare.left);
    for (op, right) in compare.ops.iter().zip(&compare.comparators) {
        let right = literal_kind(right);
        if let Some(kind) = left.or(right) {
            match op {
                CmpOp::Is => {
                    return report.warn(range(expr), format!("\"is\" with '{kind}' literal. Did you mean \"==\"?"));
                }
                CmpOp::IsNot => {
                    let message = format!("\"is not\" with '{kind}' literal. Did you mean \"!=\"?");
                    return report.warn(range(expr), message);
                }
                _ => {}
            }
        }
        left = right;
    }
}

/// The type of a literal that has no identity to speak of.
fn literal_kind(expr: &Expr) -> Option<&'static str> {
    match expr {
        Expr::BooleanLiteral(_) | Expr::NoneLiteral(_) | Expr::EllipsisLiteral(_) => None,
        Expr::Tuple(tuple) => tuple.elts.iter().all(is_constant).then_some("tuple"),
        _ => constant_kind(expr),
    }
}

fn is_constant(expr: &Expr) -> bool {
    match expr {
        Expr::Tuple(tuple) => tuple.elts.iter().all(is_constant),
        _ => constant_kind(expr).is_some(),
    }
}

fn constant_kind(expr: &Expr) -> Option<&'static str> {
    Some(match expr {
        Expr::NumberLiteral(number) => match number.value {
            Number::Int(_) => "int",
            Number::Float(_) => "float",
            Number::Complex { .. } => "complex",
        },
        Expr::StringLiteral(_) => "str",
        Expr::BytesLiteral(_) => "bytes",
        Expr::BooleanLiteral(_) => "bool",
        Expr::NoneLiteral(_) => "NoneType",
        Expr::EllipsisLiteral(_) => "ellipsis",
        _ => return None,
    })
}

/// The type of a display or other expression whose type is plain.
fn display_kind(expr: &Expr, functions: bool) -> Option<&'static str> {
    Some(match expr {
        Expr::Tuple(_) => "tuple",
        Expr::List(_) | Expr::ListComp(_) => "list",
        Expr::Dict(_) | Expr::DictComp(_) => "dict",
        Expr::Set(_) | Expr::SetComp(_) => "set",
        Expr::Generator(_) => "generator",
        Expr::FString(_) => "str",
        Expr::Lambda(_) if functions => "function",
        _ => return None,
    })
}

fn subscripted(report: &mut Report<'_>, expr: &Expr, value: &Expr, index: &Expr) {
    let kind = constant_kind(value).or_else(|| display_kind(value, true));
    match kind {
        Some("str" | "bytes" | "tuple" | "list") => wrong_index(report, expr, kind.unwrap_or(""), index),
        Some("dict") | None => {}
        Some(kind) => {
            let message = format!("'{kind}' object is not subscriptable; perhaps you missed a comma?");
            report.warn(range(expr), message);
        }
    }
}

fn wrong_index(report: &mut Report<'_>, expr: &Expr, kind: &str, index: &Expr) {
    let index_kind = constant_kind(index).or_else(|| display_kind(index, true));
    match index_kind {
        None | Some("int" | "bool") => {}
        Some(index_kind) => {
            let message =
                format!("{kind} indices must be integers or slices, not {index_kind}; perhaps you missed a comma?");
            report.warn(range(expr), message);
        }
    }
}
