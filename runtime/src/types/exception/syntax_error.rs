//! `SyntaxError`: where the text is wrong.

use super::{Fields, base};
use crate::error::{Raised, Res};
use crate::native::{Args, GetSetDef, NativeDef, none};
use crate::rt::Rt;
use crate::value::Value;

const MSG: usize = 0;
const FILENAME: usize = 1;
const LINENO: usize = 2;
const PRINT_FILE_AND_LINE: usize = 7;
const METADATA: usize = 8;

const FIELDS: Fields = Fields::new(9);

/// Methods.
pub(super) const METHODS: &[NativeDef] = &[
    NativeDef::new("__init__", "(self, /, *args, **kwargs)", |rt, args| {
        base::init_args(rt, args)?;
        fill(rt, args.get(0), &args.positional()[1..])?;
        none()
    }),
    NativeDef::new("__str__", "(self, /)", str),
];

macro_rules! field {
    ($name:literal, $i:expr) => {
        GetSetDef {
            name: $name,
            get: |rt, v| Ok(FIELDS.get_or_none(rt, v, $i)),
            set: Some(|rt, v, value| FIELDS.set(rt, v, $i, value)),
        }
    };
}

/// Attributes, in the order in which the second argument gives those from `filename` on.
pub(super) const GETSETS: &[GetSetDef] = &[
    field!("msg", MSG),
    field!("filename", FILENAME),
    field!("lineno", LINENO),
    field!("offset", 3),
    field!("text", 4),
    field!("end_lineno", 5),
    field!("end_offset", 6),
    field!("print_file_and_line", PRINT_FILE_AND_LINE),
    field!("_metadata", METADATA),
];

/// Takes the fields from the arguments: a message, and a tuple with the place.
pub(super) fn fill(rt: &Rt, exc: Value, given: &[Value]) -> Result<(), Raised> {
    let Some(message) = given.first() else { return Ok(()) };
    FIELDS.set(rt, exc, MSG, Some(*message))?;
    let [_, place] = given else { return Ok(()) };
    let place = rt.collect_vec(*place)?;
    let n = place.len();
    if n < 4 {
        return Err(rt.type_error(format!("function takes at least 4 arguments ({n} given)")));
    }
    if n > 7 {
        return Err(rt.type_error(format!("function takes at most 7 arguments ({n} given)")));
    }
    for (i, value) in place.iter().take(6).enumerate() {
        FIELDS.set(rt, exc, FILENAME + i, Some(**value))?;
    }
    if let Some(metadata) = place.get(6) {
        FIELDS.set(rt, exc, METADATA, Some(**metadata))?;
    }
    if n == 5 {
        return Err(rt.type_error("end_offset must be provided when end_lineno is provided"));
    }
    Ok(())
}

fn str(rt: &Rt, args: &Args<'_>) -> Res {
    let exc = args.get(0);
    let filename = FIELDS.get(rt, exc, FILENAME).filter(|f| rt.is_str(**f));
    let filename = filename.map(|f| {
        let path = rt.str_lossy(*f).into_owned();
        path.rsplit('/').next().map(str::to_owned).unwrap_or_default()
    });
    let line = FIELDS.get(rt, exc, LINENO).filter(|l| rt.class_of(**l) == rt.kind_type(crate::object::Kind::Int));
    let message = FIELDS.get_or_none(rt, exc, MSG);
    if filename.is_none() && line.is_none() {
        return rt.to_str(*message);
    }
    let message = rt.str_text(*message)?;
    // A line number beyond a machine integer is shown as -1.
    let line = line.map(|l| rt.as_i64(*l).unwrap_or(-1));
    let text = match (filename, line) {
        (Some(file), Some(line)) => format!("{message} ({file}, line {line})"),
        (Some(file), None) => format!("{message} ({file})"),
        (None, Some(line)) => format!("{message} (line {line})"),
        (None, None) => message,
    };
    rt.str(&text)
}
