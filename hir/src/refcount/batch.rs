//! Runs of releases become one instruction.

use crate::InstId;
use crate::function::{Function, InstData};
use crate::opcode::Opcode;

/// Fewer releases than this stay as they are.
pub const LEAST_BATCH: usize = 4;

/// Makes a `BatchDecref` of every run of at least [`LEAST_BATCH`] releases. Returns how many releases went into batches.
pub(super) fn run(func: &mut Function) -> usize {
    let mut batched = 0;
    for block in func.blocks().collect::<Vec<_>>() {
        let mut run: Vec<InstId> = Vec::new();
        let mut cursor = func.cursor(block);
        while let Some(inst) = cursor.next(func) {
            if matches!(func.inst(inst).op, Opcode::Decref | Opcode::XDecref) {
                run.push(inst);
                continue;
            }
            batched += merge(func, &run);
            run.clear();
        }
    }
    batched
}

fn merge(func: &mut Function, run: &[InstId]) -> usize {
    if run.len() < LEAST_BATCH {
        return 0;
    }
    let values: Vec<_> = run.iter().map(|&inst| func.inst(inst).args[0]).collect();
    let line = func.inst(run[0]).line;
    func.insert_inst_before(run[0], InstData::new(Opcode::BatchDecref, &values).line(line), &[]);
    for &inst in run {
        func.remove_inst(inst);
    }
    run.len()
}
