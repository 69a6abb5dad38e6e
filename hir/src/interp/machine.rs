//! The machine: its state, the loop over blocks, and the reading and writing of SSA values.

use super::Options;
use super::adversary::Act;
use super::heap::{Heap, Place};
use super::make::Ask;
use super::plan::Plan;
use super::profile::Profile;
use super::record::{Ending, Recorder};
use super::trace::{End, Outcome, Trace};
use super::trap::{Fault, ObjectReport, Step, Trap, TrapContext, TrapKind};
use super::value::{Draw, ObjectId, Value, draw, mix};
use crate::opcode::Flow;
use crate::{BlockId, Can, Entity, Function, Imm, InstData, InstId, Opcode, Origin, TypeId, ValueId, World};

/// Steps for each unit of fuel that cost none (branches, counting operations): a loop of only those ends too.
const FREE_STEPS: u64 = 64;

/// What follows an instruction.
pub(super) enum Control {
    /// The next one.
    Next,
    /// The block's successor of this number.
    Goto(usize),
    /// Nothing: the function is left.
    Leave(End),
}

/// A function on the abstract machine. Its buffers serve run after run.
pub(super) struct Machine<'f> {
    pub(super) func: &'f Function,
    pub(super) plan: &'f Plan,
    pub(super) options: Options,
    pub(super) profile: Profile,
    pub(super) heap: Heap,
    values: Vec<Value>,
    pub(super) constants: Vec<Value>,
    pub(super) singletons: Vec<(u64, ObjectId)>,
    pub(super) args: Vec<Option<Value>>,
    pub(super) trace: Trace,
    /// Whether counts change.
    pub(super) counted: bool,
    /// Whether destructors can run code of the program.
    pub(super) observing: bool,
    /// What everything that was there before the run derives from.
    pub(super) base: u64,
    /// What every choice since the last event derives from.
    pub(super) key: u64,
    /// What a choice derives from that matters for this instruction alone.
    pub(super) step: u64,
    /// What arbitrary code did, when.
    pub(super) acts: Vec<Act>,
    event: u64,
    fuel: u64,
    free_steps: u64,
    block: Option<BlockId>,
    phi_values: Vec<Value>,
    /// References taken over by the instruction at hand.
    pub(super) stolen: Vec<Value>,
    /// The place that the instruction at hand has just written.
    pub(super) written: Option<(ObjectId, Place)>,
    /// Objects listed at an exit, with how many units are.
    pub(super) listed_units: Vec<(ObjectId, u32)>,
    /// By value, the number of the last exit that listed it.
    pub(super) listed_at: Vec<u32>,
    /// Number of the last exit that was checked.
    pub(super) exits: u32,
    /// Where the run is recorded, if it is.
    pub(super) recorder: Option<Recorder<'f>>,
}

impl<'f> Machine<'f> {
    pub(super) fn new(func: &'f Function, plan: &'f Plan) -> Machine<'f> {
        Machine {
            func,
            plan,
            options: Options::new(0),
            profile: Profile::of(0),
            heap: Heap::default(),
            values: Vec::new(),
            constants: Vec::new(),
            singletons: Vec::new(),
            args: Vec::new(),
            trace: Trace::default(),
            counted: func.is_counted(),
            observing: func.world() == World::Observing,
            base: 0,
            key: 0,
            step: 0,
            acts: Vec::new(),
            event: 0,
            fuel: 0,
            free_steps: 0,
            block: None,
            phi_values: Vec::new(),
            stolen: Vec::new(),
            written: None,
            listed_units: Vec::new(),
            listed_at: vec![0; func.value_bound()],
            exits: 0,
            recorder: None,
        }
    }

    fn reset(&mut self, options: &Options) {
        self.options = options.clone();
        self.profile = Profile::of(options.seed);
        self.base = mix(options.seed, 0);
        self.heap.reset(self.counted, self.base);
        self.values.clear();
        self.values.resize(self.func.value_bound(), Value::Unset);
        self.constants.clear();
        self.singletons.clear();
        self.args.clear();
        self.stolen.clear();
        self.trace = Trace::default();
        (self.event, self.key, self.step) = (0, self.base, self.base);
        self.acts.clear();
        self.fuel = options.fuel;
        self.free_steps = options.fuel.saturating_mul(FREE_STEPS).saturating_add(FREE_STEPS);
        self.block = None;
        self.make_arguments();
        self.record_start();
    }

    /// Runs the function once.
    pub(super) fn run(&mut self, options: &Options) -> Result<Outcome, Trap> {
        self.reset(options);
        let end = self.blocks().map_err(|fault| self.trap(fault))?;
        #[cfg(test)]
        self.heap.audit().unwrap_or_else(|error| panic!("the interpreter's own books are wrong: {error}"));
        Ok(Outcome { end, trace: std::mem::take(&mut self.trace) })
    }

    fn blocks(&mut self) -> Step<End> {
        let func = self.func;
        let mut block = func.entry().ok_or(Fault::malformed("no blocks"))?;
        let mut from = None;
        loop {
            self.block = Some(block);
            let mut at = self.phis(block, from)?;
            let successor = loop {
                let inst = at.ok_or(Fault::malformed("a block without a terminator"))?;
                match self.step(inst)? {
                    Control::Next => at = func.next_inst(inst),
                    Control::Goto(successor) => break successor,
                    Control::Leave(end) => return Ok(end),
                }
            };
            from = Some(block);
            block = *func.successors(block).get(successor).ok_or(Fault::malformed("a missing successor"))?;
        }
    }

    /// Computes the phis of a block, all at once; the first other instruction.
    fn phis(&mut self, block: BlockId, from: Option<BlockId>) -> Step<Option<InstId>> {
        let func = self.func;
        let first = func.first_inst(block);
        let is_phi = |inst: InstId| func.inst(inst).op.info().flow == Flow::Phi;
        let mut inputs = std::mem::take(&mut self.phi_values);
        inputs.clear();
        let mut at = first;
        while let Some(inst) = at.filter(|&inst| is_phi(inst)) {
            inputs.push(self.phi_input(inst, from)?);
            at = func.next_inst(inst);
        }
        let rest = at;
        at = first;
        for &value in &inputs {
            let Some(inst) = at else { break };
            self.heap.here = Some(inst);
            self.set(func.inst(inst), 0, value)?;
            at = func.next_inst(inst);
        }
        self.phi_values = inputs;
        Ok(rest)
    }

    fn phi_input(&mut self, inst: InstId, from: Option<BlockId>) -> Step<Value> {
        let func = self.func;
        let data = func.inst(inst);
        self.heap.here = Some(inst);
        let at = data.blocks.iter().position(|&block| Some(block) == from);
        let arg = at.and_then(|at| data.args.get(at)).ok_or(Fault::malformed("a phi without this predecessor"))?;
        let value = self.get(*arg)?;
        self.alive(*arg, value, TrapKind::UseAfterFree)?;
        Ok(value)
    }

    fn step(&mut self, inst: InstId) -> Step<Control> {
        let func = self.func;
        let data = func.inst(inst);
        self.heap.here = Some(inst);
        if !self.spend(data) {
            return Ok(Control::Leave(End::OutOfFuel));
        }
        if data.op.is_counting() {
            self.count(data)?;
            return Ok(Control::Next);
        }
        self.check_uses(data)?;
        self.begin_call(inst, data)?;
        let control = self.execute(data)?;
        self.end_call(Some(data), &control)?;
        Ok(control)
    }

    /// Pays for an instruction. Insertion of counts adds and removes only instructions that cost nothing and are no events.
    fn spend(&mut self, data: &InstData) -> bool {
        let op = data.op;
        if op.is_counting() || matches!(op, Opcode::EndLife | Opcode::Branch) {
            self.free_steps = self.free_steps.saturating_sub(1);
            return self.free_steps > 0;
        }
        if self.fuel == 0 {
            return false;
        }
        self.fuel -= 1;
        self.step = mix(!self.base, self.fuel);
        if self.is_event(data) {
            self.event += 1;
            self.key = mix(self.base, self.event);
        }
        true
    }

    /// Whether an instruction is an event: one that a pass may neither remove nor add. What is decided between two events is decided alike
    /// wherever that is.
    pub(super) fn is_event(&self, data: &InstData) -> bool {
        // The truth of a number is in the number.
        if data.op == Opcode::Truth && self.arg(data, 0).is_ok_and(|value| self.known_truth(value).is_some()) {
            return false;
        }
        let contract = self.func.contract(data);
        let runs = contract.can.has(Can::RUN) || (contract.can.has(Can::DROP) && self.observing);
        let shows = contract.can.has(Can::RAISE) || !contract.writes.is_empty();
        runs || (data.op == Opcode::CallNative && shows)
    }

    /// A number for what an instruction makes: the same in another version of the function.
    pub(super) fn result_key(&self, data: &InstData) -> u64 {
        draw(self.key, Draw::Fresh, data.results.first().map_or(0, |result| result.index() as u64))
    }

    /// Checks that nothing an instruction uses is freed.
    fn check_uses(&mut self, data: &InstData) -> Step<()> {
        let contract = self.func.contract(data);
        let touches = !contract.reads.is_empty() || !contract.writes.is_empty();
        let owner = match contract.origin {
            Origin::Part(index) | Origin::Item(index, _) => Some(usize::from(index)),
            _ if touches && !contract.can.has(Can::RUN) => Some(0),
            _ => None,
        };
        for (index, &arg) in data.args.iter().enumerate() {
            let value = self.get(arg)?;
            let kind = if owner == Some(index) { TrapKind::MaskedAccess } else { TrapKind::UseAfterFree };
            self.alive(arg, value, kind)?;
        }
        if data.frame.is_some() {
            for value in self.func.frame_uses(data.frame) {
                self.alive(value, self.get(value)?, TrapKind::UseAfterFree)?;
            }
        }
        Ok(())
    }

    fn alive(&self, id: ValueId, value: Value, kind: TrapKind) -> Step<()> {
        match value {
            Value::Object(object) if !self.heap.object(object).alive => Err(Fault::of(kind, object).value(id)),
            _ => Ok(()),
        }
    }

    // Values.

    /// What an SSA value is.
    pub(super) fn get(&self, id: ValueId) -> Step<Value> {
        match self.values.get(id.index()).copied() {
            None | Some(Value::Unset) => Err(Fault::malformed("use of a value that is not computed").value(id)),
            Some(value) => Ok(value),
        }
    }

    /// An operand.
    pub(super) fn arg(&self, data: &InstData, index: usize) -> Step<Value> {
        self.get(*data.args.get(index).ok_or(Fault::malformed("a missing operand"))?)
    }

    /// An operand that must be an object.
    pub(super) fn object_arg(&self, data: &InstData, index: usize) -> Step<ObjectId> {
        let value = self.arg(data, index)?;
        value.object().ok_or(Fault { value: data.args.get(index).copied(), ..Fault::new(TrapKind::TypeViolation) })
    }

    /// Gives a result its value, which must be of its type.
    pub(super) fn set(&mut self, data: &InstData, index: usize, value: Value) -> Step<()> {
        let &id = data.results.get(index).ok_or(Fault::malformed("a missing result"))?;
        // The shape in a declared type may be out of date by now.
        if !self.is_of(value, self.func.ty(id), Ask::Lasting) {
            return Err(Fault { object: value.object(), ..Fault::new(TrapKind::TypeViolation).value(id) });
        }
        if let Some(slot) = self.values.get_mut(id.index()) {
            *slot = value;
        }
        Ok(())
    }

    // Immediates.

    pub(super) fn index_imm(&self, data: &InstData, at: usize) -> Step<u32> {
        match data.imms.get(at) {
            Some(&Imm::Index(index)) => Ok(index),
            _ => Err(Fault::malformed("a missing number")),
        }
    }

    pub(super) fn shape_imm(&self, data: &InstData, at: usize) -> Step<u32> {
        match data.imms.get(at) {
            Some(&Imm::Shape(shape)) => Ok(shape),
            _ => Err(Fault::malformed("a missing shape")),
        }
    }

    pub(super) fn type_imm(&self, data: &InstData) -> Step<TypeId> {
        match data.imms.first() {
            Some(&Imm::Type(ty)) => Ok(ty),
            _ => Err(Fault::malformed("a missing type")),
        }
    }

    pub(super) fn name_imm(&self, data: &InstData) -> Step<u32> {
        match data.imms.first() {
            Some(&Imm::Name(name)) => Ok(name.index() as u32),
            _ => Err(Fault::malformed("a missing name")),
        }
    }

    /// Notes an event with the operands it shows.
    pub(super) fn observe(&mut self, data: &InstData, failed: bool) -> Step<()> {
        self.trace.begin(data.op, failed);
        for index in 0..data.args.len() {
            let value = self.arg(data, index)?;
            let seen = self.see(value);
            self.trace.operand(seen);
        }
        Ok(())
    }

    /// The function is left: nothing may be owned any more.
    pub(super) fn leave(&mut self, end: End) -> Step<Control> {
        match self.heap.owned().next() {
            Some(id) => Err(Fault::of(TrapKind::Leak, id)),
            None => Ok(Control::Leave(end)),
        }
    }

    /// Returns a value to the caller.
    pub(super) fn return_value(&mut self, data: &InstData) -> Step<Control> {
        let value = self.arg(data, 0)?;
        self.record_ending(Ending::Return(value));
        self.lose_operand(data, 0)?;
        self.heap.hold_forever(value);
        let seen = self.see(value);
        self.leave(End::Return(seen))
    }

    /// The trap of a fault that happened here.
    fn trap(&self, fault: Fault) -> Trap {
        let inst = self.heap.here;
        let data = inst.and_then(|inst| self.func.get_inst(inst));
        let text = data.map_or(String::new(), |data| {
            let args = data.args.iter().map(|arg| format!(" {arg}"));
            std::iter::once(data.op.name().to_string()).chain(args).collect()
        });
        Trap {
            kind: fault.kind,
            context: Box::new(TrapContext {
                function: self.func.name().to_string(),
                seed: self.options.seed,
                block: self.block,
                inst,
                op: data.map(|data| data.op),
                text,
                value: fault.value,
                object: fault.object.map(|id| ObjectReport::new(self.heap.object(id))),
            }),
        }
    }
}
