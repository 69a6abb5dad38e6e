//! Functions that no verifier would accept: the checked interpreter traps, it does not panic.

use hir::interp::{self, Options, TrapKind};
use hir::random::{self, Choices, Shape, Xorshift};
use hir::{Function, InstId, Opcode, refcount, ty};

/// Breaks something at an instruction.
fn damage(func: &mut Function, inst: InstId, choices: &mut Xorshift) {
    if func.get_inst(inst).is_none() {
        return;
    }
    let value = func.value_at(choices.below(func.value_bound() as u32) as usize);
    match choices.below(8) {
        0 => func.inst_mut(inst).args.extend(value),
        1 => drop(func.inst_mut(inst).args.pop()),
        2 => drop(func.inst_mut(inst).imms.pop()),
        3 => func.inst_mut(inst).args.first_mut().into_iter().for_each(|arg| *arg = value.unwrap_or(*arg)),
        4 => func.inst_mut(inst).frame = None,
        5 => drop(func.inst_mut(inst).blocks.pop()),
        6 => {
            let (atom, _) = ty::ATOMS[choices.below(ty::ATOMS.len() as u32) as usize];
            value.into_iter().for_each(|value| func.set_type(value, atom));
        }
        _ if choices.chance(1, 2) => func.remove_inst(inst),
        _ => func.inst_mut(inst).op = Opcode::ALL[choices.below(Opcode::ALL.len() as u32) as usize],
    }
}

#[test]
fn broken_functions_do_not_panic() {
    let (mut ran, mut malformed, mut other) = (0, 0, 0);
    for seed in 0..600 {
        let mut choices = Xorshift::new(seed ^ 0xdead);
        let mut func = random::function(seed, &Shape::with_insts(40));
        if seed % 2 == 0 {
            refcount::insert(&mut func).unwrap_or_else(|error| panic!("{error}"));
        }
        let insts: Vec<InstId> = func.blocks().flat_map(|block| func.insts(block).collect::<Vec<_>>()).collect();
        for _ in 0..1 + choices.below(4) {
            damage(&mut func, insts[choices.below(insts.len() as u32) as usize], &mut choices);
        }
        for run_seed in 0..4 {
            match interp::run(&func, &Options::new(run_seed)) {
                Ok(_) => ran += 1,
                Err(trap) => {
                    assert!(trap.to_string().contains(&trap.kind.to_string()));
                    match trap.kind {
                        TrapKind::Malformed(_) => malformed += 1,
                        _ => other += 1,
                    }
                }
            }
        }
    }
    assert!(ran > 100 && malformed > 100 && other > 100, "{ran} {malformed} {other}");
}
