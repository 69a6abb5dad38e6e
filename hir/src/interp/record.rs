//! Recording a run, so that machine code can be run against it.
//!
//! Machine code works on concrete memory and knows nothing of the adversary. So the recording has two kinds of times: *calls*, when
//! somebody else has control and may see and change all memory (helpers, natives, destructors), and the stretches between them, in which
//! the code is on its own. For each call there is the whole state before and after it. What the interpreter decides only when
//! it is first read belongs to the state after the last call: that is when it must stand in memory.
//!
//! Whoever replays a recording checks at each call that memory is as the state before says, makes it what the state after says,
//! and gives the recorded results.

use super::heap::{Place, UNKNOWN};
use super::machine::{Control, Machine};
use super::trap::Step;
use super::value::{Draw, ObjectId, Value, draw};
use super::{Options, Trap, plan};
use crate::{Constant, Exit, Function, Imm, InstData, InstId, Memory, Opcode, Type};

/// What the interpreter must know of the code that a recording is for.
pub trait Target {
    /// Whether the instruction is a call.
    fn calls(&self, func: &Function, data: &InstData, operands: &[Value]) -> bool;
    /// Whether a guard leaves the function though its condition holds.
    fn leaves(&self, func: &Function, data: &InstData, operands: &[Value]) -> bool;
}

/// An object at one time.
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectState {
    /// Its kind: a type of one atom.
    pub ty: Type,
    /// Whether it was not freed yet.
    pub alive: bool,
    /// How many references there are; nothing for an immortal object.
    pub count: Option<u32>,
    /// Its shape, if it is decided.
    pub shape: Option<u32>,
    /// The length of a list or tuple, if it is decided.
    pub len: Option<u32>,
    /// The bits of a float; for `True` not zero.
    pub number: u64,
    /// The places that are decided: memory class (none for a part that never changes), index, contents.
    pub places: Vec<(Memory, u32, Value)>,
}

/// Memory at one time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// The objects by their numbers. The first stands for what belongs to no object.
    pub objects: Vec<ObjectState>,
    /// Whether the next polls find that something waits to be done.
    pub poll: Option<bool>,
    /// Whether destructors may run code of the program, as the next guards see it.
    pub observed: Option<bool>,
}

/// What is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Called {
    /// What an instruction calls.
    Inst(InstId),
    /// The release of an object whose last reference is gone.
    Free(ObjectId),
}

/// A call.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// What is called.
    pub called: Called,
    /// The instruction's operands.
    pub operands: Vec<Value>,
    /// When it begins.
    pub before: State,
    /// When it has ended.
    pub after: State,
    /// The results; none if it fails and the instruction leaves by its exit.
    pub results: Vec<Value>,
    /// Whether the instruction leaves by its exit.
    pub leaves: bool,
}

/// How the run ends.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// With this result.
    Return(Value),
    /// By the exit of an instruction.
    Exit {
        /// The instruction.
        inst: InstId,
        /// By which kind of exit.
        kind: Exit,
        /// The values that the exit lists.
        values: Vec<Value>,
    },
    /// It had no more fuel.
    OutOfFuel,
}

/// A run.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// The arguments by number.
    pub args: Vec<Option<Value>>,
    /// The constants, and the objects of which there is only one.
    pub constants: Vec<(Constant, Value)>,
    /// When the function is called. References that are passed with arguments count.
    pub start: State,
    /// The calls.
    pub calls: Vec<Call>,
    /// How it ends.
    pub ending: Ending,
    /// When it ends. References that go to the caller or to the frames count.
    pub end: State,
}

/// A recording being made.
pub(super) struct Recorder<'f> {
    target: &'f dyn Target,
    recording: Recording,
    open: Option<Call>,
    /// Arguments that come with a reference which the function has not taken yet.
    untaken: Vec<Value>,
    done: bool,
}

/// Runs a function that has its counts, and records the run.
///
/// # Errors
/// [`Trap`]: an error of the function.
pub fn record(func: &Function, options: &Options, target: &dyn Target) -> Result<Recording, Trap> {
    let plan = plan(func, options.seed)?;
    let mut machine = Machine::new(func, &plan);
    let recording = Recording {
        args: Vec::new(),
        constants: Vec::new(),
        start: State::default(),
        calls: Vec::new(),
        ending: Ending::OutOfFuel,
        end: State::default(),
    };
    machine.recorder = Some(Recorder { target, recording, open: None, untaken: Vec::new(), done: false });
    machine.run(options)?;
    let recorder = machine.recorder.take();
    Ok(recorder.map(|recorder| recorder.recording).unwrap_or_else(|| unreachable!("it was put there")))
}

impl Recorder<'_> {
    /// The state after the last call.
    fn last_state(&mut self) -> &mut State {
        match self.recording.calls.last_mut() {
            Some(call) => &mut call.after,
            None => &mut self.recording.start,
        }
    }
}

impl Machine<'_> {
    /// Whether a run is recorded and the code is on its own.
    pub(super) fn is_recorded_alone(&self) -> bool {
        self.recorder.as_ref().is_some_and(|recorder| recorder.open.is_none())
    }

    /// The start of a recorded run: constants and arguments are there.
    pub(super) fn record_start(&mut self) {
        if self.recorder.is_none() {
            return;
        }
        let func = self.func;
        let mut constants = Vec::new();
        let mut taken = Vec::new();
        for inst in func.blocks().flat_map(|block| func.insts(block)) {
            let data = func.inst(inst);
            for imm in &data.imms {
                match *imm {
                    Imm::Const(id) => constants.push((func.constant(id).clone(), self.constant(id))),
                    Imm::Index(index) if data.op == Opcode::TakeArg => taken.push(index),
                    _ => {}
                }
            }
        }
        for (constant, ty, which) in [
            (Constant::None, Type::NONE_TYPE, 0),
            (Constant::True, Type::BOOL, 1),
            (Constant::False, Type::BOOL, 0),
            (Constant::Ellipsis, Type::ELLIPSIS_TYPE, 0),
            (Constant::NotImplemented, Type::NOT_IMPLEMENTED_TYPE, 0),
        ] {
            constants.push((constant, self.singleton(ty, which)));
        }
        let args = self.args.clone();
        let taken = taken.into_iter().filter_map(|index| args.get(index as usize).copied().flatten());
        if let Some(recorder) = &mut self.recorder {
            recorder.untaken = taken.collect();
            recorder.recording.args = args;
            recorder.recording.constants = constants;
        }
        let start = self.state();
        if let Some(recorder) = &mut self.recorder {
            recorder.recording.start = start;
        }
    }

    /// Memory as it is now. References on their way into memory or out of it are where they go.
    fn state(&self) -> State {
        let objects = self.heap.objects().iter().map(|object| {
            let decided = |number: u32| (number != UNKNOWN).then_some(number);
            ObjectState {
                ty: object.kind.ty(),
                alive: object.alive,
                count: (!object.immortal).then_some(object.units + object.held),
                shape: decided(object.shape),
                len: decided(object.len),
                number: object.number,
                places: object.fields.iter().map(|f| (f.place.class, f.place.index, f.value)).collect(),
            }
        });
        let mut state = State { objects: objects.collect(), poll: None, observed: None };
        let passing = self.stolen.iter().filter_map(|&value| self.heap.mortal(value));
        for id in passing.chain(self.heap.dropped().iter().copied()) {
            if let Some(count) = &mut state.objects[id.0 as usize].count {
                *count -= 1;
            }
        }
        for &value in self.recorder.iter().flat_map(|recorder| &recorder.untaken) {
            state.add_reference(value);
        }
        state
    }

    /// The function takes the reference of an argument.
    pub(super) fn record_taken(&mut self, value: Value) {
        if let Some(recorder) = &mut self.recorder
            && let Some(at) = recorder.untaken.iter().position(|&untaken| untaken == value)
        {
            recorder.untaken.swap_remove(at);
        }
    }

    /// An instruction begins.
    pub(super) fn begin_call(&mut self, inst: InstId, data: &InstData) -> Step<()> {
        let Some(recorder) = &self.recorder else { return Ok(()) };
        let target = recorder.target;
        let operands = self.operands(data)?;
        if target.calls(self.func, data, &operands) {
            self.open_call(Called::Inst(inst), operands);
        }
        Ok(())
    }

    fn open_call(&mut self, called: Called, operands: Vec<Value>) {
        let before = self.state();
        if let Some(recorder) = &mut self.recorder {
            recorder.open =
                Some(Call { called, operands, before, after: State::default(), results: Vec::new(), leaves: false });
        }
    }

    /// An object is released that nobody refers to. If that is a call of its own, gives true.
    pub(super) fn begin_free(&mut self, id: ObjectId) -> bool {
        let begins = self.recorder.as_ref().is_some_and(|recorder| recorder.open.is_none() && !recorder.done);
        if begins {
            self.open_call(Called::Free(id), Vec::new());
        }
        begins
    }

    /// What the instruction at hand took out of memory is about to be dropped. If that frees it, a call begins.
    pub(super) fn begin_free_of_dropped(&mut self) {
        if !self.is_recorded_alone() {
            return;
        }
        for at in 0..self.heap.dropped().len() {
            let id = self.heap.dropped()[at];
            let object = self.heap.object(id);
            let passing = self.stolen.iter().filter(|value| value.object() == Some(id)).count();
            let dropped = self.heap.dropped().iter().filter(|&&other| other == id).count();
            if (object.units + object.held) as usize == passing + dropped {
                self.begin_free(id);
                return;
            }
        }
    }

    /// An instruction, or the release of an object, has ended.
    pub(super) fn end_call(&mut self, data: Option<&InstData>, control: &Control) -> Step<()> {
        if self.recorder.as_ref().is_none_or(|recorder| recorder.open.is_none()) {
            return Ok(());
        }
        let leaves = matches!(control, Control::Leave(_));
        let mut results = Vec::new();
        for &result in data.filter(|_| !leaves).map_or(&[][..], |data| &data.results) {
            results.push(self.get(result)?);
        }
        self.close_call(results, leaves);
        Ok(())
    }

    fn close_call(&mut self, results: Vec<Value>, leaves: bool) {
        let after = self.state();
        if let Some(recorder) = &mut self.recorder
            && let Some(call) = recorder.open.take()
        {
            recorder.recording.calls.push(Call { after, results, leaves, ..call });
        }
    }

    /// The run ends here.
    pub(super) fn record_ending(&mut self, ending: Ending) {
        if self.recorder.is_none() {
            return;
        }
        self.close_call(Vec::new(), true);
        let end = self.state();
        if let Some(recorder) = &mut self.recorder {
            recorder.recording.end = end;
            recorder.recording.ending = ending;
            recorder.done = true;
        }
    }

    /// The run leaves by an exit.
    pub(super) fn record_exit(&mut self, data: &InstData, kind: Exit) -> Step<()> {
        if let (Some(_), Some(inst)) = (&self.recorder, self.heap.here) {
            let mut values = Vec::new();
            for &(value, _) in &data.exit_refs {
                values.push(self.get(value)?);
            }
            self.record_ending(Ending::Exit { inst, kind, values });
        }
        Ok(())
    }

    /// Whether a guard of a recorded run fails though its condition holds: by the state after the last call, or because the target
    /// does as it likes.
    pub(super) fn recorded_guard_fails(&mut self, data: &InstData) -> Step<bool> {
        let operands = self.operands(data)?;
        let (func, step, profile, may) = (self.func, self.step, self.profile, self.options.fail_guards);
        let base = self.base;
        let Some(recorder) = &mut self.recorder else { return Ok(false) };
        if recorder.open.is_some() {
            return Ok(may && profile.guard_fails(step));
        }
        let calls = recorder.recording.calls.len() as u64;
        let fails = |what| may && profile.guard_fails(draw(base, what, calls));
        Ok(match data.op {
            Opcode::Poll => *recorder.last_state().poll.get_or_insert_with(|| fails(Draw::Answer)),
            Opcode::GuardQuiet => *recorder.last_state().observed.get_or_insert_with(|| fails(Draw::Guard)),
            _ => recorder.target.leaves(func, data, &operands),
        })
    }

    /// The state in which something that is decided now must stand, if it is recorded: with all objects that there are.
    fn deciding(&mut self) -> Option<&mut State> {
        let Some(recorder) = &mut self.recorder else { return None };
        if recorder.open.is_some() || recorder.done {
            return None;
        }
        let (state, objects) = (recorder.last_state(), self.heap.objects());
        for object in &objects[state.objects.len().min(objects.len())..] {
            let decided = |number: u32| (number != UNKNOWN).then_some(number);
            state.objects.push(ObjectState {
                ty: object.kind.ty(),
                alive: true,
                count: (!object.immortal).then_some(0),
                shape: decided(object.shape),
                len: decided(object.len),
                number: object.number,
                places: Vec::new(),
            });
        }
        Some(state)
    }

    /// It is decided what a place holds.
    pub(super) fn decided(&mut self, owner: ObjectId, place: Place, value: Value) {
        if let Some(state) = self.deciding() {
            state.objects[owner.0 as usize].places.push((place.class, place.index, value));
            state.add_reference(value);
        }
    }

    /// It is decided which shape or length an object has.
    pub(super) fn decided_form(&mut self, id: ObjectId) {
        let object = self.heap.object(id);
        let (shape, len) = (object.shape, object.len);
        if let Some(state) = self.deciding() {
            let object = &mut state.objects[id.0 as usize];
            object.shape = object.shape.or((shape != UNKNOWN).then_some(shape));
            object.len = object.len.or((len != UNKNOWN).then_some(len));
        }
    }
}

impl State {
    fn add_reference(&mut self, value: Value) {
        if let Some(count) = value.object().and_then(|id| self.objects[id.0 as usize].count.as_mut()) {
            *count += 1;
        }
    }
}
