//! Where a release may not stand: between a guard that finds an object's shape and the slot access that relies on it.
//!
//! In the observing world a release may run code that changes shapes. A value whose life ends within such a window, because nothing but the
//! guard's frame state needed it any more, lives to the window's end.

use crate::contract::Memory;
use crate::function::{Function, InstData};
use crate::opcode::{ImmKind, Opcode};
use crate::{InstId, ValueId};

/// For each instruction of a block, by its place, the place up to which a release after it has to wait; its own place if it need not.
pub(super) fn release_places(func: &Function, insts: &[InstId]) -> Vec<u32> {
    let mut places: Vec<u32> = (0..insts.len() as u32).collect();
    // The latest guard of each object's shape, which is found in the block or came with the entry.
    let mut guards: Vec<(ValueId, usize)> = Vec::new();
    for (at, &inst) in insts.iter().enumerate() {
        let data = func.inst(inst);
        let Some(&object) = data.args.first() else { continue };
        if data.op == Opcode::GuardShape {
            guards.push((root(func, object), at));
        } else if relies_on_shape(data) {
            let object = root(func, object);
            let guard = guards.iter().rev().find(|(value, _)| *value == object).map_or(0, |&(_, at)| at);
            places[guard..at].fill(at as u32);
        }
    }
    places
}

/// Whether the first operand's shape is named and not guarded: a slot access.
fn relies_on_shape(data: &InstData) -> bool {
    let info = data.op.info();
    info.imms.first() == Some(&ImmKind::Shape) && !info.contract.reads.contains(Memory::SHAPES)
}

fn root(func: &Function, mut value: ValueId) -> ValueId {
    while let Some(source) = func.copied_operand(func.inst(func.value(value).def)) {
        value = source;
    }
    value
}

/// Whether a slot access relies on a guard in another block: releases between the two are not seen block by block.
pub(super) fn cross_blocks(func: &Function) -> bool {
    func.blocks().any(|block| {
        let mut guarded: Vec<ValueId> = Vec::new();
        func.insts(block).any(|inst| {
            let data = func.inst(inst);
            let Some(&object) = data.args.first() else { return false };
            if data.op == Opcode::GuardShape {
                guarded.push(root(func, object));
            }
            relies_on_shape(data) && !guarded.contains(&root(func, object))
        })
    })
}
