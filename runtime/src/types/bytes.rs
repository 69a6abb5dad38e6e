//! Methods of bytes; most of them are those of bytearray too. One file a subject.

pub(crate) mod cut;
mod hex;
pub(crate) mod letters;
pub(crate) mod new;
mod percent;
pub(crate) mod search;
pub(crate) mod special;

use crate::bytes::Buffer;
use crate::error::{Exc, Raised};
use crate::native::{Args, NativeDef};
use crate::object::Kind;
use crate::rt::Rt;
use crate::types::strand::ByteStrand;
use crate::value::Value;

/// The methods that bytes and bytearray have in common, after those that are given.
macro_rules! with_common_methods {
    ($($own:expr),* $(,)?) => {
        &[
            $($own,)*
            NativeDef::new("__add__", "(self, value, /)", $crate::types::bytes::special::add),
            NativeDef::new("__contains__", "(self, key, /)", $crate::types::bytes::special::contains),
            NativeDef::new("__eq__", "(self, value, /)", $crate::types::bytes::special::eq),
            NativeDef::new("__ge__", "(self, value, /)", $crate::types::bytes::special::ge),
            NativeDef::new("__getitem__", "(self, key, /)", $crate::types::bytes::special::getitem),
            NativeDef::new("__gt__", "(self, value, /)", $crate::types::bytes::special::gt),
            NativeDef::new("__iter__", "(self, /)", $crate::types::bytes::special::iter),
            NativeDef::new("__le__", "(self, value, /)", $crate::types::bytes::special::le),
            NativeDef::new("__len__", "(self, /)", $crate::types::bytes::special::len),
            NativeDef::new("__lt__", "(self, value, /)", $crate::types::bytes::special::lt),
            NativeDef::new("__mod__", "(self, value, /)", $crate::types::bytes::special::modulo),
            NativeDef::new("__mul__", "(self, value, /)", $crate::types::bytes::special::mul),
            NativeDef::new("__ne__", "(self, value, /)", $crate::types::bytes::special::ne),
            NativeDef::new("__repr__", "(self, /)", $crate::types::bytes::special::repr),
            NativeDef::new("__rmod__", "(self, value, /)", $crate::types::bytes::special::rmod),
            NativeDef::new("__rmul__", "(self, value, /)", $crate::types::bytes::special::mul),
            NativeDef::new("__str__", "(self, /)", $crate::types::bytes::special::repr),
            NativeDef::new("capitalize", "(self, /)", $crate::types::bytes::letters::capitalize),
            NativeDef::new("center", "(self, width, fillchar=b' ', /)", $crate::types::bytes::cut::center),
            NativeDef::new("count", "(self, sub, start=None, end=None, /)", $crate::types::bytes::search::count),
            NativeDef::new("decode", "(self, /, encoding='utf-8', errors='strict')", $crate::types::bytes::new::decode),
            NativeDef::new("endswith", "(self, suffix, start=None, end=None, /)", $crate::types::bytes::search::endswith),
            NativeDef::new("expandtabs", "(self, /, tabsize=8)", $crate::types::bytes::cut::expandtabs),
            NativeDef::new("find", "(self, sub, start=None, end=None, /)", $crate::types::bytes::search::find),
            NativeDef::new("fromhex", "(cls, string, /)", $crate::types::bytes::new::fromhex),
            NativeDef::new("hex", "(self, sep='', bytes_per_sep=1)", $crate::types::bytes::new::hex),
            NativeDef::new("index", "(self, sub, start=None, end=None, /)", $crate::types::bytes::search::index),
            NativeDef::new("isalnum", "(self, /)", $crate::types::bytes::letters::isalnum),
            NativeDef::new("isalpha", "(self, /)", $crate::types::bytes::letters::isalpha),
            NativeDef::new("isascii", "(self, /)", $crate::types::bytes::letters::isascii),
            NativeDef::new("isdigit", "(self, /)", $crate::types::bytes::letters::isdigit),
            NativeDef::new("islower", "(self, /)", $crate::types::bytes::letters::islower),
            NativeDef::new("isspace", "(self, /)", $crate::types::bytes::letters::isspace),
            NativeDef::new("istitle", "(self, /)", $crate::types::bytes::letters::istitle),
            NativeDef::new("isupper", "(self, /)", $crate::types::bytes::letters::isupper),
            NativeDef::new("join", "(self, iterable_of_bytes, /)", $crate::types::bytes::cut::join),
            NativeDef::new("ljust", "(self, width, fillchar=b' ', /)", $crate::types::bytes::cut::ljust),
            NativeDef::new("lower", "(self, /)", $crate::types::bytes::letters::lower),
            NativeDef::new("lstrip", "(self, bytes=None, /)", $crate::types::bytes::cut::lstrip),
            NativeDef::new("maketrans", "(frm, to, /)", $crate::types::bytes::letters::maketrans),
            NativeDef::new("partition", "(self, sep, /)", $crate::types::bytes::cut::partition),
            NativeDef::new("removeprefix", "(self, prefix, /)", $crate::types::bytes::cut::removeprefix),
            NativeDef::new("removesuffix", "(self, suffix, /)", $crate::types::bytes::cut::removesuffix),
            NativeDef::new("replace", "(self, old, new, count=-1, /)", $crate::types::bytes::cut::replace),
            NativeDef::new("rfind", "(self, sub, start=None, end=None, /)", $crate::types::bytes::search::rfind),
            NativeDef::new("rindex", "(self, sub, start=None, end=None, /)", $crate::types::bytes::search::rindex),
            NativeDef::new("rjust", "(self, width, fillchar=b' ', /)", $crate::types::bytes::cut::rjust),
            NativeDef::new("rpartition", "(self, sep, /)", $crate::types::bytes::cut::rpartition),
            NativeDef::new("rsplit", "(self, /, sep=None, maxsplit=-1)", $crate::types::bytes::cut::rsplit),
            NativeDef::new("rstrip", "(self, bytes=None, /)", $crate::types::bytes::cut::rstrip),
            NativeDef::new("split", "(self, /, sep=None, maxsplit=-1)", $crate::types::bytes::cut::split),
            NativeDef::new("splitlines", "(self, /, keepends=False)", $crate::types::bytes::cut::splitlines),
            NativeDef::new("startswith", "(self, prefix, start=None, end=None, /)", $crate::types::bytes::search::startswith),
            NativeDef::new("strip", "(self, bytes=None, /)", $crate::types::bytes::cut::strip),
            NativeDef::new("swapcase", "(self, /)", $crate::types::bytes::letters::swapcase),
            NativeDef::new("title", "(self, /)", $crate::types::bytes::letters::title),
            NativeDef::new("translate", "(self, table, /, delete=b'')", $crate::types::bytes::letters::translate),
            NativeDef::new("upper", "(self, /)", $crate::types::bytes::letters::upper),
            NativeDef::new("zfill", "(self, width, /)", $crate::types::bytes::cut::zfill),
        ]
    };
}
pub(crate) use with_common_methods;

/// Methods.
pub const METHODS: &[NativeDef] = with_common_methods![
    NativeDef::new("__new__", "(cls, source=b'', encoding='utf-8', errors='strict')", new::new_bytes),
    NativeDef::new("__bytes__", "(self, /)", special::dunder_bytes),
    NativeDef::new("__getnewargs__", "(self, /)", special::getnewargs),
    NativeDef::new("__hash__", "(self, /)", special::hash),
];

/// A receiver: its contents, and whether it is a byte array.
///
/// While it is kept, no user code may run: arguments are converted first.
struct This<'a> {
    object: Value,
    data: Buffer<'a>,
    array: bool,
}

impl This<'_> {
    fn strand(&self) -> ByteStrand<'_> {
        ByteStrand { object: self.object, data: &self.data, array: self.array }
    }
}

/// The receiver, whose class has been checked.
fn this<'a>(rt: &Rt, args: &Args<'_>) -> Result<This<'a>, Raised> {
    let object = args.get(0);
    let data = rt.expect_buffer(object)?;
    Ok(This { object, data, array: rt.kind_of(object) == Kind::ByteArray })
}

/// A byte from an integer.
///
/// # Errors
/// TypeError for what is no integer; ValueError "byte must be in range(0, 256)".
pub(crate) fn byte_value(rt: &Rt, v: Value) -> Result<u8, Raised> {
    byte_in(rt, v, "byte")
}

fn byte_in(rt: &Rt, v: Value, what: &str) -> Result<u8, Raised> {
    let i = rt.index(v)?;
    rt.as_i64(*i)
        .and_then(|i| u8::try_from(i).ok())
        .ok_or_else(|| rt.raise(Exc::ValueError, format!("{what} must be in range(0, 256)")))
}
