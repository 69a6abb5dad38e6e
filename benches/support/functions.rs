//! The functions of programs of `benches/programs`, with the feedback of a run, for benchmarks of compiling them.

use hir::{Constant, Function, passes};
use jit::Jit;
use jit::lower::{ArgPassing, Convention, GlobalPlace, Method, Resolver, Watch};
use lang::hir_build::feedback::Loaded;
use lang::hir_build::{Bailout, BuildOptions, build};
use std::path::{Path, PathBuf};
use tally::{CodeKind, Engine, compile};

/// That of any hosted function, however many its parameters.
pub const CONVENTION: Convention = Convention { args: ArgPassing::Window, callee: true };

/// An address, for whatever code refers to: the code is not run.
const SOMEWHERE: u64 = 0x1000_0000_0000;

/// Knows everything, as an engine does after a run.
pub struct Anything;

impl Anything {
    const WATCH: Watch = Watch { at: SOMEWHERE, is: 1 };
}

impl Resolver for Anything {
    fn constant(&self, _: &Constant) -> Option<u64> {
        Some(SOMEWHERE)
    }
    fn name(&self, _: &str) -> Option<u64> {
        Some(SOMEWHERE)
    }
    fn native(&self, _: &str) -> Option<*const u8> {
        None
    }
    fn global(&self, _: &str) -> Option<GlobalPlace> {
        Some(GlobalPlace { watches: std::iter::once(Anything::WATCH).collect(), entries: SOMEWHERE, offset: 16 })
    }
    fn method(&self, _: u32, _: &str) -> Option<Method> {
        Some(Method { watch: Anything::WATCH, word: SOMEWHERE })
    }
    fn code_cell(&self, _: u32) -> Option<u64> {
        Some(SOMEWHERE)
    }
    fn slot_offset(&self, _: u32, slot: u32) -> Option<i32> {
        i32::try_from(slot).ok().map(|slot| 16 + 8 * slot)
    }
}

/// A function.
pub struct Known {
    /// Its bytecode and what a run saw.
    pub loaded: Loaded,
    /// Its HIR.
    pub optimised: Function,
}

impl Known {
    /// A body, if it is one that is compiled.
    fn new(loaded: Loaded, compiler: &Jit) -> Option<Known> {
        let mut optimised = hir_of(&loaded).ok()?;
        passes::run(&mut optimised, passes::STANDARD);
        compiler.compile_as(&optimised, &Anything, CONVENTION).ok()?;
        Some(Known { loaded, optimised })
    }
}

/// HIR of a body, not yet optimised.
pub fn hir_of(loaded: &Loaded) -> Result<Function, Bailout> {
    let options = BuildOptions { feedback: Some(&loaded.feedback), leave_unseen: true, ..BuildOptions::default() };
    build(&loaded.proto, &options)
}

/// Where the programs are.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/programs")
}

/// Runs a program and gives its functions that are compiled.
pub fn functions(name: &str, size: u32, compiler: &Jit) -> Vec<Known> {
    let engine = Engine::with_jit(&["driver.py".into()], &folder().to_string_lossy(), lang::jit::JitMode::Off)
        .expect("an engine");
    engine.keep_feedback();
    let text = format!("import {name}\n{name}.run({size})\n");
    let code = compile(&text, &"driver.py".into(), CodeKind::Module).expect("it compiles").report();
    assert!(engine.run_main(&code, None).is_ok(), "{name} runs");
    let functions: Vec<Known> =
        engine.loaded_code().into_iter().filter_map(|loaded| Known::new(loaded, compiler)).collect();
    assert!(!functions.is_empty(), "{name} has functions that are compiled");
    functions
}
