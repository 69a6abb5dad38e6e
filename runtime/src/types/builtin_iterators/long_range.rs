//! The iterator of a range that has big integers.

use crate::boxed::NativeObject;
use crate::error::{Raised, Res};
use crate::native::{Args, NativeDef};
use crate::rt::Rt;
use crate::value::{Owned, Value};
use dashu_int::IBig;
use std::cell::RefCell;

/// Values left to come. The borrow never spans a call of user code.
pub(crate) struct LongRangeIter {
    state: RefCell<State>,
    step: IBig,
}

struct State {
    next: IBig,
    left: IBig,
}

impl LongRangeIter {
    pub(crate) fn new(start: IBig, step: IBig, len: IBig) -> LongRangeIter {
        LongRangeIter { state: RefCell::new(State { next: start, left: len }), step }
    }

    fn length_hint(rt: &Rt, args: &Args<'_>) -> Res {
        let left = rt.expect_boxed::<LongRangeIter>(args.get(0))?.state.borrow().left.clone();
        rt.int_big(left)
    }
}

impl NativeObject for LongRangeIter {
    const NAME: &'static str = "longrange_iterator";
    const METHODS: &'static [NativeDef] = &[NativeDef::new("__length_hint__", "(self, /)", Self::length_hint)];
    const ITERATOR: bool = true;

    fn visit(&self, _: &mut dyn FnMut(Value)) {}

    fn next(&self, rt: &Rt, _: Value) -> Result<Option<Owned>, Raised> {
        let next = {
            let mut state = self.state.borrow_mut();
            if state.left <= IBig::ZERO {
                return Ok(None);
            }
            state.left -= IBig::ONE;
            let following = &state.next + &self.step;
            std::mem::replace(&mut state.next, following)
        };
        rt.int_big(next).map(Some)
    }
}
