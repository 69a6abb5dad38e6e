//! Printing bytecode.

use crate::bytecode::{
    CodeProto, Const, Field, IF_TRUE, INPLACE, Insn, NEGATE, Op, Text, USE_A, USE_B, USE_C, VARIABLE,
};
use std::fmt::{self, Write};

/// `code` and the bodies in it as text; with a filter only those whose name or qualified name it is.
pub fn dump(code: &CodeProto, filter: Option<&str>) -> String {
    let mut out = String::new();
    let mut stack = vec![code];
    while let Some(code) = stack.pop() {
        if filter.is_none_or(|f| *code.name == *f || *code.qualname == *f) {
            if !out.is_empty() {
                out.push('\n');
            }
            dump_one(code, &mut out).expect("writing to a string does not fail");
        }
        let inner = code.consts.iter().rev().filter_map(|c| match c {
            Const::Code(code) => Some(&**code),
            _ => None,
        });
        stack.extend(inner);
    }
    out
}

fn dump_one(code: &CodeProto, out: &mut String) -> fmt::Result {
    writeln!(out, "{} ({:?}, line {}, {} registers)", code.qualname, code.kind, code.first_line, code.nregs)?;
    if !code.local_names.is_empty() {
        out.push_str("  locals:");
        for (reg, name) in code.local_names.iter().enumerate() {
            let cell = if !code.is_cell[reg] {
                ""
            } else if reg + usize::from(code.nfree) >= code.local_names.len() {
                " (free)"
            } else {
                " (cell)"
            };
            write!(out, "{} {name}{cell}", if reg == 0 { "" } else { "," })?;
        }
        out.push('\n');
    }
    let mut targets = vec![false; code.code.len() + 1];
    for insn in code.code.iter().filter(|i| i.op.fields().contains(&Field::Target)) {
        targets[insn.d as usize] = true;
    }
    for handler in &code.handlers {
        targets[handler.target as usize] = true;
    }
    let mut line = 0;
    for (at, (insn, pos)) in code.code.iter().zip(&code.positions).enumerate() {
        let shown = if pos.line != 0 && pos.line != line { pos.line.to_string() } else { String::new() };
        line = if pos.line == 0 { line } else { pos.line };
        let mark = if targets[at] { ">>" } else { "  " };
        write!(out, "{shown:>5} {mark} {at:>4} ")?;
        dump_insn(code, insn, out)?;
        out.push('\n');
    }
    for h in &code.handlers {
        writeln!(out, "  handler {}..{} -> {} depth {}", h.start, h.end, h.target, register(code, h.depth))?;
    }
    Ok(())
}

fn register(code: &CodeProto, reg: u16) -> String {
    match code.local_names.get(usize::from(reg)) {
        Some(name) => name.to_string(),
        None => format!("t{}", usize::from(reg) - code.local_names.len()),
    }
}

/// A register operand, marked `!` when it is consumed.
fn operand(code: &CodeProto, insn: &Insn, reg: u16, bit: u8) -> String {
    let consumed = flags_are_uses(insn.op) && insn.n & bit != 0;
    format!("{}{}", register(code, reg), if consumed { "!" } else { "" })
}

fn flags_are_uses(op: Op) -> bool {
    op != Op::MakeFunction
}

fn dump_insn(code: &CodeProto, insn: &Insn, out: &mut String) -> fmt::Result {
    write!(out, "{:<16}", insn.op.name())?;
    let mut separator = " ";
    for field in insn.op.fields() {
        let text = match field {
            Field::Dst | Field::DstBase => format!("{} <-", register(code, insn.a)),
            Field::A => operand(code, insn, insn.a, USE_A),
            Field::B => operand(code, insn, insn.b, USE_B),
            Field::C => operand(code, insn, insn.c, USE_C),
            Field::Base => format!("{}..", register(code, insn.b)),
            Field::Count => format!("count {}", insn.c),
            Field::Imm => (insn.c as i16).to_string(),
            Field::Name => format!("'{}'", code.names[usize::from(insn.c)]),
            Field::Const => constant(&code.consts[insn.d as usize]),
            Field::Target => format!("to {}", insn.d),
            Field::Number => format!("number {}", insn.d),
            Field::Cell => register(code, insn.d as u16),
            Field::Small if insn.op == Op::MakeFunction => format!("extras {}", insn.n),
            Field::Small => format!("kind {}", insn.n >> 6),
            Field::Site => format!("site {}", insn.e),
            Field::Feedback => continue,
        };
        write!(out, "{separator}{text}")?;
        separator = if text.ends_with("<-") { " " } else { ", " };
    }
    if flags_are_uses(insn.op) {
        for (bit, name) in [(INPLACE, "in place"), (NEGATE, "not"), (IF_TRUE, "if true")] {
            if insn.n & bit != 0 {
                write!(out, " [{name}]")?;
            }
        }
        if insn.op == Op::Clear && insn.n & VARIABLE != 0 {
            out.push_str(" [variable]");
        }
    }
    Ok(())
}

/// A constant as Python would show it, shortened.
fn constant(value: &Const) -> String {
    match value {
        Const::None => "None".into(),
        Const::True => "True".into(),
        Const::False => "False".into(),
        Const::Ellipsis => "...".into(),
        Const::Int(n) => n.to_string(),
        Const::BigInt(digits) => digits.to_string(),
        Const::Float(x) => format!("{x:?}"),
        Const::Str(Text::Utf8(text)) => format!("{text:?}"),
        Const::Str(Text::Points(points)) => format!("str of {} code points", points.len()),
        Const::Bytes(bytes) => format!("b\"{}\"", bytes.escape_ascii()),
        Const::Tuple(items) => format!("({})", list(items)),
        Const::FrozenSet(items) => format!("frozenset({{{}}})", list(items)),
        Const::Code(code) => format!("<code {}>", code.qualname),
    }
}

fn list(items: &[Const]) -> String {
    items.iter().map(constant).collect::<Vec<_>>().join(", ")
}
