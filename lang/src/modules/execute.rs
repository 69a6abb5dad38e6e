//! `exec`, `eval` and `compile`: running text.

use crate::bytecode::CodeKind;
use crate::front;
use crate::interp::{Vm, call, code, frames, globals};
use crate::traceback::syntax_error_object;
use runtime::object::shape_id;
use runtime::{Args, Exc, NativeDef, Owned, Raised, Res, Rt, Value};
use std::sync::Arc;

/// The functions.
pub(crate) const FUNCTIONS: &[NativeDef] = &[
    NativeDef::new("exec", "(source, /, globals=None, locals=None, *, closure=None)", |rt, a| {
        run(rt, a, false)?;
        Ok(Value::none().own())
    }),
    NativeDef::new("eval", "(source, /, globals=None, locals=None)", |rt, a| run(rt, a, true)),
    NativeDef::new("compile", "(source, filename, mode, flags=0, dont_inherit=False, optimize=-1)", compile),
];

/// Text of a source argument.
fn source_text(rt: &Rt, v: Value, function: &str) -> Result<String, Raised> {
    if let Some(text) = rt.as_text(v) {
        let text = text.lossy().into_owned();
        if text.contains('\0') {
            return Err(rt.raise(Exc::SyntaxError, "source code string cannot contain null bytes"));
        }
        return Ok(front::source::normalise_newlines(text));
    }
    if let Some(bytes) = rt.as_bytes(v) {
        let filename: Arc<str> = Arc::from("<string>");
        return front::decode(bytes, &filename).map_err(|e| rt.raise(Exc::SyntaxError, e.to_string()));
    }
    Err(rt.type_error(format!("{function}() arg 1 must be a string, bytes or code object")))
}

/// Compiles text to a code object.
fn compile_text(rt: &Rt, text: &str, filename: &str, expression: bool) -> Res {
    let filename: Arc<str> = Arc::from(filename);
    let result = if expression {
        let trimmed = text.trim_start_matches([' ', '\t']);
        crate::engine::compile_expression(trimmed, &filename)
    } else {
        crate::engine::compile(text, &filename, CodeKind::Exec).map(crate::engine::Compiled::report)
    };
    match result {
        Ok(proto) => code::load(rt, &proto),
        Err(error) => Err(syntax_error_object(rt, &error)),
    }
}

fn compile(rt: &Rt, a: &Args<'_>) -> Res {
    let filename = rt.expect_text(a.get(1), "compile() arg 2")?.lossy().into_owned();
    let mode = rt.expect_text(a.get(2), "compile() arg 3")?.lossy().into_owned();
    if a.get(0).has_shape(shape_id::CODE) {
        return Ok(a.get(0).own());
    }
    let text = source_text(rt, a.get(0), "compile")?;
    match mode.as_str() {
        "exec" | "single" => compile_text(rt, &text, &filename, false),
        "eval" => compile_text(rt, &text, &filename, true),
        _ => Err(rt.value_error("compile() mode must be 'exec', 'eval' or 'single'")),
    }
}

/// Namespaces of `exec` and `eval`: the caller's where none are given.
fn namespaces(rt: &Rt, a: &Args<'_>, function: &str) -> Result<(Owned, Owned), Raised> {
    let given = |i: usize| a.opt(i).filter(|v| !v.is_none());
    let globals = match given(1) {
        Some(g) if rt.is_dict(g) => g.own(),
        Some(g) => {
            let name = rt.type_name(g);
            return Err(rt.type_error(format!("{function}() globals must be a dict, not {name}")));
        }
        None => {
            let act = Vm::of(rt).current.get();
            if act.is_null() {
                return Err(rt.raise(Exc::SystemError, "globals and locals cannot be NULL"));
            }
            globals::context(act).1.own()
        }
    };
    let locals = match given(2) {
        Some(l) => l.own(),
        None if given(1).is_some() => globals.clone(),
        None => frames::current_locals(rt)?,
    };
    if rt.dict_get_str(*globals, rt.names.__builtins__).is_none() {
        rt.dict_set_str(*globals, rt.names.__builtins__, rt.builtins.get().own())?;
    }
    Ok((globals, locals))
}

fn run(rt: &Rt, a: &Args<'_>, expression: bool) -> Res {
    let function = if expression { "eval" } else { "exec" };
    let (globals, locals) = namespaces(rt, a, function)?;
    let code_object = if a.get(0).has_shape(shape_id::CODE) {
        a.get(0).own()
    } else {
        let text = source_text(rt, a.get(0), function)?;
        compile_text(rt, &text, "<string>", expression)?
    };
    call::run_code(rt, *code_object, *globals, Some(*locals))
}
