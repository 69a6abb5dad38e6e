//! Binary files: what `open` gives for mode `b`, and the `buffer` of a text file.

use super::common::{self, boolean, none, unsupported};
use super::stream::Stream;
use runtime::boxed::NativeObject;
use runtime::native::GetSetDef;
use runtime::{Args, NativeDef, Owned, Raised, Res, Rt, Slot, Value};
use std::rc::Rc;

/// `BufferedReader`.
pub(super) const READER: u8 = 0;
/// `BufferedWriter`.
pub(super) const WRITER: u8 = 1;
/// `BufferedRandom`.
pub(super) const RANDOM: u8 = 2;
/// `FileIO`.
pub(super) const RAW: u8 = 3;

/// A binary file; `SORT` is its class.
pub(super) struct BinaryFile<const SORT: u8> {
    stream: Rc<Stream>,
    name: Slot,
    mode: String,
}

/// A binary file of the class that suits the stream.
///
/// # Errors
/// MemoryError.
pub(super) fn new(rt: &Rt, stream: Rc<Stream>, name: Owned, mode: String, raw: bool) -> Res {
    let name = Slot::new(name);
    match (raw, stream.readable, stream.writable) {
        (true, ..) => rt.new_boxed(BinaryFile::<RAW> { stream, name, mode }),
        (_, true, true) => rt.new_boxed(BinaryFile::<RANDOM> { stream, name, mode }),
        (_, false, _) => rt.new_boxed(BinaryFile::<WRITER> { stream, name, mode }),
        (_, true, false) => rt.new_boxed(BinaryFile::<READER> { stream, name, mode }),
    }
}

impl<const SORT: u8> BinaryFile<SORT> {
    /// The bytes under a text file.
    pub(super) fn of_stream(rt: &Rt, stream: &Rc<Stream>, name: Value) -> Res {
        let mode = if stream.readable { "rb" } else { "wb" };
        new(rt, stream.clone(), name.own(), mode.into(), false)
    }

    fn open(&self, rt: &Rt, what: &str) -> Result<(), Raised> {
        if self.stream.closed() { Err(rt.value_error(format!("{what} closed file"))) } else { Ok(()) }
    }

    fn readable(&self, rt: &Rt, what: &str) -> Result<(), Raised> {
        if !self.stream.readable {
            // Reading lines is made of reads.
            return Err(unsupported(rt, if what == "readline" { "read" } else { what }));
        }
        self.open(rt, &format!("{what} of"))
    }

    fn read(&self, rt: &Rt, n: Option<usize>) -> Res {
        self.readable(rt, "read")?;
        rt.bytes(&self.stream.read(rt, n)?)
    }

    fn read_line(&self, rt: &Rt, n: Option<usize>) -> Result<Vec<u8>, Raised> {
        self.readable(rt, "readline")?;
        self.stream.read_line(rt, n)
    }

    fn next_line(&self, rt: &Rt) -> Result<Option<Owned>, Raised> {
        let line = self.read_line(rt, None)?;
        if line.is_empty() { Ok(None) } else { rt.bytes(&line).map(Some) }
    }

    fn write(&self, rt: &Rt, v: Value) -> Result<usize, Raised> {
        if !self.stream.writable {
            return Err(unsupported(rt, "write"));
        }
        let data = buffer(rt, v)?;
        self.open(rt, "write to")?;
        self.stream.write(rt, &data)?;
        Ok(data.len())
    }
}

/// A copy of the bytes of a bytes-like object.
///
/// # Errors
/// TypeError for anything else.
pub(super) fn buffer(rt: &Rt, v: Value) -> Result<Vec<u8>, Raised> {
    Ok(rt.expect_buffer(v)?.to_vec())
}

fn this<'a, const SORT: u8>(rt: &Rt, a: &Args<'_>) -> Result<&'a BinaryFile<SORT>, Raised> {
    rt.expect_boxed::<BinaryFile<SORT>>(a.get(0))
}

fn seek<const SORT: u8>(rt: &Rt, a: &Args<'_>) -> Res {
    let to = common::target(rt, a.get(1), a.opt(2))?;
    let file = this::<SORT>(rt, a)?;
    file.open(rt, "seek of")?;
    let to = common::seek_from(rt, to, || file.stream.tell(rt))?;
    rt.int_u64(file.stream.seek(rt, to)?)
}

fn read_into<const SORT: u8>(rt: &Rt, a: &Args<'_>) -> Res {
    let file = this::<SORT>(rt, a)?;
    let Some(target) = rt.as_bytearray(a.get(1)) else {
        let got = rt.type_name(a.get(1));
        return Err(rt.type_error(format!("readinto() argument must be read-write bytes-like object, not {got}")));
    };
    file.readable(rt, "readinto")?;
    let room = target.borrow().len();
    let data = file.stream.read(rt, Some(room))?;
    target.borrow_mut()[..data.len()].copy_from_slice(&data);
    rt.int(data.len() as i64)
}

fn truncate<const SORT: u8>(rt: &Rt, a: &Args<'_>) -> Res {
    let file = this::<SORT>(rt, a)?;
    file.open(rt, "truncate of")?;
    if !file.stream.writable {
        return Err(unsupported(rt, "truncate"));
    }
    let size = match a.opt(1).filter(|s| !s.is_none()) {
        Some(s) => rt.index_i64(s, runtime::Exc::OverflowError)? as u64,
        None => file.stream.tell(rt)?,
    };
    file.stream.truncate(rt, size)?;
    rt.int_u64(size)
}

fn repr<const SORT: u8>(rt: &Rt, a: &Args<'_>) -> Res {
    let file = this::<SORT>(rt, a)?;
    let name = file.name.get().own();
    let (name, class) = (rt.repr_text(*name)?, BinaryFile::<SORT>::NAME);
    let mode = if SORT == RAW { format!(" mode='{}' closefd=True", file.mode) } else { String::new() };
    rt.str(&format!("<{class} name={name}{mode}>"))
}

impl<const SORT: u8> NativeObject for BinaryFile<SORT> {
    const NAME: &'static str = match SORT {
        READER => "_io.BufferedReader",
        WRITER => "_io.BufferedWriter",
        RANDOM => "_io.BufferedRandom",
        _ => "_io.FileIO",
    };
    const ITERATOR: bool = true;
    const METHODS: &'static [NativeDef] = &[
        NativeDef::new("read", "(self, size=-1, /)", |rt, a| {
            let n = common::size(rt, a.opt(1))?;
            this::<SORT>(rt, a)?.read(rt, n)
        }),
        NativeDef::new("read1", "(self, size=-1, /)", |rt, a| {
            let n = common::size(rt, a.opt(1))?;
            this::<SORT>(rt, a)?.read(rt, n)
        }),
        NativeDef::new("peek", "(self, size=0, /)", |rt, a| {
            let file = this::<SORT>(rt, a)?;
            file.readable(rt, "peek")?;
            if file.stream.input.borrow().rest().is_empty() {
                file.stream.fill(rt)?;
            }
            let bytes = file.stream.input.borrow().rest().to_vec();
            rt.bytes(&bytes)
        }),
        NativeDef::new("readinto", "(self, buffer, /)", read_into::<SORT>),
        NativeDef::new("readline", "(self, size=-1, /)", |rt, a| {
            let n = common::size(rt, a.opt(1))?;
            let line = this::<SORT>(rt, a)?.read_line(rt, n)?;
            rt.bytes(&line)
        }),
        NativeDef::new("readlines", "(self, hint=-1, /)", |rt, a| {
            let file = this::<SORT>(rt, a)?;
            common::lines(rt, a.opt(1), || file.next_line(rt))
        }),
        NativeDef::new("write", "(self, buffer, /)", |rt, a| rt.int(this::<SORT>(rt, a)?.write(rt, a.get(1))? as i64)),
        NativeDef::new("writelines", "(self, lines, /)", |rt, a| {
            let file = this::<SORT>(rt, a)?;
            common::write_lines(rt, a.get(1), |line| file.write(rt, line).map(drop))
        }),
        NativeDef::new("flush", "(self, /)", |rt, a| {
            let file = this::<SORT>(rt, a)?;
            file.open(rt, "flush of")?;
            file.stream.flush(rt)?;
            none()
        }),
        NativeDef::new("close", "(self, /)", |rt, a| {
            this::<SORT>(rt, a)?.stream.close(rt)?;
            none()
        }),
        NativeDef::new("seek", "(self, target, whence=0, /)", seek::<SORT>),
        NativeDef::new("tell", "(self, /)", |rt, a| {
            let file = this::<SORT>(rt, a)?;
            file.open(rt, "I/O operation on")?;
            rt.int_u64(file.stream.tell(rt)?)
        }),
        NativeDef::new("truncate", "(self, pos=None, /)", truncate::<SORT>),
        NativeDef::new("fileno", "(self, /)", |rt, a| rt.int(this::<SORT>(rt, a)?.stream.fileno(rt)?)),
        NativeDef::new("isatty", "(self, /)", |rt, a| {
            let file = this::<SORT>(rt, a)?;
            file.stream.fileno(rt)?;
            boolean(file.stream.is_terminal())
        }),
        NativeDef::new("readable", "(self, /)", |rt, a| boolean(this::<SORT>(rt, a)?.stream.readable)),
        NativeDef::new("writable", "(self, /)", |rt, a| boolean(this::<SORT>(rt, a)?.stream.writable)),
        NativeDef::new("seekable", "(self, /)", |rt, a| boolean(this::<SORT>(rt, a)?.stream.seekable())),
        NativeDef::new("__enter__", "(self, /)", |rt, a| {
            this::<SORT>(rt, a)?.open(rt, "I/O operation on").map(|()| a.get(0).own())
        }),
        NativeDef::new("__exit__", "(self, /, *args)", |rt, a| {
            this::<SORT>(rt, a)?.stream.close(rt)?;
            none()
        }),
        NativeDef::new("__repr__", "(self, /)", repr::<SORT>),
    ];
    const GETSETS: &'static [GetSetDef] = &[
        GetSetDef { name: "name", get: |rt, v| Ok(rt.expect_boxed::<Self>(v)?.name.get().own()), set: None },
        GetSetDef { name: "mode", get: |rt, v| rt.str(&rt.expect_boxed::<Self>(v)?.mode), set: None },
        GetSetDef { name: "closed", get: |rt, v| boolean(rt.expect_boxed::<Self>(v)?.stream.closed()), set: None },
    ];

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        f(self.name.get());
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        self.next_line(rt)
    }
}
