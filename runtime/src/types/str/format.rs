//! `format`, `format_map` and `__format__`.

use super::bridge::Bridge;
use super::this;
use crate::error::{Exc, Raised, Res};
use crate::native::Args;
use crate::rt::Rt;
use crate::string::{StrBuf, Text, text};
use crate::text::format_spec::{ErrorClass, FormatError, FormatSpec, Limits, Target};
use crate::text::format_value;
use crate::text::template::{
    Accessor, AutoNumber, Conversion, Field, FieldName, First, MAX_DEPTH, Template, TemplateError,
};
use crate::value::{Owned, Value};

impl Rt {
    /// The sizes that formatting stays within: what is left of the engine's quota.
    pub(crate) fn text_limits(&self) -> Limits {
        let left = self.heap.quota().saturating_sub(self.heap.charged());
        Limits { size: left.min(crate::string::MAX_LEN), digits: self.int_digit_limit.get() }
    }

    /// Raises what a formatting error for a value of the type `type_name` stands for.
    #[cold]
    pub(crate) fn raise_format_error(&self, error: &FormatError, type_name: &str) -> Raised {
        self.raise_error_class(error.class(), &error.message(type_name))
    }

    #[cold]
    pub(crate) fn raise_error_class(&self, class: ErrorClass, message: &str) -> Raised {
        match class {
            ErrorClass::Value => self.value_error(message),
            ErrorClass::Overflow => self.overflow_error(message),
            ErrorClass::Type => self.type_error(message),
            ErrorClass::Memory => self.memory_error(),
        }
    }
}

pub(super) fn dunder_format(rt: &Rt, args: &Args<'_>) -> Res {
    let (v, spec) = (args.get(0), args.get(1));
    let Some(spec) = rt.as_text(spec) else {
        let got = super::arg_type(rt, spec);
        return Err(rt.type_error(format!("__format__() argument must be str, not {got}")));
    };
    if spec.is_empty() {
        return rt.to_str(v);
    }
    let spec = Bridge::new(spec);
    let t = text(v);
    let failed = |e: FormatError| rt.raise_format_error(&e, "str");
    let parsed = FormatSpec::parse(&spec.text, Target::Str).map_err(failed)?;
    let layout = format_value::layout_str(t.len(), &parsed, rt.text_limits()).map_err(failed)?;
    if layout.keep == t.len() && layout.left + layout.right == 0 {
        return super::special::exact(rt, v);
    }
    laid_out(rt, t.slice(0, layout.keep), layout.left, layout.right, spec.point(parsed.fill))
}

/// A text with `left` and `right` fill characters around it.
pub(super) fn laid_out(rt: &Rt, t: Text<'_>, left: usize, right: usize, fill: u32) -> Res {
    let len = left + t.len() + right;
    match t {
        Text::Ascii(s) if fill < 128 && len > 1 => rt.str_filled::<u8>(len, |out| {
            out.repeat(fill as u8, left);
            out.put(s.as_bytes());
            out.repeat(fill as u8, right);
        }),
        _ => {
            let mut out = StrBuf::default();
            out.repeat(fill, left);
            out.push_text(t);
            out.repeat(fill, right);
            out.finish(rt)
        }
    }
}

/// Where the fields of a template find their values.
enum Source<'a> {
    /// The arguments of `format`.
    Args { positional: &'a [Value], args: &'a Args<'a> },
    /// The mapping of `format_map`.
    Mapping(Value),
}

impl Source<'_> {
    /// The value that a field starts from.
    fn first(&self, rt: &Rt, first: First<'_>, bridge: &Bridge<'_>) -> Res {
        match (first, self) {
            (First::Key(name), source) => {
                let key = bridge.string(rt, name)?;
                match source {
                    Source::Mapping(mapping) => rt.getitem(*mapping, *key),
                    Source::Args { args, .. } => args
                        .keywords()
                        .find(|(k, _)| crate::string::equal(*k, *key))
                        .map(|(_, v)| v.own())
                        .ok_or_else(|| rt.key_error(*key)),
                }
            }
            (First::Index(i), Source::Args { positional, .. }) => match positional.get(i) {
                Some(v) => Ok(v.own()),
                None => Err(rt.index_error(format!("Replacement index {i} out of range for positional args tuple"))),
            },
            (First::Index(_) | First::Next, _) => Err(rt.value_error("Format string contains positional fields")),
        }
    }
}

/// One call of `format` or `format_map`.
struct Formatter<'a> {
    rt: &'a Rt,
    source: Source<'a>,
    bridge: Bridge<'a>,
    numbers: AutoNumber,
}

impl Formatter<'_> {
    fn failed(&self, e: TemplateError) -> Raised {
        self.rt.value_error(e.to_string())
    }

    /// Appends what `template` gives; fields may stand `depth` deep.
    fn render(&mut self, template: &str, depth: u32, out: &mut StrBuf) -> Result<(), Raised> {
        if depth == 0 {
            return Err(self.failed(TemplateError::TooDeep));
        }
        for piece in Template::new(template) {
            let piece = piece.map_err(|e| self.failed(e))?;
            self.bridge.push(piece.literal, out);
            if let Some(field) = piece.field {
                let done = self.field(&field, depth)?;
                let t = text(*done);
                out.check_room(self.rt, t.len())?;
                out.push_text(t);
            }
        }
        Ok(())
    }

    fn field(&mut self, field: &Field<'_>, depth: u32) -> Res {
        let rt = self.rt;
        let mut value = self.value(field.name)?;
        if let Some(c) = field.conversion {
            value = match Conversion::from_char(c).map_err(|e| self.failed(e))? {
                Conversion::Str => rt.to_str(*value)?,
                Conversion::Repr => rt.repr(*value)?,
                Conversion::Ascii => rt.ascii(*value)?,
            };
        }
        let spec = if field.nested {
            let mut spec = StrBuf::default();
            self.render(field.spec, depth - 1, &mut spec)?;
            spec.finish(rt)?
        } else {
            self.bridge.string(rt, field.spec)?
        };
        rt.format(*value, *spec)
    }

    /// The value that a field's name stands for.
    fn value(&mut self, name: &str) -> Res {
        let rt = self.rt;
        let name = FieldName::parse(name).map_err(|e| self.failed(e))?;
        let first = self.numbers.resolve(name.first).map_err(|e| self.failed(e))?;
        let mut value: Owned = self.source.first(rt, first, &self.bridge)?;
        for step in name {
            value = match step.map_err(|e| self.failed(e))? {
                Accessor::Attribute(name) => {
                    let name = rt.intern_value(*self.bridge.string(rt, name)?)?;
                    rt.getattr(*value, *name)?
                }
                Accessor::Index(i) => rt.getitem(*value, *rt.int_u64(i as u64)?)?,
                Accessor::Key(key) => rt.getitem(*value, *self.bridge.string(rt, key)?)?,
            };
        }
        Ok(value)
    }
}

fn run(rt: &Rt, template: Text<'_>, source: Source<'_>) -> Res {
    rt.enter_native()?;
    let bridge = Bridge::new(template);
    let text = bridge.text.clone();
    let mut formatter = Formatter { rt, source, bridge, numbers: AutoNumber::default() };
    let mut out = StrBuf::with_capacity(template.len());
    formatter.render(&text, MAX_DEPTH, &mut out)?;
    out.finish(rt)
}

pub(super) fn format(rt: &Rt, args: &Args<'_>) -> Res {
    run(rt, this(args), Source::Args { positional: &args.positional()[1..], args })
}

pub(super) fn format_map(rt: &Rt, args: &Args<'_>) -> Res {
    run(rt, this(args), Source::Mapping(args.get(1)))
}

/// The double that a value is where a real number is wanted.
///
/// # Errors
/// TypeError "must be real number, not X"; OverflowError for an integer that is too large; what `__float__` raises.
pub(crate) fn real_number(rt: &Rt, v: Value) -> Result<f64, Raised> {
    use crate::names::Dunder;
    use crate::text::parse_number::{IntRef, int_to_float};
    if let Some(f) = rt.as_float(v) {
        return Ok(f);
    }
    if !rt.is_int(v)
        && let Some(f) = rt.special(v, Dunder::Float)
    {
        let r = rt.call_special(f, v, &[])?;
        return rt.as_float(*r).ok_or_else(|| {
            let (class, got) = (rt.type_name(v), rt.type_name(*r));
            rt.type_error(format!("{class}.__float__ returned non-float (type {got})"))
        });
    }
    let Some(i) = rt.index_opt(v)? else {
        return Err(rt.type_error(format!("must be real number, not {}", rt.type_name(v))));
    };
    let float = rt.as_int(*i).and_then(|i| int_to_float(IntRef::Big(&i)));
    float.ok_or_else(|| rt.raise(Exc::OverflowError, "int too large to convert to float"))
}
