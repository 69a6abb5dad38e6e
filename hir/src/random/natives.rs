//! Natives with contracts of every kind, arguments, and calls.

use super::state::Generator;
use crate::{Can, Imm, InstData, Memory, NativeSig, Opcode, Origin, Steal, Type, ValueId, World};

const PARAMS: &[Type] = &[
    Type::OBJECT,
    Type::OBJECT,
    Type::OPT_OBJECT,
    Type::LIST_EXACT,
    Type::TUPLE_EXACT,
    Type::STR_EXACT,
    Type::SMALL_INT,
    Type::C_INT64,
    Type::C_DOUBLE,
    Type::ITER_RESULT,
];

const RESULTS: &[Option<Type>] = &[
    Some(Type::OBJECT),
    Some(Type::OBJECT),
    Some(Type::OPT_OBJECT),
    Some(Type::LIST_EXACT),
    Some(Type::STR_EXACT),
    Some(Type::IMMORTAL_BOOL),
    Some(Type::C_INT64),
    Some(Type::C_DOUBLE),
    Some(Type::C_BOOL),
    None,
];

const ARGUMENTS: &[Type] = &[
    Type::OBJECT,
    Type::OBJECT,
    Type::OBJECT,
    Type::OPT_OBJECT,
    Type::LIST_EXACT,
    Type::TUPLE_EXACT,
    Type::STR_EXACT,
    Type::INSTANCE,
    Type::SMALL_INT,
    Type::C_INT64,
    Type::C_DOUBLE,
];

impl Generator<'_> {
    pub fn declare_natives(&mut self) {
        for index in 0..2 + self.below(8) {
            let signature = self.signature(index);
            let native = self.func.declare_native(signature);
            self.natives.push(native);
        }
    }

    fn signature(&mut self, index: usize) -> NativeSig {
        let params: Vec<Type> = (0..self.below(4)).map(|_| self.pick(PARAMS)).collect();
        let result = self.pick(RESULTS);
        let mut signature = NativeSig::new(&format!("native{index}"), &params, result);
        let can = match self.below(4) {
            0 => Can::NOTHING,
            1 => Can::RAISE.or(Can::ALLOC),
            2 => self.pick(&[Can::DROP, Can::RAISE, Can::RAISE.or(Can::DROP), Can::ALLOC]),
            _ => Can::RAISE.or(Can::ALLOC).or(Can::RUN).or(Can::DROP),
        };
        let (reads, writes) = if can.has(Can::RUN) {
            (Memory::ALL, Memory::ALL)
        } else {
            (self.memory(), if self.chance(1, 2) { self.memory() } else { Memory::NONE })
        };
        signature = signature.effects(reads, writes, can);
        for (index, ty) in params.iter().enumerate() {
            if !ty.is_machine() && self.chance(1, 3) {
                let on_success = can.has(Can::RAISE) && self.chance(1, 2);
                signature = signature.steal(index, if on_success { Steal::OnSuccess } else { Steal::Always });
            }
        }
        match result {
            Some(ty) if ty.is_counted() => {
                let origin = self.origin(&signature, ty);
                signature.origin(origin)
            }
            _ => signature.origin(Origin::Uncounted),
        }
    }

    fn memory(&mut self) -> Memory {
        let class = Memory::CLASSES[self.below(Memory::CLASSES.len())].0;
        if self.chance(1, 3) { class.or(Memory::CLASSES[self.below(Memory::CLASSES.len())].0) } else { class }
    }

    /// Where a counted result may come from, what is stolen included.
    fn origin(&mut self, signature: &NativeSig, result: Type) -> Origin {
        let parents: Vec<u8> = signature
            .params
            .iter()
            .enumerate()
            .filter(|(_, param)| param.ty.is_subtype(Type::OPT_OBJECT))
            .map(|(index, _)| index as u8)
            .collect();
        if parents.is_empty() {
            let memory = self.memory();
            return self.pick(&[Origin::New, Origin::New, Origin::Function, Origin::Memory(memory)]);
        }
        let (parent, memory) = (self.pick(&parents), self.memory());
        let same = signature.params[usize::from(parent)].ty.is_subtype(result);
        match self.below(if same { 5 } else { 4 }) {
            0 => Origin::New,
            1 => Origin::Part(parent),
            2 => Origin::Item(parent, memory),
            3 => Origin::Memory(memory),
            _ => Origin::Copy(parent),
        }
    }

    pub fn call_native(&mut self) {
        let native = self.pick(&self.natives.clone());
        let signature = self.func.native(native).clone();
        let args: Vec<ValueId> = self.operands(signature.params.iter().map(|param| param.ty));
        let raises = signature.can.has(Can::RAISE);
        let on_success = signature.params.iter().any(|param| param.steal == Steal::OnSuccess);
        let shows = signature.result.is_some_and(|ty| !ty.or_null().mixes_machine());
        let exits = raises && (on_success || !shows || self.chance(1, 2));
        let data = InstData::new(Opcode::CallNative, &args).imms(&[Imm::Native(native)]);
        self.finish(data, exits);
    }

    pub fn arguments(&mut self) {
        for index in 0..self.below(5) {
            let ty = self.pick(ARGUMENTS);
            let takes = self.shape.world == World::Observing && !ty.is_machine() && self.chance(1, 2);
            let op = if takes { Opcode::TakeArg } else { Opcode::LoadArg };
            let value = self.emit_value(InstData::new(op, &[]).imms(&[Imm::Index(index as u32)]), ty);
            self.state.vars[index] = Some(value);
        }
    }
}
