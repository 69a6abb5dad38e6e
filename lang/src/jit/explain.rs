//! How hosted functions look as machine code, without running anything.

use super::{compile, helpers, leave};
use crate::bytecode::CodeProto;
use ::jit::context::Context;
use ::jit::explain::Explained;
use ::jit::lower::Resolver;
use ::jit::{CompileError, Config, Jit};
use hir::{Constant, Function, Opcode};
use std::cell::RefCell;

/// Optimises and compiles `func`, the HIR of `code`, for calls as an engine would, without running it: there is no engine, so the words of
/// constants and names are made up, the same at every run, and there are no shapes and no other functions.
///
/// # Errors
/// [`CompileError`]: why an engine would interpret it.
pub fn explain(code: &CodeProto, mut func: Function) -> Result<Explained, CompileError> {
    hir::passes::run(&mut func, hir::passes::STANDARD);
    let compiler = Jit::new(Config::default())?;
    let mut context = Context::new(::jit::helpers::free, leave::exit_hook);
    helpers::install(&mut context);
    let resolver = MadeUp { context, words: RefCell::default() };
    compiler.explain(&func, &resolver, compile::convention(code, None))
}

/// Words that no engine has: one address for each different constant and name.
struct MadeUp {
    context: Context,
    words: RefCell<Vec<String>>,
}

impl MadeUp {
    /// Where the first object would be: no number of 32 bits, like the address of a real one.
    const FIRST: u64 = 0x1000_0000_0000;

    fn word(&self, what: String) -> u64 {
        let mut words = self.words.borrow_mut();
        let index = words.iter().position(|word| *word == what).unwrap_or_else(|| {
            words.push(what);
            words.len() - 1
        });
        MadeUp::FIRST + 64 * index as u64
    }
}

impl Resolver for MadeUp {
    fn constant(&self, constant: &Constant) -> Option<u64> {
        Some(self.word(format!("constant {constant:?}")))
    }

    fn name(&self, name: &str) -> Option<u64> {
        Some(self.word(format!("name {name}")))
    }

    fn native(&self, _: &str) -> Option<*const u8> {
        None
    }

    fn wants_function(&self, op: Opcode) -> bool {
        helpers::wants_function(op)
    }

    fn has_helper(&self, op: Opcode) -> bool {
        !self.context.helpers[op as usize].is_null()
    }
}
