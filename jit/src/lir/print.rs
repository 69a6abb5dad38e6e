//! The text of LIR. Registers are `i7` for integers and references, `f8` for floats; `else exit 3` says where an instruction may leave.

use super::{
    Alu, Base, Block, BlockId, By, Callee, Cond, ExitId, Float, Lir, LirFunction, Mem, Shift, Src, Test, Unsure, VReg,
    Width,
};
use crate::context;
use crate::exit::{Exit, Form};
use crate::lir::Source;
use hir::CmpOp;
use regalloc2::RegClass;
use std::fmt::{self, Display, Formatter, from_fn};

impl Display for BlockId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "b{}", self.0)
    }
}

impl Display for ExitId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "exit {}", self.0)
    }
}

/// Blocks and their instructions, one a line.
impl Display for LirFunction {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Noted { lir: self, note: |_: Source| None::<&str> }.fmt(f)
    }
}

/// A function with a line before the instructions that stand for something else than those before them.
pub(crate) struct Noted<'f, N> {
    pub(crate) lir: &'f LirFunction,
    /// What the line says, if anything.
    pub(crate) note: N,
}

impl<N: Fn(Source) -> Option<D>, D: Display> Display for Noted<'_, N> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, block) in self.lir.blocks.iter().enumerate() {
            writeln!(f, "  {}:", head(index, block))?;
            let mut last = None;
            for (inst, source) in &block.insts {
                if last != Some(source.inst)
                    && let Some(note) = (self.note)(*source)
                {
                    writeln!(f, "    ; {note}")?;
                }
                last = Some(source.inst);
                writeln!(f, "    {inst}")?;
            }
        }
        Ok(())
    }
}

fn head(index: usize, block: &Block) -> impl Display + '_ {
    from_fn(move |f| {
        write!(f, "b{index}")?;
        if !block.params.is_empty() {
            write!(f, "({})", regs(&block.params))?;
        }
        f.write_str(if block.cold { " cold" } else { "" })
    })
}

/// An exit: why, where, and the values with how each reference is held and where its word comes from.
pub(crate) fn exit(id: ExitId, exit: &Exit) -> impl Display + '_ {
    from_fn(move |f| {
        write!(f, "{id}: {}{} to {}", if exit.error { "exception at " } else { "" }, exit.reason, exit.frame)?;
        for (at, value) in exit.values.iter().enumerate() {
            let start = if at == 0 { " {" } else { ", " };
            write!(f, "{start}{} {} ", value.value, value.kind.name())?;
            match (value.form, value.vreg) {
                (Form::Constant(word), _) => write!(f, "{word:#x}")?,
                (form, Some(vreg)) => write!(f, "{}{}", form_prefix(form), reg(vreg))?,
                (_, None) => f.write_str("nowhere")?,
            }
        }
        f.write_str(if exit.values.is_empty() { "" } else { "}" })
    })
}

fn form_prefix(form: Form) -> &'static str {
    match form {
        Form::Word | Form::Constant(_) => "",
        Form::Int => "int ",
        Form::Double => "double ",
        Form::Bool => "bool ",
    }
}

fn reg(vreg: VReg) -> impl Display {
    from_fn(move |f| write!(f, "{}{}", if vreg.class() == RegClass::Int { 'i' } else { 'f' }, vreg.vreg()))
}

fn regs(list: &[VReg]) -> impl Display + '_ {
    from_fn(move |f| {
        for (at, &vreg) in list.iter().enumerate() {
            write!(f, "{}{}", if at == 0 { "" } else { ", " }, reg(vreg))?;
        }
        Ok(())
    })
}

fn src(src: Src) -> impl Display {
    from_fn(move |f| match src {
        Src::Reg(vreg) => reg(vreg).fmt(f),
        Src::Imm(imm) => imm.fmt(f),
    })
}

fn or_exit(exit: Option<ExitId>) -> impl Display {
    from_fn(move |f| match exit {
        Some(exit) => write!(f, " else {exit}"),
        None => Ok(()),
    })
}

impl Display for Mem {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (self.base, self.index) {
            (Base::Context, None) => return write!(f, "[context.{}]", context::field(self.disp)),
            (Base::Context, _) => f.write_str("[context")?,
            (Base::Reg(base), _) => write!(f, "[{}", reg(base))?,
        }
        if let Some((index, scale)) = self.index {
            write!(f, " + {}*{}", reg(index), 1 << scale)?;
        }
        match self.disp {
            0 => f.write_str("]"),
            disp if disp < 0 => write!(f, " - {}]", disp.unsigned_abs()),
            disp => write!(f, " + {disp}]"),
        }
    }
}

impl Display for Test {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Test::Compare(cond, width, a, b) => {
                write!(f, "{} {}.{} {}", reg(a), cond_sign(cond), width_bits(width), src(b))
            }
            Test::Bits(cond, a, mask) => write!(f, "({} & {mask:#x}) {} 0", reg(a), cond_sign(cond)),
            Test::Memory(cond, width, mem, imm) => write!(f, "{mem} {}.{} {imm}", cond_sign(cond), width_bits(width)),
            Test::StackLow => f.write_str("stack < context.stack_limit"),
            Test::Float(cmp, a, b) => write!(f, "{} {} {}", reg(a), cmp_sign(cmp), reg(b)),
            Test::NotFloat(cmp, a, b) => write!(f, "not ({} {} {})", reg(a), cmp_sign(cmp), reg(b)),
        }
    }
}

fn width_bits(width: Width) -> u32 {
    match width {
        Width::W8 => 8,
        Width::W32 => 32,
        Width::W64 => 64,
    }
}

fn cond_sign(cond: Cond) -> &'static str {
    match cond {
        Cond::Equal => "==",
        Cond::NotEqual => "!=",
        Cond::Less => "<",
        Cond::LessEqual => "<=",
        Cond::Greater => ">",
        Cond::GreaterEqual => ">=",
        Cond::Below => "<u",
        Cond::AboveEqual => ">=u",
    }
}

fn cmp_sign(cmp: CmpOp) -> &'static str {
    match cmp {
        CmpOp::Lt => "<",
        CmpOp::Le => "<=",
        CmpOp::Eq => "==",
        CmpOp::Ne => "!=",
        CmpOp::Gt => ">",
        CmpOp::Ge => ">=",
    }
}

fn alu_name(op: Alu) -> &'static str {
    match op {
        Alu::Add => "add",
        Alu::Sub => "sub",
        Alu::And => "and",
        Alu::Or => "or",
        Alu::Xor => "xor",
    }
}

fn shift_name(op: Shift) -> &'static str {
    match op {
        Shift::Left => "shl",
        Shift::Right => "shr",
        Shift::Arithmetic => "sar",
    }
}

fn float_name(op: Float) -> &'static str {
    match op {
        Float::Add => "fadd",
        Float::Sub => "fsub",
        Float::Mul => "fmul",
        Float::Div => "fdiv",
    }
}

/// What a count operation looks out for, as a suffix of its name.
fn unsure_suffix(unsure: Unsure) -> &'static str {
    match (unsure.word, unsure.empty) {
        (false, false) => "",
        (true, false) => ".word",
        (false, true) => ".empty",
        (true, true) => ".word.empty",
    }
}

impl Display for Lir {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Lir::Params(params) => write!(f, "params {}", regs(params)),
            Lir::Imm { dst, value } => write!(f, "{} = imm {value:#x}", reg(*dst)),
            Lir::FloatImm { dst, bits } => write!(f, "{} = imm {:?}", reg(*dst), f64::from_bits(*bits)),
            Lir::Load { .. } | Lir::Store { .. } | Lir::LoadFloat { .. } | Lir::StoreFloat { .. } | Lir::Lea { .. } => {
                memory(self, f)
            }
            Lir::Alu { op, dst, a, b, exit } => {
                write!(f, "{} = {} {}, {}{}", reg(*dst), alu_name(*op), reg(*a), src(*b), or_exit(*exit))
            }
            Lir::Mul { dst, a, b, exit } => {
                write!(f, "{} = mul {}, {}{}", reg(*dst), reg(*a), src(*b), or_exit(*exit))
            }
            Lir::Divide { quotient, remainder, a, b } => {
                write!(f, "{}, {} = divide {}, {}", reg(*quotient), reg(*remainder), reg(*a), reg(*b))
            }
            Lir::Shift { op, dst, a, by: By::Imm(by) } => {
                write!(f, "{} = {} {}, {by}", reg(*dst), shift_name(*op), reg(*a))
            }
            Lir::Shift { op, dst, a, by: By::Reg(by) } => {
                write!(f, "{} = {} {}, {}", reg(*dst), shift_name(*op), reg(*a), reg(*by))
            }
            Lir::Set { dst, test } => write!(f, "{} = {test}", reg(*dst)),
            Lir::Float { op, dst, a, b } => {
                write!(f, "{} = {} {}, {}", reg(*dst), float_name(*op), reg(*a), reg(*b))
            }
            Lir::FloatNeg { dst, a } => write!(f, "{} = fneg {}", reg(*dst), reg(*a)),
            Lir::IntToFloat { dst, a } => write!(f, "{} = int_to_float {}", reg(*dst), reg(*a)),
            Lir::UnboxFloat { dst, a, .. } => write!(f, "{} = unbox_float {}", reg(*dst), reg(*a)),
            Lir::BoxFloat { dst, a } => write!(f, "{} = box_float {}", reg(*dst), reg(*a)),
            Lir::Call { callee, args, dst } => {
                if let Some(dst) = dst {
                    write!(f, "{} = ", reg(*dst))?;
                }
                match callee {
                    Callee::Context(at) => write!(f, "call {}({})", context::field(*at), regs(args)),
                    Callee::Reg(callee) => write!(f, "call {}({})", reg(*callee), regs(args)),
                }
            }
            Lir::CallCode { cell, callee, args, dst } => {
                let (dst, args, callee) = (reg(*dst), regs(args), reg(*callee));
                match cell {
                    Some(cell) => write!(f, "{dst} = call code [{cell:#x}]({args}; {callee})"),
                    None => write!(f, "{dst} = call code of {callee}({args})"),
                }
            }
            Lir::Callee { dst } => write!(f, "{} = callee", reg(*dst)),
            Lir::StoreOut { index, src: word } => write!(f, "out[{index}] = {}", src(*word)),
            Lir::OutArea { dst } => write!(f, "{} = out area", reg(*dst)),
            Lir::Incref { value, unsure } => write!(f, "incref{} {}", unsure_suffix(*unsure), reg(*value)),
            Lir::Decref { value, unsure } => write!(f, "decref{} {}", unsure_suffix(*unsure), reg(*value)),
            Lir::ExitIf { .. }
            | Lir::Exit { .. }
            | Lir::Jump { .. }
            | Lir::Branch { .. }
            | Lir::Return { .. }
            | Lir::Trap => control(self, f),
        }
    }
}

fn memory(inst: &Lir, f: &mut Formatter<'_>) -> fmt::Result {
    match inst {
        Lir::Load { dst, mem, width } => write!(f, "{} = load.{} {mem}", reg(*dst), width_bits(*width)),
        Lir::LoadFloat { dst, mem } => write!(f, "{} = load {mem}", reg(*dst)),
        Lir::Store { mem, src: word, width } => write!(f, "store.{} {mem}, {}", width_bits(*width), src(*word)),
        Lir::StoreFloat { mem, src } => write!(f, "store {mem}, {}", reg(*src)),
        Lir::Lea { dst, mem } => write!(f, "{} = address {mem}", reg(*dst)),
        _ => Ok(()),
    }
}

fn control(inst: &Lir, f: &mut Formatter<'_>) -> fmt::Result {
    match inst {
        Lir::ExitIf { test, exit } => write!(f, "if {test} {exit}"),
        Lir::Exit { exit } => exit.fmt(f),
        Lir::Jump { to, args } if args.is_empty() => write!(f, "jump {to}"),
        Lir::Jump { to, args } => write!(f, "jump {to}({})", regs(args)),
        Lir::Branch { test, yes, no } => write!(f, "if {test} {yes} else {no}"),
        Lir::Return { value } => write!(f, "return {}", reg(*value)),
        _ => f.write_str("trap"),
    }
}
