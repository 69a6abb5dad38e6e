//! String literals and f-strings.

use super::{Compiler, Opnd, R};
use crate::bytecode::{Const, Insn, Op, Text, USE_B, USE_C};
use ruff_python_ast::{
    ConversionFlag, Expr, ExprFString, ExprStringLiteral, FStringPart, InterpolatedElement, InterpolatedStringElement,
    StringLiteral,
};
use ruff_text_size::{Ranged, TextRange};

/// What the parser leaves in place of a lone surrogate.
const REPLACEMENT: char = '\u{fffd}';

/// A piece of an f-string: constant text, or a field.
pub(super) enum Piece<'a> {
    Text(Vec<u32>, TextRange),
    Field(&'a InterpolatedElement),
    /// A value to be converted (1 `str`, 2 `repr`, 3 `ascii`) and formatted: a field of a `%` format.
    Converted {
        value: &'a Expr,
        conversion: u8,
        spec: String,
    },
}

impl<'a> Compiler<'a, '_> {
    /// The text of a literal, implicit concatenation done.
    pub(super) fn string_text(&self, node: &ExprStringLiteral) -> Text {
        if !node.value.to_str().contains(REPLACEMENT) {
            return Text::Utf8(node.value.to_str().into());
        }
        let points: Vec<u32> = node.value.iter().flat_map(|part| self.literal_points(part)).collect();
        text_of(points)
    }

    fn literal_points(&self, part: &StringLiteral) -> Vec<u32> {
        let source = &self.report.source[part.content_range()];
        points(&part.value, source, part.flags.prefix().is_raw(), false)
    }

    pub(super) fn f_string(&mut self, node: &'a ExprFString, dst: u16) -> R<()> {
        let mut pieces = Vec::new();
        for part in node.value.iter() {
            match part {
                FStringPart::Literal(literal) => push_text(&mut pieces, self.literal_points(literal), literal.range),
                FStringPart::FString(f) => {
                    let raw = f.flags.prefix().is_raw();
                    self.collect(&f.elements, raw, &mut pieces);
                }
            }
        }
        self.join(pieces, node.range, dst)
    }

    fn collect(&self, elements: &'a [InterpolatedStringElement], raw: bool, pieces: &mut Vec<Piece<'a>>) {
        for element in elements {
            match element {
                InterpolatedStringElement::Literal(literal) => {
                    let source = &self.report.source[literal.range];
                    push_text(pieces, points(&literal.value, source, raw, true), literal.range);
                }
                InterpolatedStringElement::Interpolation(field) => {
                    if let Some(debug) = &field.debug_text {
                        push_text(pieces, debug.as_str().chars().map(u32::from).collect(), field.range);
                    }
                    pieces.push(Piece::Field(field));
                }
            }
        }
    }

    /// Evaluates the pieces and joins them into `dst`.
    pub(super) fn join(&mut self, pieces: Vec<Piece<'a>>, range: TextRange, dst: u16) -> R<()> {
        match &*pieces {
            [] => {
                self.at(range);
                self.load_const(dst, Const::Str(Text::Utf8("".into())));
                return Ok(());
            }
            [piece] => return self.piece(piece, dst),
            _ => {}
        }
        let base = self.u.top;
        for piece in &pieces {
            let reg = self.u.top;
            self.piece(piece, reg)?;
            self.u.top = reg;
            self.alloc()?;
        }
        self.at(range);
        self.u.code.op(Op::BuildString, 0, dst, base, pieces.len() as u16);
        Ok(())
    }

    fn piece(&mut self, piece: &Piece<'a>, dst: u16) -> R<()> {
        match piece {
            Piece::Text(points, range) => {
                self.at(*range);
                self.load_const(dst, Const::Str(text_of(points.clone())));
                Ok(())
            }
            Piece::Field(field) => self.field(field, dst),
            Piece::Converted { value, conversion, spec } => self.converted(value, *conversion, spec, dst),
        }
    }

    fn converted(&mut self, value: &'a Expr, conversion: u8, spec: &str, dst: u16) -> R<()> {
        let base = self.u.top;
        let operand = self.operand(value, &[])?;
        let reg = operand.temp_reg().map_or_else(|| self.alloc(), Ok)?;
        self.at(value.range());
        let n = (conversion << 6) | operand.use_b();
        self.u.code.push(Insn { n, ..Insn::new(Op::Convert, reg, operand.reg, 0) });
        if spec.is_empty() {
            self.u.code.op(Op::FormatSimple, USE_B, dst, reg, 0);
        } else {
            let format = self.alloc()?;
            self.load_const(format, Const::Str(Text::Utf8(spec.into())));
            self.u.code.op(Op::Format, USE_B | USE_C, dst, reg, format);
        }
        self.u.top = base;
        Ok(())
    }

    fn field(&mut self, field: &'a InterpolatedElement, dst: u16) -> R<()> {
        self.deeper(field.range)?;
        let base = self.u.top;
        let spec_walrus: Vec<&Expr> = field
            .format_spec
            .iter()
            .flat_map(|spec| spec.elements.interpolations())
            .map(|inner| &*inner.expression)
            .collect();
        let mut value = self.operand(&field.expression, &spec_walrus)?;
        let conversion = match field.conversion {
            ConversionFlag::None if field.debug_text.is_some() && field.format_spec.is_none() => 2,
            ConversionFlag::None => 0,
            ConversionFlag::Str => 1,
            ConversionFlag::Repr => 2,
            ConversionFlag::Ascii => 3,
        };
        if conversion != 0 {
            let reg = value.temp_reg().map_or_else(|| self.alloc(), Ok)?;
            self.at(field.range);
            let n = (conversion << 6) | value.use_b();
            self.u.code.push(Insn { n, ..Insn::new(Op::Convert, reg, value.reg, 0) });
            value = Opnd::temp(reg);
        }
        match &field.format_spec {
            None => {
                self.at(field.range);
                self.u.code.op(Op::FormatSimple, value.use_b(), dst, value.reg, 0);
            }
            Some(spec) => {
                let mut pieces = Vec::new();
                self.collect(&spec.elements, false, &mut pieces);
                let reg = self.u.top;
                self.join(pieces, spec.range, reg)?;
                self.u.top = reg;
                self.alloc()?;
                self.at(field.range);
                self.u.code.op(Op::Format, value.use_b() | USE_C, dst, value.reg, reg);
            }
        }
        self.u.top = base;
        self.depth -= 1;
        Ok(())
    }
}

pub(super) fn push_text(pieces: &mut Vec<Piece<'_>>, points: Vec<u32>, range: TextRange) {
    if points.is_empty() {
        return;
    }
    if let Some(Piece::Text(text, place)) = pieces.last_mut() {
        text.extend(points);
        *place = place.cover(range);
    } else {
        pieces.push(Piece::Text(points, range));
    }
}

/// Text of code points.
fn text_of(points: Vec<u32>) -> Text {
    match points.iter().map(|&p| char::from_u32(p)).collect::<Option<String>>() {
        Some(text) => Text::Utf8(text.into()),
        None => Text::Points(points.into()),
    }
}

/// The code points of a literal whose parsed text is `value` and whose source, without prefix and quotes, is
/// `source`: the lone surrogates that the parser replaced are put back.
fn points(value: &str, source: &str, raw: bool, braces: bool) -> Vec<u32> {
    if raw || !value.contains(REPLACEMENT) {
        return value.chars().map(u32::from).collect();
    }
    let mut out = Vec::with_capacity(value.len());
    let mut parsed = value.chars().map(u32::from);
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        rest = &rest[first.len_utf8()..];
        if first == '\\' {
            rest = escape(rest, &mut parsed, &mut out);
            continue;
        }
        if braces && matches!(first, '{' | '}') && rest.starts_with(first) {
            rest = &rest[1..];
        }
        out.extend(parsed.next());
    }
    out.extend(parsed);
    out
}

/// Consumes what follows a backslash: gives what is left of the source.
fn escape<'s>(rest: &'s str, parsed: &mut impl Iterator<Item = u32>, out: &mut Vec<u32>) -> &'s str {
    let Some(kind) = rest.chars().next() else {
        out.extend(parsed.next());
        return rest;
    };
    let after = &rest[kind.len_utf8()..];
    let skip = |count: usize| after.get(count..).unwrap_or("");
    let digits = |max: usize, radix: u32| after.chars().take(max).take_while(|c| c.is_digit(radix)).count();
    match kind {
        '\n' => after,
        'x' => {
            out.extend(parsed.next());
            skip(2)
        }
        'u' | 'U' => {
            let count = digits(if kind == 'u' { 4 } else { 8 }, 16);
            let value = u32::from_str_radix(&after[..count], 16).ok();
            let given = parsed.next();
            out.extend(value.filter(|v| (0xd800..0xe000).contains(v)).or(given));
            skip(count)
        }
        'N' => {
            out.extend(parsed.next());
            skip(after.find('}').map_or(0, |at| at + 1))
        }
        '0'..='7' => {
            out.extend(parsed.next());
            skip(digits(2, 8))
        }
        '\\' | '\'' | '"' | 'a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v' => {
            out.extend(parsed.next());
            after
        }
        // Not an escape: the backslash stays, and what follows is read again.
        _ => {
            out.extend(parsed.next());
            rest
        }
    }
}
