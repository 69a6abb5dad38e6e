//! Text files: `sys.stdin`, `sys.stdout`, `sys.stderr`, and what `open` gives for text.

use super::binary::BinaryFile;
use super::common::{self, boolean, none, unsupported};
use super::newline::{End, Newline};
use super::stream::{Input, Stream};
use runtime::boxed::NativeObject;
use runtime::native::GetSetDef;
use runtime::string::Text;
use runtime::types::codecs::{self, Codec};
use runtime::{Args, Exc, NativeDef, Owned, Raised, Res, Rt, Slot, Value};
use std::cell::{Cell, RefCell};
use std::io::SeekFrom;
use std::rc::Rc;

/// What the stream's buffer holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    /// The file's bytes, in its encoding.
    Raw,
    /// All of the file's text, encoded anew so that characters can be counted.
    Recoded,
}

/// A text file.
pub(crate) struct TextFile {
    stream: Rc<Stream>,
    name: Slot,
    mode: String,
    /// The encoding's name as given.
    encoding: RefCell<String>,
    codec: Cell<Codec>,
    errors: RefCell<String>,
    newline: Cell<Newline>,
    line_buffered: Cell<bool>,
    held: Cell<Held>,
    /// How many of the buffer's unread bytes are known to be valid.
    checked: Cell<usize>,
    /// Whether a byte order mark was written.
    marked: Cell<bool>,
    /// Whether lines are being iterated over.
    iterating: Cell<bool>,
}

/// How a text file is opened.
pub(crate) struct TextOptions {
    pub(crate) name: Owned,
    pub(crate) mode: String,
    pub(crate) encoding: String,
    pub(crate) errors: String,
    pub(super) newline: Newline,
    pub(crate) line_buffered: bool,
}

impl TextOptions {
    /// Options of a standard stream.
    pub(crate) fn standard(name: Owned, mode: &str, errors: &str, line_buffered: bool) -> TextOptions {
        // Line ends of standard input are left as they are.
        let (encoding, newline) = ("utf-8".into(), Newline::Lf);
        TextOptions { name, mode: mode.into(), encoding, errors: errors.into(), newline, line_buffered }
    }
}

/// Length in bytes of the UTF-8 character that begins with `lead`; 1 for what begins none.
fn utf8_len(lead: u8) -> usize {
    match lead {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => 1,
    }
}

/// Length of the first character of `rest`, which is not empty.
fn char_len(codec: Codec, rest: &[u8]) -> usize {
    if rest[0].is_ascii() || !matches!(codec, Codec::Utf8) {
        return 1;
    }
    let n = utf8_len(rest[0]);
    let continued = rest.iter().skip(1).take(n - 1).filter(|b| (0x80..0xc0).contains(*b)).count();
    // A byte that belongs to no character counts as one: it is read as one surrogate.
    if continued == n - 1 { n } else { 1 }
}

impl TextFile {
    /// A text file on a stream.
    ///
    /// # Errors
    /// LookupError for an unknown encoding.
    pub(crate) fn new(rt: &Rt, stream: Rc<Stream>, options: TextOptions) -> Result<TextFile, Raised> {
        let TextOptions { name, mode, encoding, errors, newline, line_buffered } = options;
        let Some(codec) = Codec::from_name(&encoding) else {
            return Err(rt.raise(Exc::LookupError, format!("unknown encoding: {encoding}")));
        };
        Ok(TextFile {
            stream,
            name: Slot::new(name),
            mode,
            encoding: RefCell::new(encoding),
            codec: Cell::new(codec),
            errors: RefCell::new(errors),
            newline: Cell::new(newline),
            line_buffered: Cell::new(line_buffered),
            held: Cell::new(Held::Raw),
            checked: Cell::new(0),
            marked: Cell::new(false),
            iterating: Cell::new(false),
        })
    }

    /// Whether what is written goes to the engine's standard output in the encoding it began with.
    pub(crate) fn is_stdout(&self) -> bool {
        self.stream.is_stdout()
            && self.codec.get() == Codec::Utf8
            && self.newline.get().written().is_none()
            && *self.errors.borrow() == "surrogateescape"
    }

    fn open(&self, rt: &Rt) -> Result<(), Raised> {
        if self.stream.closed() { Err(rt.value_error("I/O operation on closed file.")) } else { Ok(()) }
    }

    fn readable(&self, rt: &Rt) -> Result<(), Raised> {
        self.open(rt)?;
        if !self.stream.readable {
            return Err(unsupported(rt, "not readable"));
        }
        if self.held.get() == Held::Raw && !matches!(self.codec.get(), Codec::Utf8 | Codec::Ascii | Codec::Latin1) {
            self.recode(rt)?;
        }
        Ok(())
    }

    fn decode(&self, rt: &Rt, bytes: &[u8]) -> Res {
        if self.held.get() == Held::Recoded {
            return codecs::decode(rt, bytes, None, Some(Text::Ascii("surrogatepass")));
        }
        let errors = self.errors.borrow().clone();
        codecs::decode(rt, bytes, Some(Text::Ascii(self.codec.get().name())), Some(Text::Ascii(&errors)))
    }

    /// Reads everything and holds it as UTF-8 from now on.
    fn recode(&self, rt: &Rt) -> Result<(), Raised> {
        self.stream.fill_all(rt)?;
        let bytes = self.stream.input.borrow().rest().to_vec();
        let encoding = self.encoding.borrow().clone();
        let errors = self.errors.borrow().clone();
        let text = codecs::decode(rt, &bytes, Some(Text::Ascii(&encoding)), Some(Text::Ascii(&errors)))?;
        let bytes = codecs::encode(rt, *text, None, Some(Text::Ascii("surrogatepass")))?;
        self.checked.set(bytes.len());
        *self.stream.input.borrow_mut() = Input { bytes, at: 0 };
        self.held.set(Held::Recoded);
        Ok(())
    }

    fn counting_codec(&self) -> Codec {
        if self.held.get() == Held::Recoded { Codec::Utf8 } else { self.codec.get() }
    }

    /// Reads more and checks it as CPython does, a chunk at a time. Whether there was any.
    fn fill(&self, rt: &Rt) -> Result<bool, Raised> {
        if self.held.get() == Held::Recoded {
            return Ok(false);
        }
        let more = self.stream.fill(rt)? > 0;
        if *self.errors.borrow() == "strict" && self.codec.get() != Codec::Latin1 {
            let (chunk, good) = {
                let input = self.stream.input.borrow();
                let unchecked = &input.rest()[self.checked.get().min(input.rest().len())..];
                let good = match (self.codec.get(), std::str::from_utf8(unchecked)) {
                    (Codec::Ascii, _) if !unchecked.is_ascii() => None,
                    (_, Ok(_)) => Some(unchecked.len()),
                    (_, Err(e)) if e.error_len().is_none() && more => Some(e.valid_up_to()),
                    (_, Err(_)) => None,
                };
                (if good.is_none() { unchecked.to_vec() } else { Vec::new() }, good)
            };
            match good {
                Some(n) => self.checked.set(self.checked.get() + n),
                None => {
                    {
                        let mut input = self.stream.input.borrow_mut();
                        let kept = input.bytes.len() - chunk.len();
                        input.bytes.truncate(kept);
                    }
                    self.decode(rt, &chunk)?;
                }
            }
        }
        Ok(more)
    }

    fn take(&self, n: usize) -> Vec<u8> {
        self.checked.set(self.checked.get().saturating_sub(n));
        self.stream.take(n)
    }

    /// A line, at most `limit` characters of it; empty at the end.
    ///
    /// # Errors
    /// OSError, UnicodeDecodeError.
    pub(super) fn read_line(&self, rt: &Rt, limit: Option<usize>) -> Res {
        self.readable(rt)?;
        if limit.is_some() {
            self.make_countable(rt)?;
        }
        let mut last = false;
        let end = loop {
            let (found, have) = {
                let input = self.stream.input.borrow();
                (self.newline.get().find(input.rest(), last), input.rest().len())
            };
            match found {
                End::At(end) => break end,
                End::Missing | End::Unsure if last => break have,
                End::Missing | End::Unsure => last = !self.fill(rt)?,
            }
        };
        let end = match limit {
            Some(limit) => {
                let input = self.stream.input.borrow();
                self.prefix(&input.rest()[..end], limit)
            }
            None => end,
        };
        self.decode(rt, &self.newline.get().read(self.take(end)))
    }

    /// Length of the first `n` characters of a line.
    fn prefix(&self, line: &[u8], n: usize) -> usize {
        let mut at = 0;
        for _ in 0..n {
            if at == line.len() {
                break;
            }
            at += char_len(self.counting_codec(), &line[at..]);
        }
        // A translated end is one character.
        if self.newline.get() == Newline::Translate && line[..at].ends_with(b"\r") && line[at..] == *b"\n" {
            at + 1
        } else {
            at
        }
    }

    /// Characters can be told apart in the buffer.
    fn make_countable(&self, rt: &Rt) -> Result<(), Raised> {
        let counted = matches!(self.errors.borrow().as_str(), "strict" | "surrogateescape");
        if counted || self.held.get() == Held::Recoded { Ok(()) } else { self.recode(rt) }
    }

    fn read(&self, rt: &Rt, n: Option<usize>) -> Res {
        self.readable(rt)?;
        let Some(n) = n else {
            while self.fill(rt)? {}
            let have = self.stream.input.borrow().rest().len();
            return self.decode(rt, &self.newline.get().read(self.take(have)));
        };
        self.make_countable(rt)?;
        let mut out = Vec::new();
        let mut count = 0;
        let mut last = false;
        while count < n {
            let (bytes, chars) = self.scan(self.stream.input.borrow().rest(), n - count, last);
            if bytes > 0 {
                out.extend_from_slice(&self.take(bytes));
                count += chars;
            } else if last {
                break;
            } else {
                last = !self.fill(rt)?;
            }
        }
        self.decode(rt, &self.newline.get().read(out))
    }

    /// How many bytes up to `n` characters of `rest` take, and how many characters that are. Unless the file ends there
    /// (`last`), a character that may go on behind `rest` is left.
    fn scan(&self, rest: &[u8], n: usize, last: bool) -> (usize, usize) {
        let translate = self.newline.get() == Newline::Translate;
        let codec = self.counting_codec();
        let (mut at, mut chars) = (0, 0);
        while chars < n && at < rest.len() {
            let ahead = &rest[at..];
            if !last && (ahead.len() < utf8_len(ahead[0]) || ahead == b"\r") {
                break;
            }
            at += if translate && ahead.starts_with(b"\r\n") { 2 } else { char_len(codec, ahead) };
            chars += 1;
        }
        (at, chars)
    }

    /// Writes a string.
    ///
    /// # Errors
    /// ValueError if closed, TypeError for anything else, UnicodeEncodeError, OSError.
    pub(crate) fn write(&self, rt: &Rt, v: Value) -> Result<usize, Raised> {
        let Some(text) = rt.as_text(v) else {
            return Err(rt.type_error(format!("write() argument must be str, not {}", rt.type_name(v))));
        };
        self.open(rt)?;
        if !self.stream.writable {
            return Err(unsupported(rt, "not writable"));
        }
        let breaks = self.line_buffered.get() && text.points().any(|c| c == 10 || c == 13);
        match (text, self.newline.get().written(), self.codec.get()) {
            (Text::Ascii(s), None, Codec::Utf8 | Codec::Ascii | Codec::Latin1) => {
                self.stream.write(rt, s.as_bytes())?
            }
            _ => {
                let expanded = match self.newline.get().expand(text) {
                    Some(points) => rt.str_from_text(Text::Wide(&points))?,
                    None => v.own(),
                };
                let errors = self.errors.borrow().clone();
                let bytes = codecs::encode(
                    rt,
                    *expanded,
                    Some(Text::Ascii(self.written_encoding())),
                    Some(Text::Ascii(&errors)),
                )?;
                self.stream.write(rt, &bytes)?;
                self.marked.set(true);
            }
        }
        if breaks {
            self.stream.flush(rt)?;
        }
        Ok(text.len())
    }

    /// Only the first thing written has a byte order mark.
    fn written_encoding(&self) -> &'static str {
        match self.codec.get() {
            Codec::Utf8Sig if self.marked.get() => "utf-8",
            Codec::Utf8Sig => "utf-8-sig",
            Codec::Utf16(codecs::Order::Marked) if self.marked.get() => "utf-16-le",
            Codec::Utf32(codecs::Order::Marked) if self.marked.get() => "utf-32-le",
            codec => codec.name(),
        }
    }

    fn seek(&self, rt: &Rt, offset: i64, whence: i64) -> Result<u64, Raised> {
        self.open(rt)?;
        let to = match whence {
            0 => match u64::try_from(offset) {
                Ok(at) => SeekFrom::Start(at),
                Err(_) => return Err(rt.value_error(format!("negative seek position {offset}"))),
            },
            1 if offset == 0 => SeekFrom::Start(self.tell(rt)?),
            2 if offset == 0 => SeekFrom::End(0),
            1 => return Err(unsupported(rt, "can't do nonzero cur-relative seeks")),
            2 => return Err(unsupported(rt, "can't do nonzero end-relative seeks")),
            _ => return Err(rt.value_error(format!("invalid whence ({whence}, should be 0, 1 or 2)"))),
        };
        if !self.stream.seekable() {
            return Err(unsupported(rt, "underlying stream is not seekable"));
        }
        self.held.set(Held::Raw);
        self.checked.set(0);
        self.iterating.set(false);
        self.stream.seek(rt, to)
    }

    fn tell(&self, rt: &Rt) -> Result<u64, Raised> {
        self.open(rt)?;
        if !self.stream.seekable() {
            return Err(unsupported(rt, "underlying stream is not seekable"));
        }
        if self.iterating.get() {
            return Err(rt.raise(Exc::OSError, "telling position disabled by next() call"));
        }
        self.stream.tell(rt)
    }

    fn truncate(&self, rt: &Rt, size: Option<Value>) -> Res {
        self.open(rt)?;
        if !self.stream.writable {
            return Err(unsupported(rt, "truncate"));
        }
        let size = match size.filter(|s| !s.is_none()) {
            Some(s) => rt.index_i64(s, Exc::OverflowError)? as u64,
            None => self.tell(rt)?,
        };
        self.stream.truncate(rt, size)?;
        rt.int_u64(size)
    }
}

fn this<'a>(rt: &Rt, a: &Args<'_>) -> Result<&'a TextFile, Raised> {
    rt.expect_boxed::<TextFile>(a.get(0))
}

fn nonempty(rt: &Rt, line: Owned) -> Result<Option<Owned>, Raised> {
    Ok(if rt.len(*line)? == 0 { None } else { Some(line) })
}

fn repr(rt: &Rt, a: &Args<'_>) -> Res {
    let file = this(rt, a)?;
    let name = file.name.get().own();
    let encoding = file.encoding.borrow().clone();
    let text = format!("<_io.TextIOWrapper name={} mode='{}' encoding='{encoding}'>", rt.repr_text(*name)?, file.mode);
    rt.str(&text)
}

/// `reconfigure(encoding=, errors=, newline=, line_buffering=, write_through=)`.
fn reconfigure(rt: &Rt, a: &Args<'_>) -> Res {
    let file = this(rt, a)?;
    file.open(rt)?;
    file.stream.flush(rt)?;
    if let Some(v) = a.opt(1).filter(|v| !v.is_none()) {
        let name = rt.expect_text(v, "reconfigure() argument 'encoding'")?.lossy().into_owned();
        let Some(codec) = Codec::from_name(&name) else {
            return Err(rt.raise(Exc::LookupError, format!("unknown encoding: {name}")));
        };
        *file.encoding.borrow_mut() = name;
        *file.errors.borrow_mut() = "strict".into();
        file.codec.set(codec);
    }
    if let Some(v) = a.opt(2).filter(|v| !v.is_none()) {
        *file.errors.borrow_mut() = rt.expect_text(v, "reconfigure() argument 'errors'")?.lossy().into_owned();
    }
    if let Some(v) = a.opt(3) {
        file.newline.set(Newline::from_argument(rt, "reconfigure", Some(v))?);
    }
    if let Some(v) = a.opt(4).filter(|v| !v.is_none()) {
        file.line_buffered.set(rt.truth(v)?);
    }
    none()
}

/// Attributes that only show state.
macro_rules! shown {
    ($name:literal, $get:expr) => {
        GetSetDef {
            name: $name,
            get: |rt, v| {
                let get: fn(&Rt, &TextFile) -> Res = $get;
                get(rt, rt.expect_boxed::<TextFile>(v)?)
            },
            set: None,
        }
    };
}

impl NativeObject for TextFile {
    const NAME: &'static str = "_io.TextIOWrapper";
    const ITERATOR: bool = true;
    const METHODS: &'static [NativeDef] = &[
        NativeDef::new("read", "(self, size=-1, /)", |rt, a| {
            let n = common::size(rt, a.opt(1))?;
            this(rt, a)?.read(rt, n)
        }),
        NativeDef::new("readline", "(self, size=-1, /)", |rt, a| {
            let n = common::line_size(rt, a.opt(1))?;
            this(rt, a)?.read_line(rt, n)
        }),
        NativeDef::new("readlines", "(self, hint=-1, /)", |rt, a| {
            let file = this(rt, a)?;
            common::lines(rt, a.opt(1), || nonempty(rt, file.read_line(rt, None)?))
        }),
        NativeDef::new("write", "(self, text, /)", |rt, a| rt.int(this(rt, a)?.write(rt, a.get(1))? as i64)),
        NativeDef::new("writelines", "(self, lines, /)", |rt, a| {
            let file = this(rt, a)?;
            file.open(rt)?;
            common::write_lines(rt, a.get(1), |line| file.write(rt, line).map(drop))
        }),
        NativeDef::new("flush", "(self, /)", |rt, a| {
            let file = this(rt, a)?;
            file.open(rt)?;
            file.stream.flush(rt)?;
            none()
        }),
        NativeDef::new("close", "(self, /)", |rt, a| {
            this(rt, a)?.stream.close(rt)?;
            none()
        }),
        NativeDef::new("seek", "(self, cookie, whence=0, /)", |rt, a| {
            let offset = rt.index_i64(a.get(1), Exc::OverflowError)?;
            let whence = a.opt(2).map_or(Ok(0), |w| rt.index_i64(w, Exc::OverflowError))?;
            rt.int_u64(this(rt, a)?.seek(rt, offset, whence)?)
        }),
        NativeDef::new("tell", "(self, /)", |rt, a| rt.int_u64(this(rt, a)?.tell(rt)?)),
        NativeDef::new("truncate", "(self, pos=None, /)", |rt, a| this(rt, a)?.truncate(rt, a.opt(1))),
        NativeDef::new("fileno", "(self, /)", |rt, a| rt.int(this(rt, a)?.stream.fileno(rt)?)),
        NativeDef::new("isatty", "(self, /)", |rt, a| {
            let file = this(rt, a)?;
            file.open(rt)?;
            boolean(file.stream.is_terminal())
        }),
        NativeDef::new("readable", "(self, /)", |rt, a| {
            let file = this(rt, a)?;
            file.stream.fileno(rt)?;
            boolean(file.stream.readable)
        }),
        NativeDef::new("writable", "(self, /)", |rt, a| {
            let file = this(rt, a)?;
            file.stream.fileno(rt)?;
            boolean(file.stream.writable)
        }),
        NativeDef::new("seekable", "(self, /)", |rt, a| {
            let file = this(rt, a)?;
            file.stream.fileno(rt)?;
            boolean(file.stream.seekable())
        }),
        NativeDef::new(
            "reconfigure",
            "(self, /, *, encoding=None, errors=None, newline=<unset>, line_buffering=None, write_through=None)",
            reconfigure,
        ),
        NativeDef::new("__enter__", "(self, /)", |rt, a| {
            this(rt, a)?.open(rt)?;
            Ok(a.get(0).own())
        }),
        NativeDef::new("__exit__", "(self, /, *args)", |rt, a| {
            this(rt, a)?.stream.close(rt)?;
            none()
        }),
        NativeDef::new("__iter__", "(self, /)", |rt, a| {
            this(rt, a)?.open(rt)?;
            Ok(a.get(0).own())
        }),
        NativeDef::new("__repr__", "(self, /)", repr),
    ];
    const GETSETS: &'static [GetSetDef] = &[
        shown!("name", |_, f| Ok(f.name.get().own())),
        shown!("mode", |rt, f| rt.str(&f.mode)),
        shown!("encoding", |rt, f| rt.str(&f.encoding.borrow())),
        shown!("errors", |rt, f| rt.str(&f.errors.borrow())),
        shown!("newlines", |_, _| none()),
        shown!("closed", |_, f| boolean(f.stream.closed())),
        shown!("line_buffering", |_, f| boolean(f.line_buffered.get())),
        shown!("write_through", |_, _| boolean(false)),
        shown!("buffer", |rt, f| BinaryFile::<{ super::binary::WRITER }>::of_stream(rt, &f.stream, f.name.get())),
    ];

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        f(self.name.get());
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        self.iterating.set(true);
        let line = nonempty(rt, self.read_line(rt, None)?)?;
        if line.is_none() {
            self.iterating.set(false);
        }
        Ok(line)
    }
}
