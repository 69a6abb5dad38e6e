//! What each instruction does: one match over all opcodes. Those whose meaning is fixed here compute it; of the others only the
//! contract is known, and they share one path ([`Machine::opaque`]).

use super::heap::{Made, Place};
use super::machine::{Control, Machine};
use super::make::Ask;
use super::plan::Arg;
use super::trap::{Fault, Step, TrapKind};
use super::value::{Draw, Value, draw};
use crate::{Exit, Imm, InstData, Opcode, Type};

impl Machine<'_> {
    /// Executes an instruction that is neither a phi nor a counting operation.
    pub(super) fn execute(&mut self, data: &InstData) -> Step<Control> {
        use Opcode::*;
        match data.op {
            Phi => Err(Fault::malformed("a phi behind other instructions")),
            Const => {
                let Some(&Imm::Const(id)) = data.imms.first() else {
                    return Err(Fault::malformed("a missing constant"));
                };
                let value = self.constant(id);
                self.result(data, value)
            }
            LoadArg | TakeArg => self.argument(data),
            Assign => {
                let value = self.arg(data, 0)?;
                self.result(data, value)
            }
            RefineType => self.refine(data),
            GuardType | GuardIs | GuardShape | GuardCode | GuardArity | GuardClass | Guard | CheckVar | GuardQuiet
            | Poll | CheckStack => self.guard(data),
            Deopt => {
                self.see_exit(data)?;
                self.exit(data, Exit::Guard)
            }
            CheckExc | CheckOk => self.check(data),
            Unwind => self.exit(data, Exit::Error),
            Branch => Ok(Control::Goto(0)),
            CondBranch | CondBranchPresent | CondBranchIterNotDone | CondBranchType => self.branch(data),
            Return => self.return_value(data),
            Unreachable => Err(Fault::new(TrapKind::Unreachable)),
            CIntBinary | CIntCompare | DoubleBinary | DoubleNeg | DoubleCompare | CBoolNot | UnboxInt | BoxInt
            | UnboxDouble | IntToDouble | BoxBool | IsTrue | Is | IsType | SmallIntBinary | SmallIntCompare
            | IntCompare => self.compute(data),
            BoxDouble => self.box_double(data),
            IntBinary => self.int_arithmetic(data),
            Truth => self.truth(data),
            BinaryOp | InplaceOp | UnaryOp | CompareOp | Contains | LoadAttr | StoreAttr | DelAttr | LoadMethod
            | LoadSuperAttr | LoadSuperMethod | LoadSpecial | LoadName | StoreName | DelName | LoadNameOrCell
            | ImportStar | ImportName | ImportFrom | GetItem | SetItem | DelItem | GetSlice | SetSlice | GetIter
            | IterNext | Unpack | UnpackEx | MakeString | ListExtend | SetAdd | SetUpdate | DictSet | DictUpdate
            | DictMerge | Convert | Format | NewInstance | NewRangeIter | RangeNext | Call | CallDirect
            | CallFunction | CallMethod | CallKw | CallMethodKw | CallEx | CallNative | Raise | RaiseFrom
            | ExcMatch | WithExitExc => self.opaque(data),
            LoadSlot | TupleItem | LoadCell | LoadBuiltin | LoadFunction | ClosureCell => self.load(data),
            LoadMethodCached => self.load_method(data),
            LoadGlobal | LoadBuildClass => self.load_name(data),
            LoadGlobalCached => self.load_cached(data),
            ListLen => self.list_len(data),
            ListGet | TupleGet => self.get_item(data),
            ListSet => self.list_set(data),
            StoreSlot | AddSlot | StoreGlobal | DelGlobal | StoreCell | ListAppend | RaiseAgain | Reraise | PopExc => {
                self.store(data)
            }
            MakeCell | MakeSlice | MakeTuple | MakeList | MakeSet | MakeDict | ListToTuple | MakeFunction => {
                self.construct(data)
            }
            TakeExc | PushExc => self.take_exception(data),
            EndLife => Ok(Control::Next),
            Incref | XIncref | Decref | XDecref | BatchDecref => self.count(data).map(|()| Control::Next),
        }
    }

    /// Sets the only result and goes on.
    pub(super) fn result(&mut self, data: &InstData, value: Value) -> Step<Control> {
        self.set(data, 0, value)?;
        Ok(Control::Next)
    }

    fn argument(&mut self, data: &InstData) -> Step<Control> {
        let number = self.index_imm(data, 0)?;
        let value = self.args.get(number as usize).copied().flatten();
        let value = value.ok_or(Fault::malformed("an argument of a type without values"))?;
        if data.op == Opcode::TakeArg {
            self.heap.gain(value);
            self.record_taken(value);
        }
        self.result(data, value)
    }

    /// Makes the arguments.
    pub(super) fn make_arguments(&mut self) {
        for number in 0..self.plan.arg_count() {
            let value = self.plan.arg(number).map(|arg| self.make_argument(number, arg));
            self.args.push(value.flatten());
        }
    }

    fn make_argument(&mut self, number: u32, arg: Arg) -> Option<Value> {
        let key = draw(self.base, Draw::Argument, number.into());
        // Now and then the caller passes one object twice, if it keeps it.
        let alias = if key.is_multiple_of(8) { self.kept_argument(key >> 8) } else { None };
        let value = match alias {
            Some(value) if self.is_of(value, arg.ty, Ask::Known) => value,
            _ => self.make_hinted(arg.ty, self.plan.hint(arg.value), key, Made::Argument(number)).ok()?,
        };
        if arg.kept {
            self.heap.hold_forever(value);
        }
        Some(value)
    }

    /// An argument that the caller keeps, if there is one at this random number.
    pub(super) fn kept_argument(&self, number: u64) -> Option<Value> {
        let index = (number % self.args.len().max(1) as u64) as u32;
        // One that is passed with its reference may be gone by now, but only if counts are exact: that must not be told apart.
        if self.plan.arg(index).is_some_and(|arg| arg.kept) {
            self.args.get(index as usize).copied().flatten()
        } else {
            None
        }
    }

    fn refine(&mut self, data: &InstData) -> Step<Control> {
        let value = self.arg(data, 0)?;
        let ty = self.func.type_of_id(self.type_imm(data)?);
        // What the operand's own type says of its shape may be out of date, and is repeated for what it is worth.
        let repeats = data.args.first().is_some_and(|&arg| self.func.ty(arg).spec() == ty.spec());
        let ask = if repeats { Ask::Lasting } else { Ask::Known };
        if !self.is_of(value, ty, ask) {
            let fault = Fault { object: value.object(), ..Fault::new(TrapKind::TypeViolation) };
            return Err(data.args.first().map_or(fault, |&arg| fault.value(arg)));
        }
        self.result(data, value)
    }

    /// Checks what a guard would leave behind, whether it fails or not.
    pub(super) fn see_exit(&mut self, data: &InstData) -> Step<()> {
        if self.counted && data.frame.is_some() { self.check_exit(data) } else { Ok(()) }
    }

    /// Whether a guard whose condition is `true` here lets pass. The exit is checked in any case.
    pub(super) fn passes(&mut self, data: &InstData, condition: bool) -> Step<bool> {
        self.see_exit(data)?;
        let fails = match self.recorder {
            Some(_) => self.recorded_guard_fails(data)?,
            None => self.options.fail_guards && data.frame.is_some() && self.profile.guard_fails(self.step),
        };
        Ok(condition && !fails)
    }

    fn guard(&mut self, data: &InstData) -> Step<Control> {
        let value = if data.args.is_empty() { None } else { Some(self.arg(data, 0)?) };
        let condition = match (value, data.op, data.imms.first()) {
            (None, ..) => true,
            (Some(value), Opcode::GuardType, Some(&Imm::Type(ty))) => {
                self.is_of(value, self.func.type_of_id(ty), Ask::Decide)
            }
            (Some(value), Opcode::GuardIs, Some(&Imm::Const(id))) => self.constant(id) == value,
            (Some(Value::Object(id)), Opcode::GuardShape, Some(&Imm::Shape(shape))) => {
                self.has_shape(id, shape, Ask::Decide)
            }
            // What code a function has, or what shape the instances of a class, until somebody changes that.
            (Some(Value::Object(id)), Opcode::GuardCode | Opcode::GuardArity | Opcode::GuardClass, _) => {
                let place = Place::new(data.op.info().contract.reads, u32::MAX);
                !draw(self.place_key(id, place), Draw::Shape, 0).is_multiple_of(4)
            }
            (Some(Value::CBool(value)), ..) => value,
            (Some(value), Opcode::CheckVar, _) => !value.is_missing(),
            // A word has no slots, so no shape that a guard asks for.
            (Some(_), ..) => false,
        };
        // The exit of `CheckVar` finds its operand missing; with one that is there it cannot be taken.
        let passes = if data.op == Opcode::CheckVar { condition } else { self.passes(data, condition)? };
        if !passes {
            return self.exit(data, Exit::Guard);
        }
        match value {
            Some(value) if !data.results.is_empty() => self.result(data, value),
            _ => Ok(Control::Next),
        }
    }

    fn check(&mut self, data: &InstData) -> Step<Control> {
        let value = self.arg(data, 0)?;
        match value {
            Value::Null | Value::CBool(false) => self.exit(data, Exit::Error),
            _ if data.results.is_empty() => Ok(Control::Next),
            _ => self.result(data, value),
        }
    }

    fn branch(&mut self, data: &InstData) -> Step<Control> {
        let value = self.arg(data, 0)?;
        let first = match (data.op, value) {
            (Opcode::CondBranchPresent, _) => value != Value::Null,
            (Opcode::CondBranchIterNotDone, _) => value != Value::Done,
            (Opcode::CondBranchType, _) => {
                let ty = self.func.type_of_id(self.type_imm(data)?);
                self.is_of(value, ty, Ask::Decide)
            }
            (_, Value::CBool(value)) => value,
            _ => return Err(Fault::new(TrapKind::TypeViolation)),
        };
        Ok(Control::Goto(usize::from(!first)))
    }

    fn truth(&mut self, data: &InstData) -> Step<Control> {
        match self.known_truth(self.arg(data, 0)?) {
            Some(known) => {
                let value = self.boolean(known);
                self.result(data, value)
            }
            None => self.opaque(data),
        }
    }

    /// What `Truth` says of the kinds of which it is known, without running any code.
    pub(super) fn known_truth(&self, value: Value) -> Option<bool> {
        match value {
            Value::Int(value) => Some(value != 0),
            Value::Float(bits) => Some(f64::from_bits(bits) != 0.0),
            Value::Object(id) => {
                let object = self.heap.object(id);
                match object.kind {
                    kind if kind.is(Type::BOOL) => Some(object.number != 0),
                    kind if kind.is(Type::NONE_TYPE) => Some(false),
                    kind if kind.is(Type::HEAP_FLOAT.union(Type::BIG_INT)) => Some(true),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
