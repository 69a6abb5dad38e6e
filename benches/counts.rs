//! Instructions, counted by valgrind: programs and operations once their code is warm, and the steps of compiling. What comes before is not
//! counted. Needs valgrind and `iai-callgrind-runner`.
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
#[bench::havlak(args = ("havlak", 3), setup = program)]
#[bench::json_bench(args = ("json_bench", 12), setup = program)]
#[bench::nbody(args = ("nbody", 500), setup = program)]
#[bench::mandelbrot(args = ("mandelbrot", 24), setup = program)]
#[bench::queens(args = ("queens", 3), setup = program)]
#[bench::bounce(args = ("bounce", 60), setup = program)]
#[bench::permute(args = ("permute", 2), setup = program)]
#[bench::storage(args = ("storage", 1), setup = program)]
#[bench::fannkuch(args = ("fannkuch", 6), setup = program)]
#[bench::binary_trees(args = ("binary_trees", 6), setup = program)]
#[bench::word_freq(args = ("word_freq", 2000), setup = program)]
#[bench::lru_cache(args = ("lru_cache", 1500), setup = program)]
#[bench::gen_pipeline(args = ("gen_pipeline", 3000), setup = program)]
#[bench::exc_machine(args = ("exc_machine", 1000), setup = program)]
#[bench::str_build(args = ("str_build", 250), setup = program)]
#[bench::raytrace(args = ("raytrace", 6), setup = program)]
fn program_warm(warm: Warm) -> Warm {
    warm.run();
    black_box(warm)
}

// 10,000 rounds of a function of `benches/operations/operations.py`, once its code is warm.
#[library_benchmark]
#[bench::nothing(args = ("nothing",), setup = operation)]
#[bench::int_add(args = ("int_add",), setup = operation)]
#[bench::int_add_big(args = ("int_add_big",), setup = operation)]
#[bench::float_multiply(args = ("float_multiply",), setup = operation)]
#[bench::dict_get_str(args = ("dict_get_str",), setup = operation)]
#[bench::dict_get_int(args = ("dict_get_int",), setup = operation)]
#[bench::dict_set_int(args = ("dict_set_int",), setup = operation)]
#[bench::dict_miss(args = ("dict_miss",), setup = operation)]
#[bench::list_append_pop(args = ("list_append_pop",), setup = operation)]
#[bench::list_index(args = ("list_index",), setup = operation)]
#[bench::list_store(args = ("list_store",), setup = operation)]
#[bench::str_concat(args = ("str_concat",), setup = operation)]
#[bench::str_build(args = ("str_build",), setup = operation)]
#[bench::str_format(args = ("str_format",), setup = operation)]
#[bench::attribute_get(args = ("attribute_get",), setup = operation)]
#[bench::attribute_set(args = ("attribute_set",), setup = operation)]
#[bench::slot_get(args = ("slot_get",), setup = operation)]
#[bench::instance_plain(args = ("instance_plain",), setup = operation)]
#[bench::instance_init(args = ("instance_init",), setup = operation)]
#[bench::call_function(args = ("call_function",), setup = operation)]
#[bench::call_method(args = ("call_method",), setup = operation)]
#[bench::call_super(args = ("call_super",), setup = operation)]
#[bench::call_native(args = ("call_native",), setup = operation)]
#[bench::call_native_method(args = ("call_native_method",), setup = operation)]
#[bench::generator_next(args = ("generator_next",), setup = operation)]
#[bench::tuple_unpack(args = ("tuple_unpack",), setup = operation)]
#[bench::exception_caught(args = ("exception_caught",), setup = operation)]
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
#[bench::deltablue(args = ("deltablue",), setup = text)]
#[bench::json_bench(args = ("json_bench",), setup = text)]
#[bench::tiny_interp(args = ("tiny_interp",), setup = text)]
fn bytecode(text: Text) -> (Arc<CodeProto>, Text) {
    black_box((counted::bytecode(&text), text))
}

// From bytecode to optimised HIR.
#[library_benchmark]
#[bench::richards(args = ("richards", 100), setup = known)]
#[bench::deltablue(args = ("deltablue", 30), setup = known)]
#[bench::json_bench(args = ("json_bench", 5), setup = known)]
#[bench::tiny_interp(args = ("tiny_interp", 5), setup = known)]
fn optimised(compiling: Compiling) -> (Vec<Function>, Compiling) {
    black_box((counted::optimised(&compiling), compiling))
}

// From optimised HIR to machine code.
#[library_benchmark]
#[bench::richards(args = ("richards", 100), setup = known)]
#[bench::deltablue(args = ("deltablue", 30), setup = known)]
#[bench::json_bench(args = ("json_bench", 5), setup = known)]
#[bench::tiny_interp(args = ("tiny_interp", 5), setup = known)]
fn machine_code(compiling: Compiling) -> (Vec<CompiledFunction>, Compiling) {
    black_box((counted::machine_code(&compiling), compiling))
}

library_benchmark_group!(name = running; benchmarks = program_warm, operation_warm);
library_benchmark_group!(name = preparing; benchmarks = start, bytecode, optimised, machine_code);

main!(
    config = LibraryBenchmarkConfig::default().tool(Callgrind::with_args(ARGS));
    library_benchmark_groups = running, preparing
);
