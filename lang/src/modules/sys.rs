//! The `sys` module.

mod facts;
mod structures;

use crate::interp::frames;
use crate::modules::io::{Device, Stream, TextFile, TextOptions};
use crate::modules::{add, add_functions, new_module};
use runtime::{Args, Exc, NativeDef, Owned, Raised, Res, Rt, Value};
use std::io::IsTerminal;
use std::rc::Rc;

const FUNCTIONS: &[NativeDef] = &[
    NativeDef::new("exit", "(status=None, /)", exit),
    NativeDef::new("getrecursionlimit", "()", |rt, _| rt.int(rt.recursion_limit.get() as i64)),
    NativeDef::new("setrecursionlimit", "(limit, /)", set_recursion_limit),
    NativeDef::new("intern", "(string, /)", intern),
    NativeDef::new("getrefcount", "(object, /)", getrefcount),
    NativeDef::new("getsizeof", "(object, default=<unset>)", getsizeof),
    NativeDef::new("_getframe", "(depth=0, /)", getframe),
    NativeDef::new("exc_info", "()", exc_info),
    NativeDef::new("exception", "()", |rt, _| Ok(rt.handled.own().unwrap_or_else(|| Value::none().own()))),
    NativeDef::new("excepthook", "(exctype, value, traceback, /)", excepthook),
    NativeDef::new("unraisablehook", "(unraisable, /)", unraisablehook),
    NativeDef::new("displayhook", "(object, /)", displayhook),
    NativeDef::new("getdefaultencoding", "()", |rt, _| rt.str("utf-8")),
    NativeDef::new("getfilesystemencoding", "()", |rt, _| rt.str("utf-8")),
    NativeDef::new("getfilesystemencodeerrors", "()", |rt, _| rt.str("surrogateescape")),
    NativeDef::new("is_finalizing", "()", |_, _| Ok(Value::bool(false).own())),
];

/// Makes the module.
///
/// # Errors
/// MemoryError.
pub(crate) fn make(rt: &Rt, argv: &[String], dir: &str) -> Res {
    let module = new_module(rt, "sys", Some("Access to what the interpreter uses and maintains."))?;
    let dict = crate::modules::dict_of(rt, *module)?;
    add_functions(rt, *dict, "sys", FUNCTIONS)?;
    for (name, original) in
        [("__excepthook__", "excepthook"), ("__unraisablehook__", "unraisablehook"), ("__displayhook__", "displayhook")]
    {
        if let Some(f) = rt.dict_get_str(*dict, *rt.intern(original)?) {
            add(rt, *dict, name, f.own())?;
        }
    }
    let list = |items: &[String]| -> Res {
        let items = items.iter().map(|s| rt.str(s)).collect::<Result<Vec<_>, Raised>>()?;
        rt.list_from_owned(items)
    };
    add(rt, *dict, "argv", list(argv)?)?;
    add(rt, *dict, "orig_argv", list(argv)?)?;
    add(rt, *dict, "path", list(&[dir.to_owned()])?)?;
    add(rt, *dict, "modules", rt.modules.get().own())?;
    facts::install(rt, *dict)?;
    let interactive = std::io::stdout().is_terminal();
    let streams = [
        ("stdin", Device::Stdin, "surrogateescape", false),
        ("stdout", Device::Stdout, "surrogateescape", interactive),
        ("stderr", Device::Stderr, "backslashreplace", true),
    ];
    for (name, device, errors, line_buffered) in streams {
        let file = standard(rt, name, device, errors, line_buffered)?;
        add(rt, *dict, &format!("__{name}__"), file.clone())?;
        add(rt, *dict, name, file)?;
    }
    rt.sys.set(dict);
    Ok(module)
}

/// One of the three standard streams.
fn standard(rt: &Rt, name: &str, device: Device, errors: &str, line_buffered: bool) -> Res {
    let reads = matches!(device, Device::Stdin);
    let options =
        TextOptions::standard(rt.str(&format!("<{name}>"))?, if reads { "r" } else { "w" }, errors, line_buffered);
    let stream = Rc::new(Stream::new(device, reads, !reads, false));
    rt.new_boxed(TextFile::new(rt, stream, options)?)
}

fn exit(rt: &Rt, args: &Args<'_>) -> Res {
    let status = args.opt(0).unwrap_or(Value::none());
    let class = rt.exc_class(Exc::SystemExit);
    let exc = match rt.as_tuple(status) {
        Some(args) => rt.call(class, args)?,
        None if status.is_none() => rt.call(class, &[])?,
        None if rt.is_instance_of(status, class) => status.own(),
        None => rt.call(class, &[status])?,
    };
    Err(rt.raise_object(exc))
}

fn set_recursion_limit(rt: &Rt, args: &Args<'_>) -> Res {
    let limit = rt.index_c_int(args.get(0))?;
    if limit < 1 {
        return Err(rt.value_error("recursion limit must be greater or equal than 1"));
    }
    let room = crate::interp::Vm::of(rt).room();
    room.set(room.get() + (i64::from(limit) - rt.recursion_limit.get() as i64) as i32);
    rt.recursion_limit.set(limit as usize);
    Ok(Value::none().own())
}

/// What `sys.getrefcount` says of objects that are never released.
const IMMORTAL_COUNT: i64 = 3 << 30;

/// The references to an object; that of the call itself is borrowed, as CPython's calls do where they can.
fn getrefcount(rt: &Rt, a: &Args<'_>) -> Res {
    let v = a.get(0);
    rt.int(if v.is_ptr() { i64::from(v.refcount()).min(IMMORTAL_COUNT) } else { IMMORTAL_COUNT })
}

fn intern(rt: &Rt, a: &Args<'_>) -> Res {
    let v = a.get(0);
    if !rt.is_str(v) {
        return Err(rt.type_error(format!("intern() argument must be str, not {}", rt.type_name(v))));
    }
    if rt.class_of(v) != rt.kind_type(runtime::object::Kind::Str) {
        return Err(rt.type_error(format!("can't intern {}", rt.type_name(v))));
    }
    rt.intern_value(v)
}

/// Prints what is not None, and remembers it as `builtins._`.
fn displayhook(rt: &Rt, a: &Args<'_>) -> Res {
    let v = a.get(0);
    if !v.is_none() {
        let name = rt.intern("_")?;
        rt.dict_set_str(rt.builtins.get(), *name, Value::none().own())?;
        let text = rt.repr_text(v)?;
        let Some(stdout) = rt.sys_attr("stdout") else { return Err(rt.raise(Exc::RuntimeError, "lost sys.stdout")) };
        rt.call_method(*stdout, rt.names.write, &[*rt.str(&format!("{text}\n"))?])?;
        rt.dict_set_str(rt.builtins.get(), *name, v.own())?;
    }
    Ok(Value::none().own())
}

/// What `__sizeof__` says; the default if there is none or it does not say an integer.
fn getsizeof(rt: &Rt, a: &Args<'_>) -> Res {
    let size = || -> Result<i64, Raised> {
        let size = rt.call_method(a.get(0), *rt.intern("__sizeof__")?, &[])?;
        rt.index_i64(*size, Exc::OverflowError)
    };
    match (size(), a.opt(1)) {
        (Ok(n), _) if n < 0 => Err(rt.value_error("__sizeof__() should return >= 0")),
        (Ok(n), _) => rt.int(n),
        (Err(raised), Some(default)) => rt.swallow(raised, Exc::TypeError).map(|()| default.own()),
        (Err(raised), None) => Err(raised),
    }
}

fn getframe(rt: &Rt, a: &Args<'_>) -> Res {
    let depth = a.opt(0).map_or(Ok(0), |d| rt.index_i64(d, Exc::OverflowError))?;
    match frames::outer(rt, usize::try_from(depth).unwrap_or(0)) {
        Some(act) => frames::frame_of(rt, act),
        None => Err(rt.value_error("call stack is not deep enough")),
    }
}

fn exc_info(rt: &Rt, _: &Args<'_>) -> Res {
    let Some(exc) = rt.handled.own() else {
        let none = Value::none();
        return rt.tuple_from(&[none, none, none]);
    };
    let traceback = rt.exception_data(*exc).traceback.own().unwrap_or_else(|| Value::none().own());
    rt.tuple_from(&[rt.class_of(*exc), *exc, *traceback])
}

fn excepthook(rt: &Rt, a: &Args<'_>) -> Res {
    let value = a.get(1);
    if !rt.is_exception(value) {
        let got = rt.type_name(value);
        return Err(rt.type_error(format!("print_exception(): Exception expected for value, {got} found")));
    }
    rt.write_error(&crate::traceback::render(rt, value));
    Ok(Value::none().own())
}

fn unraisablehook(rt: &Rt, a: &Args<'_>) -> Res {
    let field = |name: &str| -> Res { rt.getattr(a.get(0), *rt.intern(name)?) };
    let exc = field("exc_value")?;
    let message = field("err_msg")?;
    let object = field("object")?;
    if !rt.is_exception(*exc) {
        return Err(rt.type_error("invalid unraisable"));
    }
    let doing = if message.is_none() { "Exception ignored in".to_owned() } else { rt.str_text(*message)? };
    let doing = doing.strip_prefix("Exception ignored while ").unwrap_or(&doing).to_owned();
    let object: Option<Owned> = Some(object).filter(|o| !o.is_none());
    let raised = rt.reraise_object(exc);
    rt.report_unraisable_plainly(raised, &doing, object);
    Ok(Value::none().own())
}

/// Calls `sys.excepthook`, if a program replaced it; whether it did the reporting.
pub(crate) fn call_excepthook(rt: &Rt, exc: Value) -> bool {
    let Some(hook) = rt.sys_attr("excepthook").filter(|h| rt.as_native(**h).is_none()) else { return false };
    let traceback = rt.exception_data(exc).traceback.own().unwrap_or_else(|| Value::none().own());
    if let Err(raised) = rt.call(*hook, &[rt.class_of(exc), exc, *traceback]) {
        let failure = rt.take_raised(raised);
        let _ = rt.out.flush();
        rt.write_error("Error in sys.excepthook:\n");
        rt.write_error(&crate::traceback::render(rt, *failure));
        rt.write_error("\nOriginal exception was:\n");
        rt.write_error(&crate::traceback::render(rt, exc));
    }
    true
}

/// Flushes what a program put in the place of `sys.stdout`.
pub(crate) fn flush_replaced_stdout(rt: &Rt) {
    let (Some(file), Some(original)) = (rt.sys_attr("stdout"), rt.sys_attr("__stdout__")) else { return };
    if *file == *original || file.is_none() {
        return;
    }
    let flush = || -> Result<(), Raised> {
        if let Some(closed) = rt.getattr_opt(*file, *rt.intern("closed")?)?
            && rt.truth(*closed)?
        {
            return Ok(());
        }
        rt.call_method(*file, rt.names.flush, &[]).map(drop)
    };
    if let Err(raised) = flush() {
        rt.report_unraisable(raised, "flushing sys.stdout", None);
    }
}
