//! `'%s' % value`, and what `b'%s' % value` shares with it.

use super::bridge::Bridge;
use crate::error::{Exc, Raised, Res};
use crate::names::Dunder;
use crate::object::Kind;
use crate::rt::Rt;
use crate::string::{StrBuf, Text, text};
use crate::text::float_repr::{NotFinite, truncate};
use crate::text::parse_number::IntRef;
use crate::text::percent::{Conversion, Field, PercentError, PercentFormat, PercentSpec, Segment, Size};
use crate::text::percent::{format_float, format_int, layout_text};
use crate::value::{Owned, Value};

/// The right-hand side of `%`.
pub(crate) struct Operands {
    /// A mapping, for keys in parentheses; also what is left over is no error then.
    mapping: bool,
    /// The whole right-hand side.
    whole: Owned,
    /// What is being taken from: the whole, or the value of the last key.
    current: Current,
}

enum Current {
    /// A tuple, and the index of its next item.
    Tuple(Owned, usize),
    /// One value, and whether it was taken.
    One(Owned, bool),
}

impl Operands {
    /// The operands that `values` gives; mapping keys work unless it is of one of the kinds `plain`.
    pub(crate) fn new(rt: &Rt, values: Value, plain: &[Kind]) -> Operands {
        let tuple = rt.is_tuple(values);
        let mapping = !tuple && !plain.contains(&rt.kind_of(values)) && rt.special(values, Dunder::GetItem).is_some();
        let current = if tuple { Current::Tuple(values.own(), 0) } else { Current::One(values.own(), false) };
        Operands { mapping, whole: values.own(), current }
    }

    /// The next operand.
    pub(crate) fn next(&mut self, rt: &Rt) -> Res {
        let next = match &mut self.current {
            Current::Tuple(tuple, at) => {
                let item = crate::tuple::tuple_items(**tuple).get(*at).map(|v| v.own());
                *at += usize::from(item.is_some());
                item
            }
            Current::One(v, taken) => (!std::mem::replace(taken, true)).then(|| v.clone()),
        };
        next.ok_or_else(|| raise(rt, PercentError::NotEnough))
    }

    /// Goes on with what the mapping has at `key`.
    fn select(&mut self, rt: &Rt, key: Value) -> Result<(), Raised> {
        let value = rt.getitem(*self.whole, key)?;
        self.current = Current::One(value, false);
        Ok(())
    }

    /// Fails if an operand is left.
    fn finish(&self, rt: &Rt, of: &str) -> Result<(), Raised> {
        let left = match &self.current {
            Current::Tuple(tuple, at) => *at < crate::tuple::tuple_items(**tuple).len(),
            Current::One(_, taken) => !taken,
        };
        if left && !self.mapping {
            return Err(rt.type_error(format!("not all arguments converted during {of} formatting")));
        }
        Ok(())
    }

    /// The field of a conversion, stars filled in.
    fn field(&mut self, rt: &Rt, spec: &PercentSpec<'_>) -> Result<Field, Raised> {
        let mut field = spec.field();
        if spec.width == Size::Star {
            let width = self.star(rt)?;
            let width = rt.as_i64(*width).ok_or_else(|| raise(rt, PercentError::StarWidthTooLarge))?;
            field.set_width(width);
        }
        if spec.precision == Size::Star {
            let precision = self.star(rt)?;
            let precision = rt.as_i64(*precision).and_then(|i| i32::try_from(i).ok());
            field.set_precision(precision.ok_or_else(|| raise(rt, PercentError::StarPrecisionTooLarge))?);
        }
        Ok(field)
    }

    fn star(&mut self, rt: &Rt) -> Res {
        let v = self.next(rt)?;
        if rt.is_int(*v) { Ok(v) } else { Err(raise(rt, PercentError::StarWantsInt)) }
    }
}

#[cold]
pub(crate) fn raise(rt: &Rt, e: PercentError) -> Raised {
    rt.raise_error_class(e.class(), &e.to_string())
}

/// What differs between text and bytes.
pub(crate) trait Sink {
    /// What is formatted, in messages.
    const OF: &'static str;
    /// Whether there is a conversion `%b`, the same as `%s`.
    const HAS_B: bool;
    /// Appends a part of the format.
    fn literal(&mut self, part: &str);
    /// A key of the format as an object.
    fn key(&self, rt: &Rt, key: &str) -> Res;
    /// Appends ASCII text that is already laid out.
    fn push_ascii(&mut self, s: &str);
    /// Formats an operand for `%s`, `%r`, `%a`.
    ///
    /// # Errors
    /// What the operand's methods raise.
    fn object(&mut self, rt: &Rt, conversion: Conversion, v: Value, field: &Field) -> Result<(), Raised>;
    /// Formats an operand for `%c`.
    ///
    /// # Errors
    /// TypeError and OverflowError for an unsuitable one.
    fn character(&mut self, rt: &Rt, v: Value, field: &Field) -> Result<(), Raised>;
    /// The exception for a value where `%f` wants a number.
    fn not_real(rt: &Rt, v: Value) -> Option<Raised>;
    /// The exception for a mistake in the format.
    fn raise(rt: &Rt, e: PercentError) -> Raised;
}

/// Applies a format.
///
/// # Errors
/// TypeError, ValueError or OverflowError for format and operands that do not fit; what the operands' methods raise.
pub(crate) fn run<S: Sink>(rt: &Rt, format: &str, operands: &mut Operands, sink: &mut S) -> Result<(), Raised> {
    for segment in PercentFormat::new(format) {
        let spec = match segment.map_err(|e| check_mapping(rt, operands, e).unwrap_or_else(|| S::raise(rt, e)))? {
            Segment::Literal(part) => {
                sink.literal(part);
                continue;
            }
            Segment::Spec(spec) => spec,
        };
        if let Some(key) = spec.key {
            if !operands.mapping {
                return Err(raise(rt, PercentError::NeedsMapping));
            }
            let key = sink.key(rt, key)?;
            operands.select(rt, *key)?;
        }
        let mut field = operands.field(rt, &spec)?;
        let conversion = spec.conversion.map_err(|e| S::raise(rt, e))?;
        let v = operands.next(rt)?;
        let limits = rt.text_limits();
        match conversion {
            Conversion::Unsupported('b', _) if S::HAS_B => sink.object(rt, Conversion::Str, *v, &field)?,
            Conversion::Str | Conversion::Repr | Conversion::Ascii => sink.object(rt, conversion, *v, &field)?,
            Conversion::Char => {
                field.precision = None;
                sink.character(rt, *v, &field)?;
            }
            Conversion::Int(kind) => {
                let i = integer_operand(rt, *v, kind)?;
                let done = match i.as_small_int() {
                    Some(i) => format_int(IntRef::Small(i), kind, &field, limits),
                    None => match rt.as_int(*i) {
                        Some(big) => format_int(IntRef::Big(&big), kind, &field, limits),
                        None => Ok(String::new()),
                    },
                };
                sink.push_ascii(&done.map_err(|e| S::raise(rt, e))?);
            }
            Conversion::Float(kind) => {
                let x = super::format::real_number(rt, *v).map_err(|raised| not_real::<S>(rt, *v, raised))?;
                let done = format_float(x, kind, &field, limits);
                sink.push_ascii(&done.map_err(|e| S::raise(rt, e))?);
            }
            Conversion::Unsupported(c, at) => return Err(S::raise(rt, PercentError::Unsupported(c, at))),
        }
    }
    operands.finish(rt, S::OF)
}

/// A key that does not end is reported only to a mapping.
fn check_mapping(rt: &Rt, operands: &Operands, e: PercentError) -> Option<Raised> {
    (e == PercentError::IncompleteKey && !operands.mapping).then(|| raise(rt, PercentError::NeedsMapping))
}

fn not_real<S: Sink>(rt: &Rt, v: Value, raised: Raised) -> Raised {
    if !rt.raised_is(Exc::TypeError) {
        return raised;
    }
    match S::not_real(rt, v) {
        Some(other) => other,
        None => raised,
    }
}

/// The integer that conversion `kind` formats.
fn integer_operand(rt: &Rt, v: Value, kind: char) -> Res {
    if rt.is_int(v) {
        return Ok(v.own());
    }
    let whole = matches!(kind, 'x' | 'X' | 'o');
    let found = match rt.as_float(v) {
        Some(x) if !whole => {
            let i = truncate(x).map_err(|e| match e {
                NotFinite::Infinity => rt.overflow_error("cannot convert float infinity to integer"),
                NotFinite::Nan => rt.value_error("cannot convert float NaN to integer"),
            })?;
            return rt.int_big(i);
        }
        _ => match rt.special(v, Dunder::Int).filter(|_| !whole) {
            Some(f) => rt.call_special(f, v, &[]).map(|i| rt.is_int(*i).then_some(i)),
            None => rt.index_opt(v),
        },
    };
    match found {
        Ok(Some(i)) => return Ok(i),
        Ok(None) => {}
        Err(raised) => rt.swallow(raised, Exc::TypeError)?,
    }
    let wanted = if whole { "an integer" } else { "a real number" };
    Err(rt.type_error(format!("%{kind} format: {wanted} is required, not {}", rt.type_name(v))))
}

struct TextSink<'a> {
    bridge: &'a Bridge<'a>,
    out: StrBuf,
}

impl TextSink<'_> {
    fn lay_out(&mut self, rt: &Rt, t: Text<'_>, field: &Field) -> Result<(), Raised> {
        let layout = layout_text(t.len(), field, rt.text_limits()).map_err(|e| raise(rt, e))?;
        self.out.check_room(rt, layout.left + layout.keep + layout.right)?;
        self.out.repeat(0x20, layout.left);
        self.out.push_text(t.slice(0, layout.keep));
        self.out.repeat(0x20, layout.right);
        Ok(())
    }
}

impl Sink for TextSink<'_> {
    const OF: &'static str = "string";
    const HAS_B: bool = false;

    fn literal(&mut self, part: &str) {
        self.bridge.push(part, &mut self.out);
    }

    fn key(&self, rt: &Rt, key: &str) -> Res {
        self.bridge.string(rt, key)
    }

    fn push_ascii(&mut self, s: &str) {
        self.out.push_text(Text::Ascii(s));
    }

    fn object(&mut self, rt: &Rt, conversion: Conversion, v: Value, field: &Field) -> Result<(), Raised> {
        let s = match conversion {
            Conversion::Repr => rt.repr(v)?,
            Conversion::Ascii => rt.ascii(v)?,
            _ => rt.to_str(v)?,
        };
        self.lay_out(rt, text(*s), field)
    }

    fn character(&mut self, rt: &Rt, v: Value, field: &Field) -> Result<(), Raised> {
        if let Some(t) = rt.as_text(v) {
            if t.len() == 1 {
                return self.lay_out(rt, t, field);
            }
            return Err(
                rt.type_error(format!("%c requires an int or a unicode character, not a string of length {}", t.len()))
            );
        }
        let i = match rt.index_opt(v) {
            Ok(i) => i,
            Err(raised) => {
                rt.swallow(raised, Exc::TypeError)?;
                None
            }
        };
        let Some(i) = i else {
            let got = rt.type_name(v);
            return Err(rt.type_error(format!("%c requires an int or a unicode character, not {got}")));
        };
        let c = rt.as_i64(*i).and_then(|i| u32::try_from(i).ok()).filter(|c| *c < 0x11_0000);
        let c = c.ok_or_else(|| rt.overflow_error("%c arg not in range(0x110000)"))?;
        let s = rt.str_from_point(c)?;
        self.lay_out(rt, text(*s), field)
    }

    fn not_real(_: &Rt, _: Value) -> Option<Raised> {
        None
    }

    fn raise(rt: &Rt, e: PercentError) -> Raised {
        raise(rt, e)
    }
}

/// `format % values` for a string `format`.
///
/// # Errors
/// As [`run`].
pub(crate) fn percent_format(rt: &Rt, format: Value, values: Value) -> Res {
    rt.enter_native()?;
    let t = text(format);
    let bridge = Bridge::new(t);
    let mut operands = Operands::new(rt, values, &[Kind::Str]);
    let mut sink = TextSink { bridge: &bridge, out: StrBuf::with_capacity(t.len() + 16) };
    run(rt, &bridge.text, &mut operands, &mut sink)?;
    sink.out.finish(rt)
}
