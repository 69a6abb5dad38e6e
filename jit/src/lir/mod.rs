//! LIR: x86-64 instructions over virtual registers, in blocks with parameters.
//!
//! Between HIR and machine code: lowering makes it, register allocation reads its operands, emission encodes it. An instruction may stand
//! for a few machine instructions. Where it can leave the function it names an [`Exit`](crate::exit::Exit), whose values are then
//! operands of the instruction: the allocator says where each of them is at that moment.

mod operands;
mod print;

pub(crate) use operands::collect;
pub(crate) use print::{Noted, exit};

use hir::InstId;
use regalloc2::RegClass;
pub use regalloc2::VReg;
use smallvec::SmallVec;

/// A block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(pub u32);

/// An exit of the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExitId(pub u32);

/// How much memory is read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// A byte.
    W8,
    /// Four bytes.
    W32,
    /// Eight bytes.
    W64,
}

/// A second operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Src {
    /// A register.
    Reg(VReg),
    /// A number, sign-extended.
    Imm(i32),
}

/// What an address counts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// A register.
    Reg(VReg),
    /// The context.
    Context,
}

/// A place in memory: base + index << scale + displacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mem {
    /// Base.
    pub base: Base,
    /// Index and the power of two it is scaled by.
    pub index: Option<(VReg, u8)>,
    /// Displacement in bytes.
    pub disp: i32,
}

impl Mem {
    /// At a distance from a register.
    pub fn at(base: VReg, disp: i32) -> Mem {
        Mem { base: Base::Reg(base), index: None, disp }
    }

    /// A field of the context.
    pub fn context(disp: i32) -> Mem {
        Mem { base: Base::Context, index: None, disp }
    }
}

/// Two-operand arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Alu {
    Add,
    Sub,
    And,
    Or,
    Xor,
}

/// Shifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Shift {
    Left,
    /// With zeros.
    Right,
    /// With copies of the sign.
    Arithmetic,
}

/// A distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The low six bits of a register.
    Reg(VReg),
    /// A number.
    Imm(u8),
}

/// Float arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Float {
    Add,
    Sub,
    Mul,
    Div,
}

/// A condition on the flags of an integer comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Cond {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Below,
    AboveEqual,
}

impl Cond {
    /// The opposite.
    pub fn negated(self) -> Cond {
        match self {
            Cond::Equal => Cond::NotEqual,
            Cond::NotEqual => Cond::Equal,
            Cond::Less => Cond::GreaterEqual,
            Cond::LessEqual => Cond::Greater,
            Cond::Greater => Cond::LessEqual,
            Cond::GreaterEqual => Cond::Less,
            Cond::Below => Cond::AboveEqual,
            Cond::AboveEqual => Cond::Below,
        }
    }
}

/// Something that is true or false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// `a` compared with `b`, as numbers of the width.
    Compare(Cond, Width, VReg, Src),
    /// `a & mask` compared with zero (`Equal` or `NotEqual`).
    Bits(Cond, VReg, i32),
    /// Memory compared with a number.
    Memory(Cond, Width, Mem, i32),
    /// The stack has grown down to the context's limit.
    StackLow,
    /// Floats compared; everything but `ne` is false for NaN.
    Float(hir::CmpOp, VReg, VReg),
    /// The opposite of `Float`: with NaN, everything but `ne` is true.
    NotFloat(hir::CmpOp, VReg, VReg),
}

/// What is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    /// The address in a field of the context.
    Context(i32),
    /// The address in a register.
    Reg(VReg),
}

/// What a count operation must look out for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsure {
    /// The word may be a small integer or float.
    pub word: bool,
    /// The word may be empty.
    pub empty: bool,
}

/// An instruction.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Lir {
    /// The function begins: these are its arguments.
    Params(Vec<VReg>),
    Imm {
        dst: VReg,
        value: i64,
    },
    FloatImm {
        dst: VReg,
        bits: u64,
    },
    Load {
        dst: VReg,
        mem: Mem,
        width: Width,
    },
    Store {
        mem: Mem,
        src: Src,
        width: Width,
    },
    LoadFloat {
        dst: VReg,
        mem: Mem,
    },
    StoreFloat {
        mem: Mem,
        src: VReg,
    },
    /// `exit` is taken on signed overflow.
    Alu {
        op: Alu,
        dst: VReg,
        a: VReg,
        b: Src,
        exit: Option<ExitId>,
    },
    /// `exit` is taken on signed overflow.
    Mul {
        dst: VReg,
        a: VReg,
        b: Src,
        exit: Option<ExitId>,
    },
    /// Signed division, rounded toward zero. The divisor is neither 0 nor, for the smallest number, −1.
    Divide {
        quotient: VReg,
        remainder: VReg,
        a: VReg,
        b: VReg,
    },
    Shift {
        op: Shift,
        dst: VReg,
        a: VReg,
        by: By,
    },
    /// The address.
    Lea {
        dst: VReg,
        mem: Mem,
    },
    Set {
        dst: VReg,
        test: Test,
    },
    Float {
        op: Float,
        dst: VReg,
        a: VReg,
        b: VReg,
    },
    /// The sign flipped.
    FloatNeg {
        dst: VReg,
        a: VReg,
    },
    IntToFloat {
        dst: VReg,
        a: VReg,
    },
    /// The float that a word is, or that the object has which it refers to.
    UnboxFloat {
        dst: VReg,
        a: VReg,
        may_be_object: bool,
    },
    /// The word that a float is, or 0 if it needs an object.
    BoxFloat {
        dst: VReg,
        a: VReg,
    },
    /// Takes the exit if the test is true.
    ExitIf {
        test: Test,
        exit: ExitId,
    },
    /// Takes the exit.
    Exit {
        exit: ExitId,
    },
    /// A call by the system's convention, the context being the first argument.
    Call {
        callee: Callee,
        args: SmallVec<[VReg; 4]>,
        dst: Option<VReg>,
    },
    /// The function that runs, from its place in the frame.
    Callee {
        dst: VReg,
    },
    /// A call of compiled code by its own convention, whose address is in the cell at an address, or in the one that the function names.
    CallCode {
        cell: Option<u64>,
        callee: VReg,
        args: SmallVec<[VReg; 4]>,
        dst: VReg,
    },
    /// Stores into word `index` of the area that a call's arguments in memory stand in.
    StoreOut {
        index: u16,
        src: Src,
    },
    /// The address of that area.
    OutArea {
        dst: VReg,
    },
    /// One reference more.
    Incref {
        value: VReg,
        unsure: Unsure,
    },
    /// One reference less.
    Decref {
        value: VReg,
        unsure: Unsure,
    },
    Jump {
        to: BlockId,
        args: SmallVec<[VReg; 2]>,
    },
    Branch {
        test: Test,
        yes: BlockId,
        no: BlockId,
    },
    Return {
        value: VReg,
    },
    /// Never reached.
    Trap,
}

impl Lir {
    /// Whether it ends a block.
    pub fn ends_block(&self) -> bool {
        matches!(self, Lir::Exit { .. } | Lir::Jump { .. } | Lir::Branch { .. } | Lir::Return { .. } | Lir::Trap)
    }
}

/// What an instruction stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The instruction of HIR, if there is one.
    pub inst: Option<InstId>,
    /// The source line, or 0.
    pub line: u32,
}

/// A block.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Parameters.
    pub params: Vec<VReg>,
    /// Instructions, with what each stands for.
    pub insts: Vec<(Lir, Source)>,
    /// Whether it is rarely reached: it is put behind the others.
    pub cold: bool,
}

/// A function.
#[derive(Clone, Debug, Default)]
pub struct LirFunction {
    /// The blocks, in the order in which they are laid out; the first is the entry.
    pub blocks: Vec<Block>,
    /// Whether the function that runs is passed, and has a place in the frame.
    pub has_callee: bool,
    /// Whether it compares the stack's limit at its start.
    pub check_stack: bool,
    vregs: usize,
    floats: bool,
    lowered: Option<InstId>,
}

impl LirFunction {
    /// A new register for integers and references.
    pub fn int(&mut self) -> VReg {
        self.vreg(RegClass::Int)
    }

    /// A new register for floats.
    pub fn float(&mut self) -> VReg {
        self.floats = true;
        self.vreg(RegClass::Float)
    }

    fn vreg(&mut self, class: RegClass) -> VReg {
        self.vregs += 1;
        VReg::new(self.vregs - 1, class)
    }

    /// How many registers there are.
    pub fn vreg_count(&self) -> usize {
        self.vregs
    }

    /// Whether any register is for floats.
    pub fn has_floats(&self) -> bool {
        self.floats
    }

    /// A new block.
    pub fn block(&mut self) -> BlockId {
        self.blocks.push(Block::default());
        BlockId(self.blocks.len() as u32 - 1)
    }

    /// From now on what is [pushed](Self::push) stands for this instruction of HIR.
    pub fn begin(&mut self, inst: InstId) {
        self.lowered = Some(inst);
    }

    /// Adds an instruction to a block.
    pub fn push(&mut self, block: BlockId, inst: Lir, line: u32) {
        self.blocks[block.0 as usize].insts.push((inst, Source { inst: self.lowered, line }));
    }
}
