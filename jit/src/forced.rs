//! Guards that fail although they hold, each once: so tests see compiled code leave by every exit.
//!
//! With [`Config::force_exits`](crate::Config::force_exits) emitted code looks at a byte before a guard's own test and leaves while it is set.
//! The bytes belong to the compiled function and lie outside its code, which never changes.

use crate::exit::Exits;
use crate::lir::ExitId;
use std::sync::atomic::{AtomicBool, Ordering};

/// The bytes, one for each exit; none if nothing is forced.
#[derive(Debug, Default)]
pub(crate) struct ForcedExits {
    bytes: Box<[AtomicBool]>,
}

impl ForcedExits {
    /// All guards' exits are to be taken; an exception's are not.
    pub(crate) fn all(exits: &Exits) -> ForcedExits {
        ForcedExits { bytes: exits.list.iter().map(|exit| AtomicBool::new(!exit.error)).collect() }
    }

    /// Where the byte of an exit is, if it can be forced.
    pub(crate) fn address(&self, exit: ExitId) -> Option<i64> {
        let byte = self.bytes.get(exit.0 as usize).filter(|byte| byte.load(Ordering::Relaxed))?;
        Some(byte.as_ptr().expose_provenance() as i64)
    }

    /// An exit was taken: whether it was forced, as it will not be again.
    pub(crate) fn take(&self, exit: u32) -> bool {
        self.bytes.get(exit as usize).is_some_and(|byte| byte.swap(false, Ordering::Relaxed))
    }
}

impl Drop for ForcedExits {
    fn drop(&mut self) {
        let bytes = std::mem::take(&mut self.bytes);
        if !bytes.is_empty() {
            // As the code itself: somebody may be in it.
            crossbeam_epoch::pin().defer(move || drop(bytes));
        }
    }
}
