//! `"…" % (a, b)` with plain fields, which is compiled as an f-string is.

use super::string::{Piece, push_text};
use ruff_python_ast::{Expr, ExprBinOp, Operator};
use ruff_text_size::Ranged;

/// Digits that a width or precision may have.
const MAX_DIGITS: usize = 3;

/// The pieces of `node` if it formats a tuple display by a literal with only `%s`, `%r`, `%a` fields, one for
/// each item.
pub(super) fn pieces(node: &ExprBinOp) -> Option<Vec<Piece<'_>>> {
    let (Operator::Mod, Expr::StringLiteral(format), Expr::Tuple(tuple)) = (node.op, &*node.left, &*node.right) else {
        return None;
    };
    let format_text = format.value.to_str();
    // Text whose code points the parser replaced is left to the general way.
    if format_text.contains('\u{fffd}') || tuple.elts.iter().any(Expr::is_starred_expr) {
        return None;
    }
    let mut pieces = Vec::new();
    let mut values = tuple.elts.iter();
    let mut rest = format_text;
    while let Some(at) = rest.find('%') {
        let literal = if rest[at + 1..].starts_with('%') { &rest[..=at] } else { &rest[..at] };
        push_text(&mut pieces, literal.chars().map(u32::from).collect(), format.range());
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('%') {
            rest = after;
            continue;
        }
        let (conversion, spec, after) = field(rest)?;
        pieces.push(Piece::Converted { value: values.next()?, conversion, spec });
        rest = after;
    }
    push_text(&mut pieces, rest.chars().map(u32::from).collect(), format.range());
    values.next().is_none().then_some(pieces)
}

/// One field after its `%`: the conversion, the format specification, and what follows.
fn field(text: &str) -> Option<(u8, String, &str)> {
    let plain = text.trim_start_matches(['-', '+', ' ', '#', '0']);
    let left = text[..text.len() - plain.len()].contains('-');
    let (width, rest) = number(plain)?;
    let (precision, rest) = match rest.strip_prefix('.') {
        Some(rest) => {
            let (precision, rest) = number(rest)?;
            (Some(precision.unwrap_or(0)), rest)
        }
        None => (None, rest),
    };
    let conversion = match rest.bytes().next()? {
        b's' => 1,
        b'r' => 2,
        b'a' => 3,
        _ => return None,
    };
    let mut spec = String::new();
    if let Some(width) = width {
        if !left && width > 0 {
            spec.push('>');
        }
        spec.push_str(&width.to_string());
    }
    if let Some(precision) = precision {
        spec.push_str(&format!(".{precision}"));
    }
    Some((conversion, spec, &rest[1..]))
}

/// Leading digits as a number, if there are any; none at all if there are too many.
fn number(text: &str) -> Option<(Option<u32>, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > MAX_DIGITS {
        return None;
    }
    Some((text[..digits].parse().ok(), &text[digits..]))
}
