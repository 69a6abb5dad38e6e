//! The end of the translation: phis get their operands, and what cannot be reached goes.

use super::emit::{Build, result_types};
use hir::analysis::{Cfg, Replacements, replace_uses};
use hir::{BlockId, Function, InstId, Opcode, Type};

/// Completes the function.
pub(super) fn finish(mut build: Build<'_>) -> Function {
    let cfg = Cfg::compute(&build.func);
    fill_phis(&mut build, &cfg);
    let mut func = build.func;
    let unreachable: Vec<BlockId> = func.blocks().filter(|&block| !cfg.is_reachable(block)).collect();
    unreachable.into_iter().for_each(|block| func.remove_block(block));
    drop_needless_phis(&mut func, &cfg);
    narrow_types(&mut func, &cfg);
    drop_needless_copies(&mut func, &cfg);
    func
}

/// Gives every phi its operands.
fn fill_phis(build: &mut Build<'_>, cfg: &Cfg) {
    for node in 0..build.phis.len() {
        let mut edges: Vec<_> = build.incoming[node].iter().filter(|edge| cfg.is_reachable(edge.from)).collect();
        edges.sort_by_key(|edge| edge.from);
        for (index, &phi) in build.phis[node].iter().enumerate() {
            let data = build.func.inst_mut(phi);
            data.blocks = edges.iter().map(|edge| edge.from).collect();
            data.args = edges.iter().map(|edge| edge.args[index]).collect();
        }
    }
}

/// Removes the phis that have only one value, themselves apart.
fn drop_needless_phis(func: &mut Function, cfg: &Cfg) {
    let phis: Vec<InstId> = cfg.rpo().iter().flat_map(|&block| func.phis(block)).collect();
    let mut replacements = Replacements::new();
    let mut needless = vec![false; phis.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (&phi, needless) in phis.iter().zip(&mut needless).filter(|(_, needless)| !**needless) {
            let result = func.result(phi);
            let mut values = func.inst(phi).args.iter().map(|&arg| replacements.get(arg)).filter(|&v| v != result);
            if let Some(value) = values.next()
                && values.all(|other| other == value)
            {
                replacements.insert(result, value);
                (*needless, changed) = (true, true);
            }
        }
    }
    if needless.contains(&true) {
        replace_uses(func, &mut replacements);
        phis.iter().zip(needless).filter(|(_, needless)| *needless).for_each(|(&phi, _)| func.remove_inst(phi));
    }
}

/// Gives phis and what only passes operands on the smallest types that their operands allow: from nothing upwards to a fixed point.
/// Then no life ends that has no count.
fn narrow_types(func: &mut Function, cfg: &Cfg) {
    let mut passing = Vec::new();
    for &block in cfg.rpo() {
        passing.extend(func.insts(block).filter(|&inst| passes_on(func.inst(inst).op)));
    }
    passing.iter().for_each(|&inst| func.set_type(func.result(inst), Type::BOTTOM));
    let mut changed = true;
    while changed {
        changed = false;
        for &inst in &passing {
            let data = func.inst(inst);
            let ty = result_types(func, data)[0];
            let result = data.results[0];
            if ty != func.ty(result) {
                func.set_type(result, ty);
                changed = true;
            }
        }
    }
    for &block in cfg.rpo() {
        let mut cursor = func.cursor(block);
        while let Some(inst) = cursor.next(func) {
            let data = func.inst(inst);
            if data.op == Opcode::EndLife && !func.ty(data.args[0]).is_counted() {
                func.remove_inst(inst);
            }
        }
    }
}

/// Removes guards and checks that turned out to be needless by the types, and copies of what has no life.
fn drop_needless_copies(func: &mut Function, cfg: &Cfg) {
    let mut replacements = Replacements::new();
    let mut needless = Vec::new();
    for inst in cfg.rpo().iter().flat_map(|&block| func.insts(block)) {
        let data = func.inst(inst);
        let Some(operand) = func.copied_operand(data) else { continue };
        let ty = func.ty(operand);
        // Some guards say more than a type.
        let more = matches!(data.op, Opcode::GuardShape | Opcode::GuardCode | Opcode::GuardArity | Opcode::GuardClass);
        let same = ty == func.ty(data.results[0]) && !more;
        if same && (data.op != Opcode::Assign || !ty.is_counted()) {
            replacements.insert(data.results[0], operand);
            needless.push(inst);
        }
    }
    if !needless.is_empty() {
        replace_uses(func, &mut replacements);
        needless.into_iter().for_each(|inst| func.remove_inst(inst));
    }
}

/// Whether the type of the result follows from those of the operands.
fn passes_on(op: Opcode) -> bool {
    op == Opcode::Phi || op.is_copy()
}
