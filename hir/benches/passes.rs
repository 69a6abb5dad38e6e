//! How long building, checking, analysing and counting take for functions of 1,000, 10,000 and 100,000 instructions.

mod inputs;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hir::analysis::{Cfg, DomTree, Liveness};
use hir::verify::verify;
use hir::verify_refcounts::verify_refcounts;
use hir::{Function, World, refcount};
use std::hint::black_box;

const SIZES: [usize; 3] = [1_000, 10_000, 100_000];

fn sized(c: &mut Criterion, name: &str, mut bench: impl FnMut(&mut criterion::Bencher<'_>, &Function)) {
    let mut group = c.benchmark_group(name);
    group.sample_size(10);
    for size in SIZES {
        let inputs = [
            ("structured", inputs::structured(size)),
            ("random", inputs::of_generator(size, World::Quiet)),
            ("random-observing", inputs::of_generator(size, World::Observing)),
        ];
        for (kind, func) in inputs {
            group.throughput(Throughput::Elements(size as u64));
            group.bench_with_input(BenchmarkId::new(kind, size), &func, |b, func| bench(b, func));
        }
    }
    group.finish();
}

fn build(c: &mut Criterion) {
    let mut group = c.benchmark_group("build");
    group.sample_size(10);
    for size in SIZES {
        group.throughput(Throughput::Elements(size as u64));
        group.bench_function(BenchmarkId::new("structured", size), |b| b.iter(|| inputs::structured(black_box(size))));
    }
    group.finish();
}

fn analyses(c: &mut Criterion) {
    sized(c, "liveness", |b, func| {
        let cfg = Cfg::compute(func);
        b.iter(|| Liveness::compute(func, &cfg));
    });
    sized(c, "dominators", |b, func| b.iter(|| DomTree::compute(&Cfg::compute(func))));
}

fn verifier(c: &mut Criterion) {
    sized(c, "verify", |b, func| b.iter(|| verify(func)));
}

fn text(c: &mut Criterion) {
    sized(c, "parse", |b, func| {
        let text = func.to_string();
        b.iter(|| hir::text::parse(&text));
    });
}

fn counts(c: &mut Criterion) {
    sized(c, "insert", |b, func| {
        b.iter_batched(|| func.clone(), |mut func| refcount::insert(&mut func).map(|_| func), BatchSize::LargeInput);
    });
    sized(c, "verify_refcounts", |b, func| {
        let mut counted = func.clone();
        refcount::insert(&mut counted).expect("counts can be inserted");
        b.iter(|| verify_refcounts(&counted));
    });
}

criterion_group!(passes, build, verifier, analyses, text, counts);
criterion_main!(passes);
