//! What the stages of a compilation made of a function, for people: LIR and machine code beside the HIR they stand for.
//!
//! [`Jit::explain`](crate::Jit::explain) makes it. Nothing is published, so the words of the resolver may be made up.

mod asm;

use crate::emit::Emitted;
use crate::exit::Exits;
use crate::lir::{self, ExitId, LirFunction, Noted, Source};
use hir::text::display_inst;
use std::fmt::{Display, from_fn};

/// A function in every form that it has on its way to machine code.
#[derive(Debug)]
pub struct Explained {
    /// HIR with its reference counts.
    pub function: hir::Function,
    /// LIR, whose instructions name those of `function` that they stand for.
    pub lir: LirFunction,
    /// The exits that LIR names.
    pub exits: Exits,
    /// Machine code, not published.
    pub emitted: Emitted,
}

impl Explained {
    /// LIR, with a comment for each instruction of HIR, and then the exits.
    ///
    /// ```text
    /// lir double {
    ///   b0:
    ///     params i0
    ///     jump b1
    ///   b1:
    ///     ; v1:Int = SmallIntBinary<+> v0 v0 exit f0 {v0 borrowed} @2
    ///     i1 = sub i0, 1
    ///     i2 = add i0, i1 else exit 0
    ///     …
    /// }
    /// ```
    pub fn lir(&self) -> impl Display + '_ {
        from_fn(move |f| {
            writeln!(f, "lir {} {{", self.function.name())?;
            Noted { lir: &self.lir, note: |source| self.hir(source) }.fmt(f)?;
            for (number, exit) in self.exits.list.iter().enumerate() {
                writeln!(f, "  {}", lir::exit(ExitId(number as u32), exit))?;
            }
            writeln!(f, "}}")
        })
    }

    /// Machine code, disassembled: under each source line (with its text, if there is a source) and each instruction of HIR what stands for it,
    /// with offsets in hexadecimal. Targets of jumps and fields of the context have their names.
    pub fn asm<'e>(&'e self, source: Option<&'e str>) -> impl Display + 'e {
        asm::listing(self, source)
    }

    /// The text of the HIR instruction that something stands for.
    fn hir(&self, source: Source) -> Option<impl Display + '_> {
        source.inst.map(|inst| display_inst(&self.function, inst))
    }
}
