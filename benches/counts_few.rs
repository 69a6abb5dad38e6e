//! The same as `benches/counts.rs`, for the few that `.ci/run` checks.
//! `benches/instructions.py` runs it and compares the counts with its table.

#[path = "support/counted.rs"]
mod counted;
#[path = "support/functions.rs"]
mod functions;
#[path = "support/warm.rs"]
mod warm;

use hir::Function;
use iai_callgrind::{Callgrind, EntryPoint, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main};
use jit::CompiledFunction;
use std::hint::black_box;
use std::sync::Arc;
use tally::{CodeProto, Engine};
use warm::{Compiling, Text, Warm, known, operation, program, text};

/// Instructions are all that is compared: there is no need to simulate caches.
const ARGS: [&str; 1] = ["--cache-sim=no"];

// A program of `benches/programs`, once its code is warm.
#[library_benchmark]
#[bench::richards(args = ("richards", 300), setup = program)]
#[bench::deltablue(args = ("deltablue", 60), setup = program)]
#[bench::nbody(args = ("nbody", 500), setup = program)]
#[bench::word_freq(args = ("word_freq", 2000), setup = program)]
fn program_warm(warm: Warm) -> Warm {
    warm.run();
    black_box(warm)
}

// 10,000 rounds of a function of `benches/operations/operations.py`, once its code is warm.
#[library_benchmark]
#[bench::dict_get_str(args = ("dict_get_str",), setup = operation)]
#[bench::list_append_pop(args = ("list_append_pop",), setup = operation)]
#[bench::attribute_get(args = ("attribute_get",), setup = operation)]
#[bench::instance_init(args = ("instance_init",), setup = operation)]
#[bench::call_function(args = ("call_function",), setup = operation)]
fn operation_warm(warm: Warm) -> Warm {
    warm.run();
    black_box(warm)
}

// An engine that is ready to run something.
#[library_benchmark]
#[bench::auto()]
fn start() -> Engine {
    black_box(warm::engine(&functions::folder()))
}

// From text to bytecode. The front end has a thread of its own, so the whole process is counted.
#[library_benchmark(
    config = LibraryBenchmarkConfig::default().tool(Callgrind::with_args(ARGS).entry_point(EntryPoint::None))
)]
#[bench::richards(args = ("richards",), setup = text)]
#[bench::json_bench(args = ("json_bench",), setup = text)]
fn bytecode(text: Text) -> (Arc<CodeProto>, Text) {
    black_box((counted::bytecode(&text), text))
}

// From bytecode to optimised HIR.
#[library_benchmark]
#[bench::richards(args = ("richards", 100), setup = known)]
#[bench::json_bench(args = ("json_bench", 5), setup = known)]
fn optimised(compiling: Compiling) -> (Vec<Function>, Compiling) {
    black_box((counted::optimised(&compiling), compiling))
}

// From optimised HIR to machine code.
#[library_benchmark]
#[bench::richards(args = ("richards", 100), setup = known)]
#[bench::json_bench(args = ("json_bench", 5), setup = known)]
fn machine_code(compiling: Compiling) -> (Vec<CompiledFunction>, Compiling) {
    black_box((counted::machine_code(&compiling), compiling))
}

library_benchmark_group!(name = running; benchmarks = program_warm, operation_warm);
library_benchmark_group!(name = preparing; benchmarks = start, bytecode, optimised, machine_code);

main!(
    config = LibraryBenchmarkConfig::default().tool(Callgrind::with_args(ARGS));
    library_benchmark_groups = running, preparing
);
