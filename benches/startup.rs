//! How long it takes to start: an engine inside a process, and a process that prints one line.

use criterion::{Criterion, criterion_group, criterion_main};
use lang::jit::JitMode;
use std::path::Path;
use std::process::{Command, Stdio};
use tally::{CodeKind, Engine, compile};

const MODES: [(&str, JitMode); 2] = [("off", JitMode::Off), ("auto", JitMode::Auto)];

fn engine(c: &mut Criterion) {
    let mut group = c.benchmark_group("engine");
    let code = compile("hello = 'Hello'\n", &"hello.py".into(), CodeKind::Module).expect("it compiles").report();
    for (name, mode) in MODES {
        let new = move || Engine::with_jit(&["hello.py".into()], ".", mode).expect("an engine");
        group.bench_function(format!("new/{name}"), |b| b.iter_with_large_drop(new));
        group.bench_function(format!("new, run, finish/{name}"), |b| {
            b.iter(|| {
                let engine = new();
                assert!(engine.run_main(&code, None).is_ok());
                engine.finish().objects
            });
        });
    }
    group.finish();
}

fn process(c: &mut Criterion) {
    let mut group = c.benchmark_group("process");
    let hello = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/programs/hello.py");
    for (name, _) in MODES {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tally"));
        command.args(["--jit", name]).arg(&hello).stdout(Stdio::null());
        group.bench_function(format!("hello/{name}"), |b| {
            b.iter(|| assert!(command.status().is_ok_and(|status| status.success())));
        });
    }
    group.finish();
}

criterion_group!(benches, engine, process);
criterion_main!(benches);
