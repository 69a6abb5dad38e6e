//! What is there at a place in the function, and how places are joined.

use super::{Choices, Shape};
use crate::{
    BlockId, Constant, FrameId, FrameState, Function, Imm, InstData, InstId, NativeId, Opcode, Type, ValueId, World,
};

/// How many variables a function has.
const VARIABLES: usize = 6;

/// What an interpreter would hold at a place.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pub vars: Vec<Option<ValueId>>,
    /// Temporaries, oldest first. All of them dominate the place.
    pub pool: Vec<ValueId>,
}

impl State {
    /// Every value that is there.
    pub fn values(&self) -> impl Iterator<Item = ValueId> + '_ {
        self.vars.iter().copied().flatten().chain(self.pool.iter().copied())
    }

    fn holds(&self, value: ValueId) -> bool {
        self.values().any(|v| v == value)
    }
}

/// An edge to a place that is not reached yet.
pub(super) struct Edge {
    from: BlockId,
    state: State,
}

/// A block to which edges lead from several places: it is begun ([`Generator::bind`]) when they are all known.
pub(super) struct Join {
    pub block: BlockId,
    edges: Vec<Edge>,
}

impl Join {
    /// Whether no edge leads here so far.
    pub fn is_unreached(&self) -> bool {
        self.edges.is_empty()
    }
}

/// The loop around the place.
pub(super) struct LoopFrame {
    pub header: BlockId,
    /// Variables with a phi in the header, and the phi.
    pub phis: Vec<(usize, InstId)>,
    /// Index in `joins` of where control goes on behind the loop.
    pub exit: usize,
    /// So many of the pool's oldest are those of the place before the loop.
    pub floor: usize,
    /// As `floor`, outside of the loop.
    pub outer_floor: usize,
}

impl LoopFrame {
    /// Whether the header has phis for variables only.
    pub fn carries_variables_only(&self, func: &Function) -> bool {
        func.phis(self.header).count() == self.phis.len()
    }
}

/// The generator at a place.
pub(super) struct Generator<'c> {
    pub choices: &'c mut dyn Choices,
    pub shape: Shape,
    pub func: Function,
    pub block: BlockId,
    /// Whether the block has no terminator yet.
    pub open: bool,
    pub state: State,
    /// So many of the pool's oldest stay until a loop is left.
    pub floor: usize,
    /// Variables that must not change until a loop is left.
    pub locked: Vec<bool>,
    pub depth: usize,
    /// How many instructions there are.
    pub count: usize,
    /// Whether everything counted gets its `EndLife` on every path.
    pub complete: bool,
    pub natives: Vec<NativeId>,
    pub loops: Vec<LoopFrame>,
    pub joins: Vec<Join>,
    /// Index in `joins` of where exceptions land.
    pub handler: Option<usize>,
    /// Above zero inside handlers, which are only left at their end.
    pub no_leaving: usize,
    last_frame: Option<FrameId>,
    pc: u32,
}

impl<'c> Generator<'c> {
    pub fn new(choices: &'c mut dyn Choices, shape: Shape) -> Self {
        let mut func = Function::new("random");
        func.set_world(shape.world);
        let block = func.append_block();
        let complete = match shape.world {
            World::Observing => !choices.chance(1, 4),
            World::Quiet => choices.chance(1, 3),
        };
        Generator {
            choices,
            shape,
            func,
            block,
            open: true,
            state: State { vars: vec![None; VARIABLES], pool: Vec::new() },
            floor: 0,
            locked: vec![false; VARIABLES],
            depth: 0,
            count: 0,
            complete,
            natives: Vec::new(),
            loops: Vec::new(),
            joins: Vec::new(),
            handler: None,
            no_leaving: 0,
            last_frame: None,
            pc: 0,
        }
    }

    pub fn run(mut self) -> Function {
        self.declare_natives();
        self.arguments();
        // A statement may come to nothing.
        for _ in 0..self.shape.insts {
            if self.count < self.shape.insts {
                self.statement(false);
            }
        }
        self.leave_by_return();
        self.func
    }

    // Choices.

    pub fn below(&mut self, bound: usize) -> usize {
        self.choices.below(bound as u32) as usize
    }

    pub fn chance(&mut self, of: u32, total: u32) -> bool {
        self.choices.chance(of, total)
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    // Instructions.

    pub fn emit(&mut self, data: InstData, results: &[Type]) -> InstId {
        self.count += 1;
        let line = if self.chance(1, 4) { 1 + (self.count / 8) as u32 } else { 0 };
        let inst = self.func.append_inst(self.block, data.line(line), results);
        self.open = !self.func.inst(inst).op.is_terminator();
        inst
    }

    /// Emits an instruction with one result.
    pub fn emit_value(&mut self, data: InstData, result: Type) -> ValueId {
        let inst = self.emit(data, &[result]);
        self.func.result(inst)
    }

    /// Goes on in a new block.
    pub fn begin(&mut self, block: BlockId, state: State) {
        self.block = block;
        self.state = state;
        self.open = true;
    }

    // The state.

    /// Puts a value into the pool. The oldest leaves it if there are too many.
    pub fn add(&mut self, value: ValueId) {
        self.state.pool.push(value);
        if self.state.pool.len() > self.floor + self.shape.live {
            let oldest = self.state.pool.remove(self.floor);
            self.end(oldest);
        }
    }

    /// Takes a value out of the pool, if it may leave it.
    pub fn take(&mut self, value: ValueId) -> bool {
        match self.state.pool[self.floor..].iter().position(|&v| v == value) {
            Some(at) => {
                self.state.pool.remove(self.floor + at);
                true
            }
            None => false,
        }
    }

    /// Ends a value that has left the state.
    pub fn end(&mut self, value: ValueId) {
        if self.ends(value) {
            self.emit(InstData::new(Opcode::EndLife, &[value]), &[]);
        }
    }

    fn ends(&mut self, value: ValueId) -> bool {
        let ty = self.func.ty(value);
        !ty.is_machine() && ((self.complete && ty.is_counted()) || self.chance(1, 2))
    }

    /// Ends the newest of the pool down to so many.
    pub fn end_pool(&mut self, keep: usize) {
        while self.state.pool.len() > keep {
            if let Some(value) = self.state.pool.pop() {
                self.end(value);
            }
        }
    }

    /// Ends everything but one value, as where a function is left.
    pub fn end_all(&mut self, except: Option<ValueId>) {
        let mut kept = except;
        for value in std::mem::take(&mut self.state).values() {
            // One of the names of the value that stays keeps its reference.
            if kept == Some(value) {
                kept = None;
            } else {
                self.end(value);
            }
        }
        self.state.vars = vec![None; VARIABLES];
    }

    // Frame states.

    /// A frame state of the place.
    pub fn frame(&mut self) -> FrameId {
        if let Some(frame) = self.last_frame
            && self.func.frame_uses(Some(frame)).all(|value| self.state.holds(value))
            && self.chance(2, 3)
        {
            return frame;
        }
        let caller = self.chance(1, 6).then(|| {
            let state = self.one_frame(None);
            self.func.intern_frame(state)
        });
        let state = self.one_frame(caller);
        let frame = self.func.intern_frame(state);
        self.last_frame = Some(frame);
        frame
    }

    fn one_frame(&mut self, caller: Option<FrameId>) -> FrameState {
        self.pc += 1;
        let mut slots = self.state.vars.clone();
        slots.truncate(1 + self.below(VARIABLES));
        for _ in 0..self.below(4) {
            if !self.state.pool.is_empty() {
                let at = self.below(self.state.pool.len());
                let value = self.state.pool[at];
                slots.push(Some(value));
            }
        }
        let code = self.func.intern_name(if caller.is_some() { "inner" } else { "outer" });
        FrameState { code, pc: self.pc, slots, caller }
    }

    // Joins.

    /// A new join, by its index.
    pub fn join(&mut self) -> usize {
        let block = self.func.append_block();
        self.joins.push(Join { block, edges: Vec::new() });
        self.joins.len() - 1
    }

    /// Goes to a join.
    pub fn goto(&mut self, join: usize) {
        let block = self.joins[join].block;
        self.edge(join);
        self.emit(InstData::new(Opcode::Branch, &[]).blocks(&[block]), &[]);
    }

    /// Notes that the block's terminator, which comes next, has an edge to a join.
    pub fn edge(&mut self, join: usize) {
        let edge = Edge { from: self.block, state: self.state.clone() };
        self.joins[join].edges.push(edge);
    }

    /// Begins a join. What differs between the edges becomes a phi or is ended on its edge. The newest join must be bound first.
    pub fn bind(&mut self, join: usize) {
        debug_assert_eq!(join + 1, self.joins.len());
        let Some(Join { block, mut edges }) = self.joins.pop() else { return };
        match edges.len() {
            0 => {
                self.func.remove_block(block);
                self.open = false;
            }
            1 => self.begin(block, edges.swap_remove(0).state),
            _ => self.merge(block, edges),
        }
    }

    fn merge(&mut self, block: BlockId, mut edges: Vec<Edge>) {
        let mut phis: Vec<(Option<usize>, Vec<ValueId>)> = Vec::new();
        let mut vars = Vec::new();
        for index in 0..VARIABLES {
            let values: Vec<Option<ValueId>> = edges.iter().map(|edge| edge.state.vars[index]).collect();
            let first = values[0];
            let keeps = first.is_none() || self.locked[index] || !self.chance(1, 10);
            if values.iter().all(|&v| v == first) && keeps {
                vars.push(first);
                continue;
            }
            vars.push(None);
            match self.phi_inputs(&edges, &values) {
                Some(inputs) => phis.push((Some(index), inputs)),
                // The variable is unbound from here on.
                None => edges.iter_mut().for_each(|edge| {
                    let old = edge.state.vars[index];
                    edge.state.pool.extend(old);
                }),
            }
        }
        while self.chance(1, 3) && phis.len() < VARIABLES {
            let Some(inputs) = self.temporaries_for_phi(&mut edges) else { break };
            phis.push((None, inputs));
        }
        let pool = self.settle_pools(block, &mut edges);
        self.begin(block, State { vars, pool });
        self.emit_phis(&edges, phis);
    }

    /// The inputs of a phi for a variable; nothing if there can be none.
    fn phi_inputs(&mut self, edges: &[Edge], values: &[Option<ValueId>]) -> Option<Vec<ValueId>> {
        let some_missing = values.iter().any(Option::is_none);
        let start = if some_missing { Type::NULLPTR } else { Type::BOTTOM };
        let ty = values.iter().flatten().fold(start, |ty, &v| ty.join(self.func.ty(v)));
        if ty.mixes_machine() || self.chance(1, 8) || (some_missing && self.chance(1, 2)) {
            return None;
        }
        Some(edges.iter().zip(values).map(|(edge, value)| value.unwrap_or_else(|| self.missing(edge.from))).collect())
    }

    /// The empty word, at the end of a block.
    fn missing(&mut self, block: BlockId) -> ValueId {
        let nullptr = self.func.intern_constant(Constant::Nullptr);
        let data = InstData::new(Opcode::Const, &[]).imms(&[Imm::Const(nullptr)]);
        let inst = match self.func.last_inst(block) {
            Some(last) => self.func.insert_inst_before(last, data, &[Type::NULLPTR]),
            None => self.func.append_inst(block, data, &[Type::NULLPTR]),
        };
        self.func.result(inst)
    }

    /// A temporary of each edge that may meet in a phi. It may leave the pool for it.
    fn temporaries_for_phi(&mut self, edges: &mut [Edge]) -> Option<Vec<ValueId>> {
        let mut ty = Type::BOTTOM;
        let mut inputs = Vec::new();
        for edge in edges.iter_mut() {
            let pool = &edge.state.pool;
            if pool.is_empty() {
                return None;
            }
            let at = self.below(pool.len());
            let fits = |v: &&ValueId| !ty.join(self.func.ty(**v)).mixes_machine();
            let value = *pool[at..].iter().chain(&pool[..at]).find(fits)?;
            ty = ty.join(self.func.ty(value));
            inputs.push(value);
        }
        for (edge, value) in edges.iter_mut().zip(&inputs) {
            let at = edge.state.pool.iter().rposition(|v| v == value);
            if let Some(at) = at.filter(|&at| at >= self.floor)
                && self.choices.chance(2, 3)
            {
                edge.state.pool.remove(at);
            }
        }
        Some(inputs)
    }

    /// The temporaries that are there on every edge. The others end on theirs.
    fn settle_pools(&mut self, block: BlockId, edges: &mut [Edge]) -> Vec<ValueId> {
        let mut common: Vec<ValueId> = Vec::new();
        for (at, &value) in edges[0].state.pool.iter().enumerate() {
            // A value may have several places in a pool, one for each reference of the interpreter; here one is enough.
            let kept = !common.contains(&value) && edges.iter().all(|edge| edge.state.pool.contains(&value));
            if at < self.floor || kept {
                common.push(value);
            }
        }
        for edge in edges.iter_mut() {
            let mut left = common.clone();
            let ended: Vec<ValueId> = std::mem::take(&mut edge.state.pool)
                .into_iter()
                .filter(|value| match left.iter().position(|v| v == value) {
                    Some(at) => {
                        left.swap_remove(at);
                        false
                    }
                    None => true,
                })
                .collect();
            self.end_on_edge(block, edge, &ended);
        }
        common
    }

    /// Ends values on an edge. Where the edge has no place for it, it gets a block.
    fn end_on_edge(&mut self, to: BlockId, edge: &mut Edge, values: &[ValueId]) {
        let ended: Vec<ValueId> = values.iter().copied().filter(|&v| self.ends(v)).collect();
        if ended.is_empty() {
            return;
        }
        if self.func.successors(edge.from).len() > 1 {
            if !self.complete && self.chance(2, 3) {
                return;
            }
            self.split(to, edge);
        }
        let Some(last) = self.func.last_inst(edge.from) else { return };
        for value in ended {
            self.count += 1;
            self.func.insert_inst_before(last, InstData::new(Opcode::EndLife, &[value]), &[]);
        }
    }

    fn split(&mut self, to: BlockId, edge: &mut Edge) {
        let middle = self.func.append_block();
        if let Some(last) = self.func.last_inst(edge.from) {
            for target in self.func.inst_mut(last).blocks.iter_mut().filter(|target| **target == to) {
                *target = middle;
            }
        }
        self.func.append_inst(middle, InstData::new(Opcode::Branch, &[]).blocks(&[to]), &[]);
        edge.from = middle;
    }

    fn emit_phis(&mut self, edges: &[Edge], phis: Vec<(Option<usize>, Vec<ValueId>)>) {
        let mut temporaries = Vec::new();
        for (var, inputs) in phis {
            let mut pairs: Vec<(BlockId, ValueId)> = edges.iter().map(|edge| edge.from).zip(inputs).collect();
            pairs.sort_unstable();
            let (blocks, args): (Vec<BlockId>, Vec<ValueId>) = pairs.into_iter().unzip();
            let mut ty = args.iter().fold(Type::BOTTOM, |ty, &v| ty.join(self.func.ty(v)));
            if ty.is_subtype(Type::OPT_OBJECT) && self.chance(1, 8) {
                ty = Type::OPT_OBJECT;
            }
            let value = self.emit_value(InstData::new(Opcode::Phi, &args).blocks(&blocks), ty);
            match var {
                Some(index) => self.state.vars[index] = Some(value),
                None => temporaries.push(value),
            }
        }
        // Only now: to make room in the pool may take an instruction.
        temporaries.into_iter().for_each(|value| self.add(value));
    }
}
