//! `print` and `input`.

use crate::modules::builtins::output_error;
use crate::modules::io::TextFile;
use runtime::string::Text;
use runtime::{Args, Exc, NativeDef, Owned, Raised, Res, Rt, Value};

/// Functions for `builtins`.
pub(crate) const FUNCTIONS: &[NativeDef] =
    &[NativeDef::new("print", "(*args, **kwargs)", print), NativeDef::new("input", "(prompt='', /)", input)];

/// Where `print` writes.
enum Target {
    /// The engine's own standard output.
    Out,
    /// Any object with a method `write`.
    File(Owned),
}

impl Target {
    /// `file`, or `sys.stdout`; `None` if that is None: then nothing is printed.
    fn of(rt: &Rt, file: Option<Value>) -> Result<Option<Target>, Raised> {
        let file = match file.filter(|f| !f.is_none()) {
            Some(f) => f,
            None => match rt.sys.get().some().and_then(|sys| rt.dict_get_str(sys, rt.names.stdout)) {
                Some(f) if f.is_none() => return Ok(None),
                Some(f) => f,
                None => return Err(rt.raise(Exc::RuntimeError, "lost sys.stdout")),
            },
        };
        match rt.boxed::<TextFile>(file) {
            Some(f) if f.is_stdout() => Ok(Some(Target::Out)),
            _ => Ok(Some(Target::File(file.own()))),
        }
    }

    fn write(&self, rt: &Rt, text: Value) -> Result<(), Raised> {
        match (self, rt.as_text(text)) {
            (Target::Out, Some(Text::Ascii(s))) => rt.out.write(s.as_bytes()).map_err(|e| output_error(rt, &e)),
            (Target::Out, Some(wide)) => match wide.utf8() {
                Ok(s) => rt.out.write(s.as_bytes()).map_err(|e| output_error(rt, &e)),
                // A lone surrogate: an escaped byte, or an error.
                Err(_) => {
                    let bytes = runtime::types::codecs::encode(rt, text, None, Some(Text::Ascii("surrogateescape")))?;
                    rt.out.write(&bytes).map_err(|e| output_error(rt, &e))
                }
            },
            (Target::Out, None) => Ok(()),
            (Target::File(f), _) => rt.call_method(**f, rt.names.write, &[text]).map(drop),
        }
    }

    fn flush(&self, rt: &Rt) -> Result<(), Raised> {
        match self {
            Target::Out => rt.out.flush().map_err(|e| output_error(rt, &e)),
            Target::File(f) => rt.call_method(**f, rt.names.flush, &[]).map(drop),
        }
    }
}

/// An optional string argument of `print`: `default` where it is None or left out.
fn option(rt: &Rt, v: Option<Value>, name: &str, default: &str) -> Res {
    match v {
        Some(v) if rt.is_str(v) => Ok(v.own()),
        Some(v) if !v.is_none() => {
            Err(rt.type_error(format!("{name} must be None or a string, not {}", rt.type_name(v))))
        }
        _ => rt.str(default),
    }
}

fn print(rt: &Rt, args: &Args<'_>) -> Res {
    let (mut sep, mut end, mut file, mut flush) = (None, None, None, None);
    for (name, value) in args.keywords() {
        match &*rt.str_lossy(name) {
            "sep" => sep = Some(value),
            "end" => end = Some(value),
            "file" => file = Some(value),
            "flush" => flush = Some(value),
            other => {
                return Err(rt.type_error(format!("print() got an unexpected keyword argument '{other}'")));
            }
        }
    }
    let flush = flush.map_or(Ok(false), |f| rt.truth(f))?;
    let Some(target) = Target::of(rt, file)? else { return Ok(Value::none().own()) };
    let sep = option(rt, sep, "sep", " ")?;
    let end = option(rt, end, "end", "\n")?;
    for (k, v) in args.positional().iter().enumerate() {
        if k > 0 {
            target.write(rt, *sep)?;
        }
        // Each piece is written as it is made, so that what a later __str__ prints comes after.
        let text = rt.to_str(*v)?;
        target.write(rt, *text)?;
    }
    target.write(rt, *end)?;
    if flush {
        target.flush(rt)?;
    }
    Ok(Value::none().own())
}

/// A stream of `sys` that `input` needs.
fn stream(rt: &Rt, name: &str) -> Res {
    match rt.sys_attr(name) {
        Some(f) if !f.is_none() => Ok(f),
        _ => Err(rt.raise(Exc::RuntimeError, format!("lost sys.{name}"))),
    }
}

fn input(rt: &Rt, a: &Args<'_>) -> Res {
    let stdin = stream(rt, "stdin")?;
    let stdout = stream(rt, "stdout")?;
    let errors = stream(rt, "stderr")?;
    rt.call_method(*errors, rt.names.flush, &[]).map(drop).or_else(|raised| rt.swallow(raised, Exc::Exception))?;
    if let Some(prompt) = a.opt(0) {
        let text = rt.to_str(prompt)?;
        let target = Target::of(rt, Some(*stdout))?;
        target.map_or(Ok(()), |t| t.write(rt, *text))?;
    }
    rt.call_method(*stdout, rt.names.flush, &[]).map(drop).or_else(|raised| rt.swallow(raised, Exc::Exception))?;
    let line = rt.call_method(*stdin, rt.names.readline, &[])?;
    let Some(text) = rt.as_text(*line) else {
        return Err(rt.type_error("object.readline() returned non-string"));
    };
    match text.len() {
        0 => Err(rt.raise(Exc::EOFError, "EOF when reading a line")),
        n if text.at(n - 1) == u32::from(b'\n') => rt.str_slice(*line, 0, n - 1),
        _ => Ok(line),
    }
}
