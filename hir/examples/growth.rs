//! Prints how the time of each part of `hir` grows as the function doubles, up to 100,000 instructions.
//!
//! With `--check` it fails if something takes more than 2.3 times as long for each doubling, over all of them: single ratios also show
//! where tables leave a cache, and whatever else the machine does.

#[path = "../benches/inputs/mod.rs"]
mod inputs;

use hir::analysis::{Cfg, DomTree, Liveness};
use hir::verify::verify;
use hir::verify_refcounts::verify_refcounts;
use hir::{Function, World, refcount};
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

const SIZES: [usize; 5] = [6_250, 12_500, 25_000, 50_000, 100_000];
const MOST: f64 = 2.3;
/// What takes fewer milliseconds than this for the largest size mostly waits for fresh memory, and is not judged.
const LEAST: f64 = 5.0;

/// Milliseconds that this thread has run so far: on Linux, without the time in which others had the processor.
fn clock(start: Instant) -> f64 {
    let on_processor = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = on_processor.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64() * 1e3, |ns| ns / 1e6)
}

/// How many runs are timed together until they take long enough for the clock.
const MOST_RUNS: usize = 4096;
/// As many if each has an input of its own.
const MOST_INPUTS: usize = 16;
/// Long enough, in milliseconds: the clock of Linux ticks every four.
const LONG_ENOUGH: f64 = 100.0;

/// The time of one run in the quickest of three batches, in milliseconds.
fn measure<T>(most: usize, mut prepare: impl FnMut() -> T, mut run: impl FnMut(T)) -> f64 {
    let start = Instant::now();
    let mut batch = |count: usize| {
        let inputs: Vec<T> = (0..count).map(|_| prepare()).collect();
        let before = clock(start);
        inputs.into_iter().for_each(&mut run);
        clock(start) - before
    };
    let mut count = 1;
    let mut time = batch(count);
    while time < LONG_ENOUGH && count < most {
        count *= 2;
        time = batch(count);
    }
    time.min(batch(count)).min(batch(count)) / count as f64
}

/// As [`measure`], for what needs no input of its own.
fn repeat<R>(mut run: impl FnMut() -> R) -> f64 {
    measure(MOST_RUNS, || (), |()| drop(black_box(run())))
}

/// What is measured: its name, and its time for the functions of one size.
type Part = (&'static str, fn(&Function) -> f64);

fn counted(func: &Function) -> Function {
    let mut counted = func.clone();
    refcount::insert(&mut counted).expect("counts can be inserted");
    counted
}

const PARTS: &[Part] = &[
    ("control flow", |func| repeat(|| Cfg::compute(func))),
    ("dominators", |func| {
        let cfg = Cfg::compute(func);
        repeat(|| DomTree::compute(&cfg))
    }),
    ("liveness", |func| {
        let cfg = Cfg::compute(func);
        repeat(|| Liveness::compute(func, &cfg))
    }),
    ("verifier", |func| repeat(|| verify(func))),
    ("refcount insertion", |func| {
        measure(
            MOST_INPUTS,
            || func.clone(),
            |mut func| {
                black_box(refcount::insert(&mut func)).expect("counts can be inserted");
                // Freeing the function is not measured.
                std::mem::forget(func);
            },
        )
    }),
    ("refcount verifier", |func| {
        let func = counted(func);
        repeat(|| verify_refcounts(&func))
    }),
];

/// A kind of function to measure with: its name, and how to make one of a size.
type Kind = (&'static str, fn(usize) -> Function);

const KINDS: &[Kind] = &[
    ("structured", inputs::structured),
    ("random, quiet", |n| inputs::of_generator(n, World::Quiet)),
    ("random, observing", |n| inputs::of_generator(n, World::Observing)),
];

/// Prints a row; whether it grows as it may: not more than [`MOST`] for each doubling, over all of them.
fn row(name: &str, times: &[f64]) -> bool {
    print!("{name:<20} {:>8.2}", times[0]);
    for pair in times.windows(2) {
        print!(" {:>8.2} {:>5.2}", pair[1], pair[1] / pair[0]);
    }
    let growth = (times[times.len() - 1] / times[0]).powf(1.0 / (times.len() - 1) as f64);
    let fine = growth <= MOST || times[times.len() - 1] < LEAST;
    println!("   {growth:.2}{}", if fine { "" } else { ": too much" });
    fine
}

fn main() -> ExitCode {
    let check = std::env::args().any(|arg| arg == "--check");
    let mut fine = true;
    println!(
        "milliseconds for {SIZES:?} instructions, each with its ratio to the one before;\nat the end the growth for each doubling"
    );
    for (kind, make) in KINDS {
        println!("\n{kind}");
        let build: Vec<f64> = SIZES.iter().map(|&n| repeat(|| make(n))).collect();
        fine &= row("building", &build);
        let funcs: Vec<Function> = SIZES.iter().map(|&n| make(n)).collect();
        for (name, part) in PARTS {
            let times: Vec<f64> = funcs.iter().map(part).collect();
            fine &= row(name, &times);
        }
    }
    if check && !fine { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
