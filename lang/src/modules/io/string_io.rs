//! `io.StringIO`: a text file in memory.

use super::common::{self, boolean, none, unsupported};
use super::newline::{End, Newline};
use super::open::size_or;
use runtime::boxed::NativeObject;
use runtime::native::GetSetDef;
use runtime::string::{MAX_LEN, Text};
use runtime::{Args, Exc, NativeDef, Owned, Raised, Res, Rt, Value};
use std::cell::{Cell, RefCell};

/// `io.StringIO`.
pub(super) struct StringIo {
    /// Code points.
    text: RefCell<Vec<u32>>,
    at: Cell<usize>,
    newline: Cell<Newline>,
    closed: Cell<bool>,
}

impl StringIo {
    fn open(&self, rt: &Rt) -> Result<(), Raised> {
        if self.closed.get() { Err(rt.value_error("I/O operation on closed file")) } else { Ok(()) }
    }

    fn write(&self, rt: &Rt, v: Value) -> Result<usize, Raised> {
        let Some(text) = rt.as_text(v) else {
            return Err(rt.type_error(format!("string argument expected, got '{}'", rt.type_name(v))));
        };
        self.open(rt)?;
        let given = text.len();
        let points: Vec<u32> = match self.newline.get() {
            Newline::Translate => translated(text.points()),
            other => match other.expand(text) {
                Some(points) => points.into_owned(),
                None => text.points().collect(),
            },
        };
        let at = self.at.get();
        let end = at + points.len();
        let mut held = self.text.borrow_mut();
        let extra = end.saturating_sub(held.len());
        if end > MAX_LEN || held.try_reserve(extra).is_err() {
            return Err(rt.memory_error());
        }
        if held.len() < end {
            held.resize(end, 0);
        }
        held[at..end].copy_from_slice(&points);
        self.at.set(end);
        Ok(given)
    }

    fn take(&self, rt: &Rt, n: Option<usize>) -> Res {
        self.open(rt)?;
        let held = self.text.borrow();
        let rest = held.get(self.at.get()..).unwrap_or(&[]);
        let n = n.map_or(rest.len(), |n| n.min(rest.len()));
        self.at.set(self.at.get() + n);
        rt.str_from_text(Text::Wide(&rest[..n]))
    }

    fn read_line(&self, rt: &Rt, limit: Option<usize>) -> Res {
        self.open(rt)?;
        let end = {
            let held = self.text.borrow();
            let rest = held.get(self.at.get()..).unwrap_or(&[]);
            // Only the ends matter, so every other character may stand for itself.
            let stop = if matches!(self.newline.get(), Newline::Lf | Newline::Translate) {
                rest.iter().position(|c| *c == 10).map(|k| k + 1)
            } else {
                let bytes: Vec<u8> = rest.iter().map(|c| u8::try_from(*c).unwrap_or(b'?')).collect();
                match self.newline.get().find(&bytes, true) {
                    End::At(end) => Some(end),
                    End::Missing | End::Unsure => None,
                }
            };
            stop.unwrap_or(rest.len())
        };
        self.take(rt, Some(limit.map_or(end, |n| n.min(end))))
    }

    fn next_line(&self, rt: &Rt) -> Result<Option<Owned>, Raised> {
        let line = self.read_line(rt, None)?;
        Ok(if rt.len(*line)? == 0 { None } else { Some(line) })
    }

    fn seek(&self, rt: &Rt, offset: i64, whence: i64) -> Res {
        self.open(rt)?;
        let at = match whence {
            0 => match usize::try_from(offset) {
                Ok(at) => at,
                Err(_) => return Err(rt.value_error(format!("Negative seek position {offset}"))),
            },
            1 | 2 if offset != 0 => {
                return Err(rt.raise(Exc::OSError, "Can't do nonzero cur-relative seeks"));
            }
            1 => self.at.get(),
            2 => self.text.borrow().len(),
            _ => return Err(rt.value_error(format!("Invalid whence ({whence}, should be 0, 1 or 2)"))),
        };
        self.at.set(at);
        rt.int(at as i64)
    }
}

/// Points with every line end as a line feed.
fn translated(points: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut out = Vec::new();
    let mut before = 0;
    for c in points {
        match (before, c) {
            (13, 10) => {}
            (_, 13) => out.push(10),
            _ => out.push(c),
        }
        before = c;
    }
    out
}

fn this<'a>(rt: &Rt, a: &Args<'_>) -> Result<&'a StringIo, Raised> {
    rt.expect_boxed::<StringIo>(a.get(0))
}

fn new(rt: &Rt, a: &Args<'_>) -> Res {
    let file = StringIo {
        text: RefCell::default(),
        at: Cell::new(0),
        newline: Cell::new(Newline::Lf),
        closed: Cell::new(false),
    };
    rt.new_boxed_of(a.get(0), file)
}

fn init(rt: &Rt, a: &Args<'_>) -> Res {
    let file = this(rt, a)?;
    let newline = match a.opt(2) {
        Some(v) => Newline::from_argument(rt, "StringIO", Some(v))?,
        None => Newline::Lf,
    };
    let value = a.opt(1).filter(|v| !v.is_none());
    if let Some(v) = value.filter(|v| !rt.is_str(*v)) {
        return Err(rt.type_error(format!("initial_value must be str or None, not {}", rt.type_name(v))));
    }
    file.text.borrow_mut().clear();
    file.at.set(0);
    file.newline.set(newline);
    file.closed.set(false);
    if let Some(v) = value {
        file.write(rt, v)?;
        file.at.set(0);
    }
    none()
}

fn flag(rt: &Rt, a: &Args<'_>, value: bool) -> Res {
    this(rt, a)?.open(rt)?;
    boolean(value)
}

impl NativeObject for StringIo {
    const NAME: &'static str = "_io.StringIO";
    const ITERATOR: bool = true;
    const BASE: bool = true;
    const METHODS: &'static [NativeDef] = &[
        NativeDef::new("__new__", "(cls, *args, **kwargs)", new),
        NativeDef::new("__init__", "(self, initial_value='', newline='\\n')", init),
        NativeDef::new("getvalue", "(self, /)", |rt, a| {
            let file = this(rt, a)?;
            file.open(rt)?;
            let held = file.text.borrow();
            rt.str_from_text(Text::Wide(&held))
        }),
        NativeDef::new("read", "(self, size=-1, /)", |rt, a| {
            let n = common::size(rt, a.opt(1))?;
            this(rt, a)?.take(rt, n)
        }),
        NativeDef::new("readline", "(self, size=-1, /)", |rt, a| {
            let n = common::size(rt, a.opt(1))?;
            this(rt, a)?.read_line(rt, n)
        }),
        NativeDef::new("readlines", "(self, hint=-1, /)", |rt, a| {
            let file = this(rt, a)?;
            common::lines(rt, a.opt(1), || file.next_line(rt))
        }),
        NativeDef::new("write", "(self, s, /)", |rt, a| rt.int(this(rt, a)?.write(rt, a.get(1))? as i64)),
        NativeDef::new("writelines", "(self, lines, /)", |rt, a| {
            let file = this(rt, a)?;
            file.open(rt)?;
            let write = rt.getattr(a.get(0), rt.names.write)?;
            common::write_lines(rt, a.get(1), |line| rt.call(*write, &[line]).map(drop))
        }),
        NativeDef::new("seek", "(self, pos, whence=0, /)", |rt, a| {
            let offset = rt.index_i64(a.get(1), Exc::OverflowError)?;
            let whence = a.opt(2).map_or(Ok(0), |w| rt.index_i64(w, Exc::OverflowError))?;
            this(rt, a)?.seek(rt, offset, whence)
        }),
        NativeDef::new("tell", "(self, /)", |rt, a| {
            let file = this(rt, a)?;
            file.open(rt)?;
            rt.int(file.at.get() as i64)
        }),
        NativeDef::new("truncate", "(self, pos=None, /)", |rt, a| {
            let file = this(rt, a)?;
            file.open(rt)?;
            let size = size_or(rt, a.opt(1), file.at.get())?;
            file.text.borrow_mut().truncate(size);
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
    const GETSETS: &'static [GetSetDef] = &[
        GetSetDef { name: "closed", get: |rt, v| boolean(rt.expect_boxed::<Self>(v)?.closed.get()), set: None },
        GetSetDef { name: "line_buffering", get: |_, _| boolean(false), set: None },
        GetSetDef { name: "newlines", get: |_, _| none(), set: None },
        GetSetDef { name: "encoding", get: |_, _| none(), set: None },
        GetSetDef { name: "errors", get: |_, _| none(), set: None },
    ];

    fn visit(&self, _: &mut dyn FnMut(Value)) {}

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        self.next_line(rt)
    }
}
