//! Functions in the checked interpreter.

use hir::Function;
use hir::interp::{End, Options, Outcome, RunStats, Seen, SeenFrame, Trap, run, run_all};
use std::fmt::Write;

/// Runs the function `runs` times, from `seed` upwards: one run with its trace, more with only how they ended.
///
/// # Errors
/// The first trap.
pub(super) fn run_text(func: &Function, seed: u64, runs: u64) -> Result<String, Trap> {
    if runs == 1 {
        let outcome = run(func, &Options::new(seed))?;
        return Ok(format!("{}, seed {seed}:\n{}", func.name(), outcome_text(&outcome)));
    }
    let RunStats { returns, exits, out_of_fuel, .. } =
        run_all(func, seed..seed.saturating_add(runs)).map_err(|(_, trap)| trap)?;
    Ok(format!(
        "{}: {runs} runs, {returns} returned, {exits} left by an exit, {out_of_fuel} had no more fuel\n",
        func.name()
    ))
}

/// What could be observed of a run, an event on a line, and how it ended.
pub fn outcome_text(outcome: &Outcome) -> String {
    let mut text: String = outcome.trace.to_string().lines().map(|line| format!("  {line}\n")).collect();
    match &outcome.end {
        End::Return(value) => text += &format!("  return {value}\n"),
        End::Exit { kind, frames } => {
            let kind = format!("{kind:?}").to_lowercase();
            text += &format!("  exit, {kind}\n");
            frames.iter().for_each(|frame| frame_text(frame, &mut text));
        }
        End::OutOfFuel => text += "  out of fuel\n",
    }
    text
}

fn frame_text(frame: &SeenFrame, text: &mut String) {
    let slots: Vec<String> = frame.slots.iter().map(Seen::to_string).collect();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "    frame {} {} [{}]", frame.code, frame.pc, slots.join(" "));
}
