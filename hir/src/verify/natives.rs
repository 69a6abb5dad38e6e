//! V17: signatures of natives.

use super::{Rule, Verifier};
use crate::contract::{NativeSig, Origin};
use crate::text::{Place, display_type};
use std::collections::BTreeSet;

impl Verifier<'_> {
    pub(super) fn natives(&mut self) {
        let mut names = BTreeSet::new();
        for (id, native) in self.func.natives() {
            let repeated = !names.insert(&native.name);
            let problem =
                if repeated { Some("its name is that of another".to_string()) } else { self.problem_of(native) };
            if let Some(problem) = problem {
                self.error(Rule::Native, Place::Native(id), problem);
            }
        }
    }

    fn problem_of(&self, native: &NativeSig) -> Option<String> {
        let types = native.params.iter().map(|param| param.ty).chain(native.result);
        if let Some(ty) = types.into_iter().find(|ty| ty.mixes_machine()) {
            return Some(format!("{} mixes machine kinds with others", display_type(self.func, ty)));
        }
        let param = |index: u8| match native.params.get(usize::from(index)) {
            Some(_) => None,
            None => Some(format!("the result comes from parameter {index}, which it has not")),
        };
        match (native.result, native.origin) {
            (None, Origin::Uncounted) => None,
            (None, _) => Some("there is no result to come from anywhere".to_string()),
            (Some(ty), Origin::Uncounted) if ty.is_counted() => {
                Some(format!("a result of type {} may be counted, but comes from nowhere", display_type(self.func, ty)))
            }
            (Some(_), Origin::Joined) => Some("only a phi's result is joined".to_string()),
            (Some(_), Origin::Part(index) | Origin::Item(index, _) | Origin::Copy(index)) => param(index),
            (Some(_), Origin::Uncounted | Origin::New | Origin::Function | Origin::Memory(_)) => None,
        }
    }
}
