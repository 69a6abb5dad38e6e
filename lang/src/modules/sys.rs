//! The `sys` module.

use crate::modules::{add, add_functions, new_module};
use runtime::{Args, Exc, NativeDef, Raised, Res, Rt, Value};

const FUNCTIONS: &[NativeDef] = &[
    NativeDef::new("exit", "(status=None, /)", exit),
    NativeDef::new("getrecursionlimit", "()", |rt, _| rt.int(rt.recursion_limit.get() as i64)),
    NativeDef::new("setrecursionlimit", "(limit, /)", set_recursion_limit),
    NativeDef::new("intern", "(string, /)", |rt, a| {
        rt.expect_text(a.get(0), "intern() argument")?;
        rt.intern_value(a.get(0))
    }),
    NativeDef::new("getrefcount", "(object, /)", |rt, a| rt.int(i64::from(a.get(0).refcount()) + 1)),
];

/// Makes the module.
///
/// # Errors
/// MemoryError.
pub(crate) fn make(rt: &Rt, argv: &[String], dir: &str) -> Res {
    let module = new_module(rt, "sys", Some("Access to what the interpreter uses and maintains."))?;
    let dict = crate::modules::dict_of(rt, *module)?;
    add_functions(rt, *dict, "sys", FUNCTIONS)?;
    let list = |items: &[String]| -> Res {
        let items = items.iter().map(|s| rt.str(s)).collect::<Result<Vec<_>, Raised>>()?;
        rt.list_from_owned(items)
    };
    add(rt, *dict, "argv", list(argv)?)?;
    add(rt, *dict, "path", list(&[dir.to_owned()])?)?;
    add(rt, *dict, "modules", rt.modules.get().own())?;
    add(rt, *dict, "maxsize", rt.int(i64::MAX)?)?;
    add(rt, *dict, "maxunicode", rt.int(0x10_ffff)?)?;
    add(rt, *dict, "platform", rt.str("linux")?)?;
    crate::modules::sys_numbers::add_to(rt, *dict)?;
    add(rt, *dict, "byteorder", rt.str("little")?)?;
    Ok(module)
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
    let limit = rt.index_i64(args.get(0), Exc::OverflowError)?;
    if limit < 1 {
        return Err(rt.value_error("recursion limit must be greater or equal than 1"));
    }
    rt.recursion_limit.set(limit as usize);
    Ok(Value::none().own())
}
