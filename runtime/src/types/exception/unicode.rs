//! `UnicodeDecodeError`, `UnicodeEncodeError`, `UnicodeTranslateError`.

use super::{Fields, base};
use crate::error::{Raised, Res};
use crate::native::{Args, GetSetDef, NativeDef, none};
use crate::rt::Rt;
use crate::value::{Owned, Value};

const ENCODING: usize = 0;
const OBJECT: usize = 1;
const START: usize = 2;
const END: usize = 3;
const REASON: usize = 4;

const FIELDS: Fields = Fields::new(5);

/// `UnicodeDecodeError`.
pub(super) const DECODE: &[NativeDef] = &[
    NativeDef::new("__init__", "(self, /, *args, **kwargs)", |rt, args| init(rt, args, Sort::Decode)),
    NativeDef::new("__str__", "(self, /)", |rt, args| str(rt, args.get(0), Sort::Decode)),
];

/// `UnicodeEncodeError`.
pub(super) const ENCODE: &[NativeDef] = &[
    NativeDef::new("__init__", "(self, /, *args, **kwargs)", |rt, args| init(rt, args, Sort::Encode)),
    NativeDef::new("__str__", "(self, /)", |rt, args| str(rt, args.get(0), Sort::Encode)),
];

/// `UnicodeTranslateError`.
pub(super) const TRANSLATE: &[NativeDef] = &[
    NativeDef::new("__init__", "(self, /, *args, **kwargs)", |rt, args| init(rt, args, Sort::Translate)),
    NativeDef::new("__str__", "(self, /)", |rt, args| str(rt, args.get(0), Sort::Translate)),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Decode,
    Encode,
    Translate,
}

macro_rules! object_field {
    ($name:literal, $i:expr) => {
        GetSetDef {
            name: $name,
            get: |rt, v| Ok(FIELDS.get_or_none(rt, v, $i)),
            set: Some(|rt, v, value| FIELDS.set(rt, v, $i, value)),
        }
    };
}

macro_rules! number_field {
    ($name:literal, $i:expr) => {
        GetSetDef {
            name: $name,
            get: |rt, v| Ok(Value::int(number(rt, v, $i)).own()),
            set: Some(|rt, v, value| {
                let value = value.ok_or_else(|| rt.type_error("can't delete numeric/char attribute"))?;
                if !rt.is_int(value) {
                    return Err(rt.type_error("an integer is required"));
                }
                let value = size(rt, value)?;
                FIELDS.set(rt, v, $i, Some(*value))
            }),
        }
    };
}

/// Attributes.
pub(super) const GETSETS: &[GetSetDef] = &[
    object_field!("encoding", ENCODING),
    object_field!("object", OBJECT),
    number_field!("start", START),
    number_field!("end", END),
    object_field!("reason", REASON),
];

fn number(rt: &Rt, exc: Value, i: usize) -> i64 {
    FIELDS.get(rt, exc, i).and_then(|v| v.as_small_int()).unwrap_or(0)
}

/// An integer argument that fits a size.
fn size(rt: &Rt, v: Value) -> Res {
    let i = rt.index(v)?;
    if i.as_small_int().is_none() {
        return Err(rt.overflow_error("Python int too large to convert to C ssize_t"));
    }
    Ok(i)
}

fn init(rt: &Rt, args: &Args<'_>, sort: Sort) -> Res {
    let exc = args.get(0);
    base::init_args(rt, args)?;
    let given = &args.positional()[1..];
    let first = if sort == Sort::Translate { OBJECT } else { ENCODING };
    let expected = REASON + 1 - first;
    if given.len() != expected {
        let n = given.len();
        return Err(rt.type_error(format!("function takes exactly {expected} arguments ({n} given)")));
    }
    let mut fields: Vec<Owned> = Vec::with_capacity(expected);
    for (k, value) in given.iter().enumerate() {
        fields.push(match first + k {
            ENCODING | REASON => string(rt, *value, k + 1)?,
            OBJECT if sort == Sort::Decode => bytes(rt, *value)?,
            OBJECT => string(rt, *value, k + 1)?,
            _ => size(rt, *value)?,
        });
    }
    for (k, value) in fields.iter().enumerate() {
        FIELDS.set(rt, exc, first + k, Some(**value))?;
    }
    none()
}

/// Takes the fields from right arguments.
pub(super) fn fill(rt: &Rt, exc: Value, given: &[Value]) -> Result<(), Raised> {
    let first = (REASON + 1).saturating_sub(given.len());
    for (k, value) in given.iter().take(REASON + 1).enumerate() {
        FIELDS.set(rt, exc, first + k, Some(*value))?;
    }
    Ok(())
}

fn string(rt: &Rt, v: Value, position: usize) -> Res {
    if rt.is_str(v) {
        return Ok(v.own());
    }
    let given = rt.type_name(v);
    Err(rt.type_error(format!("argument {position} must be str, not {given}")))
}

fn bytes(rt: &Rt, v: Value) -> Res {
    if rt.is_bytes(v) {
        return Ok(v.own());
    }
    let copy = rt.expect_buffer(v)?.to_vec();
    rt.bytes(&copy)
}

fn str(rt: &Rt, exc: Value, sort: Sort) -> Res {
    let Some(object) = FIELDS.get(rt, exc, OBJECT) else { return Ok(rt.empty_str.own()) };
    let right = if sort == Sort::Decode { rt.is_bytes(*object) } else { rt.is_str(*object) };
    if !right {
        let kind = if sort == Sort::Decode { "bytes" } else { "string" };
        return Err(rt.type_error(format!("UnicodeError 'object' attribute must be a {kind}")));
    }
    let shown = |i: usize| -> Result<String, Raised> {
        FIELDS.get(rt, exc, i).map_or_else(|| Ok("<NULL>".to_owned()), |v| rt.str_text(*v))
    };
    let (reason, encoding) = (shown(REASON)?, shown(ENCODING)?);
    let codec = match sort {
        Sort::Decode => format!("'{encoding}' codec can't decode"),
        Sort::Encode => format!("'{encoding}' codec can't encode"),
        Sort::Translate => "can't translate".to_owned(),
    };
    let (start, end) = (number(rt, exc, START), number(rt, exc, END));
    let one = usize::try_from(start).ok().filter(|_| end == start.saturating_add(1));
    let what = match sort {
        Sort::Decode => match one.and_then(|i| rt.as_bytes(*object)?.get(i).copied()) {
            Some(byte) => format!("byte 0x{byte:02x} in position {start}"),
            None => format!("bytes in position {start}-{}", end.saturating_sub(1)),
        },
        Sort::Encode | Sort::Translate => {
            let c = one.and_then(|i| rt.as_text(*object).and_then(|t| t.points().nth(i)));
            match c {
                Some(c @ 0..=0xff) => format!("character '\\x{c:02x}' in position {start}"),
                Some(c @ 0..=0xffff) => format!("character '\\u{c:04x}' in position {start}"),
                Some(c) => format!("character '\\U{c:08x}' in position {start}"),
                None => format!("characters in position {start}-{}", end.saturating_sub(1)),
            }
        }
    };
    rt.str(&format!("{codec} {what}: {reason}"))
}
