//! What is counted.

use crate::functions::{Anything, CONVENTION, Known, hir_of};
use crate::warm::{Compiling, Text};
use hir::{Function, passes};
use jit::CompiledFunction;
use std::sync::Arc;
use tally::{CodeKind, CodeProto, compile};

/// From text to bytecode.
pub fn bytecode(text: &Text) -> Arc<CodeProto> {
    compile(&text.0, &text.1, CodeKind::Module).expect("it compiles").report()
}

/// From bytecode to optimised HIR.
pub fn optimised(compiling: &Compiling) -> Vec<Function> {
    let mut made: Vec<Function> = compiling.functions.iter().flat_map(|f| hir_of(&f.loaded)).collect();
    for func in &mut made {
        passes::run(func, passes::STANDARD);
    }
    made
}

/// From optimised HIR to machine code.
pub fn machine_code(compiling: &Compiling) -> Vec<CompiledFunction> {
    let compile =
        |f: &Known| compiling.compiler.compile_as(&f.optimised, &Anything, CONVENTION).expect("it did before");
    compiling.functions.iter().map(compile).collect()
}
