//! The iterator of `iter(callable, sentinel)`.

use crate::boxed::NativeObject;
use crate::error::{Exc, Raised};
use crate::native::NativeDef;
use crate::rt::Rt;
use crate::types::iterators::visit_slot;
use crate::value::{Owned, Slot, Value};

/// Calls a function until it gives the sentinel.
pub(crate) struct CallableIter {
    callable: Slot,
    sentinel: Slot,
}

impl CallableIter {
    pub(crate) fn new(callable: Value, sentinel: Value) -> CallableIter {
        CallableIter { callable: Slot::new(callable.own()), sentinel: Slot::new(sentinel.own()) }
    }
}

impl NativeObject for CallableIter {
    const NAME: &'static str = "callable_iterator";
    const METHODS: &'static [NativeDef] = &[];
    const ITERATOR: bool = true;

    fn visit(&self, f: &mut dyn FnMut(Value)) {
        visit_slot(&self.callable, f);
        visit_slot(&self.sentinel, f);
    }

    fn clear(&self) {
        self.callable.clear();
        self.sentinel.clear();
    }

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        let Some(callable) = self.callable.own() else { return Ok(None) };
        match rt.call(*callable, &[]) {
            Ok(item) => {
                // The call may have exhausted the iterator.
                let Some(sentinel) = self.sentinel.own() else { return Ok(None) };
                if !rt.eq(*sentinel, *item)? {
                    return Ok(Some(item));
                }
            }
            Err(raised) => rt.swallow(raised, Exc::StopIteration)?,
        }
        self.callable.clear();
        self.sentinel.clear();
        Ok(None)
    }
}
