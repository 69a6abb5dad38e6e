//! Which locals the message of an exception may show, though the bytecode does not read them again.
//!
//! The hint of a NameError offers locals of similar names, and attributes of `self`; that of an AttributeError offers private names
//! if the object is `self`. Both look at the innermost frame of the traceback.

use crate::bytecode::{CodeKind, CodeProto, Insn, Op};
use runtime::text::suggest::suggest;

/// The locals of a body that messages may show.
#[derive(Debug)]
pub(super) struct Shown {
    /// Wherever something may fail: `self`; the namespace of a class body or `exec`.
    always: Vec<u16>,
    /// Where the name of this index is looked up in vain.
    near: Vec<Vec<u16>>,
    /// Where an exception is raised again, which may be that of a name: all of `near`.
    any_near: Vec<u16>,
}

/// Whether the instruction looks up a name that may be nowhere.
fn looks_up(op: Op) -> bool {
    matches!(
        op,
        Op::LoadGlobal
            | Op::DelGlobal
            | Op::LoadName
            | Op::DelName
            | Op::LoadClassDeref
            | Op::LoadDictOrGlobal
            | Op::LoadDictOrDeref
            | Op::LoadDeref
            | Op::DelDeref
    )
}

impl Shown {
    /// Compares the names in `code`.
    pub(super) fn new(code: &CodeProto) -> Shown {
        let locals = || (0..).zip(&code.local_names);
        let has_namespace = matches!(code.kind, CodeKind::Class | CodeKind::Exec);
        let always = |reg: u16, name: &str| name == "self" || (has_namespace && reg == 0);
        let mut shown = Shown {
            always: locals().filter(|(reg, name)| always(*reg, name)).map(|(reg, _)| reg).collect(),
            near: vec![Vec::new(); code.names.len()],
            any_near: Vec::new(),
        };
        let mut is_looked_up = vec![false; code.names.len()];
        for insn in code.code.iter().filter(|insn| looks_up(insn.op)) {
            is_looked_up[usize::from(insn.c)] = true;
        }
        for (index, name) in code.names.iter().enumerate().filter(|(index, _)| is_looked_up[*index]) {
            let is_near = |local: &str| suggest(name, std::iter::once(local)).is_some();
            shown.near[index] = locals().filter(|(_, local)| is_near(local)).map(|(reg, _)| reg).collect();
            shown.any_near.extend(&shown.near[index]);
        }
        shown.any_near.sort_unstable();
        shown.any_near.dedup();
        shown
    }

    /// The locals that a message may show if the instruction fails.
    pub(super) fn for_each(&self, insn: &Insn, mut f: impl FnMut(u16)) {
        // What returns does not fail.
        if matches!(insn.op, Op::Return | Op::ReturnConst) {
            return;
        }
        self.always.iter().for_each(|&reg| f(reg));
        let near = match insn.op {
            op if looks_up(op) => &self.near[usize::from(insn.c)],
            Op::Raise | Op::RaiseFrom | Op::RaiseAgain | Op::Reraise => &self.any_near,
            _ => return,
        };
        near.iter().for_each(|&reg| f(reg));
    }
}
