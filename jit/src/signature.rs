//! What a compiled function takes and gives, as its HIR says.

use hir::{Constant, Function, Imm, Opcode, Type};
use thiserror::Error;

/// A parameter of a compiled function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// What may be passed: what every `LoadArg` of this number says. [`Type::TOP`] if the function never reads it.
    pub ty: Type,
    /// Whether the function takes the reference over (`TakeArg`).
    pub taken: bool,
}

/// What a function takes and gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The parameters, up to the last one that the function reads.
    pub params: Vec<Param>,
    /// The type of what it returns; any value of the language if it never returns but by exits.
    pub result: Type,
}

/// Why a function cannot be called with a Rust signature.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SignatureError {
    /// Arguments that the function reads are missing.
    #[error("{function} reads {reads} arguments, and the signature has {given}")]
    Count {
        /// The function's name.
        function: Box<str>,
        /// How many it reads.
        reads: usize,
        /// How many there are.
        given: usize,
    },
    /// An argument of another type.
    #[error("argument {index} of {function}: {found} is not what the function's HIR takes")]
    Param {
        /// The function's name.
        function: Box<str>,
        /// Which argument.
        index: usize,
        /// The type in the signature.
        found: &'static str,
    },
    /// A reference that is kept by the one and to be taken over by the other.
    #[error("argument {index} of {function}: the function {}", if *.taken { "takes the reference over: pass it as Owned" } else { "borrows it: pass it as Value" })]
    Ownership {
        /// The function's name.
        function: Box<str>,
        /// Which argument.
        index: usize,
        /// Whether the function takes it over.
        taken: bool,
    },
    /// A result of another type.
    #[error("the result of {function} is not {expected}")]
    Result {
        /// The function's name.
        function: Box<str>,
        /// The type in the signature.
        expected: &'static str,
    },
}

impl Signature {
    /// What the function's `LoadArg`s, `TakeArg`s and `Return`s say. The function must be valid HIR.
    pub fn of(func: &Function) -> Signature {
        let mut signature = Signature { params: Vec::new(), result: Type::BOTTOM };
        for inst in func.blocks().flat_map(|block| func.insts(block)) {
            let data = func.inst(inst);
            match (data.op, data.imms.first()) {
                (Opcode::LoadArg | Opcode::TakeArg, Some(&Imm::Index(index))) => {
                    let index = index as usize;
                    let unread = Param { ty: Type::TOP, taken: false };
                    signature.params.resize(signature.params.len().max(index + 1), unread);
                    let param = &mut signature.params[index];
                    param.ty = param.ty.meet(func.ty(data.results[0]));
                    param.taken |= data.op == Opcode::TakeArg;
                }
                (Opcode::Return, _) => signature.result = signature.result.join(func.ty(data.args[0])),
                _ => {}
            }
        }
        if signature.result.is_bottom() {
            signature.result = Type::OBJECT;
        }
        signature
    }

    /// Whether the result comes as a machine float.
    pub fn gives_float(&self) -> bool {
        self.result.is_subtype(Type::C_DOUBLE)
    }
}

/// The largest number of an argument that a function reads, without checking anything else of it.
pub(crate) fn most_arguments(func: &Function) -> usize {
    let insts = func.blocks().flat_map(|block| func.insts(block)).map(|inst| func.inst(inst));
    let numbers = insts.filter_map(|data| match (data.op, data.imms.first()) {
        (Opcode::LoadArg | Opcode::TakeArg, Some(&Imm::Index(index))) => Some(index as usize + 1),
        _ => None,
    });
    numbers.max().unwrap_or(0)
}

/// Each constant, name and slot that the function's code will need words for, once for every instruction that names it.
pub(crate) fn immediates(func: &Function) -> impl Iterator<Item = (Opcode, &[Imm])> {
    func.blocks().flat_map(|block| func.insts(block)).map(|inst| {
        let data = func.inst(inst);
        (data.op, &data.imms[..])
    })
}

/// Constants that code may need though no instruction names them.
pub(crate) const ALWAYS: [Constant; 3] = [Constant::None, Constant::True, Constant::False];
