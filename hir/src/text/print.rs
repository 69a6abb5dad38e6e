//! The printer. It takes any function, valid or not.

use super::{Place, Position, SourceMap};
use crate::contract::{Can, Memory, NativeSig, Origin, Steal, World};
use crate::entity::{Entity, EntityMap};
use crate::function::{Claim, ClaimState, FrameState, Imm};
use crate::ty::{ATOMS, Spec, Type, UNIONS};
use crate::{BlockId, ConstId, Constant, FrameId, Function, InstId, ValueId};
use std::fmt::{self, Display, Formatter, Write, from_fn};

/// The text of a function, with the natives it declares before it.
impl Display for Function {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Printer { out: f, line: 1, map: None }.function(self)
    }
}

/// The text of a function, and where everything stands in it.
pub fn print_mapped(func: &Function) -> (String, SourceMap) {
    let (mut text, mut map) = (String::new(), SourceMap::new());
    // Writing to a string does not fail.
    let _ = Printer { out: &mut text, line: 1, map: Some(&mut map) }.function(func);
    (text, map)
}

struct Printer<'a, W: Write> {
    out: &'a mut W,
    /// The line that comes next, from 1.
    line: u32,
    map: Option<&'a mut SourceMap>,
}

impl<W: Write> Printer<'_, W> {
    fn function(&mut self, func: &Function) -> fmt::Result {
        for (id, native) in func.natives() {
            self.line(0, Some(Place::Native(id)), display_native(func, native))?;
        }
        if func.natives().next().is_some() {
            self.line(0, None, "")?;
        }
        let world = if func.world() == World::Observing { " observing" } else { "" };
        let counted = if func.is_counted() { " counted" } else { "" };
        let name = identifier(func.name());
        self.line(0, Some(Place::Function), format_args!("fun {name}{world}{counted} {{"))?;
        for block in func.blocks() {
            self.block(func, block)?;
        }
        for (id, frame) in named_frames(func) {
            self.line(2, Some(Place::Frame(id)), format_args!("{id} = {}", display_frame(func, frame)))?;
        }
        self.line(0, None, "}")
    }

    fn block(&mut self, func: &Function, block: BlockId) -> fmt::Result {
        self.line(2, Some(Place::Block(block)), format_args!("{block} {{"))?;
        let claims = func.claims(block);
        if !claims.is_empty() {
            let claims = separated(", ", claims.iter().map(display_claim));
            self.line(4, Some(Place::Claims(block)), format_args!("given {claims}"))?;
        }
        for inst in func.insts(block) {
            self.line(4, Some(Place::Inst(inst)), display_inst(func, inst))?;
        }
        self.line(2, None, "}")
    }

    fn line(&mut self, indent: u32, place: Option<Place>, item: impl Display) -> fmt::Result {
        if let (Some(map), Some(place)) = (&mut self.map, place) {
            map.set(place, Position { line: self.line, column: indent + 1 });
        }
        self.line += 1;
        writeln!(self.out, "{:indent$}{item}", "", indent = indent as usize)
    }
}

/// The frame states that instructions name, with their callers, in order.
fn named_frames(func: &Function) -> impl Iterator<Item = (FrameId, &FrameState)> {
    let mut named = EntityMap::new(None);
    for inst in func.blocks().flat_map(|block| func.insts(block)) {
        let mut next = func.inst(inst).frame;
        while let Some(frame) = next.filter(|&frame| named[frame].is_none()) {
            named[frame] = Some(frame);
            next = func.frame(frame).caller;
        }
    }
    let ids: Vec<FrameId> = named.values().filter_map(|&frame| frame).collect();
    ids.into_iter().map(|id| (id, func.frame(id)))
}

/// An instruction as its line in the text, without indentation.
pub fn display_inst(func: &Function, inst: InstId) -> impl Display + '_ {
    from_fn(move |f| {
        let data = func.inst(inst);
        if !data.results.is_empty() {
            write!(f, "{} = ", separated(", ", data.results.iter().map(|&value| result(func, value))))?;
        }
        write!(f, "{}", data.op)?;
        if !data.imms.is_empty() || !data.blocks.is_empty() {
            let imms = separated(", ", data.imms.iter().map(|&imm| display_imm(func, imm)));
            let comma = if data.imms.is_empty() || data.blocks.is_empty() { "" } else { ", " };
            write!(f, "<{imms}{comma}{}>", separated(", ", data.blocks.iter().map(|block| block.index())))?;
        }
        for arg in &data.args {
            write!(f, " {arg}")?;
        }
        if let Some(frame) = data.frame {
            write!(f, " exit {frame}")?;
        }
        if !data.exit_refs.is_empty() {
            let refs =
                data.exit_refs.iter().map(|(value, kind)| from_fn(move |f| write!(f, "{value} {}", kind.name())));
            write!(f, " {{{}}}", separated(", ", refs))?;
        }
        if data.line != 0 {
            write!(f, " @{}", data.line)?;
        }
        Ok(())
    })
}

fn result(func: &Function, value: ValueId) -> impl Display + '_ {
    from_fn(move |f| write!(f, "{value}:{}", display_type(func, func.ty(value))))
}

/// An immediate as it stands in the text.
pub fn display_imm(func: &Function, imm: Imm) -> impl Display + '_ {
    from_fn(move |f| match imm {
        Imm::Index(index) => write!(f, "{index}"),
        Imm::Const(id) => write!(f, "{}", display_constant(func, id)),
        Imm::Name(name) => write!(f, "{}", quoted(func.name_of(name))),
        Imm::Type(id) => write!(f, "{}", display_type(func, func.type_of_id(id))),
        Imm::Shape(shape) => write!(f, "shape {shape}"),
        Imm::BinOp(op) => f.write_str(op.name()),
        Imm::UnOp(op) => f.write_str(op.name()),
        Imm::CmpOp(op) => f.write_str(op.name()),
        Imm::Native(native) => write!(f, "@{}", identifier(&func.native(native).name)),
    })
}

/// A type: see [`ty`](crate::ty) for the form.
pub fn display_type(func: &Function, ty: Type) -> impl Display + '_ {
    from_fn(move |f| {
        match ty.life() {
            (true, false) => f.write_str("Mortal")?,
            (false, true) => f.write_str("Immortal")?,
            (true, true) | (false, false) => {}
        }
        write!(f, "{}", atoms(ty.atom_bits()))?;
        match ty.spec() {
            Spec::None => Ok(()),
            Spec::Value(id) => write!(f, "[{}]", display_constant(func, id)),
            Spec::Shape(shape) => write!(f, "[shape {shape}]"),
            Spec::Len(len) => write!(f, "[len {len}]"),
        }
    })
}

/// A set of atoms by the names of the largest unions in it, then of the atoms that remain.
fn atoms(bits: u64) -> impl Display {
    from_fn(move |f| {
        if bits == Type::TOP.atom_bits() {
            return f.write_str("Top");
        }
        let null = Type::NULLPTR.atom_bits();
        let mut left = bits;
        if bits & null != 0 && bits != null {
            f.write_str("Opt")?;
            left &= !null;
        }
        let mut bar = "";
        for (ty, name) in UNIONS.iter().rev().chain(ATOMS) {
            let part = ty.atom_bits();
            if left & part == part {
                write!(f, "{bar}{name}")?;
                left &= !part;
                bar = "|";
            }
        }
        if bits == 0 { f.write_str("Bottom") } else { Ok(()) }
    })
}

/// A constant.
pub fn display_constant(func: &Function, id: ConstId) -> impl Display + '_ {
    from_fn(move |f| match func.constant(id) {
        Constant::Nullptr => f.write_str("nullptr"),
        Constant::None => f.write_str("None"),
        Constant::True => f.write_str("True"),
        Constant::False => f.write_str("False"),
        Constant::Ellipsis => f.write_str("Ellipsis"),
        Constant::NotImplemented => f.write_str("NotImplemented"),
        Constant::Int(value) => write!(f, "{value}"),
        Constant::Float(bits) => write!(f, "{}", float(*bits)),
        Constant::Str(text) => write!(f, "{}", quoted(text)),
        Constant::Names(names) => write!(f, "names({})", separated(" ", names.iter().map(|name| quoted(name)))),
        Constant::Entry { index, ty } => write!(f, "entry({index} {})", display_type(func, *ty)),
        Constant::Object { index, ty } => write!(f, "object({index} {})", display_type(func, *ty)),
        Constant::CInt(value) => write!(f, "cint({value})"),
        Constant::CDouble(bits) => write!(f, "cdouble({})", float(*bits)),
        Constant::CBool(value) => write!(f, "cbool({value})"),
    })
}

/// A float in the shortest form that gives its bits again, with a point or an exponent so that it is no integer.
fn float(bits: u64) -> impl Display {
    from_fn(move |f| {
        let value = f64::from_bits(bits);
        if value.is_nan() { write!(f, "nan:{bits:#018x}") } else { write!(f, "{value:?}") }
    })
}

/// A frame state, without its number.
pub fn display_frame<'f>(func: &'f Function, frame: &'f FrameState) -> impl Display + 'f {
    from_fn(move |f| {
        let slots = frame.slots.iter().map(|&slot| {
            from_fn(move |f| match slot {
                Some(value) => write!(f, "{value}"),
                None => f.write_char('-'),
            })
        });
        write!(f, "frame {} {} [{}]", quoted(func.name_of(frame.code)), frame.pc, separated(" ", slots))?;
        match frame.caller {
            Some(caller) => write!(f, " in {caller}"),
            None => Ok(()),
        }
    })
}

/// One claim of a `given` line.
pub fn display_claim(claim: &Claim) -> impl Display + '_ {
    from_fn(move |f| {
        write!(f, "{}", separated("+", claim.copies.iter()))?;
        match &claim.state {
            ClaimState::Uncounted => f.write_str(" raw"),
            ClaimState::Owned => f.write_str(" own"),
            ClaimState::Borrowed { memory, owners } => {
                f.write_str(" ref")?;
                if !memory.is_empty() {
                    write!(f, " {memory}")?;
                }
                owners.iter().try_for_each(|owner| write!(f, " {owner}"))
            }
        }
    })
}

/// The declaration of a native function.
pub fn display_native<'f>(func: &'f Function, native: &'f NativeSig) -> impl Display + 'f {
    from_fn(move |f| {
        let params = native.params.iter().map(|param| {
            let steal = match param.steal {
                Steal::Never => "",
                Steal::Always => "steal ",
                Steal::OnSuccess => "steal-ok ",
            };
            from_fn(move |f| write!(f, "{steal}{}", display_type(func, param.ty)))
        });
        write!(f, "native @{}({})", identifier(&native.name), separated(", ", params))?;
        if let Some(ty) = native.result {
            write!(f, " -> {}", display_type(func, ty))?;
        }
        write!(f, " {}", origin(native.origin))?;
        print_memory("reads", native.reads, f)?;
        print_memory("writes", native.writes, f)?;
        if native.can != Can::NOTHING {
            f.write_str(" can")?;
        }
        for (flag, text) in Can::FLAGS {
            if native.can.has(*flag) {
                write!(f, " {text}")?;
            }
        }
        Ok(())
    })
}

fn print_memory(what: &str, memory: Memory, f: &mut Formatter<'_>) -> fmt::Result {
    if memory.is_empty() { Ok(()) } else { write!(f, " {what} {memory}") }
}

fn origin(origin: Origin) -> impl Display {
    from_fn(move |f| match origin {
        Origin::Uncounted => f.write_str("uncounted"),
        Origin::New => f.write_str("new"),
        Origin::Function => f.write_str("function"),
        Origin::Memory(memory) => write!(f, "memory({memory})"),
        Origin::Part(index) => write!(f, "part({index})"),
        Origin::Item(index, memory) => write!(f, "item({index} {memory})"),
        Origin::Copy(index) => write!(f, "copy({index})"),
        Origin::Joined => f.write_str("joined"),
    })
}

/// The items with `separator` between.
fn separated<I>(separator: &'static str, items: I) -> impl Display
where
    I: Iterator<Item: Display> + Clone,
{
    from_fn(move |f| {
        let mut before = "";
        items.clone().try_for_each(|item| {
            write!(f, "{before}{item}")?;
            before = separator;
            Ok(())
        })
    })
}

/// A name, quoted unless it is a plain identifier.
fn identifier(name: &str) -> impl Display + '_ {
    from_fn(move |f| if is_identifier(name) { f.write_str(name) } else { write!(f, "{}", quoted(name)) })
}

/// Whether a name needs no quotes.
fn is_identifier(name: &str) -> bool {
    let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    name.bytes().all(word) && name.bytes().next().is_some_and(|byte| !byte.is_ascii_digit())
}

/// A string with quotes; what would end it or its line is escaped.
fn quoted(text: &str) -> impl Display + '_ {
    from_fn(move |f| {
        f.write_char('"')?;
        for c in text.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                c if c.is_control() => write!(f, "\\u{{{:x}}}", u32::from(c))?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    })
}
