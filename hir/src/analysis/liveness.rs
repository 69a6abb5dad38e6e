//! Which values are live at the ends of blocks.
//!
//! Source: Boissinot, Brandner, Darte, de Dinechin, Rastello: *A Non-iterative Data-flow Algorithm for Computing Liveness Sets in
//! Strict SSA Programs* (2011), the variant that explores paths upwards from each use. Values are taken one after the other,
//! so that "already marked" is one stamp for each block, and the sets come out sorted.

use super::Cfg;
use super::lists::{Lists, Rows};
use crate::opcode::Flow;
use crate::{BlockId, Entity, FrameId, Function, InstData, ValueId};

const NONE: u32 = u32::MAX;

/// Live-in and live-out sets of every block.
///
/// A value is live at a point if a path leads from there to a use without passing its definition. A phi uses its operands at the end of
/// the predecessors and defines its result at the start of its block: operands are live out of their predecessor, the result is
/// not live in. Entries of frame states are uses of every instruction that names the state.
#[derive(Clone, Debug)]
pub struct Liveness {
    live_in: Lists<ValueId>,
    live_out: Lists<ValueId>,
}

impl Liveness {
    /// Computes the sets. Time and space are linear in the function and in the sets.
    pub fn compute(func: &Function, cfg: &Cfg) -> Liveness {
        let uses = UpwardUses::collect(func, cfg);
        let mut walk = Walk {
            cfg,
            in_stamp: vec![NONE; cfg.bound()],
            out_stamp: vec![NONE; cfg.bound()],
            live_in: Rows::new(),
            live_out: Rows::new(),
            stack: Vec::new(),
        };
        for index in 0..func.value_bound() {
            if let Some(value) = func.value_at(index) {
                walk.value(value, uses.def_block[index], uses.entries.get(index));
            }
        }
        Liveness {
            live_in: Lists::from_rows(cfg.bound(), &walk.live_in),
            live_out: Lists::from_rows(cfg.bound(), &walk.live_out),
        }
    }

    /// The values live at the start of a block, after its phis have their values, without those; ascending.
    pub fn live_in(&self, block: BlockId) -> &[ValueId] {
        self.live_in.get(block.index())
    }

    /// The values live at the end of a block; ascending.
    pub fn live_out(&self, block: BlockId) -> &[ValueId] {
        self.live_out.get(block.index())
    }

    /// Whether a value is live at the start of a block.
    pub fn is_live_in(&self, block: BlockId, value: ValueId) -> bool {
        self.live_in(block).binary_search(&value).is_ok()
    }

    /// Whether a value is live at the end of a block.
    pub fn is_live_out(&self, block: BlockId, value: ValueId) -> bool {
        self.live_out(block).binary_search(&value).is_ok()
    }
}

/// A use that makes a value live at an end of a block, in one word: tables of these are what takes most of the memory.
#[derive(Clone, Copy)]
struct Upward(u32);

impl Upward {
    const OUT: u32 = 1 << 31;

    /// The value is used in this block, which does not define it.
    fn used_in(block: BlockId) -> Upward {
        Upward(block.index() as u32)
    }

    /// A phi behind this block uses the value.
    fn used_behind(block: BlockId) -> Upward {
        Upward(block.index() as u32 | Upward::OUT)
    }
}

/// For each value, where it is defined and the uses from which to walk up.
struct UpwardUses {
    def_block: Vec<u32>,
    entries: Lists<Upward>,
}

impl UpwardUses {
    fn collect(func: &Function, cfg: &Cfg) -> UpwardUses {
        let mut def_block = vec![NONE; func.value_bound()];
        for &block in cfg.nodes() {
            for inst in func.insts(block) {
                for result in &func.inst(inst).results {
                    def_block[result.index()] = block.index() as u32;
                }
            }
        }
        let mut pairs = Vec::new();
        let mut scan = BlockUses::new(func);
        for &block in cfg.nodes() {
            for inst in func.insts(block) {
                let data = func.inst(inst);
                if data.op.info().flow == Flow::Phi {
                    let inputs = data.args.iter().zip(&data.blocks);
                    pairs.extend(inputs.map(|(v, &pred)| (v.index() as u32, Upward::used_behind(pred))));
                    continue;
                }
                scan.new_uses(block, data, |value| {
                    if def_block[value.index()] != block.index() as u32 {
                        pairs.push((value.index() as u32, Upward::used_in(block)));
                    }
                });
            }
        }
        UpwardUses { def_block, entries: Lists::from_pairs(func.value_bound(), &pairs) }
    }
}

/// Visits each value that a block uses once, and each frame state that a block names once, however many instructions name it.
pub(super) struct BlockUses<'f> {
    func: &'f Function,
    /// The last block in which the value was seen, by index.
    values: Vec<u32>,
    frames: Vec<u32>,
}

impl<'f> BlockUses<'f> {
    pub(super) fn new(func: &'f Function) -> Self {
        BlockUses { func, values: vec![NONE; func.value_bound()], frames: vec![NONE; func.frame_count()] }
    }

    /// Calls `found` for every value that the instruction of `block` uses, except those that were found in this block before.
    pub(super) fn new_uses(&mut self, block: BlockId, data: &InstData, mut found: impl FnMut(ValueId)) {
        let stamp = block.index() as u32;
        let values = &mut self.values;
        let mut visit = |value: ValueId| {
            if std::mem::replace(&mut values[value.index()], stamp) != stamp {
                found(value);
            }
        };
        data.args.iter().copied().for_each(&mut visit);
        let mut at: Option<FrameId> = data.frame;
        while let Some(frame) = at {
            if std::mem::replace(&mut self.frames[frame.index()], stamp) == stamp {
                // Its callers were seen with it.
                break;
            }
            let state = self.func.frame(frame);
            state.slots.iter().copied().flatten().for_each(&mut visit);
            at = state.caller;
        }
    }

    /// Counts a value as found in this block.
    pub(super) fn skip(&mut self, block: BlockId, value: ValueId) {
        self.values[value.index()] = block.index() as u32;
    }
}

/// The walks, one value after the other. Blocks are meant by their indices.
struct Walk<'c> {
    cfg: &'c Cfg,
    /// The last value for which the block was marked.
    in_stamp: Vec<u32>,
    out_stamp: Vec<u32>,
    live_in: Rows<ValueId>,
    live_out: Rows<ValueId>,
    stack: Vec<u32>,
}

impl Walk<'_> {
    fn value(&mut self, value: ValueId, def_block: u32, uses: &[Upward]) {
        let stamp = value.index() as u32;
        for &Upward(place) in uses {
            if place & Upward::OUT != 0 {
                self.mark_out(stamp, place & !Upward::OUT, def_block);
            } else {
                self.stack.push(place);
            }
            while let Some(block) = self.stack.pop() {
                if std::mem::replace(&mut self.in_stamp[block as usize], stamp) == stamp {
                    continue;
                }
                self.live_in.push(block);
                for &pred in self.cfg.predecessors_at(block as usize) {
                    self.mark_out(stamp, pred.index() as u32, def_block);
                }
            }
        }
        self.live_in.end(value);
        self.live_out.end(value);
    }

    fn mark_out(&mut self, stamp: u32, block: u32, def_block: u32) {
        if std::mem::replace(&mut self.out_stamp[block as usize], stamp) == stamp {
            return;
        }
        self.live_out.push(block);
        if block != def_block {
            self.stack.push(block);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ConstId, Constant, Imm, Opcode, Type};

    fn constant(func: &mut Function, block: BlockId) -> ValueId {
        let id: ConstId = func.intern_constant(Constant::CBool(true));
        let inst = func.append_inst(block, InstData::new(Opcode::Const, &[]).imms(&[Imm::Const(id)]), &[Type::C_BOOL]);
        func.result(inst)
    }

    /// A diamond whose merge has a phi of `a` from the left and `b` from the right: each is live out of its own arm only, and
    /// the phi's result is not live into the merge.
    #[test]
    fn phi_operands_are_live_on_their_edge_only() {
        let mut func = Function::new("diamond");
        let [top, left, right, merge] = std::array::from_fn(|_| func.append_block());
        let cond = constant(&mut func, top);
        func.append_inst(top, InstData::new(Opcode::CondBranch, &[cond]).blocks(&[left, right]), &[]);
        let a = constant(&mut func, left);
        func.append_inst(left, InstData::new(Opcode::Branch, &[]).blocks(&[merge]), &[]);
        let b = constant(&mut func, right);
        func.append_inst(right, InstData::new(Opcode::Branch, &[]).blocks(&[merge]), &[]);
        let phi = func.append_inst(merge, InstData::new(Opcode::Phi, &[a, b]).blocks(&[left, right]), &[Type::C_BOOL]);
        let z = func.result(phi);
        func.append_inst(merge, InstData::new(Opcode::Return, &[z]), &[]);

        let cfg = Cfg::compute(&func);
        assert_eq!(cfg.predecessors(merge), [left, right]);
        let liveness = Liveness::compute(&func, &cfg);
        assert_eq!(liveness.live_out(left), [a]);
        assert_eq!(liveness.live_out(right), [b]);
        assert!(liveness.live_in(merge).is_empty());
        assert!(liveness.live_out(top).is_empty());
    }
}
