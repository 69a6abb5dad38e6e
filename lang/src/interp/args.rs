//! Binding of arguments to parameters, the general way, with CPython's errors.

use crate::interp::code::Code;
use runtime::object::{FunctionObj, shape_id};
use runtime::{Args, Owned, Raised, Rt, Value};

/// Fills the parameters of a new register window, which is zeroed, with new references. On an error everything written so far is released.
///
/// # Errors
/// TypeError with CPython's words.
pub(crate) fn bind(
    rt: &Rt,
    func: &FunctionObj,
    code: &Code,
    args: &Args<'_>,
    window: *mut Value,
) -> Result<(), Raised> {
    if runs_user_code(rt, func, code, args) {
        return bind_aside(rt, func, code, args, window);
    }
    let result = bind_into(rt, func, code, args, window);
    if result.is_err() {
        for k in 0..code.nlocals {
            // SAFETY: the window has room for the code's registers.
            unsafe { window.add(k).replace(Value::EMPTY) }.decref();
        }
    }
    result
}

/// Whether binding may run user code: names that are instances of subclasses of `str` bring their own `__hash__` and `__eq__`.
fn runs_user_code(rt: &Rt, func: &FunctionObj, code: &Code, args: &Args<'_>) -> bool {
    let own_methods = |name: Value| !name.has_shape(shape_id::STR);
    if args.names().iter().any(|n| own_methods(*n)) {
        return true;
    }
    let Some(d) = func.kwdefaults.get().some() else { return false };
    let mut at = 0;
    code.proto.kwonly_count > 0 && std::iter::from_fn(|| rt.dict_entry(d, &mut at)).any(|(key, _)| own_methods(key))
}

/// Binds outside of the register stack: the window is above the stack's top, where calls that user code makes put theirs.
#[cold]
fn bind_aside(rt: &Rt, func: &FunctionObj, code: &Code, args: &Args<'_>, window: *mut Value) -> Result<(), Raised> {
    let mut aside = vec![Value::EMPTY; code.nregs];
    let result = bind_into(rt, func, code, args, aside.as_mut_ptr());
    for (k, v) in aside.into_iter().enumerate() {
        if result.is_ok() {
            // SAFETY: the window has room for the code's registers; what calls left there is not owned any more.
            unsafe { window.add(k).write(v) };
        } else {
            v.decref();
        }
    }
    result
}

/// Number of parameters, `*args` and `**kwargs` not counted.
fn param_count(code: &Code) -> usize {
    code.proto.arg_count as usize + code.proto.kwonly_count as usize
}

fn bind_into(rt: &Rt, func: &FunctionObj, code: &Code, args: &Args<'_>, window: *mut Value) -> Result<(), Raised> {
    let proto = &code.proto;
    let positional = args.positional();
    let arg_count = proto.arg_count as usize;
    let params = param_count(code);
    // SAFETY: the window has room for the code's registers, which begin with the parameters.
    let put = |i: usize, v: Owned| unsafe { window.add(i).replace(v.into_raw()) }.decref();
    let get = |i: usize| unsafe { window.add(i).read() };
    for (i, v) in positional.iter().take(arg_count).enumerate() {
        put(i, v.own());
    }
    if proto.varargs {
        let extra = positional.get(arg_count..).unwrap_or(&[]);
        put(params, rt.tuple_from(extra)?);
    }
    let kwdict = if proto.varkw {
        let d = rt.new_dict()?;
        let v = *d;
        put(params + usize::from(proto.varargs), d);
        Some(v)
    } else {
        None
    };
    bind_keywords(rt, func, code, args, kwdict, put, get)?;
    if positional.len() > arg_count && !proto.varargs {
        return Err(too_many(rt, func, code, positional.len(), get));
    }
    fill_defaults(rt, func, code, put, get)
}

fn bind_keywords(
    rt: &Rt,
    func: &FunctionObj,
    code: &Code,
    args: &Args<'_>,
    kwdict: Option<Value>,
    put: impl Fn(usize, Owned),
    get: impl Fn(usize) -> Value,
) -> Result<(), Raised> {
    let posonly = code.proto.posonly_count as usize;
    for (name, value) in args.keywords() {
        if !rt.is_str(name) {
            return Err(rt.type_error("keywords must be strings"));
        }
        match find_param(rt, code, name, posonly) {
            Some(i) => {
                if !get(i).is_empty() {
                    return Err(rt.type_error(format!(
                        "{}() got multiple values for argument '{}'",
                        rt.str_lossy(func.qualname.get()),
                        rt.str_lossy(name)
                    )));
                }
                put(i, value.own());
            }
            None => match kwdict {
                Some(d) => rt.dict_set(d, name, value.own())?,
                None => return Err(unexpected(rt, func, code, args, name)),
            },
        }
    }
    Ok(())
}

fn find_param(rt: &Rt, code: &Code, name: Value, from: usize) -> Option<usize> {
    let params = &code.local_names[from..param_count(code)];
    let identical = params.iter().position(|p| *p == name);
    identical.or_else(|| params.iter().position(|p| rt.as_text(*p) == rt.as_text(name))).map(|i| i + from)
}

#[cold]
fn unexpected(rt: &Rt, func: &FunctionObj, code: &Code, args: &Args<'_>, name: Value) -> Raised {
    let posonly = code.proto.posonly_count as usize;
    let qualname = rt.str_lossy(func.qualname.get());
    let given: Vec<String> = args
        .names()
        .iter()
        .filter(|n| code.local_names[..posonly].iter().any(|p| rt.as_text(*p) == rt.as_text(**n)))
        .map(|n| rt.str_lossy(*n).into_owned())
        .collect();
    if !given.is_empty() {
        return rt.type_error(format!(
            "{qualname}() got some positional-only arguments passed as keyword arguments: '{}'",
            given.join(", ")
        ));
    }
    let text = rt.str_lossy(name);
    let candidates: Vec<String> =
        code.local_names[posonly..param_count(code)].iter().map(|p| rt.str_lossy(*p).into_owned()).collect();
    let hint = match runtime::text::suggest::suggest(&text, candidates.iter().map(String::as_str)) {
        Some(s) => format!(". Did you mean '{s}'?"),
        None => String::new(),
    };
    rt.type_error(format!("{qualname}() got an unexpected keyword argument '{text}'{hint}"))
}

#[cold]
fn too_many(rt: &Rt, func: &FunctionObj, code: &Code, given: usize, get: impl Fn(usize) -> Value) -> Raised {
    let arg_count = code.proto.arg_count as usize;
    let defaults = func.defaults.get().some().and_then(|d| rt.as_tuple(d)).map_or(0, <[Value]>::len);
    let kwonly_given = (arg_count..param_count(code)).filter(|i| !get(*i).is_empty()).count();
    let (takes, plural) = if defaults > 0 {
        (format!("from {} to {arg_count}", arg_count - defaults.min(arg_count)), true)
    } else {
        (arg_count.to_string(), arg_count != 1)
    };
    let kwonly = if kwonly_given > 0 {
        format!(
            " positional argument{} (and {kwonly_given} keyword-only argument{})",
            if given == 1 { "" } else { "s" },
            if kwonly_given == 1 { "" } else { "s" }
        )
    } else {
        String::new()
    };
    rt.type_error(format!(
        "{}() takes {takes} positional argument{} but {given}{kwonly} {} given",
        rt.str_lossy(func.qualname.get()),
        if plural { "s" } else { "" },
        if given == 1 && kwonly_given == 0 { "was" } else { "were" }
    ))
}

/// `'a'`, `'a' and 'b'`, `'a', 'b', and 'c'`.
fn name_list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [a] => format!("'{a}'"),
        [a, b] => format!("'{a}' and '{b}'"),
        [rest @ .., last] => {
            let rest: Vec<String> = rest.iter().map(|n| format!("'{n}'")).collect();
            format!("{}, and '{last}'", rest.join(", "))
        }
    }
}

fn fill_defaults(
    rt: &Rt,
    func: &FunctionObj,
    code: &Code,
    put: impl Fn(usize, Owned),
    get: impl Fn(usize) -> Value,
) -> Result<(), Raised> {
    let arg_count = code.proto.arg_count as usize;
    let defaults: &[Value] = func.defaults.get().some().and_then(|d| rt.as_tuple(d)).unwrap_or(&[]);
    let first_default = arg_count - defaults.len().min(arg_count);
    let missing = |range: std::ops::Range<usize>| -> Vec<String> {
        range.filter(|i| get(*i).is_empty()).map(|i| rt.str_lossy(code.local_names[i]).into_owned()).collect()
    };
    let lacking = missing(0..first_default);
    if !lacking.is_empty() {
        return Err(missing_error(rt, func, "positional", &lacking));
    }
    for i in first_default..arg_count {
        if get(i).is_empty() {
            put(i, defaults[i - first_default].own());
        }
    }
    for i in arg_count..param_count(code) {
        if get(i).is_empty()
            && let Some(d) = func.kwdefaults.get().some().map(Value::own)
            && let Some(v) = rt.dict_get(*d, code.local_names[i])?
        {
            put(i, v);
        }
    }
    let lacking = missing(arg_count..param_count(code));
    if lacking.is_empty() { Ok(()) } else { Err(missing_error(rt, func, "keyword-only", &lacking)) }
}

#[cold]
fn missing_error(rt: &Rt, func: &FunctionObj, what: &str, names: &[String]) -> Raised {
    rt.type_error(format!(
        "{}() missing {} required {what} argument{}: {}",
        rt.str_lossy(func.qualname.get()),
        names.len(),
        if names.len() == 1 { "" } else { "s" },
        name_list(names)
    ))
}
