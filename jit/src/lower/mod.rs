//! Lowering: HIR with reference counts becomes LIR, one family of opcodes a file.

mod allocate;
mod attributes;
mod boxes;
mod calls;
mod control;
mod counts;
mod generic;
mod guards;
mod items;
mod iteration;
mod machine_ops;
mod names;
mod natives;
mod slots;
mod small_ints;
mod truth;
mod types;
mod watches;

pub use allocate::InstanceLayout;
pub use generic::{Passing, passing};

use crate::error::CompileError;
use crate::exit::{Exit, ExitValue, Exits, Form};
use crate::lir::{BlockId, Cond, ExitId, Lir, LirFunction, Mem, Src, Test, VReg, Width};
use crate::lookup::{Access, RowPlace};
use crate::machine;
use hir::{Constant, EntityMap, Function, InstData, InstId, Opcode, Type, ValueId};
use regalloc2::RegClass;
use smallvec::SmallVec;

/// What lowering asks the owner of the code for: the words and addresses that HIR names only. A [`Snapshot`](crate::Snapshot) must say the same: what is
/// added here is added there.
pub trait Resolver {
    /// The word of a constant, which stays valid as long as the code does; `None` if the owner does not know it.
    fn constant(&self, constant: &Constant) -> Option<u64>;
    /// The word of an interned name, which stays valid as long as the code does.
    fn name(&self, name: &str) -> Option<u64>;
    /// The address of a native function: `extern "C"`, the context first. One that can raise says so in [`Context::pending`](crate::context::Context::pending),
    /// unless an empty result can mean nothing else.
    fn native(&self, name: &str) -> Option<*const u8>;
    /// Whether the context has a helper for the opcode.
    fn has_helper(&self, _: Opcode) -> bool {
        true
    }
    /// Whether an opcode that is partly done in line and partly by its helper may be: a host that wants to see every call of the helper says no.
    fn in_line(&self, _: Opcode) -> bool {
        true
    }
    /// Whether the helper of the opcode reads [`Context::function`](crate::context::Context::function).
    fn wants_function(&self, _: Opcode) -> bool {
        false
    }
    /// Where the value of a global name is, if that can be said.
    fn global(&self, name: &str) -> Option<GlobalPlace> {
        let _ = name;
        None
    }
    /// What the class of objects of shape `shape` has under `name`.
    fn method(&self, shape: u32, name: &str) -> Option<Method> {
        let _ = (shape, name);
        None
    }
    /// Where to look in line for what an access by name means for objects of many shapes.
    fn row(&self, access: Access, name: &str) -> Option<RowPlace> {
        let _ = (access, name);
        None
    }
    /// Where objects of shape `shape` have the dictionary of their own attributes, in bytes from their start, if they are classes or modules.
    fn dictionary(&self, shape: u32) -> Option<i32> {
        let _ = shape;
        None
    }
    /// What must hold as long as attributes of instances are found in the slots that their shapes say. Guards of shapes see to it.
    fn slots_watch(&self) -> Option<Watch> {
        None
    }
    /// The address of the cell with the entry address of the code with this number. Both stay valid as long as the code that asks does;
    /// the cell always holds something that can be called.
    fn code_cell(&self, number: u32) -> Option<u64> {
        let _ = number;
        None
    }
    /// Where slot `slot` of an object of shape `shape` is, in bytes from its start, if that is the same for every such object.
    fn slot_offset(&self, shape: u32, slot: u32) -> Option<i32> {
        let _ = (shape, slot);
        None
    }
    /// Whether code may make what this opcode makes (`NewInstance`, `MakeTuple`, `MakeList`) in line, in the heap of the context's runtime, as the
    /// helper of [`helpers`](crate::helpers) does.
    fn makes_in_line(&self, _: Opcode) -> bool {
        false
    }
    /// What a new instance of the class is whose instances begin with shape `shape`, if it is always the same.
    fn instance_layout(&self, shape: u32) -> Option<InstanceLayout> {
        let _ = shape;
        None
    }
}

/// A number in memory that must be what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watch {
    /// Its address, four bytes.
    pub at: u64,
    /// What it must be.
    pub is: u32,
}

/// Where a global name's value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlobalPlace {
    /// As long as these hold.
    pub watches: SmallVec<[Watch; 2]>,
    /// Address of the pointer to the table.
    pub entries: u64,
    /// Offset of the value in the table.
    pub offset: i32,
}

/// What a class has under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// As long as this holds.
    pub watch: Watch,
    /// Its word.
    pub word: u64,
}

/// How a function is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Convention {
    /// How it gets its arguments.
    pub args: ArgPassing,
    /// Whether it gets the function object that runs, and counts as a call for the context's [`room`](crate::context::Context::room).
    pub callee: bool,
}

/// How a function gets its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ArgPassing {
    /// In registers: machine floats in float registers, all others in integer registers.
    #[default]
    Registers,
    /// As one address of words, argument `i` in word `i`. A `LoadArg` reads the word where it stands; a `TakeArg` takes the word and leaves the
    /// empty one.
    Window,
}

/// A lowered function.
#[derive(Debug)]
pub struct Lowered {
    /// The code.
    pub lir: LirFunction,
    /// Its exits.
    pub exits: Exits,
    /// For each argument, whether it is a machine float.
    pub float_args: Vec<bool>,
}

struct Lowering<'f> {
    func: &'f Function,
    resolver: &'f dyn Resolver,
    lir: LirFunction,
    exits: Exits,
    regs: EntityMap<ValueId, Option<VReg>>,
    /// Truth values that are tested where they are used: pure tests of registers.
    tests: EntityMap<ValueId, Option<Test>>,
    /// The address of the arguments, if they are passed in memory.
    window: Option<VReg>,
    blocks: EntityMap<hir::BlockId, BlockId>,
    cfg: &'f hir::analysis::Cfg,
    /// The watched numbers that need not be compared.
    watches: watches::Watches,
    at: BlockId,
    line: u32,
}

type Lower = Result<(), CompileError>;

/// Lowers a function, which must be verified and have its reference counts.
///
/// # Errors
/// [`CompileError`] names the instruction that has no code.
pub fn lower(func: &Function, resolver: &dyn Resolver, convention: Convention) -> Result<Lowered, CompileError> {
    let cfg = &hir::analysis::Cfg::compute(func);
    let mut lowering = Lowering {
        func,
        resolver,
        lir: LirFunction::default(),
        exits: Exits::default(),
        regs: EntityMap::with_len(None, func.value_bound()),
        tests: EntityMap::with_len(None, func.value_bound()),
        window: None,
        blocks: EntityMap::new(BlockId(0)),
        cfg,
        watches: watches::Watches::new(cfg),
        at: BlockId(0),
        line: 0,
    };
    lowering.lir.has_callee = convention.callee;
    let float_args = match convention.args {
        ArgPassing::Registers => lowering.register_args()?,
        ArgPassing::Window => lowering.window_arg(),
    };
    for block in func.blocks().filter(|&block| cfg.is_reachable(block)) {
        lowering.blocks[block] = lowering.lir.block();
        lowering.block_params(block);
    }
    if let Some(entry) = func.entry() {
        let first = lowering.blocks[entry];
        lowering.lir.push(BlockId(0), Lir::Jump { to: first, args: Default::default() }, 0);
    }
    // In reverse post-order definitions come before their uses.
    for &block in cfg.rpo() {
        lowering.at = lowering.blocks[block];
        lowering.watches.enter(cfg, block);
        for inst in func.insts(block) {
            lowering.inst(inst)?;
            lowering.watches.step(func, func.inst(inst));
        }
        lowering.watches.leave(block);
    }
    Ok(Lowered { lir: lowering.lir, exits: lowering.exits, float_args })
}

impl Lowering<'_> {
    /// The first block, in which the address of the arguments arrives.
    fn window_arg(&mut self) -> Vec<bool> {
        self.lir.block();
        let window = self.lir.int();
        self.window = Some(window);
        self.lir.push(BlockId(0), Lir::Params(vec![window]), 0);
        vec![false]
    }

    /// An argument from memory. In registers it came with the entry.
    fn argument(&mut self, data: &InstData) -> Lower {
        let (Some(window), Some(&hir::Imm::Index(index))) = (self.window, data.imms.first()) else { return Ok(()) };
        let disp = i32::try_from(index).ok().and_then(|index| index.checked_mul(8));
        let Some(disp) = disp else { return Err(self.unsupported(data, "the number of the argument")) };
        let mem = Mem::at(window, disp);
        let dst = self.define(data.results[0]);
        if dst.class() == RegClass::Float {
            self.push(Lir::LoadFloat { dst, mem });
            return Ok(());
        }
        self.push(Lir::Load { dst, mem, width: Width::W64 });
        if data.op == Opcode::TakeArg {
            self.push(Lir::Store { mem, src: Src::Imm(0), width: Width::W64 });
        }
        Ok(())
    }

    /// The first block, in which the arguments arrive.
    fn register_args(&mut self) -> Result<Vec<bool>, CompileError> {
        let func = self.func;
        let mut args: Vec<Option<Type>> = Vec::new();
        let mut loads: Vec<(usize, ValueId)> = Vec::new();
        for inst in func.blocks().flat_map(|block| func.insts(block)) {
            let data = func.inst(inst);
            if let (Opcode::LoadArg | Opcode::TakeArg, Some(&hir::Imm::Index(index))) = (data.op, data.imms.first()) {
                let index = index as usize;
                if index >= machine::INT_ARGS.len() + machine::FLOAT_ARGS.len() {
                    return Err(self.too_many());
                }
                args.resize(args.len().max(index + 1), None);
                args[index] = Some(func.ty(data.results[0]));
                loads.push((index, data.results[0]));
            }
        }
        self.lir.block();
        let floats: Vec<bool> = args.iter().map(|ty| *ty == Some(Type::C_DOUBLE)).collect();
        let float_count = floats.iter().filter(|&&float| float).count();
        if float_count > machine::FLOAT_ARGS.len() || floats.len() - float_count > machine::INT_ARGS.len() {
            return Err(self.too_many());
        }
        let params: Vec<VReg> =
            floats.iter().map(|&float| if float { self.lir.float() } else { self.lir.int() }).collect();
        for (index, value) in loads {
            self.regs[value] = Some(params[index]);
        }
        self.lir.push(BlockId(0), Lir::Params(params), 0);
        Ok(floats)
    }

    fn too_many(&self) -> CompileError {
        CompileError::TooManyArguments { function: self.func.name().into(), limit: machine::INT_ARGS.len() }
    }

    fn block_params(&mut self, block: hir::BlockId) {
        let func = self.func;
        for phi in func.phis(block).collect::<Vec<_>>() {
            let reg = self.define(func.result(phi));
            let id = self.blocks[block];
            self.lir.blocks[id.0 as usize].params.push(reg);
        }
    }

    /// A new register for a value.
    fn define(&mut self, value: ValueId) -> VReg {
        let reg = if self.func.ty(value).is_subtype(Type::C_DOUBLE) { self.lir.float() } else { self.lir.int() };
        self.regs[value] = Some(reg);
        reg
    }

    fn push(&mut self, inst: Lir) {
        self.lir.push(self.at, inst, self.line);
    }

    /// The register that holds a value; constants and pure tests are made where they are used.
    fn reg(&mut self, value: ValueId) -> Result<VReg, CompileError> {
        if let Some(test) = self.tests[value] {
            let dst = self.lir.int();
            self.push(Lir::Set { dst, test });
            return Ok(dst);
        }
        if let Some(reg) = self.regs[value] {
            return Ok(reg);
        }
        let bits = self.constant_bits(value)?;
        Ok(if self.func.ty(value).is_subtype(Type::C_DOUBLE) {
            let dst = self.lir.float();
            self.push(Lir::FloatImm { dst, bits });
            dst
        } else {
            let dst = self.lir.int();
            self.push(Lir::Imm { dst, value: bits as i64 });
            dst
        })
    }

    /// The value as a second operand: a number if it is a constant that fits.
    fn src(&mut self, value: ValueId) -> Result<Src, CompileError> {
        if self.regs[value].is_none() && self.tests[value].is_none() {
            let bits = self.constant_bits(value)? as i64;
            if let Ok(small) = i32::try_from(bits) {
                return Ok(Src::Imm(small));
            }
        }
        Ok(Src::Reg(self.reg(value)?))
    }

    fn is_constant(&self, value: ValueId) -> bool {
        self.func.inst(self.func.value(value).def).op == Opcode::Const
    }

    /// The machine word of a constant.
    fn constant_bits(&self, value: ValueId) -> Result<u64, CompileError> {
        let data = self.func.inst(self.func.value(value).def);
        match data.imms.first() {
            Some(&hir::Imm::Const(id)) if data.op == Opcode::Const => self.const_bits(data, id),
            _ => Err(self.unsupported(data, "it is used before it is made")),
        }
    }

    /// The machine word of a constant that `data` names.
    fn const_bits(&self, data: &InstData, id: hir::ConstId) -> Result<u64, CompileError> {
        match self.func.constant(id) {
            Constant::Nullptr => Ok(0),
            Constant::Int(value) => Ok(((*value as u64) << 1) | 1),
            Constant::CInt(value) => Ok(*value as u64),
            Constant::CDouble(bits) => Ok(*bits),
            Constant::CBool(value) => Ok(u64::from(*value)),
            other => self
                .resolver
                .constant(other)
                .ok_or_else(|| self.unsupported(data, "its owner does not know the constant")),
        }
    }

    /// Whether a truth value holds.
    fn test(&mut self, value: ValueId) -> Result<Test, CompileError> {
        match self.tests[value] {
            Some(test) => Ok(test),
            None => Ok(Test::Compare(Cond::NotEqual, Width::W32, self.reg(value)?, Src::Imm(0))),
        }
    }

    /// Makes the results of a copy the same register as its operand.
    fn copy(&mut self, data: &InstData) {
        let (from, to) = (data.args[0], data.results[0]);
        self.regs[to] = self.regs[from];
        self.tests[to] = self.tests[from];
        if self.regs[from].is_none() && self.tests[from].is_none() {
            // A copy of a constant: made here, once.
            if let Ok(reg) = self.reg(from) {
                self.regs[to] = Some(reg);
            }
        }
    }

    /// The exit of an instruction.
    fn exit(&mut self, data: &InstData) -> Result<ExitId, CompileError> {
        let Some(frame) = data.frame else { return Err(self.unsupported(data, "it has no frame state")) };
        let mut values = Vec::with_capacity(data.exit_refs.len());
        for &(value, kind) in &data.exit_refs {
            let (form, vreg) = if self.is_constant(value) {
                (Form::Constant(self.constant_bits(value)?), None)
            } else {
                (form(self.func.ty(value)), Some(self.reg(value)?))
            };
            values.push(ExitValue { value, kind, form, vreg });
        }
        let error = self.func.contract(data).exit != hir::Exit::Guard;
        let reason = match data.imms.first() {
            Some(&hir::Imm::Name(name)) if data.op == Opcode::Deopt => self.func.name_of(name).into(),
            _ => data.op.name().into(),
        };
        Ok(self.exits.add(Exit { frame, reason, error, line: data.line, values }))
    }

    fn unsupported(&self, data: &InstData, why: &'static str) -> CompileError {
        CompileError::Unsupported { function: self.func.name().into(), op: data.op, why }
    }

    fn inst(&mut self, inst: InstId) -> Lower {
        use Opcode::*;
        let func = self.func;
        let data = func.inst(inst);
        self.line = data.line;
        self.lir.begin(inst);
        match data.op {
            // Made where they are used, or when the block was.
            Const | Phi => Ok(()),
            LoadArg | TakeArg => self.argument(data),
            LoadFunction | ClosureCell => self.function(data),
            LoadGlobalCached => self.load_global(data),
            LoadMethodCached => self.load_method(data),
            CallDirect | CallFunction => self.call_direct(data),
            Truth if self.resolver.in_line(Truth) => self.truth(data),
            RangeNext => self.range_next(data),
            IterNext if self.resolver.in_line(IterNext) => self.iter_next(data),
            Assign | RefineType => {
                self.copy(data);
                Ok(())
            }
            GuardType | GuardIs | GuardShape | GuardCode | GuardArity | GuardClass | Guard | CheckVar | GuardQuiet
            | Poll | CheckStack | Deopt | CheckExc | CheckOk | Unwind => self.guard(data),
            Branch | CondBranch | CondBranchPresent | CondBranchIterNotDone | CondBranchType | Return | Unreachable => {
                self.control(inst, data)
            }
            CIntBinary | CIntCompare | DoubleBinary | DoubleNeg | DoubleCompare | CBoolNot | UnboxInt | BoxInt
            | IntToDouble | Is => self.machine_op(data),
            UnboxDouble | BoxDouble | BoxBool | IsTrue => self.boxing(data),
            IsType => self.is_type(data),
            LoadSlot | StoreSlot | AddSlot => self.slot(data),
            LoadAttr | StoreAttr | LoadMethod => self.attribute(data),
            LoadCell | StoreCell => self.cell(data),
            ListGet | ListSet | TupleGet | TupleItem | ListLen => self.item(data),
            SmallIntBinary | SmallIntCompare => self.small_int(data),
            CallNative => self.native_call(data),
            NewInstance => self.new_instance(data),
            MakeTuple => self.make_tuple(data),
            MakeList => self.make_list(data),
            Incref | XIncref | Decref | XDecref | BatchDecref => self.count(data),
            _ => self.helper_call(data),
        }
    }
}

/// How an exit makes a word of a value of this type.
fn form(ty: Type) -> Form {
    if ty.is_subtype(Type::C_INT64) {
        Form::Int
    } else if ty.is_subtype(Type::C_DOUBLE) {
        Form::Double
    } else if ty.is_subtype(Type::C_BOOL) {
        Form::Bool
    } else {
        Form::Word
    }
}
