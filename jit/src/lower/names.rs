//! Names and methods whose places were found when the function was compiled.

use super::{Lower, Lowering, Watch};
use crate::lir::{Cond, Lir, Mem, Test, Width};
use hir::{Imm, InstData};

impl Lowering<'_> {
    /// `LoadGlobalCached`: from its entry of the dictionary while the keys are what they were; asks the helper if the owner knows no place.
    pub(super) fn load_global(&mut self, data: &InstData) -> Lower {
        let Some(&Imm::Name(name)) = data.imms.first() else { return Err(self.unsupported(data, "it has no name")) };
        let Some(place) = self.resolver.global(self.func.name_of(name)) else { return self.helper_call(data) };
        for &watch in &place.watches {
            self.watch(data, watch)?;
        }
        let (at, entries) = (self.lir.int(), self.lir.int());
        self.push(Lir::Imm { dst: at, value: place.entries as i64 });
        self.push(Lir::Load { dst: entries, mem: Mem::at(at, 0), width: Width::W64 });
        self.load_result(data, Mem::at(entries, place.offset));
        Ok(())
    }

    /// `LoadMethodCached`: the word itself, while classes are what they were.
    pub(super) fn load_method(&mut self, data: &InstData) -> Lower {
        let &[Imm::Shape(shape), Imm::Name(name)] = &data.imms[..] else {
            return Err(self.unsupported(data, "it names no method"));
        };
        let Some(method) = self.resolver.method(shape, self.func.name_of(name)) else {
            return Err(self.unsupported(data, "its owner does not know the method"));
        };
        self.watch(data, method.watch)?;
        let dst = self.define(data.results[0]);
        self.push(Lir::Imm { dst, value: method.word as i64 });
        Ok(())
    }

    /// Exits if a watched number has changed, as far as that is not known.
    pub(super) fn watch(&mut self, data: &InstData, watch: Watch) -> Lower {
        if !self.watches.must_compare(watch) {
            return Ok(());
        }
        let at = self.lir.int();
        self.push(Lir::Imm { dst: at, value: watch.at as i64 });
        let exit = self.exit(data)?;
        let test = Test::Memory(Cond::NotEqual, Width::W32, Mem::at(at, 0), watch.is as i32);
        self.push(Lir::ExitIf { test, exit });
        Ok(())
    }
}
