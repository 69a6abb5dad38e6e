//! `open`.

use super::newline::Newline;
use super::stream::{Device, Stream};
use super::text::{TextFile, TextOptions};
use super::{binary, common};
use runtime::{Args, Exc, NativeDef, Owned, Raised, Res, Rt, Value};
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{IsTerminal, Seek, SeekFrom};
use std::os::unix::ffi::OsStringExt;
use std::rc::Rc;

/// `open`, for `builtins` and `io`.
pub(crate) const FUNCTIONS: &[NativeDef] = &[NativeDef::new(
    "open",
    "(file, mode='r', buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None)",
    open,
)];

/// A mode, taken apart.
#[derive(Default)]
struct Mode {
    read: bool,
    write: bool,
    append: bool,
    create: bool,
    plus: bool,
    text: bool,
    binary: bool,
}

impl Mode {
    fn parse(rt: &Rt, text: &str) -> Result<Mode, Raised> {
        let mut mode = Mode::default();
        let invalid = || rt.value_error(format!("invalid mode: '{text}'"));
        for c in text.chars() {
            let flag = match c {
                'r' => &mut mode.read,
                'w' => &mut mode.write,
                'a' => &mut mode.append,
                'x' => &mut mode.create,
                '+' => &mut mode.plus,
                't' => &mut mode.text,
                'b' => &mut mode.binary,
                _ => return Err(invalid()),
            };
            if std::mem::replace(flag, true) {
                return Err(invalid());
            }
        }
        if mode.text && mode.binary {
            return Err(rt.value_error("can't have text and binary mode at once"));
        }
        match [mode.read, mode.write, mode.append, mode.create].iter().filter(|m| **m).count() {
            1 => Ok(mode),
            0 => Err(rt.value_error("Must have exactly one of create/read/write/append mode and at most one plus")),
            _ => Err(rt.value_error("must have exactly one of create/read/write/append mode")),
        }
    }

    fn readable(&self) -> bool {
        self.read || self.plus
    }

    fn writable(&self) -> bool {
        !self.read || self.plus
    }

    /// As a raw file shows it.
    fn raw(&self) -> &'static str {
        match (self.create, self.append, self.readable(), self.writable()) {
            (true, _, false, _) => "xb",
            (true, _, true, _) => "xb+",
            (_, true, false, _) => "ab",
            (_, true, true, _) => "ab+",
            (_, _, true, false) => "rb",
            (_, _, true, true) => "rb+",
            (_, _, false, _) => "wb",
        }
    }
}

/// An argument that may be None or a string.
fn optional_text(rt: &Rt, v: Option<Value>, name: &str) -> Result<Option<String>, Raised> {
    match v.filter(|v| !v.is_none()) {
        None => Ok(None),
        Some(v) => match rt.as_text(v) {
            Some(t) => Ok(Some(t.lossy().into_owned())),
            None => {
                Err(rt.type_error(format!("open() argument '{name}' must be str or None, not {}", rt.type_name(v))))
            }
        },
    }
}

/// The file's path: of a string, of bytes, or of what has `__fspath__`.
fn path(rt: &Rt, v: Value) -> Result<(OsString, Owned), Raised> {
    let shown = if rt.is_str(v) || rt.is_bytes(v) {
        v.own()
    } else {
        match rt.getattr_opt(v, *rt.intern("__fspath__")?)? {
            Some(f) => rt.call(*f, &[])?,
            None => {
                let got = rt.type_name(v);
                return Err(rt.type_error(format!("expected str, bytes or os.PathLike object, not {got}")));
            }
        }
    };
    let bytes = match rt.as_bytes(*shown) {
        Some(b) => b.to_vec(),
        None => {
            runtime::types::codecs::encode(rt, *shown, None, Some(runtime::string::Text::Ascii("surrogateescape")))?
        }
    };
    if bytes.contains(&0) {
        return Err(rt.value_error("embedded null byte"));
    }
    Ok((OsString::from_vec(bytes), shown))
}

fn open_file(rt: &Rt, v: Value, mode: &Mode) -> Result<(File, Owned), Raised> {
    let (path, shown) = path(rt, v)?;
    let mut options = OpenOptions::new();
    options.read(mode.readable()).write(mode.writable()).append(mode.append);
    options.create(mode.write || mode.append).truncate(mode.write).create_new(mode.create);
    let opened = options.open(&path).and_then(|mut file| {
        if file.metadata()?.is_dir() {
            return Err(std::io::Error::from_raw_os_error(IS_A_DIRECTORY));
        }
        if mode.append {
            file.seek(SeekFrom::End(0))?;
        }
        Ok(file)
    });
    match opened {
        Ok(file) => Ok((file, shown)),
        Err(e) => Err(rt.os_error(&e, Some(*shown))),
    }
}

/// The system's number for reading a directory as a file.
const IS_A_DIRECTORY: i32 = 21;

/// The device a descriptor number means, for those that the process was started with.
fn standard(rt: &Rt, v: Value) -> Result<Option<Device>, Raised> {
    match rt.as_i64(v) {
        None => Ok(None),
        Some(0) => Ok(Some(Device::Stdin)),
        Some(1) => Ok(Some(Device::Stdout)),
        Some(2) => Ok(Some(Device::Stderr)),
        Some(n) if n < 0 => Err(rt.value_error("negative file descriptor")),
        Some(_) => Err(rt.os_error(&std::io::Error::from_raw_os_error(BAD_DESCRIPTOR), None)),
    }
}

/// The system's number for a descriptor that is not open.
const BAD_DESCRIPTOR: i32 = 9;

fn open(rt: &Rt, a: &Args<'_>) -> Res {
    let mode_text = match a.opt(1) {
        Some(m) => match rt.as_text(m) {
            Some(t) => t.lossy().into_owned(),
            None => return Err(rt.type_error(format!("open() argument 'mode' must be str, not {}", rt.type_name(m)))),
        },
        None => "r".to_owned(),
    };
    let buffering = a.opt(2).map_or(Ok(-1), |b| rt.index_i64(b, Exc::OverflowError))?;
    let encoding = optional_text(rt, a.opt(3), "encoding")?;
    let errors = optional_text(rt, a.opt(4), "errors")?;
    let newline_given = a.opt(5).is_some_and(|n| !n.is_none());
    let mode = Mode::parse(rt, &mode_text)?;
    if mode.binary {
        for (given, name) in
            [(encoding.is_some(), "an encoding"), (errors.is_some(), "an errors"), (newline_given, "a newline")]
        {
            if given {
                return Err(rt.value_error(format!("binary mode doesn't take {name} argument")));
            }
        }
    }
    let (device, name) = match standard(rt, a.get(0))? {
        Some(device) => (device, a.get(0).own()),
        None => {
            let (file, name) = open_file(rt, a.get(0), &mode)?;
            // A file that is dropped is written and closed.
            rt.observe();
            (Device::File(file), name)
        }
    };
    let terminal = matches!(&device, Device::File(file) if buffering < 0 && file.is_terminal());
    let stream = Rc::new(Stream::new(device, mode.readable(), mode.writable(), buffering == 0));
    if mode.binary {
        return binary::new(rt, stream, name, mode.raw().into(), buffering == 0);
    }
    if buffering == 0 {
        return Err(rt.value_error("can't have unbuffered text I/O"));
    }
    let options = TextOptions {
        name,
        mode: mode_text,
        encoding: encoding.unwrap_or_else(|| "UTF-8".into()),
        errors: errors.unwrap_or_else(|| "strict".into()),
        newline: Newline::from_argument(rt, "open", a.opt(5))?,
        line_buffered: buffering == 1 || terminal,
    };
    rt.new_boxed(TextFile::new(rt, stream, options)?)
}

/// A size that `None` means the current position by, for files in memory.
pub(super) fn size_or(rt: &Rt, v: Option<Value>, now: usize) -> Result<usize, Raised> {
    match common::size(rt, v)? {
        Some(n) => Ok(n),
        None => match v.filter(|v| !v.is_none()) {
            Some(v) => Err(rt.value_error(format!("Negative size value {}", rt.str_text(v)?))),
            None => Ok(now),
        },
    }
}
