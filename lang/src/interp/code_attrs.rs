//! What the runtime asks about code objects.

use crate::interp::code::{Code, code_of};
use runtime::object::FunctionObj;
use runtime::{Res, Rt, Value};

const CO_OPTIMIZED: i64 = 1;
const CO_NEWLOCALS: i64 = 2;
const CO_VARARGS: i64 = 4;
const CO_VARKEYWORDS: i64 = 8;
const CO_NESTED: i64 = 16;
const CO_GENERATOR: i64 = 32;

fn names(rt: &Rt, names: &[Value]) -> Res {
    rt.tuple_from(names)
}

fn flags(code: &Code) -> i64 {
    use crate::bytecode::CodeKind;
    let mut flags = match code.proto.kind {
        CodeKind::Function | CodeKind::Generator => CO_OPTIMIZED | CO_NEWLOCALS,
        CodeKind::Module | CodeKind::Class | CodeKind::Exec => 0,
    };
    if code.proto.varargs {
        flags |= CO_VARARGS;
    }
    if code.proto.varkw {
        flags |= CO_VARKEYWORDS;
    }
    if code.nfree > 0 {
        flags |= CO_NESTED;
    }
    if code.is_generator() {
        flags |= CO_GENERATOR;
    }
    flags
}

/// Attribute `name` of a code object.
pub(crate) fn code_attr(rt: &Rt, v: Value, name: &str) -> Option<Res> {
    let code = code_of(v);
    let proto = &code.proto;
    let nfree = code.nfree;
    let free = &code.local_names[code.nlocals - nfree..];
    let is_cell = |k: &usize| proto.is_cell[*k];
    let own = 0..code.nlocals - nfree;
    Some(match name {
        "co_name" => Ok(code.name.own()),
        "co_qualname" => Ok(code.qualname.own()),
        "co_filename" => Ok(code.filename.own()),
        "co_firstlineno" => rt.int(i64::from(proto.first_line)),
        "co_argcount" => rt.int(i64::from(proto.arg_count)),
        "co_posonlyargcount" => rt.int(i64::from(proto.posonly_count)),
        "co_kwonlyargcount" => rt.int(i64::from(proto.kwonly_count)),
        "co_nlocals" => rt.int(own.len() as i64),
        "co_flags" => rt.int(flags(code)),
        "co_names" => names(rt, &code.names),
        "co_freevars" => names(rt, free),
        "co_cellvars" => names(rt, &own.filter(is_cell).map(|k| code.local_names[k]).collect::<Vec<_>>()),
        "co_varnames" => {
            let params = proto.arg_count as usize
                + proto.kwonly_count as usize
                + usize::from(proto.varargs)
                + usize::from(proto.varkw);
            names(
                rt,
                &own.filter(|k| *k < params || !proto.is_cell[*k]).map(|k| code.local_names[k]).collect::<Vec<_>>(),
            )
        }
        "co_consts" => rt.tuple_from(&code.consts),
        "co_stacksize" => rt.int((code.nregs - code.nlocals) as i64),
        _ => return None,
    })
}

/// Names that a function's body stores on its first parameter.
pub(crate) fn self_attrs(rt: &Rt, f: Value, visit: &mut dyn FnMut(&str)) {
    if let Some(func) = rt.as_function(f) {
        let func: &FunctionObj = func;
        code_of(func.code.get()).proto.self_attrs.iter().for_each(|n| visit(n));
    }
}
