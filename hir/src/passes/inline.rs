//! Inlining: the body of the function that a direct call calls, in place of the call.
//!
//! The call names a frame state: that of the caller while it executes the call, after the call's operands were consumed. What the callee needs to
//! leave in the middle becomes a chain of frames: the callee's own, with the function object and, for the `__init__` of a class
//! call, the instance before its registers; and as its caller the call's. An exit of the callee, an error included, rebuilds all of them, so
//! handlers of the caller still see the callee's exceptions, and the result is never missing.
//!
//! The call takes place without a check of the stack: an inlined call does not count for the limit of recursion while it runs inlined.

use crate::entity::MAX_ENTITIES;
use crate::function::{FrameState, Function, Imm, InstData};
use crate::opcode::{Flow, Opcode};
use crate::ty::{Spec, Type};
use crate::{BlockId, ConstId, Constant, Entity, FrameId, InstId, NativeId, TypeId, ValueId, World};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use thiserror::Error;

/// Most frames from the innermost out.
const MAX_FRAMES: usize = 64;

/// Why a call is not inlined. The function is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotInlined {
    /// It is none that can be.
    #[error("it is no direct call with a frame state")]
    Call,
    /// One of the two has reference counts, or is for a world in which ends of lives can be seen.
    #[error("reference counts, or a world that sees ends of lives")]
    World,
    /// The callee takes its arguments over, or takes more than it is given.
    #[error("the arguments are not those that the callee takes")]
    Arguments,
    /// The callee has no block that returns, or returns what the call cannot give.
    #[error("the callee's result is not the call's")]
    Result,
    /// A constant of the callee means nothing in the caller.
    #[error("a constant of the callee means nothing in the caller")]
    Constant,
    /// A native of the callee is another one in the caller.
    #[error("a native of the callee is another one in the caller")]
    Native,
    /// There would be too much.
    #[error("too large, or too deep")]
    TooLarge,
}

/// Puts the body of `callee` in the place of `call`, a `CallDirect` with a frame state. The first operand of the call is the function object, the
/// others are the arguments, of which the first is the `instance` of a class call if that is what it is. `constant` says what a
/// constant of the callee is in the caller.
///
/// Gives the direct calls with frame states that came with the body.
///
/// # Errors
/// Why it is not done.
pub fn inline(
    func: &mut Function,
    call: InstId,
    callee: &Function,
    instance: bool,
    constant: &mut dyn FnMut(&Constant) -> Option<Constant>,
) -> Result<Vec<InstId>, NotInlined> {
    let data = func.get_inst(call).filter(|data| data.op == Opcode::CallDirect).ok_or(NotInlined::Call)?.clone();
    let (Some(frame), Some(&function), Some(home)) = (data.frame, data.args.first(), func.block_of(call)) else {
        return Err(NotInlined::Call);
    };
    check(func, &data, frame, callee, instance)?;
    let mut copy = Copying {
        callee,
        call,
        args: data.args.to_vec(),
        prefix: [Some(function), data.args.get(1).copied().filter(|_| instance)],
        frame,
        values: FxHashMap::default(),
        blocks: FxHashMap::default(),
        frames: FxHashMap::default(),
        constants: FxHashMap::default(),
        natives: FxHashMap::default(),
        copies: Vec::new(),
        returns: Vec::new(),
    };
    copy.translate_constants(func, constant)?;
    copy.translate_natives(func)?;
    copy.blocks(func, home);
    copy.operands(func);
    copy.join(func, home);
    let again = |&(inst, _): &(InstId, InstId)| {
        let data = func.inst(inst);
        data.op == Opcode::CallDirect && data.frame.is_some()
    };
    Ok(copy.copies.iter().filter(|copy| again(copy)).map(|&(inst, _)| inst).collect())
}

/// Whether the call can be replaced.
fn check(
    func: &Function,
    call: &InstData,
    frame: FrameId,
    callee: &Function,
    instance: bool,
) -> Result<(), NotInlined> {
    let quiet = |f: &Function| !f.is_counted() && f.world() == World::Quiet;
    if !quiet(func) || !quiet(callee) {
        return Err(NotInlined::World);
    }
    let given = call.args.len() - 1;
    if instance && given == 0 {
        return Err(NotInlined::Arguments);
    }
    let result = call.results.first().map_or(Type::BOTTOM, |&result| func.ty(result));
    let depth = |f: &Function, frame| std::iter::successors(Some(frame), |&frame| f.frame(frame).caller).count();
    let (mut returns, mut deepest) = (0, 0);
    for inst in callee.blocks().flat_map(|block| callee.insts(block)) {
        let data = callee.inst(inst);
        deepest = deepest.max(data.frame.map_or(0, |frame| depth(callee, frame)));
        match (data.op, data.imms.first()) {
            (Opcode::TakeArg, _) => return Err(NotInlined::Arguments),
            (Opcode::LoadArg, Some(&Imm::Index(index))) => {
                let arg = call.args.get(index as usize + 1).ok_or(NotInlined::Arguments)?;
                if !plain(func.ty(*arg)).is_subtype(callee.ty(callee.result(inst))) {
                    return Err(NotInlined::Arguments);
                }
            }
            (Opcode::Return, _) if !plain(callee.ty(data.args[0])).is_subtype(result) => {
                return Err(NotInlined::Result);
            }
            (Opcode::Return, _) => returns += 1,
            _ => {}
        }
    }
    let more = callee.inst_bound().max(callee.value_bound()).max(callee.block_bound()) + 1;
    match () {
        () if returns == 0 => Err(NotInlined::Result),
        () if deepest + depth(func, frame) > MAX_FRAMES => Err(NotInlined::TooLarge),
        () if func.reserve(more).is_err() || func.frame_count() + callee.frame_count() > MAX_ENTITIES => {
            Err(NotInlined::TooLarge)
        }
        () => Ok(()),
    }
}

/// The type without a known value, which is a constant of one function only.
fn plain(ty: Type) -> Type {
    if ty.known_value().is_some() { ty.with_spec(Spec::None) } else { ty }
}

/// The copy of a callee's body in the making.
struct Copying<'c> {
    callee: &'c Function,
    call: InstId,
    /// The call's operands.
    args: Vec<ValueId>,
    /// What stands before the callee's registers in its frame.
    prefix: [Option<ValueId>; 2],
    /// The caller's frame.
    frame: FrameId,
    // What is what in the caller.
    values: FxHashMap<ValueId, ValueId>,
    blocks: FxHashMap<BlockId, BlockId>,
    frames: FxHashMap<FrameId, FrameId>,
    constants: FxHashMap<ConstId, ConstId>,
    natives: FxHashMap<NativeId, NativeId>,
    /// Each copy with the callee's instruction.
    copies: Vec<(InstId, InstId)>,
    /// The blocks that return, with what, in the callee.
    returns: Vec<(BlockId, ValueId)>,
}

impl Copying<'_> {
    /// Finds what the constants are that the body names.
    fn translate_constants(
        &mut self,
        func: &mut Function,
        constant: &mut dyn FnMut(&Constant) -> Option<Constant>,
    ) -> Result<(), NotInlined> {
        let callee = self.callee;
        for inst in callee.blocks().flat_map(|block| callee.insts(block)) {
            let data = callee.inst(inst);
            let named = data.imms.iter().filter_map(|imm| match *imm {
                Imm::Const(id) => Some(id),
                Imm::Type(ty) => callee.type_of_id(ty).known_value(),
                _ => None,
            });
            let known = data.results.iter().filter_map(|&result| callee.ty(result).known_value());
            for id in named.chain(known) {
                if let Entry::Vacant(entry) = self.constants.entry(id) {
                    let constant = constant(callee.constant(id)).ok_or(NotInlined::Constant)?;
                    entry.insert(func.intern_constant(constant));
                }
            }
        }
        Ok(())
    }

    /// Finds or declares the natives of the body.
    fn translate_natives(&mut self, func: &mut Function) -> Result<(), NotInlined> {
        let own = |func: &Function, name: &str| func.natives().find(|(_, sig)| *sig.name == *name).map(|(id, _)| id);
        let differs =
            |(_, sig): (NativeId, &crate::NativeSig)| own(func, &sig.name).is_some_and(|id| func.native(id) != sig);
        if self.callee.natives().any(differs) {
            return Err(NotInlined::Native);
        }
        for (id, sig) in self.callee.natives() {
            let same = own(func, &sig.name).unwrap_or_else(|| func.declare_native(sig.clone()));
            self.natives.insert(id, same);
        }
        Ok(())
    }

    /// Makes the blocks and instructions, without operands. The callee's first block is the part of the call's block before the call.
    fn blocks(&mut self, func: &mut Function, home: BlockId) {
        let callee = self.callee;
        let mut last = home;
        for (index, block) in callee.blocks().enumerate() {
            if index > 0 {
                last = func.insert_block_after(last);
            }
            self.blocks.insert(block, last);
        }
        for block in callee.blocks() {
            let own = self.blocks[&block];
            for inst in callee.insts(block) {
                let data = callee.inst(inst);
                match data.op {
                    Opcode::CheckStack => continue,
                    Opcode::Return => {
                        self.returns.push((own, data.args[0]));
                        continue;
                    }
                    _ => {}
                }
                let types: Vec<Type> = data.results.iter().map(|&result| self.ty(callee.ty(result))).collect();
                let new = self.instruction(func, data);
                let copy = if own == home {
                    func.insert_inst_before(self.call, new, &types)
                } else {
                    func.append_inst(own, new, &types)
                };
                for (&result, &own) in data.results.iter().zip(&func.inst(copy).results) {
                    self.values.insert(result, own);
                }
                self.copies.push((copy, inst));
            }
        }
    }

    /// The copy of an instruction, without operands, blocks and frame state.
    fn instruction(&self, func: &mut Function, data: &InstData) -> InstData {
        let arg = match (data.op, data.imms.first()) {
            (Opcode::LoadArg, Some(&Imm::Index(index))) => Some(self.args[index as usize + 1]),
            (Opcode::LoadFunction, _) => Some(self.args[0]),
            _ => None,
        };
        if let Some(arg) = arg {
            return InstData::new(Opcode::Assign, &[arg]).line(data.line);
        }
        let imms: Vec<Imm> = data.imms.iter().map(|&imm| self.imm(func, imm)).collect();
        InstData::new(data.op, &[]).imms(&imms).line(data.line)
    }

    fn imm(&self, func: &mut Function, imm: Imm) -> Imm {
        match imm {
            Imm::Const(id) => Imm::Const(self.constants[&id]),
            Imm::Name(name) => Imm::Name(func.intern_name(self.callee.name_of(name))),
            Imm::Type(ty) => Imm::Type(self.type_id(func, ty)),
            Imm::Native(native) => Imm::Native(self.natives[&native]),
            Imm::Index(_) | Imm::Shape(_) | Imm::BinOp(_) | Imm::UnOp(_) | Imm::CmpOp(_) => imm,
        }
    }

    fn type_id(&self, func: &mut Function, ty: TypeId) -> TypeId {
        let ty = self.ty(self.callee.type_of_id(ty));
        func.intern_type(ty)
    }

    /// A type of the callee: a known value is a constant of the caller.
    fn ty(&self, ty: Type) -> Type {
        match ty.known_value().and_then(|id| self.constants.get(&id)) {
            Some(&id) => ty.with_spec(Spec::Value(id)),
            None => plain(ty),
        }
    }

    /// Gives the copies their operands, blocks and frame states.
    fn operands(&mut self, func: &mut Function) {
        for index in 0..self.copies.len() {
            let (copy, inst) = self.copies[index];
            let data = self.callee.inst(inst);
            if matches!(data.op, Opcode::LoadArg | Opcode::LoadFunction) {
                continue;
            }
            let frame = data.frame.map(|frame| self.frame(func, frame));
            let new = func.inst_mut(copy);
            new.args = data.args.iter().map(|arg| self.values[arg]).collect();
            new.blocks = data.blocks.iter().map(|block| self.blocks[block]).collect();
            new.frame = frame;
            if data.op == Opcode::Phi {
                sort_inputs(new);
            }
        }
    }

    /// A frame state of the callee, in the caller's.
    fn frame(&mut self, func: &mut Function, frame: FrameId) -> FrameId {
        if let Some(&known) = self.frames.get(&frame) {
            return known;
        }
        let state = self.callee.frame(frame).clone();
        let registers = state.slots.iter().map(|slot| slot.map(|value| self.values[&value]));
        let (slots, caller) = match state.caller {
            None => (self.prefix.iter().copied().chain(registers).collect(), self.frame),
            Some(caller) => (registers.collect(), self.frame(func, caller)),
        };
        let code = func.intern_name(self.callee.name_of(state.code));
        let own = func.intern_frame(FrameState { code, pc: state.pc, slots, caller: Some(caller) });
        self.frames.insert(frame, own);
        own
    }

    /// Leads the returns to what stood after the call, which becomes a copy or a phi of what they return.
    fn join(&mut self, func: &mut Function, home: BlockId) {
        let values: Vec<ValueId> = self.returns.iter().map(|(_, value)| self.values[value]).collect();
        let after = if let [(only, _)] = self.returns[..] {
            only
        } else {
            let last = self.blocks.values().copied().max_by_key(|block| block.bits());
            func.insert_block_after(last.unwrap_or(home))
        };
        if after != home {
            func.move_tail(self.call, after);
            rename_inputs(func, after, home);
        }
        let ty = values.iter().fold(Type::BOTTOM, |all, &value| all.join(func.ty(value)));
        let data = func.inst_mut(self.call);
        (data.frame, data.imms) = (None, Default::default());
        data.args = values.iter().copied().collect();
        if let [_] = values[..] {
            data.op = Opcode::Assign;
        } else {
            data.op = Opcode::Phi;
            data.blocks = self.returns.iter().map(|&(block, _)| block).collect();
            sort_inputs(data);
            for &(block, _) in &self.returns {
                func.append_inst(block, InstData::new(Opcode::Branch, &[]).blocks(&[after]), &[]);
            }
        }
        func.set_type(func.result(self.call), ty);
    }
}

/// In the phis of the blocks that `after` goes to, the predecessor `before` is `after` now.
fn rename_inputs(func: &mut Function, after: BlockId, before: BlockId) {
    for block in func.successors(after).to_vec() {
        for phi in func.phis(block).collect::<Vec<_>>() {
            let data = func.inst_mut(phi);
            data.blocks.iter_mut().filter(|pred| **pred == before).for_each(|pred| *pred = after);
            sort_inputs(data);
        }
    }
}

/// Puts the inputs of a phi in the order of the predecessors.
fn sort_inputs(phi: &mut InstData) {
    debug_assert_eq!(phi.op.info().flow, Flow::Phi);
    let mut inputs: Vec<(BlockId, ValueId)> = phi.blocks.iter().copied().zip(phi.args.iter().copied()).collect();
    inputs.sort_by_key(|&(block, _)| block);
    phi.blocks = inputs.iter().map(|input| input.0).collect();
    phi.args = inputs.iter().map(|input| input.1).collect();
}
