//! `OSError`: error numbers, and the subclass that each belongs to.

use super::{Fields, base, no_keywords, set_args};
use crate::error::{Exc, Raised, Res};
use crate::names::Dunder;
use crate::native::{Args, GetSetDef, NativeDef, none};
use crate::object::Kind;
use crate::rt::Rt;
use crate::types::class_to_make;
use crate::value::Value;

const ERRNO: usize = 0;
const STRERROR: usize = 1;
const FILENAME: usize = 2;
const FILENAME2: usize = 3;

const FIELDS: Fields = Fields::new(4);

/// Methods.
pub(super) const METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(*args, **kwargs)", new),
    NativeDef::new("__init__", "(self, /, *args, **kwargs)", init),
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

/// Attributes.
pub(super) const GETSETS: &[GetSetDef] = &[
    field!("errno", ERRNO),
    field!("strerror", STRERROR),
    field!("filename", FILENAME),
    field!("filename2", FILENAME2),
];

/// The class of errors with number `errno`.
fn class_of_errno(errno: i64) -> Exc {
    match i32::try_from(errno).unwrap_or(0) {
        libc::EAGAIN | libc::EALREADY | libc::EINPROGRESS => Exc::BlockingIOError,
        libc::EPIPE | libc::ESHUTDOWN => Exc::BrokenPipeError,
        libc::ECHILD => Exc::ChildProcessError,
        libc::ECONNABORTED => Exc::ConnectionAbortedError,
        libc::ECONNREFUSED => Exc::ConnectionRefusedError,
        libc::ECONNRESET => Exc::ConnectionResetError,
        libc::EEXIST => Exc::FileExistsError,
        libc::ENOENT => Exc::FileNotFoundError,
        libc::EINTR => Exc::InterruptedError,
        libc::EISDIR => Exc::IsADirectoryError,
        libc::ENOTDIR => Exc::NotADirectoryError,
        libc::EACCES | libc::EPERM => Exc::PermissionError,
        libc::ESRCH => Exc::ProcessLookupError,
        libc::ETIMEDOUT => Exc::TimeoutError,
        _ => Exc::OSError,
    }
}

/// Whether special method `d` of `class` is the one defined here.
fn is_own(rt: &Rt, class: Value, d: Dunder) -> bool {
    rt.type_special(class, d).and_then(|f| rt.as_native(f)).is_some_and(|n| n.owner.get() == rt.exc_class(Exc::OSError))
}

/// A subclass that overrides `__init__` but not `__new__` takes its fields in `__init__`; any other in `__new__`.
fn fields_from_init(rt: &Rt, class: Value) -> bool {
    !is_own(rt, class, Dunder::Init) && is_own(rt, class, Dunder::New)
}

fn new(rt: &Rt, args: &Args<'_>) -> Res {
    let mut class = class_to_make(rt, args, Kind::Exception)?;
    if fields_from_init(rt, class) {
        return rt.new_exception(class, &[]);
    }
    no_keywords(rt, class, args)?;
    let given = &args.positional()[1..];
    if class == rt.exc_class(Exc::OSError)
        && (2..=5).contains(&given.len())
        && let Some(errno) = rt.as_i64(given[0])
    {
        class = rt.exc_class(class_of_errno(errno));
    }
    let exc = rt.new_exception(class, given)?;
    fill(rt, *exc, given)?;
    Ok(exc)
}

fn init(rt: &Rt, args: &Args<'_>) -> Res {
    let exc = args.get(0);
    let class = rt.class_of(exc);
    if fields_from_init(rt, class) {
        no_keywords(rt, class, args)?;
        let given = &args.positional()[1..];
        set_args(rt, exc, given)?;
        fill(rt, exc, given)?;
    }
    none()
}

/// Takes the fields from the arguments: `(errno, strerror, filename, winerror, filename2)`. File names leave `args`.
pub(super) fn fill(rt: &Rt, exc: Value, given: &[Value]) -> Result<(), Raised> {
    if !(2..=5).contains(&given.len()) {
        return Ok(());
    }
    FIELDS.set(rt, exc, ERRNO, Some(given[0]))?;
    FIELDS.set(rt, exc, STRERROR, Some(given[1]))?;
    let named = |i: usize| given.get(i).copied().filter(|v| !v.is_none());
    if let Some(filename) = named(2) {
        FIELDS.set(rt, exc, FILENAME, Some(filename))?;
        if let Some(second) = named(4) {
            FIELDS.set(rt, exc, FILENAME2, Some(second))?;
        }
        set_args(rt, exc, &given[..2])?;
    }
    Ok(())
}

fn str(rt: &Rt, args: &Args<'_>) -> Res {
    let exc = args.get(0);
    let shown = |i| -> Result<String, Raised> { rt.str_text(*FIELDS.get_or_none(rt, exc, i)) };
    let filename = FIELDS.get(rt, exc, FILENAME);
    let has_number = FIELDS.get(rt, exc, ERRNO).is_some() && FIELDS.get(rt, exc, STRERROR).is_some();
    if filename.is_none() && !has_number {
        return base::str(rt, exc);
    }
    let mut text = format!("[Errno {}] {}", shown(ERRNO)?, shown(STRERROR)?);
    if let Some(filename) = filename {
        text.push_str(": ");
        text.push_str(&rt.repr_text(*filename)?);
        if let Some(second) = FIELDS.get(rt, exc, FILENAME2) {
            text.push_str(" -> ");
            text.push_str(&rt.repr_text(*second)?);
        }
    }
    rt.str(&text)
}

impl Rt {
    /// Raises the OSError that `error` stands for, about file `filename`.
    #[cold]
    pub fn os_error(&self, error: &std::io::Error, filename: Option<Value>) -> Raised {
        let errno = error.raw_os_error().unwrap_or(0);
        let text = error.to_string();
        // Rust adds the number to the system's text.
        let text = text.strip_suffix(&format!(" (os error {errno})")).unwrap_or(&text);
        let made = self.str(text).and_then(|text| {
            let number = Value::int(i64::from(errno));
            let args = [number, *text, filename.unwrap_or(Value::none())];
            let exc = self.new_exception(self.exc_class(class_of_errno(i64::from(errno))), &args[..2])?;
            fill(self, *exc, &args)?;
            Ok(exc)
        });
        match made {
            Ok(exc) => self.raise_object(exc),
            Err(raised) => raised,
        }
    }
}
