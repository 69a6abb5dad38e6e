//! Functions, and attributes of `super()`.

use super::helpers;
use crate::interp::{attrs, functions};
use runtime::{Owned, Slot, Value};

helpers! {
    /// A function of a code constant; what comes with it is stolen.
    MakeFunction fn make_function(r, index: u64, extras: u64, words: *const Value, count: usize) -> Owned {
        // SAFETY: machine code passes its operands so.
        let mut operands = unsafe { std::slice::from_raw_parts(words, count) }.iter();
        let mut extra = |bit: u64| {
            let value = if extras & bit != 0 { operands.next().copied() } else { None };
            Slot::from_option(value.and_then(Owned::from_raw_option))
        };
        let (defaults, kwdefaults, annotate, closure) = (extra(1), extra(2), extra(4), extra(8));
        let code_object = r.code().consts[index as usize];
        functions::new_function(r.rt, code_object, r.globals(), defaults, kwdefaults, annotate, closure)
    }

    /// `super(class, receiver).name`.
    LoadSuperAttr fn load_super_attr(r, name: Value, super_: Value, class: Value, receiver: Value) -> Owned {
        attrs::super_attr(r.rt, [super_, class, receiver], name)
    }

    /// The same for a call: a function and the receiver, or an attribute and nothing.
    LoadSuperMethod fn load_super_method(r, name: Value, super_: Value, class: Value, receiver: Value) -> Owned {
        let found = attrs::super_method(r.rt, [super_, class, receiver], name);
        let (func, receiver) = match found {
            Ok(found) => found,
            Err(raised) => {
                r.second(None);
                return Err(raised);
            }
        };
        r.second(receiver);
        Ok(func)
    }
}
