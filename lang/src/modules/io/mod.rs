//! The `io` module: files, and files in memory.

mod binary;
mod bytes_io;
mod common;
mod newline;
mod open;
mod stream;
mod string_io;
mod text;

pub(crate) use open::FUNCTIONS as OPEN;
pub(crate) use stream::{Device, Stream};
pub(crate) use text::{TextFile, TextOptions};

use crate::modules::{ModuleDef, add};
use runtime::{Exc, Raised, Rt, Value};

/// The module.
pub(crate) const MODULE: ModuleDef =
    ModuleDef { name: "io", doc: "Files, and files in memory.", functions: OPEN, init };

fn init(rt: &Rt, dict: Value) -> Result<(), Raised> {
    add(rt, dict, "DEFAULT_BUFFER_SIZE", rt.int(131_072)?)?;
    add(rt, dict, "SEEK_SET", rt.int(0)?)?;
    add(rt, dict, "SEEK_CUR", rt.int(1)?)?;
    add(rt, dict, "SEEK_END", rt.int(2)?)?;
    add(rt, dict, "StringIO", rt.native_type::<string_io::StringIo>()?.own())?;
    add(rt, dict, "BytesIO", rt.native_type::<bytes_io::BytesIo>()?.own())?;
    add(rt, dict, "TextIOWrapper", rt.native_type::<TextFile>()?.own())?;
    add(rt, dict, "BufferedReader", rt.native_type::<binary::BinaryFile<{ binary::READER }>>()?.own())?;
    add(rt, dict, "BufferedWriter", rt.native_type::<binary::BinaryFile<{ binary::WRITER }>>()?.own())?;
    add(rt, dict, "BufferedRandom", rt.native_type::<binary::BinaryFile<{ binary::RANDOM }>>()?.own())?;
    add(rt, dict, "FileIO", rt.native_type::<binary::BinaryFile<{ binary::RAW }>>()?.own())?;
    let bases = rt.pair(rt.exc_class(Exc::OSError), rt.exc_class(Exc::ValueError))?;
    let namespace = rt.new_dict()?;
    rt.dict_set_str(*namespace, rt.names.__module__, rt.intern("io")?)?;
    let name = rt.intern("UnsupportedOperation")?;
    let class = rt.call(rt.kind_type(runtime::object::Kind::Type), &[*name, *bases, *namespace])?;
    add(rt, dict, "UnsupportedOperation", class)
}
