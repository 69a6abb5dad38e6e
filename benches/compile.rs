//! How long each stage of compiling takes, for all functions of some programs of `benches/programs` with the feedback of a run.

#[path = "support/functions.rs"]
mod functions;

use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use functions::{Anything, CONVENTION, Known, folder, functions, hir_of};
use hir::{Function, passes};
use jit::report::{Report, Stage};
use jit::{Config, Jit};
use std::sync::Arc;
use std::time::Duration;
use tally::{CodeKind, compile};

/// The programs, with a size at which a run has seen everything.
const PROGRAMS: [(&str, u32); 5] =
    [("richards", 100), ("deltablue", 30), ("havlak", 2), ("json_bench", 5), ("tiny_interp", 5)];

fn programs(c: &mut Criterion) {
    let compiler = Jit::new(Config { verify_refcounts: false, ..Config::default() }).expect("memory for code");
    for (name, size) in PROGRAMS {
        let mut group = c.benchmark_group(format!("compile/{name}"));
        group.sample_size(10);
        bytecode(&mut group, name);
        let all = functions(name, size, &compiler);
        // From here on: bytecode instructions a second.
        group.throughput(Throughput::Elements(all.iter().map(|f| f.loaded.proto.code.len() as u64).sum()));
        optimised_hir(&mut group, &all);
        machine_code(&mut group, &all, &compiler);
        group.finish();
    }
}

/// From text to bytecode.
fn bytecode(group: &mut BenchmarkGroup<'_, WallTime>, name: &str) {
    let path = folder().join(format!("{name}.py"));
    let text = std::fs::read_to_string(&path).expect("the program");
    let filename: Arc<str> = Arc::from(path.to_string_lossy());
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("bytecode", |b| {
        b.iter(|| compile(&text, &filename, CodeKind::Module).is_ok());
    });
}

/// From bytecode to optimised HIR.
fn optimised_hir(group: &mut BenchmarkGroup<'_, WallTime>, all: &[Known]) {
    let build = || all.iter().flat_map(|f| hir_of(&f.loaded)).collect::<Vec<Function>>();
    group.bench_function("build HIR", |b| b.iter_with_large_drop(build));
    group.bench_function("passes", |b| {
        let optimise = |mut copies: Vec<Function>| {
            for func in &mut copies {
                passes::run(func, passes::STANDARD);
            }
            copies
        };
        b.iter_batched(build, optimise, BatchSize::LargeInput);
    });
}

/// From optimised HIR to machine code: each stage by its own account of it, then all of them.
fn machine_code(group: &mut BenchmarkGroup<'_, WallTime>, all: &[Known], compiler: &Jit) {
    let compile = |f: &Known| compiler.compile_as(&f.optimised, &Anything, CONVENTION).expect("it did before");
    for &stage in Stage::ALL {
        group.bench_function(stage.name(), |b| {
            b.iter_custom(|rounds| {
                let mut sum = Report::default();
                for _ in 0..rounds {
                    all.iter().for_each(|f| sum.add(compile(f).report()));
                }
                // Criterion cannot do with a stage that takes no time.
                sum.time(stage).max(Duration::from_nanos(1))
            });
        });
    }
    group.bench_function("HIR to machine code", |b| {
        b.iter_with_large_drop(|| all.iter().map(compile).collect::<Vec<_>>());
    });
}

criterion_group!(benches, programs);
criterion_main!(benches);
