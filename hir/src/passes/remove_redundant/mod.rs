//! Redundant guards and loads: what an instruction would find is known, because another that dominates it found it.
//!
//! The walk goes down the dominator tree and carries two kinds of facts:
//!
//! - *Lasting*: which type a value is of. No guard of it, or branch, is taken back, so such facts hold in all that it dominates.
//! - *Memory*: what an instruction that changes nothing found ([`Available`]). It holds until something writes a memory class that the
//!   instruction reads, or runs code of the program.
//!
//! Facts are about the value that copies go back to (through `Assign`, `RefineType`, guards and checks), so it does not matter which copy is
//! looked at. The rules:
//!
//! 1. `GuardType`, `GuardIs`, `CheckVar` and `CheckExc` of what is known to be so are `RefineType`.
//! 2. `IsType` of what is known is a constant.
//! 3. `GuardShape` is `RefineType` if the object has that shape: by another guard, by `AddSlot` if it succeeded, by `NewInstance` where
//!    methods were found to be those that the code was made for. Adding a slot may change the shape of any other object. Only in the
//!    quiet world: in the other one, a value that dies between the guard and an access to a slot may run code that changes shapes.
//! 4. `GuardCode`, `GuardArity` and `GuardClass` of what was found to be so are `Assign`. A `GuardQuiet` behind another is removed.
//! 5. Any other instruction that can do nothing but read, or leave as a guard does, and has one result is `Assign` of the result of an earlier
//!    one with the same immediates and operands. What a slot was found to hold, or got, and is not counted, or is a float, of
//!    which mostly the machine float is wanted, it still holds when another slot is written.
//!
//! Where paths meet, what is known on each is known; at the header of a loop, what is known before it and nothing in the loop ends.
//! Nothing is moved, and no value lives across code of the program that did not before: what is found again after a call is found again.

mod available;
mod branches;

use crate::analysis::{Cfg, DomTree, Loops};
use crate::contract::{Can, Exit, Memory, Origin, World, footprint};
use crate::entity::EntityMap;
use crate::function::{Function, Imm, InstData};
use crate::opcode::{Flow, Opcode};
use crate::ty::{Spec, Type};
use crate::typing::{self, ResultType};
use crate::{BlockId, ConstId, Constant, InstId, ValueId};
use available::{Available, Fact, Key};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Removes what is redundant. Says how many instructions were.
pub(super) fn run(func: &mut Function) -> usize {
    let cfg = Cfg::compute(func);
    let tree = DomTree::compute(&cfg);
    let mut walk = Walk {
        ends: ends(func, &cfg, &tree),
        func,
        cfg: &cfg,
        root: EntityMap::new(None),
        constants: FxHashMap::default(),
        narrowed: EntityMap::new(Type::TOP),
        undo: Vec::new(),
        available: Available::default(),
        known: EntityMap::with_len(None, cfg.bound()),
        changed: 0,
    };
    walk.run(&tree);
    walk.changed
}

/// What a loop ends of the facts about memory, by its header; everything at the entries of cycles that are no loops.
fn ends(func: &Function, cfg: &Cfg, tree: &DomTree) -> EntityMap<BlockId, Memory> {
    let loops = Loops::compute(cfg, tree);
    let mut ends = EntityMap::with_len(Memory::NONE, cfg.bound());
    // Inner loops stand behind those around them.
    let mut by_loop = vec![Memory::NONE; loops.all().len()];
    for &block in cfg.rpo() {
        if let Some(index) = loops.innermost(block) {
            let written = func.insts(block).map(|inst| written(func, func.inst(inst)));
            by_loop[index] = written.fold(by_loop[index], Memory::or);
        }
    }
    for (index, l) in loops.all().iter().enumerate().rev() {
        ends[l.header] = by_loop[index];
        if let Some(parent) = l.parent {
            by_loop[parent] = by_loop[parent].or(by_loop[index]);
        }
    }
    for &(_, entry) in loops.irreducible_edges() {
        ends[entry] = Memory::ALL;
    }
    ends
}

/// What the instruction may write, itself or by destructors that it runs.
fn written(func: &Function, data: &InstData) -> Memory {
    let world = func.world();
    match data.op {
        Opcode::EndLife => {
            data.args.iter().fold(Memory::NONE, |written, &arg| written.or(footprint(func.ty(arg), world)))
        }
        _ => func.contract(data).written(world),
    }
}

struct Walk<'f> {
    func: &'f mut Function,
    cfg: &'f Cfg,
    ends: EntityMap<BlockId, Memory>,
    /// What a copy goes back to; of any other value nothing.
    root: EntityMap<ValueId, Option<ValueId>>,
    /// One value for all that are the same constant.
    constants: FxHashMap<ConstId, ValueId>,
    /// By root: what guards and branches say.
    narrowed: EntityMap<ValueId, Type>,
    /// What `narrowed` was.
    undo: Vec<(ValueId, Type)>,
    /// What is known of memory here.
    available: Available,
    /// The same at the end of each block that control can reach, as far as the walk has come.
    known: EntityMap<BlockId, Option<Available>>,
    changed: usize,
}

impl Walk<'_> {
    fn run(&mut self, tree: &DomTree) {
        let mut open: Vec<(BlockId, usize)> = Vec::new();
        for &block in tree.preorder() {
            while let Some(&(above, kept)) = open.last() {
                if Some(above) == tree.idom(block) {
                    break;
                }
                for (root, ty) in self.undo.drain(kept..).rev() {
                    self.narrowed[root] = ty;
                }
                open.pop();
            }
            let kept = self.undo.len();
            self.enter(block);
            let mut cursor = self.func.cursor(block);
            while let Some(inst) = cursor.next(self.func) {
                self.step(inst);
            }
            self.known[block] = Some(std::mem::take(&mut self.available));
            open.push((block, kept));
        }
    }

    /// What is known where control comes into a block.
    fn enter(&mut self, block: BlockId) {
        self.available = self.available_at(block);
        if let &[pred] = self.cfg.predecessors(block) {
            self.follow_edge(pred, block);
        }
    }

    /// What is known of memory on all paths into a block.
    fn available_at(&self, block: BlockId) -> Available {
        let preds = self.cfg.predecessors(block).iter().filter(|&&pred| self.cfg.is_reachable(pred));
        let known: SmallVec<[Option<&Available>; 4]> = preds.map(|&pred| self.known[pred].as_ref()).collect();
        let before: SmallVec<[&Available; 4]> = known.iter().copied().flatten().collect();
        match (&before[..], before.len() < known.len()) {
            (&[one], false) => one.clone(),
            (&[one], true) => one.after_loop(self.ends[block]),
            (&[first, ref others @ ..], false) => first.meet(others, |value| self.root(value)),
            // The verifier does not look through such, either.
            _ => Available::default(),
        }
    }

    fn root(&self, value: ValueId) -> ValueId {
        self.root[value].unwrap_or(value)
    }

    /// What is known of a value, for good: shapes are left out.
    fn lasting(&self, value: ValueId) -> Type {
        lasting(self.func.ty(value)).meet(self.narrowed[self.root(value)])
    }

    fn narrow(&mut self, root: ValueId, ty: Type) {
        let before = self.narrowed[root];
        let after = before.meet(lasting(ty));
        if after != before {
            self.narrowed[root] = after;
            self.undo.push((root, before));
        }
    }

    fn step(&mut self, inst: InstId) {
        let data = self.func.inst(inst);
        if data.op.info().flow != Flow::Next {
            return;
        }
        if let Some(operand) = self.func.copied_operand(data) {
            self.copy(inst, operand);
            return;
        }
        match data.op {
            Opcode::Const => self.constant(inst),
            Opcode::IsType => self.is_type(inst),
            Opcode::CheckOk => self.succeeded(data.args[0]),
            Opcode::GuardQuiet => self.guard_quiet(inst),
            _ if self.is_pure(data) => self.pure(inst),
            _ => self.effect(inst),
        }
    }

    /// A value of its operand.
    fn copy(&mut self, inst: InstId, operand: ValueId) {
        let data = self.func.inst(inst);
        let root = self.root(operand);
        let result = data.results[0];
        match (data.op, data.imms.first()) {
            (Opcode::GuardShape, Some(&Imm::Shape(shape))) => self.guard_shape(inst, operand, shape),
            (Opcode::GuardCode | Opcode::GuardArity | Opcode::GuardClass, _) => {
                let key = self.key(data);
                let reads = self.func.contract(data).reads;
                if self.available.find(&key).is_some() {
                    self.rewrite(inst, Opcode::Assign, &[]);
                } else {
                    self.available.add(Fact { key, value: None, reads });
                }
            }
            (Opcode::GuardType | Opcode::GuardIs | Opcode::CheckVar | Opcode::CheckExc, _) => {
                self.guard_type(inst, operand);
            }
            _ => {}
        }
        self.root[result] = Some(root);
        self.retype(inst);
        let (func, roots) = (&*self.func, &self.root);
        self.available.prefer(func, |value| roots[value].unwrap_or(value) == root, result);
    }

    /// A guard or check of what its operand is.
    fn guard_type(&mut self, inst: InstId, operand: ValueId) {
        let data = self.func.inst(inst);
        let tested = match (data.op, data.imms.first()) {
            (Opcode::GuardType, Some(&Imm::Type(ty))) => self.func.type_of_id(ty),
            (Opcode::GuardIs, Some(&Imm::Const(constant))) => self.func.constant_type(constant),
            _ => self.func.ty(operand).without_null(),
        };
        let (known, tested_for_good) = (self.lasting(operand), lasting(tested));
        let shape = tested.spec() != tested_for_good.spec();
        let checks_only = matches!(data.op, Opcode::CheckVar | Opcode::CheckExc);
        let holds = if checks_only { !known.may_be_null() } else { !shape && known.is_subtype(tested) };
        if holds && !known.is_bottom() {
            self.refine(inst, tested);
        } else {
            self.narrow(self.root(operand), if checks_only { known.without_null() } else { tested_for_good });
        }
    }

    fn guard_quiet(&mut self, inst: InstId) {
        let data = self.func.inst(inst);
        let (key, reads) = (self.key(data), self.func.contract(data).reads);
        if self.available.find(&key).is_some() {
            self.func.remove_inst(inst);
            self.changed += 1;
        } else {
            self.available.add(Fact { key, value: None, reads });
        }
    }

    fn guard_shape(&mut self, inst: InstId, operand: ValueId, shape: u32) {
        let root = self.root(operand);
        // A known value stays known in the refined type, and that says nothing of its shape.
        let may = self.func.world() == World::Quiet && self.func.ty(operand).known_value().is_none();
        if may && self.available.find(&Key::shape(root, shape)).is_some() {
            self.refine(inst, Type::REFERENCE.with_spec(Spec::Shape(shape)));
        } else {
            self.available.add_shape(root, shape);
            self.narrow(root, Type::REFERENCE);
        }
    }

    /// Makes a guard the statement that it holds.
    fn refine(&mut self, inst: InstId, ty: Type) {
        let id = self.func.intern_type(ty);
        self.rewrite(inst, Opcode::RefineType, &[Imm::Type(id)]);
    }

    /// Another instruction with the same operands and result, that cannot leave the function.
    fn rewrite(&mut self, inst: InstId, op: Opcode, imms: &[Imm]) {
        let data = self.func.inst_mut(inst);
        data.op = op;
        data.imms = SmallVec::from_slice(imms);
        data.frame = None;
        self.changed += 1;
    }

    /// Gives a copy the type that it has by those of its operand and what is known.
    fn retype(&mut self, inst: InstId) {
        let data = self.func.inst(inst);
        if let [ResultType::Is(ty)] = typing::result_types(self.func, data)[..] {
            let result = data.results[0];
            let old = self.func.ty(result);
            if ty != old && ty.is_subtype(old) && !ty.is_bottom() {
                self.func.set_type(result, ty);
            }
        }
    }

    fn constant(&mut self, inst: InstId) {
        let data = self.func.inst(inst);
        let (result, Some(&Imm::Const(constant))) = (data.results[0], data.imms.first()) else { return };
        let first = *self.constants.entry(constant).or_insert(result);
        if first != result {
            self.root[result] = Some(first);
        }
    }

    fn is_type(&mut self, inst: InstId) {
        let data = self.func.inst(inst);
        let (operand, Some(&Imm::Type(ty))) = (data.args[0], data.imms.first()) else { return };
        let (known, tested) = (self.lasting(operand), self.func.type_of_id(ty));
        let answer = match () {
            () if known.is_bottom() || lasting(tested) != tested => return,
            () if known.is_subtype(tested) => true,
            () if !known.intersects(tested) => false,
            () => return,
        };
        let id = self.func.intern_constant(Constant::CBool(answer));
        self.rewrite(inst, Opcode::Const, &[Imm::Const(id)]);
        self.func.inst_mut(inst).args.clear();
    }

    /// Whether an instruction only finds something out.
    fn is_pure(&self, data: &InstData) -> bool {
        let contract = self.func.contract(data);
        let &[result] = &data.results[..] else { return false };
        contract.can == Can::NOTHING
            && contract.writes.is_empty()
            && matches!(contract.exit, Exit::None | Exit::Guard)
            && !matches!(contract.origin, Origin::New)
            && !matches!(data.op, Opcode::LoadArg | Opcode::CallNative)
            // A truth value is better made where it is tested.
            && !self.func.ty(result).is_subtype(Type::C_BOOL)
    }

    fn key(&self, data: &InstData) -> Key {
        let roots = || data.args.iter().map(|&arg| self.root(arg)).collect();
        match (data.op, &data.imms[..]) {
            // A slot stays the same one when others are added.
            (Opcode::LoadSlot, &[_, slot]) => Key::slot(self.root(data.args[0]), slot),
            // What a class has does not depend on the instance.
            (Opcode::LoadMethodCached, _) => Key { op: data.op, imms: data.imms.clone(), args: SmallVec::new() },
            _ => Key { op: data.op, imms: data.imms.clone(), args: roots() },
        }
    }

    fn pure(&mut self, inst: InstId) {
        let data = self.func.inst(inst);
        let (key, reads, result) = (self.key(data), self.func.contract(data).reads, data.results[0]);
        let known = self.available.find(&key).and_then(|fact| fact.value);
        match known.filter(|&value| self.func.ty(value).is_subtype(self.func.ty(result))) {
            Some(value) => {
                self.rewrite(inst, Opcode::Assign, &[]);
                self.func.inst_mut(inst).args = SmallVec::from_slice(&[value]);
                let root = self.root(value);
                self.root[result] = Some(root);
                self.retype(inst);
            }
            None => self.available.add(Fact { key, value: Some(result), reads }),
        }
    }

    /// An instruction that does something.
    fn effect(&mut self, inst: InstId) {
        let data = self.func.inst(inst);
        let written = written(self.func, data);
        match (data.op, &data.imms[..]) {
            (Opcode::StoreSlot, &[_, slot]) if written != Memory::ALL => self.store_slot(inst, slot),
            (Opcode::AddSlot, &[_, Imm::Shape(to), slot]) if written != Memory::ALL => {
                let (object, result) = (self.root(data.args[0]), data.results[0]);
                self.available.end(written.without(Memory::SLOTS));
                self.available.add(Fact::added(object, to, result));
                self.store_slot(inst, slot);
            }
            (Opcode::NewInstance, &[Imm::Shape(shape)]) => {
                let result = data.results[0];
                self.available.end(written);
                if self.available.knows_classes() {
                    self.available.add_shape(result, shape);
                }
            }
            _ if written.is_empty() => {}
            _ => self.available.end(written),
        }
    }

    /// Slot `slot` of the first operand gets the second.
    fn store_slot(&mut self, inst: InstId, slot: Imm) {
        let data = self.func.inst(inst);
        let (object, stored) = (self.root(data.args[0]), data.args[1]);
        self.available.end_slot(self.func, slot);
        if available::is_light(self.func, stored) {
            self.available.add(Fact { key: Key::slot(object, slot), value: Some(stored), reads: Memory::SLOTS });
        }
    }

    /// An instruction whose result is that it succeeded did.
    fn succeeded(&mut self, result: ValueId) {
        self.available.succeeded(self.root(result));
    }
}

/// The type without what can change while the value stays the same.
fn lasting(ty: Type) -> Type {
    if matches!(ty.spec(), Spec::Shape(_)) { ty.with_spec(Spec::None) } else { ty }
}
