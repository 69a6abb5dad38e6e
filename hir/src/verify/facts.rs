//! V14 and V19: what is known at a place.
//!
//! One walk over the dominator tree carries the facts that hold where control has come: for the value that copies go back to, what
//! branches have said of it, and the shape it had at a guard together with the *version* of shapes then. A write to shapes makes a
//! new version, and so does a block that paths with different versions enter; so a shape still holds if the version is the
//! same. A block that is not a loop's header takes over the shapes known at the ends of all its predecessors: each has a list of
//! those of its version. Facts of a block are taken back when the walk leaves its subtree.

use super::instructions::needed_shape;
use super::memory_joins::joins;
use super::{Rule, Verifier};
use crate::analysis::{Cfg, DomTree};
use crate::contract::{Exit, Memory, footprint};
use crate::entity::EntityMap;
use crate::opcode::ResultRule;
use crate::text::display_type;
use crate::ty::{Spec, Type};
use crate::typing::narrowed;
use crate::{BlockId, Function, Imm, InstData, InstId, Opcode, ValueId};
use rustc_hash::FxHashMap;

impl Verifier<'_> {
    pub(super) fn facts(&mut self, cfg: &Cfg, tree: &DomTree) {
        let func = self.func;
        let mut writes = EntityMap::with_len(false, cfg.bound());
        for &block in cfg.rpo() {
            writes[block] = self.insts(block).any(|(_, data)| writes_shapes(func, data));
        }
        let facts = Facts {
            verifier: self,
            func,
            cfg,
            joins: joins(cfg, tree, &writes),
            root: EntityMap::new(None),
            narrowed: EntityMap::new(Type::TOP),
            shapes: EntityMap::new(None),
            phis: EntityMap::new(PhiShape::default()),
            undo: Vec::new(),
            added: EntityMap::new(None),
            list: Vec::new(),
            last: None,
            ends: EntityMap::new(None),
            version: 0,
            versions: 0,
        };
        facts.walk(tree);
    }
}

/// A shape that a value had in some version of shapes.
type ShapeFact = Option<(u32, u32)>;

/// What is known of a phi's operands so far.
#[derive(Clone, Copy, Default)]
struct PhiShape {
    /// The shape that the last of them has.
    shape: u32,
    /// How many have been seen, as long as all have one shape.
    seen: usize,
    /// Whether one has none, or another one.
    mixed: bool,
}

/// A fact to put back.
enum Undo {
    Narrowed(ValueId, Type),
    Shape(ValueId, ShapeFact),
}

struct Facts<'a, 'f> {
    verifier: &'a mut Verifier<'f>,
    func: &'f Function,
    cfg: &'a Cfg,
    joins: EntityMap<BlockId, bool>,
    /// What a copy goes back to; of any other value nothing.
    root: EntityMap<ValueId, Option<ValueId>>,
    /// By root: what branches say.
    narrowed: EntityMap<ValueId, Type>,
    /// By root: the shape.
    shapes: EntityMap<ValueId, ShapeFact>,
    phis: EntityMap<ValueId, PhiShape>,
    undo: Vec<Undo>,
    /// By the result of `AddSlot`: the object, its shape if that is true, and the version after it.
    added: EntityMap<ValueId, Option<(ValueId, u32, u32)>>,
    /// Shapes that were known, each with the one before it of the same version.
    list: Vec<(ValueId, u32, Option<usize>)>,
    /// The last that is known here.
    last: Option<usize>,
    /// By block that the walk has been to: the last at its end.
    ends: EntityMap<BlockId, Option<Option<usize>>>,
    /// The version of shapes at this place.
    version: u32,
    /// How many versions there are.
    versions: u32,
}

impl Facts<'_, '_> {
    fn walk(mut self, tree: &DomTree) {
        // The blocks from the entry down to the one at hand: how many facts are to be kept when it is left, and the version at its end.
        let mut open: Vec<(BlockId, usize, u32)> = Vec::new();
        for &block in tree.preorder() {
            while let Some(&(above, kept, version)) = open.last() {
                if Some(above) == tree.idom(block) {
                    self.version = version;
                    self.last = self.ends[above].flatten();
                    break;
                }
                self.take_back(kept);
                open.pop();
            }
            let kept = self.undo.len();
            if self.joins[block] {
                self.next_version();
            }
            self.take_over_shapes(block);
            self.enter(block);
            for (inst, data) in self.verifier.insts(block) {
                self.step(inst, data);
            }
            self.leave(block);
            self.ends[block] = Some(self.last);
            open.push((block, kept, self.version));
        }
    }

    fn take_back(&mut self, kept: usize) {
        for undo in self.undo.drain(kept..).rev() {
            match undo {
                Undo::Narrowed(root, ty) => self.narrowed[root] = ty,
                Undo::Shape(root, fact) => self.shapes[root] = fact,
            }
        }
    }

    fn next_version(&mut self) {
        self.versions += 1;
        self.version = self.versions;
        self.last = None;
    }

    /// What is known of shapes at the ends of all predecessors, besides what is known here.
    fn take_over_shapes(&mut self, block: BlockId) {
        if self.cfg.predecessors(block).len() < 2 {
            return;
        }
        let mut known: Option<FxHashMap<ValueId, u32>> = None;
        for &pred in self.cfg.predecessors(block).iter().filter(|&&pred| self.cfg.is_reachable(pred)) {
            let Some(last) = self.ends[pred].filter(|&last| last != self.last) else { return };
            let mut here = FxHashMap::default();
            let mut at = last;
            // With shapes of the same version, the lists have what is known here in common.
            while let Some((root, shape, before)) = at.filter(|_| at != self.last).map(|at| self.list[at]) {
                here.entry(root).or_insert(shape);
                at = before;
            }
            if let Some(known) = &known {
                here.retain(|root, shape| known.get(root) == Some(shape));
            }
            known = Some(here);
        }
        for (root, shape) in known.into_iter().flatten() {
            self.set_shape(root, shape);
        }
    }

    fn root(&self, value: ValueId) -> ValueId {
        self.root[value].unwrap_or(value)
    }

    fn set_narrowed(&mut self, root: ValueId, ty: Type) {
        let before = std::mem::replace(&mut self.narrowed[root], ty);
        self.undo.push(Undo::Narrowed(root, before));
    }

    fn set_shape(&mut self, root: ValueId, shape: u32) {
        let before = self.shapes[root].replace((shape, self.version));
        self.undo.push(Undo::Shape(root, before));
        self.list.push((root, shape, self.last));
        self.last = Some(self.list.len() - 1);
    }

    /// `AddSlot` with this result succeeded.
    fn succeeded(&mut self, result: ValueId) {
        if let Some((object, shape, version)) = self.added[self.root(result)]
            && version == self.version
        {
            self.set_shape(object, shape);
        }
    }

    /// The shape that a value certainly has here.
    fn shape(&self, value: ValueId) -> Option<u32> {
        self.shapes[self.root(value)].filter(|&(_, version)| version == self.version).map(|(shape, _)| shape)
    }

    /// What the only edge into a block says, and what phis have from their operands.
    fn enter(&mut self, block: BlockId) {
        let preds = self.cfg.predecessors(block);
        if let &[pred] = preds {
            self.follow_edge(pred, block);
        }
        for inst in self.func.phis(block) {
            let value = self.func.result(inst);
            let PhiShape { shape, seen, mixed } = self.phis[value];
            if !mixed && seen > 0 && seen == preds.len() {
                self.set_shape(value, shape);
            }
        }
    }

    fn follow_edge(&mut self, pred: BlockId, block: BlockId) {
        let Some(branch) = self.func.last_inst(pred).map(|inst| self.func.inst(inst)) else { return };
        let Some(&operand) = branch.args.first() else { return };
        let root = self.root(operand);
        let known = self.narrowed[root];
        let holds = branch.blocks.first() == Some(&block);
        if branch.op == Opcode::CondBranch && holds {
            self.succeeded(operand);
        }
        let Some(known) = after_branch(self.func, branch, known, holds) else { return };
        self.set_narrowed(root, known);
        if let Some(shape) = type_shape(self.func, branch).filter(|_| holds) {
            self.set_shape(root, shape);
        }
    }

    fn step(&mut self, inst: InstId, data: &InstData) {
        if data.op == Opcode::RefineType {
            self.refine(inst, data);
        }
        if let Some(shape) = needed_shape(data) {
            let object = data.args[0];
            if self.shape(object) != Some(shape) {
                let message =
                    format!("{object} need not have shape {shape} any more: no guard without a write to shapes since");
                self.verifier.error_at(Rule::Shape, inst, message);
            }
        }
        if writes_shapes(self.func, data) {
            self.next_version();
        }
        match (data.op, &data.imms[..]) {
            (Opcode::AddSlot, &[_, Imm::Shape(to), _]) => {
                self.added[data.results[0]] = Some((self.root(data.args[0]), to, self.version));
            }
            (Opcode::NewInstance, &[Imm::Shape(shape)]) => self.set_shape(data.results[0], shape),
            (Opcode::CheckOk, _) => self.succeeded(data.args[0]),
            _ => {}
        }
        if let Some(operand) = self.func.copied_operand(data) {
            let root = self.root(operand);
            for &result in &data.results {
                self.root[result] = Some(root);
                if data.op.info().contract.exit != Exit::None {
                    self.narrow(root, self.func.ty(result));
                }
            }
            if let Some(shape) = tested_shape(self.func, data) {
                self.set_shape(root, shape);
            }
        }
    }

    /// A guard or check found the value to be of this type. Its shape is another matter.
    fn narrow(&mut self, root: ValueId, ty: Type) {
        let known = self.narrowed[root];
        let ty = if matches!(ty.spec(), Spec::Shape(_)) { ty.with_spec(Spec::None) } else { ty };
        let after = narrowed(known, ty);
        if after != known {
            self.set_narrowed(root, after);
        }
    }

    fn refine(&mut self, inst: InstId, data: &InstData) {
        let (operand, &[Imm::Type(ty)]) = (data.args[0], data.imms.as_slice()) else { return };
        let func = self.func;
        let mut known = narrowed(func.ty(operand), self.narrowed[self.root(operand)]);
        let ty = func.type_of_id(ty);
        // What the operand's own type says of the shape may be out of date, and can still be repeated.
        let repeats = known.is_subtype(ty);
        if let Some(shape) = self.shape(operand).filter(|_| known.is_subtype(Type::OBJECT)) {
            known = known.meet(Type::REFERENCE).with_spec(Spec::Shape(shape));
        }
        if !repeats && !known.is_subtype(ty) {
            let (known, ty) = (display_type(func, known), display_type(func, ty));
            let message = format!("{operand} is not known to be {ty} here, only {known}");
            self.verifier.error_at(Rule::Refine, inst, message);
        }
    }

    /// Tells the phis of the successors what is known of their operands.
    fn leave(&mut self, block: BlockId) {
        for &next in self.cfg.successors(block) {
            for inst in self.func.phis(next) {
                let data = self.func.inst(inst);
                let may_matter = matches!(self.func.ty(data.results[0]).spec(), Spec::Shape(_));
                let Some(operand) = data.blocks.binary_search(&block).ok().map(|index| data.args[index]) else {
                    continue;
                };
                let shape = self.shape(operand).filter(|_| may_matter);
                let phi = &mut self.phis[data.results[0]];
                phi.mixed |= shape.is_none_or(|shape| phi.seen > 0 && shape != phi.shape);
                phi.shape = shape.unwrap_or_default();
                phi.seen += 1;
            }
        }
    }
}

/// What is known of a branch's operand behind the edge on which the branch's test holds or does not; nothing if it tests no type.
fn after_branch(func: &Function, branch: &InstData, known: Type, holds: bool) -> Option<Type> {
    let missing = match (branch.op, branch.imms.first()) {
        (Opcode::CondBranchPresent, _) => Type::NULLPTR,
        (Opcode::CondBranchIterNotDone, _) => Type::ITER_DONE,
        (Opcode::CondBranchType, Some(&Imm::Type(ty))) => {
            let ty = func.type_of_id(ty);
            return Some(match holds {
                true => narrowed(known, ty),
                false if is_whole(ty) => known.without(ty),
                false => known,
            });
        }
        _ => return None,
    };
    Some(if holds { known.without(missing) } else { known.meet(missing) })
}

/// Whether the type has every value of its atoms, so that a value which is not of the type is of other atoms.
fn is_whole(ty: Type) -> bool {
    ty.spec() == Spec::None && (ty.life() == (true, true) || !ty.may_be_object())
}

/// The shape that a copy's operand has if control comes past it: one that was guarded.
fn tested_shape(func: &Function, data: &InstData) -> Option<u32> {
    if data.op.info().contract.exit != Exit::Guard {
        return None;
    }
    match (data.op.info().results, data.imms.first()) {
        ([ResultRule::MeetShape], Some(&Imm::Shape(shape))) => Some(shape),
        ([ResultRule::MeetType], _) => type_shape(func, data),
        _ => None,
    }
}

/// The shape in the type that is the first immediate.
fn type_shape(func: &Function, data: &InstData) -> Option<u32> {
    let Some(&Imm::Type(ty)) = data.imms.first() else { return None };
    match func.type_of_id(ty).spec() {
        Spec::Shape(shape) => Some(shape),
        Spec::None | Spec::Value(_) | Spec::Len(_) => None,
    }
}

/// Whether the instruction may change the shape of an object: itself, or by destructors that it runs.
fn writes_shapes(func: &Function, data: &InstData) -> bool {
    let world = func.world();
    let releases = matches!(data.op, Opcode::EndLife | Opcode::Decref | Opcode::XDecref | Opcode::BatchDecref);
    let written = if releases {
        data.args.iter().fold(Memory::NONE, |written, &arg| written.or(footprint(func.ty(arg), world)))
    } else {
        func.contract(data).written(world)
    };
    written.intersects(Memory::SHAPES)
}
