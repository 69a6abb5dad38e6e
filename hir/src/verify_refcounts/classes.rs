//! Alias classes: which values are copies of one another.

use crate::{Can, Contract, Entity, Function, InstData, Origin, ValueId};

/// An alias class: the values that copy one value, by the index of that value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Class(u32);

impl Class {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The alias classes of a function. In SSA form they are the same at every place: where a copy can be used, what it copies has
/// not been defined anew.
pub(super) struct Classes {
    /// For each value index, the class.
    of_value: Vec<Class>,
    /// For each class, whether none of its values is ever counted.
    uncounted: Vec<bool>,
    /// For each value index, whether its type says that it may be counted.
    counted_type: Vec<bool>,
}

const UNSEEN: Class = Class(u32::MAX);

impl Classes {
    pub(super) fn of(func: &Function) -> Classes {
        let bound = func.value_bound();
        let mut classes =
            Classes { of_value: vec![UNSEEN; bound], uncounted: vec![true; bound], counted_type: vec![false; bound] };
        let mut chain = Vec::new();
        for index in 0..bound {
            if let Some(value) = func.value_at(index) {
                classes.counted_type[index] = func.ty(value).is_counted();
                classes.trace(func, value, &mut chain);
            }
        }
        classes
    }

    /// Follows the copies from `value` to the value they start from; every value on the way is in its class.
    fn trace(&mut self, func: &Function, value: ValueId, chain: &mut Vec<usize>) {
        let mut next = value;
        let class = loop {
            let index = next.index();
            match self.of_value.get(index) {
                Some(&UNSEEN) => {}
                Some(&class) => break class,
                None => return,
            }
            // Copies of one another in a circle exist only in code that is never reached; the circle ends here.
            self.of_value[index] = Class(index as u32);
            chain.push(index);
            let Some(data) = func.get_value(next).and_then(|value| func.get_inst(value.def)) else {
                break Class(index as u32);
            };
            match copied(func, data) {
                Some(source) => next = source,
                None => {
                    let never = func.contract(data).origin == Origin::Uncounted || !func.ty(next).is_counted();
                    self.uncounted[index] = never;
                    break Class(index as u32);
                }
            }
        };
        for index in chain.drain(..) {
            self.of_value[index] = class;
        }
    }

    /// The class of a value; nothing if the value is not the function's.
    pub(super) fn class(&self, value: ValueId) -> Option<Class> {
        self.of_value.get(value.index()).copied().filter(|&class| class != UNSEEN)
    }

    /// The class of a value that may be counted, as far as its type and the contracts say.
    pub(super) fn may_be_counted(&self, value: ValueId) -> Option<Class> {
        let class = self.class(value)?;
        (self.counted_type[value.index()] && !self.uncounted[class.index()]).then_some(class)
    }

    /// Whether no value of the class is ever counted.
    pub(super) fn never_counted(&self, class: Class) -> bool {
        self.uncounted[class.index()]
    }

    /// The value whose copies the class is.
    pub(super) fn source(&self, func: &Function, class: Class) -> Option<ValueId> {
        func.value_at(class.index())
    }
}

/// The operand that the result of `data` is a copy of.
pub(super) fn copied(func: &Function, data: &InstData) -> Option<ValueId> {
    if fails_in_result(&func.contract(data), data) { None } else { func.copied_operand(data) }
}

/// Whether the instruction may fail so that its results are missing. What is otherwise a copy is then the operand or nothing: it
/// lives while the operand does, but one may be missing without the other.
pub(super) fn fails_in_result(contract: &Contract<'_>, data: &InstData) -> bool {
    contract.can.has(Can::RAISE) && data.frame.is_none()
}
