//! The listing of machine code.

use super::Explained;
use crate::context;
use crate::emit::Part;
use crate::lir::Source;
use iced_x86::{
    Decoder, DecoderOptions, Formatter as _, Instruction, IntelFormatter, Register, SymbolResolver, SymbolResult,
};
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter, from_fn};

/// See [`Explained::asm`].
pub(super) fn listing<'e>(explained: &'e Explained, source: Option<&'e str>) -> impl Display + 'e {
    from_fn(move |f| {
        let emitted = &explained.emitted;
        let (bytes, spills, exits) = (emitted.bytes.len(), emitted.spill_slots, emitted.exits.len());
        writeln!(f, "asm {} {{ ; bytes {bytes}, spill slots {spills}, exits {exits}", explained.function.name())?;
        let labels = labels(&emitted.bytes, &emitted.parts);
        let mut listing =
            Listing { explained, source, formatter: formatter(labels.clone()), labels, last: None, line: 0 };
        for (at, &(start, part)) in emitted.parts.iter().enumerate() {
            let end = emitted.parts.get(at + 1).map_or(bytes, |&(next, _)| next as usize);
            listing.part(f, start as usize, end, part)?;
        }
        writeln!(f, "}}")
    })
}

fn formatter(labels: BTreeMap<u64, String>) -> IntelFormatter {
    let mut formatter = IntelFormatter::with_options(Some(Box::new(Names { labels })), None);
    let options = formatter.options_mut();
    options.set_hex_prefix("0x");
    options.set_hex_suffix("");
    options.set_uppercase_hex(false);
    options.set_leading_zeros(false);
    options.set_branch_leading_zeros(false);
    options.set_show_branch_size(false);
    options.set_space_after_operand_separator(true);
    options.set_space_between_memory_add_operators(true);
    formatter
}

fn decoder(bytes: &[u8], start: u64) -> Decoder<'_> {
    Decoder::with_ip(64, bytes, start, DecoderOptions::NONE)
}

/// The names of the places that something jumps to.
fn labels(bytes: &[u8], parts: &[(u32, Part)]) -> BTreeMap<u64, String> {
    let mut labels = BTreeMap::new();
    for &(start, part) in parts {
        let name = match part {
            Part::Block(block) => block.to_string(),
            Part::Leave => "leave".into(),
            Part::Exit(exit) => format!("exit_{}", exit.0),
            Part::Exits => "exits".into(),
            Part::Overflow => "overflow".into(),
            Part::Entry | Part::Inst(_) | Part::Move | Part::Free(_) | Part::Rare(_) => continue,
        };
        labels.entry(u64::from(start)).or_insert(name);
    }
    let targets = decoder(bytes, 0).into_iter().map(|inst| inst.near_branch_target());
    let mut targets: Vec<u64> = targets.filter(|target| *target != 0 && !labels.contains_key(target)).collect();
    targets.sort_unstable();
    targets.dedup();
    labels.extend(targets.into_iter().enumerate().map(|(number, target)| (target, format!("l{number}"))));
    labels
}

/// Names for the numbers in instructions.
struct Names {
    labels: BTreeMap<u64, String>,
}

impl SymbolResolver for Names {
    fn symbol(
        &mut self,
        instruction: &Instruction,
        _: u32,
        _: Option<u32>,
        address: u64,
        _: u32,
    ) -> Option<SymbolResult<'_>> {
        if instruction.near_branch_target() != 0 {
            return self.labels.get(&address).map(|name| SymbolResult::with_str(address, name));
        }
        // The context's fields.
        let is_field = instruction.memory_base() == Register::R15 && instruction.memory_displacement64() == address;
        is_field.then(|| SymbolResult::with_string(address, context::field(address as i32).to_string()))
    }
}

/// A listing being written.
struct Listing<'e> {
    explained: &'e Explained,
    source: Option<&'e str>,
    formatter: IntelFormatter,
    /// Those not written yet.
    labels: BTreeMap<u64, String>,
    /// What the instructions written last stand for.
    last: Option<Source>,
    line: u32,
}

impl Listing<'_> {
    fn part(&mut self, f: &mut Formatter<'_>, start: usize, end: usize, part: Part) -> fmt::Result {
        if part == Part::Entry {
            writeln!(f, "entry:")?;
        }
        self.label(f, start as u64)?;
        let comment = match part {
            Part::Inst(source) => {
                self.head(f, source)?;
                ""
            }
            Part::Free(source) | Part::Rare(source) => {
                self.head(f, source)?;
                "  ; free"
            }
            Part::Move => "  ; move",
            Part::Exit(exit) => {
                let exit = &self.explained.exits.list[exit.0 as usize];
                writeln!(f, "  ; {} @{}", exit.reason, exit.line)?;
                self.last = None;
                ""
            }
            Part::Entry | Part::Block(_) | Part::Leave | Part::Exits | Part::Overflow => {
                self.last = None;
                ""
            }
        };
        self.instructions(f, start, end, comment)
    }

    /// The label of a place, once.
    fn label(&mut self, f: &mut Formatter<'_>, at: u64) -> fmt::Result {
        match self.labels.remove(&at) {
            Some(label) => writeln!(f, "{label}:"),
            None => Ok(()),
        }
    }

    /// The source line and the instruction of HIR, if they are not those of the instructions before.
    fn head(&mut self, f: &mut Formatter<'_>, source: Source) -> fmt::Result {
        if self.last == Some(source) {
            return Ok(());
        }
        if source.line != self.line && source.line != 0 {
            self.line = source.line;
            let text = self.source.and_then(|text| text.lines().nth(source.line as usize - 1));
            writeln!(
                f,
                "; line {}{}",
                source.line,
                from_fn(|f| text.map_or(Ok(()), |text| write!(f, ": {}", text.trim())))
            )?;
        }
        self.last = Some(source);
        match self.explained.hir(source) {
            Some(inst) => writeln!(f, "  ; {inst}"),
            None => Ok(()),
        }
    }

    fn instructions(&mut self, f: &mut Formatter<'_>, start: usize, end: usize, comment: &str) -> fmt::Result {
        let mut text = String::new();
        for instruction in &mut decoder(&self.explained.emitted.bytes[start..end], start as u64) {
            self.label(f, instruction.ip())?;
            text.clear();
            self.formatter.format(&instruction, &mut text);
            writeln!(f, "    {:04x}  {text}{comment}", instruction.ip())?;
        }
        Ok(())
    }
}
