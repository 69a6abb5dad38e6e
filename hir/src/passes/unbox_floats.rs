//! Floats stay machine floats between the instructions that compute with them.
//!
//! A boxed float ([`BoxDouble`](Opcode::BoxDouble)) or a phi of floats is *unboxed* if everything that uses it can do with the machine float: unboxing, the
//! end of its life, a phi that is unboxed too, and frame states (an exit makes the box). A use that needs the box is allowed where it
//! runs less often than the definition, by loop depth; a box is made there. The set is the greatest for which this holds, found by removal.

use crate::analysis::{Cfg, DomTree, Loops, Place, Replacements, Uses, replace_uses};
use crate::constant::Constant;
use crate::entity::{Entity, EntityMap};
use crate::function::{Function, Imm, InstData};
use crate::opcode::Opcode;
use crate::refcount::edges;
use crate::ty::Type;
use crate::{BlockId, FrameId, InstId, ValueId};

/// Unboxes what it pays for. Says how many values.
pub(super) fn run(func: &mut Function) -> usize {
    if !func.blocks().flat_map(|block| func.insts(block)).any(|inst| func.inst(inst).op == Opcode::BoxDouble) {
        return 0;
    }
    let made = edges::split_critical(func);
    let plan = Plan::new(func);
    let changed = plan.chosen.iter().filter(|&&chosen| chosen).count();
    if changed > 0 {
        rewrite(func, &plan);
    }
    edges::merge_needless(func, &made);
    changed
}

/// Where control is: loop depth and a frame state to fail with.
struct Plan {
    /// By value index: unboxed.
    chosen: Vec<bool>,
    uses: Uses,
    tree: DomTree,
}

/// A use that needs the box, and where the box would be made.
fn hard_use(func: &Function, chosen: &[bool], value: ValueId, inst: InstId, place: Place) -> Option<BlockId> {
    let data = func.inst(inst);
    let here = func.block_of(inst);
    match (place, data.op) {
        (Place::Frame(_), _) | (_, Opcode::UnboxDouble | Opcode::EndLife) => None,
        (Place::Operand(index), Opcode::Phi) => {
            let taken = chosen[data.results[0].index()];
            // The box is made at the end of the predecessor.
            (!taken).then(|| data.blocks[index as usize])
        }
        (Place::Operand(_), _) => {
            debug_assert!(data.args.contains(&value));
            here
        }
    }
}

impl Plan {
    fn new(func: &Function) -> Plan {
        let cfg = Cfg::compute(func);
        let tree = DomTree::compute(&cfg);
        let loops = Loops::compute(&cfg, &tree);
        let uses = Uses::compute(func);
        let mut chosen = vec![false; func.value_bound()];
        let mut candidates: Vec<ValueId> = Vec::new();
        for inst in cfg.rpo().iter().flat_map(|&block| func.insts(block)) {
            let data = func.inst(inst);
            let is_float = |value: ValueId| func.ty(value).is_subtype(Type::FLOAT_EXACT) && !func.ty(value).is_bottom();
            if let (Opcode::BoxDouble | Opcode::Phi, Some(&result)) = (data.op, data.results.first())
                && is_float(result)
            {
                chosen[result.index()] = true;
                candidates.push(result);
            }
        }
        let depth = |block: BlockId| loops.depth(block);
        let mut again = true;
        while again {
            again = false;
            for &value in &candidates {
                if !chosen[value.index()] {
                    continue;
                }
                let home = func.block_of(func.value(value).def).map_or(0, depth);
                let needs_box = uses.of(value).iter().any(|u| {
                    hard_use(func, &chosen, value, u.inst, u.place).is_some_and(|block| {
                        depth(block) >= home || nearest_frame(func, &tree, block, u.inst).is_none()
                    })
                });
                if needs_box || !pays(func, &chosen, &uses, value) {
                    chosen[value.index()] = false;
                    again = true;
                }
            }
        }
        Plan { chosen, uses, tree }
    }
}

/// Whether unboxing saves anything: a phi must bring some machine float, or take one.
fn pays(func: &Function, chosen: &[bool], uses: &Uses, value: ValueId) -> bool {
    let data = func.inst(func.value(value).def);
    data.op != Opcode::Phi
        || data.args.iter().any(|arg| chosen[arg.index()])
        || uses.of(value).iter().any(|u| func.inst(u.inst).op == Opcode::UnboxDouble)
}

/// The frame state of the nearest instruction before `before` in `block`, or in a dominator, that has one: an exit there can say that memory is
/// out.
fn nearest_frame(func: &Function, tree: &DomTree, block: BlockId, before: InstId) -> Option<FrameId> {
    let mut at = Some(block);
    let mut inst = if func.block_of(before) == Some(block) { func.prev_inst(before) } else { func.last_inst(block) };
    while let Some(block) = at {
        while let Some(i) = inst {
            let data = func.inst(i);
            if data.frame.is_some() {
                return data.frame;
            }
            inst = func.prev_inst(i);
        }
        at = tree.idom(block);
        inst = at.and_then(|block| func.last_inst(block));
    }
    None
}

fn rewrite(func: &mut Function, plan: &Plan) {
    let mut raw: EntityMap<ValueId, Option<ValueId>> = EntityMap::new(None);
    let chosen: Vec<ValueId> =
        (0..plan.chosen.len()).filter(|&index| plan.chosen[index]).filter_map(|index| func.value_at(index)).collect();
    for &value in &chosen {
        raw[value] = Some(machine_float(func, value));
    }
    for &value in &chosen {
        fill_phi(func, value, &raw);
    }
    for &value in &chosen {
        box_hard_uses(func, plan, value, &raw);
    }
    // Everything left is a frame state, an unboxing, or the end of a life that is no more.
    let mut replaced = Replacements::new();
    let mut dead: EntityMap<InstId, bool> = EntityMap::with_len(false, func.inst_bound());
    for &value in &chosen {
        let Some(machine) = raw[value] else { continue };
        for u in plan.uses.of(value) {
            let data = func.inst(u.inst);
            match data.op {
                Opcode::UnboxDouble => replaced.insert(data.results[0], machine),
                Opcode::EndLife => {}
                _ => continue,
            }
            dead[u.inst] = true;
        }
        replaced.insert(value, machine);
    }
    replace_uses(func, &mut replaced);
    for block in func.blocks().collect::<Vec<_>>() {
        let mut cursor = func.cursor(block);
        while let Some(inst) = cursor.next(func) {
            if dead[inst] {
                func.remove_inst(inst);
            }
        }
    }
    for &value in &chosen {
        let def = func.value(value).def;
        func.remove_inst(def);
    }
}

/// The machine float that takes a value's place: what was boxed, or a new phi, without inputs yet.
fn machine_float(func: &mut Function, value: ValueId) -> ValueId {
    let def = func.value(value).def;
    let data = func.inst(def);
    if data.op == Opcode::BoxDouble {
        return data.args[0];
    }
    let line = data.line;
    let phi = func.insert_inst_before(def, InstData::new(Opcode::Phi, &[]).line(line), &[Type::C_DOUBLE]);
    func.result(phi)
}

/// Gives a new phi its inputs: the machine floats of the old one's.
fn fill_phi(func: &mut Function, value: ValueId, raw: &EntityMap<ValueId, Option<ValueId>>) {
    let data = func.inst(func.value(value).def).clone();
    let (Opcode::Phi, Some(phi)) = (data.op, raw[value]) else { return };
    let mut args = Vec::with_capacity(data.args.len());
    for (&pred, &arg) in data.blocks.iter().zip(&data.args) {
        args.push(match raw[arg] {
            Some(machine) => machine,
            None => unbox_at_end(func, pred, arg, data.line),
        });
    }
    let def = func.value(phi).def;
    let new = func.inst_mut(def);
    new.blocks = data.blocks;
    new.args = args.into();
}

fn unbox_at_end(func: &mut Function, block: BlockId, value: ValueId, line: u32) -> ValueId {
    let constant = match func.ty(value).known_value().map(|id| func.constant(id)) {
        Some(&Constant::Float(bits)) => Some(func.intern_constant(Constant::CDouble(bits))),
        _ => None,
    };
    let (data, ty) = match constant {
        Some(id) => (InstData::new(Opcode::Const, &[]).imms(&[Imm::Const(id)]), func.constant_type(id)),
        None => (InstData::new(Opcode::UnboxDouble, &[value]), Type::C_DOUBLE),
    };
    let inst = match func.last_inst(block) {
        Some(last) => func.insert_inst_before(last, data.line(line), &[ty]),
        None => func.append_inst(block, data.line(line), &[ty]),
    };
    func.result(inst)
}

/// Makes boxes for the uses that need one.
fn box_hard_uses(func: &mut Function, plan: &Plan, value: ValueId, raw: &EntityMap<ValueId, Option<ValueId>>) {
    let Some(machine) = raw[value] else { return };
    for u in plan.uses.of(value) {
        let Some(block) = hard_use(func, &plan.chosen, value, u.inst, u.place) else { continue };
        let Place::Operand(index) = u.place else { continue };
        let Some(frame) = nearest_frame(func, &plan.tree, block, u.inst) else { continue };
        let line = func.inst(u.inst).line;
        let data = InstData::new(Opcode::BoxDouble, &[machine]).frame(frame).line(line);
        let before = if func.block_of(u.inst) == Some(block) { Some(u.inst) } else { func.last_inst(block) };
        let Some(before) = before else { continue };
        let boxed = func.insert_inst_before(before, data, &[Type::FLOAT_EXACT]);
        let boxed = func.result(boxed);
        func.inst_mut(u.inst).args[index as usize] = boxed;
    }
}
