//! `--check-hir`: after a program ran, all its code goes to HIR and through every oracle. For Tally's own tests.

use hir::{Function, World, interp, refcount, text, verify, verify_refcounts};
use lang::Engine;
use lang::hir_build::{Bailout, BuildOptions, build};
use std::collections::BTreeMap;
use std::fmt::{Display, Write as _};
use std::fs::OpenOptions;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// How many seeds of the checked interpreter each function runs under.
const SEEDS: u64 = 3;

/// How many bodies there were.
#[derive(Debug, Default)]
struct Counts {
    /// Translated.
    functions: usize,
    /// Not translated, by reason.
    bailouts: BTreeMap<&'static str, usize>,
}

/// Checks every code object that the engine loaded, with its feedback, for both worlds. Appends a line of counts to `file`:
/// `functions N`, then `REASON N` for each reason for which bodies are not translated.
///
/// # Errors
/// The function that fails and why, or that the file cannot be written.
pub(crate) fn check(engine: &Engine, file: Option<&Path>) -> Result<(), String> {
    let mut counts = Counts::default();
    for loaded in engine.loaded_code() {
        let name = format!("{}: {}", loaded.proto.filename, loaded.proto.qualname);
        let mut bailout = None;
        for world in [World::Quiet, World::Observing] {
            let options = BuildOptions { world, feedback: Some(&loaded.feedback), ..BuildOptions::default() };
            // What panics is reported with the function's name, as what fails otherwise.
            let result = catch_unwind(AssertUnwindSafe(|| build(&loaded.proto, &options).map(|func| oracles(&func))));
            match result {
                Ok(Ok(Ok(()))) => {}
                Ok(Ok(Err(reason))) => return Err(format!("{name} ({world:?}): {reason}")),
                Ok(Err(reason)) => bailout = Some(reason),
                Err(_) => return Err(format!("{name} ({world:?}): a panic")),
            }
        }
        match bailout.map(Bailout::name) {
            Some(reason) => *counts.bailouts.entry(reason).or_default() += 1,
            None => counts.functions += 1,
        }
    }
    file.map_or(Ok(()), |file| append(file, &counts).map_err(|e| format!("{}: {e}", file.display())))
}

/// Appends in one write, so that the lines of programs that run at the same time stay whole.
fn append(file: &Path, counts: &Counts) -> std::io::Result<()> {
    let mut line = format!("functions {}", counts.functions);
    for (reason, count) in &counts.bailouts {
        // Writing to a string cannot fail.
        let _ = write!(line, " {reason} {count}");
    }
    line.push('\n');
    OpenOptions::new().create(true).append(true).open(file)?.write_all(line.as_bytes())
}

/// Everything that must hold of a function without counts.
fn oracles(func: &Function) -> Result<(), String> {
    let before = func.to_string();
    all_of("the verifier", verify::verify(func), &before)?;
    round_trip(&before)?;
    let mut counted = func.clone();
    refcount::insert(&mut counted).map_err(|error| format!("insertion: {error}\n{before}"))?;
    let after = counted.to_string();
    all_of("the verifier after insertion", verify::verify(&counted), &after)?;
    all_of("the refcount verifier", verify_refcounts::verify_refcounts(&counted), &after)?;
    round_trip(&after)?;
    interp::run_all(&counted, 0..SEEDS).map_err(|(_, trap)| format!("the checked interpreter: {trap}\n{after}"))?;
    (0..SEEDS).try_for_each(|seed| same_outcome(func, &counted, seed))
}

/// Checks that counts change nothing that could be observed.
fn same_outcome(func: &Function, counted: &Function, seed: u64) -> Result<(), String> {
    // Only with exact counts it is known when a destructor runs.
    let options = interp::Options { destructors: false, ..interp::Options::new(seed) };
    let run = |func| interp::run(func, &options).map_err(|trap| format!("the checked interpreter: {trap}\n{func}"));
    if run(func)? == run(counted)? {
        return Ok(());
    }
    Err(format!("seed {seed} has another outcome with counts\n{func}\n{counted}"))
}

fn all_of<E: Display>(oracle: &str, result: Result<(), Vec<E>>, text: &str) -> Result<(), String> {
    result.map_err(|errors| {
        let lines: Vec<String> = errors.iter().map(E::to_string).collect();
        format!("{oracle}: {}\n{text}", lines.join("\n"))
    })
}

fn round_trip(printed: &str) -> Result<(), String> {
    match text::parse_one(printed) {
        Ok(func) if func.to_string() == printed => Ok(()),
        Ok(func) => Err(format!("the text changes in a round trip:\n{printed}\nto\n{func}")),
        Err(error) => Err(format!("what was printed does not parse: {error}\n{printed}")),
    }
}
