//! A function: arenas of values, instructions, blocks and frame states, and the order of blocks and instructions.

use crate::contract::{Can, Contract, NativeSig, Origin, World};
use crate::entity::{Brand, Entity, EntityMap, MAX_ENTITIES, has_brand, make};
use crate::layout::Layout;
use crate::opcode::{BinOp, CmpOp, Flow, Opcode, UnOp};
use crate::ty::Type;
use crate::unique::Uniquer;
use crate::{BlockId, ConstId, Constant, FrameId, InstId, Memory, NameId, NativeId, TypeId, ValueId};
use smallvec::SmallVec;
use thiserror::Error;

mod membership;
mod numbered;

/// An immediate of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Imm {
    Index(u32),
    Const(ConstId),
    Name(NameId),
    Type(TypeId),
    Shape(u32),
    BinOp(BinOp),
    UnOp(UnOp),
    CmpOp(CmpOp),
    Native(NativeId),
}

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstData {
    /// What it does.
    pub op: Opcode,
    /// Immediates, as the opcode's row lists them.
    pub imms: SmallVec<[Imm; 2]>,
    /// Operands; a phi's stand in the order of [`blocks`](Self::blocks).
    pub args: SmallVec<[ValueId; 3]>,
    /// A terminator's successors; a phi's predecessors, in ascending order of the blocks' ids.
    pub blocks: SmallVec<[BlockId; 2]>,
    /// Results.
    pub results: SmallVec<[ValueId; 1]>,
    /// The frame state it may exit with.
    pub frame: Option<FrameId>,
    /// After insertion, for an instruction with a frame state: how the exit finds each reference.
    pub exit_refs: Vec<(ValueId, RefKind)>,
    /// Line of the source, or 0.
    pub line: u32,
}

impl InstData {
    /// An instruction without immediates, successors and exit.
    pub fn new(op: Opcode, args: &[ValueId]) -> InstData {
        InstData {
            op,
            imms: SmallVec::new(),
            args: SmallVec::from_slice(args),
            blocks: SmallVec::new(),
            results: SmallVec::new(),
            frame: None,
            exit_refs: Vec::new(),
            line: 0,
        }
    }

    /// With these immediates.
    pub fn imms(mut self, imms: &[Imm]) -> InstData {
        self.imms = SmallVec::from_slice(imms);
        self
    }

    /// With these blocks.
    pub fn blocks(mut self, blocks: &[BlockId]) -> InstData {
        self.blocks = SmallVec::from_slice(blocks);
        self
    }

    /// With this frame state.
    pub fn frame(mut self, frame: FrameId) -> InstData {
        self.frame = Some(frame);
        self
    }

    /// With this source line.
    pub fn line(mut self, line: u32) -> InstData {
        self.line = line;
        self
    }
}

/// How an exit treats the reference in a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefKind {
    /// The function owns a reference: it goes to the frame, or is released if the frame does not name it.
    Owned,
    /// Somebody else keeps it alive: the frame takes references of its own.
    Borrowed,
    /// It is no counted reference: the word is copied, a machine value is made a word again.
    Raw,
}

impl RefKind {
    /// The name in the text.
    pub fn name(self) -> &'static str {
        match self {
            RefKind::Owned => "own",
            RefKind::Borrowed => "ref",
            RefKind::Raw => "raw",
        }
    }
}

/// What the interpreter's frame looks like at one place: what an exit rebuilds.
///
/// Exits that see the same state share it. Its entries are uses of the values wherever an instruction names the state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FrameState {
    /// The frame's code, by name.
    pub code: NameId,
    /// Index of the bytecode instruction to go on at (a guard) or that failed (an error).
    pub pc: u32,
    /// The registers; `None` is an empty one.
    pub slots: Vec<Option<ValueId>>,
    /// The frame of the caller that this one is inlined into.
    pub caller: Option<FrameId>,
}

/// Where a value is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueData {
    /// The instruction whose result it is.
    pub def: InstId,
    /// Which result.
    pub result: u8,
    /// Its type.
    pub ty: TypeId,
}

/// What refcount insertion claims of one value (all live copies of it) at the entry of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The live copies, in definition order.
    pub copies: SmallVec<[ValueId; 2]>,
    /// How it is held.
    pub state: ClaimState,
}

/// See [`Claim`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimState {
    /// It has no count.
    Uncounted,
    /// The function owns one reference.
    Owned,
    /// It is alive while none of these memory classes is written and all these values are held.
    Borrowed {
        /// Memory classes.
        memory: Memory,
        /// Owners, in ascending order.
        owners: SmallVec<[ValueId; 2]>,
    },
}

/// An arena: slots are never reused, and a removed entity's slot is empty.
#[derive(Clone, Debug)]
struct Arena<E: Entity, T> {
    items: Vec<Option<T>>,
    marker: std::marker::PhantomData<E>,
}

impl<E: Entity, T> Arena<E, T> {
    fn new() -> Self {
        Arena { items: Vec::new(), marker: std::marker::PhantomData }
    }
}

/// There are more entities of a kind than a function may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("more than {MAX_ENTITIES} entities of kind {kind} in one function")]
pub struct TooLarge {
    /// The kind.
    pub kind: &'static str,
}

/// An SSA function.
///
/// Methods that take an entity reference panic if it was removed or is another function's: always where data is needed, in debug
/// builds otherwise (see [`entity`](crate::entity)). The first block in layout order is the entry.
#[derive(Clone, Debug)]
pub struct Function {
    name: Box<str>,
    brand: Brand,
    values: Arena<ValueId, ValueData>,
    insts: Arena<InstId, InstData>,
    blocks: Arena<BlockId, ()>,
    frames: Uniquer<FrameId, FrameState>,
    types: Uniquer<TypeId, Type>,
    constants: Uniquer<ConstId, Constant>,
    names: Uniquer<NameId, Box<str>>,
    natives: Vec<NativeSig>,
    block_order: Layout<BlockId>,
    inst_order: Layout<InstId>,
    claims: EntityMap<BlockId, Vec<Claim>>,
    world: World,
    counted: bool,
}

impl Function {
    /// A function without blocks.
    pub fn new(name: &str) -> Function {
        let brand = Brand::fresh();
        let brand_bits = make::<ValueId>(brand, 0).bits();
        Function {
            name: name.into(),
            brand,
            values: Arena::new(),
            insts: Arena::new(),
            blocks: Arena::new(),
            frames: Uniquer::new(brand),
            types: Uniquer::new(brand),
            constants: Uniquer::new(brand),
            names: Uniquer::new(brand),
            natives: Vec::new(),
            block_order: Layout::new(brand_bits),
            inst_order: Layout::new(brand_bits),
            claims: EntityMap::new(Vec::new()),
            world: World::Quiet,
            counted: false,
        }
    }

    /// The brand of the function's entities.
    pub(crate) fn brand(&self) -> Brand {
        self.brand
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The world it is made for.
    pub fn world(&self) -> World {
        self.world
    }

    /// Sets the world it is made for.
    pub fn set_world(&mut self, world: World) {
        self.world = world;
    }

    /// Whether reference counts have been inserted.
    pub fn is_counted(&self) -> bool {
        self.counted
    }

    /// Says that reference counts have been inserted: for refcount insertion, and for text that has them.
    pub fn set_counted(&mut self, counted: bool) {
        self.counted = counted;
    }

    // Uniqued things.

    /// The id of a type.
    pub fn intern_type(&mut self, ty: Type) -> TypeId {
        self.types.intern(ty)
    }

    /// The type of an id.
    pub fn type_of_id(&self, id: TypeId) -> Type {
        *self.types.get(id)
    }

    /// The id of a constant.
    pub fn intern_constant(&mut self, constant: Constant) -> ConstId {
        self.constants.intern(constant)
    }

    /// The constant of an id.
    pub fn constant(&self, id: ConstId) -> &Constant {
        self.constants.get(id)
    }

    /// The id of a name.
    pub fn intern_name(&mut self, name: &str) -> NameId {
        self.names.intern(name.into())
    }

    /// The name of an id.
    pub fn name_of(&self, id: NameId) -> &str {
        self.names.get(id)
    }

    /// The id of a frame state.
    pub fn intern_frame(&mut self, frame: FrameState) -> FrameId {
        self.frames.intern(frame)
    }

    /// The frame state of an id.
    pub fn frame(&self, id: FrameId) -> &FrameState {
        self.frames.get(id)
    }

    /// How many frame states there are; their ids count from 0 in the order in which they were interned.
    pub fn frame_count(&self) -> usize {
        self.frames.len()
    }

    /// Declares a native function. A second declaration of the name replaces nothing: it is another native.
    pub fn declare_native(&mut self, signature: NativeSig) -> NativeId {
        self.natives.push(signature);
        make(self.brand, self.natives.len() - 1)
    }

    /// The signature of a native.
    pub fn native(&self, id: NativeId) -> &NativeSig {
        &self.natives[id.index()]
    }

    /// The natives in the order of their declaration.
    pub fn natives(&self) -> impl Iterator<Item = (NativeId, &NativeSig)> {
        self.natives.iter().enumerate().map(|(index, sig)| (make(self.brand, index), sig))
    }

    /// The type of an id, if the id is this function's.
    pub fn get_type(&self, id: TypeId) -> Option<Type> {
        self.types.try_get(id).copied()
    }

    /// The constant of an id, if the id is this function's.
    pub fn get_constant(&self, id: ConstId) -> Option<&Constant> {
        self.constants.try_get(id)
    }

    /// The name of an id, if the id is this function's.
    pub fn get_name(&self, id: NameId) -> Option<&str> {
        self.names.try_get(id).map(|name| &**name)
    }

    /// The frame state of an id, if the id is this function's.
    pub fn get_frame(&self, id: FrameId) -> Option<&FrameState> {
        self.frames.try_get(id)
    }

    /// The signature of a native, if the id is this function's.
    pub fn get_native(&self, id: NativeId) -> Option<&NativeSig> {
        if !has_brand(id, self.brand) {
            return None;
        }
        self.natives.get(id.index())
    }

    // Blocks.

    /// A new block at the end of the layout.
    pub fn append_block(&mut self) -> BlockId {
        let block = self.new_block();
        self.block_order.append(0, block);
        block
    }

    /// A new block after another.
    pub fn insert_block_after(&mut self, after: BlockId) -> BlockId {
        self.check(after);
        let block = self.new_block();
        self.block_order.insert_after(block, after);
        block
    }

    fn new_block(&mut self) -> BlockId {
        let index = self.blocks.items.len();
        self.blocks.items.push(Some(()));
        self.inst_order.ensure_list(index);
        make(self.brand, index)
    }

    /// The first block.
    pub fn entry(&self) -> Option<BlockId> {
        self.block_order.first(0)
    }

    /// The blocks in layout order.
    pub fn blocks(&self) -> impl DoubleEndedIterator<Item = BlockId> + '_ {
        self.block_order.iter(0)
    }

    /// Bound of the blocks' indices, removed ones included: the size of a table over blocks.
    pub fn block_bound(&self) -> usize {
        self.blocks.items.len()
    }

    /// Whether the block is this function's and not removed.
    pub fn has_block(&self, block: BlockId) -> bool {
        has_brand(block, self.brand) && matches!(self.blocks.items.get(block.index()), Some(Some(())))
    }

    fn check(&self, block: BlockId) {
        debug_assert!(self.has_block(block), "use of a removed or foreign block: {block}");
    }

    /// Removes a block with its instructions.
    pub fn remove_block(&mut self, block: BlockId) {
        self.check(block);
        while let Some(inst) = self.inst_order.first(block.index()) {
            self.remove_inst(inst);
        }
        self.block_order.remove(block);
        self.blocks.items[block.index()] = None;
    }

    /// The next block in layout order.
    pub fn next_block(&self, block: BlockId) -> Option<BlockId> {
        self.check(block);
        self.block_order.next(block)
    }

    /// Moves a block to stand after another in layout order.
    pub fn move_block_after(&mut self, block: BlockId, after: BlockId) {
        self.check(block);
        self.block_order.remove(block);
        self.block_order.insert_after(block, after);
    }

    /// The block of this index, if it is not removed.
    pub fn block_at(&self, index: usize) -> Option<BlockId> {
        matches!(self.blocks.items.get(index), Some(Some(()))).then(|| make(self.brand, index))
    }

    /// The successors: the targets of the block's terminator, one for each edge.
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        match self.last_inst(block).map(|inst| self.inst(inst)) {
            Some(data) if data.op.is_terminator() => &data.blocks,
            _ => &[],
        }
    }

    /// What refcount insertion claims at the entry of a block.
    pub fn claims(&self, block: BlockId) -> &[Claim] {
        &self.claims[block]
    }

    /// Sets the claims at the entry of a block.
    pub fn set_claims(&mut self, block: BlockId, claims: Vec<Claim>) {
        self.claims[block] = claims;
    }

    // Instructions.

    /// A new instruction in no block, with results of these types.
    pub fn new_inst(&mut self, mut data: InstData, results: &[Type]) -> InstId {
        let inst = make(self.brand, self.insts.items.len());
        for (result, &ty) in results.iter().enumerate() {
            let ty = self.types.intern(ty);
            data.results.push(make(self.brand, self.values.items.len()));
            self.values.items.push(Some(ValueData { def: inst, result: result as u8, ty }));
        }
        self.insts.items.push(Some(data));
        inst
    }

    /// Whether the function can take so many more instructions with as many results.
    ///
    /// # Errors
    /// [`TooLarge`] if an arena would overflow.
    pub fn reserve(&self, more: usize) -> Result<(), TooLarge> {
        let full = |len: usize| len + more > MAX_ENTITIES;
        match () {
            () if full(self.insts.items.len()) => Err(TooLarge { kind: InstId::KIND }),
            () if full(self.values.items.len()) => Err(TooLarge { kind: ValueId::KIND }),
            () if full(self.blocks.items.len()) => Err(TooLarge { kind: BlockId::KIND }),
            () => Ok(()),
        }
    }

    /// A new instruction at the end of a block.
    pub fn append_inst(&mut self, block: BlockId, data: InstData, results: &[Type]) -> InstId {
        self.check(block);
        let inst = self.new_inst(data, results);
        self.inst_order.append(block.index(), inst);
        inst
    }

    /// A new instruction before another.
    pub fn insert_inst_before(&mut self, before: InstId, data: InstData, results: &[Type]) -> InstId {
        let inst = self.new_inst(data, results);
        self.inst_order.insert_before(inst, before);
        inst
    }

    /// A new instruction after another.
    pub fn insert_inst_after(&mut self, after: InstId, data: InstData, results: &[Type]) -> InstId {
        let inst = self.new_inst(data, results);
        self.inst_order.insert_after(inst, after);
        inst
    }

    /// Puts an instruction that is in no block at the end of one.
    pub fn place_inst(&mut self, block: BlockId, inst: InstId) {
        self.check(block);
        self.inst_order.append(block.index(), inst);
    }

    /// Moves an instruction before another.
    pub fn move_inst_before(&mut self, inst: InstId, before: InstId) {
        self.inst_order.remove(inst);
        self.inst_order.insert_before(inst, before);
    }

    /// Moves an instruction to the end of a block.
    pub fn move_inst_to_end(&mut self, inst: InstId, block: BlockId) {
        self.check(block);
        self.inst_order.remove(inst);
        self.inst_order.append(block.index(), inst);
    }

    /// Takes an instruction out of its block; it can be placed again.
    pub fn unlink_inst(&mut self, inst: InstId) {
        self.inst_order.remove(inst);
    }

    /// Removes an instruction and its results. Their ids are stale from here on.
    pub fn remove_inst(&mut self, inst: InstId) {
        self.inst_order.remove(inst);
        if let Some(data) = self.insts.items[inst.index()].take() {
            for result in data.results {
                self.values.items[result.index()] = None;
            }
        }
    }

    /// Moves `from` and everything after it in its block to the end of block `to`.
    pub fn move_tail(&mut self, from: InstId, to: BlockId) {
        self.check(to);
        self.inst_order.move_tail(from, to.index());
    }

    /// The instruction's data.
    ///
    /// # Panics
    /// If it was removed; in debug builds, if it is another function's.
    pub fn inst(&self, inst: InstId) -> &InstData {
        debug_assert!(has_brand(inst, self.brand), "use of a foreign instruction: {inst}");
        self.insts.items[inst.index()].as_ref().unwrap_or_else(|| panic!("use of a removed instruction: {inst}"))
    }

    /// The instruction's data, to change. As [`inst`](Self::inst).
    pub fn inst_mut(&mut self, inst: InstId) -> &mut InstData {
        debug_assert!(has_brand(inst, self.brand), "use of a foreign instruction: {inst}");
        self.insts.items[inst.index()].as_mut().unwrap_or_else(|| panic!("use of a removed instruction: {inst}"))
    }

    /// The instruction's data, if it is this function's and not removed.
    pub fn get_inst(&self, inst: InstId) -> Option<&InstData> {
        if !has_brand(inst, self.brand) {
            return None;
        }
        self.insts.items.get(inst.index())?.as_ref()
    }

    /// Bound of the instructions' indices.
    pub fn inst_bound(&self) -> usize {
        self.insts.items.len()
    }

    /// The block an instruction is in.
    pub fn block_of(&self, inst: InstId) -> Option<BlockId> {
        self.inst_order.list_of(inst).map(|index| make(self.brand, index))
    }

    /// The instructions of a block in order.
    pub fn insts(&self, block: BlockId) -> impl DoubleEndedIterator<Item = InstId> + '_ {
        self.check(block);
        self.inst_order.iter(block.index())
    }

    /// The first instruction of a block.
    pub fn first_inst(&self, block: BlockId) -> Option<InstId> {
        self.check(block);
        self.inst_order.first(block.index())
    }

    /// The last instruction of a block: its terminator, in a finished block.
    pub fn last_inst(&self, block: BlockId) -> Option<InstId> {
        self.check(block);
        self.inst_order.last(block.index())
    }

    /// The next instruction of the block.
    pub fn next_inst(&self, inst: InstId) -> Option<InstId> {
        self.inst_order.next(inst)
    }

    /// The instruction before in the block.
    pub fn prev_inst(&self, inst: InstId) -> Option<InstId> {
        self.inst_order.prev(inst)
    }

    /// Whether `a` stands before `b` in the block both are in.
    ///
    /// # Panics
    /// If they are not in the same block.
    pub fn comes_before(&self, a: InstId, b: InstId) -> bool {
        self.inst_order.comes_before(a, b)
    }

    /// The phis of a block.
    pub fn phis(&self, block: BlockId) -> impl Iterator<Item = InstId> + '_ {
        self.insts(block).take_while(|&inst| self.inst(inst).op.info().flow == Flow::Phi)
    }

    /// The first instruction of a block that is not a phi.
    pub fn first_non_phi(&self, block: BlockId) -> Option<InstId> {
        self.insts(block).find(|&inst| self.inst(inst).op.info().flow != Flow::Phi)
    }

    /// The contract of an instruction: its opcode's, or its native's.
    pub fn contract(&self, data: &InstData) -> Contract<'_> {
        match (data.op, data.imms.first()) {
            (Opcode::CallNative, Some(Imm::Native(native))) => self.native(*native).contract(),
            _ => data.op.info().contract,
        }
    }

    /// The operand that a copy copies. What fails in its result gives the operand or nothing, and so is no copy.
    pub fn copied_operand(&self, data: &InstData) -> Option<ValueId> {
        let contract = self.contract(data);
        match contract.origin {
            Origin::Copy(_) if contract.can.has(Can::RAISE) && data.frame.is_none() => None,
            Origin::Copy(index) => data.args.get(usize::from(index)).copied(),
            _ => None,
        }
    }

    /// Every use of a value by an instruction: its operands, then the entries of its frame state, innermost frame first.
    pub fn uses<'f>(&'f self, data: &'f InstData) -> impl Iterator<Item = ValueId> + 'f {
        data.args.iter().copied().chain(self.frame_uses(data.frame))
    }

    /// The entries of a frame state and its callers.
    pub fn frame_uses(&self, frame: Option<FrameId>) -> impl Iterator<Item = ValueId> + '_ {
        std::iter::successors(frame, |&frame| self.frame(frame).caller)
            .flat_map(|frame| self.frame(frame).slots.iter().copied().flatten())
    }

    // Values.

    /// Where the value is defined.
    ///
    /// # Panics
    /// If it was removed; in debug builds, if it is another function's.
    pub fn value(&self, value: ValueId) -> &ValueData {
        debug_assert!(has_brand(value, self.brand), "use of a foreign value: {value}");
        self.values.items[value.index()].as_ref().unwrap_or_else(|| panic!("use of a removed value: {value}"))
    }

    /// Where the value is defined, if it is this function's and not removed.
    pub fn get_value(&self, value: ValueId) -> Option<&ValueData> {
        if !has_brand(value, self.brand) {
            return None;
        }
        self.values.items.get(value.index())?.as_ref()
    }

    /// The value of this index, if it is not removed.
    pub fn value_at(&self, index: usize) -> Option<ValueId> {
        self.values.items.get(index)?.as_ref().map(|_| make(self.brand, index))
    }

    /// The type of a value.
    pub fn ty(&self, value: ValueId) -> Type {
        self.type_of_id(self.value(value).ty)
    }

    /// Changes the type of a value.
    pub fn set_type(&mut self, value: ValueId, ty: Type) {
        let ty = self.types.intern(ty);
        self.values.items[value.index()].as_mut().unwrap_or_else(|| panic!("use of a removed value: {value}")).ty = ty;
    }

    /// Bound of the values' indices: the size of a table over values.
    pub fn value_bound(&self) -> usize {
        self.values.items.len()
    }

    /// The first result of an instruction.
    ///
    /// # Panics
    /// If it has none.
    pub fn result(&self, inst: InstId) -> ValueId {
        self.inst(inst).results[0]
    }

    /// A position in the function from which it can be walked while it changes.
    pub fn cursor(&self, block: BlockId) -> Cursor {
        Cursor { next: self.first_inst(block) }
    }
}

/// Walks the instructions of a block while they are removed, moved or inserted: it advances before it hands one out, so the
/// one at hand may go. (The early-increment iteration of intrusive lists.)
#[derive(Clone, Copy, Debug)]
pub struct Cursor {
    next: Option<InstId>,
}

impl Cursor {
    /// The next instruction.
    ///
    /// # Panics
    /// In [`Function::inst`] of the caller, if the instruction *after* the one at hand was removed meanwhile: only the one at hand may be.
    pub fn next(&mut self, func: &Function) -> Option<InstId> {
        let inst = self.next?;
        self.next = func.next_inst(inst);
        Some(inst)
    }
}
