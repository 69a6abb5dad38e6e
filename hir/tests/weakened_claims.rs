//! Claims that say too little. In a counted function some values lose all their operations and are claimed to be borrowed, from
//! whatever chance says; where the refcount verifier accepts that, the values really live without references of their own, so the
//! checked interpreter must not trap.

use hir::interp::{self, TrapKind};
use hir::random::{self, Choices, Shape, Xorshift};
use hir::{ClaimState, Entity, Function, InstId, Memory, Opcode, RefKind, ValueId, World, refcount, verify_refcounts};

/// The value whose copies `value` is one of.
fn source(func: &Function, mut value: ValueId) -> ValueId {
    while let Some(copied) = func.copied_operand(func.inst(func.value(value).def)) {
        value = copied;
    }
    value
}

fn insts(func: &Function) -> Vec<InstId> {
    func.blocks().flat_map(|block| func.insts(block)).collect()
}

/// The values with reference count operations, one of each set of copies.
fn operated(func: &Function) -> Vec<ValueId> {
    let counting = insts(func).into_iter().filter(|&inst| func.inst(inst).op.is_counting());
    let mut values: Vec<ValueId> =
        counting.flat_map(|inst| func.inst(inst).args.iter().map(|&value| source(func, value))).collect();
    values.sort();
    values.dedup();
    values
}

/// `value`, and perhaps the phis that get it.
fn victims(func: &Function, value: ValueId, operated: &[ValueId], choices: &mut Xorshift) -> Vec<ValueId> {
    let mut victims = vec![value];
    if choices.chance(1, 2) {
        victims.extend(operated.iter().filter(|&&phi| {
            let data = func.inst(func.value(phi).def);
            data.op == Opcode::Phi && phi != value && data.args.iter().any(|&arg| source(func, arg) == value)
        }));
    }
    victims
}

/// Takes out the operations on the victims; exits take references of their own to them.
fn strip(func: &mut Function, is_victim: impl Fn(ValueId) -> bool) {
    for inst in insts(func) {
        let named: Vec<ValueId> = func.frame_uses(func.inst(inst).frame).collect();
        let data = func.inst_mut(inst);
        data.exit_refs.retain(|&(value, _)| named.contains(&value) || !is_victim(value));
        for (value, kind) in &mut data.exit_refs {
            if *kind == RefKind::Owned && is_victim(*value) {
                *kind = RefKind::Borrowed;
            }
        }
        if data.op.is_counting() {
            data.args.retain(|value| !is_victim(*value));
            if data.args.is_empty() {
                func.remove_inst(inst);
            }
        }
    }
}

/// Claims that the victims are borrowed from anything.
fn weaken_claims(func: &mut Function, is_victim: impl Fn(ValueId) -> bool, choices: &mut Xorshift) {
    const MEMORY: [Memory; 5] = [Memory::NONE, Memory::GLOBALS, Memory::LIST_ITEMS, Memory::SLOTS, Memory::ALL];
    for block in func.blocks().collect::<Vec<_>>() {
        let mut claims = func.claims(block).to_vec();
        let owners: Vec<ValueId> = claims.iter().map(|claim| claim.copies[0]).filter(|&v| !is_victim(v)).collect();
        for claim in claims.iter_mut().filter(|claim| is_victim(claim.copies[0])) {
            let share = choices.below(4);
            claim.state = ClaimState::Borrowed {
                memory: MEMORY[choices.below(MEMORY.len() as u32) as usize],
                owners: owners.iter().copied().filter(|_| choices.chance(share, 3)).collect(),
            };
        }
        func.set_claims(block, claims);
    }
}

#[test]
fn what_is_accepted_does_not_trap() {
    let (mut tried, mut accepted) = (0, 0);
    for seed in 0..250 {
        for world in [World::Quiet, World::Observing] {
            let shape = Shape { insts: 40, live: 6, ..Shape::default() }.in_world(world);
            let mut func = random::function(seed, &shape);
            refcount::insert(&mut func).unwrap_or_else(|error| panic!("{error}"));
            let (operated, mut choices) = (operated(&func), Xorshift::new(seed));
            for &value in &operated {
                let victims = victims(&func, value, &operated, &mut choices);
                let sources: Vec<bool> = (0..func.value_bound())
                    .map(|index| func.value_at(index).is_some_and(|v| victims.contains(&source(&func, v))))
                    .collect();
                let mut weaker = func.clone();
                strip(&mut weaker, |value| sources[value.index()]);
                weaken_claims(&mut weaker, |value| sources[value.index()], &mut choices);
                tried += 1;
                if verify_refcounts(&weaker).is_err() {
                    continue;
                }
                accepted += 1;
                // What only shows that a guard of a shape comes too early has nothing to do with counts.
                let trap = interp::run_all(&weaker, 0..16).err().filter(|(_, trap)| trap.kind != TrapKind::WrongShape);
                if let Some((run, trap)) = trap {
                    panic!("function {seed}, run {run}, without {victims:?}: {trap}\n{weaker}");
                }
            }
        }
    }
    assert!(accepted >= 50 && accepted < tried / 2, "{accepted} of {tried} accepted");
}
