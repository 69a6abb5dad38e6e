//! `io.BytesIO`: a binary file in memory.

use super::binary::buffer;
use super::common::{self, boolean, none, unsupported};
use super::open::size_or;
use super::stream::rt_reserve;
use runtime::boxed::NativeObject;
use runtime::native::GetSetDef;
use runtime::{Args, Exc, NativeDef, Owned, Raised, Res, Rt, Value};
use std::cell::{Cell, RefCell};

/// `io.BytesIO`.
pub(super) struct BytesIo {
    bytes: RefCell<Vec<u8>>,
    at: Cell<usize>,
    closed: Cell<bool>,
}

impl BytesIo {
    fn open(&self, rt: &Rt) -> Result<(), Raised> {
        if self.closed.get() { Err(rt.value_error("I/O operation on closed file.")) } else { Ok(()) }
    }

    fn write(&self, rt: &Rt, v: Value) -> Result<usize, Raised> {
        self.open(rt)?;
        let data = buffer(rt, v)?;
        if data.is_empty() {
            return Ok(0);
        }
        let at = self.at.get();
        let Some(end) = at.checked_add(data.len()).filter(|e| *e < isize::MAX as usize) else {
            return Err(rt.memory_error());
        };
        let mut held = self.bytes.borrow_mut();
        let len = held.len();
        rt_reserve(rt, &mut held, end.saturating_sub(len))?;
        if len < end {
            held.resize(end, 0);
        }
        held[at..end].copy_from_slice(&data);
        self.at.set(end);
        Ok(data.len())
    }

    fn take(&self, rt: &Rt, n: Option<usize>) -> Result<Vec<u8>, Raised> {
        self.open(rt)?;
        let held = self.bytes.borrow();
        let rest = held.get(self.at.get()..).unwrap_or(&[]);
        let n = n.map_or(rest.len(), |n| n.min(rest.len()));
        self.at.set(self.at.get() + n);
        Ok(rest[..n].to_vec())
    }

    fn read_line(&self, rt: &Rt, limit: Option<usize>) -> Result<Vec<u8>, Raised> {
        let end = {
            let held = self.bytes.borrow();
            let rest = held.get(self.at.get()..).unwrap_or(&[]);
            rest.iter().position(|b| *b == b'\n').map_or(rest.len(), |k| k + 1)
        };
        self.take(rt, Some(limit.map_or(end, |n| n.min(end))))
    }

    fn next_line(&self, rt: &Rt) -> Result<Option<Owned>, Raised> {
        let line = self.read_line(rt, None)?;
        if line.is_empty() { Ok(None) } else { rt.bytes(&line).map(Some) }
    }
}

fn this<'a>(rt: &Rt, a: &Args<'_>) -> Result<&'a BytesIo, Raised> {
    rt.expect_boxed::<BytesIo>(a.get(0))
}

fn seek(rt: &Rt, a: &Args<'_>) -> Res {
    let file = this(rt, a)?;
    file.open(rt)?;
    let offset = rt.index_i64(a.get(1), Exc::OverflowError)?;
    let base = match a.opt(2).map_or(Ok(0), |w| rt.index_i64(w, Exc::OverflowError))? {
        0 if offset < 0 => return Err(rt.value_error(format!("negative seek value {offset}"))),
        0 => 0,
        1 => file.at.get() as i64,
        2 => file.bytes.borrow().len() as i64,
        other => return Err(rt.value_error(format!("invalid whence ({other}, should be 0, 1 or 2)"))),
    };
    let at = base.checked_add(offset).ok_or_else(|| rt.overflow_error("new position too large"))?;
    file.at.set(usize::try_from(at).unwrap_or(0));
    rt.int(file.at.get() as i64)
}

fn flag(rt: &Rt, a: &Args<'_>, value: bool) -> Res {
    this(rt, a)?.open(rt)?;
    boolean(value)
}

fn read(rt: &Rt, a: &Args<'_>) -> Res {
    let n = common::size(rt, a.opt(1))?;
    rt.bytes(&this(rt, a)?.take(rt, n)?)
}

impl NativeObject for BytesIo {
    const NAME: &'static str = "_io.BytesIO";
    const ITERATOR: bool = true;
    const BASE: bool = true;
    const METHODS: &'static [NativeDef] = &[
        NativeDef::new("__new__", "(cls, *args, **kwargs)", |rt, a| {
            let file = BytesIo { bytes: RefCell::default(), at: Cell::new(0), closed: Cell::new(false) };
            rt.new_boxed_of(a.get(0), file)
        }),
        NativeDef::new("__init__", "(self, initial_bytes=b'')", |rt, a| {
            let bytes = a.opt(1).filter(|v| !v.is_none()).map_or(Ok(Vec::new()), |v| buffer(rt, v))?;
            let file = this(rt, a)?;
            *file.bytes.borrow_mut() = bytes;
            file.at.set(0);
            file.closed.set(false);
            none()
        }),
        NativeDef::new("getvalue", "(self, /)", |rt, a| {
            let file = this(rt, a)?;
            file.open(rt)?;
            let held = file.bytes.borrow();
            rt.bytes(&held)
        }),
        NativeDef::new("read", "(self, size=-1, /)", read),
        NativeDef::new("read1", "(self, size=-1, /)", read),
        NativeDef::new("readline", "(self, size=-1, /)", |rt, a| {
            let n = common::size(rt, a.opt(1))?;
            rt.bytes(&this(rt, a)?.read_line(rt, n)?)
        }),
        NativeDef::new("readlines", "(self, hint=-1, /)", |rt, a| {
            let file = this(rt, a)?;
            common::lines(rt, a.opt(1), || file.next_line(rt))
        }),
        NativeDef::new("write", "(self, b, /)", |rt, a| rt.int(this(rt, a)?.write(rt, a.get(1))? as i64)),
        NativeDef::new("writelines", "(self, lines, /)", |rt, a| {
            let file = this(rt, a)?;
            file.open(rt)?;
            common::write_lines(rt, a.get(1), |line| file.write(rt, line).map(drop))
        }),
        NativeDef::new("seek", "(self, pos, whence=0, /)", seek),
        NativeDef::new("tell", "(self, /)", |rt, a| {
            let file = this(rt, a)?;
            file.open(rt)?;
            rt.int(file.at.get() as i64)
        }),
        NativeDef::new("truncate", "(self, size=None, /)", |rt, a| {
            let file = this(rt, a)?;
            file.open(rt)?;
            let size = size_or(rt, a.opt(1), file.at.get())?;
            file.bytes.borrow_mut().truncate(size);
            rt.int(size as i64)
        }),
        NativeDef::new("flush", "(self, /)", |rt, a| this(rt, a)?.open(rt).and_then(|()| none())),
        NativeDef::new("close", "(self, /)", |rt, a| {
            this(rt, a)?.closed.set(true);
            none()
        }),
        NativeDef::new("fileno", "(self, /)", |rt, _| Err(unsupported(rt, "fileno"))),
        NativeDef::new("isatty", "(self, /)", |rt, a| flag(rt, a, false)),
        NativeDef::new("readable", "(self, /)", |rt, a| flag(rt, a, true)),
        NativeDef::new("writable", "(self, /)", |rt, a| flag(rt, a, true)),
        NativeDef::new("seekable", "(self, /)", |rt, a| flag(rt, a, true)),
        NativeDef::new("__enter__", "(self, /)", |rt, a| this(rt, a)?.open(rt).map(|()| a.get(0).own())),
        NativeDef::new("__exit__", "(self, /, *args)", |rt, a| {
            rt.call_method(a.get(0), rt.names.close, &[])?;
            none()
        }),
    ];
    const GETSETS: &'static [GetSetDef] =
        &[GetSetDef { name: "closed", get: |rt, v| boolean(rt.expect_boxed::<Self>(v)?.closed.get()), set: None }];

    fn visit(&self, _: &mut dyn FnMut(Value)) {}

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        self.next_line(rt)
    }
}
