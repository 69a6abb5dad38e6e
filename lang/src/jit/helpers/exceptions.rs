//! Exceptions that reach a handler in the function that raised them.

use super::helpers;
use crate::interp::{frames, unwind};
use crate::jit::leave::is_again;
use runtime::{Owned, Raised};

helpers! {
    /// The pending exception, with a traceback entry for an instruction.
    TakeExc fn take(r, pc: u64) -> Owned {
        let code = r.code();
        let pc = pc as u32;
        let again = is_again(r.rt, code, pc);
        let mut exc = r.rt.take_raised(Raised);
        r.vm.stats.unwinds.set(r.vm.stats.unwinds.get() + 1);
        if !again {
            let frame = frames::detached(r.rt, r.function(), r.globals(), code.pos(pc).line);
            if frame.and_then(|frame| unwind::add_entry(r.rt, frame, code, *exc, pc)).is_err() {
                exc = r.rt.take_raised(Raised);
            }
        }
        Ok(exc)
    }
}
