//! Natives that stand for functions of the hosted language: a wrong call of one is described as the interpreter describes it.

use crate::error::{Raised, Res};
use crate::native::{Args, NativeDef, parameter_names};
use crate::rt::Rt;
use crate::value::Value;
use smallvec::SmallVec;

/// Places arguments as a call of a hosted function does, and calls `def`, whose parameters are all positional or keyword-only and
/// which takes no `*args` or `**kwargs`.
#[cold]
pub(crate) fn bind(rt: &Rt, def: &NativeDef, qualname: &str, args: &Args<'_>) -> Res {
    let names: SmallVec<[&str; 8]> = parameter_names(def.signature).collect();
    let (required, positional) = def.positional_parameters();
    let mut values: SmallVec<[Value; 8]> = SmallVec::from_elem(Value::EMPTY, names.len());
    let given = args.len();
    let direct = given.min(positional);
    values[..direct].copy_from_slice(&args.positional()[..direct]);
    for (name, value) in args.keywords() {
        let text = rt.str_lossy(name);
        let Some(i) = names.iter().position(|n| **n == *text) else {
            let hint = crate::text::suggest::suggest(&text, names.iter().copied());
            let hint = hint.map_or(String::new(), |h| format!(". Did you mean '{h}'?"));
            return Err(rt.type_error(format!("{qualname}() got an unexpected keyword argument '{text}'{hint}")));
        };
        if !values[i].is_empty() {
            return Err(rt.type_error(format!("{qualname}() got multiple values for argument '{text}'")));
        }
        values[i] = value;
    }
    if given > positional {
        return Err(too_many(rt, qualname, required, positional, given));
    }
    let missing: Vec<&str> = (0..required).filter(|i| values[*i].is_empty()).map(|i| names[i]).collect();
    if !missing.is_empty() {
        return Err(rt.type_error(format!(
            "{qualname}() missing {} required positional argument{}: {}",
            missing.len(),
            plural(missing.len()),
            listed(&missing)
        )));
    }
    (def.func)(rt, &Args::positional_only(&values))
}

fn too_many(rt: &Rt, qualname: &str, required: usize, positional: usize, given: usize) -> Raised {
    let takes = if required == positional {
        format!("{positional} positional argument{}", plural(positional))
    } else {
        format!("from {required} to {positional} positional arguments")
    };
    let were = if given == 1 { "was" } else { "were" };
    rt.type_error(format!("{qualname}() takes {takes} but {given} {were} given"))
}

fn plural(n: usize) -> &'static str {
    if n == 1 { "" } else { "s" }
}

/// `'a'`, `'a' and 'b'`, `'a', 'b', and 'c'`.
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => format!("'{one}'"),
        [a, b] => format!("'{a}' and '{b}'"),
        [most @ .., last] => {
            let most: Vec<String> = most.iter().map(|n| format!("'{n}'")).collect();
            format!("{}, and '{last}'", most.join(", "))
        }
    }
}
