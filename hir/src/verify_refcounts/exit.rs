//! What an exit does with the references the function holds.

use super::{Problem, Verifier};
use crate::{Entity, Function, InstData, InstId, RefKind, ValueId};

impl<'f> Verifier<'f> {
    /// R8 to R11 for the exit of an instruction, in the present state.
    pub(super) fn exit(&mut self, inst: InstId, data: &InstData) {
        let func: &'f Function = self.func;
        if data.frame.is_none() {
            return self.report_at(inst, Problem::NoFrame);
        }
        self.named.clear();
        for value in func.frame_uses(data.frame) {
            if func.get_value(value).is_some() {
                self.named.add(value.index());
            }
        }
        self.listed.clear();
        self.not_owned.clear();
        self.counts.clear();
        for &(value, kind) in &data.exit_refs {
            self.exit_entry(inst, value, kind);
        }
        for value in func.frame_uses(data.frame) {
            if func.get_value(value).is_some() && self.listed.add(value.index()) {
                self.report_at(inst, Problem::Unlisted { value });
            }
        }
        self.check_exit_units(inst);
    }

    fn exit_entry(&mut self, inst: InstId, value: ValueId, kind: RefKind) {
        let func: &'f Function = self.func;
        if func.get_value(value).is_none() {
            return self.report_at(inst, Problem::Unknown { value });
        }
        // Each of several references that are owned has an entry; there is no other reason to list a value again.
        let again = !self.listed.add(value.index());
        let not_owned = kind != RefKind::Owned;
        if again && (not_owned || self.not_owned.has(value.index())) {
            self.report_at(inst, Problem::ListedTwice { value });
        }
        if not_owned {
            self.not_owned.add(value.index());
        }
        if not_owned && !self.named.has(value.index()) {
            self.report_at(inst, Problem::Unnamed { value });
        }
        if kind != RefKind::Raw && func.ty(value).is_machine() {
            return self.report_at(inst, Problem::ExitMachine { value });
        }
        let Some(class) = self.known(inst, value) else { return };
        match kind {
            RefKind::Owned => self.counts.add(class, value),
            RefKind::Raw => self.report_at(inst, Problem::ExitRaw { value }),
            RefKind::Borrowed if self.state.is_usable(class) => {}
            RefKind::Borrowed => self.report_at(inst, Problem::ExitDead { value, lost: self.lost(class) }),
        }
    }

    /// R9.
    fn check_exit_units(&mut self, inst: InstId) {
        let mut balanced = self.counts.total == self.state.total();
        for index in 0..self.counts.touched.len() {
            let (class, value) = self.counts.touched[index];
            let (owned, listed) = (self.state.units(class), self.counts.get(class));
            if owned != listed {
                balanced = false;
                self.report_at(inst, Problem::ExitUnits { value, owned, listed });
            }
        }
        if balanced {
            return;
        }
        let left: Vec<_> = self.state.owned().filter(|&(class, _)| self.counts.get(class) == 0).collect();
        for (class, owned) in left {
            if let Some(value) = self.classes.source(self.func, class) {
                self.report_at(inst, Problem::ExitUnits { value, owned, listed: 0 });
            }
        }
    }
}
