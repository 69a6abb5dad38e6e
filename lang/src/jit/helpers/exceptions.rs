//! Exceptions that reach a handler in the function that raised them.

use super::helpers;
use crate::interp::globals::context;
use crate::interp::unwind;
use crate::jit::leave::is_again;
use runtime::{Owned, Raised};

helpers! {
    /// The pending exception, with a traceback entry for an instruction.
    TakeExc fn take(r, pc: u64) -> Owned {
        let (code, _) = context(r.act);
        let pc = pc as u32;
        let again = is_again(r.rt, code, pc);
        let mut exc = r.rt.take_raised(Raised);
        r.vm.stats.unwinds.set(r.vm.stats.unwinds.get() + 1);
        // SAFETY: the activation runs this code; the counter points just past the instruction, as the interpreter's does.
        unsafe { (*r.act).pc = code.insns.as_ptr().add(pc as usize + 1).cast_mut().cast() };
        if !again && unwind::add_traceback(r.rt, r.act, *exc, pc).is_err() {
            exc = r.rt.take_raised(Raised);
        }
        Ok(exc)
    }
}
