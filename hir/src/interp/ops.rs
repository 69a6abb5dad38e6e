//! What instructions have in common: failing, taking over references, giving results.

use super::adversary::ROOTS;
use super::heap::{Made, Place, WORLD};
use super::machine::{Control, Machine};
use super::make::Ask;
use super::places::{class_of, native_number, native_place};
use super::trap::{Fault, Step};
use super::value::{Draw, Value, draw, mix};
use crate::typing::{self, ResultType};
use crate::{Can, Contract, Exit, InstData, Memory, Opcode, Origin, Spec, Steal, Type};

impl Machine<'_> {
    /// Whether a failure of the instruction can be told: by its exit, or by its result.
    pub(super) fn can_fail(&self, data: &InstData) -> bool {
        let contract = self.func.contract(data);
        let by_exit = matches!(contract.exit, Exit::Error | Exit::OptionalError) && data.frame.is_some();
        let by_result = data.results.first().is_some_and(|&result| {
            let ty = self.func.ty(result);
            ty.may_be_null() || ty.atom_bits() == Type::C_BOOL.atom_bits()
        });
        contract.can.has(Can::RAISE) && (by_exit || by_result)
    }

    /// Whether the instruction fails, if nothing decides that but the seed.
    pub(super) fn fails(&self, data: &InstData) -> bool {
        // What is no event fails only for want of memory; another version of the function may need less.
        let (may, key) = if self.is_event(data) { (true, self.key) } else { (self.options.out_of_memory, self.step) };
        may && self.can_fail(data) && self.profile.fails(key)
    }

    /// A number that depends on the value alone.
    pub(super) fn digest(&self, value: Value) -> u64 {
        match value {
            Value::Object(id) => self.heap.object(id).key,
            Value::Unset | Value::Null => 1,
            Value::Done => 2,
            Value::Int(value) => mix(3, value as u64),
            Value::Float(bits) => mix(4, bits),
            Value::CInt(value) => mix(5, value as u64),
            Value::CDouble(bits) => mix(6, bits),
            Value::CBool(value) => mix(7, u64::from(value)),
            Value::CPtr(bits) => mix(8, bits),
        }
    }

    /// A number for the results of an instruction of which only the contract is known. Where the same operands must give the same
    /// answer, it depends on them alone.
    fn opaque_key(&self, data: &InstData, contract: &Contract<'_>) -> Step<u64> {
        if self.is_event(data) || contract.origin == Origin::New {
            return Ok(self.result_key(data));
        }
        let memory = if contract.reads.is_empty() { self.base } else { self.key };
        data.args
            .iter()
            .try_fold(mix(memory, native_number(data).into()), |key, &arg| Ok(mix(key, self.digest(self.get(arg)?))))
    }

    /// Makes a new exception pending.
    pub(super) fn raise(&mut self) {
        let key = draw(self.key, Draw::Exception, 0);
        if let Some(value) = self.make(Type::EXCEPTION.mortal(), key, Made::Exception) {
            self.heap.put(WORLD, Place::PENDING, Type::OPT_OBJECT, value);
        }
        self.heap.flush();
    }

    /// Makes a value pending that ought to be an exception; otherwise a new one about that.
    pub(super) fn raise_value(&mut self, value: Value) {
        if self.is_of(value, Type::EXCEPTION, Ask::Known) {
            self.heap.put(WORLD, Place::PENDING, Type::OPT_OBJECT, value);
        } else {
            self.raise();
        }
    }

    /// The function loses its reference to an operand, which goes elsewhere.
    pub(super) fn lose_operand(&mut self, data: &InstData, index: usize) -> Step<()> {
        let value = self.arg(data, index)?;
        self.heap.lose(value).map_err(|fault| data.args.get(index).map_or(fault, |&arg| fault.value(arg)))?;
        Ok(())
    }

    /// Takes over the references that the contract says. They are kept until the instruction ends.
    pub(super) fn steal(&mut self, data: &InstData, contract: &Contract<'_>, failed: bool) -> Step<()> {
        for index in 0..data.args.len() {
            let steals = match contract.steal(index) {
                Steal::Never => false,
                Steal::Always => true,
                Steal::OnSuccess => !failed,
            };
            if steals {
                let value = self.arg(data, index)?;
                self.lose_operand(data, index)?;
                self.heap.hold(value);
                self.stolen.push(value);
            }
        }
        Ok(())
    }

    /// Gives up what was taken over and not kept elsewhere.
    fn drop_stolen(&mut self) {
        while let Some(value) = self.stolen.pop() {
            self.heap.unhold(value);
        }
    }

    /// Runs an instruction with a fixed meaning: `effect` is what it does when it succeeds, and gives its result, to which it owns a new
    /// reference if the contract says so.
    pub(super) fn perform(
        &mut self,
        data: &InstData,
        fails: bool,
        effect: impl FnOnce(&mut Self) -> Step<Option<Value>>,
    ) -> Step<Control> {
        let contract = self.func.contract(data);
        self.steal(data, &contract, fails)?;
        let result = if fails {
            self.raise();
            None
        } else {
            effect(self)?
        };
        if contract.origin == Origin::New {
            self.heap.gain(result.unwrap_or(Value::Null));
        }
        self.effects(data, &contract)?;
        if let Some(value) = result {
            self.set(data, 0, value)?;
        }
        self.finish(data, fails)
    }

    /// Ends an instruction: a failure is told, and what was taken over is dropped.
    fn finish(&mut self, data: &InstData, failed: bool) -> Step<Control> {
        self.drop_stolen();
        if !failed {
            return Ok(Control::Next);
        }
        if data.frame.is_some() {
            return self.exit(data, Exit::Error);
        }
        for index in 0..data.results.len() {
            let is_bool = self.func.ty(data.results[index]).atom_bits() == Type::C_BOOL.atom_bits();
            self.set(data, index, if is_bool { Value::CBool(false) } else { Value::Null })?;
        }
        Ok(Control::Next)
    }

    /// Runs an instruction of which only the contract is known.
    pub(super) fn opaque(&mut self, data: &InstData) -> Step<Control> {
        let contract = self.func.contract(data);
        let fails = self.fails(data);
        if self.is_event(data) {
            self.observe(data, fails)?;
        }
        self.steal(data, &contract, fails)?;
        self.effects(data, &contract)?;
        if fails {
            self.raise();
        } else {
            for index in 0..data.results.len() {
                self.opaque_result(data, &contract, index)?;
            }
            if matches!(data.op, Opcode::Raise | Opcode::RaiseFrom) {
                let value = self.arg(data, 0)?;
                self.raise_value(value);
                self.heap.flush();
            }
        }
        self.finish(data, fails)
    }

    fn opaque_result(&mut self, data: &InstData, contract: &Contract<'_>, index: usize) -> Step<()> {
        let ty = match typing::result_types(self.func, data).get(index) {
            Some(&ResultType::Is(ty)) => ty,
            Some(ResultType::Within(_)) | None => self.func.ty(data.results[index]),
        };
        // The empty first result is kept for failure, where there can be one.
        let ty = if index == 0 && contract.can.has(Can::RAISE) { ty.without_null() } else { ty };
        let key = draw(self.opaque_key(data, contract)?, Draw::Fresh, index as u64);
        let value = match contract.origin {
            Origin::New if data.op == Opcode::NewInstance => {
                let ty = ty.with_spec(Spec::Shape(self.shape_imm(data, 0)?));
                let value = self.make(ty, key, Made::Result).ok_or(Fault::malformed("an instance of no type"))?;
                self.heap.gain(value);
                value
            }
            Origin::New => {
                let value = self.new_or_existing(data, index, ty, key)?;
                self.heap.gain(value);
                value
            }
            Origin::Uncounted => self.answer(data, ty, key)?,
            Origin::Function => {
                let value = self.make_result(data, index, ty, key)?;
                self.heap.hold_forever(value);
                value
            }
            Origin::Memory(classes) => {
                let place = native_place(data, class_of(data, classes));
                self.read(WORLD, place, ty)?
            }
            Origin::Item(operand, classes) => {
                let place = native_place(data, class_of(data, classes));
                self.read_from(data, usize::from(operand), place, ty, index)?
            }
            Origin::Part(operand) => {
                let place = native_place(data, Memory::NONE);
                self.read_from(data, usize::from(operand), place, ty, index)?
            }
            Origin::Copy(operand) => self.arg(data, usize::from(operand))?,
            Origin::Joined => return Err(Fault::malformed("a joined result outside a phi")),
        };
        self.set(data, index, value)
    }

    fn make_result(&mut self, data: &InstData, index: usize, ty: Type, key: u64) -> Step<Value> {
        let hint = data.results.get(index).and_then(|&result| self.plan.hint(result));
        self.make_hinted(ty, hint, key, Made::Result)
    }

    /// A result of its own reference: something new, or an operand, or what the host holds.
    fn new_or_existing(&mut self, data: &InstData, index: usize, ty: Type, key: u64) -> Step<Value> {
        let number = draw(key, Draw::Exists, 0);
        if ty.atom_bits() & Type::ITER_DONE.atom_bits() != 0 && number.is_multiple_of(4) {
            return Ok(Value::Done);
        }
        // The second result of a method lookup: the receiver or nothing.
        if index > 0 && ty.may_be_null() && number.is_multiple_of(2) {
            return Ok(Value::Null);
        }
        let existing = match number >> 4 & 7 {
            0 | 1 if !data.args.is_empty() => Some(self.arg(data, (number >> 8) as usize % data.args.len())?),
            2 => self.root((number >> 8) as u32 % ROOTS),
            _ => None,
        };
        match existing {
            Some(value) if !value.is_missing() && self.is_of(value, ty, Ask::Decide) => Ok(value),
            _ => self.make_result(data, index, ty, key),
        }
    }

    /// A result without a count: success, a truth value, a word, an immortal object.
    fn answer(&mut self, data: &InstData, ty: Type, key: u64) -> Step<Value> {
        if ty.atom_bits() == Type::C_BOOL.atom_bits() && self.func.contract(data).can.has(Can::RAISE) {
            return Ok(Value::CBool(true));
        }
        let uncounted = ty.immortal();
        self.make(uncounted, draw(key, Draw::Answer, 0), Made::Result)
            .ok_or(Fault::malformed("an uncounted result of a counted type"))
    }

    fn read_from(&mut self, data: &InstData, operand: usize, place: Place, ty: Type, index: usize) -> Step<Value> {
        match self.arg(data, operand)? {
            Value::Object(id) => self.read(id, place, ty),
            // A word holds nothing that has a count.
            value => self.answer(data, ty, draw(self.digest(value), Draw::Fresh, index as u64)),
        }
    }

    /// What a place holds. The first read finds there whatever the seed says, of this type.
    pub(super) fn read(&mut self, owner: super::value::ObjectId, place: Place, ty: Type) -> Step<Value> {
        if let Some(value) = self.heap.get(owner, place) {
            return Ok(value);
        }
        let key = draw(self.place_key(owner, place), Draw::Content, 0);
        let number = draw(key, Draw::Alias, 0);
        let existing = match number % 8 {
            0 => self.kept_argument(number >> 8),
            1 if !self.options.comparable => self.root((number >> 8) as u32 % ROOTS),
            _ => None,
        };
        let value = match existing {
            Some(value) if self.is_of(value, ty, Ask::Known) => value,
            _ => self.make_hinted(ty, self.plan.place_hint(place), key, Made::Content(place.class))?,
        };
        self.heap.put(owner, place, ty, value);
        self.decided(owner, place, value);
        Ok(value)
    }
}
