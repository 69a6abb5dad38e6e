//! The `builtins` module: gathers the natives of the runtime and adds those that need the interpreter.

use crate::interp::globals::context;
use crate::interp::{Vm, frames};
use crate::modules::{add, add_functions, import, new_module};
use runtime::object::Kind;
use runtime::{Args, Exc, NativeDef, Raised, Res, Rt, Value};

/// Functions defined here.
const FUNCTIONS: &[NativeDef] = &[
    NativeDef::new("__build_class__", "(func, name, /, *bases, **kwds)", build_class),
    NativeDef::new("__import__", "(name, globals=None, locals=None, fromlist=(), level=0)", dunder_import),
    NativeDef::new("globals", "()", globals),
    NativeDef::new("locals", "()", |rt, _| frames::current_locals(rt)),
    NativeDef::new("repr", "(obj, /)", |rt, a| rt.repr(a.get(0))),
    NativeDef::new("ascii", "(obj, /)", |rt, a| rt.ascii(a.get(0))),
    NativeDef::new("format", "(value, format_spec='', /)", format),
];

/// Makes the module and its dictionary, and gives the module.
///
/// # Errors
/// MemoryError.
pub(crate) fn make(rt: &Rt) -> Res {
    let module = new_module(rt, "builtins", Some("Built-in functions, types, exceptions, and other objects."))?;
    let dict = crate::modules::dict_of(rt, *module)?;
    add_functions(rt, *dict, "builtins", FUNCTIONS)?;
    add_functions(rt, *dict, "builtins", crate::modules::console::FUNCTIONS)?;
    add_functions(rt, *dict, "_io", crate::modules::io::OPEN)?;
    add_functions(rt, *dict, "builtins", runtime::types::sequence_functions::FUNCTIONS)?;
    add_functions(rt, *dict, "builtins", runtime::types::class_functions::FUNCTIONS)?;
    add_functions(rt, *dict, "builtins", crate::modules::execute::FUNCTIONS)?;
    add_functions(rt, *dict, "builtins", runtime::types::number_functions::FUNCTIONS)?;
    add_types(rt, *dict)?;
    add(rt, *dict, "None", Value::none().own())?;
    add(rt, *dict, "True", Value::bool(true).own())?;
    add(rt, *dict, "False", Value::bool(false).own())?;
    add(rt, *dict, "Ellipsis", Value::ellipsis().own())?;
    add(rt, *dict, "NotImplemented", Value::not_implemented().own())?;
    add(rt, *dict, "__debug__", Value::bool(true).own())?;
    Ok(module)
}

fn add_types(rt: &Rt, dict: Value) -> Result<(), Raised> {
    const KINDS: &[Kind] = &[
        Kind::Bool,
        Kind::Int,
        Kind::Float,
        Kind::Str,
        Kind::Bytes,
        Kind::ByteArray,
        Kind::List,
        Kind::Tuple,
        Kind::Dict,
        Kind::Set,
        Kind::FrozenSet,
        Kind::Range,
        Kind::Slice,
        Kind::Property,
        Kind::ClassMethod,
        Kind::StaticMethod,
        Kind::Super,
        Kind::Type,
        Kind::Instance,
    ];
    for kind in KINDS {
        add(rt, dict, kind.type_name(), rt.kind_type(*kind).own())?;
    }
    use runtime::types::builtin_iterators as iterators;
    let further: [(&str, Value); 5] = [
        ("enumerate", iterators::enumerate_type(rt)?),
        ("zip", iterators::zip_type(rt)?),
        ("map", iterators::map_type(rt)?),
        ("filter", iterators::filter_type(rt)?),
        ("reversed", iterators::reversed_type(rt)?),
    ];
    for (name, class) in further {
        add(rt, dict, name, class.own())?;
    }
    for e in Exc::ALL {
        add(rt, dict, e.name(), rt.exc_class(*e).own())?;
    }
    add(rt, dict, "EnvironmentError", rt.exc_class(Exc::OSError).own())?;
    add(rt, dict, "IOError", rt.exc_class(Exc::OSError).own())
}

fn build_class(rt: &Rt, args: &Args<'_>) -> Res {
    (rt.entry().build_class)(rt, args)
}

fn dunder_import(rt: &Rt, args: &Args<'_>) -> Res {
    let Some(name) = rt.as_text(args.get(0)) else { return Err(rt.type_error("module name must be a string")) };
    let name = name.lossy().into_owned();
    let globals = args.opt(1).filter(|g| rt.is_dict(*g));
    let fromlist = args.opt(3).unwrap_or(rt.empty_tuple);
    let level = args.opt(4).map_or(Ok(0), |l| rt.index_c_int(l)).map(i64::from)?;
    if level < 0 {
        return Err(rt.value_error("level must be >= 0"));
    }
    import::import(rt, &name, globals, fromlist, level)
}

fn globals(rt: &Rt, _: &Args<'_>) -> Res {
    let act = Vm::of(rt).current.get();
    if act.is_null() {
        return Err(rt.raise(Exc::SystemError, "globals(): no frame"));
    }
    Ok(context(act).1.own())
}

fn format(rt: &Rt, args: &Args<'_>) -> Res {
    let spec = args.opt(1).unwrap_or(rt.empty_str);
    if !rt.is_str(spec) {
        return Err(rt.type_error(format!("format() argument 2 must be str, not {}", rt.type_name(spec))));
    }
    rt.format(args.get(0), spec)
}

/// The exception for an error of standard output.
pub(crate) fn output_error(rt: &Rt, e: &std::io::Error) -> Raised {
    let class = if e.kind() == std::io::ErrorKind::BrokenPipe { Exc::BrokenPipeError } else { Exc::OSError };
    let errno = Value::int(i64::from(e.raw_os_error().unwrap_or(0)));
    match rt.str(e.to_string().split(" (os error").next().unwrap_or_default()) {
        Ok(text) => rt.raise_with(class, &[errno, *text]),
        Err(raised) => raised,
    }
}
