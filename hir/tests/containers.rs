//! The containers of a function: the order of blocks and instructions against a model of vectors, uniquing, stale and foreign
//! references, walking while changing.

mod common;

use common::Rng;
use hir::{
    BlockId, Constant, Entity, FrameState, Function, Imm, InstData, InstId, Opcode, Spec, Type, ValueId, analysis::Uses,
};

/// Blocks in layout order, each with its instructions in order, and the instructions in no block.
#[derive(Default)]
struct Model {
    blocks: Vec<(BlockId, Vec<InstId>)>,
    unlinked: Vec<InstId>,
    removed: Vec<InstId>,
    removed_blocks: Vec<BlockId>,
}

impl Model {
    /// A random place: indices of a block and of an instruction in it.
    fn place(&self, rng: &mut Rng) -> Option<(usize, usize)> {
        let block = rng.below(self.blocks.len().max(1));
        let len = self.blocks.get(block)?.1.len();
        (len > 0).then(|| (block, rng.below(len)))
    }

    fn find(&self, inst: InstId) -> Option<(usize, usize)> {
        self.blocks
            .iter()
            .enumerate()
            .find_map(|(b, (_, insts))| insts.iter().position(|&i| i == inst).map(|at| (b, at)))
    }
}

struct Both {
    func: Function,
    model: Model,
    rng: Rng,
}

impl Both {
    fn data() -> InstData {
        InstData::new(Opcode::MakeSet, &[])
    }

    fn insert(&mut self) {
        let Some((b, at)) = self.model.place(&mut self.rng) else { return self.append() };
        let here = self.model.blocks[b].1[at];
        if self.rng.below(2) == 0 {
            let inst = self.func.insert_inst_before(here, Self::data(), &[Type::OBJECT]);
            self.model.blocks[b].1.insert(at, inst);
        } else {
            let inst = self.func.insert_inst_after(here, Self::data(), &[Type::OBJECT]);
            self.model.blocks[b].1.insert(at + 1, inst);
        }
    }

    fn append(&mut self) {
        if self.model.blocks.is_empty() {
            return self.add_block();
        }
        let b = self.rng.below(self.model.blocks.len());
        let block = self.model.blocks[b].0;
        let inst = match self.model.unlinked.pop() {
            Some(inst) => {
                self.func.place_inst(block, inst);
                inst
            }
            None => self.func.append_inst(block, Self::data(), &[Type::OBJECT]),
        };
        self.model.blocks[b].1.push(inst);
    }

    fn take(&mut self) {
        let Some((b, at)) = self.model.place(&mut self.rng) else { return };
        let inst = self.model.blocks[b].1.remove(at);
        if self.rng.below(2) == 0 {
            self.func.unlink_inst(inst);
            self.model.unlinked.push(inst);
        } else {
            self.func.remove_inst(inst);
            self.model.removed.push(inst);
        }
    }

    fn move_inst(&mut self) {
        let Some((b, at)) = self.model.place(&mut self.rng) else { return };
        let inst = self.model.blocks[b].1.remove(at);
        match self.model.place(&mut self.rng) {
            Some((to, before)) if self.rng.below(3) > 0 => {
                let here = self.model.blocks[to].1[before];
                self.func.move_inst_before(inst, here);
                self.model.blocks[to].1.insert(before, inst);
            }
            _ => {
                let to = self.rng.below(self.model.blocks.len());
                self.func.move_inst_to_end(inst, self.model.blocks[to].0);
                self.model.blocks[to].1.push(inst);
            }
        }
    }

    fn move_tail(&mut self) {
        let Some((b, at)) = self.model.place(&mut self.rng) else { return };
        let to = self.rng.below(self.model.blocks.len());
        if to != b {
            self.func.move_tail(self.model.blocks[b].1[at], self.model.blocks[to].0);
            let tail = self.model.blocks[b].1.split_off(at);
            self.model.blocks[to].1.extend(tail);
        }
    }

    fn add_block(&mut self) {
        if self.model.blocks.is_empty() || self.rng.below(2) == 0 {
            let block = self.func.append_block();
            self.model.blocks.push((block, Vec::new()));
        } else {
            let at = self.rng.below(self.model.blocks.len());
            let block = self.func.insert_block_after(self.model.blocks[at].0);
            self.model.blocks.insert(at + 1, (block, Vec::new()));
        }
    }

    fn change_blocks(&mut self) {
        let count = self.model.blocks.len();
        if count < 6 {
            return self.add_block();
        }
        let at = self.rng.below(count);
        let (block, insts) = self.model.blocks.remove(at);
        if self.rng.below(3) == 0 {
            self.func.remove_block(block);
            self.model.removed.extend(insts);
            self.model.removed_blocks.push(block);
        } else {
            let after = self.rng.below(count - 1);
            self.func.move_block_after(block, self.model.blocks[after].0);
            self.model.blocks.insert(after + 1, (block, insts));
        }
    }

    /// Walks a block with a cursor, removing, moving and inserting on the way.
    fn walk(&mut self) {
        let Some((b, _)) = self.model.place(&mut self.rng) else { return };
        let (block, insts) = self.model.blocks[b].clone();
        let mut cursor = self.func.cursor(block);
        let mut left = Vec::new();
        for &expected in &insts {
            let inst = cursor.next(&self.func).unwrap();
            assert_eq!(inst, expected, "the walk meets every instruction that was there");
            match self.rng.below(8) {
                0 => {
                    self.func.remove_inst(inst);
                    self.model.removed.push(inst);
                }
                1 => {
                    let new = self.func.insert_inst_before(inst, Self::data(), &[Type::OBJECT]);
                    left.extend([new, inst]);
                }
                2 => {
                    let new = self.func.insert_inst_after(inst, Self::data(), &[Type::OBJECT]);
                    left.extend([inst, new]);
                }
                _ => left.push(inst),
            }
        }
        assert_eq!(cursor.next(&self.func), None);
        self.model.blocks[b].1 = left;
    }

    fn compare_order(&mut self) {
        let Some((b, x)) = self.model.place(&mut self.rng) else { return };
        let insts = &self.model.blocks[b].1;
        let y = self.rng.below(insts.len());
        assert_eq!(self.func.comes_before(insts[x], insts[y]), x < y);
        assert_eq!(self.func.block_of(insts[x]), Some(self.model.blocks[b].0));
        assert_eq!(self.func.next_inst(insts[x]), insts.get(x + 1).copied());
        assert_eq!(self.func.prev_inst(insts[x]), x.checked_sub(1).map(|p| insts[p]));
    }

    fn check_all(&self) {
        let func = &self.func;
        assert!(func.blocks().eq(self.model.blocks.iter().map(|b| b.0)));
        assert!(func.blocks().rev().eq(self.model.blocks.iter().rev().map(|b| b.0)));
        assert_eq!(func.entry(), self.model.blocks.first().map(|b| b.0));
        for (at, (block, insts)) in self.model.blocks.iter().enumerate() {
            assert!(func.insts(*block).eq(insts.iter().copied()));
            assert!(func.insts(*block).rev().eq(insts.iter().rev().copied()));
            assert_eq!(func.first_inst(*block), insts.first().copied());
            assert_eq!(func.last_inst(*block), insts.last().copied());
            assert_eq!(func.next_block(*block), self.model.blocks.get(at + 1).map(|b| b.0));
            assert!(insts.windows(2).all(|pair| func.comes_before(pair[0], pair[1])));
        }
        for &inst in &self.model.unlinked {
            assert!(func.block_of(inst).is_none() && func.get_inst(inst).is_some());
        }
        for &inst in &self.model.removed {
            assert!(func.block_of(inst).is_none() && func.get_inst(inst).is_none());
        }
        for &block in &self.model.removed_blocks {
            assert!(!func.has_block(block) && func.block_at(block.index()).is_none());
        }
    }
}

#[test]
fn layout_agrees_with_vectors_through_random_changes() {
    let mut both = Both { func: Function::new("f"), model: Model::default(), rng: Rng::new(5) };
    for step in 0..100_000 {
        match both.rng.below(40) {
            0..=9 => both.insert(),
            10..=13 => both.append(),
            14..=23 => both.take(),
            24..=27 => both.move_inst(),
            28 => both.move_tail(),
            29 if step % 50 == 0 => both.change_blocks(),
            30 if step % 20 == 0 => both.walk(),
            _ => both.compare_order(),
        }
        if step % 1000 == 0 {
            both.check_all();
        }
    }
    both.check_all();
    assert!(both.model.removed.len() > 1000 && !both.model.removed_blocks.is_empty());
    assert!(both.model.blocks.iter().any(|(_, insts)| both.model.find(insts[0]).is_some()));
}

/// Insertions at one place use up the numbers between two neighbours again and again.
#[test]
fn order_is_kept_through_insertions_at_one_place() {
    let mut func = Function::new("f");
    let block = func.append_block();
    let first = func.append_inst(block, Both::data(), &[]);
    let last = func.append_inst(block, Both::data(), &[]);
    let mut before = last;
    let mut inserted = Vec::new();
    for i in 0..20_000 {
        // Alternately before the newest and after the first: both ends of ever smaller gaps.
        let new = if i % 2 == 0 {
            before = func.insert_inst_before(before, Both::data(), &[]);
            before
        } else {
            func.insert_inst_after(first, Both::data(), &[])
        };
        assert!(func.comes_before(first, new) && func.comes_before(new, last));
        inserted.push(new);
    }
    let order: Vec<InstId> = func.insts(block).collect();
    assert_eq!(order.len(), inserted.len() + 2);
    assert!(order.windows(2).all(|pair| func.comes_before(pair[0], pair[1])));
}

#[test]
fn equal_things_have_one_id_and_different_ones_have_two() {
    let mut func = Function::new("f");
    let block = func.append_block();
    let inst = func.append_inst(block, Both::data(), &[Type::OBJECT]);
    let value = func.result(inst);
    let constants = [
        Constant::Nullptr,
        Constant::None,
        Constant::True,
        Constant::False,
        Constant::Int(0),
        Constant::Int(1),
        Constant::CInt(0),
        Constant::Float(0.0_f64.to_bits()),
        Constant::Float((-0.0_f64).to_bits()),
        Constant::Float(f64::NAN.to_bits()),
        Constant::Str("a".into()),
        Constant::Str("".into()),
        Constant::Names(["a".into()].into()),
        Constant::Entry { index: 0, ty: Type::OBJECT },
        Constant::Object { index: 0, ty: Type::OBJECT },
        Constant::Entry { index: 0, ty: Type::CODE },
    ];
    let ids: Vec<_> = constants.iter().map(|c| func.intern_constant(c.clone())).collect();
    for (i, constant) in constants.iter().enumerate() {
        assert_eq!(func.intern_constant(constant.clone()), ids[i]);
        assert_eq!(func.constant(ids[i]), constant);
        assert!(ids[..i].iter().all(|id| *id != ids[i]), "{constant:?}");
    }
    let len = |n| Type::TUPLE_EXACT.with_spec(Spec::Len(n));
    assert_eq!(func.intern_type(len(2)), func.intern_type(len(2)));
    assert_ne!(func.intern_type(len(2)), func.intern_type(len(3)));
    assert_eq!(func.intern_name("x"), func.intern_name("x"));
    assert_ne!(func.intern_name("x"), func.intern_name("y"));
    let code = func.intern_name("code");
    let frame = |pc, slots: &[Option<ValueId>]| FrameState { code, pc, slots: slots.to_vec(), caller: None };
    let a = func.intern_frame(frame(0, &[Some(value)]));
    assert_eq!(func.intern_frame(frame(0, &[Some(value)])), a);
    assert_ne!(func.intern_frame(frame(1, &[Some(value)])), a);
    assert_ne!(func.intern_frame(frame(0, &[None])), a);
    assert_eq!(func.frame_count(), 3);
}

fn constant(func: &mut Function, block: BlockId, n: i64) -> ValueId {
    let id = func.intern_constant(Constant::CInt(n));
    let inst = func.append_inst(block, InstData::new(Opcode::Const, &[]).imms(&[Imm::Const(id)]), &[Type::C_INT64]);
    func.result(inst)
}

#[test]
fn questions_of_membership_are_answered_for_stale_and_foreign_references() {
    let (mut f, mut g) = (Function::new("f"), Function::new("g"));
    let (fb, gb) = (f.append_block(), g.append_block());
    let (fv, gv) = (constant(&mut f, fb, 1), constant(&mut g, gb, 1));
    let (fi, gi) = (f.value(fv).def, g.value(gv).def);
    assert_eq!((fi.index(), fv.index()), (gi.index(), gv.index()));
    assert!(f.get_inst(fi).is_some() && f.get_inst(gi).is_none());
    assert!(f.get_value(fv).is_some() && f.get_value(gv).is_none());
    assert!(f.has_block(fb) && !f.has_block(gb));
    f.remove_inst(fi);
    assert!(f.get_inst(fi).is_none() && f.get_value(fv).is_none());
    assert!(f.value_at(fv.index()).is_none());
    let new = constant(&mut f, fb, 2);
    assert_ne!(new, fv, "a slot is not used again");
    f.remove_block(fb);
    assert!(!f.has_block(fb) && f.get_value(new).is_none());
    assert_eq!(f.entry(), None);
}

#[test]
#[should_panic(expected = "use of a removed instruction")]
fn a_removed_instruction_cannot_be_read() {
    let mut f = Function::new("f");
    let block = f.append_block();
    let value = constant(&mut f, block, 1);
    let inst = f.value(value).def;
    f.remove_inst(inst);
    f.inst(inst);
}

#[test]
#[should_panic(expected = "use of a removed value")]
fn a_removed_value_cannot_be_read() {
    let mut f = Function::new("f");
    let block = f.append_block();
    let value = constant(&mut f, block, 1);
    f.remove_inst(f.value(value).def);
    f.ty(value);
}

#[cfg(debug_assertions)]
#[test]
#[should_panic(expected = "use of a foreign instruction")]
fn a_foreign_instruction_cannot_be_read() {
    let (mut f, mut g) = (Function::new("f"), Function::new("g"));
    let (fb, gb) = (f.append_block(), g.append_block());
    constant(&mut f, fb, 1);
    let foreign = constant(&mut g, gb, 1);
    f.inst(g.value(foreign).def);
}

#[cfg(debug_assertions)]
#[test]
#[should_panic(expected = "use of a foreign value")]
fn a_foreign_value_cannot_be_read() {
    let (mut f, mut g) = (Function::new("f"), Function::new("g"));
    let (fb, gb) = (f.append_block(), g.append_block());
    constant(&mut f, fb, 1);
    let foreign = constant(&mut g, gb, 1);
    f.ty(foreign);
}

#[cfg(debug_assertions)]
#[test]
#[should_panic(expected = "removed or foreign block")]
fn a_removed_block_cannot_be_filled() {
    let mut f = Function::new("f");
    let block = f.append_block();
    f.remove_block(block);
    f.append_inst(block, Both::data(), &[]);
}

#[cfg(debug_assertions)]
#[test]
#[should_panic(expected = "belongs to another function")]
fn a_foreign_constant_cannot_be_read() {
    let (mut f, mut g) = (Function::new("f"), Function::new("g"));
    f.intern_constant(Constant::None);
    let foreign = g.intern_constant(Constant::None);
    f.constant(foreign);
}

#[test]
#[should_panic(expected = "not in the same list")]
fn instructions_of_two_blocks_have_no_order() {
    let mut f = Function::new("f");
    let (a, b) = (f.append_block(), f.append_block());
    let (x, y) = (f.append_inst(a, Both::data(), &[]), f.append_inst(b, Both::data(), &[]));
    f.comes_before(x, y);
}

/// A function of two arguments with three instructions in a chain that nothing uses, before the return of the first argument.
fn dead_chain() -> (Function, BlockId) {
    let mut f = Function::new("f");
    let block = f.append_block();
    let [x, y] = [0, 1].map(|n| {
        let inst = f.append_inst(block, InstData::new(Opcode::LoadArg, &[]).imms(&[Imm::Index(n)]), &[Type::C_INT64]);
        f.result(inst)
    });
    let mut binary = |op, l, r| {
        let inst =
            f.append_inst(block, InstData::new(Opcode::CIntBinary, &[l, r]).imms(&[Imm::BinOp(op)]), &[Type::C_INT64]);
        f.result(inst)
    };
    let a = binary(hir::BinOp::Add, x, y);
    let b = binary(hir::BinOp::Mul, a, a);
    binary(hir::BinOp::Sub, b, a);
    f.append_inst(block, InstData::new(Opcode::Return, &[x]), &[]);
    (f, block)
}

fn is_dead(f: &Function, inst: InstId) -> bool {
    let uses = Uses::compute(f);
    let data = f.inst(inst);
    !data.op.is_terminator() && data.op != Opcode::LoadArg && data.results.iter().all(|&result| uses.is_unused(result))
}

#[test]
fn dead_instructions_can_be_removed_on_a_walk() {
    let (mut f, block) = dead_chain();
    let mut rounds = 0;
    loop {
        rounds += 1;
        let before = f.insts(block).count();
        let mut cursor = f.cursor(block);
        while let Some(inst) = cursor.next(&f) {
            if is_dead(&f, inst) {
                f.remove_inst(inst);
            }
        }
        if f.insts(block).count() == before {
            break;
        }
    }
    // Each round finds the end of what is left of the chain dead, and a last one finds nothing.
    assert_eq!(rounds, 4);
    let left: Vec<Opcode> = f.insts(block).map(|inst| f.inst(inst).op).collect();
    assert_eq!(left, [Opcode::LoadArg, Opcode::LoadArg, Opcode::Return]);
}

/// The mistake that a cursor prevents: going on from an instruction after removing it. It is caught at once, and does not end
/// the walk early or go on in freed memory.
#[test]
#[should_panic(expected = "use of a removed instruction")]
fn a_walk_that_goes_on_from_what_it_removed_is_caught() {
    let (mut f, block) = dead_chain();
    let mut at = f.first_inst(block);
    while let Some(inst) = at {
        if is_dead(&f, inst) {
            f.remove_inst(inst);
        }
        assert!(f.inst(inst).op != Opcode::BatchDecref);
        at = f.next_inst(inst);
    }
}
