//! What is set up before instructions are counted: code that has run a few times in an engine whose runs repeat exactly.

use crate::functions::{Known, folder, functions};
use jit::{Config, Jit};
use lang::jit::{JitMode, JitOptions};
use std::path::Path;
use std::sync::Arc;
use tally::{CodeKind, CodeProto, Engine, compile};

/// How often code is run before it is counted.
const WARM_UP: u32 = 3;

/// Code to run, in an engine that has run it.
pub struct Warm {
    engine: Engine,
    code: Arc<CodeProto>,
}

impl Warm {
    fn new(dir: &Path, text: &str) -> Warm {
        let code = compile(text, &"driver.py".into(), CodeKind::Module).expect("it compiles").report();
        let warm = Warm { engine: engine(dir), code };
        (0..WARM_UP).for_each(|_| warm.run());
        warm
    }

    /// Runs it once more.
    pub fn run(&self) {
        assert!(self.engine.run_main(&self.code, None).is_ok(), "it raises nothing");
    }
}

/// An engine for programs of a folder. Its texts have the same hashes in every process, and it compiles when it is time to, not when another
/// thread gets round to it.
pub fn engine(dir: &Path) -> Engine {
    let options = JitOptions { mode: JitMode::Auto, threads: 0, ..JitOptions::default() };
    Engine::with_hash_seed(&["driver.py".into()], &dir.to_string_lossy(), options, 0).expect("an engine")
}

/// A program of `benches/programs`.
pub fn program(name: &str, size: u32) -> Warm {
    Warm::new(&folder(), &format!("import {name}\n{name}.run({size})\n"))
}

/// 10,000 rounds of a function of `benches/operations/operations.py`.
pub fn operation(name: &str) -> Warm {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/operations");
    Warm::new(&dir, &format!("import operations\noperations.{name}(10000)\n"))
}

/// The text of a program, and its name.
pub struct Text(pub String, pub Arc<str>);

/// See [`Text`].
pub fn text(name: &str) -> Text {
    let path = folder().join(format!("{name}.py"));
    Text(std::fs::read_to_string(&path).expect("the program"), path.to_string_lossy().into())
}

/// A compiler, and functions for it.
pub struct Compiling {
    /// The compiler.
    pub compiler: Jit,
    /// Those of a program.
    pub functions: Vec<Known>,
}

/// The functions of a program, as a run of this size leaves them.
pub fn known(name: &str, size: u32) -> Compiling {
    let compiler = Jit::new(Config { verify_refcounts: false, ..Config::default() }).expect("memory for code");
    let functions = functions(name, size, &compiler);
    Compiling { compiler, functions }
}
